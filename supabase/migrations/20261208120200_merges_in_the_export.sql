-- What a merge of stars keeps of a member's own rows is theirs to read ---------------------------------------------------------------

create or replace function private.export_ties(me uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'private.held_comments', (select jsonb_agg(to_jsonb(h) - '{author_id,decision_id}'::text[] order by h.held_at) from private.held_comments h where h.author_id = me),
    'public.post_stickers', (select jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at) from public.post_stickers s where s.user_id = me),
    'private.member_blocks', (select jsonb_agg(jsonb_build_object('nickname', p.nickname, 'kind', b.kind, 'created_at', b.created_at) order by b.created_at)
      from private.member_blocks b join public.public_profiles p on p.id = b.other_id where b.member_id = me),
    'private.follows', (select jsonb_agg(jsonb_build_object('type', f.target_type, 'title', private.followed_thing(f.target_type, f.target_id) ->> 'title',
        'channel', f.channel, 'created_at', f.created_at) order by f.created_at) from private.follows f where f.member_id = me),
    'private.rumor_hits', (select jsonb_agg(jsonb_build_object('rumor', p.title, 'vote', h.vote, 'hit', h.hit, 'decided_at', h.decided_at) order by h.decided_at)
      from private.rumor_hits h join public.community_posts p on p.id = h.post_id where h.member_id = me),
    'private.digests', (select jsonb_agg(to_jsonb(d) - '{member_id,code}'::text[]) from private.digests d where d.member_id = me),
    'private.team_mails', (select jsonb_agg(to_jsonb(t) - 'member_id') from private.team_mails t where t.member_id = me),
    'private.star_requests', (select jsonb_agg(to_jsonb(r) - '{id,member_id,decided_by}'::text[] order by r.asked_at) from private.star_requests r where r.member_id = me),
    'private.star_statements', (select jsonb_agg(to_jsonb(s) - 'member_id' order by s.since) from private.star_statements s where s.member_id = me),
    'private.case_notes', (select jsonb_agg(jsonb_build_object('kind', n.kind, 'text', n.content, 'written_at', n.written_at) order by n.written_at)
      from private.case_notes n where n.asked_id = me),
    'private.binned_rows', (select jsonb_agg(jsonb_build_object('table', b.table_name, 'row', b.content - '{user_id,member_id}'::text[]) order by b.bin_id, b.place)
      from private.binned_rows b where b.member_id = me),
    'private.merged_rows', (select jsonb_agg(jsonb_build_object('table', m.table_name, 'before', m.before - '{user_id,member_id}'::text[],
        'after', m.after - '{user_id,member_id}'::text[]) order by m.bin_id, m.place)
      from private.merged_rows m where m.member_id = me),
    'private.hit_rates', (select jsonb_agg(to_jsonb(r) - 'member_id') from private.hit_rates r where r.member_id = me))
$$;
