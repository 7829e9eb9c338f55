import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { ListFooter } from './paged-list.tsx'

type Props = { beside?: boolean; fails?: boolean }

/** Two pages of two names, as a list or beside the footer, as comments stand. */
function Names({ beside = false, fails = false }: Props) {
  const [state, setState] = useState<'first' | 'loading' | 'all' | 'failed'>('first')
  const names = state === 'all' ? ['Anna', 'Ben', 'Cleo', 'Dora'] : ['Anna', 'Ben']
  const more = async () => {
    setState('loading')
    await new Promise((done) => requestAnimationFrame(done))
    setState(fails ? 'failed' : 'all')
  }
  const list = {
    hasNextPage: state !== 'all',
    isFetchingNextPage: state === 'loading',
    isFetchNextPageError: state === 'failed',
    data: { pages: [{ items: names.slice(0, 2) }, ...(names.length > 2 ? [{ items: names.slice(2) }] : [])] },
    fetchNextPage: more,
  }
  return (
    <section>
      {beside ? (
        names.map((name) => <article key={name}>{name}</article>)
      ) : (
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      <ListFooter list={list} automatic={false} more="Weitere Namen" />
    </section>
  )
}

const focused = () => document.activeElement?.textContent ?? ''
async function pressMore(): Promise<void> {
  const more = page.getByRole('button', { name: 'Weitere Namen' })
  await expect.element(more).toBeVisible()
  more.element().focus()
  await userEvent.keyboard('{Enter}')
}

test.each([
  ['in a list', {}],
  ['beside the footer', { beside: true }],
])(
  'who asks for more by keyboard stands at the first new entry %s and hears how many have come',
  async (_, props: Props) => {
    await show(<Names {...props} />)
    await pressMore()
    await expect.poll(focused).toBe('Cleo')
    await expect.element(page.getByText('2 weitere geladen.')).toBeInTheDocument()
  },
)

test('when more could not be loaded, the button to try again has the focus', async () => {
  await show(<Names fails />)
  await pressMore()
  await expect.poll(focused).toBe('Erneut versuchen')
})
