-- What the person concerned says, beside what is said about them (docs/decisions/063-statements.md) ---------------------------

alter table public.community_posts
  add column statement text, add column statement_speaker text, add column statement_at timestamptz,
  add constraint community_posts_statement check (num_nulls(statement, statement_speaker, statement_at) in (0, 3)
    and char_length(statement) between 1 and 2000 and char_length(statement_speaker) between 2 and 100);
comment on column public.community_posts.statement is
  'What somebody the post is about has to say, published by the team; who speaks and since when are beside it.';
grant select (statement, statement_speaker, statement_at) on public.community_posts to anon, authenticated;

create function private.statement_of(speaker text, said text, since timestamptz) returns jsonb
language sql immutable set search_path = '' as $$
  select case when said is not null then jsonb_build_object('speaker', speaker, 'text', said, 'at', since) end
$$;
comment on function private.statement_of(text, text, timestamptz) is 'The statement of a post as {speaker, text, at}, or null.';
grant execute on function private.statement_of(text, text, timestamptz) to anon, authenticated, service_role;

create or replace view private.counted_posts with (security_invoker = on) as
select p.id, p.type, p.status, p.title, p.slug, p.content, p.author_id, p.created_at, p.poll_ends_at,
  greatest(p.last_activity_at, w.active_at) as last_activity_at, p.hearts_count + w.hearts as hearts_count,
  p.poops_count + w.poops as poops_count, p.comments_count + w.comments as comments_count, p.votes_count + w.votes as votes_count,
  p.statement is not null as has_statement
from public.community_posts p
cross join lateral (
  select coalesce(sum(c.hearts), 0) as hearts, coalesce(sum(c.poops), 0) as poops, coalesce(sum(c.comments), 0) as comments,
    coalesce(sum(c.votes), 0) as votes, max(c.active_at) as active_at
  from private.pending_counts c where c.kind = 'post' and c.target_id = p.id
) w;

create or replace view private.post_cards with (security_invoker = on) as
select p.id, p.type,
  jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', private.excerpt(p.content, 180),
    'created_at', p.created_at, 'last_activity_at', p.last_activity_at, 'author', m.ref, 'hearts', p.hearts_count,
    'poops', p.poops_count, 'comments', p.comments_count, 'votes', p.votes_count,
    'has_statement', p.has_statement,
    'rumor', case when p.type = 'rumor' then
      jsonb_build_object('status', coalesce(r.rumor_status, 'unverified'), 'agree', coalesce(r.agree_count, 0), 'disagree', coalesce(r.disagree_count, 0)) end,
    'poll', case when p.type = 'poll' then jsonb_build_object('ends_at', p.poll_ends_at, 'options', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'position', o.position, 'votes', o.votes_count + coalesce((
        select sum(c.votes) from private.pending_counts c where c.kind = 'option' and c.target_id = o.id), 0)) order by o.position)
      from public.poll_options o where o.post_id = p.id), '[]'::jsonb)) end) as card
from private.counted_posts p
left join private.member_refs m on m.id = p.author_id
left join private.counted_rumors r on r.post_id = p.id
where p.status = 'approved';

create or replace function public.post_page(p_type text, p_day text, p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.post_by(p_type, private.as_day(p_day), p_slug);
begin
  return (
    select c.card || jsonb_build_object(
      'content', p.content,
      'updated_at', p.updated_at,
      'edited_at', p.edited_at,
      'staff_edited_at', p.staff_edited_at,
      'is_team', p.author_id is not null and p.author_id in (select private.team_members()),
      'statement', private.statement_of(p.statement_speaker, p.statement, p.statement_at),
      'tags', coalesce((
        select jsonb_agg(coalesce(
          (select jsonb_build_object('kind', 'star', 'star', s.ref) from private.star_cards s where s.id = t.tag),
          (select jsonb_build_object('kind', 'format', 'format', f.ref) from private.format_refs f where f.id = t.tag)) order by t.place)
        from unnest(p.tags) with ordinality as t (tag, place)
        where exists (select from private.star_cards s where s.id = t.tag) or exists (select from private.format_refs f where f.id = t.tag)), '[]'::jsonb),
      'rumor_details', (
        select jsonb_build_object('source_url', r.source_url, 'reason', r.verification_reason, 'verification_source', r.verification_source,
          'recheck_at', r.recheck_at, 'updated_at', r.updated_at)
        from public.post_rumors r where r.post_id = wanted))
    from public.community_posts p
    join private.post_cards c on c.id = p.id
    where p.id = wanted
  );
end $$;

create or replace function private.admin_post_record(post uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', p.id, 'title', p.title,
      'type', case p.type when 'rumor' then 'gerücht' when 'poll' then 'umfrage' else 'diskussion' end,
      'author_id', p.author_id, 'author_name', coalesce(a.nickname, 'Unbekannt'), 'author_slug', a.slug,
      'author_record', case when p.author_id is not null then private.author_record(p.author_id) end,
      'content_excerpt', left(p.content, 180), 'content_full', p.content, 'status', p.status, 'tags', p.tags,
      'tag_refs', private.tags_of(p.tags), 'slug', p.slug, 'created_at', p.created_at, 'updated_at', greatest(p.updated_at, v.updated_at),
      'last_activity_at', p.last_activity_at, 'moderated_by', p.moderated_by, 'moderated_at', p.moderated_at,
      'moderator_name', (select m.nickname from public.profiles m where m.id = p.moderated_by),
      'rejection_reason', p.rejection_reason, 'edited_at', p.edited_at, 'staff_edited_at', p.staff_edited_at,
      'votes', jsonb_build_object('total', p.votes_count, 'agree', coalesce(r.agree_count, 0), 'disagree', coalesce(r.disagree_count, 0)),
      'poll_ends_at', p.poll_ends_at, 'subject', p.rumor_subject, 'statement', private.statement_of(p.statement_speaker, p.statement, p.statement_at),
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
      'sensitive', private.found_subjects(p.rumor_subject, concat_ws(' ', p.title, p.content, private.answers_of(p.id), v.title, v.content, array_to_string(v.options, ' '))),
      'open_reports', (select count(*) from public.reports x where x.target_post_id = p.id and x.status = 'pending'))
    from public.community_posts p
    left join public.public_profiles a on a.id = p.author_id
    left join public.post_rumors r on r.post_id = p.id
    left join private.post_revisions v on v.post_id = p.id
    where p.id = post);
end $$;

-- Publishing it --------------------------------------------------------------------------------------------------------------

create function private.set_statement(post uuid, seen timestamptz, given_speaker text, given text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  speaker constant text := nullif(private.clean_line(coalesce(given_speaker, '')), '');
  said constant text := nullif(private.trim_text(private.clean_text(coalesce(given, ''))), '');
begin
  perform private.require_moderator();
  perform private.require_short(given_speaker, 100, 'Der Name hat 2 bis 100 Zeichen.', 'speaker_length');
  perform private.require_short(given, 2000, 'Die Stellungnahme hat höchstens 2.000 Zeichen.', 'statement_length');
  if said is not null and coalesce(char_length(speaker), 0) not between 2 and 100 then
    perform private.refuse('Der Name hat 2 bis 100 Zeichen.', 'speaker_length');
  end if;
  select * into was from public.community_posts p where p.id = post for update;
  if was.id is null then return private.outcome(post, 'gone', private.post_decider(post)); end if;
  if was.author_id = auth.uid() then return private.outcome(post, 'own'); end if;
  if was.statement_at is distinct from seen then return private.outcome(post, 'changed'); end if;
  if (said, case when said is not null then speaker end) is not distinct from (was.statement, was.statement_speaker) then
    return private.outcome(post, 'done');
  end if;
  perform private.log_staff_action('set_statement', 'post', post::text, jsonb_build_object('title', was.title, 'speaker', speaker,
    'reason', case when said is null then 'entfernt' end));
  update public.community_posts p set statement = said, statement_speaker = case when said is not null then speaker end,
    statement_at = case when said is not null then clock_timestamp() end where p.id = post;
  if said is not null and was.statement is null then
    insert into private.announcements (kind, post_id) values ('statement', post) on conflict do nothing;
  end if;
  return private.outcome(post, 'done');
end $$;
comment on function private.set_statement(uuid, timestamptz, text, text) is 'See public.admin_set_statement().';

create function public.admin_set_statement(p_id uuid, p_seen timestamptz, p_speaker text, p_text text) returns jsonb
language sql set search_path = '' as $$ select private.set_statement(p_id, p_seen, p_speaker, p_text) $$;
comment on function public.admin_set_statement(uuid, timestamptz, text, text) is
  'RPC for staff: publishes, changes or (without text) removes what the person concerned says about a post; p_seen: since when the shown one stands. {id, outcome, by}; hints speaker_length, statement_length.';
revoke all on function public.admin_set_statement(uuid, timestamptz, text, text), private.set_statement(uuid, timestamptz, text, text)
  from public, anon;
grant execute on function public.admin_set_statement(uuid, timestamptz, text, text), private.set_statement(uuid, timestamptz, text, text)
  to authenticated;

-- Telling those who were there -----------------------------------------------------------------------------------------------

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
  select array_agg(row(t.member, 'statement_published', post, f.channel, 'Stellungnahme',
      format('Zu „%s“ gibt es eine Stellungnahme von %s.', p.title, p.statement_speaker), null,
      private.post_facts(post) || jsonb_build_object('speaker', p.statement_speaker), post, null)::private.news order by t.member)
  from told t join public.community_posts p on p.id = post and p.status = 'approved' and p.statement is not null
  left join private.follows f on f.member_id = t.member and f.target_type = 'post' and f.target_id = post
$$;
comment on function private.news_of_statement(uuid, uuid, integer) is
  'The next of those who wrote, voted on or commented what somebody has now answered.';
revoke execute on function private.news_of_statement(uuid, uuid, integer) from public, anon;

create or replace function private.news_of(given private.announcements, most integer) returns private.news[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return case given.kind when 'post' then private.news_of_post(given.post_id, given.told_up_to, most)
    when 'rumor' then private.news_of_rumor(given.post_id, given.told_up_to, most)
    when 'poll' then private.news_of_poll(given.post_id, given.told_up_to, most)
    when 'statement' then private.news_of_statement(given.post_id, given.told_up_to, most)
    when 'cancellation' then private.news_of_cancellation(given.event_id, given.told_up_to, most)
    when 'broadcast' then private.news_of_broadcast(given.event_id, given.told_up_to, most) end;
end $$;
