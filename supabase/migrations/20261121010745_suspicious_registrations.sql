-- suspicious_registration (decisions §8): a refused domain, a burst of sign-ups with the same provider hash, a + tag.

create table private.sign_up_hashes (
  id bigint generated always as identity primary key,
  provider_hash text not null,
  signed_up_at timestamptz not null default now()
);
comment on table private.sign_up_hashes is
  'Which provider accounts signed up in the last 24 hours, as hashes and without the account: making and deleting one over and over shows here only.';
create index sign_up_hashes_hash on private.sign_up_hashes (provider_hash, signed_up_at);
create index sign_up_hashes_signed_up_at on private.sign_up_hashes (signed_up_at);

create function private.provider_hash(provider text, subject text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select left(encode(sha256(convert_to(provider || ':' || subject, 'utf8')), 'hex'), 12)
$$;
comment on function private.provider_hash(text, text) is 'Short hash of a provider''s id of a person (specification §3, metadata of suspicious_registration).';

create function private.record_suspicion(member uuid, provider text, address text, subject text, why text) returns void
language sql security definer set search_path = '' as $$
  insert into public.analytics_events (event_type, user_id, metadata) values ('suspicious_registration', member, jsonb_strip_nulls(
    jsonb_build_object('email_domain', left(lower(substring(address from '@([^@]*)$')), 200), 'provider', provider,
      'provider_hash', private.provider_hash(provider, subject), 'reason', why)))
$$;
comment on function private.record_suspicion(uuid, text, text, text, text) is 'Records a suspicious registration: domain, provider, short hash and reason, never the address.';

create function private.watch_sign_up(member uuid, provider text, address text, subject text) returns void
language plpgsql security definer set search_path = '' as $$
declare hash constant text := private.provider_hash(provider, subject);
begin
  if provider = 'email' and split_part(address, '@', 1) like '%+%' then
    perform private.record_suspicion(member, provider, address, subject, 'plus_tag');
  end if;
  if hash is null then return; end if;
  delete from private.sign_up_hashes where signed_up_at < now() - interval '24 hours';
  insert into private.sign_up_hashes (provider_hash) values (hash);
  if (select count(*) from private.sign_up_hashes h where h.provider_hash = hash) >= 3 then
    perform private.record_suspicion(member, provider, address, subject, 'provider_burst');
  end if;
end $$;
comment on function private.watch_sign_up(uuid, text, text, text) is 'Looks at a new account: a + tag, or the third of one provider account within 24 hours.';
