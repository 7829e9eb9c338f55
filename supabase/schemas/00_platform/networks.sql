-- Networks ------------------------------------------------------------------------------------------------------------

-- Limits count networks: an IPv6 subscriber has 2^64 addresses, so that each address with limits of its own would have none.

create function private.network_of(given text, bits integer default 64) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare address inet;
begin
  address := split_part(btrim(left(given, 100)), '%', 1)::inet;
  if family(address) = 4 then return host(address); end if;
  address := set_masklen(address, 128);
  -- The last 32 bits are an IPv4 address: mapped (RFC 4291, 2.5.5.2) or translated by NAT64 (RFC 6052).
  if address << '::ffff:0:0/96' then return host('0.0.0.0'::inet + (address - '::ffff:0:0'::inet)); end if;
  if address << '64:ff9b::/96' then return host('0.0.0.0'::inet + (address - '64:ff9b::'::inet)); end if;
  return network(set_masklen(address, bits))::text;
exception when invalid_text_representation then
  return btrim(left(given, 100));
end $$;
comment on function private.network_of(text, integer) is
  'The network that limits count: an IPv4 address, or the /64 (48: the assignment around it) of an IPv6 address. What is no address is a network of its own name. Mirrors networkOf() of packages/embedded.';

-- What a mail goes to -------------------------------------------------------------------------------------------------

create function private.mailbox_of(email text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case when parts.domain in ('gmail.com', 'googlemail.com') then replace(parts.name, '.', '') || '@gmail.com'
    else parts.name || '@' || parts.domain end
  from (
    select regexp_replace(split_part(given.address, '@', 1), '\+.*$', '') as name, split_part(given.address, '@', 2) as domain
    from (select lower(btrim(email)) as address) given
  ) parts
$$;
comment on function private.mailbox_of(text) is
  'The mailbox behind an address, for limits: without +tag, at Gmail without dots and under one domain. Never an address to write to.';
