-- What each noun does for all -----------------------------------------------------------------------------------------

-- A noun has its part of the export and of retention beside its tables, as a function of `private` with a name and a form that all
-- nouns share, and its jobs as functions whose comment says when. Whoever needs all parts finds them here, so no list names the nouns.

create function private.parts_of_nouns(kind text, takes text, gives text) returns setof text
language plpgsql stable set search_path = '' as $$
declare part record;
begin
  for part in
    select p.proname, p.proowner from pg_catalog.pg_proc p
    where p.pronamespace = 'private'::regnamespace and starts_with(p.proname, kind || '_')
      and pg_get_function_identity_arguments(p.oid) = takes and pg_get_function_result(p.oid) = gives
    order by p.proname
  loop
    -- Only the owner of the schema makes functions in it. Whoever else did must not be called with the caller's rights, nor left out unseen.
    if part.proowner <> current_user::regrole then raise exception 'private.% belongs to another role', part.proname; end if;
    return next part.proname;
  end loop;
end $$;
comment on function private.parts_of_nouns(text, text, text) is
  'Names of the functions private.KIND_NOUN of this form, in the order of their names. They belong to the caller, which is a definer function.';
