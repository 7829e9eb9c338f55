-- Calls ---------------------------------------------------------------------------------------------------------------

-- Counting, marking as read, and notifications written by staff.

create function private.require_self(member uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if member is distinct from auth.uid() or member is null then
    perform private.refuse('auth.not_self', '42501');
  end if;
  perform private.require_proven();
end $$;
comment on function private.require_self(uuid) is 'Refuses with 42501 unless the member is the caller.';
grant execute on function private.require_self(uuid) to authenticated, service_role;

-- Sessions ------------------------------------------------------------------------------------------------------------

-- Read from GoTrue's tables.

create function private.session_id() returns uuid
language sql stable set search_path = '' as $$ select private.as_uuid(auth.jwt() ->> 'session_id') $$;
comment on function private.session_id() is 'Session of the caller''s token, or null.';
grant execute on function private.session_id() to authenticated;

-- The end of a session ends its access tokens -------------------------------------------------------------------------

-- GoTrue's access tokens are valid for an hour, whatever happens to their session. A token counts only as long as its session
-- does: sign-out, a new password, a ban of the account and its deletion delete the session's row, so one look-up by primary key
-- answers for all of them. Two places ask: `private.check_request()` before every request of a member, where the API has such a
-- hook, and the helpers of policies, which also decide where it has none (storage and realtime of a hosted Supabase).

-- A function in SQL that cannot be inlined (definer, or with a setting) is parsed and planned in every statement that calls
-- it; PL/pgSQL keeps its plans for the session. Nothing else changes.

create function private.session_aal() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select coalesce(s.aal::text, 'aal1') from auth.sessions s
    where s.id = private.as_uuid(auth.jwt() ->> 'session_id') and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now())),
    case when private.is_carrying_out() then 'aal2' end);
end $$;
comment on function private.session_aal() is 'Assurance level of the session of the caller''s token as it is now; null once the session has ended.';

create function private.session_is_live() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.session_aal() is not null;
end $$;
comment on function private.session_is_live() is 'Whether the session of the caller''s token has not ended. False for guests.';
grant execute on function private.session_is_live() to authenticated, service_role;

create function private.check_request() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.role() = 'authenticated' and not private.session_is_live() then
    perform private.refuse('auth.session_ended', 'PT401');
  end if;
end $$;
comment on function private.check_request() is
  'PostgREST''s db-pre-request: 401 for a token whose session has ended. The embedded backend calls it for REST and storage.';
grant execute on function private.check_request() to anon, authenticated, service_role;

-- GoTrue's own ban refuses new tokens and leaves the sessions that exist.
create function private.end_sessions_of_banned() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id = new.id;
  return null;
end $$;
comment on function private.end_sessions_of_banned() is 'Trigger: an account that GoTrue bans or marks as deleted is signed out everywhere.';

-- Sessions of staff end -----------------------------------------------------------------------------------------------

-- A member stays signed in for months. A forgotten session of staff, second factor included, is the whole admin area, so it
-- ends 12 hours after it was last renewed and 30 days after it began (docs/decisions/034-staff-second-factor.md).
-- `auth.sessions.not_after` is GoTrue's own end of a session: it refuses to renew it from then on, and session_aal() to accept
-- its tokens. Should this job stop, sessions of staff end: nothing is left open.
create function private.limit_staff_sessions() returns void
language sql security definer set search_path = '' as $$
  update auth.sessions s set not_after = bound.ends
  from public.profiles p, auth.sessions own,
    -- GoTrue stores refreshed_at without a time zone, in UTC.
    lateral (select least(own.created_at + interval '30 days',
      coalesce(own.refreshed_at at time zone 'UTC', own.created_at) + interval '12 hours') as ends) bound
  where p.role in ('moderator', 'admin') and own.user_id = p.id and s.id = own.id
    and (s.not_after is null or s.not_after > now()) and s.not_after is distinct from bound.ends;
  -- Who left the team is a member again.
  update auth.sessions s set not_after = null from public.profiles p
  where p.id = s.user_id and p.role = 'user' and s.not_after > now();
$$;
comment on function private.limit_staff_sessions() is
  'Job (*/10 * * * *): sessions of staff end 12 hours after their last renewal and 30 days after they began; those of members do not.';

-- Who has a second factor acts with it --------------------------------------------------------------------------------

-- A password alone must not open the account of a member with a second factor: until the factor is proven, the session reads
-- and writes what a guest does (docs/decisions/049-second-factor-of-members.md). Policies ask, so that it holds for REST, storage
-- and realtime, and for functions that are written later; definer functions, which policies do not see, ask themselves.

create function private.is_proven() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare level constant text := private.session_aal();
begin
  if level is null then return false; end if;
  -- Token and session: a token from before the code was entered proves nothing, nor does one whose factor was removed.
  return (level = 'aal2' and auth.jwt() ->> 'aal' = 'aal2')
    or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified');
end $$;
comment on function private.is_proven() is
  'Whether the session of the caller''s token has not ended and has proven the account''s second factor, if it has one. False for guests.';
grant execute on function private.is_proven() to authenticated, service_role;

create function private.require_proven() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_proven() then return; end if;
  if not private.session_is_live() then
    perform private.refuse('auth.session_ended', 'PT401');
  end if;
  perform private.refuse('auth.mfa_needed', '42501');
end $$;
comment on function private.require_proven() is
  'Refuses with hint mfa_needed while the account''s second factor is not proven in this session, with session_ended once the session has ended.';
grant execute on function private.require_proven() to authenticated, service_role;
