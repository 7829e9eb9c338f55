-- Quotas of a member (quality bar "Safety"): 100 posts, comments and reports, 1,000 votes, reactions and fans per five minutes.
-- Here and not in the gateway, so that they hold on hosted Supabase too. Counted in slots of 30 seconds.
create table private.rate_counts (
  user_id uuid not null references public.profiles on delete cascade,
  kind text not null,
  slot timestamptz not null,
  uses integer not null,
  primary key (user_id, kind, slot)
);
comment on table private.rate_counts is 'Writes of a member by kind and 30-second slot of the last minutes.';

create function private.use_quota(quota text, allowed integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := auth.uid();
  this_slot timestamptz := date_bin('30 seconds', now(), timestamptz '2000-01-01');
  used integer;
begin
  if member is null then return; end if;
  insert into private.rate_counts as counts (user_id, kind, slot, uses) values (member, quota, this_slot, 1)
    on conflict (user_id, kind, slot) do update set uses = counts.uses + 1
    returning uses into used;
  if used = 1 then
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
comment on function private.use_quota(text, integer) is 'Counts one write of the caller and refuses it with 429 (hint rate_limited) beyond what five minutes allow.';
grant execute on function private.use_quota(text, integer) to anon, authenticated;

-- An upsert fires the insert trigger and, on a conflict, the update trigger: the second must not pay again.
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
