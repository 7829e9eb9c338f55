-- Votes on one star do not wait for each other ------------------------------------------------------------------------

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

create function private.fold_star_scores() returns void
language plpgsql security definer set search_path = '' as $$
declare star uuid;
begin
  for star in select distinct d.star_id from private.star_score_deltas d loop
    perform private.fold_star_score(star, 'demand', 0, 0);
  end loop;
  delete from private.star_score_deltas d where not exists (select from public.star_scores s where s.star_id = d.star_id);
end $$;
comment on function private.fold_star_scores() is 'Job (* * * * *): adds waiting differences of votes to the stars'' rows.';
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

create function private.votes_for_a_score() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when private.is_young_site() then 1 else 5 end;
end $$;
comment on function private.votes_for_a_score() is 'How many weighing votes a star needs for a score and a place.';

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
  score.hot_score := case when score.demand_count + score.realness_count + score.drama_count >= private.votes_for_a_score()
    then private.hot_score(demand, realness, drama) end;
  return score;
end $$;
comment on function private.derived_star_score(public.star_scores) is 'The row with averages and score from its sums, its counts and the stored means.';

-- The verdict on a star: how answers are spread, and the score of the past --------------------------------------------

create function private.spread_star_votes() returns void
language plpgsql security definer set search_path = '' as $$
declare asked text;
begin
  foreach asked in array array['demand', 'realness', 'drama'] loop
    execute format($sql$
      insert into private.star_vote_spreads as s (star_id, question, counts, votes, total)
      select v.star_id, %1$L, array[count(*) filter (where v.value = 1), count(*) filter (where v.value = 2), count(*) filter (where v.value = 3),
        count(*) filter (where v.value = 4), count(*) filter (where v.value = 5)]::integer[], count(*), sum(v.value)
      from public.star_scores c
      left join private.star_vote_spreads k on k.star_id = c.star_id and k.question = %1$L
      join public.%1$I_votes v on v.star_id = c.star_id and v.weighs
      where (c.%1$I_count, c.%1$I_sum) is distinct from (coalesce(k.votes, 0), coalesce(k.total, 0))
      group by v.star_id
      on conflict (star_id, question) do update set counts = excluded.counts, votes = excluded.votes, total = excluded.total
    $sql$, asked);
  end loop;
  delete from private.star_vote_spreads s using public.star_scores c
    where c.star_id = s.star_id and s.votes > 0
      and case s.question when 'demand' then c.demand_count when 'realness' then c.realness_count else c.drama_count end = 0;
end $$;
comment on function private.spread_star_votes() is 'Counts the answers 1 to 5 of stars whose votes changed; part of the hourly private.rescore_all_stars().';
