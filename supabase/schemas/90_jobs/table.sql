-- Each of several web servers on one database wakes up for each job. An advisory lock kept them from running it at the same
-- moment, not one after the other: both ran a job that takes a few milliseconds. The last start is kept here and claimed, so
-- that one of them runs it; and how it ended, for all of them to report.
create table private.jobs (
  name text primary key,
  last_started_at timestamptz not null,
  last_succeeded_at timestamptz,
  last_failed_at timestamptz,
  last_error text check (char_length(last_error) <= 500),
  last_duration_ms integer
);
comment on table private.jobs is
  'When each job of the installation last began and how it ended; one that never ran has no row. '
  'Stays: a list or a state of the site.';
comment on column private.jobs.last_error is 'Of the last failure; a later success leaves it, compare the times.';
comment on column private.jobs.last_duration_ms is 'Of the last run, whether it succeeded or failed.';

revoke all on private.jobs from public, anon, authenticated, service_role;
