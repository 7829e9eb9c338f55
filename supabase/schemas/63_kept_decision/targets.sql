-- Who acts ------------------------------------------------------------------------------------------------------------

create function private.is_carrying_out() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.pending_decisions d
    where d.carried_out_in = pg_catalog.pg_current_xact_id_if_assigned() and d.decider = auth.uid())
$$;
comment on function private.is_carrying_out() is 'Whether this transaction carries out a decision that the caller has stored with their second factor.';

-- What can be decided -------------------------------------------------------------------------------------------------

create function private.decision_targets(kind text, args jsonb) returns text[]
language sql stable set search_path = '' as $$
  select array(select distinct t.target from (
    select case kind when 'posts' then 'post:' else 'comment:' end || x.id as target
      from jsonb_array_elements_text(args -> 'p_ids') as x (id) where kind in ('posts', 'comments', 'held_comments')
    union all
    select (x.one ->> 'target_type') || ':' || (x.one ->> 'target_id')
      from jsonb_array_elements(args -> 'p_cases') as x (one) where kind = 'cases'
    union all
    select case
      when kind in ('case', 'content') then (args ->> 'p_type') || ':' || (args ->> 'p_content_id')
      when kind in ('spam', 'ban') then 'profile:' || (args ->> 'p_id')
      when kind = 'hide' then 'post:' || (args ->> 'p_id')
      when kind in ('appeal', 'star_request', 'concern') then kind || ':' || (args ->> 'p_id') end) t
  where t.target is not null order by 1)
$$;
comment on function private.decision_targets(text, jsonb) is 'What a decision is about, as type:id.';
grant execute on function private.decision_targets(text, jsonb) to authenticated;

-- As the caller: the functions check what they always check, and their triggers take this for what it is, an act of staff.
create function private.call_decision(kind text, args jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  ids uuid[] := case when args ? 'p_ids' then array(select x::uuid from jsonb_array_elements_text(args -> 'p_ids') with ordinality as l (x, place) order by place) end;
  seen timestamptz[];
  parts text[] := case when jsonb_typeof(args -> 'p_parts') = 'array' then array(select jsonb_array_elements_text(args -> 'p_parts')) end;
begin
  case kind
    when 'posts' then
      seen := array(select x::timestamptz from jsonb_array_elements_text(args -> 'p_seen') with ordinality as l (x, place) order by place);
      return public.admin_decide_posts(ids, seen, args ->> 'p_decision', args ->> 'p_reason', coalesce((args ->> 'p_sensitive_seen')::boolean, false),
        args ->> 'p_rule');
    when 'hide' then
      return public.admin_hide_post((args ->> 'p_id')::uuid, args ->> 'p_reason', args ->> 'p_rule');
    when 'case' then
      return public.moderate_case((args ->> 'p_report_id')::uuid, (args ->> 'p_content_id')::uuid, args ->> 'p_type', args ->> 'p_action', args ->> 'p_reason',
        args ->> 'p_severity', (args ->> 'p_days')::integer, args ->> 'p_rule', coalesce((args ->> 'p_remove')::boolean, false), parts);
    when 'content' then
      return public.moderate_content((args ->> 'p_content_id')::uuid, args ->> 'p_type', args ->> 'p_action', args ->> 'p_reason',
        args ->> 'p_severity', (args ->> 'p_days')::integer, args ->> 'p_rule', coalesce((args ->> 'p_remove')::boolean, false), parts);
    when 'cases' then
      return public.admin_decide_cases(args -> 'p_cases', args ->> 'p_action', args ->> 'p_reason', args ->> 'p_rule');
    when 'comments' then
      return public.admin_remove_comments(ids, args ->> 'p_reason', args ->> 'p_rule');
    when 'held_comments' then
      return public.admin_decide_held_comments(ids, (args ->> 'p_approve')::boolean, args ->> 'p_reason', args ->> 'p_rule');
    when 'spam' then
      return public.admin_ban_spammer((args ->> 'p_id')::uuid);
    when 'ban' then
      return public.admin_ban_member((args ->> 'p_id')::uuid, (args ->> 'p_days')::integer, args ->> 'p_reason', args ->> 'p_rule');
    when 'appeal' then
      return public.admin_decide_appeal((args ->> 'p_id')::uuid, args ->> 'p_outcome', args ->> 'p_reason');
    when 'star_request' then
      return public.admin_decide_star_request((args ->> 'p_id')::uuid, (args ->> 'p_granted')::boolean, args ->> 'p_reason', (args ->> 'p_seen')::timestamptz);
    when 'concern' then
      return public.admin_answer_concern((args ->> 'p_id')::uuid, args ->> 'p_outcome', args ->> 'p_reason');
    else
      perform private.refuse('moderation.unknown_action');
  end case;
end $$;
comment on function private.call_decision(text, jsonb) is 'Carries out a decision as the caller, by the function for its kind.';
grant execute on function private.call_decision(text, jsonb) to authenticated;

create function private.decision_effect(kind text, answer jsonb) returns integer
language sql immutable set search_path = '' as $$
  select case
    when kind = 'posts' then (select count(*)::integer from jsonb_array_elements(answer) o where o ->> 'outcome' = 'done')
    when kind in ('hide', 'appeal', 'star_request', 'concern') then (answer ->> 'outcome' = 'done')::integer
    when kind = 'cases' then (answer ->> 'decided')::integer
    when kind = 'comments' then (answer ->> 'removed')::integer
    when kind = 'held_comments' then (answer ->> 'done')::integer
    else 1 end
$$;
comment on function private.decision_effect(text, jsonb) is 'How many targets an answer says were decided.';
grant execute on function private.decision_effect(text, jsonb) to authenticated;

-- What its decider has read may be older than what stands when the decision is sent: every list says which version it shows, the
-- decision carries it, and a target that is another one by then is not decided about.

create function private.target_version(target text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  kind constant text := split_part(target, ':', 1);
  wanted constant uuid := private.as_uuid(split_part(target, ':', 2));
begin
  return case kind
    when 'post' then private.decision_state(wanted) ->> 'updated_at'
    when 'comment' then coalesce((select md5(c.content) from public.comments c where c.id = wanted and c.deleted_at is null),
      (select md5(h.content) from private.held_comments h where h.id = wanted))
    when 'profile' then (select md5(concat_ws('|', m.nickname, m.bio, m.avatar_url)) from public.profiles m where m.id = wanted)
    when 'appeal' then (
      -- The post that goes online again is the one that was read.
      select md5(concat_ws('|', a.message, private.appealed_content(m))) from public.appeals a
      join public.moderation_actions m on m.id = a.moderation_action_id where a.id = wanted)
    when 'star_request' then (select r.asked_at::text from private.star_requests r where r.id = wanted)
    when 'concern' then (select coalesce(c.outcome, 'open') from private.concerns c where c.id = wanted) end;
end $$;
comment on function private.target_version(text) is 'What a target is at the moment; another value once somebody has changed it.';

-- Its author may be saving another text in the moment in which a decision is carried out.
create function private.hold_target(target text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := split_part(target, ':', 1);
  wanted constant uuid := private.as_uuid(split_part(target, ':', 2));
  about public.moderation_actions;
begin
  if kind = 'appeal' then
    perform from public.appeals a where a.id = wanted for no key update;
    select m.* into about from public.appeals a join public.moderation_actions m on m.id = a.moderation_action_id where a.id = wanted;
  end if;
  perform from public.community_posts p where p.id = case kind when 'post' then wanted else about.target_post_id end for no key update;
  perform from public.comments c where c.id = case kind when 'comment' then wanted else about.target_comment_id end for no key update;
  perform from private.held_comments h where h.id = wanted and kind = 'comment' for no key update;
  perform from public.profiles m where m.id = wanted and kind = 'profile' for no key update;
end $$;
comment on function private.hold_target(text) is 'Waits for whoever is changing a target, and keeps others from changing it until the end of the transaction.';

-- A spammer who rewrites the profile is banned all the same.
create function private.versions_of(kind text, targets text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(t.target, private.target_version(t.target)), '{}') from unnest(targets) as t (target)
  where kind not in ('spam', 'ban')
$$;
comment on function private.versions_of(text, text[]) is 'What the targets of a decision are at the moment, for those that must not change before it is carried out.';

create function private.only_targets(kind text, args jsonb, kept text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select case kind
    when 'posts' then args || (
      select jsonb_build_object('p_ids', coalesce(jsonb_agg(i.id order by i.place), '[]'), 'p_seen', coalesce(jsonb_agg(args -> 'p_seen' -> (i.place - 1)::integer order by i.place), '[]'))
      from jsonb_array_elements_text(args -> 'p_ids') with ordinality as i (id, place) where 'post:' || i.id = any (kept))
    when 'comments' then args || jsonb_build_object('p_ids', (
      select coalesce(jsonb_agg(i.id), '[]') from jsonb_array_elements_text(args -> 'p_ids') as i (id) where 'comment:' || i.id = any (kept)))
    when 'held_comments' then args || jsonb_build_object('p_ids', (
      select coalesce(jsonb_agg(i.id), '[]') from jsonb_array_elements_text(args -> 'p_ids') as i (id) where 'comment:' || i.id = any (kept)))
    when 'cases' then args || jsonb_build_object('p_cases', (
      select coalesce(jsonb_agg(c.one), '[]') from jsonb_array_elements(args -> 'p_cases') as c (one)
      where (c.one ->> 'target_type') || ':' || (c.one ->> 'target_id') = any (kept)))
    else args end
$$;
comment on function private.only_targets(text, jsonb, text[]) is 'The arguments of a decision about several, with these targets only.';
grant execute on function private.only_targets(text, jsonb, text[]) to authenticated;

create function private.decision_facts(kind text, args jsonb, targets text[], answer jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  first_kind constant text := split_part(targets[1], ':', 1);
  first_id constant uuid := private.as_uuid(split_part(targets[1], ':', 2));
  action constant text := case
    when kind = 'posts' then args ->> 'p_decision'
    when kind in ('case', 'content', 'cases') then args ->> 'p_action'
    when kind = 'held_comments' then case when (args ->> 'p_approve')::boolean then 'approve' else 'reject' end
    when kind = 'comments' then 'delete'
    when kind = 'appeal' then args ->> 'p_outcome'
    when kind = 'star_request' then case when (args ->> 'p_granted')::boolean then 'grant' else 'refuse' end
    when kind = 'concern' then 'answer'
    else kind end;
  author uuid;
  name text;
begin
  author := case first_kind
    when 'post' then (select p.author_id from public.community_posts p where p.id = first_id)
    when 'comment' then coalesce((select c.author_id from public.comments c where c.id = first_id),
      (select h.author_id from private.held_comments h where h.id = first_id))
    when 'profile' then first_id
    when 'appeal' then (select a.user_id from public.appeals a where a.id = first_id) end;
  name := case
    when first_kind = 'concern' then (select c.reference from private.concerns c where c.id = first_id)
    when first_kind = 'star_request' then (select private.star_name(s.first_name, s.nickname, s.last_name)
      from private.star_requests r join public.stars s on s.id = r.star_id where r.id = first_id)
    when first_kind = 'post' and action not in ('warn', 'ban') then (select p.title from public.community_posts p where p.id = first_id)
    else (select m.nickname from public.profiles m where m.id = author) end;
  return jsonb_build_object('action', action, 'type', first_kind, 'name', name, 'count', private.decision_effect(kind, answer),
    'days', case when action = 'ban' then (args ->> 'p_days')::integer end,
    'posts', case when kind = 'spam' then answer -> 'posts' end, 'comments', case when kind = 'spam' then answer -> 'comments' end);
end $$;
comment on function private.decision_facts(text, jsonb, text[], jsonb) is 'What a decision does and to whom, for the texts of the interface.';

-- What was seen is what is decided ------------------------------------------------------------------------------------

create function private.asks_what_was_seen(kind text) returns boolean
language sql immutable set search_path = '' as $$
  -- Posts and requests of stars carry a time of their own. A spammer who rewrites the profile is banned all the same.
  select kind in ('hide', 'case', 'content', 'cases', 'comments', 'held_comments', 'appeal')
$$;
comment on function private.asks_what_was_seen(text) is
  'Whether a decision of this kind says by p_seen, {type:id → version}, which version of each target was read.';

create function private.changed_targets(kind text, args jsonb, targets text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.asks_what_was_seen(kind) then return '{}'; end if;
  if jsonb_typeof(args -> 'p_seen') is distinct from 'object' or exists (select from unnest(targets) t where args -> 'p_seen' ->> t is null) then
    perform private.refuse('moderation.seen_missing');
  end if;
  -- What is gone is for the function that decides: it says so.
  return array(select x.target from (select t.target, private.target_version(t.target) as version from unnest(targets) as t (target)) x
    where x.version is not null and x.version is distinct from args -> 'p_seen' ->> x.target order by 1);
end $$;
comment on function private.changed_targets(text, jsonb, text[]) is 'Those targets that are not any more what their decider has read.';
grant execute on function private.changed_targets(text, jsonb, text[]) to authenticated;
