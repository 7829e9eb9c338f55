-- /kalender, and the episodes on format and season pages. Filters in addresses are ids or slugs of names.

create function public.calendar_page(
  p_from text, p_to text, p_broadcaster text default null, p_provider text default null, p_format text default null
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  -- An unknown filter is no filter that is missing: it matches nothing.
  nothing constant uuid := '00000000-0000-0000-0000-000000000000';
  first_day constant date := private.as_day(p_from);
  last_day constant date := private.as_day(p_to);
  broadcaster constant uuid := case when nullif(p_broadcaster, '') is not null then coalesce(
    (select b.id from public.broadcasters b where private.slugify(b.name) = p_broadcaster limit 1), private.as_uuid(p_broadcaster), nothing) end;
  provider constant uuid := case when nullif(p_provider, '') is not null then coalesce(
    (select p.id from public.streaming_providers p where private.slugify(p.name) = p_provider limit 1), private.as_uuid(p_provider), nothing) end;
  format constant uuid := case when nullif(p_format, '') is not null then coalesce(private.format_by(p_format), nothing) end;
begin
  return (
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(x.item order by x.event_date, x.event_time, x.id)
        from (
          select e.id, e.event_date, e.event_time, e.item
          from private.event_items e
          where e.event_date between first_day and last_day
            and (broadcaster is null or e.broadcaster_id = broadcaster)
            and (provider is null or e.streaming_provider_id = provider)
            and (format is null or e.format_id = format)
          order by e.event_date, e.event_time, e.id
          limit 1000
        ) x), '[]'::jsonb),
      'broadcasters', coalesce((select jsonb_agg(ref order by type, name) from private.broadcaster_refs where active), '[]'::jsonb),
      'providers', coalesce((select jsonb_agg(ref order by name) from private.provider_refs where active), '[]'::jsonb),
      'formats', coalesce((select jsonb_agg(ref order by search_key, id) from private.format_refs), '[]'::jsonb))
  );
end $$;
comment on function public.calendar_page(text, text, text, text, text) is
  'Page /kalender: events of the closed range of Berlin days by date, then time (at most 1,000), and the choices of the filters. Filters are ids or slugs of names; an impossible day or unknown filter gives no events.';

create function public.format_events(p_format_id text, p_season_id text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  format constant uuid := private.as_uuid(p_format_id);
  season constant uuid := private.as_uuid(p_season_id);
  now_in_berlin constant timestamp := private.berlin_now();
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
      where e.format_id = format and e.event_date >= now_in_berlin::date and e.event_date + e.event_time >= now_in_berlin
      order by e.event_date, e.event_time, e.id
      limit private.page_limit(p_limit)
    ) x);
end $$;
comment on function public.format_events(text, text, integer) is
  'With a season all its episodes in order, else the next events of the format that have not begun (Berlin).';

revoke execute on function public.calendar_page(text, text, text, text, text), public.format_events(text, text, integer) from public;
grant execute on function public.calendar_page(text, text, text, text, text), public.format_events(text, text, integer) to anon, authenticated, service_role;
