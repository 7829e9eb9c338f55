-- What an import would change, old beside new -------------------------------------------------------------------------

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
    )
    select jsonb_build_object('seen', private.import_seen(tables), 'total', (select count(*) from listed), 'locked', (select count(*) from listed l where l.locked),
      'items', coalesce(jsonb_agg(jsonb_build_object('id', l.lock_key, 'table', l.table_name, 'row', l.row_name, 'field', l.field,
        'old', l.old_value, 'new', l.new_value, 'locked', l.locked) order by l.listed_at), '[]'))
    from listed l where l.listed_at <= most);
end $$;
comment on function private.admin_import_changes(jsonb) is 'See public.admin_import_changes().';
grant execute on function private.admin_import_changes(jsonb) to authenticated;

create function public.admin_import_changes(p_tables jsonb) returns jsonb
language sql stable set search_path = '' set statement_timeout = '120s' as $$ select private.admin_import_changes(p_tables) $$;
comment on function public.admin_import_changes(jsonb) is
  'RPC for staff: which values an import would replace, {total, locked, items: [{id, table, row, field, old, new, locked}]}, at most 500 items, those corrected by hand first.';
grant execute on function public.admin_import_changes(jsonb) to authenticated, service_role;

-- New rows are named, so that a person who is there already does not come a second time unseen.

create function private.import_new(tables jsonb) returns table (table_name text, nth bigint, given jsonb)
language sql stable security definer set search_path = '' as $$
  select t.name, d.nth, d.given
  from (select distinct f.table_name as name from private.import_fields() f) t
  cross join lateral jsonb_array_elements(private.import_rows(tables, t.name)) with ordinality as d (given, nth)
  where (t.name, d.nth) not in (select r.table_name, r.nth from private.import_found(tables) r)
$$;
comment on function private.import_new(jsonb) is 'Rows of an import that private.import_found() does not find, by table and place: it would make them.';

create function private.import_doubles(tables jsonb) returns table (table_name text, nth bigint, name text, slug text)
language sql stable security definer set search_path = '' as $$
  with made as materialized (
    select n.table_name, n.nth, private.search_fold(coalesce(
      case n.table_name when 'formats' then n.given ->> 'name'
        else nullif(btrim(concat_ws(' ', n.given ->> 'first_name', n.given ->> 'last_name')), '') end, n.given ->> 'nickname', '')) as folded
    from private.import_new(tables) n where n.table_name in ('formats', 'stars')
  ), there as materialized (
    select 'formats' as table_name, f.name, f.slug, private.search_fold(f.name) as folded from public.formats f
    union all
    select 'stars', s.full_name, s.slug, private.search_fold(s.first_name || ' ' || s.last_name) from public.stars s
    union all
    select 'stars', s.full_name, s.slug, private.search_fold(s.nickname) from public.stars s where s.nickname is not null
  )
  select distinct m.table_name, m.nth, t.name, t.slug from made m
  join there t on t.table_name = m.table_name and t.folded = m.folded where m.folded <> ''
$$;
comment on function private.import_doubles(jsonb) is
  'New formats and stars of an import whose name, folded as the search does, one that is there already has: likely doubles.';

create function private.admin_import_new(tables jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object(
    'rows', coalesce((select jsonb_object_agg(t.table_name, t.rows) from (
      select n.table_name, jsonb_agg(n.nth order by n.nth) as rows from private.import_new(tables) n group by n.table_name) t), '{}'),
    'doubles', coalesce((select jsonb_agg(jsonb_build_object('table', d.table_name, 'nth', d.nth, 'name', d.name, 'slug', d.slug)
      order by d.table_name, d.nth, d.slug) from private.import_doubles(tables) d), '[]'));
end $$;
comment on function private.admin_import_new(jsonb) is 'See public.admin_import_new().';
grant execute on function private.admin_import_new(jsonb) to authenticated;

create function public.admin_import_new(p_tables jsonb) returns jsonb
language sql stable set search_path = '' set statement_timeout = '120s' as $$ select private.admin_import_new(p_tables) $$;
comment on function public.admin_import_new(jsonb) is
  'RPC for staff: which rows an import would make, {rows: {table: places from 1}, doubles: [{table, nth, name, slug}]}; doubles are formats and stars of the same name that are there already.';
grant execute on function public.admin_import_new(jsonb) to authenticated, service_role;
