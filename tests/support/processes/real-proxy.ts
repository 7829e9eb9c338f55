/** For tests: nginx or Caddy with the files of `deploy/`, on plain HTTP and a free port, in front of two servers. */
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const deploy = path.resolve(import.meta.dirname, '../../../deploy')

export type Proxy = { url: string; stop: () => Promise<void> }

const exampleServers = ['127.0.0.1:3001', '127.0.0.1:3002']

/** The example with addresses of this test instead of its own. */
function example(file: string, servers: readonly string[]): string {
  let text = fs.readFileSync(path.join(deploy, file), 'utf8')
  for (const [at, given] of exampleServers.entries()) {
    if (!text.includes(given)) throw new Error(`${file} does not name ${given}`)
    text = text.replace(given, new URL(servers[at] ?? '').host)
  }
  return text
}

/** Certificates and the redirect to TLS are left out; everything else is as in the example. */
function nginxConfig(servers: readonly string[], port: number, folder: string): string {
  const [before = '', , secure = ''] = example('nginx.conf', servers).split(/^server \{\n/m)
  const plain = secure
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ {2}(listen \[::\]|ssl_).*\n/gm, '')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`)
  return `pid ${folder}/pid; error_log ${folder}/error.log; daemon off; worker_processes 1; user root;
events {}
http {
access_log off; ${temporary.join(' ')}
${before}
server {
${plain}
}`
}

const caddyConfig = (servers: readonly string[], port: number): string =>
  `{\n\tadmin off\n}\n${example('Caddyfile', servers).replace('hot.example {', `http://127.0.0.1:${port} {`)}`

export type ProxyName = 'nginx' | 'caddy'

export const isInstalled = (name: ProxyName): boolean =>
  spawnSync('/bin/sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${name}`]).status === 0

/** Starts it in `folder`, which must exist. */
export async function startProxy(
  name: ProxyName,
  servers: readonly string[],
  port: number,
  folder: string,
): Promise<Proxy> {
  const file = path.join(folder, name)
  fs.writeFileSync(file, name === 'nginx' ? nginxConfig(servers, port, folder) : caddyConfig(servers, port))
  const args = name === 'nginx' ? ['-c', file] : ['run', '--adapter', 'caddyfile', '--config', file]
  const child = spawn(name, args, {
    env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8')
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  for (const end = Date.now() + 20_000; ; ) {
    const answer = await fetch(`${url}/health`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) break
    if (child.exitCode !== null || Date.now() > end) throw new Error(`${name} does not run: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
