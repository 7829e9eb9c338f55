-- Karma ---------------------------------------------------------------------------------------------------------------

-- Karma is a ledger (docs/product/votes-and-reactions.md). domain has the same reasons and deltas; supabase/tests compares them.
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
comment on table public.karma_events is
  'Ledger of a member''s karma; the sum is profiles.karma. Readable by the member and staff. '
  'Stays: until the account is deleted.';
comment on column public.karma_events.source is 'Cause: post id, comment id, or ''target id:member id'' for a reaction. Unique with the reason, so that undoing the cause finds the entry.';
comment on column public.karma_events.actor_id is 'Member who reacted: entries caused by a banned account are removed. Null for decisions of the team.';

create index karma_events_user on public.karma_events (user_id, created_at desc, id desc);
create index karma_events_actor on public.karma_events (actor_id);
-- How many poops of one member count against another.
create index karma_events_poops on public.karma_events (actor_id, user_id) where reason in ('post_poop', 'comment_poop');
-- For the Karma Champions of 30 days.
create index karma_events_window on public.karma_events (created_at, user_id) include (delta);

create trigger karma_events_chart after insert or delete on public.karma_events for each row execute function private.note_karma();
create trigger karma_events_chart_moved after update on public.karma_events
  for each row when ((old.user_id, old.created_at, old.delta) is distinct from (new.user_id, new.created_at, new.delta))
  execute function private.note_karma();
create trigger karma_events_sum after insert or delete or update of user_id, delta on public.karma_events
  for each row execute function private.sum_karma();

alter table public.karma_events enable row level security;
revoke all on public.karma_events from public, anon, authenticated;
grant all on public.karma_events to service_role;
grant select on public.karma_events to authenticated;
create policy "own and staff read" on public.karma_events for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator()));
create policy "second factor: select" on public.karma_events as restrictive for select to authenticated
  using ((select private.is_proven()));

create function private.karma_delta(reason text) returns smallint
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return (case reason
    when 'post_heart' then 2 when 'comment_heart' then 1 when 'post_poop' then -1 when 'comment_poop' then -1
    when 'post_approved' then 3 when 'post_rejected' then -3 when 'rumor_verified' then 10 when 'rumor_debunked' then -5
    when 'comment_removed' then -3
  end)::smallint;
end $$;
comment on function private.karma_delta(text) is 'Karma of a reason.';

-- Whoever is after somebody shall not be able to go on with it, blocked or not: a rule for blocked members alone would show in a
-- number that everybody reads (docs/decisions/113-karma-and-blocks.md).
create function private.has_room_for_poop(member uuid, actor uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) < 3 from public.karma_events k
  where k.actor_id = actor and k.user_id = member and k.reason in ('post_poop', 'comment_poop')
$$;
comment on function private.has_room_for_poop(uuid, uuid) is
  'Whether another poop of a member counts against the karma of another one: three at a time do.';

create function private.earn_karma(member uuid, reason text, source text, actor uuid default null, at timestamptz default now())
returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Own actions and those of banned accounts earn nothing; the author of a post may be deleted.
  if member is null or member = actor or private.is_banned(actor) then return; end if;
  if reason in ('post_poop', 'comment_poop') and not private.has_room_for_poop(member, actor) then return; end if;
  insert into public.karma_events (user_id, reason, delta, source, actor_id, created_at)
    values (member, reason, private.karma_delta(reason), source, actor, at)
    on conflict do nothing;
end $$;
comment on function private.earn_karma(uuid, text, text, uuid, timestamptz) is 'Adds one entry to the ledger, once per reason and source.';

create function private.undo_karma(cause text, reasons text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.karma_events where source = cause and reason = any (reasons);
end $$;
comment on function private.undo_karma(text, text[]) is 'Removes entries whose cause was undone.';

create function private.sum_karma() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The job adds up what a batch of reactions means for a member, and writes it once.
  if current_setting('hot.karma_later', true) = 'on' then
    if tg_op <> 'INSERT' then
      insert into private.pending_counts (kind, target_id, hearts, poops, comments, votes, agree, disagree, karma)
        values ('karma', old.user_id, 0, 0, 0, 0, 0, 0, -old.delta);
    end if;
    if tg_op <> 'DELETE' then
      insert into private.pending_counts (kind, target_id, hearts, poops, comments, votes, agree, disagree, karma)
        values ('karma', new.user_id, 0, 0, 0, 0, 0, 0, new.delta);
    end if;
    return null;
  end if;
  if tg_op <> 'INSERT' then perform private.count_on('karma', old.user_id, karma => -old.delta); end if;
  if tg_op <> 'DELETE' then perform private.count_on('karma', new.user_id, karma => new.delta); end if;
  return null;
end $$;
comment on function private.sum_karma() is 'Trigger: profiles.karma equals the sum of the ledger.';

-- Decisions on posts and rumors ---------------------------------------------------------------------------------------

-- Posts of trusted members go online by themselves. At 3 points each, a hundred in five minutes would make a karma champion: they
-- earn by their hearts, as posts of staff do (docs/decisions/029-mailboxes-and-karma.md). What was earned by earlier rules stays.
create function private.karma_of_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.status = old.status or private.is_restoring() then return null; end if;
  perform private.undo_karma(new.id::text, array['post_approved', 'post_rejected']);
  -- What its author or the team published themselves was not approved by anybody.
  if new.status = 'approved' and not (new.moderated_by is null and (new.author_id is not distinct from auth.uid()
      or exists (select from public.profiles p where p.id = new.author_id and p.role <> 'user'))) then
    perform private.earn_karma(new.author_id, 'post_approved', new.id::text, at => coalesce(new.moderated_at, new.created_at));
  elsif new.status = 'rejected' then
    perform private.earn_karma(new.author_id, 'post_rejected', new.id::text);
  end if;
  return null;
end $$;
comment on function private.karma_of_post() is 'Trigger: +3 for an approved post, −3 for a rejected one.';

create function private.karma_of_rumor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_restoring() then return null; end if;
  perform private.undo_karma(new.post_id::text, array['rumor_verified', 'rumor_debunked']);
  if new.rumor_status <> 'unverified' then
    perform private.earn_karma(p.author_id, 'rumor_' || new.rumor_status, p.id::text, at => new.updated_at)
      from public.community_posts p where p.id = new.post_id;
  end if;
  return null;
end $$;
comment on function private.karma_of_rumor() is 'Trigger: +10 for an own rumor verified, −5 for one debunked.';

-- Deleting a post also removes the karma of its approval and reactions. The entry of a rejection stays.
create function private.karma_of_deleted_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.undo_karma(old.id::text, array['post_approved', 'rumor_verified', 'rumor_debunked']);
  return null;
end $$;
comment on function private.karma_of_deleted_post() is 'Trigger: removes the karma that a deleted post earned.';

-- Bans ----------------------------------------------------------------------------------------------------------------

-- A ban removes the member's hearts and poops from other people's karma, its end adds them again.
create function private.requalify_karma() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_banned(new.id) then
    delete from public.karma_events where actor_id = new.id;
    return null;
  end if;
  perform private.earn_karma(p.author_id, 'post_' || r.reaction, r.post_id || ':' || r.user_id, r.user_id, r.updated_at)
    from public.post_reactions r join public.community_posts p on p.id = r.post_id where r.user_id = new.id;
  perform private.earn_karma(private.comment_author(c), 'comment_' || r.reaction, r.comment_id || ':' || r.user_id, r.user_id, r.updated_at)
    from public.comment_reactions r join public.comments c on c.id = r.comment_id where r.user_id = new.id;
  return null;
end $$;
comment on function private.requalify_karma() is 'Trigger: reactions of banned accounts earn no karma, also those from before the ban.';

-- Page ----------------------------------------------------------------------------------------------------------------

create function private.karma_post(reason text, source text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare cause constant uuid := private.as_uuid(left(source, 36));
begin
  return (
    select jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at)
    from public.community_posts p
    where p.id = case when reason like 'comment\_%' then (select c.post_id from public.comments c where c.id = cause) else cause end);
end $$;
comment on function private.karma_post(text, text) is 'The post of a ledger entry, or the post of its comment; null when the caller may not see it.';
grant execute on function private.karma_post(text, text) to authenticated;

create function public.karma_page(p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' set enable_bitmapscan = off as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select k.id, k.created_at, row_number() over (order by k.created_at desc, k.id desc) as place,
        jsonb_build_object('id', k.id, 'reason', k.reason, 'delta', k.delta, 'created_at', k.created_at,
          'post', private.karma_post(k.reason, k.source)) as item
      from (
        select * from public.karma_events e
        where e.user_id = (select auth.uid()) and (e.created_at, e.id) < (last[1]::timestamptz, last[2]::uuid)
        order by e.created_at desc, e.id desc limit wanted + 1
      ) k
    )
    select jsonb_build_object(
      'total', coalesce((select p.karma from public.profiles p where p.id = (select auth.uid())), 0),
      'rank', (select private.karma_rank(p.karma) from public.profiles p where p.id = (select auth.uid()) and p.nickname is not null),
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.karma_page(text, integer) is 'RPC: the caller''s karma, rank, and ledger, latest first, after a cursor. Does not tell who reacted.';
grant execute on function public.karma_page(text, integer) to authenticated, service_role;

-- Karma of reactions does not keep others waiting ---------------------------------------------------------------------

-- Each entry of the ledger refers to its member's row, so fifty hearts on one post at once would share the lock of its author's row,
-- which takes longer to note than the hearts themselves. Whoever finds the post's counters taken leaves the karma as well
-- (docs/decisions/039-threads-under-load.md).

create table private.pending_karma (
  kind text not null check (kind in ('post', 'comment')),
  target_id uuid not null,
  actor_id uuid not null,
  id bigint generated always as identity,
  primary key (kind, target_id, actor_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
comment on table private.pending_karma is
  'Reactions whose karma the ledger does not have yet; gone within a second. '
  'Stays: until a job takes it out, within seconds or an hour. '
  'Not exported: reactions that the ledger does not have yet, gone within a second; reactions and ledger are in the export.';

revoke all on private.pending_karma from public, anon, authenticated, service_role;

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_karma(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    -- The second part of a reaction's source is the member who reacted.
    'public.karma_events', (select jsonb_agg((to_jsonb(k) - '{user_id,actor_id}'::text[]) || jsonb_build_object('source', split_part(k.source, ':', 1))
      order by k.created_at) from public.karma_events k where k.user_id = me))
$$;
comment on function private.export_karma(uuid) is 'Export: the ledger of karma.';
