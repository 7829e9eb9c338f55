-- Push services ---------------------------------------------------------------------------------------------------------

-- A browser's subscription names the address to which each notification is sent. Any public host was accepted, so that a member
-- could make the server send requests to a stranger's.

create function private.is_push_service(endpoint text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select substring(lower(endpoint) from '^https://([a-z0-9.-]+)(?::443)?/') ~
    '^(fcm\.googleapis\.com|(.+\.)?push\.services\.mozilla\.com|(.+\.)?push\.apple\.com|(.+\.)?notify\.windows\.com)$'
$$;
comment on function private.is_push_service(text) is
  'Whether an endpoint is of a browser''s push service: Chrome and most others (FCM), Firefox, Safari, Edge (WNS). Mirrors isPushService() of domain.';
grant execute on function private.is_push_service(text) to authenticated, service_role;

-- No browser has such a subscription; a device that is wanted registers again with the next start of the app.
delete from public.push_devices where kind = 'web' and not coalesce(private.is_push_service(token), false);
alter table public.push_devices add constraint push_devices_service check (kind <> 'web' or coalesce(private.is_push_service(token), false));
