create table public.invites (
  id uuid primary key default gen_random_uuid(),
  -- 8 characters without look-alikes (no 0 O 1 I L).
  code text not null unique check (code ~ '^[A-HJKMNP-Z2-9]{8}$'),
  max_uses integer not null default 1 check (max_uses between 1 and 100000),
  uses_count integer not null default 0,
  expires_at timestamptz,
  active boolean not null default true,
  created_by uuid default auth.uid() references public.profiles on delete set null,
  note text check (char_length(note) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (uses_count <= max_uses)
);

create table public.invite_redemptions (
  invite_id uuid not null references public.invites on delete cascade,
  user_id uuid primary key references public.profiles on delete cascade,
  redeemed_at timestamptz not null default now()
);
