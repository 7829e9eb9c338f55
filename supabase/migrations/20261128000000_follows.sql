-- Following -------------------------------------------------------------------------------------------------------------------

-- A fan of a star heard of nothing, a busy thread could not be silenced, and nobody could follow a member, a format or a post
-- (docs/decisions/051-following.md).

create table private.follows (
  member_id uuid not null references public.profiles on delete cascade,
  target_type text not null check (target_type in ('star', 'format', 'post', 'member')),
  -- No foreign key: four tables. Triggers remove what is gone.
  target_id uuid not null,
  channel text check (channel in ('push', 'app', 'off')),
  created_at timestamptz not null default now(),
  primary key (member_id, target_type, target_id)
);
comment on table private.follows is
  'What a member follows or has silenced. Fans of a star follow it without a row; commenters follow their post without a row.';
comment on column private.follows.channel is 'Where news of it go; off: nowhere, although one is a fan or has commented. Null: where news of this type go.';
create index follows_target on private.follows (target_id, member_id);
revoke all on private.follows from public, anon, authenticated;

create function private.forget_follows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.follows f where f.target_id = old.id;
  return null;
end $$;
comment on function private.forget_follows() is 'Trigger: nobody follows what is gone.';
create trigger stars_unfollow after delete on public.stars for each row execute function private.forget_follows();
create trigger formats_unfollow after delete on public.formats for each row execute function private.forget_follows();
create trigger community_posts_unfollow after delete on public.community_posts for each row execute function private.forget_follows();
create trigger public_profiles_unfollow after delete on public.public_profiles for each row execute function private.forget_follows();

-- Where news go ---------------------------------------------------------------------------------------------------------------

alter table public.notification_preferences add column channel text not null default 'push' check (channel in ('push', 'app'));
comment on column public.notification_preferences.channel is 'Where this type goes while it is on: app and device, or the app only.';
grant insert (channel), update (channel) on public.notification_preferences to authenticated;

alter table public.notifications add column channel text;
alter table public.notifications add constraint notifications_channel_check check (channel in ('push', 'app')) not valid;
comment on column public.notifications.channel is 'Where it goes besides the list: to devices (push, also null of older rows), or nowhere (app).';

create function private.usual_channel(type text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  -- What many members get at once rings nobody's phone unless they want it to.
  select case when type in ('tagged_post', 'poll_ended') then 'app' when type = 'format_today' then 'off' else 'push' end
$$;
comment on function private.usual_channel(text) is 'Where a type goes until the member chooses.';

create function private.type_channel(member uuid, type text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select case when p.enabled then p.channel else 'off' end from public.notification_preferences p
    where p.user_id = member and p.type = type_channel.type), private.usual_channel(type))
$$;
comment on function private.type_channel(uuid, text) is 'Where notifications of a type go for a member: push, app or off.';

create function private.item_channel(member uuid, type text, post uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare channel text;
begin
  -- Mentions and what the team decides are told whatever is silenced.
  if post is null or type not in ('comment_on_post', 'reply_to_comment', 'subsequent_comment', 'followed_comment', 'reaction_on_post',
      'reaction_on_comment', 'vote_on_rumor', 'vote_on_poll', 'poll_ended') then return null; end if;
  select f.channel into channel from private.follows f where f.member_id = member and f.target_type = 'post' and f.target_id = post;
  if channel is not null then return channel; end if;
  if type in ('subsequent_comment', 'followed_comment') and private.has_silenced_topic(member, post) then return 'off'; end if;
  return null;
end $$;
comment on function private.item_channel(uuid, text, uuid) is 'Where news of this post go for a member, if they have chosen that for the post or silenced one of its topics; else null.';

create function private.has_silenced_topic(member uuid, post uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.follows f join public.post_tags t on t.tag_id = f.target_id
    where f.member_id = member and f.channel = 'off' and f.target_type in ('star', 'format') and t.post_id = post)
$$;
comment on function private.has_silenced_topic(uuid, uuid) is 'Whether a member has silenced a star or format with which the post is tagged.';

create function private.channel_of(member uuid, type text, post uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare general constant text := private.type_channel(member, type);
begin
  if general = 'off' then return 'off'; end if;
  return coalesce(private.item_channel(member, type, post), general);
end $$;
comment on function private.channel_of(uuid, text, uuid) is 'Where a notification goes: off if its type is off, else as chosen for the post, else as for the type.';

create or replace function private.queue_pushes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What goes to the list only rings nowhere; null is a row from before there were channels.
  if new.channel <> 'push' then return null; end if;
  -- A new number, so that the result of an earlier sending is not taken for this one. An update of a row that was just sent waits
  -- a little: ten reactions must not ring ten times.
  with former as (delete from private.push_queue q where q.notification_id = new.id returning q.device_id, q.sent_at, q.next_try_at)
  insert into private.push_queue (device_id, notification_id, next_try_at)
    select d.id, new.id, greatest(now(), (
      select max(coalesce(f.sent_at + interval '5 minutes', f.next_try_at)) from former f where f.device_id = d.id))
    from public.push_devices d where d.user_id = new.user_id;
  return null;
end $$;

create or replace function private.notify(
  recipient uuid, kind text, title text, message text, data jsonb default '{}', post uuid default null, comment uuid default null,
  actor uuid default null, target uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  shown_actor constant uuid := (select p.id from public.public_profiles p where p.id = actor);
  happened_to constant uuid := coalesce(target, comment, post);
  goes_to constant text := private.channel_of(recipient, private.setting_of(kind, data), post);
  entry uuid;
  is_known boolean;
  people integer;
begin
  -- Own actions never notify, nor do those of banned accounts and of blocked or muted members; the recipient may be deleted.
  if recipient is null or recipient = actor or private.is_banned(actor) or private.keeps_silent(recipient, actor) then return null; end if;
  if goes_to = 'off' then return null; end if;
  if actor is not null then
    -- Of two concurrent actors the second waits and joins the row of the first.
    perform pg_advisory_xact_lock(hashtextextended(concat(recipient, kind, happened_to), 0));
    select n.id into entry from public.notifications n
    where n.user_id = recipient and n.type = kind and n.target_id is not distinct from happened_to
      and n.created_at > now() - interval '24 hours' and exists (select from private.notification_actors a where a.notification_id = n.id)
    order by n.created_at desc limit 1;
  end if;
  if entry is null then
    insert into public.notifications (user_id, type, title, message, data, post_id, comment_id, target_id, actor_id, channel)
      values (recipient, kind, title, private.with_actors(message, shown_actor, 0), coalesce(data, '{}'), post, comment, happened_to, shown_actor,
        goes_to)
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
      created_at = now(), actors_count = people, channel = goes_to
    where n.id = entry;
  return entry;
end $$;

create or replace function private.wants(member uuid, setting text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.type_channel(member, setting) <> 'off'
$$;

create or replace function private.notify_together(events private.notification_events[], recipient uuid, kind text, target uuid) returns void
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

create function private.followers_of_post(post uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(x.member_id), '{}') from (
    select f.member_id from private.follows f
    where f.target_id = post and f.target_type = 'post' and f.channel is distinct from 'off' order by f.created_at limit 500) x
$$;
comment on function private.followers_of_post(uuid) is
  'Who follows a post and is told of its comments: at most 500, because each comment may concern all of them.';

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

-- News for many -----------------------------------------------------------------------------------------------------------------

-- A new post of a star with 50,000 fans is one row here, and the job tells 500 members at a time.

create table private.announcements (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('post', 'poll', 'rumor', 'broadcast')),
  post_id uuid references public.community_posts on delete cascade,
  event_id uuid references public.calendar_events on delete cascade,
  told_up_to uuid not null default '00000000-0000-0000-0000-000000000000',
  done_at timestamptz,
  created_at timestamptz not null default now(),
  unique (post_id, kind),
  unique (event_id, kind)
);
comment on table private.announcements is
  'What many members are told of, each thing once. Rows that are done remain, so that a post that is approved again is no news.';
comment on column private.announcements.told_up_to is 'Id of the last member who was told; members are told in the order of their ids.';
create index announcements_open on private.announcements (id) where done_at is null;
revoke all on private.announcements from public, anon, authenticated;

create function private.announce_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only what people publish now: not what an import or the archive brings back, nor an old post that is approved again.
  if new.created_at < now() - interval '14 days' or (tg_op = 'INSERT' and not private.is_client()) then return null; end if;
  insert into private.announcements (kind, post_id) values ('post', new.id) on conflict do nothing;
  return null;
end $$;
comment on function private.announce_post() is 'Trigger: followers will be told of a post that is published for the first time.';
create trigger community_posts_announce after insert on public.community_posts
  for each row when (new.status = 'approved' and private.is_client()) execute function private.announce_post();
create trigger community_posts_announce_approved after update of status on public.community_posts
  for each row when (new.status = 'approved' and old.status <> 'approved') execute function private.announce_post();

create function private.audience_of_post(post uuid, after uuid, most integer)
returns table (member uuid, type text, target uuid, wish text)
language sql stable security definer set search_path = '' as $$
  with topics as (select t.tag_id, t.kind from public.post_tags t where t.post_id = post),
  writer as (select p.author_id as id from public.community_posts p where p.id = post)
  select distinct on (h.member) h.member, h.type, h.target, h.wish from (
    (select f.member_id as member, 1 as place, 'member_post' as type, f.target_id as target, f.channel as wish
      from private.follows f join writer w on w.id = f.target_id
      where f.target_type = 'member' and f.member_id > after and f.channel is distinct from 'off' order by f.member_id limit most)
    union all
    (select distinct on (s.user_id) s.user_id, 2, 'tagged_post', s.star_id, f.channel
      from topics t join public.star_fans s on s.star_id = t.tag_id
      left join private.follows f on f.member_id = s.user_id and f.target_type = 'star' and f.target_id = s.star_id
      where t.kind = 'star' and s.user_id > after and f.channel is distinct from 'off'
      order by s.user_id, s.star_id limit most)
    union all
    (select distinct on (f.member_id) f.member_id, 3, 'tagged_post', f.target_id, f.channel
      from topics t join private.follows f on f.target_id = t.tag_id
      where f.target_type = 'format' and f.member_id > after and f.channel is distinct from 'off'
      order by f.member_id, f.target_id limit most)
  ) h order by h.member, h.place, h.target limit most
$$;
comment on function private.audience_of_post(uuid, uuid, integer) is
  'The next members in the order of their ids who follow the author, a star or a format of a post: each once, with the channel they chose for it.';

create function private.topic_name(topic uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select s.full_name from public.stars s where s.id = topic), (select f.name from public.formats f where f.id = topic))
$$;
comment on function private.topic_name(uuid) is 'Name of a star or format.';

create type private.news as (
  member uuid, type text, target uuid, wish text, title text, message text, several text, data jsonb, post uuid, actor uuid
);
comment on type private.news is
  'One notification of an announcement. wish: the channel the member chose for its target; several: the message when it joins an unread one, with {n} for their number.';

create function private.count_in(data jsonb) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select coalesce((data ->> 'count')::integer, 1)
$$;
comment on function private.count_in(jsonb) is 'How many things a notification is about.';

create function private.tell_all(given private.news[]) returns void
language sql security definer set search_path = '' as $$
  with heard as (
    select n.*, coalesce(n.wish, c.channel) as channel
    from unnest(given) n cross join lateral (select private.type_channel(n.member, n.type) as channel) c
    where c.channel <> 'off' and n.wish is distinct from 'off' and n.member is distinct from n.actor
      and not private.keeps_silent(n.member, n.actor) and exists (select from public.profiles p where p.id = n.member)
  ), joined as (
    update public.notifications x set title = h.title, message = replace(h.several, '{n}', (private.count_in(x.data) + 1)::text),
        data = h.data || jsonb_build_object('count', private.count_in(x.data) + 1), post_id = h.post, actor_id = h.actor,
        channel = h.channel, created_at = now()
      from heard h
      where h.several is not null and x.user_id = h.member and x.type = h.type and x.target_id = h.target
        and not x.read and x.created_at > now() - interval '24 hours'
      returning x.user_id
  )
  insert into public.notifications (user_id, type, title, message, data, post_id, target_id, actor_id, channel)
    select h.member, h.type, h.title, h.message, h.data, h.post, h.target, h.actor, h.channel from heard h
    where h.member not in (select j.user_id from joined j)
$$;
comment on function private.tell_all(private.news[]) is
  'Notifies many members at once, each of one thing: not of their own, of silenced members or of a type that is off; joins an unread one of the same target.';

create function private.news_of_post(post uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(row(a.member, a.type, a.target,
      case when exists (select from private.follows f join public.post_tags t on t.tag_id = f.target_id
        where f.member_id = a.member and f.channel = 'off' and f.target_type in ('star', 'format') and t.post_id = post) then 'off' else a.wish end,
      case a.type when 'member_post' then 'Neues von ' || m.nickname else 'Neu zu ' || private.topic_name(a.target) end,
      case a.type when 'member_post' then format('%s hat „%s“ geschrieben.', m.nickname, p.title)
        else format('Neuer Beitrag zu %s: „%s“.', private.topic_name(a.target), p.title) end,
      case a.type when 'member_post' then format('%s hat {n} Beiträge geschrieben, zuletzt „%s“.', m.nickname, p.title)
        else format('{n} neue Beiträge zu %s, zuletzt „%s“.', private.topic_name(a.target), p.title) end,
      private.post_facts(p.id) || case a.type when 'tagged_post' then jsonb_build_object('topic', private.topic_name(a.target)) else '{}' end,
      p.id, p.author_id)::private.news order by a.member)
  from private.audience_of_post(post, after, most) a
  join public.community_posts p on p.id = post and p.status = 'approved'
  left join public.public_profiles m on m.id = p.author_id
$$;
comment on function private.news_of_post(uuid, uuid, integer) is
  'What the next members are told of a new post; wish is off where they have silenced one of its topics.';

create function private.news_of_broadcast(event uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(row(f.member_id, 'format_today', e.format_id, null, 'Heute: ' || t.name,
      format('%s läuft heute um %s%s.', t.name, to_char(e.event_time, 'HH24:MI'), ' bei ' || coalesce(e.channel, e.streaming_platform)), null,
      jsonb_strip_nulls(jsonb_build_object('topic', t.name, 'format_slug', t.slug, 'event_time', to_char(e.event_time, 'HH24:MI'),
        'station', coalesce(e.channel, e.streaming_platform))), null, null)::private.news order by f.member_id)
  from public.calendar_events e join public.formats t on t.id = e.format_id and t.is_active
  cross join lateral (
    select x.member_id from private.follows x
    where x.target_id = t.id and x.target_type = 'format' and x.member_id > after and x.channel is distinct from 'off'
    order by x.member_id limit most) f
  where e.id = event
$$;
comment on function private.news_of_broadcast(uuid, uuid, integer) is 'What the next followers of a format are told of its broadcast today.';

create function private.news_of(given private.announcements, most integer) returns private.news[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return case given.kind when 'post' then private.news_of_post(given.post_id, given.told_up_to, most)
    when 'broadcast' then private.news_of_broadcast(given.event_id, given.told_up_to, most) end;
end $$;
comment on function private.news_of(private.announcements, integer) is 'What the next members are told of an announcement; null when nobody is left.';

create function private.deliver_announcements(most integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  given private.announcements;
  news private.news[];
  told integer := 0;
begin
  for given in select * from private.announcements a where a.done_at is null order by a.id limit 5 for update skip locked loop
    news := private.news_of(given, most);
    if coalesce(cardinality(news), 0) = 0 then
      update private.announcements a set done_at = now() where a.id = given.id;
      continue;
    end if;
    perform private.tell_all(news);
    told := told + cardinality(news);
    update private.announcements a set told_up_to = (news[cardinality(news)]).member where a.id = given.id;
  end loop;
  return told;
end $$;
comment on function private.deliver_announcements(integer) is
  'Part of private.deliver_notifications(): tells the next members of each announcement, in one transaction with the note how far it got. Returns how many.';

create or replace function private.deliver_notifications() returns integer
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
    exit when delivered = before or clock_timestamp() > until;
  end loop;
  return delivered;
end $$;

create function private.announce_broadcasts() returns void
language sql security definer set search_path = '' as $$
  insert into private.announcements (kind, event_id)
    select distinct on (e.format_id) 'broadcast', e.id from public.calendar_events e
    where e.is_occurrence and e.event_date = private.berlin_now()::date
      and exists (select from private.follows f where f.target_id = e.format_id and f.target_type = 'format')
    order by e.format_id, e.event_time, e.id
    on conflict do nothing
$$;
comment on function private.announce_broadcasts() is 'Daily job: followers of a format are told of its first broadcast today, if they want that.';
grant execute on function private.announce_broadcasts() to service_role;

-- Types -------------------------------------------------------------------------------------------------------------------------

alter table public.notifications drop constraint notifications_type_check;
alter table public.notifications add constraint notifications_type_check check (type in (
  'comment_on_post', 'reply_to_comment', 'subsequent_comment', 'reaction_on_post', 'reaction_on_comment',
  'vote_on_rumor', 'vote_on_poll', 'rumor_status_update', 'post_approved', 'post_rejected', 'invite_used', 'mention',
  'warning', 'report_outcome', 'team_role', 'tagged_post', 'member_post', 'followed_comment', 'format_today'
)) not valid;
alter table public.notification_preferences drop constraint notification_preferences_type_check;
alter table public.notification_preferences add constraint notification_preferences_type_check check (type in (
  'comment_on_post', 'reply_to_comment', 'subsequent_comment', 'reaction_on_post', 'reaction_on_comment',
  'vote_on_rumor', 'vote_on_poll', 'rumor_status_update', 'post_approved', 'invite_used', 'mention', 'report_outcome',
  'tagged_post', 'member_post', 'followed_comment', 'format_today'
)) not valid;

create or replace function public.notification_settings() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('type', t.type, 'changeable', t.changeable,
    'enabled', not t.changeable or coalesce(p.enabled, private.usual_channel(t.type) <> 'off'),
    'channel', case when t.changeable then coalesce(p.channel, nullif(private.usual_channel(t.type), 'off'), 'push') else 'push' end)
    order by t.place)
  from (values
    (1, 'comment_on_post', true),
    (2, 'reply_to_comment', true),
    (3, 'subsequent_comment', true),
    (4, 'mention', true),
    (5, 'followed_comment', true),
    (6, 'tagged_post', true),
    (7, 'member_post', true),
    (8, 'format_today', true),
    (9, 'reaction_on_post', true),
    (10, 'reaction_on_comment', true),
    (11, 'vote_on_rumor', true),
    (12, 'vote_on_poll', true),
    (13, 'rumor_status_update', true),
    (14, 'post_approved', true),
    (15, 'post_rejected', false),
    (16, 'invite_used', true),
    (17, 'report_outcome', true),
    (18, 'warning', false),
    (19, 'team_role', false)
  ) as t (place, type, changeable)
  left join public.notification_preferences p on p.user_id = auth.uid() and p.type = t.type
$$;
comment on function public.notification_settings() is
  'RPC: all types of notifications with the caller''s choice, and where they go: push or app; what is always on cannot be switched off.';

-- Calls -------------------------------------------------------------------------------------------------------------------------

create function private.followed_thing(kind text, target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case kind
    when 'star' then (select jsonb_build_object('title', s.full_name, 'slug', s.slug) from public.stars s where s.id = target and s.is_active)
    when 'format' then (select jsonb_build_object('title', f.name, 'slug', f.slug) from public.formats f where f.id = target and f.is_active)
    when 'member' then (select jsonb_build_object('title', m.nickname, 'slug', m.slug) from public.public_profiles m where m.id = target)
    when 'post' then (select jsonb_build_object('title', p.title, 'slug', p.slug, 'post',
      jsonb_build_object('type', p.type, 'created_at', p.created_at, 'slug', p.slug))
      from public.community_posts p where p.id = target and p.status = 'approved')
  end
$$;
comment on function private.followed_thing(text, uuid) is 'Name and address of what can be followed; null when guests cannot see it.';

create function private.follows_of_caller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('type', f.target_type, 'id', f.target_id, 'channel', f.channel, 'title', t.thing ->> 'title',
        'slug', t.thing ->> 'slug', 'post', t.thing -> 'post') order by f.created_at desc, f.target_id), '[]'::jsonb)
    from private.follows f cross join lateral (select private.followed_thing(f.target_type, f.target_id) as thing) t
    where f.member_id = auth.uid() and t.thing is not null);
end $$;
comment on function private.follows_of_caller() is 'What the caller follows or has silenced, latest first.';
grant execute on function private.follows_of_caller() to authenticated;

create function public.own_follows() returns jsonb
language sql stable set search_path = '' as $$ select private.follows_of_caller() $$;
comment on function public.own_follows() is
  'RPC: [{type, id, channel, title, slug, post}], latest first; at most 1,000. channel null: as the type; off: silenced.';

create function private.follow(kind text, target uuid, wish text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  -- Arbitrary: the list is one answer.
  most constant integer := 1000;
begin
  if not exists (select from public.profiles p where p.id = me) then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.require_proven();
  perform private.use_quota('follows', 300);
  if wish = 'none' then
    delete from private.follows f where f.member_id = me and f.target_type = kind and f.target_id = target;
    return;
  end if;
  if wish not in ('usual', 'push', 'app', 'off') or kind is null or kind not in ('star', 'format', 'post', 'member') then
    perform private.refuse('Das gibt es nicht.', 'unknown_type');
  end if;
  if kind = 'member' and target = me then perform private.refuse('Dir selbst musst du nicht folgen.', 'own_account'); end if;
  if private.followed_thing(kind, target) is null then
    raise exception 'Das gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  if (select count(*) from private.follows f where f.member_id = me and f.target_id <> target) >= most then
    perform private.refuse('Mehr als 1.000 gehen nicht. Hör zuerst bei etwas auf.', 'too_many_follows');
  end if;
  insert into private.follows (member_id, target_type, target_id, channel) values (me, kind, target, nullif(wish, 'usual'))
    on conflict (member_id, target_type, target_id) do update set channel = excluded.channel;
end $$;
comment on function private.follow(text, uuid, text) is
  'Follows or silences something for the caller; none ends it. Whom the followed member has blocked learns nothing: nothing is told.';
grant execute on function private.follow(text, uuid, text) to authenticated;

create function public.set_follow(p_type text, p_id uuid, p_channel text default 'usual') returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.follow(p_type, p_id, coalesce(p_channel, 'usual'));
  return public.own_follows();
end $$;
comment on function public.set_follow(text, uuid, text) is
  'RPC: follows a star, format, post or member: usual (as the type), push, app; off silences it, none ends both. Returns own_follows(). Hints own_account, too_many_follows, unknown_type, target_gone, account_gone; 429.';
revoke all on function public.own_follows(), public.set_follow(text, uuid, text) from public, anon, authenticated;
grant execute on function public.own_follows(), public.set_follow(text, uuid, text) to authenticated;

drop function public.set_notification_setting(text, boolean);
create function public.set_notification_setting(p_type text, p_enabled boolean, p_channel text default null) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if p_enabled is null or not exists (
    select from jsonb_array_elements(public.notification_settings()) s where s ->> 'type' = p_type and (s ->> 'changeable')::boolean) then
    raise exception 'Diese Benachrichtigung lässt sich nicht abschalten.' using errcode = '23514', hint = 'not_changeable';
  end if;
  if p_channel not in ('push', 'app') then perform private.refuse('Das gibt es nicht.', 'unknown_type'); end if;
  insert into public.notification_preferences (user_id, type, enabled, channel)
      values (auth.uid(), p_type, p_enabled, coalesce(p_channel, nullif(private.usual_channel(p_type), 'off'), 'push'))
    on conflict (user_id, type) do update set enabled = excluded.enabled,
      channel = case when p_channel is null then notification_preferences.channel else excluded.channel end;
  return public.notification_settings();
end $$;
comment on function public.set_notification_setting(text, boolean, text) is
  'RPC: switches a type on or off, and says where it goes: push (app and device) or app; null leaves that alone. Returns the settings.';
revoke all on function public.set_notification_setting(text, boolean, text) from public, anon, authenticated;
grant execute on function public.set_notification_setting(text, boolean, text) to authenticated;
grant execute on function private.usual_channel(text) to authenticated;

-- A block ends following in both directions.
create or replace function private.block_member(member uuid, wanted text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  -- Arbitrary: the list is one small answer on every visit.
  most constant integer := 500;
begin
  if not exists (select from public.profiles p where p.id = me) then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.require_proven();
  perform private.use_quota('blocks', 100);
  if wanted is null then
    delete from private.member_blocks b where b.member_id = me and b.other_id = member;
    return;
  end if;
  if wanted not in ('block', 'mute') then perform private.refuse('Das gibt es nicht.', 'unknown_type'); end if;
  if member = me then perform private.refuse('Dich selbst wirst du hier nicht los.', 'own_account'); end if;
  if not exists (select from public.public_profiles p where p.id = member) then
    raise exception 'Dieses Mitglied gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  if (select count(*) from private.member_blocks b where b.member_id = me and b.other_id <> member) >= most then
    perform private.refuse('Mehr als 500 gehen nicht. Heb zuerst eine Blockierung auf.', 'too_many_blocks');
  end if;
  insert into private.member_blocks (member_id, other_id, kind) values (me, member, wanted)
    on conflict (member_id, other_id) do update set kind = excluded.kind;
  delete from private.follows f where f.target_type = 'member' and f.member_id = me and f.target_id = member;
end $$;

create or replace function private.export_ties(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.member_blocks', (select jsonb_agg(jsonb_build_object('nickname', p.nickname, 'kind', b.kind, 'created_at', b.created_at) order by b.created_at)
      from private.member_blocks b join public.public_profiles p on p.id = b.other_id where b.member_id = me),
    'private.follows', (select jsonb_agg(jsonb_build_object('type', f.target_type, 'title', private.followed_thing(f.target_type, f.target_id) ->> 'title',
        'channel', f.channel, 'created_at', f.created_at) order by f.created_at) from private.follows f where f.member_id = me))
$$;
comment on function private.export_ties(uuid) is 'Export: whom the member has blocked or muted, and what they follow.';

create or replace function private.schedule_jobs() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  job record;
  statement text;
  scheduled integer := 0;
begin
  if not exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then return 0; end if;
  for job in select * from (values
    ('deliver_notifications', '5 seconds'),
    ('fold_counts', '5 seconds'),
    ('fold_star_scores', '* * * * *'),
    ('rescore_all_stars', '7 * * * *'),
    ('snapshot_star_ranks', '15 2 * * *'),
    ('clear_timed_bans', '*/10 * * * *'),
    ('limit_staff_sessions', '*/10 * * * *'),
    ('refresh_charts', '22 * * * *'),
    ('refresh_popular', '*/5 * * * *'),
    ('apply_retention', '40 1 * * *'),
    ('expire_analytics', '*/10 * * * *'),
    ('maintain_analytics_months', '35 1 * * *'),
    ('roll_up_analytics', '20 1 * * *'),
    ('clear_mails', '50 1 * * *'),
    ('clear_pushes', '55 1 * * *'),
    ('clear_runs', '45 1 * * *'),
    ('announce_broadcasts', '10 7 * * *')
  ) as jobs (name, pattern) loop
    -- cron.schedule replaces a job of the same name.
    statement := format('select private.run_job(%L)', job.name);
    begin
      execute format('select cron.schedule(%L, %L, %L)', 'hot_' || job.name, job.pattern, statement);
    exception when others then
      -- Before 1.5 pg_cron knows no seconds.
      if job.pattern <> '5 seconds' then raise; end if;
      execute format('select cron.schedule(%L, %L, %L)', 'hot_' || job.name, '* * * * *', statement);
    end;
    scheduled := scheduled + 1;
  end loop;
  return scheduled;
end $$;
select private.schedule_jobs();
