-- Usage events of members -------------------------------------------------------------------------------------------------

-- Guests' events are counted by the web server; members wrote 4 kB a row without end.

create function private.use_quota(quota text, allowed integer, times integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := auth.uid();
  this_slot timestamptz := date_bin('30 seconds', now(), timestamptz '2000-01-01');
  used integer;
begin
  if member is null or times = 0 then return; end if;
  insert into private.rate_counts as counts (user_id, kind, slot, uses) values (member, quota, this_slot, times)
    on conflict (user_id, kind, slot) do update set uses = counts.uses + times
    returning uses into used;
  -- The first of a slot clears what is over.
  if used = times then
    delete from private.rate_counts where user_id = member and kind = quota and slot <= this_slot - interval '5 minutes';
  end if;
  select sum(uses) into used from private.rate_counts
    where user_id = member and kind = quota and slot > this_slot - interval '5 minutes';
  if used > allowed then
    -- PostgREST turns SQLSTATE PGRST into this status, header and body (docs: "Raise errors with HTTP status codes").
    raise sqlstate 'PGRST' using
      message = '{"code":"PT429","message":"Das war zu viel auf einmal. Bitte warte ein paar Minuten.","details":null,"hint":"rate_limited"}',
      detail = '{"status":429,"headers":{"Retry-After":"300"}}';
  end if;
end $$;
comment on function private.use_quota(text, integer, integer) is
  'Counts so many writes of the caller and refuses them with 429 (hint rate_limited) beyond the quota of five minutes.';
grant execute on function private.use_quota(text, integer, integer) to anon, authenticated;

create or replace function private.use_quota(quota text, allowed integer) returns void
language sql set search_path = '' as $$ select private.use_quota(quota, allowed, 1) $$;

create function private.limit_rows() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() then
    perform private.use_quota(tg_argv[0], private.quota_of(tg_argv[0], tg_argv[1]::integer), (select count(*)::integer from written));
  end if;
  return null;
end $$;
comment on function private.limit_rows() is
  'Statement trigger (quota, allowed in five minutes; transition table written): applies private.use_quota() to each row written through the API.';
grant execute on function private.limit_rows() to anon, authenticated;

create trigger analytics_events_rate after insert on public.analytics_events
  referencing new table as written for each statement execute function private.limit_rows('events', '3000');
create trigger user_sessions_insert_rate after insert on public.user_sessions
  referencing new table as written for each statement execute function private.limit_rows('visits', '300');
create trigger user_sessions_update_rate after update on public.user_sessions
  referencing new table as written for each statement execute function private.limit_rows('visits', '300');
