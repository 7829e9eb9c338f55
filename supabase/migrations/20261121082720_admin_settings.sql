-- /admin/settings. The trigger on app_settings writes the row of the log. Shapes: domain/src/contract/admin/settings.ts.

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

create function public.admin_save_settings(
  p_known timestamptz, p_signup_mode text, p_extra_mail_domains text[], p_auto_approve_after_posts integer,
  p_auto_approve_warning_days integer, p_posts_quota integer, p_votes_quota integer
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  domains constant text[] := coalesce((
    select array_agg(distinct lower(private.trim_text(d)) order by lower(private.trim_text(d))) from unnest(p_extra_mail_domains) d
    where private.trim_text(d) <> ''), '{}');
begin
  perform private.require_admin();
  if exists (select from unnest(domains) d where d !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$') or cardinality(domains) > 200 then
    raise exception 'Das ist keine Domain.' using errcode = '23514', hint = 'mail_domain';
  end if;
  update public.app_settings set signup_mode = p_signup_mode, extra_mail_domains = domains,
    auto_approve_after_posts = p_auto_approve_after_posts, auto_approve_warning_days = p_auto_approve_warning_days,
    posts_quota = p_posts_quota, votes_quota = p_votes_quota
    where updated_at = p_known;
  if not found then
    raise exception 'Jemand hat die Einstellungen inzwischen geändert.' using errcode = '55000', hint = 'settings_changed';
  end if;
  return public.admin_settings_page();
end $$;
comment on function public.admin_save_settings(timestamptz, text, text[], integer, integer, integer, integer) is
  'RPC for admins: settings as they shall be, over those last changed at p_known; answers them. Hints mail_domain, settings_changed.';

revoke all on function public.admin_settings_page(),
  public.admin_save_settings(timestamptz, text, text[], integer, integer, integer, integer) from public, anon, authenticated;
grant execute on function public.admin_settings_page(),
  public.admin_save_settings(timestamptz, text, text[], integer, integer, integer, integer) to authenticated;
