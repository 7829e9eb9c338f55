-- Months of analytics_events: made ahead, emptied by retention, dropped when nothing in them can be younger than 90 days.

create function private.make_analytics_partition(wanted date) returns boolean
language plpgsql security definer set search_path = '' as $$
declare partition constant text := 'analytics_events_' || to_char(wanted, 'YYYY_MM');
begin
  if to_regclass('private.' || partition) is not null then return false; end if;
  execute format('create table private.%I (like public.analytics_events including defaults including constraints)', partition);
  execute format('comment on table private.%I is %L', partition, 'Partition: events received in this month (UTC).');
  -- Events of this month that came before it had a partition would forbid it.
  execute format('with late as (delete from private.analytics_events_other where month = %L returning *)
    insert into private.%I select * from late', wanted, partition);
  execute format('alter table public.analytics_events attach partition private.%I for values in (%L)', partition, wanted);
  return true;
end $$;
comment on function private.make_analytics_partition(date) is 'Makes the partition of a month, named by its first day; false where it stands already.';

create function private.keep_analytics_months() returns void
language plpgsql security definer set search_path = '' as $$
declare
  this_month constant date := date_trunc('month', now() at time zone 'utc')::date;
  old_partition text;
begin
  for ahead in 0..2 loop
    perform private.make_analytics_partition((this_month + ahead * interval '1 month')::date);
  end loop;
  -- Events whose month went by without this job.
  perform private.make_analytics_partition(o.month) from (select distinct month from private.analytics_events_other) o;
  for old_partition in
    select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.analytics_events'::regclass and c.relname ~ '^analytics_events_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' < (now() - interval '90 days') at time zone 'utc'
  loop
    execute format('drop table private.%I', old_partition);
  end loop;
end $$;
comment on function private.keep_analytics_months() is
  'Job: a partition for this month and the next two; those that hold nothing younger than 90 days are dropped.';
select private.keep_analytics_months();

create function private.expire_analytics() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  batch constant integer := 20000;
  gone integer;
  total integer := 0;
begin
  -- Ten at most, so that a run has an end; what is left goes tomorrow, and a month that is over goes whole.
  for run in 1..10 loop
    delete from public.analytics_events e using (
        select id, month from public.analytics_events
        where created_at < now() - interval '90 days' and month <> 'infinity' limit batch) old
      where e.id = old.id and e.month = old.month;
    get diagnostics gone = row_count;
    total := total + gone;
    exit when gone < batch;
  end loop;
  for run in 1..10 loop
    delete from public.user_sessions where id in (
      select id from public.user_sessions where session_start < now() - interval '90 days' limit batch);
    get diagnostics gone = row_count;
    total := total + gone;
    exit when gone < batch;
  end loop;
  return total;
end $$;
comment on function private.expire_analytics() is
  'Job: deletes events and visits after 90 days, in batches; never what staff did. Answers how many.';
grant execute on function private.keep_analytics_months(), private.expire_analytics() to service_role;
