import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { NoLead, NoPoll, NoProgramme, NoTalk } from './home-empty.tsx'
import { HomeSection } from './home-section.tsx'

type Props = {
  /** The rumor that opens the page; null without one. */
  lead: ReactNode
  /** Rows of today's programme. */
  today: ReactNode[]
  topStars: ReactNode
  trending: ReactNode
  /** Up to three columns: the latest of each kind. */
  talk: ReactNode[]
  news: ReactNode
  /** Null without one. */
  pollOfDay: ReactNode
}

/** The front page. What it shows belongs to other nouns and comes in as slots. */
export function HomePage({ lead, today, topStars, trending, talk, news, pollOfDay }: Props) {
  return (
    <div className="page">
      <h1>
        <VisuallyHidden>HoT – Reality-TV, gemeinsam geguckt</VisuallyHidden>
      </h1>
      <div className="page-grid">
        <div className="grid lg:col-span-8">{lead ?? <NoLead />}</div>
        <HomeSection title="Heute im TV" more={{ to: '/kalender', label: 'Kalender' }} className="lg:col-span-4">
          {today.length > 0 ? <Programme rows={today} /> : <NoProgramme />}
        </HomeSection>
        <HomeSection
          title="HoT Top 5"
          more={{ to: '/charts/stars/hot-bestenliste', label: 'Ganze Liste' }}
          className="below-first-view lg:col-span-5"
        >
          {topStars}
        </HomeSection>
        <HomeSection
          title="Läuft heiß"
          more={{ to: '/formate', label: 'Alle Formate' }}
          className="below-first-view lg:col-span-7"
        >
          {trending}
        </HomeSection>
        <HomeSection title="Trashtalk" more={{ to: '/trashtalk', label: 'Alles lesen' }} className="below-first-view">
          {talk.length > 0 ? <div className="columns">{talk}</div> : <NoTalk />}
        </HomeSection>
        <HomeSection title="News" className="below-first-view lg:col-span-7">
          {news}
        </HomeSection>
        <HomeSection title="Umfrage des Tages" className="below-first-view lg:col-span-5">
          {pollOfDay ?? <NoPoll />}
        </HomeSection>
      </div>
    </div>
  )
}

function Programme({ rows }: { rows: ReactNode[] }) {
  return (
    <>
      <div>{rows}</div>
      <Link to="/kalender" className={`${buttonClass({ wide: true })} mt-4`}>
        Ganzes Programm
      </Link>
    </>
  )
}
