-- Admin: decisions ----------------------------------------------------------------------------------------------------

-- Every call tells which version staff have seen (updated_at as it was read). If somebody else has decided or the author has changed
-- the text meanwhile, the answer says so and nothing changes.

create function private.post_decider(post uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return (
    select m.nickname from public.profiles m where m.id = coalesce(
      (select p.moderated_by from public.community_posts p where p.id = post),
      (select a.archived_by from public.archived_posts a where a.post_id = post order by a.archived_at desc limit 1)));
end $$;
comment on function private.post_decider(uuid) is 'For staff: nickname of the person who decided about a post or deleted it, or null.';
grant execute on function private.post_decider(uuid) to authenticated;

create function private.staff_reason(given text) returns text
language sql immutable set search_path = '' as $$ select nullif(private.trim_text(private.clean_text(left(given, 2000))), '') $$;
comment on function private.staff_reason(text) is 'Reason given by staff, cleaned; null when it is blank.';
grant execute on function private.staff_reason(text) to authenticated;

create function private.outcome(post uuid, result text, by_name text default null) returns jsonb
language sql immutable set search_path = '' as $$ select jsonb_build_object('id', post, 'outcome', result, 'by', by_name) $$;
comment on function private.outcome(uuid, text, text) is
  'Result of a call: done, decided (somebody else was first: by), changed (by its author or the team), gone, own (nobody decides about own posts).';
grant execute on function private.outcome(uuid, text, text) to authenticated;

create function private.delete_post_as_staff(post uuid, why text) returns void
language plpgsql set search_path = '' as $$
begin
  begin
    perform private.archive_post_before_delete(post, why);
  exception when others then
    -- A failed archive is logged and the deletion proceeds (docs/product/moderation.md).
    raise warning 'archive of post % failed: %', post, sqlerrm;
  end;
  delete from public.community_posts p where p.id = post;
end $$;
comment on function private.delete_post_as_staff(uuid, text) is 'Archives a post with the reason and deletes it; triggers record the decision and notify the author.';
grant execute on function private.delete_post_as_staff(uuid, text) to authenticated;

create function private.decide_post(post uuid, seen timestamptz, decision text, why text) returns jsonb
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
comment on function private.decide_post(uuid, timestamptz, text, text) is 'One post of admin_decide_posts(); runs as the caller, so that the guards of the table apply.';
grant execute on function private.decide_post(uuid, timestamptz, text, text) to authenticated;

create function private.last_rumor_decider(post uuid, since timestamptz) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return (
    select m.nickname from public.admin_actions a join public.profiles m on m.id = a.admin_id
    where a.created_at > since and a.action_type = 'set_rumor_status' and a.target_id = post::text order by a.created_at desc limit 1);
end $$;
comment on function private.last_rumor_decider(uuid, timestamptz) is 'For staff: who set the status of a rumor after an instant, or null.';
grant execute on function private.last_rumor_decider(uuid, timestamptz) to authenticated;

create function public.admin_set_rumor_status(
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
    perform private.refuse('moderation.unknown_action');
  end if;
  select p.id, p.type, p.title, p.author_id into found_post from public.community_posts p where p.id = p_id;
  if found_post.id is null then return private.outcome(p_id, 'gone', private.post_decider(p_id)); end if;
  if found_post.type <> 'rumor' then perform private.refuse('post.not_a_rumor'); end if;
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
comment on function public.admin_set_rumor_status(uuid, timestamptz, text, text, text) is
  'RPC for staff: status of a rumor with optional reason and source; p_seen is updated_at of the rumor as it was read. Returns {id, outcome, by}.';
grant execute on function public.admin_set_rumor_status(uuid, timestamptz, text, text, text) to authenticated, service_role;

create function private.admin_edit_post(
  p_id uuid, p_seen timestamptz, p_title text, p_content text, p_tags uuid[], p_reason text, p_drop_source boolean, p_drop_address boolean,
  p_rule text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  wanted public.community_posts;
  written private.post_text;
  why constant text := private.staff_reason(p_reason);
  dropped boolean;
  parts text[];
begin
  perform private.require_moderator();
  perform private.decide_on(p_rule);
  if why is null then perform private.refuse('moderation.reason_required'); end if;
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
  if (wanted.title, wanted.content, wanted.tags) is not distinct from (was.title, was.content, was.tags) and not dropped
      and p_drop_address is not true then
    return private.outcome(p_id, 'done');
  end if;
  perform private.require_valid_post(wanted, was);
  parts := array_remove(array[case when wanted.title <> was.title then 'title' end,
    case when wanted.content <> was.content then 'content' end, case when wanted.tags <> was.tags then 'tags' end,
    case when dropped then 'source' end, case when p_drop_address then 'address' end], null);
  perform private.log_staff_action('edit_post', 'post', p_id::text,
    jsonb_build_object('title', wanted.title, 'reason', why, 'changed', parts, 'rule', p_rule));
  -- Before the text changes: what drew attention to it is found in the text as it was.
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, content_excerpt, admin_id, changed)
    values ('post', p_id, was.author_id, 'edited', why, was.title, auth.uid(), parts);
  written := private.text_of(p_id);
  written.title := wanted.title;
  written.content := wanted.content;
  written.tags := wanted.tags;
  if dropped then written.source_url := null; end if;
  perform private.change_post(p_id, written, auth.uid(), true);
  if wanted.title <> was.title or p_drop_address then perform private.move_post(p_id, coalesce(p_drop_address, false)); end if;
  return private.outcome(p_id, 'done');
end $$;
comment on function private.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean, boolean, text) is 'See public.admin_edit_post().';
grant execute on function private.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean, boolean, text) to authenticated;

create function public.admin_edit_post(
  p_id uuid, p_seen timestamptz, p_title text, p_content text, p_tags uuid[] default '{}', p_reason text default null,
  p_drop_source boolean default false, p_drop_address boolean default false, p_rule text default null
) returns jsonb
language sql set search_path = '' as $$
  select private.admin_edit_post(p_id, p_seen, p_title, p_content, p_tags, p_reason, p_drop_source, p_drop_address, p_rule)
$$;
comment on function public.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean, boolean, text) is
  'RPC for staff: title, text and tags of somebody''s post, by the rules for posts, and whether a rumor loses its source; the post is then shown as edited by the team, and its author gets the reason and what it rests on (p_rule). A new title gives a new address; the old ones lead there, or with p_drop_address are gone. Status stays. Returns {id, outcome, by}.';
grant execute on function public.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean, boolean, text) to authenticated,
  service_role;

-- Sensitive subjects --------------------------------------------------------------------------------------------------

create function private.is_sensitive_post(post uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_array_length(private.admin_post_record(post) -> 'sensitive'), 0) > 0
$$;
comment on function private.is_sensitive_post(uuid) is 'Whether the queue shows a post as sensitive.';
grant execute on function private.is_sensitive_post(uuid) to authenticated;

create function private.names_a_star(texts text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
-- Once, not once a star.
declare said constant text := private.search_fold(private.text_said(texts));
begin
  return exists (select from public.stars s where char_length(s.sort_key) > 5 and strpos(said, s.sort_key) > 0);
end $$;
comment on function private.names_a_star(text) is
  'Whether a text has the whole name of a star, as it is read: folded, without marks. Short names are words as well.';

create function private.is_unsourced_post(post uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.community_posts p
    join public.post_rumors r on r.post_id = p.id
    left join private.post_revisions v on v.post_id = p.id and v.status = 'pending'
    where p.id = post and case when v.post_id is null then r.source_url else v.source_url end is null
      and (exists (select from public.stars s where s.id = any (coalesce(v.tags, p.tags)))
        or private.names_a_star(concat_ws(' ', coalesce(v.title, p.title), coalesce(v.content, p.content)))))
$$;
comment on function private.is_unsourced_post(uuid) is
  'Whether what waits is a rumor about a star, by tag or name, that names no source: to publish it takes reasons, which are kept.';
grant execute on function private.is_unsourced_post(uuid) to authenticated;

create function public.admin_decide_posts(
  p_ids uuid[], p_seen timestamptz[], p_decision text, p_reason text default null, p_sensitive_seen boolean default false,
  p_rule text default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  why constant text := private.staff_reason(p_reason);
  asks constant boolean := p_decision = 'approve' and not (coalesce(p_sensitive_seen, false) and cardinality(p_ids) = 1);
  asks_why constant boolean := p_decision = 'approve' and (why is null or cardinality(p_ids) > 1);
  item record;
  outcomes jsonb := '[]';
begin
  perform private.require_moderator();
  perform private.decide_on(p_rule);
  if p_decision is null or p_decision not in ('approve', 'reject', 'delete') then
    perform private.refuse('moderation.unknown_action');
  end if;
  if coalesce(cardinality(p_ids), 0) not between 1 and 50 or cardinality(p_ids) is distinct from cardinality(p_seen) then
    perform private.refuse('moderation.invalid_request');
  end if;
  if why is null and p_decision = 'reject' then
    perform private.refuse('post.reason_required');
  elsif why is null and p_decision = 'delete' then
    perform private.refuse('moderation.reason_required');
  end if;
  -- Ordered by id, so that two people with overlapping selections wait for each other instead of deadlocking.
  for item in select distinct on (given.id) given.id, given.seen from unnest(p_ids, p_seen) as given (id, seen) order by given.id loop
    outcomes := outcomes || case when asks and private.is_sensitive_post(item.id) then private.outcome(item.id, 'sensitive')
      when asks_why and private.is_unsourced_post(item.id) then private.outcome(item.id, 'unsourced')
      else private.decide_post(item.id, item.seen, p_decision, why) end;
  end loop;
  return outcomes;
end $$;
comment on function public.admin_decide_posts(uuid[], timestamptz[], text, text, boolean, text) is
  'RPC for staff: approves, rejects or deletes (with a reason) up to 50 posts, each as it was seen; returns [{id, outcome, by}]. A sensitive one is only approved alone, and with p_sensitive_seen; a rumor about a star without a source alone, and with a reason, which the log keeps.';
grant execute on function public.admin_decide_posts(uuid[], timestamptz[], text, text, boolean, text) to authenticated, service_role;
