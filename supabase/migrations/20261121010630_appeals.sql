create table public.appeals (
  id uuid primary key default gen_random_uuid(),
  moderation_action_id uuid not null unique references public.moderation_actions on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  message text not null check (char_length(message) between 1 and 2000),
  status text not null default 'pending' check (status in ('pending', 'upheld', 'overturned')),
  decision_reason text check (char_length(decision_reason) between 1 and 2000),
  decided_by uuid references public.profiles on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
