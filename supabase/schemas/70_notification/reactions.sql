-- Reactions and votes -------------------------------------------------------------------------------------------------

-- Reactions and votes notify the author, but only those made through the API: imports, restored posts and jobs notify nobody.
-- By name these triggers run after the counting ones, so that the row of the post is always locked first.

create function private.notify_post_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.notification_events (post_id, kind, actor_id, choice) values (new.post_id, 'post_reaction', new.user_id, new.reaction);
  return null;
end $$;
comment on function private.notify_post_reaction() is 'Trigger: leaves the reaction to the job that notifies.';

create function private.notify_comment_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.notification_events (post_id, kind, comment_id, actor_id, choice)
    select c.post_id, 'comment_reaction', c.id, new.user_id, new.reaction from public.comments c where c.id = new.comment_id;
  return null;
end $$;
comment on function private.notify_comment_reaction() is 'Trigger: leaves the reaction to the job that notifies.';

create function private.notify_rumor_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.notification_events (post_id, kind, actor_id, choice) values (new.post_id, 'rumor_vote', new.user_id, new.vote);
  return null;
end $$;
comment on function private.notify_rumor_vote() is 'Trigger: leaves the vote to the job that notifies.';

create function private.notify_poll_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.notification_events (post_id, kind, actor_id) values (new.post_id, 'poll_vote', new.user_id);
  return null;
end $$;
comment on function private.notify_poll_vote() is 'Trigger: leaves the vote, without the choice, to the job that notifies.';
