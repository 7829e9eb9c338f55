-- The end of a session ends its access tokens ---------------------------------------------------------------------------

-- GoTrue's access tokens are valid for an hour, whatever happens to their session. A token counts only as long as its session
-- does: sign-out, a new password, a ban of the account and its deletion delete the session's row, so one look-up by primary key
-- answers for all of them. Two places ask: `private.check_request()` before every request of a member, where the API has such a
-- hook, and the helpers of policies, which also decide where it has none (storage and realtime of a hosted Supabase).

create function private.session_aal() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(s.aal::text, 'aal1') from auth.sessions s
  where s.id = private.session_id() and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
$$;
comment on function private.session_aal() is 'Assurance level of the session of the caller''s token as it is now; null once the session has ended.';

create function private.session_is_live() returns boolean
language sql stable security definer set search_path = '' as $$ select private.session_aal() is not null $$;
comment on function private.session_is_live() is 'Whether the session of the caller''s token has not ended. False for guests.';
grant execute on function private.session_is_live() to authenticated, service_role;

create function private.check_request() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.role() = 'authenticated' and not private.session_is_live() then
    raise sqlstate 'PT401' using message = 'Deine Anmeldung ist beendet. Melde dich neu an.', hint = 'session_ended';
  end if;
end $$;
comment on function private.check_request() is
  'PostgREST''s db-pre-request: 401 for a token whose session has ended. The embedded backend calls it for REST and storage.';
grant execute on function private.check_request() to anon, authenticated, service_role;

-- On Supabase PostgREST reads its settings from its login role.
do $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'authenticator') then
    execute $set$ alter role authenticator set pgrst.db_pre_request = 'private.check_request' $set$;
    notify pgrst, 'reload config';
  end if;
exception when insufficient_privilege then
  raise notice 'pgrst.db_pre_request has to be set by hand, see docs/operations/grow.md';
end $$;

create or replace function private.may_write() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = auth.uid() and not p.needs_invite
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  ) and private.session_is_live()
$$;
comment on function private.may_write() is
  'The caller is a member whose session has not ended, is not banned, and has redeemed an invite if one was needed: may post, comment, vote, react.';

-- GoTrue's own ban refuses new tokens and leaves the sessions that exist.
create function private.end_sessions_of_banned() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id = new.id;
  return null;
end $$;
comment on function private.end_sessions_of_banned() is 'Trigger: an account that GoTrue bans or marks as deleted is signed out everywhere.';
create trigger hot_end_sessions after update of banned_until, deleted_at on auth.users
  for each row when (new.banned_until > now() or new.deleted_at is not null) execute function private.end_sessions_of_banned();

-- Storage and realtime of a hosted Supabase know policies only.
drop policy "members add own avatars" on storage.objects;
create policy "members add own avatars" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and private.is_own_avatar(name, (select auth.uid())) and (select private.may_add_avatar())
    and (select private.session_is_live()));
drop policy "members list own avatars" on storage.objects;
create policy "members list own avatars" on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text and (select private.session_is_live()));
drop policy "members remove own avatars" on storage.objects;
create policy "members remove own avatars" on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text and (select private.session_is_live()));

drop policy "own read" on public.notifications;
create policy "own read" on public.notifications for select to authenticated
  using (user_id = (select auth.uid()) and (select private.session_is_live()));

-- Signing others out asks for the second factor -------------------------------------------------------------------------

create or replace function private.end_session(session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if session is distinct from private.session_id() and not private.session_meets_mfa() then
    raise exception 'Bitte bestätige das mit deinem zweiten Faktor.' using errcode = '42501', hint = 'mfa_needed';
  end if;
  -- Refresh tokens are deleted by cascade.
  delete from auth.sessions s where s.id = session and s.user_id = auth.uid();
  return found;
end $$;
comment on function private.end_session(uuid) is
  'Ends a session of the caller; false when there is no such session. With a second factor on the account, a session without it ends only itself.';
comment on function public.end_session(uuid) is
  'RPC: ends one session of the caller, and with it the access tokens it has. Hint mfa_needed: others only with the second factor.';
