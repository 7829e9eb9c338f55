-- Limits --------------------------------------------------------------------------------------------------------------

-- The limits hold for every client of the API. domain has the same rules; supabase/tests runs the same drafts through both.
-- The hint tells the editor which rule was broken.

create function private.clean_post() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() then
    perform private.require_short(new.title, 140, 'post.title_length');
    perform private.require_short(new.content, 5000, 'post.content_length');
  end if;
  new.title := private.clean_line(new.title);
  new.content := private.trim_text(private.clean_text(new.content));
  return new;
end $$;
comment on function private.clean_post() is 'Trigger: title and content are stored cleaned.';

create function private.require_valid_post(post public.community_posts, before public.community_posts) returns void
language plpgsql stable set search_path = '' as $$
begin
  if char_length(post.title) not between 8 and 140 then
    perform private.refuse('post.title_length');
  end if;
  if char_length(post.content) > 5000 then
    perform private.refuse('post.content_length');
  end if;
  if post.content = '' and post.type <> 'poll' and before.content is distinct from '' then
    perform private.refuse('post.content_missing');
  end if;
  if cardinality(post.tags) > 5 then
    perform private.refuse('post.too_many_tags');
  end if;
  if post.poll_ends_at is not null and post.type <> 'poll' then
    perform private.refuse('post.not_a_poll.end');
  end if;
  if post.poll_ends_at is distinct from before.poll_ends_at then
    if private.poll_is_over(before) then
      perform private.refuse('post.poll_ended');
    elsif post.poll_ends_at <= now() then
      perform private.refuse('post.poll_end_past');
    elsif post.poll_ends_at > now() + interval '1 year' then
      perform private.refuse('post.poll_end_far');
    end if;
  end if;
end $$;
comment on function private.require_valid_post(public.community_posts, public.community_posts) is
  'Refuses a post that breaks the limits. Unchanged values that a new post could not have may stay: a post without content, an end that has passed.';
grant execute on function private.require_valid_post(public.community_posts, public.community_posts) to authenticated;

create function private.check_post() returns trigger
language plpgsql set search_path = '' as $$
declare before public.community_posts;
begin
  if not private.is_client() then return new; end if;
  if tg_op = 'UPDATE' then before := old; end if;
  perform private.require_valid_post(new, before);
  return new;
end $$;
comment on function private.check_post() is 'Trigger: limits of a post that a person writes, with a hint for each.';

-- Texts of posts ------------------------------------------------------------------------------------------------------

create type private.post_text as (
  title text, content text, tags uuid[], source_url text, options text[], poll_ends_at timestamptz
);
comment on type private.post_text is 'What the author of a post writes. options is null unless it is a poll.';

-- Reading a text ------------------------------------------------------------------------------------------------------

create function private.as_text(title text, content text, tags uuid[], source_url text, options text[], poll_ends_at timestamptz)
returns private.post_text
language plpgsql immutable set search_path = '' as $$
declare made private.post_text;
begin
  made.title := title;
  made.content := content;
  made.tags := tags;
  made.source_url := source_url;
  made.options := options;
  made.poll_ends_at := poll_ends_at;
  return made;
end $$;
comment on function private.as_text(text, text, uuid[], text, text[], timestamptz) is 'A text of its parts, which are given by name.';

create function private.text_of(post uuid) returns private.post_text
language sql stable security definer set search_path = '' as $$
  select private.as_text(title => p.title, content => p.content, tags => p.tags,
    source_url => (select r.source_url from public.post_rumors r where r.post_id = p.id),
    options => case when p.type = 'poll' then array(select o.text from public.poll_options o where o.post_id = p.id order by o.position) end,
    poll_ends_at => p.poll_ends_at)
  from public.community_posts p where p.id = post
$$;
comment on function private.text_of(uuid) is 'The current text of a post.';

-- Tags and the end of a poll are choices, of which the last counts; what somebody has written is never replaced unseen.
create function private.is_as_seen(written private.post_text, seen jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select seen is null or not exists (
    select from jsonb_each(jsonb_build_object('title', (written).title, 'content', (written).content,
      'source_url', coalesce((written).source_url, ''), 'options', coalesce(to_jsonb((written).options), '[]'::jsonb))) now
    where seen ? now.key and seen -> now.key is distinct from now.value)
$$;
comment on function private.is_as_seen(private.post_text, jsonb) is
  'Whether a text is still what an editor was filled with: {title, content, source_url, options}; keys that are missing are not compared.';

create function private.text_json(written private.post_text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('title', (written).title, 'content', (written).content, 'tags', private.tags_of((written).tags),
    'source_url', (written).source_url, 'options', coalesce(to_jsonb((written).options), '[]'::jsonb),
    'poll_ends_at', (written).poll_ends_at)
$$;
comment on function private.text_json(private.post_text) is 'A text as postText, with the stars and formats that are active.';

create function private.text_of_version(v private.post_versions) returns private.post_text
language sql immutable set search_path = '' as $$
  select private.as_text(title => v.title, content => v.content, tags => v.tags, source_url => v.source_url, options => v.options,
    poll_ends_at => v.poll_ends_at)
$$;
comment on function private.text_of_version(private.post_versions) is 'The text of an earlier version.';

-- Rules of a text -----------------------------------------------------------------------------------------------------

create function private.clean_options(options text[]) returns text[]
language plpgsql immutable set search_path = '' as $$
declare cleaned text[];
begin
  if options is null or cardinality(options) not between 2 and 8 or array_position(options, null) is not null then
    perform private.refuse('post.option_count');
  end if;
  perform private.require_short(o, 80, 'post.option_length') from unnest(options) o;
  cleaned := array(select private.clean_line(o.text) from unnest(options) with ordinality as o (text, place) order by o.place);
  if exists (select from unnest(cleaned) o where char_length(o) not between 1 and 80) then
    perform private.refuse('post.option_length');
  end if;
  if (select count(distinct private.search_fold(o)) from unnest(cleaned) o) < cardinality(cleaned) then
    perform private.refuse('post.duplicate_option');
  end if;
  return cleaned;
end $$;
comment on function private.clean_options(text[]) is 'The answers of a poll as they are stored; refuses what breaks the limits.';

create function private.require_valid_tags(tags uuid[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if cardinality(tags) <> (select count(distinct t) from unnest(tags) t) then
    perform private.refuse('post.duplicate_tag');
  end if;
  if exists (select from unnest(tags) t where not exists (select from public.stars s where s.id = t)
      and not exists (select from public.formats f where f.id = t)) then
    perform private.refuse('post.unknown_tag', '23503');
  end if;
end $$;
comment on function private.require_valid_tags(uuid[]) is 'Refuses tags that are given twice or that are neither star nor format.';

create function private.clean_source(source_url text) returns text
language plpgsql immutable set search_path = '' as $$
declare cleaned text;
begin
  perform private.require_short(source_url, 500, 'post.source_url_invalid');
  cleaned := nullif(private.clean_line(source_url), '');
  if cleaned is not null and (char_length(cleaned) > 500 or not private.is_web_address(cleaned)) then
    perform private.refuse('post.source_url_invalid');
  end if;
  return cleaned;
end $$;
comment on function private.clean_source(text) is 'The source of a rumor as it is stored; refuses what is no web address.';
grant execute on function private.clean_source(text) to authenticated, service_role;
