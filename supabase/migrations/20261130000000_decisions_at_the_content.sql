-- Decisions at the content --------------------------------------------------------------------------------------------

-- Staff decided only what somebody had reported, so a comment they saw themselves had to be reported first
-- (docs/decisions/058-decisions-at-the-content.md).

-- With or without a report --------------------------------------------------------------------------------------------

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
comment on function private.decide_content(public.reports, text, text, text, integer, text, boolean, text[]) is
  'Decides about a post, comment or profile, completely or not at all, and closes every open report of it. lead: one of these, or without id what staff found themselves. Callers must have checked it.';

create or replace function private.moderate_case(
  report uuid, subject uuid, kind text, action text, reason text, severity text, days integer, rule text, remove_content boolean,
  parts text[]
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare why constant text := private.trim_text(private.clean_text(reason));
begin
  perform private.check_case(report, subject, kind, action, why);
  return private.decide_content(private.open_case(report, subject, kind), action, why, severity, days, rule, remove_content, parts);
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
  if found then return lead; end if;
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

create function public.moderate_content(
  p_content_id uuid default null, p_type text default null, p_action text default null, p_reason text default null,
  p_severity text default null, p_days integer default null, p_rule text default null, p_remove boolean default false, p_parts text[] default null
) returns jsonb
language sql set search_path = '' as $$
  select private.moderate_content(p_content_id, p_type, p_action, p_reason, p_severity, p_days, p_rule, p_remove, p_parts)
$$;
comment on function public.moderate_content(uuid, text, text, text, text, integer, text, boolean, text[]) is
  'RPC for staff: as moderate_case, of content that nobody needs to have reported; open reports of it are closed. delete, warn or ban.';

-- Hidden until it is cleared ------------------------------------------------------------------------------------------

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
comment on function private.hide_post(uuid, text) is 'See public.admin_hide_post().';

create function public.admin_hide_post(p_id uuid, p_reason text) returns jsonb
language sql set search_path = '' as $$ select private.hide_post(p_id, p_reason) $$;
comment on function public.admin_hide_post(uuid, text) is
  'RPC for staff: takes a post offline until it is cleared: it waits in the queue, its reports stay open, its author gets the reason. {id, outcome, by}.';

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

-- Taking a decision back ----------------------------------------------------------------------------------------------

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
comment on function private.can_lift(public.moderation_actions) is
  'Whether a warning, removal or ban of the last 30 days still stands and can be taken back. One that was appealed is decided there.';

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
comment on function private.take_back(uuid, text) is 'See public.admin_take_back().';

create function public.admin_take_back(p_id uuid, p_reason text) returns jsonb
language sql set search_path = '' as $$ select private.take_back(p_id, p_reason) $$;
comment on function public.admin_take_back(uuid, text) is
  'RPC for admins: takes a warning, removal or ban back within 30 days and tells the member: {effect}, a sentence for them. Hints not_liftable, own_case.';

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

-- What staff see of it -------------------------------------------------------------------------------------------------

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
  return jsonb_build_object('target_type', kind, 'target_id', target, 'is_own', author is not distinct from auth.uid(),
    'author', private.case_author(author), 'content', private.case_content(kind, target), 'profile', private.case_profile(kind, target),
    'reports', private.case_reports(kind, target, null), 'post', case when kind = 'post' then private.admin_post_record(target) end);
end $$;
comment on function private.content_case(text, uuid) is 'See public.admin_content_case().';

create function public.admin_content_case(p_type text, p_id uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.content_case(p_type, p_id) $$;
comment on function public.admin_content_case(text, uuid) is
  'RPC for staff: a post, comment or profile with its author''s record and open reports, as contentCase; null when it is gone.';

revoke execute on function private.decide_content(public.reports, text, text, text, integer, text, boolean, text[]),
  private.found_content(text, uuid), private.can_lift(public.moderation_actions) from public, anon, authenticated;
grant execute on function private.moderate_content(uuid, text, text, text, text, integer, text, boolean, text[]), private.hide_post(uuid, text),
  private.take_back(uuid, text), private.content_case(text, uuid) to authenticated;
revoke all on function public.moderate_content(uuid, text, text, text, text, integer, text, boolean, text[]), public.admin_hide_post(uuid, text),
  public.admin_take_back(uuid, text), public.admin_content_case(text, uuid) from public, anon, authenticated;
grant execute on function public.moderate_content(uuid, text, text, text, text, integer, text, boolean, text[]), public.admin_hide_post(uuid, text),
  public.admin_take_back(uuid, text), public.admin_content_case(text, uuid) to authenticated;
