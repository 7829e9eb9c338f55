import { isIP } from 'node:net'
import { profileOfSetup, type ReportProfileName } from '@hot/domain/monitoring/filter'
import type { LogFormat } from '../wire/request-log.ts'
import { type Environment, valuesOf } from './environment.ts'

/** Error report settings for browsers; absent: none are sent. */
export type ReportSettings = { dsn: string; profile: ReportProfileName }

/** Where metrics are served. */
export type MetricsPlace = { host: string; port: number }

export type MonitoringSettings = {
  log: LogFormat
  /** Absent: metrics are not served. */
  metrics?: MetricsPlace
  reports?: ReportSettings
  /** A closed test, whose participants know that screens may be recorded. Search engines are excluded. */
  closedTest: boolean
}

const isLocal = (name: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(name)

/** A DSN is public: `https://PUBLIC_KEY@HOST/PROJECT` (develop.sentry.dev/sdk/overview, "Parsing the DSN"). */
function isDsn(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hostname, pathname, search, hash } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocal(hostname))
  return isSafe && /^\w+$/.test(username) && !password && /\/\d+$/.test(pathname) && !search && !hash
}

/** Reads the monitoring settings; one German line for each wrong value. */
export function readMonitoringSettings(
  env: Environment,
  isTerminal: boolean,
): MonitoringSettings & { problems: string[] } {
  const value = valuesOf(env)
  const problems: string[] = []
  const check = (fine: boolean, line: string) => void (fine || problems.push(line))

  const log = value('HOT_LOG') ?? (isTerminal ? 'text' : 'json')
  check(log === 'json' || log === 'text', `HOT_LOG muss json oder text sein: »${log}«.`)

  const port = value('METRICS_PORT')
  const host = value('METRICS_HOST') ?? '127.0.0.1'
  check(
    port === undefined || (/^\d{1,5}$/.test(port) && Number(port) <= 65_535),
    `METRICS_PORT muss eine Zahl von 0 bis 65535 sein: »${port}«.`,
  )
  check(
    port === undefined || port === '0' || port !== (value('PORT') ?? '3000'),
    'METRICS_PORT muss ein anderer Port sein als PORT: Die Messwerte sind nicht für Besucher.',
  )
  check(isIP(host) !== 0 || host === 'localhost', `METRICS_HOST muss eine IP-Adresse sein: »${host}«.`)

  const closedTest = value('HOT_CLOSED_TEST')
  check(
    closedTest === undefined || closedTest === '0' || closedTest === '1',
    `HOT_CLOSED_TEST muss 0 oder 1 sein: »${closedTest}«.`,
  )

  const dsn = value('HOT_SENTRY_DSN') ?? value('SENTRY_DSN')
  const setup = value('HOT_SENTRY_SETUP') ?? '1'
  // The value is not printed, because a DSN in the old form contains a secret.
  check(
    !dsn || isDsn(dsn),
    'SENTRY_DSN muss die Form https://schlüssel@rechner/nummer haben, ohne geheimen Schlüssel: Sie kommt in jeden Browser.',
  )
  check(setup === '1' || setup === '2', `HOT_SENTRY_SETUP muss 1 oder 2 sein: »${setup}«.`)
  check(
    setup !== '2' || closedTest === '1',
    'HOT_SENTRY_SETUP=2 zeichnet auf, was auf dem Bildschirm steht. Das geht nur in einem geschlossenen Test: Setz HOT_CLOSED_TEST=1 oder nimm HOT_SENTRY_SETUP=1.',
  )

  return {
    problems,
    log: log === 'text' ? 'text' : 'json',
    metrics: port === undefined ? undefined : { host, port: Number(port) },
    reports: dsn ? { dsn, profile: profileOfSetup[setup === '2' ? '2' : '1'] } : undefined,
    closedTest: closedTest === '1',
  }
}

/** Origin of error reports, for the content security policy. */
export const originOf = (reports: ReportSettings | undefined): string | undefined =>
  reports && new URL(reports.dsn).origin

/** Name and value of the header that keeps a closed test out of search indexes. */
export const notForSearch = ['x-robots-tag', 'noindex, nofollow'] as const
