-- What happens when an account is made, on auth.users. These triggers run as GoTrue's role, hence security definer.

create function private.provider_of(meta jsonb) returns text
language sql immutable parallel safe set search_path = '' as $$ select coalesce(nullif(meta ->> 'provider', ''), 'email') $$;
comment on function private.provider_of(jsonb) is 'Sign-up provider in raw_app_meta_data; without one: email.';

create function private.refuses_mail(provider text, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- OAuth is exempt: the provider vouches (decisions §8). Without an address (phone) there is nothing to check.
  select provider = 'email' and coalesce(address, '') <> '' and not private.mail_domain_allowed(address)
$$;
comment on function private.refuses_mail(text, text) is
  'The rule of the allow-list for a sign-up, for the trigger and for the hook before it: true when this provider may not bring this address.';

create function private.refuses_uninvited(provider text, invite_code text) returns boolean
language sql stable security definer set search_path = '' as $$
  select provider = 'email' and (select s.signup_mode = 'invite' from public.app_settings s)
    and private.invite_state(coalesce(invite_code, '')) <> 'valid'
$$;
comment on function private.refuses_uninvited(text, text) is
  'The rule of invite mode for a sign-up: true when an account by e-mail has no valid code. Accounts of a provider cannot carry one.';

create function private.check_mail_domain() returns trigger
language plpgsql security definer set search_path = '' as $$
declare wanted text := case
  when tg_op = 'INSERT' then new.email
  -- A change is asked for in email_change and later moved to email; both ways are checked. OAuth vouches for sign-ups only.
  when coalesce(new.email_change, '') <> '' and new.email_change is distinct from old.email_change then new.email_change
  when new.email is distinct from old.email and new.email is distinct from old.email_change then new.email end;
begin
  if private.refuses_mail(case when tg_op = 'INSERT' then private.provider_of(new.raw_app_meta_data) else 'email' end, wanted) then
    raise exception 'E-Mail nicht erlaubt' using errcode = '23514', hint = 'email_domain_not_allowed';
  end if;
  return new;
end $$;
comment on function private.check_mail_domain() is 'Trigger: the allow-list of mail domains holds for sign-up by e-mail and for a change of the address (decisions §8).';
create trigger hot_check_mail_domain before insert or update of email, email_change on auth.users
  for each row execute function private.check_mail_domain();

create function private.open_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  provider text := private.provider_of(new.raw_app_meta_data);
  meta jsonb := coalesce(new.raw_user_meta_data, '{}');
  subject text := case when provider <> 'email' then coalesce(meta ->> 'provider_id', meta ->> 'sub') end;
  invite_mode boolean := (select s.signup_mode = 'invite' from public.app_settings s);
  invited boolean := false;
begin
  insert into public.profiles (id, email, full_name, provider_type, provider_subject, created_at)
  values (new.id, new.email, left(coalesce(meta ->> 'full_name', meta ->> 'name'), 200), provider,
    subject, coalesce(new.created_at, now()));
  if coalesce(meta ->> 'invite_code', '') <> '' then invited := private.redeem_code(new.id, meta ->> 'invite_code'); end if;
  if invite_mode and not invited then
    -- Specification §8 has a sentence for this text. An account of a provider cannot carry a code: it may read until it redeems one.
    if provider = 'email' then
      raise exception 'Signup not allowed' using errcode = '42501', hint = 'invite_required';
    end if;
    update public.profiles set needs_invite = true where id = new.id;
  end if;
  perform private.watch_sign_up(new.id, provider, new.email, subject);
  return null;
end $$;
comment on function private.open_profile() is 'Trigger: profile of a new account; redeems its invite code, or refuses it in invite mode without one.';
create trigger hot_open_profile after insert on auth.users
  for each row execute function private.open_profile();

create function private.follow_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id and email is distinct from new.email;
  return null;
end $$;
comment on function private.follow_email() is 'Trigger: profiles.email is the address of the account.';
create trigger hot_follow_email after update of email on auth.users
  for each row execute function private.follow_email();

-- An account that was registered by password and never confirmed becomes the provider's, who vouches for its owner
-- (GoTrue, RemoveUnconfirmedIdentities): what the first registrant left in the profile goes with it.
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
    full_name = left(coalesce(meta ->> 'full_name', meta ->> 'name'), 200)
  where id = new.id;
  return null;
end $$;
comment on function private.follow_provider() is 'Trigger: a profile names the provider its account has come to belong to.';
create trigger hot_follow_provider after update of raw_app_meta_data on auth.users
  for each row execute function private.follow_provider();
