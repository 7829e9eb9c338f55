-- Everything HoT holds about a member, as one file (decisions §7). Every table with a column that names members is in here or on
-- the list of exceptions in supabase/tests/account-export.test.ts, which fails for a table that is on neither.
-- Left out of every row: secrets, and whoever else is in it (staff who decided, people who reported or reacted).

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

create function private.export_content(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.community_posts', (select jsonb_agg((to_jsonb(p) - '{author_id,moderated_by,hot_rank}'::text[]) || jsonb_build_object(
        'rumor', (select to_jsonb(r) - 'post_id' from public.post_rumors r where r.post_id = p.id),
        'poll_options', (select jsonb_agg(to_jsonb(o) - 'post_id' order by o.position) from public.poll_options o where o.post_id = p.id))
        order by p.created_at) from public.community_posts p where p.author_id = me),
    'public.comments', (select jsonb_agg(to_jsonb(c) - 'author_id' order by c.created_at) from public.comments c where c.author_id = me),
    'public.post_reactions', (select jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at) from public.post_reactions r where r.user_id = me),
    'public.comment_reactions', (select jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at) from public.comment_reactions r where r.user_id = me),
    'public.rumor_votes', (select jsonb_agg(to_jsonb(v) - 'user_id' order by v.created_at) from public.rumor_votes v where v.user_id = me),
    'public.poll_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('option', o.text) order by v.created_at)
        from public.poll_votes v join public.poll_options o on o.id = v.option_id where v.user_id = me),
    'public.demand_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s."fullName") order by v.created_at)
        from public.demand_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.realness_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s."fullName") order by v.created_at)
        from public.realness_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.drama_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s."fullName") order by v.created_at)
        from public.drama_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.star_fans', (select jsonb_agg((to_jsonb(f) - 'user_id') || jsonb_build_object('star', s."fullName") order by f.created_at)
        from public.star_fans f join public.stars s on s.id = f.star_id where f.user_id = me),
    -- The second half of a reaction's source is who reacted.
    'public.karma_events', (select jsonb_agg((to_jsonb(k) - '{user_id,actor_id}'::text[]) || jsonb_build_object('source', split_part(k.source, ':', 1))
        order by k.created_at) from public.karma_events k where k.user_id = me),
    'public.news', (select jsonb_agg(to_jsonb(n) - 'author_id' order by n.created_at) from public.news n where n.author_id = me))
$$;
comment on function private.export_content(uuid) is 'Export: posts, comments, votes, reactions, fans, karma, news.';

create function private.export_moderation(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    -- Those made about the member stay with the team: they would name who made them.
    'public.reports', (select jsonb_agg(to_jsonb(r) - '{reporter_id,target_author_id,resolved_by}'::text[] order by r.created_at)
        from public.reports r where r.reporter_id = me),
    'public.moderation_actions', (select jsonb_agg((to_jsonb(a) - '{admin_id,target_user_id}'::text[]
        -- What others wrote is theirs to have.
        - case when a.target_user_id = me then '{}'::text[] else '{content_excerpt}' end)
        || jsonb_build_object('role', case when a.target_user_id = me then 'betroffen' else 'entschieden' end) order by a.created_at)
        from public.moderation_actions a where me in (a.target_user_id, a.admin_id)),
    'public.appeals', (select jsonb_agg(to_jsonb(a) - '{user_id,decided_by}'::text[] order by a.created_at) from public.appeals a where a.user_id = me),
    'public.archived_posts', (select jsonb_agg(jsonb_build_object('post_id', a.post_id, 'title', a.title, 'content', a.record -> 'post' ->> 'content',
        'reason', a.reason, 'archived_at', a.archived_at, 'restored_at', a.restored_at) order by a.archived_at)
        from public.archived_posts a where a.author_id = me),
    'private.removed_comments', (select jsonb_agg(jsonb_build_object('comment_id', c.comment_id, 'content', c.content, 'removed_at', c.removed_at))
        from private.removed_comments c where c.author_id = me),
    -- What a member of staff did, not to whom.
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
    from jsonb_each(private.export_identity(me) || private.export_content(me) || private.export_moderation(me)
      || private.export_devices(me)) t;
  return jsonb_build_object('exported_at', now(), 'tables', tables);
end $$;
comment on function private.export_own_data() is 'All rows about the caller by table.';
grant execute on function private.export_own_data() to authenticated;

create function public.export_own_data() returns jsonb
language sql set search_path = '' as $$ select private.export_own_data() $$;
comment on function public.export_own_data() is 'RPC: {exported_at, tables: {"public.profiles": [rows], …}} of the caller, without secrets and without data of others. 429 after ten in five minutes.';
revoke all on function public.export_own_data() from public, anon, authenticated;
grant execute on function public.export_own_data() to authenticated;
