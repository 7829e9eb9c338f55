-- What the charts are computed from ahead of time: sums of followers, ranks of members, what is popular.

-- Followers of a star over all platforms, because the chart is ordered by a sum.
create table private.star_followers (
  star_id uuid primary key references public.stars on delete cascade,
  followers bigint not null
);
comment on table private.star_followers is 'Sum of the known followers of a star over all platforms; kept by trigger of star_social_accounts. No row: nothing known.';
create index star_followers_order on private.star_followers (followers desc, star_id);
revoke all on private.star_followers from public, anon, authenticated;

create function private.sum_star_followers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare star uuid;
begin
  foreach star in array array[case when tg_op <> 'INSERT' then old.star_id end, case when tg_op <> 'DELETE' then new.star_id end] loop
    continue when star is null or not exists (select from public.stars s where s.id = star);
    delete from private.star_followers f where f.star_id = star
      and not exists (select from public.star_social_accounts a where a.star_id = star and a.followers is not null);
    insert into private.star_followers as f (star_id, followers)
      select star, sum(a.followers) from public.star_social_accounts a where a.star_id = star and a.followers is not null having count(*) > 0
      on conflict (star_id) do update set followers = excluded.followers;
  end loop;
  return null;
end $$;
comment on function private.sum_star_followers() is 'Trigger: private.star_followers equals the sum over a star''s accounts.';
create trigger star_social_accounts_sum after insert or delete or update of star_id, followers on public.star_social_accounts
  for each row execute function private.sum_star_followers();
insert into private.star_followers (star_id, followers)
  select star_id, sum(followers) from public.star_social_accounts where followers is not null group by star_id;

-- What would take a look at every vote, comment or karma entry is computed by the hourly job and read from here.
create table private.member_ranks (
  chart text not null check (chart in ('opinion_makers', 'karma')),
  time_window text not null check (time_window in ('30', 'gesamt')),
  rank integer not null,
  member_id uuid not null references public.public_profiles on delete cascade,
  value integer not null,
  rank_week_ago integer,
  primary key (chart, time_window, rank)
);
comment on table private.member_ranks is 'Meinungsmacher and Karma Champions, the first hundred of each window, as of the last private.refresh_charts().';
comment on column private.member_ranks.rank_week_ago is 'Rank by the same measure a week ago; null means new.';
create index member_ranks_member_id on private.member_ranks (member_id);

create table private.popular_targets (
  kind text not null check (kind in ('star', 'post')),
  target_id uuid not null,
  views integer not null,
  primary key (kind, target_id)
);
comment on table private.popular_targets is 'Most viewed stars and posts of the last seven days (star_view, post_view), as of the last private.refresh_popular().';
create index popular_targets_order on private.popular_targets (kind, views desc, target_id);

revoke all on private.member_ranks, private.popular_targets from public, anon, authenticated;
grant select on private.star_followers, private.member_ranks, private.popular_targets to anon, authenticated, service_role;

-- Members by distinct other members who voted on, reacted to or commented on their approved posts (decisions §5).
create function private.rank_opinion_makers() returns void
language sql security definer set search_path = '' as $$
  with acts as (
    select post_id, user_id, created_at from public.rumor_votes
    union all select post_id, user_id, created_at from public.poll_votes
    union all select post_id, user_id, created_at from public.post_reactions
    union all select post_id, author_id, created_at from public.comments where deleted_at is null and author_id is not null
  ), people as (
    select p.author_id, a.user_id,
      bool_or(a.created_at >= now() - interval '30 days') as in_30,
      bool_or(a.created_at >= now() - interval '37 days' and a.created_at < now() - interval '7 days') as in_30_before,
      bool_or(a.created_at < now() - interval '7 days') as before
    from acts a
    join public.community_posts p on p.id = a.post_id and p.status = 'approved' and p.author_id <> a.user_id
    group by p.author_id, a.user_id
  ), measured as (
    select author_id, count(*) as ever, count(*) filter (where before) as ever_before,
      count(*) filter (where in_30) as last_30, count(*) filter (where in_30_before) as last_30_before
    from people group by author_id
  ), ranked as (
    select t.time_window, m.author_id, t.value, t.value_before,
      row_number() over (partition by t.time_window order by t.value desc, o.slug) as place,
      row_number() over (partition by t.time_window order by t.value_before desc, o.slug) as place_before
    from measured m
    join public.public_profiles o on o.id = m.author_id
    cross join lateral (values ('gesamt', m.ever, m.ever_before), ('30', m.last_30, m.last_30_before)) t (time_window, value, value_before)
  )
  insert into private.member_ranks (chart, time_window, rank, member_id, value, rank_week_ago)
  select 'opinion_makers', time_window, place, author_id, value, case when value_before > 0 then place_before end
  from ranked where value > 0 and place <= 100
$$;
comment on function private.rank_opinion_makers() is 'Part of private.refresh_charts(): Meinungsmacher of both windows, with the ranks of a week ago.';

create function private.rank_karma() returns void
language sql security definer set search_path = '' as $$
  with measured as (
    select user_id, sum(delta) as ever,
      coalesce(sum(delta) filter (where created_at < now() - interval '7 days'), 0) as ever_before,
      coalesce(sum(delta) filter (where created_at >= now() - interval '30 days'), 0) as last_30,
      coalesce(sum(delta) filter (where created_at >= now() - interval '37 days' and created_at < now() - interval '7 days'), 0) as last_30_before
    from public.karma_events group by user_id
  ), ranked as (
    select t.time_window, m.user_id, t.value, t.value_before,
      row_number() over (partition by t.time_window order by t.value desc, o.slug) as place,
      row_number() over (partition by t.time_window order by t.value_before desc, o.slug) as place_before
    from measured m
    join public.public_profiles o on o.id = m.user_id
    cross join lateral (values ('gesamt', m.ever, m.ever_before), ('30', m.last_30, m.last_30_before)) t (time_window, value, value_before)
  )
  insert into private.member_ranks (chart, time_window, rank, member_id, value, rank_week_ago)
  select 'karma', time_window, place, user_id, value, case when value_before > 0 then place_before end
  from ranked where value > 0 and place <= 100
$$;
comment on function private.rank_karma() is 'Part of private.refresh_charts(): Karma Champions of both windows from the ledger, with the ranks of a week ago.';

create function private.refresh_charts() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.member_ranks;
  perform private.rank_opinion_makers();
  perform private.rank_karma();

  -- The ranks have moved since the casts did.
  perform private.refresh_format_facts(array(select id from public.formats));
  update private.format_facts k set posts = counted.posts
  from (
    select f.id, count(p.id) as posts
    from public.formats f
    left join public.post_tags t on t.tag_id = f.id
    left join public.community_posts p on p.id = t.post_id and p.status = 'approved'
    group by f.id
  ) counted
  where counted.id = k.format_id and k.posts <> counted.posts;

  -- Last: whose karma moves waits for this.
  perform private.keep_ranked_members();
end $$;
comment on function private.refresh_charts() is 'Hourly job, after private.rescore_all_stars(): Meinungsmacher, Karma Champions, facts of formats.';
grant execute on function private.refresh_charts() to service_role;
