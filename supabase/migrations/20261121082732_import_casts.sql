-- The second half of an import: what refers to seasons and stars.

create function private.import_participants(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := private.import_rows(tables, 'participants');
  found_rows integer;
  touched integer;
  made integer;
begin
  select count(*) into found_rows
    from jsonb_to_recordset(given) as d (format_key text, season_number integer, star_key text)
    join public.formats f on f.external_key = d.format_key
    join public.seasons n on n.format_id = f.id and n.season_number = d.season_number
    join public.stars s on s.external_key = d.star_key;
  if found_rows <> jsonb_array_length(given) then
    raise exception 'Zu einer Teilnahme fehlt die Staffel oder der Star.' using errcode = '23503', hint = 'import_dangling';
  end if;
  with done as (
    insert into public.season_participants as p (season_id, star_id, placement, sort_order)
    select n.id, s.id, d.placement, d.sort_order
    from jsonb_to_recordset(given) as d (format_key text, season_number integer, star_key text, placement text, sort_order integer)
    join public.formats f on f.external_key = d.format_key
    join public.seasons n on n.format_id = f.id and n.season_number = d.season_number
    join public.stars s on s.external_key = d.star_key
    on conflict (season_id, star_id) do update set placement = coalesce(excluded.placement, p.placement), sort_order = excluded.sort_order
    where (p.placement, p.sort_order) is distinct from (coalesce(excluded.placement, p.placement), excluded.sort_order)
    returning (xmax = 0) as is_new
  )
  select count(*), count(*) filter (where is_new) into touched, made from done;
  return private.import_counted(jsonb_array_length(given), touched, made);
end $$;
comment on function private.import_participants(jsonb) is 'Casts by season and star.';

create function private.import_episodes(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := private.import_rows(tables, 'episodes');
  found_rows integer;
  touched integer;
  made integer;
begin
  select count(*) into found_rows from jsonb_to_recordset(given) as d (format_key text, season_number integer)
    join public.formats f on f.external_key = d.format_key
    join public.seasons n on n.format_id = f.id and n.season_number = d.season_number;
  if found_rows <> jsonb_array_length(given) then
    raise exception 'Zu einer Folge fehlt die Staffel.' using errcode = '23503', hint = 'import_dangling';
  end if;
  with done as (
    insert into public.calendar_events as e
      (external_key, title, season_id, episode_number, event_date, duration_minutes, broadcaster_id, streaming_provider_id)
    select d.external_key, d.title, n.id, d.episode_number, d.date, d.duration_minutes, f.broadcaster_id, f.streaming_provider_id
    from jsonb_to_recordset(given) as d (external_key text, format_key text, season_number integer, episode_number integer, title text,
      date date, duration_minutes integer)
    join public.formats f on f.external_key = d.format_key
    join public.seasons n on n.format_id = f.id and n.season_number = d.season_number
    on conflict (external_key) do update set title = excluded.title, season_id = excluded.season_id,
      episode_number = excluded.episode_number, event_date = excluded.event_date,
      duration_minutes = coalesce(excluded.duration_minutes, e.duration_minutes)
    where (e.title, e.season_id, e.episode_number, e.event_date, e.duration_minutes) is distinct from
      (excluded.title, excluded.season_id, excluded.episode_number, excluded.event_date, coalesce(excluded.duration_minutes, e.duration_minutes))
    returning (xmax = 0) as is_new
  )
  select count(*), count(*) filter (where is_new) into touched, made from done;
  return private.import_counted(jsonb_array_length(given), touched, made);
end $$;
comment on function private.import_episodes(jsonb) is 'Episodes with a date as calendar events by external key, at the default time, on the channel and provider of the format.';
