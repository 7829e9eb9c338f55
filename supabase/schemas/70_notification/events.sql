-- Who is told of what -------------------------------------------------------------------------------------------------

create function private.is_news(event private.notification_events) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_banned(event.actor_id) or not exists (select from public.profiles m where m.id = event.actor_id) then return false; end if;
  return case event.kind
    when 'comment' then exists (
      select from public.comments c where c.id = event.comment_id and c.deleted_at is null and c.author_id = event.actor_id)
    when 'post_reaction' then exists (
      select from public.post_reactions r where r.post_id = event.post_id and r.user_id = event.actor_id)
    when 'comment_reaction' then exists (
      select from public.comment_reactions r join public.comments c on c.id = r.comment_id
      where r.comment_id = event.comment_id and r.user_id = event.actor_id and c.deleted_at is null)
    when 'rumor_vote' then exists (select from public.rumor_votes v where v.post_id = event.post_id and v.user_id = event.actor_id)
    else exists (select from public.poll_votes v where v.post_id = event.post_id and v.user_id = event.actor_id) end;
end $$;
comment on function private.is_news(private.notification_events) is
  'Whether an act still stands: not withdrawn or deleted meanwhile, nor by an account that is banned or gone.';

create function private.notify_of_event(event private.notification_events, recipient uuid, kind text, target uuid) returns uuid
language sql security definer set search_path = '' as $$
  select private.tell(recipient, kind, private.facts_of_act(event, recipient, kind, target), event.post_id, event.comment_id, event.actor_id, target)
$$;
comment on function private.notify_of_event(private.notification_events, uuid, text, uuid) is
  'One notification of one act; it joins the one of the same type and target, as private.notify() does.';

create function private.notify_together(events private.notification_events[], recipient uuid, kind text, target uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry uuid;
  news private.notification_events[];
begin
  news := array(
    select e::private.notification_events from unnest(events) e where not private.keeps_silent(recipient, e.actor_id) order by e.id);
  if cardinality(news) = 0 then return; end if;
  if private.channel_of(recipient, case when kind = 'subsequent_comment' and target <> events[1].post_id then 'reply_to_comment' else kind end,
      events[1].post_id) = 'off' then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(concat(recipient, kind, target), 0));
  select n.id into entry from public.notifications n
    where n.user_id = recipient and n.type = notify_together.kind and n.target_id = target
      and n.created_at > now() - interval '24 hours' and exists (select from private.notification_actors a where a.notification_id = n.id)
    order by n.created_at desc limit 1;
  if private.is_repeatable(kind) then
    news := array(
      select e::private.notification_events from (
        select distinct on (x.actor_id) x from unnest(news) x
        where not exists (select from private.notification_actors a where a.notification_id = entry and a.actor_id = x.actor_id and not a.gone)
        order by x.actor_id, x.id
      ) first (e) order by (e).id);
  end if;
  if entry is null and cardinality(news) > 0 then
    entry := private.notify_of_event(news[1], recipient, kind, target);
    news := news[2:];
  end if;
  if entry is null or cardinality(news) = 0 then return; end if;
  -- Only the latest is named, so those before it need only be counted.
  insert into private.notification_actors (notification_id, actor_id, cause)
    select entry, e.actor_id, coalesce(e.comment_id, target) from unnest(news[:cardinality(news) - 1]) e
    on conflict (notification_id, actor_id, cause) do update set gone = false;
  perform private.notify_of_event(news[cardinality(news)], recipient, kind, target);
end $$;
comment on function private.notify_together(private.notification_events[], uuid, text, uuid) is
  'Tells a member of several acts of one type on one target, in their order, with the outcome of private.notify() for each but two writes at most.';

create function private.people_before(post uuid, later uuid[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.author_id order by p.last_at desc), '{}') from (
    select latest.author_id, max(latest.created_at) as last_at from (
      select c.author_id, c.created_at from public.comments c
      where c.post_id = post and c.deleted_at is null and c.author_id is not null and c.id <> all (later)
      order by c.created_at desc limit 500
    ) latest
    group by latest.author_id order by max(latest.created_at) desc limit 70
  ) p
$$;
comment on function private.people_before(uuid, uuid[]) is
  'The 70 latest commenters of a post, latest first, without the comments given: private.people_of_thread() as it was before them.';

create function private.deliver_events(post uuid, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  events private.notification_events[];
  event private.notification_events;
  post_author uuid;
  written public.comments;
  answered uuid;
  people uuid[];
  told uuid[];
  others uuid[];
  followers uuid[];
  -- One entry for each notification due: who, of which type, on what, and of which event.
  members uuid[] := '{}';
  kinds text[] := '{}';
  targets uuid[] := '{}';
  causes bigint[] := '{}';
  due record;
begin
  with taken as (
    delete from private.notification_events e
    where e.post_id = post and e.id in (
      select w.id from private.notification_events w where w.post_id = post order by w.id limit most for update skip locked)
    returning e.*
  )
  select array_agg(t::private.notification_events order by t.id) into events from taken t;
  select p.author_id into post_author from public.community_posts p where p.id = post;
  if events is null or not found then return coalesce(cardinality(events), 0); end if;
  foreach event in array events loop
    continue when not private.is_news(event);
    if event.kind <> 'comment' then
      members := members || case when event.kind = 'comment_reaction'
        then (select c.author_id from public.comments c where c.id = event.comment_id) else post_author end;
      kinds := kinds || case event.kind when 'post_reaction' then 'reaction_on_post' when 'comment_reaction' then 'reaction_on_comment'
        else 'vote_on_' || split_part(event.kind, '_', 1) end;
      targets := targets || coalesce(event.comment_id, post);
      causes := causes || event.id;
      continue;
    end if;
    -- Each comment is news to those who commented before it, so the others that wait do not count yet.
    people := coalesce(people, private.people_before(post, array(
      select e.comment_id from unnest(events) e where e.kind = 'comment'
      union all select e.comment_id from private.notification_events e where e.post_id = post and e.kind = 'comment')));
    select * into written from public.comments c where c.id = event.comment_id;
    answered := (select c.author_id from public.comments c where c.id = written.parent_id);
    told := case when written.mentions is null then '{}' else private.notify_mentions(written) end;
    others := array(
      select m.id from unnest(people) with ordinality as m (id, place)
      where m.id <> all (array_remove(told || post_author || answered || event.actor_id, null)) order by m.place limit 50);
    if answered <> all (told) and answered <> event.actor_id and private.wants(answered, 'reply_to_comment') then
      -- Both types: the first is what the list shows.
      members := members || answered || answered;
      kinds := kinds || 'subsequent_comment'::text || 'reply_to_comment'::text;
      targets := targets || written.parent_id || written.parent_id;
      causes := causes || event.id || event.id;
      told := told || answered;
    end if;
    if post_author <> all (told) then
      members := members || post_author; kinds := kinds || 'comment_on_post'::text; targets := targets || post; causes := causes || event.id;
    end if;
    members := members || others;
    kinds := kinds || array_fill('subsequent_comment'::text, array[cardinality(others)]);
    targets := targets || array_fill(post, array[cardinality(others)]);
    causes := causes || array_fill(event.id, array[cardinality(others)]);
    followers := coalesce(followers, private.followers_of_post(post));
    others := array(
      select f from unnest(followers) f where f <> all (array_remove(told || others || people || post_author || answered || event.actor_id, null)));
    members := members || others;
    kinds := kinds || array_fill('followed_comment'::text, array[cardinality(others)]);
    targets := targets || array_fill(post, array[cardinality(others)]);
    causes := causes || array_fill(event.id, array[cardinality(others)]);
    people := (event.actor_id || array_remove(people, event.actor_id))[:70];
  end loop;
  for due in
    select d.member, d.kind, d.target, array_agg(e::private.notification_events order by e.id) as events
    from unnest(members, kinds, targets, causes) as d (member, kind, target, cause) join unnest(events) e on e.id = d.cause
    where d.member is not null and d.member <> e.actor_id
    group by d.member, d.kind, d.target order by d.member, d.kind, d.target
  loop
    perform private.notify_together(due.events, due.member, due.kind, due.target);
  end loop;
  return cardinality(events);
end $$;
comment on function private.deliver_events(uuid, integer) is
  'Notifies of the earliest acts on a post that wait: of a comment mentioned members first, then the one who is answered, the author, and at most 50 latest commenters. Returns how many acts.';

create function private.deliver_notifications() returns integer
-- Shorter than deadlock_timeout: when a member marks all as read meanwhile, the job gives way.
language plpgsql security definer set search_path = '' set lock_timeout = '300ms' as $$
declare
  until constant timestamptz := clock_timestamp() + interval '300 milliseconds';
  post uuid;
  delivered integer := 0;
  before integer;
begin
  loop
    before := delivered;
    for post in select e.post_id from private.notification_events e group by e.post_id order by min(e.id) limit 200 loop
      -- One process per post: its acts stay in order, and no two processes are at the same notification.
      continue when not pg_try_advisory_xact_lock(hashtextextended('notifications of ' || post, 0));
      begin
        delivered := delivered + private.deliver_events(post, 100);
      exception when lock_not_available then
        -- Its acts wait for the next run.
        null;
      end;
      exit when clock_timestamp() > until;
    end loop;
    begin
      delivered := delivered + private.deliver_announcements();
    exception when lock_not_available then
      null;
    end;
    begin
      delivered := delivered + private.tell_voters();
    exception when lock_not_available then
      null;
    end;
    exit when delivered = before or clock_timestamp() > until;
  end loop;
  return delivered;
end $$;
comment on function private.deliver_notifications() is
  'Job (5 seconds): notifies of what members did. Takes and writes in one transaction, so that whoever dies meanwhile has taken nothing. Several processes share the posts. Returns how many acts; 0 when nothing is left that no other process is at.';
grant execute on function private.deliver_notifications() to service_role;
