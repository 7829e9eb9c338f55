-- /admin/users: the list of members and the record of one. Admins only: both show e-mail addresses. Shapes: domain/src/contract/admin/users.ts.

-- The expression of the search below. Hearts move karma and not this, so such updates stay off the index.
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
  -- Of one or two characters the index of three finds nothing: those look for how a nickname begins.
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
comment on function private.admin_member_history(uuid) is 'The latest 100 decisions of the team against a member or lifting one, as adminDecision.';

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
