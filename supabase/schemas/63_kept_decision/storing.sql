-- Storing -------------------------------------------------------------------------------------------------------------

create function private.decision_json(d private.pending_decisions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select d.facts || jsonb_build_object('id', d.id, 'kind', d.kind, 'by', (select m.nickname from public.profiles m where m.id = d.decider),
    'is_mine', d.decider is not distinct from auth.uid(), 'targets', to_jsonb(d.targets), 'due_at', d.due_at, 'state', d.state, 'problem', d.problem,
    'warnings', case when jsonb_typeof(d.answer) = 'object' then d.answer -> 'warnings' end,
    'note', case when jsonb_typeof(d.answer) = 'object' then d.answer -> 'problem' end,
    'skipped', case when d.answer is not null then coalesce((d.facts ->> 'count')::integer, 1) - private.decision_effect(d.kind, d.answer) else 0 end)
$$;
comment on function private.decision_json(private.pending_decisions) is 'A stored decision as the interface shows it.';

create function private.kept_decision(decision uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.decision_json(d) from private.pending_decisions d where d.id = decision and d.decider = auth.uid()
$$;
comment on function private.kept_decision(uuid) is 'A stored decision of the caller, as the interface shows it.';
grant execute on function private.kept_decision(uuid) to authenticated;

create function private.busy_targets(targets text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select t.target from private.pending_targets t where t.target = any (targets))
$$;
comment on function private.busy_targets(text[]) is 'Those targets about which a decision waits.';
grant execute on function private.busy_targets(text[]) to authenticated;

create function private.pending_by(target text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(m.nickname, private.refusal_text('moderation.somebody')) from private.pending_targets t
  join private.pending_decisions d on d.id = t.decision_id join public.profiles m on m.id = d.decider
  where t.target = pending_by.target
$$;
comment on function private.pending_by(text) is 'Who has decided about a target and can still undo it; null: nobody.';
grant execute on function private.pending_by(text) to authenticated;

create function private.refuse_pending(by_whom text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  perform private.refuse('moderation.decision_pending', '42501', coalesce(by_whom, private.refusal_text('moderation.somebody')));
end $$;
comment on function private.refuse_pending(text) is 'Ends the call, because somebody has just decided about the same.';
grant execute on function private.refuse_pending(text) to authenticated;

create function private.keep_decision(decision uuid, kind text, args jsonb, answer jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept constant text[] := private.decision_targets(kind, args);
  busy text;
begin
  perform private.require_moderator();
  insert into private.pending_decisions (id, decider, kind, args, targets, seen, facts, due_at)
    values (decision, auth.uid(), kind, args, kept, 
      case when jsonb_typeof(args -> 'p_seen') = 'object' then args -> 'p_seen' else private.versions_of(kind, kept) end, private.decision_facts(kind, args, kept, answer),
      clock_timestamp() + interval '10 seconds');
  begin
    insert into private.pending_targets (target, decision_id) select t, decision from unnest(kept) t order by t;
  exception when unique_violation then
    select private.pending_by(t) into busy from unnest(private.busy_targets(kept)) t limit 1;
    perform private.refuse_pending(busy);
  end;
  -- Whoever opens the case meanwhile reads who is at it.
  insert into private.case_claims as c (target_type, target_id, member_id, claimed_until)
    select split_part(t, ':', 1), split_part(t, ':', 2)::uuid, auth.uid(), clock_timestamp() + interval '1 minute' from unnest(kept) t
    where split_part(t, ':', 1) in ('post', 'comment', 'profile')
    on conflict (target_type, target_id) do update set member_id = excluded.member_id, claimed_until = excluded.claimed_until
      where c.member_id = excluded.member_id or c.claimed_until <= now();
  return private.kept_decision(decision);
end $$;
comment on function private.keep_decision(uuid, text, jsonb, jsonb) is 'Stores a decision of the caller that was tried out, for ten seconds.';
grant execute on function private.keep_decision(uuid, text, jsonb, jsonb) to authenticated;

create function public.admin_decide(p_id uuid, p_kind text, p_args jsonb) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
declare
  wanted text[];
  busy text[];
  changed text[];
  args jsonb := p_args;
  answer jsonb;
  outcomes jsonb := '[]';
  kept jsonb;
begin
  perform private.require_moderator();
  -- Sent again, because the answer was lost.
  kept := private.kept_decision(p_id);
  if kept is not null then
    return jsonb_build_object('kept', kept, 'outcomes', outcomes, 'refused', null, 'by', null, 'skipped', 0, 'changed', '[]'::jsonb);
  end if;
  wanted := private.decision_targets(p_kind, args);
  if p_id is null or coalesce(cardinality(wanted), 0) not between 1 and 200 then
    perform private.refuse('moderation.invalid_request');
  end if;
  busy := private.busy_targets(wanted);
  if busy <> '{}' then
    if p_kind not in ('posts', 'cases', 'comments', 'held_comments') or cardinality(busy) = cardinality(wanted) then
      perform private.refuse_pending(private.pending_by(busy[1]));
    end if;
    args := private.only_targets(p_kind, args, array(select t from unnest(wanted) t where t <> all (busy)));
  end if;
  changed := private.changed_targets(p_kind, args, array(select t from unnest(wanted) t where t <> all (busy)));
  if cardinality(changed) > 0 and cardinality(changed) + cardinality(busy) = cardinality(wanted) then
    return jsonb_build_object('kept', null, 'outcomes', outcomes, 'refused', 'changed', 'by', null, 'skipped', cardinality(busy), 'changed', to_jsonb(changed));
  end if;
  args := private.only_targets(p_kind, args, array(select t from unnest(wanted) t where t <> all (busy || changed)));
  -- Carried out and taken back: all that would be refused then is refused now, and said before anything waits.
  begin
    answer := private.call_decision(p_kind, args);
    raise exception using errcode = 'HT001';
  exception when sqlstate 'HT001' then null;
  end;
  if p_kind = 'posts' then
    select coalesce(jsonb_agg(o) filter (where o ->> 'outcome' <> 'done'), '[]') into outcomes from jsonb_array_elements(answer) o;
    args := private.only_targets(p_kind, args, array(select 'post:' || (o ->> 'id') from jsonb_array_elements(answer) o where o ->> 'outcome' = 'done'));
    outcomes := outcomes || (select coalesce(jsonb_agg(private.outcome(split_part(t, ':', 2)::uuid, 'decided', private.pending_by(t))), '[]') from unnest(busy) t);
  end if;
  if private.decision_effect(p_kind, answer) > 0 then
    kept := private.keep_decision(p_id, p_kind, args, answer);
  end if;
  return jsonb_build_object('kept', kept, 'outcomes', outcomes, 'refused', case when p_kind <> 'posts' and kept is null then answer ->> 'outcome' end,
    'by', case when jsonb_typeof(answer) = 'object' then answer ->> 'by' end,
    'skipped', case when p_kind = 'posts' then 0 else cardinality(wanted) - cardinality(changed) - private.decision_effect(p_kind, answer) end,
    'changed', to_jsonb(changed));
end $$;
comment on function public.admin_decide(uuid, text, jsonb) is
  'RPC for staff: stores a decision, which is carried out after ten seconds unless it is undone. p_args are those of the function for its kind, and p_seen: {type:id → version as it was loaded}. What has changed since is left out and named in changed. Checked as if it were carried out now.';
grant execute on function public.admin_decide(uuid, text, jsonb) to authenticated, service_role;

create function private.undo_decision(decision uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare undone private.pending_decisions;
begin
  perform private.require_moderator();
  -- Waits for a run that is carrying it out, and then finds it done.
  update private.pending_decisions d set state = 'undone'
    where d.id = decision and (d.decider = auth.uid() or (d.state = 'failed' and private.is_admin())) and d.state in ('waiting', 'failed')
    returning * into undone;
  if undone.id is null then
    return exists (select from private.pending_decisions d where d.id = decision and d.decider = auth.uid() and d.state = 'undone');
  end if;
  delete from private.pending_targets t where t.decision_id = decision;
  delete from private.case_claims c where c.member_id = undone.decider and c.target_type || ':' || c.target_id = any (undone.targets);
  return true;
end $$;
comment on function private.undo_decision(uuid) is 'See public.admin_undo_decision().';
grant execute on function private.undo_decision(uuid) to authenticated;

create function public.admin_undo_decision(p_id uuid) returns boolean
language sql set search_path = '' as $$ select private.undo_decision(p_id) $$;
comment on function public.admin_undo_decision(uuid) is
  'RPC for staff: takes a decision of the caller back while it waits, or takes note that it was not carried out. False: too late.';
grant execute on function public.admin_undo_decision(uuid) to authenticated, service_role;

create function private.hold_decisions() returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  update private.pending_decisions d
    set due_at = greatest(d.due_at, least(clock_timestamp() + interval '10 seconds', d.decided_at + interval '5 minutes'))
    where d.decider = auth.uid() and d.state = 'waiting' and d.carried_out_in is null;
  return private.pending_decisions();
end $$;
comment on function private.hold_decisions() is 'See public.admin_hold_decisions().';
grant execute on function private.hold_decisions() to authenticated;

create function public.admin_hold_decisions() returns jsonb
language sql set search_path = '' as $$ select private.hold_decisions() $$;
comment on function public.admin_hold_decisions() is
  'RPC for staff: gives what the caller has decided and can still undo ten more seconds from now, up to five minutes after it was decided. Answers as admin_pending_decisions().';
grant execute on function public.admin_hold_decisions() to authenticated, service_role;

-- Reading -------------------------------------------------------------------------------------------------------------

create function public.admin_pending_decisions() returns jsonb
language sql stable set search_path = '' as $$ select private.pending_decisions() $$;
comment on function public.admin_pending_decisions() is
  'RPC for staff: what waits to be carried out, of everybody, and what of the caller was not; admins also see that of people who left the team.';
grant execute on function public.admin_pending_decisions() to authenticated, service_role;
