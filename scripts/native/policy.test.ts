import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { withPolicy } from './policy.ts'

const config = { backendUrl: 'https://abc.supabase.co', siteUrl: 'https://hot.example' }
const page = `<!DOCTYPE html><html lang="de"><head><meta charset="utf-8"><style>p{color:red}</style><script>start()</script><script src="/a.js"></script></head><body></body></html>`

const directives = (html: string) => {
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? []
  return new Map(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]))
}
const source = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

test('only what the build wrote inline runs, and the app talks to its backend and site only', () => {
  const policy = directives(withPolicy(page, config))
  expect(policy.get('script-src')).toEqual(["'self'", 'capacitor://localhost', 'https://localhost', source('start()')])
  expect(policy.get('style-src')).toContain(source('p{color:red}'))
  expect(policy.get('connect-src')).toEqual([
    "'self'",
    'capacitor://localhost',
    'https://localhost',
    'https://hot.example',
    'https://abc.supabase.co',
    'wss://abc.supabase.co',
  ])
  expect(policy.get('img-src')).toContain('https://abc.supabase.co')
  for (const name of ['object-src', 'base-uri', 'frame-src']) expect(policy.get(name)).toEqual(["'none'"])
  expect(policy.has('frame-ancestors')).toBe(false)
})

test('it comes first in the head, once, however often it is written', () => {
  const once = withPolicy(page, config)
  expect(once).toContain('<head><meta http-equiv="Content-Security-Policy"')
  expect(withPolicy(once, config)).toBe(once)
  const elsewhere = withPolicy(once, { ...config, backendUrl: 'https://other.example' })
  expect(elsewhere.match(/Content-Security-Policy/g)).toHaveLength(1)
  expect(elsewhere).not.toContain('abc.supabase.co')
})
