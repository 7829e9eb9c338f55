-- One entry -----------------------------------------------------------------------------------------------------------

create function private.wording(kind text, data jsonb, actor uuid, people integer, out title text, out message text)
language plpgsql stable security definer set search_path = '' as $$
begin
  select left(w.title, 200), left(w.message, 4000) into wording.title, wording.message
    from private.notification_words(kind, coalesce(data, '{}') || jsonb_build_object('others', greatest(people - 1, 0),
      'name', (select p.nickname from public.public_profiles p where p.id = actor))) w;
end $$;
comment on function private.wording(text, jsonb, uuid, integer) is
  'What a notification says in words: title and message, for apps that do not word its facts themselves, and as a record of what was told.';

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
  said record;
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
    select * into said from private.wording(kind, data, shown_actor, 1);
    insert into public.notifications (user_id, type, title, message, data, post_id, comment_id, target_id, actor_id, channel)
      values (recipient, kind, coalesce(notify.title, said.title), coalesce(notify.message, said.message), coalesce(data, '{}'), post, comment, happened_to, shown_actor,
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
  select w.* into said from public.notifications n cross join lateral private.wording(kind, notify.data, coalesce(shown_actor, n.actor_id), people) w
    where n.id = entry;
  update public.notifications n set title = coalesce(notify.title, said.title), message = coalesce(notify.message, said.message),
      data = coalesce(notify.data, '{}'), comment_id = notify.comment, actor_id = coalesce(shown_actor, n.actor_id), read = false,
      created_at = now(), actors_count = people, channel = goes_to
    where n.id = entry;
  return entry;
end $$;
comment on function private.notify(uuid, text, text, text, jsonb, uuid, uuid, uuid, uuid) is
  'Writes a notification unless it is one''s own action or switched off; groups it with one of the same type and target (default: comment, else post) of the last 24 hours. Without a title or message of its own it is worded by what it tells.';

create function private.tell(
  recipient uuid, kind text, data jsonb default '{}', post uuid default null, comment uuid default null, actor uuid default null,
  target uuid default null
) returns uuid
language sql security definer set search_path = '' as $$
  select private.notify(recipient, kind, null, null, data, post, comment, actor, target)
$$;
comment on function private.tell(uuid, text, jsonb, uuid, uuid, uuid, uuid) is
  'Notifies of facts (see private.notify()); the words to them are those of domain (private.notification_words()).';
