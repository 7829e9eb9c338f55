-- Who is answered is told of it ---------------------------------------------------------------------------------------

-- The list hides reply_to_comment by contract, and whoever was answered got nothing else: a direct answer reached nobody. Now they
-- get a subsequent_comment about their own comment, whose text says that it is an answer; the setting "Antworten" switches it.

create function private.setting_of(kind text, data jsonb) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when kind = 'subsequent_comment' and data ? 'answer' then 'reply_to_comment' else kind end
$$;
comment on function private.setting_of(text, jsonb) is 'The setting that switches a notification: an answer is stored as subsequent_comment, and is switched by reply_to_comment.';

create function private.wants(member uuid, setting text) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.notification_preferences n where n.user_id = member and n.type = setting and not n.enabled)
$$;
comment on function private.wants(uuid, text) is 'Whether a member has this setting of notifications switched on.';

create or replace function private.notify(
  recipient uuid, kind text, title text, message text, data jsonb default '{}', post uuid default null, comment uuid default null,
  actor uuid default null, target uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  shown_actor constant uuid := (select p.id from public.public_profiles p where p.id = actor);
  happened_to constant uuid := coalesce(target, comment, post);
  entry uuid;
  is_known boolean;
  people integer;
begin
  -- Own actions never notify, nor do those of banned accounts and of blocked or muted members; the recipient may be deleted.
  if recipient is null or recipient = actor or private.is_banned(actor) or private.keeps_silent(recipient, actor) then return null; end if;
  if exists (select from public.notification_preferences n where n.user_id = recipient and n.type = private.setting_of(kind, data) and not n.enabled) then
    return null;
  end if;
  if actor is not null then
    -- Of two concurrent actors the second waits and joins the row of the first.
    perform pg_advisory_xact_lock(hashtextextended(concat(recipient, kind, happened_to), 0));
    select n.id into entry from public.notifications n
    where n.user_id = recipient and n.type = kind and n.target_id is not distinct from happened_to
      and n.created_at > now() - interval '24 hours' and exists (select from private.notification_actors a where a.notification_id = n.id)
    order by n.created_at desc limit 1;
  end if;
  if entry is null then
    insert into public.notifications (user_id, type, title, message, data, post_id, comment_id, target_id, actor_id)
      values (recipient, kind, title, private.with_actors(message, shown_actor, 0), coalesce(data, '{}'), post, comment, happened_to, shown_actor)
      returning id into entry;
    if actor is not null then insert into private.notification_actors values (entry, actor); end if;
    return entry;
  end if;
  is_known := exists (select from private.notification_actors a where a.notification_id = entry and a.actor_id = actor);
  if is_known and private.is_repeatable(kind) then return entry; end if;
  insert into private.notification_actors values (entry, actor) on conflict do nothing;
  select count(*) into people from private.notification_actors a where a.notification_id = entry;
  update public.notifications n set title = notify.title, message = private.with_actors(notify.message, coalesce(shown_actor, n.actor_id), people - 1),
      data = coalesce(notify.data, '{}'), comment_id = notify.comment, actor_id = coalesce(shown_actor, n.actor_id), read = false,
      created_at = now(), actors_count = people
    where n.id = entry;
  return entry;
end $$;

create or replace function private.is_push_wanted(device uuid, notification uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.notifications n join public.push_devices d on d.id = device and d.user_id = n.user_id
    where n.id = notification and not n.read and not exists (
      select from public.notification_preferences p where p.user_id = n.user_id and p.type = private.setting_of(n.type, n.data) and not p.enabled))
$$;

create or replace function private.notify_of_comment(c public.comments, recipient uuid, kind text, target uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  post_title constant text := (select p.title from public.community_posts p where p.id = c.post_id);
  is_answer constant boolean := kind = 'reply_to_comment' or (kind = 'subsequent_comment' and target = c.parent_id);
begin
  return private.notify(recipient, kind,
    case when kind = 'mention' then 'Du wurdest erwähnt' when kind = 'comment_on_post' then 'Neuer Kommentar zu deinem Beitrag'
      when is_answer then 'Antwort auf deinen Kommentar' else 'Neuer Kommentar' end,
    format(case when kind = 'mention' then '{actors} dich in einem Kommentar zu „%s“ erwähnt.'
      when kind = 'comment_on_post' then '{actors} deinen Beitrag „%s“ kommentiert.'
      when is_answer then '{actors} auf deinen Kommentar bei „%s“ geantwortet.'
      else '{actors} auch „%s“ kommentiert.' end, post_title),
    private.post_facts(c.post_id) || jsonb_build_object('comment_excerpt', left(c.content, 100))
      || case when is_answer then '{"answer": true}'::jsonb else '{}'::jsonb end,
    c.post_id, c.id, c.author_id, target);
end $$;

create or replace function private.notify_together(events private.notification_events[], recipient uuid, kind text, target uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry uuid;
  news private.notification_events[];
begin
  news := array(
    select e::private.notification_events from unnest(events) e where not private.keeps_silent(recipient, e.actor_id) order by e.id);
  if cardinality(news) = 0 then return; end if;
  if not private.wants(recipient, case when kind = 'subsequent_comment' and target <> events[1].post_id then 'reply_to_comment' else kind end) then
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
        where not exists (select from private.notification_actors a where a.notification_id = entry and a.actor_id = x.actor_id)
        order by x.actor_id, x.id
      ) first (e) order by (e).id);
  end if;
  if entry is null and cardinality(news) > 0 then
    entry := private.notify_of_event(news[1], recipient, kind, target);
    news := news[2:];
  end if;
  if entry is null or cardinality(news) = 0 then return; end if;
  -- Only the latest is named, so those before it need only be counted.
  insert into private.notification_actors (notification_id, actor_id)
    select entry, e.actor_id from unnest(news[:cardinality(news) - 1]) e on conflict do nothing;
  perform private.notify_of_event(news[cardinality(news)], recipient, kind, target);
end $$;

create or replace function private.deliver_events(post uuid, most integer) returns integer
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
