-- /trashtalk: lists, a post, and the addresses by id.

-- Posts of a page as a document. `listed` of the callers is always one row more than wanted, which says whether there is a next page.
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
  p_type text default null, p_sort text default 'neu', p_window text default 'gesamt', p_tag text default null,
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
  return private.post_list(kind, case when p_sort in ('heiss', 'top') then p_sort else 'neu' end,
    case p_window when '7' then 7 when '30' then 30 end, tag, p_after, private.page_limit(p_limit));
end $$;
comment on function public.posts_page(text, text, text, text, text, integer) is
  'Lists of Trashtalk: kind or all; sort neu, heiss or top (window 7, 30 or gesamt); tag as id or slug of a star or format; keyset cursor.';

create function public.trashtalk_page() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'hot', private.post_list(null, 'heiss', null, null, null, 6) -> 'items',
      'rumors', private.post_list('rumor', 'neu', null, null, null, 4) -> 'items',
      'polls', private.post_list('poll', 'neu', null, null, null, 4) -> 'items',
      'discussions', private.post_list('discussion', 'neu', null, null, null, 4) -> 'items')
  );
end $$;
comment on function public.trashtalk_page() is 'Page /trashtalk: the six hottest posts, then the four latest of each kind.';

-- Approved post by the dated address: its slug, or (specification §2 "possibly with the id") its slug, '-' and the end of its id.
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
comment on function public.post_path(text) is 'What the dated address of an approved post is built from, or null.';

revoke execute on function public.posts_page(text, text, text, text, text, integer), public.trashtalk_page(), public.post_page(text, text, text),
  public.post_path(text) from public;
grant execute on function public.posts_page(text, text, text, text, text, integer), public.trashtalk_page(), public.post_page(text, text, text),
  public.post_path(text) to anon, authenticated, service_role;
