import { expect, test } from 'vitest'
import { sourceOf } from './source.ts'

test.each([
  ['https://www.google.com/search?q=geheim', 'google.com'],
  ['https://www.reddit.com/r/trashtv/comments/1', 'reddit.com'],
  ['http://m.facebook.com/', 'm.facebook.com'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['https://Müller.example/', 'xn--mller-kva.example'],
  ['https://user:secret@forum.example:8443/thread', 'forum.example'],
])('%s is %s: a host, never what was read or searched there', (referrer, source) =>
  expect(sourceOf(referrer, 'hot.example')).toBe(source),
)

test.each([
  [''],
  ['https://hot.example/stars'],
  ['https://www.hot.example/'],
  ['about:client'],
  ['javascript:alert(1)'],
  ['https://[2001:db8::1]/'],
  [`https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`],
  ['kein link'],
])('%s tells nothing', (referrer) => expect(sourceOf(referrer, 'hot.example')).toBeNull())
