create table public.post_rumors (
  post_id uuid primary key references public.community_posts on delete cascade,
  rumor_status text not null default 'unverified' check (rumor_status in ('unverified', 'verified', 'debunked')),
  source_url text check (source_url ~ '^https?://' and char_length(source_url) <= 500),
  verification_reason text check (char_length(verification_reason) between 1 and 2000),
  verification_source text check (char_length(verification_source) between 1 and 500),
  agree_count integer not null default 0,
  disagree_count integer not null default 0,
  updated_at timestamptz not null default now()
);

create table public.rumor_votes (
  post_id uuid not null references public.post_rumors on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  vote text not null check (vote in ('agree', 'disagree')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
