import type { PickedEntity } from '@hot/domain/contract/admin/staff'
import { savedStar } from '@hot/domain/contract/admin/stars'
import { coupleOf } from '@hot/domain/star/typed-name'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, show } from '../../../../tests/support/components/show.tsx'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { type NamedStar, namedStars } from '../stars/api.ts'
import { EntityPicker } from './entity-picker.tsx'

const mandy = { id: '00000000-0000-4000-8000-000000000001', title: 'Mandy Müller', hint: 'Köln' }

function Picker() {
  const [value, setValue] = useState<PickedEntity | null>(null)
  const create = {
    run: async (title: string) => ({ ...mandy, title, hint: null }),
    refusals: {},
  }
  return <EntityPicker label="Star" kind="star" value={value} onChange={setValue} create={create} />
}

const field = page.getByRole('combobox', { name: 'Star' })
const change = page.getByRole('button', { name: 'Star' })

async function search(text: string, answers: Answers) {
  await show(<Picker />, answers)
  await field.fill(text)
}

test('whoever chooses goes on at the button that changes it, and back in the field', async () => {
  await search('mandy', { admin_pick: () => [mandy] })
  await expect.element(page.getByText('1 Treffer, oder „mandy“ anlegen')).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Mandy Müller')).toBeVisible()
  await expect.element(change).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveFocus()
})

test('what nobody has is created by the last option', async () => {
  await search('Neue', { admin_pick: () => [] })
  await page.getByRole('option', { name: 'Neue anlegen' }).click()
  await expect.element(page.getByText('Neue')).toBeVisible()
  await expect.element(change).toHaveFocus()
})

test('a search that failed is tried again, with the focus in the field', async () => {
  let fails = true
  await search('mandy', {
    admin_pick: () => (fails ? Response.json({ message: 'no' }, { status: 400 }) : [mandy]),
  })
  await expect.element(page.getByRole('alert').getByText('Die Suche hat nicht geklappt.')).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(page.getByRole('option', { name: /^Mandy Müller/ })).toBeVisible()
  await expect.element(field).toHaveFocus()
})

const leon = { ...mandy, id: '00000000-0000-4000-8000-000000000002', title: 'Leon Rehbein' }

test('two people typed as one are asked about, and whoever is there already is taken', async () => {
  const taken: string[][] = []
  const create = { run: async (title: string) => ({ ...mandy, title }), refusals: {} }
  const couple = {
    of: coupleOf,
    run: namedStars,
    onChange: (two: readonly NamedStar[]) => taken.push(two.map(({ title, isNew }) => `${title} ${isNew}`)),
  }
  await show(
    <EntityPicker label="Star" kind="star" value={null} onChange={() => {}} create={create} couple={couple} />,
    {
      admin_pick: ({ p_query }) => (p_query === 'Leon Rehbein' ? [leon] : []),
      admin_save_star: () => exampleOf(savedStar, { id: mandy.id }),
    },
  )
  await field.fill('Mia und Leon Rehbein')
  await expect.element(page.getByRole('option', { name: 'Mia und Leon Rehbein als eine anlegen' })).toBeVisible()
  await page.getByRole('option', { name: 'Zwei Personen anlegen: Mia Rehbein und Leon Rehbein' }).click()
  await expect.poll(() => taken).toEqual([['Mia Rehbein true', 'Leon Rehbein false']])
  await expect.element(field).toHaveValue('')
})
