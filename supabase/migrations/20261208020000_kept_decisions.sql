-- A decision of the team is stored when it is made, can be undone for ten seconds, and is then carried out by the database,
-- whatever became of the browser. It is carried out by the same function, with the same checks, as if it had been sent then.

create table private.pending_decisions (
  id uuid primary key,
  decider uuid not null references public.profiles on delete cascade,
  kind text not null check (kind in ('posts', 'hide', 'case', 'content', 'cases', 'comments', 'held_comments', 'spam', 'ban', 'appeal', 'star_request')),
  args jsonb not null,
  targets text[] not null,
  -- What each target was when it was decided about, where the arguments do not say so.
  seen jsonb not null,
  -- What the interface says about it.
  facts jsonb not null,
  decided_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'undone', 'failed')),
  attempts integer not null default 0,
  problem text,
  answer jsonb,
  -- The transaction that carries it out: it acts for the decider, whose session may have ended.
  carried_out_in xid8
);
comment on table private.pending_decisions is 'Decisions of the team, kept for ten seconds before they are carried out, and for a while after.';
create index pending_decisions_due on private.pending_decisions (due_at) where state = 'waiting';
create index pending_decisions_decider on private.pending_decisions (decider, state);
create index pending_decisions_carried_out_in on private.pending_decisions (carried_out_in) where carried_out_in is not null;

create table private.pending_targets (
  target text primary key,
  decision_id uuid not null references private.pending_decisions on delete cascade
);
comment on table private.pending_targets is 'What a decision waits about: type:id. Nobody else can decide about it meanwhile.';
create index pending_targets_decision on private.pending_targets (decision_id);
alter table private.pending_decisions enable row level security;
alter table private.pending_targets enable row level security;

-- Who acts -------------------------------------------------------------------------------------------------------------------

create function private.is_carrying_out() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.pending_decisions d
    where d.carried_out_in = pg_catalog.pg_current_xact_id_if_assigned() and d.decider = auth.uid())
$$;
comment on function private.is_carrying_out() is 'Whether this transaction carries out a decision that the caller has stored with their second factor.';

create or replace function private.session_aal() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select coalesce(s.aal::text, 'aal1') from auth.sessions s
    where s.id = private.as_uuid(auth.jwt() ->> 'session_id') and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now())),
    case when private.is_carrying_out() then 'aal2' end);
end $$;

-- Never null: "if not" takes that for a yes.
create or replace function private.has_role(roles text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = auth.uid() and p.role = any (roles)
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  ) and coalesce(auth.jwt() ->> 'aal', '') = 'aal2' and coalesce(private.session_aal(), '') = 'aal2'
$$;

-- What can be decided --------------------------------------------------------------------------------------------------------

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
      when kind in ('appeal', 'star_request') then kind || ':' || (args ->> 'p_id') end) t
  where t.target is not null order by 1)
$$;

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
      return public.admin_decide_posts(ids, seen, args ->> 'p_decision', args ->> 'p_reason', coalesce((args ->> 'p_sensitive_seen')::boolean, false));
    when 'hide' then
      return public.admin_hide_post((args ->> 'p_id')::uuid, args ->> 'p_reason');
    when 'case' then
      return public.moderate_case((args ->> 'p_report_id')::uuid, (args ->> 'p_content_id')::uuid, args ->> 'p_type', args ->> 'p_action', args ->> 'p_reason',
        args ->> 'p_severity', (args ->> 'p_days')::integer, args ->> 'p_rule', coalesce((args ->> 'p_remove')::boolean, false), parts);
    when 'content' then
      return public.moderate_content((args ->> 'p_content_id')::uuid, args ->> 'p_type', args ->> 'p_action', args ->> 'p_reason',
        args ->> 'p_severity', (args ->> 'p_days')::integer, args ->> 'p_rule', coalesce((args ->> 'p_remove')::boolean, false), parts);
    when 'cases' then
      return public.admin_decide_cases(args -> 'p_cases', args ->> 'p_action', args ->> 'p_reason');
    when 'comments' then
      return public.admin_remove_comments(ids, args ->> 'p_reason');
    when 'held_comments' then
      return public.admin_decide_held_comments(ids, (args ->> 'p_approve')::boolean, args ->> 'p_reason');
    when 'spam' then
      return public.admin_ban_spammer((args ->> 'p_id')::uuid);
    when 'ban' then
      return public.admin_ban_member((args ->> 'p_id')::uuid, (args ->> 'p_days')::integer, args ->> 'p_reason');
    when 'appeal' then
      return public.admin_decide_appeal((args ->> 'p_id')::uuid, args ->> 'p_outcome', args ->> 'p_reason');
    when 'star_request' then
      return public.admin_decide_star_request((args ->> 'p_id')::uuid, (args ->> 'p_granted')::boolean, args ->> 'p_reason', (args ->> 'p_seen')::timestamptz);
    else
      raise exception 'Ungültige Moderationsaktion' using errcode = '23514', hint = 'unknown_action';
  end case;
end $$;
comment on function private.call_decision(text, jsonb) is 'Carries out a decision as the caller, by the function for its kind.';

create function private.decision_effect(kind text, answer jsonb) returns integer
language sql immutable set search_path = '' as $$
  select case
    when kind = 'posts' then (select count(*)::integer from jsonb_array_elements(answer) o where o ->> 'outcome' = 'done')
    when kind in ('hide', 'appeal', 'star_request') then (answer ->> 'outcome' = 'done')::integer
    when kind = 'cases' then (answer ->> 'decided')::integer
    when kind = 'comments' then (answer ->> 'removed')::integer
    when kind = 'held_comments' then (answer ->> 'done')::integer
    else 1 end
$$;
comment on function private.decision_effect(text, jsonb) is 'How many targets an answer says were decided.';

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
    when 'appeal' then (select md5(a.message) from public.appeals a where a.id = wanted)
    when 'star_request' then (select r.asked_at::text from private.star_requests r where r.id = wanted) end;
end $$;
comment on function private.target_version(text) is 'What a target is at the moment; another value once somebody has changed it.';

-- A spammer who rewrites the profile is banned all the same.
create function private.versions_of(kind text, targets text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(t.target, private.target_version(t.target)), '{}') from unnest(targets) as t (target)
  where kind not in ('spam', 'ban')
$$;

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
    when first_kind = 'star_request' then (select private.star_name(s.first_name, s.nickname, s.last_name)
      from private.star_requests r join public.stars s on s.id = r.star_id where r.id = first_id)
    when first_kind = 'post' and action not in ('warn', 'ban') then (select p.title from public.community_posts p where p.id = first_id)
    else (select m.nickname from public.profiles m where m.id = author) end;
  return jsonb_build_object('action', action, 'type', first_kind, 'name', name, 'count', private.decision_effect(kind, answer),
    'days', case when action = 'ban' then (args ->> 'p_days')::integer end,
    'posts', case when kind = 'spam' then answer -> 'posts' end, 'comments', case when kind = 'spam' then answer -> 'comments' end);
end $$;
comment on function private.decision_facts(text, jsonb, text[], jsonb) is 'What a decision does and to whom, for the texts of the interface.';

-- Storing --------------------------------------------------------------------------------------------------------------------

create function private.decision_json(d private.pending_decisions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select d.facts || jsonb_build_object('id', d.id, 'kind', d.kind, 'by', (select m.nickname from public.profiles m where m.id = d.decider),
    'is_mine', d.decider is not distinct from auth.uid(), 'targets', to_jsonb(d.targets), 'due_at', d.due_at, 'state', d.state, 'problem', d.problem,
    'warnings', case when jsonb_typeof(d.answer) = 'object' then d.answer -> 'warnings' end,
    'note', case when jsonb_typeof(d.answer) = 'object' then d.answer -> 'problem' end,
    'skipped', case when d.answer is not null then coalesce((d.facts ->> 'count')::integer, 1) - private.decision_effect(d.kind, d.answer) else 0 end)
$$;

create function private.kept_decision(decision uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.decision_json(d) from private.pending_decisions d where d.id = decision and d.decider = auth.uid()
$$;

create function private.busy_targets(targets text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select t.target from private.pending_targets t where t.target = any (targets))
$$;

create function private.pending_by(target text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(m.nickname, 'Jemand aus dem Team') from private.pending_targets t
  join private.pending_decisions d on d.id = t.decision_id join public.profiles m on m.id = d.decider
  where t.target = pending_by.target
$$;

create function private.refuse_pending(by_whom text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception '% hat eben darüber entschieden. Das wird gleich ausgeführt.', coalesce(by_whom, 'Jemand aus dem Team')
    using errcode = '42501', hint = 'decision_pending';
end $$;

create function private.keep_decision(decision uuid, kind text, args jsonb, answer jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept constant text[] := private.decision_targets(kind, args);
  busy text;
begin
  perform private.require_moderator();
  insert into private.pending_decisions (id, decider, kind, args, targets, seen, facts, due_at)
    values (decision, auth.uid(), kind, args, kept, private.versions_of(kind, kept), private.decision_facts(kind, args, kept, answer),
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

create function public.admin_decide(p_id uuid, p_kind text, p_args jsonb) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
declare
  wanted text[];
  busy text[];
  args jsonb := p_args;
  answer jsonb;
  outcomes jsonb := '[]';
  kept jsonb;
begin
  perform private.require_moderator();
  -- Sent again, because the answer was lost.
  kept := private.kept_decision(p_id);
  if kept is not null then
    return jsonb_build_object('kept', kept, 'outcomes', outcomes, 'refused', null, 'by', null, 'skipped', 0);
  end if;
  wanted := private.decision_targets(p_kind, args);
  if p_id is null or coalesce(cardinality(wanted), 0) not between 1 and 200 then
    perform private.refuse('Ungültige Meldungsdaten - fehlende erforderliche Felder', 'invalid_request');
  end if;
  busy := private.busy_targets(wanted);
  if busy <> '{}' then
    if p_kind not in ('posts', 'cases', 'comments', 'held_comments') or cardinality(busy) = cardinality(wanted) then
      perform private.refuse_pending(private.pending_by(busy[1]));
    end if;
    args := private.only_targets(p_kind, args, array(select t from unnest(wanted) t where t <> all (busy)));
  end if;
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
    'skipped', case when p_kind = 'posts' then 0 else cardinality(wanted) - private.decision_effect(p_kind, answer) end);
end $$;
comment on function public.admin_decide(uuid, text, jsonb) is
  'RPC for staff: stores a decision, which is carried out after ten seconds unless it is undone. p_args are those of the function for its kind. Checked as if it were carried out now.';

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

create function public.admin_undo_decision(p_id uuid) returns boolean
language sql set search_path = '' as $$ select private.undo_decision(p_id) $$;
comment on function public.admin_undo_decision(uuid) is
  'RPC for staff: takes a decision of the caller back while it waits, or takes note that it was not carried out. False: too late.';

-- Carrying out ---------------------------------------------------------------------------------------------------------------

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
  same := array(select t from unnest(taken.targets) t
    where not taken.seen ? t or taken.seen ->> t is not distinct from private.target_version(t));
  return jsonb_build_object('kind', taken.kind, 'attempts', taken.attempts + 1, 'changed', same = '{}',
    'args', private.only_targets(taken.kind, taken.args, same));
end $$;

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

create function private.postpone_decision(decision uuid) returns void
language sql security definer set search_path = '' as $$
  update private.pending_decisions d set carried_out_in = null
  where d.id = decision and d.decider = auth.uid() and d.carried_out_in = pg_catalog.pg_current_xact_id_if_assigned()
$$;

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
      failure := 'Das wurde inzwischen geändert oder von jemand anderem entschieden. Sieh es dir noch einmal an.';
    end if;
  exception when query_canceled or others then
    get stacked diagnostics why = pg_exception_hint;
    -- Busy, not refused: the next run tries again.
    if sqlstate in ('40001', '40P01', '55P03', '57014') and (taken ->> 'attempts')::integer < 5 then
      perform private.postpone_decision(decision);
      return;
    end if;
    failure := case when coalesce(why, '') <> '' then sqlerrm else 'Das hat nicht geklappt. Entscheide bitte noch einmal.' end;
    if coalesce(why, '') = '' then raise warning 'decision % failed: %', decision, sqlerrm; end if;
    answer := null;
  end;
  perform private.settle_decision(decision, answer, failure);
end $$;
comment on function private.carry_out(uuid) is 'Carries out a stored decision of the caller, if it still waits, or notes why that was refused.';

create function public.admin_decide_now(p_id uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.require_moderator();
  perform private.carry_out(p_id);
  return private.kept_decision(p_id);
end $$;
comment on function public.admin_decide_now(uuid) is 'RPC for staff: carries out a decision of the caller without waiting any longer; returns it as it then is.';

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
comment on function private.carry_out_decisions() is 'Job: carries out decisions that nobody has undone, each as who decided. Returns how many.';

-- A definer's function could not change its role; only the owner of the database may call it, as before.
alter function private.run_job(text) security invoker;

-- Scheduling --------------------------------------------------------------------------------------------------------------------

create or replace function private.schedule_jobs() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  job record;
  statement text;
  scheduled integer := 0;
begin
  if not exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then return 0; end if;
  for job in select * from (values
    ('deliver_notifications', '5 seconds'),
    ('fold_counts', '5 seconds'),
    ('carry_out_decisions', '5 seconds'),
    ('fold_star_scores', '* * * * *'),
    ('rescore_all_stars', '7 * * * *'),
    ('snapshot_star_ranks', '15 2 * * *'),
    ('clear_timed_bans', '*/10 * * * *'),
    ('limit_staff_sessions', '*/10 * * * *'),
    ('refresh_charts', '22 * * * *'),
    ('refresh_popular', '*/5 * * * *'),
    ('apply_retention', '40 1 * * *'),
    ('expire_analytics', '*/10 * * * *'),
    ('maintain_analytics_months', '35 1 * * *'),
    ('roll_up_analytics', '20 1 * * *'),
    ('clear_mails', '50 1 * * *'),
    ('clear_pushes', '55 1 * * *'),
    ('clear_runs', '45 1 * * *'),
    ('announce_broadcasts', '10 7 * * *'),
    ('announce_polls', '* * * * *'),
    ('queue_digests', '*/5 * * * *'),
    ('watch_team', '*/10 * * * *')
  ) as jobs (name, pattern) loop
    -- cron.schedule replaces a job of the same name.
    statement := format('select private.run_job(%L)', job.name);
    begin
      execute format('select cron.schedule(%L, %L, %L)', 'hot_' || job.name, job.pattern, statement);
    exception when others then
      -- Before 1.5 pg_cron knows no seconds.
      if job.pattern <> '5 seconds' then raise; end if;
      execute format('select cron.schedule(%L, %L, %L)', 'hot_' || job.name, '* * * * *', statement);
    end;
    scheduled := scheduled + 1;
  end loop;
  return scheduled;
end $$;
select private.schedule_jobs();

-- Reading --------------------------------------------------------------------------------------------------------------------

create function private.pending_decisions() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object('now', clock_timestamp(), 'items', (
    select coalesce(jsonb_agg(private.decision_json(d) order by d.decided_at), '[]') from private.pending_decisions d
    where d.state = 'waiting' or (d.state = 'failed' and (d.decider = auth.uid() or (private.is_admin()
      and not exists (select from public.profiles m where m.id = d.decider and m.role in ('moderator', 'admin') and not private.is_banned(m.id)))))));
end $$;

create function public.admin_pending_decisions() returns jsonb
language sql stable set search_path = '' as $$ select private.pending_decisions() $$;
comment on function public.admin_pending_decisions() is
  'RPC for staff: what waits to be carried out, of everybody, and what of the caller was not; admins also see that of people who left the team.';

-- The log ----------------------------------------------------------------------------------------------------------------

create function private.check_actor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare other text;
begin
  if not exists (select from public.public_profiles m where m.id = new.admin_id) then
    raise exception 'Such dir zuerst einen Nickname aus: Das Protokoll nennt, wer entscheidet.' using errcode = '23514', hint = 'nickname_required';
  end if;
  if new.action_type in ('note_case', 'ask_in_case') then return new; end if;
  select coalesce(m.nickname, 'Jemand aus dem Team') into other from private.pending_targets t
    join private.pending_decisions d on d.id = t.decision_id join public.profiles m on m.id = d.decider
    where t.target = new.target_type || ':' || new.target_id and d.decider <> new.admin_id;
  if found then perform private.refuse_pending(other); end if;
  return new;
end $$;
comment on function private.check_actor() is
  'Trigger: who acts has a name, and nobody acts on what somebody else has just decided about and can still undo.';
create trigger admin_actions_actor before insert on public.admin_actions
  for each row when (new.admin_id is not null) execute function private.check_actor();

-- Queues -----------------------------------------------------------------------------------------------------------------

create or replace function private.badge_count(pending text) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  -- The limit is arbitrary: badges show 99+ long before.
  most constant integer := 1000;
begin
  return case pending
    when 'posts' then (select count(*) from (select from private.waiting_posts w
      where not exists (select from private.pending_targets t where t.target = 'post:' || w.post_id) limit most) x)
    when 'reports' then (select count(distinct x.target) from (
      select coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id) as target from public.reports r
      where r.status = 'pending' and r.confirmed_at is not null
        and not exists (select from private.pending_targets t
          where t.target = r.target_type || ':' || coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id))
      order by r.created_at, r.id limit most) x)
    when 'comments' then (select count(*) from (select from private.held_comments c where c.rejected_at is null
      and not exists (select from private.pending_targets t where t.target = 'comment:' || c.id) limit most) x)
    when 'appeals' then (select count(*) from (select from public.appeals a where a.status = 'pending'
      and not exists (select from private.pending_targets t where t.target = 'appeal:' || a.id) limit most) x) end;
end $$;

create or replace function private.admin_post_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare today constant timestamptz := private.berlin_now()::date::timestamp at time zone 'Europe/Berlin';
begin
  perform private.require_moderator();
  return jsonb_build_object(
    'waiting', (select count(*) from (select from private.waiting_posts w
      where not exists (select from private.pending_targets t where t.target = 'post:' || w.post_id) limit 1000) w),
    'oldest', (select min(w.since) from private.waiting_posts w where not exists (select from private.pending_targets t where t.target = 'post:' || w.post_id)),
    'done_today', (select count(*) from (select from public.moderation_actions a
      where a.created_at >= today and a.target_type = 'post' and a.action in ('approved', 'warned', 'deleted') and not a.counts_as_warning
      limit 1000) d),
    'recent', coalesce((
      select jsonb_agg(jsonb_build_object('id', d.id, 'title', coalesce(p.title, d.archived_title, '[Gelöschter Beitrag]'), 'post_id', d.target_post_id,
          'action', case d.action when 'warned' then 'rejected' else d.action end, 'reason', d.reason, 'created_at', d.created_at,
          'moderator_name', (select m.nickname from public.profiles m where m.id = d.admin_id)) order by d.created_at desc, d.id)
      from (
        select a.*, (select x.title from public.archived_posts x where x.post_id = a.target_post_id order by x.archived_at desc limit 1) as archived_title
        from public.moderation_actions a
        where a.target_type = 'post' and a.action in ('approved', 'warned', 'deleted', 'restored') and not a.counts_as_warning
        order by a.created_at desc, a.id limit 8
      ) d
      left join public.community_posts p on p.id = d.target_post_id), '[]'::jsonb));
end $$;

create function private.spam_preview(members uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  if cardinality(members) > 200 then perform private.refuse('Höchstens 200 auf einmal.', 'row_count'); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'nickname', m.nickname,
        'posts', (select count(*) from public.community_posts p where p.author_id = m.id),
        'comments', (select count(*) from public.comments c where c.author_id = m.id and c.deleted_at is null)) order by m.nickname), '[]')
    from public.profiles m where m.id = any (members));
end $$;
comment on function private.spam_preview(uuid[]) is 'See public.admin_spam_preview().';
create function public.admin_spam_preview(p_ids uuid[]) returns jsonb
language sql stable set search_path = '' as $$ select private.spam_preview(p_ids) $$;
comment on function public.admin_spam_preview(uuid[]) is 'RPC for staff: whom and how much the removal of up to 200 accounts as spam would hit: [{id, nickname, posts, comments}].';

-- Sensitive subjects -----------------------------------------------------------------------------------------------------

create function private.is_sensitive_post(post uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_array_length(private.admin_post_record(post) -> 'sensitive'), 0) > 0
$$;
comment on function private.is_sensitive_post(uuid) is 'Whether the queue shows a post as sensitive.';

drop function public.admin_decide_posts(uuid[], timestamptz[], text, text);
create function public.admin_decide_posts(
  p_ids uuid[], p_seen timestamptz[], p_decision text, p_reason text default null, p_sensitive_seen boolean default false
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  why constant text := private.staff_reason(p_reason);
  asks constant boolean := p_decision = 'approve' and not (coalesce(p_sensitive_seen, false) and cardinality(p_ids) = 1);
  item record;
  outcomes jsonb := '[]';
begin
  perform private.require_moderator();
  if p_decision is null or p_decision not in ('approve', 'reject', 'delete') then
    perform private.refuse('Ungültige Moderationsaktion', 'unknown_action');
  end if;
  if coalesce(cardinality(p_ids), 0) not between 1 and 50 or cardinality(p_ids) is distinct from cardinality(p_seen) then
    perform private.refuse('Ungültige Meldungsdaten - fehlende erforderliche Felder', 'invalid_request');
  end if;
  if why is null and p_decision = 'reject' then
    perform private.refuse('Bitte gib einen Grund für die Ablehnung an.', 'reason_required');
  elsif why is null and p_decision = 'delete' then
    perform private.refuse('Bitte gib einen Grund für diese Moderationsaktion an.', 'reason_required');
  end if;
  -- Ordered by id, so that two people with overlapping selections wait for each other instead of deadlocking.
  for item in select distinct on (given.id) given.id, given.seen from unnest(p_ids, p_seen) as given (id, seen) order by given.id loop
    outcomes := outcomes || case when asks and private.is_sensitive_post(item.id) then private.outcome(item.id, 'sensitive')
      else private.decide_post(item.id, item.seen, p_decision, why) end;
  end loop;
  return outcomes;
end $$;
comment on function public.admin_decide_posts(uuid[], timestamptz[], text, text, boolean) is
  'RPC for staff: approves, rejects or deletes (with a reason) up to 50 posts, each as it was seen; returns [{id, outcome, by}]. A sensitive one is only approved alone, and with p_sensitive_seen.';

-- Stars themselves -------------------------------------------------------------------------------------------------------

drop function public.admin_decide_star_request(uuid, boolean, text);
drop function private.decide_star_request(uuid, boolean, text);
create function private.decide_star_request(request uuid, granted boolean, reason text, seen timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  was private.star_requests;
  address text;
begin
  perform private.require_moderator();
  if not granted then why := private.given_reason(reason); end if;
  select * into was from private.star_requests r where r.id = request for update;
  if was.id is null then return jsonb_build_object('outcome', 'gone'); end if;
  if was.member_id = auth.uid() then
    raise exception 'Über eigene Anliegen entscheidet jemand anderes.' using errcode = '42501', hint = 'own_case';
  end if;
  if exists (select from private.pending_targets t join private.pending_decisions d on d.id = t.decision_id
      where t.target = 'star_request:' || request and d.decider <> auth.uid()) then
    perform private.refuse_pending(private.pending_by('star_request:' || request));
  end if;
  -- What was granted can be taken away, when it turns out to be somebody else.
  if was.content is null or (was.state <> 'asked' and not (was.kind = 'claim' and was.state = 'granted' and not granted)) then
    return jsonb_build_object('outcome', 'decided');
  end if;
  -- The proof that was looked at is the proof that counts.
  if was.asked_at is distinct from seen then return jsonb_build_object('outcome', 'changed'); end if;
  perform private.log_staff_action(case when granted then 'grant_star_request' else 'refuse_star_request' end, 'star', was.star_id::text,
    jsonb_strip_nulls(jsonb_build_object('name', was.speaker, 'reason', why)));
  update private.star_requests r set state = case when granted then 'granted' else 'refused' end, reason = why, decided_at = now(),
    decided_by = auth.uid() where r.id = request;
  address := private.mail_address(was.member_id);
  if address is not null then
    perform private.send_mail(address, 'star_request', jsonb_build_object(
      'star', (select private.star_name(s.first_name, s.nickname, s.last_name) from public.stars s where s.id = was.star_id),
      'path', '/stars/' || (select s.slug from public.stars s where s.id = was.star_id),
      'outcome', case
        when was.kind = 'facts' and granted then 'Danke für den Hinweis. Wir haben die Angaben geprüft und berichtigt.'
        when was.kind = 'facts' then 'Wir haben die Angaben geprüft und lassen sie stehen. ' || why
        when granted then 'Du bist bestätigt. Unter „Mehr zu diesem Beitrag“ kannst du jetzt Stellung nehmen, wo es um dich geht.'
        else 'Wir konnten nicht bestätigen, dass du es bist. ' || why end));
  end if;
  return jsonb_build_object('outcome', 'done');
end $$;
comment on function private.decide_star_request(uuid, boolean, text, timestamptz) is 'See public.admin_decide_star_request().';

create function public.admin_decide_star_request(p_id uuid, p_granted boolean, p_reason text default null, p_seen timestamptz default null) returns jsonb
language sql set search_path = '' as $$ select private.decide_star_request(p_id, coalesce(p_granted, false), p_reason, p_seen) $$;
comment on function public.admin_decide_star_request(uuid, boolean, text, timestamptz) is
  'RPC for staff: grants or refuses what a star asks, as it was seen (p_seen: its asked_at); a claim that was granted can be taken away. {outcome done|decided|gone|changed}.';

-- The star speaks under the star's name, whatever the claim said.
create or replace function private.star_statement(post uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found public.community_posts;
  mine private.star_requests;
begin
  perform private.require_proven();
  select * into found from public.community_posts p where p.id = post and p.status = 'approved';
  select r.* into mine from private.star_requests r
    where r.member_id = auth.uid() and r.kind = 'claim' and r.state = 'granted' and r.star_id = any (found.tags) order by r.asked_at limit 1;
  if mine.id is null then return null; end if;
  return jsonb_build_object('speaker', (select private.star_name(st.first_name, st.nickname, st.last_name) from public.stars st where st.id = mine.star_id),
    'text', case when s.post_id is not null then found.statement end, 'is_taken', found.statement is not null and s.post_id is null)
  from (select 1) one left join private.star_statements s
    on s.post_id = post and s.member_id = auth.uid() and s.since = found.statement_at;
end $$;

create function private.is_reserved_speaker(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from regexp_split_to_table(private.slugify(coalesce(name, '')), '-') as w (word)
      join private.reserved_nicknames r on r.word = w.word)
    or exists (select from private.reserved_nicknames r where r.word = replace(private.slugify(coalesce(name, '')), '-', ''))
    or exists (select from public.profiles m where m.role in ('moderator', 'admin')
      and private.slugify(m.nickname) = private.slugify(coalesce(name, '')))
$$;
comment on function private.is_reserved_speaker(text) is 'Whether a name would be taken for the team, by one of its words or as that of somebody of the team.';

create function private.check_claimed_speaker() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_reserved_speaker(new.speaker) then
    raise exception 'Dieser Name gehört dem Team. Nenn den Star oder das Management.' using errcode = '23514', hint = 'speaker_reserved';
  end if;
  return new;
end $$;
comment on function private.check_claimed_speaker() is 'Trigger: nobody claims to be a star under a name of the team.';
create trigger star_requests_speaker before insert or update of speaker on private.star_requests
  for each row when (new.kind = 'claim' and new.speaker is not null) execute function private.check_claimed_speaker();

-- A statement that changes is news for the team each time; a link or a sensitive subject is in the title.
create or replace function private.answer_as_star(post uuid, given text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  said constant text := nullif(private.trim_text(private.clean_text(coalesce(given, ''))), '');
  was public.community_posts;
  mine jsonb;
  at constant timestamptz := clock_timestamp();
  delicate boolean;
begin
  perform private.require_writer();
  perform private.require_short(given, 2000, 'Die Stellungnahme hat höchstens 2.000 Zeichen.', 'statement_length');
  if char_length(said) > 2000 then perform private.refuse('Die Stellungnahme hat höchstens 2.000 Zeichen.', 'statement_length'); end if;
  select * into was from public.community_posts p where p.id = post for update;
  mine := private.star_statement(post);
  if mine is null then raise exception 'Das kann nur, um wen es geht.' using errcode = '42501', hint = 'not_this_star'; end if;
  if (mine ->> 'is_taken')::boolean then
    raise exception 'Hier steht schon eine Stellungnahme.' using errcode = '42501', hint = 'statement_taken';
  end if;
  if said is not distinct from was.statement then return false; end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  update public.community_posts p set statement = said, statement_speaker = case when said is not null then mine ->> 'speaker' end,
    statement_at = case when said is not null then at end where p.id = post;
  if said is null then
    delete from private.star_statements s where s.post_id = post;
    return true;
  end if;
  insert into private.star_statements (post_id, member_id, since) values (post, auth.uid(), at)
    on conflict (post_id) do update set member_id = excluded.member_id, since = excluded.since;
  if was.statement is null then
    insert into private.announcements (kind, post_id) values ('statement', post) on conflict do nothing;
  else
    -- Another text than the one the team was told about rings again.
    delete from private.team_alerts t where t.alert = 'star_door' and t.about = post;
  end if;
  delicate := private.sensitive_subjects(said) <> '{}' or private.shows_link(said);
  perform private.alert_team('star_door', case
    when was.statement is null and delicate then 'Ein Star hat Stellung genommen, mit Link oder zu einem heiklen Thema'
    when was.statement is null then 'Ein Star hat Stellung genommen'
    when delicate then 'Ein Star hat seine Stellungnahme geändert, mit Link oder zu einem heiklen Thema'
    else 'Ein Star hat seine Stellungnahme geändert' end, post, auth.uid());
  return true;
end $$;

comment on function private.decision_targets(text, jsonb) is 'What a decision is about, as type:id.';
comment on function private.versions_of(text, text[]) is 'What the targets of a decision are at the moment, for those that must not change before it is carried out.';
comment on function private.decision_json(private.pending_decisions) is 'A stored decision as the interface shows it.';
comment on function private.kept_decision(uuid) is 'A stored decision of the caller, as the interface shows it.';
comment on function private.busy_targets(text[]) is 'Those targets about which a decision waits.';
comment on function private.pending_by(text) is 'Who has decided about a target and can still undo it; null: nobody.';
comment on function private.refuse_pending(text) is 'Ends the call, because somebody has just decided about the same.';
comment on function private.keep_decision(uuid, text, jsonb, jsonb) is 'Stores a decision of the caller that was tried out, for ten seconds.';
comment on function private.undo_decision(uuid) is 'See public.admin_undo_decision().';
comment on function private.take_decision(uuid) is 'Locks a waiting decision of the caller for this transaction, which now acts for them; null: nothing waits.';
comment on function private.settle_decision(uuid, jsonb, text) is 'Notes how a decision ended that this transaction has taken.';
comment on function private.postpone_decision(uuid) is 'Gives a decision back that this transaction has taken; the next run tries again.';
comment on function private.pending_decisions() is 'See public.admin_pending_decisions().';

-- Who may call what ------------------------------------------------------------------------------------------------------

grant execute on function public.admin_decide(uuid, text, jsonb), public.admin_undo_decision(uuid), public.admin_decide_now(uuid),
  public.admin_pending_decisions(), public.admin_spam_preview(uuid[]), public.admin_decide_posts(uuid[], timestamptz[], text, text, boolean),
  public.admin_decide_star_request(uuid, boolean, text, timestamptz) to authenticated;
grant execute on function private.decision_targets(text, jsonb), private.call_decision(text, jsonb), private.decision_effect(text, jsonb),
  private.only_targets(text, jsonb, text[]), private.kept_decision(uuid), private.busy_targets(text[]), private.pending_by(text),
  private.refuse_pending(text), private.keep_decision(uuid, text, jsonb, jsonb), private.undo_decision(uuid), private.take_decision(uuid),
  private.settle_decision(uuid, jsonb, text), private.postpone_decision(uuid), private.carry_out(uuid), private.pending_decisions(),
  private.spam_preview(uuid[]), private.is_sensitive_post(uuid), private.decide_star_request(uuid, boolean, text, timestamptz) to authenticated;
