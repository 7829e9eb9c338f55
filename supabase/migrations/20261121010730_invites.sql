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
comment on table public.invites is 'Invite codes (decisions §8). Staff only: nobody else can list or look them up.';
comment on column public.invites.uses_count is 'Rows of invite_redemptions; kept by redeeming.';
create index invites_created_by on public.invites (created_by);
create index invites_created_at on public.invites (created_at desc, id);
create trigger invites_touch before update on public.invites for each row execute function private.touch_updated_at();

create table public.invite_redemptions (
  invite_id uuid not null references public.invites on delete cascade,
  user_id uuid primary key references public.profiles on delete cascade,
  redeemed_at timestamptz not null default now()
);
comment on table public.invite_redemptions is 'Who came with which code; one per member.';
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
comment on function private.free_redemption() is 'Trigger: a deleted account leaves uses_count equal to the redemptions there are.';
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
comment on function private.invite_state(text) is 'What a code is worth now: valid, expired, used, or unknown (also when it was switched off).';

-- One statement takes the use: of a hundred people with a one-use code exactly one gets in.
create function private.redeem_code(member uuid, wanted text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare used record;
begin
  -- One after the other: two requests of one member must not take two uses.
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
