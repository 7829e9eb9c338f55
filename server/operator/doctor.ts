import type { Environment } from '../settings/environment.ts'
import { asCalled } from '../settings/environment.ts'
import { backupChecks } from './checks/backup-checks.ts'
import { databaseChecks } from './checks/database-checks.ts'
import { machineChecks } from './checks/machine-checks.ts'
import { mailChecks } from './checks/mail-checks.ts'
import { settingsChecks } from './checks/settings-checks.ts'
import type { Check, DatabaseFacts, Facts, Finding } from './facts.ts'
import { gatherFacts } from './gather-facts.ts'

/** Everything that is looked at, in the order in which it is told. */
export const checks: readonly Check[] = [
  ...settingsChecks,
  ...mailChecks,
  ...databaseChecks,
  ...backupChecks,
  ...machineChecks,
]

/** What is wrong or should not stay so, errors first. */
export function findingsOf(facts: Facts): Finding[] {
  const found = checks.flatMap(({ name, look }) => {
    const seen = look(facts)
    return seen
      ? [{ name, ...seen, finding: asCalled(seen.finding, facts.env), remedy: asCalled(seen.remedy, facts.env) }]
      : []
  })
  return found.toSorted((a, b) => Number(a.severity === 'warn') - Number(b.severity === 'warn'))
}

/** A finding with its remedy, as one line. */
export const findingLine = ({ finding, remedy }: Finding): string => `${finding} → ${remedy}`

/** What a running installation looks like, without asking anybody on the network. */
export async function findingsHere(
  env: Environment,
  askDatabase: (() => Promise<DatabaseFacts>) | undefined,
): Promise<Finding[]> {
  const facts = await gatherFacts(env)
  const database = askDatabase ? await askDatabase() : 'unknown'
  return findingsOf({ ...facts, database })
}

const SHARED_MS = 60_000

/** The jobs of a server that starts have waited for it. */
const NOT_AT_START: ReadonlySet<string> = new Set(['jobs_late'])

/** The lines that a start says. */
export const startLines = (findings: readonly Finding[]): string[] =>
  findings.filter(({ name }) => !NOT_AT_START.has(name)).map(findingLine)

/** The findings that `ask` gives, asked for once for everybody who wants them within a minute. A failure is not kept. */
export function sharedFindings(ask: () => Promise<Finding[]>, now: () => number = Date.now): () => Promise<Finding[]> {
  let kept: { at: number; answer: Promise<Finding[]> } | undefined
  return () => {
    if (kept && now() - kept.at < SHARED_MS) return kept.answer
    const mine = { at: now(), answer: ask() }
    kept = mine
    mine.answer.catch(() => {
      if (kept === mine) kept = undefined
    })
    return mine.answer
  }
}
