-- What staff see: 10,000 open reports of some 7,000 targets and as many closed ones in both sets, their decisions and
-- their log.
set session_replication_role = replica;
update public.profiles set role = 'admin' where id = bench.id(6, 2);
update public.profiles set role = 'moderator' where id = bench.id(6, 3);
insert into public.reports (target_type, target_post_id, target_comment_id, target_author_id, reporter_id, good_faith, reason, details, status,
    created_at, confirmed_at, resolved_at, resolved_by, action, action_reason)
  select x.kind, case x.kind when 'post' then bench.id(4, bench.pick_new(x.target, 90, bench.size('posts'))) end,
    case x.kind when 'comment' then bench.id(5, bench.pick_new(x.target, 91, bench.size('posts') * 5 / 2)) end,
    bench.id(6, bench.pick(x.target, 92, bench.size('members'))), bench.id(6, bench.pick(x.n, 93, bench.size('members'))), true,
    (array['illegal_content', 'insult', 'false_claim', 'privacy', 'spam', 'spoiler'])[bench.pick(x.n, 94, 6)],
    bench.words(x.n, 95, 12), case when x.open then 'pending' when x.n % 2 = 0 then 'resolved' else 'dismissed' end, x.at, x.at,
    case when not x.open then x.at + interval '3 hours' end, case when not x.open then bench.id(6, 2 + x.n % 2) end,
    case when x.open then null when x.n % 2 = 0 then 'warned' else 'ignored' end, case when not x.open then 'Geprüft' end
  from (
    select n, n <= 10000 as open, case when n % 2 = 0 then 'post' else 'comment' end as kind, bench.pick(n, 96, 12000) as target,
      now() - bench.chance(n, 97) * case when n <= 10000 then interval '20 days' else interval '700 days' end as at
    from generate_series(1, 20000) n
  ) x;
insert into public.moderation_actions (id, target_type, target_post_id, target_user_id, action, counts_as_warning, severity, reason, admin_id, created_at)
  select bench.id(9, n), 'post', bench.id(4, bench.pick(n, 100, bench.size('posts'))), bench.id(6, bench.pick(n, 101, bench.size('members'))),
    (array['approved', 'deleted', 'ignored', 'warned'])[1 + n % 4], n % 4 = 3, case when n % 4 = 3 then 'medium' end, 'Geprüft', bench.id(6, 2 + n % 2),
    now() - bench.chance(n, 102) * interval '700 days' from generate_series(1, bench.size('posts') / 4) n;
insert into public.appeals (moderation_action_id, user_id, message, created_at)
  select m.id, m.target_user_id, 'Ich sehe das anders.', m.created_at + interval '1 day' from public.moderation_actions m
  where m.action in ('warned', 'deleted') order by m.id limit 500;
insert into public.archived_posts (post_id, author_id, title, record, reason, archived_by, archived_at)
  select gen_random_uuid(), bench.id(6, bench.pick(n, 103, bench.size('members'))), bench.words(n, 104, 5),
    jsonb_build_object('post', jsonb_build_object('type', 'discussion', 'content', bench.words(n, 105, 40)), 'comments', '[]'::jsonb), 'Spam', bench.id(6, 2),
    now() - bench.chance(n, 106) * interval '180 days' from generate_series(1, 5000) n;
insert into public.admin_actions (admin_id, action_type, target_type, target_id, details, created_at)
  select bench.id(6, 2 + n % 2), 'approve_post', 'post', bench.id(4, bench.pick(n, 107, bench.size('posts')))::text, '{"title": "Ein Beitrag"}',
    now() - bench.chance(n, 108) * interval '700 days' from generate_series(1, 100000) n;
set session_replication_role = origin;
