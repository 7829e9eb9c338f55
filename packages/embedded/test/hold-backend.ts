import { openBackend, StartError } from '@hot/embedded'

/** Runs as a separate process: opens a backend on the directory given and holds it until it is killed. */
const [, , dataDir = '', migrationsDir = '', preparedDatabases] = process.argv
try {
  const backend = await openBackend({ dataDir, migrationsDir, preparedDatabases, siteUrl: 'http://127.0.0.1:4999' })
  process.on('SIGTERM', () => void backend.close().then(() => process.exit(0)))
  process.stdout.write('offen\n')
  for await (const line of process.stdin) {
    await backend.query('insert into public.authors (id, name) values ($1, $2)', [Number(String(line).trim()), 'x'])
    process.stdout.write(`geschrieben ${String(line).trim()}\n`)
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.code}: ${error.message}\n`)
  process.exit(1)
}
