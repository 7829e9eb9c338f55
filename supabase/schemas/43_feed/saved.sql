-- Saved posts ---------------------------------------------------------------------------------------------------------

create table public.saved_posts (
  post_id uuid not null references public.community_posts on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
comment on table public.saved_posts is
  'Posts a member wants to find again. Only the member reads them; nobody is told and nothing counts them. '
  'Stays: until the member takes it back or deletes the account.';

-- For the list of a member, latest first.
create index saved_posts_user_id on public.saved_posts (user_id, created_at desc, post_id);

create trigger saved_posts_rate before insert or update on public.saved_posts
  for each row execute function private.limit_rate('votes', '1000');

alter table public.saved_posts enable row level security;
revoke all on public.saved_posts from public, anon, authenticated;
grant all on public.saved_posts to service_role;
grant select, insert (post_id, user_id), update (post_id, user_id), delete on public.saved_posts to authenticated;
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
create policy "second factor: select" on public.saved_posts as restrictive for select to authenticated
  using ((select private.is_proven()));

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
grant execute on function public.account_saved(text, integer) to authenticated, service_role;

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_saved_posts(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.saved_posts', (select jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at) from public.saved_posts s where s.user_id = me))
$$;
comment on function private.export_saved_posts(uuid) is 'Export: saved posts.';
