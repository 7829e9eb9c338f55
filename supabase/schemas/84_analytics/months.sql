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
  'Job: creates partitions for this month and the next two, and drops those whose events are all older than 90 days.';
grant execute on function private.maintain_analytics_months() to service_role;

-- Short, because on the embedded database everybody waits for a statement.
create function private.expire_analytics() returns integer
language sql security definer set search_path = '' as $$ select private.expire_within('5 seconds', 20000) $$;
comment on function private.expire_analytics() is
  'Job, every ten minutes: deletes events and visits after 90 days, for five seconds at most; never the log of staff. Returns how many.';
grant execute on function private.expire_analytics() to service_role;
