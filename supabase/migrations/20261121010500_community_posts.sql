create table public.community_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 8 and 140),
  type text not null check (type in ('rumor', 'poll', 'discussion')),
  author_id uuid default auth.uid() references public.public_profiles on delete set null,
  content text not null default '' check (char_length(content) <= 5000),
  status text not null default 'pending' check (status in ('approved', 'rejected', 'pending')),
  tags uuid[] not null default '{}',
  slug text not null,
  -- Berlin day of created_at: the date in the address, unique together with type and slug.
  day date not null,
  poll_ends_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_activity_at timestamptz not null default now(),
  moderated_by uuid references public.profiles on delete set null,
  moderated_at timestamptz,
  rejection_reason text check (char_length(rejection_reason) between 1 and 2000),
  hearts_count integer not null default 0,
  poops_count integer not null default 0,
  comments_count integer not null default 0,
  votes_count integer not null default 0,
  hot_rank double precision not null default 0
);

create table public.post_tags (
  post_id uuid not null references public.community_posts on delete cascade,
  tag_id uuid not null,
  kind text not null check (kind in ('star', 'format')),
  primary key (post_id, tag_id)
);

create table private.post_search (
  post_id uuid primary key references public.community_posts on delete cascade,
  search_key text not null
);
