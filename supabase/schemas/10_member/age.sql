-- At least 16 (docs/decisions/149-at-least-sixteen.md) -----------------------------------------------------------------

-- No birthdate is asked or kept: only that somebody said so, when, and to which sentence (ageConfirmation of domain).

create function private.age_text_of(meta jsonb) returns smallint
language sql immutable parallel safe set search_path = '' as $$
  select case when meta ->> 'age_text' ~ '^[1-9][0-9]{0,2}$' then (meta ->> 'age_text')::smallint end
$$;
comment on function private.age_text_of(jsonb) is
  'Version of the sentence about the age to which a registration by e-mail said yes, in its metadata; null when it did not.';

create function private.confirm_age(question integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if question is null or question not between 1 and 999 then return; end if;
  update public.profiles p set age_confirmed_at = now(), age_text = question where p.id = auth.uid() and p.age_confirmed_at is null;
end $$;
comment on function private.confirm_age(integer) is
  'Records that the caller says to be at least 16, and to which sentence; the first time stays.';
grant execute on function private.confirm_age(integer) to authenticated;
