-- A door of their own for stars (docs/decisions/070-star-door.md) -------------------------------------------------------------------

create table private.star_requests (
  id uuid primary key default gen_random_uuid(),
  star_id uuid not null references public.stars on delete cascade,
  member_id uuid not null references public.profiles on delete cascade,
  kind text not null check (kind in ('claim', 'facts')),
  -- How they are called below their answers: the star, or who speaks for them.
  speaker text check (char_length(speaker) between 2 and 100),
  code text check (char_length(code) = 12),
  -- Where the code can be seen, or what about the star is wrong; a claim without has not been sent.
  content text check (char_length(content) between 1 and 1000),
  state text not null default 'asked' check (state in ('asked', 'granted', 'refused')),
  reason text check (char_length(reason) between 1 and 2000),
  asked_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  decided_by uuid references public.profiles on delete set null,
  constraint star_requests_kind check ((kind = 'claim') = (speaker is not null and code is not null) and (kind = 'claim' or content is not null)),
  constraint star_requests_decided check ((state = 'asked') = (decided_at is null))
);
comment on table private.star_requests is
  'Members who say that they are a star or speak for one (claim), with the code that proves it, and what they say is wrong about the star (facts).';
create unique index star_requests_claim on private.star_requests (member_id, star_id) where kind = 'claim';
create index star_requests_member on private.star_requests (member_id);
create index star_requests_star on private.star_requests (star_id);
create index star_requests_decider on private.star_requests (decided_by);
create index star_requests_asked on private.star_requests (asked_at, id) where state = 'asked' and content is not null;

create table private.star_statements (
  post_id uuid primary key references public.community_posts on delete cascade,
  member_id uuid not null references public.profiles on delete cascade,
  since timestamptz not null
);
comment on table private.star_statements is
  'Who wrote the statement of a post themselves; it is theirs while the post''s statement stands since that moment.';
create index star_statements_member on private.star_statements (member_id);
revoke all on private.star_requests, private.star_statements from public, anon, authenticated;

create function private.stars_of(member uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select r.star_id from private.star_requests r where r.member_id = member and r.kind = 'claim' and r.state = 'granted'
$$;
comment on function private.stars_of(uuid) is 'Ids of the stars that this member is, or speaks for.';
revoke execute on function private.stars_of(uuid) from public, anon;

-- For members ------------------------------------------------------------------------------------------------------------------

create function private.star_door(star uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return coalesce((
    select jsonb_build_object('state', case when r.state = 'asked' and r.content is null then 'begun' else r.state end,
      'speaker', r.speaker, 'code', r.code, 'reason', r.reason)
    from private.star_requests r where r.member_id = auth.uid() and r.star_id = star and r.kind = 'claim'),
    jsonb_build_object('state', 'none', 'speaker', null, 'code', null, 'reason', null));
end $$;
comment on function private.star_door(uuid) is 'See public.star_door().';
create function public.star_door(p_star uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.star_door(p_star) $$;
comment on function public.star_door(uuid) is
  'RPC: whether the caller is this star, {state: none | begun | asked | granted | refused, speaker, code, reason}.';

create function private.ask_star_door(star uuid, given_speaker text, given_proof text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  who constant text := nullif(private.clean_line(coalesce(given_speaker, '')), '');
  proof constant text := nullif(private.trim_text(private.clean_text(coalesce(given_proof, ''))), '');
  was private.star_requests;
begin
  perform private.require_writer();
  perform private.require_short(given_speaker, 100, 'Der Name hat 2 bis 100 Zeichen.', 'speaker_length');
  perform private.require_short(given_proof, 1000, 'Höchstens 1.000 Zeichen.', 'proof_length');
  if coalesce(char_length(who), 0) not between 2 and 100 then perform private.refuse('Der Name hat 2 bis 100 Zeichen.', 'speaker_length'); end if;
  if char_length(proof) > 1000 then perform private.refuse('Höchstens 1.000 Zeichen.', 'proof_length'); end if;
  if not exists (select from public.stars s where s.id = star and s.is_active) then
    raise exception 'Diesen Star gibt es nicht.' using errcode = '23503', hint = 'unknown_star';
  end if;
  if (select count(*) from private.star_requests r where r.member_id = auth.uid() and r.kind = 'claim' and r.star_id <> star) >= 10 then
    perform private.refuse('Du hast dich schon bei zehn Stars gemeldet.', 'too_many_claims');
  end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  select * into was from private.star_requests r where r.member_id = auth.uid() and r.star_id = star and r.kind = 'claim' for update;
  if was.state = 'granted' then return private.star_door(star); end if;
  if was.id is null then
    insert into private.star_requests (star_id, member_id, kind, speaker, code, content)
      values (star, auth.uid(), 'claim', who, 'HOT-' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)), proof);
  else
    update private.star_requests r set speaker = who, content = proof, state = 'asked', decided_at = null, decided_by = null, reason = null,
        asked_at = clock_timestamp() where r.id = was.id;
  end if;
  if proof is not null then
    perform private.alert_team('star_door', 'Ein Star meldet sich', star, auth.uid());
  end if;
  return private.star_door(star);
end $$;
comment on function private.ask_star_door(uuid, text, text) is 'See public.ask_star_door().';
create function public.ask_star_door(p_star uuid, p_speaker text, p_proof text default null) returns jsonb
language sql set search_path = '' as $$ select private.ask_star_door(p_star, p_speaker, p_proof) $$;
comment on function public.ask_star_door(uuid, text, text) is
  'RPC: says that the caller is this star or speaks for them. Without p_proof it answers the code to post, with it the team checks; answers star_door. Hints speaker_length, proof_length, unknown_star, too_many_claims.';

create function private.tell_star_facts(star uuid, given text) returns void
language plpgsql security definer set search_path = '' as $$
declare said constant text := private.note_text(given, 1000);
begin
  perform private.require_writer();
  if star not in (select private.stars_of(auth.uid())) then
    raise exception 'Das kann nur, wer dieser Star ist.' using errcode = '42501', hint = 'not_this_star';
  end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  insert into private.star_requests (star_id, member_id, kind, content) values (star, auth.uid(), 'facts', said);
  perform private.alert_team('star_door', 'Ein Star meldet sich', star, auth.uid());
end $$;
comment on function private.tell_star_facts(uuid, text) is 'See public.tell_star_facts().';
create function public.tell_star_facts(p_star uuid, p_text text) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.tell_star_facts(p_star, p_text);
  return true;
end $$;
comment on function public.tell_star_facts(uuid, text) is
  'RPC for a star: what is wrong about them on the site, for the team to correct. Hints not_this_star, note_length, note_missing.';

create function private.star_statement(post uuid) returns jsonb
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
  return jsonb_build_object('speaker', mine.speaker, 'text', case when s.post_id is not null then found.statement end,
    'is_taken', found.statement is not null and s.post_id is null)
  from (select 1) one left join private.star_statements s
    on s.post_id = post and s.member_id = auth.uid() and s.since = found.statement_at;
end $$;
comment on function private.star_statement(uuid) is 'See public.star_statement().';
create function public.star_statement(p_post uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.star_statement(p_post) $$;
comment on function public.star_statement(uuid) is
  'RPC: {speaker, text, is_taken} if the post is about a star that the caller is (text: what they said; is_taken: another statement stands there); else null.';

create function private.answer_as_star(post uuid, given text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  said constant text := nullif(private.trim_text(private.clean_text(coalesce(given, ''))), '');
  was public.community_posts;
  mine jsonb;
  at constant timestamptz := clock_timestamp();
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
  if said is not distinct from was.statement then return false; end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  update public.community_posts p set statement = said, statement_speaker = case when said is not null then mine ->> 'speaker' end,
    statement_at = case when said is not null then at end where p.id = post;
  if said is null then
    delete from private.star_statements s where s.post_id = post;
    return true;
  end if;
  insert into private.star_statements (post_id, member_id, since) values (post, auth.uid(), at)
    on conflict (post_id) do update set member_id = excluded.member_id, since = excluded.since;
  if was.statement is null then
    insert into private.announcements (kind, post_id) values ('statement', post) on conflict do nothing;
    perform private.alert_team('star_door', 'Ein Star hat Stellung genommen', post, auth.uid());
  end if;
  return true;
end $$;
comment on function private.answer_as_star(uuid, text) is 'See public.answer_as_star().';
create function public.answer_as_star(p_id uuid, p_text text) returns boolean
language sql set search_path = '' as $$ select private.answer_as_star(p_id, p_text) $$;
comment on function public.answer_as_star(uuid, text) is
  'RPC for a star: publishes, changes or (without text) takes away what they say about a post about them; whether that changed anything. Hints not_this_star, statement_taken, statement_length.';

-- For the team -----------------------------------------------------------------------------------------------------------------

create function private.star_requests_page(wanted_state text, after text, most integer) returns jsonb
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
            'decided_at', l.decided_at, 'accounts', coalesce((
              select jsonb_agg(jsonb_build_object('platform', a.platform, 'handle', a.handle, 'url', a.url) order by a.platform)
              from public.star_social_accounts a where a.star_id = s.id), '[]'::jsonb)) order by l.place)
        from listed l join public.stars s on s.id = l.star_id left join private.member_refs m on m.id = l.member_id where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.sort_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function private.star_requests_page(text, text, integer) is 'See public.admin_star_requests().';
create function public.admin_star_requests(p_status text default null, p_after text default null, p_limit integer default null) returns jsonb
language sql stable set search_path = '' as $$ select private.star_requests_page(p_status, p_after, p_limit) $$;
comment on function public.admin_star_requests(text, text, integer) is
  'RPC for staff: who says that they are a star and what stars say is wrong; open ones oldest first, or (decided) the latest first; {items, next}.';

create function private.decide_star_request(request uuid, granted boolean, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  was private.star_requests;
  address text;
begin
  perform private.require_moderator();
  if not granted then why := private.given_reason(reason); end if;
  select * into was from private.star_requests r where r.id = request for update;
  if was.id is null then return jsonb_build_object('outcome', 'gone'); end if;
  if was.member_id = auth.uid() then
    raise exception 'Über eigene Anliegen entscheidet jemand anderes.' using errcode = '42501', hint = 'own_case';
  end if;
  -- What was granted can be taken away, when it turns out to be somebody else.
  if was.content is null or (was.state <> 'asked' and not (was.kind = 'claim' and was.state = 'granted' and not granted)) then
    return jsonb_build_object('outcome', 'decided');
  end if;
  perform private.log_staff_action(case when granted then 'grant_star_request' else 'refuse_star_request' end, 'star', was.star_id::text,
    jsonb_strip_nulls(jsonb_build_object('name', was.speaker, 'reason', why)));
  update private.star_requests r set state = case when granted then 'granted' else 'refused' end, reason = why, decided_at = now(),
    decided_by = auth.uid() where r.id = request;
  address := private.mail_address(was.member_id);
  if address is not null then
    perform private.send_mail(address, 'star_request', jsonb_build_object(
      'star', (select private.star_name(s.first_name, s.nickname, s.last_name) from public.stars s where s.id = was.star_id),
      'path', '/stars/' || (select s.slug from public.stars s where s.id = was.star_id),
      'outcome', case
        when was.kind = 'facts' and granted then 'Danke für den Hinweis. Wir haben die Angaben geprüft und berichtigt.'
        when was.kind = 'facts' then 'Wir haben die Angaben geprüft und lassen sie stehen. ' || why
        when granted then 'Du bist bestätigt. Unter „Mehr zu diesem Beitrag“ kannst du jetzt Stellung nehmen, wo es um dich geht.'
        else 'Wir konnten nicht bestätigen, dass du es bist. ' || why end));
  end if;
  return jsonb_build_object('outcome', 'done');
end $$;
comment on function private.decide_star_request(uuid, boolean, text) is 'See public.admin_decide_star_request().';
create function public.admin_decide_star_request(p_id uuid, p_granted boolean, p_reason text default null) returns jsonb
language sql set search_path = '' as $$ select private.decide_star_request(p_id, coalesce(p_granted, false), p_reason) $$;
comment on function public.admin_decide_star_request(uuid, boolean, text) is
  'RPC for staff: confirms or refuses (with a reason) that somebody is a star, also later, or what they say is wrong; they hear by mail. {outcome: done | decided | gone}. Hints reason_required, own_case.';

revoke execute on function private.star_door(uuid), private.ask_star_door(uuid, text, text), private.tell_star_facts(uuid, text), private.star_statement(uuid),
  private.answer_as_star(uuid, text), private.star_requests_page(text, text, integer), private.decide_star_request(uuid, boolean, text) from public, anon;
grant execute on function private.star_door(uuid), private.ask_star_door(uuid, text, text), private.tell_star_facts(uuid, text), private.star_statement(uuid),
  private.answer_as_star(uuid, text), private.star_requests_page(text, text, integer), private.decide_star_request(uuid, boolean, text) to authenticated;
revoke all on function public.star_door(uuid), public.ask_star_door(uuid, text, text), public.tell_star_facts(uuid, text), public.star_statement(uuid),
  public.answer_as_star(uuid, text), public.admin_star_requests(text, text, integer), public.admin_decide_star_request(uuid, boolean, text)
  from public, anon, authenticated;
grant execute on function public.star_door(uuid), public.ask_star_door(uuid, text, text), public.tell_star_facts(uuid, text), public.star_statement(uuid),
  public.answer_as_star(uuid, text), public.admin_star_requests(text, text, integer), public.admin_decide_star_request(uuid, boolean, text) to authenticated;

-- Where it is seen -------------------------------------------------------------------------------------------------------------

create or replace function private.case_reports(kind text, subject uuid, decision uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'reason', r.reason, 'details', r.details, 'created_at', r.created_at,
    'reporter', m.ref, 'guest_name', case when r.reporter_id is null then r.reporter_name end,
    -- The star whom the post is about, who has proven it.
    'is_subject', exists (select from public.community_posts p where p.id = coalesce(r.target_post_id, (select c.post_id from public.comments c where c.id = r.target_comment_id))
      and p.tags && array(select private.stars_of(r.reporter_id)))) order by r.created_at, r.id), '[]'::jsonb)
  from (
    select * from public.reports x
    where (x.target_post_id = subject or x.target_comment_id = subject or x.target_profile_id = subject) and x.target_type = kind and x.confirmed_at is not null
      and case when decision is null then x.status = 'pending' else x.decision_id = decision end
    order by x.created_at, x.id limit 20
  ) r
  left join private.member_refs m on m.id = r.reporter_id
$$;

create or replace function private.export_ties(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.post_stickers', (select jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at) from public.post_stickers s where s.user_id = me),
    'private.member_blocks', (select jsonb_agg(jsonb_build_object('nickname', p.nickname, 'kind', b.kind, 'created_at', b.created_at) order by b.created_at)
      from private.member_blocks b join public.public_profiles p on p.id = b.other_id where b.member_id = me),
    'private.follows', (select jsonb_agg(jsonb_build_object('type', f.target_type, 'title', private.followed_thing(f.target_type, f.target_id) ->> 'title',
        'channel', f.channel, 'created_at', f.created_at) order by f.created_at) from private.follows f where f.member_id = me),
    'private.rumor_hits', (select jsonb_agg(jsonb_build_object('rumor', p.title, 'vote', h.vote, 'hit', h.hit, 'decided_at', h.decided_at) order by h.decided_at)
      from private.rumor_hits h join public.community_posts p on p.id = h.post_id where h.member_id = me),
    'private.digests', (select jsonb_agg(to_jsonb(d) - '{member_id,code}'::text[]) from private.digests d where d.member_id = me),
    'private.team_mails', (select jsonb_agg(to_jsonb(t) - 'member_id') from private.team_mails t where t.member_id = me),
    'private.star_requests', (select jsonb_agg(to_jsonb(r) - '{id,member_id,decided_by}'::text[] order by r.asked_at) from private.star_requests r where r.member_id = me),
    'private.star_statements', (select jsonb_agg(to_jsonb(s) - 'member_id' order by s.since) from private.star_statements s where s.member_id = me),
    'private.case_notes', (select jsonb_agg(jsonb_build_object('kind', n.kind, 'text', n.content, 'written_at', n.written_at) order by n.written_at)
      from private.case_notes n where n.asked_id = me),
    'private.hit_rates', (select jsonb_agg(to_jsonb(r) - 'member_id') from private.hit_rates r where r.member_id = me))
$$;
