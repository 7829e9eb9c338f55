-- Networks ------------------------------------------------------------------------------------------------------------

-- Limits count networks: an IPv6 subscriber has 2^64 addresses, so that each address with limits of its own would have none.

create function private.network_of(given text, bits integer default 64) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare address inet;
begin
  address := split_part(btrim(left(given, 100)), '%', 1)::inet;
  if family(address) = 4 then return host(address); end if;
  address := set_masklen(address, 128);
  -- The last 32 bits are an IPv4 address: mapped (RFC 4291, 2.5.5.2) or translated by NAT64 (RFC 6052).
  if address << '::ffff:0:0/96' then return host('0.0.0.0'::inet + (address - '::ffff:0:0'::inet)); end if;
  if address << '64:ff9b::/96' then return host('0.0.0.0'::inet + (address - '64:ff9b::'::inet)); end if;
  return network(set_masklen(address, bits))::text;
exception when invalid_text_representation then
  return btrim(left(given, 100));
end $$;
comment on function private.network_of(text, integer) is
  'The network that limits count: an IPv4 address, or the /64 (48: the assignment around it) of an IPv6 address. What is no address is a network of its own name. Mirrors networkOf() of packages/embedded.';

-- cf-connecting-ip is set by Supabase's edge; in x-forwarded-for only the last entry was written by the nearest proxy. The gateway
-- of the embedded backend sets x-forwarded-for itself.
create or replace function private.caller_address() returns text
language sql stable set search_path = '' as $$
  select coalesce(private.network_of(coalesce(
    nullif(h.headers ->> 'cf-connecting-ip', ''),
    nullif(btrim(reverse(split_part(reverse(h.headers ->> 'x-forwarded-for'), ',', 1))), ''))),
    'unknown')
  from (select nullif(current_setting('request.headers', true), '')::jsonb as headers) h
$$;
comment on function private.caller_address() is
  'Network of the request according to the nearest proxy (private.network_of); "unknown", which is one network for all, when there is no header.';

-- What a mail goes to ------------------------------------------------------------------------------------------------

create function private.mailbox_of(email text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case when parts.domain in ('gmail.com', 'googlemail.com') then replace(parts.name, '.', '') || '@gmail.com'
    else parts.name || '@' || parts.domain end
  from (
    select regexp_replace(split_part(given.address, '@', 1), '\+.*$', '') as name, split_part(given.address, '@', 2) as domain
    from (select lower(btrim(email)) as address) given
  ) parts
$$;
comment on function private.mailbox_of(text) is
  'The mailbox behind an address, for limits: without +tag, at Gmail without dots and under one domain. Never an address to write to.';

-- Reports come by report_content() only ---------------------------------------------------------------------------------

-- Rows written directly skipped the rules of the RPC, and an array of them was forty mails in one request.
drop policy "guests report" on public.reports;
drop policy "members report" on public.reports;
revoke insert (id, target_type, target_post_id, target_comment_id, reporter_name, reporter_email, good_faith, reason, details)
  on public.reports from anon;
revoke insert (id, target_type, target_post_id, target_comment_id, reporter_id, good_faith, reason, details) on public.reports from authenticated;
drop trigger reports_05_rate on public.reports;
drop trigger reports_06_guest_rate on public.reports;
drop trigger reports_80_confirmation on public.reports;
drop function private.throttle_guest_report();
drop function private.ask_for_confirmation();

create function private.mail_confirmation(given public.reports) returns void
language plpgsql security definer set search_path = '' as $$
declare token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  insert into private.report_confirmations (report_id, token_hash) values (given.id, encode(sha256(convert_to(token, 'utf8')), 'hex'));
  perform private.send_mail(given.reporter_email, 'report_confirmation', jsonb_build_object(
    'target', case given.target_type when 'post' then 'Beitrag' else 'Kommentar' end,
    'reason', private.report_reason_text(given.reason), 'path', '/melden/bestaetigen#' || token));
end $$;
comment on function private.mail_confirmation(public.reports) is
  'Mails a guest the link that makes their report count. The mail contains no text written by strangers.';

create function private.take_report(given public.reports) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  target constant uuid := coalesce(given.target_post_id, given.target_comment_id);
  is_guest constant boolean := auth.uid() is null;
begin
  given.reporter_id := auth.uid();
  if is_guest and (given.good_faith is not true or given.reporter_name is null or given.reporter_email is null) then
    raise exception 'Bitte melde dich zuerst an.' using errcode = '42501', hint = 'not_allowed';
  end if;
  if not is_guest and private.is_own_content(target) then
    perform private.refuse('Das hast du selbst geschrieben.', 'own_content');
  end if;
  if not is_guest and private.has_open_report(target) then return jsonb_build_object('state', 'known'); end if;
  -- Repeated after a lost answer, it is still one report and one mail.
  if exists (select from public.reports r where r.id = given.id) then
    return jsonb_build_object('state', case when is_guest then 'confirm' else 'open' end);
  end if;
  if is_guest then
    perform private.use_guest_mail(given.reporter_email);
  else
    perform private.use_quota('posts', private.quota_of('posts', 100));
  end if;
  insert into public.reports (id, target_type, target_post_id, target_comment_id, reporter_id, reporter_name, reporter_email,
      good_faith, reason, details)
    values (given.id, given.target_type, given.target_post_id, given.target_comment_id, given.reporter_id, given.reporter_name,
      given.reporter_email, coalesce(given.good_faith, false), given.reason, given.details)
    on conflict do nothing;
  if is_guest and found then perform private.mail_confirmation(given); end if;
  return jsonb_build_object('state', case when is_guest then 'confirm' else 'open' end);
end $$;
comment on function private.take_report(public.reports) is
  'Stores the report of the caller, whoever `reporter_id` says: {state: open | known | confirm}. Guests'' reports are counted, and confirmed by mail.';
grant execute on function private.take_report(public.reports) to anon, authenticated;

create or replace function public.report_content(
  p_id uuid, p_target_type text, p_target uuid, p_reason text, p_details text default null, p_good_faith boolean default false,
  p_name text default null, p_email text default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare given public.reports;
begin
  perform private.require_short(p_details, 2000, 'Höchstens 2.000 Zeichen.', 'details_length');
  given.id := coalesce(p_id, gen_random_uuid());
  given.target_type := p_target_type;
  given.target_post_id := case when p_target_type = 'post' then p_target end;
  given.target_comment_id := case when p_target_type = 'comment' then p_target end;
  given.good_faith := p_good_faith;
  given.reason := p_reason;
  given.details := nullif(private.trim_text(private.clean_text(coalesce(p_details, ''))), '');
  if p_reason = 'other' and given.details is null then perform private.refuse('Schreib, worum es geht.', 'details_missing'); end if;
  if char_length(given.details) > 2000 then perform private.refuse('Höchstens 2.000 Zeichen.', 'details_length'); end if;
  if auth.uid() is not null then return private.take_report(given); end if;
  if p_good_faith is not true then
    perform private.refuse('Bestätige, dass deine Angaben stimmen.', 'good_faith_missing');
  end if;
  perform private.require_short(p_name, 100, 'Gib deinen Namen an.', 'name_missing');
  perform private.require_short(p_email, 254, 'Gib eine gültige E-Mail-Adresse an.', 'email_invalid');
  given.reporter_name := nullif(private.clean_line(coalesce(p_name, '')), '');
  given.reporter_email := lower(btrim(coalesce(p_email, '')));
  if given.reporter_name is null or char_length(given.reporter_name) > 100 then
    perform private.refuse('Gib deinen Namen an.', 'name_missing');
  end if;
  if given.reporter_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(given.reporter_email) > 254 then
    perform private.refuse('Gib eine gültige E-Mail-Adresse an.', 'email_invalid');
  end if;
  return private.take_report(given);
end $$;
