import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { isPublicPage, isRemoved, mayCache, type RequestKind, requestKindOf } from './request-rules.ts'

const origin = 'https://hot.example'

type Wishes = { method?: string; mode?: RequestMode; authorization?: boolean }
const asked = (target: string, { method = 'GET', mode = 'cors', authorization = false }: Wishes = {}) => ({
  method,
  mode,
  url: new URL(target, origin).href,
  headers: new Headers(authorization ? { authorization: 'Bearer x' } : {}),
})

const opening = { mode: 'navigate' } as const

describe('a request goes', () => {
  it.each<[string, Wishes, RequestKind]>([
    ['/', opening, 'pages'],
    ['/stars?q=a', opening, 'pages'],
    ['/stars/anna', opening, 'pages'],
    ['/trashtalk/geruechte/2026/11/21/was', opening, 'pages'],
    ['/user/anna/kommentare', opening, 'pages'],
    ['/stars/voting', opening, 'document'],
    ['/trashtalk/erstellen?typ=poll', opening, 'document'],
    ['/trashtalk/bearbeiten/1', opening, 'document'],
    ['/account', opening, 'document'],
    ['/account/daten', opening, 'document'],
    ['/admin/posts', opening, 'document'],
    ['/auth/callback?code=1', opening, 'document'],
    ['/invites?code=ABCDEFGH', opening, 'document'],
    ['/melden/bestaetigen', opening, 'document'],
    ['/abbestellen?code=1', opening, 'document'],
    ['/_mailbox', opening, 'document'],
    ['/kalender.ics', opening, 'document'],
    ['/formate/show.ics', opening, 'document'],
    ['/rest/v1/posts', opening, 'document'],
    ['/stars', { mode: 'navigate', method: 'POST' }, 'network'],
    ['/assets/a.js', {}, 'build'],
    ['/assets/a.js', { authorization: true }, 'network'],
    ['/storage/v1/object/public/avatars/a.webp', {}, 'pictures'],
    ['/storage/v1/object/public/avatars/a.webp', { method: 'POST' }, 'network'],
    ['/storage/v1/object/avatars/a.webp', {}, 'network'],
    ['/storage/v1/object/authenticated/proofs/a.webp', {}, 'network'],
    ['/storage/v1/object/sign/proofs/a.webp?token=1', {}, 'network'],
    ['/rest/v1/rpc/stars_page', {}, 'network'],
    ['/rest/v1/profiles', { authorization: true }, 'network'],
    ['/auth/v1/user', {}, 'network'],
    ['/realtime/v1/websocket', {}, 'network'],
    ['/config.json', {}, 'network'],
    ['/stars', {}, 'network'],
    ['https://elsewhere.example/assets/a.js', {}, 'network'],
  ])('%s %o → %s', (target, init, kind) => {
    expect(requestKindOf(asked(target, init), origin)).toBe(kind)
  })
})

/** First segments of routes whose documents are useless without a network, or not the same for everybody. */
const neverCached = [
  'abbestellen',
  'account',
  'admin',
  'auth',
  'es-geht-um-mich',
  'kontakt',
  'format',
  'invites',
  'melden',
  'seasons',
  'suche',
  'trash-talk',
  '$',
]

it('every first segment of a route is explicitly cached or never cached', () => {
  const files = fs
    .readdirSync(path.resolve(import.meta.dirname, '../routes'))
    .filter((file) => /^[a-z$].*\.tsx$/.test(file))
  const parts = new Set(files.map((file) => file.split('.')[0] ?? ''))
  expect(parts.size).toBeGreaterThan(10)
  const undecided = [...parts].filter(
    (part) => part !== 'index' && isPublicPage(`/${part}`) === neverCached.includes(part),
  )
  expect(undecided).toEqual([])
})

const answer = (
  headers: Record<string, string>,
  more: Partial<Pick<Response, 'status' | 'type' | 'redirected'>> = {},
) => ({
  status: 200,
  type: 'basic' as ResponseType,
  redirected: false,
  headers: new Headers(headers),
  ...more,
})

const html = { 'content-type': 'text/html; charset=utf-8' }
const script = { 'content-type': 'text/javascript; charset=utf-8' }
const picture = { 'content-type': 'image/webp' }

describe('an answer', () => {
  it.each([
    ['a page', answer({ ...html, 'cache-control': 'no-cache', vary: 'accept-encoding' }), 'pages', true],
    ['a private page', answer({ ...html, 'cache-control': 'private, max-age=60' }), 'pages', false],
    ['a page nobody may store', answer({ ...html, 'cache-control': 'no-store' }), 'pages', false],
    ['a page that differs by everything', answer({ ...html, vary: '*' }), 'pages', false],
    ['a page of another address', answer(html, { redirected: true }), 'pages', false],
    ['a missing page', answer(html, { status: 404 }), 'pages', false],
    ['a failed page', answer(html, { status: 500 }), 'pages', false],
    ['data in place of a page', answer({ 'content-type': 'application/json' }), 'pages', false],
    ['a page from elsewhere', answer(html, { type: 'cors' }), 'pages', false],
    ['a script', answer({ ...script, 'cache-control': 'public, max-age=31536000, immutable' }), 'build', true],
    ['a page in place of a script', answer(html), 'build', false],
    ['a picture', answer(picture), 'pictures', true],
    [
      'a picture behind a redirect to the backend',
      answer(picture, { type: 'cors', redirected: true }),
      'pictures',
      true,
    ],
    ['a picture nobody can look into', answer(picture, { type: 'opaque', status: 0 }), 'pictures', false],
    ['part of a picture', answer(picture, { status: 206 }), 'pictures', false],
  ] as const)('%s is kept or not', (_, given, kind, kept) => {
    expect(mayCache(given, kind)).toBe(kept)
  })

  it('of 404 deletes the copy; a failure does not', () => {
    const isRemovedBy = (status: number, type: ResponseType = 'basic') => isRemoved({ status, type })
    expect([isRemovedBy(404), isRemovedBy(410), isRemovedBy(0, 'opaqueredirect')]).toEqual([true, true, true])
    expect([isRemovedBy(200), isRemovedBy(500), isRemovedBy(503), isRemovedBy(401)]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
