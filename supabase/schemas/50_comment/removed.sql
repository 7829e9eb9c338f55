-- Removed comments ---------------------------------------------------------------------------------------------------

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
            'author_name', coalesce((select m.nickname from public.profiles m where m.id = l.author_id), private.stored_text('member.unknown')),
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
grant execute on function private.removed_comments_page(text, text, integer) to authenticated;

create function public.admin_removed_comments_page(p_query text default null, p_after text default null, p_limit integer default null) returns jsonb
language sql stable set search_path = '' as $$ select private.removed_comments_page(p_query, p_after, p_limit) $$;
comment on function public.admin_removed_comments_page(text, text, integer) is
  'RPC for staff: comments that the team removed, latest first, as long as their texts are kept (180 days), with words in the text; {items, next}. admin_take_back(decision_id) restores one.';
grant execute on function public.admin_removed_comments_page(text, text, integer) to authenticated, service_role;
