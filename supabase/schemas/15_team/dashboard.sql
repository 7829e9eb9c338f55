-- Dashboard -----------------------------------------------------------------------------------------------------------

create function private.badge_count(pending text) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  -- The limit is arbitrary: badges show 99+ long before.
  most constant integer := 1000;
begin
  return case pending
    when 'posts' then (select count(*) from (select from private.waiting_posts w
      where not exists (select from private.pending_targets t where t.target = 'post:' || w.post_id) limit most) x)
    when 'reports' then (select count(distinct x.target) from (
      select coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id) as target from public.reports r
      where r.status = 'pending' and r.counts
        and not exists (select from private.pending_targets t
          where t.target = r.target_type || ':' || coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id))
      order by r.created_at, r.id limit most) x)
    when 'comments' then (select count(*) from (select from private.held_comments c where c.rejected_at is null
      and not exists (select from private.pending_targets t where t.target = 'comment:' || c.id) limit most) x)
    when 'appeals' then (select count(*) from (select from public.appeals a where a.status = 'pending'
      and not exists (select from private.pending_targets t where t.target = 'appeal:' || a.id) limit most) x)
    when 'stars' then (select count(*) from (select from private.star_requests r
      where r.state = 'asked' and r.content is not null
        and not exists (select from private.pending_targets t where t.target = 'star_request:' || r.id) limit most) x)
    when 'concerns' then (select count(*) from (select from private.concerns c
      where c.outcome is null and c.confirmed_at is not null
        and not exists (select from private.pending_targets t where t.target = 'concern:' || c.id) limit most) x) end;
end $$;
comment on function private.badge_count(text) is 'Number of waiting posts, report cases, comments, appeals, requests of stars or of people it is about, up to 1000.';

create function private.admin_badges() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object('posts', private.badge_count('posts'), 'reports', private.badge_count('reports'),
    'appeals', private.badge_count('appeals'), 'comments', private.badge_count('comments'), 'stars', private.badge_count('stars'),
    'concerns', private.badge_count('concerns'));
end $$;
comment on function private.admin_badges() is 'As public.admin_badges().';
grant execute on function private.admin_badges() to authenticated;

create function public.admin_badges() returns jsonb
language sql stable security invoker set search_path = '' as $$ select private.admin_badges() $$;
comment on function public.admin_badges() is 'RPC for staff: waiting posts, report cases, appeals, comments, requests of stars and of people it is about, each up to 1000.';
grant execute on function public.admin_badges() to authenticated, service_role;

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
    'flagged_posts', (select count(distinct r.target_post_id) from public.reports r where r.status = 'pending' and r.counts),
    'pending_posts', (select count(*) from private.waiting_posts),
    'pending_reports', (select count(*) from public.reports r where r.status = 'pending' and r.counts),
    'deleted_posts', (select count(distinct a.post_id) from public.archived_posts a where a.restored_at is null),
    'total_comments', private.estimate_count('public.comments') - removed,
    'flagged_comments', (select count(distinct r.target_comment_id) from public.reports r where r.status = 'pending' and r.counts),
    'deleted_comments', removed,
    'total_stars', (select count(*) from public.stars),
    'uncredited_stars', (select count(*) from public.stars s where s.avatar_url is not null and not private.is_credited(s.avatar_author, s.avatar_license)),
    'uncredited_news', (select count(*) from public.news n where n.image_url is not null and not private.is_credited(n.image_credit, n.image_license)),
    'total_votes', (select coalesce(sum(s.votes_count), 0) from public.star_scores s)
      + (select count(*) from public.demand_votes v where not v.weighs) + (select count(*) from public.realness_votes v where not v.weighs)
      + (select count(*) from public.drama_votes v where not v.weighs),
    'total_formats', (select count(*) from public.formats),
    'total_events', private.estimate_count('public.calendar_events'),
    'recent_actions', (select count(*) from public.admin_actions a where a.created_at >= a_week_ago),
    'users_last_7_days', (select count(*) from public.profiles p where p.created_at >= a_week_ago),
    'posts_last_7_days', (select count(*) from public.community_posts p where p.created_at >= a_week_ago),
    'stars_last_7_days', (select count(*) from public.stars s where s.created_at >= a_week_ago));
end $$;
comment on function private.dashboard_figures() is 'All numbers of the admin stats. Votes are those on stars, whether they weigh yet or not. Active members and very large tables are estimates.';

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
      where r.created_at >= since and r.counts), first_day, last_day),
    'actions', private.counts_by_day(array(select a.created_at from public.admin_actions a where a.created_at >= since), first_day, last_day));
end $$;
comment on function private.dashboard_days() is 'Members, posts, reports and actions of staff on each of the last 30 Berlin days.';

create function private.admin_stats() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object('figures', private.dashboard_figures(), 'days', private.dashboard_days(), 'away_since', private.team_away_since());
end $$;
comment on function private.admin_stats() is 'As public.admin_stats().';
grant execute on function private.admin_stats() to authenticated;

create function public.admin_stats() returns jsonb
language sql stable security invoker set search_path = '' as $$ select private.admin_stats() $$;
comment on function public.admin_stats() is 'RPC for staff: the figures of the dashboard (docs/product/admin.md), and the last 30 days of members, posts, reports and actions.';
grant execute on function public.admin_stats() to authenticated, service_role;
