-- Karma of posts that somebody approved ------------------------------------------------------------------------------------

-- Posts of trusted members go online by themselves. At 3 points each, a hundred in five minutes made a karma champion; now they
-- earn by their hearts, as posts of staff always did (docs/decisions/029-mailboxes-and-karma.md). What was earned before stays.
create or replace function private.karma_of_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.status = old.status then return null; end if;
  perform private.undo_karma(new.id::text, array['post_approved', 'post_rejected']);
  -- What its author or the team published themselves was not approved by anybody.
  if new.status = 'approved' and not (new.moderated_by is null and (new.author_id is not distinct from auth.uid()
      or exists (select from public.profiles p where p.id = new.author_id and p.role <> 'user'))) then
    perform private.earn_karma(new.author_id, 'post_approved', new.id::text, at => coalesce(new.moderated_at, new.created_at));
  elsif new.status = 'rejected' then
    perform private.earn_karma(new.author_id, 'post_rejected', new.id::text);
  end if;
  return null;
end $$;
