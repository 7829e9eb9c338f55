-- Spam ----------------------------------------------------------------------------------------------------------------

-- A ban left everything standing, and each post and comment had to be removed by hand (docs/decisions/056-spam.md).

create table private.spam_removals (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references public.profiles on delete cascade,
  archives uuid[] not null,
  comments uuid[] not null,
  removed_by uuid references public.profiles on delete set null,
  removed_at timestamptz not null default now(),
  restored_at timestamptz
);
comment on table private.spam_removals is 'What the team removed of an account as spam, so that it can be restored. A job deletes it after 180 days.';
comment on column private.spam_removals.archives is 'Rows of archived_posts, with the comments below these posts.';
comment on column private.spam_removals.comments is 'Comments below posts of others; their texts are in removed_comments.';
create index spam_removals_member on private.spam_removals (member_id, removed_at desc);
create index spam_removals_removed_by on private.spam_removals (removed_by);
create index spam_removals_removed_at on private.spam_removals (removed_at);
revoke all on private.spam_removals from public, anon, authenticated;

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
    where r.target_author_id = member and r.status = 'pending' and r.confirmed_at is not null;
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
  why constant text := 'Spam oder Werbung.';
  before public.profiles;
  archives uuid[];
  comments uuid[];
begin
  perform private.lock_admins();
  before := private.other_staff_rule(member);
  if before.role <> 'user' then
    raise exception 'Wer zum Team gehört, ist kein Spam. Nimm erst die Rolle weg.' using errcode = '42501', hint = 'staff_spam';
  end if;
  -- Whoever is banned already stays so; a moderator bans for 30 days, an admin for good.
  if not private.is_banned(member) then
    perform private.admin_ban_member(member, case when private.is_admin() then null else 30 end, why);
  end if;
  perform private.log_staff_action('remove_spam', 'profile', member::text, jsonb_build_object('name', before.nickname, 'reason', why));
  archives := private.remove_posts_of(member, why);
  comments := private.remove_comments_of(member, why);
  insert into private.spam_removals (member_id, archives, comments, removed_by) values (member, archives, comments, auth.uid());
  perform private.close_reports_of_spam(member, why);
  return jsonb_build_object('posts', cardinality(archives), 'comments', cardinality(comments));
end $$;
comment on function private.admin_ban_spammer(uuid) is 'See public.admin_ban_spammer().';

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
    update private.spam_removals s set restored_at = now() where s.id = removal.id;
  end loop;
  return jsonb_build_object('posts', posts, 'comments', comments);
end $$;
comment on function private.admin_restore_spam(uuid, text) is 'See public.admin_restore_spam().';
grant execute on function private.admin_ban_spammer(uuid), private.admin_restore_spam(uuid, text) to authenticated;

create function public.admin_ban_spammer(p_id uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.admin_ban_spammer(p_id) $$;
comment on function public.admin_ban_spammer(uuid) is
  'RPC for staff: bans a member (moderators for 30 days) and removes all posts and comments, which closes the reports about them; {posts, comments}. Hints not_allowed, own_account, staff_by_admins, staff_spam, member_gone.';
create function public.admin_restore_spam(p_id uuid, p_reason text) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.admin_restore_spam(p_id, p_reason) $$;
comment on function public.admin_restore_spam(uuid, text) is
  'RPC for admins: lifts the ban and restores what was removed as spam within 30 days; {posts, comments}. Hint reason_required.';
revoke all on function public.admin_ban_spammer(uuid), public.admin_restore_spam(uuid, text) from public, anon, authenticated;
grant execute on function public.admin_ban_spammer(uuid), public.admin_restore_spam(uuid, text) to authenticated;

-- The record of a member ------------------------------------------------------------------------------------------------

create or replace function private.admin_user_page(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'member', private.admin_member_row(p),
      'bio', p.bio,
      'confirmed', u.email_confirmed_at is not null or p.provider_type <> 'email',
      'invited_at', u.invited_at,
      'last_sign_in_at', u.last_sign_in_at,
      'two_factor', exists (select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified'),
      'sessions', (select count(*) from (
        select from auth.sessions s where s.user_id = p.id and (s.not_after is null or s.not_after > now()) limit 100) s),
      'posts', (select count(*) from (select from public.community_posts c where c.author_id = p.id limit 1000) c),
      'comments', (select count(*) from (
        select from public.comments c where c.author_id = p.id and c.deleted_at is null limit 1000) c),
      'warnings', (select count(*) from public.moderation_actions a
        where a.target_user_id = p.id and a.counts_as_warning and a.created_at > now() - interval '90 days'),
      'is_last_admin', p.role = 'admin' and not private.other_admin_than(p.id),
      'invite_code', (select i.code from public.invite_redemptions r join public.invites i on i.id = r.invite_id where r.user_id = p.id),
      'spam', private.restorable_spam(p.id),
      'history', private.admin_member_history(p.id))
    from public.profiles p join auth.users u on u.id = p.id where p.id = p_id);
end $$;

-- Retention -----------------------------------------------------------------------------------------------------------

create or replace function private.apply_retention() returns void
language sql security definer set search_path = '' as $$
  -- 30 days (docs/product/notifications.md). Decisions of the team are kept as long as they can be appealed.
  delete from public.notifications where created_at < now() - interval '30 days' and type not in ('warning', 'post_rejected');
  delete from public.notifications where read and created_at < now() - interval '6 months';
  delete from private.removed_comments where removed_at < now() - interval '180 days';
  delete from private.removed_profiles where removed_at < now() - interval '180 days';
  delete from private.spam_removals where removed_at < now() - interval '180 days';
  delete from private.post_versions where replaced_at < now() - interval '180 days';
  delete from public.comment_reads where read_at < now() - interval '180 days';
  delete from public.archived_posts where archived_at < now() - interval '180 days'
    or (archived_by = author_id and archived_at < now() - interval '30 days');
  update public.moderation_actions set content_excerpt = null
    where created_at < now() - interval '180 days' and content_excerpt is not null;
  delete from private.rate_counts where slot < now() - interval '10 minutes';
  delete from private.invite_guesses where guessed_at < now() - interval '1 hour';
  delete from private.sign_up_hashes where signed_up_at < now() - interval '24 hours';
$$;
