-- Who invited somebody is told when they have joined, with their name -----------------------------------------------------

-- A code is taken at sign-up, before the address is confirmed. Many never confirm: nobody has joined yet, and there is no
-- name to tell.
create or replace function private.redeem_code(member uuid, wanted text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare used record;
begin
  -- Serialised, so that two requests of one member do not take two uses.
  perform from public.profiles p where p.id = member for update;
  if exists (select from public.invite_redemptions r where r.user_id = member) then return true; end if;
  update public.invites i set uses_count = uses_count + 1
    where i.code = private.invite_code(wanted) and i.active and i.uses_count < i.max_uses and (i.expires_at is null or i.expires_at > now())
    returning i.id into used;
  if not found then return false; end if;
  insert into public.invite_redemptions (invite_id, user_id) values (used.id, member);
  update public.profiles set needs_invite = false where id = member and needs_invite;
  -- Who signed up with a provider may have a nickname before the code.
  if exists (select from public.public_profiles p where p.id = member) then perform private.tell_of_joining(member); end if;
  return true;
end $$;

create function private.tell_of_joining(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(i.created_by, 'invite_used', 'Deine Einladung wurde eingelöst',
      'Jemand ist mit deinem Code dazugekommen.', '{}', actor => member)
    from public.invite_redemptions r join public.invites i on i.id = r.invite_id
    where r.user_id = member
      -- Told under the former rule, at sign-up.
      and not exists (
        select from public.notifications n join private.notification_actors a on a.notification_id = n.id
        where n.user_id = i.created_by and n.type = 'invite_used' and a.actor_id = member
      );
end $$;
comment on function private.tell_of_joining(uuid) is 'Tells whose invitation a member came by, once.';
revoke all on function private.tell_of_joining(uuid) from public, anon, authenticated;

create or replace function private.name_invited() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications n set actor_id = new.id
    where n.type = 'invite_used' and n.actor_id is null
      and n.id in (select a.notification_id from private.notification_actors a where a.actor_id = new.id);
  perform private.tell_of_joining(new.id);
  return null;
end $$;
comment on function private.name_invited() is 'Trigger: with the first nickname, whoever invited the member is told, or the notification they have gets the name.';

-- What was told of people who have not joined is not true yet; it is told when they do.
delete from public.notifications n
  where n.type = 'invite_used' and n.actor_id is null
    and not exists (
      select from private.notification_actors a join public.public_profiles p on p.id = a.actor_id where a.notification_id = n.id
    )
    and exists (
      select from private.notification_actors a join public.profiles p on p.id = a.actor_id
      where a.notification_id = n.id and not exists (select from public.public_profiles s where s.id = p.id)
    );
