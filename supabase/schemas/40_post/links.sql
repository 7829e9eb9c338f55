-- Links of new members ------------------------------------------------------------------------------------------------

-- A comment is online at once, and its link with it: thirty of them are a night of spam (docs/decisions/060-links-of-new-members.md).

create function private.shows_link(shown text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return private.links_in(shown) > 0;
end $$;
comment on function private.shows_link(text) is 'Whether a page may show an address in a text as a link.';
grant execute on function private.shows_link(text) to authenticated, service_role;

create function private.is_settled() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_moderator() or (
    exists (select from public.profiles p where p.id = auth.uid() and p.created_at <= now() - interval '7 days')
    and (select count(*) from (
      (select from public.community_posts p where p.author_id = auth.uid() and p.status = 'approved' limit 3)
      union all
      (select from public.comments c where c.author_id = auth.uid() and c.deleted_at is null limit 3)) x) >= 3);
end $$;
comment on function private.is_settled() is
  'Whether the caller is known here: staff, and members of a week with three posts or comments that are online.';
grant execute on function private.is_settled() to authenticated, service_role;

-- Whoever was invited into a young site is vouched for: else nobody could bring a source in its first week.
create function private.may_link() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_settled() or private.invited_while_young();
end $$;
comment on function private.may_link() is
  'Whether the caller may put links into comments: whoever is settled, and on a young site whoever was invited.';
grant execute on function private.may_link() to authenticated, service_role;
