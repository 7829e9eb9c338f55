import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { accountPage, ownProfile } from '@hot/domain/contract/account/account'
import { ownDataExport } from '@hot/domain/contract/account/security'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { member, OPENS_A_DATABASE } from '../../packages/embedded/test/open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { openInstallation } from '../../tests/support/server/open-installation.ts'
import { installationOptions } from './embedded-backend.ts'

const filesBelow = (dir: string) =>
  fs.existsSync(dir)
    ? fs.readdirSync(dir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
    : []

test('a member uses the account through the official client, from picture to deletion', OPENS_A_DATABASE, async () => {
  const dataDir = scratchDirectory()
  await copyPreparedDatabase(path.join(dataDir, 'pg'), installationOptions.migrationsDir)
  const ours = await openInstallation({ dataDir })
  const { client, id, email, password } = await member(ours)
  const name = `${id}/${randomUUID()}.webp`
  const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#d33' } })
    .webp()
    .toBuffer()

  const renamed = await client.rpc('set_nickname', { p_nickname: 'Testbild', p_age_text: 1 })
  expect(ownProfile.parse(renamed.data).slug).toBe('testbild')
  const up = await client.storage.from('avatars').upload(name, picture, { contentType: 'image/webp' })
  expect(up.error).toBeNull()
  const shown = await client.rpc('update_own_profile', { p_bio: 'Guckt alles', p_avatar_path: name })
  const { avatar_url } = ownProfile.parse(shown.data)
  expect(client.storage.from('avatars').getPublicUrl(name).data.publicUrl).toBe(`${ours.url}${avatar_url}`)
  const seen = () => ours.fetch(new Request(`${ours.url}${avatar_url}`))
  expect([(await seen()).status, (await seen()).headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(accountPage.parse((await client.rpc('account_page')).data)).toMatchObject({ completion: 1 })

  const { tables } = ownDataExport.parse((await client.rpc('export_own_data')).data)
  expect(tables['auth.sessions']).toHaveLength(1)
  expect(tables['storage.objects']).toMatchObject([{ name }])
  // What this backend alone keeps.
  expect(tables).toHaveProperty(['embedded.known_networks'])

  expect((await client.rpc('delete_own_account')).error?.hint).toBe('avatars_left')
  const { data: listed } = await client.storage.from('avatars').list(id)
  const names = (listed ?? []).map((file) => `${id}/${file.name}`)
  expect(names).toEqual([name])
  expect(filesBelow(path.join(dataDir, 'files'))).toHaveLength(1)
  expect((await client.storage.from('avatars').remove(names)).error).toBeNull()
  expect(filesBelow(path.join(dataDir, 'files'))).toHaveLength(0)
  expect((await seen()).status).not.toBe(200)

  expect((await client.rpc('delete_own_account')).data).toBe(true)
  expect((await client.auth.refreshSession()).error).not.toBeNull()
  expect((await ours.guest().auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
  expect((await client.rpc('account_page')).error?.hint).toBe('session_ended')
  await ours.close()
  fs.rmSync(dataDir, { recursive: true })
})
