import type { ChartsPage } from '@hot/domain/contract/chart'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { PageHead } from '#web/ui/layout/page-header.tsx'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { FormatRows } from './formats/format-rows.tsx'
import { MemberRows } from './members/member-rows.tsx'
import { SocialRows } from './social/social-rows.tsx'
import { StarPodium } from './stars/star-chart.tsx'

/** The first three of each chart. */
export function ChartsOverview({ page }: { page: ChartsPage }) {
  return (
    <div className="page">
      <PageHead
        title="Charts"
        intro="Wer oben ist, wer war und wer noch will. Wie gerechnet wird, steht in jeder Liste."
      />
      <div className="page-grid">
        <ChartSection
          title="HoT Bestenliste"
          more={<Link to="/charts/stars/hot-bestenliste">Ganze Liste</Link>}
          line="HoT-Score aus drei Fragen, ab fünf Stimmen"
          empty={page.stars.length === 0 && 'Noch hat niemand genug Stimmen. Irgendwer muss anfangen.'}
          className="lg:col-span-6"
        >
          <StarPodium stars={page.stars} />
        </ChartSection>
        <ChartSection
          title="Social-Media-Bestenliste"
          more={<Link to="/charts/stars/social-media-bestenliste">Ganze Liste</Link>}
          line="Follower auf allen Plattformen, Pfeile: 30 Tage"
          empty={page.social.length === 0 && 'Noch keine Zahlen. Das Team zählt noch.'}
          className="lg:col-span-6"
        >
          <SocialRows ranks={page.social} />
        </ChartSection>
        <ChartSection
          title="Format Statistiken"
          more={<Link to="/charts/stars/format-statistiken">Alle Zahlen</Link>}
          line="Wo die meisten dabei waren"
          empty={page.formats.length === 0 && 'Noch keine Formate. Sendepause.'}
        >
          <FormatRows statistics={page.formats} />
        </ChartSection>
        <ChartSection
          title="Meinungsmacher"
          more={<Link to="/charts/community/meinungsmacher">Ganze Liste</Link>}
          line="Verschiedene Leute, die abgestimmt, reagiert oder kommentiert haben, 30 Tage"
          empty={page.opinion_makers.length === 0 && 'Dreißig Tage Ruhe. Sag du was.'}
        >
          <MemberRows ranks={page.opinion_makers} />
        </ChartSection>
        <ChartSection
          title="Karma Champions"
          more={<Link to="/charts/community/karma-champs">Ganze Liste</Link>}
          line="Karma der letzten 30 Tage"
          empty={page.karma.length === 0 && 'Noch niemand mit gutem Karma. Sei nett.'}
        >
          <MemberRows ranks={page.karma} />
        </ChartSection>
      </div>
    </div>
  )
}

type SectionProps = {
  title: string
  more: ReactNode
  /** What the numbers are. */
  line?: string
  /** Instead of the ranking where there is none. */
  empty: string | false
  className?: string
  children: ReactNode
}

function ChartSection({ title, more, line, empty, className, children }: SectionProps) {
  const id = useId()
  return (
    <section className={classNames(className ?? 'lg:col-span-4')} aria-labelledby={id}>
      <SectionHead id={id} title={title}>
        {more}
      </SectionHead>
      {empty ? (
        <p className="text-ink-2">{empty}</p>
      ) : (
        <>
          {line && <p className="meta">{line}</p>}
          {children}
        </>
      )}
    </section>
  )
}
