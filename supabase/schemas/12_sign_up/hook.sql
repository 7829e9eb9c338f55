-- Auth hook -----------------------------------------------------------------------------------------------------------

-- Supabase's before-user-created hook (Auth Hooks, "Before User Created Hook"): asked before the transaction that makes the
-- account, so that its records survive a refusal. The triggers of registrations.sql enforce the same rules, because the hook may
-- not be configured.
-- Input:  {"metadata": {"ip_address", …}, "user": {"email", "app_metadata": {"provider"}, "user_metadata": {"invite_code"}, …}}
-- Answer: {} accepts; {"error": {"http_code", "message"}} refuses with this status and text.

create function private.hook_refusal(http_code integer, message text) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_build_object('error', jsonb_build_object('http_code', http_code, 'message', message))
$$;
comment on function private.hook_refusal(integer, text) is 'A refusal as auth hooks answer it.';

create function private.before_user_created(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  provider constant text := private.provider_of(event -> 'user' -> 'app_metadata');
  address constant text := event -> 'user' ->> 'email';
  code constant text := event -> 'user' -> 'user_metadata' ->> 'invite_code';
  who constant text := private.guesser_of(coalesce(event -> 'metadata' ->> 'ip_address', 'unknown'));
begin
  if private.sign_up_shut() then
    return private.hook_refusal(403, private.refusal_text('auth.sign_up_shut'));
  end if;
  if private.refuses_mail(provider, address) then
    perform private.record_suspicion(null, provider, address, null, 'domain_refused');
    return private.hook_refusal(403, private.refusal_text('auth.email_domain_not_allowed'));
  end if;
  if private.refuses_uninvited(provider, code) then
    if coalesce(code, '') <> '' then
      if private.too_many_guesses(who) then return private.hook_refusal(429, private.refusal_text('auth.rate_limited')); end if;
      insert into private.invite_guesses (guesser) values (who);
    end if;
    -- The app has a German sentence for this text.
    return private.hook_refusal(403, private.refusal_text('auth.invite_required.sign_up'));
  end if;
  return '{}';
end $$;
comment on function private.before_user_created(jsonb) is
  'Auth hook: a site that is shut to new accounts, allow-list of mail domains and invite mode before an account is made; records refused domains and counts wrong codes. Never raises.';
grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;
