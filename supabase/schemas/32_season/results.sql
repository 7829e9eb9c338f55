-- Results behind the boundary: who won, who left -----------------------------------------------------------------------

create function private.sees_results(season uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare seen integer := (select p.until_number from private.watch_progress p where p.member_id = auth.uid() and p.season_id = season);
begin
  if seen is not null then return seen >= private.aired_until(season); end if;
  return (select c.card ->> 'status' <> 'running' from private.season_cards c where c.id = season);
end $$;
comment on function private.sees_results(uuid) is
  'Whether the caller may read the placements of a season: who says how far they are, once they have seen all that ran; everybody else when the season is over.';

create function private.placements_of_season(season uuid) returns table (star_id uuid, placement text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select p.star_id, p.placement from public.season_participants p
    where p.season_id = season and p.placement is not null and private.sees_results(season);
end $$;
comment on function private.placements_of_season(uuid) is 'Placements of a season that the caller may see.';
grant execute on function private.placements_of_season(uuid) to anon, authenticated, service_role;

create function private.placements_of_star(star uuid) returns table (season_id uuid, placement text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select p.season_id, p.placement from public.season_participants p
    where p.star_id = star and p.placement is not null and private.sees_results(p.season_id);
end $$;
comment on function private.placements_of_star(uuid) is 'Placements of a star that the caller may see.';
grant execute on function private.placements_of_star(uuid) to anon, authenticated, service_role;

create function private.has_covered_results(season uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.season_participants p where p.season_id = season and p.placement is not null)
    and not private.sees_results(season);
end $$;
comment on function private.has_covered_results(uuid) is 'Whether there are placements that the caller may not see yet.';
grant execute on function private.has_covered_results(uuid) to anon, authenticated, service_role;

create function private.all_placements(season uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('star_id', p.star_id, 'placement', p.placement) order by p.sort_order, p.star_id)
    from public.season_participants p
    join public.stars t on t.id = p.star_id and t.is_active
    join public.seasons s on s.id = p.season_id
    join public.formats f on f.id = s.format_id and f.is_active
    where p.season_id = season and p.placement is not null), '[]'::jsonb);
end $$;
comment on function private.all_placements(uuid) is 'See public.season_results().';
grant execute on function private.all_placements(uuid) to anon, authenticated, service_role;

create function public.season_results(p_season_id text) returns jsonb
language sql stable set search_path = '' as $$ select private.all_placements(private.as_uuid(p_season_id)) $$;
comment on function public.season_results(text) is
  'RPC: [{star_id, placement}] of a season, for whoever asks for it by a press although it is covered on its page.';
grant execute on function public.season_results(text) to anon, authenticated, service_role;

create function private.placement_for_staff(season uuid, star uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return (select p.placement from public.season_participants p where p.season_id = season and p.star_id = star);
end $$;
comment on function private.placement_for_staff(uuid, uuid) is 'For the team, which edits what its own progress may cover.';
grant execute on function private.placement_for_staff(uuid, uuid) to authenticated;
