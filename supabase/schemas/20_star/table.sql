-- Stars ---------------------------------------------------------------------------------------------------------------

create table public.stars (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique constraint stars_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  nickname text check (char_length(nickname) between 1 and 100),
  full_name text not null generated always as (private.star_name(first_name, nickname, last_name)) stored,
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
  avatar_author text check (char_length(avatar_author) between 1 and 200),
  avatar_source text check (avatar_source ~ '^https?://' and char_length(avatar_source) <= 500),
  avatar_license text check (avatar_license in ('own', 'permission', 'press', 'public_domain', 'cc0', 'cc_by_4', 'cc_by_3', 'cc_by_2', 'cc_by_sa_4', 'cc_by_sa_3', 'cc_by_sa_2')),
  constraint stars_name_given check (btrim(first_name || last_name || coalesce(nickname, '')) <> ''),
  constraint stars_avatar_credit check (avatar_license is null or avatar_license in ('public_domain', 'cc0')
    or avatar_author is not null and (avatar_license not like 'cc\_%' or avatar_source is not null))
);
comment on table public.stars is
  'A reality-TV person. Inactive ones are visible to staff only. '
  'Stays: until the team deletes what it published.';
comment on column public.stars.fans_count is 'Rows of star_fans; maintained by trigger.';
comment on column public.stars.search_key is 'Folded name parts for text search (private.search_fold).';
comment on column public.stars.sort_key is 'Alphabetical order "C" of the folded name; ties by id.';
comment on column public.stars.letter is 'Index letter A–Z or #.';
comment on column public.stars.avatar_author is
  'Who made the picture; with source and licence its credit (docs/decisions/152-picture-credits.md). It goes with the picture.';
comment on column public.stars.external_key is 'Key of an import source, so that a repeated import finds the row.';

-- /stars by name, by letter and newest first; the order by rank is in star_scores.
create index stars_sort on public.stars (sort_key, id) where is_active;
create index stars_letter on public.stars (letter, sort_key, id) where is_active;
create index stars_created_at on public.stars (created_at desc, id) where is_active;
-- The staff's list has inactive stars too; imports and CSV find a star by its folded name.
create index stars_sort_all on public.stars (sort_key, id);
create index stars_search on public.stars using gin (search_key extensions.gin_trgm_ops);

create trigger stars_02_lines before insert or update of first_name, last_name, nickname on public.stars
  for each row when (concat(new.first_name, new.last_name, new.nickname) ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]')
  execute function private.keep_one_line('first_name', 'last_name', 'nickname');
create trigger stars_03_pictures before insert or update of avatar_url on public.stars
  for each row execute function private.check_pictures('avatar_url');
create trigger stars_04_credit before insert or update on public.stars
  for each row when (new.avatar_url is null and coalesce(new.avatar_author, new.avatar_source, new.avatar_license) is not null)
  execute function private.drop_star_credit();
create trigger stars_slug before insert or update of slug on public.stars
  for each row execute function private.set_star_slug();
-- Fans and scores change often and are not an edit of the star.
create trigger stars_touch before update of slug, first_name, last_name, nickname, avatar_url, bio, birthdate, is_active, avatar_author,
  avatar_source, avatar_license on public.stars
  for each row execute function private.touch_updated_at();
create trigger stars_drop_tag after delete on public.stars for each row execute function private.drop_tag();
create trigger stars_facts after update of is_active on public.stars
  for each row when (old.is_active <> new.is_active) execute function private.follow_star();
create trigger stars_hand_edit after update of first_name, last_name, nickname, birthdate on public.stars
  for each row execute function private.note_hand_edit('stars');
create trigger stars_letters after insert or delete on public.stars
  for each row execute function private.count_star_letter();
create trigger stars_letters_move after update on public.stars
  for each row when ((old.letter, old.is_active) is distinct from (new.letter, new.is_active))
  execute function private.count_star_letter();
create trigger stars_log_staff after insert or update or delete on public.stars
  for each row when (private.is_client()) execute function private.log_staff_change('star');
create trigger stars_open_score after insert on public.stars
  for each row execute function private.open_star_score();
create trigger stars_search_follow after update on public.stars
  for each row when ((old.search_key, old.sort_key, old.letter, old.created_at, old.is_active)
    is distinct from (new.search_key, new.sort_key, new.letter, new.created_at, new.is_active))
  execute function private.index_star();
create trigger stars_search_new after insert on public.stars
  referencing new table as made for each statement execute function private.index_new_stars();
create trigger stars_slug_history after update of slug on public.stars
  for each row execute function private.remember_star_slug();
create trigger stars_unfollow after delete on public.stars for each row execute function private.forget_follows();

alter table public.stars enable row level security;
-- Counters, keys and timestamps are maintained by the database.
revoke all on public.stars from public, anon, authenticated;
grant all on public.stars to service_role;
grant select on public.stars to anon;
grant select,
  insert (id, slug, first_name, last_name, nickname, avatar_url, bio, birthdate, is_active, external_key, avatar_author, avatar_source,
    avatar_license),
  update (slug, first_name, last_name, nickname, avatar_url, bio, birthdate, is_active, external_key, avatar_author, avatar_source,
    avatar_license),
  delete
  on public.stars to authenticated;
create policy "guests read active" on public.stars for select to anon using (is_active);
create policy "members read active, staff all" on public.stars for select to authenticated
  using (is_active or (select private.is_moderator()));
create policy "staff insert" on public.stars for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.stars for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.stars for delete to authenticated using ((select private.is_admin()));

create table public.star_slug_history (
  old_slug text primary key,
  star_id uuid not null references public.stars on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.star_slug_history is
  'Former addresses of stars (renames and merges), for redirects. A current slug wins over an entry here. '
  'Stays: until the team deletes what it published.';

create index star_slug_history_star_id on public.star_slug_history (star_id);

alter table public.star_slug_history enable row level security;
-- Merging two stars writes the address of the one that goes.
revoke all on public.star_slug_history from public, anon, authenticated;
grant all on public.star_slug_history to service_role;
grant select on public.star_slug_history to anon;
grant select, insert (old_slug, star_id), delete on public.star_slug_history to authenticated;
create policy "everybody reads" on public.star_slug_history for select to anon, authenticated using (true);
create policy "staff insert" on public.star_slug_history for insert to authenticated with check ((select private.is_moderator()));
create policy "admins delete" on public.star_slug_history for delete to authenticated using ((select private.is_admin()));

-- Search --------------------------------------------------------------------------------------------------------------

-- Narrow rows with everything that results are ordered by, so that a common word costs a few pages instead of the row and score of
-- every star.
create table private.star_search (
  star_id uuid primary key references public.stars on delete cascade,
  search_key text not null,
  sort_key text collate "C" not null,
  letter text not null,
  created_at timestamptz not null,
  place integer not null
);
comment on table private.star_search is
  'Active stars with their search and sort keys; maintained by triggers of stars and star_scores. '
  'Stays: with its star.';
comment on column private.star_search.place is 'star_scores.rank; 2147483647 for those without one, who come last.';

create index star_search_words on private.star_search using gin (search_key extensions.gin_trgm_ops);
-- For the best matches of a common word, without reading all matches.
create index star_search_place on private.star_search (place, sort_key, star_id) include (search_key);
create index star_search_letter on private.star_search (letter);

create trigger star_search_words_follow after update on private.star_search
  for each row when ((old.search_key, old.sort_key) is distinct from (new.search_key, new.sort_key)) execute function private.follow_star_name();
create trigger star_search_words_gone after delete on private.star_search
  for each row execute function private.follow_star_name();
create trigger star_search_words_new after insert on private.star_search
  referencing new table as entered for each statement execute function private.enter_star_names();

revoke all on private.star_search from public, anon, authenticated, service_role;

-- Lists ---------------------------------------------------------------------------------------------------------------

-- The lists of /stars.

-- Number of stars per letter, for the total and the A–Z index of /stars, without counting stars on every request.
create table private.star_letters (
  letter text primary key,
  stars_count integer not null
);
comment on table private.star_letters is
  'Active stars by index letter; maintained by trigger of stars. '
  'Stays: counted from other tables, and says nothing that they do not say.';

revoke all on private.star_letters from public, anon, authenticated, service_role;
grant select on private.star_letters to anon, authenticated, service_role;
