import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

const expand = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/**
 * The browser's side of a subscription: its keys, and the decryption of a push service's messages (RFC 8291, RFC
 * 8188).
 */
export function webSubscriber() {
  const curve = createECDH('prime256v1')
  const own = curve.generateKeys()
  const secret = randomBytes(16)
  return {
    p256dh: own.toString('base64url'),
    auth: secret.toString('base64url'),
    open(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const senderLength = body.readUInt8(20)
      const sender = body.subarray(21, 21 + senderLength)
      const sealed = body.subarray(21 + senderLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
      const material = expand(curve.computeSecret(sender), secret, info, 32)
      const key = expand(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = expand(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
      // One record, whose end is marked by a 2 (and padding of zeros).
      return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
    },
  }
}
