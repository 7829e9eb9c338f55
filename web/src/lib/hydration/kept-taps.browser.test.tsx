import { afterEach, expect, test } from 'vitest'
import { keptTapsScript } from './kept-taps.ts'

/** A page of its own with the script in its head, before any app runs. */
function page(body: string) {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const { contentDocument: inner, contentWindow: view } = frame
  if (!inner || !view) throw new Error('The frame has no document.')
  inner.write(`<!doctype html><head><script>${keptTapsScript}</script></head><body>${body}</body>`)
  inner.close()
  const find = (selector: string) => {
    const found = inner.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`nothing like ${selector}`)
    return found
  }
  const heard: string[] = []
  return {
    find,
    heard,
    press: (selector: string) => find(selector).click(),
    isBusy: (selector: string) => find(selector).ariaBusy === 'true' && find(selector).matches('[data-kept]'),
    /** What the app does once it is hydrated: listens, then takes over. */
    begin(...types: string[]) {
      for (const type of types)
        inner.addEventListener(type, (event) => {
          if (event.defaultPrevented) return
          heard.push(`${type} ${(event.target as Element).id}`)
          event.preventDefault()
        })
      view.hotTaps?.()
    },
    wake() {
      find('[data-asleep]').removeAttribute('data-asleep')
      view.hotTaps?.()
    },
  }
}

afterEach(() => {
  for (const frame of document.querySelectorAll('iframe')) frame.remove()
})

test('a press before the app runs looks busy and is carried out once, in the order of presses', () => {
  const early = page('<button type="button" id="heart"></button><button type="button" id="vote"></button>')
  early.press('#vote')
  early.press('#heart')
  early.press('#vote')
  expect([early.isBusy('#vote'), early.isBusy('#heart')]).toEqual([true, true])
  early.begin('click')
  expect(early.heard).toEqual(['click vote', 'click heart'])
  expect([early.isBusy('#vote'), early.isBusy('#heart')]).toEqual([false, false])
  early.press('#vote')
  expect(early.heard).toEqual(['click vote', 'click heart', 'click vote'])
})

test('a button that the platform carries out whole opens its sheet at once, and is pressed once', () => {
  const early = page(`
    <button type="button" id="open" popovertarget="sheet" data-native></button>
    <div id="sheet" popover="auto"></div>`)
  early.press('#open')
  expect([early.find('#sheet').matches(':popover-open'), early.isBusy('#open')]).toEqual([true, false])
  early.begin('click')
  expect(early.heard).toEqual([])
  expect(early.find('#sheet').matches(':popover-open')).toBe(true)
})

test('menus, links and forms with an address are left to the browser, links that act in place are not', () => {
  const early = page(`
    <details><summary id="menu">Menü</summary></details>
    <a href="#there" id="link">Hin</a>
    <a href="/auth" id="fan" data-tap="">Fan werden</a>
    <form action="#found" id="search"><button id="find">Suchen</button></form>`)
  early.press('#menu')
  expect(early.find('details').hasAttribute('open')).toBe(true)
  for (const id of ['#link', '#find', '#fan']) early.press(id)
  expect(['#link', '#search', '#fan'].map(early.isBusy)).toEqual([false, false, true])
  early.begin('click')
  expect(early.heard).toEqual(['click fan'])
})

test('an option that was chosen and a form without an address reach the app as what they are', () => {
  const early = page(`
    <select id="format"><option>Alle</option><option>Eins</option></select>
    <form id="code"><input name="code" value="ABC"><button id="send">Prüfen</button></form>`)
  const format = early.find('#format') as HTMLSelectElement
  format.selectedIndex = 1
  format.dispatchEvent(new Event('change', { bubbles: true }))
  early.press('#send')
  early.begin('change', 'submit')
  expect(early.heard).toEqual(['change format', 'submit code'])
  expect(format.value).toBe('Eins')
})

test('a part that is hydrated later keeps its presses until then; what has left the page is forgotten', () => {
  const early = page(`
    <button type="button" id="gone"></button>
    <footer data-asleep=""><button type="button" id="consent"></button></footer>`)
  early.press('#consent')
  early.press('#gone')
  early.find('#gone').remove()
  early.begin('click')
  expect(early.heard).toEqual([])
  expect(early.isBusy('#consent')).toBe(true)
  early.wake()
  expect(early.heard).toEqual(['click consent'])
})

test('a button that names a dialog opens and closes it at once, and the app hears of it if it is still open', () => {
  const early = page(`
    <button type="button" id="open" command="show-modal" commandfor="box"></button>
    <dialog id="box" data-asleep=""><button type="button" id="close" command="close" commandfor="box"></button></dialog>
    <button type="button" id="other" command="show-modal" commandfor="nothing"></button>`)
  const box = early.find('#box') as HTMLDialogElement
  early.press('#open')
  expect([box.open, early.isBusy('#open')]).toEqual([true, false])
  early.press('#close')
  expect(box.open).toBe(false)
  early.press('#open')
  box.click()
  expect(box.open, 'a press beside it').toBe(false)
  early.press('#other')
  expect(early.isBusy('#other'), 'its dialog is not there yet').toBe(true)
  early.begin('click')
  expect(early.heard, 'closed again').toEqual(['click other'])

  const still = page(
    '<button type="button" id="open" command="show-modal" commandfor="box"></button><dialog id="box"></dialog>',
  )
  still.press('#open')
  still.press('#open')
  still.begin('click')
  expect(still.heard).toEqual(['click open'])
})
