create table public.seasons (
  id uuid primary key default gen_random_uuid(),
  format_id uuid not null references public.formats on delete cascade,
  season_number integer not null check (season_number between 0 and 9999),
  title text check (char_length(title) between 1 and 200),
  slug text not null,
  start_date date,
  end_date date,
  description text check (char_length(description) <= 5000),
  location text check (char_length(location) <= 200),
  participants_count integer not null default 0,
  external_key text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (format_id, slug),
  unique (format_id, season_number),
  check (end_date >= start_date)
);

create table public.season_participants (
  season_id uuid not null references public.seasons on delete cascade,
  star_id uuid not null references public.stars on delete cascade,
  placement text check (char_length(placement) between 1 and 100),
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (season_id, star_id)
);
