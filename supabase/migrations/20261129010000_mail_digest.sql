-- A mail that sums up what is unread ---------------------------------------------------------------------------------

-- Whoever neither opens the site nor allows pushes heard of nothing (docs/decisions/055-mail-digest.md).

create table private.digests (
  member_id uuid primary key references public.profiles on delete cascade,
  rhythm text not null check (rhythm in ('off', 'daily', 'weekly')),
  code uuid not null unique default gen_random_uuid(),
  seen_until timestamptz not null default now(),
  next_at timestamptz,
  constraint digests_next check ((next_at is null) = (rhythm = 'off'))
);
comment on table private.digests is 'Members who want, or wanted, a mail about what is unread.';
comment on column private.digests.code is 'In the links of the mails: whoever has it changes the rhythm, and nothing else.';
comment on column private.digests.seen_until is 'What came before was in an earlier mail, or before the first.';
create index digests_due on private.digests (next_at) where next_at is not null;
revoke all on private.digests from public, anon, authenticated;

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

create function private.choose_digest(rhythm text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.profiles p where p.id = auth.uid()) then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.require_proven();
  insert into private.digests as d (member_id, rhythm, next_at)
    values (auth.uid(), choose_digest.rhythm, private.next_digest(choose_digest.rhythm, now()))
    -- Whoever comes back after a while is not told of everything since.
    on conflict (member_id) do update set rhythm = excluded.rhythm, next_at = excluded.next_at,
      seen_until = case when d.rhythm = 'off' then now() else d.seen_until end;
end $$;
comment on function private.choose_digest(text) is 'Stores how often the caller gets the digest.';

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
grant execute on function private.digest_of_caller(), private.choose_digest(text) to authenticated;
grant execute on function private.choose_digest_by_code(text, text) to anon, authenticated;

create function public.own_digest() returns jsonb
language sql stable set search_path = '' as $$ select private.digest_of_caller() $$;
comment on function public.own_digest() is 'RPC: {rhythm: off | daily | weekly} of the caller.';

create function public.set_digest(p_rhythm text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if p_rhythm is null or p_rhythm not in ('off', 'daily', 'weekly') then perform private.refuse('Wähl aus, wie oft.', 'rhythm_unknown'); end if;
  perform private.choose_digest(p_rhythm);
  return private.digest_of_caller();
end $$;
comment on function public.set_digest(text) is 'RPC: the caller wants the digest this often (off, daily, weekly).';

create function public.set_digest_by_code(p_code text, p_rhythm text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if p_rhythm is null or p_rhythm not in ('off', 'daily', 'weekly') then perform private.refuse('Wähl aus, wie oft.', 'rhythm_unknown'); end if;
  return jsonb_build_object('former', private.choose_digest_by_code(coalesce(p_code, ''), p_rhythm));
end $$;
comment on function public.set_digest_by_code(text, text) is
  'RPC, guests too: the member whose mail has this code wants the digest this often. {former}: what it was; null for an unknown code.';
revoke all on function public.own_digest(), public.set_digest(text), public.set_digest_by_code(text, text) from public, anon, authenticated;
grant execute on function public.own_digest(), public.set_digest(text) to authenticated;
grant execute on function public.set_digest_by_code(text, text) to anon, authenticated;

-- The mails -----------------------------------------------------------------------------------------------------------

alter table private.mail_outbox drop constraint mail_outbox_template_check;
alter table private.mail_outbox add constraint mail_outbox_template_check
  check (template in ('report_confirmation', 'report_outcome', 'recovery_code_used', 'digest'));

create or replace function private.mail_values(template text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select case template
    -- target: 'Beitrag' or 'Kommentar'; path: what the button opens, on this site
    when 'report_confirmation' then '{target,reason,path}'::text[]
    -- outcome: one or two German sentences on what the team decided
    when 'report_outcome' then '{target,reason,outcome}'::text[]
    -- left: how many codes are not used
    when 'recovery_code_used' then '{left}'::text[]
    -- items: notifications as JSON; total: how many there are; code: that of private.digests
    when 'digest' then '{items,total,code}'::text[]
  end
$$;

-- Digests come last: whoever confirms a report waits for its mail.
create or replace function private.claim_mails(wanted integer, per_hour integer) returns jsonb
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
    order by o.template = 'digest', o.next_try_at, o.id limit least(greatest(wanted, 1), 100, room)
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

create function private.digest_values(digest private.digests) returns jsonb
language sql stable security definer set search_path = '' as $$
  with unread as (
    select n.id, n.created_at, private.notification_item(n, m.ref) as item
    from (
      select * from public.notifications u
      where u.user_id = digest.member_id and not u.read and u.type <> 'reply_to_comment' and u.created_at > digest.seen_until
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
comment on function private.digest_values(private.digests) is
  'Values of a member''s digest: the latest eight unread notifications, and how many there are; items is null when nothing is unread.';

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
comment on function private.queue_digests() is 'Job, every five minutes: puts the digests that are due into the outbox, at most 200 at a time.';
grant execute on function private.queue_digests() to service_role;

create or replace function private.schedule_jobs() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  job record;
  statement text;
  scheduled integer := 0;
begin
  if not exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then return 0; end if;
  for job in select * from (values
    ('deliver_notifications', '5 seconds'),
    ('fold_counts', '5 seconds'),
    ('fold_star_scores', '* * * * *'),
    ('rescore_all_stars', '7 * * * *'),
    ('snapshot_star_ranks', '15 2 * * *'),
    ('clear_timed_bans', '*/10 * * * *'),
    ('limit_staff_sessions', '*/10 * * * *'),
    ('refresh_charts', '22 * * * *'),
    ('refresh_popular', '*/5 * * * *'),
    ('apply_retention', '40 1 * * *'),
    ('expire_analytics', '*/10 * * * *'),
    ('maintain_analytics_months', '35 1 * * *'),
    ('roll_up_analytics', '20 1 * * *'),
    ('clear_mails', '50 1 * * *'),
    ('clear_pushes', '55 1 * * *'),
    ('clear_runs', '45 1 * * *'),
    ('announce_broadcasts', '10 7 * * *'),
    ('announce_polls', '* * * * *'),
    ('queue_digests', '*/5 * * * *')
  ) as jobs (name, pattern) loop
    -- cron.schedule replaces a job of the same name.
    statement := format('select private.run_job(%L)', job.name);
    begin
      execute format('select cron.schedule(%L, %L, %L)', 'hot_' || job.name, job.pattern, statement);
    exception when others then
      -- Before 1.5 pg_cron knows no seconds.
      if job.pattern <> '5 seconds' then raise; end if;
      execute format('select cron.schedule(%L, %L, %L)', 'hot_' || job.name, '* * * * *', statement);
    end;
    scheduled := scheduled + 1;
  end loop;
  return scheduled;
end $$;

-- Export --------------------------------------------------------------------------------------------------------------

create or replace function private.export_ties(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.member_blocks', (select jsonb_agg(jsonb_build_object('nickname', p.nickname, 'kind', b.kind, 'created_at', b.created_at) order by b.created_at)
      from private.member_blocks b join public.public_profiles p on p.id = b.other_id where b.member_id = me),
    'private.follows', (select jsonb_agg(jsonb_build_object('type', f.target_type, 'title', private.followed_thing(f.target_type, f.target_id) ->> 'title',
        'channel', f.channel, 'created_at', f.created_at) order by f.created_at) from private.follows f where f.member_id = me),
    'private.rumor_hits', (select jsonb_agg(jsonb_build_object('rumor', p.title, 'vote', h.vote, 'hit', h.hit, 'decided_at', h.decided_at) order by h.decided_at)
      from private.rumor_hits h join public.community_posts p on p.id = h.post_id where h.member_id = me),
    'private.digests', (select jsonb_agg(to_jsonb(d) - '{member_id,code}'::text[]) from private.digests d where d.member_id = me),
    'private.hit_rates', (select jsonb_agg(to_jsonb(r) - 'member_id') from private.hit_rates r where r.member_id = me))
$$;
