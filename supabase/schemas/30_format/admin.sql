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
grant execute on function public.admin_formats_page(text, text, text, text, integer) to authenticated, service_role;

create function public.admin_format(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_id);
begin
  perform private.require_moderator();
  return (
    select (to_jsonb(f) - '{search_key,external_key,seasons_count,created_at}'::text[]) || jsonb_build_object(
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
grant execute on function public.admin_format(text) to authenticated, service_role;

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
    if not found then perform private.refuse('format.target_gone.format', '23503'); end if;
    if known.updated_at is distinct from p_seen then
      perform private.refuse('format.changed_meanwhile.format');
    end if;
  end if;
  format := jsonb_populate_record(known, private.cleaned_values(p_values));
  format.id := coalesce(p_id, gen_random_uuid());
  format.name := private.clean_line(coalesce(format.name, ''));
  format.short_name := nullif(private.clean_line(format.short_name), '');
  format.slug := coalesce(nullif(private.slugify(coalesce(format.slug, '')), ''), nullif(private.short_slug(format.name, 190), ''), 'format');
  format.color := lower(format.color);
  format.is_active := coalesce(format.is_active, true);
  wanted := private.given_columns(to_jsonb(format), p_values || '{"slug": null}');
  if p_id is not null then
    select jsonb_agg(w.key order by w.key) into changed from jsonb_each(wanted) w where w.value is distinct from to_jsonb(known) -> w.key;
    if changed is null then return jsonb_build_object('id', known.id, 'slug', known.slug, 'updated_at', known.updated_at); end if;
  end if;
  if format.slug is distinct from known.slug then
    if private.is_reserved_format_slug(format.slug) then
      perform private.refuse('format.slug_reserved');
    elsif exists (select from public.formats f where f.slug = format.slug) then
      perform private.refuse('format.slug_taken', '23505');
    elsif exists (select from public.format_slug_history h where h.old_slug = format.slug and h.format_id <> format.id) then
      perform private.refuse('format.slug_remembered', '23505');
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
grant execute on function public.admin_save_format(uuid, timestamptz, jsonb) to authenticated, service_role;

create function public.admin_delete_format(p_id uuid, p_seasons integer, p_events integer) returns jsonb
language plpgsql security invoker set search_path = '' set statement_timeout = '30s' as $$
declare
  known public.formats;
  events integer;
begin
  perform private.require_admin();
  select * into known from public.formats f where f.id = p_id for update;
  if not found then perform private.refuse('format.target_gone.format', '23503'); end if;
  events := (select count(*) from public.calendar_events e where e.format_id = p_id and e.is_occurrence);
  if (known.seasons_count, events) is distinct from (p_seasons, p_events) then
    perform private.refuse('format.contents_changed.format');
  end if;
  perform private.log_staff_action('delete_format', 'format', p_id::text,
    jsonb_build_object('name', known.name, 'slug', known.slug, 'seasons', known.seasons_count, 'events', events));
  perform private.put_in_bin('format', known.name, jsonb_build_object('formats', jsonb_build_array(p_id)));
  delete from public.calendar_events e where e.format_id = p_id;
  delete from public.formats f where f.id = p_id;
  return jsonb_build_object('seasons', known.seasons_count, 'events', events);
end $$;
comment on function public.admin_delete_format(uuid, integer, integer) is
  'RPC for admins: deletes a format with its seasons, casts, calendar events and tags, if it has as many as were shown. Hints target_gone, contents_changed.';
grant execute on function public.admin_delete_format(uuid, integer, integer) to authenticated, service_role;
