-- One decision about one reported post or comment. It closes every open report of the target, tells the author (statement of
-- reasons, by the trigger of moderation_actions) and everybody who reported. Messages: specification §8.

create function private.check_case(report uuid, subject uuid, kind text, action text, reason text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or not private.is_moderator() then
    raise exception 'Nicht berechtigt - bitte erneut anmelden' using errcode = '42501', hint = 'not_allowed';
  end if;
  if report is null or subject is null or coalesce(kind, '') = '' then
    raise exception 'Ungültige Meldungsdaten - fehlende erforderliche Felder' using errcode = '23514', hint = 'case_fields';
  end if;
  if kind not in ('post', 'comment') then
    raise exception 'Ungültiger Report-Typ' using errcode = '23514', hint = 'case_type';
  end if;
  if coalesce(action, '') not in ('dismiss', 'delete', 'warn', 'ban') then
    raise exception 'Ungültige Moderationsaktion' using errcode = '23514', hint = 'case_action';
  end if;
  if coalesce(reason, '') = '' then
    raise exception 'Bitte gib einen Grund für diese Moderationsaktion an.' using errcode = '23514', hint = 'reason_required';
  end if;
end $$;
comment on function private.check_case(uuid, uuid, text, text, text) is 'Refuses an incomplete decision, and anybody but staff.';

create function private.open_case(report uuid, subject uuid, kind text) returns public.reports
language plpgsql security definer set search_path = '' as $$
declare
  lead public.reports;
  by_whom text;
begin
  -- Two at once: the second waits here, and then sees what the first one did.
  select * into lead from public.reports r where r.id = report and r.confirmed_at is not null for update;
  if not found then
    raise exception 'Diese Meldung gibt es nicht mehr.' using errcode = '42501', hint = 'report_gone';
  end if;
  if lead.target_type <> kind or coalesce(lead.target_post_id, lead.target_comment_id) <> subject then
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
  return lead;
end $$;
comment on function private.open_case(uuid, uuid, text) is 'Locks an open report of the target; hints report_gone, report_closed (the message says who decided what), own_case.';

create function private.check_ban(member uuid, days integer) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if days not between 1 and 3650 then
    raise exception 'Eine Sperre dauert 1 bis 3.650 Tage, oder für immer.' using errcode = '23514', hint = 'ban_days';
  end if;
  if private.is_admin() then return; end if;
  if days is null or days > 30 then
    raise exception 'Länger als 30 Tage sperren nur Admins.' using errcode = '42501', hint = 'ban_too_long';
  end if;
  if private.is_staff_member(member) then
    raise exception 'Das Team sperren nur Admins.' using errcode = '42501', hint = 'staff_ban';
  end if;
end $$;
comment on function private.check_ban(uuid, integer) is 'Whether the caller may ban this member for so many days (null: for good).';

create function private.ban_for_case(member uuid, days integer) returns void
language plpgsql security definer set search_path = '' as $$
declare ban_end constant timestamptz := now() + make_interval(days => days);
begin
  -- A longer ban that stands is not shortened: null (for good) wins, then the later end.
  update public.profiles p set is_banned = true, banned_until = case
      when private.is_banned(p.id) and (p.banned_until is null or ban_end is null) then null
      when private.is_banned(p.id) then greatest(p.banned_until, ban_end)
      else ban_end end
    where p.id = member;
exception when others then
  -- Specification §8: a failed ban flag is swallowed; the decision stands.
  raise warning 'ban flag of % failed: %', member, sqlerrm;
end $$;
comment on function private.ban_for_case(uuid, integer) is 'Sets the ban of a decision from now for so many days, or for good.';

create function private.prepare_case(lead public.reports, action text, reason text, severity text, days integer, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := lead.target_type;
  subject constant uuid := coalesce(lead.target_post_id, lead.target_comment_id);
  target jsonb := '{}';
begin
  -- What is no violation may be gone by now; everything else is about something that stands.
  if action <> 'dismiss' or private.report_target_stands(kind, subject) then target := private.case_target(kind, subject); end if;
  begin
    return jsonb_build_object('kind', kind, 'content', subject, 'report', lead.id, 'author', lead.target_author_id,
      'post', coalesce(target ->> 'post', lead.target_post_id::text), 'title', target ->> 'title', 'excerpt', target ->> 'excerpt', 'reason', reason,
      'days', days, 'severity', case action when 'warn' then coalesce(severity, 'medium') end,
      'rule', coalesce(rule, private.rule_of_report(lead.reason)),
      'author_name', (select p.nickname from public.profiles p where p.id = lead.target_author_id),
      'facts', case when target ? 'post' then private.post_facts((target ->> 'post')::uuid) else '{}' end);
  exception when others then
    raise exception '%', case kind when 'post' then 'Fehler beim Vorbereiten der Beitragsverarbeitung'
        else 'Fehler beim Vorbereiten der Kommentarverarbeitung' end
      using errcode = 'P0001', hint = 'case_preparation_failed', detail = sqlerrm;
  end;
end $$;
comment on function private.prepare_case(public.reports, text, text, text, integer, text) is
  'All that a decision needs to know of its target, as private.record_case() takes it; hint case_preparation_failed.';

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
  -- Specification §8: a failed audit log is swallowed.
  raise warning 'log of case % failed: %', decided ->> 'report', sqlerrm;
end $$;
comment on function private.log_case(jsonb, text, boolean) is 'One row of admin_actions for the whole decision.';
