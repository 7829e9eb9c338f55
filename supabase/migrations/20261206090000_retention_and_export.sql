-- Retention and export of bin and imports -------------------------------------------------------------------------------------------------

create or replace function private.apply_retention() returns void
language sql security definer set search_path = '' as $$
  -- 30 days (docs/product/notifications.md). Decisions of the team are kept as long as they can be appealed.
  delete from public.notifications where created_at < now() - interval '30 days' and type not in ('warning', 'post_rejected');
  delete from public.notifications where read and created_at < now() - interval '6 months';
  delete from private.removed_comments where removed_at < now() - interval '180 days';
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
  delete from private.rate_counts where slot < now() - interval '10 minutes';
  delete from private.invite_guesses where guessed_at < now() - interval '1 hour';
  delete from private.sign_up_hashes where signed_up_at < now() - interval '24 hours';
$$;

create or replace function private.export_ties(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.post_stickers', (select jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at) from public.post_stickers s where s.user_id = me),
    'private.member_blocks', (select jsonb_agg(jsonb_build_object('nickname', p.nickname, 'kind', b.kind, 'created_at', b.created_at) order by b.created_at)
      from private.member_blocks b join public.public_profiles p on p.id = b.other_id where b.member_id = me),
    'private.follows', (select jsonb_agg(jsonb_build_object('type', f.target_type, 'title', private.followed_thing(f.target_type, f.target_id) ->> 'title',
        'channel', f.channel, 'created_at', f.created_at) order by f.created_at) from private.follows f where f.member_id = me),
    'private.rumor_hits', (select jsonb_agg(jsonb_build_object('rumor', p.title, 'vote', h.vote, 'hit', h.hit, 'decided_at', h.decided_at) order by h.decided_at)
      from private.rumor_hits h join public.community_posts p on p.id = h.post_id where h.member_id = me),
    'private.digests', (select jsonb_agg(to_jsonb(d) - '{member_id,code}'::text[]) from private.digests d where d.member_id = me),
    'private.team_mails', (select jsonb_agg(to_jsonb(t) - 'member_id') from private.team_mails t where t.member_id = me),
    'private.star_requests', (select jsonb_agg(to_jsonb(r) - '{id,member_id,decided_by}'::text[] order by r.asked_at) from private.star_requests r where r.member_id = me),
    'private.star_statements', (select jsonb_agg(to_jsonb(s) - 'member_id' order by s.since) from private.star_statements s where s.member_id = me),
    'private.case_notes', (select jsonb_agg(jsonb_build_object('kind', n.kind, 'text', n.content, 'written_at', n.written_at) order by n.written_at)
      from private.case_notes n where n.asked_id = me),
    'private.binned_rows', (select jsonb_agg(jsonb_build_object('table', b.table_name, 'row', b.content - '{user_id,member_id}'::text[]) order by b.bin_id, b.place)
      from private.binned_rows b where b.member_id = me),
    'private.hit_rates', (select jsonb_agg(to_jsonb(r) - 'member_id') from private.hit_rates r where r.member_id = me))
$$;
