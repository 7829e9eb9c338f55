import { randomUUID } from 'node:crypto'
import { asMember, asServer, registerMember, registerStaff, sessionOf } from '../../support/site/members.ts'
import { newDiscussion } from '../../support/site/posts.ts'
import { eventually, expected, site } from '../../support/site/requests.ts'
import { type Journey, signIn } from '../support/journey.ts'
import { button, label, role, text } from '../support/tab.ts'

export const teamJourneys: Journey[] = [
  {
    name: 'at the desk a moderator warns for a reported post, with a reason',
    walk: async (tab) => {
      const author = await registerMember(site)
      const reporter = await registerMember(site)
      const title = `Wer gewinnt das Sommerhaus ${randomUUID().slice(0, 8)}?`
      const post = await newDiscussion(site, author, { title })
      const data = { p_id: randomUUID(), p_target_type: 'post', p_target: post.id, p_reason: 'insult' }
      const headers = asMember(await sessionOf(site, reporter))
      await expected(await site.post('/rest/v1/rpc/report_content', { headers, data }), 200)
      await signIn(tab, await registerStaff(site, 'moderator'))
      await tab.open(`/admin/reports?von=${author.nickname}`)
      const card = role('article', new RegExp(`: ${title.replace('?', '\\?')}$`))
      await tab.says(card, `Beleidigung/Hass von ${reporter.nickname}`)
      await tab.press(button(/^Verwarnen: /, card))
      const dialog = role('dialog', `${author.nickname}: Verwarnen`)
      await tab.fill(label('Grund', dialog), 'Bleib bitte fair zur Person.')
      await tab.press(button('Verwarnen', dialog))
      await tab.shows(text(`${author.nickname} verwarnt.`))
      await tab.hides(card)
      await tab.press(button(/^Jetzt ausführen/))
      await eventually(async () => {
        const query = `/rest/v1/reports?target_post_id=eq.${post.id}&select=status`
        const [row] = (await (await site.get(query, { headers: asServer() })).json()) as { status: string }[]
        if (row?.status === 'pending' || row?.status === 'open') throw new Error(`the report is ${row.status}`)
      })
    },
  },
]
