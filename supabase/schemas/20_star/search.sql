-- Search --------------------------------------------------------------------------------------------------------------

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
comment on function private.index_star() is 'Trigger: keeps private.star_search up to date with the names of active stars.';

create function private.index_star_rank() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.star_search set place = coalesce(new.rank, 2147483647) where star_id = new.star_id;
  return null;
end $$;
comment on function private.index_star_rank() is 'Trigger: keeps private.star_search up to date with the hourly ranks. Votes do not set ranks and so do not fire it.';

-- A definer function: LIKE is not leakproof, so behind row-level security it could not use the trigram index. It returns active stars
-- only, as the policy does. Sequential scans are off because the planner underestimates the cost of 5,000 narrow rows.
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
  'Active stars of one letter (null: all) whose folded name parts contain every word; short words match the beginning of a part. Without letter and words: none.';
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
  'Those of the next `near` active stars by rank, after a cursor''s keys (null: from the first), that contain every word, as list_stars() returns them.';
