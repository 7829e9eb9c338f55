-- Where news go -------------------------------------------------------------------------------------------------------

create function private.type_channel(member uuid, type text) returns text
language sql stable security definer set search_path = '' as $$
  select case when private.is_paused(member) and private.is_changeable_type(type) then 'off'
    else coalesce((select case when p.enabled then p.channel else 'off' end from public.notification_preferences p
      where p.user_id = member and p.type = type_channel.type), private.usual_channel(type)) end
$$;
comment on function private.type_channel(uuid, text) is 'Where notifications of a type go for a member: push, app or off.';

create function private.item_channel(member uuid, type text, post uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare channel text;
begin
  -- Mentions and what the team decides are told whatever is silenced.
  if post is null or not exists (select from private.notification_types() t where t.type = item_channel.type and t.of_post) then return null; end if;
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

create function private.followers_of_post(post uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(x.member_id), '{}') from (
    select f.member_id from private.follows f
    where f.target_id = post and f.target_type = 'post' and f.channel is distinct from 'off' order by f.created_at limit 500) x
$$;
comment on function private.followers_of_post(uuid) is
  'Who follows a post and is told of its comments: at most 500, because each comment may concern all of them.';
