-- Whom a comment names is settled when it is written: a name nobody has stays text, and a link leads to whoever was meant, whatever
-- they or somebody else are called later. Answers, rows and realtime carry it without a query of their own.

create function private.mentioned_names(content text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select coalesce(array_agg(found.name order by found.first_at), '{}') from (
    select private.nickname_key(m[1]) as name, min(at) as first_at
    from regexp_matches(content, '(?<![A-Za-z0-9ÄÖÜäöüß_.@])@([A-Za-z0-9ÄÖÜäöüß_.]+)', 'g') with ordinality as matches (m, at)
    where char_length(rtrim(m[1], '.')) between 1 and 20
    group by 1 order by 2 limit 10
  ) found
$$;
comment on function private.mentioned_names(text) is
  'Up to ten distinct @names in a text as nickname keys, with the full stops that may end them or the sentence. Mirrors mentionedNames() in domain/src/comment/mentions.ts.';

create function private.known_mentions(content text, before jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  -- "@anna." is who is called "anna.", or else "anna" at the end of a sentence.
  return (
    select jsonb_object_agg(found.key, found.slug)
    from unnest(private.mentioned_names(content)) as given (name)
    cross join lateral (
      select spelling.key, coalesce(before ->> spelling.key, p.slug) as slug
      from (values (1, given.name), (2, rtrim(given.name, '.'))) as spelling (place, key)
      left join public.public_profiles p on private.nickname_key(p.nickname) = spelling.key
      where before ? spelling.key or p.slug is not null
      order by spelling.place
      limit 1
    ) found);
end $$;
comment on function private.known_mentions(text, jsonb) is
  'Members whose @nickname is in a text as {nickname key: slug}, null for nobody. Whom it named before (same shape) it goes on naming.';

create function private.keep_mentions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.mentions := case when position('@' in new.content) > 0 then private.known_mentions(new.content, old.mentions) end;
  return new;
end $$;
comment on function private.keep_mentions() is 'Trigger: comments.mentions follows the text.';
create trigger comments_03_mentions before insert or update of content on public.comments
  for each row execute function private.keep_mentions();
