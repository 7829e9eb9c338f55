-- Formats -------------------------------------------------------------------------------------------------------------

create function private.is_reserved_format_slug(slug text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select slug in ('admin', 'alle', 'bearbeiten', 'create', 'edit', 'erstellen', 'feed', 'format', 'formate', 'index', 'kalender', 'neu', 'new',
    'rss', 'seite', 'sitemap', 'staffel', 'staffeln', 'suche')
$$;
comment on function private.is_reserved_format_slug(text) is
  'Whether /formate/{slug} belongs to the site itself or is reserved for it. Mirrors reservedFormatSlugs of domain.';
grant execute on function private.is_reserved_format_slug(text) to authenticated, service_role;

-- Whoever took the address meanwhile keeps it, and the bin keeps what it has: no number is appended.
create function private.set_format_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  base text;
  n integer := 1;
begin
  if tg_op = 'UPDATE' and new.slug is not distinct from old.slug or tg_op = 'INSERT' and private.is_restoring() then return new; end if;
  base := coalesce(nullif(private.slugify(coalesce(new.slug, '')), ''), nullif(private.short_slug(new.name, 190), ''), 'format');
  new.slug := base;
  if tg_op = 'UPDATE' and private.is_reserved_format_slug(base) then
    perform private.refuse('format.slug_reserved');
  end if;
  -- A chosen slug must be free; one made from the name gets a number instead.
  while tg_op = 'INSERT' and (private.is_reserved_format_slug(new.slug)
      or exists (select from public.formats f where f.slug = new.slug and f.id <> new.id)) loop
    n := n + 1;
    new.slug := base || '-' || n;
  end loop;
  return new;
end $$;
comment on function private.set_format_slug() is 'Trigger: derives the slug from the name when none is given, normalises it, makes it unique and refuses the site''s own.';

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
comment on function private.remember_format_slug() is 'Trigger: the old address of a renamed format redirects.';

create function private.format_by(p_key text) returns uuid
language plpgsql stable set search_path = '' as $$
declare by_id constant uuid := private.as_uuid(p_key);
begin
  return (
    select coalesce(
      (select f.id from public.formats f where f.is_active and f.id = by_id),
      (select f.id from public.formats f where f.is_active and f.slug = p_key),
      (select f.id from public.format_slug_history h join public.formats f on f.id = h.format_id and f.is_active where h.old_slug = p_key))
  );
end $$;
comment on function private.format_by(text) is 'Active format by id, current slug or former slug; null when there is none.';
grant execute on function private.format_by(text) to anon, authenticated, service_role;
