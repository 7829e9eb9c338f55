import { describe, expect, it } from 'vitest'
import { scrubEvent, scrubText } from './scrub.ts'

describe('a text', () => {
  it.each([
    ['Konto anna.b+x@web.de fehlt', 'Konto [E-Mail] fehlt'],
    ['/user/anna%40web.de', '[E-Mail]'],
    ['GET https://hot.example/stars?q=geheim failed', 'GET https://hot.example/stars failed'],
    ['/invites?code=ABCD2345', '/invites'],
    ['https://hot.example/auth/callback#access_token=abc&x=1', 'https://hot.example/auth/callback'],
    ['capacitor://localhost/stars?q=x', 'capacitor://localhost/stars'],
    ['at f (https://hot.example/a.js?v=(geheim):1:2)', 'at f (https://hot.example/a.js'],
    ['key eyJhbGciOi.eyJzdWIi.c2ln-x end', 'key [Token] end'],
    ['sb_secret_abcDEF-1 and sb_publishable_x', '[Token] and [Token]'],
    ['Authorization: Bearer abc.def=', 'Authorization: Bearer [Token]'],
    ['Was ist das? Nichts', 'Was ist das? Nichts'],
    ['x is not a function (at a.js:1:2)', 'x is not a function (at a.js:1:2)'],
  ])('%j becomes %j', (text, left) => {
    expect(scrubText(text)).toBe(left)
  })

  it('of any length is scrubbed quickly', () => {
    const started = performance.now()
    for (const part of ['a', '/', '@', 'a@', 'eyJ.', '?', '://', '%40a.']) scrubText(part.repeat(100_000 / part.length))
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})

describe('an event', () => {
  const event = {
    message: 'für anna@web.de',
    user: { id: '7', email: 'anna@web.de', ip_address: '10.0.0.1' },
    request: {
      url: 'https://hot.example/stars?q=geheim',
      headers: { 'User-Agent': 'Firefox', Referer: 'https://hot.example/?q=geheim', Cookie: 'a=b' },
      cookies: { a: 'b' },
      query_string: 'q=geheim',
    },
    exception: {
      values: [{ value: 'anna@web.de', stacktrace: { frames: [{ filename: '/a.js?q=geheim', lineno: 3 }] } }],
    },
    breadcrumbs: [{ category: 'navigation', data: { to: '/stars?q=geheim' } }],
    contexts: { react: { componentStack: ' at Shell (/a.js?geheim)' } },
    extra: { deep: { list: ['anna@web.de', 5, null] } },
    tags: { error_id: 'abc-1234' },
    sdkProcessingMetadata: { untouched: true },
  }

  it('is sent without person, query, cookie, referrer, e-mail address and breadcrumbs', () => {
    const sent = scrubEvent(event, false)
    expect(JSON.stringify(sent)).not.toMatch(/geheim|anna|Referer|Cookie|10\.0\.0\.1|breadcrumbs/)
    expect(sent).toMatchObject({
      request: { url: 'https://hot.example/stars', headers: { 'User-Agent': 'Firefox' } },
      tags: { error_id: 'abc-1234' },
      exception: { values: [{ stacktrace: { frames: [{ filename: '/a.js', lineno: 3 }] } }] },
      extra: { deep: { list: ['[E-Mail]', 5, null] } },
    })
    expect(sent.sdkProcessingMetadata).toBe(event.sdkProcessingMetadata)
  })

  it('may have breadcrumbs with full consent, without their queries', () => {
    expect(scrubEvent(event, true).breadcrumbs).toEqual([{ category: 'navigation', data: { to: '/stars' } }])
  })

  it('is not changed itself', () => {
    scrubEvent(event, false)
    expect(event.user.email).toBe('anna@web.de')
  })
})
