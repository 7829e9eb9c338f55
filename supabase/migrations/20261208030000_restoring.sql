-- The bin gives back what it took, whatever was edited before (docs/decisions/084-restoring.md) --------------------------------------

create or replace function private.restore_rows(entry uuid, part text) returns void
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
        then format(' and exists (select from %1$s x where x.%3$I = r.%2$I)', k.confrelid::regclass, a.attname, other.attname) end, ''),
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

create or replace function private.restore_from_bin(entry uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known private.bin;
  part text;
  tagged record;
  series uuid;
begin
  perform private.require_admin();
  select * into known from private.bin b where b.id = entry and b.kind <> 'spam' and private.restorable_until(b.removed_at) > now() for update;
  -- Somebody else was first, or the 30 days are over.
  if not found then return null; end if;
  if known.kind = 'season' and not exists (
      select from private.binned_rows b join public.formats f on f.id = (b.content ->> 'format_id')::uuid
      where b.bin_id = entry and b.table_name = 'public.seasons') then
    perform private.refuse('Das Format dieser Staffel ist gelöscht. Hol zuerst das Format zurück.', 'parent_gone');
  end if;
  if known.kind = 'event' and exists (
      select from private.binned_rows b
      join private.binned_rows parent on parent.bin_id <> entry and (parent.table_name = 'public.formats' and parent.content ->> 'id' = b.content ->> 'format_id'
        or parent.table_name = 'public.seasons' and parent.content ->> 'id' = b.content ->> 'season_id')
      where b.bin_id = entry and b.table_name = 'public.calendar_events') then
    perform private.refuse('Format oder Staffel dieses Termins liegt im Papierkorb. Hol das zuerst zurück.', 'parent_gone');
  end if;
  perform private.log_staff_action('restore_from_bin', known.kind, null, jsonb_build_object('name', left(known.name, 200)) || known.counts);
  for part in select t.table_name from private.binned_tables() t where t.table_name <> 'public.post_tags' order by t.place loop
    perform private.restore_rows(entry, part);
  end loop;
  for tagged in
    select (b.content ->> 'post_id')::uuid as post_id, (b.content ->> 'tag_id')::uuid as tag_id, (b.content ->> 'position')::integer as position
    from private.binned_rows b where b.bin_id = entry and b.table_name = 'public.post_tags' order by b.place
  loop
    update public.community_posts p set tags = p.tags[:tagged.position - 1] || tagged.tag_id || p.tags[tagged.position:]
      where p.id = tagged.post_id and not tagged.tag_id = any (p.tags) and cardinality(p.tags) < 5;
  end loop;
  for series in
    select distinct e.series_parent_id from private.binned_rows b join public.calendar_events e on e.id = (b.content ->> 'id')::uuid
    where b.bin_id = entry and b.table_name = 'public.calendar_events' and e.series_parent_id is not null
  loop
    perform private.end_series(series);
  end loop;
  if exists (select from private.binned_rows b where b.bin_id = entry and b.table_name = 'public.stars') then perform private.rank_stars(); end if;
  -- Who took part in what lies in the bin itself comes back with it.
  update private.binned_rows r set bin_id = other.bin_id, place = r.place + (select max(o.place) from private.binned_rows o where o.bin_id = other.bin_id)
    from private.binned_rows other
    where r.bin_id = entry and r.table_name = 'public.season_participants' and other.bin_id <> entry
      and (other.table_name = 'public.seasons' and other.content ->> 'id' = r.content ->> 'season_id'
        or other.table_name = 'public.stars' and other.content ->> 'id' = r.content ->> 'star_id');
  delete from private.bin b where b.id = entry;
  return jsonb_build_object('kind', known.kind, 'name', known.name);
exception when unique_violation then
  raise exception 'Adresse, Nummer oder Schlüssel hat inzwischen etwas anderes.' using errcode = '23505', hint = 'address_taken';
end $$;

-- A restored account has its history, also that nothing was read today.
create or replace function private.record_followers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.followers is not null and current_setting('hot.restoring', true) is distinct from 'on' then
    insert into public.star_social_followers (account_id, day, followers)
    values (new.id, private.berlin_day(now()), new.followers)
    on conflict (account_id, day) do update set followers = excluded.followers;
  end if;
  return null;
end $$;
