-- Partitions and retention --------------------------------------------------------------------------------------------

-- Months of analytics_events: created in advance, emptied by retention, dropped when all of their events are older than 90 days.

create function private.make_analytics_partition(wanted date) returns boolean
language plpgsql security definer set search_path = '' as $$
declare partition constant text := 'analytics_events_' || to_char(wanted, 'YYYY_MM');
begin
  if to_regclass('private.' || partition) is not null then return false; end if;
  execute format('create table private.%I (like public.analytics_events including defaults including constraints)', partition);
  execute format('comment on table private.%I is %L', partition, 'Partition: events received in this month (UTC).');
  -- Events of this month in the default partition would prevent its creation.
  execute format('with late as (delete from private.analytics_events_other where month = %L returning *)
    insert into private.%I select * from late', wanted, partition);
  execute format('alter table public.analytics_events attach partition private.%I for values in (%L)', partition, wanted);
  return true;
end $$;
comment on function private.make_analytics_partition(date) is 'Creates the partition of a month, given by its first day; false if it exists already.';

create function private.maintain_analytics_months() returns void
language plpgsql security definer set search_path = '' as $$
declare
  this_month constant date := date_trunc('month', now() at time zone 'utc')::date;
  old_partition text;
begin
  for ahead in 0..2 loop
    perform private.make_analytics_partition((this_month + ahead * interval '1 month')::date);
  end loop;
  -- Events received in months in which this job did not run.
  perform private.make_analytics_partition(o.month) from (select distinct month from private.analytics_events_other) o;
  for old_partition in
    select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.analytics_events'::regclass and c.relname ~ '^analytics_events_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' < (now() - interval '90 days') at time zone 'utc'
  loop
    execute format('drop table private.%I', old_partition);
  end loop;
end $$;
comment on function private.maintain_analytics_months() is
  'Job (35 1 * * *): creates partitions for this month and the next two, and drops those whose events are all older than 90 days.';
grant execute on function private.maintain_analytics_months() to service_role;

-- Short, because on the embedded database everybody waits for a statement.
create function private.expire_analytics() returns integer
language sql security definer set search_path = '' as $$ select private.expire_within('5 seconds', 20000) $$;
comment on function private.expire_analytics() is
  'Job (*/10 * * * *): deletes events and visits after 90 days, for five seconds at most; never the log of staff. Returns how many.';
grant execute on function private.expire_analytics() to service_role;

-- A run is limited by time, not by rows, and follows every ten minutes: however much an installation counts, nothing stays longer
-- than 90 days.
create function private.expire_within(budget interval, batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ends constant timestamptz := clock_timestamp() + budget;
  gone integer;
  total integer := 0;
begin
  loop
    delete from public.analytics_events e using (
        select id, month from public.analytics_events
        where created_at < now() - interval '90 days' and month <> 'infinity' limit batch) old
      where e.id = old.id and e.month = old.month;
    get diagnostics gone = row_count;
    total := total + gone;
    exit when gone < batch or clock_timestamp() > ends;
  end loop;
  loop
    delete from public.user_sessions where id in (
      select id from public.user_sessions where session_start < now() - interval '90 days' limit batch);
    get diagnostics gone = row_count;
    total := total + gone;
    exit when gone < batch or clock_timestamp() > ends;
  end loop;
  return total;
end $$;
comment on function private.expire_within(interval, integer) is
  'Part of private.expire_analytics(): deletes expired events and visits in batches until none is left or the time is over. Returns how many.';
