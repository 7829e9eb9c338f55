-- /account/benachrichtigungen and /account/karma. Shapes: domain/src/contract/community.ts.
-- Without bitmap scans: the planner takes everybody for average and would fetch and sort all rows of a busy member, where the index has
-- them in order.

create function private.notification_item(n public.notifications, actor jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', n.id, 'type', n.type, 'title', n.title, 'message', n.message, 'data', n.data, 'post_id', n.post_id,
    'comment_id', n.comment_id, 'actor', actor, 'actors_count', n.actors_count, 'read', n.read, 'created_at', n.created_at)
$$;
comment on function private.notification_item(public.notifications, jsonb) is 'A notification as accountNotification.';
grant execute on function private.notification_item(public.notifications, jsonb) to authenticated;

create function public.notifications_page(p_after text default null, p_limit integer default 20, p_unread boolean default false) returns jsonb
language plpgsql stable security invoker set search_path = '' set enable_bitmapscan = off as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select n.id, n.created_at, row_number() over (order by n.created_at desc, n.id desc) as place,
        private.notification_item(n, m.ref) as item
      from (
        -- reply_to_comment is stored and never listed (specification §3). Two branches, each with its own index.
        (select * from public.notifications a
         where p_unread is not true and a.user_id = (select auth.uid()) and a.type <> 'reply_to_comment'
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

create function private.karma_post(reason text, source text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare cause constant uuid := private.as_uuid(left(source, 36));
begin
  return (
    select jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at)
    from public.community_posts p
    where p.id = case when reason like 'comment\_%' then (select c.post_id from public.comments c where c.id = cause) else cause end);
end $$;
comment on function private.karma_post(text, text) is 'The post of an entry of the ledger, or the one its comment stands under; null when the caller may not see it.';
grant execute on function private.karma_post(text, text) to authenticated;

create function public.karma_page(p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' set enable_bitmapscan = off as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select k.id, k.created_at, row_number() over (order by k.created_at desc, k.id desc) as place,
        jsonb_build_object('id', k.id, 'reason', k.reason, 'delta', k.delta, 'created_at', k.created_at,
          'post', private.karma_post(k.reason, k.source)) as item
      from (
        select * from public.karma_events e
        where e.user_id = (select auth.uid()) and (e.created_at, e.id) < (last[1]::timestamptz, last[2]::uuid)
        order by e.created_at desc, e.id desc limit wanted + 1
      ) k
    )
    select jsonb_build_object(
      'total', coalesce((select p.karma from public.profiles p where p.id = (select auth.uid())), 0),
      'rank', (select private.karma_rank(p.karma) from public.profiles p where p.id = (select auth.uid()) and p.nickname is not null),
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.karma_page(text, integer) is 'RPC: the caller''s karma, place, and ledger, latest first, after a cursor. Names nobody who reacted.';

revoke all on function public.notifications_page(text, integer, boolean), public.karma_page(text, integer) from public, anon, authenticated;
grant execute on function public.notifications_page(text, integer, boolean), public.karma_page(text, integer) to authenticated;
