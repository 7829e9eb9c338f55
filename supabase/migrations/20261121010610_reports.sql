create table public.reports (
  id uuid primary key default gen_random_uuid(),
  target_type text not null check (target_type in ('post', 'comment')),
  -- No foreign keys: a report outlives its target as an orphan until the clean-up (specification §4).
  target_post_id uuid,
  target_comment_id uuid,
  target_author_id uuid references public.profiles on delete set null,
  reporter_id uuid default auth.uid() references public.profiles on delete set null,
  reporter_name text check (char_length(btrim(reporter_name)) between 1 and 100),
  reporter_email text check (reporter_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(reporter_email) <= 254),
  good_faith boolean not null default false,
  reason text not null check (reason in (
    'Illegaler Inhalt', 'Beleidigung/Hass', 'Falschbehauptung über eine Person', 'Privatsphäre', 'Spam', 'Spoiler', 'Sonstiges'
  )),
  details text check (char_length(btrim(details)) between 1 and 2000),
  status text not null default 'pending' check (status in ('pending', 'dismissed', 'resolved')),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  resolved_at timestamptz,
  resolved_by uuid references public.profiles on delete set null,
  action text check (action in ('ignored', 'deleted', 'warned', 'banned')),
  action_reason text check (char_length(btrim(action_reason)) between 1 and 2000),
  severity text check (severity in ('low', 'medium', 'high')),
  ban_duration_days integer check (ban_duration_days between 1 and 3650),
  decision_id uuid references public.moderation_actions on delete set null,
  constraint reports_one_target check ((target_type = 'post') = (target_post_id is not null) and (target_type = 'comment') = (target_comment_id is not null)),
  constraint reports_decided_once_confirmed check (status = 'pending' or confirmed_at is not null),
  constraint reports_other_reason_explained check (reason <> 'Sonstiges' or details is not null),
  constraint reports_transition check (
    (status = 'pending' and action is null and resolved_at is null)
    or (status = 'dismissed' and action = 'ignored' and resolved_at is not null)
    or (status = 'resolved' and action in ('deleted', 'warned', 'banned') and resolved_at is not null and action_reason is not null)),
  constraint reports_ban_has_duration check (ban_duration_days is null or action = 'banned')
);
comment on table public.reports is 'A post or comment somebody finds wrong. Guests too may report, with name, e-mail and a good-faith statement. Staff read.';
comment on column public.reports.target_author_id is 'Author of the target when it was reported; kept by trigger, so that a ban still finds them when the target is gone.';
comment on column public.reports.reporter_email is 'Of guests. Not readable through the API: admins ask report_contact().';
comment on column public.reports.confirmed_at is
  'When the report became one: at once for members, for guests when they follow the link mailed to them. Until then no member of staff sees it.';
create index reports_open on public.reports (created_at, id) where status = 'pending' and confirmed_at is not null;
create index reports_closed on public.reports (resolved_at desc, id) where status <> 'pending';
create index reports_post on public.reports (target_post_id);
create index reports_comment on public.reports (target_comment_id);
create index reports_target_author_id on public.reports (target_author_id);
create index reports_reporter_id on public.reports (reporter_id);
create index reports_resolved_by on public.reports (resolved_by);
create index reports_decision_id on public.reports (decision_id);
comment on column public.reports.decision_id is 'The one decision that closed all open reports of the target.';

create function private.find_report_target() returns trigger
language plpgsql security definer set search_path = '' as $$
declare author record;
begin
  if new.target_type = 'post' then
    select p.author_id as id into author from public.community_posts p where p.id = new.target_post_id;
  else
    select c.author_id as id into author from public.comments c where c.id = new.target_comment_id and c.deleted_at is null;
  end if;
  if not found then
    raise exception 'Diesen Beitrag oder Kommentar gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  new.target_author_id := author.id;
  -- No client may write the column: a guest's report stays unconfirmed, a member's needs no link.
  new.confirmed_at := case when new.reporter_id is null then new.confirmed_at else coalesce(new.confirmed_at, now()) end;
  return new;
end $$;
comment on function private.find_report_target() is 'Trigger: the target must exist; its author is kept; what members report is confirmed at once.';
create trigger reports_10_target before insert on public.reports
  for each row execute function private.find_report_target();
create trigger reports_05_rate before insert on public.reports
  for each row execute function private.limit_rate('posts', '100');

create function private.is_staff_member(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.id = member and p.role in ('moderator', 'admin'))
$$;
comment on function private.is_staff_member(uuid) is 'Whether somebody belongs to the team, banned or not.';
grant execute on function private.is_staff_member(uuid) to authenticated, service_role;

alter table public.reports enable row level security;
revoke all on public.reports from public, anon, authenticated;
grant insert (id, target_type, target_post_id, target_comment_id, reporter_name, reporter_email, good_faith, reason, details)
  on public.reports to anon;
-- Without name and e-mail of guests; the name comes with a case. Decided and purged by the RPCs of the desk alone, which leave the trail.
grant select (id, target_type, target_post_id, target_comment_id, target_author_id, reporter_id, good_faith, reason, details, status,
  created_at, confirmed_at, resolved_at, resolved_by, action, action_reason, severity, ban_duration_days, decision_id) on public.reports to authenticated;
grant insert (id, target_type, target_post_id, target_comment_id, reporter_id, good_faith, reason, details) on public.reports to authenticated;
grant all on public.reports to service_role;
create policy "guests report" on public.reports for insert to anon
  with check (reporter_id is null and good_faith and reporter_name is not null and reporter_email is not null);
-- Banned members too (decisions §1).
create policy "members report" on public.reports for insert to authenticated with check (reporter_id = (select auth.uid()));
create policy "staff read" on public.reports for select to authenticated
  using (confirmed_at is not null and (select private.is_moderator()));

create function private.report_contact(report uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Das dürfen nur Admins.' using errcode = '42501', hint = 'not_allowed';
  end if;
  return (select jsonb_build_object('name', r.reporter_name, 'email', r.reporter_email) from public.reports r where r.id = report);
end $$;
comment on function private.report_contact(uuid) is 'Name and e-mail that a guest left with a report, for admins.';
grant execute on function private.report_contact(uuid) to authenticated, service_role;

create function public.report_contact(report_id uuid) returns jsonb
language sql stable set search_path = '' as $$ select private.report_contact(report_id) $$;
comment on function public.report_contact(uuid) is 'RPC for admins: {name, email} of the guest who reported, to answer them.';
revoke all on function public.report_contact(uuid) from public, anon, authenticated;
grant execute on function public.report_contact(uuid) to authenticated, service_role;
