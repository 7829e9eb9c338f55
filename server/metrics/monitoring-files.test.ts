import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openRegistry } from './metrics-registry.ts'
import { serverCounts } from './server-counts.ts'

/** The rules and the dashboard that operators take over: an expression over a name that nobody exports never fires. */
const DEPLOY = path.resolve(import.meta.dirname, '../../deploy')
const read = (file: string) => fs.readFileSync(path.join(DEPLOY, file), 'utf8')

const build = { version: '1', commit: 'unknown' }

/** Everything a server with a database of its own exports, by name with its labels. */
async function exported(): Promise<Map<string, Set<string>>> {
  const none = { waiting: 0, failed: 0, oldestSeconds: 0 }
  const counts = serverCounts()
  counts.cache.set('hit', 1)
  counts.limits.set('forms', 1)
  const registry = openRegistry({
    counts,
    build,
    health: async () => ({ status: 'ok', database: 'ok', ...build }),
    outboxes: async () => ({ mails: none, accounts: none, pushes: { ios: none, android: none, web: none } }),
    jobs: async () => [{ name: 'vacuum', succeededAt: 1, failedAt: 0, seconds: 1 }],
    pending: async () => ({ notifications: 0, counts: 0, karma: 0 }),
    load: () => ({ inUse: 0, sessions: 1, waiting: 0 }),
    dataDir: import.meta.dirname,
    backups: async () => ({ last: null, since: 0 }),
  })
  registry.answered({ method: 'GET', path: '/', status: 200, ms: 1 })
  const names = new Map<string, Set<string>>()
  for (const line of (await registry.text()).split('\n')) {
    const [, name, labels = ''] = /^([a-z]\w*)(?:\{(.*)\})? /.exec(line) ?? []
    if (!name) continue
    const known = names.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    names.set(name, known)
  }
  return names
}

const expressionsOf = {
  'prometheus/alerts.yml': () =>
    read('prometheus/alerts.yml')
      .replace(/^\s*#.*$/gm, '')
      .match(/expr:[\s\S]*?(?=for:|labels:)/g) ?? [],
  'grafana/dashboard.json': () =>
    (JSON.parse(read('grafana/dashboard.json')) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(
      ({ targets }) => targets.map(({ expr }) => expr),
    ),
  'prometheus/alerts.test.yml': () => read('prometheus/alerts.test.yml').match(/series: '[^']*'/g) ?? [],
}

test.each(Object.entries(expressionsOf))(
  '%s names metrics and labels that the server exports',
  async (_, expressions) => {
    const names = await exported()
    const found = expressions().join('\n')
    const used = [...found.matchAll(/\b((?:hot|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)]
    expect(used.length).toBeGreaterThan(5)
    for (const [, name = '', labels = ''] of used) {
      expect([...names.keys()]).toContain(name)
      // Prometheus adds the two of the scrape.
      const known = [...(names.get(name) ?? []), 'job', 'instance']
      for (const [, label = ''] of labels.matchAll(/(\w+)=/g)) expect(known).toContain(label)
    }
  },
)

test('no metric has a label that Prometheus sets itself', async () => {
  for (const labels of (await exported()).values())
    for (const own of ['job', 'instance']) expect(labels).not.toContain(own)
})

test('every alert is explained to the operator', () => {
  const names = [...read('prometheus/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  const page = fs.readFileSync(path.resolve(DEPLOY, '../docs/operations/monitoring.md'), 'utf8')
  const explained = [...page.matchAll(/^\| (Hot[\w, ]+) \|/gm)].flatMap(([, list = '']) => list.split(', '))
  expect(explained.toSorted()).toEqual(names.toSorted())
})

test('every alert is asked for in the first hours of a new installation', () => {
  const names = [...read('prometheus/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  const [, fresh = ''] = read('prometheus/alerts.test.yml').split('nothing is wrong with an installation that is new')
  for (const name of names) expect(fresh).toContain(`{ eval_time: 1h, alertname: ${name}, exp_alerts: [] }`)
})

// promtool's clock begins at 0, so it does not see that "never" is half a century ago.
test('no alert takes the 0 of what never happened for a time', () => {
  const rules = expressionsOf['prometheus/alerts.yml']().join('\n')
  const ages = [...rules.matchAll(/time\(\) - max(?: by \(\w+\))? \((\w+)\)|time\(\) - max\((\w+)\)/g)]
  const measured = ages.map(([, one, other]) => one ?? other ?? '')
  expect(measured).toContain('hot_backup_since_seconds')
  for (const name of measured.filter((one) => one.includes('last_success')))
    expect(rules).toMatch(new RegExp(`${name}\\) > 0`))
})

const promtool = process.env.PROMTOOL ?? 'promtool'
const hasPromtool = spawnSync(promtool, ['--version']).status === 0

test.skipIf(!hasPromtool)('the rules are valid and fire when they should', () => {
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: DEPLOY, encoding: 'utf8' })
    return { status, said: status === 0 ? '' : stdout + stderr }
  }
  const fine = { status: 0, said: '' }
  expect(run('check', 'config', 'prometheus/prometheus.yml')).toEqual(fine)
  expect(run('check', 'rules', 'prometheus/alerts.yml')).toEqual(fine)
  expect(run('test', 'rules', 'prometheus/alerts.test.yml')).toEqual(fine)
})
