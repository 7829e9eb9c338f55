-- The calls of an import, over the five parts of 20261121082730_imports.sql.

create function private.import_keys() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'formats', coalesce((select jsonb_agg(f.external_key) from public.formats f where f.external_key is not null), '[]'),
    'seasons', coalesce((select jsonb_agg(f.external_key || '/' || s.season_number)
      from public.seasons s join public.formats f on f.id = s.format_id where f.external_key is not null), '[]'),
    'stars', coalesce((select jsonb_agg(s.external_key) from public.stars s where s.external_key is not null), '[]'))
$$;
comment on function private.import_keys() is 'Keys of what earlier imports have brought, as importKeys: rows may refer to it.';

create function private.apply_import(tables jsonb, preview boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  missing constant text := private.import_missing(tables);
  counts jsonb := '{}';
begin
  if missing is not null then
    raise exception '%', missing using errcode = '23503', hint = 'import_dangling';
  end if;
  begin
    if tables ? 'formats' then counts := counts || jsonb_build_object('formats', private.import_formats(tables)); end if;
    if tables ? 'seasons' then counts := counts || jsonb_build_object('seasons', private.import_seasons(tables)); end if;
    if tables ? 'stars' then counts := counts || jsonb_build_object('stars', private.import_stars(tables)); end if;
    if tables ? 'participants' then counts := counts || jsonb_build_object('participants', private.import_participants(tables)); end if;
    if tables ? 'episodes' then counts := counts || jsonb_build_object('episodes', private.import_episodes(tables)); end if;
    -- A preview does everything and takes it back: what it says is what would happen.
    if preview then raise exception using errcode = 'HT001', message = 'preview'; end if;
  exception when sqlstate 'HT001' then
    return counts;
  end;
  -- Nobody else does it on the embedded database, and the next page asks for thousands of new rows.
  execute 'analyze public.formats, public.stars, public.star_scores, public.seasons, public.season_participants, public.calendar_events';
  return counts;
end $$;
comment on function private.apply_import(jsonb, boolean) is
  'Applies the tables of an import, or only says what it would do; counts of each table. All or nothing. Hint import_dangling.';

create function private.admin_import_keys() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return private.import_keys();
end $$;
comment on function private.admin_import_keys() is 'private.import_keys() for staff.';

create function private.admin_apply_import(p_tables jsonb, p_preview boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare counts jsonb;
begin
  perform private.require_moderator();
  -- Two imports at once would make the same star twice, or wait for each other's rows in a circle.
  perform pg_advisory_xact_lock(hashtextextended('import', 0));
  counts := private.apply_import(p_tables, coalesce(p_preview, true));
  if not coalesce(p_preview, true) then
    perform private.log_staff_action('import', 'import', null, counts);
  end if;
  return counts;
end $$;
comment on function private.admin_apply_import(jsonb, boolean) is 'private.apply_import() for staff, with one row of the log.';

create function public.admin_import_keys() returns jsonb
language sql stable set search_path = '' as $$ select private.admin_import_keys() $$;
comment on function public.admin_import_keys() is 'RPC for staff: keys that rows of an import may refer to, as importKeys.';

create function public.admin_apply_import(p_tables jsonb, p_preview boolean default true) returns jsonb
language sql set search_path = '' set statement_timeout = '120s' as $$ select private.admin_apply_import(p_tables, p_preview) $$;
comment on function public.admin_apply_import(jsonb, boolean) is
  'RPC for staff: applies tables that domain/src/import has checked, or previews; answers importCounts by table. Hint import_dangling.';

grant execute on function private.admin_import_keys(), private.admin_apply_import(jsonb, boolean) to authenticated;
revoke all on function public.admin_import_keys(), public.admin_apply_import(jsonb, boolean) from public, anon, authenticated;
grant execute on function public.admin_import_keys(), public.admin_apply_import(jsonb, boolean) to authenticated;
