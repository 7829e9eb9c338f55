/**
 * `npm run types`: writes domain/src/contract/database.types.ts from the migrations, by Supabase's own generator against a
 * throwaway PostgreSQL. `--check` fails when the committed file is stale.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { openBackend } from '@hot/embedded'
import { startPostgres } from '../suites/throwaway-postgres.ts'

const file = 'domain/src/contract/database.types.ts'
const generator = 'supabase@3.1.0'

const postgres = await startPostgres()
try {
  const backend = await openBackend({
    databaseUrl: postgres.url,
    siteUrl: 'http://127.0.0.1',
    migrationsDir: 'supabase/migrations',
  })
  await backend.close()
  const types = execFileSync(
    'npx',
    [
      '--yes',
      generator,
      'gen',
      'types',
      '--lang',
      'typescript',
      '--schema',
      'public',
      '--db-url',
      `${postgres.url}?sslmode=disable`,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 32 << 20 },
  )
  if (!process.argv.includes('--check')) fs.writeFileSync(file, types)
  else if (fs.readFileSync(file, 'utf8') !== types) throw new Error(`${file} is stale: run npm run types`)
} finally {
  postgres.stop()
}
