create table public.news (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200),
  slug text not null unique,
  excerpt text check (char_length(excerpt) <= 500),
  body text not null default '' check (char_length(body) <= 50000),
  image_url text check (char_length(image_url) <= 500),
  url text check (url ~ '^https?://' and char_length(url) <= 500),
  published_at timestamptz,
  author_id uuid default auth.uid() references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
