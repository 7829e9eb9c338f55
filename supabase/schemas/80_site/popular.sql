-- Popular content -----------------------------------------------------------------------------------------------------

create table private.popular_targets (
  kind text not null check (kind in ('star', 'post')),
  target_id uuid not null,
  views integer not null,
  primary key (kind, target_id)
);
comment on table private.popular_targets is 'Most viewed stars and posts of the last seven days (star_view, post_view), as of the last private.refresh_popular().';

create index popular_targets_order on private.popular_targets (kind, views desc, target_id);

revoke all on private.popular_targets from public, anon, authenticated, service_role;
grant select on private.popular_targets to anon, authenticated, service_role;

-- Popular content is based on the views of the last 7 days. Guests see it whenever they open the search, so a job counts it and not
-- their requests.
create function private.refresh_popular() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_week_topics();
  delete from private.popular_targets;
  insert into private.popular_targets (kind, target_id, views)
    select v.kind, v.target_id, v.views from (
      select left(c.event_type, 4) as kind, private.as_uuid(c.target_id) as target_id, c.views,
        row_number() over (partition by c.event_type order by c.views desc, c.target_id) as place
      from (
        select s.event_type, s.target_id, count(*) as views
        from (
          -- Once per visit, so that reloading a page has no effect.
          select e.event_type, e.target_id, e.session_id
          from public.analytics_events e
          where e.event_type in ('star_view', 'post_view') and e.created_at >= now() - interval '7 days'
            and e.month <> 'infinity' and e.target_id is not null
          group by 1, 2, 3
        ) s
        group by 1, 2
      ) c
      where c.target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    ) v where v.place <= 20;
end $$;
comment on function private.refresh_popular() is
  'Job (*/5 * * * *): the 20 most viewed stars and posts of the last seven days (star_view, post_view), each counted once a visit, and the topics of the week.';
grant execute on function private.refresh_popular() to service_role;

create function public.popular_content() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    with stars as (
      select picked.ref, row_number() over (order by picked.seen desc, picked.views desc, picked.rank, picked.sort_key) as place from (
        (select c.id, c.ref, true as seen, t.views, c.rank, c.sort_key
         from private.popular_targets t join private.star_cards c on c.id = t.target_id
         where t.kind = 'star' order by t.views desc, c.id limit 3)
        union all
        (select c.id, c.ref, false, 0, c.rank, c.sort_key
         from private.star_cards c
         where c.rank <= 6 and not exists (select from private.popular_targets t where t.kind = 'star' and t.target_id = c.id)
         order by c.rank limit 3)
      ) picked
    ), posts as (
      select picked.hit, row_number() over (order by picked.seen desc, picked.views desc, picked.hot_rank desc, picked.id) as place from (
        (select h.id, h.hit, true as seen, t.views, h.hot_rank
         from private.popular_targets t join private.post_hits h on h.id = t.target_id
         where t.kind = 'post' order by t.views desc, h.id limit 2)
        union all
        (select h.id, h.hit, false, 0, h.hot_rank
         from private.post_hits h
         -- Hotness grows with the time of posting: below this bound there are no posts of the last seven days.
         where h.hot_rank >= extract(epoch from now() - interval '7 days')::double precision / 45000 - 7
           -- Written so that no index on created_at applies: the planner would combine two indexes and sort.
           and now() - h.created_at <= interval '7 days'
           and not exists (select from private.popular_targets t where t.kind = 'post' and t.target_id = h.id)
         order by h.hot_rank desc, h.id limit 2)
      ) picked
    )
    select jsonb_build_object(
      'stars', coalesce((select jsonb_agg(ref order by place) from stars where place <= 3), '[]'::jsonb),
      'posts', coalesce((select jsonb_agg(hit order by place) from posts where place <= 2), '[]'::jsonb))
  );
end $$;
comment on function public.popular_content() is
  'Search without a query: up to three stars and two posts, most viewed in seven days, filled up with the best-ranked stars and the hottest posts of these days.';
grant execute on function public.popular_content() to anon, authenticated, service_role;
