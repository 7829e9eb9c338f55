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
comment on table public.post_rumors is 'What only rumors have. The row is made with the post by trigger; votes never change the status, only staff do.';
comment on column public.post_rumors.source_url is 'Where the author has it from.';
comment on column public.post_rumors.updated_at is 'Last change of status, reason or source; votes do not count.';

create function private.open_rumor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.post_rumors (post_id) values (new.id) on conflict do nothing;
  return null;
end $$;
comment on function private.open_rumor() is 'Trigger: a rumor has its row from the start.';
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
