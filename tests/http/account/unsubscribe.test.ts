import { expect, test } from 'vitest'
import { documentOf, headlinesOf, metaOf } from '../../support/site/html.ts'
import { site } from '../../support/site/requests.ts'

const address = '/abbestellen?code=00000000-0000-4000-8000-000000000000'

test('a mail program ends the mails by posting, and following the link ends nothing', async () => {
  const posted = await site.post(address, { data: 'List-Unsubscribe=One-Click' })
  expect([posted.status(), await posted.text()]).toEqual([200, 'Abbestellt.'])
  const page = await site.get(address)
  const html = await page.text()
  expect(headlinesOf(html)).toEqual(['Zusammenfassung abbestellen'])
  expect(metaOf(html, 'robots')).toEqual(['noindex'])
  expect(documentOf(html)('main button').text()).toBe('Abbestellen')
})

test('rude codes are no code', async () => {
  for (const code of ['', '%00', 'x'.repeat(5000), "'; drop table", '🦩'])
    expect((await site.post(`/abbestellen?code=${encodeURIComponent(code)}`)).status()).toBe(200)
})

test.each(['/auth/callback', '/melden/bestaetigen', '/melden/antworten', '/abbestellen'])(
  'without scripts %s says that nothing has happened',
  async (path) => {
    const page = documentOf(await (await site.get(path)).text())
    expect(page('main noscript').text()).toContain('Passiert ist noch nichts, und der Link gilt weiter.')
  },
)
