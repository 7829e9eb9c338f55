-- For the team --------------------------------------------------------------------------------------------------------

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
            'decided_at', l.decided_at,
            'post', (select private.commented_post(p) from public.community_posts p where p.id = l.post_id), 'accounts', coalesce((
              select jsonb_agg(jsonb_build_object('platform', a.platform, 'handle', a.handle, 'url', a.url) order by a.platform)
              from public.star_social_accounts a where a.star_id = s.id), '[]'::jsonb)) order by l.place)
        from listed l join public.stars s on s.id = l.star_id left join private.member_refs m on m.id = l.member_id where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.sort_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function private.star_requests_page(text, text, integer) is 'See public.admin_star_requests().';
grant execute on function private.star_requests_page(text, text, integer) to authenticated;

create function public.admin_star_requests(p_status text default null, p_after text default null, p_limit integer default null) returns jsonb
language sql stable set search_path = '' as $$ select private.star_requests_page(p_status, p_after, p_limit) $$;
comment on function public.admin_star_requests(text, text, integer) is
  'RPC for staff: who says that they are a star and what stars say is wrong; open ones oldest first, or (decided) the latest first; {items, next}.';
grant execute on function public.admin_star_requests(text, text, integer) to authenticated, service_role;

-- Stars themselves ----------------------------------------------------------------------------------------------------

create function private.decide_star_request(request uuid, granted boolean, reason text, seen timestamptz) returns jsonb
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
    perform private.refuse('star.own_case', '42501');
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
      perform private.refuse('star.not_this_star.post', '42501');
    end if;
    if granted and about.statement is not null and not exists (select from private.star_statements s
        where s.post_id = was.post_id and s.member_id = was.member_id and s.since = about.statement_at) then
      perform private.refuse('star.statement_taken.team', '42501');
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
        when was.kind = 'statement' and granted then private.stored_text('star.statement_published', private.marked_title(about.id))
        when was.kind = 'statement' then private.stored_text('star.statement_refused', private.marked_title(about.id), why)
        when was.kind = 'facts' and granted then private.stored_text('star.facts_granted')
        when was.kind = 'facts' then private.stored_text('star.facts_refused', why)
        when granted then private.stored_text('star.claim_granted')
        else private.stored_text('star.claim_refused', why) end));
  end if;
  return jsonb_build_object('outcome', 'done');
end $$;
comment on function private.decide_star_request(uuid, boolean, text, timestamptz) is 'See public.admin_decide_star_request().';
grant execute on function private.decide_star_request(uuid, boolean, text, timestamptz) to authenticated;

create function public.admin_decide_star_request(p_id uuid, p_granted boolean, p_reason text default null, p_seen timestamptz default null) returns jsonb
language sql set search_path = '' as $$ select private.decide_star_request(p_id, coalesce(p_granted, false), p_reason, p_seen) $$;
comment on function public.admin_decide_star_request(uuid, boolean, text, timestamptz) is
  'RPC for staff: grants or refuses what a star asks, as it was seen (p_seen: its asked_at); a claim that was granted can be taken away. {outcome done|decided|gone|changed}.';
grant execute on function public.admin_decide_star_request(uuid, boolean, text, timestamptz) to authenticated, service_role;
