create table public.news (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200),
  slug text not null unique constraint news_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 250),
  excerpt text check (char_length(excerpt) <= 500),
  body text not null default '' check (char_length(body) <= 50000),
  image_url text check (char_length(image_url) <= 500),
  url text check (url ~ '^https?://' and char_length(url) <= 500),
  published_at timestamptz,
  author_id uuid default auth.uid() references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.news is 'News of the house. Public from published_at on; without it a draft.';
create index news_author_id on public.news (author_id);

create function private.set_news_slug() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.slug is not distinct from old.slug then return new; end if;
  new.slug := coalesce(nullif(private.slugify(coalesce(new.slug, '')), ''),
    private.slugify(new.title || ' ' || right(new.id::text, 4)));
  return new;
end $$;
comment on function private.set_news_slug() is 'Trigger: slug from the title and the last four characters of the id when none is given.';
create trigger news_slug before insert or update of slug on public.news
  for each row execute function private.set_news_slug();
create trigger news_touch before update on public.news for each row execute function private.touch_updated_at();

alter table public.news enable row level security;
revoke all on public.news from public, anon, authenticated;
grant select on public.news to anon, authenticated;
grant insert (id, title, slug, excerpt, body, image_url, url, published_at),
  update (title, slug, excerpt, body, image_url, url, published_at), delete
  on public.news to authenticated;
grant all on public.news to service_role;
create policy "guests read published" on public.news for select to anon using (published_at <= now());
create policy "members read published, staff all" on public.news for select to authenticated
  using (published_at <= now() or (select private.is_moderator()));
create policy "staff insert" on public.news for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.news for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.news for delete to authenticated using ((select private.is_admin()));
