create table public.user_sessions (
  id text primary key check (char_length(id) between 8 and 200),
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  session_start timestamptz not null default now(),
  session_end timestamptz,
  page_views integer not null default 0 check (page_views >= 0),
  actions_count integer not null default 0 check (actions_count >= 0),
  device_info jsonb not null default '{}' check (jsonb_typeof(device_info) = 'object' and octet_length(device_info::text) <= 4000)
);
comment on table public.user_sessions is 'A visit of a member after full consent; the client makes the id and upserts at the end. Times are the client''s.';
create index user_sessions_user_id on public.user_sessions (user_id, session_start desc);
create index user_sessions_session_start on public.user_sessions (session_start);

alter table public.user_sessions enable row level security;
revoke all on public.user_sessions from public, anon, authenticated;
grant select, insert, update on public.user_sessions to authenticated;
grant all on public.user_sessions to service_role;
create policy "own and admins read" on public.user_sessions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "own insert" on public.user_sessions for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "own update" on public.user_sessions for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));
