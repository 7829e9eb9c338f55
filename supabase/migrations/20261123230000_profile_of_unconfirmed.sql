-- The profile is made with the first request for an account. Until the address is confirmed somebody else may have made
-- that request: whoever asks next replaces its metadata, and the name in the profile has to follow.
create function private.follow_unconfirmed_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
declare meta constant jsonb := coalesce(new.raw_user_meta_data, '{}');
begin
  update public.profiles set full_name = left(coalesce(meta ->> 'full_name', meta ->> 'name'), 200) where id = new.id;
  return null;
end $$;
comment on function private.follow_unconfirmed_metadata() is
  'Trigger: keeps the name in the profile of an unconfirmed account in step with its metadata.';
create trigger hot_follow_unconfirmed_metadata after update of raw_user_meta_data on auth.users
  for each row when (old.email_confirmed_at is null and old.raw_user_meta_data is distinct from new.raw_user_meta_data)
  execute function private.follow_unconfirmed_metadata();
