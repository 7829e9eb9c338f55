-- The list of /admin/reports: several reports of one target are one case. Shape: domain/src/contract/admin/reports.ts.
-- Definer functions, because moderators may not read profiles (ban, role) nor the names that guests leave.

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
comment on function private.case_reports(text, uuid, uuid) is 'The first 20 reports of a case, with who made them, never with an e-mail address.';

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
comment on function private.case_content(text, uuid) is 'What was reported, in its place: a comment with what it answers; null when it is gone.';

create function private.case_author(member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('member', m.ref, 'role', p.role, 'is_banned', private.is_banned(p.id),
    'banned_until', case when private.is_banned(p.id) then p.banned_until end, 'warnings', private.recent_warnings(p.id))
  from public.profiles p left join private.member_refs m on m.id = p.id where p.id = member
$$;
comment on function private.case_author(uuid) is 'Who wrote it, and how they stand; null when the account is gone.';

create function private.case_decision(decision uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'action', a.action, 'reason', a.reason, 'rule', a.rule, 'severity', a.severity,
    'days', a.ban_duration_days, 'excerpt', a.content_excerpt, 'decided_at', a.created_at, 'decided_by', p.nickname)
  from public.moderation_actions a left join public.profiles p on p.id = a.admin_id where a.id = decision
$$;
comment on function private.case_decision(uuid) is 'What was decided about a closed case, by whom.';

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
        -- Mirrors reportDueAt() in domain/src/moderation/case-rules.ts. Written out: a function would be called for each of thousands.
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
    -- Kept apart, so that what follows is asked row by row, in order, until the page is full.
    order by sort_at, g.target offset 0
  ) c
  cross join lateral (
    select r.id, r.target_author_id from public.reports r
    where (r.target_post_id = c.target or r.target_comment_id = c.target) and r.status = 'pending' and r.confirmed_at is not null
    order by r.created_at, r.id limit 1
  ) l
  where (after_rank is null or (c.sort_at, c.target) > (after_rank, after_target))
    -- Specification §4: reports whose target is gone are skipped.
    and private.report_target_stands(c.target_type, c.target)
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
    -- A removal that came with a warning or ban belongs to that decision.
    and x.reports > 0
    and (why is null or a.id in (select r.decision_id from public.reports r where r.reason = why and r.decision_id is not null))
  order by a.created_at desc, a.id desc limit wanted;
end $$;
comment on function private.closed_cases(text, text, uuid, timestamptz, uuid, integer) is 'Decided cases, latest first.';
