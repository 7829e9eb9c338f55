/**
 * `npm run conformance -- CHECKOUT [--only SUITE,…] [--write]`: runs the suites of the official clients from a checkout of
 * supabase/supabase-js against the embedded backend, and compares with the results that are kept (docs/conformance.md).
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openStand } from './stand.ts'
import {
  changes,
  commitOf,
  projectOf,
  readKept,
  resultsOf,
  runSuite,
  type Suite,
  suitesIn,
  writeKept,
} from './suites.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    kept: { type: 'string', default: path.join(import.meta.dirname, 'kept') },
  },
})

async function run(checkout: string, suite: Suite) {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'conformance-report-'))
  const stand = await openStand(projectOf(checkout, suite))
  try {
    const outcomes = await runSuite(checkout, suite, path.join(scratch, 'report.json'))
    return resultsOf(commitOf(checkout), outcomes, stand.leftOut)
  } finally {
    await stand.close()
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}

/** True: as it was. */
async function compare(checkout: string, suite: Suite): Promise<boolean> {
  const now = await run(checkout, suite)
  console.info(`${suite.name}: ${now.passed} passed, ${now.failed.length} failed, ${now.skipped.length} skipped`)
  const kept = readKept(values.kept, suite.name)
  if (values.write) writeKept(values.kept, suite.name, now)
  else if (!kept) console.info('  No results are kept. Look at them, then --write.')
  if (!kept) return values.write
  if (kept.commit !== now.commit) console.info(`  Kept are those of ${kept.commit}, these are of ${now.commit}.`)
  const changed = changes(kept, now)
  for (const line of changed) console.info(`  ${line}`)
  return values.write || changed.length === 0
}

const [checkout] = positionals
if (checkout === undefined) {
  console.error('Which checkout? npm run conformance -- FOLDER (docs/conformance.md)')
  process.exit(2)
}
let isAsKept = true
const wanted = values.only?.split(',') ?? []
for (const suite of suitesIn(path.resolve(checkout), wanted))
  isAsKept = (await compare(path.resolve(checkout), suite)) && isAsKept
process.exit(isAsKept ? 0 : 1)
