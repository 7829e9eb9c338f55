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
comment on table public.star_social_accounts is 'A star''s account on one platform, kept by staff one by one or by CSV.';
-- Social-Media-Bestenliste of one platform.
create index star_social_accounts_platform on public.star_social_accounts (platform, followers desc nulls last, star_id);
create trigger star_social_accounts_touch before update on public.star_social_accounts
  for each row execute function private.touch_updated_at();

create table public.star_social_followers (
  account_id uuid not null references public.star_social_accounts on delete cascade,
  day date not null,
  followers integer not null check (followers >= 0),
  primary key (account_id, day)
);
comment on table public.star_social_followers is 'Followers of an account by Berlin day: the growth in the chart. Written by trigger whenever followers are set.';

create function private.record_followers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.followers is not null then
    insert into public.star_social_followers (account_id, day, followers)
    values (new.id, private.berlin_day(now()), new.followers)
    on conflict (account_id, day) do update set followers = excluded.followers;
  end if;
  return null;
end $$;
comment on function private.record_followers() is 'Trigger: one entry of the history a day, the last one wins.';
create trigger star_social_accounts_history after insert or update of followers on public.star_social_accounts
  for each row execute function private.record_followers();

alter table public.star_social_accounts enable row level security;
revoke all on public.star_social_accounts from public, anon, authenticated;
grant select on public.star_social_accounts to anon, authenticated;
grant insert (id, star_id, platform, handle, url, followers), update (star_id, platform, handle, url, followers), delete
  on public.star_social_accounts to authenticated;
grant all on public.star_social_accounts to service_role;
create policy "everybody reads" on public.star_social_accounts for select to anon, authenticated using (true);
create policy "staff insert" on public.star_social_accounts for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.star_social_accounts for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "staff delete" on public.star_social_accounts for delete to authenticated using ((select private.is_moderator()));

alter table public.star_social_followers enable row level security;
revoke all on public.star_social_followers from public, anon, authenticated;
grant select on public.star_social_followers to anon, authenticated;
grant all on public.star_social_followers to service_role;
create policy "everybody reads" on public.star_social_followers for select to anon, authenticated using (true);
