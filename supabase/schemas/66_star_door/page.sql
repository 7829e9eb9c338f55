-- A door of their own for stars (docs/decisions/070-star-door.md) -----------------------------------------------------

create function private.stars_of(member uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select r.star_id from private.star_requests r where r.member_id = member and r.kind = 'claim' and r.state = 'granted'
$$;
comment on function private.stars_of(uuid) is 'Ids of the stars that this member is, or speaks for.';

-- For members ---------------------------------------------------------------------------------------------------------

create function private.star_door(star uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return coalesce((
    select jsonb_build_object('state', case when r.state = 'asked' and r.content is null then 'begun' else r.state end,
      'speaker', r.speaker, 'code', r.code, 'reason', r.reason)
    from private.star_requests r where r.member_id = auth.uid() and r.star_id = star and r.kind = 'claim'),
    jsonb_build_object('state', 'none', 'speaker', null, 'code', null, 'reason', null));
end $$;
comment on function private.star_door(uuid) is 'See public.star_door().';
grant execute on function private.star_door(uuid) to authenticated;

create function public.star_door(p_star uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.star_door(p_star) $$;
comment on function public.star_door(uuid) is
  'RPC: whether the caller is this star, {state: none | begun | asked | granted | refused, speaker, code, reason}.';
grant execute on function public.star_door(uuid) to authenticated, service_role;

create function private.ask_star_door(star uuid, given_speaker text, given_proof text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  who constant text := nullif(private.clean_line(coalesce(given_speaker, '')), '');
  proof constant text := nullif(private.trim_text(private.clean_text(coalesce(given_proof, ''))), '');
  was private.star_requests;
begin
  perform private.require_writer();
  perform private.require_short(given_speaker, 100, 'post.speaker_length');
  perform private.require_short(given_proof, 1000, 'star.proof_length');
  if coalesce(char_length(who), 0) not between 2 and 100 then perform private.refuse('post.speaker_length'); end if;
  if char_length(proof) > 1000 then perform private.refuse('star.proof_length'); end if;
  -- Held, so that it is not merged into another one or put into the bin meanwhile.
  perform from public.stars s where s.id = star and s.is_active for key share;
  if not found then perform private.refuse('star.unknown_star.door', '23503'); end if;
  if (select count(*) from private.star_requests r where r.member_id = auth.uid() and r.kind = 'claim' and r.star_id <> star) >= 10 then
    perform private.refuse('star.too_many_claims');
  end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  select * into was from private.star_requests r where r.member_id = auth.uid() and r.star_id = star and r.kind = 'claim' for update;
  if was.state = 'granted' then return private.star_door(star); end if;
  if was.id is null then
    insert into private.star_requests (star_id, member_id, kind, speaker, code, content)
      values (star, auth.uid(), 'claim', who, 'HOT-' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)), proof);
  else
    update private.star_requests r set speaker = who, content = proof, state = 'asked', decided_at = null, decided_by = null, reason = null,
        asked_at = clock_timestamp() where r.id = was.id;
  end if;
  if proof is not null then
    perform private.alert_team('star_door', '{}', star, auth.uid());
  end if;
  return private.star_door(star);
end $$;
comment on function private.ask_star_door(uuid, text, text) is 'See public.ask_star_door().';
grant execute on function private.ask_star_door(uuid, text, text) to authenticated;

create function public.ask_star_door(p_star uuid, p_speaker text, p_proof text default null) returns jsonb
language sql set search_path = '' as $$ select private.ask_star_door(p_star, p_speaker, p_proof) $$;
comment on function public.ask_star_door(uuid, text, text) is
  'RPC: says that the caller is this star or speaks for them. Without p_proof it answers the code to post, with it the team checks; answers star_door. Hints speaker_length, proof_length, unknown_star, too_many_claims.';
grant execute on function public.ask_star_door(uuid, text, text) to authenticated, service_role;

create function private.tell_star_facts(star uuid, given text) returns void
language plpgsql security definer set search_path = '' as $$
declare said constant text := private.note_text(given, 1000);
begin
  perform private.require_writer();
  perform from public.stars s where s.id = star for key share;
  if star not in (select private.stars_of(auth.uid())) then
    perform private.refuse('star.not_this_star', '42501');
  end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  insert into private.star_requests (star_id, member_id, kind, content) values (star, auth.uid(), 'facts', said);
  perform private.alert_team('star_door', '{}', star, auth.uid());
end $$;
comment on function private.tell_star_facts(uuid, text) is 'See public.tell_star_facts().';
grant execute on function private.tell_star_facts(uuid, text) to authenticated;

create function public.tell_star_facts(p_star uuid, p_text text) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.tell_star_facts(p_star, p_text);
  return true;
end $$;
comment on function public.tell_star_facts(uuid, text) is
  'RPC for a star: what is wrong about them on the site, for the team to correct. Hints not_this_star, note_length, note_missing.';
grant execute on function public.tell_star_facts(uuid, text) to authenticated, service_role;
