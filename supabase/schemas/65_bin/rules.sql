-- The bin of what editors delete (docs/decisions/071-bin.md) ----------------------------------------------------------

create function private.binned_tables() returns table (place integer, table_name text, counted text)
language sql immutable parallel safe set search_path = '' as $$
  values (1, 'public.formats', 'formats'), (2, 'public.format_slug_history', null), (3, 'public.seasons', 'seasons'), (4, 'public.stars', 'stars'),
    (5, 'public.star_slug_history', null), (6, 'public.star_social_accounts', null), (7, 'public.star_social_followers', null),
    (8, 'public.season_participants', 'participants'), (9, 'public.calendar_events', 'events'), (10, 'public.demand_votes', 'votes'),
    (11, 'public.realness_votes', 'votes'), (12, 'public.drama_votes', 'votes'), (13, 'public.star_fans', 'fans'),
    (14, 'private.star_rank_snapshots', null), (15, 'private.star_requests', null), (16, 'public.news', null), (17, 'private.news_versions', null),
    (18, 'private.news_discussions', null), (19, 'private.follows', null), (20, 'public.post_tags', 'posts'),
    (21, 'private.season_slug_history', null), (22, 'private.watch_progress', null), (-1, 'public.broadcasters', null),
    (0, 'public.streaming_providers', null)
$$;
comment on function private.binned_tables() is
  'Tables whose rows go into the bin, those that others refer to first, and under which name their rows are counted.';

-- A place in a cast can be all that an import made of a star and a season.
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
  union all select 'private.season_slug_history', null, to_jsonb(h) from private.season_slug_history h where h.season_id = any (of_seasons)
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
  union all select 'private.watch_progress', w.member_id, to_jsonb(w) from private.watch_progress w where w.season_id = any (of_seasons)
  union all select 'public.post_tags', null, to_jsonb(t) || jsonb_build_object('position', array_position(p.tags, t.tag_id))
    from public.post_tags t join public.community_posts p on p.id = t.post_id where t.tag_id = any (of_formats || of_stars)
  union all select 'public.broadcasters', null, to_jsonb(b) from public.broadcasters b
    where b.id in (select jsonb_array_elements_text(coalesce(things -> 'broadcasters', '[]'))::uuid)
  union all select 'public.streaming_providers', null, to_jsonb(p) from public.streaming_providers p
    where p.id in (select jsonb_array_elements_text(coalesce(things -> 'providers', '[]'))::uuid);
end $$;
comment on function private.rows_for_bin(jsonb) is
  'Every row that a deletion takes along; things is {formats, seasons, stars, events, news, broadcasters, providers}, each an array of ids, and {participants: [{season_id, star_id}]}.';

-- Members go on voting and the team goes on deciding while something is put into the bin. Whoever adds a row to a thing holds the
-- thing itself by its foreign key; whoever changes or deletes one holds that row.
create function private.hold_for_bin(things jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  of_formats constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'formats', '[]'))::uuid);
  of_stars constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'stars', '[]'))::uuid);
  of_news constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'news', '[]'))::uuid);
  of_seasons uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'seasons', '[]'))::uuid);
  of_events constant uuid[] := array(select jsonb_array_elements_text(coalesce(things -> 'events', '[]'))::uuid);
begin
  perform from public.formats f where f.id = any (of_formats) order by f.id for update;
  perform from public.stars s where s.id = any (of_stars) order by s.id for update;
  perform from public.news n where n.id = any (of_news) order by n.id for update;
  perform from public.seasons s where s.id = any (of_seasons) or s.format_id = any (of_formats) order by s.id for update;
  of_seasons := of_seasons || array(select s.id from public.seasons s where s.format_id = any (of_formats));
  perform from public.calendar_events e where e.id = any (of_events) or e.format_id = any (of_formats) or e.season_id = any (of_seasons)
    order by e.id for update;
  perform from public.season_participants p where p.season_id = any (of_seasons) or p.star_id = any (of_stars)
    order by p.season_id, p.star_id for update;
  perform from private.follows f where f.target_id = any (of_formats || of_stars) order by f.member_id, f.target_id for update;
  perform from private.watch_progress w where w.season_id = any (of_seasons) order by w.member_id, w.season_id for update;
  if of_stars = '{}' then return; end if;
  perform from private.star_requests r where r.star_id = any (of_stars) order by r.id for update;
  perform from public.star_social_accounts a where a.star_id = any (of_stars) order by a.id for update;
  perform from public.demand_votes v where v.star_id = any (of_stars) order by v.star_id, v.user_id for update;
  perform from public.realness_votes v where v.star_id = any (of_stars) order by v.star_id, v.user_id for update;
  perform from public.drama_votes v where v.star_id = any (of_stars) order by v.star_id, v.user_id for update;
  perform from public.star_fans f where f.star_id = any (of_stars) order by f.star_id, f.user_id for update;
end $$;
comment on function private.hold_for_bin(jsonb) is
  'Waits for whoever is changing what hangs on these things, and keeps others from it until the end of the transaction, so that the bin has the last state.';

create function private.put_in_bin(kind text, name text, things jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare entry uuid;
begin
  perform private.require_admin();
  -- What is gone already is refused by whoever deletes it.
  if name is null then return; end if;
  perform private.hold_for_bin(things);
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
comment on function private.put_in_bin(text, text, jsonb) is 'Copies things that are about to be deleted into the bin, see private.rows_for_bin().';
grant execute on function private.put_in_bin(text, text, jsonb) to authenticated;

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
          'restorable_until', private.restorable_until(l.removed_at),
          'merged_into', (select jsonb_build_object('id', s.id, 'name', s.full_name, 'slug', s.slug) from public.stars s where s.id = l.merged_into),
          'slug', case when l.kind = 'merge' then (select r.content ->> 'slug' from private.binned_rows r
            where r.bin_id = l.id and r.table_name = 'public.stars') end) order by l.nth)
        from listed l where l.nth <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.removed_at::text, l.id::text) from listed l
        where l.nth = wanted and exists (select from listed more where more.nth > wanted))));
end $$;
comment on function private.bin_page(text, text, text, integer) is 'See public.admin_bin_page().';
grant execute on function private.bin_page(text, text, text, integer) to authenticated;

create function public.admin_bin_page(p_kind text default null, p_query text default null, p_after text default null, p_limit integer default null)
  returns jsonb
language sql stable set search_path = '' as $$ select private.bin_page(p_kind, p_query, p_after, p_limit) $$;
comment on function public.admin_bin_page(text, text, text, integer) is
  'RPC for staff: what lies in the bin, latest first, of one kind (format, season, star, event, news, import) and with words in its name; {items, next}.';
grant execute on function public.admin_bin_page(text, text, text, integer) to authenticated, service_role;

create function private.retain_bin() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.bin b where private.restorable_until(b.removed_at) <= now();
  delete from private.distinct_stars d where exists (
    select from unnest(array[d.one, d.other]) as star where not exists (select from public.stars s where s.id = star)
      and not exists (select from private.binned_rows b where b.table_name = 'public.stars' and b.content ->> 'id' = star::text));
  perform private.delete_unused_pictures();
end $$;
comment on function private.retain_bin() is 'Retention: what has been in the bin for 30 days, with its pictures.';
