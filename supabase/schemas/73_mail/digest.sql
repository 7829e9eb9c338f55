-- A mail that sums up what is unread ----------------------------------------------------------------------------------

-- Whoever neither opens the site nor allows pushes heard of nothing (docs/decisions/055-mail-digest.md).

create table private.digests (
  member_id uuid primary key references public.profiles on delete cascade,
  rhythm text not null check (rhythm in ('off', 'daily', 'weekly')),
  code uuid not null unique default gen_random_uuid(),
  seen_until timestamptz not null default now(),
  next_at timestamptz,
  constraint digests_next check ((next_at is null) = (rhythm = 'off'))
);
comment on table private.digests is
  'Members who want, or wanted, a mail about what is unread. '
  'Stays: until the member takes it back or deletes the account.';
comment on column private.digests.code is 'In the links of the mails: whoever has it changes the rhythm, and nothing else.';
comment on column private.digests.seen_until is 'What came before was in an earlier mail, or before the first.';

create index digests_due on private.digests (next_at) where next_at is not null;

revoke all on private.digests from public, anon, authenticated, service_role;

create function private.next_digest(rhythm text, after timestamptz) returns timestamptz
language sql immutable set search_path = '' as $$
  select min(day + interval '18 hours') at time zone 'Europe/Berlin'
  from generate_series(date_trunc('day', after at time zone 'Europe/Berlin'), date_trunc('day', after at time zone 'Europe/Berlin') + interval '8 days',
    interval '1 day') day
  where day + interval '18 hours' > after at time zone 'Europe/Berlin'
    and (rhythm = 'daily' or (rhythm = 'weekly' and extract(isodow from day) = 7))
$$;
comment on function private.next_digest(text, timestamptz) is 'The next 18:00 in Berlin, daily or on Sundays; null for off.';

-- The member's choice -------------------------------------------------------------------------------------------------

create function private.digest_of_caller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return jsonb_build_object('rhythm', coalesce((select d.rhythm from private.digests d where d.member_id = auth.uid()), 'off'));
end $$;
comment on function private.digest_of_caller() is 'How often the caller gets the digest.';
grant execute on function private.digest_of_caller() to authenticated;

create function private.choose_digest(rhythm text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.profiles p where p.id = auth.uid()) then
    perform private.refuse('member.account_gone', '42501');
  end if;
  perform private.require_proven();
  insert into private.digests as d (member_id, rhythm, next_at)
    values (auth.uid(), choose_digest.rhythm, private.next_digest(choose_digest.rhythm, now()))
    -- Whoever comes back after a while is not told of everything since.
    on conflict (member_id) do update set rhythm = excluded.rhythm, next_at = excluded.next_at,
      seen_until = case when d.rhythm = 'off' then now() else d.seen_until end;
end $$;
comment on function private.choose_digest(text) is 'Stores how often the caller gets the digest.';
grant execute on function private.choose_digest(text) to authenticated;

create function private.choose_digest_by_code(code text, rhythm text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  given constant uuid := case when code ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then code::uuid end;
  former text;
begin
  select d.rhythm into former from private.digests d where d.code = given for update;
  if former is null then return null; end if;
  update private.digests d set rhythm = choose_digest_by_code.rhythm, next_at = private.next_digest(choose_digest_by_code.rhythm, now()),
      seen_until = case when former = 'off' then now() else d.seen_until end
    where d.code = given and former <> choose_digest_by_code.rhythm;
  return former;
end $$;
comment on function private.choose_digest_by_code(text, text) is
  'Stores how often the member of a mail''s link gets the digest, and returns what it was; null for an unknown code. 122 random bits cannot be guessed.';
grant execute on function private.choose_digest_by_code(text, text) to anon, authenticated;

create function public.own_digest() returns jsonb
language sql stable set search_path = '' as $$ select private.digest_of_caller() $$;
comment on function public.own_digest() is 'RPC: {rhythm: off | daily | weekly} of the caller.';
grant execute on function public.own_digest() to authenticated, service_role;

create function public.set_digest(p_rhythm text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if p_rhythm is null or p_rhythm not in ('off', 'daily', 'weekly') then perform private.refuse('notification.rhythm_unknown'); end if;
  perform private.choose_digest(p_rhythm);
  return private.digest_of_caller();
end $$;
comment on function public.set_digest(text) is
  'RPC: the caller wants the digest this often (off, daily, weekly). '
  'No quota: a row for each member.';
grant execute on function public.set_digest(text) to authenticated, service_role;

create function public.set_digest_by_code(p_code text, p_rhythm text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if p_rhythm is null or p_rhythm not in ('off', 'daily', 'weekly') then perform private.refuse('notification.rhythm_unknown'); end if;
  return jsonb_build_object('former', private.choose_digest_by_code(coalesce(p_code, ''), p_rhythm));
end $$;
comment on function public.set_digest_by_code(text, text) is
  'RPC, guests too: the member whose mail has this code wants the digest this often. {former}: what it was; null for an unknown code. '
  'No quota: a row for each member.';
grant execute on function public.set_digest_by_code(text, text) to anon, authenticated, service_role;

-- The mails -----------------------------------------------------------------------------------------------------------

create function private.digest_values(digest private.digests, told uuid[] default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  with unread as (
    select n.id, n.created_at, private.notification_item(n, m.ref) as item
    from (
      select * from public.notifications u
      where u.user_id = digest.member_id and u.type <> 'reply_to_comment'
        and ((told is null and not u.read and u.created_at > digest.seen_until) or (u.id = any (told) and u.actors_count > 0))
      order by u.created_at desc, u.id desc limit 100
    ) n
    left join private.member_refs m on m.id = n.actor_id
    where n.actor_id is null or not private.keeps_silent(digest.member_id, n.actor_id)
  ), placed as (
    select u.*, row_number() over latest as place, sum(octet_length(to_json(u.item::text)::text)) over latest as bytes, count(*) over () as total
    from unread u window latest as (order by u.created_at desc, u.id desc)
  )
  -- Values of a mail have 8,000 bytes.
  select jsonb_build_object('items', jsonb_agg(p.item order by p.place)::text, 'total', max(p.total)::text, 'code', digest.code)
  from placed p where p.place = 1 or (p.place <= 8 and p.bytes <= 7000)
$$;
comment on function private.digest_values(private.digests, uuid[]) is
  'Values of a member''s digest: the latest eight unread notifications, or what is left of those told, and how many there are; items is null when there is nothing.';

-- The hourly limit or a mail server that is away may keep a digest for hours.
create function private.freshen_digests() returns void
language plpgsql security definer set search_path = '' as $$
declare
  late record;
  told uuid[];
  said jsonb;
  total integer;
begin
  for late in
    select o.id as mail, o.data, o.created_at as written_at, d as digest from private.mail_outbox o join private.digests d on d.code = private.as_uuid(o.data ->> 'code')
    where o.template = 'digest' and o.sent_at is null and o.tries < 10 and o.next_try_at <= now() for update of o skip locked
  loop
    told := array(select private.as_uuid(i ->> 'id') from jsonb_array_elements((late.data ->> 'items')::jsonb) i);
    said := private.digest_values(late.digest, told);
    continue when said ->> 'items' = late.data ->> 'items';
    if said ->> 'items' is null then
      delete from private.mail_outbox o where o.id = late.mail;
    else
      -- Of those that are not in the mail some may be gone as well.
      select count(*) into total from public.notifications n
        where n.user_id = (late.digest).member_id and not n.read and n.type <> 'reply_to_comment' and n.created_at <= late.written_at;
      total := least(total, (late.data ->> 'total')::integer - cardinality(told) + (said ->> 'total')::integer);
      update private.mail_outbox o set data = said || jsonb_build_object('total', greatest(total, (said ->> 'total')::integer)::text)
        where o.id = late.mail;
    end if;
  end loop;
end $$;
comment on function private.freshen_digests() is
  'Takes out of digests that are about to be sent what was withdrawn since they were written, and whom the member no longer hears; one with nothing left is not sent.';

create function private.queue_digests() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due private.digests;
  address text;
  mail jsonb;
  queued integer := 0;
begin
  -- A slow mail server gets no more before it has sent these.
  if (select count(*) from private.mail_outbox o where o.template = 'digest' and o.sent_at is null and o.tries < 10) >= 200 then return 0; end if;
  for due in select * from private.digests d where d.next_at <= now() order by d.next_at limit 200 for update skip locked loop
    update private.digests d set next_at = private.next_digest(d.rhythm, now()), seen_until = now() where d.member_id = due.member_id;
    select u.email into address from auth.users u
      where u.id = due.member_id and u.email_confirmed_at is not null and not private.is_banned(u.id);
    continue when address is null;
    mail := private.digest_values(due);
    continue when mail ->> 'items' is null;
    perform private.send_mail(address, 'digest', mail);
    queued := queued + 1;
  end loop;
  return queued;
end $$;
comment on function private.queue_digests() is 'Job (*/5 * * * *): puts the digests that are due into the outbox, at most 200 at a time.';
grant execute on function private.queue_digests() to service_role;

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_digests(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.digests', (select jsonb_agg(to_jsonb(d) - '{member_id,code}'::text[]) from private.digests d where d.member_id = me),
    -- Without their texts, which are gone once sent and may hold links that only the mailbox should have.
    'private.mail_outbox', (select jsonb_agg(jsonb_build_object('template', o.template, 'created_at', o.created_at, 'sent_at', o.sent_at) order by o.created_at)
      from private.mail_outbox o where o.recipient = (select lower(u.email) from auth.users u where u.id = me)))
$$;
comment on function private.export_digests(uuid) is 'Export: the digest by mail, and which mails were sent.';
