-- What was seen is what is decided -----------------------------------------------------------------------------------------------

-- A decision compared with what its target was when it was sent. What its decider had read may have been older: now every list says
-- which version it shows, the decision carries it, and a target that is another one by then is not decided about.

create or replace function private.target_version(target text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  kind constant text := split_part(target, ':', 1);
  wanted constant uuid := private.as_uuid(split_part(target, ':', 2));
begin
  return case kind
    when 'post' then private.decision_state(wanted) ->> 'updated_at'
    when 'comment' then coalesce((select md5(c.content) from public.comments c where c.id = wanted and c.deleted_at is null),
      (select md5(h.content) from private.held_comments h where h.id = wanted))
    when 'profile' then (select md5(concat_ws('|', m.nickname, m.bio, m.avatar_url)) from public.profiles m where m.id = wanted)
    when 'appeal' then (
      -- The post that goes online again is the one that was read.
      select md5(concat_ws('|', a.message, private.appealed_content(m))) from public.appeals a
      join public.moderation_actions m on m.id = a.moderation_action_id where a.id = wanted)
    when 'star_request' then (select r.asked_at::text from private.star_requests r where r.id = wanted) end;
end $$;

create or replace function private.keep_decision(decision uuid, kind text, args jsonb, answer jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept constant text[] := private.decision_targets(kind, args);
  busy text;
begin
  perform private.require_moderator();
  insert into private.pending_decisions (id, decider, kind, args, targets, seen, facts, due_at)
    values (decision, auth.uid(), kind, args, kept, 
      case when jsonb_typeof(args -> 'p_seen') = 'object' then args -> 'p_seen' else private.versions_of(kind, kept) end, private.decision_facts(kind, args, kept, answer),
      clock_timestamp() + interval '10 seconds');
  begin
    insert into private.pending_targets (target, decision_id) select t, decision from unnest(kept) t order by t;
  exception when unique_violation then
    select private.pending_by(t) into busy from unnest(private.busy_targets(kept)) t limit 1;
    perform private.refuse_pending(busy);
  end;
  -- Whoever opens the case meanwhile reads who is at it.
  insert into private.case_claims as c (target_type, target_id, member_id, claimed_until)
    select split_part(t, ':', 1), split_part(t, ':', 2)::uuid, auth.uid(), clock_timestamp() + interval '1 minute' from unnest(kept) t
    where split_part(t, ':', 1) in ('post', 'comment', 'profile')
    on conflict (target_type, target_id) do update set member_id = excluded.member_id, claimed_until = excluded.claimed_until
      where c.member_id = excluded.member_id or c.claimed_until <= now();
  return private.kept_decision(decision);
end $$;

create function private.asks_what_was_seen(kind text) returns boolean
language sql immutable set search_path = '' as $$
  -- Posts and requests of stars carry a time of their own. A spammer who rewrites the profile is banned all the same.
  select kind in ('hide', 'case', 'content', 'cases', 'comments', 'held_comments', 'appeal')
$$;
comment on function private.asks_what_was_seen(text) is
  'Whether a decision of this kind says by p_seen, {type:id → version}, which version of each target was read.';

create function private.changed_targets(kind text, args jsonb, targets text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.asks_what_was_seen(kind) then return '{}'; end if;
  if jsonb_typeof(args -> 'p_seen') is distinct from 'object' or exists (select from unnest(targets) t where args -> 'p_seen' ->> t is null) then
    perform private.refuse('Diese Seite ist veraltet. Lade sie neu und entscheide dann.', 'seen_missing');
  end if;
  -- What is gone is for the function that decides: it says so.
  return array(select x.target from (select t.target, private.target_version(t.target) as version from unnest(targets) as t (target)) x
    where x.version is not null and x.version is distinct from args -> 'p_seen' ->> x.target order by 1);
end $$;
comment on function private.changed_targets(text, jsonb, text[]) is 'Those targets that are not any more what their decider has read.';
revoke execute on function private.asks_what_was_seen(text), private.changed_targets(text, jsonb, text[]) from public;
grant execute on function private.changed_targets(text, jsonb, text[]) to authenticated;

create or replace function public.admin_decide(p_id uuid, p_kind text, p_args jsonb) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
declare
  wanted text[];
  busy text[];
  changed text[];
  args jsonb := p_args;
  answer jsonb;
  outcomes jsonb := '[]';
  kept jsonb;
begin
  perform private.require_moderator();
  -- Sent again, because the answer was lost.
  kept := private.kept_decision(p_id);
  if kept is not null then
    return jsonb_build_object('kept', kept, 'outcomes', outcomes, 'refused', null, 'by', null, 'skipped', 0, 'changed', '[]'::jsonb);
  end if;
  wanted := private.decision_targets(p_kind, args);
  if p_id is null or coalesce(cardinality(wanted), 0) not between 1 and 200 then
    perform private.refuse('Ungültige Meldungsdaten - fehlende erforderliche Felder', 'invalid_request');
  end if;
  busy := private.busy_targets(wanted);
  if busy <> '{}' then
    if p_kind not in ('posts', 'cases', 'comments', 'held_comments') or cardinality(busy) = cardinality(wanted) then
      perform private.refuse_pending(private.pending_by(busy[1]));
    end if;
    args := private.only_targets(p_kind, args, array(select t from unnest(wanted) t where t <> all (busy)));
  end if;
  changed := private.changed_targets(p_kind, args, array(select t from unnest(wanted) t where t <> all (busy)));
  if cardinality(changed) > 0 and cardinality(changed) + cardinality(busy) = cardinality(wanted) then
    return jsonb_build_object('kept', null, 'outcomes', outcomes, 'refused', 'changed', 'by', null, 'skipped', cardinality(busy), 'changed', to_jsonb(changed));
  end if;
  args := private.only_targets(p_kind, args, array(select t from unnest(wanted) t where t <> all (busy || changed)));
  -- Carried out and taken back: all that would be refused then is refused now, and said before anything waits.
  begin
    answer := private.call_decision(p_kind, args);
    raise exception using errcode = 'HT001';
  exception when sqlstate 'HT001' then null;
  end;
  if p_kind = 'posts' then
    select coalesce(jsonb_agg(o) filter (where o ->> 'outcome' <> 'done'), '[]') into outcomes from jsonb_array_elements(answer) o;
    args := private.only_targets(p_kind, args, array(select 'post:' || (o ->> 'id') from jsonb_array_elements(answer) o where o ->> 'outcome' = 'done'));
    outcomes := outcomes || (select coalesce(jsonb_agg(private.outcome(split_part(t, ':', 2)::uuid, 'decided', private.pending_by(t))), '[]') from unnest(busy) t);
  end if;
  if private.decision_effect(p_kind, answer) > 0 then
    kept := private.keep_decision(p_id, p_kind, args, answer);
  end if;
  return jsonb_build_object('kept', kept, 'outcomes', outcomes, 'refused', case when p_kind <> 'posts' and kept is null then answer ->> 'outcome' end,
    'by', case when jsonb_typeof(answer) = 'object' then answer ->> 'by' end,
    'skipped', case when p_kind = 'posts' then 0 else cardinality(wanted) - cardinality(changed) - private.decision_effect(p_kind, answer) end,
    'changed', to_jsonb(changed));
end $$;
comment on function public.admin_decide(uuid, text, jsonb) is
  'RPC for staff: stores a decision, which is carried out after ten seconds unless it is undone. p_args are those of the function for its kind, and p_seen: {type:id → version as it was loaded}. What has changed since is left out and named in changed. Checked as if it were carried out now.';

-- Lists say which version they show ------------------------------------------------------------------------------------------------

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
    if not found then return jsonb_build_object('items', '[]'::jsonb, 'next', null, 'ids', '[]'::jsonb); end if;
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
          'version', private.target_version(l.about_type || ':' || l.about_id),
          'content', private.case_content(l.about_type, l.about_id),
          'profile', private.case_profile(l.about_type, l.about_id), 'reports', private.case_reports(l.about_type, l.about_id, l.decided_id),
          'claim', private.case_claim(l.about_type, l.about_id), 'notes', private.case_notes_of(l.about_type, l.about_id),
          'decision', private.case_decision(l.decided_id)) order by l.place)
        from listed l where l.place <= wanted), '[]'::jsonb),
      -- Whoever chooses all means all, not what is loaded.
      'ids', case when is_open and p_after is null then coalesce((
        select jsonb_agg(jsonb_build_object('report_id', o.shown ->> 'report_id', 'target_type', o.about_type, 'target_id', o.about_id,
          'version', private.target_version(o.about_type || ':' || o.about_id)))
        from private.open_cases(p_type, p_reason, author, p_order is distinct from 'oldest', null, null, 1000) o), '[]'::jsonb) end,
      'next', (
        select private.cursor_of(l.place_at::text, case when is_open then l.about_id else l.decided_id end::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create or replace function private.content_case(kind text, subject uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  author uuid;
  target uuid;
begin
  perform private.require_moderator();
  if kind = 'post' then
    select p.id, p.author_id into target, author from public.community_posts p where p.id = subject;
  elsif kind = 'comment' then
    select c.id, c.author_id into target, author from public.comments c where c.id = subject and c.deleted_at is null;
  else
    select p.id, p.id into target, author from public.public_profiles p where p.id = subject and kind = 'profile';
  end if;
  if target is null then return null; end if;
  return jsonb_build_object('target_type', kind, 'target_id', target, 'version', private.target_version(kind || ':' || target),
    'is_own', author is not distinct from auth.uid(),
    'author', private.case_author(author), 'content', private.case_content(kind, target), 'profile', private.case_profile(kind, target),
    'reports', private.case_reports(kind, target, null), 'post', case when kind = 'post' then private.admin_post_record(target) end);
end $$;

create or replace function private.comments_for_team(query text, nickname text, kind text, days integer, after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 20, 50);
  last constant text[] := private.cursor_parts(after, '{instant,uuid}');
  author uuid;
begin
  perform private.require_moderator();
  if coalesce(nickname, '') <> '' then
    select p.id into author from public.profiles p where private.nickname_key(p.nickname) = private.nickname_key(private.trim_text(comments_for_team.nickname));
    if not found then return jsonb_build_object('items', '[]'::jsonb, 'next', null, 'ids', '[]'::jsonb); end if;
  end if;
  return (
    with listed as materialized (
      select c.*, row_number() over () as place
      from private.found_comments(query, author, kind, days, last[1]::timestamptz, last[2]::uuid, wanted + 1) c
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'version', private.target_version('comment:' || l.id), 'text', l.content, 'at', l.created_at, 'author', private.case_author(l.author_id),
            'joined_at', m.created_at, 'is_own', l.author_id is not distinct from auth.uid(),
            'post', jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status),
            'reports', (select count(*) from public.reports r where r.target_comment_id = l.id and r.status = 'pending' and r.confirmed_at is not null))
          order by l.place)
        from listed l join public.community_posts p on p.id = l.post_id left join public.profiles m on m.id = l.author_id
        where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)),
      -- Whoever chooses all means all, not what is loaded.
      'ids', case when after is null then coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'author', f.author_id, 'version', private.target_version('comment:' || f.id)))
        from private.found_comments(query, author, kind, days, null, null, 1000) f where f.author_id is distinct from auth.uid()), '[]'::jsonb) end));
end $$;

create or replace function private.held_comments_page(after text, most integer) returns jsonb
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
        select jsonb_agg(jsonb_build_object('id', l.id, 'version', private.target_version('comment:' || l.id), 'text', l.content, 'at', l.held_at, 'author', private.case_author(l.author_id),
            'joined_at', m.created_at, 'is_own', l.author_id is not distinct from auth.uid(), 'answers', left(c.content, 180),
            'post', private.commented_post(p))
          order by l.place)
        from listed l join public.community_posts p on p.id = l.post_id join public.profiles m on m.id = l.author_id
          left join public.comments c on c.id = l.parent_id
        where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.held_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create or replace function private.appeal_item(a public.appeals, m public.moderation_actions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'version', private.target_version('appeal:' || a.id), 'status', a.status, 'message', a.message, 'created_at', a.created_at,
    'decision_reason', a.decision_reason, 'decided_at', a.decided_at,
    'decided_by', (select p.nickname from public.profiles p where p.id = a.decided_by),
    'member', (select r.ref from private.member_refs r where r.id = a.user_id),
    'warnings', (select count(*) from public.moderation_actions w
      where w.target_user_id = a.user_id and w.counts_as_warning and w.created_at > now() - interval '90 days'),
    'decision', private.decision_item(m) - 'appeal', 'content', private.appealed_content(m),
    'decision_by', (select p.nickname from public.profiles p where p.id = m.admin_id),
    -- The reason why the reader may not decide, or null.
    'blocked', case when a.status <> 'pending' or private.may_decide_appeal(a.user_id, m.id) then null
      when a.user_id = auth.uid() then 'own_case' else 'own_decision' end)
$$;

-- An import that is applied is the one that was shown ---------------------------------------------------------------------------------

create function private.import_seen(tables jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select md5(concat_ws('|', md5(tables::text),
    (select md5(string_agg(concat_ws(':', f.table_name, f.nth, f.row_id, f.part_id), '|' order by f.table_name, f.nth, f.row_id, f.part_id))
      from private.import_found(tables) f),
    (select md5(string_agg(jsonb_build_array(c.lock_key, c.old_value, c.new_value, c.locked)::text, '|' order by c.lock_key, c.nth))
      from private.import_changes(tables) c)))
$$;
comment on function private.import_seen(jsonb) is
  'What an import is and what it would do at the moment: its rows, those that are there already, and each value it would replace.';
revoke execute on function private.import_seen(jsonb) from public;

create or replace function private.admin_import_changes(tables jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
-- More are read by nobody, and a first import of thousands of rows changes none.
declare most constant integer := 500;
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      -- Those to decide about first.
      select c.*, row_number() over (order by c.locked desc, c.place, c.row_name, c.field) as listed_at from private.import_changes(tables) c
    )
    select jsonb_build_object('seen', private.import_seen(tables), 'total', (select count(*) from listed), 'locked', (select count(*) from listed l where l.locked),
      'items', coalesce(jsonb_agg(jsonb_build_object('id', l.lock_key, 'table', l.table_name, 'row', l.row_name, 'field', l.field,
        'old', l.old_value, 'new', l.new_value, 'locked', l.locked) order by l.listed_at), '[]'))
    from listed l where l.listed_at <= most);
end $$;

drop function public.admin_apply_import(jsonb, boolean, text[]);
drop function private.admin_apply_import(jsonb, boolean, text[]);
create function private.admin_apply_import(p_tables jsonb, p_preview boolean, p_unlock text[], p_seen text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare counts jsonb;
begin
  perform private.require_moderator();
  if cardinality(p_unlock) > 500 then perform private.refuse('Höchstens 500 auf einmal.', 'row_count'); end if;
  -- Concurrent imports could create a star twice, or deadlock.
  perform pg_advisory_xact_lock(hashtextextended('import', 0));
  if not coalesce(p_preview, true) and p_seen is distinct from private.import_seen(p_tables) then
    perform private.refuse('Inzwischen hat jemand etwas davon geändert. Prüf die Dateien noch einmal: Dann siehst du, was jetzt ersetzt würde.', 'import_changed');
  end if;
  counts := private.apply_import(p_tables, coalesce(p_preview, true), p_unlock);
  if not coalesce(p_preview, true) then
    perform private.log_staff_action('import', 'import', null, counts);
  end if;
  return counts;
end $$;

create function public.admin_apply_import(p_tables jsonb, p_preview boolean default true, p_unlock text[] default '{}', p_seen text default null) returns jsonb
language sql set search_path = '' set statement_timeout = '120s' as $$ select private.admin_apply_import(p_tables, p_preview, p_unlock, p_seen) $$;
comment on function private.admin_apply_import(jsonb, boolean, text[], text) is 'See public.admin_apply_import().';
comment on function public.admin_apply_import(jsonb, boolean, text[], text) is
  'RPC for staff: imports rows, or counts what that would do. p_unlock: values corrected by hand that are replaced. p_seen: what admin_import_changes() answered; if anything has changed since, nothing is imported.';
revoke execute on function private.admin_apply_import(jsonb, boolean, text[], text), public.admin_apply_import(jsonb, boolean, text[], text) from public;
grant execute on function private.admin_apply_import(jsonb, boolean, text[], text), public.admin_apply_import(jsonb, boolean, text[], text) to authenticated;

drop function public.admin_import_social(text, boolean);
drop function private.import_social(jsonb, boolean);
create function private.import_social(lines jsonb, apply boolean, seen jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare checked jsonb;
begin
  perform private.require_moderator();
  if jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) not between 1 and 2000 then
    perform private.refuse('Eine Datei hat 1 bis 2.000 Zeilen.', 'row_count');
  end if;
  checked := private.check_social_import(lines);
  if not coalesce(apply, false) then return checked; end if;
  if jsonb_path_exists(checked, '$[*] ? (@.effect == "problem")') then
    perform private.refuse('In der Datei sind noch Fehler.', 'import_has_problems');
  end if;
  if seen is distinct from checked then
    perform private.refuse('Inzwischen hat jemand etwas davon geändert. Prüf die Zeilen noch einmal: Dann siehst du, was jetzt ersetzt würde.', 'import_changed');
  end if;
  perform private.log_staff_action('import_social_accounts', 'social_account', null, jsonb_build_object('lines', jsonb_array_length(checked),
    'new', jsonb_array_length(jsonb_path_query_array(checked, '$[*] ? (@.effect == "new")'))));
  insert into public.star_social_accounts as a (star_id, platform, handle, url, followers)
    select (l ->> 'star_id')::uuid, l ->> 'platform', l ->> 'handle', l ->> 'url', (l ->> 'followers')::integer
    from jsonb_array_elements(checked) l
  on conflict (star_id, platform) do update
    set handle = excluded.handle, url = excluded.url, followers = excluded.followers;
  return checked;
end $$;

create function public.admin_import_social(p_lines text, p_apply boolean default false, p_seen jsonb default null) returns jsonb
language plpgsql security invoker set search_path = '' set statement_timeout = '120s' as $$
declare lines jsonb;
begin
  perform private.require_moderator();
  begin
    lines := p_lines::jsonb;
  exception when others then
    perform private.refuse('Das sind keine Zeilen eines Imports.', 'row_count');
  end;
  return private.import_social(lines, p_apply, p_seen);
end $$;
comment on function private.import_social(jsonb, boolean, jsonb) is 'See public.admin_import_social().';
comment on function public.admin_import_social(text, boolean, jsonb) is
  'RPC for staff: what each line changes; with p_apply it is done, all or none. p_seen: the answer that was shown; if it would be another one by now, nothing is done.';
revoke all on function private.import_social(jsonb, boolean, jsonb), public.admin_import_social(text, boolean, jsonb) from public, anon, authenticated;
grant execute on function private.import_social(jsonb, boolean, jsonb), public.admin_import_social(text, boolean, jsonb) to authenticated;
