-- The team's records, readable to their end (docs/decisions/076-records-to-the-end.md) ------------------------------------------------

-- The log of actions ended after a hundred; an older one was there and could not be read.

drop function public.admin_activity_page(uuid, text, integer);
drop function private.admin_activity_page(uuid, text, integer);

create function private.admin_activity_page(wanted_admin uuid, wanted_type text, after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 100);
  last constant text[] := private.cursor_parts(after, '{instant,uuid}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select x.*, row_number() over (order by x.created_at desc, x.id) as place
      from public.admin_actions x
      where (wanted_admin is null or x.admin_id = wanted_admin) and (wanted_type is null or x.target_type = wanted_type)
        and (last is null or (x.created_at <= last[1]::timestamptz and (x.created_at < last[1]::timestamptz or x.id > last[2]::uuid)))
      order by x.created_at desc, x.id limit wanted + 1
    )
    select jsonb_build_object(
      'actions', coalesce((
        select jsonb_agg(private.action_target(a.target_type, a.target_id, a.details) || jsonb_build_object(
            'id', a.id, 'action_type', a.action_type, 'target_type', a.target_type, 'target_id', a.target_id, 'created_at', a.created_at,
            'admin', (select jsonb_build_object('id', m.id, 'nickname', m.nickname) from public.public_profiles m where m.id = a.admin_id),
            'reason', left(a.details ->> 'reason', 2000), 'page', a.details ->> 'page', 'changed', a.details -> 'changed')
          order by a.place)
        from listed a where a.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(a.created_at::text, a.id::text) from listed a
        where a.place = wanted and exists (select from listed more where more.place > wanted)),
      'admins', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'nickname', m.nickname) order by private.nickname_key(m.nickname))
        from public.profiles p join public.public_profiles m on m.id = p.id where p.role in ('moderator', 'admin')), '[]'::jsonb)));
end $$;
comment on function private.admin_activity_page(uuid, text, text, integer) is 'See public.admin_activity_page().';

create function public.admin_activity_page(
  p_admin uuid default null, p_type text default null, p_limit integer default null, p_after text default null
) returns jsonb
language sql stable set search_path = '' as $$ select private.admin_activity_page(p_admin, p_type, p_after, p_limit) $$;
comment on function public.admin_activity_page(uuid, text, integer, text) is
  'RPC for staff: actions of staff, latest first, at most 100 a page, optionally of one person or about one kind of target; and who the staff are: {actions, next, admins}.';

-- Removed comments lay where only the record of their author led to them ------------------------------------------------------------

create index moderation_actions_comment on public.moderation_actions (target_comment_id, created_at desc) where target_comment_id is not null;

create function private.removed_comment_state(decision public.moderation_actions) returns text
language sql stable set search_path = '' as $$
  select case when decision.target_user_id = auth.uid() then 'own'
    when exists (select from public.appeals a where a.moderation_action_id = decision.id) then 'appealed'
    when private.can_lift(decision) then 'restorable' else 'expired' end
$$;
comment on function private.removed_comment_state(public.moderation_actions) is
  'restorable, or why not: own (of whoever asks), appealed (decided there), expired.';

create function private.commented_post(p public.community_posts) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status)
$$;
comment on function private.commented_post(public.community_posts) is 'The post that a comment stands below, for the team.';

create function private.removed_comments_page(query text, after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 20, 50);
  patterns constant text[] := private.like_patterns(private.search_words(query));
  last constant text[] := private.cursor_parts(after, '{instant,uuid}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select r.*, row_number() over (order by r.removed_at desc, r.comment_id desc) as place
      from private.removed_comments r
      where (last is null or (r.removed_at, r.comment_id) < (last[1]::timestamptz, last[2]::uuid))
        and (patterns = '{}' or private.search_fold(r.content) like all (patterns))
      order by r.removed_at desc, r.comment_id desc limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.comment_id, 'text', l.content, 'created_at', c.created_at,
            'author_name', coalesce((select m.nickname from public.profiles m where m.id = l.author_id), 'Unbekannt'),
            'post', private.commented_post(p),
            'decision_id', d.id, 'reason', d.reason, 'removed_at', l.removed_at,
            'removed_by_name', (select m.nickname from public.profiles m where m.id = l.removed_by),
            'restorable_until', private.restorable_until(l.removed_at),
            'state', coalesce(private.removed_comment_state(d), 'expired')) order by l.place)
        from listed l join public.comments c on c.id = l.comment_id join public.community_posts p on p.id = c.post_id
          left join lateral (
            select m.* from public.moderation_actions m where m.target_comment_id = l.comment_id and m.action = 'deleted'
            order by m.created_at desc, m.id limit 1) d on true
        where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.removed_at::text, l.comment_id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function private.removed_comments_page(text, text, integer) is 'See public.admin_removed_comments_page().';

create function public.admin_removed_comments_page(p_query text default null, p_after text default null, p_limit integer default null) returns jsonb
language sql stable set search_path = '' as $$ select private.removed_comments_page(p_query, p_after, p_limit) $$;
comment on function public.admin_removed_comments_page(text, text, integer) is
  'RPC for staff: comments that the team removed, latest first, as long as their texts are kept (180 days), with words in the text; {items, next}. admin_take_back(decision_id) restores one.';

revoke execute on function private.admin_activity_page(uuid, text, text, integer), private.commented_post(public.community_posts), private.removed_comment_state(public.moderation_actions),
  private.removed_comments_page(text, text, integer) from public, anon;
grant execute on function private.admin_activity_page(uuid, text, text, integer), private.removed_comments_page(text, text, integer) to authenticated;
revoke all on function public.admin_activity_page(uuid, text, integer, text), public.admin_removed_comments_page(text, text, integer)
  from public, anon, authenticated;
grant execute on function public.admin_activity_page(uuid, text, integer, text), public.admin_removed_comments_page(text, text, integer) to authenticated;
