import { starQuestions } from '@hot/domain/star/questions'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { brokenWordsHere, LONGEST_WORD } from '../../../../../tests/support/components/broken-words.ts'
import '../deck/star-voting.css'
import { RatingScale } from './member-ratings.tsx'
import './rating.css'

const ignored = () => undefined

/** The three questions as on a card, all answered or none. */
const card = (value: number | null) => (
  <main className="page">
    <div className="voting">
      <article className="voting-card">
        <div className="voting-body">
          {starQuestions.map(({ key, text, ends: [low, high] }) => (
            <RatingScale
              key={key}
              legend={text}
              low={low}
              high={high}
              value={value}
              onChange={ignored}
              onWithdraw={ignored}
            />
          ))}
        </div>
      </article>
    </div>
  </main>
)

const heights = () => [...document.querySelectorAll('.rating')].map((scale) => scale.getBoundingClientRect().height)

test.each([320, 360, 390, 1280])(
  'an answer can be taken back at %i px, breaks no word and moves nothing',
  async (width) => {
    await page.viewport(width, 844)
    const { rerender } = await render(card(null))
    await document.fonts.ready
    const before = heights()
    await rerender(card(3))
    await expect.element(page.getByRole('button', { name: 'Zurücknehmen: Wie echt?' })).toBeVisible()
    expect(brokenWordsHere(LONGEST_WORD)).toEqual([])
    expect(heights()).toEqual(before)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)
