-- Schemas and default rights ------------------------------------------------------------------------------------------

-- `private` holds what the API must not expose: security definer functions, job tables, search tables.
-- PostgREST serves only `public`; roles need USAGE here because policies call functions of this schema.
create schema private;
comment on schema private is 'Not served by the API: definer functions, triggers, jobs, search tables.';
grant usage on schema private to anon, authenticated, service_role;

-- Trigram search. Trusted since PostgreSQL 13, so no superuser is needed.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- Supabase's template grants the API roles ALL on everything new in `public`, and PostgreSQL grants EXECUTE to everyone.
-- Both defaults are revoked for what the migrating role creates, so that a forgotten revoke denies access instead of granting it.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.touch_updated_at() is 'Trigger: sets updated_at to the database''s time, whatever the client sends.';

create function private.berlin_day(instant timestamptz) returns date
language sql immutable strict parallel safe set search_path = '' as $$
  select (instant at time zone 'Europe/Berlin')::date
$$;
comment on function private.berlin_day(timestamptz) is 'Calendar day of an instant in Europe/Berlin.';

create function private.is_client() returns boolean
language sql stable set search_path = '' as $$
  select current_user in ('anon', 'authenticated')
$$;
comment on function private.is_client() is
  'Whether the statement comes from a person through the API. False inside definer functions, for the server and for jobs.';

grant execute on function private.berlin_day(timestamptz), private.is_client(), private.touch_updated_at() to anon, authenticated, service_role;

-- Sort keys, search keys and slugs ------------------------------------------------------------------------------------

-- The same rules exist in TypeScript (searchFold, slugify); supabase/tests compares them.

-- One step after another, as in searchFold(): NFKD without accents, lower case, ligatures, letters, spaces, digraphs.
create function private.search_fold(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare folded text;
begin
  folded := translate(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZÆŒØŁĐÐÞẞĦŊƏŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЈЉЊЋЏЅ',
    'abcdefghijklmnopqrstuvwxyzæœøłđðþßħŋəŧαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяєіґђјљњћџѕ');
  folded := replace(folded, 'ß', 'ss');
  folded := replace(folded, 'æ', 'ae');
  folded := replace(folded, 'œ', 'oe');
  folded := replace(folded, 'þ', 'th');
  folded := replace(folded, 'ŋ', 'ng');
  folded := replace(folded, 'ου', 'ou');
  folded := replace(folded, 'αυ', 'av');
  folded := replace(folded, 'ευ', 'ev');
  folded := replace(folded, 'θ', 'th');
  folded := replace(folded, 'χ', 'ch');
  folded := replace(folded, 'ψ', 'ps');
  folded := replace(folded, 'ж', 'zh');
  folded := replace(folded, 'х', 'kh');
  folded := replace(folded, 'ц', 'ts');
  folded := replace(folded, 'ч', 'ch');
  folded := replace(folded, 'ш', 'sh');
  folded := replace(folded, 'щ', 'shch');
  folded := replace(folded, 'ю', 'yu');
  folded := replace(folded, 'я', 'ya');
  folded := replace(folded, 'є', 'ye');
  folded := replace(folded, 'љ', 'lj');
  folded := replace(folded, 'њ', 'nj');
  folded := replace(folded, 'џ', 'dz');
  folded := replace(folded, 'ъ', '');
  folded := replace(folded, 'ь', '');
  folded := translate(folded,
    'ıøłđðħəŧαβγδεζηικλμνξοπρσςτυφωабвгдезиклмнопрстуфыэіґђјћѕ’‘‛ʼ‐‒–—−',
    'iolddhetavgdeziiklmnxoprsstyfoabvgdeziklmnoprstufyeigdjcs''''''''-----');
  folded := btrim(regexp_replace(folded, '[ \t\n\v\f\r\u0085\u1680\u2028\u2029]+', ' ', 'g'), ' ');
  return regexp_replace(folded, '([aou])e+', '\1', 'g');
end $$;
comment on function private.search_fold(text) is
  'Search and sort key of a text: "Müller", "mueller" and "MULLER" give "muller". Mirrors searchFold() of domain.';

create function private.letter_of(folded text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case when folded ~ '^[a-z]' then translate(left(folded, 1), 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') else '#' end
$$;
comment on function private.letter_of(text) is 'Index letter A–Z or # of a folded name.';

-- Spelled out instead of lower(): what lower() does to Ä depends on the collation of the database.
create function private.slugify(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare slug text;
begin
  slug := translate(normalize(value, nfc), 'ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜẞÆŒØŁĐÐÞĦŊƏ', 'abcdefghijklmnopqrstuvwxyzäöüßæœøłđðþħŋə');
  slug := replace(replace(replace(replace(slug, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss');
  slug := replace(replace(replace(slug, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  slug := translate(slug, 'øłđðıħŋə', 'olddihne');
  slug := translate(normalize(slug, nfkd), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz');
  slug := regexp_replace(slug, '[ \t\n\v\f\r\u1680\u2028\u2029\ufeff_]+', '-', 'g');
  slug := regexp_replace(slug, '[^a-z0-9-]', '', 'g');
  return btrim(regexp_replace(slug, '-+', '-', 'g'), '-');
end $$;
comment on function private.slugify(text) is 'Slug of a name or title (docs/product/stars.md). Mirrors slugify() of domain. Empty when nothing is left of the text.';

-- Generated keys and triggers call these with the rights of the writer.
grant execute on function private.search_fold(text), private.letter_of(text), private.slugify(text) to anon, authenticated, service_role;

-- Clean text ----------------------------------------------------------------------------------------------------------

-- Text of members is stored with visible characters only. cleanText in TypeScript has the same rules; supabase/tests compares them.

create function private.clean_text(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select normalize(regexp_replace(replace(regexp_replace(value, '\r\n?|[\u2028\u2029\u0085]', E'\n', 'g'), E'\t', ' '),
    '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]', '', 'g'), nfc)
$$;
comment on function private.clean_text(text) is
  'Text without control characters and bidi overrides, line breaks as \n, tabs as spaces, NFC. Mirrors cleanText() of domain.';

-- What JavaScript's \s and trim() treat as a space; PostgreSQL's \s depends on the collation.
create function private.trim_text(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(value,
    '^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+|[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$', '', 'g')
$$;
comment on function private.trim_text(text) is 'Text without any kind of space at its ends, as JavaScript''s trim().';

create function private.clean_line(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select btrim(regexp_replace(private.clean_text(value),
    '[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'), ' ')
$$;
comment on function private.clean_line(text) is 'private.clean_text() for one line: any space becomes one space. Mirrors cleanLine() of domain.';

grant execute on function private.clean_text(text), private.trim_text(text), private.clean_line(text) to anon, authenticated, service_role;

create function private.is_web_address(value text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select value ~* '^https?://[^/?#\\@\s]+([/?#\\].*)?$'
$$;
comment on function private.is_web_address(text) is 'http(s) with a host and without credentials. Mirrors safeHref() of domain.';

create function private.refuse(message text, why text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception '%', message using errcode = '23514', hint = why;
end $$;
comment on function private.refuse(text, text) is 'Raises SQLSTATE 23514 with a sentence for the reader and a hint for the program.';

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

create function private.page_limit(value integer, standard integer default 24, most integer default 100) returns integer
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case when value < 1 then standard else least(coalesce(value, standard), most) end;
end $$;
comment on function private.page_limit(integer, integer, integer) is 'Rows of one page: the default when none or less than 1 is asked for, never more than the maximum.';

create function private.as_uuid(value text) returns uuid
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return case when value ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then value::uuid end;
end $$;
comment on function private.as_uuid(text) is 'The text as a uuid, or null.';

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

create function private.berlin_now() returns timestamp
language plpgsql stable parallel safe set search_path = '' as $$
begin
  return now() at time zone 'Europe/Berlin';
end $$;
comment on function private.berlin_now() is 'The wall clock in Europe/Berlin, to compare with event_date + event_time.';

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

create function private.like_patterns(words text[]) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(array_agg('%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), '{}') from unnest(words) as word
  );
end $$;
comment on function private.like_patterns(text[]) is 'LIKE patterns that find words anywhere, with the characters special to LIKE taken literally.';

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

grant execute on function private.cursor_of(text[]), private.cursor_parts(text, text[]), private.page_limit(integer, integer, integer),
  private.as_uuid(text), private.as_day(text), private.berlin_now(), private.search_words(text), private.like_patterns(text[])
  to anon, authenticated, service_role;
