-- Ranks of members ----------------------------------------------------------------------------------------------------

-- Ranks that need every vote, comment or karma entry are computed by the hourly job and stored here.
create table private.member_ranks (
  chart text not null check (chart in ('opinion_makers', 'karma', 'sleuths')),
  time_window text not null check (time_window in ('30', 'all')),
  rank integer not null,
  member_id uuid not null references public.public_profiles on delete cascade,
  value integer not null,
  rank_week_ago integer,
  primary key (chart, time_window, rank)
);
comment on table private.member_ranks is
  'Meinungsmacher and Karma Champions, the first hundred of each window, as of the last private.refresh_charts(). '
  'Not exported: places in the charts, made from karma and reactions.';
comment on column private.member_ranks.rank_week_ago is 'Rank by the same measure a week ago; null means new.';

create index member_ranks_member_id on private.member_ranks (member_id);

revoke all on private.member_ranks from public, anon, authenticated, service_role;
grant select on private.member_ranks to anon, authenticated, service_role;

-- Copies of the members in the charts: a chart reads one narrow table of a few hundred rows instead of rows scattered over
-- public_profiles.
create table private.ranked_members (
  member_id uuid primary key references public.public_profiles on delete cascade,
  ref jsonb not null
);
comment on table private.ranked_members is
  'private.member_refs of everybody in private.member_ranks; maintained by private.refresh_charts() and a trigger of public_profiles. '
  'Stays: counted from other tables, and says nothing that they do not say. '
  'Not exported: public_profiles of those in the charts, copied by trigger.';

revoke all on private.ranked_members from public, anon, authenticated, service_role;
grant select on private.ranked_members to anon, authenticated, service_role;

-- Charts of members, counted forward ----------------------------------------------------------------------------------

-- private.refresh_charts() keeps sums, instead of reading every vote, reaction, comment and karma entry ever, and applies what has
-- changed since its last run: rows that were written or removed, which triggers note, and rows that entered or left a time window by age
-- (docs/product/charts.md).

create table private.chart_state (
  one boolean primary key default true check (one),
  as_of timestamptz
);
comment on table private.chart_state is
  'The instant at which the sums of the charts hold; null: they are counted whole by the next private.refresh_charts(). '
  'Stays: a list or a state of the site.';

revoke all on private.chart_state from public, anon, authenticated, service_role;
