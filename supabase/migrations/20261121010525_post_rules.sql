-- What a post must be when a person writes it (decisions §6), at every door of the API. The rules live in domain/src/post/schema.ts and
-- post-limits.ts; supabase/tests/post-rules.test.ts sends the same drafts through both. Hints name the rule, for the editor.

create function private.refuse(message text, why text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception '%', message using errcode = '23514', hint = why;
end $$;
comment on function private.refuse(text, text) is 'Refuses with SQLSTATE 23514, a sentence for the reader and a hint for the program.';

create function private.is_web_address(value text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select value ~* '^https?://[^/?#\\@\s]+([/?#\\].*)?$'
$$;
comment on function private.is_web_address(text) is 'http(s) with a host and without credentials. Mirrors safeHref() in domain/src/url/links.ts.';

create function private.clean_post() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.title := private.clean_line(new.title);
  new.content := private.trim_text(private.clean_text(new.content));
  return new;
end $$;
comment on function private.clean_post() is 'Trigger: title and content are stored cleaned.';
create trigger community_posts_02_clean before insert or update of title, content on public.community_posts
  for each row execute function private.clean_post();

create function private.require_valid_post(post public.community_posts, before public.community_posts) returns void
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
  if post.poll_ends_at <= now() and post.poll_ends_at is distinct from before.poll_ends_at then
    perform private.refuse('Das Ende der Umfrage liegt in der Vergangenheit.', 'poll_end_past');
  end if;
end $$;
comment on function private.require_valid_post(public.community_posts, public.community_posts) is
  'Refuses a post that breaks the limits. What was there before the rules may stay as it is: a text without content, an end that has passed.';
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
create trigger community_posts_12_check before insert or update of title, content, tags, poll_ends_at on public.community_posts
  for each row execute function private.check_post();

-- Source and options are part of what was approved ---------------------------------------------------------------------------

create function private.review_again(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.may_publish_at_once() then
    update public.community_posts set status = 'pending', rejection_reason = null where id = post and status = 'rejected';
  else
    update public.community_posts set status = 'pending', rejection_reason = null where id = post and status <> 'pending';
  end if;
end $$;
comment on function private.review_again(uuid) is 'Puts a post back into the queue because its author changed what hangs on it.';

create function private.review_part() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.review_again(case when tg_op = 'DELETE' then old.post_id else new.post_id end);
  return null;
end $$;
comment on function private.review_part() is 'Trigger: a new source or other options are looked at like a new text.';

create function private.check_source() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.source_url := nullif(private.clean_line(new.source_url), '');
  if new.source_url is not null and (char_length(new.source_url) > 500 or not private.is_web_address(new.source_url)) then
    perform private.refuse('Das ist keine Web-Adresse. Sie beginnt mit https:// oder http://.', 'source_url_invalid');
  end if;
  return new;
end $$;
comment on function private.check_source() is 'Trigger: where a rumor comes from is a web address.';
create trigger post_rumors_clean before insert or update of source_url on public.post_rumors
  for each row execute function private.check_source();
create trigger post_rumors_review after update of source_url on public.post_rumors
  for each row when (private.is_client() and old.source_url is distinct from new.source_url) execute function private.review_part();

create function private.check_option() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.text := private.clean_line(new.text);
  if private.is_client() and char_length(new.text) not between 1 and 80 then
    perform private.refuse('Eine Antwort hat 1 bis 80 Zeichen.', 'option_length');
  end if;
  return new;
end $$;
comment on function private.check_option() is 'Trigger: an answer of a poll is one line of 1 to 80 characters.';
create trigger poll_options_clean before insert or update of text on public.poll_options
  for each row execute function private.check_option();
create unique index poll_options_distinct on public.poll_options (post_id, private.search_fold(text));
comment on index public.poll_options_distinct is 'Each answer once, whatever its spelling.';
create trigger poll_options_review after insert or delete or update of text, position on public.poll_options
  for each row when (private.is_client()) execute function private.review_part();

-- A poll of one answer, or of none, is no poll. At the end of the transaction, because options come after their post.
create function private.check_option_count() returns trigger
language plpgsql security definer set search_path = '' as $$
declare post uuid;
begin
  if tg_op = 'INSERT' then post := new.id; else post := old.post_id; end if;
  if exists (select from public.community_posts p where p.id = post and p.type = 'poll')
     and (select count(*) from public.poll_options o where o.post_id = post) not between 2 and 8 then
    perform private.refuse('Eine Umfrage hat 2 bis 8 Antworten.', 'option_count');
  end if;
  return null;
end $$;
comment on function private.check_option_count() is 'Trigger: what a person leaves behind is a poll of 2 to 8 answers.';
create constraint trigger community_posts_options after insert on public.community_posts deferrable initially deferred
  for each row when (new.type = 'poll' and private.is_client()) execute function private.check_option_count();
create constraint trigger poll_options_count after delete on public.poll_options deferrable initially deferred
  for each row when (private.is_client()) execute function private.check_option_count();
