import type { FormatPage } from '@hot/domain/contract/format'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormatSection } from '../format-section.tsx'
import { FormatTop } from './format-header.tsx'
import { NextEpisode } from './next-episode.tsx'
import { SeasonStrip } from './season-strip.tsx'

type Props = {
  format: FormatPage
  /** Milliseconds, given by the server. */
  now: number
  share: ReactNode
  stars: ReactNode
  /** Posts tagged with the format. */
  posts: ReactNode
}

export function FormatView({ format, now, share, stars, posts }: Props) {
  return (
    <div className="page">
      <div className="page-grid">
        <div className="lg:col-span-8">
          <FormatTop format={format} share={share} />
        </div>
        <div className="grid content-start gap-8 lg:col-span-4">
          <FormatSection
            title="Nächste Folge"
            more={
              <Link to="/kalender" search={{ format: format.slug }}>
                Kalender
              </Link>
            }
          >
            {format.next_episode ? (
              <NextEpisode episode={format.next_episode} now={now} />
            ) : (
              <p className="text-ink-2">Sendepause. Geh mal raus.</p>
            )}
          </FormatSection>
          {format.description && (
            <FormatSection title="Worum geht’s?">
              <p className="prose whitespace-pre-line">{format.description}</p>
            </FormatSection>
          )}
        </div>
        <FormatSection title="Staffeln">
          <SeasonStrip seasons={format.seasons} format={format} />
        </FormatSection>
        <FormatSection title="Top-Stars">
          {stars || <p className="text-ink-2">Noch niemand dabei, den man kennen könnte.</p>}
        </FormatSection>
        <FormatSection title={`Trashtalk über ${format.short_name ?? format.name}`}>{posts}</FormatSection>
      </div>
    </div>
  )
}
