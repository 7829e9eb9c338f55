-- Blocked and muted members -------------------------------------------------------------------------------------------

-- Who blocks somebody is private, so no client reads the table (docs/decisions/046-blocks.md).
create table private.member_blocks (
  member_id uuid not null references public.profiles on delete cascade,
  other_id uuid not null references public.public_profiles on delete cascade,
  kind text not null check (kind in ('block', 'mute')),
  created_at timestamptz not null default now(),
  primary key (member_id, other_id),
  constraint member_blocks_of_others check (member_id <> other_id)
);
comment on table private.member_blocks is
  'Whom a member has blocked or muted. Nobody else learns of it, so it is read by definer functions only. '
  'Stays: until the member takes it back or deletes the account.';
comment on column private.member_blocks.kind is 'mute: I do not see or hear them. block: they cannot answer me either, and I am not told to them.';

create index member_blocks_other_id on private.member_blocks (other_id);

revoke all on private.member_blocks from public, anon, authenticated, service_role;

create function private.keeps_silent(recipient uuid, actor uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not private.hears(recipient, actor)
    or exists (select from private.member_blocks b where b.member_id = actor and b.other_id = recipient and b.kind = 'block')
$$;
comment on function private.keeps_silent(uuid, uuid) is
  'Whether acts of one member must not be told to another: the recipient has muted or blocked the actor, or the actor has blocked the recipient.';

-- Calls ---------------------------------------------------------------------------------------------------------------

create function private.blocks_of_caller() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  return coalesce((
    select jsonb_agg(jsonb_build_object('member', m.ref, 'kind', b.kind, 'since', b.created_at) order by b.created_at desc, b.other_id)
    from private.member_blocks b join private.member_refs m on m.id = b.other_id where b.member_id = auth.uid()), '[]'::jsonb);
end $$;
comment on function private.blocks_of_caller() is 'Whom the caller has blocked or muted, latest first.';
grant execute on function private.blocks_of_caller() to authenticated;

create function public.own_blocks() returns jsonb
language sql stable set search_path = '' as $$ select private.blocks_of_caller() $$;
comment on function public.own_blocks() is 'RPC: [{member, kind block | mute, since}], latest first; at most 500.';
grant execute on function public.own_blocks() to authenticated, service_role;

create function private.block_member(member uuid, wanted text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  -- Arbitrary: the list is one small answer on every visit.
  most constant integer := 500;
begin
  if not exists (select from public.profiles p where p.id = me) then
    perform private.refuse('member.account_gone', '42501');
  end if;
  perform private.require_proven();
  perform private.use_quota('blocks', 100);
  if wanted is null then
    delete from private.member_blocks b where b.member_id = me and b.other_id = member;
    return;
  end if;
  if wanted not in ('block', 'mute') then perform private.refuse('member.unknown_type'); end if;
  if member = me then perform private.refuse('member.own_account.block'); end if;
  if not exists (select from public.public_profiles p where p.id = member) then
    perform private.refuse('member.target_gone', '23503');
  end if;
  if (select count(*) from private.member_blocks b where b.member_id = me and b.other_id <> member) >= most then
    perform private.refuse('member.too_many_blocks');
  end if;
  insert into private.member_blocks (member_id, other_id, kind) values (me, member, wanted)
    on conflict (member_id, other_id) do update set kind = excluded.kind;
  -- Only one's own following ends: the other one's would be missing from their list. They hear nothing of it (keeps_silent).
  delete from private.follows f where f.target_type = 'member' and f.member_id = me and f.target_id = member;
  perform private.silence(me, member);
end $$;
comment on function private.block_member(uuid, text) is 'Blocks or mutes a member for the caller; null ends both.';
grant execute on function private.block_member(uuid, text) to authenticated;

create function public.set_block(p_member uuid, p_kind text default null) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.block_member(p_member, p_kind);
  return public.own_blocks();
end $$;
comment on function public.set_block(uuid, text) is
  'RPC: blocks (block) or mutes (mute) a member, null ends it; returns own_blocks(). Hints own_account, too_many_blocks, unknown_type, target_gone, account_gone; 429.';
grant execute on function public.set_block(uuid, text) to authenticated, service_role;

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_blocks(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.member_blocks', (select jsonb_agg(jsonb_build_object('nickname', p.nickname, 'kind', b.kind, 'created_at', b.created_at) order by b.created_at)
      from private.member_blocks b join public.public_profiles p on p.id = b.other_id where b.member_id = me))
$$;
comment on function private.export_blocks(uuid) is 'Export: whom the member has blocked or muted.';
