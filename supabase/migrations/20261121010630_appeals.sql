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
comment on table public.appeals is 'One appeal per decision (decisions §10), by the member it concerns, decided by another member of staff where there is one.';
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
comment on function private.may_decide_appeal(uuid, uuid) is 'Staff, not in their own case, and not about their own decision while somebody else could.';
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
-- Banned members too (decisions §1).
create policy "members appeal own decisions" on public.appeals for insert to authenticated
  with check (user_id = (select auth.uid()) and private.is_own_decision(moderation_action_id));
create policy "staff decide" on public.appeals for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
