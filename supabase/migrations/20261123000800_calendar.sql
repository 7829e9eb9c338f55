-- Events --------------------------------------------------------------------------------------------------------------

create table public.calendar_events (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 300),
  format_name text check (char_length(format_name) <= 140),
  format_id uuid references public.formats on delete set null,
  season_id uuid references public.seasons on delete set null,
  season_number integer check (season_number between 0 and 9999),
  episode_number integer check (episode_number between 0 and 9999),
  event_type text not null default 'episode' check (event_type ~ '^[a-z][a-z0-9_]{1,39}$'),
  event_date date not null check (event_date between '1950-01-01' and '2100-01-01'),
  event_time time(0) not null default '20:15:00',
  duration_minutes integer check (duration_minutes between 1 and 1440),
  channel text check (char_length(channel) <= 100),
  streaming_platform text check (char_length(streaming_platform) <= 100),
  broadcaster_id uuid references public.broadcasters on delete set null,
  streaming_provider_id uuid references public.streaming_providers on delete set null,
  description text check (char_length(description) <= 5000),
  is_live boolean not null default false,
  is_series_event boolean not null default false,
  series_end_date date,
  series_parent_id uuid references public.calendar_events on delete cascade,
  series_frequency text not null default 'weekly' check (series_frequency in ('daily', 'weekly', 'biweekly', 'monthly')),
  is_occurrence boolean not null generated always as (not is_series_event or series_parent_id is not null) stored,
  external_key text unique check (char_length(external_key) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint calendar_events_series_in_order check (series_end_date >= event_date),
  constraint calendar_events_not_own_parent check (series_parent_id <> id)
);
comment on table public.calendar_events is 'A broadcast at a Berlin wall-clock time. A series is one parent row (the template) and one row per episode.';
comment on column public.calendar_events.channel is 'Copy of the broadcaster''s name while broadcaster_id is set; free text otherwise.';
comment on column public.calendar_events.streaming_platform is 'Copy of the provider''s name while streaming_provider_id is set; free text otherwise.';
comment on column public.calendar_events.format_name is 'Copy of the format''s name while format_id is set; free text otherwise.';
comment on column public.calendar_events.is_occurrence is 'False for the template of a series: lists and feeds show occurrences only.';
comment on column public.calendar_events.external_key is 'Key of an import source, so that a repeated import finds the row.';
create index calendar_events_day on public.calendar_events (event_date, event_time, id) where is_occurrence;
create index calendar_events_format on public.calendar_events (format_id, event_date, event_time, id);
create index calendar_events_season on public.calendar_events (season_id, episode_number, event_date);
create index calendar_events_broadcaster_id on public.calendar_events (broadcaster_id, event_date);
create index calendar_events_streaming_provider_id on public.calendar_events (streaming_provider_id, event_date);
create index calendar_events_series_parent_id on public.calendar_events (series_parent_id, event_date);

create function private.copy_event_names() returns trigger
language plpgsql security definer set search_path = '' as $$
declare season record;
begin
  if new.season_id is not null then
    select s.format_id, s.season_number into season from public.seasons s where s.id = new.season_id;
    if found and new.format_id is not null and new.format_id <> season.format_id then
      raise exception 'Diese Staffel gehört zu einem anderen Format.' using errcode = '23514', hint = 'season_of_other_format';
    end if;
    new.format_id := coalesce(season.format_id, new.format_id);
    new.season_number := coalesce(season.season_number, new.season_number);
  end if;
  if new.series_parent_id is not null and not exists (
    select from public.calendar_events p where p.id = new.series_parent_id and p.is_series_event and p.series_parent_id is null
  ) then
    raise exception 'Der übergeordnete Termin ist keine Serie.' using errcode = '23514', hint = 'parent_is_no_series';
  end if;
  new.format_name := coalesce((select f.name from public.formats f where f.id = new.format_id), new.format_name);
  new.channel := coalesce((select b.name from public.broadcasters b where b.id = new.broadcaster_id), new.channel);
  new.streaming_platform := coalesce(
    (select p.name from public.streaming_providers p where p.id = new.streaming_provider_id), new.streaming_platform);
  return new;
end $$;
comment on function private.copy_event_names() is 'Trigger: copies the names of format, broadcaster and provider, and the season''s format and number.';
create trigger calendar_events_names
  before insert or update of format_id, season_id, season_number, format_name, broadcaster_id, channel, streaming_provider_id,
    streaming_platform, series_parent_id
  on public.calendar_events for each row execute function private.copy_event_names();
create trigger calendar_events_touch before update on public.calendar_events
  for each row execute function private.touch_updated_at();

create function private.rename_in_events() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'formats' then
    update public.calendar_events set format_name = new.name where format_id = new.id;
  elsif tg_table_name = 'broadcasters' then
    update public.calendar_events set channel = new.name where broadcaster_id = new.id;
  else
    update public.calendar_events set streaming_platform = new.name where streaming_provider_id = new.id;
  end if;
  return null;
end $$;
comment on function private.rename_in_events() is 'Trigger: updates the copied names after a rename.';
create trigger formats_rename_in_events after update of name on public.formats
  for each row when (old.name <> new.name) execute function private.rename_in_events();
create trigger broadcasters_rename_in_events after update of name on public.broadcasters
  for each row when (old.name <> new.name) execute function private.rename_in_events();
create trigger streaming_providers_rename_in_events after update of name on public.streaming_providers
  for each row when (old.name <> new.name) execute function private.rename_in_events();

alter table public.calendar_events enable row level security;
revoke all on public.calendar_events from public, anon, authenticated;
grant select on public.calendar_events to anon, authenticated;
grant insert (id, title, format_name, format_id, season_id, season_number, episode_number, event_type, event_date, event_time, duration_minutes,
    channel, streaming_platform, broadcaster_id, streaming_provider_id, description, is_live, is_series_event, series_end_date,
    series_parent_id, series_frequency, external_key),
  update (title, format_name, format_id, season_id, season_number, episode_number, event_type, event_date, event_time, duration_minutes,
    channel, streaming_platform, broadcaster_id, streaming_provider_id, description, is_live, is_series_event, series_end_date,
    series_parent_id, series_frequency, external_key), delete
  on public.calendar_events to authenticated;
grant all on public.calendar_events to service_role;
create policy "everybody reads" on public.calendar_events for select to anon, authenticated using (true);
create policy "staff insert" on public.calendar_events for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.calendar_events for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.calendar_events for delete to authenticated using ((select private.is_admin()));

create trigger calendar_events_log_staff after insert or update or delete on public.calendar_events
  for each row when (private.is_client()) execute function private.log_staff_change('calendar_event');

create function private.renumber_in_events() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.calendar_events set season_number = new.season_number where season_id = new.id;
  return null;
end $$;
comment on function private.renumber_in_events() is 'Trigger: updates the copied season number of calendar events.';
create trigger seasons_renumber_in_events after update of season_number on public.seasons
  for each row when (old.season_number <> new.season_number) execute function private.renumber_in_events();

create view private.event_items with (security_invoker = on) as
select e.id, e.format_id, e.season_id, e.broadcaster_id, e.streaming_provider_id, e.event_date, e.event_time, e.episode_number,
  jsonb_build_object('id', e.id, 'title', e.title, 'event_type', e.event_type, 'event_date', e.event_date, 'event_time', e.event_time,
    'duration_minutes', e.duration_minutes, 'channel', e.channel, 'streaming_platform', e.streaming_platform,
    'streaming_color', p.color, 'streaming_url', f.streaming_url, 'description', e.description, 'is_live', e.is_live,
    'season_number', coalesce(e.season_number, s.season_number), 'season_slug', s.slug, 'episode_number', e.episode_number,
    'format_name', e.format_name, 'format', f.ref) as item
from public.calendar_events e
left join private.format_refs f on f.id = e.format_id
left join public.streaming_providers p on p.id = e.streaming_provider_id
left join public.seasons s on s.id = e.season_id
where e.is_occurrence;
comment on view private.event_items is 'Calendar entries as calendarEvent; the templates of series are left out.';
grant select on private.event_items to anon, authenticated, service_role;

-- Pages ---------------------------------------------------------------------------------------------------------------

-- /kalender, and the episodes on format and season pages. Filters in addresses are ids or slugs of names.

create function public.calendar_page(
  p_from text, p_to text, p_broadcaster text default null, p_provider text default null, p_format text default null
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  -- An unknown filter is not the same as no filter: it matches nothing.
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

create function public.calendar_feed(p_format text default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  only_format constant uuid := case when p_format is not null then private.format_by(p_format) end;
  today constant date := private.berlin_now()::date;
begin
  if p_format is not null and only_format is null then return null; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'event_date', e.event_date, 'event_time', e.event_time,
      'duration_minutes', e.duration_minutes, 'channel', e.channel, 'streaming_platform', e.streaming_platform, 'description', e.description,
      'format_name', e.format_name, 'format_slug', f.slug, 'season_number', e.season_number, 'episode_number', e.episode_number,
      'updated_at', e.updated_at) order by e.event_date, e.event_time, e.id), '[]'::jsonb)
    from (
      select e.*
      from public.calendar_events e
      where e.is_occurrence and e.event_date between today - 30 and today + 365
        and (only_format is null or e.format_id = only_format)
      order by e.event_date, e.event_time, e.id
      limit 1000
    ) e
    left join private.format_refs f on f.id = e.format_id);
end $$;
comment on function public.calendar_feed(text) is
  'Events from 30 days ago to 365 days ahead by date, then time, at most 1,000; with a current or former slug those of one format, null when there is none.';

revoke execute on function public.calendar_feed(text) from public;
grant execute on function public.calendar_feed(text) to anon, authenticated, service_role;

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
      raise exception 'Das wären mehr als 400 Folgen. Nimm ein früheres Ende.' using errcode = '23514', hint = 'series_too_long';
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

create function private.berlin_instant(day date, wall time) returns timestamptz
language sql immutable strict parallel safe set search_path = '' as $$
  -- In autumn an hour occurs twice and PostgreSQL picks the second one; going through the hour before gives the first.
  select least((day + wall) at time zone 'Europe/Berlin', (day + wall - interval '1 hour') at time zone 'Europe/Berlin' + interval '1 hour')
$$;
comment on function private.berlin_instant(date, time) is
  'Instant of a wall clock time in Berlin; the first of two in autumn, an hour later in the gap of spring. Mirrors berlinInstant() of domain.';

-- Not a call of berlin_instant(): a page compares a thousand rows, and inline the expression is much cheaper.
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
  'Times at which a channel is occupied: broadcasts on TV and on channels that are free text; streaming and media libraries have no times. One hour where the length is unknown (assumedEventMinutes of domain).';
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
    -- No broadcast is longer than a day, so only those of adjacent days can overlap.
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
  'Broadcasts that overlap the planned ones on the same channel; those that the plan removes do not count.';

grant execute on function private.series_days(date, date, text), private.berlin_instant(date, time),
  private.colliding_events(public.calendar_events[], uuid[]) to authenticated, service_role;

-- Plans of an edit ----------------------------------------------------------------------------------------------------

-- The rows that an edit in the calendar results in. The warning before saving and the save itself use the same plan.
-- A draft is {id, seen, scope: this|following|all, values: {columns to change}, series: {frequency, until} or null}.

create function private.event_draft(given text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  draft jsonb;
  editable constant text[] := array['title', 'event_type', 'format_id', 'format_name', 'season_id', 'season_number', 'episode_number',
    'event_date', 'event_time', 'duration_minutes', 'broadcaster_id', 'channel', 'streaming_provider_id', 'streaming_platform',
    'description', 'is_live'];
  chosen jsonb;
begin
  if length(given) > 20000 then raise exception 'Das ist zu viel Text.' using errcode = '22023', hint = 'draft_invalid'; end if;
  begin
    draft := given::jsonb;
  exception when invalid_text_representation then draft := null;
  end;
  if draft is null or jsonb_typeof(draft) <> 'object' or jsonb_typeof(draft -> 'values') is distinct from 'object' then
    raise exception 'Diese Eingabe ist unvollständig.' using errcode = '22023', hint = 'draft_invalid';
  end if;
  if jsonb_typeof(draft -> 'series') = 'object' and (private.as_day(draft #>> '{series,until}') is null
     or coalesce(draft #>> '{series,frequency}', '') not in ('daily', 'weekly', 'biweekly', 'monthly')) then
    raise exception 'Zu einer Serie gehören Rhythmus und Ende.' using errcode = '22023', hint = 'draft_invalid';
  end if;
  select coalesce(jsonb_object_agg(v.key, v.value), '{}') into chosen from jsonb_each(draft -> 'values') v where v.key = any (editable);
  -- Copied names are cleared together with the reference they were copied from.
  chosen := case when chosen -> 'format_id' = 'null' then '{"format_name": null, "season_id": null, "season_number": null}' else '{}' end::jsonb
    || case when chosen -> 'season_id' = 'null' then '{"season_number": null}' else '{}' end::jsonb
    || case when chosen -> 'broadcaster_id' = 'null' then '{"channel": null}' else '{}' end::jsonb
    || case when chosen -> 'streaming_provider_id' = 'null' then '{"streaming_platform": null}' else '{}' end::jsonb
    || chosen;
  return draft || jsonb_build_object('values', chosen);
end $$;
comment on function private.event_draft(text) is
  'A draft as jsonb with only the columns that may be set; hint draft_invalid for anything else.';

create function private.edited_event(draft jsonb) returns public.calendar_events
language plpgsql stable set search_path = '' as $$
declare was public.calendar_events;
begin
  select e.* into was from public.calendar_events e where e.id = private.as_uuid(draft ->> 'id') and e.is_occurrence;
  if was.id is null then
    raise exception 'Diesen Termin gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  if draft ->> 'seen' is not null and (draft ->> 'seen')::timestamptz <> was.updated_at then
    raise exception 'Jemand hat diesen Termin inzwischen geändert.' using errcode = '23514', hint = 'changed_meanwhile';
  end if;
  return was;
end $$;
comment on function private.edited_event(jsonb) is 'The stored event that a draft edits; hints target_gone and changed_meanwhile.';

create function private.episodes_in_scope(was public.calendar_events, scope text) returns setof public.calendar_events
language sql stable set search_path = '' as $$
  select e.* from public.calendar_events e
  where e.id = was.id
    or (was.series_parent_id is not null and e.series_parent_id = was.series_parent_id and (scope = 'all'
      or (scope = 'following' and (e.event_date, e.event_time, e.id) >= (was.event_date, was.event_time, was.id))))
  order by e.event_date, e.event_time, e.id
$$;
comment on function private.episodes_in_scope(public.calendar_events, text) is
  'What „nur diese“ (this), „diese und folgende“ (following) and „alle“ (all) mean for an event, in the order of broadcast.';

create function private.planned_new(draft jsonb) returns setof public.calendar_events
language plpgsql stable set search_path = '' as $$
declare
  first public.calendar_events;
  one public.calendar_events;
  day date;
  place integer := 0;
begin
  first := jsonb_populate_record(null::public.calendar_events,
    '{"event_type": "episode", "event_time": "20:15:00", "is_live": false, "series_frequency": "weekly", "is_series_event": false}'::jsonb
    || (draft -> 'values'));
  if first.event_date is null or nullif(btrim(first.title), '') is null then
    raise exception 'Titel und Tag fehlen.' using errcode = '23514', hint = 'draft_invalid';
  end if;
  foreach day in array private.series_days(first.event_date, private.as_day(draft #>> '{series,until}'), draft #>> '{series,frequency}') loop
    one := first;
    one.id := gen_random_uuid();
    one.event_date := day;
    one.episode_number := first.episode_number + place;
    one.is_live := first.is_live;
    place := place + 1;
    return next one;
  end loop;
end $$;
comment on function private.planned_new(jsonb) is 'The rows of a new event or series; episode numbers count on from the first.';

create function private.planned_edit(draft jsonb, was public.calendar_events) returns setof public.calendar_events
language plpgsql stable set search_path = '' as $$
declare
  chosen constant jsonb := draft -> 'values';
  -- Day and number differ between episodes: they move by as much as those of the edited one.
  shared constant jsonb := chosen - 'event_date' - 'episode_number';
  is_now constant public.calendar_events := jsonb_populate_record(was, chosen);
  scope constant text := case when was.series_parent_id is null then 'this' else coalesce(draft ->> 'scope', 'this') end;
  -- A single episode of a series has no frequency of its own.
  is_planned_anew constant boolean := jsonb_typeof(draft -> 'series') = 'object' and (was.series_parent_id is null or scope <> 'this');
  days date[];
  stored public.calendar_events;
  one public.calendar_events;
  place integer := 0;
begin
  for stored in select e.* from private.episodes_in_scope(was, scope) e loop
    place := place + 1;
    if is_planned_anew and days is null then
      days := private.series_days(stored.event_date + (is_now.event_date - was.event_date),
        private.as_day(draft #>> '{series,until}'), draft #>> '{series,frequency}');
    end if;
    exit when place > cardinality(days);
    one := jsonb_populate_record(stored, shared);
    one.event_date := coalesce(days[place], stored.event_date + (is_now.event_date - was.event_date));
    if chosen ? 'episode_number' then
      one.episode_number := case when stored.id = was.id or is_now.episode_number is null then is_now.episode_number
        else stored.episode_number + (is_now.episode_number - was.episode_number) end;
    end if;
    -- The end belongs to the series; an episode may be moved beyond it.
    one.series_end_date := null;
    return next one;
  end loop;
  while place < cardinality(days) loop
    place := place + 1;
    one.id := gen_random_uuid();
    one.external_key := null;
    one.event_date := days[place];
    one.episode_number := one.episode_number + 1;
    one.title := coalesce(one.format_name, one.title);
    one.description := null;
    one.is_live := false;
    one.event_type := 'episode';
    return next one;
  end loop;
end $$;
comment on function private.planned_edit(jsonb, public.calendar_events) is
  'The rows after an edit: episodes keep their ids; a new frequency or end moves them to the new days in order, adds missing ones and drops the rest.';

grant execute on function private.event_draft(text), private.edited_event(jsonb), private.episodes_in_scope(public.calendar_events, text),
  private.planned_new(jsonb), private.planned_edit(jsonb, public.calendar_events) to authenticated, service_role;

-- Admin: saving, deleting, copying ------------------------------------------------------------------------------------

-- Saving, deleting and copying in /admin/calendar. All run as the caller: row-level security decides about every row.

create function private.store_events(planned public.calendar_events[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.calendar_events e set
    title = n.title, format_name = n.format_name, format_id = n.format_id, season_id = n.season_id, season_number = n.season_number,
    episode_number = n.episode_number, event_type = n.event_type, event_date = n.event_date, event_time = n.event_time,
    duration_minutes = n.duration_minutes, channel = n.channel, streaming_platform = n.streaming_platform,
    broadcaster_id = n.broadcaster_id, streaming_provider_id = n.streaming_provider_id, description = n.description,
    is_live = n.is_live, is_series_event = n.is_series_event, series_end_date = n.series_end_date,
    series_parent_id = n.series_parent_id, series_frequency = n.series_frequency
  from unnest(planned) n where e.id = n.id;
  insert into public.calendar_events (id, title, format_name, format_id, season_id, season_number, episode_number, event_type, event_date,
    event_time, duration_minutes, channel, streaming_platform, broadcaster_id, streaming_provider_id, description, is_live,
    is_series_event, series_end_date, series_parent_id, series_frequency)
  select n.id, n.title, n.format_name, n.format_id, n.season_id, n.season_number, n.episode_number, n.event_type, n.event_date,
    n.event_time, n.duration_minutes, n.channel, n.streaming_platform, n.broadcaster_id, n.streaming_provider_id, n.description, n.is_live,
    n.is_series_event, n.series_end_date, n.series_parent_id, n.series_frequency
  from unnest(planned) n where not exists (select from public.calendar_events e where e.id = n.id);
end $$;
comment on function private.store_events(public.calendar_events[]) is 'Updates existing events and inserts the others.';

create function private.end_series(series uuid) returns void
language plpgsql set search_path = '' as $$
declare last_day constant date := (select max(e.event_date) from public.calendar_events e where e.series_parent_id = series);
begin
  if last_day is null then
    delete from public.calendar_events e where e.id = series;
  else
    update public.calendar_events e set series_end_date = greatest(e.event_date, last_day) where e.id = series;
  end if;
end $$;
comment on function private.end_series(uuid) is 'Adjusts a series that lost episodes: it ends with its last one, and is deleted when it is empty.';

create function private.series_template(first public.calendar_events, series uuid, until_day date, frequency text)
returns public.calendar_events
language plpgsql immutable set search_path = '' as $$
begin
  first.id := series;
  first.is_series_event := true;
  first.series_parent_id := null;
  first.episode_number := null;
  first.series_end_date := greatest(until_day, first.event_date);
  first.series_frequency := frequency;
  return first;
end $$;
comment on function private.series_template(public.calendar_events, uuid, date, text) is 'The parent row of a series that begins with this episode.';

create function private.series_of_plan(draft jsonb, was public.calendar_events, first public.calendar_events, last_day date) returns uuid
language plpgsql set search_path = '' as $$
declare
  scope constant text := coalesce(draft ->> 'scope', 'this');
  old_parent public.calendar_events;
  starts_here boolean;
  until_day date := private.as_day(draft #>> '{series,until}');
  series uuid;
begin
  if was.series_parent_id is null then
    if until_day is null then return null; end if;
    series := gen_random_uuid();
  elsif scope = 'this' then
    return was.series_parent_id;
  else
    select e.* into old_parent from public.calendar_events e where e.id = was.series_parent_id;
    starts_here := scope = 'following' and exists (select from public.calendar_events e where e.series_parent_id = old_parent.id
      and (e.event_date, e.event_time, e.id) < (was.event_date, was.event_time, was.id));
    series := case when starts_here then gen_random_uuid() else old_parent.id end;
    until_day := coalesce(until_day, greatest(last_day, old_parent.series_end_date));
  end if;
  perform private.store_events(array[private.series_template(first, series, until_day,
    coalesce(draft #>> '{series,frequency}', old_parent.series_frequency, 'weekly'))]);
  return series;
end $$;
comment on function private.series_of_plan(jsonb, public.calendar_events, public.calendar_events, date) is
  'The series of the planned rows, after writing its parent row: none, the same, or a new one, because „diese und folgende“ split a series.';

create function public.admin_save_event(p_event text) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  draft jsonb;
  was public.calendar_events;
  planned public.calendar_events[];
  leaving uuid[] := '{}';
  series uuid;
begin
  perform private.require_moderator();
  draft := private.event_draft(p_event);
  if draft ->> 'id' is null then
    planned := array(select n from private.planned_new(draft) n);
  else
    perform from public.calendar_events e where e.id = private.as_uuid(draft ->> 'id') for update;
    was := private.edited_event(draft);
    perform from public.calendar_events e where e.id = was.series_parent_id for update;
    planned := array(select n from private.planned_edit(draft, was) n);
    leaving := array(select e.id from private.episodes_in_scope(was, draft ->> 'scope') e
      where e.id <> all (array(select n.id from unnest(planned) n)));
  end if;
  if cardinality(planned) = 0 then
    raise exception 'Das Ende der Serie liegt vor ihrem ersten Tag.' using errcode = '23514', hint = 'series_ends_early';
  end if;
  if cardinality(leaving) > 0 and not private.is_admin() then
    raise exception 'Dabei fallen Folgen weg. Das dürfen nur Admins.' using errcode = '42501', hint = 'episodes_would_go';
  end if;
  perform private.log_staff_action(case when was.id is null then 'create_calendar_event' else 'update_calendar_event' end, 'calendar_event',
    coalesce(was.id, planned[1].id)::text, jsonb_build_object('name', left(planned[1].title, 200), 'event_date', planned[1].event_date,
      'scope', case when was.series_parent_id is not null then coalesce(draft ->> 'scope', 'this') end, 'episodes', cardinality(planned),
      'removed', nullif(cardinality(leaving), 0), 'changed', (select jsonb_agg(k order by k) from jsonb_object_keys(draft -> 'values') k)));
  series := private.series_of_plan(draft, was, planned[1], (select max(n.event_date) from unnest(planned) n));
  for i in 1..cardinality(planned) loop
    planned[i].series_parent_id := series;
    planned[i].is_series_event := series is not null;
    planned[i].series_end_date := null;
    planned[i].series_frequency := coalesce(draft #>> '{series,frequency}', planned[i].series_frequency, 'weekly');
  end loop;
  perform private.store_events(planned);
  delete from public.calendar_events e where e.id = any (leaving);
  if was.series_parent_id <> series then perform private.end_series(was.series_parent_id); end if;
  return jsonb_build_object('id', coalesce(was.id, planned[1].id), 'saved', cardinality(planned), 'removed', cardinality(leaving));
end $$;
comment on function public.admin_save_event(text) is
  'RPC for the team: writes a new event or series, or an edit of this, following or all episodes. Hints: draft_invalid, target_gone, changed_meanwhile, series_too_long, series_ends_early, episodes_would_go.';

create function public.admin_delete_event(p_id text, p_scope text default 'this') returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  was public.calendar_events;
  leaving uuid[];
begin
  perform private.require_admin();
  was := private.edited_event(jsonb_build_object('id', p_id));
  leaving := array(select e.id from private.episodes_in_scope(was, p_scope) e);
  perform private.log_staff_action('delete_calendar_event', 'calendar_event', was.id::text, jsonb_build_object('name', left(was.title, 200),
    'event_date', was.event_date, 'scope', case when was.series_parent_id is not null then p_scope end, 'removed', cardinality(leaving)));
  delete from public.calendar_events e where e.id = any (leaving);
  if was.series_parent_id is not null then perform private.end_series(was.series_parent_id); end if;
  return jsonb_build_object('removed', cardinality(leaving));
end $$;
comment on function public.admin_delete_event(text, text) is 'RPC for admins: deletes an event, or this, following or all episodes of its series.';

grant execute on function private.store_events(public.calendar_events[]), private.end_series(uuid),
  private.series_template(public.calendar_events, uuid, date, text),
  private.series_of_plan(jsonb, public.calendar_events, public.calendar_events, date) to authenticated, service_role;
revoke all on function public.admin_save_event(text), public.admin_delete_event(text, text) from public, anon, authenticated;
grant execute on function public.admin_save_event(text), public.admin_delete_event(text, text) to authenticated;

-- Most weeks of television look alike, so one week is copied to plan another.

create function public.admin_copy_week(p_from text, p_to text, p_broadcaster text default null, p_format text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  most constant integer := 500;
  source constant date := date_trunc('week', private.as_day(p_from)::timestamp)::date;
  target constant date := date_trunc('week', private.as_day(p_to)::timestamp)::date;
  planned public.calendar_events[];
  found_count integer;
  collisions integer;
begin
  perform private.require_moderator();
  if source is null or target is null or source = target then
    raise exception 'Wähle eine andere Woche.' using errcode = '23514', hint = 'same_week';
  end if;
  select array_agg(e order by e.event_date, e.event_time, e.id), count(*) into planned, found_count
  from public.calendar_events e
  where e.is_occurrence and e.event_date between source and source + 6
    and (nullif(p_broadcaster, '') is null or e.broadcaster_id = private.as_uuid(p_broadcaster))
    and (nullif(p_format, '') is null or e.format_id = private.as_uuid(p_format));
  if found_count > most then
    raise exception 'Das sind mehr als % Termine. Nimm einen Filter.', most using errcode = '23514', hint = 'week_too_full';
  end if;
  planned := array(
    select jsonb_populate_record(n, jsonb_build_object('id', gen_random_uuid(), 'event_date', n.event_date + (target - source),
      -- Number, title and text belong to the copied episode alone.
      'title', coalesce(n.format_name, n.title), 'episode_number', null, 'description', null, 'event_type', 'episode',
      'is_series_event', false, 'series_parent_id', null, 'series_end_date', null))
    from unnest(planned) n
    where not exists (
      select from public.calendar_events e
      where e.is_occurrence and e.event_date = n.event_date + (target - source) and e.event_time = n.event_time
        and coalesce(e.format_name, e.title) = coalesce(n.format_name, n.title) and e.channel is not distinct from n.channel));
  perform private.log_staff_action('copy_calendar_week', 'calendar_week', target::text,
    jsonb_build_object('name', to_char(source, 'IYYY-"W"IW') || ' → ' || to_char(target, 'IYYY-"W"IW'), 'episodes', cardinality(planned)));
  select count(distinct c.id) into collisions from private.colliding_events(planned, '{}') c;
  perform private.store_events(planned);
  return jsonb_build_object('copied', cardinality(planned), 'skipped', found_count - cardinality(planned), 'collisions', collisions);
end $$;
comment on function public.admin_copy_week(text, text, text, text) is
  'RPC for the team: plans what runs in the week of one day for the week of another, as single events without episode numbers, optionally of one broadcaster or format (ids). What is there already is skipped. Hints: same_week, week_too_full.';
revoke all on function public.admin_copy_week(text, text, text, text) from public, anon, authenticated;
grant execute on function public.admin_copy_week(text, text, text, text) to authenticated;

-- Admin: pages --------------------------------------------------------------------------------------------------------

-- What /admin/calendar reads.

create function public.admin_calendar_page(p_from text, p_to text, p_broadcaster text default null, p_format text default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  most constant integer := 1000;
  first_day constant date := private.as_day(p_from);
  last_day constant date := private.as_day(p_to);
begin
  perform private.require_moderator();
  return (
    with shown as materialized (
      select e.* from public.calendar_events e
      where e.is_occurrence and e.event_date between first_day and last_day
        and (nullif(p_broadcaster, '') is null or e.broadcaster_id = private.as_uuid(p_broadcaster))
        and (nullif(p_format, '') is null or e.format_id = private.as_uuid(p_format))
      order by e.event_date, e.event_time, e.id
      limit most
    ),
    near as materialized (
      select t.id, t.channel, t.begins, t.ends from private.channel_times t
      where t.event_date between (select min(s.event_date) - 1 from shown s) and (select max(s.event_date) + 1 from shown s)
    ),
    colliding as materialized (
      select distinct a.id from near a join near o on o.channel = a.channel and o.id <> a.id and o.begins < a.ends and a.begins < o.ends
    )
    select jsonb_build_object(
      'items', coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'event_type', s.event_type, 'event_date', s.event_date,
        'event_time', s.event_time, 'duration_minutes', s.duration_minutes, 'channel', s.channel, 'streaming_platform', s.streaming_platform,
        'format_name', s.format_name, 'short_name', f.short_name, 'color', f.color, 'season_number', s.season_number,
        'episode_number', s.episode_number, 'is_live', s.is_live, 'in_series', s.series_parent_id is not null,
        'collides', s.id in (select c.id from colliding c)
        ) order by s.event_date, s.event_time, s.id), '[]'::jsonb),
      'cut', count(*) = most)
    from shown s
    left join public.formats f on f.id = s.format_id);
end $$;
comment on function public.admin_calendar_page(text, text, text, text) is
  'RPC for the team: what runs in the closed range of days, at most 1,000 (cut), of one broadcaster or format (ids), with a flag on those that overlap on their channel.';

create function public.admin_calendar_choices() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object(
    'formats', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'short_name', f.short_name,
        'broadcaster_id', f.broadcaster_id, 'streaming_provider_id', f.streaming_provider_id, 'active', f.is_active,
        'seasons', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'season_number', s.season_number, 'title', s.title)
          order by s.season_number desc), '[]'::jsonb) from public.seasons s where s.format_id = f.id)) order by lower(f.name), f.id), '[]'::jsonb)
      from public.formats f),
    'broadcasters', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'active', b.active) order by lower(b.name), b.id), '[]'::jsonb)
      from public.broadcasters b),
    'providers', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'active', p.active) order by lower(p.name), p.id), '[]'::jsonb)
      from public.streaming_providers p));
end $$;
comment on function public.admin_calendar_choices() is
  'RPC for the team: formats with their seasons, broadcasters and providers of all states, for the forms of the calendar.';

create function public.admin_calendar_event(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare one public.calendar_events;
begin
  perform private.require_moderator();
  select e.* into one from public.calendar_events e where e.id = private.as_uuid(p_id) and e.is_occurrence;
  if one.id is null then return null; end if;
  return jsonb_build_object('id', one.id, 'title', one.title, 'event_type', one.event_type, 'format_id', one.format_id,
    'format_name', one.format_name, 'season_id', one.season_id, 'episode_number', one.episode_number, 'event_date', one.event_date,
    'event_time', one.event_time, 'duration_minutes', one.duration_minutes, 'broadcaster_id', one.broadcaster_id, 'channel', one.channel,
    'streaming_provider_id', one.streaming_provider_id, 'streaming_platform', one.streaming_platform, 'description', one.description,
    'is_live', one.is_live, 'updated_at', one.updated_at,
    'series', (
      select jsonb_build_object('frequency', p.series_frequency, 'until', p.series_end_date,
        'episodes', (select count(*) from private.episodes_in_scope(one, 'all') e),
        'following', (select count(*) from private.episodes_in_scope(one, 'following') e))
      from public.calendar_events p where p.id = one.series_parent_id));
end $$;
comment on function public.admin_calendar_event(text) is
  'RPC for the team: an event with all that its form shows, and how many episodes „alle“ and „diese und folgende“ mean; null when there is none.';

create function public.admin_calendar_collisions(p_event text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  draft jsonb;
  was public.calendar_events;
  planned public.calendar_events[];
  leaving uuid[] := '{}';
begin
  perform private.require_moderator();
  draft := private.event_draft(p_event);
  if draft ->> 'id' is null then
    planned := array(select n from private.planned_new(draft) n);
  else
    was := private.edited_event(draft);
    planned := array(select n from private.planned_edit(draft, was) n);
    leaving := array(select e.id from private.episodes_in_scope(was, draft ->> 'scope') e);
  end if;
  return (
    with found as materialized (select c.*, row_number() over (order by c.planned_day, c.event_date, c.event_time, c.id) as place
      from private.colliding_events(planned, leaving) c)
    select jsonb_build_object('count', count(distinct f.planned_day), 'items', coalesce(jsonb_agg(jsonb_build_object('id', f.id,
      'planned_day', f.planned_day, 'name', coalesce(f.format_name, f.title), 'event_date', f.event_date, 'event_time', f.event_time,
      'ends', (f.ends at time zone 'Europe/Berlin')::time(0))
      order by f.place) filter (where f.place <= 5), '[]'::jsonb))
    from found f);
end $$;
comment on function public.admin_calendar_collisions(text) is
  'RPC for the team: broadcasts that this draft would overlap on its channel: on how many days, and the first five.';

revoke all on function public.admin_calendar_page(text, text, text, text), public.admin_calendar_choices(),
  public.admin_calendar_event(text), public.admin_calendar_collisions(text) from public, anon, authenticated;
grant execute on function public.admin_calendar_page(text, text, text, text), public.admin_calendar_choices(),
  public.admin_calendar_event(text), public.admin_calendar_collisions(text) to authenticated;
