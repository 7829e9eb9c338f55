-- Stars entered in bulk (docs/decisions/077-stars-in-bulk.md) ------------------------------------------------------------------------

-- An import of 1,200 stars spent 2 s on them, in which an embedded database answers nobody else: a statement for each star, and more for
-- the words of each name.

create function private.words_of_names(folded text, whole text[]) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(distinct w.word), '{}') from unnest(private.words_of(folded)
    || array(select left(array_to_string(private.words_of(name), ''), 40) from unnest(whole) name)) as w (word) where w.word <> ''
$$;
comment on function private.words_of_names(text, text[]) is
  'The words of a folded name, and each of the `whole` names in one word, for spaces that are forgotten or misplaced and for words of one or two letters.';

create function private.enter_near_words(words text[]) returns void
language sql security definer set search_path = '' as $$
  insert into private.near_words (rest, word)
    select distinct rest, fresh.whole
    from (
      select distinct w.whole from unnest(words) as w (whole)
      -- A word is one of its own rests: where it stands, all of them do.
      where char_length(w.whole) >= 3 and not exists (select from private.near_words n where n.rest = w.whole and n.word = w.whole)) fresh
    cross join lateral private.rests_of(fresh.whole) rest
  on conflict do nothing
$$;
comment on function private.enter_near_words(text[]) is 'Stores what is left of these words without one letter, for those that are new.';

create or replace function private.enter_name(of_kind text, owner uuid, folded text, whole text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare words constant text[] := private.words_of_names(folded, whole);
begin
  delete from private.name_words where kind = of_kind and owner_id = owner and word <> all (words);
  insert into private.name_words (kind, owner_id, word) select of_kind, owner, word from unnest(words) word on conflict do nothing;
  perform private.enter_near_words(words);
end $$;

create function private.enter_star_names() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.name_words (kind, owner_id, word)
    select 'star', e.star_id, w.word
    from entered e cross join lateral unnest(private.words_of_names(e.search_key, array[e.sort_key, e.search_key])) as w (word)
    on conflict do nothing;
  perform private.enter_near_words(array(
    select n.word from private.name_words n join entered e on n.kind = 'star' and n.owner_id = e.star_id));
  return null;
end $$;
comment on function private.enter_star_names() is 'Trigger: the words of the names of new rows of private.star_search, all at once.';

drop trigger star_search_words on private.star_search;
create trigger star_search_words_new after insert on private.star_search
  referencing new table as entered for each statement execute function private.enter_star_names();
create trigger star_search_words_gone after delete on private.star_search
  for each row execute function private.follow_star_name();

create function private.index_new_stars() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.star_search (star_id, search_key, sort_key, letter, created_at, place)
    select n.id, n.search_key, n.sort_key, n.letter, n.created_at, coalesce(x.rank, 2147483647)
    from made n left join public.star_scores x on x.star_id = n.id
    where n.is_active;
  return null;
end $$;
comment on function private.index_new_stars() is 'Trigger: private.star_search has every new active star.';

drop trigger stars_search_new on public.stars;
create trigger stars_search_new after insert on public.stars
  referencing new table as made for each statement execute function private.index_new_stars();

create or replace function private.import_stars(tables jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := private.import_rows(tables, 'stars');
  changed integer;
  entered integer;
  made integer := 0;
begin
  update public.stars s set first_name = d.first_name, last_name = d.last_name,
      nickname = coalesce(d.nickname, s.nickname), birthdate = coalesce(d.birthdate, s.birthdate)
    from jsonb_to_recordset(given) as d (key text, first_name text, last_name text, nickname text, birthdate date)
    where s.external_key = d.key and (s.first_name, s.last_name, s.nickname, s.birthdate) is distinct from
      (d.first_name, d.last_name, coalesce(d.nickname, s.nickname), coalesce(d.birthdate, s.birthdate));
  get diagnostics changed = row_count;
  loop
    with drawn as materialized (
      select gen_random_uuid() as id, d.*
      from jsonb_to_recordset(given) as d (key text, first_name text, last_name text, nickname text, birthdate date)
      where not exists (select from public.stars s where s.external_key = d.key)
    ), slugged as (
      select distinct on (slug) drawn.*, private.star_slug(drawn.id, drawn.first_name, drawn.nickname, drawn.last_name) as slug from drawn
    )
    insert into public.stars (id, external_key, first_name, last_name, nickname, birthdate)
      select n.id, n.key, n.first_name, n.last_name, n.nickname, n.birthdate
      from slugged n where not exists (select from public.stars s where s.slug = n.slug);
    get diagnostics entered = row_count;
    made := made + entered;
    -- The slug of a new star ends with part of its id: whoever met one that is taken draws another.
    exit when entered = 0;
  end loop;
  return private.import_counted(jsonb_array_length(given), changed + made, made);
end $$;

revoke execute on function private.words_of_names(text, text[]), private.enter_near_words(text[]), private.enter_star_names(),
  private.index_new_stars() from public;
