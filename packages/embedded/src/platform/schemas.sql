-- Who may do what in the schemas of a Supabase project. A dump of the database holds these; the roles in roles.sql it does not.
revoke create on schema public from public;
grant all on schema public to app_owner;
grant usage on schema public to anon, authenticated, service_role;
create schema if not exists extensions;
grant all on schema extensions to app_owner;
grant usage on schema extensions to anon, authenticated, service_role;

-- No default privileges: since 30 October 2026 a new project of Supabase grants nothing new in public by itself.
