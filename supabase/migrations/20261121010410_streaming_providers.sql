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
