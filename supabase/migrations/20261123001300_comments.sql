-- Comments ------------------------------------------------------------------------------------------------------------

create table public.comments (
  id uuid primary key default gen_random_uuid(),
  content text not null,
  mentions jsonb,
  author_id uuid default auth.uid() references public.public_profiles on delete set null,
  post_id uuid not null references public.community_posts on delete cascade,
  parent_id uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  hearts_count integer not null default 0,
  poops_count integer not null default 0,
  -- Referenced by parent_id: a reply belongs to the same post as the comment it answers.
  unique (post_id, id),
  foreign key (post_id, parent_id) references public.comments (post_id, id) on delete cascade,
  constraint comments_content_length check (
    (deleted_at is null and char_length(btrim(content)) >= 1 and char_length(content) <= 2000)
    or (deleted_at is not null and content = ''))
);
comment on table public.comments is 'Comments and their replies, two levels. Deleting empties the text and keeps the thread ("[Gelöschter Kommentar]").';
comment on column public.comments.mentions is
  'Members the text names: {nickname key: slug} at the time of writing, null for nobody. Maintained by trigger; a slug leads to its member forever.';
comment on column public.comments.deleted_at is 'Set by a DELETE through the API; the row stays.';
-- For foreign keys only; the indexes for the orders of pages come with the page RPCs.
create index comments_parent on public.comments (post_id, parent_id);
create index comments_author on public.comments (author_id, created_at desc, id desc);

create table private.removed_comments (
  comment_id uuid primary key references public.comments on delete cascade,
  content text not null,
  author_id uuid references public.profiles on delete set null,
  removed_by uuid references public.profiles on delete set null,
  removed_at timestamptz not null default now()
);
comment on table private.removed_comments is 'Text of a comment before the team removed it, needed to answer an appeal. A job deletes it after 180 days.';
create index removed_comments_author_id on private.removed_comments (author_id);
create index removed_comments_removed_by on private.removed_comments (removed_by);
create index removed_comments_removed_at on private.removed_comments (removed_at);

create function private.guard_comment() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if old.author_id is distinct from auth.uid() then
    raise exception 'Kommentare ändert nur, wer sie geschrieben hat.' using errcode = '42501', hint = 'not_author';
  end if;
  if old.deleted_at is not null or old.created_at <= now() - interval '15 minutes' then
    raise exception 'Kommentare lassen sich nur 15 Minuten lang ändern.' using errcode = '42501', hint = 'edit_window_over';
  end if;
  if new.content is distinct from old.content then new.edited_at := now(); end if;
  return new;
end $$;
comment on function private.guard_comment() is 'Trigger: authors edit within 15 minutes; the edit is flagged.';
create trigger comments_guard before update on public.comments
  for each row execute function private.guard_comment();
create trigger comments_07_nickname before insert on public.comments
  for each row execute function private.require_nickname();
create trigger comments_05_rate before insert on public.comments
  for each row execute function private.limit_rate('posts', '100');

create function private.check_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.comments c where c.id = new.parent_id and c.parent_id is not null) then
    raise exception 'Auf eine Antwort antwortet man in derselben Runde.' using errcode = '23514', hint = 'comment_too_deep';
  end if;
  if exists (select from public.comments c where c.id = new.parent_id and c.deleted_at is not null) then
    raise exception 'Diesen Kommentar gibt es nicht mehr.' using errcode = '23514', hint = 'parent_deleted';
  end if;
  return new;
end $$;
comment on function private.check_reply() is 'Trigger: two levels, and no answer to a deleted comment.';
create trigger comments_10_reply before insert on public.comments
  for each row when (new.parent_id is not null) execute function private.check_reply();

create function private.count_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.deleted_at is null then
    perform private.count_on_post(new.post_id, comments => 1, active_at => new.created_at);
  elsif tg_op = 'UPDATE' and (old.deleted_at is null) <> (new.deleted_at is null) then
    perform private.count_on_post(new.post_id, comments => case when new.deleted_at is null then 1 else -1 end);
  elsif tg_op = 'DELETE' and old.deleted_at is null then
    perform private.count_on_post(old.post_id, comments => -1);
  end if;
  return null;
end $$;
comment on function private.count_comment() is 'Trigger: comments_count of the post equals its undeleted comments.';
create trigger comments_count after insert or delete or update of deleted_at on public.comments
  for each row execute function private.count_comment();

-- Only for DELETE through the API: cascades and the server really delete.
create function private.empty_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.deleted_at is not null then return null; end if;
  update public.comments set deleted_at = now(), content = '' where id = old.id;
  if old.author_id is distinct from auth.uid() then
    insert into private.removed_comments (comment_id, content, author_id, removed_by) values (old.id, old.content, old.author_id, auth.uid());
    insert into public.moderation_actions (target_type, target_post_id, target_comment_id, target_user_id, action, reason, admin_id)
      values ('comment', old.post_id, old.id, old.author_id, 'deleted', 'Vom Team gelöscht', auth.uid());
    perform private.earn_karma(old.author_id, 'comment_removed', old.id::text);
  end if;
  return null;
end $$;
comment on function private.empty_comment() is 'Trigger: a DELETE through the API empties the comment and keeps its place in the thread. If staff remove it, the text is stored in removed_comments, karma −3.';
create trigger comments_empty before delete on public.comments
  for each row when (private.is_client()) execute function private.empty_comment();

create function private.karma_of_deleted_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.deleted_at is null then
    perform private.undo_karma(new.id::text, array['comment_removed']);
    delete from private.removed_comments where comment_id = new.id;
  end if;
  return null;
end $$;
comment on function private.karma_of_deleted_comment() is 'Trigger: restoring a comment removes the karma entry of its removal.';
create trigger comments_karma after update of deleted_at on public.comments
  for each row execute function private.karma_of_deleted_comment();

alter table public.comments enable row level security;
revoke all on public.comments from public, anon, authenticated;
grant select on public.comments to anon, authenticated;
grant insert (id, content, author_id, post_id, parent_id), update (content), delete on public.comments to authenticated;
grant all on public.comments to service_role;
-- A comment is as visible as its post: the subquery runs under the policy of posts.
create policy "everybody reads those of visible posts" on public.comments for select to anon, authenticated
  using (exists (select from public.community_posts p where p.id = post_id));
create policy "members comment on approved posts" on public.comments for insert to authenticated
  with check (author_id = (select auth.uid()) and (select private.may_write())
    and exists (select from public.community_posts p where p.id = post_id and p.status = 'approved'));
create policy "authors edit" on public.comments for update to authenticated
  using (author_id = (select auth.uid()) and (select private.may_write()))
  with check (author_id = (select auth.uid()) and (select private.may_write()));
create policy "authors and staff delete" on public.comments for delete to authenticated
  using ((author_id = (select auth.uid()) and (select private.may_write())) or (select private.is_moderator()));

create index comments_best on public.comments (post_id, (hearts_count - poops_count) desc, created_at desc, id desc) where parent_id is null;
create index comments_newest on public.comments (post_id, created_at desc, id desc) where parent_id is null;
create index comments_replies on public.comments (post_id, parent_id, created_at, id) where parent_id is not null;

-- For the latest authors below a post, also as suggestions for @mentions. With the author, so that 500 rows are an index-only scan.
create index comments_latest on public.comments (post_id, created_at desc) include (author_id) where deleted_at is null;

create index comments_deleted on public.comments (deleted_at) where deleted_at is not null;

-- Comments are stored clean, like posts.
create function private.clean_comment() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.content := private.trim_text(private.clean_text(new.content));
  if private.is_client() and new.content = '' then perform private.refuse('Schreib erst was.', 'comment_empty'); end if;
  if private.is_client() and char_length(new.content) > 2000 then
    perform private.refuse('Höchstens 2.000 Zeichen.', 'comment_length');
  end if;
  return new;
end $$;
comment on function private.clean_comment() is 'Trigger: the text of a comment is stored cleaned, 1 to 2,000 characters.';
create trigger comments_02_clean before insert or update of content on public.comments
  for each row when (new.deleted_at is null) execute function private.clean_comment();

-- Mentions ------------------------------------------------------------------------------------------------------------

-- Mentions are resolved when a comment is written: an unknown name stays text, and a link leads to the member who was meant, even if
-- they are renamed or somebody else takes the name. Pages, rows and realtime carry the result without another query.

create function private.mentioned_names(content text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select coalesce(array_agg(found.name order by found.first_at), '{}') from (
    select private.nickname_key(m[1]) as name, min(at) as first_at
    from regexp_matches(content, '(?<![A-Za-z0-9ÄÖÜäöüß_.@])@([A-Za-z0-9ÄÖÜäöüß_.]+)', 'g') with ordinality as matches (m, at)
    where char_length(rtrim(m[1], '.')) between 1 and 20
    group by 1 order by 2 limit 10
  ) found
$$;
comment on function private.mentioned_names(text) is
  'Up to ten distinct @names in a text as nickname keys, including full stops that end either the name or the sentence.';

create function private.known_mentions(content text, before jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  -- "@anna." is the member "anna." if there is one, otherwise "anna" at the end of a sentence.
  return (
    select jsonb_object_agg(found.key, found.slug)
    from unnest(private.mentioned_names(content)) as given (name)
    cross join lateral (
      select spelling.key, coalesce(before ->> spelling.key, p.slug) as slug
      from (values (1, given.name), (2, rtrim(given.name, '.'))) as spelling (place, key)
      left join public.public_profiles p on private.nickname_key(p.nickname) = spelling.key
      where before ? spelling.key or p.slug is not null
      order by spelling.place
      limit 1
    ) found);
end $$;
comment on function private.known_mentions(text, jsonb) is
  'Members whose @nickname is in a text as {nickname key: slug}, null for nobody. Names resolved before (same shape) keep their member.';

create function private.set_mentions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.mentions := case when position('@' in new.content) > 0 then private.known_mentions(new.content, old.mentions) end;
  return new;
end $$;
comment on function private.set_mentions() is 'Trigger: sets comments.mentions from the text.';
create trigger comments_03_mentions before insert or update of content on public.comments
  for each row execute function private.set_mentions();

create function private.people_of_thread(post uuid, wanted integer) returns setof uuid
language plpgsql stable security definer rows 20 set search_path = '' as $$
begin
  return query
    select latest.author_id from (
      select c.author_id, c.created_at from public.comments c
      where c.post_id = post and c.deleted_at is null and c.author_id is not null
      order by c.created_at desc limit 500
    ) latest
    group by latest.author_id order by max(latest.created_at) desc limit wanted;
end $$;
comment on function private.people_of_thread(uuid, integer) is 'Authors of the 500 latest undeleted comments of a post, latest first.';
revoke execute on function private.people_of_thread(uuid, integer) from public;

-- Pages ---------------------------------------------------------------------------------------------------------------

-- The comments below a post: two levels.

-- A definer function, because behind row-level security the order by score could not use its index; it returns comments of approved
-- posts only.
create function private.list_comments(post uuid, best boolean, after text, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  -- Sorts before every row, so that the first page and later ones share one plan with an index condition.
  last constant text[] := coalesce(private.cursor_parts(after, case when best then '{integer,instant,uuid}'::text[] else '{instant,uuid}' end),
    case when best then '{2147483647,infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}'::text[] else '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}' end);
begin
  if not exists (select from public.community_posts p where p.id = post and p.status = 'approved') then return; end if;
  if best then
    return query
      select c.id, array[(c.hearts_count - c.poops_count)::text, c.created_at::text, c.id::text]
      from public.comments c
      where c.post_id = post and c.parent_id is null
        and (c.hearts_count - c.poops_count, c.created_at, c.id) < (last[1]::integer, last[2]::timestamptz, last[3]::uuid)
      order by c.hearts_count - c.poops_count desc, c.created_at desc, c.id desc
      limit wanted;
  else
    return query
      select c.id, array[c.created_at::text, c.id::text]
      from public.comments c
      where c.post_id = post and c.parent_id is null
        and (c.created_at, c.id) < (last[1]::timestamptz, last[2]::uuid)
      order by c.created_at desc, c.id desc
      limit wanted;
  end if;
end $$;
comment on function private.list_comments(uuid, boolean, text, integer) is 'Ids of the top-level comments of an approved post, best or newest first, after a cursor.';
grant execute on function private.list_comments(uuid, boolean, text, integer) to anon, authenticated, service_role;

-- A deleted comment keeps its place in the thread and nothing else.
create view private.comment_items with (security_invoker = on) as
select c.id, c.post_id, c.parent_id, c.created_at,
  case when c.deleted_at is not null
    then jsonb_build_object('id', c.id, 'parent_id', c.parent_id, 'content', '', 'mentions', null, 'is_deleted', true,
      'edited_at', null, 'created_at', c.created_at, 'author', null, 'is_author', false, 'is_team', false, 'hearts', 0, 'poops', 0)
    else jsonb_build_object('id', c.id, 'parent_id', c.parent_id, 'content', c.content, 'mentions', c.mentions, 'is_deleted', false,
      'edited_at', c.edited_at, 'created_at', c.created_at, 'author', m.ref, 'is_author', coalesce(c.author_id = p.author_id, false),
      'is_team', c.author_id is not null and c.author_id in (select private.team_members()),
      'hearts', c.hearts_count, 'poops', c.poops_count)
  end as item
from public.comments c
join public.community_posts p on p.id = c.post_id
left join private.member_refs m on m.id = c.author_id;
comment on view private.comment_items is 'Comments as comment, deleted ones without content and author.';
grant select on private.comment_items to anon, authenticated, service_role;

create function public.comments_page(p_post_id text, p_sort text default 'best', p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  post constant uuid := private.as_uuid(p_post_id);
  wanted constant integer := private.page_limit(p_limit);
begin
  return (
    with listed as materialized (
      select l.id, l.keys, l.place
      from private.list_comments(post, p_sort is distinct from 'new', p_after, wanted + 1) with ordinality as l (id, keys, place)
    ), replies as materialized (
      select r.parent_id, jsonb_agg(r.item order by r.created_at, r.id) as items
      from listed l
      cross join lateral (
        select i.parent_id, i.item, i.created_at, i.id from private.comment_items i
        where i.post_id = post and i.parent_id = l.id
        order by i.created_at, i.id
        limit 500
      ) r
      where l.place <= wanted
      group by r.parent_id
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(c.item || jsonb_build_object('replies', coalesce(r.items, '[]'::jsonb)) order by l.place)
        from listed l
        join private.comment_items c on c.id = l.id
        left join replies r on r.parent_id = l.id
        where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(variadic l.keys) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)),
      'total', coalesce((select p.comments_count from public.community_posts p where p.id = post and p.status = 'approved'), 0)));
end $$;
comment on function public.comments_page(text, text, text, integer) is
  'Comments of an approved post: top level best or new after a cursor, each with its replies, oldest first (at most 500).';
revoke execute on function public.comments_page(text, text, text, integer) from public;
grant execute on function public.comments_page(text, text, text, integer) to anon, authenticated, service_role;

-- Deep links to comments and suggestions for @mentions.

create function public.comment_thread(p_comment_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant uuid := private.as_uuid(p_comment_id);
  top uuid;
  post uuid;
begin
  select coalesce(c.parent_id, c.id), c.post_id into top, post from public.comments c
    join public.community_posts p on p.id = c.post_id and p.status = 'approved' where c.id = wanted;
  if top is null then return null; end if;
  return (
    select jsonb_build_object('post', public.post_path(post::text), 'thread', t.item || jsonb_build_object('replies', coalesce((
      select jsonb_agg(r.item order by r.created_at, r.id)
      from (
        select i.item, i.created_at, i.id from private.comment_items i
        where i.post_id = post and i.parent_id = top
        -- Always includes the requested one, however many there are.
        order by i.id = wanted desc, i.created_at, i.id
        limit 500
      ) r), '[]'::jsonb)))
    from private.comment_items t where t.id = top
  );
end $$;
comment on function public.comment_thread(text) is
  'RPC: the thread of a comment on an approved post (its top level with up to 500 replies) and the post''s address; null when there is none.';

create function private.list_mentionable(post uuid, typed text, wanted integer) returns uuid[]
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
    ) near where near.id <> auth.uid() order by near.place
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
    where private.nickname_key(m.nickname) like prefix and m.id <> auth.uid() and m.id <> all (listed)
    order by private.nickname_key(m.nickname) using operator(pg_catalog.~<~) limit wanted - cardinality(listed));
end $$;
comment on function private.list_mentionable(uuid, text, integer) is
  'Members whose nickname begins with the query: author and commenters of the post first, then all by name. Never the caller.';
grant execute on function private.list_mentionable(uuid, text, integer) to authenticated;

create function public.mention_suggestions(p_post_id text, p_query text default '') returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare listed constant uuid[] := private.list_mentionable(private.as_uuid(p_post_id), p_query, 6);
begin
  return coalesce((
    select jsonb_agg(m.ref order by array_position(listed, m.id)) from private.member_refs m where m.id = any (listed)), '[]'::jsonb);
end $$;
comment on function public.mention_suggestions(text, text) is 'RPC: up to six members whose nickname begins with the query, those of the thread first; an empty query: only those.';

revoke all on function public.comment_thread(text), public.mention_suggestions(text, text) from public, anon, authenticated;
grant execute on function public.comment_thread(text) to anon, authenticated, service_role;
grant execute on function public.mention_suggestions(text, text) to authenticated;
