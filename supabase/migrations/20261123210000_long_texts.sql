-- Length before everything else ----------------------------------------------------------------------------------------

-- Unicode normalisation sorts combining marks by insertion: marks of two classes in turn cost the square of their number, 11 s
-- for 40 kB. So no text is normalised before runs of marks are cut, and none is read beyond what its field could ever hold.

create function private.collapse_marks(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  -- The first expression is cheap and false for all but a few texts: every mark is above U+02FF.
  select case when value ~ '[^\u0001-\u02ff]{9}' then regexp_replace(value, format('([%1$s]{8})[%1$s]+',
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
    ), '\1', 'g') else value end
$$;
comment on function private.collapse_marks(text) is
  'Text with at most 8 combining marks in a row. The marks: Unicode 17, general category M, and U+FF9E and U+FF9F, which NFKD turns into marks. Mirrors collapseMarks() of domain.';

create or replace function private.clean_text(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select normalize(private.collapse_marks(regexp_replace(replace(
      regexp_replace(left(value, 100000), '\r\n?|[\u2028\u2029\u0085]', E'\n', 'g'), E'\t', ' '),
    '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]', '', 'g')), nfc)
$$;
comment on function private.clean_text(text) is
  'Text without control characters and bidi overrides, line breaks as \n, tabs as spaces, at most 8 combining marks in a row, NFC. Reads 100,000 characters: twice what the longest field holds. Mirrors cleanText() of domain.';

create or replace function private.search_fold(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare folded text;
begin
  folded := translate(regexp_replace(normalize(private.collapse_marks(left(value, 20000)), nfkd),
      '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'),
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
  'Search and sort key of a text: "Müller", "mueller" and "MULLER" give "muller". Reads 20,000 characters. Mirrors searchFold() of domain.';

create or replace function private.slugify(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare slug text;
begin
  slug := translate(normalize(private.collapse_marks(left(value, 2000)), nfc),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜẞÆŒØŁĐÐÞĦŊƏ', 'abcdefghijklmnopqrstuvwxyzäöüßæœøłđðþħŋə');
  slug := replace(replace(replace(replace(slug, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss');
  slug := replace(replace(replace(slug, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  slug := translate(slug, 'øłđðıħŋə', 'olddihne');
  slug := translate(normalize(slug, nfkd), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz');
  slug := regexp_replace(slug, '[ \t\n\v\f\r\u1680\u2028\u2029\ufeff_]+', '-', 'g');
  slug := regexp_replace(slug, '[^a-z0-9-]', '', 'g');
  return btrim(regexp_replace(slug, '-+', '-', 'g'), '-');
end $$;
comment on function private.slugify(text) is
  'Slug of a name or title (docs/product/stars.md), of its first 2,000 characters. Mirrors slugify() of domain. Empty when nothing is left of the text.';

create or replace function private.typed_nickname(typed text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select normalize(btrim(private.collapse_marks(left(typed, 200))), nfc) $$;

grant execute on function private.collapse_marks(text) to anon, authenticated, service_role;

-- Refused by its bytes before anything looks at it. A character takes four at most, so no text within its limit is refused.

create function private.require_short(value text, most integer, message text, why text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if octet_length(value) > 4 * most then perform private.refuse(message, why); end if;
end $$;
comment on function private.require_short(text, integer, text, text) is
  'Refuses a text whose bytes show that it has more than `most` characters, whatever cleaning would leave of it.';
grant execute on function private.require_short(text, integer, text, text) to anon, authenticated, service_role;

create or replace function private.clean_post() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() then
    perform private.require_short(new.title, 140, 'Der Titel hat 8 bis 140 Zeichen.', 'title_length');
    perform private.require_short(new.content, 5000, 'Der Text hat höchstens 5.000 Zeichen.', 'content_length');
  end if;
  new.title := private.clean_line(new.title);
  new.content := private.trim_text(private.clean_text(new.content));
  return new;
end $$;

create or replace function private.clean_comment() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() then perform private.require_short(new.content, 2000, 'Höchstens 2.000 Zeichen.', 'comment_length'); end if;
  new.content := private.trim_text(private.clean_text(new.content));
  if private.is_client() and new.content = '' then perform private.refuse('Schreib erst was.', 'comment_empty'); end if;
  if private.is_client() and char_length(new.content) > 2000 then
    perform private.refuse('Höchstens 2.000 Zeichen.', 'comment_length');
  end if;
  return new;
end $$;

create or replace function private.check_source() returns trigger
language plpgsql set search_path = '' as $$
declare refusal constant text := 'Das ist keine Web-Adresse. Sie beginnt mit https:// oder http://.';
begin
  perform private.require_short(new.source_url, 500, refusal, 'source_url_invalid');
  new.source_url := nullif(private.clean_line(new.source_url), '');
  if new.source_url is not null and (char_length(new.source_url) > 500 or not private.is_web_address(new.source_url)) then
    perform private.refuse(refusal, 'source_url_invalid');
  end if;
  return new;
end $$;

create or replace function private.check_option() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() then
    perform private.require_short(new.text, 80, 'Eine Antwort hat 1 bis 80 Zeichen.', 'option_length');
  end if;
  new.text := private.clean_line(new.text);
  if private.is_client() and char_length(new.text) not between 1 and 80 then
    perform private.refuse('Eine Antwort hat 1 bis 80 Zeichen.', 'option_length');
  end if;
  return new;
end $$;

create or replace function public.file_appeal(p_decision uuid, p_message text) returns jsonb
language plpgsql set search_path = '' as $$
declare message text;
begin
  perform private.require_short(p_message, 2000, 'Höchstens 2.000 Zeichen.', 'message_length');
  message := private.trim_text(private.clean_text(coalesce(p_message, '')));
  if message = '' then perform private.refuse('Schreib, warum du anderer Meinung bist.', 'message_missing'); end if;
  if char_length(message) > 2000 then perform private.refuse('Höchstens 2.000 Zeichen.', 'message_length'); end if;
  insert into public.appeals (moderation_action_id, message) values (p_decision, message) on conflict do nothing;
  return jsonb_build_object('state', case when found then 'filed' else 'known' end);
end $$;

create or replace function public.update_own_profile(p_bio text, p_avatar_path text) returns jsonb
language plpgsql set search_path = '' as $$
declare answer jsonb;
begin
  if char_length(p_bio) > 500 then
    raise exception 'Der Text über dich darf höchstens 500 Zeichen haben.' using errcode = '23514', hint = 'bio_too_long';
  end if;
  -- The name of an object in the bucket: `avatars/{member}/{uuid}.webp`.
  perform private.require_short(p_avatar_path, 500, 'Dieses Bild ist nicht hochgeladen.', 'avatar_missing');
  update public.profiles p set bio = nullif(btrim(p_bio, E' \n\t'), ''), avatar_url = private.avatar_address(nullif(p_avatar_path, ''))
    where p.id = (select auth.uid()) returning private.own_profile_of(p) into answer;
  return answer;
end $$;
