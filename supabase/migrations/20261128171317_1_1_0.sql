-- From the schemas (npm run db:migration).

set check_function_bodies = off;

drop trigger comment_reactions_notify on public.comment_reactions;

drop trigger poll_options_review on public.poll_options;

drop trigger post_reactions_notify on public.post_reactions;

drop trigger post_rumors_review on public.post_rumors;

drop trigger reports_05_rate on public.reports;

drop trigger reports_06_guest_rate on public.reports;

drop trigger reports_80_confirmation on public.reports;

drop trigger stars_search_new on public.stars;

drop policy "members read those of visible comments" on public.comment_reactions;

drop policy "staff record" on public.moderation_actions;

drop policy "own read" on public.notifications;

drop policy "authors add before the first vote" on public.poll_options;

drop policy "authors change before the first vote" on public.poll_options;

drop policy "authors remove before the first vote" on public.poll_options;

drop policy "members read those of visible posts" on public.post_reactions;

drop policy "authors set the source, staff the status" on public.post_rumors;

drop policy "guests report" on public.reports;

drop policy "members report" on public.reports;

drop policy "members change their vote" on public.rumor_votes;

drop policy "members vote on approved rumors" on public.rumor_votes;

drop policy "members add own avatars" on storage.objects;

drop policy "members list own avatars" on storage.objects;

drop policy "members remove own avatars" on storage.objects;

alter table private.mail_outbox drop constraint mail_outbox_template_check;

alter table private.member_ranks drop constraint member_ranks_chart_check;

alter table private.notification_actors drop constraint notification_actors_pkey;

alter table public.notification_preferences drop constraint notification_preferences_type_check;

alter table public.notifications drop constraint notifications_type_check;

alter table public.reports drop constraint reports_one_target;

alter table public.reports drop constraint reports_target_type_check;

drop function private.admin_activity_page(uuid,text,integer);

drop function private.admin_apply_import(jsonb,boolean);

drop function private.apply_import(jsonb,boolean);

drop function private.ask_for_confirmation();

drop function private.claim_mails(integer);

drop function private.count_on_post(uuid,integer,integer,integer,integer,timestamptz);

drop function private.import_social(jsonb,boolean);

drop function private.moderate_case(uuid,uuid,text,text,text,text,integer,text,boolean);

drop function private.review_again(uuid);

drop function private.review_part();

drop function private.set_poll_options(uuid,text[]);

drop function private.throttle_guest_report();

drop function public.admin_activity_page(uuid,text,integer);

drop function public.admin_apply_import(jsonb,boolean);

drop function public.admin_decide_posts(uuid[],timestamptz[],text,text);

drop function public.admin_import_social(text,boolean);

drop function public.calendar_feed(text);

drop function public.claim_mails(integer);

drop function public.create_post(uuid,text,text,text,uuid[],text,text[],timestamptz);

drop function public.format_events(text,text,integer);

drop function public.moderate_case(uuid,uuid,text,text,text,text,integer,text,boolean);

drop function public.posts_feed();

drop function public.set_notification_setting(text,boolean);

drop function public.update_post(uuid,text,text,uuid[],text,text[],timestamptz);

drop index private.tagged_posts_created;

drop index public.comments_latest;

alter publication supabase_realtime drop table public.comment_reactions;

alter publication supabase_realtime drop table public.star_scores;

-- A text changes in one function only: it keeps the version before, marks the post, and sets a decided rumor back, so that nobody
-- rewrites a rumor under its "Bestätigt" (docs/decisions/052-changed-posts.md).

create type private.post_text as (
  title text, content text, tags uuid[], source_url text, options text[], poll_ends_at timestamptz
);

create type private.news as (
  member uuid, type text, target uuid, wish text, title text, message text, several text, data jsonb, post uuid, actor uuid
);

-- The same rules exist in TypeScript (searchFold, slugify); supabase/tests compares them.

-- One step after another, as in searchFold(): NFKD without accents, lower case, ligatures, letters, spaces, digraphs.
create or replace function private.search_fold(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare folded text;
begin
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

-- Spelled out instead of lower(): what lower() does to Ä depends on the collation of the database.
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

-- Stricter than how an address begins: a host that everybody can reach, and nothing that shows another one than it opens.
create or replace function private.is_web_address(value text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select value !~ '[\u0001-\u0020\u007f-\u00a0\u00ad\u061c\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\\]'
    and value ~* '^https?://([^\s/?#@:.\[\]%\uff00-\uffef\u3002]+\.)+[^\s/?#@:.\[\]%0-9\uff00-\uffef\u3002][^\s/?#@:.\[\]%\uff00-\uffef\u3002]+(:[0-9]{1,5})?([/?#].*)?$'
    and value !~* '^https?://[^/?#]+\.(localhost|local|internal|intranet|lan|home|corp|arpa)(:[0-9]{1,5})?([/?#].*)?$'
$$;

-- The functions of staff check what they save; these triggers check what is written directly. Triggers, not constraints: a row from
-- before keeps what it has, and a constraint would refuse every later change of it.

create function private.check_links() returns trigger
language plpgsql set search_path = '' as $$
declare
  given constant text := to_jsonb(new) ->> tg_argv[0];
  former constant text := case when tg_op = 'UPDATE' then to_jsonb(old) ->> tg_argv[0] end;
  refusal constant text := 'Das ist keine öffentliche Web-Adresse. So sieht eine aus: https://www.rtl.de/sendung';
begin
  if not private.is_client() or given is not distinct from former then return new; end if;
  perform private.require_short(given, 500, refusal, 'url_invalid');
  if not private.is_web_address(given) then perform private.refuse(refusal, 'url_invalid'); end if;
  return new;
end $$;

create function private.first_link(content text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare found text;
begin
  if position('https://' in content) = 0 then return null; end if;
  -- Not one that a spoiler hides.
  found := substring(private.plain_text(content) from 'https://[^[:space:]<>"„“”«»`\\^{}|]+');
  -- A closing bracket belongs to an address that has opened one.
  return nullif(rtrim(found, '.,;:!?''*_~]…' || case when position('(' in found) = 0 then ')' else '' end), '');
end $$;

create function private.links_of(post uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select l.url from (
      select distinct on (x.url) x.url, x.place from (
        select private.first_link(p.content) as url, 1 as place from public.community_posts p where p.id = post
        union all
        select r.source_url, 2 from public.post_rumors r where r.post_id = post) x
      where x.url like 'https://%' and octet_length(x.url) <= 500
      order by x.url, x.place
    ) l order by l.place)
$$;

create function private.links_in(shown text) returns integer
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_count(shown, 'https?://[^[:space:]]|(^|[^[:alnum:]@._/-])www\.[[:alnum:]-]+\.[[:alpha:]]', 1, 'i')
$$;

-- "kry​pto" with something invisible inside and "крурto" in Cyrillic letters are read as "krypto".

create function private.without_hidden(value text, blank text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  -- Unicode's Default_Ignorable_Code_Point without accents; some of them, and the empty pattern of Braille, take the room of a blank.
  select case when value !~ '[^\u0001-\u00ac\u00ae-\u02ff\u2010-\u2027\u20ac]' then value else regexp_replace(regexp_replace(value,
    '[\u115f\u1160\u2800\u3164\uffa0]', blank, 'g'),
    '[\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufff8'
    '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g') end
$$;

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

-- Limits count networks: an IPv6 subscriber has 2^64 addresses, so that each address with limits of its own would have none.

create function private.network_of(given text, bits integer default 64) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare address inet;
begin
  address := split_part(btrim(left(given, 100)), '%', 1)::inet;
  if family(address) = 4 then return host(address); end if;
  address := set_masklen(address, 128);
  -- The last 32 bits are an IPv4 address: mapped (RFC 4291, 2.5.5.2) or translated by NAT64 (RFC 6052).
  if address << '::ffff:0:0/96' then return host('0.0.0.0'::inet + (address - '::ffff:0:0'::inet)); end if;
  if address << '64:ff9b::/96' then return host('0.0.0.0'::inet + (address - '64:ff9b::'::inet)); end if;
  return network(set_masklen(address, bits))::text;
exception when invalid_text_representation then
  return btrim(left(given, 100));
end $$;

create function private.mailbox_of(email text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case when parts.domain in ('gmail.com', 'googlemail.com') then replace(parts.name, '.', '') || '@gmail.com'
    else parts.name || '@' || parts.domain end
  from (
    select regexp_replace(split_part(given.address, '@', 1), '\+.*$', '') as name, split_part(given.address, '@', 2) as domain
    from (select lower(btrim(email)) as address) given
  ) parts
$$;

create function private.check_pictures() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() then
    perform private.check_picture(to_jsonb(new) ->> tg_argv[0], case when tg_op = 'UPDATE' then to_jsonb(old) ->> tg_argv[0] end);
  end if;
  return new;
end $$;

create function private.text_pictures(body text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select distinct m[1] from regexp_matches(body, '/storage/v1/object/public/pictures/(news/[0-9a-f-]{36}\.webp)', 'g') m
$$;

create function private.check_text_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from private.text_pictures(new.body) p (name)
    where (tg_op = 'INSERT' or p.name not in (select o.name from private.text_pictures(old.body) o (name)))
      and not exists (select from storage.objects o where o.bucket_id = 'pictures' and o.name = p.name)) then
    raise exception 'Dieses Bild ist nicht hochgeladen.' using errcode = '23514', hint = 'picture_missing';
  end if;
  return new;
end $$;

create function private.delete_unused_pictures() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- supabase/storage, pull request 817: the setting.
  perform set_config('storage.allow_delete_query', 'true', true);
  with used as materialized (
    select split_part(s.avatar_url, '/pictures/', 2) as name from public.stars s where s.avatar_url is not null
    union select split_part(n.image_url, '/pictures/', 2) from public.news n where n.image_url is not null
    union select p.name from public.news n cross join lateral private.text_pictures(n.body) p (name)
    -- An earlier text can be taken back; its pictures stay as long as what lies in the bin.
    union select p.name from private.news_versions v cross join lateral private.text_pictures(v.body) p (name)
      where private.restorable_until(v.replaced_at) > now()
    union select split_part(coalesce(r.content ->> 'avatar_url', r.content ->> 'image_url', ''), '/pictures/', 2)
      from private.binned_rows r where r.table_name in ('public.stars', 'public.news')
    union select p.name from private.binned_rows r cross join lateral private.text_pictures(r.content ->> 'body') p (name)
      where r.table_name in ('public.news', 'private.news_versions')
  )
  delete from storage.objects o where o.bucket_id = 'pictures' and split_part(o.name, '/', 1) in ('stars', 'news')
    and o.created_at < now() - interval '30 days' and not exists (select from used u where u.name = o.name);
  perform set_config('storage.allow_delete_query', 'false', true);
end $$;

create or replace function private.use_quota(quota text, allowed integer) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.use_quota(quota, allowed, 1);
end $$;

-- Guests' events are counted by the web server; members wrote 4 kB a row without end.

create function private.use_quota(quota text, allowed integer, times integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := auth.uid();
  this_slot timestamptz := date_bin('30 seconds', now(), timestamptz '2000-01-01');
  used integer;
begin
  if member is null or times = 0 then return; end if;
  perform private.in_turn();
  insert into private.rate_counts as counts (user_id, kind, slot, uses) values (member, quota, this_slot, times)
    on conflict (user_id, kind, slot) do update set uses = counts.uses + times
    returning uses into used;
  -- The first of a slot clears what is over.
  if used = times then
    delete from private.rate_counts where user_id = member and kind = quota and slot <= this_slot - interval '5 minutes';
  end if;
  select sum(uses) into used from private.rate_counts
    where user_id = member and kind = quota and slot > this_slot - interval '5 minutes';
  if used > allowed then
    -- PostgREST turns SQLSTATE PGRST into this status, header and body (docs: "Raise errors with HTTP status codes").
    raise sqlstate 'PGRST' using
      message = '{"code":"PT429","message":"Das war zu viel auf einmal. Bitte warte ein paar Minuten.","details":null,"hint":"rate_limited"}',
      detail = '{"status":429,"headers":{"Retry-After":"300"}}';
  end if;
end $$;

create function private.limit_rows() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() then
    perform private.use_quota(tg_argv[0], private.quota_of(tg_argv[0], tg_argv[1]::integer), (select count(*)::integer from written));
  end if;
  return null;
end $$;

-- Requests that come at once would each count before the others have committed: 18 comments where ten are allowed.
create function private.in_turn() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null then perform pg_advisory_xact_lock(hashtextextended('writes of ' || auth.uid(), 0)); end if;
end $$;

create function private.take_turn() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.in_turn();
  return new;
end $$;

-- Posts and comments may contain a little markup and spoilers (docs/product/posts.md). No list, feed, head, notification or push
-- shows what a spoiler hides.

create function private.plain_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  -- Most texts have none of the marks.
  if value !~ '[|*_>]' then return value; end if;
  return private.shown_text(value, false);
end $$;

create function private.excerpt(value text, most integer) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select left(private.plain_text(value), most) $$;

create function private.shown_text(post uuid) returns private.post_text
language sql stable security definer set search_path = '' as $$
  select coalesce((select private.text_of_revision(v) from private.post_revisions v where v.post_id = p.id), private.text_of(p.id))
  from public.community_posts p where p.id = post and p.author_id = auth.uid() and private.is_proven()
$$;

create function private.without_marks(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select replace(lower(regexp_replace(normalize(private.without_hidden(value, ''), nfkd), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss')
$$;

create function private.unmasked(folded text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  digits constant text[] := '{0o,1i,3e,4a,5s}';
  plain text := folded;
  pair text;
begin
  foreach pair in array digits loop
    plain := regexp_replace(plain, '([a-z])' || left(pair, 1) || '(?=[a-z])', '\1' || right(pair, 1), 'g');
  end loop;
  plain := regexp_replace(plain, '\m(\w)[ .*_-]+(?=\w\M)', '\1', 'g');
  return regexp_replace(plain, '([a-z])[.*_]+(?=[a-z])', '\1', 'g');
end $$;

create function private.plain_words(given text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select array_to_string(private.words_of(private.search_fold(given)), ' ')
$$;

create function private.words_said(said text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ 
  -- "krypt0" and "k1ick" say krypto and klick; 1 is i in "1nvest".
  select concat(' ', read.words, case when read.words ~ '[a-z][013457]|[013457][a-z]'
    then concat(' § ', translate(read.words, '013457', 'oieast'), ' § ', translate(read.words, '013457', 'oleast')) end, ' ')
  from (select private.plain_words(private.text_said(said)) as words offset 0) read
$$;

create function private.said_in(post uuid) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(' ', p.title, p.content, private.answers_of(p.id), (select r.source_url from public.post_rumors r where r.post_id = p.id))
  from public.community_posts p where p.id = post
$$;

create function private.marks_off(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select regexp_replace(value, '\*+|\|\|', '', 'g') $$;

-- One function knows the marks, and one says all that somebody may read in a text: rules, search, the team's search for comments and
-- excerpts must not differ in it.

create function private.shown_text(value text, opened boolean) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare shown text;
begin
  shown := regexp_replace(value, '\|\|(.+?)\|\|', case when opened then '\1' else '[Spoiler]' end, 'g');
  shown := regexp_replace(shown, '^(?:> ?)+', '', 'gn');
  shown := regexp_replace(shown, '\*\*([^*\n]+)\*\*', '\1', 'g');
  shown := regexp_replace(shown, '(^|[ \n("„»])\*([^*_ \n](?:[^*_\n]*[^*_ \n])?)\*(?=$|[ \n.,;:!?)"“«…])', '\1\2', 'gn');
  return regexp_replace(shown, '(^|[ \n("„»])_([^*_ \n](?:[^*_\n]*[^*_ \n])?)_(?=$|[ \n.,;:!?)"“«…])', '\1\2', 'gn');
end $$;

create function private.text_said(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  typed constant text := private.without_hidden(value, ' ');
  bare text := typed;
  said text[] := array[typed];
  reading text;
begin
  -- As typed, because "super_star" is two words; as it is shown with its spoilers open; and without any mark, also within words. What only
  -- hides a word is undone in that last one: letters that look Latin, escapes of addresses, blanks that are none. The sign between them
  -- is part of no word, so that no phrase reaches from one into the next.
  if typed ~ '[*_|~]' then bare := regexp_replace(typed, '[*_|~]+', '', 'g'); end if;
  foreach reading in array array[
    private.in_latin(private.unescaped(bare)),
    case when bare <> typed then private.shown_text(typed, true) end,
    bare,
    case when typed <> private.without_hidden(value, '') then regexp_replace(private.in_latin(private.without_hidden(value, '')), '[*_|~]+', '', 'g') end
  ] loop
    if reading is not null and reading <> all (said) then said := said || reading; end if;
  end loop;
  return array_to_string(said, ' § ');
end $$;

create function private.name_said(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  -- "KryptoKing", "krypto_king", "krypto99" and "krypt0" all say krypto.
  select private.words_said(concat_ws(' § ', name, parts.said, private.bare_name(name)))
  from (select array_to_string(private.name_words(name), ' ') as said) parts
$$;

-- Text of members is stored with visible characters only. cleanText in TypeScript has the same rules; supabase/tests compares them.

-- The characters are those that Unicode calls default-ignorable, spaces, and the braille blank; line breaks apart.
create or replace function private.clean_text(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case when lean ~ '[^\n\t-\r \u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    then lean else '' end
  from (
    select regexp_replace(normalize(private.collapse_marks(regexp_replace(replace(
        regexp_replace(left(value, 100000), '\r\n?|[\u2028\u2029\u0085]', E'\n', 'g'), E'\t', ' '),
      '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]', '', 'g')), nfc),
      '\n([ \u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*\n){3,}',
      E'\n\n\n', 'g')
  ) cleaned (lean)
$$;

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

-- Refused by its bytes before anything looks at it. A character takes four at most, so no text within its limit is refused.

create function private.require_short(value text, most integer, message text, why text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if octet_length(value) > 4 * most then perform private.refuse(message, why); end if;
end $$;

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

create or replace function private.admin_unban_member(p_id uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  before constant public.profiles := private.other_staff_rule(p_id);
begin
  if not private.is_banned(p_id) then
    raise exception 'Dieses Mitglied ist nicht gesperrt.' using errcode = '23514', hint = 'not_banned';
  end if;
  if (before.banned_until is null or before.banned_until > now() + interval '30 days') and not private.is_admin() then
    raise exception 'Diese Sperre heben nur Admins auf.' using errcode = '42501', hint = 'ban_too_long';
  end if;
  perform private.log_staff_action('unban_member', 'profile', p_id::text, jsonb_build_object('name', before.nickname, 'reason', reason));
  update public.profiles set is_banned = false where id = p_id;
  insert into public.moderation_actions (target_type, target_user_id, action, reason, admin_id)
    values ('profile', p_id, 'unbanned', reason, auth.uid());
  return true;
end $$;

create or replace function private.admin_set_role(p_id uuid, p_role text, p_reason text) returns text
language plpgsql security definer set search_path = '' as $$
declare before public.profiles;
begin
  perform private.lock_admins();
  perform private.require_admin();
  if p_id = auth.uid() and not private.other_admin_than(p_id) then
    raise exception 'Du bist der letzte Admin. Gib erst jemand anderem diese Rolle.' using errcode = '42501', hint = 'last_admin';
  end if;
  before := private.other_staff_rule(p_id);
  if p_role is null or p_role not in ('user', 'moderator', 'admin') then
    raise exception 'Diese Rolle gibt es nicht.' using errcode = '23514', hint = 'unknown_role';
  end if;
  if p_role = before.role then return p_role; end if;
  if p_role <> 'user' and private.is_banned(p_id) then
    raise exception 'Wer gesperrt ist, kommt nicht ins Team. Heb erst die Sperre auf.' using errcode = '23514', hint = 'banned_member';
  end if;
  perform private.log_staff_action('change_role', 'profile', p_id::text,
    jsonb_build_object('name', before.nickname, 'from', before.role, 'to', p_role, 'reason', nullif(private.trim_text(p_reason), '')));
  update public.profiles set role = p_role where id = p_id;
  return p_role;
end $$;

create or replace function public.admin_delete_member(p_id uuid, p_reason text) returns boolean
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.admin_delete_member(p_id, p_reason) $$;

create or replace function private.admin_users_page(p_query text, p_role text, p_state text, p_after text, p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 50);
  last constant text[] := private.cursor_parts(p_after, '{instant,uuid}');
begin
  perform private.require_admin();
  return (
    with listed as materialized (
      select p.id, p.created_at, row_number() over (order by p.created_at desc, p.id desc) as place, private.admin_member_row(p) as item
      from private.found_members(p_query, p_role, p_state, last[1]::timestamptz, last[2]::uuid, wanted + 1) p
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)),
      -- Whoever chooses all means all, not what is loaded. Not the team, and nobody who is banned already.
      'ids', case when p_after is null then coalesce((
        select jsonb_agg(f.id) from private.found_members(p_query, coalesce(p_role, 'user'), p_state, null, null, 1000) f
        where f.role = 'user' and f.id <> auth.uid()
          and not (f.is_banned and (f.banned_until is null or f.banned_until > now()))), '[]'::jsonb) end));
end $$;

create or replace function private.admin_member_history(member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'action', h.action, 'severity', h.severity, 'reason', h.reason,
    'ban_duration_days', h.ban_duration_days, 'counts_as_warning', h.counts_as_warning, 'target_type', h.target_type,
    'excerpt', h.content_excerpt, 'can_lift', coalesce(private.can_lift(x.a), false),
    'created_at', h.created_at, 'by', r.ref) order by h.created_at desc, h.id), '[]'::jsonb)
  from (
    select a from public.moderation_actions a
    where a.target_user_id = member and a.action not in ('approved', 'ignored')
    order by a.created_at desc limit 100
  ) x
  cross join lateral (select (x.a).*) h
  left join private.member_refs r on r.id = h.admin_id
$$;

create or replace function private.admin_user_page(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'member', private.admin_member_row(p),
      'bio', p.bio,
      'confirmed', u.email_confirmed_at is not null or p.provider_type <> 'email',
      'invited_at', u.invited_at,
      'last_sign_in_at', u.last_sign_in_at,
      'two_factor', exists (select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified'),
      'sessions', (select count(*) from (
        select from auth.sessions s where s.user_id = p.id and (s.not_after is null or s.not_after > now()) limit 100) s),
      'posts', (select count(*) from (select from public.community_posts c where c.author_id = p.id limit 1000) c),
      'comments', (select count(*) from (
        select from public.comments c where c.author_id = p.id and c.deleted_at is null limit 1000) c),
      'warnings', (select count(*) from public.moderation_actions a
        where a.target_user_id = p.id and a.counts_as_warning and a.created_at > now() - interval '90 days'),
      'is_last_admin', p.role = 'admin' and not private.other_admin_than(p.id),
      'invite_code', (select i.code from public.invite_redemptions r join public.invites i on i.id = r.invite_id where r.user_id = p.id),
      'spam', private.restorable_spam(p.id),
      'history', private.admin_member_history(p.id))
    from public.profiles p join auth.users u on u.id = p.id where p.id = p_id);
end $$;

create or replace function private.set_profile_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.nickname is null then
    if tg_op = 'UPDATE' and old.nickname is not null then
      raise exception 'Ein Nickname lässt sich ändern, aber nicht entfernen.' using errcode = '23514', hint = 'nickname_required';
    end if;
    new.slug := null;
    return new;
  end if;
  if tg_op = 'UPDATE' and new.nickname is not distinct from old.nickname then
    new.slug := old.slug;
    return new;
  end if;
  -- Here and not as a constraint: members who have such a name keep it, and a constraint would refuse every change of their row.
  if private.looks_like_domain(new.nickname) then
    raise exception 'Ein Nickname endet nicht wie eine Web-Adresse (.de, .com).' using errcode = '23514', hint = 'nickname_form';
  end if;
  -- What a person may take is for private.check_nickname(); this holds for the team, operators and imports as well.
  if exists (select from private.reserved_nicknames r where r.word = private.name_skeleton(new.nickname)) then
    raise exception 'Dieser Nickname ist reserviert.' using errcode = '23514', hint = 'nickname_reserved';
  end if;
  new.slug := private.free_profile_slug(new.nickname, new.id);
  return new;
end $$;

create function private.looks_like_domain(nickname text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select nickname ~* '\.(de|com|net|org|at|ch|eu|tv|info|biz|io|me|co|uk|us|fr|nl|it|pl|ru|app|dev|shop|online|live|news|blog|xyz|to|cc|gg|ly|link|site|club|fm|vip)$'
$$;

-- "Max_vom_Team.", "m0derator" and "Mod_Lena" passed for the team. One rule, as in domain/src/member/reserved-names.ts.

create function private.name_skeleton(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select replace(replace(translate(replace(private.slugify(name), '-', ''), '01i345', 'olleas'), 'rn', 'm'), 'vv', 'w')
$$;

create function private.bare_name(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select regexp_replace(name, '^[0-9._]+|[0-9._]+$', '', 'g') $$;

create function private.is_reserved_name(name text) returns boolean
language sql stable strict security definer set search_path = '' as $$
  select exists (select from private.reserved_nicknames r where case r.kind
    when 'part' then position(r.word in private.name_skeleton(name)) > 0
    else r.word in (private.name_skeleton(name), private.name_skeleton(private.bare_name(name)))
      or r.kind = 'word' and exists (select from unnest(private.name_words(name)) w
        where r.word in (private.name_skeleton(w), private.name_skeleton(private.bare_name(w)))) end)
$$;

create function private.skeleton_of_words(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select string_agg(private.name_skeleton(w.word), '.' order by w.place) from unnest(private.name_words(name)) with ordinality as w (word, place)
$$;

create function private.passes_for_staff(name text, member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p
    where p.role in ('moderator', 'admin') and p.id is distinct from member and p.nickname is not null
      and (private.name_skeleton(private.bare_name(p.nickname)) = private.name_skeleton(private.bare_name(name))
        -- A name of several words is theirs with anything around it; "Anna" is everybody's.
        or cardinality(private.name_words(p.nickname)) > 1
          and position('.' || private.skeleton_of_words(p.nickname) || '.' in '.' || private.skeleton_of_words(name) || '.') > 0))
$$;

create function private.nickname_look(nickname text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select replace(replace(private.nickname_key(translate(nickname, 'I1O0', 'lloo')), 'rn', 'm'), 'vv', 'w')
$$;

create function private.check_nickname() returns trigger
language plpgsql set search_path = '' as $$
declare problem text;
begin
  if not private.is_client() then return new; end if;
  -- Two who want names that look alike at the same moment: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('nickname ' || private.nickname_look(new.nickname), 0));
  problem := private.nickname_problem(new.nickname, new.id);
  if problem = 'taken' then
    raise exception 'Diesen Nickname hat schon jemand.' using errcode = '23505', hint = 'nickname_taken';
  elsif problem is not null then
    raise exception '%', case problem when 'form' then 'Dieser Nickname passt nicht.' else 'Dieser Nickname ist reserviert.' end
      using errcode = '23514', hint = 'nickname_' || problem;
  end if;
  return new;
end $$;

-- "Max_vom_Team" is refused to members because somebody of the team is called so.

create function private.is_of_team(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.id = member and p.role in ('moderator', 'admin'))
$$;

create or replace function public.profile_page(p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.member_by(p_slug);
begin
  return (
    select jsonb_build_object(
      'id', m.id, 'slug', m.slug, 'nickname', m.nickname, 'avatar_url', m.avatar_url, 'bio', m.bio, 'karma', m.karma, 'joined', m.joined,
      'karma_rank', private.karma_rank(m.karma),
      'hit_rate', private.shown_hit_rate(m.id),
      'posts', (select count(*) from public.community_posts p where p.author_id = m.id and p.status = 'approved'),
      'comments', private.count_member_comments(m.id),
      'fan_of', (select count(*) from public.star_fans f join public.stars s on s.id = f.star_id and s.is_active where f.user_id = m.id),
      'topics', private.member_topics(m.id))
    from public.public_profiles m
    where m.id = wanted
  );
end $$;

create or replace function public.profile_comments(p_profile_id text, p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  member constant uuid := private.as_uuid(p_profile_id);
  wanted constant integer := private.page_limit(p_limit);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select c.id, c.created_at, l.place,
        jsonb_build_object('id', c.id, 'content', private.plain_text(c.content), 'created_at', c.created_at, 'hearts', c.hearts_count, 'poops', c.poops_count,
          'post', jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at)) as item
      from private.list_member_comments(member, last[1]::timestamptz, last[2]::uuid, wanted + 1) with ordinality as l (id, place)
      join public.comments c on c.id = l.id
      join public.community_posts p on p.id = c.post_id
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create function private.member_topics(member uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(t.ref order by t.posts desc, t.latest desc, t.tag), '[]'::jsonb)
  from (
    select c.tag, c.posts, c.latest, x.ref
    from (
      select tag, count(*) as posts, max(p.created_at) as latest
      from (
        select q.tags, q.created_at from public.community_posts q
        where q.author_id = member and q.status = 'approved'
        order by q.created_at desc, q.id desc limit 100) p
      cross join unnest(p.tags) as tag
      group by tag) c
    cross join lateral (select private.tag_ref(c.tag) as ref) x
    where x.ref is not null
    order by c.posts desc, c.latest desc, c.tag
    limit 8) t
$$;

create or replace function private.is_banned(member uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles p where p.id = member and p.is_banned and (p.banned_until is null or p.banned_until > now()));
end $$;

-- Whoever has the password or the mailbox of a member of staff must not have the site. Token and session must both say aal2:
-- a token from before the second factor was proven stays worthless for this, and one from before a factor was removed becomes it.

-- Never null: "if not" takes that for a yes.
create or replace function private.has_role(roles text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = auth.uid() and p.role = any (roles)
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  ) and coalesce(auth.jwt() ->> 'aal', '') = 'aal2' and coalesce(private.session_aal(), '') = 'aal2'
$$;

create or replace function private.require_moderator() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_moderator() then perform private.refuse_staff(array['moderator', 'admin'], 'Das darf nur das Team.'); end if;
end $$;

create or replace function private.require_admin() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then perform private.refuse_staff(array['admin'], 'Das dürfen nur Admins.'); end if;
end $$;

create or replace function private.may_write() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p
    where p.id = auth.uid() and not p.needs_invite
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  ) and private.is_proven();
end $$;

create function private.refuse_staff(roles text[], message text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.profiles p where p.id = auth.uid() and p.role = any (roles)) and not private.is_banned(auth.uid()) then
    raise exception 'Dafür brauchst du deinen zweiten Faktor. Öffne den Team-Bereich: Dort richtest du ihn ein oder gibst den Code ein.'
      using errcode = '42501', hint = 'mfa_needed';
  end if;
  raise exception '%', message using errcode = '42501', hint = 'not_allowed';
end $$;

-- Counting, marking as read, and notifications written by staff.

create or replace function private.require_self(member uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if member is distinct from auth.uid() or member is null then
    raise exception 'Das geht nur für das eigene Konto.' using errcode = '42501', hint = 'not_self';
  end if;
  perform private.require_proven();
end $$;

-- GoTrue's access tokens are valid for an hour, whatever happens to their session. A token counts only as long as its session
-- does: sign-out, a new password, a ban of the account and its deletion delete the session's row, so one look-up by primary key
-- answers for all of them. Two places ask: `private.check_request()` before every request of a member, where the API has such a
-- hook, and the helpers of policies, which also decide where it has none (storage and realtime of a hosted Supabase).

-- A function in SQL that cannot be inlined (definer, or with a setting) is parsed and planned in every statement that calls
-- it; PL/pgSQL keeps its plans for the session. Nothing else changes.

create function private.session_aal() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select coalesce(s.aal::text, 'aal1') from auth.sessions s
    where s.id = private.as_uuid(auth.jwt() ->> 'session_id') and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now())),
    case when private.is_carrying_out() then 'aal2' end);
end $$;

create function private.session_is_live() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.session_aal() is not null;
end $$;

create function private.check_request() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.role() = 'authenticated' and not private.session_is_live() then
    raise sqlstate 'PT401' using message = 'Deine Anmeldung ist beendet. Melde dich neu an.', hint = 'session_ended';
  end if;
end $$;

-- GoTrue's own ban refuses new tokens and leaves the sessions that exist.
create function private.end_sessions_of_banned() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id = new.id;
  return null;
end $$;

-- A member stays signed in for months. A forgotten session of staff, second factor included, is the whole admin area, so it
-- ends 12 hours after it was last renewed and 30 days after it began (docs/decisions/034-staff-second-factor.md).
-- `auth.sessions.not_after` is GoTrue's own end of a session: it refuses to renew it from then on, and session_aal() to accept
-- its tokens. Should this job stop, sessions of staff end: nothing is left open.
create function private.limit_staff_sessions() returns void
language sql security definer set search_path = '' as $$
  update auth.sessions s set not_after = bound.ends
  from public.profiles p, auth.sessions own,
    -- GoTrue stores refreshed_at without a time zone, in UTC.
    lateral (select least(own.created_at + interval '30 days',
      coalesce(own.refreshed_at at time zone 'UTC', own.created_at) + interval '12 hours') as ends) bound
  where p.role in ('moderator', 'admin') and own.user_id = p.id and s.id = own.id
    and (s.not_after is null or s.not_after > now()) and s.not_after is distinct from bound.ends;
  -- Who left the team is a member again.
  update auth.sessions s set not_after = null from public.profiles p
  where p.id = s.user_id and p.role = 'user' and s.not_after > now();
$$;

-- A password alone must not open the account of a member with a second factor: until the factor is proven, the session reads
-- and writes what a guest does (docs/decisions/049-second-factor-of-members.md). Policies ask, so that it holds for REST, storage
-- and realtime, and for functions that are written later; definer functions, which policies do not see, ask themselves.

create function private.is_proven() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare level constant text := private.session_aal();
begin
  if level is null then return false; end if;
  -- Token and session: a token from before the code was entered proves nothing, nor does one whose factor was removed.
  return (level = 'aal2' and auth.jwt() ->> 'aal' = 'aal2')
    or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified');
end $$;

create function private.require_proven() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_proven() then return; end if;
  if not private.session_is_live() then
    raise sqlstate 'PT401' using message = 'Deine Anmeldung ist beendet. Melde dich neu an.', hint = 'session_ended';
  end if;
  raise exception 'Bestätige zuerst deinen zweiten Faktor.' using errcode = '42501', hint = 'mfa_needed';
end $$;

create or replace function public.admin_switch_invite(p_id uuid, p_active boolean) returns boolean
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  update public.invites set active = p_active where id = p_id;
  if not found then
    raise exception 'Diese Einladung gibt es nicht mehr.' using errcode = '23503', hint = 'invite_gone';
  end if;
  return p_active;
end $$;

-- A code is taken at sign-up, before the address is confirmed. Many never confirm: nobody has joined yet, and there is no
-- name to tell.
create or replace function private.redeem_code(member uuid, wanted text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare used record;
begin
  -- Serialised, so that two requests of one member do not take two uses.
  perform from public.profiles p where p.id = member for update;
  if exists (select from public.invite_redemptions r where r.user_id = member) then return true; end if;
  update public.invites i set uses_count = uses_count + 1
    where i.code = private.invite_code(wanted) and i.active and i.uses_count < i.max_uses and (i.expires_at is null or i.expires_at > now())
    returning i.id into used;
  if not found then return false; end if;
  insert into public.invite_redemptions (invite_id, user_id) values (used.id, member);
  update public.profiles set needs_invite = false where id = member and needs_invite;
  -- Who signed up with a provider may have a nickname before the code.
  if exists (select from public.public_profiles p where p.id = member) then perform private.tell_of_joining(member); end if;
  return true;
end $$;

-- cf-connecting-ip is set by Supabase's edge; in x-forwarded-for only the last entry was written by the nearest proxy. The gateway
-- of the embedded backend sets x-forwarded-for itself.
create or replace function private.caller_address() returns text
language sql stable set search_path = '' as $$
  select coalesce(private.network_of(coalesce(
    nullif(h.headers ->> 'cf-connecting-ip', ''),
    nullif(btrim(reverse(split_part(reverse(h.headers ->> 'x-forwarded-for'), ',', 1))), ''))),
    'unknown')
  from (select nullif(current_setting('request.headers', true), '')::jsonb as headers) h
$$;

create or replace function private.redeem_invite(typed text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := auth.uid();
  who constant text := private.guesser_of(member::text);
begin
  if member is null or private.is_banned(member) or not exists (select from public.profiles p where p.id = member) then
    raise exception 'Bitte melde dich zuerst an.' using errcode = '42501', hint = 'not_allowed';
  end if;
  perform private.require_proven();
  if private.too_many_guesses(who) then perform private.refuse_guess(); end if;
  if private.redeem_code(member, typed) then return true; end if;
  insert into private.invite_guesses (guesser) values (who);
  return false;
end $$;

-- A code is redeemed at sign-up, before there is a nickname, so the notification said "Unbekannt" for ever.
create function private.name_invited() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications n set actor_id = new.id
    where n.type = 'invite_used' and n.actor_id is null
      and n.id in (select a.notification_id from private.notification_actors a where a.actor_id = new.id);
  perform private.tell_of_joining(new.id);
  return null;
end $$;

create function private.tell_of_joining(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(i.created_by, 'invite_used', 'Deine Einladung wurde eingelöst',
      'Jemand ist mit deinem Code dazugekommen.', '{}', actor => member)
    from public.invite_redemptions r join public.invites i on i.id = r.invite_id
    where r.user_id = member
      -- Told under the former rule, at sign-up.
      and not exists (
        select from public.notifications n join private.notification_actors a on a.notification_id = n.id
        where n.user_id = i.created_by and n.type = 'invite_used' and a.actor_id = member
      );
end $$;

-- The profile is made with the first request for an account. Until the address is confirmed somebody else may have made
-- that request: whoever asks next replaces its metadata, and the name in the profile has to follow.
create function private.follow_unconfirmed_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
declare meta constant jsonb := coalesce(new.raw_user_meta_data, '{}');
begin
  update public.profiles set full_name = left(coalesce(meta ->> 'full_name', meta ->> 'name'), 200) where id = new.id;
  return null;
end $$;

-- A member's own names are the first words that somebody who knows them tries as a password. The embedded backend asks for
-- them when it estimates a new one; a Supabase project has its own check.
create function private.password_words(event jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(p.nickname), '[]') from public.profiles p
   where p.id = (event ->> 'user_id')::uuid and p.nickname is not null
$$;

create function private.keeps_silent(recipient uuid, actor uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not private.hears(recipient, actor)
    or exists (select from private.member_blocks b where b.member_id = actor and b.other_id = recipient and b.kind = 'block')
$$;

create function private.check_answered() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.comments c join private.member_blocks b on b.member_id = c.author_id
      where c.id = new.parent_id and b.other_id = new.author_id and b.kind = 'block') then
    perform private.refuse_reply();
  end if;
  return new;
end $$;

create function private.blocks_of_caller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return coalesce((
    select jsonb_agg(jsonb_build_object('member', m.ref, 'kind', b.kind, 'since', b.created_at) order by b.created_at desc, b.other_id)
    from private.member_blocks b join private.member_refs m on m.id = b.other_id where b.member_id = auth.uid()), '[]'::jsonb);
end $$;

create function public.own_blocks() returns jsonb
language sql stable set search_path = '' as $$ select private.blocks_of_caller() $$;

-- A block ends following in both directions.
create function private.block_member(member uuid, wanted text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  -- Arbitrary: the list is one small answer on every visit.
  most constant integer := 500;
begin
  if not exists (select from public.profiles p where p.id = me) then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.require_proven();
  perform private.use_quota('blocks', 100);
  if wanted is null then
    delete from private.member_blocks b where b.member_id = me and b.other_id = member;
    return;
  end if;
  if wanted not in ('block', 'mute') then perform private.refuse('Das gibt es nicht.', 'unknown_type'); end if;
  if member = me then perform private.refuse('Dich selbst wirst du hier nicht los.', 'own_account'); end if;
  if not exists (select from public.public_profiles p where p.id = member) then
    raise exception 'Dieses Mitglied gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  if (select count(*) from private.member_blocks b where b.member_id = me and b.other_id <> member) >= most then
    perform private.refuse('Mehr als 500 gehen nicht. Heb zuerst eine Blockierung auf.', 'too_many_blocks');
  end if;
  insert into private.member_blocks (member_id, other_id, kind) values (me, member, wanted)
    on conflict (member_id, other_id) do update set kind = excluded.kind;
  -- A block ends following in both directions, a mute one's own.
  delete from private.follows f where f.target_type = 'member'
    and ((f.member_id = me and f.target_id = member) or (wanted = 'block' and f.member_id = member and f.target_id = me));
  perform private.silence(me, member);
end $$;

create function public.set_block(p_member uuid, p_kind text default null) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.block_member(p_member, p_kind);
  return public.own_blocks();
end $$;

-- Consent to analytics, shared by a member's devices. settleConsent() of domain decides which of two choices wins.

create or replace function private.record_consent(is_full boolean, decided_at timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- Browsers count in milliseconds. A clock that is ahead must not win over a later choice on another device.
  moment constant timestamptz := date_trunc('milliseconds', least(decided_at, now()));
  answer jsonb;
begin
  perform private.require_proven();
  update public.profiles p set analytics_consent = is_full, analytics_consent_updated_at = moment
    where p.id = auth.uid() and moment > coalesce(p.analytics_consent_updated_at, '-infinity');
  select jsonb_build_object('analytics_consent', p.analytics_consent, 'analytics_consent_updated_at', p.analytics_consent_updated_at)
    into answer from public.profiles p where p.id = auth.uid();
  return answer;
end $$;

create or replace function public.own_posts(p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select p.id, p.created_at, row_number() over (order by p.created_at desc, p.id desc) as place,
        jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', private.excerpt(p.content, 180),
          'status', p.status, 'rejection_reason', p.rejection_reason, 'decision', private.rejection_of(p.id),
          'revision', private.revision_of(p.id), 'created_at', p.created_at, 'hearts', p.hearts_count,
          'poops', p.poops_count, 'comments', p.comments_count, 'votes', p.votes_count) as item
      from public.community_posts p
      where p.author_id = (select auth.uid()) and (p.created_at, p.id) < (last[1]::timestamptz, last[2]::uuid)
      order by p.created_at desc, p.id desc
      limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

-- Definer: the policy hides comments on posts that are no longer visible, but authors may see what they wrote.
create or replace function private.list_own_comments(before timestamptz, before_id uuid, wanted integer)
returns table (id uuid, created_at timestamptz, place bigint, item jsonb)
language plpgsql stable security definer rows 25 set search_path = '' as $$
begin
  return query
    select c.id, c.created_at, row_number() over (order by c.created_at desc, c.id desc),
      jsonb_build_object('id', c.id, 'content', c.content, 'created_at', c.created_at, 'edited_at', c.edited_at,
        'hearts', c.hearts_count, 'poops', c.poops_count, 'post',
        case when p.status = 'approved' or p.author_id = (select auth.uid()) then
          jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at) end)
    from public.comments c join public.community_posts p on p.id = c.post_id
    where c.author_id = (select auth.uid()) and (select private.is_proven()) and c.deleted_at is null and (c.created_at, c.id) < (before, before_id)
    order by c.created_at desc, c.id desc
    limit wanted;
end $$;

create or replace function private.erase_from_notifications(member uuid, nickname text) returns void
language sql security definer set search_path = '' as $$
  delete from public.notifications n where n.actor_id = member and n.actors_count = 1;
  -- Grouped notifications keep the other people and show the next one.
  update public.notifications n set title = replace(n.title, coalesce(nickname, ''), 'Jemand'), message = replace(n.message, coalesce(nickname, ''), 'Jemand')
    where n.actors_count > 1 and exists (select from private.notification_actors a where a.notification_id = n.id and a.actor_id = member);
  with erased as (delete from private.notification_actors a where a.actor_id = member returning a.notification_id)
  select private.settle_news(e.notification_id) from (select distinct e.notification_id from erased e order by 1) e
$$;

create or replace function private.erase_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare gone_nickname constant text := (select p.nickname from public.profiles p where p.id = old.id);
begin
  -- Unpublished posts: nobody has seen them, and without an author nobody waits for them.
  delete from public.community_posts p where p.author_id = old.id and p.status <> 'approved';
  -- What stays is what was published last: earlier texts and a change that waits go with their author.
  delete from private.post_versions v where v.post_id = any (array(select p.id from public.community_posts p where p.author_id = old.id));
  delete from private.post_revisions v where v.post_id = any (array(select p.id from public.community_posts p where p.author_id = old.id));
  update public.archived_posts a set record = a.record - 'versions' where a.author_id = old.id and a.record ? 'versions';
  perform private.erase_from_notifications(old.id, gone_nickname);
  perform private.erase_traces(old.id, old.email);
  perform private.erase_mentions(gone_nickname);
  perform private.erase_former_mentions(old.id);
  update public.archived_posts a set record = private.without_member(a.record, old.id) where private.ids_in(a.record) @> array[old.id::text];
  update public.analytics_events e set metadata = e.metadata - '{admin_id,admin_name,admin_nickname}'::text[]
    where e.user_id = old.id and e.metadata @> '{"admin_action": true}';
  -- The log keeps an id that no longer resolves; its copies among the analytics events are deleted.
  update public.admin_actions a set details = a.details - '{name,from,excerpt}'::text[]
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

create or replace function private.delete_own_account() returns boolean
language plpgsql security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  perform private.require_proof();
  perform pg_advisory_xact_lock(hashtextextended('admins', 0));
  if exists (select from public.profiles p where p.id = me and p.role = 'admin')
     and not exists (select from public.profiles p where p.role = 'admin' and p.id <> me and not private.is_banned(p.id)) then
    raise exception 'Du bist der einzige Admin. Ernenne zuerst jemand anderen.' using errcode = '42501', hint = 'last_admin';
  end if;
  if private.own_avatars() > 0 then
    raise exception 'Dein Bild ist noch da. Entferne es zuerst.' using errcode = '23514', hint = 'avatars_left';
  end if;
  delete from auth.users u where u.id = me;
  return found;
end $$;

create or replace function public.delete_own_account() returns boolean
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.delete_own_account() $$;

create function private.erase_traces(member uuid, address text) returns void
language sql security definer set search_path = '' as $$
  delete from private.mail_outbox o where o.recipient = lower(btrim(address));
  -- The name under which somebody said that they are a star.
  update public.admin_actions a set details = a.details - '{name,from,excerpt}'::text[]
    from private.star_requests r
    where r.member_id = member and r.speaker is not null and a.details ->> 'name' = r.speaker
      and a.target_type = 'star' and a.target_id = r.star_id::text;
  -- What they published stays, in the name of the star, which is public anyway.
  update public.community_posts p set statement_speaker = coalesce((
      select private.star_name(s.first_name, s.nickname, s.last_name) from public.stars s
      join private.star_requests r on r.star_id = s.id and r.member_id = member and r.kind = 'claim'
      where s.id = any (p.tags) order by r.state = 'granted' desc, s.id limit 1), 'Die betroffene Person')
    where p.id in (select t.post_id from private.star_statements t where t.member_id = member) and p.statement is not null;
$$;

-- Export: what a member has saved.
create or replace function private.export_content(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.community_posts', (select jsonb_agg((to_jsonb(p) - '{author_id,moderated_by,hot_rank}'::text[]) || jsonb_build_object(
        'rumor', (select to_jsonb(r) - 'post_id' from public.post_rumors r where r.post_id = p.id),
        'poll_options', (select jsonb_agg(to_jsonb(o) - 'post_id' order by o.position) from public.poll_options o where o.post_id = p.id))
        order by p.created_at) from public.community_posts p where p.author_id = me),
    'private.post_versions', (select jsonb_agg((to_jsonb(v) - '{replaced_by}'::text[]) order by v.id)
        from private.post_versions v join public.community_posts p on p.id = v.post_id where p.author_id = me),
    'private.post_revisions', (select jsonb_agg(to_jsonb(v) order by v.submitted_at)
        from private.post_revisions v join public.community_posts p on p.id = v.post_id where p.author_id = me),
    'public.comments', (select jsonb_agg(to_jsonb(c) - 'author_id' order by c.created_at) from public.comments c
        where c.author_id = me or c.id in (select d.comment_id from private.deleted_comment_authors d where d.author_id = me)),
    'public.post_reactions', (select jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at) from public.post_reactions r where r.user_id = me),
    'public.comment_reactions', (select jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at) from public.comment_reactions r where r.user_id = me),
    'public.rumor_votes', (select jsonb_agg(to_jsonb(v) - 'user_id' order by v.created_at) from public.rumor_votes v where v.user_id = me),
    'public.poll_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('option', o.text) order by v.created_at)
        from public.poll_votes v join public.poll_options o on o.id = v.option_id where v.user_id = me),
    'public.demand_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
        from public.demand_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.realness_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
        from public.realness_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.drama_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
        from public.drama_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.star_fans', (select jsonb_agg((to_jsonb(f) - 'user_id') || jsonb_build_object('star', s.full_name) order by f.created_at)
        from public.star_fans f join public.stars s on s.id = f.star_id where f.user_id = me),
    'public.saved_posts', (select jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at) from public.saved_posts s where s.user_id = me),
    -- The second part of a reaction's source is the member who reacted.
    'public.karma_events', (select jsonb_agg((to_jsonb(k) - '{user_id,actor_id}'::text[]) || jsonb_build_object('source', split_part(k.source, ':', 1))
        order by k.created_at) from public.karma_events k where k.user_id = me),
    'public.news', (select jsonb_agg(to_jsonb(n) - 'author_id' order by n.created_at) from public.news n where n.author_id = me))
$$;

create or replace function private.export_moderation(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    -- Reports about the member are left out, because they would identify the reporters.
    'public.reports', (select jsonb_agg(to_jsonb(r) - '{reporter_id,target_author_id,resolved_by}'::text[] order by r.created_at)
        from public.reports r where r.reporter_id = me),
    'public.moderation_actions', (select jsonb_agg((to_jsonb(a) - '{admin_id,target_user_id}'::text[]
        -- Without the texts of other members.
        - case when a.target_user_id = me then '{}'::text[] else '{content_excerpt}' end)
        || jsonb_build_object('role', case when a.target_user_id = me then 'subject' else 'decider' end) order by a.created_at)
        from public.moderation_actions a where me in (a.target_user_id, a.admin_id)),
    'public.appeals', (select jsonb_agg(to_jsonb(a) - '{user_id,decided_by}'::text[] order by a.created_at) from public.appeals a where a.user_id = me),
    'public.archived_posts', (select jsonb_agg(jsonb_build_object('post_id', a.post_id, 'title', a.title, 'content', a.record -> 'post' ->> 'content',
        'reason', a.reason, 'archived_at', a.archived_at, 'restored_at', a.restored_at) order by a.archived_at)
        from public.archived_posts a where a.author_id = me),
    'private.removed_comments', (select jsonb_agg(jsonb_build_object('comment_id', c.comment_id, 'content', c.content, 'removed_at', c.removed_at))
        from private.removed_comments c where c.author_id = me),
    'private.removed_profiles', (select jsonb_agg(jsonb_build_object('nickname', x.nickname, 'bio', x.bio, 'picture', x.picture, 'removed_at', x.removed_at))
        from private.removed_profiles x where x.member_id = me),
    -- Actions of a member of staff, without their targets.
    'public.admin_actions', (select jsonb_agg(jsonb_build_object('id', a.id, 'action_type', a.action_type, 'target_type', a.target_type,
        'created_at', a.created_at) order by a.created_at) from public.admin_actions a where a.admin_id = me))
$$;

create or replace function private.export_own_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  tables jsonb;
begin
  if not exists (select from public.profiles p where p.id = me) then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.use_quota('exports', 10);
  select jsonb_object_agg(t.key, case jsonb_typeof(t.value) when 'array' then t.value else '[]'::jsonb end) into tables
    from jsonb_each(private.export_identity(me) || private.export_passkeys(me) || private.export_recovery_codes(me)
      || private.export_content(me) || private.export_moderation(me) || private.export_devices(me) || private.export_ties(me)
      || private.export_reads(me)) t;
  return jsonb_build_object('exported_at', now(), 'tables', tables);
end $$;

-- Here and not in the private function, which every new table of members changes.
create or replace function public.export_own_data() returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.require_proven();
  return private.export_own_data();
end $$;

-- The export covers everything stored about a member, passkeys for signing in included: their names and times, not their keys.
-- A Supabase project of before passkeys has no such table, so it is looked for when the export is made.
create function private.export_passkeys(me uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('auth.webauthn_credentials') is null then return '{}'; end if;
  return (
    select jsonb_build_object('auth.webauthn_credentials', jsonb_agg(jsonb_build_object('friendly_name', c.friendly_name,
      'aaguid', c.aaguid, 'transports', c.transports, 'created_at', c.created_at, 'last_used_at', c.last_used_at)))
    from auth.webauthn_credentials c where c.user_id = me);
end $$;

create function private.export_ties(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.held_comments', (select jsonb_agg(to_jsonb(h) - '{author_id,decision_id}'::text[] order by h.held_at) from private.held_comments h where h.author_id = me),
    'public.post_stickers', (select jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at) from public.post_stickers s where s.user_id = me),
    'private.member_blocks', (select jsonb_agg(jsonb_build_object('nickname', p.nickname, 'kind', b.kind, 'created_at', b.created_at) order by b.created_at)
      from private.member_blocks b join public.public_profiles p on p.id = b.other_id where b.member_id = me),
    'private.follows', (select jsonb_agg(jsonb_build_object('type', f.target_type, 'title', private.followed_thing(f.target_type, f.target_id) ->> 'title',
        'channel', f.channel, 'created_at', f.created_at) order by f.created_at) from private.follows f where f.member_id = me),
    'private.rumor_hits', (select jsonb_agg(jsonb_build_object('rumor', p.title, 'vote', h.vote, 'hit', h.hit, 'decided_at', h.decided_at) order by h.decided_at)
      from private.rumor_hits h join public.community_posts p on p.id = h.post_id where h.member_id = me),
    'private.digests', (select jsonb_agg(to_jsonb(d) - '{member_id,code}'::text[]) from private.digests d where d.member_id = me),
    'private.team_mails', (select jsonb_agg(to_jsonb(t) - 'member_id') from private.team_mails t where t.member_id = me),
    'private.star_requests', (select jsonb_agg(to_jsonb(r) - '{id,member_id,decided_by}'::text[] order by r.asked_at) from private.star_requests r where r.member_id = me),
    'private.star_statements', (select jsonb_agg(to_jsonb(s) - 'member_id' order by s.since) from private.star_statements s where s.member_id = me),
    'private.case_notes', (select jsonb_agg(jsonb_build_object('kind', n.kind, 'text', n.content, 'written_at', n.written_at) order by n.written_at)
      from private.case_notes n where n.asked_id = me),
    'private.binned_rows', (select jsonb_agg(jsonb_build_object('table', b.table_name, 'row', b.content - '{user_id,member_id}'::text[]) order by b.bin_id, b.place)
      from private.binned_rows b where b.member_id = me),
    'private.merged_rows', (select jsonb_agg(jsonb_build_object('table', m.table_name, 'before', m.before - '{user_id,member_id}'::text[],
        'after', m.after - '{user_id,member_id}'::text[]) order by m.bin_id, m.place)
      from private.merged_rows m where m.member_id = me),
    'private.hit_rates', (select jsonb_agg(to_jsonb(r) - 'member_id') from private.hit_rates r where r.member_id = me))
$$;

create function private.export_reads(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('public.comment_reads', (select jsonb_agg(to_jsonb(r) - 'user_id' order by r.read_at) from public.comment_reads r where r.user_id = me))
$$;

create function private.export_recovery_codes(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('private.recovery_codes', (
    select jsonb_agg(jsonb_build_object('made_at', c.made_at, 'used_at', c.used_at) order by c.made_at, c.used_at)
    from private.recovery_codes c where c.user_id = me))
$$;

create function private.forget_follows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.follows f where f.target_id = old.id;
  return null;
end $$;

create function private.followed_thing(kind text, target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case kind
    when 'star' then (select jsonb_build_object('title', s.full_name, 'slug', s.slug) from public.stars s where s.id = target and s.is_active)
    when 'format' then (select jsonb_build_object('title', f.name, 'slug', f.slug) from public.formats f where f.id = target and f.is_active)
    when 'member' then (select jsonb_build_object('title', m.nickname, 'slug', m.slug) from public.public_profiles m where m.id = target)
    when 'post' then (select jsonb_build_object('title', p.title, 'slug', p.slug, 'post',
      jsonb_build_object('type', p.type, 'created_at', p.created_at, 'slug', p.slug))
      from public.community_posts p where p.id = target and p.status = 'approved')
  end
$$;

create function private.follows_of_caller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('type', f.target_type, 'id', f.target_id, 'channel', f.channel, 'title', t.thing ->> 'title',
        'slug', t.thing ->> 'slug', 'post', t.thing -> 'post') order by f.created_at desc, f.target_id), '[]'::jsonb)
    from private.follows f cross join lateral (select private.followed_thing(f.target_type, f.target_id) as thing) t
    where f.member_id = auth.uid() and t.thing is not null);
end $$;

create function public.own_follows() returns jsonb
language sql stable set search_path = '' as $$ select private.follows_of_caller() $$;

create function private.follow(kind text, target uuid, wish text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  -- Arbitrary: the list is one answer.
  most constant integer := 1000;
begin
  if not exists (select from public.profiles p where p.id = me) then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.require_proven();
  perform private.use_quota('follows', 300);
  if wish = 'none' then
    delete from private.follows f where f.member_id = me and f.target_type = kind and f.target_id = target;
    return;
  end if;
  if wish not in ('usual', 'push', 'app', 'off') or kind is null or kind not in ('star', 'format', 'post', 'member') then
    perform private.refuse('Das gibt es nicht.', 'unknown_type');
  end if;
  if kind = 'member' and target = me then perform private.refuse('Dir selbst musst du nicht folgen.', 'own_account'); end if;
  if private.followed_thing(kind, target) is null then
    raise exception 'Das gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  -- One sentence for all: it must not say who has blocked whom.
  if kind = 'member' and (private.is_banned(target) or exists (
    select from private.member_blocks b where b.kind = 'block' and (b.member_id, b.other_id) in ((target, me), (me, target)))) then
    raise exception 'Diesem Mitglied kannst du gerade nicht folgen.' using errcode = '42501', hint = 'follow_closed';
  end if;
  if (select count(*) from private.follows f where f.member_id = me and f.target_id <> target) >= most then
    perform private.refuse('Mehr als 1.000 gehen nicht. Hör zuerst bei etwas auf.', 'too_many_follows');
  end if;
  insert into private.follows (member_id, target_type, target_id, channel) values (me, kind, target, nullif(wish, 'usual'))
    on conflict (member_id, target_type, target_id) do update set channel = excluded.channel;
end $$;

create function public.set_follow(p_type text, p_id uuid, p_channel text default 'usual') returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.follow(p_type, p_id, coalesce(p_channel, 'usual'));
  return public.own_follows();
end $$;

create function public.set_notification_setting(p_type text, p_enabled boolean, p_channel text default null) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if p_enabled is null or not exists (
    select from jsonb_array_elements(public.notification_settings()) s where s ->> 'type' = p_type and (s ->> 'changeable')::boolean) then
    raise exception 'Diese Benachrichtigung lässt sich nicht abschalten.' using errcode = '23514', hint = 'not_changeable';
  end if;
  if p_channel not in ('push', 'app') then perform private.refuse('Das gibt es nicht.', 'unknown_type'); end if;
  insert into public.notification_preferences (user_id, type, enabled, channel)
      values (auth.uid(), p_type, p_enabled, coalesce(p_channel, nullif(private.usual_channel(p_type), 'off'), 'push'))
    on conflict (user_id, type) do update set enabled = excluded.enabled,
      channel = case when p_channel is null then notification_preferences.channel else excluded.channel end;
  return public.notification_settings();
end $$;

-- The list of latest comments, suggestions and older notifications went on naming them (docs/decisions/087-silence-and-causes.md).
create function private.hears(member uuid, author uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from private.member_blocks b where b.member_id = hears.member and b.other_id = author)
$$;

create function private.hears(author uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select auth.uid() is null or author is null or private.hears(auth.uid(), author)
$$;

create function private.silence(member uuid, other uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry uuid;
begin
  for entry in
    select n.id from public.notifications n
    where n.user_id = silence.member and n.type <> 'team_role'
      and exists (select from private.notification_actors a where a.notification_id = n.id and a.actor_id = silence.other and not a.gone)
    order by n.id
  loop
    update private.notification_actors a set gone = true where a.notification_id = entry and a.actor_id = silence.other;
    perform private.settle_news(entry);
  end loop;
  -- Others wrote the name: the row stays, what they wrote is read on the page.
  update public.notifications n set data = n.data - 'comment_excerpt'
    from public.comments c, public.public_profiles p
    where n.user_id = silence.member and c.id = n.comment_id and p.id = silence.other and p.slug = any (private.slugs_in(c.mentions))
      and n.data ? 'comment_excerpt';
end $$;

create function private.refuse_reply() returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception 'Auf diesen Kommentar kann man nicht mehr antworten.' using errcode = '42501', hint = 'reply_closed';
end $$;

create function private.names_silenced(member uuid, mentions jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.public_profiles p where p.slug = any (private.slugs_in(mentions)) and not private.hears(member, p.id))
$$;

-- Deleting an account anonymises content and erases votes and personal data. Rows that reference profiles are deleted or anonymised by
-- foreign key; this section handles the rest. It applies to every deletion of an account, also by the team.

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

-- Preserves the length, so that no text becomes too long or too short.
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
    update public.comments c set content = private.without_name(c.content, former.nickname) where c.id = former.id;
  end loop;
  for former in
    select p.id, named.key as nickname from public.community_posts p cross join lateral jsonb_each_text(p.mentions) as named
    where p.mentions is not null and private.slugs_in(p.mentions) && slugs and named.value = any (slugs)
  loop
    update public.community_posts p set content = private.without_name(p.content, former.nickname) where p.id = former.id;
  end loop;
end $$;

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

create function private.slugs_in(mentions jsonb) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select coalesce(array_agg(named.value), '{}') from jsonb_each_text(mentions) named
$$;

create function private.ids_in(record jsonb) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select coalesce(array_agg(distinct id[1]), '{}')
  from regexp_matches(record::text, '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g') id
$$;

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

create function private.without_name(content text, nickname text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(content, private.mention_pattern(nickname), '@' || repeat('*', char_length(nickname)), 'gi')
$$;

-- "tiktok.com/@anna" told the member of that name, "@kim." told "kim." instead of "kim", and "@kim.Das" nobody.

create function private.without_addresses(content text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(content,
    '(\mhttps?://|(?<![A-Za-z0-9\u00c0-\u024f@._/-])www\.(?=[A-Za-z0-9\u00c0-\u024f-]+\.[A-Za-z\u00c0-\u024f]{2}))' ||
    '[^[:space:]\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff<>"„“”«»`\\^{}|]+', ' ', 'gi')
$$;

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

create function private.pattern_of_name(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select replace(replace(replace(replace(private.nickname_key(name), '.', '\.'), 'ä', '[Ää]'), 'ö', '[Öö]'), 'ü', '[Üü]')
$$;

create function private.mentioned_ids(mentions jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg('@' || m.key, private.member_by(m.value)), '{}') from jsonb_each_text(mentions) m
$$;

create function private.mentioned_slugs(ids jsonb) returns jsonb
language sql stable strict security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(substr(m.key, 2), p.slug), '{}') from jsonb_each_text(ids) m join public.public_profiles p on p.id::text = m.value
$$;

-- Policies alone would let these do nothing and say nothing.
create or replace function public.own_profile() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_proven();
  return (select private.own_profile_of(p) from public.profiles p where p.id = (select auth.uid()));
end $$;

create or replace function private.nickname_problem(wanted text, member uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    -- One's own from before is still one's own.
    when exists (select from public.profiles p where p.id = member and p.nickname = wanted) then null
    when wanted is null or wanted !~ '^[A-Za-z0-9ÄÖÜäöüß_.]{3,20}$' or private.slugify(wanted) = '' or wanted ~ '^[._]|[._]$' then 'form'
    when private.looks_like_domain(wanted) then 'form'
    when private.is_reserved_name(wanted) and not private.is_of_team(member)
      or exists (select from private.reserved_nicknames r where r.word = private.name_skeleton(wanted)) or private.passes_for_staff(wanted, member)
      or private.rule_refuses_name(wanted, member) then 'reserved'
    when exists (select from public.profiles p where private.nickname_key(p.nickname) = private.nickname_key(wanted) and p.id <> member)
      or exists (select from public.profiles p where private.nickname_look(p.nickname) = private.nickname_look(wanted) and p.id <> member)
      -- Their old links lead to them.
      or exists (select from public.profile_slug_history h where h.old_slug = private.slugify(wanted) and h.profile_id <> member)
      then 'taken' end
$$;

create or replace function private.typed_nickname(typed text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select normalize(btrim(private.collapse_marks(left(typed, 200))), nfc) $$;

create or replace function public.set_nickname(p_nickname text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wanted constant text := private.typed_nickname(p_nickname);
  problem constant text := private.nickname_problem(wanted, auth.uid());
  answer jsonb;
begin
  perform private.require_proven();
  if problem in ('form', 'reserved') then
    raise exception '%', case problem when 'form' then 'Dieser Nickname passt nicht.' else 'Dieser Nickname ist reserviert.' end
      using errcode = '23514', hint = 'nickname_' || problem;
  end if;
  update public.profiles p set nickname = wanted where p.id = (select auth.uid()) returning private.own_profile_of(p) into answer;
  return answer;
exception when unique_violation then
  -- Also after a race: another member has taken the nickname or its slug since the check.
  raise exception 'Diesen Nickname hat schon jemand.' using errcode = '23505', hint = 'nickname_taken';
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
  update public.profiles p set bio = nullif(private.trim_text(private.clean_text(p_bio)), ''), avatar_url = private.avatar_address(nullif(p_avatar_path, ''))
    where p.id = (select auth.uid()) returning private.own_profile_of(p) into answer;
  return answer;
end $$;

create function private.recovery_code_hash(member uuid, code text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select encode(sha256(convert_to('recovery ' || member::text || ' '
    || regexp_replace(upper(left(code, 60)), '[^A-Z0-9]', '', 'g'), 'utf8')), 'hex')
$$;

create function private.new_recovery_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 1 + get_byte(uuid_send(gen_random_uuid()), 0) % 31, 1)
    || case when place in (4, 8) then '-' else '' end, '' order by place)
  from generate_series(1, 12) place
$$;

create function private.recovery_codes_left(member uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.recovery_codes c where c.user_id = member and c.used_at is null
$$;

create function private.own_recovery_codes() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return jsonb_build_object('left', private.recovery_codes_left(auth.uid()),
    'made_at', (select max(c.made_at) from private.recovery_codes c where c.user_id = auth.uid()));
end $$;

create function private.renew_recovery_codes() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  codes text[];
begin
  perform private.require_proven();
  perform private.require_proof();
  -- Without a factor there is nothing to stand in for: a code must not raise the session.
  if not exists (select from auth.mfa_factors f where f.user_id = me and f.status = 'verified') then
    perform private.refuse('Richte zuerst einen zweiten Faktor ein.', 'second_factor_missing');
  end if;
  perform private.use_quota('recovery codes', 10);
  -- Two tabs one after the other: the codes of the last one are valid.
  perform from public.profiles p where p.id = me for update;
  delete from private.recovery_codes c where c.user_id = me;
  select array_agg(private.new_recovery_code()) into codes from generate_series(1, 10);
  insert into private.recovery_codes (user_id, code_hash) select me, private.recovery_code_hash(me, code) from unnest(codes) code;
  return jsonb_build_object('codes', to_jsonb(codes));
end $$;

create function private.use_recovery_code(typed text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  session constant uuid := private.session_id();
  who constant text := private.guesser_of('recovery ' || me::text);
  address text;
begin
  if not private.session_is_live() then perform private.require_proven(); end if;
  -- Repeated because the answer was lost.
  if private.session_aal() = 'aal2' then
    return jsonb_build_object('state', 'proven', 'left', private.recovery_codes_left(me));
  end if;
  -- Without a factor there is nothing to stand in for: a code must not raise the session.
  if not exists (select from auth.mfa_factors f where f.user_id = me and f.status = 'verified') then
    return jsonb_build_object('state', 'wrong', 'left', null);
  end if;
  if private.too_many_guesses(who) then perform private.refuse_guess(); end if;
  update private.recovery_codes c set used_at = now()
    where c.user_id = me and c.code_hash = private.recovery_code_hash(me, typed) and c.used_at is null;
  if not found then
    insert into private.invite_guesses (guesser) values (who);
    return jsonb_build_object('state', 'wrong', 'left', null);
  end if;
  update auth.sessions s set aal = 'aal2', updated_at = now() where s.id = session and s.user_id = me;
  -- GoTrue on Supabase derives the level of the next token from this row; of its methods this is the one that is typed.
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (gen_random_uuid(), session, now(), now(), 'totp')
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at;
  select u.email into address from auth.users u where u.id = me;
  if address ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.send_mail(address, 'recovery_code_used', jsonb_build_object('left', private.recovery_codes_left(me)::text));
  end if;
  return jsonb_build_object('state', 'proven', 'left', private.recovery_codes_left(me));
end $$;

create function public.own_recovery_codes() returns jsonb
language sql stable set search_path = '' as $$ select private.own_recovery_codes() $$;

create function public.renew_recovery_codes() returns jsonb
language sql set search_path = '' as $$ select private.renew_recovery_codes() $$;

create function public.use_recovery_code(p_code text) returns jsonb
language sql set search_path = '' as $$ select private.use_recovery_code(coalesce(p_code, '')) $$;

create or replace function private.account_sessions() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'created_at', s.created_at, 'refreshed_at', s.seen_at,
      'user_agent', s.user_agent, 'ip', private.short_address(s.ip), 'aal', coalesce(s.aal::text, 'aal1'), 'is_current', s.is_current)
      order by s.is_current desc, s.seen_at desc, s.id), '[]'::jsonb)
    from (
      select l.id, l.created_at, l.user_agent, l.ip, l.aal, l.id is not distinct from private.session_id() as is_current,
        -- GoTrue stores refreshed_at without a time zone, in UTC.
        coalesce(l.refreshed_at at time zone 'UTC', l.created_at) as seen_at
      from auth.sessions l
      where l.user_id = auth.uid() and (l.not_after is null or l.not_after > now())
      order by is_current desc, seen_at desc limit 100
    ) s);
end $$;

create or replace function private.end_session(session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if session is distinct from private.session_id() and not private.session_meets_mfa() then
    raise exception 'Bitte bestätige das mit deinem zweiten Faktor.' using errcode = '42501', hint = 'mfa_needed';
  end if;
  -- Refresh tokens are deleted by cascade.
  delete from auth.sessions s where s.id = session and s.user_id = auth.uid();
  return found;
end $$;

-- A passkey as second factor is a proof of identity as well.
create or replace function private.recently_proven(within interval default interval '10 minutes') returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from jsonb_array_elements(case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) a
    where a ->> 'method' in ('password', 'oauth', 'otp', 'totp', 'mfa/phone', 'mfa/webauthn')
      and jsonb_typeof(a -> 'timestamp') = 'number' and to_timestamp((a ->> 'timestamp')::double precision) > now() - within
  ) and exists (
    -- A token outlives its session by up to an hour, so a session that was ended elsewhere does not count.
    select from auth.sessions s where s.id = private.session_id() and s.user_id = auth.uid()
  )
$$;

create or replace function private.badge_count(pending text) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  -- The limit is arbitrary: badges show 99+ long before.
  most constant integer := 1000;
begin
  return case pending
    when 'posts' then (select count(*) from (select from private.waiting_posts w
      where not exists (select from private.pending_targets t where t.target = 'post:' || w.post_id) limit most) x)
    when 'reports' then (select count(distinct x.target) from (
      select coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id) as target from public.reports r
      where r.status = 'pending' and r.confirmed_at is not null
        and not exists (select from private.pending_targets t
          where t.target = r.target_type || ':' || coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id))
      order by r.created_at, r.id limit most) x)
    when 'comments' then (select count(*) from (select from private.held_comments c where c.rejected_at is null
      and not exists (select from private.pending_targets t where t.target = 'comment:' || c.id) limit most) x)
    when 'appeals' then (select count(*) from (select from public.appeals a where a.status = 'pending'
      and not exists (select from private.pending_targets t where t.target = 'appeal:' || a.id) limit most) x) end;
end $$;

create or replace function private.admin_badges() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object('posts', private.badge_count('posts'), 'reports', private.badge_count('reports'),
    'appeals', private.badge_count('appeals'), 'comments', private.badge_count('comments'));
end $$;

create or replace function private.dashboard_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  members constant bigint := private.estimate_count('public.profiles');
  removed constant bigint := (select count(*) from public.comments c where c.deleted_at is not null);
  a_week_ago constant timestamptz := now() - interval '7 days';
begin
  return jsonb_build_object(
    'total_users', members,
    -- An estimate (docs/product/admin.md).
    'active_users', round(members * 0.7),
    'banned_users', (select count(*) from public.profiles p where p.is_banned and (p.banned_until is null or p.banned_until > now())),
    'total_posts', private.estimate_count('public.community_posts'),
    'flagged_posts', (select count(distinct r.target_post_id) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    'pending_posts', (select count(*) from private.waiting_posts),
    'pending_reports', (select count(*) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    'deleted_posts', (select count(distinct a.post_id) from public.archived_posts a where a.restored_at is null),
    'total_comments', private.estimate_count('public.comments') - removed,
    'flagged_comments', (select count(distinct r.target_comment_id) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    'deleted_comments', removed,
    'total_stars', (select count(*) from public.stars),
    'total_votes', (select coalesce(sum(s.votes_count), 0) from public.star_scores s),
    'total_formats', (select count(*) from public.formats),
    'total_events', private.estimate_count('public.calendar_events'),
    'recent_actions', (select count(*) from public.admin_actions a where a.created_at >= a_week_ago),
    'users_last_7_days', (select count(*) from public.profiles p where p.created_at >= a_week_ago),
    'posts_last_7_days', (select count(*) from public.community_posts p where p.created_at >= a_week_ago),
    'stars_last_7_days', (select count(*) from public.stars s where s.created_at >= a_week_ago));
end $$;

create or replace function private.admin_stats() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object('figures', private.dashboard_figures(), 'days', private.dashboard_days(), 'away_since', private.team_away_since());
end $$;

-- The staff log keeps what was done; what names somebody may go, and after three years the whole row.
create or replace function private.guard_admin_actions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare parts constant text[] := '{name,from,excerpt}';
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '3 years' then return old; end if;
  if tg_op = 'UPDATE' and (to_jsonb(new) - '{admin_id,details}'::text[]) = (to_jsonb(old) - '{admin_id,details}'::text[])
     and (new.admin_id is null or new.admin_id = old.admin_id)
     and old.details @> new.details and (new.details - parts) = (old.details - parts) then return new; end if;
  raise exception 'Das Protokoll wird nur fortgeschrieben.' using errcode = '42501', hint = 'append_only';
end $$;

-- A code of a hundred thousand uses opens the site to everybody; that is for admins.
create function private.guard_invite() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() and new.max_uses > 100 and not private.is_admin()
     and (tg_op = 'INSERT' or new.max_uses is distinct from old.max_uses) then
    raise exception 'Codes für mehr als 100 Leute machen nur Admins.' using errcode = '42501', hint = 'max_uses_of_moderators';
  end if;
  return new;
end $$;

create function private.notify_team_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The operator's commands and the demo tell nobody.
  if auth.uid() is null then return null; end if;
  perform private.notify(new.id, 'team_role', 'Willkommen im Team',
    'Du bist jetzt ' || case new.role when 'admin' then 'Admin' else 'Moderator:in' end || ' bei HoT. '
      || case when exists (select from auth.mfa_factors f where f.user_id = new.id and f.status = 'verified')
        then 'Der Team-Bereich öffnet sich mit deinem zweiten Faktor.'
        else 'Der Team-Bereich öffnet sich nur mit einem zweiten Faktor: Beim ersten Besuch richtest du ihn ein.' end,
    actor => auth.uid());
  return null;
end $$;

-- By cursor, back to the first entry.

create function private.admin_activity_page(wanted_admin uuid, wanted_type text, after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 100);
  last constant text[] := private.cursor_parts(after, '{instant,uuid}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select x.*, row_number() over (order by x.created_at desc, x.id) as place
      from public.admin_actions x
      where (wanted_admin is null or x.admin_id = wanted_admin) and (wanted_type is null or x.target_type = wanted_type)
        and (last is null or (x.created_at <= last[1]::timestamptz and (x.created_at < last[1]::timestamptz or x.id > last[2]::uuid)))
      order by x.created_at desc, x.id limit wanted + 1
    )
    select jsonb_build_object(
      'actions', coalesce((
        select jsonb_agg(private.action_target(a.target_type, a.target_id, a.details) || jsonb_build_object(
            'id', a.id, 'action_type', a.action_type, 'target_type', a.target_type, 'target_id', a.target_id, 'created_at', a.created_at,
            'admin', (select jsonb_build_object('id', m.id, 'nickname', m.nickname) from public.public_profiles m where m.id = a.admin_id),
            'reason', left(a.details ->> 'reason', 2000), 'page', a.details ->> 'page', 'changed', a.details -> 'changed')
          order by a.place)
        from listed a where a.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(a.created_at::text, a.id::text) from listed a
        where a.place = wanted and exists (select from listed more where more.place > wanted)),
      'admins', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'nickname', m.nickname) order by private.nickname_key(m.nickname))
        from public.profiles p join public.public_profiles m on m.id = p.id where p.role in ('moderator', 'admin')), '[]'::jsonb)));
end $$;

create function public.admin_activity_page(
  p_admin uuid default null, p_type text default null, p_limit integer default null, p_after text default null
) returns jsonb
language sql stable set search_path = '' as $$ select private.admin_activity_page(p_admin, p_type, p_after, p_limit) $$;

create function private.check_actor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare other text;
begin
  if not exists (select from public.public_profiles m where m.id = new.admin_id) then
    raise exception 'Such dir zuerst einen Nickname aus: Das Protokoll nennt, wer entscheidet.' using errcode = '23514', hint = 'nickname_required';
  end if;
  if new.action_type in ('note_case', 'ask_in_case') then return new; end if;
  select coalesce(m.nickname, 'Jemand aus dem Team') into other from private.pending_targets t
    join private.pending_decisions d on d.id = t.decision_id join public.profiles m on m.id = d.decider
    where t.target = new.target_type || ':' || new.target_id and d.decider <> new.admin_id;
  if found then perform private.refuse_pending(other); end if;
  return new;
end $$;

-- Search fields of forms: pick a row by its name.

create or replace function public.admin_pick(p_kind text, p_query text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  most constant integer := 10;
  words constant text[] := private.search_words(p_query);
  patterns constant text[] := private.like_patterns(words);
  nickname_start constant text := private.nickname_key(left(btrim(coalesce(p_query, ''), ' @'), 100));
begin
  perform private.require_moderator();
  if cardinality(words) = 0 then return '[]'; end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', hit.id, 'title', hit.title, 'hint', nullif(hit.hint, '')) order by hit.place, hit.id)
    from (
      (select s.id, s.full_name as title, concat_ws(' · ', private.distinguished(s.id, s.sort_key, s.search_key) ->> 'distinguished_by', s.slug,
         case when not s.is_active then 'nicht aktiv' end) as hint,
         s.sort_key as place
       from public.stars s where p_kind = 'star' and s.search_key like all (patterns) order by s.sort_key, s.id limit most)
      union all
      (select f.id, f.name, concat_ws(' · ', f.slug, case when not f.is_active then 'nicht aktiv' end), f.search_key
       from public.formats f where p_kind = 'format' and f.search_key like all (patterns) order by f.search_key, f.id limit most)
      union all
      (select e.id, f.name || ' · ' || coalesce(e.title, 'Staffel ' || e.season_number), coalesce(e.start_date::text, e.slug),
         f.search_key || lpad((9999 - e.season_number)::text, 4, '0')
       from public.seasons e join public.formats f on f.id = e.format_id
       where p_kind = 'season' and f.search_key || ' staffel ' || e.season_number || ' ' || lower(coalesce(e.title, '')) like all (patterns)
       order by f.search_key, e.season_number desc, e.id limit most)
      union all
      (select m.id, m.nickname, m.slug, private.nickname_key(m.nickname)
       from public.public_profiles m where p_kind = 'member'
         -- Not LIKE: behind a policy it would not use the index.
         and private.nickname_key(m.nickname) ~>=~ nickname_start and private.nickname_key(m.nickname) ~<~ (nickname_start || chr(1114111))
       order by private.nickname_key(m.nickname) using ~<~, m.id limit most)
    ) hit), '[]'::jsonb);
end $$;

-- From what the database knows of everybody, without anything that needs consent (docs/product/admin.md).

create function private.active_members(since timestamptz, until timestamptz) returns setof uuid
language sql stable security definer rows 1000 set search_path = '' as $$
  select p.author_id from public.community_posts p where p.created_at >= since and p.created_at < until and p.author_id is not null
  union
  select c.author_id from public.comments c where c.created_at >= since and c.created_at < until and c.author_id is not null
  union
  select v.user_id from public.rumor_votes v where v.created_at >= since and v.created_at < until
  union
  select v.user_id from public.poll_votes v where v.created_at >= since and v.created_at < until
  union
  select r.user_id from public.post_reactions r where r.created_at >= since and r.created_at < until
$$;

create function private.week_figures(since timestamptz, until timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  before constant timestamptz := since - (until - since);
  active uuid[] := array(select private.active_members(since, until));
begin
  return jsonb_build_object(
    'members', (select count(*) from public.profiles p where p.created_at >= since and p.created_at < until),
    'active', cardinality(active),
    'returning', (select count(*) from private.active_members(before, since) a (id) where a.id = any (active)),
    'rumors', (select count(*) from public.community_posts p where p.type = 'rumor' and p.created_at >= since and p.created_at < until),
    'polls', (select count(*) from public.community_posts p where p.type = 'poll' and p.created_at >= since and p.created_at < until),
    'discussions', (select count(*) from public.community_posts p where p.type = 'discussion' and p.created_at >= since and p.created_at < until),
    'comments', (select count(*) from public.comments c where c.created_at >= since and c.created_at < until and c.deleted_at is null),
    'votes', (select count(*) from public.rumor_votes v where v.created_at >= since and v.created_at < until)
      + (select count(*) from public.poll_votes v where v.created_at >= since and v.created_at < until),
    'reactions', (select count(*) from public.post_reactions r where r.created_at >= since and r.created_at < until),
    'reports', (select count(*) from public.reports r where r.confirmed_at is not null and r.created_at >= since and r.created_at < until),
    'report_seconds', (
      select round(percentile_cont(0.5) within group (order by extract(epoch from r.resolved_at - r.created_at)))
      from public.reports r where r.confirmed_at is not null and r.created_at >= since and r.created_at < until and r.resolved_at is not null),
    'post_seconds', (
      select round(percentile_cont(0.5) within group (order by extract(epoch from p.moderated_at - p.created_at)))
      from public.community_posts p where p.created_at >= since and p.created_at < until and p.moderated_at is not null));
end $$;

create function private.week_tops(since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with acts as materialized (
    select x.post_id, count(*) filter (where x.is_comment) as comments, count(*) filter (where not x.is_comment) as votes
    from (
      select c.post_id, true as is_comment from public.comments c where c.created_at >= since and c.created_at < until and c.deleted_at is null
      union all
      select v.post_id, false from public.rumor_votes v where v.created_at >= since and v.created_at < until
      union all
      select v.post_id, false from public.poll_votes v where v.created_at >= since and v.created_at < until
    ) x group by x.post_id
  ),
  topics as materialized (
    select t.tag, sum(a.comments + a.votes) as acts from acts a
    join public.community_posts p on p.id = a.post_id and p.status = 'approved'
    cross join lateral unnest(p.tags) t (tag) group by t.tag
  )
  select jsonb_build_object(
    'posts', coalesce((
      select jsonb_agg(x.hit || jsonb_build_object('comments', x.comments, 'votes', x.votes) order by x.place)
      from (
        select h.hit, a.comments, a.votes, row_number() over (order by a.comments + a.votes desc, a.post_id) as place
        from acts a join public.community_posts p on p.id = a.post_id and p.status = 'approved' join private.post_hits h on h.id = a.post_id
        order by place limit 5
      ) x), '[]'::jsonb),
    'stars', coalesce((
      select jsonb_agg(jsonb_build_object('star', x.ref, 'acts', x.acts) order by x.place)
      from (
        select s.ref, t.acts, row_number() over (order by t.acts desc, s.id) as place
        from topics t join private.star_cards s on s.id = t.tag order by place limit 5
      ) x), '[]'::jsonb),
    'formats', coalesce((
      select jsonb_agg(jsonb_build_object('format', x.ref, 'acts', x.acts) order by x.place)
      from (
        select f.ref, t.acts, row_number() over (order by t.acts desc, f.id) as place
        from topics t join private.format_refs f on f.id = t.tag order by place limit 5
      ) x), '[]'::jsonb))
$$;

create function private.admin_week(any_day date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Weeks are from Monday to Sunday in Berlin.
  monday constant date := date_trunc('week', coalesce(any_day, private.berlin_day(now()) - 7))::date;
begin
  perform private.require_admin();
  if monday not between '2000-01-03' and '2100-01-04' then perform private.refuse('Diese Woche gibt es nicht.', 'week_invalid'); end if;
  return private.week_of(monday) || jsonb_build_object('views', private.week_views(monday));
end $$;

create function public.admin_week(p_day date default null) returns jsonb
language sql stable set search_path = '' set statement_timeout = '30s' as $$ select private.admin_week(p_day) $$;

create or replace function public.admin_stars_page(
  p_query text default null, p_state text default null, p_gap text default null, p_sort text default 'name',
  p_after text default null, p_limit integer default 30
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 30);
  state constant text := case when p_state in ('active', 'inactive') then p_state end;
  sort constant text := case when p_sort = 'new' then 'new' else 'name' end;
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select l.id, l.keys, l.place
      from private.admin_list_stars(private.search_words(p_query), state, nullif(p_gap, ''), sort, p_after, wanted + 1)
        with ordinality as l (id, keys, place)
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name,
          'nickname', s.nickname, 'avatar_url', s.avatar_url, 'is_active', s.is_active, 'hot_score', x.hot_score, 'rank', x.rank,
          'fans', s.fans_count, 'has_bio', coalesce(s.bio, '') <> '', 'created_at', s.created_at,
          'seasons', (select count(*) from public.season_participants p where p.star_id = s.id),
          'social', (select count(*) from public.star_social_accounts a where a.star_id = s.id))
          || private.distinguished(s.id, s.sort_key, s.search_key) order by l.place)
        from listed l join public.stars s on s.id = l.id join public.star_scores x on x.star_id = s.id
        where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(variadic l.keys) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

-- Definer, to count everything that belongs to a star, whether or not the caller may read it.
create or replace function private.admin_star(star uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return (
    select to_jsonb(s) - array['full_name', 'fans_count', 'search_key', 'sort_key', 'letter'] || jsonb_build_object(
      'hot_score', x.hot_score, 'rank', x.rank,
      'old_slugs', coalesce((select jsonb_agg(h.old_slug order by h.created_at desc, h.old_slug)
        from public.star_slug_history h where h.star_id = star), '[]'::jsonb),
      'votes', (select count(*) from public.demand_votes v where v.star_id = star)
        + (select count(*) from public.realness_votes v where v.star_id = star)
        + (select count(*) from public.drama_votes v where v.star_id = star),
      'fans', s.fans_count,
      'posts', (select count(*) from public.post_tags t where t.tag_id = star),
      'social', (select count(*) from public.star_social_accounts a where a.star_id = star),
      'seasons', coalesce((
        select jsonb_agg(jsonb_build_object('id', n.id, 'format', f.name, 'season_number', n.season_number, 'title', n.title,
          'placement', p.placement) order by f.name, n.season_number desc, n.id)
        from public.season_participants p join public.seasons n on n.id = p.season_id join public.formats f on f.id = n.format_id
        where p.star_id = star), '[]'::jsonb),
      -- A merge carries these along too.
      'binned_seasons', (select count(*) from private.binned_rows b
        where b.table_name = 'public.season_participants' and b.content ->> 'star_id' = star::text
          and exists (select from private.binned_rows n where n.bin_id = b.bin_id and n.table_name = 'public.seasons'
            and n.content ->> 'id' = b.content ->> 'season_id')),
      'apart', private.stars_apart(star),
      'similar', private.similar_stars(s.first_name || ' ' || coalesce(s.nickname, '') || ' ' || s.last_name, star))
      || private.distinguished(s.id, s.sort_key, s.search_key)
    from public.stars s join public.star_scores x on x.star_id = s.id where s.id = star);
end $$;

create function private.fold_star_score(star uuid, question text, votes integer, total integer) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.star_scores s where s.star_id = star for no key update skip locked;
  if not found then return false; end if;
  -- The next statement sees all that others committed before the lock was taken.
  with waiting as (
    delete from private.star_score_deltas d where d.star_id = star returning d.question, d.votes, d.total
  ), added as (
    select coalesce(sum(w.votes) filter (where w.question = 'demand'), 0) as demand_count,
      coalesce(sum(w.total) filter (where w.question = 'demand'), 0) as demand_sum,
      coalesce(sum(w.votes) filter (where w.question = 'realness'), 0) as realness_count,
      coalesce(sum(w.total) filter (where w.question = 'realness'), 0) as realness_sum,
      coalesce(sum(w.votes) filter (where w.question = 'drama'), 0) as drama_count,
      coalesce(sum(w.total) filter (where w.question = 'drama'), 0) as drama_sum
    from (table waiting union all values (fold_star_score.question, fold_star_score.votes, fold_star_score.total)) w
  )
  update public.star_scores s set
    demand_count = s.demand_count + a.demand_count, demand_sum = s.demand_sum + a.demand_sum,
    realness_count = s.realness_count + a.realness_count, realness_sum = s.realness_sum + a.realness_sum,
    drama_count = s.drama_count + a.drama_count, drama_sum = s.drama_sum + a.drama_sum
  from added a where s.star_id = star;
  return true;
end $$;

create function private.fold_star_scores() returns void
language plpgsql security definer set search_path = '' as $$
declare star uuid;
begin
  for star in select distinct d.star_id from private.star_score_deltas d loop
    perform private.fold_star_score(star, 'demand', 0, 0);
  end loop;
  delete from private.star_score_deltas d where not exists (select from public.star_scores s where s.star_id = d.star_id);
end $$;

create function private.spread_star_votes() returns void
language plpgsql security definer set search_path = '' as $$
declare asked text;
begin
  foreach asked in array array['demand', 'realness', 'drama'] loop
    execute format($sql$
      insert into private.star_vote_spreads as s (star_id, question, counts, votes, total)
      select v.star_id, %1$L, array[count(*) filter (where v.value = 1), count(*) filter (where v.value = 2), count(*) filter (where v.value = 3),
        count(*) filter (where v.value = 4), count(*) filter (where v.value = 5)]::integer[], count(*), sum(v.value)
      from public.star_scores c
      left join private.star_vote_spreads k on k.star_id = c.star_id and k.question = %1$L
      join public.%1$I_votes v on v.star_id = c.star_id and v.weighs
      where (c.%1$I_count, c.%1$I_sum) is distinct from (coalesce(k.votes, 0), coalesce(k.total, 0))
      group by v.star_id
      on conflict (star_id, question) do update set counts = excluded.counts, votes = excluded.votes, total = excluded.total
    $sql$, asked);
  end loop;
  delete from private.star_vote_spreads s using public.star_scores c
    where c.star_id = s.star_id and s.votes > 0
      and case s.question when 'demand' then c.demand_count when 'realness' then c.realness_count else c.drama_count end = 0;
end $$;

-- One person, two entries: everything moves to the one that stays, and the addresses of the other redirect there.
create or replace function private.merge_stars(keep uuid, gone uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  survivor public.stars;
  dropped public.stars;
  gaps jsonb;
  was jsonb;
  entry uuid;
begin
  perform private.require_admin();
  if keep = gone then perform private.refuse('Das ist derselbe Star.', 'same_star'); end if;
  -- Locked in a fixed order, so that two merges of the same pair wait for each other instead of deadlocking.
  perform from public.stars s where s.id in (keep, gone) order by s.id for update;
  select * into survivor from public.stars s where s.id = keep;
  select * into dropped from public.stars s where s.id = gone;
  if survivor.id is null or dropped.id is null then
    raise exception 'Diesen Star gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  perform private.log_staff_action('merge_star', 'star', keep::text,
    jsonb_build_object('name', survivor.full_name, 'merged', dropped.full_name, 'merged_id', gone, 'merged_slug', dropped.slug));

  perform private.put_in_bin('merge', dropped.full_name, jsonb_build_object('stars', jsonb_build_array(gone)));
  update private.bin b set merged_into = keep where b.kind = 'merge' and b.merged_into is null returning b.id into entry;
  was := (select jsonb_agg(to_jsonb(r)) from private.rows_of_merge(keep) r);

  perform set_config('hot.restoring', 'on', true);
  perform private.move_votes(keep, gone), private.move_members(keep, gone), private.move_seasons(keep, gone);
  update public.star_social_accounts g set star_id = keep where g.star_id = gone
    and not exists (select from public.star_social_accounts k where k.star_id = keep and k.platform = g.platform);
  update public.community_posts p set tags = case when keep = any (p.tags) then array_remove(p.tags, gone) else array_replace(p.tags, gone, keep) end
    where p.id in (select t.post_id from public.post_tags t where t.tag_id = gone);
  update public.star_slug_history set star_id = keep where star_id = gone;
  delete from public.stars where id = gone;
  insert into public.star_slug_history (old_slug, star_id) values (dropped.slug, keep)
    on conflict (old_slug) do update set star_id = excluded.star_id, created_at = now();
  -- Every column the survivor lacks comes from the duplicate, so that a new one needs no line here.
  select jsonb_object_agg(d.key, d.value) into gaps from jsonb_each(to_jsonb(dropped)) d where to_jsonb(survivor) -> d.key = 'null';
  perform private.save_row('public.stars', keep::text,
    coalesce(gaps, '{}') || jsonb_build_object('is_active', survivor.is_active or dropped.is_active));
  perform set_config('hot.restoring', '', true);

  insert into private.merged_rows (bin_id, place, table_name, member_id, before, after)
    select entry, row_number() over (), coalesce(b.table_name, a.table_name), coalesce(b.member_id, a.member_id), b.content, a.content
    from jsonb_to_recordset(was) as b (table_name text, member_id uuid, key jsonb, content jsonb)
    full join private.rows_of_merge(keep) a on a.table_name = b.table_name and a.key = b.key
    where private.as_said(b.content) is distinct from private.as_said(a.content);
  perform private.rank_stars();
end $$;

create or replace function public.admin_merge_stars(p_keep uuid, p_gone uuid) returns void
language plpgsql security invoker set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.merge_stars(p_keep, p_gone);
end $$;

create function private.merged_tables() returns table (table_name text, keys text[])
language sql immutable parallel safe set search_path = '' as $$
  values ('public.demand_votes', array['user_id', 'star_id']), ('public.realness_votes', array['user_id', 'star_id']),
    ('public.drama_votes', array['user_id', 'star_id']), ('public.star_fans', array['user_id', 'star_id']),
    ('private.follows', array['member_id', 'target_type', 'target_id']), ('public.season_participants', array['season_id', 'star_id']),
    ('public.star_slug_history', array['old_slug']), ('private.star_requests', array['id']), ('public.post_tags', array['post_id', 'tag_id']),
    ('public.stars', array['id'])
$$;

create function private.as_said(content jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$ select content - array['weighs', 'updated_at'] $$;

create function private.rows_of_merge(star uuid) returns table (table_name text, member_id uuid, key jsonb, content jsonb)
language sql stable security definer set search_path = '' as $$
  select r.table_name, r.member_id, (select jsonb_agg(r.content -> k) from unnest(t.keys) k), r.content
  from private.rows_for_bin(jsonb_build_object('stars', jsonb_build_array(star))) r
  join private.merged_tables() t on t.table_name = r.table_name
  union all
  select b.table_name, null, jsonb_build_array(b.content -> 'season_id', b.content -> 'star_id'), b.content
  from private.binned_rows b
  where b.table_name = 'public.season_participants' and b.content ->> 'star_id' = star::text
    and exists (select from private.binned_rows s where s.bin_id = b.bin_id and s.table_name = 'public.seasons'
      and s.content ->> 'id' = b.content ->> 'season_id')
$$;

create function private.move_votes(keep uuid, gone uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare question text;
begin
  -- Of a member's votes on both stars the later one counts.
  foreach question in array array['demand', 'realness', 'drama'] loop
    execute format('delete from public.%1$I_votes g using public.%1$I_votes k
      where g.star_id = $2 and k.star_id = $1 and k.user_id = g.user_id and k.updated_at >= g.updated_at', question) using keep, gone;
    execute format('delete from public.%1$I_votes k using public.%1$I_votes g
      where k.star_id = $1 and g.star_id = $2 and g.user_id = k.user_id', question) using keep, gone;
    execute format('update public.%1$I_votes set star_id = $1 where star_id = $2', question) using keep, gone;
  end loop;
end $$;

create function private.move_members(keep uuid, gone uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.star_fans g using public.star_fans k where g.star_id = gone and k.star_id = keep and k.user_id = g.user_id;
  update public.star_fans set star_id = keep where star_id = gone;
  delete from private.follows g using private.follows k where g.target_type = 'star' and g.target_id = gone and k.target_type = 'star'
    and k.target_id = keep and k.member_id = g.member_id;
  update private.follows set target_id = keep where target_type = 'star' and target_id = gone;
  -- Whom the team believed stays believed.
  delete from private.star_requests k using private.star_requests g where k.star_id = keep and g.star_id = gone and k.member_id = g.member_id
    and k.kind = 'claim' and g.kind = 'claim' and g.state = 'granted' and k.state <> 'granted';
  update private.star_requests g set star_id = keep where g.star_id = gone and (g.kind <> 'claim' or not exists (
    select from private.star_requests k where k.star_id = keep and k.member_id = g.member_id and k.kind = 'claim'))
$$;

create function private.move_seasons(keep uuid, gone uuid) returns void
language sql security definer set search_path = '' as $$
  update public.season_participants k set placement = g.placement
    from public.season_participants g
    where k.star_id = keep and g.star_id = gone and g.season_id = k.season_id and k.placement is null and g.placement is not null;
  delete from public.season_participants g using public.season_participants k
    where g.star_id = gone and k.star_id = keep and k.season_id = g.season_id;
  update public.season_participants set star_id = keep where star_id = gone;
  -- In a season that lies in the bin both stand until it comes back; the one that is gone then waits for its merge to be undone.
  insert into private.binned_rows (bin_id, place, table_name, content)
    select b.bin_id, (select max(o.place) from private.binned_rows o where o.bin_id = b.bin_id) + row_number() over (partition by b.bin_id order by b.place),
      b.table_name, b.content || jsonb_build_object('star_id', keep)
    from private.binned_rows b
    where b.table_name = 'public.season_participants' and b.content ->> 'star_id' = gone::text
      and exists (select from private.binned_rows s where s.bin_id = b.bin_id and s.table_name = 'public.seasons'
        and s.content ->> 'id' = b.content ->> 'season_id')
      and not exists (select from private.binned_rows k where k.table_name = b.table_name and k.content ->> 'star_id' = keep::text
        and k.content ->> 'season_id' = b.content ->> 'season_id')
$$;

create function private.forget_withdrawn(entry uuid, keep uuid, gone uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.binned_rows b where b.bin_id = entry and (
    b.table_name = 'public.demand_votes' and not exists (select from public.demand_votes v where v.star_id = keep and v.user_id = b.member_id)
    or b.table_name = 'public.realness_votes' and not exists (select from public.realness_votes v where v.star_id = keep and v.user_id = b.member_id)
    or b.table_name = 'public.drama_votes' and not exists (select from public.drama_votes v where v.star_id = keep and v.user_id = b.member_id)
    or b.table_name = 'public.star_fans' and not exists (select from public.star_fans f where f.star_id = keep and f.user_id = b.member_id)
    or b.table_name = 'private.follows' and not exists (
      select from private.follows f where f.target_type = 'star' and f.target_id = keep and f.member_id = b.member_id)
    or b.table_name = 'private.star_requests' and not exists (select from private.star_requests r where r.id = (b.content ->> 'id')::uuid)
      and exists (select from private.merged_rows m where m.bin_id = entry and m.table_name = b.table_name and m.after ->> 'id' = b.content ->> 'id'))
$$;

create function private.take_merged_rows_back(entry uuid, part text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  same constant text := (select string_agg(format('to_jsonb(x) -> %1$L = m.after -> %1$L', k), ' and ')
    from private.merged_tables() t cross join unnest(t.keys) k where t.table_name = part);
begin
  execute format($sql$
    with taken as (
      delete from %1$s x using private.merged_rows m where m.bin_id = $1 and m.table_name = $2 and %2$s
        and private.as_said(to_jsonb(x)) = private.as_said(m.after) returning m.place
    )
    update private.merged_rows m set after = null where m.bin_id = $1 and m.place in (select t.place from taken t)
  $sql$, part, same) using entry, part;
end $$;

create function private.survivor_before(entry uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  part text;
  kept private.merged_rows;
  reverted jsonb;
begin
  foreach part in array array['public.demand_votes', 'public.realness_votes', 'public.drama_votes', 'public.star_fans', 'private.follows',
      'public.season_participants', 'public.star_slug_history'] loop
    perform private.take_merged_rows_back(entry, part);
  end loop;
  with taken as (
    delete from private.binned_rows b using private.merged_rows m where m.bin_id = entry and m.table_name = 'public.season_participants'
      and b.bin_id <> entry and b.table_name = m.table_name and b.content = m.after returning m.place
  )
  update private.merged_rows m set after = null where m.bin_id = entry and m.place in (select t.place from taken t);
  -- What stood there before comes back with the rows of the other star.
  insert into private.binned_rows (bin_id, place, table_name, member_id, content)
    select entry, (select max(o.place) from private.binned_rows o where o.bin_id = entry) + row_number() over (order by m.place),
      m.table_name, m.member_id, m.before
    from private.merged_rows m where m.bin_id = entry and m.before is not null and m.after is null
      and m.table_name not in ('public.stars', 'public.post_tags');
  select * into kept from private.merged_rows m where m.bin_id = entry and m.table_name = 'public.stars';
  select jsonb_object_agg(a.attname, kept.before -> a.attname::text) into reverted
    from pg_catalog.pg_attribute a join public.stars s on s.id = (kept.after ->> 'id')::uuid
    where a.attrelid = 'public.stars'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'updated_at'
      and kept.before -> a.attname::text is distinct from kept.after -> a.attname::text
      and to_jsonb(s) -> a.attname::text = kept.after -> a.attname::text;
  if reverted is not null then
    perform set_config('hot.restoring', 'on', true), private.save_row('public.stars', kept.after ->> 'id', reverted);
    perform set_config('hot.restoring', '', true);
  end if;
end $$;

create function private.split_tags(entry uuid, keep uuid, gone uuid) returns void
language sql security definer set search_path = '' as $$
  -- A post that had one of both had it in the place where the other stands now; whoever took that away since meant it.
  update public.community_posts p set tags = case when m.post_id is not null then array_replace(p.tags, keep, gone)
      else p.tags[:b.place - 1] || gone || p.tags[b.place:] end
    from (select (r.content ->> 'post_id')::uuid as post_id, (r.content ->> 'position')::integer as place
      from private.binned_rows r where r.bin_id = entry and r.table_name = 'public.post_tags') b
    left join (select (r.after ->> 'post_id')::uuid as post_id from private.merged_rows r
      where r.bin_id = entry and r.table_name = 'public.post_tags' and r.before is null) m on m.post_id = b.post_id
    where p.id = b.post_id and not gone = any (p.tags) and case when m.post_id is not null then keep = any (p.tags) else cardinality(p.tags) < 5 end
$$;

create function private.undo_merge(entry uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known private.bin;
  gone uuid;
  part text;
begin
  perform private.require_admin();
  select * into known from private.bin b where b.id = entry and b.kind = 'merge' and private.restorable_until(b.removed_at) > now() for update;
  if not found then return null; end if;
  gone := (select (b.content ->> 'id')::uuid from private.binned_rows b where b.bin_id = entry and b.table_name = 'public.stars');
  -- Latest first: what a later merge or deletion took from the star that stayed is part of what has to be told apart.
  if exists (select from private.binned_rows b where b.bin_id <> entry and b.table_name = 'public.stars' and b.content ->> 'id' = known.merged_into::text)
    or exists (select from private.bin b where b.merged_into = known.merged_into and b.removed_at > known.removed_at) then
    perform private.refuse('Danach kam noch etwas dazu. Hol zuerst das Spätere zurück.', 'parent_gone');
  end if;
  perform private.log_staff_action('undo_merge', 'star', gone::text, jsonb_build_object('name', left(known.name, 200), 'merged_into', known.merged_into));
  perform from public.stars s where s.id = known.merged_into for update;
  if found then
    perform private.forget_withdrawn(entry, known.merged_into, gone);
    perform private.survivor_before(entry);
  end if;
  perform private.restore_rows(entry, 'public.stars');
  update public.star_social_accounts a set star_id = gone from private.binned_rows b
    where b.bin_id = entry and b.table_name = 'public.star_social_accounts' and a.id = (b.content ->> 'id')::uuid;
  update private.star_requests r set star_id = gone from private.binned_rows b
    where b.bin_id = entry and b.table_name = 'private.star_requests' and b.content ->> 'star_id' = gone::text and r.id = (b.content ->> 'id')::uuid;
  for part in select t.table_name from private.binned_tables() t where t.table_name not in ('public.stars', 'public.post_tags') order by t.place loop
    perform private.restore_rows(entry, part);
  end loop;
  perform private.split_tags(entry, known.merged_into, gone);
  perform private.rank_stars();
  -- Who took part in a season that lies in the bin comes back with it.
  update private.binned_rows r set bin_id = other.bin_id, place = r.place + (select max(o.place) from private.binned_rows o where o.bin_id = other.bin_id)
    from private.binned_rows other
    where r.bin_id = entry and r.table_name = 'public.season_participants' and other.bin_id <> entry
      and other.table_name = 'public.seasons' and other.content ->> 'id' = r.content ->> 'season_id';
  delete from private.bin b where b.id = entry;
  return jsonb_build_object('kind', known.kind, 'name', known.name);
exception when unique_violation then
  raise exception 'Adresse, Nummer oder Schlüssel hat inzwischen etwas anderes.' using errcode = '23505', hint = 'address_taken';
end $$;

-- Possible duplicates: similar names, active or not.
create or replace function private.similar_stars(name text, except_star uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare folded constant text := private.search_fold(left(coalesce(name, ''), 300));
begin
  perform private.require_moderator();
  if char_length(folded) < 3 then return '[]'::jsonb; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'slug', f.slug, 'first_name', f.first_name, 'last_name', f.last_name,
      'nickname', f.nickname, 'avatar_url', f.avatar_url, 'is_active', f.is_active) || private.distinguished(f.id, f.sort_key, f.search_key)
      order by f.nearness desc, f.id), '[]'::jsonb)
    from (
      select s.*, extensions.similarity(s.search_key, folded) as nearness
      from public.stars s
      where s.search_key operator(extensions.%) folded and s.id is distinct from except_star
        and extensions.similarity(s.search_key, folded) >= 0.45
        and not exists (select from private.distinct_stars d where d.one = least(s.id, except_star) and d.other = greatest(s.id, except_star))
      order by nearness desc, s.id limit 5
    ) f);
end $$;

create function private.star_distinction(star uuid) returns jsonb
language sql stable set search_path = '' as $$
  with own as (
    select s.id, s.sort_key, s.search_key, s.slug, extract(year from s.birthdate)::integer as born from public.stars s where s.id = star
  ), others as (
    select o.id, extract(year from o.birthdate)::integer as born from own join public.stars o
      on o.sort_key = own.sort_key and o.search_key = own.search_key and o.id <> own.id
  )
  select jsonb_build_object('distinguished_by', coalesce(
    -- The latest season in which nobody else of the name took part.
    (select f.name || ', ' || coalesce(n.title, 'Staffel ' || n.season_number)
      from own join public.season_participants p on p.star_id = own.id
      join public.seasons n on n.id = p.season_id join public.formats f on f.id = n.format_id
      where not exists (select from others o join public.season_participants x on x.star_id = o.id and x.season_id = p.season_id)
      order by n.start_date desc nulls last, n.season_number desc, n.id limit 1),
    (select 'Jahrgang ' || own.born from own where own.born not in (select o.born from others o where o.born is not null)),
    (select '/stars/' || own.slug from own)))
$$;

-- Runs as the caller: a hidden star of the name distinguishes nobody in public.
create function private.distinguished(star uuid, key text, search_key text) returns jsonb
language sql stable set search_path = '' as $$
  select case when exists (select from public.stars o
      where o.sort_key = distinguished.key collate "C" and o.search_key = distinguished.search_key and o.id <> star)
    then private.star_distinction(star) else '{}' end
$$;

create function private.tell_stars_apart(star uuid, other uuid, apart boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  named text;
  other_named text;
begin
  perform private.require_moderator();
  if star = other then perform private.refuse('Das ist derselbe Star.', 'same_star'); end if;
  select s.full_name into named from public.stars s where s.id = star;
  select s.full_name into other_named from public.stars s where s.id = tell_stars_apart.other;
  if named is null or other_named is null then
    raise exception 'Diesen Star gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  if apart then
    insert into private.distinct_stars (one, other, said_by) values (least(star, tell_stars_apart.other), greatest(star, tell_stars_apart.other), auth.uid())
      on conflict do nothing;
  else
    delete from private.distinct_stars d where d.one = least(star, tell_stars_apart.other) and d.other = greatest(star, tell_stars_apart.other);
  end if;
  -- Said twice is said once.
  if found then
    perform private.log_staff_action(case when apart then 'tell_stars_apart' else 'doubt_stars' end, 'star', star::text,
      jsonb_build_object('name', named, 'other', other_named, 'other_id', other));
  end if;
end $$;

create function public.admin_tell_stars_apart(p_star uuid, p_other uuid, p_apart boolean) returns void
language sql set search_path = '' as $$ select private.tell_stars_apart(p_star, p_other, p_apart) $$;

create function private.stars_apart(star uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('star', jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name,
      'last_name', s.last_name, 'nickname', s.nickname, 'avatar_url', s.avatar_url, 'is_active', s.is_active)
      || private.distinguished(s.id, s.sort_key, s.search_key),
    'said_by_name', (select m.nickname from public.profiles m where m.id = d.said_by), 'said_at', d.said_at) order by d.said_at desc, s.id), '[]'::jsonb)
  from private.distinct_stars d join public.stars s on s.id = case when d.one = star then d.other else d.one end
  where d.one = star or d.other = star
$$;

create or replace function public.star_page(p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant uuid := private.star_by(p_slug);
  not_shown constant text[] := array['full_name', 'is_active', 'fans_count', 'search_key', 'sort_key', 'letter', 'external_key', 'created_at'];
begin
  return (
    select c.card || (to_jsonb(s) - not_shown) || jsonb_build_object(
      'fans', s.fans_count, 'hot_score', x.hot_score, 'votes', x.votes_count,
      'demand', jsonb_build_object('average', x.demand_average, 'votes', x.demand_count, 'spread', private.star_spread(s.id, 'demand')),
      'realness', jsonb_build_object('average', x.realness_average, 'votes', x.realness_count, 'spread', private.star_spread(s.id, 'realness')),
      'drama', jsonb_build_object('average', x.drama_average, 'votes', x.drama_count, 'spread', private.star_spread(s.id, 'drama')),
      'history', private.star_history(s.id),
      'seasons', coalesce((
        select jsonb_agg(jsonb_build_object(
          'season_id', n.id, 'season_number', n.season_number, 'season_title', n.card -> 'title', 'season_slug', n.slug,
          'placement', p.placement, 'status', n.card -> 'status', 'start_date', n.card -> 'start_date',
          'format_name', f.ref -> 'name', 'format_short_name', f.ref -> 'short_name', 'format_slug', f.slug, 'format_color', f.ref -> 'color'
        ) order by n.card ->> 'start_date' desc nulls first, n.season_number desc, n.id)
        from public.season_participants p
        join private.season_cards n on n.id = p.season_id
        join private.format_refs f on f.id = n.format_id
        where p.star_id = wanted), '[]'::jsonb),
      'social', coalesce((
        select jsonb_agg(jsonb_build_object('platform', a.platform, 'handle', a.handle, 'url', a.url, 'followers', a.followers,
          'updated_at', a.updated_at) order by a.followers desc nulls last, a.platform)
        from public.star_social_accounts a where a.star_id = wanted), '[]'::jsonb))
    from public.stars s
    join private.star_cards c on c.id = s.id
    cross join lateral private.star_score_now(s.id) x
    where s.id = wanted
  );
end $$;

-- What a star's page shows of them: the spread of at least five answers, fewer would tell who gave which.
create function private.star_spread(star uuid, asked text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select to_jsonb(array(select round(100.0 * part / s.votes)::integer from unnest(s.counts) with ordinality p (part, at) order by at))
    from private.star_vote_spreads s where s.star_id = star and s.question = asked and s.votes >= 5);
end $$;

create function private.star_history(star uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare today constant date := private.berlin_day(now());
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('day', h.day, 'score', h.score) order by h.day)
    from (
      -- The last day that is known of each week: usually Sunday, after 60 days Monday.
      select distinct on (date_trunc('week', s.day::timestamp)) s.day, s.score
      from private.star_rank_snapshots s
      where s.star_id = star and s.score is not null and s.day > today - 365
      order by date_trunc('week', s.day::timestamp), s.day desc
    ) h
  ), '[]'::jsonb);
end $$;

create or replace function private.rescore_all_stars() returns void
language plpgsql security definer set search_path = '' as $$
declare member uuid;
begin
  -- Votes that do not count yet whose member qualifies by now, and votes that count of members who have been banned since.
  for member in
    select w.user_id from (
      select user_id from public.demand_votes where not weighs
      union select user_id from public.realness_votes where not weighs
      union select user_id from public.drama_votes where not weighs
    ) w where private.vote_weighs(w.user_id)
    union select p.id from public.profiles p where p.is_banned
  loop
    perform private.requalify_star_votes(member);
  end loop;
  perform private.fold_star_scores();
  update public.star_vote_means m set
    mean = case when t.votes > 0 then round(t.total::numeric / t.votes, 6) else 3 end, votes_count = t.votes, updated_at = now()
  from (
    select q.question, coalesce(sum(q.votes), 0) as votes, coalesce(sum(q.total), 0) as total
    from public.star_scores c cross join lateral (values
      ('demand', c.demand_count, c.demand_sum), ('realness', c.realness_count, c.realness_sum), ('drama', c.drama_count, c.drama_sum)
    ) q (question, votes, total)
    group by q.question
  ) t where t.question = m.question;
  update public.star_scores set demand_sum = demand_sum;
  perform private.rank_stars();
  perform private.spread_star_votes();
end $$;

create or replace function private.rebuild_star_scores() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- While the rows are held nobody adds to them. What is counted below need not wait any more; later votes leave differences.
  perform from public.star_scores for no key update;
  with counted as (delete from private.star_score_deltas)
  update public.star_scores c set
    demand_count = coalesce(d.votes, 0), demand_sum = coalesce(d.total, 0),
    realness_count = coalesce(r.votes, 0), realness_sum = coalesce(r.total, 0),
    drama_count = coalesce(a.votes, 0), drama_sum = coalesce(a.total, 0)
  from public.star_scores own
    left join (select star_id, count(*) as votes, sum(value) as total from public.demand_votes where weighs group by 1) d using (star_id)
    left join (select star_id, count(*) as votes, sum(value) as total from public.realness_votes where weighs group by 1) r using (star_id)
    left join (select star_id, count(*) as votes, sum(value) as total from public.drama_votes where weighs group by 1) a using (star_id)
  where c.star_id = own.star_id;
  perform private.rank_stars();
end $$;

create or replace function private.snapshot_star_ranks() returns void
language plpgsql security definer set search_path = '' as $$
declare today date := private.berlin_day(now());
begin
  perform private.rank_stars();
  delete from private.star_rank_snapshots
    where day = today or day < today - 730 or (day < today - 60 and extract(isodow from day) <> 1);
  insert into private.star_rank_snapshots (day, star_id, rank, score)
    select today, star_id, rank, hot_score from public.star_scores where rank is not null;
  -- The latest snapshot that is at least a week old: one missed night must not make everybody new.
  update public.star_scores c set rank_week_ago = week_ago.rank
  from public.star_scores own left join private.star_rank_snapshots week_ago
    on week_ago.star_id = own.star_id
    and week_ago.day = (select max(day) from private.star_rank_snapshots where day between today - 13 and today - 7)
  where c.star_id = own.star_id and c.rank_week_ago is distinct from week_ago.rank;
end $$;

create or replace function public.admin_delete_star(p_id uuid) returns void
language plpgsql security invoker set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.require_admin();
  perform private.put_in_bin('star', (select s.full_name from public.stars s where s.id = p_id), jsonb_build_object('stars', jsonb_build_array(p_id)));
  delete from public.stars s where s.id = p_id;
  if not found then raise exception 'Diesen Star gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
end $$;

-- All derived values are computed here from sums and counts, so that a vote, the job and a rebuild cannot disagree.
create or replace function private.derive_star_score() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new := private.derived_star_score(new);
  new.updated_at := now();
  return new;
end $$;

-- The three questions about a star: 1–5, changeable, one row per member and star.

create or replace function private.vote_weighs(member uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p
    where p.id = member and p.created_at <= now() - interval '24 hours' and not p.needs_invite
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  );
end $$;

-- Whether it weighs says the member of today, as for votes that stayed; when it was given does not change.
create or replace function private.weigh_star_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.weighs := private.vote_weighs(new.user_id);
  if tg_op = 'UPDATE' and new.value = old.value and new.star_id = old.star_id then new.updated_at := old.updated_at;
  elsif not private.is_restoring() then new.updated_at := now();
  end if;
  return new;
end $$;

create or replace function private.add_to_star_score(star uuid, question text, votes integer, total integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.fold_star_score(star, question, votes, total) then return; end if;
  -- Of a star that is being deleted nothing is counted.
  insert into private.star_score_deltas (star_id, question, votes, total)
    select star, add_to_star_score.question, add_to_star_score.votes, add_to_star_score.total
    from public.star_scores s where s.star_id = star;
end $$;

create or replace function private.own_star_votes(star uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'demand', (select v.value from public.demand_votes v where v.user_id = (select auth.uid()) and v.star_id = star),
    'realness', (select v.value from public.realness_votes v where v.user_id = (select auth.uid()) and v.star_id = star),
    'drama', (select v.value from public.drama_votes v where v.user_id = (select auth.uid()) and v.star_id = star));
end $$;

-- /stars/voting

create or replace function private.own_rated_stars() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  perform private.require_proven();
  return array(
    select d.star_id from public.demand_votes d
    join public.realness_votes r on r.user_id = me and r.star_id = d.star_id
    join public.drama_votes a on a.user_id = me and a.star_id = d.star_id
    join public.stars s on s.id = d.star_id and s.is_active
    where d.user_id = me);
end $$;

-- Voting on a star, all three questions at once.

create or replace function private.set_star_vote(question text, star uuid, vote integer) returns void
language plpgsql set search_path = '' as $$
begin
  if vote is null then return; end if;
  -- Written out, because a statement put together from text is planned anew each time, with its policies.
  if question = 'demand' then
    if vote = 0 then delete from public.demand_votes v where v.user_id = auth.uid() and v.star_id = star; return; end if;
    insert into public.demand_votes as v (user_id, star_id, value) values (auth.uid(), star, vote)
      on conflict (user_id, star_id) do update set value = excluded.value where v.value <> excluded.value;
  elsif question = 'realness' then
    if vote = 0 then delete from public.realness_votes v where v.user_id = auth.uid() and v.star_id = star; return; end if;
    insert into public.realness_votes as v (user_id, star_id, value) values (auth.uid(), star, vote)
      on conflict (user_id, star_id) do update set value = excluded.value where v.value <> excluded.value;
  else
    if vote = 0 then delete from public.drama_votes v where v.user_id = auth.uid() and v.star_id = star; return; end if;
    insert into public.drama_votes as v (user_id, star_id, value) values (auth.uid(), star, vote)
      on conflict (user_id, star_id) do update set value = excluded.value where v.value <> excluded.value;
  end if;
end $$;

create or replace function public.set_star_votes(
  p_star_id uuid, p_demand integer default null, p_realness integer default null, p_drama integer default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_writer();
  if p_demand not between 0 and 5 or p_realness not between 0 and 5 or p_drama not between 0 and 5 then
    perform private.refuse('Eine Stimme ist eine Zahl von 1 bis 5.', 'vote_range');
  end if;
  if not exists (select from private.star_cards c where c.id = p_star_id) then
    perform private.refuse('Diesen Star gibt es nicht mehr.', 'unknown_star');
  end if;
  perform private.set_star_vote('demand', p_star_id, p_demand);
  perform private.set_star_vote('realness', p_star_id, p_realness);
  perform private.set_star_vote('drama', p_star_id, p_drama);
  return public.viewer_star(p_star_id::text) || (
    select jsonb_build_object('hot_score', x.hot_score, 'rank', x.rank, 'votes', x.votes_count)
    from private.star_score_now(p_star_id) x);
end $$;

create function private.import_social(lines jsonb, apply boolean, seen jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare checked jsonb;
begin
  perform private.require_moderator();
  if jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) not between 1 and 2000 then
    perform private.refuse('Eine Datei hat 1 bis 2.000 Zeilen.', 'row_count');
  end if;
  checked := private.check_social_import(lines);
  if not coalesce(apply, false) then return checked; end if;
  if jsonb_path_exists(checked, '$[*] ? (@.effect == "problem")') then
    perform private.refuse('In der Datei sind noch Fehler.', 'import_has_problems');
  end if;
  if seen is distinct from checked then
    perform private.refuse('Inzwischen hat jemand etwas davon geändert. Prüf die Zeilen noch einmal: Dann siehst du, was jetzt ersetzt würde.', 'import_changed');
  end if;
  perform private.log_staff_action('import_social_accounts', 'social_account', null, jsonb_build_object('lines', jsonb_array_length(checked),
    'new', jsonb_array_length(jsonb_path_query_array(checked, '$[*] ? (@.effect == "new")'))));
  insert into public.star_social_accounts as a (star_id, platform, handle, url, followers)
    select (l ->> 'star_id')::uuid, l ->> 'platform', l ->> 'handle', l ->> 'url', (l ->> 'followers')::integer
    from jsonb_array_elements(checked) l
  on conflict (star_id, platform) do update
    set handle = excluded.handle, url = excluded.url, followers = excluded.followers;
  return checked;
end $$;

create function public.admin_import_social(p_lines text, p_apply boolean default false, p_seen jsonb default null) returns jsonb
language plpgsql security invoker set search_path = '' set statement_timeout = '120s' as $$
declare lines jsonb;
begin
  perform private.require_moderator();
  begin
    lines := p_lines::jsonb;
  exception when others then
    perform private.refuse('Das sind keine Zeilen eines Imports.', 'row_count');
  end;
  return private.import_social(lines, p_apply, p_seen);
end $$;

-- A restored account has its history, also that nothing was read today.
create or replace function private.record_followers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.followers is not null and current_setting('hot.restoring', true) is distinct from 'on' then
    insert into public.star_social_followers (account_id, day, followers)
    values (new.id, private.berlin_day(now()), new.followers)
    on conflict (account_id, day) do update set followers = excluded.followers;
  end if;
  return null;
end $$;

create or replace function public.admin_delete_format(p_id uuid, p_seasons integer, p_events integer) returns jsonb
language plpgsql security invoker set search_path = '' set statement_timeout = '30s' as $$
declare
  known public.formats;
  events integer;
begin
  perform private.require_admin();
  select * into known from public.formats f where f.id = p_id for update;
  if not found then raise exception 'Dieses Format gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
  events := (select count(*) from public.calendar_events e where e.format_id = p_id and e.is_occurrence);
  if (known.seasons_count, events) is distinct from (p_seasons, p_events) then
    raise exception 'An diesem Format hängt inzwischen etwas anderes.' using errcode = '23514', hint = 'contents_changed';
  end if;
  perform private.log_staff_action('delete_format', 'format', p_id::text,
    jsonb_build_object('name', known.name, 'slug', known.slug, 'seasons', known.seasons_count, 'events', events));
  perform private.put_in_bin('format', known.name, jsonb_build_object('formats', jsonb_build_array(p_id)));
  delete from public.calendar_events e where e.format_id = p_id;
  delete from public.formats f where f.id = p_id;
  return jsonb_build_object('seasons', known.seasons_count, 'events', events);
end $$;

-- Whoever took the address meanwhile keeps it, and the bin keeps what it has: no number is appended.
create or replace function private.set_format_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  base text;
  n integer := 1;
begin
  if tg_op = 'UPDATE' and new.slug is not distinct from old.slug or tg_op = 'INSERT' and private.is_restoring() then return new; end if;
  base := coalesce(nullif(private.slugify(coalesce(new.slug, '')), ''), nullif(private.slugify(new.name), ''), 'format');
  new.slug := base;
  if tg_op = 'UPDATE' and private.is_reserved_format_slug(base) then
    raise exception 'Diese Adresse braucht die Seite selbst.' using errcode = '23514', hint = 'slug_reserved';
  end if;
  -- A chosen slug must be free; one made from the name gets a number instead.
  while tg_op = 'INSERT' and (private.is_reserved_format_slug(new.slug)
      or exists (select from public.formats f where f.slug = new.slug and f.id <> new.id)) loop
    n := n + 1;
    new.slug := base || '-' || n;
  end loop;
  return new;
end $$;

create or replace function public.admin_season(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_id);
begin
  perform private.require_moderator();
  return (
    select c.card || jsonb_build_object('description', s.description, 'location', s.location, 'updated_at', s.updated_at,
      'format', jsonb_build_object('id', f.id, 'name', f.name, 'slug', f.slug, 'emoji', f.emoji, 'color', f.color, 'is_active', f.is_active),
      'events', (select count(*) from public.calendar_events e where e.season_id = s.id and e.is_occurrence),
      'cast', coalesce((
        select jsonb_agg(jsonb_build_object('id', t.id, 'slug', t.slug, 'first_name', t.first_name, 'last_name', t.last_name,
          'nickname', t.nickname, 'avatar_url', t.avatar_url, 'is_active', t.is_active, 'placement', p.placement)
          || private.distinguished(t.id, t.sort_key, t.search_key)
          order by p.sort_order, t.sort_key, t.id)
        from public.season_participants p
        join public.stars t on t.id = p.star_id
        where p.season_id = s.id), '[]'::jsonb))
    from public.seasons s
    join public.formats f on f.id = s.format_id
    join private.season_cards c on c.id = s.id
    where s.id = wanted
  );
end $$;

create or replace function public.admin_delete_season(p_id uuid, p_participants integer, p_events integer) returns jsonb
language plpgsql security invoker set search_path = '' set statement_timeout = '30s' as $$
declare
  known public.seasons;
  events integer;
begin
  perform private.require_admin();
  select * into known from public.seasons s where s.id = p_id for update;
  if not found then raise exception 'Diese Staffel gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
  events := (select count(*) from public.calendar_events e where e.season_id = p_id and e.is_occurrence);
  if (known.participants_count, events) is distinct from (p_participants, p_events) then
    raise exception 'An dieser Staffel hängt inzwischen etwas anderes.' using errcode = '23514', hint = 'contents_changed';
  end if;
  perform private.log_staff_action('delete_season', 'season', p_id::text, jsonb_build_object(
    'name', (select left(f.name || ', Staffel ' || known.season_number, 200) from public.formats f where f.id = known.format_id),
    'participants', known.participants_count, 'events', events));
  perform private.put_in_bin('season', (select f.name || ', Staffel ' || known.season_number from public.formats f where f.id = known.format_id),
    jsonb_build_object('seasons', jsonb_build_array(p_id)));
  delete from public.calendar_events e where e.season_id = p_id;
  delete from public.seasons s where s.id = p_id;
  return jsonb_build_object('participants', known.participants_count, 'events', events);
end $$;

-- What /admin/calendar reads.

create or replace function public.admin_calendar_page(p_from text, p_to text, p_broadcaster text default null, p_format text default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  most constant integer := 1000;
  first_day constant date := private.as_day(p_from);
  last_day constant date := private.as_day(p_to);
begin
  perform private.require_moderator();
  return (
    with shown as materialized (
      select e.* from public.calendar_events e
      where e.is_occurrence and e.event_date between first_day and last_day
        and (nullif(p_broadcaster, '') is null or e.broadcaster_id = private.as_uuid(p_broadcaster))
        and (nullif(p_format, '') is null or e.format_id = private.as_uuid(p_format))
      order by e.event_date, e.event_time, e.id
      limit most
    ),
    near as materialized (
      select t.id, t.channel, t.begins, t.ends from private.channel_times t
      where t.event_date between (select min(s.event_date) - 1 from shown s) and (select max(s.event_date) + 1 from shown s)
    ),
    colliding as materialized (
      select distinct a.id from near a join near o on o.channel = a.channel and o.id <> a.id and o.begins < a.ends and a.begins < o.ends
    )
    select jsonb_build_object(
      'items', coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'event_type', s.event_type, 'event_date', s.event_date,
        'event_time', s.event_time, 'duration_minutes', s.duration_minutes, 'channel', s.channel, 'streaming_platform', s.streaming_platform,
        'format_name', s.format_name, 'short_name', f.short_name, 'color', f.color, 'season_number', s.season_number,
        'episode_number', s.episode_number, 'is_live', s.is_live, 'is_cancelled', s.is_cancelled, 'in_series', s.series_parent_id is not null,
        'collides', s.id in (select c.id from colliding c)
        ) order by s.event_date, s.event_time, s.id), '[]'::jsonb),
      'cut', count(*) = most)
    from shown s
    left join public.formats f on f.id = s.format_id);
end $$;

create or replace function public.admin_calendar_event(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare one public.calendar_events;
begin
  perform private.require_moderator();
  select e.* into one from public.calendar_events e where e.id = private.as_uuid(p_id) and e.is_occurrence;
  if one.id is null then return null; end if;
  return jsonb_build_object('id', one.id, 'title', one.title, 'event_type', one.event_type, 'format_id', one.format_id,
    'format_name', one.format_name, 'season_id', one.season_id, 'episode_number', one.episode_number, 'event_date', one.event_date,
    'event_time', one.event_time, 'duration_minutes', one.duration_minutes, 'broadcaster_id', one.broadcaster_id, 'channel', one.channel,
    'streaming_provider_id', one.streaming_provider_id, 'streaming_platform', one.streaming_platform, 'description', one.description,
    'is_live', one.is_live, 'is_cancelled', one.is_cancelled, 'updated_at', one.updated_at,
    'series', (
      select jsonb_build_object('frequency', p.series_frequency, 'until', p.series_end_date,
        'episodes', (select count(*) from private.episodes_in_scope(one, 'all') e),
        'following', (select count(*) from private.episodes_in_scope(one, 'following') e))
      from public.calendar_events p where p.id = one.series_parent_id));
end $$;

create function public.format_events(p_format_id text, p_season_id text default null, p_limit integer default 50) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  format constant uuid := private.as_uuid(p_format_id);
  season constant uuid := private.as_uuid(p_season_id);
  today constant date := private.berlin_now()::date;
begin
  if nullif(p_season_id, '') is not null then
    return (
      select coalesce(jsonb_agg(x.item order by x.event_date, x.event_time, x.episode_number, x.id), '[]'::jsonb)
      from (
        select e.id, e.event_date, e.event_time, e.episode_number, e.item
        from private.event_items e
        where e.season_id = season and (format is null or e.format_id = format)
        order by e.event_date, e.event_time, e.episode_number, e.id
        limit 1000
      ) x);
  end if;
  return (
    select coalesce(jsonb_agg(x.item order by x.event_date, x.event_time, x.id), '[]'::jsonb)
    from (
      select e.id, e.event_date, e.event_time, e.item
      from private.event_items e
      where e.format_id = format and e.event_date >= today - 2
        and (e.event_date >= today or not private.is_over(e.event_date, e.event_time, e.duration_minutes))
      order by e.event_date, e.event_time, e.id
      limit private.page_limit(p_limit, 50, 200)
    ) x);
end $$;

create function public.calendar_feed(
  p_format text default null, p_broadcaster text default null, p_provider text default null, p_event text default null
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  only_format constant uuid := case when p_format is not null then private.format_by(p_format) end;
  broadcaster constant uuid := case when p_broadcaster is not null then (
    select b.id from public.broadcasters b where b.id = private.as_uuid(p_broadcaster) or private.slugify(b.name) = p_broadcaster limit 1) end;
  provider constant uuid := case when p_provider is not null then (
    select p.id from public.streaming_providers p where p.id = private.as_uuid(p_provider) or private.slugify(p.name) = p_provider limit 1) end;
  event constant uuid := private.as_uuid(p_event);
  today constant date := private.berlin_now()::date;
begin
  if (p_format is not null and only_format is null) or (p_broadcaster is not null and broadcaster is null)
    or (p_provider is not null and provider is null) or (p_event is not null and event is null) then return null; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'event_date', e.event_date, 'event_time', e.event_time,
      'duration_minutes', e.duration_minutes, 'channel', e.channel, 'streaming_platform', e.streaming_platform, 'description', e.description,
      'format_name', e.format_name, 'format_slug', f.slug, 'season_number', e.season_number, 'episode_number', e.episode_number,
      'is_cancelled', e.is_cancelled, 'sequence', e.ics_sequence,
      'updated_at', e.updated_at) order by e.event_date, e.event_time, e.id), '[]'::jsonb)
    from (
      select e.*
      from public.calendar_events e
      where e.is_occurrence and event is null and e.event_date between today - 30 and today + 365
        and (only_format is null or e.format_id = only_format)
        and (broadcaster is null or e.broadcaster_id = broadcaster)
        and (provider is null or e.streaming_provider_id = provider)
      union all
      select e.* from public.calendar_events e where e.is_occurrence and e.id = event
      order by event_date, event_time, id
      limit 1000
    ) e
    left join private.format_refs f on f.id = e.format_id);
end $$;

-- The rows that an edit in the calendar results in. The warning before saving and the save itself use the same plan.
-- A draft is {id, seen, scope: this|following|all, values: {columns to change}, series: {frequency, until} or null}.

create or replace function private.event_draft(given text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  draft jsonb;
  editable constant text[] := array['title', 'event_type', 'format_id', 'format_name', 'season_id', 'season_number', 'episode_number',
    'event_date', 'event_time', 'duration_minutes', 'broadcaster_id', 'channel', 'streaming_provider_id', 'streaming_platform',
    'description', 'is_live', 'is_cancelled'];
  chosen jsonb;
begin
  if length(given) > 20000 then raise exception 'Das ist zu viel Text.' using errcode = '22023', hint = 'draft_invalid'; end if;
  begin
    draft := given::jsonb;
  exception when invalid_text_representation then draft := null;
  end;
  if draft is null or jsonb_typeof(draft) <> 'object' or jsonb_typeof(draft -> 'values') is distinct from 'object' then
    raise exception 'Diese Eingabe ist unvollständig.' using errcode = '22023', hint = 'draft_invalid';
  end if;
  if jsonb_typeof(draft -> 'series') = 'object' and (private.as_day(draft #>> '{series,until}') is null
     or coalesce(draft #>> '{series,frequency}', '') not in ('daily', 'weekly', 'biweekly', 'monthly')) then
    raise exception 'Zu einer Serie gehören Rhythmus und Ende.' using errcode = '22023', hint = 'draft_invalid';
  end if;
  select coalesce(jsonb_object_agg(v.key, v.value), '{}') into chosen from jsonb_each(draft -> 'values') v where v.key = any (editable);
  -- Copied names are cleared together with the reference they were copied from.
  chosen := case when chosen -> 'format_id' = 'null' then '{"format_name": null, "season_id": null, "season_number": null}' else '{}' end::jsonb
    || case when chosen -> 'season_id' = 'null' then '{"season_number": null}' else '{}' end::jsonb
    || case when chosen -> 'broadcaster_id' = 'null' then '{"channel": null}' else '{}' end::jsonb
    || case when chosen -> 'streaming_provider_id' = 'null' then '{"streaming_platform": null}' else '{}' end::jsonb
    || chosen;
  return draft || jsonb_build_object('values', chosen);
end $$;

create function private.count_event_versions() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.event_date, new.event_time, new.duration_minutes, new.is_cancelled)
    is distinct from (old.event_date, old.event_time, old.duration_minutes, old.is_cancelled) then
    new.ics_sequence := old.ics_sequence + 1;
  end if;
  return new;
end $$;

create or replace function public.admin_save_event(p_event text) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  draft jsonb;
  was public.calendar_events;
  planned public.calendar_events[];
  leaving uuid[] := '{}';
  series uuid;
begin
  perform private.require_moderator();
  draft := private.event_draft(p_event);
  if draft ->> 'id' is null then
    planned := array(select n from private.planned_new(draft) n);
  else
    perform from public.calendar_events e where e.id = private.as_uuid(draft ->> 'id') for update;
    was := private.edited_event(draft);
    perform from public.calendar_events e where e.id = was.series_parent_id for update;
    planned := array(select n from private.planned_edit(draft, was) n);
    leaving := array(select e.id from private.episodes_in_scope(was, draft ->> 'scope') e
      where e.id <> all (array(select n.id from unnest(planned) n)));
  end if;
  if cardinality(planned) = 0 then
    raise exception 'Das Ende der Serie liegt vor ihrem ersten Tag.' using errcode = '23514', hint = 'series_ends_early';
  end if;
  if cardinality(leaving) > 0 and not private.is_admin() then
    raise exception 'Dabei fallen Folgen weg. Das dürfen nur Admins.' using errcode = '42501', hint = 'episodes_would_go';
  end if;
  perform private.log_staff_action(case when was.id is null then 'create_calendar_event' else 'update_calendar_event' end, 'calendar_event',
    coalesce(was.id, planned[1].id)::text, jsonb_build_object('name', left(planned[1].title, 200), 'event_date', planned[1].event_date,
      'scope', case when was.series_parent_id is not null then coalesce(draft ->> 'scope', 'this') end, 'episodes', cardinality(planned),
      'removed', nullif(cardinality(leaving), 0), 'changed', (select jsonb_agg(k order by k) from jsonb_object_keys(draft -> 'values') k)));
  if cardinality(leaving) > 0 then
    perform private.put_in_bin('event', was.title || ', ' || to_char((select min(e.event_date) from public.calendar_events e where e.id = any (leaving)), 'DD.MM.YYYY'),
      jsonb_build_object('events', to_jsonb(leaving)));
  end if;
  series := private.series_of_plan(draft, was, planned[1], (select max(n.event_date) from unnest(planned) n));
  for i in 1..cardinality(planned) loop
    planned[i].series_parent_id := series;
    planned[i].is_series_event := series is not null;
    planned[i].series_end_date := null;
    planned[i].series_frequency := coalesce(draft #>> '{series,frequency}', planned[i].series_frequency, 'weekly');
  end loop;
  perform private.store_events(planned);
  delete from public.calendar_events e where e.id = any (leaving);
  if was.series_parent_id <> series then perform private.end_series(was.series_parent_id); end if;
  return jsonb_build_object('id', coalesce(was.id, planned[1].id), 'saved', cardinality(planned), 'removed', cardinality(leaving));
end $$;

create or replace function public.admin_delete_event(p_id text, p_scope text default 'this') returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  was public.calendar_events;
  leaving uuid[];
begin
  perform private.require_admin();
  was := private.edited_event(jsonb_build_object('id', p_id));
  leaving := array(select e.id from private.episodes_in_scope(was, p_scope) e);
  perform private.log_staff_action('delete_calendar_event', 'calendar_event', was.id::text, jsonb_build_object('name', left(was.title, 200),
    'event_date', was.event_date, 'scope', case when was.series_parent_id is not null then p_scope end, 'removed', cardinality(leaving)));
  perform private.put_in_bin('event', was.title || ', ' || to_char(was.event_date, 'DD.MM.YYYY'), jsonb_build_object('events', to_jsonb(leaving)));
  delete from public.calendar_events e where e.id = any (leaving);
  if was.series_parent_id is not null then perform private.end_series(was.series_parent_id); end if;
  return jsonb_build_object('removed', cardinality(leaving));
end $$;

-- Most weeks of television look alike, so one week is copied to plan another.

create or replace function public.admin_copy_week(p_from text, p_to text, p_broadcaster text default null, p_format text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  most constant integer := 500;
  source constant date := date_trunc('week', private.as_day(p_from)::timestamp)::date;
  target constant date := date_trunc('week', private.as_day(p_to)::timestamp)::date;
  planned public.calendar_events[];
  found_count integer;
  collisions integer;
begin
  perform private.require_moderator();
  if source is null or target is null or source = target then
    raise exception 'Wähle eine andere Woche.' using errcode = '23514', hint = 'same_week';
  end if;
  select array_agg(e order by e.event_date, e.event_time, e.id), count(*) into planned, found_count
  from public.calendar_events e
  where e.is_occurrence and e.event_date between source and source + 6
    and (nullif(p_broadcaster, '') is null or e.broadcaster_id = private.as_uuid(p_broadcaster))
    and (nullif(p_format, '') is null or e.format_id = private.as_uuid(p_format));
  if found_count > most then
    raise exception 'Das sind mehr als % Termine. Nimm einen Filter.', most using errcode = '23514', hint = 'week_too_full';
  end if;
  planned := array(
    select jsonb_populate_record(n, jsonb_build_object('id', gen_random_uuid(), 'event_date', n.event_date + (target - source),
      -- Number, title and text belong to the copied episode alone.
      'title', coalesce(n.format_name, n.title), 'episode_number', null, 'description', null, 'event_type', 'episode', 'is_cancelled', false,
      'is_series_event', false, 'series_parent_id', null, 'series_end_date', null))
    from unnest(planned) n
    where not exists (
      select from public.calendar_events e
      where e.is_occurrence and e.event_date = n.event_date + (target - source) and e.event_time = n.event_time
        and coalesce(e.format_name, e.title) = coalesce(n.format_name, n.title) and e.channel is not distinct from n.channel));
  perform private.log_staff_action('copy_calendar_week', 'calendar_week', target::text,
    jsonb_build_object('name', to_char(source, 'IYYY-"W"IW') || ' → ' || to_char(target, 'IYYY-"W"IW'), 'episodes', cardinality(planned)));
  select count(distinct c.id) into collisions from private.colliding_events(planned, '{}') c;
  perform private.store_events(planned);
  return jsonb_build_object('copied', cardinality(planned), 'skipped', found_count - cardinality(planned), 'collisions', collisions);
end $$;

create function private.broadcast_end(day date, wall time, minutes integer) returns timestamptz
language sql immutable parallel safe set search_path = '' as $$
  select private.berlin_instant(day, wall) + make_interval(mins => coalesce(minutes, 60))
$$;

create function private.is_on_air(day date, wall time, minutes integer, at timestamptz default now()) returns boolean
language sql stable parallel safe set search_path = '' as $$
  select at >= private.berlin_instant(day, wall) and at < private.broadcast_end(day, wall, minutes)
$$;

create function private.is_over(day date, wall time, minutes integer, at timestamptz default now()) returns boolean
language sql stable parallel safe set search_path = '' as $$
  -- Days far enough away need no instants; no broadcast is longer than a day. A clock change may add an hour, therefore two days.
  select case when day > (at at time zone 'Europe/Berlin')::date then false
    when day < (at at time zone 'Europe/Berlin')::date - 2 then true
    else at >= private.broadcast_end(day, wall, minutes) end
$$;

create function private.television_day(at timestamptz default now()) returns date
language sql stable parallel safe set search_path = '' as $$
  select (at at time zone 'Europe/Berlin' - interval '5 hours')::date
$$;

create function private.television_day_of(day date, wall time) returns date
language sql immutable parallel safe set search_path = '' as $$
  select case when wall < '05:00' then day - 1 else day end
$$;

create function private.shown_time(day date, wall time) returns time
language sql immutable parallel safe set search_path = '' as $$
  select case when wall >= '02:00' and wall < '03:00' then (private.berlin_instant(day, wall) at time zone 'Europe/Berlin')::time else wall end
$$;

create or replace function private.admin_post_record(post uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', p.id, 'title', p.title,
      'type', case p.type when 'rumor' then 'gerücht' when 'poll' then 'umfrage' else 'diskussion' end,
      'author_id', p.author_id, 'author_name', coalesce(a.nickname, 'Unbekannt'), 'author_slug', a.slug,
      'author_record', case when p.author_id is not null then private.author_record(p.author_id) end,
      'content_excerpt', left(p.content, 180), 'content_full', p.content, 'status', p.status, 'tags', p.tags,
      'tag_refs', private.tags_of(p.tags), 'slug', p.slug, 'created_at', p.created_at, 'updated_at', greatest(p.updated_at, v.updated_at),
      'last_activity_at', p.last_activity_at, 'moderated_by', p.moderated_by, 'moderated_at', p.moderated_at,
      'moderator_name', (select m.nickname from public.profiles m where m.id = p.moderated_by),
      'rejection_reason', p.rejection_reason, 'edited_at', p.edited_at, 'staff_edited_at', p.staff_edited_at,
      'votes', jsonb_build_object('total', p.votes_count, 'agree', coalesce(r.agree_count, 0), 'disagree', coalesce(r.disagree_count, 0)),
      'poll_ends_at', p.poll_ends_at, 'subject', p.rumor_subject, 'statement', private.statement_of(p.statement_speaker, p.statement, p.statement_at),
      'poll_options', coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'position', o.position) order by o.position)
        from public.poll_options o where o.post_id = p.id), '[]'::jsonb),
      'poll_votes', coalesce((select jsonb_agg(jsonb_build_object('option_id', o.id, 'votes', o.votes_count) order by o.position)
        from public.poll_options o where o.post_id = p.id), '[]'::jsonb),
      'reactions', jsonb_build_object('heart', p.hearts_count, 'poop', p.poops_count), 'comments', p.comments_count,
      'rumor', case when r.post_id is not null then jsonb_build_object('status', r.rumor_status, 'source_url', r.source_url,
        'verification_reason', r.verification_reason, 'verification_source', r.verification_source, 'updated_at', r.updated_at) end,
      -- One text before and one after: a change that waits, or one that opened a decided rumor again.
      'change', case
        when v.status = 'pending' and p.status = 'approved' then jsonb_build_object('kind', 'revision', 'at', v.submitted_at,
          'decided', null, 'before', private.text_json(private.text_of(p.id)), 'after', private.text_json(private.text_of_revision(v)))
        when r.recheck_at is not null then (
          select jsonb_build_object('kind', 'recheck', 'at', r.recheck_at, 'decided', old.rumor_status,
            'before', private.text_json(private.text_of_version(old)), 'after', private.text_json(private.text_of(p.id)))
          from private.post_versions old where old.post_id = p.id and old.rumor_status <> 'unverified' order by old.id desc limit 1) end,
      'sensitive', private.joined_subjects(private.found_subjects(p.rumor_subject, concat_ws(' ', p.title, p.content, private.answers_of(p.id), v.title,
        v.content, array_to_string(v.options, ' '))), (select c.subjects from private.classifications c where c.post_id = p.id)),
      'rules', coalesce((select jsonb_agg(r.name order by r.name) from private.rule_hits h join private.automod_rules r on r.id = h.rule_id
        where h.target_id = p.id), '[]'::jsonb),
      'open_reports', (select count(*) from public.reports x where x.target_post_id = p.id and x.status = 'pending'))
    from public.community_posts p
    left join public.public_profiles a on a.id = p.author_id
    left join public.post_rumors r on r.post_id = p.id
    left join private.post_revisions v on v.post_id = p.id
    where p.id = post);
end $$;

create or replace function private.admin_posts_page(p_status text, p_type text, p_query text, p_after text, p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20, 50);
  is_queue constant boolean := p_status is not distinct from 'pending';
  query constant text := btrim(coalesce(p_query, ''));
  words constant text[] := case when starts_with(query, '@') then '{}' else private.search_words(query) end;
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), case when is_queue
    then '{-infinity,00000000-0000-0000-0000-000000000000}'::text[] else '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}' end);
  source constant text := case
    when is_queue then '(select c.id, w.since as created_at, c.type, c.author_id from private.waiting_posts w
      join public.community_posts c on c.id = w.post_id)'
    -- Words too short for a trigram are searched among the latest posts only, because the index cannot find them.
    when (select max(length(w)) from unnest(words) w) < 3
    then '(select * from public.community_posts order by created_at desc, id desc limit 2000)' else 'public.community_posts' end;
  author uuid;
  condition text := '';
  listed jsonb;
  ends text[];
begin
  perform private.require_moderator();
  if p_status in ('approved', 'rejected') then condition := format(' and p.status = %L', p_status); end if;
  if p_type in ('rumor', 'poll', 'discussion') then condition := condition || format(' and p.type = %L', p_type); end if;
  if starts_with(query, '@') then
    author := (select m.id from public.public_profiles m where private.nickname_key(m.nickname) = private.nickname_key(substr(query, 2)));
    condition := condition || ' and p.author_id = $4';
  end if;
  execute format('select coalesce(jsonb_agg(private.admin_post_record(x.id) order by x.place) filter (where x.place <= $3), ''[]''::jsonb),
      (array_agg(array[x.created_at::text, x.id::text] order by x.place) filter (where x.place = $3 and x.more))[1:1]
    from (select p.id, p.created_at, row_number() over (order by p.created_at %1$s, p.id %1$s) as place,
        lead(p.id) over (order by p.created_at %1$s, p.id %1$s) is not null as more
      from (select p.id, p.created_at from %5$s p where (p.created_at, p.id) %2$s ($1, $2)%3$s%4$s
        order by p.created_at %1$s, p.id %1$s limit $3 + 1) p) x',
    case when is_queue then 'asc' else 'desc' end, case when is_queue then '>' else '<' end, condition, private.admin_post_condition(words), source)
    into listed, ends using last[1]::timestamptz, last[2]::uuid, wanted, author, private.like_patterns(words);
  return jsonb_build_object('items', listed, 'next', case when ends is not null then private.cursor_of(ends[1][1], ends[1][2]) end);
end $$;

create or replace function private.admin_post_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare today constant timestamptz := private.berlin_now()::date::timestamp at time zone 'Europe/Berlin';
begin
  perform private.require_moderator();
  return jsonb_build_object(
    'waiting', (select count(*) from (select from private.waiting_posts w
      where not exists (select from private.pending_targets t where t.target = 'post:' || w.post_id) limit 1000) w),
    'oldest', (select min(w.since) from private.waiting_posts w where not exists (select from private.pending_targets t where t.target = 'post:' || w.post_id)),
    'done_today', (select count(*) from (select from public.moderation_actions a
      where a.created_at >= today and a.target_type = 'post' and a.action in ('approved', 'warned', 'deleted') and not a.counts_as_warning
      limit 1000) d),
    'recent', coalesce((
      select jsonb_agg(jsonb_build_object('id', d.id, 'title', coalesce(p.title, d.archived_title, '[Gelöschter Beitrag]'), 'post_id', d.target_post_id,
          'action', case d.action when 'warned' then 'rejected' else d.action end, 'reason', d.reason, 'created_at', d.created_at,
          'moderator_name', (select m.nickname from public.profiles m where m.id = d.admin_id)) order by d.created_at desc, d.id)
      from (
        select a.*, (select x.title from public.archived_posts x where x.post_id = a.target_post_id order by x.archived_at desc limit 1) as archived_title
        from public.moderation_actions a
        where a.target_type = 'post' and a.action in ('approved', 'warned', 'deleted', 'restored') and not a.counts_as_warning
        order by a.created_at desc, a.id limit 8
      ) d
      left join public.community_posts p on p.id = d.target_post_id), '[]'::jsonb));
end $$;

create function private.write_options(post uuid, options text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.poll_options o where o.post_id = post;
  insert into public.poll_options (post_id, text, position)
    select post, given.text, given.place from unnest(options) with ordinality as given (text, place);
end $$;

create function private.reopen_rumor(post uuid, editor uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- What the team said was said about another text. The trigger takes back the karma of a confirmed one.
  update public.post_rumors r set rumor_status = 'unverified', verification_reason = null, verification_source = null, recheck_at = now()
    where r.post_id = post and r.rumor_status <> 'unverified';
  if editor is null or not exists (select from public.community_posts p where p.id = post and p.status = 'approved') then return; end if;
  update public.post_rumors r set voters_told_at = now()
    where r.post_id = post and (r.voters_told_at is null or r.voters_told_at < now() - interval '24 hours')
      and exists (select from public.rumor_votes v where v.post_id = post and v.user_id <> editor);
  if found then
    insert into private.changed_rumors (post_id, editor_id) values (post, editor)
      on conflict (post_id) do update set editor_id = excluded.editor_id, told_up_to = null;
  end if;
end $$;

create function private.change_post(post uuid, written private.post_text, editor uuid, by_team boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  found_post public.community_posts;
  was private.post_text;
begin
  select * into found_post from public.community_posts p where p.id = post for update;
  was := private.text_of(post);
  if written is not distinct from was then return false; end if;
  if private.question_is_fixed(post, written) then
    perform private.refuse('Es wurde schon abgestimmt: Titel und Text ändert jetzt nur das Team.', 'question_fixed');
  end if;
  insert into private.post_versions (post_id, title, content, tags, source_url, options, poll_ends_at, rumor_status, replaced_by, by_team,
      was_public)
    values (post, was.title, was.content, was.tags, was.source_url, was.options, was.poll_ends_at,
      (select r.rumor_status from public.post_rumors r where r.post_id = post), editor, change_post.by_team,
      found_post.status = 'approved');
  update public.community_posts p set title = written.title, content = written.content, tags = written.tags,
      poll_ends_at = written.poll_ends_at, edited_at = case when p.status = 'approved' then now() else p.edited_at end,
      staff_edited_at = case when change_post.by_team then now() end, staff_edited_by = case when change_post.by_team then editor end
    where p.id = post;
  if written.source_url is distinct from was.source_url then
    update public.post_rumors r set source_url = written.source_url where r.post_id = post;
  end if;
  if written.options is distinct from was.options then perform private.write_options(post, written.options); end if;
  if found_post.type = 'rumor' and (written.title, written.content, written.source_url)
      is distinct from (was.title, was.content, was.source_url) then
    perform private.reopen_rumor(post, editor);
  elsif found_post.type = 'poll' and (written.title, written.content) is distinct from (was.title, was.content)
      and found_post.status = 'approved' and exists (select from public.poll_votes v where v.post_id = post) then
    insert into private.changed_rumors (post_id, editor_id) values (post, coalesce(editor, auth.uid()))
      on conflict (post_id) do update set editor_id = excluded.editor_id, told_up_to = null;
  end if;
  return true;
end $$;

create function public.create_post(
  p_id uuid, p_type text, p_title text, p_content text, p_tags uuid[] default '{}', p_source_url text default null,
  p_options text[] default null, p_poll_ends_at timestamptz default null, p_subject text default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_writer();
  -- Repeated because the answer was lost.
  if private.saved_post(p_id) is not null then return private.saved_post(p_id); end if;
  if p_type is null or p_type not in ('rumor', 'poll', 'discussion') then
    perform private.refuse('Diese Art von Beitrag gibt es nicht.', 'unknown_type');
  end if;
  perform private.require_fitting_parts(p_type, p_source_url, p_options, p_poll_ends_at);
  perform private.require_fitting_subject(p_type, p_subject, p_source_url);
  begin
    insert into public.community_posts (id, type, title, content, tags, poll_ends_at, rumor_subject)
      values (p_id, p_type, coalesce(p_title, ''), coalesce(p_content, ''), coalesce(p_tags, '{}'), p_poll_ends_at, p_subject);
  exception when unique_violation then
    -- A concurrent request for the same post, or an id that belongs to somebody else's.
    if private.saved_post(p_id) is not null then return private.saved_post(p_id); end if;
    raise exception 'Das hat nicht geklappt. Versuch es noch einmal.' using errcode = '23505', hint = 'id_taken';
  end;
  perform private.fill_post(p_id, p_source_url, p_options);
  return private.saved_post(p_id);
end $$;

create function private.update_post(
  p_id uuid, p_title text, p_content text, p_tags uuid[], p_source_url text, p_options text[], p_poll_ends_at timestamptz,
  p_subject text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  waiting private.post_revisions;
  asked private.post_text;
  shown private.post_text;
  about text;
  needs_human boolean;
  needs_reading boolean;
begin
  perform private.require_writer();
  select * into was from public.community_posts p where p.id = p_id and p.author_id = auth.uid() for update;
  if was.id is null then
    raise exception 'Diesen Beitrag gibt es nicht mehr.' using errcode = '42501', hint = 'post_gone';
  end if;
  perform private.require_fitting_parts(was.type, p_source_url, p_options, p_poll_ends_at);
  about := coalesce(p_subject, was.rumor_subject);
  perform private.require_fitting_subject(was.type, about, p_source_url);
  asked := private.asked_text(was, p_title, p_content, p_tags, p_source_url, p_options, p_poll_ends_at);
  select * into waiting from private.post_revisions v where v.post_id = p_id;
  shown := case when was.status = 'approved' and waiting.post_id is not null then private.text_of_revision(waiting)
    else private.text_of(p_id) end;
  if asked is not distinct from shown and about is not distinct from was.rumor_subject then return; end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  perform private.set_subject(was, about);
  select p.status into was.status from public.community_posts p where p.id = p_id;
  if asked is not distinct from shown and was.status <> 'rejected' then return; end if;
  if was.status = 'approved' and asked is not distinct from private.text_of(p_id) then
    -- Back to what is published.
    delete from private.post_revisions v where v.post_id = p_id;
    return;
  end if;
  needs_human := not private.may_publish_at_once() or private.question_is_fixed(p_id, asked)
    or private.needs_a_human(was.type, asked.title, concat_ws(' ', asked.content, array_to_string(asked.options, ' '), asked.source_url), asked.tags, about)
    -- Said once, it stays: a change that calls the same rumor harmless does not pass unread.
    or private.needs_a_human(was.type, asked.title, concat_ws(' ', asked.content, array_to_string(asked.options, ' '), asked.source_url), asked.tags, was.rumor_subject);
  -- Nor one that takes the star off.
  needs_reading := private.waits_for_classifier(was.type, was.tags || asked.tags);
  if was.status = 'approved' and (needs_human or needs_reading) then
    insert into private.post_revisions (post_id, title, content, tags, source_url, options, poll_ends_at)
      values (p_id, asked.title, asked.content, asked.tags, asked.source_url, asked.options, asked.poll_ends_at)
      on conflict (post_id) do update set title = excluded.title, content = excluded.content, tags = excluded.tags,
        source_url = excluded.source_url, options = excluded.options, poll_ends_at = excluded.poll_ends_at,
        -- A change of a change keeps its place in the queue.
        submitted_at = case post_revisions.status when 'pending' then post_revisions.submitted_at else now() end,
        status = 'pending', rejection_reason = null, decision_id = null, updated_at = now();
    perform private.read_change(p_id, needs_reading and not needs_human);
    return;
  end if;
  if (select count(*) from private.post_versions v where v.post_id = p_id and v.replaced_at > now() - interval '24 hours') >= 20 then
    perform private.refuse('Dieser Beitrag wurde heute schon 20-mal geändert. Morgen geht es weiter.', 'too_many_edits');
  end if;
  delete from private.post_revisions v where v.post_id = p_id;
  if asked is distinct from shown then
    perform private.change_post(p_id, asked, auth.uid(), false);
    perform private.note_rules_of('post', p_id, private.said_in(p_id), asked.tags);
  end if;
  -- A rejected post returns to the queue.
  update public.community_posts p set status = 'pending', rejection_reason = null where p.id = p_id and p.status = 'rejected';
end $$;

create function public.update_post(
  p_id uuid, p_title text, p_content text, p_tags uuid[] default '{}', p_source_url text default null,
  p_options text[] default null, p_poll_ends_at timestamptz default null, p_subject text default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.update_post(p_id, p_title, p_content, p_tags, p_source_url, p_options, p_poll_ends_at, p_subject);
  return private.saved_post(p_id);
end $$;

create or replace function private.decide_post(post uuid, seen timestamptz, decision text, why text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  found_post record;
  state jsonb;
begin
  select p.id, p.status, p.title, p.author_id, p.moderated_at into found_post
    from public.community_posts p where p.id = post for update;
  if found_post.id is null then return private.outcome(post, 'gone', private.post_decider(post)); end if;
  if found_post.author_id = auth.uid() then return private.outcome(post, 'own'); end if;
  state := private.decision_state(post);
  if (state ->> 'updated_at')::timestamptz is distinct from seen then
    return case when found_post.moderated_at > seen then private.outcome(post, 'decided', private.post_decider(post))
      else private.outcome(post, 'changed') end;
  end if;
  if (decision, found_post.status) in (('approve', 'approved'), ('reject', 'rejected')) and (state ->> 'waits')::boolean is not true then
    return private.outcome(post, 'decided', private.post_decider(post));
  end if;
  perform private.log_staff_action(decision || '_post', 'post', post::text,
    jsonb_build_object('title', found_post.title, 'reason', why));
  if decision = 'delete' then
    perform private.delete_post_as_staff(post, why);
  elsif (state ->> 'waits')::boolean then
    perform private.decide_revision(post, decision, why);
  elsif decision = 'approve' then
    update public.community_posts p set status = 'approved' where p.id = post;
  else
    update public.community_posts p set status = 'rejected', rejection_reason = why where p.id = post;
  end if;
  return private.outcome(post, 'done');
end $$;

create or replace function private.admin_edit_post(
  p_id uuid, p_seen timestamptz, p_title text, p_content text, p_tags uuid[], p_reason text, p_drop_source boolean
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  wanted public.community_posts;
  written private.post_text;
  why constant text := private.staff_reason(p_reason);
  dropped boolean;
begin
  perform private.require_moderator();
  if why is null then perform private.refuse('Bitte gib einen Grund für diese Moderationsaktion an.', 'reason_required'); end if;
  select * into was from public.community_posts p where p.id = p_id for update;
  if was.id is null then return private.outcome(p_id, 'gone', private.post_decider(p_id)); end if;
  if was.author_id = auth.uid() then return private.outcome(p_id, 'own'); end if;
  if (private.decision_state(p_id) ->> 'updated_at')::timestamptz is distinct from p_seen then return private.outcome(p_id, 'changed'); end if;
  wanted := was;
  wanted.title := private.clean_line(coalesce(p_title, ''));
  wanted.content := private.trim_text(private.clean_text(coalesce(p_content, '')));
  wanted.tags := coalesce(p_tags, '{}');
  dropped := coalesce(p_drop_source, false)
    and exists (select from public.post_rumors r where r.post_id = p_id and r.source_url is not null);
  if (wanted.title, wanted.content, wanted.tags) is not distinct from (was.title, was.content, was.tags) and not dropped then
    return private.outcome(p_id, 'done');
  end if;
  perform private.require_valid_post(wanted, was);
  perform private.log_staff_action('edit_post', 'post', p_id::text, jsonb_build_object('title', wanted.title, 'reason', why,
    'changed', array_remove(array[case when wanted.title <> was.title then 'title' end,
      case when wanted.content <> was.content then 'content' end, case when wanted.tags <> was.tags then 'tags' end,
      case when dropped then 'source' end], null)));
  written := private.text_of(p_id);
  written.title := wanted.title;
  written.content := wanted.content;
  written.tags := wanted.tags;
  if dropped then written.source_url := null; end if;
  perform private.change_post(p_id, written, auth.uid(), true);
  return private.outcome(p_id, 'done');
end $$;

create function private.is_sensitive_post(post uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_array_length(private.admin_post_record(post) -> 'sensitive'), 0) > 0
$$;

create function public.admin_decide_posts(
  p_ids uuid[], p_seen timestamptz[], p_decision text, p_reason text default null, p_sensitive_seen boolean default false
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  why constant text := private.staff_reason(p_reason);
  asks constant boolean := p_decision = 'approve' and not (coalesce(p_sensitive_seen, false) and cardinality(p_ids) = 1);
  item record;
  outcomes jsonb := '[]';
begin
  perform private.require_moderator();
  if p_decision is null or p_decision not in ('approve', 'reject', 'delete') then
    perform private.refuse('Ungültige Moderationsaktion', 'unknown_action');
  end if;
  if coalesce(cardinality(p_ids), 0) not between 1 and 50 or cardinality(p_ids) is distinct from cardinality(p_seen) then
    perform private.refuse('Ungültige Meldungsdaten - fehlende erforderliche Felder', 'invalid_request');
  end if;
  if why is null and p_decision = 'reject' then
    perform private.refuse('Bitte gib einen Grund für die Ablehnung an.', 'reason_required');
  elsif why is null and p_decision = 'delete' then
    perform private.refuse('Bitte gib einen Grund für diese Moderationsaktion an.', 'reason_required');
  end if;
  -- Ordered by id, so that two people with overlapping selections wait for each other instead of deadlocking.
  for item in select distinct on (given.id) given.id, given.seen from unnest(p_ids, p_seen) as given (id, seen) order by given.id loop
    outcomes := outcomes || case when asks and private.is_sensitive_post(item.id) then private.outcome(item.id, 'sensitive')
      else private.decide_post(item.id, item.seen, p_decision, why) end;
  end loop;
  return outcomes;
end $$;

-- A comment is online at once, and its link with it: thirty of them are a night of spam (docs/decisions/060-links-of-new-members.md).

create function private.shows_link(shown text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$ select private.links_in(shown) > 0 $$;

create function private.may_link() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_moderator() or (
    exists (select from public.profiles p where p.id = auth.uid() and p.created_at <= now() - interval '7 days')
    and (select count(*) from (
      (select from public.community_posts p where p.author_id = auth.uid() and p.status = 'approved' limit 3)
      union all
      (select from public.comments c where c.author_id = auth.uid() and c.deleted_at is null limit 3)) x) >= 3)
$$;

create function private.refuse_early_link() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.shows_link(new.content) or (tg_op = 'UPDATE' and private.shows_link(old.content)) or private.may_link() then
    return new;
  end if;
  raise exception 'Links gehen in Kommentaren erst, wenn dein Account eine Woche alt ist und drei Beiträge oder Kommentare von dir stehen.'
    using errcode = '42501', hint = 'links_too_early';
end $$;

create or replace function public.posts_page(
  p_type text default null, p_sort text default 'new', p_window text default 'all', p_tag text default null,
  p_after text default null, p_limit integer default 24
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  kind constant text := nullif(p_type, '');
  tag constant uuid := case when nullif(p_tag, '') is not null
    then coalesce(private.as_uuid(p_tag), private.star_by(p_tag), private.format_by(p_tag)) end;
begin
  if kind not in ('rumor', 'poll', 'discussion') or (nullif(p_tag, '') is not null and tag is null) then
    return jsonb_build_object('items', '[]'::jsonb, 'next', null);
  end if;
  return private.post_list(kind, case when p_sort in ('active', 'hot', 'top') then p_sort else 'new' end,
    case p_window when '7' then 7 when '30' then 30 end, tag, p_after, private.page_limit(p_limit));
end $$;

create or replace function public.trashtalk_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  hot constant jsonb := private.post_list(null, 'hot', null, null, null, 6) -> 'items';
  shown constant uuid[] := array(select (post ->> 'id')::uuid from jsonb_array_elements(hot) post);
begin
  return jsonb_build_object('hot', hot, 'rumors', private.latest_posts('rumor', shown, 4),
    'polls', private.latest_posts('poll', shown, 4), 'discussions', private.latest_posts('discussion', shown, 4));
end $$;

-- The page of a post with what this and the two migrations before it add: mentions, stickers, previews.
create or replace function public.post_page(p_type text, p_day text, p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.post_by(p_type, private.as_day(p_day), p_slug);
begin
  return (
    select c.card || jsonb_build_object(
      'content', p.content,
      'updated_at', p.updated_at,
      'edited_at', p.edited_at,
      'staff_edited_at', p.staff_edited_at,
      'is_team', p.author_id is not null and p.author_id in (select private.team_members()),
      'mentions', p.mentions,
      'stickers', private.sticker_counts(p.id),
      'previews', private.previews_of(p.id),
      'statement', private.statement_of(p.statement_speaker, p.statement, p.statement_at),
      'tags', coalesce((
        select jsonb_agg(coalesce(
          (select jsonb_build_object('kind', 'star', 'star', s.ref) from private.star_cards s where s.id = t.tag),
          (select jsonb_build_object('kind', 'format', 'format', f.ref) from private.format_refs f where f.id = t.tag)) order by t.place)
        from unnest(p.tags) with ordinality as t (tag, place)
        where exists (select from private.star_cards s where s.id = t.tag) or exists (select from private.format_refs f where f.id = t.tag)), '[]'::jsonb),
      'rumor_details', (
        select jsonb_build_object('source_url', r.source_url, 'reason', r.verification_reason, 'verification_source', r.verification_source,
          'recheck_at', r.recheck_at, 'updated_at', r.updated_at)
        from public.post_rumors r where r.post_id = wanted))
    from public.community_posts p
    join private.post_cards c on c.id = p.id
    where p.id = wanted
  );
end $$;

-- Guests have no socket: their open page asks the web server again and again, which caches this answer for a few seconds.
create function public.post_live(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_id);
begin
  return (
    select jsonb_build_object('post', c.card, 'updated_at', p.updated_at, 'comments', coalesce((
        select jsonb_agg(jsonb_build_object('id', n.id, 'created_at', n.created_at) order by n.created_at desc, n.id desc)
        from private.latest_comments(20, wanted) n), '[]'::jsonb))
    from public.community_posts p
    join private.post_cards c on c.id = p.id
    where p.id = wanted
  );
end $$;

create function private.tell_voters() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  change private.changed_rumors;
  post public.community_posts;
  voters uuid[];
  voter uuid;
  told integer := 0;
begin
  for change in select * from private.changed_rumors c limit 20 for update skip locked loop
    select * into post from public.community_posts p where p.id = change.post_id and p.status = 'approved';
    voters := array(
      (select v.user_id from public.rumor_votes v
        where post.type = 'rumor' and v.post_id = change.post_id and (change.told_up_to is null or v.user_id > change.told_up_to)
        order by v.user_id limit 100)
      union all
      (select v.user_id from public.poll_votes v
        where post.type = 'poll' and v.post_id = change.post_id and (change.told_up_to is null or v.user_id > change.told_up_to)
        order by v.user_id limit 100));
    foreach voter in array voters loop
      -- Of the team nobody is named.
      perform private.notify(voter, 'rumor_changed', case post.type when 'poll' then 'Eine Umfrage wurde geändert' else 'Ein Gerücht wurde geändert' end,
          format(case when change.editor_id = post.author_id then '{actors}' else 'Das Team hat' end
            || case post.type when 'poll' then ' die Umfrage „%s“ geändert, in der' else ' das Gerücht „%s“ geändert, über das' end
            || ' du abgestimmt hast.', post.title),
          private.post_facts(post.id) || case when change.editor_id = post.author_id then '{}' else '{"by_team": true}' end::jsonb, post.id,
          actor => case when change.editor_id = post.author_id then change.editor_id end)
        where voter <> change.editor_id;
    end loop;
    told := told + cardinality(voters);
    if cardinality(voters) < 100 then
      delete from private.changed_rumors c where c.post_id = change.post_id;
    else
      update private.changed_rumors c set told_up_to = voters[100] where c.post_id = change.post_id;
    end if;
  end loop;
  return told;
end $$;

create function private.rejection_of(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'appeal', (select x.status from public.appeals x where x.moderation_action_id = a.id))
  from public.community_posts p
  join public.moderation_actions a on a.target_user_id = p.author_id and a.target_post_id = p.id and a.target_type = 'post'
    and private.decision_kind(a) = 'rejected'
  where p.id = post and p.status = 'rejected' and p.author_id = auth.uid() and private.is_proven()
  order by a.created_at desc limit 1
$$;

create function private.revision_of(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('status', v.status, 'reason', v.rejection_reason, 'submitted_at', v.submitted_at,
    'decision', case when v.decision_id is not null then jsonb_build_object('id', v.decision_id,
      'appeal', (select x.status from public.appeals x where x.moderation_action_id = v.decision_id)) end)
  from private.post_revisions v join public.community_posts p on p.id = v.post_id
  where v.post_id = post and (p.author_id = auth.uid() and private.is_proven() or private.is_moderator())
$$;

create function private.publish_revision(post uuid, why text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  waiting private.post_revisions;
  written private.post_text;
  author uuid;
begin
  delete from private.post_revisions v where v.post_id = post returning v.* into waiting;
  if waiting.post_id is null then return false; end if;
  select p.author_id into author from public.community_posts p where p.id = post;
  written := private.text_of_revision(waiting);
  -- Meanwhile somebody may have voted, and a star or format may be gone.
  if exists (select from public.poll_votes v where v.post_id = post) then written.options := (private.text_of(post)).options; end if;
  -- A poll that ended while its change waited keeps its end.
  if (select private.poll_is_over(p) from public.community_posts p where p.id = post) then
    written.poll_ends_at := (private.text_of(post)).poll_ends_at;
  end if;
  written.tags := array(select t.tag from unnest(written.tags) with ordinality as t (tag, place)
    where exists (select from public.stars s where s.id = t.tag) or exists (select from public.formats f where f.id = t.tag) order by t.place);
  perform private.change_post(post, written, author, false);
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', post, author, 'approved', why, auth.uid());
  perform private.notify(author, 'post_approved', 'Deine Änderung ist online', format('Deine Änderung an „%s“ ist freigegeben.', written.title),
    private.post_facts(post) || '{"revision": true}', post);
  return true;
end $$;

create function private.decide_revision(post uuid, decision text, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author uuid;
  title text;
  action uuid;
begin
  perform private.require_moderator();
  update public.community_posts p set moderated_by = auth.uid(), moderated_at = now() where p.id = post
    returning p.author_id, p.title into author, title;
  if decision = 'approve' then
    perform private.publish_revision(post, 'Änderung freigegeben');
    return;
  end if;
  -- As with posts: recorded as 'warned', which does not count as a warning.
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', post, author, 'warned', why, auth.uid()) returning id into action;
  update private.post_revisions v set status = 'rejected', rejection_reason = why, decision_id = action, updated_at = now() where v.post_id = post;
  perform private.notify(author, 'post_rejected', 'Deine Änderung wurde abgelehnt',
    format('„%s“ bleibt, wie es war. Grund: %s %s', title, why, private.how_decided(false)),
    private.post_facts(post) || jsonb_build_object('reason', why, 'decided_by', 'human', 'decision_id', action, 'revision', true), post);
end $$;

create function private.decision_state(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('updated_at', greatest(p.updated_at, v.updated_at), 'waits', v.status = 'pending' and p.status = 'approved')
  from public.community_posts p left join private.post_revisions v on v.post_id = p.id where p.id = post
$$;

create function private.settle_recheck() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.recheck_at := null;
  return new;
end $$;

create function private.version_of_choice(post uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select v.id from private.public_versions(post) v join public.community_posts p on p.id = post
  where (v.title, v.content) is distinct from (p.title, p.content) and v.replaced_at > coalesce(
    (select r.updated_at from public.rumor_votes r where r.post_id = post and r.user_id = auth.uid()),
    (select o.updated_at from public.poll_votes o where o.post_id = post and o.user_id = auth.uid()),
    (select x.updated_at from public.post_reactions x where x.post_id = post and x.user_id = auth.uid()))
  order by v.id limit 1
$$;

-- Who may do what with posts and their tags: publishing without approval, the guard of every write, grants and policies.

-- plpgsql, because moderation_actions is created later.
create or replace function private.may_publish_at_once() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare rule public.app_settings;
begin
  if private.is_moderator() then return true; end if;
  -- Nobody would see what a new account publishes.
  if private.team_away_since() is not null and not private.may_link() then return false; end if;
  select * into rule from public.app_settings;
  if exists (
    select from public.moderation_actions a
    where a.target_user_id = auth.uid() and a.counts_as_warning
      and a.created_at > now() - make_interval(days => rule.auto_approve_warning_days)
  ) then return false; end if;
  return (select count(*) >= rule.auto_approve_after_posts from (
    select from public.community_posts p where p.author_id = auth.uid() and p.status = 'approved' limit rule.auto_approve_after_posts
  ) approved);
end $$;

-- status is granted for moderators, title and content for authors: this trigger tells them apart.
create or replace function private.guard_post() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if tg_op = 'INSERT' then
    new.status := case when private.may_publish_at_once() and not private.needs_a_human(new.type, new.title, new.content, new.tags, new.rumor_subject)
        and not private.waits_for_classifier(new.type, new.tags)
      then 'approved' else 'pending' end;
    return new;
  end if;
  if new.status is distinct from old.status or new.rejection_reason is distinct from old.rejection_reason then
    if new.author_id is not distinct from auth.uid() or not private.is_moderator() then
      raise exception 'Über Beiträge entscheidet das Team, und niemand über eigene.' using errcode = '42501', hint = 'not_allowed';
    end if;
    if new.status = 'rejected' and btrim(coalesce(new.rejection_reason, '')) = '' then
      raise exception 'Bitte gib einen Grund für die Ablehnung an.' using errcode = '23514', hint = 'reason_required';
    end if;
    if new.status <> 'rejected' then new.rejection_reason := null; end if;
    new.moderated_by := auth.uid();
    new.moderated_at := now();
  end if;
  return new;
end $$;

create function private.statement_of(speaker text, said text, since timestamptz) returns jsonb
language sql immutable set search_path = '' as $$
  select case when said is not null then jsonb_build_object('speaker', speaker, 'text', said, 'at', since) end
$$;

create function private.set_statement(post uuid, seen timestamptz, given_speaker text, given text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  speaker text := nullif(private.clean_line(coalesce(given_speaker, '')), '');
  said constant text := nullif(private.trim_text(private.clean_text(coalesce(given, ''))), '');
begin
  perform private.require_moderator();
  perform private.require_short(given_speaker, 100, 'Der Name hat 2 bis 100 Zeichen.', 'speaker_length');
  perform private.require_short(given, 2000, 'Die Stellungnahme hat höchstens 2.000 Zeichen.', 'statement_length');
  if said is not null and coalesce(char_length(speaker), 0) not between 2 and 100 then
    perform private.refuse('Der Name hat 2 bis 100 Zeichen.', 'speaker_length');
  end if;
  select * into was from public.community_posts p where p.id = post for update;
  if was.id is null then return private.outcome(post, 'gone', private.post_decider(post)); end if;
  if was.author_id = auth.uid() then return private.outcome(post, 'own'); end if;
  if was.statement_at is distinct from seen then return private.outcome(post, 'changed'); end if;
  -- What stands there already may stand.
  if said is not null and speaker is distinct from was.statement_speaker then
    speaker := private.true_speaker(speaker, was.tags);
  end if;
  if (said, case when said is not null then speaker end) is not distinct from (was.statement, was.statement_speaker) then
    return private.outcome(post, 'done');
  end if;
  perform private.log_staff_action('set_statement', 'post', post::text, jsonb_build_object('title', was.title, 'speaker', speaker,
    'reason', case when said is null then 'entfernt' end));
  update public.community_posts p set statement = said, statement_speaker = case when said is not null then speaker end,
    statement_at = case when said is not null then clock_timestamp() end where p.id = post;
  if said is not null and was.statement is null then
    insert into private.announcements (kind, post_id) values ('statement', post) on conflict do nothing;
  end if;
  return private.outcome(post, 'done');
end $$;

create function public.admin_set_statement(p_id uuid, p_seen timestamptz, p_speaker text, p_text text) returns jsonb
language sql set search_path = '' as $$ select private.set_statement(p_id, p_seen, p_speaker, p_text) $$;

-- Asked in the form (docs/decisions/061-subject-of-a-rumor.md). May only make a rumor wait: words still decide, too.
create function private.rumor_subjects() returns text[]
language sql immutable parallel safe set search_path = '' as $$ select '{show,relationship,work,health,sexuality,crime,minors}'::text[] $$;

create function private.is_sensitive(subject text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(subject in ('health', 'sexuality', 'crime', 'minors'), false)
$$;

create function private.subject_of(post uuid) returns text
language sql stable security definer set search_path = '' as $$
  select p.rumor_subject from public.community_posts p
  where p.id = post and (p.author_id = auth.uid() and private.is_proven() or private.is_moderator())
$$;

create function private.require_fitting_subject(kind text, subject text, source_url text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if subject is null then return; end if;
  if kind <> 'rumor' then perform private.refuse('Nur bei Gerüchten gibst du an, worum es geht.', 'not_a_rumor'); end if;
  if subject <> all (private.rumor_subjects()) then
    perform private.refuse('Wähl noch aus, worum es geht.', 'unknown_subject');
  end if;
  if private.is_sensitive(subject) and private.clean_source(source_url) is null then
    perform private.refuse('So ein Gerücht braucht eine Quelle. Ohne Link geht es nicht.', 'source_required');
  end if;
end $$;

create function private.answers_of(post uuid) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(o.text, ' ' order by o.position) from public.poll_options o where o.post_id = post
$$;

create function private.needs_a_human(kind text, title text, content text, tags uuid[], subject text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_moderator() then return false; end if;
  if private.is_sensitive(subject) then return true; end if;
  if exists (select from private.rules_for('post', concat_ws(' ', title, content), tags, '{hold}')) then return true; end if;
  -- A poll or discussion is about somebody when it is tagged with a star.
  if kind <> 'rumor' and not exists (select from public.stars s where s.id = any (tags)) then return false; end if;
  return private.sensitive_subjects(concat_ws(' ', title, content)) <> '{}';
end $$;

create function private.found_subjects(subject text, texts text) returns text[]
language sql stable set search_path = '' as $$
  select array(select s from unnest(private.rumor_subjects()) with ordinality as listed (s, place)
    where private.is_sensitive(s) and (s = subject or s = any (f.found)) order by place)
  from (select private.sensitive_subjects(texts) as found offset 0) f
$$;

-- The limits hold for every client of the API. domain has the same rules; supabase/tests runs the same drafts through both.
-- The hint tells the editor which rule was broken.

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

create function private.text_of(post uuid) returns private.post_text
language sql stable security definer set search_path = '' as $$
  select row(p.title, p.content, p.tags, (select r.source_url from public.post_rumors r where r.post_id = p.id),
    case when p.type = 'poll' then array(select o.text from public.poll_options o where o.post_id = p.id order by o.position) end,
    p.poll_ends_at)::private.post_text
  from public.community_posts p where p.id = post
$$;

create function private.text_json(written private.post_text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('title', (written).title, 'content', (written).content, 'tags', private.tags_of((written).tags),
    'source_url', (written).source_url, 'options', coalesce(to_jsonb((written).options), '[]'::jsonb),
    'poll_ends_at', (written).poll_ends_at)
$$;

create function private.clean_options(options text[]) returns text[]
language plpgsql immutable set search_path = '' as $$
declare cleaned text[];
begin
  if options is null or cardinality(options) not between 2 and 8 or array_position(options, null) is not null then
    perform private.refuse('Eine Umfrage hat 2 bis 8 Antworten.', 'option_count');
  end if;
  perform private.require_short(o, 80, 'Eine Antwort hat 1 bis 80 Zeichen.', 'option_length') from unnest(options) o;
  cleaned := array(select private.clean_line(o.text) from unnest(options) with ordinality as o (text, place) order by o.place);
  if exists (select from unnest(cleaned) o where char_length(o) not between 1 and 80) then
    perform private.refuse('Eine Antwort hat 1 bis 80 Zeichen.', 'option_length');
  end if;
  if (select count(distinct private.search_fold(o)) from unnest(cleaned) o) < cardinality(cleaned) then
    perform private.refuse('Jede Antwort nur einmal.', 'duplicate_option');
  end if;
  return cleaned;
end $$;

create function private.require_valid_tags(tags uuid[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if cardinality(tags) <> (select count(distinct t) from unnest(tags) t) then
    perform private.refuse('Jeden Tag nur einmal.', 'duplicate_tag');
  end if;
  if exists (select from unnest(tags) t where not exists (select from public.stars s where s.id = t)
      and not exists (select from public.formats f where f.id = t)) then
    raise exception 'Diesen Star oder dieses Format gibt es nicht.' using errcode = '23503', hint = 'unknown_tag';
  end if;
end $$;

create function private.clean_source(source_url text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  refusal constant text := 'Das ist keine öffentliche Web-Adresse. So sieht eine aus: https://www.rtl.de/sendung';
  cleaned text;
begin
  perform private.require_short(source_url, 500, refusal, 'source_url_invalid');
  cleaned := nullif(private.clean_line(source_url), '');
  if cleaned is not null and (char_length(cleaned) > 500 or not private.is_web_address(cleaned)) then
    perform private.refuse(refusal, 'source_url_invalid');
  end if;
  return cleaned;
end $$;

create function private.unpublished_post(wanted uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select jsonb_build_object('id', p.id, 'type', p.type, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status,
      'rejection_reason', p.rejection_reason, 'decision', private.rejection_of(p.id), 'author', m.ref,
      'is_own', p.author_id is not distinct from auth.uid(), 'text', private.text_json(private.text_of(p.id)),
      'sensitive', private.found_subjects(p.rumor_subject, concat_ws(' ', p.title, p.content, private.answers_of(p.id))))
    from public.community_posts p
    left join private.member_refs m on m.id = p.author_id
    where p.id = wanted and (p.author_id = auth.uid() or private.is_moderator()));
end $$;

create function private.any_post_by(kind text, on_day date, address text) returns uuid
language sql stable security definer set search_path = '' as $$
  select p.id from public.community_posts p where p.day = on_day and p.slug = address and p.type = kind
$$;

create function public.unpublished_post(p_type text, p_day text, p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return private.unpublished_post(coalesce(private.as_uuid(p_slug), private.any_post_by(p_type, private.as_day(p_day), p_slug)));
end $$;

create function private.post_history(wanted uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sees_names constant boolean := private.is_moderator();
  sees_all constant boolean := sees_names
    or exists (select from public.community_posts p where p.id = wanted and p.author_id = auth.uid());
  readable bigint[];
begin
  if sees_all then perform private.require_proven(); end if;
  readable := array(select v.id from private.public_versions(wanted) v);
  return (
    select jsonb_build_object('current', private.text_json(private.text_of(p.id)), 'revision', private.revision_of(p.id),
      'revision_text', case when sees_all then (select private.text_json(private.text_of_revision(v)) from private.post_revisions v where v.post_id = p.id) end,
      'version_of_choice', private.version_of_choice(p.id),
      'versions', coalesce((
        select jsonb_agg(jsonb_build_object('id', v.id, 'text', private.text_json(private.text_of_version(v)), 'status', v.rumor_status,
          'replaced_at', v.replaced_at, 'by_team', v.by_team, 'is_public', v.id = any (readable),
          'editor', case when sees_names then (select e.nickname from public.profiles e where e.id = v.replaced_by) end) order by v.id desc)
        from (select * from private.post_versions x where x.post_id = p.id and (sees_all or x.id = any (readable))
          order by x.id desc limit 100) v), '[]'::jsonb))
    from public.community_posts p
    where p.id = wanted and (sees_all or p.status = 'approved'));
end $$;

create function public.post_history(p_id text) returns jsonb
language sql stable security invoker set search_path = '' as $$ select private.post_history(private.as_uuid(p_id)) $$;

-- Somebody who deletes a post with a hundred comments of others by mistake gets it back.
create function private.restore_own_post(post uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare archived public.archived_posts;
begin
  perform private.require_writer();
  perform private.use_quota('posts', private.quota_of('posts', 100));
  select * into archived from public.archived_posts a
    where a.post_id = post and a.author_id = auth.uid() and a.archived_by = auth.uid() and a.archived_at > now() - interval '1 hour'
    order by a.archived_at desc limit 1 for update;
  if archived.id is null or private.archive_state(archived) <> 'restorable' then return false; end if;
  -- Once a day for each post: every time costs its votes and comments anew, and what its readers were told of it is gone.
  if exists (select from public.archived_posts a where a.post_id = post and a.restored_by = auth.uid()
      and a.restored_at > now() - interval '1 day') then return false; end if;
  perform private.restore_post_row(archived.record);
  perform private.restore_post_activity(archived.record);
  perform private.settle_restored(post, archived.record);
  update public.archived_posts a set restored_at = now(), restored_by = auth.uid() where a.id = archived.id;
  return true;
end $$;

create function public.restore_own_post(p_id uuid) returns boolean
language sql set search_path = '' as $$ select private.restore_own_post(p_id) $$;

-- Writing, changing and deleting own posts.

create or replace function private.require_writer() returns void
language plpgsql security definer set search_path = '' as $$
declare me public.profiles;
begin
  perform private.in_turn();
  select * into me from public.profiles p where p.id = auth.uid();
  if me.id is null then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.require_proven();
  if private.is_banned(me.id) then
    raise exception 'Dein Konto ist gesperrt. Du kannst gerade nichts schreiben.' using errcode = '42501', hint = 'banned';
  elsif me.needs_invite then
    raise exception 'Löse zuerst einen Einladungscode ein.' using errcode = '42501', hint = 'invite_required';
  end if;
end $$;

create or replace function private.saved_post(p_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'type', p.type, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status,
    'revision', private.revision_of(p.id) ->> 'status')
  from public.community_posts p where p.id = p_id and p.author_id = auth.uid()
$$;

create or replace function public.own_post(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant uuid := private.as_uuid(p_id);
  written constant private.post_text := private.shown_text(wanted);
begin
  return (
    select jsonb_build_object('id', p.id, 'type', p.type, 'title', written.title, 'slug', p.slug, 'excerpt', private.excerpt(written.content, 180),
      'status', p.status, 'rejection_reason', p.rejection_reason, 'decision', private.rejection_of(p.id),
      'revision', private.revision_of(p.id), 'created_at', p.created_at, 'hearts', p.hearts_count,
      'poops', p.poops_count, 'comments', p.comments_count, 'votes', p.votes_count,
      'content', written.content, 'tags', private.tags_of(written.tags), 'source_url', written.source_url,
      'options', coalesce((
        -- Answers that wait have no id yet.
        select jsonb_agg(jsonb_build_object('id', coalesce(o.id, md5(p.id::text || a.place)::uuid), 'text', a.text, 'position', a.place,
          'votes', coalesce(o.votes_count, 0)) order by a.place)
        from unnest(written.options) with ordinality as a (text, place)
        left join public.poll_options o on o.post_id = p.id and o.text = a.text), '[]'::jsonb),
      'subject', private.subject_of(p.id), 'poll_ends_at', written.poll_ends_at, 'may_edit_options', private.may_edit_poll(p.id))
    from public.community_posts p
    where p.id = wanted and p.author_id = auth.uid() and (select private.is_proven())
  );
end $$;

create function private.fill_post(post uuid, source_url text, options text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  said text;
begin
  select * into was from public.community_posts p where p.id = post and p.author_id = auth.uid();
  if was.type = 'rumor' and source_url is not null then
    update public.post_rumors r set source_url = private.clean_source(fill_post.source_url) where r.post_id = post and r.source_url is null;
  elsif was.type = 'poll' and not exists (select from public.poll_options o where o.post_id = post) then
    perform private.write_options(post, private.clean_options(options));
  else
    return;
  end if;
  -- Answers and source are there only now. Nobody has seen the post yet, and nobody was told of it.
  said := private.said_in(post);
  if exists (select from private.rules_for('post', said, was.tags, '{slow}')) then
    perform private.wait_for_rule((select max(p.created_at) from public.community_posts p where p.author_id = auth.uid() and p.id <> post));
  end if;
  if was.status = 'approved' and private.needs_a_human(was.type, said, '', was.tags, null) then
    update public.community_posts p set status = 'pending' where p.id = post;
    delete from private.announcements a where a.post_id = post and a.kind = 'post';
  end if;
  perform private.note_rules_of('post', post, said, was.tags);
end $$;

create function private.count_hits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    update private.hit_rates r set hits = r.hits - o.hits, decided = r.decided - o.decided
      from (select x.member_id, count(*) filter (where x.hit) as hits, count(*) as decided from old_rows x group by x.member_id) o
      where r.member_id = o.member_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.hit_rates as r (member_id, hits, decided)
      select x.member_id, count(*) filter (where x.hit), count(*) from new_rows x group by x.member_id order by x.member_id
      on conflict (member_id) do update set hits = r.hits + excluded.hits, decided = r.decided + excluded.decided;
  end if;
  return null;
end $$;

create function private.decide_hits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_hits(new);
  return null;
end $$;

create function private.announce_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.announcements (kind, post_id) values ('rumor', new.post_id)
    on conflict (post_id, kind) do update set told_up_to = default, done_at = null;
  return null;
end $$;

create function private.shown_hit_rate(member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('hits', r.hits, 'decided', r.decided) from private.hit_rates r
  where r.member_id = member and not r.hidden and r.decided >= 10
$$;

create function private.hit_rate_of_caller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select jsonb_build_object('hits', coalesce(r.hits, 0), 'decided', coalesce(r.decided, 0), 'shown', not coalesce(r.hidden, false))
    from (select auth.uid() as id) me left join private.hit_rates r on r.member_id = me.id);
end $$;

create function private.show_hit_rate(shown boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.profiles p where p.id = auth.uid()) then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.require_proven();
  insert into private.hit_rates (member_id, hidden) values (auth.uid(), not coalesce(shown, true))
    on conflict (member_id) do update set hidden = excluded.hidden;
  if not shown then delete from private.member_ranks k where k.chart = 'sleuths' and k.member_id = auth.uid(); end if;
end $$;

create function public.own_hit_rate() returns jsonb
language sql stable set search_path = '' as $$ select private.hit_rate_of_caller() $$;

create function public.set_hit_rate_shown(p_shown boolean) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.show_hit_rate(p_shown);
  return private.hit_rate_of_caller();
end $$;

-- By the votes themselves: the counter may not have the first one yet.
create or replace function private.may_edit_poll(post uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.may_write() and exists (
    select from public.community_posts p where p.id = post and p.type = 'poll' and p.author_id = auth.uid()
  ) and not exists (select from public.poll_votes v where v.post_id = post)
$$;

create or replace function private.count_poll_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.count_on('option', old.option_id, votes => -1);
    perform private.count_on('post', old.post_id, votes => -1);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_on('option', new.option_id, votes => 1);
    perform private.count_on('post', new.post_id, votes => 1, active_at => new.updated_at);
  end if;
  return null;
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

-- Three members said "Ja" to "Bleibt sie im Haus?", and the question became "Fliegt sie aus dem Haus?" under their votes.

create function private.question_is_fixed(post uuid, asked private.post_text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.community_posts p where p.id = post and p.type = 'poll'
      and (p.title, p.content) is distinct from ((asked).title, (asked).content))
    and exists (select from public.poll_votes v where v.post_id = post) and not private.is_moderator()
$$;

create function private.keep_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.poll_is_over(old) then perform private.refuse('Diese Umfrage ist zu Ende und geht nicht wieder auf.', 'poll_ended'); end if;
  return new;
end $$;

create or replace function private.count_rumor_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.count_on('rumor', old.post_id, agree => -(old.vote = 'agree')::integer, disagree => -(old.vote = 'disagree')::integer);
    perform private.count_on('post', old.post_id, votes => -1);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_on('rumor', new.post_id, agree => (new.vote = 'agree')::integer, disagree => (new.vote = 'disagree')::integer);
    perform private.count_on('post', new.post_id, votes => 1, active_at => new.updated_at);
  end if;
  return null;
end $$;

-- Whoever writes is checked; what an archive brings back keeps what it has.
create or replace function private.check_source() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() then new.source_url := private.clean_source(new.source_url); end if;
  return new;
end $$;

create function private.takes_votes(post uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.community_posts p where p.id = post and p.status = 'approved')
    and not exists (select from public.post_rumors r where r.post_id = post and r.rumor_status = 'debunked')
$$;

-- The orders of posts that the lists of /trashtalk, the start page and the overview show.

-- One page of posts in order: id and sort keys. Definer functions, because behind row-level security orders by score could not use
-- indexes; they return approved posts only, as the policy for guests does. The most frequent orders have statements of their own,
-- whose plans are cached; others are assembled from fixed parts, so that each combination gets a plan of its own.
create or replace function private.list_tagged_posts(tag uuid, kind text, sort text, top_days integer, last text[], wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  sort_key constant text := case sort when 'hot' then 'p.hot_rank' when 'top' then 'p.top_score'
    when 'active' then 'p.last_activity_at' else 'p.created_at' end;
  key_type constant text := case sort when 'hot' then 'double precision' when 'top' then 'integer' else 'timestamptz' end;
  condition text := 'p.tag_id = $1';
begin
  if kind is not null then condition := condition || ' and p.type = $2'; end if;
  if last is not null then condition := condition || format(' and (%s, p.post_id) < (($3)[1]::%s, ($3)[2]::uuid)', sort_key, key_type); end if;
  if sort = 'top' and top_days is not null then condition := condition || ' and p.created_at >= $5'; end if;
  return query execute format('select p.post_id, array[%1$s::text, p.post_id::text] from private.tagged_posts p
    where %2$s order by %1$s desc, p.post_id desc limit $4', sort_key, condition)
    using tag, kind, last, wanted, (private.berlin_now()::date - top_days + 1)::timestamp at time zone 'Europe/Berlin';
end $$;

create or replace function private.list_posts(kind text, sort text, top_days integer, tag uuid, after text, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  last constant text[] := private.cursor_parts(after,
    case sort when 'hot' then '{float,uuid}'::text[] when 'top' then '{integer,uuid}' else '{instant,uuid}' end);
  -- Sorts before every row, so that the first page and later ones share one plan.
  from_key constant text := coalesce(last[1], case sort when 'top' then '2147483647' else 'infinity' end);
  from_id constant uuid := coalesce(last[2]::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  if tag is not null then
    return query select l.id, l.keys from private.list_tagged_posts(tag, kind, sort, top_days, last, wanted) l;
  elsif sort = 'new' and kind is null then
    return query select p.id, array[p.created_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and (p.created_at, p.id) < (from_key::timestamptz, from_id)
      order by p.created_at desc, p.id desc limit wanted;
  elsif sort = 'new' then
    return query select p.id, array[p.created_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and p.type = kind and (p.created_at, p.id) < (from_key::timestamptz, from_id)
      order by p.created_at desc, p.id desc limit wanted;
  elsif sort = 'active' and kind is null then
    return query select p.id, array[p.last_activity_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and (p.last_activity_at, p.id) < (from_key::timestamptz, from_id)
      order by p.last_activity_at desc, p.id desc limit wanted;
  elsif sort = 'active' then
    return query select p.id, array[p.last_activity_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and p.type = kind and (p.last_activity_at, p.id) < (from_key::timestamptz, from_id)
      order by p.last_activity_at desc, p.id desc limit wanted;
  elsif sort = 'hot' and kind is null then
    return query select p.id, array[p.hot_rank::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and (p.hot_rank, p.id) < (from_key::double precision, from_id)
      order by p.hot_rank desc, p.id desc limit wanted;
  elsif sort = 'hot' then
    return query select p.id, array[p.hot_rank::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and p.type = kind and (p.hot_rank, p.id) < (from_key::double precision, from_id)
      order by p.hot_rank desc, p.id desc limit wanted;
  elsif top_days is not null then
    return query select l.id, l.keys from private.list_top_posts(
      case when kind is null then '{rumor,poll,discussion}' else array[kind] end, top_days, from_key::integer, from_id, wanted) l;
  else
    return query execute format('select p.id, array[(%1$s)::text, p.id::text] from public.community_posts p
      where p.status = ''approved'' and (%1$s, p.id) < ($2, $3)%2$s order by %1$s desc, p.id desc limit $4',
      'p.hearts_count - p.poops_count + p.votes_count + p.comments_count', case when kind is not null then ' and p.type = $1' end)
      using kind, from_key::integer, from_id, wanted;
  end if;
end $$;

create function public.account_saved(p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,00000000-0000-0000-0000-000000000000}');
begin
  return (
    with listed as materialized (
      select s.post_id, s.created_at, c.card, row_number() over (order by s.created_at desc, s.post_id) as place
      from public.saved_posts s
      join private.post_cards c on c.id = s.post_id
      where s.user_id = (select auth.uid()) and s.created_at <= last[1]::timestamptz
        and (s.created_at < last[1]::timestamptz or s.post_id > last[2]::uuid)
      order by s.created_at desc, s.post_id
      limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.card order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.post_id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create or replace function private.index_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.post_search (post_id, search_key) values (new.id, private.searched_in(new))
    on conflict (post_id) do update set search_key = excluded.search_key;
  insert into private.post_titles (post_id, title_key) values (new.id, private.search_fold(new.title))
    on conflict (post_id) do update set title_key = excluded.title_key;
  return null;
end $$;

create function private.index_answers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.post_search k set search_key = private.searched_in(p) from public.community_posts p
    where p.id = coalesce(new.post_id, old.post_id) and k.post_id = p.id;
  return null;
end $$;

create function private.latest_posts(kind text, shown uuid[], wanted integer) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(c.card order by l.place), '[]'::jsonb)
  from (
    select n.id, n.place
    from private.list_posts(kind, 'new', null, null, null, wanted + cardinality(shown)) with ordinality as n (id, keys, place)
    where n.id <> all (shown)
    order by n.place
    limit wanted
  ) l
  join private.post_cards c on c.id = l.id
$$;

-- Guests see the topics beside every list, so a job counts them and not their requests.
create function private.refresh_week_topics() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.week_topics;
  insert into private.week_topics (tag_id, kind, posts, place)
    select c.tag_id, c.kind, c.posts, row_number() over (order by c.posts desc, c.active_at desc, c.tag_id)
    from (
      select t.tag_id, t.kind, count(*) as posts, max(p.last_activity_at) as active_at
      from public.community_posts p
      join public.post_tags t on t.post_id = p.id
      where p.status = 'approved' and p.last_activity_at >= now() - interval '7 days'
      group by t.tag_id, t.kind
    ) c
    order by c.posts desc, c.active_at desc, c.tag_id
    limit 30;
end $$;

create function private.tag_ref(tag uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    (select jsonb_build_object('kind', 'star', 'star', s.ref) from private.star_cards s where s.id = tag),
    (select jsonb_build_object('kind', 'format', 'format', f.ref) from private.format_refs f where f.id = tag))
$$;

create function public.posts_aside(p_tag text default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare tag constant uuid := private.as_uuid(p_tag);
begin
  return jsonb_build_object(
    'topic', private.tag_ref(tag),
    'topics', coalesce((
      select jsonb_agg(jsonb_build_object('tag', t.ref, 'posts', t.posts) order by t.place)
      from (
        select w.posts, w.place, x.ref from private.week_topics w cross join lateral (select private.tag_ref(w.tag_id) as ref) x
        where x.ref is not null order by w.place limit 12) t), '[]'::jsonb),
    'comments', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'excerpt', private.excerpt(c.content, 180), 'created_at', c.created_at, 'author', m.ref, 'post',
        jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at))
        order by c.created_at desc, c.id desc)
      from private.latest_comments(3) c
      join public.community_posts p on p.id = c.post_id
      left join private.member_refs m on m.id = c.author_id), '[]'::jsonb));
end $$;

create function public.posts_feed(p_type text default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', private.excerpt(p.content, 180),
      'created_at', p.created_at, 'author', m.nickname, 'statement', private.statement_of(p.statement_speaker, p.statement, p.statement_at)) order by l.place), '[]'::jsonb)
    from private.list_posts(nullif(p_type, ''), 'new', null, null, null, 50) with ordinality as l (id, keys, place)
    join public.community_posts p on p.id = l.id
    left join public.public_profiles m on m.id = p.author_id
  );
end $$;

create function private.comments_for_team(query text, nickname text, kind text, days integer, after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 20, 50);
  last constant text[] := private.cursor_parts(after, '{instant,uuid}');
  author uuid;
begin
  perform private.require_moderator();
  if coalesce(nickname, '') <> '' then
    select p.id into author from public.profiles p where private.nickname_key(p.nickname) = private.nickname_key(private.trim_text(comments_for_team.nickname));
    if not found then return jsonb_build_object('items', '[]'::jsonb, 'next', null, 'ids', '[]'::jsonb); end if;
  end if;
  return (
    with listed as materialized (
      select c.*, row_number() over () as place
      from private.found_comments(query, author, kind, days, last[1]::timestamptz, last[2]::uuid, wanted + 1) c
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'version', private.target_version('comment:' || l.id), 'text', l.content, 'at', l.created_at, 'author', private.case_author(l.author_id),
            'joined_at', m.created_at, 'is_own', l.author_id is not distinct from auth.uid(),
            'post', jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status),
            'reports', (select count(*) from public.reports r where r.target_comment_id = l.id and r.status = 'pending' and r.confirmed_at is not null))
          order by l.place)
        from listed l join public.community_posts p on p.id = l.post_id left join public.profiles m on m.id = l.author_id
        where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)),
      -- Whoever chooses all means all, not what is loaded.
      'ids', case when after is null then coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'author', f.author_id, 'version', private.target_version('comment:' || f.id)))
        from private.found_comments(query, author, kind, days, null, null, 1000) f where f.author_id is distinct from auth.uid()), '[]'::jsonb) end));
end $$;

create function public.admin_comments_page(
  p_query text default null, p_author text default null, p_kind text default null, p_days integer default null, p_after text default null,
  p_limit integer default null
) returns jsonb
language sql stable set search_path = '' as $$ select private.comments_for_team(p_query, p_author, p_kind, p_days, p_after, p_limit) $$;

create function private.remove_comments(ids uuid[], reason text, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.given_reason(reason);
  comment_id uuid;
  removed integer := 0;
begin
  perform private.require_moderator();
  if cardinality(ids) > 200 then perform private.refuse('Höchstens 200 auf einmal.', 'row_count'); end if;
  -- In one order, so that two at once do not wait for each other.
  for comment_id in select distinct x from unnest(ids) x order by x loop
    begin
      perform private.moderate_content(comment_id, 'comment', 'delete', why, null, null, rule, true, null);
      removed := removed + 1;
    exception when others then
      -- Gone meanwhile, one's own, or somebody else of the team is at it.
      if sqlstate not in ('23503', '42501', 'P0001') then raise; end if;
    end;
  end loop;
  return jsonb_build_object('removed', removed, 'skipped', (select count(distinct x) from unnest(ids) x) - removed);
end $$;

create function public.admin_remove_comments(p_ids uuid[], p_reason text, p_rule text default null) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.remove_comments(p_ids, p_reason, p_rule) $$;

create function private.hold_comment(comment_id uuid, post uuid, parent uuid, said text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  written constant text := private.trim_text(private.clean_text(said));
begin
  perform private.require_writer();
  -- Repeated because the answer was lost.
  if exists (select from private.held_comments h where h.id = comment_id and h.author_id = me) then return; end if;
  if coalesce(written, '') = '' then perform private.refuse('Schreib erst was.', 'comment_empty'); end if;
  if char_length(written) > 2000 then perform private.refuse('Höchstens 2.000 Zeichen.', 'comment_length'); end if;
  if not exists (select from public.profiles p where p.id = me and p.nickname is not null) then
    raise exception 'Such dir zuerst einen Nickname aus.' using errcode = '42501', hint = 'nickname_required';
  end if;
  if not exists (select from public.community_posts p where p.id = post and p.status = 'approved') then
    raise exception 'Diesen Beitrag gibt es nicht mehr.' using errcode = '42501', hint = 'post_gone';
  end if;
  if parent is not null and not exists (
    select from public.comments c where c.id = parent and c.post_id = post and c.parent_id is null and c.deleted_at is null) then
    perform private.refuse_reply();
  end if;
  if exists (select from public.comments c join private.member_blocks b on b.member_id = c.author_id
      where c.id = parent and b.other_id = me and b.kind = 'block') then
    perform private.refuse_reply();
  end if;
  if (select count(*) from private.held_comments h where h.author_id = me and h.rejected_at is null) >= 5 then
    perform private.refuse('Fünf Kommentare von dir warten schon. Das Team liest sie zuerst.', 'too_many_held');
  end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  insert into private.held_comments (id, post_id, parent_id, author_id, content)
    values (coalesce(comment_id, gen_random_uuid()), post, parent, me, written);
end $$;

create function public.hold_comment(p_id uuid default null, p_post uuid default null, p_parent uuid default null, p_content text default null)
  returns void
language sql set search_path = '' as $$ select private.hold_comment(p_id, p_post, p_parent, p_content) $$;

create function private.drop_held_spam() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.held_comments h where h.author_id = new.member_id and h.rejected_at is null;
  return null;
end $$;

create function private.publish_held_comment(held uuid, why text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  waiting private.held_comments;
  post public.community_posts;
begin
  select * into waiting from private.held_comments h where h.id = held for update;
  if waiting.id is null then return false; end if;
  select * into post from public.community_posts p where p.id = waiting.post_id;
  if post.status <> 'approved' or private.is_banned(waiting.author_id)
    or exists (select from public.comments c where c.id = waiting.id or (c.id = waiting.parent_id and c.deleted_at is not null)) then return false; end if;
  delete from private.held_comments h where h.id = held;
  insert into public.comments (id, post_id, parent_id, author_id, content)
    values (waiting.id, waiting.post_id, waiting.parent_id, waiting.author_id, waiting.content);
  -- Those it mentions or answers are told now, as if it had just been written.
  insert into private.notification_events (post_id, kind, comment_id, actor_id) values (waiting.post_id, 'comment', waiting.id, waiting.author_id);
  insert into public.moderation_actions (target_type, target_comment_id, target_user_id, action, reason, admin_id)
    values ('comment', waiting.id, waiting.author_id, 'approved', why, auth.uid());
  perform private.notify(waiting.author_id, 'post_approved', 'Dein Kommentar ist online', format('Dein Kommentar zu „%s“ ist freigegeben.', post.title),
    private.post_facts(post.id) || '{"comment": true}', post.id, waiting.id);
  return true;
end $$;

create function private.reject_held_comment(held uuid, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  waiting private.held_comments;
  decision uuid;
begin
  select * into waiting from private.held_comments h where h.id = held;
  -- As a rejected post: recorded as 'warned', which does not count as a warning. Without the post, which it is not about.
  insert into public.moderation_actions (target_type, target_comment_id, target_user_id, action, reason, admin_id, content_excerpt)
    values ('comment', held, waiting.author_id, 'warned', why, auth.uid(), left(waiting.content, 100)) returning id into decision;
  update private.held_comments h set rejected_at = now(), decision_id = decision where h.id = held;
  perform private.notify(waiting.author_id, 'post_rejected', 'Dein Kommentar wurde abgelehnt',
    format('„%s“ ist nicht online. Grund: %s %s', left(waiting.content, 100), why, private.how_decided(false)),
    private.post_facts(waiting.post_id) || jsonb_build_object('reason', why, 'decided_by', 'human', 'decision_id', decision, 'comment', true),
    waiting.post_id);
end $$;

create function private.held_comments_page(after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 20, 50);
  last constant text[] := private.cursor_parts(after, '{instant,uuid}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select h.*, row_number() over (order by h.held_at, h.id) as place from private.held_comments h
      where h.rejected_at is null and (last is null or (h.held_at, h.id) > (last[1]::timestamptz, last[2]::uuid))
      order by h.held_at, h.id limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'version', private.target_version('comment:' || l.id), 'text', l.content, 'at', l.held_at, 'author', private.case_author(l.author_id),
            'joined_at', m.created_at, 'is_own', l.author_id is not distinct from auth.uid(), 'answers', left(c.content, 180),
            'post', private.commented_post(p))
          order by l.place)
        from listed l join public.community_posts p on p.id = l.post_id join public.profiles m on m.id = l.author_id
          left join public.comments c on c.id = l.parent_id
        where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.held_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create function public.admin_held_comments_page(p_after text default null, p_limit integer default null) returns jsonb
language sql stable set search_path = '' as $$ select private.held_comments_page(p_after, p_limit) $$;

create function private.decide_held_comments(ids uuid[], approve boolean, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  held private.held_comments;
  done integer := 0;
begin
  perform private.require_moderator();
  why := case when approve then 'Kommentar freigegeben' else private.given_reason(reason) end;
  if cardinality(ids) > 200 then perform private.refuse('Höchstens 200 auf einmal.', 'row_count'); end if;
  for held in select * from private.held_comments h where h.id = any (ids) and h.rejected_at is null order by h.held_at, h.id for update loop
    -- Nobody decides about their own.
    continue when held.author_id = auth.uid();
    if not approve then
      perform private.reject_held_comment(held.id, why);
    elsif not private.publish_held_comment(held.id, why) then
      continue;
    end if;
    perform private.log_staff_action(case when approve then 'approve_comment' else 'reject_comment' end, 'comment', held.id::text,
      jsonb_strip_nulls(jsonb_build_object('reason', case when not approve then why end)));
    done := done + 1;
  end loop;
  return jsonb_build_object('done', done, 'skipped', (select count(distinct x) from unnest(ids) x) - done);
end $$;

create function public.admin_decide_held_comments(p_ids uuid[], p_approve boolean, p_reason text default null) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.decide_held_comments(p_ids, coalesce(p_approve, false), p_reason) $$;

create function private.limit_new_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare tenth timestamptz;
begin
  if not exists (select from public.profiles m where m.id = auth.uid() and m.created_at > now() - interval '24 hours') then return new; end if;
  select c.created_at into tenth from public.comments c
    where c.author_id = auth.uid() and c.created_at > now() - interval '1 minute' order by c.created_at desc offset 9 limit 1;
  if tenth is null then return new; end if;
  raise sqlstate 'PGRST' using
    message = '{"code":"PT429","message":"In den ersten 24 Stunden sind es höchstens zehn Kommentare in der Minute. Kurz durchatmen, dann geht es weiter.","details":null,"hint":"rate_limited_new"}',
    detail = format('{"status":429,"headers":{"Retry-After":"%s"}}', greatest(1, ceil(extract(epoch from tenth + interval '1 minute' - now()))::integer));
end $$;

create function private.refuse_repetition() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from (
      select c.id, c.content, c.post_id, c.parent_id, c.deleted_at from public.comments c
      where c.author_id = auth.uid() and c.created_at > now() - interval '24 hours' order by c.created_at desc limit 500
    ) mine
    -- The same id is the same comment, sent again after a lost answer. "Genau" may answer several people.
    where mine.id <> new.id and mine.post_id = new.post_id and mine.deleted_at is null and mine.content = new.content
      and (mine.parent_id is not distinct from new.parent_id or char_length(new.content) >= 20)
  ) then
    perform private.refuse('Genau das hast du hier schon geschrieben. Es steht noch da.', 'comment_repeated');
  end if;
  return new;
end $$;

-- Mentions are resolved when a comment is written: an unknown name stays text, and a link leads to the member who was meant, even if
-- they are renamed or somebody else takes the name. Pages, rows and realtime carry the result without another query.

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

-- A nickname may have another bearer by now.
create or replace function private.set_mentions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_restoring() and new.mentions is not null then
    new.mentions := nullif(new.mentions, '{}');
  else
    new.mentions := case when position('@' in new.content) > 0 then private.known_mentions(new.content, old.mentions) end;
  end if;
  return new;
end $$;

create or replace function public.comments_page(p_post_id text, p_sort text default 'best', p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  post constant uuid := private.as_uuid(p_post_id);
  wanted constant integer := private.page_limit(p_limit);
begin
  return (
    with listed as materialized (
      select l.id, l.keys, l.place, case when l.place <= wanted then private.count_replies(post, l.id) else 0 end as replies
      from private.list_comments(post, p_sort is distinct from 'new', p_after, wanted + 1) with ordinality as l (id, keys, place)
    ), folded as materialized (
      select l.id, jsonb_agg(r.item order by r.created_at, r.id) as items, count(*) as shown,
        (array_agg(r.id order by r.created_at desc, r.id desc))[1] as last
      from listed l
      cross join lateral (
        select i.id, i.item, i.created_at from private.comment_items i
        where i.post_id = post and i.parent_id = l.id
        order by i.created_at, i.id
        -- Up to five are not folded: a button for two would take as much room.
        limit case when l.replies > 5 then 3 else 5 end
      ) r
      where l.replies > 0
      group by l.id
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(c.item || jsonb_build_object('replies', coalesce(f.items, '[]'::jsonb), 'reply_count', l.replies,
          'earlier', null, 'later', case when f.shown < l.replies then f.last end) order by l.place)
        from listed l
        join private.comment_items c on c.id = l.id
        left join folded f on f.id = l.id
        where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(variadic l.keys) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)),
      'total', coalesce((select p.comments_count from public.community_posts p where p.id = post and p.status = 'approved'), 0),
      'at', now()));
end $$;

-- Deep links to comments and suggestions for @mentions.

create or replace function public.comment_thread(p_comment_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant uuid := private.as_uuid(p_comment_id);
  top uuid;
  post uuid;
  wanted_at timestamptz;
begin
  select coalesce(c.parent_id, c.id), c.post_id, c.created_at into top, post, wanted_at from public.comments c
    join public.community_posts p on p.id = c.post_id and p.status = 'approved' where c.id = wanted;
  if top is null then return null; end if;
  -- The comment itself begins the thread: its first answers. An answer: some before it and more after it.
  if top = wanted then wanted_at := '-infinity'; end if;
  return (
    with before as (
      select i.id, i.item, i.created_at from private.comment_items i
      where top <> wanted and i.post_id = post and i.parent_id = top and (i.created_at, i.id) < (wanted_at, wanted)
      order by i.created_at desc, i.id desc limit 6
    ), onwards as (
      select i.id, i.item, i.created_at from private.comment_items i
      where i.post_id = post and i.parent_id = top
        and (i.created_at, i.id) >= (wanted_at, case when top = wanted then '00000000-0000-0000-0000-000000000000' else wanted end)
      order by i.created_at, i.id limit 26
    ), window_of as (
      (select * from before order by created_at desc, id desc limit 5) union all (select * from onwards order by created_at, id limit 25)
    )
    select jsonb_build_object('post', public.post_path(post::text), 'thread', t.item || jsonb_build_object(
      'replies', coalesce((select jsonb_agg(w.item order by w.created_at, w.id) from window_of w), '[]'::jsonb),
      'reply_count', private.count_replies(post, top),
      'earlier', case when (select count(*) from before) > 5 then (select w.id from window_of w order by w.created_at, w.id limit 1) end,
      'later', case when (select count(*) from onwards) > 25 then (select w.id from window_of w order by w.created_at desc, w.id desc limit 1) end))
    from private.comment_items t where t.id = top
  );
end $$;

create or replace function private.list_mentionable(post uuid, typed text, wanted integer) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  prefix constant text := replace(replace(replace(private.nickname_key(left(coalesce(typed, ''), 20)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  listed uuid[] := '{}';
  person uuid;
begin
  if not exists (select from public.community_posts p where p.id = post and (p.status = 'approved' or p.author_id = auth.uid())) then
    return '{}';
  end if;
  -- One by one in order: most queries match among the first few, so six suggestions rarely need a hundred rows.
  for person in
    select near.id from (
      select p.author_id as id, 0 as place from public.community_posts p where p.id = post
      union all
      select t.id, t.place from private.people_of_thread(post, 100) with ordinality as t (id, place)
    ) near where near.id <> auth.uid() and private.hears(near.id) order by near.place
  loop
    exit when cardinality(listed) >= wanted;
    continue when person = any (listed);
    listed := listed || array(
      select m.id from public.public_profiles m where m.id = person and private.nickname_key(m.nickname) like prefix);
  end loop;
  -- All other members only for a non-empty query: an empty one would list the first of the alphabet.
  if cardinality(listed) >= wanted or prefix = '%' then return listed; end if;
  return listed || array(
    select m.id from public.public_profiles m
    where private.nickname_key(m.nickname) like prefix and m.id <> auth.uid() and m.id <> all (listed) and private.hears(m.id)
    order by private.nickname_key(m.nickname) using operator(pg_catalog.~<~) limit wanted - cardinality(listed));
end $$;

create function private.guard_read() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Never back, as several tabs write, and never ahead.
  new.read_at := least(new.read_at, now());
  if tg_op = 'UPDATE' then new.read_at := greatest(new.read_at, old.read_at); end if;
  return new;
end $$;

create function private.removed_comments_page(query text, after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 20, 50);
  patterns constant text[] := private.like_patterns(private.search_words(query));
  last constant text[] := private.cursor_parts(after, '{instant,uuid}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select r.*, row_number() over (order by r.removed_at desc, r.comment_id desc) as place
      from private.removed_comments r
      where (last is null or (r.removed_at, r.comment_id) < (last[1]::timestamptz, last[2]::uuid))
        and (patterns = '{}' or private.search_fold(r.content) like all (patterns))
      order by r.removed_at desc, r.comment_id desc limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.comment_id, 'text', l.content, 'created_at', c.created_at,
            'author_name', coalesce((select m.nickname from public.profiles m where m.id = l.author_id), 'Unbekannt'),
            'post', private.commented_post(p),
            'decision_id', d.id, 'reason', d.reason, 'removed_at', l.removed_at,
            'removed_by_name', (select m.nickname from public.profiles m where m.id = l.removed_by),
            'restorable_until', private.restorable_until(l.removed_at),
            'state', coalesce(private.removed_comment_state(d), 'expired')) order by l.place)
        from listed l join public.comments c on c.id = l.comment_id join public.community_posts p on p.id = c.post_id
          left join lateral (
            select m.* from public.moderation_actions m where m.target_comment_id = l.comment_id and m.action = 'deleted'
            order by m.created_at desc, m.id limit 1) d on true
        where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.removed_at::text, l.comment_id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create function public.admin_removed_comments_page(p_query text default null, p_after text default null, p_limit integer default null) returns jsonb
language sql stable set search_path = '' as $$ select private.removed_comments_page(p_query, p_after, p_limit) $$;

create or replace function private.check_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.comments c where c.id = new.parent_id and c.parent_id is not null) then
    raise exception 'Auf eine Antwort antwortet man in derselben Runde.' using errcode = '23514', hint = 'comment_too_deep';
  end if;
  if exists (select from public.comments c where c.id = new.parent_id and c.deleted_at is not null) then
    perform private.refuse_reply();
  end if;
  return new;
end $$;

create or replace function private.count_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.deleted_at is null then
    perform private.count_on('post', new.post_id, comments => 1, active_at => new.created_at);
  elsif tg_op = 'UPDATE' and (old.deleted_at is null) <> (new.deleted_at is null) then
    perform private.count_on('post', new.post_id, comments => case when new.deleted_at is null then 1 else -1 end);
  elsif tg_op = 'DELETE' and old.deleted_at is null then
    perform private.count_on('post', old.post_id, comments => -1);
  end if;
  return null;
end $$;

-- Comments are stored clean, like posts.
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

create function private.hide_author_of_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.deleted_at is null then
    delete from private.deleted_comment_authors d where d.comment_id = new.id returning d.author_id into new.author_id;
  elsif new.author_id is not null then
    insert into private.deleted_comment_authors (comment_id, author_id) values (new.id, new.author_id);
    new.author_id := null;
  end if;
  return new;
end $$;

-- A restored post brings its deleted comments along, with the authors that its archive has.
create function private.hide_author_of_restored() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deleted_comment_authors (comment_id, author_id) values (new.id, new.author_id);
  update public.comments c set author_id = null where c.id = new.id;
  return null;
end $$;

-- A page brings the first answers and their number, since a comment can have 500; the rest is paged. An open page that missed
-- changes asks for these instead of replacing what somebody reads or writes (docs/product/comments.md).

create function private.count_replies(post uuid, root uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from (select from public.comments c where c.post_id = post and c.parent_id = root limit 1000) counted
$$;

create function public.comment_replies(p_comment_id text, p_after text default null, p_before text default null, p_limit integer default 50) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  root constant uuid := private.as_uuid(p_comment_id);
  post constant uuid := (
    select c.post_id from public.comments c join public.community_posts p on p.id = c.post_id and p.status = 'approved' where c.id = root);
  wanted constant integer := private.page_limit(p_limit, 50);
  backwards constant boolean := p_before is not null;
  edge uuid;
  edge_at timestamptz;
begin
  select c.id, c.created_at into edge, edge_at from public.comments c where c.id = private.as_uuid(coalesce(p_before, p_after)) and c.parent_id = root;
  return (
    with listed as materialized (
      (select i.id, i.item, i.created_at from private.comment_items i
        where not backwards and i.post_id = post and i.parent_id = root
          and (i.created_at, i.id) > (coalesce(edge_at, '-infinity'), coalesce(edge, '00000000-0000-0000-0000-000000000000'))
        order by i.created_at, i.id limit wanted + 1)
      union all
      (select i.id, i.item, i.created_at from private.comment_items i
        where backwards and i.post_id = post and i.parent_id = root
          and (i.created_at, i.id) < (coalesce(edge_at, 'infinity'), coalesce(edge, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by i.created_at desc, i.id desc limit wanted + 1)
    ), page as (
      select l.*, row_number() over (order by case when backwards then -extract(epoch from l.created_at) else extract(epoch from l.created_at) end,
        case when not backwards then l.id end, case when backwards then l.id end desc) as place
      from listed l
    )
    select jsonb_build_object(
      'items', coalesce(jsonb_agg(p.item order by p.created_at, p.id) filter (where p.place <= wanted), '[]'::jsonb),
      'more', count(*) > wanted)
    from page p);
end $$;

create function public.comment_news(p_post_id text, p_since timestamp with time zone, p_shown uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  post constant uuid := private.as_uuid(p_post_id);
  me constant uuid := auth.uid();
begin
  if not exists (select from public.community_posts p where p.id = post and p.status = 'approved') then return null; end if;
  return jsonb_build_object(
    'at', now(),
    'total', (select p.comments_count from public.community_posts p where p.id = post),
    'fresh', coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'parent_id', f.parent_id, 'own', coalesce(f.author_id = me, false)) order by f.created_at, f.id)
      from (
        select c.id, c.parent_id, c.author_id, c.created_at from public.comments c
        where c.post_id = post and c.deleted_at is null and c.created_at > p_since and private.hears(c.author_id)
        order by c.created_at desc, c.id desc limit 1000
      ) f), '[]'::jsonb),
    'shown', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'hearts', c.hearts_count, 'poops', c.poops_count, 'is_deleted', c.deleted_at is not null,
        'edit', case when c.deleted_at is null and c.edited_at > p_since - interval '1 minute'
          then jsonb_build_object('content', c.content, 'mentions', c.mentions, 'edited_at', c.edited_at) end))
      from public.comments c where c.id = any (p_shown[:1000]) and c.post_id = post), '[]'::jsonb));
end $$;

create function public.fresh_comments(p_post_id text, p_ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare post constant uuid := private.as_uuid(p_post_id);
begin
  if not exists (select from public.community_posts p where p.id = post and p.status = 'approved') then return '[]'::jsonb; end if;
  return (
    with asked as materialized (
      select c.id, c.created_at, coalesce(c.parent_id, c.id) as top, c.parent_id from public.comments c
      where c.id = any (p_ids[:100]) and c.post_id = post
    ), answers as (
      select a.top, jsonb_agg(i.item order by a.created_at, a.id) as items, count(*) as number, (array_agg(a.id order by a.created_at, a.id))[1] as first
      from asked a join private.comment_items i on i.id = a.id where a.parent_id is not null group by a.top
    ), tops as (
      select distinct a.top, private.count_replies(post, a.top) as replies from asked a
    )
    select coalesce(jsonb_agg(t.item || jsonb_build_object('replies', coalesce(r.items, '[]'::jsonb), 'reply_count', o.replies,
      'earlier', case when o.replies > r.number then r.first end, 'later', null) order by t.created_at desc, t.id desc), '[]'::jsonb)
    from tops o join private.comment_items t on t.id = o.top left join answers r on r.top = o.top);
end $$;

create function private.fold_counts() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  waiting record;
  looked_at integer := 0;
begin
  perform private.settle_pending_karma();
  for waiting in select distinct w.kind, w.target_id from private.pending_counts w limit 1000 loop
    perform private.count_on(waiting.kind, waiting.target_id);
    looked_at := looked_at + 1;
  end loop;
  return looked_at;
end $$;

create function private.count_on(
  kind text, target uuid, hearts integer default 0, poops integer default 0, comments integer default 0, votes integer default 0,
  agree integer default 0, disagree integer default 0, karma integer default 0, active_at timestamptz default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  is_there boolean;
  added record;
begin
  -- Not FOR UPDATE: that would also wait for everybody who has just written a row that refers to this one.
  case kind
    when 'post' then perform from public.community_posts p where p.id = target for no key update skip locked;
    when 'rumor' then perform from public.post_rumors r where r.post_id = target for no key update skip locked;
    when 'option' then perform from public.poll_options o where o.id = target for no key update skip locked;
    when 'comment' then perform from public.comments c where c.id = target for no key update skip locked;
    when 'karma' then perform from public.profiles m where m.id = target for no key update skip locked;
  end case;
  if not found then
    is_there := case kind
      when 'post' then exists (select from public.community_posts p where p.id = target)
      when 'rumor' then exists (select from public.post_rumors r where r.post_id = target)
      when 'option' then exists (select from public.poll_options o where o.id = target)
      when 'comment' then exists (select from public.comments c where c.id = target)
      when 'karma' then exists (select from public.profiles m where m.id = target) end;
    if not is_there then
      delete from private.pending_counts w where w.kind = count_on.kind and w.target_id = target;
      return null;
    elsif (hearts, poops, comments, votes, agree, disagree, karma) <> (0, 0, 0, 0, 0, 0, 0) or active_at is not null then
      insert into private.pending_counts (kind, target_id, hearts, poops, comments, votes, agree, disagree, karma, active_at)
        values (kind, target, hearts, poops, comments, votes, agree, disagree, karma, active_at);
    end if;
    return false;
  end if;
  -- A statement of its own, which sees what was committed until the row was locked.
  with taken as (delete from private.pending_counts w where w.kind = count_on.kind and w.target_id = target returning w.*)
  select count_on.hearts + coalesce(sum(t.hearts), 0) as hearts, count_on.poops + coalesce(sum(t.poops), 0) as poops,
      count_on.comments + coalesce(sum(t.comments), 0) as comments, count_on.votes + coalesce(sum(t.votes), 0) as votes,
      count_on.agree + coalesce(sum(t.agree), 0) as agree, count_on.disagree + coalesce(sum(t.disagree), 0) as disagree,
      count_on.karma + coalesce(sum(t.karma), 0) as karma, greatest(count_on.active_at, max(t.active_at)) as active_at
    into added from taken t;
  case kind
    when 'post' then
      update public.community_posts p set hearts_count = p.hearts_count + added.hearts, poops_count = p.poops_count + added.poops,
        comments_count = p.comments_count + added.comments, votes_count = p.votes_count + added.votes,
        last_activity_at = greatest(p.last_activity_at, added.active_at) where p.id = target;
    when 'rumor' then
      update public.post_rumors r set agree_count = r.agree_count + added.agree, disagree_count = r.disagree_count + added.disagree
        where r.post_id = target;
    when 'option' then update public.poll_options o set votes_count = o.votes_count + added.votes where o.id = target;
    when 'comment' then
      update public.comments c set hearts_count = c.hearts_count + added.hearts, poops_count = c.poops_count + added.poops
        where c.id = target;
    when 'karma' then update public.profiles m set karma = m.karma + added.karma where m.id = target;
  end case;
  return true;
end $$;

create function private.settle_karma(kind text, target uuid, actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare cause constant text := target || ':' || actor;
begin
  perform private.undo_karma(cause, array[kind || '_heart', kind || '_poop']);
  if kind = 'post' then
    perform private.earn_karma(p.author_id, 'post_' || r.reaction, cause, actor, r.updated_at)
      from public.post_reactions r join public.community_posts p on p.id = r.post_id where r.post_id = target and r.user_id = actor;
  else
    perform private.earn_karma(private.comment_author(c), 'comment_' || r.reaction, cause, actor, r.updated_at)
      from public.comment_reactions r join public.comments c on c.id = r.comment_id where r.comment_id = target and r.user_id = actor;
  end if;
end $$;

create function private.count_reaction(kind text, target uuid, actor uuid, hearts integer, poops integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.count_on(kind, target, hearts => hearts, poops => poops) is false then
    insert into private.pending_karma (kind, target_id, actor_id) values (kind, target, actor);
  else
    perform private.settle_karma(kind, target, actor);
  end if;
end $$;

create function private.settle_pending_karma() returns void
language plpgsql security definer set search_path = '' as $$
declare
  waiting record;
  is_settled boolean;
begin
  perform set_config('hot.karma_later', 'on', true);
  for waiting in select distinct w.kind, w.target_id, w.actor_id from private.pending_karma w limit 1000 loop
    -- Whoever is changing the reaction settles it themselves, so a row that is locked waits for the next run.
    if waiting.kind = 'post' then
      perform from public.post_reactions r where r.post_id = waiting.target_id and r.user_id = waiting.actor_id for share skip locked;
      is_settled := found or not exists (
        select from public.post_reactions r where r.post_id = waiting.target_id and r.user_id = waiting.actor_id);
    else
      perform from public.comment_reactions r where r.comment_id = waiting.target_id and r.user_id = waiting.actor_id for share skip locked;
      is_settled := found or not exists (
        select from public.comment_reactions r where r.comment_id = waiting.target_id and r.user_id = waiting.actor_id);
    end if;
    continue when not is_settled;
    delete from private.pending_karma w
      where w.kind = waiting.kind and w.target_id = waiting.target_id and w.actor_id = waiting.actor_id;
    perform private.settle_karma(waiting.kind, waiting.target_id, waiting.actor_id);
  end loop;
  perform set_config('hot.karma_later', 'off', true);
end $$;

create or replace function private.sum_karma() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The job adds up what a batch of reactions means for a member, and writes it once.
  if current_setting('hot.karma_later', true) = 'on' then
    if tg_op <> 'INSERT' then
      insert into private.pending_counts (kind, target_id, hearts, poops, comments, votes, agree, disagree, karma)
        values ('karma', old.user_id, 0, 0, 0, 0, 0, 0, -old.delta);
    end if;
    if tg_op <> 'DELETE' then
      insert into private.pending_counts (kind, target_id, hearts, poops, comments, votes, agree, disagree, karma)
        values ('karma', new.user_id, 0, 0, 0, 0, 0, 0, new.delta);
    end if;
    return null;
  end if;
  if tg_op <> 'INSERT' then perform private.count_on('karma', old.user_id, karma => -old.delta); end if;
  if tg_op <> 'DELETE' then perform private.count_on('karma', new.user_id, karma => new.delta); end if;
  return null;
end $$;

-- Posts of trusted members go online by themselves. At 3 points each, a hundred in five minutes would make a karma champion: they
-- earn by their hearts, as posts of staff do (docs/decisions/029-mailboxes-and-karma.md). What was earned by earlier rules stays.
create or replace function private.karma_of_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.status = old.status or private.is_restoring() then return null; end if;
  perform private.undo_karma(new.id::text, array['post_approved', 'post_rejected']);
  -- What its author or the team published themselves was not approved by anybody.
  if new.status = 'approved' and not (new.moderated_by is null and (new.author_id is not distinct from auth.uid()
      or exists (select from public.profiles p where p.id = new.author_id and p.role <> 'user'))) then
    perform private.earn_karma(new.author_id, 'post_approved', new.id::text, at => coalesce(new.moderated_at, new.created_at));
  elsif new.status = 'rejected' then
    perform private.earn_karma(new.author_id, 'post_rejected', new.id::text);
  end if;
  return null;
end $$;

create or replace function private.karma_of_rumor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_restoring() then return null; end if;
  perform private.undo_karma(new.post_id::text, array['rumor_verified', 'rumor_debunked']);
  if new.rumor_status <> 'unverified' then
    perform private.earn_karma(p.author_id, 'rumor_' || new.rumor_status, p.id::text, at => new.updated_at)
      from public.community_posts p where p.id = new.post_id;
  end if;
  return null;
end $$;

-- A ban removes the member's hearts and poops from other people's karma, its end adds them again.
create or replace function private.requalify_karma() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_banned(new.id) then
    delete from public.karma_events where actor_id = new.id;
    return null;
  end if;
  perform private.earn_karma(p.author_id, 'post_' || r.reaction, r.post_id || ':' || r.user_id, r.user_id, r.updated_at)
    from public.post_reactions r join public.community_posts p on p.id = r.post_id where r.user_id = new.id;
  perform private.earn_karma(private.comment_author(c), 'comment_' || r.reaction, r.comment_id || ':' || r.user_id, r.user_id, r.updated_at)
    from public.comment_reactions r join public.comments c on c.id = r.comment_id where r.user_id = new.id;
  return null;
end $$;

-- The caller's own votes, reactions and fans, for pages that are otherwise the same for everybody.

create or replace function public.viewer_posts(p_ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('post_id', asked.id, 'reaction', r.reaction, 'rumor_vote', v.vote, 'poll_option', o.option_id,
      'saved', s.post_id is not null, 'sticker', k.sticker) order by asked.place)
    from (
      select given.id, min(given.place) as place from unnest(p_ids[1:100]) with ordinality as given (id, place)
      where given.id is not null group by given.id
    ) asked
    left join public.post_reactions r on r.post_id = asked.id and r.user_id = me
    left join public.rumor_votes v on v.post_id = asked.id and v.user_id = me
    left join public.poll_votes o on o.post_id = asked.id and o.user_id = me
    left join public.saved_posts s on s.post_id = asked.id and s.user_id = me
    left join public.post_stickers k on k.post_id = asked.id and k.user_id = me), '[]'::jsonb);
end $$;

create or replace function public.viewer_comments(p_post_id text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  post constant uuid := private.as_uuid(p_post_id);
  me constant uuid := auth.uid();
  since constant timestamptz := (select r.read_at from public.comment_reads r where r.user_id = me and r.post_id = post);
  unread uuid[];
begin
  unread := array(
    select c.id from public.comments c
    where c.post_id = post and c.deleted_at is null and c.created_at > since and c.author_id is distinct from me
      and private.hears(c.author_id)
    order by c.created_at, c.id limit 1000);
  -- Starts from the caller's reactions, which are few, and not from the comments, which can be thousands.
  return jsonb_build_object('reactions', coalesce((
    select jsonb_agg(jsonb_build_object('comment_id', mine.comment_id, 'reaction', mine.reaction))
    from (
      select r.comment_id, r.reaction from public.comment_reactions r
      join public.comments c on c.id = r.comment_id
      where r.user_id = me and c.post_id = post
      order by r.updated_at desc
      limit 1000
    ) mine), '[]'::jsonb),
    'unread', cardinality(unread),
    'first_unread', unread[1],
    'newest', (select c.id from public.comments c where c.post_id = post and c.deleted_at is null order by c.created_at desc limit 1));
end $$;

create or replace function private.count_post_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.post_id = old.post_id then
    if new.reaction <> old.reaction then
      perform private.count_reaction('post', new.post_id, new.user_id, (new.reaction = 'heart')::integer - (old.reaction = 'heart')::integer,
        (new.reaction = 'poop')::integer - (old.reaction = 'poop')::integer);
    end if;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform private.count_reaction('post', old.post_id, old.user_id, -(old.reaction = 'heart')::integer, -(old.reaction = 'poop')::integer);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_reaction('post', new.post_id, new.user_id, (new.reaction = 'heart')::integer, (new.reaction = 'poop')::integer);
  end if;
  return null;
end $$;

create or replace function private.count_comment_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.comment_id = old.comment_id then
    if new.reaction <> old.reaction then
      perform private.count_reaction('comment', new.comment_id, new.user_id,
        (new.reaction = 'heart')::integer - (old.reaction = 'heart')::integer, (new.reaction = 'poop')::integer - (old.reaction = 'poop')::integer);
    end if;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform private.count_reaction('comment', old.comment_id, old.user_id, -(old.reaction = 'heart')::integer,
      -(old.reaction = 'poop')::integer);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_reaction('comment', new.comment_id, new.user_id, (new.reaction = 'heart')::integer,
      (new.reaction = 'poop')::integer);
  end if;
  return null;
end $$;

create function private.sticker_counts(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(counted.sticker, counted.times), '{}'::jsonb)
  from (select s.sticker, count(*) as times from public.post_stickers s where s.post_id = post group by s.sticker) counted
$$;

create or replace function private.store_in_archive(post uuid, why text) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.archived_posts (post_id, author_id, title, record, reason, archived_by)
  select p.id, p.author_id, p.title, private.parts_of_post(p) || jsonb_build_object(
      'post', to_jsonb(p) || jsonb_build_object('mentions', private.mentioned_ids(p.mentions)),
      'rumor', (select to_jsonb(r) from public.post_rumors r where r.post_id = p.id),
      'versions', coalesce((select jsonb_agg(to_jsonb(v) order by v.id) from private.post_versions v where v.post_id = p.id), '[]'),
      'poll_options', coalesce((select jsonb_agg(to_jsonb(o) order by o.position) from public.poll_options o where o.post_id = p.id), '[]'),
      'comments', coalesce((select jsonb_agg(to_jsonb(c) || jsonb_build_object('author_id', private.comment_author(c),
        'mentions', private.mentioned_ids(c.mentions)) order by c.created_at) from public.comments c where c.post_id = p.id), '[]'),
      'rumor_votes', coalesce((select jsonb_agg(to_jsonb(v)) from public.rumor_votes v where v.post_id = p.id), '[]'),
      'poll_votes', coalesce((select jsonb_agg(to_jsonb(v)) from public.poll_votes v where v.post_id = p.id), '[]'),
      'reactions', coalesce((select jsonb_agg(to_jsonb(x)) from public.post_reactions x where x.post_id = p.id), '[]'),
      'stickers', coalesce((select jsonb_agg(to_jsonb(x)) from public.post_stickers x where x.post_id = p.id), '[]'),
      'comment_reactions', coalesce((select jsonb_agg(to_jsonb(x)) from public.comments c
        join public.comment_reactions x on x.comment_id = c.id where c.post_id = p.id), '[]')),
    why, auth.uid()
  from public.community_posts p where p.id = post
  returning id
$$;

create function private.last_staff_action() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select greatest(
    (select a.created_at from public.admin_actions a where a.admin_id is not null order by a.created_at desc limit 1),
    (select m.created_at from public.moderation_actions m where m.admin_id is not null order by m.created_at desc limit 1))
$$;

create function private.team_away_since() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select began.at from (
    select private.last_staff_action() + make_interval(hours => s.away_after_hours) as at
    from public.app_settings s where s.away_after_hours > 0) began
  where began.at <= now()
$$;

create function private.slow_down_while_away() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Of new accounts three in an hour, of all others ten in five minutes.
  is_known boolean;
  span interval;
  most integer;
  first_of_them timestamptz;
begin
  if private.team_away_since() is null then return new; end if;
  is_known := private.may_link();
  span := case when is_known then interval '5 minutes' else interval '1 hour' end;
  most := case when is_known then 10 else 3 end;
  select c.created_at into first_of_them from public.comments c
    where c.author_id = auth.uid() and c.created_at > now() - span order by c.created_at desc offset most - 1 limit 1;
  if first_of_them is null or private.is_moderator() then return new; end if;
  raise sqlstate 'PGRST' using
    message = json_build_object('code', 'PT429', 'message', case when is_known
        then 'Das Team ist gerade nicht da, deshalb geht es langsamer: zehn Kommentare in fünf Minuten. Gleich kannst du weiterschreiben.'
        else 'Das Team ist gerade nicht da. Bis dahin sind es für neue Leute drei Kommentare in der Stunde. Dein Text bleibt hier stehen, schick ihn später ab.' end,
      'details', null, 'hint', 'team_away')::text,
    detail = format('{"status":429,"headers":{"Retry-After":"%s"}}', greatest(1, ceil(extract(epoch from first_of_them + span - now()))::integer));
end $$;

create or replace function private.own_moderation_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select jsonb_build_object(
      'is_banned', private.is_banned(p.id),
      'banned_until', case when private.is_banned(p.id) then p.banned_until end,
      'decisions', coalesce((
        select jsonb_agg(jsonb_build_object('id', a.id, 'action', a.action, 'severity', a.severity, 'reason', a.reason,
          'ban_duration_days', a.ban_duration_days, 'rule', a.rule, 'content_excerpt', a.content_excerpt, 'reported', a.report_id is not null,
          'created_at', a.created_at, 'target_type', a.target_type,
          'target_post_id', a.target_post_id, 'target_comment_id', a.target_comment_id) order by a.created_at desc)
        from (
          select * from public.moderation_actions m
          where m.target_user_id = p.id and (m.counts_as_warning or m.action in ('banned', 'deleted'))
          order by m.created_at desc limit 500
        ) a), '[]'::jsonb))
    from public.profiles p where p.id = auth.uid());
end $$;

-- Clients that decide name who decided and when. The row says what is true, whatever they name.
create function private.keep_decider() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.author_id is not distinct from auth.uid() or not private.is_moderator() then
    raise exception 'Über Beiträge entscheidet das Team, und niemand über eigene.' using errcode = '42501', hint = 'not_allowed';
  end if;
  new.moderated_by := old.moderated_by;
  new.moderated_at := old.moderated_at;
  return new;
end $$;

-- The rows of the record are inserted again, so that triggers recompute counters and karma.

create or replace function private.restore_post_row(record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was constant public.community_posts := jsonb_populate_record(null::public.community_posts, record -> 'post');
begin
  -- An archive of before kept neither karma nor mentions: they are found anew.
  if record ? 'karma' then perform private.restore_begins(); end if;
  insert into public.community_posts select r.* from jsonb_populate_record(was, jsonb_build_object(
    'author_id', (select m.id from public.public_profiles m where m.id = was.author_id),
    'moderated_by', (select m.id from public.profiles m where m.id = was.moderated_by),
    'staff_edited_by', (select m.id from public.profiles m where m.id = was.staff_edited_by),
    -- Tags of stars and formats that were deleted meanwhile are dropped.
    'tags', array(select t.tag from unnest(was.tags) with ordinality as t (tag, place)
      where exists (select from public.stars s where s.id = t.tag) or exists (select from public.formats f where f.id = t.tag) order by t.place),
    'mentions', private.mentioned_slugs(record -> 'post' -> 'mentions'),
    'hearts_count', 0, 'poops_count', 0, 'comments_count', 0, 'votes_count', 0)) r;
  -- The former slug, unless another post has taken it.
  update public.community_posts p set slug = was.slug where p.id = was.id and p.slug <> was.slug
    and not exists (select from public.community_posts other where other.day = p.day and other.slug = was.slug);
  if record -> 'rumor' <> 'null' then
    delete from public.post_rumors r where r.post_id = was.id;
    insert into public.post_rumors select r.* from jsonb_populate_record(null::public.post_rumors,
      (record -> 'rumor') || '{"agree_count": 0, "disagree_count": 0}') r;
  end if;
  insert into private.post_versions (post_id, title, content, tags, source_url, options, poll_ends_at, rumor_status, replaced_at,
      replaced_by, by_team, was_public)
    select was.id, v.title, v.content, v.tags, v.source_url, v.options, v.poll_ends_at, v.rumor_status, v.replaced_at,
      (select m.id from public.profiles m where m.id = v.replaced_by), v.by_team, coalesce(v.was_public, false)
    from jsonb_array_elements(coalesce(record -> 'versions', '[]')) with ordinality as e (version, place)
    cross join lateral jsonb_populate_record(null::private.post_versions, e.version) v order by e.place;
  insert into public.poll_options select o.* from jsonb_array_elements(record -> 'poll_options') e,
    jsonb_populate_record(null::public.poll_options, e || '{"votes_count": 0}') o;
  perform private.restore_parts(record);
  perform private.restore_ends();
  perform private.leave_in_bin(was, record -> 'discussions');
end $$;

create or replace function private.restore_post_activity(record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if record ? 'karma' then perform private.restore_begins(); end if;
  -- Replies first: the trigger refuses replies to deleted comments. The foreign key is checked at the end.
  insert into public.comments select c.* from (
      select e || jsonb_build_object('hearts_count', 0, 'poops_count', 0, 'mentions', private.mentioned_slugs(e -> 'mentions'), 'author_id',
        (select m.id from public.public_profiles m where m.id = (e ->> 'author_id')::uuid)) as doc
      from jsonb_array_elements(record -> 'comments') e order by e ->> 'parent_id' nulls last, e ->> 'created_at') rows,
    jsonb_populate_record(null::public.comments, rows.doc) c;
  insert into public.post_reactions select x.* from jsonb_array_elements(record -> 'reactions') e,
    jsonb_populate_record(null::public.post_reactions, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.post_stickers select x.* from jsonb_array_elements(coalesce(record -> 'stickers', '[]')) e,
    jsonb_populate_record(null::public.post_stickers, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.comment_reactions select x.* from jsonb_array_elements(coalesce(record -> 'comment_reactions', '[]')) e,
    jsonb_populate_record(null::public.comment_reactions, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.rumor_votes select x.* from jsonb_array_elements(record -> 'rumor_votes') e,
    jsonb_populate_record(null::public.rumor_votes, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.poll_votes select x.* from jsonb_array_elements(record -> 'poll_votes') e,
    jsonb_populate_record(null::public.poll_votes, e) x where exists (select from public.profiles m where m.id = x.user_id);
  perform private.restore_ends();
end $$;

create or replace function private.restore_post(archive uuid, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare archived public.archived_posts;
begin
  select * into strict archived from public.archived_posts a where a.id = archive for update;
  perform private.restore_post_row(archived.record);
  perform private.restore_post_activity(archived.record);
  perform private.settle_restored(archived.post_id, archived.record);
  update public.archived_posts a set restored_at = now(), restored_by = auth.uid() where a.id = archive;
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', archived.post_id, archived.author_id, 'restored', why, auth.uid());
  perform private.notify(p.author_id, 'post_approved', 'Dein Beitrag ist wieder online', format('„%s“ ist wieder da.', p.title),
      private.post_facts(p.id), p.id)
    from public.community_posts p where p.id = archived.post_id and p.status = 'approved';
end $$;

create function private.archived_parts() returns table (part text, table_name text, member_column text, post_column text)
language sql immutable parallel safe set search_path = '' as $$
  values ('karma', 'public.karma_events', 'user_id', 'source'), ('hits', 'private.rumor_hits', 'member_id', 'post_id'),
    ('saved', 'public.saved_posts', 'user_id', 'post_id'), ('reads', 'public.comment_reads', 'user_id', 'post_id'),
    ('follows', 'private.follows', 'member_id', 'target_id'), ('statement', 'private.star_statements', 'member_id', 'post_id'),
    ('revision', 'private.post_revisions', null, 'post_id'), ('discussions', 'private.news_discussions', null, 'post_id')
$$;

create function private.restore_parts(record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare kind record;
begin
  for kind in select * from private.archived_parts() loop
    execute format('insert into %1$s select x.* from jsonb_array_elements(coalesce($1, ''[]'')) e, jsonb_populate_record(null::%1$s, e) x '
        || 'where %2$s on conflict do nothing', kind.table_name::regclass,
      case when kind.member_column is not null then format('exists (select from public.profiles m where m.id = x.%I)', kind.member_column)
        when kind.part = 'discussions' then 'exists (select from public.news n where n.id = x.news_id)' else 'true' end)
      using record -> kind.part;
  end loop;
end $$;

create function private.settle_restored(post uuid, record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Who was right is kept since; of an older archive it is found anew.
  if not record ? 'hits' then perform private.record_hits(r) from public.post_rumors r where r.post_id = post; end if;
  -- Who voted in a poll has heard how it ended.
  insert into private.announcements (kind, post_id, done_at)
    select 'poll', p.id, now() from public.community_posts p where p.id = post and p.poll_ends_at <= now()
    on conflict do nothing;
end $$;

create function private.remove_posts_of(member uuid, why text) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  post uuid;
  archives uuid[] := '{}';
begin
  for post in select p.id from public.community_posts p where p.author_id = member order by p.created_at loop
    archives := archives || private.store_in_archive(post, why);
    insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
      values ('post', post, member, 'deleted', why, auth.uid());
    delete from public.community_posts p where p.id = post;
  end loop;
  return archives;
end $$;

create function private.remove_comments_of(member uuid, why text) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare removed uuid[];
begin
  select coalesce(array_agg(c.id), '{}') into removed from public.comments c where c.author_id = member and c.deleted_at is null;
  insert into private.removed_comments (comment_id, content, author_id, removed_by)
    select c.id, c.content, c.author_id, auth.uid() from public.comments c where c.id = any (removed)
    on conflict (comment_id) do update set content = excluded.content, removed_by = excluded.removed_by, removed_at = now();
  insert into public.moderation_actions (target_type, target_post_id, target_comment_id, target_user_id, action, reason, admin_id)
    select 'comment', c.post_id, c.id, c.author_id, 'deleted', why, auth.uid() from public.comments c where c.id = any (removed);
  perform private.earn_karma(member, 'comment_removed', r::text) from unnest(removed) r;
  update public.comments c set deleted_at = now(), content = '' where c.id = any (removed);
  return removed;
end $$;

create function private.close_reports_of_spam(member uuid, why text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  -- For profiles, and for what was below a removed post and has no decision of its own.
  ban constant uuid := (select a.id from public.moderation_actions a
    where a.target_user_id = member and a.action = 'banned' order by a.created_at desc, a.id limit 1);
  decision uuid;
  closed integer;
begin
  update public.reports r set status = 'resolved', action = case r.target_type when 'profile' then 'banned' else 'deleted' end,
      action_reason = why, resolved_at = now(), resolved_by = auth.uid(),
      decision_id = coalesce((
        select a.id from public.moderation_actions a
        where a.target_user_id = member and a.action = 'deleted' and a.created_at = now() and a.target_type = r.target_type
          and case r.target_type when 'post' then a.target_post_id else a.target_comment_id end = coalesce(r.target_post_id, r.target_comment_id)
        limit 1), ban)
    where r.target_author_id = member and r.status = 'pending' and r.confirmed_at is not null;
  get diagnostics closed = row_count;
  for decision in
    select distinct r.decision_id from public.reports r where r.target_author_id = member and r.resolved_at = now() and r.decision_id is not null
  loop
    perform private.notify_reporters(decision, case decision when ban then 'acted' else 'deleted' end, '{}');
  end loop;
  return closed;
end $$;

create function private.admin_ban_spammer(member uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := 'Spam oder Werbung.';
  before public.profiles;
  archives uuid[];
  comments uuid[];
begin
  perform private.lock_admins();
  before := private.other_staff_rule(member);
  if before.role <> 'user' then
    raise exception 'Wer zum Team gehört, ist kein Spam. Nimm erst die Rolle weg.' using errcode = '42501', hint = 'staff_spam';
  end if;
  -- Whoever is banned already stays so; a moderator bans for 30 days, an admin for good.
  if not private.is_banned(member) then
    perform private.admin_ban_member(member, case when private.is_admin() then null else 30 end, why);
  end if;
  perform private.log_staff_action('remove_spam', 'profile', member::text, jsonb_build_object('name', before.nickname, 'reason', why));
  archives := private.remove_posts_of(member, why);
  comments := private.remove_comments_of(member, why);
  insert into private.spam_removals (member_id, archives, comments, bin_id, removed_by)
    values (member, archives, comments, private.put_votes_in_bin(member), auth.uid());
  perform private.close_reports_of_spam(member, why);
  return jsonb_build_object('posts', cardinality(archives), 'comments', cardinality(comments));
end $$;

create function private.restorable_spam(member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('posts', sum(cardinality(s.archives)), 'comments', sum(cardinality(s.comments)), 'removed_at', max(s.removed_at))
  from private.spam_removals s
  where s.member_id = member and s.restored_at is null and private.restorable_until(s.removed_at) > now()
  having count(*) > 0
$$;

create function private.restore_comments(wanted uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare restored integer;
begin
  -- Those under a post that has been deleted meanwhile are gone with it.
  update public.comments c set deleted_at = null, content = r.content
    from private.removed_comments r where r.comment_id = c.id and c.id = any (wanted) and c.deleted_at is not null;
  get diagnostics restored = row_count;
  return restored;
end $$;

create function private.admin_restore_spam(member uuid, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.given_reason(reason);
  before public.profiles;
  removal private.spam_removals;
  archive uuid;
  posts integer := 0;
  comments integer := 0;
begin
  perform private.require_admin();
  perform private.lock_admins();
  before := private.other_staff_rule(member);
  -- Restored meanwhile by somebody else.
  if private.restorable_spam(member) is null then return jsonb_build_object('posts', 0, 'comments', 0); end if;
  if private.is_banned(member) then perform private.admin_unban_member(member, why); end if;
  perform private.log_staff_action('restore_spam', 'profile', member::text, jsonb_build_object('name', before.nickname, 'reason', why));
  for removal in
    select * from private.spam_removals s
    where s.member_id = member and s.restored_at is null and private.restorable_until(s.removed_at) > now() for update
  loop
    for archive in select a.id from public.archived_posts a where a.id = any (removal.archives) and private.archive_state(a) = 'restorable' loop
      perform private.restore_post(archive, why);
      posts := posts + 1;
    end loop;
    comments := comments + private.restore_comments(removal.comments);
    perform private.restore_votes_from_bin(removal.bin_id);
    update private.spam_removals s set restored_at = now() where s.id = removal.id;
  end loop;
  return jsonb_build_object('posts', posts, 'comments', comments);
end $$;

create function public.admin_ban_spammer(p_id uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.admin_ban_spammer(p_id) $$;

create function public.admin_restore_spam(p_id uuid, p_reason text) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.admin_restore_spam(p_id, p_reason) $$;

create function private.voting_tables() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select '{public.rumor_votes,public.poll_votes,public.post_reactions,public.comment_reactions,public.post_stickers}'::text[]
$$;

create function private.put_votes_in_bin(member uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  entry uuid;
  part text;
begin
  insert into private.bin (kind, name, removed_by) values ('spam', 'Spam', auth.uid()) returning id into entry;
  foreach part in array private.voting_tables() loop
    execute format('insert into private.binned_rows (bin_id, place, table_name, member_id, content) '
      || 'select $1, (select count(*) from private.binned_rows b where b.bin_id = $1) + row_number() over (), $2, $3, to_jsonb(v) from %1$s v where v.user_id = $3',
      part::regclass) using entry, part, member;
    execute format('delete from %1$s v where v.user_id = $1', part::regclass) using member;
  end loop;
  return entry;
end $$;

create function private.restore_votes_from_bin(entry uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare part text;
begin
  foreach part in array private.voting_tables() loop
    perform private.restore_rows(entry, part);
  end loop;
  delete from private.bin b where b.id = entry;
end $$;

create function private.spam_preview(members uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  if cardinality(members) > 200 then perform private.refuse('Höchstens 200 auf einmal.', 'row_count'); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'nickname', m.nickname,
        'posts', (select count(*) from public.community_posts p where p.author_id = m.id),
        'comments', (select count(*) from public.comments c where c.author_id = m.id and c.deleted_at is null)) order by m.nickname), '[]')
    from public.profiles m where m.id = any (members));
end $$;

create function public.admin_spam_preview(p_ids uuid[]) returns jsonb
language sql stable set search_path = '' as $$ select private.spam_preview(p_ids) $$;

create or replace function private.notices_between(since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with notices as materialized (
    select r.reason, r.status, r.action, r.reporter_id, r.good_faith, r.target_type, r.resolved_at - r.confirmed_at as took
    from public.reports r where r.created_at >= since and r.created_at < until and r.confirmed_at is not null
      -- Notices come from people.
      and r.rule_id is null)
  select jsonb_build_object(
    'total', count(*),
    'on_posts', count(*) filter (where n.target_type = 'post'),
    'on_comments', count(*) filter (where n.target_type = 'comment'),
    'on_profiles', count(*) filter (where n.target_type = 'profile'),
    -- Guests always report with the good-faith statement; a member's account may have been deleted since.
    'by_guests', count(*) filter (where n.reporter_id is null and n.good_faith),
    'open', count(*) filter (where n.status = 'pending'),
    'dismissed', count(*) filter (where n.status = 'dismissed'),
    'acted_on', count(*) filter (where n.status = 'resolved'),
    'median_seconds', private.median_seconds(array_agg(n.took) filter (where n.took is not null)),
    'by_reason', coalesce((
      select jsonb_agg(jsonb_build_object('reason', g.reason, 'total', g.total, 'acted_on', g.acted_on) order by g.total desc, g.reason)
      from (select x.reason, count(*) as total, count(*) filter (where x.status = 'resolved') as acted_on from notices x group by x.reason) g),
      '[]'::jsonb))
  from notices n
$$;

create or replace function public.admin_transparency(p_from date, p_to date) returns jsonb
language sql stable security invoker set search_path = '' set statement_timeout = '30s' as $$ select private.admin_transparency(p_from, p_to) $$;

create function private.sensitive_subjects(value text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  typed constant text := coalesce(private.text_said(left(value, 12000)), '');
  -- "Koerper" is found by the folded text, "queer" and "sexuell", which folding shortens as well, by the other one.
  plain constant text := private.search_fold(typed) || ' | ' || private.without_marks(typed);
  read constant text := plain || ' | ' || private.unmasked(plain);
  age constant text := '(1[0-7]|[2-9]|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|dreizehn|vierzehn|funfzehn|sechzehn|siebzehn)';
  -- Parts of words without umlauts, ss for ß. Tried by supabase/tests/posts/sensitive-texts.ts.
  words constant jsonb := jsonb_build_object(
    'health', '\mkrank|erkrank|krankheit|schwerkrank|krebs|tumor|diagnos|multiple sklerose|herzinfarkt|schlaganfall|epilep|diabet' ||
      '|demenz|\mhiv|\maids\M|syphilis|chlamydi' ||
      '|burn-?out|depress|psychi|psychos|therap|\mklinik|\mreha\M|panikattack|angststorung|bipolar|borderline|schizo|\madhs' ||
      '|\mautis|behinder|suizid|selbstmord|selbstverletz|\mritz(t|en)\M' ||
      '|ess-?storung|essgestort|magers|bulimi|abgemagert|suchtig|alkoholi|alkoholabhang|\mentzug|drogen|kokain|\mkoks|\mkiff' ||
      '|uberdosis|medikament|intensivstation|\mzusammenbruch' ||
      '|schwanger|fehlgeburt|abtreib|babybauch|bauchlein|im [a-z]+ten monat|unfruchtbar|befruchtung|impotent|operier|\moperation' ||
      '|\mop\M|(bruste|lippen|nase) machen|fettabsaug|botox',
    'sexuality', 'schwu?l\M|schwule|\mlesb|sexuell|intersex|\msex(?!tett)|\mqueer|\mtrans\M|transgender|transfrau|transmann|non-?binar' ||
      '|geschlechts(umw|angl)|coming-?out|\mouting|\moute(t|n|te)\M' ||
      '|war (mal |fruher )?(ein mann|eine frau)|(steht|stehen) (nur )?auf (manner|frauen|beide)|auf (manner|frauen) steht' ||
      '|porno|nackt(bild|foto|video|selfie|aufnahm)|\mnudes|onlyfans|\merotik|\mescort|callboy|callgirl|prostitu|bordell' ||
      '|\mpuff\M|swinger|fetisch|\mbdsm|sadomaso|orgie|masturb' ||
      '|im bett|geschlafen|one-?night|\mdreier\M|fummel|\mintim|zum aussersten|gefickt|ficken|\mgebumst',
    'crime', 'polizei|straftat|\mstraf(bar|verfahren|prozess)|strafanzeige|angezeigt|anzeige (wegen|gegen|erstattet|am hals)|ermittlung' ||
      '|ermittelt (wegen|gegen)|gegen [^.!?]{1,40} ermittelt|staatsanw|angeklagt|\manklage|tatverd|razzia|hausdurchsuch' ||
      '|haftbefehl|festgenommen|festnahme|verhaftet|handschellen' ||
      '|vor gericht|gerichtsverfahren|(land|amts)gericht|verurteil|vorbestraft|vorstrafe|bewahrungsstrafe|auf bewahrung' ||
      '|gefangnis|\mknast|\m(u-)?haft\M|haftstrafe|untersuchungshaft' ||
      '|korperverletz|gewalttat|hausliche gewalt|handgreiflich|geschlagen haben|(frau|freundin|freund|ex|partner|partnerin|mutter) geschlagen' ||
      '|zugeschlagen|verprugel|prugel|misshandel|missbrauch|vergewaltig|ubergriff|belastig|stalk|morddroh|\mmord\M|\mmorder' ||
      '|ermordet|totschlag|bewaffnet|\mwaffe|messerstech|notigung' ||
      '|diebstahl|ladendieb|geklaut|\mklau(t|en|te|end)\M|gestohlen|\meinbruch|bei \w+ eingebrochen|hehler|betruger|\mbetrugs' ||
      '|wegen betrug|\wbetrug\M|erpress|unterschlag|veruntreu|bestech|falschung|gefalscht|steuerhinterzieh|schwarzgeld' ||
      '|geldwasche|schwarzarbeit' ||
      '|drogen|kokain|\mkoks|\mdeal(t|er|en)\M|fahrerflucht|ohne fuhrerschein|fuhrerschein weg|(betrunken|alkohol|besoffen) am steuer' ||
      '|trunkenheit|krimin|illegal|volksverhetz|hitlergruss|hausfriedensbruch|sachbeschad|tierqual',
    'minors', 'minderjahr|nicht volljahrig|teenager|\mteenie|\mschuler(in)?\M|\mschule\M|\mkita\M|kindergarten|jugendamt|sorgerecht' ||
      '|\munterhalt\M|pflegeelter|\menkel' ||
      '|\mkind(er|es|ern|s)?\M|kinderfoto|\mbaby|neugeboren|\m(stief|adoptiv)?sohn(e|s|es|en|chen)?\M|\m(stief|adoptiv)?tochter' ||
      '|\mzwilling|(ihr|sein) (junge|madchen|nachwuchs)\M' ||
      '|\m(der|die|seine|ihre) kleinen?( von\M|[.!?,]|$)' ||
      '|\m' || age || ' ?-?jahrig' ||
      '|\m' || age || ' jahre? alt' ||
      '|\merst ' || age || '\M(?! (tag|woche|monat|jahr|folge|stunde|uhr|prozent|staffel|minute))' ||
      '|\m(ist|war) (er|sie) ' || age || '\M' ||
      '|\m(er|sie) (ist|war) 1[0-7]\M|(vater|mutter) mit 1[0-7]\M');
begin
  return array(select subject from unnest('{health,sexuality,crime,minors}'::text[]) with ordinality as listed (subject, place)
    where read ~ (words ->> subject) order by place);
end $$;

-- The list of /admin/reports: several reports of one target are one case.
-- Definer functions, because moderators may read neither profiles (ban, role) nor the names of guests who reported.

create or replace function private.case_reports(kind text, subject uuid, decision uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'reason', r.reason, 'details', r.details, 'created_at', r.created_at,
    'reporter', m.ref, 'guest_name', case when r.reporter_id is null then r.reporter_name end,
    -- The star whom the post is about, who has proven it.
    'is_subject', exists (select from public.community_posts p where p.id = coalesce(r.target_post_id, (select c.post_id from public.comments c where c.id = r.target_comment_id))
      and p.tags && array(select private.stars_of(r.reporter_id)))) order by r.created_at, r.id), '[]'::jsonb)
  from (
    select * from public.reports x
    where (x.target_post_id = subject or x.target_comment_id = subject or x.target_profile_id = subject) and x.target_type = kind and x.confirmed_at is not null
      and case when decision is null then x.status = 'pending' else x.decision_id = decision end
    order by x.created_at, x.id limit 20
  ) r
  left join private.member_refs m on m.id = r.reporter_id
$$;

create or replace function private.open_cases(kind text, why text, author uuid, urgent boolean, after_rank timestamptz, after_target uuid, wanted integer)
returns table (place_at timestamptz, about_type text, about_id uuid, decided_id uuid, shown jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select c.sort_at, c.target_type, c.target, null::uuid, jsonb_build_object('report_id', l.id, 'count', c.reports,
      'first_at', c.first_at, 'due_at', c.due_at, 'author', private.case_author(l.target_author_id))
  from (
    select g.*, case when urgent then g.due_at else g.first_at end as sort_at
    from (
      select t.target_type, t.target, t.reports, t.first_at,
        -- Tested against reportDueAt(). Inline, because a function would be called for each of thousands of cases.
        t.first_at - t.head_start - least(t.reports - 1, 12) * interval '2 hours' as due_at
      from (
        select r.target_type, coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id) as target, count(*) as reports, min(r.created_at) as first_at,
          max(v.head_start) as head_start
        from public.reports r
        join (
          select x.reason, private.report_head_start(x.reason) as head_start
          from (select distinct o.reason from public.reports o where o.status = 'pending') x offset 0
        ) v on v.reason = r.reason
        where r.status = 'pending' and r.confirmed_at is not null and (kind is null or r.target_type = kind)
          and (author is null or r.target_author_id = author)
        group by 1, 2
        having why is null or bool_or(r.reason = why)
      ) t
    ) g
    -- offset 0 is an optimisation fence: the checks below run row by row, in order, only until the page is full.
    order by sort_at, g.target offset 0
  ) c
  cross join lateral (
    select r.id, r.target_author_id from public.reports r
    where (r.target_post_id = c.target or r.target_comment_id = c.target or r.target_profile_id = c.target) and r.status = 'pending' and r.confirmed_at is not null
    order by r.created_at, r.id limit 1
  ) l
  where (after_rank is null or (c.sort_at, c.target) > (after_rank, after_target))
    -- Reports whose target is gone are skipped.
    and private.report_target_exists(c.target_type, c.target)
  order by c.sort_at, c.target limit wanted;
end $$;

create or replace function private.closed_cases(kind text, why text, author uuid, after_rank timestamptz, after_target uuid, wanted integer)
returns table (place_at timestamptz, about_type text, about_id uuid, decided_id uuid, shown jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select a.created_at, a.target_type, case a.target_type when 'post' then a.target_post_id
      when 'profile' then a.target_user_id else a.target_comment_id end, a.id,
    jsonb_build_object('report_id', a.report_id, 'count', x.reports, 'first_at', x.first_at, 'due_at', null,
      'author', private.case_author(a.target_user_id))
  from public.moderation_actions a
  cross join lateral (
    select count(*) as reports, min(r.created_at) as first_at from public.reports r where r.decision_id = a.id
  ) x
  where a.report_id is not null and (kind is null or a.target_type = kind) and (author is null or a.target_user_id = author)
    and (after_rank is null or (a.created_at, a.id) < (after_rank, after_target))
    -- A removal together with a warning or ban is part of that decision.
    and x.reports > 0
    and (why is null or a.id in (select r.decision_id from public.reports r where r.reason = why and r.decision_id is not null))
  order by a.created_at desc, a.id desc limit wanted;
end $$;

create or replace function private.report_cases_page(
  p_status text, p_type text, p_reason text, p_author text, p_order text, p_after text, p_limit integer
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20, 50);
  last constant text[] := private.cursor_parts(p_after, '{instant,uuid}');
  is_open constant boolean := p_status is distinct from 'closed';
  author uuid;
begin
  perform private.require_moderator();
  if coalesce(p_author, '') <> '' then
    select p.id into author from public.profiles p where private.nickname_key(p.nickname) = private.nickname_key(private.trim_text(p_author));
    if not found then return jsonb_build_object('items', '[]'::jsonb, 'next', null, 'ids', '[]'::jsonb); end if;
  end if;
  return (
    with listed as materialized (
      select x.*, row_number() over () as place from (
        select * from private.open_cases(p_type, p_reason, author, p_order is distinct from 'oldest', last[1]::timestamptz, last[2]::uuid,
          case when is_open then wanted + 1 else 0 end)
        union all
        select * from private.closed_cases(p_type, p_reason, author, last[1]::timestamptz, last[2]::uuid,
          case when is_open then 0 else wanted + 1 end)
      ) x
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(l.shown || jsonb_build_object('target_type', l.about_type, 'target_id', l.about_id,
          'version', private.target_version(l.about_type || ':' || l.about_id),
          'content', private.case_content(l.about_type, l.about_id),
          'profile', private.case_profile(l.about_type, l.about_id), 'reports', private.case_reports(l.about_type, l.about_id, l.decided_id),
          'claim', private.case_claim(l.about_type, l.about_id), 'notes', private.case_notes_of(l.about_type, l.about_id),
          'decision', private.case_decision(l.decided_id)) order by l.place)
        from listed l where l.place <= wanted), '[]'::jsonb),
      -- Whoever chooses all means all, not what is loaded.
      'ids', case when is_open and p_after is null then coalesce((
        select jsonb_agg(jsonb_build_object('report_id', o.shown ->> 'report_id', 'target_type', o.about_type, 'target_id', o.about_id,
          'version', private.target_version(o.about_type || ':' || o.about_id)))
        from private.open_cases(p_type, p_reason, author, p_order is distinct from 'oldest', null, null, 1000) o), '[]'::jsonb) end,
      'next', (
        select private.cursor_of(l.place_at::text, case when is_open then l.about_id else l.decided_id end::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create function private.decide_cases(cases jsonb, action text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.given_reason(reason);
  given record;
  total integer := 0;
  decided integer := 0;
begin
  perform private.require_moderator();
  if jsonb_typeof(cases) is distinct from 'array' or jsonb_array_length(cases) > 200 then perform private.refuse('Höchstens 200 auf einmal.', 'row_count'); end if;
  if coalesce(action, '') not in ('dismiss', 'delete') then
    raise exception 'Ungültige Moderationsaktion' using errcode = '23514', hint = 'case_action';
  end if;
  for given in
    select distinct c.report_id, c.target_id, c.target_type from jsonb_to_recordset(cases) as c (report_id uuid, target_id uuid, target_type text)
    order by c.report_id
  loop
    total := total + 1;
    begin
      perform private.moderate_case(given.report_id, given.target_id, given.target_type, action, why, null, null, null, true,
        case when given.target_type = 'profile' then '{nickname,bio,avatar}'::text[] end);
      decided := decided + 1;
    exception when others then
      -- Decided or gone meanwhile, about oneself, or somebody else of the team is at it.
      if sqlstate not in ('23503', '23514', '42501', 'P0001') then raise; end if;
    end;
  end loop;
  return jsonb_build_object('decided', decided, 'skipped', total - decided);
end $$;

create function public.admin_decide_cases(p_cases jsonb, p_action text, p_reason text) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.decide_cases(p_cases, p_action, p_reason) $$;

create function private.case_claim(kind text, subject uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('nickname', p.nickname, 'until', c.claimed_until, 'is_mine', c.member_id = auth.uid())
  from private.case_claims c join public.profiles p on p.id = c.member_id
  where c.target_type = kind and c.target_id = subject and c.claimed_until > now()
$$;

create function private.claim_case(kind text, subject uuid, wanted boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  if not wanted then
    delete from private.case_claims c where c.target_type = kind and c.target_id = subject and c.member_id = auth.uid();
  elsif private.report_target_exists(kind, subject) then
    -- Of two at once the second waits for the first, finds its row and leaves it.
    insert into private.case_claims as c (target_type, target_id, member_id, claimed_until)
      values (kind, subject, auth.uid(), clock_timestamp() + interval '10 minutes')
      on conflict (target_type, target_id) do update set member_id = excluded.member_id, claimed_until = excluded.claimed_until
      where c.member_id = excluded.member_id or c.claimed_until <= clock_timestamp();
  end if;
  return jsonb_build_object('claim', private.case_claim(kind, subject));
end $$;

create function public.admin_claim_case(p_type text, p_id uuid, p_claimed boolean default true) returns jsonb
language sql set search_path = '' as $$ select private.claim_case(p_type, p_id, coalesce(p_claimed, true)) $$;

create function private.take_case(kind text, subject uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare claim constant jsonb := private.case_claim(kind, subject);
begin
  if not (claim ->> 'is_mine')::boolean then
    raise exception '% bearbeitet diesen Fall gerade.', claim ->> 'nickname' using errcode = '42501', hint = 'case_claimed';
  end if;
  delete from private.case_claims c where c.target_type = kind and c.target_id = subject;
end $$;

create function private.hide_post(post uuid, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.given_reason(reason);
  target public.community_posts;
  decision uuid;
begin
  perform private.require_moderator();
  select * into target from public.community_posts p where p.id = post for update;
  if target.id is null then return private.outcome(post, 'gone', private.post_decider(post)); end if;
  if target.author_id = auth.uid() then return private.outcome(post, 'own'); end if;
  if target.status <> 'approved' then return private.outcome(post, 'decided', private.post_decider(post)); end if;
  perform private.log_staff_action('hide_post', 'post', post::text, jsonb_build_object('title', target.title, 'reason', why));
  update public.community_posts p set status = 'pending', moderated_by = auth.uid(), moderated_at = now() where p.id = post;
  -- As a rejection is recorded: it can be appealed and does not count as a warning.
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', post, target.author_id, 'warned', why, auth.uid()) returning id into decision;
  perform private.notify(target.author_id, 'post_rejected', 'Dein Beitrag ist ausgeblendet',
    format('„%s“ ist nicht zu sehen, bis alles geklärt ist. Grund: %s %s', target.title, why, private.how_decided(false)),
    private.post_facts(post) || jsonb_build_object('reason', why, 'decided_by', 'human', 'decision_id', decision), post);
  return private.outcome(post, 'done');
end $$;

create function public.admin_hide_post(p_id uuid, p_reason text) returns jsonb
language sql set search_path = '' as $$ select private.hide_post(p_id, p_reason) $$;

create function private.take_back(decision_id uuid, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.given_reason(reason);
  decision public.moderation_actions;
  effect text;
begin
  perform private.require_admin();
  select * into decision from public.moderation_actions m where m.id = decision_id for update;
  if decision.target_user_id = auth.uid() then
    raise exception 'Über eigene Inhalte entscheidet jemand anderes.' using errcode = '42501', hint = 'own_case';
  end if;
  if decision.id is null or not coalesce(private.can_lift(decision), false) then
    raise exception 'Das lässt sich nicht mehr zurücknehmen.' using errcode = '42501', hint = 'not_liftable';
  end if;
  perform private.log_staff_action('take_back', 'profile', decision.target_user_id::text, jsonb_build_object('reason', why,
    'name', (select p.nickname from public.profiles p where p.id = decision.target_user_id)));
  effect := private.lift_decision(decision, why);
  perform private.notify(decision.target_user_id, 'warning', 'Entscheidung zurückgenommen', concat_ws(' ', effect, 'Grund: ' || why),
    jsonb_build_object('action', 'lifted', 'reason', why, 'decided_by', 'human', 'target_type', decision.target_type));
  return jsonb_build_object('effect', effect);
end $$;

create function public.admin_take_back(p_id uuid, p_reason text) returns jsonb
language sql set search_path = '' as $$ select private.take_back(p_id, p_reason) $$;

create function private.content_case(kind text, subject uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  author uuid;
  target uuid;
begin
  perform private.require_moderator();
  if kind = 'post' then
    select p.id, p.author_id into target, author from public.community_posts p where p.id = subject;
  elsif kind = 'comment' then
    select c.id, c.author_id into target, author from public.comments c where c.id = subject and c.deleted_at is null;
  else
    select p.id, p.id into target, author from public.public_profiles p where p.id = subject and kind = 'profile';
  end if;
  if target is null then return null; end if;
  return jsonb_build_object('target_type', kind, 'target_id', target, 'version', private.target_version(kind || ':' || target),
    'is_own', author is not distinct from auth.uid(),
    'author', private.case_author(author), 'content', private.case_content(kind, target), 'profile', private.case_profile(kind, target),
    'reports', private.case_reports(kind, target, null), 'post', case when kind = 'post' then private.admin_post_record(target) end);
end $$;

create function public.admin_content_case(p_type text, p_id uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.content_case(p_type, p_id) $$;

-- One decision about one reported post or comment. It closes every open report of the target, notifies the author (statement of
-- reasons, by the trigger of moderation_actions) and everybody who reported. The messages are those of docs/product/moderation.md.

create or replace function private.check_case(report uuid, subject uuid, kind text, action text, reason text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or not private.is_moderator() then
    raise exception 'Nicht berechtigt - bitte erneut anmelden' using errcode = '42501', hint = 'not_allowed';
  end if;
  if report is null or subject is null or coalesce(kind, '') = '' then
    raise exception 'Ungültige Meldungsdaten - fehlende erforderliche Felder' using errcode = '23514', hint = 'case_fields';
  end if;
  if kind not in ('post', 'comment', 'profile') then
    raise exception 'Ungültiger Report-Typ' using errcode = '23514', hint = 'case_type';
  end if;
  if coalesce(action, '') not in ('dismiss', 'delete', 'warn', 'ban') then
    raise exception 'Ungültige Moderationsaktion' using errcode = '23514', hint = 'case_action';
  end if;
  if coalesce(reason, '') = '' then
    raise exception 'Bitte gib einen Grund für diese Moderationsaktion an.' using errcode = '23514', hint = 'reason_required';
  end if;
end $$;

create or replace function private.take_down_case(decided jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare problem text;
begin
  if decided ->> 'kind' = 'comment' then
    perform private.take_down_comment((decided ->> 'content')::uuid);
    perform private.record_case(decided, 'deleted');
    return null;
  end if;
  if decided ->> 'kind' = 'profile' then
    perform private.take_down_profile((decided ->> 'content')::uuid, array(select jsonb_array_elements_text(decided -> 'parts')));
    perform private.record_case(decided, 'deleted');
    return null;
  end if;
  problem := private.take_down_post((decided ->> 'content')::uuid, decided ->> 'reason');
  if problem is null then
    perform private.record_case(decided, 'deleted');
  else
    -- The rejection was recorded by trigger: that record is assigned to this case.
    update public.moderation_actions a set report_id = (decided ->> 'report')::uuid, rule = decided ->> 'rule', content_excerpt = decided ->> 'excerpt'
      where a.target_post_id = (decided ->> 'content')::uuid and a.created_at = now() and a.action = 'warned' and not a.counts_as_warning;
  end if;
  return problem;
end $$;

create function private.moderate_case(
  report uuid, subject uuid, kind text, action text, reason text, severity text, days integer, rule text, remove_content boolean,
  parts text[]
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare why constant text := private.trim_text(private.clean_text(reason));
begin
  perform private.check_case(report, subject, kind, action, why);
  return private.decide_content(private.open_case(report, subject, kind), action, why, severity, days, rule, remove_content, parts);
end $$;

create function public.moderate_case(
  p_report_id uuid default null, p_content_id uuid default null, p_type text default null, p_action text default null, p_reason text default null,
  p_severity text default null, p_days integer default null, p_rule text default null, p_remove boolean default false, p_parts text[] default null
) returns jsonb
language sql set search_path = '' as $$
  select private.moderate_case(p_report_id, p_content_id, p_type, p_action, p_reason, p_severity, p_days, p_rule, p_remove, p_parts)
$$;

create function private.moderate_content(
  subject uuid, kind text, action text, reason text, severity text, days integer, rule text, remove_content boolean, parts text[]
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare why constant text := private.trim_text(private.clean_text(reason));
begin
  -- Any id stands for the report, which only a dismissal needs.
  perform private.check_case(coalesce(subject, gen_random_uuid()), subject, kind, nullif(action, 'dismiss'), why);
  return private.decide_content(private.found_content(kind, subject), action, why, severity, days, rule, remove_content, parts);
end $$;

create function public.moderate_content(
  p_content_id uuid default null, p_type text default null, p_action text default null, p_reason text default null,
  p_severity text default null, p_days integer default null, p_rule text default null, p_remove boolean default false, p_parts text[] default null
) returns jsonb
language sql set search_path = '' as $$
  select private.moderate_content(p_content_id, p_type, p_action, p_reason, p_severity, p_days, p_rule, p_remove, p_parts)
$$;

create or replace function private.find_report_target() returns trigger
language plpgsql security definer set search_path = '' as $$
declare author record;
begin
  if new.target_type = 'post' then
    select p.author_id as id into author from public.community_posts p where p.id = new.target_post_id;
  elsif new.target_type = 'profile' then
    select m.id into author from public.public_profiles m where m.id = new.target_profile_id;
  else
    select c.author_id as id into author from public.comments c where c.id = new.target_comment_id and c.deleted_at is null;
  end if;
  if not found then
    raise exception 'Das gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  new.target_author_id := author.id;
  -- No client may write this column: a guest's report stays unconfirmed until the link is used, a member's needs no link.
  new.confirmed_at := case when new.reporter_id is null then new.confirmed_at else coalesce(new.confirmed_at, now()) end;
  return new;
end $$;

create or replace function private.has_open_report(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.reports r where r.reporter_id = auth.uid() and r.status = 'pending'
    and target in (r.target_post_id, r.target_comment_id, r.target_profile_id))
$$;

create or replace function private.is_own_content(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select target = auth.uid() or exists (select from public.community_posts p where p.id = target and p.author_id = auth.uid())
    or exists (select from public.comments c where c.id = target and c.author_id = auth.uid())
$$;

-- Values that nobody offers are the caller's fault (23514), not the server's.
create or replace function public.report_content(p_id uuid, p_target_type text, p_target uuid, p_reason text, p_details text default null, p_good_faith boolean default false, p_name text default null, p_email text default null) returns jsonb
language plpgsql set search_path = '' as $$
declare given public.reports;
begin
  perform private.require_short(p_details, 2000, 'Höchstens 2.000 Zeichen.', 'details_length');
  given.id := coalesce(p_id, gen_random_uuid());
  given.target_type := p_target_type;
  given.target_post_id := case when p_target_type = 'post' then p_target end;
  given.target_comment_id := case when p_target_type = 'comment' then p_target end;
  given.target_profile_id := case when p_target_type = 'profile' then p_target end;
  given.good_faith := p_good_faith;
  if private.report_reason_text(p_reason) is null then perform private.refuse('Wähl einen Grund aus.', 'unknown_type'); end if;
  given.reason := p_reason;
  given.details := nullif(private.trim_text(private.clean_text(coalesce(p_details, ''))), '');
  if p_reason = 'other' and given.details is null then perform private.refuse('Schreib, worum es geht.', 'details_missing'); end if;
  if char_length(given.details) > 2000 then perform private.refuse('Höchstens 2.000 Zeichen.', 'details_length'); end if;
  if auth.uid() is not null then return private.take_report(given); end if;
  if p_good_faith is not true then
    perform private.refuse('Bestätige, dass deine Angaben stimmen.', 'good_faith_missing');
  end if;
  perform private.require_short(p_name, 100, 'Gib deinen Namen an.', 'name_missing');
  perform private.require_short(p_email, 254, 'Gib eine gültige E-Mail-Adresse an.', 'email_invalid');
  given.reporter_name := nullif(private.clean_line(coalesce(p_name, '')), '');
  given.reporter_email := lower(btrim(coalesce(p_email, '')));
  if given.reporter_name is null or char_length(given.reporter_name) > 100 then
    perform private.refuse('Gib deinen Namen an.', 'name_missing');
  end if;
  if given.reporter_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(given.reporter_email) > 254 then
    perform private.refuse('Gib eine gültige E-Mail-Adresse an.', 'email_invalid');
  end if;
  return private.take_report(given);
end $$;

create function private.case_notes_of(thing text, subject uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'kind', n.kind, 'text', n.content, 'at', n.written_at,
    'by', p.nickname, 'asked', n.asked) order by n.written_at, n.id), '[]'::jsonb)
  from (select * from private.case_notes x where x.target_id = subject and x.target_type = thing order by x.written_at desc limit 50) n
  left join public.public_profiles p on p.id = n.author_id
$$;

create function private.note_text(given text, longest integer default 2000) returns text
language plpgsql stable set search_path = '' as $$
declare
  said text;
  too_long constant text := 'Das ist zu lang. Kürze den Text.';
begin
  perform private.require_short(given, longest, too_long, 'note_length');
  said := nullif(private.trim_text(private.clean_text(coalesce(given, ''))), '');
  if said is null then perform private.refuse('Schreib etwas.', 'note_missing'); end if;
  if char_length(said) > longest then perform private.refuse(too_long, 'note_length'); end if;
  return said;
end $$;

create function private.note_case(kind text, subject uuid, given text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare said constant text := private.note_text(given);
begin
  perform private.require_moderator();
  if not private.report_target_exists(kind, subject) then
    raise exception 'Das gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  perform private.log_staff_action('note_case', kind, subject::text);
  insert into private.case_notes (target_type, target_id, kind, content, author_id) values (note_case.kind, subject, 'note', said, auth.uid());
  return jsonb_build_object('notes', private.case_notes_of(kind, subject));
end $$;

create function public.admin_note_case(p_type text, p_id uuid, p_text text) returns jsonb
language sql set search_path = '' as $$ select private.note_case(p_type, p_id, p_text) $$;

create function private.ask_in_case(report uuid, to_author boolean, given text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  said constant text := private.note_text(given, 1000);
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  about public.reports;
  subject uuid;
  whom uuid;
  address text;
begin
  perform private.require_moderator();
  select * into about from public.reports r where r.id = report and r.confirmed_at is not null and r.status = 'pending';
  if not found then
    raise exception 'Diese Meldung gibt es nicht mehr.' using errcode = '42501', hint = 'report_gone';
  end if;
  subject := coalesce(about.target_post_id, about.target_comment_id, about.target_profile_id);
  whom := case when to_author then about.target_author_id else about.reporter_id end;
  address := case when whom is not null then (select u.email from auth.users u where u.id = whom and u.email_confirmed_at is not null)
    when not to_author then about.reporter_email end;
  if address is null then
    raise exception 'Dazu gibt es keine Adresse mehr.' using errcode = '23503', hint = 'address_gone';
  end if;
  perform private.log_staff_action('ask_in_case', about.target_type, subject::text,
    jsonb_build_object('asked', case when to_author then 'author' else 'reporter' end));
  insert into private.case_notes (target_type, target_id, kind, content, author_id, asked, asked_id, report_id, token_hash)
    values (about.target_type, subject, 'question', said, auth.uid(), case when to_author then 'author' else 'reporter' end, whom, about.id,
      encode(sha256(convert_to(token, 'utf8')), 'hex'));
  perform private.send_mail(address, 'case_question', jsonb_build_object(
    'about', case when to_author then 'etwas, das du bei HoT veröffentlicht hast' else 'deine Meldung bei HoT' end,
    'thing', private.report_thing(about.target_type), 'question', said, 'path', '/melden/antworten#' || token));
  return jsonb_build_object('notes', private.case_notes_of(about.target_type, subject));
end $$;

create function public.admin_ask_in_case(p_report uuid, p_to_author boolean, p_text text) returns jsonb
language sql set search_path = '' as $$ select private.ask_in_case(p_report, coalesce(p_to_author, false), p_text) $$;

create function private.case_question(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case when exists (select from private.case_notes a where a.question_id = q.id) then jsonb_build_object('state', 'already', 'question', null)
      else jsonb_build_object('state', 'open', 'question', q.content) end
    from private.asked_question(token) q where q.id is not null), jsonb_build_object('state', 'unknown', 'question', null))
$$;

create function public.case_question(p_code text) returns jsonb
language sql stable set search_path = '' as $$ select private.case_question(coalesce(p_code, '')) $$;

create function private.answer_case(token text, given text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  q private.case_notes;
  said constant text := private.note_text(given);
begin
  select n.* into q from private.asked_question(token) n where n.id is not null;
  if not found then return 'unknown'; end if;
  insert into private.case_notes (target_type, target_id, kind, content, asked, asked_id, report_id, question_id)
    values (q.target_type, q.target_id, 'answer', said, q.asked, q.asked_id, q.report_id, q.id) on conflict (question_id) do nothing;
  if not found then return 'already'; end if;
  perform private.alert_team('answer', 'Antwort auf eine Rückfrage', q.id, q.asked_id);
  return 'answered';
end $$;

create function public.answer_case(p_code text, p_text text) returns jsonb
language sql set search_path = '' as $$ select jsonb_build_object('state', private.answer_case(coalesce(p_code, ''), p_text)) $$;

create or replace function private.report_target_exists(target_type text, target uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if target_type = 'post' then return exists (select from public.community_posts p where p.id = target); end if;
  if target_type = 'profile' then return exists (select from public.public_profiles m where m.id = target); end if;
  return exists (select from public.comments c where c.id = target and c.deleted_at is null);
end $$;

create or replace function private.purge_orphan_reports() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  given public.reports;
  purged integer := 0;
begin
  perform private.require_moderator();
  for given in
    delete from public.reports r
    where r.status = 'pending' and not private.report_target_exists(r.target_type, coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id))
    returning r.*
  loop
    purged := purged + 1;
    if given.confirmed_at is not null then perform private.notify_reporter(given, 'gone', '{}'); end if;
  end loop;
  if purged > 0 then
    perform private.log_staff_action('purge_orphan_reports', 'report', null, jsonb_build_object('count', purged, 'page', '/admin/reports'));
  end if;
  return jsonb_build_object('purged', purged);
end $$;

create function private.report_thing(target_type text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case target_type when 'post' then 'Beitrag' when 'comment' then 'Kommentar' else 'Profil' end
$$;

create function private.check_profile_parts(member uuid, parts text[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(cardinality(parts), 0) = 0 or not parts <@ '{nickname,bio,avatar}'::text[] then
    raise exception 'Wähl aus, was am Profil zurückgesetzt wird.' using errcode = '23514', hint = 'case_parts';
  end if;
  if private.is_staff_member(member) and not private.is_admin() then
    raise exception 'Profile des Teams setzen nur Admins zurück.' using errcode = '42501', hint = 'staff_profile';
  end if;
end $$;

create function private.take_down_profile(member uuid, parts text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare before public.profiles;
begin
  select * into before from public.profiles p where p.id = member for update;
  insert into private.removed_profiles (member_id, nickname, bio, picture, removed_by)
    values (member, case when 'nickname' = any (parts) then before.nickname end, case when 'bio' = any (parts) then before.bio end,
      'avatar' = any (parts) and before.avatar_url is not null, auth.uid());
  update public.profiles p set
      nickname = case when 'nickname' = any (parts) then 'Mitglied_' || left(replace(gen_random_uuid()::text, '-', ''), 8) else p.nickname end,
      bio = case when 'bio' = any (parts) then null else p.bio end,
      avatar_url = case when 'avatar' = any (parts) then null else p.avatar_url end
    where p.id = member;
  if not 'avatar' = any (parts) then return; end if;
  -- The files go too, so that the address of the picture answers 404 (as in private.erase_member()).
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'avatars' and o.name like member::text || '/%';
  perform set_config('storage.allow_delete_query', 'false', true);
end $$;

create function private.case_profile(kind text, subject uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('member', m.ref, 'bio', p.bio) from public.public_profiles p join private.member_refs m on m.id = p.id
  where kind = 'profile' and p.id = subject
$$;

-- Text for the person who reported, in a notification or a mail.
create or replace function private.outcome_of_report(target_type text, outcome text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case outcome
    when 'ignored' then format('Wir haben geprüft und keinen Verstoß gegen unsere Regeln gefunden. %s bleibt online.', t.it)
    when 'deleted' then case target_type when 'profile' then 'Wir haben geprüft und das Profil zurückgesetzt.'
      else format('Wir haben geprüft und den %s entfernt.', private.report_thing(target_type)) end
    when 'gone' then format('%s ist inzwischen nicht mehr online.', t.it)
    else 'Wir haben geprüft, einen Verstoß gegen unsere Regeln festgestellt und Maßnahmen ergriffen.'
  end || case outcome when 'gone' then '' else ' Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.' end
  from (select case target_type when 'profile' then 'Das ' else 'Der ' end || private.report_thing(target_type)) as t (it)
$$;

-- Taking reported content down, with the fallbacks and messages of docs/product/moderation.md. Called by a definer function that has
-- checked permissions: triggers that act for clients only (archive, emptied comment) do not fire here, so their work is repeated.

create or replace function private.case_target(kind text, subject uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  problem constant text := case kind when 'post' then 'Fehler beim Abrufen des Beitrags'
    when 'profile' then 'Fehler beim Abrufen des Profils' else 'Fehler beim Abrufen des Kommentars' end;
  facts jsonb;
begin
  begin
    -- Locked until the decision is made, so that nobody deletes it meanwhile.
    if kind = 'post' then
      select jsonb_build_object('author', p.author_id, 'post', p.id, 'title', p.title, 'excerpt', left(p.title, 300)) into facts
        from public.community_posts p where p.id = subject for update;
    elsif kind = 'profile' then
      select jsonb_build_object('author', m.id, 'title', m.nickname, 'excerpt', left(concat_ws(': ', m.nickname, m.bio), 300)) into facts
        from public.profiles m where m.id = subject and m.nickname is not null for update;
    else
      select jsonb_build_object('author', c.author_id, 'post', c.post_id, 'excerpt', left(c.content, 300),
          'title', (select p.title from public.community_posts p where p.id = c.post_id)) into facts
        from public.comments c where c.id = subject and c.deleted_at is null for update;
    end if;
  exception when others then
    raise exception '%: %', problem, sqlerrm using errcode = 'P0001', hint = 'case_fetch_failed';
  end;
  if facts is null then
    raise exception '%: %', problem,
      case kind when 'post' then 'Den Beitrag gibt es nicht mehr.' when 'profile' then 'Das Profil gibt es nicht mehr.' else 'Den Kommentar gibt es nicht mehr.' end
      using errcode = '23503', hint = 'target_gone';
  end if;
  return facts;
end $$;

create or replace function private.own_decisions(p_after text, p_limit integer, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  wanted constant integer := private.page_limit(p_limit, 20);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  perform private.require_proven();
  return (
    with listed as materialized (
      select m.id, m.created_at, row_number() over (order by m.created_at desc, m.id desc) as place, private.decision_item(m) as item
      from public.moderation_actions m
      where m.target_user_id = me and m.action in ('warned', 'deleted', 'banned') and (p_id is null or m.id = p_id)
        and (m.created_at, m.id) < (last[1]::timestamptz, last[2]::uuid)
      order by m.created_at desc, m.id desc limit wanted + 1
    )
    select jsonb_build_object('ban', private.own_ban(),
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
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

create function private.take_decision(decision uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  taken private.pending_decisions;
  same text[];
begin
  select * into taken from private.pending_decisions d
    where d.id = decision and d.decider = auth.uid() and d.state = 'waiting' for update;
  if taken.id is null then return null; end if;
  update private.pending_decisions d set carried_out_in = pg_catalog.pg_current_xact_id(), attempts = d.attempts + 1 where d.id = decision;
  same := array(select t from unnest(taken.targets) t
    where not taken.seen ? t or taken.seen ->> t is not distinct from private.target_version(t));
  return jsonb_build_object('kind', taken.kind, 'attempts', taken.attempts + 1, 'changed', same = '{}',
    'args', private.only_targets(taken.kind, taken.args, same));
end $$;

create function private.settle_decision(decision uuid, result jsonb, failure text) returns void
language plpgsql security definer set search_path = '' as $$
declare settled private.pending_decisions;
begin
  update private.pending_decisions d set state = case when failure is null then 'done' else 'failed' end, answer = result, problem = failure,
      carried_out_in = null
    where d.id = decision and d.decider = auth.uid() and d.carried_out_in = pg_catalog.pg_current_xact_id_if_assigned() returning * into settled;
  delete from private.pending_targets t where t.decision_id = settled.id;
  delete from private.case_claims c where c.member_id = settled.decider and c.target_type || ':' || c.target_id = any (settled.targets);
end $$;

create function private.postpone_decision(decision uuid) returns void
language sql security definer set search_path = '' as $$
  update private.pending_decisions d set carried_out_in = null
  where d.id = decision and d.decider = auth.uid() and d.carried_out_in = pg_catalog.pg_current_xact_id_if_assigned()
$$;

create function private.carry_out(decision uuid) returns void
language plpgsql set search_path = '' as $$
declare
  taken constant jsonb := private.take_decision(decision);
  answer jsonb;
  failure text;
  why text;
begin
  if taken is null then return; end if;
  begin
    perform private.require_moderator();
    if not (taken ->> 'changed')::boolean then
      answer := private.call_decision(taken ->> 'kind', taken -> 'args');
    end if;
    if answer is null or private.decision_effect(taken ->> 'kind', answer) = 0 then
      failure := 'Das wurde inzwischen geändert oder von jemand anderem entschieden. Sieh es dir noch einmal an.';
    end if;
  exception when query_canceled or others then
    get stacked diagnostics why = pg_exception_hint;
    -- Busy, not refused: the next run tries again.
    if sqlstate in ('40001', '40P01', '55P03', '57014') and (taken ->> 'attempts')::integer < 5 then
      perform private.postpone_decision(decision);
      return;
    end if;
    failure := case when coalesce(why, '') <> '' then sqlerrm else 'Das hat nicht geklappt. Entscheide bitte noch einmal.' end;
    if coalesce(why, '') = '' then raise warning 'decision % failed: %', decision, sqlerrm; end if;
    answer := null;
  end;
  perform private.settle_decision(decision, answer, failure);
end $$;

create function public.admin_decide_now(p_id uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.require_moderator();
  perform private.carry_out(p_id);
  return private.kept_decision(p_id);
end $$;

-- Not a definer: only then may it become the role of the API, as which members act.
create function private.carry_out_decisions() returns integer
language plpgsql set search_path = '' as $$
declare
  own_role constant text := current_setting('role');
  due record;
  carried integer := 0;
begin
  for due in
    select d.id, d.decider from private.pending_decisions d where d.state = 'waiting' and d.due_at <= clock_timestamp()
    order by d.due_at limit 20 for update skip locked
  loop
    perform set_config('request.jwt.claims', jsonb_build_object('sub', due.decider, 'role', 'authenticated', 'aal', 'aal2')::text, true),
      set_config('request.jwt.claim.sub', due.decider::text, true), set_config('request.jwt.claim.role', 'authenticated', true),
      set_config('hot.staff_action_logged', '', true), set_config('role', 'authenticated', true);
    perform private.carry_out(due.id);
    perform set_config('role', own_role, true), set_config('request.jwt.claims', '', true),
      set_config('request.jwt.claim.sub', '', true), set_config('request.jwt.claim.role', '', true);
    carried := carried + 1;
  end loop;
  if carried = 0 then
    delete from private.pending_decisions d
      where (d.state in ('done', 'undone') and d.due_at < now() - interval '1 hour') or d.due_at < now() - interval '30 days';
  end if;
  return carried;
end $$;

create function private.kept_decision(decision uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.decision_json(d) from private.pending_decisions d where d.id = decision and d.decider = auth.uid()
$$;

create function private.busy_targets(targets text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select t.target from private.pending_targets t where t.target = any (targets))
$$;

create function private.pending_by(target text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(m.nickname, 'Jemand aus dem Team') from private.pending_targets t
  join private.pending_decisions d on d.id = t.decision_id join public.profiles m on m.id = d.decider
  where t.target = pending_by.target
$$;

create function private.refuse_pending(by_whom text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception '% hat eben darüber entschieden. Das wird gleich ausgeführt.', coalesce(by_whom, 'Jemand aus dem Team')
    using errcode = '42501', hint = 'decision_pending';
end $$;

create function private.keep_decision(decision uuid, kind text, args jsonb, answer jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept constant text[] := private.decision_targets(kind, args);
  busy text;
begin
  perform private.require_moderator();
  insert into private.pending_decisions (id, decider, kind, args, targets, seen, facts, due_at)
    values (decision, auth.uid(), kind, args, kept, 
      case when jsonb_typeof(args -> 'p_seen') = 'object' then args -> 'p_seen' else private.versions_of(kind, kept) end, private.decision_facts(kind, args, kept, answer),
      clock_timestamp() + interval '10 seconds');
  begin
    insert into private.pending_targets (target, decision_id) select t, decision from unnest(kept) t order by t;
  exception when unique_violation then
    select private.pending_by(t) into busy from unnest(private.busy_targets(kept)) t limit 1;
    perform private.refuse_pending(busy);
  end;
  -- Whoever opens the case meanwhile reads who is at it.
  insert into private.case_claims as c (target_type, target_id, member_id, claimed_until)
    select split_part(t, ':', 1), split_part(t, ':', 2)::uuid, auth.uid(), clock_timestamp() + interval '1 minute' from unnest(kept) t
    where split_part(t, ':', 1) in ('post', 'comment', 'profile')
    on conflict (target_type, target_id) do update set member_id = excluded.member_id, claimed_until = excluded.claimed_until
      where c.member_id = excluded.member_id or c.claimed_until <= now();
  return private.kept_decision(decision);
end $$;

create function public.admin_decide(p_id uuid, p_kind text, p_args jsonb) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
declare
  wanted text[];
  busy text[];
  changed text[];
  args jsonb := p_args;
  answer jsonb;
  outcomes jsonb := '[]';
  kept jsonb;
begin
  perform private.require_moderator();
  -- Sent again, because the answer was lost.
  kept := private.kept_decision(p_id);
  if kept is not null then
    return jsonb_build_object('kept', kept, 'outcomes', outcomes, 'refused', null, 'by', null, 'skipped', 0, 'changed', '[]'::jsonb);
  end if;
  wanted := private.decision_targets(p_kind, args);
  if p_id is null or coalesce(cardinality(wanted), 0) not between 1 and 200 then
    perform private.refuse('Ungültige Meldungsdaten - fehlende erforderliche Felder', 'invalid_request');
  end if;
  busy := private.busy_targets(wanted);
  if busy <> '{}' then
    if p_kind not in ('posts', 'cases', 'comments', 'held_comments') or cardinality(busy) = cardinality(wanted) then
      perform private.refuse_pending(private.pending_by(busy[1]));
    end if;
    args := private.only_targets(p_kind, args, array(select t from unnest(wanted) t where t <> all (busy)));
  end if;
  changed := private.changed_targets(p_kind, args, array(select t from unnest(wanted) t where t <> all (busy)));
  if cardinality(changed) > 0 and cardinality(changed) + cardinality(busy) = cardinality(wanted) then
    return jsonb_build_object('kept', null, 'outcomes', outcomes, 'refused', 'changed', 'by', null, 'skipped', cardinality(busy), 'changed', to_jsonb(changed));
  end if;
  args := private.only_targets(p_kind, args, array(select t from unnest(wanted) t where t <> all (busy || changed)));
  -- Carried out and taken back: all that would be refused then is refused now, and said before anything waits.
  begin
    answer := private.call_decision(p_kind, args);
    raise exception using errcode = 'HT001';
  exception when sqlstate 'HT001' then null;
  end;
  if p_kind = 'posts' then
    select coalesce(jsonb_agg(o) filter (where o ->> 'outcome' <> 'done'), '[]') into outcomes from jsonb_array_elements(answer) o;
    args := private.only_targets(p_kind, args, array(select 'post:' || (o ->> 'id') from jsonb_array_elements(answer) o where o ->> 'outcome' = 'done'));
    outcomes := outcomes || (select coalesce(jsonb_agg(private.outcome(split_part(t, ':', 2)::uuid, 'decided', private.pending_by(t))), '[]') from unnest(busy) t);
  end if;
  if private.decision_effect(p_kind, answer) > 0 then
    kept := private.keep_decision(p_id, p_kind, args, answer);
  end if;
  return jsonb_build_object('kept', kept, 'outcomes', outcomes, 'refused', case when p_kind <> 'posts' and kept is null then answer ->> 'outcome' end,
    'by', case when jsonb_typeof(answer) = 'object' then answer ->> 'by' end,
    'skipped', case when p_kind = 'posts' then 0 else cardinality(wanted) - cardinality(changed) - private.decision_effect(p_kind, answer) end,
    'changed', to_jsonb(changed));
end $$;

create function private.undo_decision(decision uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare undone private.pending_decisions;
begin
  perform private.require_moderator();
  -- Waits for a run that is carrying it out, and then finds it done.
  update private.pending_decisions d set state = 'undone'
    where d.id = decision and (d.decider = auth.uid() or (d.state = 'failed' and private.is_admin())) and d.state in ('waiting', 'failed')
    returning * into undone;
  if undone.id is null then
    return exists (select from private.pending_decisions d where d.id = decision and d.decider = auth.uid() and d.state = 'undone');
  end if;
  delete from private.pending_targets t where t.decision_id = decision;
  delete from private.case_claims c where c.member_id = undone.decider and c.target_type || ':' || c.target_id = any (undone.targets);
  return true;
end $$;

create function public.admin_undo_decision(p_id uuid) returns boolean
language sql set search_path = '' as $$ select private.undo_decision(p_id) $$;

create function public.admin_pending_decisions() returns jsonb
language sql stable set search_path = '' as $$ select private.pending_decisions() $$;

create function private.is_carrying_out() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.pending_decisions d
    where d.carried_out_in = pg_catalog.pg_current_xact_id_if_assigned() and d.decider = auth.uid())
$$;

create function private.decision_targets(kind text, args jsonb) returns text[]
language sql stable set search_path = '' as $$
  select array(select distinct t.target from (
    select case kind when 'posts' then 'post:' else 'comment:' end || x.id as target
      from jsonb_array_elements_text(args -> 'p_ids') as x (id) where kind in ('posts', 'comments', 'held_comments')
    union all
    select (x.one ->> 'target_type') || ':' || (x.one ->> 'target_id')
      from jsonb_array_elements(args -> 'p_cases') as x (one) where kind = 'cases'
    union all
    select case
      when kind in ('case', 'content') then (args ->> 'p_type') || ':' || (args ->> 'p_content_id')
      when kind in ('spam', 'ban') then 'profile:' || (args ->> 'p_id')
      when kind = 'hide' then 'post:' || (args ->> 'p_id')
      when kind in ('appeal', 'star_request') then kind || ':' || (args ->> 'p_id') end) t
  where t.target is not null order by 1)
$$;

-- As the caller: the functions check what they always check, and their triggers take this for what it is, an act of staff.
create function private.call_decision(kind text, args jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  ids uuid[] := case when args ? 'p_ids' then array(select x::uuid from jsonb_array_elements_text(args -> 'p_ids') with ordinality as l (x, place) order by place) end;
  seen timestamptz[];
  parts text[] := case when jsonb_typeof(args -> 'p_parts') = 'array' then array(select jsonb_array_elements_text(args -> 'p_parts')) end;
begin
  case kind
    when 'posts' then
      seen := array(select x::timestamptz from jsonb_array_elements_text(args -> 'p_seen') with ordinality as l (x, place) order by place);
      return public.admin_decide_posts(ids, seen, args ->> 'p_decision', args ->> 'p_reason', coalesce((args ->> 'p_sensitive_seen')::boolean, false));
    when 'hide' then
      return public.admin_hide_post((args ->> 'p_id')::uuid, args ->> 'p_reason');
    when 'case' then
      return public.moderate_case((args ->> 'p_report_id')::uuid, (args ->> 'p_content_id')::uuid, args ->> 'p_type', args ->> 'p_action', args ->> 'p_reason',
        args ->> 'p_severity', (args ->> 'p_days')::integer, args ->> 'p_rule', coalesce((args ->> 'p_remove')::boolean, false), parts);
    when 'content' then
      return public.moderate_content((args ->> 'p_content_id')::uuid, args ->> 'p_type', args ->> 'p_action', args ->> 'p_reason',
        args ->> 'p_severity', (args ->> 'p_days')::integer, args ->> 'p_rule', coalesce((args ->> 'p_remove')::boolean, false), parts);
    when 'cases' then
      return public.admin_decide_cases(args -> 'p_cases', args ->> 'p_action', args ->> 'p_reason');
    when 'comments' then
      return public.admin_remove_comments(ids, args ->> 'p_reason');
    when 'held_comments' then
      return public.admin_decide_held_comments(ids, (args ->> 'p_approve')::boolean, args ->> 'p_reason');
    when 'spam' then
      return public.admin_ban_spammer((args ->> 'p_id')::uuid);
    when 'ban' then
      return public.admin_ban_member((args ->> 'p_id')::uuid, (args ->> 'p_days')::integer, args ->> 'p_reason');
    when 'appeal' then
      return public.admin_decide_appeal((args ->> 'p_id')::uuid, args ->> 'p_outcome', args ->> 'p_reason');
    when 'star_request' then
      return public.admin_decide_star_request((args ->> 'p_id')::uuid, (args ->> 'p_granted')::boolean, args ->> 'p_reason', (args ->> 'p_seen')::timestamptz);
    else
      raise exception 'Ungültige Moderationsaktion' using errcode = '23514', hint = 'unknown_action';
  end case;
end $$;

create function private.decision_effect(kind text, answer jsonb) returns integer
language sql immutable set search_path = '' as $$
  select case
    when kind = 'posts' then (select count(*)::integer from jsonb_array_elements(answer) o where o ->> 'outcome' = 'done')
    when kind in ('hide', 'appeal', 'star_request') then (answer ->> 'outcome' = 'done')::integer
    when kind = 'cases' then (answer ->> 'decided')::integer
    when kind = 'comments' then (answer ->> 'removed')::integer
    when kind = 'held_comments' then (answer ->> 'done')::integer
    else 1 end
$$;

-- What its decider has read may be older than what stands when the decision is sent: every list says which version it shows, the
-- decision carries it, and a target that is another one by then is not decided about.

create function private.target_version(target text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  kind constant text := split_part(target, ':', 1);
  wanted constant uuid := private.as_uuid(split_part(target, ':', 2));
begin
  return case kind
    when 'post' then private.decision_state(wanted) ->> 'updated_at'
    when 'comment' then coalesce((select md5(c.content) from public.comments c where c.id = wanted and c.deleted_at is null),
      (select md5(h.content) from private.held_comments h where h.id = wanted))
    when 'profile' then (select md5(concat_ws('|', m.nickname, m.bio, m.avatar_url)) from public.profiles m where m.id = wanted)
    when 'appeal' then (
      -- The post that goes online again is the one that was read.
      select md5(concat_ws('|', a.message, private.appealed_content(m))) from public.appeals a
      join public.moderation_actions m on m.id = a.moderation_action_id where a.id = wanted)
    when 'star_request' then (select r.asked_at::text from private.star_requests r where r.id = wanted) end;
end $$;

-- A spammer who rewrites the profile is banned all the same.
create function private.versions_of(kind text, targets text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(t.target, private.target_version(t.target)), '{}') from unnest(targets) as t (target)
  where kind not in ('spam', 'ban')
$$;

create function private.only_targets(kind text, args jsonb, kept text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select case kind
    when 'posts' then args || (
      select jsonb_build_object('p_ids', coalesce(jsonb_agg(i.id order by i.place), '[]'), 'p_seen', coalesce(jsonb_agg(args -> 'p_seen' -> (i.place - 1)::integer order by i.place), '[]'))
      from jsonb_array_elements_text(args -> 'p_ids') with ordinality as i (id, place) where 'post:' || i.id = any (kept))
    when 'comments' then args || jsonb_build_object('p_ids', (
      select coalesce(jsonb_agg(i.id), '[]') from jsonb_array_elements_text(args -> 'p_ids') as i (id) where 'comment:' || i.id = any (kept)))
    when 'held_comments' then args || jsonb_build_object('p_ids', (
      select coalesce(jsonb_agg(i.id), '[]') from jsonb_array_elements_text(args -> 'p_ids') as i (id) where 'comment:' || i.id = any (kept)))
    when 'cases' then args || jsonb_build_object('p_cases', (
      select coalesce(jsonb_agg(c.one), '[]') from jsonb_array_elements(args -> 'p_cases') as c (one)
      where (c.one ->> 'target_type') || ':' || (c.one ->> 'target_id') = any (kept)))
    else args end
$$;

create function private.decision_facts(kind text, args jsonb, targets text[], answer jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  first_kind constant text := split_part(targets[1], ':', 1);
  first_id constant uuid := private.as_uuid(split_part(targets[1], ':', 2));
  action constant text := case
    when kind = 'posts' then args ->> 'p_decision'
    when kind in ('case', 'content', 'cases') then args ->> 'p_action'
    when kind = 'held_comments' then case when (args ->> 'p_approve')::boolean then 'approve' else 'reject' end
    when kind = 'comments' then 'delete'
    when kind = 'appeal' then args ->> 'p_outcome'
    when kind = 'star_request' then case when (args ->> 'p_granted')::boolean then 'grant' else 'refuse' end
    else kind end;
  author uuid;
  name text;
begin
  author := case first_kind
    when 'post' then (select p.author_id from public.community_posts p where p.id = first_id)
    when 'comment' then coalesce((select c.author_id from public.comments c where c.id = first_id),
      (select h.author_id from private.held_comments h where h.id = first_id))
    when 'profile' then first_id
    when 'appeal' then (select a.user_id from public.appeals a where a.id = first_id) end;
  name := case
    when first_kind = 'star_request' then (select private.star_name(s.first_name, s.nickname, s.last_name)
      from private.star_requests r join public.stars s on s.id = r.star_id where r.id = first_id)
    when first_kind = 'post' and action not in ('warn', 'ban') then (select p.title from public.community_posts p where p.id = first_id)
    else (select m.nickname from public.profiles m where m.id = author) end;
  return jsonb_build_object('action', action, 'type', first_kind, 'name', name, 'count', private.decision_effect(kind, answer),
    'days', case when action = 'ban' then (args ->> 'p_days')::integer end,
    'posts', case when kind = 'spam' then answer -> 'posts' end, 'comments', case when kind = 'spam' then answer -> 'comments' end);
end $$;

create function private.asks_what_was_seen(kind text) returns boolean
language sql immutable set search_path = '' as $$
  -- Posts and requests of stars carry a time of their own. A spammer who rewrites the profile is banned all the same.
  select kind in ('hide', 'case', 'content', 'cases', 'comments', 'held_comments', 'appeal')
$$;

create function private.changed_targets(kind text, args jsonb, targets text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.asks_what_was_seen(kind) then return '{}'; end if;
  if jsonb_typeof(args -> 'p_seen') is distinct from 'object' or exists (select from unnest(targets) t where args -> 'p_seen' ->> t is null) then
    perform private.refuse('Diese Seite ist veraltet. Lade sie neu und entscheide dann.', 'seen_missing');
  end if;
  -- What is gone is for the function that decides: it says so.
  return array(select x.target from (select t.target, private.target_version(t.target) as version from unnest(targets) as t (target)) x
    where x.version is not null and x.version is distinct from args -> 'p_seen' ->> x.target order by 1);
end $$;

create function private.automod_page() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object('rules', coalesce((select jsonb_agg(private.rule_json(r) order by r.name) from private.automod_rules r), '[]'::jsonb));
end $$;

create function public.admin_automod_page() returns jsonb
language sql stable set search_path = '' as $$ select private.automod_page() $$;

create function private.save_automod_rule(rule uuid, seen timestamptz, given jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was private.automod_rules;
  next private.automod_rules;
begin
  perform private.require_admin();
  next := private.rule_of(given);
  perform private.log_staff_action(case when rule is null then 'create' else 'update' end, 'automod_rule', rule::text, jsonb_build_object('name', next.name));
  if rule is null then
    if (select count(*) from private.automod_rules) >= 100 then perform private.refuse('Mehr als 100 Regeln gehen nicht.', 'too_many_rules'); end if;
    insert into private.automod_rules (name, applies_to, action, words, min_links, max_account_days, max_contributions, min_per_hour,
        is_repeated, names_star, updated_by)
      values (next.name, next.applies_to, next.action, next.words, next.min_links, next.max_account_days, next.max_contributions, next.min_per_hour,
        next.is_repeated, next.names_star, auth.uid())
      returning * into was;
    return private.rule_json(was);
  end if;
  select * into was from private.automod_rules r where r.id = rule for update;
  if not found or was.updated_at is distinct from seen then
    perform private.refuse('Jemand hat diese Regel inzwischen geändert.', 'changed_meanwhile');
  end if;
  update private.automod_rules r set name = next.name, applies_to = next.applies_to, action = next.action, words = next.words,
      min_links = next.min_links, max_account_days = next.max_account_days, max_contributions = next.max_contributions,
      min_per_hour = next.min_per_hour, is_repeated = next.is_repeated, names_star = next.names_star,
      -- What it does now has not been looked at.
      state = case r.state when 'on' then 'shadow' else r.state end,
      updated_by = auth.uid(), updated_at = clock_timestamp()
    where r.id = rule returning * into was;
  return private.rule_json(was);
end $$;

create function public.admin_save_automod_rule(p_id uuid, p_seen timestamptz, p_values jsonb) returns jsonb
language sql set search_path = '' as $$ select private.save_automod_rule(p_id, p_seen, p_values) $$;

create function private.switch_automod_rule(rule uuid, next text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare was private.automod_rules;
begin
  perform private.require_admin();
  select * into was from private.automod_rules r where r.id = rule for update;
  if not found then return null; end if;
  perform private.log_staff_action(case when next is null then 'delete' else 'update' end, 'automod_rule', rule::text,
    jsonb_build_object('name', was.name, 'fields', jsonb_build_array('state'), 'to', next));
  if next is null then
    delete from private.automod_rules r where r.id = rule;
    return null;
  end if;
  update private.automod_rules r set state = next, updated_by = auth.uid(), updated_at = clock_timestamp() where r.id = rule returning * into was;
  return private.rule_json(was);
end $$;

create function public.admin_switch_automod_rule(p_id uuid, p_state text) returns jsonb
language sql set search_path = '' as $$ select private.switch_automod_rule(p_id, p_state) $$;

create function private.try_automod_rule(given jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  rule private.automod_rules;
  others private.automod_rules;
begin
  perform private.require_admin();
  rule := private.rule_of(given);
  -- The same text is found in one pass: asking for each of 5,000 would read the day 5,000 times.
  others := rule;
  others.is_repeated := false;
  return (
    with recent as materialized (
      (select 'post' as kind, p.id, p.title as shown, private.said_in(p.id) as said, p.tags, p.author_id, p.created_at
        from public.community_posts p where p.created_at > now() - interval '7 days' and 'post' = any (rule.applies_to)
        order by p.created_at desc, p.id desc limit 2000)
      union all
      (select 'comment', c.id, coalesce(r.content, c.content), coalesce(r.content, c.content), p.tags, coalesce(c.author_id, r.author_id), c.created_at
        from public.comments c join public.community_posts p on p.id = c.post_id left join private.removed_comments r on r.comment_id = c.id
        where c.created_at > now() - interval '7 days' and 'comment' = any (rule.applies_to) and coalesce(r.content, c.content) <> ''
        order by c.created_at desc, c.id desc limit 5000)
      union all
      -- Nobody is renamed: this is where the team sees who has such a name.
      (select 'nickname', m.id, m.nickname, m.nickname, '{}', m.id, m.created_at from public.profiles m
        where m.nickname is not null and 'nickname' = any (rule.applies_to) order by m.created_at desc, m.id desc limit 5000)
    ), hit as materialized (
      select x.* from (
        select r.*, lag(r.created_at) over (partition by r.kind, r.said order by r.created_at, r.id) as same_at from recent r
      ) x
      where x.author_id not in (select private.team_members())
        and (not rule.is_repeated or (char_length(x.said) >= 20 and x.same_at >= x.created_at - interval '24 hours'))
        and private.rule_matches(others, x.kind, x.said, x.tags, x.author_id, x.created_at)
    )
    select jsonb_build_object('checked', (select count(*) from recent), 'posts', count(*) filter (where h.kind = 'post'),
      'comments', count(*) filter (where h.kind = 'comment'), 'names', count(*) filter (where h.kind = 'nickname'), 'members', count(distinct h.author_id),
      'examples', coalesce((
        select jsonb_agg(jsonb_build_object('id', e.id, 'kind', e.kind, 'text', private.excerpt(e.shown, 180), 'at', e.created_at, 'by', m.nickname)
          order by e.created_at desc, e.id)
        from (select * from hit y order by y.created_at desc, y.id limit 20) e left join public.public_profiles m on m.id = e.author_id), '[]'::jsonb))
    from hit h);
end $$;

create function public.admin_try_automod_rule(p_values jsonb) returns jsonb
language sql stable set search_path = '' set statement_timeout = '20s' as $$ select private.try_automod_rule(p_values) $$;

create function private.wait_for_rule(last_at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  if last_at is null or last_at <= now() - interval '10 minutes' then return; end if;
  raise sqlstate 'PGRST' using
    message = '{"code":"PT429","message":"Das geht gerade zu schnell. Warte zehn Minuten, dein Text bleibt hier stehen.","details":null,"hint":"rule_slow"}',
    detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After',
      greatest(1, ceil(extract(epoch from last_at + interval '10 minutes' - now()))::integer)::text))::text;
end $$;

create function private.apply_rules_to_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.rules_for('post', concat_ws(' ', new.title, new.content), new.tags, '{slow}')) then
    perform private.wait_for_rule((select max(p.created_at) from public.community_posts p where p.author_id = auth.uid()));
  end if;
  return new;
end $$;

create function private.apply_rules_to_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  tags constant uuid[] := (select p.tags from public.community_posts p where p.id = new.post_id);
begin
  -- A comment cannot wait, so what would be held is refused: its author still has the text.
  if exists (select from private.rules_for('comment', new.content, tags, '{hold}')) then
    raise exception 'Dieser Kommentar passt auf eine Regel gegen Spam und Angriffe. Schreib ihn anders.' using errcode = '42501', hint = 'rule_held';
  end if;
  if tg_op = 'INSERT' and exists (select from private.rules_for('comment', new.content, tags, '{slow}')) then
    perform private.wait_for_rule((select max(c.created_at) from public.comments c where c.author_id = auth.uid()));
  end if;
  return new;
end $$;

create function private.note_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := case tg_table_name when 'comments' then 'comment' else 'post' end;
  facts constant jsonb := to_jsonb(new);
  said constant text := case kind when 'post' then concat_ws(' ', facts ->> 'title', facts ->> 'content') else facts ->> 'content' end;
  star_tags constant uuid[] := (select p.tags from public.community_posts p where p.id = coalesce((facts ->> 'post_id')::uuid, new.id));
begin
  perform private.note_rules_of(kind, new.id, said, star_tags);
  return null;
end $$;

create function private.note_rules_of(kind text, target uuid, said text, star_tags uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare rule private.automod_rules;
begin
  for rule in select * from private.rules_for(kind, said, star_tags, '{hold,flag}') loop
    insert into private.rule_hits (rule_id, target_type, target_id) values (rule.id, kind, target) on conflict do nothing;
    continue when not found or rule.action <> 'flag';
    insert into public.reports (target_type, target_post_id, target_comment_id, reason, details, good_faith, confirmed_at, rule_id)
      values (kind, case kind when 'post' then target end, case kind when 'comment' then target end, 'other',
        'Die Regel „' || rule.name || '“ hat angeschlagen.', false, now(), rule.id);
  end loop;
end $$;

create function private.rule_refuses_name(wanted text, member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not private.is_of_team(member) and exists (select from private.automod_rules r
    where r.state = 'on' and private.rule_matches(r, 'nickname', wanted, '{}', member, now()))
$$;

create function private.restore_rows(entry uuid, part text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target constant regclass := part::regclass;
  column_names text;
  column_values text;
  parents_there text;
  own_parents text;
begin
  -- Columns that came later keep their default; references to what is gone become empty, and rows that need it stay away.
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum),
      string_agg(case when k.confdeltype = 'n'
        then format('case when exists (select from %1$s x where x.%3$I = r.%2$I) then r.%2$I end', k.confrelid::regclass, a.attname, other.attname)
        else format('r.%I', a.attname) end, ', ' order by a.attnum),
      string_agg(case when k.confdeltype = 'c' and k.confrelid <> target
        then format(' and (r.%2$I is null or exists (select from %1$s x where x.%3$I = r.%2$I))', k.confrelid::regclass, a.attname, other.attname) end, ''),
      -- Rows that others of the table refer to come first, whatever order they were kept in.
      string_agg(case when k.confrelid = target then format('r.%I is not null, ', a.attname) end, '')
    into column_names, column_values, parents_there, own_parents
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_constraint k on k.conrelid = target and k.contype = 'f' and k.conkey = array[a.attnum]
  left join pg_catalog.pg_attribute other on other.attrelid = k.confrelid and other.attnum = k.confkey[1]
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    and (select b.content from private.binned_rows b where b.bin_id = entry and b.table_name = part order by b.place limit 1) ? a.attname::text;
  if column_names is null then return; end if;
  perform set_config('hot.restoring', 'on', true);
  execute format('insert into %1$s (%2$s) select %3$s from private.binned_rows b, jsonb_populate_record(null::%1$s, b.content) r '
      || 'where b.bin_id = $1 and b.table_name = $2%4$s order by %6$sb.place%5$s',
    target, column_names, column_values, coalesce(parents_there, ''),
    -- Things themselves come back whole or not at all; of what hangs on them, what is there meanwhile stays.
    case when part in ('public.formats', 'public.seasons', 'public.stars', 'public.news') then '' else ' on conflict do nothing' end, coalesce(own_parents, ''))
    using entry, part;
  perform set_config('hot.restoring', '', true);
end $$;

create function private.restore_from_bin(entry uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known private.bin;
  part text;
  series_ends jsonb;
begin
  perform private.require_admin();
  select * into known from private.bin b where b.id = entry and b.kind <> 'spam' and private.restorable_until(b.removed_at) > now() for update;
  -- Somebody else was first, or the 30 days are over.
  if not found then return null; end if;
  series_ends := (select jsonb_object_agg(s.series, s.kept_end) from private.series_of_entry(entry) s);
  perform private.newest_series_rows(entry);
  perform private.refuse_without_parents(entry, known.kind);
  perform private.log_staff_action('restore_from_bin', known.kind, null, jsonb_build_object('name', left(known.name, 200)) || known.counts);
  for part in select t.table_name from private.binned_tables() t where t.table_name <> 'public.post_tags' order by t.place loop
    perform private.restore_rows(entry, part);
  end loop;
  perform private.restore_posts_of(entry);
  perform private.end_restored_series(entry, s.key::uuid, s.value::date) from jsonb_each_text(series_ends) s;
  if exists (select from private.binned_rows b where b.bin_id = entry and b.table_name = 'public.stars') then perform private.rank_stars(); end if;
  -- Who took part in what lies in the bin itself comes back with it.
  update private.binned_rows r set bin_id = other.bin_id, place = r.place + (select max(o.place) from private.binned_rows o where o.bin_id = other.bin_id)
    from private.binned_rows other
    where r.bin_id = entry and r.table_name = 'public.season_participants' and other.bin_id <> entry
      and (other.table_name = 'public.seasons' and other.content ->> 'id' = r.content ->> 'season_id'
        or other.table_name = 'public.stars' and other.content ->> 'id' = r.content ->> 'star_id');
  -- An import is there again, and can be undone again.
  if known.kind = 'import' then
    update private.imports i set undone_at = null where i.undone_at is not null and exists (
      select from private.binned_rows b
      join (select distinct f.table_name as name, f.target from private.import_fields() f) t on t.target = b.table_name
      where b.bin_id = entry and coalesce(i.created -> t.name, '[]') @> case t.name
        when 'participants' then jsonb_build_array(jsonb_build_object('season_id', b.content -> 'season_id', 'star_id', b.content -> 'star_id'))
        else jsonb_build_array(b.content -> 'id') end);
  end if;
  delete from private.bin b where b.id = entry;
  return jsonb_build_object('kind', known.kind, 'name', known.name);
exception when unique_violation then
  raise exception 'Adresse, Nummer oder Schlüssel hat inzwischen etwas anderes.' using errcode = '23505', hint = 'address_taken';
end $$;

-- A star that was deleted has only its own rows in the bin; one that was merged has the other's to take back first.
create function public.admin_restore_from_bin(p_id uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$ select coalesce(private.undo_merge(p_id), private.restore_from_bin(p_id)) $$;

create function private.is_restoring() returns boolean
language sql stable set search_path = '' as $$ select coalesce(current_setting('hot.restoring', true), '') = 'on' $$;

create function private.restore_begins() returns void
language sql set search_path = '' as $$ select set_config('hot.restoring', 'on', true) $$;

create function private.restore_ends() returns void
language sql set search_path = '' as $$ select set_config('hot.restoring', '', true) $$;

create function private.newest_series_rows(entry uuid) returns void
language sql security definer set search_path = '' as $$
  update private.binned_rows r set content = newest.content
  from (
    select distinct on (o.content ->> 'id') o.bin_id, o.content
    from private.binned_rows mine
    join private.binned_rows o on o.table_name = mine.table_name and o.content ->> 'id' = mine.content ->> 'id'
    join private.bin b on b.id = o.bin_id
    where mine.bin_id = entry and mine.table_name = 'public.calendar_events'
    order by o.content ->> 'id', b.removed_at desc
  ) newest
  where r.bin_id = entry and r.table_name = 'public.calendar_events' and r.content ->> 'id' = newest.content ->> 'id' and newest.bin_id <> entry
$$;

create function private.series_of_entry(entry uuid) returns table (series uuid, kept_end date)
language sql stable security definer set search_path = '' as $$
  select distinct (b.content ->> 'series_parent_id')::uuid, (p.content ->> 'series_end_date')::date
  from private.binned_rows b
  left join private.binned_rows p on p.bin_id = entry and p.table_name = b.table_name and p.content ->> 'id' = b.content ->> 'series_parent_id'
  where b.bin_id = entry and b.table_name = 'public.calendar_events' and b.content ->> 'series_parent_id' is not null
$$;

create function private.end_restored_series(entry uuid, series uuid, kept_end date) returns void
language plpgsql security definer set search_path = '' as $$
declare last public.calendar_events;
begin
  select * into last from public.calendar_events e where e.series_parent_id = series order by e.event_date desc, e.event_time desc, e.id desc limit 1;
  if not found then return; end if;
  -- With its last episode a series has its planned end again, which may lie behind that.
  update public.calendar_events e set series_end_date = greatest(e.event_date, last.event_date, case when exists (
      select from private.binned_rows b where b.bin_id = entry and b.table_name = 'public.calendar_events' and b.content ->> 'id' = last.id::text)
      then kept_end else e.series_end_date end)
    where e.id = series;
end $$;

create function private.refuse_without_parents(entry uuid, kind text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if kind in ('season', 'import') and exists (
      select from private.binned_rows b where b.bin_id = entry and b.table_name = 'public.seasons'
        and not exists (select from public.formats f where f.id = (b.content ->> 'format_id')::uuid)
        and not exists (select from private.binned_rows f where f.bin_id = entry and f.table_name = 'public.formats' and f.content ->> 'id' = b.content ->> 'format_id')
        -- What was deleted for good holds up nothing else of an import.
        and (kind = 'season' or exists (select from private.binned_rows f where f.table_name = 'public.formats' and f.content ->> 'id' = b.content ->> 'format_id'))) then
    if kind = 'season' then perform private.refuse('Das Format dieser Staffel ist gelöscht. Hol zuerst das Format zurück.', 'parent_gone'); end if;
    perform private.refuse('Ein Format, zu dem dieser Import Staffeln hat, liegt im Papierkorb. Hol das zuerst zurück.', 'parent_gone');
  end if;
  if kind in ('event', 'import') and exists (
      select from private.binned_rows b
      join private.binned_rows parent on parent.bin_id <> entry and (parent.table_name = 'public.formats' and parent.content ->> 'id' = b.content ->> 'format_id'
        or parent.table_name = 'public.seasons' and parent.content ->> 'id' = b.content ->> 'season_id')
      where b.bin_id = entry and b.table_name = 'public.calendar_events') then
    if kind = 'event' then perform private.refuse('Format oder Staffel dieses Termins liegt im Papierkorb. Hol das zuerst zurück.', 'parent_gone'); end if;
    perform private.refuse('Format oder Staffel eines Termins aus diesem Import liegt im Papierkorb. Hol das zuerst zurück.', 'parent_gone');
  end if;
end $$;

create function private.restore_posts_of(entry uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare tagged record;
begin
  for tagged in
    select (b.content ->> 'post_id')::uuid as post_id, (b.content ->> 'tag_id')::uuid as tag_id, (b.content ->> 'position')::integer as position
    from private.binned_rows b where b.bin_id = entry and b.table_name = 'public.post_tags' order by b.place
  loop
    update public.community_posts p set tags = p.tags[:tagged.position - 1] || tagged.tag_id || p.tags[tagged.position:]
      where p.id = tagged.post_id and not tagged.tag_id = any (p.tags) and cardinality(p.tags) < 5;
    update public.archived_posts a set record = jsonb_set(a.record, '{post,tags}', (
        select jsonb_agg(t.tag order by t.place, t.added) from (
          select e.tag, e.place, true as added from jsonb_array_elements_text(a.record #> '{post,tags}') with ordinality as e (tag, place)
          union all select tagged.tag_id::text, tagged.position, false) t))
      where a.post_id = tagged.post_id and a.restored_at is null
        and not (a.record #> '{post,tags}') ? tagged.tag_id::text and jsonb_array_length(a.record #> '{post,tags}') < 5;
  end loop;
  update public.archived_posts a set record = jsonb_set(a.record, '{discussions}', coalesce(a.record -> 'discussions', '[]') || b.content)
    from private.binned_rows b
    where b.bin_id = entry and b.table_name = 'private.news_discussions' and a.post_id::text = b.content ->> 'post_id' and a.restored_at is null;
end $$;

create function private.set_back(change jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  given_column constant text := change ->> 'column';
  target regclass;
  hit integer;
  binned integer;
begin
  select f.target::regclass into target from private.import_fields() f where f.table_name = change ->> 'table' and f.column_name = given_column limit 1;
  if target is null then return false; end if;
  execute format('update %1$s t set %2$I = (jsonb_populate_record(null::%1$s, jsonb_build_object(%2$L, $1))).%2$I where %3$s and to_jsonb(t) -> %2$L = $2',
      target, given_column, case change ->> 'table' when 'participants' then 't.season_id = $3 and t.star_id = $4' else 't.id = $3' end)
    using change -> 'old', change -> 'new', (change ->> 'id')::uuid, (change ->> 'part')::uuid;
  get diagnostics hit = row_count;
  -- What was deleted since comes back from the bin as it was before the import.
  update private.binned_rows b set content = b.content || jsonb_build_object(given_column, change -> 'old')
    where b.table_name = (select f.target from private.import_fields() f where f.table_name = change ->> 'table' limit 1)
      and b.content -> given_column = change -> 'new'
      and coalesce(b.content ->> 'id', b.content ->> 'season_id') = change ->> 'id'
      and (change ->> 'table' <> 'participants' or b.content ->> 'star_id' = change ->> 'part');
  get diagnostics binned = row_count;
  return hit + binned > 0;
exception when foreign_key_violation or unique_violation or check_violation then
  -- What it referred to is gone, or something else has the value: it stays.
  return false;
end $$;

create function private.binned_tables() returns table (place integer, table_name text, counted text)
language sql immutable parallel safe set search_path = '' as $$
  values (1, 'public.formats', 'formats'), (2, 'public.format_slug_history', null), (3, 'public.seasons', 'seasons'), (4, 'public.stars', 'stars'),
    (5, 'public.star_slug_history', null), (6, 'public.star_social_accounts', null), (7, 'public.star_social_followers', null),
    (8, 'public.season_participants', 'participants'), (9, 'public.calendar_events', 'events'), (10, 'public.demand_votes', 'votes'),
    (11, 'public.realness_votes', 'votes'), (12, 'public.drama_votes', 'votes'), (13, 'public.star_fans', 'fans'),
    (14, 'private.star_rank_snapshots', null), (15, 'private.star_requests', null), (16, 'public.news', null), (17, 'private.news_versions', null),
    (18, 'private.news_discussions', null), (19, 'private.follows', null), (20, 'public.post_tags', 'posts')
$$;

-- A place in a cast can be all that an import made of a star and a season.
create function private.rows_for_bin(things jsonb) returns table (table_name text, member_id uuid, content jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  of_formats constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'formats', '[]'))::uuid);
  of_stars constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'stars', '[]'))::uuid);
  of_news constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'news', '[]'))::uuid);
  of_seasons constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'seasons', '[]'))::uuid
    union select s.id from public.seasons s where s.format_id = any (of_formats));
  of_events constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'events', '[]'))::uuid
    union select e.id from public.calendar_events e where e.format_id = any (of_formats) or e.season_id = any (of_seasons));
begin
  -- Counters start again and grow with the rows they count. Who of the team wrote a text is not kept: their account may go meanwhile.
  return query
  select 'public.formats', null::uuid, to_jsonb(f) - 'seasons_count' from public.formats f where f.id = any (of_formats)
  union all select 'public.format_slug_history', null, to_jsonb(h) from public.format_slug_history h where h.format_id = any (of_formats)
  union all select 'public.seasons', null, to_jsonb(s) - 'participants_count' from public.seasons s where s.id = any (of_seasons)
  union all select 'public.stars', null, to_jsonb(s) - 'fans_count' from public.stars s where s.id = any (of_stars)
  union all select 'public.star_slug_history', null, to_jsonb(h) from public.star_slug_history h where h.star_id = any (of_stars)
  union all select 'public.star_social_accounts', null, to_jsonb(a) from public.star_social_accounts a where a.star_id = any (of_stars)
  union all select 'public.star_social_followers', null, to_jsonb(f) from public.star_social_accounts a
    join public.star_social_followers f on f.account_id = a.id where a.star_id = any (of_stars)
  union all select 'public.season_participants', null, to_jsonb(p) from public.season_participants p
    where p.season_id = any (of_seasons) or p.star_id = any (of_stars)
      or jsonb_build_object('season_id', p.season_id, 'star_id', p.star_id) in (select jsonb_array_elements(coalesce(things -> 'participants', '[]')))
  -- With the row of their series, which goes when its last episode does.
  union all select 'public.calendar_events', null, to_jsonb(e) from public.calendar_events e where e.id = any (of_events)
    or e.id in (select own.series_parent_id from public.calendar_events own where own.id = any (of_events))
  union all select 'public.demand_votes', v.user_id, to_jsonb(v) from public.demand_votes v where v.star_id = any (of_stars)
  union all select 'public.realness_votes', v.user_id, to_jsonb(v) from public.realness_votes v where v.star_id = any (of_stars)
  union all select 'public.drama_votes', v.user_id, to_jsonb(v) from public.drama_votes v where v.star_id = any (of_stars)
  union all select 'public.star_fans', f.user_id, to_jsonb(f) from public.star_fans f where f.star_id = any (of_stars)
  union all select 'private.star_rank_snapshots', null, to_jsonb(r) from private.star_rank_snapshots r where r.star_id = any (of_stars)
  union all select 'private.star_requests', r.member_id, to_jsonb(r) - 'decided_by' from private.star_requests r where r.star_id = any (of_stars)
  union all select 'public.news', null, to_jsonb(n) - 'author_id' from public.news n where n.id = any (of_news)
  union all select 'private.news_versions', null, to_jsonb(v) - 'replaced_by' from private.news_versions v where v.news_id = any (of_news)
  union all select 'private.news_discussions', null, to_jsonb(d) from private.news_discussions d where d.news_id = any (of_news)
  union all select 'private.follows', f.member_id, to_jsonb(f) from private.follows f where f.target_id = any (of_formats || of_stars)
  union all select 'public.post_tags', null, to_jsonb(t) || jsonb_build_object('position', array_position(p.tags, t.tag_id))
    from public.post_tags t join public.community_posts p on p.id = t.post_id where t.tag_id = any (of_formats || of_stars);
end $$;

create function private.put_in_bin(kind text, name text, things jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare entry uuid;
begin
  perform private.require_admin();
  -- What is gone already is refused by whoever deletes it.
  if name is null then return; end if;
  insert into private.bin (kind, name, removed_by) values (put_in_bin.kind, left(put_in_bin.name, 300), auth.uid()) returning id into entry;
  insert into private.binned_rows (bin_id, place, table_name, member_id, content)
    select entry, row_number() over (order by t.place), r.table_name, r.member_id, r.content
    from private.rows_for_bin(things) r join private.binned_tables() t on t.table_name = r.table_name;
  -- Of an import whose things have all been deleted one by one nothing is left.
  if not found then
    delete from private.bin b where b.id = entry;
    return;
  end if;
  update private.bin b set counts = coalesce((
    select jsonb_object_agg(summed.counted, summed.rows) from (
      select t.counted, count(*) as rows from private.binned_rows r join private.binned_tables() t on t.table_name = r.table_name
      where r.bin_id = entry and t.counted is not null
        -- The row that describes a series is no event.
        and (t.counted <> 'events' or r.content ->> 'is_occurrence' = 'true') group by t.counted) summed), '{}')
    where b.id = entry;
end $$;

create function private.bin_page(kind text, query text, after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 20, 50);
  patterns constant text[] := private.like_patterns(private.search_words(query));
  last constant text[] := coalesce(private.cursor_parts(after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select b.*, row_number() over (order by b.removed_at desc, b.id desc) as nth
      from private.bin b
      where (b.removed_at, b.id) < (last[1]::timestamptz, last[2]::uuid) and private.restorable_until(b.removed_at) > now()
        -- Restored with the account, not by itself.
        and b.kind <> 'spam'
        and (bin_page.kind is null or b.kind = bin_page.kind)
        and (cardinality(patterns) = 0 or private.search_fold(b.name) like all (patterns))
      order by b.removed_at desc, b.id desc limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'name', l.name, 'counts', l.counts,
          'removed_at', l.removed_at, 'removed_by_name', (select m.nickname from public.profiles m where m.id = l.removed_by),
          'restorable_until', private.restorable_until(l.removed_at),
          'merged_into', (select jsonb_build_object('id', s.id, 'name', s.full_name, 'slug', s.slug) from public.stars s where s.id = l.merged_into),
          'slug', case when l.kind = 'merge' then (select r.content ->> 'slug' from private.binned_rows r
            where r.bin_id = l.id and r.table_name = 'public.stars') end) order by l.nth)
        from listed l where l.nth <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.removed_at::text, l.id::text) from listed l
        where l.nth = wanted and exists (select from listed more where more.nth > wanted))));
end $$;

create function public.admin_bin_page(p_kind text default null, p_query text default null, p_after text default null, p_limit integer default null)
  returns jsonb
language sql stable set search_path = '' as $$ select private.bin_page(p_kind, p_query, p_after, p_limit) $$;

create function private.empty_bin() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.bin b where private.restorable_until(b.removed_at) <= now();
  delete from private.distinct_stars d where exists (
    select from unnest(array[d.one, d.other]) as star where not exists (select from public.stars s where s.id = star)
      and not exists (select from private.binned_rows b where b.table_name = 'public.stars' and b.content ->> 'id' = star::text));
  perform private.delete_unused_pictures();
end $$;

create function private.star_requests_page(wanted_state text, after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 20, 50);
  last constant text[] := private.cursor_parts(after, '{instant,uuid}');
  is_open constant boolean := wanted_state is distinct from 'decided';
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select x.*, row_number() over () as place from (
        (select r.*, r.asked_at as sort_at from private.star_requests r
          where is_open and r.state = 'asked' and r.content is not null
            and (last[1] is null or (r.asked_at, r.id) > (last[1]::timestamptz, last[2]::uuid))
          order by r.asked_at, r.id limit wanted + 1)
        union all
        (select r.*, r.decided_at from private.star_requests r
          where not is_open and r.state <> 'asked' and (last[1] is null or (r.decided_at, r.id) < (last[1]::timestamptz, last[2]::uuid))
          order by r.decided_at desc, r.id desc limit wanted + 1)) x
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'star', jsonb_build_object('id', s.id, 'slug', s.slug, 'name', private.star_name(s.first_name, s.nickname, s.last_name)),
            'member', m.ref, 'speaker', l.speaker, 'code', l.code, 'text', l.content, 'state', l.state, 'reason', l.reason, 'asked_at', l.asked_at,
            'decided_at', l.decided_at,
            'post', (select private.commented_post(p) from public.community_posts p where p.id = l.post_id), 'accounts', coalesce((
              select jsonb_agg(jsonb_build_object('platform', a.platform, 'handle', a.handle, 'url', a.url) order by a.platform)
              from public.star_social_accounts a where a.star_id = s.id), '[]'::jsonb)) order by l.place)
        from listed l join public.stars s on s.id = l.star_id left join private.member_refs m on m.id = l.member_id where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.sort_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create function public.admin_star_requests(p_status text default null, p_after text default null, p_limit integer default null) returns jsonb
language sql stable set search_path = '' as $$ select private.star_requests_page(p_status, p_after, p_limit) $$;

create function private.decide_star_request(request uuid, granted boolean, reason text, seen timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  was private.star_requests;
  address text;
  about public.community_posts;
begin
  perform private.require_moderator();
  if not granted then why := private.given_reason(reason); end if;
  select * into was from private.star_requests r where r.id = request for update;
  if was.id is null then return jsonb_build_object('outcome', 'gone'); end if;
  if was.member_id = auth.uid() then
    raise exception 'Über eigene Anliegen entscheidet jemand anderes.' using errcode = '42501', hint = 'own_case';
  end if;
  if exists (select from private.pending_targets t join private.pending_decisions d on d.id = t.decision_id
      where t.target = 'star_request:' || request and d.decider <> auth.uid()) then
    perform private.refuse_pending(private.pending_by('star_request:' || request));
  end if;
  -- What was granted can be taken away, when it turns out to be somebody else.
  if was.content is null or (was.state <> 'asked' and not (was.kind = 'claim' and was.state = 'granted' and not granted)) then
    return jsonb_build_object('outcome', 'decided');
  end if;
  -- The proof that was looked at is the proof that counts.
  if was.asked_at is distinct from seen then return jsonb_build_object('outcome', 'changed'); end if;
  if was.kind = 'statement' then
    select * into about from public.community_posts p where p.id = was.post_id for update;
    if granted and (about.status <> 'approved' or not exists (select from private.star_requests c where c.member_id = was.member_id
        and c.kind = 'claim' and c.state = 'granted' and c.star_id = was.star_id and c.star_id = any (about.tags))) then
      raise exception 'Diesen Beitrag gibt es nicht mehr, oder er geht nicht mehr um diesen Star.' using errcode = '42501', hint = 'not_this_star';
    end if;
    if granted and about.statement is not null and not exists (select from private.star_statements s
        where s.post_id = was.post_id and s.member_id = was.member_id and s.since = about.statement_at) then
      raise exception 'Hier steht schon eine Stellungnahme, die das Team veröffentlicht hat.' using errcode = '42501', hint = 'statement_taken';
    end if;
  end if;
  perform private.log_staff_action(case when granted then 'grant_star_request' else 'refuse_star_request' end, 'star', was.star_id::text,
    jsonb_strip_nulls(jsonb_build_object('name', was.speaker, 'title', about.title, 'reason', why)));
  update private.star_requests r set state = case when granted then 'granted' else 'refused' end, reason = why, decided_at = now(),
    decided_by = auth.uid() where r.id = request;
  if was.kind = 'statement' and granted then
    perform private.publish_statement(was.post_id, was.member_id,
      (select private.star_name(s.first_name, s.nickname, s.last_name) from public.stars s where s.id = was.star_id), was.content);
  end if;
  address := private.mail_address(was.member_id);
  if address is not null then
    perform private.send_mail(address, 'star_request', jsonb_build_object(
      'star', (select private.star_name(s.first_name, s.nickname, s.last_name) from public.stars s where s.id = was.star_id),
      'path', '/stars/' || (select s.slug from public.stars s where s.id = was.star_id),
      'outcome', case
        when was.kind = 'statement' and granted then 'Deine Stellungnahme steht jetzt über „' || about.title || '“.'
        when was.kind = 'statement' then 'Deine Stellungnahme zu „' || about.title || '“ veröffentlichen wir so nicht. ' || why
        when was.kind = 'facts' and granted then 'Danke für den Hinweis. Wir haben die Angaben geprüft und berichtigt.'
        when was.kind = 'facts' then 'Wir haben die Angaben geprüft und lassen sie stehen. ' || why
        when granted then 'Du bist bestätigt. Unter „Mehr zu diesem Beitrag“ kannst du jetzt Stellung nehmen, wo es um dich geht.'
        else 'Wir konnten nicht bestätigen, dass du es bist. ' || why end));
  end if;
  return jsonb_build_object('outcome', 'done');
end $$;

create function public.admin_decide_star_request(p_id uuid, p_granted boolean, p_reason text default null, p_seen timestamptz default null) returns jsonb
language sql set search_path = '' as $$ select private.decide_star_request(p_id, coalesce(p_granted, false), p_reason, p_seen) $$;

create function private.stars_of(member uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select r.star_id from private.star_requests r where r.member_id = member and r.kind = 'claim' and r.state = 'granted'
$$;

create function private.star_door(star uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return coalesce((
    select jsonb_build_object('state', case when r.state = 'asked' and r.content is null then 'begun' else r.state end,
      'speaker', r.speaker, 'code', r.code, 'reason', r.reason)
    from private.star_requests r where r.member_id = auth.uid() and r.star_id = star and r.kind = 'claim'),
    jsonb_build_object('state', 'none', 'speaker', null, 'code', null, 'reason', null));
end $$;

create function public.star_door(p_star uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.star_door(p_star) $$;

create function private.ask_star_door(star uuid, given_speaker text, given_proof text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  who constant text := nullif(private.clean_line(coalesce(given_speaker, '')), '');
  proof constant text := nullif(private.trim_text(private.clean_text(coalesce(given_proof, ''))), '');
  was private.star_requests;
begin
  perform private.require_writer();
  perform private.require_short(given_speaker, 100, 'Der Name hat 2 bis 100 Zeichen.', 'speaker_length');
  perform private.require_short(given_proof, 1000, 'Höchstens 1.000 Zeichen.', 'proof_length');
  if coalesce(char_length(who), 0) not between 2 and 100 then perform private.refuse('Der Name hat 2 bis 100 Zeichen.', 'speaker_length'); end if;
  if char_length(proof) > 1000 then perform private.refuse('Höchstens 1.000 Zeichen.', 'proof_length'); end if;
  if not exists (select from public.stars s where s.id = star and s.is_active) then
    raise exception 'Diesen Star gibt es nicht.' using errcode = '23503', hint = 'unknown_star';
  end if;
  if (select count(*) from private.star_requests r where r.member_id = auth.uid() and r.kind = 'claim' and r.star_id <> star) >= 10 then
    perform private.refuse('Du hast dich schon bei zehn Stars gemeldet.', 'too_many_claims');
  end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  select * into was from private.star_requests r where r.member_id = auth.uid() and r.star_id = star and r.kind = 'claim' for update;
  if was.state = 'granted' then return private.star_door(star); end if;
  if was.id is null then
    insert into private.star_requests (star_id, member_id, kind, speaker, code, content)
      values (star, auth.uid(), 'claim', who, 'HOT-' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)), proof);
  else
    update private.star_requests r set speaker = who, content = proof, state = 'asked', decided_at = null, decided_by = null, reason = null,
        asked_at = clock_timestamp() where r.id = was.id;
  end if;
  if proof is not null then
    perform private.alert_team('star_door', 'Ein Star meldet sich', star, auth.uid());
  end if;
  return private.star_door(star);
end $$;

create function public.ask_star_door(p_star uuid, p_speaker text, p_proof text default null) returns jsonb
language sql set search_path = '' as $$ select private.ask_star_door(p_star, p_speaker, p_proof) $$;

create function private.tell_star_facts(star uuid, given text) returns void
language plpgsql security definer set search_path = '' as $$
declare said constant text := private.note_text(given, 1000);
begin
  perform private.require_writer();
  if star not in (select private.stars_of(auth.uid())) then
    raise exception 'Das kann nur, wer dieser Star ist.' using errcode = '42501', hint = 'not_this_star';
  end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  insert into private.star_requests (star_id, member_id, kind, content) values (star, auth.uid(), 'facts', said);
  perform private.alert_team('star_door', 'Ein Star meldet sich', star, auth.uid());
end $$;

create function public.tell_star_facts(p_star uuid, p_text text) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.tell_star_facts(p_star, p_text);
  return true;
end $$;

-- The star speaks under the star's name, whatever the claim said.
create function private.star_statement(post uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found public.community_posts;
  mine private.star_requests;
begin
  perform private.require_proven();
  select * into found from public.community_posts p where p.id = post and p.status = 'approved';
  select r.* into mine from private.star_requests r
    where r.member_id = auth.uid() and r.kind = 'claim' and r.state = 'granted' and r.star_id = any (found.tags) order by r.asked_at limit 1;
  if mine.id is null then return null; end if;
  return jsonb_build_object('speaker', (select private.star_name(st.first_name, st.nickname, st.last_name) from public.stars st where st.id = mine.star_id),
    'text', case when s.post_id is not null then found.statement end, 'is_taken', found.statement is not null and s.post_id is null,
    'waiting', (private.waiting_statement(post, auth.uid())).content)
  from (select 1) one left join private.star_statements s
    on s.post_id = post and s.member_id = auth.uid() and s.since = found.statement_at;
end $$;

create function public.star_statement(p_post uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.star_statement(p_post) $$;

-- A statement that changes is news for the team each time; a link or a sensitive subject is in the title.
create function private.answer_as_star(post uuid, given text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  said constant text := nullif(private.trim_text(private.clean_text(coalesce(given, ''))), '');
  was public.community_posts;
  mine jsonb;
  waiting private.star_requests;
begin
  perform private.require_writer();
  perform private.require_short(given, 2000, 'Die Stellungnahme hat höchstens 2.000 Zeichen.', 'statement_length');
  if char_length(said) > 2000 then perform private.refuse('Die Stellungnahme hat höchstens 2.000 Zeichen.', 'statement_length'); end if;
  select * into was from public.community_posts p where p.id = post for update;
  mine := private.star_statement(post);
  if mine is null then raise exception 'Das kann nur, um wen es geht.' using errcode = '42501', hint = 'not_this_star'; end if;
  if (mine ->> 'is_taken')::boolean then
    raise exception 'Hier steht schon eine Stellungnahme.' using errcode = '42501', hint = 'statement_taken';
  end if;
  waiting := private.waiting_statement(post, auth.uid());
  if said is not distinct from coalesce(waiting.content, was.statement) then return false; end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  -- Another text than the one the team was told about rings again.
  delete from private.team_alerts t where t.alert = 'star_door' and t.about = post and (waiting.id is not null or was.statement is not null);
  if not private.is_moderator() and said is distinct from was.statement and (private.sensitive_subjects(said) <> '{}' or private.shows_link(said)) then
    -- What is public stays until then.
    insert into private.star_requests as r (star_id, member_id, kind, content, post_id)
      select c.star_id, auth.uid(), 'statement', said, post from private.star_requests c
      where c.member_id = auth.uid() and c.kind = 'claim' and c.state = 'granted' and c.star_id = any (was.tags) order by c.asked_at limit 1
      on conflict (post_id, member_id) where kind = 'statement' and state = 'asked'
      do update set content = excluded.content, asked_at = clock_timestamp();
    perform private.alert_team('star_door', 'Die Stellungnahme eines Stars wartet: mit Link oder zu einem heiklen Thema', post, auth.uid());
    return true;
  end if;
  delete from private.star_requests r where r.id = waiting.id;
  if said is not distinct from was.statement then return true; end if;
  perform private.publish_statement(post, auth.uid(), mine ->> 'speaker', said);
  if said is not null then
    perform private.alert_team('star_door', case when was.statement is null then 'Ein Star hat Stellung genommen'
      else 'Ein Star hat seine Stellungnahme geändert' end, post, auth.uid());
  end if;
  return true;
end $$;

create function public.answer_as_star(p_id uuid, p_text text) returns boolean
language sql set search_path = '' as $$ select private.answer_as_star(p_id, p_text) $$;

-- Who speaks for a star is held against the same words, and read the same way, as a nickname.
create function private.is_reserved_speaker(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_reserved_name(spoken.name) or private.passes_for_staff(spoken.name, null)
    or exists (select from unnest(private.name_words(spoken.name)) w join private.reserved_nicknames r on r.word = private.name_skeleton(w))
  from (select regexp_replace(btrim(private.in_latin(private.without_hidden(coalesce(name, ''), ' '))), '[^[:alnum:]]+', '.', 'g') as name) as spoken
$$;

-- A name that is reserved today may have been allowed when the claim was granted.
create function private.check_claimed_speaker() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_restoring() and private.is_reserved_speaker(new.speaker) then
    raise exception 'Dieser Name gehört dem Team. Nenn den Star oder das Management.' using errcode = '23514', hint = 'speaker_reserved';
  end if;
  return new;
end $$;

create function private.publish_statement(post uuid, member uuid, speaker text, said text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was text;
  at constant timestamptz := clock_timestamp();
begin
  select p.statement into was from public.community_posts p where p.id = post for update;
  update public.community_posts p set statement = said, statement_speaker = case when said is not null then speaker end,
    statement_at = case when said is not null then at end where p.id = post;
  if said is null then
    delete from private.star_statements s where s.post_id = post;
    return;
  end if;
  insert into private.star_statements (post_id, member_id, since) values (post, member, at)
    on conflict (post_id) do update set member_id = excluded.member_id, since = excluded.since;
  if was is null then
    insert into private.announcements (kind, post_id) values ('statement', post) on conflict do nothing;
  end if;
end $$;

create function private.true_speaker(given text, tags uuid[]) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  -- "Lina Morgentau, über ihr Management" is Lina Morgentau.
  name constant text := btrim(split_part(given, ',', 1));
  key constant text := private.search_fold(name);
  spoken public.stars;
begin
  select * into spoken from public.stars s
    where key in (private.search_fold(s.full_name), private.search_fold(concat_ws(' ', s.first_name, s.last_name)), private.search_fold(s.nickname))
    order by s.id = any (tags) desc limit 1;
  if spoken.id = any (tags) then
    return private.star_name(spoken.first_name, spoken.nickname, spoken.last_name) || substr(given, char_length(split_part(given, ',', 1)) + 1);
  elsif spoken.id is not null then
    perform private.refuse('So heißt ein Star, um den es in diesem Beitrag nicht geht. Setz zuerst den Tag, oder nenn, wer wirklich spricht.', 'speaker_of_star');
  elsif private.is_reserved_speaker(name) then
    perform private.refuse('Dieser Name gehört dem Team. Nenn, wer spricht: den Star, das Management, den Sender.', 'speaker_reserved');
  elsif exists (select from public.profiles p join (values (''), ('_'), ('.')) as j (joint)
      on private.nickname_look(p.nickname) = private.nickname_look(regexp_replace(name, '\s+', j.joint, 'g'))) then
    perform private.refuse('So heißt ein Mitglied. Nenn, wer spricht: den Star, das Management, den Sender.', 'speaker_of_member');
  end if;
  return given;
end $$;

create function private.joined_subjects(named text[], added text[]) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select s.subject from unnest(private.rumor_subjects()) with ordinality as s (subject, place)
    where private.is_sensitive(s.subject) and (s.subject = any (named) or s.subject = any (coalesce(added, '{}'))) order by s.place)
$$;

create function private.waits_for_classifier(kind text, tags uuid[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_moderator() then return false; end if;
  if not exists (select from private.classifier c where c.seen_at > now() - interval '2 minutes') then return false; end if;
  -- A poll or discussion is about somebody when it is tagged with a star.
  return kind = 'rumor' or exists (select from public.stars s where s.id = any (tags));
end $$;

create function private.want_classification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only what waits for nothing else: the classifier's answer frees it.
  if private.waits_for_classifier(new.type, new.tags) and private.may_publish_at_once()
      and not private.needs_a_human(new.type, new.title, new.content, new.tags, new.rumor_subject) then
    insert into private.classifications (post_id) values (new.id);
  end if;
  return null;
end $$;

create function private.claim_classifications(wanted integer, reader text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare claimed jsonb;
begin
  insert into private.classifier (seen_at, host) values (now(), reader) on conflict (id) do update set seen_at = excluded.seen_at, host = excluded.host;
  with due as (
    select c.post_id from private.classifications c where c.due_at <= now() order by c.due_at limit least(wanted, 20) for update skip locked
  ), taken as (
    -- Three tries within some minutes; then it waits for a human like any other post.
    update private.classifications c set tries = c.tries + 1, due_at = case when c.tries < 2 then now() + interval '1 minute' end
      from due where c.post_id = due.post_id returning c.post_id
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', t.post_id, 'type', r.kind, 'updated_at', r.version, 'text', r.written)), '[]') into claimed
    from taken t cross join lateral private.to_classify(t.post_id) r;
  return claimed;
end $$;

create function private.settle_classification(post uuid, version timestamptz, seen text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  read record;
begin
  select * into was from public.community_posts p where p.id = post for update;
  select * into read from private.to_classify(post);
  -- Changed while it was read: it is read again.
  if was.id is null or read.version is distinct from version then
    update private.classifications c set due_at = now() where c.post_id = post and c.tries < 3;
    return;
  end if;
  update private.classifications c set subjects = private.joined_subjects(seen, '{}'), due_at = null where c.post_id = post;
  if not found or cardinality(private.joined_subjects(seen, '{}')) > 0 then return; end if;
  if read.is_change then
    -- Somebody voted while it was read: now it is for the team.
    if (select private.question_is_fixed(post, private.text_of_revision(v)) from private.post_revisions v where v.post_id = post) then return; end if;
    perform private.publish_revision(post, 'Änderung freigegeben');
    return;
  end if;
  if was.status <> 'pending' or was.moderated_at is not null then return; end if;
  -- The answers of a poll came after its text.
  if private.sensitive_subjects(private.said_in(post)) <> '{}' then return; end if;
  update public.community_posts p set status = 'approved' where p.id = post;
end $$;

create function public.claim_classifications(p_reader text, p_limit integer default 5) returns jsonb
language sql set search_path = '' as $$ select private.claim_classifications(p_limit, p_reader) $$;

create function public.settle_classification(p_post uuid, p_version timestamptz, p_subjects text[]) returns void
language sql set search_path = '' as $$ select private.settle_classification(p_post, p_version, p_subjects) $$;

-- What is harmless when it is read can be changed into anything a minute later.

create function private.read_change(post uuid, wanted boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- A change that waits for the team is not freed by an answer to the one before it.
  delete from private.classifications c where c.post_id = post;
  if wanted then insert into private.classifications (post_id) values (post); end if;
end $$;

create function private.to_classify(post uuid) returns table (kind text, version timestamptz, written text, is_change boolean)
language sql stable security definer set search_path = '' as $$
  select p.type, greatest(p.updated_at, v.updated_at),
    case when v.post_id is null then private.marks_off(concat_ws(E'\n\n', p.title, nullif(p.content, ''), private.answers_of(p.id),
        (select r.source_url from public.post_rumors r where r.post_id = p.id)))
      else private.marks_off(concat_ws(E'\n\n', v.title, nullif(v.content, ''), array_to_string(v.options, ' '), v.source_url)) end, v.post_id is not null
  from public.community_posts p
  left join private.post_revisions v on v.post_id = p.id and v.status = 'pending' and p.status = 'approved'
  where p.id = post
$$;

create function private.alert_team(alert text, title text, about uuid, actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
  wishes private.team_mails;
  address text;
begin
  -- A crowd that reports the same thing, or one member who appeals twice, rings once a day.
  insert into private.team_alerts as t (alert, about) values (alert_team.alert, alert_team.about)
    on conflict on constraint team_alerts_alert_about_key do update set rung_at = now() where t.rung_at < now() - interval '24 hours';
  if not found then return; end if;
  for member in select t.id from private.team_members() as t (id) where t.id is distinct from actor loop
    wishes := private.team_mails_of(member);
    if not alert = any (wishes.silent) then
      perform private.notify(member, 'team_alert', title, title || '.', jsonb_build_object('alert', alert), target => about);
    end if;
    address := case when alert = any (wishes.mailed) then private.mail_address(member) end;
    if address is not null then perform private.send_mail(address, 'team_alert', jsonb_build_object('alert', alert, 'title', title)); end if;
  end loop;
end $$;

create function private.alert_of_report() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.confirmed_at is null or new.status <> 'pending' or new.reason not in ('illegal_content', 'false_claim', 'privacy') then
    return null;
  end if;
  perform private.alert_team(new.reason, 'Gemeldet: ' || private.report_reason_text(new.reason),
    coalesce(new.target_post_id, new.target_comment_id, new.target_profile_id), new.reporter_id);
  return null;
end $$;

create function private.alert_of_appeal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.alert_team('appeal', 'Einspruch gegen eine Entscheidung', new.id, new.user_id);
  return null;
end $$;

create function private.team_alert_kinds() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select '{illegal_content,false_claim,privacy,appeal,answer,star_door,queue,away,job,mail}'::text[]
$$;

create function private.set_team_mails(alerts jsonb, briefing boolean, weekly boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kinds constant text[] := private.team_alert_kinds();
  silent constant text[] := array(select k from unnest(kinds) k where alerts -> k ->> 'app' = 'false');
  mailed constant text[] := array(select k from unnest(kinds) k where alerts -> k ->> 'mail' = 'true');
begin
  perform private.require_moderator();
  insert into private.team_mails (member_id, urgent, briefing, silent, mailed, weekly)
    values (auth.uid(), mailed <> '{}', coalesce(set_team_mails.briefing, false), silent, mailed, set_team_mails.weekly)
    on conflict (member_id) do update set urgent = excluded.urgent, briefing = excluded.briefing, silent = excluded.silent,
      mailed = excluded.mailed, weekly = coalesce(excluded.weekly, team_mails.weekly);
end $$;

create function public.admin_set_team_mails(p_alerts jsonb, p_briefing boolean, p_weekly boolean default null) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.set_team_mails(p_alerts, p_briefing, p_weekly);
  return private.own_team_mails();
end $$;

create function private.own_team_mails() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare mine constant private.team_mails := private.team_mails_of(auth.uid());
begin
  perform private.require_proven();
  if not private.is_moderator() then return null; end if;
  return jsonb_build_object(
    'alerts', (select jsonb_agg(jsonb_build_object('alert', k, 'app', not k = any (mine.silent), 'mail', k = any (mine.mailed)) order by place)
      from unnest(private.team_alert_kinds()) with ordinality as listed (k, place)),
    'briefing', mine.briefing, 'weekly', case when private.is_admin() then mine.weekly end);
end $$;

create function public.own_team_mails() returns jsonb
language sql stable set search_path = '' as $$ select private.own_team_mails() $$;

create function private.mail_address(member uuid) returns text
language sql stable security definer set search_path = '' as $$
  select u.email from auth.users u where u.id = member and u.email_confirmed_at is not null and not private.is_banned(u.id)
$$;

create function private.hours_since(since timestamptz) returns text
language sql stable set search_path = '' as $$
  select case when h < 48 then h || ' Stunden' else h / 24 || ' Tagen' end
  from (select floor(extract(epoch from now() - since) / 3600)::integer as h) x
$$;

create function private.stuck_mails() returns integer
language sql stable security definer set search_path = '' as $$
  select case when count(*) filter (where not f.refused) > 0 or count(distinct f.recipient) filter (where f.refused) >= 5
    then count(*)::integer else 0 end
  from (
    -- As problemOf() of the web server notes them: these two are about one recipient, who may have mistyped their address.
    select o.recipient, coalesce(o.last_error, '') ~ '^(EENVELOPE|EMESSAGE) 5' as refused
    from private.mail_outbox o where o.sent_at is null and o.tries >= 3 and o.tried_at > now() - interval '1 day'
  ) f
$$;

create function private.watch_team() returns void
language plpgsql security definer set search_path = '' as $$
declare
  oldest constant timestamptz := least((select min(w.since) from private.waiting_posts w),
    (select min(r.confirmed_at) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    (select min(a.created_at) from public.appeals a where a.status = 'pending'),
    (select min(c.held_at) from private.held_comments c where c.rejected_at is null));
  patience constant integer := (select s.alert_after_hours from public.app_settings s);
  broken constant text := (select string_agg(j.name, ', ' order by j.name) from private.jobs j
    where j.last_failed_at > now() - interval '1 day' and j.last_failed_at > coalesce(j.last_succeeded_at, '-infinity'));
  stuck constant integer := private.stuck_mails();
begin
  if oldest < now() - make_interval(hours => patience) then
    perform private.alert_team('queue', 'Seit ' || private.hours_since(oldest) || ' wartet etwas auf eine Entscheidung', null, null);
  end if;
  if private.team_away_since() is not null then
    perform private.alert_team('away', 'Seit ' || private.hours_since(private.last_staff_action()) || ' hat niemand aus dem Team etwas getan', null, null);
  end if;
  if broken is not null then perform private.alert_team('job', 'Im Hintergrund scheitert: ' || left(broken, 200), null, null); end if;
  if stuck > 0 then
    perform private.alert_team('mail', case stuck when 1 then 'Eine Mail kommt nicht an' else stuck || ' Mails kommen nicht an' end, null, null);
  end if;
  perform private.queue_briefings();
  delete from private.team_alerts t where t.rung_at < now() - interval '30 days';
end $$;

create function private.unusual_yesterday() returns jsonb
language sql stable security definer set search_path = '' as $$
  with bounds as (
    select (private.berlin_now()::date - n)::timestamp at time zone 'Europe/Berlin' as at, n from unnest('{0,1,8}'::integer[]) n
  ), days as (
    select (select at from bounds where n = 0) as today, (select at from bounds where n = 1) as yesterday, (select at from bounds where n = 8) as before
  ), counted as (
    select k.kind, k.yesterday, round(k.week / 7.0, 1) as usual from days d cross join lateral (values
      ('members', (select count(*) from public.profiles x where x.created_at >= d.yesterday and x.created_at < d.today),
        (select count(*) from public.profiles x where x.created_at >= d.before and x.created_at < d.yesterday)),
      ('posts', (select count(*) from public.community_posts x where x.created_at >= d.yesterday and x.created_at < d.today),
        (select count(*) from public.community_posts x where x.created_at >= d.before and x.created_at < d.yesterday)),
      ('comments', (select count(*) from public.comments x where x.created_at >= d.yesterday and x.created_at < d.today),
        (select count(*) from public.comments x where x.created_at >= d.before and x.created_at < d.yesterday)),
      ('reports', (select count(*) from public.reports x where x.created_at >= d.yesterday and x.created_at < d.today),
        (select count(*) from public.reports x where x.created_at >= d.before and x.created_at < d.yesterday))
    ) as k (kind, yesterday, week)
  )
  select coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'yesterday', c.yesterday, 'usual', c.usual) order by c.kind), '[]')
  from counted c where (c.yesterday >= 10 and c.yesterday > 3 * c.usual) or (c.usual >= 10 and c.yesterday < c.usual / 3)
$$;

create function private.briefing_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'posts', (select jsonb_build_object('count', count(*), 'oldest', min(w.since)) from private.waiting_posts w),
    'reports', (select jsonb_build_object('count', count(distinct coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id)),
      'oldest', min(r.confirmed_at)) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    'appeals', (select jsonb_build_object('count', count(*), 'oldest', min(a.created_at)) from public.appeals a where a.status = 'pending'),
    'today', coalesce((
      select jsonb_agg(jsonb_build_object('time', to_char(private.shown_time(e.event_date, e.event_time), 'HH24:MI'),
        'title', left(coalesce(e.format_name, e.title), 80), 'channel', left(coalesce(e.channel, e.streaming_platform), 40),
        'is_cancelled', e.is_cancelled) order by e.event_date, e.event_time, e.id)
      from (select * from public.calendar_events x
        where x.is_occurrence and x.event_date between private.television_day() and private.television_day() + 1
          and private.television_day_of(x.event_date, x.event_time) = private.television_day()
          and not private.is_over(x.event_date, x.event_time, x.duration_minutes)
        order by x.event_date, x.event_time, x.id limit 12) e), '[]'),
    'unusual', private.unusual_yesterday(),
    'broken', coalesce((select jsonb_agg(j.name order by j.name) from (select * from private.jobs x
      where x.last_failed_at > now() - interval '1 day' and x.last_failed_at > coalesce(x.last_succeeded_at, '-infinity') limit 10) j), '[]'))
$$;

create function private.queue_briefings() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.berlin_now()::date;
  facts jsonb;
  member uuid;
  address text;
  queued integer := 0;
begin
  -- A server that was down at seven makes up for it until noon.
  if extract(hour from private.berlin_now()) not between 7 and 11 then return 0; end if;
  insert into private.briefings (day) values (today) on conflict do nothing;
  if not found then return 0; end if;
  delete from private.briefings b where b.day < today - 30;
  if extract(isodow from today) = 1 then queued := private.queue_weekly(today - 7); end if;
  facts := private.briefing_facts();
  if facts -> 'today' = '[]' and facts -> 'unusual' = '[]' and facts -> 'broken' = '[]'
    and '0' = all (array[facts #>> '{posts,count}', facts #>> '{reports,count}', facts #>> '{appeals,count}']) then return queued; end if;
  for member in select t.id from private.team_members() as t (id) loop
    address := case when (private.team_mails_of(member)).briefing then private.mail_address(member) end;
    continue when address is null;
    perform private.send_mail(address, 'briefing', jsonb_build_object('facts', facts::text));
    queued := queued + 1;
  end loop;
  return queued;
end $$;

create function private.week_of(monday date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('monday', week_of.monday, 'now', private.week_figures(w.since, w.until), 'before', private.week_figures(w.before, w.since),
    'top', private.week_tops(w.since, w.until))
  from (select monday::timestamp at time zone 'Europe/Berlin' as since, (monday + 7)::timestamp at time zone 'Europe/Berlin' as until,
    (monday - 7)::timestamp at time zone 'Europe/Berlin' as before) w
$$;

create function private.week_views(monday date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with seen as materialized (
    select e.event_type, e.target_id::uuid as target, count(*) as views
    from public.analytics_events e
    where e.event_type in ('post_view', 'star_view', 'format_view') and e.target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and e.created_at >= week_views.monday::timestamp at time zone 'Europe/Berlin'
      and e.created_at < (week_views.monday + 7)::timestamp at time zone 'Europe/Berlin'
    group by 1, 2
  )
  select jsonb_build_object(
    'posts', coalesce((select jsonb_agg(x.hit || jsonb_build_object('views', x.views) order by x.views desc, x.target) from (
      select h.hit, s.views, s.target from seen s join public.community_posts p on p.id = s.target and p.status = 'approved'
      join private.post_hits h on h.id = s.target where s.event_type = 'post_view' order by s.views desc, s.target limit 5) x), '[]'::jsonb),
    'stars', coalesce((select jsonb_agg(jsonb_build_object('star', x.ref, 'views', x.views) order by x.views desc, x.target) from (
      select c.ref, s.views, s.target from seen s join private.star_cards c on c.id = s.target
      where s.event_type = 'star_view' order by s.views desc, s.target limit 5) x), '[]'::jsonb),
    'formats', coalesce((select jsonb_agg(jsonb_build_object('format', x.ref, 'views', x.views) order by x.views desc, x.target) from (
      select f.ref, s.views, s.target from seen s join private.format_refs f on f.id = s.target
      where s.event_type = 'format_view' order by s.views desc, s.target limit 5) x), '[]'::jsonb))
$$;

create function private.queue_weekly(monday date) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  facts constant jsonb := private.week_of(monday);
  member uuid;
  address text;
  queued integer := 0;
begin
  for member in select t.id from private.team_members() as t (id) loop
    address := case when (private.team_mails_of(member)).weekly then private.mail_address(member) end;
    continue when address is null;
    perform private.send_mail(address, 'weekly', jsonb_build_object('facts', facts::text));
    queued := queued + 1;
  end loop;
  return queued;
end $$;

create or replace function private.notify_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.notification_events (post_id, kind, comment_id, actor_id) values (new.post_id, 'comment', new.id, new.author_id);
  return null;
end $$;

create or replace function private.notify_edited_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications n
    set data = (n.data - 'comment_excerpt') || jsonb_strip_nulls(jsonb_build_object('comment_excerpt', private.excerpt_for(n.user_id, new)))
    where n.comment_id = new.id and n.actors_count > 0
      and n.type in ('comment_on_post', 'reply_to_comment', 'subsequent_comment', 'followed_comment', 'mention', 'reaction_on_comment');
  perform private.notify_mentions(new);
  return null;
end $$;

-- Authors who changed their rumor themselves know that it is open again.
create or replace function private.notify_rumor_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare is_reset constant boolean := new.recheck_at is not null and new.recheck_at is distinct from old.recheck_at;
begin
  perform private.notify(p.author_id, 'rumor_status_update', 'Dein Gerücht hat einen neuen Status',
      format('„%s“ gilt jetzt als %s.', p.title,
        case new.rumor_status when 'verified' then 'bestätigt' when 'debunked' then 'widerlegt' else 'unbestätigt' end),
      private.post_facts(p.id) || jsonb_build_object('rumor_status', new.rumor_status,
        'reason', case when is_reset then 'Der Text wurde geändert, das Team prüft ihn neu.' else new.verification_reason end), p.id)
    from public.community_posts p where p.id = new.post_id and not (is_reset and p.author_id is not distinct from auth.uid());
  return null;
end $$;

-- Warnings, removals and bans: a statement of reasons, which nobody can switch off.
create or replace function private.notify_moderation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  thing constant text := case new.target_type when 'post' then 'Beitrag' when 'comment' then 'Kommentar' end;
  -- A ban of a member as such, from the record, has no content.
  of_profile constant boolean := new.target_type = 'profile' and (new.report_id is not null or new.content_excerpt is not null);
  days constant integer := new.ban_duration_days;
  what constant text := case new.action
    when 'warned' then 'Du wurdest verwarnt.'
    when 'deleted' then case when of_profile then 'Wir haben dein Profil zurückgesetzt.' else 'Wir haben ' || coalesce('deinen ' || thing, 'etwas von dir') || ' entfernt.' end
    else 'Dein Konto ist ' || case when days is null then 'dauerhaft' when days = 1 then 'für einen Tag' else 'für ' || days || ' Tage' end || ' gesperrt.'
  end;
begin
  perform private.notify(new.target_user_id, 'warning',
    case when new.severity = 'high' then 'Verwarnung (Schwerwiegend)' else 'Verwarnung' end,
    -- concat_ws skips unknown parts, where || would return null.
    concat_ws(' ', what, 'Es geht um ' || case when of_profile then 'dein Profil' else 'deinen ' || thing end || ': „' || new.content_excerpt || '“.', 'Grund: ' || new.reason || case when new.reason ~ '[.!?…]$' then '' else '.' end,
      'Regel: ' || private.rule_title(new.rule) || '.', private.how_decided(new.report_id is not null)),
    jsonb_strip_nulls(jsonb_build_object('action', new.action, 'reason', new.reason, 'severity', new.severity, 'decision_id', new.id,
      'decided_by', 'human', 'rule', new.rule, 'target_type', new.target_type, 'content_excerpt', new.content_excerpt,
      'ban_duration_days', days, 'reported', new.report_id is not null)));
  return null;
end $$;

create function private.people_before(post uuid, later uuid[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.author_id order by p.last_at desc), '{}') from (
    select latest.author_id, max(latest.created_at) as last_at from (
      select c.author_id, c.created_at from public.comments c
      where c.post_id = post and c.deleted_at is null and c.author_id is not null and c.id <> all (later)
      order by c.created_at desc limit 500
    ) latest
    group by latest.author_id order by max(latest.created_at) desc limit 70
  ) p
$$;

create function private.deliver_events(post uuid, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  events private.notification_events[];
  event private.notification_events;
  post_author uuid;
  written public.comments;
  answered uuid;
  people uuid[];
  told uuid[];
  others uuid[];
  followers uuid[];
  -- One entry for each notification due: who, of which type, on what, and of which event.
  members uuid[] := '{}';
  kinds text[] := '{}';
  targets uuid[] := '{}';
  causes bigint[] := '{}';
  due record;
begin
  with taken as (
    delete from private.notification_events e
    where e.post_id = post and e.id in (
      select w.id from private.notification_events w where w.post_id = post order by w.id limit most for update skip locked)
    returning e.*
  )
  select array_agg(t::private.notification_events order by t.id) into events from taken t;
  select p.author_id into post_author from public.community_posts p where p.id = post;
  if events is null or not found then return coalesce(cardinality(events), 0); end if;
  foreach event in array events loop
    continue when not private.is_news(event);
    if event.kind <> 'comment' then
      members := members || case when event.kind = 'comment_reaction'
        then (select c.author_id from public.comments c where c.id = event.comment_id) else post_author end;
      kinds := kinds || case event.kind when 'post_reaction' then 'reaction_on_post' when 'comment_reaction' then 'reaction_on_comment'
        else 'vote_on_' || split_part(event.kind, '_', 1) end;
      targets := targets || coalesce(event.comment_id, post);
      causes := causes || event.id;
      continue;
    end if;
    -- Each comment is news to those who commented before it, so the others that wait do not count yet.
    people := coalesce(people, private.people_before(post, array(
      select e.comment_id from unnest(events) e where e.kind = 'comment'
      union all select e.comment_id from private.notification_events e where e.post_id = post and e.kind = 'comment')));
    select * into written from public.comments c where c.id = event.comment_id;
    answered := (select c.author_id from public.comments c where c.id = written.parent_id);
    told := case when written.mentions is null then '{}' else private.notify_mentions(written) end;
    others := array(
      select m.id from unnest(people) with ordinality as m (id, place)
      where m.id <> all (array_remove(told || post_author || answered || event.actor_id, null)) order by m.place limit 50);
    if answered <> all (told) and answered <> event.actor_id and private.wants(answered, 'reply_to_comment') then
      -- Both types: the first is what the list shows.
      members := members || answered || answered;
      kinds := kinds || 'subsequent_comment'::text || 'reply_to_comment'::text;
      targets := targets || written.parent_id || written.parent_id;
      causes := causes || event.id || event.id;
      told := told || answered;
    end if;
    if post_author <> all (told) then
      members := members || post_author; kinds := kinds || 'comment_on_post'::text; targets := targets || post; causes := causes || event.id;
    end if;
    members := members || others;
    kinds := kinds || array_fill('subsequent_comment'::text, array[cardinality(others)]);
    targets := targets || array_fill(post, array[cardinality(others)]);
    causes := causes || array_fill(event.id, array[cardinality(others)]);
    followers := coalesce(followers, private.followers_of_post(post));
    others := array(
      select f from unnest(followers) f where f <> all (array_remove(told || others || people || post_author || answered || event.actor_id, null)));
    members := members || others;
    kinds := kinds || array_fill('followed_comment'::text, array[cardinality(others)]);
    targets := targets || array_fill(post, array[cardinality(others)]);
    causes := causes || array_fill(event.id, array[cardinality(others)]);
    people := (event.actor_id || array_remove(people, event.actor_id))[:70];
  end loop;
  for due in
    select d.member, d.kind, d.target, array_agg(e::private.notification_events order by e.id) as events
    from unnest(members, kinds, targets, causes) as d (member, kind, target, cause) join unnest(events) e on e.id = d.cause
    where d.member is not null and d.member <> e.actor_id
    group by d.member, d.kind, d.target order by d.member, d.kind, d.target
  loop
    perform private.notify_together(due.events, due.member, due.kind, due.target);
  end loop;
  return cardinality(events);
end $$;

create function private.deliver_notifications() returns integer
-- Shorter than deadlock_timeout: when a member marks all as read meanwhile, the job gives way.
language plpgsql security definer set search_path = '' set lock_timeout = '300ms' as $$
declare
  until constant timestamptz := clock_timestamp() + interval '300 milliseconds';
  post uuid;
  delivered integer := 0;
  before integer;
begin
  loop
    before := delivered;
    for post in select e.post_id from private.notification_events e group by e.post_id order by min(e.id) limit 200 loop
      -- One process per post: its acts stay in order, and no two processes are at the same notification.
      continue when not pg_try_advisory_xact_lock(hashtextextended('notifications of ' || post, 0));
      begin
        delivered := delivered + private.deliver_events(post, 100);
      exception when lock_not_available then
        -- Its acts wait for the next run.
        null;
      end;
      exit when clock_timestamp() > until;
    end loop;
    begin
      delivered := delivered + private.deliver_announcements();
    exception when lock_not_available then
      null;
    end;
    begin
      delivered := delivered + private.tell_voters();
    exception when lock_not_available then
      null;
    end;
    exit when delivered = before or clock_timestamp() > until;
  end loop;
  return delivered;
end $$;

-- Staff may notify a member, in nobody's name but their own, and the log says so. What states a decision is sent by that decision.
create or replace function private.create_notification(
  recipient uuid, kind text, title text, message text, data jsonb, post uuid, comment uuid, actor uuid
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare made uuid;
begin
  if auth.role() = 'service_role' then return private.notify(recipient, kind, title, message, data, post, comment, actor); end if;
  perform private.require_moderator();
  if kind in ('warning', 'post_rejected', 'post_approved') or (actor is not null and actor <> auth.uid()) then
    raise exception 'Das Team schreibt in eigenem Namen, und über Entscheidungen berichtet nur die Entscheidung.'
      using errcode = '42501', hint = 'not_allowed';
  end if;
  made := private.notify(recipient, kind, title, message, data, post, comment, auth.uid());
  perform private.log_staff_action('notify', 'profile', recipient::text,
    jsonb_build_object('type', kind, 'title', left(title, 200), 'message', left(message, 1000)));
  return made;
exception when check_violation then
  raise exception 'So lässt sich die Benachrichtigung nicht schreiben: Prüf Art, Titel und Text.' using errcode = '23514', hint = 'notification_invalid';
end $$;

create or replace function public.notifications_page(p_after text default null, p_limit integer default 20, p_unread boolean default false) returns jsonb
language plpgsql stable set search_path = '' set enable_bitmapscan = off as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select n.id, n.created_at, row_number() over (order by n.created_at desc, n.id desc) as place,
        private.notification_item(n, m.ref) as item
      from (
        -- reply_to_comment is stored but never listed, nor what was withdrawn (which is read). Two branches, each with an index of its own.
        (select * from public.notifications a
         where p_unread is not true and a.user_id = (select auth.uid()) and a.type <> 'reply_to_comment' and a.actors_count > 0
           and (a.created_at, a.id) < (last[1]::timestamptz, last[2]::uuid)
         order by a.created_at desc, a.id desc limit wanted + 1)
        union all
        (select * from public.notifications u
         where p_unread and u.user_id = (select auth.uid()) and not u.read and u.type <> 'reply_to_comment'
           and (u.created_at, u.id) < (last[1]::timestamptz, last[2]::uuid)
         order by u.created_at desc, u.id desc limit wanted + 1)
      ) n
      left join private.member_refs m on m.id = n.actor_id
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create or replace function private.latest_notifications(member uuid, wanted integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'type', n.type, 'title', n.title, 'message', n.message, 'data', n.data,
      'post_id', n.post_id, 'comment_id', n.comment_id, 'actor', m.ref, 'actors_count', n.actors_count, 'read', n.read,
      'created_at', n.created_at) order by n.created_at desc, n.id desc), '[]'::jsonb)
    from (
      select * from public.notifications l where l.user_id = member and l.type <> 'reply_to_comment' and l.actors_count > 0
      order by l.created_at desc, l.id desc limit wanted
    ) n
    left join private.member_refs m on m.id = n.actor_id
  );
end $$;

create or replace function private.notify_post_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.notification_events (post_id, kind, actor_id, choice) values (new.post_id, 'post_reaction', new.user_id, new.reaction);
  return null;
end $$;

create or replace function private.notify_comment_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.notification_events (post_id, kind, comment_id, actor_id, choice)
    select c.post_id, 'comment_reaction', c.id, new.user_id, new.reaction from public.comments c where c.id = new.comment_id;
  return null;
end $$;

create or replace function private.notify_rumor_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.notification_events (post_id, kind, actor_id, choice) values (new.post_id, 'rumor_vote', new.user_id, new.vote);
  return null;
end $$;

create or replace function private.notify_poll_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.notification_events (post_id, kind, actor_id) values (new.post_id, 'poll_vote', new.user_id);
  return null;
end $$;

-- Of several people each may have chosen another reaction, so what is stored of a group names none, as list and push word it anew.
create or replace function private.with_actors(message text, actor uuid, others integer) returns text
language sql stable set search_path = '' as $$
  select case when starts_with(message, '{actors} ') then
    coalesce((select p.nickname from public.public_profiles p where p.id = actor), 'Jemand')
      || case when others > 0 then format(' und %s haben', case others when 1 then 'eine weitere Person' else others || ' weitere' end) else ' hat' end
      || case when others > 0 then regexp_replace(rest, '^ mit \S+ auf ', ' auf ') else rest end
    else message end
  from substr(message, length('{actors} ')) as rest
$$;

create or replace function private.notify(
  recipient uuid, kind text, title text, message text, data jsonb default '{}', post uuid default null, comment uuid default null,
  actor uuid default null, target uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  shown_actor constant uuid := (select p.id from public.public_profiles p where p.id = actor);
  happened_to constant uuid := coalesce(target, comment, post);
  why constant uuid := coalesce(comment, target, post, '00000000-0000-0000-0000-000000000000');
  goes_to constant text := private.channel_of(recipient, private.setting_of(kind, data), post);
  entry uuid;
  was_gone boolean;
  people integer;
begin
  -- Own actions never notify, nor do those of banned accounts and of blocked or muted members; the recipient may be deleted.
  if recipient is null or recipient = actor or private.is_banned(actor) or private.keeps_silent(recipient, actor) then return null; end if;
  if goes_to = 'off' then return null; end if;
  if actor is not null then
    -- Of two concurrent actors the second waits and joins the row of the first.
    perform pg_advisory_xact_lock(hashtextextended(concat(recipient, kind, happened_to), 0));
    select n.id into entry from public.notifications n
    where n.user_id = recipient and n.type = kind and n.target_id is not distinct from happened_to
      and n.created_at > now() - interval '24 hours' and exists (select from private.notification_actors a where a.notification_id = n.id)
    order by n.created_at desc limit 1;
    -- What is withdrawn at this moment is counted afterwards.
    perform from public.notifications n where n.id = entry for update;
    if not found then entry := null; end if;
  end if;
  if entry is null then
    insert into public.notifications (user_id, type, title, message, data, post_id, comment_id, target_id, actor_id, channel)
      values (recipient, kind, title, private.with_actors(message, shown_actor, 0), coalesce(data, '{}'), post, comment, happened_to, shown_actor,
        goes_to)
      returning id into entry;
    if actor is not null then insert into private.notification_actors (notification_id, actor_id, cause) values (entry, actor, why); end if;
    return entry;
  end if;
  select a.gone into was_gone from private.notification_actors a where a.notification_id = entry and a.actor_id = actor and a.cause = why;
  if was_gone then
    -- Given again: it stands there again and does not ring again.
    update private.notification_actors a set gone = false where a.notification_id = entry and a.actor_id = actor and a.cause = why;
    perform private.settle_news(entry);
    return entry;
  end if;
  if was_gone is not null and private.is_repeatable(kind) then return entry; end if;
  insert into private.notification_actors (notification_id, actor_id, cause) values (entry, actor, why) on conflict do nothing;
  select count(distinct a.actor_id) into people from private.notification_actors a where a.notification_id = entry and not a.gone;
  update public.notifications n set title = notify.title, message = private.with_actors(notify.message, coalesce(shown_actor, n.actor_id), people - 1),
      data = coalesce(notify.data, '{}'), comment_id = notify.comment, actor_id = coalesce(shown_actor, n.actor_id), read = false,
      created_at = now(), actors_count = people, channel = goes_to
    where n.id = entry;
  return entry;
end $$;

create or replace function public.notification_settings() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('type', t.type, 'changeable', t.changeable,
    'enabled', not t.changeable or coalesce(p.enabled, private.usual_channel(t.type) <> 'off'),
    'channel', case when t.changeable then coalesce(p.channel, nullif(private.usual_channel(t.type), 'off'), 'push') else 'push' end)
    order by t.place)
  from (values
    (1, 'comment_on_post', true),
    (2, 'reply_to_comment', true),
    (3, 'subsequent_comment', true),
    (4, 'mention', true),
    (5, 'followed_comment', true),
    (6, 'tagged_post', true),
    (7, 'member_post', true),
    (8, 'format_today', true),
    (9, 'broadcast_cancelled', true),
    (10, 'reaction_on_post', true),
    (11, 'reaction_on_comment', true),
    (12, 'vote_on_rumor', true),
    (13, 'vote_on_poll', true),
    (14, 'rumor_status_update', true),
    (15, 'rumor_changed', true),
    (16, 'rumor_decided', true),
    (17, 'poll_ended', true),
    (18, 'statement_published', true),
    (19, 'post_approved', true),
    (20, 'post_rejected', false),
    (21, 'invite_used', true),
    (22, 'report_outcome', true),
    (23, 'warning', false),
    (24, 'team_role', false),
    (25, 'team_alert', true)
  ) as t (place, type, changeable)
  left join public.notification_preferences p on p.user_id = auth.uid() and p.type = t.type
  where t.type <> 'team_alert' or auth.uid() in (select private.team_members())
$$;

-- The list hides reply_to_comment by contract, so whoever is answered gets a subsequent_comment about their own comment, whose text
-- says that it is an answer; the setting "Antworten" switches it.

create function private.setting_of(kind text, data jsonb) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when kind = 'subsequent_comment' and data ? 'answer' then 'reply_to_comment' else kind end
$$;

create function private.wants(member uuid, setting text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.type_channel(member, setting) <> 'off'
$$;

-- A post that goes takes its notifications along. Until they are gone, nothing of them can be counted down: what they tell of has
-- no words any more, and their row may not be written twice.

create function private.settle_news(entry uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  n public.notifications;
  left_over record;
  said private.news;
  people integer;
  acts integer;
begin
  -- After this lock each count sees what others have committed.
  select * into n from public.notifications x where x.id = entry for update;
  if n.id is null then return; end if;
  -- News of new posts tell of the one that is left; all others go with their post.
  if n.type not in ('member_post', 'tagged_post') and n.post_id is not null
     and not exists (select from public.community_posts p where p.id = n.post_id) then return; end if;
  select count(distinct a.actor_id), count(*) into people, acts from private.notification_actors a where a.notification_id = entry and not a.gone;
  if people = 0 then
    -- An update and no deletion, because realtime tells its owner of it; read, so that no badge counts it.
    update public.notifications x set title = 'Zurückgenommen', message = 'Das gibt es nicht mehr.', actor_id = null, actors_count = 0, read = true,
        data = case when n.read then '{}'::jsonb else '{"unread": true}'::jsonb end
      where x.id = entry and x.actors_count > 0;
    return;
  end if;
  select a.actor_id, a.cause, p.id as shown into left_over
    from private.notification_actors a left join public.public_profiles p on p.id = a.actor_id
    left join public.comments c on c.id = a.cause left join public.community_posts b on b.id = a.cause
    where a.notification_id = entry and not a.gone
    order by p.id is null, coalesce(c.created_at, b.created_at) desc nulls last, a.actor_id <> n.actor_id nulls last, a.actor_id limit 1;
  if n.actors_count > 0 and not n.data ? 'post_title' then
    -- The team's own words (create_notification).
    update public.notifications x set actor_id = left_over.shown, actors_count = people where x.id = entry;
  elsif n.type in ('member_post', 'tagged_post') or (n.type = 'mention' and n.target_id = n.post_id) then
    said := private.wording_of_post(n.type, n.target_id, left_over.cause);
    if acts > 1 then said.data := said.data || jsonb_build_object('count', acts); end if;
    update public.notifications x set title = said.title, data = said.data, post_id = left_over.cause,
        message = case when acts > 1 then replace(said.several, '{n}', acts::text) else said.message end,
        actor_id = left_over.shown, actors_count = 1, read = x.read and not x.data ? 'unread' where x.id = entry;
  elsif n.type in ('comment_on_post', 'reply_to_comment', 'subsequent_comment', 'followed_comment', 'mention', 'reaction_on_post', 'reaction_on_comment',
      'vote_on_rumor', 'vote_on_poll') then
    said := private.wording_of_act(private.act_of(n.type, n.post_id, left_over.cause, left_over.actor_id), n.user_id, n.type, n.target_id);
    update public.notifications x set title = said.title, message = private.with_actors(said.message, left_over.shown, people - 1), data = said.data,
        comment_id = (select c.id from public.comments c where c.id = left_over.cause), actor_id = left_over.shown, actors_count = people,
        read = x.read and not x.data ? 'unread' where x.id = entry;
  else
    update public.notifications x set actor_id = left_over.shown, actors_count = people where x.id = entry;
  end if;
end $$;

create function private.withdraw_news(what uuid, kinds text[], who uuid default null, undo boolean default false) returns void
language sql security definer set search_path = '' as $$
  with changed as (
    update private.notification_actors a set gone = not undo
      from public.notifications n
      where n.id = a.notification_id and a.cause = what and (who is null or a.actor_id = who) and n.type = any (kinds) and a.gone = undo
        and not (undo and private.keeps_silent(n.user_id, a.actor_id))
      returning a.notification_id
  )
  select private.settle_news(c.notification_id) from (select distinct c.notification_id from changed c order by 1) c
$$;

create function private.withdraw_act() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kinds constant text[] := case tg_table_name when 'comments' then
      '{comment_on_post,reply_to_comment,subsequent_comment,followed_comment,mention,reaction_on_comment}'
    when 'community_posts' then '{member_post,tagged_post,mention}' when 'post_reactions' then '{reaction_on_post}'
    when 'comment_reactions' then '{reaction_on_comment}' when 'rumor_votes' then '{vote_on_rumor}' else '{vote_on_poll}' end;
  was constant jsonb := to_jsonb(old);
  what constant uuid := case when tg_table_name in ('comments', 'community_posts') then was ->> 'id'
    else coalesce(was ->> 'comment_id', was ->> 'post_id') end;
begin
  perform private.withdraw_news(what, kinds, (was ->> 'user_id')::uuid);
  return case tg_when when 'BEFORE' then old end;
end $$;

create function private.restore_news() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.withdraw_news(new.id, case tg_table_name when 'comments' then
    '{comment_on_post,reply_to_comment,subsequent_comment,followed_comment,mention}'::text[] else '{member_post,tagged_post,mention}' end, undo => true);
  return null;
end $$;

create function private.follow_mentions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  entry record;
  named constant text[] := coalesce(private.slugs_in(new.mentions), '{}');
begin
  for entry in
    select n.id, m.slug = any (named) as is_named from public.notifications n left join public.public_profiles m on m.id = n.user_id
    where n.type = 'mention' and n.target_id = new.id order by n.id
  loop
    update private.notification_actors a set gone = entry.is_named is not true
      where a.notification_id = entry.id and a.gone = coalesce(entry.is_named, false);
    if found then perform private.settle_news(entry.id); end if;
  end loop;
  return null;
end $$;

create function private.reword_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.settle_news(n.id)
    from private.notification_actors a join public.notifications n on n.id = a.notification_id
    where a.cause = coalesce((to_jsonb(new) ->> 'comment_id')::uuid, (to_jsonb(new) ->> 'post_id')::uuid) and a.actor_id = new.user_id and not a.gone
      and n.type in ('reaction_on_post', 'reaction_on_comment');
  return null;
end $$;

create function private.wording_of_post(kind text, target uuid, post uuid) returns private.news
language plpgsql stable security definer set search_path = '' as $$
declare
  said private.news;
  about text;
  name text;
  topic constant text := private.topic_name(target);
begin
  select p.title, m.nickname, p.author_id into about, name, said.actor
    from public.community_posts p left join public.public_profiles m on m.id = p.author_id where p.id = wording_of_post.post;
  said.post := wording_of_post.post;
  said.title := case kind when 'mention' then 'Du wurdest erwähnt' when 'member_post' then 'Neues von ' || name else 'Neu zu ' || topic end;
  said.message := case kind when 'mention' then format('%s hat dich bei „%s“ erwähnt.', coalesce(name, 'Jemand'), about)
    when 'member_post' then format('%s hat „%s“ geschrieben.', name, about) else format('Neuer Beitrag zu %s: „%s“.', topic, about) end;
  said.several := case kind when 'mention' then null when 'member_post' then format('%s hat {n} Beiträge geschrieben, zuletzt „%s“.', name, about)
    else format('{n} neue Beiträge zu %s, zuletzt „%s“.', topic, about) end;
  said.data := private.post_facts(post) || case kind when 'tagged_post' then jsonb_build_object('topic', topic) else '{}'::jsonb end;
  return said;
end $$;

create function private.news_to(member uuid, type text, target uuid, wish text, post uuid) returns private.news
language plpgsql stable security definer set search_path = '' as $$
declare said private.news := private.wording_of_post(type, target, post);
begin
  said.member := news_to.member;
  said.type := news_to.type;
  said.target := news_to.target;
  said.wish := news_to.wish;
  return said;
end $$;

create function private.announce_cancellations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One of each format: who cancels a whole series rings once.
  insert into private.announcements (kind, event_id)
    select distinct on (e.format_id) 'cancellation', e.id from after e join before b on b.id = e.id
    where e.is_cancelled and not b.is_cancelled and e.is_occurrence and private.berlin_instant(e.event_date, e.event_time) > now()
      and exists (select from private.follows f where f.target_id = e.format_id and f.target_type = 'format')
    order by e.format_id, e.event_date, e.event_time, e.id
    on conflict do nothing;
  return null;
end $$;

create function private.news_of_cancellation(event uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(jsonb_populate_record(null::private.news, jsonb_build_object('member', f.member_id, 'type', 'broadcast_cancelled',
      'target', t.id, 'title', 'Fällt aus: ' || t.name,
      'message', format('%s fällt am %s um %s aus.', t.name, to_char(e.event_date, 'FMDD.FMMM.'), shown.at),
      'data', jsonb_build_object('topic', t.name, 'format_slug', t.slug, 'event_time', shown.at))) order by f.member_id)
  from public.calendar_events e join public.formats t on t.id = e.format_id and t.is_active
  cross join lateral (select to_char(private.shown_time(e.event_date, e.event_time), 'HH24:MI') as at) shown
  cross join lateral (
    select x.member_id from private.follows x
    where x.target_id = t.id and x.target_type = 'format' and x.member_id > after and x.channel is distinct from 'off'
    order by x.member_id limit most) f
  -- Whoever cancelled by mistake has taken it back before anybody was told.
  where e.id = event and e.is_cancelled
$$;

create function private.broadcasts_to_tell(at timestamptz default now()) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct on (e.format_id) e.id from public.calendar_events e
  where e.is_occurrence and not e.is_cancelled and e.event_date between private.television_day(at) and private.television_day(at) + 1
    and private.television_day_of(e.event_date, e.event_time) = private.television_day(at)
    and private.berlin_instant(e.event_date, e.event_time) > at
    and exists (select from private.follows f where f.target_id = e.format_id and f.target_type = 'format')
  order by e.format_id, e.event_date, e.event_time, e.id
$$;

-- All of one day in one sentence: "läuft heute um 12:00 (Wiederholung), um 20:15 und nachts um 00:05 bei RTL".
create function private.times_told(event uuid, at timestamptz default now()) returns table (said text, first_time text, first_station text)
language sql stable security definer set search_path = '' as $$
  with coming as (
    select to_char(private.shown_time(e.event_date, e.event_time), 'HH24:MI') as clock, coalesce(e.channel, e.streaming_platform) as station,
      e.event_type = 'rerun' as repeated, e.event_time < '05:00' as night,
      row_number() over (order by e.event_date, e.event_time, e.id) as place, count(*) over () as times,
      min(coalesce(e.channel, e.streaming_platform, '')) over () = max(coalesce(e.channel, e.streaming_platform, '')) over () as same_station
    from public.calendar_events told
    join public.calendar_events e on e.format_id = told.format_id
      and e.event_date between told.event_date - 1 and told.event_date + 1
      and private.television_day_of(e.event_date, e.event_time) = private.television_day_of(told.event_date, told.event_time)
    where told.id = event and e.is_occurrence and not e.is_cancelled and private.berlin_instant(e.event_date, e.event_time) > times_told.at
  )
  select 'heute' || case when bool_or(c.night and c.place = 1) then ' Nacht' else '' end
      || string_agg(
        case when c.place = 1 then '' when c.place = c.times and c.times <= 8 then ' und' else ',' end
        || case when c.night and c.place > 1 and not c.after_night then ' nachts' else '' end
        || ' um ' || c.clock || case when not c.same_station then coalesce(' bei ' || c.station, '') else '' end
        || case when c.repeated then ' (Wiederholung)' else '' end, '' order by c.place)
      || case when max(c.times) > 8 then format(' und danach noch %s-mal', max(c.times) - 8) else '' end
      || case when bool_and(c.same_station) then coalesce(' bei ' || min(c.station), '') else '' end,
    min(c.clock) filter (where c.place = 1), min(c.station) filter (where c.place = 1)
  from (select w.*, coalesce(lag(w.night) over (order by w.place), false) as after_night from coming w) c
  where c.place <= 8
  having count(*) > 0
$$;

create function private.usual_channel(type text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  -- What many members get at once rings nobody's phone unless they want it to.
  select case when type in ('tagged_post', 'poll_ended', 'broadcast_cancelled', 'statement_published') then 'app' when type = 'format_today' then 'off' else 'push' end
$$;

create function private.type_channel(member uuid, type text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select case when p.enabled then p.channel else 'off' end from public.notification_preferences p
    where p.user_id = member and p.type = type_channel.type), private.usual_channel(type))
$$;

create function private.item_channel(member uuid, type text, post uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare channel text;
begin
  -- Mentions and what the team decides are told whatever is silenced.
  if post is null or type not in ('comment_on_post', 'reply_to_comment', 'subsequent_comment', 'followed_comment', 'reaction_on_post',
      'reaction_on_comment', 'vote_on_rumor', 'vote_on_poll', 'poll_ended') then return null; end if;
  select f.channel into channel from private.follows f where f.member_id = member and f.target_type = 'post' and f.target_id = post;
  if channel is not null then return channel; end if;
  if type in ('subsequent_comment', 'followed_comment') and private.has_silenced_topic(member, post) then return 'off'; end if;
  return null;
end $$;

create function private.has_silenced_topic(member uuid, post uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.follows f join public.post_tags t on t.tag_id = f.target_id
    where f.member_id = member and f.channel = 'off' and f.target_type in ('star', 'format') and t.post_id = post)
$$;

create function private.channel_of(member uuid, type text, post uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare general constant text := private.type_channel(member, type);
begin
  if general = 'off' then return 'off'; end if;
  return coalesce(private.item_channel(member, type, post), general);
end $$;

create function private.followers_of_post(post uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(x.member_id), '{}') from (
    select f.member_id from private.follows f
    where f.target_id = post and f.target_type = 'post' and f.channel is distinct from 'off' order by f.created_at limit 500) x
$$;

create function private.news_of_rumor(post uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  with told as (
    select x.member_id, x.hit from private.rumor_hits x where x.post_id = post and x.member_id > after
    union all
    -- Who commented without a vote that counts hears of a correction, too.
    select distinct c.author_id, null::boolean from public.comments c
    where c.post_id = post and c.author_id > after
      and exists (select from public.post_rumors r where r.post_id = post and r.rumor_status = 'debunked')
      and not exists (select from private.rumor_hits x where x.post_id = post and x.member_id = c.author_id)
      and c.author_id is distinct from (select p.author_id from public.community_posts p where p.id = post)
    order by 1 limit most
  )
  select array_agg(row(t.member_id, 'rumor_decided', post, null, h.head,
      format('%s: „%s“ ist %s.', h.head, p.title, case r.rumor_status when 'verified' then 'bestätigt' else 'widerlegt' end), null,
      private.post_facts(post) || jsonb_strip_nulls(jsonb_build_object('rumor_status', r.rumor_status, 'hit', t.hit)), post, null)::private.news
      order by t.member_id)
  from told t
  cross join lateral (select case when t.hit then 'Du lagst richtig' when t.hit is null then 'Richtigstellung' else 'Knapp daneben' end as head) h
  join public.community_posts p on p.id = post and p.status = 'approved' join public.post_rumors r on r.post_id = post
$$;

create function private.poll_result(poll uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with counted as (
    select o.text, count(v.user_id) as votes from public.poll_options o left join public.poll_votes v on v.option_id = o.id
    where o.post_id = poll group by o.id, o.text
  ), top as (select c.text, c.votes from counted c where c.votes = (select max(x.votes) from counted x))
  select jsonb_build_object('option', case when count(*) = 1 then min(t.text) end,
    'percent', round(100.0 * max(t.votes) / nullif((select sum(c.votes) from counted c), 0))) from top t
$$;

create function private.news_of_poll(post uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(row(v.user_id, 'poll_ended', post, f.channel, 'Umfrage vorbei',
      format('„%s“ ist vorbei: %s.', p.title, case when e.result ->> 'option' is null then 'Gleichstand an der Spitze'
        else format('„%s“ liegt mit %s %% vorn', e.result ->> 'option', e.result ->> 'percent') end), null, private.post_facts(post) || jsonb_build_object('result', e.result), post, null)::private.news
      order by v.user_id)
  from (select x.user_id from public.poll_votes x where x.post_id = post and x.user_id > after order by x.user_id limit most) v
  join public.community_posts p on p.id = post and p.status = 'approved'
  cross join (select private.poll_result(post) as result) e
  left join private.follows f on f.member_id = v.user_id and f.target_type = 'post' and f.target_id = post
$$;

create function private.announce_polls() returns void
language sql security definer set search_path = '' as $$
  insert into private.announcements (kind, post_id)
    select 'poll', p.id from public.community_posts p
    -- One that ended while nothing ran for a day is no news any more.
    where p.poll_ends_at <= now() and p.poll_ends_at > now() - interval '1 day' and p.status = 'approved'
    on conflict do nothing
$$;

create function private.news_of_statement(post uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  with told as (
    select p.author_id as member from public.community_posts p where p.id = post and p.author_id > after
    union
    select v.user_id from public.rumor_votes v where v.post_id = post and v.user_id > after
    union
    select c.author_id from public.comments c where c.post_id = post and c.author_id > after
    order by 1 limit most
  )
  select array_agg(row(t.member, 'statement_published', post, f.channel, 'Stellungnahme',
      format('Zu „%s“ gibt es eine Stellungnahme von %s.', p.title, p.statement_speaker), null,
      private.post_facts(post) || jsonb_build_object('speaker', p.statement_speaker), post, null)::private.news order by t.member)
  from told t join public.community_posts p on p.id = post and p.status = 'approved' and p.statement is not null
  left join private.follows f on f.member_id = t.member and f.target_type = 'post' and f.target_id = post
$$;

create function private.announce_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only what people publish now: not what an import or the archive brings back, nor an old post that is approved again.
  if new.created_at < now() - interval '14 days' or (tg_op = 'INSERT' and not private.is_client()) then return null; end if;
  insert into private.announcements (kind, post_id) values ('post', new.id) on conflict do nothing;
  return null;
end $$;

-- Told once, when the post is published: by what is announced of it, before what else it may mean to the same member.

create function private.audience_of_post(post uuid, after uuid, most integer)
returns table (member uuid, type text, target uuid, wish text)
language sql stable security definer set search_path = '' as $$
  with topics as (select t.tag_id, t.kind from public.post_tags t where t.post_id = post),
  writer as (select p.author_id as id from public.community_posts p where p.id = post)
  select distinct on (h.member) h.member, h.type, h.target, h.wish from (
    (select p.id as member, 0 as place, 'mention' as type, audience_of_post.post as target, null as wish
      from public.community_posts c cross join lateral jsonb_each_text(c.mentions) named
      join public.public_profiles p on p.slug = named.value
      where c.id = audience_of_post.post and p.id > after and private.type_channel(p.id, 'mention') <> 'off' order by p.id limit most)
    union all
    (select f.member_id, 1, 'member_post', f.target_id, f.channel
      from private.follows f join writer w on w.id = f.target_id
      where f.target_type = 'member' and f.member_id > after and f.channel is distinct from 'off' order by f.member_id limit most)
    union all
    (select distinct on (s.user_id) s.user_id, 2, 'tagged_post', s.star_id, f.channel
      from topics t join public.star_fans s on s.star_id = t.tag_id
      left join private.follows f on f.member_id = s.user_id and f.target_type = 'star' and f.target_id = s.star_id
      where t.kind = 'star' and s.user_id > after and f.channel is distinct from 'off'
      order by s.user_id, s.star_id limit most)
    union all
    (select distinct on (f.member_id) f.member_id, 3, 'tagged_post', f.target_id, f.channel
      from topics t join private.follows f on f.target_id = t.tag_id
      where f.target_type = 'format' and f.member_id > after and f.channel is distinct from 'off'
      order by f.member_id, f.target_id limit most)
  ) h order by h.member, h.place, h.target limit most
$$;

create function private.topic_name(topic uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select s.full_name from public.stars s where s.id = topic), (select f.name from public.formats f where f.id = topic))
$$;

create function private.count_in(data jsonb) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select coalesce((data ->> 'count')::integer, 1)
$$;

create function private.tell_all(given private.news[]) returns void
language sql security definer set search_path = '' as $$
  with heard as (
    select n.*, coalesce(n.wish, c.channel) as channel
    from unnest(given) n cross join lateral (select private.type_channel(n.member, n.type) as channel) c
    where c.channel <> 'off' and n.wish is distinct from 'off' and n.member is distinct from n.actor
      and not private.keeps_silent(n.member, n.actor) and exists (select from public.profiles p where p.id = n.member)
  ), joined as (
    update public.notifications x set title = h.title, message = replace(h.several, '{n}', (private.count_in(x.data) + 1)::text),
        data = h.data || jsonb_build_object('count', private.count_in(x.data) + 1), post_id = h.post, actor_id = h.actor,
        channel = h.channel, created_at = now()
      from heard h
      where h.several is not null and x.user_id = h.member and x.type = h.type and x.target_id = h.target
        and not x.read and x.created_at > now() - interval '24 hours'
      returning x.id, x.user_id, h.actor, h.post
  ), written as (
    insert into public.notifications (user_id, type, title, message, data, post_id, target_id, actor_id, channel)
      select h.member, h.type, h.title, h.message, h.data, h.post, h.target, h.actor, h.channel from heard h
      where h.member not in (select j.user_id from joined j)
      returning id, actor_id, post_id
  )
  insert into private.notification_actors (notification_id, actor_id, cause)
    select t.id, t.actor, t.post from (select j.id, j.actor, j.post from joined j union all select w.id, w.actor_id, w.post_id from written w) t
    where t.actor is not null and t.post is not null
    on conflict do nothing
$$;

create function private.news_of_post(post uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(private.news_to(a.member, a.type, a.target,
      case when a.type <> 'mention' and exists (select from private.follows f join public.post_tags t on t.tag_id = f.target_id
        where f.member_id = a.member and f.channel = 'off' and f.target_type in ('star', 'format') and t.post_id = news_of_post.post) then 'off' else a.wish end,
      p.id) order by a.member)
  from private.audience_of_post(post, after, most) a join public.community_posts p on p.id = post and p.status = 'approved'
$$;

create function private.news_of_broadcast(event uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(jsonb_populate_record(null::private.news, jsonb_build_object('member', f.member_id, 'type', 'format_today', 'target', t.id,
      'title', 'Heute: ' || t.name, 'message', format('%s läuft %s.', t.name, told.said),
      'data', jsonb_strip_nulls(jsonb_build_object('topic', t.name, 'format_slug', t.slug, 'event_time', told.first_time,
        'station', told.first_station)))) order by f.member_id)
  from public.calendar_events e join public.formats t on t.id = e.format_id and t.is_active
  -- Whoever hears it late is not told what has begun meanwhile.
  cross join lateral private.times_told(e.id) told
  cross join lateral (
    select x.member_id from private.follows x
    where x.target_id = t.id and x.target_type = 'format' and x.member_id > after and x.channel is distinct from 'off'
    order by x.member_id limit most) f
  where e.id = event
$$;

create function private.deliver_announcements(most integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  given private.announcements;
  news private.news[];
  told integer := 0;
begin
  for given in select * from private.announcements a where a.done_at is null order by a.id limit 5 for update skip locked loop
    news := private.news_of(given, most);
    if coalesce(cardinality(news), 0) = 0 then
      update private.announcements a set done_at = now() where a.id = given.id;
      continue;
    end if;
    perform private.tell_all(news);
    told := told + cardinality(news);
    update private.announcements a set told_up_to = (news[cardinality(news)]).member where a.id = given.id;
  end loop;
  return told;
end $$;

create function private.announce_broadcasts() returns void
language sql security definer set search_path = '' as $$
  insert into private.announcements (kind, event_id) select 'broadcast', told from private.broadcasts_to_tell() told on conflict do nothing
$$;

-- The constraints of push_devices answered with the row, ids included.
create or replace function private.register_push_device(device uuid, device_kind text, device_token text, device_p256dh text, device_auth text, device_environment text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  is_stored boolean;
begin
  perform private.require_proven();
  -- The member who signed in last on a device gets its notifications; the previous one no longer does.
  delete from public.push_devices d where d.token = device_token and d.id <> device;
  -- A session that has ended meanwhile must not leave a device behind.
  begin
    insert into public.push_devices as known (id, user_id, session_id, kind, token, p256dh, auth, environment)
      select device, me, s.id, device_kind, device_token, device_p256dh, device_auth,
        case when device_kind = 'ios' then coalesce(device_environment, 'production') else device_environment end
      from auth.sessions s where s.id = private.session_id() and s.user_id = me
      on conflict (id) do update set user_id = excluded.user_id, session_id = excluded.session_id, kind = excluded.kind,
        token = excluded.token, p256dh = excluded.p256dh, auth = excluded.auth, environment = excluded.environment, last_seen_at = now();
    is_stored := found;
  exception when check_violation or not_null_violation then
    perform private.refuse('Dieses Gerät lässt sich so nicht anmelden. Lade die Seite oder die App neu und versuch es noch einmal.', 'device_invalid');
  end;
  if not is_stored then
    raise exception 'Deine Anmeldung ist abgelaufen. Melde dich neu an.' using errcode = '42501', hint = 'session_gone';
  end if;
  delete from public.push_devices d where d.user_id = me and d.id in (
    select o.id from public.push_devices o where o.user_id = me order by o.last_seen_at desc, o.created_at desc offset 20);
end $$;

-- A browser's subscription names the address to which each notification is sent. With any public host a member could make the server
-- send requests to a stranger's.

create function private.is_push_service(endpoint text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select substring(lower(endpoint) from '^https://([a-z0-9.-]+)(?::443)?/') ~
    '^(fcm\.googleapis\.com|(.+\.)?push\.services\.mozilla\.com|(.+\.)?push\.apple\.com|(.+\.)?notify\.windows\.com)$'
$$;

create or replace function private.queue_pushes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What goes to the list only rings nowhere; null is a row from before there were channels.
  if new.channel <> 'push' then return null; end if;
  -- A new number, so that the result of an earlier sending is not taken for this one. An update of a row that was just sent waits
  -- a little: ten reactions must not ring ten times.
  with former as (delete from private.push_queue q where q.notification_id = new.id returning q.device_id, q.sent_at, q.next_try_at)
  insert into private.push_queue (device_id, notification_id, next_try_at)
    select d.id, new.id, greatest(now(), (
      select max(coalesce(f.sent_at + interval '5 minutes', f.next_try_at)) from former f where f.device_id = d.id))
    from public.push_devices d where d.user_id = new.user_id;
  return null;
end $$;

create or replace function private.is_push_wanted(device uuid, notification uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.notifications n join public.push_devices d on d.id = device and d.user_id = n.user_id
    where n.id = notification and not n.read and not exists (
      select from public.notification_preferences p where p.user_id = n.user_id and p.type = private.setting_of(n.type, n.data) and not p.enabled))
$$;

create function private.next_digest(rhythm text, after timestamptz) returns timestamptz
language sql immutable set search_path = '' as $$
  select min(day + interval '18 hours') at time zone 'Europe/Berlin'
  from generate_series(date_trunc('day', after at time zone 'Europe/Berlin'), date_trunc('day', after at time zone 'Europe/Berlin') + interval '8 days',
    interval '1 day') day
  where day + interval '18 hours' > after at time zone 'Europe/Berlin'
    and (rhythm = 'daily' or (rhythm = 'weekly' and extract(isodow from day) = 7))
$$;

create function private.digest_of_caller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return jsonb_build_object('rhythm', coalesce((select d.rhythm from private.digests d where d.member_id = auth.uid()), 'off'));
end $$;

create function private.choose_digest(rhythm text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.profiles p where p.id = auth.uid()) then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.require_proven();
  insert into private.digests as d (member_id, rhythm, next_at)
    values (auth.uid(), choose_digest.rhythm, private.next_digest(choose_digest.rhythm, now()))
    -- Whoever comes back after a while is not told of everything since.
    on conflict (member_id) do update set rhythm = excluded.rhythm, next_at = excluded.next_at,
      seen_until = case when d.rhythm = 'off' then now() else d.seen_until end;
end $$;

create function private.choose_digest_by_code(code text, rhythm text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  given constant uuid := case when code ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then code::uuid end;
  former text;
begin
  select d.rhythm into former from private.digests d where d.code = given for update;
  if former is null then return null; end if;
  update private.digests d set rhythm = choose_digest_by_code.rhythm, next_at = private.next_digest(choose_digest_by_code.rhythm, now()),
      seen_until = case when former = 'off' then now() else d.seen_until end
    where d.code = given and former <> choose_digest_by_code.rhythm;
  return former;
end $$;

create function public.own_digest() returns jsonb
language sql stable set search_path = '' as $$ select private.digest_of_caller() $$;

create function public.set_digest(p_rhythm text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if p_rhythm is null or p_rhythm not in ('off', 'daily', 'weekly') then perform private.refuse('Wähl aus, wie oft.', 'rhythm_unknown'); end if;
  perform private.choose_digest(p_rhythm);
  return private.digest_of_caller();
end $$;

create function public.set_digest_by_code(p_code text, p_rhythm text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if p_rhythm is null or p_rhythm not in ('off', 'daily', 'weekly') then perform private.refuse('Wähl aus, wie oft.', 'rhythm_unknown'); end if;
  return jsonb_build_object('former', private.choose_digest_by_code(coalesce(p_code, ''), p_rhythm));
end $$;

create function private.queue_digests() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due private.digests;
  address text;
  mail jsonb;
  queued integer := 0;
begin
  -- A slow mail server gets no more before it has sent these.
  if (select count(*) from private.mail_outbox o where o.template = 'digest' and o.sent_at is null and o.tries < 10) >= 200 then return 0; end if;
  for due in select * from private.digests d where d.next_at <= now() order by d.next_at limit 200 for update skip locked loop
    update private.digests d set next_at = private.next_digest(d.rhythm, now()), seen_until = now() where d.member_id = due.member_id;
    select u.email into address from auth.users u
      where u.id = due.member_id and u.email_confirmed_at is not null and not private.is_banned(u.id);
    continue when address is null;
    mail := private.digest_values(due);
    continue when mail ->> 'items' is null;
    perform private.send_mail(address, 'digest', mail);
    queued := queued + 1;
  end loop;
  return queued;
end $$;

-- Mails of accounts and those of reports share what docs/product/network.md promises. The rows of a sliding hour count here, whatever
-- the way: the embedded backend asks count_account_mails() before
-- it sends a mail, reports ask use_guest_mail().

create function private.mail_wait(who text, allowed integer) returns integer
language sql stable set search_path = '' as $$
  -- Free again once the latest but `allowed - 1` of the hour is an hour old.
  select coalesce((
    select greatest(1, ceil(extract(epoch from s.sent_at + interval '1 hour' - now()))::integer)
    from private.report_senders s where s.sender = encode(sha256(convert_to(who, 'utf8')), 'hex') and s.sent_at > now() - interval '1 hour'
    order by s.sent_at desc offset greatest(allowed, 1) - 1 limit 1), 0)
$$;

create function private.gotrue_mail_wait(recipient text, allowed integer) returns integer
language sql stable set search_path = '' as $$
  -- A Supabase project's GoTrue asks nobody, but notes when it last sent each kind of mail.
  select case when count(*) >= allowed
    then greatest(1, ceil(extract(epoch from min(sent.at) + interval '1 hour' - now()))::integer) else 0 end
  from auth.users u, unnest(array[u.confirmation_sent_at, u.recovery_sent_at, u.email_change_sent_at, u.reauthentication_sent_at]) sent (at)
  where u.email = lower(btrim(recipient)) and u.is_sso_user = false and sent.at > now() - interval '1 hour'
$$;

create function private.count_mails(
  recipients text[], address text, for_member boolean, per_mailbox integer default 3, per_network integer default 10
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  network constant text := private.network_of(address);
  keys text[] := array_fill('mails from ' || network, array[cardinality(recipients)]);
  -- The way back into an account has one mail of the hour for itself, which strangers' mails to the mailbox cannot use up.
  mailbox_allows constant integer := case when for_member then per_mailbox else greatest(1, per_mailbox - 1) end;
  box text;
  times bigint;
  wait integer;
  counted bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('asked mails', 0));
  for box, times in select private.mailbox_of(r), count(*) from unnest(recipients) r group by 1 loop
    wait := private.mail_wait('mails to ' || box, (mailbox_allows - times + 1)::integer);
    if wait > 0 then return jsonb_build_object('limit', 'mailbox', 'retry_after', wait); end if;
    keys := keys || array_fill('mails to ' || box, array[times::integer]);
  end loop;
  foreach box in array recipients loop
    wait := private.gotrue_mail_wait(box, mailbox_allows);
    if wait > 0 then return jsonb_build_object('limit', 'mailbox', 'retry_after', wait); end if;
  end loop;
  wait := private.mail_wait('mails from ' || network, per_network - cardinality(recipients) + 1);
  -- The /48 around an IPv6 network may use eight times as much, as everywhere.
  if wait = 0 and network like '%/64' then
    keys := keys || array_fill('mails from ' || private.network_of(split_part(network, '/', 1), 48), array[cardinality(recipients)]);
    wait := private.mail_wait(keys[cardinality(keys)], 8 * per_network - cardinality(recipients) + 1);
  end if;
  if wait > 0 then return jsonb_build_object('limit', 'network', 'retry_after', wait); end if;
  with added as (
    insert into private.report_senders (sender) select encode(sha256(convert_to(k, 'utf8')), 'hex') from unnest(keys) k returning id
  ) select array_agg(id) into counted from added;
  return jsonb_build_object('counted', counted);
end $$;

create function private.count_account_mails(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  allowed constant integer := (event ->> 'per_network')::integer;
begin
  if event ? 'give_back' then
    delete from private.report_senders s using jsonb_array_elements_text(event -> 'give_back') given where s.id = given::bigint;
    return '{}';
  end if;
  insert into private.mail_limits as l (per_network) values (allowed)
    on conflict (id) do update set per_network = excluded.per_network where l.per_network <> excluded.per_network;
  return private.count_mails(array(select jsonb_array_elements_text(event -> 'recipients')), event ->> 'ip_address',
    (event ->> 'for_member')::boolean, (event ->> 'per_mailbox')::integer, allowed);
end $$;

create function private.use_guest_mail(recipient text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  answer constant jsonb := private.count_mails(array[recipient], private.caller_address(), false,
    per_network => coalesce((select l.per_network from private.mail_limits l), 10));
begin
  if answer ? 'limit' then
    raise sqlstate 'PGRST' using
      message = '{"code":"PT429","message":"Das waren viele Meldungen auf einmal. Versuch es später noch einmal.","details":null,"hint":"rate_limited"}',
      detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', answer ->> 'retry_after'))::text;
  end if;
  perform private.use_guest_report('mail ' || private.mailbox_of(recipient), 3, interval '1 day');
end $$;

create or replace function private.mail_values(template text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select case template
    -- target: 'Beitrag' or 'Kommentar'; path: what the button opens, on this site
    when 'report_confirmation' then '{target,reason,path}'::text[]
    -- outcome: one or two German sentences on what the team decided
    when 'report_outcome' then '{target,reason,outcome}'::text[]
    -- about: what it is about, thing: 'Beitrag', 'Kommentar' or 'Profil'; question: what the team asks; path: where to answer
    when 'case_question' then '{about,thing,question,path}'::text[]
    -- star: name; outcome: what the team decided, in German sentences; path: the star's page
    when 'star_request' then '{star,outcome,path}'::text[]
    -- left: how many codes are not used
    when 'recovery_code_used' then '{left}'::text[]
    -- items: notifications as JSON; total: how many there are; code: that of private.digests
    when 'digest' then '{items,total,code}'::text[]
    -- alert: one of the kinds of private.alert_team(); title: what happened
    when 'team_alert' then '{alert,title}'::text[]
    -- facts: private.briefing_facts() or private.week_of() as JSON
    when 'briefing' then '{facts}'::text[]
    when 'weekly' then '{facts}'::text[]
  end
$$;

-- Digests come last: whoever confirms a report waits for its mail.
create function private.claim_mails(wanted integer, per_hour integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  room integer;
  mails jsonb;
begin
  -- Of two servers the second counts what the first has taken.
  perform pg_advisory_xact_lock(hashtextextended('mail outbox', 0));
  if per_hour is not null then
    room := greatest(0, per_hour - (select count(*)::integer from private.mail_outbox o where o.tried_at > now() - interval '1 hour'));
  end if;
  with due as (
    select o.id from private.mail_outbox o
    where o.sent_at is null and o.tries < 10 and o.next_try_at <= now()
    order by o.template = 'digest', o.next_try_at, o.id limit least(greatest(wanted, 1), 100, room)
    for update skip locked
  ), taken as (
    -- 2, 4, 8 … minutes, at most 12 hours: if the server dies meanwhile, the mail becomes due again by itself.
    update private.mail_outbox o set tries = o.tries + 1, tried_at = now(),
        next_try_at = now() + least(interval '1 minute' * power(2, o.tries + 1), interval '12 hours')
      from due where o.id = due.id
      returning o.id, o.recipient, o.template, o.data
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'recipient', t.recipient, 'template', t.template, 'data', t.data)
    order by t.id), '[]'::jsonb) into mails from taken t;
  return jsonb_build_object('mails', mails, 'held', case when jsonb_array_length(mails) >= room then (
    select count(*) from private.mail_outbox o where o.sent_at is null and o.tries < 10 and o.next_try_at <= now()) else 0 end);
end $$;

create function public.claim_mails(p_limit integer default 20, p_per_hour integer default null) returns jsonb
language sql set search_path = '' as $$ select private.claim_mails(p_limit, p_per_hour) $$;

create or replace function public.admin_news_page(p_state text default null, p_query text default null, p_after text default null, p_limit integer default 20)
returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
  state constant text := nullif(p_state, '');
  patterns constant text[] := private.like_patterns(private.search_words(p_query));
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select n.*, row_number() over (order by coalesce(n.published_at, 'infinity'::timestamptz) desc, n.id desc) as place
      from (
        select * from public.news w
        where (coalesce(w.published_at, 'infinity'::timestamptz), w.id) < (last[1]::timestamptz, last[2]::uuid)
          and (state is null or private.news_state(w.published_at) = state)
          and private.search_fold(w.title) like all (patterns)
        order by coalesce(w.published_at, 'infinity'::timestamptz) desc, w.id desc limit wanted + 1
      ) n
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'slug', l.slug, 'title', l.title, 'excerpt', l.excerpt, 'image_url', l.image_url,
          'url', l.url, 'published_at', l.published_at, 'state', private.news_state(l.published_at), 'updated_at', l.updated_at,
          'author', m.nickname, 'tags', (select coalesce(jsonb_agg(t -> 'id'), '[]'::jsonb) from jsonb_array_elements(private.tags_of(l.tags)) t),
          'discussion', private.discussion_of(l.id)) order by l.place)
        from listed l left join public.public_profiles m on m.id = l.author_id where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(coalesce(l.published_at, 'infinity'::timestamptz)::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create or replace function public.admin_news_item(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  return (
    select jsonb_build_object('id', n.id, 'slug', n.slug, 'title', n.title, 'excerpt', n.excerpt, 'body', n.body, 'image_url', n.image_url,
      'image_alt', n.image_alt, 'image_credit', n.image_credit, 'tag_refs', private.tags_of(n.tags),
      'versions', private.news_versions_of(n.id),
      'url', n.url, 'published_at', n.published_at, 'state', private.news_state(n.published_at), 'updated_at', n.updated_at)
    from public.news n where n.id = private.as_uuid(p_id));
end $$;

create or replace function public.admin_save_news(p_id uuid, p_seen timestamptz, p_values jsonb, p_publish_now boolean default false) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  was public.news;
  item public.news;
  saved jsonb;
begin
  perform private.require_moderator();
  select * into was from public.news n where n.id = p_id;
  item := jsonb_populate_record(was, p_values);
  item.title := coalesce(private.clean_line(item.title), '');
  item.excerpt := nullif(private.trim_text(private.clean_text(item.excerpt)), '');
  item.body := coalesce(private.trim_text(private.clean_text(item.body)), '');
  item.url := nullif(private.clean_line(item.url), '');
  item.image_alt := nullif(private.clean_line(item.image_alt), '');
  item.image_credit := nullif(private.clean_line(item.image_credit), '');
  item.tags := coalesce(item.tags, '{}');
  if p_publish_now then item.published_at := now(); end if;
  if item.title = '' then perform private.refuse('Ohne Titel geht es nicht.', 'title_missing'); end if;
  if char_length(item.title) > 200 then perform private.refuse('Der Titel hat höchstens 200 Zeichen.', 'title_length'); end if;
  if char_length(item.excerpt) > 500 then perform private.refuse('Der Anriss hat höchstens 500 Zeichen.', 'excerpt_length'); end if;
  if char_length(item.body) > 50000 then perform private.refuse('Der Text hat höchstens 50.000 Zeichen.', 'content_length'); end if;
  if char_length(item.image_alt) > 300 then perform private.refuse('Die Bildbeschreibung hat höchstens 300 Zeichen.', 'image_alt_length'); end if;
  if char_length(item.image_credit) > 200 then perform private.refuse('Der Bildnachweis hat höchstens 200 Zeichen.', 'image_credit_length'); end if;
  if cardinality(item.tags) > 5 then perform private.refuse('Höchstens 5 Tags.', 'too_many_tags'); end if;
  if exists (select from unnest(item.tags) t where not exists (select from public.stars s where s.id = t)
      and not exists (select from public.formats f where f.id = t)) then
    perform private.refuse('Einen der Tags gibt es nicht mehr.', 'unknown_tag');
  end if;
  if item.url is not null and (char_length(item.url) > 500 or not private.is_web_address(item.url)) then
    perform private.refuse('Das ist keine Web-Adresse.', 'source_url_invalid');
  end if;
  if p_id is not null and was.id is null then
    raise exception 'Diese News gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  perform private.check_picture(item.image_url, was.image_url);
  saved := private.save_row('public.news', p_id::text,
    private.given_columns(to_jsonb(item), p_values || '{"published_at": null}'), coalesce(p_seen, '-infinity'));
  if saved is null then
    perform private.refuse('Jemand anderes hat diese News gerade geändert.', 'changed_meanwhile');
  end if;
  return jsonb_build_object('id', saved -> 'id', 'updated_at', saved -> 'updated_at',
    'state', private.news_state((saved ->> 'published_at')::timestamptz));
end $$;

create or replace function public.admin_delete_news(p_id uuid) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.put_in_bin('news', (select n.title from public.news n where n.id = p_id), jsonb_build_object('news', jsonb_build_array(p_id)));
  delete from public.news n where n.id = p_id;
  if not found then raise exception 'Diese News gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
end $$;

create function private.discussion_of(news uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'type', p.type, 'slug', p.slug, 'created_at', p.created_at, 'comments', p.comments_count)
  from private.news_discussions d join public.community_posts p on p.id = d.post_id and p.status = 'approved'
  where d.news_id = discussion_of.news
$$;

create function private.set_discussion(news uuid, post uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare article public.news;
begin
  perform private.require_moderator();
  select * into article from public.news n where n.id = set_discussion.news for update;
  if not found then return null; end if;
  if post is null then
    delete from private.news_discussions d where d.news_id = article.id;
  else
    if article.published_at is null or article.published_at > now() then
      perform private.refuse('Diese News ist noch nicht online.', 'news_not_online');
    end if;
    if not exists (select from public.community_posts p where p.id = set_discussion.post and p.type = 'discussion' and p.status = 'approved') then
      perform private.refuse('Diese Diskussion gibt es nicht.', 'not_a_discussion');
    end if;
    insert into private.news_discussions (news_id, post_id) values (article.id, set_discussion.post)
      on conflict (news_id) do update set post_id = excluded.post_id;
  end if;
  perform private.log_staff_action(case when post is null then 'close_discussion' else 'open_discussion' end, 'news', article.id::text,
    jsonb_build_object('name', left(article.title, 200)));
  return private.discussion_of(article.id);
end $$;

create function public.admin_set_discussion(p_id uuid, p_post uuid default null) returns jsonb
language sql set search_path = '' as $$ select private.set_discussion(p_id, p_post) $$;

create function private.keep_news_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.news_versions (news_id, title, excerpt, body, replaced_by)
    values (old.id, old.title, old.excerpt, old.body, auth.uid());
  delete from private.news_versions v where v.news_id = old.id and v.id <= (
    select x.id from private.news_versions x where x.news_id = old.id order by x.id desc offset 30 limit 1);
  return null;
end $$;

create function private.news_versions_of(item uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return coalesce((
    select jsonb_agg(jsonb_build_object('title', v.title, 'excerpt', v.excerpt, 'body', v.body, 'replaced_at', v.replaced_at,
      'replaced_by', m.nickname) order by v.id desc)
    from private.news_versions v left join public.public_profiles m on m.id = v.replaced_by where v.news_id = item), '[]'::jsonb);
end $$;

create function private.latest_news(before timestamptz, before_id uuid, wanted integer) returns jsonb
language sql stable set search_path = '' as $$
  with listed as materialized (
    select x.n, row_number() over (order by (x.n).published_at desc, (x.n).id) as place
    from (
      select w as n from public.news w
      where w.published_at is not null and w.published_at <= now()
        and (before is null or w.published_at < before or (w.published_at = before and w.id > before_id))
      order by w.published_at desc, w.id limit wanted + 1
    ) x
  )
  select jsonb_build_object(
    'items', coalesce((select jsonb_agg(private.news_card(l.n) order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
    'next', (select private.cursor_of((l.n).published_at::text, (l.n).id::text) from listed l
      where l.place = wanted and exists (select from listed more where more.place > wanted)))
$$;

create function public.news_page(p_after text default null, p_limit integer default 20) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare last constant text[] := private.cursor_parts(p_after, '{instant,uuid}');
begin
  return private.latest_news(last[1]::timestamptz, last[2]::uuid, private.page_limit(p_limit, 20, 50));
end $$;

create function public.news_article(p_slug text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.news_card(n) || jsonb_build_object('body', n.body, 'image_credit', n.image_credit, 'updated_at', n.updated_at,
    'tags', private.tags_of(n.tags), 'discussion', private.discussion_of(n.id),
    'more', coalesce((
      select jsonb_agg(private.news_card(o.x) order by (o.x).published_at desc, (o.x).id)
      from (select x from public.news x where x.published_at <= now() and x.id <> n.id order by x.published_at desc, x.id limit 3) o), '[]'::jsonb))
  from public.news n where n.slug = p_slug and n.published_at <= now()
$$;

-- Trending formats are tiles in two or three columns: five left a hole.
create or replace function public.home_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  television_day constant date := private.television_day();
  poll_of_day constant uuid := private.hottest_post('poll', true);
  lead uuid := private.hottest_post('rumor', false);
begin
  if lead is null then lead := (select l.id from private.list_posts('rumor', 'new', null, null, null, 1) l); end if;
  return jsonb_build_object(
    'today', coalesce((
      select jsonb_agg(e.item order by e.event_date, e.event_time, e.id)
      from private.event_items e
      where e.event_date between television_day - 1 and television_day + 1
        and (private.television_day_of(e.event_date, e.event_time) = television_day
          -- What began before five and still runs.
          or not e.is_cancelled and private.is_on_air(e.event_date, e.event_time, e.duration_minutes))), '[]'::jsonb),
    'trending', coalesce((
      select jsonb_agg(t.card order by t.next_date is null, t.participants desc, t.name_key, t.id)
      from (
        select f.id, f.card, f.next_date, f.participants, private.search_fold(f.name) as name_key
        from private.format_cards f
        order by f.next_date is null, f.participants desc, name_key, f.id
        limit 6
      ) t), '[]'::jsonb),
    'top_stars', public.chart_stars(null, 5) -> 'items',
    'lead', (select card from private.post_cards where id = lead),
    'rumor', (
      select c.card from private.list_posts('rumor', 'new', null, null, null, 2) with ordinality as l (id, keys, place)
      join private.post_cards c on c.id = l.id where l.id is distinct from lead order by l.place limit 1),
    'poll', (
      select c.card from private.list_posts('poll', 'new', null, null, null, 2) with ordinality as l (id, keys, place)
      join private.post_cards c on c.id = l.id where l.id is distinct from poll_of_day order by l.place limit 1),
    'discussion', private.post_list('discussion', 'new', null, null, null, 1) -> 'items' -> 0,
    'poll_of_day', (select card from private.post_cards where id = poll_of_day),
    'news', private.latest_news(null, null, 6) -> 'items');
end $$;

-- Source of the sitemap that the web server serves.

create or replace function private.sitemap_part(p_kind text, after uuid, wanted integer) returns table (id uuid, path text, lastmod timestamptz)
language plpgsql stable rows 1000 set search_path = '' as $$
begin
  case p_kind
    when 'star' then
      return query select s.id, '/stars/' || s.slug, s.updated_at from public.stars s where s.is_active and s.id > after order by s.id limit wanted;
    when 'format' then
      return query select f.id, '/formate/' || f.slug, f.updated_at from public.formats f where f.is_active and f.id > after order by f.id limit wanted;
    when 'season' then
      return query select s.id, '/formate/' || f.slug || '/staffel/' || s.slug, s.updated_at
        from public.seasons s join public.formats f on f.id = s.format_id and f.is_active
        where s.id > after order by s.id limit wanted;
    when 'post' then
      return query select p.id, '/trashtalk/' || case p.type when 'rumor' then 'geruechte' when 'poll' then 'umfragen' else 'diskussionen' end
          || to_char(p.day, '/YYYY/MM/DD/') || p.slug, greatest(p.updated_at, p.last_activity_at)
        from public.community_posts p where p.status = 'approved' and p.id > after
          -- Whoever searches for the people in it need not find what is not true.
          and not exists (select from public.post_rumors r where r.post_id = p.id and r.rumor_status = 'debunked')
        order by p.id limit wanted;
    when 'member' then
      return query select m.id, '/user/' || m.slug, m.joined from public.public_profiles m where m.id > after order by m.id limit wanted;
    when 'news' then
      return query select n.id, '/news/' || n.slug, n.updated_at from public.news n
        where n.published_at <= now() and n.id > after order by n.id limit wanted;
    else null;
  end case;
end $$;

-- Popular content is based on the views of the last 7 days. Guests see it whenever they open the search, so a job counts it and not
-- their requests.
create or replace function private.refresh_popular() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_week_topics();
  delete from private.popular_targets;
  insert into private.popular_targets (kind, target_id, views)
    select v.kind, v.target_id, v.views from (
      select left(c.event_type, 4) as kind, private.as_uuid(c.target_id) as target_id, c.views,
        row_number() over (partition by c.event_type order by c.views desc, c.target_id) as place
      from (
        select s.event_type, s.target_id, count(*) as views
        from (
          -- Once per visit, so that reloading a page has no effect.
          select e.event_type, e.target_id, e.session_id
          from public.analytics_events e
          where e.event_type in ('star_view', 'post_view') and e.created_at >= now() - interval '7 days'
            and e.month <> 'infinity' and e.target_id is not null
          group by 1, 2, 3
        ) s
        group by 1, 2
      ) c
      where c.target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    ) v where v.place <= 20;
end $$;

create or replace function private.quota_of(quota text, fixed integer) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select case quota when 'posts' then s.posts_quota when 'votes' then s.votes_quota else fixed end from public.app_settings s);
end $$;

-- /admin/settings. A trigger on app_settings writes the log.

create or replace function public.admin_settings_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('signup_mode', s.signup_mode, 'extra_mail_domains', s.extra_mail_domains,
      'auto_approve_after_posts', s.auto_approve_after_posts, 'auto_approve_warning_days', s.auto_approve_warning_days,
      'posts_quota', s.posts_quota, 'votes_quota', s.votes_quota, 'alert_after_hours', s.alert_after_hours, 'away_after_hours', s.away_after_hours, 'updated_at', s.updated_at, 'updated_by', m.ref)
    from public.app_settings s left join private.member_refs m on m.id = s.updated_by);
end $$;

-- PostgREST answers P0002 and 55000 with 500, as if the server were at fault. What these functions refuse is up to the caller:
-- somebody is gone (23503), or something is not as the caller thought (23514). Hints and sentences stay.

create or replace function public.admin_save_settings(p_seen timestamptz, p_values jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  given constant jsonb := case when jsonb_typeof(p_values -> 'extra_mail_domains') = 'array' then p_values -> 'extra_mail_domains' else '[]' end;
  domains constant text[] := coalesce((
    select array_agg(distinct lower(private.trim_text(d)) order by lower(private.trim_text(d))) from jsonb_array_elements_text(given) d
    where private.trim_text(d) <> ''), '{}');
begin
  perform private.require_admin();
  if exists (select from unnest(domains) d where d !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$') or cardinality(domains) > 200 then
    raise exception 'Das ist keine Domain.' using errcode = '23514', hint = 'mail_domain';
  end if;
  if private.save_row('public.app_settings', 'true', p_values || case when p_values ? 'extra_mail_domains'
    then jsonb_build_object('extra_mail_domains', domains) else '{}' end, coalesce(p_seen, '-infinity')) is null then
    raise exception 'Jemand hat die Einstellungen inzwischen geändert.' using errcode = '23514', hint = 'settings_changed';
  end if;
  return public.admin_settings_page();
end $$;

create function private.site_text(name text) returns jsonb
language sql stable security definer set search_path = '' as $$ select t.content from private.site_texts t where t.name = site_text.name $$;

create function private.checked_reasons(given jsonb) returns jsonb
language plpgsql immutable strict set search_path = '' as $$
declare cleaned jsonb;
begin
  if jsonb_typeof(given) <> 'object' or exists (select from jsonb_each(given) e
      where e.key !~ '^[a-z_]{1,40}$' or jsonb_typeof(e.value) <> 'array' or jsonb_array_length(e.value) > 20) then
    return null;
  end if;
  cleaned := (select coalesce(jsonb_object_agg(e.key, (
    select coalesce(jsonb_agg(private.clean_line(line.value) order by line.nth), '[]') from jsonb_array_elements_text(e.value) with ordinality as line (value, nth)
    where private.clean_line(line.value) <> '')), '{}') from jsonb_each(given) e);
  if exists (select from jsonb_each(cleaned) e, jsonb_array_elements_text(e.value) line where char_length(line) > 300) then return null; end if;
  return cleaned;
end $$;

create function private.checked_guidelines(given jsonb) returns jsonb
language sql immutable strict set search_path = '' as $$
  select case when jsonb_typeof(given) = 'string' and char_length(given #>> '{}') <= 20000
      -- Decisions cite these chapters.
      and (select array_agg(numbered.title order by numbered.place) from (
        select found.place || '. ' || private.trim_text(found.heading[1]) as title, found.place
        from regexp_matches(given #>> '{}', '^## +([^\n]+)', 'gn') with ordinality as found (heading, place) limit 4) numbered)
        = array(select private.rule_title(r.rule) from unnest('{tone,rumors,privacy,content}'::text[]) with ordinality as r (rule, place) order by r.place)
    then to_jsonb(private.clean_text(given #>> '{}')) end
$$;

create function private.checked_operator(given jsonb) returns jsonb
language plpgsql immutable strict set search_path = '' as $$
declare cleaned jsonb;
begin
  if jsonb_typeof(given) <> 'object' then return null; end if;
  cleaned := (select coalesce(jsonb_object_agg(e.key, private.clean_line(e.value)), '{}') from jsonb_each_text(given) e
    where private.clean_line(e.value) <> '');
  if exists (select from jsonb_each_text(cleaned) e where char_length(e.value) > 300 or e.value ~ '[<>]'
      or (e.key like '%email' and e.value !~ '^[^[:space:]@<>":]+@[^[:space:]@<>"]+[.][^[:space:]@<>"]+$')
      or e.key <> all ('{operator,representative,street,city,country,email,phone,register,vat_id,responsible,privacy_email,privacy_officer,supervisory_authority,hoster}'::text[])) then
    return null;
  end if;
  return cleaned;
end $$;

create function private.shown_texts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('guidelines', private.site_text('guidelines'), 'operator', private.site_text('operator'),
    -- Of the last day: a restart is no reason to say that nobody reads.
    'classifier', (select c.host from private.classifier c where c.seen_at > now() - interval '1 day'))
$$;

create function public.site_texts() returns jsonb
language sql stable set search_path = '' as $$ select private.shown_texts() $$;

create function private.reasons_of_team() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return coalesce(private.site_text('reasons'), '{}');
end $$;

create function public.admin_reasons() returns jsonb
language sql stable set search_path = '' as $$ select private.reasons_of_team() $$;

create function private.texts_page() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select jsonb_object_agg(n.name, (
    select jsonb_build_object('content', t.content, 'updated_at', t.updated_at,
      'updated_by_name', (select m.nickname from public.profiles m where m.id = t.updated_by))
    from private.site_texts t where t.name = n.name)) from unnest('{reasons,guidelines,operator}'::text[]) n (name));
end $$;

create function public.admin_texts_page() returns jsonb
language sql stable set search_path = '' as $$ select private.texts_page() $$;

create function private.save_site_text(name text, seen timestamptz, content jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known timestamptz;
  checked constant jsonb := case name when 'reasons' then private.checked_reasons(content) when 'guidelines' then private.checked_guidelines(content)
    when 'operator' then private.checked_operator(content) end;
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('site_texts', 0));
  select t.updated_at into known from private.site_texts t where t.name = save_site_text.name;
  if known is distinct from seen then perform private.refuse('Jemand anderes hat diesen Text gerade geändert.', 'changed_meanwhile'); end if;
  if content is not null and content <> 'null' and checked is null then perform private.refuse('Dieser Text ist ungültig oder zu lang.', 'text_invalid'); end if;
  perform private.log_staff_action(case when checked is null then 'reset_site_text' else 'save_site_text' end, 'app_settings', null,
    jsonb_build_object('name', left(name, 40)));
  -- Without one of its own, an installation has what comes with HoT.
  if checked is null then
    delete from private.site_texts t where t.name = save_site_text.name;
  else
    insert into private.site_texts as t (name, content, updated_at, updated_by) values (save_site_text.name, checked, clock_timestamp(), auth.uid())
      on conflict on constraint site_texts_pkey do update set content = excluded.content, updated_at = excluded.updated_at, updated_by = excluded.updated_by;
  end if;
  return private.texts_page();
end $$;

create function public.admin_save_text(p_name text, p_seen timestamptz, p_content jsonb) returns jsonb
language sql set search_path = '' as $$ select private.save_site_text(p_name, p_seen, p_content) $$;

-- Each finds what one kind has: ids and sort keys after a cursor's keys, and how many there are. Definer functions, because behind
-- row-level security text search could not use indexes; they return what guests may see only.

create function private.find_stars(words text[], phrase text, near uuid[], after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare starts constant text[] := private.start_patterns(words);
begin
  return query
    with hit as materialized (
      select case when starts_with(s.sort_key, phrase) then 1 else private.match_tier(s.search_key, phrase, starts) end as tier,
        s.place, s.sort_key, s.star_id
      from private.matching_stars(words, null) s
      union all
      select 3 + array_position(near, s.star_id), s.place, s.sort_key, s.star_id from private.star_search s where s.star_id = any (near)
    )
    select h.star_id, array[h.tier::text, h.place::text, h.sort_key, h.star_id::text], (select count(*) from hit)
    from hit h
    where after is null
      or (h.tier, h.place, h.sort_key, h.star_id) > (after[1]::integer, after[2]::integer, after[3] collate "C", after[4]::uuid)
    order by h.tier, h.place, h.sort_key, h.star_id limit wanted;
end $$;

create function private.find_formats(words text[], phrase text, near uuid[], after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  patterns constant text[] := private.like_patterns(words);
  starts constant text[] := private.start_patterns(words);
begin
  return query
    with hit as materialized (
      select private.match_tier(f.search_key, phrase, starts) as tier, f.search_key collate "C" as sort_key, f.id
      from public.formats f where f.is_active and f.search_key like all (patterns)
      union all
      select 3 + array_position(near, f.id), f.search_key collate "C", f.id from public.formats f where f.is_active and f.id = any (near)
    )
    select h.id, array[h.tier::text, h.sort_key, h.id::text], (select count(*) from hit)
    from hit h
    where after is null or (h.tier, h.sort_key, h.id) > (after[1]::integer, after[2] collate "C", after[3]::uuid)
    order by h.tier, h.sort_key, h.id limit wanted;
end $$;

-- "Love Island 3" and "Staffel 3 Love Island" mean one season, "Love Island" all of them; a season may have a title, too.
create function private.find_seasons(words text[], formats uuid[], after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  numbers constant integer[] := array(select w::integer from unnest(words) w where w ~ '^[0-9]{1,4}$');
  names constant text[] := array(select w from unnest(words) w where w !~ '^[0-9]{1,4}$' and w <> 'staffel');
begin
  return query
    with hit as materialized (
      select s.id, f.search_key collate "C" as sort_key, -s.season_number as place
      from public.seasons s join public.formats f on f.id = s.format_id and f.is_active
      where s.format_id = any (formats)
      union
      select s.id, f.search_key collate "C", -s.season_number
      from public.formats f join public.seasons s on s.format_id = f.id
      where f.is_active and cardinality(names) > 0 and cardinality(numbers) > 0
        and f.search_key like all (private.like_patterns(names)) and s.season_number = any (numbers)
      union
      select s.id, f.search_key collate "C", -s.season_number
      from public.seasons s join public.formats f on f.id = s.format_id and f.is_active
      where s.title is not null and private.search_fold(s.title) like all (private.like_patterns(words))
    )
    select h.id, array[h.sort_key, h.place::text, h.id::text], (select count(*) from hit)
    from hit h
    where after is null or (h.sort_key, h.place, h.id) > (after[1] collate "C", after[2]::integer, after[3]::uuid)
    order by h.sort_key, h.place, h.id limit wanted;
end $$;

-- Titles that begin with the query, titles and texts with every word among the latest 200 posts and by index, and tagged ones.
create function private.find_posts(words text[], phrase text, tags uuid[], after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
begin
  return query execute format($sql$
    with recent as materialized (
      select p.id from public.community_posts p where p.status = 'approved' order by p.last_activity_at desc, p.id desc limit 200
    ), titled as (
      (select t.post_id, t.title_key from private.post_titles t
        where t.title_key >= $2 and t.title_key < $2 || chr(1114111) order by t.title_key limit 200)
      union
      (select t.post_id, t.title_key from recent r join private.post_titles t on t.post_id = r.id where %1$s)
      union
      (select t.post_id, t.title_key from private.post_titles t where %1$s limit 300)
    ), hit as (
      select t.post_id, private.match_tier(t.title_key, $2, $3) as tier from titled t
      union all
      select x.post_id, 4 from unnest($4) as tag (id) cross join lateral (
        select l.post_id from private.tagged_posts l where l.tag_id = tag.id order by l.last_activity_at desc, l.post_id desc limit 60) x
      union all
      select k.post_id, 5 from recent r join private.post_search k on k.post_id = r.id where %2$s
      union all
      select k.post_id, 5 from (select k.post_id from private.post_search k where %2$s limit 300) k
    ), best as materialized (
      select p.id, b.tier, p.last_activity_at
      from (select h.post_id, min(h.tier) as tier from hit h group by h.post_id) b
      join public.community_posts p on p.id = b.post_id and p.status = 'approved'
    )
    select b.id, array[b.tier::text, b.last_activity_at::text, b.id::text], (select count(*) from best)
    from best b
    where $5 is null or b.tier > ($5)[1]::integer
      or (b.tier = ($5)[1]::integer and (b.last_activity_at, b.id) < (($5)[2]::timestamptz, ($5)[3]::uuid))
    order by b.tier, b.last_activity_at desc, b.id desc limit $6
  $sql$, private.word_condition(words, 't.title_key'), private.word_condition(words, 'k.search_key'))
    using private.like_patterns(words), phrase, private.start_patterns(words), tags, after, wanted;
end $$;

create function private.find_members(query text, after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  typed constant text := private.nickname_key(ltrim(btrim(left(query, 40)), '@'));
  prefix constant text := replace(replace(replace(typed, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if typed = '' then return; end if;
  return query
    select m.id, array[private.nickname_key(m.nickname), m.id::text], (
      select count(*) from (
        select from public.public_profiles x where private.nickname_key(x.nickname) like prefix limit 301) counted)
    from public.public_profiles m
    where private.nickname_key(m.nickname) like prefix
      and (after is null or private.nickname_key(m.nickname) operator(pg_catalog.~>~) after[1])
    order by private.nickname_key(m.nickname) using operator(pg_catalog.~<~) limit wanted;
end $$;

create function private.find_news(words text[], phrase text, after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
begin
  return query execute format($sql$
    with hit as materialized (
      select n.id, case when %1$s then private.match_tier(k.title_key, $2, $3) else 5 end as tier, n.published_at
      from (select s.* from private.news_search s where %2$s limit 300) k
      join public.news n on n.id = k.news_id and n.published_at <= now()
    )
    select h.id, array[h.tier::text, h.published_at::text, h.id::text], (select count(*) from hit)
    from hit h
    where $4 is null or h.tier > ($4)[1]::integer
      or (h.tier = ($4)[1]::integer and (h.published_at, h.id) < (($4)[2]::timestamptz, ($4)[3]::uuid))
    order by h.tier, h.published_at desc, h.id desc limit $5
  $sql$, private.word_condition(words, 'k.title_key'), private.word_condition(words, 's.search_key'))
    using private.like_patterns(words), phrase, private.start_patterns(words), after, wanted;
end $$;

-- Running and coming broadcasts of found formats, and those among the next hundred whose format and title have every word ("Love Island Finale").
create function private.find_dates(words text[], formats uuid[], after text[], wanted integer)
returns table (id uuid, keys text[], total bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  -- What began up to two days ago may still be running.
  first_day constant date := private.berlin_now()::date - 2;
  patterns constant text[] := private.like_patterns(words);
begin
  return query
    with hit as materialized (
      (select e.id, e.event_date, extract(epoch from e.event_time)::integer as second from public.calendar_events e
        where e.format_id = any (formats) and e.is_occurrence and e.event_date >= first_day
          and not private.is_over(e.event_date, e.event_time, e.duration_minutes)
        order by e.event_date, e.event_time, e.id limit 300)
      union
      select n.id, n.event_date, extract(epoch from n.event_time)::integer from (
        select e.id, e.event_date, e.event_time, e.title, e.format_name from public.calendar_events e
        where e.is_occurrence and e.event_date >= first_day
          and not private.is_over(e.event_date, e.event_time, e.duration_minutes)
        order by e.event_date, e.event_time, e.id limit 100
      ) n where private.search_fold(concat_ws(' ', n.format_name, n.title)) like all (patterns)
    )
    select h.id, array[h.event_date::text, h.second::text, h.id::text], (select count(*) from hit)
    from hit h
    where after is null or (h.event_date, h.second, h.id) > (after[1]::date, after[2]::integer, after[3]::uuid)
    order by h.event_date, h.second, h.id limit wanted;
end $$;

create function private.words_of(folded text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(left(w.word, 40) order by w.place), '{}')
  from regexp_split_to_table(folded, '[ !-/:-@[-`{-~„“”»«…·]+') with ordinality as w (word, place) where w.word <> ''
$$;

create function private.rests_of(word text) returns setof text
language sql immutable parallel safe rows 10 set search_path = '' as $$
  select word union select overlay(word placing '' from place for 1) from generate_series(1, char_length(word)) place
$$;

create function private.typing_errors(typed text, word text) returns integer
language plpgsql immutable parallel safe set search_path = '' as $$
declare at integer := 1;
begin
  if typed = word then return 0; end if;
  if char_length(typed) <> char_length(word) then return 1; end if;
  while substr(typed, at, 1) = substr(word, at, 1) loop at := at + 1; end loop;
  return case when substr(typed, at + 1) = substr(word, at + 1)
    or (substr(typed, at + 2) = substr(word, at + 2) and substr(typed, at, 1) = substr(word, at + 1, 1)
      and substr(typed, at + 1, 1) = substr(word, at, 1)) then 1 else 2 end;
end $$;

create function private.enter_name(of_kind text, owner uuid, folded text, whole text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare words constant text[] := private.words_of_names(folded, whole);
begin
  delete from private.name_words where kind = of_kind and owner_id = owner and word <> all (words);
  insert into private.name_words (kind, owner_id, word) select of_kind, owner, word from unnest(words) word on conflict do nothing;
  perform private.enter_near_words(words);
end $$;

create function private.follow_star_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from private.name_words where kind = 'star' and owner_id = old.star_id;
  else
    perform private.enter_name('star', new.star_id, new.search_key, array[new.sort_key, new.search_key]);
  end if;
  return null;
end $$;

create function private.follow_format_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or not new.is_active then
    delete from private.name_words where kind = 'format' and owner_id = old.id;
  else
    perform private.enter_name('format', new.id, new.search_key,
      array[private.search_fold(new.name), private.search_fold(coalesce(new.short_name, ''))]);
  end if;
  return null;
end $$;

-- At least one word must be near a word of the name; the others are near or begin one. Words of seven letters and more may have two errors
-- that leave a common rest. A definer function, because the tables are not for clients; they hold what is public.
create function private.near_names(query text, wanted integer) returns table (kind text, id uuid, errors integer)
language plpgsql stable security definer rows 10 set search_path = '' as $$
declare
  folded constant text := private.search_fold(left(coalesce(query, ''), 200));
  words constant text[] := (private.words_of(folded))[1:8];
  whole constant text := left(array_to_string(words, ''), 40);
begin
  if whole = '' then return; end if;
  return query
    with typed as materialized (
      select w.word, w.place from unnest(words) with ordinality as w (word, place)
      union all
      -- Place 0: the whole name in one word.
      select whole, 0 where cardinality(words) > 1
    ), close as materialized (
      select f.place, f.near, f.errors from (
        select c.place, c.word, c.near, private.typing_errors(c.word, c.near) as errors
        from (
          select distinct t.place, t.word, n.word as near
          from typed t cross join lateral private.rests_of(t.word) r (left_over) join private.near_words n on n.rest = r.left_over
          where char_length(t.word) >= 3
        ) c
      ) f
      where f.errors <= case when char_length(f.word) >= 7 then 2 else 1 end
    ), candidate as materialized (
      select distinct n.kind, n.owner_id from close c join private.name_words n on n.word = c.near limit 1000
    ), fit as (
      select n.kind, n.owner_id, t.place,
        min(case when n.word = t.word then 0 when c.near is not null then 2 * c.errors else 1 end)::integer as errors
      from candidate d
      join private.name_words n on n.kind = d.kind and n.owner_id = d.owner_id
      join typed t on true
      left join close c on c.place = t.place and c.near = n.word
      where c.near is not null or (t.place > 0 and starts_with(n.word, t.word))
      group by n.kind, n.owner_id, t.place
    )
    select g.kind, g.owner_id, g.errors from (
      select f.kind, f.owner_id, min(f.errors) filter (where f.place = 0) as whole_errors,
        sum(f.errors) filter (where f.place > 0) as word_errors, count(*) filter (where f.place > 0) as places
      from fit f group by f.kind, f.owner_id
    ) x cross join lateral (
      select x.kind, x.owner_id, least(x.whole_errors, case when x.places = cardinality(words) then x.word_errors end)::integer as errors
    ) g
    left join private.star_search s on s.star_id = g.owner_id
    where g.errors is not null
    order by g.errors, s.place, g.owner_id limit wanted;
end $$;

create function private.start_patterns(words text[]) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg('% ' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), '{}') from unnest(words) as word
$$;

create function private.match_tier(key text, phrase text, starts text[]) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select case when starts_with(key, phrase) then 1
    when (' ' || translate(key, '„“”"»«(-:', '         ')) like all (starts) then 2
    else 3 end
$$;

-- Exact answers stay as they are: names that are only near are looked for when no star and no format has every word.
create or replace function public.search_all(p_query text, p_limit integer default 5) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 5, 50);
  words constant text[] := private.search_words(p_query);
  patterns constant text[] := private.like_patterns(words);
  stars uuid[];
  formats uuid[];
  posts uuid[];
begin
  if cardinality(words) = 0 then
    return jsonb_build_object('stars', '[]'::jsonb, 'formats', '[]'::jsonb, 'posts', '[]'::jsonb);
  end if;
  stars := array(select l.id from private.list_stars('hot', null, words, null, wanted) l);
  formats := array(
    select f.id from private.format_refs f where f.search_key like all (patterns)
    order by private.match_tier(f.search_key, array_to_string(words, ' '), private.start_patterns(words)), f.search_key, f.id limit wanted);
  if cardinality(stars) = 0 and cardinality(formats) = 0 then
    select coalesce((array_agg(n.id order by n.at) filter (where n.kind = 'star'))[:wanted], '{}'),
      coalesce((array_agg(n.id order by n.at) filter (where n.kind = 'format'))[:wanted], '{}')
    into stars, formats
    from private.near_names(p_query, 40) with ordinality as n (kind, id, errors, at);
  end if;
  -- Outside of the query, because the planner would call it once more to estimate rows.
  posts := private.matching_posts(words, stars || formats, wanted);
  return jsonb_build_object(
    'stars', coalesce((
      select jsonb_agg(c.ref order by array_position(stars, c.id)) from private.star_cards c where c.id = any (stars)), '[]'::jsonb),
    'formats', coalesce((
      select jsonb_agg(f.ref order by array_position(formats, f.id)) from private.format_refs f where f.id = any (formats)), '[]'::jsonb),
    'posts', coalesce((
      select jsonb_agg(h.hit order by h.last_activity_at desc, h.id desc)
      from private.post_hits h where h.id = any (posts)), '[]'::jsonb));
end $$;

create function private.index_news() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.news_search (news_id, title_key, search_key)
    values (new.id, private.search_fold(new.title), private.search_fold(private.text_said(concat_ws(' ', new.title, new.excerpt, new.body))))
    on conflict (news_id) do update set title_key = excluded.title_key, search_key = excluded.search_key;
  return null;
end $$;

-- The rows of one kind as the page shows them.
create function private.found_cards(kind text, ids uuid[]) returns table (id uuid, item jsonb)
language plpgsql stable security invoker rows 20 set search_path = '' as $$
begin
  case kind
    when 'stars' then return query select c.id, c.card from private.star_cards c where c.id = any (ids);
    when 'formats' then return query select f.id, f.ref from private.format_refs f where f.id = any (ids);
    when 'seasons' then return query select s.id, s.card || jsonb_build_object('format', f.ref)
      from private.season_cards s join private.format_refs f on f.id = s.format_id where s.id = any (ids);
    when 'posts' then return query select p.id, h.hit || jsonb_build_object('comments', p.comments_count)
      from public.community_posts p join private.post_hits h on h.id = p.id where p.id = any (ids);
    when 'members' then return query select m.id, m.ref from private.member_refs m where m.id = any (ids);
    when 'news' then return query select n.id, jsonb_build_object('id', n.id, 'slug', n.slug, 'title', n.title, 'excerpt', n.excerpt,
      'has_text', n.body <> '', 'url', n.url, 'published_at', n.published_at) from public.news n where n.id = any (ids) and n.published_at <= now();
    else return query select e.id, e.item from private.event_items e where e.id = any (ids);
  end case;
end $$;

create function private.found(kind text, query text, words text[], near_stars uuid[], near_formats uuid[], after text, wanted integer)
returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  phrase constant text := array_to_string(words, ' ');
  last constant text[] := private.cursor_parts(after, case kind
    when 'stars' then '{integer,integer,text,uuid}'::text[] when 'formats' then '{integer,text,uuid}'
    when 'seasons' then '{text,integer,uuid}' when 'members' then '{text,uuid}' when 'dates' then '{day,integer,uuid}'
    else '{integer,instant,uuid}' end);
  formats uuid[] := '{}';
  tags uuid[] := '{}';
  ids uuid[];
  keys jsonb;
  total bigint;
begin
  if kind in ('seasons', 'dates', 'posts') then
    formats := array(select f.id from private.find_formats(words, phrase, near_formats, null, 10) f);
  end if;
  if kind = 'posts' then
    tags := formats || array(select s.id from private.find_stars(words, phrase, near_stars, null, 10) s);
  end if;
  select coalesce(array_agg(h.id order by h.place), '{}'), jsonb_agg(h.keys order by h.place), coalesce(max(h.total), 0) into ids, keys, total
  from (
    select f.id, f.keys, f.total, f.place from private.find_stars(words, phrase, near_stars, last, wanted + 1)
      with ordinality f (id, keys, total, place) where kind = 'stars'
    union all select f.id, f.keys, f.total, f.place from private.find_formats(words, phrase, near_formats, last, wanted + 1)
      with ordinality f (id, keys, total, place) where kind = 'formats'
    union all select f.id, f.keys, f.total, f.place from private.find_seasons(words, formats, last, wanted + 1)
      with ordinality f (id, keys, total, place) where kind = 'seasons'
    union all select f.id, f.keys, f.total, f.place from private.find_posts(words, phrase, tags, last, wanted + 1)
      with ordinality f (id, keys, total, place) where kind = 'posts'
    union all select f.id, f.keys, f.total, f.place from private.find_members(query, last, wanted + 1)
      with ordinality f (id, keys, total, place) where kind = 'members'
    union all select f.id, f.keys, f.total, f.place from private.find_news(words, phrase, last, wanted + 1)
      with ordinality f (id, keys, total, place) where kind = 'news'
    union all select f.id, f.keys, f.total, f.place from private.find_dates(words, formats, last, wanted + 1)
      with ordinality f (id, keys, total, place) where kind = 'dates'
  ) h;
  return jsonb_build_object(
    'items', coalesce((select jsonb_agg(c.item order by array_position(ids, c.id)) from private.found_cards(kind, ids[:wanted]) c), '[]'::jsonb),
    'total', total,
    'next', case when cardinality(ids) > wanted then private.cursor_of(variadic
      array(select k from jsonb_array_elements_text(keys -> (wanted - 1)) with ordinality as k (k, at) order by at)) end);
end $$;

create function public.search_page(p_query text, p_kind text default null, p_after text default null, p_limit integer default 5) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  kinds constant text[] := '{stars,formats,seasons,posts,members,news,dates}';
  nothing constant jsonb := '{"items": [], "total": 0, "next": null}';
  wanted constant integer := private.page_limit(p_limit, 5, 50);
  query constant text := left(coalesce(p_query, ''), 100);
  -- Words without a letter or digit have no trigrams, and would read every text.
  words constant text[] := array(select w from unnest(private.search_words(query)) w where w ~ '\w');
  phrase constant text := array_to_string(words, ' ');
  near_stars uuid[] := '{}';
  near_formats uuid[] := '{}';
  answer jsonb := '{}';
  kind text;
begin
  -- A name that is only near is looked for when no star, format or season has every word.
  if cardinality(words) > 0 and not exists (select from private.find_stars(words, phrase, '{}', null, 1))
    and not exists (select from private.find_formats(words, phrase, '{}', null, 1))
    and not exists (select from private.find_seasons(words, '{}', null, 1)) then
    select coalesce(array_agg(n.id order by n.at) filter (where n.kind = 'star'), '{}'),
      coalesce(array_agg(n.id order by n.at) filter (where n.kind = 'format'), '{}')
    into near_stars, near_formats from private.near_names(query, 20) with ordinality as n (kind, id, errors, at);
  end if;
  foreach kind in array kinds loop
    answer := answer || jsonb_build_object(kind, case
      when cardinality(words) = 0 or coalesce(nullif(p_kind, ''), kind) <> kind then nothing
      else private.found(kind, query, words, near_stars, near_formats, case when p_kind = kind then p_after end, wanted) end);
  end loop;
  return answer || jsonb_build_object('near', cardinality(near_stars || near_formats) > 0);
end $$;

-- They only note: what counts is decided by the job, in one snapshot, so that concurrent changes cannot slip between.
create function private.note_act() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    insert into private.act_changes (post_id, actor, created_at, change) values (old.post_id, uuid_hash_extended(old.user_id, 0), old.created_at, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into private.act_changes (post_id, actor, created_at, change) values (new.post_id, uuid_hash_extended(new.user_id, 0), new.created_at, 1);
  end if;
  return null;
end $$;

create function private.note_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null and old.author_id is not null then
    insert into private.act_changes (post_id, actor, created_at, change) values (old.post_id, uuid_hash_extended(old.author_id, 0), old.created_at, -1);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null and new.author_id is not null then
    insert into private.act_changes (post_id, actor, created_at, change) values (new.post_id, uuid_hash_extended(new.author_id, 0), new.created_at, 1);
  end if;
  return null;
end $$;

create function private.note_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then insert into private.post_changes (post_id) values (old.id);
  else insert into private.post_changes (post_id) values (new.id);
  end if;
  return null;
end $$;

create function private.note_tag() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then insert into private.post_changes (post_id) values (old.post_id); end if;
  if tg_op <> 'DELETE' then insert into private.post_changes (post_id) values (new.post_id); end if;
  return null;
end $$;

create function private.note_karma() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- With its account an entry leaves the sums as a whole: private.erase_from_charts().
  if tg_op = 'DELETE' and not exists (select from public.profiles p where p.id = old.user_id) then return null; end if;
  if tg_op <> 'INSERT' then
    insert into private.karma_changes (user_id, created_at, delta) values (old.user_id, old.created_at, -old.delta);
  end if;
  if tg_op <> 'DELETE' then
    insert into private.karma_changes (user_id, created_at, delta) values (new.user_id, new.created_at, new.delta);
  end if;
  return null;
end $$;

create function private.erase_from_charts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.chart_posts k set author_id = null where k.author_id = old.id;
  delete from private.opinion_pairs k where k.author_id = old.id;
  delete from private.opinion_sums k where k.author_id = old.id;
  delete from private.karma_sums k where k.user_id = old.id;
  -- At most those of an hour.
  delete from private.karma_changes k where k.user_id = old.id;
  return old;
end $$;

create or replace function public.charts_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'stars', public.chart_stars(null, 3) -> 'items',
      'formats', coalesce((select jsonb_agg(f.item order by f.place) from jsonb_array_elements(public.chart_formats()) with ordinality as f (item, place) where f.place <= 3), '[]'::jsonb),
      'social', public.chart_social(null, null, 3) -> 'items',
      'opinion_makers', public.chart_opinion_makers('30', 3),
      'karma', public.chart_karma('30', 3),
      'sleuths', public.chart_sleuths(3))
  );
end $$;

-- Members by distinct other members who voted on, reacted to or commented on their approved posts.
create or replace function private.rank_opinion_makers() returns void
language sql security definer set search_path = '' as $$
  with ranked as (
    select t.time_window, m.author_id, t.value, t.value_before,
      row_number() over (partition by t.time_window order by t.value desc, o.slug) as place,
      row_number() over (partition by t.time_window order by t.value_before desc, o.slug) as place_before
    from private.opinion_sums m
    join public.public_profiles o on o.id = m.author_id
    cross join lateral (values ('all', m.ever, m.ever_before), ('30', m.last_30, m.last_30_before)) t (time_window, value, value_before)
    where t.value > 0 or t.value_before > 0
  )
  insert into private.member_ranks (chart, time_window, rank, member_id, value, rank_week_ago)
  select 'opinion_makers', time_window, place, author_id, value, case when value_before > 0 then place_before end
  from ranked where value > 0 and place <= 100
$$;

create or replace function private.rank_karma() returns void
language sql security definer set search_path = '' as $$
  with ranked as (
    select t.time_window, m.user_id, t.value, t.value_before,
      row_number() over (partition by t.time_window order by t.value desc, o.slug) as place,
      row_number() over (partition by t.time_window order by t.value_before desc, o.slug) as place_before
    from private.karma_sums m
    join public.public_profiles o on o.id = m.user_id
    cross join lateral (values ('all', m.ever, m.ever_before), ('30', m.last_30, m.last_30_before)) t (time_window, value, value_before)
    where t.value > 0 or t.value_before > 0
  )
  insert into private.member_ranks (chart, time_window, rank, member_id, value, rank_week_ago)
  select 'karma', time_window, place, user_id, value, case when value_before > 0 then place_before end
  from ranked where value > 0 and place <= 100
$$;

create or replace function private.refresh_charts() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_charts(now());
  delete from private.member_ranks;
  perform private.rank_opinion_makers();
  perform private.rank_karma();
  perform private.rank_sleuths();

  -- Star ranks have changed since the facts were computed.
  perform private.refresh_format_facts(array(select id from public.formats));

  -- Last, because concurrent changes of karma wait for its lock.
  perform private.refresh_ranked_members();
end $$;

create function private.wilson(hits bigint, decided bigint) returns float8
language sql immutable strict parallel safe set search_path = '' as $$
  -- Lower bound of the 95 % interval: 10 of 10 is 0.72, 95 of 100 is 0.89.
  select case when decided = 0 then 0 else
    ((p + 1.9208 / decided - 1.96 * sqrt((p * (1 - p) + 0.9604 / decided) / decided)) / (1 + 3.8416 / decided)) end
  from (select hits::float8 / nullif(decided, 0) as p) x
$$;

create function private.rank_sleuths() returns void
language sql security definer set search_path = '' as $$
  with recent as (
    select h.member_id, count(*) filter (where h.hit) as hits, count(*) as decided from private.rumor_hits h
    where h.decided_at > now() - interval '7 days' group by h.member_id
  ), measured as (
    select m.id, m.slug, private.wilson(r.hits, r.decided) as score, r.decided,
      case when r.decided - coalesce(w.decided, 0) >= 10
        then private.wilson(r.hits - coalesce(w.hits, 0), r.decided - coalesce(w.decided, 0)) end as score_before
    from private.hit_rates r join public.public_profiles m on m.id = r.member_id left join recent w on w.member_id = r.member_id
    where r.decided >= 10 and not r.hidden
  ), ranked as (
    select x.*, row_number() over (order by x.score desc, x.decided desc, x.slug) as rank,
      case when x.score_before is not null then row_number() over (
        partition by x.score_before is null order by x.score_before desc, x.decided desc, x.slug) end as rank_before
    from measured x
  )
  insert into private.member_ranks (chart, time_window, rank, member_id, value, rank_week_ago)
    select 'sleuths', 'all', r.rank, r.id, round(r.score * 1000), r.rank_before from ranked r where r.rank <= 100
$$;

create function private.chart_of_sleuths(wanted integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('member', m.ref, 'rank', r.rank, 'hits', h.hits, 'decided', h.decided,
    'rank_week_ago', r.rank_week_ago) order by r.rank), '[]'::jsonb)
  from private.member_ranks r join private.ranked_members m on m.member_id = r.member_id
  join private.hit_rates h on h.member_id = r.member_id and not h.hidden
  where r.chart = 'sleuths' and r.rank <= wanted
$$;

create function public.chart_sleuths(p_limit integer default 100) returns jsonb
language sql stable set search_path = '' as $$ select private.chart_of_sleuths(private.page_limit(p_limit, 100)) $$;

-- The windows of a chart at an instant `at`. A row counts in last_30_before from 37 to 7 days before it.
-- One statement reads and writes everything, because changes and the rows they belong to have to be of one snapshot. Joins use
-- indexes: a hash of all pairs would read them all.
create function private.count_opinions(was_at timestamptz, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare is_first constant boolean := was_at is null;
declare since constant timestamptz := coalesce(was_at, at);
begin
  with noted as (
    delete from private.act_changes returning post_id, actor, created_at, change
  ), noted_posts as (
    delete from private.post_changes returning post_id
  ), posts as materialized (
    -- Posts that may count otherwise than before: what they were counted as, and what they are now.
    select i.post_id, k.post_id is not null as was_counted, k.author_id as was_author, coalesce(k.formats, '{}') as was_formats,
      p.id is not null as is_counted, p.author_id,
      case when p.id is null then '{}' else array(select t.tag_id from public.post_tags t where t.post_id = p.id and t.kind = 'format') end as formats
    from (select n.post_id from noted_posts n union select p.id from public.community_posts p where is_first) i
    left join private.chart_posts k on k.post_id = i.post_id
    left join public.community_posts p on p.id = i.post_id and p.status = 'approved'
  ), acts_of_moved as materialized (
    select m.was_author, m.author_id, uuid_hash_extended(a.user_id, 0) as actor, a.created_at
    from posts m
    cross join lateral (
      select v.user_id, v.created_at from public.rumor_votes v where v.post_id = m.post_id
      union all select v.user_id, v.created_at from public.poll_votes v where v.post_id = m.post_id
      union all select r.user_id, r.created_at from public.post_reactions r where r.post_id = m.post_id
      union all select c.author_id, c.created_at from public.comments c where c.post_id = m.post_id and c.deleted_at is null and c.author_id is not null
    ) a
    where m.was_author is distinct from m.author_id
  ), aged as (
    -- Rows that pass the edge of a window between the two instants; each edge changes other windows.
    select p.author_id, uuid_hash_extended(e.user_id, 0) as actor, e.ever_before, e.last_30, e.last_30_before
    from (values (interval '7 days', 1, 0, 1), (interval '30 days', 0, -1, 0), (interval '37 days', 0, 0, -1)) w (age, ever_before, last_30, last_30_before)
    cross join lateral (
      select v.post_id, v.user_id, v.created_at, w.* from public.rumor_votes v where v.created_at >= since - w.age and v.created_at < at - w.age
      union all select v.post_id, v.user_id, v.created_at, w.* from public.poll_votes v where v.created_at >= since - w.age and v.created_at < at - w.age
      union all select r.post_id, r.user_id, r.created_at, w.* from public.post_reactions r where r.created_at >= since - w.age and r.created_at < at - w.age
      union all select c.post_id, c.author_id, c.created_at, w.* from public.comments c
        where c.created_at >= since - w.age and c.created_at < at - w.age and c.deleted_at is null and c.author_id is not null
    ) e
    join public.community_posts p on p.id = e.post_id and p.status = 'approved' and p.author_id <> e.user_id
  ), steps as (
    select s.author_id, s.actor, s.change as ever,
      case when s.created_at < since - interval '7 days' then s.change else 0 end as ever_before,
      case when s.created_at >= since - interval '30 days' then s.change else 0 end as last_30,
      case when s.created_at >= since - interval '37 days' and s.created_at < since - interval '7 days' then s.change else 0 end as last_30_before
    from (
      select k.author_id, n.actor, n.created_at, n.change from noted n join private.chart_posts k on k.post_id = n.post_id
      union all select m.was_author, m.actor, m.created_at, -1 from acts_of_moved m
      union all select m.author_id, m.actor, m.created_at, 1 from acts_of_moved m
    ) s
    where uuid_hash_extended(s.author_id, 0) <> s.actor
    union all
    select a.author_id, a.actor, 0, a.ever_before, a.last_30, a.last_30_before from aged a
  ), deltas as (
    select s.author_id, s.actor, sum(s.ever) as ever, sum(s.ever_before) as ever_before, sum(s.last_30) as last_30, sum(s.last_30_before) as last_30_before
    from steps s group by s.author_id, s.actor
  ), changed as materialized (
    select d.author_id, d.actor,
      coalesce(k.ever, 0) as was_ever, coalesce(k.ever_before, 0) as was_ever_before, coalesce(k.last_30, 0) as was_last_30,
      coalesce(k.last_30_before, 0) as was_last_30_before,
      coalesce(k.ever, 0) + d.ever as ever, coalesce(k.ever_before, 0) + d.ever_before as ever_before,
      coalesce(k.last_30, 0) + d.last_30 as last_30, coalesce(k.last_30_before, 0) + d.last_30_before as last_30_before
    from deltas d
    left join private.opinion_pairs k on k.author_id = d.author_id and k.actor = d.actor
    where (d.ever, d.ever_before, d.last_30, d.last_30_before) <> (0, 0, 0, 0)
  ), removed_pairs as (
    delete from private.opinion_pairs k using changed c where k.author_id = c.author_id and k.actor = c.actor and c.ever = 0
  ), written_pairs as (
    insert into private.opinion_pairs (author_id, actor, ever, ever_before, last_30, last_30_before)
      select c.author_id, c.actor, c.ever, c.ever_before, c.last_30, c.last_30_before from changed c where c.ever <> 0
      on conflict (author_id, actor) do update set ever = excluded.ever, ever_before = excluded.ever_before,
        last_30 = excluded.last_30, last_30_before = excluded.last_30_before
  ), removed_posts as (
    delete from private.chart_posts k using posts m where k.post_id = m.post_id and not m.is_counted
  ), written_posts as (
    insert into private.chart_posts (post_id, author_id, formats)
      select m.post_id, m.author_id, m.formats from posts m where m.is_counted
      on conflict (post_id) do update set author_id = excluded.author_id, formats = excluded.formats
  ), counted_formats as (
    update private.format_facts k set posts = k.posts + d.posts
    from (
      select f.format_id, sum(f.posts) as posts
      from (
        select unnest(m.was_formats) as format_id, -1 as posts from posts m
        union all select unnest(m.formats), 1 from posts m
      ) f
      group by f.format_id having sum(f.posts) <> 0
    ) d
    where k.format_id = d.format_id
  )
  insert into private.opinion_sums as k (author_id, ever, ever_before, last_30, last_30_before)
    select c.author_id,
      sum((c.ever > 0)::integer - (c.was_ever > 0)::integer), sum((c.ever_before > 0)::integer - (c.was_ever_before > 0)::integer),
      sum((c.last_30 > 0)::integer - (c.was_last_30 > 0)::integer), sum((c.last_30_before > 0)::integer - (c.was_last_30_before > 0)::integer)
    from changed c group by c.author_id
    on conflict (author_id) do update set ever = k.ever + excluded.ever, ever_before = k.ever_before + excluded.ever_before,
      last_30 = k.last_30 + excluded.last_30, last_30_before = k.last_30_before + excluded.last_30_before;
  delete from private.opinion_sums k where k.ever = 0;
end $$;

create function private.count_karma(was_at timestamptz, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare is_first constant boolean := was_at is null;
declare since constant timestamptz := coalesce(was_at, at);
begin
  with noted as (
    delete from private.karma_changes returning user_id, created_at, delta
  ), steps as (
    select s.user_id, s.delta as ever,
      case when s.created_at < since - interval '7 days' then s.delta else 0 end as ever_before,
      case when s.created_at >= since - interval '30 days' then s.delta else 0 end as last_30,
      case when s.created_at >= since - interval '37 days' and s.created_at < since - interval '7 days' then s.delta else 0 end as last_30_before
    from (
      select n.user_id, n.created_at, n.delta from noted n where not is_first
      union all select e.user_id, e.created_at, e.delta from public.karma_events e where is_first
    ) s
    union all
    select e.user_id, 0, e.delta * w.ever_before, e.delta * w.last_30, e.delta * w.last_30_before
    from (values (interval '7 days', 1, 0, 1), (interval '30 days', 0, -1, 0), (interval '37 days', 0, 0, -1)) w (age, ever_before, last_30, last_30_before)
    join public.karma_events e on e.created_at >= since - w.age and e.created_at < at - w.age
  )
  insert into private.karma_sums as k (user_id, ever, ever_before, last_30, last_30_before)
    select s.user_id, sum(s.ever), sum(s.ever_before), sum(s.last_30), sum(s.last_30_before) from steps s group by s.user_id
    on conflict (user_id) do update set ever = k.ever + excluded.ever, ever_before = k.ever_before + excluded.ever_before,
      last_30 = k.last_30 + excluded.last_30, last_30_before = k.last_30_before + excluded.last_30_before;
  delete from private.karma_sums k where (k.ever, k.ever_before, k.last_30, k.last_30_before) = (0, 0, 0, 0);
end $$;

create function private.count_charts(at timestamptz) returns void
language plpgsql security definer set search_path = '' set enable_hashjoin = on set enable_mergejoin = on as $$
declare was_at timestamptz;
begin
  insert into private.chart_state default values on conflict do nothing;
  select s.as_of into was_at from private.chart_state s for update;
  -- A hash or merge of all pairs or posts would read them all. The first count does need them all.
  perform set_config('enable_hashjoin', (was_at is null)::text, true), set_config('enable_mergejoin', (was_at is null)::text, true);
  if was_at is null then
    delete from private.chart_posts;
    delete from private.opinion_pairs;
    delete from private.opinion_sums;
    delete from private.karma_sums;
    update private.format_facts set posts = 0 where posts <> 0;
  end if;
  perform private.count_opinions(was_at, greatest(was_at, at));
  perform private.count_karma(was_at, greatest(was_at, at));
  update private.chart_state set as_of = greatest(was_at, at);
end $$;

-- /admin/analytics.
create or replace function private.admin_analytics_page(wanted date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.berlin_day(now());
  -- Older events are deleted (private.expire_analytics()).
  first_day constant date := greatest(least(wanted, today), today - 89);
  since constant timestamptz := first_day::timestamp at time zone 'Europe/Berlin';
  days jsonb;
  total jsonb;
begin
  perform private.require_admin();
  select jsonb_agg(to_jsonb(d) - '{begun,guests,guests_begun}'::text[] order by d.day),
    -- A visit across midnight counts once: later days only add visits that began on them.
    jsonb_build_object(
      'visitors', private.analytics_members(since) + sum(case d.day when first_day then d.guests else d.guests_begun end),
      'sessions', sum(case d.day when first_day then d.sessions else d.begun end),
      'views', sum(d.views), 'votes', sum(d.votes), 'posts', sum(d.posts), 'comments', sum(d.comments))
    into days, total from private.analytics_days(first_day) d;
  return jsonb_build_object(
    'since', first_day, 'until', today,
    'total', total,
    'days', days,
    'pages', coalesce((select jsonb_agg(to_jsonb(p)) from private.analytics_pages(first_day, 20) p), '[]'::jsonb),
    'sources', (select coalesce(jsonb_agg(to_jsonb(o)), '[]'::jsonb) from private.analytics_sources(since, 20) o),
    'funnel', (select jsonb_agg(to_jsonb(f)) from private.analytics_funnel(since) f),
    'retention', (select jsonb_agg(jsonb_build_object('days', n.days) || to_jsonb(r) order by n.days)
      from (values (7), (30)) n (days) cross join lateral private.analytics_retention(since, n.days) r),
    'conversions', (select jsonb_agg(to_jsonb(c)) from private.analytics_conversions(since) c),
    'vitals', coalesce((select jsonb_agg(to_jsonb(v)) from private.analytics_vitals(first_day) v), '[]'::jsonb),
    'suspicions', coalesce((select jsonb_agg(to_jsonb(s)) from private.analytics_suspicions(since) s), '[]'::jsonb));
end $$;

create function private.analytics_sources(since timestamptz, most integer) returns table (source text, visits bigint)
language sql stable set search_path = '' as $$
  -- Anybody may send events: what is no host is not shown.
  select case when e.metadata ->> 'source' ~ '^[a-z0-9.-]{1,100}$' then e.metadata ->> 'source' end, count(distinct e.session_id)
  from private.counted_events e
  where e.created_at >= since and e.event_type = 'session_start' and e.session_id is not null
  group by 1 order by 2 desc, 1 limit most
$$;

-- Short, because on the embedded database everybody waits for a statement.
create or replace function private.expire_analytics() returns integer
language sql security definer set search_path = '' as $$ select private.expire_within('5 seconds', 20000) $$;

-- A repeated import leaves corrections by hand alone, and a wrong one is undone as a whole.

create function private.import_fields() returns table (
  place integer, table_name text, target text, field text, given_key text, column_name text
)
language sql immutable parallel safe set search_path = '' as $$
  values (1, 'formats', 'public.formats', 'name', 'name', 'name'), (1, 'formats', 'public.formats', 'short_name', 'short_name', 'short_name'),
    (1, 'formats', 'public.formats', 'description', 'description', 'description'),
    (1, 'formats', 'public.formats', 'broadcaster', 'broadcaster', 'broadcaster_id'),
    (1, 'formats', 'public.formats', 'streaming_provider', 'streaming_provider', 'streaming_provider_id'),
    (2, 'seasons', 'public.seasons', 'title', 'title', 'title'), (2, 'seasons', 'public.seasons', 'start_date', 'start_date', 'start_date'),
    (2, 'seasons', 'public.seasons', 'end_date', 'end_date', 'end_date'), (2, 'seasons', 'public.seasons', 'location', 'location', 'location'),
    (2, 'seasons', 'public.seasons', null, 'external_key', 'external_key'),
    (3, 'stars', 'public.stars', 'first_name', 'first_name', 'first_name'), (3, 'stars', 'public.stars', 'last_name', 'last_name', 'last_name'),
    (3, 'stars', 'public.stars', 'nickname', 'nickname', 'nickname'), (3, 'stars', 'public.stars', 'date_of_birth', 'birthdate', 'birthdate'),
    (4, 'participants', 'public.season_participants', 'place', 'placement', 'placement'),
    (4, 'participants', 'public.season_participants', null, 'sort_order', 'sort_order'),
    (5, 'episodes', 'public.calendar_events', 'title', 'title', 'title'), (5, 'episodes', 'public.calendar_events', 'date', 'date', 'event_date'),
    (5, 'episodes', 'public.calendar_events', 'duration_minutes', 'duration_minutes', 'duration_minutes'),
    (5, 'episodes', 'public.calendar_events', 'episode_number', 'episode_number', 'episode_number'),
    (5, 'episodes', 'public.calendar_events', null, 'season_id', 'season_id')
$$;

-- What a merge fills in or gives back nobody has corrected.
create function private.note_hand_edit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was constant jsonb := to_jsonb(old);
  row_now constant jsonb := to_jsonb(new);
begin
  -- Jobs and commands have no account, and an import is no work by hand.
  if auth.uid() is null or coalesce(current_setting('hot.importing', true), '') = 'true' or current_setting('hot.restoring', true) = 'on' then
    return null;
  end if;
  insert into private.hand_edits as h (table_name, row_id, part_id, column_name)
    select f.table_name, coalesce(row_now ->> 'id', row_now ->> 'season_id')::uuid,
      coalesce(case when f.table_name = 'participants' then row_now ->> 'star_id' end, '00000000-0000-0000-0000-000000000000')::uuid, f.column_name
    from private.import_fields() f
    where f.table_name = tg_argv[0] and f.field is not null and was -> f.column_name is distinct from row_now -> f.column_name
    on conflict (table_name, row_id, part_id, column_name) do update set edited_at = excluded.edited_at;
  return null;
end $$;

create function private.import_found(tables jsonb) returns table (
  table_name text, row_id uuid, part_id uuid, row_name text, nth bigint, given jsonb, known jsonb, stored jsonb
)
language sql stable security definer set search_path = '' as $$
  select 'formats', f.id, '00000000-0000-0000-0000-000000000000'::uuid, f.name, d.nth, d.given,
    to_jsonb(f) || jsonb_build_object('broadcaster', b.name, 'streaming_provider', p.name), to_jsonb(f)
  from jsonb_array_elements(private.import_rows(tables, 'formats')) with ordinality as d (given, nth)
  join public.formats f on f.external_key = d.given ->> 'key'
  left join public.broadcasters b on b.id = f.broadcaster_id
  left join public.streaming_providers p on p.id = f.streaming_provider_id
  union all
  select 'seasons', s.id, '00000000-0000-0000-0000-000000000000', f.name || ', Staffel ' || s.season_number, d.nth, d.given, to_jsonb(s), to_jsonb(s)
  from jsonb_array_elements(private.import_rows(tables, 'seasons')) with ordinality as d (given, nth)
  join public.formats f on f.external_key = d.given ->> 'format_key'
  join public.seasons s on s.format_id = f.id and s.season_number = (d.given ->> 'season_number')::integer
  union all
  select 'stars', s.id, '00000000-0000-0000-0000-000000000000', s.full_name, d.nth, d.given, to_jsonb(s), to_jsonb(s)
  from jsonb_array_elements(private.import_rows(tables, 'stars')) with ordinality as d (given, nth)
  join public.stars s on s.external_key = d.given ->> 'key'
  union all
  select 'participants', p.season_id, p.star_id, x.full_name || ', ' || f.name || ', Staffel ' || s.season_number, d.nth, d.given, to_jsonb(p), to_jsonb(p)
  from jsonb_array_elements(private.import_rows(tables, 'participants')) with ordinality as d (given, nth)
  join public.formats f on f.external_key = d.given ->> 'format_key'
  join public.seasons s on s.format_id = f.id and s.season_number = (d.given ->> 'season_number')::integer
  join public.stars x on x.external_key = d.given ->> 'star_key'
  join public.season_participants p on p.season_id = s.id and p.star_id = x.id
  union all
  select 'episodes', e.id, '00000000-0000-0000-0000-000000000000',
    e.format_name || ', Staffel ' || e.season_number || ', Folge ' || (d.given ->> 'episode_number'), d.nth,
    -- A season that the same import makes is another one than now.
    d.given || jsonb_build_object('season_id', coalesce(s.id::text, 'new')),
    to_jsonb(e) || jsonb_build_object('date', e.event_date), to_jsonb(e)
  from jsonb_array_elements(private.import_rows(tables, 'episodes')) with ordinality as d (given, nth)
  join public.calendar_events e on e.external_key = d.given ->> 'external_key'
  left join public.formats f on f.external_key = d.given ->> 'format_key'
  left join public.seasons s on s.format_id = f.id and s.season_number = (d.given ->> 'season_number')::integer
$$;

create function private.import_changes(tables jsonb) returns table (
  place integer, table_name text, row_name text, field text, given_key text, old_value text, new_value text, nth bigint, lock_key text, locked boolean
)
language sql stable security definer set search_path = '' as $$
  select f.place, r.table_name, r.row_name, f.field, f.given_key, r.known ->> f.given_key, r.given ->> f.given_key, r.nth,
    concat_ws(':', r.table_name, r.row_id, r.part_id, f.column_name),
    exists (select from private.hand_edits h where h.table_name = r.table_name and h.row_id = r.row_id and h.part_id = r.part_id
      and h.column_name = f.column_name)
  from private.import_found(tables) r
  join private.import_fields() f on f.table_name = r.table_name and f.field is not null
  where r.given ->> f.given_key is not null and r.given ->> f.given_key is distinct from r.known ->> f.given_key
$$;

create function private.import_preview(tables jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with found as (
    select r.table_name, r.nth,
      bool_or(r.given ->> f.given_key is not null and r.given ->> f.given_key is distinct from r.known ->> f.given_key) as differs
    from private.import_found(tables) r join private.import_fields() f on f.table_name = r.table_name
    group by r.table_name, r.nth
  )
  select coalesce(jsonb_object_agg(t.name, (
    select private.import_counted(jsonb_array_length(private.import_rows(tables, t.name)),
      (jsonb_array_length(private.import_rows(tables, t.name)) - count(*) + count(*) filter (where f.differs))::integer,
      (jsonb_array_length(private.import_rows(tables, t.name)) - count(*))::integer)
    from found f where f.table_name = t.name)), '{}')
  from (select distinct f.table_name as name from private.import_fields() f) t where tables ? t.name
$$;

create function private.unlocked_tables(tables jsonb, unlock text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- A locked value is given as it is, so that the import finds nothing to change there.
  with kept as (
    select c.table_name, c.nth, jsonb_object_agg(c.given_key, c.old_value) as known
    from private.import_changes(tables) c where c.locked and not c.lock_key = any (unlock) group by c.table_name, c.nth
  )
  select tables || coalesce((
    select jsonb_object_agg(spared.table_name, spared.given) from (
      select t.table_name, jsonb_agg(d.given || coalesce(k.known, '{}') order by d.nth) as given
      from (select distinct kept.table_name from kept) t
      cross join lateral jsonb_array_elements(private.import_rows(tables, t.table_name)) with ordinality as d (given, nth)
      left join kept k on k.table_name = t.table_name and k.nth = d.nth
      group by t.table_name) spared), '{}')
$$;

create function private.apply_import(tables jsonb, preview boolean, unlock text[] default '{}') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chosen constant jsonb := private.unlocked_tables(tables, coalesce(unlock, '{}'));
  missing constant text := private.import_missing(tables);
  before jsonb;
  counts jsonb := '{}';
begin
  if missing is not null then
    raise exception '%', missing using errcode = '23503', hint = 'import_dangling';
  end if;
  if preview then return private.import_preview(chosen); end if;
  perform set_config('hot.importing', 'true', true);
  before := (select jsonb_object_agg(r.table_name || ':' || r.row_id || ':' || r.part_id, r.stored) from private.import_found(chosen) r);
  if tables ? 'formats' then counts := counts || jsonb_build_object('formats', private.import_formats(chosen)); end if;
  if tables ? 'seasons' then counts := counts || jsonb_build_object('seasons', private.import_seasons(chosen)); end if;
  if tables ? 'stars' then counts := counts || jsonb_build_object('stars', private.import_stars(chosen)); end if;
  if tables ? 'participants' then counts := counts || jsonb_build_object('participants', private.import_participants(chosen)); end if;
  if tables ? 'episodes' then counts := counts || jsonb_build_object('episodes', private.import_episodes(chosen)); end if;
  perform private.note_import(chosen, coalesce(before, '{}'), counts);
  delete from private.hand_edits h where concat_ws(':', h.table_name, h.row_id, h.part_id, h.column_name) = any (unlock);
  perform set_config('hot.importing', '', true);
  -- The embedded database has no autovacuum, and the next page reads thousands of new rows.
  execute 'analyze public.formats, public.stars, public.star_scores, public.seasons, public.season_participants, public.calendar_events';
  return counts;
end $$;

create function private.note_import(tables jsonb, before jsonb, counts jsonb) returns void
language sql security definer set search_path = '' as $$
  with now_there as materialized (
    select r.*, before -> (r.table_name || ':' || r.row_id || ':' || r.part_id) as was from private.import_found(tables) r
  ), made as (
    select coalesce(jsonb_object_agg(m.table_name, m.ids), '{}') as created from (
      select n.table_name, jsonb_agg(case when n.table_name = 'participants'
        then jsonb_build_object('season_id', n.row_id, 'star_id', n.part_id) else to_jsonb(n.row_id) end) as ids
      from now_there n where n.was is null group by n.table_name) m
  ), replaced as (
    select coalesce(jsonb_agg(jsonb_build_object('table', n.table_name, 'id', n.row_id, 'part', n.part_id, 'column', f.column_name,
      'old', n.was -> f.column_name, 'new', n.stored -> f.column_name)), '[]') as changed
    from now_there n join private.import_fields() f on f.table_name = n.table_name
    where n.was is not null and n.was -> f.column_name is distinct from n.stored -> f.column_name
  )
  insert into private.imports (applied_by, counts, created, changed)
    select auth.uid(), counts, made.created, replaced.changed from made, replaced where made.created <> '{}' or replaced.changed <> '[]'
$$;

create function private.import_seen(tables jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select md5(concat_ws('|', md5(tables::text),
    (select md5(string_agg(concat_ws(':', f.table_name, f.nth, f.row_id, f.part_id), '|' order by f.table_name, f.nth, f.row_id, f.part_id))
      from private.import_found(tables) f),
    (select md5(string_agg(jsonb_build_array(c.lock_key, c.old_value, c.new_value, c.locked)::text, '|' order by c.lock_key, c.nth))
      from private.import_changes(tables) c)))
$$;

create function private.admin_apply_import(p_tables jsonb, p_preview boolean, p_unlock text[], p_seen text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare counts jsonb;
begin
  perform private.require_moderator();
  if cardinality(p_unlock) > 500 then perform private.refuse('Höchstens 500 auf einmal.', 'row_count'); end if;
  -- Concurrent imports could create a star twice, or deadlock.
  perform pg_advisory_xact_lock(hashtextextended('import', 0));
  if not coalesce(p_preview, true) and p_seen is distinct from private.import_seen(p_tables) then
    perform private.refuse('Inzwischen hat jemand etwas davon geändert. Prüf die Dateien noch einmal: Dann siehst du, was jetzt ersetzt würde.', 'import_changed');
  end if;
  counts := private.apply_import(p_tables, coalesce(p_preview, true), p_unlock);
  if not coalesce(p_preview, true) then
    perform private.log_staff_action('import', 'import', null, counts);
  end if;
  return counts;
end $$;

create function public.admin_apply_import(p_tables jsonb, p_preview boolean default true, p_unlock text[] default '{}', p_seen text default null) returns jsonb
language sql set search_path = '' set statement_timeout = '120s' as $$ select private.admin_apply_import(p_tables, p_preview, p_unlock, p_seen) $$;

create function private.admin_import_changes(tables jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
-- More are read by nobody, and a first import of thousands of rows changes none.
declare most constant integer := 500;
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      -- Those to decide about first.
      select c.*, row_number() over (order by c.locked desc, c.place, c.row_name, c.field) as listed_at from private.import_changes(tables) c
    )
    select jsonb_build_object('seen', private.import_seen(tables), 'total', (select count(*) from listed), 'locked', (select count(*) from listed l where l.locked),
      'items', coalesce(jsonb_agg(jsonb_build_object('id', l.lock_key, 'table', l.table_name, 'row', l.row_name, 'field', l.field,
        'old', l.old_value, 'new', l.new_value, 'locked', l.locked) order by l.listed_at), '[]'))
    from listed l where l.listed_at <= most);
end $$;

create function public.admin_import_changes(p_tables jsonb) returns jsonb
language sql stable set search_path = '' set statement_timeout = '120s' as $$ select private.admin_import_changes(p_tables) $$;

-- New rows are named, so that a person who is there already does not come a second time unseen.

create function private.import_new(tables jsonb) returns table (table_name text, nth bigint, given jsonb)
language sql stable security definer set search_path = '' as $$
  select t.name, d.nth, d.given
  from (select distinct f.table_name as name from private.import_fields() f) t
  cross join lateral jsonb_array_elements(private.import_rows(tables, t.name)) with ordinality as d (given, nth)
  where (t.name, d.nth) not in (select r.table_name, r.nth from private.import_found(tables) r)
$$;

create function private.import_doubles(tables jsonb) returns table (table_name text, nth bigint, name text, slug text)
language sql stable security definer set search_path = '' as $$
  with made as materialized (
    select n.table_name, n.nth, private.search_fold(coalesce(
      case n.table_name when 'formats' then n.given ->> 'name'
        else nullif(btrim(concat_ws(' ', n.given ->> 'first_name', n.given ->> 'last_name')), '') end, n.given ->> 'nickname', '')) as folded
    from private.import_new(tables) n where n.table_name in ('formats', 'stars')
  ), there as materialized (
    select 'formats' as table_name, f.name, f.slug, private.search_fold(f.name) as folded from public.formats f
    union all
    select 'stars', s.full_name, s.slug, private.search_fold(s.first_name || ' ' || s.last_name) from public.stars s
    union all
    select 'stars', s.full_name, s.slug, private.search_fold(s.nickname) from public.stars s where s.nickname is not null
  )
  select distinct m.table_name, m.nth, t.name, t.slug from made m
  join there t on t.table_name = m.table_name and t.folded = m.folded where m.folded <> ''
$$;

create function private.admin_import_new(tables jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object(
    'rows', coalesce((select jsonb_object_agg(t.table_name, t.rows) from (
      select n.table_name, jsonb_agg(n.nth order by n.nth) as rows from private.import_new(tables) n group by n.table_name) t), '{}'),
    'doubles', coalesce((select jsonb_agg(jsonb_build_object('table', d.table_name, 'nth', d.nth, 'name', d.name, 'slug', d.slug)
      order by d.table_name, d.nth, d.slug) from private.import_doubles(tables) d), '[]'));
end $$;

create function public.admin_import_new(p_tables jsonb) returns jsonb
language sql stable set search_path = '' set statement_timeout = '120s' as $$ select private.admin_import_new(p_tables) $$;

-- The slug of a new star ends with part of its id, so another id is drawn if the slug is taken.
create or replace function private.import_stars(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := private.import_rows(tables, 'stars');
  changed integer;
  entered integer;
  made integer := 0;
begin
  update public.stars s set first_name = d.first_name, last_name = d.last_name,
      nickname = coalesce(d.nickname, s.nickname), birthdate = coalesce(d.birthdate, s.birthdate)
    from jsonb_to_recordset(given) as d (key text, first_name text, last_name text, nickname text, birthdate date)
    where s.external_key = d.key and (s.first_name, s.last_name, s.nickname, s.birthdate) is distinct from
      (d.first_name, d.last_name, coalesce(d.nickname, s.nickname), coalesce(d.birthdate, s.birthdate));
  get diagnostics changed = row_count;
  loop
    with drawn as materialized (
      select gen_random_uuid() as id, d.*
      from jsonb_to_recordset(given) as d (key text, first_name text, last_name text, nickname text, birthdate date)
      where not exists (select from public.stars s where s.external_key = d.key)
    ), slugged as (
      select distinct on (slug) drawn.*, private.star_slug(drawn.id, drawn.first_name, drawn.nickname, drawn.last_name) as slug from drawn
    )
    insert into public.stars (id, external_key, first_name, last_name, nickname, birthdate)
      select n.id, n.key, n.first_name, n.last_name, n.nickname, n.birthdate
      from slugged n where not exists (select from public.stars s where s.slug = n.slug);
    get diagnostics entered = row_count;
    made := made + entered;
    -- The slug of a new star ends with part of its id: whoever met one that is taken draws another.
    exit when entered = 0;
  end loop;
  return private.import_counted(jsonb_array_length(given), changed + made, made);
end $$;

-- An import of 1,200 stars spent 2 s on them, in which an embedded database answers nobody else: a statement for each star, and more for
-- the words of each name.

create function private.words_of_names(folded text, whole text[]) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(distinct w.word), '{}') from unnest(private.words_of(folded)
    || array(select left(array_to_string(private.words_of(name), ''), 40) from unnest(whole) name)) as w (word) where w.word <> ''
$$;

create function private.enter_near_words(words text[]) returns void
language sql security definer set search_path = '' as $$
  insert into private.near_words (rest, word)
    select distinct rest, fresh.whole
    from (
      select distinct w.whole from unnest(words) as w (whole)
      -- A word is one of its own rests: where it stands, all of them do.
      where char_length(w.whole) >= 3 and not exists (select from private.near_words n where n.rest = w.whole and n.word = w.whole)) fresh
    cross join lateral private.rests_of(fresh.whole) rest
  on conflict do nothing
$$;

create function private.enter_star_names() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.name_words (kind, owner_id, word)
    select 'star', e.star_id, w.word
    from entered e cross join lateral unnest(private.words_of_names(e.search_key, array[e.sort_key, e.search_key])) as w (word)
    on conflict do nothing;
  perform private.enter_near_words(array(
    select n.word from private.name_words n join entered e on n.kind = 'star' and n.owner_id = e.star_id));
  return null;
end $$;

create function private.index_new_stars() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.star_search (star_id, search_key, sort_key, letter, created_at, place)
    select n.id, n.search_key, n.sort_key, n.letter, n.created_at, coalesce(x.rank, 2147483647)
    from made n left join public.star_scores x on x.star_id = n.id
    where n.is_active;
  return null;
end $$;

create function private.undo_import(import_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known private.imports;
  reverted integer;
  removed integer := 0;
  hit integer;
  made jsonb;
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('import', 0));
  select * into known from private.imports i
    where i.id = import_id and i.undone_at is null and private.restorable_until(i.applied_at) > now() for update;
  -- Somebody else was first, or the 30 days are over.
  if not found then return null; end if;
  made := known.created;
  perform private.log_staff_action('undo_import', 'import', null, known.counts);
  perform set_config('hot.importing', 'true', true);
  -- What changed again since stays.
  reverted := (select count(*) from jsonb_array_elements(known.changed) c where private.set_back(c));
  perform private.put_in_bin('import', 'Import vom ' || to_char(known.applied_at at time zone 'Europe/Berlin', 'DD.MM.YYYY, HH24:MI'),
    jsonb_build_object('formats', coalesce(made -> 'formats', '[]'), 'seasons', coalesce(made -> 'seasons', '[]'),
      'stars', coalesce(made -> 'stars', '[]'), 'events', coalesce(made -> 'episodes', '[]'), 'participants', coalesce(made -> 'participants', '[]')));
  delete from public.season_participants p using jsonb_to_recordset(coalesce(made -> 'participants', '[]')) as d (season_id uuid, star_id uuid)
    where p.season_id = d.season_id and p.star_id = d.star_id;
  get diagnostics hit = row_count;
  removed := removed + hit;
  removed := removed + (select count(*) from public.calendar_events e where e.id in (select jsonb_array_elements_text(coalesce(made -> 'episodes', '[]'))::uuid));
  delete from public.calendar_events e where e.id in (select jsonb_array_elements_text(coalesce(made -> 'episodes', '[]'))::uuid)
    or e.season_id in (select jsonb_array_elements_text(coalesce(made -> 'seasons', '[]'))::uuid)
    or e.format_id in (select jsonb_array_elements_text(coalesce(made -> 'formats', '[]'))::uuid);
  delete from public.seasons s where s.id in (select jsonb_array_elements_text(coalesce(made -> 'seasons', '[]'))::uuid);
  get diagnostics hit = row_count;
  removed := removed + hit;
  delete from public.stars s where s.id in (select jsonb_array_elements_text(coalesce(made -> 'stars', '[]'))::uuid);
  get diagnostics hit = row_count;
  removed := removed + hit;
  delete from public.formats f where f.id in (select jsonb_array_elements_text(coalesce(made -> 'formats', '[]'))::uuid);
  get diagnostics hit = row_count;
  removed := removed + hit;
  update private.imports i set undone_at = clock_timestamp() where i.id = import_id;
  perform set_config('hot.importing', '', true);
  return jsonb_build_object('removed', removed, 'reverted', reverted, 'kept', jsonb_array_length(known.changed) - reverted);
end $$;

create function public.admin_undo_import(p_id uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '120s' as $$ select private.undo_import(p_id) $$;

create function private.imports_page(after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 10, 50);
  last constant text[] := coalesce(private.cursor_parts(after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select i.*, row_number() over (order by i.applied_at desc, i.id desc) as nth from private.imports i
      where (i.applied_at, i.id) < (last[1]::timestamptz, last[2]::uuid) and private.restorable_until(i.applied_at) > now()
      order by i.applied_at desc, i.id desc limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'applied_at', l.applied_at,
          'applied_by_name', (select m.nickname from public.profiles m where m.id = l.applied_by), 'counts', l.counts, 'undone_at', l.undone_at) order by l.nth)
        from listed l where l.nth <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.applied_at::text, l.id::text) from listed l
        where l.nth = wanted and exists (select from listed more where more.nth > wanted))));
end $$;

create function public.admin_imports_page(p_after text default null, p_limit integer default null) returns jsonb
language sql stable set search_path = '' as $$ select private.imports_page(p_after, p_limit) $$;

create function private.want_previews(post uuid) returns void
language sql security definer set search_path = '' as $$
  insert into private.link_previews (url)
    select l.url from unnest(private.links_of(post)) l (url)
    where exists (select from public.community_posts p where p.id = post and p.status = 'approved')
    on conflict do nothing
$$;

create function private.want_previews_of_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.want_previews((to_jsonb(new) ->> tg_argv[0])::uuid);
  return null;
end $$;

create function private.previews_of(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('url', l.url, 'title', l.title, 'site', l.site) order by wanted.place), '[]'::jsonb)
  from unnest(private.links_of(post)) with ordinality as wanted (url, place)
  join private.link_previews l on l.url = wanted.url and l.title is not null
$$;

create function private.claim_previews(wanted integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare claimed jsonb;
begin
  -- Headlines are no archive: after a year a link is shown as it was typed.
  delete from private.link_previews l where l.url in (
    select old.url from private.link_previews old where old.created_at < now() - interval '1 year' order by old.created_at limit 100);
  with due as (
    select l.url from private.link_previews l where l.due_at <= now() order by l.due_at
    limit least(wanted, 20) for update skip locked
  ), taken as (
    -- Asked three times: after 0 and 10 minutes, and after some hours.
    update private.link_previews l set tries = l.tries + 1,
      due_at = case l.tries when 0 then now() + interval '10 minutes' when 1 then now() + interval '6 hours' end
    from due where l.url = due.url returning l.url
  )
  select coalesce(jsonb_agg(t.url), '[]'::jsonb) into claimed from taken t;
  return claimed;
end $$;

create function private.settle_preview(link text, headline text, site_name text) returns void
language sql security definer set search_path = '' as $$
  update private.link_previews l set title = headline, site = site_name, due_at = null where l.url = link
$$;

create function public.claim_previews(p_limit integer default 5) returns jsonb
language sql set search_path = '' as $$ select private.claim_previews(p_limit) $$;

create function public.settle_preview(p_url text, p_title text default null, p_site text default null) returns void
language sql set search_path = '' as $$ select private.settle_preview(p_url, p_title, p_site) $$;

-- cron.* is named in strings only, because the extension is not always installed. Times of day are UTC, as in pg_cron.
create or replace function private.schedule_jobs() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  job record;
  statement text;
  scheduled integer := 0;
begin
  if not exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then return 0; end if;
  for job in select * from (values
    ('deliver_notifications', '5 seconds'),
    ('fold_counts', '5 seconds'),
    ('carry_out_decisions', '5 seconds'),
    ('fold_star_scores', '* * * * *'),
    ('rescore_all_stars', '7 * * * *'),
    ('snapshot_star_ranks', '15 2 * * *'),
    ('clear_timed_bans', '*/10 * * * *'),
    ('limit_staff_sessions', '*/10 * * * *'),
    ('refresh_charts', '22 * * * *'),
    ('refresh_popular', '*/5 * * * *'),
    ('apply_retention', '40 1 * * *'),
    ('expire_analytics', '*/10 * * * *'),
    ('maintain_analytics_months', '35 1 * * *'),
    ('roll_up_analytics', '20 1 * * *'),
    ('clear_mails', '50 1 * * *'),
    ('clear_pushes', '55 1 * * *'),
    ('clear_runs', '45 1 * * *'),
    ('announce_broadcasts', '10 7 * * *'),
    ('announce_polls', '* * * * *'),
    ('queue_digests', '*/5 * * * *'),
    ('watch_team', '*/10 * * * *')
  ) as jobs (name, pattern) loop
    -- cron.schedule replaces a job of the same name.
    statement := format('select private.run_job(%L)', job.name);
    begin
      execute format('select cron.schedule(%L, %L, %L)', 'hot_' || job.name, job.pattern, statement);
    exception when others then
      -- Before 1.5 pg_cron knows no seconds.
      if job.pattern <> '5 seconds' then raise; end if;
      execute format('select cron.schedule(%L, %L, %L)', 'hot_' || job.name, '* * * * *', statement);
    end;
    scheduled := scheduled + 1;
  end loop;
  return scheduled;
end $$;

-- Which version of the program is the least that can serve this schema. A server that is older than the schema asks for it
-- and goes on serving, or refuses with one line. A migration that an older server could not live with says so by replacing
-- this function with the version it is released in (docs/operations/upgrade.md).
create function private.least_program() returns text language sql immutable set search_path = '' as $$ select '1.0.0' $$;

create function private.claim_job(job text, slot timestamptz) returns boolean
language sql security definer set search_path = '' as $$
  with claimed as (
    insert into private.jobs as j (name, last_started_at) values (job, greatest(clock_timestamp(), slot))
    on conflict (name) do update set last_started_at = excluded.last_started_at where j.last_started_at < slot
    returning 1
  )
  select exists (select from claimed)
$$;

create function private.note_job(job text, duration_ms integer, problem text) returns void
language sql security definer set search_path = '' as $$
  insert into private.jobs as j (name, last_started_at, last_succeeded_at, last_failed_at, last_error, last_duration_ms)
  values (job, clock_timestamp() - duration_ms * interval '1 ms', case when problem is null then clock_timestamp() end,
    case when problem is not null then clock_timestamp() end, left(problem, 500), duration_ms)
  on conflict (name) do update set
    last_succeeded_at = coalesce(excluded.last_succeeded_at, j.last_succeeded_at),
    last_failed_at = coalesce(excluded.last_failed_at, j.last_failed_at),
    last_error = coalesce(excluded.last_error, j.last_error),
    last_duration_ms = excluded.last_duration_ms
$$;

create function private.run_job(job text) returns void
language plpgsql set search_path = '' as $$
declare
  began constant timestamptz := clock_timestamp();
  problem text;
begin
  -- pg_cron begins each job once; the claim notes the start, and fails only where clocks were set back.
  perform private.claim_job(job, now());
  begin
    execute format('select private.%I()', job);
  exception when query_canceled or others then
    -- Raised again, it would take the note back. pg_cron has it as a warning in the server's log.
    get stacked diagnostics problem = message_text;
    raise warning 'job % failed: %', job, problem;
  end;
  perform private.note_job(job, (extract(epoch from clock_timestamp() - began) * 1000)::integer, problem);
end $$;

-- A Supabase project has pg_cron switched off until somebody switches it on, mostly after the migrations, when
-- schedule_jobs() has long found nothing. So the web server asks at its start and every hour, with its secret key.
create function private.ensure_jobs() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  scheduled integer;
  former record;
begin
  -- Two servers that ask at once would both insert a job that is not there yet.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('hot schedule jobs'));
  scheduled := private.schedule_jobs();
  if scheduled = 0 then return jsonb_build_object('cron', false, 'scheduled', 0); end if;
  -- A job that a later version has dropped would fail at every run.
  for former in execute $cron$
    select j.jobid from cron.job j where j.jobname like 'hot\_%' and to_regprocedure('private.' || substr(j.jobname, 5) || '()') is null
  $cron$ loop
    execute format('select cron.unschedule(%s::bigint)', former.jobid);
  end loop;
  return jsonb_build_object('cron', true, 'scheduled', scheduled);
end $$;

create function public.ensure_jobs() returns jsonb
language sql set search_path = '' as $$ select private.ensure_jobs() $$;

create function private.clear_runs() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then return; end if;
  execute $run$delete from cron.job_run_details where end_time < now() - interval '3 days'$run$;
end $$;

create or replace function private.apply_retention() returns void
language sql security definer set search_path = '' as $$
  -- 30 days (docs/product/notifications.md). Decisions of the team are kept as long as they can be appealed.
  delete from public.notifications where created_at < now() - interval '30 days' and type not in ('warning', 'post_rejected');
  delete from public.notifications where read and created_at < now() - interval '6 months';
  delete from private.removed_comments where removed_at < now() - interval '180 days';
  delete from private.held_comments where held_at < now() - interval '180 days';
  delete from private.removed_profiles where removed_at < now() - interval '180 days';
  delete from private.case_notes where written_at < now() - interval '180 days';
  select private.empty_bin();
  delete from private.imports where applied_at < now() - interval '30 days';
  delete from private.hand_edits h where not exists (select from public.formats f where f.id = h.row_id)
    and not exists (select from public.seasons s where s.id = h.row_id) and not exists (select from public.stars s where s.id = h.row_id)
    and not exists (select from public.calendar_events e where e.id = h.row_id)
    -- What lies in the bin comes back with them.
    and not exists (select from private.binned_rows b where b.content ->> 'id' = h.row_id::text);
  delete from private.rule_hits where hit_at < now() - interval '30 days';
  delete from private.case_claims where claimed_until < now() - interval '1 day';
  delete from private.spam_removals where removed_at < now() - interval '180 days';
  delete from private.post_versions where replaced_at < now() - interval '180 days';
  delete from public.comment_reads where read_at < now() - interval '180 days';
  delete from public.archived_posts where archived_at < now() - interval '180 days'
    or (archived_by = author_id and archived_at < now() - interval '30 days');
  update public.moderation_actions set content_excerpt = null
    where created_at < now() - interval '180 days' and content_excerpt is not null;
  -- Three years from the end of the case: as long as claims arising from it can be brought. A ban keeps its reasons while it stands.
  delete from public.reports where status <> 'pending' and resolved_at < now() - interval '3 years';
  delete from public.moderation_actions a where a.created_at < now() - interval '3 years'
    and not (a.action = 'banned' and a.target_user_id is not null and private.is_banned(a.target_user_id))
    and not exists (select from public.appeals e where e.moderation_action_id = a.id and e.decided_at is null);
  update public.admin_actions set details = details - 'excerpt' where created_at < now() - interval '180 days' and details ? 'excerpt';
  delete from public.admin_actions where created_at < now() - interval '3 years';
  delete from private.rate_counts where slot < now() - interval '10 minutes';
  delete from private.invite_guesses where guessed_at < now() - interval '1 hour';
  delete from private.sign_up_hashes where signed_up_at < now() - interval '24 hours';
$$;

-- A run is limited by time, not by rows, and follows every ten minutes: however much an installation counts, nothing stays longer
-- than 90 days.
create function private.expire_within(budget interval, batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ends constant timestamptz := clock_timestamp() + budget;
  gone integer;
  total integer := 0;
begin
  loop
    delete from public.analytics_events e using (
        select id, month from public.analytics_events
        where created_at < now() - interval '90 days' and month <> 'infinity' limit batch) old
      where e.id = old.id and e.month = old.month;
    get diagnostics gone = row_count;
    total := total + gone;
    exit when gone < batch or clock_timestamp() > ends;
  end loop;
  loop
    delete from public.user_sessions where id in (
      select id from public.user_sessions where session_start < now() - interval '90 days' limit batch);
    get diagnostics gone = row_count;
    total := total + gone;
    exit when gone < batch or clock_timestamp() > ends;
  end loop;
  return total;
end $$;

-- Who blocks somebody is private, so no client reads the table (docs/decisions/046-blocks.md).
create table private.member_blocks (
  member_id uuid not null references public.profiles on delete cascade,
  other_id uuid not null references public.public_profiles on delete cascade,
  kind text not null check (kind in ('block', 'mute')),
  created_at timestamptz not null default now(),
  primary key (member_id, other_id),
  constraint member_blocks_of_others check (member_id <> other_id)
);

-- What members hear of and what not: stars, formats, members, posts (docs/decisions/051-following.md).

create table private.follows (
  member_id uuid not null references public.profiles on delete cascade,
  target_type text not null check (target_type in ('star', 'format', 'post', 'member')),
  -- No foreign key: four tables. Triggers remove what is gone.
  target_id uuid not null,
  channel text check (channel in ('push', 'app', 'off')),
  created_at timestamptz not null default now(),
  primary key (member_id, target_type, target_id)
);

-- Ten codes, each of which stands in once for a second factor that is lost (docs/decisions/050-recovery-codes.md). GoTrue has
-- none, so they live here; using one raises the session by GoTrue's own rows, and its next token says aal2.
create table private.recovery_codes (
  user_id uuid not null references public.profiles on delete cascade,
  code_hash text not null,
  made_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table private.distinct_stars (
  -- No foreign keys: what was said stands again when a star comes back from the bin.
  one uuid not null,
  other uuid not null,
  said_by uuid references public.profiles on delete set null,
  said_at timestamptz not null default clock_timestamp(),
  primary key (one, other),
  constraint distinct_stars_order check (one < other)
);

-- A star's counters are one row. A vote that waited for it until the commit before is on the disk would allow 1/8 ms = 125 votes a
-- second on one star: whoever finds the row locked leaves a difference here and goes on; the next vote on the star that finds the
-- row free, or the job, adds up what waits. The row and its differences together are always right.
create table private.star_score_deltas (
  id bigint generated always as identity,
  star_id uuid not null,
  question text not null,
  votes integer not null,
  total integer not null,
  primary key (star_id, id)
);

-- How many answered 1, 2, 3, 4 and 5. Counted hourly, for stars with other votes than at the last count: a vote itself stays as it is.
create table private.star_vote_spreads (
  star_id uuid not null references public.stars on delete cascade,
  question text not null check (question in ('demand', 'realness', 'drama')),
  counts integer[] not null check (cardinality(counts) = 5),
  votes integer not null,
  total integer not null,
  primary key (star_id, question)
);

create table private.post_versions (
  id bigint generated always as identity primary key,
  post_id uuid not null references public.community_posts on delete cascade,
  title text not null,
  content text not null,
  tags uuid[] not null,
  source_url text,
  options text[],
  poll_ends_at timestamptz,
  rumor_status text check (rumor_status in ('unverified', 'verified', 'debunked')),
  replaced_at timestamptz not null default now(),
  replaced_by uuid references public.profiles on delete set null,
  by_team boolean not null,
  was_public boolean not null default false
);

create table private.changed_rumors (
  post_id uuid primary key references public.community_posts on delete cascade,
  editor_id uuid not null references public.profiles on delete cascade,
  told_up_to uuid
);

-- A change by whose posts need approval waits beside the published text, which stays up (docs/decisions/052-changed-posts.md).

create table private.post_revisions (
  post_id uuid primary key references public.community_posts on delete cascade,
  title text not null,
  content text not null,
  tags uuid[] not null,
  source_url text,
  options text[],
  poll_ends_at timestamptz,
  status text not null default 'pending' check (status in ('pending', 'rejected')),
  rejection_reason text,
  decision_id uuid,
  submitted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint post_revisions_reason check ((status = 'rejected') = (rejection_reason is not null))
);

-- Those who voted on a rumor hear whether they were right, and have a hit rate and a chart; those who voted in a poll hear how it
-- ended (docs/product/votes-and-reactions.md).

create table private.rumor_hits (
  post_id uuid not null references public.post_rumors on delete cascade,
  member_id uuid not null references public.profiles on delete cascade,
  vote text not null check (vote in ('agree', 'disagree')),
  hit boolean not null,
  decided_at timestamptz not null default now(),
  primary key (post_id, member_id)
);

create table private.hit_rates (
  member_id uuid primary key references public.profiles on delete cascade,
  hits integer not null default 0,
  decided integer not null default 0,
  hidden boolean not null default false
);

create table public.saved_posts (
  post_id uuid not null references public.community_posts on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);

-- /suche: everything that a query finds, by kind. Ranked by where it matched: 1 beginning of a name or title, 2 words of it, 3 within its
-- words, 4 tag, 5 text. Activity, rank or name only break ties. Each kind looks at a bounded number of rows, so a common word costs no more
-- on a large installation; `total` then ends at that bound.

-- Titles apart from texts, so that a match in the title is known without folding it again. A table of its own, as private.post_search is.
create table private.post_titles (
  post_id uuid primary key references public.community_posts on delete cascade,
  title_key text collate "C" not null
);

create table private.week_topics (
  tag_id uuid primary key,
  kind text not null check (kind in ('star', 'format')),
  posts integer not null,
  place integer not null
);

-- A comment that a rule holds, or with a link of a new account, can wait for the team: a way for those it meets by mistake.

create table private.held_comments (
  id uuid primary key,
  post_id uuid not null references public.community_posts on delete cascade,
  parent_id uuid references public.comments on delete cascade,
  author_id uuid not null references public.profiles on delete cascade,
  content text not null check (char_length(content) between 1 and 2000),
  held_at timestamptz not null default now(),
  rejected_at timestamptz,
  -- The moderation action of its rejection, for an appeal.
  decision_id uuid
);

create table public.comment_reads (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  post_id uuid not null references public.community_posts on delete cascade,
  read_at timestamptz not null default now(),
  primary key (user_id, post_id)
) with (fillfactor = 80);

-- The page says "Unbekannt"; the row, which everybody may read, said who. The author moves to a private table, because
-- restoring the comment and the karma of its reactions need it.

create table private.deleted_comment_authors (
  comment_id uuid primary key references public.comments on delete cascade,
  author_id uuid not null references public.profiles on delete cascade
);

-- A counter is one row that everybody who votes, reacts or comments changes, and nobody shall wait until the change before is on the
-- disk. Whoever finds the row free counts in it, their own change and those that others left; whoever finds it taken leaves theirs
-- here (docs/decisions/039-threads-under-load.md).

create table private.pending_counts (
  kind text not null check (kind in ('post', 'rumor', 'option', 'comment', 'karma')),
  target_id uuid not null,
  id bigint generated always as identity,
  hearts integer not null,
  poops integer not null,
  comments integer not null,
  votes integer not null,
  agree integer not null,
  disagree integer not null,
  karma integer not null,
  active_at timestamptz,
  primary key (kind, target_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Each entry of the ledger refers to its member's row, so fifty hearts on one post at once would share the lock of its author's row,
-- which takes longer to note than the hearts themselves. Whoever finds the post's counters taken leaves the karma as well
-- (docs/decisions/039-threads-under-load.md).

create table private.pending_karma (
  kind text not null check (kind in ('post', 'comment')),
  target_id uuid not null,
  actor_id uuid not null,
  id bigint generated always as identity,
  primary key (kind, target_id, actor_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create table public.post_stickers (
  post_id uuid not null references public.community_posts on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  sticker text not null constraint post_stickers_kind check (
    sticker in ('popcorn', 'tea', 'red-flag', 'rose', 'crown', 'tear', 'drama', 'snake', 'fire', 'ring', 'suitcase', 'mic')),
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);

-- Deleting a format takes its seasons, casts and hundreds of events with one press: as posts, they can be restored for 30 days.

create table private.bin (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('format', 'season', 'star', 'event', 'news', 'import', 'spam', 'merge')),
  name text not null check (char_length(name) <= 300),
  -- How much went along, by the names in private.binned_tables().
  counts jsonb not null default '{}',
  removed_at timestamptz not null default clock_timestamp(),
  removed_by uuid references public.profiles on delete set null,
  -- No foreign key: the star that stayed may lie in the bin itself.
  merged_into uuid check (merged_into is null or kind = 'merge')
);

-- A ban that removes everything of the account with it, and can give it back (docs/decisions/056-spam.md).

create table private.spam_removals (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references public.profiles on delete cascade,
  archives uuid[] not null,
  comments uuid[] not null,
  removed_by uuid references public.profiles on delete set null,
  removed_at timestamptz not null default now(),
  restored_at timestamptz,
  bin_id uuid references private.bin on delete set null
);

create table private.removed_profiles (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references public.profiles on delete cascade,
  nickname text,
  bio text,
  picture boolean not null default false,
  removed_by uuid references public.profiles on delete set null,
  removed_at timestamptz not null default now()
);

create table private.case_claims (
  target_type text not null check (target_type in ('post', 'comment', 'profile')),
  target_id uuid not null,
  member_id uuid not null references public.profiles on delete cascade,
  claimed_until timestamptz not null,
  primary key (target_type, target_id)
);

create table private.case_notes (
  id uuid primary key default gen_random_uuid(),
  target_type text not null check (target_type in ('post', 'comment', 'profile')),
  target_id uuid not null,
  kind text not null check (kind in ('note', 'question', 'answer')),
  content text not null check (char_length(content) between 1 and 2000),
  -- The member of the team; of an answer nobody.
  author_id uuid references public.public_profiles on delete set null,
  asked text check (asked in ('reporter', 'author')),
  -- The member who was asked, whose leaving takes question and answer along; null: a guest, or a note.
  asked_id uuid references public.profiles on delete cascade,
  report_id uuid references public.reports on delete cascade,
  question_id uuid unique references private.case_notes on delete cascade,
  token_hash text unique,
  written_at timestamptz not null default clock_timestamp(),
  constraint case_notes_kind check ((kind = 'note') = (asked is null) and (kind = 'question') = (token_hash is not null)
    and (kind = 'answer') = (question_id is not null))
);

-- A decision of the team is stored when it is made, can be undone for ten seconds, and is then carried out by the database,
-- whatever became of the browser. It is carried out by the same function, with the same checks, as if it had been sent then.

create table private.pending_decisions (
  id uuid primary key,
  decider uuid not null references public.profiles on delete cascade,
  kind text not null check (kind in ('posts', 'hide', 'case', 'content', 'cases', 'comments', 'held_comments', 'spam', 'ban', 'appeal', 'star_request')),
  args jsonb not null,
  targets text[] not null,
  -- What each target was when it was decided about, where the arguments do not say so.
  seen jsonb not null,
  -- What the interface says about it.
  facts jsonb not null,
  decided_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'undone', 'failed')),
  attempts integer not null default 0,
  problem text,
  answer jsonb,
  -- The transaction that carries it out: it acts for the decider, whose session may have ended.
  carried_out_in xid8
);

create table private.pending_targets (
  target text primary key,
  decision_id uuid not null references private.pending_decisions on delete cascade
);

create table private.automod_rules (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(name) between 2 and 80),
  -- A new rule only shows what it would do.
  state text not null default 'shadow' check (state in ('off', 'shadow', 'on')),
  applies_to text[] not null check (applies_to <@ '{post,comment,nickname}' and cardinality(applies_to) between 1 and 3),
  action text not null check (action in ('hold', 'flag', 'slow')),
  words text[] not null default '{}' check (cardinality(words) <= 200 and char_length(array_to_string(words, '')) <= 6000),
  min_links integer check (min_links between 1 and 20),
  max_account_days integer check (max_account_days between 1 and 365),
  max_contributions integer check (max_contributions between 1 and 100),
  min_per_hour integer check (min_per_hour between 2 and 1000),
  is_repeated boolean not null default false,
  names_star boolean not null default false,
  updated_by uuid references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint automod_rules_condition check (words <> '{}' or is_repeated or names_star
    or num_nonnulls(min_links, max_account_days, max_contributions, min_per_hour) > 0),
  constraint automod_rules_nickname_check check (not 'nickname' = any (applies_to) or words <> '{}')
);

create table private.rule_hits (
  rule_id uuid not null references private.automod_rules on delete cascade,
  target_type text not null check (target_type in ('post', 'comment')),
  target_id uuid not null,
  hit_at timestamptz not null default now(),
  primary key (rule_id, target_id)
);

create table private.binned_rows (
  bin_id uuid not null references private.bin on delete cascade,
  place integer not null,
  table_name text not null,
  -- Votes and follows belong to a member, and go with their account.
  member_id uuid references public.profiles on delete cascade,
  content jsonb not null,
  primary key (bin_id, place)
);

create table private.merged_rows (
  bin_id uuid not null references private.bin on delete cascade,
  place integer not null,
  table_name text not null,
  member_id uuid references public.profiles on delete cascade,
  -- Null: the merge brought the row.
  before jsonb,
  -- Null: the merge removed the row.
  after jsonb,
  primary key (bin_id, place)
);

create table private.star_requests (
  id uuid primary key default gen_random_uuid(),
  star_id uuid not null references public.stars on delete cascade,
  member_id uuid not null references public.profiles on delete cascade,
  kind text not null check (kind in ('claim', 'facts', 'statement')),
  -- How they are called below their answers: the star, or who speaks for them.
  speaker text check (char_length(speaker) between 2 and 100),
  code text check (char_length(code) = 12),
  -- Where the code can be seen, or what about the star is wrong; a claim without has not been sent.
  content text check (char_length(content) between 1 and case kind when 'statement' then 2000 else 1000 end),
  state text not null default 'asked' check (state in ('asked', 'granted', 'refused')),
  reason text check (char_length(reason) between 1 and 2000),
  asked_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  decided_by uuid references public.profiles on delete set null,
  post_id uuid references public.community_posts on delete cascade,
  constraint star_requests_kind check ((kind = 'claim') = (speaker is not null and code is not null) and (kind = 'claim' or content is not null)),
  constraint star_requests_decided check ((state = 'asked') = (decided_at is null)),
  constraint star_requests_post check ((kind = 'statement') = (post_id is not null))
);

create table private.star_statements (
  post_id uuid primary key references public.community_posts on delete cascade,
  member_id uuid not null references public.profiles on delete cascade,
  since timestamptz not null
);

-- Words find what is said in words. Where an operator has a classifier, what trusted members write about people waits for its answer:
-- it may only make a post wait for the team, never spare it that.

create table private.classifier (
  id boolean primary key default true check (id),
  -- When a server that has one last asked for work.
  seen_at timestamptz not null,
  -- Who reads, for the privacy policy.
  host text not null check (char_length(host) between 1 and 260)
);

create table private.classifications (
  post_id uuid primary key references public.community_posts on delete cascade,
  subjects text[] not null default '{}',
  tries smallint not null default 0,
  -- Null: answered, or given up; then the team decides.
  due_at timestamptz default now()
);

create table private.team_mails (
  member_id uuid primary key references public.profiles on delete cascade,
  urgent boolean not null,
  briefing boolean not null,
  silent text[] not null default '{}',
  mailed text[],
  weekly boolean
);

create table private.team_alerts (
  id bigint generated always as identity primary key,
  alert text not null,
  about uuid,
  rung_at timestamptz not null default now(),
  unique nulls not distinct (alert, about)
);

create table private.briefings (day date primary key);

-- A comment in a long thread concerns 50 people, and everybody who reacts to one post its author: whoever acts leaves one row, and a
-- job that runs every second tells everybody whom it concerns (docs/decisions/039-threads-under-load.md).

create table private.notification_events (
  post_id uuid not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('comment', 'post_reaction', 'comment_reaction', 'rumor_vote', 'poll_vote')),
  comment_id uuid,
  actor_id uuid not null,
  choice text,
  primary key (post_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- A new post of a star with 50,000 fans is one row here, and the job tells 500 members at a time.

create table private.announcements (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('post', 'poll', 'rumor', 'broadcast', 'cancellation', 'statement')),
  post_id uuid references public.community_posts on delete cascade,
  event_id uuid references public.calendar_events on delete cascade,
  told_up_to uuid not null default '00000000-0000-0000-0000-000000000000',
  done_at timestamptz,
  created_at timestamptz not null default now(),
  unique (post_id, kind),
  unique (event_id, kind)
);

-- Whoever neither opens the site nor allows pushes heard of nothing (docs/decisions/055-mail-digest.md).

create table private.digests (
  member_id uuid primary key references public.profiles on delete cascade,
  rhythm text not null check (rhythm in ('off', 'daily', 'weekly')),
  code uuid not null unique default gen_random_uuid(),
  seen_until timestamptz not null default now(),
  next_at timestamptz,
  constraint digests_next check ((next_at is null) = (rhythm = 'off'))
);

-- Where many people share one address, an operator lets networks ask for more mails (HOT_NETWORK_FACTOR). Reports have to count
-- by the same number, or the mails of accounts would use up theirs.
create table private.mail_limits (
  id boolean primary key default true check (id),
  per_network integer not null
);

create table private.news_search (
  news_id uuid primary key references public.news on delete cascade,
  title_key text collate "C" not null,
  search_key text not null
);

-- An article has an address, and can be linked, shared and found (docs/decisions/059-news-articles.md).

create table private.news_versions (
  id bigint generated always as identity primary key,
  news_id uuid not null references public.news on delete cascade,
  title text not null,
  excerpt text,
  body text not null,
  replaced_at timestamptz not null default now(),
  replaced_by uuid references public.profiles on delete set null
);

create table private.news_discussions (
  news_id uuid primary key references public.news on delete cascade,
  post_id uuid not null references public.community_posts on delete cascade
);

-- Reasons, rules and the operator's data stood in the code and in the environment of the process.

create table private.site_texts (
  name text primary key check (name in ('reasons', 'guidelines', 'operator')),
  content jsonb not null check (octet_length(content::text) <= 100000),
  updated_at timestamptz not null default clock_timestamp(),
  updated_by uuid references public.profiles on delete set null
);

-- Two words that are one typing error apart (a letter missing, doubled, wrong, or two swapped) have a common rest when each loses at most
-- one letter. So every word of a name is stored with those rests, and a misspelt word is looked up by its own: an index lookup for each of
-- its letters, for short words too, where letter triples (pg_trgm) have nothing left in common. Names only: they are few and change seldom.

create table private.name_words (
  kind text not null check (kind in ('star', 'format')),
  owner_id uuid not null,
  word text collate "C" not null,
  primary key (kind, owner_id, word)
);

create table private.near_words (
  rest text collate "C" not null,
  word text collate "C" not null,
  primary key (rest, word)
);

-- Members who act are kept as a hash: they are only told apart, and nothing here names a deleted account.
create table private.act_changes (
  id bigint generated always as identity primary key,
  post_id uuid not null,
  actor bigint not null,
  created_at timestamptz not null,
  change smallint not null
);

create table private.post_changes (
  id bigint generated always as identity primary key,
  post_id uuid not null
);

create table private.karma_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  created_at timestamptz not null,
  delta integer not null
);

create table private.chart_posts (
  post_id uuid primary key,
  author_id uuid,
  formats uuid[] not null
);

create table private.opinion_pairs (
  author_id uuid not null,
  actor bigint not null,
  ever integer not null,
  ever_before integer not null,
  last_30 integer not null,
  last_30_before integer not null,
  primary key (author_id, actor)
);

create table private.opinion_sums (
  author_id uuid primary key,
  ever integer not null,
  ever_before integer not null,
  last_30 integer not null,
  last_30_before integer not null
);

create table private.karma_sums (
  user_id uuid primary key,
  ever bigint not null,
  ever_before bigint not null,
  last_30 bigint not null,
  last_30_before bigint not null
);

-- private.refresh_charts() keeps sums, instead of reading every vote, reaction, comment and karma entry ever, and applies what has
-- changed since its last run: rows that were written or removed, which triggers note, and rows that entered or left a time window by age
-- (docs/product/charts.md).

create table private.chart_state (
  one boolean primary key default true check (one),
  as_of timestamptz
);

create table private.hand_edits (
  table_name text not null,
  -- The season of a participation, whose star is in part_id.
  row_id uuid not null,
  part_id uuid not null default '00000000-0000-0000-0000-000000000000',
  column_name text not null,
  edited_at timestamptz not null default clock_timestamp(),
  primary key (table_name, row_id, part_id, column_name)
);

create table private.imports (
  id uuid primary key default gen_random_uuid(),
  applied_at timestamptz not null default clock_timestamp(),
  -- Nobody, where npm run import did it.
  applied_by uuid references public.profiles on delete set null,
  counts jsonb not null,
  -- {formats, seasons, stars, participants, episodes}: ids; participations as {season_id, star_id}.
  created jsonb not null,
  -- [{table, id, part, column, old, new}]
  changed jsonb not null,
  undone_at timestamptz
);

-- The headline behind a link, read by the web server from editorial sites (docs/decisions/065-link-previews.md). Readers'
-- browsers ask nobody.

create table private.link_previews (
  url text primary key constraint link_previews_url check (octet_length(url) <= 500),
  title text constraint link_previews_title check (char_length(title) between 1 and 200),
  site text constraint link_previews_site check (char_length(site) between 1 and 80),
  tries smallint not null default 0,
  due_at timestamptz default now(),
  created_at timestamptz not null default now(),
  constraint link_previews_whole check ((title is null) = (site is null))
);

-- Each of several web servers on one database wakes up for each job. An advisory lock kept them from running it at the same
-- moment, not one after the other: both ran a job that takes a few milliseconds. The last start is kept here and claimed, so
-- that one of them runs it; and how it ended, for all of them to report.
create table private.jobs (
  name text primary key,
  last_started_at timestamptz not null,
  last_succeeded_at timestamptz,
  last_failed_at timestamptz,
  last_error text check (char_length(last_error) <= 500),
  last_duration_ms integer
);

alter table private.reserved_nicknames add column kind text not null default 'whole' check (kind in ('whole', 'word', 'part'));

alter table private.notification_actors add column cause uuid not null default '00000000-0000-0000-0000-000000000000';

alter table private.notification_actors add column gone boolean not null default false;

alter table private.star_rank_snapshots add column score numeric(4, 1);

alter table public.notification_preferences add column channel text not null default 'push' check (channel in ('push', 'app'));

alter table public.post_rumors add column recheck_at timestamptz;

alter table private.mail_outbox add column tried_at timestamptz;

alter table public.app_settings add column alert_after_hours integer not null default 12 check (alert_after_hours between 1 and 168);

alter table public.post_rumors add column voters_told_at timestamptz;

alter table public.app_settings add column away_after_hours integer not null default 48 check (away_after_hours between 0 and 720);

alter table public.news add column image_alt text check (char_length(image_alt) <= 300);

alter table public.news add column image_credit text check (char_length(image_credit) <= 200);

alter table public.news add column tags uuid[] not null default '{}' check (cardinality(tags) <= 5);

alter table public.notifications add column channel text check (channel in ('push', 'app'));

alter table public.reports add column target_profile_id uuid;

alter table public.reports add column rule_id uuid;

alter table public.community_posts add column edited_at timestamptz;

alter table public.community_posts add column rumor_subject text;

alter table public.calendar_events add column is_cancelled boolean not null default false;

alter table public.community_posts add column statement text;

alter table public.calendar_events add column ics_sequence integer not null default 0;

alter table public.community_posts add column statement_speaker text;

alter table public.community_posts add column statement_at timestamptz;

alter table public.community_posts add column mentions jsonb;

alter table private.mail_outbox add constraint mail_outbox_template_check CHECK ((template = ANY (ARRAY['report_confirmation'::text, 'report_outcome'::text, 'recovery_code_used'::text, 'digest'::text, 'team_alert'::text, 'briefing'::text, 'weekly'::text, 'case_question'::text, 'star_request'::text])));

alter table private.member_ranks add constraint member_ranks_chart_check CHECK ((chart = ANY (ARRAY['opinion_makers'::text, 'karma'::text, 'sleuths'::text])));

alter table private.notification_actors add constraint notification_actors_pkey PRIMARY KEY (notification_id, actor_id, cause);

alter table public.community_posts add constraint community_posts_rumor_subject CHECK (((rumor_subject IS NULL) OR ((type = 'rumor'::text) AND (rumor_subject = ANY (ARRAY['show'::text, 'relationship'::text, 'work'::text, 'health'::text, 'sexuality'::text, 'crime'::text, 'minors'::text])))));

alter table public.community_posts add constraint community_posts_statement CHECK (((num_nulls(statement, statement_speaker, statement_at) = ANY (ARRAY[0, 3])) AND ((char_length(statement) >= 1) AND (char_length(statement) <= 2000)) AND ((char_length(statement_speaker) >= 2) AND (char_length(statement_speaker) <= 100))));

alter table public.notification_preferences add constraint notification_preferences_type_check CHECK ((type = ANY (ARRAY['comment_on_post'::text, 'reply_to_comment'::text, 'subsequent_comment'::text, 'reaction_on_post'::text, 'reaction_on_comment'::text, 'vote_on_rumor'::text, 'vote_on_poll'::text, 'rumor_status_update'::text, 'rumor_changed'::text, 'post_approved'::text, 'invite_used'::text, 'mention'::text, 'report_outcome'::text, 'tagged_post'::text, 'member_post'::text, 'followed_comment'::text, 'format_today'::text, 'broadcast_cancelled'::text, 'rumor_decided'::text, 'poll_ended'::text, 'statement_published'::text, 'team_alert'::text])));

alter table public.notifications add constraint notifications_type_check CHECK ((type = ANY (ARRAY['comment_on_post'::text, 'reply_to_comment'::text, 'subsequent_comment'::text, 'reaction_on_post'::text, 'reaction_on_comment'::text, 'vote_on_rumor'::text, 'vote_on_poll'::text, 'rumor_status_update'::text, 'rumor_changed'::text, 'post_approved'::text, 'post_rejected'::text, 'invite_used'::text, 'mention'::text, 'warning'::text, 'report_outcome'::text, 'team_role'::text, 'tagged_post'::text, 'member_post'::text, 'followed_comment'::text, 'format_today'::text, 'broadcast_cancelled'::text, 'rumor_decided'::text, 'poll_ended'::text, 'statement_published'::text, 'team_alert'::text])));

-- No browser has such a subscription; a device that is wanted registers again with the next start of the app.
delete from public.push_devices where kind = 'web' and not coalesce(private.is_push_service(token), false);

alter table public.push_devices add constraint push_devices_service CHECK (((kind <> 'web'::text) OR COALESCE(private.is_push_service(token), false)));

alter table public.reports add constraint reports_one_target CHECK ((((target_type = 'post'::text) = (target_post_id IS NOT NULL)) AND ((target_type = 'comment'::text) = (target_comment_id IS NOT NULL)) AND ((target_type = 'profile'::text) = (target_profile_id IS NOT NULL))));

alter table public.reports add constraint reports_target_type_check CHECK ((target_type = ANY (ARRAY['post'::text, 'comment'::text, 'profile'::text])));

-- For a wave of new accounts: as with comments, "all" means all that match, not one page.

create function private.found_members(
  query text, role text, state text, after_at timestamptz, after_id uuid, wanted integer
) returns setof public.profiles
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  needle constant text := private.search_fold(private.trim_text(left(coalesce(query, ''), 200)));
  -- The trigram index finds nothing for one or two characters, so those match the beginning of a nickname.
  beginning constant text := case when char_length(needle) between 1 and 2
    then private.nickname_key(private.trim_text(query)) end;
  pattern constant text := case when char_length(needle) > 2
    then '%' || replace(replace(replace(needle, '\', '\\'), '%', '\%'), '_', '\_') || '%' end;
begin
  return query
  select m.* from public.profiles m
  where (m.created_at, m.id) < (coalesce(after_at, 'infinity'), coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    and (found_members.role is null or m.role = found_members.role)
    and (state is null
      or state = 'banned' and m.is_banned and (m.banned_until is null or m.banned_until > now())
      or state = 'needs_invite' and m.needs_invite
      or state = 'nameless' and m.nickname is null
      or state = 'new' and m.created_at > now() - interval '7 days')
    and (pattern is null or private.search_fold(coalesce(m.nickname, '') || ' ' || coalesce(m.email, '') || ' '
      || coalesce(m.full_name, '')) like pattern)
    and (beginning is null or starts_with(private.nickname_key(m.nickname), beginning))
  order by m.created_at desc, m.id desc limit wanted;
end $$;

-- Actions of the team on a member's account. Each writes one row of the log, checks who may do what to whom, and takes effect
-- immediately.

create or replace function private.other_staff_rule(member uuid) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare found_member public.profiles;
begin
  perform private.require_moderator();
  select * into found_member from public.profiles p where p.id = member for update;
  if not found then
    raise exception 'Dieses Mitglied gibt es nicht mehr.' using errcode = '23503', hint = 'member_gone';
  end if;
  if member = auth.uid() then
    raise exception 'Über dich selbst entscheidet jemand anderes.' using errcode = '42501', hint = 'own_account';
  end if;
  if found_member.role <> 'user' and not private.is_admin() then
    raise exception 'Über das Team entscheiden nur Admins.' using errcode = '42501', hint = 'staff_by_admins';
  end if;
  return found_member;
end $$;

create function private.star_score_now(star uuid) returns public.star_scores
language plpgsql stable security definer set search_path = '' as $$
declare
  score public.star_scores;
  waits record;
begin
  select * into score from public.star_scores s where s.star_id = star;
  select count(*) as rows,
      coalesce(sum(d.votes) filter (where d.question = 'demand'), 0) as demand_count,
      coalesce(sum(d.total) filter (where d.question = 'demand'), 0) as demand_sum,
      coalesce(sum(d.votes) filter (where d.question = 'realness'), 0) as realness_count,
      coalesce(sum(d.total) filter (where d.question = 'realness'), 0) as realness_sum,
      coalesce(sum(d.votes) filter (where d.question = 'drama'), 0) as drama_count,
      coalesce(sum(d.total) filter (where d.question = 'drama'), 0) as drama_sum
    into waits from private.star_score_deltas d where d.star_id = star;
  if waits.rows = 0 or score.star_id is null then return score; end if;
  score.demand_count := score.demand_count + waits.demand_count;
  score.demand_sum := score.demand_sum + waits.demand_sum;
  score.realness_count := score.realness_count + waits.realness_count;
  score.realness_sum := score.realness_sum + waits.realness_sum;
  score.drama_count := score.drama_count + waits.drama_count;
  score.drama_sum := score.drama_sum + waits.drama_sum;
  score.votes_count := score.demand_count + score.realness_count + score.drama_count;
  return private.derived_star_score(score);
end $$;

-- The derived values, for the row's trigger and for reading.
create function private.derived_star_score(score public.star_scores) returns public.star_scores
language plpgsql stable security definer set search_path = '' as $$
declare
  m record;
  demand numeric;
  realness numeric;
  drama numeric;
begin
  select max(mean) filter (where question = 'demand') as demand, max(mean) filter (where question = 'realness') as realness,
    max(mean) filter (where question = 'drama') as drama into m from public.star_vote_means;
  demand := private.bayesian_average(m.demand, score.demand_sum, score.demand_count);
  realness := private.bayesian_average(m.realness, score.realness_sum, score.realness_count);
  drama := private.bayesian_average(m.drama, score.drama_sum, score.drama_count);
  score.demand_average := case when score.demand_count > 0 then demand end;
  score.realness_average := case when score.realness_count > 0 then realness end;
  score.drama_average := case when score.drama_count > 0 then drama end;
  score.hot_score := case when score.demand_count + score.realness_count + score.drama_count >= 5
    then private.hot_score(demand, realness, drama) end;
  return score;
end $$;

-- /admin/stars/social-media: single accounts, a tour of the most outdated numbers, or CSV.

create or replace function private.social_item(a public.star_social_accounts) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', a.id, 'platform', a.platform, 'handle', a.handle, 'url', a.url, 'followers', a.followers,
      'updated_at', a.updated_at,
      -- The latest record that is at least 30 days old, which the public chart compares with.
      'month_ago', (select h.followers from public.star_social_followers h
        where h.account_id = a.id and h.day <= private.berlin_day(now()) - 30 order by h.day desc limit 1),
      'star', jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name,
        'nickname', s.nickname, 'avatar_url', s.avatar_url, 'is_active', s.is_active) || private.distinguished(s.id, s.sort_key, s.search_key))
    from public.stars s where s.id = a.star_id);
end $$;

create or replace function private.planned_new(draft jsonb) returns setof public.calendar_events
language plpgsql stable set search_path = '' as $$
declare
  first public.calendar_events;
  one public.calendar_events;
  day date;
  place integer := 0;
begin
  first := jsonb_populate_record(null::public.calendar_events,
    '{"event_type": "episode", "event_time": "20:15:00", "is_live": false, "is_cancelled": false, "series_frequency": "weekly", "is_series_event": false}'::jsonb
    || (draft -> 'values'));
  if first.event_date is null or nullif(btrim(first.title), '') is null then
    raise exception 'Titel und Tag fehlen.' using errcode = '23514', hint = 'draft_invalid';
  end if;
  foreach day in array private.series_days(first.event_date, private.as_day(draft #>> '{series,until}'), draft #>> '{series,frequency}') loop
    one := first;
    one.id := gen_random_uuid();
    one.event_date := day;
    one.episode_number := first.episode_number + place;
    one.is_live := first.is_live;
    place := place + 1;
    return next one;
  end loop;
end $$;

create or replace function private.planned_edit(draft jsonb, was public.calendar_events) returns setof public.calendar_events
language plpgsql stable set search_path = '' as $$
declare
  chosen constant jsonb := draft -> 'values';
  -- Day and number differ between episodes: they move by as much as those of the edited one.
  shared constant jsonb := chosen - 'event_date' - 'episode_number';
  is_now constant public.calendar_events := jsonb_populate_record(was, chosen);
  scope constant text := case when was.series_parent_id is null then 'this' else coalesce(draft ->> 'scope', 'this') end;
  -- A single episode of a series has no frequency of its own.
  is_planned_anew constant boolean := jsonb_typeof(draft -> 'series') = 'object' and (was.series_parent_id is null or scope <> 'this');
  days date[];
  stored public.calendar_events;
  one public.calendar_events;
  place integer := 0;
begin
  for stored in select e.* from private.episodes_in_scope(was, scope) e loop
    place := place + 1;
    if is_planned_anew and days is null then
      days := private.series_days(stored.event_date + (is_now.event_date - was.event_date),
        private.as_day(draft #>> '{series,until}'), draft #>> '{series,frequency}');
    end if;
    exit when place > cardinality(days);
    one := jsonb_populate_record(stored, shared);
    one.event_date := coalesce(days[place], stored.event_date + (is_now.event_date - was.event_date));
    if chosen ? 'episode_number' then
      one.episode_number := case when stored.id = was.id or is_now.episode_number is null then is_now.episode_number
        else stored.episode_number + (is_now.episode_number - was.episode_number) end;
    end if;
    -- The end belongs to the series; an episode may be moved beyond it.
    one.series_end_date := null;
    return next one;
  end loop;
  while place < cardinality(days) loop
    place := place + 1;
    one.id := gen_random_uuid();
    one.external_key := null;
    one.event_date := days[place];
    one.episode_number := one.episode_number + 1;
    one.title := coalesce(one.format_name, one.title);
    one.description := null;
    one.is_live := false;
    one.is_cancelled := false;
    one.event_type := 'episode';
    return next one;
  end loop;
end $$;

-- Saving, deleting and copying in /admin/calendar. All run as the caller: row-level security decides about every row.

create or replace function private.store_events(planned public.calendar_events[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.calendar_events e set
    title = n.title, format_name = n.format_name, format_id = n.format_id, season_id = n.season_id, season_number = n.season_number,
    episode_number = n.episode_number, event_type = n.event_type, event_date = n.event_date, event_time = n.event_time,
    duration_minutes = n.duration_minutes, channel = n.channel, streaming_platform = n.streaming_platform,
    broadcaster_id = n.broadcaster_id, streaming_provider_id = n.streaming_provider_id, description = n.description,
    is_live = n.is_live, is_cancelled = n.is_cancelled, is_series_event = n.is_series_event, series_end_date = n.series_end_date,
    series_parent_id = n.series_parent_id, series_frequency = n.series_frequency
  from unnest(planned) n where e.id = n.id;
  insert into public.calendar_events (id, title, format_name, format_id, season_id, season_number, episode_number, event_type, event_date,
    event_time, duration_minutes, channel, streaming_platform, broadcaster_id, streaming_provider_id, description, is_live, is_cancelled,
    is_series_event, series_end_date, series_parent_id, series_frequency)
  select n.id, n.title, n.format_name, n.format_id, n.season_id, n.season_number, n.episode_number, n.event_type, n.event_date,
    n.event_time, n.duration_minutes, n.channel, n.streaming_platform, n.broadcaster_id, n.streaming_provider_id, n.description, n.is_live, n.is_cancelled,
    n.is_series_event, n.series_end_date, n.series_parent_id, n.series_frequency
  from unnest(planned) n where not exists (select from public.calendar_events e where e.id = n.id);
end $$;

create or replace function private.series_template(first public.calendar_events, series uuid, until_day date, frequency text)
returns public.calendar_events
language plpgsql immutable set search_path = '' as $$
begin
  first.id := series;
  first.is_series_event := true;
  first.is_cancelled := false;
  first.series_parent_id := null;
  first.episode_number := null;
  first.series_end_date := greatest(until_day, first.event_date);
  first.series_frequency := frequency;
  return first;
end $$;

create or replace function private.colliding_events(planned public.calendar_events[], leaving uuid[])
returns table (planned_day date, id uuid, title text, format_name text, event_date date, event_time time, ends timestamptz)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with wanted as materialized (
    select n.event_date, lower(btrim(coalesce(b.name, n.channel))) as channel, private.berlin_instant(n.event_date, n.event_time) as begins,
      make_interval(mins => coalesce(n.duration_minutes, 60)) as length
    from unnest(planned) n
    left join public.broadcasters b on b.id = n.broadcaster_id
    where (b.id is null or b.type in ('tv', 'pay_tv')) and n.is_cancelled is not true
  ),
  near as materialized (
    select t.id, t.event_date, t.channel, t.begins, t.ends from private.channel_times t
    -- No broadcast is longer than a day, so only those of adjacent days can overlap.
    where t.event_date = any (array(select distinct w.event_date + beside from wanted w, generate_series(-1, 1) beside))
      and t.channel in (select w.channel from wanted w)
      and t.id <> all (leaving) and t.id <> all (array(select n.id from unnest(planned) n))
  )
  select w.event_date, e.id, e.title, e.format_name, e.event_date, e.event_time, t.ends
  from wanted w
  join near t on t.channel = w.channel and t.begins < w.begins + w.length and w.begins < t.ends
  join public.calendar_events e on e.id = t.id
  order by w.event_date, e.event_date, e.event_time, e.id;
end $$;

create function private.set_subject(was public.community_posts, about text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if about is not distinct from was.rumor_subject then return; end if;
  update public.community_posts p set rumor_subject = about where p.id = was.id;
  -- Published unread, and now its author says that it should not have been.
  if was.status = 'approved' and was.moderated_at is null and private.needs_a_human(was.type, '', '', '{}', about) then
    update public.community_posts p set status = 'pending' where p.id = was.id;
  end if;
end $$;

create function private.text_of_revision(v private.post_revisions) returns private.post_text
language sql immutable set search_path = '' as $$
  select row(v.title, v.content, v.tags, v.source_url, v.options, v.poll_ends_at)::private.post_text
$$;

create function private.public_versions(post uuid) returns setof private.post_versions
language sql stable security definer rows 20 set search_path = '' as $$
  select v.* from private.post_versions v join public.community_posts p on p.id = v.post_id and p.status = 'approved'
  where v.post_id = post and v.was_public
    -- What the team took out is gone, and what stood before it.
    and v.id > coalesce((select max(t.id) from private.post_versions t where t.post_id = post and t.by_team), 0)
$$;

create or replace function private.require_valid_post(post public.community_posts, before public.community_posts) returns void
language plpgsql stable set search_path = '' as $$
begin
  if char_length(post.title) not between 8 and 140 then
    perform private.refuse('Der Titel hat 8 bis 140 Zeichen.', 'title_length');
  end if;
  if char_length(post.content) > 5000 then
    perform private.refuse('Der Text hat höchstens 5.000 Zeichen.', 'content_length');
  end if;
  if post.content = '' and post.type <> 'poll' and before.content is distinct from '' then
    perform private.refuse('Schreib noch, worum es geht.', 'content_missing');
  end if;
  if cardinality(post.tags) > 5 then
    perform private.refuse('Höchstens 5 Tags.', 'too_many_tags');
  end if;
  if post.poll_ends_at is not null and post.type <> 'poll' then
    perform private.refuse('Nur Umfragen haben ein Ende.', 'not_a_poll');
  end if;
  if post.poll_ends_at is distinct from before.poll_ends_at then
    if private.poll_is_over(before) then
      perform private.refuse('Diese Umfrage ist zu Ende und geht nicht wieder auf.', 'poll_ended');
    elsif post.poll_ends_at <= now() then
      perform private.refuse('Das Ende der Umfrage liegt in der Vergangenheit.', 'poll_end_past');
    elsif post.poll_ends_at > now() + interval '1 year' then
      perform private.refuse('Eine Umfrage läuft höchstens ein Jahr.', 'poll_end_far');
    end if;
  end if;
end $$;

create function private.text_of_version(v private.post_versions) returns private.post_text
language sql immutable set search_path = '' as $$
  select row(v.title, v.content, v.tags, v.source_url, v.options, v.poll_ends_at)::private.post_text
$$;

create function private.asked_text(was public.community_posts, title text, content text, tags uuid[], source_url text, options text[],
  ends_at timestamptz) returns private.post_text
language plpgsql stable security definer set search_path = '' as $$
declare
  asked public.community_posts := was;
  answers text[] := (private.text_of(was.id)).options;
  given text[];
begin
  perform private.require_short(title, 140, 'Der Titel hat 8 bis 140 Zeichen.', 'title_length');
  perform private.require_short(content, 5000, 'Der Text hat höchstens 5.000 Zeichen.', 'content_length');
  asked.title := private.clean_line(coalesce(title, ''));
  asked.content := private.trim_text(private.clean_text(coalesce(content, '')));
  asked.tags := coalesce(tags, '{}');
  asked.poll_ends_at := ends_at;
  perform private.require_valid_post(asked, was);
  perform private.require_valid_tags(asked.tags);
  if was.type = 'poll' and options is not null then given := private.clean_options(options); end if;
  if given is not null and given is distinct from answers then
    if not private.may_edit_poll(was.id) then
      perform private.refuse('Es wurde schon abgestimmt: Die Antworten bleiben, wie sie sind.', 'options_fixed');
    end if;
    answers := given;
  end if;
  return row(asked.title, asked.content, asked.tags, private.clean_source(source_url), answers, ends_at)::private.post_text;
end $$;

create function private.record_hits(rumor public.post_rumors) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if rumor.rumor_status = 'unverified' then
    -- After an edit the votes of then stay noted: whoever votes now knows what the team had said.
    if rumor.recheck_at is null then delete from private.rumor_hits h where h.post_id = rumor.post_id; end if;
    return;
  end if;
  -- Decided the other way: the votes of then count, not those that knew.
  update private.rumor_hits h set hit = (h.vote = 'agree') = (rumor.rumor_status = 'verified') where h.post_id = rumor.post_id;
  if found then return; end if;
  insert into private.rumor_hits (post_id, member_id, vote, hit)
    select v.post_id, v.user_id, v.vote, (v.vote = 'agree') = (rumor.rumor_status = 'verified')
    from public.rumor_votes v join public.community_posts p on p.id = v.post_id
    where v.post_id = rumor.post_id and v.updated_at <= rumor.updated_at and v.user_id is distinct from p.author_id;
end $$;

create function private.poll_is_over(post public.community_posts) returns boolean
language sql stable security definer set search_path = '' as $$
  select post.poll_ends_at <= now() and (post.status = 'approved' or exists (select from public.poll_votes v where v.post_id = post.id))
$$;

create function private.searched_in(post public.community_posts) returns text
language sql stable security definer set search_path = '' as $$
  select private.search_fold(private.text_said(concat_ws(' ', post.title, post.content, private.answers_of(post.id))))
$$;

-- A night of spam is 30 comments on 30 pages: here they are found in one list.

create function private.found_comments(
  query text, author uuid, kind text, days integer, after_at timestamptz, after_id uuid, wanted integer
) returns setof public.comments
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant timestamptz := now() - make_interval(days => least(greatest(coalesce(days, 7), 1), 30));
  patterns constant text[] := private.like_patterns(private.search_words(query));
begin
  return query
  select c.* from public.comments c
  where c.created_at > since and c.deleted_at is null
    and (after_at is null or (c.created_at, c.id) < (after_at, after_id))
    and (author is null or c.author_id = author)
    and case kind
      when 'links' then private.shows_link(c.content)
      when 'new' then exists (select from public.profiles p where p.id = c.author_id and p.created_at > now() - interval '7 days')
      when 'reported' then exists (select from public.reports r where r.target_comment_id = c.id and r.status = 'pending' and r.confirmed_at is not null)
      else true end
    and (patterns = '{}' or private.search_fold(private.text_said(c.content)) like all (patterns))
  order by c.created_at desc, c.id desc limit wanted;
end $$;

create function private.removed_comment_state(decision public.moderation_actions) returns text
language sql stable set search_path = '' as $$
  select case when decision.target_user_id = auth.uid() then 'own'
    when exists (select from public.appeals a where a.moderation_action_id = decision.id) then 'appealed'
    when private.can_lift(decision) then 'restorable' else 'expired' end
$$;

create function private.commented_post(p public.community_posts) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status)
$$;

create function private.comment_author(c public.comments) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(c.author_id, (select d.author_id from private.deleted_comment_authors d where d.comment_id = c.id))
$$;

create function private.latest_comments(wanted integer, post uuid default null) returns setof public.comments
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  if post is null then
    return query select n.* from public.comments n
      join public.community_posts p on p.id = n.post_id and p.status = 'approved'
      where n.deleted_at is null and private.hears(n.author_id)
        and (me is null or n.mentions is null or not private.names_silenced(me, n.mentions))
      order by n.created_at desc, n.id desc limit wanted;
  elsif exists (select from public.community_posts p where p.id = post and p.status = 'approved') then
    return query select n.* from public.comments n
      where n.post_id = post and n.deleted_at is null order by n.created_at desc, n.id desc limit wanted;
  end if;
end $$;

create function private.parts_of_post(post public.community_posts) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  parts jsonb := '{}';
  kind record;
  found jsonb;
begin
  for kind in select * from private.archived_parts() loop
    -- user_id is what private.without_member() goes by.
    execute format('select coalesce(jsonb_agg(to_jsonb(x) || jsonb_build_object(''user_id'', %s)), ''[]'') from %s x where x.%I::text = $1',
      case when kind.member_column is null then '$2' else format('x.%I', kind.member_column) end, kind.table_name::regclass, kind.post_column)
      into found using post.id::text, post.author_id;
    parts := parts || jsonb_build_object(kind.part, found);
  end loop;
  return parts;
end $$;

create function private.leave_in_bin(post public.community_posts, discussions jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.binned_rows (bin_id, place, table_name, content)
    select x.bin_id, (select max(o.place) from private.binned_rows o where o.bin_id = x.bin_id) + row_number() over (order by x.place)::integer,
      x.table_name, x.content
    from (
      select b.bin_id, t.place, 'public.post_tags' as table_name, jsonb_build_object('post_id', post.id, 'tag_id', t.tag, 'position', t.place) as content
      from unnest(post.tags) with ordinality as t (tag, place)
      join private.binned_rows b on b.table_name in ('public.stars', 'public.formats') and b.content ->> 'id' = t.tag::text
      union all
      select b.bin_id, d.place, 'private.news_discussions', d.content - 'user_id'
      from jsonb_array_elements(coalesce(discussions, '[]')) with ordinality as d (content, place)
      join private.binned_rows b on b.table_name = 'public.news' and b.content ->> 'id' = d.content ->> 'news_id'
    ) x
    where not exists (select from private.binned_rows known where known.bin_id = x.bin_id and known.table_name = x.table_name
      and known.content ->> 'post_id' = post.id::text and known.content ->> 'tag_id' is not distinct from x.content ->> 'tag_id')
$$;

create function private.can_lift(m public.moderation_actions) returns boolean
language sql stable security definer set search_path = '' as $$
  select m.created_at > now() - interval '30 days'
    and not exists (select from public.appeals a where a.moderation_action_id = m.id)
    and case
      when m.action = 'warned' then m.counts_as_warning
      when m.action = 'banned' then private.is_banned(m.target_user_id)
      when m.action <> 'deleted' then false
      when m.target_type = 'comment' then exists (
        select from public.comments c join private.removed_comments r on r.comment_id = c.id
        where c.id = m.target_comment_id and c.deleted_at is not null)
      when m.target_type = 'profile' then exists (
        select from private.removed_profiles r where r.member_id = m.target_user_id and r.removed_at = m.created_at)
      else private.archive_state((
        select a from public.archived_posts a where a.post_id = m.target_post_id order by a.archived_at desc limit 1)) = 'restorable' end
$$;

create or replace function private.open_case(report uuid, subject uuid, kind text) returns public.reports
language plpgsql security definer set search_path = '' as $$
declare
  lead public.reports;
  by_whom text;
begin
  -- Of two concurrent decisions the second waits here and then sees the first.
  select * into lead from public.reports r where r.id = report and r.confirmed_at is not null for update;
  if not found then
    raise exception 'Diese Meldung gibt es nicht mehr.' using errcode = '42501', hint = 'report_gone';
  end if;
  if lead.target_type <> kind or coalesce(lead.target_post_id, lead.target_comment_id, lead.target_profile_id) <> subject then
    raise exception 'Ungültige Meldungsdaten - fehlende erforderliche Felder' using errcode = '23514', hint = 'case_fields';
  end if;
  if lead.status <> 'pending' then
    select p.nickname into by_whom from public.profiles p where p.id = lead.resolved_by;
    raise exception '% hat diesen Fall schon entschieden: %.', coalesce(by_whom, 'Jemand aus dem Team'),
      case lead.action when 'ignored' then 'kein Verstoß' when 'deleted' then 'gelöscht' when 'warned' then 'verwarnt' else 'gesperrt' end
      using errcode = '42501', hint = 'report_closed';
  end if;
  if lead.target_author_id = auth.uid() then
    raise exception 'Über Meldungen gegen sich selbst entscheidet jemand anderes.' using errcode = '42501', hint = 'own_case';
  end if;
  perform private.take_case(kind, subject);
  return lead;
end $$;

create or replace function private.prepare_case(lead public.reports, action text, reason text, severity text, days integer, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := lead.target_type;
  subject constant uuid := coalesce(lead.target_post_id, lead.target_comment_id, lead.target_profile_id);
  target jsonb := '{}';
begin
  if severity not in ('low', 'medium', 'high') or rule not in ('tone', 'rumors', 'privacy', 'content') then
    raise exception 'Ungültige Schwere oder Regel' using errcode = '23514', hint = 'case_fields';
  end if;
  -- Only a dismissal may be about content that is already gone.
  if action <> 'dismiss' or private.report_target_exists(kind, subject) then target := private.case_target(kind, subject); end if;
  begin
    return jsonb_build_object('kind', kind, 'content', subject, 'report', lead.id, 'author', lead.target_author_id,
      'post', coalesce(target ->> 'post', lead.target_post_id::text), 'title', target ->> 'title', 'excerpt', target ->> 'excerpt', 'reason', reason,
      'days', days, 'severity', case action when 'warn' then coalesce(severity, 'medium') end,
      'rule', coalesce(rule, private.rule_of_report(lead.reason)),
      'author_name', (select p.nickname from public.profiles p where p.id = lead.target_author_id),
      'facts', case when target ? 'post' then private.post_facts((target ->> 'post')::uuid) else '{}' end);
  exception when others then
    raise exception '%', case kind when 'post' then 'Fehler beim Vorbereiten der Beitragsverarbeitung'
        when 'profile' then 'Fehler beim Vorbereiten der Profilverarbeitung'
        else 'Fehler beim Vorbereiten der Kommentarverarbeitung' end
      using errcode = 'P0001', hint = 'case_preparation_failed', detail = sqlerrm;
  end;
end $$;

-- Staff decide where they see something, whether or not somebody has reported it (docs/decisions/058-decisions-at-the-content.md).

create function private.decide_content(
  lead public.reports, action text, why text, severity text, days integer, rule text, remove_content boolean, parts text[]
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := lead.target_type;
  subject constant uuid := coalesce(lead.target_post_id, lead.target_comment_id, lead.target_profile_id);
  takes_down constant boolean := action = 'delete' or (action in ('warn', 'ban') and coalesce(remove_content, false));
  decided jsonb;
  decision uuid;
  problem text;
  closed integer;
begin
  if takes_down and kind = 'profile' then perform private.check_profile_parts(subject, parts); end if;
  if action in ('warn', 'ban') and lead.target_author_id is null then
    raise exception 'Den Account dazu gibt es nicht mehr.' using errcode = '23503', hint = 'author_gone';
  end if;
  if action = 'ban' then perform private.check_ban(lead.target_author_id, days); end if;
  decided := private.prepare_case(lead, action, why, severity, days, rule) || jsonb_build_object('parts', to_jsonb(parts));
  perform private.log_case(decided, action, takes_down);
  if takes_down then problem := private.take_down_case(decided); end if;
  if action = 'delete' then
    select a.id into decision from public.moderation_actions a
      where a.created_at = now() and a.target_type = kind and a.action in ('deleted', 'warned')
        and subject = case kind when 'post' then a.target_post_id when 'comment' then a.target_comment_id else a.target_user_id end
      order by a.id limit 1;
  else
    decision := private.record_case(decided, case action when 'dismiss' then 'ignored' when 'warn' then 'warned' else 'banned' end);
  end if;
  if action = 'ban' then perform private.ban_for_case(lead.target_author_id, days); end if;
  update public.reports r set
      status = case decide_content.action when 'dismiss' then 'dismissed' else 'resolved' end,
      action = case decide_content.action when 'dismiss' then 'ignored' when 'delete' then 'deleted' when 'warn' then 'warned' else 'banned' end,
      action_reason = why, severity = decided ->> 'severity',
      ban_duration_days = case decide_content.action when 'ban' then days end,
      resolved_at = now(), resolved_by = auth.uid(), decision_id = decision
    where r.status = 'pending' and r.confirmed_at is not null and r.target_type = kind
      and subject in (r.target_post_id, r.target_comment_id, r.target_profile_id);
  get diagnostics closed = row_count;
  perform private.notify_reporters(decision,
    case when takes_down then 'deleted' when action = 'dismiss' then 'ignored' else 'acted' end,
    -- Removed content is named by its title, without a link.
    case when kind = 'profile' then '{}' when takes_down then jsonb_strip_nulls(jsonb_build_object('post_title', decided ->> 'title'))
      else decided -> 'facts' end);
  return jsonb_build_object('decision_id', decision, 'closed', closed, 'problem', problem,
    'warnings', private.recent_warnings(lead.target_author_id));
end $$;

create function private.found_content(kind text, subject uuid) returns public.reports
language plpgsql security definer set search_path = '' as $$
declare
  lead public.reports;
  author constant uuid := (private.case_target(kind, subject) ->> 'author')::uuid;
begin
  if author = auth.uid() then
    raise exception 'Über eigene Inhalte entscheidet jemand anderes.' using errcode = '42501', hint = 'own_case';
  end if;
  select * into lead from public.reports r
    where r.status = 'pending' and r.confirmed_at is not null and r.target_type = kind
      and subject in (r.target_post_id, r.target_comment_id, r.target_profile_id)
    order by r.created_at, r.id limit 1 for update;
  perform private.take_case(kind, subject);
  if lead.id is not null then return lead; end if;
  lead.target_type := kind;
  lead.target_author_id := author;
  lead.reason := 'other';
  lead.target_post_id := case kind when 'post' then subject end;
  lead.target_comment_id := case kind when 'comment' then subject end;
  lead.target_profile_id := case kind when 'profile' then subject end;
  return lead;
end $$;

create function private.mail_confirmation(given public.reports) returns void
language plpgsql security definer set search_path = '' as $$
declare token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  insert into private.report_confirmations (report_id, token_hash) values (given.id, encode(sha256(convert_to(token, 'utf8')), 'hex'));
  perform private.send_mail(given.reporter_email, 'report_confirmation', jsonb_build_object(
    'target', private.report_thing(given.target_type),
    'reason', private.report_reason_text(given.reason), 'path', '/melden/bestaetigen#' || token));
end $$;

create function private.take_report(given public.reports) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  target constant uuid := coalesce(given.target_post_id, given.target_comment_id, given.target_profile_id);
  is_guest constant boolean := auth.uid() is null;
begin
  if not is_guest then
    perform private.in_turn();
    perform private.require_proven();
  end if;
  given.reporter_id := auth.uid();
  if is_guest and (given.good_faith is not true or given.reporter_name is null or given.reporter_email is null) then
    raise exception 'Bitte melde dich zuerst an.' using errcode = '42501', hint = 'not_allowed';
  end if;
  if not is_guest and private.is_own_content(target) then
    perform private.refuse(case given.target_type when 'profile' then 'Das bist du selbst.' else 'Das hast du selbst geschrieben.' end,
      'own_content');
  end if;
  if not is_guest and private.has_open_report(target) then return jsonb_build_object('state', 'known'); end if;
  -- Repeated after a lost answer, it is still one report and one mail.
  if exists (select from public.reports r where r.id = given.id) then
    return jsonb_build_object('state', case when is_guest then 'confirm' else 'open' end);
  end if;
  if is_guest then
    perform private.use_guest_mail(given.reporter_email);
  else
    perform private.use_quota('posts', private.quota_of('posts', 100));
  end if;
  insert into public.reports (id, target_type, target_post_id, target_comment_id, target_profile_id, reporter_id, reporter_name, reporter_email,
      good_faith, reason, details)
    values (given.id, given.target_type, given.target_post_id, given.target_comment_id, given.target_profile_id, given.reporter_id, given.reporter_name,
      given.reporter_email, coalesce(given.good_faith, false), given.reason, given.details)
    on conflict do nothing;
  if is_guest and found then perform private.mail_confirmation(given); end if;
  return jsonb_build_object('state', case when is_guest then 'confirm' else 'open' end);
end $$;

create function private.asked_question(token text) returns private.case_notes
language sql stable security definer set search_path = '' as $$
  select n from private.case_notes n where n.token_hash = encode(sha256(convert_to(left(token, 200), 'utf8')), 'hex')
    and n.written_at > now() - interval '30 days'
$$;

-- Reporters are told the outcome; reports whose target is gone are purged.

create or replace function private.notify_reporter(given public.reports, outcome text, facts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sentence constant text := private.outcome_of_report(given.target_type, outcome);
  thing constant text := private.report_thing(given.target_type);
begin
  if given.reporter_id is not null then
    if given.reporter_id is distinct from auth.uid() then
      perform private.notify(given.reporter_id, 'report_outcome', 'Deine Meldung ist geprüft', sentence,
        facts || jsonb_build_object('outcome', outcome, 'target_type', given.target_type), target => given.id);
    end if;
  elsif given.reporter_email is not null then
    perform private.send_mail(given.reporter_email, 'report_outcome',
      jsonb_build_object('target', thing, 'reason', private.report_reason_text(given.reason), 'outcome', sentence));
  end if;
exception when others then
  -- The decision remains in force even if its notification fails.
  raise warning 'outcome of report % not told: %', given.id, sqlerrm;
end $$;

create function private.restore_profile(decision public.moderation_actions, why text) returns text
language plpgsql security definer set search_path = '' as $$
declare removed private.removed_profiles;
begin
  delete from private.removed_profiles x
    where x.member_id = decision.target_user_id and x.removed_at = decision.created_at returning x.* into removed;
  if not found then return 'Dein Profil lässt sich leider nicht mehr wiederherstellen. Ändern kannst du es selbst.'; end if;
  -- What the member has chosen since is theirs.
  update public.profiles p set bio = coalesce(p.bio, removed.bio) where p.id = decision.target_user_id;
  if removed.nickname is not null and private.nickname_problem(removed.nickname, decision.target_user_id) is null then
    update public.profiles p set nickname = removed.nickname
      where p.id = decision.target_user_id and p.nickname ~ '^Mitglied_[0-9a-f]{8}$';
  end if;
  insert into public.moderation_actions (target_type, target_user_id, action, reason, admin_id)
    values ('profile', decision.target_user_id, 'restored', why, auth.uid());
  return 'Dein Profil steht wieder da, wie es war.' || case when removed.picture then ' Nur dein Bild musst du neu hochladen.' else '' end;
end $$;

-- /admin/appeals: appeals of members, decided by another member of staff than the one who made the decision.

create or replace function private.appealed_content(m public.moderation_actions) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    case m.target_type
      when 'post' then coalesce(
        (select nullif(p.content, '') from public.community_posts p where p.id = m.target_post_id),
        (select nullif(a.record -> 'post' ->> 'content', '') from public.archived_posts a where a.post_id = m.target_post_id order by a.archived_at desc limit 1))
      when 'comment' then coalesce(
        (select nullif(c.content, '') from public.comments c where c.id = m.target_comment_id),
        (select r.content from private.removed_comments r where r.comment_id = m.target_comment_id))
      when 'profile' then (select concat_ws(': ', r.nickname, r.bio) from private.removed_profiles r
        where r.member_id = m.target_user_id and r.removed_at = m.created_at and m.action = 'deleted' limit 1)
    end, m.content_excerpt)
$$;

create or replace function private.appeal_item(a public.appeals, m public.moderation_actions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'version', private.target_version('appeal:' || a.id), 'status', a.status, 'message', a.message, 'created_at', a.created_at,
    'decision_reason', a.decision_reason, 'decided_at', a.decided_at,
    'decided_by', (select p.nickname from public.profiles p where p.id = a.decided_by),
    'member', (select r.ref from private.member_refs r where r.id = a.user_id),
    'warnings', (select count(*) from public.moderation_actions w
      where w.target_user_id = a.user_id and w.counts_as_warning and w.created_at > now() - interval '90 days'),
    'decision', private.decision_item(m) - 'appeal', 'content', private.appealed_content(m),
    'decision_by', (select p.nickname from public.profiles p where p.id = m.admin_id),
    -- The reason why the reader may not decide, or null.
    'blocked', case when a.status <> 'pending' or private.may_decide_appeal(a.user_id, m.id) then null
      when a.user_id = auth.uid() then 'own_case' else 'own_decision' end)
$$;

create or replace function private.lift_decision(decision public.moderation_actions, why text) returns text
language plpgsql security definer set search_path = '' as $$
declare kind constant text := private.decision_kind(decision);
begin
  if kind = 'banned' then
    perform private.lift_ban(decision, why);
    return 'Die Sperre ist aufgehoben.';
  elsif kind = 'warned' then
    -- It no longer counts in the dialog, for thresholds and for publishing without approval.
    update public.moderation_actions m set counts_as_warning = false where m.id = decision.id;
    return 'Die Verwarnung zählt nicht mehr.';
  elsif kind = 'rejected' and decision.target_type = 'comment' then
    return case when private.publish_held_comment(decision.target_comment_id, why) then 'Dein Kommentar ist jetzt online.'
      else 'Der Kommentar findet seinen Platz leider nicht mehr.' end;
  elsif kind = 'rejected' then
    if exists (select from private.post_revisions v join public.community_posts p on p.id = v.post_id and p.status = 'approved'
        where v.post_id = decision.target_post_id and v.decision_id = decision.id) then
      perform private.publish_revision(decision.target_post_id, why);
      return 'Deine Änderung ist jetzt online.';
    end if;
    -- A post that waits was hidden by this decision, unless its text has changed since: then nobody has read it.
    update public.community_posts p set status = 'approved', moderated_by = auth.uid(), moderated_at = now(), rejection_reason = null
      where p.id = decision.target_post_id
        and (p.status = 'rejected' or (p.status = 'pending' and p.updated_at <= decision.created_at));
    return case when found then 'Dein Beitrag ist jetzt online.' else 'Die Ablehnung ist aufgehoben.' end;
  elsif decision.target_type = 'profile' then
    return private.restore_profile(decision, why);
  elsif decision.target_type = 'comment' then
    return case when private.restore_comment(decision, why) then 'Dein Kommentar steht wieder da.'
      else 'Der Text lässt sich leider nicht mehr wiederherstellen.' end;
  end if;
  return case when private.restore_for_appeal(decision.target_post_id, why) then 'Dein Beitrag steht wieder da.'
    else 'Der Beitrag lässt sich leider nicht mehr wiederherstellen.' end;
end $$;

create function private.decision_json(d private.pending_decisions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select d.facts || jsonb_build_object('id', d.id, 'kind', d.kind, 'by', (select m.nickname from public.profiles m where m.id = d.decider),
    'is_mine', d.decider is not distinct from auth.uid(), 'targets', to_jsonb(d.targets), 'due_at', d.due_at, 'state', d.state, 'problem', d.problem,
    'warnings', case when jsonb_typeof(d.answer) = 'object' then d.answer -> 'warnings' end,
    'note', case when jsonb_typeof(d.answer) = 'object' then d.answer -> 'problem' end,
    'skipped', case when d.answer is not null then coalesce((d.facts ->> 'count')::integer, 1) - private.decision_effect(d.kind, d.answer) else 0 end)
$$;

create function private.pending_decisions() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object('now', clock_timestamp(), 'items', (
    select coalesce(jsonb_agg(private.decision_json(d) order by d.decided_at), '[]') from private.pending_decisions d
    where d.state = 'waiting' or (d.state = 'failed' and (d.decider = auth.uid() or (private.is_admin()
      and not exists (select from public.profiles m where m.id = d.decider and m.role in ('moderator', 'admin') and not private.is_banned(m.id)))))));
end $$;

create function private.rule_of(given jsonb) returns private.automod_rules
language plpgsql stable set search_path = '' as $$
declare
  rule private.automod_rules;
begin
  if pg_column_size(given) > 20000 then perform private.refuse('Das ist zu lang.', 'rule_invalid'); end if;
  rule := jsonb_populate_record(null::private.automod_rules, given - '{id,state,updated_by,created_at,updated_at}'::text[]);
  rule.name := coalesce(private.clean_line(rule.name), '');
  rule.words := array(select distinct w.word from (
    select lower(private.clean_line(x)) as word from unnest(coalesce(rule.words, '{}')) x) w
    where private.plain_words(w.word) <> '' order by 1);
  rule.applies_to := array(select distinct x from unnest(coalesce(rule.applies_to, '{}')) x order by 1 desc);
  rule.is_repeated := coalesce(rule.is_repeated, false);
  rule.names_star := coalesce(rule.names_star, false);
  return rule;
end $$;

create function private.rule_json(r private.automod_rules) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', r.id, 'name', r.name, 'state', r.state, 'applies_to', r.applies_to, 'action', r.action, 'words', r.words,
    'min_links', r.min_links, 'max_account_days', r.max_account_days, 'max_contributions', r.max_contributions, 'min_per_hour', r.min_per_hour,
    'is_repeated', r.is_repeated, 'names_star', r.names_star, 'updated_at', r.updated_at,
    'hits', (select count(*) from private.rule_hits h where h.rule_id = r.id and h.hit_at > now() - interval '7 days'))
$$;

create function private.rule_matches(
  rule private.automod_rules, kind text, said text, star_tags uuid[], author uuid, at timestamptz
) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  read text;
  others integer;
begin
  if not kind = any (rule.applies_to) then return false; end if;
  if rule.words <> '{}' then
    read := case kind when 'nickname' then private.name_said(said) else private.words_said(said) end;
    if not exists (select from unnest(rule.words) w
      where position(' ' || private.plain_words(w) || case when w like '%*' then '' else ' ' end in read) > 0) then return false; end if;
  end if;
  if private.links_in(said) < rule.min_links then return false; end if;
  if rule.names_star and not exists (select from public.stars s where s.id = any (star_tags)) then return false; end if;
  if rule.max_account_days is not null and not exists (
    select from public.profiles p where p.id = author and p.created_at > at - make_interval(days => rule.max_account_days)) then return false; end if;
  if rule.max_contributions is not null and (select count(*) from (
      (select from public.community_posts p where p.author_id = author and p.status = 'approved' and p.created_at < at order by p.created_at desc limit rule.max_contributions)
      union all
      (select from public.comments c where c.author_id = author and c.deleted_at is null and c.created_at < at order by c.created_at desc limit rule.max_contributions)) x)
    >= rule.max_contributions then return false; end if;
  if rule.min_per_hour is not null then
    select count(*) into others from (
      (select from public.community_posts p where p.author_id = author and p.created_at >= at - interval '1 hour' and p.created_at < at limit rule.min_per_hour)
      union all
      (select from public.comments c where c.author_id = author and c.created_at >= at - interval '1 hour' and c.created_at < at limit rule.min_per_hour)) x;
    if others + 1 < rule.min_per_hour then return false; end if;
  end if;
  -- Short texts are alike by chance.
  return not rule.is_repeated or (kind <> 'nickname' and char_length(said) >= 20 and case kind
    when 'post' then exists (select from public.community_posts p
      where p.created_at >= at - interval '24 hours' and p.created_at < at and (concat_ws(' ', p.title, p.content) = said or p.type <> 'discussion' and private.said_in(p.id) = said))
    else exists (select from public.comments c left join private.removed_comments r on r.comment_id = c.id
      where c.created_at >= at - interval '24 hours' and c.created_at < at and coalesce(r.content, c.content) = said) end);
end $$;

create function private.rules_for(kind text, said text, star_tags uuid[], wanted text[]) returns setof private.automod_rules
language sql stable security definer set search_path = '' as $$
  select r.* from private.automod_rules r
  where r.state = 'on' and r.action = any (wanted) and not private.is_moderator()
    and private.rule_matches(r, kind, said, star_tags, auth.uid(), now())
  order by r.created_at
$$;

create function private.waiting_statement(post uuid, member uuid) returns private.star_requests
language sql stable security definer set search_path = '' as $$
  select r from private.star_requests r
  where r.post_id = post and r.member_id = member and r.kind = 'statement' and r.state = 'asked' limit 1
$$;

create function private.team_mails_of(member uuid) returns private.team_mails
language sql stable security definer set search_path = '' as $$
  select row(p.id, coalesce(t.urgent, p.role = 'admin'), coalesce(t.briefing, p.role = 'admin'), coalesce(t.silent, '{}'),
    coalesce(t.mailed, case when coalesce(t.urgent, p.role = 'admin') then private.team_alert_kinds() else '{}' end),
    p.role = 'admin' and coalesce(t.weekly, true))::private.team_mails
  from public.profiles p left join private.team_mails t on t.member_id = p.id
  where p.id = member and p.role in ('moderator', 'admin')
$$;

-- A comment notifies those it mentions, the author of the post, the author of the comment it answers, and earlier commenters; each
-- person once.

create or replace function private.notify_of_comment(c public.comments, recipient uuid, kind text, target uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare said constant private.news := private.wording_of_act(private.act_of(kind, c.post_id, c.id, c.author_id), recipient, kind, target);
begin
  return private.notify(recipient, kind, said.title, said.message, said.data, c.post_id, c.id, c.author_id, target);
end $$;

create or replace function private.notify_mentions(c public.comments) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
  told uuid[] := array(select n.user_id from public.notifications n where n.target_id = c.id and n.type = 'mention');
begin
  -- Ordered by id, so that concurrent comments take locks in the same order.
  for member in
    select p.id from jsonb_each_text(c.mentions) named join public.public_profiles p on p.slug = named.value
    where p.id <> all (told) order by p.id
  loop
    -- Ten in total: edits must not notify ten more each time.
    exit when cardinality(told) >= 10;
    if private.notify_of_comment(c, member, 'mention', c.id) is not null then told := told || member; end if;
  end loop;
  return told;
end $$;

create function private.is_news(event private.notification_events) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_banned(event.actor_id) or not exists (select from public.profiles m where m.id = event.actor_id) then return false; end if;
  return case event.kind
    when 'comment' then exists (
      select from public.comments c where c.id = event.comment_id and c.deleted_at is null and c.author_id = event.actor_id)
    when 'post_reaction' then exists (
      select from public.post_reactions r where r.post_id = event.post_id and r.user_id = event.actor_id)
    when 'comment_reaction' then exists (
      select from public.comment_reactions r join public.comments c on c.id = r.comment_id
      where r.comment_id = event.comment_id and r.user_id = event.actor_id and c.deleted_at is null)
    when 'rumor_vote' then exists (select from public.rumor_votes v where v.post_id = event.post_id and v.user_id = event.actor_id)
    else exists (select from public.poll_votes v where v.post_id = event.post_id and v.user_id = event.actor_id) end;
end $$;

create function private.notify_of_event(event private.notification_events, recipient uuid, kind text, target uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare said constant private.news := private.wording_of_act(event, recipient, kind, target);
begin
  return private.notify(recipient, kind, said.title, said.message, said.data, event.post_id, event.comment_id, event.actor_id, target);
end $$;

create function private.notify_together(events private.notification_events[], recipient uuid, kind text, target uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry uuid;
  news private.notification_events[];
begin
  news := array(
    select e::private.notification_events from unnest(events) e where not private.keeps_silent(recipient, e.actor_id) order by e.id);
  if cardinality(news) = 0 then return; end if;
  if private.channel_of(recipient, case when kind = 'subsequent_comment' and target <> events[1].post_id then 'reply_to_comment' else kind end,
      events[1].post_id) = 'off' then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(concat(recipient, kind, target), 0));
  select n.id into entry from public.notifications n
    where n.user_id = recipient and n.type = notify_together.kind and n.target_id = target
      and n.created_at > now() - interval '24 hours' and exists (select from private.notification_actors a where a.notification_id = n.id)
    order by n.created_at desc limit 1;
  if private.is_repeatable(kind) then
    news := array(
      select e::private.notification_events from (
        select distinct on (x.actor_id) x from unnest(news) x
        where not exists (select from private.notification_actors a where a.notification_id = entry and a.actor_id = x.actor_id and not a.gone)
        order by x.actor_id, x.id
      ) first (e) order by (e).id);
  end if;
  if entry is null and cardinality(news) > 0 then
    entry := private.notify_of_event(news[1], recipient, kind, target);
    news := news[2:];
  end if;
  if entry is null or cardinality(news) = 0 then return; end if;
  -- Only the latest is named, so those before it need only be counted.
  insert into private.notification_actors (notification_id, actor_id, cause)
    select entry, e.actor_id, coalesce(e.comment_id, target) from unnest(news[:cardinality(news) - 1]) e
    on conflict (notification_id, actor_id, cause) do update set gone = false;
  perform private.notify_of_event(news[cardinality(news)], recipient, kind, target);
end $$;

create function private.act_of(kind text, post uuid, cause uuid, actor uuid) returns private.notification_events
language plpgsql stable security definer set search_path = '' as $$
declare act private.notification_events;
begin
  act.post_id := post;
  act.actor_id := actor;
  act.kind := case kind when 'reaction_on_post' then 'post_reaction' when 'reaction_on_comment' then 'comment_reaction'
    when 'vote_on_rumor' then 'rumor_vote' when 'vote_on_poll' then 'poll_vote' else 'comment' end;
  if act.kind in ('comment', 'comment_reaction') then act.comment_id := cause; end if;
  act.choice := case act.kind
    when 'post_reaction' then (select r.reaction from public.post_reactions r where r.post_id = cause and r.user_id = actor)
    when 'comment_reaction' then (select r.reaction from public.comment_reactions r where r.comment_id = cause and r.user_id = actor)
    when 'rumor_vote' then (select v.vote from public.rumor_votes v where v.post_id = cause and v.user_id = actor) end;
  return act;
end $$;

create function private.excerpt_for(recipient uuid, c public.comments) returns text
language sql stable security definer set search_path = '' as $$
  select case when not private.names_silenced(recipient, c.mentions) then private.excerpt(c.content, 100) end
$$;

create function private.wording_of_act(event private.notification_events, recipient uuid, kind text, target uuid) returns private.news
language plpgsql stable security definer set search_path = '' as $$
declare
  post_title constant text := (select p.title from public.community_posts p where p.id = event.post_id);
  is_answer boolean;
  written public.comments;
  said private.news;
begin
  if event.comment_id is not null then select * into written from public.comments c where c.id = event.comment_id; end if;
  said.data := private.post_facts(event.post_id);
  if event.kind = 'comment' then
    is_answer := kind = 'reply_to_comment' or (kind = 'subsequent_comment' and target <> event.post_id);
    said.title := case when kind = 'mention' then 'Du wurdest erwähnt' when kind = 'comment_on_post' then 'Neuer Kommentar zu deinem Beitrag'
      when is_answer then 'Antwort auf deinen Kommentar' else 'Neuer Kommentar' end;
    said.message := format(case when kind = 'mention' then '{actors} dich in einem Kommentar zu „%s“ erwähnt.'
      when kind = 'comment_on_post' then '{actors} deinen Beitrag „%s“ kommentiert.'
      when is_answer then '{actors} auf deinen Kommentar bei „%s“ geantwortet.'
      else '{actors} auch „%s“ kommentiert.' end, post_title);
    said.data := said.data || case when is_answer then '{"answer": true}'::jsonb else '{}'::jsonb end;
  elsif event.kind = 'rumor_vote' then
    said.title := 'Stimme zu deinem Gerücht';
    said.message := format('{actors} über „%s“ abgestimmt.', post_title);
    said.data := said.data || jsonb_build_object('vote', event.choice);
  elsif event.kind = 'poll_vote' then
    said.title := 'Stimme in deiner Umfrage';
    said.message := format('{actors} bei „%s“ abgestimmt.', post_title);
  else
    said.title := case event.kind when 'post_reaction' then 'Reaktion auf deinen Beitrag' else 'Reaktion auf deinen Kommentar' end;
    said.message := format(case event.kind when 'post_reaction' then '{actors} mit %s auf „%s“ reagiert.'
      else '{actors} mit %s auf deinen Kommentar bei „%s“ reagiert.' end, private.reaction_emoji(event.choice), post_title);
    said.data := said.data || jsonb_build_object('reaction', event.choice, 'emoji', private.reaction_emoji(event.choice));
  end if;
  if written.id is not null then
    said.data := said.data || jsonb_strip_nulls(jsonb_build_object('comment_excerpt', private.excerpt_for(recipient, written)));
  end if;
  return said;
end $$;

create function private.news_of(given private.announcements, most integer) returns private.news[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return case given.kind when 'post' then private.news_of_post(given.post_id, given.told_up_to, most)
    when 'rumor' then private.news_of_rumor(given.post_id, given.told_up_to, most)
    when 'poll' then private.news_of_poll(given.post_id, given.told_up_to, most)
    when 'statement' then private.news_of_statement(given.post_id, given.told_up_to, most)
    when 'cancellation' then private.news_of_cancellation(given.event_id, given.told_up_to, most)
    when 'broadcast' then private.news_of_broadcast(given.event_id, given.told_up_to, most) end;
end $$;

create function private.digest_values(digest private.digests) returns jsonb
language sql stable security definer set search_path = '' as $$
  with unread as (
    select n.id, n.created_at, private.notification_item(n, m.ref) as item
    from (
      select * from public.notifications u
      where u.user_id = digest.member_id and not u.read and u.type <> 'reply_to_comment' and u.created_at > digest.seen_until
      order by u.created_at desc, u.id desc limit 100
    ) n
    left join private.member_refs m on m.id = n.actor_id
    where n.actor_id is null or not private.keeps_silent(digest.member_id, n.actor_id)
  ), placed as (
    select u.*, row_number() over latest as place, sum(octet_length(to_json(u.item::text)::text)) over latest as bytes, count(*) over () as total
    from unread u window latest as (order by u.created_at desc, u.id desc)
  )
  -- Values of a mail have 8,000 bytes.
  select jsonb_build_object('items', jsonb_agg(p.item order by p.place)::text, 'total', max(p.total)::text, 'code', digest.code)
  from placed p where p.place = 1 or (p.place <= 8 and p.bytes <= 7000)
$$;

create function private.news_card(n public.news) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', n.id, 'slug', n.slug, 'title', n.title, 'excerpt', n.excerpt, 'has_text', n.body <> '',
    'image_url', n.image_url, 'image_alt', n.image_alt, 'url', n.url, 'published_at', n.published_at)
$$;

create function private.name_words(name text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select array(select w.word from unnest(regexp_split_to_array(regexp_replace(name, '([a-zäöüß0-9])(?=[A-ZÄÖÜ])', '\1.', 'g'), '[._]+'))
    with ordinality as w (word, place) where w.word <> '' order by w.place)
$$;

-- Building blocks of pages: views that run as the caller (row-level security decides) and that the planner can inline.
-- Their jsonb columns have the shapes of domain's contract: *_ref where name and picture are enough, *_card in lists.

create or replace view private.star_cards with (security_invoker = on) as
select s.id, s.slug, s.sort_key, x.hot_score, x.rank,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name, 'nickname', s.nickname,
    'avatar_url', s.avatar_url) || private.distinguished(s.id, s.sort_key, s.search_key) as ref,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name, 'nickname', s.nickname,
    'avatar_url', s.avatar_url, 'hot_score', x.hot_score, 'votes', x.votes_count, 'rank', x.rank,
    'rank_week_ago', case when x.rank is not null then x.rank_week_ago end) || private.distinguished(s.id, s.sort_key, s.search_key) as card
from public.stars s
join public.star_scores x on x.star_id = s.id
where s.is_active;

-- The next episode: what runs, then what is new, then what is repeated.
create or replace view private.format_heads with (security_invoker = on) as
select f.id, f.name, f.created_at, n.event_date as next_date,
  jsonb_build_object('id', f.id, 'slug', f.slug, 'name', f.name, 'short_name', f.short_name, 'emoji', f.emoji, 'color', f.color,
    'description', f.description, 'broadcaster_id', f.broadcaster_id, 'streaming_provider_id', f.streaming_provider_id,
    'streaming_url', f.streaming_url, 'seasons_count', f.seasons_count, 'created_at', f.created_at,
    'next_episode', case when n.event_date is not null then
      jsonb_build_object('event_date', n.event_date, 'event_time', private.shown_time(n.event_date, n.event_time), 'title', n.title,
        'event_type', n.event_type, 'duration_minutes', n.duration_minutes) end) as head
from public.formats f
left join lateral (
  select e.event_date, e.event_time, e.title, e.event_type, e.duration_minutes
  from public.calendar_events e
  where e.format_id = f.id and e.is_occurrence and not e.is_cancelled
    and e.event_date >= (now() at time zone 'Europe/Berlin')::date - 2
    and not private.is_over(e.event_date, e.event_time, e.duration_minutes)
  order by e.event_date <= (now() at time zone 'Europe/Berlin')::date
      and private.is_on_air(e.event_date, e.event_time, e.duration_minutes) desc,
    e.event_type = 'rerun', e.event_date, e.event_time, e.id
  limit 1
) n on true
where f.is_active;

-- /formate, a format, a season, and the redirect of legacy season ids.

-- A season ends with the television day of its last evening: at 00:20 the finale that began at 22:00 is on air. It begins with its
-- first calendar day, so that one which starts after midnight does not wait until 05:00. Spelled out, because a function call per row would cost more than
-- everything else: the days are those of private.television_day() and private.television_day_of().
create or replace view private.season_cards with (security_invoker = on) as
select s.id, s.format_id, s.slug, s.season_number,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'season_number', s.season_number, 'title', s.title, 'start_date', s.start_date,
    'end_date', s.end_date, 'participants', s.participants_count, 'status', case
      when run.first_day is null and run.last_day is null then 'upcoming'
      when coalesce(run.last_day, run.first_day + 365) < run.television_day then 'ended'
      when run.first_day > run.today then 'upcoming'
      else 'running' end
  ) as card
from public.seasons s
cross join lateral (
  select
    case when s.start_date is null and s.end_date is null then (select min(e.event_date) from public.calendar_events e where e.season_id = s.id)
      else s.start_date end as first_day,
    case when s.start_date is null and s.end_date is null then (
        select max(case when e.event_time < '05:00' then e.event_date - 1 else e.event_date end)
        from public.calendar_events e where e.season_id = s.id)
      else s.end_date end as last_day,
    (now() at time zone 'Europe/Berlin')::date as today,
    (now() at time zone 'Europe/Berlin' - interval '5 hours')::date as television_day
) run;

create or replace view private.event_items with (security_invoker = on) as
select e.id, e.format_id, e.season_id, e.broadcaster_id, e.streaming_provider_id, e.event_date, e.event_time, e.episode_number,
  jsonb_build_object('id', e.id, 'title', e.title, 'event_type', e.event_type, 'event_date', e.event_date,
    'event_time', private.shown_time(e.event_date, e.event_time),
    'duration_minutes', e.duration_minutes, 'channel', e.channel, 'streaming_platform', e.streaming_platform,
    'streaming_color', p.color, 'streaming_url', f.streaming_url, 'description', e.description, 'is_live', e.is_live,
    'is_cancelled', e.is_cancelled,
    'season_number', coalesce(e.season_number, s.season_number), 'season_slug', s.slug, 'episode_number', e.episode_number,
    'format_name', e.format_name, 'format', f.ref) as item,
  e.duration_minutes, e.is_cancelled
from public.calendar_events e
left join private.format_refs f on f.id = e.format_id
left join public.streaming_providers p on p.id = e.streaming_provider_id
left join public.seasons s on s.id = e.season_id
where e.is_occurrence;

-- What is cancelled leaves its channel to others.
create or replace view private.channel_times with (security_invoker = on) as
select t.id, t.event_date, t.channel, t.begins, t.begins + make_interval(mins => coalesce(t.duration_minutes, 60)) as ends
from (
  select e.id, e.event_date, e.duration_minutes, lower(btrim(coalesce(b.name, e.channel))) as channel,
    least((e.event_date + e.event_time) at time zone 'Europe/Berlin',
      (e.event_date + e.event_time - interval '1 hour') at time zone 'Europe/Berlin' + interval '1 hour') as begins
  from public.calendar_events e
  left join public.broadcasters b on b.id = e.broadcaster_id
  where e.is_occurrence and not e.is_cancelled and (b.id is null or b.type in ('tv', 'pay_tv')) and btrim(e.channel) <> ''
) t;

create view private.waiting_posts with (security_invoker = on) as
select p.id as post_id, p.created_at as since from public.community_posts p where p.status = 'pending'
union all
select v.post_id, v.submitted_at from private.post_revisions v
join public.community_posts p on p.id = v.post_id and p.status = 'approved' where v.status = 'pending'
union all
select r.post_id, r.recheck_at from public.post_rumors r
join public.community_posts p on p.id = r.post_id and p.status = 'approved'
where r.recheck_at is not null
  and not exists (select from private.post_revisions v where v.post_id = r.post_id and v.status = 'pending');

create view private.counted_posts with (security_invoker = on) as
select p.id, p.type, p.status, p.title, p.slug, p.content, p.author_id, p.created_at, p.poll_ends_at,
  greatest(p.last_activity_at, w.active_at) as last_activity_at, p.hearts_count + w.hearts as hearts_count,
  p.poops_count + w.poops as poops_count, p.comments_count + w.comments as comments_count, p.votes_count + w.votes as votes_count,
  p.statement is not null as has_statement
from public.community_posts p
cross join lateral (
  select coalesce(sum(c.hearts), 0) as hearts, coalesce(sum(c.poops), 0) as poops, coalesce(sum(c.comments), 0) as comments,
    coalesce(sum(c.votes), 0) as votes, max(c.active_at) as active_at
  from private.pending_counts c where c.kind = 'post' and c.target_id = p.id
) w;

create view private.counted_rumors with (security_invoker = on) as
select r.post_id, r.rumor_status, r.agree_count + w.agree as agree_count, r.disagree_count + w.disagree as disagree_count
from public.post_rumors r
cross join lateral (
  select coalesce(sum(c.agree), 0) as agree, coalesce(sum(c.disagree), 0) as disagree
  from private.pending_counts c where c.kind = 'rumor' and c.target_id = r.post_id
) w;

create or replace view private.post_cards with (security_invoker = on) as
select p.id, p.type,
  jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', private.excerpt(p.content, 180),
    'created_at', p.created_at, 'last_activity_at', p.last_activity_at, 'author', m.ref, 'hearts', p.hearts_count,
    'poops', p.poops_count, 'comments', p.comments_count, 'votes', p.votes_count,
    'has_statement', p.has_statement,
    'rumor', case when p.type = 'rumor' then
      jsonb_build_object('status', coalesce(r.rumor_status, 'unverified'), 'agree', coalesce(r.agree_count, 0), 'disagree', coalesce(r.disagree_count, 0)) end,
    'poll', case when p.type = 'poll' then jsonb_build_object('ends_at', p.poll_ends_at, 'options', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'position', o.position, 'votes', o.votes_count + coalesce((
        select sum(c.votes) from private.pending_counts c where c.kind = 'option' and c.target_id = o.id), 0)) order by o.position)
      from public.poll_options o where o.post_id = p.id), '[]'::jsonb)) end) as card
from private.counted_posts p
left join private.member_refs m on m.id = p.author_id
left join private.counted_rumors r on r.post_id = p.id
where p.status = 'approved';

create index profiles_nickname_look on public.profiles (private.nickname_look(nickname));

create index profiles_bio_names on public.profiles using gin (private.names_in(bio)) where bio like '%@%';

create index invites_note_names on public.invites using gin (private.names_in(note)) where note like '%@%';

create index member_blocks_other_id on private.member_blocks (other_id);

create index follows_target on private.follows (target_id, member_id);

create index admin_actions_profile on public.admin_actions (target_id) where target_type = 'profile';

create index admin_actions_name on public.admin_actions ((details ->> 'name')) where details ->> 'name' is not null;

create index distinct_stars_other on private.distinct_stars (other);

create index distinct_stars_said_by on private.distinct_stars (said_by);

create index seasons_title_words on public.seasons using gin (private.search_fold(title) extensions.gin_trgm_ops) where title is not null;

create index post_versions_post on private.post_versions (post_id, id desc);

create index post_versions_replaced_at on private.post_versions (replaced_at);

create index post_versions_replaced_by on private.post_versions (replaced_by);

create index post_versions_title_names on private.post_versions using gin (private.names_in(title)) where title like '%@%';

create index post_versions_content_names on private.post_versions using gin (private.names_in(content)) where content like '%@%';

create index changed_rumors_editor_id on private.changed_rumors (editor_id);

create index post_revisions_queue on private.post_revisions (submitted_at, post_id) where status = 'pending';

create index post_revisions_title_names on private.post_revisions using gin (private.names_in(title)) where title like '%@%';

create index post_revisions_content_names on private.post_revisions using gin (private.names_in(content)) where content like '%@%';

create index community_posts_created_of_type on public.community_posts (type, created_at desc, id desc) where status = 'approved';

create index community_posts_poll_end on public.community_posts (poll_ends_at) where poll_ends_at is not null;

-- Former nicknames of a member who is deleted; the present one is masked in every text (private.erase_mentions).
create index community_posts_mentioned_slugs on public.community_posts using gin (private.slugs_in(mentions)) where mentions is not null;

create index community_posts_title_names on public.community_posts using gin (private.names_in(title)) where title like '%@%';

create index community_posts_content_names on public.community_posts using gin (private.names_in(content)) where content like '%@%';

create index community_posts_rejection_reason_names on public.community_posts using gin (private.names_in(rejection_reason)) where rejection_reason like '%@%';

create index rumor_hits_member_id on private.rumor_hits (member_id);

create index rumor_hits_decided_at on private.rumor_hits (decided_at);

create index poll_votes_created_at on public.poll_votes (created_at);

create index post_rumors_recheck on public.post_rumors (recheck_at, post_id) where recheck_at is not null;

create index post_rumors_verification_reason_names on public.post_rumors using gin (private.names_in(verification_reason)) where verification_reason like '%@%';

-- What entered or left a window by age is read by these; karma_events has its own.
create index rumor_votes_created_at on public.rumor_votes (created_at);

-- For the list of a member, latest first.
create index saved_posts_user_id on public.saved_posts (user_id, created_at desc, post_id);

-- Serves the order by creation as well as the windows of "Top".
create index tagged_posts_created_order on private.tagged_posts (tag_id, created_at desc, post_id desc);

create index post_titles_start on private.post_titles (title_key);

create index post_titles_words on private.post_titles using gin (title_key extensions.gin_trgm_ops);

create index week_topics_place on private.week_topics (place);

create index held_comments_queue on private.held_comments (held_at, id) where rejected_at is null;

create index held_comments_post on private.held_comments (post_id);

create index held_comments_parent on private.held_comments (parent_id);

create index held_comments_author on private.held_comments (author_id, held_at);

create index held_comments_names on private.held_comments using gin (private.names_in(content)) where content like '%@%';

create index comment_reads_post_id on public.comment_reads (post_id);

create index comment_reads_read_at on public.comment_reads (read_at);

create index comments_mentioned_slugs on public.comments using gin (private.slugs_in(mentions)) where mentions is not null;

-- For the latest comments below a post and their authors, also as suggestions for @mentions. With the author, so that 500 rows are an
-- index-only scan.
create index comments_latest on public.comments (post_id, created_at desc, id desc) include (author_id) where deleted_at is null;

create index comments_created_at on public.comments (created_at, id);

create index comments_content_names on public.comments using gin (private.names_in(content)) where content like '%@%';

create index removed_comments_content_names on private.removed_comments using gin (private.names_in(content)) where content like '%@%';

create index deleted_comment_authors_author on private.deleted_comment_authors (author_id);

create index post_reactions_created_at on public.post_reactions (created_at);

create index post_stickers_user_id on public.post_stickers (user_id);

-- Counted when a page is made: an index-only scan, no counter for which votes would wait.
create index post_stickers_counts on public.post_stickers (post_id, sticker);

create index archived_posts_ids on public.archived_posts using gin (private.ids_in(record));

create index archived_posts_title_names on public.archived_posts using gin (private.names_in(title)) where title like '%@%';

create index archived_posts_reason_names on public.archived_posts using gin (private.names_in(reason)) where reason like '%@%';

create index archived_posts_record_names on public.archived_posts using gin (private.names_in(record::text)) where record::text like '%@%';

create index moderation_actions_comment on public.moderation_actions (target_comment_id, created_at desc) where target_comment_id is not null;

create index moderation_actions_reason_names on public.moderation_actions using gin (private.names_in(reason)) where reason like '%@%';

create index moderation_actions_content_excerpt_names on public.moderation_actions using gin (private.names_in(content_excerpt)) where content_excerpt like '%@%';

create index spam_removals_member on private.spam_removals (member_id, removed_at desc);

create index spam_removals_removed_by on private.spam_removals (removed_by);

create index spam_removals_removed_at on private.spam_removals (removed_at);

create index spam_removals_bin on private.spam_removals (bin_id);

create index reports_profile on public.reports (target_profile_id) where target_profile_id is not null;

-- A member has one open report about a thing. Of those that came at once the first stays, with what the team noted at the others.
with doubled as (
  select r.id, first_value(r.id) over (
      partition by r.reporter_id, coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id) order by r.created_at, r.id) as kept
  from public.reports r where r.status = 'pending' and r.reporter_id is not null
)
update private.case_notes n set report_id = d.kept from doubled d where n.report_id = d.id and d.id <> d.kept;

delete from public.reports r using public.reports k
  where r.status = 'pending' and k.status = 'pending' and r.reporter_id = k.reporter_id
    and coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id) = coalesce(k.target_post_id, k.target_comment_id, k.target_profile_id)
    and (k.created_at, k.id) < (r.created_at, r.id);

create unique index reports_open_once on public.reports (reporter_id, coalesce(target_post_id, target_comment_id, target_profile_id))
  where status = 'pending' and reporter_id is not null;

create index reports_details_names on public.reports using gin (private.names_in(details)) where details like '%@%';

create index reports_action_reason_names on public.reports using gin (private.names_in(action_reason)) where action_reason like '%@%';

create index removed_profiles_member_id on private.removed_profiles (member_id, removed_at desc);

create index removed_profiles_removed_by on private.removed_profiles (removed_by);

create index removed_profiles_removed_at on private.removed_profiles (removed_at);

create index case_claims_member on private.case_claims (member_id);

create index case_notes_target on private.case_notes (target_id, written_at);

create index case_notes_author on private.case_notes (author_id);

create index case_notes_asked on private.case_notes (asked_id);

create index case_notes_report on private.case_notes (report_id);

create index case_notes_written on private.case_notes (written_at);

create index appeals_message_names on public.appeals using gin (private.names_in(message)) where message like '%@%';

create index appeals_decision_reason_names on public.appeals using gin (private.names_in(decision_reason)) where decision_reason like '%@%';

create index pending_decisions_due on private.pending_decisions (due_at) where state = 'waiting';

create index pending_decisions_decider on private.pending_decisions (decider, state);

create index pending_decisions_carried_out_in on private.pending_decisions (carried_out_in) where carried_out_in is not null;

create index pending_targets_decision on private.pending_targets (decision_id);

create index automod_rules_updated_by on private.automod_rules (updated_by);

create index rule_hits_target on private.rule_hits (target_id);

create index rule_hits_hit_at on private.rule_hits (hit_at);

create index bin_removed on private.bin (removed_at desc, id desc);

create index bin_removed_by on private.bin (removed_by);

create index bin_merged_into on private.bin (merged_into) where merged_into is not null;

create index binned_rows_member on private.binned_rows (member_id);

create index binned_participants on private.binned_rows ((content ->> 'star_id')) where table_name = 'public.season_participants';

create index merged_rows_member on private.merged_rows (member_id);

create unique index star_requests_claim on private.star_requests (member_id, star_id) where kind = 'claim';

create index star_requests_member on private.star_requests (member_id);

create index star_requests_star on private.star_requests (star_id);

create index star_requests_decider on private.star_requests (decided_by);

create index star_requests_asked on private.star_requests (asked_at, id) where state = 'asked' and content is not null;

create unique index star_requests_statement on private.star_requests (post_id, member_id) where kind = 'statement' and state = 'asked';

create index star_requests_post on private.star_requests (post_id);

create index star_statements_member on private.star_statements (member_id);

create index classifications_due on private.classifications (due_at) where due_at is not null;

create index notifications_mentions on public.notifications (target_id) where type = 'mention';

create index notifications_title_names on public.notifications using gin (private.names_in(title)) where title like '%@%';

create index notifications_message_names on public.notifications using gin (private.names_in(message)) where message like '%@%';

create index notifications_data_names on public.notifications using gin (private.names_in(data::text)) where data::text like '%@%';

create index notification_actors_cause on private.notification_actors (cause, actor_id);

create index announcements_open on private.announcements (id) where done_at is null;

create index digests_due on private.digests (next_at) where next_at is not null;

create index mail_outbox_tried_at on private.mail_outbox (tried_at);

create index mail_outbox_recipient on private.mail_outbox (recipient);

create index news_body_names on public.news using gin (private.names_in(body)) where body like '%@%';

create index news_search_words on private.news_search using gin (search_key extensions.gin_trgm_ops);

create index news_versions_news on private.news_versions (news_id, id desc);

create index news_versions_replaced_by on private.news_versions (replaced_by);

create index news_discussions_post on private.news_discussions (post_id);

create index site_texts_updated_by on private.site_texts (updated_by);

create index name_words_word on private.name_words (word);

create index chart_posts_author_id on private.chart_posts (author_id);

create index analytics_events_admin_target on public.analytics_events (target_id) where metadata @> '{"admin_action": true}';

create index imports_applied on private.imports (applied_at desc, id desc);

create index imports_applied_by on private.imports (applied_by);

create index link_previews_due on private.link_previews (due_at) where due_at is not null;

create index link_previews_created_at on private.link_previews (created_at);

create trigger profiles_15_nickname before update of nickname on public.profiles
  for each row when (new.nickname is not null and new.nickname is distinct from old.nickname) execute function private.check_nickname();

create trigger profiles_chart before delete on public.profiles for each row execute function private.erase_from_charts();

create trigger profiles_notify_team_role after update of role on public.profiles
  for each row when (old.role is distinct from new.role and new.role <> 'user') execute function private.notify_team_role();

create trigger public_profiles_name_invited after insert on public.public_profiles
  for each row execute function private.name_invited();

create trigger public_profiles_unfollow after delete on public.public_profiles for each row execute function private.forget_follows();

create trigger invites_05_rate before insert on public.invites
  for each row execute function private.limit_rate('invites', '30');

create trigger invites_10_guard before insert or update of max_uses on public.invites
  for each row execute function private.guard_invite();

create trigger hot_follow_unconfirmed_metadata after update of raw_user_meta_data on auth.users
  for each row when (old.email_confirmed_at is null and old.raw_user_meta_data is distinct from new.raw_user_meta_data)
  execute function private.follow_unconfirmed_metadata();

create trigger hot_end_sessions after update of banned_until, deleted_at on auth.users
  for each row when (new.banned_until > now() or new.deleted_at is not null) execute function private.end_sessions_of_banned();

create trigger admin_actions_actor before insert on public.admin_actions
  for each row when (new.admin_id is not null) execute function private.check_actor();

create trigger stars_02_lines before insert or update of first_name, last_name, nickname on public.stars
  for each row when (concat(new.first_name, new.last_name, new.nickname) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]')
  execute function private.keep_one_line('first_name', 'last_name', 'nickname');

create trigger stars_03_pictures before insert or update of avatar_url on public.stars
  for each row execute function private.check_pictures('avatar_url');

create trigger stars_hand_edit after update of first_name, last_name, nickname, birthdate on public.stars
  for each row execute function private.note_hand_edit('stars');

create trigger stars_search_new after insert on public.stars
  referencing new table as made for each statement execute function private.index_new_stars();

create trigger stars_unfollow after delete on public.stars for each row execute function private.forget_follows();

create trigger star_search_words_follow after update on private.star_search
  for each row when ((old.search_key, old.sort_key) is distinct from (new.search_key, new.sort_key)) execute function private.follow_star_name();

create trigger star_search_words_gone after delete on private.star_search
  for each row execute function private.follow_star_name();

create trigger star_search_words_new after insert on private.star_search
  referencing new table as entered for each statement execute function private.enter_star_names();

create trigger star_social_accounts_03_links before insert or update of url on public.star_social_accounts
  for each row execute function private.check_links('url');

create trigger broadcasters_02_lines before insert or update of name on public.broadcasters
  for each row when (new.name ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]') execute function private.keep_one_line('name');

create trigger broadcasters_03_links before insert or update of website_url on public.broadcasters
  for each row execute function private.check_links('website_url');

create trigger streaming_providers_02_lines before insert or update of name on public.streaming_providers
  for each row when (new.name ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]') execute function private.keep_one_line('name');

create trigger streaming_providers_03_links before insert or update of website_url on public.streaming_providers
  for each row execute function private.check_links('website_url');

create trigger formats_02_lines before insert or update of name, short_name on public.formats
  for each row when (concat(new.name, new.short_name) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]')
  execute function private.keep_one_line('name', 'short_name');

create trigger formats_03_links before insert or update of streaming_url on public.formats
  for each row execute function private.check_links('streaming_url');

create trigger formats_hand_edit after update of name, short_name, description, broadcaster_id, streaming_provider_id on public.formats
  for each row execute function private.note_hand_edit('formats');

create trigger formats_unfollow after delete on public.formats for each row execute function private.forget_follows();

create trigger formats_words_follow after update on public.formats
  for each row when ((old.search_key, old.is_active) is distinct from (new.search_key, new.is_active)) execute function private.follow_format_name();

create trigger formats_words_gone after delete on public.formats
  for each row execute function private.follow_format_name();

create trigger formats_words_new after insert on public.formats
  for each row when (new.is_active) execute function private.follow_format_name();

create trigger seasons_02_lines before insert or update of title, location on public.seasons
  for each row when (concat(new.title, new.location) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]')
  execute function private.keep_one_line('title', 'location');

create trigger seasons_hand_edit after update of title, start_date, end_date, location on public.seasons
  for each row execute function private.note_hand_edit('seasons');

create trigger season_participants_02_lines before insert or update of placement on public.season_participants
  for each row when (new.placement ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]') execute function private.keep_one_line('placement');

create trigger season_participants_hand_edit after update of placement on public.season_participants
  for each row execute function private.note_hand_edit('participants');

create trigger calendar_events_02_lines before insert or update of title, format_name, channel, streaming_platform on public.calendar_events
  for each row when (concat(new.title, new.format_name, new.channel, new.streaming_platform) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]')
  execute function private.keep_one_line('title', 'format_name', 'channel', 'streaming_platform');

create trigger calendar_events_version before update on public.calendar_events
  for each row execute function private.count_event_versions();

create trigger calendar_events_cancellations after update on public.calendar_events
  referencing old table as before new table as after for each statement execute function private.announce_cancellations();

create trigger calendar_events_hand_edit after update of title, event_date, duration_minutes, episode_number on public.calendar_events
  for each row execute function private.note_hand_edit('episodes');

create trigger community_posts_04_decider before update of moderated_by, moderated_at on public.community_posts
  for each row when (private.is_client()) execute function private.keep_decider();

create trigger community_posts_06_rules before insert on public.community_posts
  for each row when (private.is_client()) execute function private.apply_rules_to_post();

create trigger community_posts_07_end before update of poll_ends_at on public.community_posts
  for each row when (new.poll_ends_at is distinct from old.poll_ends_at) execute function private.keep_end();

create trigger community_posts_13_mentions before insert or update of content on public.community_posts
  for each row execute function private.set_mentions();

create trigger community_posts_80_withdraw before delete on public.community_posts for each row execute function private.withdraw_act();

create trigger community_posts_80_restore after update of status on public.community_posts
  for each row when (old.status <> 'approved' and new.status = 'approved') execute function private.restore_news();

create trigger community_posts_80_withdraw_hidden after update of status on public.community_posts
  for each row when (old.status = 'approved' and new.status <> 'approved') execute function private.withdraw_act();

create trigger community_posts_81_mentions after update of content on public.community_posts
  for each row when (new.status = 'approved' and old.mentions is distinct from new.mentions) execute function private.follow_mentions();

create trigger community_posts_92_rules after insert on public.community_posts
  for each row when (private.is_client()) execute function private.note_rules();

create trigger community_posts_94_classifier after insert on public.community_posts
  for each row when (private.is_client() and new.status = 'pending') execute function private.want_classification();

create trigger community_posts_announce after insert on public.community_posts
  for each row when (new.status = 'approved' and private.is_client()) execute function private.announce_post();

create trigger community_posts_announce_approved after update of status on public.community_posts
  for each row when (new.status = 'approved' and old.status <> 'approved') execute function private.announce_post();

create trigger community_posts_chart after insert or delete on public.community_posts for each row execute function private.note_post();

create trigger community_posts_chart_changed after update on public.community_posts
  for each row when ((old.status, old.author_id, old.tags) is distinct from (new.status, new.author_id, new.tags))
  execute function private.note_post();

create trigger community_posts_previews after insert or update of content, status on public.community_posts
  for each row when (new.status = 'approved') execute function private.want_previews_of_row('id');

create trigger community_posts_unfollow after delete on public.community_posts for each row execute function private.forget_follows();

create trigger post_tags_chart after insert or update or delete on public.post_tags for each row execute function private.note_tag();

create trigger rumor_hits_count after insert on private.rumor_hits
  referencing new table as new_rows for each statement execute function private.count_hits();

create trigger rumor_hits_recount after update on private.rumor_hits
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_hits();

create trigger rumor_hits_uncount after delete on private.rumor_hits
  referencing old table as old_rows for each statement execute function private.count_hits();

create trigger poll_options_search after insert or delete or update of text on public.poll_options
  for each row execute function private.index_answers();

create trigger poll_votes_80_withdraw after delete on public.poll_votes for each row execute function private.withdraw_act();

create trigger poll_votes_chart after insert or delete on public.poll_votes for each row execute function private.note_act();

create trigger poll_votes_chart_moved after update on public.poll_votes
  for each row when ((old.post_id, old.user_id, old.created_at) is distinct from (new.post_id, new.user_id, new.created_at))
  execute function private.note_act();

create trigger post_rumors_settle before update of rumor_status on public.post_rumors
  for each row when (private.is_client()) execute function private.settle_recheck();

create trigger post_rumors_hits after update of rumor_status on public.post_rumors
  for each row when (old.rumor_status <> new.rumor_status) execute function private.decide_hits();

create trigger post_rumors_previews after update of source_url on public.post_rumors
  for each row when (new.source_url is not null and new.source_url is distinct from old.source_url) execute function private.want_previews_of_row('post_id');

create trigger post_rumors_tell_voters after update of rumor_status on public.post_rumors
  for each row when (old.rumor_status <> new.rumor_status and new.rumor_status <> 'unverified' and private.is_client())
  execute function private.announce_decision();

create trigger rumor_votes_80_withdraw after delete on public.rumor_votes for each row execute function private.withdraw_act();

create trigger rumor_votes_chart after insert or delete on public.rumor_votes for each row execute function private.note_act();

create trigger rumor_votes_chart_moved after update on public.rumor_votes
  for each row when ((old.post_id, old.user_id, old.created_at) is distinct from (new.post_id, new.user_id, new.created_at))
  execute function private.note_act();

create trigger saved_posts_rate before insert or update on public.saved_posts
  for each row execute function private.limit_rate('votes', '1000');

create trigger comment_reads_05_rate before insert or update on public.comment_reads
  for each row execute function private.limit_rate('votes', '1000');

create trigger comment_reads_guard before insert or update on public.comment_reads
  for each row execute function private.guard_read();

create trigger comments_01_turn before insert on public.comments for each row when (private.is_client()) execute function private.take_turn();

create trigger comments_04_away before insert on public.comments
  for each row when (private.is_client()) execute function private.slow_down_while_away();

create trigger comments_04_new_member before insert on public.comments
  for each row when (private.is_client()) execute function private.limit_new_member();

create trigger comments_06_repeated before insert on public.comments
  for each row when (private.is_client()) execute function private.refuse_repetition();

create trigger comments_08_links before insert or update of content on public.comments
  for each row when (private.is_client() and new.deleted_at is null) execute function private.refuse_early_link();

create trigger comments_09_rules before insert or update of content on public.comments
  for each row when (private.is_client() and new.deleted_at is null) execute function private.apply_rules_to_comment();

-- Of what somebody writes now, not of what an archive brings back.
create trigger comments_11_answered before insert on public.comments
  for each row when (new.parent_id is not null and private.is_client()) execute function private.check_answered();

-- Before, because the foreign key would take a notification along of which other acts are left.
create trigger comments_80_withdraw before delete on public.comments for each row when (not private.is_client()) execute function private.withdraw_act();

-- After comments_guard, which compares the author with the member who writes.
create trigger comments_hide_author before update of deleted_at on public.comments
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function private.hide_author_of_deleted();

create trigger comments_80_restore after update of deleted_at on public.comments
  for each row when (old.deleted_at is not null and new.deleted_at is null) execute function private.restore_news();

create trigger comments_80_withdraw_deleted after update of deleted_at on public.comments
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.withdraw_act();

create trigger comments_81_mentions after update of content on public.comments
  for each row when (new.deleted_at is null and old.mentions is distinct from new.mentions) execute function private.follow_mentions();

create trigger comments_92_rules after insert or update of content on public.comments
  for each row when (private.is_client() and new.deleted_at is null) execute function private.note_rules();

create trigger comments_chart after insert or delete on public.comments for each row execute function private.note_comment();

create trigger comments_chart_moved after update on public.comments
  for each row when ((old.post_id, old.author_id, old.created_at, old.deleted_at is null)
    is distinct from (new.post_id, new.author_id, new.created_at, new.deleted_at is null))
  execute function private.note_comment();

create trigger comments_hide_restored after insert on public.comments
  for each row when (new.deleted_at is not null and new.author_id is not null) execute function private.hide_author_of_restored();

create trigger karma_events_chart after insert or delete on public.karma_events for each row execute function private.note_karma();

create trigger karma_events_chart_moved after update on public.karma_events
  for each row when ((old.user_id, old.created_at, old.delta) is distinct from (new.user_id, new.created_at, new.delta))
  execute function private.note_karma();

create trigger post_reactions_80_reword after update of reaction on public.post_reactions
  for each row when (old.reaction <> new.reaction) execute function private.reword_reaction();

create trigger post_reactions_80_withdraw after delete on public.post_reactions for each row execute function private.withdraw_act();

create trigger post_reactions_chart after insert or delete on public.post_reactions for each row execute function private.note_act();

create trigger post_reactions_chart_moved after update on public.post_reactions
  for each row when ((old.post_id, old.user_id, old.created_at) is distinct from (new.post_id, new.user_id, new.created_at))
  execute function private.note_act();

create trigger post_reactions_notify after insert on public.post_reactions
  for each row when (private.is_client()) execute function private.notify_post_reaction();

create trigger post_reactions_notify_change after update of reaction on public.post_reactions
  for each row when (old.reaction <> new.reaction and private.is_client()) execute function private.notify_post_reaction();

create trigger comment_reactions_80_reword after update of reaction on public.comment_reactions
  for each row when (old.reaction <> new.reaction) execute function private.reword_reaction();

create trigger comment_reactions_80_withdraw after delete on public.comment_reactions for each row execute function private.withdraw_act();

create trigger comment_reactions_notify after insert on public.comment_reactions
  for each row when (private.is_client()) execute function private.notify_comment_reaction();

create trigger comment_reactions_notify_change after update of reaction on public.comment_reactions
  for each row when (old.reaction <> new.reaction and private.is_client()) execute function private.notify_comment_reaction();

create trigger post_stickers_rate before insert or update on public.post_stickers
  for each row execute function private.limit_rate('votes', '1000');

create trigger spam_removals_held after insert on private.spam_removals for each row execute function private.drop_held_spam();

-- Older ones are stored by imports and demonstrations.
create trigger reports_90_alert after insert on public.reports
  for each row when (new.created_at > now() - interval '5 minutes') execute function private.alert_of_report();

create trigger reports_90_alert_confirmed after update of confirmed_at on public.reports
  for each row when (old.confirmed_at is null) execute function private.alert_of_report();

create trigger appeals_alert after insert on public.appeals
  for each row when (private.is_client()) execute function private.alert_of_appeal();

create trigger star_requests_speaker before insert or update of speaker on private.star_requests
  for each row when (new.kind = 'claim' and new.speaker is not null) execute function private.check_claimed_speaker();

create trigger news_02_lines before insert or update of title on public.news
  for each row when (new.title ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]') execute function private.keep_one_line('title');

create trigger news_03_links before insert or update of url on public.news
  for each row execute function private.check_links('url');

create trigger news_04_pictures before insert or update of image_url on public.news
  for each row execute function private.check_pictures('image_url');

create trigger news_05_text_pictures before insert or update of body on public.news
  for each row when (private.is_client()) execute function private.check_text_pictures();

create trigger news_search after insert or update of title, excerpt, body on public.news
  for each row execute function private.index_news();

create trigger news_versions after update of title, excerpt, body on public.news
  for each row when ((old.title, old.excerpt, old.body) is distinct from (new.title, new.excerpt, new.body))
  execute function private.keep_news_version();

create trigger analytics_events_rate after insert on public.analytics_events
  referencing new table as written for each statement execute function private.limit_rows('events', '3000');

create trigger user_sessions_insert_rate after insert on public.user_sessions
  referencing new table as written for each statement execute function private.limit_rows('visits', '300');

create trigger user_sessions_update_rate after update on public.user_sessions
  referencing new table as written for each statement execute function private.limit_rows('visits', '300');

alter table private.distinct_stars enable row level security;

alter table public.saved_posts enable row level security;

alter table private.held_comments enable row level security;

alter table public.comment_reads enable row level security;

alter table public.post_stickers enable row level security;

alter table private.pending_decisions enable row level security;

alter table private.pending_targets enable row level security;

alter table private.bin enable row level security;

alter table private.binned_rows enable row level security;

alter table private.merged_rows enable row level security;

alter table private.classifier enable row level security;

alter table private.classifications enable row level security;

alter table private.mail_limits enable row level security;

alter table private.news_discussions enable row level security;

alter table private.site_texts enable row level security;

alter table private.hand_edits enable row level security;

alter table private.imports enable row level security;

create policy "members add own avatars" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and private.is_own_avatar(name, (select auth.uid())) and (select private.may_add_avatar())
    and (select private.is_proven()));

create policy "members list own avatars" on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text and (select private.is_proven()));

create policy "members remove own avatars" on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text and (select private.is_proven()));

create policy "second factor: select" on public.profiles as restrictive for select to authenticated
  using ((select private.is_proven()));

create policy "second factor: update" on public.profiles as restrictive for update to authenticated
  using ((select private.is_proven())) with check ((select private.is_proven()));

create policy "second factor: select" on public.invite_redemptions as restrictive for select to authenticated
  using ((select private.is_proven()));

create policy "second factor: select" on public.demand_votes as restrictive for select to authenticated
  using ((select private.is_proven()));

create policy "second factor: select" on public.realness_votes as restrictive for select to authenticated
  using ((select private.is_proven()));

create policy "second factor: select" on public.drama_votes as restrictive for select to authenticated
  using ((select private.is_proven()));

-- Own posts that are not approved; approved ones are everybody's.
create policy "second factor: select" on public.community_posts as restrictive for select to authenticated
  using (status = 'approved' or (select private.is_proven()));

create policy "second factor: select" on public.poll_votes as restrictive for select to authenticated
  using ((select private.is_proven()));

create policy "staff set the status" on public.post_rumors for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));

create policy "members vote on approved rumors" on public.rumor_votes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()) and private.takes_votes(post_id));

create policy "members change their vote" on public.rumor_votes for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()) and private.takes_votes(post_id));

create policy "second factor: select" on public.rumor_votes as restrictive for select to authenticated
  using ((select private.is_proven()));

create policy "members read their own" on public.saved_posts for select to authenticated using (user_id = (select auth.uid()));

create policy "members save approved posts" on public.saved_posts for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));

-- Only for upserts, where PostgREST sets the key columns to their own values.
create policy "members keep what they saved" on public.saved_posts for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));

create policy "members remove what they saved" on public.saved_posts for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

create policy "second factor: select" on public.saved_posts as restrictive for select to authenticated
  using ((select private.is_proven()));

create policy "own read" on public.comment_reads for select to authenticated using (user_id = (select auth.uid()));

create policy "own insert" on public.comment_reads for insert to authenticated with check (user_id = (select auth.uid())
  and exists (select from public.community_posts p where p.id = post_id));

create policy "own update" on public.comment_reads for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "own delete" on public.comment_reads for delete to authenticated using (user_id = (select auth.uid()));

create policy "second factor: select" on public.comment_reads as restrictive for select to authenticated
  using ((select private.is_proven()));

create policy "second factor: insert" on public.comment_reads as restrictive for insert to authenticated
  with check ((select private.is_proven()));

create policy "second factor: update" on public.comment_reads as restrictive for update to authenticated
  using ((select private.is_proven())) with check ((select private.is_proven()));

create policy "second factor: delete" on public.comment_reads as restrictive for delete to authenticated
  using ((select private.is_proven()));

create policy "second factor: select" on public.karma_events as restrictive for select to authenticated
  using ((select private.is_proven()));

create policy "own, the author's and staff read" on public.post_reactions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator())
    or exists (select from public.community_posts p where p.id = post_id and p.author_id = (select auth.uid())));

create policy "second factor: select" on public.post_reactions as restrictive for select to authenticated
  using ((select private.is_proven()));

create policy "own, the author's and staff read" on public.comment_reactions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator())
    or exists (select from public.comments c where c.id = comment_id and c.author_id = (select auth.uid())));

create policy "second factor: select" on public.comment_reactions as restrictive for select to authenticated
  using ((select private.is_proven()));

create policy "members read their own" on public.post_stickers for select to authenticated using (user_id = (select auth.uid()));

create policy "second factor: select" on public.post_stickers as restrictive for select to authenticated using ((select private.is_proven()));

create policy "members put stickers on approved posts" on public.post_stickers for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));

create policy "members change their sticker" on public.post_stickers for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));

create policy "members remove their sticker" on public.post_stickers for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

create policy "second factor: select" on public.appeals as restrictive for select to authenticated
  using ((select private.is_proven()));

create policy "second factor: insert" on public.appeals as restrictive for insert to authenticated
  with check ((select private.is_proven()));

create policy "own read" on public.notifications for select to authenticated
  using (user_id = (select auth.uid()) and (select private.session_is_live()));

create policy "second factor: select" on public.notifications as restrictive for select to authenticated
  using ((select private.is_proven()));

create policy "second factor: update" on public.notifications as restrictive for update to authenticated
  using ((select private.is_proven())) with check ((select private.is_proven()));

create policy "second factor: delete" on public.notifications as restrictive for delete to authenticated
  using ((select private.is_proven()));

create policy "second factor: select" on public.notification_preferences as restrictive for select to authenticated
  using ((select private.is_proven()));

create policy "second factor: insert" on public.notification_preferences as restrictive for insert to authenticated
  with check ((select private.is_proven()));

create policy "second factor: update" on public.notification_preferences as restrictive for update to authenticated
  using ((select private.is_proven())) with check ((select private.is_proven()));

create policy "second factor: delete" on public.notification_preferences as restrictive for delete to authenticated
  using ((select private.is_proven()));

create policy "second factor: select" on public.push_devices as restrictive for select to authenticated
  using ((select private.is_proven()));

create policy "second factor: delete" on public.push_devices as restrictive for delete to authenticated
  using ((select private.is_proven()));

create policy "second factor: select" on public.user_sessions as restrictive for select to authenticated
  using ((select private.is_proven()));

revoke all on function private.berlin_instant(date,time) from public, anon, authenticated, service_role;

revoke all on function private.report_reason_text(text) from public, anon, authenticated, service_role;

revoke all on function public.account_page() from public, anon, authenticated, service_role;

revoke all on function public.account_sessions() from public, anon, authenticated, service_role;

revoke all on function public.account_stars(text,integer) from public, anon, authenticated, service_role;

revoke all on function public.admin_analytics_page(date) from public, anon, authenticated, service_role;

revoke all on function public.admin_appeals_page(text,text,integer) from public, anon, authenticated, service_role;

revoke all on function public.admin_archive_page(text,text,text,integer) from public, anon, authenticated, service_role;

revoke all on function public.admin_badges() from public, anon, authenticated, service_role;

revoke all on function public.admin_ban_member(uuid,integer,text) from public, anon, authenticated, service_role;

revoke all on function public.admin_calendar_choices() from public, anon, authenticated, service_role;

revoke all on function public.admin_calendar_collisions(text) from public, anon, authenticated, service_role;

revoke all on function public.admin_calendar_event(text) from public, anon, authenticated, service_role;

revoke all on function public.admin_calendar_page(text,text,text,text) from public, anon, authenticated, service_role;

revoke all on function public.admin_channels_page() from public, anon, authenticated, service_role;

revoke all on function public.admin_copy_week(text,text,text,text) from public, anon, authenticated, service_role;

revoke all on function public.admin_create_invite(integer,timestamptz,text) from public, anon, authenticated, service_role;

revoke all on function public.admin_decide_appeal(uuid,text,text) from public, anon, authenticated, service_role;

revoke all on function public.admin_delete_broadcaster(uuid) from public, anon, authenticated, service_role;

revoke all on function public.admin_delete_event(text,text) from public, anon, authenticated, service_role;

revoke all on function public.admin_delete_format(uuid,integer,integer) from public, anon, authenticated, service_role;

revoke all on function public.admin_delete_member(uuid,text) from public, anon, authenticated, service_role;

revoke all on function public.admin_delete_news(uuid) from public, anon, authenticated, service_role;

revoke all on function public.admin_delete_provider(uuid) from public, anon, authenticated, service_role;

revoke all on function public.admin_delete_season(uuid,integer,integer) from public, anon, authenticated, service_role;

revoke all on function public.admin_delete_social(uuid) from public, anon, authenticated, service_role;

revoke all on function public.admin_delete_star(uuid) from public, anon, authenticated, service_role;

revoke all on function public.admin_edit_post(uuid,timestamptz,text,text,uuid[],text,boolean) from public, anon, authenticated, service_role;

revoke all on function public.admin_end_sessions(uuid) from public, anon, authenticated, service_role;

revoke all on function public.admin_format(text) from public, anon, authenticated, service_role;

revoke all on function public.admin_formats_page(text,text,text,text,integer) from public, anon, authenticated, service_role;

revoke all on function public.admin_import_keys() from public, anon, authenticated, service_role;

revoke all on function public.admin_invite_uses(uuid,text,integer) from public, anon, authenticated, service_role;

revoke all on function public.admin_invites_page(text,text,text,integer) from public, anon, authenticated, service_role;

revoke all on function public.admin_merge_stars(uuid,uuid) from public, anon, authenticated, service_role;

revoke all on function public.admin_news_item(text) from public, anon, authenticated, service_role;

revoke all on function public.admin_news_page(text,text,text,integer) from public, anon, authenticated, service_role;

revoke all on function public.admin_pick(text,text) from public, anon, authenticated, service_role;

revoke all on function public.admin_post_figures() from public, anon, authenticated, service_role;

revoke all on function public.admin_posts_page(text,text,text,text,integer) from public, anon, authenticated, service_role;

revoke all on function public.admin_prepare_invitation() from public, anon, authenticated, service_role;

revoke all on function public.admin_purge_orphan_reports() from public, anon, authenticated, service_role;

revoke all on function public.admin_rename_member(uuid,text,text) from public, anon, authenticated, service_role;

revoke all on function public.admin_report_cases(text,text,text,text,text,text,integer) from public, anon, authenticated, service_role;

revoke all on function public.admin_restore_post(uuid,text) from public, anon, authenticated, service_role;

revoke all on function public.admin_save_broadcaster(uuid,timestamptz,jsonb) from public, anon, authenticated, service_role;

revoke all on function public.admin_save_event(text) from public, anon, authenticated, service_role;

revoke all on function public.admin_save_format(uuid,timestamptz,jsonb) from public, anon, authenticated, service_role;

revoke all on function public.admin_save_news(uuid,timestamptz,jsonb,boolean) from public, anon, authenticated, service_role;

revoke all on function public.admin_save_provider(uuid,timestamptz,jsonb) from public, anon, authenticated, service_role;

revoke all on function public.admin_save_season(uuid,timestamptz,jsonb,uuid[],text[]) from public, anon, authenticated, service_role;

revoke all on function public.admin_save_settings(timestamptz,jsonb) from public, anon, authenticated, service_role;

revoke all on function public.admin_save_social(uuid,jsonb) from public, anon, authenticated, service_role;

revoke all on function public.admin_save_star(uuid,timestamptz,jsonb) from public, anon, authenticated, service_role;

revoke all on function public.admin_season(text) from public, anon, authenticated, service_role;

revoke all on function public.admin_seasons_page(text,text,text,text,integer) from public, anon, authenticated, service_role;

revoke all on function public.admin_set_role(uuid,text,text) from public, anon, authenticated, service_role;

revoke all on function public.admin_set_rumor_status(uuid,timestamptz,text,text,text) from public, anon, authenticated, service_role;

revoke all on function public.admin_settings_page() from public, anon, authenticated, service_role;

revoke all on function public.admin_similar_stars(text,uuid) from public, anon, authenticated, service_role;

revoke all on function public.admin_social_page(text,text,text,text,text,text,integer) from public, anon, authenticated, service_role;

revoke all on function public.admin_star(text) from public, anon, authenticated, service_role;

revoke all on function public.admin_stars_page(text,text,text,text,text,integer) from public, anon, authenticated, service_role;

revoke all on function public.admin_stats() from public, anon, authenticated, service_role;

revoke all on function public.admin_switch_invite(uuid,boolean) from public, anon, authenticated, service_role;

revoke all on function public.admin_transparency(date,date) from public, anon, authenticated, service_role;

revoke all on function public.admin_unban_member(uuid,text) from public, anon, authenticated, service_role;

revoke all on function public.admin_user_page(uuid) from public, anon, authenticated, service_role;

revoke all on function public.admin_users_page(text,text,text,text,integer) from public, anon, authenticated, service_role;

revoke all on function public.check_invite(text) from public, anon, authenticated, service_role;

revoke all on function public.confirm_report(text) from public, anon, authenticated, service_role;

revoke all on function public.delete_own_account() from public, anon, authenticated, service_role;

revoke all on function public.delete_own_post(uuid) from public, anon, authenticated, service_role;

revoke all on function public.end_session(uuid) from public, anon, authenticated, service_role;

revoke all on function public.export_own_data() from public, anon, authenticated, service_role;

revoke all on function public.file_appeal(uuid,text) from public, anon, authenticated, service_role;

revoke all on function public.karma_page(text,integer) from public, anon, authenticated, service_role;

revoke all on function public.mention_suggestions(text,text) from public, anon, authenticated, service_role;

revoke all on function public.nickname_available(text) from public, anon, authenticated, service_role;

revoke all on function public.notification_settings() from public, anon, authenticated, service_role;

revoke all on function public.notifications_page(text,integer,boolean) from public, anon, authenticated, service_role;

revoke all on function public.own_comments(text,integer) from public, anon, authenticated, service_role;

revoke all on function public.own_decision(text) from public, anon, authenticated, service_role;

revoke all on function public.own_moderation_page(text,integer) from public, anon, authenticated, service_role;

revoke all on function public.own_post(text) from public, anon, authenticated, service_role;

revoke all on function public.own_posts(text,integer) from public, anon, authenticated, service_role;

revoke all on function public.own_profile() from public, anon, authenticated, service_role;

revoke all on function public.record_consent(boolean,timestamptz) from public, anon, authenticated, service_role;

revoke all on function public.redeem_invite(text) from public, anon, authenticated, service_role;

revoke all on function public.register_push_device(uuid,text,text,text,text,text) from public, anon, authenticated, service_role;

revoke all on function public.remove_push_device(uuid) from public, anon, authenticated, service_role;

revoke all on function public.report_content(uuid,text,uuid,text,text,boolean,text,text) from public, anon, authenticated, service_role;

revoke all on function public.set_nickname(text) from public, anon, authenticated, service_role;

revoke all on function public.set_star_votes(uuid,integer,integer,integer) from public, anon, authenticated, service_role;

revoke all on function public.update_own_profile(text,text) from public, anon, authenticated, service_role;

revoke all on function public.viewer_comments(text) from public, anon, authenticated, service_role;

revoke all on function public.viewer_fans(uuid[]) from public, anon, authenticated, service_role;

revoke all on function public.viewer_posts(uuid[]) from public, anon, authenticated, service_role;

revoke all on function public.viewer_star(text) from public, anon, authenticated, service_role;

revoke all on function public.voting_page(integer) from public, anon, authenticated, service_role;

revoke all on public.app_settings from public, anon, authenticated, service_role;

revoke all on public.calendar_events from public, anon, authenticated, service_role;

revoke all on public.community_posts from public, anon, authenticated, service_role;

revoke all on public.moderation_actions from public, anon, authenticated, service_role;

revoke all on public.news from public, anon, authenticated, service_role;

revoke all on public.notification_preferences from public, anon, authenticated, service_role;

revoke all on public.poll_options from public, anon, authenticated, service_role;

revoke all on public.post_rumors from public, anon, authenticated, service_role;

revoke all on public.reports from public, anon, authenticated, service_role;

grant execute on function private.check_links() to authenticated, service_role;

grant execute on function private.links_in(text) to authenticated, service_role;

grant execute on function private.without_hidden(text, text) to anon, authenticated, service_role;

grant execute on function private.in_latin(text) to anon, authenticated, service_role;

grant execute on function private.unescaped(text) to anon, authenticated, service_role;

grant execute on function private.check_pictures() to authenticated, service_role;

grant execute on function private.use_quota(text, integer, integer) to anon, authenticated;

grant execute on function private.limit_rows() to anon, authenticated;

grant execute on function private.in_turn() to anon, authenticated;

grant execute on function private.plain_text(text) to anon, authenticated, service_role;

grant execute on function private.excerpt(text, integer) to anon, authenticated, service_role;

grant execute on function private.shown_text(uuid) to authenticated;

grant execute on function private.plain_words(text) to authenticated, service_role;

grant execute on function private.shown_text(text, boolean) to anon, authenticated, service_role;

grant execute on function private.collapse_marks(text) to anon, authenticated, service_role;

grant execute on function private.require_short(text, integer, text, text) to anon, authenticated, service_role;

grant execute on function private.keep_one_line() to authenticated, service_role;

grant execute on function public.admin_ban_member(uuid, integer, text) to authenticated, service_role;

grant execute on function public.admin_unban_member(uuid, text) to authenticated, service_role;

grant execute on function public.admin_set_role(uuid, text, text) to authenticated, service_role;

grant execute on function public.admin_rename_member(uuid, text, text) to authenticated, service_role;

grant execute on function public.admin_end_sessions(uuid) to authenticated, service_role;

grant execute on function public.admin_delete_member(uuid, text) to authenticated, service_role;

grant execute on function public.admin_users_page(text, text, text, text, integer) to authenticated, service_role;

grant execute on function public.admin_user_page(uuid) to authenticated, service_role;

grant execute on function private.looks_like_domain(text) to authenticated, service_role;

grant execute on function private.nickname_look(text) to authenticated, service_role;

grant execute on function private.member_topics(uuid) to anon, authenticated, service_role;

grant execute on function private.refuse_staff(text[], text) to authenticated;

grant execute on function private.session_is_live() to authenticated, service_role;

grant execute on function private.check_request() to anon, authenticated, service_role;

grant execute on function private.is_proven() to authenticated, service_role;

grant execute on function private.require_proven() to authenticated, service_role;

grant execute on function public.admin_invites_page(text, text, text, integer) to authenticated, service_role;

grant execute on function public.admin_invite_uses(uuid, text, integer) to authenticated, service_role;

grant execute on function public.admin_create_invite(integer, timestamptz, text) to authenticated, service_role;

grant execute on function public.admin_switch_invite(uuid, boolean) to authenticated, service_role;

grant execute on function public.admin_prepare_invitation() to authenticated, service_role;

grant execute on function public.check_invite(text) to anon, authenticated, service_role;

grant execute on function public.redeem_invite(text) to authenticated, service_role;

grant execute on function private.password_words(jsonb) to supabase_auth_admin;

revoke all on private.member_blocks from public, anon, authenticated, service_role;

grant execute on function private.blocks_of_caller() to authenticated;

grant execute on function public.own_blocks() to authenticated, service_role;

grant execute on function private.block_member(uuid, text) to authenticated;

grant execute on function public.set_block(uuid, text) to authenticated, service_role;

grant execute on function public.record_consent(boolean, timestamptz) to authenticated, service_role;

grant execute on function public.account_stars(text, integer) to authenticated, service_role;

grant execute on function public.own_posts(text, integer) to authenticated, service_role;

grant execute on function public.own_comments(text, integer) to authenticated, service_role;

grant execute on function public.delete_own_account() to authenticated, service_role;

grant execute on function public.export_own_data() to authenticated, service_role;

revoke all on private.follows from public, anon, authenticated, service_role;

grant execute on function private.follows_of_caller() to authenticated;

grant execute on function public.own_follows() to authenticated, service_role;

grant execute on function private.follow(text, uuid, text) to authenticated;

grant execute on function public.set_follow(text, uuid, text) to authenticated, service_role;

grant execute on function public.set_notification_setting(text, boolean, text) to authenticated, service_role;

grant execute on function private.hears(uuid) to anon, authenticated;

grant execute on function private.refuse_reply() to authenticated;

grant execute on function private.names_in(text) to anon, authenticated, service_role;

grant execute on function private.slugs_in(jsonb) to anon, authenticated, service_role;

grant execute on function private.ids_in(jsonb) to anon, authenticated, service_role;

grant execute on function public.own_profile() to authenticated, service_role;

grant execute on function public.account_page() to authenticated, service_role;

grant execute on function public.nickname_available(text) to authenticated, service_role;

grant execute on function public.set_nickname(text) to authenticated, service_role;

grant execute on function public.update_own_profile(text, text) to authenticated, service_role;

revoke all on private.recovery_codes from public, anon, authenticated, service_role;

grant execute on function private.own_recovery_codes() to authenticated;

grant execute on function private.renew_recovery_codes() to authenticated;

grant execute on function private.use_recovery_code(text) to authenticated;

grant execute on function public.own_recovery_codes() to authenticated, service_role;

grant execute on function public.renew_recovery_codes() to authenticated, service_role;

grant execute on function public.use_recovery_code(text) to authenticated, service_role;

grant execute on function public.account_sessions() to authenticated, service_role;

grant execute on function public.end_session(uuid) to authenticated, service_role;

grant execute on function public.admin_badges() to authenticated, service_role;

grant execute on function public.admin_stats() to authenticated, service_role;

grant execute on function private.guard_invite() to authenticated, service_role;

grant execute on function private.admin_activity_page(uuid, text, text, integer) to authenticated;

grant execute on function public.admin_activity_page(uuid, text, integer, text) to authenticated, service_role;

grant execute on function public.admin_pick(text, text) to authenticated, service_role;

grant execute on function private.admin_week(date) to authenticated;

grant execute on function public.admin_week(date) to authenticated, service_role;

grant execute on function public.admin_stars_page(text, text, text, text, text, integer) to authenticated, service_role;

grant execute on function public.admin_star(text) to authenticated, service_role;

grant execute on function private.fold_star_scores() to service_role;

grant execute on function private.star_score_now(uuid) to anon, authenticated, service_role;

grant execute on function public.admin_merge_stars(uuid, uuid) to authenticated, service_role;

grant execute on function private.undo_merge(uuid) to authenticated;

grant execute on function public.admin_similar_stars(text, uuid) to authenticated, service_role;

grant execute on function private.star_distinction(uuid) to anon, authenticated, service_role;

grant execute on function private.distinguished(uuid, text, text) to anon, authenticated, service_role;

revoke all on private.distinct_stars from public, anon, authenticated, service_role;

grant execute on function private.tell_stars_apart(uuid, uuid, boolean) to authenticated;

grant execute on function public.admin_tell_stars_apart(uuid, uuid, boolean) to authenticated, service_role;

grant execute on function private.star_spread(uuid, text) to anon, authenticated, service_role;

grant execute on function private.star_history(uuid) to anon, authenticated, service_role;

grant execute on function public.admin_save_star(uuid, timestamptz, jsonb) to authenticated, service_role;

grant execute on function public.admin_delete_star(uuid) to authenticated, service_role;

revoke all on private.star_score_deltas from public, anon, authenticated, service_role;

revoke all on private.star_vote_spreads from public, anon, authenticated, service_role;

grant execute on function public.viewer_star(text) to authenticated, service_role;

grant execute on function public.viewer_fans(uuid[]) to authenticated, service_role;

grant execute on function public.voting_page(integer) to authenticated, service_role;

grant execute on function public.set_star_votes(uuid, integer, integer, integer) to authenticated, service_role;

grant execute on function public.admin_social_page(text, text, text, text, text, text, integer) to authenticated, service_role;

grant execute on function public.admin_save_social(uuid, jsonb) to authenticated, service_role;

grant execute on function public.admin_delete_social(uuid) to authenticated, service_role;

grant execute on function private.import_social(jsonb, boolean, jsonb) to authenticated;

grant execute on function public.admin_import_social(text, boolean, jsonb) to authenticated, service_role;

grant execute on function public.admin_channels_page() to authenticated, service_role;

grant execute on function public.admin_save_broadcaster(uuid, timestamptz, jsonb) to authenticated, service_role;

grant execute on function public.admin_save_provider(uuid, timestamptz, jsonb) to authenticated, service_role;

grant execute on function public.admin_delete_broadcaster(uuid) to authenticated, service_role;

grant execute on function public.admin_delete_provider(uuid) to authenticated, service_role;

grant execute on function public.admin_formats_page(text, text, text, text, integer) to authenticated, service_role;

grant execute on function public.admin_format(text) to authenticated, service_role;

grant execute on function public.admin_save_format(uuid, timestamptz, jsonb) to authenticated, service_role;

grant execute on function public.admin_delete_format(uuid, integer, integer) to authenticated, service_role;

grant execute on function public.admin_seasons_page(text, text, text, text, integer) to authenticated, service_role;

grant execute on function public.admin_season(text) to authenticated, service_role;

grant execute on function public.admin_save_season(uuid, timestamptz, jsonb, uuid[], text[]) to authenticated, service_role;

grant execute on function public.admin_delete_season(uuid, integer, integer) to authenticated, service_role;

grant execute on function public.admin_calendar_page(text, text, text, text) to authenticated, service_role;

grant execute on function public.admin_calendar_choices() to authenticated, service_role;

grant execute on function public.admin_calendar_event(text) to authenticated, service_role;

grant execute on function public.admin_calendar_collisions(text) to authenticated, service_role;

grant execute on function public.format_events(text, text, integer) to anon, authenticated, service_role;

grant execute on function public.calendar_feed(text, text, text, text) to anon, authenticated, service_role;

grant execute on function public.admin_save_event(text) to authenticated, service_role;

grant execute on function public.admin_delete_event(text, text) to authenticated, service_role;

grant execute on function public.admin_copy_week(text, text, text, text) to authenticated, service_role;

revoke all on public.calendar_events from public, anon, authenticated;

grant all on public.calendar_events to service_role;

grant select on public.calendar_events to anon;

grant select,
  insert (id, title, format_name, format_id, season_id, season_number, episode_number, event_type, event_date, event_time,
    duration_minutes, channel, streaming_platform, broadcaster_id, streaming_provider_id, description, is_live, is_series_event,
    series_end_date, series_parent_id, series_frequency, external_key, is_cancelled),
  update (title, format_name, format_id, season_id, season_number, episode_number, event_type, event_date, event_time,
    duration_minutes, channel, streaming_platform, broadcaster_id, streaming_provider_id, description, is_live, is_series_event,
    series_end_date, series_parent_id, series_frequency, external_key, is_cancelled),
  delete
  on public.calendar_events to authenticated;

grant execute on function private.berlin_instant(date, time) to anon, authenticated, service_role;

grant execute on function private.broadcast_end(date, time, integer) to anon, authenticated, service_role;

grant execute on function private.is_on_air(date, time, integer, timestamptz) to anon, authenticated, service_role;

grant execute on function private.is_over(date, time, integer, timestamptz) to anon, authenticated, service_role;

grant execute on function private.television_day(timestamptz) to anon, authenticated, service_role;

grant execute on function private.television_day_of(date, time) to anon, authenticated, service_role;

grant execute on function private.shown_time(date, time) to anon, authenticated, service_role;

grant execute on function public.admin_posts_page(text, text, text, text, integer) to authenticated, service_role;

grant execute on function public.admin_post_figures() to authenticated, service_role;

revoke all on private.waiting_posts from public, anon, authenticated, service_role;

grant execute on function public.create_post(uuid, text, text, text, uuid[], text, text[], timestamptz, text) to authenticated,
  service_role;

grant execute on function private.update_post(uuid, text, text, uuid[], text, text[], timestamptz, text) to authenticated;

grant execute on function public.update_post(uuid, text, text, uuid[], text, text[], timestamptz, text) to authenticated,
  service_role;

grant execute on function public.admin_set_rumor_status(uuid, timestamptz, text, text, text) to authenticated, service_role;

grant execute on function public.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean) to authenticated,
  service_role;

grant execute on function private.is_sensitive_post(uuid) to authenticated;

grant execute on function public.admin_decide_posts(uuid[], timestamptz[], text, text, boolean) to authenticated, service_role;

grant execute on function private.shows_link(text) to authenticated, service_role;

grant execute on function private.may_link() to authenticated, service_role;

grant execute on function public.post_live(text) to anon, authenticated, service_role;

revoke all on private.post_versions from public, anon, authenticated, service_role;

revoke all on private.changed_rumors from public, anon, authenticated, service_role;

revoke all on private.post_revisions from public, anon, authenticated, service_role;

grant execute on function private.rejection_of(uuid) to authenticated;

grant execute on function private.revision_of(uuid) to authenticated;

grant execute on function private.decide_revision(uuid, text, text) to authenticated;

grant execute on function private.decision_state(uuid) to authenticated;

grant execute on function private.statement_of(text, text, timestamptz) to anon, authenticated, service_role;

grant execute on function private.set_statement(uuid, timestamptz, text, text) to authenticated;

grant execute on function public.admin_set_statement(uuid, timestamptz, text, text) to authenticated, service_role;

grant execute on function private.rumor_subjects() to authenticated, service_role;

grant execute on function private.subject_of(uuid) to authenticated, service_role;

grant execute on function private.require_fitting_subject(text, text, text) to authenticated, service_role;

grant execute on function private.needs_a_human(text, text, text, uuid[], text) to authenticated, service_role;

-- By column: which member of staff decided or edited is not public, and a rejection is for the author and staff only.
-- Nobody changes a text but by the functions above: authors had these columns, and staff the source of others' rumors.
revoke all on public.community_posts from public, anon, authenticated;

grant all on public.community_posts to service_role;

grant select (id, title, type, author_id, content, status, tags, slug, day, poll_ends_at, created_at, updated_at, last_activity_at,
    moderated_at, rejection_reason, hearts_count, poops_count, comments_count, votes_count, hot_rank, staff_edited_at, edited_at,
    statement, statement_speaker, statement_at, mentions),
  insert (id, title, type, author_id, content, tags, poll_ends_at, rumor_subject),
  update (status, moderated_by, moderated_at, rejection_reason),
  delete
  on public.community_posts to authenticated;

grant select (id, title, type, author_id, content, status, tags, slug, day, poll_ends_at, created_at, updated_at, last_activity_at,
    hearts_count, poops_count, comments_count, votes_count, hot_rank, staff_edited_at, edited_at, statement, statement_speaker,
    statement_at, mentions)
  on public.community_posts to anon;

grant execute on function private.clean_source(text) to authenticated, service_role;

grant execute on function private.unpublished_post(uuid) to authenticated;

grant execute on function private.any_post_by(text, date, text) to authenticated;

grant execute on function public.unpublished_post(text, text, text) to authenticated, service_role;

grant execute on function private.post_history(uuid) to anon, authenticated;

grant execute on function public.post_history(text) to anon, authenticated, service_role;

grant execute on function private.restore_own_post(uuid) to authenticated;

grant execute on function public.restore_own_post(uuid) to authenticated, service_role;

grant execute on function public.delete_own_post(uuid) to authenticated, service_role;

grant execute on function public.own_post(text) to authenticated, service_role;

grant execute on function private.fill_post(uuid, text, text[]) to authenticated;

revoke all on private.rumor_hits from public, anon, authenticated, service_role;

revoke all on private.hit_rates from public, anon, authenticated, service_role;

grant execute on function private.shown_hit_rate(uuid) to anon, authenticated;

grant execute on function private.hit_rate_of_caller() to authenticated;

grant execute on function private.show_hit_rate(boolean) to authenticated;

grant execute on function public.own_hit_rate() to authenticated, service_role;

grant execute on function public.set_hit_rate_shown(boolean) to authenticated, service_role;

revoke all on public.poll_options from public, anon, authenticated;

grant all on public.poll_options to service_role;

grant select on public.poll_options to anon, authenticated;

grant execute on function private.poll_is_over(public.community_posts) to authenticated, service_role;

revoke all on public.post_rumors from public, anon, authenticated;

grant all on public.post_rumors to service_role;

grant select on public.post_rumors to anon;

grant select, update (rumor_status, verification_reason, verification_source) on public.post_rumors to authenticated;

grant execute on function private.takes_votes(uuid) to authenticated, service_role;

revoke all on public.saved_posts from public, anon, authenticated;

grant all on public.saved_posts to service_role;

grant select, insert (post_id, user_id), update (post_id, user_id), delete on public.saved_posts to authenticated;

grant execute on function public.account_saved(text, integer) to authenticated, service_role;

revoke all on private.post_titles from public, anon, authenticated, service_role;

grant execute on function private.latest_posts(text, uuid[], integer) to anon, authenticated, service_role;

revoke all on private.week_topics from public, anon, authenticated, service_role;

grant select on private.week_topics to anon, authenticated, service_role;

grant execute on function private.refresh_week_topics() to service_role;

grant execute on function private.tag_ref(uuid) to anon, authenticated, service_role;

grant execute on function public.posts_aside(text) to anon, authenticated, service_role;

grant execute on function public.posts_feed(text) to anon, authenticated, service_role;

grant execute on function private.comments_for_team(text, text, text, integer, text, integer) to authenticated;

grant execute on function public.admin_comments_page(text, text, text, integer, text, integer) to authenticated, service_role;

grant execute on function private.remove_comments(uuid[], text, text) to authenticated;

grant execute on function public.admin_remove_comments(uuid[], text, text) to authenticated, service_role;

revoke all on private.held_comments from public, anon, authenticated, service_role;

grant execute on function private.hold_comment(uuid, uuid, uuid, text) to authenticated;

grant execute on function public.hold_comment(uuid, uuid, uuid, text) to authenticated, service_role;

grant execute on function private.held_comments_page(text, integer) to authenticated;

grant execute on function public.admin_held_comments_page(text, integer) to authenticated, service_role;

grant execute on function private.decide_held_comments(uuid[], boolean, text) to authenticated;

grant execute on function public.admin_decide_held_comments(uuid[], boolean, text) to authenticated, service_role;

grant execute on function public.mention_suggestions(text, text) to authenticated, service_role;

revoke all on public.comment_reads from public, anon, authenticated;

grant all on public.comment_reads to service_role;

grant select,
  insert (user_id, post_id, read_at),
  update (user_id, post_id, read_at),
  delete
  on public.comment_reads to authenticated;

grant execute on function private.removed_comments_page(text, text, integer) to authenticated;

grant execute on function public.admin_removed_comments_page(text, text, integer) to authenticated, service_role;

revoke all on private.deleted_comment_authors from public, anon, authenticated, service_role;

grant execute on function private.count_replies(uuid, uuid) to anon, authenticated, service_role;

grant execute on function public.comment_replies(text, text, text, integer) to anon, authenticated, service_role;

grant execute on function public.comment_news(text, timestamptz, uuid[]) to authenticated, service_role;

grant execute on function public.fresh_comments(text, uuid[]) to anon, authenticated, service_role;

grant execute on function private.latest_comments(integer, uuid) to anon, authenticated, service_role;

-- Sums only: it holds neither who nor what.
revoke all on private.pending_counts from public, anon, authenticated, service_role;

grant select on private.pending_counts to anon, authenticated, service_role;

grant execute on function private.fold_counts() to service_role;

revoke all on private.counted_posts from public, anon, authenticated, service_role;

grant select on private.counted_posts to anon, authenticated, service_role;

revoke all on private.counted_rumors from public, anon, authenticated, service_role;

grant select on private.counted_rumors to anon, authenticated, service_role;

grant execute on function public.karma_page(text, integer) to authenticated, service_role;

revoke all on private.pending_karma from public, anon, authenticated, service_role;

grant execute on function public.viewer_posts(uuid[]) to authenticated, service_role;

grant execute on function public.viewer_comments(text) to authenticated, service_role;

grant execute on function private.sticker_counts(uuid) to anon, authenticated;

revoke all on public.post_stickers from public, anon, authenticated;

grant all on public.post_stickers to service_role;

grant select,
  insert (post_id, user_id, sticker),
  update (post_id, user_id, sticker),
  delete
  on public.post_stickers to authenticated;

grant execute on function public.admin_archive_page(text, text, text, integer) to authenticated, service_role;

grant execute on function private.team_away_since() to authenticated, service_role;

-- counts_as_warning is not granted: only a decision on a report gives a warning.
revoke all on public.moderation_actions from public, anon, authenticated;

grant all on public.moderation_actions to service_role;

grant select on public.moderation_actions to authenticated;

grant execute on function public.admin_restore_post(uuid, text) to authenticated, service_role;

revoke all on private.spam_removals from public, anon, authenticated, service_role;

grant execute on function private.admin_ban_spammer(uuid) to authenticated;

grant execute on function private.admin_restore_spam(uuid, text) to authenticated;

grant execute on function public.admin_ban_spammer(uuid) to authenticated, service_role;

grant execute on function public.admin_restore_spam(uuid, text) to authenticated, service_role;

grant execute on function private.spam_preview(uuid[]) to authenticated;

grant execute on function public.admin_spam_preview(uuid[]) to authenticated, service_role;

grant execute on function public.admin_transparency(date, date) to authenticated, service_role;

grant execute on function public.admin_report_cases(text, text, text, text, text, text, integer) to authenticated, service_role;

grant execute on function private.decide_cases(jsonb, text, text) to authenticated;

grant execute on function public.admin_decide_cases(jsonb, text, text) to authenticated, service_role;

grant execute on function private.claim_case(text, uuid, boolean) to authenticated;

grant execute on function public.admin_claim_case(text, uuid, boolean) to authenticated, service_role;

grant execute on function private.hide_post(uuid, text) to authenticated;

grant execute on function public.admin_hide_post(uuid, text) to authenticated, service_role;

grant execute on function private.take_back(uuid, text) to authenticated;

grant execute on function public.admin_take_back(uuid, text) to authenticated, service_role;

grant execute on function private.content_case(text, uuid) to authenticated;

grant execute on function public.admin_content_case(text, uuid) to authenticated, service_role;

grant execute on function private.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean, text[]) to
  authenticated;

grant execute on function public.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean, text[]) to
  authenticated, service_role;

grant execute on function private.moderate_content(uuid, text, text, text, text, integer, text, boolean, text[]) to authenticated;

grant execute on function public.moderate_content(uuid, text, text, text, text, integer, text, boolean, text[]) to authenticated,
  service_role;

grant execute on function private.report_reason_text(text) to anon, authenticated, service_role;

grant execute on function public.confirm_report(text) to anon, authenticated, service_role;

grant execute on function public.report_content(uuid, text, uuid, text, text, boolean, text, text) to anon, authenticated,
  service_role;

grant execute on function private.take_report(public.reports) to anon, authenticated;

grant execute on function private.note_case(text, uuid, text) to authenticated;

grant execute on function public.admin_note_case(text, uuid, text) to authenticated, service_role;

grant execute on function private.ask_in_case(uuid, boolean, text) to authenticated;

grant execute on function public.admin_ask_in_case(uuid, boolean, text) to authenticated, service_role;

grant execute on function private.case_question(text) to anon, authenticated;

grant execute on function public.case_question(text) to anon, authenticated, service_role;

grant execute on function private.answer_case(text, text) to anon, authenticated;

grant execute on function public.answer_case(text, text) to anon, authenticated, service_role;

grant execute on function public.admin_purge_orphan_reports() to authenticated, service_role;

-- Without name and e-mail of guests; the name comes with a case. Reports are decided and purged only by RPCs, which write the log.
revoke all on public.reports from public, anon, authenticated;

grant all on public.reports to service_role;

grant select (id, target_type, target_post_id, target_comment_id, target_author_id, reporter_id, good_faith, reason, details, status,
    created_at, confirmed_at, resolved_at, resolved_by, action, action_reason, severity, ban_duration_days, decision_id,
    target_profile_id)
  on public.reports to authenticated;

revoke all on private.removed_profiles from public, anon, authenticated, service_role;

revoke all on private.case_claims from public, anon, authenticated, service_role;

revoke all on private.case_notes from public, anon, authenticated, service_role;

grant execute on function public.admin_appeals_page(text, text, integer) to authenticated, service_role;

grant execute on function public.admin_decide_appeal(uuid, text, text) to authenticated, service_role;

grant execute on function public.own_moderation_page(text, integer) to authenticated, service_role;

grant execute on function public.own_decision(text) to authenticated, service_role;

grant execute on function public.file_appeal(uuid, text) to authenticated, service_role;

grant execute on function private.take_decision(uuid) to authenticated;

grant execute on function private.settle_decision(uuid, jsonb, text) to authenticated;

grant execute on function private.postpone_decision(uuid) to authenticated;

grant execute on function private.carry_out(uuid) to authenticated;

grant execute on function public.admin_decide_now(uuid) to authenticated, service_role;

grant execute on function private.kept_decision(uuid) to authenticated;

grant execute on function private.busy_targets(text[]) to authenticated;

grant execute on function private.pending_by(text) to authenticated;

grant execute on function private.refuse_pending(text) to authenticated;

grant execute on function private.keep_decision(uuid, text, jsonb, jsonb) to authenticated;

grant execute on function public.admin_decide(uuid, text, jsonb) to authenticated, service_role;

grant execute on function private.undo_decision(uuid) to authenticated;

grant execute on function public.admin_undo_decision(uuid) to authenticated, service_role;

grant execute on function public.admin_pending_decisions() to authenticated, service_role;

revoke all on private.pending_decisions from public, anon, authenticated, service_role;

revoke all on private.pending_targets from public, anon, authenticated, service_role;

grant execute on function private.pending_decisions() to authenticated;

grant execute on function private.decision_targets(text, jsonb) to authenticated;

grant execute on function private.call_decision(text, jsonb) to authenticated;

grant execute on function private.decision_effect(text, jsonb) to authenticated;

grant execute on function private.only_targets(text, jsonb, text[]) to authenticated;

grant execute on function private.changed_targets(text, jsonb, text[]) to authenticated;

grant execute on function private.automod_page() to authenticated;

grant execute on function public.admin_automod_page() to authenticated, service_role;

grant execute on function private.save_automod_rule(uuid, timestamptz, jsonb) to authenticated;

grant execute on function public.admin_save_automod_rule(uuid, timestamptz, jsonb) to authenticated, service_role;

grant execute on function private.switch_automod_rule(uuid, text) to authenticated;

grant execute on function public.admin_switch_automod_rule(uuid, text) to authenticated, service_role;

grant execute on function private.try_automod_rule(jsonb) to authenticated;

grant execute on function public.admin_try_automod_rule(jsonb) to authenticated, service_role;

grant execute on function private.rules_for(text, text, uuid[], text[]) to authenticated, service_role;

revoke all on private.automod_rules from public, anon, authenticated, service_role;

revoke all on private.rule_hits from public, anon, authenticated, service_role;

grant execute on function private.restore_from_bin(uuid) to authenticated;

grant execute on function public.admin_restore_from_bin(uuid) to authenticated, service_role;

grant execute on function private.is_restoring() to anon, authenticated, service_role;

grant execute on function private.put_in_bin(text, text, jsonb) to authenticated;

grant execute on function private.bin_page(text, text, text, integer) to authenticated;

grant execute on function public.admin_bin_page(text, text, text, integer) to authenticated, service_role;

revoke all on private.bin from public, anon, authenticated, service_role;

revoke all on private.binned_rows from public, anon, authenticated, service_role;

revoke all on private.merged_rows from public, anon, authenticated, service_role;

grant execute on function private.star_requests_page(text, text, integer) to authenticated;

grant execute on function public.admin_star_requests(text, text, integer) to authenticated, service_role;

grant execute on function private.decide_star_request(uuid, boolean, text, timestamptz) to authenticated;

grant execute on function public.admin_decide_star_request(uuid, boolean, text, timestamptz) to authenticated, service_role;

grant execute on function private.star_door(uuid) to authenticated;

grant execute on function public.star_door(uuid) to authenticated, service_role;

grant execute on function private.ask_star_door(uuid, text, text) to authenticated;

grant execute on function public.ask_star_door(uuid, text, text) to authenticated, service_role;

grant execute on function private.tell_star_facts(uuid, text) to authenticated;

grant execute on function public.tell_star_facts(uuid, text) to authenticated, service_role;

grant execute on function private.star_statement(uuid) to authenticated;

grant execute on function public.star_statement(uuid) to authenticated, service_role;

grant execute on function private.answer_as_star(uuid, text) to authenticated;

grant execute on function public.answer_as_star(uuid, text) to authenticated, service_role;

revoke all on private.star_requests from public, anon, authenticated, service_role;

revoke all on private.star_statements from public, anon, authenticated, service_role;

grant execute on function private.waits_for_classifier(text, uuid[]) to authenticated, service_role;

grant execute on function private.claim_classifications(integer, text) to service_role;

grant execute on function private.settle_classification(uuid, timestamptz, text[]) to service_role;

grant execute on function public.claim_classifications(text, integer) to service_role;

grant execute on function public.settle_classification(uuid, timestamptz, text[]) to service_role;

revoke all on private.classifier from public, anon, authenticated, service_role;

revoke all on private.classifications from public, anon, authenticated, service_role;

grant execute on function private.set_team_mails(jsonb, boolean, boolean) to authenticated;

grant execute on function public.admin_set_team_mails(jsonb, boolean, boolean) to authenticated, service_role;

grant execute on function private.own_team_mails() to authenticated;

grant execute on function public.own_team_mails() to authenticated, service_role;

grant execute on function private.watch_team() to service_role;

revoke all on private.team_mails from public, anon, authenticated, service_role;

revoke all on private.team_alerts from public, anon, authenticated, service_role;

revoke all on private.briefings from public, anon, authenticated, service_role;

grant execute on function private.deliver_notifications() to service_role;

grant execute on function public.notifications_page(text, integer, boolean) to authenticated, service_role;

grant execute on function public.notification_settings() to authenticated, service_role;

revoke all on public.notification_preferences from public, anon, authenticated;

grant all on public.notification_preferences to service_role;

grant select,
  insert (user_id, type, enabled, channel),
  update (user_id, type, enabled, channel),
  delete
  on public.notification_preferences to authenticated;

revoke all on private.notification_events from public, anon, authenticated, service_role;

grant execute on function private.usual_channel(text) to authenticated;

grant execute on function private.announce_polls() to service_role;

revoke all on private.announcements from public, anon, authenticated, service_role;

grant execute on function private.announce_broadcasts() to service_role;

grant execute on function public.register_push_device(uuid, text, text, text, text, text) to authenticated, service_role;

grant execute on function public.remove_push_device(uuid) to authenticated, service_role;

grant execute on function private.is_push_service(text) to authenticated, service_role;

revoke all on private.digests from public, anon, authenticated, service_role;

grant execute on function private.digest_of_caller() to authenticated;

grant execute on function private.choose_digest(text) to authenticated;

grant execute on function private.choose_digest_by_code(text, text) to anon, authenticated;

grant execute on function public.own_digest() to authenticated, service_role;

grant execute on function public.set_digest(text) to authenticated, service_role;

grant execute on function public.set_digest_by_code(text, text) to anon, authenticated, service_role;

grant execute on function private.queue_digests() to service_role;

grant execute on function private.count_account_mails(jsonb) to supabase_auth_admin;

grant execute on function private.claim_mails(integer, integer) to service_role;

grant execute on function public.claim_mails(integer, integer) to service_role;

revoke all on private.mail_limits from public, anon, authenticated, service_role;

grant execute on function public.admin_news_page(text, text, text, integer) to authenticated, service_role;

grant execute on function public.admin_news_item(text) to authenticated, service_role;

grant execute on function public.admin_save_news(uuid, timestamptz, jsonb, boolean) to authenticated, service_role;

grant execute on function public.admin_delete_news(uuid) to authenticated, service_role;

grant execute on function private.discussion_of(uuid) to anon, authenticated, service_role;

grant execute on function private.set_discussion(uuid, uuid) to authenticated;

grant execute on function public.admin_set_discussion(uuid, uuid) to authenticated, service_role;

grant execute on function private.news_versions_of(uuid) to authenticated;

grant execute on function private.news_card(public.news) to anon, authenticated, service_role;

grant execute on function private.latest_news(timestamptz, uuid, integer) to anon, authenticated, service_role;

grant execute on function public.news_page(text, integer) to anon, authenticated, service_role;

grant execute on function public.news_article(text) to anon, authenticated, service_role;

revoke all on public.news from public, anon, authenticated;

grant all on public.news to service_role;

grant select on public.news to anon;

grant select,
  insert (id, title, slug, excerpt, body, image_url, url, published_at, image_alt, image_credit, tags),
  update (title, slug, excerpt, body, image_url, url, published_at, image_alt, image_credit, tags),
  delete
  on public.news to authenticated;

revoke all on private.news_search from public, anon, authenticated, service_role;

revoke all on private.news_versions from public, anon, authenticated, service_role;

revoke all on private.news_discussions from public, anon, authenticated, service_role;

-- The sign-up form shows the mode and the allowed domains; who changed them is for staff only.
revoke all on public.app_settings from public, anon, authenticated;

grant all on public.app_settings to service_role;

grant select,
  update (signup_mode, extra_mail_domains, auto_approve_after_posts, auto_approve_warning_days, posts_quota, votes_quota,
    alert_after_hours, away_after_hours)
  on public.app_settings to authenticated;

grant select (id, signup_mode, extra_mail_domains) on public.app_settings to anon;

grant execute on function public.admin_settings_page() to authenticated, service_role;

grant execute on function public.admin_save_settings(timestamptz, jsonb) to authenticated, service_role;

revoke all on private.site_texts from public, anon, authenticated, service_role;

grant execute on function private.shown_texts() to anon, authenticated;

grant execute on function public.site_texts() to anon, authenticated, service_role;

grant execute on function private.reasons_of_team() to authenticated;

grant execute on function public.admin_reasons() to authenticated, service_role;

grant execute on function private.texts_page() to authenticated;

grant execute on function public.admin_texts_page() to authenticated, service_role;

grant execute on function private.save_site_text(text, timestamptz, jsonb) to authenticated;

grant execute on function public.admin_save_text(text, timestamptz, jsonb) to authenticated, service_role;

grant execute on function private.find_stars(text[], text, uuid[], text[], integer) to anon, authenticated, service_role;

grant execute on function private.find_formats(text[], text, uuid[], text[], integer) to anon, authenticated, service_role;

grant execute on function private.find_seasons(text[], uuid[], text[], integer) to anon, authenticated, service_role;

grant execute on function private.find_posts(text[], text, uuid[], text[], integer) to anon, authenticated, service_role;

grant execute on function private.find_members(text, text[], integer) to anon, authenticated, service_role;

grant execute on function private.find_news(text[], text, text[], integer) to anon, authenticated, service_role;

grant execute on function private.find_dates(text[], uuid[], text[], integer) to anon, authenticated, service_role;

revoke all on private.name_words from public, anon, authenticated, service_role;

revoke all on private.near_words from public, anon, authenticated, service_role;

grant execute on function private.near_names(text, integer) to anon, authenticated, service_role;

grant execute on function private.start_patterns(text[]) to anon, authenticated, service_role;

grant execute on function private.match_tier(text, text, text[]) to anon, authenticated, service_role;

grant execute on function private.found_cards(text, uuid[]) to anon, authenticated, service_role;

grant execute on function private.found(text, text, text[], uuid[], uuid[], text, integer) to anon, authenticated, service_role;

grant execute on function public.search_page(text, text, text, integer) to anon, authenticated, service_role;

revoke all on private.act_changes from public, anon, authenticated, service_role;

revoke all on private.post_changes from public, anon, authenticated, service_role;

revoke all on private.karma_changes from public, anon, authenticated, service_role;

grant execute on function private.chart_of_sleuths(integer) to anon, authenticated;

grant execute on function public.chart_sleuths(integer) to anon, authenticated, service_role;

revoke all on private.chart_posts from public, anon, authenticated, service_role;

revoke all on private.opinion_pairs from public, anon, authenticated, service_role;

revoke all on private.opinion_sums from public, anon, authenticated, service_role;

revoke all on private.karma_sums from public, anon, authenticated, service_role;

revoke all on private.chart_state from public, anon, authenticated, service_role;

grant execute on function public.admin_analytics_page(date) to authenticated, service_role;

grant execute on function public.admin_import_keys() to authenticated, service_role;

grant execute on function private.admin_apply_import(jsonb, boolean, text[], text) to authenticated;

grant execute on function public.admin_apply_import(jsonb, boolean, text[], text) to authenticated, service_role;

grant execute on function private.admin_import_changes(jsonb) to authenticated;

grant execute on function public.admin_import_changes(jsonb) to authenticated, service_role;

grant execute on function private.admin_import_new(jsonb) to authenticated;

grant execute on function public.admin_import_new(jsonb) to authenticated, service_role;

revoke all on private.hand_edits from public, anon, authenticated, service_role;

revoke all on private.imports from public, anon, authenticated, service_role;

grant execute on function private.undo_import(uuid) to authenticated;

grant execute on function public.admin_undo_import(uuid) to authenticated, service_role;

grant execute on function private.imports_page(text, integer) to authenticated;

grant execute on function public.admin_imports_page(text, integer) to authenticated, service_role;

grant execute on function private.previews_of(uuid) to anon, authenticated;

grant execute on function private.claim_previews(integer) to service_role;

grant execute on function private.settle_preview(text, text, text) to service_role;

grant execute on function public.claim_previews(integer) to service_role;

grant execute on function public.settle_preview(text, text, text) to service_role;

revoke all on private.link_previews from public, anon, authenticated, service_role;

grant execute on function private.ensure_jobs() to service_role;

grant execute on function public.ensure_jobs() to service_role;

grant execute on function private.clear_runs() to service_role;

revoke all on private.jobs from public, anon, authenticated, service_role;

comment on function private.search_fold(text) is
  'Search and sort key of a text: "Müller", "mueller" and "MULLER" give "muller". Reads 20,000 characters. Mirrors searchFold() of domain.';

comment on function private.slugify(text) is
  'Slug of a name or title (docs/product/stars.md), of its first 2,000 characters. Mirrors slugify() of domain. Empty when nothing is left of the text.';

comment on function private.is_web_address(text) is
  'http(s) with a public host name, without credentials, backslashes and hidden characters. Mirrors isWebAddress() of domain.';

comment on function private.check_links() is 'Trigger (column): a new address in it is http(s) with a host and without credentials.';

comment on function private.first_link(text) is 'The first https address in the text of a post or comment, without punctuation after it; null: none.';

comment on function private.links_of(uuid) is 'Links of a post that may have a preview: the first of its text, then the source of a rumor.';

comment on function private.links_in(text) is 'How many addresses of a text a page may show as links. At least what linkParts of domain finds; a test compares.';

comment on function private.without_hidden(text, text) is 'A text without characters that show as nothing, and with `blank` for those that show as an empty space.';

comment on function private.in_latin(text) is 'A text with the Latin letters that its letters of other scripts look like: "Mοderation" with a Greek ο. Not a transliteration.';

comment on function private.unescaped(text) is 'A text with the percent-escapes of its addresses undone: "kr%79pto" is krypto.';

comment on function private.network_of(text, integer) is
  'The network that limits count: an IPv4 address, or the /64 (48: the assignment around it) of an IPv6 address. What is no address is a network of its own name. Mirrors networkOf() of packages/embedded.';

comment on function private.mailbox_of(text) is
  'The mailbox behind an address, for limits: without +tag, at Gmail without dots and under one domain. Never an address to write to.';

comment on function private.check_pictures() is 'Trigger (column): a new picture in it is one that the team uploaded.';

comment on function private.text_pictures(text) is 'Names of the pictures in the text of an article (domain/src/news/article.ts).';

comment on function private.check_text_pictures() is 'Trigger: a picture that comes into the text of an article is there.';

comment on function private.delete_unused_pictures() is
  'Deletes pictures of the team that nothing has shown for 30 days: of abandoned forms, of removed lines, and of what left the bin.';

comment on function private.use_quota(text, integer, integer) is
  'Counts so many writes of the caller and refuses them with 429 (hint rate_limited) beyond the quota of five minutes.';

comment on function private.limit_rows() is
  'Statement trigger (quota, allowed in five minutes; transition table written): applies private.use_quota() to each row written through the API.';

comment on function private.in_turn() is
  'One member''s requests that count against a limit go one after the other, until the end of the transaction. Call it before any row is locked.';

comment on function private.take_turn() is 'Trigger: the checks behind it count what the same member wrote before.';

comment on function private.plain_text(text) is
  'Text of a post or comment without what spoilers hide (||…||) and without the marks of bold, italics and quotes. Mirrors plainText() of domain.';

comment on function private.excerpt(text, integer) is 'The first characters of a post or comment, as private.plain_text() shows it.';

comment on function private.shown_text(uuid) is 'The text that the author of a post goes on with: the change that waits or was rejected, else the post.';

comment on function private.without_marks(text) is 'A text in lower case without accents, umlaut dots and invisible characters.';

comment on function private.unmasked(text) is 'Folded text as people read it: "kn4st", "k.r.a.n.k" and "minder.jahrig" without their masks.';

comment on function private.plain_words(text) is 'The words of a text as the search folds them, with a space between them.';

comment on function private.words_said(text) is 'The words of a text for rules: as typed, and as they are read without marks and with digits for letters.';

comment on function private.said_in(uuid) is 'Everything that a post says: title, text, answers of a poll, source of a rumor.';

comment on function private.marks_off(text) is 'A text without the marks of bold and spoilers; a single _ may be part of a name or an address.';

comment on function private.shown_text(text, boolean) is
  'A text as it is shown: without the marks of bold, italics and quotes, with what spoilers hide or a word in its place.';

comment on function private.text_said(text) is
  'All that somebody may read in a text, for rules, sensitive subjects and every search. Folding (private.search_fold) is the next step. Not for excerpts.';

comment on function private.name_said(text) is 'The words that somebody may read in a nickname, for rules.';

comment on function private.clean_text(text) is
  'Text without control characters and bidi overrides, line breaks as \n, tabs as spaces, at most 8 combining marks and two empty lines in a row, NFC; empty if nothing in it is visible. Reads 100,000 characters: twice what the longest field holds. Mirrors cleanText() of domain.';

comment on function private.collapse_marks(text) is
  'Text with at most 8 combining marks in a row. The marks: Unicode 17, general category M, and U+FF9E and U+FF9F, which NFKD turns into marks. Mirrors collapseMarks() of domain.';

comment on function private.require_short(text, integer, text, text) is
  'Refuses a text whose bytes show that it has more than `most` characters, whatever cleaning would leave of it.';

comment on function private.keep_one_line() is 'Trigger (columns): line breaks and control characters in them become spaces or vanish, as cleanLine() of domain does.';

-- What these comments said of access tokens has not been true since sessions are looked up (docs/decisions/033-ended-sessions.md).
comment on function private.admin_end_sessions(uuid) is 'Signs a member out everywhere, and with it ends the access tokens issued before.';

comment on function public.admin_end_sessions(uuid) is
  'RPC for admins: signs a member out everywhere, access tokens included; returns how many sessions ended.';

comment on function private.admin_users_page(text, text, text, text, integer) is 'See public.admin_users_page().';

comment on function public.admin_users_page(text, text, text, text, integer) is
  'RPC for admins: members, newest first, after a cursor; by text, role and state (banned, needs_invite, nameless, new); {items, next, ids}. ids (first page only): the latest 1,000 that match and may be banned.';

comment on function private.found_members(text, text, text, timestamptz, uuid, integer) is
  'Members, newest first, whose nickname, address or name holds the text; by role, and by state banned, needs_invite, nameless or new (7 days).';

comment on table private.reserved_nicknames is
  'Names nobody may have, as private.name_skeleton() reads them: whole names, words of a name, or parts anywhere in it. Mirrors reservedNames of domain.';

comment on function private.looks_like_domain(text) is
  'Whether a name ends like a web address (.de, .com), so that @name reads as part of one. Mirrors looksLikeDomain() of domain.';

comment on function private.name_skeleton(text) is 'What a name looks like at a glance. Mirrors nameSkeleton() of domain.';

comment on function private.bare_name(text) is 'A name without digits around it.';

comment on function private.is_reserved_name(text) is 'Whether nobody may be called so. Mirrors isReservedName() of domain.';

comment on function private.skeleton_of_words(text) is 'The words of a name as they look, with a full stop between them.';

comment on function private.passes_for_staff(text, uuid) is 'Whether a name would be taken for that of somebody of the team.';

comment on function private.nickname_look(text) is 'A nickname by what one sees: I, l and 1, O and 0, rn and m, vv and w are one. Compared by a trigger, because older names may look alike.';

comment on function private.check_nickname() is 'Trigger: a nickname that a person takes is one that private.nickname_problem() has nothing against.';

comment on function private.is_of_team(uuid) is 'Whether a member is moderator or admin, for what their name may be.';

comment on function private.member_topics(uuid) is 'The stars and formats that most of a member''s latest 100 posts are about, as postTags.';

comment on function private.has_role(text[]) is
  'Whether the caller has one of the roles, is not banned, and has proven a second factor in this session, which has not ended. Reads the rows, not only the token: a change takes effect immediately.';

comment on function private.is_admin() is 'The caller is an unbanned admin whose session is aal2.';

comment on function private.is_moderator() is 'The caller is an unbanned moderator or admin whose session is aal2.';

comment on function private.require_moderator() is 'Ends the call with 42501 unless the caller is a moderator or admin at aal2. Hints not_allowed, mfa_needed.';

comment on function private.require_admin() is 'Ends the call with 42501 unless the caller is an admin at aal2. Hints not_allowed, mfa_needed.';

comment on function private.may_write() is
  'The caller is a member whose session has not ended and has proven the second factor if there is one, is not banned, and has redeemed an invite if one was needed: may post, comment, vote, react.';

comment on function public.is_admin() is 'RPC: whether the caller is an admin with full rights now: unbanned, and at aal2.';

comment on function public.is_moderator() is 'RPC: whether the caller is a moderator or admin with full rights now: unbanned, and at aal2.';

comment on function private.refuse_staff(text[], text) is
  'Refuses with 42501: hint mfa_needed when only the second factor is missing, otherwise not_allowed with the message.';

comment on function private.session_aal() is 'Assurance level of the session of the caller''s token as it is now; null once the session has ended.';

comment on function private.session_is_live() is 'Whether the session of the caller''s token has not ended. False for guests.';

comment on function private.check_request() is
  'PostgREST''s db-pre-request: 401 for a token whose session has ended. The embedded backend calls it for REST and storage.';

comment on function private.end_sessions_of_banned() is 'Trigger: an account that GoTrue bans or marks as deleted is signed out everywhere.';

comment on function private.limit_staff_sessions() is
  'Job: sessions of staff end 12 hours after their last renewal and 30 days after they began; those of members do not.';

comment on function private.is_proven() is
  'Whether the session of the caller''s token has not ended and has proven the account''s second factor, if it has one. False for guests.';

comment on function private.require_proven() is
  'Refuses with hint mfa_needed while the account''s second factor is not proven in this session, with session_ended once the session has ended.';

comment on function private.caller_address() is
  'Network of the request according to the nearest proxy (private.network_of); "unknown", which is one network for all, when there is no header.';

comment on function private.name_invited() is 'Trigger: with the first nickname, whoever invited the member is told, or the notification they have gets the name.';

comment on function private.tell_of_joining(uuid) is 'Tells whose invitation a member came by, once.';

comment on function private.follow_unconfirmed_metadata() is
  'Trigger: keeps the name in the profile of an unconfirmed account in step with its metadata.';

comment on function private.password_words(jsonb) is 'For the embedded backend: what a password of this account must not consist of.';

comment on table private.member_blocks is 'Whom a member has blocked or muted. Nobody else learns of it, so it is read by definer functions only.';

comment on column private.member_blocks.kind is 'mute: I do not see or hear them. block: they cannot answer me either, and I am not told to them.';

comment on function private.keeps_silent(uuid, uuid) is
  'Whether acts of one member must not be told to another: the recipient has muted or blocked the actor, or the actor has blocked the recipient.';

comment on function private.check_answered() is 'Trigger: no answer to a comment of somebody who has blocked the author.';

comment on function private.blocks_of_caller() is 'Whom the caller has blocked or muted, latest first.';

comment on function public.own_blocks() is 'RPC: [{member, kind block | mute, since}], latest first; at most 500.';

comment on function private.block_member(uuid, text) is 'Blocks or mutes a member for the caller; null ends both.';

comment on function public.set_block(uuid, text) is
  'RPC: blocks (block) or mutes (mute) a member, null ends it; returns own_blocks(). Hints own_account, too_many_blocks, unknown_type, target_gone, account_gone; 429.';

comment on function private.erase_traces(uuid, text) is
  'Erases what names a member where no foreign key leads: mails to the address, the name of a claim to be a star, the speaker of a statement.';

comment on function private.export_content(uuid) is 'Export: posts, comments, votes, reactions, fans, saved posts, karma, news.';

comment on function private.export_passkeys(uuid) is 'Export: passkeys the member signs in with, without their keys.';

comment on function private.export_ties(uuid) is 'Export: whom the member has blocked or muted, what they follow, and which of their votes were right.';

comment on function private.export_reads(uuid) is 'Export: until when the member has read the comments of posts.';

comment on function private.export_recovery_codes(uuid) is 'Export: when recovery codes were made and used, without them.';

comment on table private.follows is
  'What a member follows or has silenced. Fans of a star follow it without a row; commenters follow their post without a row.';

comment on column private.follows.channel is 'Where news of it go; off: nowhere, although one is a fan or has commented. Null: where news of this type go.';

comment on function private.forget_follows() is 'Trigger: nobody follows what is gone.';

comment on function private.followed_thing(text, uuid) is 'Name and address of what can be followed; null when guests cannot see it.';

comment on function private.follows_of_caller() is 'What the caller follows or has silenced, latest first.';

comment on function public.own_follows() is
  'RPC: [{type, id, channel, title, slug, post}], latest first; at most 1,000. channel null: as the type; off: silenced.';

comment on function private.follow(text, uuid, text) is
  'Follows or silences something for the caller; none ends it. Whom the followed member has blocked learns nothing: nothing is told.';

comment on function public.set_follow(text, uuid, text) is
  'RPC: follows a star, format, post or member: usual (as the type), push, app; off silences it, none ends both. Returns own_follows(). Hints own_account, too_many_follows, unknown_type, target_gone, account_gone; 429.';

comment on function public.set_notification_setting(text, boolean, text) is
  'RPC: switches a type on or off, and says where it goes: push (app and device) or app; null leaves that alone. Returns the settings.';

comment on function private.hears(uuid, uuid) is
  'Whether a member wants to read and hear of another one: has neither muted nor blocked them. The one rule behind every list and count.';

comment on function private.hears(uuid) is 'The same for the caller; guests hear everybody.';

comment on function private.silence(uuid, uuid) is
  'Takes a member that another one has muted or blocked out of the notifications of before. They do not come back when it ends.';

comment on function private.refuse_reply() is 'Refuses an answer with one sentence and one code for all reasons, so that it does not disclose a block.';

comment on function private.names_silenced(uuid, jsonb) is
  'Whether a text mentions somebody whom the member has muted or blocked: then it is quoted nowhere away from its own page.';

comment on function private.mention_pattern(text) is
  'Regular expression for a mention of @nickname, case-insensitive, that matches neither longer nicknames nor e-mail addresses.';

comment on function private.erase_former_mentions(uuid) is
  'Masks former nicknames of a member where comments and posts mention them; after private.erase_mentions(), which finds the current one everywhere.';

comment on function private.names_in(text) is 'Keys of the nicknames that a text may mention, and of more: candidates for private.mention_pattern().';

comment on function private.slugs_in(jsonb) is 'Slugs of the members in comments.mentions.';

comment on function private.ids_in(jsonb) is 'All ids in a record of archived_posts.';

comment on function private.mentioning_texts() is 'Columns, text or jsonb, in which private.erase_mentions() masks a deleted member.';

comment on function private.without_name(text, text) is 'A text in which mentions of a nickname are masked.';

comment on function private.without_addresses(text) is 'A text with a space for each address in it, as replaceAddresses() of domain finds them.';

comment on function private.name_spellings(text) is
  'The nicknames that an @name as typed can mean, the likeliest first: a full stop belongs to the name or to the sentence. Mirrors nameSpellings() of domain.';

comment on function private.pattern_of_name(text) is 'A nickname, or a part of one, as regular expression without case.';

comment on function private.mentioned_ids(jsonb) is
  'Mentions as the archive keeps them: with ids, which deleting an account takes out of it, and with an @, by which its nickname is masked there.';

comment on function private.mentioned_slugs(jsonb) is 'Mentions of those who are still there, of what private.mentioned_ids() kept; null stays null.';

comment on function public.own_profile() is 'RPC: the caller''s profile. Hints session_ended, mfa_needed.';

comment on table private.recovery_codes is 'Hashes of a member''s recovery codes; new ones replace all.';

comment on function private.recovery_code_hash(uuid, text) is
  'What is stored of a code. 59 random bits, guarded by a limit, need no slow hash. Spaces, hyphens and case do not matter.';

comment on function private.new_recovery_code() is 'XXXX-XXXX-XXXX without look-alikes, 59 random bits.';

comment on function private.recovery_codes_left(uuid) is 'How many codes of the member are not used.';

comment on function private.own_recovery_codes() is 'The caller''s codes that are left, and when they were made; never the codes.';

comment on function private.renew_recovery_codes() is 'Ten new codes, readable this once; all earlier ones end. Needs a recent proof of identity and a second factor.';

comment on function private.use_recovery_code(text) is
  'Raises the caller''s session to aal2 by an unused code and mails it to the account''s address. Ten wrong ones in an hour per account.';

comment on function public.own_recovery_codes() is 'RPC: {left, made_at}: how many recovery codes the caller has left, and since when.';

comment on function public.renew_recovery_codes() is
  'RPC: {codes}: ten new recovery codes, readable this once. Hints reauthentication_needed, mfa_needed, second_factor_missing.';

comment on function public.use_recovery_code(text) is
  'RPC: {state: proven | wrong, left}: proven makes this session aal2 from its next token on. 429 after ten wrong codes in an hour.';

comment on function private.end_session(uuid) is
  'Ends a session of the caller; false when there is no such session. With a second factor on the account, a session without it ends only itself.';

comment on function public.end_session(uuid) is
  'RPC: ends one session of the caller, and with it the access tokens it has. Hint mfa_needed: others only with the second factor.';

comment on function private.guard_invite() is 'Trigger: codes of moderators work a hundred times at most.';

comment on function private.notify_team_role() is 'Trigger: tells a member whom an admin took into the team, or gave another role in it, and that it takes a second factor.';

comment on function private.admin_activity_page(uuid, text, text, integer) is 'See public.admin_activity_page().';

comment on function public.admin_activity_page(uuid, text, integer, text) is
  'RPC for staff: actions of staff, latest first, at most 100 a page, optionally of one person or about one kind of target; and who the staff are: {actions, next, admins}.';

comment on function private.check_actor() is
  'Trigger: who acts has a name, and nobody acts on what somebody else has just decided about and can still undo.';

comment on function private.active_members(timestamptz, timestamptz) is
  'Members who posted, commented, voted on a post or reacted to one in this time. Votes on stars are not among them: they have no index by time.';

comment on function private.week_figures(timestamptz, timestamptz) is
  'What happened in a week. returning: of those who were active the week before. Seconds are medians, null without a case.';

comment on function private.week_tops(timestamptz, timestamptz) is
  'The five posts, stars and formats with most comments and votes in a week; those of stars and formats are of posts tagged with them.';

comment on function private.admin_week(date) is 'See public.admin_week().';

comment on function public.admin_week(date) is
  'RPC for admins: the figures of the week with this day (null: the last whole one) beside those of the week before, and what was talked about most.';

comment on function private.fold_star_score(uuid, text, integer, integer) is
  'Adds this difference and all waiting ones to a star''s row; false, and nothing, while somebody else holds the row or when there is none.';

comment on function private.fold_star_scores() is 'Job: adds waiting differences of votes to the stars'' rows.';

comment on function private.star_score_now(uuid) is 'A star''s row of star_scores with what waits for being added to it; null when there is none.';

comment on function private.derived_star_score(public.star_scores) is 'The row with averages and score from its sums, its counts and the stored means.';

comment on function private.spread_star_votes() is 'Counts the answers 1 to 5 of stars whose votes changed; part of the hourly private.rescore_all_stars().';

comment on function private.merge_stars(uuid, uuid) is
  'Moves all that hangs on a duplicate to the star that stays, fills its gaps and deletes the duplicate; the bin keeps both as they were.';

comment on function private.merged_tables() is 'Tables of which a merge keeps what it changed at the star that stays, and what tells their rows apart.';

comment on function private.as_said(jsonb) is 'A row without whether it weighs and when it was written: both change by themselves.';

comment on function private.rows_of_merge(uuid) is 'What a merge may change at a star, also in seasons that lie in the bin.';

comment on function private.move_votes(uuid, uuid) is 'A part of private.merge_stars().';

comment on function private.move_members(uuid, uuid) is 'A part of private.merge_stars(): fans, follows and the door of stars.';

comment on function private.move_seasons(uuid, uuid) is 'A part of private.merge_stars(): participations, also in seasons that lie in the bin.';

comment on function private.forget_withdrawn(uuid, uuid, uuid) is
  'What a member has withdrawn from the star that stayed since a merge does not come back with the other. A part of private.undo_merge().';

comment on function private.take_merged_rows_back(uuid, text) is
  'Removes what a merge brought to the star that stayed, as far as it is still what the merge left: what was said since stays. A part of private.undo_merge().';

comment on function private.survivor_before(uuid) is 'Gives the star that stayed what it was before a merge. A part of private.undo_merge().';

comment on function private.split_tags(uuid, uuid, uuid) is 'Gives posts the tag they had before a merge. A part of private.undo_merge().';

comment on function private.undo_merge(uuid) is
  'Makes two stars of a merged one again; null where the entry of the bin is no merge. Part of public.admin_restore_from_bin().';

comment on function private.star_distinction(uuid) is
  'What tells a star from others of its name that the caller may see, as {distinguished_by}: a season, else the year of birth, else the address. Asked only where there is another.';

comment on function private.distinguished(uuid, text, text) is
  'An empty object, or what private.star_distinction() says where another star has the same folded name: added to references of stars.';

comment on table private.distinct_stars is 'Pairs of stars of which the team says that they are two persons. Goes with the stars when they have left the bin.';

comment on function private.tell_stars_apart(uuid, uuid, boolean) is 'See public.admin_tell_stars_apart().';

comment on function public.admin_tell_stars_apart(uuid, uuid, boolean) is
  'RPC for staff: two stars of similar names are two persons and are no longer proposed as duplicates of each other; false takes that back. Hints same_star, target_gone.';

comment on function private.stars_apart(uuid) is 'Stars of which the team says that they are another person than this one, and who said it when.';

comment on function private.star_spread(uuid, text) is 'Percentages of the answers 1 to 5 to a question about a star; null below five answers.';

comment on function private.star_history(uuid) is 'HoT score of a star, one of each week of a year, oldest first.';

comment on table private.star_rank_snapshots is 'Rank and score of each star on a Berlin day: every day for 60 days, Mondays for two years.';

comment on column private.star_rank_snapshots.score is 'HoT score of that day; null in snapshots from before version 1.6.';

comment on table private.star_score_deltas is 'Differences that wait for being added to star_scores. Without foreign key: votes of a deleted star are subtracted after it is gone.';

comment on table private.star_vote_spreads is 'Weighing answers 1 to 5 of each question about a star, as of the last private.spread_star_votes().';

comment on function private.add_to_star_score(uuid, text, integer, integer) is
  'Adds to count and sum of one question of one star: at once, or as a difference that waits while the row is locked.';

comment on function private.import_social(jsonb, boolean, jsonb) is 'See public.admin_import_social().';

comment on function public.admin_import_social(text, boolean, jsonb) is
  'RPC for staff: what each line changes; with p_apply it is done, all or none. p_seen: the answer that was shown; if it would be another one by now, nothing is done.';

comment on view private.format_heads is
  'Active formats as formatCard without its people: with the next episode (running, else the first to come; a repeat only if there is nothing else).';

comment on function public.format_events(text, text, integer) is
  'With a season all its episodes in order, else the events of the format from today on (Berlin) and what still runs: 50, at most 200.';

comment on function public.calendar_feed(text, text, text, text) is
  'iCalendar feeds: events from 30 days ago to 365 days ahead, of one format, broadcaster or provider; null when there is no such. Or one event by its id.';

comment on function private.count_event_versions() is 'Trigger: counts the versions that matter to calendar apps.';

comment on column public.calendar_events.is_cancelled is 'It was announced and does not take place.';

comment on column public.calendar_events.ics_sequence is
  'SEQUENCE of RFC 5545: rises when day, time, length or cancellation change, so that calendar apps take the new version.';

comment on function private.broadcast_end(date, time, integer) is
  'When a broadcast ends; 60 minutes are assumed where none are known. Mirrors eventEnd() of domain.';

comment on function private.is_on_air(date, time, integer, timestamptz) is
  'Whether a broadcast runs, from its first minute until its end. Mirrors eventWhen() of domain.';

comment on function private.is_over(date, time, integer, timestamptz) is
  'Whether a broadcast has ended. What begins two days ago or later may still run: lists begin there.';

comment on function private.television_day(timestamptz) is 'The television day, from 05:00 to 05:00 in Berlin. Mirrors televisionDay() of domain.';

comment on function private.television_day_of(date, time) is
  'The television day of a broadcast: after midnight it belongs to the evening before.';

comment on function private.shown_time(date, time) is 'A wall clock time that exists: in the gap of spring an hour later.';

comment on view private.waiting_posts is 'What waits for the team: new posts, changes of approved ones, and rumors whose text was changed after a decision.';

comment on function private.write_options(uuid, text[]) is 'Sets the answers of a poll in this order.';

comment on function private.reopen_rumor(uuid, uuid) is
  'After title, text or source of a rumor changed: its status is open again, the team is asked, and those who voted will be told.';

comment on function private.change_post(uuid, private.post_text, uuid, boolean) is
  'The only way a text changes: keeps the version before and marks the post; a decided rumor is open again. False when nothing changed.';

comment on function public.create_post(uuid, text, text, text, uuid[], text, text[], timestamptz, text) is
  'RPC: writes a post with the id the client has chosen and returns savedPost; the same id again returns the same post.';

comment on function private.set_subject(public.community_posts, text) is
  'What an own rumor is about from now on. A sensitive one that no human has read goes offline until one has.';

comment on function private.update_post(uuid, text, text, uuid[], text, text[], timestamptz, text) is 'See public.update_post().';

comment on function public.update_post(uuid, text, text, uuid[], text, text[], timestamptz, text) is
  'RPC: changes an own post (null options or subject: unchanged); returns savedPost. The change of an approved post may have to wait, while the post stays.';

comment on function private.is_sensitive_post(uuid) is 'Whether the queue shows a post as sensitive.';

comment on function public.admin_decide_posts(uuid[], timestamptz[], text, text, boolean) is
  'RPC for staff: approves, rejects or deletes (with a reason) up to 50 posts, each as it was seen; returns [{id, outcome, by}]. A sensitive one is only approved alone, and with p_sensitive_seen.';

comment on function private.shows_link(text) is 'Whether a page may show an address in a text as a link.';

comment on function private.may_link() is
  'Whether the caller may put links into comments: staff, and members of a week with three posts or comments that are online.';

comment on function private.refuse_early_link() is 'Trigger: links in comments are for members who have been here for a while.';

comment on function public.posts_page(text, text, text, text, text, integer) is
  'Lists of Trashtalk: kind or all; sort new, active, hot or top (window 7, 30 or all); tag as id or slug of a star or format; keyset cursor.';

comment on function public.trashtalk_page() is 'Page /trashtalk: the six hottest posts, then the four latest of each kind that are not among them.';

comment on function public.post_live(text) is
  'What of an approved post changes while its page is open: its card, when it was edited, its 20 latest comments; or null.';

comment on table private.post_versions is
  'Earlier versions of posts. What everybody has read stays readable for everybody, unless the team has changed it since. A job deletes them 180 days after they were replaced.';

comment on column private.post_versions.rumor_status is 'What the team had said about this version; null unless it is a rumor.';

comment on column private.post_versions.replaced_by is 'Who wrote the next version. Authors do not learn which member of staff did.';

comment on column private.post_versions.was_public is
  'Whether everybody could read this version; of those from before this column nobody knows.';

comment on table private.changed_rumors is
  'Changed rumors and polls whose voters are being told, by the id of the last one; rows are gone within seconds.';

comment on function private.tell_voters() is
  'Part of private.deliver_notifications(): tells the next 100 voters of each changed rumor. Returns how many.';

comment on table private.post_revisions is
  'The text that the author of an approved post wants instead, until the team has decided; a rejected one stays for its author to change.';

comment on column private.post_revisions.decision_id is 'The moderation action of its rejection, for an appeal.';

comment on function private.text_of_revision(private.post_revisions) is 'The text that waits.';

comment on function private.rejection_of(uuid) is 'For the author of a rejected post: the decision that can be appealed, as {id, appeal}.';

comment on function private.revision_of(uuid) is 'For author and staff: what became of the change that waits, as postRevision; null when there is none.';

comment on function private.publish_revision(uuid, text) is 'Replaces an approved post by the change that waits and tells its author; false when none does. Callers must have checked permissions.';

comment on function private.decide_revision(uuid, text, text) is 'approve replaces the post by the change that waits, reject keeps it; the author is told.';

comment on function private.decision_state(uuid) is 'The version a decision is about, as its time, and whether it is about a change that waits.';

comment on function private.settle_recheck() is 'Trigger: once staff have set the status, whatever it is, nobody is asked again.';

comment on function private.public_versions(uuid) is 'The earlier versions of a published post that everybody may read.';

comment on function private.version_of_choice(uuid) is
  'What a post said when the caller voted on it or reacted to it; null: what it says now, or no choice.';

comment on function private.may_publish_at_once() is
  'Whether the caller publishes without approval: staff, and members with enough approved posts and no recent warning (5 and 90 days unless the settings say otherwise); while the team is away no new accounts.';

comment on function private.statement_of(text, text, timestamptz) is 'The statement of a post as {speaker, text, at}, or null.';

comment on function private.set_statement(uuid, timestamptz, text, text) is 'See public.admin_set_statement().';

comment on function public.admin_set_statement(uuid, timestamptz, text, text) is
  'RPC for staff: publishes, changes or (without text) removes what the person concerned says about a post; p_seen: since when the shown one stands. {id, outcome, by}; hints speaker_length, statement_length.';

comment on function private.rumor_subjects() is 'What a rumor can be about; as rumorSubjects in domain/.';

comment on function private.is_sensitive(text) is 'Whether rumors about this wait for a human and need a source; as sensitiveSubjects in domain/.';

comment on function private.subject_of(uuid) is 'For author and staff: what the rumor is about.';

comment on function private.require_fitting_subject(text, text, text) is 'Refuses a subject that a post of this kind does not have, and a sensitive one without source.';

comment on function private.answers_of(uuid) is 'The answers of a poll as one text, to look for words in; null for other posts.';

comment on function private.needs_a_human(text, text, text, uuid[], text) is
  'Whether a text of the caller waits for the team although its author publishes at once otherwise: a rule holds it, or it is about a person and a sensitive subject.';

comment on function private.found_subjects(text, text) is 'The sensitive subjects of a post: what its author says and what its words point to.';

comment on column public.community_posts.edited_at is 'When the published text was last changed ("bearbeitet"); null: never.';

comment on column public.community_posts.rumor_subject is
  'What a rumor is about, as its author says; null when nobody asked. For its author and staff: nobody shall list people by it.';

comment on column public.community_posts.statement is
  'What somebody the post is about has to say, published by the team; who speaks and since when are beside it.';

comment on column public.community_posts.mentions is
  'Members whose @nickname is in the content when it was last written, as {nickname key: slug}; null: none. Set by a trigger.';

comment on type private.post_text is 'What the author of a post writes. options is null unless it is a poll.';

comment on function private.text_of(uuid) is 'The current text of a post.';

comment on function private.text_json(private.post_text) is 'A text as postText, with the stars and formats that are active.';

comment on function private.text_of_version(private.post_versions) is 'The text of an earlier version.';

comment on function private.clean_options(text[]) is 'The answers of a poll as they are stored; refuses what breaks the limits.';

comment on function private.require_valid_tags(uuid[]) is 'Refuses tags that are given twice or that are neither star nor format.';

comment on function private.clean_source(text) is 'The source of a rumor as it is stored; refuses what is no web address.';

comment on function private.unpublished_post(uuid) is 'See public.unpublished_post().';

comment on function private.any_post_by(text, date, text) is 'A post in any state by its dated address.';

comment on function public.unpublished_post(text, text, text) is
  'RPC: a post that guests do not see, for its author and staff, by its dated address or by its id as slug; null for everybody else. Also answers once it is published.';

comment on function private.post_history(uuid) is 'See public.post_history().';

comment on function public.post_history(text) is
  'RPC: the text of a post, up to 100 earlier versions that everybody may read, latest first, and which of them the caller voted on. For author and staff all of them, and the change that waits or was rejected. Null: no such post.';

comment on function private.restore_own_post(uuid) is 'See public.restore_own_post().';

comment on function public.restore_own_post(uuid) is
  'RPC: brings back a post that the caller deleted within the last hour, with comments, votes and reactions; false when there is none.';

comment on function private.fill_post(uuid, text, text[]) is 'Source or answers of a post the caller has just written.';

comment on function private.asked_text(public.community_posts, text, text, uuid[], text, text[], timestamptz) is
  'What the author of a post wants it to be, cleaned and by the rules of posts; null options: as they are.';

comment on table private.rumor_hits is
  'Votes on rumors as they were when the team decided, and whether they were right; gone when the status is open again. Not those of the author.';

comment on table private.hit_rates is 'Sums of private.rumor_hits by member, kept by its triggers; hidden: neither on the profile nor in the chart.';

comment on function private.count_hits() is 'Trigger: keeps the sums of whoever was right or wrong.';

comment on function private.record_hits(public.post_rumors) is
  'Notes who was right about a decided rumor, by the votes cast before the decision; takes that back when it is open again.';

comment on function private.decide_hits() is 'Trigger: a decision about a rumor, or its end, settles the votes.';

comment on function private.announce_decision() is 'Trigger: those who voted will be told of the decision of the team.';

comment on function private.shown_hit_rate(uuid) is 'The hit rate on a profile: from ten decided votes on, unless the member hides it.';

comment on function private.hit_rate_of_caller() is 'The caller''s own hit rate, and whether others see it.';

comment on function private.show_hit_rate(boolean) is 'Shows or hides the caller''s hit rate; a hidden one leaves the chart at once.';

comment on function public.own_hit_rate() is 'RPC: {hits, decided, shown} of the caller''s votes on rumors that are decided.';

comment on function public.set_hit_rate_shown(boolean) is 'RPC: whether others see the caller''s hit rate, on the profile and in the chart; returns own_hit_rate().';

comment on function private.question_is_fixed(uuid, private.post_text) is
  'Whether this text would put votes under another question, which only the team may do.';

comment on function private.poll_is_over(public.community_posts) is 'Whether a poll has ended. One that was refused before anybody could vote may get another end.';

comment on function private.keep_end() is 'Trigger: a poll that has ended does not open again, whoever writes.';

comment on column public.post_rumors.recheck_at is
  'Since when the team is asked again: the text was changed after it had decided. Null once it has.';

comment on column public.post_rumors.voters_told_at is 'When those who voted were last told of a change: once a day at most.';

comment on function private.takes_votes(uuid) is 'Whether members vote on this rumor: it is online and not debunked.';

comment on function private.list_posts(text, text, integer, uuid, text, integer) is
  'Ids of approved posts, sorted new (creation), active (last activity), hot (stored hotness) or top (hearts − poops + votes + comments), optionally of one kind, tag or the last days, after a cursor.';

comment on table public.saved_posts is 'Posts a member wants to find again. Only the member reads them; nobody is told and nothing counts them.';

comment on function public.account_saved(text, integer) is 'RPC: approved posts the caller has saved, latest saved first, after a cursor.';

comment on function private.index_post() is 'Trigger: keeps private.post_search and private.post_titles up to date with title and content.';

comment on table private.post_titles is 'Folded titles of posts; maintained by a trigger of community_posts.';

comment on function private.searched_in(public.community_posts) is
  'What search finds a post by: title, text and the answers of a poll. Not its source, whose address has words of any site.';

comment on function private.index_answers() is 'Trigger: keeps private.post_search up to date with the answers of a poll.';

comment on function private.latest_posts(text, uuid[], integer) is 'The latest posts of a kind as postCards, without those that are shown already.';

comment on table private.week_topics is 'Stars and formats with the most posts that were active in the last seven days, as of the last private.refresh_popular().';

comment on function private.refresh_week_topics() is 'Counts private.week_topics; part of the job refresh_popular.';

comment on function private.tag_ref(uuid) is 'An active star or format as postTag, or null.';

comment on function public.posts_aside(text) is
  'Beside the lists of Trashtalk: the star or format with the id p_tag (or null), up to twelve topics of the week, the three latest comments.';

comment on function public.posts_feed(text) is 'The 50 latest approved posts, of one kind or all, newest first.';

comment on function private.found_comments(text, uuid, text, integer, timestamptz, uuid, integer) is
  'Comments of the last days (30 at most) that still stand, latest first. kind: links, new (accounts of less than a week), reported, or null.';

comment on function private.comments_for_team(text, text, text, integer, text, integer) is 'See public.admin_comments_page().';

comment on function public.admin_comments_page(text, text, text, integer, text, integer) is
  'RPC for staff: comments of up to 30 days, latest first, by words, nickname and kind (links, new, reported); {items, next, ids}. ids (first page only): the latest 1,000 of all that match, with their authors.';

comment on function private.remove_comments(uuid[], text, text) is 'See public.admin_remove_comments().';

comment on function public.admin_remove_comments(uuid[], text, text) is
  'RPC for staff: removes up to 200 comments, each a decision with this reason; {removed, skipped}. Hints reason_required, row_count.';

comment on table private.held_comments is 'Comments that their authors had the team read, because they would have been refused; a rejected one stays for an appeal.';

comment on function private.hold_comment(uuid, uuid, uuid, text) is 'See public.hold_comment().';

comment on function public.hold_comment(uuid, uuid, uuid, text) is
  'RPC: has the team read a comment that is refused at once (rule_held, links_too_early); it is published when they approve. The same id again changes nothing. At most five wait. Hints comment_empty, comment_length, nickname_required, post_gone, parent_deleted, reply_closed, too_many_held.';

comment on function private.drop_held_spam() is 'Trigger: what an account removed as spam has waiting is nobody''s work.';

comment on function private.publish_held_comment(uuid, text) is
  'Publishes a comment that waits, or was rejected, and tells its author; false when its place is gone. Callers must have checked permissions.';

comment on function private.reject_held_comment(uuid, text) is 'Rejects a comment that waits; its author gets the reason and may appeal.';

comment on function private.held_comments_page(text, integer) is 'See public.admin_held_comments_page().';

comment on function public.admin_held_comments_page(text, integer) is 'RPC for staff: comments that wait to be read, oldest first; {items, next}.';

comment on function private.decide_held_comments(uuid[], boolean, text) is 'See public.admin_decide_held_comments().';

comment on function public.admin_decide_held_comments(uuid[], boolean, text) is
  'RPC for staff: publishes up to 200 comments that wait, or rejects them with this reason; {done, skipped}. Skipped: decided or gone meanwhile, one''s own, or without a place any more. Hints reason_required, row_count.';

comment on function private.limit_new_member() is 'Trigger: accounts younger than 24 hours write ten comments a minute at most; 429 (hint rate_limited_new) beyond.';

comment on function private.refuse_repetition() is
  'Trigger: a member does not write the same in the same thread again within 24 hours, nor texts from 20 characters on anywhere below the post.';

comment on function private.mentioned_names(text) is
  'Up to ten distinct @names in a text as typed, in lower case; none in an address. private.name_spellings() says whom they can mean.';

comment on function private.set_mentions() is 'Trigger: sets mentions of a comment or post from its content.';

comment on function public.comments_page(text, text, text, integer) is
  'Comments of an approved post: top level best or new after a cursor, each with its first answers and their number (at most 1,000), and the time of the answer.';

comment on function public.comment_thread(text) is
  'RPC: the thread of a comment on an approved post (its top level, and 5 answers before and 25 from the linked one on) and the post''s address; null when there is none.';

comment on table public.comment_reads is 'Until when a member has read the comments of a post; for the jump to the first unread one.';

comment on function private.guard_read() is 'Trigger: the time moves forward only.';

comment on function private.removed_comment_state(public.moderation_actions) is
  'restorable, or why not: own (of whoever asks), appealed (decided there), expired.';

comment on function private.commented_post(public.community_posts) is 'The post that a comment stands below, for the team.';

comment on function private.removed_comments_page(text, text, integer) is 'See public.admin_removed_comments_page().';

comment on function public.admin_removed_comments_page(text, text, integer) is
  'RPC for staff: comments that the team removed, latest first, as long as their texts are kept (180 days), with words in the text; {items, next}. admin_take_back(decision_id) restores one.';

comment on function private.hide_author_of_deleted() is 'Trigger: a deleted comment has no author that anybody could read; a restored one has its own again.';

comment on function private.hide_author_of_restored() is 'Trigger: the same for a comment that is deleted when it is inserted.';

comment on function private.comment_author(public.comments) is 'Who wrote a comment, also when it is deleted.';

comment on table private.deleted_comment_authors is 'Who wrote a comment that is deleted now. Back in the row when it is restored.';

comment on function private.count_replies(uuid, uuid) is
  'Answers to a comment, deleted ones included, at most 1,000. Definer, because behind row-level security each would be checked.';

comment on function public.comment_replies(text, text, text, integer) is
  'RPC: answers to a comment of an approved post, oldest first, after or before one of them, and whether there are more on that side.';

comment on function public.comment_news(text, timestamptz, uuid[]) is
  'RPC: what an open page missed since a time: the 1,000 latest new comments by id, and counters, deletions and edits of up to 1,000 shown ones; null for a post that is not approved.';

comment on function public.fresh_comments(text, uuid[]) is
  'RPC: up to 100 comments of an approved post by id, answers inside their thread, which otherwise is not loaded; newest thread first.';

comment on function private.latest_comments(integer, uuid) is
  'The latest comments below approved posts, or below this one, newest first. A definer function for its plan; everybody may read them.';

comment on table private.pending_counts is
  'Changes of counters that are not in their rows yet: written when somebody else is at the row, and gone within a second.';

comment on column private.pending_counts.target_id is 'The post (of a rumor as well), the option of a poll, the comment, or of karma the member.';

comment on function private.fold_counts() is
  'Job: adds what is left in pending_counts to its counters; rows that somebody is at wait for the next run. Returns how many rows it looked at.';

comment on view private.counted_posts is 'Posts with counters that include what is still in pending_counts, so that everybody finds their own reaction, vote and comment counted.';

comment on view private.counted_rumors is 'Rumors, as counted_posts.';

comment on function private.count_on(text, uuid, integer, integer, integer, integer, integer, integer, integer, timestamptz) is
  'Adds to the counters of a row, with what others left in pending_counts; leaves it there when somebody else is at the row. Waits for nobody. Comments and votes also set last_activity_at of a post. False when it was left, null when the row is gone.';

comment on function private.settle_karma(text, uuid, uuid) is
  'Makes the ledger agree with a member''s reaction to a post or comment, or with its absence. May be repeated.';

comment on function private.count_reaction(text, uuid, uuid, integer, integer) is
  'Counts a reaction and settles its karma, at once or both later.';

comment on function private.settle_pending_karma() is 'Settles the karma of up to 1,000 reactions of pending_karma; the sums are left in pending_counts.';

comment on table private.pending_karma is 'Reactions whose karma the ledger does not have yet; gone within a second.';

comment on function public.viewer_posts(uuid[]) is 'RPC: the caller''s reaction and vote on up to 100 posts, and whether they are saved; one entry for each id asked.';

comment on function public.viewer_comments(text) is
  'RPC: the caller''s reactions to comments of one post, the 1,000 latest; how many others wrote since they last read (at most 1,000), the first of these, and the newest of all.';

comment on function private.sticker_counts(uuid) is 'How often each sticker is on a post: {sticker: count}, without those that are not.';

comment on table public.post_stickers is
  'One sticker per member and post, beside heart or poop. Nobody earns karma by it and nobody is told; pages show how many there are.';

comment on function private.last_staff_action() is 'When somebody of the team last decided or changed something; null: never yet.';

comment on function private.team_away_since() is 'Since when the team counts as away; null while it does not, and before its first action. The next one ends it.';

comment on function private.slow_down_while_away() is 'Trigger: while the team is away comments are slower, those of new accounts most; 429 (hint team_away) beyond.';

comment on function private.keep_decider() is 'Trigger: who decided about a post, and when, is written by guard_post() alone, which comes after it.';

comment on function private.archived_parts() is
  'Rows of a post that its archive keeps and that no trigger derives from the others. Those without a member belong to the author.';

comment on function private.parts_of_post(public.community_posts) is 'What private.archived_parts() names, by part.';

comment on function private.restore_parts(jsonb) is 'Inserts what private.parts_of_post() kept, but for what belonged to deleted accounts.';

comment on function private.leave_in_bin(public.community_posts, jsonb) is
  'What ties a restored post to a star, format or news in the bin comes back with that.';

comment on function private.settle_restored(uuid, jsonb) is 'What a restored post does not bring along itself; record is that of its archive.';

comment on table private.spam_removals is 'What the team removed of an account as spam, so that it can be restored. A job deletes it after 180 days.';

comment on column private.spam_removals.archives is 'Rows of archived_posts, with the comments below these posts.';

comment on column private.spam_removals.comments is 'Comments below posts of others; their texts are in removed_comments.';

comment on column private.spam_removals.bin_id is 'What the account voted and reacted, restorable as long as the rest.';

comment on function private.remove_posts_of(uuid, text) is 'Archives and deletes every post of a member; returns the rows of the archive.';

comment on function private.remove_comments_of(uuid, text) is 'Empties every comment of a member, as the team removes one; returns their ids.';

comment on function private.close_reports_of_spam(uuid, text) is 'Closes every open report of what an account wrote and tells who reported; returns how many.';

comment on function private.admin_ban_spammer(uuid) is 'See public.admin_ban_spammer().';

comment on function private.restorable_spam(uuid) is 'What was removed of an account as spam within 30 days and not restored, as {posts, comments, removed_at}; null: nothing.';

comment on function private.restore_comments(uuid[]) is 'Restores comments that the team has removed; returns how many.';

comment on function private.admin_restore_spam(uuid, text) is 'See public.admin_restore_spam().';

comment on function public.admin_ban_spammer(uuid) is
  'RPC for staff: bans a member (moderators for 30 days) and removes all posts and comments, which closes the reports about them; {posts, comments}. Hints not_allowed, own_account, staff_by_admins, staff_spam, member_gone.';

comment on function public.admin_restore_spam(uuid, text) is
  'RPC for admins: lifts the ban and restores what was removed as spam within 30 days; {posts, comments}. Hint reason_required.';

comment on function private.voting_tables() is 'Where members vote and react, with their id in user_id. What they say of stars weighs nothing while they are banned.';

comment on function private.put_votes_in_bin(uuid) is 'Takes back what a member voted and reacted; returns where it is kept.';

comment on function private.restore_votes_from_bin(uuid) is 'Restores votes and reactions that private.put_votes_in_bin() took back.';

comment on function private.spam_preview(uuid[]) is 'See public.admin_spam_preview().';

comment on function public.admin_spam_preview(uuid[]) is 'RPC for staff: whom and how much the removal of up to 200 accounts as spam would hit: [{id, nickname, posts, comments}].';

comment on function private.sensitive_subjects(text) is
  'The sensitive subjects that words of the text point to, of health, sexuality, crime and minors; as sensitiveSubjects in domain/. May only make a text wait, never publish it.';

comment on function private.decide_cases(jsonb, text, text) is 'See public.admin_decide_cases().';

comment on function public.admin_decide_cases(jsonb, text, text) is
  'RPC for staff: decides up to 200 cases [{report_id, target_id, target_type}] alike, dismiss or delete (which resets all of a profile); {decided, skipped}. Hints reason_required, row_count, case_action.';

comment on function private.case_claim(text, uuid) is 'Who decides about this at the moment, as {nickname, until, is_mine}; null: nobody.';

comment on function private.claim_case(text, uuid, boolean) is 'See public.admin_claim_case().';

comment on function public.admin_claim_case(text, uuid, boolean) is
  'RPC for staff: takes a case for ten minutes, or gives it back; until then nobody else decides it. {claim: {nickname, until, is_mine} | null}, which is somebody else''s when they were first.';

comment on function private.take_case(text, uuid) is 'Ends the claim of what is being decided; refuses (hint case_claimed) while it is somebody else''s.';

comment on function private.hide_post(uuid, text) is 'See public.admin_hide_post().';

comment on function public.admin_hide_post(uuid, text) is
  'RPC for staff: takes a post offline until it is cleared: it waits in the queue, its reports stay open, its author gets the reason. {id, outcome, by}.';

comment on function private.can_lift(public.moderation_actions) is
  'Whether a warning, removal or ban of the last 30 days still stands and can be taken back. One that was appealed is decided there.';

comment on function private.take_back(uuid, text) is 'See public.admin_take_back().';

comment on function public.admin_take_back(uuid, text) is
  'RPC for admins: takes a warning, removal or ban back within 30 days and tells the member: {effect}, a sentence for them. Hints not_liftable, own_case.';

comment on function private.content_case(text, uuid) is 'See public.admin_content_case().';

comment on function public.admin_content_case(text, uuid) is
  'RPC for staff: a post, comment or profile with its author''s record and open reports, as contentCase; null when it is gone.';

comment on function private.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean, text[]) is 'Decides a report case, completely or not at all.';

comment on function public.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean, text[]) is
  'RPC for staff: {decision_id, closed, problem, warnings}. p_report_id is any open report of the target p_content_id. dismiss, delete, warn (p_severity) or ban (p_days, null: permanently); p_remove takes the content down as well, of a profile p_parts (nickname, bio, avatar).';

comment on function private.decide_content(public.reports, text, text, text, integer, text, boolean, text[]) is
  'Decides about a post, comment or profile, completely or not at all, and closes every open report of it. lead: one of these, or without id what staff found themselves. Callers must have checked it.';

comment on function private.found_content(text, uuid) is
  'Locks what staff decide about on their own: its oldest open report, or a record without id that says what it is; hints target_gone, own_case.';

comment on function private.moderate_content(uuid, text, text, text, text, integer, text, boolean, text[]) is 'See public.moderate_content().';

comment on function public.moderate_content(uuid, text, text, text, text, integer, text, boolean, text[]) is
  'RPC for staff: as moderate_case, of content that nobody needs to have reported; open reports of it are closed. delete, warn or ban.';

comment on function private.is_own_content(uuid) is 'Whether the caller wrote this post or comment, or is this member.';

comment on function public.report_content(uuid, text, uuid, text, text, boolean, text, text) is
  'RPC, guests too: reports a post, comment or profile. {state: open | known | confirm}; hints details_missing, details_length, own_content, good_faith_missing, name_missing, email_invalid, target_gone, rate_limited (429).';

comment on function private.mail_confirmation(public.reports) is
  'Mails a guest the link that makes their report count. The mail contains no text written by strangers.';

comment on function private.take_report(public.reports) is
  'Stores the report of the caller, whoever `reporter_id` says: {state: open | known | confirm}. Guests'' reports are counted, and confirmed by mail.';

comment on function private.case_notes_of(text, uuid) is 'The latest 50 notes, questions and answers about it, oldest first.';

comment on function private.note_text(text, integer) is 'A cleaned text that is not empty; hints note_length, note_missing.';

comment on function private.note_case(text, uuid, text) is 'See public.admin_note_case().';

comment on function public.admin_note_case(text, uuid, text) is
  'RPC for staff: leaves a note that only the team reads; {notes}. Hints note_length, note_missing, target_gone.';

comment on function private.ask_in_case(uuid, boolean, text) is 'See public.admin_ask_in_case().';

comment on function public.admin_ask_in_case(uuid, boolean, text) is
  'RPC for staff: mails a question of up to 1,000 characters to whoever reported it, or to whom it is about as author; the answer stands in the case. {notes}. Hints note_length, note_missing, report_gone, address_gone.';

comment on function private.asked_question(text) is 'The question of this link, which works for 30 days. The code has 244 random bits and cannot be guessed.';

comment on function private.case_question(text) is 'See public.case_question().';

comment on function public.case_question(text) is 'RPC, guests too: what the team asked, {state: open | already | unknown, question}.';

comment on function private.answer_case(text, text) is 'See public.answer_case().';

comment on function public.answer_case(text, text) is
  'RPC, guests too: answers a question of the team once, {state: answered | already | unknown}. Hints note_length, note_missing.';

comment on function private.purge_orphan_reports() is 'Deletes open reports whose post, comment or member is gone.';

comment on function private.report_thing(text) is 'What was reported, in a sentence.';

comment on function private.check_profile_parts(uuid, text[]) is 'Refuses to take nothing out of a profile, and moderators to change the team''s.';

comment on function private.take_down_profile(uuid, text[]) is
  'Resets nickname, text or picture of a reported profile, and keeps what they were for an appeal.';

comment on function private.restore_profile(public.moderation_actions, text) is
  'Gives a profile back what a lifted decision took, unless the member has changed it since; a sentence for the member.';

comment on function private.case_profile(text, uuid) is 'The reported profile as everybody sees it; null when the target is no profile, or gone.';

comment on table public.reports is
  'A post, comment or profile somebody finds wrong. Guests too may report, with name, e-mail and a good-faith statement. Staff read.';

comment on column public.reports.target_profile_id is 'The reported member. No foreign key, as for posts and comments.';

comment on column public.reports.rule_id is
  'The rule that reported it instead of a person. No foreign key: without the rule it is still no notice of a person.';

comment on table private.report_senders is
  'Mails that guests asked for and guests'' reports, of the last day, by a hash of the network, mailbox or /48 that each counts for.';

comment on table private.removed_profiles is 'What the team took out of a profile, needed to answer an appeal. A job deletes it after 180 days.';

comment on column private.removed_profiles.picture is 'Whether the picture was deleted; it cannot be restored.';

comment on table private.case_claims is 'Who of the team is deciding about what, for ten minutes at a time.';

comment on table private.case_notes is
  'Notes of the team about a case, questions it mailed and their answers; no foreign key to the content, which may be gone. Kept for 180 days.';

comment on column private.case_notes.token_hash is 'Of a question: hash of the code in the link to answer it. Only the mail holds the code itself.';

comment on function private.take_decision(uuid) is 'Locks a waiting decision of the caller for this transaction, which now acts for them; null: nothing waits.';

comment on function private.settle_decision(uuid, jsonb, text) is 'Notes how a decision ended that this transaction has taken.';

comment on function private.postpone_decision(uuid) is 'Gives a decision back that this transaction has taken; the next run tries again.';

comment on function private.carry_out(uuid) is 'Carries out a stored decision of the caller, if it still waits, or notes why that was refused.';

comment on function public.admin_decide_now(uuid) is 'RPC for staff: carries out a decision of the caller without waiting any longer; returns it as it then is.';

comment on function private.carry_out_decisions() is 'Job: carries out decisions that nobody has undone, each as who decided. Returns how many.';

comment on function private.decision_json(private.pending_decisions) is 'A stored decision as the interface shows it.';

comment on function private.kept_decision(uuid) is 'A stored decision of the caller, as the interface shows it.';

comment on function private.busy_targets(text[]) is 'Those targets about which a decision waits.';

comment on function private.pending_by(text) is 'Who has decided about a target and can still undo it; null: nobody.';

comment on function private.refuse_pending(text) is 'Ends the call, because somebody has just decided about the same.';

comment on function private.keep_decision(uuid, text, jsonb, jsonb) is 'Stores a decision of the caller that was tried out, for ten seconds.';

comment on function public.admin_decide(uuid, text, jsonb) is
  'RPC for staff: stores a decision, which is carried out after ten seconds unless it is undone. p_args are those of the function for its kind, and p_seen: {type:id → version as it was loaded}. What has changed since is left out and named in changed. Checked as if it were carried out now.';

comment on function private.undo_decision(uuid) is 'See public.admin_undo_decision().';

comment on function public.admin_undo_decision(uuid) is
  'RPC for staff: takes a decision of the caller back while it waits, or takes note that it was not carried out. False: too late.';

comment on function public.admin_pending_decisions() is
  'RPC for staff: what waits to be carried out, of everybody, and what of the caller was not; admins also see that of people who left the team.';

comment on table private.pending_decisions is 'Decisions of the team, kept for ten seconds before they are carried out, and for a while after.';

comment on table private.pending_targets is 'What a decision waits about: type:id. Nobody else can decide about it meanwhile.';

comment on function private.pending_decisions() is 'See public.admin_pending_decisions().';

comment on function private.is_carrying_out() is 'Whether this transaction carries out a decision that the caller has stored with their second factor.';

comment on function private.decision_targets(text, jsonb) is 'What a decision is about, as type:id.';

comment on function private.call_decision(text, jsonb) is 'Carries out a decision as the caller, by the function for its kind.';

comment on function private.decision_effect(text, jsonb) is 'How many targets an answer says were decided.';

comment on function private.target_version(text) is 'What a target is at the moment; another value once somebody has changed it.';

comment on function private.versions_of(text, text[]) is 'What the targets of a decision are at the moment, for those that must not change before it is carried out.';

comment on function private.only_targets(text, jsonb, text[]) is 'The arguments of a decision about several, with these targets only.';

comment on function private.decision_facts(text, jsonb, text[], jsonb) is 'What a decision does and to whom, for the texts of the interface.';

comment on function private.asks_what_was_seen(text) is
  'Whether a decision of this kind says by p_seen, {type:id → version}, which version of each target was read.';

comment on function private.changed_targets(text, jsonb, text[]) is 'Those targets that are not any more what their decider has read.';

comment on function private.rule_of(jsonb) is 'A rule as an admin wrote it, cleaned; hint rule_invalid. The table''s constraints decide whether it is one.';

comment on function private.rule_json(private.automod_rules) is 'A rule for the admin area, with how often it held or reported something in 7 days.';

comment on function private.automod_page() is 'See public.admin_automod_page().';

comment on function public.admin_automod_page() is 'RPC for admins: {rules}.';

comment on function private.save_automod_rule(uuid, timestamptz, jsonb) is 'See public.admin_save_automod_rule().';

comment on function public.admin_save_automod_rule(uuid, timestamptz, jsonb) is
  'RPC for admins: creates (without id) or changes a rule; a changed one goes back to its trial. Hints rule_invalid, changed_meanwhile, too_many_rules; 23505: the name is taken.';

comment on function private.switch_automod_rule(uuid, text) is 'See public.admin_switch_automod_rule().';

comment on function public.admin_switch_automod_rule(uuid, text) is
  'RPC for admins: puts a rule in force (on), on trial (shadow) or out of force (off); null deletes it. The rule, or null: it is gone.';

comment on function private.try_automod_rule(jsonb) is 'See public.admin_try_automod_rule().';

comment on function public.admin_try_automod_rule(jsonb) is
  'RPC for admins: what a rule would have met among the latest 2,000 posts and 5,000 comments of 7 days, {checked, posts, comments, members, examples}. What it would have prevented cannot be counted. Hint rule_invalid.';

comment on function private.rule_matches(private.automod_rules, text, text, uuid[], uuid, timestamptz) is
  'Whether what this member wrote at that moment meets every condition of the rule. star_tags: of the post, or of the post a comment is about.';

comment on function private.rules_for(text, text, uuid[], text[]) is 'The rules in force, of these actions, that a text of the caller meets; none for the team.';

comment on function private.wait_for_rule(timestamptz) is 'Refuses with 429 (hint rule_slow) until ten minutes after that moment.';

comment on function private.apply_rules_to_post() is 'Trigger: a post that meets a rule which slows down comes ten minutes after the last one.';

comment on function private.apply_rules_to_comment() is 'Trigger: refuses a comment that meets a rule which holds, and slows down.';

comment on function private.note_rules() is 'Trigger: notes which rules held a post, and reports what a rule flags.';

comment on function private.note_rules_of(text, uuid, text, uuid[]) is
  'Notes which rules held what the caller wrote, and reports what a rule flags; each rule once for a post or comment.';

comment on function private.rule_refuses_name(text, uuid) is 'Whether a rule in force keeps a member from having this nickname.';

comment on table private.automod_rules is
  'Rules of the admins: a text that meets every condition given waits (hold), is reported (flag) or has to come later (slow).';

comment on table private.rule_hits is 'Which rules made a post or comment wait or reported it; kept for 30 days.';

comment on function private.restore_rows(uuid, text) is 'Inserts the rows of one table of an entry of the bin.';

comment on function private.restore_from_bin(uuid) is 'See public.admin_restore_from_bin().';

comment on function public.admin_restore_from_bin(uuid) is
  'RPC for admins: restores an entry of the bin with everything that went along; {kind, name}, null if it is not there any more. Hints parent_gone, address_taken.';

comment on function private.is_restoring() is
  'Whether rows are being restored by this statement: triggers that choose, resolve or judge leave them as they were taken.';

comment on function private.restore_begins() is 'From here on rows are inserted as they were taken: private.is_restoring().';

comment on function private.restore_ends() is 'From here on what is inserted is new again.';

comment on function private.newest_series_rows(uuid) is
  'Each entry with episodes keeps the row of their series as it was then; restored is the one kept last.';

comment on function private.series_of_entry(uuid) is 'Series whose episodes an entry of the bin has, with the end they had before.';

comment on function private.end_restored_series(uuid, uuid, date) is 'The end of a series whose episodes came back with an entry of the bin.';

comment on function private.refuse_without_parents(uuid, text) is 'Rows that would stay away, or lose what they belong to, wait for it.';

comment on function private.restore_posts_of(uuid) is
  'What posts lost with an entry of the bin, tags at their places; a post that is deleted itself has it when it comes back.';

comment on function private.set_back(jsonb) is 'Sets one value of private.imports.changed back, unless somebody changed it since; whether it did.';

comment on function private.binned_tables() is
  'Tables whose rows go into the bin, those that others refer to first, and under which name their rows are counted.';

comment on function private.rows_for_bin(jsonb) is
  'Every row that a deletion takes along; things is {formats, seasons, stars, events, news}, each an array of ids, and {participants: [{season_id, star_id}]}.';

comment on function private.put_in_bin(text, text, jsonb) is 'Copies things that are about to be deleted into the bin, see private.rows_for_bin().';

comment on function private.bin_page(text, text, text, integer) is 'See public.admin_bin_page().';

comment on function public.admin_bin_page(text, text, text, integer) is
  'RPC for staff: what lies in the bin, latest first, of one kind (format, season, star, event, news, import) and with words in its name; {items, next}.';

comment on function private.empty_bin() is 'Deletes what has been in the bin for 30 days, with its pictures. A part of private.apply_retention().';

comment on table private.bin is 'What the team deleted, restorable for 30 days. Written by private.put_in_bin(), emptied by private.apply_retention().';

comment on column private.bin.merged_into is 'The star that stayed, of a merge.';

comment on table private.binned_rows is 'Rows of what is in the bin, whole and in the order in which they are restored.';

comment on table private.merged_rows is 'What a merge changed at the star that stayed, row by row, so that undoing it takes only that back.';

comment on function private.star_requests_page(text, text, integer) is 'See public.admin_star_requests().';

comment on function public.admin_star_requests(text, text, integer) is
  'RPC for staff: who says that they are a star and what stars say is wrong; open ones oldest first, or (decided) the latest first; {items, next}.';

comment on function private.decide_star_request(uuid, boolean, text, timestamptz) is 'See public.admin_decide_star_request().';

comment on function public.admin_decide_star_request(uuid, boolean, text, timestamptz) is
  'RPC for staff: grants or refuses what a star asks, as it was seen (p_seen: its asked_at); a claim that was granted can be taken away. {outcome done|decided|gone|changed}.';

comment on function private.stars_of(uuid) is 'Ids of the stars that this member is, or speaks for.';

comment on function private.star_door(uuid) is 'See public.star_door().';

comment on function public.star_door(uuid) is
  'RPC: whether the caller is this star, {state: none | begun | asked | granted | refused, speaker, code, reason}.';

comment on function private.ask_star_door(uuid, text, text) is 'See public.ask_star_door().';

comment on function public.ask_star_door(uuid, text, text) is
  'RPC: says that the caller is this star or speaks for them. Without p_proof it answers the code to post, with it the team checks; answers star_door. Hints speaker_length, proof_length, unknown_star, too_many_claims.';

comment on function private.tell_star_facts(uuid, text) is 'See public.tell_star_facts().';

comment on function public.tell_star_facts(uuid, text) is
  'RPC for a star: what is wrong about them on the site, for the team to correct. Hints not_this_star, note_length, note_missing.';

comment on function private.star_statement(uuid) is 'See public.star_statement().';

comment on function public.star_statement(uuid) is
  'RPC: {speaker, text, is_taken} if the post is about a star that the caller is (text: what they said; is_taken: another statement stands there); else null.';

comment on function private.answer_as_star(uuid, text) is 'See public.answer_as_star().';

comment on function public.answer_as_star(uuid, text) is
  'RPC for a star: publishes, changes or (without text) takes away what they say about a post about them; whether that changed anything. Hints not_this_star, statement_taken, statement_length.';

comment on function private.is_reserved_speaker(text) is 'Whether a name would be taken for the team, by one of its words or as that of somebody of the team.';

comment on function private.check_claimed_speaker() is 'Trigger: nobody claims to be a star under a name of the team.';

comment on function private.waiting_statement(uuid, uuid) is 'What a star has said about a post that the team has not looked at yet.';

comment on function private.publish_statement(uuid, uuid, text, text) is 'Puts what a star says above a post, or takes it away.';

comment on function private.true_speaker(text, uuid[]) is
  'Who a statement by the team is said to be from: a star of the post by the star''s own name; no other star, no member, nobody of the team.';

comment on table private.star_requests is
  'Members who say that they are a star or speak for one (claim), with the code that proves it, and what they say is wrong about the star (facts).';

comment on column private.star_requests.post_id is 'The post that a statement which waits is about.';

comment on table private.star_statements is
  'Who wrote the statement of a post themselves; it is theirs while the post''s statement stands since that moment.';

comment on function private.joined_subjects(text[], text[]) is 'Sensitive subjects of either list, in their order.';

comment on function private.waits_for_classifier(text, uuid[]) is 'Whether a post of the caller is about people, and a classifier is there to read it first.';

comment on function private.want_classification() is 'Trigger: queues a post whose author publishes at once otherwise.';

comment on function private.claim_classifications(integer, text) is 'See public.claim_classifications().';

comment on function private.settle_classification(uuid, timestamptz, text[]) is 'See public.settle_classification().';

comment on function public.claim_classifications(text, integer) is
  'RPC for the web server (secret key): posts that wait for the classifier, [{id, type, updated_at, text}]; says at the same time that there is one, and at which host.';

comment on function public.settle_classification(uuid, timestamptz, text[]) is
  'RPC for the web server (secret key): what the classifier found in a post as claimed; none: it is published, unless something else holds it.';

comment on function private.read_change(uuid, boolean) is 'Whether the change of a public post that now waits is for the classifier.';

comment on function private.to_classify(uuid) is 'What the classifier reads of a post: its text, or the change that waits; and which version that is.';

comment on table private.classifier is 'Whether a server with a classifier is running. Without one nothing waits for it.';

comment on table private.classifications is 'Posts that waited for the classifier, and what it found in them.';

comment on function private.alert_team(text, text, uuid, uuid) is 'Tells everybody of the team, except whoever did it, once a day for each thing.';

comment on function private.alert_of_report() is 'Trigger: the team hears of a report about illegal content or an affected person as soon as it counts.';

comment on function private.alert_of_appeal() is 'Trigger: the team hears of an appeal.';

comment on function private.team_alert_kinds() is 'What the team is told of, as teamAlerts of domain; a test compares.';

comment on function private.set_team_mails(jsonb, boolean, boolean) is 'Stores what the caller is told of, and how.';

comment on function public.admin_set_team_mails(jsonb, boolean, boolean) is
  'RPC for the team: what the caller is told of, {kind: {app, mail}}, and which regular mails come; answers own_team_mails.';

comment on function private.team_mails_of(uuid) is 'Which mails a member of the team gets; no row for others.';

comment on function private.own_team_mails() is 'See public.own_team_mails().';

comment on function public.own_team_mails() is
  'RPC: {alerts: [{alert, app, mail}], briefing, weekly} of the caller (weekly: null for moderators); null for whoever is not of the team, or has not shown their second factor.';

comment on function private.mail_address(uuid) is 'Where to write to a member; null when that is not known for sure.';

comment on function private.hours_since(timestamptz) is 'How long ago, as "seit 14 Stunden" needs it.';

comment on function private.stuck_mails() is
  'How many mails have failed three times and still do; 0 when only a few recipients are refused, which is their affair.';

comment on function private.watch_team() is
  'Job, every ten minutes: tells the team that something waits longer than app_settings.alert_after_hours, that a job or mails fail; and sends the briefing in the morning.';

comment on function private.unusual_yesterday() is
  'What was three times as much, or a third, of what a day of the week before had, from ten on: [{kind, yesterday, usual}].';

comment on function private.briefing_facts() is 'What the team should know in the morning, as briefingFacts of the web server.';

comment on function private.queue_briefings() is 'Sends the briefing to whoever of the team wants it, once each morning; returns how many.';

comment on table private.team_mails is 'Which mails about their work members of the team have chosen; without a row admins get all of them and moderators none.';

comment on column private.team_mails.silent is 'Kinds of alerts that are no notification.';

comment on column private.team_mails.mailed is 'Kinds of alerts that come by mail; null: all, or none without urgent.';

comment on column private.team_mails.weekly is 'Whether the figures of the week come by mail on Mondays, for admins; null: yes.';

comment on table private.team_alerts is 'What the team was told and when, so that each thing rings once a day; kept for 30 days.';

comment on table private.briefings is 'Days whose briefing was sent, or had nothing to say; kept for 30 days.';

comment on function private.week_of(date) is 'The week that begins with this Monday beside the one before, as adminWeek of domain.';

comment on function private.week_views(date) is 'What was opened most in the week of this Monday by those who agreed to being counted, five of each kind.';

comment on function private.queue_weekly(date) is 'Sends the figures of the week that began with this Monday to the admins who want them; returns how many.';

comment on function private.notify_comment() is 'Trigger: leaves the comment to the job that notifies.';

comment on function private.is_news(private.notification_events) is
  'Whether an act still stands: not withdrawn or deleted meanwhile, nor by an account that is banned or gone.';

comment on function private.notify_of_event(private.notification_events, uuid, text, uuid) is
  'One notification of one act; it joins the one of the same type and target, as private.notify() does.';

comment on function private.notify_together(private.notification_events[], uuid, text, uuid) is
  'Tells a member of several acts of one type on one target, in their order, with the outcome of private.notify() for each but two writes at most.';

comment on function private.people_before(uuid, uuid[]) is
  'The 70 latest commenters of a post, latest first, without the comments given: private.people_of_thread() as it was before them.';

comment on function private.deliver_events(uuid, integer) is
  'Notifies of the earliest acts on a post that wait: of a comment mentioned members first, then the one who is answered, the author, and at most 50 latest commenters. Returns how many acts.';

comment on function private.deliver_notifications() is
  'Job: notifies of what members did. Takes and writes in one transaction, so that whoever dies meanwhile has taken nothing. Several processes share the posts. Returns how many acts; 0 when nothing is left that no other process is at.';

comment on function private.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) is
  'For the server, in any name; for staff in their own, with a row in the log.';

comment on function private.notify_post_reaction() is 'Trigger: leaves the reaction to the job that notifies.';

comment on function private.notify_comment_reaction() is 'Trigger: leaves the reaction to the job that notifies.';

comment on function private.notify_rumor_vote() is 'Trigger: leaves the vote to the job that notifies.';

comment on function private.notify_poll_vote() is 'Trigger: leaves the vote, without the choice, to the job that notifies.';

comment on function private.with_actors(text, uuid, integer) is
  'Replaces "{actors}" by names: "Anna hat mit ❤️ auf …", "Anna und 4 weitere haben auf …".';

comment on function public.notification_settings() is
  'RPC: all types of notifications with the caller''s choice, and where they go: push or app; what is always on cannot be switched off.';

comment on function private.setting_of(text, jsonb) is 'The setting that switches a notification: an answer is stored as subsequent_comment, and is switched by reply_to_comment.';

comment on function private.wants(uuid, text) is 'Whether a member has this setting of notifications switched on.';

comment on column public.notifications.channel is 'Where it goes besides the list: to devices (push, also null of older rows), or nowhere (app).';

comment on table private.notification_actors is
  'Why there is a notification: a row for each act. Their people are counted in notifications.actors_count, each once.';

comment on column private.notification_actors.cause is 'The comment or the new post; of a reaction or a vote what it is on; zeros: nothing that can be withdrawn.';

comment on column private.notification_actors.gone is 'Withdrawn, deleted or removed since, or silenced by the recipient: not counted. Kept, so that giving it again does not ring again.';

comment on column public.notification_preferences.channel is 'Where this type goes while it is on: app and device, or the app only.';

comment on table private.notification_events is 'What members did and nobody has been told of yet; rows are gone within seconds.';

comment on column private.notification_events.comment_id is 'The comment that was written or reacted to.';

comment on column private.notification_events.choice is 'The reaction, or the vote on a rumor. Never the option of a poll.';

comment on function private.act_of(text, uuid, uuid, uuid) is 'The comment, reaction or vote behind a notification of this type.';

comment on function private.settle_news(uuid) is
  'Makes a notification say what is left of its causes: fewer people, another name; with none it is emptied, read and no longer listed. Never rings.';

comment on function private.withdraw_news(uuid, text[], uuid, boolean) is
  'What was told of these types is no longer so: the comment, post, reaction or vote is gone (undo: it is there again, which rings nobody).';

comment on function private.withdraw_act() is 'Trigger: what is deleted, withdrawn or no longer public is no longer told.';

comment on function private.restore_news() is 'Trigger: what comes back stands in the lists again, without ringing.';

comment on function private.follow_mentions() is 'Trigger: whose name was taken out of a text is no longer told of it; put in again, the row is there again.';

comment on function private.reword_reaction() is 'Trigger: a heart that became another sign is told as that.';

comment on function private.excerpt_for(uuid, public.comments) is
  'What a notification quotes of a comment; null if it names somebody whom the recipient has muted or blocked.';

comment on function private.wording_of_act(private.notification_events, uuid, text, uuid) is
  'Title, message ({actors} stands for who did it) and data of a notification about a comment, a reaction or a vote.';

comment on function private.wording_of_post(text, uuid, uuid) is
  'Title, message and data of a notification about a new post; several: the message when it is the latest of {n}.';

comment on function private.news_to(uuid, text, uuid, text, uuid) is 'What one member is told of a new post.';

comment on function private.announce_cancellations() is 'Trigger: followers of a format are told of its next broadcast that was cancelled.';

comment on function private.news_of_cancellation(uuid, uuid, integer) is 'What the next followers of a format are told of a broadcast that does not take place.';

comment on function private.broadcasts_to_tell(timestamptz) is
  'Of each format that is followed the first broadcast that is still to come on this television day.';

comment on function private.times_told(uuid, timestamptz) is
  'What is still to come of the format of a broadcast on its television day, as the middle of a sentence; no row when nothing is.';

comment on function private.usual_channel(text) is 'Where a type goes until the member chooses.';

comment on function private.type_channel(uuid, text) is 'Where notifications of a type go for a member: push, app or off.';

comment on function private.item_channel(uuid, text, uuid) is 'Where news of this post go for a member, if they have chosen that for the post or silenced one of its topics; else null.';

comment on function private.has_silenced_topic(uuid, uuid) is 'Whether a member has silenced a star or format with which the post is tagged.';

comment on function private.channel_of(uuid, text, uuid) is 'Where a notification goes: off if its type is off, else as chosen for the post, else as for the type.';

comment on function private.followers_of_post(uuid) is
  'Who follows a post and is told of its comments: at most 500, because each comment may concern all of them.';

comment on function private.news_of_rumor(uuid, uuid, integer) is
  'Whether the next voters of a decided rumor were right; of a debunked one those who commented are told as well.';

comment on function private.poll_result(uuid) is 'How a poll ended: {option, percent}; option null when several are level.';

comment on function private.news_of_poll(uuid, uuid, integer) is 'How a poll ended, for its next voters.';

comment on function private.announce_polls() is 'Job, every minute: those who voted in a poll that has ended will be told the result.';

comment on function private.news_of_statement(uuid, uuid, integer) is
  'The next of those who wrote, voted on or commented what somebody has now answered.';

comment on table private.announcements is
  'What many members are told of, each thing once. Rows that are done remain, so that a post that is approved again is no news.';

comment on column private.announcements.told_up_to is 'Id of the last member who was told; members are told in the order of their ids.';

comment on function private.announce_post() is 'Trigger: followers will be told of a post that is published for the first time.';

comment on function private.audience_of_post(uuid, uuid, integer) is
  'The next members in the order of their ids whom a post mentions, or who follow its author, a star or a format of it: each once, with the channel they chose for it.';

comment on function private.topic_name(uuid) is 'Name of a star or format.';

comment on type private.news is
  'One notification of an announcement. wish: the channel the member chose for its target; several: the message when it joins an unread one, with {n} for their number.';

comment on function private.count_in(jsonb) is 'How many things a notification is about.';

comment on function private.tell_all(private.news[]) is
  'Notifies many members at once, each of one thing: not of their own, of silenced members or of a type that is off; joins an unread one of the same target.';

comment on function private.news_of_post(uuid, uuid, integer) is
  'What the next members are told of a new post; wish is off where they have silenced one of its topics.';

comment on function private.news_of_broadcast(uuid, uuid, integer) is 'What the next followers of a format are told of its broadcast today.';

comment on function private.news_of(private.announcements, integer) is 'What the next members are told of an announcement; null when nobody is left.';

comment on function private.deliver_announcements(integer) is
  'Part of private.deliver_notifications(): tells the next members of each announcement, in one transaction with the note how far it got. Returns how many.';

comment on function private.announce_broadcasts() is
  'Daily job: followers of a format are told what of it is still to come on this television day, if they want that.';

comment on function private.is_push_service(text) is
  'Whether an endpoint is of a browser''s push service: Chrome and most others (FCM), Firefox, Safari, Edge (WNS). Mirrors isPushService() of domain.';

comment on table private.digests is 'Members who want, or wanted, a mail about what is unread.';

comment on column private.digests.code is 'In the links of the mails: whoever has it changes the rhythm, and nothing else.';

comment on column private.digests.seen_until is 'What came before was in an earlier mail, or before the first.';

comment on function private.next_digest(text, timestamptz) is 'The next 18:00 in Berlin, daily or on Sundays; null for off.';

comment on function private.digest_of_caller() is 'How often the caller gets the digest.';

comment on function private.choose_digest(text) is 'Stores how often the caller gets the digest.';

comment on function private.choose_digest_by_code(text, text) is
  'Stores how often the member of a mail''s link gets the digest, and returns what it was; null for an unknown code. 122 random bits cannot be guessed.';

comment on function public.own_digest() is 'RPC: {rhythm: off | daily | weekly} of the caller.';

comment on function public.set_digest(text) is 'RPC: the caller wants the digest this often (off, daily, weekly).';

comment on function public.set_digest_by_code(text, text) is
  'RPC, guests too: the member whose mail has this code wants the digest this often. {former}: what it was; null for an unknown code.';

comment on function private.digest_values(private.digests) is
  'Values of a member''s digest: the latest eight unread notifications, and how many there are; items is null when nothing is unread.';

comment on function private.queue_digests() is 'Job, every five minutes: puts the digests that are due into the outbox, at most 200 at a time.';

comment on function private.mail_wait(text, integer) is 'Seconds until one more mail of an hour may be counted for this key; 0: now.';

comment on function private.gotrue_mail_wait(text, integer) is 'The same by what GoTrue notes of an address.';

comment on function private.count_mails(text[], text, boolean, integer, integer) is
  'Counts mails that somebody in this network asks for: {counted: ids}, or {limit: mailbox | network, retry_after} and nothing is counted. Of three mails an hour to a mailbox one is kept for_member, of ten from a network none.';

comment on function private.count_account_mails(jsonb) is
  'Hook of the embedded backend before it mails: {recipients, ip_address, for_member, per_mailbox, per_network}, answered as by count_mails; or {give_back: ids}.';

comment on function private.use_guest_mail(text) is
  'Counts one mail that a guest makes the site send, with all others of the hour (count_mails), and three a day to one mailbox. Refuses with 429 (hint rate_limited).';

comment on function private.claim_mails(integer, integer) is
  'Takes mails that are due, so that of several servers one sends each, and no more than per_hour in an hour (null: any number). held: how many that limit keeps back.';

comment on function public.claim_mails(integer, integer) is
  'RPC for the web server (secret key): {mails: [{id, recipient, template, data}], held}: mails to send now, and how many the hourly limit keeps back.';

comment on column private.mail_outbox.tried_at is 'When the mail was last claimed; mails of the last hour count against the limit.';

comment on table private.mail_limits is 'One row once accounts have mailed: how many mails an hour a network may ask for, as the embedded backend last said.';

comment on function private.discussion_of(uuid) is 'The public discussion about an article, {id, type, slug, created_at, comments}, or null.';

comment on function private.set_discussion(uuid, uuid) is 'See public.admin_set_discussion().';

comment on function public.admin_set_discussion(uuid, uuid) is
  'RPC for staff: the discussion to which a published article leads, or none; {id, type, slug, created_at, comments}, null if there is none. Hints news_not_online, not_a_discussion.';

comment on function private.keep_news_version() is 'Trigger: keeps what a change replaces.';

comment on function private.news_versions_of(uuid) is 'Earlier texts of a piece of news for staff, latest first.';

comment on function private.news_card(public.news) is 'A piece of news in a list, as newsItem.';

comment on function private.latest_news(timestamptz, uuid, integer) is 'Published news after a place in the list, latest first: {items, next}.';

comment on function public.news_page(text, integer) is 'Page /news: published news, latest first; keyset cursor.';

comment on function public.news_article(text) is 'Page /news/{slug}: a published piece of news with text, tags and the three latest others; null when there is none.';

comment on column public.news.body is 'Headings (## ), lists, quotes, bold, italics and [links](https://…), as parseArticle of domain reads them; never HTML.';

comment on column public.news.tags is 'Ids of stars and formats. Those that are gone are not shown.';

comment on table private.news_search is 'Folded titles, and titles with excerpts and texts, of news; maintained by a trigger of news.';

comment on table private.news_versions is 'Texts of news before a change, the latest 30 of each.';

comment on table private.news_discussions is 'The discussion in Trashtalk to which an article leads. Not a column of news: opening one is no change of its text.';

comment on function public.home_page() is
  'Page /: today on television, six trending formats, five best stars, the lead rumor, the latest of each kind, the poll of the day, six news.';

comment on function private.refresh_popular() is
  'Job: the 20 most viewed stars and posts of the last seven days (star_view, post_view), each counted once a visit, and the topics of the week.';

comment on column public.app_settings.alert_after_hours is 'After how many hours without a decision the team is told that something waits.';

comment on column public.app_settings.away_after_hours is
  'After how many hours without an action of the team new accounts are slowed down; 0: never.';

comment on table private.site_texts is
  'Texts of this installation: reasons {kind: [text]}, guidelines "markup", operator {field: text}. A missing row: those that come with HoT.';

comment on function private.site_text(text) is 'One text of this installation, null where it has none of its own.';

comment on function private.checked_reasons(jsonb) is 'Cleaned templates by kind, null where they are invalid. Mirrors reasonsForm of domain.';

comment on function private.checked_guidelines(jsonb) is 'Cleaned markup, null where it is none. Mirrors guidelinesForm of domain.';

comment on function private.checked_operator(jsonb) is 'Cleaned data of the operator, null where they are invalid. Mirrors operatorForm of domain.';

comment on function private.shown_texts() is 'See public.site_texts().';

comment on function public.site_texts() is 'RPC: rules and data of the operator that this installation has written itself, and the host of its classifier, {guidelines, operator, classifier}, each null where there is none.';

comment on function private.reasons_of_team() is 'See public.admin_reasons().';

comment on function public.admin_reasons() is 'RPC for staff: templates of reasons that this installation has written itself, {kind: [text]}.';

comment on function private.texts_page() is 'See public.admin_texts_page().';

comment on function public.admin_texts_page() is
  'RPC for admins: {reasons, guidelines, operator}, each {content, updated_at, updated_by_name}, or null where it is that of HoT.';

comment on function private.save_site_text(text, timestamptz, jsonb) is 'See public.admin_save_text().';

comment on function public.admin_save_text(text, timestamptz, jsonb) is
  'RPC for admins: writes one text of this installation (reasons, guidelines, operator) as last seen at p_seen, or removes it (null); answers admin_texts_page(). Hints changed_meanwhile, text_invalid.';

comment on function private.find_stars(text[], text, uuid[], text[], integer) is
  'Active stars by name, or those of `near`: id, sort keys {tier, place, name, id}, and how many there are in all.';

comment on function private.find_formats(text[], text, uuid[], text[], integer) is
  'Active formats by name or short name, or those of `near`, as find_stars() returns stars.';

comment on function private.find_seasons(text[], uuid[], text[], integer) is
  'Seasons of the given formats, of formats named beside a number, and by their own title; newest first within a format.';

comment on function private.find_posts(text[], text, uuid[], text[], integer) is
  'Approved posts by title, tag and text, in this order, latest activity first among equals.';

comment on function private.find_members(text, text[], integer) is 'Members whose nickname begins with the query; counted to 301.';

comment on function private.find_news(text[], text, text[], integer) is 'Published news by title, then by text, newest first among equals.';

comment on function private.find_dates(text[], uuid[], text[], integer) is
  'Coming broadcasts of the given formats, and of the next hundred those whose format and title have every word.';

comment on table private.name_words is 'Words of the names of active stars and formats, and each name in one word (loveisland); maintained by triggers.';

comment on table private.near_words is
  'Words of private.name_words and what is left of them without one letter. Words that no name has any more stay: nothing refers to them.';

comment on function private.words_of(text) is 'The parts of a folded text between spaces, hyphens and other punctuation, each of 40 characters at most.';

comment on function private.rests_of(text) is 'The word, and what is left of it without one of its letters.';

comment on function private.typing_errors(text, text) is
  'Of two words with a common rest: 0 if they are equal, 1 if a letter is missing, too many or wrong or two neighbours are swapped, else 2.';

comment on function private.enter_name(text, uuid, text, text[]) is 'Stores the words of a name, and each of the `whole` names in one word, in place of the earlier ones.';

comment on function private.follow_star_name() is 'Trigger: the words of a star''s name follow private.star_search, which holds active stars only.';

comment on function private.follow_format_name() is 'Trigger: the words of an active format''s names follow public.formats.';

comment on function private.near_names(text, integer) is
  'Active stars and formats whose name is a typing error or two away from the query, the nearest first, then by rank.';

comment on function private.start_patterns(text[]) is 'LIKE patterns that find each word at the beginning of a word.';

comment on function private.match_tier(text, text, text[]) is
  'Where a name or title matches: 1 it begins with the whole query, 2 every word begins a word of it, 3 within words.';

comment on function private.name_words(text) is 'The words of a name, parted by _, . or a capital letter. Mirrors nameWords() of domain.';

comment on function private.index_news() is 'Trigger: keeps private.news_search up to date with news.';

comment on function private.found_cards(text, uuid[]) is 'Rows of one kind of search results, as the page shows them.';

comment on function private.found(text, text, text[], uuid[], uuid[], text, integer) is
  '{items, total, next} of one kind of results. total ends at the number of rows that a kind looks at.';

comment on function public.search_page(text, text, text, integer) is
  'Page /suche: {stars, formats, seasons, posts, members, news, dates: {items, total, next}, near}; one kind with its cursor, or the first of each. near: names that are only similar.';

comment on table private.act_changes is 'Votes, reactions and comments on posts that were added (1) or removed (-1) since the last private.refresh_charts().';

comment on table private.post_changes is 'Posts whose status, author or tags may have changed since the last private.refresh_charts().';

comment on table private.karma_changes is 'Entries that were added to the ledger of karma, or removed with the opposite sign, since the last private.refresh_charts().';

comment on function private.note_act() is 'Trigger: notes a vote or reaction for private.refresh_charts().';

comment on function private.note_comment() is 'Trigger: notes a comment, which counts while it is not deleted and has an author.';

comment on function private.note_post() is 'Trigger: notes a post for private.refresh_charts().';

comment on function private.note_tag() is 'Trigger: notes the post of a tag for private.refresh_charts().';

comment on function private.note_karma() is 'Trigger: notes an entry of the ledger for private.refresh_charts().';

comment on function private.erase_from_charts() is 'Trigger: removes a deleted account from the sums of the charts. Whom it voted for loses it with the next run of the job.';

comment on function private.wilson(bigint, bigint) is 'Lower bound of Wilson''s score interval (95 %) of a share: what is surely right of few votes is less than of many.';

comment on function private.rank_sleuths() is 'The hundred members with the best hit rate, by Wilson''s lower bound, then votes, then name.';

comment on function private.chart_of_sleuths(integer) is 'The first members of the chart of hit rates.';

comment on function public.chart_sleuths(integer) is
  'RPC: [{member, rank, hits, decided, rank_week_ago}], members with at least ten decided votes on rumors by the lower bound of their hit rate.';

comment on table private.chart_posts is 'Approved posts as the sums of the charts contain them.';

comment on table private.opinion_pairs is
  'How often a member voted on, reacted to or commented on approved posts of another: ever, until a week ago, in 30 days, and in the 30 days until a week ago.';

comment on table private.opinion_sums is 'Members in private.opinion_pairs per author and window: the measure of Meinungsmacher.';

comment on table private.karma_sums is 'Sums of the ledger per member and window: the measure of Karma Champions.';

comment on function private.count_opinions(timestamptz, timestamptz) is
  'Part of private.count_charts(): brings the pairs and sums of Meinungsmacher and the posts of formats from one instant to another.';

comment on function private.count_karma(timestamptz, timestamptz) is
  'Part of private.count_charts(): brings the sums of Karma Champions from one instant to another.';

comment on function private.count_charts(timestamptz) is 'Part of private.refresh_charts(): brings all sums to this instant; the first time it counts everything.';

comment on table private.chart_state is 'The instant at which the sums of the charts hold; null: they are counted whole by the next private.refresh_charts().';

comment on function private.analytics_sources(timestamptz, integer) is
  'Visits since an instant by the host they came from, most first; null: opened directly, or not told.';

comment on function private.expire_analytics() is
  'Job, every ten minutes: deletes events and visits after 90 days, for five seconds at most; never the log of staff. Returns how many.';

comment on function private.import_fields() is
  'What an import writes: the column of the file, the key in private.apply_import(), the column of the table. Without a field: written on the way, neither shown nor locked.';

comment on function private.note_hand_edit() is 'Notes columns of an import that a person changed; the argument is the table in the import.';

comment on function private.import_found(jsonb) is
  'Rows that the tables of an import find, by the rules of private.apply_import(): given is the row of the file (with the season of an episode), known has the same keys, stored is the row of the table.';

comment on function private.import_changes(jsonb) is
  'Values that the tables of an import would replace, by the names of their columns in the files; those that were corrected by hand are locked.';

comment on function private.import_preview(jsonb) is
  'What private.apply_import() would count, by comparing: it took seconds to do everything and roll it back, while others waited.';

comment on function private.unlocked_tables(jsonb, text[]) is
  'The tables of an import with what was corrected by hand left as it is, but for the given lock keys of private.import_changes().';

comment on function private.apply_import(jsonb, boolean, text[]) is
  'Applies the tables of an import, or only says what it would do; counts of each table. All or nothing. What was corrected by hand stays, but for the lock keys in unlock. Hint import_dangling.';

comment on function private.note_import(jsonb, jsonb, jsonb) is 'Notes what an import made and replaced; before has the rows as they were, by table and ids.';

comment on function private.import_seen(jsonb) is
  'What an import is and what it would do at the moment: its rows, those that are there already, and each value it would replace.';

comment on function private.admin_apply_import(jsonb, boolean, text[], text) is 'See public.admin_apply_import().';

comment on function public.admin_apply_import(jsonb, boolean, text[], text) is
  'RPC for staff: imports rows, or counts what that would do. p_unlock: values corrected by hand that are replaced. p_seen: what admin_import_changes() answered; if anything has changed since, nothing is imported.';

comment on function private.admin_import_changes(jsonb) is 'See public.admin_import_changes().';

comment on function public.admin_import_changes(jsonb) is
  'RPC for staff: which values an import would replace, {total, locked, items: [{id, table, row, field, old, new, locked}]}, at most 500 items, those corrected by hand first.';

comment on function private.import_new(jsonb) is 'Rows of an import that private.import_found() does not find, by table and place: it would make them.';

comment on function private.import_doubles(jsonb) is
  'New formats and stars of an import whose name, folded as the search does, one that is there already has: likely doubles.';

comment on function private.admin_import_new(jsonb) is 'See public.admin_import_new().';

comment on function public.admin_import_new(jsonb) is
  'RPC for staff: which rows an import would make, {rows: {table: places from 1}, doubles: [{table, nth, name, slug}]}; doubles are formats and stars of the same name that are there already.';

comment on function private.words_of_names(text, text[]) is
  'The words of a folded name, and each of the `whole` names in one word, for spaces that are forgotten or misplaced and for words of one or two letters.';

comment on function private.enter_near_words(text[]) is 'Stores what is left of these words without one letter, for those that are new.';

comment on function private.enter_star_names() is 'Trigger: the words of the names of new rows of private.star_search, all at once.';

comment on function private.index_new_stars() is 'Trigger: private.star_search has every new active star.';

comment on table private.hand_edits is 'Values that the team corrected by hand: an import leaves them alone unless told otherwise. Written by trigger.';

comment on table private.imports is 'What each import made and replaced, for 30 days, so that it can be undone. Written by private.apply_import().';

comment on function private.undo_import(uuid) is 'See public.admin_undo_import().';

comment on function public.admin_undo_import(uuid) is
  'RPC for admins: puts what an import made into the bin, and sets what it replaced back where nobody changed it since; {removed, reverted, kept}, null if it is undone or older than 30 days.';

comment on function private.imports_page(text, integer) is 'See public.admin_imports_page().';

comment on function public.admin_imports_page(text, integer) is 'RPC for staff: imports of the last 30 days, latest first; {items, next}.';

comment on function private.want_previews(uuid) is 'Queues the links of a public post that are not known yet.';

comment on function private.want_previews_of_row() is 'Trigger with the column of the post''s id: queues the links of a post that is public or has become so.';

comment on function private.previews_of(uuid) is 'Previews of the links of a post: [{url, title, site}].';

comment on function private.claim_previews(integer) is 'Takes links whose headline is to be read, so that of several servers one reads each.';

comment on function private.settle_preview(text, text, text) is 'Stores the preview of a link; null, null: it has none.';

comment on function public.claim_previews(integer) is 'RPC for the web server (secret key): addresses whose headline is to be read now.';

comment on function public.settle_preview(text, text, text) is 'RPC for the web server (secret key): the preview of a link, or that it has none.';

comment on table private.link_previews is 'Headlines of pages that public posts link to. Without one there is no preview.';

comment on column private.link_previews.due_at is 'When the web server may ask again; null: it need not.';

comment on function private.least_program() is 'The least version of the program that can serve this schema.';

comment on function private.claim_job(text, timestamptz) is
  'Whether the caller is to run this job for this moment of its schedule: once for all servers. A server whose clock is ahead claims for the moment itself.';

comment on function private.note_job(text, integer, text) is 'Notes how a run of a job ended; `problem` is null after success.';

comment on function private.run_job(text) is 'Runs a job for pg_cron and notes how it ended.';

comment on function private.ensure_jobs() is
  'Hands the jobs to pg_cron and takes back those that are gone; {cron, scheduled}. May be called at any time and as often as one likes.';

comment on function public.ensure_jobs() is
  'RPC for the web server (secret key): the jobs are with pg_cron, where there is one; {cron, scheduled}.';

comment on function private.clear_runs() is
  'Daily job: what pg_cron keeps of runs, after three days. Two jobs every five seconds make 12 million rows a year.';

comment on function private.expire_within(interval, integer) is
  'Part of private.expire_analytics(): deletes expired events and visits in batches until none is left or the time is over. Returns how many.';

comment on table private.jobs is 'When each job of the installation last began and how it ended; one that never ran has no row.';

comment on column private.jobs.last_error is 'Of the last failure; a later success leaves it, compare the times.';

comment on column private.jobs.last_duration_ms is 'Of the last run, whether it succeeded or failed.';

reset check_function_bodies;

-- Rows from before -----------------------------------------------------------------------------------------------------------

update private.mail_outbox set tried_at = coalesce(sent_at, created_at) where tries > 0;

-- On Supabase PostgREST reads its settings from its login role.
do $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'authenticator') then
    execute $set$ alter role authenticator set pgrst.db_pre_request = 'private.check_request' $set$;
    notify pgrst, 'reload config';
  end if;
exception when insufficient_privilege then
  raise notice 'pgrst.db_pre_request has to be set by hand, see docs/operations/grow.md';
end $$;

select private.refresh_week_topics();

-- Rumors that are decided already count as well; nobody is told of them.
insert into private.rumor_hits (post_id, member_id, vote, hit, decided_at)
  select v.post_id, v.user_id, v.vote, (v.vote = 'agree') = (r.rumor_status = 'verified'), r.updated_at
  from public.post_rumors r join public.rumor_votes v on v.post_id = r.post_id and v.updated_at <= r.updated_at
  join public.community_posts p on p.id = r.post_id and p.author_id is distinct from v.user_id
  where r.rumor_status <> 'unverified';

select private.refresh_charts();

insert into private.name_words (kind, owner_id, word)
  select distinct n.kind, n.id, w.word
  from (
    select 'star' as kind, s.star_id as id, s.search_key as folded, array[s.sort_key, s.search_key] as whole from private.star_search s
    union all
    select 'format', f.id, f.search_key, array[private.search_fold(f.name), private.search_fold(coalesce(f.short_name, ''))]
    from public.formats f where f.is_active
  ) n cross join lateral unnest(private.words_of(n.folded)
    || array(select left(array_to_string(private.words_of(name), ''), 40) from unnest(n.whole) name)) as w (word)
  where w.word <> '';

insert into private.near_words (rest, word)
  select distinct rest, w.word from (select distinct word from private.name_words where char_length(word) >= 3) w
  cross join lateral private.rests_of(w.word) rest;

insert into private.post_titles (post_id, title_key) select p.id, private.search_fold(p.title) from public.community_posts p;

insert into private.news_search (news_id, title_key, search_key)
  select n.id, private.search_fold(n.title), private.search_fold(private.text_said(concat_ws(' ', n.title, n.excerpt, n.body)))
  from public.news n;

select private.spread_star_votes();

insert into private.deleted_comment_authors (comment_id, author_id)
  select c.id, c.author_id from public.comments c where c.deleted_at is not null and c.author_id is not null;

update public.comments c set author_id = null from private.deleted_comment_authors d where d.comment_id = c.id;

-- Rows from before. Names of channels are unique: one that would become another's gets a number, as nothing may refuse an upgrade.
update public.broadcasters b set name = case
    when exists (select from public.broadcasters o where o.id <> b.id and o.name = private.clean_line(b.name))
    then left(private.clean_line(b.name), 91) || ' ' || left(b.id::text, 8) else b.name end
  where b.name ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]';

update public.streaming_providers p set name = case
    when exists (select from public.streaming_providers o where o.id <> p.id and o.name = private.clean_line(p.name))
    then left(private.clean_line(p.name), 91) || ' ' || left(p.id::text, 8) else p.name end
  where p.name ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]';

update public.formats set name = name where concat(name, short_name) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]';

update public.seasons set title = title where concat(title, location) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]';

update public.season_participants set placement = placement where placement ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]';

update public.stars set nickname = nickname where concat(first_name, last_name, nickname) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]';

update public.news set title = title where title ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]';

update public.calendar_events set title = title
  where concat(title, format_name, channel, streaming_platform) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]';

update private.notification_actors a set cause = case when n.actor_id = a.actor_id then coalesce(n.comment_id, n.target_id, a.cause) else coalesce(n.target_id, a.cause) end
  from public.notifications n where n.id = a.notification_id;

-- New posts had no row there.
insert into private.notification_actors (notification_id, actor_id, cause)
  select n.id, n.actor_id, n.post_id from public.notifications n
  where n.type in ('member_post', 'tagged_post', 'mention') and n.actor_id is not null and n.comment_id is null and n.post_id is not null
  on conflict do nothing;

-- Blocks of before silence what was told before.
select private.silence(b.member_id, b.other_id) from private.member_blocks b;

delete from private.follows f using private.member_blocks b
  where b.kind = 'block' and f.target_type = 'member' and f.member_id = b.other_id and f.target_id = b.member_id;

delete from private.reserved_nicknames;

insert into private.reserved_nicknames (kind, word) select k.kind, private.name_skeleton(w.word) from (values
  ('whole', '{team,hot,hilfe,system,root,unbekannt,anonym,anonymous,gast,guest,"null",undefined,everyone,alle,owner,service-role,constructor,prototype,leitung}'::text[]),
  ('word', '{admin,admins,mod,mods,support,redaktion,offiziell,official,verifiziert,verified,staff,betreiber,postmaster,webmaster,gelöscht,deleted,kundenservice}'::text[]),
  ('part', '{moderator,moderation,administrator,administration,hot-team,vom-team,hot-support,team-hot,hot-hilfe,hilfe-hot,support-hot,hot-admin,admin-hot,hot-redaktion,redaktion-hot,hot-echt,echt-hot,hot-offiziell,offiziell-hot,hot-leitung,leitung-hot,team-von-hot,hot-das-team}'::text[])) as k (kind, words)
  cross join lateral unnest(k.words) as w (word);

-- What was told of people who have not joined is not true yet; it is told when they do.
delete from public.notifications n
  where n.type = 'invite_used' and n.actor_id is null
    and not exists (
      select from private.notification_actors a join public.public_profiles p on p.id = a.actor_id where a.notification_id = n.id
    )
    and exists (
      select from private.notification_actors a join public.profiles p on p.id = a.actor_id
      where a.notification_id = n.id and not exists (select from public.public_profiles s where s.id = p.id)
    );

-- Only what reads otherwise than it did.
update private.post_search k set search_key = private.searched_in(p) from public.community_posts p
  where p.id = k.post_id and (p.type = 'poll' or concat(p.title, p.content) ~ '[*_|~®©¥¢]|[^\u0001-\u02ff\u2010-\u2027\u20ac]|%[2-9a-fA-F][0-9a-fA-F]');

select private.schedule_jobs();
