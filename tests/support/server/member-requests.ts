/** For tests: a demo member who sends requests to a running server, across any number of restarts. */
import fs from 'node:fs'
import path from 'node:path'

type Row = Record<string, unknown>

async function answered(response: Response): Promise<Response> {
  if (response.ok) return response
  throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
}

const passwordOf = (dataDir: string, email: string): string => {
  const file = fs.readFileSync(path.join(dataDir, 'demo-accounts.json'), 'utf8')
  const account = (JSON.parse(file) as { email: string; password: string }[]).find((known) => known.email === email)
  if (!account) throw new Error(`no demo account ${email}`)
  return account.password
}

/** Signs in once; the token stays valid across restarts. A refusal throws an Error, a broken connection a TypeError. */
export async function memberRequests(url: string, dataDir: string, email: string) {
  const { publishableKey } = (await (await fetch(`${url}/config.json`)).json()) as { publishableKey: string }
  const plain = { apikey: publishableKey, 'content-type': 'application/json' }
  const signedIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: plain,
    body: JSON.stringify({ email, password: passwordOf(dataDir, email) }),
  })
  const session = (await (await answered(signedIn)).json()) as { access_token: string; user: { id: string } }
  const headers = { ...plain, authorization: `Bearer ${session.access_token}` }

  const write = async (url: string, table: string, row: Row, prefer: string): Promise<void> => {
    const response = await fetch(`${url}/rest/v1/${table}`, {
      method: 'POST',
      headers: { ...headers, prefer: `return=minimal${prefer}` },
      body: JSON.stringify(row),
    })
    await (await answered(response)).text()
  }
  return {
    id: session.user.id,
    /** One row by its client-generated id. */
    insert: (url: string, table: string, row: Row) => write(url, table, row, ''),
    /** One row by its natural key. */
    upsert: (url: string, table: string, row: Row) => write(url, table, row, ',resolution=merge-duplicates'),
    /** The rows of a filter: `comments?id=eq.…`. */
    remove: async (url: string, query: string): Promise<void> =>
      void (await (await answered(await fetch(`${url}/rest/v1/${query}`, { method: 'DELETE', headers }))).text()),
    select: async (url: string, query: string): Promise<Row[]> =>
      (await (await answered(await fetch(`${url}/rest/v1/${query}`, { headers }))).json()) as Row[],
  }
}
