import { expect, test } from 'vitest'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import { readSiteData } from '../settings/site-settings.ts'

const start = stubServers()
const path = '/.well-known/security.txt'
const day = 86_400_000

const server = (contact: string | undefined, siteUrl = 'https://hot.example') => {
  const { site, problems } = readSiteData({ SITE_SECURITY_CONTACT: contact })
  expect(problems).toEqual([])
  return start({
    config: {
      supabaseUrl: '',
      publishableKey: 'sb_publishable_test',
      siteUrl,
      site,
      services: [],
      apps: { version: '1.0.0', leastVersion: '1.0.0' },
    },
  })
}

test('names contact and languages, and expires in less than a year', async () => {
  const { get, rendered } = await server('sicherheit@hot.example')
  const answer = await get(path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8'])
  expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
  const text = await answer.text()
  const expires = /^Expires: (.+)$/m.exec(text)?.[1] ?? ''
  expect(text).toBe(
    [
      'Contact: mailto:sicherheit@hot.example',
      `Expires: ${expires}`,
      'Preferred-Languages: de, en',
      'Canonical: https://hot.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
  expect(expires).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/)
  const validFor = Date.parse(expires) - Date.now()
  expect(validFor).toBeGreaterThan(360 * day)
  expect(validFor).toBeLessThan(365 * day)
  expect(rendered).toEqual([])
})

test('a form may be the contact; without https the file has no Canonical', async () => {
  const { get } = await server('https://hot.example/sicherheit', 'http://127.0.0.1:3000')
  const text = await (await get(path)).text()
  expect(text).toContain('Contact: https://hot.example/sicherheit\n')
  expect(text).not.toContain('Canonical')
})

test('the file does not exist without a contact', async () => {
  const { get, rendered } = await server(undefined)
  expect([(await get(path)).status, rendered]).toEqual([404, []])
})

test.each(['irgendwer', 'http://hot.example/sicherheit', 'mailto:sicherheit@hot.example', 'a@hot.example\nExpires: x'])(
  'the contact %j is refused in one line',
  (contact) => {
    const { problems } = readSiteData({ SITE_SECURITY_CONTACT: contact })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('SITE_SECURITY_CONTACT')
  },
)

test('password managers are led to where the password is changed', async () => {
  const { get, rendered } = await server(undefined)
  const answer = await get('/.well-known/change-password')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/account/sicherheit'])
  expect(rendered).toEqual([])
})

test('browsers are told how to search here', async () => {
  const { get, rendered } = await server(undefined)
  const answer = await get('/opensearch.xml')
  expect(answer.headers.get('content-type')).toBe('application/opensearchdescription+xml; charset=utf-8')
  const text = await answer.text()
  expect(text).toContain('template="https://hot.example/suche?q={searchTerms}"')
  expect(text).toMatch(/<ShortName>[^<]{1,16}<\/ShortName>/)
  expect(rendered).toEqual([])
})
