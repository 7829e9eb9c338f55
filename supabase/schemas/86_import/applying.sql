-- Imports that spare what people corrected, and can be undone (docs/decisions/072-import-safety.md) -------------------

-- A repeated import leaves corrections by hand alone, and a wrong one is undone as a whole.

create function private.import_fields() returns table (
  place integer, table_name text, target text, field text, given_key text, column_name text
)
language sql immutable parallel safe set search_path = '' as $$
  values (1, 'formats', 'public.formats', 'name', 'name', 'name'), (1, 'formats', 'public.formats', 'short_name', 'short_name', 'short_name'),
    (1, 'formats', 'public.formats', 'description', 'description', 'description'),
    (1, 'formats', 'public.formats', 'broadcaster', 'broadcaster', 'broadcaster_id'),
    (1, 'formats', 'public.formats', 'streaming_provider', 'streaming_provider', 'streaming_provider_id'),
    (2, 'seasons', 'public.seasons', 'title', 'title', 'title'), (2, 'seasons', 'public.seasons', 'start_date', 'start_date', 'start_date'),
    (2, 'seasons', 'public.seasons', 'end_date', 'end_date', 'end_date'), (2, 'seasons', 'public.seasons', 'location', 'location', 'location'),
    (2, 'seasons', 'public.seasons', null, 'external_key', 'external_key'),
    (3, 'stars', 'public.stars', 'first_name', 'first_name', 'first_name'), (3, 'stars', 'public.stars', 'last_name', 'last_name', 'last_name'),
    (3, 'stars', 'public.stars', 'nickname', 'nickname', 'nickname'), (3, 'stars', 'public.stars', 'date_of_birth', 'birthdate', 'birthdate'),
    (4, 'participants', 'public.season_participants', 'place', 'placement', 'placement'),
    (4, 'participants', 'public.season_participants', null, 'sort_order', 'sort_order'),
    (5, 'episodes', 'public.calendar_events', 'title', 'title', 'title'), (5, 'episodes', 'public.calendar_events', 'date', 'date', 'event_date'),
    (5, 'episodes', 'public.calendar_events', 'duration_minutes', 'duration_minutes', 'duration_minutes'),
    (5, 'episodes', 'public.calendar_events', 'episode_number', 'episode_number', 'episode_number'),
    (5, 'episodes', 'public.calendar_events', null, 'season_id', 'season_id')
$$;
comment on function private.import_fields() is
  'What an import writes: the column of the file, the key in private.apply_import(), the column of the table. Without a field: written on the way, neither shown nor locked.';

-- What a merge fills in or gives back nobody has corrected.
create function private.note_hand_edit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was constant jsonb := to_jsonb(old);
  row_now constant jsonb := to_jsonb(new);
begin
  -- Jobs and commands have no account, and an import is no work by hand.
  if auth.uid() is null or coalesce(current_setting('hot.importing', true), '') = 'true' or current_setting('hot.restoring', true) = 'on' then
    return null;
  end if;
  insert into private.hand_edits as h (table_name, row_id, part_id, column_name)
    select f.table_name, coalesce(row_now ->> 'id', row_now ->> 'season_id')::uuid,
      coalesce(case when f.table_name = 'participants' then row_now ->> 'star_id' end, '00000000-0000-0000-0000-000000000000')::uuid, f.column_name
    from private.import_fields() f
    where f.table_name = tg_argv[0] and f.field is not null and was -> f.column_name is distinct from row_now -> f.column_name
    on conflict (table_name, row_id, part_id, column_name) do update set edited_at = excluded.edited_at;
  return null;
end $$;
comment on function private.note_hand_edit() is 'Notes columns of an import that a person changed; the argument is the table in the import.';

create function private.import_found(tables jsonb) returns table (
  table_name text, row_id uuid, part_id uuid, row_name text, nth bigint, given jsonb, known jsonb, stored jsonb
)
language sql stable security definer set search_path = '' as $$
  select 'formats', f.id, '00000000-0000-0000-0000-000000000000'::uuid, f.name, d.nth, d.given,
    to_jsonb(f) || jsonb_build_object('broadcaster', b.name, 'streaming_provider', p.name), to_jsonb(f)
  from jsonb_array_elements(private.import_rows(tables, 'formats')) with ordinality as d (given, nth)
  join public.formats f on f.external_key = d.given ->> 'key'
  left join public.broadcasters b on b.id = f.broadcaster_id
  left join public.streaming_providers p on p.id = f.streaming_provider_id
  union all
  select 'seasons', s.id, '00000000-0000-0000-0000-000000000000', f.name || ', Staffel ' || s.season_number, d.nth, d.given, to_jsonb(s), to_jsonb(s)
  from jsonb_array_elements(private.import_rows(tables, 'seasons')) with ordinality as d (given, nth)
  join public.formats f on f.external_key = d.given ->> 'format_key'
  join public.seasons s on s.format_id = f.id and s.season_number = (d.given ->> 'season_number')::integer
  union all
  select 'stars', s.id, '00000000-0000-0000-0000-000000000000', s.full_name, d.nth, d.given, to_jsonb(s), to_jsonb(s)
  from jsonb_array_elements(private.import_rows(tables, 'stars')) with ordinality as d (given, nth)
  join public.stars s on s.external_key = d.given ->> 'key'
  union all
  select 'participants', p.season_id, p.star_id, x.full_name || ', ' || f.name || ', Staffel ' || s.season_number, d.nth, d.given, to_jsonb(p), to_jsonb(p)
  from jsonb_array_elements(private.import_rows(tables, 'participants')) with ordinality as d (given, nth)
  join public.formats f on f.external_key = d.given ->> 'format_key'
  join public.seasons s on s.format_id = f.id and s.season_number = (d.given ->> 'season_number')::integer
  join public.stars x on x.external_key = d.given ->> 'star_key'
  join public.season_participants p on p.season_id = s.id and p.star_id = x.id
  union all
  select 'episodes', e.id, '00000000-0000-0000-0000-000000000000',
    e.format_name || ', Staffel ' || e.season_number || ', Folge ' || (d.given ->> 'episode_number'), d.nth,
    -- A season that the same import makes is another one than now.
    d.given || jsonb_build_object('season_id', coalesce(s.id::text, 'new')),
    to_jsonb(e) || jsonb_build_object('date', e.event_date), to_jsonb(e)
  from jsonb_array_elements(private.import_rows(tables, 'episodes')) with ordinality as d (given, nth)
  join public.calendar_events e on e.external_key = d.given ->> 'external_key'
  left join public.formats f on f.external_key = d.given ->> 'format_key'
  left join public.seasons s on s.format_id = f.id and s.season_number = (d.given ->> 'season_number')::integer
$$;
comment on function private.import_found(jsonb) is
  'Rows that the tables of an import find, by the rules of private.apply_import(): given is the row of the file (with the season of an episode), known has the same keys, stored is the row of the table.';

create function private.import_changes(tables jsonb) returns table (
  place integer, table_name text, row_name text, field text, given_key text, old_value text, new_value text, nth bigint, lock_key text, locked boolean
)
language sql stable security definer set search_path = '' as $$
  select f.place, r.table_name, r.row_name, f.field, f.given_key, r.known ->> f.given_key, r.given ->> f.given_key, r.nth,
    concat_ws(':', r.table_name, r.row_id, r.part_id, f.column_name),
    exists (select from private.hand_edits h where h.table_name = r.table_name and h.row_id = r.row_id and h.part_id = r.part_id
      and h.column_name = f.column_name)
  from private.import_found(tables) r
  join private.import_fields() f on f.table_name = r.table_name and f.field is not null
  where r.given ->> f.given_key is not null and r.given ->> f.given_key is distinct from r.known ->> f.given_key
$$;
comment on function private.import_changes(jsonb) is
  'Values that the tables of an import would replace, by the names of their columns in the files; those that were corrected by hand are locked.';

create function private.import_preview(tables jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with found as (
    select r.table_name, r.nth,
      bool_or(r.given ->> f.given_key is not null and r.given ->> f.given_key is distinct from r.known ->> f.given_key) as differs
    from private.import_found(tables) r join private.import_fields() f on f.table_name = r.table_name
    group by r.table_name, r.nth
  )
  select coalesce(jsonb_object_agg(t.name, (
    select private.import_counted(jsonb_array_length(private.import_rows(tables, t.name)),
      (jsonb_array_length(private.import_rows(tables, t.name)) - count(*) + count(*) filter (where f.differs))::integer,
      (jsonb_array_length(private.import_rows(tables, t.name)) - count(*))::integer)
    from found f where f.table_name = t.name)), '{}')
  from (select distinct f.table_name as name from private.import_fields() f) t where tables ? t.name
$$;
comment on function private.import_preview(jsonb) is
  'What private.apply_import() would count, by comparing: it took seconds to do everything and roll it back, while others waited.';

create function private.unlocked_tables(tables jsonb, unlock text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- A locked value is given as it is, so that the import finds nothing to change there.
  with kept as (
    select c.table_name, c.nth, jsonb_object_agg(c.given_key, c.old_value) as known
    from private.import_changes(tables) c where c.locked and not c.lock_key = any (unlock) group by c.table_name, c.nth
  )
  select tables || coalesce((
    select jsonb_object_agg(spared.table_name, spared.given) from (
      select t.table_name, jsonb_agg(d.given || coalesce(k.known, '{}') order by d.nth) as given
      from (select distinct kept.table_name from kept) t
      cross join lateral jsonb_array_elements(private.import_rows(tables, t.table_name)) with ordinality as d (given, nth)
      left join kept k on k.table_name = t.table_name and k.nth = d.nth
      group by t.table_name) spared), '{}')
$$;
comment on function private.unlocked_tables(jsonb, text[]) is
  'The tables of an import with what was corrected by hand left as it is, but for the given lock keys of private.import_changes().';

create function private.apply_import(tables jsonb, preview boolean, unlock text[] default '{}') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chosen constant jsonb := private.unlocked_tables(tables, coalesce(unlock, '{}'));
  missing constant text := private.import_missing(tables);
  before jsonb;
  counts jsonb := '{}';
begin
  if missing is not null then
    perform private.refuse('import.import_dangling.format', '23503', missing);
  end if;
  if preview then return private.import_preview(chosen); end if;
  perform set_config('hot.importing', 'true', true);
  before := (select jsonb_object_agg(r.table_name || ':' || r.row_id || ':' || r.part_id, r.stored) from private.import_found(chosen) r);
  if tables ? 'formats' then counts := counts || jsonb_build_object('formats', private.import_formats(chosen)); end if;
  if tables ? 'seasons' then counts := counts || jsonb_build_object('seasons', private.import_seasons(chosen)); end if;
  if tables ? 'stars' then counts := counts || jsonb_build_object('stars', private.import_stars(chosen)); end if;
  if tables ? 'participants' then counts := counts || jsonb_build_object('participants', private.import_participants(chosen)); end if;
  if tables ? 'episodes' then counts := counts || jsonb_build_object('episodes', private.import_episodes(chosen)); end if;
  perform private.note_import(chosen, coalesce(before, '{}'), counts);
  delete from private.hand_edits h where concat_ws(':', h.table_name, h.row_id, h.part_id, h.column_name) = any (unlock);
  perform set_config('hot.importing', '', true);
  -- The embedded database has no autovacuum, and the next page reads thousands of new rows.
  execute 'analyze public.formats, public.stars, public.star_scores, public.seasons, public.season_participants, public.calendar_events';
  return counts;
end $$;
comment on function private.apply_import(jsonb, boolean, text[]) is
  'Applies the tables of an import, or only says what it would do; counts of each table. All or nothing. What was corrected by hand stays, but for the lock keys in unlock. Hint import_dangling.';

create function private.note_import(tables jsonb, before jsonb, counts jsonb) returns void
language sql security definer set search_path = '' as $$
  with now_there as materialized (
    select r.*, before -> (r.table_name || ':' || r.row_id || ':' || r.part_id) as was from private.import_found(tables) r
  ), made as (
    select coalesce(jsonb_object_agg(m.table_name, m.ids), '{}') as created from (
      select n.table_name, jsonb_agg(case when n.table_name = 'participants'
        then jsonb_build_object('season_id', n.row_id, 'star_id', n.part_id) else to_jsonb(n.row_id) end) as ids
      from now_there n where n.was is null group by n.table_name) m
  ), replaced as (
    select coalesce(jsonb_agg(jsonb_build_object('table', n.table_name, 'id', n.row_id, 'part', n.part_id, 'column', f.column_name,
      'old', n.was -> f.column_name, 'new', n.stored -> f.column_name)), '[]') as changed
    from now_there n join private.import_fields() f on f.table_name = n.table_name
    where n.was is not null and n.was -> f.column_name is distinct from n.stored -> f.column_name
  )
  insert into private.imports (applied_by, counts, created, changed)
    select auth.uid(), counts, made.created, replaced.changed from made, replaced where made.created <> '{}' or replaced.changed <> '[]'
$$;
comment on function private.note_import(jsonb, jsonb, jsonb) is 'Notes what an import made and replaced; before has the rows as they were, by table and ids.';

-- An import that is applied is the one that was shown -----------------------------------------------------------------

create function private.import_seen(tables jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select md5(concat_ws('|', md5(tables::text),
    (select md5(string_agg(concat_ws(':', f.table_name, f.nth, f.row_id, f.part_id), '|' order by f.table_name, f.nth, f.row_id, f.part_id))
      from private.import_found(tables) f),
    (select md5(string_agg(jsonb_build_array(c.lock_key, c.old_value, c.new_value, c.locked)::text, '|' order by c.lock_key, c.nth))
      from private.import_changes(tables) c)))
$$;
comment on function private.import_seen(jsonb) is
  'What an import is and what it would do at the moment: its rows, those that are there already, and each value it would replace.';

create function private.admin_apply_import(p_tables jsonb, p_preview boolean, p_unlock text[], p_seen text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare counts jsonb;
begin
  perform private.require_moderator();
  if cardinality(p_unlock) > 500 then perform private.refuse('import.row_count'); end if;
  -- Concurrent imports could create a star twice, or deadlock.
  perform pg_advisory_xact_lock(hashtextextended('import', 0));
  if not coalesce(p_preview, true) and p_seen is distinct from private.import_seen(p_tables) then
    perform private.refuse('import.import_changed');
  end if;
  counts := private.apply_import(p_tables, coalesce(p_preview, true), p_unlock);
  if not coalesce(p_preview, true) then
    perform private.log_staff_action('import', 'import', null, counts);
  end if;
  return counts;
end $$;
comment on function private.admin_apply_import(jsonb, boolean, text[], text) is 'See public.admin_apply_import().';
grant execute on function private.admin_apply_import(jsonb, boolean, text[], text) to authenticated;

create function public.admin_apply_import(p_tables jsonb, p_preview boolean default true, p_unlock text[] default '{}', p_seen text default null) returns jsonb
language sql set search_path = '' set statement_timeout = '120s' as $$ select private.admin_apply_import(p_tables, p_preview, p_unlock, p_seen) $$;
comment on function public.admin_apply_import(jsonb, boolean, text[], text) is
  'RPC for staff: imports rows, or counts what that would do. p_unlock: values corrected by hand that are replaced. p_seen: what admin_import_changes() answered; if anything has changed since, nothing is imported.';
grant execute on function public.admin_apply_import(jsonb, boolean, text[], text) to authenticated, service_role;
