-- Decisions of the team -----------------------------------------------------------------------------------------------

create function private.post_facts(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('post_title', p.title, 'post_created_at', p.created_at, 'post_type', p.type, 'post_slug', p.slug,
    'post_mark', r.rumor_status))
  from public.community_posts p left join public.post_rumors r on r.post_id = p.id where p.id = post
$$;
comment on function private.post_facts(uuid) is
  'Facts of a post that its notifications store to name it and link to it: title, time, type and slug, and what is known about a rumor.';

create function private.marked_title(post uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select concat(private.title_mark(r.rumor_status), p.title)
  from public.community_posts p left join public.post_rumors r on r.post_id = p.id where p.id = post);
end $$;
comment on function private.marked_title(uuid) is
  'The title of a post in a text that is sent: before that of a rumor stands what is known. Mirrors markedTitle.';

create function private.notify_post_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.moderated_at is null or new.moderated_at is not distinct from old.moderated_at then return null; end if;
  if new.status = 'approved' then
    perform private.tell(new.author_id, 'post_approved', private.post_facts(new.id), new.id);
  elsif new.status = 'rejected' then
    perform private.tell(new.author_id, 'post_rejected',
      private.post_facts(new.id) || jsonb_build_object('reason', new.rejection_reason, 'decided_by', 'human')
        || coalesce(private.how_decided((
          select a.id from public.moderation_actions a
          where a.target_post_id = new.id and a.created_at = now() and a.action = 'warned' and not a.counts_as_warning
          limit 1)), '{}'), new.id);
  end if;
  return null;
end $$;
comment on function private.notify_post_decision() is 'Trigger: notifies the author of the decision and its reason.';

-- Authors who changed their rumor themselves know that it is open again.
create function private.notify_rumor_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare is_reset constant boolean := new.recheck_at is not null and new.recheck_at is distinct from old.recheck_at;
begin
  perform private.tell(p.author_id, 'rumor_status_update', private.post_facts(p.id) || jsonb_build_object('rumor_status', new.rumor_status,
        'reason', case when is_reset then private.reason_text('text_changed') else new.verification_reason end), p.id)
    from public.community_posts p where p.id = new.post_id and not (is_reset and p.author_id is not distinct from auth.uid());
  return null;
end $$;
comment on function private.notify_rumor_status() is 'Trigger: notifies the author of a new rumor status.';

-- Warnings, removals, edits and bans: a statement of reasons, which nobody can switch off.
create function private.notify_moderation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell(new.target_user_id, 'warning', jsonb_strip_nulls(jsonb_build_object('action', new.action, 'reason', new.reason,
    'severity', new.severity, 'rule', new.rule, 'target_type', new.target_type,
    'content_excerpt', new.content_excerpt, 'ban_duration_days', new.ban_duration_days,
    'statement', case when 'statement_gone' = any (new.changed) then 'gone' when 'statement' = any (new.changed) then 'changed' end,
    'changed', (select jsonb_agg(jsonb_build_object('part', x.part, 'join', case when x.place > 1 then
        case when x.place = cardinality(new.changed) then 'last' else 'next' end end) order by x.place)
      from unnest(new.changed) with ordinality as x (part, place)))) || private.how_decided(new.id));
  return null;
end $$;
comment on function private.notify_moderation() is 'Trigger: notifies the member with a statement of reasons: decision, content, reason, rule, that a human decided, and decision_id for the appeal.';
