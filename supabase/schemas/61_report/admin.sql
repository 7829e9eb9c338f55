-- Admin: cases --------------------------------------------------------------------------------------------------------

-- The list of /admin/reports: several reports of one target are one case.
-- Definer functions, because moderators may read neither profiles (ban, role) nor the names of guests who reported.

create function private.case_reports(kind text, subject uuid, decision uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'reason', r.reason, 'details', r.details, 'created_at', r.created_at,
    'origin', r.origin, 'is_confirmed', r.confirmed_at is not null, 'is_child_abuse', r.is_child_abuse, 'reporter', m.ref, 'guest_name', case when r.reporter_id is null then r.reporter_name end,
    -- The star whom the post is about, who has proven it.
    'is_subject', exists (select from public.community_posts p where p.id = coalesce(r.target_post_id, (select c.post_id from public.comments c where c.id = r.target_comment_id))
      and p.tags && array(select private.stars_of(r.reporter_id)))) order by r.created_at, r.id), '[]'::jsonb)
  from (
    select * from public.reports x
    where (x.target_post_id = subject or x.target_comment_id = subject or x.target_profile_id = subject) and x.target_type = kind and x.counts
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
        select r.target_type, coalesce(r.target_post_id, r.target_comment_id, r.target_profile_id) as target, count(*) as reports, min(r.created_at) as first_at,
          max(v.head_start) as head_start
        from public.reports r
        join (
          select x.reason, private.report_head_start(x.reason) as head_start
          from (select distinct o.reason from public.reports o where o.status = 'pending') x offset 0
        ) v on v.reason = r.reason
        where r.status = 'pending' and r.counts and (kind is null or r.target_type = kind)
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
    where (r.target_post_id = c.target or r.target_comment_id = c.target or r.target_profile_id = c.target) and r.status = 'pending' and r.counts
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
grant execute on function public.admin_report_cases(text, text, text, text, text, text, integer) to authenticated, service_role;

-- Many cases at once --------------------------------------------------------------------------------------------------

create function private.decide_cases(cases jsonb, action text, reason text, rule text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.given_reason(reason);
  given record;
  total integer := 0;
  decided integer := 0;
begin
  perform private.require_moderator();
  if jsonb_typeof(cases) is distinct from 'array' or jsonb_array_length(cases) > 200 then perform private.refuse('moderation.row_count'); end if;
  if coalesce(action, '') not in ('dismiss', 'delete') then
    perform private.refuse('moderation.case_action');
  end if;
  for given in
    select distinct c.report_id, c.target_id, c.target_type from jsonb_to_recordset(cases) as c (report_id uuid, target_id uuid, target_type text)
    order by c.report_id
  loop
    total := total + 1;
    begin
      perform private.moderate_case(given.report_id, given.target_id, given.target_type, action, why, null, null, rule, true,
        case when given.target_type = 'profile' then '{nickname,bio,avatar}'::text[] end);
      decided := decided + 1;
    exception when others then
      -- Decided or gone meanwhile, about oneself, or somebody else of the team is at it.
      if sqlstate not in ('23503', '23514', '42501', 'P0001') then raise; end if;
    end;
  end loop;
  return jsonb_build_object('decided', decided, 'skipped', total - decided);
end $$;
comment on function private.decide_cases(jsonb, text, text, text) is 'See public.admin_decide_cases().';
grant execute on function private.decide_cases(jsonb, text, text, text) to authenticated;

create function public.admin_decide_cases(p_cases jsonb, p_action text, p_reason text, p_rule text default null) returns jsonb
language sql set search_path = '' set statement_timeout = '30s' as $$ select private.decide_cases(p_cases, p_action, p_reason, p_rule) $$;
comment on function public.admin_decide_cases(jsonb, text, text, text) is
  'RPC for staff: decides up to 200 cases [{report_id, target_id, target_type}] alike, dismiss or delete (which resets all of a profile); {decided, skipped}. Hints reason_required, row_count, case_action.';
grant execute on function public.admin_decide_cases(jsonb, text, text, text) to authenticated, service_role;
