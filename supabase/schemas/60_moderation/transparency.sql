-- Transparency report -------------------------------------------------------------------------------------------------

-- Numbers of moderation in a period (DSA Art. 15 and 24).

create function private.median_seconds(durations interval[]) returns bigint
language sql immutable set search_path = '' as $$
  select round(extract(epoch from percentile_cont(0.5) within group (order by d)))::bigint from unnest(durations) d
$$;
comment on function private.median_seconds(interval[]) is 'Median of durations in whole seconds; null for none.';

create function private.notices_between(since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with notices as materialized (
    select r.reason, r.status, r.action, r.reporter_id, r.target_type, r.created_at, r.confirmed_at, r.resolved_at - coalesce(r.confirmed_at, r.created_at) as took
    from public.reports r where r.created_at >= since and r.created_at < until and r.counts
      -- Notices come from people.
      and r.origin = 'person')
  select jsonb_build_object(
    'total', count(*),
    'on_posts', count(*) filter (where n.target_type = 'post'),
    'on_comments', count(*) filter (where n.target_type = 'comment'),
    'on_profiles', count(*) filter (where n.target_type = 'profile'),
    -- A member's counts as confirmed from the moment it is stored, also after the account is deleted; a guest's never does.
    'by_guests', count(*) filter (where n.reporter_id is null and n.confirmed_at is distinct from n.created_at),
    'open', count(*) filter (where n.status = 'pending'),
    'dismissed', count(*) filter (where n.status = 'dismissed'),
    'acted_on', count(*) filter (where n.status = 'resolved'),
    'median_seconds', private.median_seconds(array_agg(n.took) filter (where n.took is not null)),
    'by_reason', coalesce((
      select jsonb_agg(jsonb_build_object('reason', g.reason, 'total', g.total, 'acted_on', g.acted_on) order by g.total desc, g.reason)
      from (select x.reason, count(*) as total, count(*) filter (where x.status = 'resolved') as acted_on from notices x group by x.reason) g),
      '[]'::jsonb))
  from notices n
$$;
comment on function private.notices_between(timestamptz, timestamptz) is
  'Reports that came in (and were confirmed) in a period: by target, sender, reason and outcome so far, and the median time to a decision.';

create function private.decisions_between(since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with decisions as materialized (
    select a.action, a.target_type, a.counts_as_warning, a.ban_duration_days, r.reason as ground,
      -- A rejection is recorded as 'warned' but does not count as a warning.
      case when a.action = 'warned' and not a.counts_as_warning then 'rejected' else a.action end as kind
    from public.moderation_actions a left join public.reports r on r.id = a.report_id
    where a.created_at >= since and a.created_at < until
      -- A ban that goes on was counted when a person decided it.
      and a.origin <> 'address')
  select jsonb_build_object(
    'by_kind', coalesce((
      select jsonb_agg(jsonb_build_object('kind', g.kind, 'target_type', g.target_type, 'total', g.total) order by g.kind, g.target_type)
      from (select d.kind, d.target_type, count(*) as total from decisions d group by d.kind, d.target_type) g), '[]'::jsonb),
    'by_ground', coalesce((
      select jsonb_agg(jsonb_build_object('reason', g.ground, 'total', g.total) order by g.total desc, g.ground)
      from (select d.ground, count(*) as total from decisions d
        where d.kind in ('rejected', 'deleted', 'edited', 'warned', 'banned', 'account_deleted') group by d.ground) g), '[]'::jsonb),
    'bans_for_good', (select count(*) from decisions d where d.kind = 'banned' and d.ban_duration_days is null),
    'published_automatically', (select count(*) from public.community_posts p
      where p.created_at >= since and p.created_at < until and p.status = 'approved' and p.moderated_at is null))
$$;
comment on function private.decisions_between(timestamptz, timestamptz) is
  'Decisions of a period by kind and target, restrictions by the reason of the report (null: without one), and posts published without a person.';

create function private.posts_decided_between(since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('total', count(*),
    'median_seconds', private.median_seconds(array_agg(p.moderated_at - p.created_at) filter (where p.moderated_at >= p.created_at)))
  from public.community_posts p
  where p.created_at >= since and p.created_at < until and p.moderated_at is not null
$$;
comment on function private.posts_decided_between(timestamptz, timestamptz) is 'Posts of a period that a person decided about, and the median time until then.';

create function private.appeals_between(since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('total', count(*),
    'open', count(*) filter (where a.status = 'pending'),
    'upheld', count(*) filter (where a.status = 'upheld'),
    'overturned', count(*) filter (where a.status = 'overturned'),
    'median_seconds', private.median_seconds(array_agg(a.decided_at - a.created_at) filter (where a.decided_at is not null)))
  from public.appeals a where a.created_at >= since and a.created_at < until
$$;
comment on function private.appeals_between(timestamptz, timestamptz) is 'Appeals of a period by outcome, and the median time to a decision.';

create function private.admin_transparency(first_day date, last_day date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant timestamptz := first_day::timestamp at time zone 'Europe/Berlin';
  until constant timestamptz := (last_day + 1)::timestamp at time zone 'Europe/Berlin';
begin
  perform private.require_moderator();
  if first_day is null or last_day is null or last_day < first_day or last_day - first_day > 731 then
    perform private.refuse('moderation.bad_period', '22023');
  end if;
  return jsonb_build_object('from', first_day, 'to', last_day,
    'notices', private.notices_between(since, until), 'decisions', private.decisions_between(since, until),
    'posts', private.posts_decided_between(since, until), 'appeals', private.appeals_between(since, until));
end $$;
comment on function private.admin_transparency(date, date) is 'As public.admin_transparency().';
grant execute on function private.admin_transparency(date, date) to authenticated;

create function public.admin_transparency(p_from date, p_to date) returns jsonb
language sql stable security invoker set search_path = '' set statement_timeout = '30s' as $$ select private.admin_transparency(p_from, p_to) $$;
comment on function public.admin_transparency(date, date) is
  'RPC for staff: notices, decisions, times and appeals of the Berlin days from first to last, both counted in; at most two years.';
grant execute on function public.admin_transparency(date, date) to authenticated, service_role;
