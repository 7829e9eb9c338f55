-- A member's second factor also guards their unpublished posts and earlier versions ------------------------------------------

create or replace function private.unpublished_post(wanted uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select jsonb_build_object('id', p.id, 'type', p.type, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status,
      'rejection_reason', p.rejection_reason, 'decision', private.rejection_of(p.id), 'author', m.ref,
      'is_own', p.author_id is not distinct from auth.uid(), 'text', private.text_json(private.text_of(p.id)))
    from public.community_posts p
    left join private.member_refs m on m.id = p.author_id
    where p.id = wanted and (p.author_id = auth.uid() or private.is_moderator()));
end $$;

create or replace function private.post_history(wanted uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare sees_names constant boolean := private.is_moderator();
begin
  perform private.require_proven();
  return (
    select jsonb_build_object('current', private.text_json(private.text_of(p.id)), 'revision', private.revision_of(p.id),
      'revision_text', (select private.text_json(private.text_of_revision(v)) from private.post_revisions v where v.post_id = p.id),
      'versions', coalesce((
        select jsonb_agg(jsonb_build_object('id', v.id, 'text', private.text_json(private.text_of_version(v)), 'status', v.rumor_status,
          'replaced_at', v.replaced_at, 'by_team', v.by_team,
          'editor', case when sees_names then (select e.nickname from public.profiles e where e.id = v.replaced_by) end) order by v.id desc)
        from (select * from private.post_versions x where x.post_id = p.id order by x.id desc limit 100) v), '[]'::jsonb))
    from public.community_posts p
    where p.id = wanted and (p.author_id = auth.uid() or sees_names));
end $$;

create or replace function private.list_own_comments(before timestamptz, before_id uuid, wanted integer)
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
