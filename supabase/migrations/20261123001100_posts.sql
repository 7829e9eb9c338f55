-- Posts ---------------------------------------------------------------------------------------------------------------

-- A post of Trashtalk.
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
comment on column public.community_posts.comments_count is 'Undeleted comments, replies included; maintained by trigger, like the other counters.';
comment on column public.community_posts.votes_count is 'Rumor or poll votes.';
comment on column public.community_posts.hot_rank is 'sign(s)·log10(max(1,|s|)) + epoch(created_at)/45000, s = hearts − poops + votes + comments.';
comment on column public.community_posts.staff_edited_at is
  'When the team last changed the text ("bearbeitet von der Redaktion"); null again after an edit by the author.';
comment on column public.community_posts.staff_edited_by is 'Which member of staff changed the text. Not readable through the API.';
comment on column public.community_posts.moderated_by is 'Which member of staff decided. Not readable through the API: members learn that a human decided, not who.';

-- The three orders of a list, over all kinds and per kind. Queries repeat status = 'approved' to match these indexes.
create index community_posts_new on public.community_posts (last_activity_at desc, id desc) where status = 'approved';
create index community_posts_new_of_type on public.community_posts (type, last_activity_at desc, id desc) where status = 'approved';
create index community_posts_hot on public.community_posts (hot_rank desc, id desc) where status = 'approved';
create index community_posts_hot_of_type on public.community_posts (type, hot_rank desc, id desc) where status = 'approved';
-- With the status, so that counting a member's posts is an index-only scan.
create index community_posts_author on public.community_posts (author_id, created_at desc, id desc) include (status);
create index community_posts_queue on public.community_posts (created_at, id) where status = 'pending';
create index community_posts_moderated_by on public.community_posts (moderated_by);
create index community_posts_staff_edited_by on public.community_posts (staff_edited_by);
-- For the list of staff: all posts, and the few that were rejected.
create index community_posts_any_created on public.community_posts (created_at desc, id desc);
create index community_posts_rejected on public.community_posts (created_at desc, id desc) where status = 'rejected';

create table public.post_tags (
  post_id uuid not null references public.community_posts on delete cascade,
  tag_id uuid not null,
  kind text not null check (kind in ('star', 'format')),
  primary key (post_id, tag_id)
);
comment on table public.post_tags is 'community_posts.tags as rows, so that "posts about this star" is an index lookup. Maintained by trigger.';
create index post_tags_tag_id on public.post_tags (tag_id, post_id);

-- Address, hotness ----------------------------------------------------------------------------------------------------

create function private.set_post_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
declare base text := coalesce(nullif(private.slugify(new.title), ''), 'beitrag');
begin
  new.day := private.berlin_day(new.created_at);
  -- Of two concurrent posts with the same title the second waits and then sees the first.
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
comment on function private.hot_rank(integer, integer, integer, integer, timestamptz) is 'Hotness of a post. Only its order means anything.';

create function private.set_hot_rank() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.hot_rank := private.hot_rank(new.hearts_count, new.poops_count, new.votes_count, new.comments_count, new.created_at);
  return new;
end $$;
comment on function private.set_hot_rank() is 'Trigger: recomputes hot_rank from the counters.';
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
  'Adds to the counters of a post; comments and votes also set last_activity_at.';

-- Tags ----------------------------------------------------------------------------------------------------------------

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
comment on function private.spread_post_tags() is 'Trigger: keeps post_tags in step with tags; each tag is a star or a format, once.';
create trigger community_posts_tags after insert or update of tags on public.community_posts
  for each row execute function private.spread_post_tags();

create function private.drop_tag() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.community_posts set tags = array_remove(tags, old.id)
    where id in (select post_id from public.post_tags where tag_id = old.id);
  return null;
end $$;
comment on function private.drop_tag() is 'Trigger: removes a deleted star or format from the tags of posts.';
create trigger stars_drop_tag after delete on public.stars for each row execute function private.drop_tag();
create trigger formats_drop_tag after delete on public.formats for each row execute function private.drop_tag();

-- Changes of counters and activity are not edits.
create trigger community_posts_touch before update of title, content, tags, status, rejection_reason, poll_ends_at
  on public.community_posts for each row execute function private.touch_updated_at();

-- Top within a window of days: the index is ordered within each kind and Berlin day, so that 30 days are read as short ranges and
-- never as all posts of the window.
create index community_posts_top on public.community_posts ((hearts_count - poops_count + votes_count + comments_count) desc, id desc)
  where status = 'approved';
create index community_posts_day_top on public.community_posts
  (type, day, (hearts_count - poops_count + votes_count + comments_count) desc, id desc) where status = 'approved';

create index community_posts_created on public.community_posts (created_at desc, id desc) where status = 'approved';

-- Rights --------------------------------------------------------------------------------------------------------------

-- Who may do what with posts and their tags: publishing without approval, the guard of every write, grants and policies.

-- plpgsql, because moderation_actions is created later.
create function private.may_publish_at_once() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare rule public.app_settings;
begin
  if private.is_moderator() then return true; end if;
  select * into rule from public.app_settings;
  if exists (
    select from public.moderation_actions a
    where a.target_user_id = auth.uid() and a.counts_as_warning
      and a.created_at > now() - make_interval(days => rule.auto_approve_warning_days)
  ) then return false; end if;
  return (select count(*) >= rule.auto_approve_after_posts from (
    select from public.community_posts p where p.author_id = auth.uid() and p.status = 'approved' limit rule.auto_approve_after_posts
  ) approved);
end $$;
comment on function private.may_publish_at_once() is 'Whether the caller publishes without approval: staff, and members with enough approved posts and no recent warning (5 and 90 days unless the settings say otherwise).';

-- status is granted for moderators, title and content for authors: this trigger tells them apart.
create function private.guard_post() returns trigger
language plpgsql set search_path = '' as $$
declare is_author boolean := new.author_id is not distinct from auth.uid();
begin
  if not private.is_client() then return new; end if;
  if tg_op = 'INSERT' then
    new.status := case when private.may_publish_at_once() then 'approved' else 'pending' end;
    return new;
  end if;
  if (new.title, new.content, new.tags, new.poll_ends_at) is distinct from (old.title, old.content, old.tags, old.poll_ends_at) then
    if not is_author then
      raise exception 'Beiträge ändert nur, wer sie geschrieben hat.' using errcode = '42501', hint = 'not_author';
    end if;
    if new.status is distinct from old.status then
      raise exception 'Erst der Text, dann der Status: nicht beides auf einmal.' using errcode = '42501', hint = 'not_allowed';
    end if;
    -- A changed text needs approval again, so that nobody can replace an approved one; a rejected one returns to the queue.
    new.status := case when private.may_publish_at_once() and old.status <> 'rejected' then old.status else 'pending' end;
    if new.status <> 'rejected' then new.rejection_reason := null; end if;
    new.staff_edited_at := null;
    new.staff_edited_by := null;
    return new;
  end if;
  if new.status is distinct from old.status or new.rejection_reason is distinct from old.rejection_reason then
    if is_author or not private.is_moderator() then
      raise exception 'Über Beiträge entscheidet das Team, und niemand über eigene.' using errcode = '42501', hint = 'not_allowed';
    end if;
    if new.status = 'rejected' and btrim(coalesce(new.rejection_reason, '')) = '' then
      raise exception 'Bitte gib einen Grund für die Ablehnung an.' using errcode = '23514', hint = 'reason_required';
    end if;
    if new.status <> 'rejected' then new.rejection_reason := null; end if;
    new.moderated_by := auth.uid();
    new.moderated_at := now();
  end if;
  return new;
end $$;
comment on function private.guard_post() is 'Trigger: who may publish, edit and moderate; records moderator and time.';
create trigger community_posts_10_guard before insert or update on public.community_posts
  for each row execute function private.guard_post();
create trigger community_posts_07_nickname before insert on public.community_posts
  for each row execute function private.require_nickname();
create trigger community_posts_05_rate before insert on public.community_posts
  for each row execute function private.limit_rate('posts', '100');
grant execute on function private.may_publish_at_once() to authenticated, service_role;

alter table public.community_posts enable row level security;
revoke all on public.community_posts from public, anon, authenticated;
-- By column: which member of staff decided or edited is not public, and a rejection is for the author and staff only.
grant select (id, title, type, author_id, content, status, tags, slug, day, poll_ends_at, created_at, updated_at, last_activity_at,
  hearts_count, poops_count, comments_count, votes_count, hot_rank, staff_edited_at) on public.community_posts to anon;
grant select (id, title, type, author_id, content, status, tags, slug, day, poll_ends_at, created_at, updated_at, last_activity_at,
  hearts_count, poops_count, comments_count, votes_count, hot_rank, staff_edited_at, moderated_at, rejection_reason)
  on public.community_posts to authenticated;
grant insert (id, title, type, author_id, content, tags, poll_ends_at), update (title, content, tags, poll_ends_at, status, rejection_reason),
  delete on public.community_posts to authenticated;
grant all on public.community_posts to service_role;
create policy "guests read approved" on public.community_posts for select to anon using (status = 'approved');
create policy "members read approved and own, staff all" on public.community_posts for select to authenticated
  using (status = 'approved' or author_id = (select auth.uid()) or (select private.is_moderator()));
create policy "members post" on public.community_posts for insert to authenticated
  with check (author_id = (select auth.uid()) and (select private.may_write()));
create policy "authors edit, staff moderate" on public.community_posts for update to authenticated
  using ((author_id = (select auth.uid()) and (select private.may_write())) or (select private.is_moderator()))
  with check ((author_id = (select auth.uid()) and (select private.may_write())) or (select private.is_moderator()));
create policy "authors and staff delete" on public.community_posts for delete to authenticated
  using ((author_id = (select auth.uid()) and (select private.may_write())) or (select private.is_moderator()));

alter table public.post_tags enable row level security;
revoke all on public.post_tags from public, anon, authenticated;
grant select on public.post_tags to anon, authenticated;
grant all on public.post_tags to service_role;
-- A tag is as visible as its post: the subquery runs under the policy of posts.
create policy "everybody reads those of visible posts" on public.post_tags for select to anon, authenticated
  using (exists (select from public.community_posts p where p.id = post_id));

-- Limits --------------------------------------------------------------------------------------------------------------

-- The limits hold for every client of the API. domain has the same rules; supabase/tests runs the same drafts through both.
-- The hint tells the editor which rule was broken.

create function private.clean_post() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.title := private.clean_line(new.title);
  new.content := private.trim_text(private.clean_text(new.content));
  return new;
end $$;
comment on function private.clean_post() is 'Trigger: title and content are stored cleaned.';
create trigger community_posts_02_clean before insert or update of title, content on public.community_posts
  for each row execute function private.clean_post();

create function private.require_valid_post(post public.community_posts, before public.community_posts) returns void
language plpgsql stable set search_path = '' as $$
begin
  if char_length(post.title) not between 8 and 140 then
    perform private.refuse('Der Titel hat 8 bis 140 Zeichen.', 'title_length');
  end if;
  if char_length(post.content) > 5000 then
    perform private.refuse('Der Text hat höchstens 5.000 Zeichen.', 'content_length');
  end if;
  if post.content = '' and post.type <> 'poll' and before.content is distinct from '' then
    perform private.refuse('Schreib noch, worum es geht.', 'content_missing');
  end if;
  if cardinality(post.tags) > 5 then
    perform private.refuse('Höchstens 5 Tags.', 'too_many_tags');
  end if;
  if post.poll_ends_at is not null and post.type <> 'poll' then
    perform private.refuse('Nur Umfragen haben ein Ende.', 'not_a_poll');
  end if;
  if post.poll_ends_at <= now() and post.poll_ends_at is distinct from before.poll_ends_at then
    perform private.refuse('Das Ende der Umfrage liegt in der Vergangenheit.', 'poll_end_past');
  end if;
end $$;
comment on function private.require_valid_post(public.community_posts, public.community_posts) is
  'Refuses a post that breaks the limits. Unchanged values that a new post could not have may stay: a post without content, an end that has passed.';
grant execute on function private.require_valid_post(public.community_posts, public.community_posts) to authenticated;

create function private.check_post() returns trigger
language plpgsql set search_path = '' as $$
declare before public.community_posts;
begin
  if not private.is_client() then return new; end if;
  if tg_op = 'UPDATE' then before := old; end if;
  perform private.require_valid_post(new, before);
  return new;
end $$;
comment on function private.check_post() is 'Trigger: limits of a post that a person writes, with a hint for each.';
create trigger community_posts_12_check before insert or update of title, content, tags, poll_ends_at on public.community_posts
  for each row execute function private.check_post();

-- Source and options are part of what was approved --------------------------------------------------------------------

create function private.review_again(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.may_publish_at_once() then
    update public.community_posts set status = 'pending', rejection_reason = null where id = post and status = 'rejected';
  else
    update public.community_posts set status = 'pending', rejection_reason = null where id = post and status <> 'pending';
  end if;
end $$;
comment on function private.review_again(uuid) is 'Puts a post back into the queue because its author changed its source or options.';

create function private.review_part() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.review_again(case when tg_op = 'DELETE' then old.post_id else new.post_id end);
  return null;
end $$;
comment on function private.review_part() is 'Trigger: a new source or other options need approval like a new text.';

-- Search --------------------------------------------------------------------------------------------------------------

create table private.post_search (
  post_id uuid primary key references public.community_posts on delete cascade,
  search_key text not null
);
comment on table private.post_search is
  'Folded title and content of posts. A separate table, because in community_posts every vote would rewrite the trigram index.';
create index post_search_search on private.post_search using gin (search_key extensions.gin_trgm_ops);

create function private.index_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.post_search (post_id, search_key) values (new.id, private.search_fold(new.title || ' ' || new.content))
    on conflict (post_id) do update set search_key = excluded.search_key;
  return null;
end $$;
comment on function private.index_post() is 'Trigger: keeps private.post_search up to date with title and content.';
create trigger community_posts_search after insert or update of title, content on public.community_posts
  for each row execute function private.index_post();

-- A definer function, because behind row-level security LIKE cannot use the trigram index; it returns approved posts only.
-- Common words fill the page from the latest posts. Rare ones continue with the index, which then has few matches.
create function private.matching_posts(words text[], tags uuid[], wanted integer) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns constant text[] := private.like_patterns(words);
  condition constant text := private.word_condition(words, 'k.search_key');
  hits uuid[];
  seen timestamptz[];
begin
  if cardinality(words) = 0 then return '{}'; end if;
  execute format('select coalesce(array_agg(hit.id), ''{}''), array_agg(hit.last_activity_at) from (
      select recent.id, recent.last_activity_at
      from (select p.id, p.last_activity_at from public.community_posts p where p.status = ''approved''
        order by p.last_activity_at desc, p.id desc limit 200) recent
      join private.post_search k on k.post_id = recent.id
      where %s
      order by recent.last_activity_at desc, recent.id desc limit $2) hit', condition)
    into hits, seen using patterns, wanted;
  if cardinality(hits) < wanted then
    execute format('select coalesce(array_agg(hit.id), ''{}''), array_agg(hit.last_activity_at) from (
        select p.id, p.last_activity_at
        from (select k.post_id from private.post_search k where %s limit 5000) found
        join public.community_posts p on p.id = found.post_id and p.status = ''approved''
        order by p.last_activity_at desc, p.id desc limit $2) hit', condition)
      into hits, seen using patterns, wanted;
  end if;
  return array(
    select candidate.post_id
    from (
      select hit.post_id, hit.last_activity_at from unnest(hits, seen) as hit (post_id, last_activity_at)
      union
      -- Holds approved posts only, with their last activity: no post is read that more recent ones displace.
      select t.post_id, t.last_activity_at from unnest(tags) as tag (id)
      cross join lateral (
        select x.post_id, x.last_activity_at from private.tagged_posts x where x.tag_id = tag.id
        order by x.last_activity_at desc, x.post_id desc limit wanted) t
    ) candidate
    order by candidate.last_activity_at desc, candidate.post_id desc
    limit wanted);
end $$;
comment on function private.matching_posts(text[], uuid[], integer) is
  'Ids of approved posts, latest activity first, that contain every word in title or content or have one of the tags.';
grant execute on function private.matching_posts(text[], uuid[], integer) to anon, authenticated, service_role;

-- Posts by tag --------------------------------------------------------------------------------------------------------

-- Approved posts by tag with their sort keys, so that the posts of a tag need not be fetched one by one to be sorted.
create table private.tagged_posts (
  tag_id uuid not null,
  post_id uuid not null references public.community_posts on delete cascade,
  type text not null,
  created_at timestamptz not null,
  last_activity_at timestamptz not null,
  hot_rank double precision not null,
  top_score integer not null,
  primary key (tag_id, post_id)
);
comment on table private.tagged_posts is 'post_tags of approved posts with the keys of the three orders; maintained by triggers of post_tags and community_posts.';
create index tagged_posts_post_id on private.tagged_posts (post_id);
create index tagged_posts_new on private.tagged_posts (tag_id, last_activity_at desc, post_id desc);
create index tagged_posts_hot on private.tagged_posts (tag_id, hot_rank desc, post_id desc);
create index tagged_posts_top on private.tagged_posts (tag_id, top_score desc, post_id desc);
create index tagged_posts_created on private.tagged_posts (tag_id, created_at);
revoke all on private.tagged_posts from public, anon, authenticated;

create function private.enter_tagged_posts(post uuid) returns void
language sql security definer set search_path = '' as $$
  insert into private.tagged_posts (tag_id, post_id, type, created_at, last_activity_at, hot_rank, top_score)
  select t.tag_id, p.id, p.type, p.created_at, p.last_activity_at, p.hot_rank,
    p.hearts_count - p.poops_count + p.votes_count + p.comments_count
  from public.post_tags t
  join public.community_posts p on p.id = t.post_id
  where t.post_id = post and p.status = 'approved'
  on conflict do nothing
$$;
comment on function private.enter_tagged_posts(uuid) is 'Enters the tags of a post if it is approved.';

create function private.follow_post_tag() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from private.tagged_posts where tag_id = old.tag_id and post_id = old.post_id;
  else
    perform private.enter_tagged_posts(new.post_id);
  end if;
  return null;
end $$;
comment on function private.follow_post_tag() is 'Trigger: keeps private.tagged_posts up to date with post_tags.';
create trigger post_tags_listed after insert or delete on public.post_tags
  for each row execute function private.follow_post_tag();

create function private.follow_tagged_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> old.status then
    delete from private.tagged_posts where post_id = new.id;
    perform private.enter_tagged_posts(new.id);
  else
    update private.tagged_posts set created_at = new.created_at, last_activity_at = new.last_activity_at, hot_rank = new.hot_rank,
      top_score = new.hearts_count - new.poops_count + new.votes_count + new.comments_count
    where post_id = new.id;
  end if;
  return null;
end $$;
comment on function private.follow_tagged_post() is 'Trigger: keeps private.tagged_posts up to date with status, activity and counters of posts.';
create trigger community_posts_listed after update on public.community_posts
  for each row when (
    (old.status, old.created_at, old.last_activity_at, old.hot_rank, old.hearts_count - old.poops_count + old.votes_count + old.comments_count)
    is distinct from
    (new.status, new.created_at, new.last_activity_at, new.hot_rank, new.hearts_count - new.poops_count + new.votes_count + new.comments_count)
  ) execute function private.follow_tagged_post();
