-- Restoring -----------------------------------------------------------------------------------------------------------

-- The rows of the record are inserted again, so that triggers recompute counters and karma.

create function private.restore_post_row(record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was constant public.community_posts := jsonb_populate_record(null::public.community_posts, record -> 'post');
begin
  -- An archive of before kept neither karma nor mentions: they are found anew.
  if record ? 'karma' then perform private.restore_begins(); end if;
  insert into public.community_posts select r.* from jsonb_populate_record(was, jsonb_build_object(
    'author_id', (select m.id from public.public_profiles m where m.id = was.author_id),
    'moderated_by', (select m.id from public.profiles m where m.id = was.moderated_by),
    'staff_edited_by', (select m.id from public.profiles m where m.id = was.staff_edited_by),
    -- Tags of stars and formats that were deleted meanwhile are dropped.
    'tags', array(select t.tag from unnest(was.tags) with ordinality as t (tag, place)
      where exists (select from public.stars s where s.id = t.tag) or exists (select from public.formats f where f.id = t.tag) order by t.place),
    'mentions', private.mentioned_slugs(record -> 'post' -> 'mentions'),
    'hearts_count', 0, 'poops_count', 0, 'comments_count', 0, 'votes_count', 0)) r;
  -- The former slug, unless another post has taken it.
  update public.community_posts p set slug = was.slug where p.id = was.id and p.slug <> was.slug
    and private.address_is_free(p.day, was.slug, p.id);
  if record -> 'rumor' <> 'null' then
    delete from public.post_rumors r where r.post_id = was.id;
    insert into public.post_rumors select r.* from jsonb_populate_record(null::public.post_rumors,
      (record -> 'rumor') || '{"agree_count": 0, "disagree_count": 0}') r;
  end if;
  insert into private.post_versions (post_id, title, content, tags, source_url, options, poll_ends_at, rumor_status, replaced_at,
      replaced_by, by_team, was_public)
    select was.id, v.title, v.content, v.tags, v.source_url, v.options, v.poll_ends_at, v.rumor_status, v.replaced_at,
      (select m.id from public.profiles m where m.id = v.replaced_by), v.by_team, coalesce(v.was_public, false)
    from jsonb_array_elements(coalesce(record -> 'versions', '[]')) with ordinality as e (version, place)
    cross join lateral jsonb_populate_record(null::private.post_versions, e.version) v order by e.place;
  insert into public.poll_options select o.* from jsonb_array_elements(record -> 'poll_options') e,
    jsonb_populate_record(null::public.poll_options, e || '{"votes_count": 0}') o;
  perform private.restore_parts(record);
  perform private.restore_ends();
  perform private.leave_in_bin(was, record -> 'discussions');
end $$;
comment on function private.restore_post_row(jsonb) is 'The post of a record of archived_posts, with status of a rumor or answers of a poll.';

create function private.restore_post_activity(record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if record ? 'karma' then perform private.restore_begins(); end if;
  -- Replies first: the trigger refuses replies to deleted comments. The foreign key is checked at the end.
  insert into public.comments select c.* from (
      select e || jsonb_build_object('hearts_count', 0, 'poops_count', 0, 'mentions', private.mentioned_slugs(e -> 'mentions'), 'author_id',
        (select m.id from public.public_profiles m where m.id = (e ->> 'author_id')::uuid)) as doc
      from jsonb_array_elements(record -> 'comments') e order by e ->> 'parent_id' nulls last, e ->> 'created_at') rows,
    jsonb_populate_record(null::public.comments, rows.doc) c;
  insert into public.post_reactions select x.* from jsonb_array_elements(record -> 'reactions') e,
    jsonb_populate_record(null::public.post_reactions, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.post_stickers select x.* from jsonb_array_elements(coalesce(record -> 'stickers', '[]')) e,
    jsonb_populate_record(null::public.post_stickers, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.comment_reactions select x.* from jsonb_array_elements(coalesce(record -> 'comment_reactions', '[]')) e,
    jsonb_populate_record(null::public.comment_reactions, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.rumor_votes select x.* from jsonb_array_elements(record -> 'rumor_votes') e,
    jsonb_populate_record(null::public.rumor_votes, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.poll_votes select x.* from jsonb_array_elements(record -> 'poll_votes') e,
    jsonb_populate_record(null::public.poll_votes, e) x where exists (select from public.profiles m where m.id = x.user_id);
  perform private.restore_ends();
end $$;
comment on function private.restore_post_activity(jsonb) is 'Comments, reactions and votes of a record of archived_posts, without those of accounts that are gone.';

create function private.restore_post(archive uuid, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare archived public.archived_posts;
begin
  select * into strict archived from public.archived_posts a where a.id = archive for update;
  perform private.restore_post_row(archived.record);
  perform private.restore_post_activity(archived.record);
  perform private.settle_restored(archived.post_id, archived.record);
  update public.archived_posts a set restored_at = now(), restored_by = auth.uid() where a.id = archive;
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', archived.post_id, archived.author_id, 'restored', why, auth.uid());
  perform private.tell(p.author_id, 'post_approved', private.post_facts(p.id) || '{"restored": true}', p.id)
    from public.community_posts p where p.id = archived.post_id and p.status = 'approved';
end $$;
comment on function private.restore_post(uuid, text) is
  'Restores an archived post and notifies its author. Callers must have checked permissions and that private.archive_state() allows it.';

create function private.admin_restore_post(p_archive_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  archived public.archived_posts;
  why constant text := private.staff_reason(p_reason);
  state text;
begin
  perform private.require_admin();
  if why is null then perform private.refuse('moderation.reason_required'); end if;
  select * into archived from public.archived_posts a where a.id = p_archive_id for update;
  if archived.id is null then return jsonb_build_object('id', p_archive_id, 'outcome', 'gone', 'by', null); end if;
  state := private.archive_state(archived);
  if state <> 'restorable' then
    return jsonb_build_object('id', archived.id, 'outcome', state, 'by', (select m.nickname from public.profiles m where m.id = archived.restored_by));
  end if;
  perform private.log_staff_action('restore_post', 'post', archived.post_id::text, jsonb_build_object('title', archived.title, 'reason', why));
  perform private.restore_post(archived.id, why);
  return jsonb_build_object('id', archived.id, 'outcome', 'done', 'by', null);
end $$;
comment on function private.admin_restore_post(uuid, text) is 'See public.admin_restore_post().';
grant execute on function private.admin_restore_post(uuid, text) to authenticated;

create function public.admin_restore_post(p_archive_id uuid, p_reason text) returns jsonb
language sql set search_path = '' as $$ select private.admin_restore_post(p_archive_id, p_reason) $$;
comment on function public.admin_restore_post(uuid, text) is
  'RPC for admins: restores a deleted post within 30 days. Returns {id, outcome, by}: done, restored (by somebody before), present, expired or gone.';
grant execute on function public.admin_restore_post(uuid, text) to authenticated, service_role;

-- Posts ---------------------------------------------------------------------------------------------------------------

create function private.archived_parts() returns table (part text, table_name text, member_column text, post_column text)
language sql immutable parallel safe set search_path = '' as $$
  values ('karma', 'public.karma_events', 'user_id', 'source'), ('hits', 'private.rumor_hits', 'member_id', 'post_id'),
    ('saved', 'public.saved_posts', 'user_id', 'post_id'), ('reads', 'public.comment_reads', 'user_id', 'post_id'),
    ('follows', 'private.follows', 'member_id', 'target_id'), ('statement', 'private.star_statements', 'member_id', 'post_id'),
    ('revision', 'private.post_revisions', null, 'post_id'), ('discussions', 'private.news_discussions', null, 'post_id'),
    ('addresses', 'private.post_slug_history', null, 'post_id')
$$;
comment on function private.archived_parts() is
  'Rows of a post that its archive keeps and that no trigger derives from the others. Those without a member belong to the author.';

create function private.parts_of_post(post public.community_posts) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  parts jsonb := '{}';
  kind record;
  found jsonb;
begin
  for kind in select * from private.archived_parts() loop
    -- user_id is what private.without_member() goes by.
    execute format('select coalesce(jsonb_agg(to_jsonb(x) || jsonb_build_object(''user_id'', %s)), ''[]'') from %s x where x.%I::text = $1',
      case when kind.member_column is null then '$2' else format('x.%I', kind.member_column) end, kind.table_name::regclass, kind.post_column)
      into found using post.id::text, post.author_id;
    parts := parts || jsonb_build_object(kind.part, found);
  end loop;
  return parts;
end $$;
comment on function private.parts_of_post(public.community_posts) is 'What private.archived_parts() names, by part.';

create function private.restore_parts(record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare kind record;
begin
  for kind in select * from private.archived_parts() loop
    execute format('insert into %1$s select x.* from jsonb_array_elements(coalesce($1, ''[]'')) e, jsonb_populate_record(null::%1$s, e) x '
        || 'where %2$s on conflict do nothing', kind.table_name::regclass,
      case when kind.member_column is not null then format('exists (select from public.profiles m where m.id = x.%I)', kind.member_column)
        when kind.part = 'discussions' then 'exists (select from public.news n where n.id = x.news_id)' else 'true' end)
      using record -> kind.part;
  end loop;
end $$;
comment on function private.restore_parts(jsonb) is 'Inserts what private.parts_of_post() kept, but for what belonged to deleted accounts.';

create function private.leave_in_bin(post public.community_posts, discussions jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.binned_rows (bin_id, place, table_name, content)
    select x.bin_id, (select max(o.place) from private.binned_rows o where o.bin_id = x.bin_id) + row_number() over (order by x.place)::integer,
      x.table_name, x.content
    from (
      select b.bin_id, t.place, 'public.post_tags' as table_name, jsonb_build_object('post_id', post.id, 'tag_id', t.tag, 'position', t.place) as content
      from unnest(post.tags) with ordinality as t (tag, place)
      join private.binned_rows b on b.table_name in ('public.stars', 'public.formats') and b.content ->> 'id' = t.tag::text
      union all
      select b.bin_id, d.place, 'private.news_discussions', d.content - 'user_id'
      from jsonb_array_elements(coalesce(discussions, '[]')) with ordinality as d (content, place)
      join private.binned_rows b on b.table_name = 'public.news' and b.content ->> 'id' = d.content ->> 'news_id'
    ) x
    where not exists (select from private.binned_rows known where known.bin_id = x.bin_id and known.table_name = x.table_name
      and known.content ->> 'post_id' = post.id::text and known.content ->> 'tag_id' is not distinct from x.content ->> 'tag_id')
$$;
comment on function private.leave_in_bin(public.community_posts, jsonb) is
  'What ties a restored post to a star, format or news in the bin comes back with that.';

create function private.settle_restored(post uuid, record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Who was right is kept since; of an older archive it is found anew.
  if not record ? 'hits' then perform private.record_hits(r) from public.post_rumors r where r.post_id = post; end if;
  -- Who voted in a poll has heard how it ended.
  insert into private.announcements (kind, post_id, done_at)
    select 'poll', p.id, now() from public.community_posts p where p.id = post and p.poll_ends_at <= now()
    on conflict do nothing;
end $$;
comment on function private.settle_restored(uuid, jsonb) is 'What a restored post does not bring along itself; record is that of its archive.';
