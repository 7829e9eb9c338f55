-- `private` holds what the API must not expose: security definer functions, job tables, search tables.
-- PostgREST serves only `public`; roles need USAGE here because policies call functions of this schema.
create schema private;
comment on schema private is 'Not served by the API: definer functions, triggers, jobs, search tables.';
grant usage on schema private to anon, authenticated, service_role;

-- Trigram search. Trusted since PostgreSQL 13, so no superuser is needed.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- Supabase's template grants ALL on everything new in `public` to the API roles, PostgreSQL grants EXECUTE to everyone.
-- Taken back for what the migrating role creates, so that a forgotten revoke is a locked door and not an open one.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;
