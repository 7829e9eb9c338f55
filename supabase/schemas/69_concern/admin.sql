-- For the team --------------------------------------------------------------------------------------------------------

create function private.concerns_page(wanted_state text, after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 20, 50);
  last constant text[] := private.cursor_parts(after, '{instant,uuid}');
  is_open constant boolean := wanted_state is distinct from 'decided';
  today constant date := private.berlin_day(now());
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select x.*, row_number() over () as place from (
        -- The oldest is due first.
        (select c.*, c.asked_at as sort_at from private.concerns c
          where is_open and c.outcome is null and c.confirmed_at is not null
            and (last[1] is null or (c.asked_at, c.id) > (last[1]::timestamptz, last[2]::uuid))
          order by c.asked_at, c.id limit wanted + 1)
        union all
        (select c.*, c.decided_at from private.concerns c
          where not is_open and c.outcome is not null and (last[1] is null or (c.decided_at, c.id) < (last[1]::timestamptz, last[2]::uuid))
          order by c.decided_at desc, c.id desc limit wanted + 1)) x
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'reference', l.reference, 'page', l.page, 'wish', l.wish, 'person', l.speaks_for, 'name', l.name,
            -- As of guests who report: moderators answer without.
            'email', case when private.is_admin() then l.email end,
            'text', l.content, 'asked_at', l.asked_at, 'due', l.due_on, 'days_left', l.due_on - today, 'outcome', l.outcome, 'answer', l.answer,
            'decided_at', l.decided_at, 'decided_by', (select m.nickname from public.profiles m where m.id = l.decided_by)) order by l.place)
        from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.sort_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function private.concerns_page(text, text, integer) is 'See public.admin_concerns().';
grant execute on function private.concerns_page(text, text, integer) to authenticated;

create function public.admin_concerns(p_status text default null, p_after text default null, p_limit integer default null) returns jsonb
language sql stable set search_path = '' as $$ select private.concerns_page(p_status, p_after, p_limit) $$;
comment on function public.admin_concerns(text, text, integer) is
  'RPC for staff: what people whom HoT writes about ask for; open ones by when they are due, or (decided) the latest first; {items, next}. The address is for admins.';
grant execute on function public.admin_concerns(text, text, integer) to authenticated, service_role;

create function private.answer_concern(concern uuid, result text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.staff_reason(reason);
  was private.concerns;
begin
  perform private.require_moderator();
  if result is null or result not in ('granted', 'partly', 'refused') then perform private.refuse('moderation.unknown_action'); end if;
  if why is null and result <> 'granted' then perform private.refuse('moderation.reason_required'); end if;
  select * into was from private.concerns c where c.id = concern and c.confirmed_at is not null for update;
  if was.id is null then return jsonb_build_object('outcome', 'gone'); end if;
  -- An answer to a message is what it says.
  if was.wish = 'contact' and why is null then perform private.refuse('moderation.reason_required'); end if;
  if was.outcome is not null then return jsonb_build_object('outcome', 'decided'); end if;
  if exists (select from private.pending_targets t join private.pending_decisions d on d.id = t.decision_id
      where t.target = 'concern:' || concern and d.decider <> auth.uid()) then
    perform private.refuse_pending(private.pending_by('concern:' || concern));
  end if;
  perform private.log_staff_action('answer_concern', 'concern', concern::text,
    jsonb_build_object('title', was.reference, 'status', result, 'reason', why));
  update private.concerns c set outcome = result, answer = why, decided_at = now(), decided_by = auth.uid() where c.id = concern;
  perform private.send_mail(was.email, 'concern_outcome', jsonb_build_object('reference', was.reference,
    'about', case when was.wish = 'contact' then private.stored_text('concern.message') else coalesce(was.page, private.stored_text('concern.everything')) end, 'outcome', concat_ws(' ', case when was.wish = 'contact' then null else case result
    when 'granted' then private.stored_text('concern.granted')
    when 'partly' then private.stored_text('concern.partly')
    else private.stored_text('concern.refused') end end, why)));
  return jsonb_build_object('outcome', 'done');
end $$;
comment on function private.answer_concern(uuid, text, text) is 'See public.admin_answer_concern().';
grant execute on function private.answer_concern(uuid, text, text) to authenticated;

create function public.admin_answer_concern(p_id uuid, p_outcome text, p_reason text default null) returns jsonb
language sql set search_path = '' as $$ select private.answer_concern(p_id, p_outcome, p_reason) $$;
comment on function public.admin_answer_concern(uuid, text, text) is
  'RPC for staff: answers by mail what somebody asked for (granted, partly, refused; the last two with a reason). {outcome done|decided|gone}. Hints reason_required, unknown_action, decision_pending.';
grant execute on function public.admin_answer_concern(uuid, text, text) to authenticated, service_role;
