import { expect } from 'vitest'
import { asMember, asServer, type Member, registerMember, sessionOf } from '../../support/site/members.ts'
import { newBallot, newDiscussion } from '../../support/site/posts.ts'
import { eventually, expected, site } from '../../support/site/requests.ts'
import { asNewMember, type Journey } from '../support/journey.ts'
import { button, css, having, label, role, text } from '../support/tab.ts'

const main = role('main')

async function stored<Row>(query: string): Promise<Row[]> {
  const answer = await expected(await site.get(`/rest/v1/${query}`, { headers: asServer() }), 200)
  return (await answer.json()) as Row[]
}

export const writingJourneys: Journey[] = [
  {
    name: 'votes on a rumor, and the vote is still there after a reload',
    walk: async (tab) => {
      const post = await newBallot(site, await registerMember(site), 'rumor')
      const member = await asNewMember(tab)
      const ballot = role('region', 'Abstimmung')
      await tab.open(post.path)
      await tab.press(button('Stimmt', ballot))
      await tab.isPressed(button('Stimmt', ballot))
      await tab.says(ballot, '1 Stimme · deine: Stimmt')
      await eventually(async () =>
        expect(await stored(`rumor_votes?post_id=eq.${post.id}&select=user_id,vote`)).toEqual([
          { user_id: member.id, vote: 'agree' },
        ]),
      )
      await tab.reload()
      await tab.isPressed(button('Stimmt', ballot))
      await tab.press(button('Stimmt nicht', ballot))
      await tab.says(ballot, '1 Stimme · deine: Stimmt nicht')
    },
  },
  {
    name: 'rates stars by press and by keys, and goes on where it was',
    walk: async (tab) => {
      await asNewMember(tab)
      const card = css('.voting-card:not(.voting-ghost)')
      const title = role('heading', undefined, card)
      const seen = "document.querySelector('.voting-card:not(.voting-ghost) h2')?.innerText"
      const answer = (question: RegExp, value: number) =>
        role('radio', new RegExp(`^${value} von 5`), role('group', question))
      await tab.open('/stars/voting')
      const first = await tab.read(title)
      await tab.press(answer(/wieder sehen\?$/, 3))
      await tab.press(answer(/^Wie echt\?$/, 4))
      await tab.press(answer(/^Wie viel Drama\?$/, 5))
      await tab.shows(text(/^1 von \d+ bewertet$/))
      const isPast = (name: string) =>
        tab.until(`past ${name}`, `${seen} && !${seen}.includes(${JSON.stringify(name)})`)
      await isPast(first)
      const second = await tab.read(title)
      for (const digit of ['5', '1', '4']) await tab.keys(digit)
      await tab.shows(text(/^2 von \d+ bewertet$/))
      await isPast(second)
      await tab.keys('ArrowLeft')
      await tab.says(card, second)
    },
  },
  {
    name: 'comments, and what another member answers appears without a reload',
    walk: async (tab) => {
      const post = await newDiscussion(site, await registerMember(site))
      const other: Member = await registerMember(site)
      await asNewMember(tab)
      const comments = role('region', /^\d+ Kommentare?$/)
      const comment = (words: string) => having(role('article', undefined, comments), words)
      await tab.open(post.path)
      await tab.press(button('Kommentar schreiben', comments))
      const field = role('textbox', 'Dein Kommentar', comments)
      await tab.isFocused(field)
      await tab.write(`Das wusste ich, @${other.nickname?.slice(0, 9)}`)
      await tab.counts(role('option', undefined, comments), 1)
      await tab.says(role('option', undefined, comments), other.nickname ?? '')
      await tab.keys('Enter')
      await tab.write('oder?')
      await tab.keys('Control+Enter')
      await tab.says(comment('Das wusste ich'), `Das wusste ich, @${other.nickname} oder?`)
      const headers = asMember(await sessionOf(site, other))
      const data = { post_id: post.id, content: 'Ich nicht.' }
      await expected(await site.post('/rest/v1/comments', { headers, data }), 201)
      await tab.press(button('1 neuen Kommentar zeigen', comments))
      await tab.says(comment('Ich nicht.'), 'Ich nicht.')
    },
  },
  {
    name: 'writes a poll, whose draft outlives a reload',
    walk: async (tab) => {
      const member = await asNewMember(tab)
      const field = (name: string) => label(name, main)
      await tab.open('/trashtalk/erstellen?typ=umfrage')
      await tab.fill(field('Titel'), `Wer gewinnt, ${member.nickname}?`)
      await tab.fill(field('Antwort 1'), 'Müller')
      await tab.fill(field('Antwort 2'), 'Mandy')
      await tab.reload()
      await tab.shows(text('Entwurf wiederhergestellt.'))
      await tab.holds(field('Titel'), `Wer gewinnt, ${member.nickname}?`)
      await tab.holds(field('Antwort 2'), 'Mandy')
      await tab.press(button('Abschicken'))
      await tab.at(/^\/trashtalk\/umfragen\/\d{4}\/\d\d\/\d\d\/wer-gewinnt-/)
      await tab.shows(text('Wird geprüft.'))
      const [post] = await stored<{ id: string; status: string }>(
        `community_posts?author_id=eq.${member.id}&select=id,status`,
      )
      expect(post?.status).toBe('pending')
      const options = await stored(`poll_options?post_id=eq.${post?.id}&select=text&order=position`)
      expect(options).toEqual([{ text: 'Müller' }, { text: 'Mandy' }])
    },
  },
]
