-- A decision of the team is stored when it is made, can be undone for ten seconds, and is then carried out by the database,
-- whatever became of the browser. It is carried out by the same function, with the same checks, as if it had been sent then.

create table private.pending_decisions (
  id uuid primary key,
  decider uuid not null references public.profiles on delete cascade,
  kind text not null check (kind in ('posts', 'hide', 'case', 'content', 'cases', 'comments', 'held_comments', 'spam', 'ban', 'appeal', 'star_request', 'concern')),
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
comment on table private.pending_decisions is
  'Decisions of the team, kept for ten seconds before they are carried out, and for a while after. '
  'Not exported: what somebody of the team has decided, for an hour, or until they have read that it failed.';

create index pending_decisions_due on private.pending_decisions (due_at) where state = 'waiting';
create index pending_decisions_decider on private.pending_decisions (decider, state);
create index pending_decisions_carried_out_in on private.pending_decisions (carried_out_in) where carried_out_in is not null;

alter table private.pending_decisions enable row level security;
revoke all on private.pending_decisions from public, anon, authenticated, service_role;

create table private.pending_targets (
  target text primary key,
  decision_id uuid not null references private.pending_decisions on delete cascade
);
comment on table private.pending_targets is
  'What a decision waits about: type:id. Nobody else can decide about it meanwhile. '
  'Stays: with its decision.';

create index pending_targets_decision on private.pending_targets (decision_id);

alter table private.pending_targets enable row level security;
revoke all on private.pending_targets from public, anon, authenticated, service_role;

-- Reading -------------------------------------------------------------------------------------------------------------

create function private.pending_decisions() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object('now', clock_timestamp(), 'items', (
    select coalesce(jsonb_agg(private.decision_json(d) order by d.decided_at), '[]') from private.pending_decisions d
    where d.state = 'waiting' or (d.state = 'failed' and (d.decider = auth.uid() or (private.is_admin()
      and not exists (select from public.profiles m where m.id = d.decider and m.role in ('moderator', 'admin') and not private.is_banned(m.id)))))));
end $$;
comment on function private.pending_decisions() is 'See public.admin_pending_decisions().';
grant execute on function private.pending_decisions() to authenticated;
