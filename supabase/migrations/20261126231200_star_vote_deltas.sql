-- Votes on one star do not wait for each other --------------------------------------------------------------------------

-- A star's counters are one row, which a vote held locked until its commit was on the disk: at most 1/8 ms = 125 votes a second
-- on one star. Now a vote that finds the row locked leaves its difference here and goes on; the next vote on the star that finds
-- the row free, or the job, adds up what waits. The row and its differences together are always right.
create table private.star_score_deltas (
  id bigint generated always as identity,
  star_id uuid not null,
  question text not null,
  votes integer not null,
  total integer not null,
  primary key (star_id, id)
);
comment on table private.star_score_deltas is 'Differences that wait for being added to star_scores. Without foreign key: votes of a deleted star are subtracted after it is gone.';
revoke all on private.star_score_deltas from public, anon, authenticated, service_role;

create function private.fold_star_score(star uuid, question text, votes integer, total integer) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.star_scores s where s.star_id = star for no key update skip locked;
  if not found then return false; end if;
  -- The next statement sees all that others committed before the lock was taken.
  with waiting as (
    delete from private.star_score_deltas d where d.star_id = star returning d.question, d.votes, d.total
  ), added as (
    select coalesce(sum(w.votes) filter (where w.question = 'demand'), 0) as demand_count,
      coalesce(sum(w.total) filter (where w.question = 'demand'), 0) as demand_sum,
      coalesce(sum(w.votes) filter (where w.question = 'realness'), 0) as realness_count,
      coalesce(sum(w.total) filter (where w.question = 'realness'), 0) as realness_sum,
      coalesce(sum(w.votes) filter (where w.question = 'drama'), 0) as drama_count,
      coalesce(sum(w.total) filter (where w.question = 'drama'), 0) as drama_sum
    from (table waiting union all values (fold_star_score.question, fold_star_score.votes, fold_star_score.total)) w
  )
  update public.star_scores s set
    demand_count = s.demand_count + a.demand_count, demand_sum = s.demand_sum + a.demand_sum,
    realness_count = s.realness_count + a.realness_count, realness_sum = s.realness_sum + a.realness_sum,
    drama_count = s.drama_count + a.drama_count, drama_sum = s.drama_sum + a.drama_sum
  from added a where s.star_id = star;
  return true;
end $$;
comment on function private.fold_star_score(uuid, text, integer, integer) is
  'Adds this difference and all waiting ones to a star''s row; false, and nothing, while somebody else holds the row or when there is none.';

create or replace function private.add_to_star_score(star uuid, question text, votes integer, total integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.fold_star_score(star, question, votes, total) then return; end if;
  -- Of a star that is being deleted nothing is counted.
  insert into private.star_score_deltas (star_id, question, votes, total)
    select star, add_to_star_score.question, add_to_star_score.votes, add_to_star_score.total
    from public.star_scores s where s.star_id = star;
end $$;
comment on function private.add_to_star_score(uuid, text, integer, integer) is
  'Adds to count and sum of one question of one star: at once, or as a difference that waits while the row is locked.';

create function private.fold_star_scores() returns void
language plpgsql security definer set search_path = '' as $$
declare star uuid;
begin
  for star in select distinct d.star_id from private.star_score_deltas d loop
    perform private.fold_star_score(star, 'demand', 0, 0);
  end loop;
  delete from private.star_score_deltas d where not exists (select from public.star_scores s where s.star_id = d.star_id);
end $$;
comment on function private.fold_star_scores() is 'Job: adds waiting differences of votes to the stars'' rows.';
grant execute on function private.fold_star_scores() to service_role;

create function private.star_score_now(star uuid) returns public.star_scores
language plpgsql stable security definer set search_path = '' as $$
declare
  score public.star_scores;
  waits record;
begin
  select * into score from public.star_scores s where s.star_id = star;
  select count(*) as rows,
      coalesce(sum(d.votes) filter (where d.question = 'demand'), 0) as demand_count,
      coalesce(sum(d.total) filter (where d.question = 'demand'), 0) as demand_sum,
      coalesce(sum(d.votes) filter (where d.question = 'realness'), 0) as realness_count,
      coalesce(sum(d.total) filter (where d.question = 'realness'), 0) as realness_sum,
      coalesce(sum(d.votes) filter (where d.question = 'drama'), 0) as drama_count,
      coalesce(sum(d.total) filter (where d.question = 'drama'), 0) as drama_sum
    into waits from private.star_score_deltas d where d.star_id = star;
  if waits.rows = 0 or score.star_id is null then return score; end if;
  score.demand_count := score.demand_count + waits.demand_count;
  score.demand_sum := score.demand_sum + waits.demand_sum;
  score.realness_count := score.realness_count + waits.realness_count;
  score.realness_sum := score.realness_sum + waits.realness_sum;
  score.drama_count := score.drama_count + waits.drama_count;
  score.drama_sum := score.drama_sum + waits.drama_sum;
  score.votes_count := score.demand_count + score.realness_count + score.drama_count;
  return private.derived_star_score(score);
end $$;
comment on function private.star_score_now(uuid) is 'A star''s row of star_scores with what waits for being added to it; null when there is none.';
grant execute on function private.star_score_now(uuid) to anon, authenticated, service_role;

-- The derived values, for the row's trigger and for reading.
create function private.derived_star_score(score public.star_scores) returns public.star_scores
language plpgsql stable security definer set search_path = '' as $$
declare
  m record;
  demand numeric;
  realness numeric;
  drama numeric;
begin
  select max(mean) filter (where question = 'demand') as demand, max(mean) filter (where question = 'realness') as realness,
    max(mean) filter (where question = 'drama') as drama into m from public.star_vote_means;
  demand := private.bayesian_average(m.demand, score.demand_sum, score.demand_count);
  realness := private.bayesian_average(m.realness, score.realness_sum, score.realness_count);
  drama := private.bayesian_average(m.drama, score.drama_sum, score.drama_count);
  score.demand_average := case when score.demand_count > 0 then demand end;
  score.realness_average := case when score.realness_count > 0 then realness end;
  score.drama_average := case when score.drama_count > 0 then drama end;
  score.hot_score := case when score.demand_count + score.realness_count + score.drama_count >= 5
    then private.hot_score(demand, realness, drama) end;
  return score;
end $$;
comment on function private.derived_star_score(public.star_scores) is 'The row with averages and score from its sums, its counts and the stored means.';

create or replace function private.derive_star_score() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new := private.derived_star_score(new);
  new.updated_at := now();
  return new;
end $$;

-- Who reads them --------------------------------------------------------------------------------------------------------

create or replace function public.star_page(p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant uuid := private.star_by(p_slug);
  not_shown constant text[] := array['full_name', 'is_active', 'fans_count', 'search_key', 'sort_key', 'letter', 'external_key', 'created_at'];
begin
  return (
    select c.card || (to_jsonb(s) - not_shown) || jsonb_build_object(
      'fans', s.fans_count, 'hot_score', x.hot_score, 'votes', x.votes_count,
      'demand', jsonb_build_object('average', x.demand_average, 'votes', x.demand_count),
      'realness', jsonb_build_object('average', x.realness_average, 'votes', x.realness_count),
      'drama', jsonb_build_object('average', x.drama_average, 'votes', x.drama_count),
      'seasons', coalesce((
        select jsonb_agg(jsonb_build_object(
          'season_id', n.id, 'season_number', n.season_number, 'season_title', n.card -> 'title', 'season_slug', n.slug,
          'placement', p.placement, 'status', n.card -> 'status', 'start_date', n.card -> 'start_date',
          'format_name', f.ref -> 'name', 'format_short_name', f.ref -> 'short_name', 'format_slug', f.slug, 'format_color', f.ref -> 'color'
        ) order by n.card ->> 'start_date' desc nulls first, n.season_number desc, n.id)
        from public.season_participants p
        join private.season_cards n on n.id = p.season_id
        join private.format_refs f on f.id = n.format_id
        where p.star_id = wanted), '[]'::jsonb),
      'social', coalesce((
        select jsonb_agg(jsonb_build_object('platform', a.platform, 'handle', a.handle, 'url', a.url, 'followers', a.followers,
          'updated_at', a.updated_at) order by a.followers desc nulls last, a.platform)
        from public.star_social_accounts a where a.star_id = wanted), '[]'::jsonb))
    from public.stars s
    join private.star_cards c on c.id = s.id
    cross join lateral private.star_score_now(s.id) x
    where s.id = wanted
  );
end $$;

create or replace function public.set_star_votes(
  p_star_id uuid, p_demand integer default null, p_realness integer default null, p_drama integer default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_writer();
  if p_demand not between 0 and 5 or p_realness not between 0 and 5 or p_drama not between 0 and 5 then
    perform private.refuse('Eine Stimme ist eine Zahl von 1 bis 5.', 'vote_range');
  end if;
  if not exists (select from private.star_cards c where c.id = p_star_id) then
    perform private.refuse('Diesen Star gibt es nicht mehr.', 'unknown_star');
  end if;
  perform private.set_star_vote('demand', p_star_id, p_demand);
  perform private.set_star_vote('realness', p_star_id, p_realness);
  perform private.set_star_vote('drama', p_star_id, p_drama);
  return public.viewer_star(p_star_id::text) || (
    select jsonb_build_object('hot_score', x.hot_score, 'rank', x.rank, 'votes', x.votes_count)
    from private.star_score_now(p_star_id) x);
end $$;

-- Jobs ----------------------------------------------------------------------------------------------------------------

create or replace function private.rescore_all_stars() returns void
language plpgsql security definer set search_path = '' as $$
declare member uuid;
begin
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
end $$;

create or replace function private.rebuild_star_scores() returns void
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

create or replace function private.schedule_jobs() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  job record;
  scheduled integer := 0;
begin
  if not exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then return 0; end if;
  for job in select * from (values
    ('fold_star_scores', '* * * * *'),
    ('rescore_all_stars', '7 * * * *'),
    ('snapshot_star_ranks', '15 2 * * *'),
    ('clear_timed_bans', '*/10 * * * *'),
    ('limit_staff_sessions', '*/10 * * * *'),
    ('refresh_charts', '22 * * * *'),
    ('refresh_popular', '*/5 * * * *'),
    ('apply_retention', '40 1 * * *'),
    ('expire_analytics', '30 1 * * *'),
    ('maintain_analytics_months', '35 1 * * *'),
    ('roll_up_analytics', '20 1 * * *'),
    ('clear_mails', '50 1 * * *'),
    ('clear_pushes', '55 1 * * *')
  ) as jobs (name, pattern) loop
    -- cron.schedule replaces a job of the same name.
    execute format('select cron.schedule(%L, %L, %L)', 'hot_' || job.name, job.pattern, format('select private.run_job(%L)', job.name));
    scheduled := scheduled + 1;
  end loop;
  return scheduled;
end $$;
select private.schedule_jobs();
