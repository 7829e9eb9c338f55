-- Consent -------------------------------------------------------------------------------------------------------------

-- A member's consent to analytics, shared by their devices. settleConsent() of domain decides which of two choices wins.

create function private.forget_usage(member uuid) returns void
language sql security definer set search_path = '' as $$
  -- What staff did is their log, and a suspicious registration is noted whatever the choice: neither is usage.
  delete from public.analytics_events e
    where e.user_id = member and not e.metadata @> '{"admin_action": true}' and e.event_type <> 'suspicious_registration';
  delete from public.user_sessions v where v.user_id = member;
$$;
comment on function private.forget_usage(uuid) is 'Deletes what was counted of a member: events with their conversions, and visits.';

create function private.record_consent(is_full boolean, decided_at timestamptz, question integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  -- Browsers count in milliseconds. A clock that is ahead must not win over a later choice on another device.
  moment constant timestamptz := date_trunc('milliseconds', least(decided_at, now()));
  answer jsonb;
begin
  perform private.require_proven();
  update public.profiles p
    set analytics_consent = is_full, analytics_consent_updated_at = moment, analytics_consent_text = question
    where p.id = me and moment > coalesce(p.analytics_consent_updated_at, '-infinity');
  -- A withdrawal takes the past along; without it nothing was counted before.
  if found and not is_full then perform private.forget_usage(me); end if;
  select jsonb_build_object('analytics_consent', p.analytics_consent, 'analytics_consent_updated_at', p.analytics_consent_updated_at,
      'analytics_consent_text', p.analytics_consent_text)
    into answer from public.profiles p where p.id = me;
  return answer;
end $$;
comment on function private.record_consent(boolean, timestamptz, integer) is
  'Records the caller''s choice, when it was made and to which question, unless a newer one is recorded; returns the recorded one. The only way to write these columns. A no deletes what was counted.';
grant execute on function private.record_consent(boolean, timestamptz, integer) to authenticated;

create function public.record_consent(p_full boolean, p_decided_at timestamptz, p_text integer default 1) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.use_quota('consent', 60);
  return private.record_consent(p_full, p_decided_at, p_text);
end $$;
comment on function public.record_consent(boolean, timestamptz, integer) is
  'RPC: records full (true) or essential (false) consent of the caller as of that instant, not later than now, and the version of the question; an older one changes nothing. essential deletes what was counted of the caller. Returns {analytics_consent, analytics_consent_updated_at, analytics_consent_text}. 429 after 60 in five minutes.';
grant execute on function public.record_consent(boolean, timestamptz, integer) to authenticated, service_role;

create function private.has_refused(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p
    where p.id = member and not p.analytics_consent and p.analytics_consent_updated_at is not null)
$$;
comment on function private.has_refused(uuid) is
  'Whether a member has said no to being counted: what was on its way, or comes from a device that has not heard of it, is dropped.';
