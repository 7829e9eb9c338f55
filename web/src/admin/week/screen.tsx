import type { AdminWeek, WeekFigures } from '@hot/domain/contract/admin/staff'
import { postPath } from '@hot/domain/post/address'
import { distinctName } from '@hot/domain/star/name'
import { addDays, berlinDay, isDay } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { formatPath, starPath } from '@hot/domain/url/paths'
import { patternParam } from '@hot/domain/url/search-param'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { countOf, formatCount } from '#web/ui/data/format-number.ts'
import { Stat } from '#web/ui/data/stat.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { AdminHead, useAdminSearch } from '../kit/screen.tsx'

/** A day of the week from the address; without one it is the last whole week. */
const readWeekSearch = (given: Record<string, unknown>): { tag?: string | undefined } => {
  const day = patternParam(given.tag, /^\d{4}-\d{2}-\d{2}$/)
  return { tag: day && isDay(day) ? day : undefined }
}

/** What happened in a week, beside the week before; from what the database knows of everybody. */
export default function WeekScreen() {
  const [{ tag }, setSearch] = useAdminSearch(readWeekSearch)
  const { data, isError, refetch } = useQuery({
    queryKey: ['admin', 'week', tag],
    queryFn: ({ signal }) => rpc('admin_week', { p_day: tag ?? null }, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { personal: true },
  })
  if (isError && !data)
    return <ErrorState title="Die Woche konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label="Wird geladen">
        <Skeleton className="h-80" />
      </div>
    )
  const go = (days: number) => setSearch({ tag: addDays(data.monday, days) })
  const isLatest = addDays(data.monday, 7) > berlinDay(serverInstant())
  return (
    <>
      <AdminHead
        title="Woche"
        intro={`${longDay(data.monday)} bis ${longDay(addDays(data.monday, 6))}, beide mitgezählt. In Klammern die Woche davor.`}
      >
        <Button onClick={() => go(-7)}>Woche davor</Button>
        <Button onClick={() => go(7)} disabled={isLatest}>
          Woche danach
        </Button>
      </AdminHead>
      <div className="grid gap-8">
        <Figures week={data} />
        <Tops top={data.top} />
        <Views views={data.views} />
      </div>
    </>
  )
}

type Counted = { [Key in keyof WeekFigures]: null extends WeekFigures[Key] ? never : Key }[keyof WeekFigures]

const figures: readonly { key: Counted; title: string }[] = [
  { key: 'members', title: 'neue Mitglieder' },
  { key: 'active', title: 'aktive Mitglieder' },
  { key: 'returning', title: 'davon auch in der Woche davor' },
  { key: 'rumors', title: 'Gerüchte' },
  { key: 'polls', title: 'Umfragen' },
  { key: 'discussions', title: 'Diskussionen' },
  { key: 'comments', title: 'Kommentare' },
  { key: 'votes', title: 'Stimmen zu Gerüchten und Umfragen' },
  { key: 'reactions', title: 'Reaktionen auf Beiträge' },
  { key: 'reports', title: 'Meldungen' },
]

function Figures({ week: { now, before } }: { week: AdminWeek }) {
  return (
    <section aria-label="Zahlen" className="grid gap-4">
      <div className="stats">
        {figures.map(({ key, title }) => (
          <Stat key={key} value={formatCount(now[key])}>
            {`${title} (${formatCount(before[key])}${changeText(now[key], before[key])})`}
          </Stat>
        ))}
      </div>
      <p className="meta">
        Bis zur Entscheidung, im Mittel: Meldungen {durationText(now.report_seconds)} (
        {durationText(before.report_seconds)}), Beiträge {durationText(now.post_seconds)} (
        {durationText(before.post_seconds)}). Aktiv ist, wer schrieb, abstimmte oder auf einen Beitrag reagierte.
      </p>
    </section>
  )
}

const actsText = (acts: number) =>
  acts === 1 ? 'ein Kommentar oder eine Stimme' : `${formatCount(acts)} Kommentare und Stimmen`

function Tops({ top: { posts, stars, formats } }: Pick<AdminWeek, 'top'>) {
  return (
    <div className="grid gap-8 lg:grid-cols-3">
      <Top title="Beiträge">
        {posts.map((post) => (
          <Row key={post.id} path={postPath(post)} name={post.title}>
            <span>{`${countOf(post.comments, 'Kommentar', 'Kommentare')}, ${countOf(post.votes, 'Stimme', 'Stimmen')}`}</span>
          </Row>
        ))}
      </Top>
      <Top title="Stars">
        {stars.map(({ star, acts }) => (
          <Row key={star.id} path={starPath(star.slug)} name={distinctName(star)}>
            {actsText(acts)}
          </Row>
        ))}
      </Top>
      <Top title="Formate">
        {formats.map(({ format, acts }) => (
          <Row key={format.id} path={formatPath(format.slug)} name={format.name}>
            {actsText(acts)}
          </Row>
        ))}
      </Top>
    </div>
  )
}

const viewsText = (views: number) => countOf(views, 'Aufruf', 'Aufrufe')

/** Only of those who agreed to being counted, so they say what is read most, not how much. */
function Views({ views: { posts, stars, formats } }: Pick<AdminWeek, 'views'>) {
  return (
    <section aria-label="Am meisten angesehen" className="grid gap-4">
      <p className="meta">Am meisten angesehen, gezählt nur bei denen, die zugestimmt haben:</p>
      <div className="grid gap-8 lg:grid-cols-3">
        <Top title="Beiträge">
          {posts.map((post) => (
            <Row key={post.id} path={postPath(post)} name={post.title}>
              {viewsText(post.views)}
            </Row>
          ))}
        </Top>
        <Top title="Stars">
          {stars.map(({ star, views }) => (
            <Row key={star.id} path={starPath(star.slug)} name={distinctName(star)}>
              {viewsText(views)}
            </Row>
          ))}
        </Top>
        <Top title="Formate">
          {formats.map(({ format, views }) => (
            <Row key={format.id} path={formatPath(format.slug)} name={format.name}>
              {viewsText(views)}
            </Row>
          ))}
        </Top>
      </div>
    </section>
  )
}

function Top({ title, children }: { title: string; children: readonly ReactNode[] }) {
  return (
    <section>
      <SectionHead title={title} />
      {children.length === 0 ? (
        <p className="meta">Nichts in dieser Woche.</p>
      ) : (
        <ol className="grid gap-3">{children}</ol>
      )}
    </section>
  )
}

function Row({ path, name, children }: { path: string; name: string; children: ReactNode }) {
  return (
    <li className="min-w-0 wrap-anywhere">
      <Link to={path} className="link">
        {name}
      </Link>
      <p className="meta">{children}</p>
    </li>
  )
}

/** `, +12 %` against the week before; empty where there is nothing to compare with. */
export function changeText(now: number, before: number): string {
  if (before === 0) return ''
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return ', gleich'
  return `, ${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('de-DE')} %`
}

const units = [
  [86_400, 'Tag', 'Tage'],
  [3600, 'Stunde', 'Stunden'],
  [60, 'Minute', 'Minuten'],
] as const

/** `3 Stunden`, rounded to the largest unit; `–` without a value. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return '–'
  for (const [length, one, many] of units) {
    const count = Math.round(seconds / length)
    if (seconds >= length) return `${count.toLocaleString('de-DE')} ${count === 1 ? one : many}`
  }
  return 'unter einer Minute'
}
