-- Votes ---------------------------------------------------------------------------------------------------------------

-- The three questions about a star: 1–5, changeable, one row per member and star.

create function private.vote_weighs(member uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p
    where p.id = member and not p.needs_invite and (p.created_at <= now() - interval '24 hours' or private.is_young_site())
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  );
end $$;
comment on function private.vote_weighs(uuid) is 'Whether a member''s votes count now: not banned, and the account at least 24 hours old or the site young.';

-- Whether it weighs says the member of today, as for votes that stayed; when it was given does not change.
create function private.weigh_star_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.weighs := private.vote_weighs(new.user_id);
  if tg_op = 'UPDATE' and new.value = old.value and new.star_id = old.star_id then new.updated_at := old.updated_at;
  elsif not private.is_restoring() then new.updated_at := now();
  end if;
  return new;
end $$;
comment on function private.weigh_star_vote() is 'Trigger: decides whether a new vote counts; private.requalify_star_votes() decides again later.';

create function private.add_to_star_score(star uuid, question text, votes integer, total integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.fold_star_score(star, question, votes, total) then return; end if;
  -- Of a star that is being deleted nothing is counted.
  insert into private.star_score_deltas (star_id, question, votes, total)
    select star, add_to_star_score.question, add_to_star_score.votes, add_to_star_score.total
    from public.star_scores s where s.star_id = star;
end $$;
comment on function private.add_to_star_score(uuid, text, integer, integer) is
  'Adds to count and sum of one question of one star: at once, or as a difference that waits while the row is locked.';

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
comment on table public.demand_votes is
  'Answers to "Wie sehr willst du sie/ihn wieder sehen?", 1–5. Readable by the member and by staff; everybody sees the averages in star_scores. '
  'Stays: until the member takes it back or deletes the account.';
comment on column public.demand_votes.weighs is 'Whether the vote counts in star_scores; maintained by trigger and job.';

create index demand_votes_star_id on public.demand_votes (star_id);
-- For the hourly job, which only reads votes that do not count yet.
create index demand_votes_waiting on public.demand_votes (user_id) where not weighs;

create trigger demand_votes_rate before insert or update on public.demand_votes
  for each row execute function private.limit_rate('votes', '1000');
create trigger demand_votes_weigh before insert or update on public.demand_votes
  for each row execute function private.weigh_star_vote();
create trigger demand_votes_count after insert or update or delete on public.demand_votes
  for each row execute function private.count_star_vote('demand');

alter table public.demand_votes enable row level security;
revoke all on public.demand_votes from public, anon, authenticated;
grant all on public.demand_votes to service_role;
grant select, insert (user_id, star_id, value), update (user_id, star_id, value), delete on public.demand_votes to authenticated;
create policy "own and staff read" on public.demand_votes for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator()));
create policy "members vote" on public.demand_votes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "members change their vote" on public.demand_votes for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "members withdraw their vote" on public.demand_votes for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));
create policy "second factor: select" on public.demand_votes as restrictive for select to authenticated
  using ((select private.is_proven()));

create table public.realness_votes (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  star_id uuid not null references public.stars on delete cascade,
  value smallint not null check (value between 1 and 5),
  weighs boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, star_id)
);
comment on table public.realness_votes is
  'Answers to "Wie echt?", 1–5. Readable by the member and by staff; everybody sees the averages in star_scores. '
  'Stays: until the member takes it back or deletes the account.';
comment on column public.realness_votes.weighs is 'Whether the vote counts in star_scores; maintained by trigger and job.';

create index realness_votes_star_id on public.realness_votes (star_id);
-- For the hourly job, which only reads votes that do not count yet.
create index realness_votes_waiting on public.realness_votes (user_id) where not weighs;

create trigger realness_votes_rate before insert or update on public.realness_votes
  for each row execute function private.limit_rate('votes', '1000');
create trigger realness_votes_weigh before insert or update on public.realness_votes
  for each row execute function private.weigh_star_vote();
create trigger realness_votes_count after insert or update or delete on public.realness_votes
  for each row execute function private.count_star_vote('realness');

alter table public.realness_votes enable row level security;
revoke all on public.realness_votes from public, anon, authenticated;
grant all on public.realness_votes to service_role;
grant select,
  insert (user_id, star_id, value),
  update (user_id, star_id, value),
  delete
  on public.realness_votes to authenticated;
create policy "own and staff read" on public.realness_votes for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator()));
create policy "members vote" on public.realness_votes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "members change their vote" on public.realness_votes for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "members withdraw their vote" on public.realness_votes for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));
create policy "second factor: select" on public.realness_votes as restrictive for select to authenticated
  using ((select private.is_proven()));

create table public.drama_votes (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  star_id uuid not null references public.stars on delete cascade,
  value smallint not null check (value between 1 and 5),
  weighs boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, star_id)
);
comment on table public.drama_votes is
  'Answers to "Wie viel Drama?", 1–5. Readable by the member and by staff; everybody sees the averages in star_scores. '
  'Stays: until the member takes it back or deletes the account.';
comment on column public.drama_votes.weighs is 'Whether the vote counts in star_scores; maintained by trigger and job.';

create index drama_votes_star_id on public.drama_votes (star_id);
-- For the hourly job, which only reads votes that do not count yet.
create index drama_votes_waiting on public.drama_votes (user_id) where not weighs;

create trigger drama_votes_rate before insert or update on public.drama_votes
  for each row execute function private.limit_rate('votes', '1000');
create trigger drama_votes_weigh before insert or update on public.drama_votes
  for each row execute function private.weigh_star_vote();
create trigger drama_votes_count after insert or update or delete on public.drama_votes
  for each row execute function private.count_star_vote('drama');

alter table public.drama_votes enable row level security;
revoke all on public.drama_votes from public, anon, authenticated;
grant all on public.drama_votes to service_role;
grant select, insert (user_id, star_id, value), update (user_id, star_id, value), delete on public.drama_votes to authenticated;
create policy "own and staff read" on public.drama_votes for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator()));
create policy "members vote" on public.drama_votes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "members change their vote" on public.drama_votes for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "members withdraw their vote" on public.drama_votes for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));
create policy "second factor: select" on public.drama_votes as restrictive for select to authenticated
  using ((select private.is_proven()));

-- When votes start and stop counting ----------------------------------------------------------------------------------

create function private.requalify_star_votes(member uuid) returns void
language sql security definer set search_path = '' as $$
  update public.demand_votes set value = value where user_id = member and weighs <> private.vote_weighs(member);
  update public.realness_votes set value = value where user_id = member and weighs <> private.vote_weighs(member);
  update public.drama_votes set value = value where user_id = member and weighs <> private.vote_weighs(member);
$$;
comment on function private.requalify_star_votes(uuid) is 'Decides again whether a member''s votes count; triggers update the scores.';

create function private.requalify_on_ban() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.requalify_star_votes(new.id);
  return null;
end $$;
comment on function private.requalify_on_ban() is 'Trigger: a ban removes the member''s votes from the scores immediately, its end adds them again.';

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_star_votes(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.demand_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
      from public.demand_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.realness_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
      from public.realness_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.drama_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
      from public.drama_votes v join public.stars s on s.id = v.star_id where v.user_id = me))
$$;
comment on function private.export_star_votes(uuid) is 'Export: votes on stars.';

-- What the first weeks of a site change in votes (12_sign_up/young.sql) ------------------------------------------------

create function private.requalify_newcomers() returns void
language plpgsql security definer set search_path = '' as $$
declare member uuid;
begin
  for member in select p.id from public.profiles p where p.created_at > now() - interval '24 hours' loop
    perform private.requalify_star_votes(member);
  end loop;
end $$;
comment on function private.requalify_newcomers() is 'Decides again about the votes of accounts younger than a day, for whom the first weeks differ.';

create function private.open_site() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- What has grown before, on an earlier version or behind closed doors, is not young any more.
  insert into private.site_youth (ended_at) values (case when private.has_enough_members() then now() end) on conflict do nothing;
  if found and private.is_young_site() then perform private.requalify_newcomers(); end if;
end $$;
comment on function private.open_site() is 'Begins the first weeks, once: at the first start under a public address.';

-- Votes of accounts that the usual rule would let wait go back to waiting, so that nobody keeps by haste what others get by patience.
create function private.close_youth() returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.site_youth set ended_at = now() where ended_at is null;
  if found then perform private.requalify_newcomers(); end if;
end $$;
comment on function private.close_youth() is 'Ends the first weeks for good.';

create function private.end_youth() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.site_youth y where y.ended_at is null)
      and (not private.is_young_site() or private.has_enough_members()) then
    perform private.close_youth();
  end if;
end $$;
comment on function private.end_youth() is 'Ends the first weeks when they are over; part of the hourly private.rescore_all_stars().';

create function private.youth_for_admins() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not private.is_young_site() then return null; end if;
  return (
    select jsonb_build_object('until', y.opened_at + interval '30 days',
      'members', (select count(*) from auth.users u where u.email_confirmed_at is not null))
    from private.site_youth y);
end $$;
comment on function private.youth_for_admins() is 'The first weeks as adminSettings has them: {until, members}; null when the site is not young.';
grant execute on function private.youth_for_admins() to authenticated;
