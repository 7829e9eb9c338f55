-- Claims --------------------------------------------------------------------------------------------------------------

create function private.case_claim(kind text, subject uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('nickname', p.nickname, 'until', c.claimed_until, 'is_mine', c.member_id = auth.uid())
  from private.case_claims c join public.profiles p on p.id = c.member_id
  where c.target_type = kind and c.target_id = subject and c.claimed_until > now()
$$;
comment on function private.case_claim(text, uuid) is 'Who decides about this at the moment, as {nickname, until, is_mine}; null: nobody.';

create function private.hold_case(kind text, subject uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('case ' || kind || ' ' || subject, 0))
$$;
comment on function private.hold_case(text, uuid) is
  'Waits for whoever is taking or deciding this case, and keeps others from both until the end of the transaction: a claim that is not committed is seen by nobody.';

create function private.claim_case(kind text, subject uuid, wanted boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  if not wanted then
    delete from private.case_claims c where c.target_type = kind and c.target_id = subject and c.member_id = auth.uid();
  elsif private.report_target_exists(kind, subject) then
    perform private.hold_case(kind, subject);
    -- Of two at once the second waits for the first, finds its row and leaves it.
    insert into private.case_claims as c (target_type, target_id, member_id, claimed_until)
      values (kind, subject, auth.uid(), clock_timestamp() + interval '10 minutes')
      on conflict (target_type, target_id) do update set member_id = excluded.member_id, claimed_until = excluded.claimed_until
      where c.member_id = excluded.member_id or c.claimed_until <= clock_timestamp();
  end if;
  return jsonb_build_object('claim', private.case_claim(kind, subject));
end $$;
comment on function private.claim_case(text, uuid, boolean) is 'See public.admin_claim_case().';
grant execute on function private.claim_case(text, uuid, boolean) to authenticated;

create function public.admin_claim_case(p_type text, p_id uuid, p_claimed boolean default true) returns jsonb
language sql set search_path = '' as $$ select private.claim_case(p_type, p_id, coalesce(p_claimed, true)) $$;
comment on function public.admin_claim_case(text, uuid, boolean) is
  'RPC for staff: takes a case for ten minutes, or gives it back; until then nobody else decides it. {claim: {nickname, until, is_mine} | null}, which is somebody else''s when they were first.';
grant execute on function public.admin_claim_case(text, uuid, boolean) to authenticated, service_role;

create function private.take_case(kind text, subject uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare claim jsonb;
begin
  perform private.hold_case(kind, subject);
  claim := private.case_claim(kind, subject);
  if not (claim ->> 'is_mine')::boolean then
    perform private.refuse('moderation.case_claimed', '42501', claim ->> 'nickname');
  end if;
  delete from private.case_claims c where c.target_type = kind and c.target_id = subject;
end $$;
comment on function private.take_case(text, uuid) is 'Ends the claim of what is being decided; refuses (hint case_claimed) while it is somebody else''s.';
