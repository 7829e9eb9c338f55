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
comment on table public.appeals is
  'One appeal per decision, by the member it concerns, decided by another member of staff where there is one. '
  'Stays: with the decision it is about. '
  'No quota: one for each decision.';

create index appeals_user_id on public.appeals (user_id);
create index appeals_decided_by on public.appeals (decided_by);
create index appeals_open on public.appeals (created_at, id) where status = 'pending';
create index appeals_decided on public.appeals (decided_at desc, id desc) where status <> 'pending';
create index appeals_message_names on public.appeals using gin (private.names_in(message)) where message like '%@%';
create index appeals_decision_reason_names on public.appeals using gin (private.names_in(decision_reason)) where decision_reason like '%@%';

create trigger appeals_guard before update on public.appeals
  for each row execute function private.guard_appeal();
create trigger appeals_alert after insert on public.appeals
  for each row when (private.is_client()) execute function private.alert_of_appeal();
create trigger appeals_apply after update of status on public.appeals for each row execute function private.apply_appeal();

alter table public.appeals enable row level security;
-- decided_by is not readable: members learn that a human decided, not who.
revoke all on public.appeals from public, anon, authenticated;
grant all on public.appeals to service_role;
grant select (id, moderation_action_id, user_id, message, status, decision_reason, decided_at, created_at),
  insert (id, moderation_action_id, user_id, message),
  update (status, decision_reason)
  on public.appeals to authenticated;
create policy "own and staff read" on public.appeals for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator()));
-- Banned members too: a ban does not remove the right to report and to appeal.
create policy "members appeal own decisions" on public.appeals for insert to authenticated
  with check (user_id = (select auth.uid()) and private.is_own_decision(moderation_action_id));
create policy "staff decide" on public.appeals for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "second factor: select" on public.appeals as restrictive for select to authenticated
  using ((select private.is_proven()));
create policy "second factor: insert" on public.appeals as restrictive for insert to authenticated
  with check ((select private.is_proven()));

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_appeals(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.appeals', (select jsonb_agg(to_jsonb(a) - '{user_id,decided_by}'::text[] order by a.created_at) from public.appeals a where a.user_id = me))
$$;
comment on function private.export_appeals(uuid) is 'Export: appeals against decisions.';
