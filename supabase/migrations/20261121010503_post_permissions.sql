-- Who may do what with posts and their tags: publishing at once, the guard of every write, grants and policies.

-- plpgsql, because moderation_actions is created later.
create function private.may_publish_at_once() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare rule public.app_settings;
begin
  if private.is_moderator() then return true; end if;
  select * into rule from public.app_settings;
  if exists (
    select from public.moderation_actions a
    where a.target_user_id = auth.uid() and a.counts_as_warning
      and a.created_at > now() - make_interval(days => rule.auto_approve_warning_days)
  ) then return false; end if;
  return (select count(*) >= rule.auto_approve_after_posts from (
    select from public.community_posts p where p.author_id = auth.uid() and p.status = 'approved' limit rule.auto_approve_after_posts
  ) approved);
end $$;
comment on function private.may_publish_at_once() is 'Staff, and members with enough approved posts and no warning lately (5 and 90 days unless the settings say otherwise), publish without the queue (decisions §6).';

-- status is granted for moderation, title and content for authors: who of them is asking is decided here.
create function private.guard_post() returns trigger
language plpgsql set search_path = '' as $$
declare is_author boolean := new.author_id is not distinct from auth.uid();
begin
  if not private.is_client() then return new; end if;
  if tg_op = 'INSERT' then
    new.status := case when private.may_publish_at_once() then 'approved' else 'pending' end;
    return new;
  end if;
  if (new.title, new.content, new.tags, new.poll_ends_at) is distinct from (old.title, old.content, old.tags, old.poll_ends_at) then
    if not is_author then
      raise exception 'Beiträge ändert nur, wer sie geschrieben hat.' using errcode = '42501', hint = 'not_author';
    end if;
    if new.status is distinct from old.status then
      raise exception 'Erst der Text, dann der Status: nicht beides auf einmal.' using errcode = '42501', hint = 'not_allowed';
    end if;
    -- Nobody gets a text approved and then writes another one under it; a rejected one is looked at again.
    new.status := case when private.may_publish_at_once() and old.status <> 'rejected' then old.status else 'pending' end;
    if new.status <> 'rejected' then new.rejection_reason := null; end if;
    new.staff_edited_at := null;
    new.staff_edited_by := null;
    return new;
  end if;
  if new.status is distinct from old.status or new.rejection_reason is distinct from old.rejection_reason then
    if is_author or not private.is_moderator() then
      raise exception 'Über Beiträge entscheidet das Team, und niemand über eigene.' using errcode = '42501', hint = 'not_allowed';
    end if;
    if new.status = 'rejected' and btrim(coalesce(new.rejection_reason, '')) = '' then
      raise exception 'Bitte gib einen Grund für die Ablehnung an.' using errcode = '23514', hint = 'reason_required';
    end if;
    if new.status <> 'rejected' then new.rejection_reason := null; end if;
    new.moderated_by := auth.uid();
    new.moderated_at := now();
  end if;
  return new;
end $$;
comment on function private.guard_post() is 'Trigger: who may publish, edit and moderate; records moderator and time.';
create trigger community_posts_10_guard before insert or update on public.community_posts
  for each row execute function private.guard_post();
create trigger community_posts_07_nickname before insert on public.community_posts
  for each row execute function private.require_nickname();
create trigger community_posts_05_rate before insert on public.community_posts
  for each row execute function private.limit_rate('posts', '100');
grant execute on function private.may_publish_at_once() to authenticated, service_role;

alter table public.community_posts enable row level security;
revoke all on public.community_posts from public, anon, authenticated;
-- By column: who of staff decided or edited is nobody's business, and a rejection concerns the author and staff.
grant select (id, title, type, author_id, content, status, tags, slug, day, poll_ends_at, created_at, updated_at, last_activity_at,
  hearts_count, poops_count, comments_count, votes_count, hot_rank, staff_edited_at) on public.community_posts to anon;
grant select (id, title, type, author_id, content, status, tags, slug, day, poll_ends_at, created_at, updated_at, last_activity_at,
  hearts_count, poops_count, comments_count, votes_count, hot_rank, staff_edited_at, moderated_at, rejection_reason)
  on public.community_posts to authenticated;
grant insert (id, title, type, author_id, content, tags, poll_ends_at), update (title, content, tags, poll_ends_at, status, rejection_reason),
  delete on public.community_posts to authenticated;
grant all on public.community_posts to service_role;
create policy "guests read approved" on public.community_posts for select to anon using (status = 'approved');
create policy "members read approved and own, staff all" on public.community_posts for select to authenticated
  using (status = 'approved' or author_id = (select auth.uid()) or (select private.is_moderator()));
create policy "members post" on public.community_posts for insert to authenticated
  with check (author_id = (select auth.uid()) and (select private.may_write()));
create policy "authors edit, staff moderate" on public.community_posts for update to authenticated
  using ((author_id = (select auth.uid()) and (select private.may_write())) or (select private.is_moderator()))
  with check ((author_id = (select auth.uid()) and (select private.may_write())) or (select private.is_moderator()));
create policy "authors and staff delete" on public.community_posts for delete to authenticated
  using ((author_id = (select auth.uid()) and (select private.may_write())) or (select private.is_moderator()));

alter table public.post_tags enable row level security;
revoke all on public.post_tags from public, anon, authenticated;
grant select on public.post_tags to anon, authenticated;
grant all on public.post_tags to service_role;
-- The posts a person may read decide: the subquery is under their policy.
create policy "everybody reads those of visible posts" on public.post_tags for select to anon, authenticated
  using (exists (select from public.community_posts p where p.id = post_id));
