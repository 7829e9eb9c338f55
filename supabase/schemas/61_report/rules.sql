-- Rules of the report queue -------------------------------------------------------------------------------------------

-- Rules that TypeScript has too; a test compares them.

create function private.report_head_start(reason text) returns interval
language sql immutable strict parallel safe set search_path = '' as $$
  select case reason when 'illegal_content' then interval '72 hours' when 'insult' then interval '24 hours'
    when 'false_claim' then interval '24 hours' when 'privacy' then interval '24 hours' else interval '0' end
$$;
comment on function private.report_head_start(text) is 'Priority of a reason: time by which a report counts as having waited longer than it has.';

create function private.rule_of_report(reason text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case reason when 'insult' then 'tone' when 'false_claim' then 'rumors'
    when 'privacy' then 'privacy' else 'content' end
$$;
comment on function private.rule_of_report(text) is 'Chapter of the guidelines for a reason of reports. Mirrors ruleOfReason.';

create function private.recent_warnings(member uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from public.moderation_actions a
  where a.target_user_id = member and a.counts_as_warning and a.created_at > now() - interval '90 days'
$$;
comment on function private.recent_warnings(uuid) is 'Warnings of the last 90 days; three suggest a ban. Rejections do not count.';

-- Text for the person who reported, in a notification or a mail.
create function private.outcome_of_report(target_type text, outcome text) returns text
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
comment on function private.outcome_of_report(text, text) is
  'Outcome (ignored, deleted, acted, gone) of a report, as a text for the reporter. Says nothing about the author''s record.';
