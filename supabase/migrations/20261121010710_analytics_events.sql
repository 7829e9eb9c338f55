create table public.analytics_events (
  id uuid primary key default gen_random_uuid(),
  event_type text not null,
  user_id uuid references public.profiles on delete set null,
  session_id text check (char_length(session_id) <= 200),
  page_path text check (char_length(page_path) <= 500),
  target_type text check (char_length(target_type) <= 80),
  target_id text check (char_length(target_id) <= 200),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  created_at timestamptz not null default now()
);
