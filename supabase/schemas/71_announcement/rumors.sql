-- Telling -------------------------------------------------------------------------------------------------------------

create function private.news_of_rumor(post uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  with told as (
    select x.member_id, x.hit from private.rumor_hits x where x.post_id = post and x.member_id > after
    union all
    -- Who commented without a vote that counts hears of a correction, too.
    select distinct c.author_id, null::boolean from public.comments c
    where c.post_id = post and c.author_id > after
      and exists (select from public.post_rumors r where r.post_id = post and r.rumor_status = 'debunked')
      and not exists (select from private.rumor_hits x where x.post_id = post and x.member_id = c.author_id)
      and c.author_id is distinct from (select p.author_id from public.community_posts p where p.id = post)
    order by 1 limit most
  )
  select array_agg(jsonb_populate_record(null::private.news, jsonb_build_object('member', t.member_id, 'type', 'rumor_decided', 'target', post,
      'data', private.post_facts(post) || jsonb_strip_nulls(jsonb_build_object('rumor_status', r.rumor_status, 'hit', t.hit)), 'post', post))
      order by t.member_id)
  from told t
  join public.community_posts p on p.id = post and p.status = 'approved' join public.post_rumors r on r.post_id = post
$$;
comment on function private.news_of_rumor(uuid, uuid, integer) is
  'Whether the next voters of a decided rumor were right; of a debunked one those who commented are told as well.';

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
  select array_agg(jsonb_populate_record(null::private.news, jsonb_build_object('member', v.user_id, 'type', 'poll_ended', 'target', post,
      'wish', f.channel, 'data', private.post_facts(post) || jsonb_build_object('result', e.result), 'post', post)) order by v.user_id)
  from (select x.user_id from public.poll_votes x where x.post_id = post and x.user_id > after order by x.user_id limit most) v
  join public.community_posts p on p.id = post and p.status = 'approved'
  cross join (select private.poll_result(post) as result) e
  left join private.follows f on f.member_id = v.user_id and f.target_type = 'post' and f.target_id = post
$$;
comment on function private.news_of_poll(uuid, uuid, integer) is 'How a poll ended, for its next voters.';

create function private.announce_polls() returns void
language sql security definer set search_path = '' as $$
  insert into private.announcements (kind, post_id)
    select 'poll', p.id from public.community_posts p
    -- One that ended while nothing ran for a day is no news any more.
    where p.poll_ends_at <= now() and p.poll_ends_at > now() - interval '1 day' and p.status = 'approved'
    on conflict do nothing
$$;
comment on function private.announce_polls() is 'Job (* * * * *): those who voted in a poll that has ended will be told the result.';
grant execute on function private.announce_polls() to service_role;

-- Telling those who were there ----------------------------------------------------------------------------------------

create function private.news_of_statement(post uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  with told as (
    select p.author_id as member from public.community_posts p where p.id = post and p.author_id > after
    union
    select v.user_id from public.rumor_votes v where v.post_id = post and v.user_id > after
    union
    select c.author_id from public.comments c where c.post_id = post and c.author_id > after
    order by 1 limit most
  )
  select array_agg(jsonb_populate_record(null::private.news, jsonb_build_object('member', t.member, 'type', 'statement_published', 'target', post,
      'wish', f.channel, 'data', private.post_facts(post) || jsonb_build_object('speaker', p.statement_speaker), 'post', post)) order by t.member)
  from told t join public.community_posts p on p.id = post and p.status = 'approved' and p.statement is not null
  left join private.follows f on f.member_id = t.member and f.target_type = 'post' and f.target_id = post
$$;
comment on function private.news_of_statement(uuid, uuid, integer) is
  'The next of those who wrote, voted on or commented what somebody has now answered.';
