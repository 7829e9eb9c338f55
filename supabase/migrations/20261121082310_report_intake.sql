-- How reports come in (decisions §1, §10): members at once, guests by name, e-mail and good faith, and only once the address is
-- confirmed by the link mailed to it. Shapes: domain/src/contract/report-intake.ts.

create table private.report_confirmations (
  report_id uuid primary key references public.reports on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null default now()
);
comment on table private.report_confirmations is 'What the link to confirm a guest''s report is known by. Only the mail holds the token itself.';

create table private.report_senders (
  id bigint generated always as identity primary key,
  sender text not null,
  sent_at timestamptz not null default now()
);
comment on table private.report_senders is 'Reports of guests of the last day, by a hash of the address they came from and of the e-mail they named.';
create index report_senders_sender on private.report_senders (sender, sent_at);
create index report_senders_sent_at on private.report_senders (sent_at);

create function private.use_guest_report(sender text, allowed integer, span interval) returns void
language plpgsql security definer set search_path = '' as $$
declare who constant text := encode(sha256(convert_to('report ' || sender, 'utf8')), 'hex');
begin
  -- Held to the end of the transaction: parallel reports of one sender count one after the other.
  perform pg_advisory_xact_lock(hashtextextended('guest report ' || who, 0));
  if (select count(*) from private.report_senders s where s.sender = who and s.sent_at > now() - span) >= allowed then
    raise sqlstate 'PGRST' using
      message = '{"code":"PT429","message":"Das waren viele Meldungen auf einmal. Versuch es später noch einmal.","details":null,"hint":"rate_limited"}',
      detail = '{"status":429,"headers":{"Retry-After":"3600"}}';
  end if;
  insert into private.report_senders (sender) values (who);
end $$;
comment on function private.use_guest_report(text, integer, interval) is 'Counts one report of a guest, or refuses it with 429 (hint rate_limited).';

-- Ten an hour from one network address, three mails a day to one e-mail address: nobody's letter box is ours to fill.
create function private.throttle_guest_report() returns trigger
language plpgsql security definer set search_path = '' as $$
declare address constant text := private.caller_address();
begin
  if address <> 'unknown' then perform private.use_guest_report('from ' || address, 10, interval '1 hour'); end if;
  perform private.use_guest_report('mail ' || lower(btrim(new.reporter_email)), 3, interval '1 day');
  return new;
end $$;
comment on function private.throttle_guest_report() is 'Trigger: reports of guests are throttled by where they come from and by the address they name.';
create trigger reports_06_guest_rate before insert on public.reports
  for each row when (new.reporter_id is null and new.reporter_email is not null and private.is_client())
  execute function private.throttle_guest_report();

create function private.ask_for_confirmation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  insert into private.report_confirmations (report_id, token_hash) values (new.id, encode(sha256(convert_to(token, 'utf8')), 'hex'));
  perform private.send_mail(new.reporter_email, 'report_confirmation', jsonb_build_object(
    'target', case new.target_type when 'post' then 'Beitrag' else 'Kommentar' end,
    'reason', new.reason, 'path', '/melden/bestaetigen#' || token));
  return null;
end $$;
comment on function private.ask_for_confirmation() is 'Trigger: a guest gets the link that makes their report count. The mail holds nothing a stranger wrote.';
create trigger reports_80_confirmation after insert on public.reports
  for each row when (new.confirmed_at is null and new.reporter_email is not null and private.is_client())
  execute function private.ask_for_confirmation();

create function private.confirm_report(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare known record;
begin
  select r.id, r.confirmed_at into known from private.report_confirmations c join public.reports r on r.id = c.report_id
    where c.token_hash = encode(sha256(convert_to(token, 'utf8')), 'hex') for update of r;
  if not found then return 'unknown'; end if;
  if known.confirmed_at is not null then return 'already'; end if;
  update public.reports set confirmed_at = now() where id = known.id;
  return 'confirmed';
end $$;
comment on function private.confirm_report(text) is 'The report whose link this is becomes one. The token has 244 random bits: there is nothing to guess.';
grant execute on function private.confirm_report(text) to anon, authenticated;

create function public.confirm_report(p_code text) returns jsonb
language sql set search_path = '' as $$ select jsonb_build_object('state', private.confirm_report(coalesce(p_code, ''))) $$;
comment on function public.confirm_report(text) is 'RPC, guests too: {state: confirmed | already | unknown}. A link works for seven days.';

create function private.has_open_report(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.reports r where r.reporter_id = auth.uid() and r.status = 'pending'
    and target in (r.target_post_id, r.target_comment_id))
$$;
comment on function private.has_open_report(uuid) is 'Whether the caller has reported this post or comment and nobody has decided yet.';
create function private.is_own_content(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.community_posts p where p.id = target and p.author_id = auth.uid())
    or exists (select from public.comments c where c.id = target and c.author_id = auth.uid())
$$;
comment on function private.is_own_content(uuid) is 'Whether the caller wrote this post or comment.';
grant execute on function private.has_open_report(uuid), private.is_own_content(uuid) to authenticated;

create function public.report_content(
  p_id uuid, p_target_type text, p_target uuid, p_reason text, p_details text default null, p_good_faith boolean default false,
  p_name text default null, p_email text default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  is_guest constant boolean := auth.uid() is null;
  details constant text := nullif(private.trim_text(private.clean_text(coalesce(p_details, ''))), '');
  name constant text := nullif(private.clean_line(coalesce(p_name, '')), '');
  email constant text := lower(btrim(coalesce(p_email, '')));
  post constant uuid := case when p_target_type = 'post' then p_target end;
  comment constant uuid := case when p_target_type = 'comment' then p_target end;
begin
  if p_reason = 'Sonstiges' and details is null then perform private.refuse('Schreib, worum es geht.', 'details_missing'); end if;
  if char_length(details) > 2000 then perform private.refuse('Höchstens 2.000 Zeichen.', 'details_length'); end if;
  if not is_guest then
    if private.is_own_content(p_target) then perform private.refuse('Das hast du selbst geschrieben.', 'own_content'); end if;
    if private.has_open_report(p_target) then return jsonb_build_object('state', 'known'); end if;
    insert into public.reports (id, target_type, target_post_id, target_comment_id, reporter_id, good_faith, reason, details)
      values (p_id, p_target_type, post, comment, auth.uid(), p_good_faith, p_reason, details) on conflict do nothing;
    return jsonb_build_object('state', 'open');
  end if;
  if p_good_faith is not true then
    perform private.refuse('Bestätige, dass deine Angaben stimmen.', 'good_faith_missing');
  end if;
  if name is null or char_length(name) > 100 then perform private.refuse('Gib deinen Namen an.', 'name_missing'); end if;
  if email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(email) > 254 then
    perform private.refuse('Gib eine gültige E-Mail-Adresse an.', 'email_invalid');
  end if;
  -- Sent twice after a lost answer it is one report.
  insert into public.reports (id, target_type, target_post_id, target_comment_id, reporter_name, reporter_email, good_faith, reason, details)
    values (p_id, p_target_type, post, comment, name, email, true, p_reason, details) on conflict do nothing;
  return jsonb_build_object('state', 'confirm');
end $$;
comment on function public.report_content(uuid, text, uuid, text, text, boolean, text, text) is
  'RPC, guests too: reports a post or comment. {state: open | known | confirm}; hints details_missing, details_length, own_content, good_faith_missing, name_missing, email_invalid, target_gone, rate_limited (429).';
revoke all on function public.confirm_report(text), public.report_content(uuid, text, uuid, text, text, boolean, text, text)
  from public, anon, authenticated;
grant execute on function public.confirm_report(text), public.report_content(uuid, text, uuid, text, text, boolean, text, text)
  to anon, authenticated;
grant execute on function private.refuse(text, text) to anon, authenticated;

create function private.clear_mails() returns void
language sql security definer set search_path = '' as $$
  delete from private.mail_outbox where created_at < now() - interval '7 days';
  delete from private.report_senders where sent_at < now() - interval '1 day';
  -- With them goes the address of somebody who never said that it was theirs.
  delete from public.reports where confirmed_at is null and created_at < now() - interval '7 days';
  -- As long as one may complain about the outcome.
  update public.reports set reporter_name = null, reporter_email = null
    where status <> 'pending' and resolved_at < now() - interval '6 months' and reporter_email is not null;
$$;
comment on function private.clear_mails() is
  'Daily job: mails of the house, and reports of guests that nobody confirmed, after 7 days; name and address of guests 6 months after the decision.';
grant execute on function private.clear_mails() to service_role;
