-- A classifier of the operator's own (docs/decisions/074-classifier.md) -----------------------------------------------

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

-- For the web server --------------------------------------------------------------------------------------------------

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
  select coalesce(jsonb_agg(jsonb_build_object('id', t.post_id, 'type', r.kind, 'updated_at', r.version, 'text', r.written)), '[]') into claimed
    from taken t cross join lateral private.to_classify(t.post_id) r;
  return claimed;
end $$;
comment on function private.claim_classifications(integer, text) is 'See public.claim_classifications().';
grant execute on function private.claim_classifications(integer, text) to service_role;

create function private.settle_classification(post uuid, version timestamptz, seen text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  read record;
begin
  select * into was from public.community_posts p where p.id = post for update;
  select * into read from private.to_classify(post);
  -- Changed while it was read: it is read again.
  if was.id is null or read.version is distinct from version then
    update private.classifications c set due_at = now() where c.post_id = post and c.tries < 3;
    return;
  end if;
  update private.classifications c set subjects = private.joined_subjects(seen, '{}'), due_at = null where c.post_id = post;
  if not found or cardinality(private.joined_subjects(seen, '{}')) > 0 then return; end if;
  if read.is_change then
    -- Somebody voted while it was read: now it is for the team.
    if (select private.question_is_fixed(post, private.text_of_revision(v)) from private.post_revisions v where v.post_id = post) then return; end if;
    perform private.publish_revision(post, private.stored_text('post.change_approved'));
    return;
  end if;
  if was.status <> 'pending' or was.moderated_at is not null then return; end if;
  -- The answers of a poll came after its text.
  if private.sensitive_subjects(private.said_in(post)) <> '{}' then return; end if;
  update public.community_posts p set status = 'approved' where p.id = post;
end $$;
comment on function private.settle_classification(uuid, timestamptz, text[]) is 'See public.settle_classification().';
grant execute on function private.settle_classification(uuid, timestamptz, text[]) to service_role;

create function public.claim_classifications(p_reader text, p_limit integer default 5) returns jsonb
language sql set search_path = '' as $$ select private.claim_classifications(p_limit, p_reader) $$;
comment on function public.claim_classifications(text, integer) is
  'RPC for the web server (secret key): posts that wait for the classifier, [{id, type, updated_at, text}]; says at the same time that there is one, and at which host.';
grant execute on function public.claim_classifications(text, integer) to service_role;

create function public.settle_classification(p_post uuid, p_version timestamptz, p_subjects text[]) returns void
language sql set search_path = '' as $$ select private.settle_classification(p_post, p_version, p_subjects) $$;
comment on function public.settle_classification(uuid, timestamptz, text[]) is
  'RPC for the web server (secret key): what the classifier found in a post as claimed; none: it is published, unless something else holds it.';
grant execute on function public.settle_classification(uuid, timestamptz, text[]) to service_role;

-- Changes of public posts are read by the classifier too (docs/decisions/074-classifier.md) ---------------------------

-- What is harmless when it is read can be changed into anything a minute later.

create function private.read_change(post uuid, wanted boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- A change that waits for the team is not freed by an answer to the one before it.
  delete from private.classifications c where c.post_id = post;
  if wanted then insert into private.classifications (post_id) values (post); end if;
end $$;
comment on function private.read_change(uuid, boolean) is 'Whether the change of a public post that now waits is for the classifier.';

create function private.to_classify(post uuid) returns table (kind text, version timestamptz, written text, is_change boolean)
language sql stable security definer set search_path = '' as $$
  select p.type, greatest(p.updated_at, v.updated_at),
    case when v.post_id is null then private.marks_off(concat_ws(E'\n\n', p.title, nullif(p.content, ''), private.answers_of(p.id),
        (select r.source_url from public.post_rumors r where r.post_id = p.id)))
      else private.marks_off(concat_ws(E'\n\n', v.title, nullif(v.content, ''), array_to_string(v.options, ' '), v.source_url)) end, v.post_id is not null
  from public.community_posts p
  left join private.post_revisions v on v.post_id = p.id and v.status = 'pending' and p.status = 'approved'
  where p.id = post
$$;
comment on function private.to_classify(uuid) is 'What the classifier reads of a post: its text, or the change that waits; and which version that is.';
