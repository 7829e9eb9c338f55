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
