-- Voting --------------------------------------------------------------------------------------------------------------

create function private.own_star_votes(star uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'demand', (select v.value from public.demand_votes v where v.user_id = (select auth.uid()) and v.star_id = star),
    'realness', (select v.value from public.realness_votes v where v.user_id = (select auth.uid()) and v.star_id = star),
    'drama', (select v.value from public.drama_votes v where v.user_id = (select auth.uid()) and v.star_id = star));
end $$;
comment on function private.own_star_votes(uuid) is 'The caller''s three votes on a star as ownStarVotes.';
grant execute on function private.own_star_votes(uuid) to authenticated;

create function public.viewer_star(p_star_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare star constant uuid := private.as_uuid(p_star_id);
begin
  return private.own_star_votes(star) || jsonb_build_object(
    'fan', exists (select from public.star_fans f where f.star_id = star and f.user_id = (select auth.uid())));
end $$;
comment on function public.viewer_star(text) is 'RPC: the caller''s three votes on a star, and whether they are a fan.';
grant execute on function public.viewer_star(text) to authenticated, service_role;

create function public.viewer_fans(p_ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return coalesce((
    select jsonb_agg(f.star_id) from public.star_fans f where f.star_id = any (p_ids[1:100]) and f.user_id = (select auth.uid())), '[]'::jsonb);
end $$;
comment on function public.viewer_fans(uuid[]) is 'RPC: those of up to 100 stars the caller is a fan of.';
grant execute on function public.viewer_fans(uuid[]) to authenticated, service_role;

-- /stars/voting

create function private.own_rated_stars() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  perform private.require_proven();
  return array(
    select d.star_id from public.demand_votes d
    join public.realness_votes r on r.user_id = me and r.star_id = d.star_id
    join public.drama_votes a on a.user_id = me and a.star_id = d.star_id
    join public.stars s on s.id = d.star_id and s.is_active
    where d.user_id = me);
end $$;
comment on function private.own_rated_stars() is 'Active stars about which the caller has answered all three questions.';
grant execute on function private.own_rated_stars() to authenticated;

-- Definer, because only without row-level security an index gives the order; it returns active stars only.
create function private.list_unrated_stars(rated uuid[], wanted integer) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare listed uuid[];
begin
  listed := array(
    select x.star_id from public.star_scores x join public.stars s on s.id = x.star_id
    where x.rank is not null and s.is_active and x.star_id <> all (rated)
    order by x.rank limit wanted);
  if cardinality(listed) = wanted then return listed; end if;
  return listed || array(
    select s.id from public.stars s
    where s.is_active and s.id <> all (rated)
      and exists (select from public.star_scores x where x.star_id = s.id and x.rank is null)
    order by s.sort_key, s.id limit wanted - cardinality(listed));
end $$;
comment on function private.list_unrated_stars(uuid[], integer) is 'Active stars that are not among the rated: by rank, then the unranked by name.';
grant execute on function private.list_unrated_stars(uuid[], integer) to authenticated;

create function private.own_votes_weigh_from() returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_young_site() then return null; end if;
  return (
    select private.counted_from(p.created_at + interval '24 hours') from public.profiles p
    where p.id = auth.uid() and p.created_at > now() - interval '24 hours');
end $$;
comment on function private.own_votes_weigh_from() is 'From when the caller''s votes count that are given now; null: at once.';
grant execute on function private.own_votes_weigh_from() to authenticated;

create function public.voting_page(p_limit integer default 10) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  rated constant uuid[] := private.own_rated_stars();
  listed constant uuid[] := private.list_unrated_stars(rated, private.page_limit(p_limit, 10, 50));
begin
  return jsonb_build_object(
    'rated', cardinality(rated),
    'total', coalesce((select sum(l.stars_count) from private.star_letters l), 0),
    'weigh_from', private.own_votes_weigh_from(),
    'stars', coalesce((
      select jsonb_agg(c.card || jsonb_build_object('mine', private.own_star_votes(c.id)) order by array_position(listed, c.id))
      from private.star_cards c where c.id = any (listed)), '[]'::jsonb));
end $$;
comment on function public.voting_page(integer) is 'RPC of /stars/voting: active stars the caller has not fully rated, best first, how many of all are rated, and from when the caller''s votes count (null: at once).';
grant execute on function public.voting_page(integer) to authenticated, service_role;

-- Voting on a star, all three questions at once.

create function private.set_star_vote(question text, star uuid, vote integer) returns void
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
comment on function private.set_star_vote(text, uuid, integer) is 'Sets the caller''s vote on one question; 0 withdraws it, null leaves it.';
grant execute on function private.set_star_vote(text, uuid, integer) to authenticated;

create function public.set_star_votes(
  p_star_id uuid, p_demand integer default null, p_realness integer default null, p_drama integer default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_writer();
  if p_demand not between 0 and 5 or p_realness not between 0 and 5 or p_drama not between 0 and 5 then
    perform private.refuse('star.vote_range');
  end if;
  if not exists (select from private.star_cards c where c.id = p_star_id) then
    perform private.refuse('star.unknown_star');
  end if;
  begin
    perform private.set_star_vote('demand', p_star_id, p_demand), private.set_star_vote('realness', p_star_id, p_realness),
      private.set_star_vote('drama', p_star_id, p_drama);
  exception when foreign_key_violation then
    -- Deleted or merged since the line above.
    perform private.refuse('star.unknown_star');
  end;
  return public.viewer_star(p_star_id::text) || (
    select jsonb_build_object('hot_score', x.hot_score, 'rank', x.rank, 'votes', x.votes_count)
    from private.star_score_now(p_star_id) x);
end $$;
comment on function public.set_star_votes(uuid, integer, integer, integer) is
  'RPC: sets the caller''s votes on a star (null: as it is, 0: withdrawn); returns them with the star''s score. The rank moves with the hourly job.';
grant execute on function public.set_star_votes(uuid, integer, integer, integer) to authenticated, service_role;
