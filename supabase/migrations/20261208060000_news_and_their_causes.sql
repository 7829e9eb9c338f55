-- Notifications follow what caused them -----------------------------------------------------------------------------------

-- A heart given and taken back, a comment deleted: the notification stayed, and so did the badge (docs/decisions/087-silence-and-causes.md).
alter table private.notification_actors
  add column cause uuid not null default '00000000-0000-0000-0000-000000000000',
  add column gone boolean not null default false;
comment on table private.notification_actors is
  'Why there is a notification: a row for each act. Their people are counted in notifications.actors_count, each once.';
comment on column private.notification_actors.cause is 'The comment or the new post; of a reaction or a vote what it is on; zeros: nothing that can be withdrawn.';
comment on column private.notification_actors.gone is 'Withdrawn, deleted or removed since, or silenced by the recipient: not counted. Kept, so that giving it again does not ring again.';
update private.notification_actors a set cause = case when n.actor_id = a.actor_id then coalesce(n.comment_id, n.target_id, a.cause) else coalesce(n.target_id, a.cause) end
  from public.notifications n where n.id = a.notification_id;
alter table private.notification_actors drop constraint notification_actors_pkey;
alter table private.notification_actors add primary key (notification_id, actor_id, cause);
create index notification_actors_cause on private.notification_actors (cause, actor_id);
-- New posts had no row there.
insert into private.notification_actors (notification_id, actor_id, cause)
  select n.id, n.actor_id, n.post_id from public.notifications n
  where n.type in ('member_post', 'tagged_post', 'mention') and n.actor_id is not null and n.comment_id is null and n.post_id is not null
  on conflict do nothing;

-- Wording ------------------------------------------------------------------------------------------------------------------

create function private.excerpt_for(recipient uuid, c public.comments) returns text
language sql stable security definer set search_path = '' as $$
  select case when not exists (
      select from public.public_profiles p join private.member_blocks b on b.other_id = p.id and b.member_id = recipient
      where p.slug = any (private.slugs_in(c.mentions)))
    then private.excerpt(c.content, 100) end
$$;
comment on function private.excerpt_for(uuid, public.comments) is
  'What a notification quotes of a comment; null if it names somebody whom the recipient has muted or blocked.';

create function private.wording_of_act(event private.notification_events, recipient uuid, kind text, target uuid) returns private.news
language plpgsql stable security definer set search_path = '' as $$
declare
  post_title constant text := (select p.title from public.community_posts p where p.id = event.post_id);
  is_answer boolean;
  written public.comments;
  said private.news;
begin
  if event.comment_id is not null then select * into written from public.comments c where c.id = event.comment_id; end if;
  said.data := private.post_facts(event.post_id);
  if event.kind = 'comment' then
    is_answer := kind = 'reply_to_comment' or (kind = 'subsequent_comment' and target <> event.post_id);
    said.title := case when kind = 'mention' then 'Du wurdest erwähnt' when kind = 'comment_on_post' then 'Neuer Kommentar zu deinem Beitrag'
      when is_answer then 'Antwort auf deinen Kommentar' else 'Neuer Kommentar' end;
    said.message := format(case when kind = 'mention' then '{actors} dich in einem Kommentar zu „%s“ erwähnt.'
      when kind = 'comment_on_post' then '{actors} deinen Beitrag „%s“ kommentiert.'
      when is_answer then '{actors} auf deinen Kommentar bei „%s“ geantwortet.'
      else '{actors} auch „%s“ kommentiert.' end, post_title);
    said.data := said.data || case when is_answer then '{"answer": true}'::jsonb else '{}'::jsonb end;
  elsif event.kind = 'rumor_vote' then
    said.title := 'Stimme zu deinem Gerücht';
    said.message := format('{actors} über „%s“ abgestimmt.', post_title);
    said.data := said.data || jsonb_build_object('vote', event.choice);
  elsif event.kind = 'poll_vote' then
    said.title := 'Stimme in deiner Umfrage';
    said.message := format('{actors} bei „%s“ abgestimmt.', post_title);
  else
    said.title := case event.kind when 'post_reaction' then 'Reaktion auf deinen Beitrag' else 'Reaktion auf deinen Kommentar' end;
    said.message := format(case event.kind when 'post_reaction' then '{actors} mit %s auf „%s“ reagiert.'
      else '{actors} mit %s auf deinen Kommentar bei „%s“ reagiert.' end, private.reaction_emoji(event.choice), post_title);
    said.data := said.data || jsonb_build_object('reaction', event.choice, 'emoji', private.reaction_emoji(event.choice));
  end if;
  if written.id is not null then
    said.data := said.data || jsonb_strip_nulls(jsonb_build_object('comment_excerpt', private.excerpt_for(recipient, written)));
  end if;
  return said;
end $$;
comment on function private.wording_of_act(private.notification_events, uuid, text, uuid) is
  'Title, message ({actors} stands for who did it) and data of a notification about a comment, a reaction or a vote.';

create function private.wording_of_post(kind text, target uuid, post uuid) returns private.news
language plpgsql stable security definer set search_path = '' as $$
declare
  said private.news;
  about text;
  name text;
  topic constant text := private.topic_name(target);
begin
  select p.title, m.nickname, p.author_id into about, name, said.actor
    from public.community_posts p left join public.public_profiles m on m.id = p.author_id where p.id = wording_of_post.post;
  said.post := wording_of_post.post;
  said.title := case kind when 'mention' then 'Du wurdest erwähnt' when 'member_post' then 'Neues von ' || name else 'Neu zu ' || topic end;
  said.message := case kind when 'mention' then format('%s hat dich bei „%s“ erwähnt.', coalesce(name, 'Jemand'), about)
    when 'member_post' then format('%s hat „%s“ geschrieben.', name, about) else format('Neuer Beitrag zu %s: „%s“.', topic, about) end;
  said.several := case kind when 'mention' then null when 'member_post' then format('%s hat {n} Beiträge geschrieben, zuletzt „%s“.', name, about)
    else format('{n} neue Beiträge zu %s, zuletzt „%s“.', topic, about) end;
  said.data := private.post_facts(post) || case kind when 'tagged_post' then jsonb_build_object('topic', topic) else '{}'::jsonb end;
  return said;
end $$;
comment on function private.wording_of_post(text, uuid, uuid) is
  'Title, message and data of a notification about a new post; several: the message when it is the latest of {n}.';

create function private.news_to(member uuid, type text, target uuid, wish text, post uuid) returns private.news
language plpgsql stable security definer set search_path = '' as $$
declare said private.news := private.wording_of_post(type, target, post);
begin
  said.member := news_to.member;
  said.type := news_to.type;
  said.target := news_to.target;
  said.wish := news_to.wish;
  return said;
end $$;
comment on function private.news_to(uuid, text, uuid, text, uuid) is 'What one member is told of a new post.';

-- One place that makes a notification fit what is left of its causes -----------------------------------------------------

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

create function private.settle_news(entry uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  n public.notifications;
  left_over record;
  said private.news;
  people integer;
  acts integer;
begin
  -- After this lock each count sees what others have committed.
  select * into n from public.notifications x where x.id = entry for update;
  if n.id is null then return; end if;
  select count(distinct a.actor_id), count(*) into people, acts from private.notification_actors a where a.notification_id = entry and not a.gone;
  if people = 0 then
    -- An update and no deletion, because realtime tells its owner of it; read, so that no badge counts it.
    update public.notifications x set title = 'Zurückgenommen', message = 'Das gibt es nicht mehr.', actor_id = null, actors_count = 0, read = true,
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
    said := private.wording_of_post(n.type, n.target_id, left_over.cause);
    if acts > 1 then said.data := said.data || jsonb_build_object('count', acts); end if;
    update public.notifications x set title = said.title, data = said.data, post_id = left_over.cause,
        message = case when acts > 1 then replace(said.several, '{n}', acts::text) else said.message end,
        actor_id = left_over.shown, actors_count = 1, read = x.read and not x.data ? 'unread' where x.id = entry;
  elsif n.type in ('comment_on_post', 'reply_to_comment', 'subsequent_comment', 'followed_comment', 'mention', 'reaction_on_post', 'reaction_on_comment',
      'vote_on_rumor', 'vote_on_poll') then
    said := private.wording_of_act(private.act_of(n.type, n.post_id, left_over.cause, left_over.actor_id), n.user_id, n.type, n.target_id);
    update public.notifications x set title = said.title, message = private.with_actors(said.message, left_over.shown, people - 1), data = said.data,
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
revoke all on function private.excerpt_for(uuid, public.comments), private.wording_of_act(private.notification_events, uuid, text, uuid),
  private.wording_of_post(text, uuid, uuid),
  private.news_to(uuid, text, uuid, text, uuid), private.act_of(text, uuid, uuid, uuid), private.settle_news(uuid),
  private.withdraw_news(uuid, text[], uuid, boolean) from public, anon, authenticated;

-- Each source of a notification withdraws it -------------------------------------------------------------------------------

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
-- Before, because the foreign key would take a notification along of which other acts are left.
create trigger comments_80_withdraw before delete on public.comments for each row when (not private.is_client()) execute function private.withdraw_act();
create trigger comments_80_withdraw_deleted after update of deleted_at on public.comments
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.withdraw_act();
create trigger community_posts_80_withdraw before delete on public.community_posts for each row execute function private.withdraw_act();
create trigger community_posts_80_withdraw_hidden after update of status on public.community_posts
  for each row when (old.status = 'approved' and new.status <> 'approved') execute function private.withdraw_act();
create trigger post_reactions_80_withdraw after delete on public.post_reactions for each row execute function private.withdraw_act();
create trigger comment_reactions_80_withdraw after delete on public.comment_reactions for each row execute function private.withdraw_act();
create trigger rumor_votes_80_withdraw after delete on public.rumor_votes for each row execute function private.withdraw_act();
create trigger poll_votes_80_withdraw after delete on public.poll_votes for each row execute function private.withdraw_act();

create function private.restore_news() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.withdraw_news(new.id, case tg_table_name when 'comments' then
    '{comment_on_post,reply_to_comment,subsequent_comment,followed_comment,mention}'::text[] else '{member_post,tagged_post,mention}' end, undo => true);
  return null;
end $$;
comment on function private.restore_news() is 'Trigger: what comes back stands in the lists again, without ringing.';
create trigger comments_80_restore after update of deleted_at on public.comments
  for each row when (old.deleted_at is not null and new.deleted_at is null) execute function private.restore_news();
create trigger community_posts_80_restore after update of status on public.community_posts
  for each row when (old.status <> 'approved' and new.status = 'approved') execute function private.restore_news();

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
create trigger comments_81_mentions after update of content on public.comments
  for each row when (new.deleted_at is null and old.mentions is distinct from new.mentions) execute function private.follow_mentions();
create trigger community_posts_81_mentions after update of content on public.community_posts
  for each row when (new.status = 'approved' and old.mentions is distinct from new.mentions) execute function private.follow_mentions();
create index notifications_mentions on public.notifications (target_id) where type = 'mention';

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
create trigger post_reactions_80_reword after update of reaction on public.post_reactions
  for each row when (old.reaction <> new.reaction) execute function private.reword_reaction();
create trigger comment_reactions_80_reword after update of reaction on public.comment_reactions
  for each row when (old.reaction <> new.reaction) execute function private.reword_reaction();
revoke all on function private.withdraw_act(), private.restore_news(), private.follow_mentions(), private.reword_reaction() from public, anon, authenticated;

-- Telling, with the cause ---------------------------------------------------------------------------------------------------

create or replace function private.notify_of_comment(c public.comments, recipient uuid, kind text, target uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare said constant private.news := private.wording_of_act(private.act_of(kind, c.post_id, c.id, c.author_id), recipient, kind, target);
begin
  return private.notify(recipient, kind, said.title, said.message, said.data, c.post_id, c.id, c.author_id, target);
end $$;

create or replace function private.notify_of_event(event private.notification_events, recipient uuid, kind text, target uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare said constant private.news := private.wording_of_act(event, recipient, kind, target);
begin
  return private.notify(recipient, kind, said.title, said.message, said.data, event.post_id, event.comment_id, event.actor_id, target);
end $$;

create or replace function private.notify_edited_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications n
    set data = (n.data - 'comment_excerpt') || jsonb_strip_nulls(jsonb_build_object('comment_excerpt', private.excerpt_for(n.user_id, new)))
    where n.comment_id = new.id and n.actors_count > 0
      and n.type in ('comment_on_post', 'reply_to_comment', 'subsequent_comment', 'followed_comment', 'mention', 'reaction_on_comment');
  perform private.notify_mentions(new);
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

create or replace function private.notify_mentions(c public.comments) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
  told uuid[] := array(select n.user_id from public.notifications n where n.target_id = c.id and n.type = 'mention');
begin
  -- Ordered by id, so that concurrent comments take locks in the same order.
  for member in
    select p.id from jsonb_each_text(c.mentions) named join public.public_profiles p on p.slug = named.value
    where p.id <> all (told) order by p.id
  loop
    -- Ten in total: edits must not notify ten more each time.
    exit when cardinality(told) >= 10;
    if private.notify_of_comment(c, member, 'mention', c.id) is not null then told := told || member; end if;
  end loop;
  return told;
end $$;

create or replace function private.news_of_post(post uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(private.news_to(a.member, a.type, a.target,
      case when a.type <> 'mention' and exists (select from private.follows f join public.post_tags t on t.tag_id = f.target_id
        where f.member_id = a.member and f.channel = 'off' and f.target_type in ('star', 'format') and t.post_id = news_of_post.post) then 'off' else a.wish end,
      p.id) order by a.member)
  from private.audience_of_post(post, after, most) a join public.community_posts p on p.id = post and p.status = 'approved'
$$;

create or replace function private.tell_all(given private.news[]) returns void
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
      returning x.id, x.user_id, h.actor, h.post
  ), written as (
    insert into public.notifications (user_id, type, title, message, data, post_id, target_id, actor_id, channel)
      select h.member, h.type, h.title, h.message, h.data, h.post, h.target, h.actor, h.channel from heard h
      where h.member not in (select j.user_id from joined j)
      returning id, actor_id, post_id
  )
  insert into private.notification_actors (notification_id, actor_id, cause)
    select t.id, t.actor, t.post from (select j.id, j.actor, j.post from joined j union all select w.id, w.actor_id, w.post_id from written w) t
    where t.actor is not null and t.post is not null
    on conflict do nothing
$$;

create or replace function private.erase_from_notifications(member uuid, nickname text) returns void
language sql security definer set search_path = '' as $$
  delete from public.notifications n where n.actor_id = member and n.actors_count = 1;
  -- Grouped notifications keep the other people and show the next one.
  update public.notifications n set title = replace(n.title, coalesce(nickname, ''), 'Jemand'), message = replace(n.message, coalesce(nickname, ''), 'Jemand')
    where n.actors_count > 1 and exists (select from private.notification_actors a where a.notification_id = n.id and a.actor_id = member);
  with erased as (delete from private.notification_actors a where a.actor_id = member returning a.notification_id)
  select private.settle_news(e.notification_id) from (select distinct e.notification_id from erased e order by 1) e
$$;

-- The list ------------------------------------------------------------------------------------------------------------------

create or replace function public.notifications_page(p_after text default null, p_limit integer default 20, p_unread boolean default false) returns jsonb
language plpgsql stable set search_path = '' set enable_bitmapscan = off as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select n.id, n.created_at, row_number() over (order by n.created_at desc, n.id desc) as place,
        private.notification_item(n, m.ref) as item
      from (
        -- reply_to_comment is stored but never listed, nor what was withdrawn (which is read). Two branches, each with an index of its own.
        (select * from public.notifications a
         where p_unread is not true and a.user_id = (select auth.uid()) and a.type <> 'reply_to_comment' and a.actors_count > 0
           and (a.created_at, a.id) < (last[1]::timestamptz, last[2]::uuid)
         order by a.created_at desc, a.id desc limit wanted + 1)
        union all
        (select * from public.notifications u
         where p_unread and u.user_id = (select auth.uid()) and not u.read and u.type <> 'reply_to_comment'
           and (u.created_at, u.id) < (last[1]::timestamptz, last[2]::uuid)
         order by u.created_at desc, u.id desc limit wanted + 1)
      ) n
      left join private.member_refs m on m.id = n.actor_id
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create or replace function private.latest_notifications(member uuid, wanted integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'type', n.type, 'title', n.title, 'message', n.message, 'data', n.data,
      'post_id', n.post_id, 'comment_id', n.comment_id, 'actor', m.ref, 'actors_count', n.actors_count, 'read', n.read,
      'created_at', n.created_at) order by n.created_at desc, n.id desc), '[]'::jsonb)
    from (
      select * from public.notifications l where l.user_id = member and l.type <> 'reply_to_comment' and l.actors_count > 0
      order by l.created_at desc, l.id desc limit wanted
    ) n
    left join private.member_refs m on m.id = n.actor_id
  );
end $$;
