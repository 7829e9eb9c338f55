-- What a star says is looked at like a post ------------------------------------------------------------------------------------------

-- A statement with a link or about something sensitive was public at once. It waits for the team now, as a text of anybody else would.

alter table private.star_requests drop constraint star_requests_kind_check;
alter table private.star_requests add constraint star_requests_kind_check check (kind in ('claim', 'facts', 'statement'));
alter table private.star_requests drop constraint star_requests_content_check;
alter table private.star_requests add constraint star_requests_content_check
  check (char_length(content) between 1 and case kind when 'statement' then 2000 else 1000 end);
alter table private.star_requests add column post_id uuid references public.community_posts on delete cascade;
comment on column private.star_requests.post_id is 'The post that a statement which waits is about.';
alter table private.star_requests add constraint star_requests_post check ((kind = 'statement') = (post_id is not null));
create unique index star_requests_statement on private.star_requests (post_id, member_id) where kind = 'statement' and state = 'asked';
create index star_requests_post on private.star_requests (post_id);

create function private.waiting_statement(post uuid, member uuid) returns private.star_requests
language sql stable security definer set search_path = '' as $$
  select r from private.star_requests r
  where r.post_id = post and r.member_id = member and r.kind = 'statement' and r.state = 'asked' limit 1
$$;
comment on function private.waiting_statement(uuid, uuid) is 'What a star has said about a post that the team has not looked at yet.';

create function private.publish_statement(post uuid, member uuid, speaker text, said text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was text;
  at constant timestamptz := clock_timestamp();
begin
  select p.statement into was from public.community_posts p where p.id = post for update;
  update public.community_posts p set statement = said, statement_speaker = case when said is not null then speaker end,
    statement_at = case when said is not null then at end where p.id = post;
  if said is null then
    delete from private.star_statements s where s.post_id = post;
    return;
  end if;
  insert into private.star_statements (post_id, member_id, since) values (post, member, at)
    on conflict (post_id) do update set member_id = excluded.member_id, since = excluded.since;
  if was is null then
    insert into private.announcements (kind, post_id) values ('statement', post) on conflict do nothing;
  end if;
end $$;
comment on function private.publish_statement(uuid, uuid, text, text) is 'Puts what a star says above a post, or takes it away.';
revoke execute on function private.waiting_statement(uuid, uuid), private.publish_statement(uuid, uuid, text, text) from public;

create or replace function private.star_statement(post uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found public.community_posts;
  mine private.star_requests;
begin
  perform private.require_proven();
  select * into found from public.community_posts p where p.id = post and p.status = 'approved';
  select r.* into mine from private.star_requests r
    where r.member_id = auth.uid() and r.kind = 'claim' and r.state = 'granted' and r.star_id = any (found.tags) order by r.asked_at limit 1;
  if mine.id is null then return null; end if;
  return jsonb_build_object('speaker', (select private.star_name(st.first_name, st.nickname, st.last_name) from public.stars st where st.id = mine.star_id),
    'text', case when s.post_id is not null then found.statement end, 'is_taken', found.statement is not null and s.post_id is null,
    'waiting', (private.waiting_statement(post, auth.uid())).content)
  from (select 1) one left join private.star_statements s
    on s.post_id = post and s.member_id = auth.uid() and s.since = found.statement_at;
end $$;

create or replace function private.answer_as_star(post uuid, given text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  said constant text := nullif(private.trim_text(private.clean_text(coalesce(given, ''))), '');
  was public.community_posts;
  mine jsonb;
  waiting private.star_requests;
begin
  perform private.require_writer();
  perform private.require_short(given, 2000, 'Die Stellungnahme hat höchstens 2.000 Zeichen.', 'statement_length');
  if char_length(said) > 2000 then perform private.refuse('Die Stellungnahme hat höchstens 2.000 Zeichen.', 'statement_length'); end if;
  select * into was from public.community_posts p where p.id = post for update;
  mine := private.star_statement(post);
  if mine is null then raise exception 'Das kann nur, um wen es geht.' using errcode = '42501', hint = 'not_this_star'; end if;
  if (mine ->> 'is_taken')::boolean then
    raise exception 'Hier steht schon eine Stellungnahme.' using errcode = '42501', hint = 'statement_taken';
  end if;
  waiting := private.waiting_statement(post, auth.uid());
  if said is not distinct from coalesce(waiting.content, was.statement) then return false; end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  -- Another text than the one the team was told about rings again.
  delete from private.team_alerts t where t.alert = 'star_door' and t.about = post and (waiting.id is not null or was.statement is not null);
  if not private.is_moderator() and said is distinct from was.statement and (private.sensitive_subjects(said) <> '{}' or private.shows_link(said)) then
    -- What is public stays until then.
    insert into private.star_requests as r (star_id, member_id, kind, content, post_id)
      select c.star_id, auth.uid(), 'statement', said, post from private.star_requests c
      where c.member_id = auth.uid() and c.kind = 'claim' and c.state = 'granted' and c.star_id = any (was.tags) order by c.asked_at limit 1
      on conflict (post_id, member_id) where kind = 'statement' and state = 'asked'
      do update set content = excluded.content, asked_at = clock_timestamp();
    perform private.alert_team('star_door', 'Die Stellungnahme eines Stars wartet: mit Link oder zu einem heiklen Thema', post, auth.uid());
    return true;
  end if;
  delete from private.star_requests r where r.id = waiting.id;
  if said is not distinct from was.statement then return true; end if;
  perform private.publish_statement(post, auth.uid(), mine ->> 'speaker', said);
  if said is not null then
    perform private.alert_team('star_door', case when was.statement is null then 'Ein Star hat Stellung genommen'
      else 'Ein Star hat seine Stellungnahme geändert' end, post, auth.uid());
  end if;
  return true;
end $$;

create or replace function private.decide_star_request(request uuid, granted boolean, reason text, seen timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  was private.star_requests;
  address text;
  about public.community_posts;
begin
  perform private.require_moderator();
  if not granted then why := private.given_reason(reason); end if;
  select * into was from private.star_requests r where r.id = request for update;
  if was.id is null then return jsonb_build_object('outcome', 'gone'); end if;
  if was.member_id = auth.uid() then
    raise exception 'Über eigene Anliegen entscheidet jemand anderes.' using errcode = '42501', hint = 'own_case';
  end if;
  if exists (select from private.pending_targets t join private.pending_decisions d on d.id = t.decision_id
      where t.target = 'star_request:' || request and d.decider <> auth.uid()) then
    perform private.refuse_pending(private.pending_by('star_request:' || request));
  end if;
  -- What was granted can be taken away, when it turns out to be somebody else.
  if was.content is null or (was.state <> 'asked' and not (was.kind = 'claim' and was.state = 'granted' and not granted)) then
    return jsonb_build_object('outcome', 'decided');
  end if;
  -- The proof that was looked at is the proof that counts.
  if was.asked_at is distinct from seen then return jsonb_build_object('outcome', 'changed'); end if;
  if was.kind = 'statement' then
    select * into about from public.community_posts p where p.id = was.post_id for update;
    if granted and (about.status <> 'approved' or not exists (select from private.star_requests c where c.member_id = was.member_id
        and c.kind = 'claim' and c.state = 'granted' and c.star_id = was.star_id and c.star_id = any (about.tags))) then
      raise exception 'Diesen Beitrag gibt es nicht mehr, oder er geht nicht mehr um diesen Star.' using errcode = '42501', hint = 'not_this_star';
    end if;
    if granted and about.statement is not null and not exists (select from private.star_statements s
        where s.post_id = was.post_id and s.member_id = was.member_id and s.since = about.statement_at) then
      raise exception 'Hier steht schon eine Stellungnahme, die das Team veröffentlicht hat.' using errcode = '42501', hint = 'statement_taken';
    end if;
  end if;
  perform private.log_staff_action(case when granted then 'grant_star_request' else 'refuse_star_request' end, 'star', was.star_id::text,
    jsonb_strip_nulls(jsonb_build_object('name', was.speaker, 'title', about.title, 'reason', why)));
  update private.star_requests r set state = case when granted then 'granted' else 'refused' end, reason = why, decided_at = now(),
    decided_by = auth.uid() where r.id = request;
  if was.kind = 'statement' and granted then
    perform private.publish_statement(was.post_id, was.member_id,
      (select private.star_name(s.first_name, s.nickname, s.last_name) from public.stars s where s.id = was.star_id), was.content);
  end if;
  address := private.mail_address(was.member_id);
  if address is not null then
    perform private.send_mail(address, 'star_request', jsonb_build_object(
      'star', (select private.star_name(s.first_name, s.nickname, s.last_name) from public.stars s where s.id = was.star_id),
      'path', '/stars/' || (select s.slug from public.stars s where s.id = was.star_id),
      'outcome', case
        when was.kind = 'statement' and granted then 'Deine Stellungnahme steht jetzt über „' || about.title || '“.'
        when was.kind = 'statement' then 'Deine Stellungnahme zu „' || about.title || '“ veröffentlichen wir so nicht. ' || why
        when was.kind = 'facts' and granted then 'Danke für den Hinweis. Wir haben die Angaben geprüft und berichtigt.'
        when was.kind = 'facts' then 'Wir haben die Angaben geprüft und lassen sie stehen. ' || why
        when granted then 'Du bist bestätigt. Unter „Mehr zu diesem Beitrag“ kannst du jetzt Stellung nehmen, wo es um dich geht.'
        else 'Wir konnten nicht bestätigen, dass du es bist. ' || why end));
  end if;
  return jsonb_build_object('outcome', 'done');
end $$;

create or replace function private.star_requests_page(wanted_state text, after text, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(most, 20, 50);
  last constant text[] := private.cursor_parts(after, '{instant,uuid}');
  is_open constant boolean := wanted_state is distinct from 'decided';
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select x.*, row_number() over () as place from (
        (select r.*, r.asked_at as sort_at from private.star_requests r
          where is_open and r.state = 'asked' and r.content is not null
            and (last[1] is null or (r.asked_at, r.id) > (last[1]::timestamptz, last[2]::uuid))
          order by r.asked_at, r.id limit wanted + 1)
        union all
        (select r.*, r.decided_at from private.star_requests r
          where not is_open and r.state <> 'asked' and (last[1] is null or (r.decided_at, r.id) < (last[1]::timestamptz, last[2]::uuid))
          order by r.decided_at desc, r.id desc limit wanted + 1)) x
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'star', jsonb_build_object('id', s.id, 'slug', s.slug, 'name', private.star_name(s.first_name, s.nickname, s.last_name)),
            'member', m.ref, 'speaker', l.speaker, 'code', l.code, 'text', l.content, 'state', l.state, 'reason', l.reason, 'asked_at', l.asked_at,
            'decided_at', l.decided_at,
            'post', (select private.commented_post(p) from public.community_posts p where p.id = l.post_id), 'accounts', coalesce((
              select jsonb_agg(jsonb_build_object('platform', a.platform, 'handle', a.handle, 'url', a.url) order by a.platform)
              from public.star_social_accounts a where a.star_id = s.id), '[]'::jsonb)) order by l.place)
        from listed l join public.stars s on s.id = l.star_id left join private.member_refs m on m.id = l.member_id where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.sort_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

-- Who speaks ------------------------------------------------------------------------------------------------------------------------------

create function private.true_speaker(given text, tags uuid[]) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  -- "Lina Morgentau, über ihr Management" is Lina Morgentau.
  name constant text := btrim(split_part(given, ',', 1));
  key constant text := private.search_fold(name);
  spoken public.stars;
begin
  select * into spoken from public.stars s
    where key in (private.search_fold(s.full_name), private.search_fold(concat_ws(' ', s.first_name, s.last_name)), private.search_fold(s.nickname))
    order by s.id = any (tags) desc limit 1;
  if spoken.id = any (tags) then
    return private.star_name(spoken.first_name, spoken.nickname, spoken.last_name) || substr(given, char_length(split_part(given, ',', 1)) + 1);
  elsif spoken.id is not null then
    perform private.refuse('So heißt ein Star, um den es in diesem Beitrag nicht geht. Setz zuerst den Tag, oder nenn, wer wirklich spricht.', 'speaker_of_star');
  elsif private.is_reserved_speaker(name) then
    perform private.refuse('Dieser Name gehört dem Team. Nenn, wer spricht: den Star, das Management, den Sender.', 'speaker_reserved');
  elsif exists (select from public.profiles p join (values (''), ('_'), ('.')) as j (joint)
      on private.nickname_look(p.nickname) = private.nickname_look(regexp_replace(name, '\s+', j.joint, 'g'))) then
    perform private.refuse('So heißt ein Mitglied. Nenn, wer spricht: den Star, das Management, den Sender.', 'speaker_of_member');
  end if;
  return given;
end $$;
comment on function private.true_speaker(text, uuid[]) is
  'Who a statement by the team is said to be from: a star of the post by the star''s own name; no other star, no member, nobody of the team.';
revoke execute on function private.true_speaker(text, uuid[]) from public;

create or replace function private.set_statement(post uuid, seen timestamptz, given_speaker text, given text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  speaker text := nullif(private.clean_line(coalesce(given_speaker, '')), '');
  said constant text := nullif(private.trim_text(private.clean_text(coalesce(given, ''))), '');
begin
  perform private.require_moderator();
  perform private.require_short(given_speaker, 100, 'Der Name hat 2 bis 100 Zeichen.', 'speaker_length');
  perform private.require_short(given, 2000, 'Die Stellungnahme hat höchstens 2.000 Zeichen.', 'statement_length');
  if said is not null and coalesce(char_length(speaker), 0) not between 2 and 100 then
    perform private.refuse('Der Name hat 2 bis 100 Zeichen.', 'speaker_length');
  end if;
  select * into was from public.community_posts p where p.id = post for update;
  if was.id is null then return private.outcome(post, 'gone', private.post_decider(post)); end if;
  if was.author_id = auth.uid() then return private.outcome(post, 'own'); end if;
  if was.statement_at is distinct from seen then return private.outcome(post, 'changed'); end if;
  -- What stands there already may stand.
  if said is not null and speaker is distinct from was.statement_speaker then
    speaker := private.true_speaker(speaker, was.tags);
  end if;
  if (said, case when said is not null then speaker end) is not distinct from (was.statement, was.statement_speaker) then
    return private.outcome(post, 'done');
  end if;
  perform private.log_staff_action('set_statement', 'post', post::text, jsonb_build_object('title', was.title, 'speaker', speaker,
    'reason', case when said is null then 'entfernt' end));
  update public.community_posts p set statement = said, statement_speaker = case when said is not null then speaker end,
    statement_at = case when said is not null then clock_timestamp() end where p.id = post;
  if said is not null and was.statement is null then
    insert into private.announcements (kind, post_id) values ('statement', post) on conflict do nothing;
  end if;
  return private.outcome(post, 'done');
end $$;

-- The bin: a row that may stand without a parent comes back without one ---------------------------------------------------------------------

create or replace function private.restore_rows(entry uuid, part text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target constant regclass := part::regclass;
  column_names text;
  column_values text;
  parents_there text;
  own_parents text;
begin
  -- Columns that came later keep their default; references to what is gone become empty, and rows that need it stay away.
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum),
      string_agg(case when k.confdeltype = 'n'
        then format('case when exists (select from %1$s x where x.%3$I = r.%2$I) then r.%2$I end', k.confrelid::regclass, a.attname, other.attname)
        else format('r.%I', a.attname) end, ', ' order by a.attnum),
      string_agg(case when k.confdeltype = 'c' and k.confrelid <> target
        then format(' and (r.%2$I is null or exists (select from %1$s x where x.%3$I = r.%2$I))', k.confrelid::regclass, a.attname, other.attname) end, ''),
      -- Rows that others of the table refer to come first, whatever order they were kept in.
      string_agg(case when k.confrelid = target then format('r.%I is not null, ', a.attname) end, '')
    into column_names, column_values, parents_there, own_parents
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_constraint k on k.conrelid = target and k.contype = 'f' and k.conkey = array[a.attnum]
  left join pg_catalog.pg_attribute other on other.attrelid = k.confrelid and other.attnum = k.confkey[1]
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    and (select b.content from private.binned_rows b where b.bin_id = entry and b.table_name = part order by b.place limit 1) ? a.attname::text;
  if column_names is null then return; end if;
  perform set_config('hot.restoring', 'on', true);
  execute format('insert into %1$s (%2$s) select %3$s from private.binned_rows b, jsonb_populate_record(null::%1$s, b.content) r '
      || 'where b.bin_id = $1 and b.table_name = $2%4$s order by %6$sb.place%5$s',
    target, column_names, column_values, coalesce(parents_there, ''),
    -- Things themselves come back whole or not at all; of what hangs on them, what is there meanwhile stays.
    case when part in ('public.formats', 'public.seasons', 'public.stars', 'public.news') then '' else ' on conflict do nothing' end, coalesce(own_parents, ''))
    using entry, part;
  perform set_config('hot.restoring', '', true);
end $$;