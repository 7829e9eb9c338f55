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
