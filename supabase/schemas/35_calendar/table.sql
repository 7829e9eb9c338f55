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
  is_cancelled boolean not null default false,
  ics_sequence integer not null default 0,
  is_rerun boolean not null generated always as (event_type = 'rerun') stored,
  change_note text check (char_length(change_note) between 1 and 200),
  constraint calendar_events_series_in_order check (series_end_date >= event_date),
  constraint calendar_events_not_own_parent check (series_parent_id <> id)
);
comment on table public.calendar_events is
  'A broadcast at a Berlin wall-clock time. A series is one parent row (the template) and one row per episode. '
  'Stays: until the team deletes what it published.';
comment on column public.calendar_events.format_name is 'Copy of the format''s name while format_id is set; free text otherwise.';
comment on column public.calendar_events.channel is 'Copy of the broadcaster''s name while broadcaster_id is set; free text otherwise.';
comment on column public.calendar_events.streaming_platform is 'Copy of the provider''s name while streaming_provider_id is set; free text otherwise.';
comment on column public.calendar_events.is_occurrence is 'False for the template of a series: lists and feeds show occurrences only.';
comment on column public.calendar_events.external_key is 'Key of an import source, so that a repeated import finds the row.';
comment on column public.calendar_events.is_cancelled is 'It was announced and does not take place.';
comment on column public.calendar_events.is_rerun is
  'What has been shown before: nobody''s next episode while something new comes, no reason to ring, and in no count. Mirrors isRerun() of domain.';
comment on column public.calendar_events.change_note is
  'Why it was moved, takes longer or does not take place, in the team''s words: on pages, in feeds, and in what followers are told.';
comment on column public.calendar_events.ics_sequence is
  'SEQUENCE of RFC 5545: rises when day, time, length, kind or cancellation change, so that calendar apps take the new version.';

create index calendar_events_day on public.calendar_events (event_date, event_time, episode_number, id) where is_occurrence;
create index calendar_events_format on public.calendar_events (format_id, event_date, event_time, episode_number, id);
create index calendar_events_season on public.calendar_events (season_id, episode_number, event_date);
create index calendar_events_broadcaster_id on public.calendar_events (broadcaster_id, event_date);
create index calendar_events_streaming_provider_id on public.calendar_events (streaming_provider_id, event_date);
create index calendar_events_series_parent_id on public.calendar_events (series_parent_id, event_date);

create trigger calendar_events_02_lines before insert or update of title, format_name, channel, streaming_platform, change_note
  on public.calendar_events
  for each row when (concat(new.title, new.format_name, new.channel, new.streaming_platform, new.change_note) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]')
  execute function private.keep_one_line('title', 'format_name', 'channel', 'streaming_platform', 'change_note');
create trigger calendar_events_names
  before insert or update of format_id, season_id, season_number, format_name, broadcaster_id, channel, streaming_provider_id,
    streaming_platform, series_parent_id
  on public.calendar_events for each row execute function private.copy_event_names();
create trigger calendar_events_touch before update on public.calendar_events
  for each row execute function private.touch_updated_at();
create trigger calendar_events_version before update on public.calendar_events
  for each row execute function private.count_event_versions();
create trigger calendar_events_cancellations after update on public.calendar_events
  referencing old table as before new table as after for each statement execute function private.announce_cancellations();
create trigger calendar_events_moves after update on public.calendar_events
  referencing old table as before new table as after for each statement execute function private.announce_moves();
create trigger calendar_events_hand_edit after update of title, event_date, event_time, event_type, duration_minutes, episode_number on public.calendar_events
  for each row execute function private.note_hand_edit('episodes');
create trigger calendar_events_log_staff after insert or update or delete on public.calendar_events
  for each row when (private.is_client()) execute function private.log_staff_change('calendar_event');

alter table public.calendar_events enable row level security;
revoke all on public.calendar_events from public, anon, authenticated;
grant all on public.calendar_events to service_role;
grant select on public.calendar_events to anon;
grant select,
  insert (id, title, format_name, format_id, season_id, season_number, episode_number, event_type, event_date, event_time,
    duration_minutes, channel, streaming_platform, broadcaster_id, streaming_provider_id, description, is_live, is_series_event,
    series_end_date, series_parent_id, series_frequency, external_key, is_cancelled, change_note),
  update (title, format_name, format_id, season_id, season_number, episode_number, event_type, event_date, event_time,
    duration_minutes, channel, streaming_platform, broadcaster_id, streaming_provider_id, description, is_live, is_series_event,
    series_end_date, series_parent_id, series_frequency, external_key, is_cancelled, change_note),
  delete
  on public.calendar_events to authenticated;
create policy "everybody reads" on public.calendar_events for select to anon, authenticated using (true);
create policy "staff insert" on public.calendar_events for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.calendar_events for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.calendar_events for delete to authenticated using ((select private.is_admin()));
