-- Overview ------------------------------------------------------------------------------------------------------------

-- /account. All functions are about the caller only.

create function private.own_profile_of(p public.profiles) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('id', p.id, 'email', p.email, 'full_name', p.full_name, 'nickname', p.nickname, 'slug', p.slug,
    'avatar_url', p.avatar_url, 'bio', p.bio, 'provider_type', p.provider_type, 'role', p.role, 'karma', p.karma,
    'analytics_consent', p.analytics_consent, 'analytics_consent_updated_at', p.analytics_consent_updated_at,
    'analytics_consent_text', p.analytics_consent_text,
    'needs_nickname', p.nickname is null, 'needs_age', p.nickname is null and p.age_confirmed_at is null, 'needs_invite', p.needs_invite, 'created_at', p.created_at);
end $$;
comment on function private.own_profile_of(public.profiles) is 'A profile as ownProfile. Callers must have checked that the reader may see it.';
grant execute on function private.own_profile_of(public.profiles) to authenticated;

-- Policies alone would let these do nothing and say nothing.
create function public.own_profile() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_proven();
  return (select private.own_profile_of(p) from public.profiles p where p.id = (select auth.uid()));
end $$;
comment on function public.own_profile() is 'RPC: the caller''s profile. Hints session_ended, mfa_needed.';
grant execute on function public.own_profile() to authenticated, service_role;

create function private.own_ban() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_banned(auth.uid()) then return null; end if;
  return (
    select jsonb_build_object('until', p.banned_until, 'reason', (
      select m.reason from public.moderation_actions m
      where m.target_user_id = p.id and m.action = 'banned' order by m.created_at desc limit 1))
    from public.profiles p where p.id = (select auth.uid())
  );
end $$;
comment on function private.own_ban() is 'Ban of the caller with its end and reason, or null; does not tell who decided.';
grant execute on function private.own_ban() to authenticated;

-- Definer, to include comments on posts that are no longer visible.
create function private.count_own_comments() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select count(*) from public.comments c where c.author_id = (select auth.uid()) and c.deleted_at is null);
end $$;
comment on function private.count_own_comments() is 'Undeleted comments of the caller.';
grant execute on function private.count_own_comments() to authenticated;

create function public.account_page() returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  own public.profiles;
begin
  select * into own from public.profiles p where p.id = me;
  if not found then
    perform private.refuse('member.account_gone', '42501');
  end if;
  return jsonb_build_object(
    'profile', private.own_profile_of(own),
    -- 1 with avatar and nickname, else 0.5 (docs/product/analytics.md).
    'completion', case when own.avatar_url is not null and own.nickname is not null then 1 else 0.5 end,
    'karma_rank', case when own.nickname is not null then private.karma_rank(own.karma) end,
    'counts', (
      select jsonb_build_object('posts', count(*), 'pending_posts', count(*) filter (where p.status = 'pending'),
        'rejected_posts', count(*) filter (where p.status = 'rejected'),
        'comments', private.count_own_comments(),
        'fan_of', (select count(*) from public.star_fans f join public.stars s on s.id = f.star_id and s.is_active where f.user_id = me),
        'unread_notifications', public.get_unread_notification_count(me))
      from public.community_posts p where p.author_id = me),
    'notifications', private.latest_notifications(me, 5),
    'ban', private.own_ban());
end $$;
comment on function public.account_page() is 'RPC of /account: profile, completion, rank, counts, latest notifications, ban. 42501 (hint account_gone) for a token of a deleted account.';
grant execute on function public.account_page() to authenticated, service_role;
