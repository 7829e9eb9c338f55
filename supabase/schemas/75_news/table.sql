-- News ----------------------------------------------------------------------------------------------------------------

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
  updated_at timestamptz not null default now(),
  image_alt text check (char_length(image_alt) <= 300),
  image_credit text check (char_length(image_credit) <= 200),
  tags uuid[] not null default '{}' check (cardinality(tags) <= 5),
  image_source text check (image_source ~ '^https?://' and char_length(image_source) <= 500),
  image_license text check (image_license in ('own', 'permission', 'press', 'public_domain', 'cc0', 'cc_by_4', 'cc_by_3', 'cc_by_2', 'cc_by_sa_4', 'cc_by_sa_3', 'cc_by_sa_2')),
  constraint news_image_credit check (image_license is null or image_license in ('public_domain', 'cc0')
    or image_credit is not null and (image_license not like 'cc\_%' or image_source is not null))
);
comment on table public.news is
  'News of the team. Public from published_at on; without it a draft. '
  'Stays: until the team deletes what it published.';
comment on column public.news.body is 'Headings (## ), lists, quotes, bold, italics and [links](https://…), as parseArticle of domain reads them; never HTML.';
comment on column public.news.tags is 'Ids of stars and formats. Those that are gone are not shown.';

create index news_author_id on public.news (author_id);
create index news_published_at on public.news (published_at desc, id) where published_at is not null;
-- Drafts and scheduled news come first, because they need work.
create index news_for_staff on public.news (coalesce(published_at, 'infinity'::timestamptz) desc, id desc);
create index news_body_names on public.news using gin (private.names_in(body)) where body like '%@%';

create function private.set_news_slug() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.slug is not distinct from old.slug then return new; end if;
  new.slug := coalesce(nullif(private.slugify(coalesce(new.slug, '')), ''),
    private.slugify(private.short_slug(new.title, 240) || ' ' || right(new.id::text, 4)));
  return new;
end $$;
comment on function private.set_news_slug() is 'Trigger: slug from the title and the last four characters of the id when none is given.';

create trigger news_02_lines before insert or update of title on public.news
  for each row when (new.title ~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]') execute function private.keep_one_line('title');
create trigger news_03_links before insert or update of url on public.news
  for each row execute function private.check_links('url');
create trigger news_04_pictures before insert or update of image_url on public.news
  for each row execute function private.check_pictures('image_url');
create trigger news_05_text_pictures before insert or update of body on public.news
  for each row when (private.is_client()) execute function private.check_text_pictures();
create trigger news_slug before insert or update of slug on public.news
  for each row execute function private.set_news_slug();
create trigger news_touch before update on public.news for each row execute function private.touch_updated_at();
create trigger news_log_staff after insert or update or delete on public.news
  for each row when (private.is_client()) execute function private.log_staff_change('news');
create trigger news_search after insert or update of title, excerpt, body on public.news
  for each row execute function private.index_news();
create trigger news_versions after update of title, excerpt, body on public.news
  for each row when ((old.title, old.excerpt, old.body) is distinct from (new.title, new.excerpt, new.body))
  execute function private.keep_news_version();

alter table public.news enable row level security;
revoke all on public.news from public, anon, authenticated;
grant all on public.news to service_role;
grant select on public.news to anon;
grant select,
  insert (id, title, slug, excerpt, body, image_url, url, published_at, image_alt, image_credit, tags, image_source, image_license),
  update (title, slug, excerpt, body, image_url, url, published_at, image_alt, image_credit, tags, image_source, image_license),
  delete
  on public.news to authenticated;
create policy "guests read published" on public.news for select to anon using (published_at <= now());
create policy "members read published, staff all" on public.news for select to authenticated
  using (published_at <= now() or (select private.is_moderator()));
create policy "staff insert" on public.news for insert to authenticated with check ((select private.is_moderator()));
create policy "staff update" on public.news for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));
create policy "admins delete" on public.news for delete to authenticated using ((select private.is_admin()));

-- Result page of the search -------------------------------------------------------------------------------------------

create table private.news_search (
  news_id uuid primary key references public.news on delete cascade,
  title_key text collate "C" not null,
  search_key text not null
);
comment on table private.news_search is
  'Folded titles, and titles with excerpts and texts, of news; maintained by a trigger of news. '
  'Stays: with its news.';

create index news_search_words on private.news_search using gin (search_key extensions.gin_trgm_ops);

revoke all on private.news_search from public, anon, authenticated, service_role;

-- Earlier texts -------------------------------------------------------------------------------------------------------

-- An article has an address, and can be linked, shared and found (docs/decisions/059-news-articles.md).

create table private.news_versions (
  id bigint generated always as identity primary key,
  news_id uuid not null references public.news on delete cascade,
  title text not null,
  excerpt text,
  body text not null,
  replaced_at timestamptz not null default now(),
  replaced_by uuid references public.profiles on delete set null
);
comment on table private.news_versions is
  'Texts of news before a change, the latest 30 of each. '
  'Stays: the latest 30 of each news. '
  'Not exported: who of the team replaced a text of the site''s own news.';

create index news_versions_news on private.news_versions (news_id, id desc);
create index news_versions_replaced_by on private.news_versions (replaced_by);

revoke all on private.news_versions from public, anon, authenticated, service_role;

-- Comments on an article, where the team wants them (docs/decisions/075-news-discussions.md) --------------------------

create table private.news_discussions (
  news_id uuid primary key references public.news on delete cascade,
  post_id uuid not null references public.community_posts on delete cascade
);
comment on table private.news_discussions is
  'The discussion in Trashtalk to which an article leads. Not a column of news: opening one is no change of its text. '
  'Stays: with its news.';

create index news_discussions_post on private.news_discussions (post_id);

alter table private.news_discussions enable row level security;
revoke all on private.news_discussions from public, anon, authenticated, service_role;

-- In the export -------------------------------------------------------------------------------------------------------

create function private.export_news(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'public.news', (select jsonb_agg(to_jsonb(n) - 'author_id' order by n.created_at) from public.news n where n.author_id = me))
$$;
comment on function private.export_news(uuid) is 'Export: articles.';
