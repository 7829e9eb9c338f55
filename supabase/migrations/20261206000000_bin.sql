-- The bin of what editors delete (docs/decisions/071-bin.md) ------------------------------------------------------------------------------

-- Posts could be restored for 30 days; a format with its seasons, casts and hundreds of events was one press, for good.

create table private.bin (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('format', 'season', 'star', 'event', 'news', 'import', 'spam')),
  name text not null check (char_length(name) <= 300),
  -- How much went along, by the names in private.binned_tables().
  counts jsonb not null default '{}',
  removed_at timestamptz not null default clock_timestamp(),
  removed_by uuid references public.profiles on delete set null
);
comment on table private.bin is 'What the team deleted, restorable for 30 days. Written by private.put_in_bin(), emptied by private.apply_retention().';
create index bin_removed on private.bin (removed_at desc, id desc);
create index bin_removed_by on private.bin (removed_by);

create table private.binned_rows (
  bin_id uuid not null references private.bin on delete cascade,
  place integer not null,
  table_name text not null,
  -- Votes and follows belong to a member, and go with their account.
  member_id uuid references public.profiles on delete cascade,
  content jsonb not null,
  primary key (bin_id, place)
);
comment on table private.binned_rows is 'Rows of what is in the bin, whole and in the order in which they are restored.';
create index binned_rows_member on private.binned_rows (member_id);

alter table private.bin enable row level security;
alter table private.binned_rows enable row level security;
revoke all on private.bin, private.binned_rows from public, anon, authenticated;

create function private.binned_tables() returns table (place integer, table_name text, counted text)
language sql immutable parallel safe set search_path = '' as $$
  values (1, 'public.formats', null), (2, 'public.format_slug_history', null), (3, 'public.seasons', 'seasons'), (4, 'public.stars', null),
    (5, 'public.star_slug_history', null), (6, 'public.star_social_accounts', null), (7, 'public.star_social_followers', null),
    (8, 'public.season_participants', 'participants'), (9, 'public.calendar_events', 'events'), (10, 'public.demand_votes', 'votes'),
    (11, 'public.realness_votes', 'votes'), (12, 'public.drama_votes', 'votes'), (13, 'public.star_fans', 'fans'),
    (14, 'private.star_rank_snapshots', null), (15, 'private.star_requests', null), (16, 'public.news', null), (17, 'private.news_versions', null),
    (18, 'private.news_discussions', null), (19, 'private.follows', null), (20, 'public.post_tags', 'posts')
$$;
comment on function private.binned_tables() is
  'Tables whose rows go into the bin, those that others refer to first, and under which name their rows are counted.';

create function private.rows_for_bin(things jsonb) returns table (table_name text, member_id uuid, content jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  of_formats constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'formats', '[]'))::uuid);
  of_stars constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'stars', '[]'))::uuid);
  of_news constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'news', '[]'))::uuid);
  of_seasons constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'seasons', '[]'))::uuid
    union select s.id from public.seasons s where s.format_id = any (of_formats));
  of_events constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'events', '[]'))::uuid
    union select e.id from public.calendar_events e where e.format_id = any (of_formats) or e.season_id = any (of_seasons));
begin
  -- Counters start again and grow with the rows they count. Who of the team wrote a text is not kept: their account may go meanwhile.
  return query
  select 'public.formats', null::uuid, to_jsonb(f) - 'seasons_count' from public.formats f where f.id = any (of_formats)
  union all select 'public.format_slug_history', null, to_jsonb(h) from public.format_slug_history h where h.format_id = any (of_formats)
  union all select 'public.seasons', null, to_jsonb(s) - 'participants_count' from public.seasons s where s.id = any (of_seasons)
  union all select 'public.stars', null, to_jsonb(s) - 'fans_count' from public.stars s where s.id = any (of_stars)
  union all select 'public.star_slug_history', null, to_jsonb(h) from public.star_slug_history h where h.star_id = any (of_stars)
  union all select 'public.star_social_accounts', null, to_jsonb(a) from public.star_social_accounts a where a.star_id = any (of_stars)
  union all select 'public.star_social_followers', null, to_jsonb(f) from public.star_social_accounts a
    join public.star_social_followers f on f.account_id = a.id where a.star_id = any (of_stars)
  union all select 'public.season_participants', null, to_jsonb(p) from public.season_participants p
    where p.season_id = any (of_seasons) or p.star_id = any (of_stars)
  -- With the row of their series, which goes when its last episode does.
  union all select 'public.calendar_events', null, to_jsonb(e) from public.calendar_events e where e.id = any (of_events)
    or e.id in (select own.series_parent_id from public.calendar_events own where own.id = any (of_events))
  union all select 'public.demand_votes', v.user_id, to_jsonb(v) from public.demand_votes v where v.star_id = any (of_stars)
  union all select 'public.realness_votes', v.user_id, to_jsonb(v) from public.realness_votes v where v.star_id = any (of_stars)
  union all select 'public.drama_votes', v.user_id, to_jsonb(v) from public.drama_votes v where v.star_id = any (of_stars)
  union all select 'public.star_fans', f.user_id, to_jsonb(f) from public.star_fans f where f.star_id = any (of_stars)
  union all select 'private.star_rank_snapshots', null, to_jsonb(r) from private.star_rank_snapshots r where r.star_id = any (of_stars)
  union all select 'private.star_requests', r.member_id, to_jsonb(r) - 'decided_by' from private.star_requests r where r.star_id = any (of_stars)
  union all select 'public.news', null, to_jsonb(n) - 'author_id' from public.news n where n.id = any (of_news)
  union all select 'private.news_versions', null, to_jsonb(v) - 'replaced_by' from private.news_versions v where v.news_id = any (of_news)
  union all select 'private.news_discussions', null, to_jsonb(d) from private.news_discussions d where d.news_id = any (of_news)
  union all select 'private.follows', f.member_id, to_jsonb(f) from private.follows f where f.target_id = any (of_formats || of_stars)
  union all select 'public.post_tags', null, to_jsonb(t) || jsonb_build_object('position', array_position(p.tags, t.tag_id))
    from public.post_tags t join public.community_posts p on p.id = t.post_id where t.tag_id = any (of_formats || of_stars);
end $$;
comment on function private.rows_for_bin(jsonb) is 'Every row that a deletion takes along; things is {formats, seasons, stars, events, news}, each an array of ids.';

create function private.put_in_bin(kind text, name text, things jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare entry uuid;
begin
  perform private.require_admin();
  -- What is gone already is refused by whoever deletes it.
  if name is null then return; end if;
  insert into private.bin (kind, name, removed_by) values (put_in_bin.kind, left(put_in_bin.name, 300), auth.uid()) returning id into entry;
  insert into private.binned_rows (bin_id, place, table_name, member_id, content)
    select entry, row_number() over (order by t.place), r.table_name, r.member_id, r.content
    from private.rows_for_bin(things) r join private.binned_tables() t on t.table_name = r.table_name;
  update private.bin b set counts = coalesce((
    select jsonb_object_agg(summed.counted, summed.rows) from (
      select t.counted, count(*) as rows from private.binned_rows r join private.binned_tables() t on t.table_name = r.table_name
      where r.bin_id = entry and t.counted is not null
        -- The row that describes a series is no event.
        and (t.counted <> 'events' or r.content ->> 'is_occurrence' = 'true') group by t.counted) summed), '{}')
    where b.id = entry;
end $$;
comment on function private.put_in_bin(text, text, jsonb) is 'Copies things that are about to be deleted into the bin, see private.rows_for_bin().';

create function private.restore_rows(entry uuid, part text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target constant regclass := part::regclass;
  column_names text;
  column_values text;
  parents_there text;
begin
  -- Columns that came later keep their default; references to what is gone become empty, and rows that need it stay away.
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum),
      string_agg(case when k.confdeltype = 'n'
        then format('case when exists (select from %1$s x where x.%3$I = r.%2$I) then r.%2$I end', k.confrelid::regclass, a.attname, other.attname)
        else format('r.%I', a.attname) end, ', ' order by a.attnum),
      string_agg(case when k.confdeltype = 'c' and k.confrelid <> target
        then format(' and exists (select from %1$s x where x.%3$I = r.%2$I)', k.confrelid::regclass, a.attname, other.attname) end, '')
    into column_names, column_values, parents_there
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_constraint k on k.conrelid = target and k.contype = 'f' and k.conkey = array[a.attnum]
  left join pg_catalog.pg_attribute other on other.attrelid = k.confrelid and other.attnum = k.confkey[1]
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    and (select b.content from private.binned_rows b where b.bin_id = entry and b.table_name = part order by b.place limit 1) ? a.attname::text;
  if column_names is null then return; end if;
  execute format('insert into %1$s (%2$s) select %3$s from private.binned_rows b, jsonb_populate_record(null::%1$s, b.content) r '
      || 'where b.bin_id = $1 and b.table_name = $2%4$s order by b.place%5$s',
    target, column_names, column_values, coalesce(parents_there, ''),
    -- Things themselves come back whole or not at all; of what hangs on them, what is there meanwhile stays.
    case when part in ('public.formats', 'public.seasons', 'public.stars', 'public.news') then '' else ' on conflict do nothing' end)
    using entry, part;
end $$;
comment on function private.restore_rows(uuid, text) is 'Inserts the rows of one table of an entry of the bin.';

create function private.restore_from_bin(entry uuid) returns jsonb
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
  delete from private.bin b where b.id = entry;
  return jsonb_build_object('kind', known.kind, 'name', known.name);
exception when unique_violation then
  raise exception 'Adresse, Nummer oder Schlüssel hat inzwischen etwas anderes.' using errcode = '23505', hint = 'address_taken';
end $$;
comment on function private.restore_from_bin(uuid) is 'See public.admin_restore_from_bin().';

create function public.admin_restore_from_bin(p_id uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.restore_from_bin(p_id) $$;
comment on function public.admin_restore_from_bin(uuid) is
  'RPC for admins: restores an entry of the bin with everything that went along; {kind, name}, null if it is not there any more. Hints parent_gone, address_taken.';

create function private.bin_page(kind text, query text, after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 20, 50);
  patterns constant text[] := private.like_patterns(private.search_words(query));
  last constant text[] := coalesce(private.cursor_parts(after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select b.*, row_number() over (order by b.removed_at desc, b.id desc) as nth
      from private.bin b
      where (b.removed_at, b.id) < (last[1]::timestamptz, last[2]::uuid) and private.restorable_until(b.removed_at) > now()
        -- Restored with the account, not by itself.
        and b.kind <> 'spam'
        and (bin_page.kind is null or b.kind = bin_page.kind)
        and (cardinality(patterns) = 0 or private.search_fold(b.name) like all (patterns))
      order by b.removed_at desc, b.id desc limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'name', l.name, 'counts', l.counts,
          'removed_at', l.removed_at, 'removed_by_name', (select m.nickname from public.profiles m where m.id = l.removed_by),
          'restorable_until', private.restorable_until(l.removed_at)) order by l.nth)
        from listed l where l.nth <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.removed_at::text, l.id::text) from listed l
        where l.nth = wanted and exists (select from listed more where more.nth > wanted))));
end $$;
comment on function private.bin_page(text, text, text, integer) is 'See public.admin_bin_page().';

create function public.admin_bin_page(p_kind text default null, p_query text default null, p_after text default null, p_limit integer default null)
  returns jsonb
language sql stable set search_path = '' as $$ select private.bin_page(p_kind, p_query, p_after, p_limit) $$;
comment on function public.admin_bin_page(text, text, text, integer) is
  'RPC for staff: what lies in the bin, latest first, of one kind (format, season, star, event, news, import) and with words in its name; {items, next}.';

create function private.empty_bin() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Pictures stay as long as what they belong to can come back (supabase/storage, pull request 817: the setting).
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'pictures' and o.name in (
    select split_part(coalesce(r.content ->> 'avatar_url', r.content ->> 'image_url'), '/pictures/', 2)
    from private.bin b join private.binned_rows r on r.bin_id = b.id and r.table_name in ('public.stars', 'public.news')
    where private.restorable_until(b.removed_at) <= now())
    and not exists (select from public.stars s where split_part(s.avatar_url, '/pictures/', 2) = o.name)
    and not exists (select from public.news n where split_part(n.image_url, '/pictures/', 2) = o.name);
  perform set_config('storage.allow_delete_query', 'false', true);
  delete from private.bin b where private.restorable_until(b.removed_at) <= now();
end $$;
comment on function private.empty_bin() is 'Deletes what has been in the bin for 30 days, with its pictures. A part of private.apply_retention().';

revoke execute on function private.empty_bin(), private.binned_tables(), private.rows_for_bin(jsonb), private.put_in_bin(text, text, jsonb),
  private.restore_rows(uuid, text), private.restore_from_bin(uuid), private.bin_page(text, text, text, integer) from public, anon;
-- The RPCs that delete run as their caller.
grant execute on function private.put_in_bin(text, text, jsonb), private.restore_from_bin(uuid), private.bin_page(text, text, text, integer)
  to authenticated;
revoke all on function public.admin_restore_from_bin(uuid), public.admin_bin_page(text, text, text, integer) from public, anon, authenticated;
grant execute on function public.admin_restore_from_bin(uuid), public.admin_bin_page(text, text, text, integer) to authenticated;

-- Deleting puts into the bin -------------------------------------------------------------------------------------------------------

create or replace function public.admin_delete_format(p_id uuid, p_seasons integer, p_events integer) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  known public.formats;
  events integer;
begin
  perform private.require_admin();
  select * into known from public.formats f where f.id = p_id for update;
  if not found then raise exception 'Dieses Format gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
  events := (select count(*) from public.calendar_events e where e.format_id = p_id and e.is_occurrence);
  if (known.seasons_count, events) is distinct from (p_seasons, p_events) then
    raise exception 'An diesem Format hängt inzwischen etwas anderes.' using errcode = '23514', hint = 'contents_changed';
  end if;
  perform private.log_staff_action('delete_format', 'format', p_id::text,
    jsonb_build_object('name', known.name, 'slug', known.slug, 'seasons', known.seasons_count, 'events', events));
  perform private.put_in_bin('format', known.name, jsonb_build_object('formats', jsonb_build_array(p_id)));
  delete from public.calendar_events e where e.format_id = p_id;
  delete from public.formats f where f.id = p_id;
  return jsonb_build_object('seasons', known.seasons_count, 'events', events);
end $$;

create or replace function public.admin_delete_season(p_id uuid, p_participants integer, p_events integer) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  known public.seasons;
  events integer;
begin
  perform private.require_admin();
  select * into known from public.seasons s where s.id = p_id for update;
  if not found then raise exception 'Diese Staffel gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
  events := (select count(*) from public.calendar_events e where e.season_id = p_id and e.is_occurrence);
  if (known.participants_count, events) is distinct from (p_participants, p_events) then
    raise exception 'An dieser Staffel hängt inzwischen etwas anderes.' using errcode = '23514', hint = 'contents_changed';
  end if;
  perform private.log_staff_action('delete_season', 'season', p_id::text, jsonb_build_object(
    'name', (select left(f.name || ', Staffel ' || known.season_number, 200) from public.formats f where f.id = known.format_id),
    'participants', known.participants_count, 'events', events));
  perform private.put_in_bin('season', (select f.name || ', Staffel ' || known.season_number from public.formats f where f.id = known.format_id),
    jsonb_build_object('seasons', jsonb_build_array(p_id)));
  delete from public.calendar_events e where e.season_id = p_id;
  delete from public.seasons s where s.id = p_id;
  return jsonb_build_object('participants', known.participants_count, 'events', events);
end $$;

create or replace function public.admin_delete_star(p_id uuid) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.put_in_bin('star', (select s.full_name from public.stars s where s.id = p_id), jsonb_build_object('stars', jsonb_build_array(p_id)));
  delete from public.stars s where s.id = p_id;
  if not found then raise exception 'Diesen Star gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
end $$;

create or replace function public.admin_delete_event(p_id text, p_scope text default 'this') returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  was public.calendar_events;
  leaving uuid[];
begin
  perform private.require_admin();
  was := private.edited_event(jsonb_build_object('id', p_id));
  leaving := array(select e.id from private.episodes_in_scope(was, p_scope) e);
  perform private.log_staff_action('delete_calendar_event', 'calendar_event', was.id::text, jsonb_build_object('name', left(was.title, 200),
    'event_date', was.event_date, 'scope', case when was.series_parent_id is not null then p_scope end, 'removed', cardinality(leaving)));
  perform private.put_in_bin('event', was.title || ', ' || to_char(was.event_date, 'DD.MM.YYYY'), jsonb_build_object('events', to_jsonb(leaving)));
  delete from public.calendar_events e where e.id = any (leaving);
  if was.series_parent_id is not null then perform private.end_series(was.series_parent_id); end if;
  return jsonb_build_object('removed', cardinality(leaving));
end $$;

create or replace function public.admin_delete_news(p_id uuid) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.put_in_bin('news', (select n.title from public.news n where n.id = p_id), jsonb_build_object('news', jsonb_build_array(p_id)));
  delete from public.news n where n.id = p_id;
  if not found then raise exception 'Diese News gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
end $$;

-- Copies as many rows as it deletes, each vote of a star.
alter function public.admin_delete_star(uuid) set statement_timeout = '30s';
alter function public.admin_delete_format(uuid, integer, integer) set statement_timeout = '30s';
alter function public.admin_delete_season(uuid, integer, integer) set statement_timeout = '30s';
