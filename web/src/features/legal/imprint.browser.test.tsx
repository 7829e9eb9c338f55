import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { Imprint } from './imprint.tsx'

const texts = { guidelines: null, accessibility: null, classifier: null }
const operator = {
  operator: 'HoT e. V.',
  street: 'Sofaweg 1',
  city: '50667 Köln',
  email: 'post@hot.example',
  responsible: 'Kim Muster, ebenda',
}
const main = page.elementLocator(document.body)
const form = page.getByRole('link', { name: 'Kontaktformular' })
const lacking = 'Es fehlt: Telefon, oder Mails für das Kontaktformular'

test.each([
  ['the form works', { contact: true }, {}, true, false],
  ['no mail leaves', { contact: false }, {}, false, true],
  ['no mail leaves, and there is a phone', { contact: false }, { phone: '0221 1' }, false, false],
])(
  'the legal notice offers the contact form where it works, and says when e-mail is the only way: %s',
  async (_, contact, more, isOffered, lacks) => {
    await show(<Imprint />, { site_texts: () => ({ ...texts, ...contact, operator: { ...operator, ...more } }) })
    await expect.element(main).toMatchTextContent('HoT e. V.')
    if (isOffered) await expect.element(form).toHaveAttribute('href', '/kontakt')
    else await expect.element(form).not.toBeInTheDocument()
    if (lacks) await expect.element(main).toMatchTextContent(lacking)
    else await expect.element(main).not.toMatchTextContent(lacking)
    for (const point of [
      'Kontaktstelle nach dem Digital Services Act',
      'Kontaktstelle für Anordnungen zu terroristischen Inhalten',
    ])
      await expect.element(page.getByRole('heading', { name: point })).toBeVisible()
  },
)
