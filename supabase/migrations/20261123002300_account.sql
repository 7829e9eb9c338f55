-- Overview ------------------------------------------------------------------------------------------------------------

-- /account. All functions are about the caller only.

create function private.own_profile_of(p public.profiles) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'email', p.email, 'full_name', p.full_name, 'nickname', p.nickname, 'slug', p.slug,
    'avatar_url', p.avatar_url, 'bio', p.bio, 'provider_type', p.provider_type, 'role', p.role, 'karma', p.karma,
    'analytics_consent', p.analytics_consent, 'analytics_consent_updated_at', p.analytics_consent_updated_at,
    'needs_nickname', p.nickname is null, 'needs_invite', p.needs_invite, 'created_at', p.created_at)
$$;
comment on function private.own_profile_of(public.profiles) is 'A profile as ownProfile. Callers must have checked that the reader may see it.';
grant execute on function private.own_profile_of(public.profiles) to authenticated;

create function public.own_profile() returns jsonb
language sql stable set search_path = '' as $$
  select private.own_profile_of(p) from public.profiles p where p.id = (select auth.uid())
$$;
comment on function public.own_profile() is 'RPC: the caller''s profile; null when the account is gone.';

create function private.own_ban() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_banned(auth.uid()) then return null; end if;
  return (
    select jsonb_build_object('until', p.banned_until, 'reason', (
      select m.reason from public.moderation_actions m
      where m.target_user_id = p.id and m.action = 'banned' order by m.created_at desc limit 1))
    from public.profiles p where p.id = (select auth.uid())
  );
end $$;
comment on function private.own_ban() is 'Ban of the caller with its end and reason, or null; does not tell who decided.';

-- Definer, to include comments on posts that are no longer visible.
create function private.count_own_comments() returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.comments c where c.author_id = (select auth.uid()) and c.deleted_at is null
$$;
comment on function private.count_own_comments() is 'Undeleted comments of the caller.';
grant execute on function private.own_ban(), private.count_own_comments() to authenticated;

create function public.account_page() returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  own public.profiles;
begin
  select * into own from public.profiles p where p.id = me;
  if not found then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  return jsonb_build_object(
    'profile', private.own_profile_of(own),
    -- 1 with avatar and nickname, else 0.5 (docs/product/analytics.md).
    'completion', case when own.avatar_url is not null and own.nickname is not null then 1 else 0.5 end,
    'karma_rank', case when own.nickname is not null then private.karma_rank(own.karma) end,
    'counts', (
      select jsonb_build_object('posts', count(*), 'pending_posts', count(*) filter (where p.status = 'pending'),
        'rejected_posts', count(*) filter (where p.status = 'rejected'),
        'comments', private.count_own_comments(),
        'fan_of', (select count(*) from public.star_fans f join public.stars s on s.id = f.star_id and s.is_active where f.user_id = me),
        'unread_notifications', public.get_unread_notification_count(me))
      from public.community_posts p where p.author_id = me),
    'notifications', private.latest_notifications(me, 5),
    'ban', private.own_ban());
end $$;
comment on function public.account_page() is 'RPC of /account: profile, completion, rank, counts, latest notifications, ban. 42501 (hint account_gone) for a token of a deleted account.';

revoke all on function public.own_profile(), public.account_page() from public, anon, authenticated;
grant execute on function public.own_profile(), public.account_page() to authenticated;

-- Nickname, bio and picture -------------------------------------------------------------------------------------------

-- domain has the same rule for nicknames; supabase/tests compares them.

create trigger profiles_05_rate before update of nickname on public.profiles
  for each row when (new.nickname is distinct from old.nickname) execute function private.limit_rate('nicknames', '30');

create function private.nickname_problem(wanted text, member uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when wanted is null or wanted !~ '^[A-Za-z0-9ÄÖÜäöüß_.]{3,20}$' or private.slugify(wanted) = '' then 'form'
    when exists (select from private.reserved_nicknames r where r.word = replace(private.slugify(wanted), '-', '')) then 'reserved'
    when exists (select from public.profiles p where private.nickname_key(p.nickname) = private.nickname_key(wanted) and p.id <> member)
      then 'taken' end
$$;
comment on function private.nickname_problem(text, uuid) is 'Why a member cannot have a nickname: form, reserved, taken; null when it is free.';
grant execute on function private.nickname_problem(text, uuid) to authenticated;

create function private.typed_nickname(typed text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select normalize(btrim(left(typed, 200)), nfc) $$;
comment on function private.typed_nickname(text) is 'A nickname as typed → as stored.';
grant execute on function private.typed_nickname(text) to authenticated;

create function public.nickname_available(p_nickname text) returns jsonb
language plpgsql set search_path = '' as $$
declare problem text;
begin
  perform private.use_quota('nickname questions', 100);
  problem := private.nickname_problem(private.typed_nickname(p_nickname), auth.uid());
  return jsonb_build_object('available', problem is null, 'reason', problem);
end $$;
comment on function public.nickname_available(text) is 'RPC: {available, reason: form | reserved | taken | null}; one''s own counts as available. 429 after 100 calls in five minutes.';

create function public.set_nickname(p_nickname text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wanted constant text := private.typed_nickname(p_nickname);
  problem constant text := private.nickname_problem(wanted, auth.uid());
  answer jsonb;
begin
  if problem in ('form', 'reserved') then
    raise exception '%', case problem when 'form' then 'Dieser Nickname passt nicht.' else 'Dieser Nickname ist reserviert.' end
      using errcode = '23514', hint = 'nickname_' || problem;
  end if;
  update public.profiles p set nickname = wanted where p.id = (select auth.uid()) returning private.own_profile_of(p) into answer;
  return answer;
exception when unique_violation then
  -- Also after a race: another member has taken the nickname or its slug since the check.
  raise exception 'Diesen Nickname hat schon jemand.' using errcode = '23505', hint = 'nickname_taken';
end $$;
comment on function public.set_nickname(text) is 'RPC: sets the caller''s nickname and slug; returns the profile. Hints nickname_form, nickname_reserved, nickname_taken.';

create function public.update_own_profile(p_bio text, p_avatar_path text) returns jsonb
language plpgsql set search_path = '' as $$
declare answer jsonb;
begin
  if char_length(p_bio) > 500 then
    raise exception 'Der Text über dich darf höchstens 500 Zeichen haben.' using errcode = '23514', hint = 'bio_too_long';
  end if;
  update public.profiles p set bio = nullif(btrim(p_bio, E' \n\t'), ''), avatar_url = private.avatar_address(nullif(p_avatar_path, ''))
    where p.id = (select auth.uid()) returning private.own_profile_of(p) into answer;
  return answer;
end $$;
comment on function public.update_own_profile(text, text) is
  'RPC: bio and picture (object name in bucket avatars) as they should be, null removes; returns the profile. Hints bio_too_long, avatar_not_own, avatar_missing.';

revoke all on function public.nickname_available(text), public.set_nickname(text), public.update_own_profile(text, text)
  from public, anon, authenticated;
grant execute on function public.nickname_available(text), public.set_nickname(text), public.update_own_profile(text, text) to authenticated;

-- Own content ---------------------------------------------------------------------------------------------------------

-- /account/stars and /account/inhalte.

create function public.account_stars(p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,00000000-0000-0000-0000-000000000000}');
begin
  return (
    with listed as materialized (
      select f.star_id, f.created_at, c.card || jsonb_build_object('fan_since', f.created_at) as card,
        row_number() over (order by f.created_at desc, f.star_id) as place
      from public.star_fans f
      join private.star_cards c on c.id = f.star_id
      where f.user_id = (select auth.uid()) and f.created_at <= last[1]::timestamptz
        and (f.created_at < last[1]::timestamptz or f.star_id > last[2]::uuid)
      order by f.created_at desc, f.star_id
      limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.card order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.star_id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.account_stars(text, integer) is 'RPC: active stars the caller is a fan of, latest first, after a cursor.';

create function public.own_posts(p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select p.id, p.created_at, row_number() over (order by p.created_at desc, p.id desc) as place,
        jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', left(p.content, 180),
          'status', p.status, 'rejection_reason', p.rejection_reason, 'created_at', p.created_at, 'hearts', p.hearts_count,
          'poops', p.poops_count, 'comments', p.comments_count, 'votes', p.votes_count) as item
      from public.community_posts p
      where p.author_id = (select auth.uid()) and (p.created_at, p.id) < (last[1]::timestamptz, last[2]::uuid)
      order by p.created_at desc, p.id desc
      limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.own_posts(text, integer) is 'RPC: posts of the caller whatever their status, with the reason of a rejection, newest first, after a cursor.';

-- Definer: the policy hides comments on posts that are no longer visible, but authors may see what they wrote.
create function private.list_own_comments(before timestamptz, before_id uuid, wanted integer)
returns table (id uuid, created_at timestamptz, place bigint, item jsonb)
language plpgsql stable security definer rows 25 set search_path = '' as $$
begin
  return query
    select c.id, c.created_at, row_number() over (order by c.created_at desc, c.id desc),
      jsonb_build_object('id', c.id, 'content', c.content, 'created_at', c.created_at, 'edited_at', c.edited_at,
        'hearts', c.hearts_count, 'poops', c.poops_count, 'post',
        case when p.status = 'approved' or p.author_id = (select auth.uid()) then
          jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at) end)
    from public.comments c join public.community_posts p on p.id = c.post_id
    where c.author_id = (select auth.uid()) and c.deleted_at is null and (c.created_at, c.id) < (before, before_id)
    order by c.created_at desc, c.id desc
    limit wanted;
end $$;
comment on function private.list_own_comments(timestamptz, uuid, integer) is 'Undeleted comments of the caller as ownComment, newest first, before a place.';
grant execute on function private.list_own_comments(timestamptz, uuid, integer) to authenticated;

create function public.own_comments(p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select * from private.list_own_comments(last[1]::timestamptz, last[2]::uuid, wanted + 1)
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.own_comments(text, integer) is 'RPC: undeleted comments of the caller, newest first, after a cursor; post is null when it is no longer visible.';

revoke all on function public.account_stars(text, integer), public.own_posts(text, integer), public.own_comments(text, integer)
  from public, anon, authenticated;
grant execute on function public.account_stars(text, integer), public.own_posts(text, integer), public.own_comments(text, integer)
  to authenticated;

-- Sessions ------------------------------------------------------------------------------------------------------------

-- Read from GoTrue's tables.

create function private.session_id() returns uuid
language sql stable set search_path = '' as $$ select private.as_uuid(auth.jwt() ->> 'session_id') $$;
comment on function private.session_id() is 'Session of the caller''s token, or null.';
grant execute on function private.session_id() to authenticated;

create function private.short_address(address inet) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select network(set_masklen(address, case family(address) when 4 then 24 else 48 end))::text
$$;
comment on function private.short_address(inet) is 'The network of an address: enough to recognise a connection, too little to identify a person.';

create function private.account_sessions() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'created_at', s.created_at, 'refreshed_at', s.seen_at,
    'user_agent', s.user_agent, 'ip', private.short_address(s.ip), 'aal', coalesce(s.aal::text, 'aal1'), 'is_current', s.is_current)
    order by s.is_current desc, s.seen_at desc, s.id), '[]'::jsonb)
  from (
    select l.id, l.created_at, l.user_agent, l.ip, l.aal, l.id is not distinct from private.session_id() as is_current,
      -- GoTrue stores refreshed_at without a time zone, in UTC.
      coalesce(l.refreshed_at at time zone 'UTC', l.created_at) as seen_at
    from auth.sessions l
    where l.user_id = auth.uid() and (l.not_after is null or l.not_after > now())
    order by is_current desc, seen_at desc limit 100
  ) s
$$;
comment on function private.account_sessions() is 'Sessions of the caller that have not ended, as accountSession.';

create function private.end_session(session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- Refresh tokens are deleted by cascade.
  delete from auth.sessions s where s.id = session and s.user_id = auth.uid();
  return found;
end $$;
comment on function private.end_session(uuid) is 'Ends a session of the caller; false when there is no such session.';
grant execute on function private.account_sessions(), private.end_session(uuid) to authenticated;

create function public.account_sessions() returns jsonb
language sql stable set search_path = '' as $$ select private.account_sessions() $$;
comment on function public.account_sessions() is 'RPC: where the caller is signed in, the current session first; addresses are shortened.';

create function public.end_session(p_id uuid) returns boolean
language sql set search_path = '' as $$ select private.end_session(p_id) $$;
comment on function public.end_session(uuid) is 'RPC: ends one session of the caller; an access token issued before stays valid until it expires, at most an hour.';

revoke all on function public.account_sessions(), public.end_session(uuid) from public, anon, authenticated;
grant execute on function public.account_sessions(), public.end_session(uuid) to authenticated;

-- Recent proof of identity --------------------------------------------------------------------------------------------

create function private.recently_proven(within interval default interval '10 minutes') returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from jsonb_array_elements(case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) a
    where a ->> 'method' in ('password', 'oauth', 'otp', 'totp', 'mfa/phone')
      and jsonb_typeof(a -> 'timestamp') = 'number' and to_timestamp((a ->> 'timestamp')::double precision) > now() - within
  ) and exists (
    -- A token outlives its session by up to an hour, so a session that was ended elsewhere does not count.
    select from auth.sessions s where s.id = private.session_id() and s.user_id = auth.uid()
  )
$$;
comment on function private.recently_proven(interval) is
  'Whether the caller''s session is active and the caller has proven their identity by password, provider, mailed link or second factor within that time (amr claims of the token).';

create function private.require_proof() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or not private.recently_proven() then
    raise exception 'Bitte melde dich dafür noch einmal an.' using errcode = '42501', hint = 'reauthentication_needed';
  end if;
  if not private.session_meets_mfa() then
    raise exception 'Bitte bestätige das mit deinem zweiten Faktor.' using errcode = '42501', hint = 'mfa_needed';
  end if;
end $$;
comment on function private.require_proof() is 'Refuses with hint reauthentication_needed or mfa_needed unless the caller has recently proven their identity.';

-- Consent -------------------------------------------------------------------------------------------------------------

-- Consent to analytics, shared by a member's devices. settleConsent() of domain decides which of two choices wins.

create function private.record_consent(is_full boolean, decided_at timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- Browsers count in milliseconds. A clock that is ahead must not win over a later choice on another device.
  moment constant timestamptz := date_trunc('milliseconds', least(decided_at, now()));
  answer jsonb;
begin
  update public.profiles p set analytics_consent = is_full, analytics_consent_updated_at = moment
    where p.id = auth.uid() and moment > coalesce(p.analytics_consent_updated_at, '-infinity');
  select jsonb_build_object('analytics_consent', p.analytics_consent, 'analytics_consent_updated_at', p.analytics_consent_updated_at)
    into answer from public.profiles p where p.id = auth.uid();
  return answer;
end $$;
comment on function private.record_consent(boolean, timestamptz) is
  'Records the caller''s choice and when it was made, unless a newer one is recorded; returns the recorded one. The only way to write these columns.';
grant execute on function private.record_consent(boolean, timestamptz) to authenticated;

create function public.record_consent(p_full boolean, p_decided_at timestamptz) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.use_quota('consent', 60);
  return private.record_consent(p_full, p_decided_at);
end $$;
comment on function public.record_consent(boolean, timestamptz) is
  'RPC: records full (true) or essential (false) consent of the caller as of that instant, not later than now; an older one changes nothing. Returns {analytics_consent, analytics_consent_updated_at}. 429 after 60 in five minutes.';
revoke all on function public.record_consent(boolean, timestamptz) from public, anon, authenticated;
grant execute on function public.record_consent(boolean, timestamptz) to authenticated;

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
    'public.demand_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
        from public.demand_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.realness_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
        from public.realness_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.drama_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
        from public.drama_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.star_fans', (select jsonb_agg((to_jsonb(f) - 'user_id') || jsonb_build_object('star', s.full_name) order by f.created_at)
        from public.star_fans f join public.stars s on s.id = f.star_id where f.user_id = me),
    -- The second part of a reaction's source is the member who reacted.
    'public.karma_events', (select jsonb_agg((to_jsonb(k) - '{user_id,actor_id}'::text[]) || jsonb_build_object('source', split_part(k.source, ':', 1))
        order by k.created_at) from public.karma_events k where k.user_id = me),
    'public.news', (select jsonb_agg(to_jsonb(n) - 'author_id' order by n.created_at) from public.news n where n.author_id = me))
$$;
comment on function private.export_content(uuid) is 'Export: posts, comments, votes, reactions, fans, karma, news.';

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

-- Deletion ------------------------------------------------------------------------------------------------------------

-- Deleting an account anonymises content and erases votes and personal data. Rows that reference profiles are deleted or anonymised by
-- foreign key; this section handles the rest. It applies to every deletion of an account, also by the team.

create function private.mention_pattern(nickname text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select '@' || replace(replace(replace(replace(private.nickname_key(nickname), '.', '\.'), 'ä', '[Ää]'), 'ö', '[Öö]'), 'ü', '[Üü]')
    || '(?!\.?[A-Za-z0-9ÄÖÜäöüß_])'
$$;
comment on function private.mention_pattern(text) is 'Regular expression for @nickname, case-insensitive, that does not match longer nicknames.';

-- Preserves the length, so that no text becomes too long or too short.
create function private.erase_mentions(nickname text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  pattern constant text := private.mention_pattern(nickname);
  mask constant text := '@' || repeat('*', char_length(nickname));
  place record;
begin
  if nickname is null then return; end if;
  for place in select * from (values
    ('public', 'community_posts', 'title'), ('public', 'community_posts', 'content'), ('public', 'community_posts', 'rejection_reason'),
    ('public', 'post_rumors', 'verification_reason'), ('public', 'comments', 'content'), ('private', 'removed_comments', 'content'),
    ('public', 'notifications', 'title'), ('public', 'notifications', 'message'), ('public', 'reports', 'details'),
    ('public', 'reports', 'action_reason'), ('public', 'moderation_actions', 'reason'), ('public', 'moderation_actions', 'content_excerpt'),
    ('public', 'appeals', 'message'),
    ('public', 'appeals', 'decision_reason'), ('public', 'archived_posts', 'title'), ('public', 'archived_posts', 'reason'),
    ('public', 'profiles', 'bio'), ('public', 'news', 'body'), ('public', 'invites', 'note')
  ) as texts (in_schema, in_table, in_column) loop
    execute format('update %1$I.%2$I set %3$I = regexp_replace(%3$I, $1, $2, ''gi'') where %3$I like ''%%@%%'' and %3$I ~* $1',
      place.in_schema, place.in_table, place.in_column) using pattern, mask;
  end loop;
  update public.notifications n set data = regexp_replace(n.data::text, pattern, mask, 'gi')::jsonb where n.data::text ~* pattern;
  update public.archived_posts a set record = regexp_replace(a.record::text, pattern, mask, 'gi')::jsonb where a.record::text ~* pattern;
end $$;
comment on function private.erase_mentions(text) is 'Masks @mentions of a nickname in texts of others.';

create function private.erase_former_mentions(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  slugs constant text[] := array(
    select p.slug from public.public_profiles p where p.id = member
    union all select h.old_slug from public.profile_slug_history h where h.profile_id = member);
  former record;
begin
  for former in
    select c.id, named.key as nickname from public.comments c cross join lateral jsonb_each_text(c.mentions) as named
    where c.mentions is not null and named.value = any (slugs)
  loop
    update public.comments c
      set content = regexp_replace(c.content, private.mention_pattern(former.nickname), '@' || repeat('*', char_length(former.nickname)), 'gi')
      where c.id = former.id;
  end loop;
end $$;
comment on function private.erase_former_mentions(uuid) is
  'Masks former nicknames of a member where comments mention them; after private.erase_mentions(), which finds the current one everywhere.';

create function private.without_member(record jsonb, member uuid) returns jsonb
language sql immutable strict parallel safe set search_path = '' as $$
  select replace((select jsonb_object_agg(part.key, case
      when jsonb_typeof(part.value) <> 'array' then part.value
      else (select coalesce(jsonb_agg(e), '[]'::jsonb) from jsonb_array_elements(part.value) e where e ->> 'user_id' is distinct from member::text) end)
    from jsonb_each(record) part)::text, '"' || member::text || '"', 'null')::jsonb
$$;
comment on function private.without_member(jsonb, uuid) is 'A record of archived_posts without a member''s votes and reactions, and without them as author.';

create function private.erase_from_notifications(member uuid, nickname text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notifications n where n.actor_id = member and n.actors_count = 1;
  -- Grouped notifications keep the other people and show the next one.
  update public.notifications n set actors_count = n.actors_count - 1,
      actor_id = (select a.actor_id from private.notification_actors a join public.public_profiles p on p.id = a.actor_id
        where a.notification_id = n.id and a.actor_id <> member limit 1),
      title = replace(n.title, coalesce(nickname, ''), 'Jemand'), message = replace(n.message, coalesce(nickname, ''), 'Jemand')
    where n.actors_count > 1 and exists (select from private.notification_actors a where a.notification_id = n.id and a.actor_id = member);
  delete from private.notification_actors a where a.actor_id = member;
end $$;
comment on function private.erase_from_notifications(uuid, text) is 'Removes a member from the notifications of others.';

create function private.erase_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare gone_nickname constant text := (select p.nickname from public.profiles p where p.id = old.id);
begin
  -- Unpublished posts: nobody has seen them, and without an author nobody waits for them.
  delete from public.community_posts p where p.author_id = old.id and p.status <> 'approved';
  perform private.erase_from_notifications(old.id, gone_nickname);
  perform private.erase_mentions(gone_nickname);
  perform private.erase_former_mentions(old.id);
  update public.archived_posts a set record = private.without_member(a.record, old.id) where a.record::text like '%' || old.id::text || '%';
  update public.analytics_events e set metadata = e.metadata - '{admin_id,admin_name,admin_nickname}'::text[]
    where e.user_id = old.id and e.metadata @> '{"admin_action": true}';
  -- The log keeps an id that no longer resolves; its copies among the analytics events are deleted.
  update public.admin_actions a set details = a.details - '{name,from}'::text[]
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
comment on function private.erase_member() is 'Trigger: erases what refers to a member without a foreign key.';
create trigger hot_erase_member before delete on auth.users for each row execute function private.erase_member();

create function private.delete_own_account() returns boolean
language plpgsql security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  perform private.require_proof();
  perform pg_advisory_xact_lock(hashtextextended('admins', 0));
  if exists (select from public.profiles p where p.id = me and p.role = 'admin')
     and not exists (select from public.profiles p where p.role = 'admin' and p.id <> me and not private.is_banned(p.id)) then
    raise exception 'Du bist der einzige Admin. Ernenne zuerst jemand anderen.' using errcode = '42501', hint = 'last_admin';
  end if;
  if private.own_avatars() > 0 then
    raise exception 'Dein Bild ist noch da. Entferne es zuerst.' using errcode = '55000', hint = 'avatars_left';
  end if;
  delete from auth.users u where u.id = me;
  return found;
end $$;
comment on function private.delete_own_account() is 'Deletes the caller''s account with everything that refers to it.';
grant execute on function private.delete_own_account() to authenticated;

create function public.delete_own_account() returns boolean
language sql set search_path = '' as $$ select private.delete_own_account() $$;
comment on function public.delete_own_account() is
  'RPC: deletes the caller''s account permanently. Hints reauthentication_needed, mfa_needed, avatars_left, last_admin.';
revoke all on function public.delete_own_account() from public, anon, authenticated;
grant execute on function public.delete_own_account() to authenticated;
