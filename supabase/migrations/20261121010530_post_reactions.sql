create table public.post_reactions (
  post_id uuid not null references public.community_posts on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  reaction text not null check (reaction in ('heart', 'poop')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
