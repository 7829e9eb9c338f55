import type { AdminBadges, AdminFigures, AdminStats } from '@hot/domain/contract/admin/staff'
import { buildName, isDevelopment } from '@hot/domain/installation/build-name'
import type { CacheHealth } from '@hot/domain/network/cache-warming'
import { legalMissing } from '@hot/domain/settings/legal-fields'
import { dayMonth, longDateTime } from '@hot/domain/time/german-date'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { serverInstant, serverNow } from '#web/platform/device/server-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { MiniBars } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { Callout, EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { useStaff } from '../kit/access.tsx'
import { ActionTable } from '../kit/action-log.tsx'
import { AdminHead, AdminLink } from '../kit/screen.tsx'
import { installationStateQuery, latestActionsQuery, noFigures, operatorQuery, statsQuery } from './api.ts'
import { adminBadgesQuery } from './badges.ts'
import { stepsLeft } from './first-steps.ts'
import { useWarmHealth } from './warm-health.ts'
import { installationWarnings, rehearsalLine } from './warnings.ts'
import './dashboard.css'

export default function DashboardScreen() {
  return (
    <>
      <AdminHead title="Übersicht" />
      <div className="grid grid-cols-1 gap-8">
        <InstallationWarnings />
        <FirstSteps />
        <AwayNote />
        <WaitingItems />
        <Stats />
        <LatestActions />
        <CacheState />
        <ProgramVersion />
      </div>
    </>
  )
}

/** Says that new accounts are slowed down because nobody of the team has acted; renders nothing while they are not. */
function AwayNote() {
  const { data } = useQuery(statsQuery)
  if (!data?.away_since) return null
  return (
    <Callout kind="warn">
      <b>Seit {longDateTime(data.away_since)} läuft der Abwesenheitsmodus.</b> Beiträge neuer Leute warten, Kommentare
      gehen langsamer. Deine nächste Entscheidung beendet das.
    </Callout>
  )
}

/** What a new site still lacks; renders nothing once it has all of it. */
function FirstSteps() {
  const { data } = useQuery(statsQuery)
  const operator = useQuery(operatorQuery)
  const state = useQuery(installationStateQuery)
  const lacksLegal = operator.data !== undefined && legalMissing(operator.data, state.data?.mails ?? true).length > 0
  const left = data ? stepsLeft(data.figures, lacksLegal) : []
  if (left.length === 0) return null
  return (
    <section>
      <SectionHead title="Erste Schritte" />
      <p className="meta mb-2">Was erledigt ist, verschwindet von selbst.</p>
      <ul className="grid gap-2">
        {left.map(({ title, text, path }) => (
          <li key={path}>
            <Link to={path} className="link">
              <b>{title}</b>
            </Link>{' '}
            <span className="meta">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Stats() {
  const { data, isError, refetch } = useQuery(statsQuery)
  if (!data && !isError) return <Skeleton className="h-80" />
  return (
    <>
      {isError && (
        <Callout>
          Die Zahlen sind gerade nicht zu haben, deshalb stehen hier Nullen.{' '}
          <Button small onClick={() => void refetch()}>
            Erneut laden
          </Button>
        </Callout>
      )}
      {data && <LastDays days={data.days} />}
      <FigureTables figures={data?.figures ?? noFigures} />
    </>
  )
}

function LatestActions() {
  const { data, isError, refetch } = useQuery(latestActionsQuery)
  return (
    <section>
      <SectionHead title="Zuletzt erledigt">
        <AdminLink to="/admin/activity">Aktivität</AdminLink>
      </SectionHead>
      {isError && <ErrorState title="Das Protokoll konnte nicht geladen werden" onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="h-40" />}
      {data?.actions.length === 0 && <EmptyState emoji="🗒️" title="Noch nichts erledigt." />}
      {data && data.actions.length > 0 && (
        <ActionTable caption="Die letzten Aktionen" actions={data.actions} now={serverInstant()} />
      )}
    </section>
  )
}

/** The database stops counting here. */
const most = 1000
const shown = (count: number | undefined) =>
  count === undefined ? '–' : count >= most ? `${formatCount(most)}+` : formatCount(count)

const queues: readonly { badge: keyof AdminBadges; path: string; one: string; many: string }[] = [
  { badge: 'posts', path: '/admin/posts', one: 'Beitrag wartet', many: 'Beiträge warten' },
  { badge: 'comments', path: '/admin/comments', one: 'Kommentar wartet', many: 'Kommentare warten' },
  { badge: 'reports', path: '/admin/reports', one: 'Fall gemeldet', many: 'Fälle gemeldet' },
  { badge: 'appeals', path: '/admin/appeals', one: 'Einspruch offen', many: 'Einsprüche offen' },
  { badge: 'stars', path: '/admin/star-requests', one: 'Star wartet', many: 'Stars warten' },
  { badge: 'concerns', path: '/admin/concerns', one: 'Anliegen offen', many: 'Anliegen offen' },
]

/** The queues, each linked to its screen. */
function WaitingItems() {
  const { userId } = useStaff()
  const { data } = useQuery(adminBadgesQuery(userId, true))
  return (
    <nav aria-label="Offen" className="waiting-items">
      {queues.map(({ badge, path, one, many }) => (
        <Link key={badge} to={path}>
          <b className="num">{shown(data?.[badge])}</b>
          <span>{data?.[badge] === 1 ? one : many}</span>
        </Link>
      ))}
    </nav>
  )
}

type Series = 'users' | 'posts' | 'reports' | 'actions'
const series: readonly { key: Series; title: string }[] = [
  { key: 'users', title: 'Neue Mitglieder' },
  { key: 'posts', title: 'Neue Beiträge' },
  { key: 'reports', title: 'Meldungen' },
  { key: 'actions', title: 'Aktionen des Teams' },
]

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Small charts of the last 30 days. */
function LastDays({ days }: { days: AdminStats['days'] }) {
  return (
    <section>
      <SectionHead title="Die letzten 30 Tage" />
      <ul className="last-days">
        {series.map(({ key, title }) => (
          <li key={key}>
            <span>{title}</span>
            <b className="num">{formatCount(sum(days[key]))}</b>
            <MiniBars
              label={`${title} je Tag seit dem ${dayMonth(days.first_day)}, heute ${formatCount(days[key].at(-1) ?? 0)}`}
              values={days[key]}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const words: Record<CacheHealth, string> = {
  healthy: 'in Ordnung',
  degraded: 'eingeschränkt',
  unhealthy: 'gestört',
}
const clock = new Intl.DateTimeFormat('de-DE', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Berlin' })

/** Status of cache warming in this tab; only admins' tabs warm caches. */
function CacheState() {
  const state = useWarmHealth()
  if (!useStaff().isAdmin) return null
  return (
    <p className="meta" role="status">
      {`${
        state
          ? `Cache in diesem Tab: ${words[state.health]}, zuletzt um ${clock.format(state.at)} Uhr.`
          : 'Cache in diesem Tab: noch nicht vorgewärmt. Das passiert auf den öffentlichen Seiten.'
      }${state && state.failing.length > 0 ? ` Nicht geklappt: ${state.failing.join(', ')}.` : ''}`}
    </p>
  )
}

/** Which program runs here, for whoever asks what is installed or reports a fault. */
function ProgramVersion() {
  const { data } = useQuery(installationStateQuery)
  const build = data?.build
  if (!build) return null
  const rehearsal = rehearsalLine(data)
  return (
    <div className="meta">
      <p>{`HoT ${buildName(build)}`}</p>
      {rehearsal && <p>{rehearsal}</p>}
      {isDevelopment(build) && (
        <p>
          Das ist eine Entwicklungsfassung: Eine spätere kann diese Datenbank noch ablehnen. Wie es dann weitergeht,
          steht in docs/operations/upgrade.md.
        </p>
      )}
    </div>
  )
}

/** Problems for the operator to fix; renders nothing if there are none. */
function InstallationWarnings() {
  const state = useQuery(installationStateQuery)
  const operator = useQuery(operatorQuery)
  const { isAdmin } = useStaff()
  const { data: stats } = useQuery(statsQuery)
  const warnings = installationWarnings(state.data, operator.data, serverNow(), stats?.figures)
  const unknown = state.isError || operator.isError
  if (warnings.length === 0 && !unknown) return null
  return (
    <section aria-label="Hinweise zum Betrieb" className="grid gap-3">
      {warnings.map(({ title, text, place }) => (
        <Callout key={title} kind="warn">
          <b>{title}.</b> {text}
          {isAdmin && (
            <>
              {' '}
              <AdminLink to={place.path} search={place.search} className="link">
                Weiter zu „{place.name}“
              </AdminLink>
            </>
          )}
        </Callout>
      ))}
      {unknown && (
        <Callout>
          Ob Mails und Sicherungen laufen, ließ sich gerade nicht prüfen. Lade die Seite später noch einmal.
        </Callout>
      )}
    </section>
  )
}

type Row = readonly [figure: keyof AdminFigures, name: string]

const figureGroups: readonly { title: string; rows: readonly Row[] }[] = [
  {
    title: 'Mitglieder',
    rows: [
      ['total_users', 'insgesamt'],
      ['active_users', 'aktiv (geschätzt)'],
      ['banned_users', 'gesperrt'],
      ['users_last_7_days', 'neu in 7 Tagen'],
    ],
  },
  {
    title: 'Kommentare',
    rows: [
      ['total_comments', 'insgesamt'],
      ['flagged_comments', 'gemeldet'],
      ['deleted_comments', 'gelöscht'],
    ],
  },
  {
    title: 'Beiträge',
    rows: [
      ['total_posts', 'insgesamt'],
      ['pending_posts', 'warten'],
      ['flagged_posts', 'gemeldet'],
      ['deleted_posts', 'gelöscht'],
      ['posts_last_7_days', 'neu in 7 Tagen'],
    ],
  },
  {
    title: 'Team',
    rows: [
      ['pending_reports', 'offene Meldungen'],
      ['recent_actions', 'Aktionen in 7 Tagen'],
    ],
  },
  {
    title: 'Inhalte',
    rows: [
      ['total_stars', 'Stars'],
      ['stars_last_7_days', 'neue Stars in 7 Tagen'],
      ['total_votes', 'Star-Stimmen'],
      ['total_formats', 'Formate'],
      ['total_events', 'Sendetermine'],
    ],
  },
]

function FigureTables({ figures }: { figures: AdminFigures }) {
  return (
    <div className="figure-groups">
      {figureGroups.map(({ title, rows }) => (
        <section key={title}>
          <h2 className="type-h3">{title}</h2>
          <dl>
            {rows.map(([figure, name]) => (
              <div key={figure}>
                <dt>{name}</dt>
                <dd className="num">{formatCount(figures[figure])}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
