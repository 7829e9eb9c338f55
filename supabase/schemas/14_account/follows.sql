-- Following -----------------------------------------------------------------------------------------------------------

-- What members hear of and what not: stars, formats, members, posts (docs/decisions/051-following.md).

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
  'What a member follows or has silenced. Fans of a star follow it without a row; commenters follow their post without a row. '
  'Stays: until the member takes it back or deletes the account.';
comment on column private.follows.channel is 'Where news of it go; off: nowhere, although one is a fan or has commented. Null: where news of this type go.';

create index follows_target on private.follows (target_id, member_id);

revoke all on private.follows from public, anon, authenticated, service_role;

create function private.forget_follows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.follows f where f.target_id = old.id;
  return null;
end $$;
comment on function private.forget_follows() is 'Trigger: nobody follows what is gone.';

-- Calls ---------------------------------------------------------------------------------------------------------------

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
grant execute on function public.own_follows() to authenticated, service_role;

create function private.follow(kind text, target uuid, wish text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  -- Arbitrary: the list is one answer.
  most constant integer := 1000;
begin
  if not exists (select from public.profiles p where p.id = me) then
    perform private.refuse('member.account_gone', '42501');
  end if;
  perform private.require_proven();
  perform private.use_quota('follows', 300);
  if wish = 'none' then
    delete from private.follows f where f.member_id = me and f.target_type = kind and f.target_id = target;
    return;
  end if;
  if wish not in ('usual', 'push', 'app', 'off') or kind is null or kind not in ('star', 'format', 'post', 'member') then
    perform private.refuse('member.unknown_type');
  end if;
  if kind = 'member' and target = me then perform private.refuse('member.own_account.follow'); end if;
  if private.followed_thing(kind, target) is null then
    perform private.refuse('moderation.target_gone', '23503');
  end if;
  -- Whoever is blocked follows like anybody else and hears nothing (private.keeps_silent): a refusal would tell of the block.
  if kind = 'member' and (private.is_banned(target) or exists (
    select from private.member_blocks b where b.kind = 'block' and b.member_id = me and b.other_id = target)) then
    perform private.refuse('member.follow_closed', '42501');
  end if;
  if (select count(*) from private.follows f where f.member_id = me and f.target_id <> target) >= most then
    perform private.refuse('member.too_many_follows');
  end if;
  insert into private.follows (member_id, target_type, target_id, channel) values (me, kind, target, nullif(wish, 'usual'))
    on conflict (member_id, target_type, target_id) do update set channel = excluded.channel;
end $$;
comment on function private.follow(text, uuid, text) is
  'Follows or silences something for the caller; none ends it. Whom the followed member has blocked gets the answer of everybody else, and is told nothing.';
grant execute on function private.follow(text, uuid, text) to authenticated;

create function public.set_follow(p_type text, p_id uuid, p_channel text default 'usual') returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.follow(p_type, p_id, coalesce(p_channel, 'usual'));
  return public.own_follows();
end $$;
comment on function public.set_follow(text, uuid, text) is
  'RPC: follows a star, format, post or member: usual (as the type), push, app; off silences it, none ends both. Returns own_follows(). Hints own_account, too_many_follows, unknown_type, target_gone, account_gone; 429.';
grant execute on function public.set_follow(text, uuid, text) to authenticated, service_role;

create function public.set_notification_setting(p_type text, p_enabled boolean, p_channel text default null) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if p_enabled is null or not exists (
    select from jsonb_array_elements(public.notification_settings()) s where s ->> 'type' = p_type and (s ->> 'changeable')::boolean) then
    perform private.refuse('member.not_changeable');
  end if;
  if p_channel not in ('push', 'app') then perform private.refuse('member.unknown_type'); end if;
  insert into public.notification_preferences (user_id, type, enabled, channel)
      values (auth.uid(), p_type, p_enabled, coalesce(p_channel, nullif(private.usual_channel(p_type), 'off'), 'push'))
    on conflict (user_id, type) do update set enabled = excluded.enabled,
      channel = case when p_channel is null then notification_preferences.channel else excluded.channel end;
  return public.notification_settings();
end $$;
comment on function public.set_notification_setting(text, boolean, text) is
  'RPC: switches a type on or off, and says where it goes: push (app and device) or app; null leaves that alone. Returns the settings.';
grant execute on function public.set_notification_setting(text, boolean, text) to authenticated, service_role;

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_follows(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.follows', (select jsonb_agg(jsonb_build_object('type', f.target_type, 'title', private.followed_thing(f.target_type, f.target_id) ->> 'title',
      'channel', f.channel, 'created_at', f.created_at) order by f.created_at) from private.follows f where f.member_id = me))
$$;
comment on function private.export_follows(uuid) is 'Export: what the member follows or has silenced.';
