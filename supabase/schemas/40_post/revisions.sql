-- Versions of posts ---------------------------------------------------------------------------------------------------

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
  by_team boolean not null,
  was_public boolean not null default false
);
comment on table private.post_versions is
  'Earlier versions of posts. What everybody has read stays readable for everybody, unless the team has changed it since. A job deletes them 180 days after they were replaced.';
comment on column private.post_versions.rumor_status is 'What the team had said about this version; null unless it is a rumor.';
comment on column private.post_versions.replaced_by is 'Who wrote the next version. Authors do not learn which member of staff did.';
comment on column private.post_versions.was_public is
  'Whether everybody could read this version; of those from before this column nobody knows.';

create index post_versions_post on private.post_versions (post_id, id desc);
create index post_versions_replaced_at on private.post_versions (replaced_at);
create index post_versions_replaced_by on private.post_versions (replaced_by);
create index post_versions_title_names on private.post_versions using gin (private.names_in(title)) where title like '%@%';
create index post_versions_content_names on private.post_versions using gin (private.names_in(content)) where content like '%@%';

revoke all on private.post_versions from public, anon, authenticated, service_role;

-- Those who voted are told --------------------------------------------------------------------------------------------

create table private.changed_rumors (
  post_id uuid primary key references public.community_posts on delete cascade,
  editor_id uuid not null references public.profiles on delete cascade,
  told_up_to uuid
);
comment on table private.changed_rumors is
  'Changed rumors and polls whose voters are being told, by the id of the last one; rows are gone within seconds. '
  'Stays: until a job takes it out, within seconds or an hour. '
  'Not exported: changes nobody has been told of yet, gone within seconds; their texts are in the export.';

create index changed_rumors_editor_id on private.changed_rumors (editor_id);

revoke all on private.changed_rumors from public, anon, authenticated, service_role;

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
      (select v.user_id from public.rumor_votes v
        where post.type = 'rumor' and v.post_id = change.post_id and (change.told_up_to is null or v.user_id > change.told_up_to)
        order by v.user_id limit 100)
      union all
      (select v.user_id from public.poll_votes v
        where post.type = 'poll' and v.post_id = change.post_id and (change.told_up_to is null or v.user_id > change.told_up_to)
        order by v.user_id limit 100));
    foreach voter in array voters loop
      -- Of the team nobody is named.
      perform private.tell(voter, 'rumor_changed', private.post_facts(post.id) || case when change.editor_id = post.author_id then '{}' else '{"by_team": true}' end::jsonb, post.id,
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

-- Changes that wait ---------------------------------------------------------------------------------------------------

-- A change by whose posts need approval waits beside the published text, which stays up (docs/decisions/052-changed-posts.md).

create table private.post_revisions (
  post_id uuid primary key references public.community_posts on delete cascade,
  title text not null,
  content text not null,
  tags uuid[] not null,
  source_url text,
  options text[],
  poll_ends_at timestamptz,
  status text not null default 'pending' check (status in ('pending', 'rejected')),
  rejection_reason text,
  decision_id uuid,
  submitted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint post_revisions_reason check ((status = 'rejected') = (rejection_reason is not null))
);
comment on table private.post_revisions is
  'The text that the author of an approved post wants instead, until the team has decided; a rejected one stays for its author to change. '
  'Stays: with its post.';
comment on column private.post_revisions.decision_id is 'The moderation action of its rejection, for an appeal.';

create index post_revisions_queue on private.post_revisions (submitted_at, post_id) where status = 'pending';
create index post_revisions_title_names on private.post_revisions using gin (private.names_in(title)) where title like '%@%';
create index post_revisions_content_names on private.post_revisions using gin (private.names_in(content)) where content like '%@%';

revoke all on private.post_revisions from public, anon, authenticated, service_role;

create function private.text_of_revision(v private.post_revisions) returns private.post_text
language sql immutable set search_path = '' as $$
  select private.as_text(title => v.title, content => v.content, tags => v.tags, source_url => v.source_url, options => v.options,
    poll_ends_at => v.poll_ends_at)
$$;
comment on function private.text_of_revision(private.post_revisions) is 'The text that waits.';

create function private.rejection_of(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'appeal', (select x.status from public.appeals x where x.moderation_action_id = a.id))
  from public.community_posts p
  join public.moderation_actions a on a.target_user_id = p.author_id and a.target_post_id = p.id and a.target_type = 'post'
    and private.decision_kind(a) = 'rejected'
  where p.id = post and p.status = 'rejected' and p.author_id = auth.uid() and private.is_proven()
  order by a.created_at desc limit 1
$$;
comment on function private.rejection_of(uuid) is 'For the author of a rejected post: the decision that can be appealed, as {id, appeal}.';
grant execute on function private.rejection_of(uuid) to authenticated;

create function private.revision_of(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('status', v.status, 'reason', v.rejection_reason, 'submitted_at', v.submitted_at,
    'decision', case when v.decision_id is not null then jsonb_build_object('id', v.decision_id,
      'appeal', (select x.status from public.appeals x where x.moderation_action_id = v.decision_id)) end)
  from private.post_revisions v join public.community_posts p on p.id = v.post_id
  where v.post_id = post and (p.author_id = auth.uid() and private.is_proven() or private.is_moderator())
$$;
comment on function private.revision_of(uuid) is 'For author and staff: what became of the change that waits, as postRevision; null when there is none.';
grant execute on function private.revision_of(uuid) to authenticated;

-- Deciding ------------------------------------------------------------------------------------------------------------

create function private.publish_revision(post uuid, why text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  waiting private.post_revisions;
  written private.post_text;
  author uuid;
begin
  delete from private.post_revisions v where v.post_id = post returning v.* into waiting;
  if waiting.post_id is null then return false; end if;
  select p.author_id into author from public.community_posts p where p.id = post;
  written := private.text_of_revision(waiting);
  -- Meanwhile somebody may have voted, and a star or format may be gone.
  if exists (select from public.poll_votes v where v.post_id = post) then written.options := (private.text_of(post)).options; end if;
  -- A poll that ended while its change waited keeps its end.
  if (select private.poll_is_over(p) from public.community_posts p where p.id = post) then
    written.poll_ends_at := (private.text_of(post)).poll_ends_at;
  end if;
  written.tags := array(select t.tag from unnest(written.tags) with ordinality as t (tag, place)
    where exists (select from public.stars s where s.id = t.tag) or exists (select from public.formats f where f.id = t.tag) order by t.place);
  perform private.change_post(post, written, author, false);
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id)
    values ('post', post, author, 'approved', why, auth.uid());
  perform private.tell(author, 'post_approved', private.post_facts(post) || '{"revision": true}', post);
  return true;
end $$;
comment on function private.publish_revision(uuid, text) is 'Replaces an approved post by the change that waits and tells its author; false when none does. Callers must have checked permissions.';

create function private.decide_revision(post uuid, decision text, why text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author uuid;
  action uuid;
begin
  perform private.require_moderator();
  update public.community_posts p set moderated_by = auth.uid(), moderated_at = now() where p.id = post
    returning p.author_id into author;
  if decision = 'approve' then
    perform private.publish_revision(post, private.stored_text('post.change_approved'));
    return;
  end if;
  -- As with posts: recorded as 'warned', which does not count as a warning.
  insert into public.moderation_actions (target_type, target_post_id, target_user_id, action, reason, admin_id, scope)
    values ('post', post, author, 'warned', why, auth.uid(), 'change') returning id into action;
  update private.post_revisions v set status = 'rejected', rejection_reason = why, decision_id = action, updated_at = now() where v.post_id = post;
  perform private.tell(author, 'post_rejected', private.post_facts(post) || jsonb_build_object('reason', why, 'revision', true) || private.how_decided(action), post);
end $$;
comment on function private.decide_revision(uuid, text, text) is 'approve replaces the post by the change that waits, reject keeps it; the author is told.';
grant execute on function private.decide_revision(uuid, text, text) to authenticated;

create function private.decision_state(post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('updated_at', greatest(p.updated_at, v.updated_at), 'waits', v.status = 'pending' and p.status = 'approved')
  from public.community_posts p left join private.post_revisions v on v.post_id = p.id where p.id = post
$$;
comment on function private.decision_state(uuid) is 'The version a decision is about, as its time, and whether it is about a change that waits.';
grant execute on function private.decision_state(uuid) to authenticated;

create function private.settle_recheck() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.recheck_at := null;
  return new;
end $$;
comment on function private.settle_recheck() is 'Trigger: once staff have set the status, whatever it is, nobody is asked again.';

-- Everybody reads what a post said before -----------------------------------------------------------------------------

create function private.public_versions(post uuid) returns setof private.post_versions
language sql stable security definer rows 20 set search_path = '' as $$
  select v.* from private.post_versions v join public.community_posts p on p.id = v.post_id and p.status = 'approved'
  where v.post_id = post and v.was_public
    -- What the team took out is gone, and what stood before it.
    and v.id > coalesce((select max(t.id) from private.post_versions t where t.post_id = post and t.by_team), 0)
$$;
comment on function private.public_versions(uuid) is 'The earlier versions of a published post that everybody may read.';

create function private.version_of_choice(post uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select v.id from private.public_versions(post) v join public.community_posts p on p.id = post
  where (v.title, v.content) is distinct from (p.title, p.content) and v.replaced_at > coalesce(
    (select r.updated_at from public.rumor_votes r where r.post_id = post and r.user_id = auth.uid()),
    (select o.updated_at from public.poll_votes o where o.post_id = post and o.user_id = auth.uid()),
    (select x.updated_at from public.post_reactions x where x.post_id = post and x.user_id = auth.uid()))
  order by v.id limit 1
$$;
comment on function private.version_of_choice(uuid) is
  'What a post said when the caller voted on it or reacted to it; null: what it says now, or no choice.';

-- In the export, and how long it is kept ------------------------------------------------------------------------------

create function private.export_post_revisions(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.post_versions', (select jsonb_agg((to_jsonb(v) - '{replaced_by}'::text[]) order by v.id)
      from private.post_versions v join public.community_posts p on p.id = v.post_id where p.author_id = me),
    'private.post_revisions', (select jsonb_agg(to_jsonb(v) order by v.submitted_at)
      from private.post_revisions v join public.community_posts p on p.id = v.post_id where p.author_id = me))
$$;
comment on function private.export_post_revisions(uuid) is 'Export: earlier versions of posts, and changes that wait for the team.';

create function private.retain_post_revisions() returns void
language sql set search_path = '' as $$
  delete from private.post_versions where replaced_at < now() - interval '180 days';
$$;
comment on function private.retain_post_revisions() is 'Retention: earlier versions for 180 days.';
