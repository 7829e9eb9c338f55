-- References ----------------------------------------------------------------------------------------------------------

create view private.member_refs with (security_invoker = on) as
select m.id,
  jsonb_build_object('id', m.id, 'nickname', m.nickname, 'slug', m.slug, 'avatar_url', m.avatar_url, 'karma', m.karma) as ref
from public.public_profiles m;
comment on view private.member_refs is 'Members as memberRef, from public_profiles only: no e-mail, no full name.';

revoke all on private.member_refs from public, anon, authenticated, service_role;
grant select on private.member_refs to anon, authenticated, service_role;

-- Profile pages -------------------------------------------------------------------------------------------------------

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
grant execute on function private.list_member_comments(uuid, timestamptz, uuid, integer) to anon, authenticated, service_role;

create function private.count_member_comments(member uuid) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select count(*) from public.comments c join public.community_posts p on p.id = c.post_id and p.status = 'approved'
    where c.author_id = member and c.deleted_at is null
  );
end $$;
comment on function private.count_member_comments(uuid) is 'Number of a member''s undeleted comments on approved posts.';
grant execute on function private.count_member_comments(uuid) to anon, authenticated, service_role;

-- Definer: who is banned, and what somebody chose, is nobody else's business. One answer for all reasons, so that it gives none away.
create function private.is_listed(member uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles p where p.id = member and p.in_search_engines)
    and not private.is_banned(member)
    and (exists (select from public.community_posts p where p.author_id = member and p.status = 'approved')
      or exists (
        select from public.comments c join public.community_posts p on p.id = c.post_id and p.status = 'approved'
        where c.author_id = member and c.deleted_at is null));
end $$;
comment on function private.is_listed(uuid) is
  'Whether search engines may list a profile: the member allows it, is not banned, and an approved post or a comment of theirs is public.';
grant execute on function private.is_listed(uuid) to anon, authenticated, service_role;

create function public.profile_page(p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.member_by(p_slug);
begin
  return (
    select jsonb_build_object(
      'id', m.id, 'slug', m.slug, 'nickname', m.nickname, 'avatar_url', m.avatar_url, 'bio', m.bio, 'karma', m.karma, 'joined', m.joined,
      'karma_rank', private.karma_rank(m.karma),
      'hit_rate', private.shown_hit_rate(m.id),
      'posts', (select count(*) from public.community_posts p where p.author_id = m.id and p.status = 'approved'),
      'comments', private.count_member_comments(m.id),
      'fan_of', (select count(*) from public.star_fans f join public.stars s on s.id = f.star_id and s.is_active where f.user_id = m.id),
      'topics', private.member_topics(m.id),
      'listed', private.is_listed(m.id))
    from public.public_profiles m
    where m.id = wanted
  );
end $$;
comment on function public.profile_page(text) is
  'Page /user/{slug}: by current or former slug or @nickname (then slug differs from the one asked for), or null. karma_rank is null beyond rank 1,000.';
grant execute on function public.profile_page(text) to anon, authenticated, service_role;

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
grant execute on function public.profile_posts(text, text, integer) to anon, authenticated, service_role;

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
        jsonb_build_object('id', c.id, 'content', private.plain_text(c.content), 'created_at', c.created_at, 'hearts', c.hearts_count, 'poops', c.poops_count,
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
grant execute on function public.profile_comments(text, text, integer) to anon, authenticated, service_role;

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
grant execute on function public.profile_fan_of(text, text, integer) to anon, authenticated, service_role;

-- What members write about --------------------------------------------------------------------------------------------

create function private.member_topics(member uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(t.ref order by t.posts desc, t.latest desc, t.tag), '[]'::jsonb)
  from (
    select c.tag, c.posts, c.latest, x.ref
    from (
      select tag, count(*) as posts, max(p.created_at) as latest
      from (
        select q.tags, q.created_at from public.community_posts q
        where q.author_id = member and q.status = 'approved'
        order by q.created_at desc, q.id desc limit 100) p
      cross join unnest(p.tags) as tag
      group by tag) c
    cross join lateral (select private.tag_ref(c.tag) as ref) x
    where x.ref is not null
    order by c.posts desc, c.latest desc, c.tag
    limit 8) t
$$;
comment on function private.member_topics(uuid) is 'The stars and formats that most of a member''s latest 100 posts are about, as postTags.';
grant execute on function private.member_topics(uuid) to anon, authenticated, service_role;
