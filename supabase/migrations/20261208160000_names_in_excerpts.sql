-- What others say of somebody who is silenced is not quoted beside Trashtalk either ------------------------------------------------

create function private.names_silenced(member uuid, mentions jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.public_profiles p where p.slug = any (private.slugs_in(mentions)) and not private.hears(member, p.id))
$$;
comment on function private.names_silenced(uuid, jsonb) is
  'Whether a text mentions somebody whom the member has muted or blocked: then it is quoted nowhere away from its own page.';
revoke all on function private.names_silenced(uuid, jsonb) from public, anon, authenticated;

create or replace function private.excerpt_for(recipient uuid, c public.comments) returns text
language sql stable security definer set search_path = '' as $$
  select case when not private.names_silenced(recipient, c.mentions) then private.excerpt(c.content, 100) end
$$;

create or replace function private.latest_comments(wanted integer, post uuid default null) returns setof public.comments
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  if post is null then
    return query select n.* from public.comments n
      join public.community_posts p on p.id = n.post_id and p.status = 'approved'
      where n.deleted_at is null and private.hears(n.author_id)
        and (me is null or n.mentions is null or not private.names_silenced(me, n.mentions))
      order by n.created_at desc, n.id desc limit wanted;
  elsif exists (select from public.community_posts p where p.id = post and p.status = 'approved') then
    return query select n.* from public.comments n
      where n.post_id = post and n.deleted_at is null order by n.created_at desc, n.id desc limit wanted;
  end if;
end $$;
