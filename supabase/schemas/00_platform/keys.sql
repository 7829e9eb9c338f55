-- Sort keys, search keys and slugs ------------------------------------------------------------------------------------

-- The same rules exist in TypeScript (searchFold, slugify); supabase/tests compares them.

-- One step after another, as in searchFold(): NFKD without accents, lower case, ligatures, letters, spaces, digraphs.
create function private.search_fold(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare folded text;
begin
  -- Most names are plain letters, of which only capitals, blanks and digraphs change.
  if value ~ '^[ -~]*$' then
    folded := btrim(regexp_replace(translate(left(value, 20000), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'), ' +', ' ', 'g'), ' ');
    return regexp_replace(folded, '([aou])e+', '\1', 'g');
  end if;
  folded := translate(regexp_replace(private.without_hidden(normalize(private.collapse_marks(left(value, 20000)), nfkd), ''),
      '[\u0300-\u036f]', '', 'g'),
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
grant execute on function private.search_fold(text) to anon, authenticated, service_role;

create function private.letter_of(folded text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case when folded ~ '^[a-z]' then translate(left(folded, 1), 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') else '#' end
$$;
comment on function private.letter_of(text) is 'Index letter A–Z or # of a folded name.';
grant execute on function private.letter_of(text) to anon, authenticated, service_role;

-- Spelled out instead of lower(): what lower() does to Ä depends on the collation of the database.
create function private.slugify(value text) returns text
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
grant execute on function private.slugify(text) to anon, authenticated, service_role;

create function private.short_slug(value text, most integer) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select rtrim(left(private.slugify(value), most), '-')
$$;
comment on function private.short_slug(text, integer) is
  'Slug of a name whose letters may become more than the column of slugs holds: ü two, ﬃ three. Mirrors shortSlug() of domain.';
grant execute on function private.short_slug(text, integer) to anon, authenticated, service_role;
