-- Stars ---------------------------------------------------------------------------------------------------------------

-- Display name: first name, nickname in quotes, last name. Mirrors starName() of domain.
create function private.star_name(first_name text, nickname text, last_name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(nullif(concat_ws(' ',
    nullif(btrim(regexp_replace(first_name, '[\s\u00a0\u2007\u202f\ufeff]+', ' ', 'g'), ' '), ''),
    '„' || nullif(btrim(btrim(regexp_replace(nickname, '[\s\u00a0\u2007\u202f\ufeff]+', ' ', 'g'), ' '), '„“”"»«‚‘’'''), '') || '“',
    nullif(btrim(regexp_replace(last_name, '[\s\u00a0\u2007\u202f\ufeff]+', ' ', 'g'), ' '), '')
  ), ''), 'Unbekannt')
$$;
comment on function private.star_name(text, text, text) is 'Display title of a star: Mandy „Pepper“ Pfefferkorn. Missing parts are left out.';

-- Slug of a star without a stored one: the name parts and the last 4 characters of the id. Mirrors starSlug() of domain.
create function private.star_slug(id uuid, first_name text, nickname text, last_name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.slugify(concat_ws(' ', nullif(first_name, ''), nullif(nickname, ''), nullif(last_name, ''), right(id::text, 4)))
$$;
comment on function private.star_slug(uuid, text, text, text) is 'Slug from the name parts and the last four characters of the id.';

-- Sorted and indexed by what people see first: the first name; a star without names by the nickname.
create function private.star_sort_key(first_name text, nickname text, last_name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(
    nullif(private.search_fold(concat_ws(' ', nullif(btrim(first_name), ''), nullif(btrim(last_name), ''))), ''),
    private.search_fold(coalesce(nickname, ''))
  )
$$;
comment on function private.star_sort_key(text, text, text) is 'Folded "first last" (else nickname): alphabetical order and index letter of a star.';

grant execute on function private.star_name(text, text, text), private.star_slug(uuid, text, text, text),
  private.star_sort_key(text, text, text) to anon, authenticated, service_role;

create table public.stars (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique constraint stars_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  nickname text check (char_length(nickname) between 1 and 100),
  full_name text not null generated always as (private.star_name(first_name, nickname, last_name)) stored,
  avatar_url text check (char_length(avatar_url) <= 500),
  bio text check (char_length(bio) <= 10000),
  birthdate date check (birthdate between '1900-01-01' and '2100-01-01'),
  is_active boolean not null default true,
  fans_count integer not null default 0,
  search_key text not null generated always as
    (private.search_fold(first_name || ' ' || coalesce(nickname, '') || ' ' || last_name)) stored,
  sort_key text collate "C" not null generated always as (private.star_sort_key(first_name, nickname, last_name)) stored,
  letter text not null generated always as (private.letter_of(private.star_sort_key(first_name, nickname, last_name))) stored,
  external_key text unique check (char_length(external_key) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint stars_name_given check (btrim(first_name || last_name || coalesce(nickname, '')) <> '')
);
comment on table public.stars is 'A reality-TV person. Inactive ones are visible to staff only.';
comment on column public.stars.fans_count is 'Rows of star_fans; maintained by trigger.';
comment on column public.stars.search_key is 'Folded name parts for text search (private.search_fold).';
comment on column public.stars.sort_key is 'Alphabetical order "C" of the folded name; ties by id.';
comment on column public.stars.letter is 'Index letter A–Z or #.';
comment on column public.stars.external_key is 'Key of an import source, so that a repeated import finds the row.';

-- /stars by name, by letter and newest first; the order by rank is in star_scores.
create index stars_sort on public.stars (sort_key, id) where is_active;
create index stars_letter on public.stars (letter, sort_key, id) where is_active;
create index stars_created_at on public.stars (created_at desc, id) where is_active;
-- The staff's list has inactive stars too; imports and CSV find a star by its folded name.
create index stars_sort_all on public.stars (sort_key, id);
create index stars_search on public.stars using gin (search_key extensions.gin_trgm_ops);

create table public.star_slug_history (
  old_slug text primary key,
  star_id uuid not null references public.stars on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.star_slug_history is 'Former addresses of stars (renames and merges), for redirects. A current slug wins over an entry here.';
create index star_slug_history_star_id on public.star_slug_history (star_id);

create function private.set_star_slug() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.slug is not distinct from old.slug then return new; end if;
  new.slug := coalesce(nullif(private.slugify(coalesce(new.slug, '')), ''),
    private.star_slug(new.id, new.first_name, new.nickname, new.last_name));
  -- /stars/voting is another page, which would hide this star.
  if new.slug = 'voting' then
    raise exception 'Diese Adresse gehört schon einer Seite.' using errcode = '23514', hint = 'slug_reserved';
  end if;
  return new;
end $$;
comment on function private.set_star_slug() is 'Trigger: gives a star without a slug one, normalises a given one, and refuses addresses of the site itself.';
create trigger stars_slug before insert or update of slug on public.stars
  for each row execute function private.set_star_slug();

create function private.remember_star_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.slug is distinct from old.slug then
    delete from public.star_slug_history where old_slug = new.slug;
    insert into public.star_slug_history (old_slug, star_id) values (old.slug, new.id)
      on conflict (old_slug) do update set star_id = excluded.star_id, created_at = now();
  end if;
  return null;
end $$;
comment on function private.remember_star_slug() is 'Trigger: the old address of a renamed star redirects.';
create trigger stars_slug_history after update of slug on public.stars
  for each row execute function private.remember_star_slug();

-- Fans and scores change often and are not an edit of the star.
create trigger stars_touch before update of slug, first_name, last_name, nickname, avatar_url, bio, birthdate, is_active on public.stars
  for each row execute function private.touch_updated_at();

alter table public.stars enable row level security;
revoke all on public.stars from public, anon, authenticated;
grant select on public.stars to anon, authenticated;
-- Counters, keys and timestamps are maintained by the database.
grant insert (id, slug, first_name, last_name, nickname, avatar_url, bio, birthdate, is_active, external_key),
  update (slug, first_name, last_name, nickname, avatar_url, bio, birthdate, is_active, external_key), delete
  on public.stars to authenticated;
grant all on public.stars to service_role;
create policy "guests read active" on public.stars for select to anon using (is_active);
create policy "members read active, staff all" on public.stars for select to authenticated
  using (is_active or (select private.is_moderator()));
create policy "staff insert" on public.stars for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.stars for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.stars for delete to authenticated using ((select private.is_admin()));

alter table public.star_slug_history enable row level security;
revoke all on public.star_slug_history from public, anon, authenticated;
grant select on public.star_slug_history to anon, authenticated;
-- Merging two stars writes the address of the one that goes.
grant insert (old_slug, star_id), delete on public.star_slug_history to authenticated;
grant all on public.star_slug_history to service_role;
create policy "everybody reads" on public.star_slug_history for select to anon, authenticated using (true);
create policy "staff insert" on public.star_slug_history for insert to authenticated with check ((select private.is_moderator()));
create policy "admins delete" on public.star_slug_history for delete to authenticated using ((select private.is_admin()));

create trigger stars_log_staff after insert or update or delete on public.stars
  for each row when (private.is_client()) execute function private.log_staff_change('star');

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
comment on table public.star_scores is 'HoT score of every star, one row each, maintained by triggers of the three vote tables and refreshed hourly by private.rescore_all_stars().';
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

-- All derived values are computed here from sums and counts, so that a vote, the job and a rebuild cannot disagree.
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
-- Not on rank, which does not affect the score.
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
-- Without a condition, so that comparisons of the numeric score can use indexes. The score of an inactive star identifies nobody.
create policy "everybody reads" on public.star_scores for select to anon, authenticated using (true);

alter table public.star_vote_means enable row level security;
revoke all on public.star_vote_means from public, anon, authenticated;
grant select on public.star_vote_means to anon, authenticated;
grant all on public.star_vote_means to service_role;
create policy "everybody reads" on public.star_vote_means for select to anon, authenticated using (true);

-- Votes ---------------------------------------------------------------------------------------------------------------

-- The three questions about a star: 1–5, changeable, one row per member and star.

create function private.vote_weighs(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p
    where p.id = member and p.created_at <= now() - interval '24 hours' and not p.needs_invite
      and not (p.is_banned and (p.banned_until is null or p.banned_until > now()))
  )
$$;
comment on function private.vote_weighs(uuid) is 'Whether a member''s votes count now: account at least 24 hours old, not banned.';

create function private.weigh_star_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.weighs := private.vote_weighs(new.user_id);
  new.updated_at := now();
  return new;
end $$;
comment on function private.weigh_star_vote() is 'Trigger: decides whether a new vote counts; private.requalify_star_votes() decides again later.';

create function private.add_to_star_score(star uuid, question text, votes integer, total integer) returns void
language sql security definer set search_path = '' as $$
  update public.star_scores set
    demand_count = demand_count + case question when 'demand' then votes else 0 end,
    demand_sum = demand_sum + case question when 'demand' then total else 0 end,
    realness_count = realness_count + case question when 'realness' then votes else 0 end,
    realness_sum = realness_sum + case question when 'realness' then total else 0 end,
    drama_count = drama_count + case question when 'drama' then votes else 0 end,
    drama_sum = drama_sum + case question when 'drama' then total else 0 end
  where star_id = star
$$;
comment on function private.add_to_star_score(uuid, text, integer, integer) is 'Adds to count and sum of one question of one star.';

create function private.count_star_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before integer := case when tg_op <> 'INSERT' and old.weighs then old.value end;
  after integer := case when tg_op <> 'DELETE' and new.weighs then new.value end;
begin
  if tg_op = 'UPDATE' and old.star_id = new.star_id then
    if before is distinct from after then
      perform private.add_to_star_score(new.star_id, tg_argv[0],
        (after is not null)::integer - (before is not null)::integer, coalesce(after, 0) - coalesce(before, 0));
    end if;
    return null;
  end if;
  if before is not null then perform private.add_to_star_score(old.star_id, tg_argv[0], -1, -before); end if;
  if after is not null then perform private.add_to_star_score(new.star_id, tg_argv[0], 1, after); end if;
  return null;
end $$;
comment on function private.count_star_vote() is 'Trigger (question): one vote changes one star.';

create table public.demand_votes (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  star_id uuid not null references public.stars on delete cascade,
  value smallint not null check (value between 1 and 5),
  weighs boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, star_id)
);
comment on table public.demand_votes is 'Answers to "Wie sehr willst du sie/ihn wieder sehen?", 1–5. Readable by the member and by staff; everybody sees the averages in star_scores.';

create table public.realness_votes (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  star_id uuid not null references public.stars on delete cascade,
  value smallint not null check (value between 1 and 5),
  weighs boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, star_id)
);
comment on table public.realness_votes is 'Answers to "Wie echt?", 1–5. Readable by the member and by staff; everybody sees the averages in star_scores.';

create table public.drama_votes (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  star_id uuid not null references public.stars on delete cascade,
  value smallint not null check (value between 1 and 5),
  weighs boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, star_id)
);
comment on table public.drama_votes is 'Answers to "Wie viel Drama?", 1–5. Readable by the member and by staff; everybody sees the averages in star_scores.';

-- The three tables differ in their question only: indexes, triggers, grants and policies are written once.
do $tables$
declare question text;
begin
  foreach question in array array['demand', 'realness', 'drama'] loop
    execute replace($sql$
      comment on column public.QUESTION_votes.weighs is 'Whether the vote counts in star_scores; maintained by trigger and job.';
      create index QUESTION_votes_star_id on public.QUESTION_votes (star_id);
      -- For the hourly job, which only reads votes that do not count yet.
      create index QUESTION_votes_waiting on public.QUESTION_votes (user_id) where not weighs;

      create trigger QUESTION_votes_rate before insert or update on public.QUESTION_votes
        for each row execute function private.limit_rate('votes', '1000');
      create trigger QUESTION_votes_weigh before insert or update on public.QUESTION_votes
        for each row execute function private.weigh_star_vote();
      create trigger QUESTION_votes_count after insert or update or delete on public.QUESTION_votes
        for each row execute function private.count_star_vote('QUESTION');

      alter table public.QUESTION_votes enable row level security;
      revoke all on public.QUESTION_votes from public, anon, authenticated;
      -- The key columns may be updated because PostgREST's upsert sets every column it was given.
      grant select, insert (user_id, star_id, value), update (user_id, star_id, value), delete on public.QUESTION_votes to authenticated;
      grant all on public.QUESTION_votes to service_role;
      create policy "own and staff read" on public.QUESTION_votes for select to authenticated
        using (user_id = (select auth.uid()) or (select private.is_moderator()));
      create policy "members vote" on public.QUESTION_votes for insert to authenticated
        with check (user_id = (select auth.uid()) and (select private.may_write()));
      create policy "members change their vote" on public.QUESTION_votes for update to authenticated
        using (user_id = (select auth.uid()) and (select private.may_write()))
        with check (user_id = (select auth.uid()) and (select private.may_write()));
      create policy "members withdraw their vote" on public.QUESTION_votes for delete to authenticated
        using (user_id = (select auth.uid()) and (select private.may_write()));
    $sql$, 'QUESTION', question);
  end loop;
end $tables$;

-- When votes start and stop counting ----------------------------------------------------------------------------------

create function private.requalify_star_votes(member uuid) returns void
language sql security definer set search_path = '' as $$
  update public.demand_votes set value = value where user_id = member and weighs <> private.vote_weighs(member);
  update public.realness_votes set value = value where user_id = member and weighs <> private.vote_weighs(member);
  update public.drama_votes set value = value where user_id = member and weighs <> private.vote_weighs(member);
$$;
comment on function private.requalify_star_votes(uuid) is 'Decides again whether a member''s votes count; triggers update the scores.';

create function private.requalify_on_ban() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.requalify_star_votes(new.id);
  return null;
end $$;
comment on function private.requalify_on_ban() is 'Trigger: a ban removes the member''s votes from the scores immediately, its end adds them again.';
create trigger profiles_requalify after update of is_banned, banned_until, needs_invite on public.profiles
  for each row when (
    (old.is_banned, old.banned_until, old.needs_invite) is distinct from (new.is_banned, new.banned_until, new.needs_invite)
  ) execute function private.requalify_on_ban();

-- Ranks ---------------------------------------------------------------------------------------------------------------

-- Jobs: ranks, hourly rescoring, repair, and the daily snapshot for the trend arrows.

create function private.rank_stars() returns void
language sql security definer set search_path = '' as $$
  with ranked as (
    select s.id, row_number() over (order by c.hot_score desc, c.votes_count desc, s.sort_key, s.id) as place
    from public.stars s join public.star_scores c on c.star_id = s.id
    where s.is_active and c.hot_score is not null
  )
  update public.star_scores c set rank = ranked.place
  from public.star_scores own left join ranked on ranked.id = own.star_id
  where c.star_id = own.star_id and c.rank is distinct from ranked.place
$$;
comment on function private.rank_stars() is 'Renumbers the HoT Bestenliste: score, votes, name.';

create function private.rescore_all_stars() returns void
language plpgsql security definer set search_path = '' as $$
declare member uuid;
begin
  -- Votes that do not count yet whose member qualifies by now, and votes that count of members who have been banned since.
  for member in
    select w.user_id from (
      select user_id from public.demand_votes where not weighs
      union select user_id from public.realness_votes where not weighs
      union select user_id from public.drama_votes where not weighs
    ) w where private.vote_weighs(w.user_id)
    union select p.id from public.profiles p where p.is_banned
  loop
    perform private.requalify_star_votes(member);
  end loop;
  update public.star_vote_means m set
    mean = case when t.votes > 0 then round(t.total::numeric / t.votes, 6) else 3 end, votes_count = t.votes, updated_at = now()
  from (
    select q.question, coalesce(sum(q.votes), 0) as votes, coalesce(sum(q.total), 0) as total
    from public.star_scores c cross join lateral (values
      ('demand', c.demand_count, c.demand_sum), ('realness', c.realness_count, c.realness_sum), ('drama', c.drama_count, c.drama_sum)
    ) q (question, votes, total)
    group by q.question
  ) t where t.question = m.question;
  update public.star_scores set demand_sum = demand_sum;
  perform private.rank_stars();
end $$;
comment on function private.rescore_all_stars() is 'Hourly job: lets votes qualify, refreshes the means, rescores and ranks every star.';

create function private.rebuild_star_scores() returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.star_scores c set
    demand_count = coalesce(d.votes, 0), demand_sum = coalesce(d.total, 0),
    realness_count = coalesce(r.votes, 0), realness_sum = coalesce(r.total, 0),
    drama_count = coalesce(a.votes, 0), drama_sum = coalesce(a.total, 0)
  from public.star_scores own
    left join (select star_id, count(*) as votes, sum(value) as total from public.demand_votes where weighs group by 1) d using (star_id)
    left join (select star_id, count(*) as votes, sum(value) as total from public.realness_votes where weighs group by 1) r using (star_id)
    left join (select star_id, count(*) as votes, sum(value) as total from public.drama_votes where weighs group by 1) a using (star_id)
  where c.star_id = own.star_id;
  perform private.rank_stars();
end $$;
comment on function private.rebuild_star_scores() is 'Repair: recounts every star from the votes with the stored means. Yields the same numbers as the triggers.';

create function private.snapshot_star_ranks() returns void
language plpgsql security definer set search_path = '' as $$
declare today date := private.berlin_day(now());
begin
  perform private.rank_stars();
  delete from private.star_rank_snapshots where day = today or day < today - 60;
  insert into private.star_rank_snapshots (day, star_id, rank)
    select today, star_id, rank from public.star_scores where rank is not null;
  -- The latest snapshot that is at least a week old: one missed night must not make everybody new.
  update public.star_scores c set rank_week_ago = week_ago.rank
  from public.star_scores own left join private.star_rank_snapshots week_ago
    on week_ago.star_id = own.star_id
    and week_ago.day = (select max(day) from private.star_rank_snapshots where day between today - 13 and today - 7)
  where c.star_id = own.star_id and c.rank_week_ago is distinct from week_ago.rank;
end $$;
comment on function private.snapshot_star_ranks() is 'Daily job: records today''s ranks and sets rank_week_ago for the trend arrows.';
grant execute on function private.rescore_all_stars(), private.rebuild_star_scores(), private.snapshot_star_ranks() to service_role;

-- Fans ----------------------------------------------------------------------------------------------------------------

create table public.star_fans (
  star_id uuid not null references public.stars on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (star_id, user_id)
);
comment on table public.star_fans is 'Who is a fan of whom. Public: /user/{slug}/fan-von shows it.';
-- For the stars of a member, latest first.
create index star_fans_user_id on public.star_fans (user_id, created_at desc, star_id);

create function private.count_star_fan() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then update public.stars set fans_count = fans_count - 1 where id = old.star_id; end if;
  if tg_op <> 'DELETE' then update public.stars set fans_count = fans_count + 1 where id = new.star_id; end if;
  return null;
end $$;
comment on function private.count_star_fan() is 'Trigger: stars.fans_count equals the rows of star_fans.';
create trigger star_fans_count after insert or delete or update of star_id on public.star_fans
  for each row execute function private.count_star_fan();
create trigger star_fans_rate before insert or update on public.star_fans
  for each row execute function private.limit_rate('votes', '1000');

alter table public.star_fans enable row level security;
revoke all on public.star_fans from public, anon, authenticated;
grant select on public.star_fans to anon, authenticated;
grant insert (star_id, user_id), update (star_id, user_id), delete on public.star_fans to authenticated;
grant all on public.star_fans to service_role;
create policy "everybody reads" on public.star_fans for select to anon, authenticated using (true);
create policy "members become fans" on public.star_fans for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
-- Only for upserts, where PostgREST sets the key columns to their own values.
create policy "members stay fans" on public.star_fans for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "members cease to be fans" on public.star_fans for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

-- Cards ---------------------------------------------------------------------------------------------------------------

-- Building blocks of pages: views that run as the caller (row-level security decides) and that the planner can inline.
-- Their jsonb columns have the shapes of domain's contract: *_ref where name and picture are enough, *_card in lists.

create view private.star_cards with (security_invoker = on) as
select s.id, s.slug, s.sort_key, x.hot_score, x.rank,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name, 'nickname', s.nickname,
    'avatar_url', s.avatar_url) as ref,
  jsonb_build_object('id', s.id, 'slug', s.slug, 'first_name', s.first_name, 'last_name', s.last_name, 'nickname', s.nickname,
    'avatar_url', s.avatar_url, 'hot_score', x.hot_score, 'votes', x.votes_count, 'rank', x.rank,
    'rank_week_ago', case when x.rank is not null then x.rank_week_ago end) as card
from public.stars s
join public.star_scores x on x.star_id = s.id
where s.is_active;
comment on view private.star_cards is 'Active stars as starRef and starCard. Score and ranks are null below the minimum of weighing votes.';

grant select on private.star_cards to anon, authenticated, service_role;
