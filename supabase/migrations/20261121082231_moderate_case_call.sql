create function private.take_down_case(decided jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare problem text;
begin
  if decided ->> 'kind' = 'comment' then
    perform private.take_down_comment((decided ->> 'content')::uuid);
    perform private.record_case(decided, 'deleted');
    return null;
  end if;
  problem := private.take_down_post((decided ->> 'content')::uuid, decided ->> 'reason');
  if problem is null then
    perform private.record_case(decided, 'deleted');
  else
    -- The rejection has left its own record by trigger: it becomes this case's.
    update public.moderation_actions a set report_id = (decided ->> 'report')::uuid, rule = decided ->> 'rule', content_excerpt = decided ->> 'excerpt'
      where a.target_post_id = (decided ->> 'content')::uuid and a.created_at = now() and a.action = 'warned' and not a.counts_as_warning;
  end if;
  return problem;
end $$;
comment on function private.take_down_case(jsonb) is 'Takes the content down and records it; null, or why the post was only rejected.';

create function private.moderate_case(
  report uuid, subject uuid, kind text, action text, reason text, severity text, days integer, rule text, remove_content boolean
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.trim_text(private.clean_text(reason));
  takes_down constant boolean := action = 'delete' or (action in ('warn', 'ban') and coalesce(remove_content, false));
  lead public.reports;
  decided jsonb;
  decision uuid;
  problem text;
  closed integer;
begin
  perform private.check_case(report, subject, kind, action, why);
  lead := private.open_case(report, subject, kind);
  if action in ('warn', 'ban') and lead.target_author_id is null then
    raise exception 'Den Account dazu gibt es nicht mehr.' using errcode = '23503', hint = 'author_gone';
  end if;
  if action = 'ban' then perform private.check_ban(lead.target_author_id, days); end if;
  decided := private.prepare_case(lead, action, why, severity, days, rule);
  perform private.log_case(decided, action, takes_down);
  if takes_down then problem := private.take_down_case(decided); end if;
  if action = 'delete' then
    select a.id into decision from public.moderation_actions a
      where a.report_id = lead.id and a.created_at = now() order by a.id limit 1;
  else
    decision := private.record_case(decided, case action when 'dismiss' then 'ignored' when 'warn' then 'warned' else 'banned' end);
  end if;
  if action = 'ban' then perform private.ban_for_case(lead.target_author_id, days); end if;
  update public.reports r set
      status = case moderate_case.action when 'dismiss' then 'dismissed' else 'resolved' end,
      action = case moderate_case.action when 'dismiss' then 'ignored' when 'delete' then 'deleted' when 'warn' then 'warned' else 'banned' end,
      action_reason = why, severity = decided ->> 'severity',
      ban_duration_days = case moderate_case.action when 'ban' then days end,
      resolved_at = now(), resolved_by = auth.uid(), decision_id = decision
    where r.status = 'pending' and r.confirmed_at is not null and r.target_type = kind
      and (r.target_post_id = subject or r.target_comment_id = subject);
  get diagnostics closed = row_count;
  perform private.tell_reporters(decision,
    case when takes_down then 'deleted' when action = 'dismiss' then 'ignored' else 'acted' end,
    -- What is gone has a title, and no address any more.
    case when takes_down then jsonb_strip_nulls(jsonb_build_object('post_title', decided ->> 'title')) else decided -> 'facts' end);
  return jsonb_build_object('decision_id', decision, 'closed', closed, 'problem', problem,
    'warnings', private.recent_warnings(lead.target_author_id));
end $$;
comment on function private.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean) is 'Decides a case of the reports desk, whole or not at all.';
grant execute on function private.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean) to authenticated;

create function public.moderate_case(
  p_report_id uuid default null, p_content_id uuid default null, p_type text default null, p_action text default null, p_reason text default null,
  p_severity text default null, p_days integer default null, p_rule text default null, p_remove boolean default false
) returns jsonb
language sql set search_path = '' as $$
  select private.moderate_case(p_report_id, p_content_id, p_type, p_action, p_reason, p_severity, p_days, p_rule, p_remove)
$$;
comment on function public.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean) is
  'RPC for staff: {decision_id, closed, problem, warnings}. p_report_id is any open report of the target p_content_id. dismiss, delete, warn (p_severity) or ban (p_days, null for good); p_remove takes the content down as well. Shape and hints: domain/src/contract/admin/reports.ts.';
revoke all on function public.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean) from public, anon, authenticated;
grant execute on function public.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean) to authenticated;
