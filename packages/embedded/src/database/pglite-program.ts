import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** PGlite has no export for it; its browser builds find the file by the same name beside its own. */
const file = path.join(path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')

let compiled: Promise<WebAssembly.Module> | undefined

/**
 * PostgreSQL compiled to machine code, once per process: threads share it, with everything V8 has optimised since. Compiling
 * is most of the time it takes to open a database again.
 */
export function pgliteProgram(): Promise<WebAssembly.Module> {
  compiled ??= fs.promises.readFile(file).then((bytes) => WebAssembly.compile(bytes))
  return compiled
}
