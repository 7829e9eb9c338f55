import fs from 'node:fs'
import path from 'node:path'
import { totpCode } from '@hot/embedded/auth/factors/totp'
import { expect, test } from 'vitest'
import { OPENS_A_DATABASE } from '../../packages/embedded/test/open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { openInstallation } from '../../tests/support/server/open-installation.ts'
import { installationOptions } from '../backend/embedded-backend.ts'
import { adminCommand } from '../commands/admin-command.ts'

const options = (dataDir: string) => ({ dataDir, demo: 'auto' as const })

let begun: Promise<string> | undefined

/** A directory after the first start of the demo, which takes seconds: tests share it and work on copies. */
function afterFirstStart(): Promise<string> {
  begun ??= (async () => {
    const dir = scratchDirectory()
    await copyPreparedDatabase(path.join(dir, 'pg'), installationOptions.migrationsDir)
    await (await openInstallation(options(dir))).close()
    return dir
  })()
  return begun
}

async function copyOfFirstStart(): Promise<string> {
  const dir = scratchDirectory()
  fs.cpSync(await afterFirstStart(), dir, { recursive: true })
  return dir
}

test(
  'the demo creates its three accounts once; only the owner can read their passwords',
  OPENS_A_DATABASE,
  async () => {
    const dir = await copyOfFirstStart()
    const file = path.join(dir, 'demo-accounts.json')
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    const first = await openInstallation(options(dir))
    const accounts = first.backend.demoAccounts ?? []
    expect(accounts.map(({ email, role }) => [email, role])).toEqual([
      ['admin@hot.example', 'admin'],
      ['moderator@hot.example', 'moderator'],
      ['mitglied@hot.example', 'user'],
    ])
    for (const { email, password, role, totp_secret } of accounts) {
      const client = first.guest()
      const signedIn = await client.auth.signInWithPassword({ email, password })
      expect(signedIn.error).toBeNull()
      const own = () => client.from('profiles').select('role').eq('id', signedIn.data.user?.id)
      expect((await client.rpc('is_moderator')).data).toBe(false)
      expect(totp_secret !== undefined).toBe(role !== 'user')
      // A password alone reads nothing of an account with a second factor.
      expect((await own()).data).toEqual(totp_secret ? [] : [{ role }])
      if (!totp_secret) continue
      const [factor] = (await client.auth.mfa.listFactors()).data?.totp ?? []
      const code = totpCode(totp_secret, new Date())
      const raised = await client.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code })
      expect(raised.error).toBeNull()
      expect((await own()).data).toEqual([{ role }])
      expect((await client.rpc('is_admin')).data).toBe(role === 'admin')
      expect((await client.rpc('is_moderator')).data).toBe(true)
    }
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual(accounts)
    await first.close()

    const lines = await adminCommand(['Mitglied@hot.example'], { HOT_DATA_DIR: dir })
    expect(lines).toEqual(['Mitglied@hot.example ist jetzt Admin.', 'Zum Team-Bereich: http://127.0.0.1:3000/admin'])

    const second = await openInstallation({ ...options(dir), extraMailDomains: [] })
    expect(second.backend.demoAccounts).toEqual(accounts)
    expect(await second.backend.query('select extra_mail_domains from public.app_settings')).toEqual([
      { extra_mail_domains: ['hot.example'] },
    ])
    expect(
      await second.backend.query(
        `select p.role from public.profiles p join auth.users u using (id) where u.email = 'mitglied@hot.example'`,
      ),
    ).toEqual([{ role: 'admin' }])
    await second.close()
    fs.rmSync(dir, { recursive: true })
  },
)

test('demo staff without a second factor get one at the next start', OPENS_A_DATABASE, async () => {
  const dir = await copyOfFirstStart()
  const first = await openInstallation(options(dir))
  const file = path.join(dir, 'demo-accounts.json')
  const accounts = (first.backend.demoAccounts ?? []).map(({ totp_secret: _, ...account }) => account)
  await first.backend.query(
    `delete from auth.mfa_factors f using auth.users u where u.id = f.user_id and u.email = 'admin@hot.example'`,
  )
  await first.close()
  fs.writeFileSync(file, JSON.stringify(accounts))

  const second = await openInstallation(options(dir))
  const secrets = (second.backend.demoAccounts ?? []).map(({ role, totp_secret }) => [role, typeof totp_secret])
  expect(secrets).toEqual([
    ['admin', 'string'],
    ['moderator', 'undefined'],
    ['user', 'undefined'],
  ])
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual(second.backend.demoAccounts)
  await second.close()
  fs.rmSync(dir, { recursive: true })
})

test('the admin command refuses an invalid address', async () => {
  await expect(adminCommand([], {})).rejects.toThrow('npm run admin')
  await expect(adminCommand(['a@b.de'], { SUPABASE_URL: 'https://x.supabase.co' })).rejects.toThrow('Supabase')
})
