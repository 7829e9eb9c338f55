-- Carrying out --------------------------------------------------------------------------------------------------------

create function private.take_decision(decision uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  taken private.pending_decisions;
  same text[];
begin
  select * into taken from private.pending_decisions d
    where d.id = decision and d.decider = auth.uid() and d.state = 'waiting' for update;
  if taken.id is null then return null; end if;
  update private.pending_decisions d set carried_out_in = pg_catalog.pg_current_xact_id(), attempts = d.attempts + 1 where d.id = decision;
  perform private.hold_target(t.target) from (select unnest(taken.targets) as target order by 1) t where taken.seen ? t.target;
  same := array(select t from unnest(taken.targets) t
    where not taken.seen ? t or taken.seen ->> t is not distinct from private.target_version(t));
  return jsonb_build_object('kind', taken.kind, 'attempts', taken.attempts + 1, 'changed', same = '{}',
    'args', private.only_targets(taken.kind, taken.args, same));
end $$;
comment on function private.take_decision(uuid) is 'Locks a waiting decision of the caller for this transaction, which now acts for them; null: nothing waits.';
grant execute on function private.take_decision(uuid) to authenticated;

create function private.settle_decision(decision uuid, result jsonb, failure text) returns void
language plpgsql security definer set search_path = '' as $$
declare settled private.pending_decisions;
begin
  update private.pending_decisions d set state = case when failure is null then 'done' else 'failed' end, answer = result, problem = failure,
      carried_out_in = null
    where d.id = decision and d.decider = auth.uid() and d.carried_out_in = pg_catalog.pg_current_xact_id_if_assigned() returning * into settled;
  delete from private.pending_targets t where t.decision_id = settled.id;
  delete from private.case_claims c where c.member_id = settled.decider and c.target_type || ':' || c.target_id = any (settled.targets);
end $$;
comment on function private.settle_decision(uuid, jsonb, text) is 'Notes how a decision ended that this transaction has taken.';
grant execute on function private.settle_decision(uuid, jsonb, text) to authenticated;

create function private.postpone_decision(decision uuid) returns void
language sql security definer set search_path = '' as $$
  update private.pending_decisions d set carried_out_in = null
  where d.id = decision and d.decider = auth.uid() and d.carried_out_in = pg_catalog.pg_current_xact_id_if_assigned()
$$;
comment on function private.postpone_decision(uuid) is 'Gives a decision back that this transaction has taken; the next run tries again.';
grant execute on function private.postpone_decision(uuid) to authenticated;

create function private.carry_out(decision uuid) returns void
language plpgsql set search_path = '' as $$
declare
  taken constant jsonb := private.take_decision(decision);
  answer jsonb;
  failure text;
  why text;
begin
  if taken is null then return; end if;
  begin
    perform private.require_moderator();
    if not (taken ->> 'changed')::boolean then
      answer := private.call_decision(taken ->> 'kind', taken -> 'args');
    end if;
    if answer is null or private.decision_effect(taken ->> 'kind', answer) = 0 then
      failure := private.stored_text('moderation.decided_meanwhile');
    end if;
  exception when query_canceled or others then
    get stacked diagnostics why = pg_exception_hint;
    -- Busy, not refused: the next run tries again.
    if sqlstate in ('40001', '40P01', '55P03', '57014') and (taken ->> 'attempts')::integer < 5 then
      perform private.postpone_decision(decision);
      return;
    end if;
    failure := case when coalesce(why, '') <> '' then sqlerrm else private.stored_text('moderation.decide_again') end;
    if coalesce(why, '') = '' then raise warning 'decision % failed: %', decision, sqlerrm; end if;
    answer := null;
  end;
  perform private.settle_decision(decision, answer, failure);
end $$;
comment on function private.carry_out(uuid) is 'Carries out a stored decision of the caller, if it still waits, or notes why that was refused.';
grant execute on function private.carry_out(uuid) to authenticated;

create function public.admin_decide_now(p_id uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.require_moderator();
  perform private.carry_out(p_id);
  return private.kept_decision(p_id);
end $$;
comment on function public.admin_decide_now(uuid) is 'RPC for staff: carries out a decision of the caller without waiting any longer; returns it as it then is.';
grant execute on function public.admin_decide_now(uuid) to authenticated, service_role;

-- Not a definer: only then may it become the role of the API, as which members act.
create function private.carry_out_decisions() returns integer
language plpgsql set search_path = '' as $$
declare
  own_role constant text := current_setting('role');
  due record;
  carried integer := 0;
begin
  for due in
    select d.id, d.decider from private.pending_decisions d where d.state = 'waiting' and d.due_at <= clock_timestamp()
    order by d.due_at limit 20 for update skip locked
  loop
    perform set_config('request.jwt.claims', jsonb_build_object('sub', due.decider, 'role', 'authenticated', 'aal', 'aal2')::text, true),
      set_config('request.jwt.claim.sub', due.decider::text, true), set_config('request.jwt.claim.role', 'authenticated', true),
      set_config('hot.staff_action_logged', '', true), set_config('role', 'authenticated', true);
    perform private.carry_out(due.id);
    perform set_config('role', own_role, true), set_config('request.jwt.claims', '', true),
      set_config('request.jwt.claim.sub', '', true), set_config('request.jwt.claim.role', '', true);
    carried := carried + 1;
  end loop;
  if carried = 0 then
    delete from private.pending_decisions d
      where (d.state in ('done', 'undone') and d.due_at < now() - interval '1 hour') or d.due_at < now() - interval '30 days';
  end if;
  return carried;
end $$;
comment on function private.carry_out_decisions() is 'Job (5 seconds): carries out decisions that nobody has undone, each as who decided. Returns how many.';
