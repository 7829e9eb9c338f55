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

create function private.guard_read() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Never back, as several tabs write, and never ahead.
  new.read_at := least(new.read_at, now());
  if tg_op = 'UPDATE' then new.read_at := greatest(new.read_at, old.read_at); end if;
  return new;
end $$;
comment on function private.guard_read() is 'Trigger: the time moves forward only.';
create trigger comment_reads_05_rate before insert or update on public.comment_reads
  for each row execute function private.limit_rate('votes', '1000');
create trigger comment_reads_guard before insert or update on public.comment_reads
  for each row execute function private.guard_read();

alter table public.comment_reads enable row level security;
revoke all on public.comment_reads from public, anon, authenticated;
grant select, insert (user_id, post_id, read_at), update (user_id, post_id, read_at), delete on public.comment_reads to authenticated;
grant all on public.comment_reads to service_role;
create policy "own read" on public.comment_reads for select to authenticated using (user_id = (select auth.uid()));
create policy "own insert" on public.comment_reads for insert to authenticated with check (user_id = (select auth.uid())
  and exists (select from public.community_posts p where p.id = post_id));
create policy "own update" on public.comment_reads for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "own delete" on public.comment_reads for delete to authenticated using (user_id = (select auth.uid()));

create or replace function public.viewer_comments(p_post_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  post constant uuid := private.as_uuid(p_post_id);
  me constant uuid := auth.uid();
  since constant timestamptz := (select r.read_at from public.comment_reads r where r.user_id = me and r.post_id = post);
  unread uuid[];
begin
  unread := array(
    select c.id from public.comments c
    where c.post_id = post and c.deleted_at is null and c.created_at > since and c.author_id is distinct from me
    order by c.created_at, c.id limit 1000);
  -- Starts from the caller's reactions, which are few, and not from the comments, which can be thousands.
  return jsonb_build_object('reactions', coalesce((
    select jsonb_agg(jsonb_build_object('comment_id', mine.comment_id, 'reaction', mine.reaction))
    from (
      select r.comment_id, r.reaction from public.comment_reactions r
      join public.comments c on c.id = r.comment_id
      where r.user_id = me and c.post_id = post
      order by r.updated_at desc
      limit 1000
    ) mine), '[]'::jsonb),
    'unread', cardinality(unread),
    'first_unread', unread[1],
    'newest', (select c.id from public.comments c where c.post_id = post and c.deleted_at is null order by c.created_at desc limit 1));
end $$;
comment on function public.viewer_comments(text) is
  'RPC: the caller''s reactions to comments of one post, the 1,000 latest; how many others wrote since they last read (at most 1,000), the first of these, and the newest of all.';

create function private.export_reads(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('public.comment_reads', (select jsonb_agg(to_jsonb(r) - 'user_id' order by r.read_at) from public.comment_reads r where r.user_id = me))
$$;
comment on function private.export_reads(uuid) is 'Export: until when the member has read the comments of posts.';

create or replace function private.export_own_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  tables jsonb;
begin
  if not exists (select from public.profiles p where p.id = me) then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.use_quota('exports', 10);
  select jsonb_object_agg(t.key, case jsonb_typeof(t.value) when 'array' then t.value else '[]'::jsonb end) into tables
    from jsonb_each(private.export_identity(me) || private.export_passkeys(me) || private.export_content(me)
      || private.export_moderation(me) || private.export_devices(me) || private.export_ties(me) || private.export_reads(me)) t;
  return jsonb_build_object('exported_at', now(), 'tables', tables);
end $$;
