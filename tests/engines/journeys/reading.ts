import { expect } from 'vitest'
import type { Journey } from '../support/journey.ts'
import { button, css, link, role, text } from '../support/tab.ts'

const dialog = role('dialog')

export const readingJourneys: Journey[] = [
  {
    name: 'reads: from the start page to a star, and from a list to a post',
    guest: true,
    walk: async (tab, { star }) => {
      await tab.open('/')
      await tab.shows(role('heading', undefined, 'css=main'))
      await tab.open('/stars')
      await tab.press(css(`main a[href="${star.path}"] >> nth=0`))
      await tab.at(star.path)
      await tab.says(css('h1'), star.text)
      await tab.open('/trashtalk/diskussionen')
      const title = css('main .post :is(h2, h3) a >> nth=0')
      const words = await tab.read(title)
      await tab.press(title)
      await tab.at(/^\/trashtalk\/diskussionen\/\d{4}\//)
      await tab.says(css('h1'), words)
    },
  },
  {
    name: 'searches by keys, and is led to what was found',
    guest: true,
    walk: async (tab, { format }) => {
      await tab.open('/impressum')
      await tab.press(button('Suche öffnen'))
      const field = role('combobox', 'Suche')
      await tab.isFocused(field)
      await tab.write(format.text)
      await tab.says(role('status', undefined, dialog), `Suchergebnisse für "${format.text}"`)
      await tab.shows(css(`[role=option][href="${format.path}"]`))
      await tab.keys('Escape')
      await tab.hides(dialog)
      await tab.isFocused(button('Suche öffnen'))
      await tab.keys('Control+k')
      await tab.isFocused(field)
      await tab.write('Karma')
      await tab.press(css('[role=option][href="/charts/community/karma-champs"]'))
      await tab.at('/charts/community/karma-champs')
      await tab.hides(dialog)
    },
  },
  {
    name: 'shares: the address is copied where the system shares nothing',
    guest: true,
    walk: async (tab, { discussion }) => {
      await tab.open(discussion.path)
      await tab.press(button('Teilen', css('article:has(h1) > .reactions')))
      await tab.shows(text('Link kopiert'))
    },
  },
  {
    name: 'calendar: views, weeks and what to subscribe to',
    guest: true,
    walk: async (tab) => {
      const view = (name: string) => link(name, role('main'))
      await tab.open('/kalender')
      await tab.shows(text(/^KW \d+ · /))
      await tab.press(view('Monat'))
      await tab.at('/kalender?ansicht=monat')
      await tab.shows(role('table'))
      await tab.press(view('Liste'))
      await tab.at('/kalender?ansicht=liste')
      await tab.shows(role('heading', 'Heute'))
      await tab.press(text('Abonnieren'))
      await tab.shows(link('Einmal laden (.ics)'))
      await tab.keys('Escape')
      await tab.hides(link('Einmal laden (.ics)'))
      await tab.back()
      await tab.at('/kalender?ansicht=monat')
      await tab.shows(role('table'))
    },
  },
  {
    name: 'Back finds its place in a list, from a page of the site and from another document',
    guest: true,
    walk: async (tab) => {
      const place = () => tab.ask<number>('Math.round(scrollY)')
      const isAt = (there: number) => tab.until(`at ${there} again`, `Math.abs(scrollY - ${there}) < 4`)
      await tab.open('/trashtalk')
      await tab.until('all is laid out', "!document.documentElement.hasAttribute('data-first')")
      await tab.ask("void [...document.querySelectorAll('.post h3 a')].at(-1).scrollIntoView({ block: 'center' })")
      await tab.press(css('.post h3 a >> nth=-1'))
      await tab.until('a post', "document.querySelector('h1') !== null && location.pathname !== '/trashtalk'")
      await tab.back()
      await tab.at('/trashtalk')
      await tab.until('further down', 'scrollY > 500')
      const there = await place()
      await tab.open('/impressum')
      await tab.back()
      await tab.at('/trashtalk')
      await isAt(there)
    },
  },
  {
    name: 'theme: dark colours the page, and stays through a reload',
    guest: true,
    walk: async (tab) => {
      const account = css('.site-header summary[aria-label="Account"]')
      const background = () => tab.ask<string>('getComputedStyle(document.body).backgroundColor')
      await tab.open('/stars')
      const light = await background()
      await tab.press(account)
      await tab.press(button('Dunkel', css('.site-header')))
      await tab.until('the page is dark', "document.documentElement.dataset.theme === 'dark'")
      await tab.until('the colour has changed', `getComputedStyle(document.body).backgroundColor === 'rgb(10, 10, 10)'`)
      expect(light).toBe('rgb(246, 245, 233)')
      await tab.keys('Escape')
      await tab.hides(button('Dunkel', css('.site-header')))
      await tab.reload()
      expect(await background()).toBe('rgb(10, 10, 10)')
    },
  },
]
