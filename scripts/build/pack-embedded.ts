import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const source = path.join(root, 'packages/embedded')

type Manifest = { exports: Record<string, string>; devDependencies?: unknown; [field: string]: unknown }

/** The entry of a file as it is in the package: Node runs no TypeScript below node_modules. */
const built = (file: string) => ({ types: file.replace(/\.ts$/, '.d.ts'), default: file.replace(/\.ts$/, '.js') })

function packedManifest({ devDependencies: _, exports, ...manifest }: Manifest) {
  return {
    ...manifest,
    exports: Object.fromEntries(Object.entries(exports).map(([name, file]) => [name, built(file)])),
  }
}

/** Programs of npm are scripts on Windows, which only its shell starts. */
const run = (program: string, args: readonly string[]) =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' })

/**
 * Packs `@hot/embedded` as a registry would have it, into the folder `to`: JavaScript and declarations in place of TypeScript,
 * with what the code reads from disk. Returns the tarball's path.
 */
export function packEmbedded(to: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-pack-'))
  try {
    run('npx', ['tsc', '-p', path.join(source, 'tsconfig.pack.json'), '--outDir', folder])
    for (const name of fs.globSync(['README.md', 'templates/*.html', 'src/**/*.sql'], { cwd: source }))
      fs.cpSync(path.join(source, name), path.join(folder, name))
    const manifest = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8')) as Manifest
    fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(packedManifest(manifest), null, 2))
    const [packed] = JSON.parse(run('npm', ['pack', folder, '--pack-destination', to, '--json'])) as [
      { filename: string },
    ]
    return path.join(to, packed.filename)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/** Run as `npm run pack:embedded`: the tarball goes to the present folder. */
if (import.meta.main) console.log(packEmbedded(process.cwd()))
