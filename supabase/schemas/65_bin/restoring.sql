-- The bin of what editors delete (docs/decisions/071-bin.md) ----------------------------------------------------------

create function private.restore_rows(entry uuid, part text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target constant regclass := part::regclass;
  column_names text;
  column_values text;
  parents_there text;
  own_parents text;
begin
  -- Columns that came later keep their default; references to what is gone become empty, and rows that need it stay away.
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum),
      string_agg(case when k.confdeltype = 'n'
        then format('case when exists (select from %1$s x where x.%3$I = r.%2$I) then r.%2$I end', k.confrelid::regclass, a.attname, other.attname)
        else format('r.%I', a.attname) end, ', ' order by a.attnum),
      string_agg(case when k.confdeltype = 'c' and k.confrelid <> target
        then format(' and (r.%2$I is null or exists (select from %1$s x where x.%3$I = r.%2$I))', k.confrelid::regclass, a.attname, other.attname) end, ''),
      -- Rows that others of the table refer to come first, whatever order they were kept in.
      string_agg(case when k.confrelid = target then format('r.%I is not null, ', a.attname) end, '')
    into column_names, column_values, parents_there, own_parents
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_constraint k on k.conrelid = target and k.contype = 'f' and k.conkey = array[a.attnum]
  left join pg_catalog.pg_attribute other on other.attrelid = k.confrelid and other.attnum = k.confkey[1]
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    and (select b.content from private.binned_rows b where b.bin_id = entry and b.table_name = part order by b.place limit 1) ? a.attname::text;
  if column_names is null then return; end if;
  perform set_config('hot.restoring', 'on', true);
  execute format('insert into %1$s (%2$s) select %3$s from private.binned_rows b, jsonb_populate_record(null::%1$s, b.content) r '
      || 'where b.bin_id = $1 and b.table_name = $2%4$s order by %6$sb.place%5$s',
    target, column_names, column_values, coalesce(parents_there, ''),
    -- Things themselves come back whole or not at all; of what hangs on them, what is there meanwhile stays.
    case when part in ('public.formats', 'public.seasons', 'public.stars', 'public.news') then '' else ' on conflict do nothing' end, coalesce(own_parents, ''))
    using entry, part;
  perform set_config('hot.restoring', '', true);
end $$;
comment on function private.restore_rows(uuid, text) is 'Inserts the rows of one table of an entry of the bin.';

create function private.restore_from_bin(entry uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known private.bin;
  part text;
  series_ends jsonb;
begin
  perform private.require_admin();
  select * into known from private.bin b where b.id = entry and b.kind <> 'spam' and private.restorable_until(b.removed_at) > now() for update;
  -- Somebody else was first, or the 30 days are over.
  if not found then return null; end if;
  series_ends := (select jsonb_object_agg(s.series, s.kept_end) from private.series_of_entry(entry) s);
  perform private.newest_series_rows(entry);
  perform private.refuse_without_parents(entry, known.kind);
  perform private.log_staff_action('restore_from_bin', known.kind, null, jsonb_build_object('name', left(known.name, 200)) || known.counts);
  for part in select t.table_name from private.binned_tables() t where t.table_name <> 'public.post_tags' order by t.place loop
    perform private.restore_rows(entry, part);
  end loop;
  perform private.restore_posts_of(entry);
  perform private.end_restored_series(entry, s.key::uuid, s.value::date) from jsonb_each_text(series_ends) s;
  if exists (select from private.binned_rows b where b.bin_id = entry and b.table_name = 'public.stars') then perform private.rank_stars(); end if;
  -- Who took part in what lies in the bin itself comes back with it.
  update private.binned_rows r set bin_id = other.bin_id, place = r.place + (select max(o.place) from private.binned_rows o where o.bin_id = other.bin_id)
    from private.binned_rows other
    where r.bin_id = entry and r.table_name = 'public.season_participants' and other.bin_id <> entry
      and (other.table_name = 'public.seasons' and other.content ->> 'id' = r.content ->> 'season_id'
        or other.table_name = 'public.stars' and other.content ->> 'id' = r.content ->> 'star_id');
  -- An import is there again, and can be undone again.
  if known.kind = 'import' then
    update private.imports i set undone_at = null where i.undone_at is not null and exists (
      select from private.binned_rows b
      join (select distinct f.table_name as name, f.target from private.import_fields() f) t on t.target = b.table_name
      where b.bin_id = entry and coalesce(i.created -> t.name, '[]') @> case t.name
        when 'participants' then jsonb_build_array(jsonb_build_object('season_id', b.content -> 'season_id', 'star_id', b.content -> 'star_id'))
        else jsonb_build_array(b.content -> 'id') end);
  end if;
  delete from private.bin b where b.id = entry;
  return jsonb_build_object('kind', known.kind, 'name', known.name);
exception when unique_violation then
  perform private.refuse('moderation.address_taken', '23505');
end $$;
comment on function private.restore_from_bin(uuid) is 'See public.admin_restore_from_bin().';
grant execute on function private.restore_from_bin(uuid) to authenticated;

-- A star that was deleted has only its own rows in the bin; one that was merged has the other's to take back first.
create function public.admin_restore_from_bin(p_id uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$ select coalesce(private.undo_merge(p_id), private.restore_from_bin(p_id)) $$;
comment on function public.admin_restore_from_bin(uuid) is
  'RPC for admins: restores an entry of the bin with everything that went along; {kind, name}, null if it is not there any more. Hints parent_gone, address_taken.';
grant execute on function public.admin_restore_from_bin(uuid) to authenticated, service_role;

-- What comes back is not judged anew (docs/decisions/096-restored-as-taken.md) ----------------------------------------

create function private.restore_begins() returns void
language sql set search_path = '' as $$ select set_config('hot.restoring', 'on', true) $$;
comment on function private.restore_begins() is 'From here on rows are inserted as they were taken: private.is_restoring().';

create function private.restore_ends() returns void
language sql set search_path = '' as $$ select set_config('hot.restoring', '', true) $$;
comment on function private.restore_ends() is 'From here on what is inserted is new again.';

-- The bin gives back what it took, also after what happened between deletions (docs/decisions/096-restored-as-taken.md) ---

create function private.newest_series_rows(entry uuid) returns void
language sql security definer set search_path = '' as $$
  update private.binned_rows r set content = newest.content
  from (
    select distinct on (o.content ->> 'id') o.bin_id, o.content
    from private.binned_rows mine
    join private.binned_rows o on o.table_name = mine.table_name and o.content ->> 'id' = mine.content ->> 'id'
    join private.bin b on b.id = o.bin_id
    where mine.bin_id = entry and mine.table_name = 'public.calendar_events'
    order by o.content ->> 'id', b.removed_at desc
  ) newest
  where r.bin_id = entry and r.table_name = 'public.calendar_events' and r.content ->> 'id' = newest.content ->> 'id' and newest.bin_id <> entry
$$;
comment on function private.newest_series_rows(uuid) is
  'Each entry with episodes keeps the row of their series as it was then; restored is the one kept last.';

create function private.series_of_entry(entry uuid) returns table (series uuid, kept_end date)
language sql stable security definer set search_path = '' as $$
  select distinct (b.content ->> 'series_parent_id')::uuid, (p.content ->> 'series_end_date')::date
  from private.binned_rows b
  left join private.binned_rows p on p.bin_id = entry and p.table_name = b.table_name and p.content ->> 'id' = b.content ->> 'series_parent_id'
  where b.bin_id = entry and b.table_name = 'public.calendar_events' and b.content ->> 'series_parent_id' is not null
$$;
comment on function private.series_of_entry(uuid) is 'Series whose episodes an entry of the bin has, with the end they had before.';

create function private.end_restored_series(entry uuid, series uuid, kept_end date) returns void
language plpgsql security definer set search_path = '' as $$
declare last public.calendar_events;
begin
  select * into last from public.calendar_events e where e.series_parent_id = series order by e.event_date desc, e.event_time desc, e.episode_number desc, e.id desc limit 1;
  if not found then return; end if;
  -- With its last episode a series has its planned end again, which may lie behind that.
  update public.calendar_events e set series_end_date = greatest(e.event_date, last.event_date, case when exists (
      select from private.binned_rows b where b.bin_id = entry and b.table_name = 'public.calendar_events' and b.content ->> 'id' = last.id::text)
      then kept_end else e.series_end_date end)
    where e.id = series;
end $$;
comment on function private.end_restored_series(uuid, uuid, date) is 'The end of a series whose episodes came back with an entry of the bin.';

create function private.refuse_without_parents(entry uuid, kind text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if kind in ('season', 'import') and exists (
      select from private.binned_rows b where b.bin_id = entry and b.table_name = 'public.seasons'
        and not exists (select from public.formats f where f.id = (b.content ->> 'format_id')::uuid)
        and not exists (select from private.binned_rows f where f.bin_id = entry and f.table_name = 'public.formats' and f.content ->> 'id' = b.content ->> 'format_id')
        -- What was deleted for good holds up nothing else of an import.
        and (kind = 'season' or exists (select from private.binned_rows f where f.table_name = 'public.formats' and f.content ->> 'id' = b.content ->> 'format_id'))) then
    if kind = 'season' then perform private.refuse('moderation.parent_gone.season'); end if;
    perform private.refuse('moderation.parent_gone.imported_season');
  end if;
  if kind in ('event', 'import') and exists (
      select from private.binned_rows b
      join private.binned_rows parent on parent.bin_id <> entry and (parent.table_name = 'public.formats' and parent.content ->> 'id' = b.content ->> 'format_id'
        or parent.table_name = 'public.seasons' and parent.content ->> 'id' = b.content ->> 'season_id')
      where b.bin_id = entry and b.table_name = 'public.calendar_events') then
    if kind = 'event' then perform private.refuse('moderation.parent_gone.event'); end if;
    perform private.refuse('moderation.parent_gone.imported_event');
  end if;
end $$;
comment on function private.refuse_without_parents(uuid, text) is 'Rows that would stay away, or lose what they belong to, wait for it.';

create function private.restore_posts_of(entry uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare tagged record;
begin
  for tagged in
    select (b.content ->> 'post_id')::uuid as post_id, (b.content ->> 'tag_id')::uuid as tag_id, (b.content ->> 'position')::integer as position
    from private.binned_rows b where b.bin_id = entry and b.table_name = 'public.post_tags' order by b.place
  loop
    update public.community_posts p set tags = p.tags[:tagged.position - 1] || tagged.tag_id || p.tags[tagged.position:]
      where p.id = tagged.post_id and not tagged.tag_id = any (p.tags) and cardinality(p.tags) < 5;
    update public.archived_posts a set record = jsonb_set(a.record, '{post,tags}', (
        select jsonb_agg(t.tag order by t.place, t.added) from (
          select e.tag, e.place, true as added from jsonb_array_elements_text(a.record #> '{post,tags}') with ordinality as e (tag, place)
          union all select tagged.tag_id::text, tagged.position, false) t))
      where a.post_id = tagged.post_id and a.restored_at is null
        and not (a.record #> '{post,tags}') ? tagged.tag_id::text and jsonb_array_length(a.record #> '{post,tags}') < 5;
  end loop;
  update public.archived_posts a set record = jsonb_set(a.record, '{discussions}', coalesce(a.record -> 'discussions', '[]') || b.content)
    from private.binned_rows b
    where b.bin_id = entry and b.table_name = 'private.news_discussions' and a.post_id::text = b.content ->> 'post_id' and a.restored_at is null;
end $$;
comment on function private.restore_posts_of(uuid) is
  'What posts lost with an entry of the bin, tags at their places; a post that is deleted itself has it when it comes back.';

-- Imports whose things lie in the bin (docs/decisions/096-restored-as-taken.md) ---------------------------------------

create function private.set_back(change jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  given_column constant text := change ->> 'column';
  target regclass;
  hit integer;
  binned integer;
begin
  select f.target::regclass into target from private.import_fields() f where f.table_name = change ->> 'table' and f.column_name = given_column limit 1;
  if target is null then return false; end if;
  execute format('update %1$s t set %2$I = (jsonb_populate_record(null::%1$s, jsonb_build_object(%2$L, $1))).%2$I where %3$s and to_jsonb(t) -> %2$L = $2',
      target, given_column, case change ->> 'table' when 'participants' then 't.season_id = $3 and t.star_id = $4' else 't.id = $3' end)
    using change -> 'old', change -> 'new', (change ->> 'id')::uuid, (change ->> 'part')::uuid;
  get diagnostics hit = row_count;
  -- What was deleted since comes back from the bin as it was before the import.
  update private.binned_rows b set content = b.content || jsonb_build_object(given_column, change -> 'old')
    where b.table_name = (select f.target from private.import_fields() f where f.table_name = change ->> 'table' limit 1)
      and b.content -> given_column = change -> 'new'
      and coalesce(b.content ->> 'id', b.content ->> 'season_id') = change ->> 'id'
      and (change ->> 'table' <> 'participants' or b.content ->> 'star_id' = change ->> 'part');
  get diagnostics binned = row_count;
  return hit + binned > 0;
exception when foreign_key_violation or unique_violation or check_violation then
  -- What it referred to is gone, or something else has the value: it stays.
  return false;
end $$;
comment on function private.set_back(jsonb) is 'Sets one value of private.imports.changed back, unless somebody changed it since; whether it did.';
