-- One count of the mails that guests ask for --------------------------------------------------------------------------

-- Mails of accounts and those of reports share what docs/product/network.md promises. The rows of a sliding hour count here, whatever
-- the way: the embedded backend asks count_account_mails() before
-- it sends a mail, reports ask use_guest_mail().

create function private.mail_wait(who text, allowed integer) returns integer
language sql stable set search_path = '' as $$
  -- Free again once the latest but `allowed - 1` of the hour is an hour old.
  select coalesce((
    select greatest(1, ceil(extract(epoch from s.sent_at + interval '1 hour' - now()))::integer)
    from private.report_senders s where s.sender = encode(sha256(convert_to(who, 'utf8')), 'hex') and s.sent_at > now() - interval '1 hour'
    order by s.sent_at desc offset greatest(allowed, 1) - 1 limit 1), 0)
$$;
comment on function private.mail_wait(text, integer) is 'Seconds until one more mail of an hour may be counted for this key; 0: now.';

create function private.gotrue_mail_wait(recipient text, allowed integer) returns integer
language sql stable set search_path = '' as $$
  -- A Supabase project's GoTrue asks nobody, but notes when it last sent each kind of mail.
  select case when count(*) >= allowed
    then greatest(1, ceil(extract(epoch from min(sent.at) + interval '1 hour' - now()))::integer) else 0 end
  from auth.users u, unnest(array[u.confirmation_sent_at, u.recovery_sent_at, u.email_change_sent_at, u.reauthentication_sent_at]) sent (at)
  where u.email = lower(btrim(recipient)) and u.is_sso_user = false and sent.at > now() - interval '1 hour'
$$;
comment on function private.gotrue_mail_wait(text, integer) is 'The same by what GoTrue notes of an address.';

create function private.count_mails(
  recipients text[], address text, for_member boolean, per_mailbox integer default 3, per_network integer default 10
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  network constant text := private.network_of(address);
  keys text[] := array_fill('mails from ' || network, array[cardinality(recipients)]);
  -- The way back into an account has one mail of the hour for itself, which strangers' mails to the mailbox cannot use up.
  mailbox_allows constant integer := case when for_member then per_mailbox else greatest(1, per_mailbox - 1) end;
  box text;
  times bigint;
  wait integer;
  counted bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('asked mails', 0));
  for box, times in select private.mailbox_of(r), count(*) from unnest(recipients) r group by 1 loop
    wait := private.mail_wait('mails to ' || box, (mailbox_allows - times + 1)::integer);
    if wait > 0 then return jsonb_build_object('limit', 'mailbox', 'retry_after', wait); end if;
    keys := keys || array_fill('mails to ' || box, array[times::integer]);
  end loop;
  foreach box in array recipients loop
    wait := private.gotrue_mail_wait(box, mailbox_allows);
    if wait > 0 then return jsonb_build_object('limit', 'mailbox', 'retry_after', wait); end if;
  end loop;
  wait := private.mail_wait('mails from ' || network, per_network - cardinality(recipients) + 1);
  -- The /48 around an IPv6 network may use eight times as much, as everywhere.
  if wait = 0 and network like '%/64' then
    keys := keys || array_fill('mails from ' || private.network_of(split_part(network, '/', 1), 48), array[cardinality(recipients)]);
    wait := private.mail_wait(keys[cardinality(keys)], 8 * per_network - cardinality(recipients) + 1);
  end if;
  if wait > 0 then return jsonb_build_object('limit', 'network', 'retry_after', wait); end if;
  with added as (
    insert into private.report_senders (sender) select encode(sha256(convert_to(k, 'utf8')), 'hex') from unnest(keys) k returning id
  ) select array_agg(id) into counted from added;
  return jsonb_build_object('counted', counted);
end $$;
comment on function private.count_mails(text[], text, boolean, integer, integer) is
  'Counts mails that somebody in this network asks for: {counted: ids}, or {limit: mailbox | network, retry_after} and nothing is counted. Of three mails an hour to a mailbox one is kept for_member, of ten from a network none.';

create function private.count_account_mails(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  allowed constant integer := (event ->> 'per_network')::integer;
begin
  if event ? 'give_back' then
    delete from private.report_senders s using jsonb_array_elements_text(event -> 'give_back') given where s.id = given::bigint;
    return '{}';
  end if;
  insert into private.mail_limits as l (per_network) values (allowed)
    on conflict (id) do update set per_network = excluded.per_network where l.per_network <> excluded.per_network;
  return private.count_mails(array(select jsonb_array_elements_text(event -> 'recipients')), event ->> 'ip_address',
    (event ->> 'for_member')::boolean, (event ->> 'per_mailbox')::integer, allowed);
end $$;
comment on function private.count_account_mails(jsonb) is
  'Hook of the embedded backend before it mails: {recipients, ip_address, for_member, per_mailbox, per_network}, answered as by count_mails; or {give_back: ids}.';
grant execute on function private.count_account_mails(jsonb) to supabase_auth_admin;

create function private.use_guest_mail(recipient text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  answer constant jsonb := private.count_mails(array[recipient], private.caller_address(), false,
    per_network => coalesce((select l.per_network from private.mail_limits l), 10));
begin
  if answer ? 'limit' then
    perform private.refuse_for_now('moderation.rate_limited', (answer ->> 'retry_after')::integer);
  end if;
  perform private.use_guest_report('mail ' || private.mailbox_of(recipient), 3, interval '1 day');
end $$;
comment on function private.use_guest_mail(text) is
  'Counts one mail that a guest makes the site send, with all others of the hour (count_mails), and three a day to one mailbox. Refuses with 429 (hint rate_limited).';
