-- Devices -------------------------------------------------------------------------------------------------------------

-- For the export: without the token, because its holder can send to the device.
create function private.export_devices(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('public.push_devices', (
    select jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind, 'service', substring(d.token from '^https://([^/]+)/'),
      'created_at', d.created_at, 'last_seen_at', d.last_seen_at) order by d.created_at)
    from public.push_devices d where d.user_id = me))
$$;
comment on function private.export_devices(uuid) is 'Export: devices that get notifications.';

-- Export --------------------------------------------------------------------------------------------------------------

-- Everything HoT stores about a member, as one file. Every table with a column that refers to members is included here or in the
-- list of exceptions of the export's test, which fails for any other table. Secrets are left out, and so are other people (staff who
-- decided, people who reported or reacted).

create function private.export_identity(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'auth.users', (select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'new_email', nullif(u.email_change, ''),
        'created_at', u.created_at, 'email_confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at,
        'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data)) from auth.users u where u.id = me),
    'auth.identities', (select jsonb_agg(jsonb_build_object('provider', i.provider, 'provider_id', i.provider_id,
        'identity_data', i.identity_data, 'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at)) from auth.identities i where i.user_id = me),
    'auth.sessions', (select jsonb_agg(jsonb_build_object('id', s.id, 'created_at', s.created_at, 'refreshed_at', s.refreshed_at,
        'user_agent', s.user_agent, 'ip', s.ip, 'aal', s.aal, 'proofs', (
          select jsonb_agg(jsonb_build_object('method', c.authentication_method, 'at', c.updated_at))
          from auth.mfa_amr_claims c where c.session_id = s.id))) from auth.sessions s where s.user_id = me),
    'auth.mfa_factors', (select jsonb_agg(jsonb_build_object('friendly_name', f.friendly_name, 'factor_type', f.factor_type,
        'status', f.status, 'phone', f.phone, 'created_at', f.created_at)) from auth.mfa_factors f where f.user_id = me),
    'auth.audit_log_entries', (select jsonb_agg(jsonb_build_object('action', a.payload ->> 'action', 'ip_address', a.ip_address,
        'created_at', a.created_at)) from auth.audit_log_entries a where a.payload ->> 'actor_id' = me::text),
    'storage.objects', (select jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'name', o.name, 'created_at', o.created_at,
        'metadata', o.metadata)) from storage.objects o where o.bucket_id = 'avatars' and o.name like me::text || '/%'),
    'public.profiles', (select jsonb_agg(to_jsonb(p)) from public.profiles p where p.id = me),
    'public.profile_slug_history', (select jsonb_agg(to_jsonb(h) - 'profile_id') from public.profile_slug_history h where h.profile_id = me),
    'public.notification_preferences', (select jsonb_agg(to_jsonb(n) - 'user_id') from public.notification_preferences n where n.user_id = me),
    'public.notifications', (select jsonb_agg(to_jsonb(n) - '{user_id,actor_id}'::text[] order by n.created_at)
        from public.notifications n where n.user_id = me),
    'public.user_sessions', (select jsonb_agg(to_jsonb(v) - 'user_id' order by v.session_start) from public.user_sessions v where v.user_id = me),
    'public.analytics_events', (select jsonb_agg(to_jsonb(e) - '{user_id,month}'::text[] order by e.created_at) from public.analytics_events e where e.user_id = me),
    'public.invites', (select jsonb_agg(to_jsonb(i) - 'created_by') from public.invites i where i.created_by = me),
    'public.invite_redemptions', (select jsonb_agg(to_jsonb(r) - 'user_id') from public.invite_redemptions r where r.user_id = me),
    'private.rate_counts', (select jsonb_agg(to_jsonb(c) - 'user_id') from private.rate_counts c where c.user_id = me))
$$;
comment on function private.export_identity(uuid) is 'Export: account, profile, sessions, settings, notifications, usage.';

-- Export: what a member has saved.
create function private.export_content(me uuid) returns jsonb
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
    'public.comments', (select jsonb_agg(to_jsonb(c) - 'author_id' order by c.created_at) from public.comments c
        where c.author_id = me or c.id in (select d.comment_id from private.deleted_comment_authors d where d.author_id = me)),
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
comment on function private.export_content(uuid) is 'Export: posts, comments, votes, reactions, fans, saved posts, karma, news.';

create function private.export_moderation(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    -- Reports about the member are left out, because they would identify the reporters.
    'public.reports', (select jsonb_agg(to_jsonb(r) - '{reporter_id,target_author_id,resolved_by}'::text[] order by r.created_at)
        from public.reports r where r.reporter_id = me),
    'public.moderation_actions', (select jsonb_agg((to_jsonb(a) - '{admin_id,target_user_id}'::text[]
        -- Without the texts of other members.
        - case when a.target_user_id = me then '{}'::text[] else '{content_excerpt}' end)
        || jsonb_build_object('role', case when a.target_user_id = me then 'subject' else 'decider' end) order by a.created_at)
        from public.moderation_actions a where me in (a.target_user_id, a.admin_id)),
    'public.appeals', (select jsonb_agg(to_jsonb(a) - '{user_id,decided_by}'::text[] order by a.created_at) from public.appeals a where a.user_id = me),
    'public.archived_posts', (select jsonb_agg(jsonb_build_object('post_id', a.post_id, 'title', a.title, 'content', a.record -> 'post' ->> 'content',
        'reason', a.reason, 'archived_at', a.archived_at, 'restored_at', a.restored_at) order by a.archived_at)
        from public.archived_posts a where a.author_id = me),
    'private.removed_comments', (select jsonb_agg(jsonb_build_object('comment_id', c.comment_id, 'content', c.content, 'removed_at', c.removed_at))
        from private.removed_comments c where c.author_id = me),
    'private.removed_profiles', (select jsonb_agg(jsonb_build_object('nickname', x.nickname, 'bio', x.bio, 'picture', x.picture, 'removed_at', x.removed_at))
        from private.removed_profiles x where x.member_id = me),
    -- Actions of a member of staff, without their targets.
    'public.admin_actions', (select jsonb_agg(jsonb_build_object('id', a.id, 'action_type', a.action_type, 'target_type', a.target_type,
        'created_at', a.created_at) order by a.created_at) from public.admin_actions a where a.admin_id = me))
$$;
comment on function private.export_moderation(uuid) is 'Export: reports, decisions, appeals, archived texts, staff log.';

create function private.export_own_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  tables jsonb;
begin
  if not exists (select from public.profiles p where p.id = me) then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.use_quota('exports', 10);
  select jsonb_object_agg(t.key, case jsonb_typeof(t.value) when 'array' then t.value else '[]'::jsonb end) into tables
    from jsonb_each(private.export_identity(me) || private.export_passkeys(me) || private.export_recovery_codes(me)
      || private.export_content(me) || private.export_moderation(me) || private.export_devices(me) || private.export_ties(me)
      || private.export_reads(me)) t;
  return jsonb_build_object('exported_at', now(), 'tables', tables);
end $$;
comment on function private.export_own_data() is 'All rows about the caller by table.';
grant execute on function private.export_own_data() to authenticated;

-- Here and not in the private function, which every new table of members changes.
create function public.export_own_data() returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.require_proven();
  return private.export_own_data();
end $$;
comment on function public.export_own_data() is 'RPC: {exported_at, tables: {"public.profiles": [rows], …}} of the caller, without secrets and without data of others. 429 after ten in five minutes.';
grant execute on function public.export_own_data() to authenticated, service_role;

-- The export covers everything stored about a member, passkeys for signing in included: their names and times, not their keys.
-- A Supabase project of before passkeys has no such table, so it is looked for when the export is made.
create function private.export_passkeys(me uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('auth.webauthn_credentials') is null then return '{}'; end if;
  return (
    select jsonb_build_object('auth.webauthn_credentials', jsonb_agg(jsonb_build_object('friendly_name', c.friendly_name,
      'aaguid', c.aaguid, 'transports', c.transports, 'created_at', c.created_at, 'last_used_at', c.last_used_at)))
    from auth.webauthn_credentials c where c.user_id = me);
end $$;
comment on function private.export_passkeys(uuid) is 'Export: passkeys the member signs in with, without their keys.';

create function private.export_ties(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.held_comments', (select jsonb_agg(to_jsonb(h) - '{author_id,decision_id}'::text[] order by h.held_at) from private.held_comments h where h.author_id = me),
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
    'private.merged_rows', (select jsonb_agg(jsonb_build_object('table', m.table_name, 'before', m.before - '{user_id,member_id}'::text[],
        'after', m.after - '{user_id,member_id}'::text[]) order by m.bin_id, m.place)
      from private.merged_rows m where m.member_id = me),
    'private.hit_rates', (select jsonb_agg(to_jsonb(r) - 'member_id') from private.hit_rates r where r.member_id = me))
$$;
comment on function private.export_ties(uuid) is 'Export: whom the member has blocked or muted, what they follow, and which of their votes were right.';

-- Until when a member has read ----------------------------------------------------------------------------------------

create function private.export_reads(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('public.comment_reads', (select jsonb_agg(to_jsonb(r) - 'user_id' order by r.read_at) from public.comment_reads r where r.user_id = me))
$$;
comment on function private.export_reads(uuid) is 'Export: until when the member has read the comments of posts.';

-- Mail and export -----------------------------------------------------------------------------------------------------

create function private.export_recovery_codes(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('private.recovery_codes', (
    select jsonb_agg(jsonb_build_object('made_at', c.made_at, 'used_at', c.used_at) order by c.made_at, c.used_at)
    from private.recovery_codes c where c.user_id = me))
$$;
comment on function private.export_recovery_codes(uuid) is 'Export: when recovery codes were made and used, without them.';
