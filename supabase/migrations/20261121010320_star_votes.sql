create table public.demand_votes (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  star_id uuid not null references public.stars on delete cascade,
  value smallint not null check (value between 1 and 5),
  weighs boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, star_id)
);

create table public.realness_votes (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  star_id uuid not null references public.stars on delete cascade,
  value smallint not null check (value between 1 and 5),
  weighs boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, star_id)
);

create table public.drama_votes (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  star_id uuid not null references public.stars on delete cascade,
  value smallint not null check (value between 1 and 5),
  weighs boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, star_id)
);
