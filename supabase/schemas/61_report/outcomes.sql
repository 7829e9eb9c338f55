-- Outcomes for reporters ----------------------------------------------------------------------------------------------

-- Reporters are told the outcome; reports whose target is gone are purged.

create function private.report_page(given public.reports) returns text
language sql stable security definer set search_path = '' as $$
  select case when given.target_type = 'profile' then (select '/user/' || m.slug from public.public_profiles m where m.id = given.target_profile_id)
    else (
      select '/trashtalk/' || case p.type when 'rumor' then 'geruechte' when 'poll' then 'umfragen' else 'diskussionen' end
        || to_char(p.day, '/YYYY/MM/DD/') || p.slug
      from public.community_posts p
      where p.id = coalesce(given.target_post_id, (select c.post_id from public.comments c where c.id = given.target_comment_id))) end
$$;
comment on function private.report_page(public.reports) is 'Path of the page where what was reported stands; null when it is gone.';

create function private.notify_reporter(given public.reports, outcome text, facts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if given.reporter_id is not null then
    if given.reporter_id is distinct from auth.uid() then
      perform private.tell(given.reporter_id, 'report_outcome', facts || jsonb_build_object('outcome', outcome, 'target_type', given.target_type), target => given.id);
    end if;
  elsif given.reporter_email is not null then
    perform private.send_mail(given.reporter_email, 'report_outcome',
      jsonb_build_object('target', private.report_thing(given.target_type),
        'reason', private.report_reason_text(given.reason), 'outcome', private.outcome_of_report(facts || jsonb_build_object('target_type', given.target_type, 'outcome', outcome)),
        'about', coalesce(private.report_page(given), private.stored_text('moderation.page_gone'))));
  end if;
exception when others then
  -- The decision remains in force even if its notification fails.
  raise warning 'outcome of report % not told: %', given.id, sqlerrm;
end $$;
comment on function private.notify_reporter(public.reports, text, jsonb) is
  'Tells the reporter the outcome: a member by notification, a guest by mail.';

create function private.notify_reporters(decision uuid, outcome text, facts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  given public.reports;
  -- What was taken down or answered, by which rule or law.
  told constant jsonb := facts || case when outcome in ('deleted', 'acted') then coalesce((
    select jsonb_build_object('rule', m.rule) from public.moderation_actions m where m.id = decision and m.rule is not null), '{}') else '{}' end;
begin
  for given in
    -- One notification per person, also for several reports.
    select distinct on (coalesce(r.reporter_id::text, lower(r.reporter_email), r.id::text)) r.*
    from public.reports r where r.decision_id = decision
    order by coalesce(r.reporter_id::text, lower(r.reporter_email), r.id::text), r.created_at
  loop
    perform private.notify_reporter(given, outcome, told);
  end loop;
end $$;
comment on function private.notify_reporters(uuid, text, jsonb) is 'Tells everybody whose report was closed by a decision.';

create function private.report_target_exists(target_type text, target uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if target_type = 'post' then return exists (select from public.community_posts p where p.id = target); end if;
  if target_type = 'profile' then return exists (select from public.public_profiles m where m.id = target); end if;
  return exists (select from public.comments c where c.id = target and c.deleted_at is null);
end $$;
comment on function private.report_target_exists(text, uuid) is 'Whether reported content still exists. In plpgsql, so that a list evaluates it only for the rows it shows.';

create function private.purge_orphan_reports() returns jsonb
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
    if given.counts then perform private.notify_reporter(given, 'gone', '{}'); end if;
  end loop;
  if purged > 0 then
    perform private.log_staff_action('purge_orphan_reports', 'report', null, jsonb_build_object('count', purged, 'page', '/admin/reports'));
  end if;
  return jsonb_build_object('purged', purged);
end $$;
comment on function private.purge_orphan_reports() is 'Deletes open reports whose post, comment or member is gone.';
grant execute on function private.purge_orphan_reports() to authenticated;

create function public.admin_purge_orphan_reports() returns jsonb
language sql set search_path = '' as $$ select private.purge_orphan_reports() $$;
comment on function public.admin_purge_orphan_reports() is
  'RPC for staff: {purged}. Deletes open reports whose target is gone and tells the reporters.';
grant execute on function public.admin_purge_orphan_reports() to authenticated, service_role;
