/**
 * `npm run pack:release [-- --to FOLDER]`: packs this checkout, built, with the packages and the Node that it runs on, so that
 * unpacking and `npm start` is all. For the platform it runs on; only on Linux, with GNU tar.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readCommit, readVersion, stampName } from '../../server/settings/build-info.ts'
import { ensureBuild } from '../build/current-build.ts'
import { nameBelow, root } from '../node-program.js'

/** As the Dockerfile installs them (docs/decisions/037-installed-size.md). */
const installed = ['--omit=dev', '--omit=peer', '-w', 'domain', '-w', 'packages/embedded', '-w', 'server']

/** Neither tests nor what is only for development, the apps and the making of a release. */
const left = [
  /(^|\/)\.(?!npmrc$)/,
  /\.test\.tsx?$/,
  /^(native|tests|scripts\/(check|native|structure|suites))\//,
  /^(packages\/[^/]+|supabase)\/tests?\//,
  /^(biome|knip)\.json$|^(playwright|vitest)\.config\.ts$|^Dockerfile$|^compose.*\.yaml$/,
]

const run = (program: string, args: readonly string[], cwd = root) =>
  execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()

const linesOf = (text: string) => text.split('\n').filter(Boolean)

function copy(name: string, to: string): void {
  const target = path.join(to, name)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  fs.cpSync(path.join(root, name), target, { recursive: true, verbatimSymlinks: true })
}

function copySources(to: string): void {
  const files = linesOf(run('git', ['ls-files'])).filter((name) => !left.some((pattern) => pattern.test(name)))
  for (const name of files) copy(name, to)
  for (const name of ['client', 'server', 'dictionary', 'styles.json', 'built-from', 'release'])
    copy(`web/dist/${name}`, to)
}

/** As npm's list of packages names one: `hono@4.13.19`. */
function nameOf(folder: string): string {
  const { name, version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >
  return `${name}@${version}`
}

/** Packages of the lock for other platforms are not installed, and workspaces are links. Returns what is in. */
function copyPackages(to: string): string[] {
  const folders = linesOf(run('npm', ['ls', '--package-lock-only', '--all', '--parseable', ...installed]))
    .map((folder) => nameBelow(root, folder))
    .filter((name) => name.includes('node_modules/') && fs.existsSync(path.join(root, name)))
  for (const name of folders) {
    const link = fs.lstatSync(path.join(root, name)).isSymbolicLink()
    fs.mkdirSync(path.join(to, path.dirname(name)), { recursive: true })
    // Packages installed below this one are in the list themselves.
    const own = (file: string) => !nameBelow(path.join(root, name), file).startsWith('node_modules')
    if (link) fs.symlinkSync(fs.readlinkSync(path.join(root, name)), path.join(to, name))
    else fs.cpSync(path.join(root, name), path.join(to, name), { recursive: true, filter: own })
  }
  const node = `node_modules/node-linux-${process.arch}`
  for (const part of ['bin', 'LICENSE', 'package.json']) copy(`${node}/${part}`, to)
  return folders.map((name) => nameOf(path.join(root, name)))
}

type Bill = {
  serialNumber?: string
  metadata: { timestamp: string; component: { name: string } }
  components: { 'bom-ref': string; [field: string]: unknown }[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/**
 * The list of what is in, in CycloneDX, without what differs from one run to the next. Chosen from all packages here: `npm sbom
 * --omit` leaves out whatever is also a development or a peer dependency of something.
 */
function billOfMaterials(instant: string, packed: ReadonlySet<string>): string {
  const bill = JSON.parse(run('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'])) as Bill
  bill.components = bill.components.filter((component) => packed.has(component['bom-ref']))
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => packed.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => packed.has(other)) }))
  delete bill.serialNumber
  bill.metadata.timestamp = instant
  bill.metadata.component.name = 'hot'
  const node = JSON.parse(
    fs.readFileSync(path.join(root, `node_modules/node-linux-${process.arch}/package.json`), 'utf8'),
  )
  const purl = `pkg:generic/node@${node.version}`
  bill.components.push({ 'bom-ref': purl, type: 'application', name: 'node', version: node.version, purl })
  return `${JSON.stringify(bill, null, 2)}\n`
}

/** The same files give the same bytes: in order of names, with the time of the commit, of nobody. */
function writeTarball(folder: string, file: string, seconds: string): void {
  const fixed = [
    '--sort=name',
    `--mtime=@${seconds}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
  ]
  const [parent, name] = [path.dirname(folder), path.basename(folder)]
  run('tar', ['--create', '--format=gnu', ...fixed, '--use-compress-program=gzip -n -6', '--file', file, name], parent)
}

/** Packs into the folder `to`; returns the path of the tarball. Beside it lie its checksum and its list of packages. */
export async function packRelease(to: string): Promise<string> {
  if (process.platform !== 'linux')
    throw new Error('Tarballs are made on Linux, each on the kind of machine it is for.')
  await ensureBuild(console.info)
  const [version, commit] = [readVersion(), readCommit()]
  const seconds = run('git', ['log', '-1', '--format=%ct'])
  const name = `hot-${version}-linux-${process.arch}`
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-pack-'))
  try {
    const folder = path.join(scratch, `hot-${version}`)
    copySources(folder)
    const packed = new Set(copyPackages(folder))
    fs.writeFileSync(path.join(folder, stampName), `${commit}\n`)
    fs.mkdirSync(to, { recursive: true })
    const file = path.join(to, `${name}.tar.gz`)
    writeTarball(folder, file, seconds)
    const sum = createHash('sha256').update(fs.readFileSync(file)).digest('hex')
    fs.writeFileSync(`${file}.sha256`, `${sum}  ${path.basename(file)}\n`)
    fs.writeFileSync(
      path.join(to, `${name}.cdx.json`),
      billOfMaterials(new Date(Number(seconds) * 1000).toISOString(), packed),
    )
    return file
  } finally {
    fs.rmSync(scratch, { recursive: true })
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { to: { type: 'string', default: 'dist' } } })
  const file = await packRelease(path.resolve(values.to))
  console.info(`${file}: ${Math.round(fs.statSync(file).size / 1e6)} MB`)
}
