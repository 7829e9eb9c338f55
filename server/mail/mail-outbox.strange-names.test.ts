import fs from 'node:fs'
import path from 'node:path'
import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { siteMail } from './mail-outbox.ts'

/** What a mail could take for its own: markup, a variable, a pattern of replacements, the end of a style or title. */
const strange = `=1 <b>Söhne</b> & "O'Neil" 100% \\ ; , @x $& $1 {{ .Email }} </title></style><img src=x> 🦩 אבג`
const folder = path.resolve(import.meta.dirname, '../../supabase/site-mails')
const templates = fs.readdirSync(folder).map((file) => path.basename(file, '.html'))

const post = {
  id: '0b7b1f0e-5f0a-4d53-9c11-5f5d3a1f9a01',
  type: 'rumor',
  slug: 'x',
  created_at: '2026-11-17T12:00:00Z',
}
const notification = {
  ...{ id: post.id, type: 'comment_on_post', title: '', message: '', post_id: post.id, comment_id: null, actor: null },
  ...{ actors_count: 1, read: false, created_at: post.created_at },
  data: {
    post_title: strange,
    post_type: 'rumor',
    post_created_at: post.created_at,
    post_slug: 'x',
    actor_name: 'Anna',
  },
}
const counted = Object.fromEntries(
  'members active returning rumors polls discussions comments votes reactions reports'
    .split(' ')
    .map((key) => [key, 1]),
)
const figures = { ...counted, report_seconds: null, post_seconds: null }
const none = { count: 0, oldest: null }

/** Mails that are made of facts; the others take the values that their template names. */
const facts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  digest: { items: JSON.stringify([notification]), total: '1', code: post.id },
  weekly: {
    facts: JSON.stringify({
      ...{ monday: '2026-11-16', now: figures, before: figures },
      top: { posts: [{ ...post, title: strange, comments: 1, votes: 1 }], stars: [], formats: [] },
    }),
  },
  briefing: {
    facts: JSON.stringify({
      ...{ posts: none, reports: none, appeals: none, unusual: [], broken: [] },
      today: [{ time: '20:15', title: strange, channel: strange, is_cancelled: false }],
    }),
  },
  team_alert: { alert: 'appeal', title: strange },
}

const namedIn = (template: string) =>
  [...fs.readFileSync(path.join(folder, `${template}.html`), 'utf8').matchAll(/\{\{\s*\.(\w+)\s*\}\}/g)].map(
    ([, name = '']) => name.charAt(0).toLowerCase() + name.slice(1),
  )
const ours = new Set(['siteURL', 'email', 'confirmationURL'])

test.each(templates)('%s shows them as they are, in subject, HTML and text', (template) => {
  const named = Object.fromEntries(namedIn(template).map((name) => [name, ours.has(name) ? '/x' : strange]))
  const data = facts[template] ?? { ...named, path: '/x' }
  const { subject, html, text } = siteMail(
    { id: 1, recipient: 'anna@hot.example', template, data },
    'https://hot.example',
  )
  const $ = load(html)
  expect($('b, img[src=x]').length).toBe(0)
  expect($('title').text().replace(/\s+/g, ' ').trim()).toBe(subject)
  expect(subject).not.toMatch(/[\r\n]|&\w+;|&#/)
  $('head').remove()
  const isSaid = Object.values(data).join().includes('Söhne')
  expect($.root().text().includes(strange)).toBe(isSaid)
  expect(text.includes(strange)).toBe(isSaid)
})
