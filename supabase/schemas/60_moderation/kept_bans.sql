-- A ban outlives its account -------------------------------------------------------------------------------------------

-- Else it would end by deleting the account and registering again (docs/decisions/145-a-ban-outlives-its-account.md). Only a keyed
-- hash of the address is kept, only as long as the ban, and only its owner learns of it: once the address is confirmed.

create table private.ban_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) check (octet_length(key) = 32)
);
comment on table private.ban_key is 'Key of the hashes in kept_bans. Stays: it names nobody.';

revoke all on private.ban_key from public, anon, authenticated, service_role;

create table private.kept_bans (
  address_hash bytea primary key,
  ends_at timestamptz not null,
  is_for_good boolean not null,
  decision_id uuid references public.moderation_actions on delete set null
);
comment on table private.kept_bans is
  'Bans of accounts that are deleted, by a keyed hash of the address, until they end. Personal: bans.';
comment on column private.kept_bans.ends_at is 'End of the ban; of one without end, three years after the account, when its reasons are gone too.';

create index kept_bans_decision on private.kept_bans (decision_id);
create index kept_bans_ends_at on private.kept_bans (ends_at);

revoke all on private.kept_bans from public, anon, authenticated, service_role;

create function private.hmac_sha256(message bytea, key bytea) returns bytea
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  inner_pad bytea := decode(repeat('36', 64), 'hex');
  outer_pad bytea := decode(repeat('5c', 64), 'hex');
begin
  for at in 0 .. octet_length(key) - 1 loop
    inner_pad := set_byte(inner_pad, at, get_byte(key, at) # 54);
    outer_pad := set_byte(outer_pad, at, get_byte(key, at) # 92);
  end loop;
  return sha256(outer_pad || sha256(inner_pad || message));
end $$;
comment on function private.hmac_sha256(bytea, bytea) is 'HMAC-SHA-256 (RFC 2104) with a key of at most 64 bytes; pgcrypto is not everywhere.';

create function private.address_hash(address text) returns bytea
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.ban_key default values on conflict do nothing;
  return private.hmac_sha256(convert_to(private.mailbox_of(address), 'utf8'), (select k.key from private.ban_key k));
end $$;
comment on function private.address_hash(text) is 'Keyed hash of the mailbox behind an address; makes the key when there is none yet.';

create function private.keep_ban(gone auth.users) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member public.profiles;
begin
  select * into member from public.profiles p where p.id = gone.id;
  -- An address that nobody has confirmed may be a stranger's.
  if gone.email_confirmed_at is null or coalesce(gone.email, '') = '' or not private.is_banned(gone.id) then return; end if;
  insert into private.kept_bans as k (address_hash, ends_at, is_for_good, decision_id)
    values (private.address_hash(gone.email), coalesce(member.banned_until, now() + interval '3 years'), member.banned_until is null, (
      select m.id from public.moderation_actions m where m.target_user_id = gone.id and m.action = 'banned' order by m.created_at desc, m.id limit 1))
    on conflict (address_hash) do update set ends_at = greatest(k.ends_at, excluded.ends_at), is_for_good = k.is_for_good or excluded.is_for_good,
      decision_id = coalesce(excluded.decision_id, k.decision_id);
end $$;
comment on function private.keep_ban(auth.users) is 'Keeps the ban of an account that is being deleted, if it has one.';

create function private.restore_kept_ban() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept private.kept_bans;
  before public.moderation_actions;
begin
  if new.email is null or not exists (select from private.kept_bans) then return null; end if;
  -- Of the team nobody is banned by a mail address; others decide about them.
  if not exists (select from public.profiles p where p.id = new.id and p.role = 'user') then return null; end if;
  -- From here on the account carries its ban itself; what is left of it would come back after the team has lifted it.
  delete from private.kept_bans k where k.address_hash = private.address_hash(new.email) returning * into kept;
  if not found or kept.ends_at <= now() then return null; end if;
  select m.* into before from public.moderation_actions m where m.id = kept.decision_id;
  update public.profiles p set is_banned = true, banned_until = case
      when kept.is_for_good or private.is_banned(p.id) and p.banned_until is null then null
      when private.is_banned(p.id) then greatest(p.banned_until, kept.ends_at) else kept.ends_at end
    where p.id = new.id;
  insert into public.moderation_actions (target_type, target_user_id, action, reason, ban_duration_days, rule, origin, admin_id)
    values ('profile', new.id, 'banned',
      left(private.refusal_text('member.ban_kept') || coalesce(' ' || private.refusal_text('member.ban_kept.reason') || ' ' || before.reason, ''), 2000),
      case when not kept.is_for_good then ceil(extract(epoch from kept.ends_at - now()) / 86400)::integer end, before.rule, 'address', null);
  return null;
end $$;
comment on function private.restore_kept_ban() is
  'Trigger: whoever confirms an address whose ban still runs has it again, with a decision that says so and can be appealed.';

create function private.retain_kept_bans() returns void
language sql set search_path = '' as $$
  delete from private.kept_bans where ends_at <= now();
$$;
comment on function private.retain_kept_bans() is 'Retention: bans of deleted accounts until they end.';
