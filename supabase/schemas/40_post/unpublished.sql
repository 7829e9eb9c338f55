-- Pages ---------------------------------------------------------------------------------------------------------------

create function private.unpublished_post(wanted uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select jsonb_build_object('id', p.id, 'type', p.type, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status,
      'rejection_reason', p.rejection_reason, 'decision', private.rejection_of(p.id), 'author', m.ref,
      'is_own', p.author_id is not distinct from auth.uid(), 'text', private.text_json(private.text_of(p.id)),
      'sensitive', private.found_subjects(p.rumor_subject, concat_ws(' ', p.title, p.content, private.answers_of(p.id))))
    from public.community_posts p
    left join private.member_refs m on m.id = p.author_id
    where p.id = wanted and (p.author_id = auth.uid() or private.is_moderator()));
end $$;
comment on function private.unpublished_post(uuid) is 'See public.unpublished_post().';
grant execute on function private.unpublished_post(uuid) to authenticated;

create function private.any_post_by(kind text, on_day date, address text) returns uuid
language sql stable security definer set search_path = '' as $$
  select p.id from public.community_posts p where p.day = on_day and p.slug = address and p.type = kind
$$;
comment on function private.any_post_by(text, date, text) is 'A post in any state by its dated address.';
grant execute on function private.any_post_by(text, date, text) to authenticated;

create function public.unpublished_post(p_type text, p_day text, p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return private.unpublished_post(coalesce(private.as_uuid(p_slug), private.any_post_by(p_type, private.as_day(p_day), p_slug)));
end $$;
comment on function public.unpublished_post(text, text, text) is
  'RPC: a post that guests do not see, for its author and staff, by its dated address or by its id as slug; null for everybody else. Also answers once it is published.';
grant execute on function public.unpublished_post(text, text, text) to authenticated, service_role;

create function private.post_history(wanted uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sees_names constant boolean := private.is_moderator();
  sees_all constant boolean := sees_names
    or exists (select from public.community_posts p where p.id = wanted and p.author_id = auth.uid());
  readable bigint[];
begin
  if sees_all then perform private.require_proven(); end if;
  readable := array(select v.id from private.public_versions(wanted) v);
  return (
    select jsonb_build_object('current', private.text_json(private.text_of(p.id)), 'revision', private.revision_of(p.id),
      'revision_text', case when sees_all then (select private.text_json(private.text_of_revision(v)) from private.post_revisions v where v.post_id = p.id) end,
      'version_of_choice', private.version_of_choice(p.id),
      'versions', coalesce((
        select jsonb_agg(jsonb_build_object('id', v.id, 'text', private.text_json(private.text_of_version(v)), 'status', v.rumor_status,
          'replaced_at', v.replaced_at, 'by_team', v.by_team, 'is_public', v.id = any (readable),
          'editor', case when sees_names then (select e.nickname from public.profiles e where e.id = v.replaced_by) end) order by v.id desc)
        from (select * from private.post_versions x where x.post_id = p.id and (sees_all or x.id = any (readable))
          order by x.id desc limit 100) v), '[]'::jsonb))
    from public.community_posts p
    where p.id = wanted and (sees_all or p.status = 'approved'));
end $$;
comment on function private.post_history(uuid) is 'See public.post_history().';
grant execute on function private.post_history(uuid) to anon, authenticated;

create function public.post_history(p_id text) returns jsonb
language sql stable security invoker set search_path = '' as $$ select private.post_history(private.as_uuid(p_id)) $$;
comment on function public.post_history(text) is
  'RPC: the text of a post, up to 100 earlier versions that everybody may read, latest first, and which of them the caller voted on. For author and staff all of them, and the change that waits or was rejected. Null: no such post.';
grant execute on function public.post_history(text) to anon, authenticated, service_role;

-- What authors delete -------------------------------------------------------------------------------------------------

-- Somebody who deletes a post with a hundred comments of others by mistake gets it back.
create function private.restore_own_post(post uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare archived public.archived_posts;
begin
  perform private.require_writer();
  perform private.use_quota('posts', private.quota_of('posts', 100));
  select * into archived from public.archived_posts a
    where a.post_id = post and a.author_id = auth.uid() and a.archived_by = auth.uid() and a.archived_at > now() - interval '1 hour'
    order by a.archived_at desc limit 1 for update;
  if archived.id is null or private.archive_state(archived) <> 'restorable' then return false; end if;
  -- Once a day for each post: every time costs its votes and comments anew, and what its readers were told of it is gone.
  if exists (select from public.archived_posts a where a.post_id = post and a.restored_by = auth.uid()
      and a.restored_at > now() - interval '1 day') then return false; end if;
  perform private.restore_post_row(archived.record);
  perform private.restore_post_activity(archived.record);
  perform private.settle_restored(post, archived.record);
  update public.archived_posts a set restored_at = now(), restored_by = auth.uid() where a.id = archived.id;
  return true;
end $$;
comment on function private.restore_own_post(uuid) is 'See public.restore_own_post().';
grant execute on function private.restore_own_post(uuid) to authenticated;

create function public.restore_own_post(p_id uuid) returns boolean
language sql set search_path = '' as $$ select private.restore_own_post(p_id) $$;
comment on function public.restore_own_post(uuid) is
  'RPC: brings back a post that the caller deleted within the last hour, with comments, votes and reactions; false when there is none.';
grant execute on function public.restore_own_post(uuid) to authenticated, service_role;
