import { legalMissing } from '@hot/domain/settings/legal-fields'
import { isPublicSite } from '../../settings/settings.ts'
import { type Check, type ContentFacts, type DatabaseFacts, type Facts, isError, isWarning } from '../facts.ts'

const LEAST_POSTGRES = 15
const HOUR = 3_600_000
/** The rarest jobs that matter run once an hour. */
const mostQuiet = 3 * HOUR
/** Each process takes up to ten, besides those for notices and starts. */
const LEAST_CONNECTIONS = 15

const ofDatabase = (
  name: string,
  look: (database: DatabaseFacts, facts: Facts) => ReturnType<Check['look']>,
): Check => ({
  name,
  look: (facts) => typeof facts.database === 'object' && 'engine' in facts.database && look(facts.database, facts),
})
const ofContent = (name: string, look: (content: ContentFacts, facts: Facts) => ReturnType<Check['look']>): Check =>
  ofDatabase(name, ({ content }, facts) => content && look(content, facts))
const isPublic = ({ settings }: Facts) => settings !== undefined && isPublicSite(settings)

/** The database, its rights, and what an installation needs in it. */
export const databaseChecks: readonly Check[] = [
  {
    name: 'database_away',
    look: ({ database }) =>
      typeof database === 'object' && 'failure' in database && isError(database.failure, database.remedy),
  },
  ofDatabase(
    'database_old',
    ({ version }) =>
      Math.floor(version / 10_000) < LEAST_POSTGRES &&
      isError(
        `Das ist PostgreSQL ${Math.floor(version / 10_000)}, nötig ist ${LEAST_POSTGRES} oder neuer.`,
        'Zieh mit npm run backup und npm run restore auf einen neueren Server um.',
      ),
  ),
  ofDatabase(
    'database_owners',
    ({ foreignObjects }) =>
      foreignObjects > 0 &&
      isError(
        `${foreignObjects} Tabellen, Funktionen und Ansichten gehören nicht der Rolle app_owner. So sieht es nach einem pg_restore ohne die nötigen Rechte aus; das nächste Update scheitert daran.`,
        'Spiel den Abzug noch einmal als Superuser in eine leere, mit bootstrap.sql vorbereitete Datenbank (docs/operations/backup.md), oder nimm npm run restore.',
      ),
  ),
  ofDatabase(
    'database_superuser',
    ({ engine, isSuperuser }) =>
      engine === 'postgres' &&
      isSuperuser &&
      isWarning(
        'Die Rolle in DATABASE_URL ist Superuser. HoT braucht das nicht, und eine Lücke wäre eine im ganzen Server.',
        'Lass als anderer Superuser packages/embedded/src/platform/bootstrap.sql laufen (docs/operations/run.md).',
      ),
  ),
  ofDatabase('database_connections', ({ engine, connectionLimit, maxConnections }) => {
    const allowed = Math.min(connectionLimit ?? maxConnections, maxConnections)
    return (
      engine === 'postgres' &&
      allowed < LEAST_CONNECTIONS &&
      isWarning(
        `PostgreSQL erlaubt nur ${allowed} Verbindungen, jeder Prozess von HoT braucht bis zu ${LEAST_CONNECTIONS}.`,
        'Erhöh die Grenze (alter role … connection limit, max_connections) oder stell einen Pooler davor (docs/operations/grow.md).',
      )
    )
  }),
  ofContent(
    'migrations_open',
    ({ migrationsOpen }) =>
      migrationsOpen > 0 &&
      isWarning(
        `Dieser Version fehlen in der Datenbank ${migrationsOpen} Migrationen: Sie wird noch von einer älteren bedient.`,
        'Mach eine Sicherung und starte HoT neu; der Start holt sie nach.',
      ),
  ),
  ofContent(
    'migrations_unknown',
    ({ migrationsUnknown }) =>
      migrationsUnknown > 0 &&
      isWarning(
        `Die Datenbank kennt ${migrationsUnknown} Migrationen, die diese Version nicht hat: Eine neuere war schon da.`,
        'Nimm die neueste Version.',
      ),
  ),
  ofContent(
    'jobs_late',
    ({ lastJobAt }, { now, backups }) =>
      now - Math.max(lastJobAt, backups.since) > mostQuiet &&
      isError(
        lastJobAt === 0
          ? 'Noch nie ist eine Hintergrundarbeit gelaufen.'
          : `Seit ${Math.floor((now - lastJobAt) / HOUR)} Stunden ist keine Hintergrundarbeit gelaufen. Charts, Löschfristen und Mails stehen still.`,
        'Läuft der Server? Dann nennt sein Protokoll den Grund; ein Neustart hilft meistens.',
      ),
  ),
  ofContent(
    'jobs_failing',
    ({ failingJobs }) =>
      failingJobs.length > 0 &&
      isError(
        `Zuletzt gescheitert: ${failingJobs.join(', ')}.`,
        'Den Grund nennt das Protokoll, und in der Datenbank: select name, last_error from private.jobs',
      ),
  ),
  ofContent(
    'admin_missing',
    ({ admins }, facts) =>
      admins === 0 &&
      isPublic(facts) &&
      isError(
        'Es gibt kein Konto mit Admin-Rechten. Niemand sieht Meldungen oder pflegt Formate.',
        'Mach eines, auch bei laufendem Server: npm run admin -- DEINE-ADRESSE',
      ),
  ),
  ofContent(
    'demo_public',
    ({ hasDemo }, facts) =>
      hasDemo &&
      isPublic(facts) &&
      isError(
        'Auf der öffentlichen Seite stehen Demo-Inhalte: erfundene Mitglieder, Gerüchte und drei Konten mit bekannten Adressen.',
        'Entfern sie: npm run admin -- remove-demo',
      ),
  ),
  ofContent('legal_missing', ({ legal }, facts) => {
    // As the pages show them: what admins wrote, else SITE_*.
    const shown = Object.keys(legal).length > 0 ? legal : (facts.settings?.site ?? {})
    const missing = legalMissing(shown, facts.settings?.smtpUrl !== undefined)
    return (
      isPublic(facts) &&
      missing.length > 0 &&
      isError(
        `Impressum und Datenschutz sind unvollständig. Es fehlt: ${missing.join(', ')}. Bis dahin kann sich niemand registrieren.`,
        'Trag es unter /admin/texts ein oder setz die SITE_…-Variablen.',
      )
    )
  }),
]
