-- A new hosted Supabase project, as far as plain PostgreSQL can show one: roles, grants, limits and default privileges as
-- supabase/postgres makes them (migrations/db/init-scripts and migrations/db/migrations), before any migration of ours.
-- Run as `supabase_admin`, the superuser that only the platform has. What is left out: extensions in C (supautils, safeupdate,
-- pg_cron, pg_net), PostgREST, GoTrue, Realtime and Storage themselves.
create role postgres login;
create role supabase_auth_admin noinherit login noreplication;
create role supabase_storage_admin noinherit login noreplication;
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator noinherit login;
grant anon, authenticated, service_role to authenticator;
create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;

create schema extensions;
create extension pgcrypto with schema extensions;
create extension "uuid-ossp" with schema extensions;
grant usage on schema extensions to anon, authenticated, service_role;
grant all on schema extensions to postgres;

-- Nobody but the platform may make tables in public by default since PostgreSQL 15; Supabase lets `postgres`. New projects
-- give no default privileges there since 30 October 2026.
grant all on schema public to postgres;
grant usage on schema public to anon, authenticated, service_role;

create schema auth authorization supabase_admin;
grant all on schema auth to supabase_auth_admin;
grant usage on schema auth to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_auth_admin in schema auth grant all on tables to postgres;
alter default privileges for role supabase_auth_admin in schema auth grant all on sequences to postgres;
alter default privileges for role supabase_auth_admin in schema auth grant all on functions to postgres;
create schema storage authorization supabase_admin;
grant all on schema storage to supabase_storage_admin with grant option;
grant usage on schema storage to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_storage_admin in schema storage grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_storage_admin in schema storage grant all on functions to postgres, anon, authenticated, service_role;
alter role supabase_auth_admin set search_path = auth;
alter role supabase_storage_admin set search_path = storage;
do $$ begin execute format('grant create on database %I to supabase_auth_admin, supabase_storage_admin', current_database()); end $$;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
do $$ begin execute format('grant all on database %I to postgres', current_database()); end $$;
alter role postgres nosuperuser createdb createrole replication bypassrls;
alter role postgres set search_path = "$user", public, extensions;
-- PostgREST reads its settings from its login role. The platform's extension supautils lets `postgres` make them (supabase.com,
-- "Securing your API"); PostgreSQL itself asks for this right.
grant set on parameter "pgrst.db_pre_request" to postgres;
