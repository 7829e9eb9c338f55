-- Comments tell whom they mention, the author of the post, whom they answer, and who commented before. One person is told once.

-- Who wrote last below a post; also for suggestions while somebody types @. With the author, so that 500 rows are a few pages.
create index comments_latest on public.comments (post_id, created_at desc) include (author_id) where deleted_at is null;

create function private.people_of_thread(post uuid, wanted integer) returns setof uuid
language plpgsql stable security definer rows 20 set search_path = '' as $$
begin
  return query
    select latest.author_id from (
      select c.author_id, c.created_at from public.comments c
      where c.post_id = post and c.deleted_at is null and c.author_id is not null
      order by c.created_at desc limit 500
    ) latest
    group by latest.author_id order by max(latest.created_at) desc limit wanted;
end $$;
comment on function private.people_of_thread(uuid, integer) is 'Authors of the 500 latest undeleted comments of a post, latest first.';
revoke execute on function private.people_of_thread(uuid, integer) from public;

create function private.tell_of_comment(c public.comments, recipient uuid, kind text, target uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare post_title constant text := (select p.title from public.community_posts p where p.id = c.post_id);
begin
  return private.notify(recipient, kind,
    case kind when 'mention' then 'Du wurdest erwähnt' when 'comment_on_post' then 'Neuer Kommentar zu deinem Beitrag'
      when 'reply_to_comment' then 'Antwort auf deinen Kommentar' else 'Neuer Kommentar' end,
    format(case kind when 'mention' then '{actors} dich in einem Kommentar zu „%s“ erwähnt.'
      when 'comment_on_post' then '{actors} deinen Beitrag „%s“ kommentiert.'
      when 'reply_to_comment' then '{actors} auf deinen Kommentar bei „%s“ geantwortet.'
      else '{actors} auch „%s“ kommentiert.' end, post_title),
    private.post_facts(c.post_id) || jsonb_build_object('comment_excerpt', left(c.content, 100)),
    c.post_id, c.id, c.author_id, target);
end $$;
comment on function private.tell_of_comment(public.comments, uuid, text, uuid) is 'One notification about a comment; null when the recipient does not want this type.';

create function private.notify_mentions(c public.comments) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
  told uuid[] := array(select n.user_id from public.notifications n where n.comment_id = c.id and n.type = 'mention');
begin
  -- In the order of ids: all take locks in one order.
  for member in
    select p.id from jsonb_each_text(c.mentions) named join public.public_profiles p on p.slug = named.value
    where p.id <> all (told) order by p.id
  loop
    -- Ten for good: edits must not reach ten more each time.
    exit when cardinality(told) >= 10;
    if private.tell_of_comment(c, member, 'mention', c.id) is not null then told := told || member; end if;
  end loop;
  return told;
end $$;
comment on function private.notify_mentions(public.comments) is 'Tells whom a comment mentions, each once; answers who knows now.';

create function private.notify_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  post_author constant uuid := (select p.author_id from public.community_posts p where p.id = new.post_id);
  parent_author constant uuid := (select c.author_id from public.comments c where c.id = new.parent_id);
  told uuid[] := private.notify_mentions(new);
  member uuid;
begin
  if post_author <> all (told) then
    perform private.tell_of_comment(new, post_author, 'comment_on_post', new.post_id);
  end if;
  if parent_author <> all (told) and parent_author is distinct from post_author then
    perform private.tell_of_comment(new, parent_author, 'reply_to_comment', new.parent_id);
  end if;
  told := told || post_author || parent_author || new.author_id;
  for member in
    select earlier.id from (
      select t.id from private.people_of_thread(new.post_id, 70) with ordinality as t (id, place)
      where t.id <> all (array_remove(told, null)) order by t.place limit 50
    ) earlier order by earlier.id
  loop
    perform private.tell_of_comment(new, member, 'subsequent_comment', new.post_id);
  end loop;
  return null;
end $$;
comment on function private.notify_comment() is 'Trigger: mentions first, then the author, the one who is answered, and at most 50 who commented last.';
create trigger comments_notify after insert on public.comments
  for each row when (private.is_client()) execute function private.notify_comment();

create function private.notify_edited_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications set data = jsonb_set(data, '{comment_excerpt}', to_jsonb(left(new.content, 100)))
    where comment_id = new.id and data ? 'comment_excerpt';
  perform private.notify_mentions(new);
  return null;
end $$;
comment on function private.notify_edited_comment() is 'Trigger: notifications quote what the comment says now; whom an edit mentions for the first time is told.';
create trigger comments_notify_edit after update of content on public.comments
  for each row when (private.is_client() and new.deleted_at is null and old.content <> new.content)
  execute function private.notify_edited_comment();

create function private.unquote_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications set data = data - 'comment_excerpt' where comment_id = new.id and data ? 'comment_excerpt';
  return null;
end $$;
comment on function private.unquote_comment() is 'Trigger: notifications no longer quote a deleted comment, whoever deleted it.';
create trigger comments_unquote after update of deleted_at on public.comments
  for each row when (new.deleted_at is not null) execute function private.unquote_comment();

-- Comments are stored clean, like posts (domain/src/comment/schema.ts) ---------------------------------------------------------

create function private.clean_comment() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.content := private.trim_text(private.clean_text(new.content));
  if private.is_client() and new.content = '' then perform private.refuse('Schreib erst was.', 'comment_empty'); end if;
  if private.is_client() and char_length(new.content) > 2000 then
    perform private.refuse('Höchstens 2.000 Zeichen.', 'comment_length');
  end if;
  return new;
end $$;
comment on function private.clean_comment() is 'Trigger: the text of a comment is stored cleaned, 1 to 2,000 characters.';
create trigger comments_02_clean before insert or update of content on public.comments
  for each row when (new.deleted_at is null) execute function private.clean_comment();
