-- Who has a second factor acts with it -----------------------------------------------------------------------------------

-- A password alone must not open the account of a member with a second factor: until the factor is proven, the session reads
-- and writes what a guest does (docs/decisions/049-second-factor-of-members.md). Policies ask, so that it holds for REST, storage
-- and realtime, and for functions that are written later; definer functions, which policies do not see, ask themselves.

create function private.is_proven() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare level constant text := private.session_aal();
begin
  if level is null then return false; end if;
  -- Token and session: a token from before the code was entered proves nothing, nor does one whose factor was removed.
  return (level = 'aal2' and auth.jwt() ->> 'aal' = 'aal2')
    or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified');
end $$;
comment on function private.is_proven() is
  'Whether the session of the caller''s token has not ended and has proven the account''s second factor, if it has one. False for guests.';
grant execute on function private.is_proven() to authenticated, service_role;

create function private.require_proven() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_proven() then return; end if;
  if not private.session_is_live() then
    raise sqlstate 'PT401' using message = 'Deine Anmeldung ist beendet. Melde dich neu an.', hint = 'session_ended';
  end if;
  raise exception 'Bestätige zuerst deinen zweiten Faktor.' using errcode = '42501', hint = 'mfa_needed';
end $$;
comment on function private.require_proven() is
  'Refuses with hint mfa_needed while the account''s second factor is not proven in this session, with session_ended once the session has ended.';
grant execute on function private.require_proven() to authenticated, service_role;

create or replace function private.may_write() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.profiles p
    where p.id = auth.uid() and not p.needs_invite
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  ) and private.is_proven();
end $$;
comment on function private.may_write() is
  'The caller is a member whose session has not ended and has proven the second factor if there is one, is not banned, and has redeemed an invite if one was needed: may post, comment, vote, react.';

-- Restrictive: they hold beside every other policy, also those written later. `(select …)` asks once a statement. Other writes of
-- members ask may_write().
do $$
declare
  own record;
  command text;
begin
  for own in select * from (values
    ('public.profiles', '{select,update}'::text[]),
    ('public.demand_votes', '{select}'), ('public.realness_votes', '{select}'), ('public.drama_votes', '{select}'),
    ('public.rumor_votes', '{select}'), ('public.poll_votes', '{select}'),
    ('public.post_reactions', '{select}'), ('public.comment_reactions', '{select}'),
    ('public.karma_events', '{select}'), ('public.invite_redemptions', '{select}'),
    ('public.appeals', '{select,insert}'),
    ('public.notifications', '{select,update,delete}'),
    ('public.notification_preferences', '{select,insert,update,delete}'),
    ('public.push_devices', '{select,delete}'),
    ('public.user_sessions', '{select}'),
    ('public.saved_posts', '{select}'),
    ('public.comment_reads', '{select,insert,update,delete}')
  ) as tables (name, commands) loop
    foreach command in array own.commands loop
      execute format('create policy %I on %s as restrictive for %s to authenticated %s', 'second factor: ' || command, own.name, command,
        case command
          when 'insert' then 'with check ((select private.is_proven()))'
          when 'update' then 'using ((select private.is_proven())) with check ((select private.is_proven()))'
          else 'using ((select private.is_proven()))'
        end);
    end loop;
  end loop;
end $$;

-- Own posts that are not approved; approved ones are everybody's.
create policy "second factor: select" on public.community_posts as restrictive for select to authenticated
  using (status = 'approved' or (select private.is_proven()));

drop policy "members add own avatars" on storage.objects;
create policy "members add own avatars" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and private.is_own_avatar(name, (select auth.uid())) and (select private.may_add_avatar())
    and (select private.is_proven()));
drop policy "members list own avatars" on storage.objects;
create policy "members list own avatars" on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text and (select private.is_proven()));
drop policy "members remove own avatars" on storage.objects;
create policy "members remove own avatars" on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text and (select private.is_proven()));

-- What policies do not see --------------------------------------------------------------------------------------------------

create or replace function private.require_self(member uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if member is distinct from auth.uid() or member is null then
    raise exception 'Das geht nur für das eigene Konto.' using errcode = '42501', hint = 'not_self';
  end if;
  perform private.require_proven();
end $$;

create or replace function private.require_writer() returns void
language plpgsql stable security definer set search_path = '' as $$
declare me public.profiles;
begin
  select * into me from public.profiles p where p.id = auth.uid();
  if me.id is null then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.require_proven();
  if private.is_banned(me.id) then
    raise exception 'Dein Konto ist gesperrt. Du kannst gerade nichts schreiben.' using errcode = '42501', hint = 'banned';
  elsif me.needs_invite then
    raise exception 'Löse zuerst einen Einladungscode ein.' using errcode = '42501', hint = 'invite_required';
  end if;
end $$;

create or replace function private.own_moderation_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select jsonb_build_object(
      'is_banned', private.is_banned(p.id),
      'banned_until', case when private.is_banned(p.id) then p.banned_until end,
      'decisions', coalesce((
        select jsonb_agg(jsonb_build_object('id', a.id, 'action', a.action, 'severity', a.severity, 'reason', a.reason,
          'ban_duration_days', a.ban_duration_days, 'rule', a.rule, 'content_excerpt', a.content_excerpt, 'reported', a.report_id is not null,
          'created_at', a.created_at, 'target_type', a.target_type,
          'target_post_id', a.target_post_id, 'target_comment_id', a.target_comment_id) order by a.created_at desc)
        from (
          select * from public.moderation_actions m
          where m.target_user_id = p.id and (m.counts_as_warning or m.action in ('banned', 'deleted'))
          order by m.created_at desc limit 500
        ) a), '[]'::jsonb))
    from public.profiles p where p.id = auth.uid());
end $$;

create or replace function private.own_decisions(p_after text, p_limit integer, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  wanted constant integer := private.page_limit(p_limit, 20);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  perform private.require_proven();
  return (
    with listed as materialized (
      select m.id, m.created_at, row_number() over (order by m.created_at desc, m.id desc) as place, private.decision_item(m) as item
      from public.moderation_actions m
      where m.target_user_id = me and m.action in ('warned', 'deleted', 'banned') and (p_id is null or m.id = p_id)
        and (m.created_at, m.id) < (last[1]::timestamptz, last[2]::uuid)
      order by m.created_at desc, m.id desc limit wanted + 1
    )
    select jsonb_build_object('ban', private.own_ban(),
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create or replace function private.account_sessions() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
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
    ) s);
end $$;

create or replace function private.own_rated_stars() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  perform private.require_proven();
  return array(
    select d.star_id from public.demand_votes d
    join public.realness_votes r on r.user_id = me and r.star_id = d.star_id
    join public.drama_votes a on a.user_id = me and a.star_id = d.star_id
    join public.stars s on s.id = d.star_id and s.is_active
    where d.user_id = me);
end $$;

create or replace function private.redeem_invite(typed text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := auth.uid();
  who constant text := private.guesser_of(member::text);
begin
  if member is null or private.is_banned(member) or not exists (select from public.profiles p where p.id = member) then
    raise exception 'Bitte melde dich zuerst an.' using errcode = '42501', hint = 'not_allowed';
  end if;
  perform private.require_proven();
  if private.too_many_guesses(who) then perform private.refuse_guess(); end if;
  if private.redeem_code(member, typed) then return true; end if;
  insert into private.invite_guesses (guesser) values (who);
  return false;
end $$;

create or replace function private.record_consent(is_full boolean, decided_at timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- Browsers count in milliseconds. A clock that is ahead must not win over a later choice on another device.
  moment constant timestamptz := date_trunc('milliseconds', least(decided_at, now()));
  answer jsonb;
begin
  perform private.require_proven();
  update public.profiles p set analytics_consent = is_full, analytics_consent_updated_at = moment
    where p.id = auth.uid() and moment > coalesce(p.analytics_consent_updated_at, '-infinity');
  select jsonb_build_object('analytics_consent', p.analytics_consent, 'analytics_consent_updated_at', p.analytics_consent_updated_at)
    into answer from public.profiles p where p.id = auth.uid();
  return answer;
end $$;

create or replace function private.register_push_device(device uuid, device_kind text, device_token text, device_p256dh text, device_auth text,
  device_environment text) returns void
language plpgsql security definer set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  perform private.require_proven();
  -- The member who signed in last on a device gets its notifications; the previous one no longer does.
  delete from public.push_devices d where d.token = device_token and d.id <> device;
  -- A session that has ended meanwhile must not leave a device behind.
  insert into public.push_devices as known (id, user_id, session_id, kind, token, p256dh, auth, environment)
    select device, me, s.id, device_kind, device_token, device_p256dh, device_auth,
      case when device_kind = 'ios' then coalesce(device_environment, 'production') else device_environment end
    from auth.sessions s where s.id = private.session_id() and s.user_id = me
    on conflict (id) do update set user_id = excluded.user_id, session_id = excluded.session_id, kind = excluded.kind,
      token = excluded.token, p256dh = excluded.p256dh, auth = excluded.auth, environment = excluded.environment, last_seen_at = now();
  if not found then
    raise exception 'Deine Anmeldung ist abgelaufen. Melde dich neu an.' using errcode = '42501', hint = 'session_gone';
  end if;
  delete from public.push_devices d where d.user_id = me and d.id in (
    select o.id from public.push_devices o where o.user_id = me order by o.last_seen_at desc, o.created_at desc offset 20);
end $$;

create or replace function private.blocks_of_caller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return coalesce((
    select jsonb_agg(jsonb_build_object('member', m.ref, 'kind', b.kind, 'since', b.created_at) order by b.created_at desc, b.other_id)
    from private.member_blocks b join private.member_refs m on m.id = b.other_id where b.member_id = auth.uid()), '[]'::jsonb);
end $$;

create or replace function private.block_member(member uuid, wanted text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  -- Arbitrary: the list is one small answer on every visit.
  most constant integer := 500;
begin
  if not exists (select from public.profiles p where p.id = me) then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.require_proven();
  perform private.use_quota('blocks', 100);
  if wanted is null then
    delete from private.member_blocks b where b.member_id = me and b.other_id = member;
    return;
  end if;
  if wanted not in ('block', 'mute') then perform private.refuse('Das gibt es nicht.', 'unknown_type'); end if;
  if member = me then perform private.refuse('Dich selbst wirst du hier nicht los.', 'own_account'); end if;
  if not exists (select from public.public_profiles p where p.id = member) then
    raise exception 'Dieses Mitglied gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  if (select count(*) from private.member_blocks b where b.member_id = me and b.other_id <> member) >= most then
    perform private.refuse('Mehr als 500 gehen nicht. Heb zuerst eine Blockierung auf.', 'too_many_blocks');
  end if;
  insert into private.member_blocks (member_id, other_id, kind) values (me, member, wanted)
    on conflict (member_id, other_id) do update set kind = excluded.kind;
end $$;

-- Policies alone would let these do nothing and say nothing.
create or replace function public.own_profile() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_proven();
  return (select private.own_profile_of(p) from public.profiles p where p.id = (select auth.uid()));
end $$;

comment on function public.own_profile() is 'RPC: the caller''s profile. Hints session_ended, mfa_needed.';

create or replace function public.set_nickname(p_nickname text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wanted constant text := private.typed_nickname(p_nickname);
  problem constant text := private.nickname_problem(wanted, auth.uid());
  answer jsonb;
begin
  perform private.require_proven();
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

-- Here and not in the private function, which every new table of members changes.
create or replace function public.export_own_data() returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.require_proven();
  return private.export_own_data();
end $$;
