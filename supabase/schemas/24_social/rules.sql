-- Accounts and followers ----------------------------------------------------------------------------------------------

-- A restored account has its history, also that nothing was read today.
create function private.record_followers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.followers is not null and current_setting('hot.restoring', true) is distinct from 'on' then
    insert into public.star_social_followers (account_id, day, followers)
    values (new.id, private.berlin_day(now()), new.followers)
    on conflict (account_id, day) do update set followers = excluded.followers;
  end if;
  return null;
end $$;
comment on function private.record_followers() is 'Trigger: one entry of the history a day, the last one wins.';

-- Followers of a star over all accounts -------------------------------------------------------------------------------

create function private.sum_star_followers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare star uuid;
begin
  foreach star in array array[case when tg_op <> 'INSERT' then old.star_id end, case when tg_op <> 'DELETE' then new.star_id end] loop
    continue when star is null or not exists (select from public.stars s where s.id = star);
    delete from private.star_followers f where f.star_id = star
      and not exists (select from public.star_social_accounts a where a.star_id = star and a.followers is not null);
    insert into private.star_followers as f (star_id, followers)
      select star, sum(a.followers) from public.star_social_accounts a where a.star_id = star and a.followers is not null having count(*) > 0
      on conflict (star_id) do update set followers = excluded.followers;
  end loop;
  return null;
end $$;
comment on function private.sum_star_followers() is 'Trigger: private.star_followers equals the sum over a star''s accounts.';
