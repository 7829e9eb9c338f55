-- Telling followers ---------------------------------------------------------------------------------------------------

create function private.announce_cancellations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One of each format: who cancels a whole series rings once.
  insert into private.announcements (kind, event_id)
    select distinct on (e.format_id) 'cancellation', e.id from after e join before b on b.id = e.id
    where e.is_cancelled and not b.is_cancelled and e.is_occurrence and not e.is_rerun and private.berlin_instant(e.event_date, e.event_time) > now()
      and exists (select from private.follows f where f.target_id = e.format_id and f.target_type = 'format')
    order by e.format_id, e.event_date, e.event_time, e.episode_number, e.id
    on conflict do nothing;
  return null;
end $$;
comment on function private.announce_cancellations() is 'Trigger: followers of a format are told of its next broadcast that was cancelled.';

create function private.news_of_cancellation(event uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(jsonb_populate_record(null::private.news, jsonb_build_object('member', f.member_id, 'type', 'broadcast_cancelled',
      'target', t.id, 'data', jsonb_strip_nulls(jsonb_build_object('topic', t.name, 'format_slug', t.slug,
        'day', to_char(e.event_date, 'FMDD.FMMM.'), 'event_time', shown.at, 'change_note', e.change_note)),
      'wish', private.date_wish(f.member_id, f.channel, 'broadcast_cancelled'))) order by f.member_id)
  from public.calendar_events e join public.formats t on t.id = e.format_id and t.is_active
  cross join lateral (select to_char(private.shown_time(e.event_date, e.event_time), 'HH24:MI') as at) shown
  cross join lateral (
    select x.member_id, x.channel from private.follows x
    where x.target_id = t.id and x.target_type = 'format' and x.member_id > after and x.channel is distinct from 'off'
    order by x.member_id limit most) f
  -- Whoever cancelled by mistake has taken it back before anybody was told.
  where e.id = event and e.is_cancelled
$$;
comment on function private.news_of_cancellation(uuid, uuid, integer) is 'What the next followers of a format are told of a broadcast that does not take place.';

-- Telling that dates have changed -------------------------------------------------------------------------------------

create function private.date_wish(member uuid, chosen text, kind text) returns text
language sql stable security definer set search_path = '' as $$
  select case when chosen = 'push' then 'push'
    when exists (select from public.notification_preferences p where p.user_id = member and p.type = date_wish.kind) then null
    when private.type_channel(member, 'format_today') = 'push' then 'push' end
$$;
comment on function private.date_wish(uuid, text, text) is
  'Whose phone rings in the morning, or for this format, also hears there that a date has changed, unless they have chosen otherwise.';

create function private.announce_moves() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One of each format: who moves a whole series rings once. Moved twice, its row is told again, against what was known first.
  insert into private.announcements as a (kind, event_id, was)
    select distinct on (e.format_id) 'move', e.id, jsonb_build_object('day', b.event_date, 'time', b.event_time,
      'minutes', b.duration_minutes, 'others', count(*) over (partition by e.format_id) - 1)
    from after e join before b on b.id = e.id
    where e.is_occurrence and not e.is_rerun and not e.is_cancelled and not b.is_cancelled
      and not private.is_over(e.event_date, e.event_time, e.duration_minutes)
      and not private.is_over(b.event_date, b.event_time, b.duration_minutes, now() - interval '3 hours')
      and ((e.event_date, e.event_time) is distinct from (b.event_date, b.event_time)
        -- Lengths are filled in long before; what people have planned tonight is another matter.
        or e.duration_minutes > b.duration_minutes and private.berlin_instant(e.event_date, e.event_time) < now() + interval '24 hours')
      and exists (select from private.follows f where f.target_id = e.format_id and f.target_type = 'format')
    order by e.format_id, e.event_date, e.event_time, e.episode_number, e.id
    on conflict (event_id, kind) do update set told_up_to = '00000000-0000-0000-0000-000000000000', done_at = null, created_at = now(),
      was = case when a.created_at > now() - interval '24 hours' then a.was else excluded.was end;
  return null;
end $$;
comment on function private.announce_moves() is
  'Trigger: followers of a format are told of its next broadcast that was moved, or that takes longer today.';

create function private.news_of_move(event uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(jsonb_populate_record(null::private.news, jsonb_build_object('member', f.member_id, 'type', 'broadcast_moved',
      'target', e.id, 'data', told.facts, 'wish', private.date_wish(f.member_id, f.channel, 'broadcast_moved'), 'joins', true)) order by f.member_id)
  from private.announcements a
  join public.calendar_events e on e.id = a.event_id and not e.is_cancelled and not e.is_rerun
    and not private.is_over(e.event_date, e.event_time, e.duration_minutes)
  join public.formats t on t.id = e.format_id and t.is_active
  cross join lateral (
    select (a.was ->> 'day')::date as day, (a.was ->> 'time')::time as wall,
      (e.event_date, e.event_time) is distinct from ((a.was ->> 'day')::date, (a.was ->> 'time')::time) as moved,
      coalesce(e.duration_minutes > (a.was ->> 'minutes')::integer, false) as longer) was
  cross join lateral (
    select jsonb_strip_nulls(jsonb_build_object('topic', t.name, 'format_slug', t.slug, 'day', to_char(e.event_date, 'FMDD.FMMM.'),
      'event_time', to_char(private.shown_time(e.event_date, e.event_time), 'HH24:MI'),
      'change', case when not was.moved and not was.longer then 'back' when not was.moved then 'longer' when was.day = e.event_date then 'time' else 'day' end,
      'was_day', case when was.moved then to_char(was.day, 'FMDD.FMMM.') end,
      'was_time', case when was.moved then to_char(private.shown_time(was.day, was.wall), 'HH24:MI') end,
      'until', case when e.duration_minutes is not null then
        to_char(private.broadcast_end(e.event_date, e.event_time, e.duration_minutes) at time zone 'Europe/Berlin', 'HH24:MI') end,
      'more', nullif((a.was ->> 'others')::integer, 0), 'change_note', e.change_note)) as facts) told
  cross join lateral (
    select x.member_id, x.channel from private.follows x
    where x.target_id = t.id and x.target_type = 'format' and x.member_id > after and x.channel is distinct from 'off'
      -- Back where it was: only for those who have heard otherwise.
      and (was.moved or was.longer or exists (
        select from public.notifications n where n.user_id = x.member_id and n.type = 'broadcast_moved' and n.target_id = e.id))
    order by x.member_id limit most) f
  where a.event_id = event and a.kind = 'move'
$$;
comment on function private.news_of_move(uuid, uuid, integer) is
  'What the next followers of a format are told of a broadcast that was moved or takes longer: how it stands now, against what they knew.';

create function private.retell_today(event uuid, members uuid[]) returns void
language sql security definer set search_path = '' as $$
  with told as (
    select n.id, n.actor_id, n.data, left_over.facts
    from public.calendar_events e
    join public.notifications n on n.user_id = any (members) and n.type = 'format_today' and n.target_id = e.format_id and not n.read
      and private.television_day(n.created_at) = private.television_day()
    left join lateral (
      select f.facts from public.calendar_events x cross join lateral private.times_told(x.id) f (facts)
      where x.format_id = e.format_id and x.is_occurrence and not x.is_cancelled and not x.is_rerun
        and x.event_date between private.television_day() and private.television_day() + 1
        and private.television_day_of(x.event_date, x.event_time) = private.television_day()
        and private.berlin_instant(x.event_date, x.event_time) > now()
      order by x.event_date, x.event_time, x.episode_number, x.id limit 1) left_over on true
    where e.id = event
  ), worded as (
    select t.id, t.facts is null as gone, case when t.facts is null then '{"unread": true}'::jsonb else
      jsonb_build_object('topic', t.data -> 'topic', 'format_slug', t.data -> 'format_slug') || t.facts end as facts, t.actor_id
    from told t
  )
  update public.notifications n set title = said.title, message = said.message, data = w.facts, read = n.read or w.gone,
    actors_count = case when w.gone then 0 else n.actors_count end
  from worded w cross join lateral private.wording(case when w.gone then 'withdrawn' else 'format_today' end, w.facts, w.actor_id, 1) said
  where n.id = w.id
$$;
comment on function private.retell_today(uuid, uuid[]) is
  'What these members were told this morning of a format, and have not read, says what is still so; nothing is left of it when nothing comes any more. Never rings.';

-- Telling -------------------------------------------------------------------------------------------------------------

create function private.broadcasts_to_tell(at timestamptz default now()) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct on (e.format_id) e.id from public.calendar_events e
  where e.is_occurrence and not e.is_cancelled and not e.is_rerun and e.event_date between private.television_day(at) and private.television_day(at) + 1
    and private.television_day_of(e.event_date, e.event_time) = private.television_day(at)
    and private.berlin_instant(e.event_date, e.event_time) > at
    and exists (select from private.follows f where f.target_id = e.format_id and f.target_type = 'format')
  order by e.format_id, e.event_date, e.event_time, e.episode_number, e.id
$$;
comment on function private.broadcasts_to_tell(timestamptz) is
  'Of each format that is followed the first broadcast that is still to come on this television day; a day of repeats rings nobody.';

-- All of one day for one sentence: "läuft heute um 12:00 (Wiederholung), um 20:15 und nachts um 00:05 bei RTL".
create function private.times_told(event uuid, at timestamptz default now()) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  with shown as (
    -- Episodes that begin together are one time.
    select e.event_date, e.event_time, coalesce(e.channel, e.streaming_platform) as station, e.is_rerun as repeated,
      min(case when told.event_type not in ('episode', 'rerun') then told.event_type end) as occasion
    from public.calendar_events told
    join public.calendar_events e on e.format_id = told.format_id
      and e.event_date between told.event_date - 1 and told.event_date + 1
      and private.television_day_of(e.event_date, e.event_time) = private.television_day_of(told.event_date, told.event_time)
    where told.id = event and e.is_occurrence and not e.is_cancelled and private.berlin_instant(e.event_date, e.event_time) > times_told.at
    group by e.event_date, e.event_time, coalesce(e.channel, e.streaming_platform), e.is_rerun
  ), coming as (
    select to_char(private.shown_time(s.event_date, s.event_time), 'HH24:MI') as clock, s.station, s.repeated, s.event_time < '05:00' as night,
      s.occasion, row_number() over (order by s.event_date, s.event_time, s.repeated, s.station) as place, count(*) over () as times,
      min(coalesce(s.station, '')) over () = max(coalesce(s.station, '')) over () as same_station
    from shown s
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
