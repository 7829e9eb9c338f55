-- Posts with the counters their triggers would have maintained.
create table bench.counts as
  select post_id, sum(hearts)::integer as hearts, sum(poops)::integer as poops, sum(comments)::integer as comments, sum(votes)::integer as votes, max(at) as at from (
    select post_id, (reaction = 'heart')::integer as hearts, (reaction = 'poop')::integer as poops, 0 as comments, 0 as votes, null::timestamptz as at from public.post_reactions
    union all select post_id, 0, 0, 1, 0, created_at from public.comments
    union all select post_id, 0, 0, 0, 1, created_at from public.rumor_votes
    union all select post_id, 0, 0, 0, 1, created_at from public.poll_votes) x group by 1;
create unique index on bench.counts (post_id);

-- Of a hundred posts two are waiting and one is rejected. The first star and the first format are in every twentieth;
-- member 1 wrote 500 spread over time.
insert into public.community_posts (id, title, type, author_id, content, status, rejection_reason, tags, slug, day, created_at, updated_at,
    last_activity_at, hearts_count, poops_count, comments_count, votes_count, hot_rank)
  select x.id, x.title, (array['discussion', 'rumor', 'poll'])[1 + n % 3], bench.id(6, x.author), bench.words(n, 70, 24), x.status,
    case when x.status = 'rejected' then 'Doppelt' end, array[bench.id(1, x.star), bench.id(2, x.format)], private.slugify(x.title), private.berlin_day(x.at), x.at, x.at,
    greatest(x.at, c.at), coalesce(c.hearts, 0), coalesce(c.poops, 0), coalesce(c.comments, 0), coalesce(c.votes, 0),
    private.hot_rank(coalesce(c.hearts, 0), coalesce(c.poops, 0), coalesce(c.votes, 0), coalesce(c.comments, 0), x.at)
  from (
    select n, bench.id(4, n) as id, bench.words(n, 71, 5) || ' ' || n as title, bench.post_time(n) as at,
      case when n % 100 in (7, 57) then 'pending' when n % 100 = 23 then 'rejected' else 'approved' end as status,
      case when n % 20 = 0 then 1 else bench.pick(n, 72, bench.size('stars')) end as star,
      case when n % 20 = 10 then 1 else bench.pick(n, 73, 120) end as format,
      case when n % (bench.size('posts') / 500) = 0 then 1 else bench.pick(n, 74, bench.size('members')) end as author
    from generate_series(1, bench.size('posts')) n
  ) x left join bench.counts c on c.post_id = x.id;
insert into public.post_rumors (post_id, agree_count, disagree_count)
  select p.id, coalesce(v.agree, 0), coalesce(v.disagree, 0) from public.community_posts p
  left join (select post_id, count(*) filter (where vote = 'agree') as agree, count(*) filter (where vote = 'disagree') as disagree
    from public.rumor_votes group by 1) v on v.post_id = p.id where p.type = 'rumor';
insert into public.poll_options (id, post_id, text, position, votes_count)
  select x.id, bench.id(4, x.post), 'Antwort ' || x.place, x.place, coalesce(v.votes, 0)
  from (select bench.id(9, n * 4 + i) as id, n as post, i as place from generate_series(2, bench.size('posts'), 3) n, generate_series(1, 3) i) x
  left join (select option_id, count(*) as votes from public.poll_votes group by 1) v on v.option_id = x.id;
insert into public.post_tags (post_id, tag_id, kind)
  select id, tags[1], 'star' from public.community_posts union all select id, tags[2], 'format' from public.community_posts;
insert into private.tagged_posts (tag_id, post_id, type, created_at, last_activity_at, hot_rank, top_score)
  select t.tag_id, p.id, p.type, p.created_at, p.last_activity_at, p.hot_rank, p.hearts_count - p.poops_count + p.votes_count + p.comments_count
  from public.post_tags t join public.community_posts p on p.id = t.post_id where p.status = 'approved';
insert into private.post_search (post_id, search_key) select id, private.search_fold(title || ' ' || content) from public.community_posts;
insert into private.post_titles (post_id, title_key) select id, private.search_fold(title) from public.community_posts;

insert into public.karma_events (user_id, reason, delta, source, actor_id, created_at)
  select p.author_id, 'post_' || r.reaction, private.karma_delta('post_' || r.reaction), r.post_id || ':' || r.user_id, r.user_id, r.created_at
  from public.post_reactions r join public.community_posts p on p.id = r.post_id and p.author_id <> r.user_id
  union all
  select author_id, 'post_approved', 3, id::text, null, created_at from public.community_posts where status = 'approved';
insert into auth.users (id, email, raw_app_meta_data, created_at)
  select bench.id(6, n), 'm' || n || '@bench.example', '{"provider": "email"}', now() - interval '1000 days' from generate_series(1, bench.size('members')) n;
insert into public.profiles (id, email, nickname, slug, karma, created_at)
  select u.id, u.email, 'm_' || right(u.id::text, 6), 'm-' || right(u.id::text, 6), coalesce(k.karma, 0), u.created_at
  from auth.users u left join (select user_id, sum(delta) as karma from public.karma_events group by 1) k on k.user_id = u.id;
insert into public.public_profiles (id, nickname, slug, karma, joined) select id, nickname, slug, karma, created_at from public.profiles;
-- Two for each member, 3,000 for member 1.
insert into public.notifications (user_id, type, title, message, post_id, target_id, actor_id, read, created_at)
  select bench.id(6, case when n <= 3000 then 1 else bench.pick(n, 81, bench.size('members')) end), 'reaction_on_post', 'Reaktion', 'Jemand hat reagiert.',
    bench.id(4, bench.pick(n, 82, bench.size('posts'))), bench.id(4, bench.pick(n, 82, bench.size('posts'))), bench.id(6, bench.pick(n, 83, bench.size('members'))),
    n % 4 > 0, now() - bench.chance(n, 84) * interval '30 days' from generate_series(1, 3000 + 2 * bench.size('members')) n;

set session_replication_role = origin;
update public.stars s set fans_count = f.fans from (select star_id, count(*) as fans from public.star_fans group by 1) f where f.star_id = s.id;
select private.rebuild_star_scores();
select private.rescore_all_stars();
select private.snapshot_star_ranks();
select private.refresh_charts();
