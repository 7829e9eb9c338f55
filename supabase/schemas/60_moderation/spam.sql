-- Spam ----------------------------------------------------------------------------------------------------------------

-- A ban that removes everything of the account with it, and can give it back (docs/decisions/056-spam.md).

create table private.spam_removals (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references public.profiles on delete cascade,
  archives uuid[] not null,
  comments uuid[] not null,
  removed_by uuid references public.profiles on delete set null,
  removed_at timestamptz not null default now(),
  restored_at timestamptz,
  bin_id uuid references private.bin on delete set null
);
comment on table private.spam_removals is
  'What the team removed of an account as spam, so that it can be restored. A job deletes it after 180 days. '
  'Not exported: which posts and comments the team removed as spam; its decisions are in the export.';
comment on column private.spam_removals.archives is 'Rows of archived_posts, with the comments below these posts.';
comment on column private.spam_removals.comments is 'Comments below posts of others; their texts are in removed_comments.';
comment on column private.spam_removals.bin_id is 'What the account voted and reacted, restorable as long as the rest.';

create index spam_removals_member on private.spam_removals (member_id, removed_at desc);
create index spam_removals_removed_by on private.spam_removals (removed_by);
create index spam_removals_removed_at on private.spam_removals (removed_at);
create index spam_removals_bin on private.spam_removals (bin_id);

create trigger spam_removals_held after insert on private.spam_removals for each row execute function private.drop_held_spam();

revoke all on private.spam_removals from public, anon, authenticated, service_role;

create function private.remove_posts_of(member uuid, why text) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  post uuid;
  archives uuid[] := '{}';
begin
  for post in select p.id from public.community_posts p where p.author_id = member order by p.created_at loop
    archives := archives || private.store_in_archive(post, why);
    insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
      values ('post', post, member, 'deleted', why, auth.uid());
    delete from public.community_posts p where p.id = post;
  end loop;
  return archives;
end $$;
comment on function private.remove_posts_of(uuid, text) is 'Archives and deletes every post of a member; returns the rows of the archive.';

create function private.remove_comments_of(member uuid, why text) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare removed uuid[];
begin
  select coalesce(array_agg(c.id), '{}') into removed from public.comments c where c.author_id = member and c.deleted_at is null;
  insert into private.removed_comments (comment_id, content, author_id, removed_by)
    select c.id, c.content, c.author_id, auth.uid() from public.comments c where c.id = any (removed)
    on conflict (comment_id) do update set content = excluded.content, removed_by = excluded.removed_by, removed_at = now();
  insert into public.moderation_actions (target_type, target_post_id, target_comment_id, target_user_id, action, reason, admin_id)
    select 'comment', c.post_id, c.id, c.author_id, 'deleted', why, auth.uid() from public.comments c where c.id = any (removed);
  perform private.earn_karma(member, 'comment_removed', r::text) from unnest(removed) r;
  update public.comments c set deleted_at = now(), content = '' where c.id = any (removed);
  return removed;
end $$;
comment on function private.remove_comments_of(uuid, text) is 'Empties every comment of a member, as the team removes one; returns their ids.';

create function private.close_reports_of_spam(member uuid, why text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  -- For profiles, and for what was below a removed post and has no decision of its own.
  ban constant uuid := (select a.id from public.moderation_actions a
    where a.target_user_id = member and a.action = 'banned' order by a.created_at desc, a.id limit 1);
  decision uuid;
  closed integer;
begin
  update public.reports r set status = 'resolved', action = case r.target_type when 'profile' then 'banned' else 'deleted' end,
      action_reason = why, resolved_at = now(), resolved_by = auth.uid(),
      decision_id = coalesce((
        select a.id from public.moderation_actions a
        where a.target_user_id = member and a.action = 'deleted' and a.created_at = now() and a.target_type = r.target_type
          and case r.target_type when 'post' then a.target_post_id else a.target_comment_id end = coalesce(r.target_post_id, r.target_comment_id)
        limit 1), ban)
    where r.target_author_id = member and r.status = 'pending' and r.counts;
  get diagnostics closed = row_count;
  for decision in
    select distinct r.decision_id from public.reports r where r.target_author_id = member and r.resolved_at = now() and r.decision_id is not null
  loop
    perform private.notify_reporters(decision, case decision when ban then 'acted' else 'deleted' end, '{}');
  end loop;
  return closed;
end $$;
comment on function private.close_reports_of_spam(uuid, text) is 'Closes every open report of what an account wrote and tells who reported; returns how many.';

create function private.admin_ban_spammer(member uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.stored_text('moderation.spam');
  before public.profiles;
  archives uuid[];
  comments uuid[];
begin
  perform private.lock_admins();
  before := private.other_staff_rule(member);
  if before.role <> 'user' then
    perform private.refuse('moderation.staff_spam', '42501');
  end if;
  -- Whoever is banned already stays so; a moderator bans for 30 days, an admin for good.
  if not private.is_banned(member) then
    perform private.admin_ban_member(member, case when private.is_admin() then null else 30 end, why, 'content');
  end if;
  perform private.decide_on('content');
  perform private.log_staff_action('remove_spam', 'profile', member::text, jsonb_build_object('name', before.nickname, 'reason', why));
  archives := private.remove_posts_of(member, why);
  comments := private.remove_comments_of(member, why);
  insert into private.spam_removals (member_id, archives, comments, bin_id, removed_by)
    values (member, archives, comments, private.put_votes_in_bin(member), auth.uid());
  perform private.close_reports_of_spam(member, why);
  return jsonb_build_object('posts', cardinality(archives), 'comments', cardinality(comments));
end $$;
comment on function private.admin_ban_spammer(uuid) is 'See public.admin_ban_spammer().';
grant execute on function private.admin_ban_spammer(uuid) to authenticated;

create function private.restorable_spam(member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('posts', sum(cardinality(s.archives)), 'comments', sum(cardinality(s.comments)), 'removed_at', max(s.removed_at))
  from private.spam_removals s
  where s.member_id = member and s.restored_at is null and private.restorable_until(s.removed_at) > now()
  having count(*) > 0
$$;
comment on function private.restorable_spam(uuid) is 'What was removed of an account as spam within 30 days and not restored, as {posts, comments, removed_at}; null: nothing.';

create function private.restore_comments(wanted uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare restored integer;
begin
  -- Those under a post that has been deleted meanwhile are gone with it.
  update public.comments c set deleted_at = null, content = r.content
    from private.removed_comments r where r.comment_id = c.id and c.id = any (wanted) and c.deleted_at is not null;
  get diagnostics restored = row_count;
  return restored;
end $$;
comment on function private.restore_comments(uuid[]) is 'Restores comments that the team has removed; returns how many.';

create function private.admin_restore_spam(member uuid, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.given_reason(reason);
  before public.profiles;
  removal private.spam_removals;
  archive uuid;
  posts integer := 0;
  comments integer := 0;
begin
  perform private.require_admin();
  perform private.lock_admins();
  before := private.other_staff_rule(member);
  -- Restored meanwhile by somebody else.
  if private.restorable_spam(member) is null then return jsonb_build_object('posts', 0, 'comments', 0); end if;
  if private.is_banned(member) then perform private.admin_unban_member(member, why); end if;
  perform private.log_staff_action('restore_spam', 'profile', member::text, jsonb_build_object('name', before.nickname, 'reason', why));
  for removal in
    select * from private.spam_removals s
    where s.member_id = member and s.restored_at is null and private.restorable_until(s.removed_at) > now() for update
  loop
    for archive in select a.id from public.archived_posts a where a.id = any (removal.archives) and private.archive_state(a) = 'restorable' loop
      perform private.restore_post(archive, why);
      posts := posts + 1;
    end loop;
    comments := comments + private.restore_comments(removal.comments);
    perform private.restore_votes_from_bin(removal.bin_id);
    update private.spam_removals s set restored_at = now() where s.id = removal.id;
  end loop;
  return jsonb_build_object('posts', posts, 'comments', comments);
end $$;
comment on function private.admin_restore_spam(uuid, text) is 'See public.admin_restore_spam().';
grant execute on function private.admin_restore_spam(uuid, text) to authenticated;

create function public.admin_ban_spammer(p_id uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.admin_ban_spammer(p_id) $$;
comment on function public.admin_ban_spammer(uuid) is
  'RPC for staff: bans a member (moderators for 30 days) and removes all posts and comments, which closes the reports about them; {posts, comments}. Hints not_allowed, own_account, staff_by_admins, staff_spam, member_gone.';
grant execute on function public.admin_ban_spammer(uuid) to authenticated, service_role;

create function public.admin_restore_spam(p_id uuid, p_reason text) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.admin_restore_spam(p_id, p_reason) $$;
comment on function public.admin_restore_spam(uuid, text) is
  'RPC for admins: lifts the ban and restores what was removed as spam within 30 days; {posts, comments}. Hint reason_required.';
grant execute on function public.admin_restore_spam(uuid, text) to authenticated, service_role;

-- Votes and reactions of spam -----------------------------------------------------------------------------------------

create function private.voting_tables() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select '{public.rumor_votes,public.poll_votes,public.post_reactions,public.comment_reactions,public.post_stickers}'::text[]
$$;
comment on function private.voting_tables() is 'Where members vote and react, with their id in user_id. What they say of stars weighs nothing while they are banned.';

create function private.put_votes_in_bin(member uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  entry uuid;
  part text;
begin
  insert into private.bin (kind, name, removed_by) values ('spam', private.stored_text('moderation.spam_votes'), auth.uid()) returning id into entry;
  foreach part in array private.voting_tables() loop
    execute format('insert into private.binned_rows (bin_id, place, table_name, member_id, content) '
      || 'select $1, (select count(*) from private.binned_rows b where b.bin_id = $1) + row_number() over (), $2, $3, to_jsonb(v) from %1$s v where v.user_id = $3',
      part::regclass) using entry, part, member;
    execute format('delete from %1$s v where v.user_id = $1', part::regclass) using member;
  end loop;
  return entry;
end $$;
comment on function private.put_votes_in_bin(uuid) is 'Takes back what a member voted and reacted; returns where it is kept.';

create function private.restore_votes_from_bin(entry uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare part text;
begin
  foreach part in array private.voting_tables() loop
    perform private.restore_rows(entry, part);
  end loop;
  delete from private.bin b where b.id = entry;
end $$;
comment on function private.restore_votes_from_bin(uuid) is 'Restores votes and reactions that private.put_votes_in_bin() took back.';

-- Queues --------------------------------------------------------------------------------------------------------------

create function private.spam_preview(members uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  if cardinality(members) > 200 then perform private.refuse('moderation.row_count'); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'nickname', m.nickname,
        'posts', (select count(*) from public.community_posts p where p.author_id = m.id),
        'comments', (select count(*) from public.comments c where c.author_id = m.id and c.deleted_at is null)) order by m.nickname), '[]')
    from public.profiles m where m.id = any (members));
end $$;
comment on function private.spam_preview(uuid[]) is 'See public.admin_spam_preview().';
grant execute on function private.spam_preview(uuid[]) to authenticated;

create function public.admin_spam_preview(p_ids uuid[]) returns jsonb
language sql stable set search_path = '' as $$ select private.spam_preview(p_ids) $$;
comment on function public.admin_spam_preview(uuid[]) is 'RPC for staff: whom and how much the removal of up to 200 accounts as spam would hit: [{id, nickname, posts, comments}].';
grant execute on function public.admin_spam_preview(uuid[]) to authenticated, service_role;

-- How long it is kept -------------------------------------------------------------------------------------------------

create function private.retain_spam() returns void
language sql set search_path = '' as $$
  delete from private.spam_removals where removed_at < now() - interval '180 days';
$$;
comment on function private.retain_spam() is 'Retention: what was removed as spam, for 180 days.';
