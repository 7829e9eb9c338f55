-- Open pages of guests -----------------------------------------------------------------------------------------------------------

-- Guests have no socket: their open page asks the web server again and again, which caches this answer for a few seconds.
create function public.post_live(p_id text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare wanted constant uuid := private.as_uuid(p_id);
begin
  return (
    select jsonb_build_object('post', c.card, 'updated_at', p.updated_at, 'comments', coalesce((
        select jsonb_agg(jsonb_build_object('id', n.id, 'created_at', n.created_at) order by n.created_at desc, n.id desc)
        from (
          select m.id, m.created_at from public.comments m
          where m.post_id = wanted and m.deleted_at is null
          order by m.created_at desc, m.id desc limit 20) n), '[]'::jsonb))
    from public.community_posts p
    join private.post_cards c on c.id = p.id
    where p.id = wanted
  );
end $$;
comment on function public.post_live(text) is
  'What of an approved post changes while its page is open: its card, when it was edited, its 20 latest comments; or null.';
revoke execute on function public.post_live(text) from public;
grant execute on function public.post_live(text) to anon, authenticated, service_role;
