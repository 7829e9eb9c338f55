import { expect, test } from 'vitest'
import { noteSite, type SiteNote, siteNote } from './site-info.ts'

const local = { smtpUrl: undefined, supabase: undefined, trustedProxies: [], siteUrl: undefined, site: {} }
const open = { ...local, siteUrl: 'https://hot.example' }
const project = { url: 'https://x.supabase.co', publishableKey: 'p' }
const smtpUrl = 'smtp://mail.hot.example'

test.each([
  ['tried out here, with mails shown', local, false, true],
  ['public, without a mail server', open, true, false],
  ['public, with one', { ...open, smtpUrl }, true, true],
  ['on Supabase, with mail server and key', { ...open, smtpUrl, supabase: { ...project, secretKey: 's' } }, true, true],
  ['on Supabase, without the key', { ...open, smtpUrl, supabase: project }, true, false],
  ['on Supabase, without a mail server', { ...local, supabase: { ...project, secretKey: 's' } }, false, false],
])('a server says whether others reach it and mails leave: %s', (_, settings, isPublic, mails) =>
  expect(siteNote(settings)).toEqual({ p_public: isPublic, p_mails: mails, p_operator: {} }),
)

test('the operator’s data go along, what else SITE_* publishes does not; a database that refuses ends no start', async () => {
  const lines: string[] = []
  const sent: SiteNote[] = []
  const settings = {
    ...open,
    site: { operator: 'HoT e. V.', city: 'Köln', instagram_url: 'https://instagram.com/hot' },
  }
  const send = async (note: SiteNote) => {
    sent.push(note)
    throw new Error('note_site: 404')
  }
  await noteSite(settings, send, (line) => lines.push(line))
  expect(sent.map(({ p_operator }) => p_operator)).toEqual([{ operator: 'HoT e. V.', city: 'Köln' }])
  expect(lines).toEqual([expect.stringContaining('ließ sich nicht in der Datenbank vermerken: note_site: 404')])
})
