-- Episodes: what several broadcasts of one season and number are (docs/decisions/159-how-far-somebody-is.md) ---------

create table private.episodes (
  season_id uuid not null references public.seasons on delete cascade,
  number integer not null check (number between 0 and 9999),
  first_available_at timestamptz,
  last_first_run_at timestamptz,
  primary key (season_id, number),
  constraint episodes_runs_in_order check (last_first_run_at >= first_available_at)
);
comment on table private.episodes is
  'An episode of a season: one row for all its broadcasts, kept from the calendar by trigger; what has no number, like most specials, is none. '
  'Stays: as long as the calendar has a broadcast of it. Nothing about members: No quota: nobody writes to it.';
comment on column private.episodes.first_available_at is
  'When it can first be watched, on whichever way; null while every broadcast of it is cancelled.';
comment on column private.episodes.last_first_run_at is 'Its last broadcast that is no repeat: from then on everybody could have seen it.';

revoke all on private.episodes from public, anon, authenticated, service_role;

create function private.refresh_episodes(seasons uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(cardinality(seasons), 0) = 0 then return; end if;
  -- Two of the team may be at the calendar of one season.
  perform from public.seasons s where s.id = any (seasons) order by s.id for no key update;
  with shown as materialized (
    select e.season_id, e.episode_number as number,
      min(private.berlin_instant(e.event_date, e.event_time)) filter (where not e.is_cancelled and not e.is_rerun) as first_run,
      max(private.berlin_instant(e.event_date, e.event_time)) filter (where not e.is_cancelled and not e.is_rerun) as last_run,
      min(private.berlin_instant(e.event_date, e.event_time)) filter (where not e.is_cancelled) as first_shown
    from public.calendar_events e
    join public.seasons s on s.id = e.season_id
    where e.season_id = any (seasons) and e.is_occurrence and e.episode_number is not null
    group by e.season_id, e.episode_number
  ), gone as (
    delete from private.episodes o
    where o.season_id = any (seasons) and not exists (select from shown w where w.season_id = o.season_id and w.number = o.number)
  )
  -- Of what is only repeated the first run was before.
  insert into private.episodes as known (season_id, number, first_available_at, last_first_run_at)
    select w.season_id, w.number, coalesce(w.first_run, w.first_shown), coalesce(w.last_run, w.first_shown) from shown w
    order by w.season_id, w.number
    on conflict (season_id, number) do update
      set first_available_at = excluded.first_available_at, last_first_run_at = excluded.last_first_run_at
      where (known.first_available_at, known.last_first_run_at)
        is distinct from (excluded.first_available_at, excluded.last_first_run_at);
end $$;
comment on function private.refresh_episodes(uuid[]) is 'Derives the episodes of seasons from their calendar.';

create function private.follow_broadcasts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare seasons uuid[];
begin
  if tg_op = 'INSERT' then
    seasons := array(select distinct n.season_id from new_rows n where n.season_id is not null and n.episode_number is not null);
  elsif tg_op = 'DELETE' then
    seasons := array(select distinct o.season_id from old_rows o where o.season_id is not null and o.episode_number is not null);
  else
    seasons := array(
      select distinct s.id
      from new_rows n
      join old_rows o on o.id = n.id
      cross join lateral unnest(array[o.season_id, n.season_id]) as s (id)
      where s.id is not null and (n.episode_number is not null or o.episode_number is not null)
        and (o.season_id, o.episode_number, o.event_date, o.event_time, o.event_type, o.is_cancelled, o.is_occurrence)
          is distinct from (n.season_id, n.episode_number, n.event_date, n.event_time, n.event_type, n.is_cancelled, n.is_occurrence));
  end if;
  perform private.refresh_episodes(seasons);
  return null;
end $$;
comment on function private.follow_broadcasts() is 'Trigger: keeps episodes as the calendar has them, once per statement.';

create trigger calendar_events_episodes_delete after delete on public.calendar_events
  referencing old table as old_rows for each statement execute function private.follow_broadcasts();
create trigger calendar_events_episodes_insert after insert on public.calendar_events
  referencing new table as new_rows for each statement execute function private.follow_broadcasts();
create trigger calendar_events_episodes_update after update on public.calendar_events
  referencing old table as old_rows new table as new_rows for each statement execute function private.follow_broadcasts();
