-- A post that goes takes its notifications along. Until they are gone, nothing of them can be counted down: what they tell of has
-- no words any more, and their row may not be written twice.

create or replace function private.settle_news(entry uuid) returns void
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
  -- News of new posts tell of the one that is left; all others go with their post.
  if n.type not in ('member_post', 'tagged_post') and n.post_id is not null
     and not exists (select from public.community_posts p where p.id = n.post_id) then return; end if;
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
