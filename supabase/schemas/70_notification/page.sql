-- Calls ---------------------------------------------------------------------------------------------------------------

create function public.get_unread_notification_count(user_uuid uuid) returns integer
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_self(user_uuid);
  -- reply_to_comment is not listed, so the badge must not count it.
  return (select count(*) from public.notifications n where n.user_id = user_uuid and not n.read and n.type <> 'reply_to_comment');
end $$;
comment on function public.get_unread_notification_count(uuid) is 'RPC: number of the caller''s unread notifications that the list shows.';
grant execute on function public.get_unread_notification_count(uuid) to authenticated, service_role;

create function public.mark_all_notifications_read(user_uuid uuid) returns integer
language plpgsql set search_path = '' as $$
declare marked integer;
begin
  perform private.require_self(user_uuid);
  update public.notifications set read = true where user_id = user_uuid and not read;
  get diagnostics marked = row_count;
  return marked;
end $$;
comment on function public.mark_all_notifications_read(uuid) is 'RPC: marks all notifications of the caller as read; returns how many were unread.';
grant execute on function public.mark_all_notifications_read(uuid) to authenticated, service_role;

-- Staff may notify a member, in nobody's name but their own, and the log says so. What states a decision is sent by that decision.
create function private.create_notification(
  recipient uuid, kind text, title text, message text, data jsonb, post uuid, comment uuid, actor uuid
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare made uuid;
begin
  if auth.role() = 'service_role' then return private.notify(recipient, kind, title, message, data, post, comment, actor); end if;
  perform private.require_moderator();
  if kind in ('warning', 'post_rejected', 'post_approved') or (actor is not null and actor <> auth.uid()) then
    perform private.refuse('notification.not_allowed', '42501');
  end if;
  made := private.notify(recipient, kind, title, message, data, post, comment, auth.uid());
  perform private.log_staff_action('notify', 'profile', recipient::text,
    jsonb_build_object('type', kind, 'title', left(title, 200), 'message', left(message, 1000)));
  return made;
exception when check_violation then
  perform private.refuse('notification.notification_invalid');
end $$;
comment on function private.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) is
  'For the server, in any name; for staff in their own, with a row in the log.';
grant execute on function private.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) to authenticated,
  service_role;

create function public.create_notification(
  user_id uuid, type text, title text, message text, data jsonb default '{}', post_id uuid default null,
  comment_id uuid default null, actor_id uuid default null
) returns uuid
language sql set search_path = '' as $$
  select private.create_notification(user_id, type, title, message, data, post_id, comment_id, actor_id)
$$;
comment on function public.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) is
  'RPC, staff and server only: notifies a member; returns the id, or null when it is their own action or they switched the type off.';
grant execute on function public.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) to authenticated,
  service_role;

-- Page ----------------------------------------------------------------------------------------------------------------

-- /account/benachrichtigungen and /account/karma.
-- Without bitmap scans: the planner assumes an average member and would fetch and sort all rows of a busy one, although the index has
-- them in order.

create function private.notification_item(n public.notifications, actor jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', n.id, 'type', n.type, 'title', n.title, 'message', n.message, 'data', n.data, 'post_id', n.post_id,
    'comment_id', n.comment_id, 'actor', actor, 'actors_count', n.actors_count, 'read', n.read, 'created_at', n.created_at)
$$;
comment on function private.notification_item(public.notifications, jsonb) is 'A notification as accountNotification.';
grant execute on function private.notification_item(public.notifications, jsonb) to authenticated;

create function public.notifications_page(p_after text default null, p_limit integer default 20, p_unread boolean default false) returns jsonb
language plpgsql stable set search_path = '' set enable_bitmapscan = off as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select n.id, n.created_at, row_number() over (order by n.created_at desc, n.id desc) as place,
        private.notification_item(n, m.ref) as item
      from (
        -- reply_to_comment is stored but never listed, nor what was withdrawn (which is read). Two branches, each with an index of its own.
        (select * from public.notifications a
         where p_unread is not true and a.user_id = (select auth.uid()) and a.type <> 'reply_to_comment' and a.actors_count > 0
           and (a.created_at, a.id) < (last[1]::timestamptz, last[2]::uuid)
         order by a.created_at desc, a.id desc limit wanted + 1)
        union all
        (select * from public.notifications u
         where p_unread and u.user_id = (select auth.uid()) and not u.read and u.type <> 'reply_to_comment'
           and (u.created_at, u.id) < (last[1]::timestamptz, last[2]::uuid)
         order by u.created_at desc, u.id desc limit wanted + 1)
      ) n
      left join private.member_refs m on m.id = n.actor_id
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.notifications_page(text, integer, boolean) is
  'RPC: notifications of the caller, newest first, after a cursor, optionally only unread ones; without reply_to_comment.';
grant execute on function public.notifications_page(text, integer, boolean) to authenticated, service_role;

create function private.latest_notifications(member uuid, wanted integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'type', n.type, 'title', n.title, 'message', n.message, 'data', n.data,
      'post_id', n.post_id, 'comment_id', n.comment_id, 'actor', m.ref, 'actors_count', n.actors_count, 'read', n.read,
      'created_at', n.created_at) order by n.created_at desc, n.id desc), '[]'::jsonb)
    from (
      select * from public.notifications l where l.user_id = member and l.type <> 'reply_to_comment' and l.actors_count > 0
      order by l.created_at desc, l.id desc limit wanted
    ) n
    left join private.member_refs m on m.id = n.actor_id
  );
end $$;
comment on function private.latest_notifications(uuid, integer) is 'Latest notifications as accountNotification; reply_to_comment is hidden.';
grant execute on function private.latest_notifications(uuid, integer) to authenticated;
