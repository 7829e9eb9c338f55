import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PollResults } from './poll.tsx'
import { RumorBar } from './post-vote.tsx'

test('the two shares of a rumor always make 100', () => {
  for (const agree of [1, 2, 333, 667, 995, 999]) {
    const html = renderToStaticMarkup(<RumorBar agree={agree} disagree={1000 - agree} />)
    const shares = [...html.matchAll(/(\d+)\u00a0%/g)].map(([, share]) => Number(share))
    expect(shares).toHaveLength(2)
    expect((shares[0] ?? 0) + (shares[1] ?? 0)).toBe(100)
  }
})

test('a rumor without votes invites one instead of showing zero percent', () => {
  const html = renderToStaticMarkup(<RumorBar agree={0} disagree={0} />)
  expect(html).toContain('Noch keine Stimmen')
  expect(html).not.toContain('%')
})

const options = [
  { id: 'a', text: 'Sofa', votes: 3 },
  { id: 'b', text: 'Zeitlupe', votes: 9 },
]

test('the leading answer and the own choice are marked with text', () => {
  const html = renderToStaticMarkup(<PollResults options={options} mine="a" />)
  const [sofa = '', slowMotion = ''] = html.split('</li>')
  expect(sofa).toContain('deine Stimme')
  expect(sofa).not.toContain('winner')
  expect(slowMotion).toContain('winner')
  expect(slowMotion).toContain('75\u00a0%')
})

test('a poll without votes has no leading answer', () => {
  const html = renderToStaticMarkup(<PollResults options={options.map((option) => ({ ...option, votes: 0 }))} />)
  expect(html).not.toContain('winner')
  expect(html).not.toContain('NaN')
})
