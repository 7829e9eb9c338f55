-- One reader ------------------------------------------------------------------------------------------------------------------------

-- Rules took marks off, search and the team's search for comments did not, excerpts had a third way. Now one function knows the marks,
-- and one says all that somebody may read in a text.

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
comment on function private.shown_text(text, boolean) is
  'A text as it is shown: without the marks of bold, italics and quotes, with what spoilers hide or a word in its place.';

create or replace function private.plain_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  -- Most texts have none of the marks.
  if value !~ '[|*_>]' then return value; end if;
  return private.shown_text(value, false);
end $$;

create function private.text_said(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  -- As typed, because "super_star" is two words; as it is shown with its spoilers open; and without any mark, also within words. The sign
  -- between them is part of no word, so that no phrase reaches from one into the next.
  select case when value !~ '[*_|~]' then value else (
    select concat_ws(' § ', value, nullif(shown.text, value), nullif(regexp_replace(value, '[*_|~]+', '', 'g'), shown.text))
    from (select private.shown_text(value, true) as text offset 0) shown) end
$$;
comment on function private.text_said(text) is
  'All that somebody may read in a text, for rules, sensitive subjects and every search. Folding (private.search_fold) is the next step. Not for excerpts.';
revoke execute on function private.shown_text(text, boolean), private.text_said(text) from public;
grant execute on function private.shown_text(text, boolean) to anon, authenticated, service_role;

create or replace function private.words_said(said text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select ' ' || private.plain_words(private.text_said(said)) || ' ' $$;

create or replace function private.sensitive_subjects(value text) returns text[]
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

drop function private.read_text(text);

-- Search ----------------------------------------------------------------------------------------------------------------------------

create function private.searched_in(post public.community_posts) returns text
language sql stable security definer set search_path = '' as $$
  select private.search_fold(private.text_said(concat_ws(' ', post.title, post.content, private.answers_of(post.id))))
$$;
comment on function private.searched_in(public.community_posts) is
  'What search finds a post by: title, text and the answers of a poll. Not its source, whose address has words of any site.';
revoke execute on function private.searched_in(public.community_posts) from public;

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
comment on function private.index_answers() is 'Trigger: keeps private.post_search up to date with the answers of a poll.';
revoke execute on function private.index_answers() from public;
create trigger poll_options_search after insert or delete or update of text on public.poll_options
  for each row execute function private.index_answers();

create or replace function private.index_news() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.news_search (news_id, title_key, search_key)
    values (new.id, private.search_fold(new.title), private.search_fold(private.text_said(concat_ws(' ', new.title, new.excerpt, new.body))))
    on conflict (news_id) do update set title_key = excluded.title_key, search_key = excluded.search_key;
  return null;
end $$;

-- Only what reads otherwise than it did.
update private.post_search k set search_key = private.searched_in(p) from public.community_posts p
  where p.id = k.post_id and (p.type = 'poll' or p.title ~ '[*_|~]' or p.content ~ '[*_|~]');
update private.news_search k set search_key = private.search_fold(private.text_said(concat_ws(' ', n.title, n.excerpt, n.body))) from public.news n
  where n.id = k.news_id and concat_ws(' ', n.title, n.excerpt, n.body) ~ '[*_|~]';

create or replace function private.found_comments(
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

-- Nicknames -----------------------------------------------------------------------------------------------------------------------------

alter table private.automod_rules drop constraint automod_rules_applies_to_check;
alter table private.automod_rules add constraint automod_rules_applies_to_check
  check (applies_to <@ '{post,comment,nickname}' and cardinality(applies_to) between 1 and 3);
alter table private.automod_rules add constraint automod_rules_nickname_check check (not 'nickname' = any (applies_to) or words <> '{}');

create function private.name_said(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  -- "KryptoKing", "krypto_king", "krypto99" and "krypt0" all say krypto.
  select private.words_said(concat_ws(' § ', name, parts.said, private.bare_name(name), translate(concat_ws(' § ', name, parts.said), '013457', 'oieast')))
  from (select array_to_string(private.name_words(name), ' ') as said) parts
$$;
comment on function private.name_said(text) is 'The words that somebody may read in a nickname, for rules.';
revoke execute on function private.name_said(text) from public;

create or replace function private.rule_matches(
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

create function private.rule_refuses_name(wanted text, member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not private.is_of_team(member) and exists (select from private.automod_rules r
    where r.state = 'on' and private.rule_matches(r, 'nickname', wanted, '{}', member, now()))
$$;
comment on function private.rule_refuses_name(text, uuid) is 'Whether a rule in force keeps a member from having this nickname.';
revoke execute on function private.rule_refuses_name(text, uuid) from public;

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

create or replace function private.try_automod_rule(given jsonb) returns jsonb
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