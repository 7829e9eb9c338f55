-- What members write about -----------------------------------------------------------------------------------------------------

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

create or replace function public.profile_page(p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.member_by(p_slug);
begin
  return (
    select jsonb_build_object(
      'id', m.id, 'slug', m.slug, 'nickname', m.nickname, 'avatar_url', m.avatar_url, 'bio', m.bio, 'karma', m.karma, 'joined', m.joined,
      'karma_rank', private.karma_rank(m.karma),
      'posts', (select count(*) from public.community_posts p where p.author_id = m.id and p.status = 'approved'),
      'comments', private.count_member_comments(m.id),
      'fan_of', (select count(*) from public.star_fans f join public.stars s on s.id = f.star_id and s.is_active where f.user_id = m.id),
      'topics', private.member_topics(m.id))
    from public.public_profiles m
    where m.id = wanted
  );
end $$;
