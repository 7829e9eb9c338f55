create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  type text not null check (type in (
    'comment_on_post', 'reply_to_comment', 'subsequent_comment', 'reaction_on_post', 'reaction_on_comment',
    'vote_on_rumor', 'vote_on_poll', 'rumor_status_update', 'post_approved', 'post_rejected', 'invite_used',
    'mention', 'warning'
  )),
  title text not null check (char_length(title) between 1 and 200),
  message text not null check (char_length(message) <= 4000),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  post_id uuid references public.community_posts on delete cascade,
  comment_id uuid references public.comments on delete cascade,
  actor_id uuid references public.public_profiles on delete set null,
  -- How many different people this row stands for (same type, same target, 24 hours).
  actors_count integer not null default 1,
  read boolean not null default false,
  created_at timestamptz not null default now()
);

create table public.notification_preferences (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  type text not null check (type in (
    'comment_on_post', 'reply_to_comment', 'subsequent_comment', 'reaction_on_post', 'reaction_on_comment',
    'vote_on_rumor', 'vote_on_poll', 'rumor_status_update', 'post_approved', 'invite_used', 'mention'
  )),
  enabled boolean not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, type)
);
