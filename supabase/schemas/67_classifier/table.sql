-- A classifier of the operator's own (docs/decisions/074-classifier.md) -----------------------------------------------

-- Words find what is said in words. Where an operator has a classifier, what trusted members write about people waits for its answer:
-- it may only make a post wait for the team, never spare it that.

create table private.classifier (
  id boolean primary key default true check (id),
  -- When a server that has one last asked for work.
  seen_at timestamptz not null,
  -- Who reads, for the privacy policy.
  host text not null check (char_length(host) between 1 and 260)
);
comment on table private.classifier is
  'Whether a server with a classifier is running. Without one nothing waits for it. '
  'Stays: a list or a state of the site.';

alter table private.classifier enable row level security;
revoke all on private.classifier from public, anon, authenticated, service_role;

create table private.classifications (
  post_id uuid primary key references public.community_posts on delete cascade,
  subjects text[] not null default '{}',
  tries smallint not null default 0,
  -- Null: answered, or given up; then the team decides.
  due_at timestamptz default now()
);
comment on table private.classifications is
  'Posts that waited for the classifier, and what it found in them. '
  'Stays: with its post.';

create index classifications_due on private.classifications (due_at) where due_at is not null;

alter table private.classifications enable row level security;
revoke all on private.classifications from public, anon, authenticated, service_role;
