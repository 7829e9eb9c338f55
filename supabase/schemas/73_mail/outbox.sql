-- Mails ---------------------------------------------------------------------------------------------------------------

create function private.mail_values(template text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select case template
    -- target: 'Beitrag' or 'Kommentar'; path: what the button opens, on this site
    when 'report_confirmation' then '{target,reason,path}'::text[]
    -- outcome: one or two German sentences on what the team decided
    when 'report_outcome' then '{target,reason,outcome}'::text[]
    -- about: what it is about, thing: 'Beitrag', 'Kommentar' or 'Profil'; question: what the team asks; path: where to answer
    when 'case_question' then '{about,thing,question,path}'::text[]
    -- star: name; outcome: what the team decided, in German sentences; path: the star's page
    when 'star_request' then '{star,outcome,path}'::text[]
    -- left: how many codes are not used
    when 'recovery_code_used' then '{left}'::text[]
    -- items: notifications as JSON; total: how many there are; code: that of private.digests
    when 'digest' then '{items,total,code}'::text[]
    -- alert: one of the kinds of private.alert_team(); title: what happened
    when 'team_alert' then '{alert,title}'::text[]
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
  'Puts a mail into the outbox. Templates and their values: report_confirmation {target, reason, path}, report_outcome {target, reason, outcome}. For definer functions only.';

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
  -- Also erases the e-mail addresses of guests who never confirmed them.
  delete from public.reports where confirmed_at is null and created_at < now() - interval '7 days';
  -- Six months is how long an outcome can be appealed.
  update public.reports set reporter_name = null, reporter_email = null
    where status <> 'pending' and resolved_at < now() - interval '6 months' and reporter_email is not null;
$$;
comment on function private.clear_mails() is
  'Job (50 1 * * *): mails of the outbox, and reports of guests that nobody confirmed, after 7 days; name and address of guests 6 months after the decision.';
grant execute on function private.clear_mails() to service_role;

-- Mails of an hour ----------------------------------------------------------------------------------------------------

-- Digests come last: whoever confirms a report waits for its mail.
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
  perform private.freshen_digests();
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
comment on function private.claim_mails(integer, integer) is
  'Takes mails that are due, so that of several servers one sends each, and no more than per_hour in an hour (null: any number). held: how many that limit keeps back.';
grant execute on function private.claim_mails(integer, integer) to service_role;

create function public.claim_mails(p_limit integer default 20, p_per_hour integer default null) returns jsonb
language sql set search_path = '' as $$ select private.claim_mails(p_limit, p_per_hour) $$;
comment on function public.claim_mails(integer, integer) is
  'RPC for the web server (secret key): {mails: [{id, recipient, template, data}], held}: mails to send now, and how many the hourly limit keeps back.';
grant execute on function public.claim_mails(integer, integer) to service_role;
