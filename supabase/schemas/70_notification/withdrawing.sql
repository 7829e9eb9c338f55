-- One place that makes a notification fit what is left of its causes --------------------------------------------------

create function private.act_of(kind text, post uuid, cause uuid, actor uuid) returns private.notification_events
language plpgsql stable security definer set search_path = '' as $$
declare act private.notification_events;
begin
  act.post_id := post;
  act.actor_id := actor;
  act.kind := case kind when 'reaction_on_post' then 'post_reaction' when 'reaction_on_comment' then 'comment_reaction'
    when 'vote_on_rumor' then 'rumor_vote' when 'vote_on_poll' then 'poll_vote' else 'comment' end;
  if act.kind in ('comment', 'comment_reaction') then act.comment_id := cause; end if;
  act.choice := case act.kind
    when 'post_reaction' then (select r.reaction from public.post_reactions r where r.post_id = cause and r.user_id = actor)
    when 'comment_reaction' then (select r.reaction from public.comment_reactions r where r.comment_id = cause and r.user_id = actor)
    when 'rumor_vote' then (select v.vote from public.rumor_votes v where v.post_id = cause and v.user_id = actor) end;
  return act;
end $$;
comment on function private.act_of(text, uuid, uuid, uuid) is 'The comment, reaction or vote behind a notification of this type.';

-- A post that goes takes its notifications along. Until they are gone, nothing of them can be counted down: what they tell of has
-- no words any more, and their row may not be written twice.

create function private.settle_news(entry uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  n public.notifications;
  left_over record;
  facts jsonb;
  said record;
  people integer;
  acts integer;
begin
  -- After this lock each count sees what others have committed.
  select * into n from public.notifications x where x.id = entry for update;
  if n.id is null then return; end if;
  -- News of new posts tell of the one that is left; all others go with their post.
  if n.type not in ('member_post', 'tagged_post') and n.post_id is not null
     and not exists (select from public.community_posts p where p.id = n.post_id) then return; end if;
  select count(distinct a.actor_id), count(*) into people, acts from private.notification_actors a where a.notification_id = entry and not a.gone;
  if people = 0 then
    -- An update and no deletion, because realtime tells its owner of it; read, so that no badge counts it.
    select * into said from private.wording('withdrawn', '{}', null, 1);
    update public.notifications x set title = said.title, message = said.message, actor_id = null, actors_count = 0, read = true,
        data = case when n.read then '{}'::jsonb else '{"unread": true}'::jsonb end
      where x.id = entry and x.actors_count > 0;
    return;
  end if;
  select a.actor_id, a.cause, p.id as shown into left_over
    from private.notification_actors a left join public.public_profiles p on p.id = a.actor_id
    left join public.comments c on c.id = a.cause left join public.community_posts b on b.id = a.cause
    where a.notification_id = entry and not a.gone
    order by p.id is null, coalesce(c.created_at, b.created_at) desc nulls last, a.actor_id <> n.actor_id nulls last, a.actor_id limit 1;
  if n.actors_count > 0 and not n.data ? 'post_title' then
    -- The team's own words (create_notification).
    update public.notifications x set actor_id = left_over.shown, actors_count = people where x.id = entry;
  elsif n.type in ('member_post', 'tagged_post') or (n.type = 'mention' and n.target_id = n.post_id) then
    facts := private.facts_of_post(n.type, n.target_id, left_over.cause) || case when acts > 1 then jsonb_build_object('count', acts) else '{}' end;
    select * into said from private.wording(n.type, facts, left_over.shown, 1);
    update public.notifications x set title = said.title, message = said.message, data = facts, post_id = left_over.cause,
        actor_id = left_over.shown, actors_count = 1, read = x.read and not x.data ? 'unread' where x.id = entry;
  elsif n.type in ('comment_on_post', 'reply_to_comment', 'subsequent_comment', 'followed_comment', 'mention', 'reaction_on_post', 'reaction_on_comment',
      'vote_on_rumor', 'vote_on_poll') then
    facts := private.facts_of_act(private.act_of(n.type, n.post_id, left_over.cause, left_over.actor_id), n.user_id, n.type, n.target_id);
    select * into said from private.wording(n.type, facts, left_over.shown, people);
    update public.notifications x set title = said.title, message = said.message, data = facts,
        comment_id = (select c.id from public.comments c where c.id = left_over.cause), actor_id = left_over.shown, actors_count = people,
        read = x.read and not x.data ? 'unread' where x.id = entry;
  else
    update public.notifications x set actor_id = left_over.shown, actors_count = people where x.id = entry;
  end if;
end $$;
comment on function private.settle_news(uuid) is
  'Makes a notification say what is left of its causes: fewer people, another name; with none it is emptied, read and no longer listed. Never rings.';

create function private.withdraw_news(what uuid, kinds text[], who uuid default null, undo boolean default false) returns void
language sql security definer set search_path = '' as $$
  with changed as (
    update private.notification_actors a set gone = not undo
      from public.notifications n
      where n.id = a.notification_id and a.cause = what and (who is null or a.actor_id = who) and n.type = any (kinds) and a.gone = undo
        and not (undo and private.keeps_silent(n.user_id, a.actor_id))
      returning a.notification_id
  )
  select private.settle_news(c.notification_id) from (select distinct c.notification_id from changed c order by 1) c
$$;
comment on function private.withdraw_news(uuid, text[], uuid, boolean) is
  'What was told of these types is no longer so: the comment, post, reaction or vote is gone (undo: it is there again, which rings nobody).';

-- Each source of a notification withdraws it --------------------------------------------------------------------------

create function private.withdraw_act() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kinds constant text[] := case tg_table_name when 'comments' then
      '{comment_on_post,reply_to_comment,subsequent_comment,followed_comment,mention,reaction_on_comment}'
    when 'community_posts' then '{member_post,tagged_post,mention}' when 'post_reactions' then '{reaction_on_post}'
    when 'comment_reactions' then '{reaction_on_comment}' when 'rumor_votes' then '{vote_on_rumor}' else '{vote_on_poll}' end;
  was constant jsonb := to_jsonb(old);
  what constant uuid := case when tg_table_name in ('comments', 'community_posts') then was ->> 'id'
    else coalesce(was ->> 'comment_id', was ->> 'post_id') end;
begin
  perform private.withdraw_news(what, kinds, (was ->> 'user_id')::uuid);
  return case tg_when when 'BEFORE' then old end;
end $$;
comment on function private.withdraw_act() is 'Trigger: what is deleted, withdrawn or no longer public is no longer told.';

create function private.restore_news() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.withdraw_news(new.id, case tg_table_name when 'comments' then
    '{comment_on_post,reply_to_comment,subsequent_comment,followed_comment,mention}'::text[] else '{member_post,tagged_post,mention}' end, undo => true);
  return null;
end $$;
comment on function private.restore_news() is 'Trigger: what comes back stands in the lists again, without ringing.';

create function private.follow_mentions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  entry record;
  named constant text[] := coalesce(private.slugs_in(new.mentions), '{}');
begin
  for entry in
    select n.id, m.slug = any (named) as is_named from public.notifications n left join public.public_profiles m on m.id = n.user_id
    where n.type = 'mention' and n.target_id = new.id order by n.id
  loop
    update private.notification_actors a set gone = entry.is_named is not true
      where a.notification_id = entry.id and a.gone = coalesce(entry.is_named, false);
    if found then perform private.settle_news(entry.id); end if;
  end loop;
  return null;
end $$;
comment on function private.follow_mentions() is 'Trigger: whose name was taken out of a text is no longer told of it; put in again, the row is there again.';

create function private.reword_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.settle_news(n.id)
    from private.notification_actors a join public.notifications n on n.id = a.notification_id
    where a.cause = coalesce((to_jsonb(new) ->> 'comment_id')::uuid, (to_jsonb(new) ->> 'post_id')::uuid) and a.actor_id = new.user_id and not a.gone
      and n.type in ('reaction_on_post', 'reaction_on_comment');
  return null;
end $$;
comment on function private.reword_reaction() is 'Trigger: a heart that became another sign is told as that.';

-- What the team took out of a title is not told any longer ------------------------------------------------------------

create function private.retell_title(post uuid) returns void
language sql security definer set search_path = '' as $$
  update public.notifications n set data = said.data, title = coalesce(said.title, n.title), message = coalesce(said.message, n.message)
  from (
    select x.id, x.data || f.facts as data, nullif(w.title, '') as title, nullif(w.message, '') as message
    from public.notifications x cross join (select private.post_facts(post) as facts) f
    cross join lateral private.wording(x.type, x.data || f.facts, x.actor_id, x.actors_count) w
    where x.post_id = post and x.actors_count > 0 and x.data ? 'post_title'
  ) said
  where n.id = said.id
$$;
comment on function private.retell_title(uuid) is 'Notifications of a post name it as the team has named it, and lead to its new address.';
