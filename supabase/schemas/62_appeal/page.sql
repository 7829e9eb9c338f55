-- Own decisions and appeals -------------------------------------------------------------------------------------------

-- Decisions about a member, and the member's appeals.

create function private.decision_kind(m public.moderation_actions) returns text
language sql immutable strict set search_path = '' as $$
  -- The 'warned' of a rejection never counts and has no severity; a lifted warning no longer counts but keeps its severity.
  select case when m.action = 'warned' and not m.counts_as_warning and m.severity is null then 'rejected' else m.action end
$$;
comment on function private.decision_kind(public.moderation_actions) is 'Kind of a decision for the member it concerns: warned, rejected, deleted, edited or banned.';

create function private.decision_item(m public.moderation_actions) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', m.id, 'kind', private.decision_kind(m), 'severity', m.severity, 'reason', m.reason, 'rule', m.rule, 'scope', m.scope, 'changed', m.changed,
    'target_type', m.target_type,
    'excerpt', coalesce(m.content_excerpt, (select p.title from public.community_posts p where p.id = m.target_post_id and m.target_type = 'post')),
    'ban_days', m.ban_duration_days, 'ends_at', m.created_at + make_interval(days => m.ban_duration_days),
    'reported', private.is_after_notice(m), 'origin', m.origin, 'created_at', m.created_at,
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
  perform private.require_proven();
  return (
    with listed as materialized (
      select m.id, m.created_at, row_number() over (order by m.created_at desc, m.id desc) as place, private.decision_item(m) as item
      from public.moderation_actions m
      where m.target_user_id = me and m.action in ('warned', 'deleted', 'edited', 'banned') and (p_id is null or m.id = p_id)
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
  'RPC: {ban, items, next}: the caller''s ban and what the team decided about them (warnings, rejections, removals, edits, bans), newest first, with appeals.';
grant execute on function public.own_moderation_page(text, integer) to authenticated, service_role;

create function public.own_decision(p_id text) returns jsonb
language sql stable set search_path = '' as $$
  select case when private.as_uuid(p_id) is not null then private.own_decisions(null, 1, private.as_uuid(p_id)) #> '{items,0}' end
$$;
comment on function public.own_decision(text) is 'RPC: one decision about the caller; null when there is none.';
grant execute on function public.own_decision(text) to authenticated, service_role;

create function public.file_appeal(p_decision uuid, p_message text) returns jsonb
language plpgsql set search_path = '' as $$
declare message text;
begin
  perform private.require_short(p_message, 2000, 'moderation.message_length');
  message := private.trim_text(private.clean_text(coalesce(p_message, '')));
  if message = '' then perform private.refuse('moderation.message_missing'); end if;
  if char_length(message) > 2000 then perform private.refuse('moderation.message_length'); end if;
  insert into public.appeals (moderation_action_id, message) values (p_decision, message) on conflict do nothing;
  return jsonb_build_object('state', case when found then 'filed' else 'known' end);
end $$;
comment on function public.file_appeal(uuid, text) is
  'RPC: the caller''s one appeal against a decision, banned or not. {state: filed | known}; hints message_missing, message_length. 42501 for decisions about others.';
grant execute on function public.file_appeal(uuid, text) to authenticated, service_role;
