create table public.formats (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 140),
  short_name text check (char_length(short_name) between 1 and 60),
  slug text not null unique constraint formats_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  emoji text check (char_length(emoji) between 1 and 16),
  color text not null default '#6b7280' check (color ~ '^#[0-9a-fA-F]{6}$'),
  broadcaster_id uuid references public.broadcasters on delete set null,
  streaming_provider_id uuid references public.streaming_providers on delete set null,
  streaming_url text check (streaming_url ~ '^https?://' and char_length(streaming_url) <= 500),
  description text check (char_length(description) <= 5000),
  seasons_count integer not null default 0,
  is_active boolean not null default true,
  search_key text not null generated always as (private.search_fold(name || ' ' || coalesce(short_name, ''))) stored,
  external_key text unique check (char_length(external_key) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.formats is 'A reality-TV format. Inactive ones are visible to staff only.';
comment on column public.formats.seasons_count is 'Rows of seasons; kept by trigger.';
comment on column public.formats.search_key is 'Folded name and short name for text search.';
comment on column public.formats.external_key is 'Key of an import source, so that a repeated import finds the row.';
create index formats_created_at on public.formats (created_at desc, id) where is_active;
create index formats_broadcaster_id on public.formats (broadcaster_id);
create index formats_streaming_provider_id on public.formats (streaming_provider_id);
create index formats_search on public.formats using gin (search_key extensions.gin_trgm_ops);

create table public.format_slug_history (
  old_slug text primary key,
  format_id uuid not null references public.formats on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.format_slug_history is 'Former addresses of formats: old URLs answer 301. A current slug wins over an entry here.';
create index format_slug_history_format_id on public.format_slug_history (format_id);

create function private.is_reserved_format_slug(slug text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select slug in ('admin', 'alle', 'bearbeiten', 'create', 'edit', 'erstellen', 'feed', 'format', 'formate', 'index', 'kalender', 'neu', 'new',
    'rss', 'seite', 'sitemap', 'staffel', 'staffeln', 'suche')
$$;
comment on function private.is_reserved_format_slug(text) is
  'Whether /formate/{slug} belongs to the site itself, now or in time. Mirrors reservedFormatSlugs in domain/src/format/format-form.ts.';
grant execute on function private.is_reserved_format_slug(text) to authenticated, service_role;

create function private.set_format_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  base text;
  n integer := 1;
begin
  if tg_op = 'UPDATE' and new.slug is not distinct from old.slug then return new; end if;
  base := coalesce(nullif(private.slugify(coalesce(new.slug, '')), ''), nullif(private.slugify(new.name), ''), 'format');
  new.slug := base;
  if tg_op = 'UPDATE' and private.is_reserved_format_slug(base) then
    raise exception 'Diese Adresse braucht die Seite selbst.' using errcode = '23514', hint = 'slug_reserved';
  end if;
  -- A slug that somebody chose must be free; one made from the name gets a number.
  while tg_op = 'INSERT' and (private.is_reserved_format_slug(new.slug)
      or exists (select from public.formats f where f.slug = new.slug and f.id <> new.id)) loop
    n := n + 1;
    new.slug := base || '-' || n;
  end loop;
  return new;
end $$;
comment on function private.set_format_slug() is 'Trigger: slug from the name when none is given, brought into form, made unique and not one of the site''s own.';
create trigger formats_slug before insert or update of slug on public.formats
  for each row execute function private.set_format_slug();

create function private.remember_format_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.slug is distinct from old.slug then
    delete from public.format_slug_history where old_slug = new.slug;
    insert into public.format_slug_history (old_slug, format_id) values (old.slug, new.id)
      on conflict (old_slug) do update set format_id = excluded.format_id, created_at = now();
  end if;
  return null;
end $$;
comment on function private.remember_format_slug() is 'Trigger: a renamed format stays reachable by its old address.';
create trigger formats_slug_history after update of slug on public.formats
  for each row execute function private.remember_format_slug();

-- A new season is not an edit of the format.
create trigger formats_touch before update of name, short_name, slug, emoji, color, broadcaster_id, streaming_provider_id,
  streaming_url, description, is_active on public.formats for each row execute function private.touch_updated_at();

alter table public.formats enable row level security;
revoke all on public.formats from public, anon, authenticated;
grant select on public.formats to anon, authenticated;
grant insert (id, name, short_name, slug, emoji, color, broadcaster_id, streaming_provider_id, streaming_url, description, is_active, external_key),
  update (name, short_name, slug, emoji, color, broadcaster_id, streaming_provider_id, streaming_url, description, is_active, external_key), delete
  on public.formats to authenticated;
grant all on public.formats to service_role;
create policy "guests read active" on public.formats for select to anon using (is_active);
create policy "members read active, staff all" on public.formats for select to authenticated
  using (is_active or (select private.is_moderator()));
create policy "staff insert" on public.formats for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.formats for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.formats for delete to authenticated using ((select private.is_admin()));

alter table public.format_slug_history enable row level security;
revoke all on public.format_slug_history from public, anon, authenticated;
grant select on public.format_slug_history to anon, authenticated;
grant all on public.format_slug_history to service_role;
create policy "everybody reads" on public.format_slug_history for select to anon, authenticated using (true);
