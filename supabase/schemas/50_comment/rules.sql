-- Comments ------------------------------------------------------------------------------------------------------------

create function private.guard_comment() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if old.author_id is distinct from auth.uid() then
    perform private.refuse('comment.not_author', '42501');
  end if;
  if old.deleted_at is not null or old.created_at <= now() - interval '15 minutes' then
    perform private.refuse('comment.edit_window_over', '42501');
  end if;
  if new.content is distinct from old.content then new.edited_at := now(); end if;
  return new;
end $$;
comment on function private.guard_comment() is 'Trigger: authors edit within 15 minutes; the edit is flagged.';

create function private.check_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.comments c where c.id = new.parent_id and c.parent_id is not null) then
    perform private.refuse('comment.comment_too_deep');
  end if;
  if exists (select from public.comments c where c.id = new.parent_id and c.deleted_at is not null) then
    perform private.refuse_reply();
  end if;
  return new;
end $$;
comment on function private.check_reply() is 'Trigger: two levels, and no answer to a deleted comment.';

create function private.count_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.deleted_at is null then
    perform private.count_on('post', new.post_id, comments => 1, active_at => new.created_at);
  elsif tg_op = 'UPDATE' and (old.deleted_at is null) <> (new.deleted_at is null) then
    perform private.count_on('post', new.post_id, comments => case when new.deleted_at is null then 1 else -1 end);
  elsif tg_op = 'DELETE' and old.deleted_at is null then
    perform private.count_on('post', old.post_id, comments => -1);
  end if;
  return null;
end $$;
comment on function private.count_comment() is 'Trigger: comments_count of the post equals its undeleted comments.';

-- Only for DELETE through the API: cascades and the server really delete.
create function private.empty_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.deleted_at is not null then return null; end if;
  update public.comments set deleted_at = now(), content = '' where id = old.id;
  if old.author_id is distinct from auth.uid() then
    insert into private.removed_comments (comment_id, content, author_id, removed_by) values (old.id, old.content, old.author_id, auth.uid());
    insert into public.moderation_actions (target_type, target_post_id, target_comment_id, target_user_id, action, reason, admin_id)
      values ('comment', old.post_id, old.id, old.author_id, 'deleted', private.stored_text('comment.deleted_by_team'), auth.uid());
    perform private.earn_karma(old.author_id, 'comment_removed', old.id::text);
  end if;
  return null;
end $$;
comment on function private.empty_comment() is 'Trigger: a DELETE through the API empties the comment and keeps its place in the thread. If staff remove it, the text is stored in removed_comments, karma −3.';

create function private.karma_of_deleted_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.deleted_at is null then
    perform private.undo_karma(new.id::text, array['comment_removed']);
    delete from private.removed_comments where comment_id = new.id;
  end if;
  return null;
end $$;
comment on function private.karma_of_deleted_comment() is 'Trigger: restoring a comment removes the karma entry of its removal.';

-- Comments are stored clean, like posts.
create function private.clean_comment() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() then perform private.require_short(new.content, 2000, 'comment.comment_length'); end if;
  new.content := private.trim_text(private.clean_text(new.content));
  if private.is_client() and new.content = '' then perform private.refuse('comment.comment_empty'); end if;
  if private.is_client() and char_length(new.content) > 2000 then
    perform private.refuse('comment.comment_length');
  end if;
  return new;
end $$;
comment on function private.clean_comment() is 'Trigger: the text of a comment is stored cleaned, 1 to 2,000 characters.';

-- Nobody reads who wrote a deleted comment ----------------------------------------------------------------------------

create function private.hide_author_of_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.deleted_at is null then
    delete from private.deleted_comment_authors d where d.comment_id = new.id returning d.author_id into new.author_id;
  elsif new.author_id is not null then
    insert into private.deleted_comment_authors (comment_id, author_id) values (new.id, new.author_id);
    new.author_id := null;
  end if;
  return new;
end $$;
comment on function private.hide_author_of_deleted() is 'Trigger: a deleted comment has no author that anybody could read; a restored one has its own again.';

-- A restored post brings its deleted comments along, with the authors that its archive has.
create function private.hide_author_of_restored() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deleted_comment_authors (comment_id, author_id) values (new.id, new.author_id);
  update public.comments c set author_id = null where c.id = new.id;
  return null;
end $$;
comment on function private.hide_author_of_restored() is 'Trigger: the same for a comment that is deleted when it is inserted.';

-- Karma ---------------------------------------------------------------------------------------------------------------

create function private.comment_author(c public.comments) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(c.author_id, (select d.author_id from private.deleted_comment_authors d where d.comment_id = c.id))
$$;
comment on function private.comment_author(public.comments) is 'Who wrote a comment, also when it is deleted.';
