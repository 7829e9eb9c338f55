-- Fans ----------------------------------------------------------------------------------------------------------------

create table public.star_fans (
  star_id uuid not null references public.stars on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (star_id, user_id)
);
comment on table public.star_fans is
  'Who is a fan of whom. Public: /user/{slug}/fan-von shows it. '
  'Stays: until the member takes it back or deletes the account.';

-- For the stars of a member, latest first.
create index star_fans_user_id on public.star_fans (user_id, created_at desc, star_id);

create trigger star_fans_rate before insert or update on public.star_fans
  for each row execute function private.limit_rate('votes', '1000');
create trigger star_fans_count after insert or delete or update of star_id on public.star_fans
  for each row execute function private.count_star_fan();

alter table public.star_fans enable row level security;
revoke all on public.star_fans from public, anon, authenticated;
grant all on public.star_fans to service_role;
grant select on public.star_fans to anon;
grant select, insert (star_id, user_id), update (star_id, user_id), delete on public.star_fans to authenticated;
create policy "everybody reads" on public.star_fans for select to anon, authenticated using (true);
create policy "members become fans" on public.star_fans for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
-- Only for upserts, where PostgREST sets the key columns to their own values.
create policy "members stay fans" on public.star_fans for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy "members cease to be fans" on public.star_fans for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

create function private.count_star_fan() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then update public.stars set fans_count = fans_count - 1 where id = old.star_id; end if;
  if tg_op <> 'DELETE' then update public.stars set fans_count = fans_count + 1 where id = new.star_id; end if;
  return null;
end $$;
comment on function private.count_star_fan() is 'Trigger: stars.fans_count equals the rows of star_fans.';

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_fans(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.star_fans', (select jsonb_agg((to_jsonb(f) - 'user_id') || jsonb_build_object('star', s.full_name) order by f.created_at)
      from public.star_fans f join public.stars s on s.id = f.star_id where f.user_id = me))
$$;
comment on function private.export_fans(uuid) is 'Export: whose fan the member is.';
