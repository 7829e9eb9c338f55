-- Counters nobody waits for -------------------------------------------------------------------------------------------

-- A counter is one row that everybody who votes, reacts or comments changes, and nobody shall wait until the change before is on the
-- disk. Whoever finds the row free counts in it, their own change and those that others left; whoever finds it taken leaves theirs
-- here (docs/decisions/039-threads-under-load.md).

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
  'Changes of counters that are not in their rows yet: written when somebody else is at the row, and gone within a second. '
  'Stays: until a job takes it out, within seconds or an hour.';
comment on column private.pending_counts.target_id is 'The post (of a rumor as well), the option of a poll, the comment, or of karma the member.';

-- Sums only: it holds neither who nor what.
revoke all on private.pending_counts from public, anon, authenticated, service_role;
grant select on private.pending_counts to anon, authenticated, service_role;

create function private.fold_counts() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  waiting record;
  looked_at integer := 0;
begin
  perform private.settle_pending_karma();
  for waiting in select distinct w.kind, w.target_id from private.pending_counts w limit 1000 loop
    perform private.count_on(waiting.kind, waiting.target_id);
    looked_at := looked_at + 1;
  end loop;
  return looked_at;
end $$;
comment on function private.fold_counts() is
  'Job (5 seconds): adds what is left in pending_counts to its counters; rows that somebody is at wait for the next run. Returns how many rows it looked at.';
grant execute on function private.fold_counts() to service_role;

-- Who reads -----------------------------------------------------------------------------------------------------------

create view private.counted_posts with (security_invoker = on) as
select p.id, p.type, p.status, p.title, p.slug, p.content, p.author_id, p.created_at, p.poll_ends_at,
  greatest(p.last_activity_at, w.active_at) as last_activity_at, p.hearts_count + w.hearts as hearts_count,
  p.poops_count + w.poops as poops_count, p.comments_count + w.comments as comments_count, p.votes_count + w.votes as votes_count,
  p.statement is not null as has_statement
from public.community_posts p
cross join lateral (
  select coalesce(sum(c.hearts), 0) as hearts, coalesce(sum(c.poops), 0) as poops, coalesce(sum(c.comments), 0) as comments,
    coalesce(sum(c.votes), 0) as votes, max(c.active_at) as active_at
  from private.pending_counts c where c.kind = 'post' and c.target_id = p.id
) w;
comment on view private.counted_posts is 'Posts with counters that include what is still in pending_counts, so that everybody finds their own reaction, vote and comment counted.';

revoke all on private.counted_posts from public, anon, authenticated, service_role;
grant select on private.counted_posts to anon, authenticated, service_role;

create view private.counted_rumors with (security_invoker = on) as
select r.post_id, r.rumor_status, r.agree_count + w.agree as agree_count, r.disagree_count + w.disagree as disagree_count
from public.post_rumors r
cross join lateral (
  select coalesce(sum(c.agree), 0) as agree, coalesce(sum(c.disagree), 0) as disagree
  from private.pending_counts c where c.kind = 'rumor' and c.target_id = r.post_id
) w;
comment on view private.counted_rumors is 'Rumors, as counted_posts.';

revoke all on private.counted_rumors from public, anon, authenticated, service_role;
grant select on private.counted_rumors to anon, authenticated, service_role;

-- Karma of reactions does not keep others waiting ---------------------------------------------------------------------

create function private.count_on(
  kind text, target uuid, hearts integer default 0, poops integer default 0, comments integer default 0, votes integer default 0,
  agree integer default 0, disagree integer default 0, karma integer default 0, active_at timestamptz default null
) returns boolean
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
      return null;
    elsif (hearts, poops, comments, votes, agree, disagree, karma) <> (0, 0, 0, 0, 0, 0, 0) or active_at is not null then
      insert into private.pending_counts (kind, target_id, hearts, poops, comments, votes, agree, disagree, karma, active_at)
        values (kind, target, hearts, poops, comments, votes, agree, disagree, karma, active_at);
    end if;
    return false;
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
  return true;
end $$;
comment on function private.count_on(text, uuid, integer, integer, integer, integer, integer, integer, integer, timestamptz) is
  'Adds to the counters of a row, with what others left in pending_counts; leaves it there when somebody else is at the row. Waits for nobody. Comments and votes also set last_activity_at of a post. False when it was left, null when the row is gone.';

create function private.count_waiting_poop(member uuid, actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_room_for_poop(member, actor) then return; end if;
  perform private.earn_karma(member, w.reason, w.cause, actor, w.updated_at)
  from (
    select s.* from (
      select 'post_poop' as reason, r.post_id || ':' || actor as cause, r.updated_at
      from public.post_reactions r join public.community_posts p on p.id = r.post_id
      where r.user_id = actor and r.reaction = 'poop' and p.author_id = member
      union all
      select 'comment_poop', r.comment_id || ':' || actor, r.updated_at
      from public.comment_reactions r join public.comments c on c.id = r.comment_id
      where r.user_id = actor and r.reaction = 'poop' and private.comment_author(c) = member
    ) s
    where not exists (select from public.karma_events k where k.source = s.cause and k.reason = s.reason)
    order by s.updated_at, s.cause limit 1
  ) w;
end $$;
comment on function private.count_waiting_poop(uuid, uuid) is
  'After a poop that counted is gone: the oldest of those that did not takes its place.';

create function private.settle_karma(kind text, target uuid, actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  cause constant text := target || ':' || actor;
  freed constant uuid := (select k.user_id from public.karma_events k where k.source = cause and k.reason = kind || '_poop');
begin
  perform private.undo_karma(cause, array[kind || '_heart', kind || '_poop']);
  if kind = 'post' then
    perform private.earn_karma(p.author_id, 'post_' || r.reaction, cause, actor, r.updated_at)
      from public.post_reactions r join public.community_posts p on p.id = r.post_id where r.post_id = target and r.user_id = actor;
  else
    perform private.earn_karma(private.comment_author(c), 'comment_' || r.reaction, cause, actor, r.updated_at)
      from public.comment_reactions r join public.comments c on c.id = r.comment_id where r.comment_id = target and r.user_id = actor;
  end if;
  if freed is not null then perform private.count_waiting_poop(freed, actor); end if;
end $$;
comment on function private.settle_karma(text, uuid, uuid) is
  'Makes the ledger agree with a member''s reaction to a post or comment, or with its absence. May be repeated.';

create function private.count_reaction(kind text, target uuid, actor uuid, hearts integer, poops integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.count_on(kind, target, hearts => hearts, poops => poops) is false then
    insert into private.pending_karma (kind, target_id, actor_id) values (kind, target, actor);
  else
    perform private.settle_karma(kind, target, actor);
  end if;
end $$;
comment on function private.count_reaction(text, uuid, uuid, integer, integer) is
  'Counts a reaction and settles its karma, at once or both later.';

create function private.settle_pending_karma() returns void
language plpgsql security definer set search_path = '' as $$
declare
  waiting record;
  is_settled boolean;
begin
  perform set_config('hot.karma_later', 'on', true);
  for waiting in select distinct w.kind, w.target_id, w.actor_id from private.pending_karma w limit 1000 loop
    -- Whoever is changing the reaction settles it themselves, so a row that is locked waits for the next run.
    if waiting.kind = 'post' then
      perform from public.post_reactions r where r.post_id = waiting.target_id and r.user_id = waiting.actor_id for share skip locked;
      is_settled := found or not exists (
        select from public.post_reactions r where r.post_id = waiting.target_id and r.user_id = waiting.actor_id);
    else
      perform from public.comment_reactions r where r.comment_id = waiting.target_id and r.user_id = waiting.actor_id for share skip locked;
      is_settled := found or not exists (
        select from public.comment_reactions r where r.comment_id = waiting.target_id and r.user_id = waiting.actor_id);
    end if;
    continue when not is_settled;
    delete from private.pending_karma w
      where w.kind = waiting.kind and w.target_id = waiting.target_id and w.actor_id = waiting.actor_id;
    perform private.settle_karma(waiting.kind, waiting.target_id, waiting.actor_id);
  end loop;
  perform set_config('hot.karma_later', 'off', true);
end $$;
comment on function private.settle_pending_karma() is 'Settles the karma of up to 1,000 reactions of pending_karma; the sums are left in pending_counts.';
