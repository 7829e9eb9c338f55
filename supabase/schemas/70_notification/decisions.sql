-- Decisions of the team -----------------------------------------------------------------------------------------------

create function private.post_facts(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('post_title', p.title, 'post_created_at', p.created_at, 'post_type', p.type, 'post_slug', p.slug)
  from public.community_posts p where p.id = post
$$;
comment on function private.post_facts(uuid) is 'Facts of a post that its notifications store to link to it: title, time, type and slug.';

create function private.how_decided(reported boolean) returns text
language sql immutable parallel safe set search_path = '' as $$
  select 'Entschieden hat ein Mensch aus dem Team' || case when reported then ' nach einer Meldung' else '' end
    || '. Bist du anderer Meinung, kannst du in deinem Account einmal Einspruch einlegen.'
$$;
comment on function private.how_decided(boolean) is 'End of every statement of reasons: who decided, whether after a report, and how to appeal.';

create function private.notify_post_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.moderated_at is null or new.moderated_at is not distinct from old.moderated_at then return null; end if;
  if new.status = 'approved' then
    perform private.notify(new.author_id, 'post_approved', 'Dein Beitrag ist online',
      format('„%s“ ist freigegeben.', new.title), private.post_facts(new.id), new.id);
  elsif new.status = 'rejected' then
    perform private.notify(new.author_id, 'post_rejected', 'Dein Beitrag wurde abgelehnt',
      format('„%s“ ist nicht online. Grund: %s %s', new.title, new.rejection_reason, private.how_decided(false)),
      private.post_facts(new.id) || jsonb_build_object('reason', new.rejection_reason, 'decided_by', 'human', 'decision_id', (
        select a.id from public.moderation_actions a
        where a.target_post_id = new.id and a.created_at = now() and a.action = 'warned' and not a.counts_as_warning
        limit 1)), new.id);
  end if;
  return null;
end $$;
comment on function private.notify_post_decision() is 'Trigger: notifies the author of the decision and its reason.';

-- Authors who changed their rumor themselves know that it is open again.
create function private.notify_rumor_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare is_reset constant boolean := new.recheck_at is not null and new.recheck_at is distinct from old.recheck_at;
begin
  perform private.notify(p.author_id, 'rumor_status_update', 'Dein Gerücht hat einen neuen Status',
      format('„%s“ gilt jetzt als %s.', p.title,
        case new.rumor_status when 'verified' then 'bestätigt' when 'debunked' then 'widerlegt' else 'unbestätigt' end),
      private.post_facts(p.id) || jsonb_build_object('rumor_status', new.rumor_status,
        'reason', case when is_reset then 'Der Text wurde geändert, das Team prüft ihn neu.' else new.verification_reason end), p.id)
    from public.community_posts p where p.id = new.post_id and not (is_reset and p.author_id is not distinct from auth.uid());
  return null;
end $$;
comment on function private.notify_rumor_status() is 'Trigger: notifies the author of a new rumor status.';

-- Warnings, removals and bans: a statement of reasons, which nobody can switch off.
create function private.notify_moderation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  thing constant text := case new.target_type when 'post' then 'Beitrag' when 'comment' then 'Kommentar' end;
  -- A ban of a member as such, from the record, has no content.
  of_profile constant boolean := new.target_type = 'profile' and (new.report_id is not null or new.content_excerpt is not null);
  days constant integer := new.ban_duration_days;
  what constant text := case new.action
    when 'warned' then 'Du wurdest verwarnt.'
    when 'deleted' then case when of_profile then 'Wir haben dein Profil zurückgesetzt.' else 'Wir haben ' || coalesce('deinen ' || thing, 'etwas von dir') || ' entfernt.' end
    else 'Dein Konto ist ' || case when days is null then 'dauerhaft' when days = 1 then 'für einen Tag' else 'für ' || days || ' Tage' end || ' gesperrt.'
  end;
begin
  perform private.notify(new.target_user_id, 'warning',
    case when new.severity = 'high' then 'Verwarnung (Schwerwiegend)' else 'Verwarnung' end,
    -- concat_ws skips unknown parts, where || would return null.
    concat_ws(' ', what, 'Es geht um ' || case when of_profile then 'dein Profil' else 'deinen ' || thing end || ': „' || new.content_excerpt || '“.', 'Grund: ' || new.reason || case when new.reason ~ '[.!?…]$' then '' else '.' end,
      'Regel: ' || private.rule_title(new.rule) || '.', private.how_decided(new.report_id is not null)),
    jsonb_strip_nulls(jsonb_build_object('action', new.action, 'reason', new.reason, 'severity', new.severity, 'decision_id', new.id,
      'decided_by', 'human', 'rule', new.rule, 'target_type', new.target_type, 'content_excerpt', new.content_excerpt,
      'ban_duration_days', days, 'reported', new.report_id is not null)));
  return null;
end $$;
comment on function private.notify_moderation() is 'Trigger: notifies the member with a statement of reasons: decision, content, reason, rule, that a human decided, and decision_id for the appeal.';
