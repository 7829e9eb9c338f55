-- A classifier of the operator's own (docs/decisions/074-classifier.md) -------------------------------------------------------------------

-- Words find what is said in words. Where an operator has a classifier, what trusted members write about people waits for its answer:
-- it may only make a post wait for the team, never spare it that.

create table private.classifier (
  id boolean primary key default true check (id),
  -- When a server that has one last asked for work.
  seen_at timestamptz not null,
  -- Who reads, for the privacy policy.
  host text not null check (char_length(host) between 1 and 260)
);
comment on table private.classifier is 'Whether a server with a classifier is running. Without one nothing waits for it.';

create table private.classifications (
  post_id uuid primary key references public.community_posts on delete cascade,
  subjects text[] not null default '{}',
  tries smallint not null default 0,
  -- Null: answered, or given up; then the team decides.
  due_at timestamptz default now()
);
comment on table private.classifications is 'Posts that waited for the classifier, and what it found in them.';
create index classifications_due on private.classifications (due_at) where due_at is not null;
alter table private.classifier enable row level security;
alter table private.classifications enable row level security;
revoke all on private.classifier, private.classifications from public, anon, authenticated;

create function private.joined_subjects(named text[], added text[]) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select s.subject from unnest(private.rumor_subjects()) with ordinality as s (subject, place)
    where private.is_sensitive(s.subject) and (s.subject = any (named) or s.subject = any (coalesce(added, '{}'))) order by s.place)
$$;
comment on function private.joined_subjects(text[], text[]) is 'Sensitive subjects of either list, in their order.';

create function private.waits_for_classifier(kind text, tags uuid[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_moderator() then return false; end if;
  if not exists (select from private.classifier c where c.seen_at > now() - interval '2 minutes') then return false; end if;
  -- A poll or discussion is about somebody when it is tagged with a star.
  return kind = 'rumor' or exists (select from public.stars s where s.id = any (tags));
end $$;
comment on function private.waits_for_classifier(text, uuid[]) is 'Whether a post of the caller is about people, and a classifier is there to read it first.';
grant execute on function private.waits_for_classifier(text, uuid[]) to authenticated, service_role;

create or replace function private.guard_post() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if tg_op = 'INSERT' then
    new.status := case when private.may_publish_at_once() and not private.needs_a_human(new.type, new.title, new.content, new.tags, new.rumor_subject)
        and not private.waits_for_classifier(new.type, new.tags)
      then 'approved' else 'pending' end;
    return new;
  end if;
  if new.status is distinct from old.status or new.rejection_reason is distinct from old.rejection_reason then
    if new.author_id is not distinct from auth.uid() or not private.is_moderator() then
      raise exception 'Über Beiträge entscheidet das Team, und niemand über eigene.' using errcode = '42501', hint = 'not_allowed';
    end if;
    if new.status = 'rejected' and btrim(coalesce(new.rejection_reason, '')) = '' then
      raise exception 'Bitte gib einen Grund für die Ablehnung an.' using errcode = '23514', hint = 'reason_required';
    end if;
    if new.status <> 'rejected' then new.rejection_reason := null; end if;
    new.moderated_by := auth.uid();
    new.moderated_at := now();
  end if;
  return new;
end $$;

create function private.want_classification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only what waits for nothing else: the classifier's answer frees it.
  if private.waits_for_classifier(new.type, new.tags) and private.may_publish_at_once()
      and not private.needs_a_human(new.type, new.title, new.content, new.tags, new.rumor_subject) then
    insert into private.classifications (post_id) values (new.id);
  end if;
  return null;
end $$;
comment on function private.want_classification() is 'Trigger: queues a post whose author publishes at once otherwise.';
create trigger community_posts_94_classifier after insert on public.community_posts
  for each row when (private.is_client() and new.status = 'pending') execute function private.want_classification();

-- For the web server --------------------------------------------------------------------------------------------------------

create function private.claim_classifications(wanted integer, reader text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare claimed jsonb;
begin
  insert into private.classifier (seen_at, host) values (now(), reader) on conflict (id) do update set seen_at = excluded.seen_at, host = excluded.host;
  with due as (
    select c.post_id from private.classifications c where c.due_at <= now() order by c.due_at limit least(wanted, 20) for update skip locked
  ), taken as (
    -- Three tries within some minutes; then it waits for a human like any other post.
    update private.classifications c set tries = c.tries + 1, due_at = case when c.tries < 2 then now() + interval '1 minute' end
      from due where c.post_id = due.post_id returning c.post_id
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'type', p.type, 'updated_at', p.updated_at,
      'text', concat_ws(E'\n\n', p.title, nullif(p.content, ''), private.answers_of(p.id)))), '[]') into claimed
    from taken t join public.community_posts p on p.id = t.post_id;
  return claimed;
end $$;
comment on function private.claim_classifications(integer, text) is 'See public.claim_classifications().';

create function private.settle_classification(post uuid, version timestamptz, seen text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare was public.community_posts;
begin
  select * into was from public.community_posts p where p.id = post for update;
  -- Changed while it was read: it is read again.
  if was.id is null or was.updated_at is distinct from version then
    update private.classifications c set due_at = now() where c.post_id = post and c.tries < 3;
    return;
  end if;
  update private.classifications c set subjects = private.joined_subjects(seen, '{}'), due_at = null where c.post_id = post;
  if not found or was.status <> 'pending' or was.moderated_at is not null or cardinality(private.joined_subjects(seen, '{}')) > 0 then return; end if;
  -- The answers of a poll came after its text.
  if private.sensitive_subjects(concat_ws(' ', was.title, was.content, private.answers_of(post))) <> '{}' then return; end if;
  update public.community_posts p set status = 'approved' where p.id = post;
end $$;
comment on function private.settle_classification(uuid, timestamptz, text[]) is 'See public.settle_classification().';

create function public.claim_classifications(p_reader text, p_limit integer default 5) returns jsonb
language sql set search_path = '' as $$ select private.claim_classifications(p_limit, p_reader) $$;
comment on function public.claim_classifications(text, integer) is
  'RPC for the web server (secret key): posts that wait for the classifier, [{id, type, updated_at, text}]; says at the same time that there is one, and at which host.';
create function public.settle_classification(p_post uuid, p_version timestamptz, p_subjects text[]) returns void
language sql set search_path = '' as $$ select private.settle_classification(p_post, p_version, p_subjects) $$;
comment on function public.settle_classification(uuid, timestamptz, text[]) is
  'RPC for the web server (secret key): what the classifier found in a post as claimed; none: it is published, unless something else holds it.';
revoke execute on function private.joined_subjects(text[], text[]), private.waits_for_classifier(text, uuid[]), private.want_classification(),
  private.claim_classifications(integer, text), private.settle_classification(uuid, timestamptz, text[]) from public, anon;
grant execute on function private.claim_classifications(integer, text), private.settle_classification(uuid, timestamptz, text[]) to service_role;
revoke all on function public.claim_classifications(text, integer), public.settle_classification(uuid, timestamptz, text[]) from public, anon, authenticated;
grant execute on function public.claim_classifications(text, integer), public.settle_classification(uuid, timestamptz, text[]) to service_role;

-- What the team sees of it ------------------------------------------------------------------------------------------------------------

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
      'sensitive', private.joined_subjects(private.found_subjects(p.rumor_subject, concat_ws(' ', p.title, p.content, private.answers_of(p.id), v.title,
        v.content, array_to_string(v.options, ' '))), (select c.subjects from private.classifications c where c.post_id = p.id)),
      'rules', coalesce((select jsonb_agg(r.name order by r.name) from private.rule_hits h join private.automod_rules r on r.id = h.rule_id
        where h.target_id = p.id), '[]'::jsonb),
      'open_reports', (select count(*) from public.reports x where x.target_post_id = p.id and x.status = 'pending'))
    from public.community_posts p
    left join public.public_profiles a on a.id = p.author_id
    left join public.post_rumors r on r.post_id = p.id
    left join private.post_revisions v on v.post_id = p.id
    where p.id = post);
end $$;
