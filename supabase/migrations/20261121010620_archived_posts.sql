create table public.archived_posts (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null,
  author_id uuid references public.profiles on delete set null,
  title text not null,
  title_key text not null generated always as (private.search_fold(title)) stored,
  record jsonb not null,
  reason text not null check (char_length(btrim(reason)) between 1 and 2000),
  archived_by uuid references public.profiles on delete set null,
  archived_at timestamptz not null default now(),
  restored_at timestamptz,
  restored_by uuid references public.profiles on delete set null
);
comment on table public.archived_posts is 'Posts that were deleted, whole, for 30 days of regret and, where the team deleted, for complaints. Staff read; written by archiving only.';
comment on column public.archived_posts.title_key is 'The title as it is searched.';
comment on column public.archived_posts.record is '{post, rumor, poll_options, comments, rumor_votes, poll_votes, reactions, comment_reactions}: everything a restore needs.';
create index archived_posts_archived_at on public.archived_posts (archived_at desc, id);
create index archived_posts_post_id on public.archived_posts (post_id, archived_at desc);
create index archived_posts_author_id on public.archived_posts (author_id);
create index archived_posts_archived_by on public.archived_posts (archived_by);
create index archived_posts_restored_by on public.archived_posts (restored_by);

alter table public.archived_posts enable row level security;
revoke all on public.archived_posts from public, anon, authenticated;
grant select on public.archived_posts to authenticated;
grant all on public.archived_posts to service_role;
create policy "staff read" on public.archived_posts for select to authenticated using ((select private.is_moderator()));

create function private.store_in_archive(post uuid, why text) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.archived_posts (post_id, author_id, title, record, reason, archived_by)
  select p.id, p.author_id, p.title, jsonb_build_object(
      'post', to_jsonb(p),
      'rumor', (select to_jsonb(r) from public.post_rumors r where r.post_id = p.id),
      'poll_options', coalesce((select jsonb_agg(to_jsonb(o) order by o.position) from public.poll_options o where o.post_id = p.id), '[]'),
      -- Whom comments name is read from their text again; a copy here would outlive those who go.
      'comments', coalesce((select jsonb_agg(to_jsonb(c) - 'mentions' order by c.created_at) from public.comments c where c.post_id = p.id), '[]'),
      'rumor_votes', coalesce((select jsonb_agg(to_jsonb(v)) from public.rumor_votes v where v.post_id = p.id), '[]'),
      'poll_votes', coalesce((select jsonb_agg(to_jsonb(v)) from public.poll_votes v where v.post_id = p.id), '[]'),
      'reactions', coalesce((select jsonb_agg(to_jsonb(x)) from public.post_reactions x where x.post_id = p.id), '[]'),
      'comment_reactions', coalesce((select jsonb_agg(to_jsonb(x)) from public.comments c
        join public.comment_reactions x on x.comment_id = c.id where c.post_id = p.id), '[]')),
    why, auth.uid()
  from public.community_posts p where p.id = post
  returning id
$$;
comment on function private.store_in_archive(uuid, text) is 'Copies a post with everything that hangs on it into archived_posts.';

create function private.archive_post_before_delete(post uuid, why text) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() is distinct from 'service_role' and not private.is_moderator() then
    raise exception 'Archivieren darf nur das Team.' using errcode = '42501', hint = 'not_allowed';
  end if;
  return private.store_in_archive(post, why);
end $$;
comment on function private.archive_post_before_delete(uuid, text) is 'For staff and the server: archives a post, answers the archive id or null for an unknown post.';
grant execute on function private.archive_post_before_delete(uuid, text) to authenticated, service_role;

create function public.archive_post_before_delete(post_id uuid, reason text default 'reported_content') returns uuid
language sql set search_path = '' as $$ select private.archive_post_before_delete(post_id, reason) $$;
comment on function public.archive_post_before_delete(uuid, text) is 'RPC of specification §7, staff and server only: keeps the full record of a post that is about to be deleted.';
revoke all on function public.archive_post_before_delete(uuid, text) from public, anon, authenticated;
grant execute on function public.archive_post_before_delete(uuid, text) to authenticated, service_role;

-- A deletion by staff always has its archive and its 'deleted' action, also when the client forgot to ask for the archive.
create function private.archive_on_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_own constant boolean := old.author_id is not distinct from auth.uid();
  why text := case when is_own then 'Selbst gelöscht' else 'Vom Team gelöscht' end;
  stated text;
begin
  select a.reason into stated from public.archived_posts a
    where a.post_id = old.id and a.archived_at > now() - interval '10 minutes' and a.restored_at is null order by a.archived_at desc limit 1;
  if found then
    why := stated;
  else
    begin
      perform private.store_in_archive(old.id, why);
    exception when others then
      -- Specification §8: a failed archive is logged and the deletion proceeds.
      raise warning 'archive of post % failed: %', old.id, sqlerrm;
    end;
  end if;
  if is_own then return old; end if;
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', old.id, old.author_id, 'deleted', why, auth.uid());
  return old;
end $$;
comment on function private.archive_on_delete() is 'Trigger: archives what people delete through the API, and records what staff delete.';
create trigger community_posts_archive before delete on public.community_posts
  for each row when (private.is_client()) execute function private.archive_on_delete();
