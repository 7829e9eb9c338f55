-- Chart ---------------------------------------------------------------------------------------------------------------

create function private.wilson(hits bigint, decided bigint) returns float8
language sql immutable strict parallel safe set search_path = '' as $$
  -- Lower bound of the 95 % interval: 10 of 10 is 0.72, 95 of 100 is 0.89.
  select case when decided = 0 then 0 else
    ((p + 1.9208 / decided - 1.96 * sqrt((p * (1 - p) + 0.9604 / decided) / decided)) / (1 + 3.8416 / decided)) end
  from (select hits::float8 / nullif(decided, 0) as p) x
$$;
comment on function private.wilson(bigint, bigint) is 'Lower bound of Wilson''s score interval (95 %) of a share: what is surely right of few votes is less than of many.';

create function private.votes_for_a_sleuth() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when private.is_young_site() then 1 else 10 end;
end $$;
comment on function private.votes_for_a_sleuth() is 'How many decided votes on rumors a member needs for a place among the Spürnasen.';

create function private.rank_sleuths() returns void
language sql security definer set search_path = '' as $$
  with recent as (
    select h.member_id, count(*) filter (where h.hit) as hits, count(*) as decided from private.rumor_hits h
    where h.decided_at > now() - interval '7 days' group by h.member_id
  ), measured as (
    select m.id, m.slug, private.wilson(r.hits, r.decided) as score, r.decided,
      case when r.decided - coalesce(w.decided, 0) >= private.votes_for_a_sleuth()
        then private.wilson(r.hits - coalesce(w.hits, 0), r.decided - coalesce(w.decided, 0)) end as score_before
    from private.hit_rates r join public.public_profiles m on m.id = r.member_id left join recent w on w.member_id = r.member_id
    where r.decided >= private.votes_for_a_sleuth() and not r.hidden
  ), ranked as (
    select x.*, row_number() over (order by x.score desc, x.decided desc, x.slug) as rank,
      case when x.score_before is not null then row_number() over (
        partition by x.score_before is null order by x.score_before desc, x.decided desc, x.slug) end as rank_before
    from measured x
  )
  insert into private.member_ranks (chart, time_window, rank, member_id, value, rank_week_ago)
    select 'sleuths', 'all', r.rank, r.id, round(r.score * 1000), r.rank_before from ranked r where r.rank <= 100
$$;
comment on function private.rank_sleuths() is 'The hundred members with the best hit rate, by Wilson''s lower bound, then votes, then name.';

create function private.chart_of_sleuths(wanted integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('member', m.ref, 'rank', r.rank, 'hits', h.hits, 'decided', h.decided,
    'rank_week_ago', r.rank_week_ago) order by r.rank), '[]'::jsonb)
  from private.member_ranks r join private.ranked_members m on m.member_id = r.member_id
  join private.hit_rates h on h.member_id = r.member_id and not h.hidden
  where r.chart = 'sleuths' and r.rank <= wanted);
end $$;
comment on function private.chart_of_sleuths(integer) is 'The first members of the chart of hit rates.';
grant execute on function private.chart_of_sleuths(integer) to anon, authenticated;

create function public.chart_sleuths(p_limit integer default 100) returns jsonb
language sql stable set search_path = '' as $$ select private.chart_of_sleuths(private.page_limit(p_limit, 100)) $$;
comment on function public.chart_sleuths(integer) is
  'RPC: [{member, rank, hits, decided, rank_week_ago}], members with at least ten decided votes on rumors (one while the site is young) by the lower bound of their hit rate.';
grant execute on function public.chart_sleuths(integer) to anon, authenticated, service_role;
