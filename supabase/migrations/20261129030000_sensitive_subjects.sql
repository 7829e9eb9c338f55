-- Posts about health, sexuality, crime or minors wait for a human, whoever wrote them ----------------------------------------

create function private.without_marks(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select replace(lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g')), 'ß', 'ss')
$$;
comment on function private.without_marks(text) is 'A text in lower case without accents, umlaut dots and invisible characters.';

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
comment on function private.unmasked(text) is 'Folded text as people read it: "kn4st", "k.r.a.n.k" and "minder.jahrig" without their masks.';

create function private.sensitive_subjects(value text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  typed constant text := left(coalesce(value, ''), 12000);
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
comment on function private.sensitive_subjects(text) is
  'The sensitive subjects that words of the text point to, of health, sexuality, crime and minors; as sensitiveSubjects in domain/. May only make a text wait, never publish it.';

create function private.needs_a_human(kind text, title text, content text, tags uuid[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_moderator() then return false; end if;
  -- A poll or discussion is about somebody when it is tagged with a star.
  if kind <> 'rumor' and not exists (select from public.stars s where s.id = any (tags)) then return false; end if;
  return private.sensitive_subjects(concat_ws(' ', title, content)) <> '{}';
end $$;
comment on function private.needs_a_human(text, text, text, uuid[]) is
  'Whether a text of the caller waits for the team although its author publishes at once otherwise: it is about a person and a sensitive subject.';
revoke execute on function private.without_marks(text), private.unmasked(text), private.sensitive_subjects(text), private.needs_a_human(text, text, text, uuid[]) from public, anon;
grant execute on function private.needs_a_human(text, text, text, uuid[]) to authenticated, service_role;

create or replace function private.guard_post() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if tg_op = 'INSERT' then
    new.status := case when private.may_publish_at_once() and not private.needs_a_human(new.type, new.title, new.content, new.tags)
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

create or replace function private.update_post(
  p_id uuid, p_title text, p_content text, p_tags uuid[], p_source_url text, p_options text[], p_poll_ends_at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  waiting private.post_revisions;
  asked private.post_text;
  shown private.post_text;
begin
  perform private.require_writer();
  select * into was from public.community_posts p where p.id = p_id and p.author_id = auth.uid() for update;
  if was.id is null then
    raise exception 'Diesen Beitrag gibt es nicht mehr.' using errcode = '42501', hint = 'post_gone';
  end if;
  perform private.require_fitting_parts(was.type, p_source_url, p_options, p_poll_ends_at);
  asked := private.asked_text(was, p_title, p_content, p_tags, p_source_url, p_options, p_poll_ends_at);
  select * into waiting from private.post_revisions v where v.post_id = p_id;
  shown := case when was.status = 'approved' and waiting.post_id is not null then private.text_of_revision(waiting)
    else private.text_of(p_id) end;
  if asked is not distinct from shown then return; end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  if was.status = 'approved' and asked is not distinct from private.text_of(p_id) then
    -- Back to what is published.
    delete from private.post_revisions v where v.post_id = p_id;
    return;
  end if;
  if was.status = 'approved' and (not private.may_publish_at_once()
      or private.needs_a_human(was.type, asked.title, asked.content, asked.tags)) then
    insert into private.post_revisions (post_id, title, content, tags, source_url, options, poll_ends_at)
      values (p_id, asked.title, asked.content, asked.tags, asked.source_url, asked.options, asked.poll_ends_at)
      on conflict (post_id) do update set title = excluded.title, content = excluded.content, tags = excluded.tags,
        source_url = excluded.source_url, options = excluded.options, poll_ends_at = excluded.poll_ends_at,
        -- A change of a change keeps its place in the queue.
        submitted_at = case post_revisions.status when 'pending' then post_revisions.submitted_at else now() end,
        status = 'pending', rejection_reason = null, decision_id = null, updated_at = now();
    return;
  end if;
  if (select count(*) from private.post_versions v where v.post_id = p_id and v.replaced_at > now() - interval '24 hours') >= 20 then
    perform private.refuse('Dieser Beitrag wurde heute schon 20-mal geändert. Morgen geht es weiter.', 'too_many_edits');
  end if;
  delete from private.post_revisions v where v.post_id = p_id;
  perform private.change_post(p_id, asked, auth.uid(), false);
  -- A rejected post returns to the queue.
  update public.community_posts p set status = 'pending', rejection_reason = null where p.id = p_id and p.status = 'rejected';
end $$;

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
      'poll_ends_at', p.poll_ends_at,
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
      'sensitive', private.sensitive_subjects(concat_ws(' ', p.title, p.content, v.title, v.content)),
      'open_reports', (select count(*) from public.reports x where x.target_post_id = p.id and x.status = 'pending'))
    from public.community_posts p
    left join public.public_profiles a on a.id = p.author_id
    left join public.post_rumors r on r.post_id = p.id
    left join private.post_revisions v on v.post_id = p.id
    where p.id = post);
end $$;

create or replace function private.unpublished_post(wanted uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select jsonb_build_object('id', p.id, 'type', p.type, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status,
      'rejection_reason', p.rejection_reason, 'decision', private.rejection_of(p.id), 'author', m.ref,
      'is_own', p.author_id is not distinct from auth.uid(), 'text', private.text_json(private.text_of(p.id)),
      'sensitive', private.sensitive_subjects(concat_ws(' ', p.title, p.content)))
    from public.community_posts p
    left join private.member_refs m on m.id = p.author_id
    where p.id = wanted and (p.author_id = auth.uid() or private.is_moderator()));
end $$;
