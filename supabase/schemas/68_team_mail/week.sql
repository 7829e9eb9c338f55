-- The week ------------------------------------------------------------------------------------------------------------

create function private.week_of(monday date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('monday', week_of.monday, 'now', private.week_figures(w.since, w.until), 'before', private.week_figures(w.before, w.since),
    'top', private.week_tops(w.since, w.until))
  from (select monday::timestamp at time zone 'Europe/Berlin' as since, (monday + 7)::timestamp at time zone 'Europe/Berlin' as until,
    (monday - 7)::timestamp at time zone 'Europe/Berlin' as before) w
$$;
comment on function private.week_of(date) is 'The week that begins with this Monday beside the one before, as adminWeek of domain.';

create function private.week_views(monday date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with seen as materialized (
    select e.event_type, e.target_id::uuid as target, count(*) as views
    from public.analytics_events e
    where e.event_type in ('post_view', 'star_view', 'format_view') and e.target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and e.created_at >= week_views.monday::timestamp at time zone 'Europe/Berlin'
      and e.created_at < (week_views.monday + 7)::timestamp at time zone 'Europe/Berlin'
    group by 1, 2
  )
  select jsonb_build_object(
    'posts', coalesce((select jsonb_agg(x.hit || jsonb_build_object('views', x.views) order by x.views desc, x.target) from (
      select h.hit, s.views, s.target from seen s join public.community_posts p on p.id = s.target and p.status = 'approved'
      join private.post_hits h on h.id = s.target where s.event_type = 'post_view' order by s.views desc, s.target limit 5) x), '[]'::jsonb),
    'stars', coalesce((select jsonb_agg(jsonb_build_object('star', x.ref, 'views', x.views) order by x.views desc, x.target) from (
      select c.ref, s.views, s.target from seen s join private.star_cards c on c.id = s.target
      where s.event_type = 'star_view' order by s.views desc, s.target limit 5) x), '[]'::jsonb),
    'formats', coalesce((select jsonb_agg(jsonb_build_object('format', x.ref, 'views', x.views) order by x.views desc, x.target) from (
      select f.ref, s.views, s.target from seen s join private.format_refs f on f.id = s.target
      where s.event_type = 'format_view' order by s.views desc, s.target limit 5) x), '[]'::jsonb))
$$;
comment on function private.week_views(date) is 'What was opened most in the week of this Monday by those who agreed to being counted, five of each kind.';

create function private.queue_weekly(monday date) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  facts constant jsonb := private.week_of(monday);
  member uuid;
  address text;
  queued integer := 0;
begin
  for member in select t.id from private.team_members() as t (id) loop
    address := case when (private.team_mails_of(member)).weekly then private.mail_address(member) end;
    continue when address is null;
    perform private.send_mail(address, 'weekly', jsonb_build_object('facts', facts::text));
    queued := queued + 1;
  end loop;
  return queued;
end $$;
comment on function private.queue_weekly(date) is 'Sends the figures of the week that began with this Monday to the admins who want them; returns how many.';
