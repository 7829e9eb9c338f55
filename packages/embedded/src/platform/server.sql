-- What the server itself keeps in the database. No role of the API may see it.
create schema if not exists embedded;
create table if not exists embedded.secrets (name text primary key, value text not null, created_at timestamptz not null default now());
revoke all on schema embedded from public;
