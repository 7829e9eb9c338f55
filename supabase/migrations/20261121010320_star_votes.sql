-- The three questions about a star (decisions §2): 1–5, changeable, one row per member and star.

create function private.vote_weighs(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = member and p.created_at <= now() - interval '24 hours' and not p.needs_invite
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  )
$$;
comment on function private.vote_weighs(uuid) is 'Whether a member''s votes count now: account at least 24 hours old, not banned. Mirrors voteWeighs() in domain/src/star/hot-score.ts.';

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

-- The three tables differ in their question only: indexes, triggers, grants and policies are written once.
do $tables$
declare question text;
begin
  foreach question in array array['demand', 'realness', 'drama'] loop
    execute replace($sql$
      comment on column public.QUESTION_votes.weighs is 'Whether the vote counts in star_scores; kept by trigger and job.';
      create index QUESTION_votes_star_id on public.QUESTION_votes (star_id);
      -- The hourly job looks at waiting votes only.
      create index QUESTION_votes_waiting on public.QUESTION_votes (user_id) where not weighs;

      create trigger QUESTION_votes_rate before insert or update on public.QUESTION_votes
        for each row execute function private.limit_rate('votes', '1000');
      create trigger QUESTION_votes_weigh before insert or update on public.QUESTION_votes
        for each row execute function private.weigh_star_vote();
      create trigger QUESTION_votes_count after insert or update or delete on public.QUESTION_votes
        for each row execute function private.count_star_vote('QUESTION');

      alter table public.QUESTION_votes enable row level security;
      revoke all on public.QUESTION_votes from public, anon, authenticated;
      -- The key columns may be updated because PostgREST's upsert sets every column it was given.
      grant select, insert (user_id, star_id, value), update (user_id, star_id, value), delete on public.QUESTION_votes to authenticated;
      grant all on public.QUESTION_votes to service_role;
      create policy "own and staff read" on public.QUESTION_votes for select to authenticated
        using (user_id = (select auth.uid()) or (select private.is_moderator()));
      create policy "members vote" on public.QUESTION_votes for insert to authenticated
        with check (user_id = (select auth.uid()) and (select private.may_write()));
      create policy "members change their vote" on public.QUESTION_votes for update to authenticated
        using (user_id = (select auth.uid()) and (select private.may_write()))
        with check (user_id = (select auth.uid()) and (select private.may_write()));
      create policy "members withdraw their vote" on public.QUESTION_votes for delete to authenticated
        using (user_id = (select auth.uid()) and (select private.may_write()));
    $sql$, 'QUESTION', question);
  end loop;
end $tables$;

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
