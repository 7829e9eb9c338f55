-- When nobody of the team is there (docs/decisions/066-away-mode.md) --------------------------------------------------------------

alter table public.app_settings add column away_after_hours integer not null default 48 check (away_after_hours between 0 and 720);
comment on column public.app_settings.away_after_hours is
  'After how many hours without an action of the team new accounts are slowed down; 0: never.';
grant update (away_after_hours) on public.app_settings to authenticated;

create or replace function public.admin_settings_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('signup_mode', s.signup_mode, 'extra_mail_domains', s.extra_mail_domains,
      'auto_approve_after_posts', s.auto_approve_after_posts, 'auto_approve_warning_days', s.auto_approve_warning_days,
      'posts_quota', s.posts_quota, 'votes_quota', s.votes_quota, 'alert_after_hours', s.alert_after_hours, 'away_after_hours', s.away_after_hours, 'updated_at', s.updated_at, 'updated_by', m.ref)
    from public.app_settings s left join private.member_refs m on m.id = s.updated_by);
end $$;

create function private.last_staff_action() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select greatest(
    (select a.created_at from public.admin_actions a where a.admin_id is not null order by a.created_at desc limit 1),
    (select m.created_at from public.moderation_actions m where m.admin_id is not null order by m.created_at desc limit 1))
$$;
comment on function private.last_staff_action() is 'When somebody of the team last decided or changed something; null: never yet.';

create function private.team_away_since() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select began.at from (
    select private.last_staff_action() + make_interval(hours => s.away_after_hours) as at
    from public.app_settings s where s.away_after_hours > 0) began
  where began.at <= now()
$$;
comment on function private.team_away_since() is 'Since when the team counts as away; null while it does not, and before its first action. The next one ends it.';
grant execute on function private.team_away_since() to authenticated, service_role;

create or replace function private.may_publish_at_once() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare rule public.app_settings;
begin
  if private.is_moderator() then return true; end if;
  -- Nobody would see what a new account publishes.
  if private.team_away_since() is not null and not private.may_link() then return false; end if;
  select * into rule from public.app_settings;
  if exists (
    select from public.moderation_actions a
    where a.target_user_id = auth.uid() and a.counts_as_warning
      and a.created_at > now() - make_interval(days => rule.auto_approve_warning_days)
  ) then return false; end if;
  return (select count(*) >= rule.auto_approve_after_posts from (
    select from public.community_posts p where p.author_id = auth.uid() and p.status = 'approved' limit rule.auto_approve_after_posts
  ) approved);
end $$;
comment on function private.may_publish_at_once() is
  'Whether the caller publishes without approval: staff, and members with enough approved posts and no recent warning (5 and 90 days unless the settings say otherwise); while the team is away no new accounts.';

create function private.slow_down_while_away() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Of new accounts three in an hour, of all others ten in five minutes.
  is_known boolean;
  span interval;
  most integer;
  first_of_them timestamptz;
begin
  if private.team_away_since() is null then return new; end if;
  is_known := private.may_link();
  span := case when is_known then interval '5 minutes' else interval '1 hour' end;
  most := case when is_known then 10 else 3 end;
  select c.created_at into first_of_them from public.comments c
    where c.author_id = auth.uid() and c.created_at > now() - span order by c.created_at desc offset most - 1 limit 1;
  if first_of_them is null or private.is_moderator() then return new; end if;
  raise sqlstate 'PGRST' using
    message = json_build_object('code', 'PT429', 'message', case when is_known
        then 'Das Team ist gerade nicht da, deshalb geht es langsamer: zehn Kommentare in fünf Minuten. Gleich kannst du weiterschreiben.'
        else 'Das Team ist gerade nicht da. Bis dahin sind es für neue Leute drei Kommentare in der Stunde. Dein Text bleibt hier stehen, schick ihn später ab.' end,
      'details', null, 'hint', 'team_away')::text,
    detail = format('{"status":429,"headers":{"Retry-After":"%s"}}', greatest(1, ceil(extract(epoch from first_of_them + span - now()))::integer));
end $$;
comment on function private.slow_down_while_away() is 'Trigger: while the team is away comments are slower, those of new accounts most; 429 (hint team_away) beyond.';
create trigger comments_04_away before insert on public.comments
  for each row when (private.is_client()) execute function private.slow_down_while_away();

create or replace function private.admin_stats() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object('figures', private.dashboard_figures(), 'days', private.dashboard_days(), 'away_since', private.team_away_since());
end $$;
