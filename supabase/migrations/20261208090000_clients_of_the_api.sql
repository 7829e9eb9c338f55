-- What clients of the API were promised to read and write -----------------------------------------------------------

-- Who reacted to what is for whom it happened to: its author is told anyway. Others see the counters.
drop policy "members read those of visible posts" on public.post_reactions;
create policy "own, the author's and staff read" on public.post_reactions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator())
    or exists (select from public.community_posts p where p.id = post_id and p.author_id = (select auth.uid())));
drop policy "members read those of visible comments" on public.comment_reactions;
create policy "own, the author's and staff read" on public.comment_reactions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator())
    or exists (select from public.comments c where c.id = comment_id and c.author_id = (select auth.uid())));

-- A client that follows reactions of others hears those to its own posts.
alter publication supabase_realtime add table public.post_reactions;

-- Clients that decide name who decided and when. The row says what is true, whatever they name.
create function private.keep_decider() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.author_id is not distinct from auth.uid() or not private.is_moderator() then
    raise exception 'Über Beiträge entscheidet das Team, und niemand über eigene.' using errcode = '42501', hint = 'not_allowed';
  end if;
  new.moderated_by := old.moderated_by;
  new.moderated_at := old.moderated_at;
  return new;
end $$;
comment on function private.keep_decider() is 'Trigger: who decided about a post, and when, is written by guard_post() alone, which comes after it.';
revoke execute on function private.keep_decider() from public, anon;
create trigger community_posts_04_decider before update of moderated_by, moderated_at on public.community_posts
  for each row when (private.is_client()) execute function private.keep_decider();
grant update (moderated_by, moderated_at) on public.community_posts to authenticated;

-- Staff may notify a member, in nobody's name but their own, and the log says so. What states a decision is sent by that decision.
create or replace function private.create_notification(
  recipient uuid, kind text, title text, message text, data jsonb, post uuid, comment uuid, actor uuid
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare made uuid;
begin
  if auth.role() = 'service_role' then return private.notify(recipient, kind, title, message, data, post, comment, actor); end if;
  perform private.require_moderator();
  if kind in ('warning', 'post_rejected', 'post_approved') or (actor is not null and actor <> auth.uid()) then
    raise exception 'Das Team schreibt in eigenem Namen, und über Entscheidungen berichtet nur die Entscheidung.'
      using errcode = '42501', hint = 'not_allowed';
  end if;
  made := private.notify(recipient, kind, title, message, data, post, comment, auth.uid());
  perform private.log_staff_action('notify', 'profile', recipient::text,
    jsonb_build_object('type', kind, 'title', left(title, 200), 'message', left(message, 1000)));
  return made;
exception when check_violation then
  raise exception 'So lässt sich die Benachrichtigung nicht schreiben: Prüf Art, Titel und Text.' using errcode = '23514', hint = 'notification_invalid';
end $$;
comment on function private.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) is
  'For the server, in any name; for staff in their own, with a row in the log.';
comment on function public.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) is
  'RPC, staff and server only: notifies a member; returns the id, or null when it is their own action or they switched the type off.';
grant execute on function public.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid),
  private.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) to authenticated;
