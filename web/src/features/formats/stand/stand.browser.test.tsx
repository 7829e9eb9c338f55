import type { OwnProgress } from '@hot/domain/contract/episode'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { setViewer } from '#web/lib/auth/viewer/viewer.ts'
import { show } from '../../../../../tests/support/components/show.tsx'
import { Stand } from './stand.tsx'

const season = '30000000-0000-4000-8000-000000000001'
const standing = { numbers: [1, 2, 3, 4], aired: 2 }

beforeEach(() =>
  setViewer({
    state: 'member',
    user: { id: 'u', email: 'anna@gmx.de', createdAt: '2026-01-01T00:00:00Z' },
    profile: null,
    role: 'user',
    assurance: { current: 'aal1', next: 'aal1' },
  }),
)

/** A backend that knows one number. */
function backend(until: number | null = null) {
  let known = until
  const own = (): OwnProgress => (known === null ? [] : [{ season_id: season, until: known }])
  return {
    own_progress: own,
    set_progress: ({ p_until }: Record<string, unknown>) => {
      known = p_until as number | null
      return own()
    },
  }
}

const heading = (name: string) => expect.element(page.getByRole('heading', { name })).toBeVisible()
const ticks = () => page.getByRole('listitem')

test('one press marks the next episode, up to the last that ran, and a list takes it back', async () => {
  await show(<Stand seasonId={season} standing={standing} />, backend())
  await heading('Wie weit bist du?')
  await page.getByRole('button', { name: 'Folge 1 gesehen' }).click()
  await heading('Gesehen bis Folge 1 von 4')
  await page.getByRole('button', { name: 'Folge 2 gesehen' }).click()
  await heading('Gesehen bis Folge 2 von 4')
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  await expect.element(ticks().nth(1)).toMatchTextContent('Folge 2: gesehen')
  await expect.element(ticks().nth(2)).toMatchTextContent('Folge 3: kommt noch')
  await page.getByRole('combobox', { name: 'Gesehen bis' }).selectOptions('noch nichts')
  await heading('Noch nichts gesehen')
  await page.getByRole('combobox', { name: 'Gesehen bis' }).selectOptions('keine Angabe')
  await heading('Wie weit bist du?')
})

test('a refusal leaves what was said', async () => {
  const refuse = () => Response.json({ code: '23514', hint: 'not_aired', message: 'x' }, { status: 400 })
  await show(<Stand seasonId={season} standing={standing} />, { ...backend(1), set_progress: refuse })
  await heading('Gesehen bis Folge 1 von 4')
  await page.getByRole('button', { name: 'Folge 2 gesehen' }).click()
  await expect.element(page.getByRole('button', { name: 'Folge 2 gesehen' })).toBeEnabled()
  await heading('Gesehen bis Folge 1 von 4')
})

test('what could not be loaded is said, and loaded by the next press', async () => {
  let works = false
  const own_progress = () => (works ? [] : Response.json({ message: 'x' }, { status: 404 }))
  await show(<Stand seasonId={season} standing={standing} />, { own_progress })
  await expect.element(page.getByRole('alert')).toMatchTextContent('ließ sich nicht laden')
  works = true
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await heading('Wie weit bist du?')
})
