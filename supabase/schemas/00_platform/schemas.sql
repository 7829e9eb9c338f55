-- Schemas and default rights ------------------------------------------------------------------------------------------

-- `private` holds what the API must not expose: security definer functions, job tables, search tables.
-- PostgREST serves only `public`; roles need USAGE here because policies call functions of this schema.
create schema private;
comment on schema private is 'Not served by the API: definer functions, triggers, jobs, search tables.';
grant usage on schema private to anon, authenticated, service_role, supabase_auth_admin;

-- Trigram search. Trusted since PostgreSQL 13, so no superuser is needed.
create schema if not exists extensions;

create extension if not exists pg_trgm with schema extensions;

-- Projects of Supabase from before 30 October 2026 grant the API roles ALL on everything new in `public`, and PostgreSQL grants
-- EXECUTE to everyone. Both defaults are revoked for what the migrating role creates, so that a forgotten revoke denies access instead of granting it.
alter default privileges in schema public revoke all on tables from anon, authenticated;

alter default privileges in schema public revoke all on sequences from anon, authenticated;

alter default privileges in schema public revoke all on functions from anon, authenticated;

alter default privileges revoke execute on functions from public;

-- What every noun asks: time, day, who is at it -----------------------------------------------------------------------

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.touch_updated_at() is 'Trigger: sets updated_at to the database''s time, whatever the client sends.';
grant execute on function private.touch_updated_at() to anon, authenticated, service_role;

create function private.berlin_day(instant timestamptz) returns date
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return (instant at time zone 'Europe/Berlin')::date;
end $$;
comment on function private.berlin_day(timestamptz) is 'Calendar day of an instant in Europe/Berlin.';
grant execute on function private.berlin_day(timestamptz) to anon, authenticated, service_role;

create function private.is_client() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return current_user in ('anon', 'authenticated');
end $$;
comment on function private.is_client() is
  'Whether the statement comes from a person through the API. False inside definer functions, for the server and for jobs.';
grant execute on function private.is_client() to anon, authenticated, service_role;

create function private.is_restoring() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(current_setting('hot.restoring', true), '') = 'on';
end $$;
comment on function private.is_restoring() is
  'Whether rows are being restored by this statement: triggers that choose, resolve or judge leave them as they were taken.';
grant execute on function private.is_restoring() to anon, authenticated, service_role;
