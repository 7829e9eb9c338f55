-- Facts about the people of a format ----------------------------------------------------------------------------------

create function private.refresh_format_facts(formats uuid[]) returns void
language sql security definer set search_path = '' as $$
  with people as (
    select n.format_id, a.star_id, max(n.season_number) as last_season, min(a.sort_order) as sort_order
    from public.season_participants a
    join public.seasons n on n.id = a.season_id
    where n.format_id = any (formats)
    group by n.format_id, a.star_id
  ), placed as (
    select p.format_id, p.star_id, x.hot_score,
      row_number() over (partition by p.format_id
        order by x.rank, x.hot_score desc nulls last, p.last_season desc, p.sort_order, s.sort_key, s.id) as place
    from people p
    join public.stars s on s.id = p.star_id and s.is_active
    join public.star_scores x on x.star_id = p.star_id
  )
  insert into private.format_facts as known (format_id, participants, best_stars, average_score)
  select f.id, count(p.star_id), coalesce(array_agg(p.star_id order by p.place) filter (where p.place <= 12), '{}'), round(avg(p.hot_score), 1)
  from public.formats f
  left join placed p on p.format_id = f.id
  where f.id = any (formats)
  group by f.id
  on conflict (format_id) do update
    set participants = excluded.participants, best_stars = excluded.best_stars, average_score = excluded.average_score
    where (known.participants, known.best_stars, known.average_score)
      is distinct from (excluded.participants, excluded.best_stars, excluded.average_score)
$$;
comment on function private.refresh_format_facts(uuid[]) is 'Recounts and reorders the people of these formats: by HoT rank, then by latest season.';

create function private.follow_new_formats() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_format_facts(array(select id from new_rows));
  return null;
end $$;
comment on function private.follow_new_formats() is 'Trigger: creates the row of facts of a new format.';

create function private.follow_casts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare formats uuid[];
begin
  if tg_op = 'INSERT' then
    formats := array(select distinct n.format_id from new_rows r join public.seasons n on n.id = r.season_id);
  elsif tg_op = 'DELETE' then
    formats := array(select distinct n.format_id from old_rows r join public.seasons n on n.id = r.season_id);
  else
    formats := array(select distinct n.format_id from (select season_id from old_rows union select season_id from new_rows) r
      join public.seasons n on n.id = r.season_id);
  end if;
  perform private.refresh_format_facts(formats);
  return null;
end $$;
comment on function private.follow_casts() is 'Trigger: updates the facts of formats after a change of casts, once per statement.';

create function private.follow_season() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_format_facts(array[old.format_id, case when tg_op = 'UPDATE' then new.format_id end]);
  return null;
end $$;
comment on function private.follow_season() is 'Trigger: updates the facts of formats when a season is deleted, moved or renumbered.';

create function private.follow_star() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_format_facts(array(
    select distinct n.format_id from public.season_participants a join public.seasons n on n.id = a.season_id where a.star_id = new.id));
  return null;
end $$;
comment on function private.follow_star() is 'Trigger: updates the facts of formats when a star is hidden or shown again.';
