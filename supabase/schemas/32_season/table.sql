-- Seasons -------------------------------------------------------------------------------------------------------------

create table public.seasons (
  id uuid primary key default gen_random_uuid(),
  format_id uuid not null references public.formats on delete cascade,
  season_number integer not null check (season_number between 0 and 9999),
  title text check (char_length(title) between 1 and 200),
  slug text not null constraint seasons_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  start_date date,
  end_date date,
  description text check (char_length(description) <= 5000),
  location text check (char_length(location) <= 200),
  participants_count integer not null default 0,
  external_key text unique check (char_length(external_key) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (format_id, slug),
  unique (format_id, season_number),
  constraint seasons_dates_in_order check (end_date >= start_date)
);
comment on table public.seasons is
  'A season of a format. Its status (upcoming, running, ended) is derived when a page is made. '
  'Stays: until the team deletes what it published.';
comment on column public.seasons.slug is 'staffel-7; unique within the format.';
comment on column public.seasons.participants_count is 'Rows of season_participants; maintained by trigger.';
comment on column public.seasons.external_key is 'Key of an import source, so that a repeated import finds the row.';

create index seasons_title_words on public.seasons using gin (private.search_fold(title) extensions.gin_trgm_ops) where title is not null;

create trigger seasons_02_lines before insert or update of title, location on public.seasons
  for each row when (concat(new.title, new.location) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]')
  execute function private.keep_one_line('title', 'location');
create trigger seasons_slug before insert or update of slug, season_number on public.seasons
  for each row execute function private.set_season_slug();
create trigger seasons_touch before update of format_id, season_number, title, slug, start_date, end_date, description, location
  on public.seasons for each row execute function private.touch_updated_at();
create trigger seasons_count after insert or delete or update of format_id on public.seasons
  for each row execute function private.count_season();
create trigger seasons_facts after delete or update of format_id, season_number on public.seasons
  for each row execute function private.follow_season();
create trigger seasons_hand_edit after update of title, start_date, end_date, location on public.seasons
  for each row execute function private.note_hand_edit('seasons');
create trigger seasons_log_staff after insert or update or delete on public.seasons
  for each row when (private.is_client()) execute function private.log_staff_change('season');
create trigger seasons_slug_history after update of slug, format_id on public.seasons
  for each row when ((old.format_id, old.slug) is distinct from (new.format_id, new.slug)) execute function private.remember_season_slug();
create trigger seasons_renumber_in_events after update of season_number on public.seasons
  for each row when (old.season_number <> new.season_number) execute function private.renumber_in_events();

alter table public.seasons enable row level security;
revoke all on public.seasons from public, anon, authenticated;
grant all on public.seasons to service_role;
grant select on public.seasons to anon;
grant select,
  insert (id, format_id, season_number, title, slug, start_date, end_date, description, location, external_key),
  update (format_id, season_number, title, slug, start_date, end_date, description, location, external_key),
  delete
  on public.seasons to authenticated;
-- A season is as visible as its format: the subquery runs under the policy of formats.
create policy "everybody reads those of visible formats" on public.seasons for select to anon, authenticated
  using (exists (select from public.formats f where f.id = format_id));
create policy "staff insert" on public.seasons for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.seasons for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.seasons for delete to authenticated using ((select private.is_admin()));

create table private.season_slug_history (
  format_id uuid not null references public.formats on delete cascade,
  old_slug text not null,
  season_id uuid not null references public.seasons on delete cascade,
  created_at timestamptz not null default now(),
  primary key (format_id, old_slug)
);
comment on table private.season_slug_history is
  'Former addresses of seasons: old URLs answer 301. A current slug or number wins over an entry here. '
  'Stays: until the team deletes what it published.';

create index season_slug_history_season_id on private.season_slug_history (season_id);

revoke all on private.season_slug_history from public, anon, authenticated, service_role;

-- Participants --------------------------------------------------------------------------------------------------------

create table public.season_participants (
  season_id uuid not null references public.seasons on delete cascade,
  star_id uuid not null references public.stars on delete cascade,
  placement text check (char_length(placement) between 1 and 100),
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (season_id, star_id)
);
comment on table public.season_participants is
  'Who took part in a season, and the result ("Gewinner:in", "Platz 3"). '
  'Stays: until the team deletes what it published.';
comment on column public.season_participants.sort_order is 'Order on the season page, smallest first; ties by the star''s sort_key.';

create index season_participants_star_id on public.season_participants (star_id, season_id);

create trigger season_participants_02_lines before insert or update of placement on public.season_participants
  for each row when (new.placement ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]') execute function private.keep_one_line('placement');
create trigger season_participants_count after insert or delete or update of season_id on public.season_participants
  for each row execute function private.count_participant();
create trigger season_participants_facts_delete after delete on public.season_participants
  referencing old table as old_rows for each statement execute function private.follow_casts();
create trigger season_participants_facts_insert after insert on public.season_participants
  referencing new table as new_rows for each statement execute function private.follow_casts();
create trigger season_participants_facts_update after update on public.season_participants
  referencing old table as old_rows new table as new_rows for each statement execute function private.follow_casts();
create trigger season_participants_hand_edit after update of placement on public.season_participants
  for each row execute function private.note_hand_edit('participants');
create trigger season_participants_log_staff after insert or update or delete on public.season_participants
  for each row when (private.is_client()) execute function private.log_staff_change('participant');

alter table public.season_participants enable row level security;
revoke all on public.season_participants from public, anon, authenticated;
grant all on public.season_participants to service_role;
-- Not the placement: pages and RPCs give it to whom it is no spoiler (results.sql).
grant select (season_id, star_id, sort_order, created_at) on public.season_participants to anon, authenticated;
grant insert (season_id, star_id, placement, sort_order),
  update (season_id, star_id, placement, sort_order),
  delete
  on public.season_participants to authenticated;
-- Readable by all: it holds two ids, and the policies of stars and seasons decide what is shown of them.
create policy "everybody reads" on public.season_participants for select to anon, authenticated using (true);
create policy "staff insert" on public.season_participants for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.season_participants for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "staff delete" on public.season_participants for delete to authenticated using ((select private.is_moderator()));
