-- Mails of an hour ----------------------------------------------------------------------------------------------------

-- The site's own mails share the mail server with those of accounts. They may use a part of what an hour allows, which the web
-- server names, so that no flood of them delays a sign-in (docs/product/network.md).

alter table private.mail_outbox add column tried_at timestamptz;
comment on column private.mail_outbox.tried_at is 'When the mail was last claimed; mails of the last hour count against the limit.';
create index mail_outbox_tried_at on private.mail_outbox (tried_at);
update private.mail_outbox set tried_at = coalesce(sent_at, created_at) where tries > 0;

drop function public.claim_mails(integer);
drop function private.claim_mails(integer);

create function private.claim_mails(wanted integer, per_hour integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  room integer;
  mails jsonb;
begin
  -- Of two servers the second counts what the first has taken.
  perform pg_advisory_xact_lock(hashtextextended('mail outbox', 0));
  if per_hour is not null then
    room := greatest(0, per_hour - (select count(*)::integer from private.mail_outbox o where o.tried_at > now() - interval '1 hour'));
  end if;
  with due as (
    select o.id from private.mail_outbox o
    where o.sent_at is null and o.tries < 10 and o.next_try_at <= now()
    order by o.next_try_at, o.id limit least(greatest(wanted, 1), 100, room)
    for update skip locked
  ), taken as (
    -- 2, 4, 8 … minutes, at most 12 hours: if the server dies meanwhile, the mail becomes due again by itself.
    update private.mail_outbox o set tries = o.tries + 1, tried_at = now(),
        next_try_at = now() + least(interval '1 minute' * power(2, o.tries + 1), interval '12 hours')
      from due where o.id = due.id
      returning o.id, o.recipient, o.template, o.data
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'recipient', t.recipient, 'template', t.template, 'data', t.data)
    order by t.id), '[]'::jsonb) into mails from taken t;
  return jsonb_build_object('mails', mails, 'held', case when jsonb_array_length(mails) >= room then (
    select count(*) from private.mail_outbox o where o.sent_at is null and o.tries < 10 and o.next_try_at <= now()) else 0 end);
end $$;
comment on function private.claim_mails(integer, integer) is
  'Takes mails that are due, so that of several servers one sends each, and no more than per_hour in an hour (null: any number). held: how many that limit keeps back.';
grant execute on function private.claim_mails(integer, integer) to service_role;

create function public.claim_mails(p_limit integer default 20, p_per_hour integer default null) returns jsonb
language sql set search_path = '' as $$ select private.claim_mails(p_limit, p_per_hour) $$;
comment on function public.claim_mails(integer, integer) is
  'RPC for the web server (secret key): {mails: [{id, recipient, template, data}], held}: mails to send now, and how many the hourly limit keeps back.';
revoke all on function public.claim_mails(integer, integer) from public, anon, authenticated;
grant execute on function public.claim_mails(integer, integer) to service_role;
