-- Rules that look at what is written (docs/decisions/068-automod-rules.md) --------------------------------------------

create table private.automod_rules (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(name) between 2 and 80),
  -- A new rule only shows what it would do.
  state text not null default 'shadow' check (state in ('off', 'shadow', 'on')),
  applies_to text[] not null check (applies_to <@ '{post,comment,nickname}' and cardinality(applies_to) between 1 and 3),
  action text not null check (action in ('hold', 'flag', 'slow')),
  words text[] not null default '{}' check (cardinality(words) <= 200 and char_length(array_to_string(words, '')) <= 6000),
  min_links integer check (min_links between 1 and 20),
  max_account_days integer check (max_account_days between 1 and 365),
  max_contributions integer check (max_contributions between 1 and 100),
  min_per_hour integer check (min_per_hour between 2 and 1000),
  is_repeated boolean not null default false,
  names_star boolean not null default false,
  updated_by uuid references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint automod_rules_condition check (words <> '{}' or is_repeated or names_star
    or num_nonnulls(min_links, max_account_days, max_contributions, min_per_hour) > 0),
  constraint automod_rules_nickname_check check (not 'nickname' = any (applies_to) or words <> '{}')
);
comment on table private.automod_rules is
  'Rules of the admins: a text that meets every condition given waits (hold), is reported (flag) or has to come later (slow). '
  'Stays: a list or a state of the site. '
  'Not exported: who of the team changed a rule last; nothing about that person.';

create index automod_rules_updated_by on private.automod_rules (updated_by);

revoke all on private.automod_rules from public, anon, authenticated, service_role;

create table private.rule_hits (
  rule_id uuid not null references private.automod_rules on delete cascade,
  target_type text not null check (target_type in ('post', 'comment')),
  target_id uuid not null,
  hit_at timestamptz not null default now(),
  primary key (rule_id, target_id)
);
comment on table private.rule_hits is 'Which rules made a post or comment wait or reported it; kept for 30 days.';

create index rule_hits_target on private.rule_hits (target_id);
create index rule_hits_hit_at on private.rule_hits (hit_at);

revoke all on private.rule_hits from public, anon, authenticated, service_role;

-- How long it is kept -------------------------------------------------------------------------------------------------

create function private.retain_rule_hits() returns void
language sql set search_path = '' as $$
  delete from private.rule_hits where hit_at < now() - interval '30 days';
$$;
comment on function private.retain_rule_hits() is 'Retention: which rule held or reported something, for 30 days.';
