import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Options as a server sends them (W3C Web Authentication Level 3, 5.1.8 and 5.1.9), as far as they are used here. */
type CreationOptions = { challenge: string; rp: { id?: string }; user: { id: string } }
type RequestOptions = { challenge: string; rpId?: string; allowCredentials?: { id: string }[] }

/** Deviations of an attacker or a broken device from a correct answer. */
export type Deviation = {
  /** Origin of the page that asks; default: the server's site. */
  origin?: string
  rpId?: string
  challenge?: string
  type?: 'webauthn.create' | 'webauthn.get'
  /** False: no user verification. */
  userVerified?: boolean
  /** False: no user presence. */
  userPresent?: boolean
  counter?: number
  userHandle?: string | null
  /** Id of another credential than the one that signs, or that a new one has. */
  id?: string
  /** Changes one bit of the signature. */
  forged?: boolean
}

export const OTHER_CHALLENGE = Buffer.alloc(32, 7).toString('base64url')

/** Answers that prove nothing, of a device whose counter was 5 before. */
export const WRONG_ANSWERS: [string, Deviation][] = [
  ['of another site', { origin: 'https://localhost:4999' }],
  ['for another relying party', { rpId: 'example.org' }],
  ['to another challenge', { challenge: OTHER_CHALLENGE }],
  ['of a device that nobody unlocked', { userVerified: false }],
  ['of a device that nobody touched', { userPresent: false }],
  ['to the other ceremony', { type: 'webauthn.create' }],
  ['with an altered signature', { forged: true }],
  ['with a counter as it was', { counter: 5 }],
  ['with a lower counter', { counter: 3 }],
]

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** CBOR (RFC 8949) of the few shapes that occur here. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length])
    if (length < 256) return Buffer.from([(major << 5) | 24, length])
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  }
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([key, held]) => [
    cbor(key),
    cbor(held as number | string | Buffer | Map<number, never>),
  ])
  return Buffer.concat([head(5, value.size), ...pairs])
}

/** A COSE key (RFC 9053): ES256 on P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const entries: [number, number | Buffer][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]
  return cbor(new Map(entries))
}

type Held = { id: Buffer; privateKey: KeyObject; rpId: string; handle: string; counter: number }

/** A software authenticator with keys in memory that answers as a browser on a page of `origin` would. */
export function authenticator(origin: string) {
  const held: Held[] = []

  const clientData = (type: string, challenge: string, { origin: other, type: asked }: Deviation) =>
    Buffer.from(JSON.stringify({ type: asked ?? type, challenge, origin: other ?? origin, crossOrigin: false }))

  const flags = ({ userVerified = true, userPresent = true }: Deviation, more = 0) =>
    Buffer.from([(userPresent ? 1 : 0) | (userVerified ? 4 : 0) | more])

  const counted = (counter: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(counter)
    return bytes
  }

  return {
    /** `navigator.credentials.create()`, as `PublicKeyCredential.toJSON()` writes its result. */
    create(options: CreationOptions, deviation: Deviation = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const rpId = options.rp.id ?? new URL(origin).hostname
      const given = deviation.id === undefined ? randomBytes(32) : Buffer.from(deviation.id, 'base64url')
      const key: Held = { id: given, privateKey, rpId, handle: options.user.id, counter: 0 }
      held.push(key)
      const idLength = Buffer.from([0, key.id.length])
      const authData = Buffer.concat([
        sha256(deviation.rpId ?? rpId),
        flags(deviation, 0x40),
        counted(deviation.counter ?? 0),
        Buffer.alloc(16),
        idLength,
        key.id,
        coseKey(publicKey),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      const id = key.id.toString('base64url')
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', deviation.challenge ?? options.challenge, deviation).toString(
            'base64url',
          ),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal' as const],
        },
      }
    },

    /** `navigator.credentials.get()`: with an allowed credential, or with the last one of this site. */
    get(options: RequestOptions, deviation: Deviation = {}) {
      const allowed = options.allowCredentials?.map(({ id }) => id)
      const key = held.findLast(
        ({ id, rpId }) => rpId === options.rpId && (!allowed || allowed.includes(id.toString('base64url'))),
      )
      if (!key) throw new Error('no credential of this site')
      key.counter += 1
      const authData = Buffer.concat([
        sha256(deviation.rpId ?? key.rpId),
        flags(deviation),
        counted(deviation.counter ?? key.counter),
      ])
      const data = clientData('webauthn.get', deviation.challenge ?? options.challenge, deviation)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), key.privateKey)
      if (deviation.forged) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
      const id = deviation.id ?? key.id.toString('base64url')
      const userHandle = deviation.userHandle === undefined ? key.handle : deviation.userHandle
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle === null ? {} : { userHandle }),
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof authenticator>
