-- Invites -------------------------------------------------------------------------------------------------------------

create table public.invites (
  id uuid primary key default gen_random_uuid(),
  -- 8 characters without look-alikes (no 0 O, 1 I L).
  code text not null unique check (code ~ '^[A-HJKMNP-Z2-9]{8}$') default private.new_invite_code(),
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
comment on table public.invites is
  'Invite codes. Staff only: nobody else can list or look them up. '
  'Stays: until the team deletes it.';
comment on column public.invites.uses_count is 'Rows of invite_redemptions; maintained by redeeming.';

create index invites_created_by on public.invites (created_by);
create index invites_created_at on public.invites (created_at desc, id);
create index invites_note_names on public.invites using gin (private.names_in(note)) where note like '%@%';

create trigger invites_05_rate before insert on public.invites
  for each row execute function private.limit_rate('invites', '30');
create trigger invites_10_guard before insert or update of max_uses on public.invites
  for each row execute function private.guard_invite();
create trigger invites_touch before update on public.invites for each row execute function private.touch_updated_at();
create trigger invites_log_staff after insert or update or delete on public.invites
  for each row when (private.is_client()) execute function private.log_staff_change('invite');

alter table public.invites enable row level security;
revoke all on public.invites from public, anon, authenticated;
grant all on public.invites to service_role;
grant select,
  insert (id, code, max_uses, expires_at, active, created_by, note),
  update (max_uses, expires_at, active, note),
  delete
  on public.invites to authenticated;
create policy "staff read" on public.invites for select to authenticated using ((select private.is_moderator()));
create policy "staff create" on public.invites for insert to authenticated
  with check ((select private.is_moderator()) and created_by = (select auth.uid()));
create policy "staff change" on public.invites for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.invites for delete to authenticated using ((select private.is_admin()));

create table public.invite_redemptions (
  invite_id uuid not null references public.invites on delete cascade,
  user_id uuid primary key references public.profiles on delete cascade,
  redeemed_at timestamptz not null default now()
);
comment on table public.invite_redemptions is
  'Which member used which code; one per member. '
  'Stays: until the account is deleted.';

create index invite_redemptions_invite_id on public.invite_redemptions (invite_id);

create trigger invite_redemptions_free after delete on public.invite_redemptions
  for each row execute function private.free_redemption();

alter table public.invite_redemptions enable row level security;
revoke all on public.invite_redemptions from public, anon, authenticated;
grant all on public.invite_redemptions to service_role;
grant select on public.invite_redemptions to authenticated;
create policy "own and staff read" on public.invite_redemptions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator()));
create policy "second factor: select" on public.invite_redemptions as restrictive for select to authenticated
  using ((select private.is_proven()));

create function private.new_invite_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 1 + get_byte(uuid_send(gen_random_uuid()), 0) % 31, 1), '')
  from generate_series(1, 8)
$$;
comment on function private.new_invite_code() is 'A random code of 8 characters without look-alikes.';
grant execute on function private.new_invite_code() to authenticated, service_role;

create function private.free_redemption() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.invites set uses_count = uses_count - 1 where id = old.invite_id;
  return null;
end $$;
comment on function private.free_redemption() is 'Trigger: keeps uses_count equal to the number of redemptions when an account is deleted.';

create function private.invite_code(typed text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select upper(regexp_replace(left(typed, 100), '[[:space:]-]', '', 'g') collate "C")
$$;
comment on function private.invite_code(text) is 'A code as typed or pasted → as stored: without spaces and hyphens, in capitals.';
grant execute on function private.invite_code(text) to authenticated;

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

-- A code is taken at sign-up, before the address is confirmed. Many never confirm: nobody has joined yet, and there is no
-- name to tell.
create function private.redeem_code(member uuid, wanted text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare used record;
begin
  -- Serialised, so that two requests of one member do not take two uses.
  perform from public.profiles p where p.id = member for update;
  if exists (select from public.invite_redemptions r where r.user_id = member) then return true; end if;
  update public.invites i set uses_count = uses_count + 1
    where i.code = private.invite_code(wanted) and i.active and i.uses_count < i.max_uses and (i.expires_at is null or i.expires_at > now())
    returning i.id into used;
  if not found then return false; end if;
  insert into public.invite_redemptions (invite_id, user_id) values (used.id, member);
  update public.profiles set needs_invite = false where id = member and needs_invite;
  -- Who signed up with a provider may have a nickname before the code.
  if exists (select from public.public_profiles p where p.id = member) then perform private.tell_of_joining(member); end if;
  return true;
end $$;
comment on function private.redeem_code(uuid, text) is 'Takes one use of a valid code for a member; false when there is none.';

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

revoke all on private.invite_guesses from public, anon, authenticated, service_role;

-- cf-connecting-ip is set by Supabase's edge; in x-forwarded-for only the last entry was written by the nearest proxy. The gateway
-- of the embedded backend sets x-forwarded-for itself.
create function private.caller_address() returns text
language sql stable set search_path = '' as $$
  select coalesce(private.network_of(coalesce(
    nullif(h.headers ->> 'cf-connecting-ip', ''),
    nullif(btrim(reverse(split_part(reverse(h.headers ->> 'x-forwarded-for'), ',', 1))), ''))),
    'unknown')
  from (select nullif(current_setting('request.headers', true), '')::jsonb as headers) h
$$;
comment on function private.caller_address() is
  'Network of the request according to the nearest proxy (private.network_of); "unknown", which is one network for all, when there is no header.';

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
  perform private.refuse_for_now('auth.rate_limited', 3600);
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
grant execute on function public.check_invite(text) to anon, authenticated, service_role;

create function private.redeem_invite(typed text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := auth.uid();
  who constant text := private.guesser_of(member::text);
begin
  if member is null or private.is_banned(member) or not exists (select from public.profiles p where p.id = member) then
    perform private.refuse('auth.not_allowed', '42501');
  end if;
  perform private.require_proven();
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
grant execute on function public.redeem_invite(text) to authenticated, service_role;

-- Who came by an invitation gets a name there -------------------------------------------------------------------------

-- A code is redeemed at sign-up, before there is a nickname, so the notification said "Unbekannt" for ever.
create function private.name_invited() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications n set actor_id = new.id
    where n.type = 'invite_used' and n.actor_id is null
      and n.id in (select a.notification_id from private.notification_actors a where a.actor_id = new.id);
  perform private.tell_of_joining(new.id);
  return null;
end $$;
comment on function private.name_invited() is 'Trigger: with the first nickname, whoever invited the member is told, or the notification they have gets the name.';

-- Who invited somebody is told when they have joined, with their name -------------------------------------------------

create function private.tell_of_joining(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell(i.created_by, 'invite_used', actor => member)
    from public.invite_redemptions r join public.invites i on i.id = r.invite_id
    where r.user_id = member
      -- Told under the former rule, at sign-up.
      and not exists (
        select from public.notifications n join private.notification_actors a on a.notification_id = n.id
        where n.user_id = i.created_by and n.type = 'invite_used' and a.actor_id = member
      );
end $$;
comment on function private.tell_of_joining(uuid) is 'Tells whose invitation a member came by, once.';

-- In the export, and how long it is kept ------------------------------------------------------------------------------

create function private.export_invites(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.invites', (select jsonb_agg(to_jsonb(i) - 'created_by') from public.invites i where i.created_by = me),
    'public.invite_redemptions', (select jsonb_agg(to_jsonb(r) - 'user_id') from public.invite_redemptions r where r.user_id = me))
$$;
comment on function private.export_invites(uuid) is 'Export: codes the member made, and whose they came with.';

create function private.retain_invites() returns void
language sql set search_path = '' as $$
  delete from private.invite_guesses where guessed_at < now() - interval '1 hour';
$$;
comment on function private.retain_invites() is 'Retention: wrong codes for an hour.';
