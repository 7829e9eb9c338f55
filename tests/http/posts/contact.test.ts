import { randomUUID } from 'node:crypto'
import { contactAnswer } from '@hot/domain/contract/community'
import { expect, test } from 'vitest'
import { documentOf, headlinesOf } from '../../support/site/html.ts'
import { asGuest, mailTo, newAddress } from '../../support/site/members.ts'
import { site } from '../../support/site/requests.ts'

test('the contact form is two presses away, needs no account, and its message arrives with a receipt for the sender', async () => {
  const home = documentOf(await (await site.get('/stars')).text())
  expect(home('header a[href="/impressum"]').length).toBeGreaterThan(0)
  const notice = documentOf(await (await site.get('/impressum')).text())
  expect(notice('main a[href="/kontakt"]').text()).toBe('Kontaktformular')
  const page = await (await site.get('/kontakt')).text()
  expect(headlinesOf(page)).toEqual(['Kontakt'])
  expect(documentOf(page)('main form textarea')).toHaveLength(1)

  const address = newAddress()
  const words = `Wann kommt die App? ${randomUUID()}`
  const sent = await site.post('/rest/v1/rpc/contact_operator', {
    headers: asGuest(),
    data: { p_id: randomUUID(), p_name: 'Kim Muster', p_email: address, p_text: words },
  })
  const { reference } = contactAnswer.parse(await sent.json())
  const mail = await mailTo(site, 'post@hot.example', new RegExp(reference))
  expect(mail.text).toContain(words)
  expect(mail.text).toContain(address)
  const receipt = await mailTo(site, address, /angekommen/)
  expect(receipt.subject).toContain(reference)
  expect(receipt.text).not.toContain(words)
  expect(receipt.html).toContain('/impressum"')
})
