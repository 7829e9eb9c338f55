-- Changes that wait ----------------------------------------------------------------------------------------------------------

-- Whose posts need approval took an approved post down by mending a word. Now the change waits beside the published text
-- (docs/decisions/052-changed-posts.md).

create table private.post_revisions (
  post_id uuid primary key references public.community_posts on delete cascade,
  title text not null,
  content text not null,
  tags uuid[] not null,
  source_url text,
  options text[],
  poll_ends_at timestamptz,
  status text not null default 'pending' check (status in ('pending', 'rejected')),
  rejection_reason text,
  decision_id uuid,
  submitted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint post_revisions_reason check ((status = 'rejected') = (rejection_reason is not null))
);
comment on table private.post_revisions is
  'The text that the author of an approved post wants instead, until the team has decided; a rejected one stays for its author to change.';
comment on column private.post_revisions.decision_id is 'The moderation action of its rejection, for an appeal.';
create index post_revisions_queue on private.post_revisions (submitted_at, post_id) where status = 'pending';
create index post_revisions_title_names on private.post_revisions using gin (private.names_in(title)) where title like '%@%';
create index post_revisions_content_names on private.post_revisions using gin (private.names_in(content)) where content like '%@%';
revoke all on private.post_revisions from public, anon, authenticated;

create function private.text_of_revision(v private.post_revisions) returns private.post_text
language sql immutable set search_path = '' as $$
  select row(v.title, v.content, v.tags, v.source_url, v.options, v.poll_ends_at)::private.post_text
$$;
comment on function private.text_of_revision(private.post_revisions) is 'The text that waits.';

create function private.rejection_of(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'appeal', (select x.status from public.appeals x where x.moderation_action_id = a.id))
  from public.community_posts p
  join public.moderation_actions a on a.target_user_id = p.author_id and a.target_post_id = p.id and a.target_type = 'post'
    and private.decision_kind(a) = 'rejected'
  where p.id = post and p.status = 'rejected' and p.author_id = auth.uid() and private.is_proven()
  order by a.created_at desc limit 1
$$;
comment on function private.rejection_of(uuid) is 'For the author of a rejected post: the decision that can be appealed, as {id, appeal}.';

create function private.revision_of(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('status', v.status, 'reason', v.rejection_reason, 'submitted_at', v.submitted_at,
    'decision', case when v.decision_id is not null then jsonb_build_object('id', v.decision_id,
      'appeal', (select x.status from public.appeals x where x.moderation_action_id = v.decision_id)) end)
  from private.post_revisions v join public.community_posts p on p.id = v.post_id
  where v.post_id = post and (p.author_id = auth.uid() and private.is_proven() or private.is_moderator())
$$;
comment on function private.revision_of(uuid) is 'For author and staff: what became of the change that waits, as postRevision; null when there is none.';
grant execute on function private.rejection_of(uuid), private.revision_of(uuid) to authenticated;

-- Writing --------------------------------------------------------------------------------------------------------------------

create or replace function private.saved_post(p_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'type', p.type, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status,
    'revision', private.revision_of(p.id) ->> 'status')
  from public.community_posts p where p.id = p_id and p.author_id = auth.uid()
$$;

create function private.fill_post(post uuid, source_url text, options text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare kind constant text := (select p.type from public.community_posts p where p.id = post and p.author_id = auth.uid());
begin
  if kind = 'rumor' and source_url is not null then
    update public.post_rumors r set source_url = private.clean_source(fill_post.source_url) where r.post_id = post and r.source_url is null;
  elsif kind = 'poll' and not exists (select from public.poll_options o where o.post_id = post) then
    perform private.write_options(post, private.clean_options(options));
  end if;
end $$;
comment on function private.fill_post(uuid, text, text[]) is 'Source or answers of a post the caller has just written.';
grant execute on function private.fill_post(uuid, text, text[]) to authenticated;

create or replace function public.create_post(
  p_id uuid, p_type text, p_title text, p_content text, p_tags uuid[] default '{}', p_source_url text default null,
  p_options text[] default null, p_poll_ends_at timestamptz default null
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
  begin
    insert into public.community_posts (id, type, title, content, tags, poll_ends_at)
      values (p_id, p_type, coalesce(p_title, ''), coalesce(p_content, ''), coalesce(p_tags, '{}'), p_poll_ends_at);
  exception when unique_violation then
    -- A concurrent request for the same post, or an id that belongs to somebody else's.
    if private.saved_post(p_id) is not null then return private.saved_post(p_id); end if;
    raise exception 'Das hat nicht geklappt. Versuch es noch einmal.' using errcode = '23505', hint = 'id_taken';
  end;
  perform private.fill_post(p_id, p_source_url, p_options);
  return private.saved_post(p_id);
end $$;
drop function private.set_poll_options(uuid, text[]);

create function private.asked_text(was public.community_posts, title text, content text, tags uuid[], source_url text, options text[],
  ends_at timestamptz) returns private.post_text
language plpgsql stable security definer set search_path = '' as $$
declare
  asked public.community_posts := was;
  answers text[] := (private.text_of(was.id)).options;
  given text[];
begin
  perform private.require_short(title, 140, 'Der Titel hat 8 bis 140 Zeichen.', 'title_length');
  perform private.require_short(content, 5000, 'Der Text hat höchstens 5.000 Zeichen.', 'content_length');
  asked.title := private.clean_line(coalesce(title, ''));
  asked.content := private.trim_text(private.clean_text(coalesce(content, '')));
  asked.tags := coalesce(tags, '{}');
  asked.poll_ends_at := ends_at;
  perform private.require_valid_post(asked, was);
  perform private.require_valid_tags(asked.tags);
  if was.type = 'poll' and options is not null then given := private.clean_options(options); end if;
  if given is not null and given is distinct from answers then
    if not private.may_edit_poll(was.id) then
      perform private.refuse('Es wurde schon abgestimmt: Die Antworten bleiben, wie sie sind.', 'options_fixed');
    end if;
    answers := given;
  end if;
  return row(asked.title, asked.content, asked.tags, private.clean_source(source_url), answers, ends_at)::private.post_text;
end $$;
comment on function private.asked_text(public.community_posts, text, text, uuid[], text, text[], timestamptz) is
  'What the author of a post wants it to be, cleaned and by the rules of posts; null options: as they are.';

create function private.update_post(
  p_id uuid, p_title text, p_content text, p_tags uuid[], p_source_url text, p_options text[], p_poll_ends_at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  waiting private.post_revisions;
  asked private.post_text;
  shown private.post_text;
begin
  perform private.require_writer();
  select * into was from public.community_posts p where p.id = p_id and p.author_id = auth.uid() for update;
  if was.id is null then
    raise exception 'Diesen Beitrag gibt es nicht mehr.' using errcode = '42501', hint = 'post_gone';
  end if;
  perform private.require_fitting_parts(was.type, p_source_url, p_options, p_poll_ends_at);
  asked := private.asked_text(was, p_title, p_content, p_tags, p_source_url, p_options, p_poll_ends_at);
  select * into waiting from private.post_revisions v where v.post_id = p_id;
  shown := case when was.status = 'approved' and waiting.post_id is not null then private.text_of_revision(waiting)
    else private.text_of(p_id) end;
  if asked is not distinct from shown then return; end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  if was.status = 'approved' and asked is not distinct from private.text_of(p_id) then
    -- Back to what is published.
    delete from private.post_revisions v where v.post_id = p_id;
    return;
  end if;
  if was.status = 'approved' and not private.may_publish_at_once() then
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
  perform private.change_post(p_id, asked, auth.uid(), false);
  -- A rejected post returns to the queue.
  update public.community_posts p set status = 'pending', rejection_reason = null where p.id = p_id and p.status = 'rejected';
end $$;
comment on function private.update_post(uuid, text, text, uuid[], text, text[], timestamptz) is 'See public.update_post().';
grant execute on function private.update_post(uuid, text, text, uuid[], text, text[], timestamptz) to authenticated;

create or replace function public.update_post(
  p_id uuid, p_title text, p_content text, p_tags uuid[] default '{}', p_source_url text default null,
  p_options text[] default null, p_poll_ends_at timestamptz default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.update_post(p_id, p_title, p_content, p_tags, p_source_url, p_options, p_poll_ends_at);
  return private.saved_post(p_id);
end $$;
comment on function public.update_post(uuid, text, text, uuid[], text, text[], timestamptz) is
  'RPC: changes an own post (null options: unchanged); returns savedPost. The change of an approved post may have to wait, while the post stays.';

-- Deciding -------------------------------------------------------------------------------------------------------------------

create function private.publish_revision(post uuid, why text) returns boolean
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
  written.tags := array(select t.tag from unnest(written.tags) with ordinality as t (tag, place)
    where exists (select from public.stars s where s.id = t.tag) or exists (select from public.formats f where f.id = t.tag) order by t.place);
  perform private.change_post(post, written, author, false);
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', post, author, 'approved', why, auth.uid());
  perform private.notify(author, 'post_approved', 'Deine Änderung ist online', format('Deine Änderung an „%s“ ist freigegeben.', written.title),
    private.post_facts(post) || '{"revision": true}', post);
  return true;
end $$;
comment on function private.publish_revision(uuid, text) is 'Replaces an approved post by the change that waits and tells its author; false when none does. Callers must have checked permissions.';

create function private.decide_revision(post uuid, decision text, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author uuid;
  title text;
  action uuid;
begin
  perform private.require_moderator();
  update public.community_posts p set moderated_by = auth.uid(), moderated_at = now() where p.id = post
    returning p.author_id, p.title into author, title;
  if decision = 'approve' then
    perform private.publish_revision(post, 'Änderung freigegeben');
    return;
  end if;
  -- As with posts: recorded as 'warned', which does not count as a warning.
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', post, author, 'warned', why, auth.uid()) returning id into action;
  update private.post_revisions v set status = 'rejected', rejection_reason = why, decision_id = action, updated_at = now() where v.post_id = post;
  perform private.notify(author, 'post_rejected', 'Deine Änderung wurde abgelehnt',
    format('„%s“ bleibt, wie es war. Grund: %s %s', title, why, private.how_decided(false)),
    private.post_facts(post) || jsonb_build_object('reason', why, 'decided_by', 'human', 'decision_id', action, 'revision', true), post);
end $$;
comment on function private.decide_revision(uuid, text, text) is 'approve replaces the post by the change that waits, reject keeps it; the author is told.';
grant execute on function private.decide_revision(uuid, text, text) to authenticated;

create function private.decision_state(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('updated_at', greatest(p.updated_at, v.updated_at), 'waits', v.status = 'pending' and p.status = 'approved')
  from public.community_posts p left join private.post_revisions v on v.post_id = p.id where p.id = post
$$;
comment on function private.decision_state(uuid) is 'The version a decision is about, as its time, and whether it is about a change that waits.';
grant execute on function private.decision_state(uuid) to authenticated;

create or replace function private.decide_post(post uuid, seen timestamptz, decision text, why text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  found_post record;
  state jsonb;
begin
  select p.id, p.status, p.title, p.author_id, p.moderated_at into found_post
    from public.community_posts p where p.id = post for update;
  if found_post.id is null then return private.outcome(post, 'gone', private.post_decider(post)); end if;
  if found_post.author_id = auth.uid() then return private.outcome(post, 'own'); end if;
  state := private.decision_state(post);
  if (state ->> 'updated_at')::timestamptz is distinct from seen then
    return case when found_post.moderated_at > seen then private.outcome(post, 'decided', private.post_decider(post))
      else private.outcome(post, 'changed') end;
  end if;
  if (decision, found_post.status) in (('approve', 'approved'), ('reject', 'rejected')) and (state ->> 'waits')::boolean is not true then
    return private.outcome(post, 'decided', private.post_decider(post));
  end if;
  perform private.log_staff_action(decision || '_post', 'post', post::text,
    jsonb_build_object('title', found_post.title, 'reason', why));
  if decision = 'delete' then
    perform private.delete_post_as_staff(post, why);
  elsif (state ->> 'waits')::boolean then
    perform private.decide_revision(post, decision, why);
  elsif decision = 'approve' then
    update public.community_posts p set status = 'approved' where p.id = post;
  else
    update public.community_posts p set status = 'rejected', rejection_reason = why where p.id = post;
  end if;
  return private.outcome(post, 'done');
end $$;

create or replace function public.admin_set_rumor_status(
  p_id uuid, p_seen timestamptz, p_status text, p_reason text default null, p_source text default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  found_post record;
  found_rumor record;
  faster text;
begin
  perform private.require_moderator();
  if p_status is null or p_status not in ('unverified', 'verified', 'debunked') then
    perform private.refuse('Ungültige Moderationsaktion', 'unknown_action');
  end if;
  select p.id, p.type, p.title, p.author_id into found_post from public.community_posts p where p.id = p_id;
  if found_post.id is null then return private.outcome(p_id, 'gone', private.post_decider(p_id)); end if;
  if found_post.type <> 'rumor' then perform private.refuse('Dieser Beitrag ist kein Gerücht', 'not_a_rumor'); end if;
  if found_post.author_id = auth.uid() then return private.outcome(p_id, 'own'); end if;
  select r.updated_at into found_rumor from public.post_rumors r where r.post_id = p_id for update;
  if found_rumor.updated_at is distinct from p_seen then
    faster := private.last_rumor_decider(p_id, p_seen);
    return private.outcome(p_id, case when faster is null then 'changed' else 'decided' end, faster);
  end if;
  perform private.log_staff_action('set_rumor_status', 'post', p_id::text,
    jsonb_build_object('title', found_post.title, 'status', p_status, 'reason', private.staff_reason(p_reason)));
  update public.post_rumors set rumor_status = p_status, verification_reason = private.staff_reason(p_reason),
    verification_source = nullif(private.clean_line(left(p_source, 500)), '') where post_id = p_id;
  return private.outcome(p_id, 'done');
end $$;

create function private.settle_recheck() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.recheck_at := null;
  return new;
end $$;
comment on function private.settle_recheck() is 'Trigger: once staff have set the status, whatever it is, nobody is asked again.';
create trigger post_rumors_settle before update of rumor_status on public.post_rumors
  for each row when (private.is_client()) execute function private.settle_recheck();

create or replace function private.admin_edit_post(
  p_id uuid, p_seen timestamptz, p_title text, p_content text, p_tags uuid[], p_reason text, p_drop_source boolean
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  wanted public.community_posts;
  written private.post_text;
  why constant text := private.staff_reason(p_reason);
  dropped boolean;
begin
  perform private.require_moderator();
  if why is null then perform private.refuse('Bitte gib einen Grund für diese Moderationsaktion an.', 'reason_required'); end if;
  select * into was from public.community_posts p where p.id = p_id for update;
  if was.id is null then return private.outcome(p_id, 'gone', private.post_decider(p_id)); end if;
  if was.author_id = auth.uid() then return private.outcome(p_id, 'own'); end if;
  if (private.decision_state(p_id) ->> 'updated_at')::timestamptz is distinct from p_seen then return private.outcome(p_id, 'changed'); end if;
  wanted := was;
  wanted.title := private.clean_line(coalesce(p_title, ''));
  wanted.content := private.trim_text(private.clean_text(coalesce(p_content, '')));
  wanted.tags := coalesce(p_tags, '{}');
  dropped := coalesce(p_drop_source, false)
    and exists (select from public.post_rumors r where r.post_id = p_id and r.source_url is not null);
  if (wanted.title, wanted.content, wanted.tags) is not distinct from (was.title, was.content, was.tags) and not dropped then
    return private.outcome(p_id, 'done');
  end if;
  perform private.require_valid_post(wanted, was);
  perform private.log_staff_action('edit_post', 'post', p_id::text, jsonb_build_object('title', wanted.title, 'reason', why,
    'changed', array_remove(array[case when wanted.title <> was.title then 'title' end,
      case when wanted.content <> was.content then 'content' end, case when wanted.tags <> was.tags then 'tags' end,
      case when dropped then 'source' end], null)));
  written := private.text_of(p_id);
  written.title := wanted.title;
  written.content := wanted.content;
  written.tags := wanted.tags;
  if dropped then written.source_url := null; end if;
  perform private.change_post(p_id, written, auth.uid(), true);
  return private.outcome(p_id, 'done');
end $$;

create or replace function private.lift_decision(decision public.moderation_actions, why text) returns text
language plpgsql security definer set search_path = '' as $$
declare kind constant text := private.decision_kind(decision);
begin
  if kind = 'banned' then
    perform private.lift_ban(decision, why);
    return 'Die Sperre ist aufgehoben.';
  elsif kind = 'warned' then
    -- It no longer counts in the dialog, for thresholds and for publishing without approval.
    update public.moderation_actions m set counts_as_warning = false where m.id = decision.id;
    return 'Die Verwarnung zählt nicht mehr.';
  elsif kind = 'rejected' then
    if exists (select from private.post_revisions v join public.community_posts p on p.id = v.post_id and p.status = 'approved'
        where v.post_id = decision.target_post_id and v.decision_id = decision.id) then
      perform private.publish_revision(decision.target_post_id, why);
      return 'Deine Änderung ist jetzt online.';
    end if;
    update public.community_posts p set status = 'approved', moderated_by = auth.uid(), moderated_at = now(), rejection_reason = null
      where p.id = decision.target_post_id and p.status = 'rejected';
    return case when found then 'Dein Beitrag ist jetzt online.' else 'Die Ablehnung ist aufgehoben.' end;
  elsif decision.target_type = 'profile' then
    return private.restore_profile(decision, why);
  elsif decision.target_type = 'comment' then
    return case when private.restore_comment(decision, why) then 'Dein Kommentar steht wieder da.'
      else 'Der Text lässt sich leider nicht mehr wiederherstellen.' end;
  end if;
  return case when private.restore_for_appeal(decision.target_post_id, why) then 'Dein Beitrag steht wieder da.'
    else 'Der Beitrag lässt sich leider nicht mehr wiederherstellen.' end;
end $$;

-- The queue ------------------------------------------------------------------------------------------------------------------

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
revoke all on private.waiting_posts from public, anon, authenticated;

create or replace function private.badge_count(pending text) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  -- The limit is arbitrary: badges show 99+ long before.
  most constant integer := 1000;
begin
  return case pending
    when 'posts' then (select count(*) from (select from private.waiting_posts limit most) x)
    when 'reports' then (select count(distinct x.target) from (
      select coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id) as target from public.reports r
      where r.status = 'pending' and r.confirmed_at is not null order by r.created_at, r.id limit most) x)
    when 'appeals' then (select count(*) from (select from public.appeals a where a.status = 'pending' limit most) x) end;
end $$;

create or replace function private.admin_post_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare today constant timestamptz := private.berlin_now()::date::timestamp at time zone 'Europe/Berlin';
begin
  perform private.require_moderator();
  return jsonb_build_object(
    'waiting', (select count(*) from (select from private.waiting_posts limit 1000) w),
    'oldest', (select min(w.since) from private.waiting_posts w),
    'done_today', (select count(*) from (select from public.moderation_actions a
      where a.created_at >= today and a.target_type = 'post' and a.action in ('approved', 'warned', 'deleted') and not a.counts_as_warning
      limit 1000) d),
    'recent', coalesce((
      select jsonb_agg(jsonb_build_object('id', d.id, 'title', coalesce(p.title, d.archived_title, '[Gelöschter Beitrag]'), 'post_id', d.target_post_id,
          'action', case d.action when 'warned' then 'rejected' else d.action end, 'reason', d.reason, 'created_at', d.created_at,
          'moderator_name', (select m.nickname from public.profiles m where m.id = d.admin_id)) order by d.created_at desc, d.id)
      from (
        select a.*, (select x.title from public.archived_posts x where x.post_id = a.target_post_id order by x.archived_at desc limit 1) as archived_title
        from public.moderation_actions a
        where a.target_type = 'post' and a.action in ('approved', 'warned', 'deleted', 'restored') and not a.counts_as_warning
        order by a.created_at desc, a.id limit 8
      ) d
      left join public.community_posts p on p.id = d.target_post_id), '[]'::jsonb));
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
      'poll_ends_at', p.poll_ends_at,
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
      'open_reports', (select count(*) from public.reports x where x.target_post_id = p.id and x.status = 'pending'))
    from public.community_posts p
    left join public.public_profiles a on a.id = p.author_id
    left join public.post_rumors r on r.post_id = p.id
    left join private.post_revisions v on v.post_id = p.id
    where p.id = post);
end $$;

create or replace function private.admin_posts_page(p_status text, p_type text, p_query text, p_after text, p_limit integer) returns jsonb
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

create or replace function private.dashboard_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  members constant bigint := private.estimate_count('public.profiles');
  removed constant bigint := (select count(*) from public.comments c where c.deleted_at is not null);
  a_week_ago constant timestamptz := now() - interval '7 days';
begin
  return jsonb_build_object(
    'total_users', members,
    -- An estimate (docs/product/admin.md).
    'active_users', round(members * 0.7),
    'banned_users', (select count(*) from public.profiles p where p.is_banned and (p.banned_until is null or p.banned_until > now())),
    'total_posts', private.estimate_count('public.community_posts'),
    'flagged_posts', (select count(distinct r.target_post_id) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    'pending_posts', (select count(*) from private.waiting_posts),
    'pending_reports', (select count(*) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    'deleted_posts', (select count(distinct a.post_id) from public.archived_posts a where a.restored_at is null),
    'total_comments', private.estimate_count('public.comments') - removed,
    'flagged_comments', (select count(distinct r.target_comment_id) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    'deleted_comments', removed,
    'total_stars', (select count(*) from public.stars),
    'total_votes', (select coalesce(sum(s.votes_count), 0) from public.star_scores s),
    'total_formats', (select count(*) from public.formats),
    'total_events', private.estimate_count('public.calendar_events'),
    'recent_actions', (select count(*) from public.admin_actions a where a.created_at >= a_week_ago),
    'users_last_7_days', (select count(*) from public.profiles p where p.created_at >= a_week_ago),
    'posts_last_7_days', (select count(*) from public.community_posts p where p.created_at >= a_week_ago),
    'stars_last_7_days', (select count(*) from public.stars s where s.created_at >= a_week_ago));
end $$;

-- Pages ----------------------------------------------------------------------------------------------------------------------

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

create or replace function public.own_posts(p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select p.id, p.created_at, row_number() over (order by p.created_at desc, p.id desc) as place,
        jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', private.excerpt(p.content, 180),
          'status', p.status, 'rejection_reason', p.rejection_reason, 'decision', private.rejection_of(p.id),
          'revision', private.revision_of(p.id), 'created_at', p.created_at, 'hearts', p.hearts_count,
          'poops', p.poops_count, 'comments', p.comments_count, 'votes', p.votes_count) as item
      from public.community_posts p
      where p.author_id = (select auth.uid()) and (p.created_at, p.id) < (last[1]::timestamptz, last[2]::uuid)
      order by p.created_at desc, p.id desc
      limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create function private.shown_text(post uuid) returns private.post_text
language sql stable security definer set search_path = '' as $$
  select coalesce((select private.text_of_revision(v) from private.post_revisions v where v.post_id = p.id), private.text_of(p.id))
  from public.community_posts p where p.id = post and p.author_id = auth.uid() and private.is_proven()
$$;
comment on function private.shown_text(uuid) is 'The text that the author of a post goes on with: the change that waits or was rejected, else the post.';
grant execute on function private.shown_text(uuid) to authenticated;

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
      'poll_ends_at', written.poll_ends_at, 'may_edit_options', private.may_edit_poll(p.id))
    from public.community_posts p
    where p.id = wanted and p.author_id = auth.uid() and (select private.is_proven())
  );
end $$;

create function private.unpublished_post(wanted uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', p.id, 'type', p.type, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status,
      'rejection_reason', p.rejection_reason, 'decision', private.rejection_of(p.id), 'author', m.ref,
      'is_own', p.author_id is not distinct from auth.uid(), 'text', private.text_json(private.text_of(p.id)))
    from public.community_posts p
    left join private.member_refs m on m.id = p.author_id
    where p.id = wanted and (p.author_id = auth.uid() or private.is_moderator()));
end $$;
comment on function private.unpublished_post(uuid) is 'See public.unpublished_post().';

create function private.any_post_by(kind text, on_day date, address text) returns uuid
language sql stable security definer set search_path = '' as $$
  select p.id from public.community_posts p where p.day = on_day and p.slug = address and p.type = kind
$$;
comment on function private.any_post_by(text, date, text) is 'A post in any state by its dated address.';
grant execute on function private.unpublished_post(uuid), private.any_post_by(text, date, text) to authenticated;

create function public.unpublished_post(p_type text, p_day text, p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return private.unpublished_post(coalesce(private.as_uuid(p_slug), private.any_post_by(p_type, private.as_day(p_day), p_slug)));
end $$;
comment on function public.unpublished_post(text, text, text) is
  'RPC: a post that guests do not see, for its author and staff, by its dated address or by its id as slug; null for everybody else. Also answers once it is published.';

create function private.post_history(wanted uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare sees_names constant boolean := private.is_moderator();
begin
  return (
    select jsonb_build_object('current', private.text_json(private.text_of(p.id)), 'revision', private.revision_of(p.id),
      'revision_text', (select private.text_json(private.text_of_revision(v)) from private.post_revisions v where v.post_id = p.id),
      'versions', coalesce((
        select jsonb_agg(jsonb_build_object('id', v.id, 'text', private.text_json(private.text_of_version(v)), 'status', v.rumor_status,
          'replaced_at', v.replaced_at, 'by_team', v.by_team,
          'editor', case when sees_names then (select e.nickname from public.profiles e where e.id = v.replaced_by) end) order by v.id desc)
        from (select * from private.post_versions x where x.post_id = p.id order by x.id desc limit 100) v), '[]'::jsonb))
    from public.community_posts p
    where p.id = wanted and (p.author_id = auth.uid() or sees_names));
end $$;
comment on function private.post_history(uuid) is 'See public.post_history().';
grant execute on function private.post_history(uuid) to authenticated;

create function public.post_history(p_id text) returns jsonb
language sql stable security invoker set search_path = '' as $$ select private.post_history(private.as_uuid(p_id)) $$;
comment on function public.post_history(text) is
  'RPC for author and staff: the text of a post, the change that waits or was rejected, and up to 100 earlier versions, latest first; null for everybody else.';
revoke all on function public.unpublished_post(text, text, text), public.post_history(text) from public, anon, authenticated;
grant execute on function public.unpublished_post(text, text, text), public.post_history(text) to authenticated;

-- Deletion and export --------------------------------------------------------------------------------------------------------

create or replace function private.mentioning_texts() returns table (in_schema text, in_table text, in_column text)
language sql immutable parallel safe set search_path = '' as $$
  values ('public', 'community_posts', 'title'), ('public', 'community_posts', 'content'), ('public', 'community_posts', 'rejection_reason'),
    ('private', 'post_versions', 'title'), ('private', 'post_versions', 'content'),
    ('private', 'post_revisions', 'title'), ('private', 'post_revisions', 'content'),
    ('public', 'post_rumors', 'verification_reason'), ('public', 'comments', 'content'), ('private', 'removed_comments', 'content'),
    ('public', 'notifications', 'title'), ('public', 'notifications', 'message'), ('public', 'notifications', 'data'),
    ('public', 'reports', 'details'), ('public', 'reports', 'action_reason'), ('public', 'moderation_actions', 'reason'),
    ('public', 'moderation_actions', 'content_excerpt'), ('public', 'appeals', 'message'), ('public', 'appeals', 'decision_reason'),
    ('public', 'archived_posts', 'title'), ('public', 'archived_posts', 'reason'), ('public', 'archived_posts', 'record'),
    ('public', 'profiles', 'bio'), ('public', 'news', 'body'), ('public', 'invites', 'note')
$$;

create or replace function private.erase_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare gone_nickname constant text := (select p.nickname from public.profiles p where p.id = old.id);
begin
  -- Unpublished posts: nobody has seen them, and without an author nobody waits for them.
  delete from public.community_posts p where p.author_id = old.id and p.status <> 'approved';
  -- What stays is what was published last: earlier texts and a change that waits go with their author.
  delete from private.post_versions v where v.post_id = any (array(select p.id from public.community_posts p where p.author_id = old.id));
  delete from private.post_revisions v where v.post_id = any (array(select p.id from public.community_posts p where p.author_id = old.id));
  update public.archived_posts a set record = a.record - 'versions' where a.author_id = old.id and a.record ? 'versions';
  perform private.erase_from_notifications(old.id, gone_nickname);
  perform private.erase_mentions(gone_nickname);
  perform private.erase_former_mentions(old.id);
  update public.archived_posts a set record = private.without_member(a.record, old.id) where private.ids_in(a.record) @> array[old.id::text];
  update public.analytics_events e set metadata = e.metadata - '{admin_id,admin_name,admin_nickname}'::text[]
    where e.user_id = old.id and e.metadata @> '{"admin_action": true}';
  -- The log keeps an id that no longer resolves; its copies among the analytics events are deleted.
  update public.admin_actions a set details = a.details - '{name,from}'::text[]
    where (a.target_type = 'profile' and a.target_id = old.id::text) or a.details ->> 'name' = gone_nickname;
  update public.analytics_events e set target_id = null, metadata = e.metadata - '{target_id}'::text[]
    where e.target_id = old.id::text and e.metadata @> '{"admin_action": true}';
  delete from public.analytics_events e where e.user_id = old.id and not e.metadata @> '{"admin_action": true}';
  -- GoTrue's tables without a foreign key.
  delete from auth.flow_state f where f.user_id = old.id;
  delete from auth.audit_log_entries a where a.payload::text like '%' || old.id::text || '%'
    or a.payload ->> 'actor_username' = old.email;
  -- The storage service removes files, and delete_own_account() refuses while there are any. When the team deletes an account, the
  -- rows are removed here, so that a picture answers 404 immediately (supabase/storage, pull request 817: the setting).
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'avatars' and o.name like old.id::text || '/%';
  perform set_config('storage.allow_delete_query', 'false', true);
  return old;
end $$;

create or replace function private.export_content(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.community_posts', (select jsonb_agg((to_jsonb(p) - '{author_id,moderated_by,hot_rank}'::text[]) || jsonb_build_object(
        'rumor', (select to_jsonb(r) - 'post_id' from public.post_rumors r where r.post_id = p.id),
        'poll_options', (select jsonb_agg(to_jsonb(o) - 'post_id' order by o.position) from public.poll_options o where o.post_id = p.id))
        order by p.created_at) from public.community_posts p where p.author_id = me),
    'private.post_versions', (select jsonb_agg((to_jsonb(v) - '{replaced_by}'::text[]) order by v.id)
        from private.post_versions v join public.community_posts p on p.id = v.post_id where p.author_id = me),
    'private.post_revisions', (select jsonb_agg(to_jsonb(v) order by v.submitted_at)
        from private.post_revisions v join public.community_posts p on p.id = v.post_id where p.author_id = me),
    'public.comments', (select jsonb_agg(to_jsonb(c) - 'author_id' order by c.created_at) from public.comments c where c.author_id = me),
    'public.post_reactions', (select jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at) from public.post_reactions r where r.user_id = me),
    'public.comment_reactions', (select jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at) from public.comment_reactions r where r.user_id = me),
    'public.rumor_votes', (select jsonb_agg(to_jsonb(v) - 'user_id' order by v.created_at) from public.rumor_votes v where v.user_id = me),
    'public.poll_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('option', o.text) order by v.created_at)
        from public.poll_votes v join public.poll_options o on o.id = v.option_id where v.user_id = me),
    'public.demand_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
        from public.demand_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.realness_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
        from public.realness_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.drama_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
        from public.drama_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.star_fans', (select jsonb_agg((to_jsonb(f) - 'user_id') || jsonb_build_object('star', s.full_name) order by f.created_at)
        from public.star_fans f join public.stars s on s.id = f.star_id where f.user_id = me),
    'public.saved_posts', (select jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at) from public.saved_posts s where s.user_id = me),
    -- The second part of a reaction's source is the member who reacted.
    'public.karma_events', (select jsonb_agg((to_jsonb(k) - '{user_id,actor_id}'::text[]) || jsonb_build_object('source', split_part(k.source, ':', 1))
        order by k.created_at) from public.karma_events k where k.user_id = me),
    'public.news', (select jsonb_agg(to_jsonb(n) - 'author_id' order by n.created_at) from public.news n where n.author_id = me))
$$;
