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
  action text not null check (action in ('approved', 'rejected', 'ignored', 'deleted', 'edited', 'warned', 'banned', 'unbanned', 'restored', 'account_deleted')),
  counts_as_warning boolean not null default false,
  severity text check (severity in ('low', 'medium', 'high')),
  reason text not null check (char_length(btrim(reason)) between 1 and 2000),
  ban_duration_days integer check (ban_duration_days between 1 and 3650),
  rule text check (rule in ('tone', 'rumors', 'privacy', 'content', 'law_insult', 'law_hate', 'law_threat', 'law_personality',
    'law_picture', 'law_data', 'law_copyright', 'law_children', 'law_symbols', 'law_other')),
  content_excerpt text check (char_length(content_excerpt) <= 300),
  admin_id uuid default auth.uid() references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  origin text not null default 'person' check (origin in ('person', 'rule', 'list', 'classifier', 'address')),
  scope text check (scope in ('change', 'hidden')),
  changed text[] check (changed <@ '{title,content,tags,source,address,statement,statement_gone}'::text[] and cardinality(changed) > 0),
  constraint moderation_actions_only_warnings_count check (not counts_as_warning or action = 'warned')
);
comment on table public.moderation_actions is 'Decisions of the team about a post, comment or member, with the reason. Staff read; members see their own through own_moderation_status().';
comment on column public.moderation_actions.target_user_id is 'The member the decision concerns: author of the target.';
comment on column public.moderation_actions.counts_as_warning is 'False for the ''warned'' that a rejection records: it never counts as a warning.';
comment on column public.moderation_actions.origin is
  'What drew the team''s attention to it, found when it is stored: a person, or a program; address: a ban that a person decided goes on because a program knew the mail address again. Decided it is by a person, whatever this says.';
comment on column public.moderation_actions.rule is
  'What the decision rests on: a chapter of the community guidelines, or a law (law_…). Null in older ones, and where a client of the API named none.';
comment on column public.moderation_actions.scope is
  'Of a rejection: change if the post stays as it was, hidden if it is offline only until it is cleared.';
comment on column public.moderation_actions.changed is
  'Of an edit: the parts of the post that the team changed, or what it did to the statement of a star above it (statement: other words, statement_gone).';
comment on column public.moderation_actions.content_excerpt is
  'Title or first words of the content, which the member must be able to recognise after its deletion. A job clears it after 180 days.';

create index moderation_actions_target_user on public.moderation_actions (target_user_id, created_at desc);
create index moderation_actions_admin_id on public.moderation_actions (admin_id);
create index moderation_actions_created_at on public.moderation_actions (created_at desc, id);
create index moderation_actions_report_id on public.moderation_actions (report_id);
-- For the list of closed report cases.
create index moderation_actions_cases on public.moderation_actions (created_at desc, id desc) where report_id is not null;
create index moderation_actions_comment on public.moderation_actions (target_comment_id, created_at desc) where target_comment_id is not null;
create index moderation_actions_reason_names on public.moderation_actions using gin (private.names_in(reason)) where reason like '%@%';
create index moderation_actions_content_excerpt_names on public.moderation_actions using gin (private.names_in(content_excerpt)) where content_excerpt like '%@%';

create trigger moderation_actions_05_origin before insert on public.moderation_actions
  for each row when (new.action in ('warned', 'deleted', 'edited', 'banned', 'account_deleted')) execute function private.find_origin();
create trigger moderation_actions_06_ground before insert on public.moderation_actions
  for each row when (new.rule is null and new.action in ('warned', 'deleted', 'edited', 'banned', 'account_deleted')) execute function private.find_ground();
create trigger moderation_actions_notify after insert on public.moderation_actions
  for each row when (new.counts_as_warning or new.action in ('deleted', 'edited', 'banned')) execute function private.notify_moderation();

alter table public.moderation_actions enable row level security;
-- counts_as_warning is not granted: only a decision on a report gives a warning.
revoke all on public.moderation_actions from public, anon, authenticated;
grant all on public.moderation_actions to service_role;
grant select on public.moderation_actions to authenticated;
create policy "staff read" on public.moderation_actions for select to authenticated using ((select private.is_moderator()));

-- What drew the team's attention to it (DSA Art. 17 (3) c) -----------------------------------------------------------

create function private.program_that_held(kind text, post uuid, comment uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  -- A comment waits only after a rule or the link lock has refused it.
  if kind = 'comment' then
    return (select 'rule' from private.held_comments h where h.id = comment);
  end if;
  if exists (select from private.rule_hits h join private.automod_rules r on r.id = h.rule_id where h.target_id = post and r.action = 'hold') then
    return 'rule';
  end if;
  if exists (select from private.classifications c where c.post_id = post and c.subjects <> '{}') then return 'classifier'; end if;
  return (select 'list' from public.community_posts p left join private.post_revisions v on v.post_id = p.id and v.status = 'pending'
    -- Of what is about somebody, as private.needs_a_human() asks.
    where p.id = post and (p.type = 'rumor' or exists (select from public.stars s where s.id = any (p.tags)))
      and private.sensitive_subjects(case when v.post_id is null then private.said_in(p.id) else concat_ws(' ', v.title, v.content) end) <> '{}');
end $$;
comment on function private.program_that_held(text, uuid, uuid) is 'The program that made a post or comment wait for the team, or marked it for them; null: none.';

create function private.find_origin() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  about constant uuid := case new.target_type when 'post' then new.target_post_id when 'comment' then new.target_comment_id else new.target_user_id end;
  reported text;
begin
  -- What was found out about a post says nothing about the statement above it.
  if new.origin <> 'person' or new.changed && '{statement,statement_gone}' then return new; end if;
  -- A person's report comes before a program's.
  select r.origin into reported from public.reports r
    where (r.id = new.report_id or r.status = 'pending' and r.counts
      and about in (r.target_post_id, r.target_comment_id, r.target_profile_id))
    order by r.origin <> 'person' limit 1;
  new.origin := coalesce(reported,
    case when new.target_type <> 'profile' and (new.action = 'warned' and not new.counts_as_warning or new.action = 'edited'
        and exists (select from public.community_posts p where p.id = about and p.status = 'pending')) then
      private.program_that_held(new.target_type, new.target_post_id, new.target_comment_id) end, 'person');
  return new;
end $$;
comment on function private.find_origin() is 'Trigger: whether people or a program drew the team''s attention to what it decides about.';

-- What it rests on (DSA Art. 17 (3) d and e) ----------------------------------------------------------------------------

-- Most decisions are recorded by triggers, which know nothing but the row that they are about.
create function private.decide_on(ground text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if ground is not null and private.ground_title(ground) is null then perform private.refuse('moderation.case_fields.severity'); end if;
  perform set_config('hot.ground', coalesce(ground, ''), true);
end $$;
comment on function private.decide_on(text) is
  'What the decisions of this transaction rest on from here on, as moderation_actions.rule; null: nothing is known. Refuses what is no ground.';
grant execute on function private.decide_on(text) to authenticated;

create function private.find_ground() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.rule := nullif(current_setting('hot.ground', true), '');
  return new;
end $$;
comment on function private.find_ground() is 'Trigger: what a decision rests on, as private.decide_on() was told.';

create function private.is_after_notice(m public.moderation_actions) returns boolean
language sql immutable strict set search_path = '' as $$
  select m.report_id is not null and m.origin = 'person'
$$;
comment on function private.is_after_notice(public.moderation_actions) is 'Whether a person had reported what was decided about.';

create function private.how_decided(decision uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('decided_by', 'human', 'decision_id', m.id, 'origin', nullif(m.origin, 'person'),
    'rule', m.rule, 'reported', private.is_after_notice(m)))
  from public.moderation_actions m where m.id = decision
$$;
comment on function private.how_decided(uuid) is 'Facts of a statement of reasons: that a human decided, which decision to appeal, and what it rests on, and whether people or a program had drawn attention to it.';

-- Decisions on posts --------------------------------------------------------------------------------------------------

create function private.record_post_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only decisions of people; a post published automatically has no moderator.
  if new.moderated_at is null or new.moderated_at is not distinct from old.moderated_at then return null; end if;
  if new.status = 'approved' then
    insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
      values ('post', new.id, new.author_id, 'approved', private.stored_text('post.approved'), new.moderated_by);
  elsif new.status = 'rejected' then
    -- A rejection is recorded as 'warned', which does not count as a warning (docs/product/moderation.md).
    insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
      values ('post', new.id, new.author_id, 'warned', new.rejection_reason, new.moderated_by);
  end if;
  return null;
end $$;
comment on function private.record_post_decision() is 'Trigger: approvals and rejections of posts leave a moderation action.';

-- Bans that admins set on the profile; bans from a report are recorded with the report.
create function private.record_ban() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.moderation_actions (target_type, target_user_id, action, reason, admin_id)
    values ('profile', new.id, case when new.is_banned then 'banned' else 'unbanned' end,
      case when new.is_banned then private.stored_text('member.banned') else private.stored_text('member.unbanned') end, auth.uid());
  return null;
end $$;
comment on function private.record_ban() is 'Trigger: a ban set or lifted by an admin leaves a moderation action.';

-- What a member sees --------------------------------------------------------------------------------------------------

create function private.own_moderation_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select jsonb_build_object(
      'is_banned', private.is_banned(p.id),
      'banned_until', case when private.is_banned(p.id) then p.banned_until end,
      'decisions', coalesce((
        select jsonb_agg(jsonb_build_object('id', a.id, 'action', a.action, 'severity', a.severity, 'reason', a.reason,
          'ban_duration_days', a.ban_duration_days, 'rule', a.rule, 'changed', a.changed, 'content_excerpt', a.content_excerpt, 'reported', private.is_after_notice(a), 'origin', a.origin,
          'created_at', a.created_at, 'target_type', a.target_type,
          'target_post_id', a.target_post_id, 'target_comment_id', a.target_comment_id) order by a.created_at desc)
        from (
          select m.* from public.moderation_actions m
          where m.target_user_id = p.id and (m.counts_as_warning or m.action in ('banned', 'deleted', 'edited'))
          order by m.created_at desc limit 500
        ) a), '[]'::jsonb))
    from public.profiles p where p.id = auth.uid());
end $$;
comment on function private.own_moderation_status() is 'Ban, warnings, removals and edits of the caller; nothing about reporters or staff.';
grant execute on function private.own_moderation_status() to authenticated, service_role;

create function public.own_moderation_status() returns jsonb
language sql stable set search_path = '' as $$ select private.own_moderation_status() $$;
comment on function public.own_moderation_status() is
  'RPC: {is_banned, banned_until, decisions: [{id, action, severity, reason, ban_duration_days, rule, changed, content_excerpt, reported, origin, created_at, target_…}]} of the caller, newest first.';
grant execute on function public.own_moderation_status() to authenticated, service_role;

-- In the export, and how long it is kept ------------------------------------------------------------------------------

create function private.export_decisions(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.moderation_actions', (select jsonb_agg((to_jsonb(a) - '{admin_id,target_user_id}'::text[]
      -- Without the texts of other members.
      - case when a.target_user_id = me then '{}'::text[] else '{content_excerpt}' end)
      || jsonb_build_object('role', case when a.target_user_id = me then 'subject' else 'decider' end) order by a.created_at)
      from public.moderation_actions a where me in (a.target_user_id, a.admin_id)))
$$;
comment on function private.export_decisions(uuid) is 'Export: decisions about the member, and those the member made.';

create function private.retain_decisions() returns void
language sql set search_path = '' as $$
  update public.moderation_actions set content_excerpt = null
    where created_at < now() - interval '180 days' and content_excerpt is not null;
  -- A ban keeps its reasons while it stands.
  delete from public.moderation_actions a where a.created_at < now() - interval '3 years'
    and not (a.action = 'banned' and a.target_user_id is not null and private.is_banned(a.target_user_id))
    and not exists (select from public.appeals e where e.moderation_action_id = a.id and e.decided_at is null);
$$;
comment on function private.retain_decisions() is 'Retention: decisions for three years, excerpts of texts in them for 180 days.';
