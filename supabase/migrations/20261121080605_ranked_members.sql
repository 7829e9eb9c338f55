-- The members in the charts as they are shown: a chart reads one narrow table of a few hundred rows and not a hundred rows that lie all
-- over public_profiles.
create table private.ranked_members (
  member_id uuid primary key references public.public_profiles on delete cascade,
  ref jsonb not null
);
comment on table private.ranked_members is 'private.member_refs of everybody in private.member_ranks; kept by private.refresh_charts() and a trigger of public_profiles.';
revoke all on private.ranked_members from public, anon, authenticated;
grant select on private.ranked_members to anon, authenticated, service_role;

create function private.keep_ranked_members() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.ranked_members k where not exists (select from private.member_ranks r where r.member_id = k.member_id);
  -- Locked, so that karma that moves meanwhile is either read here or finds the row written here.
  insert into private.ranked_members (member_id, ref)
    select m.id, m.ref from private.member_refs m
    where m.id in (select r.member_id from private.member_ranks r)
      and not exists (select from private.ranked_members k where k.member_id = m.id)
    for share of m;
end $$;
comment on function private.keep_ranked_members() is 'Last part of private.refresh_charts(): private.ranked_members has everybody in the charts and nobody else.';

create function private.follow_ranked_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.ranked_members k set ref = (select m.ref from private.member_refs m where m.id = k.member_id) where k.member_id = new.id;
  return null;
end $$;
comment on function private.follow_ranked_member() is 'Trigger: charts show names, pictures and karma as they are now.';
create trigger public_profiles_ranked after update on public.public_profiles
  for each row when ((old.nickname, old.slug, old.avatar_url, old.karma) is distinct from (new.nickname, new.slug, new.avatar_url, new.karma))
  execute function private.follow_ranked_member();
