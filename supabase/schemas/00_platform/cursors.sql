-- Cursors, limits and untrusted parameters ----------------------------------------------------------------------------

-- Shared by all page RPCs. Page RPCs are plpgsql rather than sql, because plpgsql caches its plans for the session: planning a
-- page on every request took several times as long as answering it. Their parameters that come from URLs are text: a malformed
-- id or an impossible day means "no such page", never an error.

create function private.cursor_of(variadic parts text[]) returns text
language plpgsql stable parallel safe set search_path = '' as $$
begin
  return translate(encode(convert_to(array_to_json(parts)::text, 'utf8'), 'base64'), E'+/=\n', '-_');
end $$;
comment on function private.cursor_of(text[]) is
  'Opaque keyset cursor: the sort keys of the last row as base64url of a JSON array. Read back by private.cursor_parts.';
grant execute on function private.cursor_of(text[]) to anon, authenticated, service_role;

create function private.cursor_parts(value text, types text[]) returns text[]
language plpgsql stable set search_path = '' as $$
declare parts text[];
begin
  if value is null or value = '' or length(value) > 4000 then return null; end if;
  parts := array(select jsonb_array_elements_text(convert_from(
    decode(rpad(translate(value, '-_', '+/'), (length(value) + 3) / 4 * 4, '='), 'base64'), 'utf8')::jsonb));
  if cardinality(parts) <> cardinality(types) then return null; end if;
  for i in 1..cardinality(types) loop
    if parts[i] is null then return null; end if;
    case types[i]
      when 'uuid' then perform parts[i]::uuid;
      when 'integer' then perform parts[i]::integer;
      when 'bigint' then perform parts[i]::bigint;
      when 'float' then perform parts[i]::double precision;
      when 'instant' then perform parts[i]::timestamptz;
      when 'day' then perform parts[i]::date;
      else null;
    end case;
  end loop;
  return parts;
exception when others then
  -- Any error means that it is not one of our cursors.
  return null;
end $$;
comment on function private.cursor_parts(text, text[]) is
  'Sort keys in a cursor, checked against their types (integer, bigint, float, instant, day, uuid, text); null for a missing or broken cursor, which means the first page.';
grant execute on function private.cursor_parts(text, text[]) to anon, authenticated, service_role;

create function private.page_limit(value integer, standard integer default 24, most integer default 100) returns integer
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case when value < 1 then standard else least(coalesce(value, standard), most) end;
end $$;
comment on function private.page_limit(integer, integer, integer) is 'Rows of one page: the default when none or less than 1 is asked for, never more than the maximum.';
grant execute on function private.page_limit(integer, integer, integer) to anon, authenticated, service_role;

create function private.as_uuid(value text) returns uuid
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return case when value ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then value::uuid end;
end $$;
comment on function private.as_uuid(text) is 'The text as a uuid, or null.';
grant execute on function private.as_uuid(text) to anon, authenticated, service_role;

create function private.as_day(value text) returns date
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare month_start date;
begin
  if value !~ '^(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' then return null; end if;
  month_start := make_date(left(value, 4)::integer, substr(value, 6, 2)::integer, 1);
  if right(value, 2)::integer > extract(day from month_start + interval '1 month' - interval '1 day') then return null; end if;
  return month_start + (right(value, 2)::integer - 1);
end $$;
comment on function private.as_day(text) is 'The text as a day YYYY-MM-DD from 1900 to 2199, or null. Mirrors isDay() of domain.';
grant execute on function private.as_day(text) to anon, authenticated, service_role;

create function private.berlin_now() returns timestamp
language plpgsql stable parallel safe set search_path = '' as $$
begin
  return now() at time zone 'Europe/Berlin';
end $$;
comment on function private.berlin_now() is 'The wall clock in Europe/Berlin, to compare with event_date + event_time.';
grant execute on function private.berlin_now() to anon, authenticated, service_role;

create function private.search_words(query text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(array_agg(word order by first_at), '{}')
    from (
      select word, min(at) as first_at
      from regexp_split_to_table(private.search_fold(left(coalesce(query, ''), 200)), ' ') with ordinality as words (word, at)
      where word <> ''
      group by word
      order by first_at
      limit 8
    ) as distinct_words
  );
end $$;
comment on function private.search_words(text) is
  'Distinct words of the folded query, at most eight; every one must match. Mirrors searchPatterns() of domain. Reads 200 characters.';
grant execute on function private.search_words(text) to anon, authenticated, service_role;

create function private.like_patterns(words text[]) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(array_agg('%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), '{}') from unnest(words) as word
  );
end $$;
comment on function private.like_patterns(text[]) is 'LIKE patterns that find words anywhere, with the characters special to LIKE taken literally.';
grant execute on function private.like_patterns(text[]) to anon, authenticated, service_role;

create function private.word_condition(words text[], subject text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(string_agg(format(case when length(word) >= 3 then '%1$s like $1[%2$s]'
      else '(%1$s like substr($1[%2$s], 2) or %1$s like ''%% '' || substr($1[%2$s], 2))' end, subject, place), ' and ' order by place), 'true')
    from unnest(words) with ordinality as listed (word, place)
  );
end $$;
comment on function private.word_condition(text[], text) is
  'SQL: every word in the folded column `subject`, where $1 are like_patterns(words); words of one or two letters match the beginning of a part.';
