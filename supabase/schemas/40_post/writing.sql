-- Writing -------------------------------------------------------------------------------------------------------------

-- Writing, changing and deleting own posts.

create function private.require_writer() returns void
language plpgsql security definer set search_path = '' as $$
declare me public.profiles;
begin
  perform private.in_turn();
  select * into me from public.profiles p where p.id = auth.uid();
  if me.id is null then
    perform private.refuse('member.account_gone', '42501');
  end if;
  perform private.require_proven();
  if private.is_banned(me.id) then
    perform private.refuse('member.banned', '42501');
  elsif me.needs_invite then
    perform private.refuse('auth.invite_required', '42501');
  end if;
end $$;
comment on function private.require_writer() is 'Refuses a caller who may not write, with 42501 and the reason as hint: account_gone, banned, invite_required.';
grant execute on function private.require_writer() to authenticated;

create function private.saved_post(p_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'type', p.type, 'slug', p.slug, 'created_at', p.created_at, 'status', p.status,
    'revision', private.revision_of(p.id) ->> 'status')
  from public.community_posts p where p.id = p_id and p.author_id = auth.uid()
$$;
comment on function private.saved_post(uuid) is 'An own post as savedPost, or null.';
grant execute on function private.saved_post(uuid) to authenticated;

create function private.require_fitting_parts(kind text, source_url text, options text[], ends_at timestamptz) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if kind <> 'rumor' and coalesce(source_url, '') <> '' then
    perform private.refuse('post.not_a_rumor.source');
  end if;
  if kind <> 'poll' and (options is not null or ends_at is not null) then
    perform private.refuse('post.not_a_poll.options');
  end if;
end $$;
comment on function private.require_fitting_parts(text, text, text[], timestamptz) is 'Refuses parts that a post of this kind does not have.';
grant execute on function private.require_fitting_parts(text, text, text[], timestamptz) to authenticated;

create function public.delete_own_post(p_id uuid) returns boolean
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_writer();
  delete from public.community_posts p where p.id = p_id and p.author_id = auth.uid();
  return found;
end $$;
comment on function public.delete_own_post(uuid) is 'RPC: deletes an own post; false when there is none (any more).';
grant execute on function public.delete_own_post(uuid) to authenticated, service_role;

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
declare
  wanted constant uuid := private.as_uuid(p_id);
  written constant private.post_text := private.shown_text(wanted);
begin
  return (
    select jsonb_build_object('id', p.id, 'type', p.type, 'title', written.title, 'slug', p.slug, 'excerpt', private.excerpt(written.content, 180),
      'status', p.status, 'rejection_reason', p.rejection_reason, 'decision', private.rejection_of(p.id),
      'revision', private.revision_of(p.id), 'created_at', p.created_at, 'hearts', p.hearts_count,
      'poops', p.poops_count, 'comments', p.comments_count, 'votes', p.votes_count,
      'content', written.content, 'tags', private.tags_of(written.tags), 'source_url', written.source_url,
      'options', coalesce((
        -- Answers that wait have no id yet.
        select jsonb_agg(jsonb_build_object('id', coalesce(o.id, md5(p.id::text || a.place)::uuid), 'text', a.text, 'position', a.place,
          'votes', coalesce(o.votes_count, 0)) order by a.place)
        from unnest(written.options) with ordinality as a (text, place)
        left join public.poll_options o on o.post_id = p.id and o.text = a.text), '[]'::jsonb),
      'subject', private.subject_of(p.id), 'poll_ends_at', written.poll_ends_at, 'may_edit_options', private.may_edit_poll(p.id))
    from public.community_posts p
    where p.id = wanted and p.author_id = auth.uid() and (select private.is_proven())
  );
end $$;
comment on function public.own_post(text) is 'RPC: an own post whatever its status, for the editor; null when there is none.';
grant execute on function public.own_post(text) to authenticated, service_role;

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
    -- Formats are few and stars many: where both match, each gets half of the places.
    limit 8 - least(cardinality(stars), 4));
  return private.tags_of(formats || stars[1:8 - cardinality(formats)]);
end $$;
comment on function public.tag_search(text) is 'RPC: up to eight active formats and stars whose name contains every word, as postTag; none for a blank query.';
grant execute on function public.tag_search(text) to anon, authenticated, service_role;

create function private.fill_post(post uuid, source_url text, options text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  said text;
begin
  select * into was from public.community_posts p where p.id = post and p.author_id = auth.uid();
  if was.type = 'rumor' and source_url is not null then
    update public.post_rumors r set source_url = private.clean_source(fill_post.source_url) where r.post_id = post and r.source_url is null;
  elsif was.type = 'poll' and not exists (select from public.poll_options o where o.post_id = post) then
    perform private.write_options(post, private.clean_options(options));
  else
    return;
  end if;
  -- Answers and source are there only now. Nobody has seen the post yet, and nobody was told of it.
  said := private.said_in(post);
  if exists (select from private.rules_for('post', said, was.tags, '{slow}')) then
    perform private.wait_for_rule((select max(p.created_at) from public.community_posts p where p.author_id = auth.uid() and p.id <> post));
  end if;
  if was.status = 'approved' and private.needs_a_human(was.type, said, '', was.tags, null) then
    update public.community_posts p set status = 'pending' where p.id = post;
    delete from private.announcements a where a.post_id = post and a.kind = 'post';
  end if;
  perform private.note_rules_of('post', post, said, was.tags);
end $$;
comment on function private.fill_post(uuid, text, text[]) is 'Source or answers of a post the caller has just written.';
grant execute on function private.fill_post(uuid, text, text[]) to authenticated;

create function private.asked_text(was public.community_posts, title text, content text, tags uuid[], source_url text, options text[],
  ends_at timestamptz) returns private.post_text
language plpgsql stable security definer set search_path = '' as $$
declare
  asked public.community_posts := was;
  answers text[] := (private.text_of(was.id)).options;
  given text[];
begin
  perform private.require_short(title, 140, 'post.title_length');
  perform private.require_short(content, 5000, 'post.content_length');
  asked.title := private.clean_line(coalesce(title, ''));
  asked.content := private.trim_text(private.clean_text(coalesce(content, '')));
  asked.tags := coalesce(tags, '{}');
  asked.poll_ends_at := ends_at;
  perform private.require_valid_post(asked, was);
  perform private.require_valid_tags(asked.tags);
  if was.type = 'poll' and options is not null then given := private.clean_options(options); end if;
  if given is not null and given is distinct from answers then
    if not private.may_edit_poll(was.id) then
      perform private.refuse('post.options_fixed');
    end if;
    answers := given;
  end if;
  return private.as_text(title => asked.title, content => asked.content, tags => asked.tags,
    source_url => private.clean_source(source_url), options => answers, poll_ends_at => ends_at);
end $$;
comment on function private.asked_text(public.community_posts, text, text, uuid[], text, text[], timestamptz) is
  'What the author of a post wants it to be, cleaned and by the rules of posts; null options: as they are.';
