-- Members to choose many of (docs/decisions/069-comments-screen.md) -------------------------------------------------------------------------

-- A wave of new accounts was banned one page after the other. As with comments, "all" means all that match.

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

create or replace function private.admin_users_page(p_query text, p_role text, p_state text, p_after text, p_limit integer) returns jsonb
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
comment on function public.admin_users_page(text, text, text, text, integer) is
  'RPC for admins: members, newest first, after a cursor; by text, role and state (banned, needs_invite, nameless, new); {items, next, ids}. ids (first page only): the latest 1,000 that match and may be banned.';
revoke execute on function private.found_members(text, text, text, timestamptz, uuid, integer) from public, anon;
