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
comment on table public.karma_events is 'Ledger of a member''s karma; the sum is profiles.karma. Readable by the member and staff.';
comment on column public.karma_events.source is 'Cause: post id, comment id, or ''target id:member id'' for a reaction. Unique with the reason, so that undoing the cause finds the entry.';
comment on column public.karma_events.actor_id is 'Member who reacted: entries caused by a banned account are removed. Null for decisions of the team.';
create index karma_events_user on public.karma_events (user_id, created_at desc, id desc);
create index karma_events_actor on public.karma_events (actor_id);
-- For the Karma Champions of 30 days.
create index karma_events_window on public.karma_events (created_at, user_id) include (delta);

create function private.karma_delta(reason text) returns smallint
language sql immutable strict parallel safe set search_path = '' as $$
  select (case reason
    when 'post_heart' then 2 when 'comment_heart' then 1 when 'post_poop' then -1 when 'comment_poop' then -1
    when 'post_approved' then 3 when 'post_rejected' then -3 when 'rumor_verified' then 10 when 'rumor_debunked' then -5
    when 'comment_removed' then -3
  end)::smallint
$$;
comment on function private.karma_delta(text) is 'Karma of a reason.';

create function private.earn_karma(member uuid, reason text, source text, actor uuid default null, at timestamptz default now())
returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Own actions and those of banned accounts earn nothing; the author of a post may be deleted.
  if member is null or member = actor or private.is_banned(actor) then return; end if;
  insert into public.karma_events (user_id, reason, delta, source, actor_id, created_at)
    values (member, reason, private.karma_delta(reason), source, actor, at)
    on conflict do nothing;
end $$;
comment on function private.earn_karma(uuid, text, text, uuid, timestamptz) is 'Adds one entry to the ledger, once per reason and source.';

create function private.undo_karma(cause text, reasons text[]) returns void
language sql security definer set search_path = '' as $$
  delete from public.karma_events where source = cause and reason = any (reasons)
$$;
comment on function private.undo_karma(text, text[]) is 'Removes entries whose cause was undone.';

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

-- Decisions on posts and rumors ---------------------------------------------------------------------------------------

create function private.karma_of_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.status = old.status then return null; end if;
  perform private.undo_karma(new.id::text, array['post_approved', 'post_rejected']);
  -- Posts that staff publish themselves were not approved by anybody.
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

-- Deleting a post also removes the karma of its approval and reactions. The entry of a rejection stays.
create function private.karma_of_deleted_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.undo_karma(old.id::text, array['post_approved', 'rumor_verified', 'rumor_debunked']);
  return null;
end $$;
comment on function private.karma_of_deleted_post() is 'Trigger: removes the karma that a deleted post earned.';
create trigger community_posts_karma_deleted after delete on public.community_posts
  for each row execute function private.karma_of_deleted_post();

-- Reactions to posts --------------------------------------------------------------------------------------------------

create table public.post_reactions (
  post_id uuid not null references public.community_posts on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  reaction text not null check (reaction in ('heart', 'poop')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
comment on table public.post_reactions is 'Heart or poop, one per member and post. Readable by members, because pages show those of others live.';
create index post_reactions_user_id on public.post_reactions (user_id);

create function private.count_post_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.count_on_post(old.post_id, hearts => -(old.reaction = 'heart')::integer, poops => -(old.reaction = 'poop')::integer);
    perform private.undo_karma(old.post_id || ':' || old.user_id, array['post_heart', 'post_poop']);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_on_post(new.post_id, hearts => (new.reaction = 'heart')::integer, poops => (new.reaction = 'poop')::integer);
    perform private.earn_karma(p.author_id, 'post_' || new.reaction, new.post_id || ':' || new.user_id, new.user_id, new.updated_at)
      from public.community_posts p where p.id = new.post_id;
  end if;
  return null;
end $$;
comment on function private.count_post_reaction() is 'Trigger: updates the counters of the post and the karma of its author.';
create trigger post_reactions_count after insert or delete or update of post_id, reaction on public.post_reactions
  for each row execute function private.count_post_reaction();
create trigger post_reactions_rate before insert or update on public.post_reactions
  for each row execute function private.limit_rate('votes', '1000');
create trigger post_reactions_touch before update on public.post_reactions
  for each row execute function private.touch_updated_at();

alter table public.post_reactions enable row level security;
revoke all on public.post_reactions from public, anon, authenticated;
-- The key columns may be updated because PostgREST's upsert sets every column it was given.
grant select, insert (post_id, user_id, reaction), update (post_id, user_id, reaction), delete on public.post_reactions to authenticated;
grant all on public.post_reactions to service_role;
create policy "members read those of visible posts" on public.post_reactions for select to authenticated
  using (user_id = (select auth.uid()) or exists (select from public.community_posts p where p.id = post_id));
create policy "members react to approved posts" on public.post_reactions for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));
create policy "members change their reaction" on public.post_reactions for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));
create policy "members withdraw their reaction" on public.post_reactions for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

-- Reactions to comments -----------------------------------------------------------------------------------------------

create table public.comment_reactions (
  comment_id uuid not null references public.comments on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  reaction text not null check (reaction in ('heart', 'poop')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (comment_id, user_id)
);
comment on table public.comment_reactions is 'Heart or poop, one per member and comment. Readable by members where the comment is.';
create index comment_reactions_user_id on public.comment_reactions (user_id);

create function private.count_comment_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    update public.comments set hearts_count = hearts_count - (old.reaction = 'heart')::integer,
      poops_count = poops_count - (old.reaction = 'poop')::integer where id = old.comment_id;
    perform private.undo_karma(old.comment_id || ':' || old.user_id, array['comment_heart', 'comment_poop']);
  end if;
  if tg_op <> 'DELETE' then
    update public.comments set hearts_count = hearts_count + (new.reaction = 'heart')::integer,
      poops_count = poops_count + (new.reaction = 'poop')::integer where id = new.comment_id;
    perform private.earn_karma(c.author_id, 'comment_' || new.reaction, new.comment_id || ':' || new.user_id, new.user_id, new.updated_at)
      from public.comments c where c.id = new.comment_id;
  end if;
  return null;
end $$;
comment on function private.count_comment_reaction() is 'Trigger: updates the counters of the comment and the karma of its author.';
create trigger comment_reactions_count after insert or delete or update of comment_id, reaction on public.comment_reactions
  for each row execute function private.count_comment_reaction();
create trigger comment_reactions_rate before insert or update on public.comment_reactions
  for each row execute function private.limit_rate('votes', '1000');
create trigger comment_reactions_touch before update on public.comment_reactions
  for each row execute function private.touch_updated_at();

alter table public.comment_reactions enable row level security;
revoke all on public.comment_reactions from public, anon, authenticated;
grant select, insert (comment_id, user_id, reaction), update (comment_id, user_id, reaction), delete on public.comment_reactions to authenticated;
grant all on public.comment_reactions to service_role;
create policy "members read those of visible comments" on public.comment_reactions for select to authenticated
  using (user_id = (select auth.uid()) or exists (select from public.comments c where c.id = comment_id));
create policy "members react to comments" on public.comment_reactions for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()) and exists (
    select from public.comments c join public.community_posts p on p.id = c.post_id
    where c.id = comment_id and c.deleted_at is null and p.status = 'approved'));
create policy "members change their reaction" on public.comment_reactions for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()) and exists (
    select from public.comments c join public.community_posts p on p.id = c.post_id
    where c.id = comment_id and c.deleted_at is null and p.status = 'approved'));
create policy "members withdraw their reaction" on public.comment_reactions for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

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
  perform private.earn_karma(c.author_id, 'comment_' || r.reaction, r.comment_id || ':' || r.user_id, r.user_id, r.updated_at)
    from public.comment_reactions r join public.comments c on c.id = r.comment_id where r.user_id = new.id;
  return null;
end $$;
comment on function private.requalify_karma() is 'Trigger: reactions of banned accounts earn no karma, also those from before the ban.';
create trigger profiles_requalify_karma after update of is_banned, banned_until on public.profiles
  for each row when ((old.is_banned, old.banned_until) is distinct from (new.is_banned, new.banned_until))
  execute function private.requalify_karma();

-- Own reactions and votes ---------------------------------------------------------------------------------------------

-- The caller's own votes, reactions and fans, for pages that are otherwise the same for everybody.

create function public.viewer_posts(p_ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('post_id', asked.id, 'reaction', r.reaction, 'rumor_vote', v.vote, 'poll_option', o.option_id)
      order by asked.place)
    from (
      select given.id, min(given.place) as place from unnest(p_ids[1:100]) with ordinality as given (id, place)
      where given.id is not null group by given.id
    ) asked
    left join public.post_reactions r on r.post_id = asked.id and r.user_id = me
    left join public.rumor_votes v on v.post_id = asked.id and v.user_id = me
    left join public.poll_votes o on o.post_id = asked.id and o.user_id = me), '[]'::jsonb);
end $$;
comment on function public.viewer_posts(uuid[]) is 'RPC: the caller''s reaction and vote on up to 100 posts, one entry for each id asked.';

create function public.viewer_comments(p_post_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  post constant uuid := private.as_uuid(p_post_id);
  me constant uuid := auth.uid();
begin
  -- Starts from the caller's reactions, which are few, and not from the comments, which can be thousands.
  return jsonb_build_object('reactions', coalesce((
    select jsonb_agg(jsonb_build_object('comment_id', mine.comment_id, 'reaction', mine.reaction))
    from (
      select r.comment_id, r.reaction from public.comment_reactions r
      join public.comments c on c.id = r.comment_id
      where r.user_id = me and c.post_id = post
      order by r.updated_at desc
      limit 1000
    ) mine), '[]'::jsonb));
end $$;
comment on function public.viewer_comments(text) is 'RPC: the caller''s reactions to comments of one post, the 1,000 latest.';

revoke all on function public.viewer_posts(uuid[]), public.viewer_comments(text) from public, anon, authenticated;
grant execute on function public.viewer_posts(uuid[]), public.viewer_comments(text) to authenticated;

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
revoke all on function public.karma_page(text, integer) from public, anon, authenticated;
grant execute on function public.karma_page(text, integer) to authenticated;
