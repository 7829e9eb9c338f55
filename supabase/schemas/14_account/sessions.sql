-- Sessions ------------------------------------------------------------------------------------------------------------

create function private.short_address(address inet) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select network(set_masklen(address, case family(address) when 4 then 24 else 48 end))::text
$$;
comment on function private.short_address(inet) is 'The network of an address: enough to recognise a connection, too little to identify a person.';

create function private.account_sessions() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'created_at', s.created_at, 'refreshed_at', s.seen_at,
      'user_agent', s.user_agent, 'ip', private.short_address(s.ip), 'aal', coalesce(s.aal::text, 'aal1'), 'is_current', s.is_current)
      order by s.is_current desc, s.seen_at desc, s.id), '[]'::jsonb)
    from (
      select l.id, l.created_at, l.user_agent, l.ip, l.aal, l.id is not distinct from private.session_id() as is_current,
        -- GoTrue stores refreshed_at without a time zone, in UTC.
        coalesce(l.refreshed_at at time zone 'UTC', l.created_at) as seen_at
      from auth.sessions l
      where l.user_id = auth.uid() and (l.not_after is null or l.not_after > now())
      order by is_current desc, seen_at desc limit 100
    ) s);
end $$;
comment on function private.account_sessions() is 'Sessions of the caller that have not ended, as accountSession.';
grant execute on function private.account_sessions() to authenticated;

create function private.end_session(session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if session is distinct from private.session_id() and not private.session_meets_mfa() then
    perform private.refuse('auth.mfa_needed.proof', '42501');
  end if;
  -- Refresh tokens are deleted by cascade.
  delete from auth.sessions s where s.id = session and s.user_id = auth.uid();
  return found;
end $$;
comment on function private.end_session(uuid) is
  'Ends a session of the caller; false when there is no such session. With a second factor on the account, a session without it ends only itself.';
grant execute on function private.end_session(uuid) to authenticated;

create function public.account_sessions() returns jsonb
language sql stable set search_path = '' as $$ select private.account_sessions() $$;
comment on function public.account_sessions() is 'RPC: where the caller is signed in, the current session first; addresses are shortened.';
grant execute on function public.account_sessions() to authenticated, service_role;

create function public.end_session(p_id uuid) returns boolean
language sql set search_path = '' as $$ select private.end_session(p_id) $$;
comment on function public.end_session(uuid) is
  'RPC: ends one session of the caller, and with it the access tokens it has. Hint mfa_needed: others only with the second factor. '
  'No quota: ends what is there.';
grant execute on function public.end_session(uuid) to authenticated, service_role;

-- Recent proof of identity --------------------------------------------------------------------------------------------

-- A passkey as second factor is a proof of identity as well.
create function private.recently_proven(within interval default interval '10 minutes') returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from jsonb_array_elements(case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) a
    where a ->> 'method' in ('password', 'oauth', 'otp', 'totp', 'mfa/phone', 'mfa/webauthn')
      and jsonb_typeof(a -> 'timestamp') = 'number' and to_timestamp((a ->> 'timestamp')::double precision) > now() - within
  ) and exists (
    -- A token outlives its session by up to an hour, so a session that was ended elsewhere does not count.
    select from auth.sessions s where s.id = private.session_id() and s.user_id = auth.uid()
  )
$$;
comment on function private.recently_proven(interval) is
  'Whether the caller''s session is active and the caller has proven their identity by password, provider, mailed link or second factor within that time (amr claims of the token).';

create function private.require_proof() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or not private.recently_proven() then
    perform private.refuse('auth.reauthentication_needed', '42501');
  end if;
  if not private.session_meets_mfa() then
    perform private.refuse('auth.mfa_needed.proof', '42501');
  end if;
end $$;
comment on function private.require_proof() is 'Refuses with hint reauthentication_needed or mfa_needed unless the caller has recently proven their identity.';

-- How long it is kept -------------------------------------------------------------------------------------------------

create function private.retain_sessions() returns void
language sql security definer set search_path = '' as $$
  -- GoTrue stores refreshed_at without a time zone, in UTC. What belongs to a session goes with it, devices for push as well.
  delete from auth.sessions s where coalesce(s.refreshed_at at time zone 'UTC', s.created_at) < now() - interval '12 months';
  delete from auth.audit_log_entries a where a.created_at < now() - interval '12 months';
$$;
comment on function private.retain_sessions() is 'Retention: sign-ins, with network and browser, for 12 months after they were last used; GoTrue''s own log for 12 months.';
