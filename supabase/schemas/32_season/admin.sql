-- Admin: seasons ------------------------------------------------------------------------------------------------------

-- /admin/seasons: list, one season with its cast, saving both at once, deleting.

create function public.admin_seasons_page(
  p_query text default null, p_format text default null, p_state text default null, p_after text default null, p_limit integer default 50
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 50);
  last constant text[] := private.cursor_parts(p_after, '{text,uuid,integer}');
  patterns constant text[] := private.like_patterns(private.search_words(p_query));
  wanted_format constant uuid := private.as_uuid(p_format);
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select a.*, row_number() over (order by a.format_key, a.format_id, a.season_number desc) as place
      from (
        select s.id, s.season_number, s.format_id, f.search_key as format_key, f.name, f.emoji, f.color, f.is_active, f.slug as format_slug, c.card
        from public.seasons s
        join public.formats f on f.id = s.format_id
        join private.season_cards c on c.id = s.id
        where (last is null or (f.search_key, f.id) > (last[1], last[2]::uuid)
            or ((f.search_key, f.id) = (last[1], last[2]::uuid) and s.season_number < last[3]::integer))
          and (p_format is null or s.format_id = wanted_format)
          and (f.search_key || ' staffel ' || s.season_number || ' ' || private.search_fold(coalesce(s.title, ''))) like all (patterns)
          and (p_state is null or case p_state when 'without_cast' then s.participants_count = 0 else c.card ->> 'status' = p_state end)
        order by f.search_key, f.id, s.season_number desc limit wanted + 1
      ) a
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(l.card || jsonb_build_object(
          'format', jsonb_build_object('id', l.format_id, 'name', l.name, 'slug', l.format_slug, 'emoji', l.emoji, 'color', l.color,
            'is_active', l.is_active),
          'events', (select count(*) from (
            select from public.calendar_events e where e.season_id = l.id and e.is_occurrence and not e.is_rerun limit 1000) episodes)) order by l.place)
        from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.format_key, l.format_id::text, l.season_number::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.admin_seasons_page(text, text, text, text, integer) is
  'RPC for staff: seasons by format, newest first, optionally by words, format and state (upcoming, running, ended, without_cast), after a cursor.';
grant execute on function public.admin_seasons_page(text, text, text, text, integer) to authenticated, service_role;

create function public.admin_season(p_id text) returns jsonb
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
          'nickname', t.nickname, 'avatar_url', t.avatar_url, 'is_active', t.is_active, 'placement', private.placement_for_staff(p.season_id, p.star_id))
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
comment on function public.admin_season(text) is 'RPC for staff: a season to edit, with its cast in order, or null.';
grant execute on function public.admin_season(text) to authenticated, service_role;

-- Definer, because nobody may read a placement that is there: it may lie behind their own progress.
create function private.save_cast(season uuid, stars uuid[], placements text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  delete from public.season_participants p where p.season_id = season and p.star_id <> all (stars);
  insert into public.season_participants as p (season_id, star_id, placement, sort_order)
  select season, c.star, nullif(private.clean_line(c.placement), ''), c.place
  from unnest(stars, placements) with ordinality as c (star, placement, place)
  on conflict (season_id, star_id) do update set placement = excluded.placement, sort_order = excluded.sort_order
    where (p.placement, p.sort_order) is distinct from (excluded.placement, excluded.sort_order);
end $$;
comment on function private.save_cast(uuid, uuid[], text[]) is 'For the team: the cast of a season in order, with placements beside it.';
grant execute on function private.save_cast(uuid, uuid[], text[]) to authenticated;

create function public.admin_save_season(p_id uuid, p_seen timestamptz, p_values jsonb, p_stars uuid[], p_placements text[]) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  known public.seasons;
  season public.seasons;
  format public.formats;
  wanted jsonb;
  changed jsonb;
  saved jsonb;
  cast_before constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_array(p.star_id, private.placement_for_staff(p.season_id, p.star_id)) order by p.sort_order, t.sort_key, t.id), '[]'::jsonb)
    from public.season_participants p join public.stars t on t.id = p.star_id where p.season_id = p_id and private.is_moderator());
  cast_after constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_array(c.star, nullif(private.clean_line(c.placement), '')) order by c.place), '[]'::jsonb)
    from unnest(p_stars, p_placements) with ordinality as c (star, placement, place));
begin
  perform private.require_moderator();
  if cardinality(p_stars) > 300 or cardinality(p_stars) is distinct from cardinality(p_placements)
     or cardinality(p_stars) <> (select count(distinct star) from unnest(p_stars) star) then
    perform private.refuse('format.cast_invalid');
  end if;
  select * into format from public.formats f where f.id = (p_values ->> 'format_id')::uuid;
  if not found then perform private.refuse('format.format_gone', '23503'); end if;
  if p_id is not null then
    select * into known from public.seasons s where s.id = p_id for update;
    if not found then perform private.refuse('format.target_gone.season', '23503'); end if;
    if known.updated_at is distinct from p_seen then
      perform private.refuse('format.changed_meanwhile.season');
    end if;
    if known.format_id <> format.id then
      perform private.refuse('format.season_of_other_format');
    end if;
  end if;
  season := jsonb_populate_record(known, p_values);
  season.id := coalesce(p_id, gen_random_uuid());
  season.slug := coalesce(nullif(private.slugify(coalesce(season.slug, '')), ''), 'staffel-' || season.season_number);
  -- An address made from the number changes with it, as in the trigger.
  if season.slug = 'staffel-' || known.season_number then season.slug := 'staffel-' || season.season_number; end if;
  season.title := nullif(private.clean_line(season.title), '');
  season.location := nullif(private.clean_line(season.location), '');
  season.description := nullif(private.trim_text(private.clean_text(season.description)), '');
  if exists (select from public.seasons s
    where s.format_id = format.id and s.season_number = season.season_number and s.id <> season.id) then
    perform private.refuse('format.season_number_taken', '23505');
  elsif exists (select from public.seasons s where s.format_id = format.id and s.slug = season.slug and s.id <> season.id) then
    perform private.refuse('format.season_slug_taken', '23505');
  end if;
  wanted := private.given_columns(to_jsonb(season), p_values - 'format_id' || '{"slug": null}');
  if p_id is not null then
    select jsonb_agg(w.key order by w.key) into changed from (
      select e.key from jsonb_each(wanted) e where e.value is distinct from to_jsonb(known) -> e.key
      union all select 'cast' where cast_before <> cast_after) w;
    if changed is null then
      return jsonb_build_object('id', known.id, 'slug', known.slug, 'format_slug', format.slug, 'updated_at', known.updated_at);
    end if;
  end if;
  perform private.log_staff_action(case when p_id is null then 'create_season' else 'update_season' end, 'season', season.id::text,
    jsonb_build_object('name', left(format.name || ', Staffel ' || season.season_number, 200), 'changed', changed));
  -- Updates the row even when only the cast changed: updated_at tells other editors about it.
  saved := private.save_row('public.seasons', p_id::text,
    case when p_id is null then wanted || jsonb_build_object('id', season.id, 'format_id', format.id) else wanted end);
  perform private.save_cast(season.id, p_stars, p_placements);
  return jsonb_build_object('id', saved -> 'id', 'slug', saved -> 'slug', 'format_slug', format.slug, 'updated_at', saved -> 'updated_at');
end $$;
comment on function public.admin_save_season(uuid, timestamptz, jsonb, uuid[], text[]) is
  'RPC for staff: creates a season (p_id null) or changes the one last seen as of p_seen; p_values has format_id and a key for each column to set, p_stars is the cast in order, p_placements beside it, empty for none. Hints target_gone, format_gone, changed_meanwhile, cast_invalid, season_number_taken, season_slug_taken, season_slug_misleading.';
grant execute on function public.admin_save_season(uuid, timestamptz, jsonb, uuid[], text[]) to authenticated, service_role;

create function public.admin_delete_season(p_id uuid, p_participants integer, p_events integer) returns jsonb
language plpgsql security invoker set search_path = '' set statement_timeout = '30s' as $$
declare
  known public.seasons;
  events integer;
begin
  perform private.require_admin();
  select * into known from public.seasons s where s.id = p_id for update;
  if not found then perform private.refuse('format.target_gone.season', '23503'); end if;
  events := (select count(*) from public.calendar_events e where e.season_id = p_id and e.is_occurrence);
  if (known.participants_count, events) is distinct from (p_participants, p_events) then
    perform private.refuse('format.contents_changed.season');
  end if;
  perform private.log_staff_action('delete_season', 'season', p_id::text, jsonb_build_object(
    'name', (select left(f.name || ', Staffel ' || known.season_number, 200) from public.formats f where f.id = known.format_id),
    'participants', known.participants_count, 'events', events));
  perform private.put_in_bin('season', (select f.name || ', Staffel ' || known.season_number from public.formats f where f.id = known.format_id),
    jsonb_build_object('seasons', jsonb_build_array(p_id)));
  delete from public.calendar_events e where e.season_id = p_id;
  delete from public.seasons s where s.id = p_id;
  return jsonb_build_object('participants', known.participants_count, 'events', events);
end $$;
comment on function public.admin_delete_season(uuid, integer, integer) is
  'RPC for admins: deletes a season with its cast and its calendar events, if it has as many as were shown. Hints target_gone, contents_changed.';
grant execute on function public.admin_delete_season(uuid, integer, integer) to authenticated, service_role;
