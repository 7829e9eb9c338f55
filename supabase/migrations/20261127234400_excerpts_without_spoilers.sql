-- Excerpts without spoilers and marks ----------------------------------------------------------------------------------

-- Posts and comments may contain a little markup and spoilers (docs/product/posts.md). No list, feed, head, notification or push
-- shows what a spoiler hides.

create function private.plain_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare plain text;
begin
  -- Most texts have none of the marks.
  if value !~ '[|*_>]' then return value; end if;
  plain := regexp_replace(value, '\|\|(.+?)\|\|', '[Spoiler]', 'g');
  plain := regexp_replace(plain, '^(?:> ?)+', '', 'gn');
  plain := regexp_replace(plain, '\*\*([^*\n]+)\*\*', '\1', 'g');
  plain := regexp_replace(plain, '(^|[ \n("„»])\*([^*_ \n](?:[^*_\n]*[^*_ \n])?)\*(?=$|[ \n.,;:!?)"“«…])', '\1\2', 'gn');
  return regexp_replace(plain, '(^|[ \n("„»])_([^*_ \n](?:[^*_\n]*[^*_ \n])?)_(?=$|[ \n.,;:!?)"“«…])', '\1\2', 'gn');
end $$;
comment on function private.plain_text(text) is
  'Text of a post or comment without what spoilers hide (||…||) and without the marks of bold, italics and quotes. Mirrors plainText() of domain.';

create function private.excerpt(value text, most integer) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select left(private.plain_text(value), most) $$;
comment on function private.excerpt(text, integer) is 'The first characters of a post or comment, as private.plain_text() shows it.';
grant execute on function private.plain_text(text), private.excerpt(text, integer) to anon, authenticated, service_role;

create or replace view private.post_cards with (security_invoker = on) as
select p.id, p.type,
  jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', private.excerpt(p.content, 180),
    'created_at', p.created_at, 'last_activity_at', p.last_activity_at, 'author', m.ref, 'hearts', p.hearts_count,
    'poops', p.poops_count, 'comments', p.comments_count, 'votes', p.votes_count,
    'rumor', case when p.type = 'rumor' then
      jsonb_build_object('status', coalesce(r.rumor_status, 'unverified'), 'agree', coalesce(r.agree_count, 0), 'disagree', coalesce(r.disagree_count, 0)) end,
    'poll', case when p.type = 'poll' then jsonb_build_object('ends_at', p.poll_ends_at, 'options', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'position', o.position, 'votes', o.votes_count + coalesce((
        select sum(c.votes) from private.pending_counts c where c.kind = 'option' and c.target_id = o.id), 0)) order by o.position)
      from public.poll_options o where o.post_id = p.id), '[]'::jsonb)) end) as card
from private.counted_posts p
left join private.member_refs m on m.id = p.author_id
left join private.counted_rumors r on r.post_id = p.id
where p.status = 'approved';

create or replace function public.posts_feed(p_type text default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', private.excerpt(p.content, 180),
      'created_at', p.created_at, 'author', m.nickname) order by l.place), '[]'::jsonb)
    from private.list_posts(nullif(p_type, ''), 'new', null, null, null, 50) with ordinality as l (id, keys, place)
    join public.community_posts p on p.id = l.id
    left join public.public_profiles m on m.id = p.author_id
  );
end $$;

create or replace function public.own_post(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_id);
begin
  return (
    select jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', private.excerpt(p.content, 180),
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

create or replace function public.own_posts(p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  wanted constant integer := private.page_limit(p_limit);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select p.id, p.created_at, row_number() over (order by p.created_at desc, p.id desc) as place,
        jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'excerpt', private.excerpt(p.content, 180),
          'status', p.status, 'rejection_reason', p.rejection_reason, 'created_at', p.created_at, 'hearts', p.hearts_count,
          'poops', p.poops_count, 'comments', p.comments_count, 'votes', p.votes_count) as item
      from public.community_posts p
      where p.author_id = (select auth.uid()) and (p.created_at, p.id) < (last[1]::timestamptz, last[2]::uuid)
      order by p.created_at desc, p.id desc
      limit wanted + 1
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create or replace function private.notify_of_comment(c public.comments, recipient uuid, kind text, target uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  post_title constant text := (select p.title from public.community_posts p where p.id = c.post_id);
  is_answer constant boolean := kind = 'reply_to_comment' or (kind = 'subsequent_comment' and target = c.parent_id);
begin
  return private.notify(recipient, kind,
    case when kind = 'mention' then 'Du wurdest erwähnt' when kind = 'comment_on_post' then 'Neuer Kommentar zu deinem Beitrag'
      when is_answer then 'Antwort auf deinen Kommentar' else 'Neuer Kommentar' end,
    format(case when kind = 'mention' then '{actors} dich in einem Kommentar zu „%s“ erwähnt.'
      when kind = 'comment_on_post' then '{actors} deinen Beitrag „%s“ kommentiert.'
      when is_answer then '{actors} auf deinen Kommentar bei „%s“ geantwortet.'
      else '{actors} auch „%s“ kommentiert.' end, post_title),
    private.post_facts(c.post_id) || jsonb_build_object('comment_excerpt', private.excerpt(c.content, 100))
      || case when is_answer then '{"answer": true}'::jsonb else '{}'::jsonb end,
    c.post_id, c.id, c.author_id, target);
end $$;

create or replace function private.notify_of_event(event private.notification_events, recipient uuid, kind text, target uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  post_title constant text := (select p.title from public.community_posts p where p.id = event.post_id);
  facts jsonb := private.post_facts(event.post_id);
  written public.comments;
begin
  if event.comment_id is not null then select * into written from public.comments c where c.id = event.comment_id; end if;
  if event.kind = 'comment' then return private.notify_of_comment(written, recipient, kind, target); end if;
  if event.kind = 'rumor_vote' then
    return private.notify(recipient, kind, 'Stimme zu deinem Gerücht', format('{actors} über „%s“ abgestimmt.', post_title),
      facts || jsonb_build_object('vote', event.choice), event.post_id, actor => event.actor_id);
  elsif event.kind = 'poll_vote' then
    return private.notify(recipient, kind, 'Stimme in deiner Umfrage', format('{actors} bei „%s“ abgestimmt.', post_title),
      facts, event.post_id, actor => event.actor_id);
  end if;
  facts := facts || jsonb_build_object('reaction', event.choice, 'emoji', private.reaction_emoji(event.choice));
  if event.kind = 'post_reaction' then
    return private.notify(recipient, kind, 'Reaktion auf deinen Beitrag',
      format('{actors} mit %s auf „%s“ reagiert.', private.reaction_emoji(event.choice), post_title), facts, event.post_id,
      actor => event.actor_id);
  end if;
  return private.notify(recipient, kind, 'Reaktion auf deinen Kommentar',
    format('{actors} mit %s auf deinen Kommentar bei „%s“ reagiert.', private.reaction_emoji(event.choice), post_title),
    facts || jsonb_build_object('comment_excerpt', private.excerpt(written.content, 100)), event.post_id, written.id, event.actor_id);
end $$;

create or replace function private.notify_edited_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications set data = jsonb_set(data, '{comment_excerpt}', to_jsonb(private.excerpt(new.content, 100)))
    where comment_id = new.id and data ? 'comment_excerpt';
  perform private.notify_mentions(new);
  return null;
end $$;

create or replace function public.profile_comments(p_profile_id text, p_after text default null, p_limit integer default 24) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  member constant uuid := private.as_uuid(p_profile_id);
  wanted constant integer := private.page_limit(p_limit);
  last constant text[] := coalesce(private.cursor_parts(p_after, '{instant,uuid}'), '{infinity,ffffffff-ffff-ffff-ffff-ffffffffffff}');
begin
  return (
    with listed as materialized (
      select c.id, c.created_at, l.place,
        jsonb_build_object('id', c.id, 'content', private.plain_text(c.content), 'created_at', c.created_at, 'hearts', c.hearts_count, 'poops', c.poops_count,
          'post', jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at)) as item
      from private.list_member_comments(member, last[1]::timestamptz, last[2]::uuid, wanted + 1) with ordinality as l (id, place)
      join public.comments c on c.id = l.id
      join public.community_posts p on p.id = c.post_id
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(l.item order by l.place) from listed l where l.place <= wanted), '[]'::jsonb),
      'next', (
        select private.cursor_of(l.created_at::text, l.id::text) from listed l
        where l.place = wanted and exists (select from listed more where more.place > wanted))));
end $$;

create or replace function public.posts_aside(p_tag text default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare tag constant uuid := private.as_uuid(p_tag);
begin
  return jsonb_build_object(
    'topic', private.tag_ref(tag),
    'topics', coalesce((
      select jsonb_agg(jsonb_build_object('tag', t.ref, 'posts', t.posts) order by t.place)
      from (
        select w.posts, w.place, x.ref from private.week_topics w cross join lateral (select private.tag_ref(w.tag_id) as ref) x
        where x.ref is not null order by w.place limit 12) t), '[]'::jsonb),
    'comments', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'excerpt', private.excerpt(c.content, 180), 'created_at', c.created_at, 'author', m.ref, 'post',
        jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'slug', p.slug, 'created_at', p.created_at))
        order by c.created_at desc, c.id desc)
      from (
        select n.id, n.post_id, n.author_id, n.content, n.created_at from public.comments n
        join public.community_posts v on v.id = n.post_id and v.status = 'approved'
        where n.deleted_at is null
        order by n.created_at desc, n.id desc limit 3) c
      join public.community_posts p on p.id = c.post_id
      left join private.member_refs m on m.id = c.author_id), '[]'::jsonb));
end $$;
