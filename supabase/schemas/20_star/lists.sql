-- Lists ---------------------------------------------------------------------------------------------------------------

create function private.add_to_star_letter(of_letter text, delta integer) returns void
language sql security definer set search_path = '' as $$
  insert into private.star_letters as l (letter, stars_count) values (of_letter, delta)
  on conflict (letter) do update set stars_count = l.stars_count + excluded.stars_count
$$;
comment on function private.add_to_star_letter(text, integer) is 'Adds to the number of active stars of one letter.';

create function private.count_star_letter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.is_active then perform private.add_to_star_letter(old.letter, -1); end if;
  if tg_op <> 'DELETE' and new.is_active then perform private.add_to_star_letter(new.letter, 1); end if;
  return null;
end $$;
comment on function private.count_star_letter() is 'Trigger: private.star_letters equals the active stars by letter.';

-- One page of stars in order: id and sort keys. A definer function because behind row-level security comparisons could not use
-- indexes; it returns active stars only, as the policy does.
create function private.list_stars(sort text, only_letter text, words text[], after text, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  last text[] := private.cursor_parts(after, case sort when 'new' then '{instant,uuid}'::text[] when 'name' then '{text,uuid}' else '{integer,text,uuid}' end);
  near constant integer := 200;
  found_rows integer := 0;
begin
  if sort = 'name' and only_letter is not null and words is null then
    return query
      select s.id, array[s.sort_key, s.id::text] from public.stars s
      where s.is_active and s.letter = only_letter
        and (s.sort_key, s.id) > (coalesce(last[1], '') collate "C", coalesce(last[2]::uuid, '00000000-0000-0000-0000-000000000000'))
      order by s.sort_key, s.id limit wanted;
    return;
  end if;

  -- A common word fills the page from the stars next in rank. A rare one does not, and continues with the index from where those end.
  if sort not in ('new', 'name') and only_letter is null and cardinality(words) > 0 then
    return query select n.id, n.keys from private.near_stars(words, last, near, wanted) n;
    get diagnostics found_rows = row_count;
    if found_rows = wanted then return; end if;
    last := (
      select array[s.place::text, s.sort_key, s.star_id::text] from private.star_search s
      where (s.place, s.sort_key, s.star_id)
        > (coalesce(last[1]::integer, 0), coalesce(last[2], '') collate "C", coalesce(last[3]::uuid, '00000000-0000-0000-0000-000000000000'))
      order by s.place, s.sort_key, s.star_id offset near - 1 limit 1);
    if last is null then return; end if;
  end if;

  -- One letter or a query leaves few enough stars to sort.
  if only_letter is not null or words is not null then
    return query
      select t.star_id, case sort when 'new' then array[t.created_at::text, t.star_id::text] when 'name' then array[t.sort_key, t.star_id::text]
        else array[t.place::text, t.sort_key, t.star_id::text] end
      from private.matching_stars(words, only_letter) t
      where last is null or case sort
        when 'new' then t.created_at < last[1]::timestamptz or (t.created_at = last[1]::timestamptz and t.star_id > last[2]::uuid)
        when 'name' then (t.sort_key, t.star_id) > (last[1] collate "C", last[2]::uuid)
        else (t.place, t.sort_key, t.star_id) > (last[1]::integer, last[2] collate "C", last[3]::uuid) end
      order by case when sort = 'new' then t.created_at end desc, case when sort not in ('new', 'name') then t.place end,
        case when sort <> 'new' then t.sort_key end, t.star_id
      limit wanted - found_rows;
    return;
  end if;

  if sort = 'name' then
    return query
      select s.id, array[s.sort_key, s.id::text] from public.stars s
      where s.is_active and (s.sort_key, s.id) > (coalesce(last[1], '') collate "C", coalesce(last[2]::uuid, '00000000-0000-0000-0000-000000000000'))
      order by s.sort_key, s.id limit wanted;
    return;
  end if;

  if sort = 'new' then
    -- An import creates many stars at the same instant: first the rest of that instant, then older ones.
    if last is not null then
      return query
        select s.id, array[s.created_at::text, s.id::text] from public.stars s
        where s.is_active and s.created_at = last[1]::timestamptz and s.id > last[2]::uuid
        order by s.id limit wanted;
      get diagnostics found_rows = row_count;
    end if;
    return query
      select s.id, array[s.created_at::text, s.id::text] from public.stars s
      where s.is_active and s.created_at < coalesce(last[1]::timestamptz, 'infinity')
      order by s.created_at desc, s.id limit wanted - found_rows;
    return;
  end if;

  -- By HoT: the ranked ones, then the others by name.
  if last is null or last[1]::integer < 2147483647 then
    return query
      select s.id, array[x.rank::text, s.sort_key, s.id::text]
      from public.star_scores x join public.stars s on s.id = x.star_id
      where x.rank is not null and x.rank > coalesce(last[1]::integer, 0) and s.is_active
      order by x.rank limit wanted;
    get diagnostics found_rows = row_count;
    last := null;
  end if;
  return query
    select s.id, array['2147483647', s.sort_key, s.id::text]
    from public.stars s
    where s.is_active and (s.sort_key, s.id) > (coalesce(last[2], '') collate "C", coalesce(last[3]::uuid, '00000000-0000-0000-0000-000000000000'))
      and exists (select from public.star_scores x where x.star_id = s.id and x.rank is null)
    order by s.sort_key, s.id limit wanted - found_rows;
end $$;
comment on function private.list_stars(text, text, text[], text, integer) is
  'Ids of active stars, sorted hot (rank, then name), name or new, optionally of one letter or matching words, after a cursor.';
grant execute on function private.list_stars(text, text, text[], text, integer) to anon, authenticated, service_role;
