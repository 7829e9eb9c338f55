-- "Es geht um mich": whom it is written about needs no account (docs/decisions/147-whom-it-is-written-about.md) --------

create table private.concerns (
  id uuid primary key,
  -- What both sides call it. Not the id, which the sender chooses.
  reference text not null unique default 'M-' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)),
  page text check (char_length(page) <= 500 and page ~ '^/([^/\\].*)?$'),
  wish text not null check (wish in ('correct', 'remove', 'object', 'access', 'contact')),
  speaks_for text check (char_length(speaks_for) between 1 and 100),
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  content text not null check (char_length(content) between 1 and 2000),
  token_hash text not null unique,
  asked_at timestamptz not null default clock_timestamp(),
  due_on date not null,
  confirmed_at timestamptz,
  outcome text check (outcome in ('granted', 'partly', 'refused')),
  answer text check (char_length(answer) between 1 and 2000),
  decided_at timestamptz,
  decided_by uuid references public.profiles on delete set null,
  constraint concerns_page check (wish in ('access', 'contact') or page is not null),
  constraint concerns_decided check ((outcome is null) = (decided_at is null) and (outcome is null or confirmed_at is not null)),
  constraint concerns_explained check (outcome is null or outcome = 'granted' or answer is not null)
);
comment on table private.concerns is
  'What people whom HoT writes about ask for, with or without account: correct, remove, object, access; what anybody wrote by the contact form (contact); and what the team answered. '
  'Not exported: belongs to no account; who asked has the receipt and the answer by mail.';
comment on column private.concerns.speaks_for is 'For whom the sender acts; null: it is about the sender.';
comment on column private.concerns.token_hash is 'Of the code in the link that confirms the address. Only the mail holds the code itself.';
comment on column private.concerns.due_on is 'One month after it was sent (GDPR, Art. 12(3)), whenever it was confirmed.';

create index concerns_open on private.concerns (asked_at, id) where outcome is null and confirmed_at is not null;
create index concerns_decided on private.concerns (decided_at desc, id desc) where outcome is not null;
create index concerns_decider on private.concerns (decided_by);

revoke all on private.concerns from public, anon, authenticated, service_role;

create function private.retain_concerns() returns void
language sql set search_path = '' as $$
  delete from private.concerns where confirmed_at is null and asked_at < now() - interval '7 days';
  -- As long as claims arising from the answer, or from there being none, can be brought.
  delete from private.concerns where wish <> 'contact' and coalesce(decided_at, confirmed_at) < now() - interval '3 years';
  delete from private.concerns where wish = 'contact'
    and (decided_at < now() - interval '12 months' or confirmed_at < now() - interval '24 months');
$$;
comment on function private.retain_concerns() is
  'Retention: what was asked and answered for three years after the last of both, messages of the contact form for twelve months after the answer and 24 at most; what nobody confirmed for 7 days.';
