-- Reports -------------------------------------------------------------------------------------------------------------

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  target_type text not null check (target_type in ('post', 'comment', 'profile')),
  -- No foreign keys: a report outlives its target until orphans are purged.
  target_post_id uuid,
  target_comment_id uuid,
  target_author_id uuid references public.profiles on delete set null,
  reporter_id uuid default auth.uid() references public.profiles on delete set null,
  reporter_name text check (char_length(btrim(reporter_name)) between 1 and 100),
  reporter_email text check (reporter_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(reporter_email) <= 254),
  good_faith boolean not null default false,
  reason text not null check (reason in (
    'illegal_content', 'insult', 'false_claim', 'privacy', 'spam', 'spoiler', 'other'
  )),
  details text check (char_length(btrim(details)) between 1 and 2000),
  status text not null default 'pending' check (status in ('pending', 'dismissed', 'resolved')),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  resolved_at timestamptz,
  resolved_by uuid references public.profiles on delete set null,
  action text check (action in ('ignored', 'deleted', 'warned', 'banned')),
  action_reason text check (char_length(btrim(action_reason)) between 1 and 2000),
  severity text check (severity in ('low', 'medium', 'high')),
  ban_duration_days integer check (ban_duration_days between 1 and 3650),
  decision_id uuid references public.moderation_actions on delete set null,
  target_profile_id uuid,
  rule_id uuid,
  origin text not null default 'person' check (origin in ('person', 'rule', 'list', 'classifier')),
  is_child_abuse boolean not null default false,
  counts boolean not null generated always as (confirmed_at is not null or reason = 'illegal_content') stored,
  constraint reports_decided_once_received check (status = 'pending' or counts),
  constraint reports_child_abuse_is_illegal check (not is_child_abuse or reason = 'illegal_content'),
  constraint reports_other_reason_explained check (reason <> 'other' or details is not null),
  constraint reports_transition check (
    (status = 'pending' and action is null and resolved_at is null)
    or (status = 'dismissed' and action = 'ignored' and resolved_at is not null)
    or (status = 'resolved' and action in ('deleted', 'warned', 'banned') and resolved_at is not null and action_reason is not null)),
  constraint reports_ban_has_duration check (ban_duration_days is null or action = 'banned'),
  constraint reports_one_target check (
  (target_type = 'post') = (target_post_id is not null) and (target_type = 'comment') = (target_comment_id is not null)
    and (target_type = 'profile') = (target_profile_id is not null))
);
comment on table public.reports is
  'A post, comment or profile somebody finds wrong. Guests too may report, with name, e-mail and a good-faith statement. Staff read.';
comment on column public.reports.target_author_id is 'Author of the target when it was reported; maintained by trigger, so that a ban still finds them when the target is gone.';
comment on column public.reports.reporter_email is 'Of guests. Not readable through the API: admins ask report_contact().';
comment on column public.reports.confirmed_at is
  'When the report was confirmed: immediately for members, for guests when they follow the link mailed to them.';
comment on column public.reports.is_child_abuse is 'It shows the abuse of children: such a notice needs neither name nor address (DSA Art. 16 (2) c).';
comment on column public.reports.counts is
  'Whether staff see and decide it: it is confirmed, or a notice of illegal content, of which the operator knows from its receipt on (DSA Art. 16 (3)).';
comment on column public.reports.decision_id is 'The one decision that closed all open reports of the target.';
comment on column public.reports.target_profile_id is 'The reported member. No foreign key, as for posts and comments.';
comment on column public.reports.origin is 'Who reported it: a person, or a program of ours in its own name. A program has no reporter.';
comment on column public.reports.rule_id is
  'The rule that reported it instead of a person. No foreign key: without the rule it is still no notice of a person.';

create index reports_open on public.reports (created_at, id) where status = 'pending' and counts;
create index reports_closed on public.reports (resolved_at desc, id) where status <> 'pending';
create index reports_post on public.reports (target_post_id);
create index reports_comment on public.reports (target_comment_id);
create index reports_target_author_id on public.reports (target_author_id);
create index reports_reporter_id on public.reports (reporter_id);
create index reports_resolved_by on public.reports (resolved_by);
create index reports_decision_id on public.reports (decision_id);
create index reports_created_at on public.reports (created_at) where counts;
create index reports_profile on public.reports (target_profile_id) where target_profile_id is not null;
create unique index reports_open_once on public.reports (reporter_id, coalesce(target_post_id, target_comment_id, target_profile_id))
  where status = 'pending' and reporter_id is not null;
create index reports_details_names on public.reports using gin (private.names_in(details)) where details like '%@%';
create index reports_action_reason_names on public.reports using gin (private.names_in(action_reason)) where action_reason like '%@%';

create trigger reports_10_target before insert on public.reports
  for each row execute function private.find_report_target();
-- Older ones are stored by imports and demonstrations.
create trigger reports_90_alert after insert on public.reports
  for each row when (new.created_at > now() - interval '5 minutes') execute function private.alert_of_report();
create trigger reports_90_alert_confirmed after update of confirmed_at on public.reports
  for each row when (not old.counts) execute function private.alert_of_report();

alter table public.reports enable row level security;
-- Without name and e-mail of guests; the name comes with a case. Reports are decided and purged only by RPCs, which write the log.
revoke all on public.reports from public, anon, authenticated;
grant all on public.reports to service_role;
grant select (id, target_type, target_post_id, target_comment_id, target_author_id, reporter_id, good_faith, reason, details, status,
    created_at, confirmed_at, resolved_at, resolved_by, action, action_reason, severity, ban_duration_days, decision_id,
    target_profile_id, origin, is_child_abuse, counts)
  on public.reports to authenticated;
create policy "staff read" on public.reports for select to authenticated
  using (counts and (select private.is_moderator()));

-- Sending a report ----------------------------------------------------------------------------------------------------

-- Reports of members count immediately. Those of guests need name, e-mail and good faith, and count once the address is confirmed
-- by the link mailed to it; notices of illegal content count from the start, and of child abuse need neither.

create table private.report_confirmations (
  report_id uuid primary key references public.reports on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null default now()
);
comment on table private.report_confirmations is
  'Hash of the token in the link that confirms a guest''s report. Only the mail holds the token itself.';

revoke all on private.report_confirmations from public, anon, authenticated, service_role;

create table private.report_senders (
  id bigint generated always as identity primary key,
  sender text not null,
  sent_at timestamptz not null default now()
);
comment on table private.report_senders is
  'Mails that guests asked for and guests'' reports, of the last day, by a hash of the network, mailbox or /48 that each counts for.';

create index report_senders_sender on private.report_senders (sender, sent_at);
create index report_senders_sent_at on private.report_senders (sent_at);

revoke all on private.report_senders from public, anon, authenticated, service_role;

-- Resetting a profile -------------------------------------------------------------------------------------------------

create table private.removed_profiles (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references public.profiles on delete cascade,
  nickname text,
  bio text,
  picture boolean not null default false,
  removed_by uuid references public.profiles on delete set null,
  removed_at timestamptz not null default now(),
  renamed_to text
);
comment on table private.removed_profiles is 'What the team took out of a profile, needed to answer an appeal. A job deletes it after 180 days.';
comment on column private.removed_profiles.renamed_to is 'The nickname that an admin gave in place of the former one; null: "Mitglied_" and eight letters.';
comment on column private.removed_profiles.picture is 'Whether the picture was deleted; it cannot be restored.';

create index removed_profiles_member_id on private.removed_profiles (member_id, removed_at desc);
create index removed_profiles_removed_by on private.removed_profiles (removed_by);
create index removed_profiles_removed_at on private.removed_profiles (removed_at);

revoke all on private.removed_profiles from public, anon, authenticated, service_role;

-- Working on a case: one person at a time, with notes and questions (docs/decisions/067-working-on-a-case.md) ---------

create table private.case_claims (
  target_type text not null check (target_type in ('post', 'comment', 'profile')),
  target_id uuid not null,
  member_id uuid not null references public.profiles on delete cascade,
  claimed_until timestamptz not null,
  primary key (target_type, target_id)
);
comment on table private.case_claims is
  'Who of the team is deciding about what, for ten minutes at a time. '
  'Not exported: who of the team decides about what, for ten minutes.';

create index case_claims_member on private.case_claims (member_id);

revoke all on private.case_claims from public, anon, authenticated, service_role;

create table private.case_notes (
  id uuid primary key default gen_random_uuid(),
  target_type text not null check (target_type in ('post', 'comment', 'profile')),
  target_id uuid not null,
  kind text not null check (kind in ('note', 'question', 'answer')),
  content text not null check (char_length(content) between 1 and 2000),
  -- The member of the team; of an answer nobody.
  author_id uuid references public.public_profiles on delete set null,
  asked text check (asked in ('reporter', 'author')),
  -- The member who was asked, whose leaving takes question and answer along; null: a guest, or a note.
  asked_id uuid references public.profiles on delete cascade,
  report_id uuid references public.reports on delete cascade,
  question_id uuid unique references private.case_notes on delete cascade,
  token_hash text unique,
  written_at timestamptz not null default clock_timestamp(),
  constraint case_notes_kind check ((kind = 'note') = (asked is null) and (kind = 'question') = (token_hash is not null)
    and (kind = 'answer') = (question_id is not null))
);
comment on table private.case_notes is
  'Notes of the team about a case, questions it mailed and their answers; no foreign key to the content, which may be gone. Kept for 180 days.';
comment on column private.case_notes.token_hash is 'Of a question: hash of the code in the link to answer it. Only the mail holds the code itself.';

create index case_notes_target on private.case_notes (target_id, written_at);
create index case_notes_author on private.case_notes (author_id);
create index case_notes_asked on private.case_notes (asked_id);
create index case_notes_report on private.case_notes (report_id);
create index case_notes_written on private.case_notes (written_at);

revoke all on private.case_notes from public, anon, authenticated, service_role;

-- In the export, and how long it is kept ------------------------------------------------------------------------------

create function private.export_reports(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.reports', (select jsonb_agg(l.entry order by l.created_at) from (
      select r.created_at, (to_jsonb(r) - '{reporter_id,target_author_id,resolved_by,counts}'::text[]) || '{"role": "reporter"}' as entry
      from public.reports r where r.reporter_id = me
      union all
      -- Reports about the member: neither who sent them, nor their words and the hour, which would tell.
      select r.created_at, jsonb_strip_nulls(jsonb_build_object('role', 'subject', 'target_type', r.target_type, 'target_post_id', r.target_post_id,
        'target_comment_id', r.target_comment_id, 'reason', r.reason, 'origin', r.origin, 'status', r.status, 'action', r.action,
        'day', private.berlin_day(r.created_at), 'resolved_at', r.resolved_at))
      from public.reports r where r.target_author_id = me and r.reporter_id is distinct from me and r.counts) l),
    'private.removed_profiles', (select jsonb_agg(jsonb_build_object('nickname', x.nickname, 'bio', x.bio, 'picture', x.picture, 'removed_at', x.removed_at))
      from private.removed_profiles x where x.member_id = me),
    'private.case_notes', (select jsonb_agg(l.entry order by l.written_at) from (
      select n.written_at, jsonb_build_object('role', 'asked', 'kind', n.kind, 'text', n.content, 'written_at', n.written_at) as entry
      from private.case_notes n where n.asked_id = me
      union all
      -- What the team noted about the member and their content, without who else stands in it.
      select n.written_at, jsonb_build_object('role', 'subject', 'kind', n.kind, 'text', private.without_others(n.content, me, n.target_id),
        'written_at', n.written_at)
      from private.case_notes n where n.kind = 'note' and n.target_id = any (private.things_of(me))) l))
$$;
comment on function private.export_reports(uuid) is
  'Export: own reports and reports about the member, the reset profile, notes of the team, and what was asked and answered in cases.';

create function private.retain_reports() returns void
language sql set search_path = '' as $$
  delete from private.removed_profiles where removed_at < now() - interval '180 days';
  delete from private.case_notes where written_at < now() - interval '180 days';
  delete from private.case_claims where claimed_until < now() - interval '1 day';
  -- Three years from the end of the case: as long as claims arising from it can be brought.
  delete from public.reports where status <> 'pending' and resolved_at < now() - interval '3 years';
$$;
comment on function private.retain_reports() is 'Retention: closed cases for three years, texts in them for 180 days.';
