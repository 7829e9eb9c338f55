-- The bin gives back what it took, also after what happened between deletions (docs/decisions/096-restored-as-taken.md) --------------------

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
  select * into last from public.calendar_events e where e.series_parent_id = series order by e.event_date desc, e.event_time desc, e.id desc limit 1;
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
    if kind = 'season' then perform private.refuse('Das Format dieser Staffel ist gelöscht. Hol zuerst das Format zurück.', 'parent_gone'); end if;
    perform private.refuse('Ein Format, zu dem dieser Import Staffeln hat, liegt im Papierkorb. Hol das zuerst zurück.', 'parent_gone');
  end if;
  if kind in ('event', 'import') and exists (
      select from private.binned_rows b
      join private.binned_rows parent on parent.bin_id <> entry and (parent.table_name = 'public.formats' and parent.content ->> 'id' = b.content ->> 'format_id'
        or parent.table_name = 'public.seasons' and parent.content ->> 'id' = b.content ->> 'season_id')
      where b.bin_id = entry and b.table_name = 'public.calendar_events') then
    if kind = 'event' then perform private.refuse('Format oder Staffel dieses Termins liegt im Papierkorb. Hol das zuerst zurück.', 'parent_gone'); end if;
    perform private.refuse('Format oder Staffel eines Termins aus diesem Import liegt im Papierkorb. Hol das zuerst zurück.', 'parent_gone');
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

create or replace function private.restore_from_bin(entry uuid) returns jsonb
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
  delete from private.bin b where b.id = entry;
  return jsonb_build_object('kind', known.kind, 'name', known.name);
exception when unique_violation then
  raise exception 'Adresse, Nummer oder Schlüssel hat inzwischen etwas anderes.' using errcode = '23505', hint = 'address_taken';
end $$;

revoke execute on function private.newest_series_rows(uuid), private.series_of_entry(uuid), private.end_restored_series(uuid, uuid, date),
  private.refuse_without_parents(uuid, text), private.restore_posts_of(uuid) from public, anon;
