-- Consent -------------------------------------------------------------------------------------------------------------

-- Consent to analytics, shared by a member's devices. settleConsent() of domain decides which of two choices wins.

create function private.record_consent(is_full boolean, decided_at timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- Browsers count in milliseconds. A clock that is ahead must not win over a later choice on another device.
  moment constant timestamptz := date_trunc('milliseconds', least(decided_at, now()));
  answer jsonb;
begin
  perform private.require_proven();
  update public.profiles p set analytics_consent = is_full, analytics_consent_updated_at = moment
    where p.id = auth.uid() and moment > coalesce(p.analytics_consent_updated_at, '-infinity');
  select jsonb_build_object('analytics_consent', p.analytics_consent, 'analytics_consent_updated_at', p.analytics_consent_updated_at)
    into answer from public.profiles p where p.id = auth.uid();
  return answer;
end $$;
comment on function private.record_consent(boolean, timestamptz) is
  'Records the caller''s choice and when it was made, unless a newer one is recorded; returns the recorded one. The only way to write these columns.';
grant execute on function private.record_consent(boolean, timestamptz) to authenticated;

create function public.record_consent(p_full boolean, p_decided_at timestamptz) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.use_quota('consent', 60);
  return private.record_consent(p_full, p_decided_at);
end $$;
comment on function public.record_consent(boolean, timestamptz) is
  'RPC: records full (true) or essential (false) consent of the caller as of that instant, not later than now; an older one changes nothing. Returns {analytics_consent, analytics_consent_updated_at}. 429 after 60 in five minutes.';
grant execute on function public.record_consent(boolean, timestamptz) to authenticated, service_role;
