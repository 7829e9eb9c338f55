-- What every write of a member asks, again with cached plans ----------------------------------------------------------------

-- A function in SQL that cannot be inlined (definer, or with a setting) is parsed and planned in every statement that calls
-- it; PL/pgSQL keeps its plans for the session. Nothing else changes.

create or replace function private.session_aal() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(s.aal::text, 'aal1') from auth.sessions s
    where s.id = private.as_uuid(auth.jwt() ->> 'session_id') and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now()));
end $$;

create or replace function private.session_is_live() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.session_aal() is not null;
end $$;

create or replace function private.may_write() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p
    where p.id = auth.uid() and not p.needs_invite
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  ) and private.session_is_live();
end $$;

create or replace function private.is_banned(member uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles p where p.id = member and p.is_banned and (p.banned_until is null or p.banned_until > now()));
end $$;

create or replace function private.quota_of(quota text, fixed integer) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select case quota when 'posts' then s.posts_quota when 'votes' then s.votes_quota else fixed end from public.app_settings s);
end $$;

create or replace function private.use_quota(quota text, allowed integer) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.use_quota(quota, allowed, 1);
end $$;

create or replace function private.vote_weighs(member uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p
    where p.id = member and p.created_at <= now() - interval '24 hours' and not p.needs_invite
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  );
end $$;

create or replace function private.own_star_votes(star uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'demand', (select v.value from public.demand_votes v where v.user_id = (select auth.uid()) and v.star_id = star),
    'realness', (select v.value from public.realness_votes v where v.user_id = (select auth.uid()) and v.star_id = star),
    'drama', (select v.value from public.drama_votes v where v.user_id = (select auth.uid()) and v.star_id = star));
end $$;

create or replace function private.set_star_vote(question text, star uuid, vote integer) returns void
language plpgsql set search_path = '' as $$
begin
  if vote is null then return; end if;
  -- Written out, because a statement put together from text is planned anew each time, with its policies.
  if question = 'demand' then
    if vote = 0 then delete from public.demand_votes v where v.user_id = auth.uid() and v.star_id = star; return; end if;
    insert into public.demand_votes as v (user_id, star_id, value) values (auth.uid(), star, vote)
      on conflict (user_id, star_id) do update set value = excluded.value where v.value <> excluded.value;
  elsif question = 'realness' then
    if vote = 0 then delete from public.realness_votes v where v.user_id = auth.uid() and v.star_id = star; return; end if;
    insert into public.realness_votes as v (user_id, star_id, value) values (auth.uid(), star, vote)
      on conflict (user_id, star_id) do update set value = excluded.value where v.value <> excluded.value;
  else
    if vote = 0 then delete from public.drama_votes v where v.user_id = auth.uid() and v.star_id = star; return; end if;
    insert into public.drama_votes as v (user_id, star_id, value) values (auth.uid(), star, vote)
      on conflict (user_id, star_id) do update set value = excluded.value where v.value <> excluded.value;
  end if;
end $$;
