import { karmaDeltas } from '@hot/domain/member/karma'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount } from '#web/ui/data/format-number.ts'
import { memberChartQuery } from '../charts-queries.ts'
import { chartWindow, type MemberChartSearch } from '../charts-search.ts'
import { MemberChart } from './member-chart.tsx'

/** Karma Champions: members by karma. */
export function KarmaChart({ search, share }: { search: MemberChartSearch; share: ReactNode }) {
  const { data } = useSuspenseQuery(memberChartQuery('chart_karma', chartWindow(search)))
  return (
    <MemberChart
      path="/charts/community/karma-champs"
      search={search}
      share={share}
      title="Karma Champions"
      intro="Nett sein zahlt sich aus. Recht haben auch."
      explanation={explanation}
      unit="Karma"
      ranks={data}
      rowMeta={search.zeitraum ? undefined : ({ karma }) => `insgesamt ${formatCount(karma)}`}
      end="Das war’s. Den Rest regelt das Karma."
    />
  )
}

const signed = (delta: number): string => (delta > 0 ? `+${delta}` : `−${Math.abs(delta)}`)
const of = (reason: keyof typeof karmaDeltas): string => signed(karmaDeltas[reason])

const explanation = `Ein Herz auf deinen Beitrag bringt ${of('post_heart')}, auf deinen Kommentar ${of('comment_heart')}, ein 💩 jeweils ${of('post_poop')}. Wird dein Beitrag freigegeben, gibt’s ${of('post_approved')}, wird er abgelehnt, ${of('post_rejected')}. Bestätigt das Team dein Gerücht, sind das ${of('rumor_verified')}, widerlegt es das, ${of('rumor_debunked')}; ein entfernter Kommentar kostet ${of('comment_removed')}. Fällt der Grund weg, fällt auch das Karma weg, und für Reaktionen von dir selbst oder von gesperrten Konten gibt’s nichts. Bei 30 Tagen zählt, was in dieser Zeit dazukam. Bei Gleichstand entscheidet der Name, und der Pfeil vergleicht mit dem Platz, den dieselbe Rechnung vor einer Woche ergeben hätte. Gezeigt werden die ersten hundert, einmal in der Stunde neu gezählt.`
