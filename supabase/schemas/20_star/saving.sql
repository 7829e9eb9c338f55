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
    perform private.refuse('star.name_missing');
  end if;
  if greatest(char_length(star.first_name), char_length(star.last_name), char_length(star.nickname)) > 100 then
    perform private.refuse('star.name_too_long');
  end if;
  if char_length(star.bio) > 10000 then perform private.refuse('star.bio_too_long'); end if;
  if nullif(p_values ->> 'birthdate', '') is not null and (star.birthdate is null or star.birthdate > private.berlin_day(now())) then
    perform private.refuse('star.birthdate_invalid');
  end if;
  if p_id is not null and was.id is null then
    perform private.refuse('star.target_gone', '23503');
  end if;
  star.avatar_author := nullif(private.clean_line(star.avatar_author), '');
  star.avatar_source := nullif(private.clean_line(star.avatar_source), '');
  if char_length(star.avatar_author) > 200 then perform private.refuse('star.avatar_author_length'); end if;
  if star.avatar_source is not null and (char_length(star.avatar_source) > 500 or not private.is_web_address(star.avatar_source)) then
    perform private.refuse('star.avatar_source_invalid');
  end if;
  perform private.check_picture(star.avatar_url, was.avatar_url);
  saved := private.save_row('public.stars', p_id::text, private.given_columns(to_jsonb(star), p_values), coalesce(p_seen, '-infinity'));
  if saved is null then
    perform private.refuse('star.changed_meanwhile');
  end if;
  return jsonb_build_object('id', saved -> 'id', 'slug', saved -> 'slug', 'updated_at', saved -> 'updated_at');
exception when unique_violation then
  perform private.refuse('star.slug_taken', '23505');
end $$;
comment on function public.admin_save_star(uuid, timestamptz, jsonb) is
  'RPC for staff: creates a star (p_id null) or changes one that is still as it was at p_seen; p_values has a key for each column to set. Without a slug a new one gets its own from the name, an old one keeps it. Returns id, slug and updated_at.';
grant execute on function public.admin_save_star(uuid, timestamptz, jsonb) to authenticated, service_role;

create function public.admin_delete_star(p_id uuid) returns void
language plpgsql security invoker set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.require_admin();
  perform private.put_in_bin('star', (select s.full_name from public.stars s where s.id = p_id), jsonb_build_object('stars', jsonb_build_array(p_id)));
  delete from public.stars s where s.id = p_id;
  if not found then perform private.refuse('star.target_gone', '23503'); end if;
end $$;
comment on function public.admin_delete_star(uuid) is 'RPC for admins: deletes a star with votes, fans, participations and social accounts; posts lose the tag.';
grant execute on function public.admin_delete_star(uuid) to authenticated, service_role;
