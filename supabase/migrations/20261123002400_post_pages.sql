-- Cards ---------------------------------------------------------------------------------------------------------------

create view private.post_cards with (security_invoker = on) as
select p.id, p.type,
  jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', left(p.content, 180),
    'created_at', p.created_at, 'last_activity_at', p.last_activity_at, 'author', m.ref, 'hearts', p.hearts_count,
    'poops', p.poops_count, 'comments', p.comments_count, 'votes', p.votes_count,
    'rumor', case when p.type = 'rumor' then
      jsonb_build_object('status', coalesce(r.rumor_status, 'unverified'), 'agree', coalesce(r.agree_count, 0), 'disagree', coalesce(r.disagree_count, 0)) end,
    'poll', case when p.type = 'poll' then jsonb_build_object('ends_at', p.poll_ends_at, 'options', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'position', o.position, 'votes', o.votes_count) order by o.position)
      from public.poll_options o where o.post_id = p.id), '[]'::jsonb)) end) as card
from public.community_posts p
left join private.member_refs m on m.id = p.author_id
left join public.post_rumors r on r.post_id = p.id
where p.status = 'approved';
comment on view private.post_cards is 'Approved posts as postCard; the author is null when the account is gone.';
grant select on private.post_cards to anon, authenticated, service_role;

-- Lists ---------------------------------------------------------------------------------------------------------------

-- The orders of posts that the lists of /trashtalk, the start page and the overview show.

-- One page of posts in order: id and sort keys. Definer functions, because behind row-level security orders by score could not use
-- indexes; they return approved posts only, as the policy for guests does. The most frequent orders have statements of their own,
-- whose plans are cached; others are assembled from fixed parts, so that each combination gets a plan of its own.
create function private.list_tagged_posts(tag uuid, kind text, sort text, top_days integer, last text[], wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  sort_key constant text := case sort when 'hot' then 'p.hot_rank' when 'top' then 'p.top_score' else 'p.last_activity_at' end;
  key_type constant text := case sort when 'hot' then 'double precision' when 'top' then 'integer' else 'timestamptz' end;
  condition text := 'p.tag_id = $1';
begin
  if kind is not null then condition := condition || ' and p.type = $2'; end if;
  if last is not null then condition := condition || format(' and (%s, p.post_id) < (($3)[1]::%s, ($3)[2]::uuid)', sort_key, key_type); end if;
  if sort = 'top' and top_days is not null then condition := condition || ' and p.created_at >= $5'; end if;
  return query execute format('select p.post_id, array[%1$s::text, p.post_id::text] from private.tagged_posts p
    where %2$s order by %1$s desc, p.post_id desc limit $4', sort_key, condition)
    using tag, kind, last, wanted, (private.berlin_now()::date - top_days + 1)::timestamp at time zone 'Europe/Berlin';
end $$;
comment on function private.list_tagged_posts(uuid, text, text, integer, text[], integer) is 'private.list_posts for one tag.';

-- The best of some days in two passes: the top of each day and kind gives the least score that is needed, then all posts that reach it.
create function private.list_top_posts(kinds text[], top_days integer, before_score integer, before_id uuid, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  today constant date := private.berlin_now()::date;
  -- Enough of each day and kind that together they fill four pages: fewer give a low threshold, more cost as much as they save.
  heads constant integer := ceil(4 * wanted::numeric / (top_days * cardinality(kinds)));
begin
  return query
    with stretch as materialized (
      select k.kind, today - ago.days as day, array(
        select p.hearts_count - p.poops_count + p.votes_count + p.comments_count from public.community_posts p
        where p.status = 'approved' and p.type = k.kind and p.day = today - ago.days
          and (p.hearts_count - p.poops_count + p.votes_count + p.comments_count, p.id) < (before_score, before_id)
        order by p.hearts_count - p.poops_count + p.votes_count + p.comments_count desc, p.id desc limit heads) as scores
      from unnest(kinds) as k (kind), generate_series(0, top_days - 1) as ago (days)
    ), bar as materialized (
      select coalesce((select score from stretch, unnest(scores) as score order by score desc offset wanted - 1 limit 1), -2147483648) as score
    )
    select d.id, array[d.score::text, d.id::text]
    from bar cross join stretch s cross join lateral (
      select p.id, p.hearts_count - p.poops_count + p.votes_count + p.comments_count as score from public.community_posts p
      where p.status = 'approved' and p.type = s.kind and p.day = s.day
        and (p.hearts_count - p.poops_count + p.votes_count + p.comments_count, p.id) < (before_score, before_id)
        and p.hearts_count - p.poops_count + p.votes_count + p.comments_count >= bar.score
      order by p.hearts_count - p.poops_count + p.votes_count + p.comments_count desc, p.id desc limit wanted) d
    where s.scores[1] >= bar.score
    order by d.score desc, d.id desc limit wanted;
end $$;
comment on function private.list_top_posts(text[], integer, integer, uuid, integer) is
  'private.list_posts for top of these kinds within the last days (Berlin, today included).';

create function private.list_posts(kind text, sort text, top_days integer, tag uuid, after text, wanted integer)
returns table (id uuid, keys text[])
language plpgsql stable security definer rows 25 set search_path = '' as $$
declare
  last constant text[] := private.cursor_parts(after,
    case sort when 'hot' then '{float,uuid}'::text[] when 'top' then '{integer,uuid}' else '{instant,uuid}' end);
  -- Sorts before every row, so that the first page and later ones share one plan.
  from_key constant text := coalesce(last[1], case sort when 'top' then '2147483647' else 'infinity' end);
  from_id constant uuid := coalesce(last[2]::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  if tag is not null then
    return query select l.id, l.keys from private.list_tagged_posts(tag, kind, sort, top_days, last, wanted) l;
  elsif sort = 'new' and kind is null then
    return query select p.id, array[p.last_activity_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and (p.last_activity_at, p.id) < (from_key::timestamptz, from_id)
      order by p.last_activity_at desc, p.id desc limit wanted;
  elsif sort = 'new' then
    return query select p.id, array[p.last_activity_at::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and p.type = kind and (p.last_activity_at, p.id) < (from_key::timestamptz, from_id)
      order by p.last_activity_at desc, p.id desc limit wanted;
  elsif sort = 'hot' and kind is null then
    return query select p.id, array[p.hot_rank::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and (p.hot_rank, p.id) < (from_key::double precision, from_id)
      order by p.hot_rank desc, p.id desc limit wanted;
  elsif sort = 'hot' then
    return query select p.id, array[p.hot_rank::text, p.id::text] from public.community_posts p
      where p.status = 'approved' and p.type = kind and (p.hot_rank, p.id) < (from_key::double precision, from_id)
      order by p.hot_rank desc, p.id desc limit wanted;
  elsif top_days is not null then
    return query select l.id, l.keys from private.list_top_posts(
      case when kind is null then '{rumor,poll,discussion}' else array[kind] end, top_days, from_key::integer, from_id, wanted) l;
  else
    return query execute format('select p.id, array[(%1$s)::text, p.id::text] from public.community_posts p
      where p.status = ''approved'' and (%1$s, p.id) < ($2, $3)%2$s order by %1$s desc, p.id desc limit $4',
      'p.hearts_count - p.poops_count + p.votes_count + p.comments_count', case when kind is not null then ' and p.type = $1' end)
      using kind, from_key::integer, from_id, wanted;
  end if;
end $$;
comment on function private.list_posts(text, text, integer, uuid, text, integer) is
  'Ids of approved posts, sorted new (last activity), hot (stored hotness) or top (hearts − poops + votes + comments), optionally of one kind, tag or the last days, after a cursor.';
grant execute on function private.list_tagged_posts(uuid, text, text, integer, text[], integer),
  private.list_top_posts(text[], integer, integer, uuid, integer),
  private.list_posts(text, text, integer, uuid, text, integer) to anon, authenticated, service_role;

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
  return private.post_list(kind, case when p_sort in ('hot', 'top') then p_sort else 'new' end,
    case p_window when '7' then 7 when '30' then 30 end, tag, p_after, private.page_limit(p_limit));
end $$;
comment on function public.posts_page(text, text, text, text, text, integer) is
  'Lists of Trashtalk: kind or all; sort new, hot or top (window 7, 30 or all); tag as id or slug of a star or format; keyset cursor.';

create function public.trashtalk_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'hot', private.post_list(null, 'hot', null, null, null, 6) -> 'items',
      'rumors', private.post_list('rumor', 'new', null, null, null, 4) -> 'items',
      'polls', private.post_list('poll', 'new', null, null, null, 4) -> 'items',
      'discussions', private.post_list('discussion', 'new', null, null, null, 4) -> 'items')
  );
end $$;
comment on function public.trashtalk_page() is 'Page /trashtalk: the six hottest posts, then the four latest of each kind.';

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
  if found_id is not null or id_part is null then return found_id; end if;
  return (
    select p.id from public.community_posts p
    where p.day = on_day and p.slug = bare_slug and p.type = kind and p.status = 'approved' and right(p.id::text, length(id_part)) = id_part);
end $$;
comment on function private.post_by(text, date, text) is 'Approved post by kind, Berlin day and slug (with or without the end of its id); null when there is none.';
grant execute on function private.post_by(text, date, text) to anon, authenticated, service_role;

create function public.post_page(p_type text, p_day text, p_slug text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.post_by(p_type, private.as_day(p_day), p_slug);
begin
  return (
    select c.card || jsonb_build_object(
      'content', p.content,
      'updated_at', p.updated_at,
      'staff_edited_at', p.staff_edited_at,
      'tags', coalesce((
        select jsonb_agg(coalesce(
          (select jsonb_build_object('kind', 'star', 'star', s.ref) from private.star_cards s where s.id = t.tag),
          (select jsonb_build_object('kind', 'format', 'format', f.ref) from private.format_refs f where f.id = t.tag)) order by t.place)
        from unnest(p.tags) with ordinality as t (tag, place)
        where exists (select from private.star_cards s where s.id = t.tag) or exists (select from private.format_refs f where f.id = t.tag)), '[]'::jsonb),
      'rumor_details', (
        select jsonb_build_object('source_url', r.source_url, 'reason', r.verification_reason, 'verification_source', r.verification_source,
          'updated_at', r.updated_at)
        from public.post_rumors r where r.post_id = wanted))
    from public.community_posts p
    join private.post_cards c on c.id = p.id
    where p.id = wanted
  );
end $$;
comment on function public.post_page(text, text, text) is
  'Page of an approved post by its dated address: kind, Berlin day and slug (or slug plus - plus the end of the id), or null.';

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

revoke execute on function public.posts_page(text, text, text, text, text, integer), public.trashtalk_page(), public.post_page(text, text, text),
  public.post_path(text) from public;
grant execute on function public.posts_page(text, text, text, text, text, integer), public.trashtalk_page(), public.post_page(text, text, text),
  public.post_path(text) to anon, authenticated, service_role;

create function public.posts_feed() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', left(p.content, 180),
      'created_at', p.created_at, 'author', m.nickname) order by p.created_at desc, p.id desc), '[]'::jsonb)
    from (
      select p.id, p.type, p.title, p.slug, p.content, p.created_at, p.author_id
      from public.community_posts p
      where p.status = 'approved'
      order by p.created_at desc, p.id desc
      limit 50
    ) p
    left join public.public_profiles m on m.id = p.author_id
  );
end $$;
comment on function public.posts_feed() is 'The 50 latest approved posts, newest first.';
revoke execute on function public.posts_feed() from public;
grant execute on function public.posts_feed() to anon, authenticated, service_role;

-- Writing -------------------------------------------------------------------------------------------------------------

-- Writing, changing and deleting own posts.

create function private.require_writer() returns void
language plpgsql stable security definer set search_path = '' as $$
declare me public.profiles;
begin
  select * into me from public.profiles p where p.id = auth.uid();
  if me.id is null then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  elsif private.is_banned(me.id) then
    raise exception 'Dein Konto ist gesperrt. Du kannst gerade nichts schreiben.' using errcode = '42501', hint = 'banned';
  elsif me.needs_invite then
    raise exception 'Löse zuerst einen Einladungscode ein.' using errcode = '42501', hint = 'invite_required';
  end if;
end $$;
comment on function private.require_writer() is 'Refuses a caller who may not write, with 42501 and the reason as hint: account_gone, banned, invite_required.';
grant execute on function private.require_writer() to authenticated;

create function private.saved_post(p_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'type', p.type, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status)
  from public.community_posts p where p.id = p_id and p.author_id = auth.uid()
$$;
comment on function private.saved_post(uuid) is 'An own post as savedPost, or null.';

create function private.set_poll_options(post uuid, options text[]) returns void
language plpgsql set search_path = '' as $$
begin
  if options is null or cardinality(options) not between 2 and 8 or array_position(options, null) is not null then
    perform private.refuse('Eine Umfrage hat 2 bis 8 Antworten.', 'option_count');
  end if;
  delete from public.poll_options o where o.post_id = post;
  insert into public.poll_options (post_id, text, position)
    select post, given.text, given.place from unnest(options) with ordinality as given (text, place);
exception when unique_violation then
  perform private.refuse('Jede Antwort nur einmal.', 'duplicate_option');
end $$;
comment on function private.set_poll_options(uuid, text[]) is 'Sets the answers of a poll in this order.';

create function private.require_fitting_parts(kind text, source_url text, options text[], ends_at timestamptz) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if kind <> 'rumor' and coalesce(source_url, '') <> '' then
    perform private.refuse('Nur Gerüchte haben eine Quelle.', 'not_a_rumor');
  end if;
  if kind <> 'poll' and (options is not null or ends_at is not null) then
    perform private.refuse('Nur Umfragen haben Antworten und ein Ende.', 'not_a_poll');
  end if;
end $$;
comment on function private.require_fitting_parts(text, text, text[], timestamptz) is 'Refuses parts that a post of this kind does not have.';
grant execute on function private.saved_post(uuid), private.set_poll_options(uuid, text[]),
  private.require_fitting_parts(text, text, text[], timestamptz), private.refuse(text, text), private.is_web_address(text) to authenticated;

create function public.create_post(
  p_id uuid, p_type text, p_title text, p_content text, p_tags uuid[] default '{}', p_source_url text default null,
  p_options text[] default null, p_poll_ends_at timestamptz default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_writer();
  -- Repeated because the answer was lost.
  if private.saved_post(p_id) is not null then return private.saved_post(p_id); end if;
  if p_type is null or p_type not in ('rumor', 'poll', 'discussion') then
    perform private.refuse('Diese Art von Beitrag gibt es nicht.', 'unknown_type');
  end if;
  perform private.require_fitting_parts(p_type, p_source_url, p_options, p_poll_ends_at);
  begin
    insert into public.community_posts (id, type, title, content, tags, poll_ends_at)
      values (p_id, p_type, coalesce(p_title, ''), coalesce(p_content, ''), coalesce(p_tags, '{}'), p_poll_ends_at);
  exception when unique_violation then
    -- A concurrent request for the same post, or an id that belongs to somebody else's.
    if private.saved_post(p_id) is not null then return private.saved_post(p_id); end if;
    raise exception 'Das hat nicht geklappt. Versuch es noch einmal.' using errcode = '23505', hint = 'id_taken';
  end;
  if p_type = 'rumor' then
    update public.post_rumors set source_url = p_source_url where post_id = p_id and p_source_url is not null;
  elsif p_type = 'poll' then
    perform private.set_poll_options(p_id, p_options);
  end if;
  return private.saved_post(p_id);
end $$;
comment on function public.create_post(uuid, text, text, text, uuid[], text, text[], timestamptz) is
  'RPC: writes a post with its source or options; returns savedPost, also for a repeated id.';

create function public.update_post(
  p_id uuid, p_title text, p_content text, p_tags uuid[] default '{}', p_source_url text default null,
  p_options text[] default null, p_poll_ends_at timestamptz default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  kind text;
  present text[];
begin
  perform private.require_writer();
  select p.type into kind from public.community_posts p where p.id = p_id and p.author_id = auth.uid() for update;
  if kind is null then
    raise exception 'Diesen Beitrag gibt es nicht mehr.' using errcode = '42501', hint = 'post_gone';
  end if;
  perform private.require_fitting_parts(kind, p_source_url, p_options, p_poll_ends_at);
  update public.community_posts set title = coalesce(p_title, ''), content = coalesce(p_content, ''), tags = coalesce(p_tags, '{}'),
    poll_ends_at = p_poll_ends_at where id = p_id;
  if kind = 'rumor' then
    update public.post_rumors set source_url = p_source_url where post_id = p_id and source_url is distinct from p_source_url;
  elsif p_options is not null then
    present := array(select o.text from public.poll_options o where o.post_id = p_id order by o.position);
    if present is distinct from array(select private.clean_line(o) from unnest(p_options) o) then
      if not private.may_edit_poll(p_id) then
        perform private.refuse('Es wurde schon abgestimmt: Die Antworten bleiben, wie sie sind.', 'options_fixed');
      end if;
      perform private.set_poll_options(p_id, p_options);
    end if;
  end if;
  return private.saved_post(p_id);
end $$;
comment on function public.update_post(uuid, text, text, uuid[], text, text[], timestamptz) is
  'RPC: replaces an own post (null options: unchanged); returns savedPost. An approved post may need approval again.';

create function public.delete_own_post(p_id uuid) returns boolean
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_writer();
  delete from public.community_posts p where p.id = p_id and p.author_id = auth.uid();
  return found;
end $$;
comment on function public.delete_own_post(uuid) is 'RPC: deletes an own post; false when there is none (any more).';

create function private.tags_of(ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select jsonb_agg(t.tag order by t.place)
    from (
      select given.place, jsonb_build_object('kind', 'star', 'star', s.ref) as tag
      from unnest(ids) with ordinality as given (id, place) join private.star_cards s on s.id = given.id
      union all
      select given.place, jsonb_build_object('kind', 'format', 'format', f.ref)
      from unnest(ids) with ordinality as given (id, place) join private.format_refs f on f.id = given.id
    ) t), '[]'::jsonb);
end $$;
comment on function private.tags_of(uuid[]) is 'Active stars and formats as postTag, in the order of their ids.';
grant execute on function private.tags_of(uuid[]) to anon, authenticated, service_role;

create function public.own_post(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_id);
begin
  return (
    select jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', left(p.content, 180),
      'status', p.status, 'rejection_reason', p.rejection_reason, 'created_at', p.created_at, 'hearts', p.hearts_count,
      'poops', p.poops_count, 'comments', p.comments_count, 'votes', p.votes_count,
      'content', p.content, 'tags', private.tags_of(p.tags),
      'source_url', (select r.source_url from public.post_rumors r where r.post_id = p.id),
      'options', coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'position', o.position, 'votes', o.votes_count) order by o.position)
        from public.poll_options o where o.post_id = p.id), '[]'::jsonb),
      'poll_ends_at', p.poll_ends_at, 'may_edit_options', private.may_edit_poll(p.id))
    from public.community_posts p
    where p.id = wanted and p.author_id = auth.uid()
  );
end $$;
comment on function public.own_post(text) is 'RPC: an own post whatever its status, for the editor; null when there is none.';

create function public.tag_search(p_query text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  words constant text[] := private.search_words(p_query);
  patterns constant text[] := private.like_patterns(words);
  stars uuid[];
  formats uuid[];
begin
  if cardinality(words) = 0 then return '[]'::jsonb; end if;
  stars := array(select l.id from private.list_stars('hot', null, words, null, 8) l);
  formats := array(
    select f.id from private.format_refs f where f.search_key like all (patterns) order by f.search_key, f.id
    -- Formats are few and stars many: where both match, each gets half of the places.
    limit 8 - least(cardinality(stars), 4));
  return private.tags_of(formats || stars[1:8 - cardinality(formats)]);
end $$;
comment on function public.tag_search(text) is 'RPC: up to eight active formats and stars whose name contains every word, as postTag; none for a blank query.';

revoke all on function public.create_post(uuid, text, text, text, uuid[], text, text[], timestamptz),
  public.update_post(uuid, text, text, uuid[], text, text[], timestamptz), public.delete_own_post(uuid), public.own_post(text),
  public.tag_search(text) from public, anon, authenticated;
grant execute on function public.create_post(uuid, text, text, text, uuid[], text, text[], timestamptz),
  public.update_post(uuid, text, text, uuid[], text, text[], timestamptz), public.delete_own_post(uuid), public.own_post(text) to authenticated;
grant execute on function public.tag_search(text) to anon, authenticated, service_role;

-- Admin: queue and list -----------------------------------------------------------------------------------------------

-- /admin/posts.

create function private.author_record(member uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'posts', count(*), 'approved', count(*) filter (where latest.status = 'approved'),
      'rejected', count(*) filter (where latest.status = 'rejected'),
      'warnings', (select count(*) from public.moderation_actions a
        where a.target_user_id = member and a.counts_as_warning and a.created_at > now() - interval '90 days'))
    -- Enough to judge an author.
    from (select p.status from public.community_posts p where p.author_id = member order by p.created_at desc, p.id desc limit 100) latest);
end $$;
comment on function private.author_record(uuid) is
  'Outcomes of the latest 100 posts of a member, and the warnings of 90 days: {posts, approved, rejected, warnings}.';

create function private.admin_post_record(post uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', p.id, 'title', p.title,
      'type', case p.type when 'rumor' then 'gerücht' when 'poll' then 'umfrage' else 'diskussion' end,
      'author_id', p.author_id, 'author_name', coalesce(a.nickname, 'Unbekannt'), 'author_slug', a.slug,
      'author_record', case when p.author_id is not null then private.author_record(p.author_id) end,
      'content_excerpt', left(p.content, 180), 'content_full', p.content, 'status', p.status, 'tags', p.tags,
      'tag_refs', private.tags_of(p.tags), 'slug', p.slug, 'created_at', p.created_at, 'updated_at', p.updated_at,
      'last_activity_at', p.last_activity_at, 'moderated_by', p.moderated_by, 'moderated_at', p.moderated_at,
      'moderator_name', (select m.nickname from public.profiles m where m.id = p.moderated_by),
      'rejection_reason', p.rejection_reason, 'staff_edited_at', p.staff_edited_at,
      'votes', jsonb_build_object('total', p.votes_count, 'agree', coalesce(r.agree_count, 0), 'disagree', coalesce(r.disagree_count, 0)),
      'poll_ends_at', p.poll_ends_at,
      'poll_options', coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'position', o.position) order by o.position)
        from public.poll_options o where o.post_id = p.id), '[]'::jsonb),
      'poll_votes', coalesce((select jsonb_agg(jsonb_build_object('option_id', o.id, 'votes', o.votes_count) order by o.position)
        from public.poll_options o where o.post_id = p.id), '[]'::jsonb),
      'reactions', jsonb_build_object('heart', p.hearts_count, 'poop', p.poops_count), 'comments', p.comments_count,
      'rumor', case when r.post_id is not null then jsonb_build_object('status', r.rumor_status, 'source_url', r.source_url,
        'verification_reason', r.verification_reason, 'verification_source', r.verification_source, 'updated_at', r.updated_at) end,
      'open_reports', (select count(*) from public.reports x where x.target_post_id = p.id and x.status = 'pending'))
    from public.community_posts p
    left join public.public_profiles a on a.id = p.author_id
    left join public.post_rumors r on r.post_id = p.id
    where p.id = post);
end $$;
comment on function private.admin_post_record(uuid) is 'A post in the admin area, with everything else a decision needs.';

create function private.admin_post_condition(words text[]) returns text
language plpgsql immutable set search_path = '' as $$
declare condition text := '';
begin
  if cardinality(words) = 0 then return ''; end if;
  for i in 1..cardinality(words) loop
    condition := condition || format(' and k.search_key like ($5)[%s]', i);
  end loop;
  return format(' and exists (select from private.post_search k where k.post_id = p.id%s)', condition);
end $$;
comment on function private.admin_post_condition(text[]) is 'SQL condition on posts p for the words of a search, with their patterns in $5.';

create function private.admin_posts_page(p_status text, p_type text, p_query text, p_after text, p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20, 50);
  is_queue constant boolean := p_status is not distinct from 'pending';
  query constant text := btrim(coalesce(p_query, ''));
  words constant text[] := case when starts_with(query, '@') then '{}' else private.search_words(query) end;
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), case when is_queue
    then '{-infinity,00000000-0000-0000-0000-000000000000}'::text[] else '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}' end);
  -- Words too short for a trigram are searched among the latest posts only, because the index cannot find them.
  source constant text := case when (select max(length(w)) from unnest(words) w) < 3
    then '(select * from public.community_posts order by created_at desc, id desc limit 2000)' else 'public.community_posts' end;
  author uuid;
  condition text := '';
  listed jsonb;
  ends text[];
begin
  perform private.require_moderator();
  if p_status in ('pending', 'approved', 'rejected') then condition := format(' and p.status = %L', p_status); end if;
  if p_type in ('rumor', 'poll', 'discussion') then condition := condition || format(' and p.type = %L', p_type); end if;
  if starts_with(query, '@') then
    author := (select m.id from public.public_profiles m where private.nickname_key(m.nickname) = private.nickname_key(substr(query, 2)));
    condition := condition || ' and p.author_id = $4';
  end if;
  execute format('select coalesce(jsonb_agg(private.admin_post_record(x.id) order by x.place) filter (where x.place <= $3), ''[]''::jsonb),
      (array_agg(array[x.created_at::text, x.id::text] order by x.place) filter (where x.place = $3 and x.more))[1:1]
    from (select p.id, p.created_at, row_number() over (order by p.created_at %1$s, p.id %1$s) as place,
        lead(p.id) over (order by p.created_at %1$s, p.id %1$s) is not null as more
      from (select p.id, p.created_at from %5$s p where (p.created_at, p.id) %2$s ($1, $2)%3$s%4$s
        order by p.created_at %1$s, p.id %1$s limit $3 + 1) p) x',
    case when is_queue then 'asc' else 'desc' end, case when is_queue then '>' else '<' end, condition, private.admin_post_condition(words), source)
    into listed, ends using last[1]::timestamptz, last[2]::uuid, wanted, author, private.like_patterns(words);
  return jsonb_build_object('items', listed, 'next', case when ends is not null then private.cursor_of(ends[1][1], ends[1][2]) end);
end $$;
comment on function private.admin_posts_page(text, text, text, text, integer) is
  'Posts for staff: waiting ones oldest first, all others latest first; of a kind, with words, or of a "@nickname".';

create function private.admin_post_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare today constant timestamptz := private.berlin_now()::date::timestamp at time zone 'Europe/Berlin';
begin
  perform private.require_moderator();
  return jsonb_build_object(
    'waiting', (select count(*) from (select from public.community_posts p where p.status = 'pending' limit 1000) w),
    'oldest', (select p.created_at from public.community_posts p where p.status = 'pending' order by p.created_at, p.id limit 1),
    'done_today', (select count(*) from (select from public.moderation_actions a
      where a.created_at >= today and a.target_type = 'post' and a.action in ('approved', 'warned', 'deleted') and not a.counts_as_warning
      limit 1000) d),
    'recent', coalesce((
      select jsonb_agg(jsonb_build_object('id', d.id, 'title', coalesce(p.title, d.archived_title, '[Gelöschter Beitrag]'), 'post_id', d.target_post_id,
          'action', case d.action when 'warned' then 'rejected' else d.action end, 'reason', d.reason, 'created_at', d.created_at,
          'moderator_name', (select m.nickname from public.profiles m where m.id = d.admin_id)) order by d.created_at desc, d.id)
      from (
        select a.*, (select x.title from public.archived_posts x where x.post_id = a.target_post_id order by x.archived_at desc limit 1) as archived_title
        from public.moderation_actions a
        where a.target_type = 'post' and a.action in ('approved', 'warned', 'deleted', 'restored') and not a.counts_as_warning
        order by a.created_at desc, a.id limit 8
      ) d
      left join public.community_posts p on p.id = d.target_post_id), '[]'::jsonb));
end $$;
comment on function private.admin_post_figures() is
  'Figures and latest decisions shown with the queue: {waiting, oldest, done_today, recent}; counts stop at 1,000. The action of a rejection is called rejected here.';
grant execute on function private.admin_posts_page(text, text, text, text, integer), private.admin_post_figures() to authenticated;

create function public.admin_posts_page(
  p_status text default null, p_type text default null, p_query text default null, p_after text default null, p_limit integer default 20
) returns jsonb
language sql stable set search_path = '' as $$ select private.admin_posts_page(p_status, p_type, p_query, p_after, p_limit) $$;
comment on function public.admin_posts_page(text, text, text, text, integer) is 'RPC for staff: one page of posts as {items, next}.';
create function public.admin_post_figures() returns jsonb
language sql stable set search_path = '' as $$ select private.admin_post_figures() $$;
comment on function public.admin_post_figures() is 'RPC for staff: how many posts wait, how many were decided today, and the latest decisions.';
revoke all on function public.admin_posts_page(text, text, text, text, integer), public.admin_post_figures() from public, anon, authenticated;
grant execute on function public.admin_posts_page(text, text, text, text, integer), public.admin_post_figures() to authenticated;

-- Admin: decisions ----------------------------------------------------------------------------------------------------

-- Every call tells which version staff have seen (updated_at as it was read). If somebody else has decided or the author has changed
-- the text meanwhile, the answer says so and nothing changes.

create function private.post_decider(post uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return (
    select m.nickname from public.profiles m where m.id = coalesce(
      (select p.moderated_by from public.community_posts p where p.id = post),
      (select a.archived_by from public.archived_posts a where a.post_id = post order by a.archived_at desc limit 1)));
end $$;
comment on function private.post_decider(uuid) is 'For staff: nickname of the person who decided about a post or deleted it, or null.';

create function private.staff_reason(given text) returns text
language sql immutable set search_path = '' as $$ select nullif(private.trim_text(private.clean_text(left(given, 2000))), '') $$;
comment on function private.staff_reason(text) is 'Reason given by staff, cleaned; null when it is blank.';

create function private.outcome(post uuid, result text, by_name text default null) returns jsonb
language sql immutable set search_path = '' as $$ select jsonb_build_object('id', post, 'outcome', result, 'by', by_name) $$;
comment on function private.outcome(uuid, text, text) is
  'Result of a call: done, decided (somebody else was first: by), changed (by its author or the team), gone, own (nobody decides about own posts).';

create function private.delete_post_as_staff(post uuid, why text) returns void
language plpgsql set search_path = '' as $$
begin
  begin
    perform private.archive_post_before_delete(post, why);
  exception when others then
    -- A failed archive is logged and the deletion proceeds (docs/product/moderation.md).
    raise warning 'archive of post % failed: %', post, sqlerrm;
  end;
  delete from public.community_posts p where p.id = post;
end $$;
comment on function private.delete_post_as_staff(uuid, text) is 'Archives a post with the reason and deletes it; triggers record the decision and notify the author.';

create function private.decide_post(post uuid, seen timestamptz, decision text, why text) returns jsonb
language plpgsql set search_path = '' as $$
declare found_post record;
begin
  select p.id, p.status, p.title, p.author_id, p.updated_at, p.moderated_at into found_post
    from public.community_posts p where p.id = post for update;
  if found_post.id is null then return private.outcome(post, 'gone', private.post_decider(post)); end if;
  if found_post.author_id = auth.uid() then return private.outcome(post, 'own'); end if;
  if found_post.updated_at is distinct from seen then
    return case when found_post.moderated_at > seen then private.outcome(post, 'decided', private.post_decider(post))
      else private.outcome(post, 'changed') end;
  end if;
  if (decision, found_post.status) in (('approve', 'approved'), ('reject', 'rejected')) then
    return private.outcome(post, 'decided', private.post_decider(post));
  end if;
  perform private.log_staff_action(decision || '_post', 'post', post::text,
    jsonb_build_object('title', found_post.title, 'reason', why));
  if decision = 'delete' then
    perform private.delete_post_as_staff(post, why);
  elsif decision = 'approve' then
    update public.community_posts p set status = 'approved' where p.id = post;
  else
    update public.community_posts p set status = 'rejected', rejection_reason = why where p.id = post;
  end if;
  return private.outcome(post, 'done');
end $$;
comment on function private.decide_post(uuid, timestamptz, text, text) is 'One post of admin_decide_posts(); runs as the caller, so that the guards of the table apply.';

create function public.admin_decide_posts(p_ids uuid[], p_seen timestamptz[], p_decision text, p_reason text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  why constant text := private.staff_reason(p_reason);
  item record;
  outcomes jsonb := '[]';
begin
  perform private.require_moderator();
  if p_decision is null or p_decision not in ('approve', 'reject', 'delete') then
    perform private.refuse('Ungültige Moderationsaktion', 'unknown_action');
  end if;
  if coalesce(cardinality(p_ids), 0) not between 1 and 50 or cardinality(p_ids) is distinct from cardinality(p_seen) then
    perform private.refuse('Ungültige Meldungsdaten - fehlende erforderliche Felder', 'invalid_request');
  end if;
  if why is null and p_decision = 'reject' then
    perform private.refuse('Bitte gib einen Grund für die Ablehnung an.', 'reason_required');
  elsif why is null and p_decision = 'delete' then
    perform private.refuse('Bitte gib einen Grund für diese Moderationsaktion an.', 'reason_required');
  end if;
  -- Ordered by id, so that two people with overlapping selections wait for each other instead of deadlocking.
  for item in select distinct on (given.id) given.id, given.seen from unnest(p_ids, p_seen) as given (id, seen) order by given.id loop
    outcomes := outcomes || private.decide_post(item.id, item.seen, p_decision, why);
  end loop;
  return outcomes;
end $$;
comment on function public.admin_decide_posts(uuid[], timestamptz[], text, text) is
  'RPC for staff: approves, rejects or deletes (with a reason) up to 50 posts, each as it was seen; returns [{id, outcome, by}].';

create function private.last_rumor_decider(post uuid, since timestamptz) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_moderator();
  return (
    select m.nickname from public.admin_actions a join public.profiles m on m.id = a.admin_id
    where a.created_at > since and a.action_type = 'set_rumor_status' and a.target_id = post::text order by a.created_at desc limit 1);
end $$;
comment on function private.last_rumor_decider(uuid, timestamptz) is 'For staff: who set the status of a rumor after an instant, or null.';

create function public.admin_set_rumor_status(
  p_id uuid, p_seen timestamptz, p_status text, p_reason text default null, p_source text default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  found_post record;
  found_rumor record;
  faster text;
begin
  perform private.require_moderator();
  if p_status is null or p_status not in ('unverified', 'verified', 'debunked') then
    perform private.refuse('Ungültige Moderationsaktion', 'unknown_action');
  end if;
  select p.id, p.type, p.title, p.author_id into found_post from public.community_posts p where p.id = p_id;
  if found_post.id is null then return private.outcome(p_id, 'gone', private.post_decider(p_id)); end if;
  if found_post.type <> 'rumor' then perform private.refuse('Dieser Beitrag ist kein Gerücht', 'not_a_rumor'); end if;
  if found_post.author_id = auth.uid() then return private.outcome(p_id, 'own'); end if;
  select r.updated_at into found_rumor from public.post_rumors r where r.post_id = p_id for update;
  if found_rumor.updated_at is distinct from p_seen then
    faster := private.last_rumor_decider(p_id, p_seen);
    return private.outcome(p_id, case when faster is null then 'changed' else 'decided' end, faster);
  end if;
  perform private.log_staff_action('set_rumor_status', 'post', p_id::text,
    jsonb_build_object('title', found_post.title, 'status', p_status, 'reason', private.staff_reason(p_reason)));
  update public.post_rumors set rumor_status = p_status, verification_reason = private.staff_reason(p_reason),
    verification_source = nullif(private.clean_line(left(p_source, 500)), '') where post_id = p_id;
  return private.outcome(p_id, 'done');
end $$;
comment on function public.admin_set_rumor_status(uuid, timestamptz, text, text, text) is
  'RPC for staff: status of a rumor with optional reason and source; p_seen is updated_at of the rumor as it was read. Returns {id, outcome, by}.';

create function private.admin_edit_post(
  p_id uuid, p_seen timestamptz, p_title text, p_content text, p_tags uuid[], p_reason text, p_drop_source boolean
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  wanted public.community_posts;
  why constant text := private.staff_reason(p_reason);
  dropped boolean;
begin
  perform private.require_moderator();
  if why is null then perform private.refuse('Bitte gib einen Grund für diese Moderationsaktion an.', 'reason_required'); end if;
  select * into was from public.community_posts p where p.id = p_id for update;
  if was.id is null then return private.outcome(p_id, 'gone', private.post_decider(p_id)); end if;
  if was.author_id = auth.uid() then return private.outcome(p_id, 'own'); end if;
  if was.updated_at is distinct from p_seen then return private.outcome(p_id, 'changed'); end if;
  wanted := was;
  wanted.title := private.clean_line(coalesce(p_title, ''));
  wanted.content := private.trim_text(private.clean_text(coalesce(p_content, '')));
  wanted.tags := coalesce(p_tags, '{}');
  dropped := coalesce(p_drop_source, false)
    and exists (select from public.post_rumors r where r.post_id = p_id and r.source_url is not null);
  if (wanted.title, wanted.content, wanted.tags) is not distinct from (was.title, was.content, was.tags) and not dropped then
    return private.outcome(p_id, 'done');
  end if;
  perform private.require_valid_post(wanted, was);
  perform private.log_staff_action('edit_post', 'post', p_id::text, jsonb_build_object('title', wanted.title, 'reason', why,
    'changed', array_remove(array[case when wanted.title <> was.title then 'title' end,
      case when wanted.content <> was.content then 'content' end, case when wanted.tags <> was.tags then 'tags' end,
      case when dropped then 'source' end], null)));
  update public.community_posts set title = wanted.title, content = wanted.content, tags = wanted.tags, staff_edited_at = now(),
    staff_edited_by = auth.uid() where id = p_id;
  update public.post_rumors set source_url = null where post_id = p_id and dropped;
  return private.outcome(p_id, 'done');
end $$;
comment on function private.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean) is 'See public.admin_edit_post().';
grant execute on function private.post_decider(uuid), private.staff_reason(text), private.outcome(uuid, text, text), private.delete_post_as_staff(uuid, text),
  private.decide_post(uuid, timestamptz, text, text), private.last_rumor_decider(uuid, timestamptz),
  private.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean) to authenticated;

create function public.admin_edit_post(
  p_id uuid, p_seen timestamptz, p_title text, p_content text, p_tags uuid[] default '{}', p_reason text default null,
  p_drop_source boolean default false
) returns jsonb
language sql set search_path = '' as $$
  select private.admin_edit_post(p_id, p_seen, p_title, p_content, p_tags, p_reason, p_drop_source)
$$;
comment on function public.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean) is
  'RPC for staff: title, text and tags of somebody''s post, by the rules for posts, and whether a rumor loses its source; the post is then shown as edited by the team. Status and address stay. Returns {id, outcome, by}.';

revoke all on function public.admin_decide_posts(uuid[], timestamptz[], text, text),
  public.admin_set_rumor_status(uuid, timestamptz, text, text, text),
  public.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean) from public, anon, authenticated;
grant execute on function public.admin_decide_posts(uuid[], timestamptz[], text, text),
  public.admin_set_rumor_status(uuid, timestamptz, text, text, text),
  public.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean) to authenticated;

-- Admin: archive ------------------------------------------------------------------------------------------------------

-- /admin/moderation-archive: deleted posts and their restoration.

create function private.restorable_until(archived_at timestamptz) returns timestamptz
language sql immutable strict parallel safe set search_path = '' as $$ select archived_at + interval '30 days' $$;
comment on function private.restorable_until(timestamptz) is 'Until when an archived post can be restored. Mirrors restoreDays of domain.';

create function private.archive_state(a public.archived_posts) returns text
language sql stable set search_path = '' as $$
  select case when a.restored_at is not null then 'restored'
    when exists (select from public.community_posts p where p.id = a.post_id) then 'present'
    when private.restorable_until(a.archived_at) <= now() then 'expired' else 'restorable' end
$$;
comment on function private.archive_state(public.archived_posts) is
  'restorable, restored, expired, or present: the post exists, because it was never deleted or a later deletion was undone.';

create function private.admin_archive_page(p_state text, p_query text, p_after text, p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20, 50);
  patterns constant text[] := private.like_patterns(private.search_words(p_query));
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select a.*, private.archive_state(a) as state, row_number() over (order by a.archived_at desc, a.id desc) as place
      from public.archived_posts a
      where (a.archived_at, a.id) < (last[1]::timestamptz, last[2]::uuid)
        and case coalesce(p_state, '') when '' then true when 'restored' then a.restored_at is not null
          when 'restorable' then a.restored_at is null and private.restorable_until(a.archived_at) > now() and private.archive_state(a) = 'restorable'
          else private.archive_state(a) = p_state end
        and (cardinality(patterns) = 0 or a.title_key like all (patterns))
      order by a.archived_at desc, a.id desc limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'post_id', l.post_id, 'title', l.title,
          'type', l.record -> 'post' ->> 'type', 'slug', l.record -> 'post' ->> 'slug', 'status', l.record -> 'post' ->> 'status',
          'created_at', l.record -> 'post' -> 'created_at', 'content', coalesce(l.record -> 'post' ->> 'content', ''),
          'author_name', coalesce((select m.nickname from public.profiles m where m.id = l.author_id), 'Unbekannt'),
          'comments', coalesce(jsonb_array_length(l.record -> 'comments'), 0),
          'votes', coalesce(jsonb_array_length(l.record -> 'rumor_votes'), 0) + coalesce(jsonb_array_length(l.record -> 'poll_votes'), 0),
          'reactions', coalesce(jsonb_array_length(l.record -> 'reactions'), 0),
          'reason', l.reason, 'by_author', l.author_id is not null and l.archived_by is not distinct from l.author_id,
          'archived_by_name', (select m.nickname from public.profiles m where m.id = l.archived_by), 'archived_at', l.archived_at,
          'restored_at', l.restored_at, 'restored_by_name', (select m.nickname from public.profiles m where m.id = l.restored_by),
          'restorable_until', private.restorable_until(l.archived_at), 'state', l.state) order by l.place)
        from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (select private.cursor_of(l.archived_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function private.admin_archive_page(text, text, text, integer) is 'Archived posts for staff, latest first, after a cursor; of a state, with words in the title.';

-- Restoring -----------------------------------------------------------------------------------------------------------

-- The rows of the record are inserted again, so that triggers recompute counters and karma.

create function private.restore_post_row(record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was constant public.community_posts := jsonb_populate_record(null::public.community_posts, record -> 'post');
begin
  insert into public.community_posts select r.* from jsonb_populate_record(was, jsonb_build_object(
    'author_id', (select m.id from public.public_profiles m where m.id = was.author_id),
    'moderated_by', (select m.id from public.profiles m where m.id = was.moderated_by),
    'staff_edited_by', (select m.id from public.profiles m where m.id = was.staff_edited_by),
    -- Tags of stars and formats that were deleted meanwhile are dropped.
    'tags', array(select t.tag from unnest(was.tags) with ordinality as t (tag, place)
      where exists (select from public.stars s where s.id = t.tag) or exists (select from public.formats f where f.id = t.tag) order by t.place),
    'hearts_count', 0, 'poops_count', 0, 'comments_count', 0, 'votes_count', 0)) r;
  -- The former slug, unless another post has taken it.
  update public.community_posts p set slug = was.slug where p.id = was.id and p.slug <> was.slug
    and not exists (select from public.community_posts other where other.day = p.day and other.slug = was.slug);
  if record -> 'rumor' <> 'null' then
    delete from public.post_rumors r where r.post_id = was.id;
    insert into public.post_rumors select r.* from jsonb_populate_record(null::public.post_rumors,
      (record -> 'rumor') || '{"agree_count": 0, "disagree_count": 0}') r;
  end if;
  insert into public.poll_options select o.* from jsonb_array_elements(record -> 'poll_options') e,
    jsonb_populate_record(null::public.poll_options, e || '{"votes_count": 0}') o;
end $$;
comment on function private.restore_post_row(jsonb) is 'The post of a record of archived_posts, with status of a rumor or answers of a poll.';

create function private.restore_post_activity(record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Replies first: the trigger refuses replies to deleted comments. The foreign key is checked at the end.
  insert into public.comments select c.* from (
      select e || jsonb_build_object('hearts_count', 0, 'poops_count', 0, 'author_id',
        (select m.id from public.public_profiles m where m.id = (e ->> 'author_id')::uuid)) as doc
      from jsonb_array_elements(record -> 'comments') e order by e ->> 'parent_id' nulls last, e ->> 'created_at') rows,
    jsonb_populate_record(null::public.comments, rows.doc) c;
  insert into public.post_reactions select x.* from jsonb_array_elements(record -> 'reactions') e,
    jsonb_populate_record(null::public.post_reactions, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.comment_reactions select x.* from jsonb_array_elements(coalesce(record -> 'comment_reactions', '[]')) e,
    jsonb_populate_record(null::public.comment_reactions, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.rumor_votes select x.* from jsonb_array_elements(record -> 'rumor_votes') e,
    jsonb_populate_record(null::public.rumor_votes, e) x where exists (select from public.profiles m where m.id = x.user_id);
  insert into public.poll_votes select x.* from jsonb_array_elements(record -> 'poll_votes') e,
    jsonb_populate_record(null::public.poll_votes, e) x where exists (select from public.profiles m where m.id = x.user_id);
end $$;
comment on function private.restore_post_activity(jsonb) is 'Comments, reactions and votes of a record of archived_posts, without those of accounts that are gone.';

create function private.restore_post(archive uuid, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare archived public.archived_posts;
begin
  select * into strict archived from public.archived_posts a where a.id = archive for update;
  perform private.restore_post_row(archived.record);
  perform private.restore_post_activity(archived.record);
  update public.archived_posts a set restored_at = now(), restored_by = auth.uid() where a.id = archive;
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', archived.post_id, archived.author_id, 'restored', why, auth.uid());
  perform private.notify(p.author_id, 'post_approved', 'Dein Beitrag ist wieder online', format('„%s“ ist wieder da.', p.title),
      private.post_facts(p.id), p.id)
    from public.community_posts p where p.id = archived.post_id and p.status = 'approved';
end $$;
comment on function private.restore_post(uuid, text) is
  'Restores an archived post and notifies its author. Callers must have checked permissions and that private.archive_state() allows it.';

create function private.admin_restore_post(p_archive_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  archived public.archived_posts;
  why constant text := private.staff_reason(p_reason);
  state text;
begin
  perform private.require_admin();
  if why is null then perform private.refuse('Bitte gib einen Grund für diese Moderationsaktion an.', 'reason_required'); end if;
  select * into archived from public.archived_posts a where a.id = p_archive_id for update;
  if archived.id is null then return jsonb_build_object('id', p_archive_id, 'outcome', 'gone', 'by', null); end if;
  state := private.archive_state(archived);
  if state <> 'restorable' then
    return jsonb_build_object('id', archived.id, 'outcome', state, 'by', (select m.nickname from public.profiles m where m.id = archived.restored_by));
  end if;
  perform private.log_staff_action('restore_post', 'post', archived.post_id::text, jsonb_build_object('title', archived.title, 'reason', why));
  perform private.restore_post(archived.id, why);
  return jsonb_build_object('id', archived.id, 'outcome', 'done', 'by', null);
end $$;
comment on function private.admin_restore_post(uuid, text) is 'See public.admin_restore_post().';
grant execute on function private.admin_archive_page(text, text, text, integer), private.admin_restore_post(uuid, text) to authenticated;

create function public.admin_archive_page(
  p_state text default null, p_query text default null, p_after text default null, p_limit integer default 20
) returns jsonb
language sql stable set search_path = '' as $$ select private.admin_archive_page(p_state, p_query, p_after, p_limit) $$;
comment on function public.admin_archive_page(text, text, text, integer) is 'RPC for staff: one page of archived posts as {items, next}.';
create function public.admin_restore_post(p_archive_id uuid, p_reason text) returns jsonb
language sql set search_path = '' as $$ select private.admin_restore_post(p_archive_id, p_reason) $$;
comment on function public.admin_restore_post(uuid, text) is
  'RPC for admins: restores a deleted post within 30 days. Returns {id, outcome, by}: done, restored (by somebody before), present, expired or gone.';
revoke all on function public.admin_archive_page(text, text, text, integer), public.admin_restore_post(uuid, text) from public, anon, authenticated;
grant execute on function public.admin_archive_page(text, text, text, integer), public.admin_restore_post(uuid, text) to authenticated;
