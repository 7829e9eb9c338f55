-- The caller's own place ----------------------------------------------------------------------------------------------

-- Definer, because the sums of all members are nobody's to read; it tells a place and a number of the caller only. Whoever is in
-- the chart has the place that is shown there: names, which decide between equals, may have changed since the last job.
create function private.place_of_caller(chart_key text, all_time boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    with measured as (
      select m.author_id as member_id, case when all_time then m.ever else m.last_30 end::bigint as value
      from private.opinion_sums m where chart_key = 'opinion_makers'
      union all
      select m.user_id, case when all_time then m.ever else m.last_30 end
      from private.karma_sums m where chart_key = 'karma'
    ), mine as (
      select s.value, o.slug from measured s join public.public_profiles o on o.id = s.member_id
      where s.member_id = auth.uid() and s.value > 0
    )
    select jsonb_build_object('value', coalesce((select m.value from mine m), 0), 'rank', coalesce(
      (select r.rank from private.member_ranks r
       where r.chart = chart_key and r.time_window = case when all_time then 'all' else '30' end and r.member_id = auth.uid()),
      (select 1 + (
         select count(*) from measured s join public.public_profiles o on o.id = s.member_id
         where s.value > m.value or s.value = m.value and o.slug < m.slug)
       from mine m)))
  );
end $$;
comment on function private.place_of_caller(text, boolean) is 'Place and number of the caller in a chart of members; rank null: not in it.';
grant execute on function private.place_of_caller(text, boolean) to authenticated;

create function public.own_chart_place(p_chart text, p_window text default '30') returns jsonb
language sql stable set search_path = '' as $$
  select private.place_of_caller(p_chart, p_window is not distinct from 'all')
$$;
comment on function public.own_chart_place(text, text) is
  'RPC: {rank, value} of the caller in opinion_makers or karma, of the last 30 days or all, beyond the first hundred too. As of the last hourly job.';
grant execute on function public.own_chart_place(text, text) to authenticated, service_role;
