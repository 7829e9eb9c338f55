-- Sending and confirming ----------------------------------------------------------------------------------------------

create function private.german_day(given date) returns text
language sql stable strict parallel safe set search_path = '' as $$ select to_char(given, 'FMDD.FMMM.YYYY') $$;
comment on function private.german_day(date) is 'A day in a mail: 29.12.2026.';

create function private.concern_answer(given private.concerns, state text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('state', state, 'reference', given.reference, 'due', given.due_on)
$$;
comment on function private.concern_answer(private.concerns, text) is 'What its sender is told: {state, reference, due}.';

-- What both forms have in common: who writes, and what. Null where it is not as it should be, after a refusal.
create function private.given_concern(given_id uuid, given_wish text, given_name text, given_email text, given_text text) returns private.concerns
language plpgsql stable set search_path = '' as $$
declare told private.concerns;
begin
  perform private.require_short(given_text, 2000, 'moderation.details_length');
  perform private.require_short(given_name, 100, 'moderation.name_missing');
  perform private.require_short(given_email, 254, 'moderation.email_invalid');
  told.id := coalesce(given_id, gen_random_uuid());
  told.wish := given_wish;
  told.name := nullif(private.clean_line(coalesce(given_name, '')), '');
  told.email := lower(btrim(coalesce(given_email, '')));
  told.content := nullif(private.trim_text(private.clean_text(coalesce(given_text, ''))), '');
  if told.content is null then perform private.refuse('moderation.details_missing'); end if;
  if char_length(told.content) > 2000 then perform private.refuse('moderation.details_length'); end if;
  if told.name is null or char_length(told.name) > 100 then perform private.refuse('moderation.name_missing'); end if;
  if told.email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(told.email) > 254 then perform private.refuse('moderation.email_invalid'); end if;
  told.due_on := (private.berlin_day(now()) + interval '1 month')::date;
  return told;
end $$;
comment on function private.given_concern(uuid, text, text, text, text) is
  'What somebody without an account writes, cleaned and checked. Hints details_missing, details_length, name_missing, email_invalid.';

create function private.tell_concern(
  given_id uuid, given_page text, given_wish text, given_person text, given_name text, given_email text, given_text text, good_faith boolean
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  told private.concerns;
begin
  perform private.require_short(given_person, 100, 'moderation.person_length');
  perform private.require_short(given_page, 500, 'moderation.page_invalid');
  if given_wish is null or given_wish not in ('correct', 'remove', 'object', 'access') then perform private.refuse('moderation.unknown_wish'); end if;
  told := private.given_concern(given_id, given_wish, given_name, given_email, given_text);
  told.page := nullif(private.clean_line(coalesce(given_page, '')), '');
  told.speaks_for := nullif(private.clean_line(coalesce(given_person, '')), '');
  if (told.page is null and told.wish <> 'access') or told.page !~ '^/([^/\\].*)?$' or char_length(told.page) > 500 then perform private.refuse('moderation.page_invalid'); end if;
  if char_length(told.speaks_for) > 100 then perform private.refuse('moderation.person_length'); end if;
  if good_faith is not true then perform private.refuse('moderation.good_faith_missing'); end if;
  -- Sent again, because the answer was lost: it is still one, and one mail.
  if exists (select from private.concerns c where c.id = told.id) then return jsonb_build_object('state', 'confirm'); end if;
  perform private.use_guest_mail(told.email);
  insert into private.concerns (id, page, wish, speaks_for, name, email, content, token_hash, due_on)
    values (told.id, told.page, told.wish, told.speaks_for, told.name, told.email, told.content, encode(sha256(convert_to(token, 'utf8')), 'hex'), told.due_on)
    on conflict do nothing returning * into told;
  if found then
    -- Without a word of the sender: the address may be somebody else's.
    perform private.send_mail(told.email, 'concern_confirmation', jsonb_build_object('reference', told.reference,
      'due', private.german_day(told.due_on), 'path', '/es-geht-um-mich/bestaetigen#' || token));
  end if;
  return jsonb_build_object('state', 'confirm');
end $$;
comment on function private.tell_concern(uuid, text, text, text, text, text, text, boolean) is 'See public.tell_concern().';
grant execute on function private.tell_concern(uuid, text, text, text, text, text, text, boolean) to anon, authenticated;

create function public.tell_concern(
  p_id uuid, p_page text, p_wish text, p_person text, p_name text, p_email text, p_text text, p_good_faith boolean default false
) returns jsonb
language sql set search_path = '' as $$
  select private.tell_concern(p_id, p_page, p_wish, p_person, p_name, p_email, p_text, p_good_faith)
$$;
comment on function public.tell_concern(uuid, text, text, text, text, text, text, boolean) is
  'RPC, guests too: somebody whom HoT writes about, or who acts for them (p_person), wants a page corrected or removed, objects, or asks what is stored (p_wish correct, remove, object, access). {state: confirm}: a mail has the link. Hints unknown_wish, page_invalid, person_length, details_missing, details_length, name_missing, email_invalid, good_faith_missing, rate_limited (429). '
  'No quota: counted as the mails that guests ask for.';
grant execute on function public.tell_concern(uuid, text, text, text, text, text, text, boolean) to anon, authenticated, service_role;

-- The contact form: anybody about anything. What is written is kept here, so that no mail that is lost loses it; the address is not
-- proven first, because the way has to be quick (section 5 (1) no. 2 DDG).
create function private.contact_operator(given_id uuid, given_name text, given_email text, given_text text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  operator constant text := private.contact_address();
  told private.concerns;
  known private.concerns;
begin
  if operator is null then perform private.refuse('moderation.contact_closed'); end if;
  told := private.given_concern(given_id, 'contact', given_name, given_email, given_text);
  -- Sent again, because the answer was lost: it is still one.
  select * into known from private.concerns c where c.id = told.id;
  if known.wish = 'contact' and known.email = told.email then return private.concern_answer(known, 'sent'); end if;
  if known.id is not null then told.id := gen_random_uuid(); end if;
  perform private.use_guest_mail(told.email);
  insert into private.concerns (id, wish, name, email, content, token_hash, due_on, confirmed_at)
    values (told.id, 'contact', told.name, told.email, told.content, encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid(), 'utf8')), 'hex'),
      told.due_on, clock_timestamp())
    returning * into told;
  perform private.send_mail(operator, 'contact_message', jsonb_build_object('reference', told.reference, 'name', told.name, 'sender', told.email, 'message', told.content));
  -- Without a word of the sender: the address may be somebody else's.
  perform private.send_mail(told.email, 'contact_receipt', jsonb_build_object('reference', told.reference, 'due', private.german_day(told.due_on)));
  return private.concern_answer(told, 'sent');
end $$;
comment on function private.contact_operator(uuid, text, text, text) is 'See public.contact_operator().';
grant execute on function private.contact_operator(uuid, text, text, text) to anon, authenticated;

create function public.contact_operator(p_id uuid, p_name text, p_email text, p_text text) returns jsonb
language sql set search_path = '' as $$ select private.contact_operator(p_id, p_name, p_email, p_text) $$;
comment on function public.contact_operator(uuid, text, text, text) is
  'RPC, guests too: a message to the operator, who gets it by mail; the sender has a receipt, the team a case. {state: sent, reference, due}. Hints contact_closed, details_missing, details_length, name_missing, email_invalid, rate_limited (429). '
  'No quota: counted as the mails that guests ask for.';
grant execute on function public.contact_operator(uuid, text, text, text) to anon, authenticated, service_role;

create function private.confirm_concern(token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare known private.concerns;
begin
  select * into known from private.concerns c where c.token_hash = encode(sha256(convert_to(token, 'utf8')), 'hex') for update;
  if known.id is null then return jsonb_build_object('state', 'unknown', 'reference', null, 'due', null); end if;
  if known.confirmed_at is not null then return private.concern_answer(known, 'already'); end if;
  update private.concerns c set confirmed_at = now() where c.id = known.id;
  perform private.send_mail(known.email, 'concern_receipt', jsonb_build_object('reference', known.reference, 'due', private.german_day(known.due_on),
    'about', coalesce(known.page, private.stored_text('concern.everything'))));
  perform private.alert_team('concern', '{}', known.id, auth.uid());
  return private.concern_answer(known, 'confirmed');
end $$;
comment on function private.confirm_concern(text) is 'See public.confirm_concern(). The token has 244 random bits and cannot be guessed.';
grant execute on function private.confirm_concern(text) to anon, authenticated;

create function public.confirm_concern(p_code text) returns jsonb
language sql set search_path = '' as $$ select private.confirm_concern(coalesce(p_code, '')) $$;
comment on function public.confirm_concern(text) is
  'RPC, guests too: {state: confirmed | already | unknown, reference, due}. The team sees it, and a receipt goes out. A link works for seven days. '
  'No quota: once for each link.';
grant execute on function public.confirm_concern(text) to anon, authenticated, service_role;
