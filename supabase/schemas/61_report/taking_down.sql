-- Taking content down -------------------------------------------------------------------------------------------------

-- Taking reported content down, with the fallbacks and messages of docs/product/moderation.md. Called by a definer function that has
-- checked permissions: triggers that act for clients only (archive, emptied comment) do not fire here, so their work is repeated.

create function private.case_target(kind text, subject uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare facts jsonb;
begin
  begin
    -- Locked until the decision is made, so that nobody deletes it meanwhile.
    if kind = 'post' then
      select jsonb_build_object('author', p.author_id, 'post', p.id, 'title', p.title, 'excerpt', left(p.title, 300)) into facts
        from public.community_posts p where p.id = subject for update;
    elsif kind = 'profile' then
      select jsonb_build_object('author', m.id, 'title', m.nickname, 'excerpt', left(concat_ws(': ', m.nickname, m.bio), 300)) into facts
        from public.profiles m where m.id = subject and m.nickname is not null for update;
    else
      select jsonb_build_object('author', c.author_id, 'post', c.post_id, 'excerpt', left(c.content, 300),
          'title', (select p.title from public.community_posts p where p.id = c.post_id)) into facts
        from public.comments c where c.id = subject and c.deleted_at is null for update;
    end if;
  exception when others then
    perform private.refuse(case kind when 'post' then 'moderation.case_fetch_failed.post'
      when 'profile' then 'moderation.case_fetch_failed.profile' else 'moderation.case_fetch_failed.comment' end, 'P0001', sqlerrm);
  end;
  if facts is null then
    perform private.refuse(case kind when 'post' then 'moderation.target_gone.post'
      when 'profile' then 'moderation.target_gone.profile' else 'moderation.target_gone.comment' end, '23503');
  end if;
  return facts;
end $$;
comment on function private.case_target(text, uuid) is 'Reads and locks the reported content: {author, post, title, excerpt}; hint target_gone or case_fetch_failed.';

create function private.delete_reported_post(post uuid, why text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  begin
    perform private.store_in_archive(post, why);
  exception when others then
    -- A failed archive is logged and the deletion proceeds (docs/product/moderation.md).
    raise warning 'archive of post % failed: %', post, sqlerrm;
  end;
  delete from public.community_posts p where p.id = post;
end $$;
comment on function private.delete_reported_post(uuid, text) is 'Archives and deletes a post.';

create function private.take_down_post(post uuid, why text) returns text
language plpgsql security definer set search_path = '' as $$
declare problem text;
begin
  begin
    perform private.delete_reported_post(post, why);
    return null;
  exception when others then
    problem := sqlerrm;
  end;
  begin
    update public.community_posts p set status = 'rejected', rejection_reason = why, moderated_by = auth.uid(), moderated_at = now()
      where p.id = post;
  exception when others then
    perform private.refuse('moderation.take_down_failed', 'P0001', problem, sqlerrm);
  end;
  return private.stored_text('moderation.deletion_failed', problem);
end $$;
comment on function private.take_down_post(uuid, text) is
  'Deletes a reported post, or rejects it if that fails: null when deleted, else why not; hint take_down_failed when both fail.';

create function private.take_down_comment(comment uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.removed_comments (comment_id, content, author_id, removed_by)
    select c.id, c.content, c.author_id, auth.uid() from public.comments c where c.id = comment
    on conflict (comment_id) do update set content = excluded.content, removed_by = excluded.removed_by, removed_at = now();
  perform private.earn_karma(c.author_id, 'comment_removed', c.id::text) from public.comments c where c.id = comment;
  update public.comments c set deleted_at = now(), content = '' where c.id = comment;
exception when others then
  perform private.refuse('moderation.comment_deletion_failed', 'P0001', sqlerrm);
end $$;
comment on function private.take_down_comment(uuid) is 'Empties a reported comment, which keeps its place in the thread, and stores its text in removed_comments; hint comment_deletion_failed.';

create function private.record_case(decided jsonb, action text) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.moderation_actions (target_type, target_post_id, target_comment_id, target_user_id, report_id, action,
    counts_as_warning, severity, reason, ban_duration_days, rule, content_excerpt, admin_id)
  select decided ->> 'kind', (decided ->> 'post')::uuid,
    case decided ->> 'kind' when 'comment' then (decided ->> 'content')::uuid end, (decided ->> 'author')::uuid, (decided ->> 'report')::uuid,
    record_case.action, record_case.action = 'warned', case record_case.action when 'warned' then decided ->> 'severity' end,
    decided ->> 'reason', case record_case.action when 'banned' then (decided ->> 'days')::integer end,
    case record_case.action when 'ignored' then null else decided ->> 'rule' end, decided ->> 'excerpt', auth.uid()
  returning id
$$;
comment on function private.record_case(jsonb, text) is
  'Writes the moderation action of a decided case {kind, content, post, author, report, reason, rule, excerpt, severity, days}; its trigger notifies the member.';
