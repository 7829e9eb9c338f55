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
  updated_at timestamptz not null default now()
);
comment on table public.news is 'News of the team. Public from published_at on; without it a draft.';
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

create index news_published_at on public.news (published_at desc, id) where published_at is not null;

-- Drafts and scheduled news come first, because they need work.
create index news_for_staff on public.news (coalesce(published_at, 'infinity'::timestamptz) desc, id desc);

create trigger news_log_staff after insert or update or delete on public.news
  for each row when (private.is_client()) execute function private.log_staff_change('news');

-- Admin ---------------------------------------------------------------------------------------------------------------

-- /admin/news: drafts, scheduled and published news.

create function private.news_state(published_at timestamptz) returns text
language sql stable set search_path = '' as $$
  select case when published_at is null then 'draft' when published_at > now() then 'scheduled' else 'online' end
$$;
comment on function private.news_state(timestamptz) is 'draft, scheduled or online.';
grant execute on function private.news_state(timestamptz) to authenticated;

create function public.admin_news_page(p_state text default null, p_query text default null, p_after text default null, p_limit integer default 20)
returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit, 20);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
  state constant text := nullif(p_state, '');
  patterns constant text[] := private.like_patterns(private.search_words(p_query));
begin
  perform private.require_moderator();
  return (
    with listed as materialized (
      select n.*, row_number() over (order by coalesce(n.published_at, 'infinity'::timestamptz) desc, n.id desc) as place
      from (
        select * from public.news w
        where (coalesce(w.published_at, 'infinity'::timestamptz), w.id) < (last[1]::timestamptz, last[2]::uuid)
          and (state is null or private.news_state(w.published_at) = state)
          and private.search_fold(w.title) like all (patterns)
        order by coalesce(w.published_at, 'infinity'::timestamptz) desc, w.id desc limit wanted + 1
      ) n
    )
    select jsonb_build_object(
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'slug', l.slug, 'title', l.title, 'excerpt', l.excerpt, 'image_url', l.image_url,
          'url', l.url, 'published_at', l.published_at, 'state', private.news_state(l.published_at), 'updated_at', l.updated_at,
          'author', m.nickname) order by l.place)
        from listed l left join public.public_profiles m on m.id = l.author_id where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(coalesce(l.published_at, 'infinity'::timestamptz)::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;
comment on function public.admin_news_page(text, text, text, integer) is
  'Page /admin/news for staff: state draft, scheduled or online, words of the title; drafts, then latest first; keyset cursor.';

create function public.admin_news_item(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_moderator();
  return (
    select jsonb_build_object('id', n.id, 'slug', n.slug, 'title', n.title, 'excerpt', n.excerpt, 'body', n.body, 'image_url', n.image_url,
      'url', n.url, 'published_at', n.published_at, 'state', private.news_state(n.published_at), 'updated_at', n.updated_at)
    from public.news n where n.id = private.as_uuid(p_id));
end $$;
comment on function public.admin_news_item(text) is 'One piece of news for the editor; null when there is none.';

create function public.admin_save_news(p_id uuid, p_seen timestamptz, p_values jsonb, p_publish_now boolean default false) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  was public.news;
  item public.news;
  saved jsonb;
begin
  perform private.require_moderator();
  select * into was from public.news n where n.id = p_id;
  item := jsonb_populate_record(was, p_values);
  item.title := coalesce(private.clean_line(item.title), '');
  item.excerpt := nullif(private.trim_text(private.clean_text(item.excerpt)), '');
  item.body := coalesce(private.trim_text(private.clean_text(item.body)), '');
  item.url := nullif(private.clean_line(item.url), '');
  if p_publish_now then item.published_at := now(); end if;
  if item.title = '' then perform private.refuse('Ohne Titel geht es nicht.', 'title_missing'); end if;
  if char_length(item.title) > 200 then perform private.refuse('Der Titel hat höchstens 200 Zeichen.', 'title_length'); end if;
  if char_length(item.excerpt) > 500 then perform private.refuse('Der Anriss hat höchstens 500 Zeichen.', 'excerpt_length'); end if;
  if char_length(item.body) > 50000 then perform private.refuse('Der Text hat höchstens 50.000 Zeichen.', 'content_length'); end if;
  if item.url is not null and (char_length(item.url) > 500 or not private.is_web_address(item.url)) then
    perform private.refuse('Das ist keine Web-Adresse.', 'source_url_invalid');
  end if;
  if p_id is not null and was.id is null then
    raise exception 'Diese News gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone';
  end if;
  perform private.check_picture(item.image_url, was.image_url);
  saved := private.save_row('public.news', p_id::text,
    private.given_columns(to_jsonb(item), p_values || '{"published_at": null}'), coalesce(p_seen, '-infinity'));
  if saved is null then
    perform private.refuse('Jemand anderes hat diese News gerade geändert.', 'changed_meanwhile');
  end if;
  return jsonb_build_object('id', saved -> 'id', 'updated_at', saved -> 'updated_at',
    'state', private.news_state((saved ->> 'published_at')::timestamptz));
end $$;
comment on function public.admin_save_news(uuid, timestamptz, jsonb, boolean) is
  'RPC for staff: creates news (p_id null) or changes the item last changed at p_seen; p_values has a key for each column to set. Public from published_at on, immediately with p_publish_now; without either a draft.';

create function public.admin_delete_news(p_id uuid) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_admin();
  delete from public.news n where n.id = p_id;
  if not found then raise exception 'Diese News gibt es nicht mehr.' using errcode = '23503', hint = 'target_gone'; end if;
end $$;
comment on function public.admin_delete_news(uuid) is 'RPC for admins: deletes a piece of news.';

revoke all on function public.admin_news_page(text, text, text, integer), public.admin_news_item(text),
  public.admin_save_news(uuid, timestamptz, jsonb, boolean), public.admin_delete_news(uuid)
  from public, anon, authenticated;
grant execute on function public.admin_news_page(text, text, text, integer), public.admin_news_item(text),
  public.admin_save_news(uuid, timestamptz, jsonb, boolean), public.admin_delete_news(uuid)
  to authenticated;
