-- The roles of a Supabase project. Names and attributes as in supabase/postgres, migrations/db/init-scripts.
-- app_owner stands for Supabase's `postgres`: it runs our migrations, owns our tables and is no superuser.
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
  if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then create role supabase_auth_admin nologin noinherit createrole; end if;
  if not exists (select from pg_roles where rolname = 'supabase_storage_admin') then create role supabase_storage_admin nologin noinherit createrole; end if;
  if not exists (select from pg_roles where rolname = 'app_owner') then create role app_owner nologin bypassrls createrole; end if;
end $$;

-- A server's login role is not always a superuser: it must be able to become each of these.
do $$
declare r text;
begin
  foreach r in array array['anon', 'authenticated', 'service_role', 'supabase_auth_admin', 'supabase_storage_admin', 'app_owner'] loop
    if not pg_has_role(current_user, r, 'member') then execute format('grant %I to current_user', r); end if;
  end loop;
end $$;
-- Policies on storage.objects come from our migrations: Supabase lets `postgres` write them, here its owner's members may.
grant anon, authenticated, service_role, supabase_storage_admin to app_owner;

do $$ begin execute format('grant create, connect, temporary on database %I to app_owner', current_database()); end $$;
