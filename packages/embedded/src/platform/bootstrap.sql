-- Makes the role and the database of an installation whose role is no superuser. Run once by a superuser, before the first
-- start or to demote the role of an existing installation; it can be repeated. With psql (PostgreSQL 15 or newer):
--   psql --set=login=app --set=password=SECRET --set=database=app --file=bootstrap.sql postgres://postgres@host/postgres
-- or with APP_LOGIN, APP_PASSWORD and APP_DATABASE in the environment, as a container's first start has them.
\set ON_ERROR_STOP on
\if :{?login}
\else
  \getenv login APP_LOGIN
  \getenv password APP_PASSWORD
  \getenv database APP_DATABASE
\endif

select format('create role %I login', :'login') where not exists (select from pg_roles where rolname = :'login') \gexec
-- To create databases: a restore fills a new one and exchanges the two.
alter role :"login" login nosuperuser nocreaterole nobypassrls createdb password :'password';
-- A cluster made without a locale has templates in SQL_ASCII.
select format($$create database %I owner %I template template0 encoding 'UTF8'$$, :'database', :'login')
  where not exists (select from pg_database where datname = :'database') \gexec
alter database :"database" owner to :"login";
\connect :"database"

\ir roles.sql
grant anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin, app_owner to :"login";
-- In PostgreSQL 15 whoever may create roles may give themselves one that runs programs on the server's machine.
alter role app_owner nocreaterole;
alter role supabase_auth_admin nocreaterole;
alter role supabase_storage_admin nocreaterole;
-- Moving an embedded database here inserts rows whose triggers have run already.
grant set on parameter session_replication_role to :"login";
