import { expect, test } from 'vitest'
import { connectFailure } from './open-database.ts'

const url = new URL('postgres://hot:secret@db.example:5433/hot')
const failed = (message: string, code?: string) => connectFailure(Object.assign(new Error(message), { code }), url)

test.each([
  [
    'all connections taken',
    'too many connections for role "hot"',
    '53300',
    /all its connections are taken.*max_connections/,
  ],
  ['no TLS', 'The server does not support SSL connections', undefined, /speaks no TLS.*ssl = on/],
  [
    'own authority',
    'self-signed certificate in certificate chain',
    'SELF_SIGNED_CERT_IN_CHAIN',
    /self-signed.*sslrootcert/,
  ],
  ['another name', "Hostname/IP does not match certificate's altnames", 'ERR_TLS_CERT_ALTNAME_INVALID', /sslrootcert/],
])('%s: the server answered, and what mends it is named', (_, message, code, sentence) => {
  const error = failed(message, code)
  expect(error.code).toBe('database_refused')
  expect(error.message).toMatch(sentence)
  expect(error.message).toContain('db.example:5433')
  expect(error.message).not.toMatch(/does not answer|secret/)
})

test('nobody at all answers', () => {
  const error = failed('connect ECONNREFUSED', 'ECONNREFUSED')
  expect(error.code).toBe('database_unreachable')
  expect(error.message).toContain('PostgreSQL does not answer at db.example:5433')
})
