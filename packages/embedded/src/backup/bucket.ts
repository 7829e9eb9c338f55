import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import { syncDirectory, syncFile } from '../directory/sync.ts'
import { inTime } from '../in-time.ts'
import { bucketClient, bucketProblem, type S3Options } from '../storage/s3-store.ts'
import { words } from '../words.ts'
import { BackupError, byTime, isNamedByTime, requireRoom } from './installation.ts'

/** A folder of a bucket with the backups of one installation. */
export type BackupBucket = {
  /** Names of its backups, the newest last. */
  names(): Promise<string[]>
  /** Stores a file under its own name; it is there as a whole or not at all. */
  send(file: string): Promise<void>
  /** Reads one into the existing folder `dir`, and returns the file. */
  fetch(name: string, dir: string): Promise<string>
  /** Removes all but the newest `keep` of those that the server named (`prefix`); `made` stays, whatever the clock has said. */
  thin(prefix: string, keep: number, made: string): Promise<number>
}

/** In ms, for an answer that holds no backup. */
const ANSWER_MS = 30_000
/** Of an upload; four are in memory at a time. Ten thousand are allowed, so it grows with the file. */
const PART = 8 << 20
const MOST_PARTS = 9_000

/** As web streams are read and written in Node: a file as a source, read at the pace of the upload. */
const sourceOf = (file: string) =>
  ReadableStream.from(fs.createReadStream(file)) as unknown as globalThis.ReadableStream<Uint8Array>

/** Opens a bucket's `folder` for backups. Nothing is asked yet; each function throws BackupError with what is wrong. */
export function backupBucket(options: S3Options & { folder: string }): BackupBucket {
  const { bucket, folder } = options
  const at = (name: string) => `${folder}/${name}`
  const guarded = async <T>(work: (client: ReturnType<typeof bucketClient>) => Promise<T>): Promise<T> => {
    try {
      return await work(bucketClient(options))
    } catch (error) {
      if (error instanceof BackupError) throw error
      throw new BackupError(bucketProblem(error, options), error)
    }
  }
  const timed = <T>(work: Promise<T>) =>
    inTime(work, options.timeout ?? ANSWER_MS, () => new BackupError(words.backup.bucketSilent(options.endpoint)))

  const sizes = () =>
    guarded(async (client) => {
      const found = new Map<string, number>()
      const objects = client.listObjects({ prefix: `${folder}/` })
      for (;;) {
        const { value, done } = await timed(objects.next())
        if (done) return found
        found.set(value.key.slice(folder.length + 1), value.size)
      }
    })
  const names = async () => byTime([...(await sizes()).keys()])

  return {
    names,
    send: (file) =>
      guarded(async (client) => {
        const { size } = fs.statSync(file)
        const name = path.basename(file)
        const partSize = Math.max(PART, Math.ceil(size / MOST_PARTS))
        await client.putObject(at(name), sourceOf(file), { size, partSize })
        if ((await sizes()).get(name) !== size) throw new BackupError(words.backup.sentDiffers(bucket, at(name)))
      }),
    fetch: (name, dir) =>
      guarded(async (client) => {
        requireRoom(dir, (await sizes()).get(name) ?? 0)
        const target = path.join(dir, name)
        const part = `${target}.${randomUUID()}.part`
        try {
          const answer = await timed(client.getObject(at(name)))
          const body = answer.body as unknown as ReadableStream<Uint8Array>
          await pipeline(Readable.fromWeb(body), fs.createWriteStream(part, { mode: 0o600 }))
          await syncFile(part)
          fs.renameSync(part, target)
          syncDirectory(dir)
        } finally {
          fs.rmSync(part, { force: true })
        }
        return target
      }),
    thin: (prefix, keep, made) =>
      guarded(async (client) => {
        const others = (await names()).filter((name) => isNamedByTime(prefix, name) && name !== made)
        const isOwn = isNamedByTime(prefix, made)
        const old = others.slice(0, Math.max(0, others.length + (isOwn ? 1 : 0) - keep))
        for (const name of old) await timed(client.deleteObject(at(name)))
        return old.length
      }),
  }
}
