-- Quotas --------------------------------------------------------------------------------------------------------------

-- Quotas of a member: 100 posts, comments and reports, 1,000 votes, reactions and fans per five minutes. Counted in slots of 30
-- seconds. They live here and not in the gateway, so that they hold on hosted Supabase too.
create table private.rate_counts (
  user_id uuid not null references public.profiles on delete cascade,
  kind text not null,
  slot timestamptz not null,
  uses integer not null,
  primary key (user_id, kind, slot)
);
comment on table private.rate_counts is 'Recent writes of a member by kind and 30-second slot.';

revoke all on private.rate_counts from public, anon, authenticated, service_role;

create function private.use_quota(quota text, allowed integer) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.use_quota(quota, allowed, 1);
end $$;
comment on function private.use_quota(text, integer) is 'Counts one write of the caller and refuses it with 429 (hint rate_limited) beyond the quota of five minutes.';
grant execute on function private.use_quota(text, integer) to anon, authenticated;

-- An upsert fires the insert trigger and, on a conflict, the update trigger too: it must not be counted twice.
create function private.limit_rate() returns trigger
language plpgsql set search_path = '' as $$
declare paid integer := coalesce(nullif(current_setting('hot.paid_writes', true), ''), '0')::integer;
begin
  if not private.is_client() then return new; end if;
  if tg_op = 'UPDATE' and paid > 0 then
    perform set_config('hot.paid_writes', (paid - 1)::text, true);
    return new;
  end if;
  perform private.use_quota(tg_argv[0], private.quota_of(tg_argv[0], tg_argv[1]::integer));
  if tg_op = 'INSERT' then perform set_config('hot.paid_writes', (paid + 1)::text, true); end if;
  return new;
end $$;
comment on function private.limit_rate() is 'Trigger (quota, allowed in five minutes): applies private.use_quota() to writes through the API.';
grant execute on function private.limit_rate() to anon, authenticated;

-- Usage events of members ---------------------------------------------------------------------------------------------

-- Guests' events are counted by the web server; members wrote 4 kB a row without end.

create function private.use_quota(quota text, allowed integer, times integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := auth.uid();
  this_slot timestamptz := date_bin('30 seconds', now(), timestamptz '2000-01-01');
  used integer;
begin
  if member is null or times = 0 then return; end if;
  perform private.in_turn();
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
    perform private.refuse_for_now('network.rate_limited', 300);
  end if;
end $$;
comment on function private.use_quota(text, integer, integer) is
  'Counts so many writes of the caller and refuses them with 429 (hint rate_limited) beyond the quota of five minutes.';
grant execute on function private.use_quota(text, integer, integer) to anon, authenticated;

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

-- Limits hold for parallel requests -----------------------------------------------------------------------------------

-- Requests that come at once would each count before the others have committed: 18 comments where ten are allowed.
create function private.in_turn() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null then perform pg_advisory_xact_lock(hashtextextended('writes of ' || auth.uid(), 0)); end if;
end $$;
comment on function private.in_turn() is
  'One member''s requests that count against a limit go one after the other, until the end of the transaction. Call it before any row is locked.';
grant execute on function private.in_turn() to anon, authenticated;

-- In the export, and how long it is kept ------------------------------------------------------------------------------

create function private.export_quotas(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.rate_counts', (select jsonb_agg(to_jsonb(c) - 'user_id') from private.rate_counts c where c.user_id = me))
$$;
comment on function private.export_quotas(uuid) is 'Export: what of the members quotas is used.';

create function private.retain_quotas() returns void
language sql set search_path = '' as $$
  delete from private.rate_counts where slot < now() - interval '10 minutes';
$$;
comment on function private.retain_quotas() is 'Retention: counts of the last five minutes, for ten.';
