-- Posts ---------------------------------------------------------------------------------------------------------------

-- A post of Trashtalk.
create table public.community_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 8 and 140),
  type text not null check (type in ('rumor', 'poll', 'discussion')),
  author_id uuid default auth.uid() references public.public_profiles on delete set null,
  content text not null default '' check (char_length(content) <= 5000),
  status text not null default 'pending' check (status in ('approved', 'rejected', 'pending')),
  tags uuid[] not null default '{}',
  slug text not null constraint community_posts_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  day date not null,
  poll_ends_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_activity_at timestamptz not null default now(),
  moderated_by uuid references public.profiles on delete set null,
  moderated_at timestamptz,
  rejection_reason text check (char_length(rejection_reason) between 1 and 2000),
  hearts_count integer not null default 0,
  poops_count integer not null default 0,
  comments_count integer not null default 0,
  votes_count integer not null default 0,
  hot_rank double precision not null default 0,
  staff_edited_at timestamptz,
  staff_edited_by uuid references public.profiles on delete set null,
  edited_at timestamptz,
  rumor_subject text,
  statement text,
  statement_speaker text,
  statement_at timestamptz,
  -- As in comments (private.set_mentions): resolved when the text is written, so that a link leads to the member who was meant.
  mentions jsonb,
  unique (day, slug),
  constraint community_posts_reason_of_rejection check ((status = 'rejected') = (rejection_reason is not null)),
  constraint community_posts_end_of_poll check (poll_ends_at is null or type = 'poll'),
  constraint community_posts_five_tags check (cardinality(tags) <= 5),
  -- As rumor_subjects(), which not every role that changes a post may call.
  constraint community_posts_rumor_subject check (rumor_subject is null or type = 'rumor'
    and rumor_subject in ('show', 'relationship', 'work', 'health', 'sexuality', 'crime', 'minors')),
  constraint community_posts_statement check (num_nulls(statement, statement_speaker, statement_at) in (0, 3)
    and char_length(statement) between 1 and 2000 and char_length(statement_speaker) between 2 and 100)
);
comment on table public.community_posts is
  'A rumor, poll or discussion. Guests and members read approved ones; the author and staff also the others. '
  'Stays: until the member takes it back or deletes the account. '
  'No quota: new ones count by trigger, changes in change_own_post(); of the row itself authors may update nothing.';
comment on column public.community_posts.tags is 'Ids of stars and formats, at most five; post_tags holds them as rows.';
comment on column public.community_posts.day is 'Berlin day of created_at: the date in the address, where the slug is unique.';
comment on column public.community_posts.moderated_by is 'Which member of staff decided. Not readable through the API: members learn that a human decided, not who.';
comment on column public.community_posts.comments_count is 'Undeleted comments, replies included; maintained by trigger, like the other counters.';
comment on column public.community_posts.votes_count is 'Rumor or poll votes.';
comment on column public.community_posts.hot_rank is 'sign(s)·log10(max(1,|s|)) + epoch(created_at)/45000, s = hearts − poops + votes + comments.';
comment on column public.community_posts.staff_edited_at is
  'When the team last changed the text ("bearbeitet von der Redaktion"); null again after an edit by the author.';
comment on column public.community_posts.staff_edited_by is 'Which member of staff changed the text. Not readable through the API.';
comment on column public.community_posts.edited_at is 'When the published text was last changed ("bearbeitet"); null: never.';
comment on column public.community_posts.rumor_subject is
  'What a rumor is about, as its author says; null when nobody asked. For its author and staff: nobody shall list people by it.';
comment on column public.community_posts.statement is
  'What somebody the post is about has to say, published by the team; who speaks and since when are beside it.';
comment on column public.community_posts.mentions is
  'Members whose @nickname is in the content when it was last written, as {nickname key: slug}; null: none. Set by a trigger.';

-- The three orders of a list, over all kinds and per kind. Queries repeat status = 'approved' to match these indexes.
create index community_posts_new on public.community_posts (last_activity_at desc, id desc) where status = 'approved';
create index community_posts_new_of_type on public.community_posts (type, last_activity_at desc, id desc) where status = 'approved';
create index community_posts_hot on public.community_posts (hot_rank desc, id desc) where status = 'approved';
create index community_posts_hot_of_type on public.community_posts (type, hot_rank desc, id desc) where status = 'approved';
-- With the status, so that counting a member's posts is an index-only scan.
create index community_posts_author on public.community_posts (author_id, created_at desc, id desc) include (status);
create index community_posts_queue on public.community_posts (created_at, id) where status = 'pending';
create index community_posts_moderated_by on public.community_posts (moderated_by);
create index community_posts_staff_edited_by on public.community_posts (staff_edited_by);
-- For the list of staff: all posts, and the few that were rejected.
create index community_posts_any_created on public.community_posts (created_at desc, id desc);
create index community_posts_rejected on public.community_posts (created_at desc, id desc) where status = 'rejected';
-- Top within a window of days: the index is ordered within each kind and Berlin day, so that 30 days are read as short ranges and
-- never as all posts of the window.
create index community_posts_top on public.community_posts ((hearts_count - poops_count + votes_count + comments_count) desc, id desc)
  where status = 'approved';
create index community_posts_day_top on public.community_posts
  (type, day, (hearts_count - poops_count + votes_count + comments_count) desc, id desc) where status = 'approved';
create index community_posts_created on public.community_posts (created_at desc, id desc) where status = 'approved';
create index community_posts_created_of_type on public.community_posts (type, created_at desc, id desc) where status = 'approved';
create index community_posts_poll_end on public.community_posts (poll_ends_at) where poll_ends_at is not null;
-- Former nicknames of a member who is deleted; the present one is masked in every text (private.erase_mentions).
create index community_posts_mentioned_slugs on public.community_posts using gin (private.slugs_in(mentions)) where mentions is not null;
create index community_posts_title_names on public.community_posts using gin (private.names_in(title)) where title like '%@%';
create index community_posts_content_names on public.community_posts using gin (private.names_in(content)) where content like '%@%';
create index community_posts_rejection_reason_names on public.community_posts using gin (private.names_in(rejection_reason)) where rejection_reason like '%@%';

create trigger community_posts_02_clean before insert or update of title, content on public.community_posts
  for each row execute function private.clean_post();
create trigger community_posts_04_decider before update of moderated_by, moderated_at on public.community_posts
  for each row when (private.is_client()) execute function private.keep_decider();
create trigger community_posts_05_rate before insert on public.community_posts
  for each row execute function private.limit_rate('posts', '100');
create trigger community_posts_06_rules before insert on public.community_posts
  for each row when (private.is_client()) execute function private.apply_rules_to_post();
create trigger community_posts_07_end before update of poll_ends_at on public.community_posts
  for each row when (new.poll_ends_at is distinct from old.poll_ends_at) execute function private.keep_end();
create trigger community_posts_07_nickname before insert on public.community_posts
  for each row execute function private.require_nickname();
create trigger community_posts_10_guard before insert or update on public.community_posts
  for each row execute function private.guard_post();
create trigger community_posts_12_check before insert or update of title, content, tags, poll_ends_at on public.community_posts
  for each row execute function private.check_post();
create trigger community_posts_13_mentions before insert or update of content on public.community_posts
  for each row execute function private.set_mentions();
create trigger community_posts_20_slug before insert on public.community_posts
  for each row execute function private.set_post_slug();
create trigger community_posts_30_hot_rank
  before insert or update of hearts_count, poops_count, comments_count, votes_count, created_at on public.community_posts
  for each row execute function private.set_hot_rank();
create trigger community_posts_80_withdraw before delete on public.community_posts for each row execute function private.withdraw_act();
create trigger community_posts_archive before delete on public.community_posts
  for each row when (private.is_client()) execute function private.archive_on_delete();
-- Changes of counters and activity are not edits.
create trigger community_posts_touch before update of title, content, tags, status, rejection_reason, poll_ends_at
  on public.community_posts for each row execute function private.touch_updated_at();
create trigger community_posts_80_restore after update of status on public.community_posts
  for each row when (old.status <> 'approved' and new.status = 'approved') execute function private.restore_news();
create trigger community_posts_80_withdraw_hidden after update of status on public.community_posts
  for each row when (old.status = 'approved' and new.status <> 'approved') execute function private.withdraw_act();
create trigger community_posts_81_mentions after update of content on public.community_posts
  for each row when (new.status = 'approved' and old.mentions is distinct from new.mentions) execute function private.follow_mentions();
create trigger community_posts_92_rules after insert on public.community_posts
  for each row when (private.is_client()) execute function private.note_rules();
create trigger community_posts_94_classifier after insert on public.community_posts
  for each row when (private.is_client() and new.status = 'pending') execute function private.want_classification();
create trigger community_posts_announce after insert on public.community_posts
  for each row when (new.status = 'approved' and private.is_client()) execute function private.announce_post();
create trigger community_posts_announce_approved after update of status on public.community_posts
  for each row when (new.status = 'approved' and old.status <> 'approved') execute function private.announce_post();
create trigger community_posts_chart after insert or delete on public.community_posts for each row execute function private.note_post();
create trigger community_posts_chart_changed after update on public.community_posts
  for each row when ((old.status, old.author_id, old.tags) is distinct from (new.status, new.author_id, new.tags))
  execute function private.note_post();
create trigger community_posts_decision after update of status on public.community_posts
  for each row execute function private.record_post_decision();
create trigger community_posts_karma after insert or update of status on public.community_posts
  for each row execute function private.karma_of_post();
create trigger community_posts_karma_deleted after delete on public.community_posts
  for each row execute function private.karma_of_deleted_post();
create trigger community_posts_listed after update on public.community_posts
  for each row when (
    (old.status, old.created_at, old.last_activity_at, old.hot_rank, old.hearts_count - old.poops_count + old.votes_count + old.comments_count)
    is distinct from
    (new.status, new.created_at, new.last_activity_at, new.hot_rank, new.hearts_count - new.poops_count + new.votes_count + new.comments_count)
  ) execute function private.follow_tagged_post();
create trigger community_posts_notify after update of status on public.community_posts
  for each row execute function private.notify_post_decision();
create trigger community_posts_open_rumor after insert on public.community_posts
  for each row when (new.type = 'rumor') execute function private.open_rumor();
create trigger community_posts_previews after insert or update of content, status on public.community_posts
  for each row when (new.status = 'approved') execute function private.want_previews_of_row('id');
create trigger community_posts_search after insert or update of title, content on public.community_posts
  for each row execute function private.index_post();
create trigger community_posts_tags after insert or update of tags on public.community_posts
  for each row execute function private.spread_post_tags();
create trigger community_posts_unfollow after delete on public.community_posts for each row execute function private.forget_follows();
create constraint trigger community_posts_options after insert on public.community_posts deferrable initially deferred
  for each row when (new.type = 'poll' and private.is_client()) execute function private.check_options_of_post();

alter table public.community_posts enable row level security;
-- By column: which member of staff decided or edited is not public, and a rejection is for the author and staff only.
-- Nobody may update a text: authors and staff change it by private.change_post(), which keeps what it said before.
revoke all on public.community_posts from public, anon, authenticated;
grant all on public.community_posts to service_role;
grant select (id, title, type, author_id, content, status, tags, slug, day, poll_ends_at, created_at, updated_at, last_activity_at,
    moderated_at, rejection_reason, hearts_count, poops_count, comments_count, votes_count, hot_rank, staff_edited_at, edited_at,
    statement, statement_speaker, statement_at, mentions),
  insert (id, title, type, author_id, content, tags, poll_ends_at, rumor_subject),
  update (status, moderated_by, moderated_at, rejection_reason),
  delete
  on public.community_posts to authenticated;
grant select (id, title, type, author_id, content, status, tags, slug, day, poll_ends_at, created_at, updated_at, last_activity_at,
    hearts_count, poops_count, comments_count, votes_count, hot_rank, staff_edited_at, edited_at, statement, statement_speaker,
    statement_at, mentions)
  on public.community_posts to anon;
create policy "guests read approved" on public.community_posts for select to anon using (status = 'approved');
create policy "members read approved and own, staff all" on public.community_posts for select to authenticated
  using (status = 'approved' or author_id = (select auth.uid()) or (select private.is_moderator()));
create policy "members post" on public.community_posts for insert to authenticated
  with check (author_id = (select auth.uid()) and (select private.may_write()));
create policy "authors edit, staff moderate" on public.community_posts for update to authenticated
  using ((author_id = (select auth.uid()) and (select private.may_write())) or (select private.is_moderator()))
  with check ((author_id = (select auth.uid()) and (select private.may_write())) or (select private.is_moderator()));
create policy "authors and staff delete" on public.community_posts for delete to authenticated
  using ((author_id = (select auth.uid()) and (select private.may_write())) or (select private.is_moderator()));
-- Own posts that are not approved; approved ones are everybody's.
create policy "second factor: select" on public.community_posts as restrictive for select to authenticated
  using (status = 'approved' or (select private.is_proven()));

create table public.post_tags (
  post_id uuid not null references public.community_posts on delete cascade,
  tag_id uuid not null,
  kind text not null check (kind in ('star', 'format')),
  primary key (post_id, tag_id)
);
comment on table public.post_tags is
  'community_posts.tags as rows, so that "posts about this star" is an index lookup. Maintained by trigger. '
  'Stays: with its post.';

create index post_tags_tag_id on public.post_tags (tag_id, post_id);

create trigger post_tags_chart after insert or update or delete on public.post_tags for each row execute function private.note_tag();
create trigger post_tags_listed after insert or delete on public.post_tags
  for each row execute function private.follow_post_tag();

alter table public.post_tags enable row level security;
revoke all on public.post_tags from public, anon, authenticated;
grant all on public.post_tags to service_role;
grant select on public.post_tags to anon, authenticated;
-- A tag is as visible as its post: the subquery runs under the policy of posts.
create policy "everybody reads those of visible posts" on public.post_tags for select to anon, authenticated
  using (exists (select from public.community_posts p where p.id = post_id));

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_posts(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.community_posts', (select jsonb_agg((to_jsonb(p) - '{author_id,moderated_by,hot_rank}'::text[]) || jsonb_build_object(
      'rumor', (select to_jsonb(r) - 'post_id' from public.post_rumors r where r.post_id = p.id),
      'poll_options', (select jsonb_agg(to_jsonb(o) - 'post_id' order by o.position) from public.poll_options o where o.post_id = p.id))
      order by p.created_at) from public.community_posts p where p.author_id = me))
$$;
comment on function private.export_posts(uuid) is 'Export: posts with what belongs to them.';
