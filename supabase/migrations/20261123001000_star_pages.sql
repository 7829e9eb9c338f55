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
comment on table private.star_search is 'Active stars with their search and sort keys; maintained by triggers of stars and star_scores.';
comment on column private.star_search.place is 'star_scores.rank; 2147483647 for those without one, who come last.';
create index star_search_words on private.star_search using gin (search_key extensions.gin_trgm_ops);
-- For the best matches of a common word, without reading all matches.
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
comment on function private.index_star() is 'Trigger: keeps private.star_search up to date with the names of active stars.';
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
comment on function private.index_star_rank() is 'Trigger: keeps private.star_search up to date with the hourly ranks. Votes do not set ranks and so do not fire it.';
create trigger star_scores_search after update of rank on public.star_scores
  for each row when (old.rank is distinct from new.rank) execute function private.index_star_rank();

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
revoke execute on function private.near_stars(text[], text[], integer, integer) from public;

-- Lists ---------------------------------------------------------------------------------------------------------------

-- The lists of /stars.

-- Number of stars per letter, for the total and the A–Z index of /stars, without counting stars on every request.
create table private.star_letters (
  letter text primary key,
  stars_count integer not null
);
comment on table private.star_letters is 'Active stars by index letter; maintained by trigger of stars.';
revoke all on private.star_letters from public, anon, authenticated;
grant select on private.star_letters to anon, authenticated, service_role;

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
create trigger stars_letters after insert or delete on public.stars
  for each row execute function private.count_star_letter();
create trigger stars_letters_move after update on public.stars
  for each row when ((old.letter, old.is_active) is distinct from (new.letter, new.is_active))
  execute function private.count_star_letter();

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

-- Pages ---------------------------------------------------------------------------------------------------------------

-- /stars and a star.

create function public.stars_page(
  p_sort text default 'hot', p_letter text default null, p_query text default null, p_after text default null, p_limit integer default 24
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  only_letter constant text := nullif(upper(left(p_letter, 1)), '');
  words constant text[] := nullif(private.search_words(p_query), '{}');
  sort constant text := case when p_sort in ('name', 'new') then p_sort else 'hot' end;
begin
  return (
    with listed as materialized (
      select l.id, l.keys, l.place
      from private.list_stars(sort, only_letter, words, p_after, wanted + 1) with ordinality as l (id, keys, place)
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(c.card order by l.place)
        from listed l join private.star_cards c on c.id = l.id
        where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(variadic l.keys) from listed l
        where l.place = wanted and exists (select from listed where place > wanted)),
      'total', case when words is null
        then (select coalesce(sum(stars_count), 0) from private.star_letters where only_letter is null or letter = only_letter)
        else (select count(*) from private.matching_stars(words, only_letter)) end,
      'letters', coalesce((
        select jsonb_agg(letter order by letter = '#', letter) from private.star_letters where stars_count > 0), '[]'::jsonb)));
end $$;
comment on function public.stars_page(text, text, text, text, integer) is
  'Page /stars: sort hot, name or new; letter A–Z or #; words of the query, all of which must match; keyset cursor; 24 a page, 100 at most.';

create function private.star_by(p_key text) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      (select s.id from public.stars s where s.is_active and s.slug = p_key),
      (select s.id from public.star_slug_history h join public.stars s on s.id = h.star_id and s.is_active where h.old_slug = p_key))
  );
end $$;
comment on function private.star_by(text) is 'Active star by current slug or former slug; null when there is none.';
grant execute on function private.star_by(text) to anon, authenticated, service_role;

create function public.star_page(p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant uuid := private.star_by(p_slug);
  not_shown constant text[] := array['full_name', 'is_active', 'fans_count', 'search_key', 'sort_key', 'letter', 'external_key', 'created_at'];
begin
  return (
    select c.card || (to_jsonb(s) - not_shown) || jsonb_build_object(
      'fans', s.fans_count,
      'demand', jsonb_build_object('average', x.demand_average, 'votes', x.demand_count),
      'realness', jsonb_build_object('average', x.realness_average, 'votes', x.realness_count),
      'drama', jsonb_build_object('average', x.drama_average, 'votes', x.drama_count),
      'seasons', coalesce((
        select jsonb_agg(jsonb_build_object(
          'season_id', n.id, 'season_number', n.season_number, 'season_title', n.card -> 'title', 'season_slug', n.slug,
          'placement', p.placement, 'status', n.card -> 'status', 'start_date', n.card -> 'start_date',
          'format_name', f.ref -> 'name', 'format_short_name', f.ref -> 'short_name', 'format_slug', f.slug, 'format_color', f.ref -> 'color'
        ) order by n.card ->> 'start_date' desc nulls first, n.season_number desc, n.id)
        from public.season_participants p
        join private.season_cards n on n.id = p.season_id
        join private.format_refs f on f.id = n.format_id
        where p.star_id = wanted), '[]'::jsonb),
      'social', coalesce((
        select jsonb_agg(jsonb_build_object('platform', a.platform, 'handle', a.handle, 'url', a.url, 'followers', a.followers,
          'updated_at', a.updated_at) order by a.followers desc nulls last, a.platform)
        from public.star_social_accounts a where a.star_id = wanted), '[]'::jsonb))
    from public.stars s
    join private.star_cards c on c.id = s.id
    join public.star_scores x on x.star_id = s.id
    where s.id = wanted
  );
end $$;
comment on function public.star_page(text) is
  'Page /stars/{slug}: the star by its current or a former slug (then slug differs from the one asked for), or null.';

revoke execute on function public.stars_page(text, text, text, text, integer), public.star_page(text) from public;
grant execute on function public.stars_page(text, text, text, text, integer), public.star_page(text) to anon, authenticated, service_role;

-- Voting --------------------------------------------------------------------------------------------------------------

create function private.own_star_votes(star uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'demand', (select v.value from public.demand_votes v where v.user_id = (select auth.uid()) and v.star_id = star),
    'realness', (select v.value from public.realness_votes v where v.user_id = (select auth.uid()) and v.star_id = star),
    'drama', (select v.value from public.drama_votes v where v.user_id = (select auth.uid()) and v.star_id = star))
$$;
comment on function private.own_star_votes(uuid) is 'The caller''s three votes on a star as ownStarVotes.';
grant execute on function private.own_star_votes(uuid) to authenticated;

create function public.viewer_star(p_star_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare star constant uuid := private.as_uuid(p_star_id);
begin
  return private.own_star_votes(star) || jsonb_build_object(
    'fan', exists (select from public.star_fans f where f.star_id = star and f.user_id = (select auth.uid())));
end $$;
comment on function public.viewer_star(text) is 'RPC: the caller''s three votes on a star, and whether they are a fan.';

create function public.viewer_fans(p_ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return coalesce((
    select jsonb_agg(f.star_id) from public.star_fans f where f.star_id = any (p_ids[1:100]) and f.user_id = (select auth.uid())), '[]'::jsonb);
end $$;
comment on function public.viewer_fans(uuid[]) is 'RPC: those of up to 100 stars the caller is a fan of.';

-- /stars/voting

create function private.own_rated_stars() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  return array(
    select d.star_id from public.demand_votes d
    join public.realness_votes r on r.user_id = me and r.star_id = d.star_id
    join public.drama_votes a on a.user_id = me and a.star_id = d.star_id
    join public.stars s on s.id = d.star_id and s.is_active
    where d.user_id = me);
end $$;
comment on function private.own_rated_stars() is 'Active stars about which the caller has answered all three questions.';

-- Definer, because only without row-level security an index gives the order; it returns active stars only.
create function private.list_unrated_stars(rated uuid[], wanted integer) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare listed uuid[];
begin
  listed := array(
    select x.star_id from public.star_scores x join public.stars s on s.id = x.star_id
    where x.rank is not null and s.is_active and x.star_id <> all (rated)
    order by x.rank limit wanted);
  if cardinality(listed) = wanted then return listed; end if;
  return listed || array(
    select s.id from public.stars s
    where s.is_active and s.id <> all (rated)
      and exists (select from public.star_scores x where x.star_id = s.id and x.rank is null)
    order by s.sort_key, s.id limit wanted - cardinality(listed));
end $$;
comment on function private.list_unrated_stars(uuid[], integer) is 'Active stars that are not among the rated: by rank, then the unranked by name.';
grant execute on function private.own_rated_stars(), private.list_unrated_stars(uuid[], integer) to authenticated;

create function public.voting_page(p_limit integer default 10) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  rated constant uuid[] := private.own_rated_stars();
  listed constant uuid[] := private.list_unrated_stars(rated, private.page_limit(p_limit, 10, 50));
begin
  return jsonb_build_object(
    'rated', cardinality(rated),
    'total', coalesce((select sum(l.stars_count) from private.star_letters l), 0),
    'stars', coalesce((
      select jsonb_agg(c.card || jsonb_build_object('mine', private.own_star_votes(c.id)) order by array_position(listed, c.id))
      from private.star_cards c where c.id = any (listed)), '[]'::jsonb));
end $$;
comment on function public.voting_page(integer) is 'RPC of /stars/voting: active stars the caller has not fully rated, best first, and how many of all are rated.';

-- Voting on a star, all three questions at once.

create function private.set_star_vote(question text, star uuid, vote integer) returns void
language plpgsql set search_path = '' as $$
begin
  if vote is null then return; end if;
  if vote = 0 then
    execute format('delete from public.%I where user_id = $1 and star_id = $2', question || '_votes') using auth.uid(), star;
    return;
  end if;
  execute format('insert into public.%1$I as v (user_id, star_id, value) values ($1, $2, $3)
    on conflict (user_id, star_id) do update set value = excluded.value where v.value <> excluded.value', question || '_votes')
    using auth.uid(), star, vote;
end $$;
comment on function private.set_star_vote(text, uuid, integer) is 'Sets the caller''s vote on one question; 0 withdraws it, null leaves it.';
grant execute on function private.set_star_vote(text, uuid, integer) to authenticated;

create function public.set_star_votes(
  p_star_id uuid, p_demand integer default null, p_realness integer default null, p_drama integer default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_writer();
  if p_demand not between 0 and 5 or p_realness not between 0 and 5 or p_drama not between 0 and 5 then
    perform private.refuse('Eine Stimme ist eine Zahl von 1 bis 5.', 'vote_range');
  end if;
  if not exists (select from private.star_cards c where c.id = p_star_id) then
    perform private.refuse('Diesen Star gibt es nicht mehr.', 'unknown_star');
  end if;
  perform private.set_star_vote('demand', p_star_id, p_demand);
  perform private.set_star_vote('realness', p_star_id, p_realness);
  perform private.set_star_vote('drama', p_star_id, p_drama);
  return public.viewer_star(p_star_id::text) || (
    select jsonb_build_object('hot_score', x.hot_score, 'rank', x.rank, 'votes', x.votes_count)
    from public.star_scores x where x.star_id = p_star_id);
end $$;
comment on function public.set_star_votes(uuid, integer, integer, integer) is
  'RPC: sets the caller''s votes on a star (null: as it is, 0: withdrawn); returns them with the star''s score. The rank moves with the hourly job.';

revoke all on function public.viewer_star(text), public.viewer_fans(uuid[]),
  public.voting_page(integer), public.set_star_votes(uuid, integer, integer, integer) from public, anon, authenticated;
grant execute on function public.viewer_star(text), public.viewer_fans(uuid[]),
  public.voting_page(integer), public.set_star_votes(uuid, integer, integer, integer) to authenticated;

-- Pictures of stars and news ------------------------------------------------------------------------------------------

-- Pictures of stars and news. Objects are named stars/{uuid}.webp and news/{uuid}.webp; the team adds and removes them, everybody
-- sees them by their public address. As with avatars, files are removed by the storage service only.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('pictures', 'pictures', true, 4 * 1024 * 1024, array['image/webp', 'image/png', 'image/jpeg']);

create function private.is_picture_name(object text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(object ~ '^(stars|news)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$', false)
$$;
comment on function private.is_picture_name(text) is 'Whether an object''s name is stars/{uuid}.webp or news/{uuid}.webp.';
grant execute on function private.is_picture_name(text) to authenticated, service_role;

create policy "staff add pictures" on storage.objects for insert to authenticated
  with check (bucket_id = 'pictures' and private.is_picture_name(name) and (select private.is_moderator()));
create policy "staff list pictures" on storage.objects for select to authenticated
  using (bucket_id = 'pictures' and (select private.is_moderator()));
create policy "staff remove pictures" on storage.objects for delete to authenticated
  using (bucket_id = 'pictures' and (select private.is_moderator()));

-- A foreign address would make every reader's browser call that server, and the content security policy would block it.
create function private.check_picture(address text, former text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  prefix constant text := '/storage/v1/object/public/pictures/';
  object constant text := substr(address, char_length(prefix) + 1);
begin
  if address is null or address is not distinct from former then return; end if;
  if address <> prefix || object or not private.is_picture_name(object)
     or not exists (select from storage.objects o where o.bucket_id = 'pictures' and o.name = object) then
    raise exception 'Dieses Bild ist nicht hochgeladen.' using errcode = '23514', hint = 'picture_missing';
  end if;
end $$;
comment on function private.check_picture(text, text) is
  'Refuses an address that is neither the former one nor a picture uploaded by the team.';
grant execute on function private.check_picture(text, text) to authenticated;

-- Admin: reading ------------------------------------------------------------------------------------------------------

-- /admin/stars: the team's list, inactive stars included.

-- Definer: LIKE behind row-level security could use no index, and the public search covers active stars only.
create function private.admin_list_stars(words text[], state text, gap text, sort text, after text, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 50 set search_path = '' as $$
declare
  patterns constant text[] := private.like_patterns(words);
  last constant text[] := private.cursor_parts(after, case when sort = 'new' then '{instant,uuid}'::text[] else '{text,uuid}' end);
begin
  perform private.require_moderator();
  return query
    select s.id, case when sort = 'new' then array[s.created_at::text, s.id::text] else array[s.sort_key, s.id::text] end
    from public.stars s
    where s.search_key like all (patterns)
      and (state is null or s.is_active = (state = 'active'))
      and (gap is null or case gap
        when 'picture' then s.avatar_url is null
        when 'bio' then coalesce(s.bio, '') = ''
        when 'social' then not exists (select from public.star_social_accounts a where a.star_id = s.id)
        when 'season' then not exists (select from public.season_participants p where p.star_id = s.id)
        else true end)
      and (last is null or case when sort = 'new'
        then s.created_at < last[1]::timestamptz or (s.created_at = last[1]::timestamptz and s.id > last[2]::uuid)
        else (s.sort_key, s.id) > (last[1] collate "C", last[2]::uuid) end)
    order by case when sort = 'new' then s.created_at end desc, case when sort <> 'new' then s.sort_key end, s.id
    limit wanted;
end $$;
comment on function private.admin_list_stars(text[], text, text, text, text, integer) is
  'Ids of stars for staff: matching every word, active or inactive, with a gap (picture, bio, social, season), by name or new, after a cursor.';
grant execute on function private.admin_list_stars(text[], text, text, text, text, integer) to authenticated;

create function public.admin_stars_page(
  p_query text default null, p_state text default null, p_gap text default null, p_sort text default 'name',
  p_after text default null, p_limit integer default 30
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 30);
  state constant text := case when p_state in ('active', 'inactive') then p_state end;
  sort constant text := case when p_sort = 'new' then 'new' else 'name' end;
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select l.id, l.keys, l.place
      from private.admin_list_stars(private.search_words(p_query), state, nullif(p_gap, ''), sort, p_after, wanted + 1)
        with ordinality as l (id, keys, place)
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name,
          'nickname', s.nickname, 'avatar_url', s.avatar_url, 'is_active', s.is_active, 'hot_score', x.hot_score, 'rank', x.rank,
          'fans', s.fans_count, 'has_bio', coalesce(s.bio, '') <> '', 'created_at', s.created_at,
          'seasons', (select count(*) from public.season_participants p where p.star_id = s.id),
          'social', (select count(*) from public.star_social_accounts a where a.star_id = s.id)) order by l.place)
        from listed l join public.stars s on s.id = l.id join public.star_scores x on x.star_id = s.id
        where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(variadic l.keys) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.admin_stars_page(text, text, text, text, text, integer) is
  'Page /admin/stars for staff: words that must all match, state active or inactive, gap picture, bio, social or season, sort name or new, keyset cursor.';

-- Possible duplicates: similar names, active or not.
create function private.similar_stars(name text, except_star uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare folded constant text := private.search_fold(left(coalesce(name, ''), 300));
begin
  perform private.require_moderator();
  if char_length(folded) < 3 then return '[]'::jsonb; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'slug', f.slug, 'first_name', f.first_name, 'last_name', f.last_name,
      'nickname', f.nickname, 'avatar_url', f.avatar_url, 'is_active', f.is_active) order by f.nearness desc, f.id), '[]'::jsonb)
    from (
      select s.*, extensions.similarity(s.search_key, folded) as nearness
      from public.stars s
      where s.search_key operator(extensions.%) folded and s.id is distinct from except_star
        and extensions.similarity(s.search_key, folded) >= 0.45
      order by nearness desc, s.id limit 5
    ) f);
end $$;
comment on function private.similar_stars(text, uuid) is 'Up to five stars with similar names, for staff: likely duplicates.';
grant execute on function private.similar_stars(text, uuid) to authenticated;

create function public.admin_similar_stars(p_name text, p_except uuid default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return private.similar_stars(p_name, p_except);
end $$;
comment on function public.admin_similar_stars(text, uuid) is 'RPC for staff: stars with a similar name, to avoid creating one twice.';

-- Definer, to count everything that belongs to a star, whether or not the caller may read it.
create function private.admin_star(star uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return (
    select to_jsonb(s) - array['full_name', 'fans_count', 'search_key', 'sort_key', 'letter'] || jsonb_build_object(
      'hot_score', x.hot_score, 'rank', x.rank,
      'old_slugs', coalesce((select jsonb_agg(h.old_slug order by h.created_at desc, h.old_slug)
        from public.star_slug_history h where h.star_id = star), '[]'::jsonb),
      'votes', (select count(*) from public.demand_votes v where v.star_id = star)
        + (select count(*) from public.realness_votes v where v.star_id = star)
        + (select count(*) from public.drama_votes v where v.star_id = star),
      'fans', s.fans_count,
      'posts', (select count(*) from public.post_tags t where t.tag_id = star),
      'seasons', coalesce((
        select jsonb_agg(jsonb_build_object('id', n.id, 'format', f.name, 'season_number', n.season_number, 'title', n.title,
          'placement', p.placement) order by f.name, n.season_number desc, n.id)
        from public.season_participants p join public.seasons n on n.id = p.season_id join public.formats f on f.id = n.format_id
        where p.star_id = star), '[]'::jsonb),
      'similar', private.similar_stars(s.first_name || ' ' || coalesce(s.nickname, '') || ' ' || s.last_name, star))
    from public.stars s join public.star_scores x on x.star_id = s.id where s.id = star);
end $$;
comment on function private.admin_star(uuid) is 'A star for the editor: all fields, former addresses, what belongs to it, likely duplicates; null when there is none.';
grant execute on function private.admin_star(uuid) to authenticated;

create function public.admin_star(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return private.admin_star(private.as_uuid(p_id));
end $$;
comment on function public.admin_star(text) is 'Page /admin/stars/edit/{id} for staff; null when there is no such star.';

revoke all on function public.admin_stars_page(text, text, text, text, text, integer), public.admin_similar_stars(text, uuid),
  public.admin_star(text) from public, anon, authenticated;
grant execute on function public.admin_stars_page(text, text, text, text, text, integer), public.admin_similar_stars(text, uuid),
  public.admin_star(text) to authenticated;

-- Admin: writing ------------------------------------------------------------------------------------------------------

-- Creating, changing, deleting and merging stars. Plain writes run as the caller: policies decide, triggers write the log.

create function public.admin_save_star(p_id uuid, p_seen timestamptz, p_values jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  was public.stars;
  star public.stars;
  saved jsonb;
begin
  perform private.require_moderator();
  select * into was from public.stars s where s.id = p_id;
  star := jsonb_populate_record(was, private.cleaned_values(p_values) - 'birthdate');
  star.first_name := coalesce(private.clean_line(star.first_name), '');
  star.last_name := coalesce(private.clean_line(star.last_name), '');
  star.nickname := nullif(private.clean_line(star.nickname), '');
  star.slug := coalesce(nullif(star.slug, ''), was.slug);
  star.is_active := coalesce(star.is_active, was.is_active, true);
  if p_values ? 'birthdate' then star.birthdate := private.as_day(p_values ->> 'birthdate'); end if;
  if star.first_name || star.last_name || coalesce(star.nickname, '') = '' then
    perform private.refuse('Gib mindestens einen Namen an.', 'name_missing');
  end if;
  if greatest(char_length(star.first_name), char_length(star.last_name), char_length(star.nickname)) > 100 then
    perform private.refuse('Ein Name hat höchstens 100 Zeichen.', 'name_too_long');
  end if;
  if char_length(star.bio) > 10000 then perform private.refuse('Die Biografie hat höchstens 10.000 Zeichen.', 'bio_too_long'); end if;
  if nullif(p_values ->> 'birthdate', '') is not null and (star.birthdate is null or star.birthdate > private.berlin_day(now())) then
    perform private.refuse('Dieses Geburtsdatum gibt es nicht.', 'birthdate_invalid');
  end if;
  if p_id is not null and was.id is null then
    raise exception 'Diesen Star gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  perform private.check_picture(star.avatar_url, was.avatar_url);
  saved := private.save_row('public.stars', p_id::text, private.given_columns(to_jsonb(star), p_values), coalesce(p_seen, '-infinity'));
  if saved is null then
    perform private.refuse('Jemand anderes hat diesen Star gerade geändert.', 'changed_meanwhile');
  end if;
  return jsonb_build_object('id', saved -> 'id', 'slug', saved -> 'slug', 'updated_at', saved -> 'updated_at');
exception when unique_violation then
  raise exception 'Diese Adresse hat schon ein anderer Star.' using errcode = '23505', hint = 'slug_taken';
end $$;
comment on function public.admin_save_star(uuid, timestamptz, jsonb) is
  'RPC for staff: creates a star (p_id null) or changes one that is still as it was at p_seen; p_values has a key for each column to set. Without a slug a new one gets its own from the name, an old one keeps it. Returns id, slug and updated_at.';

create function public.admin_delete_star(p_id uuid) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_admin();
  delete from public.stars s where s.id = p_id;
  if not found then raise exception 'Diesen Star gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
end $$;
comment on function public.admin_delete_star(uuid) is 'RPC for admins: deletes a star with votes, fans, participations and social accounts; posts lose the tag.';

-- One person, two entries: everything moves to the one that stays, and the addresses of the other redirect there.
create function private.merge_stars(keep uuid, gone uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  survivor public.stars;
  dropped public.stars;
  gaps jsonb;
  question text;
begin
  perform private.require_admin();
  if keep = gone then perform private.refuse('Das ist derselbe Star.', 'same_star'); end if;
  -- Locked in a fixed order, so that two merges of the same pair wait for each other instead of deadlocking.
  perform from public.stars s where s.id in (keep, gone) order by s.id for update;
  select * into survivor from public.stars s where s.id = keep;
  select * into dropped from public.stars s where s.id = gone;
  if survivor.id is null or dropped.id is null then
    raise exception 'Diesen Star gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  perform private.log_staff_action('merge_star', 'star', keep::text,
    jsonb_build_object('name', survivor.full_name, 'merged', dropped.full_name, 'merged_id', gone, 'merged_slug', dropped.slug));

  -- Of a member's votes on both stars the later one counts.
  foreach question in array array['demand', 'realness', 'drama'] loop
    execute replace($sql$
      delete from public.QUESTION_votes g using public.QUESTION_votes k
        where g.star_id = $2 and k.star_id = $1 and k.user_id = g.user_id and k.updated_at >= g.updated_at;
    $sql$, 'QUESTION', question) using keep, gone;
    execute replace($sql$
      delete from public.QUESTION_votes k using public.QUESTION_votes g
        where k.star_id = $1 and g.star_id = $2 and g.user_id = k.user_id;
    $sql$, 'QUESTION', question) using keep, gone;
    execute replace('update public.QUESTION_votes set star_id = $1 where star_id = $2', 'QUESTION', question) using keep, gone;
  end loop;
  delete from public.star_fans g using public.star_fans k where g.star_id = gone and k.star_id = keep and k.user_id = g.user_id;
  update public.star_fans set star_id = keep where star_id = gone;

  update public.season_participants k set placement = g.placement
    from public.season_participants g
    where k.star_id = keep and g.star_id = gone and g.season_id = k.season_id and k.placement is null and g.placement is not null;
  delete from public.season_participants g using public.season_participants k
    where g.star_id = gone and k.star_id = keep and k.season_id = g.season_id;
  update public.season_participants set star_id = keep where star_id = gone;

  update public.star_social_accounts g set star_id = keep where g.star_id = gone
    and not exists (select from public.star_social_accounts k where k.star_id = keep and k.platform = g.platform);

  update public.community_posts p set tags = case when keep = any (p.tags) then array_remove(p.tags, gone) else array_replace(p.tags, gone, keep) end
    where p.id in (select t.post_id from public.post_tags t where t.tag_id = gone);

  update public.star_slug_history set star_id = keep where star_id = gone;
  delete from public.stars where id = gone;
  insert into public.star_slug_history (old_slug, star_id) values (dropped.slug, keep)
    on conflict (old_slug) do update set star_id = excluded.star_id, created_at = now();
  -- Every column the survivor lacks comes from the duplicate, so that a new one needs no line here.
  select jsonb_object_agg(d.key, d.value) into gaps from jsonb_each(to_jsonb(dropped)) d where to_jsonb(survivor) -> d.key = 'null';
  perform private.save_row('public.stars', keep::text,
    coalesce(gaps, '{}') || jsonb_build_object('is_active', survivor.is_active or dropped.is_active));
  perform private.rank_stars();
end $$;
comment on function private.merge_stars(uuid, uuid) is
  'Moves votes, fans, participations, accounts, tags and addresses of a duplicate to the star that stays, fills its gaps, and deletes the duplicate.';
grant execute on function private.merge_stars(uuid, uuid) to authenticated;

create function public.admin_merge_stars(p_keep uuid, p_gone uuid) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.merge_stars(p_keep, p_gone);
end $$;
comment on function public.admin_merge_stars(uuid, uuid) is
  'RPC for admins: p_gone becomes part of p_keep and is deleted; its addresses lead to p_keep.';

revoke all on function public.admin_save_star(uuid, timestamptz, jsonb),
  public.admin_delete_star(uuid), public.admin_merge_stars(uuid, uuid) from public, anon, authenticated;
grant execute on function public.admin_save_star(uuid, timestamptz, jsonb),
  public.admin_delete_star(uuid), public.admin_merge_stars(uuid, uuid) to authenticated;
