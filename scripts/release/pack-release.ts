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
import { prepareDatabase } from '../build/prepare-database.ts'
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

/** Packages that lite asks for and that only its plugin of Vite loads, and files of packages for whoever programs with them. */
const unloaded = {
  packages: /^node_modules\/(vite|rolldown|@rolldown\/[^/]+|lightningcss[^/]*|typescript|@typescript\/[^/]+)$/,
  files: /\.map$|\.d\.[cm]?ts$/,
}

const run = (program: string, args: readonly string[], cwd = root) =>
  execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()

const linesOf = (text: string) => text.split('\n').filter(Boolean)

/** All files and links below a folder or file of this checkout, by their names from here; folders come with their files. */
function filesBelow(name: string, isLeft: (name: string) => boolean = () => false): string[] {
  if (!fs.lstatSync(path.join(root, name)).isDirectory()) return [name]
  const names = fs.readdirSync(path.join(root, name)).map((entry) => `${name}/${entry}`)
  return names.filter((below) => !isLeft(below)).flatMap((below) => filesBelow(below, isLeft))
}

const sources = (): string[] => [
  ...linesOf(run('git', ['ls-files'])).filter((name) => !left.some((pattern) => pattern.test(name))),
  ...['client', 'server', 'dictionary', 'styles.json', 'database', 'built-from', 'release'].flatMap((name) =>
    filesBelow(`web/dist/${name}`),
  ),
]

/** As npm's list of packages names one: `hono@4.13.19`. */
function nameOf(folder: string): string {
  const { name, version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >
  return `${name}@${version}`
}

/** What is in, and the packages' names. Packages of the lock for other platforms are not installed, and workspaces are links. */
function packages(): { files: string[]; names: string[] } {
  const folders = linesOf(run('npm', ['ls', '--package-lock-only', '--all', '--parseable', ...installed]))
    .map((folder) => nameBelow(root, folder))
    .filter((name) => name.includes('node_modules/') && fs.existsSync(path.join(root, name)))
    .filter((name) => !unloaded.packages.test(name))
  // Packages installed below one are in the list themselves.
  const own = folders
    .flatMap((folder) => filesBelow(folder, (name) => name === `${folder}/node_modules`))
    .filter((name) => !unloaded.files.test(name))
  const node = ['bin', 'LICENSE', 'package.json'].flatMap((part) =>
    filesBelow(`node_modules/node-linux-${process.arch}/${part}`),
  )
  return { files: [...own, ...node], names: folders.map((name) => nameOf(path.join(root, name))) }
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

/** The folders that a file lies in. They are entries of their own: whoever unpacks as root gets their rights as they are here. */
const foldersOf = (name: string): string[] => {
  const folder = path.dirname(name)
  return folder === '.' ? ['.'] : [folder, ...foldersOf(folder)]
}

/** What goes into a tarball: files by their names from `root`, and the one that says the commit, in a folder of its own. */
type Contents = { files: readonly string[]; stamp: string }

/**
 * The same files give the same bytes: in order of names, with the time of the commit, of nobody. Read where they lie, since a copy
 * of half a gigabyte takes longer than all else.
 */
function writeTarball(file: string, folder: string, { files, stamp }: Contents, seconds: string, level: number): void {
  const fixed = [
    '--no-recursion',
    '--hard-dereference',
    `--mtime=@${seconds}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
    // Names, and not what links lead to: `.` becomes the folder, and what is in it lies below.
    `--transform=s,^\\([^.]\\|\\..\\),${folder}/\\1,SH`,
    `--transform=s,^\\.$,${folder},SH`,
  ]
  const list = `${stamp}/files`
  const all = new Set([...files, ...files.flatMap(foldersOf)])
  fs.writeFileSync(list, [...all].sort().join('\0'))
  const contents = [`--directory=${stamp}`, stampName, `--directory=${root}`, '--null', `--files-from=${list}`]
  run('tar', [
    '--create',
    '--format=gnu',
    ...fixed,
    `--use-compress-program=gzip -n -${level}`,
    '--file',
    file,
    ...contents,
  ])
}

/**
 * Packs into the folder `to`; returns the path of the tarball. Beside it lie its checksum and its list of packages. `level`: how
 * hard gzip tries, 1 to 9.
 */
export async function packRelease(to: string, level = 6): Promise<string> {
  if (process.platform !== 'linux')
    throw new Error('Tarballs are made on Linux, each on the kind of machine it is for.')
  await ensureBuild(console.info)
  // Migrations may have changed since the build, which is not made of them.
  prepareDatabase()
  const [version, commit] = [readVersion(), readCommit()]
  const seconds = run('git', ['log', '-1', '--format=%ct'])
  const name = `hot-${version}-linux-${process.arch}`
  const stamp = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-pack-'))
  try {
    const { files, names } = packages()
    fs.writeFileSync(path.join(stamp, stampName), `${commit}\n`)
    fs.mkdirSync(to, { recursive: true })
    const file = path.join(to, `${name}.tar.gz`)
    writeTarball(file, `hot-${version}`, { files: [...sources(), ...files], stamp }, seconds, level)
    const sum = createHash('sha256').update(fs.readFileSync(file)).digest('hex')
    fs.writeFileSync(`${file}.sha256`, `${sum}  ${path.basename(file)}\n`)
    fs.writeFileSync(
      path.join(to, `${name}.cdx.json`),
      billOfMaterials(new Date(Number(seconds) * 1000).toISOString(), new Set(names)),
    )
    return file
  } finally {
    fs.rmSync(stamp, { recursive: true })
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { to: { type: 'string', default: 'dist' } } })
  const file = await packRelease(path.resolve(values.to))
  console.info(`${file}: ${Math.round(fs.statSync(file).size / 1e6)} MB`)
}
