create table public.reports (
  id uuid primary key default gen_random_uuid(),
  target_type text not null check (target_type in ('post', 'comment')),
  target_post_id uuid references public.community_posts on delete set null,
  target_comment_id uuid references public.comments on delete set null,
  target_author_id uuid references public.profiles on delete set null,
  reporter_id uuid default auth.uid() references public.profiles on delete set null,
  reporter_name text check (char_length(reporter_name) between 1 and 100),
  reporter_email text check (char_length(reporter_email) between 3 and 254),
  good_faith boolean not null default false,
  reason text not null check (reason in (
    'Illegaler Inhalt', 'Beleidigung/Hass', 'Falschbehauptung über eine Person', 'Privatsphäre', 'Spam', 'Spoiler', 'Sonstiges'
  )),
  details text check (char_length(details) between 1 and 2000),
  status text not null default 'pending' check (status in ('pending', 'dismissed', 'resolved')),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid references public.profiles on delete set null,
  action text check (action in ('ignored', 'deleted', 'warned', 'banned')),
  action_reason text check (char_length(action_reason) between 1 and 2000),
  severity text check (severity in ('low', 'medium', 'high')),
  ban_duration_days integer check (ban_duration_days between 1 and 3650)
);
