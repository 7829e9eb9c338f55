-- Stars entered in bulk (docs/decisions/077-stars-in-bulk.md) ---------------------------------------------------------

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
