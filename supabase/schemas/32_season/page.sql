-- Pages of formats and seasons ----------------------------------------------------------------------------------------

-- /formate, a format, a season, and the redirect of legacy season ids.

-- A season ends with the television day of its last evening: at 00:20 the finale that began at 22:00 is on air. It begins with its
-- first calendar day, so that one which starts after midnight does not wait until 05:00. Spelled out, because a function call per row would cost more than
-- everything else: the days are those of private.television_day() and private.television_day_of().
create view private.season_cards with (security_invoker = on) as
select s.id, s.format_id, s.slug, s.season_number,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'season_number', s.season_number, 'title', s.title, 'start_date', s.start_date,
    'end_date', s.end_date, 'participants', s.participants_count, 'status', case
      when run.first_day is null and run.last_day is null then 'upcoming'
      when coalesce(run.last_day, run.first_day + 365) < run.television_day then 'ended'
      when run.first_day > run.today then 'upcoming'
      else 'running' end
  ) as card
from public.seasons s
cross join lateral (
  select
    case when s.start_date is null and s.end_date is null then (select min(e.event_date) from public.calendar_events e where e.season_id = s.id and not e.is_rerun)
      else s.start_date end as first_day,
    case when s.start_date is null and s.end_date is null then (
        select max(case when e.event_time < '05:00' then e.event_date - 1 else e.event_date end)
        from public.calendar_events e where e.season_id = s.id and not e.is_rerun)
      else s.end_date end as last_day,
    (now() at time zone 'Europe/Berlin')::date as today,
    (now() at time zone 'Europe/Berlin' - interval '5 hours')::date as television_day
) run;
comment on view private.season_cards is 'Seasons as seasonCard.';

revoke all on private.season_cards from public, anon, authenticated, service_role;
grant select on private.season_cards to anon, authenticated, service_role;

create function public.season_page(p_format text, p_season text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted_format constant uuid := private.format_by(p_format);
  wanted constant uuid := private.season_by(wanted_format, p_season);
begin
  return (
    select c.card || jsonb_build_object(
      'description', s.description,
      'location', s.location,
      'updated_at', s.updated_at,
      'format', (
        select f.ref || jsonb_build_object('streaming_url', f.streaming_url,
          'broadcaster', (select ref from private.broadcaster_refs where id = f.broadcaster_id),
          'provider', (select ref from private.provider_refs where id = f.streaming_provider_id))
        from private.format_refs f where f.id = s.format_id),
      'cast', coalesce((
        select jsonb_agg(t.card || jsonb_build_object('placement', r.placement) order by p.sort_order, t.sort_key, t.id)
        from public.season_participants p
        join private.star_cards t on t.id = p.star_id
        left join private.placements_of_season(wanted) r on r.star_id = p.star_id
        where p.season_id = wanted), '[]'::jsonb),
      'results_covered', private.has_covered_results(wanted),
      'previous', (
        select jsonb_build_object('slug', o.slug, 'season_number', o.season_number)
        from public.seasons o where o.format_id = s.format_id and o.season_number < s.season_number
        order by o.season_number desc limit 1),
      'next', (
        select jsonb_build_object('slug', o.slug, 'season_number', o.season_number)
        from public.seasons o where o.format_id = s.format_id and o.season_number > s.season_number
        order by o.season_number limit 1))
    from public.seasons s
    join private.season_cards c on c.id = s.id
    where s.id = wanted
  );
end $$;
comment on function public.season_page(text, text) is
  'Page of a season: by the format''s current or former slug and the season''s slug, number or former slug, or null.';
grant execute on function public.season_page(text, text) to anon, authenticated, service_role;

create function public.season_path(p_season_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_season_id);
begin
  return (
    select jsonb_build_object('format_slug', f.slug, 'season_slug', s.slug)
    from public.seasons s
    join private.format_refs f on f.id = s.format_id
    where s.id = wanted
  );
end $$;
comment on function public.season_path(text) is 'Where a legacy season id (/seasons/{id}) lives now, or null.';
grant execute on function public.season_path(text) to anon, authenticated, service_role;
