-- Log of staff actions ------------------------------------------------------------------------------------------------

create table public.admin_actions (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid default auth.uid() references public.profiles on delete set null,
  action_type text not null check (char_length(action_type) between 1 and 80),
  target_type text not null check (char_length(target_type) between 1 and 80),
  target_id text check (char_length(target_id) <= 200),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 16000),
  created_at timestamptz not null default now()
);
comment on table public.admin_actions is 'What staff did, append-only. Each row is also an analytics event flagged admin_action.';

create index admin_actions_created_at on public.admin_actions (created_at desc, id);
create index admin_actions_admin_id on public.admin_actions (admin_id, created_at desc, id);
create index admin_actions_target_type on public.admin_actions (target_type, created_at desc, id);
create index admin_actions_profile on public.admin_actions (target_id) where target_type = 'profile';
create index admin_actions_approval on public.admin_actions (target_id, created_at desc)
  where action_type = 'approve_post' and details ->> 'reason' is not null;
create index admin_actions_name on public.admin_actions ((details ->> 'name')) where details ->> 'name' is not null;

create trigger admin_actions_actor before insert on public.admin_actions
  for each row when (new.admin_id is not null) execute function private.check_actor();
create trigger admin_actions_guard before update or delete on public.admin_actions
  for each row execute function private.guard_admin_actions();
create trigger admin_actions_flag after insert on public.admin_actions
  for each row execute function private.flag_admin_action();

alter table public.admin_actions enable row level security;
revoke all on public.admin_actions from public, anon, authenticated, service_role;
grant select, insert (id, admin_id, action_type, target_type, target_id, details) on public.admin_actions to authenticated;
grant select, insert on public.admin_actions to service_role;
create policy "staff read" on public.admin_actions for select to authenticated using ((select private.is_moderator()));
create policy "staff record their own" on public.admin_actions for insert to authenticated
  with check ((select private.is_moderator()) and admin_id = (select auth.uid()));

create index admin_actions_content on public.admin_actions (target_id) where target_type in ('post', 'comment');

-- The staff log keeps what was done; what names somebody may go or be masked, and after three years the whole row.
create function private.guard_admin_actions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare parts constant text[] := '{name,from,excerpt}';
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '3 years' then return old; end if;
  if tg_op = 'UPDATE' and (to_jsonb(new) - '{admin_id,details}'::text[]) = (to_jsonb(old) - '{admin_id,details}'::text[])
     and (new.admin_id is null or new.admin_id = old.admin_id)
     and (old.details - 'reason') @> (new.details - 'reason') and (new.details - parts - 'reason') = (old.details - parts - 'reason')
     and private.is_masked(old.details ->> 'reason', new.details ->> 'reason') then return new; end if;
  perform private.refuse('member.append_only', '42501');
end $$;
comment on function private.guard_admin_actions() is 'Trigger: the log is append-only for everybody.';

-- Changes of roles, bans and settings are logged by trigger, whichever client made them.
create function private.log_admin_action() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.admin_actions (action_type, target_type, target_id, details)
  values (tg_argv[0], tg_argv[1], case when tg_table_name = 'profiles' then to_jsonb(new) ->> 'id' end,
    case when tg_table_name = 'profiles'
      then jsonb_build_object('role', to_jsonb(new) -> 'role', 'is_banned', to_jsonb(new) -> 'is_banned')
      else to_jsonb(new) - 'id' - 'updated_by' end);
  return null;
end $$;
comment on function private.log_admin_action() is 'Trigger (action, target type): logs what an admin changed through the API.';

-- Every action of staff leaves exactly one row in admin_actions, whichever client asked for it.

create function private.log_staff_action(action text, target_type text, target_id text, details jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Whatever else this transaction changes belongs to this action: the triggers below stay silent.
  perform set_config('hot.staff_action_logged', 'true', true);
  insert into public.admin_actions (admin_id, action_type, target_type, target_id, details)
    values (auth.uid(), action, target_type, target_id, jsonb_strip_nulls(details));
end $$;
comment on function private.log_staff_action(text, text, text, jsonb) is
  'For RPCs of staff, before they change anything: one row of the log for the whole action, e.g. (''ban_member'', ''profile'', id, {reason}).';
grant execute on function private.log_staff_action(text, text, text, jsonb) to authenticated;

create function private.log_staff_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  either constant jsonb := coalesce(is_now, was);
  -- A star's full name is public; a member's real name must not get into the log.
  star_name constant text := case when tg_argv[0] = 'star' then either ->> 'full_name' end;
  verb constant text := case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end;
  changed jsonb;
begin
  if coalesce(current_setting('hot.staff_action_logged', true), '') = 'true' then return null; end if;
  if tg_op = 'UPDATE' then
    select jsonb_agg(n.key order by n.key) into changed from jsonb_each(is_now) n
      where n.key not in ('updated_at', 'search_key', 'sort_key', 'letter') and (n.key <> 'full_name' or tg_argv[0] <> 'star')
        and n.value is distinct from was -> n.key;
    if changed is null then return null; end if;
  end if;
  insert into public.admin_actions (admin_id, action_type, target_type, target_id, details)
  values (auth.uid(), verb || '_' || tg_argv[0], tg_argv[0], coalesce(either ->> 'id', either ->> 'code', either ->> 'star_id'),
    jsonb_strip_nulls(jsonb_build_object('changed', changed, 'platform', either ->> 'platform',
      'name', left(coalesce(star_name, either ->> 'name', either ->> 'title', either ->> 'code', either ->> 'handle'), 200))));
  return null;
end $$;
comment on function private.log_staff_change() is
  'Trigger (target type): a row that staff made, changed or deleted through the API, with the names of the columns that changed.';

-- Page of the log -----------------------------------------------------------------------------------------------------

-- The log as staff read it: names of people and targets, reasons, what a comment said.

create function private.action_target(target_type text, target_id text, details jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Characters of a comment or post that the log shows.
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
      when 'star' then (select s.full_name from public.stars s where s.id = target)
      when 'format' then (select f.name from public.formats f where f.id = target)
      when 'season' then (select f.name || ' · ' || coalesce(e.title, private.stored_text('format.season', e.season_number::text))
        from public.seasons e join public.formats f on f.id = e.format_id where e.id = target)
      when 'social_account' then (select s.full_name || ' · ' || x.platform
        from public.star_social_accounts x join public.stars s on s.id = x.star_id where x.id = target)
      -- Logged under their star, because the row has no id of its own.
      when 'participant' then (select s.full_name from public.stars s where s.id = target)
    end, named), 200));
end $$;
comment on function private.action_target(text, text, jsonb) is
  '{name, excerpt} of the target of an action: its current name, else the logged one; for a comment its first 100 characters.';

-- What staff may write by hand ----------------------------------------------------------------------------------------

-- A code of a hundred thousand uses opens the site to everybody; that is for admins.
create function private.guard_invite() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() and new.max_uses > 100 and not private.is_admin()
     and (tg_op = 'INSERT' or new.max_uses is distinct from old.max_uses) then
    perform private.refuse('member.max_uses_of_moderators', '42501');
  end if;
  return new;
end $$;
comment on function private.guard_invite() is 'Trigger: codes of moderators work a hundred times at most.';
grant execute on function private.guard_invite() to authenticated, service_role;

-- Who is taken into the team learns what it takes ---------------------------------------------------------------------

create function private.notify_team_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The operator's commands and the demo tell nobody.
  if auth.uid() is null then return null; end if;
  perform private.tell(new.id, 'team_role', jsonb_build_object('role', new.role,
      'second_factor', exists (select from auth.mfa_factors f where f.user_id = new.id and f.status = 'verified')),
    actor => auth.uid());
  return null;
end $$;
comment on function private.notify_team_role() is 'Trigger: tells a member whom an admin took into the team, or gave another role in it, and that it takes a second factor.';

-- The team's records, readable to their end (docs/decisions/076-records-to-the-end.md) --------------------------------

-- By cursor, back to the first entry.

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
grant execute on function private.admin_activity_page(uuid, text, text, integer) to authenticated;

create function public.admin_activity_page(
  p_admin uuid default null, p_type text default null, p_limit integer default null, p_after text default null
) returns jsonb
language sql stable set search_path = '' as $$ select private.admin_activity_page(p_admin, p_type, p_after, p_limit) $$;
comment on function public.admin_activity_page(uuid, text, integer, text) is
  'RPC for staff: actions of staff, latest first, at most 100 a page, optionally of one person or about one kind of target; and who the staff are: {actions, next, admins}.';
grant execute on function public.admin_activity_page(uuid, text, integer, text) to authenticated, service_role;

-- The log -------------------------------------------------------------------------------------------------------------

create function private.check_actor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare other text;
begin
  if not exists (select from public.public_profiles m where m.id = new.admin_id) then
    perform private.refuse('member.nickname_required.team');
  end if;
  if new.action_type in ('note_case', 'ask_in_case') then return new; end if;
  select coalesce(m.nickname, private.refusal_text('moderation.somebody')) into other from private.pending_targets t
    join private.pending_decisions d on d.id = t.decision_id join public.profiles m on m.id = d.decider
    where t.target = new.target_type || ':' || new.target_id and d.decider <> new.admin_id;
  if found then perform private.refuse_pending(other); end if;
  return new;
end $$;
comment on function private.check_actor() is
  'Trigger: who acts has a name, and nobody acts on what somebody else has just decided about and can still undo.';

-- In the export, and how long it is kept ------------------------------------------------------------------------------

create function private.export_team_log(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.admin_actions', (select jsonb_agg(l.entry order by l.created_at) from (
      -- Actions of a member of staff, without their targets.
      select a.created_at, jsonb_build_object('id', a.id, 'role', 'actor', 'action_type', a.action_type, 'target_type', a.target_type,
        'created_at', a.created_at) as entry
      from public.admin_actions a where a.admin_id = me
      union all
      -- Actions about the member, without who took them.
      select a.created_at, jsonb_strip_nulls(jsonb_build_object('id', a.id, 'role', 'subject', 'action_type', a.action_type,
        'target_type', a.target_type, 'target_id', a.target_id, 'reason', private.without_others(a.details ->> 'reason', me, private.as_uuid(a.target_id)),
        'days', a.details -> 'days', 'created_at', a.created_at))
      from public.admin_actions a where a.admin_id is distinct from me and (a.target_type = 'profile' and a.target_id = me::text
        or a.target_type in ('post', 'comment') and a.target_id = any (private.things_of(me)::text[]))) l))
$$;
comment on function private.export_team_log(uuid) is 'Export: what a member of staff did, and what the team did about a member, without who.';

create function private.retain_team_log() returns void
language sql set search_path = '' as $$
  update public.admin_actions set details = details - 'excerpt' where created_at < now() - interval '180 days' and details ? 'excerpt';
  delete from public.admin_actions where created_at < now() - interval '3 years';
  delete from public.analytics_events where month = 'infinity' and created_at < now() - interval '3 years';
$$;
comment on function private.retain_team_log() is 'Retention: the log and its copies among the events for three years, excerpts of texts in it for 180 days.';
