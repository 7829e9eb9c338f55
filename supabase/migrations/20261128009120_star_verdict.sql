-- The verdict on a star: how answers are spread, and the score of the past ---------------------------------------------

alter table private.star_rank_snapshots add column score numeric(4, 1);
comment on column private.star_rank_snapshots.score is 'HoT score of that day; null in snapshots from before version 1.6.';
comment on table private.star_rank_snapshots is 'Rank and score of each star on a Berlin day: every day for 60 days, Mondays for two years.';

create or replace function private.snapshot_star_ranks() returns void
language plpgsql security definer set search_path = '' as $$
declare today date := private.berlin_day(now());
begin
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

-- How many answered 1, 2, 3, 4 and 5. Counted hourly, for stars with other votes than at the last count: a vote itself stays as it is.
create table private.star_vote_spreads (
  star_id uuid not null references public.stars on delete cascade,
  question text not null check (question in ('demand', 'realness', 'drama')),
  counts integer[] not null check (cardinality(counts) = 5),
  votes integer not null,
  total integer not null,
  primary key (star_id, question)
);
comment on table private.star_vote_spreads is 'Weighing answers 1 to 5 of each question about a star, as of the last private.spread_star_votes().';
revoke all on private.star_vote_spreads from public, anon, authenticated;

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

-- What a star's page shows of them: the spread of at least five answers, fewer would tell who gave which.
create function private.star_spread(star uuid, asked text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select to_jsonb(array(select round(100.0 * part / s.votes)::integer from unnest(s.counts) with ordinality p (part, at) order by at))
    from private.star_vote_spreads s where s.star_id = star and s.question = asked and s.votes >= 5);
end $$;
comment on function private.star_spread(uuid, text) is 'Percentages of the answers 1 to 5 to a question about a star; null below five answers.';

create function private.star_history(star uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare today constant date := private.berlin_day(now());
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('day', h.day, 'score', h.score) order by h.day)
    from (
      -- The last day that is known of each week: usually Sunday, after 60 days Monday.
      select distinct on (date_trunc('week', s.day::timestamp)) s.day, s.score
      from private.star_rank_snapshots s
      where s.star_id = star and s.score is not null and s.day > today - 365
      order by date_trunc('week', s.day::timestamp), s.day desc
    ) h
  ), '[]'::jsonb);
end $$;
comment on function private.star_history(uuid) is 'HoT score of a star, one of each week of a year, oldest first.';
grant execute on function private.star_spread(uuid, text), private.star_history(uuid) to anon, authenticated, service_role;

create or replace function public.star_page(p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant uuid := private.star_by(p_slug);
  not_shown constant text[] := array['full_name', 'is_active', 'fans_count', 'search_key', 'sort_key', 'letter', 'external_key', 'created_at'];
begin
  return (
    select c.card || (to_jsonb(s) - not_shown) || jsonb_build_object(
      'fans', s.fans_count, 'hot_score', x.hot_score, 'votes', x.votes_count,
      'demand', jsonb_build_object('average', x.demand_average, 'votes', x.demand_count, 'spread', private.star_spread(s.id, 'demand')),
      'realness', jsonb_build_object('average', x.realness_average, 'votes', x.realness_count, 'spread', private.star_spread(s.id, 'realness')),
      'drama', jsonb_build_object('average', x.drama_average, 'votes', x.drama_count, 'spread', private.star_spread(s.id, 'drama')),
      'history', private.star_history(s.id),
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
  perform private.spread_star_votes();
end $$;

select private.spread_star_votes();
