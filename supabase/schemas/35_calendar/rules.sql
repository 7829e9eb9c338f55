-- Events --------------------------------------------------------------------------------------------------------------

create function private.copy_event_names() returns trigger
language plpgsql security definer set search_path = '' as $$
declare season record;
begin
  if new.season_id is not null then
    select s.format_id, s.season_number into season from public.seasons s where s.id = new.season_id;
    if found and new.format_id is not null and new.format_id <> season.format_id then
      perform private.refuse('format.season_of_other_format');
    end if;
    new.format_id := coalesce(season.format_id, new.format_id);
    new.season_number := coalesce(season.season_number, new.season_number);
  end if;
  if new.series_parent_id is not null and not exists (
    select from public.calendar_events p where p.id = new.series_parent_id and p.is_series_event and p.series_parent_id is null
  ) then
    perform private.refuse('calendar.parent_is_no_series');
  end if;
  new.format_name := coalesce((select f.name from public.formats f where f.id = new.format_id), new.format_name);
  new.channel := coalesce((select b.name from public.broadcasters b where b.id = new.broadcaster_id), new.channel);
  new.streaming_platform := coalesce(
    (select p.name from public.streaming_providers p where p.id = new.streaming_provider_id), new.streaming_platform);
  return new;
end $$;
comment on function private.copy_event_names() is 'Trigger: copies the names of format, broadcaster and provider, and the season''s format and number.';

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

create function private.renumber_in_events() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.calendar_events set season_number = new.season_number where season_id = new.id;
  return null;
end $$;
comment on function private.renumber_in_events() is 'Trigger: updates the copied season number of calendar events.';

-- Broadcasts that were cancelled stay in the calendar and say so (docs/decisions/062-cancelled-broadcasts.md) ---------

create function private.count_event_versions() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.event_date, new.event_time, new.duration_minutes, new.event_type, new.is_cancelled)
    is distinct from (old.event_date, old.event_time, old.duration_minutes, old.event_type, old.is_cancelled) then
    new.ics_sequence := old.ics_sequence + 1;
  end if;
  return new;
end $$;
comment on function private.count_event_versions() is 'Trigger: counts the versions that matter to calendar apps.';
