-- Export --------------------------------------------------------------------------------------------------------------

-- Everything HoT stores about a member, as one file. Each noun has its own part beside its tables, `private.export_NOUN(me uuid)`:
-- a list of rows for each of its tables. Secrets are left out, and so are other people (staff who decided, people who reported or
-- reacted). What each table is, `exportedTables` of domain says to people. The export's test fails for a table that refers to members and is in no part, nor an exception with its reason.

create function private.export_own_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  part text;
  rows_of_part jsonb;
  tables jsonb := '{}';
begin
  if not exists (select from public.profiles p where p.id = me) then
    perform private.refuse('member.account_gone', '42501');
  end if;
  perform private.use_quota('exports', 10);
  for part in select private.parts_of_nouns('export', 'me uuid', 'jsonb') loop
    execute format('select private.%I($1)', part) into rows_of_part using me;
    tables := tables || rows_of_part;
  end loop;
  select jsonb_object_agg(t.key, case jsonb_typeof(t.value) when 'array' then t.value else '[]'::jsonb end) into tables
    from jsonb_each(tables) t;
  return jsonb_build_object('exported_at', now(), 'tables', tables);
end $$;
comment on function private.export_own_data() is 'All rows about the caller by table.';
grant execute on function private.export_own_data() to authenticated;

create function public.export_own_data() returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.require_proven();
  return private.export_own_data();
end $$;
comment on function public.export_own_data() is 'RPC: {exported_at, tables: {"public.profiles": [rows], …}} of the caller, without secrets and without data of others. 429 after ten in five minutes.';
grant execute on function public.export_own_data() to authenticated, service_role;

-- What the platform keeps ---------------------------------------------------------------------------------------------

create function private.export_account(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'auth.users', (select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'new_email', nullif(u.email_change, ''),
      'created_at', u.created_at, 'email_confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at,
      'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data)) from auth.users u where u.id = me),
    'auth.identities', (select jsonb_agg(jsonb_build_object('provider', i.provider, 'provider_id', i.provider_id,
      'identity_data', i.identity_data, 'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at)) from auth.identities i where i.user_id = me),
    'auth.sessions', (select jsonb_agg(jsonb_build_object('id', s.id, 'created_at', s.created_at, 'refreshed_at', s.refreshed_at,
      'user_agent', s.user_agent, 'ip', s.ip, 'aal', s.aal, 'proofs', (
        select jsonb_agg(jsonb_build_object('method', c.authentication_method, 'at', c.updated_at))
        from auth.mfa_amr_claims c where c.session_id = s.id))) from auth.sessions s where s.user_id = me),
    'auth.mfa_factors', (select jsonb_agg(jsonb_build_object('friendly_name', f.friendly_name, 'factor_type', f.factor_type,
      'status', f.status, 'phone', f.phone, 'created_at', f.created_at)) from auth.mfa_factors f where f.user_id = me),
    'auth.audit_log_entries', (select jsonb_agg(jsonb_build_object('action', a.payload ->> 'action', 'ip_address', a.ip_address,
      'created_at', a.created_at)) from auth.audit_log_entries a where a.payload ->> 'actor_id' = me::text),
    'storage.objects', (select jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'name', o.name, 'created_at', o.created_at,
      'metadata', o.metadata)) from storage.objects o where o.bucket_id = 'avatars' and o.name like me::text || '/%'))
$$;
comment on function private.export_account(uuid) is 'Export: what the platform keeps of the account: sign-ins, sessions, second factors, pictures.';

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

-- A hosted Supabase project has no such table, and a database may keep it from the owner of these functions.
create function private.export_known_networks(me uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (
    select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'embedded' and c.relname = 'known_networks' and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select'))
  then return '{}'; end if;
  return (
    select jsonb_build_object('embedded.known_networks', jsonb_agg(jsonb_build_object('network_hash', k.network, 'seen_at', k.seen_at) order by k.seen_at))
    from embedded.known_networks k where k.user_id = me);
end $$;
comment on function private.export_known_networks(uuid) is 'Export: hashes of the networks from which the member has signed in.';
