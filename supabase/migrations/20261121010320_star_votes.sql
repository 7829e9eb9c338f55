-- The three questions about a star (decisions §2): 1–5, changeable, one row per member and star.

create function private.vote_weighs(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = member and p.created_at <= now() - interval '24 hours' and not p.needs_invite
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  )
$$;
comment on function private.vote_weighs(uuid) is 'Whether a member''s votes count now: account at least 24 hours old, not banned. Mirrors voteWeighs() in domain/src/hot-score.ts.';

create function private.weigh_star_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.weighs := private.vote_weighs(new.user_id);
  new.updated_at := now();
  return new;
end $$;
comment on function private.weigh_star_vote() is 'Trigger: decides at the time of writing whether the vote counts; private.requalify_star_votes() decides again later.';

create function private.add_to_star_score(star uuid, question text, votes integer, total integer) returns void
language sql security definer set search_path = '' as $$
  update public.star_scores set
    demand_count = demand_count + case question when 'demand' then votes else 0 end,
    demand_sum = demand_sum + case question when 'demand' then total else 0 end,
    realness_count = realness_count + case question when 'realness' then votes else 0 end,
    realness_sum = realness_sum + case question when 'realness' then total else 0 end,
    drama_count = drama_count + case question when 'drama' then votes else 0 end,
    drama_sum = drama_sum + case question when 'drama' then total else 0 end
  where star_id = star
$$;
comment on function private.add_to_star_score(uuid, text, integer, integer) is 'Moves count and sum of one question of one star.';

create function private.count_star_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before integer := case when tg_op <> 'INSERT' and old.weighs then old.value end;
  after integer := case when tg_op <> 'DELETE' and new.weighs then new.value end;
begin
  if tg_op = 'UPDATE' and old.star_id = new.star_id then
    if before is distinct from after then
      perform private.add_to_star_score(new.star_id, tg_argv[0],
        (after is not null)::integer - (before is not null)::integer, coalesce(after, 0) - coalesce(before, 0));
    end if;
    return null;
  end if;
  if before is not null then perform private.add_to_star_score(old.star_id, tg_argv[0], -1, -before); end if;
  if after is not null then perform private.add_to_star_score(new.star_id, tg_argv[0], 1, after); end if;
  return null;
end $$;
comment on function private.count_star_vote() is 'Trigger (question): one vote changes one star.';

create table public.demand_votes (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  star_id uuid not null references public.stars on delete cascade,
  value smallint not null check (value between 1 and 5),
  weighs boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, star_id)
);
comment on table public.demand_votes is 'Answers to "Wie sehr willst du sie/ihn wieder sehen?", 1–5. Readable by the member and by staff; everybody sees the averages in star_scores.';
comment on column public.demand_votes.weighs is 'Whether the vote counts in star_scores; kept by trigger and job.';
create index demand_votes_star_id on public.demand_votes (star_id);
-- The hourly job looks at waiting votes only.
create index demand_votes_waiting on public.demand_votes (user_id) where not weighs;

create trigger demand_votes_rate before insert or update on public.demand_votes
  for each row execute function private.limit_rate('votes', '1000');
create trigger demand_votes_weigh before insert or update on public.demand_votes
  for each row execute function private.weigh_star_vote();
create trigger demand_votes_count after insert or update or delete on public.demand_votes
  for each row execute function private.count_star_vote('demand');

alter table public.demand_votes enable row level security;
revoke all on public.demand_votes from public, anon, authenticated;
-- The key columns may be updated because PostgREST's upsert sets every column it was given.
grant select, insert (user_id, star_id, value), update (user_id, star_id, value), delete on public.demand_votes to authenticated;
grant all on public.demand_votes to service_role;
create policy "own and staff read" on public.demand_votes for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator()));
create policy "members vote" on public.demand_votes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "members change their vote" on public.demand_votes for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "members withdraw their vote" on public.demand_votes for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

create table public.realness_votes (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  star_id uuid not null references public.stars on delete cascade,
  value smallint not null check (value between 1 and 5),
  weighs boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, star_id)
);
comment on table public.realness_votes is 'Answers to "Wie echt?", 1–5. Readable by the member and by staff; everybody sees the averages in star_scores.';
comment on column public.realness_votes.weighs is 'Whether the vote counts in star_scores; kept by trigger and job.';
create index realness_votes_star_id on public.realness_votes (star_id);
-- The hourly job looks at waiting votes only.
create index realness_votes_waiting on public.realness_votes (user_id) where not weighs;

create trigger realness_votes_rate before insert or update on public.realness_votes
  for each row execute function private.limit_rate('votes', '1000');
create trigger realness_votes_weigh before insert or update on public.realness_votes
  for each row execute function private.weigh_star_vote();
create trigger realness_votes_count after insert or update or delete on public.realness_votes
  for each row execute function private.count_star_vote('realness');

alter table public.realness_votes enable row level security;
revoke all on public.realness_votes from public, anon, authenticated;
-- The key columns may be updated because PostgREST's upsert sets every column it was given.
grant select, insert (user_id, star_id, value), update (user_id, star_id, value), delete on public.realness_votes to authenticated;
grant all on public.realness_votes to service_role;
create policy "own and staff read" on public.realness_votes for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator()));
create policy "members vote" on public.realness_votes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "members change their vote" on public.realness_votes for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "members withdraw their vote" on public.realness_votes for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

create table public.drama_votes (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  star_id uuid not null references public.stars on delete cascade,
  value smallint not null check (value between 1 and 5),
  weighs boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, star_id)
);
comment on table public.drama_votes is 'Answers to "Wie viel Drama?", 1–5. Readable by the member and by staff; everybody sees the averages in star_scores.';
comment on column public.drama_votes.weighs is 'Whether the vote counts in star_scores; kept by trigger and job.';
create index drama_votes_star_id on public.drama_votes (star_id);
-- The hourly job looks at waiting votes only.
create index drama_votes_waiting on public.drama_votes (user_id) where not weighs;

create trigger drama_votes_rate before insert or update on public.drama_votes
  for each row execute function private.limit_rate('votes', '1000');
create trigger drama_votes_weigh before insert or update on public.drama_votes
  for each row execute function private.weigh_star_vote();
create trigger drama_votes_count after insert or update or delete on public.drama_votes
  for each row execute function private.count_star_vote('drama');

alter table public.drama_votes enable row level security;
revoke all on public.drama_votes from public, anon, authenticated;
-- The key columns may be updated because PostgREST's upsert sets every column it was given.
grant select, insert (user_id, star_id, value), update (user_id, star_id, value), delete on public.drama_votes to authenticated;
grant all on public.drama_votes to service_role;
create policy "own and staff read" on public.drama_votes for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator()));
create policy "members vote" on public.drama_votes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "members change their vote" on public.drama_votes for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "members withdraw their vote" on public.drama_votes for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

-- Votes begin or cease to count when their member qualifies or is banned -------------------------------------------------

create function private.requalify_star_votes(member uuid) returns void
language sql security definer set search_path = '' as $$
  update public.demand_votes set value = value where user_id = member and weighs <> private.vote_weighs(member);
  update public.realness_votes set value = value where user_id = member and weighs <> private.vote_weighs(member);
  update public.drama_votes set value = value where user_id = member and weighs <> private.vote_weighs(member);
$$;
comment on function private.requalify_star_votes(uuid) is 'Decides again whether a member''s votes count; the triggers do the rest.';

create function private.requalify_on_ban() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.requalify_star_votes(new.id);
  return null;
end $$;
comment on function private.requalify_on_ban() is 'Trigger: a ban takes the member''s votes out of the scores at once, its end brings them back.';
create trigger profiles_requalify after update of is_banned, banned_until, needs_invite on public.profiles
  for each row when (
    (old.is_banned, old.banned_until, old.needs_invite) is distinct from (new.is_banned, new.banned_until, new.needs_invite)
  ) execute function private.requalify_on_ban();

-- Jobs -----------------------------------------------------------------------------------------------------------------

create function private.rank_stars() returns void
language sql security definer set search_path = '' as $$
  with ranked as (
    select s.id, row_number() over (order by c.hot_score desc, c.votes_count desc, s.sort_key, s.id) as place
    from public.stars s join public.star_scores c on c.star_id = s.id
    where s.is_active and c.hot_score is not null
  )
  update public.star_scores c set rank = ranked.place
  from public.star_scores own left join ranked on ranked.id = own.star_id
  where c.star_id = own.star_id and c.rank is distinct from ranked.place
$$;
comment on function private.rank_stars() is 'Renumbers the HoT Bestenliste: score, votes, name (decisions §5).';

create function private.rescore_all_stars() returns void
language plpgsql security definer set search_path = '' as $$
declare member uuid;
begin
  -- Waiting votes whose member qualifies by now, and counting votes of members banned meanwhile (a timed ban needs no update to begin).
  for member in
    select w.user_id from (
      select user_id from public.demand_votes where not weighs
      union select user_id from public.realness_votes where not weighs
      union select user_id from public.drama_votes where not weighs
    ) w where private.vote_weighs(w.user_id)
    union select p.id from public.profiles p where p.is_banned
  loop
    perform private.requalify_star_votes(member);
  end loop;
  update public.star_vote_means m set
    mean = case when t.votes > 0 then round(t.total::numeric / t.votes, 6) else 3 end, votes_count = t.votes, updated_at = now()
  from (
    select q.question, coalesce(sum(q.votes), 0) as votes, coalesce(sum(q.total), 0) as total
    from public.star_scores c cross join lateral (values
      ('demand', c.demand_count, c.demand_sum), ('realness', c.realness_count, c.realness_sum), ('drama', c.drama_count, c.drama_sum)
    ) q (question, votes, total)
    group by q.question
  ) t where t.question = m.question;
  update public.star_scores set demand_sum = demand_sum;
  perform private.rank_stars();
end $$;
comment on function private.rescore_all_stars() is 'Hourly job: lets votes qualify, refreshes the means, rescores and ranks every star.';

create function private.rebuild_star_scores() returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.star_scores c set
    demand_count = coalesce(d.votes, 0), demand_sum = coalesce(d.total, 0),
    realness_count = coalesce(r.votes, 0), realness_sum = coalesce(r.total, 0),
    drama_count = coalesce(a.votes, 0), drama_sum = coalesce(a.total, 0)
  from public.star_scores own
    left join (select star_id, count(*) as votes, sum(value) as total from public.demand_votes where weighs group by 1) d using (star_id)
    left join (select star_id, count(*) as votes, sum(value) as total from public.realness_votes where weighs group by 1) r using (star_id)
    left join (select star_id, count(*) as votes, sum(value) as total from public.drama_votes where weighs group by 1) a using (star_id)
  where c.star_id = own.star_id;
  perform private.rank_stars();
end $$;
comment on function private.rebuild_star_scores() is 'Repair: recounts every star from the votes with the stored means. Gives the numbers the triggers keep.';

create function private.snapshot_star_ranks() returns void
language plpgsql security definer set search_path = '' as $$
declare today date := private.berlin_day(now());
begin
  perform private.rank_stars();
  delete from private.star_rank_snapshots where day = today or day < today - 60;
  insert into private.star_rank_snapshots (day, star_id, rank)
    select today, star_id, rank from public.star_scores where rank is not null;
  -- The latest snapshot that is a week old or a little more: a missed night must not make everybody new.
  update public.star_scores c set rank_week_ago = week_ago.rank
  from public.star_scores own left join private.star_rank_snapshots week_ago
    on week_ago.star_id = own.star_id
    and week_ago.day = (select max(day) from private.star_rank_snapshots where day between today - 13 and today - 7)
  where c.star_id = own.star_id and c.rank_week_ago is distinct from week_ago.rank;
end $$;
comment on function private.snapshot_star_ranks() is 'Daily job: records today''s ranks and sets rank_week_ago for the trend arrows.';
grant execute on function private.rescore_all_stars(), private.rebuild_star_scores(), private.snapshot_star_ranks() to service_role;
