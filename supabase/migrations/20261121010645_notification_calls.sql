-- RPCs of specification §7 about notifications: counting, marking, and writing them as staff.

create function private.require_self(member uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if member is distinct from auth.uid() or member is null then
    raise exception 'Das geht nur für das eigene Konto.' using errcode = '42501', hint = 'not_self';
  end if;
end $$;
comment on function private.require_self(uuid) is 'Refuses with 42501 unless the member is the caller.';
grant execute on function private.require_self(uuid) to authenticated, service_role;

create function public.get_unread_notification_count(user_uuid uuid) returns integer
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_self(user_uuid);
  -- reply_to_comment is hidden from the list (specification §3), so it must not light the badge.
  return (select count(*) from public.notifications n where n.user_id = user_uuid and not n.read and n.type <> 'reply_to_comment');
end $$;
comment on function public.get_unread_notification_count(uuid) is 'RPC: unread notifications of the caller, as many as the list shows.';

create function public.mark_all_notifications_read(user_uuid uuid) returns integer
language plpgsql set search_path = '' as $$
declare marked integer;
begin
  perform private.require_self(user_uuid);
  update public.notifications set read = true where user_id = user_uuid and not read;
  get diagnostics marked = row_count;
  return marked;
end $$;
comment on function public.mark_all_notifications_read(uuid) is 'RPC: marks all notifications of the caller as read; answers how many were not.';

create function private.create_notification(
  recipient uuid, kind text, title text, message text, data jsonb, post uuid, comment uuid, actor uuid
) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() is distinct from 'service_role' and not private.is_moderator() then
    raise exception 'Benachrichtigungen schreibt nur das Team.' using errcode = '42501', hint = 'not_allowed';
  end if;
  return private.notify(recipient, kind, title, message, data, post, comment, actor);
end $$;
comment on function private.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) is 'For staff and the server: private.notify() behind a check.';
grant execute on function private.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) to authenticated, service_role;

create function public.create_notification(
  user_id uuid, type text, title text, message text, data jsonb default '{}', post_id uuid default null,
  comment_id uuid default null, actor_id uuid default null
) returns uuid
language sql set search_path = '' as $$
  select private.create_notification(user_id, type, title, message, data, post_id, comment_id, actor_id)
$$;
comment on function public.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) is
  'RPC, staff and server only: notifies a member; answers the id, or null when it is their own action or they switched the type off.';

revoke all on function public.get_unread_notification_count(uuid), public.mark_all_notifications_read(uuid),
  public.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.get_unread_notification_count(uuid), public.mark_all_notifications_read(uuid),
  public.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) to authenticated, service_role;
