-- Mails ---------------------------------------------------------------------------------------------------------------

create function private.mail_values(template text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select case template
    -- target: 'Beitrag' or 'Kommentar'; path: what the button opens, on this site
    when 'report_confirmation' then '{target,reason,path}'::text[]
    -- outcome: one or two German sentences on what the team decided
    -- and about, where it is known: the page on this site where it stood, or where else
    when 'report_outcome' then '{target,reason,outcome}'::text[]
    -- about: what it is about, thing: 'Beitrag', 'Kommentar' or 'Profil'; question: what the team asks; path: where to answer
    when 'case_question' then '{about,thing,question,path}'::text[]
    -- star: name; outcome: what the team decided, in German sentences; path: the star's page
    when 'star_request' then '{star,outcome,path}'::text[]
    -- reference: what both sides call it; due: the day by which there is an answer; path: what the button opens
    when 'concern_confirmation' then '{reference,due,path}'::text[]
    -- about: the page on this site, or what else
    when 'concern_receipt' then '{reference,due,about}'::text[]
    -- outcome: what the team did and why, in German sentences
    when 'concern_outcome' then '{reference,outcome,about}'::text[]
    -- sender: the address to answer to
    when 'contact_message' then '{reference,name,sender,message}'::text[]
    -- statement: which account the team deleted, why, by which rule, and what stays of a ban, in German sentences
    when 'account_deleted' then '{statement}'::text[]
    when 'contact_receipt' then '{reference,due}'::text[]
    -- left: how many codes are not used
    when 'recovery_code_used' then '{left}'::text[]
    -- items: notifications as JSON; total: how many there are; code: that of private.digests
    when 'digest' then '{items,total,code}'::text[]
    -- alerts: [{alert, title}] as JSON: one of the kinds of private.alert_team(), and what happened
    when 'team_alert' then '{alerts}'::text[]
    -- facts: private.briefing_facts() or private.week_of() as JSON
    when 'briefing' then '{facts}'::text[]
    when 'weekly' then '{facts}'::text[]
  end
$$;
comment on function private.mail_values(text) is 'The values a template needs; null for an unknown template.';

create function private.send_mail(recipient text, template text, data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare wanted constant text[] := private.mail_values(template);
begin
  if wanted is null or not data ?& wanted or exists (select from unnest(wanted) w where coalesce(btrim(data ->> w), '') = '') then
    perform private.refuse('notification.mail_values', '22023', template, wanted::text);
  end if;
  insert into private.mail_outbox (recipient, template, data) values (lower(btrim(recipient)), template, data);
end $$;
comment on function private.send_mail(text, text, jsonb) is
  'Puts a mail into the outbox. Templates and their values: report_confirmation {target, reason, path}, report_outcome {target, reason, outcome}, and about. For definer functions only.';

create function private.mail_deletion(recipient text, told jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_mail(recipient, 'account_deleted', jsonb_build_object('statement', private.account_deletion_text(told)));
end $$;
comment on function private.mail_deletion(text, jsonb) is 'Mails whoever had an account that the team deleted a statement of reasons (private.account_deletion_text()).';

create function private.settle_mail(mail bigint, problem text) returns void
language sql security definer set search_path = '' as $$
  update private.mail_outbox o set
      sent_at = case when problem is null then now() end,
      data = case when problem is null then '{}' else o.data end,
      last_error = left(problem, 200)
    where o.id = mail and o.sent_at is null
$$;
comment on function private.settle_mail(bigint, text) is 'A mail was sent (problem null), or was not.';
grant execute on function private.settle_mail(bigint, text) to service_role;

create function public.settle_mail(p_id bigint, p_problem text default null) returns void
language sql set search_path = '' as $$ select private.settle_mail(p_id, p_problem) $$;
comment on function public.settle_mail(bigint, text) is 'RPC for the web server (secret key): a claimed mail was sent, or what was in the way.';
grant execute on function public.settle_mail(bigint, text) to service_role;

create function private.clear_mails() returns void
language sql security definer set search_path = '' as $$
  delete from private.mail_outbox where created_at < now() - interval '7 days';
  delete from private.report_senders where sent_at < now() - interval '1 day';
  -- Also erases the e-mail addresses of guests who never confirmed them. What counts without loses them too, and its link.
  delete from public.reports where not counts and created_at < now() - interval '7 days';
  delete from private.report_confirmations c using public.reports r
    where r.id = c.report_id and r.confirmed_at is null and c.created_at < now() - interval '7 days';
  update public.reports set reporter_name = null, reporter_email = null
    where confirmed_at is null and created_at < now() - interval '7 days' and coalesce(reporter_name, reporter_email) is not null;
  -- Six months is how long an outcome can be appealed.
  update public.reports set reporter_name = null, reporter_email = null
    where status <> 'pending' and resolved_at < now() - interval '6 months' and reporter_email is not null;
$$;
comment on function private.clear_mails() is
  'Job (50 1 * * *): mails of the outbox, and reports of guests that nobody confirmed, after 7 days, those of illegal content only their name and address; name and address of guests 6 months after the decision.';
grant execute on function private.clear_mails() to service_role;

-- Mails of an hour ----------------------------------------------------------------------------------------------------

-- Duty comes first, in the order in which it was written, and never waits for what the team or a digest has used up
-- (docs/decisions/143-mails-of-duty.md).
create function private.mail_lane(template text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when template in ('report_confirmation', 'concern_confirmation', 'contact_receipt') then 'asked' when template in ('team_alert', 'briefing', 'weekly') then 'team'
    when template = 'digest' then 'digest' else 'duty' end
$$;
comment on function private.mail_lane(text) is
  'Which mails share a part of the hour: duty (outcomes, questions, security), asked (confirmations and receipts, which strangers can ask for), team, digest.';

create function private.mail_rooms(per_hour integer) returns table (lane text, place integer, room integer)
language sql stable security definer set search_path = '' as $$
  with sent as (
    select count(*)::integer as all_of_them, count(*) filter (where s.lane = 'team')::integer as team,
      count(*) filter (where s.lane = 'asked')::integer as asked, count(*) filter (where s.lane in ('asked', 'duty'))::integer as duty
    from (select private.mail_lane(o.template) as lane from private.mail_outbox o where o.tried_at > now() - interval '1 hour') s
  )
  select r.lane, r.place, case when per_hour is not null then greatest(r.room, 0) end
  from sent s cross join lateral (values
    -- per_hour is the third of what the mail server takes: duty may use all of it, of which strangers' wishes leave a third.
    ('duty', 1, greatest(3 * per_hour - s.duty, per_hour - (s.duty - s.asked))),
    ('asked', 1, 2 * per_hour - s.asked),
    -- A flood of the others leaves the team a few, or nobody would hear of it.
    ('team', 2, greatest(per_hour - s.all_of_them, per_hour / 3 - s.team)),
    ('digest', 3, per_hour - s.all_of_them)) as r (lane, place, room)
$$;
comment on function private.mail_rooms(integer) is 'How many mails of each lane may still leave within the hour, and in which order; null: any number.';

create function private.gathers_alerts(mail private.mail_outbox) returns boolean
language sql stable security definer set search_path = '' as $$
  select mail.template = 'team_alert' and mail.tries = 0 and exists (
    select from private.mail_outbox o
    where o.recipient = mail.recipient and o.template = 'team_alert' and o.tried_at > now() - interval '1 hour' and o.id <> mail.id)
$$;
comment on function private.gathers_alerts(private.mail_outbox) is 'Whether alerts gather in this mail, because its recipient had one within the hour.';

create function private.claim_mails(wanted integer, per_hour integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := least(greatest(wanted, 1), 100);
  mails jsonb;
begin
  -- Of two servers the second counts what the first has taken.
  perform pg_advisory_xact_lock(hashtextextended('mail outbox', 0));
  perform private.freshen_digests();
  with placed as (
    select o.id, r.place as lane_place, r.room, row_number() over (partition by r.lane order by o.next_try_at, o.id) as place
    from private.mail_outbox o join private.mail_rooms(per_hour) r on r.lane = private.mail_lane(o.template)
    where o.sent_at is null and o.tries < 10 and o.next_try_at <= now() and not private.gathers_alerts(o)
  ), due as (
    select o.id, p.lane_place, o.next_try_at as due_at from private.mail_outbox o join placed p on p.id = o.id
    where p.room is null or p.place <= p.room
    order by p.lane_place, o.next_try_at, o.id limit most
    for update of o skip locked
  ), taken as (
    -- 2, 4, 8 … minutes: if the server dies meanwhile, the mail becomes due again by itself.
    update private.mail_outbox o set tries = o.tries + 1, tried_at = now(),
        next_try_at = now() + interval '1 minute' * power(2, o.tries + 1)
      from due where o.id = due.id
      returning o.id, o.recipient, o.template, o.data, due.lane_place, due.due_at
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'recipient', t.recipient, 'template', t.template, 'data', t.data)
    order by t.lane_place, t.due_at, t.id), '[]'::jsonb) into mails from taken t;
  return jsonb_build_object('mails', mails, 'operator', private.operator_data() ->> 'operator', 'held', case when per_hour is not null and jsonb_array_length(mails) < most then (
    select count(*) from private.mail_outbox o
    where o.sent_at is null and o.tries < 10 and o.next_try_at <= now() and not private.gathers_alerts(o)) else 0 end);
end $$;
comment on function private.claim_mails(integer, integer) is
  'Takes mails that are due, so that of several servers one sends each, those of duty first. per_hour: the site''s share, a third of what the mail server takes in an hour (null: any number). held: how many that limit keeps back; operator: who signs them.';
grant execute on function private.claim_mails(integer, integer) to service_role;

create function public.claim_mails(p_limit integer default 20, p_per_hour integer default null) returns jsonb
language sql set search_path = '' as $$ select private.claim_mails(p_limit, p_per_hour) $$;
comment on function public.claim_mails(integer, integer) is
  'RPC for the web server (secret key): {mails: [{id, recipient, template, data}], held}: mails to send now, and how many the hourly limit keeps back.';
grant execute on function public.claim_mails(integer, integer) to service_role;
