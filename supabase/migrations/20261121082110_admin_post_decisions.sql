-- What staff do with posts. Every call says which version was looked at (updated_at as it was read): who comes second, or decides about
-- a text that its author has changed meanwhile, is told so and changes nothing. Shapes: domain/src/contract/admin/posts.ts.

create function private.post_decider(post uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return (
    select m.nickname from public.profiles m where m.id = coalesce(
      (select p.moderated_by from public.community_posts p where p.id = post),
      (select a.archived_by from public.archived_posts a where a.post_id = post order by a.archived_at desc limit 1)));
end $$;
comment on function private.post_decider(uuid) is 'For staff: nickname of who decided about a post or deleted it, or null.';

create function private.staff_reason(given text) returns text
language sql immutable set search_path = '' as $$ select nullif(private.trim_text(private.clean_text(left(given, 2000))), '') $$;
comment on function private.staff_reason(text) is 'What staff gave as a reason, cleaned; null for nothing but blanks.';

create function private.outcome(post uuid, result text, by_name text default null) returns jsonb
language sql immutable set search_path = '' as $$ select jsonb_build_object('id', post, 'outcome', result, 'by', by_name) $$;
comment on function private.outcome(uuid, text, text) is
  'What became of a call: done, decided (somebody was faster: by), changed (by its author or the team), gone, own (nobody decides about own posts).';

create function private.delete_post_as_staff(post uuid, why text) returns void
language plpgsql set search_path = '' as $$
begin
  begin
    perform private.archive_post_before_delete(post, why);
  exception when others then
    -- Specification §8: a failed archive is logged and the deletion proceeds.
    raise warning 'archive of post % failed: %', post, sqlerrm;
  end;
  delete from public.community_posts p where p.id = post;
end $$;
comment on function private.delete_post_as_staff(uuid, text) is 'Archives a post with the reason and deletes it; triggers record the decision and tell the author.';

create function private.decide_post(post uuid, seen timestamptz, decision text, why text) returns jsonb
language plpgsql set search_path = '' as $$
declare found_post record;
begin
  select p.id, p.status, p.title, p.author_id, p.updated_at, p.moderated_at into found_post
    from public.community_posts p where p.id = post for update;
  if found_post.id is null then return private.outcome(post, 'gone', private.post_decider(post)); end if;
  if found_post.author_id = auth.uid() then return private.outcome(post, 'own'); end if;
  if found_post.updated_at is distinct from seen then
    return case when found_post.moderated_at > seen then private.outcome(post, 'decided', private.post_decider(post))
      else private.outcome(post, 'changed') end;
  end if;
  if (decision, found_post.status) in (('approve', 'approved'), ('reject', 'rejected')) then
    return private.outcome(post, 'decided', private.post_decider(post));
  end if;
  perform private.log_staff_action(decision || '_post', 'post', post::text,
    jsonb_build_object('title', found_post.title, 'reason', why));
  if decision = 'delete' then
    perform private.delete_post_as_staff(post, why);
  elsif decision = 'approve' then
    update public.community_posts p set status = 'approved' where p.id = post;
  else
    update public.community_posts p set status = 'rejected', rejection_reason = why where p.id = post;
  end if;
  return private.outcome(post, 'done');
end $$;
comment on function private.decide_post(uuid, timestamptz, text, text) is 'One post of admin_decide_posts(); runs as the caller, whom the guards of the table judge.';

create function public.admin_decide_posts(p_ids uuid[], p_seen timestamptz[], p_decision text, p_reason text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  why constant text := private.staff_reason(p_reason);
  item record;
  outcomes jsonb := '[]';
begin
  perform private.require_moderator();
  if p_decision is null or p_decision not in ('approve', 'reject', 'delete') then
    perform private.refuse('Ungültige Moderationsaktion', 'unknown_action');
  end if;
  if coalesce(cardinality(p_ids), 0) not between 1 and 50 or cardinality(p_ids) is distinct from cardinality(p_seen) then
    perform private.refuse('Ungültige Meldungsdaten - fehlende erforderliche Felder', 'invalid_request');
  end if;
  if why is null and p_decision = 'reject' then
    perform private.refuse('Bitte gib einen Grund für die Ablehnung an.', 'reason_required');
  elsif why is null and p_decision = 'delete' then
    perform private.refuse('Bitte gib einen Grund für diese Moderationsaktion an.', 'reason_required');
  end if;
  -- By id, so that two people with the same heap wait for each other and never both.
  for item in select distinct on (given.id) given.id, given.seen from unnest(p_ids, p_seen) as given (id, seen) order by given.id loop
    outcomes := outcomes || private.decide_post(item.id, item.seen, p_decision, why);
  end loop;
  return outcomes;
end $$;
comment on function public.admin_decide_posts(uuid[], timestamptz[], text, text) is
  'RPC for staff: approves, rejects or deletes (with a reason) up to 50 posts, each as it was seen; answers [{id, outcome, by}].';

create function private.last_rumor_decider(post uuid, since timestamptz) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return (
    select m.nickname from public.admin_actions a join public.profiles m on m.id = a.admin_id
    where a.created_at > since and a.action_type = 'set_rumor_status' and a.target_id = post::text order by a.created_at desc limit 1);
end $$;
comment on function private.last_rumor_decider(uuid, timestamptz) is 'For staff: who set the status of a rumor after an instant, or null.';

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
comment on function public.admin_set_rumor_status(uuid, timestamptz, text, text, text) is
  'RPC for staff: status of a rumor with optional reason and source; p_seen is updated_at of the rumor as it was read. Answers {id, outcome, by}.';

create function private.admin_edit_post(p_id uuid, p_seen timestamptz, p_title text, p_content text, p_tags uuid[], p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  wanted public.community_posts;
  why constant text := private.staff_reason(p_reason);
begin
  perform private.require_moderator();
  if why is null then perform private.refuse('Bitte gib einen Grund für diese Moderationsaktion an.', 'reason_required'); end if;
  select * into was from public.community_posts p where p.id = p_id for update;
  if was.id is null then return private.outcome(p_id, 'gone', private.post_decider(p_id)); end if;
  if was.author_id = auth.uid() then return private.outcome(p_id, 'own'); end if;
  if was.updated_at is distinct from p_seen then return private.outcome(p_id, 'changed'); end if;
  wanted := was;
  wanted.title := private.clean_line(coalesce(p_title, ''));
  wanted.content := private.trim_text(private.clean_text(coalesce(p_content, '')));
  wanted.tags := coalesce(p_tags, '{}');
  if (wanted.title, wanted.content, wanted.tags) is not distinct from (was.title, was.content, was.tags) then
    return private.outcome(p_id, 'done');
  end if;
  perform private.require_valid_post(wanted, was);
  perform private.log_staff_action('edit_post', 'post', p_id::text, jsonb_build_object('title', wanted.title, 'reason', why,
    'changed', array_remove(array[case when wanted.title <> was.title then 'title' end,
      case when wanted.content <> was.content then 'content' end, case when wanted.tags <> was.tags then 'tags' end], null)));
  update public.community_posts set title = wanted.title, content = wanted.content, tags = wanted.tags, staff_edited_at = now(),
    staff_edited_by = auth.uid() where id = p_id;
  return private.outcome(p_id, 'done');
end $$;
comment on function private.admin_edit_post(uuid, timestamptz, text, text, uuid[], text) is 'See public.admin_edit_post().';
grant execute on function private.post_decider(uuid), private.staff_reason(text), private.outcome(uuid, text, text), private.delete_post_as_staff(uuid, text),
  private.decide_post(uuid, timestamptz, text, text), private.last_rumor_decider(uuid, timestamptz),
  private.admin_edit_post(uuid, timestamptz, text, text, uuid[], text) to authenticated;

create function public.admin_edit_post(
  p_id uuid, p_seen timestamptz, p_title text, p_content text, p_tags uuid[] default '{}', p_reason text default null
) returns jsonb
language sql set search_path = '' as $$ select private.admin_edit_post(p_id, p_seen, p_title, p_content, p_tags, p_reason) $$;
comment on function public.admin_edit_post(uuid, timestamptz, text, text, uuid[], text) is
  'RPC for staff: title, text and tags of somebody''s post, by the rules for posts; the post says from then on that the team edited it. Its status and address stay. Answers {id, outcome, by}.';

revoke all on function public.admin_decide_posts(uuid[], timestamptz[], text, text),
  public.admin_set_rumor_status(uuid, timestamptz, text, text, text),
  public.admin_edit_post(uuid, timestamptz, text, text, uuid[], text) from public, anon, authenticated;
grant execute on function public.admin_decide_posts(uuid[], timestamptz[], text, text),
  public.admin_set_rumor_status(uuid, timestamptz, text, text, text),
  public.admin_edit_post(uuid, timestamptz, text, text, uuid[], text) to authenticated;
