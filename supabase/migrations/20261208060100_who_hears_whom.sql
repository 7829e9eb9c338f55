-- Whoever is silenced is not heard ------------------------------------------------------------------------------------------

-- The list of latest comments, suggestions and older notifications went on naming them (docs/decisions/087-silence-and-causes.md).
create function private.hears(member uuid, author uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from private.member_blocks b where b.member_id = hears.member and b.other_id = author)
$$;
comment on function private.hears(uuid, uuid) is
  'Whether a member wants to read and hear of another one: has neither muted nor blocked them. The one rule behind every list and count.';

create function private.hears(author uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select auth.uid() is null or author is null or private.hears(auth.uid(), author)
$$;
comment on function private.hears(uuid) is 'The same for the caller; guests hear everybody.';
revoke all on function private.hears(uuid, uuid), private.hears(uuid) from public, anon, authenticated;
grant execute on function private.hears(uuid) to anon, authenticated;

create or replace function private.keeps_silent(recipient uuid, actor uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not private.hears(recipient, actor)
    or exists (select from private.member_blocks b where b.member_id = actor and b.other_id = recipient and b.kind = 'block')
$$;

create or replace function private.excerpt_for(recipient uuid, c public.comments) returns text
language sql stable security definer set search_path = '' as $$
  select case when not exists (
      select from public.public_profiles p where p.slug = any (private.slugs_in(c.mentions)) and not private.hears(recipient, p.id))
    then private.excerpt(c.content, 100) end
$$;

-- What was told before ---------------------------------------------------------------------------------------------------

create function private.silence(member uuid, other uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry uuid;
begin
  for entry in
    select n.id from public.notifications n
    where n.user_id = silence.member and n.type <> 'team_role'
      and exists (select from private.notification_actors a where a.notification_id = n.id and a.actor_id = silence.other and not a.gone)
    order by n.id
  loop
    update private.notification_actors a set gone = true where a.notification_id = entry and a.actor_id = silence.other;
    perform private.settle_news(entry);
  end loop;
  -- Others wrote the name: the row stays, what they wrote is read on the page.
  update public.notifications n set data = n.data - 'comment_excerpt'
    from public.comments c, public.public_profiles p
    where n.user_id = silence.member and c.id = n.comment_id and p.id = silence.other and p.slug = any (private.slugs_in(c.mentions))
      and n.data ? 'comment_excerpt';
end $$;
comment on function private.silence(uuid, uuid) is
  'Takes a member that another one has muted or blocked out of the notifications of before. They do not come back when it ends.';
revoke all on function private.silence(uuid, uuid) from public, anon, authenticated;

create or replace function private.block_member(member uuid, wanted text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  -- Arbitrary: the list is one small answer on every visit.
  most constant integer := 500;
begin
  if not exists (select from public.profiles p where p.id = me) then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.require_proven();
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
  -- A block ends following in both directions, a mute one's own.
  delete from private.follows f where f.target_type = 'member'
    and ((f.member_id = me and f.target_id = member) or (wanted = 'block' and f.member_id = member and f.target_id = me));
  perform private.silence(me, member);
end $$;

create or replace function private.follow(kind text, target uuid, wish text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  -- Arbitrary: the list is one answer.
  most constant integer := 1000;
begin
  if not exists (select from public.profiles p where p.id = me) then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  end if;
  perform private.require_proven();
  perform private.use_quota('follows', 300);
  if wish = 'none' then
    delete from private.follows f where f.member_id = me and f.target_type = kind and f.target_id = target;
    return;
  end if;
  if wish not in ('usual', 'push', 'app', 'off') or kind is null or kind not in ('star', 'format', 'post', 'member') then
    perform private.refuse('Das gibt es nicht.', 'unknown_type');
  end if;
  if kind = 'member' and target = me then perform private.refuse('Dir selbst musst du nicht folgen.', 'own_account'); end if;
  if private.followed_thing(kind, target) is null then
    raise exception 'Das gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  -- One sentence for all: it must not say who has blocked whom.
  if kind = 'member' and (private.is_banned(target) or exists (
    select from private.member_blocks b where b.kind = 'block' and (b.member_id, b.other_id) in ((target, me), (me, target)))) then
    raise exception 'Diesem Mitglied kannst du gerade nicht folgen.' using errcode = '42501', hint = 'follow_closed';
  end if;
  if (select count(*) from private.follows f where f.member_id = me and f.target_id <> target) >= most then
    perform private.refuse('Mehr als 1.000 gehen nicht. Hör zuerst bei etwas auf.', 'too_many_follows');
  end if;
  insert into private.follows (member_id, target_type, target_id, channel) values (me, kind, target, nullif(wish, 'usual'))
    on conflict (member_id, target_type, target_id) do update set channel = excluded.channel;
end $$;

-- Answers: one sentence whether the comment is gone or its author has blocked the writer --------------------------------------

create function private.refuse_reply() returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception 'Auf diesen Kommentar kann man nicht mehr antworten.' using errcode = '42501', hint = 'reply_closed';
end $$;
comment on function private.refuse_reply() is 'Refuses an answer with one sentence and one code for all reasons, so that it does not disclose a block.';
grant execute on function private.refuse_reply() to authenticated;

create or replace function private.check_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.comments c where c.id = new.parent_id and c.parent_id is not null) then
    raise exception 'Auf eine Antwort antwortet man in derselben Runde.' using errcode = '23514', hint = 'comment_too_deep';
  end if;
  if exists (select from public.comments c where c.id = new.parent_id and c.deleted_at is not null) then
    perform private.refuse_reply();
  end if;
  return new;
end $$;

create or replace function private.check_answered() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.comments c join private.member_blocks b on b.member_id = c.author_id
      where c.id = new.parent_id and b.other_id = new.author_id and b.kind = 'block') then
    perform private.refuse_reply();
  end if;
  return new;
end $$;

create or replace function private.hold_comment(comment_id uuid, post uuid, parent uuid, said text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  written constant text := private.trim_text(private.clean_text(said));
begin
  perform private.require_writer();
  -- Repeated because the answer was lost.
  if exists (select from private.held_comments h where h.id = comment_id and h.author_id = me) then return; end if;
  if coalesce(written, '') = '' then perform private.refuse('Schreib erst was.', 'comment_empty'); end if;
  if char_length(written) > 2000 then perform private.refuse('Höchstens 2.000 Zeichen.', 'comment_length'); end if;
  if not exists (select from public.profiles p where p.id = me and p.nickname is not null) then
    raise exception 'Such dir zuerst einen Nickname aus.' using errcode = '42501', hint = 'nickname_required';
  end if;
  if not exists (select from public.community_posts p where p.id = post and p.status = 'approved') then
    raise exception 'Diesen Beitrag gibt es nicht mehr.' using errcode = '42501', hint = 'post_gone';
  end if;
  if parent is not null and not exists (
    select from public.comments c where c.id = parent and c.post_id = post and c.parent_id is null and c.deleted_at is null) then
    perform private.refuse_reply();
  end if;
  if exists (select from public.comments c join private.member_blocks b on b.member_id = c.author_id
      where c.id = parent and b.other_id = me and b.kind = 'block') then
    perform private.refuse_reply();
  end if;
  if (select count(*) from private.held_comments h where h.author_id = me and h.rejected_at is null) >= 5 then
    perform private.refuse('Fünf Kommentare von dir warten schon. Das Team liest sie zuerst.', 'too_many_held');
  end if;
  perform private.use_quota('posts', private.quota_of('posts', 100));
  insert into private.held_comments (id, post_id, parent_id, author_id, content)
    values (coalesce(comment_id, gen_random_uuid()), post, parent, me, written);
end $$;

-- Lists, suggestions, counts -------------------------------------------------------------------------------------------------

create or replace function private.list_mentionable(post uuid, typed text, wanted integer) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  prefix constant text := replace(replace(replace(private.nickname_key(left(coalesce(typed, ''), 20)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  listed uuid[] := '{}';
  person uuid;
begin
  if not exists (select from public.community_posts p where p.id = post and (p.status = 'approved' or p.author_id = auth.uid())) then
    return '{}';
  end if;
  -- One by one in order: most queries match among the first few, so six suggestions rarely need a hundred rows.
  for person in
    select near.id from (
      select p.author_id as id, 0 as place from public.community_posts p where p.id = post
      union all
      select t.id, t.place from private.people_of_thread(post, 100) with ordinality as t (id, place)
    ) near where near.id <> auth.uid() and private.hears(near.id) order by near.place
  loop
    exit when cardinality(listed) >= wanted;
    continue when person = any (listed);
    listed := listed || array(
      select m.id from public.public_profiles m where m.id = person and private.nickname_key(m.nickname) like prefix);
  end loop;
  -- All other members only for a non-empty query: an empty one would list the first of the alphabet.
  if cardinality(listed) >= wanted or prefix = '%' then return listed; end if;
  return listed || array(
    select m.id from public.public_profiles m
    where private.nickname_key(m.nickname) like prefix and m.id <> auth.uid() and m.id <> all (listed) and private.hears(m.id)
    order by private.nickname_key(m.nickname) using operator(pg_catalog.~<~) limit wanted - cardinality(listed));
end $$;

create or replace function private.latest_comments(wanted integer, post uuid default null) returns setof public.comments
language plpgsql stable security definer rows 20 set search_path = '' as $$
begin
  if post is null then
    return query select n.* from public.comments n
      join public.community_posts p on p.id = n.post_id and p.status = 'approved'
      where n.deleted_at is null and private.hears(n.author_id) order by n.created_at desc, n.id desc limit wanted;
  elsif exists (select from public.community_posts p where p.id = post and p.status = 'approved') then
    return query select n.* from public.comments n
      where n.post_id = post and n.deleted_at is null order by n.created_at desc, n.id desc limit wanted;
  end if;
end $$;

create or replace function public.viewer_comments(p_post_id text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  post constant uuid := private.as_uuid(p_post_id);
  me constant uuid := auth.uid();
  since constant timestamptz := (select r.read_at from public.comment_reads r where r.user_id = me and r.post_id = post);
  unread uuid[];
begin
  unread := array(
    select c.id from public.comments c
    where c.post_id = post and c.deleted_at is null and c.created_at > since and c.author_id is distinct from me
      and private.hears(c.author_id)
    order by c.created_at, c.id limit 1000);
  -- Starts from the caller's reactions, which are few, and not from the comments, which can be thousands.
  return jsonb_build_object('reactions', coalesce((
    select jsonb_agg(jsonb_build_object('comment_id', mine.comment_id, 'reaction', mine.reaction))
    from (
      select r.comment_id, r.reaction from public.comment_reactions r
      join public.comments c on c.id = r.comment_id
      where r.user_id = me and c.post_id = post
      order by r.updated_at desc
      limit 1000
    ) mine), '[]'::jsonb),
    'unread', cardinality(unread),
    'first_unread', unread[1],
    'newest', (select c.id from public.comments c where c.post_id = post and c.deleted_at is null order by c.created_at desc limit 1));
end $$;

create or replace function public.comment_news(p_post_id text, p_since timestamp with time zone, p_shown uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  post constant uuid := private.as_uuid(p_post_id);
  me constant uuid := auth.uid();
begin
  if not exists (select from public.community_posts p where p.id = post and p.status = 'approved') then return null; end if;
  return jsonb_build_object(
    'at', now(),
    'total', (select p.comments_count from public.community_posts p where p.id = post),
    'fresh', coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'parent_id', f.parent_id, 'own', coalesce(f.author_id = me, false)) order by f.created_at, f.id)
      from (
        select c.id, c.parent_id, c.author_id, c.created_at from public.comments c
        where c.post_id = post and c.deleted_at is null and c.created_at > p_since and private.hears(c.author_id)
        order by c.created_at desc, c.id desc limit 1000
      ) f), '[]'::jsonb),
    'shown', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'hearts', c.hearts_count, 'poops', c.poops_count, 'is_deleted', c.deleted_at is not null,
        'edit', case when c.deleted_at is null and c.edited_at > p_since - interval '1 minute'
          then jsonb_build_object('content', c.content, 'mentions', c.mentions, 'edited_at', c.edited_at) end))
      from public.comments c where c.id = any (p_shown[:1000]) and c.post_id = post), '[]'::jsonb));
end $$;

-- Blocks of before silence what was told before.
select private.silence(b.member_id, b.other_id) from private.member_blocks b;
delete from private.follows f using private.member_blocks b
  where b.kind = 'block' and f.target_type = 'member' and f.member_id = b.other_id and f.target_id = b.member_id;
