-- Changing a text -----------------------------------------------------------------------------------------------------

-- A text changes in one function only: it keeps the version before, marks the post, and sets a decided rumor back, so that nobody
-- rewrites a rumor under its "Bestätigt" (docs/decisions/052-changed-posts.md).

create function private.write_options(post uuid, options text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.poll_options o where o.post_id = post;
  insert into public.poll_options (post_id, text, position)
    select post, given.text, given.place from unnest(options) with ordinality as given (text, place);
end $$;
comment on function private.write_options(uuid, text[]) is 'Sets the answers of a poll in this order.';

create function private.reopen_rumor(post uuid, editor uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- What the team said was said about another text. The trigger takes back the karma of a confirmed one.
  update public.post_rumors r set rumor_status = 'unverified', verification_reason = null, verification_source = null, recheck_at = now()
    where r.post_id = post and r.rumor_status <> 'unverified';
  if editor is null or not exists (select from public.community_posts p where p.id = post and p.status = 'approved') then return; end if;
  update public.post_rumors r set voters_told_at = now()
    where r.post_id = post and (r.voters_told_at is null or r.voters_told_at < now() - interval '24 hours')
      and exists (select from public.rumor_votes v where v.post_id = post and v.user_id <> editor);
  if found then
    insert into private.changed_rumors (post_id, editor_id) values (post, editor)
      on conflict (post_id) do update set editor_id = excluded.editor_id, told_up_to = null;
  end if;
end $$;
comment on function private.reopen_rumor(uuid, uuid) is
  'After title, text or source of a rumor changed: its status is open again, the team is asked, and those who voted will be told.';

create function private.change_post(post uuid, written private.post_text, editor uuid, by_team boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  found_post public.community_posts;
  was private.post_text;
begin
  select * into found_post from public.community_posts p where p.id = post for update;
  was := private.text_of(post);
  if written is not distinct from was then return false; end if;
  if private.question_is_fixed(post, written) then
    perform private.refuse('post.question_fixed');
  end if;
  insert into private.post_versions (post_id, title, content, tags, source_url, options, poll_ends_at, rumor_status, replaced_by, by_team,
      was_public)
    values (post, was.title, was.content, was.tags, was.source_url, was.options, was.poll_ends_at,
      (select r.rumor_status from public.post_rumors r where r.post_id = post), editor, change_post.by_team,
      found_post.status = 'approved');
  update public.community_posts p set title = written.title, content = written.content, tags = written.tags,
      poll_ends_at = written.poll_ends_at, edited_at = case when p.status = 'approved' then now() else p.edited_at end,
      staff_edited_at = case when change_post.by_team then now() end, staff_edited_by = case when change_post.by_team then editor end
    where p.id = post;
  if written.source_url is distinct from was.source_url then
    update public.post_rumors r set source_url = written.source_url where r.post_id = post;
  end if;
  if written.options is distinct from was.options then perform private.write_options(post, written.options); end if;
  if found_post.type = 'rumor' and (written.title, written.content, written.source_url)
      is distinct from (was.title, was.content, was.source_url) then
    perform private.reopen_rumor(post, editor);
  elsif found_post.type = 'poll' and (written.title, written.content) is distinct from (was.title, was.content)
      and found_post.status = 'approved' and exists (select from public.poll_votes v where v.post_id = post) then
    insert into private.changed_rumors (post_id, editor_id) values (post, coalesce(editor, auth.uid()))
      on conflict (post_id) do update set editor_id = excluded.editor_id, told_up_to = null;
  end if;
  return true;
end $$;
comment on function private.change_post(uuid, private.post_text, uuid, boolean) is
  'The only way a text changes: keeps the version before and marks the post; a decided rumor is open again. False when nothing changed.';

-- Writing -------------------------------------------------------------------------------------------------------------

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
    perform private.refuse('post.unknown_type');
  end if;
  perform private.require_fitting_parts(p_type, p_source_url, p_options, p_poll_ends_at);
  perform private.require_fitting_subject(p_type, p_subject, p_source_url);
  begin
    insert into public.community_posts (id, type, title, content, tags, poll_ends_at, rumor_subject)
      values (p_id, p_type, coalesce(p_title, ''), coalesce(p_content, ''), coalesce(p_tags, '{}'), p_poll_ends_at, p_subject);
  exception when unique_violation then
    -- A concurrent request for the same post, or an id that belongs to somebody else's.
    if private.saved_post(p_id) is not null then return private.saved_post(p_id); end if;
    perform private.refuse('post.id_taken', '23505');
  end;
  perform private.fill_post(p_id, p_source_url, p_options);
  return private.saved_post(p_id);
end $$;
comment on function public.create_post(uuid, text, text, text, uuid[], text, text[], timestamptz, text) is
  'RPC: writes a post with the id the client has chosen and returns savedPost; the same id again returns the same post.';
grant execute on function public.create_post(uuid, text, text, text, uuid[], text, text[], timestamptz, text) to authenticated,
  service_role;

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
  p_subject text, p_seen jsonb
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
    perform private.refuse('post.post_gone', '42501');
  end if;
  perform private.require_fitting_parts(was.type, p_source_url, p_options, p_poll_ends_at);
  about := coalesce(p_subject, was.rumor_subject);
  perform private.require_fitting_subject(was.type, about, p_source_url);
  asked := private.asked_text(was, p_title, p_content, p_tags, p_source_url, p_options, p_poll_ends_at);
  select * into waiting from private.post_revisions v where v.post_id = p_id;
  shown := case when was.status = 'approved' and waiting.post_id is not null then private.text_of_revision(waiting)
    else private.text_of(p_id) end;
  if asked is not distinct from shown and about is not distinct from was.rumor_subject then return; end if;
  if not private.is_as_seen(private.shown_text(p_id), p_seen) then
    perform private.refuse('post.changed_meanwhile');
  end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  perform private.set_subject(was, about);
  select p.status into was.status from public.community_posts p where p.id = p_id;
  if asked is not distinct from shown and was.status <> 'rejected' then return; end if;
  if was.status = 'approved' and asked is not distinct from private.text_of(p_id) then
    -- Back to what is published.
    delete from private.post_revisions v where v.post_id = p_id;
    return;
  end if;
  needs_human := not private.may_publish_at_once() or private.question_is_fixed(p_id, asked)
    or private.needs_a_human(was.type, asked.title, concat_ws(' ', asked.content, array_to_string(asked.options, ' '), asked.source_url), asked.tags, about)
    -- Said once, it stays: a change that calls the same rumor harmless does not pass unread.
    or private.needs_a_human(was.type, asked.title, concat_ws(' ', asked.content, array_to_string(asked.options, ' '), asked.source_url), asked.tags, was.rumor_subject);
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
    perform private.refuse('post.too_many_edits');
  end if;
  delete from private.post_revisions v where v.post_id = p_id;
  if asked is distinct from shown then
    perform private.change_post(p_id, asked, auth.uid(), false);
    perform private.note_rules_of('post', p_id, private.said_in(p_id), asked.tags);
  end if;
  -- A rejected post returns to the queue.
  update public.community_posts p set status = 'pending', rejection_reason = null where p.id = p_id and p.status = 'rejected';
end $$;
comment on function private.update_post(uuid, text, text, uuid[], text, text[], timestamptz, text, jsonb) is 'See public.update_post().';
grant execute on function private.update_post(uuid, text, text, uuid[], text, text[], timestamptz, text, jsonb) to authenticated;

create function public.update_post(
  p_id uuid, p_title text, p_content text, p_tags uuid[] default '{}', p_source_url text default null,
  p_options text[] default null, p_poll_ends_at timestamptz default null, p_subject text default null, p_seen jsonb default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.update_post(p_id, p_title, p_content, p_tags, p_source_url, p_options, p_poll_ends_at, p_subject, p_seen);
  return private.saved_post(p_id);
end $$;
comment on function public.update_post(uuid, text, text, uuid[], text, text[], timestamptz, text, jsonb) is
  'RPC: changes an own post (null options or subject: unchanged), if its text is still as p_seen has it (see private.is_as_seen()); returns savedPost. The change of an approved post may have to wait, while the post stays.';
grant execute on function public.update_post(uuid, text, text, uuid[], text, text[], timestamptz, text, jsonb) to authenticated,
  service_role;
