-- Blocked and muted members ----------------------------------------------------------------------------------------------

-- Who blocks somebody is private, so no client reads the table (docs/decisions/046-blocks.md).
create table private.member_blocks (
  member_id uuid not null references public.profiles on delete cascade,
  other_id uuid not null references public.public_profiles on delete cascade,
  kind text not null check (kind in ('block', 'mute')),
  created_at timestamptz not null default now(),
  primary key (member_id, other_id),
  constraint member_blocks_of_others check (member_id <> other_id)
);
comment on table private.member_blocks is 'Whom a member has blocked or muted. Nobody else learns of it, so it is read by definer functions only.';
comment on column private.member_blocks.kind is 'mute: I do not see or hear them. block: they cannot answer me either, and I am not told to them.';
create index member_blocks_other_id on private.member_blocks (other_id);
revoke all on private.member_blocks from public, anon, authenticated;

create function private.keeps_silent(recipient uuid, actor uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.member_blocks b where b.member_id = recipient and b.other_id = actor)
    or exists (select from private.member_blocks b where b.member_id = actor and b.other_id = recipient and b.kind = 'block')
$$;
comment on function private.keeps_silent(uuid, uuid) is
  'Whether acts of one member must not be told to another: the recipient has muted or blocked the actor, or the actor has blocked the recipient.';

-- Answers ----------------------------------------------------------------------------------------------------------------

create function private.check_answered() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The sentence does not say why.
  if exists (select from public.comments c join private.member_blocks b on b.member_id = c.author_id
      where c.id = new.parent_id and b.other_id = new.author_id and b.kind = 'block') then
    raise exception 'Auf diesen Kommentar kannst du nicht antworten.' using errcode = '42501', hint = 'reply_closed';
  end if;
  return new;
end $$;
comment on function private.check_answered() is 'Trigger: no answer to a comment of somebody who has blocked the author.';
-- Of what somebody writes now, not of what an archive brings back.
create trigger comments_11_answered before insert on public.comments
  for each row when (new.parent_id is not null and private.is_client()) execute function private.check_answered();

-- Nobody is told ---------------------------------------------------------------------------------------------------------

create or replace function private.notify(
  recipient uuid, kind text, title text, message text, data jsonb default '{}', post uuid default null, comment uuid default null,
  actor uuid default null, target uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  shown_actor constant uuid := (select p.id from public.public_profiles p where p.id = actor);
  happened_to constant uuid := coalesce(target, comment, post);
  entry uuid;
  is_known boolean;
  people integer;
begin
  -- Own actions never notify, nor do those of banned accounts and of blocked or muted members; the recipient may be deleted.
  if recipient is null or recipient = actor or private.is_banned(actor) or private.keeps_silent(recipient, actor) then return null; end if;
  if exists (select from public.notification_preferences n where n.user_id = recipient and n.type = kind and not n.enabled) then
    return null;
  end if;
  if actor is not null then
    -- Of two concurrent actors the second waits and joins the row of the first.
    perform pg_advisory_xact_lock(hashtextextended(concat(recipient, kind, happened_to), 0));
    select n.id into entry from public.notifications n
    where n.user_id = recipient and n.type = kind and n.target_id is not distinct from happened_to
      and n.created_at > now() - interval '24 hours' and exists (select from private.notification_actors a where a.notification_id = n.id)
    order by n.created_at desc limit 1;
  end if;
  if entry is null then
    insert into public.notifications (user_id, type, title, message, data, post_id, comment_id, target_id, actor_id)
      values (recipient, kind, title, private.with_actors(message, shown_actor, 0), coalesce(data, '{}'), post, comment, happened_to, shown_actor)
      returning id into entry;
    if actor is not null then insert into private.notification_actors values (entry, actor); end if;
    return entry;
  end if;
  is_known := exists (select from private.notification_actors a where a.notification_id = entry and a.actor_id = actor);
  if is_known and private.is_repeatable(kind) then return entry; end if;
  insert into private.notification_actors values (entry, actor) on conflict do nothing;
  select count(*) into people from private.notification_actors a where a.notification_id = entry;
  update public.notifications n set title = notify.title, message = private.with_actors(notify.message, coalesce(shown_actor, n.actor_id), people - 1),
      data = coalesce(notify.data, '{}'), comment_id = notify.comment, actor_id = coalesce(shown_actor, n.actor_id), read = false,
      created_at = now(), actors_count = people
    where n.id = entry;
  return entry;
end $$;

create or replace function private.notify_together(events private.notification_events[], recipient uuid, kind text, target uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry uuid;
  news private.notification_events[];
begin
  news := array(
    select e::private.notification_events from unnest(events) e where not private.keeps_silent(recipient, e.actor_id) order by e.id);
  if cardinality(news) = 0 then return; end if;
  if exists (select from public.notification_preferences n where n.user_id = recipient and n.type = kind and not n.enabled) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended(concat(recipient, kind, target), 0));
  select n.id into entry from public.notifications n
    where n.user_id = recipient and n.type = notify_together.kind and n.target_id = target
      and n.created_at > now() - interval '24 hours' and exists (select from private.notification_actors a where a.notification_id = n.id)
    order by n.created_at desc limit 1;
  if private.is_repeatable(kind) then
    news := array(
      select e::private.notification_events from (
        select distinct on (x.actor_id) x from unnest(news) x
        where not exists (select from private.notification_actors a where a.notification_id = entry and a.actor_id = x.actor_id)
        order by x.actor_id, x.id
      ) first (e) order by (e).id);
  end if;
  if entry is null and cardinality(news) > 0 then
    entry := private.notify_of_event(news[1], recipient, kind, target);
    news := news[2:];
  end if;
  if entry is null or cardinality(news) = 0 then return; end if;
  -- Only the latest is named, so those before it need only be counted.
  insert into private.notification_actors (notification_id, actor_id)
    select entry, e.actor_id from unnest(news[:cardinality(news) - 1]) e on conflict do nothing;
  perform private.notify_of_event(news[cardinality(news)], recipient, kind, target);
end $$;
-- Calls ------------------------------------------------------------------------------------------------------------------

create function private.blocks_of_caller() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object('member', m.ref, 'kind', b.kind, 'since', b.created_at) order by b.created_at desc, b.other_id)
    from private.member_blocks b join private.member_refs m on m.id = b.other_id where b.member_id = auth.uid()), '[]'::jsonb)
$$;
comment on function private.blocks_of_caller() is 'Whom the caller has blocked or muted, latest first.';
grant execute on function private.blocks_of_caller() to authenticated;

create function public.own_blocks() returns jsonb
language sql stable set search_path = '' as $$ select private.blocks_of_caller() $$;
comment on function public.own_blocks() is 'RPC: [{member, kind block | mute, since}], latest first; at most 500.';

create function private.block_member(member uuid, wanted text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  -- Arbitrary: the list is one small answer on every visit.
  most constant integer := 500;
begin
  if not exists (select from public.profiles p where p.id = me) then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.use_quota('blocks', 100);
  if wanted is null then
    delete from private.member_blocks b where b.member_id = me and b.other_id = member;
    return;
  end if;
  if wanted not in ('block', 'mute') then perform private.refuse('Das gibt es nicht.', 'unknown_type'); end if;
  if member = me then perform private.refuse('Dich selbst wirst du hier nicht los.', 'own_account'); end if;
  if not exists (select from public.public_profiles p where p.id = member) then
    raise exception 'Dieses Mitglied gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  if (select count(*) from private.member_blocks b where b.member_id = me and b.other_id <> member) >= most then
    perform private.refuse('Mehr als 500 gehen nicht. Heb zuerst eine Blockierung auf.', 'too_many_blocks');
  end if;
  insert into private.member_blocks (member_id, other_id, kind) values (me, member, wanted)
    on conflict (member_id, other_id) do update set kind = excluded.kind;
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
revoke all on function public.own_blocks(), public.set_block(uuid, text) from public, anon, authenticated;
grant execute on function public.own_blocks(), public.set_block(uuid, text) to authenticated;

-- Export -----------------------------------------------------------------------------------------------------------------

create function private.export_ties(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.member_blocks', (select jsonb_agg(jsonb_build_object('nickname', p.nickname, 'kind', b.kind, 'created_at', b.created_at) order by b.created_at)
      from private.member_blocks b join public.public_profiles p on p.id = b.other_id where b.member_id = me))
$$;
comment on function private.export_ties(uuid) is 'Export: whom the member has blocked or muted.';

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
      || private.export_moderation(me) || private.export_devices(me) || private.export_ties(me)) t;
  return jsonb_build_object('exported_at', now(), 'tables', tables);
end $$;
