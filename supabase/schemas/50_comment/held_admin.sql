-- For the team --------------------------------------------------------------------------------------------------------

create function private.publish_held_comment(held uuid, why text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  waiting private.held_comments;
  post public.community_posts;
begin
  select * into waiting from private.held_comments h where h.id = held for update;
  if waiting.id is null then return false; end if;
  select * into post from public.community_posts p where p.id = waiting.post_id;
  if post.status <> 'approved' or private.is_banned(waiting.author_id)
    or exists (select from public.comments c where c.id = waiting.id or (c.id = waiting.parent_id and c.deleted_at is not null)) then return false; end if;
  delete from private.held_comments h where h.id = held;
  insert into public.comments (id, post_id, parent_id, author_id, content)
    values (waiting.id, waiting.post_id, waiting.parent_id, waiting.author_id, waiting.content);
  -- Those it mentions or answers are told now, as if it had just been written.
  insert into private.notification_events (post_id, kind, comment_id, actor_id) values (waiting.post_id, 'comment', waiting.id, waiting.author_id);
  insert into public.moderation_actions (target_type, target_comment_id, target_user_id, action, reason, admin_id)
    values ('comment', waiting.id, waiting.author_id, 'approved', why, auth.uid());
  perform private.tell(waiting.author_id, 'post_approved', private.post_facts(post.id) || '{"comment": true}', post.id, waiting.id);
  return true;
end $$;
comment on function private.publish_held_comment(uuid, text) is
  'Publishes a comment that waits, or was rejected, and tells its author; false when its place is gone. Callers must have checked permissions.';

create function private.reject_held_comment(held uuid, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  waiting private.held_comments;
  decision uuid;
begin
  select * into waiting from private.held_comments h where h.id = held;
  -- As a rejected post: recorded as 'warned', which does not count as a warning. Without the post, which it is not about.
  insert into public.moderation_actions (target_type, target_comment_id, target_user_id, action, reason, admin_id, content_excerpt)
    values ('comment', held, waiting.author_id, 'warned', why, auth.uid(), left(waiting.content, 100)) returning id into decision;
  update private.held_comments h set rejected_at = now(), decision_id = decision where h.id = held;
  perform private.tell(waiting.author_id, 'post_rejected', private.post_facts(waiting.post_id) || jsonb_build_object('reason', why,
      'comment', true, 'content_excerpt', left(waiting.content, 100)) || private.how_decided(decision),
    waiting.post_id);
end $$;
comment on function private.reject_held_comment(uuid, text) is 'Rejects a comment that waits; its author gets the reason and may appeal.';

create function private.held_comments_page(after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 20, 50);
  last constant text[] := private.cursor_parts(after, '{instant,uuid}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select h.*, row_number() over (order by h.held_at, h.id) as place from private.held_comments h
      where h.rejected_at is null and (last is null or (h.held_at, h.id) > (last[1]::timestamptz, last[2]::uuid))
      order by h.held_at, h.id limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'version', private.target_version('comment:' || l.id), 'text', l.content, 'at', l.held_at, 'author', private.case_author(l.author_id),
            'joined_at', m.created_at, 'is_own', l.author_id is not distinct from auth.uid(), 'answers', left(c.content, 180),
            'post', private.commented_post(p))
          order by l.place)
        from listed l join public.community_posts p on p.id = l.post_id join public.profiles m on m.id = l.author_id
          left join public.comments c on c.id = l.parent_id
        where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.held_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function private.held_comments_page(text, integer) is 'See public.admin_held_comments_page().';
grant execute on function private.held_comments_page(text, integer) to authenticated;

create function public.admin_held_comments_page(p_after text default null, p_limit integer default null) returns jsonb
language sql stable set search_path = '' as $$ select private.held_comments_page(p_after, p_limit) $$;
comment on function public.admin_held_comments_page(text, integer) is 'RPC for staff: comments that wait to be read, oldest first; {items, next}.';
grant execute on function public.admin_held_comments_page(text, integer) to authenticated, service_role;

create function private.decide_held_comments(ids uuid[], approve boolean, reason text, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  held private.held_comments;
  done integer := 0;
begin
  perform private.require_moderator();
  perform private.decide_on(rule);
  why := case when approve then private.stored_text('comment.approved') else private.given_reason(reason) end;
  if cardinality(ids) > 200 then perform private.refuse('moderation.row_count'); end if;
  for held in select * from private.held_comments h where h.id = any (ids) and h.rejected_at is null order by h.held_at, h.id for update loop
    -- Nobody decides about their own.
    continue when held.author_id = auth.uid();
    if not approve then
      perform private.reject_held_comment(held.id, why);
    elsif not private.publish_held_comment(held.id, why) then
      continue;
    end if;
    perform private.log_staff_action(case when approve then 'approve_comment' else 'reject_comment' end, 'comment', held.id::text,
      jsonb_strip_nulls(jsonb_build_object('reason', case when not approve then why end)));
    done := done + 1;
  end loop;
  return jsonb_build_object('done', done, 'skipped', (select count(distinct x) from unnest(ids) x) - done);
end $$;
comment on function private.decide_held_comments(uuid[], boolean, text, text) is 'See public.admin_decide_held_comments().';
grant execute on function private.decide_held_comments(uuid[], boolean, text, text) to authenticated;

create function public.admin_decide_held_comments(p_ids uuid[], p_approve boolean, p_reason text default null, p_rule text default null) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$
  select private.decide_held_comments(p_ids, coalesce(p_approve, false), p_reason, p_rule)
$$;
comment on function public.admin_decide_held_comments(uuid[], boolean, text, text) is
  'RPC for staff: publishes up to 200 comments that wait, or rejects them with this reason; {done, skipped}. Skipped: decided or gone meanwhile, one''s own, or without a place any more. Hints reason_required, row_count.';
grant execute on function public.admin_decide_held_comments(uuid[], boolean, text, text) to authenticated, service_role;
