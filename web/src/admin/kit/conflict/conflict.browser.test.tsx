import { requiredLine } from '@hot/domain/text/entry-rules'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { TextAreaField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { ConflictOf, useEntityForm } from '../entity-form.tsx'

const schema = z.object({ title: requiredLine(80, 'Titel fehlt.'), day: z.string(), text: z.string(), on: z.boolean() })
type Fields = z.infer<typeof schema>
type Stored = { fields: Fields; version: number }

const base: Fields = { title: 'Alt', day: '2026-06-01', text: '', on: true }

/** A store that somebody else writes to. */
function makeServer() {
  let stored: Stored | null = { fields: base, version: 1 }
  return {
    write: (changes: Partial<Fields>) => {
      if (stored) stored = { fields: { ...stored.fields, ...changes }, version: stored.version + 1 }
    },
    remove: () => {
      stored = null
    },
    read: () => stored,
    save: async (fields: Fields, seen: number) => {
      if (!stored) throw Object.assign(new Error('gone'), { hint: 'target_gone' })
      if (stored.version !== seen) throw Object.assign(new Error('changed'), { hint: 'changed_meanwhile' })
      stored = { fields, version: seen + 1 }
    },
  }
}

function Form({ server }: { server: ReturnType<typeof makeServer> }) {
  const [seen, setSeen] = useState(1)
  const form = useEntityForm({
    schema,
    initial: base,
    save: (fields) => server.save(fields, seen),
    shared: {
      texts: { title: 'Titel', day: 'Tag', text: 'Text', on: 'Aktiv' },
      load: async () => {
        const now = server.read()
        if (!now) return null
        const take = () => void setSeen(now.version)
        return { fields: now.fields, at: '2026-06-01T12:05:00Z', by: 'clara', take }
      },
    },
  })
  return (
    <form {...form.formProps}>
      <TextField label="Titel" {...form.input('title')} />
      <TextField label="Tag" {...form.input('day')} />
      <TextAreaField label="Text" {...form.input('text')} />
      <ConflictOf form={form} />
      <FormFooter action={form.action} submit="Speichern" />
    </form>
  )
}

async function open() {
  const server = makeServer()
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Form server={server} />
    </QueryClientProvider>,
  )
  return server
}

vi.mock('#web/lib/auth/viewer/viewer.ts', () => ({ viewer: () => ({ state: 'member', user: { id: 'anna' } }) }))

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const save = () => page.getByRole('button', { name: 'Speichern' }).click()

it('says in one sentence that nothing contradicts, and stores only once that was seen', async () => {
  const server = await open()
  server.write({ day: '2026-06-02' })
  await field('Titel').fill('Mein Titel')
  await save()
  await expect.element(page.getByRole('alert').getByText(/clara hat inzwischen gespeichert/)).toBeVisible()
  await expect.element(page.getByRole('alert').getByText(/Neu von dort: Tag\./)).toBeVisible()
  await expect.element(field('Tag')).toHaveValue('2026-06-02')
  expect(server.read()?.fields.title).toBe('Alt')
  await save()
  await expect.poll(() => server.read()?.fields).toEqual({ ...base, title: 'Mein Titel', day: '2026-06-02' })
})

it('is silent about a field that differs only in blanks, and takes theirs', async () => {
  const server = await open()
  server.write({ title: 'Ihr Titel', day: '2026-06-02' })
  await field('Titel').fill('Alt ')
  await field('Text').fill('Mein Text')
  await save()
  await expect.element(page.getByRole('alert').getByText(/Neu von dort: Titel und Tag\./)).toBeVisible()
  await expect.element(page.getByText('Ihr habt beide geändert')).not.toBeInTheDocument()
  await save()
  await expect.poll(() => server.read()?.fields).toMatchObject({ title: 'Ihr Titel', text: 'Mein Text' })
})

it('shows values as people read them, and takes what is typed on as the choice', async () => {
  const server = await open()
  server.write({ day: '2026-06-02', title: 'Ihr Titel' })
  await field('Tag').fill('2026-06-03')
  await field('Titel').fill('Mein Titel')
  await save()
  const days = page.getByRole('group', { name: 'Tag' })
  await expect.element(days.getByText('2. Juni 2026')).toBeVisible()
  await expect.element(days.getByText('3. Juni 2026')).toBeVisible()
  await userEvent.fill(field('Titel'), 'Unser Titel')
  await page.getByRole('button', { name: 'Tag: Ihres nehmen' }).click()
  await expect
    .element(page.getByRole('button', { name: 'Titel: Meins behalten' }))
    .toHaveAttribute('aria-pressed', 'true')
  await save()
  await expect.poll(() => server.read()?.fields).toEqual({ ...base, title: 'Unser Titel', day: '2026-06-02' })
})

it('keeps the text of what was deleted meanwhile, and leads to the bin', async () => {
  const server = await open()
  server.remove()
  await field('Text').fill('Lange getippt')
  await save()
  await expect.element(page.getByRole('alert').getByText('Das hat inzwischen jemand gelöscht.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /Papierkorb/ })).toHaveAttribute('href', '/admin/bin')
  await expect.element(field('Text')).toHaveValue('Lange getippt')
})
