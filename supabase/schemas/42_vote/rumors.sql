-- Rumors --------------------------------------------------------------------------------------------------------------

create table public.post_rumors (
  post_id uuid primary key references public.community_posts on delete cascade,
  rumor_status text not null default 'unverified' check (rumor_status in ('unverified', 'verified', 'debunked')),
  source_url text check (source_url ~* '^https?://' and char_length(source_url) <= 500),
  verification_reason text check (char_length(verification_reason) between 1 and 2000),
  verification_source text check (char_length(verification_source) between 1 and 500),
  agree_count integer not null default 0,
  disagree_count integer not null default 0,
  updated_at timestamptz not null default now(),
  recheck_at timestamptz,
  voters_told_at timestamptz
);
comment on table public.post_rumors is
  'Columns that only rumors have. A trigger creates the row with the post; votes never change the status, only staff do. '
  'Stays: with its post.';
comment on column public.post_rumors.source_url is 'Source that the author names.';
comment on column public.post_rumors.updated_at is 'Last change of status, reason or source; votes do not count.';
comment on column public.post_rumors.recheck_at is
  'Since when the team is asked again: the text was changed after it had decided. Null once it has.';
comment on column public.post_rumors.voters_told_at is 'When those who voted were last told of a change: once a day at most.';

create index post_rumors_recheck on public.post_rumors (recheck_at, post_id) where recheck_at is not null;
create index post_rumors_verification_reason_names on public.post_rumors using gin (private.names_in(verification_reason)) where verification_reason like '%@%';

create trigger post_rumors_check before insert or update of post_id on public.post_rumors
  for each row execute function private.check_rumor();
create trigger post_rumors_clean before insert or update of source_url on public.post_rumors
  for each row execute function private.check_source();
create trigger post_rumors_guard before update on public.post_rumors
  for each row execute function private.guard_rumor();
create trigger post_rumors_settle before update of rumor_status on public.post_rumors
  for each row when (private.is_client()) execute function private.settle_recheck();
create trigger post_rumors_touch before update of rumor_status, source_url, verification_reason, verification_source
  on public.post_rumors for each row execute function private.touch_updated_at();
create trigger post_rumors_hits after update of rumor_status on public.post_rumors
  for each row when (old.rumor_status <> new.rumor_status) execute function private.decide_hits();
create trigger post_rumors_karma after insert or update of rumor_status on public.post_rumors
  for each row execute function private.karma_of_rumor();
create trigger post_rumors_notify after update of rumor_status on public.post_rumors
  for each row when (old.rumor_status <> new.rumor_status) execute function private.notify_rumor_status();
create trigger post_rumors_previews after update of source_url on public.post_rumors
  for each row when (new.source_url is not null and new.source_url is distinct from old.source_url) execute function private.want_previews_of_row('post_id');
create trigger post_rumors_tell_voters after update of rumor_status on public.post_rumors
  for each row when (old.rumor_status <> new.rumor_status and new.rumor_status <> 'unverified' and private.is_client())
  execute function private.announce_decision();

alter table public.post_rumors enable row level security;
revoke all on public.post_rumors from public, anon, authenticated;
grant all on public.post_rumors to service_role;
grant select on public.post_rumors to anon;
grant select, update (rumor_status, verification_reason, verification_source) on public.post_rumors to authenticated;
create policy "everybody reads those of visible posts" on public.post_rumors for select to anon, authenticated
  using (exists (select from public.community_posts p where p.id = post_id));
create policy "staff set the status" on public.post_rumors for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));

create function private.open_rumor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.post_rumors (post_id) values (new.id) on conflict do nothing;
  return null;
end $$;
comment on function private.open_rumor() is 'Trigger: creates the row of post_rumors for a new rumor.';

create function private.check_rumor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.community_posts p where p.id = new.post_id and p.type = 'rumor') then
    perform private.refuse('post.not_a_rumor');
  end if;
  return new;
end $$;
comment on function private.check_rumor() is 'Trigger: only posts of type rumor have a rumor status.';

create function private.guard_rumor() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if (new.rumor_status, new.verification_reason, new.verification_source)
     is not distinct from (old.rumor_status, old.verification_reason, old.verification_source) then
    return new;
  end if;
  if not private.is_moderator() then
    perform private.refuse('post.not_allowed.rumor', '42501');
  end if;
  -- A confirmed rumor earns its author karma.
  if exists (select from public.community_posts p where p.id = new.post_id and p.author_id = auth.uid()) then
    perform private.refuse('post.own_case', '42501');
  end if;
  return new;
end $$;
comment on function private.guard_rumor() is 'Trigger: authors change the source, staff the status, but not of their own.';

create table public.rumor_votes (
  post_id uuid not null references public.post_rumors on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  vote text not null check (vote in ('agree', 'disagree')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
comment on table public.rumor_votes is
  '"Stimmt" or "Stimmt nicht", one per member and rumor. Readable by the member and staff; everybody sees the counts. '
  'Stays: until the member takes it back or deletes the account.';

create index rumor_votes_user_id on public.rumor_votes (user_id);
-- What entered or left a window by age is read by these; karma_events has its own.
create index rumor_votes_created_at on public.rumor_votes (created_at);

create trigger rumor_votes_rate before insert or update on public.rumor_votes
  for each row execute function private.limit_rate('votes', '1000');
create trigger rumor_votes_touch before update on public.rumor_votes
  for each row execute function private.touch_updated_at();
create trigger rumor_votes_80_withdraw after delete on public.rumor_votes for each row execute function private.withdraw_act();
create trigger rumor_votes_chart after insert or delete on public.rumor_votes for each row execute function private.note_act();
create trigger rumor_votes_chart_moved after update on public.rumor_votes
  for each row when ((old.post_id, old.user_id, old.created_at) is distinct from (new.post_id, new.user_id, new.created_at))
  execute function private.note_act();
create trigger rumor_votes_count after insert or delete or update of post_id, vote on public.rumor_votes
  for each row execute function private.count_rumor_vote();
create trigger rumor_votes_notify after insert or update of vote on public.rumor_votes
  for each row when (private.is_client()) execute function private.notify_rumor_vote();

alter table public.rumor_votes enable row level security;
-- The key columns may be updated because PostgREST's upsert sets every column it was given.
revoke all on public.rumor_votes from public, anon, authenticated;
grant all on public.rumor_votes to service_role;
grant select, insert (post_id, user_id, vote), update (post_id, user_id, vote), delete on public.rumor_votes to authenticated;
create policy "own and staff read" on public.rumor_votes for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator()));
create policy "members withdraw their vote" on public.rumor_votes for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));
create policy "members vote on approved rumors" on public.rumor_votes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()) and private.takes_votes(post_id));
create policy "members change their vote" on public.rumor_votes for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()) and private.takes_votes(post_id));
create policy "second factor: select" on public.rumor_votes as restrictive for select to authenticated
  using ((select private.is_proven()));

-- A changed mind leaves as many votes as there were: one change of each counter, not one back and one forth.
create function private.count_rumor_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.post_id = old.post_id then
    if new.vote <> old.vote then
      perform private.count_on('rumor', new.post_id, agree => (new.vote = 'agree')::integer - (old.vote = 'agree')::integer,
        disagree => (new.vote = 'disagree')::integer - (old.vote = 'disagree')::integer);
    end if;
    perform private.count_on('post', new.post_id, active_at => new.updated_at);
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform private.count_on('rumor', old.post_id, agree => -(old.vote = 'agree')::integer, disagree => -(old.vote = 'disagree')::integer);
    perform private.count_on('post', old.post_id, votes => -1);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_on('rumor', new.post_id, agree => (new.vote = 'agree')::integer, disagree => (new.vote = 'disagree')::integer);
    perform private.count_on('post', new.post_id, votes => 1, active_at => new.updated_at);
  end if;
  return null;
end $$;
comment on function private.count_rumor_vote() is 'Trigger: counts of the rumor and the post equal the rows of rumor_votes.';

-- Whoever writes is checked; what an archive brings back keeps what it has.
create function private.check_source() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() then new.source_url := private.clean_source(new.source_url); end if;
  return new;
end $$;
comment on function private.check_source() is 'Trigger: the source of a rumor must be a web address.';

-- A debunked rumor: nobody votes on it, search engines forget it, and all who took part hear of it --------------------

create function private.takes_votes(post uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.community_posts p where p.id = post and p.status = 'approved')
    and not exists (select from public.post_rumors r where r.post_id = post and r.rumor_status = 'debunked');
end $$;
comment on function private.takes_votes(uuid) is 'Whether members vote on this rumor: it is online and not debunked.';
grant execute on function private.takes_votes(uuid) to authenticated, service_role;

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_rumor_votes(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.rumor_votes', (select jsonb_agg(to_jsonb(v) - 'user_id' order by v.created_at) from public.rumor_votes v where v.user_id = me))
$$;
comment on function private.export_rumor_votes(uuid) is 'Export: votes on rumors.';
