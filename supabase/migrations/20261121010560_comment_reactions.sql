create table public.comment_reactions (
  comment_id uuid not null references public.comments on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  reaction text not null check (reaction in ('heart', 'poop')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (comment_id, user_id)
);
comment on table public.comment_reactions is 'Heart or poop, one per member and comment. Readable by members where the comment is.';
create index comment_reactions_user_id on public.comment_reactions (user_id);

create function private.count_comment_reaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    update public.comments set hearts_count = hearts_count - (old.reaction = 'heart')::integer,
      poops_count = poops_count - (old.reaction = 'poop')::integer where id = old.comment_id;
    perform private.undo_karma(old.comment_id || ':' || old.user_id, array['comment_heart', 'comment_poop']);
  end if;
  if tg_op <> 'DELETE' then
    update public.comments set hearts_count = hearts_count + (new.reaction = 'heart')::integer,
      poops_count = poops_count + (new.reaction = 'poop')::integer where id = new.comment_id;
    perform private.earn_karma(c.author_id, 'comment_' || new.reaction, new.comment_id || ':' || new.user_id, new.user_id, new.updated_at)
      from public.comments c where c.id = new.comment_id;
  end if;
  return null;
end $$;
comment on function private.count_comment_reaction() is 'Trigger: counters of the comment and the author''s karma follow the reaction.';
create trigger comment_reactions_count after insert or delete or update of comment_id, reaction on public.comment_reactions
  for each row execute function private.count_comment_reaction();
create trigger comment_reactions_rate before insert or update on public.comment_reactions
  for each row execute function private.limit_rate('votes', '1000');
create trigger comment_reactions_touch before update on public.comment_reactions
  for each row execute function private.touch_updated_at();

alter table public.comment_reactions enable row level security;
revoke all on public.comment_reactions from public, anon, authenticated;
grant select, insert (comment_id, user_id, reaction), update (comment_id, user_id, reaction), delete on public.comment_reactions to authenticated;
grant all on public.comment_reactions to service_role;
create policy "members read those of visible comments" on public.comment_reactions for select to authenticated
  using (user_id = (select auth.uid()) or exists (select from public.comments c where c.id = comment_id));
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

-- A ban takes the member's hearts and poops out of other people's karma, its end brings them back --------------------------
create function private.requalify_karma() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_banned(new.id) then
    delete from public.karma_events where actor_id = new.id;
    return null;
  end if;
  perform private.earn_karma(p.author_id, 'post_' || r.reaction, r.post_id || ':' || r.user_id, r.user_id, r.updated_at)
    from public.post_reactions r join public.community_posts p on p.id = r.post_id where r.user_id = new.id;
  perform private.earn_karma(c.author_id, 'comment_' || r.reaction, r.comment_id || ':' || r.user_id, r.user_id, r.updated_at)
    from public.comment_reactions r join public.comments c on c.id = r.comment_id where r.user_id = new.id;
  return null;
end $$;
comment on function private.requalify_karma() is 'Trigger: nobody earns from banned accounts, whenever the ban came.';
create trigger profiles_requalify_karma after update of is_banned, banned_until on public.profiles
  for each row when ((old.is_banned, old.banned_until) is distinct from (new.is_banned, new.banned_until))
  execute function private.requalify_karma();
