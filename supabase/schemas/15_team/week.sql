-- The week in figures -------------------------------------------------------------------------------------------------

-- From what the database knows of everybody, without anything that needs consent (docs/product/admin.md).

create function private.active_members(since timestamptz, until timestamptz) returns setof uuid
language sql stable security definer rows 1000 set search_path = '' as $$
  select p.author_id from public.community_posts p where p.created_at >= since and p.created_at < until and p.author_id is not null
  union
  select c.author_id from public.comments c where c.created_at >= since and c.created_at < until and c.author_id is not null
  union
  select v.user_id from public.rumor_votes v where v.created_at >= since and v.created_at < until
  union
  select v.user_id from public.poll_votes v where v.created_at >= since and v.created_at < until
  union
  select r.user_id from public.post_reactions r where r.created_at >= since and r.created_at < until
$$;
comment on function private.active_members(timestamptz, timestamptz) is
  'Members who posted, commented, voted on a post or reacted to one in this time. Votes on stars are not among them: they have no index by time.';

create function private.week_figures(since timestamptz, until timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  before constant timestamptz := since - (until - since);
  active uuid[] := array(select private.active_members(since, until));
begin
  return jsonb_build_object(
    'members', (select count(*) from public.profiles p where p.created_at >= since and p.created_at < until),
    'active', cardinality(active),
    'returning', (select count(*) from private.active_members(before, since) a (id) where a.id = any (active)),
    'rumors', (select count(*) from public.community_posts p where p.type = 'rumor' and p.created_at >= since and p.created_at < until),
    'polls', (select count(*) from public.community_posts p where p.type = 'poll' and p.created_at >= since and p.created_at < until),
    'discussions', (select count(*) from public.community_posts p where p.type = 'discussion' and p.created_at >= since and p.created_at < until),
    'comments', (select count(*) from public.comments c where c.created_at >= since and c.created_at < until and c.deleted_at is null),
    'votes', (select count(*) from public.rumor_votes v where v.created_at >= since and v.created_at < until)
      + (select count(*) from public.poll_votes v where v.created_at >= since and v.created_at < until),
    'reactions', (select count(*) from public.post_reactions r where r.created_at >= since and r.created_at < until),
    'reports', (select count(*) from public.reports r where r.counts and r.created_at >= since and r.created_at < until),
    'report_seconds', (
      select round(percentile_cont(0.5) within group (order by extract(epoch from r.resolved_at - r.created_at)))
      from public.reports r where r.counts and r.created_at >= since and r.created_at < until and r.resolved_at is not null),
    'post_seconds', (
      select round(percentile_cont(0.5) within group (order by extract(epoch from p.moderated_at - p.created_at)))
      from public.community_posts p where p.created_at >= since and p.created_at < until and p.moderated_at is not null));
end $$;
comment on function private.week_figures(timestamptz, timestamptz) is
  'What happened in a week. returning: of those who were active the week before. Seconds are medians, null without a case.';

create function private.week_tops(since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with acts as materialized (
    select x.post_id, count(*) filter (where x.is_comment) as comments, count(*) filter (where not x.is_comment) as votes
    from (
      select c.post_id, true as is_comment from public.comments c where c.created_at >= since and c.created_at < until and c.deleted_at is null
      union all
      select v.post_id, false from public.rumor_votes v where v.created_at >= since and v.created_at < until
      union all
      select v.post_id, false from public.poll_votes v where v.created_at >= since and v.created_at < until
    ) x group by x.post_id
  ),
  topics as materialized (
    select t.tag, sum(a.comments + a.votes) as acts from acts a
    join public.community_posts p on p.id = a.post_id and p.status = 'approved'
    cross join lateral unnest(p.tags) t (tag) group by t.tag
  )
  select jsonb_build_object(
    'posts', coalesce((
      select jsonb_agg(x.hit || jsonb_build_object('comments', x.comments, 'votes', x.votes, 'rumor', x.rumor) order by x.place)
      from (
        select h.hit, a.comments, a.votes,
          (select jsonb_build_object('status', r.rumor_status) from public.post_rumors r where r.post_id = a.post_id) as rumor,
          row_number() over (order by a.comments + a.votes desc, a.post_id) as place
        from acts a join public.community_posts p on p.id = a.post_id and p.status = 'approved' join private.post_hits h on h.id = a.post_id
        order by place limit 5
      ) x), '[]'::jsonb),
    'stars', coalesce((
      select jsonb_agg(jsonb_build_object('star', x.ref, 'acts', x.acts) order by x.place)
      from (
        select s.ref, t.acts, row_number() over (order by t.acts desc, s.id) as place
        from topics t join private.star_cards s on s.id = t.tag order by place limit 5
      ) x), '[]'::jsonb),
    'formats', coalesce((
      select jsonb_agg(jsonb_build_object('format', x.ref, 'acts', x.acts) order by x.place)
      from (
        select f.ref, t.acts, row_number() over (order by t.acts desc, f.id) as place
        from topics t join private.format_refs f on f.id = t.tag order by place limit 5
      ) x), '[]'::jsonb))
$$;
comment on function private.week_tops(timestamptz, timestamptz) is
  'The five posts, stars and formats with most comments and votes in a week; those of stars and formats are of posts tagged with them.';

create function private.admin_week(any_day date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Weeks are from Monday to Sunday in Berlin.
  monday constant date := date_trunc('week', coalesce(any_day, private.berlin_day(now()) - 7))::date;
begin
  perform private.require_admin();
  if monday not between '2000-01-03' and '2100-01-04' then perform private.refuse('member.week_invalid'); end if;
  return private.week_of(monday) || jsonb_build_object('views', private.week_views(monday));
end $$;
comment on function private.admin_week(date) is 'See public.admin_week().';
grant execute on function private.admin_week(date) to authenticated;

create function public.admin_week(p_day date default null) returns jsonb
language sql stable set search_path = '' set statement_timeout = '30s' as $$ select private.admin_week(p_day) $$;
comment on function public.admin_week(date) is
  'RPC for admins: the figures of the week with this day (null: the last whole one) beside those of the week before, and what was talked about most.';
grant execute on function public.admin_week(date) to authenticated, service_role;
