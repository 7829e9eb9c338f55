-- Writing, changing and deleting own posts. Shapes and hints: domain/src/contract/community.ts; limits: 20261121010525_post_rules.sql.

create function private.require_writer() returns void
language plpgsql stable security definer set search_path = '' as $$
declare me public.profiles;
begin
  select * into me from public.profiles p where p.id = auth.uid();
  if me.id is null then
    raise exception 'Dieses Konto gibt es nicht mehr.' using errcode = '42501', hint = 'account_gone';
  elsif private.is_banned(me.id) then
    raise exception 'Dein Konto ist gesperrt. Du kannst gerade nichts schreiben.' using errcode = '42501', hint = 'banned';
  elsif me.needs_invite then
    raise exception 'Löse zuerst einen Einladungscode ein.' using errcode = '42501', hint = 'invite_required';
  end if;
end $$;
comment on function private.require_writer() is 'Refuses with 42501 and the reason as hint whoever may not write: account_gone, banned, invite_required.';
grant execute on function private.require_writer() to authenticated;

create function private.saved_post(p_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'type', p.type, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status)
  from public.community_posts p where p.id = p_id and p.author_id = auth.uid()
$$;
comment on function private.saved_post(uuid) is 'An own post as savedPost, or null.';

create function private.set_poll_options(post uuid, options text[]) returns void
language plpgsql set search_path = '' as $$
begin
  if options is null or cardinality(options) not between 2 and 8 or array_position(options, null) is not null then
    perform private.refuse('Eine Umfrage hat 2 bis 8 Antworten.', 'option_count');
  end if;
  delete from public.poll_options o where o.post_id = post;
  insert into public.poll_options (post_id, text, position)
    select post, given.text, given.place from unnest(options) with ordinality as given (text, place);
exception when unique_violation then
  perform private.refuse('Jede Antwort nur einmal.', 'duplicate_option');
end $$;
comment on function private.set_poll_options(uuid, text[]) is 'Gives a poll these answers in this order.';

create function private.require_fitting_parts(kind text, source_url text, options text[], ends_at timestamptz) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if kind <> 'rumor' and coalesce(source_url, '') <> '' then
    perform private.refuse('Nur Gerüchte haben eine Quelle.', 'not_a_rumor');
  end if;
  if kind <> 'poll' and (options is not null or ends_at is not null) then
    perform private.refuse('Nur Umfragen haben Antworten und ein Ende.', 'not_a_poll');
  end if;
end $$;
comment on function private.require_fitting_parts(text, text, text[], timestamptz) is 'Refuses parts that a post of this kind does not have.';
grant execute on function private.saved_post(uuid), private.set_poll_options(uuid, text[]),
  private.require_fitting_parts(text, text, text[], timestamptz), private.refuse(text, text), private.is_web_address(text) to authenticated;

create function public.create_post(
  p_id uuid, p_type text, p_title text, p_content text, p_tags uuid[] default '{}', p_source_url text default null,
  p_options text[] default null, p_poll_ends_at timestamptz default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_writer();
  -- Sent again because the answer was lost.
  if private.saved_post(p_id) is not null then return private.saved_post(p_id); end if;
  if p_type is null or p_type not in ('rumor', 'poll', 'discussion') then
    perform private.refuse('Diese Art von Beitrag gibt es nicht.', 'unknown_type');
  end if;
  perform private.require_fitting_parts(p_type, p_source_url, p_options, p_poll_ends_at);
  begin
    insert into public.community_posts (id, type, title, content, tags, poll_ends_at)
      values (p_id, p_type, coalesce(p_title, ''), coalesce(p_content, ''), coalesce(p_tags, '{}'), p_poll_ends_at);
  exception when unique_violation then
    -- The same post at the same moment, or an id of somebody else's.
    if private.saved_post(p_id) is not null then return private.saved_post(p_id); end if;
    raise exception 'Das hat nicht geklappt. Versuch es noch einmal.' using errcode = '23505', hint = 'id_taken';
  end;
  if p_type = 'rumor' then
    update public.post_rumors set source_url = p_source_url where post_id = p_id and p_source_url is not null;
  elsif p_type = 'poll' then
    perform private.set_poll_options(p_id, p_options);
  end if;
  return private.saved_post(p_id);
end $$;
comment on function public.create_post(uuid, text, text, text, uuid[], text, text[], timestamptz) is
  'RPC: writes a post with its source or options; answers savedPost, also when the same id comes again.';

create function public.update_post(
  p_id uuid, p_title text, p_content text, p_tags uuid[] default '{}', p_source_url text default null,
  p_options text[] default null, p_poll_ends_at timestamptz default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  kind text;
  present text[];
begin
  perform private.require_writer();
  select p.type into kind from public.community_posts p where p.id = p_id and p.author_id = auth.uid() for update;
  if kind is null then
    raise exception 'Diesen Beitrag gibt es nicht mehr.' using errcode = '42501', hint = 'post_gone';
  end if;
  perform private.require_fitting_parts(kind, p_source_url, p_options, p_poll_ends_at);
  update public.community_posts set title = coalesce(p_title, ''), content = coalesce(p_content, ''), tags = coalesce(p_tags, '{}'),
    poll_ends_at = p_poll_ends_at where id = p_id;
  if kind = 'rumor' then
    update public.post_rumors set source_url = p_source_url where post_id = p_id and source_url is distinct from p_source_url;
  elsif p_options is not null then
    present := array(select o.text from public.poll_options o where o.post_id = p_id order by o.position);
    if present is distinct from array(select private.clean_line(o) from unnest(p_options) o) then
      if not private.may_edit_poll(p_id) then
        perform private.refuse('Es wurde schon abgestimmt: Die Antworten bleiben, wie sie sind.', 'options_fixed');
      end if;
      perform private.set_poll_options(p_id, p_options);
    end if;
  end if;
  return private.saved_post(p_id);
end $$;
comment on function public.update_post(uuid, text, text, uuid[], text, text[], timestamptz) is
  'RPC: the whole new state of an own post (null options: as they are); answers savedPost. What was approved may wait for approval again.';

create function public.delete_own_post(p_id uuid) returns boolean
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_writer();
  delete from public.community_posts p where p.id = p_id and p.author_id = auth.uid();
  return found;
end $$;
comment on function public.delete_own_post(uuid) is 'RPC: deletes an own post; false when there is none (any more).';

create function private.tags_of(ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select jsonb_agg(t.tag order by t.place)
    from (
      select given.place, jsonb_build_object('kind', 'star', 'star', s.ref) as tag
      from unnest(ids) with ordinality as given (id, place) join private.star_cards s on s.id = given.id
      union all
      select given.place, jsonb_build_object('kind', 'format', 'format', f.ref)
      from unnest(ids) with ordinality as given (id, place) join private.format_refs f on f.id = given.id
    ) t), '[]'::jsonb);
end $$;
comment on function private.tags_of(uuid[]) is 'Active stars and formats as postTag, in the order of their ids.';
grant execute on function private.tags_of(uuid[]) to anon, authenticated, service_role;

create function public.own_post(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_id);
begin
  return (
    select jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', left(p.content, 180),
      'status', p.status, 'rejection_reason', p.rejection_reason, 'created_at', p.created_at, 'hearts', p.hearts_count,
      'poops', p.poops_count, 'comments', p.comments_count, 'votes', p.votes_count,
      'content', p.content, 'tags', private.tags_of(p.tags),
      'source_url', (select r.source_url from public.post_rumors r where r.post_id = p.id),
      'options', coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'position', o.position, 'votes', o.votes_count) order by o.position)
        from public.poll_options o where o.post_id = p.id), '[]'::jsonb),
      'poll_ends_at', p.poll_ends_at, 'may_edit_options', private.may_edit_poll(p.id))
    from public.community_posts p
    where p.id = wanted and p.author_id = auth.uid()
  );
end $$;
comment on function public.own_post(text) is 'RPC: an own post whatever its status, for the editor; null when there is none.';

create function public.tag_search(p_query text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  words constant text[] := private.search_words(p_query);
  patterns constant text[] := private.like_patterns(words);
  stars uuid[];
  formats uuid[];
begin
  if cardinality(words) = 0 then return '[]'::jsonb; end if;
  stars := array(select l.id from private.list_stars('hot', null, words, null, 8) l);
  formats := array(
    select f.id from private.format_refs f where f.search_key like all (patterns) order by f.search_key, f.id
    -- Formats are few and stars many: half of the places are theirs where both match.
    limit 8 - least(cardinality(stars), 4));
  return private.tags_of(formats || stars[1:8 - cardinality(formats)]);
end $$;
comment on function public.tag_search(text) is 'RPC: up to eight active formats and stars whose name contains every word, as postTag; none for a blank query.';

revoke all on function public.create_post(uuid, text, text, text, uuid[], text, text[], timestamptz),
  public.update_post(uuid, text, text, uuid[], text, text[], timestamptz), public.delete_own_post(uuid), public.own_post(text),
  public.tag_search(text) from public, anon, authenticated;
grant execute on function public.create_post(uuid, text, text, text, uuid[], text, text[], timestamptz),
  public.update_post(uuid, text, text, uuid[], text, text[], timestamptz), public.delete_own_post(uuid), public.own_post(text) to authenticated;
grant execute on function public.tag_search(text) to anon, authenticated, service_role;
