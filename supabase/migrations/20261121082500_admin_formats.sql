-- /admin/formats: list, one format, saving, deleting. Shapes: domain/src/contract/admin/formats.ts.

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
          and (p_state is null or f.is_active = (p_state = 'aktiv'))
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
  'RPC for staff: formats by name, optionally by words, state (aktiv, inaktiv) and broadcaster or provider, after a cursor. Counts stop at 1000.';

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
comment on function public.admin_format(text) is 'RPC for staff: a format to edit, with all that would go with it, or null. The count of posts stops at 1000.';

create function public.admin_save_format(
  p_id uuid, p_seen timestamptz, p_name text, p_short_name text, p_slug text, p_emoji text, p_color text, p_broadcaster_id uuid,
  p_streaming_provider_id uuid, p_streaming_url text, p_description text, p_is_active boolean
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  known public.formats;
  saved_id constant uuid := coalesce(p_id, gen_random_uuid());
  new_name constant text := private.clean_line(coalesce(p_name, ''));
  new_slug constant text := coalesce(nullif(private.slugify(coalesce(p_slug, '')), ''), nullif(private.slugify(new_name), ''), 'format');
  wanted constant jsonb := jsonb_build_object('name', new_name, 'short_name', nullif(private.clean_line(p_short_name), ''), 'slug', new_slug,
    'emoji', nullif(private.trim_text(p_emoji), ''), 'color', lower(p_color), 'broadcaster_id', p_broadcaster_id,
    'streaming_provider_id', p_streaming_provider_id, 'streaming_url', nullif(private.trim_text(p_streaming_url), ''),
    'description', nullif(private.trim_text(private.clean_text(p_description)), ''), 'is_active', coalesce(p_is_active, true));
  changed jsonb;
begin
  perform private.require_moderator();
  if p_id is not null then
    select * into known from public.formats f where f.id = p_id for update;
    if not found then raise exception 'Dieses Format gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
    if known.updated_at is distinct from p_seen then
      raise exception 'Jemand anders hat dieses Format inzwischen geändert.' using errcode = '23514', hint = 'changed_meanwhile';
    end if;
    select jsonb_agg(w.key order by w.key) into changed from jsonb_each(wanted) w where w.value is distinct from to_jsonb(known) -> w.key;
    if changed is null then return jsonb_build_object('id', known.id, 'slug', known.slug, 'updated_at', known.updated_at); end if;
  end if;
  if new_slug is distinct from known.slug then
    if private.is_reserved_format_slug(new_slug) then
      raise exception 'Diese Adresse braucht die Seite selbst.' using errcode = '23514', hint = 'slug_reserved';
    elsif exists (select from public.formats f where f.slug = new_slug) then
      raise exception 'Diese Adresse hat schon ein Format.' using errcode = '23505', hint = 'slug_taken';
    elsif exists (select from public.format_slug_history h where h.old_slug = new_slug and h.format_id <> saved_id) then
      raise exception 'Unter dieser Adresse war ein anderes Format zu finden.' using errcode = '23505', hint = 'slug_remembered';
    end if;
  end if;
  perform private.log_staff_action(case when p_id is null then 'create_format' else 'update_format' end, 'format', saved_id::text,
    jsonb_build_object('name', new_name, 'slug', new_slug, 'changed', changed));
  if p_id is null then
    insert into public.formats (id, name, short_name, slug, emoji, color, broadcaster_id, streaming_provider_id, streaming_url, description, is_active)
    select saved_id, w.name, w.short_name, w.slug, w.emoji, coalesce(w.color, '#6b7280'), w.broadcaster_id, w.streaming_provider_id,
      w.streaming_url, w.description, w.is_active
    from jsonb_populate_record(null::public.formats, wanted) w;
  else
    update public.formats f set name = w.name, short_name = w.short_name, slug = w.slug, emoji = w.emoji, color = w.color,
      broadcaster_id = w.broadcaster_id, streaming_provider_id = w.streaming_provider_id, streaming_url = w.streaming_url,
      description = w.description, is_active = w.is_active
    from jsonb_populate_record(null::public.formats, wanted) w where f.id = p_id;
  end if;
  return (select jsonb_build_object('id', f.id, 'slug', f.slug, 'updated_at', f.updated_at) from public.formats f where f.id = saved_id);
end $$;
comment on function public.admin_save_format(uuid, timestamptz, text, text, text, text, text, uuid, uuid, text, text, boolean) is
  'RPC for staff: makes a format (p_id null) or changes the one last seen as of p_seen. Hints target_gone, changed_meanwhile, slug_reserved, slug_taken, slug_remembered.';

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
  public.admin_save_format(uuid, timestamptz, text, text, text, text, text, uuid, uuid, text, text, boolean),
  public.admin_delete_format(uuid, integer, integer) from public, anon, authenticated;
grant execute on function public.admin_formats_page(text, text, text, text, integer), public.admin_format(text),
  public.admin_save_format(uuid, timestamptz, text, text, text, text, text, uuid, uuid, text, text, boolean),
  public.admin_delete_format(uuid, integer, integer) to authenticated;
