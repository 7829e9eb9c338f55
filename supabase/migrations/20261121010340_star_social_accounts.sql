create table public.star_social_accounts (
  id uuid primary key default gen_random_uuid(),
  star_id uuid not null references public.stars on delete cascade,
  platform text not null check (platform in ('instagram', 'tiktok', 'youtube', 'x', 'threads')),
  handle text not null check (char_length(handle) between 1 and 100),
  url text not null check (url ~ '^https://' and char_length(url) <= 500),
  followers integer check (followers >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (star_id, platform)
);

create table public.star_social_followers (
  account_id uuid not null references public.star_social_accounts on delete cascade,
  day date not null,
  followers integer not null check (followers >= 0),
  primary key (account_id, day)
);
