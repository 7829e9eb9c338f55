import fs from 'node:fs'
import path from 'node:path'
import { vi } from 'vitest'

type OtherNameChange =
  | { kind: 'mkdir' | 'unlink' | 'rmdir'; name: string }
  | { kind: 'rename'; name: string; to: string }
/** What the database asked of the file system, or `acknowledged`: what a client was told meanwhile. */
type Event =
  | { kind: 'open'; fd: number; name: string; isDirectory: boolean }
  | { kind: 'write'; fd: number; at: number; bytes: Buffer }
  | { kind: 'truncate'; name: string; size: number }
  | { kind: 'create'; name: string }
  | OtherNameChange
  | { kind: 'sync'; fd: number }
  | { kind: 'acknowledged'; id: string }

type Change = { at: number; bytes: Buffer } | { size: number }
/** `synced` survives for certain, of each of `pending` nobody knows. */
type File = { synced: Buffer; pending: Change[] }
type NameChange = { kind: 'create'; name: string; file: File } | OtherNameChange

/** Pages of the system: of an 8 kB page of PostgreSQL's, either half may have been written. */
const PAGE = 4096

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const inPages = (at: number, bytes: Buffer): Change[] => {
  const pages: Change[] = []
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + PAGE - ((at + from) % PAGE))
    pages.push({ at: at + from, bytes: bytes.subarray(from, to) })
    from = to
  }
  return pages
}

function changed(contents: Buffer, changes: readonly Change[]): Buffer {
  let result = Buffer.from(contents)
  const resize = (size: number) => {
    result = Buffer.concat([result.subarray(0, size), Buffer.alloc(Math.max(0, size - result.length))])
  }
  for (const change of changes) {
    if ('size' in change) resize(change.size)
    else {
      if (change.at + change.bytes.length > result.length) resize(change.at + change.bytes.length)
      change.bytes.copy(result, change.at)
    }
  }
  return result
}

/** The state of a disk while events happen to it, beginning with the synced files in `base`. */
function diskFrom(base: string) {
  const original = new Map<string, File>()
  const names = new Map<string, File>()
  const open = new Map<number, File | string>()
  const changes: NameChange[] = []
  /** So many of them are certain: a journal keeps their order. */
  let certain = 0

  const fileAt = (name: string): File => {
    const known = names.get(name)
    if (known) return known
    const file: File = { synced: fs.readFileSync(path.join(base, name)), pending: [] }
    original.set(name, file)
    names.set(name, file)
    return file
  }
  const rename = (name: string, to: string) => {
    const file = fileAt(name)
    names.delete(name)
    names.set(to, file)
  }
  const makeCertain = (concerns: (name: string) => boolean) => {
    const last = changes.findLastIndex((one) => concerns(one.name) || (one.kind === 'rename' && concerns(one.to)))
    certain = Math.max(certain, last + 1)
  }
  const sync = (target: File | string | undefined) => {
    if (target === undefined) return
    if (typeof target === 'string') {
      makeCertain((name) => path.dirname(name) === target)
      return
    }
    target.synced = changed(target.synced, target.pending)
    target.pending = []
    makeCertain((name) => names.get(name) === target)
  }

  const happen = (event: Event) => {
    if (event.kind === 'acknowledged') return
    if (event.kind === 'open') open.set(event.fd, event.isDirectory ? event.name : fileAt(event.name))
    else if (event.kind === 'sync') sync(open.get(event.fd))
    else if (event.kind === 'truncate') fileAt(event.name).pending.push({ size: event.size })
    else if (event.kind === 'write') {
      const file = open.get(event.fd)
      if (typeof file === 'object') file.pending.push(...inPages(event.at, event.bytes))
    } else if (event.kind === 'create') {
      const file: File = { synced: Buffer.alloc(0), pending: [] }
      names.set(event.name, file)
      changes.push({ ...event, file })
    } else {
      changes.push(event)
      if (event.kind === 'rename') rename(event.name, event.to)
      if (event.kind === 'unlink') names.delete(event.name)
    }
  }

  /** Turns `target`, a copy of `base`, into what a power cut now may leave. */
  const leave = (target: string, random: () => number) => {
    const files = new Map(original)
    const kept = certain + Math.floor(random() * (changes.length - certain + 1))
    for (const change of changes.slice(0, kept)) {
      const at = path.join(target, change.name)
      if (change.kind === 'mkdir') fs.mkdirSync(at)
      if (change.kind === 'rmdir') fs.rmdirSync(at)
      if (change.kind === 'create') {
        fs.writeFileSync(at, '')
        files.set(change.name, change.file)
      }
      if (change.kind === 'unlink') {
        fs.rmSync(at)
        files.delete(change.name)
      }
      if (change.kind === 'rename') {
        fs.renameSync(at, path.join(target, change.to))
        const file = files.get(change.name)
        files.delete(change.name)
        if (file) files.set(change.to, file)
      }
    }
    for (const [name, { synced, pending }] of files) {
      const survived = pending.filter(() => random() < 0.5)
      fs.writeFileSync(path.join(target, name), changed(synced, survived))
    }
  }
  return { happen, leave }
}

/**
 * Records what this process does to the files below `dir`, until `stop`. Then `cut` may be called as often as wanted: it
 * makes `target` what a power cut at some moment may leave, and returns what had been acknowledged by then. Each page that
 * was not synced is there or not, at random; so are the latest changes of names. The files of `dir` must not be open at the
 * start, and `base`, where a copy of it is put, must not exist.
 */
export function recordDisk(dir: string, base: string) {
  fs.cpSync(dir, base, { recursive: true })
  const events: Event[] = []
  const nameOf = (file: fs.PathLike): string | undefined => {
    const name = path.relative(dir, String(file))
    return name.startsWith('..') ? undefined : name || '.'
  }
  const record = (file: fs.PathLike, event: (name: string) => Event) => {
    const name = nameOf(file)
    if (name !== undefined) events.push(event(name))
  }
  const real = { ...fs }
  const ours = new Set<number>()
  const spies = [
    vi.spyOn(fs, 'openSync').mockImplementation((file, ...rest) => {
      const fd = real.openSync(file, ...rest)
      if (nameOf(file) === undefined) return fd
      ours.add(fd)
      record(file, (name) => ({ kind: 'open', fd, name, isDirectory: real.fstatSync(fd).isDirectory() }))
      return fd
    }),
    vi.spyOn(fs, 'closeSync').mockImplementation((fd) => {
      ours.delete(fd)
      real.closeSync(fd)
    }),
    vi.spyOn(fs, 'writeSync').mockImplementation(((
      fd: number,
      from: NodeJS.ArrayBufferView,
      offset: number,
      length: number,
      at: number,
    ) => {
      const written = real.writeSync(fd, from, offset, length, at)
      const bytes = Buffer.from(Buffer.from(from.buffer, from.byteOffset + offset, written))
      if (ours.has(fd)) events.push({ kind: 'write', fd, at, bytes })
      return written
    }) as typeof fs.writeSync),
    vi.spyOn(fs, 'truncateSync').mockImplementation((file, size) => {
      real.truncateSync(file, size)
      record(file, (name) => ({ kind: 'truncate', name, size: size ?? 0 }))
    }),
    vi.spyOn(fs, 'writeFileSync').mockImplementation((file, ...rest) => {
      // Before: Node opens the file by the same module.
      if (typeof file !== 'number') record(file, (name) => ({ kind: 'create', name }))
      real.writeFileSync(file, ...rest)
    }),
    vi.spyOn(fs, 'mkdirSync').mockImplementation((file, ...rest) => {
      record(file, (name) => ({ kind: 'mkdir', name }))
      return real.mkdirSync(file, ...rest)
    }),
    vi.spyOn(fs, 'unlinkSync').mockImplementation((file) => {
      real.unlinkSync(file)
      record(file, (name) => ({ kind: 'unlink', name }))
    }),
    vi.spyOn(fs, 'rmdirSync').mockImplementation((file) => {
      real.rmdirSync(file)
      record(file, (name) => ({ kind: 'rmdir', name }))
    }),
    vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      real.renameSync(from, to)
      record(from, (name) => ({ kind: 'rename', name, to: path.relative(dir, String(to)) }))
    }),
    ...(['fsyncSync', 'fdatasyncSync'] as const).map((kind) =>
      vi.spyOn(fs, kind).mockImplementation((fd) => {
        real[kind](fd)
        if (ours.has(fd)) events.push({ kind: 'sync', fd })
      }),
    ),
  ]
  return {
    acknowledge: (id: string) => events.push({ kind: 'acknowledged', id }),
    stop: () => {
      for (const spy of spies) spy.mockRestore()
    },
    cut: (target: string, seed: number): string[] => {
      const random = seeded(seed)
      const disk = diskFrom(base)
      const before = events.slice(0, Math.floor(random() * (events.length + 1)))
      for (const event of before) disk.happen(event)
      fs.cpSync(base, target, { recursive: true })
      disk.leave(target, random)
      return before.flatMap((event) => (event.kind === 'acknowledged' ? [event.id] : []))
    },
  }
}
