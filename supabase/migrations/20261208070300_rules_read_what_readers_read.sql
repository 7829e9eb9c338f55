-- Rules read what readers read ------------------------------------------------------------------------------------------------------

-- "kry**pto**" and "schwa||nger||" passed every list of words, and so did the answers of a poll and the source of a rumor.

create function private.read_text(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select regexp_replace(value, '[*_|~]+', '', 'g') $$;
comment on function private.read_text(text) is
  'A text without marks, also within words; what a spoiler hides is in it, because readers open it. Not for excerpts (private.plain_text).';

create function private.words_said(said text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  -- As typed as well: "super_star" is two words.
  select ' ' || private.plain_words(said) || case when said ~ '[*_|~]' then ' | ' || private.plain_words(private.read_text(said)) else '' end || ' '
$$;
comment on function private.words_said(text) is 'The words of a text for rules: as typed, and as they are read without marks.';

create function private.said_in(post uuid) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(' ', p.title, p.content, private.answers_of(p.id), (select r.source_url from public.post_rumors r where r.post_id = p.id))
  from public.community_posts p where p.id = post
$$;
comment on function private.said_in(uuid) is 'Everything that a post says: title, text, answers of a poll, source of a rumor.';

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
comment on function private.note_rules_of(text, uuid, text, uuid[]) is
  'Notes which rules held what the caller wrote, and reports what a rule flags; each rule once for a post or comment.';
revoke execute on function private.read_text(text), private.words_said(text), private.said_in(uuid),
  private.note_rules_of(text, uuid, text, uuid[]) from public;

create or replace function private.note_rules() returns trigger
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
    read := private.words_said(said);
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
  return not rule.is_repeated or (char_length(said) >= 20 and case kind
    when 'post' then exists (select from public.community_posts p
      where p.created_at >= at - interval '24 hours' and p.created_at < at and (concat_ws(' ', p.title, p.content) = said or p.type <> 'discussion' and private.said_in(p.id) = said))
    else exists (select from public.comments c left join private.removed_comments r on r.comment_id = c.id
      where c.created_at >= at - interval '24 hours' and c.created_at < at and coalesce(r.content, c.content) = said) end);
end $$;

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
    ), hit as materialized (
      select x.* from (
        select r.*, lag(r.created_at) over (partition by r.kind, r.said order by r.created_at, r.id) as same_at from recent r
      ) x
      where x.author_id not in (select private.team_members())
        and (not rule.is_repeated or (char_length(x.said) >= 20 and x.same_at >= x.created_at - interval '24 hours'))
        and private.rule_matches(others, x.kind, x.said, x.tags, x.author_id, x.created_at)
    )
    select jsonb_build_object('checked', (select count(*) from recent), 'posts', count(*) filter (where h.kind = 'post'),
      'comments', count(*) filter (where h.kind = 'comment'), 'members', count(distinct h.author_id),
      'examples', coalesce((
        select jsonb_agg(jsonb_build_object('id', e.id, 'kind', e.kind, 'text', private.excerpt(e.shown, 180), 'at', e.created_at, 'by', m.nickname)
          order by e.created_at desc, e.id)
        from (select * from hit y order by y.created_at desc, y.id limit 20) e left join public.public_profiles m on m.id = e.author_id), '[]'::jsonb))
    from hit h);
end $$;

create or replace function private.sensitive_subjects(value text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- Without marks within words too: "schwa||nger||".
  typed constant text := left(coalesce(value, ''), 12000) || case when value ~ '[*_|~]' then ' | ' || private.read_text(left(value, 12000)) else '' end;
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

create or replace function private.fill_post(post uuid, source_url text, options text[]) returns void
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

create or replace function private.update_post(
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

create function private.marks_off(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select regexp_replace(value, '\*+|\|\|', '', 'g') $$;
comment on function private.marks_off(text) is 'A text without the marks of bold and spoilers; a single _ may be part of a name or an address.';
revoke execute on function private.marks_off(text) from public;

create or replace function private.to_classify(post uuid) returns table (kind text, version timestamptz, written text, is_change boolean)
language sql stable security definer set search_path = '' as $$
  select p.type, greatest(p.updated_at, v.updated_at),
    case when v.post_id is null then private.marks_off(concat_ws(E'\n\n', p.title, nullif(p.content, ''), private.answers_of(p.id),
        (select r.source_url from public.post_rumors r where r.post_id = p.id)))
      else private.marks_off(concat_ws(E'\n\n', v.title, nullif(v.content, ''), array_to_string(v.options, ' '), v.source_url)) end, v.post_id is not null
  from public.community_posts p
  left join private.post_revisions v on v.post_id = p.id and v.status = 'pending' and p.status = 'approved'
  where p.id = post
$$;

create or replace function private.settle_classification(post uuid, version timestamptz, seen text[]) returns void
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
