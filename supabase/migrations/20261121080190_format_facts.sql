-- What every card of a format says about its people. Counting and sorting whole casts for each request would grow with every season.
create table private.format_facts (
  format_id uuid primary key references public.formats on delete cascade,
  participants integer not null,
  best_stars uuid[] not null,
  average_score numeric(4, 1),
  posts integer not null default 0
);
comment on table private.format_facts is
  'Per format: active people who took part, the twelve best, their average HoT score, approved posts tagged with it. Kept by triggers of casts, seasons and stars; scores and posts as of the last private.refresh_charts().';
revoke all on private.format_facts from public, anon, authenticated;
grant select on private.format_facts to anon, authenticated, service_role;

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
comment on function private.refresh_format_facts(uuid[]) is 'Counts and ranks the people of these formats again: by HoT rank, then the latest season.';

create function private.follow_new_formats() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_format_facts(array(select id from new_rows));
  return null;
end $$;
comment on function private.follow_new_formats() is 'Trigger: a format has its facts from the start.';
create trigger formats_facts after insert on public.formats
  referencing new table as new_rows for each statement execute function private.follow_new_formats();

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
comment on function private.follow_casts() is 'Trigger: facts of formats follow their casts, once per statement.';
create trigger season_participants_facts_insert after insert on public.season_participants
  referencing new table as new_rows for each statement execute function private.follow_casts();
create trigger season_participants_facts_update after update on public.season_participants
  referencing old table as old_rows new table as new_rows for each statement execute function private.follow_casts();
create trigger season_participants_facts_delete after delete on public.season_participants
  referencing old table as old_rows for each statement execute function private.follow_casts();

create function private.follow_season() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_format_facts(array[old.format_id, case when tg_op = 'UPDATE' then new.format_id end]);
  return null;
end $$;
comment on function private.follow_season() is 'Trigger: a season that goes, moves or is renumbered takes its people along.';
create trigger seasons_facts after delete or update of format_id, season_number on public.seasons
  for each row execute function private.follow_season();

create function private.follow_star() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_format_facts(array(
    select distinct n.format_id from public.season_participants a join public.seasons n on n.id = a.season_id where a.star_id = new.id));
  return null;
end $$;
comment on function private.follow_star() is 'Trigger: a hidden star leaves the facts of formats, one shown again comes back.';
create trigger stars_facts after update of is_active on public.stars
  for each row when (old.is_active <> new.is_active) execute function private.follow_star();

select private.refresh_format_facts(array(select id from public.formats));
