import { openBackend } from '@hot/embedded'

/** Runs as a separate process: sends each line of its input ("METHOD path body") and writes the status. */
const [, , dataDir = '', migrationsDir = ''] = process.argv
const siteUrl = 'http://127.0.0.1:4999'
const log = (line: string) => console.error(`Log: ${line}`)
const backend = await openBackend({ dataDir, migrationsDir, siteUrl, log })
const headers = { apikey: backend.secretKey, 'content-type': 'application/json' }
const input = (await process.stdin.toArray()).join('')
for (const line of input.trim().split('\n')) {
  const [method, path, ...body] = line.split(' ')
  const request = new Request(`${siteUrl}${path}`, { method, headers, body: body.join(' ') || undefined })
  console.info((await backend.fetch(request)).status)
}
await backend.close()
