-- What staff may write by hand -------------------------------------------------------------------------------------------

-- Decisions are recorded by triggers and by the functions that carry them out. Written by hand, one could say that an admin was
-- banned, or that a moderator decided what nobody did.
drop policy "staff record" on public.moderation_actions;
revoke insert (id, target_type, target_post_id, target_comment_id, target_user_id, report_id, action, severity, reason, admin_id)
  on public.moderation_actions from authenticated;

-- Any text in the name of any member, and no row of the log: nothing in the app needs it.
revoke execute on function public.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid),
  private.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) from authenticated;
comment on function public.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) is
  'RPC, server only: notifies a member; returns the id, or null when it is their own action or they switched the type off.';
comment on function private.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) is 'For the server: private.notify() behind a check.';

-- A code of a hundred thousand uses opens the site to everybody; that is for admins.
create function private.guard_invite() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() and new.max_uses > 100 and not private.is_admin()
     and (tg_op = 'INSERT' or new.max_uses is distinct from old.max_uses) then
    raise exception 'Codes für mehr als 100 Leute machen nur Admins.' using errcode = '42501', hint = 'max_uses_of_moderators';
  end if;
  return new;
end $$;
comment on function private.guard_invite() is 'Trigger: codes of moderators work a hundred times at most.';
grant execute on function private.guard_invite() to authenticated, service_role;
create trigger invites_10_guard before insert or update of max_uses on public.invites
  for each row execute function private.guard_invite();
create trigger invites_05_rate before insert on public.invites
  for each row execute function private.limit_rate('invites', '30');
