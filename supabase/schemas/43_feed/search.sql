-- Search --------------------------------------------------------------------------------------------------------------

create table private.post_search (
  post_id uuid primary key references public.community_posts on delete cascade,
  search_key text not null
);
comment on table private.post_search is
  'Folded title and content of posts. A separate table, because in community_posts every vote would rewrite the trigram index. '
  'Stays: with its post.';

create index post_search_search on private.post_search using gin (search_key extensions.gin_trgm_ops);

revoke all on private.post_search from public, anon, authenticated, service_role;

create function private.index_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.post_search (post_id, search_key) values (new.id, private.searched_in(new))
    on conflict (post_id) do update set search_key = excluded.search_key;
  insert into private.post_titles (post_id, title_key) values (new.id, private.search_fold(new.title))
    on conflict (post_id) do update set title_key = excluded.title_key;
  return null;
end $$;
comment on function private.index_post() is 'Trigger: keeps private.post_search and private.post_titles up to date with title and content.';

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
comment on table private.tagged_posts is
  'post_tags of approved posts with the keys of the three orders; maintained by triggers of post_tags and community_posts. '
  'Stays: with its post.';

create index tagged_posts_post_id on private.tagged_posts (post_id);
create index tagged_posts_new on private.tagged_posts (tag_id, last_activity_at desc, post_id desc);
create index tagged_posts_hot on private.tagged_posts (tag_id, hot_rank desc, post_id desc);
create index tagged_posts_top on private.tagged_posts (tag_id, top_score desc, post_id desc);
-- Serves the order by creation as well as the windows of "Top".
create index tagged_posts_created_order on private.tagged_posts (tag_id, created_at desc, post_id desc);

revoke all on private.tagged_posts from public, anon, authenticated, service_role;

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

-- Result page of the search -------------------------------------------------------------------------------------------

-- /suche: everything that a query finds, by kind. Ranked by where it matched: 1 beginning of a name or title, 2 words of it, 3 within its
-- words, 4 tag, 5 text. Activity, rank or name only break ties. Each kind looks at a bounded number of rows, so a common word costs no more
-- on a large installation; `total` then ends at that bound.

-- Titles apart from texts, so that a match in the title is known without folding it again. A table of its own, as private.post_search is.
create table private.post_titles (
  post_id uuid primary key references public.community_posts on delete cascade,
  title_key text collate "C" not null
);
comment on table private.post_titles is
  'Folded titles of posts; maintained by a trigger of community_posts. '
  'Stays: with its post.';

create index post_titles_start on private.post_titles (title_key);
create index post_titles_words on private.post_titles using gin (title_key extensions.gin_trgm_ops);

revoke all on private.post_titles from public, anon, authenticated, service_role;

-- Search --------------------------------------------------------------------------------------------------------------

create function private.searched_in(post public.community_posts) returns text
language sql stable security definer set search_path = '' as $$
  select private.search_fold(private.text_said(concat_ws(' ', post.title, post.content, private.answers_of(post.id))))
$$;
comment on function private.searched_in(public.community_posts) is
  'What search finds a post by: title, text and the answers of a poll. Not its source, whose address has words of any site.';

create function private.index_answers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.post_search k set search_key = private.searched_in(p) from public.community_posts p
    where p.id = coalesce(new.post_id, old.post_id) and k.post_id = p.id;
  return null;
end $$;
comment on function private.index_answers() is 'Trigger: keeps private.post_search up to date with the answers of a poll.';
