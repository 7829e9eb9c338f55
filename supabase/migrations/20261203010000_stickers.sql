-- Stickers -----------------------------------------------------------------------------------------------------------------

create table public.post_stickers (
  post_id uuid not null references public.community_posts on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  sticker text not null constraint post_stickers_kind check (
    sticker in ('popcorn', 'tea', 'red-flag', 'rose', 'crown', 'tear', 'drama', 'snake', 'fire', 'ring', 'suitcase', 'mic')),
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
comment on table public.post_stickers is
  'One sticker per member and post, beside heart or poop. Nobody earns karma by it and nobody is told; pages show how many there are.';
create index post_stickers_user_id on public.post_stickers (user_id);
-- Counted when a page is made: an index-only scan, no counter for which votes would wait.
create index post_stickers_counts on public.post_stickers (post_id, sticker);

create trigger post_stickers_rate before insert or update on public.post_stickers
  for each row execute function private.limit_rate('votes', '1000');

alter table public.post_stickers enable row level security;
revoke all on public.post_stickers from public, anon, authenticated;
grant select, insert (post_id, user_id, sticker), update (post_id, user_id, sticker), delete on public.post_stickers to authenticated;
grant all on public.post_stickers to service_role;
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

create function private.sticker_counts(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(counted.sticker, counted.times), '{}'::jsonb)
  from (select s.sticker, count(*) as times from public.post_stickers s where s.post_id = post group by s.sticker) counted
$$;
comment on function private.sticker_counts(uuid) is 'How often each sticker is on a post: {sticker: count}, without those that are not.';
grant execute on function private.sticker_counts(uuid) to anon, authenticated;

create or replace function public.viewer_posts(p_ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('post_id', asked.id, 'reaction', r.reaction, 'rumor_vote', v.vote, 'poll_option', o.option_id,
      'saved', s.post_id is not null, 'sticker', k.sticker) order by asked.place)
    from (
      select given.id, min(given.place) as place from unnest(p_ids[1:100]) with ordinality as given (id, place)
      where given.id is not null group by given.id
    ) asked
    left join public.post_reactions r on r.post_id = asked.id and r.user_id = me
    left join public.rumor_votes v on v.post_id = asked.id and v.user_id = me
    left join public.poll_votes o on o.post_id = asked.id and o.user_id = me
    left join public.saved_posts s on s.post_id = asked.id and s.user_id = me
    left join public.post_stickers k on k.post_id = asked.id and k.user_id = me), '[]'::jsonb);
end $$;

-- Archive and export -------------------------------------------------------------------------------------------------------

create or replace function private.store_in_archive(post uuid, why text) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.archived_posts (post_id, author_id, title, record, reason, archived_by)
  select p.id, p.author_id, p.title, jsonb_build_object(
      -- Mentions are resolved again from the text; copies here would outlive deleted members.
      'post', to_jsonb(p) - 'mentions',
      'rumor', (select to_jsonb(r) from public.post_rumors r where r.post_id = p.id),
      'versions', coalesce((select jsonb_agg(to_jsonb(v) order by v.id) from private.post_versions v where v.post_id = p.id), '[]'),
      'poll_options', coalesce((select jsonb_agg(to_jsonb(o) order by o.position) from public.poll_options o where o.post_id = p.id), '[]'),
      'comments', coalesce((select jsonb_agg((to_jsonb(c) - 'mentions') || jsonb_build_object('author_id', private.comment_author(c)) order by c.created_at) from public.comments c where c.post_id = p.id), '[]'),
      'rumor_votes', coalesce((select jsonb_agg(to_jsonb(v)) from public.rumor_votes v where v.post_id = p.id), '[]'),
      'poll_votes', coalesce((select jsonb_agg(to_jsonb(v)) from public.poll_votes v where v.post_id = p.id), '[]'),
      'reactions', coalesce((select jsonb_agg(to_jsonb(x)) from public.post_reactions x where x.post_id = p.id), '[]'),
      'stickers', coalesce((select jsonb_agg(to_jsonb(x)) from public.post_stickers x where x.post_id = p.id), '[]'),
      'comment_reactions', coalesce((select jsonb_agg(to_jsonb(x)) from public.comments c
        join public.comment_reactions x on x.comment_id = c.id where c.post_id = p.id), '[]')),
    why, auth.uid()
  from public.community_posts p where p.id = post
  returning id
$$;

create or replace function private.restore_post_activity(record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Replies first: the trigger refuses replies to deleted comments. The foreign key is checked at the end.
  insert into public.comments select c.* from (
      select e || jsonb_build_object('hearts_count', 0, 'poops_count', 0, 'author_id',
        (select m.id from public.public_profiles m where m.id = (e ->> 'author_id')::uuid)) as doc
      from jsonb_array_elements(record -> 'comments') e order by e ->> 'parent_id' nulls last, e ->> 'created_at') rows,
    jsonb_populate_record(null::public.comments, rows.doc) c;
  insert into public.post_reactions select x.* from jsonb_array_elements(record -> 'reactions') e,
    jsonb_populate_record(null::public.post_reactions, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.post_stickers select x.* from jsonb_array_elements(coalesce(record -> 'stickers', '[]')) e,
    jsonb_populate_record(null::public.post_stickers, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.comment_reactions select x.* from jsonb_array_elements(coalesce(record -> 'comment_reactions', '[]')) e,
    jsonb_populate_record(null::public.comment_reactions, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.rumor_votes select x.* from jsonb_array_elements(record -> 'rumor_votes') e,
    jsonb_populate_record(null::public.rumor_votes, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.poll_votes select x.* from jsonb_array_elements(record -> 'poll_votes') e,
    jsonb_populate_record(null::public.poll_votes, e) x where exists (select from public.profiles m where m.id = x.user_id);
end $$;

create or replace function private.export_ties(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.post_stickers', (select jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at) from public.post_stickers s where s.user_id = me),
    'private.member_blocks', (select jsonb_agg(jsonb_build_object('nickname', p.nickname, 'kind', b.kind, 'created_at', b.created_at) order by b.created_at)
      from private.member_blocks b join public.public_profiles p on p.id = b.other_id where b.member_id = me),
    'private.follows', (select jsonb_agg(jsonb_build_object('type', f.target_type, 'title', private.followed_thing(f.target_type, f.target_id) ->> 'title',
        'channel', f.channel, 'created_at', f.created_at) order by f.created_at) from private.follows f where f.member_id = me),
    'private.rumor_hits', (select jsonb_agg(jsonb_build_object('rumor', p.title, 'vote', h.vote, 'hit', h.hit, 'decided_at', h.decided_at) order by h.decided_at)
      from private.rumor_hits h join public.community_posts p on p.id = h.post_id where h.member_id = me),
    'private.digests', (select jsonb_agg(to_jsonb(d) - '{member_id,code}'::text[]) from private.digests d where d.member_id = me),
    'private.team_mails', (select jsonb_agg(to_jsonb(t) - 'member_id') from private.team_mails t where t.member_id = me),
    'private.hit_rates', (select jsonb_agg(to_jsonb(r) - 'member_id') from private.hit_rates r where r.member_id = me))
$$;
