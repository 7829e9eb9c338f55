-- Reports of profiles ----------------------------------------------------------------------------------------------------

-- Nickname, text and picture of a member can be reported like posts and comments. Rows that exist are checked against
-- the constraints by a later migration (checked_rows), so that no writer waits for it.

alter table public.reports add column target_profile_id uuid;
comment on column public.reports.target_profile_id is 'The reported member. No foreign key, as for posts and comments.';
comment on table public.reports is
  'A post, comment or profile somebody finds wrong. Guests too may report, with name, e-mail and a good-faith statement. Staff read.';
create index reports_profile on public.reports (target_profile_id) where target_profile_id is not null;
grant select (target_profile_id) on public.reports to authenticated;
alter table public.reports drop constraint reports_target_type_check;
alter table public.reports add constraint reports_target_type_check check (target_type in ('post', 'comment', 'profile')) not valid;
alter table public.reports drop constraint reports_one_target;
alter table public.reports add constraint reports_one_target check (
  (target_type = 'post') = (target_post_id is not null) and (target_type = 'comment') = (target_comment_id is not null)
    and (target_type = 'profile') = (target_profile_id is not null)) not valid;

create function private.report_thing(target_type text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case target_type when 'post' then 'Beitrag' when 'comment' then 'Kommentar' else 'Profil' end
$$;
comment on function private.report_thing(text) is 'What was reported, in a sentence.';

-- Taking a report --------------------------------------------------------------------------------------------------------

create or replace function private.find_report_target() returns trigger
language plpgsql security definer set search_path = '' as $$
declare author record;
begin
  if new.target_type = 'post' then
    select p.author_id as id into author from public.community_posts p where p.id = new.target_post_id;
  elsif new.target_type = 'profile' then
    select m.id into author from public.public_profiles m where m.id = new.target_profile_id;
  else
    select c.author_id as id into author from public.comments c where c.id = new.target_comment_id and c.deleted_at is null;
  end if;
  if not found then
    raise exception 'Das gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  new.target_author_id := author.id;
  -- No client may write this column: a guest's report stays unconfirmed until the link is used, a member's needs no link.
  new.confirmed_at := case when new.reporter_id is null then new.confirmed_at else coalesce(new.confirmed_at, now()) end;
  return new;
end $$;

create or replace function private.has_open_report(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.reports r where r.reporter_id = auth.uid() and r.status = 'pending'
    and target in (r.target_post_id, r.target_comment_id, r.target_profile_id))
$$;

create or replace function private.is_own_content(target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select target = auth.uid() or exists (select from public.community_posts p where p.id = target and p.author_id = auth.uid())
    or exists (select from public.comments c where c.id = target and c.author_id = auth.uid())
$$;
comment on function private.is_own_content(uuid) is 'Whether the caller wrote this post or comment, or is this member.';

create or replace function private.mail_confirmation(given public.reports) returns void
language plpgsql security definer set search_path = '' as $$
declare token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  insert into private.report_confirmations (report_id, token_hash) values (given.id, encode(sha256(convert_to(token, 'utf8')), 'hex'));
  perform private.send_mail(given.reporter_email, 'report_confirmation', jsonb_build_object(
    'target', private.report_thing(given.target_type),
    'reason', private.report_reason_text(given.reason), 'path', '/melden/bestaetigen#' || token));
end $$;

create or replace function private.take_report(given public.reports) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  target constant uuid := coalesce(given.target_post_id, given.target_comment_id, given.target_profile_id);
  is_guest constant boolean := auth.uid() is null;
begin
  if not is_guest then perform private.require_proven(); end if;
  given.reporter_id := auth.uid();
  if is_guest and (given.good_faith is not true or given.reporter_name is null or given.reporter_email is null) then
    raise exception 'Bitte melde dich zuerst an.' using errcode = '42501', hint = 'not_allowed';
  end if;
  if not is_guest and private.is_own_content(target) then
    perform private.refuse(case given.target_type when 'profile' then 'Das bist du selbst.' else 'Das hast du selbst geschrieben.' end,
      'own_content');
  end if;
  if not is_guest and private.has_open_report(target) then return jsonb_build_object('state', 'known'); end if;
  -- Repeated after a lost answer, it is still one report and one mail.
  if exists (select from public.reports r where r.id = given.id) then
    return jsonb_build_object('state', case when is_guest then 'confirm' else 'open' end);
  end if;
  if is_guest then
    perform private.use_guest_mail(given.reporter_email);
  else
    perform private.use_quota('posts', private.quota_of('posts', 100));
  end if;
  insert into public.reports (id, target_type, target_post_id, target_comment_id, target_profile_id, reporter_id, reporter_name, reporter_email,
      good_faith, reason, details)
    values (given.id, given.target_type, given.target_post_id, given.target_comment_id, given.target_profile_id, given.reporter_id, given.reporter_name,
      given.reporter_email, coalesce(given.good_faith, false), given.reason, given.details)
    on conflict do nothing;
  if is_guest and found then perform private.mail_confirmation(given); end if;
  return jsonb_build_object('state', case when is_guest then 'confirm' else 'open' end);
end $$;

create or replace function public.report_content(
  p_id uuid, p_target_type text, p_target uuid, p_reason text, p_details text default null, p_good_faith boolean default false,
  p_name text default null, p_email text default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare given public.reports;
begin
  perform private.require_short(p_details, 2000, 'Höchstens 2.000 Zeichen.', 'details_length');
  given.id := coalesce(p_id, gen_random_uuid());
  given.target_type := p_target_type;
  given.target_post_id := case when p_target_type = 'post' then p_target end;
  given.target_comment_id := case when p_target_type = 'comment' then p_target end;
  given.target_profile_id := case when p_target_type = 'profile' then p_target end;
  given.good_faith := p_good_faith;
  given.reason := p_reason;
  given.details := nullif(private.trim_text(private.clean_text(coalesce(p_details, ''))), '');
  if p_reason = 'other' and given.details is null then perform private.refuse('Schreib, worum es geht.', 'details_missing'); end if;
  if char_length(given.details) > 2000 then perform private.refuse('Höchstens 2.000 Zeichen.', 'details_length'); end if;
  if auth.uid() is not null then return private.take_report(given); end if;
  if p_good_faith is not true then
    perform private.refuse('Bestätige, dass deine Angaben stimmen.', 'good_faith_missing');
  end if;
  perform private.require_short(p_name, 100, 'Gib deinen Namen an.', 'name_missing');
  perform private.require_short(p_email, 254, 'Gib eine gültige E-Mail-Adresse an.', 'email_invalid');
  given.reporter_name := nullif(private.clean_line(coalesce(p_name, '')), '');
  given.reporter_email := lower(btrim(coalesce(p_email, '')));
  if given.reporter_name is null or char_length(given.reporter_name) > 100 then
    perform private.refuse('Gib deinen Namen an.', 'name_missing');
  end if;
  if given.reporter_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(given.reporter_email) > 254 then
    perform private.refuse('Gib eine gültige E-Mail-Adresse an.', 'email_invalid');
  end if;
  return private.take_report(given);
end $$;
comment on function public.report_content(uuid, text, uuid, text, text, boolean, text, text) is
  'RPC, guests too: reports a post, comment or profile. {state: open | known | confirm}; hints details_missing, details_length, own_content, good_faith_missing, name_missing, email_invalid, target_gone, rate_limited (429).';

-- Outcomes ---------------------------------------------------------------------------------------------------------------

create or replace function private.outcome_of_report(target_type text, outcome text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case outcome
    when 'ignored' then format('Wir haben geprüft und keinen Verstoß gegen unsere Regeln gefunden. %s bleibt online.', t.it)
    when 'deleted' then case target_type when 'profile' then 'Wir haben geprüft und das Profil zurückgesetzt.'
      else format('Wir haben geprüft und den %s entfernt.', private.report_thing(target_type)) end
    when 'gone' then format('%s ist inzwischen nicht mehr online.', t.it)
    else 'Wir haben geprüft, einen Verstoß gegen unsere Regeln festgestellt und Maßnahmen ergriffen.'
  end || case outcome when 'gone' then '' else ' Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.' end
  from (select case target_type when 'profile' then 'Das ' else 'Der ' end || private.report_thing(target_type)) as t (it)
$$;

create or replace function private.notify_reporter(given public.reports, outcome text, facts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sentence constant text := private.outcome_of_report(given.target_type, outcome);
  thing constant text := private.report_thing(given.target_type);
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

create or replace function private.report_target_exists(target_type text, target uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if target_type = 'post' then return exists (select from public.community_posts p where p.id = target); end if;
  if target_type = 'profile' then return exists (select from public.public_profiles m where m.id = target); end if;
  return exists (select from public.comments c where c.id = target and c.deleted_at is null);
end $$;

create or replace function private.purge_orphan_reports() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  given public.reports;
  purged integer := 0;
begin
  perform private.require_moderator();
  for given in
    delete from public.reports r
    where r.status = 'pending' and not private.report_target_exists(r.target_type, coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id))
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
comment on function private.purge_orphan_reports() is 'Deletes open reports whose post, comment or member is gone.';


-- Resetting a profile ----------------------------------------------------------------------------------------------------

create table private.removed_profiles (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references public.profiles on delete cascade,
  nickname text,
  bio text,
  picture boolean not null default false,
  removed_by uuid references public.profiles on delete set null,
  removed_at timestamptz not null default now()
);
comment on table private.removed_profiles is 'What the team took out of a profile, needed to answer an appeal. A job deletes it after 180 days.';
comment on column private.removed_profiles.picture is 'Whether the picture was deleted; it cannot be restored.';
create index removed_profiles_member_id on private.removed_profiles (member_id, removed_at desc);
create index removed_profiles_removed_by on private.removed_profiles (removed_by);
create index removed_profiles_removed_at on private.removed_profiles (removed_at);
revoke all on private.removed_profiles from public, anon, authenticated;

create function private.check_profile_parts(member uuid, parts text[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(cardinality(parts), 0) = 0 or not parts <@ '{nickname,bio,avatar}'::text[] then
    raise exception 'Wähl aus, was am Profil zurückgesetzt wird.' using errcode = '23514', hint = 'case_parts';
  end if;
  if private.is_staff_member(member) and not private.is_admin() then
    raise exception 'Profile des Teams setzen nur Admins zurück.' using errcode = '42501', hint = 'staff_profile';
  end if;
end $$;
comment on function private.check_profile_parts(uuid, text[]) is 'Refuses to take nothing out of a profile, and moderators to change the team''s.';

create function private.take_down_profile(member uuid, parts text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare before public.profiles;
begin
  select * into before from public.profiles p where p.id = member for update;
  insert into private.removed_profiles (member_id, nickname, bio, picture, removed_by)
    values (member, case when 'nickname' = any (parts) then before.nickname end, case when 'bio' = any (parts) then before.bio end,
      'avatar' = any (parts) and before.avatar_url is not null, auth.uid());
  update public.profiles p set
      nickname = case when 'nickname' = any (parts) then 'Mitglied_' || left(replace(gen_random_uuid()::text, '-', ''), 8) else p.nickname end,
      bio = case when 'bio' = any (parts) then null else p.bio end,
      avatar_url = case when 'avatar' = any (parts) then null else p.avatar_url end
    where p.id = member;
  if not 'avatar' = any (parts) then return; end if;
  -- The files go too, so that the address of the picture answers 404 (as in private.erase_member()).
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.bucket_id = 'avatars' and o.name like member::text || '/%';
  perform set_config('storage.allow_delete_query', 'false', true);
end $$;
comment on function private.take_down_profile(uuid, text[]) is
  'Resets nickname, text or picture of a reported profile, and keeps what they were for an appeal.';

create function private.restore_profile(decision public.moderation_actions, why text) returns text
language plpgsql security definer set search_path = '' as $$
declare removed private.removed_profiles;
begin
  delete from private.removed_profiles x
    where x.member_id = decision.target_user_id and x.removed_at = decision.created_at returning x.* into removed;
  if not found then return 'Dein Profil lässt sich leider nicht mehr wiederherstellen. Ändern kannst du es selbst.'; end if;
  -- What the member has chosen since is theirs.
  update public.profiles p set bio = coalesce(p.bio, removed.bio) where p.id = decision.target_user_id;
  if removed.nickname is not null and private.nickname_problem(removed.nickname, decision.target_user_id) is null then
    update public.profiles p set nickname = removed.nickname
      where p.id = decision.target_user_id and p.nickname ~ '^Mitglied_[0-9a-f]{8}$';
  end if;
  insert into public.moderation_actions (target_type, target_user_id, action, reason, admin_id)
    values ('profile', decision.target_user_id, 'restored', why, auth.uid());
  return 'Dein Profil steht wieder da, wie es war.' || case when removed.picture then ' Nur dein Bild musst du neu hochladen.' else '' end;
end $$;
comment on function private.restore_profile(public.moderation_actions, text) is
  'Gives a profile back what a lifted decision took, unless the member has changed it since; a sentence for the member.';

-- Deciding a case --------------------------------------------------------------------------------------------------------

create or replace function private.case_target(kind text, subject uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  problem constant text := case kind when 'post' then 'Fehler beim Abrufen des Beitrags'
    when 'profile' then 'Fehler beim Abrufen des Profils' else 'Fehler beim Abrufen des Kommentars' end;
  facts jsonb;
begin
  begin
    -- Locked until the decision is made, so that nobody deletes it meanwhile.
    if kind = 'post' then
      select jsonb_build_object('author', p.author_id, 'post', p.id, 'title', p.title, 'excerpt', left(p.title, 300)) into facts
        from public.community_posts p where p.id = subject for update;
    elsif kind = 'profile' then
      select jsonb_build_object('author', m.id, 'title', m.nickname, 'excerpt', left(concat_ws(': ', m.nickname, m.bio), 300)) into facts
        from public.profiles m where m.id = subject and m.nickname is not null for update;
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
      case kind when 'post' then 'Den Beitrag gibt es nicht mehr.' when 'profile' then 'Das Profil gibt es nicht mehr.' else 'Den Kommentar gibt es nicht mehr.' end
      using errcode = '23503', hint = 'target_gone';
  end if;
  return facts;
end $$;

create or replace function private.check_case(report uuid, subject uuid, kind text, action text, reason text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or not private.is_moderator() then
    raise exception 'Nicht berechtigt - bitte erneut anmelden' using errcode = '42501', hint = 'not_allowed';
  end if;
  if report is null or subject is null or coalesce(kind, '') = '' then
    raise exception 'Ungültige Meldungsdaten - fehlende erforderliche Felder' using errcode = '23514', hint = 'case_fields';
  end if;
  if kind not in ('post', 'comment', 'profile') then
    raise exception 'Ungültiger Report-Typ' using errcode = '23514', hint = 'case_type';
  end if;
  if coalesce(action, '') not in ('dismiss', 'delete', 'warn', 'ban') then
    raise exception 'Ungültige Moderationsaktion' using errcode = '23514', hint = 'case_action';
  end if;
  if coalesce(reason, '') = '' then
    raise exception 'Bitte gib einen Grund für diese Moderationsaktion an.' using errcode = '23514', hint = 'reason_required';
  end if;
end $$;

create or replace function private.open_case(report uuid, subject uuid, kind text) returns public.reports
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
  if lead.target_type <> kind or coalesce(lead.target_post_id, lead.target_comment_id, lead.target_profile_id) <> subject then
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

create or replace function private.prepare_case(lead public.reports, action text, reason text, severity text, days integer, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := lead.target_type;
  subject constant uuid := coalesce(lead.target_post_id, lead.target_comment_id, lead.target_profile_id);
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
        when 'profile' then 'Fehler beim Vorbereiten der Profilverarbeitung'
        else 'Fehler beim Vorbereiten der Kommentarverarbeitung' end
      using errcode = 'P0001', hint = 'case_preparation_failed', detail = sqlerrm;
  end;
end $$;

create or replace function private.take_down_case(decided jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare problem text;
begin
  if decided ->> 'kind' = 'comment' then
    perform private.take_down_comment((decided ->> 'content')::uuid);
    perform private.record_case(decided, 'deleted');
    return null;
  end if;
  if decided ->> 'kind' = 'profile' then
    perform private.take_down_profile((decided ->> 'content')::uuid, array(select jsonb_array_elements_text(decided -> 'parts')));
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

drop function public.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean);
drop function private.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean);
create function private.moderate_case(
  report uuid, subject uuid, kind text, action text, reason text, severity text, days integer, rule text, remove_content boolean,
  parts text[]
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
  if takes_down and kind = 'profile' then perform private.check_profile_parts(subject, parts); end if;
  lead := private.open_case(report, subject, kind);
  if action in ('warn', 'ban') and lead.target_author_id is null then
    raise exception 'Den Account dazu gibt es nicht mehr.' using errcode = '23503', hint = 'author_gone';
  end if;
  if action = 'ban' then perform private.check_ban(lead.target_author_id, days); end if;
  decided := private.prepare_case(lead, action, why, severity, days, rule) || jsonb_build_object('parts', to_jsonb(parts));
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
      and subject in (r.target_post_id, r.target_comment_id, r.target_profile_id);
  get diagnostics closed = row_count;
  perform private.notify_reporters(decision,
    case when takes_down then 'deleted' when action = 'dismiss' then 'ignored' else 'acted' end,
    -- Removed content is named by its title, without a link.
    case when kind = 'profile' then '{}' when takes_down then jsonb_strip_nulls(jsonb_build_object('post_title', decided ->> 'title'))
      else decided -> 'facts' end);
  return jsonb_build_object('decision_id', decision, 'closed', closed, 'problem', problem,
    'warnings', private.recent_warnings(lead.target_author_id));
end $$;
comment on function private.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean, text[]) is 'Decides a report case, completely or not at all.';
grant execute on function private.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean, text[]) to authenticated;

create function public.moderate_case(
  p_report_id uuid default null, p_content_id uuid default null, p_type text default null, p_action text default null, p_reason text default null,
  p_severity text default null, p_days integer default null, p_rule text default null, p_remove boolean default false, p_parts text[] default null
) returns jsonb
language sql set search_path = '' as $$
  select private.moderate_case(p_report_id, p_content_id, p_type, p_action, p_reason, p_severity, p_days, p_rule, p_remove, p_parts)
$$;
comment on function public.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean, text[]) is
  'RPC for staff: {decision_id, closed, problem, warnings}. p_report_id is any open report of the target p_content_id. dismiss, delete, warn (p_severity) or ban (p_days, null: permanently); p_remove takes the content down as well, of a profile p_parts (nickname, bio, avatar).';
revoke all on function public.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean, text[]) from public, anon, authenticated;
grant execute on function public.moderate_case(uuid, uuid, text, text, text, text, integer, text, boolean, text[]) to authenticated;

create or replace function private.notify_moderation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  thing constant text := case new.target_type when 'post' then 'Beitrag' when 'comment' then 'Kommentar' end;
  of_profile constant boolean := new.target_type = 'profile' and new.report_id is not null;
  days constant integer := new.ban_duration_days;
  what constant text := case new.action
    when 'warned' then 'Du wurdest verwarnt.'
    when 'deleted' then case when of_profile then 'Wir haben dein Profil zurückgesetzt.' else 'Wir haben ' || coalesce('deinen ' || thing, 'etwas von dir') || ' entfernt.' end
    else 'Dein Konto ist ' || case when days is null then 'dauerhaft' when days = 1 then 'für einen Tag' else 'für ' || days || ' Tage' end || ' gesperrt.'
  end;
begin
  perform private.notify(new.target_user_id, 'warning',
    case when new.severity = 'high' then 'Verwarnung (Schwerwiegend)' else 'Verwarnung' end,
    -- concat_ws skips unknown parts, where || would return null.
    concat_ws(' ', what, 'Es geht um ' || case when of_profile then 'dein Profil' else 'deinen ' || thing end || ': „' || new.content_excerpt || '“.', 'Grund: ' || new.reason || case when new.reason ~ '[.!?…]$' then '' else '.' end,
      'Regel: ' || private.rule_title(new.rule) || '.', private.how_decided(new.report_id is not null)),
    jsonb_strip_nulls(jsonb_build_object('action', new.action, 'reason', new.reason, 'severity', new.severity, 'decision_id', new.id,
      'decided_by', 'human', 'rule', new.rule, 'target_type', new.target_type, 'content_excerpt', new.content_excerpt,
      'ban_duration_days', days, 'reported', new.report_id is not null)));
  return null;
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
  elsif kind = 'rejected' then
    update public.community_posts p set status = 'approved', moderated_by = auth.uid(), moderated_at = now(), rejection_reason = null
      where p.id = decision.target_post_id and p.status = 'rejected';
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

create or replace function private.appealed_content(m public.moderation_actions) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    case m.target_type
      when 'post' then coalesce(
        (select nullif(p.content, '') from public.community_posts p where p.id = m.target_post_id),
        (select nullif(a.record -> 'post' ->> 'content', '') from public.archived_posts a where a.post_id = m.target_post_id order by a.archived_at desc limit 1))
      when 'comment' then coalesce(
        (select nullif(c.content, '') from public.comments c where c.id = m.target_comment_id),
        (select r.content from private.removed_comments r where r.comment_id = m.target_comment_id))
      when 'profile' then (select concat_ws(': ', r.nickname, r.bio) from private.removed_profiles r
        where r.member_id = m.target_user_id and r.removed_at = m.created_at and m.action = 'deleted' limit 1)
    end, m.content_excerpt)
$$;


-- Lists and figures ------------------------------------------------------------------------------------------------------

create or replace function private.case_reports(kind text, subject uuid, decision uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'reason', r.reason, 'details', r.details, 'created_at', r.created_at,
    'reporter', m.ref, 'guest_name', case when r.reporter_id is null then r.reporter_name end) order by r.created_at, r.id), '[]'::jsonb)
  from (
    select * from public.reports x
    where (x.target_post_id = subject or x.target_comment_id = subject or x.target_profile_id = subject) and x.target_type = kind and x.confirmed_at is not null
      and case when decision is null then x.status = 'pending' else x.decision_id = decision end
    order by x.created_at, x.id limit 20
  ) r
  left join private.member_refs m on m.id = r.reporter_id
$$;

create or replace function private.open_cases(kind text, why text, author uuid, urgent boolean, after_rank timestamptz, after_target uuid, wanted integer)
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
        select r.target_type, coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id) as target, count(*) as reports, min(r.created_at) as first_at,
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
    where (r.target_post_id = c.target or r.target_comment_id = c.target or r.target_profile_id = c.target) and r.status = 'pending' and r.confirmed_at is not null
    order by r.created_at, r.id limit 1
  ) l
  where (after_rank is null or (c.sort_at, c.target) > (after_rank, after_target))
    -- Reports whose target is gone are skipped.
    and private.report_target_exists(c.target_type, c.target)
  order by c.sort_at, c.target limit wanted;
end $$;

create or replace function private.closed_cases(kind text, why text, author uuid, after_rank timestamptz, after_target uuid, wanted integer)
returns table (place_at timestamptz, about_type text, about_id uuid, decided_id uuid, shown jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select a.created_at, a.target_type, case a.target_type when 'post' then a.target_post_id
      when 'profile' then a.target_user_id else a.target_comment_id end, a.id,
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

create function private.case_profile(kind text, subject uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('member', m.ref, 'bio', p.bio) from public.public_profiles p join private.member_refs m on m.id = p.id
  where kind = 'profile' and p.id = subject
$$;
comment on function private.case_profile(text, uuid) is 'The reported profile as everybody sees it; null when the target is no profile, or gone.';

create or replace function private.report_cases_page(
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
          'content', private.case_content(l.about_type, l.about_id),
          'profile', private.case_profile(l.about_type, l.about_id), 'reports', private.case_reports(l.about_type, l.about_id, l.decided_id),
          'decision', private.case_decision(l.decided_id)) order by l.place)
        from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.place_at::text, case when is_open then l.about_id else l.decided_id end::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create or replace function private.badge_count(pending text) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  -- The limit is arbitrary: badges show 99+ long before.
  most constant integer := 1000;
begin
  return case pending
    when 'posts' then (select count(*) from (select from public.community_posts p where p.status = 'pending' limit most) x)
    when 'reports' then (select count(distinct x.target) from (
      select coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id) as target from public.reports r
      where r.status = 'pending' and r.confirmed_at is not null order by r.created_at, r.id limit most) x)
    when 'appeals' then (select count(*) from (select from public.appeals a where a.status = 'pending' limit most) x) end;
end $$;

create or replace function private.notices_between(since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with notices as materialized (
    select r.reason, r.status, r.action, r.reporter_id, r.good_faith, r.target_type, r.resolved_at - r.confirmed_at as took
    from public.reports r where r.created_at >= since and r.created_at < until and r.confirmed_at is not null)
  select jsonb_build_object(
    'total', count(*),
    'on_posts', count(*) filter (where n.target_type = 'post'),
    'on_comments', count(*) filter (where n.target_type = 'comment'),
    'on_profiles', count(*) filter (where n.target_type = 'profile'),
    -- Guests always report with the good-faith statement; a member's account may have been deleted since.
    'by_guests', count(*) filter (where n.reporter_id is null and n.good_faith),
    'open', count(*) filter (where n.status = 'pending'),
    'dismissed', count(*) filter (where n.status = 'dismissed'),
    'acted_on', count(*) filter (where n.status = 'resolved'),
    'median_seconds', private.median_seconds(array_agg(n.took) filter (where n.took is not null)),
    'by_reason', coalesce((
      select jsonb_agg(jsonb_build_object('reason', g.reason, 'total', g.total, 'acted_on', g.acted_on) order by g.total desc, g.reason)
      from (select x.reason, count(*) as total, count(*) filter (where x.status = 'resolved') as acted_on from notices x group by x.reason) g),
      '[]'::jsonb))
  from notices n
$$;

create or replace function private.apply_retention() returns void
language sql security definer set search_path = '' as $$
  -- 30 days (docs/product/notifications.md). Decisions of the team are kept as long as they can be appealed.
  delete from public.notifications where created_at < now() - interval '30 days' and type not in ('warning', 'post_rejected');
  delete from public.notifications where read and created_at < now() - interval '6 months';
  delete from private.removed_comments where removed_at < now() - interval '180 days';
  delete from private.removed_profiles where removed_at < now() - interval '180 days';
  delete from public.archived_posts where archived_at < now() - interval '180 days'
    or (archived_by = author_id and archived_at < now() - interval '30 days');
  update public.moderation_actions set content_excerpt = null
    where created_at < now() - interval '180 days' and content_excerpt is not null;
  delete from private.rate_counts where slot < now() - interval '10 minutes';
  delete from private.invite_guesses where guessed_at < now() - interval '1 hour';
  delete from private.sign_up_hashes where signed_up_at < now() - interval '24 hours';
$$;

create or replace function private.export_moderation(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    -- Reports about the member are left out, because they would identify the reporters.
    'public.reports', (select jsonb_agg(to_jsonb(r) - '{reporter_id,target_author_id,resolved_by}'::text[] order by r.created_at)
        from public.reports r where r.reporter_id = me),
    'public.moderation_actions', (select jsonb_agg((to_jsonb(a) - '{admin_id,target_user_id}'::text[]
        -- Without the texts of other members.
        - case when a.target_user_id = me then '{}'::text[] else '{content_excerpt}' end)
        || jsonb_build_object('role', case when a.target_user_id = me then 'subject' else 'decider' end) order by a.created_at)
        from public.moderation_actions a where me in (a.target_user_id, a.admin_id)),
    'public.appeals', (select jsonb_agg(to_jsonb(a) - '{user_id,decided_by}'::text[] order by a.created_at) from public.appeals a where a.user_id = me),
    'public.archived_posts', (select jsonb_agg(jsonb_build_object('post_id', a.post_id, 'title', a.title, 'content', a.record -> 'post' ->> 'content',
        'reason', a.reason, 'archived_at', a.archived_at, 'restored_at', a.restored_at) order by a.archived_at)
        from public.archived_posts a where a.author_id = me),
    'private.removed_comments', (select jsonb_agg(jsonb_build_object('comment_id', c.comment_id, 'content', c.content, 'removed_at', c.removed_at))
        from private.removed_comments c where c.author_id = me),
    'private.removed_profiles', (select jsonb_agg(jsonb_build_object('nickname', x.nickname, 'bio', x.bio, 'picture', x.picture, 'removed_at', x.removed_at))
        from private.removed_profiles x where x.member_id = me),
    -- Actions of a member of staff, without their targets.
    'public.admin_actions', (select jsonb_agg(jsonb_build_object('id', a.id, 'action_type', a.action_type, 'target_type', a.target_type,
        'created_at', a.created_at) order by a.created_at) from public.admin_actions a where a.admin_id = me))
$$;
