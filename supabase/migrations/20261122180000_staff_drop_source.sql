-- An edit by staff can take a rumor's source away, when what it leads to harms somebody. Another one they never put in.
drop function public.admin_edit_post(uuid, timestamptz, text, text, uuid[], text);
drop function private.admin_edit_post(uuid, timestamptz, text, text, uuid[], text);

create function private.admin_edit_post(
  p_id uuid, p_seen timestamptz, p_title text, p_content text, p_tags uuid[], p_reason text, p_drop_source boolean
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  was public.community_posts;
  wanted public.community_posts;
  why constant text := private.staff_reason(p_reason);
  dropped boolean;
begin
  perform private.require_moderator();
  if why is null then perform private.refuse('Bitte gib einen Grund für diese Moderationsaktion an.', 'reason_required'); end if;
  select * into was from public.community_posts p where p.id = p_id for update;
  if was.id is null then return private.outcome(p_id, 'gone', private.post_decider(p_id)); end if;
  if was.author_id = auth.uid() then return private.outcome(p_id, 'own'); end if;
  if was.updated_at is distinct from p_seen then return private.outcome(p_id, 'changed'); end if;
  wanted := was;
  wanted.title := private.clean_line(coalesce(p_title, ''));
  wanted.content := private.trim_text(private.clean_text(coalesce(p_content, '')));
  wanted.tags := coalesce(p_tags, '{}');
  dropped := coalesce(p_drop_source, false)
    and exists (select from public.post_rumors r where r.post_id = p_id and r.source_url is not null);
  if (wanted.title, wanted.content, wanted.tags) is not distinct from (was.title, was.content, was.tags) and not dropped then
    return private.outcome(p_id, 'done');
  end if;
  perform private.require_valid_post(wanted, was);
  perform private.log_staff_action('edit_post', 'post', p_id::text, jsonb_build_object('title', wanted.title, 'reason', why,
    'changed', array_remove(array[case when wanted.title <> was.title then 'title' end,
      case when wanted.content <> was.content then 'content' end, case when wanted.tags <> was.tags then 'tags' end,
      case when dropped then 'source' end], null)));
  update public.community_posts set title = wanted.title, content = wanted.content, tags = wanted.tags, staff_edited_at = now(),
    staff_edited_by = auth.uid() where id = p_id;
  update public.post_rumors set source_url = null where post_id = p_id and dropped;
  return private.outcome(p_id, 'done');
end $$;
comment on function private.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean) is 'See public.admin_edit_post().';
grant execute on function private.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean) to authenticated;

create function public.admin_edit_post(
  p_id uuid, p_seen timestamptz, p_title text, p_content text, p_tags uuid[] default '{}', p_reason text default null,
  p_drop_source boolean default false
) returns jsonb
language sql set search_path = '' as $$
  select private.admin_edit_post(p_id, p_seen, p_title, p_content, p_tags, p_reason, p_drop_source)
$$;
comment on function public.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean) is
  'RPC for staff: title, text and tags of somebody''s post, by the rules for posts, and whether a rumor loses its source; the post says from then on that the team edited it. Its status and address stay. Answers {id, outcome, by}.';
revoke all on function public.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean) from public, anon, authenticated;
grant execute on function public.admin_edit_post(uuid, timestamptz, text, text, uuid[], text, boolean) to authenticated;
