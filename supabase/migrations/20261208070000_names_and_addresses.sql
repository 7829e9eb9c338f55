-- An @name leads to whom it means --------------------------------------------------------------------------------------------------

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
create or replace function private.mentioned_names(content text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select coalesce(array_agg(found.name order by found.first_at), '{}') from (
    select private.nickname_key(left(m[1], 64)) as name, min(at) as first_at
    from regexp_matches(private.without_addresses(content), '(?<![A-Za-z0-9\u00c0-\u024f.@/-])(?<![A-Za-z0-9\u00c0-\u024f_]_)@([A-Za-z0-9ÄÖÜäöüß_.]+)'
      '(?![A-Za-z0-9\u00c0-\u024f_@])', 'g') with ordinality as matches (m, at)
    where private.name_spellings(m[1]) <> '{}'
    group by 1 order by 2 limit 10
  ) found
$$;
comment on function private.mentioned_names(text) is
  'Up to ten distinct @names in a text as typed, in lower case; none in an address. private.name_spellings() says whom they can mean.';

revoke execute on function private.without_addresses(text), private.name_spellings(text) from public;

create or replace function private.known_mentions(content text, before jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(found.key, found.slug)
    from unnest(private.mentioned_names(content)) as given (name)
    cross join lateral (
      select spelling.key, coalesce(before ->> spelling.key, p.slug) as slug
      from unnest(private.name_spellings(given.name)) with ordinality as spelling (key, place)
      left join public.public_profiles p on private.nickname_key(p.nickname) = spelling.key
      where before ? spelling.key or p.slug is not null
      order by spelling.place
      limit 1
    ) found);
end $$;

create function private.pattern_of_name(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select replace(replace(replace(replace(private.nickname_key(name), '.', '\.'), 'ä', '[Ää]'), 'ö', '[Öö]'), 'ü', '[Üü]')
$$;
comment on function private.pattern_of_name(text) is 'A nickname, or a part of one, as regular expression without case.';
revoke execute on function private.pattern_of_name(text) from public;

-- Deleting an account masks what is a mention of it now: "@kim" in "@kim.Das", unless somebody is called so.
create or replace function private.mention_pattern(nickname text) returns text
language sql stable strict set search_path = '' as $$
  select '(?<![A-Za-z0-9ÄÖÜäöüß.@])@' || private.pattern_of_name(nickname) || '(?!_*[A-Za-z0-9ÄÖÜäöüß]' || coalesce((
    select string_agg('|' || private.pattern_of_name(substr(p.nickname, char_length(mention_pattern.nickname) + 1)) || '(?!_*[A-Za-z0-9ÄÖÜäöüß])', '')
    from public.public_profiles p
    -- A range of the index: "`" follows "_", and "." comes before.
    where private.nickname_key(p.nickname) ~>~ private.nickname_key(mention_pattern.nickname)
      and private.nickname_key(p.nickname) ~<~ (private.nickname_key(mention_pattern.nickname) || '`')
      and substr(p.nickname, char_length(mention_pattern.nickname) + 1, 1) in ('.', '_')), '') || ')'
$$;
create or replace function private.names_in(content text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  -- Everything that private.mention_pattern() of some nickname could match: 3 to 20 characters that do not go on behind it.
  select coalesce(array_agg(distinct private.nickname_key(left(run[1], size))), '{}')
  from regexp_matches(content, '@([A-Za-z0-9ÄÖÜäöüß_.]+)', 'g') run
  cross join lateral generate_series(3, least(20, char_length(run[1]))) size
  where substr(run[1], size + 1) !~ '^_*[A-Za-z0-9ÄÖÜäöüß]'
$$;
-- What the indexes hold was computed by the rule before.
do $$
declare names record;
begin
  for names in select i.schemaname, i.indexname from pg_catalog.pg_indexes i where i.indexdef like '%private.names_in(%' loop
    execute format('reindex index %I.%I', names.schemaname, names.indexname);
  end loop;
end $$;
