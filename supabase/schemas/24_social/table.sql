-- Accounts and followers ----------------------------------------------------------------------------------------------

create table public.star_social_accounts (
  id uuid primary key default gen_random_uuid(),
  star_id uuid not null references public.stars on delete cascade,
  platform text not null check (platform in ('instagram', 'tiktok', 'youtube', 'x', 'threads')),
  handle text not null check (char_length(handle) between 1 and 100),
  url text not null check (url ~ '^https://' and char_length(url) <= 500),
  followers integer check (followers >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (star_id, platform)
);
comment on table public.star_social_accounts is
  'A star''s account on one platform, maintained by staff one by one or by CSV. '
  'Stays: until the team deletes what it published.';

-- For the Social-Media-Bestenliste of one platform.
create index star_social_accounts_platform on public.star_social_accounts (platform, followers desc nulls last, star_id);
create index star_social_accounts_updated_at on public.star_social_accounts (updated_at, id);

create trigger star_social_accounts_03_links before insert or update of url on public.star_social_accounts
  for each row execute function private.check_links('url');
create trigger star_social_accounts_touch before update on public.star_social_accounts
  for each row execute function private.touch_updated_at();
create trigger star_social_accounts_history after insert or update of followers on public.star_social_accounts
  for each row execute function private.record_followers();
create trigger star_social_accounts_log_staff after insert or update or delete on public.star_social_accounts
  for each row when (private.is_client()) execute function private.log_staff_change('social_account');
create trigger star_social_accounts_sum after insert or delete or update of star_id, followers on public.star_social_accounts
  for each row execute function private.sum_star_followers();

alter table public.star_social_accounts enable row level security;
revoke all on public.star_social_accounts from public, anon, authenticated;
grant all on public.star_social_accounts to service_role;
grant select on public.star_social_accounts to anon;
grant select,
  insert (id, star_id, platform, handle, url, followers),
  update (star_id, platform, handle, url, followers),
  delete
  on public.star_social_accounts to authenticated;
create policy "everybody reads" on public.star_social_accounts for select to anon, authenticated using (true);
create policy "staff insert" on public.star_social_accounts for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.star_social_accounts for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "staff delete" on public.star_social_accounts for delete to authenticated using ((select private.is_moderator()));

create table public.star_social_followers (
  account_id uuid not null references public.star_social_accounts on delete cascade,
  day date not null,
  followers integer not null check (followers >= 0),
  primary key (account_id, day)
);
comment on table public.star_social_followers is
  'Followers of an account by Berlin day, for the growth in the chart. Written by trigger whenever followers are set. '
  'Stays: known to everybody, and the chart shows how it grew.';

alter table public.star_social_followers enable row level security;
revoke all on public.star_social_followers from public, anon, authenticated;
grant all on public.star_social_followers to service_role;
grant select on public.star_social_followers to anon, authenticated;
create policy "everybody reads" on public.star_social_followers for select to anon, authenticated using (true);

-- Followers of a star over all accounts -------------------------------------------------------------------------------

-- Stored, because the chart over all platforms is ordered by this sum.
create table private.star_followers (
  star_id uuid primary key references public.stars on delete cascade,
  followers bigint not null
);
comment on table private.star_followers is
  'Sum of the known followers of a star over all platforms; maintained by trigger of star_social_accounts. No row when none are known. '
  'Stays: counted from other tables, and says nothing that they do not say.';

create index star_followers_order on private.star_followers (followers desc, star_id);

revoke all on private.star_followers from public, anon, authenticated, service_role;
grant select on private.star_followers to anon, authenticated, service_role;
