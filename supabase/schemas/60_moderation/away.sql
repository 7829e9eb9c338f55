-- When nobody of the team is there (docs/decisions/066-away-mode.md) --------------------------------------------------

create function private.last_staff_action() returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  return greatest(
    (select a.created_at from public.admin_actions a where a.admin_id is not null order by a.created_at desc limit 1),
    (select m.created_at from public.moderation_actions m where m.admin_id is not null order by m.created_at desc limit 1));
end $$;
comment on function private.last_staff_action() is 'When somebody of the team last decided or changed something; null: never yet.';

create function private.team_away_since() returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select began.at from (
    select private.last_staff_action() + make_interval(hours => s.away_after_hours) as at
    from public.app_settings s where s.away_after_hours > 0) began
  where began.at <= now());
end $$;
comment on function private.team_away_since() is 'Since when the team counts as away; null while it does not, and before its first action. The next one ends it.';
grant execute on function private.team_away_since() to authenticated, service_role;
