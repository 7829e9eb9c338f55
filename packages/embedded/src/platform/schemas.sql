-- Who may do what in the schemas of a Supabase project. A dump of the database holds these; the roles in roles.sql it does not.
revoke create on schema public from public;
grant all on schema public to app_owner;
grant usage on schema public to anon, authenticated, service_role;
create schema if not exists extensions;
grant all on schema extensions to app_owner;
grant usage on schema extensions to anon, authenticated, service_role;

-- Supabase grants everything new in public to the API roles. Kept, so that a forgotten `revoke` shows here as it would there.
alter default privileges for role app_owner in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role app_owner in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges for role app_owner in schema public grant all on sequences to anon, authenticated, service_role;
