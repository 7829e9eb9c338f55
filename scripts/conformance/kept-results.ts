/** What the suites gave when somebody last looked at them: a change is seen, whichever way it goes. */
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Outcomes } from './suites.ts'

const keptSchema = z.object({
  /** Of the checkout with the suites. */
  commit: z.string(),
  passed: z.number().int(),
  failed: z.array(z.string()),
  skipped: z.array(z.string()),
  /** Statements of the suite's schema that were left out. */
  leftOut: z.array(z.string()),
})

export type Kept = z.infer<typeof keptSchema>

const namesOf = (outcomes: Outcomes, wanted: string) =>
  [...outcomes].flatMap(([name, outcome]) => (outcome === wanted ? [name] : [])).sort()

export const resultsOf = (commit: string, outcomes: Outcomes, leftOut: readonly string[]): Kept => ({
  commit,
  passed: namesOf(outcomes, 'passed').length,
  failed: namesOf(outcomes, 'failed'),
  skipped: namesOf(outcomes, 'skipped'),
  leftOut: [...leftOut],
})

const fileOf = (dir: string, suite: string) => path.join(dir, `${suite}.json`)

export function readKept(dir: string, suite: string): Kept | undefined {
  const file = fileOf(dir, suite)
  return fs.existsSync(file) ? keptSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8'))) : undefined
}

export function writeKept(dir: string, suite: string, results: Kept): void {
  fs.mkdirSync(dir, { recursive: true })
  fs.writeFileSync(fileOf(dir, suite), `${JSON.stringify(results, null, 2)}\n`)
}

const only = (here: readonly string[], there: readonly string[]) => here.filter((name) => !there.includes(name))

/** Every difference as one line; none: as it was. */
export function changes(kept: Kept, now: Kept): string[] {
  const changed = [
    ...only(now.failed, kept.failed).map((name) => `fails now: ${name}`),
    ...only(kept.failed, now.failed).map((name) =>
      now.skipped.includes(name) ? `failed, is skipped now: ${name}` : `fails no more: ${name}`,
    ),
    ...only(now.skipped, [...kept.skipped, ...kept.failed]).map((name) => `skipped now: ${name}`),
    ...only(kept.skipped, [...now.skipped, ...now.failed]).map((name) => `skipped no more: ${name}`),
    ...only(now.leftOut, kept.leftOut).map((line) => `left out of the schema now: ${line}`),
    ...only(kept.leftOut, now.leftOut).map((line) => `left out of the schema no more: ${line}`),
  ]
  const tests = ({ passed, failed, skipped }: Kept) => passed + failed.length + skipped.length
  return tests(kept) === tests(now) ? changed : [...changed, `${tests(now)} tests in place of ${tests(kept)}`]
}
