import { exportedTables } from '@hot/domain/privacy/exported-tables'
import { inventory } from '@hot/domain/privacy/inventory'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { ownDataArchive, ownDataPage } from './own-data-archive.ts'

const data = {
  exported_at: '2026-11-29T23:30:00+00:00',
  tables: {
    'public.profiles': [{ nickname: 'tvnudel', bio: null, is_banned: false, created_at: '2026-01-02T11:00:00+00:00' }],
    'public.comments': [{ content: '<script>alert(1)</script> & "x" <img src=x onerror=alert(1)>' }],
    'public.star_fans': [],
    'public.reports': [{ role: 'subject', target_type: 'comment', reason: 'insult', day: '2026-11-01' }],
    'public.user_sessions': [{ device_info: { browser: 'Firefox', '<b>': '</dd><script>' }, page_views: 1234 }],
  },
}

test('the archive has a page for people and the JSON for programs, named by the day in Berlin', () => {
  const files = unzipSync(ownDataArchive(data))
  expect(Object.keys(files)).toEqual(['hot-daten-2026-11-30.html', 'hot-daten-2026-11-30.json'])
  expect(JSON.parse(strFromU8(files['hot-daten-2026-11-30.json'] ?? new Uint8Array()))).toEqual(data)
  expect(strFromU8(files['hot-daten-2026-11-30.html'] ?? new Uint8Array())).toBe(ownDataPage(data))
})

test('the page says everything that the inventory says, of what is in it and of what is not', () => {
  const page = ownDataPage(data)
  for (const { what, ...explained } of Object.values(inventory))
    for (const part of [what, ...Object.values(explained)]) expect(page).toContain(part.replaceAll("'", '&#39;'))
  expect(page).toContain(exportedTables['public.reports']?.note)
})

test('times, numbers and words are written for people; what is empty is left out', () => {
  const page = ownDataPage(data)
  for (const said of ['2. Januar 2026 um 12:00', '1. November 2026', 'es geht um dich', 'Kommentar', '1.234', 'nein'])
    expect(page).toContain(said)
  expect(page).not.toContain('Kurztext</dt>')
  expect(page).toContain('Nichts gespeichert: Fan von.')
})

test('nothing somebody typed is markup in it, and it loads and runs nothing', () => {
  const page = ownDataPage(data)
  expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;x&#34;')
  expect(page).not.toMatch(/<script|<img|<link|<b>|url\(|\bhref="(?!#)/)
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
})

test('a table that nobody has explained yet is shown all the same', () => {
  const page = ownDataPage({ ...data, tables: { 'public.new_things': [{ shoe_size: 42 }] } })
  expect(page).toContain('public.new_things')
  expect(page).toContain('shoe_size')
})
