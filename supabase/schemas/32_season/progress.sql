-- How far a member has seen a season: one number, for nobody else ------------------------------------------------------

create table private.watch_progress (
  member_id uuid not null references public.profiles on delete cascade,
  season_id uuid not null references public.seasons on delete cascade,
  until_number integer not null check (until_number between 0 and 9999),
  updated_at timestamptz not null default now(),
  primary key (member_id, season_id)
);
comment on table private.watch_progress is
  'Until which episode a member has seen a season; 0: nothing of it yet, and everything is to stay covered. '
  'Stays: until the member takes it back or deletes the account.';

create index watch_progress_season_id on private.watch_progress (season_id);
create index watch_progress_latest on private.watch_progress (member_id, updated_at desc);

revoke all on private.watch_progress from public, anon, authenticated, service_role;

create function private.aired_until(season uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select max(e.number) from private.episodes e where e.season_id = season and e.first_available_at <= now()), 0);
end $$;
comment on function private.aired_until(uuid) is 'Number of the latest episode of a season that can be watched; 0 when there is none.';

create function private.progress_of_caller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('season_id', p.season_id, 'until', p.until_number) order by p.updated_at desc, p.season_id), '[]'::jsonb)
    from (select * from private.watch_progress w where w.member_id = auth.uid() order by w.updated_at desc, w.season_id limit 1000) p);
end $$;
comment on function private.progress_of_caller() is 'How far the caller has seen each season, latest first.';
grant execute on function private.progress_of_caller() to authenticated;

create function public.own_progress() returns jsonb
language sql stable set search_path = '' as $$ select private.progress_of_caller() $$;
comment on function public.own_progress() is 'RPC: [{season_id, until}], latest first; at most 1,000. until 0: nothing seen yet.';
grant execute on function public.own_progress() to authenticated, service_role;

create function private.note_progress(season uuid, until integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  -- Arbitrary: the list is one answer.
  most constant integer := 1000;
begin
  if not exists (select from public.profiles p where p.id = me) then
    perform private.refuse('member.account_gone', '42501');
  end if;
  perform private.require_proven();
  perform private.use_quota('progress', 2000);
  if until is null then
    delete from private.watch_progress p where p.member_id = me and p.season_id = season;
    return;
  end if;
  if not exists (select from public.seasons s join public.formats f on f.id = s.format_id and f.is_active where s.id = season) then
    perform private.refuse('moderation.target_gone', '23503');
  end if;
  if until < 0 or until > private.aired_until(season) then perform private.refuse('format.not_aired'); end if;
  if (select count(*) from private.watch_progress p where p.member_id = me and p.season_id <> season) >= most then
    perform private.refuse('format.too_many_seasons');
  end if;
  insert into private.watch_progress (member_id, season_id, until_number) values (me, season, until)
    on conflict (member_id, season_id) do update set until_number = excluded.until_number, updated_at = now();
end $$;
comment on function private.note_progress(uuid, integer) is 'See public.set_progress().';
grant execute on function private.note_progress(uuid, integer) to authenticated;

create function public.set_progress(p_season uuid, p_until integer) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.note_progress(p_season, p_until);
  return public.own_progress();
end $$;
comment on function public.set_progress(uuid, integer) is
  'RPC: the caller has seen a season until this episode; 0: nothing yet, null: takes it back. Returns own_progress(). Hints not_aired, too_many_seasons, target_gone, account_gone; 429.';
grant execute on function public.set_progress(uuid, integer) to authenticated, service_role;

create function private.export_progress(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('private.watch_progress', (
    select jsonb_agg(jsonb_build_object('format', f.name, 'season', s.season_number, 'until', p.until_number, 'updated_at', p.updated_at)
      order by p.updated_at)
    from private.watch_progress p
    join public.seasons s on s.id = p.season_id
    join public.formats f on f.id = s.format_id
    where p.member_id = me))
$$;
comment on function private.export_progress(uuid) is 'Export: how far the member has seen each season.';
