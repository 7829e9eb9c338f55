-- When nobody of the team is there (docs/decisions/066-away-mode.md) --------------------------------------------------

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
  perform private.refuse_for_now(case when is_known then 'comment.team_away' else 'comment.team_away.new' end,
    private.seconds_until(first_of_them + span));
end $$;
comment on function private.slow_down_while_away() is 'Trigger: while the team is away comments are slower, those of new accounts most; 429 (hint team_away) beyond.';
