-- Text of members as it is stored: visible characters only. The rules live in domain/src/text/sanitize-text.ts; supabase/tests compares the two.

create function private.clean_text(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select normalize(regexp_replace(replace(regexp_replace(value, '\r\n?|[\u2028\u2029\u0085]', E'\n', 'g'), E'\t', ' '),
    '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]', '', 'g'), nfc)
$$;
comment on function private.clean_text(text) is
  'Text without control characters and bidi overrides, line breaks as \n, tabs as spaces, NFC. Mirrors cleanText() in domain/src/text/sanitize-text.ts.';

-- What \s and trim() take for a space in JavaScript; PostgreSQL's \s depends on the collation.
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
comment on function private.clean_line(text) is 'private.clean_text() for one line: any space becomes one space. Mirrors cleanLine() in domain/src/text/sanitize-text.ts.';

grant execute on function private.clean_text(text), private.trim_text(text), private.clean_line(text) to anon, authenticated, service_role;
