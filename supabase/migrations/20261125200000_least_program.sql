-- Which version of the program is the least that can serve this schema. A server that is older than the schema asks for it
-- and goes on serving, or refuses with one line. A migration that an older server could not live with says so by replacing
-- this function with the version it is released in (docs/operations/upgrade.md).
create function private.least_program() returns text language sql immutable set search_path = '' as $$ select '1.0.0' $$;
revoke execute on function private.least_program() from public;
comment on function private.least_program() is 'The least version of the program that can serve this schema.';
