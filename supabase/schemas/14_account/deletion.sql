-- Deletion ------------------------------------------------------------------------------------------------------------

create function private.erase_from_notifications(member uuid, nickname text) returns void
language sql security definer set search_path = '' as $$
  delete from public.notifications n where n.actor_id = member and n.actors_count = 1;
  -- Grouped notifications keep the other people and show the next one.
  update public.notifications n set title = replace(n.title, coalesce(nickname, ''), private.stored_text('member.somebody')), message = replace(n.message, coalesce(nickname, ''), private.stored_text('member.somebody'))
    where n.actors_count > 1 and exists (select from private.notification_actors a where a.notification_id = n.id and a.actor_id = member);
  with erased as (delete from private.notification_actors a where a.actor_id = member returning a.notification_id)
  select private.settle_news(e.notification_id) from (select distinct e.notification_id from erased e order by 1) e
$$;
comment on function private.erase_from_notifications(uuid, text) is 'Removes a member from the notifications of others.';

create function private.erase_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare gone_nickname text;
begin
  -- Waits for every request under way that writes something of the member, or names them: what it leaves is erased as well.
  select p.nickname into gone_nickname from public.profiles p where p.id = old.id for update;
  perform from public.public_profiles p where p.id = old.id for update;
  -- Unpublished posts: nobody has seen them, and without an author nobody waits for them.
  delete from public.community_posts p where p.author_id = old.id and p.status <> 'approved';
  -- What stays is what was published last: earlier texts and a change that waits go with their author.
  delete from private.post_versions v where v.post_id = any (array(select p.id from public.community_posts p where p.author_id = old.id));
  delete from private.post_revisions v where v.post_id = any (array(select p.id from public.community_posts p where p.author_id = old.id));
  update public.archived_posts a set record = a.record - 'versions' where a.author_id = old.id and a.record ? 'versions';
  perform private.erase_from_notifications(old.id, gone_nickname);
  perform private.keep_ban(old);
  perform private.erase_traces(old.id, old.email);
  perform private.erase_from_records(old.id);
  perform private.erase_mentions(gone_nickname);
  perform private.erase_former_mentions(old.id);
  update public.archived_posts a set record = private.without_member(a.record, old.id) where private.ids_in(a.record) @> array[old.id::text];
  update public.analytics_events e set metadata = e.metadata - '{admin_id,admin_name,admin_nickname}'::text[]
    where e.user_id = old.id and e.metadata @> '{"admin_action": true}';
  -- The log keeps an id that no longer resolves; its copies among the analytics events are deleted.
  update public.admin_actions a set details = a.details - '{name,from,excerpt}'::text[]
    where (a.target_type = 'profile' and a.target_id = old.id::text) or a.details ->> 'name' = gone_nickname;
  update public.analytics_events e set target_id = null, metadata = e.metadata - '{target_id}'::text[]
    where e.target_id = old.id::text and e.metadata @> '{"admin_action": true}';
  perform private.forget_usage(old.id);
  delete from public.analytics_events e where e.user_id = old.id and e.event_type = 'suspicious_registration';
  -- GoTrue's tables without a foreign key.
  delete from auth.flow_state f where f.user_id = old.id;
  delete from auth.audit_log_entries a where a.payload::text like '%' || old.id::text || '%'
    or a.payload ->> 'actor_username' = old.email;
  -- The storage service removes files, and delete_own_account() refuses while there are any. When the team deletes an account, the
  -- rows are removed here, so that a picture answers 404 immediately (supabase/storage, pull request 817: the setting).
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'avatars' and o.name like old.id::text || '/%';
  perform set_config('storage.allow_delete_query', 'false', true);
  return old;
end $$;
comment on function private.erase_member() is 'Trigger: erases what refers to a member without a foreign key.';

-- As if the member had deleted each of them: posts lie in the archive for 30 days, comments leave their place in the thread.
create function private.erase_content_of(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare post uuid;
begin
  -- Nobody writes in this name from here on, so that nothing is left of what comes in meanwhile.
  perform from public.profiles p where p.id = member for update;
  perform from public.public_profiles p where p.id = member for update;
  for post in select p.id from public.community_posts p where p.author_id = member and p.status = 'approved' order by p.created_at loop
    perform private.store_in_archive(post, private.stored_text('post.deleted_by_author'));
    delete from public.community_posts p where p.id = post;
  end loop;
  update public.comments c set deleted_at = now(), content = '' where c.author_id = member and c.deleted_at is null;
end $$;
comment on function private.erase_content_of(uuid) is 'Takes every post and comment of a member off the site, by the rules for what members delete themselves.';

create function private.delete_own_account(with_content boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  perform private.require_proof();
  perform pg_advisory_xact_lock(hashtextextended('admins', 0));
  if exists (select from public.profiles p where p.id = me and p.role = 'admin')
     and not exists (select from public.profiles p where p.role = 'admin' and p.id <> me and not private.is_banned(p.id)) then
    perform private.refuse('member.last_admin.deletion', '42501');
  end if;
  if private.own_avatars() > 0 then
    perform private.refuse('member.avatars_left');
  end if;
  if with_content then perform private.erase_content_of(me); end if;
  delete from auth.users u where u.id = me;
  return found;
end $$;
comment on function private.delete_own_account(boolean) is 'Deletes the caller''s account with everything that refers to it, and with what the member published if they wish.';
grant execute on function private.delete_own_account(boolean) to authenticated;

create function public.delete_own_account(p_with_content boolean default false) returns boolean
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.delete_own_account(coalesce(p_with_content, false)) $$;
comment on function public.delete_own_account(boolean) is
  'RPC: deletes the caller''s account permanently; with true also all posts and comments. Hints reauthentication_needed, mfa_needed, avatars_left, last_admin. '
  'No quota: once.';
grant execute on function public.delete_own_account(boolean) to authenticated, service_role;

-- What stays after an account, and until when -------------------------------------------------------------------------

create function private.erase_traces(member uuid, address text) returns void
language sql security definer set search_path = '' as $$
  delete from private.mail_outbox o where o.recipient = lower(btrim(address));
  -- The name under which somebody said that they are a star.
  update public.admin_actions a set details = a.details - '{name,from,excerpt}'::text[]
    from private.star_requests r
    where r.member_id = member and r.speaker is not null and a.details ->> 'name' = r.speaker
      and a.target_type = 'star' and a.target_id = r.star_id::text;
  -- What they published stays, in the name of the star, which is public anyway.
  update public.community_posts p set statement_speaker = coalesce((
      select private.star_name(s.first_name, s.nickname, s.last_name) from public.stars s
      join private.star_requests r on r.star_id = s.id and r.member_id = member and r.kind = 'claim'
      where s.id = any (p.tags) order by r.state = 'granted' desc, s.id limit 1), private.stored_text('star.concerned'))
    where p.id in (select t.post_id from private.star_statements t where t.member_id = member) and p.statement is not null;
$$;
comment on function private.erase_traces(uuid, text) is
  'Erases what names a member where no foreign key leads: mails to the address, the name of a claim to be a star, the speaker of a statement.';
