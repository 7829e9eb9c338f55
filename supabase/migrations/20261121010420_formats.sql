create table public.formats (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 140),
  short_name text check (char_length(short_name) between 1 and 60),
  slug text not null unique,
  emoji text check (char_length(emoji) <= 16),
  color text not null default '#6b7280' check (color ~ '^#[0-9a-fA-F]{6}$'),
  broadcaster_id uuid references public.broadcasters on delete set null,
  streaming_provider_id uuid references public.streaming_providers on delete set null,
  streaming_url text check (streaming_url ~ '^https?://' and char_length(streaming_url) <= 500),
  description text check (char_length(description) <= 5000),
  seasons_count integer not null default 0,
  is_active boolean not null default true,
  search_key text not null default '',
  external_key text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.format_slug_history (
  old_slug text primary key,
  format_id uuid not null references public.formats on delete cascade,
  created_at timestamptz not null default now()
);
