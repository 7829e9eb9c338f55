create table public.archived_posts (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null,
  author_id uuid references public.profiles on delete set null,
  title text not null,
  -- post, rumor, poll_options, comments, tallies: everything a restore needs.
  record jsonb not null,
  reason text not null,
  archived_by uuid references public.profiles on delete set null,
  archived_at timestamptz not null default now(),
  restored_at timestamptz,
  restored_by uuid references public.profiles on delete set null
);
