-- Jobs ----------------------------------------------------------------------------------------------------------------

create function private.apply_retention() returns void
language sql security definer set search_path = '' as $$
  -- 30 days (docs/product/notifications.md). Decisions of the team are kept as long as they can be appealed.
  delete from public.notifications where created_at < now() - interval '30 days' and type not in ('warning', 'post_rejected');
  delete from public.notifications where read and created_at < now() - interval '6 months';
  delete from private.removed_comments where removed_at < now() - interval '180 days';
  delete from private.held_comments where held_at < now() - interval '180 days';
  delete from private.removed_profiles where removed_at < now() - interval '180 days';
  delete from private.case_notes where written_at < now() - interval '180 days';
  select private.empty_bin();
  delete from private.imports where applied_at < now() - interval '30 days';
  delete from private.hand_edits h where not exists (select from public.formats f where f.id = h.row_id)
    and not exists (select from public.seasons s where s.id = h.row_id) and not exists (select from public.stars s where s.id = h.row_id)
    and not exists (select from public.calendar_events e where e.id = h.row_id)
    -- What lies in the bin comes back with them.
    and not exists (select from private.binned_rows b where b.content ->> 'id' = h.row_id::text);
  delete from private.rule_hits where hit_at < now() - interval '30 days';
  delete from private.case_claims where claimed_until < now() - interval '1 day';
  delete from private.spam_removals where removed_at < now() - interval '180 days';
  delete from private.post_versions where replaced_at < now() - interval '180 days';
  delete from public.comment_reads where read_at < now() - interval '180 days';
  delete from public.archived_posts where archived_at < now() - interval '180 days'
    or (archived_by = author_id and archived_at < now() - interval '30 days');
  update public.moderation_actions set content_excerpt = null
    where created_at < now() - interval '180 days' and content_excerpt is not null;
  -- Three years from the end of the case: as long as claims arising from it can be brought. A ban keeps its reasons while it stands.
  delete from public.reports where status <> 'pending' and resolved_at < now() - interval '3 years';
  delete from public.moderation_actions a where a.created_at < now() - interval '3 years'
    and not (a.action = 'banned' and a.target_user_id is not null and private.is_banned(a.target_user_id))
    and not exists (select from public.appeals e where e.moderation_action_id = a.id and e.decided_at is null);
  update public.admin_actions set details = details - 'excerpt' where created_at < now() - interval '180 days' and details ? 'excerpt';
  delete from public.admin_actions where created_at < now() - interval '3 years';
  delete from private.rate_counts where slot < now() - interval '10 minutes';
  delete from private.invite_guesses where guessed_at < now() - interval '1 hour';
  delete from private.sign_up_hashes where signed_up_at < now() - interval '24 hours';
$$;
comment on function private.apply_retention() is 'Daily job: retention (of events and visits: private.expire_analytics()). Removed texts 180 days (what authors deleted themselves 30), notifications 30 days, decisions of the team 6 months once read.';
grant execute on function private.apply_retention() to service_role;

-- Retention that keeps up ---------------------------------------------------------------------------------------------

-- A run is limited by time, not by rows, and follows every ten minutes: however much an installation counts, nothing stays longer
-- than 90 days.
create function private.expire_within(budget interval, batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ends constant timestamptz := clock_timestamp() + budget;
  gone integer;
  total integer := 0;
begin
  loop
    delete from public.analytics_events e using (
        select id, month from public.analytics_events
        where created_at < now() - interval '90 days' and month <> 'infinity' limit batch) old
      where e.id = old.id and e.month = old.month;
    get diagnostics gone = row_count;
    total := total + gone;
    exit when gone < batch or clock_timestamp() > ends;
  end loop;
  loop
    delete from public.user_sessions where id in (
      select id from public.user_sessions where session_start < now() - interval '90 days' limit batch);
    get diagnostics gone = row_count;
    total := total + gone;
    exit when gone < batch or clock_timestamp() > ends;
  end loop;
  return total;
end $$;
comment on function private.expire_within(interval, integer) is
  'Part of private.expire_analytics(): deletes expired events and visits in batches until none is left or the time is over. Returns how many.';
