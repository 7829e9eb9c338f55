-- The end of an account (decisions §7): content is anonymised, votes and personal data are erased. What references profiles goes or
-- loses its name by foreign key; here is what foreign keys cannot reach. Holds for every way an account goes, also for the team's.

create function private.mention_pattern(nickname text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select '@' || replace(replace(replace(replace(private.nickname_key(nickname), '.', '\.'), 'ä', '[Ää]'), 'ö', '[Öö]'), 'ü', '[Üü]')
    || '(?!\.?[A-Za-z0-9ÄÖÜäöüß_])'
$$;
comment on function private.mention_pattern(text) is 'Regular expression of @nickname without case, and not of a longer nickname.';

-- As many characters as before: nobody's text becomes too long or too short by it.
create function private.erase_mentions(nickname text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  pattern constant text := private.mention_pattern(nickname);
  mask constant text := '@' || repeat('*', char_length(nickname));
  place record;
begin
  if nickname is null then return; end if;
  for place in select * from (values
    ('public', 'community_posts', 'title'), ('public', 'community_posts', 'content'), ('public', 'community_posts', 'rejection_reason'),
    ('public', 'post_rumors', 'verification_reason'), ('public', 'comments', 'content'), ('private', 'removed_comments', 'content'),
    ('public', 'notifications', 'title'), ('public', 'notifications', 'message'), ('public', 'reports', 'details'),
    ('public', 'reports', 'action_reason'), ('public', 'moderation_actions', 'reason'), ('public', 'moderation_actions', 'content_excerpt'),
    ('public', 'appeals', 'message'),
    ('public', 'appeals', 'decision_reason'), ('public', 'archived_posts', 'title'), ('public', 'archived_posts', 'reason'),
    ('public', 'profiles', 'bio'), ('public', 'news', 'body'), ('public', 'invites', 'note')
  ) as texts (in_schema, in_table, in_column) loop
    execute format('update %1$I.%2$I set %3$I = regexp_replace(%3$I, $1, $2, ''gi'') where %3$I like ''%%@%%'' and %3$I ~* $1',
      place.in_schema, place.in_table, place.in_column) using pattern, mask;
  end loop;
  update public.notifications n set data = regexp_replace(n.data::text, pattern, mask, 'gi')::jsonb where n.data::text ~* pattern;
  update public.archived_posts a set record = regexp_replace(a.record::text, pattern, mask, 'gi')::jsonb where a.record::text ~* pattern;
end $$;
comment on function private.erase_mentions(text) is 'Masks @mentions of a nickname in what others wrote.';

create function private.erase_former_mentions(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  slugs constant text[] := array(
    select p.slug from public.public_profiles p where p.id = member
    union all select h.old_slug from public.profile_slug_history h where h.profile_id = member);
  former record;
begin
  for former in
    select c.id, named.key as nickname from public.comments c cross join lateral jsonb_each_text(c.mentions) as named
    where c.mentions is not null and named.value = any (slugs)
  loop
    update public.comments c
      set content = regexp_replace(c.content, private.mention_pattern(former.nickname), '@' || repeat('*', char_length(former.nickname)), 'gi')
      where c.id = former.id;
  end loop;
end $$;
comment on function private.erase_former_mentions(uuid) is
  'Masks in comments what a member was called when they were mentioned; after private.erase_mentions(), which finds today''s nickname everywhere.';

create function private.without_member(record jsonb, member uuid) returns jsonb
language sql immutable strict parallel safe set search_path = '' as $$
  select replace((select jsonb_object_agg(part.key, case
      when jsonb_typeof(part.value) <> 'array' then part.value
      else (select coalesce(jsonb_agg(e), '[]'::jsonb) from jsonb_array_elements(part.value) e where e ->> 'user_id' is distinct from member::text) end)
    from jsonb_each(record) part)::text, '"' || member::text || '"', 'null')::jsonb
$$;
comment on function private.without_member(jsonb, uuid) is 'A record of archived_posts without a member''s votes and reactions, and with nobody where they were the author.';

create function private.erase_from_notifications(member uuid, nickname text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notifications n where n.actor_id = member and n.actors_count = 1;
  -- Several people: the others stay, the next one is shown.
  update public.notifications n set actors_count = n.actors_count - 1,
      actor_id = (select a.actor_id from private.notification_actors a join public.public_profiles p on p.id = a.actor_id
        where a.notification_id = n.id and a.actor_id <> member limit 1),
      title = replace(n.title, coalesce(nickname, ''), 'Jemand'), message = replace(n.message, coalesce(nickname, ''), 'Jemand')
    where n.actors_count > 1 and exists (select from private.notification_actors a where a.notification_id = n.id and a.actor_id = member);
  delete from private.notification_actors a where a.actor_id = member;
end $$;
comment on function private.erase_from_notifications(uuid, text) is 'Takes a member out of what others were told.';

create function private.erase_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare gone_nickname constant text := (select p.nickname from public.profiles p where p.id = old.id);
begin
  -- Nobody has seen these; without an author they would wait for nobody.
  delete from public.community_posts p where p.author_id = old.id and p.status <> 'approved';
  perform private.erase_from_notifications(old.id, gone_nickname);
  perform private.erase_mentions(gone_nickname);
  perform private.erase_former_mentions(old.id);
  update public.archived_posts a set record = private.without_member(a.record, old.id) where a.record::text like '%' || old.id::text || '%';
  update public.analytics_events e set metadata = e.metadata - '{admin_id,admin_name,admin_nickname}'::text[]
    where e.user_id = old.id and e.metadata @> '{"admin_action": true}';
  -- Of what staff did to them the log keeps an id that resolves to nobody; the copy among the events does not.
  update public.admin_actions a set details = a.details - '{name,from}'::text[]
    where (a.target_type = 'profile' and a.target_id = old.id::text) or a.details ->> 'name' = gone_nickname;
  update public.analytics_events e set target_id = null, metadata = e.metadata - '{target_id}'::text[]
    where e.target_id = old.id::text and e.metadata @> '{"admin_action": true}';
  delete from public.analytics_events e where e.user_id = old.id and not e.metadata @> '{"admin_action": true}';
  -- GoTrue keeps these without a foreign key.
  delete from auth.flow_state f where f.user_id = old.id;
  delete from auth.audit_log_entries a where a.payload::text like '%' || old.id::text || '%'
    or a.payload ->> 'actor_username' = old.email;
  -- Files are the storage service's to remove, and delete_own_account() sees that they are gone. For accounts that the team deletes
  -- the rows go here, so that the address of a picture answers 404 at once (supabase/storage, pull request 817: the setting).
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'avatars' and o.name like old.id::text || '/%';
  perform set_config('storage.allow_delete_query', 'false', true);
  return old;
end $$;
comment on function private.erase_member() is 'Trigger: erases what refers to a member and hangs on no foreign key.';
create trigger hot_erase_member before delete on auth.users for each row execute function private.erase_member();

create function private.delete_own_account() returns boolean
language plpgsql security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  perform private.require_proof();
  perform pg_advisory_xact_lock(hashtextextended('admins', 0));
  if exists (select from public.profiles p where p.id = me and p.role = 'admin')
     and not exists (select from public.profiles p where p.role = 'admin' and p.id <> me and not private.is_banned(p.id)) then
    raise exception 'Du bist der einzige Admin. Ernenne zuerst jemand anderen.' using errcode = '42501', hint = 'last_admin';
  end if;
  if private.own_avatars() > 0 then
    raise exception 'Dein Bild ist noch da. Entferne es zuerst.' using errcode = '55000', hint = 'avatars_left';
  end if;
  delete from auth.users u where u.id = me;
  return found;
end $$;
comment on function private.delete_own_account() is 'Deletes the caller''s account with everything that refers to it.';
grant execute on function private.delete_own_account() to authenticated;

create function public.delete_own_account() returns boolean
language sql set search_path = '' as $$ select private.delete_own_account() $$;
comment on function public.delete_own_account() is
  'RPC: ends the caller''s account for good. Hints reauthentication_needed, mfa_needed, avatars_left, last_admin.';
revoke all on function public.delete_own_account() from public, anon, authenticated;
grant execute on function public.delete_own_account() to authenticated;
