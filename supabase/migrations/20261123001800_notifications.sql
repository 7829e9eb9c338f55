-- Notifications -------------------------------------------------------------------------------------------------------

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  type text not null check (type in (
    'comment_on_post', 'reply_to_comment', 'subsequent_comment', 'reaction_on_post', 'reaction_on_comment',
    'vote_on_rumor', 'vote_on_poll', 'rumor_status_update', 'post_approved', 'post_rejected', 'invite_used',
    'mention', 'warning', 'report_outcome'
  )),
  title text not null check (char_length(title) between 1 and 200),
  message text not null check (char_length(message) <= 4000),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 16000),
  post_id uuid references public.community_posts on delete cascade,
  comment_id uuid references public.comments on delete cascade,
  target_id uuid,
  actor_id uuid references public.public_profiles on delete set null,
  actors_count integer not null default 1,
  read boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table public.notifications is 'Notifications of members. Written by triggers and the server; the member reads, marks as read and deletes.';
comment on column public.notifications.target_id is 'Events of one type are grouped by it: the post or comment they are about.';
comment on column public.notifications.comment_id is 'The comment to open: of several grouped ones the latest.';
comment on column public.notifications.actors_count is 'Number of people grouped in this row: same type and target within 24 hours ("Anna und 4 weitere …"); actor_id is the latest.';
create index notifications_user on public.notifications (user_id, created_at desc, id desc);
-- An index-only count for the badge; it holds what the list shows.
create index notifications_unread on public.notifications (user_id, created_at desc, id desc) where not read and type <> 'reply_to_comment';
create index notifications_target on public.notifications (user_id, type, target_id, created_at desc);
create index notifications_post_id on public.notifications (post_id);
create index notifications_comment_id on public.notifications (comment_id);
create index notifications_actor_id on public.notifications (actor_id);

create table private.notification_actors (
  notification_id uuid not null references public.notifications on delete cascade,
  actor_id uuid not null references public.profiles on delete cascade,
  primary key (notification_id, actor_id)
);
comment on table private.notification_actors is 'People counted in notifications.actors_count, so that each counts once.';
create index notification_actors_actor_id on private.notification_actors (actor_id);

create table public.notification_preferences (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  type text not null check (type in (
    'comment_on_post', 'reply_to_comment', 'subsequent_comment', 'reaction_on_post', 'reaction_on_comment',
    'vote_on_rumor', 'vote_on_poll', 'rumor_status_update', 'post_approved', 'invite_used', 'mention', 'report_outcome'
  )),
  enabled boolean not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, type)
);
comment on table public.notification_preferences is 'Types a member has switched on or off; without a row a type is on. warning and post_rejected cannot be switched off.';
create trigger notification_preferences_touch before update on public.notification_preferences
  for each row execute function private.touch_updated_at();

-- One entry -----------------------------------------------------------------------------------------------------------

create function private.with_actors(message text, actor uuid, others integer) returns text
language sql stable security definer set search_path = '' as $$
  select case when starts_with(message, '{actors} ') then
    coalesce((select p.nickname from public.public_profiles p where p.id = actor), 'Jemand')
      || case when others > 0 then format(' und %s haben', case others when 1 then 'eine weitere Person' else others || ' weitere' end) else ' hat' end
      || substr(message, length('{actors} '))
    else message end
$$;
comment on function private.with_actors(text, uuid, integer) is 'Replaces "{actors}" by names: "Anna hat …", "Anna und 4 weitere haben …".';

-- Repeating a withdrawn reaction or changing a vote is no news; another comment is.
create function private.is_repeatable(kind text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select kind in ('reaction_on_post', 'reaction_on_comment', 'vote_on_rumor', 'vote_on_poll')
$$;
comment on function private.is_repeatable(text) is 'Types of events that one person can repeat on one target without any news.';

create function private.notify(
  recipient uuid, kind text, title text, message text, data jsonb default '{}', post uuid default null, comment uuid default null,
  actor uuid default null, target uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  shown_actor constant uuid := (select p.id from public.public_profiles p where p.id = actor);
  happened_to constant uuid := coalesce(target, comment, post);
  entry uuid;
  is_known boolean;
  people integer;
begin
  -- Own actions never notify, nor do those of banned accounts; the recipient may be deleted.
  if recipient is null or recipient = actor or private.is_banned(actor) then return null; end if;
  if exists (select from public.notification_preferences n where n.user_id = recipient and n.type = kind and not n.enabled) then
    return null;
  end if;
  if actor is not null then
    -- Of two concurrent actors the second waits and joins the row of the first.
    perform pg_advisory_xact_lock(hashtextextended(concat(recipient, kind, happened_to), 0));
    select n.id into entry from public.notifications n
    where n.user_id = recipient and n.type = kind and n.target_id is not distinct from happened_to
      and n.created_at > now() - interval '24 hours' and exists (select from private.notification_actors a where a.notification_id = n.id)
    order by n.created_at desc limit 1;
  end if;
  if entry is null then
    insert into public.notifications (user_id, type, title, message, data, post_id, comment_id, target_id, actor_id)
      values (recipient, kind, title, private.with_actors(message, shown_actor, 0), coalesce(data, '{}'), post, comment, happened_to, shown_actor)
      returning id into entry;
    if actor is not null then insert into private.notification_actors values (entry, actor); end if;
    return entry;
  end if;
  is_known := exists (select from private.notification_actors a where a.notification_id = entry and a.actor_id = actor);
  if is_known and private.is_repeatable(kind) then return entry; end if;
  insert into private.notification_actors values (entry, actor) on conflict do nothing;
  select count(*) into people from private.notification_actors a where a.notification_id = entry;
  update public.notifications n set title = notify.title, message = private.with_actors(notify.message, coalesce(shown_actor, n.actor_id), people - 1),
      data = coalesce(notify.data, '{}'), comment_id = notify.comment, actor_id = coalesce(shown_actor, n.actor_id), read = false,
      created_at = now(), actors_count = people
    where n.id = entry;
  return entry;
end $$;
comment on function private.notify(uuid, text, text, text, jsonb, uuid, uuid, uuid, uuid) is
  'Writes a notification unless it is one''s own action or switched off; groups it with one of the same type and target (default: comment, else post) of the last 24 hours. A message may begin with "{actors} ".';

-- Decisions of the team -----------------------------------------------------------------------------------------------

create function private.post_facts(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('post_title', p.title, 'post_created_at', p.created_at, 'post_type', p.type, 'post_slug', p.slug)
  from public.community_posts p where p.id = post
$$;
comment on function private.post_facts(uuid) is 'Facts of a post that its notifications store to link to it: title, time, type and slug.';

create function private.how_decided(reported boolean) returns text
language sql immutable parallel safe set search_path = '' as $$
  select 'Entschieden hat ein Mensch aus dem Team' || case when reported then ' nach einer Meldung' else '' end
    || '. Bist du anderer Meinung, kannst du in deinem Account einmal Einspruch einlegen.'
$$;
comment on function private.how_decided(boolean) is 'End of every statement of reasons: who decided, whether after a report, and how to appeal.';

create function private.notify_post_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.moderated_at is null or new.moderated_at is not distinct from old.moderated_at then return null; end if;
  if new.status = 'approved' then
    perform private.notify(new.author_id, 'post_approved', 'Dein Beitrag ist online',
      format('„%s“ ist freigegeben.', new.title), private.post_facts(new.id), new.id);
  elsif new.status = 'rejected' then
    perform private.notify(new.author_id, 'post_rejected', 'Dein Beitrag wurde abgelehnt',
      format('„%s“ ist nicht online. Grund: %s %s', new.title, new.rejection_reason, private.how_decided(false)),
      private.post_facts(new.id) || jsonb_build_object('reason', new.rejection_reason, 'decided_by', 'human', 'decision_id', (
        select a.id from public.moderation_actions a
        where a.target_post_id = new.id and a.created_at = now() and a.action = 'warned' and not a.counts_as_warning
        limit 1)), new.id);
  end if;
  return null;
end $$;
comment on function private.notify_post_decision() is 'Trigger: notifies the author of the decision and its reason.';
create trigger community_posts_notify after update of status on public.community_posts
  for each row execute function private.notify_post_decision();

create function private.notify_rumor_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(p.author_id, 'rumor_status_update', 'Dein Gerücht hat einen neuen Status',
      format('„%s“ gilt jetzt als %s.', p.title,
        case new.rumor_status when 'verified' then 'bestätigt' when 'debunked' then 'widerlegt' else 'unbestätigt' end),
      private.post_facts(p.id) || jsonb_build_object('rumor_status', new.rumor_status, 'reason', new.verification_reason), p.id)
    from public.community_posts p where p.id = new.post_id;
  return null;
end $$;
comment on function private.notify_rumor_status() is 'Trigger: notifies the author of a new rumor status.';
create trigger post_rumors_notify after update of rumor_status on public.post_rumors
  for each row when (old.rumor_status <> new.rumor_status) execute function private.notify_rumor_status();

-- Warnings, removals and bans: a statement of reasons, which nobody can switch off.
create function private.notify_moderation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  thing constant text := case new.target_type when 'post' then 'Beitrag' when 'comment' then 'Kommentar' end;
  days constant integer := new.ban_duration_days;
  what constant text := case new.action
    when 'warned' then 'Du wurdest verwarnt.'
    when 'deleted' then 'Wir haben ' || coalesce('deinen ' || thing, 'etwas von dir') || ' entfernt.'
    else 'Dein Konto ist ' || case when days is null then 'dauerhaft' when days = 1 then 'für einen Tag' else 'für ' || days || ' Tage' end || ' gesperrt.'
  end;
begin
  perform private.notify(new.target_user_id, 'warning',
    case when new.severity = 'high' then 'Verwarnung (Schwerwiegend)' else 'Verwarnung' end,
    -- concat_ws skips unknown parts, where || would return null.
    concat_ws(' ', what, 'Es geht um deinen ' || thing || ': „' || new.content_excerpt || '“.', 'Grund: ' || new.reason || case when new.reason ~ '[.!?…]$' then '' else '.' end,
      'Regel: ' || private.rule_title(new.rule) || '.', private.how_decided(new.report_id is not null)),
    jsonb_strip_nulls(jsonb_build_object('action', new.action, 'reason', new.reason, 'severity', new.severity, 'decision_id', new.id,
      'decided_by', 'human', 'rule', new.rule, 'target_type', new.target_type, 'content_excerpt', new.content_excerpt,
      'ban_duration_days', days, 'reported', new.report_id is not null)));
  return null;
end $$;
comment on function private.notify_moderation() is 'Trigger: notifies the member with a statement of reasons: decision, content, reason, rule, that a human decided, and decision_id for the appeal.';
create trigger moderation_actions_notify after insert on public.moderation_actions
  for each row when (new.counts_as_warning or new.action in ('deleted', 'banned')) execute function private.notify_moderation();

-- Grants, policies ----------------------------------------------------------------------------------------------------

alter table public.notifications enable row level security;
revoke all on public.notifications from public, anon, authenticated;
grant select, update (read), delete on public.notifications to authenticated;
grant all on public.notifications to service_role;
create policy "own read" on public.notifications for select to authenticated using (user_id = (select auth.uid()));
create policy "own mark as read" on public.notifications for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "own delete" on public.notifications for delete to authenticated using (user_id = (select auth.uid()));

alter table public.notification_preferences enable row level security;
revoke all on public.notification_preferences from public, anon, authenticated;
grant select, insert (user_id, type, enabled), update (user_id, type, enabled), delete on public.notification_preferences to authenticated;
grant all on public.notification_preferences to service_role;
create policy "own read" on public.notification_preferences for select to authenticated using (user_id = (select auth.uid()));
create policy "own insert" on public.notification_preferences for insert to authenticated with check (user_id = (select auth.uid()));
create policy "own update" on public.notification_preferences for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "own delete" on public.notification_preferences for delete to authenticated using (user_id = (select auth.uid()));

-- Reactions and votes -------------------------------------------------------------------------------------------------

-- Reactions and votes notify the author, but only those made through the API: imports, restored posts and jobs notify nobody.
-- By name these triggers run after the counting ones, so that the row of the post is always locked first.

create function private.reaction_emoji(reaction text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case reaction when 'heart' then '❤️' else '💩' end
$$;
comment on function private.reaction_emoji(text) is 'Emoji of a reaction.';

create function private.notify_post_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(p.author_id, 'reaction_on_post', 'Reaktion auf deinen Beitrag',
      format('{actors} mit %s auf „%s“ reagiert.', private.reaction_emoji(new.reaction), p.title),
      private.post_facts(p.id) || jsonb_build_object('reaction', new.reaction, 'emoji', private.reaction_emoji(new.reaction)),
      p.id, actor => new.user_id)
    from public.community_posts p where p.id = new.post_id;
  return null;
end $$;
comment on function private.notify_post_reaction() is 'Trigger: notifies the author of a post of a reaction.';
create trigger post_reactions_notify after insert or update of reaction on public.post_reactions
  for each row when (private.is_client()) execute function private.notify_post_reaction();

create function private.notify_comment_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(c.author_id, 'reaction_on_comment', 'Reaktion auf deinen Kommentar',
      format('{actors} mit %s auf deinen Kommentar bei „%s“ reagiert.', private.reaction_emoji(new.reaction), p.title),
      private.post_facts(p.id) || jsonb_build_object('reaction', new.reaction, 'emoji', private.reaction_emoji(new.reaction),
        'comment_excerpt', left(c.content, 100)),
      p.id, c.id, new.user_id)
    from public.comments c join public.community_posts p on p.id = c.post_id where c.id = new.comment_id;
  return null;
end $$;
comment on function private.notify_comment_reaction() is 'Trigger: notifies the author of a comment of a reaction.';
create trigger comment_reactions_notify after insert or update of reaction on public.comment_reactions
  for each row when (private.is_client()) execute function private.notify_comment_reaction();

create function private.notify_rumor_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(p.author_id, 'vote_on_rumor', 'Stimme zu deinem Gerücht', format('{actors} über „%s“ abgestimmt.', p.title),
      private.post_facts(p.id) || jsonb_build_object('vote', new.vote), p.id, actor => new.user_id)
    from public.community_posts p where p.id = new.post_id;
  return null;
end $$;
comment on function private.notify_rumor_vote() is 'Trigger: notifies the author of a rumor of a vote; data has the vote.';
create trigger rumor_votes_notify after insert or update of vote on public.rumor_votes
  for each row when (private.is_client()) execute function private.notify_rumor_vote();

create function private.notify_poll_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(p.author_id, 'vote_on_poll', 'Stimme in deiner Umfrage', format('{actors} bei „%s“ abgestimmt.', p.title),
      private.post_facts(p.id), p.id, actor => new.user_id)
    from public.community_posts p where p.id = new.post_id;
  return null;
end $$;
comment on function private.notify_poll_vote() is 'Trigger: notifies the author of a poll of a vote, but not of the choice.';
create trigger poll_votes_notify after insert on public.poll_votes
  for each row when (private.is_client()) execute function private.notify_poll_vote();

-- Comments ------------------------------------------------------------------------------------------------------------

-- A comment notifies those it mentions, the author of the post, the author of the comment it answers, and earlier commenters; each
-- person once.

create function private.notify_of_comment(c public.comments, recipient uuid, kind text, target uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare post_title constant text := (select p.title from public.community_posts p where p.id = c.post_id);
begin
  return private.notify(recipient, kind,
    case kind when 'mention' then 'Du wurdest erwähnt' when 'comment_on_post' then 'Neuer Kommentar zu deinem Beitrag'
      when 'reply_to_comment' then 'Antwort auf deinen Kommentar' else 'Neuer Kommentar' end,
    format(case kind when 'mention' then '{actors} dich in einem Kommentar zu „%s“ erwähnt.'
      when 'comment_on_post' then '{actors} deinen Beitrag „%s“ kommentiert.'
      when 'reply_to_comment' then '{actors} auf deinen Kommentar bei „%s“ geantwortet.'
      else '{actors} auch „%s“ kommentiert.' end, post_title),
    private.post_facts(c.post_id) || jsonb_build_object('comment_excerpt', left(c.content, 100)),
    c.post_id, c.id, c.author_id, target);
end $$;
comment on function private.notify_of_comment(public.comments, uuid, text, uuid) is 'One notification about a comment; null when the recipient does not want this type.';

create function private.notify_mentions(c public.comments) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
  told uuid[] := array(select n.user_id from public.notifications n where n.comment_id = c.id and n.type = 'mention');
begin
  -- Ordered by id, so that concurrent comments take locks in the same order.
  for member in
    select p.id from jsonb_each_text(c.mentions) named join public.public_profiles p on p.slug = named.value
    where p.id <> all (told) order by p.id
  loop
    -- Ten in total: edits must not notify ten more each time.
    exit when cardinality(told) >= 10;
    if private.notify_of_comment(c, member, 'mention', c.id) is not null then told := told || member; end if;
  end loop;
  return told;
end $$;
comment on function private.notify_mentions(public.comments) is 'Notifies the members a comment mentions, each once; returns everybody notified so far.';

create function private.notify_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  post_author constant uuid := (select p.author_id from public.community_posts p where p.id = new.post_id);
  parent_author constant uuid := (select c.author_id from public.comments c where c.id = new.parent_id);
  told uuid[] := private.notify_mentions(new);
  member uuid;
begin
  if post_author <> all (told) then
    perform private.notify_of_comment(new, post_author, 'comment_on_post', new.post_id);
  end if;
  if parent_author <> all (told) and parent_author is distinct from post_author then
    perform private.notify_of_comment(new, parent_author, 'reply_to_comment', new.parent_id);
  end if;
  told := told || post_author || parent_author || new.author_id;
  for member in
    select earlier.id from (
      select t.id from private.people_of_thread(new.post_id, 70) with ordinality as t (id, place)
      where t.id <> all (array_remove(told, null)) order by t.place limit 50
    ) earlier order by earlier.id
  loop
    perform private.notify_of_comment(new, member, 'subsequent_comment', new.post_id);
  end loop;
  return null;
end $$;
comment on function private.notify_comment() is 'Trigger: notifies mentioned members first, then the author, the one who is answered, and at most 50 latest commenters.';
create trigger comments_notify after insert on public.comments
  for each row when (private.is_client()) execute function private.notify_comment();

create function private.notify_edited_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications set data = jsonb_set(data, '{comment_excerpt}', to_jsonb(left(new.content, 100)))
    where comment_id = new.id and data ? 'comment_excerpt';
  perform private.notify_mentions(new);
  return null;
end $$;
comment on function private.notify_edited_comment() is 'Trigger: updates quotes of an edited comment in notifications, and notifies newly mentioned members.';
create trigger comments_notify_edit after update of content on public.comments
  for each row when (private.is_client() and new.deleted_at is null and old.content <> new.content)
  execute function private.notify_edited_comment();

create function private.unquote_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications set data = data - 'comment_excerpt' where comment_id = new.id and data ? 'comment_excerpt';
  return null;
end $$;
comment on function private.unquote_comment() is 'Trigger: notifications no longer quote a deleted comment.';
create trigger comments_unquote after update of deleted_at on public.comments
  for each row when (new.deleted_at is not null) execute function private.unquote_comment();

-- Calls ---------------------------------------------------------------------------------------------------------------

-- Counting, marking as read, and notifications written by staff.

create function private.require_self(member uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if member is distinct from auth.uid() or member is null then
    raise exception 'Das geht nur für das eigene Konto.' using errcode = '42501', hint = 'not_self';
  end if;
end $$;
comment on function private.require_self(uuid) is 'Refuses with 42501 unless the member is the caller.';
grant execute on function private.require_self(uuid) to authenticated, service_role;

create function public.get_unread_notification_count(user_uuid uuid) returns integer
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_self(user_uuid);
  -- reply_to_comment is not listed, so the badge must not count it.
  return (select count(*) from public.notifications n where n.user_id = user_uuid and not n.read and n.type <> 'reply_to_comment');
end $$;
comment on function public.get_unread_notification_count(uuid) is 'RPC: number of the caller''s unread notifications that the list shows.';

create function public.mark_all_notifications_read(user_uuid uuid) returns integer
language plpgsql set search_path = '' as $$
declare marked integer;
begin
  perform private.require_self(user_uuid);
  update public.notifications set read = true where user_id = user_uuid and not read;
  get diagnostics marked = row_count;
  return marked;
end $$;
comment on function public.mark_all_notifications_read(uuid) is 'RPC: marks all notifications of the caller as read; returns how many were unread.';

create function private.create_notification(
  recipient uuid, kind text, title text, message text, data jsonb, post uuid, comment uuid, actor uuid
) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() is distinct from 'service_role' and not private.is_moderator() then
    raise exception 'Benachrichtigungen schreibt nur das Team.' using errcode = '42501', hint = 'not_allowed';
  end if;
  return private.notify(recipient, kind, title, message, data, post, comment, actor);
end $$;
comment on function private.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) is 'For staff and the server: private.notify() behind a check.';
grant execute on function private.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) to authenticated, service_role;

create function public.create_notification(
  user_id uuid, type text, title text, message text, data jsonb default '{}', post_id uuid default null,
  comment_id uuid default null, actor_id uuid default null
) returns uuid
language sql set search_path = '' as $$
  select private.create_notification(user_id, type, title, message, data, post_id, comment_id, actor_id)
$$;
comment on function public.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) is
  'RPC, staff and server only: notifies a member; returns the id, or null when it is their own action or they switched the type off.';

revoke all on function public.get_unread_notification_count(uuid), public.mark_all_notifications_read(uuid),
  public.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.get_unread_notification_count(uuid), public.mark_all_notifications_read(uuid),
  public.create_notification(uuid, text, text, text, jsonb, uuid, uuid, uuid) to authenticated, service_role;

-- Settings ------------------------------------------------------------------------------------------------------------

create function public.notification_settings() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('type', t.type, 'changeable', t.changeable,
    'enabled', not t.changeable or coalesce(p.enabled, true)) order by t.place)
  from (values
    (1, 'comment_on_post', true), (2, 'reply_to_comment', true), (3, 'subsequent_comment', true), (4, 'mention', true),
    (5, 'reaction_on_post', true), (6, 'reaction_on_comment', true), (7, 'vote_on_rumor', true), (8, 'vote_on_poll', true),
    (9, 'rumor_status_update', true), (10, 'post_approved', true), (11, 'post_rejected', false), (12, 'invite_used', true),
    (13, 'report_outcome', true), (14, 'warning', false)
  ) as t (place, type, changeable)
  left join public.notification_preferences p on p.user_id = auth.uid() and p.type = t.type
$$;
comment on function public.notification_settings() is 'RPC: all types of notifications with the caller''s choice; warning and post_rejected cannot be switched off.';

create function public.set_notification_setting(p_type text, p_enabled boolean) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if p_enabled is null or not exists (
    select from jsonb_array_elements(public.notification_settings()) s where s ->> 'type' = p_type and (s ->> 'changeable')::boolean) then
    raise exception 'Diese Benachrichtigung lässt sich nicht abschalten.' using errcode = '23514', hint = 'not_changeable';
  end if;
  insert into public.notification_preferences (user_id, type, enabled) values (auth.uid(), p_type, p_enabled)
    on conflict (user_id, type) do update set enabled = excluded.enabled;
  return public.notification_settings();
end $$;
comment on function public.set_notification_setting(text, boolean) is 'RPC: switches one type of the caller''s notifications; returns all settings. Hint not_changeable for a type that is always on.';

revoke all on function public.notification_settings(), public.set_notification_setting(text, boolean) from public, anon, authenticated;
grant execute on function public.notification_settings(), public.set_notification_setting(text, boolean) to authenticated;

-- Page ----------------------------------------------------------------------------------------------------------------

-- /account/benachrichtigungen and /account/karma.
-- Without bitmap scans: the planner assumes an average member and would fetch and sort all rows of a busy one, although the index has
-- them in order.

create function private.notification_item(n public.notifications, actor jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', n.id, 'type', n.type, 'title', n.title, 'message', n.message, 'data', n.data, 'post_id', n.post_id,
    'comment_id', n.comment_id, 'actor', actor, 'actors_count', n.actors_count, 'read', n.read, 'created_at', n.created_at)
$$;
comment on function private.notification_item(public.notifications, jsonb) is 'A notification as accountNotification.';
grant execute on function private.notification_item(public.notifications, jsonb) to authenticated;

create function public.notifications_page(p_after text default null, p_limit integer default 20, p_unread boolean default false) returns jsonb
language plpgsql stable security invoker set search_path = '' set enable_bitmapscan = off as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select n.id, n.created_at, row_number() over (order by n.created_at desc, n.id desc) as place,
        private.notification_item(n, m.ref) as item
      from (
        -- reply_to_comment is stored but never listed. Two branches, each with an index of its own.
        (select * from public.notifications a
         where p_unread is not true and a.user_id = (select auth.uid()) and a.type <> 'reply_to_comment'
           and (a.created_at, a.id) < (last[1]::timestamptz, last[2]::uuid)
         order by a.created_at desc, a.id desc limit wanted + 1)
        union all
        (select * from public.notifications u
         where p_unread and u.user_id = (select auth.uid()) and not u.read and u.type <> 'reply_to_comment'
           and (u.created_at, u.id) < (last[1]::timestamptz, last[2]::uuid)
         order by u.created_at desc, u.id desc limit wanted + 1)
      ) n
      left join private.member_refs m on m.id = n.actor_id
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.notifications_page(text, integer, boolean) is
  'RPC: notifications of the caller, newest first, after a cursor, optionally only unread ones; without reply_to_comment.';

revoke all on function public.notifications_page(text, integer, boolean) from public, anon, authenticated;
grant execute on function public.notifications_page(text, integer, boolean) to authenticated;

create function private.latest_notifications(member uuid, wanted integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'type', n.type, 'title', n.title, 'message', n.message, 'data', n.data,
      'post_id', n.post_id, 'comment_id', n.comment_id, 'actor', m.ref, 'actors_count', n.actors_count, 'read', n.read,
      'created_at', n.created_at) order by n.created_at desc, n.id desc), '[]'::jsonb)
    from (
      select * from public.notifications l where l.user_id = member and l.type <> 'reply_to_comment'
      order by l.created_at desc, l.id desc limit wanted
    ) n
    left join private.member_refs m on m.id = n.actor_id
  );
end $$;
comment on function private.latest_notifications(uuid, integer) is 'Latest notifications as accountNotification; reply_to_comment is hidden.';
grant execute on function private.latest_notifications(uuid, integer) to authenticated;
