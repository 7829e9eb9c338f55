-- Admin: queue and list -----------------------------------------------------------------------------------------------

-- /admin/posts.

create function private.author_record(member uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'posts', count(*), 'approved', count(*) filter (where latest.status = 'approved'),
      'rejected', count(*) filter (where latest.status = 'rejected'),
      'warnings', (select count(*) from public.moderation_actions a
        where a.target_user_id = member and a.counts_as_warning and a.created_at > now() - interval '90 days'))
    -- Enough to judge an author.
    from (select p.status from public.community_posts p where p.author_id = member order by p.created_at desc, p.id desc limit 100) latest);
end $$;
comment on function private.author_record(uuid) is
  'Outcomes of the latest 100 posts of a member, and the warnings of 90 days: {posts, approved, rejected, warnings}.';

create function private.admin_post_record(post uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', p.id, 'title', p.title,
      'type', case p.type when 'rumor' then 'gerücht' when 'poll' then 'umfrage' else 'diskussion' end,
      'author_id', p.author_id, 'author_name', coalesce(a.nickname, private.stored_text('member.unknown')), 'author_slug', a.slug,
      'author_record', case when p.author_id is not null then private.author_record(p.author_id) end,
      'content_excerpt', left(p.content, 180), 'content_full', p.content, 'status', p.status, 'tags', p.tags,
      'tag_refs', private.tags_of(p.tags), 'slug', p.slug, 'created_at', p.created_at, 'updated_at', greatest(p.updated_at, v.updated_at),
      'last_activity_at', p.last_activity_at, 'moderated_by', p.moderated_by, 'moderated_at', p.moderated_at,
      'moderator_name', (select m.nickname from public.profiles m where m.id = p.moderated_by),
      'rejection_reason', p.rejection_reason, 'edited_at', p.edited_at, 'staff_edited_at', p.staff_edited_at,
      'votes', jsonb_build_object('total', p.votes_count, 'agree', coalesce(r.agree_count, 0), 'disagree', coalesce(r.disagree_count, 0)),
      'poll_ends_at', p.poll_ends_at, 'subject', p.rumor_subject, 'statement', private.statement_of(p.statement_speaker, p.statement, p.statement_at),
      'statement_by_star', exists (select from private.star_statements s where s.post_id = p.id and s.since = p.statement_at),
      'poll_options', coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'position', o.position) order by o.position)
        from public.poll_options o where o.post_id = p.id), '[]'::jsonb),
      'poll_votes', coalesce((select jsonb_agg(jsonb_build_object('option_id', o.id, 'votes', o.votes_count) order by o.position)
        from public.poll_options o where o.post_id = p.id), '[]'::jsonb),
      'reactions', jsonb_build_object('heart', p.hearts_count, 'poop', p.poops_count), 'comments', p.comments_count,
      'rumor', case when r.post_id is not null then jsonb_build_object('status', r.rumor_status, 'source_url', r.source_url,
        'verification_reason', r.verification_reason, 'verification_source', r.verification_source, 'updated_at', r.updated_at) end,
      -- One text before and one after: a change that waits, or one that opened a decided rumor again.
      'change', case
        when v.status = 'pending' and p.status = 'approved' then jsonb_build_object('kind', 'revision', 'at', v.submitted_at,
          'decided', null, 'before', private.text_json(private.text_of(p.id)), 'after', private.text_json(private.text_of_revision(v)))
        when r.recheck_at is not null then (
          select jsonb_build_object('kind', 'recheck', 'at', r.recheck_at, 'decided', old.rumor_status,
            'before', private.text_json(private.text_of_version(old)), 'after', private.text_json(private.text_of(p.id)))
          from private.post_versions old where old.post_id = p.id and old.rumor_status <> 'unverified' order by old.id desc limit 1) end,
      'sensitive', private.joined_subjects(private.found_subjects(p.rumor_subject, concat_ws(' ', p.title, p.content, private.answers_of(p.id), v.title,
        v.content, array_to_string(v.options, ' '))), (select c.subjects from private.classifications c where c.post_id = p.id)),
      'unsourced', (p.status <> 'approved' or v.status = 'pending') is true and private.is_unsourced_post(p.id),
      -- What was answered when a rumor about somebody was published without a source.
      'published_because', (select jsonb_build_object('text', a.details ->> 'reason', 'at', a.created_at,
          'by', (select m.nickname from public.profiles m where m.id = a.admin_id))
        from public.admin_actions a where a.action_type = 'approve_post' and a.target_id = p.id::text and a.details ->> 'reason' is not null
        order by a.created_at desc limit 1),
      'rules', coalesce((select jsonb_agg(r.name order by r.name) from private.rule_hits h join private.automod_rules r on r.id = h.rule_id
        where h.target_id = p.id), '[]'::jsonb),
      'open_reports', (select count(*) from public.reports x where x.target_post_id = p.id and x.status = 'pending'))
    from public.community_posts p
    left join public.public_profiles a on a.id = p.author_id
    left join public.post_rumors r on r.post_id = p.id
    left join private.post_revisions v on v.post_id = p.id
    where p.id = post);
end $$;
comment on function private.admin_post_record(uuid) is 'A post in the admin area, with everything else a decision needs.';

create function private.admin_post_condition(words text[]) returns text
language plpgsql immutable set search_path = '' as $$
declare condition text := '';
begin
  if cardinality(words) = 0 then return ''; end if;
  for i in 1..cardinality(words) loop
    condition := condition || format(' and k.search_key like ($5)[%s]', i);
  end loop;
  return format(' and exists (select from private.post_search k where k.post_id = p.id%s)', condition);
end $$;
comment on function private.admin_post_condition(text[]) is 'SQL condition on posts p for the words of a search, with their patterns in $5.';

create function private.admin_posts_page(p_status text, p_type text, p_query text, p_after text, p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20, 50);
  is_queue constant boolean := p_status is not distinct from 'pending';
  query constant text := btrim(coalesce(p_query, ''));
  words constant text[] := case when starts_with(query, '@') then '{}' else private.search_words(query) end;
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), case when is_queue
    then '{-infinity,00000000-0000-0000-0000-000000000000}'::text[] else '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}' end);
  source constant text := case
    when is_queue then '(select c.id, w.since as created_at, c.type, c.author_id from private.waiting_posts w
      join public.community_posts c on c.id = w.post_id)'
    -- Words too short for a trigram are searched among the latest posts only, because the index cannot find them.
    when (select max(length(w)) from unnest(words) w) < 3
    then '(select * from public.community_posts order by created_at desc, id desc limit 2000)' else 'public.community_posts' end;
  author uuid;
  condition text := '';
  listed jsonb;
  ends text[];
begin
  perform private.require_moderator();
  if p_status in ('approved', 'rejected') then condition := format(' and p.status = %L', p_status); end if;
  if p_type in ('rumor', 'poll', 'discussion') then condition := condition || format(' and p.type = %L', p_type); end if;
  if starts_with(query, '@') then
    author := (select m.id from public.public_profiles m where private.nickname_key(m.nickname) = private.nickname_key(substr(query, 2)));
    condition := condition || ' and p.author_id = $4';
  end if;
  execute format('select coalesce(jsonb_agg(private.admin_post_record(x.id) order by x.place) filter (where x.place <= $3), ''[]''::jsonb),
      (array_agg(array[x.created_at::text, x.id::text] order by x.place) filter (where x.place = $3 and x.more))[1:1]
    from (select p.id, p.created_at, row_number() over (order by p.created_at %1$s, p.id %1$s) as place,
        lead(p.id) over (order by p.created_at %1$s, p.id %1$s) is not null as more
      from (select p.id, p.created_at from %5$s p where (p.created_at, p.id) %2$s ($1, $2)%3$s%4$s
        order by p.created_at %1$s, p.id %1$s limit $3 + 1) p) x',
    case when is_queue then 'asc' else 'desc' end, case when is_queue then '>' else '<' end, condition, private.admin_post_condition(words), source)
    into listed, ends using last[1]::timestamptz, last[2]::uuid, wanted, author, private.like_patterns(words);
  return jsonb_build_object('items', listed, 'next', case when ends is not null then private.cursor_of(ends[1][1], ends[1][2]) end);
end $$;
comment on function private.admin_posts_page(text, text, text, text, integer) is
  'Posts for staff: waiting ones oldest first, all others latest first; of a kind, with words, or of a "@nickname".';
grant execute on function private.admin_posts_page(text, text, text, text, integer) to authenticated;

create function private.admin_post_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare today constant timestamptz := private.berlin_now()::date::timestamp at time zone 'Europe/Berlin';
begin
  perform private.require_moderator();
  return jsonb_build_object(
    'waiting', (select count(*) from (select from private.waiting_posts w
      where not exists (select from private.pending_targets t where t.target = 'post:' || w.post_id) limit 1000) w),
    'oldest', (select min(w.since) from private.waiting_posts w where not exists (select from private.pending_targets t where t.target = 'post:' || w.post_id)),
    'done_today', (select count(*) from (select from public.moderation_actions a
      where a.created_at >= today and a.target_type = 'post' and a.action in ('approved', 'warned', 'deleted') and not a.counts_as_warning
      limit 1000) d),
    'recent', coalesce((
      select jsonb_agg(jsonb_build_object('id', d.id, 'title', coalesce(p.title, d.archived_title, private.stored_text('post.deleted')), 'post_id', d.target_post_id,
          'action', case d.action when 'warned' then 'rejected' else d.action end, 'reason', d.reason, 'created_at', d.created_at,
          'moderator_name', (select m.nickname from public.profiles m where m.id = d.admin_id)) order by d.created_at desc, d.id)
      from (
        select a.*, (select x.title from public.archived_posts x where x.post_id = a.target_post_id order by x.archived_at desc limit 1) as archived_title
        from public.moderation_actions a
        where a.target_type = 'post' and a.action in ('approved', 'warned', 'deleted', 'edited', 'restored') and not a.counts_as_warning
        order by a.created_at desc, a.id limit 8
      ) d
      left join public.community_posts p on p.id = d.target_post_id), '[]'::jsonb));
end $$;
comment on function private.admin_post_figures() is
  'Figures and latest decisions shown with the queue: {waiting, oldest, done_today, recent}; counts stop at 1,000. The action of a rejection is called rejected here.';
grant execute on function private.admin_post_figures() to authenticated;

create function public.admin_posts_page(
  p_status text default null, p_type text default null, p_query text default null, p_after text default null, p_limit integer default 20
) returns jsonb
language sql stable set search_path = '' as $$ select private.admin_posts_page(p_status, p_type, p_query, p_after, p_limit) $$;
comment on function public.admin_posts_page(text, text, text, text, integer) is 'RPC for staff: one page of posts as {items, next}.';
grant execute on function public.admin_posts_page(text, text, text, text, integer) to authenticated, service_role;

create function public.admin_post_figures() returns jsonb
language sql stable set search_path = '' as $$ select private.admin_post_figures() $$;
comment on function public.admin_post_figures() is 'RPC for staff: how many posts wait, how many were decided today, and the latest decisions.';
grant execute on function public.admin_post_figures() to authenticated, service_role;

-- The queue -----------------------------------------------------------------------------------------------------------

create view private.waiting_posts with (security_invoker = on) as
select p.id as post_id, p.created_at as since from public.community_posts p where p.status = 'pending'
union all
select v.post_id, v.submitted_at from private.post_revisions v
join public.community_posts p on p.id = v.post_id and p.status = 'approved' where v.status = 'pending'
union all
select r.post_id, r.recheck_at from public.post_rumors r
join public.community_posts p on p.id = r.post_id and p.status = 'approved'
where r.recheck_at is not null
  and not exists (select from private.post_revisions v where v.post_id = r.post_id and v.status = 'pending');
comment on view private.waiting_posts is 'What waits for the team: new posts, changes of approved ones, and rumors whose text was changed after a decision.';

revoke all on private.waiting_posts from public, anon, authenticated, service_role;
