-- Deletion of accounts by index ---------------------------------------------------------------------------------------

-- Deleting an account read some twenty tables whole, with regular expressions. What is erased stays the same; rows that may refer
-- to the member are found by indexes on what texts and records contain. Only rows with an @ are in the indexes of texts.

create function private.names_in(content text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  -- Everything that private.mention_pattern() of some nickname could match: 3 to 20 characters that do not go on behind it.
  select coalesce(array_agg(distinct private.nickname_key(left(run[1], size))), '{}')
  from regexp_matches(content, '@([A-Za-z0-9ÄÖÜäöüß_.]+)', 'g') run
  cross join lateral generate_series(3, least(20, char_length(run[1]))) size
  where substr(run[1], size + 1, 2) !~ '^\.?[A-Za-z0-9ÄÖÜäöüß_]'
$$;
comment on function private.names_in(text) is 'Keys of the nicknames that a text may mention, and of more: candidates for private.mention_pattern().';

create function private.slugs_in(mentions jsonb) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select coalesce(array_agg(named.value), '{}') from jsonb_each_text(mentions) named
$$;
comment on function private.slugs_in(jsonb) is 'Slugs of the members in comments.mentions.';

create function private.ids_in(record jsonb) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select coalesce(array_agg(distinct id[1]), '{}')
  from regexp_matches(record::text, '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g') id
$$;
comment on function private.ids_in(jsonb) is 'All ids in a record of archived_posts.';

-- Texts that may mention a member, as SQL expressions of their table.
create function private.mentioning_texts() returns table (in_schema text, in_table text, in_column text)
language sql immutable parallel safe set search_path = '' as $$
  values ('public', 'community_posts', 'title'), ('public', 'community_posts', 'content'), ('public', 'community_posts', 'rejection_reason'),
    ('public', 'post_rumors', 'verification_reason'), ('public', 'comments', 'content'), ('private', 'removed_comments', 'content'),
    ('public', 'notifications', 'title'), ('public', 'notifications', 'message'), ('public', 'notifications', 'data'),
    ('public', 'reports', 'details'), ('public', 'reports', 'action_reason'), ('public', 'moderation_actions', 'reason'),
    ('public', 'moderation_actions', 'content_excerpt'), ('public', 'appeals', 'message'), ('public', 'appeals', 'decision_reason'),
    ('public', 'archived_posts', 'title'), ('public', 'archived_posts', 'reason'), ('public', 'archived_posts', 'record'),
    ('public', 'profiles', 'bio'), ('public', 'news', 'body'), ('public', 'invites', 'note')
$$;
comment on function private.mentioning_texts() is 'Columns, text or jsonb, in which private.erase_mentions() masks a deleted member.';

do $$
declare place record;
begin
  for place in select * from private.mentioning_texts() loop
    execute format('create index %1$s_%2$s_names on %3$I.%1$I using gin (private.names_in(%2$I::text)) where %2$I::text like ''%%@%%''',
      place.in_table, place.in_column, place.in_schema);
  end loop;
end $$;
create index comments_mentioned_slugs on public.comments using gin (private.slugs_in(mentions)) where mentions is not null;
create index archived_posts_ids on public.archived_posts using gin (private.ids_in(record));
create index admin_actions_profile on public.admin_actions (target_id) where target_type = 'profile';
create index admin_actions_name on public.admin_actions ((details ->> 'name')) where details ->> 'name' is not null;
create index analytics_events_admin_target on public.analytics_events (target_id) where metadata @> '{"admin_action": true}';

create or replace function private.erase_mentions(nickname text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  pattern constant text := private.mention_pattern(nickname);
  mask constant text := '@' || repeat('*', char_length(nickname));
  names constant text[] := array[private.nickname_key(nickname)];
  place record;
begin
  if nickname is null then return; end if;
  for place in
    select t.*, format_type(a.atttypid, null) as type from private.mentioning_texts() t
    join pg_catalog.pg_attribute a on a.attrelid = format('%I.%I', t.in_schema, t.in_table)::regclass and a.attname = t.in_column
  loop
    execute format(
      'update %1$I.%2$I set %3$I = regexp_replace(%3$I::text, $1, $2, ''gi'')::%4$s
       where %3$I::text like ''%%@%%'' and private.names_in(%3$I::text) @> $3 and %3$I::text ~* $1',
      place.in_schema, place.in_table, place.in_column, place.type) using pattern, mask, names;
  end loop;
end $$;

create or replace function private.erase_former_mentions(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  slugs constant text[] := array(
    select p.slug from public.public_profiles p where p.id = member
    union all select h.old_slug from public.profile_slug_history h where h.profile_id = member);
  former record;
begin
  for former in
    select c.id, named.key as nickname from public.comments c cross join lateral jsonb_each_text(c.mentions) as named
    where c.mentions is not null and private.slugs_in(c.mentions) && slugs and named.value = any (slugs)
  loop
    update public.comments c
      set content = regexp_replace(c.content, private.mention_pattern(former.nickname), '@' || repeat('*', char_length(former.nickname)), 'gi')
      where c.id = former.id;
  end loop;
end $$;

create or replace function private.erase_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare gone_nickname constant text := (select p.nickname from public.profiles p where p.id = old.id);
begin
  -- Unpublished posts: nobody has seen them, and without an author nobody waits for them.
  delete from public.community_posts p where p.author_id = old.id and p.status <> 'approved';
  perform private.erase_from_notifications(old.id, gone_nickname);
  perform private.erase_mentions(gone_nickname);
  perform private.erase_former_mentions(old.id);
  update public.archived_posts a set record = private.without_member(a.record, old.id) where private.ids_in(a.record) @> array[old.id::text];
  update public.analytics_events e set metadata = e.metadata - '{admin_id,admin_name,admin_nickname}'::text[]
    where e.user_id = old.id and e.metadata @> '{"admin_action": true}';
  -- The log keeps an id that no longer resolves; its copies among the analytics events are deleted.
  update public.admin_actions a set details = a.details - '{name,from}'::text[]
    where (a.target_type = 'profile' and a.target_id = old.id::text) or a.details ->> 'name' = gone_nickname;
  update public.analytics_events e set target_id = null, metadata = e.metadata - '{target_id}'::text[]
    where e.target_id = old.id::text and e.metadata @> '{"admin_action": true}';
  delete from public.analytics_events e where e.user_id = old.id and not e.metadata @> '{"admin_action": true}';
  -- GoTrue's tables without a foreign key.
  delete from auth.flow_state f where f.user_id = old.id;
  delete from auth.audit_log_entries a where a.payload::text like '%' || old.id::text || '%'
    or a.payload ->> 'actor_username' = old.email;
  -- The storage service removes files, and delete_own_account() refuses while there are any. When the team deletes an account, the
  -- rows are removed here, so that a picture answers 404 immediately (supabase/storage, pull request 817: the setting).
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'avatars' and o.name like old.id::text || '/%';
  perform set_config('storage.allow_delete_query', 'false', true);
  return old;
end $$;
