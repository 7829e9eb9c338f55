-- What the person concerned says, in feeds as well (docs/decisions/063-statements.md) -----------------------------------------------------

create or replace function public.posts_feed(p_type text default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', private.excerpt(p.content, 180),
      'created_at', p.created_at, 'author', m.nickname, 'statement', private.statement_of(p.statement_speaker, p.statement, p.statement_at)) order by l.place), '[]'::jsonb)
    from private.list_posts(nullif(p_type, ''), 'new', null, null, null, 50) with ordinality as l (id, keys, place)
    join public.community_posts p on p.id = l.id
    left join public.public_profiles m on m.id = p.author_id
  );
end $$;
