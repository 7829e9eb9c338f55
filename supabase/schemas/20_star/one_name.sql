-- Admin: reading ------------------------------------------------------------------------------------------------------

-- Possible duplicates: similar names, active or not.
create function private.similar_stars(name text, except_star uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare folded constant text := private.search_fold(left(coalesce(name, ''), 300));
begin
  perform private.require_moderator();
  if char_length(folded) < 3 then return '[]'::jsonb; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'slug', f.slug, 'first_name', f.first_name, 'last_name', f.last_name,
      'nickname', f.nickname, 'avatar_url', f.avatar_url, 'is_active', f.is_active) || private.distinguished(f.id, f.sort_key, f.search_key)
      order by f.nearness desc, f.id), '[]'::jsonb)
    from (
      select s.*, extensions.similarity(s.search_key, folded) as nearness
      from public.stars s
      where s.search_key operator(extensions.%) folded and s.id is distinct from except_star
        and extensions.similarity(s.search_key, folded) >= 0.45
        and not exists (select from private.distinct_stars d where d.one = least(s.id, except_star) and d.other = greatest(s.id, except_star))
      order by nearness desc, s.id limit 5
    ) f);
end $$;
comment on function private.similar_stars(text, uuid) is 'Up to five stars with similar names, for staff: likely duplicates.';
grant execute on function private.similar_stars(text, uuid) to authenticated;

create function public.admin_similar_stars(p_name text, p_except uuid default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return private.similar_stars(p_name, p_except);
end $$;
comment on function public.admin_similar_stars(text, uuid) is 'RPC for staff: stars with a similar name, to avoid creating one twice.';
grant execute on function public.admin_similar_stars(text, uuid) to authenticated, service_role;

-- Two of one name are told apart, and what the team knows of them is remembered ---------------------------------------

create function private.star_distinction(star uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (with own as (
    select s.id, s.sort_key, s.search_key, s.slug, extract(year from s.birthdate)::integer as born from public.stars s where s.id = star
  ), others as (
    select o.id, extract(year from o.birthdate)::integer as born from own join public.stars o
      on o.sort_key = own.sort_key and o.search_key = own.search_key and o.id <> own.id
  )
  select jsonb_build_object('distinguished_by', coalesce(
    -- The latest season in which nobody else of the name took part.
    (select f.name || ', ' || coalesce(n.title, private.stored_text('format.season', n.season_number::text))
      from own join public.season_participants p on p.star_id = own.id
      join public.seasons n on n.id = p.season_id join public.formats f on f.id = n.format_id
      where not exists (select from others o join public.season_participants x on x.star_id = o.id and x.season_id = p.season_id)
      order by n.start_date desc nulls last, n.season_number desc, n.id limit 1),
    (select private.stored_text('star.born', own.born::text) from own where own.born not in (select o.born from others o where o.born is not null)),
    (select '/stars/' || own.slug from own))));
end $$;
comment on function private.star_distinction(uuid) is
  'What tells a star from others of its name that the caller may see, as {distinguished_by}: a season, else the year of birth, else the address. Asked only where there is another.';
grant execute on function private.star_distinction(uuid) to anon, authenticated, service_role;

-- Runs as the caller: a hidden star of the name distinguishes nobody in public.
create function private.distinguished(star uuid, key text, search_key text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return case when exists (select from public.stars o
      where o.sort_key = distinguished.key collate "C" and o.search_key = distinguished.search_key and o.id <> star)
    then private.star_distinction(star) else '{}' end;
end $$;
comment on function private.distinguished(uuid, text, text) is
  'An empty object, or what private.star_distinction() says where another star has the same folded name: added to references of stars.';
grant execute on function private.distinguished(uuid, text, text) to anon, authenticated, service_role;

-- "Zwei Personen" -----------------------------------------------------------------------------------------------------

create table private.distinct_stars (
  -- No foreign keys: what was said stands again when a star comes back from the bin.
  one uuid not null,
  other uuid not null,
  said_by uuid references public.profiles on delete set null,
  said_at timestamptz not null default clock_timestamp(),
  primary key (one, other),
  constraint distinct_stars_order check (one < other)
);
comment on table private.distinct_stars is
  'Pairs of stars of which the team says that they are two persons. Goes with the stars when they have left the bin. '
  'Not exported: who of the team said that two stars are two persons; nothing about that person.';

create index distinct_stars_other on private.distinct_stars (other);
create index distinct_stars_said_by on private.distinct_stars (said_by);

alter table private.distinct_stars enable row level security;
revoke all on private.distinct_stars from public, anon, authenticated, service_role;

create function private.tell_stars_apart(star uuid, other uuid, apart boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  named text;
  other_named text;
begin
  perform private.require_moderator();
  if star = other then perform private.refuse('star.same_star'); end if;
  select s.full_name into named from public.stars s where s.id = star;
  select s.full_name into other_named from public.stars s where s.id = tell_stars_apart.other;
  if named is null or other_named is null then
    perform private.refuse('star.target_gone', '23503');
  end if;
  if apart then
    insert into private.distinct_stars (one, other, said_by) values (least(star, tell_stars_apart.other), greatest(star, tell_stars_apart.other), auth.uid())
      on conflict do nothing;
  else
    delete from private.distinct_stars d where d.one = least(star, tell_stars_apart.other) and d.other = greatest(star, tell_stars_apart.other);
  end if;
  -- Said twice is said once.
  if found then
    perform private.log_staff_action(case when apart then 'tell_stars_apart' else 'doubt_stars' end, 'star', star::text,
      jsonb_build_object('name', named, 'other', other_named, 'other_id', other));
  end if;
end $$;
comment on function private.tell_stars_apart(uuid, uuid, boolean) is 'See public.admin_tell_stars_apart().';
grant execute on function private.tell_stars_apart(uuid, uuid, boolean) to authenticated;

create function public.admin_tell_stars_apart(p_star uuid, p_other uuid, p_apart boolean) returns void
language sql set search_path = '' as $$ select private.tell_stars_apart(p_star, p_other, p_apart) $$;
comment on function public.admin_tell_stars_apart(uuid, uuid, boolean) is
  'RPC for staff: two stars of similar names are two persons and are no longer proposed as duplicates of each other; false takes that back. Hints same_star, target_gone.';
grant execute on function public.admin_tell_stars_apart(uuid, uuid, boolean) to authenticated, service_role;

create function private.stars_apart(star uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('star', jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name,
      'last_name', s.last_name, 'nickname', s.nickname, 'avatar_url', s.avatar_url, 'is_active', s.is_active)
      || private.distinguished(s.id, s.sort_key, s.search_key),
    'said_by_name', (select m.nickname from public.profiles m where m.id = d.said_by), 'said_at', d.said_at) order by d.said_at desc, s.id), '[]'::jsonb)
  from private.distinct_stars d join public.stars s on s.id = case when d.one = star then d.other else d.one end
  where d.one = star or d.other = star
$$;
comment on function private.stars_apart(uuid) is 'Stars of which the team says that they are another person than this one, and who said it when.';
