create table public.star_fans (
  star_id uuid not null references public.stars on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (star_id, user_id)
);
