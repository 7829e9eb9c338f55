-- One entry -----------------------------------------------------------------------------------------------------------

-- Of several people each may have chosen another reaction, so what is stored of a group names none, as list and push word it anew.
create function private.with_actors(message text, actor uuid, others integer) returns text
language sql stable set search_path = '' as $$
  select case when starts_with(message, '{actors} ') then
    coalesce((select p.nickname from public.public_profiles p where p.id = actor), 'Jemand')
      || case when others > 0 then format(' und %s haben', case others when 1 then 'eine weitere Person' else others || ' weitere' end) else ' hat' end
      || case when others > 0 then regexp_replace(rest, '^ mit \S+ auf ', ' auf ') else rest end
    else message end
  from substr(message, length('{actors} ')) as rest
$$;
comment on function private.with_actors(text, uuid, integer) is
  'Replaces "{actors}" by names: "Anna hat mit ❤️ auf …", "Anna und 4 weitere haben auf …".';

-- Repeating a withdrawn reaction or changing a vote is no news; another comment is.
create function private.is_repeatable(kind text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select kind in ('reaction_on_post', 'reaction_on_comment', 'vote_on_rumor', 'vote_on_poll')
$$;
comment on function private.is_repeatable(text) is 'Types of events that one person can repeat on one target without any news.';

create function private.notify(
  recipient uuid, kind text, title text, message text, data jsonb default '{}', post uuid default null, comment uuid default null,
  actor uuid default null, target uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  shown_actor constant uuid := (select p.id from public.public_profiles p where p.id = actor);
  happened_to constant uuid := coalesce(target, comment, post);
  why constant uuid := coalesce(comment, target, post, '00000000-0000-0000-0000-000000000000');
  goes_to constant text := private.channel_of(recipient, private.setting_of(kind, data), post);
  entry uuid;
  was_gone boolean;
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
    -- What is withdrawn at this moment is counted afterwards.
    perform from public.notifications n where n.id = entry for update;
    if not found then entry := null; end if;
  end if;
  if entry is null then
    insert into public.notifications (user_id, type, title, message, data, post_id, comment_id, target_id, actor_id, channel)
      values (recipient, kind, title, private.with_actors(message, shown_actor, 0), coalesce(data, '{}'), post, comment, happened_to, shown_actor,
        goes_to)
      returning id into entry;
    if actor is not null then insert into private.notification_actors (notification_id, actor_id, cause) values (entry, actor, why); end if;
    return entry;
  end if;
  select a.gone into was_gone from private.notification_actors a where a.notification_id = entry and a.actor_id = actor and a.cause = why;
  if was_gone then
    -- Given again: it stands there again and does not ring again.
    update private.notification_actors a set gone = false where a.notification_id = entry and a.actor_id = actor and a.cause = why;
    perform private.settle_news(entry);
    return entry;
  end if;
  if was_gone is not null and private.is_repeatable(kind) then return entry; end if;
  insert into private.notification_actors (notification_id, actor_id, cause) values (entry, actor, why) on conflict do nothing;
  select count(distinct a.actor_id) into people from private.notification_actors a where a.notification_id = entry and not a.gone;
  update public.notifications n set title = notify.title, message = private.with_actors(notify.message, coalesce(shown_actor, n.actor_id), people - 1),
      data = coalesce(notify.data, '{}'), comment_id = notify.comment, actor_id = coalesce(shown_actor, n.actor_id), read = false,
      created_at = now(), actors_count = people, channel = goes_to
    where n.id = entry;
  return entry;
end $$;
comment on function private.notify(uuid, text, text, text, jsonb, uuid, uuid, uuid, uuid) is
  'Writes a notification unless it is one''s own action or switched off; groups it with one of the same type and target (default: comment, else post) of the last 24 hours. A message may begin with "{actors} ".';
