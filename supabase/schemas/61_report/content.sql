-- Hidden until it is cleared ------------------------------------------------------------------------------------------

create function private.hide_post(post uuid, reason text, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.given_reason(reason);
  target public.community_posts;
  decision uuid;
begin
  perform private.require_moderator();
  perform private.decide_on(rule);
  select * into target from public.community_posts p where p.id = post for update;
  if target.id is null then return private.outcome(post, 'gone', private.post_decider(post)); end if;
  if target.author_id = auth.uid() then return private.outcome(post, 'own'); end if;
  if target.status <> 'approved' then return private.outcome(post, 'decided', private.post_decider(post)); end if;
  perform private.log_staff_action('hide_post', 'post', post::text, jsonb_build_object('title', target.title, 'reason', why));
  update public.community_posts p set status = 'pending', moderated_by = auth.uid(), moderated_at = now() where p.id = post;
  -- As a rejection is recorded: it can be appealed and does not count as a warning.
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id, scope)
    values ('post', post, target.author_id, 'warned', why, auth.uid(), 'hidden') returning id into decision;
  perform private.tell(target.author_id, 'post_rejected', private.post_facts(post)
    || jsonb_build_object('reason', why, 'hidden', true) || private.how_decided(decision), post);
  return private.outcome(post, 'done');
end $$;
comment on function private.hide_post(uuid, text, text) is 'See public.admin_hide_post().';
grant execute on function private.hide_post(uuid, text, text) to authenticated;

create function public.admin_hide_post(p_id uuid, p_reason text, p_rule text default null) returns jsonb
language sql set search_path = '' as $$ select private.hide_post(p_id, p_reason, p_rule) $$;
comment on function public.admin_hide_post(uuid, text, text) is
  'RPC for staff: takes a post offline until it is cleared: it waits in the queue, its reports stay open, its author gets the reason and what it rests on (p_rule). {id, outcome, by}.';
grant execute on function public.admin_hide_post(uuid, text, text) to authenticated, service_role;

-- Taking a decision back ----------------------------------------------------------------------------------------------

create function private.can_lift(m public.moderation_actions) returns boolean
language sql stable security definer set search_path = '' as $$
  select m.created_at > now() - interval '30 days'
    and not exists (select from public.appeals a where a.moderation_action_id = m.id)
    and case
      when m.action = 'warned' then m.counts_as_warning
      when m.action = 'banned' then private.is_banned(m.target_user_id)
      when m.action = 'edited' then private.edit_stands(m)
      when m.action <> 'deleted' then false
      when m.target_type = 'comment' then exists (
        select from public.comments c join private.removed_comments r on r.comment_id = c.id
        where c.id = m.target_comment_id and c.deleted_at is not null)
      when m.target_type = 'profile' then exists (
        select from private.removed_profiles r where r.member_id = m.target_user_id and r.removed_at = m.created_at)
      else private.archive_state((
        select a from public.archived_posts a where a.post_id = m.target_post_id order by a.archived_at desc limit 1)) = 'restorable' end
$$;
comment on function private.can_lift(public.moderation_actions) is
  'Whether a warning, removal, edit or ban of the last 30 days still stands and can be taken back. One that was appealed is decided there.';

create function private.take_back(decision_id uuid, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.given_reason(reason);
  decision public.moderation_actions;
  effect text;
begin
  perform private.require_admin();
  select * into decision from public.moderation_actions m where m.id = decision_id for update;
  if decision.target_user_id = auth.uid() then
    perform private.refuse('moderation.own_case', '42501');
  end if;
  if decision.id is null or not coalesce(private.can_lift(decision), false) then
    perform private.refuse('moderation.not_liftable', '42501');
  end if;
  perform private.log_staff_action('take_back', 'profile', decision.target_user_id::text, jsonb_build_object('reason', why,
    'name', (select p.nickname from public.profiles p where p.id = decision.target_user_id)));
  effect := private.lift_decision(decision, why);
  perform private.tell(decision.target_user_id, 'warning', jsonb_build_object('action', 'lifted', 'effect', effect, 'reason', why, 'decided_by', 'human', 'target_type', decision.target_type));
  return jsonb_build_object('effect', private.effect_text(effect));
end $$;
comment on function private.take_back(uuid, text) is 'See public.admin_take_back().';
grant execute on function private.take_back(uuid, text) to authenticated;

create function public.admin_take_back(p_id uuid, p_reason text) returns jsonb
language sql set search_path = '' as $$ select private.take_back(p_id, p_reason) $$;
comment on function public.admin_take_back(uuid, text) is
  'RPC for admins: takes a warning, removal, edit or ban back within 30 days and tells the member: {effect}, a sentence for them. Hints not_liftable, own_case.';
grant execute on function public.admin_take_back(uuid, text) to authenticated, service_role;

-- What staff see of it ------------------------------------------------------------------------------------------------

create function private.content_case(kind text, subject uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  author uuid;
  target uuid;
begin
  perform private.require_moderator();
  if kind = 'post' then
    select p.id, p.author_id into target, author from public.community_posts p where p.id = subject;
  elsif kind = 'comment' then
    select c.id, c.author_id into target, author from public.comments c where c.id = subject and c.deleted_at is null;
  else
    select p.id, p.id into target, author from public.public_profiles p where p.id = subject and kind = 'profile';
  end if;
  if target is null then return null; end if;
  return jsonb_build_object('target_type', kind, 'target_id', target, 'version', private.target_version(kind || ':' || target),
    'is_own', author is not distinct from auth.uid(),
    'author', private.case_author(author), 'content', private.case_content(kind, target), 'profile', private.case_profile(kind, target),
    'reports', private.case_reports(kind, target, null), 'post', case when kind = 'post' then private.admin_post_record(target) end);
end $$;
comment on function private.content_case(text, uuid) is 'See public.admin_content_case().';
grant execute on function private.content_case(text, uuid) to authenticated;

create function public.admin_content_case(p_type text, p_id uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.content_case(p_type, p_id) $$;
comment on function public.admin_content_case(text, uuid) is
  'RPC for staff: a post, comment or profile with its author''s record and open reports, as contentCase; null when it is gone.';
grant execute on function public.admin_content_case(text, uuid) to authenticated, service_role;
