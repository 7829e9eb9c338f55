create table public.moderation_actions (
  id uuid primary key default gen_random_uuid(),
  target_type text not null check (target_type in ('post', 'comment', 'profile')),
  target_post_id uuid references public.community_posts on delete set null,
  target_comment_id uuid references public.comments on delete set null,
  target_user_id uuid references public.profiles on delete set null,
  report_id uuid references public.reports on delete set null,
  action text not null check (action in ('approved', 'rejected', 'ignored', 'deleted', 'warned', 'banned', 'unbanned', 'restored')),
  -- False for the 'warned' that a rejection records: it never counts as a warning (decisions §10).
  counts_as_warning boolean not null default false,
  severity text check (severity in ('low', 'medium', 'high')),
  reason text not null check (char_length(reason) between 1 and 2000),
  ban_duration_days integer check (ban_duration_days between 1 and 3650),
  -- The removed text of a comment, for complaints; posts have archived_posts.
  snapshot jsonb,
  admin_id uuid default auth.uid() references public.profiles on delete set null,
  created_at timestamptz not null default now()
);
