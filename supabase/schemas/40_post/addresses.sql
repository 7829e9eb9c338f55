-- Addresses of posts --------------------------------------------------------------------------------------------------

create table private.post_slug_history (
  day date not null,
  old_slug text not null,
  post_id uuid not null references public.community_posts on delete cascade,
  is_gone boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (day, old_slug)
);
comment on table private.post_slug_history is
  'Former addresses of posts whose title the team has changed: they answer 301, or 410 where the person they name asked for it. '
  'Stays: with its post.';

create index post_slug_history_post_id on private.post_slug_history (post_id);

revoke all on private.post_slug_history from public, anon, authenticated, service_role;

create function private.address_is_free(on_day date, wanted text, post uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.community_posts p where p.day = on_day and p.slug = wanted and p.id <> post)
    and not exists (select from private.post_slug_history h where h.day = on_day and h.old_slug = wanted and (h.post_id <> post or h.is_gone))
$$;
comment on function private.address_is_free(date, text, uuid) is
  'Whether a post may have this slug on its day: no other one has or had it, and nobody asked for it to be gone.';

create function private.slug_for(post uuid, on_day date, title text) returns text
language plpgsql security definer set search_path = '' as $$
declare base constant text := coalesce(nullif(private.slugify(title), ''), 'beitrag');
begin
  -- Of two concurrent posts with the same title the second waits and then sees the first.
  perform pg_advisory_xact_lock(hashtextextended(on_day || base, 0));
  if private.address_is_free(on_day, base, post) then return base; end if;
  if private.address_is_free(on_day, base || '-' || right(post::text, 4), post) then return base || '-' || right(post::text, 4); end if;
  return base || '-' || post;
end $$;
comment on function private.slug_for(uuid, date, text) is 'The slug of a post by its title; a clash on one day gets the last four characters of the id, or all.';

create function private.set_post_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.day := private.berlin_day(new.created_at);
  new.slug := private.slug_for(new.id, new.day, new.title);
  return new;
end $$;
comment on function private.set_post_slug() is
  'Trigger: slug from the title. It stays when authors change that; private.move_post() is for the team.';

create function private.move_post(post uuid, drops_old boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  wanted text;
begin
  select * into strict was from public.community_posts p where p.id = post;
  wanted := private.slug_for(post, was.day, was.title);
  if wanted <> was.slug then
    insert into private.post_slug_history (day, old_slug, post_id) values (was.day, was.slug, post) on conflict do nothing;
    delete from private.post_slug_history h where h.day = was.day and h.old_slug = wanted and h.post_id = post;
    update public.community_posts p set slug = wanted where p.id = post;
  elsif drops_old and not exists (select from private.post_slug_history h where h.post_id = post and not h.is_gone) then
    perform private.refuse('post.address_stays');
  end if;
  perform private.retell_title(post);
  if drops_old then update private.post_slug_history h set is_gone = true where h.post_id = post; end if;
end $$;
comment on function private.move_post(uuid, boolean) is
  'After the team changed a title: the address follows, because search engines show its words. The old ones lead on, or are gone.';

create function private.former_post(on_day date, address text) returns uuid
language sql stable security definer set search_path = '' as $$
  select h.post_id from private.post_slug_history h where h.day = on_day and h.old_slug = address and not h.is_gone
$$;
comment on function private.former_post(date, text) is 'The post that had this address, or null.';
grant execute on function private.former_post(date, text) to anon, authenticated, service_role;

create function private.address_is_gone(on_day date, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.post_slug_history h where h.day = on_day and h.old_slug = address and h.is_gone)
$$;
comment on function private.address_is_gone(date, text) is 'See public.post_address_gone().';
grant execute on function private.address_is_gone(date, text) to anon, authenticated, service_role;

create function public.post_address_gone(p_day text, p_slug text) returns boolean
language sql stable security invoker set search_path = '' as $$ select private.address_is_gone(private.as_day(p_day), p_slug) $$;
comment on function public.post_address_gone(text, text) is
  'Whether an address of a post was taken down for good, because somebody it names asked for it: the server then answers 410.';
grant execute on function public.post_address_gone(text, text) to anon, authenticated, service_role;
