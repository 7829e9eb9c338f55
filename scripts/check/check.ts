/** `npm run check`: all static checks, up to the first that fails. */
import { spawnSync } from 'node:child_process'
import { scriptFile } from '../node-program.js'

const steps = [
  ['scripts/generate/mail-templates.ts', '--check'],
  ['scripts/generate/notification-words.ts', '--check'],
  ['scripts/generate/refusals.ts', '--check'],
  ['scripts/generate/app-links.ts', '--check'],
  ['scripts/check/check-citations.ts'],
  ['scripts/check/check-texts.ts'],
  ['scripts/check/check-clock.ts'],
  ['scripts/floor/check-floor.ts'],
  ['scripts/check/check-promises.ts'],
  ['scripts/check/check-decisions.ts'],
  ['scripts/release/check-release.ts'],
  ['scripts/check/check-tested.ts'],
  ['scripts/check/check-test-names.ts'],
  ['scripts/check/check-busy.ts'],
  ['scripts/structure/floors.ts'],
  ['@biomejs/biome', 'check', '.'],
  ['typescript:tsc', '-p', '.'],
  ['knip'],
]

for (const [script = '', ...args] of steps) {
  const { status } = spawnSync(process.execPath, [scriptFile(script), ...args], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
