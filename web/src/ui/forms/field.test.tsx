import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextField } from './field.tsx'

const attribute = (html: string, name: string) => html.match(new RegExp(`${name}="([^"]*)"`))?.[1] ?? ''

test('a field is named by its label and described by hint, counter and error', () => {
  const html = renderToStaticMarkup(
    <TextField label="Titel" hint="Kurz." counter={{ used: 1200, max: 5000 }} error="Zu kurz. Mindestens 8 Zeichen." />,
  )
  expect(attribute(html, 'for')).toBe(attribute(html.slice(html.indexOf('<input')), 'id'))
  const described = attribute(html, 'aria-describedby').split(' ')
  expect(described).toHaveLength(2)
  for (const id of described) expect(html).toContain(`id="${id}"`)
  expect(html).toContain('aria-invalid="true"')
  expect(html).toContain('1.200 / 5.000')
})

test('a field without hint and error has no description', () => {
  const html = renderToStaticMarkup(<TextField label="Titel" />)
  expect(html).not.toContain('aria-describedby')
  expect(html).toContain('aria-invalid="false"')
})
