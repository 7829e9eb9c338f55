-- Mails ---------------------------------------------------------------------------------------------------------------

-- Mails of the site itself; GoTrue sends those of accounts. They wait here for the web server, which alone knows the mail server, and
-- are written in the same transaction as what they report.
create table private.mail_outbox (
  id bigint generated always as identity primary key,
  recipient text not null check (recipient ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(recipient) <= 254),
  template text not null check (template in ('report_confirmation', 'report_outcome', 'recovery_code_used', 'digest', 'team_alert', 'briefing', 'weekly', 'case_question', 'star_request', 'concern_confirmation', 'concern_receipt', 'concern_outcome', 'contact_message', 'contact_receipt', 'account_deleted')),
  data jsonb not null check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 8000),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text check (char_length(last_error) <= 200),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  tried_at timestamptz
);
comment on table private.mail_outbox is 'Mails that wait for the web server; rows are deleted after 7 days, their values once they are sent.';
comment on column private.mail_outbox.data is 'Values of the template (supabase/site-mails). Cleared once sent, because they may hold a working link.';
comment on column private.mail_outbox.tried_at is 'When the mail was last claimed; mails of the last hour count against the limit.';

create index mail_outbox_waiting on private.mail_outbox (next_try_at, id) where sent_at is null and tries < 10;
create index mail_outbox_created_at on private.mail_outbox (created_at);
create index mail_outbox_tried_at on private.mail_outbox (tried_at);
create index mail_outbox_recipient on private.mail_outbox (recipient);

revoke all on private.mail_outbox from public, anon, authenticated, service_role;

-- One count of the mails that guests ask for --------------------------------------------------------------------------

-- Where many people share one address, an operator lets networks ask for more mails (HOT_NETWORK_FACTOR). Reports have to count
-- by the same number, or the mails of accounts would use up theirs.
create table private.mail_limits (
  id boolean primary key default true check (id),
  per_network integer not null
);
comment on table private.mail_limits is
  'One row once accounts have mailed: how many mails an hour a network may ask for, as the embedded backend last said. '
  'Stays: a list or a state of the site.';

alter table private.mail_limits enable row level security;
revoke all on private.mail_limits from public, anon, authenticated, service_role;
