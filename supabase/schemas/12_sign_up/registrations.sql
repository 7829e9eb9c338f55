-- Settings ------------------------------------------------------------------------------------------------------------

create table private.mail_domains (
  domain text primary key,
  provider text not null
);
comment on table private.mail_domains is
  'Mail providers whose addresses may sign up (docs/product/accounts.md). Mirrors the list of domain; a test compares them. '
  'Stays: a list or a state of the site.';

revoke all on private.mail_domains from public, anon, authenticated, service_role;

insert into private.mail_domains (domain, provider) values
  ('gmail.com', 'Google'), ('googlemail.com', 'Google'),
  ('proton.me', 'Proton'), ('protonmail.com', 'Proton'), ('pm.me', 'Proton'),
  ('gmx.de', 'GMX'), ('gmx.at', 'GMX'), ('gmx.ch', 'GMX'), ('gmx.net', 'GMX'), ('gmx.com', 'GMX'),
  ('web.de', 'Web'), ('t-online.de', 'T-Online'),
  ('icloud.com', 'Apple'), ('me.com', 'Apple'), ('mac.com', 'Apple'),
  ('hotmail.com', 'Hotmail'), ('hotmail.de', 'Hotmail'), ('hotmail.co.uk', 'Hotmail'), ('live.com', 'Hotmail'), ('live.de', 'Hotmail'),
  ('outlook.com', 'Outlook'), ('outlook.de', 'Outlook'),
  ('yahoo.com', 'Yahoo'), ('yahoo.de', 'Yahoo'), ('ymail.com', 'Yahoo'), ('rocketmail.com', 'Yahoo');

create function private.mail_domain_allowed(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select address ~ '^[^@\s]+@[^@\s]+$' and (
    exists (select from private.mail_domains m where m.domain = lower(split_part(address, '@', 2)))
    or exists (select from public.app_settings s, unnest(s.extra_mail_domains) extra
               where lower(btrim(extra)) = lower(split_part(address, '@', 2))))
$$;
comment on function private.mail_domain_allowed(text) is 'Whether an address may sign up by e-mail: fixed list or extra domains of the settings.';
grant execute on function private.mail_domain_allowed(text) to service_role;

-- Suspicious registrations --------------------------------------------------------------------------------------------

-- A suspicious registration is a refused domain, a burst of sign-ups with the same provider hash, a + tag.

create table private.sign_up_hashes (
  id bigint generated always as identity primary key,
  provider_hash text not null,
  signed_up_at timestamptz not null default now()
);
comment on table private.sign_up_hashes is
  'Hashes of the provider accounts that signed up in the last 24 hours, independent of accounts: only here it shows when one is created and deleted repeatedly.';

create index sign_up_hashes_hash on private.sign_up_hashes (provider_hash, signed_up_at);
create index sign_up_hashes_signed_up_at on private.sign_up_hashes (signed_up_at);

revoke all on private.sign_up_hashes from public, anon, authenticated, service_role;

create function private.provider_hash(provider text, subject text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select left(encode(sha256(convert_to(provider || ':' || subject, 'utf8')), 'hex'), 12)
$$;
comment on function private.provider_hash(text, text) is 'Short hash of a provider''s id of a person, in the metadata of suspicious_registration.';

create function private.record_suspicion(member uuid, provider text, address text, subject text, why text) returns void
language sql security definer set search_path = '' as $$
  insert into public.analytics_events (event_type, user_id, metadata) values ('suspicious_registration', member, jsonb_strip_nulls(
    jsonb_build_object('email_domain', left(lower(substring(address from '@([^@]*)$')), 200), 'provider', provider,
      'provider_hash', private.provider_hash(provider, subject), 'reason', why)))
$$;
comment on function private.record_suspicion(uuid, text, text, text, text) is 'Records a suspicious registration: domain, provider, short hash and reason, never the address.';

create function private.watch_sign_up(member uuid, provider text, address text, subject text) returns void
language plpgsql security definer set search_path = '' as $$
declare hash constant text := private.provider_hash(provider, subject);
begin
  if provider = 'email' and split_part(address, '@', 1) like '%+%' then
    perform private.record_suspicion(member, provider, address, subject, 'plus_tag');
  end if;
  if hash is null then return; end if;
  delete from private.sign_up_hashes where signed_up_at < now() - interval '24 hours';
  insert into private.sign_up_hashes (provider_hash) values (hash);
  if (select count(*) from private.sign_up_hashes h where h.provider_hash = hash) >= 3 then
    perform private.record_suspicion(member, provider, address, subject, 'provider_burst');
  end if;
end $$;
comment on function private.watch_sign_up(uuid, text, text, text) is 'Checks a new account for a + tag, or the third sign-up of one provider account within 24 hours.';

-- New accounts --------------------------------------------------------------------------------------------------------

-- Triggers of auth.users. They run as GoTrue's role, hence security definer.

create function private.provider_of(meta jsonb) returns text
language sql immutable parallel safe set search_path = '' as $$ select coalesce(nullif(meta ->> 'provider', ''), 'email') $$;
comment on function private.provider_of(jsonb) is 'Sign-up provider in raw_app_meta_data; without one: email.';

create function private.refuses_mail(provider text, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- OAuth is exempt, because the provider has verified the account. Without an address (phone) there is nothing to check.
  select provider = 'email' and coalesce(address, '') <> '' and not private.mail_domain_allowed(address)
$$;
comment on function private.refuses_mail(text, text) is
  'Allow-list rule for a sign-up, shared by trigger and hook: true when this address may not sign up through this provider.';

create function private.refuses_uninvited(provider text, invite_code text) returns boolean
language sql stable security definer set search_path = '' as $$
  select provider = 'email' and (select s.signup_mode = 'invite' from public.app_settings s)
    and private.invite_state(coalesce(invite_code, '')) <> 'valid'
$$;
comment on function private.refuses_uninvited(text, text) is
  'Invite rule for a sign-up, shared by trigger and hook: true when an account by e-mail has no valid code. Accounts of a provider cannot carry one.';

-- Operators make accounts that are confirmed from the start; the first admin, by whatever way, is who completes the legal notice.
create function private.refuses_newcomers(provider text, confirmed boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.sign_up_shut()
    and (provider <> 'email' or not confirmed and exists (select from public.profiles p where p.role = 'admin'))
$$;
comment on function private.refuses_newcomers(text, boolean) is
  'Whether a new account is refused because the site is shut to them. The hook refuses whoever registers; this holds where it is not configured, and for providers.';

create function private.check_mail_domain() returns trigger
language plpgsql security definer set search_path = '' as $$
declare wanted text := case
  when tg_op = 'INSERT' then new.email
  -- A new address is first in email_change and later in email; both are checked. The exemption of OAuth is for sign-ups only.
  when coalesce(new.email_change, '') <> '' and new.email_change is distinct from old.email_change then new.email_change
  when new.email is distinct from old.email and new.email is distinct from old.email_change then new.email end;
begin
  if tg_op = 'INSERT' and private.refuses_newcomers(private.provider_of(new.raw_app_meta_data), new.email_confirmed_at is not null) then
    perform private.refuse('auth.sign_up_shut');
  end if;
  if private.refuses_mail(case when tg_op = 'INSERT' then private.provider_of(new.raw_app_meta_data) else 'email' end, wanted) then
    perform private.refuse('auth.email_domain_not_allowed');
  end if;
  return new;
end $$;
comment on function private.check_mail_domain() is 'Trigger: refuses new accounts of a site that is shut to them, and enforces the allow-list of mail domains for sign-up by e-mail and for changes of the address.';

create function private.open_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  provider text := private.provider_of(new.raw_app_meta_data);
  meta jsonb := coalesce(new.raw_user_meta_data, '{}');
  subject text := case when provider <> 'email' then coalesce(meta ->> 'provider_id', meta ->> 'sub') end;
  -- What a provider tells of somebody is not what they say themselves.
  age constant smallint := case when provider = 'email' then private.age_text_of(meta) end;
  invite_mode boolean := (select s.signup_mode = 'invite' from public.app_settings s);
  invited boolean := false;
begin
  insert into public.profiles (id, email, full_name, provider_type, provider_subject, created_at, age_confirmed_at, age_text)
  values (new.id, new.email, left(coalesce(meta ->> 'full_name', meta ->> 'name'), 200), provider,
    subject, coalesce(new.created_at, now()), case when age is not null then now() end, age);
  if coalesce(meta ->> 'invite_code', '') <> '' then invited := private.redeem_code(new.id, meta ->> 'invite_code'); end if;
  if invite_mode and not invited then
    -- The app has a German sentence for this text. A sign-up through a provider cannot carry a code: it may only read until it redeems one.
    if provider = 'email' then
      perform private.refuse('auth.invite_required.sign_up', '42501');
    end if;
    update public.profiles set needs_invite = true where id = new.id;
  end if;
  perform private.watch_sign_up(new.id, provider, new.email, subject);
  return null;
end $$;
comment on function private.open_profile() is 'Trigger: creates the profile of a new account and redeems its invite code; refuses the account in invite mode without one.';

create function private.follow_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id and email is distinct from new.email;
  return null;
end $$;
comment on function private.follow_email() is 'Trigger: keeps profiles.email in step with the account.';

-- If an account was registered by password but never confirmed, a sign-in through a provider takes it over (GoTrue,
-- RemoveUnconfirmedIdentities). What the first registrant left in the profile is removed.
create function private.follow_provider() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  provider constant text := private.provider_of(new.raw_app_meta_data);
  meta constant jsonb := coalesce(new.raw_user_meta_data, '{}');
begin
  if provider = private.provider_of(old.raw_app_meta_data) then return null; end if;
  update public.profiles set
    provider_type = provider,
    provider_subject = case when provider <> 'email' then coalesce(meta ->> 'provider_id', meta ->> 'sub') end,
    full_name = left(coalesce(meta ->> 'full_name', meta ->> 'name'), 200),
    -- The first registrant said it, perhaps somebody else.
    age_confirmed_at = case when nickname is not null then age_confirmed_at end,
    age_text = case when nickname is not null then age_text end
  where id = new.id;
  return null;
end $$;
comment on function private.follow_provider() is 'Trigger: updates the provider of a profile when a provider takes over its account.';

-- The profile is made with the first request for an account. Until the address is confirmed somebody else may have made
-- that request: whoever asks next replaces its metadata, and what the profile has of it (name, age) has to follow.
create function private.follow_unconfirmed_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  meta constant jsonb := coalesce(new.raw_user_meta_data, '{}');
  age constant smallint := case when private.provider_of(new.raw_app_meta_data) = 'email' then private.age_text_of(meta) end;
begin
  update public.profiles set full_name = left(coalesce(meta ->> 'full_name', meta ->> 'name'), 200),
    age_confirmed_at = case when age is not null then coalesce(age_confirmed_at, now()) end, age_text = age
    where id = new.id;
  return null;
end $$;
comment on function private.follow_unconfirmed_metadata() is
  'Trigger: keeps name and age in the profile of an unconfirmed account in step with its metadata.';

-- A member's own names are the first words that somebody who knows them tries as a password. The embedded backend asks for
-- them when it estimates a new one; a Supabase project has its own check.
create function private.password_words(event jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(p.nickname), '[]') from public.profiles p
   where p.id = (event ->> 'user_id')::uuid and p.nickname is not null
$$;
comment on function private.password_words(jsonb) is 'For the embedded backend: what a password of this account must not consist of.';
grant execute on function private.password_words(jsonb) to supabase_auth_admin;

create trigger hot_check_mail_domain before insert or update of email, email_change on auth.users
  for each row execute function private.check_mail_domain();

create trigger hot_open_profile after insert on auth.users
  for each row execute function private.open_profile();

create trigger hot_follow_email after update of email on auth.users
  for each row execute function private.follow_email();

create trigger hot_follow_provider after update of raw_app_meta_data on auth.users
  for each row execute function private.follow_provider();

create trigger hot_erase_member before delete on auth.users for each row execute function private.erase_member();

create trigger hot_follow_unconfirmed_metadata after update of raw_user_meta_data on auth.users
  for each row when (old.email_confirmed_at is null and old.raw_user_meta_data is distinct from new.raw_user_meta_data)
  execute function private.follow_unconfirmed_metadata();

-- After hot_open_profile: triggers fire in the order of their names.
create trigger hot_restore_ban after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null) execute function private.restore_kept_ban();

create trigger hot_end_sessions after update of banned_until, deleted_at on auth.users
  for each row when (new.banned_until > now() or new.deleted_at is not null) execute function private.end_sessions_of_banned();

-- How long it is kept -------------------------------------------------------------------------------------------------

create function private.retain_registrations() returns void
language sql security definer set search_path = '' as $$
  delete from private.sign_up_hashes where signed_up_at < now() - interval '24 hours';
  -- The address may be a stranger's. Whoever asks for another mail begins the time anew. A few hundred each night, because each
  -- deletion looks through all that may name a member.
  delete from auth.users where id in (
    select u.id from auth.users u join public.profiles p on p.id = u.id and p.nickname is null and p.role = 'user'
    where u.email_confirmed_at is null and u.phone_confirmed_at is null and u.last_sign_in_at is null
      and greatest(u.created_at, u.confirmation_sent_at, u.invited_at, u.recovery_sent_at) < now() - interval '30 days'
    limit 300);
$$;
comment on function private.retain_registrations() is 'Retention: hashes of sign-ups for a day, accounts whose address nobody confirmed for 30 days.';
