-- Charts of members, counted forward ----------------------------------------------------------------------------------

-- Members who act are kept as a hash: they are only told apart, and nothing here names a deleted account.
create table private.act_changes (
  id bigint generated always as identity primary key,
  post_id uuid not null,
  actor bigint not null,
  created_at timestamptz not null,
  change smallint not null
);
comment on table private.act_changes is
  'Votes, reactions and comments on posts that were added (1) or removed (-1) since the last private.refresh_charts(). '
  'Stays: until a job takes it out, within seconds or an hour.';

revoke all on private.act_changes from public, anon, authenticated, service_role;

create table private.post_changes (
  id bigint generated always as identity primary key,
  post_id uuid not null
);
comment on table private.post_changes is
  'Posts whose status, author or tags may have changed since the last private.refresh_charts(). '
  'Stays: until a job takes it out, within seconds or an hour.';

revoke all on private.post_changes from public, anon, authenticated, service_role;

create table private.karma_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  created_at timestamptz not null,
  delta integer not null
);
comment on table private.karma_changes is
  'Entries that were added to the ledger of karma, or removed with the opposite sign, since the last private.refresh_charts(). '
  'Stays: until a job takes it out, within seconds or an hour. '
  'Not exported: entries of the ledger that the charts have not read yet; the ledger is in the export.';

revoke all on private.karma_changes from public, anon, authenticated, service_role;

-- Changes -------------------------------------------------------------------------------------------------------------

-- They only note: what counts is decided by the job, in one snapshot, so that concurrent changes cannot slip between.
create function private.note_act() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    insert into private.act_changes (post_id, actor, created_at, change) values (old.post_id, uuid_hash_extended(old.user_id, 0), old.created_at, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into private.act_changes (post_id, actor, created_at, change) values (new.post_id, uuid_hash_extended(new.user_id, 0), new.created_at, 1);
  end if;
  return null;
end $$;
comment on function private.note_act() is 'Trigger: notes a vote or reaction for private.refresh_charts().';

create function private.note_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null and old.author_id is not null then
    insert into private.act_changes (post_id, actor, created_at, change) values (old.post_id, uuid_hash_extended(old.author_id, 0), old.created_at, -1);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null and new.author_id is not null then
    insert into private.act_changes (post_id, actor, created_at, change) values (new.post_id, uuid_hash_extended(new.author_id, 0), new.created_at, 1);
  end if;
  return null;
end $$;
comment on function private.note_comment() is 'Trigger: notes a comment, which counts while it is not deleted and has an author.';

create function private.note_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then insert into private.post_changes (post_id) values (old.id);
  else insert into private.post_changes (post_id) values (new.id);
  end if;
  return null;
end $$;
comment on function private.note_post() is 'Trigger: notes a post for private.refresh_charts().';

create function private.note_tag() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then insert into private.post_changes (post_id) values (old.post_id); end if;
  if tg_op <> 'DELETE' then insert into private.post_changes (post_id) values (new.post_id); end if;
  return null;
end $$;
comment on function private.note_tag() is 'Trigger: notes the post of a tag for private.refresh_charts().';

create function private.note_karma() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- With its account an entry leaves the sums as a whole: private.erase_from_charts().
  if tg_op = 'DELETE' and not exists (select from public.profiles p where p.id = old.user_id) then return null; end if;
  if tg_op <> 'INSERT' then
    insert into private.karma_changes (user_id, created_at, delta) values (old.user_id, old.created_at, -old.delta);
  end if;
  if tg_op <> 'DELETE' then
    insert into private.karma_changes (user_id, created_at, delta) values (new.user_id, new.created_at, new.delta);
  end if;
  return null;
end $$;
comment on function private.note_karma() is 'Trigger: notes an entry of the ledger for private.refresh_charts().';

create function private.erase_from_charts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.chart_posts k set author_id = null where k.author_id = old.id;
  delete from private.opinion_pairs k where k.author_id = old.id;
  delete from private.opinion_sums k where k.author_id = old.id;
  delete from private.karma_sums k where k.user_id = old.id;
  -- At most those of an hour.
  delete from private.karma_changes k where k.user_id = old.id;
  return old;
end $$;
comment on function private.erase_from_charts() is 'Trigger: removes a deleted account from the sums of the charts. Whom it voted for loses it with the next run of the job.';
