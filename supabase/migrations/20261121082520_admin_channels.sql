-- /admin/broadcasters: broadcasters and streaming providers. Shapes: domain/src/contract/admin/channels.ts.

create function public.admin_channels_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object(
    'broadcasters', coalesce((
      select jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'type', b.type, 'website_url', b.website_url, 'color', b.color,
        'active', b.active, 'updated_at', b.updated_at,
        'formats', (select count(*) from public.formats f where f.broadcaster_id = b.id),
        'events', (select count(*) from (select from public.calendar_events e where e.broadcaster_id = b.id limit 1000) used)) order by b.type, b.name)
      from public.broadcasters b), '[]'::jsonb),
    'providers', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'website_url', p.website_url, 'color', p.color,
        'active', p.active, 'updated_at', p.updated_at,
        'formats', (select count(*) from public.formats f where f.streaming_provider_id = p.id),
        'events', (select count(*) from (select from public.calendar_events e where e.streaming_provider_id = p.id limit 1000) used)) order by p.name)
      from public.streaming_providers p), '[]'::jsonb));
end $$;
comment on function public.admin_channels_page() is
  'RPC for staff: all broadcasters (by type, then name) and streaming providers, with what uses them. Counts of events stop at 1000.';

create function public.admin_save_broadcaster(
  p_id uuid, p_seen timestamptz, p_name text, p_website_url text, p_type text, p_color text, p_active boolean
) returns uuid
language plpgsql security invoker set search_path = '' as $$
declare
  known public.broadcasters;
  saved_id constant uuid := coalesce(p_id, gen_random_uuid());
  new_name constant text := private.clean_line(coalesce(p_name, ''));
  wanted constant jsonb := jsonb_build_object('name', new_name, 'website_url', nullif(private.trim_text(p_website_url), ''), 'type', p_type,
    'color', lower(p_color), 'active', coalesce(p_active, true));
  changed jsonb;
begin
  perform private.require_moderator();
  if p_id is not null then
    select * into known from public.broadcasters b where b.id = p_id for update;
    if not found then raise exception 'Diesen Sender gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
    if known.updated_at is distinct from p_seen then
      raise exception 'Jemand anders hat diesen Sender inzwischen geändert.' using errcode = '23514', hint = 'changed_meanwhile';
    end if;
    select jsonb_agg(w.key order by w.key) into changed from jsonb_each(wanted) w where w.value is distinct from to_jsonb(known) -> w.key;
    if changed is null then return p_id; end if;
  end if;
  if exists (select from public.broadcasters b where private.search_fold(b.name) = private.search_fold(new_name) and b.id <> saved_id) then
    raise exception 'Diesen Sender gibt es schon.' using errcode = '23505', hint = 'name_taken';
  end if;
  perform private.log_staff_action(case when p_id is null then 'create_broadcaster' else 'update_broadcaster' end, 'broadcaster',
    saved_id::text, jsonb_build_object('name', new_name, 'changed', changed));
  insert into public.broadcasters as b (id, name, website_url, type, color, active)
  select saved_id, w.name, w.website_url, w.type, w.color, w.active from jsonb_populate_record(null::public.broadcasters, wanted) w
  where p_id is null;
  update public.broadcasters b set name = w.name, website_url = w.website_url, type = w.type, color = w.color, active = w.active
  from jsonb_populate_record(null::public.broadcasters, wanted) w where b.id = p_id;
  return saved_id;
end $$;
comment on function public.admin_save_broadcaster(uuid, timestamptz, text, text, text, text, boolean) is
  'RPC for staff: makes a broadcaster (p_id null) or changes the one last seen as of p_seen; its id. Hints target_gone, changed_meanwhile, name_taken.';

create function public.admin_save_provider(
  p_id uuid, p_seen timestamptz, p_name text, p_website_url text, p_color text, p_active boolean
) returns uuid
language plpgsql security invoker set search_path = '' as $$
declare
  known public.streaming_providers;
  saved_id constant uuid := coalesce(p_id, gen_random_uuid());
  new_name constant text := private.clean_line(coalesce(p_name, ''));
  wanted constant jsonb := jsonb_build_object('name', new_name, 'website_url', nullif(private.trim_text(p_website_url), ''),
    'color', lower(p_color), 'active', coalesce(p_active, true));
  changed jsonb;
begin
  perform private.require_moderator();
  if p_id is not null then
    select * into known from public.streaming_providers p where p.id = p_id for update;
    if not found then raise exception 'Diesen Anbieter gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
    if known.updated_at is distinct from p_seen then
      raise exception 'Jemand anders hat diesen Anbieter inzwischen geändert.' using errcode = '23514', hint = 'changed_meanwhile';
    end if;
    select jsonb_agg(w.key order by w.key) into changed from jsonb_each(wanted) w where w.value is distinct from to_jsonb(known) -> w.key;
    if changed is null then return p_id; end if;
  end if;
  if exists (select from public.streaming_providers p where private.search_fold(p.name) = private.search_fold(new_name) and p.id <> saved_id) then
    raise exception 'Diesen Anbieter gibt es schon.' using errcode = '23505', hint = 'name_taken';
  end if;
  perform private.log_staff_action(case when p_id is null then 'create_streaming_provider' else 'update_streaming_provider' end,
    'streaming_provider', saved_id::text, jsonb_build_object('name', new_name, 'changed', changed));
  insert into public.streaming_providers as p (id, name, website_url, color, active)
  select saved_id, w.name, w.website_url, w.color, w.active from jsonb_populate_record(null::public.streaming_providers, wanted) w
  where p_id is null;
  update public.streaming_providers p set name = w.name, website_url = w.website_url, color = w.color, active = w.active
  from jsonb_populate_record(null::public.streaming_providers, wanted) w where p.id = p_id;
  return saved_id;
end $$;
comment on function public.admin_save_provider(uuid, timestamptz, text, text, text, boolean) is
  'RPC for staff: makes a streaming provider (p_id null) or changes the one last seen as of p_seen; its id. Hints target_gone, changed_meanwhile, name_taken.';

create function public.admin_delete_broadcaster(p_id uuid) returns void
language plpgsql security invoker set search_path = '' as $$
declare gone_name constant text := (select b.name from public.broadcasters b where b.id = p_id);
begin
  perform private.require_admin();
  if gone_name is null then raise exception 'Diesen Sender gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
  perform private.log_staff_action('delete_broadcaster', 'broadcaster', p_id::text, jsonb_build_object('name', gone_name));
  delete from public.broadcasters b where b.id = p_id;
end $$;
comment on function public.admin_delete_broadcaster(uuid) is
  'RPC for admins: deletes a broadcaster. Its formats lose it, events keep its name as text. Hint target_gone.';

create function public.admin_delete_provider(p_id uuid) returns void
language plpgsql security invoker set search_path = '' as $$
declare gone_name constant text := (select p.name from public.streaming_providers p where p.id = p_id);
begin
  perform private.require_admin();
  if gone_name is null then raise exception 'Diesen Anbieter gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
  perform private.log_staff_action('delete_streaming_provider', 'streaming_provider', p_id::text, jsonb_build_object('name', gone_name));
  delete from public.streaming_providers p where p.id = p_id;
end $$;
comment on function public.admin_delete_provider(uuid) is
  'RPC for admins: deletes a streaming provider. Its formats lose it, events keep its name as text. Hint target_gone.';

revoke all on function public.admin_channels_page(), public.admin_save_broadcaster(uuid, timestamptz, text, text, text, text, boolean),
  public.admin_save_provider(uuid, timestamptz, text, text, text, boolean), public.admin_delete_broadcaster(uuid),
  public.admin_delete_provider(uuid) from public, anon, authenticated;
grant execute on function public.admin_channels_page(), public.admin_save_broadcaster(uuid, timestamptz, text, text, text, text, boolean),
  public.admin_save_provider(uuid, timestamptz, text, text, text, boolean), public.admin_delete_broadcaster(uuid),
  public.admin_delete_provider(uuid) to authenticated;
