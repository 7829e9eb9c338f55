-- A vote stays under the question it was given to (docs/decisions/088-what-was-voted-on.md) -------------------------------------------

-- Three members said "Ja" to "Bleibt sie im Haus?", and the question became "Fliegt sie aus dem Haus?" under their votes.

alter table private.post_versions add column was_public boolean not null default false;
comment on column private.post_versions.was_public is
  'Whether everybody could read this version; of those from before this column nobody knows.';
comment on table private.post_versions is
  'Earlier versions of posts. What everybody has read stays readable for everybody, unless the team has changed it since. A job deletes them 180 days after they were replaced.';
comment on table private.changed_rumors is
  'Changed rumors and polls whose voters are being told, by the id of the last one; rows are gone within seconds.';

create function private.question_is_fixed(post uuid, asked private.post_text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.community_posts p where p.id = post and p.type = 'poll'
      and (p.title, p.content) is distinct from ((asked).title, (asked).content))
    and exists (select from public.poll_votes v where v.post_id = post) and not private.is_moderator()
$$;
comment on function private.question_is_fixed(uuid, private.post_text) is
  'Whether this text would put votes under another question, which only the team may do.';

create function private.poll_is_over(post public.community_posts) returns boolean
language sql stable security definer set search_path = '' as $$
  select post.poll_ends_at <= now() and (post.status = 'approved' or exists (select from public.poll_votes v where v.post_id = post.id))
$$;
comment on function private.poll_is_over(public.community_posts) is 'Whether a poll has ended. One that was refused before anybody could vote may get another end.';

create function private.keep_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.poll_is_over(old) then perform private.refuse('Diese Umfrage ist zu Ende und geht nicht wieder auf.', 'poll_ended'); end if;
  return new;
end $$;
comment on function private.keep_end() is 'Trigger: a poll that has ended does not open again, whoever writes.';
create trigger community_posts_07_end before update of poll_ends_at on public.community_posts
  for each row when (new.poll_ends_at is distinct from old.poll_ends_at) execute function private.keep_end();
revoke execute on function private.question_is_fixed(uuid, private.post_text) from public;
revoke execute on function private.poll_is_over(public.community_posts) from public;
grant execute on function private.poll_is_over(public.community_posts) to authenticated, service_role;

create or replace function private.require_valid_post(post public.community_posts, before public.community_posts) returns void
language plpgsql stable set search_path = '' as $$
begin
  if char_length(post.title) not between 8 and 140 then
    perform private.refuse('Der Titel hat 8 bis 140 Zeichen.', 'title_length');
  end if;
  if char_length(post.content) > 5000 then
    perform private.refuse('Der Text hat höchstens 5.000 Zeichen.', 'content_length');
  end if;
  if post.content = '' and post.type <> 'poll' and before.content is distinct from '' then
    perform private.refuse('Schreib noch, worum es geht.', 'content_missing');
  end if;
  if cardinality(post.tags) > 5 then
    perform private.refuse('Höchstens 5 Tags.', 'too_many_tags');
  end if;
  if post.poll_ends_at is not null and post.type <> 'poll' then
    perform private.refuse('Nur Umfragen haben ein Ende.', 'not_a_poll');
  end if;
  if post.poll_ends_at is distinct from before.poll_ends_at then
    if private.poll_is_over(before) then
      perform private.refuse('Diese Umfrage ist zu Ende und geht nicht wieder auf.', 'poll_ended');
    elsif post.poll_ends_at <= now() then
      perform private.refuse('Das Ende der Umfrage liegt in der Vergangenheit.', 'poll_end_past');
    elsif post.poll_ends_at > now() + interval '1 year' then
      perform private.refuse('Eine Umfrage läuft höchstens ein Jahr.', 'poll_end_far');
    end if;
  end if;
end $$;

create or replace function private.change_post(post uuid, written private.post_text, editor uuid, by_team boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  found_post public.community_posts;
  was private.post_text;
begin
  select * into found_post from public.community_posts p where p.id = post for update;
  was := private.text_of(post);
  if written is not distinct from was then return false; end if;
  if private.question_is_fixed(post, written) then
    perform private.refuse('Es wurde schon abgestimmt: Titel und Text ändert jetzt nur das Team.', 'question_fixed');
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

create or replace function private.tell_voters() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  change private.changed_rumors;
  post public.community_posts;
  voters uuid[];
  voter uuid;
  told integer := 0;
begin
  for change in select * from private.changed_rumors c limit 20 for update skip locked loop
    select * into post from public.community_posts p where p.id = change.post_id and p.status = 'approved';
    voters := array(
      (select v.user_id from public.rumor_votes v
        where post.type = 'rumor' and v.post_id = change.post_id and (change.told_up_to is null or v.user_id > change.told_up_to)
        order by v.user_id limit 100)
      union all
      (select v.user_id from public.poll_votes v
        where post.type = 'poll' and v.post_id = change.post_id and (change.told_up_to is null or v.user_id > change.told_up_to)
        order by v.user_id limit 100));
    foreach voter in array voters loop
      -- Of the team nobody is named.
      perform private.notify(voter, 'rumor_changed', case post.type when 'poll' then 'Eine Umfrage wurde geändert' else 'Ein Gerücht wurde geändert' end,
          format(case when change.editor_id = post.author_id then '{actors}' else 'Das Team hat' end
            || case post.type when 'poll' then ' die Umfrage „%s“ geändert, in der' else ' das Gerücht „%s“ geändert, über das' end
            || ' du abgestimmt hast.', post.title),
          private.post_facts(post.id) || case when change.editor_id = post.author_id then '{}' else '{"by_team": true}' end::jsonb, post.id,
          actor => case when change.editor_id = post.author_id then change.editor_id end)
        where voter <> change.editor_id;
    end loop;
    told := told + cardinality(voters);
    if cardinality(voters) < 100 then
      delete from private.changed_rumors c where c.post_id = change.post_id;
    else
      update private.changed_rumors c set told_up_to = voters[100] where c.post_id = change.post_id;
    end if;
  end loop;
  return told;
end $$;

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
  needs_human := not private.may_publish_at_once() or private.question_is_fixed(p_id, asked)
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

create or replace function private.publish_revision(post uuid, why text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  waiting private.post_revisions;
  written private.post_text;
  author uuid;
begin
  delete from private.post_revisions v where v.post_id = post returning v.* into waiting;
  if waiting.post_id is null then return false; end if;
  select p.author_id into author from public.community_posts p where p.id = post;
  written := private.text_of_revision(waiting);
  -- Meanwhile somebody may have voted, and a star or format may be gone.
  if exists (select from public.poll_votes v where v.post_id = post) then written.options := (private.text_of(post)).options; end if;
  -- A poll that ended while its change waited keeps its end.
  if (select private.poll_is_over(p) from public.community_posts p where p.id = post) then
    written.poll_ends_at := (private.text_of(post)).poll_ends_at;
  end if;
  written.tags := array(select t.tag from unnest(written.tags) with ordinality as t (tag, place)
    where exists (select from public.stars s where s.id = t.tag) or exists (select from public.formats f where f.id = t.tag) order by t.place);
  perform private.change_post(post, written, author, false);
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', post, author, 'approved', why, auth.uid());
  perform private.notify(author, 'post_approved', 'Deine Änderung ist online', format('Deine Änderung an „%s“ ist freigegeben.', written.title),
    private.post_facts(post) || '{"revision": true}', post);
  return true;
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
    -- Somebody voted while it was read: now it is for the team.
    if (select private.question_is_fixed(post, private.text_of_revision(v)) from private.post_revisions v where v.post_id = post) then return; end if;
    perform private.publish_revision(post, 'Änderung freigegeben');
    return;
  end if;
  if was.status <> 'pending' or was.moderated_at is not null then return; end if;
  -- The answers of a poll came after its text.
  if private.sensitive_subjects(concat_ws(' ', was.title, was.content, private.answers_of(post))) <> '{}' then return; end if;
  update public.community_posts p set status = 'approved' where p.id = post;
end $$;

create or replace function private.restore_post_row(record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was constant public.community_posts := jsonb_populate_record(null::public.community_posts, record -> 'post');
begin
  insert into public.community_posts select r.* from jsonb_populate_record(was, jsonb_build_object(
    'author_id', (select m.id from public.public_profiles m where m.id = was.author_id),
    'moderated_by', (select m.id from public.profiles m where m.id = was.moderated_by),
    'staff_edited_by', (select m.id from public.profiles m where m.id = was.staff_edited_by),
    -- Tags of stars and formats that were deleted meanwhile are dropped.
    'tags', array(select t.tag from unnest(was.tags) with ordinality as t (tag, place)
      where exists (select from public.stars s where s.id = t.tag) or exists (select from public.formats f where f.id = t.tag) order by t.place),
    'hearts_count', 0, 'poops_count', 0, 'comments_count', 0, 'votes_count', 0)) r;
  -- The former slug, unless another post has taken it.
  update public.community_posts p set slug = was.slug where p.id = was.id and p.slug <> was.slug
    and not exists (select from public.community_posts other where other.day = p.day and other.slug = was.slug);
  if record -> 'rumor' <> 'null' then
    delete from public.post_rumors r where r.post_id = was.id;
    insert into public.post_rumors select r.* from jsonb_populate_record(null::public.post_rumors,
      (record -> 'rumor') || '{"agree_count": 0, "disagree_count": 0}') r;
  end if;
  insert into private.post_versions (post_id, title, content, tags, source_url, options, poll_ends_at, rumor_status, replaced_at,
      replaced_by, by_team, was_public)
    select was.id, v.title, v.content, v.tags, v.source_url, v.options, v.poll_ends_at, v.rumor_status, v.replaced_at,
      (select m.id from public.profiles m where m.id = v.replaced_by), v.by_team, coalesce(v.was_public, false)
    from jsonb_array_elements(coalesce(record -> 'versions', '[]')) with ordinality as e (version, place)
    cross join lateral jsonb_populate_record(null::private.post_versions, e.version) v order by e.place;
  insert into public.poll_options select o.* from jsonb_array_elements(record -> 'poll_options') e,
    jsonb_populate_record(null::public.poll_options, e || '{"votes_count": 0}') o;
end $$;

-- Everybody reads what a post said before ------------------------------------------------------------------------------------------

create function private.public_versions(post uuid) returns setof private.post_versions
language sql stable security definer rows 20 set search_path = '' as $$
  select v.* from private.post_versions v join public.community_posts p on p.id = v.post_id and p.status = 'approved'
  where v.post_id = post and v.was_public
    -- What the team took out is gone, and what stood before it.
    and v.id > coalesce((select max(t.id) from private.post_versions t where t.post_id = post and t.by_team), 0)
$$;
comment on function private.public_versions(uuid) is 'The earlier versions of a published post that everybody may read.';
revoke execute on function private.public_versions(uuid) from public;

create function private.version_of_choice(post uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select v.id from private.public_versions(post) v join public.community_posts p on p.id = post
  where (v.title, v.content) is distinct from (p.title, p.content) and v.replaced_at > coalesce(
    (select r.updated_at from public.rumor_votes r where r.post_id = post and r.user_id = auth.uid()),
    (select o.updated_at from public.poll_votes o where o.post_id = post and o.user_id = auth.uid()),
    (select x.updated_at from public.post_reactions x where x.post_id = post and x.user_id = auth.uid()))
  order by v.id limit 1
$$;
comment on function private.version_of_choice(uuid) is
  'What a post said when the caller voted on it or reacted to it; null: what it says now, or no choice.';
revoke execute on function private.version_of_choice(uuid) from public;

create or replace function private.post_history(wanted uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sees_names constant boolean := private.is_moderator();
  sees_all constant boolean := sees_names
    or exists (select from public.community_posts p where p.id = wanted and p.author_id = auth.uid());
  readable bigint[];
begin
  if sees_all then perform private.require_proven(); end if;
  readable := array(select v.id from private.public_versions(wanted) v);
  return (
    select jsonb_build_object('current', private.text_json(private.text_of(p.id)), 'revision', private.revision_of(p.id),
      'revision_text', case when sees_all then (select private.text_json(private.text_of_revision(v)) from private.post_revisions v where v.post_id = p.id) end,
      'version_of_choice', private.version_of_choice(p.id),
      'versions', coalesce((
        select jsonb_agg(jsonb_build_object('id', v.id, 'text', private.text_json(private.text_of_version(v)), 'status', v.rumor_status,
          'replaced_at', v.replaced_at, 'by_team', v.by_team, 'is_public', v.id = any (readable),
          'editor', case when sees_names then (select e.nickname from public.profiles e where e.id = v.replaced_by) end) order by v.id desc)
        from (select * from private.post_versions x where x.post_id = p.id and (sees_all or x.id = any (readable))
          order by x.id desc limit 100) v), '[]'::jsonb))
    from public.community_posts p
    where p.id = wanted and (sees_all or p.status = 'approved'));
end $$;
grant execute on function private.post_history(uuid) to anon;
comment on function public.post_history(text) is
  'RPC: the text of a post, up to 100 earlier versions that everybody may read, latest first, and which of them the caller voted on. For author and staff all of them, and the change that waits or was rejected. Null: no such post.';
grant execute on function public.post_history(text) to anon;
