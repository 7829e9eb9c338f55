-- The first weeks of a site --------------------------------------------------------------------------------------------

-- What keeps throw-away accounts from moving a ranking keeps the first friends of a new site from moving anything. From its first
-- public start until it has enough members or 30 days have passed, a site is young: it trusts sooner and opens its charts with less
-- (docs/decisions/157-the-first-fifty.md). domain (chart/site-youth.ts) has the same numbers; a test compares them.
create table private.site_youth (
  id boolean primary key default true check (id),
  opened_at timestamptz not null default now(),
  ended_at timestamptz
);
comment on table private.site_youth is
  'When this site was first reached by others, and when it stopped being young. No row: others have not reached it yet. '
  'Stays: a list or a state of the site.';

revoke all on private.site_youth from public, anon, authenticated, service_role;

create function private.has_enough_members() returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) = 50 from (select from auth.users u where u.email_confirmed_at is not null limit 50) confirmed
$$;
comment on function private.has_enough_members() is 'Whether there are as many confirmed accounts as end the youth of a site.';

create function private.is_young_site() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.site_youth y where y.ended_at is null and y.opened_at > now() - interval '30 days');
end $$;
comment on function private.is_young_site() is 'Whether the easier rules of the first weeks hold.';
grant execute on function private.is_young_site() to authenticated, service_role;

create function private.requalify_newcomers() returns void
language plpgsql security definer set search_path = '' as $$
declare member uuid;
begin
  for member in select p.id from public.profiles p where p.created_at > now() - interval '24 hours' loop
    perform private.requalify_star_votes(member);
  end loop;
end $$;
comment on function private.requalify_newcomers() is 'Decides again about the votes of accounts younger than a day, for whom the first weeks differ.';

create function private.open_site() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- What has grown before, on an earlier version or behind closed doors, is not young any more.
  insert into private.site_youth (ended_at) values (case when private.has_enough_members() then now() end) on conflict do nothing;
  if found and private.is_young_site() then perform private.requalify_newcomers(); end if;
end $$;
comment on function private.open_site() is 'Begins the first weeks, once: at the first start under a public address.';

-- Votes of accounts that the usual rule would let wait go back to waiting, so that nobody keeps by haste what others get by patience.
create function private.close_youth() returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.site_youth set ended_at = now() where ended_at is null;
  if found then perform private.requalify_newcomers(); end if;
end $$;
comment on function private.close_youth() is 'Ends the first weeks for good.';

create function private.end_youth() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.site_youth y where y.ended_at is null)
      and (not private.is_young_site() or private.has_enough_members()) then
    perform private.close_youth();
  end if;
end $$;
comment on function private.end_youth() is 'Ends the first weeks when they are over; part of the hourly private.rescore_all_stars().';

create function private.invited_while_young() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_young_site() and exists (select from public.invite_redemptions r where r.user_id = auth.uid());
end $$;
comment on function private.invited_while_young() is 'Whether the site is young and the caller came by an invitation.';

-- Admin: what is easier now, until when -------------------------------------------------------------------------------

create function private.site_youth() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not private.is_young_site() then return null; end if;
  return (
    select jsonb_build_object('until', y.opened_at + interval '30 days',
      'members', (select count(*) from auth.users u where u.email_confirmed_at is not null))
    from private.site_youth y);
end $$;
comment on function private.site_youth() is 'The first weeks as adminSettings has them: {until, members}; null when the site is not young.';
grant execute on function private.site_youth() to authenticated;

create function private.admin_end_youth() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.lock_ranking();
  perform from private.site_youth for update;
  if not private.is_young_site() then return false; end if;
  perform private.log_staff_action('end_youth', 'app_settings', null, '{}');
  perform private.close_youth();
  -- The thresholds are higher now, and whoever ends it looks at the charts next.
  perform private.rescore_all_stars(), private.refresh_charts();
  return true;
end $$;
comment on function private.admin_end_youth() is 'See public.admin_end_youth().';
grant execute on function private.admin_end_youth() to authenticated;

create function public.admin_end_youth() returns boolean
language sql set search_path = '' as $$ select private.admin_end_youth() $$;
comment on function public.admin_end_youth() is
  'RPC for admins: ends the first weeks of the site for good, with all that is easier in them; false when they are over.';
grant execute on function public.admin_end_youth() to authenticated, service_role;
