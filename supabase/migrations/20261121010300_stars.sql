-- Display title of the specification (§3): first name, nickname in quotes, last name. Mirrors starName() in domain/src/star/name.ts.
create function private.star_name(first_name text, nickname text, last_name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(nullif(concat_ws(' ',
    nullif(btrim(regexp_replace(first_name, '[\s\u00a0\u2007\u202f\ufeff]+', ' ', 'g'), ' '), ''),
    '„' || nullif(btrim(btrim(regexp_replace(nickname, '[\s\u00a0\u2007\u202f\ufeff]+', ' ', 'g'), ' '), '„“”"»«‚‘’'''), '') || '“',
    nullif(btrim(regexp_replace(last_name, '[\s\u00a0\u2007\u202f\ufeff]+', ' ', 'g'), ' '), '')
  ), ''), 'Unbekannt')
$$;
comment on function private.star_name(text, text, text) is 'Display title of a star: Mandy „Pepper“ Pfefferkorn. Missing parts are left out.';

-- Slug of a star without a stored one: the name parts and the last 4 characters of the id. Mirrors starSlug() in domain/src/text/slug.ts.
create function private.star_slug(id uuid, first_name text, nickname text, last_name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.slugify(concat_ws(' ', nullif(first_name, ''), nullif(nickname, ''), nullif(last_name, ''), right(id::text, 4)))
$$;
comment on function private.star_slug(uuid, text, text, text) is 'Slug from the name parts and the last four characters of the id.';

-- Sorted and registered by what people see first: the first name; a star without names by the nickname.
create function private.star_sort_key(first_name text, nickname text, last_name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(
    nullif(private.search_fold(concat_ws(' ', nullif(btrim(first_name), ''), nullif(btrim(last_name), ''))), ''),
    private.search_fold(coalesce(nickname, ''))
  )
$$;
comment on function private.star_sort_key(text, text, text) is 'Folded "first last" (else nickname): alphabetical order and register letter of a star.';

grant execute on function private.star_name(text, text, text), private.star_slug(uuid, text, text, text),
  private.star_sort_key(text, text, text) to anon, authenticated, service_role;

create table public.stars (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique constraint stars_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  nickname text check (char_length(nickname) between 1 and 100),
  "fullName" text not null generated always as (private.star_name(first_name, nickname, last_name)) stored,
  avatar_url text check (char_length(avatar_url) <= 500),
  bio text check (char_length(bio) <= 10000),
  birthdate date check (birthdate between '1900-01-01' and '2100-01-01'),
  is_active boolean not null default true,
  fans_count integer not null default 0,
  search_key text not null generated always as
    (private.search_fold(first_name || ' ' || coalesce(nickname, '') || ' ' || last_name)) stored,
  sort_key text collate "C" not null generated always as (private.star_sort_key(first_name, nickname, last_name)) stored,
  letter text not null generated always as (private.letter_of(private.star_sort_key(first_name, nickname, last_name))) stored,
  external_key text unique check (char_length(external_key) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint stars_name_given check (btrim(first_name || last_name || coalesce(nickname, '')) <> '')
);
comment on table public.stars is 'A reality-TV person. Inactive ones are visible to staff only.';
comment on column public.stars.fans_count is 'Rows of star_fans; kept by trigger.';
comment on column public.stars.search_key is 'Folded name parts for text search (private.search_fold).';
comment on column public.stars.sort_key is 'Alphabetical order "C" of the folded name; ties by id.';
comment on column public.stars.letter is 'Register letter A–Z or #.';
comment on column public.stars.external_key is 'Key of an import source, so that a repeated import finds the row.';

-- /stars by name, by letter, newest first; the rank order is in star_scores.
create index stars_sort on public.stars (sort_key, id) where is_active;
create index stars_letter on public.stars (letter, sort_key, id) where is_active;
create index stars_created_at on public.stars (created_at desc, id) where is_active;
-- The team's list has inactive ones too; imports and CSV find a star by its folded name.
create index stars_sort_all on public.stars (sort_key, id);
create index stars_search on public.stars using gin (search_key extensions.gin_trgm_ops);

create table public.star_slug_history (
  old_slug text primary key,
  star_id uuid not null references public.stars on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.star_slug_history is 'Former addresses of stars (renames and merges), for redirects. A current slug wins over an entry here.';
create index star_slug_history_star_id on public.star_slug_history (star_id);

create function private.set_star_slug() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.slug is not distinct from old.slug then return new; end if;
  new.slug := coalesce(nullif(private.slugify(coalesce(new.slug, '')), ''),
    private.star_slug(new.id, new.first_name, new.nickname, new.last_name));
  -- /stars/voting is a page of its own and would hide this star.
  if new.slug = 'voting' then
    raise exception 'Diese Adresse gehört schon einer Seite.' using errcode = '23514', hint = 'slug_reserved';
  end if;
  return new;
end $$;
comment on function private.set_star_slug() is 'Trigger: gives a star without a slug one, brings a given one into form, and refuses what is an address of ours.';
create trigger stars_slug before insert or update of slug on public.stars
  for each row execute function private.set_star_slug();

create function private.remember_star_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.slug is distinct from old.slug then
    delete from public.star_slug_history where old_slug = new.slug;
    insert into public.star_slug_history (old_slug, star_id) values (old.slug, new.id)
      on conflict (old_slug) do update set star_id = excluded.star_id, created_at = now();
  end if;
  return null;
end $$;
comment on function private.remember_star_slug() is 'Trigger: a renamed star stays reachable by its old address.';
create trigger stars_slug_history after update of slug on public.stars
  for each row execute function private.remember_star_slug();

-- Fans and scores move often and are not an edit of the star.
create trigger stars_touch before update of slug, first_name, last_name, nickname, avatar_url, bio, birthdate, is_active on public.stars
  for each row execute function private.touch_updated_at();

alter table public.stars enable row level security;
revoke all on public.stars from public, anon, authenticated;
grant select on public.stars to anon, authenticated;
-- Counters, keys and timestamps are the database's.
grant insert (id, slug, first_name, last_name, nickname, avatar_url, bio, birthdate, is_active, external_key),
  update (slug, first_name, last_name, nickname, avatar_url, bio, birthdate, is_active, external_key), delete
  on public.stars to authenticated;
grant all on public.stars to service_role;
create policy "guests read active" on public.stars for select to anon using (is_active);
create policy "members read active, staff all" on public.stars for select to authenticated
  using (is_active or (select private.is_moderator()));
create policy "staff insert" on public.stars for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.stars for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.stars for delete to authenticated using ((select private.is_admin()));

alter table public.star_slug_history enable row level security;
revoke all on public.star_slug_history from public, anon, authenticated;
grant select on public.star_slug_history to anon, authenticated;
-- A merge of two stars leaves the other one's address here.
grant insert (old_slug, star_id), delete on public.star_slug_history to authenticated;
grant all on public.star_slug_history to service_role;
create policy "everybody reads" on public.star_slug_history for select to anon, authenticated using (true);
create policy "staff insert" on public.star_slug_history for insert to authenticated with check ((select private.is_moderator()));
create policy "admins delete" on public.star_slug_history for delete to authenticated using ((select private.is_admin()));
