import type { Cheerio, CheerioAPI } from 'cheerio'
import { documentOf, plain } from './html.ts'
import { expected, site } from './requests.ts'

type Elements = ReturnType<CheerioAPI>
type Name = string | RegExp

/** A page as the server rendered it, read and navigated as by a browser without scripts. */
export type ReadPage = {
  /** Its address after redirects. */
  path: string
  html: string
  $: CheerioAPI
  main: Elements
  /** Elements by selector and accessible name: the label, else the text. A text has to match the whole name. */
  named(selector: string, name: Name, within?: Elements): Elements
  /** A part of the page by the heading or label that names it; throws unless there is exactly one. */
  region(name: Name): Elements
  /** The address of the one link with this name. */
  link(name: Name, within?: Elements): string
  /** The targets of the links within, in order. */
  addresses(within?: Elements): string[]
  /** Texts of elements, as a reader sees them. */
  texts(selector: string, within?: Elements): string[]
  /** The page behind the link with this name. */
  follow(name: Name, within?: Elements): Promise<ReadPage>
  /** The page a GET form leads to, with some of its fields filled in. */
  submit(form: Elements, fields: Record<string, string>): Promise<ReadPage>
}

/** Opens a page of the server under test. */
export async function openPage(path: string): Promise<ReadPage> {
  const answer = await expected(await site.get(path), 200)
  return readPage(path, await answer.text())
}

function readPage(path: string, html: string): ReadPage {
  const $ = documentOf(html)
  const main = $('main')
  const textOf = (element: Cheerio<Elements[number]>) => plain(element.text())
  const nameOf = (element: Elements) => {
    const label = element.attr('aria-label')
    const by = element.attr('aria-labelledby')
    return label ?? (by ? textOf($(`[id="${by}"]`)) : textOf(element))
  }
  const named: ReadPage['named'] = (selector, name, within = main) =>
    within
      .find(selector)
      .filter((_, element) => (typeof name === 'string' ? nameOf($(element)) === name : name.test(nameOf($(element)))))
  const one = (found: Elements, what: string): Elements => {
    if (found.length !== 1) throw new Error(`${found.length} of ${what} on ${path}, not one`)
    return found
  }
  const link: ReadPage['link'] = (name, within) =>
    one(named('a[href]', name, within), `link ${name}`).attr('href') ?? ''
  return {
    path,
    html,
    $,
    main,
    named,
    region: (name) => one(named('section, [role=region], nav', name), `region ${name}`),
    link,
    addresses: (within = main) =>
      within
        .find('a[href]')
        .toArray()
        .map((element) => $(element).attr('href') ?? ''),
    texts: (selector, within = main) =>
      within
        .find(selector)
        .toArray()
        .map((element) => textOf($(element))),
    follow: (name, within) => openPage(link(name, within)),
    submit: (form, fields) => {
      const stored = form.serializeArray().map(({ name, value }) => [name, value] as const)
      const query = new URLSearchParams(Object.entries({ ...Object.fromEntries(stored), ...fields }))
      for (const name of Object.keys(fields)) one(form.find(`[name="${name}"]`), `field ${name}`)
      return openPage(`${form.attr('action')}?${query}`)
    },
  }
}
