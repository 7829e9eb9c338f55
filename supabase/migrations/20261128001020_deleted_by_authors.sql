-- What authors delete --------------------------------------------------------------------------------------------------------

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
  -- Once a day for each post: every time costs its votes and comments anew, and what its readers chose for it is gone.
  if exists (select from public.archived_posts a where a.post_id = post and a.restored_by = auth.uid()
      and a.restored_at > now() - interval '1 day') then return false; end if;
  perform private.restore_post_row(archived.record);
  perform private.restore_post_activity(archived.record);
  perform private.settle_restored(post);
  update public.archived_posts a set restored_at = now(), restored_by = auth.uid() where a.id = archived.id;
  return true;
end $$;
comment on function private.restore_own_post(uuid) is 'See public.restore_own_post().';
grant execute on function private.restore_own_post(uuid) to authenticated;

create function public.restore_own_post(p_id uuid) returns boolean
language sql set search_path = '' as $$ select private.restore_own_post(p_id) $$;
comment on function public.restore_own_post(uuid) is
  'RPC: brings back a post that the caller deleted within the last hour, with comments, votes and reactions; false when there is none.';
revoke all on function public.restore_own_post(uuid) from public, anon, authenticated;
grant execute on function public.restore_own_post(uuid) to authenticated;
