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

-- What limits have counted: the moment at which a bucket will be full again, by a hash of its key. Logged although a crash may
-- cost a few counts: an unlogged table is emptied by every crash, which a guest's endless statement causes on the embedded
-- database.
create table if not exists embedded.limits (
  name text not null,
  key text not null,
  full_at timestamptz not null,
  primary key (name, key)
);

-- Identities of a provider that a member wants to link, until the browser that began exchanges its code.
create table if not exists embedded.pending_identities (
  flow_id uuid primary key references auth.flow_state on delete cascade,
  provider text not null,
  external jsonb not null
);

-- Passwords of public sign-ups that nobody has confirmed yet, by the challenge of the browser in which they were typed.
create table if not exists embedded.waiting_passwords (
  user_id uuid primary key references auth.users on delete cascade,
  challenge text,
  method text
);

-- Links that have confirmed an address, so that who opens one again is told so.
create table if not exists embedded.used_links (
  link_hash text primary key,
  user_id uuid not null references auth.users on delete cascade,
  used_at timestamptz not null default now()
);
create index if not exists used_links_user_id_idx on embedded.used_links (user_id);

-- Mails of accounts that wait to be sent. They hold links and codes, so each is deleted once it has left, and emptied when
-- it is refused or has come too late. `secret`: the column of auth.users that has the hash of its link.
create table if not exists embedded.account_mails (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  secret text,
  mail jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  next_try_at timestamptz not null default now(),
  tries integer not null default 0,
  failed_at timestamptz,
  problem text,
  check ((mail is null) = (failed_at is not null))
);
create index if not exists account_mails_next_try_at_idx on embedded.account_mails (next_try_at) where failed_at is null;
create index if not exists account_mails_failed_at_idx on embedded.account_mails (failed_at);
create index if not exists account_mails_user_id_idx on embedded.account_mails (user_id);

do $$ begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema embedded to supabase_auth_admin;
    grant select, insert, update, delete on embedded.known_networks, embedded.pending_identities, embedded.account_mails, embedded.limits,
      embedded.waiting_passwords, embedded.used_links
      to supabase_auth_admin;
  end if;
  -- A member's export lists the networks they have signed in from.
  if exists (select from pg_roles where rolname = 'app_owner') then
    grant usage on schema embedded to app_owner;
    grant select on embedded.known_networks to app_owner;
  end if;
end $$;
