-- Only true mentions are masked ----------------------------------------------------------------------------------------

-- With the look-behind of private.mentioned_names(): what stands after a word is an e-mail address, not a mention. Deleting the
-- account "web.de" rewrote every address at web.de in news, biographies and posts of others.
create or replace function private.mention_pattern(nickname text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select '(?<![A-Za-z0-9ÄÖÜäöüß_.@])@'
    || replace(replace(replace(replace(private.nickname_key(nickname), '.', '\.'), 'ä', '[Ää]'), 'ö', '[Öö]'), 'ü', '[Üü]')
    || '(?!\.?[A-Za-z0-9ÄÖÜäöüß_])'
$$;
comment on function private.mention_pattern(text) is
  'Regular expression for a mention of @nickname, case-insensitive, that matches neither longer nicknames nor e-mail addresses.';

-- Names that look like a domain -----------------------------------------------------------------------------------------

create function private.looks_like_domain(nickname text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$ select nickname ~ '\.[A-Za-z]{2,}$' $$;
comment on function private.looks_like_domain(text) is
  'Whether a name ends like a web address (.de, .com), so that @name reads as part of one. Mirrors looksLikeDomain() of domain.';
grant execute on function private.looks_like_domain(text) to authenticated, service_role;

create or replace function private.nickname_problem(wanted text, member uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when wanted is null or wanted !~ '^[A-Za-z0-9ÄÖÜäöüß_.]{3,20}$' or private.slugify(wanted) = '' then 'form'
    when private.looks_like_domain(wanted)
      -- One's own from before is still one's own.
      and not exists (select from public.profiles p where p.id = member and p.nickname = wanted) then 'form'
    when exists (select from private.reserved_nicknames r where r.word = replace(private.slugify(wanted), '-', '')) then 'reserved'
    when exists (select from public.profiles p where private.nickname_key(p.nickname) = private.nickname_key(wanted) and p.id <> member)
      then 'taken' end
$$;

create or replace function private.set_profile_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.nickname is null then
    if tg_op = 'UPDATE' and old.nickname is not null then
      raise exception 'Ein Nickname lässt sich ändern, aber nicht entfernen.' using errcode = '23514', hint = 'nickname_required';
    end if;
    new.slug := null;
    return new;
  end if;
  if tg_op = 'UPDATE' and new.nickname is not distinct from old.nickname then
    new.slug := old.slug;
    return new;
  end if;
  -- Here and not as a constraint: members who have such a name keep it, and a constraint would refuse every change of their row.
  if private.looks_like_domain(new.nickname) then
    raise exception 'Ein Nickname endet nicht wie eine Web-Adresse (.de, .com).' using errcode = '23514', hint = 'nickname_form';
  end if;
  if exists (select from private.reserved_nicknames r
             where r.word = replace(private.slugify(new.nickname), '-', '')) then
    raise exception 'Dieser Nickname ist reserviert.' using errcode = '23514', hint = 'nickname_reserved';
  end if;
  new.slug := private.free_profile_slug(new.nickname, new.id);
  return new;
end $$;
