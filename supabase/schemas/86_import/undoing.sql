-- Undoing -------------------------------------------------------------------------------------------------------------

create function private.unused_channels(made jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with going as (
    select array(select jsonb_array_elements_text(coalesce(made -> 'formats', '[]'))::uuid) as formats,
      array(select jsonb_array_elements_text(coalesce(made -> 'seasons', '[]'))::uuid) as seasons,
      array(select jsonb_array_elements_text(coalesce(made -> 'episodes', '[]'))::uuid) as events
  ), staying as materialized (
    select f.broadcaster_id, f.streaming_provider_id from public.formats f, going g where f.id <> all (g.formats)
    union select e.broadcaster_id, e.streaming_provider_id from public.calendar_events e, going g
      where (e.broadcaster_id is not null or e.streaming_provider_id is not null) and e.id <> all (g.events)
        and coalesce(e.season_id <> all (g.seasons), true) and coalesce(e.format_id <> all (g.formats), true)
  )
  select jsonb_build_object(
    'broadcasters', (select coalesce(jsonb_agg(d.id), '[]') from jsonb_array_elements_text(coalesce(made -> 'broadcasters', '[]')) d (id)
      where not exists (select from staying s where s.broadcaster_id = d.id::uuid)),
    'providers', (select coalesce(jsonb_agg(d.id), '[]') from jsonb_array_elements_text(coalesce(made -> 'providers', '[]')) d (id)
      where not exists (select from staying s where s.streaming_provider_id = d.id::uuid)))
$$;
comment on function private.unused_channels(jsonb) is
  'Of the broadcasters and providers an import made those that nothing uses but what goes with it. A part of private.undo_import().';

create function private.undo_import(import_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known private.imports;
  reverted integer;
  removed integer := 0;
  hit integer;
  restored integer := 0;
  made jsonb;
  unused jsonb;
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('import', 0));
  select * into known from private.imports i
    where i.id = import_id and i.undone_at is null and private.restorable_until(i.applied_at) > now() for update;
  -- Somebody else was first, or the 30 days are over.
  if not found then return null; end if;
  made := known.created;
  perform private.log_staff_action('undo_import', 'import', null, known.counts);
  perform set_config('hot.importing', 'true', true);
  -- What changed again since stays.
  reverted := (select count(*) from jsonb_array_elements(known.changed) c where private.set_back(c));
  if known.removed_bin is not null then
    restored := coalesce((select sum(c.value::integer) from private.bin b cross join lateral jsonb_each_text(b.counts) c where b.id = known.removed_bin), 0);
    perform private.restore_from_bin(known.removed_bin);
    perform set_config('hot.importing', 'true', true);
  end if;
  unused := private.unused_channels(made);
  perform private.put_in_bin('import', private.stored_text('import.undone', to_char(known.applied_at at time zone 'Europe/Berlin', 'DD.MM.YYYY, HH24:MI')),
    jsonb_build_object('formats', coalesce(made -> 'formats', '[]'), 'seasons', coalesce(made -> 'seasons', '[]'),
      'stars', coalesce(made -> 'stars', '[]'), 'events', coalesce(made -> 'episodes', '[]'), 'participants', coalesce(made -> 'participants', '[]')) || unused);
  delete from public.season_participants p using jsonb_to_recordset(coalesce(made -> 'participants', '[]')) as d (season_id uuid, star_id uuid)
    where p.season_id = d.season_id and p.star_id = d.star_id;
  get diagnostics hit = row_count;
  removed := removed + hit;
  removed := removed + (select count(*) from public.calendar_events e where e.id in (select jsonb_array_elements_text(coalesce(made -> 'episodes', '[]'))::uuid));
  delete from public.calendar_events e where e.id in (select jsonb_array_elements_text(coalesce(made -> 'episodes', '[]'))::uuid)
    or e.season_id in (select jsonb_array_elements_text(coalesce(made -> 'seasons', '[]'))::uuid)
    or e.format_id in (select jsonb_array_elements_text(coalesce(made -> 'formats', '[]'))::uuid);
  delete from public.seasons s where s.id in (select jsonb_array_elements_text(coalesce(made -> 'seasons', '[]'))::uuid);
  get diagnostics hit = row_count;
  removed := removed + hit;
  delete from public.stars s where s.id in (select jsonb_array_elements_text(coalesce(made -> 'stars', '[]'))::uuid);
  get diagnostics hit = row_count;
  removed := removed + hit;
  delete from public.formats f where f.id in (select jsonb_array_elements_text(coalesce(made -> 'formats', '[]'))::uuid);
  get diagnostics hit = row_count;
  removed := removed + hit;
  delete from public.broadcasters b where b.id in (select jsonb_array_elements_text(unused -> 'broadcasters')::uuid);
  delete from public.streaming_providers p where p.id in (select jsonb_array_elements_text(unused -> 'providers')::uuid);
  update private.imports i set undone_at = clock_timestamp() where i.id = import_id;
  perform set_config('hot.importing', '', true);
  return jsonb_build_object('removed', removed, 'reverted', reverted, 'kept', jsonb_array_length(known.changed) - reverted, 'restored', restored);
end $$;
comment on function private.undo_import(uuid) is 'See public.admin_undo_import().';
grant execute on function private.undo_import(uuid) to authenticated;

create function public.admin_undo_import(p_id uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '120s' as $$ select private.undo_import(p_id) $$;
comment on function public.admin_undo_import(uuid) is
  'RPC for admins: puts what an import made into the bin, and sets what it replaced back where nobody changed it since, and brings back what it took away; {removed, reverted, kept, restored}, null if it is undone or older than 30 days.';
grant execute on function public.admin_undo_import(uuid) to authenticated, service_role;

create function private.imports_page(after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 10, 50);
  last constant text[] := coalesce(private.cursor_parts(after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select i.*, row_number() over (order by i.applied_at desc, i.id desc) as nth from private.imports i
      where (i.applied_at, i.id) < (last[1]::timestamptz, last[2]::uuid) and private.restorable_until(i.applied_at) > now()
      order by i.applied_at desc, i.id desc limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'applied_at', l.applied_at,
          'applied_by_name', (select m.nickname from public.profiles m where m.id = l.applied_by), 'counts', l.counts, 'undone_at', l.undone_at) order by l.nth)
        from listed l where l.nth <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.applied_at::text, l.id::text) from listed l
        where l.nth = wanted and exists (select from listed more where more.nth > wanted))));
end $$;
comment on function private.imports_page(text, integer) is 'See public.admin_imports_page().';
grant execute on function private.imports_page(text, integer) to authenticated;

create function public.admin_imports_page(p_after text default null, p_limit integer default null) returns jsonb
language sql stable set search_path = '' as $$ select private.imports_page(p_after, p_limit) $$;
comment on function public.admin_imports_page(text, integer) is 'RPC for staff: imports of the last 30 days, latest first; {items, next}.';
grant execute on function public.admin_imports_page(text, integer) to authenticated, service_role;
