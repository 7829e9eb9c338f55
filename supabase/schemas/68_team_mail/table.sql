-- What each of the team wants by mail ---------------------------------------------------------------------------------

create table private.team_mails (
  member_id uuid primary key references public.profiles on delete cascade,
  urgent boolean not null,
  briefing boolean not null,
  silent text[] not null default '{}',
  mailed text[],
  weekly boolean
);
comment on table private.team_mails is
  'Which mails about their work members of the team have chosen; without a row admins get all of them and moderators none. '
  'Stays: until the member takes it back or deletes the account.';
comment on column private.team_mails.silent is 'Kinds of alerts that are no notification.';
comment on column private.team_mails.mailed is 'Kinds of alerts that come by mail; null: all, or none without urgent.';
comment on column private.team_mails.weekly is 'Whether the figures of the week come by mail on Mondays, for admins; null: yes.';

revoke all on private.team_mails from public, anon, authenticated, service_role;

-- At once -------------------------------------------------------------------------------------------------------------

create table private.team_alerts (
  id bigint generated always as identity primary key,
  alert text not null,
  about uuid,
  rung_at timestamptz not null default now(),
  unique nulls not distinct (alert, about)
);
create index team_alerts_about on private.team_alerts (about);
comment on table private.team_alerts is 'What the team was told and when, so that each thing rings once a day; kept for 30 days.';

revoke all on private.team_alerts from public, anon, authenticated, service_role;

-- In the morning ------------------------------------------------------------------------------------------------------

create table private.briefings (day date primary key);
comment on table private.briefings is
  'Days whose briefing was sent, or had nothing to say; kept for 30 days. '
  'Stays: 30 days of them; the next one deletes what is older.';

revoke all on private.briefings from public, anon, authenticated, service_role;

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_team_mails(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.team_mails', (select jsonb_agg(to_jsonb(t) - 'member_id') from private.team_mails t where t.member_id = me),
    'private.team_alerts', (select jsonb_agg(jsonb_build_object('alert', t.alert, 'day', private.berlin_day(t.rung_at)) order by t.rung_at)
      from private.team_alerts t where t.about = any (private.things_of(me))))
$$;
comment on function private.export_team_mails(uuid) is 'Export: which mails the team gets, and what it was told of the member.';
