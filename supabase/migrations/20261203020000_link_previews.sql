-- Link previews -------------------------------------------------------------------------------------------------------------

-- The headline behind a link, read by the web server from editorial sites (docs/decisions/065-link-previews.md). Readers'
-- browsers ask nobody.

create table private.link_previews (
  url text primary key constraint link_previews_url check (octet_length(url) <= 500),
  title text constraint link_previews_title check (char_length(title) between 1 and 200),
  site text constraint link_previews_site check (char_length(site) between 1 and 80),
  tries smallint not null default 0,
  due_at timestamptz default now(),
  created_at timestamptz not null default now(),
  constraint link_previews_whole check ((title is null) = (site is null))
);
comment on table private.link_previews is 'Headlines of pages that public posts link to. Without one there is no preview.';
comment on column private.link_previews.due_at is 'When the web server may ask again; null: it need not.';
create index link_previews_due on private.link_previews (due_at) where due_at is not null;
create index link_previews_created_at on private.link_previews (created_at);
revoke all on private.link_previews from public, anon, authenticated;

create function private.first_link(content text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare found text;
begin
  if position('https://' in content) = 0 then return null; end if;
  -- Not one that a spoiler hides.
  found := substring(private.plain_text(content) from 'https://[^[:space:]<>"„“”«»`\\^{}|]+');
  -- A closing bracket belongs to an address that has opened one.
  return nullif(rtrim(found, '.,;:!?''*_~]…' || case when position('(' in found) = 0 then ')' else '' end), '');
end $$;
comment on function private.first_link(text) is 'The first https address in the text of a post or comment, without punctuation after it; null: none.';

create function private.links_of(post uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select l.url from (
      select distinct on (x.url) x.url, x.place from (
        select private.first_link(p.content) as url, 1 as place from public.community_posts p where p.id = post
        union all
        select r.source_url, 2 from public.post_rumors r where r.post_id = post) x
      where x.url like 'https://%' and octet_length(x.url) <= 500
      order by x.url, x.place
    ) l order by l.place)
$$;
comment on function private.links_of(uuid) is 'Links of a post that may have a preview: the first of its text, then the source of a rumor.';

create function private.want_previews(post uuid) returns void
language sql security definer set search_path = '' as $$
  insert into private.link_previews (url)
    select l.url from unnest(private.links_of(post)) l (url)
    where exists (select from public.community_posts p where p.id = post and p.status = 'approved')
    on conflict do nothing
$$;
comment on function private.want_previews(uuid) is 'Queues the links of a public post that are not known yet.';

create function private.want_previews_of_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.want_previews((to_jsonb(new) ->> tg_argv[0])::uuid);
  return null;
end $$;
comment on function private.want_previews_of_row() is 'Trigger with the column of the post''s id: queues the links of a post that is public or has become so.';
create trigger community_posts_previews after insert or update of content, status on public.community_posts
  for each row when (new.status = 'approved') execute function private.want_previews_of_row('id');
create trigger post_rumors_previews after update of source_url on public.post_rumors
  for each row when (new.source_url is not null and new.source_url is distinct from old.source_url) execute function private.want_previews_of_row('post_id');

create function private.previews_of(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('url', l.url, 'title', l.title, 'site', l.site) order by wanted.place), '[]'::jsonb)
  from unnest(private.links_of(post)) with ordinality as wanted (url, place)
  join private.link_previews l on l.url = wanted.url and l.title is not null
$$;
comment on function private.previews_of(uuid) is 'Previews of the links of a post: [{url, title, site}].';
grant execute on function private.previews_of(uuid) to anon, authenticated;

-- For the web server --------------------------------------------------------------------------------------------------------

create function private.claim_previews(wanted integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare claimed jsonb;
begin
  -- Headlines are no archive: after a year a link is shown as it was typed.
  delete from private.link_previews l where l.url in (
    select old.url from private.link_previews old where old.created_at < now() - interval '1 year' order by old.created_at limit 100);
  with due as (
    select l.url from private.link_previews l where l.due_at <= now() order by l.due_at
    limit least(wanted, 20) for update skip locked
  ), taken as (
    -- Asked three times: after 0 and 10 minutes, and after some hours.
    update private.link_previews l set tries = l.tries + 1,
      due_at = case l.tries when 0 then now() + interval '10 minutes' when 1 then now() + interval '6 hours' end
    from due where l.url = due.url returning l.url
  )
  select coalesce(jsonb_agg(t.url), '[]'::jsonb) into claimed from taken t;
  return claimed;
end $$;
comment on function private.claim_previews(integer) is 'Takes links whose headline is to be read, so that of several servers one reads each.';

create function private.settle_preview(link text, headline text, site_name text) returns void
language sql security definer set search_path = '' as $$
  update private.link_previews l set title = headline, site = site_name, due_at = null where l.url = link
$$;
comment on function private.settle_preview(text, text, text) is 'Stores the preview of a link; null, null: it has none.';
grant execute on function private.claim_previews(integer), private.settle_preview(text, text, text) to service_role;

create function public.claim_previews(p_limit integer default 5) returns jsonb
language sql set search_path = '' as $$ select private.claim_previews(p_limit) $$;
comment on function public.claim_previews(integer) is 'RPC for the web server (secret key): addresses whose headline is to be read now.';
create function public.settle_preview(p_url text, p_title text default null, p_site text default null) returns void
language sql set search_path = '' as $$ select private.settle_preview(p_url, p_title, p_site) $$;
comment on function public.settle_preview(text, text, text) is 'RPC for the web server (secret key): the preview of a link, or that it has none.';
revoke all on function public.claim_previews(integer), public.settle_preview(text, text, text) from public, anon, authenticated;
grant execute on function public.claim_previews(integer), public.settle_preview(text, text, text) to service_role;

-- The page of a post with what this and the two migrations before it add: mentions, stickers, previews.
create or replace function public.post_page(p_type text, p_day text, p_slug text) returns jsonb
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
        select jsonb_agg(coalesce(
          (select jsonb_build_object('kind', 'star', 'star', s.ref) from private.star_cards s where s.id = t.tag),
          (select jsonb_build_object('kind', 'format', 'format', f.ref) from private.format_refs f where f.id = t.tag)) order by t.place)
        from unnest(p.tags) with ordinality as t (tag, place)
        where exists (select from private.star_cards s where s.id = t.tag) or exists (select from private.format_refs f where f.id = t.tag)), '[]'::jsonb),
      'rumor_details', (
        select jsonb_build_object('source_url', r.source_url, 'reason', r.verification_reason, 'verification_source', r.verification_source,
          'recheck_at', r.recheck_at, 'updated_at', r.updated_at)
        from public.post_rumors r where r.post_id = wanted))
    from public.community_posts p
    join private.post_cards c on c.id = p.id
    where p.id = wanted
  );
end $$;
