-- What the server itself keeps in the database. No role of the API may see it. Runs at every start.
create schema if not exists embedded;
create table if not exists embedded.secrets (name text primary key, value text not null, created_at timestamptz not null default now());
revoke all on schema embedded from public;

-- GoTrue's tables belong to its own role; on a Supabase database to one whose rights cover this.
do $$ begin
  if not exists (select from pg_roles where rolname = 'supabase_admin') then
    set local role supabase_auth_admin;
    execute format('grant references on auth.users, auth.flow_state to %I', session_user);
    reset role;
  end if;
end $$;

-- Networks from which an account has signed in before, as hashes. Wrong passwords from there are counted apart from
-- those of strangers, who therefore cannot lock the owner out.
create table if not exists embedded.known_networks (
  user_id uuid not null references auth.users on delete cascade,
  network text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, network)
);
create index if not exists known_networks_seen_at_idx on embedded.known_networks (seen_at);

-- Identities of a provider that a member wants to link, until the browser that began exchanges its code.
create table if not exists embedded.pending_identities (
  flow_id uuid primary key references auth.flow_state on delete cascade,
  provider text not null,
  external jsonb not null
);
do $$ begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema embedded to supabase_auth_admin;
    grant select, insert, update, delete on embedded.known_networks, embedded.pending_identities to supabase_auth_admin;
  end if;
end $$;
