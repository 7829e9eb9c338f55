create table public.season_participants (
  season_id uuid not null references public.seasons on delete cascade,
  star_id uuid not null references public.stars on delete cascade,
  placement text check (char_length(placement) between 1 and 100),
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (season_id, star_id)
);
comment on table public.season_participants is 'Who took part in a season, and how it ended for them ("Gewinner:in", "Platz 3").';
comment on column public.season_participants.sort_order is 'Order on the season page, smallest first; ties by the star''s sort_key.';
create index season_participants_star_id on public.season_participants (star_id, season_id);

create function private.count_participant() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then update public.seasons set participants_count = participants_count - 1 where id = old.season_id; end if;
  if tg_op <> 'DELETE' then update public.seasons set participants_count = participants_count + 1 where id = new.season_id; end if;
  return null;
end $$;
comment on function private.count_participant() is 'Trigger: seasons.participants_count equals the rows of season_participants.';
create trigger season_participants_count after insert or delete or update of season_id on public.season_participants
  for each row execute function private.count_participant();

alter table public.season_participants enable row level security;
revoke all on public.season_participants from public, anon, authenticated;
grant select on public.season_participants to anon, authenticated;
grant insert (season_id, star_id, placement, sort_order),
  update (season_id, star_id, placement, sort_order), delete
  on public.season_participants to authenticated;
grant all on public.season_participants to service_role;
-- Two ids and a placement: what may be shown of them, the star's and the season's own policies decide.
create policy "everybody reads" on public.season_participants for select to anon, authenticated using (true);
create policy "staff insert" on public.season_participants for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.season_participants for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "staff delete" on public.season_participants for delete to authenticated using ((select private.is_moderator()));
