import { inventory } from '@hot/domain/privacy/inventory'
import { services } from '@hot/domain/privacy/services'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InventoryChapter, RecipientsChapter } from './privacy-inventory.tsx'

const plain = (html: string) => html.replace(/<[^>]+>/g, '').replaceAll('&amp;', '&')

test('the privacy policy says everything that the inventory says', () => {
  const text = plain(renderToStaticMarkup(InventoryChapter()))
  for (const entry of Object.values(inventory)) for (const part of Object.values(entry)) expect(text).toContain(part)
})

test('and names the services that the installation uses, no others', () => {
  const shown = (used: Parameters<typeof RecipientsChapter>[0]['used'], processors?: string) =>
    plain(renderToStaticMarkup(RecipientsChapter({ used, operator: { ...(processors && { processors }) } })))
  const text = shown(['mail', 'google'], 'Post GmbH, Bonn')
  const named = Object.entries(services).filter(([, { name }]) => text.includes(name))
  expect(named.map(([key]) => key).toSorted()).toEqual(['google', 'mail'])
  expect(text).toContain('Post GmbH, Bonn')
  expect(shown([])).toContain('ohne fremde Dienste')
  expect(shown([], 'Post GmbH, Bonn')).not.toContain('ohne fremde Dienste')
  expect(shown(null)).not.toContain('ohne fremde Dienste')
})
