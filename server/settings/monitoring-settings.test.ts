import { expect, test } from 'vitest'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import { documentPolicy, inlineHashes } from '../wire/security-headers.ts'
import { notForSearch, originOf, readMonitoringSettings } from './monitoring-settings.ts'

const start = stubServers()
const dsn = 'https://abc123@errors.example:8443/sub/42'
const read = (env: Record<string, string> = {}, isTerminal = false) => readMonitoringSettings(env, isTerminal)

test('without any setting nothing is reported or served, and the log is JSON', () => {
  expect(read()).toEqual({ problems: [], log: 'json', closedTest: false, metrics: undefined, reports: undefined })
  expect(read({}, true).log).toBe('text')
  expect(read({ HOT_LOG: 'json' }, true).log).toBe('json')
})

test('metrics are served on this machine only, unless another address is set', () => {
  expect(read({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
  expect(read({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }).metrics).toEqual({ host: '0.0.0.0', port: 9464 })
})

test('reports use the masked setup unless the test is closed', () => {
  expect(read({ SENTRY_DSN: dsn })).toMatchObject({ problems: [], reports: { dsn, profile: 'public' } })
  expect(read({ HOT_SENTRY_DSN: dsn, SENTRY_DSN: 'x' }).reports).toEqual({ dsn, profile: 'public' })
  expect(read({ SENTRY_DSN: dsn, HOT_SENTRY_SETUP: '2', HOT_CLOSED_TEST: '1' })).toMatchObject({
    problems: [],
    closedTest: true,
    reports: { dsn, profile: 'closedTest' },
  })
})

test.each([
  [{ SENTRY_DSN: dsn, HOT_SENTRY_SETUP: '2' }, 'HOT_CLOSED_TEST=1'],
  [{ SENTRY_DSN: dsn, HOT_SENTRY_SETUP: '2', HOT_CLOSED_TEST: '0' }, 'HOT_CLOSED_TEST=1'],
  [{ HOT_SENTRY_SETUP: '3' }, 'HOT_SENTRY_SETUP'],
  [{ SENTRY_DSN: 'errors.example' }, 'SENTRY_DSN'],
  [{ SENTRY_DSN: 'http://abc@errors.example/1' }, 'SENTRY_DSN'],
  [{ SENTRY_DSN: 'https://errors.example/1' }, 'SENTRY_DSN'],
  [{ SENTRY_DSN: 'https://abc@errors.example/' }, 'SENTRY_DSN'],
  [{ SENTRY_DSN: 'https://abc:verysecret@errors.example/1' }, 'SENTRY_DSN'],
  [{ HOT_CLOSED_TEST: 'ja' }, 'HOT_CLOSED_TEST'],
  [{ HOT_LOG: 'xml' }, 'HOT_LOG'],
  [{ METRICS_PORT: '3000' }, 'METRICS_PORT'],
  [{ METRICS_PORT: '8080', PORT: '8080' }, 'METRICS_PORT'],
  [{ METRICS_PORT: 'x' }, 'METRICS_PORT'],
  [{ METRICS_PORT: '1', METRICS_HOST: 'a b' }, 'METRICS_HOST'],
])('%j is refused with one line', (env, name) => {
  const { problems } = read(env)
  expect(problems).toEqual([expect.stringContaining(name)])
  expect(problems.join()).not.toContain('verysecret')
})

test('a page may connect to the reporting service only if there is one', () => {
  const connections = (reports?: string) =>
    /connect-src ([^;]*)/.exec(documentPolicy(inlineHashes({}), { reports }))?.[1]
  expect(connections(originOf({ dsn, profile: 'public' }))).toBe("'self' https://errors.example:8443")
  expect(connections(originOf(undefined))).toBe("'self'")
})

test('a closed test is noindex, on cached pages as well', async () => {
  const robots = async (siteHeaders?: readonly string[]) => {
    const { get } = await start({ siteHeaders })
    const answers = [await get('/stars'), await get('/stars'), await get('/robots.txt')]
    return answers.map(({ headers }) => headers.get('x-robots-tag'))
  }
  expect(await robots(notForSearch)).toEqual(Array(3).fill('noindex, nofollow'))
  expect(await robots()).toEqual([null, null, null])
})
