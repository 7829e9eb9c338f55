-- Profiles ------------------------------------------------------------------------------------------------------------

-- Spelled out, because what lower() does to letters beyond ASCII depends on the collation.
create function private.nickname_key(nickname text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select lower(translate(nickname, 'ÄÖÜ', 'äöü'))
$$;
comment on function private.nickname_key(text) is 'Nickname without case: two members must not share one.';
grant execute on function private.nickname_key(text) to anon, authenticated, service_role;

-- A member. Readable by its owner and by admins only; everybody else reads public_profiles.
create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  email text,
  full_name text,
  nickname text,
  slug text unique,
  avatar_url text check (char_length(avatar_url) <= 500),
  bio text check (char_length(bio) <= 500),
  provider_type text not null default 'unknown',
  provider_subject text,
  role text not null default 'user' check (role in ('user', 'moderator', 'admin')),
  is_banned boolean not null default false,
  banned_until timestamptz,
  needs_invite boolean not null default false,
  karma integer not null default 0,
  analytics_consent boolean not null default false,
  analytics_consent_updated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The same characters as nicknameCharacters of domain (docs/product/members.md).
  constraint profiles_nickname_form check (nickname ~ '^[A-Za-z0-9ÄÖÜäöüß_.]{3,20}$' and private.slugify(nickname) <> ''),
  check (banned_until is null or is_banned)
);
comment on table public.profiles is 'A member, one row per auth.users row, made by trigger. Holds e-mail and full name: owner and admins only.';
comment on column public.profiles.slug is 'Part of the address /user/{slug}; derived from the nickname by trigger, null until there is one.';
comment on column public.profiles.banned_until is 'End of a timed ban; null with is_banned means permanent. Ask private.is_banned(), never the columns.';
comment on column public.profiles.needs_invite is 'Signed up through a provider in invite mode: may read, may not write before redeeming a code.';
comment on column public.profiles.karma is 'Sum of karma_events.delta, maintained by trigger.';

create unique index profiles_nickname_key on public.profiles (private.nickname_key(nickname));
-- For the job that clears expired bans, and for the staff's list of members.
create index profiles_banned on public.profiles (banned_until) where is_banned;
create index profiles_created_at on public.profiles (created_at desc, id);

create table public.public_profiles (
  id uuid primary key references public.profiles on delete cascade,
  nickname text not null,
  slug text not null unique,
  avatar_url text,
  bio text,
  karma integer not null default 0,
  joined timestamptz not null
);
comment on table public.public_profiles is
  'What everybody may know of a member with a nickname; mirror of profiles maintained by trigger. Authors and actors reference it, so that the API can embed them.';
-- Suggestions for @mentions: prefix of the nickname without case.
create index public_profiles_nickname on public.public_profiles (private.nickname_key(nickname) text_pattern_ops);

create table public.profile_slug_history (
  old_slug text primary key,
  profile_id uuid not null references public.public_profiles on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.profile_slug_history is 'Former addresses of members, for redirects. A current slug of somebody wins over an entry here.';
create index profile_slug_history_profile_id on public.profile_slug_history (profile_id);

create table private.reserved_nicknames (word text primary key);
comment on table private.reserved_nicknames is 'Words nobody may take as nickname, as reservedKey() of domain spells them.';
insert into private.reserved_nicknames (word) values
  ('admin'), ('administrator'), ('administration'), ('moderator'), ('moderation'), ('mod'), ('mods'), ('team'),
  ('hot'), ('hotteam'), ('support'), ('hilfe'), ('system'), ('root'), ('redaktion'), ('offiziell'), ('official'),
  ('unbekannt'), ('anonym'), ('anonymous'), ('gast'), ('guest'), ('null'), ('undefined'), ('everyone'), ('alle'),
  ('staff'), ('owner'), ('betreiber'), ('postmaster'), ('webmaster'), ('servicerole');

-- Nickname → slug -----------------------------------------------------------------------------------------------------

-- A slug is taken if it is anybody's current address, or a former one of another member (old links must not change their target).
create function private.free_profile_slug(wanted text, member uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  base text := private.slugify(wanted);
  candidate text := base;
  n integer := 1;
begin
  while exists (select from public.profiles p where p.slug = candidate and p.id <> member)
     or exists (select from public.profile_slug_history h where h.old_slug = candidate and h.profile_id <> member) loop
    n := n + 1;
    candidate := base || '-' || n;
  end loop;
  return candidate;
end $$;
comment on function private.free_profile_slug(text, uuid) is 'Slug of a nickname, made unique by -2, -3 …';

create function private.set_profile_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.nickname is null then
    if tg_op = 'UPDATE' and old.nickname is not null then
      raise exception 'Ein Nickname lässt sich ändern, aber nicht entfernen.' using errcode = '23514', hint = 'nickname_required';
    end if;
    new.slug := null;
    return new;
  end if;
  if tg_op = 'UPDATE' and new.nickname is not distinct from old.nickname then
    new.slug := old.slug;
    return new;
  end if;
  if exists (select from private.reserved_nicknames r
             where r.word = replace(private.slugify(new.nickname), '-', '')) then
    raise exception 'Dieser Nickname ist reserviert.' using errcode = '23514', hint = 'nickname_reserved';
  end if;
  new.slug := private.free_profile_slug(new.nickname, new.id);
  return new;
end $$;
comment on function private.set_profile_slug() is 'Trigger: refuses reserved nicknames and derives the slug.';
create trigger profiles_20_slug before insert or update of nickname, slug on public.profiles
  for each row execute function private.set_profile_slug();

create function private.mirror_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.nickname is null then return null; end if;
  if tg_op = 'UPDATE' and old.slug is not null and old.slug <> new.slug then
    delete from public.profile_slug_history where old_slug = new.slug;
    insert into public.profile_slug_history (old_slug, profile_id) values (old.slug, new.id)
      on conflict (old_slug) do update set profile_id = excluded.profile_id, created_at = now();
  end if;
  -- Karma changes with every heart. Setting slug, a key column, would lock the row against foreign key checks of new comments
  -- and cause deadlocks.
  if tg_op = 'UPDATE' and old.slug is not distinct from new.slug then
    update public.public_profiles set nickname = new.nickname, avatar_url = new.avatar_url, bio = new.bio, karma = new.karma,
      joined = new.created_at where id = new.id;
    return null;
  end if;
  insert into public.public_profiles as mirror (id, nickname, slug, avatar_url, bio, karma, joined)
  values (new.id, new.nickname, new.slug, new.avatar_url, new.bio, new.karma, new.created_at)
  on conflict (id) do update set nickname = excluded.nickname, slug = excluded.slug, avatar_url = excluded.avatar_url,
    bio = excluded.bio, karma = excluded.karma, joined = excluded.joined;
  return null;
end $$;
comment on function private.mirror_profile() is 'Trigger: keeps public_profiles and the history of slugs.';
create trigger profiles_mirror after insert or update of nickname, slug, avatar_url, bio, karma, created_at on public.profiles
  for each row execute function private.mirror_profile();

-- Karma changes often and is not an edit of the profile.
create trigger profiles_touch before update of nickname, avatar_url, bio, full_name, email, role, is_banned, analytics_consent
  on public.profiles for each row execute function private.touch_updated_at();

-- Bans ----------------------------------------------------------------------------------------------------------------

create function private.is_banned(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = member and p.is_banned and (p.banned_until is null or p.banned_until > now())
  )
$$;
comment on function private.is_banned(uuid) is
  'The only test of "is this member banned": true during a permanent ban or a timed one that has not ended. A flag left over from an expired ban does not count.';

-- `update of is_banned` fires whenever the column is set, changed or not: setting it again after a timed ban has expired is a new,
-- permanent ban.
create function private.set_ban() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not new.is_banned then
    new.banned_until := null;
  elsif new.banned_until is not distinct from old.banned_until and old.banned_until <= now() then
    new.banned_until := null;
  end if;
  return new;
end $$;
comment on function private.set_ban() is 'Trigger: keeps banned_until in step with the flag.';
create trigger profiles_30_ban before update of is_banned on public.profiles
  for each row execute function private.set_ban();

-- Roles and rights ----------------------------------------------------------------------------------------------------

-- Questions about the caller. Policies write `(select private.…())`, so that each is evaluated once per statement and not once per row.

create function private.session_meets_mfa() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', '') = 'aal2'
    or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified')
$$;
comment on function private.session_meets_mfa() is 'False for an aal1 session of an account that has a verified second factor.';

create function private.has_role(roles text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = auth.uid() and p.role = any (roles)
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  ) and private.session_meets_mfa()
$$;
comment on function private.has_role(text[]) is 'Whether the caller has one of the roles, is not banned, and meets MFA. Reads the row, not the token: a change takes effect immediately.';

create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$ select private.has_role(array['admin']) $$;
comment on function private.is_admin() is 'The caller is an unbanned admin whose session meets MFA.';

create function private.is_moderator() returns boolean
language sql stable security definer set search_path = '' as $$ select private.has_role(array['moderator', 'admin']) $$;
comment on function private.is_moderator() is 'The caller is an unbanned moderator or admin whose session meets MFA.';

create function private.require_moderator() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_moderator() then
    raise exception 'Das darf nur das Team.' using errcode = '42501', hint = 'not_allowed';
  end if;
end $$;
comment on function private.require_moderator() is 'Ends the call with 42501 unless the caller is a moderator or admin.';

create function private.require_admin() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Das dürfen nur Admins.' using errcode = '42501', hint = 'not_allowed';
  end if;
end $$;
comment on function private.require_admin() is 'Ends the call with 42501 unless the caller is an admin.';
grant execute on function private.require_moderator(), private.require_admin() to authenticated;

create function private.may_write() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = auth.uid() and not p.needs_invite
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  )
$$;
comment on function private.may_write() is 'The caller is a member, not banned, and has redeemed an invite if one was needed: may post, comment, vote, react.';

create function private.require_nickname() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() and not exists (select from public.public_profiles p where p.id = auth.uid()) then
    raise exception 'Such dir zuerst einen Nickname aus.' using errcode = '23514', hint = 'nickname_required';
  end if;
  return new;
end $$;
comment on function private.require_nickname() is 'Trigger: posting and commenting require a nickname (authors reference public_profiles).';

grant execute on function private.is_admin(), private.is_moderator(), private.may_write() to anon, authenticated, service_role;
grant execute on function private.is_banned(uuid), private.has_role(text[]), private.session_meets_mfa() to service_role;

create function public.is_admin() returns boolean
language sql stable set search_path = '' as $$ select private.is_admin() $$;
comment on function public.is_admin() is 'RPC: whether the caller is an admin with full rights now.';

create function public.is_moderator() returns boolean
language sql stable set search_path = '' as $$ select private.is_moderator() $$;
comment on function public.is_moderator() is 'RPC: whether the caller is a moderator or admin with full rights now.';

revoke all on function public.is_admin(), public.is_moderator() from public, anon, authenticated;
grant execute on function public.is_admin(), public.is_moderator() to anon, authenticated, service_role;

-- Profiles: guard, grants, policies (here, because they ask for roles) ------------------------------------------------

-- role and is_banned are granted because admins set them through the API; the guard keeps everybody from setting their own.
create function private.guard_profile() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if (new.role, new.is_banned) is distinct from (old.role, old.is_banned)
     and (old.id = auth.uid() or not private.is_admin()) then
    raise exception 'Rolle und Sperre ändern nur Admins, und nie die eigene.' using errcode = '42501', hint = 'not_allowed';
  end if;
  return new;
end $$;
comment on function private.guard_profile() is 'Trigger: role and ban only by admins and never one''s own.';
create trigger profiles_10_guard before update on public.profiles
  for each row execute function private.guard_profile();

alter table public.profiles enable row level security;
revoke all on public.profiles from public, anon, authenticated;
grant select on public.profiles to authenticated;
grant update (nickname, avatar_url, bio, role, is_banned) on public.profiles to authenticated;
grant all on public.profiles to service_role;
create policy "owner and admins read" on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));
-- A banned member may still edit their account: a ban does not remove privacy rights (docs/product/moderation.md).
create policy "owner and admins update" on public.profiles for update to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()))
  with check (id = (select auth.uid()) or (select private.is_admin()));

alter table public.public_profiles enable row level security;
revoke all on public.public_profiles from public, anon, authenticated;
grant select on public.public_profiles to anon, authenticated;
grant all on public.public_profiles to service_role;
create policy "everybody reads" on public.public_profiles for select to anon, authenticated using (true);

alter table public.profile_slug_history enable row level security;
revoke all on public.profile_slug_history from public, anon, authenticated;
grant select on public.profile_slug_history to anon, authenticated;
grant all on public.profile_slug_history to service_role;
create policy "everybody reads" on public.profile_slug_history for select to anon, authenticated using (true);

create index profiles_team on public.profiles (id) where role in ('moderator', 'admin');

-- Roles are in profiles, which others cannot read; who is on the team is public.
create function private.team_members() returns setof uuid
language sql stable security definer rows 10 set search_path = '' as $$
  select id from public.profiles where role in ('moderator', 'admin')
$$;
comment on function private.team_members() is 'Ids of moderators and admins, for the Team badge.';
grant execute on function private.team_members() to anon, authenticated, service_role;

-- Quotas --------------------------------------------------------------------------------------------------------------

-- Quotas of a member: 100 posts, comments and reports, 1,000 votes, reactions and fans per five minutes. Counted in slots of 30
-- seconds. They live here and not in the gateway, so that they hold on hosted Supabase too.
create table private.rate_counts (
  user_id uuid not null references public.profiles on delete cascade,
  kind text not null,
  slot timestamptz not null,
  uses integer not null,
  primary key (user_id, kind, slot)
);
comment on table private.rate_counts is 'Recent writes of a member by kind and 30-second slot.';

create function private.use_quota(quota text, allowed integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := auth.uid();
  this_slot timestamptz := date_bin('30 seconds', now(), timestamptz '2000-01-01');
  used integer;
begin
  if member is null then return; end if;
  insert into private.rate_counts as counts (user_id, kind, slot, uses) values (member, quota, this_slot, 1)
    on conflict (user_id, kind, slot) do update set uses = counts.uses + 1
    returning uses into used;
  if used = 1 then
    delete from private.rate_counts where user_id = member and kind = quota and slot <= this_slot - interval '5 minutes';
  end if;
  select sum(uses) into used from private.rate_counts
    where user_id = member and kind = quota and slot > this_slot - interval '5 minutes';
  if used > allowed then
    -- PostgREST turns SQLSTATE PGRST into this status, header and body (docs: "Raise errors with HTTP status codes").
    raise sqlstate 'PGRST' using
      message = '{"code":"PT429","message":"Das war zu viel auf einmal. Bitte warte ein paar Minuten.","details":null,"hint":"rate_limited"}',
      detail = '{"status":429,"headers":{"Retry-After":"300"}}';
  end if;
end $$;
comment on function private.use_quota(text, integer) is 'Counts one write of the caller and refuses it with 429 (hint rate_limited) beyond the quota of five minutes.';
grant execute on function private.use_quota(text, integer) to anon, authenticated;

-- An upsert fires the insert trigger and, on a conflict, the update trigger too: it must not be counted twice.
create function private.limit_rate() returns trigger
language plpgsql set search_path = '' as $$
declare paid integer := coalesce(nullif(current_setting('hot.paid_writes', true), ''), '0')::integer;
begin
  if not private.is_client() then return new; end if;
  if tg_op = 'UPDATE' and paid > 0 then
    perform set_config('hot.paid_writes', (paid - 1)::text, true);
    return new;
  end if;
  perform private.use_quota(tg_argv[0], private.quota_of(tg_argv[0], tg_argv[1]::integer));
  if tg_op = 'INSERT' then perform set_config('hot.paid_writes', (paid + 1)::text, true); end if;
  return new;
end $$;
comment on function private.limit_rate() is 'Trigger (quota, allowed in five minutes): applies private.use_quota() to writes through the API.';
grant execute on function private.limit_rate() to anon, authenticated;

-- Profile pictures ----------------------------------------------------------------------------------------------------

-- Pictures of members. Objects are named {user id}/{uuid}.webp; their owner adds, lists and removes them, everybody sees them by
-- their public address. Files are removed by the storage service only: deleting rows here would leave the files behind.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 2 * 1024 * 1024, array['image/webp', 'image/png', 'image/jpeg']);

create function private.own_avatars() returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from storage.objects o where o.bucket_id = 'avatars' and o.name like auth.uid()::text || '/%'
$$;
comment on function private.own_avatars() is 'Number of pictures the caller has in the bucket. Definer: a policy must not ask its own table.';

create function private.may_add_avatar() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.own_avatars() < 10 and exists (select from public.profiles p where p.id = auth.uid())
$$;
comment on function private.may_add_avatar() is 'Whether the caller may upload: ten pictures at most, and none by the token of a deleted account. Banned members may: it is their account.';

create function private.is_own_avatar(object text, member uuid) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(object ~ ('^' || member::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$'), false)
$$;
comment on function private.is_own_avatar(text, uuid) is 'Whether an object''s name is {member}/{uuid}.webp.';
grant execute on function private.may_add_avatar(), private.is_own_avatar(text, uuid) to authenticated, service_role;

create policy "members add own avatars" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and private.is_own_avatar(name, (select auth.uid())) and (select private.may_add_avatar()));
create policy "members list own avatars" on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "members remove own avatars" on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- The profile's picture -----------------------------------------------------------------------------------------------

create function private.avatar_address(object text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select '/storage/v1/object/public/avatars/' || object $$;
comment on function private.avatar_address(text) is 'Public address of a picture, below the address of the backend.';
grant execute on function private.avatar_address(text) to authenticated, service_role;

-- Any other address would let a member make every reader's browser call a server of the member's choice.
create function private.check_avatar() returns trigger
language plpgsql security definer set search_path = '' as $$
declare object constant text := substr(new.avatar_url, char_length(private.avatar_address('')) + 1);
begin
  if new.avatar_url <> private.avatar_address(object) or not private.is_own_avatar(object, new.id) then
    raise exception 'Dieses Bild gehört nicht zu diesem Konto.' using errcode = '23514', hint = 'avatar_not_own';
  end if;
  if not exists (select from storage.objects o where o.bucket_id = 'avatars' and o.name = object) then
    raise exception 'Dieses Bild ist nicht hochgeladen.' using errcode = '23514', hint = 'avatar_missing';
  end if;
  return new;
end $$;
comment on function private.check_avatar() is 'Trigger: through the API a profile can only show an existing picture of its own.';
create trigger profiles_15_avatar before update of avatar_url on public.profiles
  for each row when (private.is_client() and new.avatar_url is not null and new.avatar_url is distinct from old.avatar_url)
  execute function private.check_avatar();

-- References ----------------------------------------------------------------------------------------------------------

create view private.member_refs with (security_invoker = on) as
select m.id,
  jsonb_build_object('id', m.id, 'nickname', m.nickname, 'slug', m.slug, 'avatar_url', m.avatar_url, 'karma', m.karma) as ref
from public.public_profiles m;
comment on view private.member_refs is 'Members as memberRef, from public_profiles only: no e-mail, no full name.';
grant select on private.member_refs to anon, authenticated, service_role;
