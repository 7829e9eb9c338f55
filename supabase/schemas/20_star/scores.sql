-- Scores --------------------------------------------------------------------------------------------------------------

-- HoT score (docs/product/stars.md): 100 · (0.5·D + 0.2·R + 0.3·A − 1) / 4 with Bayesian averages (C·m + Σv) / (C + n), C = 10.
-- domain has the same constants and formula; supabase/tests compares them.
create table public.star_scores (
  star_id uuid primary key references public.stars on delete cascade,
  hot_score numeric(4, 1),
  demand_average numeric(6, 4),
  realness_average numeric(6, 4),
  drama_average numeric(6, 4),
  demand_count integer not null default 0,
  realness_count integer not null default 0,
  drama_count integer not null default 0,
  demand_sum integer not null default 0,
  realness_sum integer not null default 0,
  drama_sum integer not null default 0,
  votes_count integer not null generated always as (demand_count + realness_count + drama_count) stored,
  rank integer,
  rank_week_ago integer,
  updated_at timestamptz not null default now()
);
comment on table public.star_scores is
  'HoT score of every star, one row each, maintained by triggers of the three vote tables and refreshed hourly by private.rescore_all_stars(). '
  'Stays: counted from other tables, and says nothing that they do not say.';
comment on column public.star_scores.hot_score is '0–100 with one decimal; null below private.votes_for_a_score() weighing votes.';
comment on column public.star_scores.demand_average is 'Bayesian average 1–5; null without weighing votes on this question.';
comment on column public.star_scores.demand_count is 'Weighing votes, as private.vote_weighs() says.';
comment on column public.star_scores.rank is 'Place among active stars with a score, by score, votes, name. Refreshed with the hourly job; use it to page the chart.';
comment on column public.star_scores.rank_week_ago is 'Rank in the snapshot of a week ago; null means new.';

create index star_scores_rank on public.star_scores (rank) where rank is not null;

-- Not on rank, which does not affect the score.
create trigger star_scores_derive
  before insert or update of demand_count, demand_sum, realness_count, realness_sum, drama_count, drama_sum
  on public.star_scores for each row execute function private.derive_star_score();
create trigger star_scores_search after update of rank on public.star_scores
  for each row when (old.rank is distinct from new.rank) execute function private.index_star_rank();

alter table public.star_scores enable row level security;
revoke all on public.star_scores from public, anon, authenticated;
grant all on public.star_scores to service_role;
grant select on public.star_scores to anon, authenticated;
-- Without a condition, so that comparisons of the numeric score can use indexes. The score of an inactive star identifies nobody.
create policy "everybody reads" on public.star_scores for select to anon, authenticated using (true);

create table public.star_vote_means (
  question text primary key check (question in ('demand', 'realness', 'drama')),
  mean numeric(7, 6) not null default 3,
  votes_count bigint not null default 0,
  updated_at timestamptz not null default now()
);
comment on table public.star_vote_means is
  'm of each question: mean of all weighing votes over all stars, as of the last hourly job. 3 while there are none. '
  'Stays: counted from other tables, and says nothing that they do not say.';

alter table public.star_vote_means enable row level security;
revoke all on public.star_vote_means from public, anon, authenticated;
grant all on public.star_vote_means to service_role;
grant select on public.star_vote_means to anon, authenticated;
create policy "everybody reads" on public.star_vote_means for select to anon, authenticated using (true);

insert into public.star_vote_means (question) values ('demand'), ('realness'), ('drama');

create table private.star_rank_snapshots (
  day date not null,
  star_id uuid not null references public.stars on delete cascade,
  rank integer not null,
  score numeric(4, 1),
  primary key (day, star_id)
);
comment on table private.star_rank_snapshots is 'Rank and score of each star on a Berlin day: every day for 60 days, Mondays for two years.';
comment on column private.star_rank_snapshots.score is 'HoT score of that day; null in snapshots from before version 1.6.';

create index star_rank_snapshots_star_id on private.star_rank_snapshots (star_id);

revoke all on private.star_rank_snapshots from public, anon, authenticated, service_role;

create function private.bayesian_average(mean numeric, total bigint, votes bigint) returns numeric
language sql immutable strict parallel safe set search_path = '' as $$
  select (10 * mean + total) / (10 + votes)
$$;
comment on function private.bayesian_average(numeric, bigint, bigint) is '(C·m + Σv) / (C + n) with C = 10.';

create function private.hot_score(demand numeric, realness numeric, drama numeric) returns numeric
language sql immutable strict parallel safe set search_path = '' as $$
  select round(100 * (0.5 * demand + 0.2 * realness + 0.3 * drama - 1) / 4, 1)
$$;
comment on function private.hot_score(numeric, numeric, numeric) is 'HoT score 0–100, one decimal, of three Bayesian averages 1–5.';

-- All derived values are computed here from sums and counts, so that a vote, the job and a rebuild cannot disagree.
create function private.derive_star_score() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new := private.derived_star_score(new);
  new.updated_at := now();
  return new;
end $$;
comment on function private.derive_star_score() is 'Trigger: averages and score from sums, counts and the stored means.';

create function private.open_star_score() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.star_scores (star_id) values (new.id);
  return null;
end $$;
comment on function private.open_star_score() is 'Trigger: every star has a row of scores from the start.';

-- Votes on one star do not wait for each other ------------------------------------------------------------------------

-- A star's counters are one row. A vote that waited for it until the commit before is on the disk would allow 1/8 ms = 125 votes a
-- second on one star: whoever finds the row locked leaves a difference here and goes on; the next vote on the star that finds the
-- row free, or the job, adds up what waits. The row and its differences together are always right.
create table private.star_score_deltas (
  id bigint generated always as identity,
  star_id uuid not null,
  question text not null,
  votes integer not null,
  total integer not null,
  primary key (star_id, id)
);
comment on table private.star_score_deltas is 'Differences that wait for being added to star_scores. Without foreign key: votes of a deleted star are subtracted after it is gone.';

revoke all on private.star_score_deltas from public, anon, authenticated, service_role;

-- The verdict on a star: how answers are spread, and the score of the past --------------------------------------------

-- How many answered 1, 2, 3, 4 and 5. Counted hourly, for stars with other votes than at the last count: a vote itself stays as it is.
create table private.star_vote_spreads (
  star_id uuid not null references public.stars on delete cascade,
  question text not null check (question in ('demand', 'realness', 'drama')),
  counts integer[] not null check (cardinality(counts) = 5),
  votes integer not null,
  total integer not null,
  primary key (star_id, question)
);
comment on table private.star_vote_spreads is
  'Weighing answers 1 to 5 of each question about a star, as of the last private.spread_star_votes(). '
  'Stays: counted from other tables, and says nothing that they do not say.';

revoke all on private.star_vote_spreads from public, anon, authenticated, service_role;
