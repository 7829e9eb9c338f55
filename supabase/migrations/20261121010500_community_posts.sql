-- A post of Trashtalk (decisions §6).
create table public.community_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 8 and 140),
  type text not null check (type in ('rumor', 'poll', 'discussion')),
  author_id uuid default auth.uid() references public.public_profiles on delete set null,
  content text not null default '' check (char_length(content) <= 5000),
  status text not null default 'pending' check (status in ('approved', 'rejected', 'pending')),
  tags uuid[] not null default '{}',
  slug text not null constraint community_posts_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  day date not null,
  poll_ends_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_activity_at timestamptz not null default now(),
  moderated_by uuid references public.profiles on delete set null,
  moderated_at timestamptz,
  rejection_reason text check (char_length(rejection_reason) between 1 and 2000),
  hearts_count integer not null default 0,
  poops_count integer not null default 0,
  comments_count integer not null default 0,
  votes_count integer not null default 0,
  hot_rank double precision not null default 0,
  staff_edited_at timestamptz,
  staff_edited_by uuid references public.profiles on delete set null,
  unique (day, slug),
  constraint community_posts_reason_of_rejection check ((status = 'rejected') = (rejection_reason is not null)),
  constraint community_posts_end_of_poll check (poll_ends_at is null or type = 'poll'),
  constraint community_posts_five_tags check (cardinality(tags) <= 5)
);
comment on table public.community_posts is 'A rumor, poll or discussion. Guests and members read approved ones; the author and staff also the others.';
comment on column public.community_posts.tags is 'Ids of stars and formats, at most five; post_tags holds them as rows.';
comment on column public.community_posts.day is 'Berlin day of created_at: the date in the address, where the slug is unique.';
comment on column public.community_posts.comments_count is 'Undeleted comments, replies included; kept by trigger, like the other counters.';
comment on column public.community_posts.votes_count is 'Rumor or poll votes.';
comment on column public.community_posts.hot_rank is 'sign(s)·log10(max(1,|s|)) + epoch(created_at)/45000, s = hearts − poops + votes + comments. Mirrors hotRank() in tests/support/oracles/hot-rank.ts.';
comment on column public.community_posts.staff_edited_at is
  'When the team last changed the text ("bearbeitet von der Redaktion"); null again once the author has written it anew.';
comment on column public.community_posts.staff_edited_by is 'Which member of staff changed the text. Not readable through the API.';
comment on column public.community_posts.moderated_by is 'Which member of staff decided. Not readable through the API: members learn that a human did, not who.';

-- The three orders of a list, over all kinds and per kind. Queries say status = 'approved' themselves.
create index community_posts_new on public.community_posts (last_activity_at desc, id desc) where status = 'approved';
create index community_posts_new_of_type on public.community_posts (type, last_activity_at desc, id desc) where status = 'approved';
create index community_posts_hot on public.community_posts (hot_rank desc, id desc) where status = 'approved';
create index community_posts_hot_of_type on public.community_posts (type, hot_rank desc, id desc) where status = 'approved';
-- With the status, so that counting somebody's posts reads the index alone.
create index community_posts_author on public.community_posts (author_id, created_at desc, id desc) include (status);
create index community_posts_queue on public.community_posts (created_at, id) where status = 'pending';
create index community_posts_moderated_by on public.community_posts (moderated_by);
create index community_posts_staff_edited_by on public.community_posts (staff_edited_by);
-- The list of staff: all of them, and the few that were refused.
create index community_posts_any_created on public.community_posts (created_at desc, id desc);
create index community_posts_rejected on public.community_posts (created_at desc, id desc) where status = 'rejected';

create table public.post_tags (
  post_id uuid not null references public.community_posts on delete cascade,
  tag_id uuid not null,
  kind text not null check (kind in ('star', 'format')),
  primary key (post_id, tag_id)
);
comment on table public.post_tags is 'community_posts.tags as rows, so that "posts about this star" is an index lookup. Kept by trigger.';
create index post_tags_tag_id on public.post_tags (tag_id, post_id);

-- Address, hotness ---------------------------------------------------------------------------------------------------------

create function private.set_post_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
declare base text := coalesce(nullif(private.slugify(new.title), ''), 'beitrag');
begin
  new.day := private.berlin_day(new.created_at);
  -- Two posts with one title at one moment: the second waits and sees the first.
  perform pg_advisory_xact_lock(hashtextextended(new.day || base, 0));
  new.slug := base;
  if exists (select from public.community_posts p where p.day = new.day and p.slug = new.slug and p.id <> new.id) then
    new.slug := base || '-' || right(new.id::text, 4);
  end if;
  if exists (select from public.community_posts p where p.day = new.day and p.slug = new.slug and p.id <> new.id) then
    new.slug := base || '-' || new.id;
  end if;
  return new;
end $$;
comment on function private.set_post_slug() is 'Trigger: slug from the title; a clash on one day gets the last four characters of the id. Never changes later: addresses stay.';
create trigger community_posts_20_slug before insert on public.community_posts
  for each row execute function private.set_post_slug();

create function private.hot_rank(hearts integer, poops integer, votes integer, comments integer, created_at timestamptz)
returns double precision language sql immutable strict parallel safe set search_path = '' as $$
  select sign(hearts - poops + votes + comments) * log(greatest(1, abs(hearts - poops + votes + comments))::double precision)
    + extract(epoch from created_at)::double precision / 45000
$$;
comment on function private.hot_rank(integer, integer, integer, integer, timestamptz) is 'Hotness of a post (decisions §6). Only its order means anything.';

create function private.set_hot_rank() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.hot_rank := private.hot_rank(new.hearts_count, new.poops_count, new.votes_count, new.comments_count, new.created_at);
  return new;
end $$;
comment on function private.set_hot_rank() is 'Trigger: hot_rank follows the counters.';
create trigger community_posts_30_hot_rank
  before insert or update of hearts_count, poops_count, comments_count, votes_count, created_at on public.community_posts
  for each row execute function private.set_hot_rank();

create function private.count_on_post(
  post uuid, hearts integer default 0, poops integer default 0, comments integer default 0, votes integer default 0,
  active_at timestamptz default null
) returns void
language sql security definer set search_path = '' as $$
  update public.community_posts set
    hearts_count = hearts_count + hearts, poops_count = poops_count + poops,
    comments_count = comments_count + comments, votes_count = votes_count + votes,
    last_activity_at = greatest(last_activity_at, active_at)
  where id = post
$$;
comment on function private.count_on_post(uuid, integer, integer, integer, integer, timestamptz) is
  'Moves the counters of a post; comments and votes also move last_activity_at.';

-- Tags --------------------------------------------------------------------------------------------------------------------

create function private.spread_post_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
declare unknown uuid;
begin
  if cardinality(new.tags) <> (select count(distinct t) from unnest(new.tags) t) then
    raise exception 'Jeden Tag nur einmal.' using errcode = '23514', hint = 'duplicate_tag';
  end if;
  select t into unknown from unnest(new.tags) t
    where not exists (select from public.stars s where s.id = t) and not exists (select from public.formats f where f.id = t) limit 1;
  if unknown is not null then
    raise exception 'Diesen Star oder dieses Format gibt es nicht.' using errcode = '23503', hint = 'unknown_tag';
  end if;
  delete from public.post_tags where post_id = new.id and tag_id <> all (new.tags);
  insert into public.post_tags (post_id, tag_id, kind)
    select new.id, t, case when exists (select from public.stars s where s.id = t) then 'star' else 'format' end from unnest(new.tags) t
    on conflict do nothing;
  return null;
end $$;
comment on function private.spread_post_tags() is 'Trigger: post_tags follows tags; each tag is a star or a format, once.';
create trigger community_posts_tags after insert or update of tags on public.community_posts
  for each row execute function private.spread_post_tags();

create function private.drop_tag() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.community_posts set tags = array_remove(tags, old.id)
    where id in (select post_id from public.post_tags where tag_id = old.id);
  return null;
end $$;
comment on function private.drop_tag() is 'Trigger: a deleted star or format vanishes from the tags of posts.';
create trigger stars_drop_tag after delete on public.stars for each row execute function private.drop_tag();
create trigger formats_drop_tag after delete on public.formats for each row execute function private.drop_tag();

-- Counters and activity are not edits.
create trigger community_posts_touch before update of title, content, tags, status, rejection_reason, poll_ends_at
  on public.community_posts for each row execute function private.touch_updated_at();
