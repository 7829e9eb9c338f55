import { once } from 'node:events'
import fs from 'node:fs'
import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { words } from '../words.ts'
import { BackupError } from './installation.ts'

/** First bytes of every file of age (https://age-encryption.org/v1). */
const MAGIC = 'age-encryption.org/v1\n'

async function* bytesOf(stream: Readable): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream as AsyncIterable<Buffer>)
    yield new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}

/**
 * The web's streams and Node's are the same objects, declared twice. Read by pulling: `Readable.toWeb` may push into a
 * stream whose reader has just given up, an exception that nobody can catch.
 */
const asWeb = (stream: Readable) =>
  ReadableStream.from(bytesOf(stream)) as unknown as globalThis.ReadableStream<Uint8Array>
const asNode = (stream: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as unknown as ReadableStream<Uint8Array>)

/**
 * Encrypts to public keys as age prints them (`age1…`), in constant memory: whoever does so cannot read the result. Throws
 * BackupError if one is none.
 */
export function encryptionFor(recipients: readonly string[]): (plain: Readable) => Promise<Readable> {
  const encrypter = new Encrypter()
  try {
    for (const recipient of recipients) encrypter.addRecipient(recipient)
  } catch (error) {
    throw new BackupError(words.backup.recipientInvalid, error)
  }
  return async (plain) => asNode(await encrypter.encrypt(asWeb(plain)))
}

/** Whether a file is encrypted with age, by its first bytes. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await fs.promises.open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === MAGIC
  } finally {
    await handle.close()
  }
}

/** Reads the secret keys in a file that `age-keygen` has written. Throws BackupError. */
export function readIdentities(file: string): string[] {
  if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile()) throw new BackupError(words.backup.identityMissing(file))
  const lines = fs.readFileSync(file, 'utf8').split(/\r?\n/)
  const keys = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  if (keys.length === 0 || !keys.every((key) => /^AGE-SECRET-KEY-(PQ-)?1[0-9A-Z]+$/.test(key)))
    throw new BackupError(words.backup.identityInvalid(file))
  return keys
}

function decrypterFor(identities: readonly string[]): Decrypter {
  const decrypter = new Decrypter()
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
  } catch (error) {
    throw new BackupError(words.backup.identityEmpty, error)
  }
  return decrypter
}

/** age-encryption raises errors without a code; this one means that the file is sound and the key another. */
const isWrongKey = (error: unknown) => error instanceof Error && error.message.startsWith('no identity matched')

/** A backup's content, decrypted if it is encrypted, in constant memory. Throws BackupError. */
export async function openBackup(file: string, identities: readonly string[]): Promise<Readable> {
  const content = fs.createReadStream(file)
  if (!(await isEncrypted(file))) return content
  if (identities.length === 0) {
    content.destroy()
    throw new BackupError(words.backup.encrypted)
  }
  try {
    return asNode(await decrypterFor(identities).decrypt(asWeb(content)))
  } catch (error) {
    content.destroy()
    if (error instanceof BackupError) throw error
    throw new BackupError(isWrongKey(error) ? words.backup.wrongIdentity : words.backup.damaged(file), error)
  }
}

/** What reads an archive: `tar`'s parser and unpacker. */
type Sink = NodeJS.EventEmitter & { write(chunk: Buffer): boolean; end(): unknown }

/** Feeds an archive to `sink`, at its pace, passing on what it has read; ends once `sink` emits `done`. */
export async function* throughSink(
  source: AsyncIterable<Uint8Array>,
  sink: Sink,
  done: 'end' | 'close',
): AsyncGenerator<Uint8Array> {
  const finished = once(sink, done)
  finished.catch(() => {}) // awaited below; a failure in between is not unhandled
  for await (const chunk of source) {
    if (!sink.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)))
      await Promise.race([once(sink, 'drain'), finished])
    yield chunk
  }
  sink.end()
  await finished
}

/** As `throughSink`, where nobody else reads. */
export async function feed(source: AsyncIterable<Uint8Array>, sink: Sink, done: 'end' | 'close'): Promise<void> {
  for await (const _ of throughSink(source, sink, done));
}
