-- Deciding a case -----------------------------------------------------------------------------------------------------

-- One decision about one reported post or comment. It closes every open report of the target, notifies the author (statement of
-- reasons, by the trigger of moderation_actions) and everybody who reported. The messages are those of docs/product/moderation.md.

create function private.check_case(report uuid, subject uuid, kind text, action text, reason text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or not private.is_moderator() then
    perform private.refuse('moderation.not_allowed', '42501');
  end if;
  if report is null or subject is null or coalesce(kind, '') = '' then
    perform private.refuse('moderation.case_fields');
  end if;
  if kind not in ('post', 'comment', 'profile') then
    perform private.refuse('moderation.case_type');
  end if;
  if coalesce(action, '') not in ('dismiss', 'delete', 'warn', 'ban') then
    perform private.refuse('moderation.case_action');
  end if;
  if coalesce(reason, '') = '' then
    perform private.refuse('moderation.reason_required');
  end if;
end $$;
comment on function private.check_case(uuid, uuid, text, text, text) is 'Refuses an incomplete decision, and callers who are not staff.';

create function private.open_case(report uuid, subject uuid, kind text) returns public.reports
language plpgsql security definer set search_path = '' as $$
declare
  lead public.reports;
  by_whom text;
begin
  -- Of two concurrent decisions the second waits here and then sees the first.
  select * into lead from public.reports r where r.id = report and r.counts for update;
  if not found then
    perform private.refuse('moderation.report_gone', '42501');
  end if;
  if lead.target_type <> kind or coalesce(lead.target_post_id, lead.target_comment_id, lead.target_profile_id) <> subject then
    perform private.refuse('moderation.case_fields');
  end if;
  if lead.status <> 'pending' then
    select p.nickname into by_whom from public.profiles p where p.id = lead.resolved_by;
    perform private.refuse(case lead.action when 'ignored' then 'moderation.report_closed.ignored'
        when 'deleted' then 'moderation.report_closed.deleted' when 'warned' then 'moderation.report_closed.warned'
        else 'moderation.report_closed.banned' end, '42501', coalesce(by_whom, private.refusal_text('moderation.somebody')));
  end if;
  if lead.target_author_id = auth.uid() then
    perform private.refuse('moderation.own_case.report', '42501');
  end if;
  perform private.take_case(kind, subject);
  return lead;
end $$;
comment on function private.open_case(uuid, uuid, text) is 'Locks an open report of the target; hints report_gone, report_closed (the message says who decided what), own_case.';

create function private.check_ban(member uuid, days integer) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if days not between 1 and 3650 then
    perform private.refuse('moderation.ban_days');
  end if;
  if private.is_admin() then return; end if;
  if days is null or days > 30 then
    perform private.refuse('moderation.ban_too_long', '42501');
  end if;
  if private.is_staff_member(member) then
    perform private.refuse('moderation.staff_ban', '42501');
  end if;
end $$;
comment on function private.check_ban(uuid, integer) is 'Whether the caller may ban this member for so many days (null: permanently).';

create function private.ban_for_case(member uuid, days integer) returns void
language plpgsql security definer set search_path = '' as $$
declare ban_end constant timestamptz := now() + make_interval(days => days);
begin
  -- A longer running ban is not shortened: null (permanent) wins, then the later end.
  update public.profiles p set is_banned = true, banned_until = case
      when private.is_banned(p.id) and (p.banned_until is null or ban_end is null) then null
      when private.is_banned(p.id) then greatest(p.banned_until, ban_end)
      else ban_end end
    where p.id = member;
exception when others then
  -- A failure to set the ban does not undo the decision (docs/product/moderation.md).
  raise warning 'ban flag of % failed: %', member, sqlerrm;
end $$;
comment on function private.ban_for_case(uuid, integer) is 'Bans for a number of days from now, or permanently (null).';

create function private.prepare_case(lead public.reports, action text, reason text, severity text, days integer, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := lead.target_type;
  subject constant uuid := coalesce(lead.target_post_id, lead.target_comment_id, lead.target_profile_id);
  target jsonb := '{}';
begin
  if severity not in ('low', 'medium', 'high') then perform private.refuse('moderation.case_fields.severity'); end if;
  perform private.decide_on(rule);
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
    raise exception using errcode = 'P0001', hint = 'case_preparation_failed', detail = sqlerrm,
      message = private.refusal_text(case kind when 'post' then 'moderation.case_preparation_failed.post'
        when 'profile' then 'moderation.case_preparation_failed.profile' else 'moderation.case_preparation_failed.comment' end);
  end;
end $$;
comment on function private.prepare_case(public.reports, text, text, text, integer, text) is
  'Everything a decision needs about its target, as private.record_case() takes it; hint case_preparation_failed.';

create function private.log_case(decided jsonb, action text, remove_content boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_staff_action(
    case action when 'dismiss' then 'dismiss_reports' when 'delete' then 'delete_reported' when 'warn' then 'warn_member' else 'ban_member' end,
    decided ->> 'kind', decided ->> 'content',
    jsonb_build_object('reason', decided ->> 'reason', 'name', decided ->> 'author_name', 'title', decided ->> 'title',
      'excerpt', left(decided ->> 'excerpt', 100), 'severity', decided ->> 'severity', 'days', decided -> 'days', 'rule', decided ->> 'rule',
      'removed', nullif(remove_content, false), 'report_id', decided ->> 'report', 'page', '/admin/reports'));
exception when others then
  -- Neither does a failure to write the log.
  raise warning 'log of case % failed: %', decided ->> 'report', sqlerrm;
end $$;
comment on function private.log_case(jsonb, text, boolean) is 'One row of admin_actions for the whole decision.';

create function private.take_down_case(decided jsonb) returns text
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
comment on function private.take_down_case(jsonb) is 'Takes the content down and records it; null, or why the post was only rejected.';

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
comment on function private.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean, text[]) is 'Decides a report case, completely or not at all.';
grant execute on function private.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean, text[]) to
  authenticated;

create function public.moderate_case(
  p_report_id uuid default null, p_content_id uuid default null, p_type text default null, p_action text default null, p_reason text default null,
  p_severity text default null, p_days integer default null, p_rule text default null, p_remove boolean default false, p_parts text[] default null
) returns jsonb
language sql set search_path = '' as $$
  select private.moderate_case(p_report_id, p_content_id, p_type, p_action, p_reason, p_severity, p_days, p_rule, p_remove, p_parts)
$$;
comment on function public.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean, text[]) is
  'RPC for staff: {decision_id, closed, problem, warnings}. p_report_id is any open report of the target p_content_id. dismiss, delete, warn (p_severity) or ban (p_days, null: permanently); p_remove takes the content down as well, of a profile p_parts (nickname, bio, avatar).';
grant execute on function public.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean, text[]) to
  authenticated, service_role;

-- With or without a report --------------------------------------------------------------------------------------------

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
    perform private.refuse('moderation.author_gone', '23503');
  end if;
  if action = 'ban' then perform private.check_ban(lead.target_author_id, days); end if;
  decided := private.prepare_case(lead, action, why, severity, days, rule) || jsonb_build_object('parts', to_jsonb(parts));
  perform private.decide_on(decided ->> 'rule');
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
    where r.status = 'pending' and r.counts and r.target_type = kind
      and subject in (r.target_post_id, r.target_comment_id, r.target_profile_id);
  get diagnostics closed = row_count;
  perform private.notify_reporters(decision,
    case when takes_down then 'deleted' when action = 'dismiss' then 'ignored' else 'acted' end,
    -- Removed content is named by its title, without a link.
    case when kind = 'profile' then '{}' when takes_down then jsonb_strip_nulls(jsonb_build_object('post_title', decided ->> 'title', 'post_mark', decided -> 'facts' ->> 'post_mark'))
      else decided -> 'facts' end);
  return jsonb_build_object('decision_id', decision, 'closed', closed, 'problem', problem,
    'warnings', private.recent_warnings(lead.target_author_id));
end $$;
comment on function private.decide_content(public.reports, text, text, text, integer, text, boolean, text[]) is
  'Decides about a post, comment or profile, completely or not at all, and closes every open report of it. lead: one of these, or without id what staff found themselves. Callers must have checked it.';

create function private.found_content(kind text, subject uuid) returns public.reports
language plpgsql security definer set search_path = '' as $$
declare
  lead public.reports;
  author constant uuid := (private.case_target(kind, subject) ->> 'author')::uuid;
begin
  if author = auth.uid() then
    perform private.refuse('moderation.own_case', '42501');
  end if;
  select * into lead from public.reports r
    where r.status = 'pending' and r.counts and r.target_type = kind
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
comment on function private.found_content(text, uuid) is
  'Locks what staff decide about on their own: its oldest open report, or a record without id that says what it is; hints target_gone, own_case.';

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
comment on function private.moderate_content(uuid, text, text, text, text, integer, text, boolean, text[]) is 'See public.moderate_content().';
grant execute on function private.moderate_content(uuid, text, text, text, text, integer, text, boolean, text[]) to authenticated;

create function public.moderate_content(
  p_content_id uuid default null, p_type text default null, p_action text default null, p_reason text default null,
  p_severity text default null, p_days integer default null, p_rule text default null, p_remove boolean default false, p_parts text[] default null
) returns jsonb
language sql set search_path = '' as $$
  select private.moderate_content(p_content_id, p_type, p_action, p_reason, p_severity, p_days, p_rule, p_remove, p_parts)
$$;
comment on function public.moderate_content(uuid, text, text, text, text, integer, text, boolean, text[]) is
  'RPC for staff: as moderate_case, of content that nobody needs to have reported; open reports of it are closed. delete, warn or ban.';
grant execute on function public.moderate_content(uuid, text, text, text, text, integer, text, boolean, text[]) to authenticated,
  service_role;
