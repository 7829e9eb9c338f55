-- Effects of a decided appeal -----------------------------------------------------------------------------------------

-- Applied by trigger, so that no client can decide an appeal without its consequences.

create function private.lift_ban(decision public.moderation_actions, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  since constant timestamptz := coalesce((select max(u.created_at) from public.moderation_actions u
    where u.target_user_id = decision.target_user_id and u.action = 'unbanned'), '-infinity');
  rest record;
begin
  if not private.is_banned(decision.target_user_id) then return; end if;
  -- Other bans that are still running remain; null days: permanent.
  select count(*) > 0 as banned, bool_or(b.ban_duration_days is null) as for_good, max(b.created_at + make_interval(days => b.ban_duration_days)) as ends
    into rest
    from public.moderation_actions b
    where b.target_user_id = decision.target_user_id and b.action = 'banned' and b.id <> decision.id and b.created_at > since
      and (b.ban_duration_days is null or b.created_at + make_interval(days => b.ban_duration_days) > now())
      and not exists (select from public.appeals a where a.moderation_action_id = b.id and a.status = 'overturned');
  update public.profiles p set is_banned = rest.banned, banned_until = case when rest.banned and not rest.for_good then rest.ends end
    where p.id = decision.target_user_id;
  if rest.banned then return; end if;
  insert into public.moderation_actions (target_type, target_user_id, action, reason, admin_id)
    values ('profile', decision.target_user_id, 'unbanned', why, auth.uid());
end $$;
comment on function private.lift_ban(public.moderation_actions, text) is 'Lifts one ban; other running bans remain.';

create function private.restore_comment(decision public.moderation_actions, why text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.comments c set deleted_at = null, content = r.content
    from private.removed_comments r
    where r.comment_id = c.id and c.id = decision.target_comment_id and c.deleted_at is not null;
  if not found then return false; end if;
  insert into public.moderation_actions (target_type, target_post_id, target_comment_id, target_user_id, action, reason, admin_id)
    values ('comment', decision.target_post_id, decision.target_comment_id, decision.target_user_id, 'restored', why, auth.uid());
  return true;
end $$;
comment on function private.restore_comment(public.moderation_actions, text) is 'Restores a removed comment; false when its text no longer exists.';

create function private.restore_for_appeal(post uuid, why text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare archived public.archived_posts;
begin
  select * into archived from public.archived_posts a where a.post_id = post order by a.archived_at desc limit 1;
  -- The limit of 30 days is for second thoughts. A successful appeal restores the post as long as the archive has it.
  if archived.id is null or private.archive_state(archived) not in ('restorable', 'expired') then return false; end if;
  perform private.restore_post(archived.id, why);
  return true;
end $$;
comment on function private.restore_for_appeal(uuid, text) is 'Restores a deleted post; false when the archive no longer has it.';

create function private.lift_decision(decision public.moderation_actions, why text) returns text
language plpgsql security definer set search_path = '' as $$
declare kind constant text := private.decision_kind(decision);
begin
  if kind = 'banned' then
    perform private.lift_ban(decision, why);
    return 'ban_lifted';
  elsif kind = 'warned' then
    -- It no longer counts in the dialog, for thresholds and for publishing without approval.
    update public.moderation_actions m set counts_as_warning = false where m.id = decision.id;
    return 'warning_void';
  elsif kind = 'rejected' and decision.target_type = 'comment' then
    return case when private.publish_held_comment(decision.target_comment_id, why) then 'comment_online'
      else 'comment_homeless' end;
  elsif kind = 'rejected' then
    if exists (select from private.post_revisions v join public.community_posts p on p.id = v.post_id and p.status = 'approved'
        where v.post_id = decision.target_post_id and v.decision_id = decision.id) then
      perform private.publish_revision(decision.target_post_id, why);
      return 'revision_online';
    end if;
    -- A post that waits was hidden by this decision, unless its text has changed since: then nobody has read it.
    update public.community_posts p set status = 'approved', moderated_by = auth.uid(), moderated_at = now(), rejection_reason = null
      where p.id = decision.target_post_id
        and (p.status = 'rejected' or (p.status = 'pending' and p.updated_at <= decision.created_at));
    return case when found then 'post_online' else 'rejection_lifted' end;
  elsif kind = 'edited' then
    return case when decision.changed && '{statement,statement_gone}' then private.put_statement_back(decision)
      else private.put_text_back(decision, why) end;
  elsif decision.target_type = 'profile' then
    return private.restore_profile(decision, why);
  elsif decision.target_type = 'comment' then
    return case when private.restore_comment(decision, why) then 'comment_back' else 'comment_lost' end;
  end if;
  return case when private.restore_for_appeal(decision.target_post_id, why) then 'post_back' else 'post_lost' end;
end $$;
comment on function private.lift_decision(public.moderation_actions, text) is 'Undoes a decision after a successful appeal; returns what that did, as private.effect_text() says it.';

create function private.apply_appeal() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  decision public.moderation_actions;
  effect text;
begin
  if old.status <> 'pending' or new.status = 'pending' then return null; end if;
  select * into decision from public.moderation_actions m where m.id = new.moderation_action_id;
  perform private.log_staff_action('decide_appeal', 'appeal', new.id::text, jsonb_build_object('outcome', new.status,
    'reason', new.decision_reason, 'decision', private.decision_kind(decision),
    'name', (select p.nickname from public.profiles p where p.id = new.user_id)));
  if new.status = 'overturned' then effect := private.lift_decision(decision, new.decision_reason); end if;
  perform private.tell(new.user_id, 'warning', jsonb_build_object('decision_id', decision.id, 'appeal', new.status, 'reason', new.decision_reason,
    'decided_by', 'human') || jsonb_strip_nulls(jsonb_build_object('effect', effect)));
  return null;
end $$;
comment on function private.apply_appeal() is 'Trigger: logs a decided appeal, undoes the decision if it succeeded, and notifies the member.';
