-- A season ends with its last evening, not at midnight (docs/decisions/086-on-air-until-its-end.md) ------------------------------------

-- At 00:20 the finale that began at 22:00 was on air, and its season had ended. It begins with its first calendar day, so
-- that one which starts after midnight does not wait until 05:00. Spelled out, because a function call per row would cost more than
-- everything else: the days are those of private.television_day() and private.television_day_of().
create or replace view private.season_cards with (security_invoker = on) as
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
    case when s.start_date is null and s.end_date is null then (select min(e.event_date) from public.calendar_events e where e.season_id = s.id)
      else s.start_date end as first_day,
    case when s.start_date is null and s.end_date is null then (
        select max(case when e.event_time < '05:00' then e.event_date - 1 else e.event_date end)
        from public.calendar_events e where e.season_id = s.id)
      else s.end_date end as last_day,
    (now() at time zone 'Europe/Berlin')::date as today,
    (now() at time zone 'Europe/Berlin' - interval '5 hours')::date as television_day
) run;
