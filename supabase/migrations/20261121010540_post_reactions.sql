create table public.post_reactions (
  post_id uuid not null references public.community_posts on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  reaction text not null check (reaction in ('heart', 'poop')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
comment on table public.post_reactions is 'Heart or poop, one per member and post. Members may read them: the specification subscribes to those of others.';
create index post_reactions_user_id on public.post_reactions (user_id);

create function private.count_post_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.count_on_post(old.post_id, hearts => -(old.reaction = 'heart')::integer, poops => -(old.reaction = 'poop')::integer);
    perform private.undo_karma(old.post_id || ':' || old.user_id, array['post_heart', 'post_poop']);
  end if;
  if tg_op <> 'DELETE' then
    perform private.count_on_post(new.post_id, hearts => (new.reaction = 'heart')::integer, poops => (new.reaction = 'poop')::integer);
    perform private.earn_karma(p.author_id, 'post_' || new.reaction, new.post_id || ':' || new.user_id, new.user_id, new.updated_at)
      from public.community_posts p where p.id = new.post_id;
  end if;
  return null;
end $$;
comment on function private.count_post_reaction() is 'Trigger: counters of the post and the author''s karma follow the reaction.';
create trigger post_reactions_count after insert or delete or update of post_id, reaction on public.post_reactions
  for each row execute function private.count_post_reaction();
create trigger post_reactions_rate before insert or update on public.post_reactions
  for each row execute function private.limit_rate('votes', '1000');
create trigger post_reactions_touch before update on public.post_reactions
  for each row execute function private.touch_updated_at();

alter table public.post_reactions enable row level security;
revoke all on public.post_reactions from public, anon, authenticated;
-- The key columns may be updated because PostgREST's upsert sets every column it was given.
grant select, insert (post_id, user_id, reaction), update (post_id, user_id, reaction), delete on public.post_reactions to authenticated;
grant all on public.post_reactions to service_role;
create policy "members read those of visible posts" on public.post_reactions for select to authenticated
  using (user_id = (select auth.uid()) or exists (select from public.community_posts p where p.id = post_id));
create policy "members react to approved posts" on public.post_reactions for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));
create policy "members change their reaction" on public.post_reactions for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));
create policy "members withdraw their reaction" on public.post_reactions for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));
