-- Making, changing, deleting and merging stars. Plain writes run as the caller: policies decide, triggers log (20261121082000).

create function public.admin_save_star(
  p_id uuid, p_expected timestamptz, p_first_name text, p_last_name text, p_nickname text, p_slug text, p_bio text, p_birthdate text,
  p_avatar_url text, p_is_active boolean
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  was public.stars;
  is_now public.stars;
  first constant text := coalesce(private.clean_line(p_first_name), '');
  last constant text := coalesce(private.clean_line(p_last_name), '');
  nick constant text := nullif(private.clean_line(p_nickname), '');
  about constant text := nullif(private.trim_text(private.clean_text(p_bio)), '');
  born constant date := private.as_day(p_birthdate);
begin
  perform private.require_moderator();
  if first || last || coalesce(nick, '') = '' then
    perform private.refuse('Gib mindestens einen Namen an.', 'name_missing');
  end if;
  if greatest(char_length(first), char_length(last), char_length(nick)) > 100 then
    perform private.refuse('Ein Name hat höchstens 100 Zeichen.', 'name_too_long');
  end if;
  if char_length(about) > 10000 then perform private.refuse('Die Biografie hat höchstens 10.000 Zeichen.', 'bio_too_long'); end if;
  if nullif(p_birthdate, '') is not null and (born is null or born > private.berlin_day(now())) then
    perform private.refuse('Dieses Geburtsdatum gibt es nicht.', 'birthdate_invalid');
  end if;
  if p_id is not null then
    select * into was from public.stars s where s.id = p_id;
    if was.id is null then
      raise exception 'Diesen Star gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
    end if;
  end if;
  perform private.check_house_picture(p_avatar_url, was.avatar_url);
  if p_id is null then
    insert into public.stars (slug, first_name, last_name, nickname, bio, birthdate, avatar_url, is_active)
    values (nullif(p_slug, ''), first, last, nick, about, born, p_avatar_url, coalesce(p_is_active, true)) returning * into is_now;
  else
    update public.stars s set slug = coalesce(nullif(p_slug, ''), s.slug), first_name = first, last_name = last, nickname = nick,
      bio = about, birthdate = born, avatar_url = p_avatar_url, is_active = coalesce(p_is_active, s.is_active)
    where s.id = p_id and s.updated_at = p_expected returning * into is_now;
    if is_now.id is null then
      perform private.refuse('Jemand anderes hat diesen Star gerade geändert.', 'changed_meanwhile');
    end if;
  end if;
  return jsonb_build_object('id', is_now.id, 'slug', is_now.slug, 'updated_at', is_now.updated_at);
exception when unique_violation then
  raise exception 'Diese Adresse hat schon ein anderer Star.' using errcode = '23505', hint = 'slug_taken';
end $$;
comment on function public.admin_save_star(uuid, timestamptz, text, text, text, text, text, text, text, boolean) is
  'RPC for staff: makes a star (p_id null) or changes one that is still as it was at p_expected. Without p_slug a new one gets its slug from the name, an old one keeps it. Answers id, slug and updated_at.';

create function public.admin_delete_star(p_id uuid) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_admin();
  delete from public.stars s where s.id = p_id;
  if not found then raise exception 'Diesen Star gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
end $$;
comment on function public.admin_delete_star(uuid) is 'RPC for admins: deletes a star with votes, fans, participations and social accounts; posts lose the tag.';

-- One person, two entries: everything moves to the one that stays, and the other one's addresses lead there.
create function private.merge_stars(keep uuid, gone uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept public.stars;
  dropped public.stars;
  question text;
begin
  perform private.require_admin();
  if keep = gone then perform private.refuse('Das ist derselbe Star.', 'same_star'); end if;
  -- In one order, so that two merges of the same pair wait for each other.
  perform from public.stars s where s.id in (keep, gone) order by s.id for update;
  select * into kept from public.stars s where s.id = keep;
  select * into dropped from public.stars s where s.id = gone;
  if kept.id is null or dropped.id is null then
    raise exception 'Diesen Star gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  perform private.log_staff_action('merge_star', 'star', keep::text,
    jsonb_build_object('name', kept."fullName", 'merged', dropped."fullName", 'merged_id', gone, 'merged_slug', dropped.slug));

  -- Who answered for both keeps the later answer.
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
  update public.stars s set nickname = coalesce(s.nickname, dropped.nickname), bio = coalesce(s.bio, dropped.bio),
    birthdate = coalesce(s.birthdate, dropped.birthdate), avatar_url = coalesce(s.avatar_url, dropped.avatar_url),
    external_key = coalesce(s.external_key, dropped.external_key), is_active = s.is_active or dropped.is_active
  where s.id = keep;
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

revoke all on function public.admin_save_star(uuid, timestamptz, text, text, text, text, text, text, text, boolean),
  public.admin_delete_star(uuid), public.admin_merge_stars(uuid, uuid) from public, anon, authenticated;
grant execute on function public.admin_save_star(uuid, timestamptz, text, text, text, text, text, text, text, boolean),
  public.admin_delete_star(uuid), public.admin_merge_stars(uuid, uuid) to authenticated;
