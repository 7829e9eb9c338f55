create table public.user_sessions (
  id text primary key check (char_length(id) between 8 and 200),
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  session_start timestamptz not null default now(),
  session_end timestamptz,
  page_views integer not null default 0 check (page_views >= 0),
  actions_count integer not null default 0 check (actions_count >= 0),
  device_info jsonb not null default '{}' check (jsonb_typeof(device_info) = 'object')
);
