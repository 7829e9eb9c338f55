-- Days of a series, instants of wall clock times, and which broadcasts collide.

create function private.series_days(start_day date, until_day date, frequency text) returns date[]
language plpgsql immutable set search_path = '' as $$
declare
  most constant integer := 400;
  days date[] := '{}';
  day date := start_day;
begin
  if until_day is null then return array[start_day]; end if;
  while day <= until_day loop
    if cardinality(days) = most then
      raise exception 'Das wären mehr als 400 Folgen. Nimm ein früheres Ende.' using errcode = '23514', hint = 'series_too_long';
    end if;
    days := days || day;
    -- Counted from the start: else a short month would shift all later ones.
    day := case frequency
      when 'daily' then start_day + cardinality(days)
      when 'weekly' then start_day + 7 * cardinality(days)
      when 'biweekly' then start_day + 14 * cardinality(days)
      else (start_day + make_interval(months => cardinality(days)))::date end;
  end loop;
  return days;
end $$;
comment on function private.series_days(date, date, text) is
  'Days of the episodes from the first to the end inclusive; refuses more than 400 (hint series_too_long). Mirrors seriesDays() in domain/src/calendar/series.ts.';

create function private.berlin_instant(day date, wall time) returns timestamptz
language sql immutable strict parallel safe set search_path = '' as $$
  -- PostgreSQL takes the second of two equal times in autumn; the hour before tells the first.
  select least((day + wall) at time zone 'Europe/Berlin', (day + wall - interval '1 hour') at time zone 'Europe/Berlin' + interval '1 hour')
$$;
comment on function private.berlin_instant(date, time) is
  'Instant of a wall clock time in Berlin; the first of two in autumn, an hour later in the gap of spring. Mirrors berlinInstant() in domain/src/time/berlin-time.ts.';

-- Written out, not by a function: a page compares a thousand of them.
create view private.channel_times with (security_invoker = on) as
select t.id, t.event_date, t.channel, t.begins, t.begins + make_interval(mins => coalesce(t.duration_minutes, 60)) as ends
from (
  select e.id, e.event_date, e.duration_minutes, lower(btrim(coalesce(b.name, e.channel))) as channel,
    least((e.event_date + e.event_time) at time zone 'Europe/Berlin',
      (e.event_date + e.event_time - interval '1 hour') at time zone 'Europe/Berlin' + interval '1 hour') as begins
  from public.calendar_events e
  left join public.broadcasters b on b.id = e.broadcaster_id
  where e.is_occurrence and (b.id is null or b.type in ('tv', 'pay_tv')) and btrim(e.channel) <> ''
) t;
comment on view private.channel_times is
  'When a channel is taken: broadcasts on TV and on channels that are free text; streaming and media libraries have no times. An hour where no length is known (assumedEventMinutes in domain/src/calendar/event-rules.ts).';
grant select on private.channel_times to authenticated, service_role;

create function private.colliding_events(planned public.calendar_events[], leaving uuid[])
returns table (planned_day date, id uuid, title text, format_name text, event_date date, event_time time, ends timestamptz)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with wanted as materialized (
    select n.event_date, lower(btrim(coalesce(b.name, n.channel))) as channel, private.berlin_instant(n.event_date, n.event_time) as begins,
      make_interval(mins => coalesce(n.duration_minutes, 60)) as length
    from unnest(planned) n
    left join public.broadcasters b on b.id = n.broadcaster_id
    where b.id is null or b.type in ('tv', 'pay_tv')
  ),
  near as materialized (
    select t.id, t.event_date, t.channel, t.begins, t.ends from private.channel_times t
    -- No broadcast is longer than a day, so only the days beside can reach over.
    where t.event_date = any (array(select distinct w.event_date + beside from wanted w, generate_series(-1, 1) beside))
      and t.channel in (select w.channel from wanted w)
      and t.id <> all (leaving) and t.id <> all (array(select n.id from unnest(planned) n))
  )
  select w.event_date, e.id, e.title, e.format_name, e.event_date, e.event_time, t.ends
  from wanted w
  join near t on t.channel = w.channel and t.begins < w.begins + w.length and w.begins < t.ends
  join public.calendar_events e on e.id = t.id
  order by w.event_date, e.event_date, e.event_time, e.id;
end $$;
comment on function private.colliding_events(public.calendar_events[], uuid[]) is
  'Broadcasts on the same channel at the same time as the planned ones; those that leave with the plan do not count.';

grant execute on function private.series_days(date, date, text), private.berlin_instant(date, time),
  private.colliding_events(public.calendar_events[], uuid[]) to authenticated, service_role;
