-- Calls ---------------------------------------------------------------------------------------------------------------

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
