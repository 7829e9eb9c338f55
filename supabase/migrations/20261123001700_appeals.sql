-- Appeals -------------------------------------------------------------------------------------------------------------

create table public.appeals (
  id uuid primary key default gen_random_uuid(),
  moderation_action_id uuid not null unique references public.moderation_actions on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  message text not null check (char_length(btrim(message)) between 1 and 2000),
  status text not null default 'pending' check (status in ('pending', 'upheld', 'overturned')),
  decision_reason text check (char_length(btrim(decision_reason)) between 1 and 2000),
  decided_by uuid references public.profiles on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint appeals_transition check ((status = 'pending') = (decided_at is null) and (status = 'pending' or decision_reason is not null))
);
comment on table public.appeals is 'One appeal per decision, by the member it concerns, decided by another member of staff where there is one.';
create index appeals_user_id on public.appeals (user_id);
create index appeals_decided_by on public.appeals (decided_by);
create index appeals_open on public.appeals (created_at, id) where status = 'pending';

create function private.is_own_decision(decision uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.moderation_actions a where a.id = decision and a.target_user_id = auth.uid()
    and a.action not in ('approved', 'ignored', 'unbanned', 'restored'))
$$;
comment on function private.is_own_decision(uuid) is 'The decision went against the caller.';
grant execute on function private.is_own_decision(uuid) to authenticated, service_role;

create function private.may_decide_appeal(appeal_author uuid, decision uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_moderator() and appeal_author <> auth.uid() and (
    not exists (select from public.moderation_actions a where a.id = decision and a.admin_id = auth.uid())
    or not exists (
      select from public.profiles p
      where p.role in ('moderator', 'admin') and p.id not in (auth.uid(), appeal_author) and not private.is_banned(p.id)))
$$;
comment on function private.may_decide_appeal(uuid, uuid) is 'Whether staff may decide this appeal: not in their own case, and not about their own decision if somebody else could.';
grant execute on function private.may_decide_appeal(uuid, uuid) to authenticated, service_role;

create function private.guard_appeal() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if old.status <> 'pending' or not private.may_decide_appeal(old.user_id, old.moderation_action_id) then
    raise exception 'Über diesen Einspruch entscheidet jemand anderes.' using errcode = '42501', hint = 'not_allowed';
  end if;
  if new.status <> 'pending' then
    new.decided_by := auth.uid();
    new.decided_at := now();
  end if;
  return new;
end $$;
comment on function private.guard_appeal() is 'Trigger: who may decide an appeal; stamps member of staff and time.';
create trigger appeals_guard before update on public.appeals
  for each row execute function private.guard_appeal();

alter table public.appeals enable row level security;
revoke all on public.appeals from public, anon, authenticated;
-- decided_by is not readable: members learn that a human decided, not who.
grant select (id, moderation_action_id, user_id, message, status, decision_reason, decided_at, created_at),
  insert (id, moderation_action_id, user_id, message), update (status, decision_reason) on public.appeals to authenticated;
grant all on public.appeals to service_role;
create policy "own and staff read" on public.appeals for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator()));
-- Banned members too: a ban does not remove the right to report and to appeal.
create policy "members appeal own decisions" on public.appeals for insert to authenticated
  with check (user_id = (select auth.uid()) and private.is_own_decision(moderation_action_id));
create policy "staff decide" on public.appeals for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));

create index appeals_decided on public.appeals (decided_at desc, id desc) where status <> 'pending';

-- Own decisions and appeals -------------------------------------------------------------------------------------------

-- Decisions about a member, and the member's appeals.

create function private.decision_kind(m public.moderation_actions) returns text
language sql immutable strict set search_path = '' as $$
  -- The 'warned' of a rejection never counts and has no severity; a lifted warning no longer counts but keeps its severity.
  select case when m.action = 'warned' and not m.counts_as_warning and m.severity is null then 'rejected' else m.action end
$$;
comment on function private.decision_kind(public.moderation_actions) is 'Kind of a decision for the member it concerns: warned, rejected, deleted or banned.';

create function private.decision_item(m public.moderation_actions) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', m.id, 'kind', private.decision_kind(m), 'severity', m.severity, 'reason', m.reason, 'rule', m.rule,
    'target_type', m.target_type,
    'excerpt', coalesce(m.content_excerpt, (select p.title from public.community_posts p where p.id = m.target_post_id and m.target_type = 'post')),
    'ban_days', m.ban_duration_days, 'ends_at', m.created_at + make_interval(days => m.ban_duration_days),
    'reported', m.report_id is not null, 'created_at', m.created_at,
    'appeal', (select jsonb_build_object('id', a.id, 'status', a.status, 'message', a.message, 'decision_reason', a.decision_reason,
      'created_at', a.created_at, 'decided_at', a.decided_at) from public.appeals a where a.moderation_action_id = m.id))
$$;
comment on function private.decision_item(public.moderation_actions) is 'A decision as ownDecision, which does not tell who reported or decided. Callers must have checked that the reader may see it.';

create function private.own_decisions(p_after text, p_limit integer, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  wanted constant integer := private.page_limit(p_limit, 20);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select m.id, m.created_at, row_number() over (order by m.created_at desc, m.id desc) as place, private.decision_item(m) as item
      from public.moderation_actions m
      where m.target_user_id = me and m.action in ('warned', 'deleted', 'banned') and (p_id is null or m.id = p_id)
        and (m.created_at, m.id) < (last[1]::timestamptz, last[2]::uuid)
      order by m.created_at desc, m.id desc limit wanted + 1
    )
    select jsonb_build_object('ban', private.own_ban(),
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function private.own_decisions(text, integer, uuid) is 'Decisions against the caller, newest first, with their appeals; of one id only that one.';
grant execute on function private.own_decisions(text, integer, uuid) to authenticated;

create function public.own_moderation_page(p_after text default null, p_limit integer default 20) returns jsonb
language sql stable set search_path = '' as $$ select private.own_decisions(p_after, p_limit, null) $$;
comment on function public.own_moderation_page(text, integer) is
  'RPC: {ban, items, next}: the caller''s ban and what the team decided about them (warnings, rejections, removals, bans), newest first, with appeals.';

create function public.own_decision(p_id text) returns jsonb
language sql stable set search_path = '' as $$
  select case when private.as_uuid(p_id) is not null then private.own_decisions(null, 1, private.as_uuid(p_id)) #> '{items,0}' end
$$;
comment on function public.own_decision(text) is 'RPC: one decision about the caller; null when there is none.';

create function public.file_appeal(p_decision uuid, p_message text) returns jsonb
language plpgsql set search_path = '' as $$
declare message constant text := private.trim_text(private.clean_text(coalesce(p_message, '')));
begin
  if message = '' then perform private.refuse('Schreib, warum du anderer Meinung bist.', 'message_missing'); end if;
  if char_length(message) > 2000 then perform private.refuse('Höchstens 2.000 Zeichen.', 'message_length'); end if;
  insert into public.appeals (moderation_action_id, message) values (p_decision, message) on conflict do nothing;
  return jsonb_build_object('state', case when found then 'filed' else 'known' end);
end $$;
comment on function public.file_appeal(uuid, text) is
  'RPC: the caller''s one appeal against a decision, banned or not. {state: filed | known}; hints message_missing, message_length. 42501 for decisions about others.';
revoke all on function public.own_moderation_page(text, integer), public.own_decision(text), public.file_appeal(uuid, text)
  from public, anon, authenticated;
grant execute on function public.own_moderation_page(text, integer), public.own_decision(text), public.file_appeal(uuid, text) to authenticated;

-- Effects of a decided appeal -----------------------------------------------------------------------------------------

-- Applied by trigger, so that no client can decide an appeal without its consequences.

create function private.lift_ban(decision public.moderation_actions, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  since constant timestamptz := coalesce((select max(u.created_at) from public.moderation_actions u
    where u.target_user_id = decision.target_user_id and u.action = 'unbanned'), '-infinity');
  rest record;
begin
  if not private.is_banned(decision.target_user_id) then return; end if;
  -- Other bans that are still running remain; null days: permanent.
  select count(*) > 0 as banned, bool_or(b.ban_duration_days is null) as for_good, max(b.created_at + make_interval(days => b.ban_duration_days)) as ends
    into rest
    from public.moderation_actions b
    where b.target_user_id = decision.target_user_id and b.action = 'banned' and b.id <> decision.id and b.created_at > since
      and (b.ban_duration_days is null or b.created_at + make_interval(days => b.ban_duration_days) > now())
      and not exists (select from public.appeals a where a.moderation_action_id = b.id and a.status = 'overturned');
  update public.profiles p set is_banned = rest.banned, banned_until = case when rest.banned and not rest.for_good then rest.ends end
    where p.id = decision.target_user_id;
  if rest.banned then return; end if;
  insert into public.moderation_actions (target_type, target_user_id, action, reason, admin_id)
    values ('profile', decision.target_user_id, 'unbanned', why, auth.uid());
end $$;
comment on function private.lift_ban(public.moderation_actions, text) is 'Lifts one ban; other running bans remain.';

create function private.restore_comment(decision public.moderation_actions, why text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.comments c set deleted_at = null, content = r.content
    from private.removed_comments r
    where r.comment_id = c.id and c.id = decision.target_comment_id and c.deleted_at is not null;
  if not found then return false; end if;
  insert into public.moderation_actions (target_type, target_post_id, target_comment_id, target_user_id, action, reason, admin_id)
    values ('comment', decision.target_post_id, decision.target_comment_id, decision.target_user_id, 'restored', why, auth.uid());
  return true;
end $$;
comment on function private.restore_comment(public.moderation_actions, text) is 'Restores a removed comment; false when its text no longer exists.';

create function private.restore_for_appeal(post uuid, why text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare archived public.archived_posts;
begin
  select * into archived from public.archived_posts a where a.post_id = post order by a.archived_at desc limit 1;
  -- The limit of 30 days is for second thoughts. A successful appeal restores the post as long as the archive has it.
  if archived.id is null or private.archive_state(archived) not in ('restorable', 'expired') then return false; end if;
  perform private.restore_post(archived.id, why);
  return true;
end $$;
comment on function private.restore_for_appeal(uuid, text) is 'Restores a deleted post; false when the archive no longer has it.';

create function private.lift_decision(decision public.moderation_actions, why text) returns text
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
    update public.community_posts p set status = 'approved', moderated_by = auth.uid(), moderated_at = now(), rejection_reason = null
      where p.id = decision.target_post_id and p.status = 'rejected';
    return case when found then 'Dein Beitrag ist jetzt online.' else 'Die Ablehnung ist aufgehoben.' end;
  elsif decision.target_type = 'comment' then
    return case when private.restore_comment(decision, why) then 'Dein Kommentar steht wieder da.'
      else 'Der Text lässt sich leider nicht mehr wiederherstellen.' end;
  end if;
  return case when private.restore_for_appeal(decision.target_post_id, why) then 'Dein Beitrag steht wieder da.'
    else 'Der Beitrag lässt sich leider nicht mehr wiederherstellen.' end;
end $$;
comment on function private.lift_decision(public.moderation_actions, text) is 'Undoes a decision after a successful appeal; returns a sentence for the member.';

create function private.apply_appeal() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  decision public.moderation_actions;
  outcome text := 'Die Entscheidung bleibt bestehen.';
begin
  if old.status <> 'pending' or new.status = 'pending' then return null; end if;
  select * into decision from public.moderation_actions m where m.id = new.moderation_action_id;
  perform private.log_staff_action('decide_appeal', 'appeal', new.id::text, jsonb_build_object('outcome', new.status,
    'reason', new.decision_reason, 'decision', private.decision_kind(decision),
    'name', (select p.nickname from public.profiles p where p.id = new.user_id)));
  if new.status = 'overturned' then outcome := private.lift_decision(decision, new.decision_reason); end if;
  perform private.notify(new.user_id, 'warning',
    case new.status when 'overturned' then 'Dein Einspruch hatte Erfolg' else 'Dein Einspruch wurde abgelehnt' end,
    format('%s Begründung: %s Entschieden hat ein Mensch aus dem Team.', outcome, new.decision_reason),
    jsonb_build_object('decision_id', decision.id, 'appeal', new.status, 'reason', new.decision_reason, 'decided_by', 'human'));
  return null;
end $$;
comment on function private.apply_appeal() is 'Trigger: logs a decided appeal, undoes the decision if it succeeded, and notifies the member.';
create trigger appeals_apply after update of status on public.appeals for each row execute function private.apply_appeal();

-- Admin ---------------------------------------------------------------------------------------------------------------

-- /admin/appeals: appeals of members, decided by another member of staff than the one who made the decision.

create function private.appealed_content(m public.moderation_actions) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    case m.target_type
      when 'post' then coalesce(
        (select nullif(p.content, '') from public.community_posts p where p.id = m.target_post_id),
        (select nullif(a.record -> 'post' ->> 'content', '') from public.archived_posts a where a.post_id = m.target_post_id order by a.archived_at desc limit 1))
      when 'comment' then coalesce(
        (select nullif(c.content, '') from public.comments c where c.id = m.target_comment_id),
        (select r.content from private.removed_comments r where r.comment_id = m.target_comment_id))
    end, m.content_excerpt)
$$;
comment on function private.appealed_content(public.moderation_actions) is 'The content a decision was about, also after its removal; null when nothing is left of it.';

create function private.appeal_item(a public.appeals, m public.moderation_actions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'status', a.status, 'message', a.message, 'created_at', a.created_at,
    'decision_reason', a.decision_reason, 'decided_at', a.decided_at,
    'decided_by', (select p.nickname from public.profiles p where p.id = a.decided_by),
    'member', (select r.ref from private.member_refs r where r.id = a.user_id),
    'warnings', (select count(*) from public.moderation_actions w
      where w.target_user_id = a.user_id and w.counts_as_warning and w.created_at > now() - interval '90 days'),
    'decision', private.decision_item(m) - 'appeal', 'content', private.appealed_content(m),
    'decision_by', (select p.nickname from public.profiles p where p.id = m.admin_id),
    -- The reason why the reader may not decide, or null.
    'blocked', case when a.status <> 'pending' or private.may_decide_appeal(a.user_id, m.id) then null
      when a.user_id = auth.uid() then 'own_case' else 'own_decision' end)
$$;
comment on function private.appeal_item(public.appeals, public.moderation_actions) is 'An appeal as adminAppeal, for staff.';

create function private.admin_appeals_page(p_status text, p_after text, p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20, 50);
  decided constant boolean := p_status is not distinct from 'decided';
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), case when decided
    then '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}'::text[] else '{-infinity,00000000-0000-0000-0000-000000000000}' end);
begin
  perform private.require_moderator();
  return (
    with picked as (
      -- Open ones oldest first, decided ones newest first: two branches, each with an index of its own.
      (select a.id, a.created_at as at from public.appeals a
       where not decided and a.status = 'pending' and (a.created_at, a.id) > (last[1]::timestamptz, last[2]::uuid)
       order by a.created_at, a.id limit wanted + 1)
      union all
      (select a.id, a.decided_at from public.appeals a
       where decided and a.status <> 'pending' and (a.decided_at, a.id) < (last[1]::timestamptz, last[2]::uuid)
       order by a.decided_at desc, a.id desc limit wanted + 1)
    ), listed as materialized (
      select k.id, k.at, private.appeal_item(a, m) as item,
        row_number() over (order by case when decided then k.at end desc, case when decided then k.id end desc, k.at, k.id) as place
      from picked k join public.appeals a on a.id = k.id join public.moderation_actions m on m.id = a.moderation_action_id
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function private.admin_appeals_page(text, text, integer) is 'See public.admin_appeals_page().';

create function private.admin_decide_appeal(appeal uuid, outcome text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.trim_text(private.clean_text(coalesce(reason, '')));
  known public.appeals;
begin
  perform private.require_moderator();
  if outcome not in ('upheld', 'overturned') then perform private.refuse('Ungültige Moderationsaktion', 'unknown_action'); end if;
  if why = '' then perform private.refuse('Bitte gib einen Grund für diese Moderationsaktion an.', 'reason_required'); end if;
  select * into known from public.appeals a where a.id = appeal for update;
  -- An appeal is deleted together with its member's account.
  if not found then return jsonb_build_object('outcome', 'gone', 'status', null, 'by', null); end if;
  -- Of two concurrent decisions the second is told who made the first.
  if known.status <> 'pending' then
    return jsonb_build_object('outcome', 'already', 'status', known.status,
      'by', (select p.nickname from public.profiles p where p.id = known.decided_by));
  end if;
  if known.user_id = auth.uid() then
    raise exception 'Über deinen eigenen Einspruch entscheidet jemand anderes.' using errcode = '42501', hint = 'own_case';
  end if;
  if not private.may_decide_appeal(known.user_id, known.moderation_action_id) then
    raise exception 'Das war deine eigene Entscheidung. Über den Einspruch entscheidet jemand anderes.' using errcode = '42501', hint = 'own_decision';
  end if;
  update public.appeals a set status = outcome, decision_reason = why, decided_by = auth.uid(), decided_at = now() where a.id = appeal;
  return jsonb_build_object('outcome', 'done', 'status', outcome, 'by', null);
end $$;
comment on function private.admin_decide_appeal(uuid, text, text) is 'See public.admin_decide_appeal().';
grant execute on function private.admin_appeals_page(text, text, integer), private.admin_decide_appeal(uuid, text, text) to authenticated;

create function public.admin_appeals_page(p_status text default 'pending', p_after text default null, p_limit integer default 20) returns jsonb
language sql stable set search_path = '' as $$ select private.admin_appeals_page(p_status, p_after, p_limit) $$;
comment on function public.admin_appeals_page(text, text, integer) is
  'RPC for moderators: {items, next}: open appeals oldest first, or with p_status decided those decided, latest first.';

create function public.admin_decide_appeal(p_id uuid, p_outcome text, p_reason text) returns jsonb
language sql set search_path = '' as $$ select private.admin_decide_appeal(p_id, p_outcome, p_reason) $$;
comment on function public.admin_decide_appeal(uuid, text, text) is
  'RPC for moderators: decides an appeal, upheld or overturned, with a reason. {outcome: done | already | gone, status, by}; hints own_case, own_decision, reason_required, unknown_action.';
revoke all on function public.admin_appeals_page(text, text, integer), public.admin_decide_appeal(uuid, text, text) from public, anon, authenticated;
grant execute on function public.admin_appeals_page(text, text, integer), public.admin_decide_appeal(uuid, text, text) to authenticated;

-- Transparency report -------------------------------------------------------------------------------------------------

-- Numbers of moderation in a period (DSA Art. 15 and 24).

create function private.median_seconds(durations interval[]) returns bigint
language sql immutable set search_path = '' as $$
  select round(extract(epoch from percentile_cont(0.5) within group (order by d)))::bigint from unnest(durations) d
$$;
comment on function private.median_seconds(interval[]) is 'Median of durations in whole seconds; null for none.';

create function private.notices_between(since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with notices as materialized (
    select r.reason, r.status, r.action, r.reporter_id, r.good_faith, r.target_type, r.resolved_at - r.confirmed_at as took
    from public.reports r where r.created_at >= since and r.created_at < until and r.confirmed_at is not null)
  select jsonb_build_object(
    'total', count(*),
    'on_posts', count(*) filter (where n.target_type = 'post'),
    'on_comments', count(*) filter (where n.target_type = 'comment'),
    -- Guests always report with the good-faith statement; a member's account may have been deleted since.
    'by_guests', count(*) filter (where n.reporter_id is null and n.good_faith),
    'open', count(*) filter (where n.status = 'pending'),
    'dismissed', count(*) filter (where n.status = 'dismissed'),
    'acted_on', count(*) filter (where n.status = 'resolved'),
    'median_seconds', private.median_seconds(array_agg(n.took) filter (where n.took is not null)),
    'by_reason', coalesce((
      select jsonb_agg(jsonb_build_object('reason', g.reason, 'total', g.total, 'acted_on', g.acted_on) order by g.total desc, g.reason)
      from (select x.reason, count(*) as total, count(*) filter (where x.status = 'resolved') as acted_on from notices x group by x.reason) g),
      '[]'::jsonb))
  from notices n
$$;
comment on function private.notices_between(timestamptz, timestamptz) is
  'Reports that came in (and were confirmed) in a period: by target, sender, reason and outcome so far, and the median time to a decision.';

create function private.decisions_between(since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with decisions as materialized (
    select a.action, a.target_type, a.counts_as_warning, a.ban_duration_days, r.reason as ground,
      -- A rejection is recorded as 'warned' but does not count as a warning.
      case when a.action = 'warned' and not a.counts_as_warning then 'rejected' else a.action end as kind
    from public.moderation_actions a left join public.reports r on r.id = a.report_id
    where a.created_at >= since and a.created_at < until)
  select jsonb_build_object(
    'by_kind', coalesce((
      select jsonb_agg(jsonb_build_object('kind', g.kind, 'target_type', g.target_type, 'total', g.total) order by g.kind, g.target_type)
      from (select d.kind, d.target_type, count(*) as total from decisions d group by d.kind, d.target_type) g), '[]'::jsonb),
    'by_ground', coalesce((
      select jsonb_agg(jsonb_build_object('reason', g.ground, 'total', g.total) order by g.total desc, g.ground)
      from (select d.ground, count(*) as total from decisions d
        where d.kind in ('rejected', 'deleted', 'warned', 'banned') group by d.ground) g), '[]'::jsonb),
    'bans_for_good', (select count(*) from decisions d where d.kind = 'banned' and d.ban_duration_days is null),
    'published_automatically', (select count(*) from public.community_posts p
      where p.created_at >= since and p.created_at < until and p.status = 'approved' and p.moderated_at is null))
$$;
comment on function private.decisions_between(timestamptz, timestamptz) is
  'Decisions of a period by kind and target, restrictions by the reason of the report (null: without one), and posts published without a person.';

create function private.posts_decided_between(since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('total', count(*),
    'median_seconds', private.median_seconds(array_agg(p.moderated_at - p.created_at) filter (where p.moderated_at >= p.created_at)))
  from public.community_posts p
  where p.created_at >= since and p.created_at < until and p.moderated_at is not null
$$;
comment on function private.posts_decided_between(timestamptz, timestamptz) is 'Posts of a period that a person decided about, and the median time until then.';

create function private.appeals_between(since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('total', count(*),
    'open', count(*) filter (where a.status = 'pending'),
    'upheld', count(*) filter (where a.status = 'upheld'),
    'overturned', count(*) filter (where a.status = 'overturned'),
    'median_seconds', private.median_seconds(array_agg(a.decided_at - a.created_at) filter (where a.decided_at is not null)))
  from public.appeals a where a.created_at >= since and a.created_at < until
$$;
comment on function private.appeals_between(timestamptz, timestamptz) is 'Appeals of a period by outcome, and the median time to a decision.';

create function private.admin_transparency(first_day date, last_day date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant timestamptz := first_day::timestamp at time zone 'Europe/Berlin';
  until constant timestamptz := (last_day + 1)::timestamp at time zone 'Europe/Berlin';
begin
  perform private.require_moderator();
  if first_day is null or last_day is null or last_day < first_day or last_day - first_day > 731 then
    raise exception 'Wähle einen Zeitraum von einem Tag bis zu zwei Jahren.' using errcode = '22023', hint = 'bad_period';
  end if;
  return jsonb_build_object('from', first_day, 'to', last_day,
    'notices', private.notices_between(since, until), 'decisions', private.decisions_between(since, until),
    'posts', private.posts_decided_between(since, until), 'appeals', private.appeals_between(since, until));
end $$;
comment on function private.admin_transparency(date, date) is 'As public.admin_transparency().';
grant execute on function private.admin_transparency(date, date) to authenticated;

create function public.admin_transparency(p_from date, p_to date) returns jsonb
language sql stable security invoker set search_path = '' as $$ select private.admin_transparency(p_from, p_to) $$;
comment on function public.admin_transparency(date, date) is
  'RPC for staff: notices, decisions, times and appeals of the Berlin days from first to last, both counted in; at most two years.';
revoke all on function public.admin_transparency(date, date) from public, anon, authenticated;
grant execute on function public.admin_transparency(date, date) to authenticated;
