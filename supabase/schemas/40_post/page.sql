-- Cards ---------------------------------------------------------------------------------------------------------------

create view private.post_cards with (security_invoker = on) as
select p.id, p.type,
  jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', private.excerpt(p.content, 180),
    'created_at', p.created_at, 'last_activity_at', p.last_activity_at, 'author', m.ref, 'hearts', p.hearts_count,
    'poops', p.poops_count, 'comments', p.comments_count, 'votes', p.votes_count,
    'has_statement', p.has_statement,
    'rumor', case when p.type = 'rumor' then
      jsonb_build_object('status', coalesce(r.rumor_status, 'unverified'), 'agree', coalesce(r.agree_count, 0), 'disagree', coalesce(r.disagree_count, 0)) end,
    'poll', case when p.type = 'poll' then jsonb_build_object('ends_at', p.poll_ends_at, 'options', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'position', o.position, 'votes', o.votes_count + coalesce((
        select sum(c.votes) from private.pending_counts c where c.kind = 'option' and c.target_id = o.id), 0)) order by o.position)
      from public.poll_options o where o.post_id = p.id), '[]'::jsonb)) end) as card
from private.counted_posts p
left join private.member_refs m on m.id = p.author_id
left join private.counted_rumors r on r.post_id = p.id
where p.status = 'approved';
comment on view private.post_cards is 'Approved posts as postCard; the author is null when the account is gone.';

revoke all on private.post_cards from public, anon, authenticated, service_role;
grant select on private.post_cards to anon, authenticated, service_role;

-- Pages ---------------------------------------------------------------------------------------------------------------

-- /trashtalk: lists, a post, and redirects by id.

-- Posts of a page as a document. `listed` of the callers always has one row more than wanted, which tells whether there is a next page.
create function private.post_list(kind text, sort text, top_days integer, tag uuid, after text, wanted integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with listed as materialized (
      select l.id, l.keys, l.place
      from private.list_posts(kind, sort, top_days, tag, after, wanted + 1) with ordinality as l (id, keys, place)
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(c.card order by l.place) from listed l join private.post_cards c on c.id = l.id where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(variadic l.keys) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted)))
  );
end $$;
comment on function private.post_list(text, text, integer, uuid, text, integer) is 'One page of private.list_posts as {items: postCard[], next}.';
grant execute on function private.post_list(text, text, integer, uuid, text, integer) to anon, authenticated, service_role;

create function public.posts_page(
  p_type text default null, p_sort text default 'new', p_window text default 'all', p_tag text default null,
  p_after text default null, p_limit integer default 24
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  kind constant text := nullif(p_type, '');
  tag constant uuid := case when nullif(p_tag, '') is not null
    then coalesce(private.as_uuid(p_tag), private.star_by(p_tag), private.format_by(p_tag)) end;
begin
  if kind not in ('rumor', 'poll', 'discussion') or (nullif(p_tag, '') is not null and tag is null) then
    return jsonb_build_object('items', '[]'::jsonb, 'next', null);
  end if;
  return private.post_list(kind, case when p_sort in ('active', 'hot', 'top') then p_sort else 'new' end,
    case p_window when '7' then 7 when '30' then 30 end, tag, p_after, private.page_limit(p_limit));
end $$;
comment on function public.posts_page(text, text, text, text, text, integer) is
  'Lists of Trashtalk: kind or all; sort new, active, hot or top (window 7, 30 or all); tag as id or slug of a star or format; keyset cursor.';
grant execute on function public.posts_page(text, text, text, text, text, integer) to anon, authenticated, service_role;

create function public.trashtalk_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  hot constant uuid[] := array(
    select l.id from private.list_posts(null, 'hot', null, null, null, 6) with ordinality as l (id, keys, place) order by l.place);
  rumors constant uuid[] := private.latest_posts('rumor', hot, 4);
  polls constant uuid[] := private.latest_posts('poll', hot, 4);
  discussions constant uuid[] := private.latest_posts('discussion', hot, 4);
begin
  -- The cards of all four lists at once.
  return (
    with shown as materialized (
      select c.id, c.card from private.post_cards c where c.id = any (hot || rumors || polls || discussions)
    )
    select jsonb_build_object(
      'hot', coalesce(jsonb_agg(s.card order by array_position(hot, s.id)) filter (where s.id = any (hot)), '[]'::jsonb),
      'rumors', coalesce(jsonb_agg(s.card order by array_position(rumors, s.id)) filter (where s.id = any (rumors)), '[]'::jsonb),
      'polls', coalesce(jsonb_agg(s.card order by array_position(polls, s.id)) filter (where s.id = any (polls)), '[]'::jsonb),
      'discussions', coalesce(
        jsonb_agg(s.card order by array_position(discussions, s.id)) filter (where s.id = any (discussions)), '[]'::jsonb))
    from shown s
  );
end $$;
comment on function public.trashtalk_page() is 'Page /trashtalk: the six hottest posts, then the four latest of each kind that are not among them.';
grant execute on function public.trashtalk_page() to anon, authenticated, service_role;

-- The slug in a dated address may be followed by '-' and the end of the id.
create function private.post_by(kind text, on_day date, address text) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  found_id uuid := (
    select p.id from public.community_posts p
    where p.day = on_day and p.slug = address and p.type = kind and p.status = 'approved');
  id_part text := coalesce(substring(address from '-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$'), substring(address from '-([0-9a-f]{4,12})$'));
  bare_slug text := left(address, -length(id_part) - 1);
begin
  if found_id is null and id_part is not null then
    found_id := (
      select p.id from public.community_posts p
      where p.day = on_day and p.slug = bare_slug and p.type = kind and p.status = 'approved' and right(p.id::text, length(id_part)) = id_part);
  end if;
  if found_id is not null then return found_id; end if;
  return (select p.id from public.community_posts p where p.id = private.former_post(on_day, address) and p.type = kind and p.status = 'approved');
end $$;
comment on function private.post_by(text, date, text) is
  'Approved post by kind, Berlin day and slug (with or without the end of its id), or a slug it had; null when there is none.';
grant execute on function private.post_by(text, date, text) to anon, authenticated, service_role;

-- The page of a post with all that its card leaves out.
create function public.post_page(p_type text, p_day text, p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.post_by(p_type, private.as_day(p_day), p_slug);
begin
  return (
    select c.card || jsonb_build_object(
      'content', p.content,
      'updated_at', p.updated_at,
      'edited_at', p.edited_at,
      'staff_edited_at', p.staff_edited_at,
      'is_team', p.author_id is not null and p.author_id in (select private.team_members()),
      'mentions', p.mentions,
      'stickers', private.sticker_counts(p.id),
      'previews', private.previews_of(p.id),
      'statement', private.statement_of(p.statement_speaker, p.statement, p.statement_at),
      'tags', coalesce((
        select jsonb_agg(named.tag order by named.place) filter (where named.tag is not null)
        from (
          select t.place, coalesce(
            (select jsonb_build_object('kind', 'star', 'star', s.ref) from private.star_cards s where s.id = t.tag),
            (select jsonb_build_object('kind', 'format', 'format', f.ref) from private.format_refs f where f.id = t.tag)) as tag
          from unnest(p.tags) with ordinality as t (tag, place)) named), '[]'::jsonb),
      'rumor_details', (
        select jsonb_build_object('source_url', r.source_url, 'reason', r.verification_reason, 'verification_source', r.verification_source,
          'recheck_at', r.recheck_at, 'updated_at', r.updated_at)
        from public.post_rumors r where r.post_id = wanted))
    from public.community_posts p
    join private.post_cards c on c.id = p.id
    where p.id = wanted
  );
end $$;
comment on function public.post_page(text, text, text) is
  'Page of an approved post by its dated address: kind, Berlin day and slug (or slug plus - plus the end of the id, or a former slug), or null.';
grant execute on function public.post_page(text, text, text) to anon, authenticated, service_role;

create function public.post_path(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_id);
begin
  return (
    select jsonb_build_object('id', p.id, 'type', p.type, 'slug', p.slug, 'created_at', p.created_at)
    from public.community_posts p
    where p.id = wanted and p.status = 'approved'
  );
end $$;
comment on function public.post_path(text) is 'Parts of the dated address of an approved post, or null.';
grant execute on function public.post_path(text) to anon, authenticated, service_role;

-- Open pages of guests ------------------------------------------------------------------------------------------------

-- Guests have no socket: their open page asks the web server again and again, which caches this answer for a few seconds.
create function public.post_live(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_id);
begin
  return (
    select jsonb_build_object('post', c.card, 'updated_at', p.updated_at, 'comments', coalesce((
        select jsonb_agg(jsonb_build_object('id', n.id, 'created_at', n.created_at) order by n.created_at desc, n.id desc)
        from private.latest_comments(20, wanted) n), '[]'::jsonb))
    from public.community_posts p
    join private.post_cards c on c.id = p.id
    where p.id = wanted
  );
end $$;
comment on function public.post_live(text) is
  'What of an approved post changes while its page is open: its card, when it was edited, its 20 latest comments; or null.';
grant execute on function public.post_live(text) to anon, authenticated, service_role;
