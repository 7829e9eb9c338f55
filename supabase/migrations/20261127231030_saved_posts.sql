-- Saved posts -------------------------------------------------------------------------------------------------------------------

create table public.saved_posts (
  post_id uuid not null references public.community_posts on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
comment on table public.saved_posts is 'Posts a member wants to find again. Only the member reads them; nobody is told and nothing counts them.';
-- For the list of a member, latest first.
create index saved_posts_user_id on public.saved_posts (user_id, created_at desc, post_id);

create trigger saved_posts_rate before insert or update on public.saved_posts
  for each row execute function private.limit_rate('votes', '1000');

alter table public.saved_posts enable row level security;
revoke all on public.saved_posts from public, anon, authenticated;
grant select on public.saved_posts to authenticated;
grant insert (post_id, user_id), update (post_id, user_id), delete on public.saved_posts to authenticated;
grant all on public.saved_posts to service_role;
create policy "members read their own" on public.saved_posts for select to authenticated using (user_id = (select auth.uid()));
create policy "members save approved posts" on public.saved_posts for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));
-- Only for upserts, where PostgREST sets the key columns to their own values.
create policy "members keep what they saved" on public.saved_posts for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));
create policy "members remove what they saved" on public.saved_posts for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

create function public.account_saved(p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,00000000-0000-0000-0000-000000000000}');
begin
  return (
    with listed as materialized (
      select s.post_id, s.created_at, c.card, row_number() over (order by s.created_at desc, s.post_id) as place
      from public.saved_posts s
      join private.post_cards c on c.id = s.post_id
      where s.user_id = (select auth.uid()) and s.created_at <= last[1]::timestamptz
        and (s.created_at < last[1]::timestamptz or s.post_id > last[2]::uuid)
      order by s.created_at desc, s.post_id
      limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.card order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.post_id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.account_saved(text, integer) is 'RPC: approved posts the caller has saved, latest saved first, after a cursor.';
revoke all on function public.account_saved(text, integer) from public, anon, authenticated;
grant execute on function public.account_saved(text, integer) to authenticated;

create or replace function public.viewer_posts(p_ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare me constant uuid := auth.uid();
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('post_id', asked.id, 'reaction', r.reaction, 'rumor_vote', v.vote, 'poll_option', o.option_id,
      'saved', s.post_id is not null) order by asked.place)
    from (
      select given.id, min(given.place) as place from unnest(p_ids[1:100]) with ordinality as given (id, place)
      where given.id is not null group by given.id
    ) asked
    left join public.post_reactions r on r.post_id = asked.id and r.user_id = me
    left join public.rumor_votes v on v.post_id = asked.id and v.user_id = me
    left join public.poll_votes o on o.post_id = asked.id and o.user_id = me
    left join public.saved_posts s on s.post_id = asked.id and s.user_id = me), '[]'::jsonb);
end $$;
comment on function public.viewer_posts(uuid[]) is 'RPC: the caller''s reaction and vote on up to 100 posts, and whether they are saved; one entry for each id asked.';

-- Export: what a member has saved.
create or replace function private.export_content(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.community_posts', (select jsonb_agg((to_jsonb(p) - '{author_id,moderated_by,hot_rank}'::text[]) || jsonb_build_object(
        'rumor', (select to_jsonb(r) - 'post_id' from public.post_rumors r where r.post_id = p.id),
        'poll_options', (select jsonb_agg(to_jsonb(o) - 'post_id' order by o.position) from public.poll_options o where o.post_id = p.id))
        order by p.created_at) from public.community_posts p where p.author_id = me),
    'public.comments', (select jsonb_agg(to_jsonb(c) - 'author_id' order by c.created_at) from public.comments c where c.author_id = me),
    'public.post_reactions', (select jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at) from public.post_reactions r where r.user_id = me),
    'public.comment_reactions', (select jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at) from public.comment_reactions r where r.user_id = me),
    'public.rumor_votes', (select jsonb_agg(to_jsonb(v) - 'user_id' order by v.created_at) from public.rumor_votes v where v.user_id = me),
    'public.poll_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('option', o.text) order by v.created_at)
        from public.poll_votes v join public.poll_options o on o.id = v.option_id where v.user_id = me),
    'public.demand_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
        from public.demand_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.realness_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
        from public.realness_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.drama_votes', (select jsonb_agg((to_jsonb(v) - 'user_id') || jsonb_build_object('star', s.full_name) order by v.created_at)
        from public.drama_votes v join public.stars s on s.id = v.star_id where v.user_id = me),
    'public.star_fans', (select jsonb_agg((to_jsonb(f) - 'user_id') || jsonb_build_object('star', s.full_name) order by f.created_at)
        from public.star_fans f join public.stars s on s.id = f.star_id where f.user_id = me),
    'public.saved_posts', (select jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at) from public.saved_posts s where s.user_id = me),
    -- The second part of a reaction's source is the member who reacted.
    'public.karma_events', (select jsonb_agg((to_jsonb(k) - '{user_id,actor_id}'::text[]) || jsonb_build_object('source', split_part(k.source, ':', 1))
        order by k.created_at) from public.karma_events k where k.user_id = me),
    'public.news', (select jsonb_agg(to_jsonb(n) - 'author_id' order by n.created_at) from public.news n where n.author_id = me))
$$;
comment on function private.export_content(uuid) is 'Export: posts, comments, votes, reactions, fans, saved posts, karma, news.';
