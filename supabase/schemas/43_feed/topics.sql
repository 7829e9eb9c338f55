-- The overview shows no post twice ------------------------------------------------------------------------------------

create function private.latest_posts(kind text, shown uuid[], wanted integer) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select n.id from private.list_posts(kind, 'new', null, null, null, wanted + cardinality(shown)) with ordinality as n (id, keys, place)
    where n.id <> all (shown) order by n.place limit wanted);
end $$;
comment on function private.latest_posts(text, uuid[], integer) is 'The latest posts of a kind, without those that are shown already.';
grant execute on function private.latest_posts(text, uuid[], integer) to anon, authenticated, service_role;

-- Topics of the week --------------------------------------------------------------------------------------------------

create table private.week_topics (
  tag_id uuid primary key,
  kind text not null check (kind in ('star', 'format')),
  posts integer not null,
  place integer not null
);
comment on table private.week_topics is
  'Stars and formats with the most posts that were active in the last seven days, as of the last private.refresh_popular(). '
  'Stays: counted from other tables, and says nothing that they do not say.';

create index week_topics_place on private.week_topics (place);

revoke all on private.week_topics from public, anon, authenticated, service_role;
grant select on private.week_topics to anon, authenticated, service_role;

-- Guests see the topics beside every list, so a job counts them and not their requests.
create function private.refresh_week_topics() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.week_topics;
  insert into private.week_topics (tag_id, kind, posts, place)
    select c.tag_id, c.kind, c.posts, row_number() over (order by c.posts desc, c.active_at desc, c.tag_id)
    from (
      select t.tag_id, t.kind, count(*) as posts, max(p.last_activity_at) as active_at
      from public.community_posts p
      join public.post_tags t on t.post_id = p.id
      where p.status = 'approved' and p.last_activity_at >= now() - interval '7 days'
      group by t.tag_id, t.kind
    ) c
    order by c.posts desc, c.active_at desc, c.tag_id
    limit 30;
end $$;
comment on function private.refresh_week_topics() is 'Counts private.week_topics; part of the job refresh_popular.';
grant execute on function private.refresh_week_topics() to service_role;

create function private.tag_ref(tag uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select jsonb_build_object('kind', 'star', 'star', s.ref) from private.star_cards s where s.id = tag),
    (select jsonb_build_object('kind', 'format', 'format', f.ref) from private.format_refs f where f.id = tag));
end $$;
comment on function private.tag_ref(uuid) is 'An active star or format as postTag, or null.';
grant execute on function private.tag_ref(uuid) to anon, authenticated, service_role;

create function public.posts_aside(p_tag text default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare tag constant uuid := private.as_uuid(p_tag);
begin
  return jsonb_build_object(
    'topic', private.tag_ref(tag),
    'topics', coalesce((
      select jsonb_agg(jsonb_build_object('tag', t.ref, 'posts', t.posts) order by t.place)
      from (
        select w.posts, w.place, x.ref from private.week_topics w cross join lateral (select private.tag_ref(w.tag_id) as ref) x
        where x.ref is not null order by w.place limit 12) t), '[]'::jsonb),
    'comments', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'excerpt', private.excerpt(c.content, 180), 'created_at', c.created_at, 'author', m.ref, 'post',
        jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at))
        order by c.created_at desc, c.id desc)
      from private.latest_comments(3) c
      join public.community_posts p on p.id = c.post_id
      left join private.member_refs m on m.id = c.author_id), '[]'::jsonb));
end $$;
comment on function public.posts_aside(text) is
  'Beside the lists of Trashtalk: the star or format with the id p_tag (or null), up to twelve topics of the week, the three latest comments.';
grant execute on function public.posts_aside(text) to anon, authenticated, service_role;

-- Feeds per kind ------------------------------------------------------------------------------------------------------

create function public.posts_feed(p_type text default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', private.excerpt(p.content, 180),
      'created_at', p.created_at, 'author', m.nickname, 'statement', private.statement_of(p.statement_speaker, p.statement, p.statement_at),
      'rumor', case when r.post_id is not null then jsonb_build_object('status', r.rumor_status) end) order by l.place), '[]'::jsonb)
    from private.list_posts(nullif(p_type, ''), 'new', null, null, null, 50) with ordinality as l (id, keys, place)
    join public.community_posts p on p.id = l.id
    left join public.post_rumors r on r.post_id = p.id
    left join public.public_profiles m on m.id = p.author_id
  );
end $$;
comment on function public.posts_feed(text) is 'The 50 latest approved posts, of one kind or all, newest first, without debunked rumors.';
grant execute on function public.posts_feed(text) to anon, authenticated, service_role;
