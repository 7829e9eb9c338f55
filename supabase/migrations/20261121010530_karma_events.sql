-- Karma is a ledger (decisions §5). Reasons and deltas live in domain/src/member/karma.ts; supabase/tests compares the two.
create table public.karma_events (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  reason text not null check (reason in (
    'post_heart', 'comment_heart', 'post_poop', 'comment_poop', 'post_approved', 'post_rejected',
    'rumor_verified', 'rumor_debunked', 'comment_removed'
  )),
  delta smallint not null,
  source text not null,
  actor_id uuid references public.profiles on delete cascade,
  created_at timestamptz not null default now(),
  unique (source, reason)
);
comment on table public.karma_events is 'Why a member has which karma; the sum is profiles.karma. Readable by the member and staff.';
comment on column public.karma_events.source is 'What caused it: post id, comment id, or ''target id:member id'' for a reaction. Unique with the reason, so that undoing the cause finds it.';
comment on column public.karma_events.actor_id is 'Whose reaction it was: a banned account''s entries are taken back. Null for decisions of the team.';
create index karma_events_user on public.karma_events (user_id, created_at desc, id desc);
create index karma_events_actor on public.karma_events (actor_id);
-- Karma Champions of 30 days.
create index karma_events_window on public.karma_events (created_at, user_id) include (delta);

create function private.karma_delta(reason text) returns smallint
language sql immutable strict parallel safe set search_path = '' as $$
  select (case reason
    when 'post_heart' then 2 when 'comment_heart' then 1 when 'post_poop' then -1 when 'comment_poop' then -1
    when 'post_approved' then 3 when 'post_rejected' then -3 when 'rumor_verified' then 10 when 'rumor_debunked' then -5
    when 'comment_removed' then -3
  end)::smallint
$$;
comment on function private.karma_delta(text) is 'Karma of a reason (decisions §5).';

create function private.earn_karma(member uuid, reason text, source text, actor uuid default null, at timestamptz default now())
returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Nobody earns from themselves or from banned accounts; the account behind a post may be gone.
  if member is null or member = actor or private.is_banned(actor) then return; end if;
  insert into public.karma_events (user_id, reason, delta, source, actor_id, created_at)
    values (member, reason, private.karma_delta(reason), source, actor, at)
    on conflict do nothing;
end $$;
comment on function private.earn_karma(uuid, text, text, uuid, timestamptz) is 'Enters one reason into the ledger, once per source.';

create function private.undo_karma(cause text, reasons text[]) returns void
language sql security definer set search_path = '' as $$
  delete from public.karma_events where source = cause and reason = any (reasons)
$$;
comment on function private.undo_karma(text, text[]) is 'Takes entries back because their cause is undone.';

create function private.sum_karma() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then update public.profiles set karma = karma - old.delta where id = old.user_id; end if;
  if tg_op <> 'DELETE' then update public.profiles set karma = karma + new.delta where id = new.user_id; end if;
  return null;
end $$;
comment on function private.sum_karma() is 'Trigger: profiles.karma equals the sum of the ledger.';
create trigger karma_events_sum after insert or delete or update of user_id, delta on public.karma_events
  for each row execute function private.sum_karma();

alter table public.karma_events enable row level security;
revoke all on public.karma_events from public, anon, authenticated;
grant select on public.karma_events to authenticated;
grant all on public.karma_events to service_role;
create policy "own and staff read" on public.karma_events for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator()));

-- Decisions on posts and rumors ------------------------------------------------------------------------------------------

create function private.karma_of_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.status = old.status then return null; end if;
  perform private.undo_karma(new.id::text, array['post_approved', 'post_rejected']);
  -- What staff publish themselves is nobody's approval.
  if new.status = 'approved' and not exists (
    select from public.profiles p where p.id = new.author_id and p.role <> 'user' and new.moderated_by is null
  ) then
    perform private.earn_karma(new.author_id, 'post_approved', new.id::text, at => coalesce(new.moderated_at, new.created_at));
  elsif new.status = 'rejected' then
    perform private.earn_karma(new.author_id, 'post_rejected', new.id::text);
  end if;
  return null;
end $$;
comment on function private.karma_of_post() is 'Trigger: +3 for an approved post, −3 for a rejected one.';
create trigger community_posts_karma after insert or update of status on public.community_posts
  for each row execute function private.karma_of_post();

create function private.karma_of_rumor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.undo_karma(new.post_id::text, array['rumor_verified', 'rumor_debunked']);
  if new.rumor_status <> 'unverified' then
    perform private.earn_karma(p.author_id, 'rumor_' || new.rumor_status, p.id::text, at => new.updated_at)
      from public.community_posts p where p.id = new.post_id;
  end if;
  return null;
end $$;
comment on function private.karma_of_rumor() is 'Trigger: +10 for an own rumor verified, −5 for one debunked.';
create trigger post_rumors_karma after insert or update of rumor_status on public.post_rumors
  for each row execute function private.karma_of_rumor();

-- A deleted post takes its approvals and reactions along: their causes are gone. A rejection's entry stays.
create function private.karma_of_deleted_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.undo_karma(old.id::text, array['post_approved', 'rumor_verified', 'rumor_debunked']);
  return null;
end $$;
comment on function private.karma_of_deleted_post() is 'Trigger: a deleted post earns nothing any more.';
create trigger community_posts_karma_deleted after delete on public.community_posts
  for each row execute function private.karma_of_deleted_post();
