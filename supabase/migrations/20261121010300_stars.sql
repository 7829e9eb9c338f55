create table public.stars (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  first_name text not null default '',
  last_name text not null default '',
  nickname text,
  "fullName" text not null default '',
  avatar_url text,
  bio text,
  birthdate date,
  is_active boolean not null default true,
  fans_count integer not null default 0,
  search_key text not null default '',
  sort_key text not null default '',
  letter text not null default '#',
  external_key text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.star_slug_history (
  old_slug text primary key,
  star_id uuid not null references public.stars on delete cascade,
  created_at timestamptz not null default now()
);
