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
  'What many members are told of, each thing once. Rows that are done remain, so that a post that is approved again is no news. '
  'Stays: what was told once is no news when it is published again.';
comment on column private.announcements.told_up_to is 'Id of the last member who was told; members are told in the order of their ids.';

create index announcements_open on private.announcements (id) where done_at is null;

revoke all on private.announcements from public, anon, authenticated, service_role;

-- Who is told what of it: a kind has its name in the check above, and its line here.
create function private.news_of(given private.announcements, most integer) returns private.news[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return case given.kind when 'post' then private.news_of_post(given.post_id, given.told_up_to, most)
    when 'rumor' then private.news_of_rumor(given.post_id, given.told_up_to, most)
    when 'poll' then private.news_of_poll(given.post_id, given.told_up_to, most)
    when 'statement' then private.news_of_statement(given.post_id, given.told_up_to, most)
    when 'cancellation' then private.news_of_cancellation(given.event_id, given.told_up_to, most)
    when 'broadcast' then private.news_of_broadcast(given.event_id, given.told_up_to, most) end;
end $$;
comment on function private.news_of(private.announcements, integer) is 'What the next members are told of an announcement; null when nobody is left.';
