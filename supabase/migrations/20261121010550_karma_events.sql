create table public.karma_events (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  reason text not null check (reason in (
    'post_heart', 'post_poop', 'comment_heart', 'comment_poop', 'post_approved', 'post_rejected',
    'rumor_verified', 'rumor_debunked', 'comment_removed'
  )),
  delta smallint not null,
  -- What caused it: post id, comment id, or '<target id>:<member id>' for a reaction. Unique with reason, so that the cause's undoing finds it.
  source text not null,
  created_at timestamptz not null default now(),
  unique (source, reason)
);
