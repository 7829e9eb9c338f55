-- Seasons -------------------------------------------------------------------------------------------------------------

create function private.set_season_slug() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.season_number <> old.season_number and new.slug = 'staffel-' || old.season_number then
    new.slug := null;
  end if;
  new.slug := coalesce(nullif(private.slugify(coalesce(new.slug, '')), ''), 'staffel-' || new.season_number);
  -- /formate/x/7 and /formate/x/staffel-7 must lead to season 7, so no other season may have that slug.
  if new.slug ~ '^(staffel-)?[0-9]+$' and regexp_replace(new.slug, '^staffel-', '') <> new.season_number::text then
    perform private.refuse('format.season_slug_misleading');
  end if;
  return new;
end $$;
comment on function private.set_season_slug() is 'Trigger: staffel-N unless another slug is given; refuses one that is the address of another season.';

create function private.remember_season_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.season_slug_history h where h.format_id = new.format_id and h.old_slug = new.slug;
  insert into private.season_slug_history (format_id, old_slug, season_id) values (old.format_id, old.slug, new.id)
    on conflict (format_id, old_slug) do update set season_id = excluded.season_id, created_at = now();
  return null;
end $$;
comment on function private.remember_season_slug() is 'Trigger: the old address of a renamed season redirects.';

create function private.former_season(of_format uuid, p_key text) returns uuid
language sql stable security definer set search_path = '' as $$
  select h.season_id from private.season_slug_history h where h.format_id = of_format and h.old_slug = p_key
$$;
comment on function private.former_season(uuid, text) is 'The season that had this slug in the format, or null.';
grant execute on function private.former_season(uuid, text) to anon, authenticated, service_role;

create function private.season_by(of_format uuid, p_key text) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select s.id from public.seasons s where s.format_id = of_format and (s.slug = p_key or s.season_number::text = p_key)
      order by s.slug = p_key desc limit 1),
    -- staffel-17 names number 17, whatever that is called now.
    (select s.id from public.seasons s where s.format_id = of_format and 'staffel-' || s.season_number = p_key),
    private.former_season(of_format, p_key));
end $$;
comment on function private.season_by(uuid, text) is 'Season of a format by slug, number or former slug; null when there is none.';
grant execute on function private.season_by(uuid, text) to anon, authenticated, service_role;

create function private.count_season() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then update public.formats set seasons_count = seasons_count - 1 where id = old.format_id; end if;
  if tg_op <> 'DELETE' then update public.formats set seasons_count = seasons_count + 1 where id = new.format_id; end if;
  return null;
end $$;
comment on function private.count_season() is 'Trigger: formats.seasons_count equals the rows of seasons.';

-- Participants --------------------------------------------------------------------------------------------------------

create function private.count_participant() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then update public.seasons set participants_count = participants_count - 1 where id = old.season_id; end if;
  if tg_op <> 'DELETE' then update public.seasons set participants_count = participants_count + 1 where id = new.season_id; end if;
  return null;
end $$;
comment on function private.count_participant() is 'Trigger: seasons.participants_count equals the rows of season_participants.';
