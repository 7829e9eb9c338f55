-- Formats -------------------------------------------------------------------------------------------------------------

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
comment on column public.formats.seasons_count is 'Rows of seasons; maintained by trigger.';
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
  'Whether /formate/{slug} belongs to the site itself or is reserved for it. Mirrors reservedFormatSlugs of domain.';
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
  -- A chosen slug must be free; one made from the name gets a number instead.
  while tg_op = 'INSERT' and (private.is_reserved_format_slug(new.slug)
      or exists (select from public.formats f where f.slug = new.slug and f.id <> new.id)) loop
    n := n + 1;
    new.slug := base || '-' || n;
  end loop;
  return new;
end $$;
comment on function private.set_format_slug() is 'Trigger: derives the slug from the name when none is given, normalises it, makes it unique and refuses the site''s own.';
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
comment on function private.remember_format_slug() is 'Trigger: the old address of a renamed format redirects.';
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

create trigger formats_log_staff after insert or update or delete on public.formats
  for each row when (private.is_client()) execute function private.log_staff_change('format');

create view private.format_refs with (security_invoker = on) as
select f.id, f.slug, f.search_key, f.streaming_url, f.broadcaster_id, f.streaming_provider_id,
  jsonb_build_object('id', f.id, 'slug', f.slug, 'name', f.name, 'short_name', f.short_name, 'emoji', f.emoji, 'color', f.color) as ref
from public.formats f
where f.is_active;
comment on view private.format_refs is 'Active formats as formatRef.';
grant select on private.format_refs to anon, authenticated, service_role;

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

-- Seasons -------------------------------------------------------------------------------------------------------------

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
comment on table public.seasons is 'A season of a format. Its status (upcoming, running, ended) is derived when a page is made.';
comment on column public.seasons.slug is 'staffel-7; unique within the format.';
comment on column public.seasons.participants_count is 'Rows of season_participants; maintained by trigger.';
comment on column public.seasons.external_key is 'Key of an import source, so that a repeated import finds the row.';

create function private.set_season_slug() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.season_number <> old.season_number and new.slug = 'staffel-' || old.season_number then
    new.slug := null;
  end if;
  new.slug := coalesce(nullif(private.slugify(coalesce(new.slug, '')), ''), 'staffel-' || new.season_number);
  -- /formate/x/7 and /formate/x/staffel-7 must lead to season 7, so no other season may have that slug.
  if new.slug ~ '^(staffel-)?[0-9]+$' and regexp_replace(new.slug, '^staffel-', '') <> new.season_number::text then
    raise exception 'Diese Adresse nennt eine andere Staffel.' using errcode = '23514', hint = 'season_slug_misleading';
  end if;
  return new;
end $$;
comment on function private.set_season_slug() is 'Trigger: staffel-N unless another slug is given; refuses one that is the address of another season.';
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
-- A season is as visible as its format: the subquery runs under the policy of formats.
create policy "everybody reads those of visible formats" on public.seasons for select to anon, authenticated
  using (exists (select from public.formats f where f.id = format_id));
create policy "staff insert" on public.seasons for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.seasons for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.seasons for delete to authenticated using ((select private.is_admin()));

create trigger seasons_log_staff after insert or update or delete on public.seasons
  for each row when (private.is_client()) execute function private.log_staff_change('season');

-- Participants --------------------------------------------------------------------------------------------------------

create table public.season_participants (
  season_id uuid not null references public.seasons on delete cascade,
  star_id uuid not null references public.stars on delete cascade,
  placement text check (char_length(placement) between 1 and 100),
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (season_id, star_id)
);
comment on table public.season_participants is 'Who took part in a season, and the result ("Gewinner:in", "Platz 3").';
comment on column public.season_participants.sort_order is 'Order on the season page, smallest first; ties by the star''s sort_key.';
create index season_participants_star_id on public.season_participants (star_id, season_id);

create function private.count_participant() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then update public.seasons set participants_count = participants_count - 1 where id = old.season_id; end if;
  if tg_op <> 'DELETE' then update public.seasons set participants_count = participants_count + 1 where id = new.season_id; end if;
  return null;
end $$;
comment on function private.count_participant() is 'Trigger: seasons.participants_count equals the rows of season_participants.';
create trigger season_participants_count after insert or delete or update of season_id on public.season_participants
  for each row execute function private.count_participant();

alter table public.season_participants enable row level security;
revoke all on public.season_participants from public, anon, authenticated;
grant select on public.season_participants to anon, authenticated;
grant insert (season_id, star_id, placement, sort_order),
  update (season_id, star_id, placement, sort_order), delete
  on public.season_participants to authenticated;
grant all on public.season_participants to service_role;
-- Readable by all: it holds two ids and a placement, and the policies of stars and seasons decide what is shown of them.
create policy "everybody reads" on public.season_participants for select to anon, authenticated using (true);
create policy "staff insert" on public.season_participants for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.season_participants for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "staff delete" on public.season_participants for delete to authenticated using ((select private.is_moderator()));

create trigger season_participants_log_staff after insert or update or delete on public.season_participants
  for each row when (private.is_client()) execute function private.log_staff_change('participant');

-- Facts about the people of a format ----------------------------------------------------------------------------------

-- Stored, because counting and sorting whole casts on each request would get slower with every season.
create table private.format_facts (
  format_id uuid primary key references public.formats on delete cascade,
  participants integer not null,
  best_stars uuid[] not null,
  average_score numeric(4, 1),
  posts integer not null default 0
);
comment on table private.format_facts is
  'Per format: active people who took part, the twelve best, their average HoT score, approved posts tagged with it. Maintained by triggers of casts, seasons and stars; scores and posts as of the last private.refresh_charts().';
revoke all on private.format_facts from public, anon, authenticated;
grant select on private.format_facts to anon, authenticated, service_role;

create function private.refresh_format_facts(formats uuid[]) returns void
language sql security definer set search_path = '' as $$
  with people as (
    select n.format_id, a.star_id, max(n.season_number) as last_season, min(a.sort_order) as sort_order
    from public.season_participants a
    join public.seasons n on n.id = a.season_id
    where n.format_id = any (formats)
    group by n.format_id, a.star_id
  ), placed as (
    select p.format_id, p.star_id, x.hot_score,
      row_number() over (partition by p.format_id
        order by x.rank, x.hot_score desc nulls last, p.last_season desc, p.sort_order, s.sort_key, s.id) as place
    from people p
    join public.stars s on s.id = p.star_id and s.is_active
    join public.star_scores x on x.star_id = p.star_id
  )
  insert into private.format_facts as known (format_id, participants, best_stars, average_score)
  select f.id, count(p.star_id), coalesce(array_agg(p.star_id order by p.place) filter (where p.place <= 12), '{}'), round(avg(p.hot_score), 1)
  from public.formats f
  left join placed p on p.format_id = f.id
  where f.id = any (formats)
  group by f.id
  on conflict (format_id) do update
    set participants = excluded.participants, best_stars = excluded.best_stars, average_score = excluded.average_score
    where (known.participants, known.best_stars, known.average_score)
      is distinct from (excluded.participants, excluded.best_stars, excluded.average_score)
$$;
comment on function private.refresh_format_facts(uuid[]) is 'Recounts and reorders the people of these formats: by HoT rank, then by latest season.';

create function private.follow_new_formats() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_format_facts(array(select id from new_rows));
  return null;
end $$;
comment on function private.follow_new_formats() is 'Trigger: creates the row of facts of a new format.';
create trigger formats_facts after insert on public.formats
  referencing new table as new_rows for each statement execute function private.follow_new_formats();

create function private.follow_casts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare formats uuid[];
begin
  if tg_op = 'INSERT' then
    formats := array(select distinct n.format_id from new_rows r join public.seasons n on n.id = r.season_id);
  elsif tg_op = 'DELETE' then
    formats := array(select distinct n.format_id from old_rows r join public.seasons n on n.id = r.season_id);
  else
    formats := array(select distinct n.format_id from (select season_id from old_rows union select season_id from new_rows) r
      join public.seasons n on n.id = r.season_id);
  end if;
  perform private.refresh_format_facts(formats);
  return null;
end $$;
comment on function private.follow_casts() is 'Trigger: updates the facts of formats after a change of casts, once per statement.';
create trigger season_participants_facts_insert after insert on public.season_participants
  referencing new table as new_rows for each statement execute function private.follow_casts();
create trigger season_participants_facts_update after update on public.season_participants
  referencing old table as old_rows new table as new_rows for each statement execute function private.follow_casts();
create trigger season_participants_facts_delete after delete on public.season_participants
  referencing old table as old_rows for each statement execute function private.follow_casts();

create function private.follow_season() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_format_facts(array[old.format_id, case when tg_op = 'UPDATE' then new.format_id end]);
  return null;
end $$;
comment on function private.follow_season() is 'Trigger: updates the facts of formats when a season is deleted, moved or renumbered.';
create trigger seasons_facts after delete or update of format_id, season_number on public.seasons
  for each row execute function private.follow_season();

create function private.follow_star() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_format_facts(array(
    select distinct n.format_id from public.season_participants a join public.seasons n on n.id = a.season_id where a.star_id = new.id));
  return null;
end $$;
comment on function private.follow_star() is 'Trigger: updates the facts of formats when a star is hidden or shown again.';
create trigger stars_facts after update of is_active on public.stars
  for each row when (old.is_active <> new.is_active) execute function private.follow_star();
