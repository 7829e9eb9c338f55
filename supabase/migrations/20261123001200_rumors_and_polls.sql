-- Rumors --------------------------------------------------------------------------------------------------------------

create table public.post_rumors (
  post_id uuid primary key references public.community_posts on delete cascade,
  rumor_status text not null default 'unverified' check (rumor_status in ('unverified', 'verified', 'debunked')),
  source_url text check (source_url ~* '^https?://' and char_length(source_url) <= 500),
  verification_reason text check (char_length(verification_reason) between 1 and 2000),
  verification_source text check (char_length(verification_source) between 1 and 500),
  agree_count integer not null default 0,
  disagree_count integer not null default 0,
  updated_at timestamptz not null default now()
);
comment on table public.post_rumors is 'Columns that only rumors have. A trigger creates the row with the post; votes never change the status, only staff do.';
comment on column public.post_rumors.source_url is 'Source that the author names.';
comment on column public.post_rumors.updated_at is 'Last change of status, reason or source; votes do not count.';

create function private.open_rumor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.post_rumors (post_id) values (new.id) on conflict do nothing;
  return null;
end $$;
comment on function private.open_rumor() is 'Trigger: creates the row of post_rumors for a new rumor.';
create trigger community_posts_open_rumor after insert on public.community_posts
  for each row when (new.type = 'rumor') execute function private.open_rumor();

create function private.check_rumor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.community_posts p where p.id = new.post_id and p.type = 'rumor') then
    raise exception 'Dieser Beitrag ist kein Gerücht' using errcode = '23514', hint = 'not_a_rumor';
  end if;
  return new;
end $$;
comment on function private.check_rumor() is 'Trigger: only posts of type rumor have a rumor status.';
create trigger post_rumors_check before insert or update of post_id on public.post_rumors
  for each row execute function private.check_rumor();

create function private.guard_rumor() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if (new.rumor_status, new.verification_reason, new.verification_source)
     is not distinct from (old.rumor_status, old.verification_reason, old.verification_source) then
    return new;
  end if;
  if not private.is_moderator() then
    raise exception 'Den Status eines Gerüchts setzt nur das Team.' using errcode = '42501', hint = 'not_allowed';
  end if;
  -- A confirmed rumor earns its author karma.
  if exists (select from public.community_posts p where p.id = new.post_id and p.author_id = auth.uid()) then
    raise exception 'Über Beiträge entscheidet das Team, und niemand über eigene.' using errcode = '42501', hint = 'own_case';
  end if;
  return new;
end $$;
comment on function private.guard_rumor() is 'Trigger: authors change the source, staff the status, but not of their own.';
create trigger post_rumors_guard before update on public.post_rumors
  for each row execute function private.guard_rumor();
create trigger post_rumors_touch before update of rumor_status, source_url, verification_reason, verification_source
  on public.post_rumors for each row execute function private.touch_updated_at();

alter table public.post_rumors enable row level security;
revoke all on public.post_rumors from public, anon, authenticated;
grant select on public.post_rumors to anon, authenticated;
grant update (source_url, rumor_status, verification_reason, verification_source) on public.post_rumors to authenticated;
grant all on public.post_rumors to service_role;
create policy "everybody reads those of visible posts" on public.post_rumors for select to anon, authenticated
  using (exists (select from public.community_posts p where p.id = post_id));
create policy "authors set the source, staff the status" on public.post_rumors for update to authenticated
  using ((select private.is_moderator()) or ((select private.may_write()) and exists (
    select from public.community_posts p where p.id = post_id and p.author_id = (select auth.uid()))))
  with check ((select private.is_moderator()) or ((select private.may_write()) and exists (
    select from public.community_posts p where p.id = post_id and p.author_id = (select auth.uid()))));

create table public.rumor_votes (
  post_id uuid not null references public.post_rumors on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  vote text not null check (vote in ('agree', 'disagree')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
comment on table public.rumor_votes is '"Stimmt" or "Stimmt nicht", one per member and rumor. Readable by the member and staff; everybody sees the counts.';
create index rumor_votes_user_id on public.rumor_votes (user_id);

create function private.count_rumor_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    update public.post_rumors set agree_count = agree_count - (old.vote = 'agree')::integer,
      disagree_count = disagree_count - (old.vote = 'disagree')::integer where post_id = old.post_id;
    perform private.count_on_post(old.post_id, votes => -1);
  end if;
  if tg_op <> 'DELETE' then
    update public.post_rumors set agree_count = agree_count + (new.vote = 'agree')::integer,
      disagree_count = disagree_count + (new.vote = 'disagree')::integer where post_id = new.post_id;
    perform private.count_on_post(new.post_id, votes => 1, active_at => new.updated_at);
  end if;
  return null;
end $$;
comment on function private.count_rumor_vote() is 'Trigger: counts of the rumor and the post equal the rows of rumor_votes.';
create trigger rumor_votes_count after insert or delete or update of post_id, vote on public.rumor_votes
  for each row execute function private.count_rumor_vote();
create trigger rumor_votes_rate before insert or update on public.rumor_votes
  for each row execute function private.limit_rate('votes', '1000');
create trigger rumor_votes_touch before update on public.rumor_votes
  for each row execute function private.touch_updated_at();

alter table public.rumor_votes enable row level security;
revoke all on public.rumor_votes from public, anon, authenticated;
-- The key columns may be updated because PostgREST's upsert sets every column it was given.
grant select, insert (post_id, user_id, vote), update (post_id, user_id, vote), delete on public.rumor_votes to authenticated;
grant all on public.rumor_votes to service_role;
create policy "own and staff read" on public.rumor_votes for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator()));
create policy "members vote on approved rumors" on public.rumor_votes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));
create policy "members change their vote" on public.rumor_votes for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));
create policy "members withdraw their vote" on public.rumor_votes for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

create function private.check_source() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.source_url := nullif(private.clean_line(new.source_url), '');
  if new.source_url is not null and (char_length(new.source_url) > 500 or not private.is_web_address(new.source_url)) then
    perform private.refuse('Das ist keine Web-Adresse. Sie beginnt mit https:// oder http://.', 'source_url_invalid');
  end if;
  return new;
end $$;
comment on function private.check_source() is 'Trigger: the source of a rumor must be a web address.';
create trigger post_rumors_clean before insert or update of source_url on public.post_rumors
  for each row execute function private.check_source();
create trigger post_rumors_review after update of source_url on public.post_rumors
  for each row when (private.is_client() and old.source_url is distinct from new.source_url) execute function private.review_part();

-- Polls ---------------------------------------------------------------------------------------------------------------

create table public.poll_options (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.community_posts on delete cascade,
  text text not null check (char_length(btrim(text)) between 1 and 80),
  position smallint not null check (position between 1 and 8),
  votes_count integer not null default 0,
  unique (post_id, position),
  -- Target of poll_votes: a vote's option belongs to the vote's post.
  unique (post_id, id)
);
comment on table public.poll_options is 'Answers of a poll, 2–8. The author may change them until somebody has voted.';

create function private.check_poll() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.community_posts p where p.id = new.post_id and p.type = 'poll') then
    raise exception 'Dieser Beitrag ist keine Umfrage.' using errcode = '23514', hint = 'not_a_poll';
  end if;
  return new;
end $$;
comment on function private.check_poll() is 'Trigger: only posts of type poll have options.';
create trigger poll_options_check before insert or update of post_id on public.poll_options
  for each row execute function private.check_poll();

-- Definer, because the author's policy hides the votes of others, which must be seen here.
create function private.may_edit_poll(post uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.may_write() and exists (
    select from public.community_posts p
    where p.id = post and p.type = 'poll' and p.author_id = auth.uid() and p.votes_count = 0
  )
$$;
comment on function private.may_edit_poll(uuid) is 'The caller wrote this poll and nobody has voted yet.';
grant execute on function private.may_edit_poll(uuid) to authenticated, service_role;

alter table public.poll_options enable row level security;
revoke all on public.poll_options from public, anon, authenticated;
grant select on public.poll_options to anon, authenticated;
grant insert (id, post_id, text, position), update (text, position), delete on public.poll_options to authenticated;
grant all on public.poll_options to service_role;
create policy "everybody reads those of visible posts" on public.poll_options for select to anon, authenticated
  using (exists (select from public.community_posts p where p.id = post_id));
create policy "authors add before the first vote" on public.poll_options for insert to authenticated
  with check (private.may_edit_poll(post_id));
create policy "authors change before the first vote" on public.poll_options for update to authenticated
  using (private.may_edit_poll(post_id)) with check (private.may_edit_poll(post_id));
create policy "authors remove before the first vote" on public.poll_options for delete to authenticated
  using (private.may_edit_poll(post_id));

create table public.poll_votes (
  post_id uuid not null,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  option_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (post_id, user_id),
  foreign key (post_id, option_id) references public.poll_options (post_id, id) on delete cascade
);
comment on table public.poll_votes is 'One choice per member and poll, changeable until the end. Readable by the member and staff; everybody sees the counts.';
create index poll_votes_user_id on public.poll_votes (user_id);
create index poll_votes_option on public.poll_votes (post_id, option_id);

create function private.count_poll_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    update public.poll_options set votes_count = votes_count - 1 where id = old.option_id;
    perform private.count_on_post(old.post_id, votes => -1);
  end if;
  if tg_op <> 'DELETE' then
    update public.poll_options set votes_count = votes_count + 1 where id = new.option_id;
    perform private.count_on_post(new.post_id, votes => 1, active_at => new.updated_at);
  end if;
  return null;
end $$;
comment on function private.count_poll_vote() is 'Trigger: counts of the option and the post equal the rows of poll_votes.';
create trigger poll_votes_count after insert or delete or update of post_id, option_id on public.poll_votes
  for each row execute function private.count_poll_vote();
create trigger poll_votes_rate before insert or update on public.poll_votes
  for each row execute function private.limit_rate('votes', '1000');
create trigger poll_votes_touch before update on public.poll_votes
  for each row execute function private.touch_updated_at();

alter table public.poll_votes enable row level security;
revoke all on public.poll_votes from public, anon, authenticated;
grant select, insert (post_id, user_id, option_id), update (post_id, user_id, option_id), delete on public.poll_votes to authenticated;
grant all on public.poll_votes to service_role;
create policy "own and staff read" on public.poll_votes for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator()));
create policy "members vote until the end" on public.poll_votes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()) and exists (
    select from public.community_posts p
    where p.id = post_id and p.status = 'approved' and (p.poll_ends_at is null or p.poll_ends_at > now())));
create policy "members change their vote until the end" on public.poll_votes for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()) and exists (
    select from public.community_posts p
    where p.id = post_id and p.status = 'approved' and (p.poll_ends_at is null or p.poll_ends_at > now())));
create policy "members withdraw their vote until the end" on public.poll_votes for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()) and exists (
    select from public.community_posts p where p.id = post_id and (p.poll_ends_at is null or p.poll_ends_at > now())));

create function private.check_option() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.text := private.clean_line(new.text);
  if private.is_client() and char_length(new.text) not between 1 and 80 then
    perform private.refuse('Eine Antwort hat 1 bis 80 Zeichen.', 'option_length');
  end if;
  return new;
end $$;
comment on function private.check_option() is 'Trigger: an answer of a poll is one line of 1 to 80 characters.';
create trigger poll_options_clean before insert or update of text on public.poll_options
  for each row execute function private.check_option();
create unique index poll_options_distinct on public.poll_options (post_id, private.search_fold(text));
comment on index public.poll_options_distinct is 'Each answer once, whatever its spelling.';
create trigger poll_options_review after insert or delete or update of text, position on public.poll_options
  for each row when (private.is_client()) execute function private.review_part();

-- A poll needs at least two answers. Checked at the end of the transaction, because options are inserted after their post.
create function private.check_option_count() returns trigger
language plpgsql security definer set search_path = '' as $$
declare post uuid;
begin
  if tg_op = 'INSERT' then post := new.id; else post := old.post_id; end if;
  if exists (select from public.community_posts p where p.id = post and p.type = 'poll')
     and (select count(*) from public.poll_options o where o.post_id = post) not between 2 and 8 then
    perform private.refuse('Eine Umfrage hat 2 bis 8 Antworten.', 'option_count');
  end if;
  return null;
end $$;
comment on function private.check_option_count() is 'Trigger: a poll that a client writes ends up with 2 to 8 answers.';
create constraint trigger community_posts_options after insert on public.community_posts deferrable initially deferred
  for each row when (new.type = 'poll' and private.is_client()) execute function private.check_option_count();
create constraint trigger poll_options_count after delete on public.poll_options deferrable initially deferred
  for each row when (private.is_client()) execute function private.check_option_count();
