-- Votes and reactions of spam -------------------------------------------------------------------------------------------------------------

-- An account removed as spam went on counting: its votes on rumors and polls and its reactions stayed (docs/decisions/056-spam.md).

alter table private.spam_removals add column bin_id uuid references private.bin on delete set null;
comment on column private.spam_removals.bin_id is 'What the account voted and reacted, restorable as long as the rest.';
create index spam_removals_bin on private.spam_removals (bin_id);

create function private.voting_tables() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select '{public.rumor_votes,public.poll_votes,public.post_reactions,public.comment_reactions,public.post_stickers}'::text[]
$$;
comment on function private.voting_tables() is 'Where members vote and react, with their id in user_id. What they say of stars weighs nothing while they are banned.';

create function private.put_votes_in_bin(member uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  entry uuid;
  part text;
begin
  insert into private.bin (kind, name, removed_by) values ('spam', 'Spam', auth.uid()) returning id into entry;
  foreach part in array private.voting_tables() loop
    execute format('insert into private.binned_rows (bin_id, place, table_name, member_id, content) '
      || 'select $1, (select count(*) from private.binned_rows b where b.bin_id = $1) + row_number() over (), $2, $3, to_jsonb(v) from %1$s v where v.user_id = $3',
      part::regclass) using entry, part, member;
    execute format('delete from %1$s v where v.user_id = $1', part::regclass) using member;
  end loop;
  return entry;
end $$;
comment on function private.put_votes_in_bin(uuid) is 'Takes back what a member voted and reacted; returns where it is kept.';

create function private.restore_votes_from_bin(entry uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare part text;
begin
  foreach part in array private.voting_tables() loop
    perform private.restore_rows(entry, part);
  end loop;
  delete from private.bin b where b.id = entry;
end $$;
comment on function private.restore_votes_from_bin(uuid) is 'Restores votes and reactions that private.put_votes_in_bin() took back.';
revoke execute on function private.voting_tables(), private.put_votes_in_bin(uuid), private.restore_votes_from_bin(uuid) from public, anon;

create or replace function private.admin_ban_spammer(member uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := 'Spam oder Werbung.';
  before public.profiles;
  archives uuid[];
  comments uuid[];
begin
  perform private.lock_admins();
  before := private.other_staff_rule(member);
  if before.role <> 'user' then
    raise exception 'Wer zum Team gehört, ist kein Spam. Nimm erst die Rolle weg.' using errcode = '42501', hint = 'staff_spam';
  end if;
  -- Whoever is banned already stays so; a moderator bans for 30 days, an admin for good.
  if not private.is_banned(member) then
    perform private.admin_ban_member(member, case when private.is_admin() then null else 30 end, why);
  end if;
  perform private.log_staff_action('remove_spam', 'profile', member::text, jsonb_build_object('name', before.nickname, 'reason', why));
  archives := private.remove_posts_of(member, why);
  comments := private.remove_comments_of(member, why);
  insert into private.spam_removals (member_id, archives, comments, bin_id, removed_by)
    values (member, archives, comments, private.put_votes_in_bin(member), auth.uid());
  perform private.close_reports_of_spam(member, why);
  return jsonb_build_object('posts', cardinality(archives), 'comments', cardinality(comments));
end $$;

create or replace function private.admin_restore_spam(member uuid, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.given_reason(reason);
  before public.profiles;
  removal private.spam_removals;
  archive uuid;
  posts integer := 0;
  comments integer := 0;
begin
  perform private.require_admin();
  perform private.lock_admins();
  before := private.other_staff_rule(member);
  -- Restored meanwhile by somebody else.
  if private.restorable_spam(member) is null then return jsonb_build_object('posts', 0, 'comments', 0); end if;
  if private.is_banned(member) then perform private.admin_unban_member(member, why); end if;
  perform private.log_staff_action('restore_spam', 'profile', member::text, jsonb_build_object('name', before.nickname, 'reason', why));
  for removal in
    select * from private.spam_removals s
    where s.member_id = member and s.restored_at is null and private.restorable_until(s.removed_at) > now() for update
  loop
    for archive in select a.id from public.archived_posts a where a.id = any (removal.archives) and private.archive_state(a) = 'restorable' loop
      perform private.restore_post(archive, why);
      posts := posts + 1;
    end loop;
    comments := comments + private.restore_comments(removal.comments);
    perform private.restore_votes_from_bin(removal.bin_id);
    update private.spam_removals s set restored_at = now() where s.id = removal.id;
  end loop;
  return jsonb_build_object('posts', posts, 'comments', comments);
end $$;
