-- Notes, questions and answers ----------------------------------------------------------------------------------------

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
declare said text;
begin
  perform private.require_short(given, longest, 'moderation.note_length');
  said := nullif(private.trim_text(private.clean_text(coalesce(given, ''))), '');
  if said is null then perform private.refuse('moderation.note_missing'); end if;
  if char_length(said) > longest then perform private.refuse('moderation.note_length'); end if;
  return said;
end $$;
comment on function private.note_text(text, integer) is 'A cleaned text that is not empty; hints note_length, note_missing.';

create function private.note_case(kind text, subject uuid, given text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare said constant text := private.note_text(given);
begin
  perform private.require_moderator();
  if not private.report_target_exists(kind, subject) then
    perform private.refuse('moderation.target_gone', '23503');
  end if;
  perform private.log_staff_action('note_case', kind, subject::text);
  insert into private.case_notes (target_type, target_id, kind, content, author_id) values (note_case.kind, subject, 'note', said, auth.uid());
  return jsonb_build_object('notes', private.case_notes_of(kind, subject));
end $$;
comment on function private.note_case(text, uuid, text) is 'See public.admin_note_case().';
grant execute on function private.note_case(text, uuid, text) to authenticated;

create function public.admin_note_case(p_type text, p_id uuid, p_text text) returns jsonb
language sql set search_path = '' as $$ select private.note_case(p_type, p_id, p_text) $$;
comment on function public.admin_note_case(text, uuid, text) is
  'RPC for staff: leaves a note that only the team reads; {notes}. Hints note_length, note_missing, target_gone.';
grant execute on function public.admin_note_case(text, uuid, text) to authenticated, service_role;

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
  select * into about from public.reports r where r.id = report and r.counts and r.status = 'pending';
  if not found then
    perform private.refuse('moderation.report_gone', '42501');
  end if;
  subject := coalesce(about.target_post_id, about.target_comment_id, about.target_profile_id);
  whom := case when to_author then about.target_author_id else about.reporter_id end;
  address := case when whom is not null then (select u.email from auth.users u where u.id = whom and u.email_confirmed_at is not null)
    when not to_author and about.confirmed_at is not null then about.reporter_email end;
  if address is null then
    perform private.refuse('moderation.address_gone', '23503');
  end if;
  perform private.log_staff_action('ask_in_case', about.target_type, subject::text,
    jsonb_build_object('asked', case when to_author then 'author' else 'reporter' end));
  insert into private.case_notes (target_type, target_id, kind, content, author_id, asked, asked_id, report_id, token_hash)
    values (about.target_type, subject, 'question', said, auth.uid(), case when to_author then 'author' else 'reporter' end, whom, about.id,
      encode(sha256(convert_to(token, 'utf8')), 'hex'));
  perform private.send_mail(address, 'case_question', jsonb_build_object(
    'about', case when to_author then private.stored_text('moderation.asked_author') else private.stored_text('moderation.asked_reporter') end,
    'thing', private.report_thing(about.target_type), 'question', said, 'path', '/melden/antworten#' || token));
  return jsonb_build_object('notes', private.case_notes_of(about.target_type, subject));
end $$;
comment on function private.ask_in_case(uuid, boolean, text) is 'See public.admin_ask_in_case().';
grant execute on function private.ask_in_case(uuid, boolean, text) to authenticated;

create function public.admin_ask_in_case(p_report uuid, p_to_author boolean, p_text text) returns jsonb
language sql set search_path = '' as $$ select private.ask_in_case(p_report, coalesce(p_to_author, false), p_text) $$;
comment on function public.admin_ask_in_case(uuid, boolean, text) is
  'RPC for staff: mails a question of up to 1,000 characters to whoever reported it, or to whom it is about as author; the answer stands in the case. {notes}. Hints note_length, note_missing, report_gone, address_gone.';
grant execute on function public.admin_ask_in_case(uuid, boolean, text) to authenticated, service_role;

create function private.asked_question(token text) returns private.case_notes
language sql stable security definer set search_path = '' as $$
  select n from private.case_notes n where n.token_hash = encode(sha256(convert_to(left(token, 200), 'utf8')), 'hex')
    and n.written_at > now() - interval '30 days'
$$;
comment on function private.asked_question(text) is 'The question of this link, which works for 30 days. The code has 244 random bits and cannot be guessed.';

create function private.case_question(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case when exists (select from private.case_notes a where a.question_id = q.id) then jsonb_build_object('state', 'already', 'question', null)
      else jsonb_build_object('state', 'open', 'question', q.content) end
    from private.asked_question(token) q where q.id is not null), jsonb_build_object('state', 'unknown', 'question', null))
$$;
comment on function private.case_question(text) is 'See public.case_question().';
grant execute on function private.case_question(text) to anon, authenticated;

create function public.case_question(p_code text) returns jsonb
language sql stable set search_path = '' as $$ select private.case_question(coalesce(p_code, '')) $$;
comment on function public.case_question(text) is 'RPC, guests too: what the team asked, {state: open | already | unknown, question}.';
grant execute on function public.case_question(text) to anon, authenticated, service_role;

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
  perform private.alert_team('answer', '{}', q.id, q.asked_id);
  return 'answered';
end $$;
comment on function private.answer_case(text, text) is 'See public.answer_case().';
grant execute on function private.answer_case(text, text) to anon, authenticated;

create function public.answer_case(p_code text, p_text text) returns jsonb
language sql set search_path = '' as $$ select jsonb_build_object('state', private.answer_case(coalesce(p_code, ''), p_text)) $$;
comment on function public.answer_case(text, text) is
  'RPC, guests too: answers a question of the team once, {state: answered | already | unknown}. Hints note_length, note_missing. '
  'No quota: once for each question.';
grant execute on function public.answer_case(text, text) to anon, authenticated, service_role;
