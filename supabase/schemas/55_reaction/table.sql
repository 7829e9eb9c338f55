-- Reactions to posts --------------------------------------------------------------------------------------------------

create table public.post_reactions (
  post_id uuid not null references public.community_posts on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  reaction text not null check (reaction in ('heart', 'poop')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
comment on table public.post_reactions is
  'Heart or poop, one per member and post. Readable by members, because pages show those of others live. '
  'Stays: until the member takes it back or deletes the account.';

create index post_reactions_user_id on public.post_reactions (user_id);
create index post_reactions_created_at on public.post_reactions (created_at);

create trigger post_reactions_rate before insert or update on public.post_reactions
  for each row execute function private.limit_rate('votes', '1000');
create trigger post_reactions_touch before update on public.post_reactions
  for each row execute function private.touch_updated_at();
create trigger post_reactions_80_reword after update of reaction on public.post_reactions
  for each row when (old.reaction <> new.reaction) execute function private.reword_reaction();
create trigger post_reactions_80_withdraw after delete on public.post_reactions for each row execute function private.withdraw_act();
create trigger post_reactions_chart after insert or delete on public.post_reactions for each row execute function private.note_act();
create trigger post_reactions_chart_moved after update on public.post_reactions
  for each row when ((old.post_id, old.user_id, old.created_at) is distinct from (new.post_id, new.user_id, new.created_at))
  execute function private.note_act();
create trigger post_reactions_count after insert or delete or update of post_id, reaction on public.post_reactions
  for each row execute function private.count_post_reaction();
create trigger post_reactions_notify after insert on public.post_reactions
  for each row when (private.is_client()) execute function private.notify_post_reaction();
create trigger post_reactions_notify_change after update of reaction on public.post_reactions
  for each row when (old.reaction <> new.reaction and private.is_client()) execute function private.notify_post_reaction();

alter table public.post_reactions enable row level security;
-- The key columns may be updated because PostgREST's upsert sets every column it was given.
revoke all on public.post_reactions from public, anon, authenticated;
grant all on public.post_reactions to service_role;
grant select,
  insert (post_id, user_id, reaction),
  update (post_id, user_id, reaction),
  delete
  on public.post_reactions to authenticated;
create policy "members react to approved posts" on public.post_reactions for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));
create policy "members change their reaction" on public.post_reactions for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));
create policy "members withdraw their reaction" on public.post_reactions for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));
create policy "own, the author's and staff read" on public.post_reactions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator())
    or exists (select from public.community_posts p where p.id = post_id and p.author_id = (select auth.uid())));
create policy "second factor: select" on public.post_reactions as restrictive for select to authenticated
  using ((select private.is_proven()));

-- Reactions to comments -----------------------------------------------------------------------------------------------

create table public.comment_reactions (
  comment_id uuid not null references public.comments on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  reaction text not null check (reaction in ('heart', 'poop')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (comment_id, user_id)
);
comment on table public.comment_reactions is
  'Heart or poop, one per member and comment. Readable by members where the comment is. '
  'Stays: until the member takes it back or deletes the account.';

create index comment_reactions_user_id on public.comment_reactions (user_id);

create trigger comment_reactions_rate before insert or update on public.comment_reactions
  for each row execute function private.limit_rate('votes', '1000');
create trigger comment_reactions_touch before update on public.comment_reactions
  for each row execute function private.touch_updated_at();
create trigger comment_reactions_80_reword after update of reaction on public.comment_reactions
  for each row when (old.reaction <> new.reaction) execute function private.reword_reaction();
create trigger comment_reactions_80_withdraw after delete on public.comment_reactions for each row execute function private.withdraw_act();
create trigger comment_reactions_count after insert or delete or update of comment_id, reaction on public.comment_reactions
  for each row execute function private.count_comment_reaction();
create trigger comment_reactions_notify after insert on public.comment_reactions
  for each row when (private.is_client()) execute function private.notify_comment_reaction();
create trigger comment_reactions_notify_change after update of reaction on public.comment_reactions
  for each row when (old.reaction <> new.reaction and private.is_client()) execute function private.notify_comment_reaction();

alter table public.comment_reactions enable row level security;
revoke all on public.comment_reactions from public, anon, authenticated;
grant all on public.comment_reactions to service_role;
grant select,
  insert (comment_id, user_id, reaction),
  update (comment_id, user_id, reaction),
  delete
  on public.comment_reactions to authenticated;
create policy "members react to comments" on public.comment_reactions for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()) and exists (
    select from public.comments c join public.community_posts p on p.id = c.post_id
    where c.id = comment_id and c.deleted_at is null and p.status = 'approved'));
create policy "members change their reaction" on public.comment_reactions for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()) and exists (
    select from public.comments c join public.community_posts p on p.id = c.post_id
    where c.id = comment_id and c.deleted_at is null and p.status = 'approved'));
create policy "members withdraw their reaction" on public.comment_reactions for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));
create policy "own, the author's and staff read" on public.comment_reactions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_moderator())
    or exists (select from public.comments c where c.id = comment_id and c.author_id = (select auth.uid())));
create policy "second factor: select" on public.comment_reactions as restrictive for select to authenticated
  using ((select private.is_proven()));

-- Stickers ------------------------------------------------------------------------------------------------------------

create table public.post_stickers (
  post_id uuid not null references public.community_posts on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  sticker text not null constraint post_stickers_kind check (
    sticker in ('popcorn', 'tea', 'red-flag', 'rose', 'crown', 'tear', 'drama', 'snake', 'fire', 'ring', 'suitcase', 'mic')),
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
comment on table public.post_stickers is
  'One sticker per member and post, beside heart or poop. Nobody earns karma by it and nobody is told; pages show how many there are. '
  'Stays: until the member takes it back or deletes the account.';

create index post_stickers_user_id on public.post_stickers (user_id);
-- Counted when a page is made: an index-only scan, no counter for which votes would wait.
create index post_stickers_counts on public.post_stickers (post_id, sticker);

create trigger post_stickers_rate before insert or update on public.post_stickers
  for each row execute function private.limit_rate('votes', '1000');

alter table public.post_stickers enable row level security;
revoke all on public.post_stickers from public, anon, authenticated;
grant all on public.post_stickers to service_role;
grant select,
  insert (post_id, user_id, sticker),
  update (post_id, user_id, sticker),
  delete
  on public.post_stickers to authenticated;
create policy "members read their own" on public.post_stickers for select to authenticated using (user_id = (select auth.uid()));
create policy "second factor: select" on public.post_stickers as restrictive for select to authenticated using ((select private.is_proven()));
create policy "members put stickers on approved posts" on public.post_stickers for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));
create policy "members change their sticker" on public.post_stickers for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));
create policy "members remove their sticker" on public.post_stickers for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_reactions(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.post_reactions', (select jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at) from public.post_reactions r where r.user_id = me),
    'public.comment_reactions', (select jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at) from public.comment_reactions r where r.user_id = me),
    'public.post_stickers', (select jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at) from public.post_stickers s where s.user_id = me))
$$;
comment on function private.export_reactions(uuid) is 'Export: reactions and stickers.';
