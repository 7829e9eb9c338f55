-- Mentions in posts -------------------------------------------------------------------------------------------------------

-- As in comments (private.set_mentions): resolved when the text is written, so that a link leads to the member who was meant.
alter table public.community_posts add column mentions jsonb;
comment on column public.community_posts.mentions is
  'Members whose @nickname is in the content when it was last written, as {nickname key: slug}; null: none. Set by a trigger.';
grant select (mentions) on public.community_posts to anon, authenticated;
create trigger community_posts_13_mentions before insert or update of content on public.community_posts
  for each row execute function private.set_mentions();
comment on function private.set_mentions() is 'Trigger: sets mentions of a comment or post from its content.';

-- Former nicknames of a member who is deleted; the present one is masked in every text (private.erase_mentions).
create index community_posts_mentioned_slugs on public.community_posts using gin (private.slugs_in(mentions)) where mentions is not null;

create function private.without_name(content text, nickname text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(content, private.mention_pattern(nickname), '@' || repeat('*', char_length(nickname)), 'gi')
$$;
comment on function private.without_name(text, text) is 'A text in which mentions of a nickname are masked.';

create or replace function private.erase_former_mentions(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  slugs constant text[] := array(
    select p.slug from public.public_profiles p where p.id = member
    union all select h.old_slug from public.profile_slug_history h where h.profile_id = member);
  former record;
begin
  for former in
    select c.id, named.key as nickname from public.comments c cross join lateral jsonb_each_text(c.mentions) as named
    where c.mentions is not null and private.slugs_in(c.mentions) && slugs and named.value = any (slugs)
  loop
    update public.comments c set content = private.without_name(c.content, former.nickname) where c.id = former.id;
  end loop;
  for former in
    select p.id, named.key as nickname from public.community_posts p cross join lateral jsonb_each_text(p.mentions) as named
    where p.mentions is not null and private.slugs_in(p.mentions) && slugs and named.value = any (slugs)
  loop
    update public.community_posts p set content = private.without_name(p.content, former.nickname) where p.id = former.id;
  end loop;
end $$;
comment on function private.erase_former_mentions(uuid) is
  'Masks former nicknames of a member where comments and posts mention them; after private.erase_mentions(), which finds the current one everywhere.';

-- Told once, when the post is published: by what is announced of it, before what else it may mean to the same member.

create or replace function private.audience_of_post(post uuid, after uuid, most integer)
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

create or replace function private.news_of_post(post uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(row(a.member, a.type, a.target,
      case when a.type <> 'mention' and exists (select from private.follows f join public.post_tags t on t.tag_id = f.target_id
        where f.member_id = a.member and f.channel = 'off' and f.target_type in ('star', 'format') and t.post_id = post) then 'off' else a.wish end,
      case a.type when 'mention' then 'Du wurdest erwähnt' when 'member_post' then 'Neues von ' || m.nickname else 'Neu zu ' || private.topic_name(a.target) end,
      case a.type when 'mention' then format('%s hat dich bei „%s“ erwähnt.', coalesce(m.nickname, 'Jemand'), p.title)
        when 'member_post' then format('%s hat „%s“ geschrieben.', m.nickname, p.title)
        else format('Neuer Beitrag zu %s: „%s“.', private.topic_name(a.target), p.title) end,
      case a.type when 'mention' then null when 'member_post' then format('%s hat {n} Beiträge geschrieben, zuletzt „%s“.', m.nickname, p.title)
        else format('{n} neue Beiträge zu %s, zuletzt „%s“.', private.topic_name(a.target), p.title) end,
      private.post_facts(p.id) || case a.type when 'tagged_post' then jsonb_build_object('topic', private.topic_name(a.target)) else '{}' end,
      p.id, p.author_id)::private.news order by a.member)
  from private.audience_of_post(post, after, most) a
  join public.community_posts p on p.id = post and p.status = 'approved'
  left join public.public_profiles m on m.id = p.author_id
$$;
