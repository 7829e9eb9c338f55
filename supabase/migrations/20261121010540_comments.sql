create table public.comments (
  id uuid primary key default gen_random_uuid(),
  content text not null,
  author_id uuid default auth.uid() references public.public_profiles on delete set null,
  post_id uuid not null references public.community_posts on delete cascade,
  parent_id uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by uuid references public.profiles on delete set null,
  hearts_count integer not null default 0,
  poops_count integer not null default 0,
  -- Target of parent_id: a reply belongs to the post of the comment it answers.
  unique (post_id, id),
  foreign key (post_id, parent_id) references public.comments (post_id, id) on delete cascade
);

create table public.comment_reactions (
  comment_id uuid not null references public.comments on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  reaction text not null check (reaction in ('heart', 'poop')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (comment_id, user_id)
);
