create table public.poll_options (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.community_posts on delete cascade,
  text text not null check (char_length(text) between 1 and 80),
  position smallint not null check (position between 1 and 8),
  votes_count integer not null default 0,
  unique (post_id, position),
  -- Target of poll_votes: a vote's option belongs to the vote's post.
  unique (post_id, id)
);

create table public.poll_votes (
  post_id uuid not null,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  option_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (post_id, user_id),
  foreign key (post_id, option_id) references public.poll_options (post_id, id) on delete cascade
);
