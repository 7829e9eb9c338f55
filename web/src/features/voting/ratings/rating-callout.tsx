import type { StarPage } from '@hot/domain/contract/star'
import { starQuestions } from '@hot/domain/star/questions'
import type { ReactNode } from 'react'
import { formatScore } from '#web/ui/data/format-number.ts'

/** Below the questions: what one may do, and what everybody thinks. */
export function RatingNote({ star, children }: { star: StarPage; children: ReactNode }) {
  return (
    <div className="meta">
      <p>{children}</p>
      <p>{averageText(star)}</p>
    </div>
  )
}

/** Averages of everybody, in the order of the questions. */
function averageText(star: StarPage): string {
  const averages = starQuestions.map(({ key }) => star[key].average)
  if (averages.some((average) => average === null)) return ''
  return `Alle zusammen: ${averages.map((average) => formatScore(average ?? 0)).join(' · ')}`
}
