-- The log of staff, readable: names of people and targets, reasons, what a comment said. Shape: domain/src/contract/admin/staff.ts.

create function private.action_target(target_type text, target_id text, details jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Specification §3.
  excerpt constant integer := 100;
  target constant uuid := private.as_uuid(target_id);
  named constant text := coalesce(details ->> 'title', details ->> 'name', details ->> 'nickname');
  said text;
begin
  if target_type = 'comment' then
    said := coalesce(details ->> 'excerpt',
      (select nullif(c.content, '') from public.comments c where c.id = target),
      (select r.content from private.removed_comments r where r.comment_id = target));
    return jsonb_build_object('name', null, 'excerpt', left(said, excerpt));
  end if;
  return jsonb_build_object('excerpt', null, 'name', left(coalesce(
    case target_type
      when 'profile' then (select m.nickname from public.public_profiles m where m.id = target)
      when 'post' then coalesce((select p.title from public.community_posts p where p.id = target),
        (select a.title from public.archived_posts a where a.post_id = target order by a.archived_at desc limit 1))
      when 'star' then (select s."fullName" from public.stars s where s.id = target)
      when 'format' then (select f.name from public.formats f where f.id = target)
      when 'season' then (select f.name || ' · ' || coalesce(e.title, 'Staffel ' || e.season_number)
        from public.seasons e join public.formats f on f.id = e.format_id where e.id = target)
      when 'social_account' then (select s."fullName" || ' · ' || x.platform
        from public.star_social_accounts x join public.stars s on s.id = x.star_id where x.id = target)
      -- Logged by their star: a row of its own has no id.
      when 'participant' then (select s."fullName" from public.stars s where s.id = target)
    end, named), 200));
end $$;
comment on function private.action_target(text, text, jsonb) is
  '{name, excerpt} of what an action was about: its name as it is now, else as it was logged; of a comment the first 100 characters.';

create function private.admin_activity_page(wanted_admin uuid, wanted_type text, latest integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object(
    'actions', coalesce((
      select jsonb_agg(private.action_target(a.target_type, a.target_id, a.details) || jsonb_build_object(
          'id', a.id, 'action_type', a.action_type, 'target_type', a.target_type, 'target_id', a.target_id, 'created_at', a.created_at,
          'admin', (select jsonb_build_object('id', m.id, 'nickname', m.nickname) from public.public_profiles m where m.id = a.admin_id),
          'reason', left(a.details ->> 'reason', 2000), 'page', a.details ->> 'page', 'changed', a.details -> 'changed')
        order by a.created_at desc, a.id)
      from (
        select * from public.admin_actions x
        where (wanted_admin is null or x.admin_id = wanted_admin) and (wanted_type is null or x.target_type = wanted_type)
        order by x.created_at desc, x.id limit latest) a), '[]'::jsonb),
    'admins', coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'nickname', m.nickname) order by private.nickname_key(m.nickname))
      from public.profiles p join public.public_profiles m on m.id = p.id where p.role in ('moderator', 'admin')), '[]'::jsonb));
end $$;
comment on function private.admin_activity_page(uuid, text, integer) is 'As public.admin_activity_page().';
grant execute on function private.admin_activity_page(uuid, text, integer) to authenticated;

create function public.admin_activity_page(p_admin uuid default null, p_type text default null, p_limit integer default 100) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.admin_activity_page(p_admin, p_type, greatest(1, least(coalesce(p_limit, 100), 100)))
$$;
comment on function public.admin_activity_page(uuid, text, integer) is
  'RPC for staff: the last actions of staff, at most 100 (specification §7), by one of them or about one kind of target; and who the staff are.';
revoke all on function public.admin_activity_page(uuid, text, integer) from public, anon, authenticated;
grant execute on function public.admin_activity_page(uuid, text, integer) to authenticated;

-- Specification §3 Admin action: recorded as analytics events too. A trigger does it, so that none is missing and none invented.
create function private.flag_admin_action() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.analytics_events (event_type, user_id, page_path, target_type, target_id, metadata, created_at, month)
  values ('click', new.admin_id, left(new.details ->> 'page', 500), new.target_type, new.target_id,
    jsonb_strip_nulls(jsonb_build_object('admin_action', true, 'action', new.action_type, 'target_type', new.target_type,
      'target_id', new.target_id, 'admin_id', new.admin_id,
      'admin_name', (select m.nickname from public.public_profiles m where m.id = new.admin_id),
      'page', left(new.details ->> 'page', 500), 'timestamp', new.created_at)), new.created_at, 'infinity');
  return null;
exception when others then
  -- Specification §8 Silent handling: what staff does is not held up by it.
  raise warning 'admin action not sent as an event: %', sqlerrm;
  return null;
end $$;
comment on function private.flag_admin_action() is 'Trigger: every action of staff is an analytics event flagged admin_action, with action, target, admin and time, without reasons.';
create trigger admin_actions_flag after insert on public.admin_actions
  for each row execute function private.flag_admin_action();
