import type { StarPage } from '@hot/domain/contract/star'
import { starName } from '@hot/domain/star/name'
import { type ReactNode, useId } from 'react'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { StarBiography } from './star-biography.tsx'
import { StarTop } from './star-header.tsx'
import { StarSeasons } from './star-seasons.tsx'

type Props = {
  star: StarPage
  share: ReactNode
  /** The three questions. */
  ratings: ReactNode
  /** Posts tagged with the star. */
  posts: ReactNode
}

export function StarView({ star, share, ratings, posts }: Props) {
  const name = star.first_name || starName(star)
  return (
    <div className="page">
      <StarTop star={star} share={share} />
      <div className="page-grid mt-10">
        <Section title="Deine Stimme" className="lg:col-span-7">
          {ratings}
        </Section>
        <Section title="Wer ist das?" className="lg:col-span-5">
          <StarBiography star={star} />
        </Section>
        <Section title="Staffeln">
          <StarSeasons seasons={star.seasons} />
        </Section>
        <Section title={`Trashtalk über ${name}`}>{posts}</Section>
      </div>
    </div>
  )
}

function Section({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={className} aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      {children}
    </section>
  )
}
