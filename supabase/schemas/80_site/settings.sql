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
  updated_at timestamptz not null default now(),
  alert_after_hours integer not null default 12 check (alert_after_hours between 1 and 168),
  away_after_hours integer not null default 48 check (away_after_hours between 0 and 720)
);
comment on table public.app_settings is
  'The one row of settings an admin may change while the site runs. '
  'Stays: a list or a state of the site. '
  'Not exported: who of the team changed the settings last; nothing about that person.';
comment on column public.app_settings.extra_mail_domains is 'Mail domains allowed beyond the fixed list, e.g. HOT_EXTRA_MAIL_DOMAINS of a demo.';
comment on column public.app_settings.auto_approve_after_posts is 'Number of approved posts after which a member publishes without approval; 0: everybody does.';
comment on column public.app_settings.auto_approve_warning_days is 'For how many days after a warning a member''s posts need approval.';
comment on column public.app_settings.posts_quota is 'Posts, comments and reports of a member in five minutes.';
comment on column public.app_settings.votes_quota is 'Votes, reactions and fans of a member in five minutes.';
comment on column public.app_settings.alert_after_hours is 'After how many hours without a decision the team is told that something waits.';
comment on column public.app_settings.away_after_hours is
  'After how many hours without an action of the team new accounts are slowed down; 0: never.';

create index app_settings_updated_by on public.app_settings (updated_by);

create trigger app_settings_stamp before update on public.app_settings
  for each row execute function private.stamp_app_settings();
create trigger app_settings_log_admin after update on public.app_settings
  for each row when (private.is_client()) execute function private.log_admin_action('update_settings', 'app_settings');

alter table public.app_settings enable row level security;
-- The sign-up form shows the mode and the allowed domains; who changed them is for staff only.
revoke all on public.app_settings from public, anon, authenticated;
grant all on public.app_settings to service_role;
grant select,
  update (signup_mode, extra_mail_domains, auto_approve_after_posts, auto_approve_warning_days, posts_quota, votes_quota,
    alert_after_hours, away_after_hours)
  on public.app_settings to authenticated;
grant select (id, signup_mode, extra_mail_domains) on public.app_settings to anon;
create policy "everybody reads" on public.app_settings for select to anon, authenticated using (true);
create policy "admins update" on public.app_settings for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

insert into public.app_settings default values;

create function private.stamp_app_settings() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  if private.is_client() then new.updated_by := auth.uid(); end if;
  return new;
end $$;
comment on function private.stamp_app_settings() is 'Trigger: who changed the settings, and when.';

create function private.quota_of(quota text, fixed integer) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce((to_jsonb(s) ->> (quota || '_quota'))::integer, fixed) from public.app_settings s);
end $$;
comment on function private.quota_of(text, integer) is
  'Quota of a kind of write in five minutes: what the settings say in a column KIND_quota, if there is one, else as given.';
grant execute on function private.quota_of(text, integer) to anon, authenticated;

-- Admin ---------------------------------------------------------------------------------------------------------------

-- /admin/settings. A trigger on app_settings writes the log.

create function public.admin_settings_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('signup_mode', s.signup_mode, 'extra_mail_domains', s.extra_mail_domains,
      'auto_approve_after_posts', s.auto_approve_after_posts, 'auto_approve_warning_days', s.auto_approve_warning_days,
      'posts_quota', s.posts_quota, 'votes_quota', s.votes_quota, 'alert_after_hours', s.alert_after_hours, 'away_after_hours', s.away_after_hours, 'updated_at', s.updated_at, 'updated_by', m.ref, 'youth', private.youth_for_admins())
    from public.app_settings s left join private.member_refs m on m.id = s.updated_by);
end $$;
comment on function public.admin_settings_page() is 'RPC for admins: the settings, who changed them last, and the first weeks of a site while they last.';
grant execute on function public.admin_settings_page() to authenticated, service_role;

-- PostgREST answers P0002 and 55000 with 500, as if the server were at fault. What these functions refuse is up to the caller:
-- somebody is gone (23503), or something is not as the caller thought (23514). Hints and sentences stay.

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
    perform private.refuse('settings.mail_domain');
  end if;
  if private.save_row('public.app_settings', 'true', p_values || case when p_values ? 'extra_mail_domains'
    then jsonb_build_object('extra_mail_domains', domains) else '{}' end, coalesce(p_seen, '-infinity')) is null then
    perform private.refuse('settings.settings_changed');
  end if;
  return public.admin_settings_page();
end $$;
comment on function public.admin_save_settings(timestamptz, jsonb) is
  'RPC for admins: saves the settings if they were last changed at p_seen; p_values has a key for each column to set. Returns them. Hints mail_domain, settings_changed.';
grant execute on function public.admin_save_settings(timestamptz, jsonb) to authenticated, service_role;
