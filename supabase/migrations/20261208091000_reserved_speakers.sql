-- Who speaks for a star is held against the same words, and read the same way, as a nickname.
create or replace function private.is_reserved_speaker(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_reserved_name(spoken.name) or private.passes_for_staff(spoken.name, null)
    or exists (select from unnest(private.name_words(spoken.name)) w join private.reserved_nicknames r on r.word = private.name_skeleton(w))
  from (select regexp_replace(btrim(coalesce(name, '')), '[^[:alnum:]]+', '.', 'g') as name) as spoken
$$;
