-- Rules of the reports desk that TypeScript knows too: domain/src/moderation/case-rules.ts, domain/src/moderation/staff-rules.ts; a test compares them.

create function private.report_head_start(reason text) returns interval
language sql immutable strict parallel safe set search_path = '' as $$
  select case reason when 'Illegaler Inhalt' then interval '72 hours' when 'Beleidigung/Hass' then interval '24 hours'
    when 'Falschbehauptung über eine Person' then interval '24 hours' when 'Privatsphäre' then interval '24 hours' else interval '0' end
$$;
comment on function private.report_head_start(text) is 'Weight of a reason: how much longer than it has a report counts as waiting. Mirrors reportHeadStartHours.';

create function private.rule_of_report(reason text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case reason when 'Beleidigung/Hass' then 'ton' when 'Falschbehauptung über eine Person' then 'geruechte'
    when 'Privatsphäre' then 'privates' else 'inhalte' end
$$;
comment on function private.rule_of_report(text) is 'Chapter of the guidelines that a reported reason is about. Mirrors ruleOfReason.';

create function private.recent_warnings(member uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from public.moderation_actions a
  where a.target_user_id = member and a.counts_as_warning and a.created_at > now() - interval '90 days'
$$;
comment on function private.recent_warnings(uuid) is 'Warnings of the last 90 days; three suggest a ban (decisions §10). Rejections do not count.';

-- What the person who reported reads, in a notification or a mail.
create function private.outcome_of_report(target_type text, outcome text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case outcome
    when 'ignored' then format('Wir haben geprüft und keinen Verstoß gegen unsere Regeln gefunden. Der %s bleibt online.', t.thing)
    when 'deleted' then format('Wir haben geprüft und den %s entfernt.', t.thing)
    when 'gone' then format('Der %s ist inzwischen nicht mehr online.', t.thing)
    else 'Wir haben geprüft, einen Verstoß gegen unsere Regeln festgestellt und Maßnahmen ergriffen.'
  end || case outcome when 'gone' then '' else ' Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.' end
  from (select case target_type when 'post' then 'Beitrag' else 'Kommentar' end) as t (thing)
$$;
comment on function private.outcome_of_report(text, text) is
  'Outcome (ignored, deleted, acted, gone) of a report for the one who made it. Says nothing about the author''s record.';
