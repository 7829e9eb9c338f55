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

-- Definer, because the author's own policy must not decide about votes that the author cannot see.
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
