import type { Contract } from '../open-contract.ts'

/** Input for the provider's page. */
export type Choice = {
  email?: string
  name?: string
  verified?: boolean
  subject?: string
  cancel?: boolean
}

/** The answer of the provider on its way to `/auth/v1/callback`. */
export type Answer = { url: URL; form?: URLSearchParams }

const MAX_STEPS = 12
const unescaped = (text: string) =>
  text
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')

const attribute = (tag: string, name: string) => unescaped(new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

function formOf(html: string, base: URL): { action: URL; hidden: URLSearchParams } {
  const hidden = new URLSearchParams()
  for (const [tag] of html.matchAll(/<input type="hidden"[^>]*>/g))
    hidden.set(attribute(tag, 'name'), attribute(tag, 'value'))
  return { action: new URL(attribute(/<form[^>]*>/.exec(html)?.[0] ?? '', 'action'), base), hidden }
}

function filled(choice: Choice): URLSearchParams {
  const { email = '', name = 'Alex Beispiel', verified = true, subject = '', cancel = false } = choice
  const fields = new URLSearchParams({ email, name, subject, choice: cancel ? 'cancel' : 'continue' })
  if (verified) fields.set('verified', 'yes')
  return fields
}

/** As much of a browser as a sign-in needs: redirects, cookies of the provider, and forms that post themselves. */
export function browser(contract: Pick<Contract, 'url' | 'fetch'>) {
  const cookies = new Map<string, string>()

  async function ask(url: URL, form?: URLSearchParams): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: cookie ? { cookie } : {},
      ...(form ? { method: 'POST', body: form } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return response
  }

  /** From the provider's first page to its answer. */
  async function choose(start: string | URL, choice: Choice): Promise<Answer> {
    let url = new URL(start)
    let form: URLSearchParams | undefined
    for (let step = 0; step < MAX_STEPS; step++) {
      if (url.origin === contract.url) return { url, ...(form ? { form } : {}) }
      const response = await ask(url, form)
      form = undefined
      const location = response.headers.get('location')
      if (location) {
        url = new URL(location, url)
        continue
      }
      const html = await response.text()
      if (!html.includes('<form')) throw new Error(`The provider answers ${response.status}: ${html.slice(0, 300)}`)
      const found = formOf(html, url)
      form = url.pathname.startsWith('/interaction/') ? filled(choice) : found.hidden
      url = found.action
    }
    throw new Error('The way through the provider has no end.')
  }

  /** Passes the answer to the backend; returns its redirect. */
  async function deliver({ url, form }: Answer): Promise<URL> {
    const init = form ? { method: 'POST', body: form } : {}
    const response = await contract.fetch(new Request(url, init))
    const location = response.headers.get('location')
    if (!location) throw new Error(`The callback answers ${response.status}: ${await response.text()}`)
    return new URL(location)
  }

  /** `/authorize` at the backend: the provider's address, or wherever else it leads. */
  async function begin(url: string): Promise<URL> {
    const response = await contract.fetch(new Request(url))
    const location = response.headers.get('location')
    if (!location) throw new Error(`/authorize answers ${response.status}: ${await response.text()}`)
    return new URL(location)
  }

  /** The whole flow, from auth-js's URL to the last page. */
  const signIn = async (url: string, choice: Choice) => deliver(await choose(await begin(url), choice))

  return { begin, choose, deliver, signIn }
}
