-- Profiles ------------------------------------------------------------------------------------------------------------

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
  analytics_consent_text smallint,
  in_search_engines boolean not null default true,
  age_confirmed_at timestamptz,
  age_text smallint check (age_text between 1 and 999),
  constraint profiles_age check ((age_confirmed_at is null) = (age_text is null)),
  -- The same characters as nicknameCharacters of domain (docs/product/members.md).
  constraint profiles_nickname_form check (nickname ~ '^[A-Za-z0-9ÄÖÜäöüß_.]{3,20}$' and private.slugify(nickname) <> ''),
  check (banned_until is null or is_banned)
);
comment on table public.profiles is
  'A member, one row per auth.users row, made by trigger. Holds e-mail and full name: owner and admins only. '
  'Stays: until the account is deleted.';
comment on column public.profiles.slug is 'Part of the address /user/{slug}; derived from the nickname by trigger, null until there is one.';
comment on column public.profiles.banned_until is 'End of a timed ban; null with is_banned means permanent. Ask private.is_banned(), never the columns.';
comment on column public.profiles.needs_invite is 'Signed up through a provider in invite mode: may read, may not write before redeeming a code.';
comment on column public.profiles.analytics_consent_text is 'Version of the question that was answered (consentQuestion of domain); null: the first, or no answer.';
comment on column public.profiles.age_confirmed_at is
  'When the member said to be at least 16; null: not yet, or the account had its nickname before this was asked.';
comment on column public.profiles.age_text is 'Version of the sentence that was confirmed (ageConfirmation of domain).';
comment on column public.profiles.in_search_engines is
  'Whether the member lets search engines list the profile. Whether they may at all: private.is_listed().';
comment on column public.profiles.karma is 'Sum of karma_events.delta, maintained by trigger.';

create unique index profiles_nickname_key on public.profiles (private.nickname_key(nickname));
-- For the job that clears expired bans, and for the staff's list of members.
create index profiles_banned on public.profiles (banned_until) where is_banned;
create index profiles_created_at on public.profiles (created_at desc, id);
create index profiles_team on public.profiles (id) where role in ('moderator', 'admin');
-- For the search of the staff's list (admin.sql), by the same expression. Changes of karma by hearts do not touch it.
create index profiles_search on public.profiles using gin (
  private.search_fold(coalesce(nickname, '') || ' ' || coalesce(email, '') || ' ' || coalesce(full_name, '')) extensions.gin_trgm_ops);
create index profiles_nickname_look on public.profiles (private.nickname_look(nickname));
create index profiles_bio_names on public.profiles using gin (private.names_in(bio)) where bio like '%@%';

create trigger profiles_05_rate before update of nickname on public.profiles
  for each row when (new.nickname is distinct from old.nickname) execute function private.limit_rate('nicknames', '30');
create trigger profiles_10_guard before update on public.profiles
  for each row execute function private.guard_profile();
create trigger profiles_12_age before update of nickname on public.profiles
  for each row when (old.nickname is null and new.nickname is not null) execute function private.require_age();
create trigger profiles_15_avatar before update of avatar_url on public.profiles
  for each row when (private.is_client() and new.avatar_url is not null and new.avatar_url is distinct from old.avatar_url)
  execute function private.check_avatar();
create trigger profiles_15_nickname before update of nickname on public.profiles
  for each row when (new.nickname is not null and new.nickname is distinct from old.nickname) execute function private.check_nickname();
create trigger profiles_20_slug before insert or update of nickname, slug on public.profiles
  for each row execute function private.set_profile_slug();
create trigger profiles_30_ban before update of is_banned on public.profiles
  for each row execute function private.set_ban();
create trigger profiles_40_require_another_admin before update of role, is_banned on public.profiles
  for each row when (old.role = 'admin' and not old.is_banned and (new.role <> 'admin' or new.is_banned))
  execute function private.require_another_admin();
create trigger profiles_chart before delete on public.profiles for each row execute function private.erase_from_charts();
-- Karma changes often and is not an edit of the profile.
create trigger profiles_touch before update of nickname, avatar_url, bio, full_name, email, role, is_banned, analytics_consent
  on public.profiles for each row execute function private.touch_updated_at();
create trigger profiles_log_admin after update of role, is_banned on public.profiles
  for each row when (private.is_client() and (old.role, old.is_banned) is distinct from (new.role, new.is_banned))
  execute function private.log_admin_action('update_member', 'profile');
-- Plain writes to other people's rows through the API are logged too, whichever client made them.
create trigger profiles_log_edit after update of nickname, avatar_url, bio on public.profiles
  for each row when (private.is_client() and new.id is distinct from auth.uid()
    and (old.nickname, old.avatar_url, old.bio) is distinct from (new.nickname, new.avatar_url, new.bio))
  execute function private.log_staff_change('profile');
create trigger profiles_mirror after insert or update of nickname, slug, avatar_url, bio, karma, created_at on public.profiles
  for each row execute function private.mirror_profile();
create trigger profiles_notify_team_role after update of role on public.profiles
  for each row when (old.role is distinct from new.role and new.role <> 'user') execute function private.notify_team_role();
create trigger profiles_record_ban after update of is_banned on public.profiles
  for each row when (private.is_client() and old.is_banned <> new.is_banned) execute function private.record_ban();
create trigger profiles_requalify after update of is_banned, banned_until, needs_invite on public.profiles
  for each row when (
    (old.is_banned, old.banned_until, old.needs_invite) is distinct from (new.is_banned, new.banned_until, new.needs_invite)
  ) execute function private.requalify_on_ban();
create trigger profiles_requalify_karma after update of is_banned, banned_until on public.profiles
  for each row when ((old.is_banned, old.banned_until) is distinct from (new.is_banned, new.banned_until))
  execute function private.requalify_karma();

alter table public.profiles enable row level security;
revoke all on public.profiles from public, anon, authenticated;
grant all on public.profiles to service_role;
grant select, update (nickname, avatar_url, bio, role, is_banned) on public.profiles to authenticated;
create policy "owner and admins read" on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));
-- A banned member may still edit their account: a ban does not remove privacy rights (docs/product/moderation.md).
create policy "owner and admins update" on public.profiles for update to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()))
  with check (id = (select auth.uid()) or (select private.is_admin()));
create policy "second factor: select" on public.profiles as restrictive for select to authenticated
  using ((select private.is_proven()));
create policy "second factor: update" on public.profiles as restrictive for update to authenticated
  using ((select private.is_proven())) with check ((select private.is_proven()));

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
  'What everybody may know of a member with a nickname; mirror of profiles maintained by trigger. Authors and actors reference it, so that the API can embed them. '
  'Stays: until the account is deleted. '
  'Not exported: the public part of public.profiles, copied by trigger.';

-- Suggestions for @mentions: prefix of the nickname without case.
create index public_profiles_nickname on public.public_profiles (private.nickname_key(nickname) text_pattern_ops);
create index public_profiles_karma on public.public_profiles (karma desc, id);

create trigger public_profiles_name_invited after insert on public.public_profiles
  for each row execute function private.name_invited();
create trigger public_profiles_ranked after update on public.public_profiles
  for each row when ((old.nickname, old.slug, old.avatar_url, old.karma) is distinct from (new.nickname, new.slug, new.avatar_url, new.karma))
  execute function private.follow_ranked_member();
create trigger public_profiles_unfollow after delete on public.public_profiles for each row execute function private.forget_follows();

alter table public.public_profiles enable row level security;
revoke all on public.public_profiles from public, anon, authenticated;
grant all on public.public_profiles to service_role;
grant select on public.public_profiles to anon, authenticated;
create policy "everybody reads" on public.public_profiles for select to anon, authenticated using (true);

create table public.profile_slug_history (
  old_slug text primary key,
  profile_id uuid not null references public.public_profiles on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.profile_slug_history is
  'Former addresses of members, for redirects. A current slug of somebody wins over an entry here. '
  'Stays: until the account is deleted.';

create index profile_slug_history_profile_id on public.profile_slug_history (profile_id);

alter table public.profile_slug_history enable row level security;
revoke all on public.profile_slug_history from public, anon, authenticated;
grant all on public.profile_slug_history to service_role;
grant select on public.profile_slug_history to anon, authenticated;
create policy "everybody reads" on public.profile_slug_history for select to anon, authenticated using (true);

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_member(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.profiles', (select jsonb_agg(to_jsonb(p)) from public.profiles p where p.id = me),
    'public.profile_slug_history', (select jsonb_agg(to_jsonb(h) - 'profile_id') from public.profile_slug_history h where h.profile_id = me))
$$;
comment on function private.export_member(uuid) is 'Export: the profile and the addresses it had.';
