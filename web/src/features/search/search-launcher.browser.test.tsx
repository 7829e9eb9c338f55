import { chartEntries } from '@hot/domain/chart/entries'
import { postHit } from '@hot/domain/contract/search'
import { starRef } from '@hot/domain/contract/star'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, show } from '../../../../tests/support/components/show.tsx'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { SearchLauncher } from './search-launcher.tsx'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const star = (first_name: string, number: number) =>
  exampleOf(starRef, { id: id(number), slug: first_name.toLowerCase(), first_name, last_name: 'Müller' })
const post = (title: string, number: number) =>
  exampleOf(postHit, { id: id(number), type: 'discussion', title, slug: `beitrag-${number}` })
const popular = {
  stars: ['Mandy', 'Rico', 'Niki'].map((name, at) => star(name, at)),
  posts: [post('Was ist im Leokoffer?', 10), post('Wer zählt die Zimmer?', 11)],
}
const nothing = { stars: [], formats: [], posts: [] }

const field = () => page.getByRole('combobox', { name: 'Suche' })
const results = () => page.getByRole('option')
const headline = () => page.getByRole('status')
const dialog = () => page.getByRole('dialog')

async function openSearch(answers: Answers = {}) {
  const shown = await show(<SearchLauncher onUnavailable={() => expect.unreachable()} />, {
    popular_content: () => popular,
    search_all: () => nothing,
    ...answers,
  })
  await page.getByRole('button', { name: 'Suche öffnen' }).click()
  await expect.element(field()).toHaveFocus()
  return shown
}

test('a blank query shows popular content: up to six entries of stars, posts and charts', async () => {
  await openSearch()
  await expect.element(field()).toHaveAttribute('placeholder', 'Suchen...')
  await expect.element(headline()).toHaveTextContent('Beliebte Inhalte')
  await expect.poll(() => results().elements()).toHaveLength(6)
  const badges = results()
    .elements()
    .map((result) => /(Star|Beitrag|Charts)$/.exec(result.textContent)?.[1])
  expect(badges).toEqual(['Star', 'Star', 'Star', 'Beitrag', 'Beitrag', 'Charts'])
  await field().fill('   ')
  await expect.element(headline()).toHaveTextContent('Beliebte Inhalte')
})

test('says what it found nothing for', async () => {
  await openSearch()
  await field().fill('xyzzy <b>"nichts"')
  await expect.element(headline()).toHaveTextContent('Keine Ergebnisse für "xyzzy <b>"nichts"" gefunden')
  expect(results().elements()).toHaveLength(0)
  // Enter must not open what was not searched for, so these are links and no options.
  const others = page.getByRole('region', { name: 'Beliebte Inhalte' }).getByRole('link')
  await expect.poll(() => others.elements()).toHaveLength(6)
})

test('asks once after fast typing, and says that it is searching until the answer is there', async () => {
  const asked: (string | undefined)[] = []
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await openSearch({
    search_all: async ({ p_query }) => {
      asked.push(p_query)
      await held
      return { ...nothing, stars: [star('Mandy', 1)] }
    },
  })
  const input = field().element() as HTMLInputElement
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  // Key by key in one turn of the page: a busy machine may hold up keys from outside for longer than the 300 ms.
  for (let length = 1; length <= 'sommerhaus'.length; length++) {
    value?.set?.call(input, 'sommerhaus'.slice(0, length))
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  await expect.element(headline()).toHaveTextContent('Suche...')
  await expect.poll(() => asked).toEqual(['sommerhaus'])
  await expect.element(headline()).toHaveTextContent('Suche...')
  answer()
  await expect.element(headline()).toHaveTextContent('Suchergebnisse für "sommerhaus"')
  await expect.element(page.getByRole('option', { name: /Mandy Müller\s?Star$/ })).toBeVisible()
  expect(asked).toEqual(['sommerhaus'])
})

test('leads to all results of the query, and closes', async () => {
  const { address } = await openSearch({ search_all: () => ({ ...nothing, stars: [star('Mandy', 1)] }) })
  await expect.element(headline()).toHaveTextContent('Beliebte Inhalte')
  expect(page.getByRole('link', { name: /^Alle Ergebnisse/ }).elements()).toHaveLength(0)
  await field().fill('mandy & co')
  await page.getByRole('link', { name: 'Alle Ergebnisse für „mandy & co“' }).click()
  await expect.poll(address).toBe('/suche?q=mandy+%26+co')
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('arrows mark a result, Enter goes there and closes', async () => {
  const { address } = await openSearch()
  await expect.element(results().first()).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(results().nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect.element(results().first()).toHaveAttribute('aria-selected', 'false')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(results().first()).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/stars/mandy')
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('Enter that ends what is being composed opens nothing', async () => {
  await openSearch()
  await expect.element(results().first()).toBeVisible()
  field()
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }))
  await expect.element(dialog()).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('a chart is found without the backend, and a click goes there and closes', async () => {
  const { address } = await openSearch()
  const [chart] = chartEntries
  await field().fill(chart?.title ?? '')
  await expect.element(page.getByRole('option', { name: /Charts$/ })).toBeVisible()
  await results().click()
  await expect.poll(address).toBe(chart?.path)
  await expect.element(dialog()).not.toBeInTheDocument()
})

test.each<[string, () => Promise<unknown>]>([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a press outside', () => userEvent.click(dialog(), { position: { x: -200, y: 700 }, force: true })],
  ['its button', () => page.getByRole('button', { name: 'Suche schließen' }).click()],
])('%s closes it', async (_, leave) => {
  const { address } = await openSearch()
  await field().fill('abc')
  await leave()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(address()).toBe('/impressum')
})

test('when the backend fails it says so and tries again on request', async () => {
  let fails = true
  await openSearch({
    search_all: () => (fails ? Response.json({ message: 'no' }, { status: 500 }) : nothing),
  })
  await field().fill('star')
  await expect.element(headline()).toHaveTextContent('Die Suche klemmt gerade. Versuch es noch einmal.')
  fails = false
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(headline()).toHaveTextContent('Keine Ergebnisse für "star" gefunden')
})
