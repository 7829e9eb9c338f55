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
  'Days of the episodes from the first to the end inclusive; refuses more than 400 (hint series_too_long). Mirrors seriesDays() in domain/src/series.ts.';

create function private.berlin_instant(day date, wall time) returns timestamptz
language sql immutable strict parallel safe set search_path = '' as $$
  -- PostgreSQL takes the second of two equal times in autumn; the hour before tells the first.
  select least((day + wall) at time zone 'Europe/Berlin', (day + wall - interval '1 hour') at time zone 'Europe/Berlin' + interval '1 hour')
$$;
comment on function private.berlin_instant(date, time) is
  'Instant of a wall clock time in Berlin; the first of two in autumn, an hour later in the gap of spring. Mirrors berlinInstant() in domain/src/berlin-time.ts.';

create function private.event_span(day date, wall time, minutes integer) returns tstzrange
language sql immutable parallel safe set search_path = '' as $$
  select tstzrange(private.berlin_instant(day, wall),
    private.berlin_instant(day, wall) + make_interval(mins => coalesce(minutes, 60)))
$$;
comment on function private.event_span(date, time, integer) is
  'From the first minute to the end, which is not part of it; an hour where no length is known (assumedEventMinutes in domain/src/event-rules.ts).';

create function private.linear_channel(broadcaster uuid, channel text) returns text
language plpgsql stable set search_path = '' as $$
declare found_type text;
begin
  if broadcaster is null then return lower(nullif(btrim(channel), '')); end if;
  select b.type, lower(b.name) into found_type, channel from public.broadcasters b where b.id = broadcaster;
  return case when found_type in ('tv', 'pay_tv') then channel end;
end $$;
comment on function private.linear_channel(uuid, text) is
  'The channel on which only one thing can run at a time: of broadcasters that are TV, and of free text; null for streaming and media libraries.';

create function private.colliding_events(planned public.calendar_events[], leaving uuid[])
returns table (planned_day date, id uuid, title text, format_name text, event_date date, event_time time, duration_minutes integer)
language sql stable set search_path = '' as $$
  select p.event_date, e.id, e.title, e.format_name, e.event_date, e.event_time, e.duration_minutes
  from (
    select n.event_date, private.event_span(n.event_date, n.event_time, n.duration_minutes) as span,
      private.linear_channel(n.broadcaster_id, n.channel) as channel
    from unnest(planned) n
  ) p
  -- No broadcast is longer than a day, so only the days beside can reach over.
  join public.calendar_events e on e.is_occurrence and e.event_date between p.event_date - 1 and p.event_date + 1
  where p.channel is not null
    and e.id <> all (leaving) and e.id <> all (array(select n.id from unnest(planned) n))
    and lower(e.channel) = p.channel
    and private.event_span(e.event_date, e.event_time, e.duration_minutes) && p.span
    and private.linear_channel(e.broadcaster_id, e.channel) is not null
  order by p.event_date, e.event_date, e.event_time, e.id
$$;
comment on function private.colliding_events(public.calendar_events[], uuid[]) is
  'Broadcasts on the same channel at the same time as the planned ones; those that leave with the plan do not count.';

grant execute on function private.series_days(date, date, text), private.berlin_instant(date, time),
  private.event_span(date, time, integer), private.linear_channel(uuid, text),
  private.colliding_events(public.calendar_events[], uuid[]) to authenticated, service_role;
