-- Misspelt names ------------------------------------------------------------------------------------------------------

-- Two words that are one typing error apart (a letter missing, doubled, wrong, or two swapped) have a common rest when each loses at most
-- one letter. So every word of a name is stored with those rests, and a misspelt word is looked up by its own: an index lookup for each of
-- its letters, for short words too, where letter triples (pg_trgm) have nothing left in common. Names only: they are few and change seldom.

create table private.name_words (
  kind text not null check (kind in ('star', 'format')),
  owner_id uuid not null,
  word text collate "C" not null,
  primary key (kind, owner_id, word)
);
comment on table private.name_words is
  'Words of the names of active stars and formats, and each name in one word (loveisland); maintained by triggers. '
  'Stays: words of the names of stars and formats, for the search. '
  'Not exported: words of the names of stars and formats, for the search.';

create index name_words_word on private.name_words (word);

revoke all on private.name_words from public, anon, authenticated, service_role;

create table private.near_words (
  rest text collate "C" not null,
  word text collate "C" not null,
  primary key (rest, word)
);
comment on table private.near_words is
  'Words of private.name_words and what is left of them without one letter. Words that no name has any more stay: nothing refers to them. '
  'Stays: words of the names of stars and formats, for the search.';

revoke all on private.near_words from public, anon, authenticated, service_role;

create function private.words_of(folded text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(left(w.word, 40) order by w.place), '{}')
  from regexp_split_to_table(folded, '[ !-/:-@[-`{-~„“”»«…·]+') with ordinality as w (word, place) where w.word <> ''
$$;
comment on function private.words_of(text) is 'The parts of a folded text between spaces, hyphens and other punctuation, each of 40 characters at most.';

create function private.rests_of(word text) returns setof text
language sql immutable parallel safe rows 10 set search_path = '' as $$
  select word union select overlay(word placing '' from place for 1) from generate_series(1, char_length(word)) place
$$;
comment on function private.rests_of(text) is 'The word, and what is left of it without one of its letters.';

create function private.typing_errors(typed text, word text) returns integer
language plpgsql immutable parallel safe set search_path = '' as $$
declare at integer := 1;
begin
  if typed = word then return 0; end if;
  if char_length(typed) <> char_length(word) then return 1; end if;
  while substr(typed, at, 1) = substr(word, at, 1) loop at := at + 1; end loop;
  return case when substr(typed, at + 1) = substr(word, at + 1)
    or (substr(typed, at + 2) = substr(word, at + 2) and substr(typed, at, 1) = substr(word, at + 1, 1)
      and substr(typed, at + 1, 1) = substr(word, at, 1)) then 1 else 2 end;
end $$;
comment on function private.typing_errors(text, text) is
  'Of two words with a common rest: 0 if they are equal, 1 if a letter is missing, too many or wrong or two neighbours are swapped, else 2.';

create function private.enter_name(of_kind text, owner uuid, folded text, whole text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare words constant text[] := private.words_of_names(folded, whole);
begin
  delete from private.name_words where kind = of_kind and owner_id = owner and word <> all (words);
  insert into private.name_words (kind, owner_id, word) select of_kind, owner, word from unnest(words) word on conflict do nothing;
  perform private.enter_near_words(words);
end $$;
comment on function private.enter_name(text, uuid, text, text[]) is 'Stores the words of a name, and each of the `whole` names in one word, in place of the earlier ones.';

create function private.follow_star_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from private.name_words where kind = 'star' and owner_id = old.star_id;
  else
    perform private.enter_name('star', new.star_id, new.search_key, array[new.sort_key, new.search_key]);
  end if;
  return null;
end $$;
comment on function private.follow_star_name() is 'Trigger: the words of a star''s name follow private.star_search, which holds active stars only.';

create function private.follow_format_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or not new.is_active then
    delete from private.name_words where kind = 'format' and owner_id = old.id;
  else
    perform private.enter_name('format', new.id, new.search_key,
      array[private.search_fold(new.name), private.search_fold(coalesce(new.short_name, ''))]);
  end if;
  return null;
end $$;
comment on function private.follow_format_name() is 'Trigger: the words of an active format''s names follow public.formats.';

-- At least one word must be near a word of the name; the others are near or begin one. Words of seven letters and more may have two errors
-- that leave a common rest. Names that only some of the words fit come last: for a query that finds nothing else. A definer function,
-- because the tables are not for clients; they hold what is public.
create function private.near_names(query text, wanted integer) returns table (kind text, id uuid, errors integer, is_whole boolean)
language plpgsql stable security definer rows 10 set search_path = '' as $$
declare
  folded constant text := private.search_fold(left(coalesce(query, ''), 200));
  words constant text[] := (private.words_of(folded))[1:8];
  whole constant text := left(array_to_string(words, ''), 40);
begin
  if whole = '' then return; end if;
  return query
    with typed as materialized (
      select w.word, w.place from unnest(words) with ordinality as w (word, place)
      union all
      -- Place 0: the whole name in one word.
      select whole, 0 where cardinality(words) > 1
    ), close as materialized (
      select f.place, f.near, f.errors from (
        select c.place, c.word, c.near, private.typing_errors(c.word, c.near) as errors
        from (
          select distinct t.place, t.word, n.word as near
          from typed t cross join lateral private.rests_of(t.word) r (left_over) join private.near_words n on n.rest = r.left_over
          where char_length(t.word) >= 3
        ) c
      ) f
      where f.errors <= case when char_length(f.word) >= 7 then 2 else 1 end
    ), candidate as materialized (
      select distinct n.kind, n.owner_id from close c join private.name_words n on n.word = c.near limit 1000
    ), fit as (
      select n.kind, n.owner_id, t.place, t.word,
        min(case when n.word = t.word then 0 when c.near is not null then 2 * c.errors else 1 end)::integer as errors
      from candidate d
      join private.name_words n on n.kind = d.kind and n.owner_id = d.owner_id
      join typed t on true
      left join close c on c.place = t.place and c.near = n.word
      where c.near is not null or (t.place > 0 and starts_with(n.word, t.word))
      group by n.kind, n.owner_id, t.place, t.word
    )
    select g.kind, g.owner_id, coalesce(g.errors, g.some_errors)::integer, g.errors is not null from (
      select f.kind, f.owner_id, min(f.errors) filter (where f.place = 0) as whole_errors,
        sum(f.errors) filter (where f.place > 0) as word_errors, count(*) filter (where f.place > 0) as places,
        sum(f.errors) filter (where f.is_telling) as some_errors, sum(char_length(f.word)) filter (where f.is_telling) as letters
      from (
        -- A word that tells a name alone: a short one as it is, a long one with errors, never one that many names have.
        select f.*, f.place > 0 and f.word <> all ('{der,die,das,und,von}')
          and char_length(f.word) >= case when f.errors = 0 then 3 when f.errors = 1 then 4 else 6 end as is_telling
        from fit f
      ) f
      group by f.kind, f.owner_id
    ) x cross join lateral (
      select x.kind, x.owner_id, least(x.whole_errors, case when x.places = cardinality(words) then x.word_errors end)::integer as errors,
        x.some_errors, x.letters
    ) g
    left join private.star_search s on s.star_id = g.owner_id
    where g.errors is not null or g.letters is not null
    order by g.errors nulls last, case when g.errors is null then -g.letters end, g.some_errors, s.place, g.owner_id limit wanted;
end $$;
comment on function private.near_names(text, integer) is
  'Active stars and formats whose name is a typing error or two away from the query, the nearest first, then by rank; after them those that some words fit.';
grant execute on function private.near_names(text, integer) to anon, authenticated, service_role;

create function private.start_patterns(words text[]) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (select coalesce(array_agg('% ' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), '{}') from unnest(words) as word);
end $$;
comment on function private.start_patterns(text[]) is 'LIKE patterns that find each word at the beginning of a word.';
grant execute on function private.start_patterns(text[]) to anon, authenticated, service_role;

create function private.match_tier(key text, phrase text, starts text[]) returns integer
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case when starts_with(key, phrase) then 1
    when (' ' || translate(key, '„“”"»«(-:', '         ')) like all (starts) then 2
    else 3 end;
end $$;
comment on function private.match_tier(text, text, text[]) is
  'Where a name or title matches: 1 it begins with the whole query, 2 every word begins a word of it, 3 within words.';
grant execute on function private.match_tier(text, text, text[]) to anon, authenticated, service_role;

-- Names are what one sees ---------------------------------------------------------------------------------------------

create function private.name_words(name text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select array(select w.word from unnest(regexp_split_to_array(regexp_replace(name, '([a-zäöüß0-9])(?=[A-ZÄÖÜ])', '\1.', 'g'), '[._]+'))
    with ordinality as w (word, place) where w.word <> '' order by w.place)
$$;
comment on function private.name_words(text) is 'The words of a name, parted by _, . or a capital letter. Mirrors nameWords() of domain.';
