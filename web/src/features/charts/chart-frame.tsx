import type { ReactNode } from 'react'
import { PageHead } from '#web/ui/layout/page-header.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { ChartTabs } from './chart-tabs.tsx'

type Props = {
  title: string
  intro: ReactNode
  action?: ReactNode
  /** Shares the chart. */
  share: ReactNode
  /** Time window or platform. */
  controls?: ReactNode
  podium: ReactNode
  /** One paragraph in plain words. */
  explanation: ReactNode
  /** What the numbers and arrows of the ranking are. */
  legend: string
  /** The full ranking. */
  children: ReactNode
  /** Gives the ranking the whole width, for tables. */
  wide?: boolean
}

/** What all charts share: podium and explanation on one side, the ranking on the other. */
export function ChartFrame(props: Props) {
  const { title, intro, action, share, controls, podium, explanation, legend, children, wide } = props
  return (
    <div className="page">
      <PageHead title={title} intro={intro}>
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

function Explanation({ children }: { children: ReactNode }) {
  return (
    <details className="note" open>
      <summary>Wie wird das berechnet?</summary>
      <p className="mt-2">{children}</p>
    </details>
  )
}
