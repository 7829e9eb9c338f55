-- A new post of a star with 50,000 fans is one row here, and the job tells 500 members at a time.

create table private.announcements (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('post', 'poll', 'rumor', 'broadcast', 'cancellation', 'statement')),
  post_id uuid references public.community_posts on delete cascade,
  event_id uuid references public.calendar_events on delete cascade,
  told_up_to uuid not null default '00000000-0000-0000-0000-000000000000',
  done_at timestamptz,
  created_at timestamptz not null default now(),
  unique (post_id, kind),
  unique (event_id, kind)
);
comment on table private.announcements is
  'What many members are told of, each thing once. Rows that are done remain, so that a post that is approved again is no news.';
comment on column private.announcements.told_up_to is 'Id of the last member who was told; members are told in the order of their ids.';

create index announcements_open on private.announcements (id) where done_at is null;

revoke all on private.announcements from public, anon, authenticated, service_role;
