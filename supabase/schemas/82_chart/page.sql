-- Pages ---------------------------------------------------------------------------------------------------------------

-- /charts and its five pages.

create function public.chart_stars(p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  last constant integer := coalesce((private.cursor_parts(p_after, '{integer}'))[1]::integer, 0);
begin
  return (
    with listed as materialized (
      select c.rank, c.card, row_number() over (order by c.rank) as place
      from private.star_cards c where c.rank is not null and c.rank > last
      order by c.rank limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.card order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.rank::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)),
      'waiting', private.star_votes_waiting()));
end $$;
comment on function public.chart_stars(text, integer) is
  'HoT Bestenliste: stars with enough weighing votes by rank (score, votes, name), after a cursor; while there is none, what votes lie there.';
grant execute on function public.chart_stars(text, integer) to anon, authenticated, service_role;

create function public.chart_formats() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    with months as (
      select (date_trunc('month', now() at time zone 'Europe/Berlin') - make_interval(months => 11 - n))::date as month_start, n
      from generate_series(0, 11) n
    ), events as (
      select e.format_id, count(*) as events from public.calendar_events e where e.is_occurrence and not e.is_rerun and not e.is_cancelled and e.format_id is not null group by e.format_id
    ), by_month as (
      select e.format_id, date_trunc('month', e.event_date)::date as month_start, count(*) as events
      from public.calendar_events e
      where e.is_occurrence and not e.is_rerun and not e.is_cancelled and e.event_date >= (select min(month_start) from months)
        and e.event_date < (select max(month_start) from months) + interval '1 month'
      group by 1, 2
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'format', f.ref,
      'participants', k.participants,
      'seasons', (select count(*) from public.seasons s where s.format_id = f.id),
      'average_score', k.average_score,
      'posts', k.posts,
      'events', coalesce(e.events, 0),
      'events_by_month', (
        select jsonb_agg(coalesce(b.events, 0) order by m.n)
        from months m left join by_month b on b.format_id = f.id and b.month_start = m.month_start)
    ) order by k.participants desc, f.search_key, f.id), '[]'::jsonb)
    from private.format_refs f
    join private.format_facts k on k.format_id = f.id
    left join events e on e.format_id = f.id
  );
end $$;
comment on function public.chart_formats() is 'Format Statistiken: all active formats, most participants first; the client sorts. Scores and posts as of the last hourly job.';
grant execute on function public.chart_formats() to anon, authenticated, service_role;

-- Returns active stars only, as the policy does. Definer, because behind row-level security the order by followers could not use its
-- index.
create function private.list_social(wanted_platform text, after_followers bigint, after_star uuid, wanted integer)
returns table (star_id uuid, followers bigint)
language plpgsql stable security definer rows 25 set search_path = '' as $$
begin
  if wanted_platform is null then
    return query
      select f.star_id, f.followers from private.star_followers f
      join public.stars s on s.id = f.star_id and s.is_active
      where f.followers <= after_followers and (f.followers < after_followers or f.star_id > after_star)
      order by f.followers desc, f.star_id limit wanted;
  else
    return query
      select a.star_id, a.followers::bigint from public.star_social_accounts a
      join public.stars s on s.id = a.star_id and s.is_active
      where a.platform = wanted_platform and a.followers <= least(after_followers, 2147483647)::integer
        and (a.followers < after_followers or a.star_id > after_star)
      order by a.followers desc, a.star_id limit wanted;
  end if;
end $$;
comment on function private.list_social(text, bigint, uuid, integer) is 'Active stars by followers on one platform (null: all of them), after a place.';
grant execute on function private.list_social(text, bigint, uuid, integer) to anon, authenticated, service_role;

create function public.chart_social(p_platform text default null, p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  platform_key constant text := nullif(p_platform, '');
  last constant text[] := coalesce(private.cursor_parts(p_after, '{bigint,uuid,integer}'),
    array['9223372036854775807', '00000000-0000-0000-0000-000000000000', '0']);
  month_ago constant date := private.berlin_now()::date - 30;
begin
  return (
    with listed as materialized (
      select l.star_id, l.followers, l.place
      from private.list_social(platform_key, last[1]::bigint, last[2]::uuid, wanted + 1) with ordinality as l (star_id, followers, place)
    ), items as (
      select l.place, jsonb_build_object('star', c.ref, 'rank', last[3]::bigint + l.place, 'followers', l.followers, 'growth', (
        select sum(a.followers - old.followers)
        from public.star_social_accounts a
        cross join lateral (
          select h.followers from public.star_social_followers h
          where h.account_id = a.id and h.day <= month_ago
          order by h.day desc limit 1) old
        where a.star_id = l.star_id and a.followers is not null and (platform_key is null or a.platform = platform_key))) as item
      from listed l join private.star_cards c on c.id = l.star_id
      where l.place <= wanted
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(item order by place) from items), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.followers::text, l.star_id::text, (last[3]::bigint + l.place)::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.chart_social(text, text, integer) is
  'Social-Media-Bestenliste: stars by followers over all platforms or on one, with the growth of 30 days, after a cursor.';
grant execute on function public.chart_social(text, text, integer) to anon, authenticated, service_role;

create function private.member_chart(chart_key text, window_key text, wanted integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('member', m.ref, 'rank', r.rank, 'value', r.value, 'rank_week_ago', r.rank_week_ago) order by r.rank), '[]'::jsonb)
    from private.member_ranks r
    join private.ranked_members m on m.member_id = r.member_id
    where r.chart = chart_key and r.time_window = case when window_key = 'all' then 'all' else '30' end and r.rank <= wanted
  );
end $$;
comment on function private.member_chart(text, text, integer) is 'The first places of a chart of members as memberRank[].';
grant execute on function private.member_chart(text, text, integer) to anon, authenticated, service_role;

create function public.chart_opinion_makers(p_window text default '30', p_limit integer default 100) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select private.member_chart('opinion_makers', p_window, private.page_limit(p_limit, 100))
  );
end $$;
comment on function public.chart_opinion_makers(text, integer) is
  'Meinungsmacher of the last 30 days or all: by distinct other members who voted on, reacted to or commented on their posts. As of the last hourly job.';
grant execute on function public.chart_opinion_makers(text, integer) to anon, authenticated, service_role;

create function public.chart_karma(p_window text default '30', p_limit integer default 100) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select private.member_chart('karma', p_window, private.page_limit(p_limit, 100))
  );
end $$;
comment on function public.chart_karma(text, integer) is 'Karma Champions of the last 30 days or all, by the ledger. As of the last hourly job.';
grant execute on function public.chart_karma(text, integer) to anon, authenticated, service_role;

create function public.charts_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'stars', public.chart_stars(null, 3) -> 'items',
      'waiting', private.star_votes_waiting(),
      'formats', coalesce((select jsonb_agg(f.item order by f.place) from jsonb_array_elements(public.chart_formats()) with ordinality as f (item, place) where f.place <= 3), '[]'::jsonb),
      'social', public.chart_social(null, null, 3) -> 'items',
      'opinion_makers', public.chart_opinion_makers('30', 3),
      'karma', public.chart_karma('30', 3),
      'sleuths', public.chart_sleuths(3))
  );
end $$;
comment on function public.charts_page() is 'Page /charts: the first three of each chart.';
grant execute on function public.charts_page() to anon, authenticated, service_role;
