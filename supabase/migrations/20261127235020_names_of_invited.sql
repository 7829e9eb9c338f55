-- Who came by an invitation gets a name there ------------------------------------------------------------------------------

-- A code is redeemed at sign-up, before there is a nickname, so the notification said "Unbekannt" for ever.
create function private.name_invited() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications n set actor_id = new.id
    where n.type = 'invite_used' and n.actor_id is null
      and n.id in (select a.notification_id from private.notification_actors a where a.actor_id = new.id);
  return null;
end $$;
comment on function private.name_invited() is 'Trigger: with the first nickname, the notification about the member''s invitation names them.';
create trigger public_profiles_name_invited after insert on public.public_profiles
  for each row execute function private.name_invited();
