-- Calls ---------------------------------------------------------------------------------------------------------------

create function private.import_keys() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'formats', coalesce((select jsonb_agg(f.external_key) from public.formats f where f.external_key is not null), '[]'),
    'seasons', coalesce((select jsonb_agg(f.external_key || '/' || s.season_number)
      from public.seasons s join public.formats f on f.id = s.format_id where f.external_key is not null), '[]'),
    'stars', coalesce((select jsonb_agg(s.external_key) from public.stars s where s.external_key is not null), '[]'))
$$;
comment on function private.import_keys() is 'Keys of what earlier imports have brought, as importKeys: rows may refer to it.';

create function private.admin_import_keys() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return private.import_keys();
end $$;
comment on function private.admin_import_keys() is 'private.import_keys() for staff.';
grant execute on function private.admin_import_keys() to authenticated;

create function public.admin_import_keys() returns jsonb
language sql stable set search_path = '' as $$ select private.admin_import_keys() $$;
comment on function public.admin_import_keys() is 'RPC for staff: keys that rows of an import may refer to, as importKeys.';
grant execute on function public.admin_import_keys() to authenticated, service_role;
