-- Invites -------------------------------------------------------------------------------------------------------------

create table public.invites (
  id uuid primary key default gen_random_uuid(),
  -- 8 characters without look-alikes (no 0 O, 1 I L).
  code text not null unique check (code ~ '^[A-HJKMNP-Z2-9]{8}$'),
  max_uses integer not null default 1 check (max_uses between 1 and 100000),
  uses_count integer not null default 0,
  expires_at timestamptz,
  active boolean not null default true,
  created_by uuid default auth.uid() references public.profiles on delete set null,
  note text check (char_length(note) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint invites_not_overused check (uses_count <= max_uses)
);
comment on table public.invites is 'Invite codes. Staff only: nobody else can list or look them up.';
comment on column public.invites.uses_count is 'Rows of invite_redemptions; maintained by redeeming.';
create index invites_created_by on public.invites (created_by);
create index invites_created_at on public.invites (created_at desc, id);
create trigger invites_touch before update on public.invites for each row execute function private.touch_updated_at();

create table public.invite_redemptions (
  invite_id uuid not null references public.invites on delete cascade,
  user_id uuid primary key references public.profiles on delete cascade,
  redeemed_at timestamptz not null default now()
);
comment on table public.invite_redemptions is 'Which member used which code; one per member.';
create index invite_redemptions_invite_id on public.invite_redemptions (invite_id);

create function private.new_invite_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 1 + get_byte(uuid_send(gen_random_uuid()), 0) % 31, 1), '')
  from generate_series(1, 8)
$$;
comment on function private.new_invite_code() is 'A random code of 8 characters without look-alikes.';
alter table public.invites alter column code set default private.new_invite_code();
grant execute on function private.new_invite_code() to authenticated, service_role;

create function private.free_redemption() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.invites set uses_count = uses_count - 1 where id = old.invite_id;
  return null;
end $$;
comment on function private.free_redemption() is 'Trigger: keeps uses_count equal to the number of redemptions when an account is deleted.';
create trigger invite_redemptions_free after delete on public.invite_redemptions
  for each row execute function private.free_redemption();

create function private.invite_code(typed text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select upper(regexp_replace(left(typed, 100), '[[:space:]-]', '', 'g') collate "C")
$$;
comment on function private.invite_code(text) is 'A code as typed or pasted → as stored: without spaces and hyphens, in capitals.';

create function private.invite_state(typed text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case
      when not i.active then 'unknown'
      when i.expires_at <= now() then 'expired'
      when i.uses_count >= i.max_uses then 'used'
      else 'valid' end
    from public.invites i where i.code = private.invite_code(typed)), 'unknown')
$$;
comment on function private.invite_state(text) is 'State of a code: valid, expired, used, or unknown (also when it was switched off).';

-- A single statement uses the code up: of a hundred people with a one-use code exactly one gets in.
create function private.redeem_code(member uuid, wanted text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare used record;
begin
  -- Serialised, so that two requests of one member do not take two uses.
  perform from public.profiles p where p.id = member for update;
  if exists (select from public.invite_redemptions r where r.user_id = member) then return true; end if;
  update public.invites i set uses_count = uses_count + 1
    where i.code = private.invite_code(wanted) and i.active and i.uses_count < i.max_uses and (i.expires_at is null or i.expires_at > now())
    returning i.id, i.created_by into used;
  if not found then return false; end if;
  insert into public.invite_redemptions (invite_id, user_id) values (used.id, member);
  update public.profiles set needs_invite = false where id = member and needs_invite;
  perform private.notify(used.created_by, 'invite_used', 'Deine Einladung wurde eingelöst',
    'Jemand ist mit deinem Code dazugekommen.', '{}', actor => member);
  return true;
end $$;
comment on function private.redeem_code(uuid, text) is 'Takes one use of a valid code for a member; false when there is none.';

alter table public.invites enable row level security;
revoke all on public.invites from public, anon, authenticated;
grant select, insert (id, code, max_uses, expires_at, active, created_by, note), update (max_uses, expires_at, active, note), delete
  on public.invites to authenticated;
grant all on public.invites to service_role;
create policy "staff read" on public.invites for select to authenticated using ((select private.is_moderator()));
create policy "staff create" on public.invites for insert to authenticated
  with check ((select private.is_moderator()) and created_by = (select auth.uid()));
create policy "staff change" on public.invites for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.invites for delete to authenticated using ((select private.is_admin()));

alter table public.invite_redemptions enable row level security;
revoke all on public.invite_redemptions from public, anon, authenticated;
grant select on public.invite_redemptions to authenticated;
grant all on public.invite_redemptions to service_role;
create policy "own and staff read" on public.invite_redemptions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator()));

create trigger invites_log_staff after insert or update or delete on public.invites
  for each row when (private.is_client()) execute function private.log_staff_change('invite');

-- Guessed codes -------------------------------------------------------------------------------------------------------

-- Guessing invite codes is throttled: ten wrong ones in an hour by one member or address, then 429.

create table private.invite_guesses (
  id bigint generated always as identity primary key,
  guesser text not null,
  guessed_at timestamptz not null default now()
);
comment on table private.invite_guesses is 'Wrong codes of the last hour. guesser is a hash of the member''s id or network address, because identities are not needed.';
create index invite_guesses_guesser on private.invite_guesses (guesser, guessed_at);
create index invite_guesses_guessed_at on private.invite_guesses (guessed_at);

-- cf-connecting-ip is set by Supabase's edge; in x-forwarded-for only the last entry was written by the nearest proxy. The gateway
-- of the embedded backend sets x-forwarded-for itself.
create function private.caller_address() returns text
language sql stable set search_path = '' as $$
  select coalesce(
    nullif(h.headers ->> 'cf-connecting-ip', ''),
    nullif(btrim(reverse(split_part(reverse(h.headers ->> 'x-forwarded-for'), ',', 1))), ''),
    'unknown')
  from (select nullif(current_setting('request.headers', true), '')::jsonb as headers) h
$$;
comment on function private.caller_address() is 'Network address of the request according to the nearest proxy; "unknown" outside of a request.';

create function private.too_many_guesses(who text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- Held until the end of the transaction, so that parallel guesses of one person are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('invite guess ' || who, 0));
  delete from private.invite_guesses where guessed_at < now() - interval '1 hour';
  return (select count(*) from private.invite_guesses g where g.guesser = who) >= 10;
end $$;
comment on function private.too_many_guesses(text) is 'Whether somebody has to wait; deletes guesses older than an hour.';

create function private.guesser_of(who text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select encode(sha256(convert_to('invite ' || who, 'utf8')), 'hex')
$$;
comment on function private.guesser_of(text) is 'Key of a guesser in invite_guesses.';

create function private.refuse_guess() returns void
language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = '{"code":"PT429","message":"Zu viele falsche Codes. Versuch es in einer Stunde noch mal.","details":null,"hint":"rate_limited"}',
    detail = '{"status":429,"headers":{"Retry-After":"3600"}}';
end $$;
comment on function private.refuse_guess() is 'Answers 429 (hint rate_limited).';

create function private.check_invite(typed text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  who constant text := private.guesser_of(coalesce(auth.uid()::text, private.caller_address()));
  state constant text := private.invite_state(typed);
begin
  if private.too_many_guesses(who) then perform private.refuse_guess(); end if;
  -- No exception, which would roll back the count of this guess.
  if state = 'unknown' then insert into private.invite_guesses (guesser) values (who); end if;
  return jsonb_build_object('state', state);
end $$;
comment on function private.check_invite(text) is 'State of a code; wrong ones are counted.';
grant execute on function private.check_invite(text) to anon, authenticated;

create function public.check_invite(p_code text) returns jsonb
language sql set search_path = '' as $$ select private.check_invite(coalesce(p_code, '')) $$;
comment on function public.check_invite(text) is
  'RPC, guests too: {state: valid | unknown | expired | used}. 429 (hint rate_limited) after ten unknown codes in an hour by one member or address.';
revoke all on function public.check_invite(text) from public, anon, authenticated;
grant execute on function public.check_invite(text) to anon, authenticated;

create function private.redeem_invite(typed text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := auth.uid();
  who constant text := private.guesser_of(member::text);
begin
  if member is null or private.is_banned(member) or not exists (select from public.profiles p where p.id = member) then
    raise exception 'Bitte melde dich zuerst an.' using errcode = '42501', hint = 'not_allowed';
  end if;
  if private.too_many_guesses(who) then perform private.refuse_guess(); end if;
  if private.redeem_code(member, typed) then return true; end if;
  insert into private.invite_guesses (guesser) values (who);
  return false;
end $$;
comment on function private.redeem_invite(text) is 'For an account that signed up through a provider in invite mode; guessing is throttled.';
grant execute on function private.redeem_invite(text) to authenticated;

create function public.redeem_invite(code text) returns boolean
language sql set search_path = '' as $$ select private.redeem_invite(coalesce(code, '')) $$;
comment on function public.redeem_invite(text) is 'RPC: redeems an invite code for the caller; false when the code is not valid. 429 after ten wrong ones in an hour.';
revoke all on function public.redeem_invite(text) from public, anon, authenticated;
grant execute on function public.redeem_invite(text) to authenticated;

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

create function private.check_mail_domain() returns trigger
language plpgsql security definer set search_path = '' as $$
declare wanted text := case
  when tg_op = 'INSERT' then new.email
  -- A new address is first in email_change and later in email; both are checked. The exemption of OAuth is for sign-ups only.
  when coalesce(new.email_change, '') <> '' and new.email_change is distinct from old.email_change then new.email_change
  when new.email is distinct from old.email and new.email is distinct from old.email_change then new.email end;
begin
  if private.refuses_mail(case when tg_op = 'INSERT' then private.provider_of(new.raw_app_meta_data) else 'email' end, wanted) then
    raise exception 'E-Mail nicht erlaubt' using errcode = '23514', hint = 'email_domain_not_allowed';
  end if;
  return new;
end $$;
comment on function private.check_mail_domain() is 'Trigger: enforces the allow-list of mail domains for sign-up by e-mail and for changes of the address.';
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
    -- The app has a German sentence for this text. A sign-up through a provider cannot carry a code: it may only read until it redeems one.
    if provider = 'email' then
      raise exception 'Signup not allowed' using errcode = '42501', hint = 'invite_required';
    end if;
    update public.profiles set needs_invite = true where id = new.id;
  end if;
  perform private.watch_sign_up(new.id, provider, new.email, subject);
  return null;
end $$;
comment on function private.open_profile() is 'Trigger: creates the profile of a new account and redeems its invite code; refuses the account in invite mode without one.';
create trigger hot_open_profile after insert on auth.users
  for each row execute function private.open_profile();

create function private.follow_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id and email is distinct from new.email;
  return null;
end $$;
comment on function private.follow_email() is 'Trigger: keeps profiles.email in step with the account.';
create trigger hot_follow_email after update of email on auth.users
  for each row execute function private.follow_email();

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
    full_name = left(coalesce(meta ->> 'full_name', meta ->> 'name'), 200)
  where id = new.id;
  return null;
end $$;
comment on function private.follow_provider() is 'Trigger: updates the provider of a profile when a provider takes over its account.';
create trigger hot_follow_provider after update of raw_app_meta_data on auth.users
  for each row execute function private.follow_provider();

-- Auth hook -----------------------------------------------------------------------------------------------------------

-- Supabase's before-user-created hook (Auth Hooks, "Before User Created Hook"): asked before the transaction that makes the
-- account, so that its records survive a refusal. The triggers above enforce the same rules, because the hook may not be configured.
-- Input:  {"metadata": {"ip_address", …}, "user": {"email", "app_metadata": {"provider"}, "user_metadata": {"invite_code"}, …}}
-- Answer: {} accepts; {"error": {"http_code", "message"}} refuses with this status and text.

create function private.hook_refusal(http_code integer, message text) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_build_object('error', jsonb_build_object('http_code', http_code, 'message', message))
$$;
comment on function private.hook_refusal(integer, text) is 'A refusal as auth hooks answer it.';

create function private.before_user_created(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  provider constant text := private.provider_of(event -> 'user' -> 'app_metadata');
  address constant text := event -> 'user' ->> 'email';
  code constant text := event -> 'user' -> 'user_metadata' ->> 'invite_code';
  who constant text := private.guesser_of(coalesce(event -> 'metadata' ->> 'ip_address', 'unknown'));
begin
  if private.refuses_mail(provider, address) then
    perform private.record_suspicion(null, provider, address, null, 'domain_refused');
    return private.hook_refusal(403, 'E-Mail nicht erlaubt');
  end if;
  if private.refuses_uninvited(provider, code) then
    if coalesce(code, '') <> '' then
      if private.too_many_guesses(who) then return private.hook_refusal(429, 'Zu viele falsche Codes. Versuch es in einer Stunde noch mal.'); end if;
      insert into private.invite_guesses (guesser) values (who);
    end if;
    -- The app has a German sentence for this text.
    return private.hook_refusal(403, 'Signup not allowed');
  end if;
  return '{}';
end $$;
comment on function private.before_user_created(jsonb) is
  'Auth hook: allow-list of mail domains and invite mode before an account is made; records refused domains and counts wrong codes. Never raises.';

grant usage on schema private to supabase_auth_admin;
grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;

-- Admin: invites ------------------------------------------------------------------------------------------------------

-- /admin/invites. Row-level security admits staff; a trigger on invites writes the log.

create function private.invite_item(i public.invites, creator jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', i.id, 'code', i.code, 'note', i.note, 'max_uses', i.max_uses, 'uses', i.uses_count,
    'expires_at', i.expires_at, 'created_at', i.created_at, 'created_by', creator,
    'state', case when not i.active then 'inactive' when i.expires_at <= now() then 'expired'
      when i.uses_count >= i.max_uses then 'used' else 'valid' end)
$$;
comment on function private.invite_item(public.invites, jsonb) is 'An invite as adminInvite.';
grant execute on function private.invite_item(public.invites, jsonb), private.invite_code(text) to authenticated;

create function public.admin_invites_page(
  p_query text default null, p_state text default null, p_after text default null, p_limit integer default 50
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 50);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
  needle constant text := private.search_fold(private.trim_text(left(coalesce(p_query, ''), 200)));
  typed_code constant text := coalesce(nullif(private.invite_code(p_query), ''), '-');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select i.id, i.created_at, row_number() over (order by i.created_at desc, i.id desc) as place, i.item
      from (
        select v.id, v.created_at, private.invite_item(v, m.ref) as item
        from public.invites v left join private.member_refs m on m.id = v.created_by
        where (v.created_at, v.id) < (last[1]::timestamptz, last[2]::uuid)
          and (p_state is null or p_state = case when not v.active then 'inactive' when v.expires_at <= now() then 'expired'
            when v.uses_count >= v.max_uses then 'used' else 'valid' end)
          and (needle = '' or starts_with(v.code, typed_code) or strpos(private.search_fold(coalesce(v.note, '')), needle) > 0
            or strpos(private.search_fold(coalesce(m.ref ->> 'nickname', '')), needle) > 0)
        order by v.created_at desc, v.id desc limit wanted + 1
      ) i
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.admin_invites_page(text, text, text, integer) is
  'RPC for staff: invite codes, newest first, after a cursor; by code, note or creator, and by state valid, used, expired or inactive.';

create function public.admin_invite_uses(p_id uuid, p_after text default null, p_limit integer default 50) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 50);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select r.user_id, r.redeemed_at, row_number() over (order by r.redeemed_at desc, r.user_id desc) as place, m.ref
      from (
        select * from public.invite_redemptions u
        where u.invite_id = p_id and (u.redeemed_at, u.user_id) < (last[1]::timestamptz, last[2]::uuid)
        order by u.redeemed_at desc, u.user_id desc limit wanted + 1
      ) r left join private.member_refs m on m.id = r.user_id
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(jsonb_build_object('user_id', l.user_id, 'member', l.ref, 'redeemed_at', l.redeemed_at)
        order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.redeemed_at::text, l.user_id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.admin_invite_uses(uuid, text, integer) is
  'RPC for staff: who used a code, latest first, after a cursor; member is null until there is a nickname.';

create function public.admin_create_invite(p_max_uses integer, p_expires_at timestamptz default null, p_note text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  note_text constant text := nullif(private.clean_line(coalesce(p_note, '')), '');
  made public.invites;
begin
  perform private.require_moderator();
  if p_max_uses is null or p_max_uses not between 1 and 100000 then
    raise exception 'Ein Code gilt 1- bis 100.000-mal.' using errcode = '23514', hint = 'max_uses';
  end if;
  if p_expires_at <= now() then
    raise exception 'Das Ende liegt in der Vergangenheit.' using errcode = '23514', hint = 'expires_past';
  end if;
  if char_length(note_text) > 500 then
    raise exception 'Die Notiz ist zu lang.' using errcode = '23514', hint = 'note_length';
  end if;
  insert into public.invites (max_uses, expires_at, note, created_by) values (p_max_uses, p_expires_at, note_text, auth.uid())
    returning * into made;
  return private.invite_item(made, (select m.ref from private.member_refs m where m.id = made.created_by));
end $$;
comment on function public.admin_create_invite(integer, timestamptz, text) is
  'RPC for staff: a new code, returned as adminInvite. Hints max_uses, expires_past, note_length.';

create function public.admin_switch_invite(p_id uuid, p_active boolean) returns boolean
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  update public.invites set active = p_active where id = p_id;
  if not found then
    raise exception 'Diese Einladung gibt es nicht mehr.' using errcode = 'P0002', hint = 'invite_gone';
  end if;
  return p_active;
end $$;
comment on function public.admin_switch_invite(uuid, boolean) is 'RPC for staff: switches a code off, or on again. Members who used it are not affected.';

-- Inviting somebody by mail: the account carries a code of its own, so that invite mode accepts it.
create function private.admin_prepare_invitation() returns text
language plpgsql security definer set search_path = '' as $$
declare made public.invites;
begin
  perform private.require_admin();
  made.code := private.new_invite_code();
  -- The log has no address, because moderators read it.
  perform private.log_staff_action('invite_member', 'invite', made.code, '{}');
  insert into public.invites (code, max_uses, expires_at, note, created_by)
    values (made.code, 1, now() + interval '10 minutes', 'Persönliche Einladung per Mail', auth.uid());
  return made.code;
end $$;
comment on function private.admin_prepare_invitation() is 'A code that works once within ten minutes, for the mail an admin is about to send.';
create function public.admin_prepare_invitation() returns text
language sql set search_path = '' as $$ select private.admin_prepare_invitation() $$;
comment on function public.admin_prepare_invitation() is
  'RPC for admins, called by the web server before it asks GoTrue to invite somebody: a code for user_metadata.invite_code.';
grant execute on function private.admin_prepare_invitation() to authenticated;

revoke all on function public.admin_invites_page(text, text, text, integer), public.admin_invite_uses(uuid, text, integer),
  public.admin_create_invite(integer, timestamptz, text), public.admin_switch_invite(uuid, boolean), public.admin_prepare_invitation()
  from public, anon, authenticated;
grant execute on function public.admin_invites_page(text, text, text, integer), public.admin_invite_uses(uuid, text, integer),
  public.admin_create_invite(integer, timestamptz, text), public.admin_switch_invite(uuid, boolean), public.admin_prepare_invitation()
  to authenticated;
