-- Mentions ------------------------------------------------------------------------------------------------------------

-- Mentions are resolved when a comment is written: an unknown name stays text, and a link leads to the member who was meant, even if
-- they are renamed or somebody else takes the name. Pages, rows and realtime carry the result without another query.

create function private.mentioned_names(content text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select coalesce(array_agg(found.name order by found.first_at), '{}') from (
    select private.nickname_key(left(m[1], 64)) as name, min(at) as first_at
    from regexp_matches(private.without_addresses(content), '(?<![A-Za-z0-9\u00c0-\u024f.@/-])(?<![A-Za-z0-9\u00c0-\u024f_]_)@([A-Za-z0-9ÄÖÜäöüß_.]+)'
      '(?![A-Za-z0-9\u00c0-\u024f_@])', 'g') with ordinality as matches (m, at)
    where private.name_spellings(m[1]) <> '{}'
    group by 1 order by 2 limit 10
  ) found
$$;
comment on function private.mentioned_names(text) is
  'Up to ten distinct @names in a text as typed, in lower case; none in an address. private.name_spellings() says whom they can mean.';

create function private.known_mentions(content text, before jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(found.key, found.slug)
    from unnest(private.mentioned_names(content)) as given (name)
    cross join lateral (
      select spelling.key, coalesce(before ->> spelling.key, p.slug) as slug
      from unnest(private.name_spellings(given.name)) with ordinality as spelling (key, place)
      left join public.public_profiles p on private.nickname_key(p.nickname) = spelling.key
      where before ? spelling.key or p.slug is not null
      order by spelling.place
      limit 1
    ) found);
end $$;
comment on function private.known_mentions(text, jsonb) is
  'Members whose @nickname is in a text as {nickname key: slug}, null for nobody. Names resolved before (same shape) keep their member.';

-- A nickname may have another bearer by now.
create function private.set_mentions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_restoring() and new.mentions is not null then
    new.mentions := nullif(new.mentions, '{}');
  else
    new.mentions := case when position('@' in new.content) > 0 then private.known_mentions(new.content, old.mentions) end;
  end if;
  return new;
end $$;
comment on function private.set_mentions() is 'Trigger: sets mentions of a comment or post from its content.';

create function private.people_of_thread(post uuid, wanted integer) returns setof uuid
language plpgsql stable security definer rows 20 set search_path = '' as $$
begin
  return query
    select latest.author_id from (
      select c.author_id, c.created_at from public.comments c
      where c.post_id = post and c.deleted_at is null and c.author_id is not null
      order by c.created_at desc limit 500
    ) latest
    group by latest.author_id order by max(latest.created_at) desc limit wanted;
end $$;
comment on function private.people_of_thread(uuid, integer) is 'Authors of the 500 latest undeleted comments of a post, latest first.';
