-- Who was right -------------------------------------------------------------------------------------------------------

-- Those who voted on a rumor hear whether they were right, and have a hit rate and a chart; those who voted in a poll hear how it
-- ended (docs/product/votes-and-reactions.md).

create table private.rumor_hits (
  post_id uuid not null references public.post_rumors on delete cascade,
  member_id uuid not null references public.profiles on delete cascade,
  vote text not null check (vote in ('agree', 'disagree')),
  hit boolean not null,
  decided_at timestamptz not null default now(),
  primary key (post_id, member_id)
);
comment on table private.rumor_hits is
  'Votes on rumors as they were when the team decided, and whether they were right; gone when the status is open again. Not those of the author. '
  'Stays: until the account is deleted.';

create index rumor_hits_member_id on private.rumor_hits (member_id);
create index rumor_hits_decided_at on private.rumor_hits (decided_at);

create trigger rumor_hits_count after insert on private.rumor_hits
  referencing new table as new_rows for each statement execute function private.count_hits();
create trigger rumor_hits_recount after update on private.rumor_hits
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_hits();
create trigger rumor_hits_uncount after delete on private.rumor_hits
  referencing old table as old_rows for each statement execute function private.count_hits();

revoke all on private.rumor_hits from public, anon, authenticated, service_role;

create table private.hit_rates (
  member_id uuid primary key references public.profiles on delete cascade,
  hits integer not null default 0,
  decided integer not null default 0,
  hidden boolean not null default false
);
comment on table private.hit_rates is
  'Sums of private.rumor_hits by member, kept by its triggers; hidden: neither on the profile nor in the chart. '
  'Stays: counted from other tables, and says nothing that they do not say.';

revoke all on private.hit_rates from public, anon, authenticated, service_role;

create function private.count_hits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    update private.hit_rates r set hits = r.hits - o.hits, decided = r.decided - o.decided
      from (select x.member_id, count(*) filter (where x.hit) as hits, count(*) as decided from old_rows x group by x.member_id) o
      where r.member_id = o.member_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.hit_rates as r (member_id, hits, decided)
      select x.member_id, count(*) filter (where x.hit), count(*) from new_rows x group by x.member_id order by x.member_id
      on conflict (member_id) do update set hits = r.hits + excluded.hits, decided = r.decided + excluded.decided;
  end if;
  return null;
end $$;
comment on function private.count_hits() is 'Trigger: keeps the sums of whoever was right or wrong.';

create function private.record_hits(rumor public.post_rumors) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if rumor.rumor_status = 'unverified' then
    -- After an edit the votes of then stay noted: whoever votes now knows what the team had said.
    if rumor.recheck_at is null then delete from private.rumor_hits h where h.post_id = rumor.post_id; end if;
    return;
  end if;
  -- Decided the other way: the votes of then count, not those that knew.
  update private.rumor_hits h set hit = (h.vote = 'agree') = (rumor.rumor_status = 'verified') where h.post_id = rumor.post_id;
  if found then return; end if;
  insert into private.rumor_hits (post_id, member_id, vote, hit)
    select v.post_id, v.user_id, v.vote, (v.vote = 'agree') = (rumor.rumor_status = 'verified')
    from public.rumor_votes v join public.community_posts p on p.id = v.post_id
    where v.post_id = rumor.post_id and v.updated_at <= rumor.updated_at and v.user_id is distinct from p.author_id;
end $$;
comment on function private.record_hits(public.post_rumors) is
  'Notes who was right about a decided rumor, by the votes cast before the decision; takes that back when it is open again.';

create function private.decide_hits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_hits(new);
  return null;
end $$;
comment on function private.decide_hits() is 'Trigger: a decision about a rumor, or its end, settles the votes.';

create function private.announce_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.announcements (kind, post_id) values ('rumor', new.post_id)
    on conflict (post_id, kind) do update set told_up_to = default, done_at = null;
  return null;
end $$;
comment on function private.announce_decision() is 'Trigger: those who voted will be told of the decision of the team.';

-- Hit rate ------------------------------------------------------------------------------------------------------------

create function private.shown_hit_rate(member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('hits', r.hits, 'decided', r.decided) from private.hit_rates r
  where r.member_id = member and not r.hidden and r.decided >= 10
$$;
comment on function private.shown_hit_rate(uuid) is 'The hit rate on a profile: from ten decided votes on, unless the member hides it.';
grant execute on function private.shown_hit_rate(uuid) to anon, authenticated;

create function private.hit_rate_of_caller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return (
    select jsonb_build_object('hits', coalesce(r.hits, 0), 'decided', coalesce(r.decided, 0), 'shown', not coalesce(r.hidden, false))
    from (select auth.uid() as id) me left join private.hit_rates r on r.member_id = me.id);
end $$;
comment on function private.hit_rate_of_caller() is 'The caller''s own hit rate, and whether others see it.';
grant execute on function private.hit_rate_of_caller() to authenticated;

create function private.show_hit_rate(shown boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.profiles p where p.id = auth.uid()) then
    perform private.refuse('member.account_gone', '42501');
  end if;
  perform private.require_proven();
  insert into private.hit_rates (member_id, hidden) values (auth.uid(), not coalesce(shown, true))
    on conflict (member_id) do update set hidden = excluded.hidden;
  if not shown then delete from private.member_ranks k where k.chart = 'sleuths' and k.member_id = auth.uid(); end if;
end $$;
comment on function private.show_hit_rate(boolean) is 'Shows or hides the caller''s hit rate; a hidden one leaves the chart at once.';
grant execute on function private.show_hit_rate(boolean) to authenticated;

create function public.own_hit_rate() returns jsonb
language sql stable set search_path = '' as $$ select private.hit_rate_of_caller() $$;
comment on function public.own_hit_rate() is 'RPC: {hits, decided, shown} of the caller''s votes on rumors that are decided.';
grant execute on function public.own_hit_rate() to authenticated, service_role;

create function public.set_hit_rate_shown(p_shown boolean) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.show_hit_rate(p_shown);
  return private.hit_rate_of_caller();
end $$;
comment on function public.set_hit_rate_shown(boolean) is
  'RPC: whether others see the caller''s hit rate, on the profile and in the chart; returns own_hit_rate(). '
  'No quota: a choice for each member.';
grant execute on function public.set_hit_rate_shown(boolean) to authenticated, service_role;

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_rumor_hits(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.rumor_hits', (select jsonb_agg(jsonb_build_object('rumor', p.title, 'vote', h.vote, 'hit', h.hit, 'decided_at', h.decided_at) order by h.decided_at)
      from private.rumor_hits h join public.community_posts p on p.id = h.post_id where h.member_id = me),
    'private.hit_rates', (select jsonb_agg(to_jsonb(r) - 'member_id') from private.hit_rates r where r.member_id = me))
$$;
comment on function private.export_rumor_hits(uuid) is 'Export: which votes on rumors were right.';
