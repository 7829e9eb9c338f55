import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { scratchPlace } from './prepared-database.ts'
import { dropLeftOver } from './server-database.ts'

/**
 * Around a whole run of Vitest: names it for its workers, which keep databases open from one test file to the next, and
 * clears up after them.
 */
export default function oneRun(): () => Promise<void> {
  // Vitest asks once for every project.
  if (process.env.HOT_TEST_RUN) return async () => {}
  process.env.HOT_TEST_RUN = randomUUID().slice(0, 8)
  const scratch = fs.mkdtempSync(path.join(scratchPlace(), 'hot-test-database-run-'))
  process.env.HOT_TEST_SCRATCH = scratch
  return async () => {
    const { TEST_DATABASE_URL } = process.env
    if (TEST_DATABASE_URL) await dropLeftOver(TEST_DATABASE_URL)
    fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
}
