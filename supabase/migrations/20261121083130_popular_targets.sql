-- Specification §9: popular content comes from the views of the last 7 days. Guests read it before they type anything, so it is counted
-- by a job and not by their requests.
create function private.refresh_popular() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.popular_targets;
  insert into private.popular_targets (kind, target_id, views)
    select v.kind, v.target_id, v.views from (
      select left(c.event_type, 4) as kind, private.as_uuid(c.target_id) as target_id, c.views,
        row_number() over (partition by c.event_type order by c.views desc, c.target_id) as place
      from (
        select s.event_type, s.target_id, count(*) as views
        from (
          -- Once a visit: who reloads a page makes nobody popular.
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
  'Job: the 20 most viewed stars and posts of the last seven days (star_view, post_view), each counted once a visit.';
grant execute on function private.refresh_popular() to service_role;
