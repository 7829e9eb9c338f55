create table public.comments (
  id uuid primary key default gen_random_uuid(),
  content text not null,
  mentions jsonb,
  author_id uuid default auth.uid() references public.public_profiles on delete set null,
  post_id uuid not null references public.community_posts on delete cascade,
  parent_id uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  hearts_count integer not null default 0,
  poops_count integer not null default 0,
  -- Target of parent_id: a reply belongs to the post of the comment it answers.
  unique (post_id, id),
  foreign key (post_id, parent_id) references public.comments (post_id, id) on delete cascade,
  constraint comments_content_length check (
    (deleted_at is null and char_length(btrim(content)) >= 1 and char_length(content) <= 2000)
    or (deleted_at is not null and content = ''))
);
comment on table public.comments is 'Comments and their replies, two levels. Deleting empties the text and keeps the thread ("[Gelöschter Kommentar]").';
comment on column public.comments.mentions is
  'Whom the text names: {nickname key: slug} as of the writing, null for nobody. Kept by trigger; a slug leads to its member for good.';
comment on column public.comments.deleted_at is 'Set by a DELETE through the API; the row stays.';
-- The foreign keys' own; the orders of the pages come with the page RPCs.
create index comments_parent on public.comments (post_id, parent_id);
create index comments_author on public.comments (author_id, created_at desc, id desc);

create table private.removed_comments (
  comment_id uuid primary key references public.comments on delete cascade,
  content text not null,
  author_id uuid references public.profiles on delete set null,
  removed_by uuid references public.profiles on delete set null,
  removed_at timestamptz not null default now()
);
comment on table private.removed_comments is 'What a comment said before the team removed it: needed to answer a complaint. A job deletes it after 180 days.';
create index removed_comments_author_id on private.removed_comments (author_id);
create index removed_comments_removed_by on private.removed_comments (removed_by);
create index removed_comments_removed_at on private.removed_comments (removed_at);

create function private.guard_comment() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if old.author_id is distinct from auth.uid() then
    raise exception 'Kommentare ändert nur, wer sie geschrieben hat.' using errcode = '42501', hint = 'not_author';
  end if;
  if old.deleted_at is not null or old.created_at <= now() - interval '15 minutes' then
    raise exception 'Kommentare lassen sich nur 15 Minuten lang ändern.' using errcode = '42501', hint = 'edit_window_over';
  end if;
  if new.content is distinct from old.content then new.edited_at := now(); end if;
  return new;
end $$;
comment on function private.guard_comment() is 'Trigger: authors edit within 15 minutes; the edit is marked.';
create trigger comments_guard before update on public.comments
  for each row execute function private.guard_comment();
create trigger comments_07_nickname before insert on public.comments
  for each row execute function private.require_nickname();
create trigger comments_05_rate before insert on public.comments
  for each row execute function private.limit_rate('posts', '100');

create function private.check_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.comments c where c.id = new.parent_id and c.parent_id is not null) then
    raise exception 'Auf eine Antwort antwortet man in derselben Runde.' using errcode = '23514', hint = 'comment_too_deep';
  end if;
  if exists (select from public.comments c where c.id = new.parent_id and c.deleted_at is not null) then
    raise exception 'Diesen Kommentar gibt es nicht mehr.' using errcode = '23514', hint = 'parent_deleted';
  end if;
  return new;
end $$;
comment on function private.check_reply() is 'Trigger: two levels, and no answer to a deleted comment.';
create trigger comments_10_reply before insert on public.comments
  for each row when (new.parent_id is not null) execute function private.check_reply();

create function private.count_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.deleted_at is null then
    perform private.count_on_post(new.post_id, comments => 1, active_at => new.created_at);
  elsif tg_op = 'UPDATE' and (old.deleted_at is null) <> (new.deleted_at is null) then
    perform private.count_on_post(new.post_id, comments => case when new.deleted_at is null then 1 else -1 end);
  elsif tg_op = 'DELETE' and old.deleted_at is null then
    perform private.count_on_post(old.post_id, comments => -1);
  end if;
  return null;
end $$;
comment on function private.count_comment() is 'Trigger: comments_count of the post equals its undeleted comments.';
create trigger comments_count after insert or delete or update of deleted_at on public.comments
  for each row execute function private.count_comment();

-- Only for DELETE by a person: cascades and the server really delete.
create function private.empty_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.deleted_at is not null then return null; end if;
  update public.comments set deleted_at = now(), content = '' where id = old.id;
  if old.author_id is distinct from auth.uid() then
    insert into private.removed_comments (comment_id, content, author_id, removed_by) values (old.id, old.content, old.author_id, auth.uid());
    insert into public.moderation_actions (target_type, target_post_id, target_comment_id, target_user_id, action, reason, admin_id)
      values ('comment', old.post_id, old.id, old.author_id, 'deleted', 'Vom Team gelöscht', auth.uid());
    perform private.earn_karma(old.author_id, 'comment_removed', old.id::text);
  end if;
  return null;
end $$;
comment on function private.empty_comment() is 'Trigger: a person''s DELETE empties the comment and keeps its place in the thread. Removed by staff: text kept aside, karma −3.';
create trigger comments_empty before delete on public.comments
  for each row when (private.is_client()) execute function private.empty_comment();

create function private.karma_of_deleted_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.deleted_at is null then
    perform private.undo_karma(new.id::text, array['comment_removed']);
    delete from private.removed_comments where comment_id = new.id;
  end if;
  return null;
end $$;
comment on function private.karma_of_deleted_comment() is 'Trigger: a restored comment takes the entry of its removal back.';
create trigger comments_karma after update of deleted_at on public.comments
  for each row execute function private.karma_of_deleted_comment();

alter table public.comments enable row level security;
revoke all on public.comments from public, anon, authenticated;
grant select on public.comments to anon, authenticated;
grant insert (id, content, author_id, post_id, parent_id), update (content), delete on public.comments to authenticated;
grant all on public.comments to service_role;
-- The posts a person may read decide: the subquery is under their policy.
create policy "everybody reads those of visible posts" on public.comments for select to anon, authenticated
  using (exists (select from public.community_posts p where p.id = post_id));
create policy "members comment on approved posts" on public.comments for insert to authenticated
  with check (author_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));
create policy "authors edit" on public.comments for update to authenticated
  using (author_id = (select auth.uid()) and (select private.may_write()))
  with check (author_id = (select auth.uid()) and (select private.may_write()));
create policy "authors and staff delete" on public.comments for delete to authenticated
  using ((author_id = (select auth.uid()) and (select private.may_write())) or (select private.is_moderator()));
