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
comment on table public.notifications is 'What happened to a member. Written by triggers and the server; the member reads, marks as read and deletes.';
comment on column public.notifications.target_id is 'What events of one type are joined by: the post, or the comment, that something happened to.';
comment on column public.notifications.comment_id is 'The comment to open: of several joined ones the latest.';
comment on column public.notifications.actors_count is 'How many people this row stands for: same type and target within 24 hours ("Anna und 4 weitere …"); actor_id is the latest.';
create index notifications_user on public.notifications (user_id, created_at desc, id desc);
-- The badge counts from it alone; it holds what the list shows (specification §3).
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
comment on table private.notification_actors is 'Who is counted in notifications.actors_count, so that one person counts once.';
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
comment on table public.notification_preferences is 'Types a member has switched; without a row a type is on. warning and post_rejected cannot be switched off.';
create trigger notification_preferences_touch before update on public.notification_preferences
  for each row execute function private.touch_updated_at();

-- One entry -----------------------------------------------------------------------------------------------------------------

create function private.with_actors(message text, actor uuid, others integer) returns text
language sql stable security definer set search_path = '' as $$
  select case when starts_with(message, '{actors} ') then
    coalesce((select p.nickname from public.public_profiles p where p.id = actor), 'Jemand')
      || case when others > 0 then format(' und %s haben', case others when 1 then 'eine weitere Person' else others || ' weitere' end) else ' hat' end
      || substr(message, length('{actors} '))
    else message end
$$;
comment on function private.with_actors(text, uuid, integer) is '"{actors} …" with who it was: "Anna hat …", "Anna und 4 weitere haben …" (decisions §9).';

-- Taking a reaction back and giving it again, or changing a vote, is nothing new; another comment is.
create function private.is_repeatable(kind text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select kind in ('reaction_on_post', 'reaction_on_comment', 'vote_on_rumor', 'vote_on_poll')
$$;
comment on function private.is_repeatable(text) is 'Types of events one person can cause again and again with one target without saying anything new.';

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
  -- Own actions never notify (decisions §9), nor do those of banned accounts; the account may be gone.
  if recipient is null or recipient = actor or private.is_banned(actor) then return null; end if;
  if exists (select from public.notification_preferences n where n.user_id = recipient and n.type = kind and not n.enabled) then
    return null;
  end if;
  if actor is not null then
    -- Two people at one moment: the second waits and joins the first one's row.
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
  'Writes a notification unless it is one''s own action or switched off; joins one of the same type and target (default: comment, else post) of the last 24 hours. A message may begin with "{actors} ".';

-- Decisions of the team -----------------------------------------------------------------------------------------------------

create function private.post_facts(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('post_title', p.title, 'post_created_at', p.created_at, 'post_type', p.type, 'post_slug', p.slug)
  from public.community_posts p where p.id = post
$$;
comment on function private.post_facts(uuid) is 'What a notification keeps of a post: title, time, type and slug, to link to it.';

create function private.how_decided(reported boolean) returns text
language sql immutable parallel safe set search_path = '' as $$
  select 'Entschieden hat ein Mensch aus dem Team' || case when reported then ' nach einer Meldung' else '' end
    || '. Bist du anderer Meinung, kannst du in deinem Account einmal Einspruch einlegen.'
$$;
comment on function private.how_decided(boolean) is 'End of every statement of reasons: by whom, on whose notice, and how to complain (decisions §10).';

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
comment on function private.notify_post_decision() is 'Trigger: the author learns the decision and its reason.';
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
comment on function private.notify_rumor_status() is 'Trigger: the author learns a new rumor status.';
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
    -- Without what is not known: || with null is null, concat_ws leaves it out.
    concat_ws(' ', what, 'Es geht um deinen ' || thing || ': „' || new.content_excerpt || '“.', 'Grund: ' || new.reason || case when new.reason ~ '[.!?…]$' then '' else '.' end,
      'Regel: ' || private.rule_title(new.rule) || '.', private.how_decided(new.report_id is not null)),
    jsonb_strip_nulls(jsonb_build_object('action', new.action, 'reason', new.reason, 'severity', new.severity, 'decision_id', new.id,
      'decided_by', 'human', 'rule', new.rule, 'target_type', new.target_type, 'content_excerpt', new.content_excerpt,
      'ban_duration_days', days, 'reported', new.report_id is not null)));
  return null;
end $$;
comment on function private.notify_moderation() is 'Trigger, statement of reasons: what was decided about what, why, by which rule, by whom (a human), and with decision_id where to appeal.';
create trigger moderation_actions_notify after insert on public.moderation_actions
  for each row when (new.counts_as_warning or new.action in ('deleted', 'banned')) execute function private.notify_moderation();

-- Grants, policies ------------------------------------------------------------------------------------------------------------

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
