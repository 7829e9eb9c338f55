-- Broadcasts that were cancelled stay in the calendar and say so (docs/decisions/062-cancelled-broadcasts.md) ------------------

alter table public.calendar_events
  add column is_cancelled boolean not null default false,
  add column ics_sequence integer not null default 0;
comment on column public.calendar_events.is_cancelled is 'It was announced and does not take place.';
comment on column public.calendar_events.ics_sequence is
  'SEQUENCE of RFC 5545: rises when day, time, length or cancellation change, so that calendar apps take the new version.';
grant insert (is_cancelled), update (is_cancelled) on public.calendar_events to authenticated;

create function private.count_event_versions() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.event_date, new.event_time, new.duration_minutes, new.is_cancelled)
    is distinct from (old.event_date, old.event_time, old.duration_minutes, old.is_cancelled) then
    new.ics_sequence := old.ics_sequence + 1;
  end if;
  return new;
end $$;
comment on function private.count_event_versions() is 'Trigger: counts the versions that matter to calendar apps.';
create trigger calendar_events_version before update on public.calendar_events
  for each row execute function private.count_event_versions();

-- Reading --------------------------------------------------------------------------------------------------------------------

create or replace view private.event_items with (security_invoker = on) as
select e.id, e.format_id, e.season_id, e.broadcaster_id, e.streaming_provider_id, e.event_date, e.event_time, e.episode_number,
  jsonb_build_object('id', e.id, 'title', e.title, 'event_type', e.event_type, 'event_date', e.event_date, 'event_time', e.event_time,
    'duration_minutes', e.duration_minutes, 'channel', e.channel, 'streaming_platform', e.streaming_platform,
    'streaming_color', p.color, 'streaming_url', f.streaming_url, 'description', e.description, 'is_live', e.is_live,
    'is_cancelled', e.is_cancelled,
    'season_number', coalesce(e.season_number, s.season_number), 'season_slug', s.slug, 'episode_number', e.episode_number,
    'format_name', e.format_name, 'format', f.ref) as item
from public.calendar_events e
left join private.format_refs f on f.id = e.format_id
left join public.streaming_providers p on p.id = e.streaming_provider_id
left join public.seasons s on s.id = e.season_id
where e.is_occurrence;

-- The next episode is one that takes place.
create or replace view private.format_heads with (security_invoker = on) as
select f.id, f.name, f.created_at, n.event_date as next_date,
  jsonb_build_object('id', f.id, 'slug', f.slug, 'name', f.name, 'short_name', f.short_name, 'emoji', f.emoji, 'color', f.color,
    'description', f.description, 'broadcaster_id', f.broadcaster_id, 'streaming_provider_id', f.streaming_provider_id,
    'streaming_url', f.streaming_url, 'seasons_count', f.seasons_count, 'created_at', f.created_at,
    'next_episode', case when n.event_date is not null then
      jsonb_build_object('event_date', n.event_date, 'event_time', n.event_time, 'title', n.title) end) as head
from public.formats f
left join lateral (
  select e.event_date, e.event_time, e.title
  from public.calendar_events e
  where e.format_id = f.id and e.is_occurrence and not e.is_cancelled
    and e.event_date >= (now() at time zone 'Europe/Berlin')::date and e.event_date + e.event_time >= now() at time zone 'Europe/Berlin'
  order by e.event_date, e.event_time, e.id
  limit 1
) n on true
where f.is_active;

-- What is cancelled leaves its channel to others.
create or replace view private.channel_times with (security_invoker = on) as
select t.id, t.event_date, t.channel, t.begins, t.begins + make_interval(mins => coalesce(t.duration_minutes, 60)) as ends
from (
  select e.id, e.event_date, e.duration_minutes, lower(btrim(coalesce(b.name, e.channel))) as channel,
    least((e.event_date + e.event_time) at time zone 'Europe/Berlin',
      (e.event_date + e.event_time - interval '1 hour') at time zone 'Europe/Berlin' + interval '1 hour') as begins
  from public.calendar_events e
  left join public.broadcasters b on b.id = e.broadcaster_id
  where e.is_occurrence and not e.is_cancelled and (b.id is null or b.type in ('tv', 'pay_tv')) and btrim(e.channel) <> ''
) t;

create or replace function private.colliding_events(planned public.calendar_events[], leaving uuid[])
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
  order by w.event_date, e.event_date, e.event_time, e.id;
end $$;

create or replace function public.calendar_feed(
  p_format text default null, p_broadcaster text default null, p_provider text default null, p_event text default null
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  only_format constant uuid := case when p_format is not null then private.format_by(p_format) end;
  broadcaster constant uuid := case when p_broadcaster is not null then (
    select b.id from public.broadcasters b where b.id = private.as_uuid(p_broadcaster) or private.slugify(b.name) = p_broadcaster limit 1) end;
  provider constant uuid := case when p_provider is not null then (
    select p.id from public.streaming_providers p where p.id = private.as_uuid(p_provider) or private.slugify(p.name) = p_provider limit 1) end;
  event constant uuid := private.as_uuid(p_event);
  today constant date := private.berlin_now()::date;
begin
  if (p_format is not null and only_format is null) or (p_broadcaster is not null and broadcaster is null)
    or (p_provider is not null and provider is null) or (p_event is not null and event is null) then return null; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'event_date', e.event_date, 'event_time', e.event_time,
      'duration_minutes', e.duration_minutes, 'channel', e.channel, 'streaming_platform', e.streaming_platform, 'description', e.description,
      'format_name', e.format_name, 'format_slug', f.slug, 'season_number', e.season_number, 'episode_number', e.episode_number,
      'is_cancelled', e.is_cancelled, 'sequence', e.ics_sequence,
      'updated_at', e.updated_at) order by e.event_date, e.event_time, e.id), '[]'::jsonb)
    from (
      select e.*
      from public.calendar_events e
      where e.is_occurrence and event is null and e.event_date between today - 30 and today + 365
        and (only_format is null or e.format_id = only_format)
        and (broadcaster is null or e.broadcaster_id = broadcaster)
        and (provider is null or e.streaming_provider_id = provider)
      union all
      select e.* from public.calendar_events e where e.is_occurrence and e.id = event
      order by event_date, event_time, id
      limit 1000
    ) e
    left join private.format_refs f on f.id = e.format_id);
end $$;

create or replace function public.admin_calendar_page(p_from text, p_to text, p_broadcaster text default null, p_format text default null) returns jsonb
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
        'episode_number', s.episode_number, 'is_live', s.is_live, 'is_cancelled', s.is_cancelled, 'in_series', s.series_parent_id is not null,
        'collides', s.id in (select c.id from colliding c)
        ) order by s.event_date, s.event_time, s.id), '[]'::jsonb),
      'cut', count(*) = most)
    from shown s
    left join public.formats f on f.id = s.format_id);
end $$;

create or replace function public.admin_calendar_event(p_id text) returns jsonb
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
    'is_live', one.is_live, 'is_cancelled', one.is_cancelled, 'updated_at', one.updated_at,
    'series', (
      select jsonb_build_object('frequency', p.series_frequency, 'until', p.series_end_date,
        'episodes', (select count(*) from private.episodes_in_scope(one, 'all') e),
        'following', (select count(*) from private.episodes_in_scope(one, 'following') e))
      from public.calendar_events p where p.id = one.series_parent_id));
end $$;

-- Writing --------------------------------------------------------------------------------------------------------------------

create or replace function private.event_draft(given text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  draft jsonb;
  editable constant text[] := array['title', 'event_type', 'format_id', 'format_name', 'season_id', 'season_number', 'episode_number',
    'event_date', 'event_time', 'duration_minutes', 'broadcaster_id', 'channel', 'streaming_provider_id', 'streaming_platform',
    'description', 'is_live', 'is_cancelled'];
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

create or replace function private.planned_new(draft jsonb) returns setof public.calendar_events
language plpgsql stable set search_path = '' as $$
declare
  first public.calendar_events;
  one public.calendar_events;
  day date;
  place integer := 0;
begin
  first := jsonb_populate_record(null::public.calendar_events,
    '{"event_type": "episode", "event_time": "20:15:00", "is_live": false, "is_cancelled": false, "series_frequency": "weekly", "is_series_event": false}'::jsonb
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

create or replace function private.planned_edit(draft jsonb, was public.calendar_events) returns setof public.calendar_events
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
    one.is_cancelled := false;
    one.event_type := 'episode';
    return next one;
  end loop;
end $$;

create or replace function private.store_events(planned public.calendar_events[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.calendar_events e set
    title = n.title, format_name = n.format_name, format_id = n.format_id, season_id = n.season_id, season_number = n.season_number,
    episode_number = n.episode_number, event_type = n.event_type, event_date = n.event_date, event_time = n.event_time,
    duration_minutes = n.duration_minutes, channel = n.channel, streaming_platform = n.streaming_platform,
    broadcaster_id = n.broadcaster_id, streaming_provider_id = n.streaming_provider_id, description = n.description,
    is_live = n.is_live, is_cancelled = n.is_cancelled, is_series_event = n.is_series_event, series_end_date = n.series_end_date,
    series_parent_id = n.series_parent_id, series_frequency = n.series_frequency
  from unnest(planned) n where e.id = n.id;
  insert into public.calendar_events (id, title, format_name, format_id, season_id, season_number, episode_number, event_type, event_date,
    event_time, duration_minutes, channel, streaming_platform, broadcaster_id, streaming_provider_id, description, is_live, is_cancelled,
    is_series_event, series_end_date, series_parent_id, series_frequency)
  select n.id, n.title, n.format_name, n.format_id, n.season_id, n.season_number, n.episode_number, n.event_type, n.event_date,
    n.event_time, n.duration_minutes, n.channel, n.streaming_platform, n.broadcaster_id, n.streaming_provider_id, n.description, n.is_live, n.is_cancelled,
    n.is_series_event, n.series_end_date, n.series_parent_id, n.series_frequency
  from unnest(planned) n where not exists (select from public.calendar_events e where e.id = n.id);
end $$;

create or replace function public.admin_copy_week(p_from text, p_to text, p_broadcaster text default null, p_format text default null) returns jsonb
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
      'title', coalesce(n.format_name, n.title), 'episode_number', null, 'description', null, 'event_type', 'episode', 'is_cancelled', false,
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

create or replace function private.series_template(first public.calendar_events, series uuid, until_day date, frequency text)
returns public.calendar_events
language plpgsql immutable set search_path = '' as $$
begin
  first.id := series;
  first.is_series_event := true;
  first.is_cancelled := false;
  first.series_parent_id := null;
  first.episode_number := null;
  first.series_end_date := greatest(until_day, first.event_date);
  first.series_frequency := frequency;
  return first;
end $$;

-- Telling followers ----------------------------------------------------------------------------------------------------------

-- Also of what 20261201020000_statements.sql tells.
alter table public.notifications drop constraint notifications_type_check;
alter table public.notifications add constraint notifications_type_check check (type in (
  'comment_on_post', 'reply_to_comment', 'subsequent_comment', 'reaction_on_post', 'reaction_on_comment',
  'vote_on_rumor', 'vote_on_poll', 'rumor_status_update', 'rumor_changed', 'post_approved', 'post_rejected',
  'invite_used', 'mention', 'warning', 'report_outcome', 'team_role', 'tagged_post', 'member_post', 'followed_comment',
  'format_today', 'broadcast_cancelled', 'rumor_decided', 'poll_ended', 'statement_published', 'team_alert'
)) not valid;
alter table public.notification_preferences drop constraint notification_preferences_type_check;
alter table public.notification_preferences add constraint notification_preferences_type_check check (type in (
  'comment_on_post', 'reply_to_comment', 'subsequent_comment', 'reaction_on_post', 'reaction_on_comment',
  'vote_on_rumor', 'vote_on_poll', 'rumor_status_update', 'rumor_changed', 'post_approved', 'invite_used', 'mention',
  'report_outcome', 'tagged_post', 'member_post', 'followed_comment', 'format_today', 'broadcast_cancelled', 'rumor_decided', 'poll_ended', 'statement_published', 'team_alert'
)) not valid;

create or replace function public.notification_settings() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('type', t.type, 'changeable', t.changeable,
    'enabled', not t.changeable or coalesce(p.enabled, private.usual_channel(t.type) <> 'off'),
    'channel', case when t.changeable then coalesce(p.channel, nullif(private.usual_channel(t.type), 'off'), 'push') else 'push' end)
    order by t.place)
  from (values
    (1, 'comment_on_post', true),
    (2, 'reply_to_comment', true),
    (3, 'subsequent_comment', true),
    (4, 'mention', true),
    (5, 'followed_comment', true),
    (6, 'tagged_post', true),
    (7, 'member_post', true),
    (8, 'format_today', true),
    (9, 'broadcast_cancelled', true),
    (10, 'reaction_on_post', true),
    (11, 'reaction_on_comment', true),
    (12, 'vote_on_rumor', true),
    (13, 'vote_on_poll', true),
    (14, 'rumor_status_update', true),
    (15, 'rumor_changed', true),
    (16, 'rumor_decided', true),
    (17, 'poll_ended', true),
    (18, 'statement_published', true),
    (19, 'post_approved', true),
    (20, 'post_rejected', false),
    (21, 'invite_used', true),
    (22, 'report_outcome', true),
    (23, 'warning', false),
    (24, 'team_role', false),
    (25, 'team_alert', true)
  ) as t (place, type, changeable)
  left join public.notification_preferences p on p.user_id = auth.uid() and p.type = t.type
  where t.type <> 'team_alert' or auth.uid() in (select private.team_members())
$$;

create or replace function private.usual_channel(type text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  -- What many members get at once rings nobody's phone unless they want it to.
  select case when type in ('tagged_post', 'poll_ended', 'broadcast_cancelled', 'statement_published') then 'app' when type = 'format_today' then 'off' else 'push' end
$$;

alter table private.announcements drop constraint announcements_kind_check;
alter table private.announcements add constraint announcements_kind_check
  check (kind in ('post', 'poll', 'rumor', 'broadcast', 'cancellation', 'statement')) not valid;

create function private.announce_cancellations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One of each format: who cancels a whole series rings once.
  insert into private.announcements (kind, event_id)
    select distinct on (e.format_id) 'cancellation', e.id from after e join before b on b.id = e.id
    where e.is_cancelled and not b.is_cancelled and e.is_occurrence and private.berlin_instant(e.event_date, e.event_time) > now()
      and exists (select from private.follows f where f.target_id = e.format_id and f.target_type = 'format')
    order by e.format_id, e.event_date, e.event_time, e.id
    on conflict do nothing;
  return null;
end $$;
comment on function private.announce_cancellations() is 'Trigger: followers of a format are told of its next broadcast that was cancelled.';
create trigger calendar_events_cancellations after update on public.calendar_events
  referencing old table as before new table as after for each statement execute function private.announce_cancellations();

create function private.news_of_cancellation(event uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(row(f.member_id, 'broadcast_cancelled', e.format_id, null, 'Fällt aus: ' || t.name,
      format('%s fällt am %s um %s aus.', t.name, to_char(e.event_date, 'FMDD.FMMM.'), to_char(e.event_time, 'HH24:MI')), null,
      jsonb_build_object('topic', t.name, 'format_slug', t.slug, 'event_time', to_char(e.event_time, 'HH24:MI')),
      null, null)::private.news order by f.member_id)
  from public.calendar_events e join public.formats t on t.id = e.format_id and t.is_active
  cross join lateral (
    select x.member_id from private.follows x
    where x.target_id = t.id and x.target_type = 'format' and x.member_id > after and x.channel is distinct from 'off'
    order by x.member_id limit most) f
  -- Whoever cancelled by mistake has taken it back before anybody was told.
  where e.id = event and e.is_cancelled
$$;
comment on function private.news_of_cancellation(uuid, uuid, integer) is 'What the next followers of a format are told of a broadcast that does not take place.';

create or replace function private.news_of(given private.announcements, most integer) returns private.news[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return case given.kind when 'post' then private.news_of_post(given.post_id, given.told_up_to, most)
    when 'rumor' then private.news_of_rumor(given.post_id, given.told_up_to, most)
    when 'poll' then private.news_of_poll(given.post_id, given.told_up_to, most)
    when 'cancellation' then private.news_of_cancellation(given.event_id, given.told_up_to, most)
    when 'broadcast' then private.news_of_broadcast(given.event_id, given.told_up_to, most) end;
end $$;

create or replace function private.announce_broadcasts() returns void
language sql security definer set search_path = '' as $$
  insert into private.announcements (kind, event_id)
    select distinct on (e.format_id) 'broadcast', e.id from public.calendar_events e
    where e.is_occurrence and not e.is_cancelled and e.event_date = private.berlin_now()::date
      and exists (select from private.follows f where f.target_id = e.format_id and f.target_type = 'format')
    order by e.format_id, e.event_time, e.id
    on conflict do nothing
$$;
revoke execute on function private.news_of_cancellation(uuid, uuid, integer) from public, anon;
