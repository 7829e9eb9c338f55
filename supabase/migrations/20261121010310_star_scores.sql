create table public.star_scores (
  star_id uuid primary key references public.stars on delete cascade,
  hot_score numeric(4, 1),
  demand_average numeric(6, 4),
  realness_average numeric(6, 4),
  drama_average numeric(6, 4),
  demand_count integer not null default 0,
  realness_count integer not null default 0,
  drama_count integer not null default 0,
  demand_sum integer not null default 0,
  realness_sum integer not null default 0,
  drama_sum integer not null default 0,
  votes_count integer not null generated always as (demand_count + realness_count + drama_count) stored,
  rank integer,
  rank_week_ago integer,
  updated_at timestamptz not null default now()
);

create table public.star_vote_means (
  question text primary key check (question in ('demand', 'realness', 'drama')),
  mean numeric(7, 6) not null default 3,
  votes_count bigint not null default 0,
  updated_at timestamptz not null default now()
);

create table private.star_rank_snapshots (
  day date not null,
  star_id uuid not null references public.stars on delete cascade,
  rank integer not null,
  primary key (day, star_id)
);
