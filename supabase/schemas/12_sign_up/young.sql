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

create function private.invited_while_young() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_young_site() and exists (select from public.invite_redemptions r where r.user_id = auth.uid());
end $$;
comment on function private.invited_while_young() is 'Whether the site is young and the caller came by an invitation.';
