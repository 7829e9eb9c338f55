-- Imports whose things lie in the bin (docs/decisions/096-restored-as-taken.md) --------------------------------------------------------------

-- A place in a cast can be all that an import made of a star and a season.
create or replace function private.rows_for_bin(things jsonb) returns table (table_name text, member_id uuid, content jsonb)
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
      or jsonb_build_object('season_id', p.season_id, 'star_id', p.star_id) in (select jsonb_array_elements(coalesce(things -> 'participants', '[]')))
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
comment on function private.rows_for_bin(jsonb) is
  'Every row that a deletion takes along; things is {formats, seasons, stars, events, news}, each an array of ids, and {participants: [{season_id, star_id}]}.';

create or replace function private.put_in_bin(kind text, name text, things jsonb) returns void
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
  -- Of an import whose things have all been deleted one by one nothing is left.
  if not found then
    delete from private.bin b where b.id = entry;
    return;
  end if;
  update private.bin b set counts = coalesce((
    select jsonb_object_agg(summed.counted, summed.rows) from (
      select t.counted, count(*) as rows from private.binned_rows r join private.binned_tables() t on t.table_name = r.table_name
      where r.bin_id = entry and t.counted is not null
        -- The row that describes a series is no event.
        and (t.counted <> 'events' or r.content ->> 'is_occurrence' = 'true') group by t.counted) summed), '{}')
    where b.id = entry;
end $$;

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

create or replace function private.undo_import(import_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known private.imports;
  reverted integer;
  removed integer := 0;
  hit integer;
  made jsonb;
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('import', 0));
  select * into known from private.imports i
    where i.id = import_id and i.undone_at is null and private.restorable_until(i.applied_at) > now() for update;
  -- Somebody else was first, or the 30 days are over.
  if not found then return null; end if;
  made := known.created;
  perform private.log_staff_action('undo_import', 'import', null, known.counts);
  perform set_config('hot.importing', 'true', true);
  -- What changed again since stays.
  reverted := (select count(*) from jsonb_array_elements(known.changed) c where private.set_back(c));
  perform private.put_in_bin('import', 'Import vom ' || to_char(known.applied_at at time zone 'Europe/Berlin', 'DD.MM.YYYY, HH24:MI'),
    jsonb_build_object('formats', coalesce(made -> 'formats', '[]'), 'seasons', coalesce(made -> 'seasons', '[]'),
      'stars', coalesce(made -> 'stars', '[]'), 'events', coalesce(made -> 'episodes', '[]'), 'participants', coalesce(made -> 'participants', '[]')));
  delete from public.season_participants p using jsonb_to_recordset(coalesce(made -> 'participants', '[]')) as d (season_id uuid, star_id uuid)
    where p.season_id = d.season_id and p.star_id = d.star_id;
  get diagnostics hit = row_count;
  removed := removed + hit;
  removed := removed + (select count(*) from public.calendar_events e where e.id in (select jsonb_array_elements_text(coalesce(made -> 'episodes', '[]'))::uuid));
  delete from public.calendar_events e where e.id in (select jsonb_array_elements_text(coalesce(made -> 'episodes', '[]'))::uuid)
    or e.season_id in (select jsonb_array_elements_text(coalesce(made -> 'seasons', '[]'))::uuid)
    or e.format_id in (select jsonb_array_elements_text(coalesce(made -> 'formats', '[]'))::uuid);
  delete from public.seasons s where s.id in (select jsonb_array_elements_text(coalesce(made -> 'seasons', '[]'))::uuid);
  get diagnostics hit = row_count;
  removed := removed + hit;
  delete from public.stars s where s.id in (select jsonb_array_elements_text(coalesce(made -> 'stars', '[]'))::uuid);
  get diagnostics hit = row_count;
  removed := removed + hit;
  delete from public.formats f where f.id in (select jsonb_array_elements_text(coalesce(made -> 'formats', '[]'))::uuid);
  get diagnostics hit = row_count;
  removed := removed + hit;
  update private.imports i set undone_at = clock_timestamp() where i.id = import_id;
  perform set_config('hot.importing', '', true);
  return jsonb_build_object('removed', removed, 'reverted', reverted, 'kept', jsonb_array_length(known.changed) - reverted);
end $$;

revoke execute on function private.set_back(jsonb) from public, anon;
