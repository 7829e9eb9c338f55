-- Working on a case: one person at a time, with notes and questions (docs/decisions/067-working-on-a-case.md) ------------------

create table private.case_claims (
  target_type text not null check (target_type in ('post', 'comment', 'profile')),
  target_id uuid not null,
  member_id uuid not null references public.profiles on delete cascade,
  claimed_until timestamptz not null,
  primary key (target_type, target_id)
);
comment on table private.case_claims is 'Who of the team is deciding about what, for ten minutes at a time.';
create index case_claims_member on private.case_claims (member_id);

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
revoke all on private.case_claims, private.case_notes from public, anon, authenticated;

-- Claims -----------------------------------------------------------------------------------------------------------------------

create function private.case_claim(kind text, subject uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('nickname', p.nickname, 'until', c.claimed_until, 'is_mine', c.member_id = auth.uid())
  from private.case_claims c join public.profiles p on p.id = c.member_id
  where c.target_type = kind and c.target_id = subject and c.claimed_until > now()
$$;
comment on function private.case_claim(text, uuid) is 'Who decides about this at the moment, as {nickname, until, is_mine}; null: nobody.';

create function private.claim_case(kind text, subject uuid, wanted boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  if not wanted then
    delete from private.case_claims c where c.target_type = kind and c.target_id = subject and c.member_id = auth.uid();
  elsif private.report_target_exists(kind, subject) then
    -- Of two at once the second waits for the first, finds its row and leaves it.
    insert into private.case_claims as c (target_type, target_id, member_id, claimed_until)
      values (kind, subject, auth.uid(), clock_timestamp() + interval '10 minutes')
      on conflict (target_type, target_id) do update set member_id = excluded.member_id, claimed_until = excluded.claimed_until
      where c.member_id = excluded.member_id or c.claimed_until <= clock_timestamp();
  end if;
  return jsonb_build_object('claim', private.case_claim(kind, subject));
end $$;
comment on function private.claim_case(text, uuid, boolean) is 'See public.admin_claim_case().';

create function public.admin_claim_case(p_type text, p_id uuid, p_claimed boolean default true) returns jsonb
language sql set search_path = '' as $$ select private.claim_case(p_type, p_id, coalesce(p_claimed, true)) $$;
comment on function public.admin_claim_case(text, uuid, boolean) is
  'RPC for staff: takes a case for ten minutes, or gives it back; until then nobody else decides it. {claim: {nickname, until, is_mine} | null}, which is somebody else''s when they were first.';

create function private.take_case(kind text, subject uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare claim constant jsonb := private.case_claim(kind, subject);
begin
  if not (claim ->> 'is_mine')::boolean then
    raise exception '% bearbeitet diesen Fall gerade.', claim ->> 'nickname' using errcode = '42501', hint = 'case_claimed';
  end if;
  delete from private.case_claims c where c.target_type = kind and c.target_id = subject;
end $$;
comment on function private.take_case(text, uuid) is 'Ends the claim of what is being decided; refuses (hint case_claimed) while it is somebody else''s.';
revoke execute on function private.take_case(text, uuid) from public;

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
  perform private.take_case(kind, subject);
  return lead;
end $$;

create or replace function private.found_content(kind text, subject uuid) returns public.reports
language plpgsql security definer set search_path = '' as $$
declare
  lead public.reports;
  author constant uuid := (private.case_target(kind, subject) ->> 'author')::uuid;
begin
  if author = auth.uid() then
    raise exception 'Über eigene Inhalte entscheidet jemand anderes.' using errcode = '42501', hint = 'own_case';
  end if;
  select * into lead from public.reports r
    where r.status = 'pending' and r.confirmed_at is not null and r.target_type = kind
      and subject in (r.target_post_id, r.target_comment_id, r.target_profile_id)
    order by r.created_at, r.id limit 1 for update;
  perform private.take_case(kind, subject);
  if lead.id is not null then return lead; end if;
  lead.target_type := kind;
  lead.target_author_id := author;
  lead.reason := 'other';
  lead.target_post_id := case kind when 'post' then subject end;
  lead.target_comment_id := case kind when 'comment' then subject end;
  lead.target_profile_id := case kind when 'profile' then subject end;
  return lead;
end $$;

-- Notes, questions and answers -----------------------------------------------------------------------------------------------------

create function private.case_notes_of(thing text, subject uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'kind', n.kind, 'text', n.content, 'at', n.written_at,
    'by', p.nickname, 'asked', n.asked) order by n.written_at, n.id), '[]'::jsonb)
  from (select * from private.case_notes x where x.target_id = subject and x.target_type = thing order by x.written_at desc limit 50) n
  left join public.public_profiles p on p.id = n.author_id
$$;
comment on function private.case_notes_of(text, uuid) is 'The latest 50 notes, questions and answers about it, oldest first.';

create function private.note_text(given text, longest integer default 2000) returns text
language plpgsql stable set search_path = '' as $$
declare
  said text;
  too_long constant text := 'Das ist zu lang. Kürze den Text.';
begin
  perform private.require_short(given, longest, too_long, 'note_length');
  said := nullif(private.trim_text(private.clean_text(coalesce(given, ''))), '');
  if said is null then perform private.refuse('Schreib etwas.', 'note_missing'); end if;
  if char_length(said) > longest then perform private.refuse(too_long, 'note_length'); end if;
  return said;
end $$;
comment on function private.note_text(text, integer) is 'A cleaned text that is not empty; hints note_length, note_missing.';

create function private.note_case(kind text, subject uuid, given text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare said constant text := private.note_text(given);
begin
  perform private.require_moderator();
  if not private.report_target_exists(kind, subject) then
    raise exception 'Das gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  perform private.log_staff_action('note_case', kind, subject::text);
  insert into private.case_notes (target_type, target_id, kind, content, author_id) values (note_case.kind, subject, 'note', said, auth.uid());
  return jsonb_build_object('notes', private.case_notes_of(kind, subject));
end $$;
comment on function private.note_case(text, uuid, text) is 'See public.admin_note_case().';

create function public.admin_note_case(p_type text, p_id uuid, p_text text) returns jsonb
language sql set search_path = '' as $$ select private.note_case(p_type, p_id, p_text) $$;
comment on function public.admin_note_case(text, uuid, text) is
  'RPC for staff: leaves a note that only the team reads; {notes}. Hints note_length, note_missing, target_gone.';

create function private.ask_in_case(report uuid, to_author boolean, given text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  said constant text := private.note_text(given, 1000);
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  about public.reports;
  subject uuid;
  whom uuid;
  address text;
begin
  perform private.require_moderator();
  select * into about from public.reports r where r.id = report and r.confirmed_at is not null and r.status = 'pending';
  if not found then
    raise exception 'Diese Meldung gibt es nicht mehr.' using errcode = '42501', hint = 'report_gone';
  end if;
  subject := coalesce(about.target_post_id, about.target_comment_id, about.target_profile_id);
  whom := case when to_author then about.target_author_id else about.reporter_id end;
  address := case when whom is not null then (select u.email from auth.users u where u.id = whom and u.email_confirmed_at is not null)
    when not to_author then about.reporter_email end;
  if address is null then
    raise exception 'Dazu gibt es keine Adresse mehr.' using errcode = '23503', hint = 'address_gone';
  end if;
  perform private.log_staff_action('ask_in_case', about.target_type, subject::text,
    jsonb_build_object('asked', case when to_author then 'author' else 'reporter' end));
  insert into private.case_notes (target_type, target_id, kind, content, author_id, asked, asked_id, report_id, token_hash)
    values (about.target_type, subject, 'question', said, auth.uid(), case when to_author then 'author' else 'reporter' end, whom, about.id,
      encode(sha256(convert_to(token, 'utf8')), 'hex'));
  perform private.send_mail(address, 'case_question', jsonb_build_object(
    'about', case when to_author then 'etwas, das du bei HoT veröffentlicht hast' else 'deine Meldung bei HoT' end,
    'thing', private.report_thing(about.target_type), 'question', said, 'path', '/melden/antworten#' || token));
  return jsonb_build_object('notes', private.case_notes_of(about.target_type, subject));
end $$;
comment on function private.ask_in_case(uuid, boolean, text) is 'See public.admin_ask_in_case().';

create function public.admin_ask_in_case(p_report uuid, p_to_author boolean, p_text text) returns jsonb
language sql set search_path = '' as $$ select private.ask_in_case(p_report, coalesce(p_to_author, false), p_text) $$;
comment on function public.admin_ask_in_case(uuid, boolean, text) is
  'RPC for staff: mails a question of up to 1,000 characters to whoever reported it, or to whom it is about as author; the answer stands in the case. {notes}. Hints note_length, note_missing, report_gone, address_gone.';

create function private.asked_question(token text) returns private.case_notes
language sql stable security definer set search_path = '' as $$
  select n from private.case_notes n where n.token_hash = encode(sha256(convert_to(left(token, 200), 'utf8')), 'hex')
    and n.written_at > now() - interval '30 days'
$$;
comment on function private.asked_question(text) is 'The question of this link, which works for 30 days. The code has 244 random bits and cannot be guessed.';
revoke execute on function private.asked_question(text) from public;

create function private.case_question(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case when exists (select from private.case_notes a where a.question_id = q.id) then jsonb_build_object('state', 'already', 'question', null)
      else jsonb_build_object('state', 'open', 'question', q.content) end
    from private.asked_question(token) q where q.id is not null), jsonb_build_object('state', 'unknown', 'question', null))
$$;
comment on function private.case_question(text) is 'See public.case_question().';

create function public.case_question(p_code text) returns jsonb
language sql stable set search_path = '' as $$ select private.case_question(coalesce(p_code, '')) $$;
comment on function public.case_question(text) is 'RPC, guests too: what the team asked, {state: open | already | unknown, question}.';

create function private.answer_case(token text, given text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  q private.case_notes;
  said constant text := private.note_text(given);
begin
  select n.* into q from private.asked_question(token) n where n.id is not null;
  if not found then return 'unknown'; end if;
  insert into private.case_notes (target_type, target_id, kind, content, asked, asked_id, report_id, question_id)
    values (q.target_type, q.target_id, 'answer', said, q.asked, q.asked_id, q.report_id, q.id) on conflict (question_id) do nothing;
  if not found then return 'already'; end if;
  perform private.alert_team('answer', 'Antwort auf eine Rückfrage', q.id, q.asked_id);
  return 'answered';
end $$;
comment on function private.answer_case(text, text) is 'See public.answer_case().';

create function public.answer_case(p_code text, p_text text) returns jsonb
language sql set search_path = '' as $$ select jsonb_build_object('state', private.answer_case(coalesce(p_code, ''), p_text)) $$;
comment on function public.answer_case(text, text) is
  'RPC, guests too: answers a question of the team once, {state: answered | already | unknown}. Hints note_length, note_missing.';

revoke execute on function private.claim_case(text, uuid, boolean), private.note_case(text, uuid, text),
  private.ask_in_case(uuid, boolean, text), private.case_claim(text, uuid), private.case_notes_of(text, uuid),
  private.case_question(text), private.answer_case(text, text) from public;
grant execute on function private.claim_case(text, uuid, boolean), private.note_case(text, uuid, text),
  private.ask_in_case(uuid, boolean, text) to authenticated;
grant execute on function private.case_question(text), private.answer_case(text, text) to anon, authenticated;
revoke all on function public.admin_claim_case(text, uuid, boolean), public.admin_note_case(text, uuid, text),
  public.admin_ask_in_case(uuid, boolean, text), public.case_question(text), public.answer_case(text, text) from public, anon, authenticated;
grant execute on function public.admin_claim_case(text, uuid, boolean), public.admin_note_case(text, uuid, text),
  public.admin_ask_in_case(uuid, boolean, text) to authenticated;
grant execute on function public.case_question(text), public.answer_case(text, text) to anon, authenticated;

-- Mail, lists ------------------------------------------------------------------------------------------------------

alter table private.mail_outbox drop constraint mail_outbox_template_check;
alter table private.mail_outbox add constraint mail_outbox_template_check
  check (template in ('report_confirmation', 'report_outcome', 'recovery_code_used', 'digest', 'team_alert', 'briefing', 'weekly', 'case_question', 'star_request'));

create or replace function private.mail_values(template text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select case template
    -- target: 'Beitrag' or 'Kommentar'; path: what the button opens, on this site
    when 'report_confirmation' then '{target,reason,path}'::text[]
    -- outcome: one or two German sentences on what the team decided
    when 'report_outcome' then '{target,reason,outcome}'::text[]
    -- about: what it is about, thing: 'Beitrag', 'Kommentar' or 'Profil'; question: what the team asks; path: where to answer
    when 'case_question' then '{about,thing,question,path}'::text[]
    -- star: name; outcome: what the team decided, in German sentences; path: the star's page
    when 'star_request' then '{star,outcome,path}'::text[]
    -- left: how many codes are not used
    when 'recovery_code_used' then '{left}'::text[]
    -- items: notifications as JSON; total: how many there are; code: that of private.digests
    when 'digest' then '{items,total,code}'::text[]
    -- alert: one of the kinds of private.alert_team(); title: what happened
    when 'team_alert' then '{alert,title}'::text[]
    -- facts: private.briefing_facts() or private.week_of() as JSON
    when 'briefing' then '{facts}'::text[]
    when 'weekly' then '{facts}'::text[]
  end
$$;

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
          'content', private.case_content(l.about_type, l.about_id),
          'profile', private.case_profile(l.about_type, l.about_id), 'reports', private.case_reports(l.about_type, l.about_id, l.decided_id),
          'claim', private.case_claim(l.about_type, l.about_id), 'notes', private.case_notes_of(l.about_type, l.about_id),
          'decision', private.case_decision(l.decided_id)) order by l.place)
        from listed l where l.place <= wanted), '[]'::jsonb),
      -- Whoever chooses all means all, not what is loaded.
      'ids', case when is_open and p_after is null then coalesce((
        select jsonb_agg(jsonb_build_object('report_id', o.shown ->> 'report_id', 'target_type', o.about_type, 'target_id', o.about_id))
        from private.open_cases(p_type, p_reason, author, p_order is distinct from 'oldest', null, null, 1000) o), '[]'::jsonb) end,
      'next', (
        select private.cursor_of(l.place_at::text, case when is_open then l.about_id else l.decided_id end::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

