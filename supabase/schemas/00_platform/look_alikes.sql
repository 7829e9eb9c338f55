-- What is not seen, and what looks like a letter ------------------------------------------------------------------------

-- "kry​pto" with something invisible inside and "крурto" in Cyrillic letters are read as "krypto".

create function private.without_hidden(value text, blank text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  -- Unicode's Default_Ignorable_Code_Point without accents; some of them, and the empty pattern of Braille, take the room of a blank.
  return case when value !~ '[^\u0001-\u00ac\u00ae-\u02ff\u2010-\u2027\u20ac]' then value else regexp_replace(regexp_replace(value,
    '[\u115f\u1160\u2800\u3164\uffa0]', blank, 'g'),
    '[\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufff8'
    '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g') end;
end $$;
comment on function private.without_hidden(text, text) is 'A text without characters that show as nothing, and with `blank` for those that show as an empty space.';
grant execute on function private.without_hidden(text, text) to anon, authenticated, service_role;

create function private.in_latin(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  -- Letters that decompose to Latin ones are left to folding. From Unicode's confusables (UTS 39), and small capitals, Cyrillic and signs that
  -- are used for the letter they resemble; of scripts that look like Latin only.
  select case when value !~ '[^\u0001-\u00a1\u00aa\u00ac\u00ad\u00af-\u017f\u0300-\u036f\u2010-\u2027\u20ac\u2600-\u27bf\U0001f000-\U0001faff]' then value
    else normalize(translate(normalize(value, nfkd),
    'ɑΑαАаᎪᗅᴀꓮƀƂƃƄɓʙΒβБВЬвьѢѣҌҍᏏᏴᖯᗷꓐꞴ¢©ȼςСсҪҫᏟᴄⲤⲥꓚꮯƉƌɖɗԁᎠᏧᑯᗞᗪᴅꓒꓓɆɇΕΣεЄЕеєҽҿᎬᴇꓰꬲƑƒϜғքᖴᵮẝꓝꞘꞙꬵƍǤǥɠɡɢԌցᏀᏳᶃꓖɦʜΗНнђћҢһӇӉհ'
    'ᎻᏂᏲᕼⱧⲎꓧꚕɨɩɪιіӏᎥᵻᵼꙇꭵɈɉͿϳЈјᎫᒍᴊꓙꞲƙΚκКкҚҞᏦᴋⱩⲔꓗꝀƖƗƚǀɫɭʟΙІӀᏞᒪⲒⳐꓡꓲΜϺМмӍᎷᗰᴍⲘꓟƝƞɳɴΝηπИПпոռᵰⲚꓠƟɵΘΟθοσОоѲѳӨөՕօᎾᏫᴏᴑⲞⲟ〇ꓳꝊꝋꬽ'
    'ꬾꭴꮎꮻƥΡρРрᏢᑭᴘᵽⲢⲣꓑʠԛգզ®ƦɍɼɽʀЯгяґᎡᏒᖇᴦᵲⲅꓣꭇꭈꮁƽʂЅѕՏᏕᏚᵴꓢꜱꮪƭƮȾΤτТтҬᎢᴛᵵⲦꓔɄʋμυиՍսᏌᑌᴜᵾꓴꞟꭎꭒꮜνѴѵᏙᐯᴠꓦꮩɯωШшѡѽԜԝաᎳᏔᴡ₩ꓪꝡꮃΧχХхҲᕁ'
    'ᕽ᙭᙮ⲬꓫꞳ¥ƴɎɏɣʏΥγУуҮүҰұᎩᎽᶌỿⲨꓬꭚƵƶȤȥʐΖᏃᴢᵶꓜꮓ',
    'aaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbccccccccccccccdddddddddddddeeeeeeeeeeeeeeeffffffffffffgggggggggggghhhhhhhhhhhh'
    'hhhhhhhhiiiiiiiiiiijjjjjjjjjjjkkkkkkkkkkkkkllllllllllllllllmmmmmmmmmmnnnnnnnnnnnnnnnoooooooooooooooooooooooooo'
    'ooooppppppppppppqqqqrrrrrrrrrrrrrrrrrrrrssssssssssstttttttttttttuuuuuuuuuuuuuuuuvvvvvvvvwwwwwwwwwwwwwwwwxxxxxx'
    'xxxxxxyyyyyyyyyyyyyyyyyyyyyzzzzzzzzzzz'), nfc) end
$$;
comment on function private.in_latin(text) is 'A text with the Latin letters that its letters of other scripts look like: "Mοderation" with a Greek ο. Not a transliteration.';
grant execute on function private.in_latin(text) to anon, authenticated, service_role;

create function private.unescaped(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  plain text := value;
  escape text;
begin
  if value !~ '%[2-9a-fA-F]' then return value; end if;
  -- Only what is a character of UTF-8: the rest stays as it is, instead of failing.
  for escape in select distinct m[1] from regexp_matches(value, '(%[2-7][0-9a-f]|%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]'
    '|%e[1-9abcef](?:%[89ab][0-9a-f]){2}|%f0%[9ab][0-9a-f](?:%[89ab][0-9a-f]){2})', 'gi') m loop
    plain := replace(plain, escape, convert_from(decode(replace(escape, '%', ''), 'hex'), 'UTF8'));
  end loop;
  return plain;
end $$;
comment on function private.unescaped(text) is 'A text with the percent-escapes of its addresses undone: "kr%79pto" is krypto.';
grant execute on function private.unescaped(text) to anon, authenticated, service_role;
