-- Counters nobody waits for -----------------------------------------------------------------------------------------------

-- A counter is one row that everybody who votes, reacts or comments changes: each waited until the one before had reached the
-- disk. Now whoever finds the row free counts in it, their own change and those that others left; whoever finds it taken leaves
-- theirs here (docs/decisions/039-threads-under-load.md).

create table private.pending_counts (
  kind text not null check (kind in ('post', 'rumor', 'option', 'comment', 'karma')),
  target_id uuid not null,
  id bigint generated always as identity,
  hearts integer not null,
  poops integer not null,
  comments integer not null,
  votes integer not null,
  agree integer not null,
  disagree integer not null,
  karma integer not null,
  active_at timestamptz,
  primary key (kind, target_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
comment on table private.pending_counts is
  'Changes of counters that are not in their rows yet: written when somebody else is at the row, and gone within a second.';
comment on column private.pending_counts.target_id is 'The post (of a rumor as well), the option of a poll, the comment, or of karma the member.';
revoke all on private.pending_counts from public, anon, authenticated;
-- Sums only: it holds neither who nor what.
grant select on private.pending_counts to anon, authenticated, service_role;

create function private.count_on(
  kind text, target uuid, hearts integer default 0, poops integer default 0, comments integer default 0, votes integer default 0,
  agree integer default 0, disagree integer default 0, karma integer default 0, active_at timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_there boolean;
  added record;
begin
  -- Not FOR UPDATE: that would also wait for everybody who has just written a row that refers to this one.
  case kind
    when 'post' then perform from public.community_posts p where p.id = target for no key update skip locked;
    when 'rumor' then perform from public.post_rumors r where r.post_id = target for no key update skip locked;
    when 'option' then perform from public.poll_options o where o.id = target for no key update skip locked;
    when 'comment' then perform from public.comments c where c.id = target for no key update skip locked;
    when 'karma' then perform from public.profiles m where m.id = target for no key update skip locked;
  end case;
  if not found then
    is_there := case kind
      when 'post' then exists (select from public.community_posts p where p.id = target)
      when 'rumor' then exists (select from public.post_rumors r where r.post_id = target)
      when 'option' then exists (select from public.poll_options o where o.id = target)
      when 'comment' then exists (select from public.comments c where c.id = target)
      when 'karma' then exists (select from public.profiles m where m.id = target) end;
    if not is_there then
      delete from private.pending_counts w where w.kind = count_on.kind and w.target_id = target;
    elsif (hearts, poops, comments, votes, agree, disagree, karma) <> (0, 0, 0, 0, 0, 0, 0) or active_at is not null then
      insert into private.pending_counts (kind, target_id, hearts, poops, comments, votes, agree, disagree, karma, active_at)
        values (kind, target, hearts, poops, comments, votes, agree, disagree, karma, active_at);
    end if;
    return;
  end if;
  -- A statement of its own, which sees what was committed until the row was locked.
  with taken as (delete from private.pending_counts w where w.kind = count_on.kind and w.target_id = target returning w.*)
  select count_on.hearts + coalesce(sum(t.hearts), 0) as hearts, count_on.poops + coalesce(sum(t.poops), 0) as poops,
      count_on.comments + coalesce(sum(t.comments), 0) as comments, count_on.votes + coalesce(sum(t.votes), 0) as votes,
      count_on.agree + coalesce(sum(t.agree), 0) as agree, count_on.disagree + coalesce(sum(t.disagree), 0) as disagree,
      count_on.karma + coalesce(sum(t.karma), 0) as karma, greatest(count_on.active_at, max(t.active_at)) as active_at
    into added from taken t;
  case kind
    when 'post' then
      update public.community_posts p set hearts_count = p.hearts_count + added.hearts, poops_count = p.poops_count + added.poops,
        comments_count = p.comments_count + added.comments, votes_count = p.votes_count + added.votes,
        last_activity_at = greatest(p.last_activity_at, added.active_at) where p.id = target;
    when 'rumor' then
      update public.post_rumors r set agree_count = r.agree_count + added.agree, disagree_count = r.disagree_count + added.disagree
        where r.post_id = target;
    when 'option' then update public.poll_options o set votes_count = o.votes_count + added.votes where o.id = target;
    when 'comment' then
      update public.comments c set hearts_count = c.hearts_count + added.hearts, poops_count = c.poops_count + added.poops
        where c.id = target;
    when 'karma' then update public.profiles m set karma = m.karma + added.karma where m.id = target;
  end case;
end $$;
comment on function private.count_on(text, uuid, integer, integer, integer, integer, integer, integer, integer, timestamptz) is
  'Adds to the counters of a row, with what others left in pending_counts; leaves it there when somebody else is at the row. Waits for nobody. Comments and votes also set last_activity_at of a post.';

create function private.fold_counts() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  waiting record;
  looked_at integer := 0;
begin
  for waiting in select distinct w.kind, w.target_id from private.pending_counts w limit 1000 loop
    perform private.count_on(waiting.kind, waiting.target_id);
    looked_at := looked_at + 1;
  end loop;
  return looked_at;
end $$;
comment on function private.fold_counts() is
  'Job: adds what is left in pending_counts to its counters; rows that somebody is at wait for the next run. Returns how many rows it looked at.';
grant execute on function private.fold_counts() to service_role;

-- Who counts --------------------------------------------------------------------------------------------------------------

create or replace function private.count_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.deleted_at is null then
    perform private.count_on('post', new.post_id, comments => 1, active_at => new.created_at);
  elsif tg_op = 'UPDATE' and (old.deleted_at is null) <> (new.deleted_at is null) then
    perform private.count_on('post', new.post_id, comments => case when new.deleted_at is null then 1 else -1 end);
  elsif tg_op = 'DELETE' and old.deleted_at is null then
    perform private.count_on('post', old.post_id, comments => -1);
  end if;
  return null;
end $$;

create or replace function private.count_post_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.count_on('post', old.post_id, hearts => -(old.reaction = 'heart')::integer, poops => -(old.reaction = 'poop')::integer);
    perform private.undo_karma(old.post_id || ':' || old.user_id, array['post_heart', 'post_poop']);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_on('post', new.post_id, hearts => (new.reaction = 'heart')::integer, poops => (new.reaction = 'poop')::integer);
    perform private.earn_karma(p.author_id, 'post_' || new.reaction, new.post_id || ':' || new.user_id, new.user_id, new.updated_at)
      from public.community_posts p where p.id = new.post_id;
  end if;
  return null;
end $$;

create or replace function private.count_comment_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.count_on('comment', old.comment_id, hearts => -(old.reaction = 'heart')::integer,
      poops => -(old.reaction = 'poop')::integer);
    perform private.undo_karma(old.comment_id || ':' || old.user_id, array['comment_heart', 'comment_poop']);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_on('comment', new.comment_id, hearts => (new.reaction = 'heart')::integer,
      poops => (new.reaction = 'poop')::integer);
    perform private.earn_karma(c.author_id, 'comment_' || new.reaction, new.comment_id || ':' || new.user_id, new.user_id, new.updated_at)
      from public.comments c where c.id = new.comment_id;
  end if;
  return null;
end $$;

create or replace function private.count_rumor_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.count_on('rumor', old.post_id, agree => -(old.vote = 'agree')::integer, disagree => -(old.vote = 'disagree')::integer);
    perform private.count_on('post', old.post_id, votes => -1);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_on('rumor', new.post_id, agree => (new.vote = 'agree')::integer, disagree => (new.vote = 'disagree')::integer);
    perform private.count_on('post', new.post_id, votes => 1, active_at => new.updated_at);
  end if;
  return null;
end $$;

create or replace function private.count_poll_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.count_on('option', old.option_id, votes => -1);
    perform private.count_on('post', old.post_id, votes => -1);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_on('option', new.option_id, votes => 1);
    perform private.count_on('post', new.post_id, votes => 1, active_at => new.updated_at);
  end if;
  return null;
end $$;

create or replace function private.sum_karma() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then perform private.count_on('karma', old.user_id, karma => -old.delta); end if;
  if tg_op <> 'DELETE' then perform private.count_on('karma', new.user_id, karma => new.delta); end if;
  return null;
end $$;

drop function private.count_on_post(uuid, integer, integer, integer, integer, timestamptz);

-- Who reads ---------------------------------------------------------------------------------------------------------------

-- By the votes themselves: the counter may not have the first one yet.
create or replace function private.may_edit_poll(post uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.may_write() and exists (
    select from public.community_posts p where p.id = post and p.type = 'poll' and p.author_id = auth.uid()
  ) and not exists (select from public.poll_votes v where v.post_id = post)
$$;

create view private.counted_posts with (security_invoker = on) as
select p.id, p.type, p.status, p.title, p.slug, p.content, p.author_id, p.created_at, p.poll_ends_at,
  greatest(p.last_activity_at, w.active_at) as last_activity_at, p.hearts_count + w.hearts as hearts_count,
  p.poops_count + w.poops as poops_count, p.comments_count + w.comments as comments_count, p.votes_count + w.votes as votes_count
from public.community_posts p
cross join lateral (
  select coalesce(sum(c.hearts), 0) as hearts, coalesce(sum(c.poops), 0) as poops, coalesce(sum(c.comments), 0) as comments,
    coalesce(sum(c.votes), 0) as votes, max(c.active_at) as active_at
  from private.pending_counts c where c.kind = 'post' and c.target_id = p.id
) w;
comment on view private.counted_posts is 'Posts with counters that include what is still in pending_counts, so that everybody finds their own reaction, vote and comment counted.';
grant select on private.counted_posts to anon, authenticated, service_role;

create view private.counted_rumors with (security_invoker = on) as
select r.post_id, r.rumor_status, r.agree_count + w.agree as agree_count, r.disagree_count + w.disagree as disagree_count
from public.post_rumors r
cross join lateral (
  select coalesce(sum(c.agree), 0) as agree, coalesce(sum(c.disagree), 0) as disagree
  from private.pending_counts c where c.kind = 'rumor' and c.target_id = r.post_id
) w;
comment on view private.counted_rumors is 'Rumors, as counted_posts.';
grant select on private.counted_rumors to anon, authenticated, service_role;

create or replace view private.post_cards with (security_invoker = on) as
select p.id, p.type,
  jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', left(p.content, 180),
    'created_at', p.created_at, 'last_activity_at', p.last_activity_at, 'author', m.ref, 'hearts', p.hearts_count,
    'poops', p.poops_count, 'comments', p.comments_count, 'votes', p.votes_count,
    'rumor', case when p.type = 'rumor' then
      jsonb_build_object('status', coalesce(r.rumor_status, 'unverified'), 'agree', coalesce(r.agree_count, 0), 'disagree', coalesce(r.disagree_count, 0)) end,
    'poll', case when p.type = 'poll' then jsonb_build_object('ends_at', p.poll_ends_at, 'options', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'position', o.position, 'votes', o.votes_count + coalesce((
        select sum(c.votes) from private.pending_counts c where c.kind = 'option' and c.target_id = o.id), 0)) order by o.position)
      from public.poll_options o where o.post_id = p.id), '[]'::jsonb)) end) as card
from private.counted_posts p
left join private.member_refs m on m.id = p.author_id
left join private.counted_rumors r on r.post_id = p.id
where p.status = 'approved';

create or replace function public.comments_page(p_post_id text, p_sort text default 'best', p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  post constant uuid := private.as_uuid(p_post_id);
  wanted constant integer := private.page_limit(p_limit);
begin
  return (
    with listed as materialized (
      select l.id, l.keys, l.place
      from private.list_comments(post, p_sort is distinct from 'new', p_after, wanted + 1) with ordinality as l (id, keys, place)
    ), replies as materialized (
      select r.parent_id, jsonb_agg(r.item order by r.created_at, r.id) as items
      from listed l
      cross join lateral (
        select i.parent_id, i.item, i.created_at, i.id from private.comment_items i
        where i.post_id = post and i.parent_id = l.id
        order by i.created_at, i.id
        limit 500
      ) r
      where l.place <= wanted
      group by r.parent_id
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(c.item || jsonb_build_object('replies', coalesce(r.items, '[]'::jsonb)) order by l.place)
        from listed l
        join private.comment_items c on c.id = l.id
        left join replies r on r.parent_id = l.id
        where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(variadic l.keys) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)),
      'total', coalesce((select p.comments_count from private.counted_posts p where p.id = post and p.status = 'approved'), 0)));
end $$;
