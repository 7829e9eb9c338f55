import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { doubtfulNames, settingNames, unknownNames } from './names.ts'
import { readSettings, SettingsError } from './settings.ts'

const root = path.resolve(import.meta.dirname, '../..')
const isSetting = (name: string) => /^([A-Z]+_[A-Z0-9_]*[A-Z0-9]|PORT|HOST)$/.test(name)

/** What the reading of all settings asks the environment for. */
function askedFor(given: Record<string, string> = {}): string[] {
  const asked = new Set<string>()
  const env = new Proxy(given, {
    get: (target, name) => {
      if (typeof name === 'string') asked.add(name)
      return Reflect.get(target, name)
    },
  })
  try {
    readSettings(env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
  }
  return [...asked].filter(isSetting)
}

describe('the list of settings', () => {
  it('has each that is read', () => {
    const given = { HOT_APPLE_CLIENT_ID: 'a', HOT_GOOGLE_CLIENT_ID: 'a', HOT_S3_BUCKET: 'b' }
    const asked = new Set([...askedFor(), ...askedFor(given), 'HOT_DATA_DIR'])
    expect(asked.size).toBeGreaterThan(50)
    expect([...asked].filter((name) => !settingNames.includes(name))).toEqual([])
  })

  it('is explained whole in configure.md, which explains no other', () => {
    const page = fs.readFileSync(path.join(root, 'docs/operations/configure.md'), 'utf8')
    const rows = page.split('\n').flatMap((line) => /^\| (`[^|]*) \|/.exec(line)?.[1] ?? [])
    const explained = rows.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name ?? ''))
    expect(explained.toSorted()).toEqual([...settingNames].toSorted())
  })
})

describe('unknownNames', () => {
  it.each([
    ['HOT_BACKUP_RECIPIENTS', 'HOT_BACKUP_RECIPIENT'],
    ['HOT_DATADIR', 'HOT_DATA_DIR'],
    ['HOT_SMTP_URL', 'SMTP_URL'],
    ['SITE_EMIAL', 'SITE_EMAIL'],
  ])('%s is refused in one line that names %s', (name, meant) => {
    const lines = unknownNames({ [name]: 'x' })
    expect(lines).toEqual([expect.stringContaining(name)])
    expect(lines[0]).toContain(`Meinst du ${meant}?`)
  })

  it('points to the documentation when no setting is near', () => {
    expect(unknownNames({ HOT_QUIZ_FOLDER_AND_MORE: 'x' })).toEqual([expect.stringContaining('configure.md')])
  })

  it('leaves alone what other tools read, what is empty, and what is not ours', () => {
    const others = { HOT_E2E_MODE: 'x', HOT_APP_ID: 'x', HOT_PUSH_SMTP_PASSWORD: 'x', HOT_NOTHING: ' ', HOTEL: 'x' }
    expect(unknownNames(others)).toEqual([])
    expect(unknownNames(Object.fromEntries(settingNames.map((name) => [name, 'x'])))).toEqual([])
  })

  it('ends the start', () => {
    expect(() => readSettings({ HOT_BACKUP_RECIPIENTS: 'age1x' })).toThrow(SettingsError)
  })
})

describe('doubtfulNames', () => {
  it('doubts a name beside one of ours that is not set', () => {
    expect(doubtfulNames({ SMTP_ULR: 'smtp://mail' })).toEqual([{ name: 'SMTP_ULR', meant: 'SMTP_URL' }])
    expect(doubtfulNames({ TRUSTED_PROXYS: 'loopback' })).toEqual([
      { name: 'TRUSTED_PROXYS', meant: 'TRUSTED_PROXIES' },
    ])
  })

  it('doubts a slip in the beginning of a name', () => {
    const slipped = { SMPT_URL: 'smtp://mail', METRIC_PORT: '9464', HTO_DEMO: '1' }
    expect(doubtfulNames(slipped).map(({ meant }) => meant)).toEqual(['SMTP_URL', 'METRICS_PORT', 'HOT_DEMO'])
  })

  it('believes it when ours is set as well, and any other', () => {
    expect(
      doubtfulNames({ VITE_URL: 'x', POST: 'x', HOSTNAME: 'x', LOGNAME: 'x', SSH_URL: 'x', SMTP_HOST: 'x' }),
    ).toEqual([])
    expect(doubtfulNames({ SMTP_URI: 'x', SMTP_URL: 'y', DATABASE_NAME: 'x', PATH: '/bin' })).toEqual([])
  })
})
