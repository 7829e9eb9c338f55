import { StartError } from '@hot/embedded'
import { describe, expect, it } from 'vitest'
import { settingHashes } from '../settings/names.ts'
import { readSettings, SettingsError } from '../settings/settings.ts'
import { databaseFailure } from './database-remedies.ts'
import { checks, findingLine, findingsOf } from './doctor.ts'
import type { ContentFacts, DatabaseFacts, Facts, SiteFacts } from './facts.ts'

const GB = 1024 ** 3
const DAY = 86_400_000
const NOW = Date.parse('2026-11-28T12:00:00Z')

const rightEnv = {
  SITE_URL: 'https://hot.example',
  TRUSTED_PROXIES: 'loopback',
  SMTP_URL: 'smtp://hot:geheim@mail.anbieter.example:587?from=HoT <hallo@hot.example>',
  HOT_BACKUP_RECIPIENT: `age1${'q'.repeat(58)}`,
}

const content: ContentFacts = {
  migrationsOpen: 0,
  migrationsUnknown: 0,
  lastJobAt: NOW - 60_000,
  failingJobs: [],
  admins: 1,
  hasDemo: false,
  legal: {
    operator: 'Trash GmbH',
    street: 'Hauptstr. 1',
    city: '10115 Berlin',
    email: 'hallo@hot.example',
    responsible: 'Erna Echt',
    hoster: 'Rechenhaus',
    supervisory_authority: 'BlnBDI',
    phone: '030 1',
  },
  mailsFailed: 0,
  oldestMailSeconds: 0,
}

const database: DatabaseFacts = {
  engine: 'postgres',
  version: 170_004,
  at: NOW,
  askedAt: NOW,
  isSuperuser: false,
  foreignObjects: 0,
  maxConnections: 100,
  content,
}

function settingsOf(env: Record<string, string>): Pick<Facts, 'settings' | 'problems'> {
  try {
    return { settings: readSettings(env), problems: [] }
  } catch (error) {
    if (error instanceof SettingsError) return { settings: undefined, problems: error.lines }
    throw error
  }
}

/** A right installation, with what a test makes wrong. An empty variable counts as missing. */
function factsOf(env: Record<string, string> = {}, wrong: Partial<Facts> = {}): Facts {
  const whole = { ...rightEnv, ...env }
  return {
    now: NOW,
    env: whole,
    ...settingsOf(whole),
    node: 24,
    isRoot: false,
    memoryBytes: 2 * GB,
    isEnvFileReadable: false,
    directory: {
      path: '/var/lib/hot',
      exists: true,
      readable: [],
      belongsToUs: true,
      foreign: [],
      freeBytes: 20 * GB,
      keys: 'fine',
    },
    backups: {
      lastAt: NOW - DAY / 2,
      since: NOW - DAY / 2,
      isFolderFine: true,
      isOnSameDisk: true,
      isElsewhere: true,
      triedAt: NOW - 7 * DAY,
      beganAt: NOW - 365 * DAY,
    },
    database,
    outside: { mail: { problem: null, remedy: '' }, site: { problem: null, remedy: '', at: NOW, askedAt: NOW } },
    ...wrong,
  }
}

const inDirectory = (wrong: Partial<Facts['directory']>) => ({ directory: { ...factsOf().directory, ...wrong } })
const inBackups = (wrong: Partial<Facts['backups']>) => ({ backups: { ...factsOf().backups, ...wrong } })
const inDatabase = (wrong: Partial<DatabaseFacts>) => ({ database: { ...database, ...wrong } })
const inContent = (wrong: Partial<ContentFacts>) => inDatabase({ content: { ...content, ...wrong } })

type Planted = readonly [name: string, env: Record<string, string>, wrong: Partial<Facts>, sentence: string]

const pgError = (code: string) => new Error('Outer.', { cause: Object.assign(new Error('Refused.'), { code }) })
const atSite = (wrong: Partial<SiteFacts>) => ({
  outside: { site: { problem: null, remedy: '', at: NOW, askedAt: NOW, ...wrong } },
})

const certificate = (from: number, until: number) =>
  atSite({ certificate: { from: NOW + from * DAY, until: NOW + until * DAY } })

const noProxy = { TRUSTED_PROXIES: '', SITE_URL: '' }

const planted: readonly Planted[] = [
  ['settings_wrong', { HOT_BACKUP_RECIPIENTS: 'age1x' }, {}, 'Meinst du HOT_BACKUP_RECIPIENT?'],
  ['settings_wrong', { HOT_VAPID_SUBJECT: 'mailto:a@b.de' }, {}, 'HOT_VAPID_PUBLIC_KEY und HOT_VAPID_PRIVATE_KEY'],
  ['settings_doubtful', { TRUSTED_PROXYS: 'x', TRUSTED_PROXIES: '', SITE_URL: '' }, {}, 'TRUSTED_PROXIES'],
  [
    'settings_unread',
    { SITE_SECURITY_CONTACT: 'security@hot.example', PORT: '3001' },
    inDatabase({ startedWith: settingHashes({ ...rightEnv, HOT_CDN: 'on' }) }),
    'HOT_CDN, SITE_SECURITY_CONTACT. Er liest sie nur beim Start.',
  ],
  ['proxy_missing', { TRUSTED_PROXIES: '' }, {}, 'TRUSTED_PROXIES=loopback'],
  ['proxy_without_site', { SITE_URL: '' }, {}, 'Setz SITE_URL'],
  ['proxy_everybody', { TRUSTED_PROXIES: '0.0.0.0/0' }, {}, 'Nenn nur die Adressen deiner Proxys'],
  ['site_not_https', { SITE_URL: 'http://hot.example' }, {}, 'Proxy mit TLS'],
  ['site_by_number', { SITE_URL: 'https://203.0.113.7', SMTP_URL: 'smtp://mail.example' }, {}, 'Nimm einen Namen'],
  ['cdn_unpurged', { HOT_CDN: 'on' }, {}, 'HOT_CDN_PURGE_URL'],
  [
    'cdn_untrusted',
    { HOT_CDN: 'on', HOT_CDN_PURGE_URL: 'https://cdn.example', HOT_CDN_PURGE_TOKEN: 'langes-geheimnis', ...noProxy },
    {},
    'TRUSTED_PROXIES',
  ],
  ['host_open', { HOST: '0.0.0.0', TRUSTED_PROXIES: '', SITE_URL: '' }, {}, 'Lass HOST weg'],
  ['metrics_open', { METRICS_PORT: '9100', METRICS_HOST: '0.0.0.0' }, {}, 'lass METRICS_HOST weg'],
  ['demo_wanted', { HOT_DEMO: '1' }, {}, 'remove-demo'],
  ['database_plain', { DATABASE_URL: 'postgres://hot:langes-geheimnis@db.example.com/hot' }, {}, 'sslmode=verify-full'],
  [
    'database_plain',
    { DATABASE_URL: 'postgres:///hot', DATABASE_READ_URL: 'postgres://hot:langes-geheimnis@read.example.com/hot' },
    {},
    'DATABASE_READ_URL',
  ],
  ['database_password', { DATABASE_URL: 'postgres://hot:hot@db/hot' }, {}, 'bootstrap.sql setzt es neu'],
  ['mail_missing', { SMTP_URL: '' }, {}, 'npm run mails -- test'],
  [
    'mail_unreachable',
    {},
    { outside: { mail: { problem: 'Auf mail.example:587 nimmt niemand Verbindungen an.', remedy: 'Prüf den Port.' } } },
    'Prüf den Port.',
  ],
  ['mail_domain', { SMTP_URL: 'smtp://m.example?from=HoT <a@gmail.com>' }, {}, 'hallo@hot.example'],
  ['mail_plain', { SMTP_URL: 'smtp://m.example?ignoreTLS=true' }, {}, 'Nimm ignoreTLS aus SMTP_URL'],
  ['mails_late', {}, inContent({ oldestMailSeconds: 7200 }), 'seit 120 Minuten'],
  [
    'database_away',
    {},
    { database: databaseFailure(pgError('28P01'), 'Falsches Passwort.') },
    'setzt das Passwort neu',
  ],
  [
    'database_away',
    {},
    { database: databaseFailure(pgError('3D000'), 'Die Datenbank fehlt.') },
    'leg sie mit bootstrap.sql an',
  ],
  [
    'database_away',
    {},
    { database: databaseFailure(pgError('3F000'), 'schema "private"') },
    'der erste Start richtet sie ein',
  ],
  ['database_away', {}, { database: databaseFailure(pgError('42501'), 'permission denied') }, 'dropdb'],
  [
    'database_away',
    {},
    { database: databaseFailure(new Error('Kein Wort.'), 'Kein Wort.') },
    'das Protokoll von PostgreSQL',
  ],
  [
    'database_away',
    {},
    {
      database: databaseFailure(
        Object.assign(new Error('no'), { code: 'EACCES', path: '/var/lib/hot/owner.json' }),
        '',
      ),
    },
    'darf /var/lib/hot/owner.json nicht öffnen',
  ],
  [
    'database_away',
    {},
    { database: databaseFailure(new StartError('data_dir_unwritable', 'Gib das Verzeichnis diesem Konto.'), '') },
    'Gib das Verzeichnis diesem Konto.',
  ],
  ['database_old', {}, inDatabase({ version: 140_010 }), 'Das ist PostgreSQL 14'],
  ['database_owners', {}, inDatabase({ foreignObjects: 272, content: undefined }), 'pg_restore'],
  ['database_superuser', {}, inDatabase({ isSuperuser: true }), 'bootstrap.sql'],
  ['database_connections', {}, inDatabase({ connectionLimit: 3 }), 'nur 3 Verbindungen'],
  ['migrations_open', {}, inContent({ migrationsOpen: 2 }), 'starte HoT neu'],
  ['migrations_unknown', {}, inContent({ migrationsUnknown: 1 }), 'Nimm die neueste Version'],
  ['jobs_late', {}, { ...inContent({ lastJobAt: NOW - DAY }), ...inBackups({ since: NOW - DAY }) }, 'Seit 24 Stunden'],
  ['jobs_failing', {}, inContent({ failingJobs: ['refresh_charts'] }), 'refresh_charts'],
  ['admin_missing', {}, inContent({ admins: 0 }), 'npm run admin -- DEINE-ADRESSE'],
  ['demo_public', {}, inContent({ hasDemo: true }), 'npm run admin -- remove-demo'],
  ['legal_missing', {}, inContent({ legal: { ...content.legal, hoster: '' } }), 'Hosting-Anbieter'],
  // A mail server that is set up makes the contact form the second way.
  ['legal_missing', {}, inContent({ legal: { ...content.legal, email: '', phone: '' } }), 'Telefon, oder Mails'],
  ['backup_off', { HOT_BACKUP_EVERY: '0' }, inBackups({ lastAt: null, triedAt: null }), 'HOT_BACKUP_EVERY=24'],
  ['backup_old', {}, inBackups({ since: NOW - 2 * DAY }), 'Seit 48 Stunden'],
  ['backup_old', { HOT_BACKUP_EVERY: '0' }, inBackups({ lastAt: NOW - 9 * DAY }), '9 Tage alt'],
  ['backup_folder', { HOT_BACKUP_DIR: '/weg' }, inBackups({ isFolderFine: false }), 'HOT_BACKUP_DIR=/weg'],
  ['backup_here', {}, inBackups({ isElsewhere: false }), 'auf eine andere Maschine'],
  ['backup_plain', { HOT_BACKUP_RECIPIENT: '' }, {}, 'age-keygen'],
  ['backup_recipients', {}, inBackups({ areRecipientsFine: false }), 'noch einmal'],
  ['backup_hook', { HOT_BACKUP_HOOK: '/usr/local/bin/weg' }, inBackups({ isHookFine: false }), 'chmod 755'],
  [
    'backup_copies',
    {},
    { outside: { copies: { problem: 'Den Bucket »x« gibt es nicht.', remedy: 'Prüf ihn.' } } },
    'Prüf ihn.',
  ],
  ['certificate_ends', {}, certificate(-88, 2), 'gilt nur noch 2 Tage'],
  ['certificate_ends', {}, certificate(-5.5, 0.5), 'gilt nur noch 12 Stunden'],
  ['proxy_untold', {}, atSite({ isToldHttps: false }), 'X-Forwarded-Proto'],
  ['proxy_unnamed', {}, atSite({ isToldVisitor: false }), 'X-Forwarded-For $remote_addr'],
  ['proxy_sockets', {}, atSite({ takesSockets: false }), 'proxy_set_header Upgrade'],
  ['proxy_small_bodies', {}, atSite({ refusesBytes: 2 * 1024 ** 2 }), 'client_max_body_size'],
  ['files_of_others', {}, inDirectory({ foreign: ['/data/files'] }), 'chown -R'],
  ['restore_untried', {}, inBackups({ triedAt: null }), 'npm run rehearse'],
  ['node_old', {}, { node: 20 }, 'Hier läuft Node 20'],
  ['runs_as_root', {}, { isRoot: true }, 'eigenes Konto'],
  ['memory_small', {}, { memoryBytes: GB / 2 }, '512 MB'],
  ['disk_full', {}, inDirectory({ freeBytes: 20 * 1024 ** 2 }), 'nur noch 20 MB'],
  ['disk_nearly_full', {}, inDirectory({ freeBytes: 500 * 1024 ** 2 }), 'noch 500 MB'],
  ['clock_database', {}, inDatabase({ at: NOW - 90_000 }), '90 Sekunden vor'],
  [
    'clock_outside',
    {},
    { outside: { site: { problem: null, remedy: '', at: NOW + 60_000, askedAt: NOW } } },
    '60 Sekunden nach',
  ],
  [
    'site_unreachable',
    {},
    { outside: { site: { problem: 'Zertifikat abgelaufen.', remedy: 'Neu holen.', at: null, askedAt: NOW } } },
    'Neu holen.',
  ],
  ['files_readable', {}, inDirectory({ readable: ['/data/secrets.json'] }), 'chmod go-rwx /data/secrets.json'],
  ['settings_file_readable', {}, { openSettings: '/etc/hot/hot.env' }, 'chmod 640 /etc/hot/hot.env'],
  ['env_file_readable', {}, { isEnvFileReadable: true }, 'chmod 600 .env'],
  ['directory_of_others', {}, inDirectory({ belongsToUs: false }), 'chown'],
  ['authority_unread', { NODE_EXTRA_CA_CERTS: '/etc/hot/ca.pem' }, { isAuthorityRead: false }, 'chgrp hot'],
  ['directory_unusable', {}, inDirectory({ obstacle: 'closed', belongsToUs: false }), 'chown -R KONTO /var/lib/hot'],
  ['directory_unusable', {}, inDirectory({ obstacle: 'parent_missing', exists: false }), 'berichtige HOT_DATA_DIR'],
  ['directory_unusable', {}, inDirectory({ obstacle: 'no_folder', keys: 'absent' }), 'Räum sie beiseite'],
  ['directory_unusable', {}, inDirectory({ obstacle: 'read_only', keys: 'damaged' }), 'zum Schreiben ein'],
  ['keys_damaged', {}, inDirectory({ keys: 'damaged' }), 'npm run restore'],
  ['keys_weak', {}, inDirectory({ keys: 'weak' }), 'rotate-keys --revoke'],
]

describe('the doctor', () => {
  it('finds nothing on a right installation, nor on one that is only tried out', () => {
    expect(findingsOf(factsOf())).toEqual([])
    const tried = { SITE_URL: '', TRUSTED_PROXIES: '', SMTP_URL: '', HOT_BACKUP_RECIPIENT: '' }
    const backups = {
      lastAt: null,
      since: NOW,
      isFolderFine: true,
      isOnSameDisk: true,
      isElsewhere: false,
      triedAt: null,
      beganAt: NOW,
    }
    const atFirst = { backups, ...inContent({ hasDemo: true, lastJobAt: 0, legal: {} }) }
    expect(findingsOf(factsOf(tried, atFirst))).toEqual([])
    expect(findingsOf(factsOf(tried, { ...atFirst, database: 'unknown', outside: {} }))).toEqual([])
  })

  it('names commands as they are called on this machine', () => {
    const [found] = findingsOf(factsOf({ COMMAND_AS: 'sudo hot' }, inDirectory({ keys: 'weak' })))
    expect(found?.remedy).toContain('sudo hot admin rotate-keys --revoke')
  })

  it('leaves certificates alone that are renewed in time, however short they live, and a server with the same settings', () => {
    const lives = [
      [-60, 30],
      [-4, 2],
      [-0.4, 0.1],
    ] as const
    for (const [from, until] of lives) expect(findingsOf(factsOf({}, certificate(from, until)))).toEqual([])
    const started = inDatabase({ startedWith: settingHashes({ ...rightEnv, PORT: '3001', HOT_LOG: 'json' }) })
    expect(findingsOf(factsOf({}, started))).toEqual([])
  })

  it.each(planted)('%s %j: one finding, with the sentence that mends it', (name, env, wrong, sentence) => {
    const found = findingsOf(factsOf(env, wrong))
    expect(found.map((finding) => finding.name)).toEqual([name])
    expect(found.map(findingLine).join()).toContain(sentence)
    for (const { finding, remedy } of found) {
      expect(finding).toMatch(/^[^\n]{20,}[.?:]$/)
      expect(remedy).not.toBe('')
    }
  })

  it('has a planted mistake for each of its checks', () => {
    expect(new Set(planted.map(([name]) => name))).toEqual(new Set(checks.map(({ name }) => name)))
    expect(checks.length).toBeGreaterThan(25)
  })

  it('tells errors before hints', () => {
    const found = findingsOf(factsOf({ HOT_BACKUP_RECIPIENT: '' }, inContent({ admins: 0 })))
    expect(found.map(({ severity }) => severity)).toEqual(['error', 'warn'])
  })
})
