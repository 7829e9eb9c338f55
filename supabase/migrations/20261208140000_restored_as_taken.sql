-- What comes back is not judged anew (docs/decisions/096-restored-as-taken.md) ------------------------------------------------------------

create function private.is_restoring() returns boolean
language sql stable set search_path = '' as $$ select coalesce(current_setting('hot.restoring', true), '') = 'on' $$;
comment on function private.is_restoring() is
  'Whether rows are being restored by this statement: triggers that choose, resolve or judge leave them as they were taken.';
grant execute on function private.is_restoring() to anon, authenticated, service_role;

create function private.restore_begins() returns void
language sql set search_path = '' as $$ select set_config('hot.restoring', 'on', true) $$;
create function private.restore_ends() returns void
language sql set search_path = '' as $$ select set_config('hot.restoring', '', true) $$;
comment on function private.restore_begins() is 'From here on rows are inserted as they were taken: private.is_restoring().';
comment on function private.restore_ends() is 'From here on what is inserted is new again.';

-- Whether it weighs says the member of today, as for votes that stayed; when it was given does not change.
create or replace function private.weigh_star_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.weighs := private.vote_weighs(new.user_id);
  if tg_op = 'UPDATE' and new.value = old.value and new.star_id = old.star_id then new.updated_at := old.updated_at;
  elsif not private.is_restoring() then new.updated_at := now();
  end if;
  return new;
end $$;

-- Whoever took the address meanwhile keeps it, and the bin keeps what it has: no number is appended.
create or replace function private.set_format_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  base text;
  n integer := 1;
begin
  if tg_op = 'UPDATE' and new.slug is not distinct from old.slug or tg_op = 'INSERT' and private.is_restoring() then return new; end if;
  base := coalesce(nullif(private.slugify(coalesce(new.slug, '')), ''), nullif(private.slugify(new.name), ''), 'format');
  new.slug := base;
  if tg_op = 'UPDATE' and private.is_reserved_format_slug(base) then
    raise exception 'Diese Adresse braucht die Seite selbst.' using errcode = '23514', hint = 'slug_reserved';
  end if;
  -- A chosen slug must be free; one made from the name gets a number instead.
  while tg_op = 'INSERT' and (private.is_reserved_format_slug(new.slug)
      or exists (select from public.formats f where f.slug = new.slug and f.id <> new.id)) loop
    n := n + 1;
    new.slug := base || '-' || n;
  end loop;
  return new;
end $$;

-- A name that is reserved today was allowed when the claim was granted.
create or replace function private.check_claimed_speaker() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_restoring() and private.is_reserved_speaker(new.speaker) then
    raise exception 'Dieser Name gehört dem Team. Nenn den Star oder das Management.' using errcode = '23514', hint = 'speaker_reserved';
  end if;
  return new;
end $$;

-- Posts ---------------------------------------------------------------------------------------------------------------------------------

create or replace function private.karma_of_post() returns trigger
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

create or replace function private.karma_of_rumor() returns trigger
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

-- A nickname may have another bearer by now.
create or replace function private.set_mentions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_restoring() and new.mentions is not null then
    new.mentions := nullif(new.mentions, '{}');
  else
    new.mentions := case when position('@' in new.content) > 0 then private.known_mentions(new.content, old.mentions) end;
  end if;
  return new;
end $$;

create function private.mentioned_ids(mentions jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg('@' || m.key, private.member_by(m.value)), '{}') from jsonb_each_text(mentions) m
$$;
comment on function private.mentioned_ids(jsonb) is
  'Mentions as the archive keeps them: with ids, which deleting an account takes out of it, and with an @, by which its nickname is masked there.';

create function private.mentioned_slugs(ids jsonb) returns jsonb
language sql stable strict security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(substr(m.key, 2), p.slug), '{}') from jsonb_each_text(ids) m join public.public_profiles p on p.id::text = m.value
$$;
comment on function private.mentioned_slugs(jsonb) is 'Mentions of those who are still there, of what private.mentioned_ids() kept; null stays null.';

create function private.archived_parts() returns table (part text, table_name text, member_column text, post_column text)
language sql immutable parallel safe set search_path = '' as $$
  values ('karma', 'public.karma_events', 'user_id', 'source'), ('hits', 'private.rumor_hits', 'member_id', 'post_id'),
    ('saved', 'public.saved_posts', 'user_id', 'post_id'), ('reads', 'public.comment_reads', 'user_id', 'post_id'),
    ('follows', 'private.follows', 'member_id', 'target_id'), ('statement', 'private.star_statements', 'member_id', 'post_id'),
    ('revision', 'private.post_revisions', null, 'post_id'), ('discussions', 'private.news_discussions', null, 'post_id')
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

create or replace function private.store_in_archive(post uuid, why text) returns uuid
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

create or replace function private.restore_post_row(record jsonb) returns void
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
    and not exists (select from public.community_posts other where other.day = p.day and other.slug = was.slug);
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

create or replace function private.restore_post_activity(record jsonb) returns void
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

create or replace function private.restore_own_post(post uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare archived public.archived_posts;
begin
  perform private.require_writer();
  perform private.use_quota('posts', private.quota_of('posts', 100));
  select * into archived from public.archived_posts a
    where a.post_id = post and a.author_id = auth.uid() and a.archived_by = auth.uid() and a.archived_at > now() - interval '1 hour'
    order by a.archived_at desc limit 1 for update;
  if archived.id is null or private.archive_state(archived) <> 'restorable' then return false; end if;
  -- Once a day for each post: every time costs its votes and comments anew, and what its readers were told of it is gone.
  if exists (select from public.archived_posts a where a.post_id = post and a.restored_by = auth.uid()
      and a.restored_at > now() - interval '1 day') then return false; end if;
  perform private.restore_post_row(archived.record);
  perform private.restore_post_activity(archived.record);
  perform private.settle_restored(post, archived.record);
  update public.archived_posts a set restored_at = now(), restored_by = auth.uid() where a.id = archived.id;
  return true;
end $$;

create or replace function private.restore_post(archive uuid, why text) returns void
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
  perform private.notify(p.author_id, 'post_approved', 'Dein Beitrag ist wieder online', format('„%s“ ist wieder da.', p.title),
      private.post_facts(p.id), p.id)
    from public.community_posts p where p.id = archived.post_id and p.status = 'approved';
end $$;
drop function private.settle_restored(uuid);

revoke execute on function private.restore_begins(), private.restore_ends(), private.mentioned_ids(jsonb), private.mentioned_slugs(jsonb),
  private.archived_parts(), private.parts_of_post(public.community_posts), private.restore_parts(jsonb),
  private.leave_in_bin(public.community_posts, jsonb), private.settle_restored(uuid, jsonb) from public, anon;
