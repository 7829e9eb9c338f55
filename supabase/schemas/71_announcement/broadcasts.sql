-- Telling followers ---------------------------------------------------------------------------------------------------

create function private.announce_cancellations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One of each format: who cancels a whole series rings once.
  insert into private.announcements (kind, event_id)
    select distinct on (e.format_id) 'cancellation', e.id from after e join before b on b.id = e.id
    where e.is_cancelled and not b.is_cancelled and e.is_occurrence and not e.is_rerun and private.berlin_instant(e.event_date, e.event_time) > now()
      and exists (select from private.follows f where f.target_id = e.format_id and f.target_type = 'format')
    order by e.format_id, e.event_date, e.event_time, e.id
    on conflict do nothing;
  return null;
end $$;
comment on function private.announce_cancellations() is 'Trigger: followers of a format are told of its next broadcast that was cancelled.';

create function private.news_of_cancellation(event uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(jsonb_populate_record(null::private.news, jsonb_build_object('member', f.member_id, 'type', 'broadcast_cancelled',
      'target', t.id, 'data', jsonb_build_object('topic', t.name, 'format_slug', t.slug, 'day', to_char(e.event_date, 'FMDD.FMMM.'),
        'event_time', shown.at))) order by f.member_id)
  from public.calendar_events e join public.formats t on t.id = e.format_id and t.is_active
  cross join lateral (select to_char(private.shown_time(e.event_date, e.event_time), 'HH24:MI') as at) shown
  cross join lateral (
    select x.member_id from private.follows x
    where x.target_id = t.id and x.target_type = 'format' and x.member_id > after and x.channel is distinct from 'off'
    order by x.member_id limit most) f
  -- Whoever cancelled by mistake has taken it back before anybody was told.
  where e.id = event and e.is_cancelled
$$;
comment on function private.news_of_cancellation(uuid, uuid, integer) is 'What the next followers of a format are told of a broadcast that does not take place.';

-- Telling -------------------------------------------------------------------------------------------------------------

create function private.broadcasts_to_tell(at timestamptz default now()) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct on (e.format_id) e.id from public.calendar_events e
  where e.is_occurrence and not e.is_cancelled and not e.is_rerun and e.event_date between private.television_day(at) and private.television_day(at) + 1
    and private.television_day_of(e.event_date, e.event_time) = private.television_day(at)
    and private.berlin_instant(e.event_date, e.event_time) > at
    and exists (select from private.follows f where f.target_id = e.format_id and f.target_type = 'format')
  order by e.format_id, e.event_date, e.event_time, e.id
$$;
comment on function private.broadcasts_to_tell(timestamptz) is
  'Of each format that is followed the first broadcast that is still to come on this television day; a day of repeats rings nobody.';

-- All of one day for one sentence: "läuft heute um 12:00 (Wiederholung), um 20:15 und nachts um 00:05 bei RTL".
create function private.times_told(event uuid, at timestamptz default now()) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  with coming as (
    select to_char(private.shown_time(e.event_date, e.event_time), 'HH24:MI') as clock, coalesce(e.channel, e.streaming_platform) as station,
      e.is_rerun as repeated, e.event_time < '05:00' as night,
      case when told.event_type not in ('episode', 'rerun') then told.event_type end as occasion,
      row_number() over (order by e.event_date, e.event_time, e.id) as place, count(*) over () as times,
      min(coalesce(e.channel, e.streaming_platform, '')) over () = max(coalesce(e.channel, e.streaming_platform, '')) over () as same_station
    from public.calendar_events told
    join public.calendar_events e on e.format_id = told.format_id
      and e.event_date between told.event_date - 1 and told.event_date + 1
      and private.television_day_of(e.event_date, e.event_time) = private.television_day_of(told.event_date, told.event_time)
    where told.id = event and e.is_occurrence and not e.is_cancelled and private.berlin_instant(e.event_date, e.event_time) > times_told.at
  )
  select jsonb_strip_nulls(jsonb_build_object('event_time', min(c.clock) filter (where c.place = 1),
    'station', min(c.station) filter (where c.place = 1), 'only_station', min(c.station) filter (where c.same_station),
    'occasion', min(c.occasion), 'tonight', nullif(bool_or(c.night and c.place = 1), false), 'more', nullif(greatest(max(c.times) - 8, 0), 0),
    'times', jsonb_agg(jsonb_strip_nulls(jsonb_build_object('at', c.clock, 'station', case when not c.same_station then c.station end,
      'rerun', nullif(c.repeated, false), 'night', nullif(c.night and c.place > 1 and not c.after_night, false),
      'join', case when c.place = 1 then null when c.place = c.times then 'last' else 'next' end)) order by c.place)))
  from (select w.*, coalesce(lag(w.night) over (order by w.place), false) as after_night from coming w) c
  where c.place <= 8
  having count(*) > 0
$$;
comment on function private.times_told(uuid, timestamptz) is
  'What is still to come of the format of a broadcast on its television day: its times, at most eight, and how many more; no row when nothing is.';
