-- Two of one name are told apart, and what the team knows of them is remembered ------------------------------------------------------

create function private.star_distinction(star uuid) returns jsonb
language sql stable set search_path = '' as $$
  with own as (
    select s.id, s.sort_key, s.search_key, s.slug, extract(year from s.birthdate)::integer as born from public.stars s where s.id = star
  ), others as (
    select o.id, extract(year from o.birthdate)::integer as born from own join public.stars o
      on o.sort_key = own.sort_key and o.search_key = own.search_key and o.id <> own.id
  )
  select jsonb_build_object('distinguished_by', coalesce(
    -- The latest season in which nobody else of the name took part.
    (select f.name || ', ' || coalesce(n.title, 'Staffel ' || n.season_number)
      from own join public.season_participants p on p.star_id = own.id
      join public.seasons n on n.id = p.season_id join public.formats f on f.id = n.format_id
      where not exists (select from others o join public.season_participants x on x.star_id = o.id and x.season_id = p.season_id)
      order by n.start_date desc nulls last, n.season_number desc, n.id limit 1),
    (select 'Jahrgang ' || own.born from own where own.born not in (select o.born from others o where o.born is not null)),
    (select '/stars/' || own.slug from own)))
$$;
comment on function private.star_distinction(uuid) is
  'What tells a star from others of its name that the caller may see, as {distinguished_by}: a season, else the year of birth, else the address. Asked only where there is another.';
grant execute on function private.star_distinction(uuid) to anon, authenticated, service_role;

-- Runs as the caller: a hidden star of the name distinguishes nobody in public.
create function private.distinguished(star uuid, key text, search_key text) returns jsonb
language sql stable set search_path = '' as $$
  select case when exists (select from public.stars o
      where o.sort_key = distinguished.key collate "C" and o.search_key = distinguished.search_key and o.id <> star)
    then private.star_distinction(star) else '{}' end
$$;
comment on function private.distinguished(uuid, text, text) is
  'An empty object, or what private.star_distinction() says where another star has the same folded name: added to references of stars.';
grant execute on function private.distinguished(uuid, text, text) to anon, authenticated, service_role;

create or replace view private.star_cards with (security_invoker = on) as
select s.id, s.slug, s.sort_key, x.hot_score, x.rank,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name, 'nickname', s.nickname,
    'avatar_url', s.avatar_url) || private.distinguished(s.id, s.sort_key, s.search_key) as ref,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name, 'nickname', s.nickname,
    'avatar_url', s.avatar_url, 'hot_score', x.hot_score, 'votes', x.votes_count, 'rank', x.rank,
    'rank_week_ago', case when x.rank is not null then x.rank_week_ago end) || private.distinguished(s.id, s.sort_key, s.search_key) as card
from public.stars s
join public.star_scores x on x.star_id = s.id
where s.is_active;

create or replace function private.social_item(a public.star_social_accounts) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', a.id, 'platform', a.platform, 'handle', a.handle, 'url', a.url, 'followers', a.followers,
      'updated_at', a.updated_at,
      -- The latest record that is at least 30 days old, which the public chart compares with.
      'month_ago', (select h.followers from public.star_social_followers h
        where h.account_id = a.id and h.day <= private.berlin_day(now()) - 30 order by h.day desc limit 1),
      'star', jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name,
        'nickname', s.nickname, 'avatar_url', s.avatar_url, 'is_active', s.is_active) || private.distinguished(s.id, s.sort_key, s.search_key))
    from public.stars s where s.id = a.star_id);
end $$;

create or replace function public.admin_stars_page(
  p_query text default null, p_state text default null, p_gap text default null, p_sort text default 'name',
  p_after text default null, p_limit integer default 30
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 30);
  state constant text := case when p_state in ('active', 'inactive') then p_state end;
  sort constant text := case when p_sort = 'new' then 'new' else 'name' end;
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select l.id, l.keys, l.place
      from private.admin_list_stars(private.search_words(p_query), state, nullif(p_gap, ''), sort, p_after, wanted + 1)
        with ordinality as l (id, keys, place)
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name,
          'nickname', s.nickname, 'avatar_url', s.avatar_url, 'is_active', s.is_active, 'hot_score', x.hot_score, 'rank', x.rank,
          'fans', s.fans_count, 'has_bio', coalesce(s.bio, '') <> '', 'created_at', s.created_at,
          'seasons', (select count(*) from public.season_participants p where p.star_id = s.id),
          'social', (select count(*) from public.star_social_accounts a where a.star_id = s.id))
          || private.distinguished(s.id, s.sort_key, s.search_key) order by l.place)
        from listed l join public.stars s on s.id = l.id join public.star_scores x on x.star_id = s.id
        where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(variadic l.keys) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create or replace function public.admin_season(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_id);
begin
  perform private.require_moderator();
  return (
    select c.card || jsonb_build_object('description', s.description, 'location', s.location, 'updated_at', s.updated_at,
      'format', jsonb_build_object('id', f.id, 'name', f.name, 'slug', f.slug, 'emoji', f.emoji, 'color', f.color, 'is_active', f.is_active),
      'events', (select count(*) from public.calendar_events e where e.season_id = s.id and e.is_occurrence),
      'cast', coalesce((
        select jsonb_agg(jsonb_build_object('id', t.id, 'slug', t.slug, 'first_name', t.first_name, 'last_name', t.last_name,
          'nickname', t.nickname, 'avatar_url', t.avatar_url, 'is_active', t.is_active, 'placement', p.placement)
          || private.distinguished(t.id, t.sort_key, t.search_key)
          order by p.sort_order, t.sort_key, t.id)
        from public.season_participants p
        join public.stars t on t.id = p.star_id
        where p.season_id = s.id), '[]'::jsonb))
    from public.seasons s
    join public.formats f on f.id = s.format_id
    join private.season_cards c on c.id = s.id
    where s.id = wanted
  );
end $$;

create or replace function public.admin_pick(p_kind text, p_query text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  most constant integer := 10;
  words constant text[] := private.search_words(p_query);
  patterns constant text[] := private.like_patterns(words);
  nickname_start constant text := private.nickname_key(left(btrim(coalesce(p_query, ''), ' @'), 100));
begin
  perform private.require_moderator();
  if cardinality(words) = 0 then return '[]'; end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', hit.id, 'title', hit.title, 'hint', nullif(hit.hint, '')) order by hit.place, hit.id)
    from (
      (select s.id, s.full_name as title, concat_ws(' · ', private.distinguished(s.id, s.sort_key, s.search_key) ->> 'distinguished_by', s.slug,
         case when not s.is_active then 'nicht aktiv' end) as hint,
         s.sort_key as place
       from public.stars s where p_kind = 'star' and s.search_key like all (patterns) order by s.sort_key, s.id limit most)
      union all
      (select f.id, f.name, concat_ws(' · ', f.slug, case when not f.is_active then 'nicht aktiv' end), f.search_key
       from public.formats f where p_kind = 'format' and f.search_key like all (patterns) order by f.search_key, f.id limit most)
      union all
      (select e.id, f.name || ' · ' || coalesce(e.title, 'Staffel ' || e.season_number), coalesce(e.start_date::text, e.slug),
         f.search_key || lpad((9999 - e.season_number)::text, 4, '0')
       from public.seasons e join public.formats f on f.id = e.format_id
       where p_kind = 'season' and f.search_key || ' staffel ' || e.season_number || ' ' || lower(coalesce(e.title, '')) like all (patterns)
       order by f.search_key, e.season_number desc, e.id limit most)
      union all
      (select m.id, m.nickname, m.slug, private.nickname_key(m.nickname)
       from public.public_profiles m where p_kind = 'member'
         -- Not LIKE: behind a policy it would not use the index.
         and private.nickname_key(m.nickname) ~>=~ nickname_start and private.nickname_key(m.nickname) ~<~ (nickname_start || chr(1114111))
       order by private.nickname_key(m.nickname) using ~<~, m.id limit most)
    ) hit), '[]'::jsonb);
end $$;

-- "Zwei Personen" ------------------------------------------------------------------------------------------------------------------

create table private.distinct_stars (
  -- No foreign keys: what was said stands again when a star comes back from the bin.
  one uuid not null,
  other uuid not null,
  said_by uuid references public.profiles on delete set null,
  said_at timestamptz not null default clock_timestamp(),
  primary key (one, other),
  constraint distinct_stars_order check (one < other)
);
comment on table private.distinct_stars is 'Pairs of stars of which the team says that they are two persons. Goes with the stars when they have left the bin.';
create index distinct_stars_other on private.distinct_stars (other);
create index distinct_stars_said_by on private.distinct_stars (said_by);
alter table private.distinct_stars enable row level security;
revoke all on private.distinct_stars from public, anon, authenticated;

create function private.tell_stars_apart(star uuid, other uuid, apart boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  named text;
  other_named text;
begin
  perform private.require_moderator();
  if star = other then perform private.refuse('Das ist derselbe Star.', 'same_star'); end if;
  select s.full_name into named from public.stars s where s.id = star;
  select s.full_name into other_named from public.stars s where s.id = tell_stars_apart.other;
  if named is null or other_named is null then
    raise exception 'Diesen Star gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
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
create function public.admin_tell_stars_apart(p_star uuid, p_other uuid, p_apart boolean) returns void
language sql set search_path = '' as $$ select private.tell_stars_apart(p_star, p_other, p_apart) $$;
comment on function public.admin_tell_stars_apart(uuid, uuid, boolean) is
  'RPC for staff: two stars of similar names are two persons and are no longer proposed as duplicates of each other; false takes that back. Hints same_star, target_gone.';

create or replace function private.similar_stars(name text, except_star uuid) returns jsonb
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

create or replace function private.admin_star(star uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return (
    select to_jsonb(s) - array['full_name', 'fans_count', 'search_key', 'sort_key', 'letter'] || jsonb_build_object(
      'hot_score', x.hot_score, 'rank', x.rank,
      'old_slugs', coalesce((select jsonb_agg(h.old_slug order by h.created_at desc, h.old_slug)
        from public.star_slug_history h where h.star_id = star), '[]'::jsonb),
      'votes', (select count(*) from public.demand_votes v where v.star_id = star)
        + (select count(*) from public.realness_votes v where v.star_id = star)
        + (select count(*) from public.drama_votes v where v.star_id = star),
      'fans', s.fans_count,
      'posts', (select count(*) from public.post_tags t where t.tag_id = star),
      'social', (select count(*) from public.star_social_accounts a where a.star_id = star),
      'seasons', coalesce((
        select jsonb_agg(jsonb_build_object('id', n.id, 'format', f.name, 'season_number', n.season_number, 'title', n.title,
          'placement', p.placement) order by f.name, n.season_number desc, n.id)
        from public.season_participants p join public.seasons n on n.id = p.season_id join public.formats f on f.id = n.format_id
        where p.star_id = star), '[]'::jsonb),
      -- A merge carries these along too.
      'binned_seasons', (select count(*) from private.binned_rows b
        where b.table_name = 'public.season_participants' and b.content ->> 'star_id' = star::text
          and exists (select from private.binned_rows n where n.bin_id = b.bin_id and n.table_name = 'public.seasons'
            and n.content ->> 'id' = b.content ->> 'season_id')),
      'apart', private.stars_apart(star),
      'similar', private.similar_stars(s.first_name || ' ' || coalesce(s.nickname, '') || ' ' || s.last_name, star))
      || private.distinguished(s.id, s.sort_key, s.search_key)
    from public.stars s join public.star_scores x on x.star_id = s.id where s.id = star);
end $$;

create or replace function private.empty_bin() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.bin b where private.restorable_until(b.removed_at) <= now();
  delete from private.distinct_stars d where exists (
    select from unnest(array[d.one, d.other]) as star where not exists (select from public.stars s where s.id = star)
      and not exists (select from private.binned_rows b where b.table_name = 'public.stars' and b.content ->> 'id' = star::text));
  perform private.delete_unused_pictures();
end $$;

revoke execute on function private.tell_stars_apart(uuid, uuid, boolean), private.stars_apart(uuid) from public, anon;
grant execute on function private.tell_stars_apart(uuid, uuid, boolean) to authenticated;
revoke all on function public.admin_tell_stars_apart(uuid, uuid, boolean) from public, anon, authenticated;
grant execute on function public.admin_tell_stars_apart(uuid, uuid, boolean) to authenticated;
