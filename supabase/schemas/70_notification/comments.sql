-- Comments ------------------------------------------------------------------------------------------------------------

-- A comment notifies those it mentions, the author of the post, the author of the comment it answers, and earlier commenters; each
-- person once.

create function private.notify_of_comment(c public.comments, recipient uuid, kind text, target uuid) returns uuid
language sql security definer set search_path = '' as $$
  select private.tell(recipient, kind, private.facts_of_act(private.act_of(kind, c.post_id, c.id, c.author_id), recipient, kind, target),
    c.post_id, c.id, c.author_id, target)
$$;
comment on function private.notify_of_comment(public.comments, uuid, text, uuid) is 'One notification about a comment; null when the recipient does not want this type.';

create function private.notify_mentions(c public.comments) returns uuid[]
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
comment on function private.notify_mentions(public.comments) is 'Notifies the members a comment mentions, each once; returns everybody notified so far.';

create function private.notify_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.notification_events (post_id, kind, comment_id, actor_id) values (new.post_id, 'comment', new.id, new.author_id);
  return null;
end $$;
comment on function private.notify_comment() is 'Trigger: leaves the comment to the job that notifies.';

create function private.notify_edited_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications n
    set data = (n.data - 'comment_excerpt') || jsonb_strip_nulls(jsonb_build_object('comment_excerpt', private.excerpt_for(n.user_id, new)))
    where n.comment_id = new.id and n.actors_count > 0
      and n.type in ('comment_on_post', 'reply_to_comment', 'subsequent_comment', 'followed_comment', 'mention', 'reaction_on_comment');
  perform private.notify_mentions(new);
  return null;
end $$;
comment on function private.notify_edited_comment() is 'Trigger: updates quotes of an edited comment in notifications, and notifies newly mentioned members.';

create function private.unquote_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications set data = data - 'comment_excerpt' where comment_id = new.id and data ? 'comment_excerpt';
  return null;
end $$;
comment on function private.unquote_comment() is 'Trigger: notifications no longer quote a deleted comment.';
