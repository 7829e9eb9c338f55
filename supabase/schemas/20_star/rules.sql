-- Stars ---------------------------------------------------------------------------------------------------------------

-- Display name: first name, nickname in quotes, last name. Mirrors starName() of domain.
create function private.star_name(first_name text, nickname text, last_name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(nullif(concat_ws(' ',
    nullif(btrim(regexp_replace(first_name, '[\s\u00a0\u2007\u202f\ufeff]+', ' ', 'g'), ' '), ''),
    '„' || nullif(btrim(btrim(regexp_replace(nickname, '[\s\u00a0\u2007\u202f\ufeff]+', ' ', 'g'), ' '), '„“”"»«‚‘’'''), '') || '“',
    nullif(btrim(regexp_replace(last_name, '[\s\u00a0\u2007\u202f\ufeff]+', ' ', 'g'), ' '), '')
  ), ''), private.stored_text('star.unknown'))
$$;
comment on function private.star_name(text, text, text) is 'Display title of a star: Mandy „Pepper“ Pfefferkorn. Missing parts are left out.';
grant execute on function private.star_name(text, text, text) to anon, authenticated, service_role;

-- Slug of a star without a stored one: the name parts and the last 4 characters of the id. Mirrors starSlug() of domain.
create function private.star_slug(id uuid, first_name text, nickname text, last_name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.slugify(concat_ws(' ',
    private.short_slug(concat_ws(' ', nullif(first_name, ''), nullif(nickname, ''), nullif(last_name, '')), 190), right(id::text, 4)))
$$;
comment on function private.star_slug(uuid, text, text, text) is 'Slug from the name parts and the last four characters of the id.';
grant execute on function private.star_slug(uuid, text, text, text) to anon, authenticated, service_role;

-- Sorted and indexed by what people see first: the first name; a star without names by the nickname.
create function private.star_sort_key(first_name text, nickname text, last_name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(
    nullif(private.search_fold(concat_ws(' ', nullif(btrim(first_name), ''), nullif(btrim(last_name), ''))), ''),
    private.search_fold(coalesce(nickname, ''))
  )
$$;
comment on function private.star_sort_key(text, text, text) is 'Folded "first last" (else nickname): alphabetical order and index letter of a star.';
grant execute on function private.star_sort_key(text, text, text) to anon, authenticated, service_role;

create function private.set_star_slug() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.slug is not distinct from old.slug then return new; end if;
  new.slug := coalesce(nullif(private.slugify(coalesce(new.slug, '')), ''),
    private.star_slug(new.id, new.first_name, new.nickname, new.last_name));
  -- /stars/voting is another page, which would hide this star.
  if new.slug = 'voting' then
    perform private.refuse('star.slug_reserved');
  end if;
  return new;
end $$;
comment on function private.set_star_slug() is 'Trigger: gives a star without a slug one, normalises a given one, and refuses addresses of the site itself.';

create function private.remember_star_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.slug is distinct from old.slug then
    delete from public.star_slug_history where old_slug = new.slug;
    insert into public.star_slug_history (old_slug, star_id) values (old.slug, new.id)
      on conflict (old_slug) do update set star_id = excluded.star_id, created_at = now();
  end if;
  return null;
end $$;
comment on function private.remember_star_slug() is 'Trigger: the old address of a renamed star redirects.';

-- Credits of pictures -------------------------------------------------------------------------------------------------

create function private.drop_star_credit() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.avatar_author := null;
  new.avatar_source := null;
  new.avatar_license := null;
  return new;
end $$;
comment on function private.drop_star_credit() is 'Trigger: a credit goes with its picture.';
