-- What stays after an account, and until when ------------------------------------------------------------------------------

-- The staff log keeps what was done; what names somebody may go, and after three years the whole row.
create or replace function private.guard_admin_actions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare parts constant text[] := '{name,from,excerpt}';
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '3 years' then return old; end if;
  if tg_op = 'UPDATE' and (to_jsonb(new) - '{admin_id,details}'::text[]) = (to_jsonb(old) - '{admin_id,details}'::text[])
     and (new.admin_id is null or new.admin_id = old.admin_id)
     and old.details @> new.details and (new.details - parts) = (old.details - parts) then return new; end if;
  raise exception 'Das Protokoll wird nur fortgeschrieben.' using errcode = '42501', hint = 'append_only';
end $$;

create index mail_outbox_recipient on private.mail_outbox (recipient);

create function private.erase_traces(member uuid, address text) returns void
language sql security definer set search_path = '' as $$
  delete from private.mail_outbox o where o.recipient = lower(btrim(address));
  -- The name under which somebody said that they are a star.
  update public.admin_actions a set details = a.details - '{name,from,excerpt}'::text[]
    from private.star_requests r
    where r.member_id = member and r.speaker is not null and a.details ->> 'name' = r.speaker
      and a.target_type = 'star' and a.target_id = r.star_id::text;
  -- What they published stays, in the name of the star, which is public anyway.
  update public.community_posts p set statement_speaker = coalesce((
      select private.star_name(s.first_name, s.nickname, s.last_name) from public.stars s
      join private.star_requests r on r.star_id = s.id and r.member_id = member and r.kind = 'claim'
      where s.id = any (p.tags) order by r.state = 'granted' desc, s.id limit 1), 'Die betroffene Person')
    where p.id in (select t.post_id from private.star_statements t where t.member_id = member) and p.statement is not null;
$$;
comment on function private.erase_traces(uuid, text) is
  'Erases what names a member where no foreign key leads: mails to the address, the name of a claim to be a star, the speaker of a statement.';
revoke all on function private.erase_traces(uuid, text) from public, anon, authenticated;

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
  perform private.erase_traces(old.id, old.email);
  perform private.erase_mentions(gone_nickname);
  perform private.erase_former_mentions(old.id);
  update public.archived_posts a set record = private.without_member(a.record, old.id) where private.ids_in(a.record) @> array[old.id::text];
  update public.analytics_events e set metadata = e.metadata - '{admin_id,admin_name,admin_nickname}'::text[]
    where e.user_id = old.id and e.metadata @> '{"admin_action": true}';
  -- The log keeps an id that no longer resolves; its copies among the analytics events are deleted.
  update public.admin_actions a set details = a.details - '{name,from,excerpt}'::text[]
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

create or replace function private.apply_retention() returns void
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
    and not exists (select from public.calendar_events e where e.id = h.row_id);
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
