import fs from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyPreparedDatabase, scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { openInstallation } from '../../tests/support/server/open-installation.ts'
import { backupCommand } from '../commands/backup-command.ts'
import { restoreCommand } from '../commands/restore-command.ts'
import { buildInfo } from '../settings/build-info.ts'
import { installationOptions } from './embedded-backend.ts'

const scratch = scratchDirectory()
const dataDir = path.join(scratch, 'data')
const moved = path.join(scratch, 'umzug.tar.gz')
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }))

const programs = 'select version, commit, first_started_at, last_started_at from private.programs'

test('a database knows which program served it; one that another wording made is refused with the way out, which works', async () => {
  fs.mkdirSync(dataDir)
  await copyPreparedDatabase(path.join(dataDir, 'pg'), installationOptions.migrationsDir)
  const { version, commit } = buildInfo()
  const first = await openInstallation({ dataDir })
  const [noted] = await first.backend.query<{ first_started_at: string }>(programs)
  expect(noted).toMatchObject({ version, commit })
  // What a checkout between two releases leaves behind: its own commit, and a migration that was rewritten since.
  await first.backend.query('select private.note_program($1, $2)', ['1.0.9-dev', 'f'.repeat(40)])
  await first.backend.exec(
    `update supabase_migrations.schema_migrations set statements = '{"select 1"}'
     where version = (select max(version) from supabase_migrations.schema_migrations)`,
  )
  await first.close()

  const refused = openInstallation({ dataDir })
  await expect(refused).rejects.toMatchObject({ code: 'migration_changed' })
  const message = await refused.catch((error: Error) => error.message)
  expect(message).toContain(`zuletzt lief hier Version 1.0.9-dev, Commit ${'f'.repeat(40)})`)

  const [, backup = '', restore = ''] =
    /»npm run backup -- (.+?)«.*»npm run restore -- (.+?)«/.exec(String(message)) ?? []
  const words = (command: string) => command.replace('umzug.tar.gz', moved).split(' ')
  await backupCommand(words(backup), { HOT_DATA_DIR: dataDir })
  await restoreCommand(words(restore), { HOT_DATA_DIR: dataDir })
  const again = await openInstallation({ dataDir })
  const [own] = await again.backend.query<{ first_started_at: string; last_started_at: string }>(
    `${programs} where version = $1`,
    [version],
  )
  expect(own?.first_started_at).toEqual(noted?.first_started_at)
  expect(own?.last_started_at).not.toEqual(own?.first_started_at)
  expect(await again.backend.query('select private.last_program() as last')).toEqual([
    { last: `${version}, Commit ${commit}` },
  ])
  await again.close()
})
