create table public.admin_actions (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid default auth.uid() references public.profiles on delete set null,
  action_type text not null check (char_length(action_type) between 1 and 80),
  target_type text not null check (char_length(target_type) between 1 and 80),
  target_id text check (char_length(target_id) <= 200),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 16000),
  created_at timestamptz not null default now()
);
comment on table public.admin_actions is 'What staff did, append-only (decisions §10). Also sent as analytics events flagged admin_action, as the specification says.';
create index admin_actions_created_at on public.admin_actions (created_at desc, id);
create index admin_actions_admin_id on public.admin_actions (admin_id, created_at desc, id);
create index admin_actions_target_type on public.admin_actions (target_type, created_at desc, id);

create function private.keep_admin_actions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The changes there are: a deleted account takes itself and its name out.
  if tg_op = 'UPDATE' and (to_jsonb(new) - '{admin_id,details}'::text[]) = (to_jsonb(old) - '{admin_id,details}'::text[])
     and (new.admin_id is null or new.admin_id = old.admin_id)
     and new.details in (old.details, old.details - '{name,from}'::text[]) then return new; end if;
  raise exception 'Das Protokoll wird nur fortgeschrieben.' using errcode = '42501', hint = 'append_only';
end $$;
comment on function private.keep_admin_actions() is 'Trigger: the log is only added to, whoever asks.';
create trigger admin_actions_keep before update or delete on public.admin_actions
  for each row execute function private.keep_admin_actions();

alter table public.admin_actions enable row level security;
revoke all on public.admin_actions from public, anon, authenticated, service_role;
grant select, insert (id, admin_id, action_type, target_type, target_id, details) on public.admin_actions to authenticated;
grant select, insert on public.admin_actions to service_role;
create policy "staff read" on public.admin_actions for select to authenticated using ((select private.is_moderator()));
create policy "staff record their own" on public.admin_actions for insert to authenticated
  with check ((select private.is_moderator()) and admin_id = (select auth.uid()));

-- Changes of roles, bans and settings are logged by the database itself, whichever client made them.
create function private.log_admin_action() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.admin_actions (action_type, target_type, target_id, details)
  values (tg_argv[0], tg_argv[1], case when tg_table_name = 'profiles' then to_jsonb(new) ->> 'id' end,
    case when tg_table_name = 'profiles'
      then jsonb_build_object('role', to_jsonb(new) -> 'role', 'is_banned', to_jsonb(new) -> 'is_banned')
      else to_jsonb(new) - 'id' - 'updated_by' end);
  return null;
end $$;
comment on function private.log_admin_action() is 'Trigger (action, target type): logs what an admin changed through the API.';
create trigger profiles_log_admin after update of role, is_banned on public.profiles
  for each row when (private.is_client() and (old.role, old.is_banned) is distinct from (new.role, new.is_banned))
  execute function private.log_admin_action('update_member', 'profile');
create trigger app_settings_log_admin after update on public.app_settings
  for each row when (private.is_client()) execute function private.log_admin_action('update_settings', 'app_settings');

-- RPC of specification §7
create function public.admin_get_all_users() returns table (
  id uuid, email text, full_name text, nickname text, slug text, avatar_url text, role text, is_banned boolean,
  banned_until timestamptz, karma integer, provider_type text, created_at timestamptz, updated_at timestamptz
)
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Das dürfen nur Admins.' using errcode = '42501', hint = 'not_allowed';
  end if;
  return query select p.id, p.email, p.full_name, p.nickname, p.slug, p.avatar_url, p.role, p.is_banned, p.banned_until,
    p.karma, p.provider_type, p.created_at, p.updated_at from public.profiles p order by p.created_at desc, p.id;
end $$;
comment on function public.admin_get_all_users() is 'RPC for admins: every member, newest first.';
revoke all on function public.admin_get_all_users() from public, anon, authenticated;
grant execute on function public.admin_get_all_users() to authenticated, service_role;
