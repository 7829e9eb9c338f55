-- /kalender, and the episodes on format and season pages. Filters in addresses are ids or slugs of names.

create function public.calendar_page(
  p_from text, p_to text, p_broadcaster text default null, p_provider text default null, p_format text default null
) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with chosen as materialized (
    select
      (select id from private.broadcaster_refs where id::text = lower(p_broadcaster) or private.slugify(name) = p_broadcaster limit 1) as broadcaster,
      (select id from private.provider_refs where id::text = lower(p_provider) or private.slugify(name) = p_provider limit 1) as provider,
      private.format_by(p_format) as format
  )
  select jsonb_build_object(
    'items', coalesce((
      select jsonb_agg(x.item order by x.event_date, x.event_time, x.id)
      from (
        select e.id, e.event_date, e.event_time, e.item
        from chosen c, private.event_items e
        where e.event_date between private.as_day(p_from) and private.as_day(p_to)
          and (nullif(p_broadcaster, '') is null or e.broadcaster_id = c.broadcaster)
          and (nullif(p_provider, '') is null or e.streaming_provider_id = c.provider)
          and (nullif(p_format, '') is null or e.format_id = c.format)
        order by e.event_date, e.event_time, e.id
        limit 1000
      ) x), '[]'::jsonb),
    'broadcasters', coalesce((select jsonb_agg(ref order by type, name) from private.broadcaster_refs where active), '[]'::jsonb),
    'providers', coalesce((select jsonb_agg(ref order by name) from private.provider_refs where active), '[]'::jsonb),
    'formats', coalesce((select jsonb_agg(ref order by search_key, id) from private.format_refs), '[]'::jsonb))
$$;
comment on function public.calendar_page(text, text, text, text, text) is
  'Page /kalender: events of the closed range of Berlin days by date, then time (at most 1,000), and the choices of the filters. Filters are ids or slugs of names; an impossible day or unknown filter gives no events.';

create function public.format_events(p_format_id text, p_season_id text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  format constant uuid := private.as_uuid(p_format_id);
  season constant uuid := private.as_uuid(p_season_id);
begin
  if nullif(p_season_id, '') is not null then
    return (
      select coalesce(jsonb_agg(x.item order by x.event_date, x.event_time, x.episode_number, x.id), '[]'::jsonb)
      from (
        select e.id, e.event_date, e.event_time, e.episode_number, e.item
        from private.event_items e
        where e.season_id = season and (format is null or e.format_id = format)
        order by e.event_date, e.event_time, e.episode_number, e.id
        limit 1000
      ) x);
  end if;
  return (
    select coalesce(jsonb_agg(x.item order by x.event_date, x.event_time, x.id), '[]'::jsonb)
    from (
      select e.id, e.event_date, e.event_time, e.item
      from private.event_items e
      where e.format_id = format and e.event_date >= private.berlin_now()::date
        and e.event_date + e.event_time >= private.berlin_now()
      order by e.event_date, e.event_time, e.id
      limit private.page_limit(p_limit)
    ) x);
end $$;
comment on function public.format_events(text, text, integer) is
  'With a season all its episodes in order, else the next events of the format that have not begun (Berlin).';

revoke execute on function public.calendar_page(text, text, text, text, text), public.format_events(text, text, integer) from public;
grant execute on function public.calendar_page(text, text, text, text, text), public.format_events(text, text, integer) to anon, authenticated, service_role;
