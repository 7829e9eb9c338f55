import { expect, test } from 'vitest'
import { mailProblem } from './mail-remedies.ts'

const openssl = (reason: string) =>
  Object.assign(
    new Error(`40ED2B7DFC7E0000:error:0A000438:SSL routines:ssl3_read_bytes:${reason}:../rec_layer_s3.c:918:`),
    {
      code: 'ESOCKET',
    },
  )

const told = (error: unknown) => {
  const found = mailProblem({ host: 'mail.example', port: 587, lines: [], error })
  return `${found?.problem} ${found?.remedy}`
}

test.each([
  ['wrong version number', /spricht am Anfang kein TLS.*smtp:\/\/ mit Port 587/],
  [
    'tlsv1 alert internal error',
    /bricht den Aufbau von TLS ab \(tlsv1 alert internal error\)\. Das liegt am Mailserver/,
  ],
  ['unsupported protocol', /bricht den Aufbau von TLS ab \(unsupported protocol\)/],
  ['sslv3 alert handshake failure', /bricht den Aufbau von TLS ab/],
])('a connection that ends while TLS begins is told by its reason: %s', (reason, line) => {
  expect(told(openssl(reason))).toMatch(line)
})

test('a certificate that this machine does not recognise names what makes it known', () => {
  const unknown = Object.assign(new Error('unable to verify the first certificate'), { code: 'ESOCKET' })
  expect(told(unknown)).toMatch(/wird nicht anerkannt.*NODE_EXTRA_CA_CERTS=DATEI/)
})
