-- Nobody reads who wrote a deleted comment ----------------------------------------------------------------------------

-- The page says "Unbekannt"; the row, which everybody may read, said who. The author moves to a private table, because
-- restoring the comment and the karma of its reactions need it.

create table private.deleted_comment_authors (
  comment_id uuid primary key references public.comments on delete cascade,
  author_id uuid not null references public.profiles on delete cascade
);
comment on table private.deleted_comment_authors is 'Who wrote a comment that is deleted now. Back in the row when it is restored.';
create index deleted_comment_authors_author on private.deleted_comment_authors (author_id);
revoke all on private.deleted_comment_authors from public, anon, authenticated;

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
-- After comments_guard, which compares the author with the member who writes.
create trigger comments_hide_author before update of deleted_at on public.comments
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function private.hide_author_of_deleted();

-- A restored post brings its deleted comments along, with the authors that its archive has.
create function private.hide_author_of_restored() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deleted_comment_authors (comment_id, author_id) values (new.id, new.author_id);
  update public.comments c set author_id = null where c.id = new.id;
  return null;
end $$;
comment on function private.hide_author_of_restored() is 'Trigger: the same for a comment that is deleted when it is inserted.';
create trigger comments_hide_restored after insert on public.comments
  for each row when (new.deleted_at is not null and new.author_id is not null) execute function private.hide_author_of_restored();

insert into private.deleted_comment_authors (comment_id, author_id)
  select c.id, c.author_id from public.comments c where c.deleted_at is not null and c.author_id is not null;
update public.comments c set author_id = null from private.deleted_comment_authors d where d.comment_id = c.id;

-- Karma --------------------------------------------------------------------------------------------------------------

create function private.comment_author(c public.comments) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(c.author_id, (select d.author_id from private.deleted_comment_authors d where d.comment_id = c.id))
$$;
comment on function private.comment_author(public.comments) is 'Who wrote a comment, also when it is deleted.';

create or replace function private.settle_karma(kind text, target uuid, actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare cause constant text := target || ':' || actor;
begin
  perform private.undo_karma(cause, array[kind || '_heart', kind || '_poop']);
  if kind = 'post' then
    perform private.earn_karma(p.author_id, 'post_' || r.reaction, cause, actor, r.updated_at)
      from public.post_reactions r join public.community_posts p on p.id = r.post_id where r.post_id = target and r.user_id = actor;
  else
    perform private.earn_karma(private.comment_author(c), 'comment_' || r.reaction, cause, actor, r.updated_at)
      from public.comment_reactions r join public.comments c on c.id = r.comment_id where r.comment_id = target and r.user_id = actor;
  end if;
end $$;

create or replace function private.requalify_karma() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_banned(new.id) then
    delete from public.karma_events where actor_id = new.id;
    return null;
  end if;
  perform private.earn_karma(p.author_id, 'post_' || r.reaction, r.post_id || ':' || r.user_id, r.user_id, r.updated_at)
    from public.post_reactions r join public.community_posts p on p.id = r.post_id where r.user_id = new.id;
  perform private.earn_karma(private.comment_author(c), 'comment_' || r.reaction, r.comment_id || ':' || r.user_id, r.user_id, r.updated_at)
    from public.comment_reactions r join public.comments c on c.id = r.comment_id where r.user_id = new.id;
  return null;
end $$;

-- The archive of a post ---------------------------------------------------------------------------------------------

create or replace function private.store_in_archive(post uuid, why text) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.archived_posts (post_id, author_id, title, record, reason, archived_by)
  select p.id, p.author_id, p.title, jsonb_build_object(
      'post', to_jsonb(p),
      'rumor', (select to_jsonb(r) from public.post_rumors r where r.post_id = p.id),
      'versions', coalesce((select jsonb_agg(to_jsonb(v) order by v.id) from private.post_versions v where v.post_id = p.id), '[]'),
      'poll_options', coalesce((select jsonb_agg(to_jsonb(o) order by o.position) from public.poll_options o where o.post_id = p.id), '[]'),
      -- Mentions are resolved again from the text; a copy here would outlive deleted members.
      'comments', coalesce((select jsonb_agg((to_jsonb(c) - 'mentions') || jsonb_build_object('author_id', private.comment_author(c)) order by c.created_at) from public.comments c where c.post_id = p.id), '[]'),
      'rumor_votes', coalesce((select jsonb_agg(to_jsonb(v)) from public.rumor_votes v where v.post_id = p.id), '[]'),
      'poll_votes', coalesce((select jsonb_agg(to_jsonb(v)) from public.poll_votes v where v.post_id = p.id), '[]'),
      'reactions', coalesce((select jsonb_agg(to_jsonb(x)) from public.post_reactions x where x.post_id = p.id), '[]'),
      'comment_reactions', coalesce((select jsonb_agg(to_jsonb(x)) from public.comments c
        join public.comment_reactions x on x.comment_id = c.id where c.post_id = p.id), '[]')),
    why, auth.uid()
  from public.community_posts p where p.id = post
  returning id
$$;

-- Export --------------------------------------------------------------------------------------------------------------

create or replace function private.export_content(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.community_posts', (select jsonb_agg((to_jsonb(p) - '{author_id,moderated_by,hot_rank}'::text[]) || jsonb_build_object(
        'rumor', (select to_jsonb(r) - 'post_id' from public.post_rumors r where r.post_id = p.id),
        'poll_options', (select jsonb_agg(to_jsonb(o) - 'post_id' order by o.position) from public.poll_options o where o.post_id = p.id))
        order by p.created_at) from public.community_posts p where p.author_id = me),
    'private.post_versions', (select jsonb_agg((to_jsonb(v) - '{replaced_by}'::text[]) order by v.id)
        from private.post_versions v join public.community_posts p on p.id = v.post_id where p.author_id = me),
    'private.post_revisions', (select jsonb_agg(to_jsonb(v) order by v.submitted_at)
        from private.post_revisions v join public.community_posts p on p.id = v.post_id where p.author_id = me),
    'public.comments', (select jsonb_agg(to_jsonb(c) - 'author_id' order by c.created_at) from public.comments c
        where c.author_id = me or c.id in (select d.comment_id from private.deleted_comment_authors d where d.author_id = me)),
    'public.post_reactions', (select jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at) from public.post_reactions r where r.user_id = me),
    'public.comment_reactions', (select jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at) from public.comment_reactions r where r.user_id = me),
    'public.rumor_votes', (select jsonb_agg(to_jsonb(v) - 'user_id' order by v.created_at) from public.rumor_votes v where v.user_id = me),
    'public.poll_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('option', o.text) order by v.created_at)
        from public.poll_votes v join public.poll_options o on o.id = v.option_id where v.user_id = me),
    'public.demand_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
        from public.demand_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.realness_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
        from public.realness_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.drama_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
        from public.drama_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.star_fans', (select jsonb_agg((to_jsonb(f) - 'user_id') || jsonb_build_object('star', s.full_name) order by f.created_at)
        from public.star_fans f join public.stars s on s.id = f.star_id where f.user_id = me),
    'public.saved_posts', (select jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at) from public.saved_posts s where s.user_id = me),
    -- The second part of a reaction's source is the member who reacted.
    'public.karma_events', (select jsonb_agg((to_jsonb(k) - '{user_id,actor_id}'::text[]) || jsonb_build_object('source', split_part(k.source, ':', 1))
        order by k.created_at) from public.karma_events k where k.user_id = me),
    'public.news', (select jsonb_agg(to_jsonb(n) - 'author_id' order by n.created_at) from public.news n where n.author_id = me))
$$;
