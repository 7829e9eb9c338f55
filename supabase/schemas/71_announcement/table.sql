-- A new post of a star with 50,000 fans is one row here, and the job tells 500 members at a time.

create table private.announcements (
  id bigint generated always as identity primary key,
  kind text not null,
  post_id uuid references public.community_posts on delete cascade,
  event_id uuid references public.calendar_events on delete cascade,
  told_up_to uuid not null default '00000000-0000-0000-0000-000000000000',
  done_at timestamptz,
  created_at timestamptz not null default now(),
  subject_id uuid,
  was jsonb,
  unique (post_id, kind),
  unique (event_id, kind),
  unique (subject_id, kind),
  constraint announcements_kind_is_told check (private.is_told(kind)),
  constraint announcements_one_subject check (num_nonnulls(post_id, event_id, subject_id) = 1)
);
comment on table private.announcements is
  'What many members are told of, each thing once. Rows that are done remain, so that a post that is approved again is no news. '
  'Stays: what was told once is no news when it is published again.';
comment on column private.announcements.kind is
  'What is told, by the function private.news_of_KIND, which its noun has: (what it is about, last member told, how many).';
comment on column private.announcements.subject_id is
  'What it is about, if that is neither post nor broadcast. Nothing refers to it, so that any noun may: of what is gone private.news_of_KIND tells nobody.';
comment on column private.announcements.was is 'Of a broadcast that was moved: the day and time that followers know, and how many others moved with it.';
comment on column private.announcements.told_up_to is 'Id of the last member who was told, until all are; members are told in the order of their ids.';

create index announcements_open on private.announcements (id) where done_at is null;

revoke all on private.announcements from public, anon, authenticated, service_role;

create function private.is_told(kind text) returns boolean
language sql stable set search_path = '' as $$
  select to_regprocedure(format('private.%I(uuid,uuid,integer)', 'news_of_' || kind)) is not null
$$;
comment on function private.is_told(text) is 'Whether a noun says what is told of this kind of announcement.';

create function private.news_of(given private.announcements, most integer) returns private.news[]
language plpgsql stable security definer set search_path = '' as $$
declare news private.news[];
begin
  execute format('select private.%I($1, $2, $3)', 'news_of_' || given.kind) into news
    using coalesce(given.post_id, given.event_id, given.subject_id), given.told_up_to, most;
  return news;
end $$;
comment on function private.news_of(private.announcements, integer) is 'What the next members are told of an announcement; null when nobody is left.';
