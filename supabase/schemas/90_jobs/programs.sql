-- Programs on this database ---------------------------------------------------------------------------------------------

-- Which version of the program is the least that can serve this schema. A server that is older than the schema asks for it
-- and goes on serving, or refuses with one line. A migration that an older server could not live with says so by replacing
-- this function with the version it is released in (docs/operations/upgrade.md).
create function private.least_program() returns text language sql immutable set search_path = '' as $$ select '1.0.0' $$;
comment on function private.least_program() is 'The least version of the program that can serve this schema.';

-- Which versions have run here: a database whose migrations another program does not know tells by which commit it can be
-- opened and saved.
create table private.programs (
  version text primary key check (char_length(version) between 1 and 40),
  commit text not null check (char_length(commit) between 1 and 60),
  first_started_at timestamptz not null default now(),
  last_started_at timestamptz not null default now()
);
comment on table private.programs is
  'Each version of the program that has served this database from its own server. '
  'Stays: a list or a state of the site.';
comment on column private.programs.commit is 'Of its last start; "unknown" without git and stamp, "-dirty" behind that of a changed tree.';

revoke all on private.programs from public, anon, authenticated, service_role;

create function private.note_program(version text, commit text) returns void
language sql security definer set search_path = '' as $$
  insert into private.programs as p (version, commit) values (note_program.version, note_program.commit)
  on conflict on constraint programs_pkey do update set commit = excluded.commit, last_started_at = now()
$$;
comment on function private.note_program(text, text) is 'A server has opened this database, with all its migrations.';

create function private.last_program() returns text
language sql stable security definer set search_path = '' as $$
  select p.version || ', Commit ' || p.commit from private.programs p order by p.last_started_at desc, p.version limit 1
$$;
comment on function private.last_program() is 'Which program served this database last, for whoever cannot open it; null: none has said so.';

revoke all on function private.note_program(text, text) from public, anon, authenticated, service_role;
revoke all on function private.last_program() from public, anon, authenticated, service_role;
