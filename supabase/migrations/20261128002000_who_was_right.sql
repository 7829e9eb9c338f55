-- Who was right -------------------------------------------------------------------------------------------------------------------

-- A confirmed rumor paid nobody but its author. Now those who voted hear whether they were right, have a hit rate, and a chart; and
-- those who voted in a poll hear how it ended (docs/product/votes-and-reactions.md).

create table private.rumor_hits (
  post_id uuid not null references public.post_rumors on delete cascade,
  member_id uuid not null references public.profiles on delete cascade,
  vote text not null check (vote in ('agree', 'disagree')),
  hit boolean not null,
  decided_at timestamptz not null default now(),
  primary key (post_id, member_id)
);
comment on table private.rumor_hits is
  'Votes on rumors as they were when the team decided, and whether they were right; gone when the status is open again. Not those of the author.';
create index rumor_hits_member_id on private.rumor_hits (member_id);
create index rumor_hits_decided_at on private.rumor_hits (decided_at);
revoke all on private.rumor_hits from public, anon, authenticated;

create table private.hit_rates (
  member_id uuid primary key references public.profiles on delete cascade,
  hits integer not null default 0,
  decided integer not null default 0,
  hidden boolean not null default false
);
comment on table private.hit_rates is 'Sums of private.rumor_hits by member, kept by its triggers; hidden: neither on the profile nor in the chart.';
revoke all on private.hit_rates from public, anon, authenticated;

create function private.count_hits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    update private.hit_rates r set hits = r.hits - o.hits, decided = r.decided - o.decided
      from (select x.member_id, count(*) filter (where x.hit) as hits, count(*) as decided from old_rows x group by x.member_id) o
      where r.member_id = o.member_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.hit_rates as r (member_id, hits, decided)
      select x.member_id, count(*) filter (where x.hit), count(*) from new_rows x group by x.member_id order by x.member_id
      on conflict (member_id) do update set hits = r.hits + excluded.hits, decided = r.decided + excluded.decided;
  end if;
  return null;
end $$;
comment on function private.count_hits() is 'Trigger: keeps the sums of whoever was right or wrong.';
create trigger rumor_hits_count after insert on private.rumor_hits
  referencing new table as new_rows for each statement execute function private.count_hits();
create trigger rumor_hits_recount after update on private.rumor_hits
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_hits();
create trigger rumor_hits_uncount after delete on private.rumor_hits
  referencing old table as old_rows for each statement execute function private.count_hits();

create function private.record_hits(rumor public.post_rumors) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if rumor.rumor_status = 'unverified' then
    -- After an edit the votes of then stay noted: whoever votes now knows what the team had said.
    if rumor.recheck_at is null then delete from private.rumor_hits h where h.post_id = rumor.post_id; end if;
    return;
  end if;
  -- Decided the other way: the votes of then count, not those that knew.
  update private.rumor_hits h set hit = (h.vote = 'agree') = (rumor.rumor_status = 'verified') where h.post_id = rumor.post_id;
  if found then return; end if;
  insert into private.rumor_hits (post_id, member_id, vote, hit)
    select v.post_id, v.user_id, v.vote, (v.vote = 'agree') = (rumor.rumor_status = 'verified')
    from public.rumor_votes v join public.community_posts p on p.id = v.post_id
    where v.post_id = rumor.post_id and v.updated_at <= rumor.updated_at and v.user_id is distinct from p.author_id;
end $$;
comment on function private.record_hits(public.post_rumors) is
  'Notes who was right about a decided rumor, by the votes cast before the decision; takes that back when it is open again.';

create function private.decide_hits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_hits(new);
  return null;
end $$;
comment on function private.decide_hits() is 'Trigger: a decision about a rumor, or its end, settles the votes.';
create trigger post_rumors_hits after update of rumor_status on public.post_rumors
  for each row when (old.rumor_status <> new.rumor_status) execute function private.decide_hits();

create function private.announce_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.announcements (kind, post_id) values ('rumor', new.post_id)
    on conflict (post_id, kind) do update set told_up_to = default, done_at = null;
  return null;
end $$;
comment on function private.announce_decision() is 'Trigger: those who voted will be told of the decision of the team.';
create trigger post_rumors_tell_voters after update of rumor_status on public.post_rumors
  for each row when (old.rumor_status <> new.rumor_status and new.rumor_status <> 'unverified' and private.is_client())
  execute function private.announce_decision();

-- Rumors that are decided already count as well; nobody is told of them.
insert into private.rumor_hits (post_id, member_id, vote, hit, decided_at)
  select v.post_id, v.user_id, v.vote, (v.vote = 'agree') = (r.rumor_status = 'verified'), r.updated_at
  from public.post_rumors r join public.rumor_votes v on v.post_id = r.post_id and v.updated_at <= r.updated_at
  join public.community_posts p on p.id = r.post_id and p.author_id is distinct from v.user_id
  where r.rumor_status <> 'unverified';

-- Telling --------------------------------------------------------------------------------------------------------------------------

create function private.news_of_rumor(post uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(row(h.member_id, 'rumor_decided', post, null,
      case when h.hit then 'Du lagst richtig' else 'Knapp daneben' end,
      format('%s: „%s“ ist %s.', case when h.hit then 'Du lagst richtig' else 'Knapp daneben' end, p.title,
        case r.rumor_status when 'verified' then 'bestätigt' else 'widerlegt' end), null,
      private.post_facts(post) || jsonb_build_object('rumor_status', r.rumor_status, 'hit', h.hit), post, null)::private.news order by h.member_id)
  from (select x.* from private.rumor_hits x where x.post_id = post and x.member_id > after order by x.member_id limit most) h
  join public.community_posts p on p.id = post and p.status = 'approved' join public.post_rumors r on r.post_id = post
$$;
comment on function private.news_of_rumor(uuid, uuid, integer) is 'Whether the next voters of a decided rumor were right.';

create function private.poll_result(poll uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with counted as (
    select o.text, count(v.user_id) as votes from public.poll_options o left join public.poll_votes v on v.option_id = o.id
    where o.post_id = poll group by o.id, o.text
  ), top as (select c.text, c.votes from counted c where c.votes = (select max(x.votes) from counted x))
  select jsonb_build_object('option', case when count(*) = 1 then min(t.text) end,
    'percent', round(100.0 * max(t.votes) / nullif((select sum(c.votes) from counted c), 0))) from top t
$$;
comment on function private.poll_result(uuid) is 'How a poll ended: {option, percent}; option null when several are level.';

create function private.news_of_poll(post uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  select array_agg(row(v.user_id, 'poll_ended', post, f.channel, 'Umfrage vorbei',
      format('„%s“ ist vorbei: %s.', p.title, case when e.result ->> 'option' is null then 'Gleichstand an der Spitze'
        else format('„%s“ liegt mit %s %% vorn', e.result ->> 'option', e.result ->> 'percent') end), null, private.post_facts(post) || jsonb_build_object('result', e.result), post, null)::private.news
      order by v.user_id)
  from (select x.user_id from public.poll_votes x where x.post_id = post and x.user_id > after order by x.user_id limit most) v
  join public.community_posts p on p.id = post and p.status = 'approved'
  cross join (select private.poll_result(post) as result) e
  left join private.follows f on f.member_id = v.user_id and f.target_type = 'post' and f.target_id = post
$$;
comment on function private.news_of_poll(uuid, uuid, integer) is 'How a poll ended, for its next voters.';

create or replace function private.news_of(given private.announcements, most integer) returns private.news[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return case given.kind when 'post' then private.news_of_post(given.post_id, given.told_up_to, most)
    when 'rumor' then private.news_of_rumor(given.post_id, given.told_up_to, most)
    when 'poll' then private.news_of_poll(given.post_id, given.told_up_to, most)
    when 'broadcast' then private.news_of_broadcast(given.event_id, given.told_up_to, most) end;
end $$;

create index community_posts_poll_end on public.community_posts (poll_ends_at) where poll_ends_at is not null;

create function private.announce_polls() returns void
language sql security definer set search_path = '' as $$
  insert into private.announcements (kind, post_id)
    select 'poll', p.id from public.community_posts p
    -- One that ended while nothing ran for a day is no news any more.
    where p.poll_ends_at <= now() and p.poll_ends_at > now() - interval '1 day' and p.status = 'approved'
    on conflict do nothing
$$;
comment on function private.announce_polls() is 'Job, every minute: those who voted in a poll that has ended will be told the result.';
grant execute on function private.announce_polls() to service_role;

alter table public.notifications drop constraint notifications_type_check;
alter table public.notifications add constraint notifications_type_check check (type in (
  'comment_on_post', 'reply_to_comment', 'subsequent_comment', 'reaction_on_post', 'reaction_on_comment',
  'vote_on_rumor', 'vote_on_poll', 'rumor_status_update', 'rumor_changed', 'post_approved', 'post_rejected',
  'invite_used', 'mention', 'warning', 'report_outcome', 'team_role', 'tagged_post', 'member_post', 'followed_comment',
  'format_today', 'rumor_decided', 'poll_ended'
)) not valid;
alter table public.notification_preferences drop constraint notification_preferences_type_check;
alter table public.notification_preferences add constraint notification_preferences_type_check check (type in (
  'comment_on_post', 'reply_to_comment', 'subsequent_comment', 'reaction_on_post', 'reaction_on_comment',
  'vote_on_rumor', 'vote_on_poll', 'rumor_status_update', 'rumor_changed', 'post_approved', 'invite_used', 'mention',
  'report_outcome', 'tagged_post', 'member_post', 'followed_comment', 'format_today', 'rumor_decided', 'poll_ended'
)) not valid;

create or replace function public.notification_settings() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('type', t.type, 'changeable', t.changeable,
    'enabled', not t.changeable or coalesce(p.enabled, private.usual_channel(t.type) <> 'off'),
    'channel', case when t.changeable then coalesce(p.channel, nullif(private.usual_channel(t.type), 'off'), 'push') else 'push' end)
    order by t.place)
  from (values
    (1, 'comment_on_post', true),
    (2, 'reply_to_comment', true),
    (3, 'subsequent_comment', true),
    (4, 'mention', true),
    (5, 'followed_comment', true),
    (6, 'tagged_post', true),
    (7, 'member_post', true),
    (8, 'format_today', true),
    (9, 'reaction_on_post', true),
    (10, 'reaction_on_comment', true),
    (11, 'vote_on_rumor', true),
    (12, 'vote_on_poll', true),
    (13, 'rumor_status_update', true),
    (14, 'rumor_changed', true),
    (15, 'rumor_decided', true),
    (16, 'poll_ended', true),
    (17, 'post_approved', true),
    (18, 'post_rejected', false),
    (19, 'invite_used', true),
    (20, 'report_outcome', true),
    (21, 'warning', false),
    (22, 'team_role', false)
  ) as t (place, type, changeable)
  left join public.notification_preferences p on p.user_id = auth.uid() and p.type = t.type
$$;

-- Hit rate -------------------------------------------------------------------------------------------------------------------------

create function private.shown_hit_rate(member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('hits', r.hits, 'decided', r.decided) from private.hit_rates r
  where r.member_id = member and not r.hidden and r.decided >= 10
$$;
comment on function private.shown_hit_rate(uuid) is 'The hit rate on a profile: from ten decided votes on, unless the member hides it.';
grant execute on function private.shown_hit_rate(uuid) to anon, authenticated;

create or replace function public.profile_page(p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.member_by(p_slug);
begin
  return (
    select jsonb_build_object(
      'id', m.id, 'slug', m.slug, 'nickname', m.nickname, 'avatar_url', m.avatar_url, 'bio', m.bio, 'karma', m.karma, 'joined', m.joined,
      'karma_rank', private.karma_rank(m.karma),
      'hit_rate', private.shown_hit_rate(m.id),
      'posts', (select count(*) from public.community_posts p where p.author_id = m.id and p.status = 'approved'),
      'comments', private.count_member_comments(m.id),
      'fan_of', (select count(*) from public.star_fans f join public.stars s on s.id = f.star_id and s.is_active where f.user_id = m.id),
      'topics', private.member_topics(m.id))
    from public.public_profiles m
    where m.id = wanted
  );
end $$;

create function private.hit_rate_of_caller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select jsonb_build_object('hits', coalesce(r.hits, 0), 'decided', coalesce(r.decided, 0), 'shown', not coalesce(r.hidden, false))
    from (select auth.uid() as id) me left join private.hit_rates r on r.member_id = me.id);
end $$;
comment on function private.hit_rate_of_caller() is 'The caller''s own hit rate, and whether others see it.';
grant execute on function private.hit_rate_of_caller() to authenticated;

create function private.show_hit_rate(shown boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.profiles p where p.id = auth.uid()) then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.require_proven();
  insert into private.hit_rates (member_id, hidden) values (auth.uid(), not coalesce(shown, true))
    on conflict (member_id) do update set hidden = excluded.hidden;
  if not shown then delete from private.member_ranks k where k.chart = 'sleuths' and k.member_id = auth.uid(); end if;
end $$;
comment on function private.show_hit_rate(boolean) is 'Shows or hides the caller''s hit rate; a hidden one leaves the chart at once.';
grant execute on function private.show_hit_rate(boolean) to authenticated;

create function public.own_hit_rate() returns jsonb
language sql stable set search_path = '' as $$ select private.hit_rate_of_caller() $$;
comment on function public.own_hit_rate() is 'RPC: {hits, decided, shown} of the caller''s votes on rumors that are decided.';
create function public.set_hit_rate_shown(p_shown boolean) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.show_hit_rate(p_shown);
  return private.hit_rate_of_caller();
end $$;
comment on function public.set_hit_rate_shown(boolean) is 'RPC: whether others see the caller''s hit rate, on the profile and in the chart; returns own_hit_rate().';
revoke all on function public.own_hit_rate(), public.set_hit_rate_shown(boolean) from public, anon, authenticated;
grant execute on function public.own_hit_rate(), public.set_hit_rate_shown(boolean) to authenticated;

-- Chart ----------------------------------------------------------------------------------------------------------------------------

alter table private.member_ranks drop constraint member_ranks_chart_check;
alter table private.member_ranks add constraint member_ranks_chart_check check (chart in ('opinion_makers', 'karma', 'sleuths'));

create function private.wilson(hits bigint, decided bigint) returns float8
language sql immutable strict parallel safe set search_path = '' as $$
  -- Lower bound of the 95 % interval: 10 of 10 is 0.72, 95 of 100 is 0.89.
  select case when decided = 0 then 0 else
    ((p + 1.9208 / decided - 1.96 * sqrt((p * (1 - p) + 0.9604 / decided) / decided)) / (1 + 3.8416 / decided)) end
  from (select hits::float8 / nullif(decided, 0) as p) x
$$;
comment on function private.wilson(bigint, bigint) is 'Lower bound of Wilson''s score interval (95 %) of a share: what is surely right of few votes is less than of many.';

create function private.rank_sleuths() returns void
language sql security definer set search_path = '' as $$
  with recent as (
    select h.member_id, count(*) filter (where h.hit) as hits, count(*) as decided from private.rumor_hits h
    where h.decided_at > now() - interval '7 days' group by h.member_id
  ), measured as (
    select m.id, m.slug, private.wilson(r.hits, r.decided) as score, r.decided,
      case when r.decided - coalesce(w.decided, 0) >= 10
        then private.wilson(r.hits - coalesce(w.hits, 0), r.decided - coalesce(w.decided, 0)) end as score_before
    from private.hit_rates r join public.public_profiles m on m.id = r.member_id left join recent w on w.member_id = r.member_id
    where r.decided >= 10 and not r.hidden
  ), ranked as (
    select x.*, row_number() over (order by x.score desc, x.decided desc, x.slug) as rank,
      case when x.score_before is not null then row_number() over (
        partition by x.score_before is null order by x.score_before desc, x.decided desc, x.slug) end as rank_before
    from measured x
  )
  insert into private.member_ranks (chart, time_window, rank, member_id, value, rank_week_ago)
    select 'sleuths', 'all', r.rank, r.id, round(r.score * 1000), r.rank_before from ranked r where r.rank <= 100
$$;
comment on function private.rank_sleuths() is 'The hundred members with the best hit rate, by Wilson''s lower bound, then votes, then name.';

create or replace function private.refresh_charts() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_charts(now());
  delete from private.member_ranks;
  perform private.rank_opinion_makers();
  perform private.rank_karma();
  perform private.rank_sleuths();

  -- Star ranks have changed since the facts were computed.
  perform private.refresh_format_facts(array(select id from public.formats));

  -- Last, because concurrent changes of karma wait for its lock.
  perform private.refresh_ranked_members();
end $$;

create function private.chart_of_sleuths(wanted integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('member', m.ref, 'rank', r.rank, 'hits', h.hits, 'decided', h.decided,
    'rank_week_ago', r.rank_week_ago) order by r.rank), '[]'::jsonb)
  from private.member_ranks r join private.ranked_members m on m.member_id = r.member_id
  join private.hit_rates h on h.member_id = r.member_id and not h.hidden
  where r.chart = 'sleuths' and r.rank <= wanted
$$;
comment on function private.chart_of_sleuths(integer) is 'The first members of the chart of hit rates.';
grant execute on function private.chart_of_sleuths(integer) to anon, authenticated;

create function public.chart_sleuths(p_limit integer default 100) returns jsonb
language sql stable set search_path = '' as $$ select private.chart_of_sleuths(private.page_limit(p_limit, 100)) $$;
comment on function public.chart_sleuths(integer) is
  'RPC: [{member, rank, hits, decided, rank_week_ago}], members with at least ten decided votes on rumors by the lower bound of their hit rate.';
revoke all on function public.chart_sleuths(integer) from public, anon, authenticated;
grant execute on function public.chart_sleuths(integer) to anon, authenticated;

create or replace function public.charts_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'stars', public.chart_stars(null, 3) -> 'items',
      'formats', coalesce((select jsonb_agg(f.item order by f.place) from jsonb_array_elements(public.chart_formats()) with ordinality as f (item, place) where f.place <= 3), '[]'::jsonb),
      'social', public.chart_social(null, null, 3) -> 'items',
      'opinion_makers', public.chart_opinion_makers('30', 3),
      'karma', public.chart_karma('30', 3),
      'sleuths', public.chart_sleuths(3))
  );
end $$;

create function private.settle_restored(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_hits(r) from public.post_rumors r where r.post_id = post;
  -- Who voted in a poll has heard how it ended.
  insert into private.announcements (kind, post_id, done_at)
    select 'poll', p.id, now() from public.community_posts p where p.id = post and p.poll_ends_at <= now()
    on conflict do nothing;
end $$;
comment on function private.settle_restored(uuid) is 'After a post is back with its votes: who was right, and nobody is told of a poll again.';

create or replace function private.restore_post(archive uuid, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare archived public.archived_posts;
begin
  select * into strict archived from public.archived_posts a where a.id = archive for update;
  perform private.restore_post_row(archived.record);
  perform private.restore_post_activity(archived.record);
  perform private.settle_restored(archived.post_id);
  update public.archived_posts a set restored_at = now(), restored_by = auth.uid() where a.id = archive;
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', archived.post_id, archived.author_id, 'restored', why, auth.uid());
  perform private.notify(p.author_id, 'post_approved', 'Dein Beitrag ist wieder online', format('„%s“ ist wieder da.', p.title),
      private.post_facts(p.id), p.id)
    from public.community_posts p where p.id = archived.post_id and p.status = 'approved';
end $$;

create or replace function private.export_ties(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.member_blocks', (select jsonb_agg(jsonb_build_object('nickname', p.nickname, 'kind', b.kind, 'created_at', b.created_at) order by b.created_at)
      from private.member_blocks b join public.public_profiles p on p.id = b.other_id where b.member_id = me),
    'private.follows', (select jsonb_agg(jsonb_build_object('type', f.target_type, 'title', private.followed_thing(f.target_type, f.target_id) ->> 'title',
        'channel', f.channel, 'created_at', f.created_at) order by f.created_at) from private.follows f where f.member_id = me),
    'private.rumor_hits', (select jsonb_agg(jsonb_build_object('rumor', p.title, 'vote', h.vote, 'hit', h.hit, 'decided_at', h.decided_at) order by h.decided_at)
      from private.rumor_hits h join public.community_posts p on p.id = h.post_id where h.member_id = me),
    'private.hit_rates', (select jsonb_agg(to_jsonb(r) - 'member_id') from private.hit_rates r where r.member_id = me))
$$;
comment on function private.export_ties(uuid) is 'Export: whom the member has blocked or muted, what they follow, and which of their votes were right.';

create or replace function private.schedule_jobs() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  job record;
  statement text;
  scheduled integer := 0;
begin
  if not exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then return 0; end if;
  for job in select * from (values
    ('deliver_notifications', '5 seconds'),
    ('fold_counts', '5 seconds'),
    ('fold_star_scores', '* * * * *'),
    ('rescore_all_stars', '7 * * * *'),
    ('snapshot_star_ranks', '15 2 * * *'),
    ('clear_timed_bans', '*/10 * * * *'),
    ('limit_staff_sessions', '*/10 * * * *'),
    ('refresh_charts', '22 * * * *'),
    ('refresh_popular', '*/5 * * * *'),
    ('apply_retention', '40 1 * * *'),
    ('expire_analytics', '*/10 * * * *'),
    ('maintain_analytics_months', '35 1 * * *'),
    ('roll_up_analytics', '20 1 * * *'),
    ('clear_mails', '50 1 * * *'),
    ('clear_pushes', '55 1 * * *'),
    ('clear_runs', '45 1 * * *'),
    ('announce_broadcasts', '10 7 * * *'),
    ('announce_polls', '* * * * *')
  ) as jobs (name, pattern) loop
    -- cron.schedule replaces a job of the same name.
    statement := format('select private.run_job(%L)', job.name);
    begin
      execute format('select cron.schedule(%L, %L, %L)', 'hot_' || job.name, job.pattern, statement);
    exception when others then
      -- Before 1.5 pg_cron knows no seconds.
      if job.pattern <> '5 seconds' then raise; end if;
      execute format('select cron.schedule(%L, %L, %L)', 'hot_' || job.name, '* * * * *', statement);
    end;
    scheduled := scheduled + 1;
  end loop;
  return scheduled;
end $$;
select private.schedule_jobs();
select private.refresh_charts();
