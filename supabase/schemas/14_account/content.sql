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
grant execute on function public.account_stars(text, integer) to authenticated, service_role;

create function public.own_posts(p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select p.id, p.created_at, row_number() over (order by p.created_at desc, p.id desc) as place,
        jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', private.excerpt(p.content, 180),
          'status', p.status, 'rejection_reason', p.rejection_reason, 'decision', private.rejection_of(p.id),
          'revision', private.revision_of(p.id), 'created_at', p.created_at, 'hearts', p.hearts_count,
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
grant execute on function public.own_posts(text, integer) to authenticated, service_role;

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
    where c.author_id = (select auth.uid()) and (select private.is_proven()) and c.deleted_at is null and (c.created_at, c.id) < (before, before_id)
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
grant execute on function public.own_comments(text, integer) to authenticated, service_role;
