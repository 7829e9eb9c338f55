-- What a rumor is about, as its author says --------------------------------------------------------------------------------

-- Asked in the form (docs/decisions/061-subject-of-a-rumor.md). May only make a rumor wait: words still decide, too.
create function private.rumor_subjects() returns text[]
language sql immutable parallel safe set search_path = '' as $$ select '{show,relationship,work,health,sexuality,crime,minors}'::text[] $$;
comment on function private.rumor_subjects() is 'What a rumor can be about; as rumorSubjects in domain/.';
grant execute on function private.rumor_subjects() to authenticated, service_role;

alter table public.community_posts add column rumor_subject text,
  add constraint community_posts_rumor_subject check (rumor_subject is null or type = 'rumor'
    -- As rumor_subjects(), which not every role that changes a post may call.
    and rumor_subject in ('show', 'relationship', 'work', 'health', 'sexuality', 'crime', 'minors'));
comment on column public.community_posts.rumor_subject is
  'What a rumor is about, as its author says; null when nobody asked. For its author and staff: nobody shall list people by it.';
grant insert (rumor_subject) on public.community_posts to authenticated;

create function private.is_sensitive(subject text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(subject in ('health', 'sexuality', 'crime', 'minors'), false)
$$;
comment on function private.is_sensitive(text) is 'Whether rumors about this wait for a human and need a source; as sensitiveSubjects in domain/.';

create function private.subject_of(post uuid) returns text
language sql stable security definer set search_path = '' as $$
  select p.rumor_subject from public.community_posts p
  where p.id = post and (p.author_id = auth.uid() and private.is_proven() or private.is_moderator())
$$;
comment on function private.subject_of(uuid) is 'For author and staff: what the rumor is about.';

create function private.require_fitting_subject(kind text, subject text, source_url text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if subject is null then return; end if;
  if kind <> 'rumor' then perform private.refuse('Nur bei Gerüchten gibst du an, worum es geht.', 'not_a_rumor'); end if;
  if subject <> all (private.rumor_subjects()) then
    perform private.refuse('Wähl noch aus, worum es geht.', 'unknown_subject');
  end if;
  if private.is_sensitive(subject) and private.clean_source(source_url) is null then
    perform private.refuse('So ein Gerücht braucht eine Quelle. Ohne Link geht es nicht.', 'source_required');
  end if;
end $$;
comment on function private.require_fitting_subject(text, text, text) is 'Refuses a subject that a post of this kind does not have, and a sensitive one without source.';

create function private.answers_of(post uuid) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(o.text, ' ' order by o.position) from public.poll_options o where o.post_id = post
$$;
comment on function private.answers_of(uuid) is 'The answers of a poll as one text, to look for words in; null for other posts.';
revoke execute on function private.answers_of(uuid) from public, anon;

drop function private.needs_a_human(text, text, text, uuid[]);
create function private.needs_a_human(kind text, title text, content text, tags uuid[], subject text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_moderator() then return false; end if;
  if private.is_sensitive(subject) then return true; end if;
  -- A poll or discussion is about somebody when it is tagged with a star.
  if kind <> 'rumor' and not exists (select from public.stars s where s.id = any (tags)) then return false; end if;
  return private.sensitive_subjects(concat_ws(' ', title, content)) <> '{}';
end $$;
comment on function private.needs_a_human(text, text, text, uuid[], text) is
  'Whether a text of the caller waits for the team although its author publishes at once otherwise: it is about a person and a sensitive subject.';
revoke execute on function private.needs_a_human(text, text, text, uuid[], text) from public, anon;
grant execute on function private.needs_a_human(text, text, text, uuid[], text), private.subject_of(uuid),
  private.require_fitting_subject(text, text, text) to authenticated, service_role;

create or replace function private.guard_post() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if tg_op = 'INSERT' then
    new.status := case when private.may_publish_at_once() and not private.needs_a_human(new.type, new.title, new.content, new.tags, new.rumor_subject)
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

-- Writing --------------------------------------------------------------------------------------------------------------------

drop function public.create_post(uuid, text, text, text, uuid[], text, text[], timestamptz);
create function public.create_post(
  p_id uuid, p_type text, p_title text, p_content text, p_tags uuid[] default '{}', p_source_url text default null,
  p_options text[] default null, p_poll_ends_at timestamptz default null, p_subject text default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_writer();
  -- Repeated because the answer was lost.
  if private.saved_post(p_id) is not null then return private.saved_post(p_id); end if;
  if p_type is null or p_type not in ('rumor', 'poll', 'discussion') then
    perform private.refuse('Diese Art von Beitrag gibt es nicht.', 'unknown_type');
  end if;
  perform private.require_fitting_parts(p_type, p_source_url, p_options, p_poll_ends_at);
  perform private.require_fitting_subject(p_type, p_subject, p_source_url);
  begin
    insert into public.community_posts (id, type, title, content, tags, poll_ends_at, rumor_subject)
      values (p_id, p_type, coalesce(p_title, ''), coalesce(p_content, ''), coalesce(p_tags, '{}'), p_poll_ends_at, p_subject);
  exception when unique_violation then
    -- A concurrent request for the same post, or an id that belongs to somebody else's.
    if private.saved_post(p_id) is not null then return private.saved_post(p_id); end if;
    raise exception 'Das hat nicht geklappt. Versuch es noch einmal.' using errcode = '23505', hint = 'id_taken';
  end;
  perform private.fill_post(p_id, p_source_url, p_options);
  return private.saved_post(p_id);
end $$;
comment on function public.create_post(uuid, text, text, text, uuid[], text, text[], timestamptz, text) is
  'RPC: writes a post with the id the client has chosen and returns savedPost; the same id again returns the same post.';

create or replace function private.fill_post(post uuid, source_url text, options text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
begin
  select * into was from public.community_posts p where p.id = post and p.author_id = auth.uid();
  if was.type = 'rumor' and source_url is not null then
    update public.post_rumors r set source_url = private.clean_source(fill_post.source_url) where r.post_id = post and r.source_url is null;
  elsif was.type = 'poll' and not exists (select from public.poll_options o where o.post_id = post) then
    perform private.write_options(post, private.clean_options(options));
    -- The answers are there only now. Nobody has seen the poll yet, and nobody was told of it.
    if was.status = 'approved' and private.needs_a_human('poll', was.title, private.answers_of(post), was.tags, null) then
      update public.community_posts p set status = 'pending' where p.id = post;
      delete from private.announcements a where a.post_id = post and a.kind = 'post';
    end if;
  end if;
end $$;

drop function public.update_post(uuid, text, text, uuid[], text, text[], timestamptz);
drop function private.update_post(uuid, text, text, uuid[], text, text[], timestamptz);

create function private.set_subject(was public.community_posts, about text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if about is not distinct from was.rumor_subject then return; end if;
  update public.community_posts p set rumor_subject = about where p.id = was.id;
  -- Published unread, and now its author says that it should not have been.
  if was.status = 'approved' and was.moderated_at is null and private.needs_a_human(was.type, '', '', '{}', about) then
    update public.community_posts p set status = 'pending' where p.id = was.id;
  end if;
end $$;
comment on function private.set_subject(public.community_posts, text) is
  'What an own rumor is about from now on. A sensitive one that no human has read goes offline until one has.';

create function private.update_post(
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
  if was.status = 'approved' and (not private.may_publish_at_once()
      or private.needs_a_human(was.type, asked.title, concat_ws(' ', asked.content, array_to_string(asked.options, ' ')), asked.tags, about)
      -- Said once, it stays: a change that calls the same rumor harmless does not pass unread.
      or private.needs_a_human(was.type, asked.title, concat_ws(' ', asked.content, array_to_string(asked.options, ' ')), asked.tags, was.rumor_subject)) then
    insert into private.post_revisions (post_id, title, content, tags, source_url, options, poll_ends_at)
      values (p_id, asked.title, asked.content, asked.tags, asked.source_url, asked.options, asked.poll_ends_at)
      on conflict (post_id) do update set title = excluded.title, content = excluded.content, tags = excluded.tags,
        source_url = excluded.source_url, options = excluded.options, poll_ends_at = excluded.poll_ends_at,
        -- A change of a change keeps its place in the queue.
        submitted_at = case post_revisions.status when 'pending' then post_revisions.submitted_at else now() end,
        status = 'pending', rejection_reason = null, decision_id = null, updated_at = now();
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
comment on function private.update_post(uuid, text, text, uuid[], text, text[], timestamptz, text) is 'See public.update_post().';

create function public.update_post(
  p_id uuid, p_title text, p_content text, p_tags uuid[] default '{}', p_source_url text default null,
  p_options text[] default null, p_poll_ends_at timestamptz default null, p_subject text default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.update_post(p_id, p_title, p_content, p_tags, p_source_url, p_options, p_poll_ends_at, p_subject);
  return private.saved_post(p_id);
end $$;
comment on function public.update_post(uuid, text, text, uuid[], text, text[], timestamptz, text) is
  'RPC: changes an own post (null options or subject: unchanged); returns savedPost. The change of an approved post may have to wait, while the post stays.';
revoke all on function private.update_post(uuid, text, text, uuid[], text, text[], timestamptz, text),
  private.set_subject(public.community_posts, text), public.create_post(uuid, text, text, text, uuid[], text, text[], timestamptz, text),
  public.update_post(uuid, text, text, uuid[], text, text[], timestamptz, text) from public, anon;
grant execute on function private.update_post(uuid, text, text, uuid[], text, text[], timestamptz, text),
  public.create_post(uuid, text, text, text, uuid[], text, text[], timestamptz, text),
  public.update_post(uuid, text, text, uuid[], text, text[], timestamptz, text) to authenticated;

-- Reading --------------------------------------------------------------------------------------------------------------------

create or replace function public.own_post(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant uuid := private.as_uuid(p_id);
  written constant private.post_text := private.shown_text(wanted);
begin
  return (
    select jsonb_build_object('id', p.id, 'type', p.type, 'title', written.title, 'slug', p.slug, 'excerpt', private.excerpt(written.content, 180),
      'status', p.status, 'rejection_reason', p.rejection_reason, 'decision', private.rejection_of(p.id),
      'revision', private.revision_of(p.id), 'created_at', p.created_at, 'hearts', p.hearts_count,
      'poops', p.poops_count, 'comments', p.comments_count, 'votes', p.votes_count,
      'content', written.content, 'tags', private.tags_of(written.tags), 'source_url', written.source_url,
      'options', coalesce((
        -- Answers that wait have no id yet.
        select jsonb_agg(jsonb_build_object('id', coalesce(o.id, md5(p.id::text || a.place)::uuid), 'text', a.text, 'position', a.place,
          'votes', coalesce(o.votes_count, 0)) order by a.place)
        from unnest(written.options) with ordinality as a (text, place)
        left join public.poll_options o on o.post_id = p.id and o.text = a.text), '[]'::jsonb),
      'subject', private.subject_of(p.id), 'poll_ends_at', written.poll_ends_at, 'may_edit_options', private.may_edit_poll(p.id))
    from public.community_posts p
    where p.id = wanted and p.author_id = auth.uid() and (select private.is_proven())
  );
end $$;

create function private.found_subjects(subject text, texts text) returns text[]
language sql stable set search_path = '' as $$
  select array(select s from unnest(private.rumor_subjects()) with ordinality as listed (s, place)
    where private.is_sensitive(s) and (s = subject or s = any (f.found)) order by place)
  from (select private.sensitive_subjects(texts) as found offset 0) f
$$;
comment on function private.found_subjects(text, text) is 'The sensitive subjects of a post: what its author says and what its words point to.';
revoke execute on function private.found_subjects(text, text) from public, anon;

create or replace function private.unpublished_post(wanted uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select jsonb_build_object('id', p.id, 'type', p.type, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status,
      'rejection_reason', p.rejection_reason, 'decision', private.rejection_of(p.id), 'author', m.ref,
      'is_own', p.author_id is not distinct from auth.uid(), 'text', private.text_json(private.text_of(p.id)),
      'sensitive', private.found_subjects(p.rumor_subject, concat_ws(' ', p.title, p.content, private.answers_of(p.id))))
    from public.community_posts p
    left join private.member_refs m on m.id = p.author_id
    where p.id = wanted and (p.author_id = auth.uid() or private.is_moderator()));
end $$;
