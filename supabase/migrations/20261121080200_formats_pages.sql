-- /formate, a format, a season, and the redirect of legacy season ids.

-- Status by the Berlin day (decisions §3); without an end a season counts as running for a year at most. A season without dates of its
-- own goes by its episodes. Spelled out in the view: a function call per row would cost more than all the rest.
create view private.season_cards with (security_invoker = on) as
select s.id, s.format_id, s.slug, s.season_number,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'season_number', s.season_number, 'title', s.title, 'start_date', s.start_date,
    'end_date', s.end_date, 'participants', s.participants_count, 'status', case
      when run.first_day is null and run.last_day is null then 'kommt'
      when coalesce(run.last_day, run.first_day + 365) < run.today then 'beendet'
      when run.first_day > run.today then 'kommt'
      else 'läuft' end
  ) as card
from public.seasons s
cross join lateral (
  select
    case when s.start_date is null and s.end_date is null then (select min(e.event_date) from public.calendar_events e where e.season_id = s.id)
      else s.start_date end as first_day,
    case when s.start_date is null and s.end_date is null then (select max(e.event_date) from public.calendar_events e where e.season_id = s.id)
      else s.end_date end as last_day,
    (now() at time zone 'Europe/Berlin')::date as today
) run;
comment on view private.season_cards is 'Seasons as seasonCard.';

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

create view private.format_heads with (security_invoker = on) as
select f.id, f.name, f.created_at, n.event_date as next_date,
  jsonb_build_object('id', f.id, 'slug', f.slug, 'name', f.name, 'short_name', f.short_name, 'emoji', f.emoji, 'color', f.color,
    'description', f.description, 'broadcaster_id', f.broadcaster_id, 'streaming_provider_id', f.streaming_provider_id,
    'streaming_url', f.streaming_url, 'seasons_count', f.seasons_count, 'created_at', f.created_at,
    'next_episode', case when n.event_date is not null then
      jsonb_build_object('event_date', n.event_date, 'event_time', n.event_time, 'title', n.title) end) as head
from public.formats f
left join lateral (
  select e.event_date, e.event_time, e.title
  from public.calendar_events e
  where e.format_id = f.id and e.is_occurrence
    and e.event_date >= (now() at time zone 'Europe/Berlin')::date and e.event_date + e.event_time >= now() at time zone 'Europe/Berlin'
  order by e.event_date, e.event_time, e.id
  limit 1
) n on true
where f.is_active;
comment on view private.format_heads is 'Active formats as formatCard without its people: with the next episode (not begun yet, Berlin).';

create view private.format_cards with (security_invoker = on) as
select f.id, f.name, f.created_at, f.next_date, coalesce(k.participants, 0) as participants,
  f.head || jsonb_build_object('participants', coalesce(k.participants, 0), 'top_stars', coalesce((
    select jsonb_agg(c.ref || jsonb_build_object('hot_score', c.hot_score) order by b.place)
    from unnest(k.best_stars[:3]) with ordinality as b (star_id, place)
    join private.star_cards c on c.id = b.star_id), '[]'::jsonb)) as card
from private.format_heads f
left join private.format_facts k on k.format_id = f.id;
comment on view private.format_cards is 'Active formats as formatCard.';

grant select on private.season_cards, private.format_heads, private.format_cards to anon, authenticated, service_role;

create function public.formats_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(card order by created_at desc, id) from private.format_cards), '[]'::jsonb),
      'broadcasters', coalesce((select jsonb_agg(ref order by type, name) from private.broadcaster_refs where active), '[]'::jsonb),
      'providers', coalesce((select jsonb_agg(ref order by name) from private.provider_refs where active), '[]'::jsonb))
  );
end $$;
comment on function public.formats_page() is 'Page /formate: every active format, newest first, with the choices of its filters.';

create function public.format_page(p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.format_by(p_slug);
begin
  return (
    select c.card || jsonb_build_object(
      'updated_at', f.updated_at,
      'broadcaster', (select ref from private.broadcaster_refs where id = f.broadcaster_id),
      'provider', (select ref from private.provider_refs where id = f.streaming_provider_id),
      'seasons', coalesce((
        select jsonb_agg(s.card order by s.season_number desc, s.id) from private.season_cards s where s.format_id = wanted), '[]'::jsonb),
      'stars', coalesce((
        select jsonb_agg(t.card order by b.place)
        from private.format_facts k
        cross join unnest(k.best_stars) with ordinality as b (star_id, place)
        join private.star_cards t on t.id = b.star_id
        where k.format_id = wanted), '[]'::jsonb))
    from private.format_cards c
    join public.formats f on f.id = c.id
    where c.id = wanted
  );
end $$;
comment on function public.format_page(text) is
  'Page /formate/{slug}: the format by its current or a former slug (then slug differs from the one asked for), or null.';

create function public.season_page(p_format text, p_season text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted_format constant uuid := private.format_by(p_format);
  wanted constant uuid := (
    select s.id from public.seasons s
    where s.format_id = wanted_format and (s.slug = p_season or s.season_number::text = p_season)
    order by s.slug = p_season desc
    limit 1);
begin
  return (
    select c.card || jsonb_build_object(
      'description', s.description,
      'location', s.location,
      'updated_at', s.updated_at,
      'format', (
        select f.ref || jsonb_build_object('streaming_url', f.streaming_url,
          'broadcaster', (select ref from private.broadcaster_refs where id = f.broadcaster_id),
          'provider', (select ref from private.provider_refs where id = f.streaming_provider_id))
        from private.format_refs f where f.id = wanted_format),
      'cast', coalesce((
        select jsonb_agg(t.card || jsonb_build_object('placement', p.placement) order by p.sort_order, t.sort_key, t.id)
        from public.season_participants p
        join private.star_cards t on t.id = p.star_id
        where p.season_id = wanted), '[]'::jsonb),
      'previous', (
        select jsonb_build_object('slug', o.slug, 'season_number', o.season_number)
        from public.seasons o where o.format_id = wanted_format and o.season_number < s.season_number
        order by o.season_number desc limit 1),
      'next', (
        select jsonb_build_object('slug', o.slug, 'season_number', o.season_number)
        from public.seasons o where o.format_id = wanted_format and o.season_number > s.season_number
        order by o.season_number limit 1))
    from public.seasons s
    join private.season_cards c on c.id = s.id
    where s.id = wanted
  );
end $$;
comment on function public.season_page(text, text) is
  'Page of a season: by the format''s current or former slug and the season''s slug or number, or null.';

create function public.season_path(p_season_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_season_id);
begin
  return (
    select jsonb_build_object('format_slug', f.slug, 'season_slug', s.slug)
    from public.seasons s
    join private.format_refs f on f.id = s.format_id
    where s.id = wanted
  );
end $$;
comment on function public.season_path(text) is 'Where a legacy season id (/seasons/{id}) lives now, or null.';

revoke execute on function public.formats_page(), public.format_page(text), public.season_page(text, text), public.season_path(text) from public;
grant execute on function public.formats_page(), public.format_page(text), public.season_page(text, text), public.season_path(text)
  to anon, authenticated, service_role;
