import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import {
  asGuest,
  asMember,
  codeAt,
  enrolFactor,
  linkIn,
  type Member,
  mailTo,
  newAddress,
  newNickname,
  newPassword,
  registerMember,
  sessionOf,
} from '../../support/site/members.ts'
import { newDiscussion } from '../../support/site/posts.ts'
import { expected, site } from '../../support/site/requests.ts'
import { asNewMember, isSignedInAs, type Journey } from '../support/journey.ts'
import { button, css, having, label, link, role, type Tab, text } from '../support/tab.ts'

const dialog = role('dialog')
const email = role('textbox', 'E-Mail', dialog)
const password = label('Passwort', dialog)
const toast = (words: string | RegExp) => text(words, role('region', /Meldungen/))

async function openSignIn(tab: Tab): Promise<void> {
  await tab.open('/impressum')
  await tab.press(link(/Login/, role('banner')))
  await tab.press(button('Mit E-Mail anmelden', dialog))
}

async function storedAvatar({ id }: Member): Promise<Buffer> {
  const query = `/rest/v1/public_profiles?id=eq.${id}&select=avatar_url`
  const answer = await expected(await site.get(query, { headers: asGuest() }), 200)
  const [{ avatar_url }] = (await answer.json()) as [{ avatar_url: string }]
  return (await expected(await site.get(avatar_url), 200)).body()
}

/** What the middle of a picture looks like. */
async function colourOf(picture: Buffer): Promise<number[]> {
  const { channels } = await sharp(picture).removeAlpha().stats()
  return channels.map(({ mean }) => Math.round(mean))
}

export const accountJourneys: Journey[] = [
  {
    name: 'signs up: address, password, the mail’s link, a nickname',
    walk: async (tab) => {
      const [address, secret, nickname] = [newAddress(), newPassword(), newNickname()]
      await openSignIn(tab)
      await tab.press(button('Noch kein Account? Hier registrieren', dialog))
      await tab.fill(email, address)
      await tab.fill(password, secret)
      await tab.fill(label('Passwort bestätigen', dialog), secret)
      await tab.press(button('Registrieren', dialog))
      await tab.shows(toast('Registrierung erfolgreich'))
      await tab.open(linkIn(await mailTo(site, address, /Bestätige deine E-Mail-Adresse/)))
      await tab.press(button('E-Mail-Adresse bestätigen', role('main')))
      await isSignedInAs(tab, { email: address })
      await tab.at('/impressum')
      await tab.fill(role('textbox', 'Nickname', dialog), nickname)
      await tab.says(dialog, 'Der Name ist frei.')
      await tab.press(button('Namen speichern', dialog))
      await tab.shows(toast('Name gespeichert'))
      await tab.hides(dialog)
    },
  },
  {
    name: 'avatar: a photo is cut out, stored as WebP, and has its colours',
    walk: async (tab) => {
      const member = await asNewMember(tab)
      const photo = path.join(os.tmpdir(), `${member.id}.jpg`)
      const background = { r: 244, g: 63, b: 18 }
      await sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
        .jpeg()
        .toFile(photo)
      try {
        await tab.open('/account/profil')
        await tab.choose(label('Bilddatei'), photo)
        const crop = role('slider', 'Bildausschnitt')
        await tab.shows(crop)
        await tab.press(crop)
        await tab.keys('+')
        await tab.shows(css('[role=slider][aria-valuetext$="Zoom 110 %"]'))
        await tab.press(button('Bild übernehmen'))
        await tab.shows(toast('Neues Bild gespeichert'))
      } finally {
        fs.rmSync(photo)
      }
      const stored = await storedAvatar(member)
      expect(stored.subarray(8, 12).toString()).toBe('WEBP')
      const seen = await colourOf(stored)
      for (const [at, value] of Object.values(background).entries())
        expect(Math.abs((seen[at] ?? 0) - value), `${seen}`).toBeLessThan(8)
    },
  },
  {
    name: 'notification: shows without a reload, and leads to the comment',
    walk: async (tab) => {
      const member = await asNewMember(tab)
      const post = await newDiscussion(site, member)
      const other = await registerMember(site)
      const bell = css('.site-header summary[data-tooltip="Benachrichtigungen"]')
      await tab.open('/impressum')
      await tab.shows(bell)
      const headers = asMember(await sessionOf(site, other))
      const data = { post_id: post.id, content: 'Da weiß ich aber mehr.' }
      await expected(await site.post('/rest/v1/comments', { headers, data }), 201)
      await tab.says(having(bell, '1'), '1')
      await tab.press(bell)
      const entry = link(new RegExp(`^${other.nickname} hat deinen Beitrag`), role('banner'))
      await tab.press(entry)
      await tab.at(new RegExp(`^${post.path}\\?kommentar=`))
      await tab.shows(having(role('article', undefined, role('main')), 'Da weiß ich aber mehr.'))
    },
  },
  {
    name: 'second factor: the password is not enough, the code is',
    walk: async (tab) => {
      const member = await registerMember(site)
      const { secret } = await enrolFactor(site, await sessionOf(site, member))
      await openSignIn(tab)
      await tab.fill(email, member.email)
      await tab.fill(password, member.password)
      await tab.press(button('Anmelden', dialog))
      await tab.fill(label('Code aus deiner App', dialog), codeAt(secret))
      await tab.press(button('Bestätigen', dialog))
      await tab.shows(toast('Anmeldung erfolgreich'))
      await tab.hides(dialog)
      await isSignedInAs(tab, member)
    },
  },
]
