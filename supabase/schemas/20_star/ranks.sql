-- Ranks ---------------------------------------------------------------------------------------------------------------

-- Jobs: ranks, hourly rescoring, repair, and the daily snapshot for the trend arrows.

create function private.rank_stars() returns void
language sql security definer set search_path = '' as $$
  with ranked as (
    select s.id, row_number() over (order by c.hot_score desc, c.votes_count desc, s.sort_key, s.id) as place
    from public.stars s join public.star_scores c on c.star_id = s.id
    where s.is_active and c.hot_score is not null
  )
  update public.star_scores c set rank = ranked.place
  from public.star_scores own left join ranked on ranked.id = own.star_id
  where c.star_id = own.star_id and c.rank is distinct from ranked.place
$$;
comment on function private.rank_stars() is 'Renumbers the HoT Bestenliste: score, votes, name.';

-- Held until the end of the transaction: two that rank all stars at once would wait for each other's rows.
create function private.lock_ranking() returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('hot star ranks'));
end $$;
comment on function private.lock_ranking() is 'One ranks the stars at a time.';

create function private.rescore_all_stars() returns void
language plpgsql security definer set search_path = '' as $$
declare member uuid;
begin
  perform private.lock_ranking();
  perform private.end_youth();
  -- Votes that do not count yet whose member qualifies by now, and votes that count of members who have been banned since.
  for member in
    select w.user_id from (
      select user_id from public.demand_votes where not weighs
      union select user_id from public.realness_votes where not weighs
      union select user_id from public.drama_votes where not weighs
    ) w where private.vote_weighs(w.user_id)
    union select p.id from public.profiles p where p.is_banned
  loop
    perform private.requalify_star_votes(member);
  end loop;
  perform private.fold_star_scores();
  update public.star_vote_means m set
    mean = case when t.votes > 0 then round(t.total::numeric / t.votes, 6) else 3 end, votes_count = t.votes, updated_at = now()
  from (
    select q.question, coalesce(sum(q.votes), 0) as votes, coalesce(sum(q.total), 0) as total
    from public.star_scores c cross join lateral (values
      ('demand', c.demand_count, c.demand_sum), ('realness', c.realness_count, c.realness_sum), ('drama', c.drama_count, c.drama_sum)
    ) q (question, votes, total)
    group by q.question
  ) t where t.question = m.question;
  update public.star_scores set demand_sum = demand_sum;
  perform private.rank_stars();
  perform private.spread_star_votes();
end $$;
comment on function private.rescore_all_stars() is 'Job (7 * * * *): ends the first weeks of a site when they are over, lets votes qualify, refreshes the means, rescores and ranks every star.';
grant execute on function private.rescore_all_stars() to service_role;

create function private.rebuild_star_scores() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- While the rows are held nobody adds to them. What is counted below need not wait any more; later votes leave differences.
  perform from public.star_scores for no key update;
  with counted as (delete from private.star_score_deltas)
  update public.star_scores c set
    demand_count = coalesce(d.votes, 0), demand_sum = coalesce(d.total, 0),
    realness_count = coalesce(r.votes, 0), realness_sum = coalesce(r.total, 0),
    drama_count = coalesce(a.votes, 0), drama_sum = coalesce(a.total, 0)
  from public.star_scores own
    left join (select star_id, count(*) as votes, sum(value) as total from public.demand_votes where weighs group by 1) d using (star_id)
    left join (select star_id, count(*) as votes, sum(value) as total from public.realness_votes where weighs group by 1) r using (star_id)
    left join (select star_id, count(*) as votes, sum(value) as total from public.drama_votes where weighs group by 1) a using (star_id)
  where c.star_id = own.star_id;
  perform private.rank_stars();
end $$;
comment on function private.rebuild_star_scores() is 'Repair: recounts every star from the votes with the stored means. Yields the same numbers as the triggers.';
grant execute on function private.rebuild_star_scores() to service_role;

create function private.snapshot_star_ranks() returns void
language plpgsql security definer set search_path = '' as $$
declare today date := private.berlin_day(now());
begin
  perform private.lock_ranking();
  perform private.rank_stars();
  delete from private.star_rank_snapshots
    where day = today or day < today - 730 or (day < today - 60 and extract(isodow from day) <> 1);
  insert into private.star_rank_snapshots (day, star_id, rank, score)
    select today, star_id, rank, hot_score from public.star_scores where rank is not null;
  -- The latest snapshot that is at least a week old: one missed night must not make everybody new.
  update public.star_scores c set rank_week_ago = week_ago.rank
  from public.star_scores own left join private.star_rank_snapshots week_ago
    on week_ago.star_id = own.star_id
    and week_ago.day = (select max(day) from private.star_rank_snapshots where day between today - 13 and today - 7)
  where c.star_id = own.star_id and c.rank_week_ago is distinct from week_ago.rank;
end $$;
comment on function private.snapshot_star_ranks() is 'Job (15 2 * * *): records today''s ranks and sets rank_week_ago for the trend arrows.';
grant execute on function private.snapshot_star_ranks() to service_role;

-- Votes that lie there while nobody has a place ------------------------------------------------------------------------

create function private.counted_from(ready timestamptz) returns timestamptz
language sql immutable parallel safe set search_path = '' as $$
  select date_trunc('hour', ready - interval '7 minutes') + interval '67 minutes'
$$;
comment on function private.counted_from(timestamptz) is 'When the hourly private.rescore_all_stars() finds what is ready at this moment.';

create function private.star_votes_waiting() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.star_scores s where s.rank is not null) then return null; end if;
  return (
    select jsonb_build_object('votes', count(*), 'needed', private.votes_for_a_score(),
      'from', case when not bool_and(v.weighs)
        then private.counted_from(greatest(now(), min(p.created_at) filter (where not v.weighs) + interval '24 hours')) end)
    from (
      select user_id, star_id, weighs from public.demand_votes
      union all select user_id, star_id, weighs from public.realness_votes
      union all select user_id, star_id, weighs from public.drama_votes
    ) v
    join public.stars s on s.id = v.star_id and s.is_active
    -- Those of banned members do not count later either.
    join public.profiles p on p.id = v.user_id and (v.weighs or not p.needs_invite and not p.is_banned));
end $$;
comment on function private.star_votes_waiting() is
  'While no star has a rank: {votes, needed, from}, how many votes lie there, how many a star needs, and from when the first of those count that do not yet (null: all do). Null otherwise.';
grant execute on function private.star_votes_waiting() to anon, authenticated, service_role;
