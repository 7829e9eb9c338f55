-- /admin/moderation-archive: what was deleted, and bringing it back (decisions §10). Shapes: domain/src/contract/admin/posts.ts.

create function private.restorable_until(archived_at timestamptz) returns timestamptz
language sql immutable strict parallel safe set search_path = '' as $$ select archived_at + interval '30 days' $$;
comment on function private.restorable_until(timestamptz) is 'Until when an archived post can be restored (decisions §10). Mirrors restoreDays in domain/src/post/moderation.ts.';

create function private.archive_state(a public.archived_posts) returns text
language sql stable set search_path = '' as $$
  select case when a.restored_at is not null then 'restored'
    when exists (select from public.community_posts p where p.id = a.post_id) then 'present'
    when private.restorable_until(a.archived_at) <= now() then 'expired' else 'restorable' end
$$;
comment on function private.archive_state(public.archived_posts) is
  'restorable, restored, expired, or present: the post is there, because it was never deleted or a later deletion was taken back.';

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
          'author_name', coalesce((select m.nickname from public.profiles m where m.id = l.author_id), 'Unbekannt'),
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

-- Bringing back: the rows of the record, whose triggers count and earn as they did the first time ------------------------------

create function private.restore_post_row(record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was constant public.community_posts := jsonb_populate_record(null::public.community_posts, record -> 'post');
begin
  insert into public.community_posts select r.* from jsonb_populate_record(was, jsonb_build_object(
    'author_id', (select m.id from public.public_profiles m where m.id = was.author_id),
    'moderated_by', (select m.id from public.profiles m where m.id = was.moderated_by),
    'staff_edited_by', (select m.id from public.profiles m where m.id = was.staff_edited_by),
    -- Stars and formats that are gone meanwhile.
    'tags', array(select t.tag from unnest(was.tags) with ordinality as t (tag, place)
      where exists (select from public.stars s where s.id = t.tag) or exists (select from public.formats f where f.id = t.tag) order by t.place),
    'hearts_count', 0, 'poops_count', 0, 'comments_count', 0, 'votes_count', 0)) r;
  -- Its address, unless somebody has it by now.
  update public.community_posts p set slug = was.slug where p.id = was.id and p.slug <> was.slug
    and not exists (select from public.community_posts other where other.day = p.day and other.slug = was.slug);
  if record -> 'rumor' <> 'null' then
    delete from public.post_rumors r where r.post_id = was.id;
    insert into public.post_rumors select r.* from jsonb_populate_record(null::public.post_rumors,
      (record -> 'rumor') || '{"agree_count": 0, "disagree_count": 0}') r;
  end if;
  insert into public.poll_options select o.* from jsonb_array_elements(record -> 'poll_options') e,
    jsonb_populate_record(null::public.poll_options, e || '{"votes_count": 0}') o;
end $$;
comment on function private.restore_post_row(jsonb) is 'The post of a record of archived_posts, with status of a rumor or answers of a poll.';

create function private.restore_post_life(record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Answers first: the trigger that refuses answers to deleted comments must not meet them. The foreign key looks at the end.
  insert into public.comments select c.* from (
      select e || jsonb_build_object('hearts_count', 0, 'poops_count', 0, 'author_id',
        (select m.id from public.public_profiles m where m.id = (e ->> 'author_id')::uuid)) as doc
      from jsonb_array_elements(record -> 'comments') e order by e ->> 'parent_id' nulls last, e ->> 'created_at') rows,
    jsonb_populate_record(null::public.comments, rows.doc) c;
  insert into public.post_reactions select x.* from jsonb_array_elements(record -> 'reactions') e,
    jsonb_populate_record(null::public.post_reactions, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.comment_reactions select x.* from jsonb_array_elements(coalesce(record -> 'comment_reactions', '[]')) e,
    jsonb_populate_record(null::public.comment_reactions, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.rumor_votes select x.* from jsonb_array_elements(record -> 'rumor_votes') e,
    jsonb_populate_record(null::public.rumor_votes, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.poll_votes select x.* from jsonb_array_elements(record -> 'poll_votes') e,
    jsonb_populate_record(null::public.poll_votes, e) x where exists (select from public.profiles m where m.id = x.user_id);
end $$;
comment on function private.restore_post_life(jsonb) is 'Comments, reactions and votes of a record of archived_posts, without those of accounts that are gone.';

create function private.restore_post(archive uuid, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare kept public.archived_posts;
begin
  select * into strict kept from public.archived_posts a where a.id = archive for update;
  perform private.restore_post_row(kept.record);
  perform private.restore_post_life(kept.record);
  update public.archived_posts a set restored_at = now(), restored_by = auth.uid() where a.id = archive;
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', kept.post_id, kept.author_id, 'restored', why, auth.uid());
  perform private.notify(p.author_id, 'post_approved', 'Dein Beitrag ist wieder online', format('„%s“ ist wieder da.', p.title),
      private.post_facts(p.id), p.id)
    from public.community_posts p where p.id = kept.post_id and p.status = 'approved';
end $$;
comment on function private.restore_post(uuid, text) is
  'Brings an archived post back as it was and tells its author. The caller has checked who asks, and that private.archive_state() is restorable.';

create function private.admin_restore_post(p_archive_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept public.archived_posts;
  why constant text := private.staff_reason(p_reason);
  state text;
begin
  perform private.require_admin();
  if why is null then perform private.refuse('Bitte gib einen Grund für diese Moderationsaktion an.', 'reason_required'); end if;
  select * into kept from public.archived_posts a where a.id = p_archive_id for update;
  if kept.id is null then return jsonb_build_object('id', p_archive_id, 'outcome', 'gone', 'by', null); end if;
  state := private.archive_state(kept);
  if state <> 'restorable' then
    return jsonb_build_object('id', kept.id, 'outcome', state, 'by', (select m.nickname from public.profiles m where m.id = kept.restored_by));
  end if;
  perform private.log_staff_action('restore_post', 'post', kept.post_id::text, jsonb_build_object('title', kept.title, 'reason', why));
  perform private.restore_post(kept.id, why);
  return jsonb_build_object('id', kept.id, 'outcome', 'done', 'by', null);
end $$;
comment on function private.admin_restore_post(uuid, text) is 'See public.admin_restore_post().';
grant execute on function private.admin_archive_page(text, text, text, integer), private.admin_restore_post(uuid, text) to authenticated;

create function public.admin_archive_page(
  p_state text default null, p_query text default null, p_after text default null, p_limit integer default 20
) returns jsonb
language sql stable set search_path = '' as $$ select private.admin_archive_page(p_state, p_query, p_after, p_limit) $$;
comment on function public.admin_archive_page(text, text, text, integer) is 'RPC for staff: one page of archived posts as {items, next}.';
create function public.admin_restore_post(p_archive_id uuid, p_reason text) returns jsonb
language sql set search_path = '' as $$ select private.admin_restore_post(p_archive_id, p_reason) $$;
comment on function public.admin_restore_post(uuid, text) is
  'RPC for admins: brings a deleted post back as it was, within 30 days. Answers {id, outcome, by}: done, restored (by somebody before), present, expired or gone.';
revoke all on function public.admin_archive_page(text, text, text, integer), public.admin_restore_post(uuid, text) from public, anon, authenticated;
grant execute on function public.admin_archive_page(text, text, text, integer), public.admin_restore_post(uuid, text) to authenticated;
