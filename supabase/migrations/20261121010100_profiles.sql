create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  email text,
  full_name text,
  nickname text,
  slug text unique,
  avatar_url text,
  bio text,
  provider_type text not null default 'unknown',
  provider_subject text,
  role text not null default 'user' check (role in ('user', 'moderator', 'admin')),
  is_banned boolean not null default false,
  banned_until timestamptz,
  needs_invite boolean not null default false,
  karma integer not null default 0,
  approved_posts_count integer not null default 0,
  analytics_consent boolean not null default false,
  analytics_consent_updated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.public_profiles (
  id uuid primary key references public.profiles on delete cascade,
  nickname text not null,
  slug text not null unique,
  avatar_url text,
  bio text,
  karma integer not null default 0,
  joined timestamptz not null
);

create table public.profile_slug_history (
  old_slug text primary key,
  profile_id uuid not null references public.public_profiles on delete cascade,
  created_at timestamptz not null default now()
);
