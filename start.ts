// Must stay the first import: it rejects unsupported Node versions.
import './scripts/require-node.js'

process.env.NODE_ENV ??= 'production'
const { ensureBuild } = await import('./scripts/build/current-build.ts')
const { startFailureLines } = await import('./server/commands/start-failure.ts')

try {
  await ensureBuild(console.info)
} catch (error) {
  for (const line of startFailureLines(error)) console.error(line)
  process.exit(1)
}
const { run } = await import('./server/commands/run.ts')
await run()
