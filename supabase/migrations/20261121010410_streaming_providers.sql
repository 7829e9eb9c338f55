create table public.streaming_providers (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(name) between 1 and 100),
  website_url text check (website_url ~ '^https?://' and char_length(website_url) <= 500),
  color text not null default '#0ea5e9' check (color ~ '^#[0-9a-fA-F]{6}$'),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
