-- The export covers everything stored about a member, passkeys for signing in included: their names and times, not their keys.
-- A Supabase project of before passkeys has no such table, so it is looked for when the export is made.
create function private.export_passkeys(me uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('auth.webauthn_credentials') is null then return '{}'; end if;
  return (
    select jsonb_build_object('auth.webauthn_credentials', jsonb_agg(jsonb_build_object('friendly_name', c.friendly_name,
      'aaguid', c.aaguid, 'transports', c.transports, 'created_at', c.created_at, 'last_used_at', c.last_used_at)))
    from auth.webauthn_credentials c where c.user_id = me);
end $$;
comment on function private.export_passkeys(uuid) is 'Export: passkeys the member signs in with, without their keys.';

create or replace function private.export_own_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  tables jsonb;
begin
  if not exists (select from public.profiles p where p.id = me) then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.use_quota('exports', 10);
  select jsonb_object_agg(t.key, case jsonb_typeof(t.value) when 'array' then t.value else '[]'::jsonb end) into tables
    from jsonb_each(private.export_identity(me) || private.export_passkeys(me) || private.export_content(me)
      || private.export_moderation(me) || private.export_devices(me)) t;
  return jsonb_build_object('exported_at', now(), 'tables', tables);
end $$;
