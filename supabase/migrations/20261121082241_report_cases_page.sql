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
