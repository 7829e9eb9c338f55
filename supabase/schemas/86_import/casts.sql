-- Casts and episodes of an import -------------------------------------------------------------------------------------

create function private.import_participants(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := private.import_rows(tables, 'participants');
  known constant jsonb := (select coalesce(jsonb_agg(jsonb_build_object('season_id', s.id, 'star_id', star.row_id, 'placement', d.given -> 'placement',
      'sort_order', d.given -> 'sort_order', 'nth', d.nth) order by d.nth), '[]')
    from jsonb_array_elements(given) with ordinality as d (given, nth)
    join private.import_names(tables) f on f.table_name = 'formats' and f.key = d.given ->> 'format_key'
    join public.seasons s on s.format_id = f.row_id and s.season_number = (d.given ->> 'season_number')::integer
    join private.import_names(tables) star on star.table_name = 'stars' and star.key = d.given ->> 'star_key');
  changed integer;
  made integer;
begin
  if jsonb_array_length(known) <> jsonb_array_length(given) then
    perform private.refuse('import.import_dangling.participation', '23503');
  end if;
  update public.season_participants p set placement = coalesce(r.given ->> 'placement', p.placement), sort_order = (r.given ->> 'sort_order')::integer
    from private.import_found(tables, 'participants') r
    where p.season_id = r.row_id and p.star_id = r.part_id
      and (p.placement, p.sort_order) is distinct from (coalesce(r.given ->> 'placement', p.placement), (r.given ->> 'sort_order')::integer);
  get diagnostics changed = row_count;
  insert into public.season_participants (season_id, star_id, placement, sort_order)
    select d.season_id, d.star_id, d.placement, d.sort_order
    from jsonb_to_recordset(known) as d (season_id uuid, star_id uuid, placement text, sort_order integer)
    where not exists (select from public.season_participants p where p.season_id = d.season_id and p.star_id = d.star_id)
    -- Two keys may mean one star.
    on conflict (season_id, star_id) do nothing;
  get diagnostics made = row_count;
  return private.import_counted(jsonb_array_length(given), changed + made, made);
end $$;
comment on function private.import_participants(jsonb) is 'Casts by season and star.';

create function private.import_episodes(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  rows constant jsonb := (select coalesce(jsonb_agg(to_jsonb(r) order by r.nth), '[]') from private.import_episodes_there(tables) r);
  changed integer;
  made integer;
begin
  if exists (select from jsonb_array_elements(rows) r where r ->> 'season_id' is null) then
    perform private.refuse('import.import_dangling.episode', '23503');
  end if;
  update public.calendar_events e set title = coalesce(r.given ->> 'title', e.title), season_id = (r.given ->> 'season_id')::uuid,
      episode_number = coalesce((r.given ->> 'episode_number')::integer, e.episode_number), event_date = coalesce((r.given ->> 'date')::date, e.event_date),
      -- The seconds of a time that is the same in the file stay.
      event_time = case when r.given ->> 'time' <> to_char(e.event_time, 'HH24:MI') then (r.given ->> 'time')::time else e.event_time end,
      event_type = coalesce(r.given ->> 'kind', e.event_type),
      duration_minutes = coalesce((r.given ->> 'duration_minutes')::integer, e.duration_minutes)
    from private.import_found(tables, 'episodes') r
    where e.id = r.row_id
      and (e.title, e.season_id, e.episode_number, e.event_date, to_char(e.event_time, 'HH24:MI'), e.event_type, e.duration_minutes) is distinct from
      (coalesce(r.given ->> 'title', e.title), (r.given ->> 'season_id')::uuid, coalesce((r.given ->> 'episode_number')::integer, e.episode_number),
       coalesce((r.given ->> 'date')::date, e.event_date), coalesce(r.given ->> 'time', to_char(e.event_time, 'HH24:MI')),
       coalesce(r.given ->> 'kind', e.event_type), coalesce((r.given ->> 'duration_minutes')::integer, e.duration_minutes));
  get diagnostics changed = row_count;
  insert into public.calendar_events
      (external_key, title, season_id, episode_number, event_date, event_time, event_type, duration_minutes, broadcaster_id, streaming_provider_id)
    select r.given ->> 'external_key', coalesce(r.given ->> 'title', r.given ->> 'usual_title'), r.season_id, (r.given ->> 'episode_number')::integer,
      (r.given ->> 'date')::date, coalesce((r.given ->> 'time')::time, t.usual), coalesce(r.given ->> 'kind', 'episode'),
      (r.given ->> 'duration_minutes')::integer, f.broadcaster_id, f.streaming_provider_id
    from jsonb_to_recordset(rows) as r (nth bigint, given jsonb, format_id uuid, season_id uuid, event_id uuid)
    join public.formats f on f.id = r.format_id
    join private.import_times(tables) t on t.format_key = r.given ->> 'format_key'
    where r.event_id is null and r.given ->> 'date' is not null order by r.nth;
  get diagnostics made = row_count;
  return private.import_counted((
    select count(*)::integer from jsonb_array_elements(rows) r where r ->> 'event_id' is not null or r #>> '{given,date}' is not null), changed + made, made);
end $$;
comment on function private.import_episodes(jsonb) is
  'Episodes with a date as calendar events, on the channel and provider of the format; without a time at private.import_times().';
