-- News for many -------------------------------------------------------------------------------------------------------

create function private.announce_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only what people publish now: not what an import or the archive brings back, nor an old post that is approved again.
  if new.created_at < now() - interval '14 days' or (tg_op = 'INSERT' and not private.is_client()) then return null; end if;
  insert into private.announcements (kind, post_id) values ('post', new.id) on conflict do nothing;
  return null;
end $$;
comment on function private.announce_post() is 'Trigger: followers will be told of a post that is published for the first time.';

-- Told once, when the post is published: by what is announced of it, before what else it may mean to the same member.

create function private.audience_of_post(post uuid, after uuid, most integer)
returns table (member uuid, type text, target uuid, wish text)
language sql stable security definer set search_path = '' as $$
  with topics as (select t.tag_id, t.kind from public.post_tags t where t.post_id = post),
  writer as (select p.author_id as id from public.community_posts p where p.id = post)
  select distinct on (h.member) h.member, h.type, h.target, h.wish from (
    (select p.id as member, 0 as place, 'mention' as type, audience_of_post.post as target, null as wish
      from public.community_posts c cross join lateral jsonb_each_text(c.mentions) named
      join public.public_profiles p on p.slug = named.value
      where c.id = audience_of_post.post and p.id > after and private.type_channel(p.id, 'mention') <> 'off' order by p.id limit most)
    union all
    (select f.member_id, 1, 'member_post', f.target_id, f.channel
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
  'The next members in the order of their ids whom a post mentions, or who follow its author, a star or a format of it: each once, with the channel they chose for it.';

create function private.topic_name(topic uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select s.full_name from public.stars s where s.id = topic), (select f.name from public.formats f where f.id = topic))
$$;
comment on function private.topic_name(uuid) is 'Name of a star or format.';

create type private.news as (
  member uuid, type text, target uuid, wish text, data jsonb, post uuid, actor uuid, joins boolean
);
comment on type private.news is
  'One notification of an announcement. wish: the channel the member chose for its target; joins: whether it joins an unread one, which then tells of several.';

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
    update public.notifications x set title = w.title, message = w.message, data = m.facts, post_id = m.post, actor_id = m.actor,
        channel = m.channel, created_at = now()
      from (
        select o.id, h.post, h.actor, h.channel, h.type, h.data || jsonb_build_object('count', private.count_in(o.data) + 1) as facts
        from heard h join public.notifications o on o.user_id = h.member and o.type = h.type and o.target_id = h.target
        where h.joins and not o.read and o.created_at > now() - interval '24 hours'
      ) m cross join lateral private.wording(m.type, m.facts, m.actor, 1) w
      where x.id = m.id
      returning x.id, x.user_id, m.actor, m.post
  ), written as (
    insert into public.notifications (user_id, type, title, message, data, post_id, target_id, actor_id, channel)
      select h.member, h.type, w.title, w.message, h.data, h.post, h.target, h.actor, h.channel
      from heard h cross join lateral private.wording(h.type, h.data, h.actor, 1) w
      where h.member not in (select j.user_id from joined j)
      returning id, actor_id, post_id
  )
  insert into private.notification_actors (notification_id, actor_id, cause)
    select t.id, t.actor, t.post from (select j.id, j.actor, j.post from joined j union all select w.id, w.actor_id, w.post_id from written w) t
    where t.actor is not null and t.post is not null
    on conflict do nothing
$$;
comment on function private.tell_all(private.news[]) is
  'Notifies many members at once, each of one thing: not of their own, of silenced members or of a type that is off; joins an unread one of the same target.';

create function private.news_of_post(post uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(jsonb_populate_record(null::private.news, jsonb_build_object('member', a.member, 'type', a.type, 'target', a.target,
      'data', private.facts_of_post(a.type, a.target, p.id), 'post', p.id, 'actor', p.author_id, 'joins', a.type <> 'mention', 'wish',
      case when a.type <> 'mention' and exists (select from private.follows f join public.post_tags t on t.tag_id = f.target_id
        where f.member_id = a.member and f.channel = 'off' and f.target_type in ('star', 'format') and t.post_id = news_of_post.post) then 'off' else a.wish end)) order by a.member)
  from private.audience_of_post(post, after, most) a join public.community_posts p on p.id = post and p.status = 'approved'
$$;
comment on function private.news_of_post(uuid, uuid, integer) is
  'What the next members are told of a new post; wish is off where they have silenced one of its topics.';

create function private.news_of_broadcast(event uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(jsonb_populate_record(null::private.news, jsonb_build_object('member', f.member_id, 'type', 'format_today', 'target', t.id,
      'data', jsonb_build_object('topic', t.name, 'format_slug', t.slug) || told.facts)) order by f.member_id)
  from public.calendar_events e join public.formats t on t.id = e.format_id and t.is_active
  -- Whoever hears it late is not told what has begun meanwhile.
  cross join lateral private.times_told(e.id) told (facts)
  cross join lateral (
    select x.member_id from private.follows x
    where x.target_id = t.id and x.target_type = 'format' and x.member_id > after and x.channel is distinct from 'off'
    order by x.member_id limit most) f
  where e.id = event
$$;
comment on function private.news_of_broadcast(uuid, uuid, integer) is 'What the next followers of a format are told of its broadcast today.';

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
      -- Whoever was told last is of no use any more, and may have voted in what it is about.
      update private.announcements a set done_at = now(), told_up_to = default where a.id = given.id;
      continue;
    end if;
    perform private.tell_all(news);
    if given.kind in ('move', 'cancellation') then
      perform private.retell_today(given.event_id, array(select n.member from unnest(news) n));
    end if;
    told := told + cardinality(news);
    update private.announcements a set told_up_to = (news[cardinality(news)]).member where a.id = given.id;
  end loop;
  return told;
end $$;
comment on function private.deliver_announcements(integer) is
  'Part of private.deliver_notifications(): tells the next members of each announcement, in one transaction with the note how far it got. Returns how many.';

create function private.announce_broadcasts() returns void
language sql security definer set search_path = '' as $$
  insert into private.announcements as a (kind, event_id) select 'broadcast', told from private.broadcasts_to_tell() told
    -- Announced on another day, and moved to this one since.
    on conflict (event_id, kind) do update set told_up_to = '00000000-0000-0000-0000-000000000000', done_at = null, created_at = now()
      where private.television_day(a.created_at) < private.television_day()
$$;
comment on function private.announce_broadcasts() is
  'Job (10 7 * * *): followers of a format are told what of it is still to come on this television day, if they want that.';
grant execute on function private.announce_broadcasts() to service_role;
