-- Changes of public posts are read by the classifier too (docs/decisions/074-classifier.md) -----------------------------------------

-- What was harmless when it was read could be changed into anything a minute later.

create function private.read_change(post uuid, wanted boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- A change that waits for the team is not freed by an answer to the one before it.
  delete from private.classifications c where c.post_id = post;
  if wanted then insert into private.classifications (post_id) values (post); end if;
end $$;
comment on function private.read_change(uuid, boolean) is 'Whether the change of a public post that now waits is for the classifier.';
revoke execute on function private.read_change(uuid, boolean) from public;

create or replace function private.update_post(
  p_id uuid, p_title text, p_content text, p_tags uuid[], p_source_url text, p_options text[], p_poll_ends_at timestamptz,
  p_subject text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  waiting private.post_revisions;
  asked private.post_text;
  shown private.post_text;
  about text;
  needs_human boolean;
  needs_reading boolean;
begin
  perform private.require_writer();
  select * into was from public.community_posts p where p.id = p_id and p.author_id = auth.uid() for update;
  if was.id is null then
    raise exception 'Diesen Beitrag gibt es nicht mehr.' using errcode = '42501', hint = 'post_gone';
  end if;
  perform private.require_fitting_parts(was.type, p_source_url, p_options, p_poll_ends_at);
  about := coalesce(p_subject, was.rumor_subject);
  perform private.require_fitting_subject(was.type, about, p_source_url);
  asked := private.asked_text(was, p_title, p_content, p_tags, p_source_url, p_options, p_poll_ends_at);
  select * into waiting from private.post_revisions v where v.post_id = p_id;
  shown := case when was.status = 'approved' and waiting.post_id is not null then private.text_of_revision(waiting)
    else private.text_of(p_id) end;
  if asked is not distinct from shown and about is not distinct from was.rumor_subject then return; end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  perform private.set_subject(was, about);
  select p.status into was.status from public.community_posts p where p.id = p_id;
  if asked is not distinct from shown and was.status <> 'rejected' then return; end if;
  if was.status = 'approved' and asked is not distinct from private.text_of(p_id) then
    -- Back to what is published.
    delete from private.post_revisions v where v.post_id = p_id;
    return;
  end if;
  needs_human := not private.may_publish_at_once()
    or private.needs_a_human(was.type, asked.title, concat_ws(' ', asked.content, array_to_string(asked.options, ' ')), asked.tags, about)
    -- Said once, it stays: a change that calls the same rumor harmless does not pass unread.
    or private.needs_a_human(was.type, asked.title, concat_ws(' ', asked.content, array_to_string(asked.options, ' ')), asked.tags, was.rumor_subject);
  -- Nor one that takes the star off.
  needs_reading := private.waits_for_classifier(was.type, was.tags || asked.tags);
  if was.status = 'approved' and (needs_human or needs_reading) then
    insert into private.post_revisions (post_id, title, content, tags, source_url, options, poll_ends_at)
      values (p_id, asked.title, asked.content, asked.tags, asked.source_url, asked.options, asked.poll_ends_at)
      on conflict (post_id) do update set title = excluded.title, content = excluded.content, tags = excluded.tags,
        source_url = excluded.source_url, options = excluded.options, poll_ends_at = excluded.poll_ends_at,
        -- A change of a change keeps its place in the queue.
        submitted_at = case post_revisions.status when 'pending' then post_revisions.submitted_at else now() end,
        status = 'pending', rejection_reason = null, decision_id = null, updated_at = now();
    perform private.read_change(p_id, needs_reading and not needs_human);
    return;
  end if;
  if (select count(*) from private.post_versions v where v.post_id = p_id and v.replaced_at > now() - interval '24 hours') >= 20 then
    perform private.refuse('Dieser Beitrag wurde heute schon 20-mal geändert. Morgen geht es weiter.', 'too_many_edits');
  end if;
  delete from private.post_revisions v where v.post_id = p_id;
  if asked is distinct from shown then perform private.change_post(p_id, asked, auth.uid(), false); end if;
  -- A rejected post returns to the queue.
  update public.community_posts p set status = 'pending', rejection_reason = null where p.id = p_id and p.status = 'rejected';
end $$;

create function private.to_classify(post uuid) returns table (kind text, version timestamptz, written text, is_change boolean)
language sql stable security definer set search_path = '' as $$
  select p.type, greatest(p.updated_at, v.updated_at),
    case when v.post_id is null then concat_ws(E'\n\n', p.title, nullif(p.content, ''), private.answers_of(p.id))
      else concat_ws(E'\n\n', v.title, nullif(v.content, ''), array_to_string(v.options, ' ')) end, v.post_id is not null
  from public.community_posts p
  left join private.post_revisions v on v.post_id = p.id and v.status = 'pending' and p.status = 'approved'
  where p.id = post
$$;
comment on function private.to_classify(uuid) is 'What the classifier reads of a post: its text, or the change that waits; and which version that is.';
revoke execute on function private.to_classify(uuid) from public;

create or replace function private.claim_classifications(wanted integer, reader text) returns jsonb
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

create or replace function private.settle_classification(post uuid, version timestamptz, seen text[]) returns void
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
    perform private.publish_revision(post, 'Änderung freigegeben');
    return;
  end if;
  if was.status <> 'pending' or was.moderated_at is not null then return; end if;
  -- The answers of a poll came after its text.
  if private.sensitive_subjects(concat_ws(' ', was.title, was.content, private.answers_of(post))) <> '{}' then return; end if;
  update public.community_posts p set status = 'approved' where p.id = post;
end $$;
