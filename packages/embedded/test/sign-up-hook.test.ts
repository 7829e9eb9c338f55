import { expect, test } from 'vitest'
import { member, OPENS_A_DATABASE, openOurs } from './open-contract.ts'

const password = 'ein langes Passwort'

test('calls the hook before an account is created, and keeps what the hook writes', OPENS_A_DATABASE, async () => {
  const own = await openOurs({
    signUp: { hook: 'private.before_user_created', refusalHints: ['email_domain_not_allowed'] },
  })
  try {
    await own.backend.exec(`create table public.refused (email text, ip text);
    create function private.before_user_created(event jsonb) returns jsonb language plpgsql security definer as $$
    begin
      if event -> 'user' ->> 'email' not like '%@web.de' then return '{}'; end if;
      insert into public.refused values (event -> 'user' ->> 'email', event -> 'metadata' ->> 'ip_address');
      return '{"error": {"http_code": 403, "message": "Signup not allowed"}}';
    end $$;
    grant usage on schema private to supabase_auth_admin;
    create function private.keep_domain() returns trigger language plpgsql as $$
    begin
      if new.email_change like '%@web.de' then
        raise exception 'E-Mail nicht erlaubt' using errcode = '23514', hint = 'email_domain_not_allowed';
      end if;
      return new;
    end $$;
    create trigger keep_domain before update on auth.users for each row execute function private.keep_domain();`)
    for (const attempt of [
      () => own.guest().auth.signUp({ email: 'nein@web.de', password }),
      () => own.service().auth.admin.inviteUserByEmail('nein@web.de'),
    ]) {
      const { error } = await attempt()
      expect([error?.status, error?.code, error?.message]).toEqual([403, 'unknown', 'Signup not allowed'])
    }
    // A request for a link has the same answer for every address.
    expect((await own.guest().auth.signInWithOtp({ email: 'nein@web.de' })).error).toBeNull()
    expect(own.backend.mailbox.list()).toEqual([])
    expect(await own.backend.query('select * from public.refused')).toHaveLength(3)
    expect(await own.backend.query('select from auth.users')).toHaveLength(0)
    const { client } = await member(own)
    const { error } = await client.auth.updateUser({ email: 'nein@web.de' })
    expect([error?.status, error?.code, error?.message]).toEqual([
      422,
      'email_domain_not_allowed',
      'E-Mail nicht erlaubt',
    ])
  } finally {
    await own.close()
  }
})
