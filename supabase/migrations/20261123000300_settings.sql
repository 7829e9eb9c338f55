-- Settings ------------------------------------------------------------------------------------------------------------

create table public.app_settings (
  id boolean primary key default true check (id),
  signup_mode text not null default 'open' check (signup_mode in ('open', 'invite')),
  extra_mail_domains text[] not null default '{}',
  auto_approve_after_posts integer not null default 5 check (auto_approve_after_posts between 0 and 1000),
  auto_approve_warning_days integer not null default 90 check (auto_approve_warning_days between 0 and 3650),
  posts_quota integer not null default 100 check (posts_quota between 1 and 10000),
  votes_quota integer not null default 1000 check (votes_quota between 1 and 100000),
  updated_by uuid references public.profiles on delete set null,
  updated_at timestamptz not null default now()
);
comment on table public.app_settings is 'The one row of settings an admin may change while the site runs.';
comment on column public.app_settings.extra_mail_domains is 'Mail domains allowed beyond the fixed list, e.g. HOT_EXTRA_MAIL_DOMAINS of a demo.';
comment on column public.app_settings.auto_approve_after_posts is 'Number of approved posts after which a member publishes without approval; 0: everybody does.';
comment on column public.app_settings.auto_approve_warning_days is 'For how many days after a warning a member''s posts need approval.';
comment on column public.app_settings.posts_quota is 'Posts, comments and reports of a member in five minutes.';
comment on column public.app_settings.votes_quota is 'Votes, reactions and fans of a member in five minutes.';
create index app_settings_updated_by on public.app_settings (updated_by);
insert into public.app_settings default values;

create function private.stamp_app_settings() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  if private.is_client() then new.updated_by := auth.uid(); end if;
  return new;
end $$;
comment on function private.stamp_app_settings() is 'Trigger: who changed the settings, and when.';
create trigger app_settings_stamp before update on public.app_settings
  for each row execute function private.stamp_app_settings();

alter table public.app_settings enable row level security;
revoke all on public.app_settings from public, anon, authenticated;
-- The sign-up form shows the mode and the allowed domains; who changed them is for staff only.
grant select (id, signup_mode, extra_mail_domains) on public.app_settings to anon;
grant select on public.app_settings to authenticated;
grant update (signup_mode, extra_mail_domains, auto_approve_after_posts, auto_approve_warning_days, posts_quota, votes_quota) on public.app_settings to authenticated;
grant all on public.app_settings to service_role;
create policy "everybody reads" on public.app_settings for select to anon, authenticated using (true);
create policy "admins update" on public.app_settings for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

create function private.quota_of(quota text, fixed integer) returns integer
language sql stable security definer set search_path = '' as $$
  select case quota when 'posts' then s.posts_quota when 'votes' then s.votes_quota else fixed end from public.app_settings s
$$;
comment on function private.quota_of(text, integer) is 'Quota of a kind of write in five minutes: from the settings where they have one, else as given.';
grant execute on function private.quota_of(text, integer) to anon, authenticated;

create table private.mail_domains (
  domain text primary key,
  provider text not null
);
comment on table private.mail_domains is 'Mail providers whose addresses may sign up (docs/product/accounts.md). Mirrors the list of domain; a test compares them.';
insert into private.mail_domains (domain, provider) values
  ('gmail.com', 'Google'), ('googlemail.com', 'Google'),
  ('proton.me', 'Proton'), ('protonmail.com', 'Proton'), ('pm.me', 'Proton'),
  ('gmx.de', 'GMX'), ('gmx.at', 'GMX'), ('gmx.ch', 'GMX'), ('gmx.net', 'GMX'), ('gmx.com', 'GMX'),
  ('web.de', 'Web'), ('t-online.de', 'T-Online'),
  ('icloud.com', 'Apple'), ('me.com', 'Apple'), ('mac.com', 'Apple'),
  ('hotmail.com', 'Hotmail'), ('hotmail.de', 'Hotmail'), ('hotmail.co.uk', 'Hotmail'), ('live.com', 'Hotmail'), ('live.de', 'Hotmail'),
  ('outlook.com', 'Outlook'), ('outlook.de', 'Outlook'),
  ('yahoo.com', 'Yahoo'), ('yahoo.de', 'Yahoo'), ('ymail.com', 'Yahoo'), ('rocketmail.com', 'Yahoo');

create function private.mail_domain_allowed(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select address ~ '^[^@\s]+@[^@\s]+$' and (
    exists (select from private.mail_domains m where m.domain = lower(split_part(address, '@', 2)))
    or exists (select from public.app_settings s, unnest(s.extra_mail_domains) extra
               where lower(btrim(extra)) = lower(split_part(address, '@', 2))))
$$;
comment on function private.mail_domain_allowed(text) is 'Whether an address may sign up by e-mail: fixed list or extra domains of the settings.';
grant execute on function private.mail_domain_allowed(text) to service_role;

create trigger app_settings_log_admin after update on public.app_settings
  for each row when (private.is_client()) execute function private.log_admin_action('update_settings', 'app_settings');

-- Admin ---------------------------------------------------------------------------------------------------------------

-- /admin/settings. A trigger on app_settings writes the log.

create function public.admin_settings_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('signup_mode', s.signup_mode, 'extra_mail_domains', s.extra_mail_domains,
      'auto_approve_after_posts', s.auto_approve_after_posts, 'auto_approve_warning_days', s.auto_approve_warning_days,
      'posts_quota', s.posts_quota, 'votes_quota', s.votes_quota, 'updated_at', s.updated_at, 'updated_by', m.ref)
    from public.app_settings s left join private.member_refs m on m.id = s.updated_by);
end $$;
comment on function public.admin_settings_page() is 'RPC for admins: the settings, and who changed them last.';

create function public.admin_save_settings(p_seen timestamptz, p_values jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  given constant jsonb := case when jsonb_typeof(p_values -> 'extra_mail_domains') = 'array' then p_values -> 'extra_mail_domains' else '[]' end;
  domains constant text[] := coalesce((
    select array_agg(distinct lower(private.trim_text(d)) order by lower(private.trim_text(d))) from jsonb_array_elements_text(given) d
    where private.trim_text(d) <> ''), '{}');
begin
  perform private.require_admin();
  if exists (select from unnest(domains) d where d !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$') or cardinality(domains) > 200 then
    raise exception 'Das ist keine Domain.' using errcode = '23514', hint = 'mail_domain';
  end if;
  if private.save_row('public.app_settings', 'true', p_values || case when p_values ? 'extra_mail_domains'
    then jsonb_build_object('extra_mail_domains', domains) else '{}' end, coalesce(p_seen, '-infinity')) is null then
    raise exception 'Jemand hat die Einstellungen inzwischen geändert.' using errcode = '55000', hint = 'settings_changed';
  end if;
  return public.admin_settings_page();
end $$;
comment on function public.admin_save_settings(timestamptz, jsonb) is
  'RPC for admins: saves the settings if they were last changed at p_seen; p_values has a key for each column to set. Returns them. Hints mail_domain, settings_changed.';

revoke all on function public.admin_settings_page(),
  public.admin_save_settings(timestamptz, jsonb) from public, anon, authenticated;
grant execute on function public.admin_settings_page(),
  public.admin_save_settings(timestamptz, jsonb) to authenticated;
