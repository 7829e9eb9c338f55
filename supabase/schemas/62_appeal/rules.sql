-- Appeals -------------------------------------------------------------------------------------------------------------

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
comment on function private.may_decide_appeal(uuid, uuid) is 'Whether staff may decide this appeal: not in their own case, and not about their own decision if somebody else could.';
grant execute on function private.may_decide_appeal(uuid, uuid) to authenticated, service_role;

create function private.guard_appeal() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if old.status <> 'pending' or not private.may_decide_appeal(old.user_id, old.moderation_action_id) then
    perform private.refuse('moderation.not_allowed.appeal', '42501');
  end if;
  if new.status <> 'pending' then
    new.decided_by := auth.uid();
    new.decided_at := now();
  end if;
  return new;
end $$;
comment on function private.guard_appeal() is 'Trigger: who may decide an appeal; stamps member of staff and time.';
