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
comment on table public.poll_options is
  'Answers of a poll, 2–8. The author may change them until somebody has voted. '
  'Stays: with its post.';

create unique index poll_options_distinct on public.poll_options (post_id, private.search_fold(text));
comment on index public.poll_options_distinct is 'Each answer once, whatever its spelling.';

create trigger poll_options_check before insert or update of post_id on public.poll_options
  for each row execute function private.check_poll();
create trigger poll_options_clean before insert or update of text on public.poll_options
  for each row execute function private.check_option();
create trigger poll_options_search after insert or delete or update of text on public.poll_options
  for each row execute function private.index_answers();
create constraint trigger poll_options_count after delete on public.poll_options deferrable initially deferred
  for each row when (private.is_client()) execute function private.check_options_left();

alter table public.poll_options enable row level security;
revoke all on public.poll_options from public, anon, authenticated;
grant all on public.poll_options to service_role;
grant select on public.poll_options to anon, authenticated;
create policy "everybody reads those of visible posts" on public.poll_options for select to anon, authenticated
  using (exists (select from public.community_posts p where p.id = post_id));

create function private.check_poll() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.community_posts p where p.id = new.post_id and p.type = 'poll') then
    perform private.refuse('post.not_a_poll');
  end if;
  return new;
end $$;
comment on function private.check_poll() is 'Trigger: only posts of type poll have options.';

-- By the votes themselves: the counter may not have the first one yet.
create function private.may_edit_poll(post uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.may_write() and exists (
    select from public.community_posts p where p.id = post and p.type = 'poll' and p.author_id = auth.uid()
  ) and not exists (select from public.poll_votes v where v.post_id = post)
$$;
comment on function private.may_edit_poll(uuid) is 'The caller wrote this poll and nobody has voted yet.';
grant execute on function private.may_edit_poll(uuid) to authenticated, service_role;

create table public.poll_votes (
  post_id uuid not null,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  option_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (post_id, user_id),
  foreign key (post_id, option_id) references public.poll_options (post_id, id) on delete cascade
);
comment on table public.poll_votes is
  'One choice per member and poll, changeable until the end. Readable by the member and staff; everybody sees the counts. '
  'Stays: until the member takes it back or deletes the account.';

create index poll_votes_user_id on public.poll_votes (user_id);
create index poll_votes_option on public.poll_votes (post_id, option_id);
create index poll_votes_created_at on public.poll_votes (created_at);

create trigger poll_votes_rate before insert or update on public.poll_votes
  for each row execute function private.limit_rate('votes', '1000');
create trigger poll_votes_touch before update on public.poll_votes
  for each row execute function private.touch_updated_at();
create trigger poll_votes_80_withdraw after delete on public.poll_votes for each row execute function private.withdraw_act();
create trigger poll_votes_chart after insert or delete on public.poll_votes for each row execute function private.note_act();
create trigger poll_votes_chart_moved after update on public.poll_votes
  for each row when ((old.post_id, old.user_id, old.created_at) is distinct from (new.post_id, new.user_id, new.created_at))
  execute function private.note_act();
create trigger poll_votes_count after insert or delete or update of post_id, option_id on public.poll_votes
  for each row execute function private.count_poll_vote();
create trigger poll_votes_notify after insert on public.poll_votes
  for each row when (private.is_client()) execute function private.notify_poll_vote();

alter table public.poll_votes enable row level security;
revoke all on public.poll_votes from public, anon, authenticated;
grant all on public.poll_votes to service_role;
grant select,
  insert (post_id, user_id, option_id),
  update (post_id, user_id, option_id),
  delete
  on public.poll_votes to authenticated;
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
create policy "second factor: select" on public.poll_votes as restrictive for select to authenticated
  using ((select private.is_proven()));

-- A changed mind leaves as many votes as there were: the poll's counter stays, and only the two options change.
create function private.count_poll_vote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.post_id = old.post_id then
    if new.option_id <> old.option_id then
      perform private.count_on('option', old.option_id, votes => -1);
      perform private.count_on('option', new.option_id, votes => 1);
    end if;
    perform private.count_on('post', new.post_id, active_at => new.updated_at);
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform private.count_on('option', old.option_id, votes => -1);
    perform private.count_on('post', old.post_id, votes => -1);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_on('option', new.option_id, votes => 1);
    perform private.count_on('post', new.post_id, votes => 1, active_at => new.updated_at);
  end if;
  return null;
end $$;
comment on function private.count_poll_vote() is 'Trigger: counts of the option and the post equal the rows of poll_votes.';

create function private.check_option() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() then
    perform private.require_short(new.text, 80, 'post.option_length');
  end if;
  new.text := private.clean_line(new.text);
  if private.is_client() and char_length(new.text) not between 1 and 80 then
    perform private.refuse('post.option_length');
  end if;
  return new;
end $$;
comment on function private.check_option() is 'Trigger: an answer of a poll is one line of 1 to 80 characters.';

-- A poll needs at least two answers. Checked at the end of the transaction, because options are inserted after their post.
create function private.require_option_count(post uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.community_posts p where p.id = post and p.type = 'poll')
     and (select count(*) from public.poll_options o where o.post_id = post) not between 2 and 8 then
    perform private.refuse('post.option_count');
  end if;
end $$;
comment on function private.require_option_count(uuid) is 'Refuses a poll that has not 2 to 8 answers.';

create function private.check_options_of_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_option_count(new.id);
  return null;
end $$;
comment on function private.check_options_of_post() is 'Trigger: a poll that a client writes ends up with 2 to 8 answers.';

create function private.check_options_left() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_option_count(old.post_id);
  return null;
end $$;
comment on function private.check_options_left() is 'Trigger: so does one of which a client deletes answers.';

-- A vote stays under the question it was given to (docs/decisions/088-what-was-voted-on.md) ---------------------------

-- Three members said "Ja" to "Bleibt sie im Haus?", and the question became "Fliegt sie aus dem Haus?" under their votes.

create function private.question_is_fixed(post uuid, asked private.post_text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.community_posts p where p.id = post and p.type = 'poll'
      and (p.title, p.content) is distinct from ((asked).title, (asked).content))
    and exists (select from public.poll_votes v where v.post_id = post) and not private.is_moderator()
$$;
comment on function private.question_is_fixed(uuid, private.post_text) is
  'Whether this text would put votes under another question, which only the team may do.';

create function private.poll_is_over(post public.community_posts) returns boolean
language sql stable security definer set search_path = '' as $$
  select post.poll_ends_at <= now() and (post.status = 'approved' or exists (select from public.poll_votes v where v.post_id = post.id))
$$;
comment on function private.poll_is_over(public.community_posts) is 'Whether a poll has ended. One that was refused before anybody could vote may get another end.';
grant execute on function private.poll_is_over(public.community_posts) to authenticated, service_role;

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_poll_votes(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.poll_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('option', o.text) order by v.created_at)
      from public.poll_votes v join public.poll_options o on o.id = v.option_id where v.user_id = me))
$$;
comment on function private.export_poll_votes(uuid) is 'Export: votes in polls.';
