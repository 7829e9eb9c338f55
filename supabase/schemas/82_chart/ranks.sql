-- Ranks of members ----------------------------------------------------------------------------------------------------

-- Members by distinct other members who voted on, reacted to or commented on their approved posts.
create function private.rank_opinion_makers() returns void
language sql security definer set search_path = '' as $$
  with ranked as (
    select t.time_window, m.author_id, t.value, t.value_before,
      row_number() over (partition by t.time_window order by t.value desc, o.slug) as place,
      row_number() over (partition by t.time_window order by t.value_before desc, o.slug) as place_before
    from private.opinion_sums m
    join public.public_profiles o on o.id = m.author_id
    cross join lateral (values ('all', m.ever, m.ever_before), ('30', m.last_30, m.last_30_before)) t (time_window, value, value_before)
    where t.value > 0 or t.value_before > 0
  )
  insert into private.member_ranks (chart, time_window, rank, member_id, value, rank_week_ago)
  select 'opinion_makers', time_window, place, author_id, value, case when value_before > 0 then place_before end
  from ranked where value > 0 and place <= 100
$$;
comment on function private.rank_opinion_makers() is 'Part of private.refresh_charts(): Meinungsmacher of both windows, with the ranks of a week ago.';

create function private.rank_karma() returns void
language sql security definer set search_path = '' as $$
  with ranked as (
    select t.time_window, m.user_id, t.value, t.value_before,
      row_number() over (partition by t.time_window order by t.value desc, o.slug) as place,
      row_number() over (partition by t.time_window order by t.value_before desc, o.slug) as place_before
    from private.karma_sums m
    join public.public_profiles o on o.id = m.user_id
    cross join lateral (values ('all', m.ever, m.ever_before), ('30', m.last_30, m.last_30_before)) t (time_window, value, value_before)
    where t.value > 0 or t.value_before > 0
  )
  insert into private.member_ranks (chart, time_window, rank, member_id, value, rank_week_ago)
  select 'karma', time_window, place, user_id, value, case when value_before > 0 then place_before end
  from ranked where value > 0 and place <= 100
$$;
comment on function private.rank_karma() is 'Part of private.refresh_charts(): Karma Champions of both windows from the ledger, with the ranks of a week ago.';

create function private.refresh_ranked_members() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.ranked_members k where not exists (select from private.member_ranks r where r.member_id = k.member_id);
  -- Locked, so that a concurrent change of karma is either read here or updates the row written here.
  insert into private.ranked_members (member_id, ref)
    select m.id, m.ref from private.member_refs m
    where m.id in (select r.member_id from private.member_ranks r)
      and not exists (select from private.ranked_members k where k.member_id = m.id)
    for share of m;
end $$;
comment on function private.refresh_ranked_members() is 'Last part of private.refresh_charts(): fills private.ranked_members with exactly the members in the charts.';

create function private.follow_ranked_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.ranked_members k set ref = (select m.ref from private.member_refs m where m.id = k.member_id) where k.member_id = new.id;
  return null;
end $$;
comment on function private.follow_ranked_member() is 'Trigger: keeps names, pictures and karma in the charts up to date.';

create function private.refresh_charts() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('hot charts'));
  perform private.count_charts(now());
  delete from private.member_ranks;
  perform private.rank_opinion_makers();
  perform private.rank_karma();
  perform private.rank_sleuths();

  -- Star ranks have changed since the facts were computed.
  perform private.refresh_format_facts(array(select id from public.formats));

  -- Last, because concurrent changes of karma wait for its lock.
  perform private.refresh_ranked_members();
end $$;
comment on function private.refresh_charts() is 'Job (22 * * * *): Meinungsmacher, Karma Champions, facts of formats; after private.rescore_all_stars().';
grant execute on function private.refresh_charts() to service_role;

-- What is empty does not wait for the hour ----------------------------------------------------------------------------

create function private.charts_lack_something() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare young constant boolean := private.is_young_site();
begin
  return (young or not exists (select from private.member_ranks r where r.chart = 'opinion_makers' and r.time_window = '30'))
      and exists (select from private.act_changes)
    or (young or not exists (select from private.member_ranks r where r.chart = 'karma' and r.time_window = '30'))
      and exists (select from private.karma_changes)
    or not exists (select from private.member_ranks r where r.chart = 'sleuths') and exists (
      select from private.hit_rates h join public.public_profiles m on m.id = h.member_id
      where h.decided >= private.votes_for_a_sleuth() and not h.hidden);
end $$;
comment on function private.charts_lack_something() is
  'Whether something happened for a chart of members that is empty, or for any of a young site.';

create function private.fill_charts() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- A star with a score and without a rank: the first of all, or any of a young site.
  if (private.is_young_site() or not exists (select from public.star_scores c where c.rank is not null))
      and exists (select from public.star_scores c join public.stars s on s.id = c.star_id and s.is_active
        where c.hot_score is not null and c.rank is null) then
    perform private.lock_ranking();
    perform private.rank_stars();
  end if;
  if private.charts_lack_something() then perform private.refresh_charts(); end if;
end $$;
comment on function private.fill_charts() is
  'Job (* * * * *): ranks as soon as there is something to rank where a chart is empty, and on a young site always.';
grant execute on function private.fill_charts() to service_role;

-- The end of the first weeks, by an admin ------------------------------------------------------------------------------

create function private.admin_end_youth() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.lock_ranking();
  perform from private.site_youth for update;
  if not private.is_young_site() then return false; end if;
  perform private.log_staff_action('end_youth', 'app_settings', null, '{}');
  perform private.close_youth();
  -- The thresholds are higher now, and whoever ends it looks at the charts next.
  perform private.rescore_all_stars(), private.refresh_charts();
  return true;
end $$;
comment on function private.admin_end_youth() is 'See public.admin_end_youth().';
grant execute on function private.admin_end_youth() to authenticated;

create function public.admin_end_youth() returns boolean
language sql set search_path = '' as $$ select private.admin_end_youth() $$;
comment on function public.admin_end_youth() is
  'RPC for admins: ends the first weeks of the site for good, with all that is easier in them; false when they are over.';
grant execute on function public.admin_end_youth() to authenticated, service_role;
