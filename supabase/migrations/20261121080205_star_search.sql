-- What the search reads of stars: narrow rows with everything an answer is ordered by, so that a word that many carry costs a few pages
-- and not each star's row and score.
create table private.star_search (
  star_id uuid primary key references public.stars on delete cascade,
  search_key text not null,
  sort_key text collate "C" not null,
  letter text not null,
  created_at timestamptz not null,
  place integer not null
);
comment on table private.star_search is 'Active stars with their search and sort keys; kept by triggers of stars and star_scores.';
comment on column private.star_search.place is 'star_scores.rank; 2147483647 for those without one, who come last.';
create index star_search_words on private.star_search using gin (search_key extensions.gin_trgm_ops);
-- The best of those that carry a common word, without the row of each that carries it.
create index star_search_place on private.star_search (place, sort_key, star_id) include (search_key);
create index star_search_letter on private.star_search (letter);
revoke all on private.star_search from public, anon, authenticated;

create function private.index_star() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.is_active then
    delete from private.star_search where star_id = new.id;
    return null;
  end if;
  insert into private.star_search (star_id, search_key, sort_key, letter, created_at, place)
    values (new.id, new.search_key, new.sort_key, new.letter, new.created_at,
      coalesce((select x.rank from public.star_scores x where x.star_id = new.id), 2147483647))
    on conflict (star_id) do update set search_key = excluded.search_key, sort_key = excluded.sort_key, letter = excluded.letter,
      created_at = excluded.created_at;
  return null;
end $$;
comment on function private.index_star() is 'Trigger: private.star_search follows the names of active stars.';
create trigger stars_search_new after insert on public.stars
  for each row when (new.is_active) execute function private.index_star();
create trigger stars_search_follow after update on public.stars
  for each row when ((old.search_key, old.sort_key, old.letter, old.created_at, old.is_active)
    is distinct from (new.search_key, new.sort_key, new.letter, new.created_at, new.is_active))
  execute function private.index_star();

create function private.index_star_rank() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.star_search set place = coalesce(new.rank, 2147483647) where star_id = new.star_id;
  return null;
end $$;
comment on function private.index_star_rank() is 'Trigger: private.star_search follows the hourly ranks. A vote sets no rank and does not come here.';
create trigger star_scores_search after update of rank on public.star_scores
  for each row when (old.rank is distinct from new.rank) execute function private.index_star_rank();

insert into private.star_search (star_id, search_key, sort_key, letter, created_at, place)
  select s.id, s.search_key, s.sort_key, s.letter, s.created_at, coalesce(x.rank, 2147483647)
  from public.stars s join public.star_scores x on x.star_id = s.id where s.is_active;

-- A definer function: LIKE is no leakproof operator, so behind row-level security it could not use the trigram index. It names active stars
-- only, as the policy does. Sequential scans are off because the planner takes 5,000 narrow rows for less than they cost.
create function private.matching_stars(words text[], only_letter text) returns setof private.star_search
language plpgsql stable security definer rows 200 set search_path = '' set enable_seqscan = off as $$
declare
  patterns constant text[] := private.like_patterns(coalesce(words, '{}'));
  condition constant text := private.word_condition(words, 's.search_key') || case when only_letter is null then '' else ' and s.letter = $2' end;
begin
  if condition = 'true' then return; end if;
  return query execute 'select s.* from private.star_search s where ' || condition using patterns, only_letter;
end $$;
comment on function private.matching_stars(text[], text) is
  'Active stars of one letter (null: all) whose folded name parts contain every word; short words match the beginning of a part. None for neither.';
grant execute on function private.matching_stars(text[], text) to anon, authenticated, service_role;

create function private.near_stars(words text[], after text[], near integer, wanted integer) returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
begin
  return query execute format('select walked.star_id, array[walked.place::text, walked.sort_key, walked.star_id::text]
    from (
      select s.star_id, s.place, s.sort_key, s.search_key from private.star_search s
      where (s.place, s.sort_key, s.star_id) > ($2, $3 collate "C", $4)
      order by s.place, s.sort_key, s.star_id limit $5
    ) walked
    where %s
    order by walked.place, walked.sort_key, walked.star_id limit $6', private.word_condition(words, 'walked.search_key'))
    using private.like_patterns(words), coalesce(after[1]::integer, 0), coalesce(after[2], ''),
      coalesce(after[3]::uuid, '00000000-0000-0000-0000-000000000000'), near, wanted;
end $$;
comment on function private.near_stars(text[], text[], integer, integer) is
  'Of the `near` active stars that come next by rank after the keys of one (null: the first) those that carry every word, as list_stars() answers.';
revoke execute on function private.near_stars(text[], text[], integer, integer) from public;
