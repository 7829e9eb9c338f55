-- Clean text ----------------------------------------------------------------------------------------------------------

-- Text of members is stored with visible characters only. cleanText in TypeScript has the same rules; supabase/tests compares them.

-- The characters are those that Unicode calls default-ignorable, spaces, and the braille blank; line breaks apart.
create function private.clean_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return (select case when lean ~ '[^\n\t-\r \u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    then lean else '' end
  from (
    select regexp_replace(normalize(private.collapse_marks(regexp_replace(replace(
        regexp_replace(left(value, 100000), '\r\n?|[\u2028\u2029\u0085]', E'\n', 'g'), E'\t', ' '),
      '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]', '', 'g')), nfc),
      '\n([ \u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*\n){3,}',
      E'\n\n\n', 'g')
  ) cleaned (lean));
end $$;
comment on function private.clean_text(text) is
  'Text without control characters and bidi overrides, line breaks as \n, tabs as spaces, at most 8 combining marks and two empty lines in a row, NFC; empty if nothing in it is visible. Reads 100,000 characters: twice what the longest field holds. Mirrors cleanText() of domain.';
grant execute on function private.clean_text(text) to anon, authenticated, service_role;

-- What JavaScript's \s and trim() treat as a space; PostgreSQL's \s depends on the collation.
create function private.trim_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return regexp_replace(value,
    '^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+|[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$', '', 'g');
end $$;
comment on function private.trim_text(text) is 'Text without any kind of space at its ends, as JavaScript''s trim().';
grant execute on function private.trim_text(text) to anon, authenticated, service_role;

create function private.clean_line(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select btrim(regexp_replace(private.clean_text(value),
    '[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'), ' ')
$$;
comment on function private.clean_line(text) is 'private.clean_text() for one line: any space becomes one space. Mirrors cleanLine() of domain.';
grant execute on function private.clean_line(text) to anon, authenticated, service_role;

-- Length before everything else ---------------------------------------------------------------------------------------

-- Unicode normalisation sorts combining marks by insertion: marks of two classes in turn cost the square of their number, 11 s
-- for 40 kB. So no text is normalised before runs of marks are cut, and none is read beyond what its field could ever hold.

create function private.collapse_marks(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  -- The first expression is cheap and false for all but a few texts: every mark is above U+02FF.
  return case when value ~ '[^\u0001-\u02ff]{9}' then regexp_replace(value, format('([%1$s]{8})[%1$s]+',
    '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670'
    '\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd'
    '\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903'
    '\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc\u09be-\u09cd\u09d7\u09e2\u09e3'
    '\u09fe-\u0a03\u0a3c-\u0a51\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0acd\u0ae2\u0ae3\u0afa-\u0b03\u0b3c'
    '\u0b3e-\u0b57\u0b62\u0b63\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c56\u0c62\u0c63\u0c81-\u0c83'
    '\u0cbc\u0cbe-\u0cd6\u0ce2\u0ce3\u0cf3-\u0d03\u0d3b\u0d3c\u0d3e-\u0d4d\u0d57\u0d62\u0d63\u0d81-\u0d83'
    '\u0dca-\u0ddf\u0df2\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18\u0f19\u0f35'
    '\u0f37\u0f39\u0f3e\u0f3f\u0f71-\u0f84\u0f86\u0f87\u0f8d-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060'
    '\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734'
    '\u1752\u1753\u1772\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885\u1886\u18a9\u1920-\u193b\u1a17-\u1a1b'
    '\u1a55-\u1a7f\u1ab0-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37'
    '\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff'
    '\u302a-\u302f\u3099\u309a\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c'
    '\ua880\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5'
    '\uaa29-\uaa36\uaa43\uaa4c\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf\uaac1\uaaeb-\uaaef\uaaf5'
    '\uaaf6\uabe3-\uabea\uabec\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\uff9e\uff9f\U000101fd\U000102e0'
    '\U00010376-\U0001037a\U00010a01-\U00010a0f\U00010a38-\U00010a3f\U00010ae5\U00010ae6\U00010d24-\U00010d27'
    '\U00010d69-\U00010d6d\U00010eab\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85'
    '\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073\U00011074\U0001107f-\U00011082'
    '\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145\U00011146\U00011173'
    '\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce\U000111cf\U0001122c-\U00011237'
    '\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b\U0001133c\U0001133e-\U0001134d'
    '\U00011357\U00011362-\U00011374\U000113b8-\U000113d0\U000113d2\U000113e1\U000113e2\U00011435-\U00011446'
    '\U0001145e\U000114b0-\U000114c3\U000115af-\U000115c0\U000115dc\U000115dd\U00011630-\U00011640'
    '\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U0001193e\U00011940\U00011942'
    '\U00011943\U000119d1-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e'
    '\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c3f'
    '\U00011c92-\U00011cb6\U00011d31-\U00011d45\U00011d47\U00011d8a-\U00011d97\U00011ef3-\U00011ef6\U00011f00'
    '\U00011f01\U00011f03\U00011f34-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f'
    '\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f92\U00016fe4-\U00016ff1\U0001bc9d'
    '\U0001bc9e\U0001cf00-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182'
    '\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c'
    '\U0001da75\U0001da84\U0001da9b-\U0001daaf\U0001e000-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae'
    '\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee\U0001e6ef\U0001e6f5'
    '\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef'
    ), '\1', 'g') else value end;
end $$;
comment on function private.collapse_marks(text) is
  'Text with at most 8 combining marks in a row. The marks: Unicode 17, general category M, and U+FF9E and U+FF9F, which NFKD turns into marks. Mirrors collapseMarks() of domain.';
grant execute on function private.collapse_marks(text) to anon, authenticated, service_role;

-- Refused by its bytes before anything looks at it. A character takes four at most, so no text within its limit is refused.

create function private.require_short(value text, most integer, which text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if octet_length(value) > 4 * most then perform private.refuse(which); end if;
end $$;
comment on function private.require_short(text, integer, text) is
  'Refuses a text whose bytes show that it has more than `most` characters, whatever cleaning would leave of it.';
grant execute on function private.require_short(text, integer, text) to anon, authenticated, service_role;

-- Names and titles are one line ---------------------------------------------------------------------------------------

-- Forms make them one; rows that are imported or written directly can contain line breaks, which calendars and feeds would pass on.
-- A trigger, not a constraint: whoever pastes a title with a line break means the title.
create function private.keep_one_line() returns trigger
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := to_jsonb(new);
  cleaned jsonb := '{}';
  field text;
begin
  foreach field in array tg_argv loop
    if given ->> field ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]' then
      cleaned := cleaned || jsonb_build_object(field, private.clean_line(given ->> field));
    end if;
  end loop;
  if cleaned <> '{}' then new := jsonb_populate_record(new, cleaned); end if;
  return new;
end $$;
comment on function private.keep_one_line() is 'Trigger (columns): line breaks and control characters in them become spaces or vanish, as cleanLine() of domain does.';
grant execute on function private.keep_one_line() to authenticated, service_role;
