-- Reports -------------------------------------------------------------------------------------------------------------

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  target_type text not null check (target_type in ('post', 'comment')),
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
  constraint reports_one_target check ((target_type = 'post') = (target_post_id is not null) and (target_type = 'comment') = (target_comment_id is not null)),
  constraint reports_decided_once_confirmed check (status = 'pending' or confirmed_at is not null),
  constraint reports_other_reason_explained check (reason <> 'other' or details is not null),
  constraint reports_transition check (
    (status = 'pending' and action is null and resolved_at is null)
    or (status = 'dismissed' and action = 'ignored' and resolved_at is not null)
    or (status = 'resolved' and action in ('deleted', 'warned', 'banned') and resolved_at is not null and action_reason is not null)),
  constraint reports_ban_has_duration check (ban_duration_days is null or action = 'banned')
);
comment on table public.reports is 'A post or comment somebody finds wrong. Guests too may report, with name, e-mail and a good-faith statement. Staff read.';
comment on column public.reports.target_author_id is 'Author of the target when it was reported; maintained by trigger, so that a ban still finds them when the target is gone.';
comment on column public.reports.reporter_email is 'Of guests. Not readable through the API: admins ask report_contact().';
comment on column public.reports.confirmed_at is
  'When the report was confirmed: immediately for members, for guests when they follow the link mailed to them. Staff see confirmed reports only.';
create index reports_open on public.reports (created_at, id) where status = 'pending' and confirmed_at is not null;
create index reports_closed on public.reports (resolved_at desc, id) where status <> 'pending';
create index reports_post on public.reports (target_post_id);
create index reports_comment on public.reports (target_comment_id);
create index reports_target_author_id on public.reports (target_author_id);
create index reports_reporter_id on public.reports (reporter_id);
create index reports_resolved_by on public.reports (resolved_by);
create index reports_decision_id on public.reports (decision_id);
comment on column public.reports.decision_id is 'The one decision that closed all open reports of the target.';

create function private.find_report_target() returns trigger
language plpgsql security definer set search_path = '' as $$
declare author record;
begin
  if new.target_type = 'post' then
    select p.author_id as id into author from public.community_posts p where p.id = new.target_post_id;
  else
    select c.author_id as id into author from public.comments c where c.id = new.target_comment_id and c.deleted_at is null;
  end if;
  if not found then
    raise exception 'Diesen Beitrag oder Kommentar gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  new.target_author_id := author.id;
  -- No client may write this column: a guest's report stays unconfirmed until the link is used, a member's needs no link.
  new.confirmed_at := case when new.reporter_id is null then new.confirmed_at else coalesce(new.confirmed_at, now()) end;
  return new;
end $$;
comment on function private.find_report_target() is 'Trigger: the target must exist; its author is stored; reports of members are confirmed immediately.';
create trigger reports_10_target before insert on public.reports
  for each row execute function private.find_report_target();
create trigger reports_05_rate before insert on public.reports
  for each row execute function private.limit_rate('posts', '100');

create function private.is_staff_member(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.id = member and p.role in ('moderator', 'admin'))
$$;
comment on function private.is_staff_member(uuid) is 'Whether somebody belongs to the team, banned or not.';
grant execute on function private.is_staff_member(uuid) to authenticated, service_role;

alter table public.reports enable row level security;
revoke all on public.reports from public, anon, authenticated;
grant insert (id, target_type, target_post_id, target_comment_id, reporter_name, reporter_email, good_faith, reason, details)
  on public.reports to anon;
-- Without name and e-mail of guests; the name comes with a case. Reports are decided and purged only by RPCs, which write the log.
grant select (id, target_type, target_post_id, target_comment_id, target_author_id, reporter_id, good_faith, reason, details, status,
  created_at, confirmed_at, resolved_at, resolved_by, action, action_reason, severity, ban_duration_days, decision_id) on public.reports to authenticated;
grant insert (id, target_type, target_post_id, target_comment_id, reporter_id, good_faith, reason, details) on public.reports to authenticated;
grant all on public.reports to service_role;
create policy "guests report" on public.reports for insert to anon
  with check (reporter_id is null and good_faith and reporter_name is not null and reporter_email is not null);
-- Banned members too: a ban does not remove the right to report and to appeal.
create policy "members report" on public.reports for insert to authenticated with check (reporter_id = (select auth.uid()));
create policy "staff read" on public.reports for select to authenticated
  using (confirmed_at is not null and (select private.is_moderator()));

create function private.report_contact(report uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Das dürfen nur Admins.' using errcode = '42501', hint = 'not_allowed';
  end if;
  return (select jsonb_build_object('name', r.reporter_name, 'email', r.reporter_email) from public.reports r where r.id = report);
end $$;
comment on function private.report_contact(uuid) is 'Name and e-mail that a guest left with a report, for admins.';
grant execute on function private.report_contact(uuid) to authenticated, service_role;

create function public.report_contact(report_id uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.report_contact(report_id) $$;
comment on function public.report_contact(uuid) is 'RPC for admins: {name, email} of the guest who reported, to answer them.';
revoke all on function public.report_contact(uuid) from public, anon, authenticated;
grant execute on function public.report_contact(uuid) to authenticated, service_role;

create index reports_created_at on public.reports (created_at) where confirmed_at is not null;

-- Sending a report ----------------------------------------------------------------------------------------------------

-- Reports of members count immediately. Those of guests need name, e-mail and good faith, and count once the address is confirmed
-- by the link mailed to it.

create table private.report_confirmations (
  report_id uuid primary key references public.reports on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null default now()
);
comment on table private.report_confirmations is 'Hash of the token in the link that confirms a guest''s report. Only the mail holds the token itself.';

create table private.report_senders (
  id bigint generated always as identity primary key,
  sender text not null,
  sent_at timestamptz not null default now()
);
comment on table private.report_senders is 'Guests'' reports of the last day, by a hash of the network address they came from and of the e-mail address they gave.';
create index report_senders_sender on private.report_senders (sender, sent_at);
create index report_senders_sent_at on private.report_senders (sent_at);

create function private.use_guest_report(sender text, allowed integer, span interval) returns void
language plpgsql security definer set search_path = '' as $$
declare who constant text := encode(sha256(convert_to('report ' || sender, 'utf8')), 'hex');
begin
  -- Held until the end of the transaction, so that parallel reports of one sender are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('guest report ' || who, 0));
  if (select count(*) from private.report_senders s where s.sender = who and s.sent_at > now() - span) >= allowed then
    raise sqlstate 'PGRST' using
      message = '{"code":"PT429","message":"Das waren viele Meldungen auf einmal. Versuch es später noch einmal.","details":null,"hint":"rate_limited"}',
      detail = '{"status":429,"headers":{"Retry-After":"3600"}}';
  end if;
  insert into private.report_senders (sender) values (who);
end $$;
comment on function private.use_guest_report(text, integer, interval) is 'Counts one report of a guest, or refuses it with 429 (hint rate_limited).';

-- Ten an hour from one network address and three mails a day to one e-mail address, so that nobody can flood a mailbox.
create function private.throttle_guest_report() returns trigger
language plpgsql security definer set search_path = '' as $$
declare address constant text := private.caller_address();
begin
  if address <> 'unknown' then perform private.use_guest_report('from ' || address, 10, interval '1 hour'); end if;
  perform private.use_guest_report('mail ' || lower(btrim(new.reporter_email)), 3, interval '1 day');
  return new;
end $$;
comment on function private.throttle_guest_report() is 'Trigger: guests'' reports are throttled by network address and by e-mail address.';
create trigger reports_06_guest_rate before insert on public.reports
  for each row when (new.reporter_id is null and new.reporter_email is not null and private.is_client())
  execute function private.throttle_guest_report();

create function private.report_reason_text(reason text) returns text
language sql immutable set search_path = '' as $$
  select case reason when 'illegal_content' then 'Illegaler Inhalt' when 'insult' then 'Beleidigung/Hass'
    when 'false_claim' then 'Falschbehauptung über eine Person' when 'privacy' then 'Privatsphäre' when 'spam' then 'Spam'
    when 'spoiler' then 'Spoiler' when 'other' then 'Sonstiges' end
$$;
comment on function private.report_reason_text(text) is 'What a reason of reports is called in mails. Mirrors reportReasonTexts.';

create function private.ask_for_confirmation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  insert into private.report_confirmations (report_id, token_hash) values (new.id, encode(sha256(convert_to(token, 'utf8')), 'hex'));
  perform private.send_mail(new.reporter_email, 'report_confirmation', jsonb_build_object(
    'target', case new.target_type when 'post' then 'Beitrag' else 'Kommentar' end,
    'reason', private.report_reason_text(new.reason), 'path', '/melden/bestaetigen#' || token));
  return null;
end $$;
comment on function private.ask_for_confirmation() is 'Trigger: mails a guest the link that makes their report count. The mail contains no text written by strangers.';
create trigger reports_80_confirmation after insert on public.reports
  for each row when (new.confirmed_at is null and new.reporter_email is not null and private.is_client())
  execute function private.ask_for_confirmation();

create function private.confirm_report(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare known record;
begin
  select r.id, r.confirmed_at into known from private.report_confirmations c join public.reports r on r.id = c.report_id
    where c.token_hash = encode(sha256(convert_to(token, 'utf8')), 'hex') for update of r;
  if not found then return 'unknown'; end if;
  if known.confirmed_at is not null then return 'already'; end if;
  update public.reports set confirmed_at = now() where id = known.id;
  return 'confirmed';
end $$;
comment on function private.confirm_report(text) is 'Confirms the report of this link. The token has 244 random bits and cannot be guessed.';
grant execute on function private.confirm_report(text) to anon, authenticated;

create function public.confirm_report(p_code text) returns jsonb
language sql set search_path = '' as $$ select jsonb_build_object('state', private.confirm_report(coalesce(p_code, ''))) $$;
comment on function public.confirm_report(text) is 'RPC, guests too: {state: confirmed | already | unknown}. A link works for seven days.';

create function private.has_open_report(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.reports r where r.reporter_id = auth.uid() and r.status = 'pending'
    and target in (r.target_post_id, r.target_comment_id))
$$;
comment on function private.has_open_report(uuid) is 'Whether the caller has reported this post or comment and nobody has decided yet.';
create function private.is_own_content(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.community_posts p where p.id = target and p.author_id = auth.uid())
    or exists (select from public.comments c where c.id = target and c.author_id = auth.uid())
$$;
comment on function private.is_own_content(uuid) is 'Whether the caller wrote this post or comment.';
grant execute on function private.has_open_report(uuid), private.is_own_content(uuid) to authenticated;

create function public.report_content(
  p_id uuid, p_target_type text, p_target uuid, p_reason text, p_details text default null, p_good_faith boolean default false,
  p_name text default null, p_email text default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  is_guest constant boolean := auth.uid() is null;
  details constant text := nullif(private.trim_text(private.clean_text(coalesce(p_details, ''))), '');
  name constant text := nullif(private.clean_line(coalesce(p_name, '')), '');
  email constant text := lower(btrim(coalesce(p_email, '')));
  post constant uuid := case when p_target_type = 'post' then p_target end;
  comment constant uuid := case when p_target_type = 'comment' then p_target end;
begin
  if p_reason = 'other' and details is null then perform private.refuse('Schreib, worum es geht.', 'details_missing'); end if;
  if char_length(details) > 2000 then perform private.refuse('Höchstens 2.000 Zeichen.', 'details_length'); end if;
  if not is_guest then
    if private.is_own_content(p_target) then perform private.refuse('Das hast du selbst geschrieben.', 'own_content'); end if;
    if private.has_open_report(p_target) then return jsonb_build_object('state', 'known'); end if;
    insert into public.reports (id, target_type, target_post_id, target_comment_id, reporter_id, good_faith, reason, details)
      values (p_id, p_target_type, post, comment, auth.uid(), p_good_faith, p_reason, details) on conflict do nothing;
    return jsonb_build_object('state', 'open');
  end if;
  if p_good_faith is not true then
    perform private.refuse('Bestätige, dass deine Angaben stimmen.', 'good_faith_missing');
  end if;
  if name is null or char_length(name) > 100 then perform private.refuse('Gib deinen Namen an.', 'name_missing'); end if;
  if email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(email) > 254 then
    perform private.refuse('Gib eine gültige E-Mail-Adresse an.', 'email_invalid');
  end if;
  -- Repeated after a lost answer, it is still one report.
  insert into public.reports (id, target_type, target_post_id, target_comment_id, reporter_name, reporter_email, good_faith, reason, details)
    values (p_id, p_target_type, post, comment, name, email, true, p_reason, details) on conflict do nothing;
  return jsonb_build_object('state', 'confirm');
end $$;
comment on function public.report_content(uuid, text, uuid, text, text, boolean, text, text) is
  'RPC, guests too: reports a post or comment. {state: open | known | confirm}; hints details_missing, details_length, own_content, good_faith_missing, name_missing, email_invalid, target_gone, rate_limited (429).';
revoke all on function public.confirm_report(text), public.report_content(uuid, text, uuid, text, text, boolean, text, text)
  from public, anon, authenticated;
grant execute on function public.confirm_report(text), public.report_content(uuid, text, uuid, text, text, boolean, text, text)
  to anon, authenticated;
grant execute on function private.refuse(text, text) to anon, authenticated;

-- Rules of the report queue -------------------------------------------------------------------------------------------

-- Rules that TypeScript has too; a test compares them.

create function private.report_head_start(reason text) returns interval
language sql immutable strict parallel safe set search_path = '' as $$
  select case reason when 'illegal_content' then interval '72 hours' when 'insult' then interval '24 hours'
    when 'false_claim' then interval '24 hours' when 'privacy' then interval '24 hours' else interval '0' end
$$;
comment on function private.report_head_start(text) is 'Priority of a reason: time by which a report counts as having waited longer than it has.';

create function private.rule_of_report(reason text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case reason when 'insult' then 'tone' when 'false_claim' then 'rumors'
    when 'privacy' then 'privacy' else 'content' end
$$;
comment on function private.rule_of_report(text) is 'Chapter of the guidelines for a reason of reports. Mirrors ruleOfReason.';

create function private.recent_warnings(member uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from public.moderation_actions a
  where a.target_user_id = member and a.counts_as_warning and a.created_at > now() - interval '90 days'
$$;
comment on function private.recent_warnings(uuid) is 'Warnings of the last 90 days; three suggest a ban. Rejections do not count.';

-- Text for the person who reported, in a notification or a mail.
create function private.outcome_of_report(target_type text, outcome text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case outcome
    when 'ignored' then format('Wir haben geprüft und keinen Verstoß gegen unsere Regeln gefunden. Der %s bleibt online.', t.thing)
    when 'deleted' then format('Wir haben geprüft und den %s entfernt.', t.thing)
    when 'gone' then format('Der %s ist inzwischen nicht mehr online.', t.thing)
    else 'Wir haben geprüft, einen Verstoß gegen unsere Regeln festgestellt und Maßnahmen ergriffen.'
  end || case outcome when 'gone' then '' else ' Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.' end
  from (select case target_type when 'post' then 'Beitrag' else 'Kommentar' end) as t (thing)
$$;
comment on function private.outcome_of_report(text, text) is
  'Outcome (ignored, deleted, acted, gone) of a report, as a text for the reporter. Says nothing about the author''s record.';

-- Outcomes for reporters ----------------------------------------------------------------------------------------------

-- Reporters are told the outcome; reports whose target is gone are purged.

create function private.notify_reporter(given public.reports, outcome text, facts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sentence constant text := private.outcome_of_report(given.target_type, outcome);
  thing constant text := case given.target_type when 'post' then 'Beitrag' else 'Kommentar' end;
begin
  if given.reporter_id is not null then
    if given.reporter_id is distinct from auth.uid() then
      perform private.notify(given.reporter_id, 'report_outcome', 'Deine Meldung ist geprüft', sentence,
        facts || jsonb_build_object('outcome', outcome, 'target_type', given.target_type), target => given.id);
    end if;
  elsif given.reporter_email is not null then
    perform private.send_mail(given.reporter_email, 'report_outcome',
      jsonb_build_object('target', thing, 'reason', private.report_reason_text(given.reason), 'outcome', sentence));
  end if;
exception when others then
  -- The decision remains in force even if its notification fails.
  raise warning 'outcome of report % not told: %', given.id, sqlerrm;
end $$;
comment on function private.notify_reporter(public.reports, text, jsonb) is
  'Tells the reporter the outcome: a member by notification, a guest by mail.';

create function private.notify_reporters(decision uuid, outcome text, facts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare given public.reports;
begin
  for given in
    -- One notification per person, also for several reports.
    select distinct on (coalesce(r.reporter_id::text, lower(r.reporter_email), r.id::text)) r.*
    from public.reports r where r.decision_id = decision
    order by coalesce(r.reporter_id::text, lower(r.reporter_email), r.id::text), r.created_at
  loop
    perform private.notify_reporter(given, outcome, facts);
  end loop;
end $$;
comment on function private.notify_reporters(uuid, text, jsonb) is 'Tells everybody whose report was closed by a decision.';

create function private.report_target_exists(target_type text, target uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if target_type = 'post' then return exists (select from public.community_posts p where p.id = target); end if;
  return exists (select from public.comments c where c.id = target and c.deleted_at is null);
end $$;
comment on function private.report_target_exists(text, uuid) is 'Whether reported content still exists. In plpgsql, so that a list evaluates it only for the rows it shows.';

create function private.purge_orphan_reports() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  given public.reports;
  purged integer := 0;
begin
  perform private.require_moderator();
  for given in
    delete from public.reports r
    where r.status = 'pending' and not private.report_target_exists(r.target_type, coalesce(r.target_post_id, r.target_comment_id))
    returning r.*
  loop
    purged := purged + 1;
    if given.confirmed_at is not null then perform private.notify_reporter(given, 'gone', '{}'); end if;
  end loop;
  if purged > 0 then
    perform private.log_staff_action('purge_orphan_reports', 'report', null, jsonb_build_object('count', purged, 'page', '/admin/reports'));
  end if;
  return jsonb_build_object('purged', purged);
end $$;
comment on function private.purge_orphan_reports() is 'Deletes open reports whose post or comment is gone.';
grant execute on function private.purge_orphan_reports() to authenticated;

create function public.admin_purge_orphan_reports() returns jsonb
language sql set search_path = '' as $$ select private.purge_orphan_reports() $$;
comment on function public.admin_purge_orphan_reports() is
  'RPC for staff: {purged}. Deletes open reports whose target is gone and tells the reporters.';
revoke all on function public.admin_purge_orphan_reports() from public, anon, authenticated;
grant execute on function public.admin_purge_orphan_reports() to authenticated;

-- Taking content down -------------------------------------------------------------------------------------------------

-- Taking reported content down, with the fallbacks and messages of docs/product/moderation.md. Called by a definer function that has
-- checked permissions: triggers that act for clients only (archive, emptied comment) do not fire here, so their work is repeated.

create function private.case_target(kind text, subject uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  problem constant text := case kind when 'post' then 'Fehler beim Abrufen des Beitrags' else 'Fehler beim Abrufen des Kommentars' end;
  facts jsonb;
begin
  begin
    -- Locked until the decision is made, so that nobody deletes it meanwhile.
    if kind = 'post' then
      select jsonb_build_object('author', p.author_id, 'post', p.id, 'title', p.title, 'excerpt', left(p.title, 300)) into facts
        from public.community_posts p where p.id = subject for update;
    else
      select jsonb_build_object('author', c.author_id, 'post', c.post_id, 'excerpt', left(c.content, 300),
          'title', (select p.title from public.community_posts p where p.id = c.post_id)) into facts
        from public.comments c where c.id = subject and c.deleted_at is null for update;
    end if;
  exception when others then
    raise exception '%: %', problem, sqlerrm using errcode = 'P0001', hint = 'case_fetch_failed';
  end;
  if facts is null then
    raise exception '%: %', problem,
      case kind when 'post' then 'Den Beitrag gibt es nicht mehr.' else 'Den Kommentar gibt es nicht mehr.' end
      using errcode = '23503', hint = 'target_gone';
  end if;
  return facts;
end $$;
comment on function private.case_target(text, uuid) is 'Reads and locks the reported content: {author, post, title, excerpt}; hint target_gone or case_fetch_failed.';

create function private.delete_reported_post(post uuid, why text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  begin
    perform private.store_in_archive(post, why);
  exception when others then
    -- A failed archive is logged and the deletion proceeds (docs/product/moderation.md).
    raise warning 'archive of post % failed: %', post, sqlerrm;
  end;
  delete from public.community_posts p where p.id = post;
end $$;
comment on function private.delete_reported_post(uuid, text) is 'Archives and deletes a post.';

create function private.take_down_post(post uuid, why text) returns text
language plpgsql security definer set search_path = '' as $$
declare problem text;
begin
  begin
    perform private.delete_reported_post(post, why);
    return null;
  exception when others then
    problem := sqlerrm;
  end;
  begin
    update public.community_posts p set status = 'rejected', rejection_reason = why, moderated_by = auth.uid(), moderated_at = now()
      where p.id = post;
  exception when others then
    raise exception 'Sowohl Löschung als auch Zurückweisung fehlgeschlagen: % / %', problem, sqlerrm
      using errcode = 'P0001', hint = 'take_down_failed';
  end;
  return format('Fehler beim Löschen des Beitrags: %s', problem);
end $$;
comment on function private.take_down_post(uuid, text) is
  'Deletes a reported post, or rejects it if that fails: null when deleted, else why not; hint take_down_failed when both fail.';

create function private.take_down_comment(comment uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.removed_comments (comment_id, content, author_id, removed_by)
    select c.id, c.content, c.author_id, auth.uid() from public.comments c where c.id = comment
    on conflict (comment_id) do update set content = excluded.content, removed_by = excluded.removed_by, removed_at = now();
  perform private.earn_karma(c.author_id, 'comment_removed', c.id::text) from public.comments c where c.id = comment;
  update public.comments c set deleted_at = now(), content = '' where c.id = comment;
exception when others then
  raise exception 'Comment-Löschung fehlgeschlagen: %', sqlerrm using errcode = 'P0001', hint = 'comment_deletion_failed';
end $$;
comment on function private.take_down_comment(uuid) is 'Empties a reported comment, which keeps its place in the thread, and stores its text in removed_comments; hint comment_deletion_failed.';

create function private.record_case(decided jsonb, action text) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.moderation_actions (target_type, target_post_id, target_comment_id, target_user_id, report_id, action,
    counts_as_warning, severity, reason, ban_duration_days, rule, content_excerpt, admin_id)
  select decided ->> 'kind', (decided ->> 'post')::uuid,
    case decided ->> 'kind' when 'comment' then (decided ->> 'content')::uuid end, (decided ->> 'author')::uuid, (decided ->> 'report')::uuid,
    record_case.action, record_case.action = 'warned', case record_case.action when 'warned' then decided ->> 'severity' end,
    decided ->> 'reason', case record_case.action when 'banned' then (decided ->> 'days')::integer end,
    case record_case.action when 'ignored' then null else decided ->> 'rule' end, decided ->> 'excerpt', auth.uid()
  returning id
$$;
comment on function private.record_case(jsonb, text) is
  'Writes the moderation action of a decided case {kind, content, post, author, report, reason, rule, excerpt, severity, days}; its trigger notifies the member.';

-- Deciding a case -----------------------------------------------------------------------------------------------------

-- One decision about one reported post or comment. It closes every open report of the target, notifies the author (statement of
-- reasons, by the trigger of moderation_actions) and everybody who reported. The messages are those of docs/product/moderation.md.

create function private.check_case(report uuid, subject uuid, kind text, action text, reason text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or not private.is_moderator() then
    raise exception 'Nicht berechtigt - bitte erneut anmelden' using errcode = '42501', hint = 'not_allowed';
  end if;
  if report is null or subject is null or coalesce(kind, '') = '' then
    raise exception 'Ungültige Meldungsdaten - fehlende erforderliche Felder' using errcode = '23514', hint = 'case_fields';
  end if;
  if kind not in ('post', 'comment') then
    raise exception 'Ungültiger Report-Typ' using errcode = '23514', hint = 'case_type';
  end if;
  if coalesce(action, '') not in ('dismiss', 'delete', 'warn', 'ban') then
    raise exception 'Ungültige Moderationsaktion' using errcode = '23514', hint = 'case_action';
  end if;
  if coalesce(reason, '') = '' then
    raise exception 'Bitte gib einen Grund für diese Moderationsaktion an.' using errcode = '23514', hint = 'reason_required';
  end if;
end $$;
comment on function private.check_case(uuid, uuid, text, text, text) is 'Refuses an incomplete decision, and callers who are not staff.';

create function private.open_case(report uuid, subject uuid, kind text) returns public.reports
language plpgsql security definer set search_path = '' as $$
declare
  lead public.reports;
  by_whom text;
begin
  -- Of two concurrent decisions the second waits here and then sees the first.
  select * into lead from public.reports r where r.id = report and r.confirmed_at is not null for update;
  if not found then
    raise exception 'Diese Meldung gibt es nicht mehr.' using errcode = '42501', hint = 'report_gone';
  end if;
  if lead.target_type <> kind or coalesce(lead.target_post_id, lead.target_comment_id) <> subject then
    raise exception 'Ungültige Meldungsdaten - fehlende erforderliche Felder' using errcode = '23514', hint = 'case_fields';
  end if;
  if lead.status <> 'pending' then
    select p.nickname into by_whom from public.profiles p where p.id = lead.resolved_by;
    raise exception '% hat diesen Fall schon entschieden: %.', coalesce(by_whom, 'Jemand aus dem Team'),
      case lead.action when 'ignored' then 'kein Verstoß' when 'deleted' then 'gelöscht' when 'warned' then 'verwarnt' else 'gesperrt' end
      using errcode = '42501', hint = 'report_closed';
  end if;
  if lead.target_author_id = auth.uid() then
    raise exception 'Über Meldungen gegen sich selbst entscheidet jemand anderes.' using errcode = '42501', hint = 'own_case';
  end if;
  return lead;
end $$;
comment on function private.open_case(uuid, uuid, text) is 'Locks an open report of the target; hints report_gone, report_closed (the message says who decided what), own_case.';

create function private.check_ban(member uuid, days integer) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if days not between 1 and 3650 then
    raise exception 'Eine Sperre dauert 1 bis 3.650 Tage, oder für immer.' using errcode = '23514', hint = 'ban_days';
  end if;
  if private.is_admin() then return; end if;
  if days is null or days > 30 then
    raise exception 'Länger als 30 Tage sperren nur Admins.' using errcode = '42501', hint = 'ban_too_long';
  end if;
  if private.is_staff_member(member) then
    raise exception 'Das Team sperren nur Admins.' using errcode = '42501', hint = 'staff_ban';
  end if;
end $$;
comment on function private.check_ban(uuid, integer) is 'Whether the caller may ban this member for so many days (null: permanently).';

create function private.ban_for_case(member uuid, days integer) returns void
language plpgsql security definer set search_path = '' as $$
declare ban_end constant timestamptz := now() + make_interval(days => days);
begin
  -- A longer running ban is not shortened: null (permanent) wins, then the later end.
  update public.profiles p set is_banned = true, banned_until = case
      when private.is_banned(p.id) and (p.banned_until is null or ban_end is null) then null
      when private.is_banned(p.id) then greatest(p.banned_until, ban_end)
      else ban_end end
    where p.id = member;
exception when others then
  -- A failure to set the ban does not undo the decision (docs/product/moderation.md).
  raise warning 'ban flag of % failed: %', member, sqlerrm;
end $$;
comment on function private.ban_for_case(uuid, integer) is 'Bans for a number of days from now, or permanently (null).';

create function private.prepare_case(lead public.reports, action text, reason text, severity text, days integer, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := lead.target_type;
  subject constant uuid := coalesce(lead.target_post_id, lead.target_comment_id);
  target jsonb := '{}';
begin
  -- Only a dismissal may be about content that is already gone.
  if action <> 'dismiss' or private.report_target_exists(kind, subject) then target := private.case_target(kind, subject); end if;
  begin
    return jsonb_build_object('kind', kind, 'content', subject, 'report', lead.id, 'author', lead.target_author_id,
      'post', coalesce(target ->> 'post', lead.target_post_id::text), 'title', target ->> 'title', 'excerpt', target ->> 'excerpt', 'reason', reason,
      'days', days, 'severity', case action when 'warn' then coalesce(severity, 'medium') end,
      'rule', coalesce(rule, private.rule_of_report(lead.reason)),
      'author_name', (select p.nickname from public.profiles p where p.id = lead.target_author_id),
      'facts', case when target ? 'post' then private.post_facts((target ->> 'post')::uuid) else '{}' end);
  exception when others then
    raise exception '%', case kind when 'post' then 'Fehler beim Vorbereiten der Beitragsverarbeitung'
        else 'Fehler beim Vorbereiten der Kommentarverarbeitung' end
      using errcode = 'P0001', hint = 'case_preparation_failed', detail = sqlerrm;
  end;
end $$;
comment on function private.prepare_case(public.reports, text, text, text, integer, text) is
  'Everything a decision needs about its target, as private.record_case() takes it; hint case_preparation_failed.';

create function private.log_case(decided jsonb, action text, remove_content boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_staff_action(
    case action when 'dismiss' then 'dismiss_reports' when 'delete' then 'delete_reported' when 'warn' then 'warn_member' else 'ban_member' end,
    decided ->> 'kind', decided ->> 'content',
    jsonb_build_object('reason', decided ->> 'reason', 'name', decided ->> 'author_name', 'title', decided ->> 'title',
      'excerpt', left(decided ->> 'excerpt', 100), 'severity', decided ->> 'severity', 'days', decided -> 'days', 'rule', decided ->> 'rule',
      'removed', nullif(remove_content, false), 'report_id', decided ->> 'report', 'page', '/admin/reports'));
exception when others then
  -- Neither does a failure to write the log.
  raise warning 'log of case % failed: %', decided ->> 'report', sqlerrm;
end $$;
comment on function private.log_case(jsonb, text, boolean) is 'One row of admin_actions for the whole decision.';

create function private.take_down_case(decided jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare problem text;
begin
  if decided ->> 'kind' = 'comment' then
    perform private.take_down_comment((decided ->> 'content')::uuid);
    perform private.record_case(decided, 'deleted');
    return null;
  end if;
  problem := private.take_down_post((decided ->> 'content')::uuid, decided ->> 'reason');
  if problem is null then
    perform private.record_case(decided, 'deleted');
  else
    -- The rejection was recorded by trigger: that record is assigned to this case.
    update public.moderation_actions a set report_id = (decided ->> 'report')::uuid, rule = decided ->> 'rule', content_excerpt = decided ->> 'excerpt'
      where a.target_post_id = (decided ->> 'content')::uuid and a.created_at = now() and a.action = 'warned' and not a.counts_as_warning;
  end if;
  return problem;
end $$;
comment on function private.take_down_case(jsonb) is 'Takes the content down and records it; null, or why the post was only rejected.';

create function private.moderate_case(
  report uuid, subject uuid, kind text, action text, reason text, severity text, days integer, rule text, remove_content boolean
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.trim_text(private.clean_text(reason));
  takes_down constant boolean := action = 'delete' or (action in ('warn', 'ban') and coalesce(remove_content, false));
  lead public.reports;
  decided jsonb;
  decision uuid;
  problem text;
  closed integer;
begin
  perform private.check_case(report, subject, kind, action, why);
  lead := private.open_case(report, subject, kind);
  if action in ('warn', 'ban') and lead.target_author_id is null then
    raise exception 'Den Account dazu gibt es nicht mehr.' using errcode = '23503', hint = 'author_gone';
  end if;
  if action = 'ban' then perform private.check_ban(lead.target_author_id, days); end if;
  decided := private.prepare_case(lead, action, why, severity, days, rule);
  perform private.log_case(decided, action, takes_down);
  if takes_down then problem := private.take_down_case(decided); end if;
  if action = 'delete' then
    select a.id into decision from public.moderation_actions a
      where a.report_id = lead.id and a.created_at = now() order by a.id limit 1;
  else
    decision := private.record_case(decided, case action when 'dismiss' then 'ignored' when 'warn' then 'warned' else 'banned' end);
  end if;
  if action = 'ban' then perform private.ban_for_case(lead.target_author_id, days); end if;
  update public.reports r set
      status = case moderate_case.action when 'dismiss' then 'dismissed' else 'resolved' end,
      action = case moderate_case.action when 'dismiss' then 'ignored' when 'delete' then 'deleted' when 'warn' then 'warned' else 'banned' end,
      action_reason = why, severity = decided ->> 'severity',
      ban_duration_days = case moderate_case.action when 'ban' then days end,
      resolved_at = now(), resolved_by = auth.uid(), decision_id = decision
    where r.status = 'pending' and r.confirmed_at is not null and r.target_type = kind
      and (r.target_post_id = subject or r.target_comment_id = subject);
  get diagnostics closed = row_count;
  perform private.notify_reporters(decision,
    case when takes_down then 'deleted' when action = 'dismiss' then 'ignored' else 'acted' end,
    -- Removed content is named by its title, without a link.
    case when takes_down then jsonb_strip_nulls(jsonb_build_object('post_title', decided ->> 'title')) else decided -> 'facts' end);
  return jsonb_build_object('decision_id', decision, 'closed', closed, 'problem', problem,
    'warnings', private.recent_warnings(lead.target_author_id));
end $$;
comment on function private.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean) is 'Decides a report case, completely or not at all.';
grant execute on function private.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean) to authenticated;

create function public.moderate_case(
  p_report_id uuid default null, p_content_id uuid default null, p_type text default null, p_action text default null, p_reason text default null,
  p_severity text default null, p_days integer default null, p_rule text default null, p_remove boolean default false
) returns jsonb
language sql set search_path = '' as $$
  select private.moderate_case(p_report_id, p_content_id, p_type, p_action, p_reason, p_severity, p_days, p_rule, p_remove)
$$;
comment on function public.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean) is
  'RPC for staff: {decision_id, closed, problem, warnings}. p_report_id is any open report of the target p_content_id. dismiss, delete, warn (p_severity) or ban (p_days, null: permanently); p_remove takes the content down as well.';
revoke all on function public.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean) from public, anon, authenticated;
grant execute on function public.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean) to authenticated;

-- Admin: cases --------------------------------------------------------------------------------------------------------

-- The list of /admin/reports: several reports of one target are one case.
-- Definer functions, because moderators may read neither profiles (ban, role) nor the names of guests who reported.

create function private.case_reports(kind text, subject uuid, decision uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'reason', r.reason, 'details', r.details, 'created_at', r.created_at,
    'reporter', m.ref, 'guest_name', case when r.reporter_id is null then r.reporter_name end) order by r.created_at, r.id), '[]'::jsonb)
  from (
    select * from public.reports x
    where (x.target_post_id = subject or x.target_comment_id = subject) and x.target_type = kind and x.confirmed_at is not null
      and case when decision is null then x.status = 'pending' else x.decision_id = decision end
    order by x.created_at, x.id limit 20
  ) r
  left join private.member_refs m on m.id = r.reporter_id
$$;
comment on function private.case_reports(text, uuid, uuid) is 'The first 20 reports of a case with their reporters, never with an e-mail address.';

create function private.case_content(kind text, subject uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('post_id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status,
      'text', case when kind = 'post' then p.content else c.content end,
      'written_at', coalesce(c.created_at, p.created_at),
      'above', case when kind = 'comment' then coalesce((
        select nullif(a.content, '') from public.comments a where a.post_id = c.post_id and a.id = c.parent_id), left(p.content, 300)) end,
      'options', case when kind = 'post' and p.type = 'poll' then (
        select coalesce(jsonb_agg(o.text order by o.position), '[]'::jsonb) from public.poll_options o where o.post_id = p.id) end)
  from public.community_posts p
  left join public.comments c on kind = 'comment' and c.id = subject and c.post_id = p.id and c.deleted_at is null
  where p.id = case kind when 'post' then subject else (select x.post_id from public.comments x where x.id = subject) end
    and (kind = 'post' or c.id is not null)
$$;
comment on function private.case_content(text, uuid) is 'The reported content in context: a comment with what it answers; null when it is gone.';

create function private.case_author(member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('member', m.ref, 'role', p.role, 'is_banned', private.is_banned(p.id),
    'banned_until', case when private.is_banned(p.id) then p.banned_until end, 'warnings', private.recent_warnings(p.id))
  from public.profiles p left join private.member_refs m on m.id = p.id where p.id = member
$$;
comment on function private.case_author(uuid) is 'The author with role, ban and warnings; null when the account is gone.';

create function private.case_decision(decision uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'action', a.action, 'reason', a.reason, 'rule', a.rule, 'severity', a.severity,
    'days', a.ban_duration_days, 'excerpt', a.content_excerpt, 'decided_at', a.created_at, 'decided_by', p.nickname)
  from public.moderation_actions a left join public.profiles p on p.id = a.admin_id where a.id = decision
$$;
comment on function private.case_decision(uuid) is 'The decision on a closed case, and by whom.';

create function private.open_cases(kind text, why text, author uuid, urgent boolean, after_rank timestamptz, after_target uuid, wanted integer)
returns table (place_at timestamptz, about_type text, about_id uuid, decided_id uuid, shown jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select c.sort_at, c.target_type, c.target, null::uuid, jsonb_build_object('report_id', l.id, 'count', c.reports,
      'first_at', c.first_at, 'due_at', c.due_at, 'author', private.case_author(l.target_author_id))
  from (
    select g.*, case when urgent then g.due_at else g.first_at end as sort_at
    from (
      select t.target_type, t.target, t.reports, t.first_at,
        -- Tested against reportDueAt(). Inline, because a function would be called for each of thousands of cases.
        t.first_at - t.head_start - least(t.reports - 1, 12) * interval '2 hours' as due_at
      from (
        select r.target_type, coalesce(r.target_post_id, r.target_comment_id) as target, count(*) as reports, min(r.created_at) as first_at,
          max(v.head_start) as head_start
        from public.reports r
        join (
          select x.reason, private.report_head_start(x.reason) as head_start
          from (select distinct o.reason from public.reports o where o.status = 'pending') x offset 0
        ) v on v.reason = r.reason
        where r.status = 'pending' and r.confirmed_at is not null and (kind is null or r.target_type = kind)
          and (author is null or r.target_author_id = author)
        group by 1, 2
        having why is null or bool_or(r.reason = why)
      ) t
    ) g
    -- offset 0 is an optimisation fence: the checks below run row by row, in order, only until the page is full.
    order by sort_at, g.target offset 0
  ) c
  cross join lateral (
    select r.id, r.target_author_id from public.reports r
    where (r.target_post_id = c.target or r.target_comment_id = c.target) and r.status = 'pending' and r.confirmed_at is not null
    order by r.created_at, r.id limit 1
  ) l
  where (after_rank is null or (c.sort_at, c.target) > (after_rank, after_target))
    -- Reports whose target is gone are skipped.
    and private.report_target_exists(c.target_type, c.target)
  order by c.sort_at, c.target limit wanted;
end $$;
comment on function private.open_cases(text, text, uuid, boolean, timestamptz, uuid, integer) is 'Open cases, most urgent or oldest first.';

create function private.closed_cases(kind text, why text, author uuid, after_rank timestamptz, after_target uuid, wanted integer)
returns table (place_at timestamptz, about_type text, about_id uuid, decided_id uuid, shown jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select a.created_at, a.target_type, case a.target_type when 'post' then a.target_post_id else a.target_comment_id end, a.id,
    jsonb_build_object('report_id', a.report_id, 'count', x.reports, 'first_at', x.first_at, 'due_at', null,
      'author', private.case_author(a.target_user_id))
  from public.moderation_actions a
  cross join lateral (
    select count(*) as reports, min(r.created_at) as first_at from public.reports r where r.decision_id = a.id
  ) x
  where a.report_id is not null and (kind is null or a.target_type = kind) and (author is null or a.target_user_id = author)
    and (after_rank is null or (a.created_at, a.id) < (after_rank, after_target))
    -- A removal together with a warning or ban is part of that decision.
    and x.reports > 0
    and (why is null or a.id in (select r.decision_id from public.reports r where r.reason = why and r.decision_id is not null))
  order by a.created_at desc, a.id desc limit wanted;
end $$;
comment on function private.closed_cases(text, text, uuid, timestamptz, uuid, integer) is 'Decided cases, latest first.';

create function private.report_cases_page(
  p_status text, p_type text, p_reason text, p_author text, p_order text, p_after text, p_limit integer
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20, 50);
  last constant text[] := private.cursor_parts(p_after, '{instant,uuid}');
  is_open constant boolean := p_status is distinct from 'closed';
  author uuid;
begin
  perform private.require_moderator();
  if coalesce(p_author, '') <> '' then
    select p.id into author from public.profiles p where private.nickname_key(p.nickname) = private.nickname_key(private.trim_text(p_author));
    if not found then return jsonb_build_object('items', '[]'::jsonb, 'next', null); end if;
  end if;
  return (
    with listed as materialized (
      select x.*, row_number() over () as place from (
        select * from private.open_cases(p_type, p_reason, author, p_order is distinct from 'oldest', last[1]::timestamptz, last[2]::uuid,
          case when is_open then wanted + 1 else 0 end)
        union all
        select * from private.closed_cases(p_type, p_reason, author, last[1]::timestamptz, last[2]::uuid,
          case when is_open then 0 else wanted + 1 end)
      ) x
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(l.shown || jsonb_build_object('target_type', l.about_type, 'target_id', l.about_id,
          'content', private.case_content(l.about_type, l.about_id), 'reports', private.case_reports(l.about_type, l.about_id, l.decided_id),
          'decision', private.case_decision(l.decided_id)) order by l.place)
        from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.place_at::text, case when is_open then l.about_id else l.decided_id end::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function private.report_cases_page(text, text, text, text, text, text, integer) is 'A page of cases, for staff.';
grant execute on function private.report_cases_page(text, text, text, text, text, text, integer) to authenticated;

create function public.admin_report_cases(
  p_status text default 'open', p_type text default null, p_reason text default null, p_author text default null,
  p_order text default 'urgent', p_after text default null, p_limit integer default 20
) returns jsonb
language sql stable set search_path = '' as $$
  select private.report_cases_page(p_status, p_type, p_reason, p_author, p_order, p_after, p_limit)
$$;
comment on function public.admin_report_cases(text, text, text, text, text, text, integer) is
  'RPC for staff: cases (open: urgent or oldest first; closed: latest first) of one kind, reason or author''s nickname, after a cursor.';
revoke all on function public.admin_report_cases(text, text, text, text, text, text, integer) from public, anon, authenticated;
grant execute on function public.admin_report_cases(text, text, text, text, text, text, integer) to authenticated;
