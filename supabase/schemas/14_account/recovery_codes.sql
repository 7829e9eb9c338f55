-- Recovery codes ------------------------------------------------------------------------------------------------------

-- Ten codes, each of which stands in once for a second factor that is lost (docs/decisions/050-recovery-codes.md). GoTrue has
-- none, so they live here; using one raises the session by GoTrue's own rows, and its next token says aal2.
create table private.recovery_codes (
  user_id uuid not null references public.profiles on delete cascade,
  code_hash text not null,
  made_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table private.recovery_codes is
  'Hashes of a member''s recovery codes; new ones replace all. '
  'Stays: until the account is deleted.';

revoke all on private.recovery_codes from public, anon, authenticated, service_role;

create function private.recovery_code_hash(member uuid, code text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select encode(sha256(convert_to('recovery ' || member::text || ' '
    || regexp_replace(upper(left(code, 60)), '[^A-Z0-9]', '', 'g'), 'utf8')), 'hex')
$$;
comment on function private.recovery_code_hash(uuid, text) is
  'What is stored of a code. 59 random bits, guarded by a limit, need no slow hash. Spaces, hyphens and case do not matter.';

create function private.new_recovery_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 1 + get_byte(uuid_send(gen_random_uuid()), 0) % 31, 1)
    || case when place in (4, 8) then '-' else '' end, '' order by place)
  from generate_series(1, 12) place
$$;
comment on function private.new_recovery_code() is 'XXXX-XXXX-XXXX without look-alikes, 59 random bits.';

create function private.recovery_codes_left(member uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.recovery_codes c where c.user_id = member and c.used_at is null
$$;
comment on function private.recovery_codes_left(uuid) is 'How many codes of the member are not used.';

create function private.own_recovery_codes() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return jsonb_build_object('left', private.recovery_codes_left(auth.uid()),
    'made_at', (select max(c.made_at) from private.recovery_codes c where c.user_id = auth.uid()));
end $$;
comment on function private.own_recovery_codes() is 'The caller''s codes that are left, and when they were made; never the codes.';
grant execute on function private.own_recovery_codes() to authenticated;

create function private.renew_recovery_codes() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  codes text[];
begin
  perform private.require_proven();
  perform private.require_proof();
  -- Without a factor there is nothing to stand in for: a code must not raise the session.
  if not exists (select from auth.mfa_factors f where f.user_id = me and f.status = 'verified') then
    perform private.refuse('auth.second_factor_missing');
  end if;
  perform private.use_quota('recovery codes', 10);
  -- Two tabs one after the other: the codes of the last one are valid.
  perform from public.profiles p where p.id = me for update;
  delete from private.recovery_codes c where c.user_id = me;
  select array_agg(private.new_recovery_code()) into codes from generate_series(1, 10);
  insert into private.recovery_codes (user_id, code_hash) select me, private.recovery_code_hash(me, code) from unnest(codes) code;
  return jsonb_build_object('codes', to_jsonb(codes));
end $$;
comment on function private.renew_recovery_codes() is 'Ten new codes, readable this once; all earlier ones end. Needs a recent proof of identity and a second factor.';
grant execute on function private.renew_recovery_codes() to authenticated;

create function private.use_recovery_code(typed text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  session constant uuid := private.session_id();
  who constant text := private.guesser_of('recovery ' || me::text);
  address text;
begin
  if not private.session_is_live() then perform private.require_proven(); end if;
  -- Repeated because the answer was lost.
  if private.session_aal() = 'aal2' then
    return jsonb_build_object('state', 'proven', 'left', private.recovery_codes_left(me));
  end if;
  -- Without a factor there is nothing to stand in for: a code must not raise the session.
  if not exists (select from auth.mfa_factors f where f.user_id = me and f.status = 'verified') then
    return jsonb_build_object('state', 'wrong', 'left', null);
  end if;
  if private.too_many_guesses(who) then perform private.refuse_guess(); end if;
  update private.recovery_codes c set used_at = now()
    where c.user_id = me and c.code_hash = private.recovery_code_hash(me, typed) and c.used_at is null;
  if not found then
    insert into private.invite_guesses (guesser) values (who);
    return jsonb_build_object('state', 'wrong', 'left', null);
  end if;
  update auth.sessions s set aal = 'aal2', updated_at = now() where s.id = session and s.user_id = me;
  -- GoTrue on Supabase derives the level of the next token from this row; of its methods this is the one that is typed.
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (gen_random_uuid(), session, now(), now(), 'totp')
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at;
  select u.email into address from auth.users u where u.id = me;
  if address ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    perform private.send_mail(address, 'recovery_code_used', jsonb_build_object('left', private.recovery_codes_left(me)::text));
  end if;
  return jsonb_build_object('state', 'proven', 'left', private.recovery_codes_left(me));
end $$;
comment on function private.use_recovery_code(text) is
  'Raises the caller''s session to aal2 by an unused code and mails it to the account''s address. Ten wrong ones in an hour per account.';
grant execute on function private.use_recovery_code(text) to authenticated;

create function public.own_recovery_codes() returns jsonb
language sql stable set search_path = '' as $$ select private.own_recovery_codes() $$;
comment on function public.own_recovery_codes() is 'RPC: {left, made_at}: how many recovery codes the caller has left, and since when.';
grant execute on function public.own_recovery_codes() to authenticated, service_role;

create function public.renew_recovery_codes() returns jsonb
language sql set search_path = '' as $$ select private.renew_recovery_codes() $$;
comment on function public.renew_recovery_codes() is
  'RPC: {codes}: ten new recovery codes, readable this once. Hints reauthentication_needed, mfa_needed, second_factor_missing.';
grant execute on function public.renew_recovery_codes() to authenticated, service_role;

create function public.use_recovery_code(p_code text) returns jsonb
language sql set search_path = '' as $$ select private.use_recovery_code(coalesce(p_code, '')) $$;
comment on function public.use_recovery_code(text) is
  'RPC: {state: proven | wrong, left}: proven makes this session aal2 from its next token on. 429 after ten wrong codes in an hour.';
grant execute on function public.use_recovery_code(text) to authenticated, service_role;

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_recovery_codes(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.recovery_codes', (
      select jsonb_agg(jsonb_build_object('made_at', c.made_at, 'used_at', c.used_at) order by c.made_at, c.used_at)
      from private.recovery_codes c where c.user_id = me))
$$;
comment on function private.export_recovery_codes(uuid) is 'Export: when recovery codes were made and used, without them.';
