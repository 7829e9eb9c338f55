create table public.seasons (
  id uuid primary key default gen_random_uuid(),
  format_id uuid not null references public.formats on delete cascade,
  season_number integer not null check (season_number between 0 and 9999),
  title text check (char_length(title) between 1 and 200),
  slug text not null constraint seasons_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  start_date date,
  end_date date,
  description text check (char_length(description) <= 5000),
  location text check (char_length(location) <= 200),
  participants_count integer not null default 0,
  external_key text unique check (char_length(external_key) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (format_id, slug),
  unique (format_id, season_number),
  constraint seasons_dates_in_order check (end_date >= start_date)
);
comment on table public.seasons is 'A season of a format. Its status (kommt, läuft, beendet) is derived when a page is made.';
comment on column public.seasons.slug is 'staffel-7; unique within the format.';
comment on column public.seasons.participants_count is 'Rows of season_participants; kept by trigger.';
comment on column public.seasons.external_key is 'Key of an import source, so that a repeated import finds the row.';

create function private.set_season_slug() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.season_number <> old.season_number and new.slug = 'staffel-' || old.season_number then
    new.slug := null;
  end if;
  new.slug := coalesce(nullif(private.slugify(coalesce(new.slug, '')), ''), 'staffel-' || new.season_number);
  -- /formate/x/7 and /staffel/staffel-7 lead to season 7, whatever the others are called.
  if new.slug ~ '^(staffel-)?[0-9]+$' and regexp_replace(new.slug, '^staffel-', '') <> new.season_number::text then
    raise exception 'Diese Adresse nennt eine andere Staffel.' using errcode = '23514', hint = 'season_slug_misleading';
  end if;
  return new;
end $$;
comment on function private.set_season_slug() is 'Trigger: staffel-N unless another slug is given; none that is the address of another season.';
create trigger seasons_slug before insert or update of slug, season_number on public.seasons
  for each row execute function private.set_season_slug();

create function private.count_season() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then update public.formats set seasons_count = seasons_count - 1 where id = old.format_id; end if;
  if tg_op <> 'DELETE' then update public.formats set seasons_count = seasons_count + 1 where id = new.format_id; end if;
  return null;
end $$;
comment on function private.count_season() is 'Trigger: formats.seasons_count equals the rows of seasons.';
create trigger seasons_count after insert or delete or update of format_id on public.seasons
  for each row execute function private.count_season();
create trigger seasons_touch before update of format_id, season_number, title, slug, start_date, end_date, description, location
  on public.seasons for each row execute function private.touch_updated_at();

alter table public.seasons enable row level security;
revoke all on public.seasons from public, anon, authenticated;
grant select on public.seasons to anon, authenticated;
grant insert (id, format_id, season_number, title, slug, start_date, end_date, description, location, external_key),
  update (format_id, season_number, title, slug, start_date, end_date, description, location, external_key), delete
  on public.seasons to authenticated;
grant all on public.seasons to service_role;
-- The formats a person may read decide: the subquery is under their policy.
create policy "everybody reads those of visible formats" on public.seasons for select to anon, authenticated
  using (exists (select from public.formats f where f.id = format_id));
create policy "staff insert" on public.seasons for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.seasons for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.seasons for delete to authenticated using ((select private.is_admin()));
