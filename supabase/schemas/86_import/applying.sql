-- Imports that spare what people corrected, and can be undone (docs/decisions/072-import-safety.md) -------------------

-- A repeated import leaves corrections by hand alone, and a wrong one is undone as a whole.

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

create function private.apply_import(tables jsonb, preview boolean, unlock text[] default '{}', remove text[] default '{}') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chosen constant jsonb := private.unlocked_tables(tables, coalesce(unlock, '{}'));
  missing constant text := private.import_missing(tables);
  before jsonb;
  channels jsonb;
  taken jsonb;
  counts jsonb := '{}';
begin
  if missing is not null then
    perform private.refuse('import.import_dangling.format', '23503', missing);
  end if;
  if preview then return private.import_preview(chosen); end if;
  perform set_config('hot.importing', 'true', true);
  before := (select jsonb_object_agg(r.table_name || ':' || r.row_id || ':' || r.part_id, r.stored) from private.import_found(chosen) r);
  taken := private.remove_absent(tables, coalesce(remove, '{}'));
  channels := private.import_channels(chosen);
  if tables ? 'formats' then counts := counts || jsonb_build_object('formats', private.import_formats(chosen)); end if;
  if tables ? 'seasons' then counts := counts || jsonb_build_object('seasons', private.import_seasons(chosen)); end if;
  if tables ? 'stars' then counts := counts || jsonb_build_object('stars', private.import_stars(chosen)); end if;
  if tables ? 'participants' then counts := counts || jsonb_build_object('participants', private.import_participants(chosen)); end if;
  if tables ? 'episodes' then counts := counts || jsonb_build_object('episodes', private.import_episodes(chosen)); end if;
  counts := counts || coalesce((
    select jsonb_object_agg(t.key, counts -> t.key || jsonb_build_object('removed', t.value)) from jsonb_each(taken -> 'counts') t), '{}');
  perform private.note_import(chosen, coalesce(before, '{}'), counts, channels, (taken ->> 'bin')::uuid);
  delete from private.hand_edits h where concat_ws(':', h.table_name, h.row_id, h.part_id, h.column_name) = any (unlock);
  perform set_config('hot.importing', '', true);
  -- The embedded database has no autovacuum, and the next page reads thousands of new rows.
  execute 'analyze public.formats, public.stars, public.star_scores, public.seasons, public.season_participants, public.calendar_events';
  return counts;
end $$;
comment on function private.apply_import(jsonb, boolean, text[], text[]) is
  'Applies the tables of an import, or only says what it would do; counts of each table. All or nothing. What was corrected by hand stays, but for the lock keys in unlock; what the files lack stays, but for the ids of private.import_absent() in remove. Hint import_dangling.';

create function private.remove_absent(tables jsonb, remove text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  going jsonb;
  entry uuid;
  series uuid[];
begin
  if cardinality(remove) = 0 then return '{"counts": {}}'; end if;
  perform private.require_admin();
  going := (select jsonb_build_object(
      'participants', coalesce(jsonb_agg(jsonb_build_object('season_id', a.row_id, 'star_id', a.part_id)) filter (where a.table_name = 'participants'), '[]'),
      'events', coalesce(jsonb_agg(a.row_id) filter (where a.table_name = 'episodes'), '[]'))
    from private.import_absent(tables) a where concat_ws(':', a.table_name, a.row_id, a.part_id) = any (remove));
  if jsonb_array_length(going -> 'participants') + jsonb_array_length(going -> 'events') <> cardinality(remove) then
    perform private.refuse('import.import_changed');
  end if;
  perform private.put_in_bin('import', private.stored_text('import.removed', to_char(now() at time zone 'Europe/Berlin', 'DD.MM.YYYY, HH24:MI')), going);
  -- Imports wait for each other, so the latest entry is this one.
  entry := (select b.id from private.bin b where b.kind = 'import' order by b.removed_at desc, b.id desc limit 1);
  delete from public.season_participants p using jsonb_to_recordset(going -> 'participants') as d (season_id uuid, star_id uuid)
    where p.season_id = d.season_id and p.star_id = d.star_id;
  with gone as (
    delete from public.calendar_events e where e.id in (select jsonb_array_elements_text(going -> 'events')::uuid) returning e.series_parent_id
  ) select array_agg(distinct g.series_parent_id) filter (where g.series_parent_id is not null) into series from gone g;
  perform private.end_series(s.id) from unnest(series) s (id);
  return jsonb_build_object('bin', entry, 'counts', jsonb_strip_nulls(jsonb_build_object(
    'participants', nullif(jsonb_array_length(going -> 'participants'), 0), 'episodes', nullif(jsonb_array_length(going -> 'events'), 0))));
end $$;
comment on function private.remove_absent(jsonb, text[]) is
  'Puts into the bin what the files of an import lack and somebody ticked; admins only, since it deletes. {bin, counts}. A part of private.apply_import().';

create function private.note_import(tables jsonb, before jsonb, counts jsonb, channels jsonb, removed_bin uuid) returns void
language sql security definer set search_path = '' as $$
  with now_there as materialized (
    select r.*, before -> (r.table_name || ':' || r.row_id || ':' || r.part_id) as was from private.import_found(tables) r
  ), made as (
    select coalesce(jsonb_object_agg(m.table_name, m.ids), '{}') || channels as created from (
      select n.table_name, jsonb_agg(case when n.table_name = 'participants'
        then jsonb_build_object('season_id', n.row_id, 'star_id', n.part_id) else to_jsonb(n.row_id) end) as ids
      from now_there n where n.was is null group by n.table_name) m
  ), replaced as (
    select coalesce(jsonb_agg(jsonb_build_object('table', n.table_name, 'id', n.row_id, 'part', n.part_id, 'column', f.column_name,
      'old', n.was -> f.column_name, 'new', n.stored -> f.column_name)), '[]') as changed
    from now_there n join private.import_fields() f on f.table_name = n.table_name
    where n.was is not null and n.was -> f.column_name is distinct from n.stored -> f.column_name
  ), said as (
    -- What was asked and answered, where the key itself does not say it.
    select n.table_name, n.key, n.row_id
    from (values ('formats', 'key'), ('stars', 'key'), ('episodes', 'external_key')) t (name, key)
    cross join lateral jsonb_array_elements(private.import_rows(tables, t.name)) d
    join private.import_names(tables) n on n.table_name = t.name and n.key = d ->> t.key and n.row_id = private.as_uuid(d ->> 'same')
  ), noted as (
    insert into private.imports (applied_by, counts, created, changed, removed_bin)
      select auth.uid(), counts, made.created, replaced.changed, note_import.removed_bin from made, replaced
      where made.created <> '{}' or replaced.changed <> '[]' or note_import.removed_bin is not null or exists (select from said)
      returning id
  )
  insert into private.import_keys as k (table_name, key, row_id, import_id) select s.table_name, s.key, s.row_id, i.id from said s, noted i
    on conflict (table_name, key) do update set row_id = excluded.row_id, import_id = excluded.import_id where k.row_id <> excluded.row_id
      or exists (select from private.imports u where u.id = k.import_id and u.undone_at is not null)
$$;
comment on function private.note_import(jsonb, jsonb, jsonb, jsonb, uuid) is
  'Notes what an import made, replaced and took away, and which keys it was told mean what; before has the rows as they were, by table and ids.';

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

create function private.admin_apply_import(p_tables jsonb, p_preview boolean, p_unlock text[], p_seen text, p_remove text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare counts jsonb;
begin
  perform private.require_moderator();
  if greatest(cardinality(p_unlock), cardinality(p_remove)) > 500 then perform private.refuse('import.row_count'); end if;
  -- Concurrent imports could create a star twice, or deadlock.
  perform pg_advisory_xact_lock(hashtextextended('import', 0));
  if not coalesce(p_preview, true) and p_seen is distinct from private.import_seen(p_tables) then
    perform private.refuse('import.import_changed');
  end if;
  counts := private.apply_import(p_tables, coalesce(p_preview, true), p_unlock, p_remove);
  if not coalesce(p_preview, true) then
    perform private.log_staff_action('import', 'import', null, counts);
  end if;
  return counts;
end $$;
comment on function private.admin_apply_import(jsonb, boolean, text[], text, text[]) is 'See public.admin_apply_import().';
grant execute on function private.admin_apply_import(jsonb, boolean, text[], text, text[]) to authenticated;

create function public.admin_apply_import(p_tables jsonb, p_preview boolean default true, p_unlock text[] default '{}', p_seen text default null,
  p_remove text[] default '{}') returns jsonb
language sql set search_path = '' set statement_timeout = '120s' as $$ select private.admin_apply_import(p_tables, p_preview, p_unlock, p_seen, p_remove) $$;
comment on function public.admin_apply_import(jsonb, boolean, text[], text, text[]) is
  'RPC for staff: imports rows, or counts what that would do. p_unlock: values corrected by hand that are replaced. p_seen: what admin_import_changes() answered; if anything has changed since, nothing is imported. p_remove, admins only: ids of its absent rows that go into the bin.';
grant execute on function public.admin_apply_import(jsonb, boolean, text[], text, text[]) to authenticated, service_role;
