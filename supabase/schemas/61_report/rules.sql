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
