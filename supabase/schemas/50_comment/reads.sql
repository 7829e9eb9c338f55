-- Until when a member has read ----------------------------------------------------------------------------------------

create table public.comment_reads (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  post_id uuid not null references public.community_posts on delete cascade,
  read_at timestamptz not null default now(),
  primary key (user_id, post_id)
) with (fillfactor = 80);
comment on table public.comment_reads is 'Until when a member has read the comments of a post; for the jump to the first unread one.';

create index comment_reads_post_id on public.comment_reads (post_id);
create index comment_reads_read_at on public.comment_reads (read_at);

create trigger comment_reads_05_rate before insert or update on public.comment_reads
  for each row execute function private.limit_rate('votes', '1000');
create trigger comment_reads_guard before insert or update on public.comment_reads
  for each row execute function private.guard_read();

alter table public.comment_reads enable row level security;
revoke all on public.comment_reads from public, anon, authenticated;
grant all on public.comment_reads to service_role;
grant select,
  insert (user_id, post_id, read_at),
  update (user_id, post_id, read_at),
  delete
  on public.comment_reads to authenticated;
create policy "own read" on public.comment_reads for select to authenticated using (user_id = (select auth.uid()));
create policy "own insert" on public.comment_reads for insert to authenticated with check (user_id = (select auth.uid())
  and exists (select from public.community_posts p where p.id = post_id));
create policy "own update" on public.comment_reads for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "own delete" on public.comment_reads for delete to authenticated using (user_id = (select auth.uid()));
create policy "second factor: select" on public.comment_reads as restrictive for select to authenticated
  using ((select private.is_proven()));
create policy "second factor: insert" on public.comment_reads as restrictive for insert to authenticated
  with check ((select private.is_proven()));
create policy "second factor: update" on public.comment_reads as restrictive for update to authenticated
  using ((select private.is_proven())) with check ((select private.is_proven()));
create policy "second factor: delete" on public.comment_reads as restrictive for delete to authenticated
  using ((select private.is_proven()));

create function private.guard_read() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Never back, as several tabs write, and never ahead.
  new.read_at := least(new.read_at, now());
  if tg_op = 'UPDATE' then new.read_at := greatest(new.read_at, old.read_at); end if;
  return new;
end $$;
comment on function private.guard_read() is 'Trigger: the time moves forward only.';

-- In the export, and how long it is kept ------------------------------------------------------------------------------

create function private.export_comment_reads(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.comment_reads', (select jsonb_agg(to_jsonb(r) - 'user_id' order by r.read_at) from public.comment_reads r where r.user_id = me))
$$;
comment on function private.export_comment_reads(uuid) is 'Export: until when the member has read the comments of posts.';

create function private.retain_comment_reads() returns void
language sql set search_path = '' as $$
  delete from public.comment_reads where read_at < now() - interval '180 days';
$$;
comment on function private.retain_comment_reads() is 'Retention: for 180 days.';
