-- What an import would change, old beside new --------------------------------------------------------------------------------

-- A preview counted changed rows; whoever repeats an import should see which of their own corrections it takes back.

create function private.import_changes(tables jsonb) returns table (place integer, table_name text, row_name text, field text, old_value text, new_value text)
language sql stable set search_path = '' as $$
  select 1, 'formats', f.name, c.field, c.was, c.will
  from jsonb_to_recordset(private.import_rows(tables, 'formats')) as d (key text, name text, short_name text, description text, broadcaster text,
    streaming_provider text)
  join public.formats f on f.external_key = d.key
  left join public.broadcasters b on b.id = f.broadcaster_id
  left join public.streaming_providers p on p.id = f.streaming_provider_id
  cross join lateral (values ('name', f.name, d.name), ('short_name', f.short_name, d.short_name), ('description', f.description, d.description),
    ('broadcaster', b.name, d.broadcaster), ('streaming_provider', p.name, d.streaming_provider)) as c (field, was, will)
  where c.will is not null and c.will is distinct from c.was
  union all
  select 2, 'seasons', f.name || ', Staffel ' || s.season_number, c.field, c.was, c.will
  from jsonb_to_recordset(private.import_rows(tables, 'seasons')) as d (format_key text, season_number integer, title text, start_date date,
    end_date date, location text)
  join public.formats f on f.external_key = d.format_key
  join public.seasons s on s.format_id = f.id and s.season_number = d.season_number
  cross join lateral (values ('title', s.title, d.title), ('start_date', s.start_date::text, d.start_date::text),
    ('end_date', s.end_date::text, d.end_date::text), ('location', s.location, d.location)) as c (field, was, will)
  where c.will is not null and c.will is distinct from c.was
  union all
  select 3, 'stars', s.full_name, c.field, c.was, c.will
  from jsonb_to_recordset(private.import_rows(tables, 'stars')) as d (key text, first_name text, last_name text, nickname text, birthdate date)
  join public.stars s on s.external_key = d.key
  cross join lateral (values ('first_name', s.first_name, d.first_name), ('last_name', s.last_name, d.last_name),
    ('nickname', s.nickname, d.nickname), ('date_of_birth', s.birthdate::text, d.birthdate::text)) as c (field, was, will)
  where c.will is not null and c.will is distinct from c.was
  union all
  select 4, 'participants', x.full_name || ', ' || f.name || ', Staffel ' || s.season_number, 'place', p.placement, d.placement
  from jsonb_to_recordset(private.import_rows(tables, 'participants')) as d (format_key text, season_number integer, star_key text, placement text)
  join public.formats f on f.external_key = d.format_key
  join public.seasons s on s.format_id = f.id and s.season_number = d.season_number
  join public.stars x on x.external_key = d.star_key
  join public.season_participants p on p.season_id = s.id and p.star_id = x.id
  where d.placement is not null and d.placement is distinct from p.placement
  union all
  select 5, 'episodes', e.format_name || ', Staffel ' || e.season_number || ', Folge ' || d.episode_number, c.field, c.was, c.will
  from jsonb_to_recordset(private.import_rows(tables, 'episodes')) as d (external_key text, episode_number integer, title text, date date,
    duration_minutes integer)
  join public.calendar_events e on e.external_key = d.external_key
  cross join lateral (values ('title', e.title, d.title), ('date', e.event_date::text, d.date::text),
    ('duration_minutes', e.duration_minutes::text, d.duration_minutes::text), ('episode_number', e.episode_number::text, d.episode_number::text))
    as c (field, was, will)
  where c.will is not null and c.will is distinct from c.was
$$;
comment on function private.import_changes(jsonb) is
  'Values that the tables of an import would replace, by the names of their columns in the files; by the same rules as private.apply_import().';

create function private.admin_import_changes(tables jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
-- More are read by nobody, and a first import of thousands of rows changes none.
declare most constant integer := 500;
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select c.*, row_number() over (order by c.place, c.row_name, c.field) as nth from private.import_changes(tables) c
    )
    select jsonb_build_object('total', (select count(*) from listed), 'items', coalesce(jsonb_agg(jsonb_build_object(
      'table', l.table_name, 'row', l.row_name, 'field', l.field, 'old', l.old_value, 'new', l.new_value) order by l.nth), '[]'))
    from listed l where l.nth <= most);
end $$;
comment on function private.admin_import_changes(jsonb) is 'See public.admin_import_changes().';

create function public.admin_import_changes(p_tables jsonb) returns jsonb
language sql stable set search_path = '' set statement_timeout = '120s' as $$ select private.admin_import_changes(p_tables) $$;
comment on function public.admin_import_changes(jsonb) is
  'RPC for staff: which values an import would replace, {total, items: [{table, row, field, old, new}]}, at most 500 items.';
revoke all on function public.admin_import_changes(jsonb), private.admin_import_changes(jsonb), private.import_changes(jsonb)
  from public, anon, authenticated;
grant execute on function public.admin_import_changes(jsonb), private.admin_import_changes(jsonb) to authenticated;
