create table public.admin_actions (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid default auth.uid() references public.profiles on delete set null,
  action_type text not null check (char_length(action_type) between 1 and 80),
  target_type text not null check (char_length(target_type) between 1 and 80),
  target_id text check (char_length(target_id) <= 200),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  created_at timestamptz not null default now()
);
