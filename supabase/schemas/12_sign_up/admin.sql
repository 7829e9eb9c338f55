-- Admin: invites ------------------------------------------------------------------------------------------------------

-- /admin/invites. Row-level security admits staff; a trigger on invites writes the log.

create function private.invite_item(i public.invites, creator jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', i.id, 'code', i.code, 'note', i.note, 'max_uses', i.max_uses, 'uses', i.uses_count,
    'expires_at', i.expires_at, 'created_at', i.created_at, 'created_by', creator,
    'state', case when not i.active then 'inactive' when i.expires_at <= now() then 'expired'
      when i.uses_count >= i.max_uses then 'used' else 'valid' end)
$$;
comment on function private.invite_item(public.invites, jsonb) is 'An invite as adminInvite.';
grant execute on function private.invite_item(public.invites, jsonb) to authenticated;

create function public.admin_invites_page(
  p_query text default null, p_state text default null, p_after text default null, p_limit integer default 50
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 50);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
  needle constant text := private.search_fold(private.trim_text(left(coalesce(p_query, ''), 200)));
  typed_code constant text := coalesce(nullif(private.invite_code(p_query), ''), '-');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select i.id, i.created_at, row_number() over (order by i.created_at desc, i.id desc) as place, i.item
      from (
        select v.id, v.created_at, private.invite_item(v, m.ref) as item
        from public.invites v left join private.member_refs m on m.id = v.created_by
        where (v.created_at, v.id) < (last[1]::timestamptz, last[2]::uuid)
          and (p_state is null or p_state = case when not v.active then 'inactive' when v.expires_at <= now() then 'expired'
            when v.uses_count >= v.max_uses then 'used' else 'valid' end)
          and (needle = '' or starts_with(v.code, typed_code) or strpos(private.search_fold(coalesce(v.note, '')), needle) > 0
            or strpos(private.search_fold(coalesce(m.ref ->> 'nickname', '')), needle) > 0)
        order by v.created_at desc, v.id desc limit wanted + 1
      ) i
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.admin_invites_page(text, text, text, integer) is
  'RPC for staff: invite codes, newest first, after a cursor; by code, note or creator, and by state valid, used, expired or inactive.';
grant execute on function public.admin_invites_page(text, text, text, integer) to authenticated, service_role;

create function public.admin_invite_uses(p_id uuid, p_after text default null, p_limit integer default 50) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 50);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select r.user_id, r.redeemed_at, row_number() over (order by r.redeemed_at desc, r.user_id desc) as place, m.ref
      from (
        select * from public.invite_redemptions u
        where u.invite_id = p_id and (u.redeemed_at, u.user_id) < (last[1]::timestamptz, last[2]::uuid)
        order by u.redeemed_at desc, u.user_id desc limit wanted + 1
      ) r left join private.member_refs m on m.id = r.user_id
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(jsonb_build_object('user_id', l.user_id, 'member', l.ref, 'redeemed_at', l.redeemed_at)
        order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.redeemed_at::text, l.user_id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.admin_invite_uses(uuid, text, integer) is
  'RPC for staff: who used a code, latest first, after a cursor; member is null until there is a nickname.';
grant execute on function public.admin_invite_uses(uuid, text, integer) to authenticated, service_role;

create function public.admin_create_invite(p_max_uses integer, p_expires_at timestamptz default null, p_note text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  note_text constant text := nullif(private.clean_line(coalesce(p_note, '')), '');
  made public.invites;
begin
  perform private.require_moderator();
  if p_max_uses is null or p_max_uses not between 1 and 100000 then
    perform private.refuse('auth.max_uses');
  end if;
  if p_expires_at <= now() then
    perform private.refuse('auth.expires_past');
  end if;
  if char_length(note_text) > 500 then
    perform private.refuse('auth.note_length');
  end if;
  insert into public.invites (max_uses, expires_at, note, created_by) values (p_max_uses, p_expires_at, note_text, auth.uid())
    returning * into made;
  return private.invite_item(made, (select m.ref from private.member_refs m where m.id = made.created_by));
end $$;
comment on function public.admin_create_invite(integer, timestamptz, text) is
  'RPC for staff: a new code, returned as adminInvite. Hints max_uses, expires_past, note_length.';
grant execute on function public.admin_create_invite(integer, timestamptz, text) to authenticated, service_role;

create function public.admin_switch_invite(p_id uuid, p_active boolean) returns boolean
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  update public.invites set active = p_active where id = p_id;
  if not found then
    perform private.refuse('auth.invite_gone', '23503');
  end if;
  return p_active;
end $$;
comment on function public.admin_switch_invite(uuid, boolean) is 'RPC for staff: switches a code off, or on again. Members who used it are not affected.';
grant execute on function public.admin_switch_invite(uuid, boolean) to authenticated, service_role;

-- Inviting somebody by mail: the account carries a code of its own, so that invite mode accepts it.
create function private.admin_prepare_invitation() returns text
language plpgsql security definer set search_path = '' as $$
declare made public.invites;
begin
  perform private.require_admin();
  made.code := private.new_invite_code();
  -- The log has no address, because moderators read it.
  perform private.log_staff_action('invite_member', 'invite', made.code, '{}');
  insert into public.invites (code, max_uses, expires_at, note, created_by)
    values (made.code, 1, now() + interval '10 minutes', private.stored_text('member.invited_by_mail'), auth.uid());
  return made.code;
end $$;
comment on function private.admin_prepare_invitation() is 'A code that works once within ten minutes, for the mail an admin is about to send.';
grant execute on function private.admin_prepare_invitation() to authenticated;

create function public.admin_prepare_invitation() returns text
language sql set search_path = '' as $$ select private.admin_prepare_invitation() $$;
comment on function public.admin_prepare_invitation() is
  'RPC for admins, called by the web server before it asks GoTrue to invite somebody: a code for user_metadata.invite_code.';
grant execute on function public.admin_prepare_invitation() to authenticated, service_role;
