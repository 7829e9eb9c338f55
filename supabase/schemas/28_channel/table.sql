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
comment on table public.broadcasters is
  'A channel, library or service that broadcasts formats. Inactive ones stay readable: past events name them. '
  'Stays: until the team deletes what it published.';

create index broadcasters_order on public.broadcasters (type, name);

create trigger broadcasters_02_lines before insert or update of name on public.broadcasters
  for each row when (new.name ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]') execute function private.keep_one_line('name');
create trigger broadcasters_03_links before insert or update of website_url on public.broadcasters
  for each row execute function private.check_links('website_url');
create trigger broadcasters_touch before update on public.broadcasters
  for each row execute function private.touch_updated_at();
create trigger broadcasters_log_staff after insert or update or delete on public.broadcasters
  for each row when (private.is_client()) execute function private.log_staff_change('broadcaster');
create trigger broadcasters_rename_in_events after update of name on public.broadcasters
  for each row when (old.name <> new.name) execute function private.rename_in_events();

alter table public.broadcasters enable row level security;
revoke all on public.broadcasters from public, anon, authenticated;
grant all on public.broadcasters to service_role;
grant select on public.broadcasters to anon;
grant select,
  insert (id, name, website_url, type, color, active),
  update (name, website_url, type, color, active),
  delete
  on public.broadcasters to authenticated;
create policy "everybody reads" on public.broadcasters for select to anon, authenticated using (true);
create policy "staff insert" on public.broadcasters for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.broadcasters for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.broadcasters for delete to authenticated using ((select private.is_admin()));

create view private.broadcaster_refs with (security_invoker = on) as
select b.id, b.name, b.type, b.active,
  jsonb_build_object('id', b.id, 'name', b.name, 'color', b.color, 'type', b.type, 'website_url', b.website_url) as ref
from public.broadcasters b;
comment on view private.broadcaster_refs is 'Broadcasters as broadcasterRef.';

revoke all on private.broadcaster_refs from public, anon, authenticated, service_role;
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
comment on table public.streaming_providers is
  'A streaming service: chips in the footer and on format pages. Inactive ones stay readable: past events name them. '
  'Stays: until the team deletes what it published.';

create index streaming_providers_order on public.streaming_providers (name);

create trigger streaming_providers_02_lines before insert or update of name on public.streaming_providers
  for each row when (new.name ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]') execute function private.keep_one_line('name');
create trigger streaming_providers_03_links before insert or update of website_url on public.streaming_providers
  for each row execute function private.check_links('website_url');
create trigger streaming_providers_touch before update on public.streaming_providers
  for each row execute function private.touch_updated_at();
create trigger streaming_providers_log_staff after insert or update or delete on public.streaming_providers
  for each row when (private.is_client()) execute function private.log_staff_change('streaming_provider');
create trigger streaming_providers_rename_in_events after update of name on public.streaming_providers
  for each row when (old.name <> new.name) execute function private.rename_in_events();

alter table public.streaming_providers enable row level security;
revoke all on public.streaming_providers from public, anon, authenticated;
grant all on public.streaming_providers to service_role;
grant select on public.streaming_providers to anon;
grant select,
  insert (id, name, website_url, color, active),
  update (name, website_url, color, active),
  delete
  on public.streaming_providers to authenticated;
create policy "everybody reads" on public.streaming_providers for select to anon, authenticated using (true);
create policy "staff insert" on public.streaming_providers for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.streaming_providers for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.streaming_providers for delete to authenticated using ((select private.is_admin()));

create view private.provider_refs with (security_invoker = on) as
select p.id, p.name, p.active,
  jsonb_build_object('id', p.id, 'name', p.name, 'color', p.color, 'website_url', p.website_url) as ref
from public.streaming_providers p;
comment on view private.provider_refs is 'Streaming providers as providerRef.';

revoke all on private.provider_refs from public, anon, authenticated, service_role;
grant select on private.provider_refs to anon, authenticated, service_role;
