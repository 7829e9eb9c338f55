-- Comments that wait (docs/decisions/080-held-comments.md) ------------------------------------------------------------

-- A comment that a rule holds, or with a link of a new account, can wait for the team: a way for those it meets by mistake.

create table private.held_comments (
  id uuid primary key,
  post_id uuid not null references public.community_posts on delete cascade,
  parent_id uuid references public.comments on delete cascade,
  author_id uuid not null references public.profiles on delete cascade,
  content text not null check (char_length(content) between 1 and 2000),
  held_at timestamptz not null default now(),
  rejected_at timestamptz,
  -- The moderation action of its rejection, for an appeal.
  decision_id uuid
);
comment on table private.held_comments is 'Comments that their authors had the team read, because they would have been refused; a rejected one stays for an appeal.';

create index held_comments_queue on private.held_comments (held_at, id) where rejected_at is null;
create index held_comments_post on private.held_comments (post_id);
create index held_comments_parent on private.held_comments (parent_id);
create index held_comments_author on private.held_comments (author_id, held_at);
create index held_comments_names on private.held_comments using gin (private.names_in(content)) where content like '%@%';

alter table private.held_comments enable row level security;
revoke all on private.held_comments from public, anon, authenticated, service_role;

create function private.hold_comment(comment_id uuid, post uuid, parent uuid, said text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  written constant text := private.trim_text(private.clean_text(said));
begin
  perform private.require_writer();
  -- Repeated because the answer was lost.
  if exists (select from private.held_comments h where h.id = comment_id and h.author_id = me) then return; end if;
  if coalesce(written, '') = '' then perform private.refuse('comment.comment_empty'); end if;
  if char_length(written) > 2000 then perform private.refuse('comment.comment_length'); end if;
  if not exists (select from public.profiles p where p.id = me and p.nickname is not null) then
    perform private.refuse('member.nickname_required', '42501');
  end if;
  if not exists (select from public.community_posts p where p.id = post and p.status = 'approved') then
    perform private.refuse('post.post_gone', '42501');
  end if;
  if parent is not null and not exists (
    select from public.comments c where c.id = parent and c.post_id = post and c.parent_id is null and c.deleted_at is null) then
    perform private.refuse_reply();
  end if;
  if exists (select from public.comments c join private.member_blocks b on b.member_id = c.author_id
      where c.id = parent and b.other_id = me and b.kind = 'block') then
    perform private.refuse_reply();
  end if;
  if (select count(*) from private.held_comments h where h.author_id = me and h.rejected_at is null) >= 5 then
    perform private.refuse('comment.too_many_held');
  end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  insert into private.held_comments (id, post_id, parent_id, author_id, content)
    values (coalesce(comment_id, gen_random_uuid()), post, parent, me, written);
end $$;
comment on function private.hold_comment(uuid, uuid, uuid, text) is 'See public.hold_comment().';
grant execute on function private.hold_comment(uuid, uuid, uuid, text) to authenticated;

create function public.hold_comment(p_id uuid default null, p_post uuid default null, p_parent uuid default null, p_content text default null)
  returns void
language sql set search_path = '' as $$ select private.hold_comment(p_id, p_post, p_parent, p_content) $$;
comment on function public.hold_comment(uuid, uuid, uuid, text) is
  'RPC: has the team read a comment that is refused at once (rule_held, links_too_early); it is published when they approve. The same id again changes nothing. At most five wait. Hints comment_empty, comment_length, nickname_required, post_gone, parent_deleted, reply_closed, too_many_held.';
grant execute on function public.hold_comment(uuid, uuid, uuid, text) to authenticated, service_role;

create function private.drop_held_spam() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.held_comments h where h.author_id = new.member_id and h.rejected_at is null;
  return null;
end $$;
comment on function private.drop_held_spam() is 'Trigger: what an account removed as spam has waiting is nobody''s work.';

-- In the export, and how long it is kept ------------------------------------------------------------------------------

create function private.export_held_comments(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.held_comments', (select jsonb_agg(to_jsonb(h) - '{author_id,decision_id}'::text[] order by h.held_at) from private.held_comments h where h.author_id = me))
$$;
comment on function private.export_held_comments(uuid) is 'Export: comments that wait for the team.';

create function private.retain_held_comments() returns void
language sql set search_path = '' as $$
  delete from private.held_comments where held_at < now() - interval '180 days';
$$;
comment on function private.retain_held_comments() is 'Retention: held comments for 180 days.';
