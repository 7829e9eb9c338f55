import fs from 'node:fs'
import path from 'node:path'
import { isAllowedMail } from '@hot/domain/auth/mail-domains'
import { expect, test } from 'vitest'
import { OPENS_A_DATABASE } from '../../packages/embedded/test/open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { openInstallation } from '../../tests/support/server/open-installation.ts'
import { installationOptions } from '../backend/embedded-backend.ts'

type Installation = Awaited<ReturnType<typeof openInstallation>>

/** The list as the sign-in form reads it before it asks. */
async function extraDomains({ guest }: Installation): Promise<string[]> {
  const { data } = await guest().from('app_settings').select('extra_mail_domains').single()
  return (data?.extra_mail_domains ?? []) as string[]
}

test(
  'a second start keeps the mail domains that an admin entered, and the demo accounts sign in',
  OPENS_A_DATABASE,
  async () => {
    const dataDir = scratchDirectory()
    await copyPreparedDatabase(path.join(dataDir, 'pg'), installationOptions.migrationsDir)
    // As `npm start` opens it: without HOT_EXTRA_MAIL_DOMAINS the list is empty.
    const start = (extraMailDomains: string[] = []) => openInstallation({ dataDir, demo: 'auto', extraMailDomains })

    const first = await start()
    await first.backend.query(
      `update public.app_settings set extra_mail_domains = extra_mail_domains || array['Firma.de']`,
    )
    await first.close()

    const second = await start()
    const domains = await extraDomains(second)
    expect(domains.toSorted()).toEqual(['Firma.de', 'hot.example'])
    for (const { email, password } of second.backend.demoAccounts ?? []) {
      expect(isAllowedMail(email, domains), email).toBe(true)
      expect((await second.guest().auth.signInWithPassword({ email, password })).error, email).toBeNull()
    }
    expect(second.backend.demoAccounts).toHaveLength(3)
    await second.close()

    const third = await start(['zwei.example', 'firma.de', 'zwei.example'])
    expect((await extraDomains(third)).toSorted()).toEqual(['Firma.de', 'hot.example', 'zwei.example'])
    await third.close()
    fs.rmSync(dataDir, { recursive: true })
  },
)

test('a public site is filled with no demo unless that is asked for, and says so', OPENS_A_DATABASE, async () => {
  const dataDir = scratchDirectory()
  await copyPreparedDatabase(path.join(dataDir, 'pg'), installationOptions.migrationsDir)
  const said: string[] = []
  const start = (demo: 'auto' | true) =>
    openInstallation({ dataDir, demo, isPublic: true, log: (line) => void said.push(line) })
  const formats = ({ backend }: Installation) => backend.query<{ id: string }>('select id from public.formats')

  const first = await start('auto')
  expect(await formats(first)).toEqual([])
  expect(await first.backend.query('select from auth.users')).toEqual([])
  expect(first.backend.demoAccounts).toBeUndefined()
  expect(said).toContainEqual(expect.stringMatching(/^Ohne Demo-Inhalte, .*HOT_DEMO=1/))
  await first.close()

  const second = await start(true)
  expect((await formats(second)).length).toBeGreaterThan(0)
  expect(second.backend.demoAccounts).toHaveLength(3)
  await second.close()

  // The demo is there now, but nobody asked for its passwords in the log of a public site.
  const third = await start('auto')
  expect(third.backend.demoAccounts).toBeUndefined()
  await third.close()
  fs.rmSync(dataDir, { recursive: true })
})
