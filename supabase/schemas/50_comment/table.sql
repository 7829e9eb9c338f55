-- Comments ------------------------------------------------------------------------------------------------------------

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
  -- Referenced by parent_id: a reply belongs to the same post as the comment it answers.
  unique (post_id, id),
  foreign key (post_id, parent_id) references public.comments (post_id, id) on delete cascade,
  constraint comments_content_length check (
    (deleted_at is null and char_length(btrim(content)) >= 1 and char_length(content) <= 2000)
    or (deleted_at is not null and content = ''))
);
comment on table public.comments is
  'Comments and their replies, two levels. Deleting empties the text and keeps the thread ("[Gelöschter Kommentar]"). '
  'Stays: until the member takes it back or deletes the account.';
comment on column public.comments.mentions is
  'Members the text names: {nickname key: slug} at the time of writing, null for nobody. Maintained by trigger; a slug leads to its member forever.';
comment on column public.comments.deleted_at is 'Set by a DELETE through the API; the row stays.';

-- For foreign keys only; the indexes for the orders of pages come with the page RPCs.
create index comments_parent on public.comments (post_id, parent_id);
create index comments_author on public.comments (author_id, created_at desc, id desc);
create index comments_best on public.comments (post_id, (hearts_count - poops_count) desc, created_at desc, id desc) where parent_id is null;
create index comments_newest on public.comments (post_id, created_at desc, id desc) where parent_id is null;
create index comments_replies on public.comments (post_id, parent_id, created_at, id) where parent_id is not null;
create index comments_deleted on public.comments (deleted_at) where deleted_at is not null;
create index comments_mentioned_slugs on public.comments using gin (private.slugs_in(mentions)) where mentions is not null;
-- For the latest comments below a post and their authors, also as suggestions for @mentions. With the author, so that 500 rows are an
-- index-only scan.
create index comments_latest on public.comments (post_id, created_at desc, id desc) include (author_id) where deleted_at is null;
create index comments_created_at on public.comments (created_at, id);
create index comments_content_names on public.comments using gin (private.names_in(content)) where content like '%@%';

create trigger comments_01_turn before insert on public.comments for each row when (private.is_client()) execute function private.take_turn();
create trigger comments_02_clean before insert or update of content on public.comments
  for each row when (new.deleted_at is null) execute function private.clean_comment();
create trigger comments_03_mentions before insert or update of content on public.comments
  for each row execute function private.set_mentions();
create trigger comments_04_away before insert on public.comments
  for each row when (private.is_client()) execute function private.slow_down_while_away();
create trigger comments_04_new_member before insert on public.comments
  for each row when (private.is_client()) execute function private.limit_new_member();
create trigger comments_05_rate before insert or update of content on public.comments
  for each row execute function private.limit_rate('posts', '100');
create trigger comments_06_repeated before insert on public.comments
  for each row when (private.is_client()) execute function private.refuse_repetition();
create trigger comments_07_nickname before insert on public.comments
  for each row execute function private.require_nickname();
create trigger comments_08_links before insert or update of content on public.comments
  for each row when (private.is_client() and new.deleted_at is null) execute function private.refuse_early_link();
create trigger comments_09_rules before insert or update of content on public.comments
  for each row when (private.is_client() and new.deleted_at is null) execute function private.apply_rules_to_comment();
create trigger comments_10_reply before insert on public.comments
  for each row when (new.parent_id is not null) execute function private.check_reply();
-- Of what somebody writes now, not of what an archive brings back.
create trigger comments_11_answered before insert on public.comments
  for each row when (new.parent_id is not null and private.is_client()) execute function private.check_answered();
-- Before, because the foreign key would take a notification along of which other acts are left.
create trigger comments_80_withdraw before delete on public.comments for each row when (not private.is_client()) execute function private.withdraw_act();
create trigger comments_empty before delete on public.comments
  for each row when (private.is_client()) execute function private.empty_comment();
create trigger comments_guard before update on public.comments
  for each row execute function private.guard_comment();
-- After comments_guard, which compares the author with the member who writes.
create trigger comments_hide_author before update of deleted_at on public.comments
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function private.hide_author_of_deleted();
create trigger comments_80_restore after update of deleted_at on public.comments
  for each row when (old.deleted_at is not null and new.deleted_at is null) execute function private.restore_news();
create trigger comments_80_withdraw_deleted after update of deleted_at on public.comments
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.withdraw_act();
create trigger comments_81_mentions after update of content on public.comments
  for each row when (new.deleted_at is null and old.mentions is distinct from new.mentions) execute function private.follow_mentions();
create trigger comments_92_rules after insert or update of content on public.comments
  for each row when (private.is_client() and new.deleted_at is null) execute function private.note_rules();
create trigger comments_chart after insert or delete on public.comments for each row execute function private.note_comment();
create trigger comments_chart_moved after update on public.comments
  for each row when ((old.post_id, old.author_id, old.created_at, old.deleted_at is null)
    is distinct from (new.post_id, new.author_id, new.created_at, new.deleted_at is null))
  execute function private.note_comment();
create trigger comments_count after insert or delete or update of deleted_at on public.comments
  for each row execute function private.count_comment();
create trigger comments_hide_restored after insert on public.comments
  for each row when (new.deleted_at is not null and new.author_id is not null) execute function private.hide_author_of_restored();
create trigger comments_karma after update of deleted_at on public.comments
  for each row execute function private.karma_of_deleted_comment();
create trigger comments_notify after insert on public.comments
  for each row when (private.is_client()) execute function private.notify_comment();
create trigger comments_notify_edit after update of content on public.comments
  for each row when (private.is_client() and new.deleted_at is null and old.content <> new.content)
  execute function private.notify_edited_comment();
create trigger comments_unquote after update of deleted_at on public.comments
  for each row when (new.deleted_at is not null) execute function private.unquote_comment();

alter table public.comments enable row level security;
revoke all on public.comments from public, anon, authenticated;
grant all on public.comments to service_role;
grant select on public.comments to anon;
grant select, insert (id, content, author_id, post_id, parent_id), update (content), delete on public.comments to authenticated;
-- A comment is as visible as its post: the subquery runs under the policy of posts.
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

create table private.removed_comments (
  comment_id uuid primary key references public.comments on delete cascade,
  content text not null,
  author_id uuid references public.profiles on delete set null,
  removed_by uuid references public.profiles on delete set null,
  removed_at timestamptz not null default now()
);
comment on table private.removed_comments is 'Text of a comment before the team removed it, needed to answer an appeal. A job deletes it after 180 days.';

create index removed_comments_author_id on private.removed_comments (author_id);
create index removed_comments_removed_by on private.removed_comments (removed_by);
create index removed_comments_removed_at on private.removed_comments (removed_at);
create index removed_comments_content_names on private.removed_comments using gin (private.names_in(content)) where content like '%@%';

revoke all on private.removed_comments from public, anon, authenticated, service_role;

-- Nobody reads who wrote a deleted comment ----------------------------------------------------------------------------

-- The page says "Unbekannt"; the row, which everybody may read, said who. The author moves to a private table, because
-- restoring the comment and the karma of its reactions need it.

create table private.deleted_comment_authors (
  comment_id uuid primary key references public.comments on delete cascade,
  author_id uuid not null references public.profiles on delete cascade
);
comment on table private.deleted_comment_authors is
  'Who wrote a comment that is deleted now. Back in the row when it is restored. '
  'Stays: with the thread of the comment. '
  'Not exported: who wrote a deleted comment, which is in the export under public.comments.';

create index deleted_comment_authors_author on private.deleted_comment_authors (author_id);

revoke all on private.deleted_comment_authors from public, anon, authenticated, service_role;

-- In the export, and how long it is kept ------------------------------------------------------------------------------

create function private.export_comments(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.comments', (select jsonb_agg(to_jsonb(c) - 'author_id' order by c.created_at) from public.comments c
      where c.author_id = me or c.id in (select d.comment_id from private.deleted_comment_authors d where d.author_id = me)),
    'private.removed_comments', (select jsonb_agg(jsonb_build_object('comment_id', c.comment_id, 'content', c.content, 'removed_at', c.removed_at))
      from private.removed_comments c where c.author_id = me))
$$;
comment on function private.export_comments(uuid) is 'Export: comments, also deleted and removed ones.';

create function private.retain_comments() returns void
language sql set search_path = '' as $$
  delete from private.removed_comments where removed_at < now() - interval '180 days';
$$;
comment on function private.retain_comments() is 'Retention: texts of removed comments for 180 days.';
