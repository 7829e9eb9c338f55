-- Versions of posts --------------------------------------------------------------------------------------------------------

-- A confirmed rumor could be rewritten under its "Bestätigt", and nobody could see that a post was changed. Now a text changes in
-- one function only: it keeps the version before, marks the post, and sets a decided rumor back (docs/decisions/052-changed-posts.md).

create type private.post_text as (
  title text, content text, tags uuid[], source_url text, options text[], poll_ends_at timestamptz
);
comment on type private.post_text is 'What the author of a post writes. options is null unless it is a poll.';

create table private.post_versions (
  id bigint generated always as identity primary key,
  post_id uuid not null references public.community_posts on delete cascade,
  title text not null,
  content text not null,
  tags uuid[] not null,
  source_url text,
  options text[],
  poll_ends_at timestamptz,
  rumor_status text check (rumor_status in ('unverified', 'verified', 'debunked')),
  replaced_at timestamptz not null default now(),
  replaced_by uuid references public.profiles on delete set null,
  by_team boolean not null
);
comment on table private.post_versions is 'Earlier versions of posts, for their authors and staff. A job deletes them 180 days after they were replaced.';
comment on column private.post_versions.rumor_status is 'What the team had said about this version; null unless it is a rumor.';
comment on column private.post_versions.replaced_by is 'Who wrote the next version. Authors do not learn which member of staff did.';
create index post_versions_post on private.post_versions (post_id, id desc);
create index post_versions_replaced_at on private.post_versions (replaced_at);
create index post_versions_replaced_by on private.post_versions (replaced_by);
create index post_versions_title_names on private.post_versions using gin (private.names_in(title)) where title like '%@%';
create index post_versions_content_names on private.post_versions using gin (private.names_in(content)) where content like '%@%';
revoke all on private.post_versions from public, anon, authenticated;

alter table public.community_posts add column edited_at timestamptz;
comment on column public.community_posts.edited_at is 'When the published text was last changed ("bearbeitet"); null: never.';
grant select (edited_at) on public.community_posts to anon, authenticated;

alter table public.post_rumors add column recheck_at timestamptz, add column voters_told_at timestamptz;
comment on column public.post_rumors.recheck_at is
  'Since when the team is asked again: the text was changed after it had decided. Null once it has.';
comment on column public.post_rumors.voters_told_at is 'When those who voted were last told of a change: once a day at most.';
create index post_rumors_recheck on public.post_rumors (recheck_at, post_id) where recheck_at is not null;

-- Reading a text -----------------------------------------------------------------------------------------------------------

create function private.text_of(post uuid) returns private.post_text
language sql stable security definer set search_path = '' as $$
  select row(p.title, p.content, p.tags, (select r.source_url from public.post_rumors r where r.post_id = p.id),
    case when p.type = 'poll' then array(select o.text from public.poll_options o where o.post_id = p.id order by o.position) end,
    p.poll_ends_at)::private.post_text
  from public.community_posts p where p.id = post
$$;
comment on function private.text_of(uuid) is 'The current text of a post.';

create function private.text_json(written private.post_text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('title', (written).title, 'content', (written).content, 'tags', private.tags_of((written).tags),
    'source_url', (written).source_url, 'options', coalesce(to_jsonb((written).options), '[]'::jsonb),
    'poll_ends_at', (written).poll_ends_at)
$$;
comment on function private.text_json(private.post_text) is 'A text as postText, with the stars and formats that are active.';

create function private.text_of_version(v private.post_versions) returns private.post_text
language sql immutable set search_path = '' as $$
  select row(v.title, v.content, v.tags, v.source_url, v.options, v.poll_ends_at)::private.post_text
$$;
comment on function private.text_of_version(private.post_versions) is 'The text of an earlier version.';

-- Rules of a text ----------------------------------------------------------------------------------------------------------

create or replace function private.require_valid_post(post public.community_posts, before public.community_posts) returns void
language plpgsql stable set search_path = '' as $$
begin
  if char_length(post.title) not between 8 and 140 then
    perform private.refuse('Der Titel hat 8 bis 140 Zeichen.', 'title_length');
  end if;
  if char_length(post.content) > 5000 then
    perform private.refuse('Der Text hat höchstens 5.000 Zeichen.', 'content_length');
  end if;
  if post.content = '' and post.type <> 'poll' and before.content is distinct from '' then
    perform private.refuse('Schreib noch, worum es geht.', 'content_missing');
  end if;
  if cardinality(post.tags) > 5 then
    perform private.refuse('Höchstens 5 Tags.', 'too_many_tags');
  end if;
  if post.poll_ends_at is not null and post.type <> 'poll' then
    perform private.refuse('Nur Umfragen haben ein Ende.', 'not_a_poll');
  end if;
  if post.poll_ends_at is distinct from before.poll_ends_at then
    if post.poll_ends_at <= now() then
      perform private.refuse('Das Ende der Umfrage liegt in der Vergangenheit.', 'poll_end_past');
    elsif post.poll_ends_at > now() + interval '1 year' then
      perform private.refuse('Eine Umfrage läuft höchstens ein Jahr.', 'poll_end_far');
    end if;
  end if;
end $$;

create function private.clean_options(options text[]) returns text[]
language plpgsql immutable set search_path = '' as $$
declare cleaned text[];
begin
  if options is null or cardinality(options) not between 2 and 8 or array_position(options, null) is not null then
    perform private.refuse('Eine Umfrage hat 2 bis 8 Antworten.', 'option_count');
  end if;
  perform private.require_short(o, 80, 'Eine Antwort hat 1 bis 80 Zeichen.', 'option_length') from unnest(options) o;
  cleaned := array(select private.clean_line(o.text) from unnest(options) with ordinality as o (text, place) order by o.place);
  if exists (select from unnest(cleaned) o where char_length(o) not between 1 and 80) then
    perform private.refuse('Eine Antwort hat 1 bis 80 Zeichen.', 'option_length');
  end if;
  if (select count(distinct private.search_fold(o)) from unnest(cleaned) o) < cardinality(cleaned) then
    perform private.refuse('Jede Antwort nur einmal.', 'duplicate_option');
  end if;
  return cleaned;
end $$;
comment on function private.clean_options(text[]) is 'The answers of a poll as they are stored; refuses what breaks the limits.';

create function private.require_valid_tags(tags uuid[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if cardinality(tags) <> (select count(distinct t) from unnest(tags) t) then
    perform private.refuse('Jeden Tag nur einmal.', 'duplicate_tag');
  end if;
  if exists (select from unnest(tags) t where not exists (select from public.stars s where s.id = t)
      and not exists (select from public.formats f where f.id = t)) then
    raise exception 'Diesen Star oder dieses Format gibt es nicht.' using errcode = '23503', hint = 'unknown_tag';
  end if;
end $$;
comment on function private.require_valid_tags(uuid[]) is 'Refuses tags that are given twice or that are neither star nor format.';

create function private.clean_source(source_url text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  refusal constant text := 'Das ist keine Web-Adresse. Sie beginnt mit https:// oder http://.';
  cleaned text;
begin
  perform private.require_short(source_url, 500, refusal, 'source_url_invalid');
  cleaned := nullif(private.clean_line(source_url), '');
  if cleaned is not null and (char_length(cleaned) > 500 or not private.is_web_address(cleaned)) then
    perform private.refuse(refusal, 'source_url_invalid');
  end if;
  return cleaned;
end $$;
comment on function private.clean_source(text) is 'The source of a rumor as it is stored; refuses what is no web address.';

create or replace function private.check_source() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.source_url := private.clean_source(new.source_url);
  return new;
end $$;
grant execute on function private.clean_source(text) to authenticated, service_role;

-- Changing a text ----------------------------------------------------------------------------------------------------------

create function private.write_options(post uuid, options text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.poll_options o where o.post_id = post;
  insert into public.poll_options (post_id, text, position)
    select post, given.text, given.place from unnest(options) with ordinality as given (text, place);
end $$;
comment on function private.write_options(uuid, text[]) is 'Sets the answers of a poll in this order.';

create function private.reopen_rumor(post uuid, editor uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- What the team said was said about another text. The trigger takes back the karma of a confirmed one.
  update public.post_rumors r set rumor_status = 'unverified', verification_reason = null, verification_source = null, recheck_at = now()
    where r.post_id = post and r.rumor_status <> 'unverified';
  if editor is null or not exists (select from public.community_posts p where p.id = post and p.status = 'approved') then return; end if;
  update public.post_rumors r set voters_told_at = now()
    where r.post_id = post and (r.voters_told_at is null or r.voters_told_at < now() - interval '24 hours')
      and exists (select from public.rumor_votes v where v.post_id = post and v.user_id <> editor);
  if found then
    insert into private.changed_rumors (post_id, editor_id) values (post, editor)
      on conflict (post_id) do update set editor_id = excluded.editor_id, told_up_to = null;
  end if;
end $$;
comment on function private.reopen_rumor(uuid, uuid) is
  'After title, text or source of a rumor changed: its status is open again, the team is asked, and those who voted will be told.';

create function private.change_post(post uuid, written private.post_text, editor uuid, by_team boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  found_post public.community_posts;
  was private.post_text;
begin
  select * into found_post from public.community_posts p where p.id = post for update;
  was := private.text_of(post);
  if written is not distinct from was then return false; end if;
  insert into private.post_versions (post_id, title, content, tags, source_url, options, poll_ends_at, rumor_status, replaced_by, by_team)
    values (post, was.title, was.content, was.tags, was.source_url, was.options, was.poll_ends_at,
      (select r.rumor_status from public.post_rumors r where r.post_id = post), editor, change_post.by_team);
  update public.community_posts p set title = written.title, content = written.content, tags = written.tags,
      poll_ends_at = written.poll_ends_at, edited_at = case when p.status = 'approved' then now() else p.edited_at end,
      staff_edited_at = case when change_post.by_team then now() end, staff_edited_by = case when change_post.by_team then editor end
    where p.id = post;
  if written.source_url is distinct from was.source_url then
    update public.post_rumors r set source_url = written.source_url where r.post_id = post;
  end if;
  if written.options is distinct from was.options then perform private.write_options(post, written.options); end if;
  if found_post.type = 'rumor' and (written.title, written.content, written.source_url)
      is distinct from (was.title, was.content, was.source_url) then
    perform private.reopen_rumor(post, editor);
  end if;
  return true;
end $$;
comment on function private.change_post(uuid, private.post_text, uuid, boolean) is
  'The only way a text changes: keeps the version before and marks the post; a decided rumor is open again. False when nothing changed.';

-- Nobody changes a text but by the functions above: authors had these columns, and staff the source of others' rumors.
revoke update (title, content, tags, poll_ends_at) on public.community_posts from authenticated;
revoke update (source_url) on public.post_rumors from authenticated;
revoke insert (id, post_id, text, position), update (text, position), delete on public.poll_options from authenticated;
drop trigger post_rumors_review on public.post_rumors;
drop trigger poll_options_review on public.poll_options;
drop function private.review_part();
drop function private.review_again(uuid);
drop policy "authors add before the first vote" on public.poll_options;
drop policy "authors change before the first vote" on public.poll_options;
drop policy "authors remove before the first vote" on public.poll_options;
drop policy "authors set the source, staff the status" on public.post_rumors;
create policy "staff set the status" on public.post_rumors for update to authenticated
  using ((select private.is_moderator())) with check ((select private.is_moderator()));

create or replace function private.guard_post() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then return new; end if;
  if tg_op = 'INSERT' then
    new.status := case when private.may_publish_at_once() then 'approved' else 'pending' end;
    return new;
  end if;
  if new.status is distinct from old.status or new.rejection_reason is distinct from old.rejection_reason then
    if new.author_id is not distinct from auth.uid() or not private.is_moderator() then
      raise exception 'Über Beiträge entscheidet das Team, und niemand über eigene.' using errcode = '42501', hint = 'not_allowed';
    end if;
    if new.status = 'rejected' and btrim(coalesce(new.rejection_reason, '')) = '' then
      raise exception 'Bitte gib einen Grund für die Ablehnung an.' using errcode = '23514', hint = 'reason_required';
    end if;
    if new.status <> 'rejected' then new.rejection_reason := null; end if;
    new.moderated_by := auth.uid();
    new.moderated_at := now();
  end if;
  return new;
end $$;

-- Those who voted are told -------------------------------------------------------------------------------------------------

create table private.changed_rumors (
  post_id uuid primary key references public.community_posts on delete cascade,
  editor_id uuid not null references public.profiles on delete cascade,
  told_up_to uuid
);
comment on table private.changed_rumors is 'Changed rumors whose voters are being told, by the id of the last one; rows are gone within seconds.';
create index changed_rumors_editor_id on private.changed_rumors (editor_id);
revoke all on private.changed_rumors from public, anon, authenticated;

create function private.tell_voters() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  change private.changed_rumors;
  post public.community_posts;
  voters uuid[];
  voter uuid;
  told integer := 0;
begin
  for change in select * from private.changed_rumors c limit 20 for update skip locked loop
    select * into post from public.community_posts p where p.id = change.post_id and p.status = 'approved';
    voters := array(
      select v.user_id from public.rumor_votes v
      where post.id is not null and v.post_id = change.post_id and (change.told_up_to is null or v.user_id > change.told_up_to)
      order by v.user_id limit 100);
    foreach voter in array voters loop
      -- Of the team nobody is named.
      perform private.notify(voter, 'rumor_changed', 'Ein Gerücht wurde geändert',
          format(case when change.editor_id = post.author_id then '{actors} das Gerücht „%s“ geändert, über das du abgestimmt hast.'
            else 'Das Team hat das Gerücht „%s“ geändert, über das du abgestimmt hast.' end, post.title),
          private.post_facts(post.id) || case when change.editor_id = post.author_id then '{}' else '{"by_team": true}' end::jsonb, post.id,
          actor => case when change.editor_id = post.author_id then change.editor_id end)
        where voter <> change.editor_id;
    end loop;
    told := told + cardinality(voters);
    if cardinality(voters) < 100 then
      delete from private.changed_rumors c where c.post_id = change.post_id;
    else
      update private.changed_rumors c set told_up_to = voters[100] where c.post_id = change.post_id;
    end if;
  end loop;
  return told;
end $$;
comment on function private.tell_voters() is
  'Part of private.deliver_notifications(): tells the next 100 voters of each changed rumor. Returns how many.';

create or replace function private.deliver_notifications() returns integer
-- Shorter than deadlock_timeout: when a member marks all as read meanwhile, the job gives way.
language plpgsql security definer set search_path = '' set lock_timeout = '300ms' as $$
declare
  until constant timestamptz := clock_timestamp() + interval '300 milliseconds';
  post uuid;
  delivered integer := 0;
  before integer;
begin
  loop
    before := delivered;
    for post in select e.post_id from private.notification_events e group by e.post_id order by min(e.id) limit 200 loop
      -- One process per post: its acts stay in order, and no two processes are at the same notification.
      continue when not pg_try_advisory_xact_lock(hashtextextended('notifications of ' || post, 0));
      begin
        delivered := delivered + private.deliver_events(post, 100);
      exception when lock_not_available then
        -- Its acts wait for the next run.
        null;
      end;
      exit when clock_timestamp() > until;
    end loop;
    begin
      delivered := delivered + private.deliver_announcements();
    exception when lock_not_available then
      null;
    end;
    begin
      delivered := delivered + private.tell_voters();
    exception when lock_not_available then
      null;
    end;
    exit when delivered = before or clock_timestamp() > until;
  end loop;
  return delivered;
end $$;

alter table public.notifications drop constraint notifications_type_check;
alter table public.notifications add constraint notifications_type_check check (type in (
  'comment_on_post', 'reply_to_comment', 'subsequent_comment', 'reaction_on_post', 'reaction_on_comment',
  'vote_on_rumor', 'vote_on_poll', 'rumor_status_update', 'rumor_changed', 'post_approved', 'post_rejected', 'invite_used',
  'mention', 'warning', 'report_outcome', 'team_role', 'tagged_post', 'member_post', 'followed_comment', 'format_today'
)) not valid;
alter table public.notification_preferences drop constraint notification_preferences_type_check;
alter table public.notification_preferences add constraint notification_preferences_type_check check (type in (
  'comment_on_post', 'reply_to_comment', 'subsequent_comment', 'reaction_on_post', 'reaction_on_comment',
  'vote_on_rumor', 'vote_on_poll', 'rumor_status_update', 'rumor_changed', 'post_approved', 'invite_used', 'mention', 'report_outcome',
  'tagged_post', 'member_post', 'followed_comment', 'format_today'
)) not valid;

create or replace function public.notification_settings() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('type', t.type, 'changeable', t.changeable,
    'enabled', not t.changeable or coalesce(p.enabled, private.usual_channel(t.type) <> 'off'),
    'channel', case when t.changeable then coalesce(p.channel, nullif(private.usual_channel(t.type), 'off'), 'push') else 'push' end)
    order by t.place)
  from (values
    (1, 'comment_on_post', true),
    (2, 'reply_to_comment', true),
    (3, 'subsequent_comment', true),
    (4, 'mention', true),
    (5, 'followed_comment', true),
    (6, 'tagged_post', true),
    (7, 'member_post', true),
    (8, 'format_today', true),
    (9, 'reaction_on_post', true),
    (10, 'reaction_on_comment', true),
    (11, 'vote_on_rumor', true),
    (12, 'vote_on_poll', true),
    (13, 'rumor_status_update', true),
    (14, 'rumor_changed', true),
    (15, 'post_approved', true),
    (16, 'post_rejected', false),
    (17, 'invite_used', true),
    (18, 'report_outcome', true),
    (19, 'warning', false),
    (20, 'team_role', false)
  ) as t (place, type, changeable)
  left join public.notification_preferences p on p.user_id = auth.uid() and p.type = t.type
$$;

-- Authors who changed their rumor themselves know that it is open again.
create or replace function private.notify_rumor_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare is_reset constant boolean := new.recheck_at is not null and new.recheck_at is distinct from old.recheck_at;
begin
  perform private.notify(p.author_id, 'rumor_status_update', 'Dein Gerücht hat einen neuen Status',
      format('„%s“ gilt jetzt als %s.', p.title,
        case new.rumor_status when 'verified' then 'bestätigt' when 'debunked' then 'widerlegt' else 'unbestätigt' end),
      private.post_facts(p.id) || jsonb_build_object('rumor_status', new.rumor_status,
        'reason', case when is_reset then 'Der Text wurde geändert, das Team prüft ihn neu.' else new.verification_reason end), p.id)
    from public.community_posts p where p.id = new.post_id and not (is_reset and p.author_id is not distinct from auth.uid());
  return null;
end $$;

-- Retention, deletion, archive, export -------------------------------------------------------------------------------------

create or replace function private.apply_retention() returns void
language sql security definer set search_path = '' as $$
  -- 30 days (docs/product/notifications.md). Decisions of the team are kept as long as they can be appealed.
  delete from public.notifications where created_at < now() - interval '30 days' and type not in ('warning', 'post_rejected');
  delete from public.notifications where read and created_at < now() - interval '6 months';
  delete from private.removed_comments where removed_at < now() - interval '180 days';
  delete from private.removed_profiles where removed_at < now() - interval '180 days';
  delete from private.post_versions where replaced_at < now() - interval '180 days';
  delete from public.comment_reads where read_at < now() - interval '180 days';
  delete from public.archived_posts where archived_at < now() - interval '180 days'
    or (archived_by = author_id and archived_at < now() - interval '30 days');
  update public.moderation_actions set content_excerpt = null
    where created_at < now() - interval '180 days' and content_excerpt is not null;
  delete from private.rate_counts where slot < now() - interval '10 minutes';
  delete from private.invite_guesses where guessed_at < now() - interval '1 hour';
  delete from private.sign_up_hashes where signed_up_at < now() - interval '24 hours';
$$;

create or replace function private.store_in_archive(post uuid, why text) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.archived_posts (post_id, author_id, title, record, reason, archived_by)
  select p.id, p.author_id, p.title, jsonb_build_object(
      'post', to_jsonb(p),
      'rumor', (select to_jsonb(r) from public.post_rumors r where r.post_id = p.id),
      'versions', coalesce((select jsonb_agg(to_jsonb(v) order by v.id) from private.post_versions v where v.post_id = p.id), '[]'),
      'poll_options', coalesce((select jsonb_agg(to_jsonb(o) order by o.position) from public.poll_options o where o.post_id = p.id), '[]'),
      -- Mentions are resolved again from the text; a copy here would outlive deleted members.
      'comments', coalesce((select jsonb_agg(to_jsonb(c) - 'mentions' order by c.created_at) from public.comments c where c.post_id = p.id), '[]'),
      'rumor_votes', coalesce((select jsonb_agg(to_jsonb(v)) from public.rumor_votes v where v.post_id = p.id), '[]'),
      'poll_votes', coalesce((select jsonb_agg(to_jsonb(v)) from public.poll_votes v where v.post_id = p.id), '[]'),
      'reactions', coalesce((select jsonb_agg(to_jsonb(x)) from public.post_reactions x where x.post_id = p.id), '[]'),
      'comment_reactions', coalesce((select jsonb_agg(to_jsonb(x)) from public.comments c
        join public.comment_reactions x on x.comment_id = c.id where c.post_id = p.id), '[]')),
    why, auth.uid()
  from public.community_posts p where p.id = post
  returning id
$$;

create or replace function private.restore_post_row(record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was constant public.community_posts := jsonb_populate_record(null::public.community_posts, record -> 'post');
begin
  insert into public.community_posts select r.* from jsonb_populate_record(was, jsonb_build_object(
    'author_id', (select m.id from public.public_profiles m where m.id = was.author_id),
    'moderated_by', (select m.id from public.profiles m where m.id = was.moderated_by),
    'staff_edited_by', (select m.id from public.profiles m where m.id = was.staff_edited_by),
    -- Tags of stars and formats that were deleted meanwhile are dropped.
    'tags', array(select t.tag from unnest(was.tags) with ordinality as t (tag, place)
      where exists (select from public.stars s where s.id = t.tag) or exists (select from public.formats f where f.id = t.tag) order by t.place),
    'hearts_count', 0, 'poops_count', 0, 'comments_count', 0, 'votes_count', 0)) r;
  -- The former slug, unless another post has taken it.
  update public.community_posts p set slug = was.slug where p.id = was.id and p.slug <> was.slug
    and not exists (select from public.community_posts other where other.day = p.day and other.slug = was.slug);
  if record -> 'rumor' <> 'null' then
    delete from public.post_rumors r where r.post_id = was.id;
    insert into public.post_rumors select r.* from jsonb_populate_record(null::public.post_rumors,
      (record -> 'rumor') || '{"agree_count": 0, "disagree_count": 0}') r;
  end if;
  insert into private.post_versions (post_id, title, content, tags, source_url, options, poll_ends_at, rumor_status, replaced_at,
      replaced_by, by_team)
    select was.id, v.title, v.content, v.tags, v.source_url, v.options, v.poll_ends_at, v.rumor_status, v.replaced_at,
      (select m.id from public.profiles m where m.id = v.replaced_by), v.by_team
    from jsonb_array_elements(coalesce(record -> 'versions', '[]')) with ordinality as e (version, place)
    cross join lateral jsonb_populate_record(null::private.post_versions, e.version) v order by e.place;
  insert into public.poll_options select o.* from jsonb_array_elements(record -> 'poll_options') e,
    jsonb_populate_record(null::public.poll_options, e || '{"votes_count": 0}') o;
end $$;
