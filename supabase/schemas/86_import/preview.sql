-- What an import would change, old beside new -------------------------------------------------------------------------

create function private.import_changes(tables jsonb) returns table (
  place integer, table_name text, row_name text, field text, given_key text, old_value text, new_value text, nth bigint, lock_key text, locked boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select f.place, r.table_name, r.row_name, f.field, f.given_key, r.known ->> f.given_key, r.given ->> f.given_key, r.nth,
    concat_ws(':', r.table_name, r.row_id, r.part_id, f.column_name),
    exists (select from private.hand_edits h where h.table_name = r.table_name and h.row_id = r.row_id and h.part_id = r.part_id
      and h.column_name = f.column_name)
  from private.import_found(tables) r
  join private.import_fields() f on f.table_name = r.table_name and f.field is not null
  where r.given ->> f.given_key is not null and r.given ->> f.given_key is distinct from r.known ->> f.given_key;
end $$;
comment on function private.import_changes(jsonb) is
  'Values that the tables of an import would replace, by the names of their columns in the files; those that were corrected by hand are locked.';

create function private.import_preview(tables jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with found as materialized (
    select r.table_name, r.nth,
      bool_or(r.given ->> f.given_key is not null and r.given ->> f.given_key is distinct from r.known ->> f.given_key) as differs
    from private.import_found(tables) r join private.import_fields() f on f.table_name = r.table_name
    group by r.table_name, r.nth
  ), made as materialized (select n.table_name, count(*) as rows from private.import_new(tables) n group by n.table_name)
  select coalesce(jsonb_object_agg(t.name, (
    select private.import_counted((count(*) + coalesce(m.rows, 0))::integer, (count(*) filter (where f.differs) + coalesce(m.rows, 0))::integer,
      coalesce(m.rows, 0)::integer)
    from found f where f.table_name = t.name)), '{}')
  from (select distinct f.table_name as name from private.import_fields() f) t left join made m on m.table_name = t.name where tables ? t.name
$$;
comment on function private.import_preview(jsonb) is
  'What private.apply_import() would count, by comparing: it took seconds to do everything and roll it back, while others waited.';

-- What an import leaves alone: empty cells, and what stands here but in no row.

create function private.import_kept(tables jsonb) returns table (place integer, table_name text, row_name text, field text, value text)
language sql stable security definer set search_path = '' as $$
  select f.place, r.table_name, r.row_name, f.field, r.known ->> f.given_key
  from private.import_found(tables) r join private.import_fields() f on f.table_name = r.table_name and f.field is not null
  -- A column that the file does not have has no empty cells.
  where r.given ? f.given_key and r.given ->> f.given_key is null and r.known ->> f.given_key is not null
$$;
comment on function private.import_kept(jsonb) is 'Values that stay because their cells are empty.';

create function private.import_absent(tables jsonb) returns table (place integer, table_name text, row_id uuid, part_id uuid, row_name text)
language sql stable security definer set search_path = '' as $$
  with names as materialized (select * from private.import_names(tables)),
  found as materialized (select f.table_name, f.row_id, f.part_id from private.import_found(tables) f where f.table_name in ('participants', 'episodes')),
  -- A file speaks for the seasons it names.
  seasons as (
    select distinct t.name, s.id, f.name as format_name, s.season_number
    from (values ('participants'), ('episodes')) t (name)
    cross join lateral jsonb_array_elements(private.import_rows(tables, t.name)) d
    join names n on n.table_name = 'formats' and n.key = d ->> 'format_key'
    join public.formats f on f.id = n.row_id
    join public.seasons s on s.format_id = f.id and s.season_number = (d ->> 'season_number')::integer
  )
  select 4, 'participants', p.season_id, p.star_id, x.full_name || ', ' || s.format_name || ', Staffel ' || s.season_number
  from seasons s join public.season_participants p on p.season_id = s.id join public.stars x on x.id = p.star_id
  where s.name = 'participants'
    and not exists (select from found f where f.table_name = s.name and f.row_id = p.season_id and f.part_id = p.star_id)
  union all
  select 5, 'episodes', e.id, '00000000-0000-0000-0000-000000000000'::uuid,
    concat_ws(', ', s.format_name || ', Staffel ' || s.season_number, private.stored_text('calendar.episode', e.episode_number::text), e.title, to_char(e.event_date, 'DD.MM.YYYY'))
  from seasons s join public.calendar_events e on e.season_id = s.id and e.is_occurrence
  where s.name = 'episodes' and not exists (select from found f where f.table_name = s.name and f.row_id = e.id)
    -- A list without kinds is one of numbered episodes.
    and (e.episode_number is not null and not e.is_rerun
      or exists (select from jsonb_array_elements(private.import_rows(tables, 'episodes')) d where d ? 'kind'))
$$;
comment on function private.import_absent(jsonb) is
  'Places in casts and episodes that stand in no row of an import, of the seasons that its files of casts and episodes name.';

create function private.admin_import_changes(tables jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
-- More are read by nobody, and a first import of thousands of rows changes none.
declare most constant integer := 500;
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      -- Those to decide about first.
      select c.*, row_number() over (order by c.locked desc, c.place, c.row_name, c.field) as listed_at from private.import_changes(tables) c
    ), kept as materialized (
      select k.*, row_number() over (order by k.place, k.row_name, k.field) as listed_at from private.import_kept(tables) k
    ), absent as materialized (
      select a.*, row_number() over (order by a.place, a.row_name, a.row_id) as listed_at from private.import_absent(tables) a
    )
    select jsonb_build_object('seen', private.import_seen(tables), 'total', (select count(*) from listed), 'locked', (select count(*) from listed l where l.locked),
      'items', coalesce((select jsonb_agg(jsonb_build_object('id', l.lock_key, 'table', l.table_name, 'row', l.row_name, 'field', l.field,
        'old', l.old_value, 'new', l.new_value, 'locked', l.locked) order by l.listed_at) from listed l where l.listed_at <= most), '[]'),
      'kept', jsonb_build_object('total', (select count(*) from kept), 'items', coalesce((
        select jsonb_agg(jsonb_build_object('table', k.table_name, 'row', k.row_name, 'field', k.field, 'value', k.value) order by k.listed_at)
        from kept k where k.listed_at <= most), '[]')),
      'absent', jsonb_build_object('total', (select count(*) from absent), 'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', concat_ws(':', a.table_name, a.row_id, a.part_id), 'table', a.table_name, 'row', a.row_name)
          order by a.listed_at) from absent a where a.listed_at <= most), '[]'))));
end $$;
comment on function private.admin_import_changes(jsonb) is 'See public.admin_import_changes().';
grant execute on function private.admin_import_changes(jsonb) to authenticated;

create function public.admin_import_changes(p_tables jsonb) returns jsonb
language sql stable set search_path = '' set statement_timeout = '120s' as $$ select private.admin_import_changes(p_tables) $$;
comment on function public.admin_import_changes(jsonb) is
  'RPC for staff: which values an import would replace, {total, locked, items: [{id, table, row, field, old, new, locked}]}, at most 500 items, those corrected by hand first; kept: what empty cells leave; absent: what stands in no row.';
grant execute on function public.admin_import_changes(jsonb) to authenticated, service_role;
