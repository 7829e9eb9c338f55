-- Triggers off: the following files compute their results set by set. Of 2,000,000 votes and reactions: 750,000 votes
-- on stars, 500,000 reactions to posts, 200,000 to comments, 250,000 votes on rumors, 200,000 in polls, 100,000 fans.
set session_replication_role = replica;

do $$
declare question text;
begin
  foreach question in array array['demand', 'realness', 'drama'] loop
    execute format($sql$
      insert into public.%I (user_id, star_id, value, weighs, created_at)
      select bench.id(6, 1 + p %% bench.size('members')), bench.id(1, 1 + (p * 7919) %% bench.size('stars')), bench.pick(p, length(%L), 5), true,
        now() - bench.chance(p, 11) * interval '900 days'
      from generate_series(0, bench.size('posts') * 5 / 4 - 1) p on conflict do nothing$sql$, question || '_votes', question);
  end loop;
end $$;
-- One member who has voted on 300 stars, in both sets.
insert into public.demand_votes (user_id, star_id, value, weighs) select bench.id(6, 1), bench.id(1, n), 3, true from generate_series(1, 300) n on conflict do nothing;
insert into public.realness_votes (user_id, star_id, value, weighs) select bench.id(6, 1), bench.id(1, n), 4, true from generate_series(1, 300) n on conflict do nothing;
insert into public.drama_votes (user_id, star_id, value, weighs) select bench.id(6, 1), bench.id(1, n), 5, true from generate_series(1, 300) n on conflict do nothing;
insert into public.star_fans (user_id, star_id, created_at)
  select bench.id(6, 1 + p % bench.size('members')), bench.id(1, bench.pick(p, 12, bench.size('stars'))), now() - bench.chance(p, 13) * interval '900 days'
  from generate_series(0, bench.size('posts') / 2 - 1) p on conflict do nothing;

insert into public.post_reactions (post_id, user_id, reaction, created_at)
  select bench.id(4, post), bench.id(6, 1 + p % bench.size('members')), case when bench.chance(p, 21) < 0.8 then 'heart' else 'poop' end,
    least(now(), bench.post_time(post) + bench.chance(p, 22) * interval '5 days')
  from (select p, bench.pick_new(p, 20, bench.size('posts')) as post from generate_series(0, bench.size('posts') * 5 / 2 - 1) p) x on conflict do nothing;
-- Posts are rumors, polls and discussions in turn: 1, 2, 0 modulo 3.
insert into public.rumor_votes (post_id, user_id, vote, created_at)
  select bench.id(4, post), bench.id(6, 1 + p % bench.size('members')), case when bench.chance(p, 31) < 0.6 then 'agree' else 'disagree' end,
    least(now(), bench.post_time(post) + bench.chance(p, 32) * interval '5 days')
  from (select p, (bench.pick_new(p, 30, bench.size('posts')) - 1) / 3 * 3 + 1 as post from generate_series(0, bench.size('posts') * 5 / 4 - 1) p) x on conflict do nothing;
insert into public.poll_votes (post_id, user_id, option_id, created_at)
  select bench.id(4, post), bench.id(6, 1 + p % bench.size('members')), bench.id(9, post * 4 + bench.pick(p, 41, 3)),
    least(now(), bench.post_time(post) + bench.chance(p, 42) * interval '5 days')
  from (select p, least((bench.pick_new(p, 40, bench.size('posts')) - 1) / 3 * 3 + 2, bench.size('posts') / 3 * 3 - 1) as post
    from generate_series(0, bench.size('posts') - 1) p) x on conflict do nothing;

-- Comments: three of five on the top level, two of five replies; 5,000 more below the newest discussion, in both
-- sets.
create table bench.comments as
  select n, bench.pick_new(n, 50, bench.size('posts')) as post, null::bigint as parent from generate_series(1, bench.size('posts') * 3 / 2) n
  union all
  select bench.size('posts') * 4 + n, bench.size('posts') / 3 * 3, null from generate_series(1, 5000) n;
insert into bench.comments
  select a.n, c.post, c.n from generate_series(bench.size('posts') * 3 / 2 + 1, bench.size('posts') * 5 / 2) a (n)
  join bench.comments c on c.n = bench.pick(a.n, 51, bench.size('posts') * 3 / 2);
insert into public.comment_reactions (comment_id, user_id, reaction, created_at)
  select bench.id(5, bench.pick_new(p, 60, bench.size('posts') * 5 / 2)), bench.id(6, 1 + p % bench.size('members')),
    case when bench.chance(p, 61) < 0.8 then 'heart' else 'poop' end, now() - bench.chance(p, 62) * interval '900 days'
  from generate_series(0, bench.size('posts') - 1) p on conflict do nothing;
-- Every fifth mentions a member, as the trigger would have stored it.
insert into public.comments (id, post_id, parent_id, author_id, content, mentions, created_at, hearts_count, poops_count)
  select bench.id(5, c.n), bench.id(4, c.post), bench.id(5, c.parent), bench.id(6, bench.pick(c.n, 52, bench.size('members'))),
    bench.words(c.n, 53, 9) || coalesce(' @m_' || named.tail, ''),
    case when named.tail is not null then jsonb_build_object('m_' || named.tail, 'm-' || named.tail) end,
    least(now(), bench.post_time(c.post) + (c.n::double precision / bench.size('posts')) * interval '2 days'), coalesce(r.hearts, 0), coalesce(r.poops, 0)
  from bench.comments c
  cross join lateral (select case when c.n % 5 = 0 then right(bench.id(6, bench.pick(c.n, 54, bench.size('members')))::text, 6) end) as named (tail)
  left join (select comment_id, count(*) filter (where reaction = 'heart') as hearts, count(*) filter (where reaction = 'poop') as poops
    from public.comment_reactions group by 1) r on r.comment_id = bench.id(5, c.n);
