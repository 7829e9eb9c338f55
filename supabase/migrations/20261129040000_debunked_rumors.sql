-- A debunked rumor: nobody votes on it, search engines forget it, and all who took part hear of it ---------------------------

create function private.takes_votes(post uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.community_posts p where p.id = post and p.status = 'approved')
    and not exists (select from public.post_rumors r where r.post_id = post and r.rumor_status = 'debunked')
$$;
comment on function private.takes_votes(uuid) is 'Whether members vote on this rumor: it is online and not debunked.';
revoke execute on function private.takes_votes(uuid) from public, anon;
grant execute on function private.takes_votes(uuid) to authenticated, service_role;

drop policy "members vote on approved rumors" on public.rumor_votes;
create policy "members vote on approved rumors" on public.rumor_votes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()) and private.takes_votes(post_id));
drop policy "members change their vote" on public.rumor_votes;
create policy "members change their vote" on public.rumor_votes for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()) and private.takes_votes(post_id));

create or replace function private.sitemap_part(p_kind text, after uuid, wanted integer) returns table (id uuid, path text, lastmod timestamptz)
language plpgsql stable rows 1000 set search_path = '' as $$
begin
  case p_kind
    when 'star' then
      return query select s.id, '/stars/' || s.slug, s.updated_at from public.stars s where s.is_active and s.id > after order by s.id limit wanted;
    when 'format' then
      return query select f.id, '/formate/' || f.slug, f.updated_at from public.formats f where f.is_active and f.id > after order by f.id limit wanted;
    when 'season' then
      return query select s.id, '/formate/' || f.slug || '/staffel/' || s.slug, s.updated_at
        from public.seasons s join public.formats f on f.id = s.format_id and f.is_active
        where s.id > after order by s.id limit wanted;
    when 'post' then
      return query select p.id, '/trashtalk/' || case p.type when 'rumor' then 'geruechte' when 'poll' then 'umfragen' else 'diskussionen' end
          || to_char(p.day, '/YYYY/MM/DD/') || p.slug, greatest(p.updated_at, p.last_activity_at)
        from public.community_posts p where p.status = 'approved' and p.id > after
          -- Whoever searches for the people in it need not find what is not true.
          and not exists (select from public.post_rumors r where r.post_id = p.id and r.rumor_status = 'debunked')
        order by p.id limit wanted;
    when 'member' then
      return query select m.id, '/user/' || m.slug, m.joined from public.public_profiles m where m.id > after order by m.id limit wanted;
    else null;
  end case;
end $$;

create or replace function private.news_of_rumor(post uuid, after uuid, most integer) returns private.news[]
language sql stable security definer set search_path = '' as $$
  with told as (
    select x.member_id, x.hit from private.rumor_hits x where x.post_id = post and x.member_id > after
    union all
    -- Who commented without a vote that counts hears of a correction, too.
    select distinct c.author_id, null::boolean from public.comments c
    where c.post_id = post and c.author_id > after
      and exists (select from public.post_rumors r where r.post_id = post and r.rumor_status = 'debunked')
      and not exists (select from private.rumor_hits x where x.post_id = post and x.member_id = c.author_id)
      and c.author_id is distinct from (select p.author_id from public.community_posts p where p.id = post)
    order by 1 limit most
  )
  select array_agg(row(t.member_id, 'rumor_decided', post, null, h.head,
      format('%s: „%s“ ist %s.', h.head, p.title, case r.rumor_status when 'verified' then 'bestätigt' else 'widerlegt' end), null,
      private.post_facts(post) || jsonb_strip_nulls(jsonb_build_object('rumor_status', r.rumor_status, 'hit', t.hit)), post, null)::private.news
      order by t.member_id)
  from told t
  cross join lateral (select case when t.hit then 'Du lagst richtig' when t.hit is null then 'Richtigstellung' else 'Knapp daneben' end as head) h
  join public.community_posts p on p.id = post and p.status = 'approved' join public.post_rumors r on r.post_id = post
$$;
comment on function private.news_of_rumor(uuid, uuid, integer) is
  'Whether the next voters of a decided rumor were right; of a debunked one those who commented are told as well.';
