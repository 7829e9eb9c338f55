-- Guessing invite codes is throttled (decisions §8): ten wrong ones in an hour by one member or address, then 429.

create table private.invite_guesses (
  id bigint generated always as identity primary key,
  guesser text not null,
  guessed_at timestamptz not null default now()
);
comment on table private.invite_guesses is 'Wrong codes of the last hour. guesser is a hash of the member''s id or of the address: who it was is of no use.';
create index invite_guesses_guesser on private.invite_guesses (guesser, guessed_at);
create index invite_guesses_guessed_at on private.invite_guesses (guessed_at);

-- cf-connecting-ip is Supabase's edge's own; of x-forwarded-for only the last entry was written by the nearest proxy.
-- The embedded backend's gateway sets x-forwarded-for itself.
create function private.caller_address() returns text
language sql stable set search_path = '' as $$
  select coalesce(
    nullif(h.headers ->> 'cf-connecting-ip', ''),
    nullif(btrim(reverse(split_part(reverse(h.headers ->> 'x-forwarded-for'), ',', 1))), ''),
    'unknown')
  from (select nullif(current_setting('request.headers', true), '')::jsonb as headers) h
$$;
comment on function private.caller_address() is 'Network address of the request as the nearest proxy saw it; "unknown" outside of a request.';

create function private.too_many_guesses(who text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- Held to the end of the transaction: parallel guesses of one guesser count one after the other.
  perform pg_advisory_xact_lock(hashtextextended('invite guess ' || who, 0));
  delete from private.invite_guesses where guessed_at < now() - interval '1 hour';
  return (select count(*) from private.invite_guesses g where g.guesser = who) >= 10;
end $$;
comment on function private.too_many_guesses(text) is 'Whether somebody has to wait; forgets what is older than an hour.';

create function private.guesser_of(who text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select encode(sha256(convert_to('invite ' || who, 'utf8')), 'hex')
$$;
comment on function private.guesser_of(text) is 'Key of a guesser in invite_guesses.';

create function private.refuse_guess() returns void
language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = '{"code":"PT429","message":"Zu viele falsche Codes. Versuch es in einer Stunde noch mal.","details":null,"hint":"rate_limited"}',
    detail = '{"status":429,"headers":{"Retry-After":"3600"}}';
end $$;
comment on function private.refuse_guess() is 'Answers 429 (hint rate_limited).';

create function private.check_invite(typed text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  who constant text := private.guesser_of(coalesce(auth.uid()::text, private.caller_address()));
  state constant text := private.invite_state(typed);
begin
  if private.too_many_guesses(who) then perform private.refuse_guess(); end if;
  -- No exception: it would take the count of this guess back.
  if state = 'unknown' then insert into private.invite_guesses (guesser) values (who); end if;
  return jsonb_build_object('state', state);
end $$;
comment on function private.check_invite(text) is 'What a code is worth; wrong ones are counted.';
grant execute on function private.check_invite(text) to anon, authenticated;

create function public.check_invite(p_code text) returns jsonb
language sql set search_path = '' as $$ select private.check_invite(coalesce(p_code, '')) $$;
comment on function public.check_invite(text) is
  'RPC, guests too: {state: valid | unknown | expired | used}. 429 (hint rate_limited) after ten unknown codes in an hour by one member or address.';
revoke all on function public.check_invite(text) from public, anon, authenticated;
grant execute on function public.check_invite(text) to anon, authenticated;

create function private.redeem_invite(typed text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := auth.uid();
  who constant text := private.guesser_of(member::text);
begin
  if member is null or private.is_banned(member) or not exists (select from public.profiles p where p.id = member) then
    raise exception 'Bitte melde dich zuerst an.' using errcode = '42501', hint = 'not_allowed';
  end if;
  if private.too_many_guesses(who) then perform private.refuse_guess(); end if;
  if private.redeem_code(member, typed) then return true; end if;
  insert into private.invite_guesses (guesser) values (who);
  return false;
end $$;
comment on function private.redeem_invite(text) is 'For an account that signed up through a provider in invite mode; guessing is throttled.';
grant execute on function private.redeem_invite(text) to authenticated;

create function public.redeem_invite(code text) returns boolean
language sql set search_path = '' as $$ select private.redeem_invite(coalesce(code, '')) $$;
comment on function public.redeem_invite(text) is 'RPC: redeems an invite code for the caller; false when the code is not valid. 429 after ten wrong ones in an hour.';
revoke all on function public.redeem_invite(text) from public, anon, authenticated;
grant execute on function public.redeem_invite(text) to authenticated;
