-- Where many people share one address, an operator lets networks ask for more mails (HOT_NETWORK_FACTOR). Reports have to count
-- by the same number, or the mails of accounts would use up theirs.
create table private.mail_limits (
  id boolean primary key default true check (id),
  per_network integer not null
);
alter table private.mail_limits enable row level security;
comment on table private.mail_limits is 'One row once accounts have mailed: how many mails an hour a network may ask for, as the embedded backend last said.';

create or replace function private.count_account_mails(event jsonb) returns jsonb
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

create or replace function private.use_guest_mail(recipient text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  answer constant jsonb := private.count_mails(array[recipient], private.caller_address(), false,
    per_network => coalesce((select l.per_network from private.mail_limits l), 10));
begin
  if answer ? 'limit' then
    raise sqlstate 'PGRST' using
      message = '{"code":"PT429","message":"Das waren viele Meldungen auf einmal. Versuch es später noch einmal.","details":null,"hint":"rate_limited"}',
      detail = jsonb_build_object('status', 429, 'headers', jsonb_build_object('Retry-After', answer ->> 'retry_after'))::text;
  end if;
  perform private.use_guest_report('mail ' || private.mailbox_of(recipient), 3, interval '1 day');
end $$;
