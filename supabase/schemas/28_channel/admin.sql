-- Admin ---------------------------------------------------------------------------------------------------------------

-- /admin/broadcasters: broadcasters and streaming providers.

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
grant execute on function public.admin_channels_page() to authenticated, service_role;

create function public.admin_save_broadcaster(p_id uuid, p_seen timestamptz, p_values jsonb) returns uuid
language plpgsql security invoker set search_path = '' as $$
declare
  known public.broadcasters;
  channel public.broadcasters;
  wanted jsonb;
  changed jsonb;
begin
  perform private.require_moderator();
  if p_id is not null then
    select * into known from public.broadcasters k where k.id = p_id for update;
    if not found then perform private.refuse('format.target_gone.channel', '23503'); end if;
    if known.updated_at is distinct from p_seen then
      perform private.refuse('format.changed_meanwhile.channel');
    end if;
  end if;
  channel := jsonb_populate_record(known, p_values);
  channel.id := coalesce(p_id, gen_random_uuid());
  channel.name := private.clean_line(coalesce(channel.name, ''));
  channel.website_url := nullif(private.trim_text(channel.website_url), '');
  channel.color := lower(channel.color);
  channel.active := coalesce(channel.active, true);
  wanted := private.given_columns(to_jsonb(channel), p_values);
  if p_id is not null then
    select jsonb_agg(w.key order by w.key) into changed from jsonb_each(wanted) w where w.value is distinct from to_jsonb(known) -> w.key;
    if changed is null then return p_id; end if;
  end if;
  if exists (select from public.broadcasters k where private.search_fold(k.name) = private.search_fold(channel.name) and k.id <> channel.id) then
    perform private.refuse('format.name_taken.channel', '23505');
  end if;
  perform private.log_staff_action(case when p_id is null then 'create_broadcaster' else 'update_broadcaster' end, 'broadcaster',
    channel.id::text, jsonb_build_object('name', channel.name, 'changed', changed));
  perform private.save_row('public.broadcasters', p_id::text,
    case when p_id is null then wanted || jsonb_build_object('id', channel.id) else wanted end);
  return channel.id;
end $$;
comment on function public.admin_save_broadcaster(uuid, timestamptz, jsonb) is
  'RPC for staff: creates a broadcaster (p_id null) or changes the one last seen as of p_seen; p_values has a key for each column to set. Returns its id. Hints target_gone, changed_meanwhile, name_taken.';
grant execute on function public.admin_save_broadcaster(uuid, timestamptz, jsonb) to authenticated, service_role;

create function public.admin_save_provider(p_id uuid, p_seen timestamptz, p_values jsonb) returns uuid
language plpgsql security invoker set search_path = '' as $$
declare
  known public.streaming_providers;
  channel public.streaming_providers;
  wanted jsonb;
  changed jsonb;
begin
  perform private.require_moderator();
  if p_id is not null then
    select * into known from public.streaming_providers k where k.id = p_id for update;
    if not found then perform private.refuse('format.target_gone.provider', '23503'); end if;
    if known.updated_at is distinct from p_seen then
      perform private.refuse('format.changed_meanwhile.provider');
    end if;
  end if;
  channel := jsonb_populate_record(known, p_values);
  channel.id := coalesce(p_id, gen_random_uuid());
  channel.name := private.clean_line(coalesce(channel.name, ''));
  channel.website_url := nullif(private.trim_text(channel.website_url), '');
  channel.color := lower(channel.color);
  channel.active := coalesce(channel.active, true);
  wanted := private.given_columns(to_jsonb(channel), p_values);
  if p_id is not null then
    select jsonb_agg(w.key order by w.key) into changed from jsonb_each(wanted) w where w.value is distinct from to_jsonb(known) -> w.key;
    if changed is null then return p_id; end if;
  end if;
  if exists (select from public.streaming_providers k where private.search_fold(k.name) = private.search_fold(channel.name) and k.id <> channel.id) then
    perform private.refuse('format.name_taken.provider', '23505');
  end if;
  perform private.log_staff_action(case when p_id is null then 'create_streaming_provider' else 'update_streaming_provider' end, 'streaming_provider',
    channel.id::text, jsonb_build_object('name', channel.name, 'changed', changed));
  perform private.save_row('public.streaming_providers', p_id::text,
    case when p_id is null then wanted || jsonb_build_object('id', channel.id) else wanted end);
  return channel.id;
end $$;
comment on function public.admin_save_provider(uuid, timestamptz, jsonb) is
  'RPC for staff: creates a streaming provider (p_id null) or changes the one last seen as of p_seen; p_values has a key for each column to set. Returns its id. Hints target_gone, changed_meanwhile, name_taken.';
grant execute on function public.admin_save_provider(uuid, timestamptz, jsonb) to authenticated, service_role;

create function public.admin_delete_broadcaster(p_id uuid) returns void
language plpgsql security invoker set search_path = '' as $$
declare gone_name constant text := (select b.name from public.broadcasters b where b.id = p_id);
begin
  perform private.require_admin();
  if gone_name is null then perform private.refuse('format.target_gone.channel', '23503'); end if;
  perform private.log_staff_action('delete_broadcaster', 'broadcaster', p_id::text, jsonb_build_object('name', gone_name));
  delete from public.broadcasters b where b.id = p_id;
end $$;
comment on function public.admin_delete_broadcaster(uuid) is
  'RPC for admins: deletes a broadcaster. Its formats lose it, events keep its name as text. Hint target_gone.';
grant execute on function public.admin_delete_broadcaster(uuid) to authenticated, service_role;

create function public.admin_delete_provider(p_id uuid) returns void
language plpgsql security invoker set search_path = '' as $$
declare gone_name constant text := (select p.name from public.streaming_providers p where p.id = p_id);
begin
  perform private.require_admin();
  if gone_name is null then perform private.refuse('format.target_gone.provider', '23503'); end if;
  perform private.log_staff_action('delete_streaming_provider', 'streaming_provider', p_id::text, jsonb_build_object('name', gone_name));
  delete from public.streaming_providers p where p.id = p_id;
end $$;
comment on function public.admin_delete_provider(uuid) is
  'RPC for admins: deletes a streaming provider. Its formats lose it, events keep its name as text. Hint target_gone.';
grant execute on function public.admin_delete_provider(uuid) to authenticated, service_role;
