-- Charts of members, counted forward ----------------------------------------------------------------------------------

create table private.chart_posts (
  post_id uuid primary key,
  author_id uuid,
  formats uuid[] not null
);
comment on table private.chart_posts is
  'Approved posts as the sums of the charts contain them. '
  'Stays: counted from other tables, and says nothing that they do not say. '
  'Not exported: approved posts as the charts count them; the posts are in the export.';

create index chart_posts_author_id on private.chart_posts (author_id);

revoke all on private.chart_posts from public, anon, authenticated, service_role;

create table private.opinion_pairs (
  author_id uuid not null,
  actor bigint not null,
  ever integer not null,
  ever_before integer not null,
  last_30 integer not null,
  last_30_before integer not null,
  primary key (author_id, actor)
);
comment on table private.opinion_pairs is
  'How often a member voted on, reacted to or commented on approved posts of another: ever, until a week ago, in 30 days, and in the 30 days until a week ago. '
  'Stays: counted from other tables, and says nothing that they do not say. '
  'Not exported: who answered whose posts how often, for the charts; the acts are in the export.';

revoke all on private.opinion_pairs from public, anon, authenticated, service_role;

create table private.opinion_sums (
  author_id uuid primary key,
  ever integer not null,
  ever_before integer not null,
  last_30 integer not null,
  last_30_before integer not null
);
comment on table private.opinion_sums is
  'Members in private.opinion_pairs per author and window: the measure of Meinungsmacher. '
  'Stays: counted from other tables, and says nothing that they do not say. '
  'Not exported: sums of private.opinion_pairs per author.';

revoke all on private.opinion_sums from public, anon, authenticated, service_role;

create table private.karma_sums (
  user_id uuid primary key,
  ever bigint not null,
  ever_before bigint not null,
  last_30 bigint not null,
  last_30_before bigint not null
);
comment on table private.karma_sums is
  'Sums of the ledger per member and window: the measure of Karma Champions. '
  'Stays: counted from other tables, and says nothing that they do not say. '
  'Not exported: sums of the ledger for the charts.';

revoke all on private.karma_sums from public, anon, authenticated, service_role;

-- Sums ----------------------------------------------------------------------------------------------------------------

-- The windows of a chart at an instant `at`. A row counts in last_30_before from 37 to 7 days before it.
-- One statement reads and writes everything, because changes and the rows they belong to have to be of one snapshot. Joins use
-- indexes: a hash of all pairs would read them all.
create function private.count_opinions(was_at timestamptz, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare is_first constant boolean := was_at is null;
declare since constant timestamptz := coalesce(was_at, at);
begin
  with noted as (
    delete from private.act_changes returning post_id, actor, created_at, change
  ), noted_posts as (
    delete from private.post_changes returning post_id
  ), posts as materialized (
    -- Posts that may count otherwise than before: what they were counted as, and what they are now.
    select i.post_id, k.post_id is not null as was_counted, k.author_id as was_author, coalesce(k.formats, '{}') as was_formats,
      p.id is not null as is_counted, p.author_id,
      case when p.id is null then '{}' else array(select t.tag_id from public.post_tags t where t.post_id = p.id and t.kind = 'format') end as formats
    from (select n.post_id from noted_posts n union select p.id from public.community_posts p where is_first) i
    left join private.chart_posts k on k.post_id = i.post_id
    left join public.community_posts p on p.id = i.post_id and p.status = 'approved'
  ), acts_of_moved as materialized (
    select m.was_author, m.author_id, uuid_hash_extended(a.user_id, 0) as actor, a.created_at
    from posts m
    cross join lateral (
      select v.user_id, v.created_at from public.rumor_votes v where v.post_id = m.post_id
      union all select v.user_id, v.created_at from public.poll_votes v where v.post_id = m.post_id
      union all select r.user_id, r.created_at from public.post_reactions r where r.post_id = m.post_id
      union all select c.author_id, c.created_at from public.comments c where c.post_id = m.post_id and c.deleted_at is null and c.author_id is not null
    ) a
    where m.was_author is distinct from m.author_id
  ), aged as (
    -- Rows that pass the edge of a window between the two instants; each edge changes other windows.
    select p.author_id, uuid_hash_extended(e.user_id, 0) as actor, e.ever_before, e.last_30, e.last_30_before
    from (values (interval '7 days', 1, 0, 1), (interval '30 days', 0, -1, 0), (interval '37 days', 0, 0, -1)) w (age, ever_before, last_30, last_30_before)
    cross join lateral (
      select v.post_id, v.user_id, v.created_at, w.* from public.rumor_votes v where v.created_at >= since - w.age and v.created_at < at - w.age
      union all select v.post_id, v.user_id, v.created_at, w.* from public.poll_votes v where v.created_at >= since - w.age and v.created_at < at - w.age
      union all select r.post_id, r.user_id, r.created_at, w.* from public.post_reactions r where r.created_at >= since - w.age and r.created_at < at - w.age
      union all select c.post_id, c.author_id, c.created_at, w.* from public.comments c
        where c.created_at >= since - w.age and c.created_at < at - w.age and c.deleted_at is null and c.author_id is not null
    ) e
    join public.community_posts p on p.id = e.post_id and p.status = 'approved' and p.author_id <> e.user_id
  ), steps as (
    select s.author_id, s.actor, s.change as ever,
      case when s.created_at < since - interval '7 days' then s.change else 0 end as ever_before,
      case when s.created_at >= since - interval '30 days' then s.change else 0 end as last_30,
      case when s.created_at >= since - interval '37 days' and s.created_at < since - interval '7 days' then s.change else 0 end as last_30_before
    from (
      select k.author_id, n.actor, n.created_at, n.change from noted n join private.chart_posts k on k.post_id = n.post_id
      union all select m.was_author, m.actor, m.created_at, -1 from acts_of_moved m
      union all select m.author_id, m.actor, m.created_at, 1 from acts_of_moved m
    ) s
    where uuid_hash_extended(s.author_id, 0) <> s.actor
    union all
    select a.author_id, a.actor, 0, a.ever_before, a.last_30, a.last_30_before from aged a
  ), deltas as (
    select s.author_id, s.actor, sum(s.ever) as ever, sum(s.ever_before) as ever_before, sum(s.last_30) as last_30, sum(s.last_30_before) as last_30_before
    from steps s group by s.author_id, s.actor
  ), changed as materialized (
    select d.author_id, d.actor,
      coalesce(k.ever, 0) as was_ever, coalesce(k.ever_before, 0) as was_ever_before, coalesce(k.last_30, 0) as was_last_30,
      coalesce(k.last_30_before, 0) as was_last_30_before,
      coalesce(k.ever, 0) + d.ever as ever, coalesce(k.ever_before, 0) + d.ever_before as ever_before,
      coalesce(k.last_30, 0) + d.last_30 as last_30, coalesce(k.last_30_before, 0) + d.last_30_before as last_30_before
    from deltas d
    left join private.opinion_pairs k on k.author_id = d.author_id and k.actor = d.actor
    where (d.ever, d.ever_before, d.last_30, d.last_30_before) <> (0, 0, 0, 0)
  ), removed_pairs as (
    delete from private.opinion_pairs k using changed c where k.author_id = c.author_id and k.actor = c.actor and c.ever = 0
  ), written_pairs as (
    insert into private.opinion_pairs (author_id, actor, ever, ever_before, last_30, last_30_before)
      select c.author_id, c.actor, c.ever, c.ever_before, c.last_30, c.last_30_before from changed c where c.ever <> 0
      on conflict (author_id, actor) do update set ever = excluded.ever, ever_before = excluded.ever_before,
        last_30 = excluded.last_30, last_30_before = excluded.last_30_before
  ), removed_posts as (
    delete from private.chart_posts k using posts m where k.post_id = m.post_id and not m.is_counted
  ), written_posts as (
    insert into private.chart_posts (post_id, author_id, formats)
      select m.post_id, m.author_id, m.formats from posts m where m.is_counted
      on conflict (post_id) do update set author_id = excluded.author_id, formats = excluded.formats
  ), counted_formats as (
    update private.format_facts k set posts = k.posts + d.posts
    from (
      select f.format_id, sum(f.posts) as posts
      from (
        select unnest(m.was_formats) as format_id, -1 as posts from posts m
        union all select unnest(m.formats), 1 from posts m
      ) f
      group by f.format_id having sum(f.posts) <> 0
    ) d
    where k.format_id = d.format_id
  )
  insert into private.opinion_sums as k (author_id, ever, ever_before, last_30, last_30_before)
    select c.author_id,
      sum((c.ever > 0)::integer - (c.was_ever > 0)::integer), sum((c.ever_before > 0)::integer - (c.was_ever_before > 0)::integer),
      sum((c.last_30 > 0)::integer - (c.was_last_30 > 0)::integer), sum((c.last_30_before > 0)::integer - (c.was_last_30_before > 0)::integer)
    from changed c group by c.author_id
    on conflict (author_id) do update set ever = k.ever + excluded.ever, ever_before = k.ever_before + excluded.ever_before,
      last_30 = k.last_30 + excluded.last_30, last_30_before = k.last_30_before + excluded.last_30_before;
  delete from private.opinion_sums k where k.ever = 0;
end $$;
comment on function private.count_opinions(timestamptz, timestamptz) is
  'Part of private.count_charts(): brings the pairs and sums of Meinungsmacher and the posts of formats from one instant to another.';

create function private.count_karma(was_at timestamptz, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare is_first constant boolean := was_at is null;
declare since constant timestamptz := coalesce(was_at, at);
begin
  with noted as (
    delete from private.karma_changes returning user_id, created_at, delta
  ), steps as (
    select s.user_id, s.delta as ever,
      case when s.created_at < since - interval '7 days' then s.delta else 0 end as ever_before,
      case when s.created_at >= since - interval '30 days' then s.delta else 0 end as last_30,
      case when s.created_at >= since - interval '37 days' and s.created_at < since - interval '7 days' then s.delta else 0 end as last_30_before
    from (
      select n.user_id, n.created_at, n.delta from noted n where not is_first
      union all select e.user_id, e.created_at, e.delta from public.karma_events e where is_first
    ) s
    union all
    select e.user_id, 0, e.delta * w.ever_before, e.delta * w.last_30, e.delta * w.last_30_before
    from (values (interval '7 days', 1, 0, 1), (interval '30 days', 0, -1, 0), (interval '37 days', 0, 0, -1)) w (age, ever_before, last_30, last_30_before)
    join public.karma_events e on e.created_at >= since - w.age and e.created_at < at - w.age
  )
  insert into private.karma_sums as k (user_id, ever, ever_before, last_30, last_30_before)
    select s.user_id, sum(s.ever), sum(s.ever_before), sum(s.last_30), sum(s.last_30_before) from steps s group by s.user_id
    on conflict (user_id) do update set ever = k.ever + excluded.ever, ever_before = k.ever_before + excluded.ever_before,
      last_30 = k.last_30 + excluded.last_30, last_30_before = k.last_30_before + excluded.last_30_before;
  delete from private.karma_sums k where (k.ever, k.ever_before, k.last_30, k.last_30_before) = (0, 0, 0, 0);
end $$;
comment on function private.count_karma(timestamptz, timestamptz) is
  'Part of private.count_charts(): brings the sums of Karma Champions from one instant to another.';

create function private.count_charts(at timestamptz) returns void
language plpgsql security definer set search_path = '' set enable_hashjoin = on set enable_mergejoin = on as $$
declare was_at timestamptz;
begin
  insert into private.chart_state default values on conflict do nothing;
  select s.as_of into was_at from private.chart_state s for update;
  -- A hash or merge of all pairs or posts would read them all. The first count does need them all.
  perform set_config('enable_hashjoin', (was_at is null)::text, true), set_config('enable_mergejoin', (was_at is null)::text, true);
  if was_at is null then
    delete from private.chart_posts;
    delete from private.opinion_pairs;
    delete from private.opinion_sums;
    delete from private.karma_sums;
    update private.format_facts set posts = 0 where posts <> 0;
  end if;
  perform private.count_opinions(was_at, greatest(was_at, at));
  perform private.count_karma(was_at, greatest(was_at, at));
  update private.chart_state set as_of = greatest(was_at, at);
end $$;
comment on function private.count_charts(timestamptz) is 'Part of private.refresh_charts(): brings all sums to this instant; the first time it counts everything.';
