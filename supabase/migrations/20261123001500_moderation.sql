-- Decisions -----------------------------------------------------------------------------------------------------------

-- Decisions of the team. Written by triggers where a status changes and otherwise by the RPCs of staff; never changed.
create table public.moderation_actions (
  id uuid primary key default gen_random_uuid(),
  target_type text not null check (target_type in ('post', 'comment', 'profile')),
  -- No foreign keys: the record outlives its target.
  target_post_id uuid,
  target_comment_id uuid,
  target_user_id uuid references public.profiles on delete set null,
  report_id uuid,
  action text not null check (action in ('approved', 'rejected', 'ignored', 'deleted', 'warned', 'banned', 'unbanned', 'restored')),
  counts_as_warning boolean not null default false,
  severity text check (severity in ('low', 'medium', 'high')),
  reason text not null check (char_length(btrim(reason)) between 1 and 2000),
  ban_duration_days integer check (ban_duration_days between 1 and 3650),
  rule text check (rule in ('tone', 'rumors', 'privacy', 'content')),
  content_excerpt text check (char_length(content_excerpt) <= 300),
  admin_id uuid default auth.uid() references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  constraint moderation_actions_only_warnings_count check (not counts_as_warning or action = 'warned')
);
comment on table public.moderation_actions is 'Decisions of the team about a post, comment or member, with the reason. Staff read; members see their own through own_moderation_status().';
comment on column public.moderation_actions.target_user_id is 'The member the decision concerns: author of the target.';
comment on column public.moderation_actions.counts_as_warning is 'False for the ''warned'' that a rejection records: it never counts as a warning.';
comment on column public.moderation_actions.rule is 'Anchor of the broken chapter of the community guidelines.';
comment on column public.moderation_actions.content_excerpt is
  'Title or first words of the content, which the member must be able to recognise after its deletion. A job clears it after 180 days.';

create function private.rule_title(rule text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case rule when 'tone' then '1. Der Ton' when 'rumors' then '2. Gerüchte' when 'privacy' then '3. Privates bleibt privat'
    when 'content' then '4. Was sonst nicht geht' end
$$;
comment on function private.rule_title(text) is 'Heading of a chapter of the community guidelines. Mirrors ruleTitles of domain.';

create index moderation_actions_target_user on public.moderation_actions (target_user_id, created_at desc);
create index moderation_actions_admin_id on public.moderation_actions (admin_id);
create index moderation_actions_created_at on public.moderation_actions (created_at desc, id);
create index moderation_actions_report_id on public.moderation_actions (report_id);
-- For the list of closed report cases.
create index moderation_actions_cases on public.moderation_actions (created_at desc, id desc) where report_id is not null;

alter table public.moderation_actions enable row level security;
revoke all on public.moderation_actions from public, anon, authenticated;
-- counts_as_warning is not granted: only a decision on a report gives a warning.
grant select, insert (id, target_type, target_post_id, target_comment_id, target_user_id, report_id, action, severity, reason, admin_id)
  on public.moderation_actions to authenticated;
grant all on public.moderation_actions to service_role;
create policy "staff read" on public.moderation_actions for select to authenticated using ((select private.is_moderator()));
create policy "staff record" on public.moderation_actions for insert to authenticated
  with check ((select private.is_moderator()) and admin_id = (select auth.uid()));

-- Decisions on posts --------------------------------------------------------------------------------------------------

create function private.record_post_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only decisions of people; a post published automatically has no moderator.
  if new.moderated_at is null or new.moderated_at is not distinct from old.moderated_at then return null; end if;
  if new.status = 'approved' then
    insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
      values ('post', new.id, new.author_id, 'approved', 'Freigegeben', new.moderated_by);
  elsif new.status = 'rejected' then
    -- A rejection is recorded as 'warned', which does not count as a warning (docs/product/moderation.md).
    insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
      values ('post', new.id, new.author_id, 'warned', new.rejection_reason, new.moderated_by);
  end if;
  return null;
end $$;
comment on function private.record_post_decision() is 'Trigger: approvals and rejections of posts leave a moderation action.';
create trigger community_posts_decision after update of status on public.community_posts
  for each row execute function private.record_post_decision();

-- Bans that admins set on the profile; bans from a report are recorded with the report.
create function private.record_ban() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.moderation_actions (target_type, target_user_id, action, reason, admin_id)
    values ('profile', new.id, case when new.is_banned then 'banned' else 'unbanned' end,
      case when new.is_banned then 'Sperre durch das Team' else 'Sperre aufgehoben' end, auth.uid());
  return null;
end $$;
comment on function private.record_ban() is 'Trigger: a ban set or lifted by an admin leaves a moderation action.';
create trigger profiles_record_ban after update of is_banned on public.profiles
  for each row when (private.is_client() and old.is_banned <> new.is_banned) execute function private.record_ban();

-- What a member sees ---------------------------------------------------------------------------------------------------

create function private.own_moderation_status() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'is_banned', private.is_banned(p.id),
    'banned_until', case when private.is_banned(p.id) then p.banned_until end,
    'decisions', coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'action', a.action, 'severity', a.severity, 'reason', a.reason,
        'ban_duration_days', a.ban_duration_days, 'rule', a.rule, 'content_excerpt', a.content_excerpt, 'reported', a.report_id is not null,
        'created_at', a.created_at, 'target_type', a.target_type,
        'target_post_id', a.target_post_id, 'target_comment_id', a.target_comment_id) order by a.created_at desc)
      from (
        select * from public.moderation_actions m
        where m.target_user_id = p.id and (m.counts_as_warning or m.action in ('banned', 'deleted'))
        order by m.created_at desc limit 500
      ) a), '[]'::jsonb))
  from public.profiles p where p.id = auth.uid()
$$;
comment on function private.own_moderation_status() is 'Ban, warnings and removals of the caller; nothing about reporters or staff.';
grant execute on function private.own_moderation_status() to authenticated, service_role;

create function public.own_moderation_status() returns jsonb
language sql stable set search_path = '' as $$ select private.own_moderation_status() $$;
comment on function public.own_moderation_status() is
  'RPC: {is_banned, banned_until, decisions: [{id, action, severity, reason, ban_duration_days, rule, content_excerpt, reported, created_at, target_…}]} of the caller, newest first.';
revoke all on function public.own_moderation_status() from public, anon, authenticated;
grant execute on function public.own_moderation_status() to authenticated, service_role;

-- Archived posts ------------------------------------------------------------------------------------------------------

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
comment on table public.archived_posts is 'Complete copies of deleted posts, restorable for 30 days and, if the team deleted them, needed for appeals. Staff read; written by archiving only.';
comment on column public.archived_posts.title_key is 'Folded title for text search.';
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
      -- Mentions are resolved again from the text; a copy here would outlive deleted members.
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
comment on function private.store_in_archive(uuid, text) is 'Copies a post with everything that belongs to it into archived_posts.';

create function private.archive_post_before_delete(post uuid, why text) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() is distinct from 'service_role' and not private.is_moderator() then
    raise exception 'Archivieren darf nur das Team.' using errcode = '42501', hint = 'not_allowed';
  end if;
  return private.store_in_archive(post, why);
end $$;
comment on function private.archive_post_before_delete(uuid, text) is 'For staff and the server: archives a post, returns the archive id or null for an unknown post.';
grant execute on function private.archive_post_before_delete(uuid, text) to authenticated, service_role;

create function public.archive_post_before_delete(post_id uuid, reason text default 'reported_content') returns uuid
language sql set search_path = '' as $$ select private.archive_post_before_delete(post_id, reason) $$;
comment on function public.archive_post_before_delete(uuid, text) is 'RPC, staff and server only: stores the full record of a post that is about to be deleted.';
revoke all on function public.archive_post_before_delete(uuid, text) from public, anon, authenticated;
grant execute on function public.archive_post_before_delete(uuid, text) to authenticated, service_role;

-- A deletion by staff always leaves an archived copy and a 'deleted' action, even if the client did not ask for the archive.
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
      -- A failed archive is logged and the deletion proceeds (docs/product/moderation.md).
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
