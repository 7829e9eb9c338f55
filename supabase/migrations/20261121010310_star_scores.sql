-- HoT score (decisions §2): 100 · (0.5·D + 0.2·R + 0.3·A − 1) / 4 with Bayesian averages (C·m + Σv) / (C + n), C = 10.
-- Constants and formula live in domain/src/star/hot-score.ts; supabase/tests compares the two.
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
comment on table public.star_scores is 'HoT score of every star, one row each, kept by triggers of the three vote tables and refreshed hourly by private.rescore_all_stars().';
comment on column public.star_scores.hot_score is '0–100 with one decimal; null below five weighing votes.';
comment on column public.star_scores.demand_average is 'Bayesian average 1–5; null without weighing votes on this question.';
comment on column public.star_scores.demand_count is 'Weighing votes: accounts at least 24 hours old and not banned.';
comment on column public.star_scores.rank is 'Place among active stars with a score, by score, votes, name. Refreshed with the hourly job; use it to page the chart.';
comment on column public.star_scores.rank_week_ago is 'Rank in the snapshot of a week ago; null means new.';
create index star_scores_rank on public.star_scores (rank) where rank is not null;

create table public.star_vote_means (
  question text primary key check (question in ('demand', 'realness', 'drama')),
  mean numeric(7, 6) not null default 3,
  votes_count bigint not null default 0,
  updated_at timestamptz not null default now()
);
comment on table public.star_vote_means is 'm of each question: mean of all weighing votes over all stars, as of the last hourly job. 3 while there are none.';
insert into public.star_vote_means (question) values ('demand'), ('realness'), ('drama');

create table private.star_rank_snapshots (
  day date not null,
  star_id uuid not null references public.stars on delete cascade,
  rank integer not null,
  primary key (day, star_id)
);
comment on table private.star_rank_snapshots is 'Rank of each star on a Berlin day, kept for 60 days.';
create index star_rank_snapshots_star_id on private.star_rank_snapshots (star_id);

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

-- Everything derived is computed here from sums and counts, so that a vote, the job and a rebuild cannot differ.
create function private.derive_star_score() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  m jsonb := (select jsonb_object_agg(question, mean) from public.star_vote_means);
  demand numeric := private.bayesian_average((m ->> 'demand')::numeric, new.demand_sum, new.demand_count);
  realness numeric := private.bayesian_average((m ->> 'realness')::numeric, new.realness_sum, new.realness_count);
  drama numeric := private.bayesian_average((m ->> 'drama')::numeric, new.drama_sum, new.drama_count);
begin
  new.demand_average := case when new.demand_count > 0 then demand end;
  new.realness_average := case when new.realness_count > 0 then realness end;
  new.drama_average := case when new.drama_count > 0 then drama end;
  new.hot_score := case when new.demand_count + new.realness_count + new.drama_count >= 5
    then private.hot_score(demand, realness, drama) end;
  new.updated_at := now();
  return new;
end $$;
comment on function private.derive_star_score() is 'Trigger: averages and score from sums, counts and the stored means.';
-- Not on rank: a new rank changes no score.
create trigger star_scores_derive
  before insert or update of demand_count, demand_sum, realness_count, realness_sum, drama_count, drama_sum
  on public.star_scores for each row execute function private.derive_star_score();

create function private.open_star_score() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.star_scores (star_id) values (new.id);
  return null;
end $$;
comment on function private.open_star_score() is 'Trigger: every star has a row of scores from the start.';
create trigger stars_open_score after insert on public.stars
  for each row execute function private.open_star_score();

alter table public.star_scores enable row level security;
revoke all on public.star_scores from public, anon, authenticated;
grant select on public.star_scores to anon, authenticated;
grant all on public.star_scores to service_role;
-- Without a condition, so that comparisons of the numeric score may use indexes. An inactive star's score names nobody.
create policy "everybody reads" on public.star_scores for select to anon, authenticated using (true);

alter table public.star_vote_means enable row level security;
revoke all on public.star_vote_means from public, anon, authenticated;
grant select on public.star_vote_means to anon, authenticated;
grant all on public.star_vote_means to service_role;
create policy "everybody reads" on public.star_vote_means for select to anon, authenticated using (true);
