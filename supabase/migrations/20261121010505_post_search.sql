-- What the search reads of posts.

create table private.post_search (
  post_id uuid primary key references public.community_posts on delete cascade,
  search_key text not null
);
comment on table private.post_search is
  'Folded title and content of posts. A table of its own: in community_posts every vote would write the trigram index again.';
create index post_search_search on private.post_search using gin (search_key extensions.gin_trgm_ops);

create function private.index_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.post_search (post_id, search_key) values (new.id, private.search_fold(new.title || ' ' || new.content))
    on conflict (post_id) do update set search_key = excluded.search_key;
  return null;
end $$;
comment on function private.index_post() is 'Trigger: private.post_search follows title and content.';
create trigger community_posts_search after insert or update of title, content on public.community_posts
  for each row execute function private.index_post();
