-- A door of their own for stars (docs/decisions/070-star-door.md) -----------------------------------------------------

create table private.star_requests (
  id uuid primary key default gen_random_uuid(),
  star_id uuid not null references public.stars on delete cascade,
  member_id uuid not null references public.profiles on delete cascade,
  kind text not null check (kind in ('claim', 'facts', 'statement')),
  -- How they are called below their answers: the star, or who speaks for them.
  speaker text check (char_length(speaker) between 2 and 100),
  code text check (char_length(code) = 12),
  -- Where the code can be seen, or what about the star is wrong; a claim without has not been sent.
  content text check (char_length(content) between 1 and case kind when 'statement' then 2000 else 1000 end),
  state text not null default 'asked' check (state in ('asked', 'granted', 'refused')),
  reason text check (char_length(reason) between 1 and 2000),
  asked_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  decided_by uuid references public.profiles on delete set null,
  post_id uuid references public.community_posts on delete cascade,
  constraint star_requests_kind check ((kind = 'claim') = (speaker is not null and code is not null) and (kind = 'claim' or content is not null)),
  constraint star_requests_decided check ((state = 'asked') = (decided_at is null)),
  constraint star_requests_post check ((kind = 'statement') = (post_id is not null))
);
comment on table private.star_requests is
  'Members who say that they are a star or speak for one (claim), with the code that proves it, and what they say is wrong about the star (facts). '
  'Stays: until the member takes it back or deletes the account.';
comment on column private.star_requests.post_id is 'The post that a statement which waits is about.';

create unique index star_requests_claim on private.star_requests (member_id, star_id) where kind = 'claim';
create index star_requests_member on private.star_requests (member_id);
create index star_requests_star on private.star_requests (star_id);
create index star_requests_decider on private.star_requests (decided_by);
create index star_requests_asked on private.star_requests (asked_at, id) where state = 'asked' and content is not null;
create unique index star_requests_statement on private.star_requests (post_id, member_id) where kind = 'statement' and state = 'asked';
create index star_requests_post on private.star_requests (post_id);

create trigger star_requests_speaker before insert or update of speaker on private.star_requests
  for each row when (new.kind = 'claim' and new.speaker is not null) execute function private.check_claimed_speaker();

revoke all on private.star_requests from public, anon, authenticated, service_role;

create table private.star_statements (
  post_id uuid primary key references public.community_posts on delete cascade,
  member_id uuid not null references public.profiles on delete cascade,
  since timestamptz not null,
  taken text check (char_length(taken) between 1 and 2000),
  taken_at timestamptz,
  left_at timestamptz,
  decision_id uuid
);
comment on table private.star_statements is
  'Who wrote the statement of a post themselves; it is theirs while the post''s statement stands since that moment. '
  'Stays: until the member takes it back or deletes the account.';
comment on column private.star_statements.taken is
  'What the team took away or replaced, needed to answer an appeal. A job clears it after 180 days.';
comment on column private.star_statements.left_at is 'statement_at of what the team put in its place; null: nothing.';
comment on column private.star_statements.decision_id is 'The moderation action of that, for an appeal.';

create index star_statements_member on private.star_statements (member_id);
create index star_statements_decision on private.star_statements (decision_id);

revoke all on private.star_statements from public, anon, authenticated, service_role;

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_star_door(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.star_requests', (select jsonb_agg(to_jsonb(r) - '{id,member_id,decided_by}'::text[] order by r.asked_at) from private.star_requests r where r.member_id = me),
    'private.star_statements', (select jsonb_agg(to_jsonb(s) - '{member_id,left_at}'::text[] order by s.since) from private.star_statements s where s.member_id = me))
$$;
comment on function private.export_star_door(uuid) is 'Export: the star the member is, and what they state.';

create function private.retain_star_statements() returns void
language sql set search_path = '' as $$
  update private.star_statements set taken = null where taken_at < now() - interval '180 days' and taken is not null;
$$;
comment on function private.retain_star_statements() is 'Retention: what the team took of a star''s statement, for 180 days.';
