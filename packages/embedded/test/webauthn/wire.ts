import type { Contract } from '../open-contract.ts'

/** Where the pages of the contract's site (http://127.0.0.1:4999) can use passkeys: an IP address is no relying party. */
export const PAGES = 'http://localhost:4999'

export type Answer = { status: number; code: string; body: Record<string, unknown> }

/** One request to `/auth/v1` as auth-js sends it: with JSON, and an access token where there is one. */
export async function ask(
  contract: Contract,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<Answer> {
  const answer = await contract.fetch(
    new Request(`${contract.url}/auth/v1${path}`, {
      method,
      headers: {
        apikey: contract.publishableKey,
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  const text = await answer.text()
  const read: Record<string, unknown> = text === '' ? {} : JSON.parse(text)
  return { status: answer.status, code: String(read.error_code ?? ''), body: read }
}

/** Claims of an access token about the session. */
export const levelOf = (token: unknown) => {
  const { aal, amr } = JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as {
    aal: string
    amr: { method: string }[]
  }
  return { aal, amr: amr.map(({ method }) => method) }
}
