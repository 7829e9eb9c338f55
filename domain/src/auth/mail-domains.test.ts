import { describe, expect, it, test } from 'vitest'
import { inboxOf, isAllowedMail, mailDomain, mailProviders, meantMail, providerList } from './mail-domains.ts'

describe('isAllowedMail', () => {
  // A copy of the list, so that an accidental change is noticed.
  const hosts =
    'gmail.com googlemail.com proton.me protonmail.com pm.me gmx.de gmx.at gmx.ch gmx.net gmx.com web.de t-online.de ' +
    'icloud.com me.com mac.com hotmail.com hotmail.de hotmail.co.uk live.com live.de outlook.com outlook.de ' +
    'yahoo.com yahoo.de ymail.com rocketmail.com'
  it('allows the hosts of the nine providers and no others', () => {
    expect(mailProviders.flatMap((provider) => provider.domains).join(' ')).toBe(hosts)
    for (const host of hosts.split(' ')) expect(isAllowedMail(`anna@${host}`)).toBe(true)
  })

  test.each(['Anna.B+tv@GMail.COM', '  anna@web.de ', 'ännä@gmx.de', 'a@pm.me'])('allows %j', (email) =>
    expect(isAllowedMail(email)).toBe(true),
  )

  test.each([
    'anna@example.com',
    'anna@mail.gmail.com',
    'anna@gmail.com.evil.example',
    'anna@evilgmail.com',
    'anna@gmail.com.',
    'anna@.gmail.com',
    'anna@gmail.com/evil',
    'anna@gmail.com:80',
    'anna@gmail.com#x',
    'anna@%67mail.com',
    'anna@gmаil.com',
    'anna@gm\u00adail.com',
    'anna@gmail.com\u0000',
    'anna@evil.example@gmail.com',
    'evil@evil.example,anna@gmail.com',
    'anna <anna@gmail.com>',
    '@gmail.com',
    'gmail.com',
    'anna@',
    'an na@gmail.com',
    '',
  ])('refuses %j', (email) => expect(isAllowedMail(email)).toBe(false))

  it('takes more domains from the operator, international ones in either spelling', () => {
    const extra = ['hot.example', ' Müller.example ']
    expect(isAllowedMail('admin@hot.example', extra)).toBe(true)
    expect(isAllowedMail('a@MÜLLER.example', extra)).toBe(true)
    expect(isAllowedMail('a@xn--mller-kva.example', extra)).toBe(true)
    expect(isAllowedMail('a@muller.example', extra)).toBe(false)
    expect(isAllowedMail('admin@hot.example')).toBe(false)
    expect(isAllowedMail('not an address', ['', 'no dot'])).toBe(false)
  })
})

test.each([
  ['Anna@GMX.de', 'gmx.de'],
  ['a@müller.de', 'xn--mller-kva.de'],
  ['a@mu\u0308ller.de', 'xn--mller-kva.de'],
  ['a@b', null],
])('the domain of %s is %s', (email, domain) => expect(mailDomain(email)).toBe(domain))

test('the providers are named in their order, joined in German', () => {
  expect(providerList()).toBe('Google, Proton, GMX, Web, T-Online, Apple, Hotmail, Outlook oder Yahoo')
})

test.each([
  ['anna@gmail.co', 'anna@gmail.com'],
  ['anna@gmial.com', 'anna@gmail.com'],
  [' Anna@GMX.ed ', 'Anna@gmx.de'],
  ['anna@wbe.de', 'anna@web.de'],
  ['anna@hotmial.com', 'anna@hotmail.com'],
  ['anna@firma.ed', 'anna@firma.de'],
])('%s was meant to be %s', (typed, meant) => expect(meantMail(typed, ['firma.de'])).toBe(meant))

test.each([
  'anna@gmail.com',
  'anna@firma.de',
  'anna@mailinator.com',
  'anna@example.org',
  'kein-at',
  'anna@',
  `a@${'x'.repeat(60)}.de`,
])('nothing else is offered for %s', (typed) => expect(meantMail(typed, ['firma.de'])).toBeNull())

test('the inbox of a known provider', () => {
  expect(inboxOf('anna@googlemail.com')?.inbox).toBe('https://mail.google.com/')
  expect(inboxOf('anna@firma.de')).toBeNull()
  for (const { inbox } of mailProviders) expect(inbox).toMatch(/^https:\/\/[a-z.-]+\/[a-z/]*$/)
})
