-- Comments that wait (docs/decisions/080-held-comments.md) ------------------------------------------------------------------------------

-- A comment that a rule holds, or with a link of a new account, was refused, and there was no way for those it met by mistake.

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
revoke all on private.held_comments from public, anon, authenticated;

create function private.hold_comment(comment_id uuid, post uuid, parent uuid, said text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  written constant text := private.trim_text(private.clean_text(said));
begin
  perform private.require_writer();
  -- Repeated because the answer was lost.
  if exists (select from private.held_comments h where h.id = comment_id and h.author_id = me) then return; end if;
  if coalesce(written, '') = '' then perform private.refuse('Schreib erst was.', 'comment_empty'); end if;
  if char_length(written) > 2000 then perform private.refuse('Höchstens 2.000 Zeichen.', 'comment_length'); end if;
  if not exists (select from public.profiles p where p.id = me and p.nickname is not null) then
    raise exception 'Such dir zuerst einen Nickname aus.' using errcode = '42501', hint = 'nickname_required';
  end if;
  if not exists (select from public.community_posts p where p.id = post and p.status = 'approved') then
    raise exception 'Diesen Beitrag gibt es nicht mehr.' using errcode = '42501', hint = 'post_gone';
  end if;
  if parent is not null and not exists (
    select from public.comments c where c.id = parent and c.post_id = post and c.parent_id is null and c.deleted_at is null) then
    perform private.refuse('Diesen Kommentar gibt es nicht mehr.', 'parent_deleted');
  end if;
  if exists (select from public.comments c join private.member_blocks b on b.member_id = c.author_id
      where c.id = parent and b.other_id = me and b.kind = 'block') then
    raise exception 'Auf diesen Kommentar kannst du nicht antworten.' using errcode = '42501', hint = 'reply_closed';
  end if;
  if (select count(*) from private.held_comments h where h.author_id = me and h.rejected_at is null) >= 5 then
    perform private.refuse('Fünf Kommentare von dir warten schon. Das Team liest sie zuerst.', 'too_many_held');
  end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  insert into private.held_comments (id, post_id, parent_id, author_id, content)
    values (coalesce(comment_id, gen_random_uuid()), post, parent, me, written);
end $$;
comment on function private.hold_comment(uuid, uuid, uuid, text) is 'See public.hold_comment().';

create function public.hold_comment(p_id uuid default null, p_post uuid default null, p_parent uuid default null, p_content text default null)
  returns void
language sql set search_path = '' as $$ select private.hold_comment(p_id, p_post, p_parent, p_content) $$;
comment on function public.hold_comment(uuid, uuid, uuid, text) is
  'RPC: has the team read a comment that is refused at once (rule_held, links_too_early); it is published when they approve. The same id again changes nothing. At most five wait. Hints comment_empty, comment_length, nickname_required, post_gone, parent_deleted, reply_closed, too_many_held.';

create function private.drop_held_spam() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.held_comments h where h.author_id = new.member_id and h.rejected_at is null;
  return null;
end $$;
comment on function private.drop_held_spam() is 'Trigger: what an account removed as spam has waiting is nobody''s work.';
create trigger spam_removals_held after insert on private.spam_removals for each row execute function private.drop_held_spam();

-- For the team ----------------------------------------------------------------------------------------------------------------------

create function private.publish_held_comment(held uuid, why text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  waiting private.held_comments;
  post public.community_posts;
begin
  select * into waiting from private.held_comments h where h.id = held for update;
  if waiting.id is null then return false; end if;
  select * into post from public.community_posts p where p.id = waiting.post_id;
  if post.status <> 'approved' or private.is_banned(waiting.author_id)
    or exists (select from public.comments c where c.id = waiting.id or (c.id = waiting.parent_id and c.deleted_at is not null)) then return false; end if;
  delete from private.held_comments h where h.id = held;
  insert into public.comments (id, post_id, parent_id, author_id, content)
    values (waiting.id, waiting.post_id, waiting.parent_id, waiting.author_id, waiting.content);
  -- Those it mentions or answers are told now, as if it had just been written.
  insert into private.notification_events (post_id, kind, comment_id, actor_id) values (waiting.post_id, 'comment', waiting.id, waiting.author_id);
  insert into public.moderation_actions (target_type, target_comment_id, target_user_id, action, reason, admin_id)
    values ('comment', waiting.id, waiting.author_id, 'approved', why, auth.uid());
  perform private.notify(waiting.author_id, 'post_approved', 'Dein Kommentar ist online', format('Dein Kommentar zu „%s“ ist freigegeben.', post.title),
    private.post_facts(post.id) || '{"comment": true}', post.id, waiting.id);
  return true;
end $$;
comment on function private.publish_held_comment(uuid, text) is
  'Publishes a comment that waits, or was rejected, and tells its author; false when its place is gone. Callers must have checked permissions.';

create function private.reject_held_comment(held uuid, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  waiting private.held_comments;
  decision uuid;
begin
  select * into waiting from private.held_comments h where h.id = held;
  -- As a rejected post: recorded as 'warned', which does not count as a warning. Without the post, which it is not about.
  insert into public.moderation_actions (target_type, target_comment_id, target_user_id, action, reason, admin_id, content_excerpt)
    values ('comment', held, waiting.author_id, 'warned', why, auth.uid(), left(waiting.content, 100)) returning id into decision;
  update private.held_comments h set rejected_at = now(), decision_id = decision where h.id = held;
  perform private.notify(waiting.author_id, 'post_rejected', 'Dein Kommentar wurde abgelehnt',
    format('„%s“ ist nicht online. Grund: %s %s', left(waiting.content, 100), why, private.how_decided(false)),
    private.post_facts(waiting.post_id) || jsonb_build_object('reason', why, 'decided_by', 'human', 'decision_id', decision, 'comment', true),
    waiting.post_id);
end $$;
comment on function private.reject_held_comment(uuid, text) is 'Rejects a comment that waits; its author gets the reason and may appeal.';

create function private.held_comments_page(after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 20, 50);
  last constant text[] := private.cursor_parts(after, '{instant,uuid}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select h.*, row_number() over (order by h.held_at, h.id) as place from private.held_comments h
      where h.rejected_at is null and (last is null or (h.held_at, h.id) > (last[1]::timestamptz, last[2]::uuid))
      order by h.held_at, h.id limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'text', l.content, 'at', l.held_at, 'author', private.case_author(l.author_id),
            'joined_at', m.created_at, 'is_own', l.author_id is not distinct from auth.uid(), 'answers', left(c.content, 180),
            'post', private.commented_post(p))
          order by l.place)
        from listed l join public.community_posts p on p.id = l.post_id join public.profiles m on m.id = l.author_id
          left join public.comments c on c.id = l.parent_id
        where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.held_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function private.held_comments_page(text, integer) is 'See public.admin_held_comments_page().';

create function public.admin_held_comments_page(p_after text default null, p_limit integer default null) returns jsonb
language sql stable set search_path = '' as $$ select private.held_comments_page(p_after, p_limit) $$;
comment on function public.admin_held_comments_page(text, integer) is 'RPC for staff: comments that wait to be read, oldest first; {items, next}.';

create function private.decide_held_comments(ids uuid[], approve boolean, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  held private.held_comments;
  done integer := 0;
begin
  perform private.require_moderator();
  why := case when approve then 'Kommentar freigegeben' else private.given_reason(reason) end;
  if cardinality(ids) > 200 then perform private.refuse('Höchstens 200 auf einmal.', 'row_count'); end if;
  for held in select * from private.held_comments h where h.id = any (ids) and h.rejected_at is null order by h.held_at, h.id for update loop
    -- Nobody decides about their own.
    continue when held.author_id = auth.uid();
    if not approve then
      perform private.reject_held_comment(held.id, why);
    elsif not private.publish_held_comment(held.id, why) then
      continue;
    end if;
    perform private.log_staff_action(case when approve then 'approve_comment' else 'reject_comment' end, 'comment', held.id::text,
      jsonb_strip_nulls(jsonb_build_object('reason', case when not approve then why end)));
    done := done + 1;
  end loop;
  return jsonb_build_object('done', done, 'skipped', (select count(distinct x) from unnest(ids) x) - done);
end $$;
comment on function private.decide_held_comments(uuid[], boolean, text) is 'See public.admin_decide_held_comments().';

create function public.admin_decide_held_comments(p_ids uuid[], p_approve boolean, p_reason text default null) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.decide_held_comments(p_ids, coalesce(p_approve, false), p_reason) $$;
comment on function public.admin_decide_held_comments(uuid[], boolean, text) is
  'RPC for staff: publishes up to 200 comments that wait, or rejects them with this reason; {done, skipped}. Skipped: decided or gone meanwhile, one''s own, or without a place any more. Hints reason_required, row_count.';

revoke execute on function private.drop_held_spam(), private.hold_comment(uuid, uuid, uuid, text), private.publish_held_comment(uuid, text),
  private.reject_held_comment(uuid, text), private.held_comments_page(text, integer), private.decide_held_comments(uuid[], boolean, text)
  from public, anon;
grant execute on function private.hold_comment(uuid, uuid, uuid, text), private.held_comments_page(text, integer),
  private.decide_held_comments(uuid[], boolean, text) to authenticated;
revoke all on function public.hold_comment(uuid, uuid, uuid, text), public.admin_held_comments_page(text, integer),
  public.admin_decide_held_comments(uuid[], boolean, text) from public, anon, authenticated;
grant execute on function public.hold_comment(uuid, uuid, uuid, text), public.admin_held_comments_page(text, integer),
  public.admin_decide_held_comments(uuid[], boolean, text) to authenticated;

-- Where what waits is counted, and what happens to it later -----------------------------------------------------------------------------

create or replace function private.badge_count(pending text) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  -- The limit is arbitrary: badges show 99+ long before.
  most constant integer := 1000;
begin
  return case pending
    when 'posts' then (select count(*) from (select from private.waiting_posts limit most) x)
    when 'reports' then (select count(distinct x.target) from (
      select coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id) as target from public.reports r
      where r.status = 'pending' and r.confirmed_at is not null order by r.created_at, r.id limit most) x)
    when 'comments' then (select count(*) from (select from private.held_comments c where c.rejected_at is null limit most) x)
    when 'appeals' then (select count(*) from (select from public.appeals a where a.status = 'pending' limit most) x) end;
end $$;

create or replace function private.admin_badges() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return jsonb_build_object('posts', private.badge_count('posts'), 'reports', private.badge_count('reports'),
    'appeals', private.badge_count('appeals'), 'comments', private.badge_count('comments'));
end $$;

create or replace function private.watch_team() returns void
language plpgsql security definer set search_path = '' as $$
declare
  oldest constant timestamptz := least((select min(w.since) from private.waiting_posts w),
    (select min(r.confirmed_at) from public.reports r where r.status = 'pending' and r.confirmed_at is not null),
    (select min(a.created_at) from public.appeals a where a.status = 'pending'),
    (select min(c.held_at) from private.held_comments c where c.rejected_at is null));
  patience constant integer := (select s.alert_after_hours from public.app_settings s);
  broken constant text := (select string_agg(j.name, ', ' order by j.name) from private.jobs j
    where j.last_failed_at > now() - interval '1 day' and j.last_failed_at > coalesce(j.last_succeeded_at, '-infinity'));
  stuck constant integer := private.stuck_mails();
begin
  if oldest < now() - make_interval(hours => patience) then
    perform private.alert_team('queue', 'Seit ' || private.hours_since(oldest) || ' wartet etwas auf eine Entscheidung', null, null);
  end if;
  if private.team_away_since() is not null then
    perform private.alert_team('away', 'Seit ' || private.hours_since(private.last_staff_action()) || ' hat niemand aus dem Team etwas getan', null, null);
  end if;
  if broken is not null then perform private.alert_team('job', 'Im Hintergrund scheitert: ' || left(broken, 200), null, null); end if;
  if stuck > 0 then
    perform private.alert_team('mail', case stuck when 1 then 'Eine Mail kommt nicht an' else stuck || ' Mails kommen nicht an' end, null, null);
  end if;
  perform private.queue_briefings();
  delete from private.team_alerts t where t.rung_at < now() - interval '30 days';
end $$;

create or replace function private.lift_decision(decision public.moderation_actions, why text) returns text
language plpgsql security definer set search_path = '' as $$
declare kind constant text := private.decision_kind(decision);
begin
  if kind = 'banned' then
    perform private.lift_ban(decision, why);
    return 'Die Sperre ist aufgehoben.';
  elsif kind = 'warned' then
    -- It no longer counts in the dialog, for thresholds and for publishing without approval.
    update public.moderation_actions m set counts_as_warning = false where m.id = decision.id;
    return 'Die Verwarnung zählt nicht mehr.';
  elsif kind = 'rejected' and decision.target_type = 'comment' then
    return case when private.publish_held_comment(decision.target_comment_id, why) then 'Dein Kommentar ist jetzt online.'
      else 'Der Kommentar findet seinen Platz leider nicht mehr.' end;
  elsif kind = 'rejected' then
    if exists (select from private.post_revisions v join public.community_posts p on p.id = v.post_id and p.status = 'approved'
        where v.post_id = decision.target_post_id and v.decision_id = decision.id) then
      perform private.publish_revision(decision.target_post_id, why);
      return 'Deine Änderung ist jetzt online.';
    end if;
    -- A post that waits was hidden by this decision, unless its text has changed since: then nobody has read it.
    update public.community_posts p set status = 'approved', moderated_by = auth.uid(), moderated_at = now(), rejection_reason = null
      where p.id = decision.target_post_id
        and (p.status = 'rejected' or (p.status = 'pending' and p.updated_at <= decision.created_at));
    return case when found then 'Dein Beitrag ist jetzt online.' else 'Die Ablehnung ist aufgehoben.' end;
  elsif decision.target_type = 'profile' then
    return private.restore_profile(decision, why);
  elsif decision.target_type = 'comment' then
    return case when private.restore_comment(decision, why) then 'Dein Kommentar steht wieder da.'
      else 'Der Text lässt sich leider nicht mehr wiederherstellen.' end;
  end if;
  return case when private.restore_for_appeal(decision.target_post_id, why) then 'Dein Beitrag steht wieder da.'
    else 'Der Beitrag lässt sich leider nicht mehr wiederherstellen.' end;
end $$;

create or replace function private.apply_retention() returns void
language sql security definer set search_path = '' as $$
  -- 30 days (docs/product/notifications.md). Decisions of the team are kept as long as they can be appealed.
  delete from public.notifications where created_at < now() - interval '30 days' and type not in ('warning', 'post_rejected');
  delete from public.notifications where read and created_at < now() - interval '6 months';
  delete from private.removed_comments where removed_at < now() - interval '180 days';
  delete from private.held_comments where held_at < now() - interval '180 days';
  delete from private.removed_profiles where removed_at < now() - interval '180 days';
  delete from private.case_notes where written_at < now() - interval '180 days';
  select private.empty_bin();
  delete from private.imports where applied_at < now() - interval '30 days';
  delete from private.hand_edits h where not exists (select from public.formats f where f.id = h.row_id)
    and not exists (select from public.seasons s where s.id = h.row_id) and not exists (select from public.stars s where s.id = h.row_id)
    and not exists (select from public.calendar_events e where e.id = h.row_id);
  delete from private.rule_hits where hit_at < now() - interval '30 days';
  delete from private.case_claims where claimed_until < now() - interval '1 day';
  delete from private.spam_removals where removed_at < now() - interval '180 days';
  delete from private.post_versions where replaced_at < now() - interval '180 days';
  delete from public.comment_reads where read_at < now() - interval '180 days';
  delete from public.archived_posts where archived_at < now() - interval '180 days'
    or (archived_by = author_id and archived_at < now() - interval '30 days');
  update public.moderation_actions set content_excerpt = null
    where created_at < now() - interval '180 days' and content_excerpt is not null;
  delete from private.rate_counts where slot < now() - interval '10 minutes';
  delete from private.invite_guesses where guessed_at < now() - interval '1 hour';
  delete from private.sign_up_hashes where signed_up_at < now() - interval '24 hours';
$$;

create or replace function private.export_ties(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.held_comments', (select jsonb_agg(to_jsonb(h) - '{author_id,decision_id}'::text[] order by h.held_at) from private.held_comments h where h.author_id = me),
    'public.post_stickers', (select jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at) from public.post_stickers s where s.user_id = me),
    'private.member_blocks', (select jsonb_agg(jsonb_build_object('nickname', p.nickname, 'kind', b.kind, 'created_at', b.created_at) order by b.created_at)
      from private.member_blocks b join public.public_profiles p on p.id = b.other_id where b.member_id = me),
    'private.follows', (select jsonb_agg(jsonb_build_object('type', f.target_type, 'title', private.followed_thing(f.target_type, f.target_id) ->> 'title',
        'channel', f.channel, 'created_at', f.created_at) order by f.created_at) from private.follows f where f.member_id = me),
    'private.rumor_hits', (select jsonb_agg(jsonb_build_object('rumor', p.title, 'vote', h.vote, 'hit', h.hit, 'decided_at', h.decided_at) order by h.decided_at)
      from private.rumor_hits h join public.community_posts p on p.id = h.post_id where h.member_id = me),
    'private.digests', (select jsonb_agg(to_jsonb(d) - '{member_id,code}'::text[]) from private.digests d where d.member_id = me),
    'private.team_mails', (select jsonb_agg(to_jsonb(t) - 'member_id') from private.team_mails t where t.member_id = me),
    'private.star_requests', (select jsonb_agg(to_jsonb(r) - '{id,member_id,decided_by}'::text[] order by r.asked_at) from private.star_requests r where r.member_id = me),
    'private.star_statements', (select jsonb_agg(to_jsonb(s) - 'member_id' order by s.since) from private.star_statements s where s.member_id = me),
    'private.case_notes', (select jsonb_agg(jsonb_build_object('kind', n.kind, 'text', n.content, 'written_at', n.written_at) order by n.written_at)
      from private.case_notes n where n.asked_id = me),
    'private.binned_rows', (select jsonb_agg(jsonb_build_object('table', b.table_name, 'row', b.content - '{user_id,member_id}'::text[]) order by b.bin_id, b.place)
      from private.binned_rows b where b.member_id = me),
    'private.hit_rates', (select jsonb_agg(to_jsonb(r) - 'member_id') from private.hit_rates r where r.member_id = me))
$$;

create or replace function private.mentioning_texts() returns table (in_schema text, in_table text, in_column text)
language sql immutable parallel safe set search_path = '' as $$
  values ('public', 'community_posts', 'title'), ('public', 'community_posts', 'content'), ('public', 'community_posts', 'rejection_reason'),
    ('private', 'post_versions', 'title'), ('private', 'post_versions', 'content'),
    ('private', 'post_revisions', 'title'), ('private', 'post_revisions', 'content'),
    ('public', 'post_rumors', 'verification_reason'), ('public', 'comments', 'content'), ('private', 'removed_comments', 'content'), ('private', 'held_comments', 'content'),
    ('public', 'notifications', 'title'), ('public', 'notifications', 'message'), ('public', 'notifications', 'data'),
    ('public', 'reports', 'details'), ('public', 'reports', 'action_reason'), ('public', 'moderation_actions', 'reason'),
    ('public', 'moderation_actions', 'content_excerpt'), ('public', 'appeals', 'message'), ('public', 'appeals', 'decision_reason'),
    ('public', 'archived_posts', 'title'), ('public', 'archived_posts', 'reason'), ('public', 'archived_posts', 'record'),
    ('public', 'profiles', 'bio'), ('public', 'news', 'body'), ('public', 'invites', 'note')
$$;
