-- What waits, and the figures of the house (specification §3 Admin stats). Shapes: domain/src/contract/admin/staff.ts.

create index reports_created_at on public.reports (created_at) where confirmed_at is not null;
create index comments_deleted on public.comments (deleted_at) where deleted_at is not null;

create function private.badge_count(pending text) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Ours: badges show 99+ long before.
  most constant integer := 1000;
begin
  return case pending
    when 'posts' then (select count(*) from (select from public.community_posts p where p.status = 'pending' limit most) x)
    when 'reports' then (select count(distinct x.target) from (
      select coalesce(r.target_post_id, r.target_comment_id) as target from public.reports r
      where r.status = 'pending' and r.confirmed_at is not null order by r.created_at, r.id limit most) x)
    when 'appeals' then (select count(*) from (select from public.appeals a where a.status = 'pending' limit most) x) end;
end $$;
comment on function private.badge_count(text) is 'How many posts, cases of reports or appeals wait, up to 1000.';

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
comment on function public.admin_badges() is 'RPC for staff: waiting posts, cases of reports and appeals, each up to 1000.';

-- Counting a large table takes longer than a page may; the planner's own figure is exact to a few per cent.
create function private.count_about(counted regclass) returns bigint
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
comment on function private.count_about(regclass) is 'Rows of a table: counted up to 100,000, beyond that the planner''s figure.';

create function private.house_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  members constant bigint := private.count_about('public.profiles');
  removed constant bigint := (select count(*) from public.comments c where c.deleted_at is not null);
  a_week_ago constant timestamptz := now() - interval '7 days';
begin
  return jsonb_build_object(
    'total_users', members,
    -- Specification §9: estimated.
    'active_users', round(members * 0.7),
    'banned_users', (select count(*) from public.profiles p where p.is_banned and (p.banned_until is null or p.banned_until > now())),
    'total_posts', private.count_about('public.community_posts'),
    'flagged_posts', (select count(distinct r.target_post_id) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    'pending_posts', (select count(*) from public.community_posts p where p.status = 'pending'),
    'pending_reports', (select count(*) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    'deleted_posts', (select count(distinct a.post_id) from public.archived_posts a where a.restored_at is null),
    'total_comments', private.count_about('public.comments') - removed,
    'flagged_comments', (select count(distinct r.target_comment_id) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    'deleted_comments', removed,
    'total_stars', (select count(*) from public.stars),
    'total_votes', (select coalesce(sum(s.votes_count), 0) from public.star_scores s),
    'total_formats', (select count(*) from public.formats),
    'total_events', private.count_about('public.calendar_events'),
    'recent_actions', (select count(*) from public.admin_actions a where a.created_at >= a_week_ago),
    'users_last_7_days', (select count(*) from public.profiles p where p.created_at >= a_week_ago),
    'posts_last_7_days', (select count(*) from public.community_posts p where p.created_at >= a_week_ago),
    'stars_last_7_days', (select count(*) from public.stars s where s.created_at >= a_week_ago));
end $$;
comment on function private.house_figures() is 'Every figure of the admin stats. Votes: those on stars that weigh. Active members are estimated, very large tables too.';

create function private.counts_by_day(instants timestamptz[], first_day date, last_day date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(coalesce(d.n, 0) order by g.day)
  from generate_series(first_day, last_day, interval '1 day') g (day)
  left join (select private.berlin_day(t) as day, count(*) as n from unnest(instants) t group by 1) d on d.day = g.day::date
$$;
comment on function private.counts_by_day(timestamptz[], date, date) is 'How many instants fall on each Berlin day from first to last.';

create function private.house_days() returns jsonb
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
comment on function private.house_days() is 'Members, posts, reports and actions of staff on each of the last 30 Berlin days.';

create function private.admin_stats() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object('figures', private.house_figures(), 'days', private.house_days());
end $$;
comment on function private.admin_stats() is 'As public.admin_stats().';
grant execute on function private.admin_stats() to authenticated;
create function public.admin_stats() returns jsonb
language sql stable security invoker set search_path = '' as $$ select private.admin_stats() $$;
comment on function public.admin_stats() is 'RPC for staff: the admin stats of specification §3, and the last 30 days of members, posts, reports and actions.';

revoke all on function public.admin_badges(), public.admin_stats() from public, anon, authenticated;
grant execute on function public.admin_badges(), public.admin_stats() to authenticated;
