-- Approved posts by tag with their sort keys: a tag's posts would otherwise have to be fetched one by one to be sorted.
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
comment on table private.tagged_posts is 'post_tags of approved posts with the keys of the three orders; kept by triggers of post_tags and community_posts.';
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
comment on function private.follow_post_tag() is 'Trigger: private.tagged_posts follows post_tags.';
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
comment on function private.follow_tagged_post() is 'Trigger: private.tagged_posts follows status, activity and counters of a post.';
create trigger community_posts_listed after update on public.community_posts
  for each row when (
    (old.status, old.created_at, old.last_activity_at, old.hot_rank, old.hearts_count - old.poops_count + old.votes_count + old.comments_count)
    is distinct from
    (new.status, new.created_at, new.last_activity_at, new.hot_rank, new.hearts_count - new.poops_count + new.votes_count + new.comments_count)
  ) execute function private.follow_tagged_post();
select private.enter_tagged_posts(post_id) from (select distinct post_id from public.post_tags) tagged;
