-- The roles of a Supabase project. Names as in supabase/postgres, migrations/db/init-scripts, attributes too, but none may
-- create roles: in PostgreSQL 15 that leads to every role but superusers, and to the server's machine.
-- app_owner stands for Supabase's `postgres`: it runs our migrations, owns our tables and is no superuser.
-- Only what is missing is done, so that a role which may do nothing of it can run this too.
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
  if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then create role supabase_auth_admin nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'supabase_storage_admin') then create role supabase_storage_admin nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'app_owner') then create role app_owner nologin bypassrls; end if;
end $$;

do $$
declare wanted record;
begin
  for wanted in
    -- A server's login role is not always a superuser: it must be able to become each of these. A superuser gets them too,
    -- so that it can be demoted later.
    select unnest(array['anon', 'authenticated', 'service_role', 'supabase_auth_admin', 'supabase_storage_admin', 'app_owner']) as role,
      current_user::text as member
    union all
    -- Policies on storage.objects come from our migrations: Supabase lets `postgres` write them, here its owner's members may.
    select unnest(array['anon', 'authenticated', 'service_role', 'supabase_storage_admin']), 'app_owner'
  loop
    if not exists (select from pg_auth_members where roleid = wanted.role::regrole and pg_auth_members.member = wanted.member::regrole) then
      execute format('grant %I to %I', wanted.role, wanted.member);
    end if;
  end loop;
end $$;

do $$ begin execute format('grant create, connect, temporary on database %I to app_owner', current_database()); end $$;
