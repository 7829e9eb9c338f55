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

create function private.guard_admin_actions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The only permitted changes: a deleted account is removed from the log together with its name.
  if tg_op = 'UPDATE' and (to_jsonb(new) - '{admin_id,details}'::text[]) = (to_jsonb(old) - '{admin_id,details}'::text[])
     and (new.admin_id is null or new.admin_id = old.admin_id)
     and new.details in (old.details, old.details - '{name,from}'::text[]) then return new; end if;
  raise exception 'Das Protokoll wird nur fortgeschrieben.' using errcode = '42501', hint = 'append_only';
end $$;
comment on function private.guard_admin_actions() is 'Trigger: the log is append-only for everybody.';
create trigger admin_actions_guard before update or delete on public.admin_actions
  for each row execute function private.guard_admin_actions();

alter table public.admin_actions enable row level security;
revoke all on public.admin_actions from public, anon, authenticated, service_role;
grant select, insert (id, admin_id, action_type, target_type, target_id, details) on public.admin_actions to authenticated;
grant select, insert on public.admin_actions to service_role;
create policy "staff read" on public.admin_actions for select to authenticated using ((select private.is_moderator()));
create policy "staff record their own" on public.admin_actions for insert to authenticated
  with check ((select private.is_moderator()) and admin_id = (select auth.uid()));

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
create trigger profiles_log_admin after update of role, is_banned on public.profiles
  for each row when (private.is_client() and (old.role, old.is_banned) is distinct from (new.role, new.is_banned))
  execute function private.log_admin_action('update_member', 'profile');

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

-- Plain writes to other people's rows through the API are logged too, whichever client made them.
create trigger profiles_log_edit after update of nickname, avatar_url, bio on public.profiles
  for each row when (private.is_client() and new.id is distinct from auth.uid()
    and (old.nickname, old.avatar_url, old.bio) is distinct from (new.nickname, new.avatar_url, new.bio))
  execute function private.log_staff_change('profile');

-- Actions of staff are analytics events too. A trigger writes them, so that none can be omitted or forged.
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
  -- A failed analytics event must not stop the action itself.
  raise warning 'admin action not sent as an event: %', sqlerrm;
  return null;
end $$;
comment on function private.flag_admin_action() is 'Trigger: every action of staff is an analytics event flagged admin_action, with action, target, admin and time, without reasons.';
create trigger admin_actions_flag after insert on public.admin_actions
  for each row execute function private.flag_admin_action();

-- Saving a row ---------------------------------------------------------------------------------------------------------

-- What staff save arrives as one jsonb with a key for each column, so that a new column needs no new argument anywhere.

create function private.given_columns(row_now jsonb, given jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_object_agg(k, row_now -> k), '{}') from jsonb_object_keys(given) k
$$;
comment on function private.given_columns(jsonb, jsonb) is 'Those columns of a row that were given, e.g. as they are after cleaning.';

create function private.cleaned_values(given jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, case jsonb_typeof(value)
    when 'string' then to_jsonb(nullif(private.trim_text(private.clean_text(value #>> '{}')), '')) else value end), '{}')
  from jsonb_each(given)
$$;
comment on function private.cleaned_values(jsonb) is 'Values of a form with every text cleaned and trimmed; null where nothing is left.';

create function private.save_row(target regclass, row_id text, wanted jsonb, seen timestamptz default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  -- A new row has the table's defaults where nothing is given.
  given constant jsonb := case when row_id is null then jsonb_strip_nulls(wanted) else wanted end;
  columns constant text := (select string_agg(quote_ident(k), ', ' order by k) from jsonb_object_keys(given) k);
  saved jsonb;
begin
  if row_id is null then
    execute format('insert into %1$s as t (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1) returning to_jsonb(t)',
      target, columns) into saved using given;
  else
    execute format('update %1$s t set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) '
      'where t.id = %3$L and ($2 is null or t.updated_at = $2) returning to_jsonb(t)',
      target, columns, row_id) into saved using given, seen;
  end if;
  return saved;
end $$;
comment on function private.save_row(regclass, text, jsonb, timestamptz) is
  'Inserts a row (row_id null) or updates one, with the rights of the caller; an update only if the row was last changed at seen, unless that is null. Returns the row, null when there is none.';
grant execute on function private.given_columns(jsonb, jsonb), private.cleaned_values(jsonb), private.save_row(regclass, text, jsonb, timestamptz) to authenticated;

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
      when 'season' then (select f.name || ' · ' || coalesce(e.title, 'Staffel ' || e.season_number)
        from public.seasons e join public.formats f on f.id = e.format_id where e.id = target)
      when 'social_account' then (select s.full_name || ' · ' || x.platform
        from public.star_social_accounts x join public.stars s on s.id = x.star_id where x.id = target)
      -- Logged under their star, because the row has no id of its own.
      when 'participant' then (select s.full_name from public.stars s where s.id = target)
    end, named), 200));
end $$;
comment on function private.action_target(text, text, jsonb) is
  '{name, excerpt} of the target of an action: its current name, else the logged one; for a comment its first 100 characters.';

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
  'RPC for staff: the latest actions of staff, at most 100, optionally of one person or about one kind of target; and who the staff are.';
revoke all on function public.admin_activity_page(uuid, text, integer) from public, anon, authenticated;
grant execute on function public.admin_activity_page(uuid, text, integer) to authenticated;

-- Search fields of the admin area -------------------------------------------------------------------------------------

-- Search fields of forms: pick a row by its name.

create function public.admin_pick(p_kind text, p_query text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  most constant integer := 10;
  words constant text[] := private.search_words(p_query);
  patterns constant text[] := private.like_patterns(words);
  nickname_start constant text := private.nickname_key(left(btrim(coalesce(p_query, ''), ' @'), 100));
begin
  perform private.require_moderator();
  if cardinality(words) = 0 then return '[]'; end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', hit.id, 'title', hit.title, 'hint', nullif(hit.hint, '')) order by hit.place, hit.id)
    from (
      (select s.id, s.full_name as title, concat_ws(' · ', s.slug, case when not s.is_active then 'nicht aktiv' end) as hint,
         s.sort_key as place
       from public.stars s where p_kind = 'star' and s.search_key like all (patterns) order by s.sort_key, s.id limit most)
      union all
      (select f.id, f.name, concat_ws(' · ', f.slug, case when not f.is_active then 'nicht aktiv' end), f.search_key
       from public.formats f where p_kind = 'format' and f.search_key like all (patterns) order by f.search_key, f.id limit most)
      union all
      (select e.id, f.name || ' · ' || coalesce(e.title, 'Staffel ' || e.season_number), coalesce(e.start_date::text, e.slug),
         f.search_key || lpad((9999 - e.season_number)::text, 4, '0')
       from public.seasons e join public.formats f on f.id = e.format_id
       where p_kind = 'season' and f.search_key || ' staffel ' || e.season_number || ' ' || lower(coalesce(e.title, '')) like all (patterns)
       order by f.search_key, e.season_number desc, e.id limit most)
      union all
      (select m.id, m.nickname, m.slug, private.nickname_key(m.nickname)
       from public.public_profiles m where p_kind = 'member'
         -- Not LIKE: behind a policy it would not use the index.
         and private.nickname_key(m.nickname) ~>=~ nickname_start and private.nickname_key(m.nickname) ~<~ (nickname_start || chr(1114111))
       order by private.nickname_key(m.nickname) using ~<~, m.id limit most)
    ) hit), '[]'::jsonb);
end $$;
comment on function public.admin_pick(text, text) is
  'RPC for staff: up to 10 stars, formats or seasons in any state whose name contains every word, or members whose nickname begins with the text.';
revoke all on function public.admin_pick(text, text) from public, anon, authenticated;
grant execute on function public.admin_pick(text, text) to authenticated;

-- Dashboard -----------------------------------------------------------------------------------------------------------

create function private.badge_count(pending text) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  -- The limit is arbitrary: badges show 99+ long before.
  most constant integer := 1000;
begin
  return case pending
    when 'posts' then (select count(*) from (select from public.community_posts p where p.status = 'pending' limit most) x)
    when 'reports' then (select count(distinct x.target) from (
      select coalesce(r.target_post_id, r.target_comment_id) as target from public.reports r
      where r.status = 'pending' and r.confirmed_at is not null order by r.created_at, r.id limit most) x)
    when 'appeals' then (select count(*) from (select from public.appeals a where a.status = 'pending' limit most) x) end;
end $$;
comment on function private.badge_count(text) is 'Number of waiting posts, report cases or appeals, up to 1000.';

create function private.admin_badges() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object('posts', private.badge_count('posts'), 'reports', private.badge_count('reports'),
    'appeals', private.badge_count('appeals'));
end $$;
comment on function private.admin_badges() is 'As public.admin_badges().';
grant execute on function private.admin_badges() to authenticated;
create function public.admin_badges() returns jsonb
language sql stable security invoker set search_path = '' as $$ select private.admin_badges() $$;
comment on function public.admin_badges() is 'RPC for staff: waiting posts, report cases and appeals, each up to 1000.';

revoke all on function public.admin_badges() from public, anon, authenticated;
grant execute on function public.admin_badges() to authenticated;

-- Counting a large table takes longer than a page may; the planner's estimate is right to within a few per cent.
create function private.estimate_count(counted regclass) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  exact_up_to constant real := 100000;
  about constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = counted);
  exact bigint;
begin
  if about > exact_up_to then return round(about); end if;
  execute format('select count(*) from %s', counted) into exact;
  return exact;
end $$;
comment on function private.estimate_count(regclass) is 'Rows of a table: counted up to 100,000, beyond that the planner''s estimate.';

create function private.dashboard_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  members constant bigint := private.estimate_count('public.profiles');
  removed constant bigint := (select count(*) from public.comments c where c.deleted_at is not null);
  a_week_ago constant timestamptz := now() - interval '7 days';
begin
  return jsonb_build_object(
    'total_users', members,
    -- An estimate (docs/product/admin.md).
    'active_users', round(members * 0.7),
    'banned_users', (select count(*) from public.profiles p where p.is_banned and (p.banned_until is null or p.banned_until > now())),
    'total_posts', private.estimate_count('public.community_posts'),
    'flagged_posts', (select count(distinct r.target_post_id) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    'pending_posts', (select count(*) from public.community_posts p where p.status = 'pending'),
    'pending_reports', (select count(*) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    'deleted_posts', (select count(distinct a.post_id) from public.archived_posts a where a.restored_at is null),
    'total_comments', private.estimate_count('public.comments') - removed,
    'flagged_comments', (select count(distinct r.target_comment_id) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    'deleted_comments', removed,
    'total_stars', (select count(*) from public.stars),
    'total_votes', (select coalesce(sum(s.votes_count), 0) from public.star_scores s),
    'total_formats', (select count(*) from public.formats),
    'total_events', private.estimate_count('public.calendar_events'),
    'recent_actions', (select count(*) from public.admin_actions a where a.created_at >= a_week_ago),
    'users_last_7_days', (select count(*) from public.profiles p where p.created_at >= a_week_ago),
    'posts_last_7_days', (select count(*) from public.community_posts p where p.created_at >= a_week_ago),
    'stars_last_7_days', (select count(*) from public.stars s where s.created_at >= a_week_ago));
end $$;
comment on function private.dashboard_figures() is 'All numbers of the admin stats. Votes are weighing votes on stars. Active members and very large tables are estimates.';

create function private.counts_by_day(instants timestamptz[], first_day date, last_day date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(coalesce(d.n, 0) order by g.day)
  from generate_series(first_day, last_day, interval '1 day') g (day)
  left join (select private.berlin_day(t) as day, count(*) as n from unnest(instants) t group by 1) d on d.day = g.day::date
$$;
comment on function private.counts_by_day(timestamptz[], date, date) is 'Number of these instants on each Berlin day from first to last.';

create function private.dashboard_days() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  last_day constant date := private.berlin_day(now());
  first_day constant date := last_day - 29;
  since constant timestamptz := first_day::timestamp at time zone 'Europe/Berlin';
begin
  return jsonb_build_object('first_day', first_day,
    'users', private.counts_by_day(array(select p.created_at from public.profiles p where p.created_at >= since), first_day, last_day),
    'posts', private.counts_by_day(array(select p.created_at from public.community_posts p where p.created_at >= since), first_day, last_day),
    'reports', private.counts_by_day(array(select r.created_at from public.reports r
      where r.created_at >= since and r.confirmed_at is not null), first_day, last_day),
    'actions', private.counts_by_day(array(select a.created_at from public.admin_actions a where a.created_at >= since), first_day, last_day));
end $$;
comment on function private.dashboard_days() is 'Members, posts, reports and actions of staff on each of the last 30 Berlin days.';

create function private.admin_stats() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object('figures', private.dashboard_figures(), 'days', private.dashboard_days());
end $$;
comment on function private.admin_stats() is 'As public.admin_stats().';
grant execute on function private.admin_stats() to authenticated;
create function public.admin_stats() returns jsonb
language sql stable security invoker set search_path = '' as $$ select private.admin_stats() $$;
comment on function public.admin_stats() is 'RPC for staff: the figures of the dashboard (docs/product/admin.md), and the last 30 days of members, posts, reports and actions.';
revoke all on function public.admin_stats() from public, anon, authenticated;
grant execute on function public.admin_stats() to authenticated;
