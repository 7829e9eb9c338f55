-- Deletion ------------------------------------------------------------------------------------------------------------

-- Deleting an account anonymises content and erases votes and personal data. Rows that reference profiles are deleted or anonymised by
-- foreign key; this section handles the rest. It applies to every deletion of an account, also by the team.

-- Deleting an account masks what is a mention of it now: "@kim" in "@kim.Das", unless somebody is called so.
create function private.mention_pattern(nickname text) returns text
language sql stable strict set search_path = '' as $$
  select '(?<![A-Za-z0-9ÄÖÜäöüß.@])@' || private.pattern_of_name(nickname) || '(?!_*[A-Za-z0-9ÄÖÜäöüß]' || coalesce((
    select string_agg('|' || private.pattern_of_name(substr(p.nickname, char_length(mention_pattern.nickname) + 1)) || '(?!_*[A-Za-z0-9ÄÖÜäöüß])', '')
    from public.public_profiles p
    -- A range of the index: "`" follows "_", and "." comes before.
    where private.nickname_key(p.nickname) ~>~ private.nickname_key(mention_pattern.nickname)
      and private.nickname_key(p.nickname) ~<~ (private.nickname_key(mention_pattern.nickname) || '`')
      and substr(p.nickname, char_length(mention_pattern.nickname) + 1, 1) in ('.', '_')), '') || ')'
$$;
comment on function private.mention_pattern(text) is
  'Regular expression for a mention of @nickname, case-insensitive, that matches neither longer nicknames nor e-mail addresses.';

-- Preserves the length, so that no text becomes too long or too short.
create function private.erase_mentions(nickname text) returns void
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
comment on function private.erase_mentions(text) is 'Masks @mentions of a nickname in texts of others.';

create function private.addresses_of(member uuid) returns setof text
language sql stable security definer set search_path = '' as $$
  select p.slug from public.public_profiles p where p.id = member
  union all select h.old_slug from public.profile_slug_history h where h.profile_id = member
$$;
comment on function private.addresses_of(uuid) is 'The slug of a member''s profile, and former ones.';

create function private.erase_former_mentions(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  slugs constant text[] := array(select private.addresses_of(member));
  former record;
begin
  -- Somebody else may be called so by now, and is meant.
  perform private.erase_mentions(n.name) from unnest(private.former_nicknames(member)) n (name)
    where not exists (select from public.profiles p where private.nickname_key(p.nickname) = n.name and p.id <> member);
  for former in
    select c.id, named.key as nickname from public.comments c cross join lateral jsonb_each_text(c.mentions) as named
    where c.mentions is not null and private.slugs_in(c.mentions) && slugs and named.value = any (slugs)
  loop
    update public.comments c set content = private.without_name(c.content, former.nickname) where c.id = former.id;
  end loop;
  for former in
    select p.id, named.key as nickname from public.community_posts p cross join lateral jsonb_each_text(p.mentions) as named
    where p.mentions is not null and private.slugs_in(p.mentions) && slugs and named.value = any (slugs)
  loop
    update public.community_posts p set content = private.without_name(p.content, former.nickname) where p.id = former.id;
  end loop;
end $$;
comment on function private.erase_former_mentions(uuid) is
  'Masks former nicknames of a member: where they can be told from addresses everywhere, in comments and posts also as they were typed there.';

create function private.without_member(record jsonb, member uuid) returns jsonb
language sql immutable strict parallel safe set search_path = '' as $$
  select replace((select jsonb_object_agg(part.key, case
      when jsonb_typeof(part.value) <> 'array' then part.value
      else (select coalesce(jsonb_agg(e), '[]'::jsonb) from jsonb_array_elements(part.value) e where e ->> 'user_id' is distinct from member::text) end)
    from jsonb_each(record) part)::text, '"' || member::text || '"', 'null')::jsonb
$$;
comment on function private.without_member(jsonb, uuid) is 'A record of archived_posts without a member''s votes and reactions, and without them as author.';

-- Deletion of accounts by index ---------------------------------------------------------------------------------------

-- Deleting an account would read some twenty tables whole, with regular expressions: rows that may refer to the member are found by
-- indexes on what texts and records contain. Only rows with an @ are in the indexes of texts.

create function private.names_in(content text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  -- Everything that private.mention_pattern() of some nickname could match: 3 to 20 characters that do not go on behind it.
  select coalesce(array_agg(distinct private.nickname_key(left(run[1], size))), '{}')
  from regexp_matches(content, '@([A-Za-z0-9ÄÖÜäöüß_.]+)', 'g') run
  cross join lateral generate_series(3, least(20, char_length(run[1]))) size
  where substr(run[1], size + 1) !~ '^_*[A-Za-z0-9ÄÖÜäöüß]'
$$;
comment on function private.names_in(text) is 'Keys of the nicknames that a text may mention, and of more: candidates for private.mention_pattern().';
grant execute on function private.names_in(text) to anon, authenticated, service_role;

create function private.slugs_in(mentions jsonb) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select coalesce(array_agg(named.value), '{}') from jsonb_each_text(mentions) named
$$;
comment on function private.slugs_in(jsonb) is 'Slugs of the members in comments.mentions.';
grant execute on function private.slugs_in(jsonb) to anon, authenticated, service_role;

create function private.ids_in(record jsonb) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select coalesce(array_agg(distinct id[1]), '{}')
  from regexp_matches(record::text, '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g') id
$$;
comment on function private.ids_in(jsonb) is 'All ids in a record of archived_posts.';
grant execute on function private.ids_in(jsonb) to anon, authenticated, service_role;

-- Texts that may mention a member, as SQL expressions of their table.
create function private.mentioning_texts() returns table (in_schema text, in_table text, in_column text)
language sql immutable parallel safe set search_path = '' as $$
  values ('public', 'community_posts', 'title'), ('public', 'community_posts', 'content'), ('public', 'community_posts', 'rejection_reason'),
    ('private', 'post_versions', 'title'), ('private', 'post_versions', 'content'),
    ('private', 'post_revisions', 'title'), ('private', 'post_revisions', 'content'),
    ('public', 'post_rumors', 'verification_reason'), ('public', 'comments', 'content'), ('private', 'removed_comments', 'content'), ('private', 'held_comments', 'content'),
    ('public', 'notifications', 'title'), ('public', 'notifications', 'message'), ('public', 'notifications', 'data'),
    ('public', 'reports', 'details'), ('public', 'reports', 'action_reason'), ('public', 'moderation_actions', 'reason'),
    ('public', 'moderation_actions', 'content_excerpt'), ('public', 'appeals', 'message'), ('public', 'appeals', 'decision_reason'),
    ('public', 'archived_posts', 'title'), ('public', 'archived_posts', 'reason'), ('public', 'archived_posts', 'record'),
    ('public', 'profiles', 'bio'), ('public', 'news', 'body'), ('public', 'invites', 'note')
$$;
comment on function private.mentioning_texts() is 'Columns, text or jsonb, in which private.erase_mentions() masks a deleted member.';

-- Mentions in posts ---------------------------------------------------------------------------------------------------

create function private.without_name(content text, nickname text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(content, private.mention_pattern(nickname), '@' || repeat('*', char_length(nickname)), 'gi')
$$;
comment on function private.without_name(text, text) is 'A text in which mentions of a nickname are masked.';

-- An @name leads to whom it means -------------------------------------------------------------------------------------

-- "tiktok.com/@anna" told the member of that name, "@kim." told "kim." instead of "kim", and "@kim.Das" nobody.

create function private.without_addresses(content text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(content,
    '(\mhttps?://|(?<![A-Za-z0-9\u00c0-\u024f@._/-])www\.(?=[A-Za-z0-9\u00c0-\u024f-]+\.[A-Za-z\u00c0-\u024f]{2}))' ||
    '[^[:space:]\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff<>"„“”«»`\\^{}|]+', ' ', 'gi')
$$;
comment on function private.without_addresses(text) is 'A text with a space for each address in it, as replaceAddresses() of domain finds them.';

create function private.name_spellings(typed text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select coalesce(array_agg(s.name order by s.at), '{}') from (
    select spelling.name, min(2 * (cardinality(w.words) - n) + spelling.place) as at
    from (select string_to_array(private.nickname_key(left(typed, 64)), '.') as words) w
    cross join lateral generate_series(1, cardinality(w.words)) as n
    cross join lateral (select array_to_string(w.words[1:n], '.') as whole) x
    cross join lateral (values (0, x.whole), (1, rtrim(x.whole, '._'))) as spelling (place, name)
    where char_length(spelling.name) between 1 and 20
    group by spelling.name) s
$$;
comment on function private.name_spellings(text) is
  'The nicknames that an @name as typed can mean, the likeliest first: a full stop belongs to the name or to the sentence. Mirrors nameSpellings() of domain.';

create function private.pattern_of_name(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select replace(replace(replace(replace(private.nickname_key(name), '.', '\.'), 'ä', '[Ää]'), 'ö', '[Öö]'), 'ü', '[Üü]')
$$;
comment on function private.pattern_of_name(text) is 'A nickname, or a part of one, as regular expression without case.';

-- Posts ---------------------------------------------------------------------------------------------------------------

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
