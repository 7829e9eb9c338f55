-- A member's own names are the first words that somebody who knows them tries as a password. The embedded backend asks for
-- them when it estimates a new one; a Supabase project has its own check.
create function private.password_words(event jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(p.nickname), '[]') from public.profiles p
   where p.id = (event ->> 'user_id')::uuid and p.nickname is not null
$$;
comment on function private.password_words(jsonb) is 'For the embedded backend: what a password of this account must not consist of.';
revoke all on function private.password_words(jsonb) from public, anon, authenticated;
grant execute on function private.password_words(jsonb) to supabase_auth_admin;
