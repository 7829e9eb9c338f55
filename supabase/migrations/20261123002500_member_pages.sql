-- Profile pages -------------------------------------------------------------------------------------------------------

-- /user/{slug} and its tabs.

create index public_profiles_karma on public.public_profiles (karma desc, id);

-- Counted among the first thousand only: beyond that the rank means little, and counting would take longer with every member.
create function private.karma_rank(of_karma integer) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case when count(*) < 1000 then count(*) + 1 end
    from (select from public.public_profiles o where o.karma > of_karma limit 1000) ahead
  );
end $$;
comment on function private.karma_rank(integer) is 'Rank of a karma among all members, 1 = most; null beyond rank 1,000.';
grant execute on function private.karma_rank(integer) to anon, authenticated, service_role;

create function private.member_by(p_key text) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  -- '@' marks a nickname, because slugs have none.
  if p_key like '@%' then
    return (select m.id from public.public_profiles m where private.nickname_key(m.nickname) = private.nickname_key(substr(p_key, 2)));
  end if;
  return (
    select coalesce(
      (select m.id from public.public_profiles m where m.slug = p_key),
      (select h.profile_id from public.profile_slug_history h where h.old_slug = p_key))
  );
end $$;
comment on function private.member_by(text) is 'Member by current or former slug, or by @nickname; null when there is none.';
grant execute on function private.member_by(text) to anon, authenticated, service_role;

-- Definer functions, because the policy of comments checks the post of every row, and for a busy member the planner would rather scan
-- all posts. They return comments on approved posts only, as the policy does for guests.
create function private.list_member_comments(member uuid, before timestamptz, before_id uuid, wanted integer) returns setof uuid
language plpgsql stable security definer rows 25 set search_path = '' as $$
begin
  return query
    select c.id from public.comments c
    where c.author_id = member and c.deleted_at is null and (c.created_at, c.id) < (before, before_id)
      and (select p.status = 'approved' from public.community_posts p where p.id = c.post_id)
    order by c.created_at desc, c.id desc
    limit wanted;
end $$;
comment on function private.list_member_comments(uuid, timestamptz, uuid, integer) is 'Ids of a member''s undeleted comments on approved posts, newest first, before a place.';

create function private.count_member_comments(member uuid) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select count(*) from public.comments c join public.community_posts p on p.id = c.post_id and p.status = 'approved'
    where c.author_id = member and c.deleted_at is null
  );
end $$;
comment on function private.count_member_comments(uuid) is 'Number of a member''s undeleted comments on approved posts.';
grant execute on function private.list_member_comments(uuid, timestamptz, uuid, integer), private.count_member_comments(uuid)
  to anon, authenticated, service_role;

create function public.profile_page(p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.member_by(p_slug);
begin
  return (
    select jsonb_build_object(
      'id', m.id, 'slug', m.slug, 'nickname', m.nickname, 'avatar_url', m.avatar_url, 'bio', m.bio, 'karma', m.karma, 'joined', m.joined,
      'karma_rank', private.karma_rank(m.karma),
      'posts', (select count(*) from public.community_posts p where p.author_id = m.id and p.status = 'approved'),
      'comments', private.count_member_comments(m.id),
      'fan_of', (select count(*) from public.star_fans f join public.stars s on s.id = f.star_id and s.is_active where f.user_id = m.id))
    from public.public_profiles m
    where m.id = wanted
  );
end $$;
comment on function public.profile_page(text) is
  'Page /user/{slug}: by current or former slug or @nickname (then slug differs from the one asked for), or null. karma_rank is null beyond rank 1,000.';

create function public.profile_posts(p_profile_id text, p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  member constant uuid := private.as_uuid(p_profile_id);
  wanted constant integer := private.page_limit(p_limit);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select p.id, p.created_at, row_number() over (order by p.created_at desc, p.id desc) as place
      from public.community_posts p
      where p.author_id = member and p.status = 'approved' and (p.created_at, p.id) < (last[1]::timestamptz, last[2]::uuid)
      order by p.created_at desc, p.id desc
      limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(c.card order by l.place) from listed l join private.post_cards c on c.id = l.id where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.profile_posts(text, text, integer) is 'Approved posts of a member, newest first, after a cursor.';

create function public.profile_comments(p_profile_id text, p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  member constant uuid := private.as_uuid(p_profile_id);
  wanted constant integer := private.page_limit(p_limit);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select c.id, c.created_at, l.place,
        jsonb_build_object('id', c.id, 'content', c.content, 'created_at', c.created_at, 'hearts', c.hearts_count, 'poops', c.poops_count,
          'post', jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at)) as item
      from private.list_member_comments(member, last[1]::timestamptz, last[2]::uuid, wanted + 1) with ordinality as l (id, place)
      join public.comments c on c.id = l.id
      join public.community_posts p on p.id = c.post_id
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.profile_comments(text, text, integer) is 'Undeleted comments of a member on approved posts, newest first, after a cursor.';

create function public.profile_fan_of(p_profile_id text, p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  member constant uuid := private.as_uuid(p_profile_id);
  wanted constant integer := private.page_limit(p_limit);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,00000000-0000-0000-0000-000000000000}');
begin
  return (
    with listed as materialized (
      select f.star_id, f.created_at, c.card, row_number() over (order by f.created_at desc, f.star_id) as place
      from public.star_fans f
      join private.star_cards c on c.id = f.star_id
      where f.user_id = member and f.created_at <= last[1]::timestamptz
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
comment on function public.profile_fan_of(text, text, integer) is 'Stars a member is a fan of, latest first, after a cursor.';

revoke execute on function public.profile_page(text), public.profile_posts(text, text, integer), public.profile_comments(text, text, integer),
  public.profile_fan_of(text, text, integer) from public;
grant execute on function public.profile_page(text), public.profile_posts(text, text, integer), public.profile_comments(text, text, integer),
  public.profile_fan_of(text, text, integer) to anon, authenticated, service_role;

-- Admin: reading ------------------------------------------------------------------------------------------------------

-- /admin/users: the list of members and the record of one. Admins only: both show e-mail addresses.

-- Indexes the expression of the search below. Changes of karma by hearts do not touch it.
create index profiles_search on public.profiles using gin (
  private.search_fold(coalesce(nickname, '') || ' ' || coalesce(email, '') || ' ' || coalesce(full_name, '')) extensions.gin_trgm_ops);

create function private.admin_member_row(p public.profiles) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'email', p.email, 'full_name', p.full_name, 'nickname', p.nickname, 'slug', p.slug,
    'avatar_url', p.avatar_url, 'role', p.role, 'is_banned', private.is_banned(p.id),
    'banned_until', case when private.is_banned(p.id) then p.banned_until end, 'needs_invite', p.needs_invite, 'karma', p.karma,
    'provider_type', p.provider_type, 'created_at', p.created_at)
$$;
comment on function private.admin_member_row(public.profiles) is 'A member as adminMember, for admins.';

create function private.admin_users_page(p_query text, p_role text, p_state text, p_after text, p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  wanted constant integer := private.page_limit(p_limit, 50);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
  needle constant text := private.search_fold(private.trim_text(left(coalesce(p_query, ''), 200)));
  -- The trigram index finds nothing for one or two characters, so those match the beginning of a nickname.
  beginning constant text := case when char_length(needle) between 1 and 2
    then private.nickname_key(private.trim_text(p_query)) end;
  pattern constant text := case when char_length(needle) > 2
    then '%' || replace(replace(replace(needle, '\', '\\'), '%', '\%'), '_', '\_') || '%' end;
begin
  perform private.require_admin();
  return (
    with listed as materialized (
      select p.id, p.created_at, row_number() over (order by p.created_at desc, p.id desc) as place, private.admin_member_row(p) as item
      from (
        select * from public.profiles m
        where (m.created_at, m.id) < (last[1]::timestamptz, last[2]::uuid)
          and (p_role is null or m.role = p_role)
          and (p_state is null
            or p_state = 'banned' and m.is_banned and (m.banned_until is null or m.banned_until > now())
            or p_state = 'needs_invite' and m.needs_invite
            or p_state = 'nameless' and m.nickname is null)
          and (pattern is null or private.search_fold(coalesce(m.nickname, '') || ' ' || coalesce(m.email, '') || ' '
            || coalesce(m.full_name, '')) like pattern)
          and (beginning is null or starts_with(private.nickname_key(m.nickname), beginning))
        order by m.created_at desc, m.id desc limit wanted + 1
      ) p
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function private.admin_users_page(text, text, text, text, integer) is
  'Members, newest first, whose nickname, address or name holds the text; by role, and by state banned, needs_invite or nameless.';

create function private.admin_member_history(member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'action', h.action, 'severity', h.severity, 'reason', h.reason,
    'ban_duration_days', h.ban_duration_days, 'counts_as_warning', h.counts_as_warning, 'target_type', h.target_type,
    'created_at', h.created_at, 'by', r.ref) order by h.created_at desc, h.id), '[]'::jsonb)
  from (
    select * from public.moderation_actions a
    where a.target_user_id = member and a.action not in ('approved', 'ignored')
    order by a.created_at desc limit 100
  ) h
  left join private.member_refs r on r.id = h.admin_id
$$;
comment on function private.admin_member_history(uuid) is 'The latest 100 decisions against a member or lifting one, as adminDecision.';

create function private.admin_user_page(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'member', private.admin_member_row(p),
      'bio', p.bio,
      'confirmed', u.email_confirmed_at is not null or p.provider_type <> 'email',
      'invited_at', u.invited_at,
      'last_sign_in_at', u.last_sign_in_at,
      'two_factor', exists (select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified'),
      'sessions', (select count(*) from (
        select from auth.sessions s where s.user_id = p.id and (s.not_after is null or s.not_after > now()) limit 100) s),
      'posts', (select count(*) from (select from public.community_posts c where c.author_id = p.id limit 1000) c),
      'comments', (select count(*) from (
        select from public.comments c where c.author_id = p.id and c.deleted_at is null limit 1000) c),
      'warnings', (select count(*) from public.moderation_actions a
        where a.target_user_id = p.id and a.counts_as_warning and a.created_at > now() - interval '90 days'),
      'is_last_admin', p.role = 'admin' and not private.other_admin_than(p.id),
      'invite_code', (select i.code from public.invite_redemptions r join public.invites i on i.id = r.invite_id where r.user_id = p.id),
      'history', private.admin_member_history(p.id))
    from public.profiles p join auth.users u on u.id = p.id where p.id = p_id);
end $$;
comment on function private.admin_user_page(uuid) is 'The record of one member for admins, as adminUserPage; null when there is none.';

create function public.admin_users_page(
  p_query text default null, p_role text default null, p_state text default null, p_after text default null, p_limit integer default 50
) returns jsonb
language sql stable set search_path = '' as $$ select private.admin_users_page(p_query, p_role, p_state, p_after, p_limit) $$;
comment on function public.admin_users_page(text, text, text, text, integer) is
  'RPC for admins: members, newest first, after a cursor; by text, role and state (banned, needs_invite, nameless).';

create function public.admin_user_page(p_id uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.admin_user_page(p_id) $$;
comment on function public.admin_user_page(uuid) is 'RPC for admins: one member with sign-in, counts, warnings of 90 days and decisions; null when there is none.';

grant execute on function private.admin_users_page(text, text, text, text, integer), private.admin_user_page(uuid) to authenticated;
revoke all on function public.admin_users_page(text, text, text, text, integer), public.admin_user_page(uuid) from public, anon, authenticated;
grant execute on function public.admin_users_page(text, text, text, text, integer), public.admin_user_page(uuid) to authenticated;

create function public.admin_get_all_users() returns table (
  id uuid, email text, full_name text, nickname text, slug text, avatar_url text, role text, is_banned boolean,
  banned_until timestamptz, karma integer, provider_type text, created_at timestamptz, updated_at timestamptz
)
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Das dürfen nur Admins.' using errcode = '42501', hint = 'not_allowed';
  end if;
  return query select p.id, p.email, p.full_name, p.nickname, p.slug, p.avatar_url, p.role, p.is_banned, p.banned_until,
    p.karma, p.provider_type, p.created_at, p.updated_at from public.profiles p order by p.created_at desc, p.id;
end $$;
comment on function public.admin_get_all_users() is 'RPC for admins: every member, newest first.';
revoke all on function public.admin_get_all_users() from public, anon, authenticated;
grant execute on function public.admin_get_all_users() to authenticated, service_role;

-- Admin: writing ------------------------------------------------------------------------------------------------------

-- Actions of the team on a member's account. Each writes one row of the log, checks who may do what to whom, and takes effect
-- immediately.

create function private.other_staff_rule(member uuid) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare found_member public.profiles;
begin
  perform private.require_moderator();
  select * into found_member from public.profiles p where p.id = member for update;
  if not found then
    raise exception 'Dieses Mitglied gibt es nicht mehr.' using errcode = 'P0002', hint = 'member_gone';
  end if;
  if member = auth.uid() then
    raise exception 'Über dich selbst entscheidet jemand anderes.' using errcode = '42501', hint = 'own_account';
  end if;
  if found_member.role <> 'user' and not private.is_admin() then
    raise exception 'Über das Team entscheiden nur Admins.' using errcode = '42501', hint = 'staff_by_admins';
  end if;
  return found_member;
end $$;
comment on function private.other_staff_rule(uuid) is
  'The member, locked, when the caller may act on them: staff, never oneself, and on staff only admins. Hints not_allowed, member_gone, own_account, staff_by_admins.';

create function private.given_reason(typed text) returns text
language plpgsql immutable set search_path = '' as $$
declare cleaned constant text := private.trim_text(private.clean_text(coalesce(typed, '')));
begin
  if cleaned = '' then
    raise exception 'Bitte gib einen Grund für diese Moderationsaktion an.' using errcode = '23514', hint = 'reason_required';
  end if;
  return left(cleaned, 2000);
end $$;
comment on function private.given_reason(text) is 'Cleans a reason as typed; refuses a blank one with a sentence for the reader.';

create function private.lock_admins() returns void
language sql security definer set search_path = '' as $$ select pg_advisory_xact_lock(hashtextextended('admins', 0)) $$;
comment on function private.lock_admins() is 'Serialises changes of who is an admin, so that two cannot remove each other.';

-- Ban and unban -------------------------------------------------------------------------------------------------------

create function private.admin_ban_member(p_id uuid, p_days integer, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  before public.profiles;
  until_when constant timestamptz := now() + make_interval(days => p_days);
begin
  perform private.lock_admins();
  before := private.other_staff_rule(p_id);
  if p_days not between 1 and 3650 then
    raise exception 'Eine Sperre dauert 1 bis 3.650 Tage.' using errcode = '23514', hint = 'ban_days';
  end if;
  if (p_days is null or p_days > 30 or private.is_banned(p_id)) and not private.is_admin() then
    raise exception 'Länger als 30 Tage sperren nur Admins.' using errcode = '42501', hint = 'ban_too_long';
  end if;
  perform private.log_staff_action('ban_member', 'profile', p_id::text,
    jsonb_build_object('name', before.nickname, 'reason', reason, 'days', p_days));
  update public.profiles set is_banned = true, banned_until = until_when where id = p_id;
  insert into public.moderation_actions (target_type, target_user_id, action, reason, ban_duration_days, admin_id)
    values ('profile', p_id, 'banned', reason, p_days, auth.uid());
  return jsonb_build_object('banned_until', until_when);
end $$;
comment on function private.admin_ban_member(uuid, integer, text) is 'Bans a member for days, or permanently with null; a new ban replaces the current one.';

create function private.admin_unban_member(p_id uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  before constant public.profiles := private.other_staff_rule(p_id);
begin
  if not private.is_banned(p_id) then
    raise exception 'Dieses Mitglied ist nicht gesperrt.' using errcode = '55000', hint = 'not_banned';
  end if;
  if (before.banned_until is null or before.banned_until > now() + interval '30 days') and not private.is_admin() then
    raise exception 'Diese Sperre heben nur Admins auf.' using errcode = '42501', hint = 'ban_too_long';
  end if;
  perform private.log_staff_action('unban_member', 'profile', p_id::text, jsonb_build_object('name', before.nickname, 'reason', reason));
  update public.profiles set is_banned = false where id = p_id;
  insert into public.moderation_actions (target_type, target_user_id, action, reason, admin_id)
    values ('profile', p_id, 'unbanned', reason, auth.uid());
  return true;
end $$;
comment on function private.admin_unban_member(uuid, text) is 'Lifts a ban; the member may write again immediately.';

-- Role, name, sessions, deletion --------------------------------------------------------------------------------------

create function private.admin_set_role(p_id uuid, p_role text, p_reason text) returns text
language plpgsql security definer set search_path = '' as $$
declare before public.profiles;
begin
  perform private.lock_admins();
  perform private.require_admin();
  if p_id = auth.uid() and not private.other_admin_than(p_id) then
    raise exception 'Du bist der letzte Admin. Gib erst jemand anderem diese Rolle.' using errcode = '42501', hint = 'last_admin';
  end if;
  before := private.other_staff_rule(p_id);
  if p_role is null or p_role not in ('user', 'moderator', 'admin') then
    raise exception 'Diese Rolle gibt es nicht.' using errcode = '23514', hint = 'unknown_role';
  end if;
  if p_role = before.role then return p_role; end if;
  if p_role <> 'user' and private.is_banned(p_id) then
    raise exception 'Wer gesperrt ist, kommt nicht ins Team. Heb erst die Sperre auf.' using errcode = '55000', hint = 'banned_member';
  end if;
  perform private.log_staff_action('change_role', 'profile', p_id::text,
    jsonb_build_object('name', before.nickname, 'from', before.role, 'to', p_role, 'reason', nullif(private.trim_text(p_reason), '')));
  update public.profiles set role = p_role where id = p_id;
  return p_role;
end $$;
comment on function private.admin_set_role(uuid, text, text) is 'Sets the role of a member; never one''s own, and never a banned member as staff.';

create function private.admin_rename_member(p_id uuid, p_nickname text, p_reason text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  wanted constant text := private.typed_nickname(p_nickname);
  problem constant text := private.nickname_problem(wanted, p_id);
  before public.profiles;
begin
  perform private.require_admin();
  before := private.other_staff_rule(p_id);
  if problem is not null then
    raise exception 'Dieser Nickname geht nicht.' using errcode = '23514', hint = 'nickname_' || problem;
  end if;
  perform private.log_staff_action('rename_member', 'profile', p_id::text,
    jsonb_build_object('name', wanted, 'from', before.nickname, 'reason', reason));
  update public.profiles set nickname = wanted where id = p_id;
  return (select p.slug from public.profiles p where p.id = p_id);
exception when unique_violation then
  raise exception 'Diesen Nickname hat schon jemand.' using errcode = '23505', hint = 'nickname_taken';
end $$;
comment on function private.admin_rename_member(uuid, text, text) is 'Changes a member''s nickname; the old address redirects. Returns the new slug.';

create function private.admin_end_sessions(p_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  before public.profiles;
  ended integer;
begin
  perform private.require_admin();
  before := private.other_staff_rule(p_id);
  perform private.log_staff_action('end_sessions', 'profile', p_id::text, jsonb_build_object('name', before.nickname));
  -- Refresh tokens are deleted by cascade.
  delete from auth.sessions s where s.user_id = p_id;
  get diagnostics ended = row_count;
  return ended;
end $$;
comment on function private.admin_end_sessions(uuid) is 'Signs a member out everywhere; an access token issued before stays valid until it expires, at most an hour.';

create function private.admin_delete_member(p_id uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.given_reason(p_reason);
  before public.profiles;
begin
  perform private.lock_admins();
  perform private.require_admin();
  before := private.other_staff_rule(p_id);
  -- Without the name, which must not outlive the account in the log.
  perform private.log_staff_action('delete_member', 'profile', p_id::text, jsonb_build_object('reason', reason, 'role', before.role));
  delete from auth.users u where u.id = p_id;
  return found;
end $$;
comment on function private.admin_delete_member(uuid, text) is 'Deletes a member''s account permanently, as delete_own_account() does.';

-- Guards that hold for every client ----------------------------------------------------------------------------------

create function private.other_admin_than(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.role = 'admin' and p.id <> member and not private.is_banned(p.id))
$$;
comment on function private.other_admin_than(uuid) is 'Whether somebody else is an unbanned admin.';

create function private.require_another_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_admins();
  if not private.other_admin_than(old.id) then
    raise exception 'Das ist der letzte Admin. Gib erst jemand anderem diese Rolle.' using errcode = '42501', hint = 'last_admin';
  end if;
  return new;
end $$;
comment on function private.require_another_admin() is 'Trigger: at least one unbanned admin remains, also when two remove each other concurrently.';
create trigger profiles_40_require_another_admin before update of role, is_banned on public.profiles
  for each row when (old.role = 'admin' and not old.is_banned and (new.role <> 'admin' or new.is_banned))
  execute function private.require_another_admin();

-- Calls ---------------------------------------------------------------------------------------------------------------

create function public.admin_ban_member(p_id uuid, p_days integer, p_reason text) returns jsonb
language sql set search_path = '' as $$ select private.admin_ban_member(p_id, p_days, p_reason) $$;
comment on function public.admin_ban_member(uuid, integer, text) is
  'RPC for staff: bans for days (moderators up to 30, and never staff), or permanently with null. Hints reason_required, ban_days, ban_too_long, own_account, staff_by_admins.';
create function public.admin_unban_member(p_id uuid, p_reason text) returns boolean
language sql set search_path = '' as $$ select private.admin_unban_member(p_id, p_reason) $$;
comment on function public.admin_unban_member(uuid, text) is 'RPC for staff: lifts a ban (moderators one that ends within 30 days). Hints reason_required, not_banned, ban_too_long.';
create function public.admin_set_role(p_id uuid, p_role text, p_reason text default null) returns text
language sql set search_path = '' as $$ select private.admin_set_role(p_id, p_role, p_reason) $$;
comment on function public.admin_set_role(uuid, text, text) is 'RPC for admins: user, moderator or admin. Hints own_account, last_admin, banned_member, unknown_role.';
create function public.admin_rename_member(p_id uuid, p_nickname text, p_reason text) returns text
language sql set search_path = '' as $$ select private.admin_rename_member(p_id, p_nickname, p_reason) $$;
comment on function public.admin_rename_member(uuid, text, text) is 'RPC for admins: changes a nickname, returns the slug. Hints nickname_form, nickname_reserved, nickname_taken, reason_required.';
create function public.admin_end_sessions(p_id uuid) returns integer
language sql set search_path = '' as $$ select private.admin_end_sessions(p_id) $$;
comment on function public.admin_end_sessions(uuid) is 'RPC for admins: signs a member out everywhere; returns how many sessions ended.';
create function public.admin_delete_member(p_id uuid, p_reason text) returns boolean
language sql set search_path = '' as $$ select private.admin_delete_member(p_id, p_reason) $$;
comment on function public.admin_delete_member(uuid, text) is 'RPC for admins: deletes an account permanently. Hints own_account, reason_required.';

grant execute on function private.admin_ban_member(uuid, integer, text), private.admin_unban_member(uuid, text),
  private.admin_set_role(uuid, text, text), private.admin_rename_member(uuid, text, text), private.admin_end_sessions(uuid),
  private.admin_delete_member(uuid, text) to authenticated;
revoke all on function public.admin_ban_member(uuid, integer, text), public.admin_unban_member(uuid, text),
  public.admin_set_role(uuid, text, text), public.admin_rename_member(uuid, text, text), public.admin_end_sessions(uuid),
  public.admin_delete_member(uuid, text) from public, anon, authenticated;
grant execute on function public.admin_ban_member(uuid, integer, text), public.admin_unban_member(uuid, text),
  public.admin_set_role(uuid, text, text), public.admin_rename_member(uuid, text, text), public.admin_end_sessions(uuid),
  public.admin_delete_member(uuid, text) to authenticated;
