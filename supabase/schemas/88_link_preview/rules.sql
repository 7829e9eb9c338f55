-- Link previews -------------------------------------------------------------------------------------------------------

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

create function private.previews_of(post uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('url', l.url, 'title', l.title, 'site', l.site) order by wanted.place), '[]'::jsonb)
  from unnest(private.links_of(post)) with ordinality as wanted (url, place)
  join private.link_previews l on l.url = wanted.url and l.title is not null);
end $$;
comment on function private.previews_of(uuid) is 'Previews of the links of a post: [{url, title, site}].';
grant execute on function private.previews_of(uuid) to anon, authenticated;

-- For the web server --------------------------------------------------------------------------------------------------

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
grant execute on function private.claim_previews(integer) to service_role;

create function private.settle_preview(link text, headline text, site_name text) returns void
language sql security definer set search_path = '' as $$
  update private.link_previews l set title = headline, site = site_name, due_at = null where l.url = link
$$;
comment on function private.settle_preview(text, text, text) is 'Stores the preview of a link; null, null: it has none.';
grant execute on function private.settle_preview(text, text, text) to service_role;

create function public.claim_previews(p_limit integer default 5) returns jsonb
language sql set search_path = '' as $$ select private.claim_previews(p_limit) $$;
comment on function public.claim_previews(integer) is 'RPC for the web server (secret key): addresses whose headline is to be read now.';
grant execute on function public.claim_previews(integer) to service_role;

create function public.settle_preview(p_url text, p_title text default null, p_site text default null) returns void
language sql set search_path = '' as $$ select private.settle_preview(p_url, p_title, p_site) $$;
comment on function public.settle_preview(text, text, text) is 'RPC for the web server (secret key): the preview of a link, or that it has none.';
grant execute on function public.settle_preview(text, text, text) to service_role;
