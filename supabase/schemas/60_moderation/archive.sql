-- Archived posts ------------------------------------------------------------------------------------------------------

create table public.archived_posts (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null,
  author_id uuid references public.profiles on delete set null,
  title text not null,
  title_key text not null generated always as (private.search_fold(title)) stored,
  record jsonb not null,
  reason text not null check (char_length(btrim(reason)) between 1 and 2000),
  archived_by uuid references public.profiles on delete set null,
  archived_at timestamptz not null default now(),
  restored_at timestamptz,
  restored_by uuid references public.profiles on delete set null
);
comment on table public.archived_posts is 'Complete copies of deleted posts, restorable for 30 days and, if the team deleted them, needed for appeals. Staff read; written by archiving only.';
comment on column public.archived_posts.title_key is 'Folded title for text search.';
comment on column public.archived_posts.record is '{post, rumor, poll_options, comments, rumor_votes, poll_votes, reactions, comment_reactions}: everything a restore needs.';

create index archived_posts_archived_at on public.archived_posts (archived_at desc, id);
create index archived_posts_post_id on public.archived_posts (post_id, archived_at desc);
create index archived_posts_author_id on public.archived_posts (author_id);
create index archived_posts_archived_by on public.archived_posts (archived_by);
create index archived_posts_restored_by on public.archived_posts (restored_by);
create index archived_posts_ids on public.archived_posts using gin (private.ids_in(record));
create index archived_posts_title_names on public.archived_posts using gin (private.names_in(title)) where title like '%@%';
create index archived_posts_reason_names on public.archived_posts using gin (private.names_in(reason)) where reason like '%@%';
create index archived_posts_record_names on public.archived_posts using gin (private.names_in(record::text)) where record::text like '%@%';

alter table public.archived_posts enable row level security;
revoke all on public.archived_posts from public, anon, authenticated;
grant all on public.archived_posts to service_role;
grant select on public.archived_posts to authenticated;
create policy "staff read" on public.archived_posts for select to authenticated using ((select private.is_moderator()));

create function private.store_in_archive(post uuid, why text) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.archived_posts (post_id, author_id, title, record, reason, archived_by)
  select p.id, p.author_id, p.title, private.parts_of_post(p) || jsonb_build_object(
      'post', to_jsonb(p) || jsonb_build_object('mentions', private.mentioned_ids(p.mentions)),
      'rumor', (select to_jsonb(r) from public.post_rumors r where r.post_id = p.id),
      'versions', coalesce((select jsonb_agg(to_jsonb(v) order by v.id) from private.post_versions v where v.post_id = p.id), '[]'),
      'poll_options', coalesce((select jsonb_agg(to_jsonb(o) order by o.position) from public.poll_options o where o.post_id = p.id), '[]'),
      'comments', coalesce((select jsonb_agg(to_jsonb(c) || jsonb_build_object('author_id', private.comment_author(c),
        'mentions', private.mentioned_ids(c.mentions)) order by c.created_at) from public.comments c where c.post_id = p.id), '[]'),
      'rumor_votes', coalesce((select jsonb_agg(to_jsonb(v)) from public.rumor_votes v where v.post_id = p.id), '[]'),
      'poll_votes', coalesce((select jsonb_agg(to_jsonb(v)) from public.poll_votes v where v.post_id = p.id), '[]'),
      'reactions', coalesce((select jsonb_agg(to_jsonb(x)) from public.post_reactions x where x.post_id = p.id), '[]'),
      'stickers', coalesce((select jsonb_agg(to_jsonb(x)) from public.post_stickers x where x.post_id = p.id), '[]'),
      'comment_reactions', coalesce((select jsonb_agg(to_jsonb(x)) from public.comments c
        join public.comment_reactions x on x.comment_id = c.id where c.post_id = p.id), '[]')),
    why, auth.uid()
  from public.community_posts p where p.id = post
  returning id
$$;
comment on function private.store_in_archive(uuid, text) is 'Copies a post with everything that belongs to it into archived_posts.';

create function private.archive_post_before_delete(post uuid, why text) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() is distinct from 'service_role' and not private.is_moderator() then
    perform private.refuse('moderation.not_allowed.archive', '42501');
  end if;
  return private.store_in_archive(post, why);
end $$;
comment on function private.archive_post_before_delete(uuid, text) is 'For staff and the server: archives a post, returns the archive id or null for an unknown post.';
grant execute on function private.archive_post_before_delete(uuid, text) to authenticated, service_role;

create function public.archive_post_before_delete(post_id uuid, reason text default 'reported_content') returns uuid
language sql set search_path = '' as $$ select private.archive_post_before_delete(post_id, reason) $$;
comment on function public.archive_post_before_delete(uuid, text) is 'RPC, staff and server only: stores the full record of a post that is about to be deleted.';
grant execute on function public.archive_post_before_delete(uuid, text) to authenticated, service_role;

-- A deletion by staff always leaves an archived copy and a 'deleted' action, even if the client did not ask for the archive.
create function private.archive_on_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_own constant boolean := old.author_id is not distinct from auth.uid();
  why text := case when is_own then private.stored_text('post.deleted_by_author') else private.stored_text('post.deleted_by_team') end;
  stated text;
begin
  select a.reason into stated from public.archived_posts a
    where a.post_id = old.id and a.archived_at > now() - interval '10 minutes' and a.restored_at is null order by a.archived_at desc limit 1;
  if found then
    why := stated;
  else
    begin
      perform private.store_in_archive(old.id, why);
    exception when others then
      -- A failed archive is logged and the deletion proceeds (docs/product/moderation.md).
      raise warning 'archive of post % failed: %', old.id, sqlerrm;
    end;
  end if;
  if is_own then return old; end if;
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', old.id, old.author_id, 'deleted', why, auth.uid());
  return old;
end $$;
comment on function private.archive_on_delete() is 'Trigger: archives what people delete through the API, and records what staff delete.';

-- Admin: archive ------------------------------------------------------------------------------------------------------

-- /admin/moderation-archive: deleted posts and their restoration.

create function private.restorable_until(archived_at timestamptz) returns timestamptz
language sql immutable strict parallel safe set search_path = '' as $$ select archived_at + interval '30 days' $$;
comment on function private.restorable_until(timestamptz) is 'Until when an archived post can be restored. Mirrors restoreDays of domain.';

create function private.archive_state(a public.archived_posts) returns text
language sql stable set search_path = '' as $$
  select case when a.restored_at is not null then 'restored'
    when exists (select from public.community_posts p where p.id = a.post_id) then 'present'
    when private.restorable_until(a.archived_at) <= now() then 'expired' else 'restorable' end
$$;
comment on function private.archive_state(public.archived_posts) is
  'restorable, restored, expired, or present: the post exists, because it was never deleted or a later deletion was undone.';

create function private.admin_archive_page(p_state text, p_query text, p_after text, p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20, 50);
  patterns constant text[] := private.like_patterns(private.search_words(p_query));
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select a.*, private.archive_state(a) as state, row_number() over (order by a.archived_at desc, a.id desc) as place
      from public.archived_posts a
      where (a.archived_at, a.id) < (last[1]::timestamptz, last[2]::uuid)
        and case coalesce(p_state, '') when '' then true when 'restored' then a.restored_at is not null
          when 'restorable' then a.restored_at is null and private.restorable_until(a.archived_at) > now() and private.archive_state(a) = 'restorable'
          else private.archive_state(a) = p_state end
        and (cardinality(patterns) = 0 or a.title_key like all (patterns))
      order by a.archived_at desc, a.id desc limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'post_id', l.post_id, 'title', l.title,
          'type', l.record -> 'post' ->> 'type', 'slug', l.record -> 'post' ->> 'slug', 'status', l.record -> 'post' ->> 'status',
          'created_at', l.record -> 'post' -> 'created_at', 'content', coalesce(l.record -> 'post' ->> 'content', ''),
          'author_name', coalesce((select m.nickname from public.profiles m where m.id = l.author_id), private.stored_text('member.unknown')),
          'comments', coalesce(jsonb_array_length(l.record -> 'comments'), 0),
          'votes', coalesce(jsonb_array_length(l.record -> 'rumor_votes'), 0) + coalesce(jsonb_array_length(l.record -> 'poll_votes'), 0),
          'reactions', coalesce(jsonb_array_length(l.record -> 'reactions'), 0),
          'reason', l.reason, 'by_author', l.author_id is not null and l.archived_by is not distinct from l.author_id,
          'archived_by_name', (select m.nickname from public.profiles m where m.id = l.archived_by), 'archived_at', l.archived_at,
          'restored_at', l.restored_at, 'restored_by_name', (select m.nickname from public.profiles m where m.id = l.restored_by),
          'restorable_until', private.restorable_until(l.archived_at), 'state', l.state) order by l.place)
        from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.archived_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function private.admin_archive_page(text, text, text, integer) is 'Archived posts for staff, latest first, after a cursor; of a state, with words in the title.';
grant execute on function private.admin_archive_page(text, text, text, integer) to authenticated;

create function public.admin_archive_page(
  p_state text default null, p_query text default null, p_after text default null, p_limit integer default 20
) returns jsonb
language sql stable set search_path = '' as $$ select private.admin_archive_page(p_state, p_query, p_after, p_limit) $$;
comment on function public.admin_archive_page(text, text, text, integer) is 'RPC for staff: one page of archived posts as {items, next}.';
grant execute on function public.admin_archive_page(text, text, text, integer) to authenticated, service_role;

-- In the export, and how long it is kept ------------------------------------------------------------------------------

create function private.export_archived_posts(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.archived_posts', (select jsonb_agg(jsonb_build_object('post_id', a.post_id, 'title', a.title, 'content', a.record -> 'post' ->> 'content',
      'reason', a.reason, 'archived_at', a.archived_at, 'restored_at', a.restored_at) order by a.archived_at)
      from public.archived_posts a where a.author_id = me))
$$;
comment on function private.export_archived_posts(uuid) is 'Export: posts that were deleted.';

create function private.retain_archived_posts() returns void
language sql set search_path = '' as $$
  delete from public.archived_posts where archived_at < now() - interval '180 days'
    or (archived_by = author_id and archived_at < now() - interval '30 days')
    -- The same without the account.
    or (author_id is null and archived_by is null and reason = private.stored_text('post.deleted_by_author') and archived_at < now() - interval '30 days');
$$;
comment on function private.retain_archived_posts() is 'Retention: for 180 days, what authors deleted themselves for 30.';
