-- Broadcasters --------------------------------------------------------------------------------------------------------

create table public.broadcasters (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(name) between 1 and 100),
  website_url text check (website_url ~ '^https?://' and char_length(website_url) <= 500),
  type text not null default 'tv' check (type in ('streaming', 'tv', 'pay_tv', 'mediathek')),
  color text not null default '#6b7280' check (color ~ '^#[0-9a-fA-F]{6}$'),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.broadcasters is 'A channel, library or service that broadcasts formats. Inactive ones stay readable: past events name them.';
create index broadcasters_order on public.broadcasters (type, name);
create trigger broadcasters_touch before update on public.broadcasters
  for each row execute function private.touch_updated_at();

alter table public.broadcasters enable row level security;
revoke all on public.broadcasters from public, anon, authenticated;
grant select on public.broadcasters to anon, authenticated;
grant insert (id, name, website_url, type, color, active),
  update (name, website_url, type, color, active), delete
  on public.broadcasters to authenticated;
grant all on public.broadcasters to service_role;
create policy "everybody reads" on public.broadcasters for select to anon, authenticated using (true);
create policy "staff insert" on public.broadcasters for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.broadcasters for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.broadcasters for delete to authenticated using ((select private.is_admin()));

create trigger broadcasters_log_staff after insert or update or delete on public.broadcasters
  for each row when (private.is_client()) execute function private.log_staff_change('broadcaster');

create view private.broadcaster_refs with (security_invoker = on) as
select b.id, b.name, b.type, b.active,
  jsonb_build_object('id', b.id, 'name', b.name, 'color', b.color, 'type', b.type, 'website_url', b.website_url) as ref
from public.broadcasters b;
comment on view private.broadcaster_refs is 'Broadcasters as broadcasterRef.';
grant select on private.broadcaster_refs to anon, authenticated, service_role;

-- Streaming providers -------------------------------------------------------------------------------------------------

create table public.streaming_providers (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(name) between 1 and 100),
  website_url text check (website_url ~ '^https?://' and char_length(website_url) <= 500),
  color text not null default '#0ea5e9' check (color ~ '^#[0-9a-fA-F]{6}$'),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.streaming_providers is 'A streaming service: chips in the footer and on format pages. Inactive ones stay readable: past events name them.';
create index streaming_providers_order on public.streaming_providers (name);
create trigger streaming_providers_touch before update on public.streaming_providers
  for each row execute function private.touch_updated_at();

alter table public.streaming_providers enable row level security;
revoke all on public.streaming_providers from public, anon, authenticated;
grant select on public.streaming_providers to anon, authenticated;
grant insert (id, name, website_url, color, active),
  update (name, website_url, color, active), delete
  on public.streaming_providers to authenticated;
grant all on public.streaming_providers to service_role;
create policy "everybody reads" on public.streaming_providers for select to anon, authenticated using (true);
create policy "staff insert" on public.streaming_providers for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.streaming_providers for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.streaming_providers for delete to authenticated using ((select private.is_admin()));

create trigger streaming_providers_log_staff after insert or update or delete on public.streaming_providers
  for each row when (private.is_client()) execute function private.log_staff_change('streaming_provider');

create view private.provider_refs with (security_invoker = on) as
select p.id, p.name, p.active,
  jsonb_build_object('id', p.id, 'name', p.name, 'color', p.color, 'website_url', p.website_url) as ref
from public.streaming_providers p;
comment on view private.provider_refs is 'Streaming providers as providerRef.';
grant select on private.provider_refs to anon, authenticated, service_role;

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
    if not found then raise exception 'Diesen Sender gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
    if known.updated_at is distinct from p_seen then
      raise exception 'Jemand anders hat diesen Sender inzwischen geändert.' using errcode = '23514', hint = 'changed_meanwhile';
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
    raise exception 'Diesen Sender gibt es schon.' using errcode = '23505', hint = 'name_taken';
  end if;
  perform private.log_staff_action(case when p_id is null then 'create_broadcaster' else 'update_broadcaster' end, 'broadcaster',
    channel.id::text, jsonb_build_object('name', channel.name, 'changed', changed));
  perform private.save_row('public.broadcasters', p_id::text,
    case when p_id is null then wanted || jsonb_build_object('id', channel.id) else wanted end);
  return channel.id;
end $$;
comment on function public.admin_save_broadcaster(uuid, timestamptz, jsonb) is
  'RPC for staff: creates a broadcaster (p_id null) or changes the one last seen as of p_seen; p_values has a key for each column to set. Returns its id. Hints target_gone, changed_meanwhile, name_taken.';

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
    if not found then raise exception 'Diesen Anbieter gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
    if known.updated_at is distinct from p_seen then
      raise exception 'Jemand anders hat diesen Anbieter inzwischen geändert.' using errcode = '23514', hint = 'changed_meanwhile';
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
    raise exception 'Diesen Anbieter gibt es schon.' using errcode = '23505', hint = 'name_taken';
  end if;
  perform private.log_staff_action(case when p_id is null then 'create_streaming_provider' else 'update_streaming_provider' end, 'streaming_provider',
    channel.id::text, jsonb_build_object('name', channel.name, 'changed', changed));
  perform private.save_row('public.streaming_providers', p_id::text,
    case when p_id is null then wanted || jsonb_build_object('id', channel.id) else wanted end);
  return channel.id;
end $$;
comment on function public.admin_save_provider(uuid, timestamptz, jsonb) is
  'RPC for staff: creates a streaming provider (p_id null) or changes the one last seen as of p_seen; p_values has a key for each column to set. Returns its id. Hints target_gone, changed_meanwhile, name_taken.';

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

revoke all on function public.admin_channels_page(), public.admin_save_broadcaster(uuid, timestamptz, jsonb),
  public.admin_save_provider(uuid, timestamptz, jsonb), public.admin_delete_broadcaster(uuid),
  public.admin_delete_provider(uuid) from public, anon, authenticated;
grant execute on function public.admin_channels_page(), public.admin_save_broadcaster(uuid, timestamptz, jsonb),
  public.admin_save_provider(uuid, timestamptz, jsonb), public.admin_delete_broadcaster(uuid),
  public.admin_delete_provider(uuid) to authenticated;
