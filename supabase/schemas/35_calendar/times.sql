-- Times and collisions ------------------------------------------------------------------------------------------------

-- Days of a series, instants of wall clock times, and broadcasts that overlap.

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
      perform private.refuse('calendar.series_too_long');
    end if;
    days := days || day;
    -- Counted from the start, because a short month would otherwise shift all later days.
    day := case frequency
      when 'daily' then start_day + cardinality(days)
      when 'weekly' then start_day + 7 * cardinality(days)
      when 'biweekly' then start_day + 14 * cardinality(days)
      else (start_day + make_interval(months => cardinality(days)))::date end;
  end loop;
  return days;
end $$;
comment on function private.series_days(date, date, text) is
  'Days of the episodes from the first to the end inclusive; refuses more than 400 (hint series_too_long). Mirrors seriesDays() of domain.';
grant execute on function private.series_days(date, date, text) to authenticated, service_role;

create function private.berlin_instant(day date, wall time) returns timestamptz
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  -- In autumn an hour occurs twice and PostgreSQL picks the second one; going through the hour before gives the first.
  return least((day + wall) at time zone 'Europe/Berlin', (day + wall - interval '1 hour') at time zone 'Europe/Berlin' + interval '1 hour');
end $$;
comment on function private.berlin_instant(date, time) is
  'Instant of a wall clock time in Berlin; the first of two in autumn, an hour later in the gap of spring. Mirrors berlinInstant() of domain.';
grant execute on function private.berlin_instant(date, time) to anon, authenticated, service_role;

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
    where (b.id is null or b.type in ('tv', 'pay_tv')) and n.is_cancelled is not true
  ),
  near as materialized (
    select t.id, t.event_date, t.channel, t.begins, t.ends from private.channel_times t
    -- No broadcast is longer than a day, so only those of adjacent days can overlap.
    where t.event_date = any (array(select distinct w.event_date + beside from wanted w, generate_series(-1, 1) beside))
      and t.channel in (select w.channel from wanted w)
      and t.id <> all (leaving) and t.id <> all (array(select n.id from unnest(planned) n))
  )
  select w.event_date, e.id, e.title, e.format_name, e.event_date, e.event_time, t.ends
  from wanted w
  join near t on t.channel = w.channel and t.begins < w.begins + w.length and w.begins < t.ends
  join public.calendar_events e on e.id = t.id
  order by w.event_date, e.event_date, e.event_time, e.episode_number, e.id;
end $$;
comment on function private.colliding_events(public.calendar_events[], uuid[]) is
  'Broadcasts that overlap the planned ones on the same channel; those that the plan removes do not count.';
grant execute on function private.colliding_events(public.calendar_events[], uuid[]) to authenticated, service_role;

-- On air until its end, and one television day (docs/decisions/086-on-air-until-its-end.md) ---------------------------

create function private.broadcast_end(day date, wall time, minutes integer) returns timestamptz
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return private.berlin_instant(day, wall) + make_interval(mins => coalesce(minutes, 60));
end $$;
comment on function private.broadcast_end(date, time, integer) is
  'When a broadcast ends; 60 minutes are assumed where none are known. Mirrors eventEnd() of domain.';
grant execute on function private.broadcast_end(date, time, integer) to anon, authenticated, service_role;

create function private.is_on_air(day date, wall time, minutes integer, at timestamptz default now()) returns boolean
language plpgsql stable parallel safe set search_path = '' as $$
begin
  return at >= private.berlin_instant(day, wall) and at < private.broadcast_end(day, wall, minutes);
end $$;
comment on function private.is_on_air(date, time, integer, timestamptz) is
  'Whether a broadcast runs, from its first minute until its end. Mirrors eventWhen() of domain.';
grant execute on function private.is_on_air(date, time, integer, timestamptz) to anon, authenticated, service_role;

create function private.is_over(day date, wall time, minutes integer, at timestamptz default now()) returns boolean
language plpgsql stable parallel safe set search_path = '' as $$
begin
  -- Days far enough away need no instants; no broadcast is longer than a day. A clock change may add an hour, therefore two days.
  return case when day > (at at time zone 'Europe/Berlin')::date then false
    when day < (at at time zone 'Europe/Berlin')::date - 2 then true
    else at >= private.broadcast_end(day, wall, minutes) end;
end $$;
comment on function private.is_over(date, time, integer, timestamptz) is
  'Whether a broadcast has ended. What begins two days ago or later may still run: lists begin there.';
grant execute on function private.is_over(date, time, integer, timestamptz) to anon, authenticated, service_role;

create function private.television_day(at timestamptz default now()) returns date
language plpgsql stable parallel safe set search_path = '' as $$
begin
  return (at at time zone 'Europe/Berlin' - interval '5 hours')::date;
end $$;
comment on function private.television_day(timestamptz) is 'The television day, from 05:00 to 05:00 in Berlin. Mirrors televisionDay() of domain.';
grant execute on function private.television_day(timestamptz) to anon, authenticated, service_role;

create function private.television_day_of(day date, wall time) returns date
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case when wall < '05:00' then day - 1 else day end;
end $$;
comment on function private.television_day_of(date, time) is
  'The television day of a broadcast: after midnight it belongs to the evening before.';
grant execute on function private.television_day_of(date, time) to anon, authenticated, service_role;

create function private.shown_time(day date, wall time) returns time
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case when wall >= '02:00' and wall < '03:00' then (private.berlin_instant(day, wall) at time zone 'Europe/Berlin')::time else wall end;
end $$;
comment on function private.shown_time(date, time) is 'A wall clock time that exists: in the gap of spring an hour later.';
grant execute on function private.shown_time(date, time) to anon, authenticated, service_role;
