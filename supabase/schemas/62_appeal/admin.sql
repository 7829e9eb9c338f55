-- Admin ---------------------------------------------------------------------------------------------------------------

-- /admin/appeals: appeals of members, decided by another member of staff than the one who made the decision.

create function private.appealed_content(m public.moderation_actions) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    case
      when m.action = 'edited' then private.text_taken(m)
      when m.target_type = 'post' then coalesce(
        (select nullif(p.content, '') from public.community_posts p where p.id = m.target_post_id),
        (select nullif(a.record -> 'post' ->> 'content', '') from public.archived_posts a where a.post_id = m.target_post_id order by a.archived_at desc limit 1))
      when m.target_type = 'comment' then coalesce(
        (select nullif(c.content, '') from public.comments c where c.id = m.target_comment_id),
        (select r.content from private.removed_comments r where r.comment_id = m.target_comment_id))
      when m.target_type = 'profile' then (select concat_ws(': ', r.nickname, r.bio) from private.removed_profiles r
        where r.member_id = m.target_user_id and r.removed_at = m.created_at and m.action = 'deleted' limit 1)
    end, m.content_excerpt)
$$;
comment on function private.appealed_content(public.moderation_actions) is 'The content a decision was about, also after its removal, of an edit as it was before; null when nothing is left of it.';

create function private.appeal_item(a public.appeals, m public.moderation_actions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'version', private.target_version('appeal:' || a.id), 'status', a.status, 'message', a.message, 'created_at', a.created_at,
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
grant execute on function private.admin_appeals_page(text, text, integer) to authenticated;

create function private.admin_decide_appeal(appeal uuid, outcome text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.trim_text(private.clean_text(coalesce(reason, '')));
  known public.appeals;
begin
  perform private.require_moderator();
  if outcome not in ('upheld', 'overturned') then perform private.refuse('moderation.unknown_action'); end if;
  if why = '' then perform private.refuse('moderation.reason_required'); end if;
  select * into known from public.appeals a where a.id = appeal for update;
  -- An appeal is deleted together with its member's account.
  if not found then return jsonb_build_object('outcome', 'gone', 'status', null, 'by', null); end if;
  -- Of two concurrent decisions the second is told who made the first.
  if known.status <> 'pending' then
    return jsonb_build_object('outcome', 'already', 'status', known.status,
      'by', (select p.nickname from public.profiles p where p.id = known.decided_by));
  end if;
  if known.user_id = auth.uid() then
    perform private.refuse('moderation.own_case.appeal', '42501');
  end if;
  if not private.may_decide_appeal(known.user_id, known.moderation_action_id) then
    perform private.refuse('moderation.own_decision', '42501');
  end if;
  update public.appeals a set status = outcome, decision_reason = why, decided_by = auth.uid(), decided_at = now() where a.id = appeal;
  return jsonb_build_object('outcome', 'done', 'status', outcome, 'by', null);
end $$;
comment on function private.admin_decide_appeal(uuid, text, text) is 'See public.admin_decide_appeal().';
grant execute on function private.admin_decide_appeal(uuid, text, text) to authenticated;

create function public.admin_appeals_page(p_status text default 'pending', p_after text default null, p_limit integer default 20) returns jsonb
language sql stable set search_path = '' as $$ select private.admin_appeals_page(p_status, p_after, p_limit) $$;
comment on function public.admin_appeals_page(text, text, integer) is
  'RPC for moderators: {items, next}: open appeals oldest first, or with p_status decided those decided, latest first.';
grant execute on function public.admin_appeals_page(text, text, integer) to authenticated, service_role;

create function public.admin_decide_appeal(p_id uuid, p_outcome text, p_reason text) returns jsonb
language sql set search_path = '' as $$ select private.admin_decide_appeal(p_id, p_outcome, p_reason) $$;
comment on function public.admin_decide_appeal(uuid, text, text) is
  'RPC for moderators: decides an appeal, upheld or overturned, with a reason. {outcome: done | already | gone, status, by}; hints own_case, own_decision, reason_required, unknown_action.';
grant execute on function public.admin_decide_appeal(uuid, text, text) to authenticated, service_role;
