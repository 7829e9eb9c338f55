create table public.user_sessions (
  id text primary key check (char_length(id) between 8 and 200),
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  session_start timestamptz not null default now(),
  session_end timestamptz,
  page_views integer not null default 0 check (page_views >= 0),
  actions_count integer not null default 0 check (actions_count >= 0),
  device_info jsonb not null default '{}' check (jsonb_typeof(device_info) = 'object' and octet_length(device_info::text) <= 3600)
);
comment on table public.user_sessions is 'A visit of a member after full consent; the client makes the id and upserts at the end. Times are the client''s, within what can be.';
create index user_sessions_user_id on public.user_sessions (user_id, session_start desc);
create index user_sessions_session_start on public.user_sessions (session_start);

alter table public.user_sessions enable row level security;
revoke all on public.user_sessions from public, anon, authenticated;
-- An upsert sets every column it was sent, the key too.
grant select,
  insert (id, user_id, session_start, session_end, page_views, actions_count, device_info),
  update (id, user_id, session_start, session_end, page_views, actions_count, device_info) on public.user_sessions to authenticated;
grant all on public.user_sessions to service_role;
create policy "own and admins read" on public.user_sessions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "own insert" on public.user_sessions for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "own update" on public.user_sessions for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create function private.receive_user_session() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.session_start is null or new.session_start > now() or new.session_start < now() - interval '7 days' then
    -- The first answer stands: a visit does not move.
    new.session_start := case tg_op when 'UPDATE' then old.session_start else now() end;
  end if;
  if new.session_end > now() then new.session_end := now(); end if;
  if new.session_end < new.session_start then new.session_end := new.session_start; end if;
  return new;
end $$;
comment on function private.receive_user_session() is
  'Trigger: a clock that is wrong neither loses a visit nor keeps it for ever: it begins within the last 7 days and ends by now.';
create trigger user_sessions_receive before insert or update on public.user_sessions
  for each row when (private.is_client()) execute function private.receive_user_session();
