-- What each minute was like -------------------------------------------------------------------------------------------

-- One row a minute and process of the server, so that "why was it slow at 20:15?" has an answer without a monitoring system. The
-- columns are those of the log's line of the minute (docs/operations/run.md); integers and a short jsonb keep a row below 400 bytes.
create table private.server_minutes (
  at timestamptz not null check (at = date_trunc('minute', at)),
  process integer not null,
  requests integer not null,
  p50 integer not null,
  p95 integer not null,
  ok integer not null,
  wrong integer not null,
  failed integer not null,
  refused integer not null,
  slow integer not null,
  unlogged integer not null,
  lost integer not null,
  queue integer not null,
  statements integer not null,
  database_ms integer not null,
  statement_p95 integer not null,
  statement_max integer not null,
  session_p95 integer not null,
  session_max integer not null,
  sockets integer not null,
  live integer not null,
  live_p95 integer not null,
  jobs integer not null,
  jobs_failed integer not null,
  mails_sent integer not null,
  mails_failed integer not null,
  mails_waiting integer,
  loop_p99 integer not null,
  cpu integer not null,
  rss integer not null,
  -- Not jsonb: that takes twice the room.
  kinds json not null check (json_typeof(kinds) = 'object' and octet_length(kinds::text) <= 2000),
  loop_max integer,
  primary key (at, process)
);
comment on table private.server_minutes is 'Figures of a minute of one process of the server, for admins. Nothing about persons.';
comment on column private.server_minutes.process is 'A number drawn at each start of a process.';
comment on column private.server_minutes.kinds is '{kind: [n, p50, p95]}: answers and their times in ms by kind of address.';
comment on column private.server_minutes.mails_waiting is 'Null: not known.';
comment on column private.server_minutes.loop_p99 is 'How late the process came to its own work, in ms.';
comment on column private.server_minutes.loop_max is 'The longest of these delays, in ms; null: of a version that did not measure it.';
comment on column private.server_minutes.cpu is 'Percent of one core.';

revoke all on private.server_minutes from public, anon, authenticated, service_role;

create function private.short_kinds(kinds jsonb) returns json
language sql immutable set search_path = '' as $$
  select ('{' || coalesce(string_agg(format('%s:[%s,%s,%s]', to_json(e.key), (e.value ->> 'n')::integer, (e.value ->> 'p50')::integer,
    (e.value ->> 'p95')::integer), ',' order by e.key), '') || '}')::json
  from jsonb_each(kinds) e
$$;
comment on function private.short_kinds(jsonb) is '{kind: {n, p50, p95}} as private.server_minutes.kinds has it.';

create function private.note_server_minutes(of_process integer, minutes jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.server_minutes (at, process,
    requests, p50, p95, ok, wrong, failed, refused, slow, unlogged, lost, queue, statements, database_ms,
    statement_p95, statement_max, session_p95, session_max, sockets, live, live_p95, jobs, jobs_failed, mails_sent,
    mails_failed, mails_waiting, loop_p99, cpu, rss, kinds, loop_max)
  select m.at, of_process,
    m.requests, m.p50, m.p95, m.ok, m.wrong, m.failed, m.refused, m.slow, m.unlogged, m.lost, m.queue, m.statements,
    m.database_ms, m.statement_p95, m.statement_max, m.session_p95, m.session_max, m.sockets, m.live, m.live_p95,
    m.jobs, m.jobs_failed, m.mails_sent, m.mails_failed, m.mails_waiting, m.loop_p99, m.cpu, m.rss, private.short_kinds(m.kinds), m.loop_max
  from jsonb_to_recordset(minutes) as m (at timestamptz,
    requests integer, p50 integer, p95 integer, ok integer, wrong integer, failed integer, refused integer,
    slow integer, unlogged integer, lost integer, queue integer, statements integer, database_ms integer,
    statement_p95 integer, statement_max integer, session_p95 integer, session_max integer, sockets integer,
    live integer, live_p95 integer, jobs integer, jobs_failed integer, mails_sent integer, mails_failed integer,
    mails_waiting integer, loop_p99 integer, cpu integer, rss integer, kinds jsonb, loop_max integer)
  on conflict (at, process) do nothing
$$;
comment on function private.note_server_minutes(integer, jsonb) is
  'Keeps minutes of a process: a list of objects with the columns of the table. One that is kept already stays.';
grant execute on function private.note_server_minutes(integer, jsonb) to service_role;

create function public.note_server_minutes(p_process integer, p_minutes jsonb) returns void
language sql set search_path = '' as $$ select private.note_server_minutes(p_process, p_minutes) $$;
comment on function public.note_server_minutes(integer, jsonb) is
  'RPC for the web server (secret key): keeps what its minutes were like.';
grant execute on function public.note_server_minutes(integer, jsonb) to service_role;

-- How long it is kept -------------------------------------------------------------------------------------------------

create function private.retain_server_minutes() returns void
language sql set search_path = '' as $$
  delete from private.server_minutes where at < now() - interval '14 days';
$$;
comment on function private.retain_server_minutes() is 'Retention: minutes of the server for 14 days.';
