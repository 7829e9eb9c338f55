-- Spelled out, because what lower() does to letters beyond ASCII depends on the collation.
create function private.nickname_key(nickname text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select lower(translate(nickname, 'ÄÖÜ', 'äöü'))
$$;
comment on function private.nickname_key(text) is 'Nickname without case: two members must not share one.';
grant execute on function private.nickname_key(text) to anon, authenticated, service_role;

-- A member. Every column of the specification, readable by its owner and by admins only; everybody else reads public_profiles.
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
  -- decisions §7; the class is nicknameCharacters of domain/src/member/nickname.ts.
  constraint profiles_nickname_form check (nickname ~ '^[A-Za-z0-9ÄÖÜäöüß_.]{3,20}$' and private.slugify(nickname) <> ''),
  check (banned_until is null or is_banned)
);
comment on table public.profiles is 'A member, one row per auth.users row, made by trigger. Holds e-mail and full name: owner and admins only.';
comment on column public.profiles.slug is 'Address part /user/{slug}; kept by trigger from the nickname, null until there is one.';
comment on column public.profiles.banned_until is 'End of a timed ban; null with is_banned means for good. Answered by private.is_banned() alone.';
comment on column public.profiles.needs_invite is 'Signed up through a provider in invite mode: may read, may not write before redeeming a code.';
comment on column public.profiles.karma is 'Sum of karma_events.delta, kept by trigger.';

create unique index profiles_nickname_key on public.profiles (private.nickname_key(nickname));
-- The job that clears ended bans, and the staff's list of members.
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
  'What everybody may know of a member with a nickname; mirror of profiles kept by trigger. Authors and actors reference it, so that the API can embed them.';
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
comment on table private.reserved_nicknames is 'Words nobody may take as nickname, as reservedKey() of domain/src/member/nickname.ts spells them.';
insert into private.reserved_nicknames (word) values
  ('admin'), ('administrator'), ('administration'), ('moderator'), ('moderation'), ('mod'), ('mods'), ('team'),
  ('hot'), ('hotteam'), ('support'), ('hilfe'), ('system'), ('root'), ('redaktion'), ('offiziell'), ('official'),
  ('unbekannt'), ('anonym'), ('anonymous'), ('gast'), ('guest'), ('null'), ('undefined'), ('everyone'), ('alle'),
  ('staff'), ('owner'), ('betreiber'), ('postmaster'), ('webmaster'), ('servicerole');

-- Nickname → slug ------------------------------------------------------------------------------------------------------

-- Taken means: somebody's current address, or a former one of somebody else (old links must not change their target).
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
comment on function private.free_profile_slug(text, uuid) is 'Slug of a nickname, made unique by -2, -3 … (decisions §7).';

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
  -- Karma moves with every heart. Naming slug, a key, would lock the row against everybody who is writing a comment: deadlocks.
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

-- Karma moves often and is not an edit of the profile.
create trigger profiles_touch before update of nickname, avatar_url, bio, full_name, email, role, is_banned, analytics_consent
  on public.profiles for each row execute function private.touch_updated_at();

-- Bans -----------------------------------------------------------------------------------------------------------------

create function private.is_banned(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = member and p.is_banned and (p.banned_until is null or p.banned_until > now())
  )
$$;
comment on function private.is_banned(uuid) is
  'The one answer to "is this member banned": true while a permanent ban stands or a timed one has not ended. A flag left over from an ended ban does not count.';

-- `update of is_banned` fires whenever the column is set, changed or not: setting it again over an ended timed ban is a new ban for good.
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
