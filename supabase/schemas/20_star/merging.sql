-- Admin: writing ------------------------------------------------------------------------------------------------------

-- One person, two entries: everything moves to the one that stays, and the addresses of the other redirect there.
create function private.merge_stars(keep uuid, gone uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  survivor public.stars;
  dropped public.stars;
  gaps jsonb;
  was jsonb;
  entry uuid;
begin
  perform private.require_admin();
  if keep = gone then perform private.refuse('star.same_star'); end if;
  -- In a fixed order, so that two merges of the same pair wait for each other instead of deadlocking.
  perform private.hold_for_bin(jsonb_build_object('stars', jsonb_build_array(keep, gone)));
  select * into survivor from public.stars s where s.id = keep;
  select * into dropped from public.stars s where s.id = gone;
  if survivor.id is null or dropped.id is null then
    perform private.refuse('star.target_gone', '23503');
  end if;
  perform private.log_staff_action('merge_star', 'star', keep::text,
    jsonb_build_object('name', survivor.full_name, 'merged', dropped.full_name, 'merged_id', gone, 'merged_slug', dropped.slug));

  perform private.put_in_bin('merge', dropped.full_name, jsonb_build_object('stars', jsonb_build_array(gone)));
  update private.bin b set merged_into = keep where b.kind = 'merge' and b.merged_into is null returning b.id into entry;
  was := (select jsonb_agg(to_jsonb(r)) from private.rows_of_merge(keep) r);

  perform set_config('hot.restoring', 'on', true);
  perform private.move_votes(keep, gone), private.move_members(keep, gone), private.move_seasons(keep, gone);
  update public.star_social_accounts g set star_id = keep where g.star_id = gone
    and not exists (select from public.star_social_accounts k where k.star_id = keep and k.platform = g.platform);
  update public.community_posts p set tags = case when keep = any (p.tags) then array_remove(p.tags, gone) else array_replace(p.tags, gone, keep) end
    where p.id in (select t.post_id from public.post_tags t where t.tag_id = gone);
  update public.star_slug_history set star_id = keep where star_id = gone;
  delete from public.stars where id = gone;
  insert into public.star_slug_history (old_slug, star_id) values (dropped.slug, keep)
    on conflict (old_slug) do update set star_id = excluded.star_id, created_at = now();
  -- Every column the survivor lacks comes from the duplicate, so that a new one needs no line here.
  select jsonb_object_agg(d.key, d.value) into gaps from jsonb_each(to_jsonb(dropped)) d where to_jsonb(survivor) -> d.key = 'null'
    -- The credit of a picture comes with it.
    and (d.key not in ('avatar_author', 'avatar_source', 'avatar_license') or survivor.avatar_url is null);
  perform private.save_row('public.stars', keep::text,
    coalesce(gaps, '{}') || jsonb_build_object('is_active', survivor.is_active or dropped.is_active));
  perform set_config('hot.restoring', '', true);

  insert into private.merged_rows (bin_id, place, table_name, member_id, before, after)
    select entry, row_number() over (), coalesce(b.table_name, a.table_name), coalesce(b.member_id, a.member_id), b.content, a.content
    from jsonb_to_recordset(was) as b (table_name text, member_id uuid, key jsonb, content jsonb)
    full join private.rows_of_merge(keep) a on a.table_name = b.table_name and a.key = b.key
    where private.as_said(b.content) is distinct from private.as_said(a.content);
  perform private.rank_stars();
end $$;
comment on function private.merge_stars(uuid, uuid) is
  'Moves all that hangs on a duplicate to the star that stays, fills its gaps and deletes the duplicate; the bin keeps both as they were.';
grant execute on function private.merge_stars(uuid, uuid) to authenticated;

create function public.admin_merge_stars(p_keep uuid, p_gone uuid) returns void
language plpgsql security invoker set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.merge_stars(p_keep, p_gone);
end $$;
comment on function public.admin_merge_stars(uuid, uuid) is
  'RPC for admins: p_gone becomes part of p_keep and is deleted; its addresses lead to p_keep.';
grant execute on function public.admin_merge_stars(uuid, uuid) to authenticated, service_role;

-- Merging -------------------------------------------------------------------------------------------------------------

create function private.merged_tables() returns table (table_name text, keys text[])
language sql immutable parallel safe set search_path = '' as $$
  values ('public.demand_votes', array['user_id', 'star_id']), ('public.realness_votes', array['user_id', 'star_id']),
    ('public.drama_votes', array['user_id', 'star_id']), ('public.star_fans', array['user_id', 'star_id']),
    ('private.follows', array['member_id', 'target_type', 'target_id']), ('public.season_participants', array['season_id', 'star_id']),
    ('public.star_slug_history', array['old_slug']), ('private.star_requests', array['id']), ('public.post_tags', array['post_id', 'tag_id']),
    ('public.stars', array['id'])
$$;
comment on function private.merged_tables() is 'Tables of which a merge keeps what it changed at the star that stays, and what tells their rows apart.';

create function private.as_said(content jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$ select content - array['weighs', 'updated_at'] $$;
comment on function private.as_said(jsonb) is 'A row without whether it weighs and when it was written: both change by themselves.';

create function private.rows_of_merge(star uuid) returns table (table_name text, member_id uuid, key jsonb, content jsonb)
language sql stable security definer set search_path = '' as $$
  select r.table_name, r.member_id, (select jsonb_agg(r.content -> k) from unnest(t.keys) k), r.content
  from private.rows_for_bin(jsonb_build_object('stars', jsonb_build_array(star))) r
  join private.merged_tables() t on t.table_name = r.table_name
  union all
  select b.table_name, null, jsonb_build_array(b.content -> 'season_id', b.content -> 'star_id'), b.content
  from private.binned_rows b
  where b.table_name = 'public.season_participants' and b.content ->> 'star_id' = star::text
    and exists (select from private.binned_rows s where s.bin_id = b.bin_id and s.table_name = 'public.seasons'
      and s.content ->> 'id' = b.content ->> 'season_id')
$$;
comment on function private.rows_of_merge(uuid) is 'What a merge may change at a star, also in seasons that lie in the bin.';

create function private.move_votes(keep uuid, gone uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare question text;
begin
  -- Of a member's votes on both stars the later one counts.
  foreach question in array array['demand', 'realness', 'drama'] loop
    execute format('delete from public.%1$I_votes g using public.%1$I_votes k
      where g.star_id = $2 and k.star_id = $1 and k.user_id = g.user_id and k.updated_at >= g.updated_at', question) using keep, gone;
    execute format('delete from public.%1$I_votes k using public.%1$I_votes g
      where k.star_id = $1 and g.star_id = $2 and g.user_id = k.user_id', question) using keep, gone;
    execute format('update public.%1$I_votes set star_id = $1 where star_id = $2', question) using keep, gone;
  end loop;
end $$;
comment on function private.move_votes(uuid, uuid) is 'A part of private.merge_stars().';

create function private.move_members(keep uuid, gone uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.star_fans g using public.star_fans k where g.star_id = gone and k.star_id = keep and k.user_id = g.user_id;
  update public.star_fans set star_id = keep where star_id = gone;
  delete from private.follows g using private.follows k where g.target_type = 'star' and g.target_id = gone and k.target_type = 'star'
    and k.target_id = keep and k.member_id = g.member_id;
  update private.follows set target_id = keep where target_type = 'star' and target_id = gone;
  -- Whom the team believed stays believed.
  delete from private.star_requests k using private.star_requests g where k.star_id = keep and g.star_id = gone and k.member_id = g.member_id
    and k.kind = 'claim' and g.kind = 'claim' and g.state = 'granted' and k.state <> 'granted';
  update private.star_requests g set star_id = keep where g.star_id = gone and (g.kind <> 'claim' or not exists (
    select from private.star_requests k where k.star_id = keep and k.member_id = g.member_id and k.kind = 'claim'))
$$;
comment on function private.move_members(uuid, uuid) is 'A part of private.merge_stars(): fans, follows and the door of stars.';

create function private.move_seasons(keep uuid, gone uuid) returns void
language sql security definer set search_path = '' as $$
  update public.season_participants k set placement = g.placement
    from public.season_participants g
    where k.star_id = keep and g.star_id = gone and g.season_id = k.season_id and k.placement is null and g.placement is not null;
  delete from public.season_participants g using public.season_participants k
    where g.star_id = gone and k.star_id = keep and k.season_id = g.season_id;
  update public.season_participants set star_id = keep where star_id = gone;
  -- In a season that lies in the bin both stand until it comes back; the one that is gone then waits for its merge to be undone.
  insert into private.binned_rows (bin_id, place, table_name, content)
    select b.bin_id, (select max(o.place) from private.binned_rows o where o.bin_id = b.bin_id) + row_number() over (partition by b.bin_id order by b.place),
      b.table_name, b.content || jsonb_build_object('star_id', keep)
    from private.binned_rows b
    where b.table_name = 'public.season_participants' and b.content ->> 'star_id' = gone::text
      and exists (select from private.binned_rows s where s.bin_id = b.bin_id and s.table_name = 'public.seasons'
        and s.content ->> 'id' = b.content ->> 'season_id')
      and not exists (select from private.binned_rows k where k.table_name = b.table_name and k.content ->> 'star_id' = keep::text
        and k.content ->> 'season_id' = b.content ->> 'season_id')
$$;
comment on function private.move_seasons(uuid, uuid) is 'A part of private.merge_stars(): participations, also in seasons that lie in the bin.';

-- Undoing -------------------------------------------------------------------------------------------------------------

create function private.forget_withdrawn(entry uuid, keep uuid, gone uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.binned_rows b where b.bin_id = entry and (
    b.table_name = 'public.demand_votes' and not exists (select from public.demand_votes v where v.star_id = keep and v.user_id = b.member_id)
    or b.table_name = 'public.realness_votes' and not exists (select from public.realness_votes v where v.star_id = keep and v.user_id = b.member_id)
    or b.table_name = 'public.drama_votes' and not exists (select from public.drama_votes v where v.star_id = keep and v.user_id = b.member_id)
    or b.table_name = 'public.star_fans' and not exists (select from public.star_fans f where f.star_id = keep and f.user_id = b.member_id)
    or b.table_name = 'private.follows' and not exists (
      select from private.follows f where f.target_type = 'star' and f.target_id = keep and f.member_id = b.member_id)
    or b.table_name = 'private.star_requests' and not exists (select from private.star_requests r where r.id = (b.content ->> 'id')::uuid)
      and exists (select from private.merged_rows m where m.bin_id = entry and m.table_name = b.table_name and m.after ->> 'id' = b.content ->> 'id'))
$$;
comment on function private.forget_withdrawn(uuid, uuid, uuid) is
  'What a member has withdrawn from the star that stayed since a merge does not come back with the other. A part of private.undo_merge().';

create function private.take_merged_rows_back(entry uuid, part text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  same constant text := (select string_agg(format('to_jsonb(x) -> %1$L = m.after -> %1$L', k), ' and ')
    from private.merged_tables() t cross join unnest(t.keys) k where t.table_name = part);
begin
  execute format($sql$
    with taken as (
      delete from %1$s x using private.merged_rows m where m.bin_id = $1 and m.table_name = $2 and %2$s
        and private.as_said(to_jsonb(x)) = private.as_said(m.after) returning m.place
    )
    update private.merged_rows m set after = null where m.bin_id = $1 and m.place in (select t.place from taken t)
  $sql$, part, same) using entry, part;
end $$;
comment on function private.take_merged_rows_back(uuid, text) is
  'Removes what a merge brought to the star that stayed, as far as it is still what the merge left: what was said since stays. A part of private.undo_merge().';

create function private.survivor_before(entry uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  part text;
  kept private.merged_rows;
  reverted jsonb;
begin
  foreach part in array array['public.demand_votes', 'public.realness_votes', 'public.drama_votes', 'public.star_fans', 'private.follows',
      'public.season_participants', 'public.star_slug_history'] loop
    perform private.take_merged_rows_back(entry, part);
  end loop;
  with taken as (
    delete from private.binned_rows b using private.merged_rows m where m.bin_id = entry and m.table_name = 'public.season_participants'
      and b.bin_id <> entry and b.table_name = m.table_name and b.content = m.after returning m.place
  )
  update private.merged_rows m set after = null where m.bin_id = entry and m.place in (select t.place from taken t);
  -- What stood there before comes back with the rows of the other star.
  insert into private.binned_rows (bin_id, place, table_name, member_id, content)
    select entry, (select max(o.place) from private.binned_rows o where o.bin_id = entry) + row_number() over (order by m.place),
      m.table_name, m.member_id, m.before
    from private.merged_rows m where m.bin_id = entry and m.before is not null and m.after is null
      and m.table_name not in ('public.stars', 'public.post_tags');
  select * into kept from private.merged_rows m where m.bin_id = entry and m.table_name = 'public.stars';
  select jsonb_object_agg(a.attname, kept.before -> a.attname::text) into reverted
    from pg_catalog.pg_attribute a join public.stars s on s.id = (kept.after ->> 'id')::uuid
    where a.attrelid = 'public.stars'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'updated_at'
      and kept.before -> a.attname::text is distinct from kept.after -> a.attname::text
      and to_jsonb(s) -> a.attname::text = kept.after -> a.attname::text;
  if reverted is not null then
    perform set_config('hot.restoring', 'on', true), private.save_row('public.stars', kept.after ->> 'id', reverted);
    perform set_config('hot.restoring', '', true);
  end if;
end $$;
comment on function private.survivor_before(uuid) is 'Gives the star that stayed what it was before a merge. A part of private.undo_merge().';

create function private.split_tags(entry uuid, keep uuid, gone uuid) returns void
language sql security definer set search_path = '' as $$
  -- A post that had one of both had it in the place where the other stands now; whoever took that away since meant it.
  update public.community_posts p set tags = case when m.post_id is not null then array_replace(p.tags, keep, gone)
      else p.tags[:b.place - 1] || gone || p.tags[b.place:] end
    from (select (r.content ->> 'post_id')::uuid as post_id, (r.content ->> 'position')::integer as place
      from private.binned_rows r where r.bin_id = entry and r.table_name = 'public.post_tags') b
    left join (select (r.after ->> 'post_id')::uuid as post_id from private.merged_rows r
      where r.bin_id = entry and r.table_name = 'public.post_tags' and r.before is null) m on m.post_id = b.post_id
    where p.id = b.post_id and not gone = any (p.tags) and case when m.post_id is not null then keep = any (p.tags) else cardinality(p.tags) < 5 end
$$;
comment on function private.split_tags(uuid, uuid, uuid) is 'Gives posts the tag they had before a merge. A part of private.undo_merge().';

create function private.undo_merge(entry uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known private.bin;
  gone uuid;
  part text;
begin
  perform private.require_admin();
  select * into known from private.bin b where b.id = entry and b.kind = 'merge' and private.restorable_until(b.removed_at) > now() for update;
  if not found then return null; end if;
  gone := (select (b.content ->> 'id')::uuid from private.binned_rows b where b.bin_id = entry and b.table_name = 'public.stars');
  -- Latest first: what a later merge or deletion took from the star that stayed is part of what has to be told apart.
  if exists (select from private.binned_rows b where b.bin_id <> entry and b.table_name = 'public.stars' and b.content ->> 'id' = known.merged_into::text)
    or exists (select from private.bin b where b.merged_into = known.merged_into and b.removed_at > known.removed_at) then
    perform private.refuse('star.parent_gone');
  end if;
  perform private.log_staff_action('undo_merge', 'star', gone::text, jsonb_build_object('name', left(known.name, 200), 'merged_into', known.merged_into));
  perform from public.stars s where s.id = known.merged_into for update;
  if found then
    perform private.forget_withdrawn(entry, known.merged_into, gone);
    perform private.survivor_before(entry);
  end if;
  perform private.restore_rows(entry, 'public.stars');
  update public.star_social_accounts a set star_id = gone from private.binned_rows b
    where b.bin_id = entry and b.table_name = 'public.star_social_accounts' and a.id = (b.content ->> 'id')::uuid;
  update private.star_requests r set star_id = gone from private.binned_rows b
    where b.bin_id = entry and b.table_name = 'private.star_requests' and b.content ->> 'star_id' = gone::text and r.id = (b.content ->> 'id')::uuid;
  for part in select t.table_name from private.binned_tables() t where t.table_name not in ('public.stars', 'public.post_tags') order by t.place loop
    perform private.restore_rows(entry, part);
  end loop;
  perform private.split_tags(entry, known.merged_into, gone);
  perform private.rank_stars();
  -- Who took part in a season that lies in the bin comes back with it.
  update private.binned_rows r set bin_id = other.bin_id, place = r.place + (select max(o.place) from private.binned_rows o where o.bin_id = other.bin_id)
    from private.binned_rows other
    where r.bin_id = entry and r.table_name = 'public.season_participants' and other.bin_id <> entry
      and other.table_name = 'public.seasons' and other.content ->> 'id' = r.content ->> 'season_id';
  delete from private.bin b where b.id = entry;
  return jsonb_build_object('kind', known.kind, 'name', known.name);
exception when unique_violation then
  perform private.refuse('moderation.address_taken', '23505');
end $$;
comment on function private.undo_merge(uuid) is
  'Makes two stars of a merged one again; null where the entry of the bin is no merge. Part of public.admin_restore_from_bin().';
grant execute on function private.undo_merge(uuid) to authenticated;
