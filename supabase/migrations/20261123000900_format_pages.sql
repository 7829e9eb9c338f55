-- Pages of formats and seasons ----------------------------------------------------------------------------------------

-- /formate, a format, a season, and the redirect of legacy season ids.

-- Status by the Berlin day; without an end a season counts as running for a year at most. A season without dates uses those
-- of its episodes. Spelled out in the view, because a function call per row would cost more than everything else.
create view private.season_cards with (security_invoker = on) as
select s.id, s.format_id, s.slug, s.season_number,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'season_number', s.season_number, 'title', s.title, 'start_date', s.start_date,
    'end_date', s.end_date, 'participants', s.participants_count, 'status', case
      when run.first_day is null and run.last_day is null then 'upcoming'
      when coalesce(run.last_day, run.first_day + 365) < run.today then 'ended'
      when run.first_day > run.today then 'upcoming'
      else 'running' end
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

-- Admin: formats ------------------------------------------------------------------------------------------------------

-- /admin/formats: list, one format, saving, deleting.

create function public.admin_formats_page(
  p_query text default null, p_state text default null, p_channel text default null, p_after text default null, p_limit integer default 50
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 50);
  last constant text[] := private.cursor_parts(p_after, '{text,uuid}');
  patterns constant text[] := private.like_patterns(private.search_words(p_query));
  channel constant uuid := private.as_uuid(p_channel);
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select a.*, row_number() over (order by a.search_key, a.id) as place
      from (
        select f.* from public.formats f
        where (last is null or (f.search_key, f.id) > (last[1], last[2]::uuid))
          and f.search_key like all (patterns)
          and (p_state is null or f.is_active = (p_state = 'active'))
          and (p_channel is null or channel in (f.broadcaster_id, f.streaming_provider_id))
        order by f.search_key, f.id limit wanted + 1
      ) a
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'short_name', l.short_name, 'slug', l.slug, 'emoji', l.emoji,
          'color', l.color, 'is_active', l.is_active, 'seasons', l.seasons_count,
          'events', (
            select count(*) from (
              select from public.calendar_events e where e.format_id = l.id and e.is_occurrence limit 1000) upcoming),
          'broadcaster', (select b.name from public.broadcasters b where b.id = l.broadcaster_id),
          'provider', (select p.name from public.streaming_providers p where p.id = l.streaming_provider_id)) order by l.place)
        from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.search_key, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.admin_formats_page(text, text, text, text, integer) is
  'RPC for staff: formats by name, optionally by words, state (active, inactive) and broadcaster or provider, after a cursor. Counts stop at 1000.';

create function public.admin_format(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_id);
begin
  perform private.require_moderator();
  return (
    select jsonb_build_object('id', f.id, 'name', f.name, 'short_name', f.short_name, 'slug', f.slug, 'emoji', f.emoji, 'color', f.color,
      'broadcaster_id', f.broadcaster_id, 'streaming_provider_id', f.streaming_provider_id, 'streaming_url', f.streaming_url,
      'description', f.description, 'is_active', f.is_active, 'updated_at', f.updated_at,
      'former_slugs', coalesce((
        select jsonb_agg(h.old_slug order by h.created_at desc, h.old_slug) from public.format_slug_history h where h.format_id = f.id), '[]'::jsonb),
      'seasons', coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'season_number', c.season_number, 'title', c.card -> 'title',
          'participants', c.card -> 'participants', 'status', c.card -> 'status') order by c.season_number desc)
        from private.season_cards c where c.format_id = f.id), '[]'::jsonb),
      'events', (select count(*) from public.calendar_events e where e.format_id = f.id and e.is_occurrence),
      'posts', (select count(*) from (select from public.post_tags t where t.tag_id = f.id limit 1000) tagged))
    from public.formats f where f.id = wanted
  );
end $$;
comment on function public.admin_format(text) is 'RPC for staff: a format to edit, with all that its deletion would take along, or null. The count of posts stops at 1000.';

create function public.admin_save_format(p_id uuid, p_seen timestamptz, p_values jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  known public.formats;
  format public.formats;
  wanted jsonb;
  changed jsonb;
  saved jsonb;
begin
  perform private.require_moderator();
  if p_id is not null then
    select * into known from public.formats f where f.id = p_id for update;
    if not found then raise exception 'Dieses Format gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
    if known.updated_at is distinct from p_seen then
      raise exception 'Jemand anders hat dieses Format inzwischen geändert.' using errcode = '23514', hint = 'changed_meanwhile';
    end if;
  end if;
  format := jsonb_populate_record(known, p_values);
  format.id := coalesce(p_id, gen_random_uuid());
  format.name := private.clean_line(coalesce(format.name, ''));
  format.short_name := nullif(private.clean_line(format.short_name), '');
  format.slug := coalesce(nullif(private.slugify(coalesce(format.slug, '')), ''), nullif(private.slugify(format.name), ''), 'format');
  format.emoji := nullif(private.trim_text(format.emoji), '');
  format.color := lower(format.color);
  format.streaming_url := nullif(private.trim_text(format.streaming_url), '');
  format.description := nullif(private.trim_text(private.clean_text(format.description)), '');
  format.is_active := coalesce(format.is_active, true);
  wanted := private.given_columns(to_jsonb(format), p_values || '{"slug": null}');
  if p_id is not null then
    select jsonb_agg(w.key order by w.key) into changed from jsonb_each(wanted) w where w.value is distinct from to_jsonb(known) -> w.key;
    if changed is null then return jsonb_build_object('id', known.id, 'slug', known.slug, 'updated_at', known.updated_at); end if;
  end if;
  if format.slug is distinct from known.slug then
    if private.is_reserved_format_slug(format.slug) then
      raise exception 'Diese Adresse braucht die Seite selbst.' using errcode = '23514', hint = 'slug_reserved';
    elsif exists (select from public.formats f where f.slug = format.slug) then
      raise exception 'Diese Adresse hat schon ein Format.' using errcode = '23505', hint = 'slug_taken';
    elsif exists (select from public.format_slug_history h where h.old_slug = format.slug and h.format_id <> format.id) then
      raise exception 'Unter dieser Adresse war ein anderes Format zu finden.' using errcode = '23505', hint = 'slug_remembered';
    end if;
  end if;
  perform private.log_staff_action(case when p_id is null then 'create_format' else 'update_format' end, 'format', format.id::text,
    jsonb_build_object('name', format.name, 'slug', format.slug, 'changed', changed));
  saved := private.save_row('public.formats', p_id::text,
    case when p_id is null then wanted || jsonb_build_object('id', format.id) else wanted end);
  return jsonb_build_object('id', saved -> 'id', 'slug', saved -> 'slug', 'updated_at', saved -> 'updated_at');
end $$;
comment on function public.admin_save_format(uuid, timestamptz, jsonb) is
  'RPC for staff: creates a format (p_id null) or changes the one last seen as of p_seen; p_values has a key for each column to set. An empty slug is made from the name. Returns id, slug and updated_at. Hints target_gone, changed_meanwhile, slug_reserved, slug_taken, slug_remembered.';

create function public.admin_delete_format(p_id uuid, p_seasons integer, p_events integer) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  known public.formats;
  events integer;
begin
  perform private.require_admin();
  select * into known from public.formats f where f.id = p_id for update;
  if not found then raise exception 'Dieses Format gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
  events := (select count(*) from public.calendar_events e where e.format_id = p_id and e.is_occurrence);
  if (known.seasons_count, events) is distinct from (p_seasons, p_events) then
    raise exception 'An diesem Format hängt inzwischen etwas anderes.' using errcode = '23514', hint = 'contents_changed';
  end if;
  perform private.log_staff_action('delete_format', 'format', p_id::text,
    jsonb_build_object('name', known.name, 'slug', known.slug, 'seasons', known.seasons_count, 'events', events));
  delete from public.calendar_events e where e.format_id = p_id;
  delete from public.formats f where f.id = p_id;
  return jsonb_build_object('seasons', known.seasons_count, 'events', events);
end $$;
comment on function public.admin_delete_format(uuid, integer, integer) is
  'RPC for admins: deletes a format with its seasons, casts, calendar events and tags, if it has as many as were shown. Hints target_gone, contents_changed.';

revoke all on function public.admin_formats_page(text, text, text, text, integer), public.admin_format(text),
  public.admin_save_format(uuid, timestamptz, jsonb),
  public.admin_delete_format(uuid, integer, integer) from public, anon, authenticated;
grant execute on function public.admin_formats_page(text, text, text, text, integer), public.admin_format(text),
  public.admin_save_format(uuid, timestamptz, jsonb),
  public.admin_delete_format(uuid, integer, integer) to authenticated;

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
            select from public.calendar_events e where e.season_id = l.id and e.is_occurrence limit 1000) episodes)) order by l.place)
        from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.format_key, l.format_id::text, l.season_number::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.admin_seasons_page(text, text, text, text, integer) is
  'RPC for staff: seasons by format, newest first, optionally by words, format and state (upcoming, running, ended, without_cast), after a cursor.';

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
          'nickname', t.nickname, 'avatar_url', t.avatar_url, 'is_active', t.is_active, 'placement', p.placement)
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
    select coalesce(jsonb_agg(jsonb_build_array(p.star_id, p.placement) order by p.sort_order, t.sort_key, t.id), '[]'::jsonb)
    from public.season_participants p join public.stars t on t.id = p.star_id where p.season_id = p_id);
  cast_after constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_array(c.star, nullif(private.clean_line(c.placement), '')) order by c.place), '[]'::jsonb)
    from unnest(p_stars, p_placements) with ordinality as c (star, placement, place));
begin
  perform private.require_moderator();
  if cardinality(p_stars) > 300 or cardinality(p_stars) is distinct from cardinality(p_placements)
     or cardinality(p_stars) <> (select count(distinct star) from unnest(p_stars) star) then
    raise exception 'Jeden Star nur einmal, höchstens 300.' using errcode = '23514', hint = 'cast_invalid';
  end if;
  select * into format from public.formats f where f.id = (p_values ->> 'format_id')::uuid;
  if not found then raise exception 'Dieses Format gibt es nicht mehr.' using errcode = '23503', hint = 'format_gone'; end if;
  if p_id is not null then
    select * into known from public.seasons s where s.id = p_id for update;
    if not found then raise exception 'Diese Staffel gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
    if known.updated_at is distinct from p_seen then
      raise exception 'Jemand anders hat diese Staffel inzwischen geändert.' using errcode = '23514', hint = 'changed_meanwhile';
    end if;
    if known.format_id <> format.id then
      raise exception 'Diese Staffel gehört zu einem anderen Format.' using errcode = '23514', hint = 'season_of_other_format';
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
    raise exception 'Diese Staffel gibt es schon.' using errcode = '23505', hint = 'season_number_taken';
  elsif exists (select from public.seasons s where s.format_id = format.id and s.slug = season.slug and s.id <> season.id) then
    raise exception 'Diese Adresse hat schon eine Staffel.' using errcode = '23505', hint = 'season_slug_taken';
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
  delete from public.season_participants p where p.season_id = season.id and p.star_id <> all (p_stars);
  insert into public.season_participants as p (season_id, star_id, placement, sort_order)
  select season.id, c.star, nullif(private.clean_line(c.placement), ''), c.place
  from unnest(p_stars, p_placements) with ordinality as c (star, placement, place)
  on conflict (season_id, star_id) do update set placement = excluded.placement, sort_order = excluded.sort_order
    where (p.placement, p.sort_order) is distinct from (excluded.placement, excluded.sort_order);
  return jsonb_build_object('id', saved -> 'id', 'slug', saved -> 'slug', 'format_slug', format.slug, 'updated_at', saved -> 'updated_at');
end $$;
comment on function public.admin_save_season(uuid, timestamptz, jsonb, uuid[], text[]) is
  'RPC for staff: creates a season (p_id null) or changes the one last seen as of p_seen; p_values has format_id and a key for each column to set, p_stars is the cast in order, p_placements beside it, empty for none. Hints target_gone, format_gone, changed_meanwhile, cast_invalid, season_number_taken, season_slug_taken, season_slug_misleading.';

create function public.admin_delete_season(p_id uuid, p_participants integer, p_events integer) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  known public.seasons;
  events integer;
begin
  perform private.require_admin();
  select * into known from public.seasons s where s.id = p_id for update;
  if not found then raise exception 'Diese Staffel gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
  events := (select count(*) from public.calendar_events e where e.season_id = p_id and e.is_occurrence);
  if (known.participants_count, events) is distinct from (p_participants, p_events) then
    raise exception 'An dieser Staffel hängt inzwischen etwas anderes.' using errcode = '23514', hint = 'contents_changed';
  end if;
  perform private.log_staff_action('delete_season', 'season', p_id::text, jsonb_build_object(
    'name', (select left(f.name || ', Staffel ' || known.season_number, 200) from public.formats f where f.id = known.format_id),
    'participants', known.participants_count, 'events', events));
  delete from public.calendar_events e where e.season_id = p_id;
  delete from public.seasons s where s.id = p_id;
  return jsonb_build_object('participants', known.participants_count, 'events', events);
end $$;
comment on function public.admin_delete_season(uuid, integer, integer) is
  'RPC for admins: deletes a season with its cast and its calendar events, if it has as many as were shown. Hints target_gone, contents_changed.';

revoke all on function public.admin_seasons_page(text, text, text, text, integer), public.admin_season(text),
  public.admin_save_season(uuid, timestamptz, jsonb, uuid[], text[]),
  public.admin_delete_season(uuid, integer, integer) from public, anon, authenticated;
grant execute on function public.admin_seasons_page(text, text, text, text, integer), public.admin_season(text),
  public.admin_save_season(uuid, timestamptz, jsonb, uuid[], text[]),
  public.admin_delete_season(uuid, integer, integer) to authenticated;
