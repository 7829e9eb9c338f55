import { type ChartId, chartEntries, charts } from '@hot/domain/chart/entries'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { PageHead, VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Tabs } from '#web/ui/layout/navigation.tsx'

type Props = {
  chart: ChartId
  intro: ReactNode
  action?: ReactNode
  /** The share button. */
  share: ReactNode
  /** Time window or platform. */
  controls?: ReactNode
  podium: ReactNode
  /** One paragraph in plain language. */
  explanation: ReactNode
  /** Explains the numbers and arrows of the ranking. */
  legend: ReactNode
  /** The full ranking. */
  children: ReactNode
  /** Gives the ranking the whole width, for tables. */
  wide?: boolean
}

/** Shared layout of all charts: podium and explanation on one side, the ranking on the other. */
export function ChartLayout(props: Props) {
  const { chart, intro, action, share, controls, podium, explanation, legend, children, wide } = props
  return (
    <div className="page">
      <PageHead title={charts[chart].title} intro={intro}>
        <div className="flex flex-wrap gap-3">
          {action}
          {share}
        </div>
      </PageHead>
      <ChartTabs />
      {controls && <div className="mt-4">{controls}</div>}
      <div className="page-grid mt-6">
        <div
          className={
            wide ? 'grid gap-6 lg:grid-cols-2 lg:items-end lg:gap-8' : 'grid content-start gap-6 lg:col-span-5'
          }
        >
          {podium}
          <Explanation>{explanation}</Explanation>
        </div>
        <section className={wide ? undefined : 'lg:col-span-7'}>
          <h2>
            <VisuallyHidden>Rangliste</VisuallyHidden>
          </h2>
          <p className="meta border-t-4 border-ink pt-3 pb-2">{legend}</p>
          {children}
        </section>
      </div>
    </div>
  )
}

/** Folded on narrow screens, where it would be between podium and ranking. */
function Explanation({ children }: { children: ReactNode }) {
  const title = 'Wie wird das berechnet?'
  return (
    <>
      <details className="callout lg:hidden">
        <summary>{title}</summary>
        <p className="mt-2">{children}</p>
      </details>
      <div className="callout max-lg:hidden">
        <b>{title}</b>
        <p className="mt-2">{children}</p>
      </div>
    </>
  )
}

/** Links between the charts. */
function ChartTabs() {
  return (
    <Tabs label="Charts">
      {chartEntries.map(({ id, path, tab }) => (
        <Link key={id} to={path} activeOptions={{ includeSearch: false }}>
          {tab}
        </Link>
      ))}
    </Tabs>
  )
}

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** A chart while its first page loads. */
export function ChartSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <VisuallyHidden>Rangliste wird geladen</VisuallyHidden>
      <Skeleton className="h-12 w-80 max-w-full" />
      <Skeleton className="mt-6 h-12" />
      <div className="page-grid mt-6">
        <Skeleton className="h-72 lg:col-span-5" />
        <div className="grid gap-3 lg:col-span-7">
          {rows.map((row) => (
            <Skeleton key={row} className="h-16" />
          ))}
        </div>
      </div>
    </div>
  )
}
