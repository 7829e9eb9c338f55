-- Admin: reading ------------------------------------------------------------------------------------------------------

create function private.admin_member_row(p public.profiles) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'email', p.email, 'full_name', p.full_name, 'nickname', p.nickname, 'slug', p.slug,
    'avatar_url', p.avatar_url, 'role', p.role, 'is_banned', private.is_banned(p.id),
    'banned_until', case when private.is_banned(p.id) then p.banned_until end, 'needs_invite', p.needs_invite, 'karma', p.karma,
    'provider_type', p.provider_type, 'created_at', p.created_at)
$$;
comment on function private.admin_member_row(public.profiles) is 'A member as adminMember, for admins.';

create function private.admin_users_page(p_query text, p_role text, p_state text, p_after text, p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 50);
  last constant text[] := private.cursor_parts(p_after, '{instant,uuid}');
begin
  perform private.require_admin();
  return (
    with listed as materialized (
      select p.id, p.created_at, row_number() over (order by p.created_at desc, p.id desc) as place, private.admin_member_row(p) as item
      from private.found_members(p_query, p_role, p_state, last[1]::timestamptz, last[2]::uuid, wanted + 1) p
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)),
      -- Whoever chooses all means all, not what is loaded. Not the team, and nobody who is banned already.
      'ids', case when p_after is null then coalesce((
        select jsonb_agg(f.id) from private.found_members(p_query, coalesce(p_role, 'user'), p_state, null, null, 1000) f
        where f.role = 'user' and f.id <> auth.uid()
          and not (f.is_banned and (f.banned_until is null or f.banned_until > now()))), '[]'::jsonb) end));
end $$;
comment on function private.admin_users_page(text, text, text, text, integer) is 'See public.admin_users_page().';
grant execute on function private.admin_users_page(text, text, text, text, integer) to authenticated;

create function private.admin_member_history(member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'action', h.action, 'severity', h.severity, 'reason', h.reason,
    'ban_duration_days', h.ban_duration_days, 'counts_as_warning', h.counts_as_warning, 'target_type', h.target_type,
    'excerpt', h.content_excerpt, 'can_lift', coalesce(private.can_lift(x.a), false),
    'created_at', h.created_at, 'by', r.ref) order by h.created_at desc, h.id), '[]'::jsonb)
  from (
    select a from public.moderation_actions a
    where a.target_user_id = member and a.action not in ('approved', 'ignored')
    order by a.created_at desc limit 100
  ) x
  cross join lateral (select (x.a).*) h
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
      'spam', private.restorable_spam(p.id),
      'history', private.admin_member_history(p.id))
    from public.profiles p join auth.users u on u.id = p.id where p.id = p_id);
end $$;
comment on function private.admin_user_page(uuid) is 'The record of one member for admins, as adminUserPage; null when there is none.';
grant execute on function private.admin_user_page(uuid) to authenticated;

create function public.admin_users_page(
  p_query text default null, p_role text default null, p_state text default null, p_after text default null, p_limit integer default 50
) returns jsonb
language sql stable set search_path = '' as $$ select private.admin_users_page(p_query, p_role, p_state, p_after, p_limit) $$;
comment on function public.admin_users_page(text, text, text, text, integer) is
  'RPC for admins: members, newest first, after a cursor; by text, role and state (banned, needs_invite, nameless, new); {items, next, ids}. ids (first page only): the latest 1,000 that match and may be banned.';
grant execute on function public.admin_users_page(text, text, text, text, integer) to authenticated, service_role;

create function public.admin_user_page(p_id uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.admin_user_page(p_id) $$;
comment on function public.admin_user_page(uuid) is 'RPC for admins: one member with sign-in, counts, warnings of 90 days and decisions; null when there is none.';
grant execute on function public.admin_user_page(uuid) to authenticated, service_role;

create function public.admin_get_all_users() returns table (
  id uuid, email text, full_name text, nickname text, slug text, avatar_url text, role text, is_banned boolean,
  banned_until timestamptz, karma integer, provider_type text, created_at timestamptz, updated_at timestamptz
)
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse('member.not_allowed.admins', '42501');
  end if;
  return query select p.id, p.email, p.full_name, p.nickname, p.slug, p.avatar_url, p.role, p.is_banned, p.banned_until,
    p.karma, p.provider_type, p.created_at, p.updated_at from public.profiles p order by p.created_at desc, p.id;
end $$;
comment on function public.admin_get_all_users() is 'RPC for admins: every member, newest first.';
grant execute on function public.admin_get_all_users() to authenticated, service_role;

-- Members to choose many of (docs/decisions/069-comments-screen.md) ---------------------------------------------------

-- For a wave of new accounts: as with comments, "all" means all that match, not one page.

create function private.found_members(
  query text, role text, state text, after_at timestamptz, after_id uuid, wanted integer
) returns setof public.profiles
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  needle constant text := private.search_fold(private.trim_text(left(coalesce(query, ''), 200)));
  -- The trigram index finds nothing for one or two characters, so those match the beginning of a nickname.
  beginning constant text := case when char_length(needle) between 1 and 2
    then private.nickname_key(private.trim_text(query)) end;
  pattern constant text := case when char_length(needle) > 2
    then '%' || replace(replace(replace(needle, '\', '\\'), '%', '\%'), '_', '\_') || '%' end;
begin
  return query
  select m.* from public.profiles m
  where (m.created_at, m.id) < (coalesce(after_at, 'infinity'), coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    and (found_members.role is null or m.role = found_members.role)
    and (state is null
      or state = 'banned' and m.is_banned and (m.banned_until is null or m.banned_until > now())
      or state = 'needs_invite' and m.needs_invite
      or state = 'nameless' and m.nickname is null
      or state = 'new' and m.created_at > now() - interval '7 days')
    and (pattern is null or private.search_fold(coalesce(m.nickname, '') || ' ' || coalesce(m.email, '') || ' '
      || coalesce(m.full_name, '')) like pattern)
    and (beginning is null or starts_with(private.nickname_key(m.nickname), beginning))
  order by m.created_at desc, m.id desc limit wanted;
end $$;
comment on function private.found_members(text, text, text, timestamptz, uuid, integer) is
  'Members, newest first, whose nickname, address or name holds the text; by role, and by state banned, needs_invite, nameless or new (7 days).';
