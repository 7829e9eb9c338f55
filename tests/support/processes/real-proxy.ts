/**
 * For tests: nginx or Caddy with the files of `deploy/` on free ports: those of two processes on plain HTTP, those of one
 * with TLS, as they are.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
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
  const [before = '', , secure = ''] = example('two-processes/nginx.conf', servers).split(/^server \{\n/m)
  const plain = secure
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ {2}(listen \[::\]|ssl_).*\n/gm, '')
  return inNginx(`${before}\nserver {\n${plain}`, folder)
}

function inNginx(servers: string, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`)
  return `pid ${folder}/pid; error_log ${folder}/error.log; daemon off; worker_processes 1; user root;
events {}
http {
access_log off; ${temporary.join(' ')}
${servers}
}`
}

const caddyConfig = (servers: readonly string[], port: number): string =>
  `{\n\tadmin off\n}\n${example('two-processes/Caddyfile', servers).replace('hot.example {', `http://127.0.0.1:${port} {`)}`

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
  const text = name === 'nginx' ? nginxConfig(servers, port, folder) : caddyConfig(servers, port)
  const { stop, failed } = run(name, text, folder)
  const url = `http://127.0.0.1:${port}`
  for (const end = Date.now() + 20_000; ; ) {
    const answer = await fetch(`${url}/health`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) break
    if (failed() || Date.now() > end) throw new Error(`${name} does not run: ${failed()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url, stop }
}

/** Starts the example of a cache in front of one process, on plain HTTP, with what it keeps in `folder`. */
export async function startCache(
  server: string,
  { port, purgePort, token }: { port: number; purgePort: number; token: string },
  folder: string,
): Promise<Proxy> {
  const text = fs
    .readFileSync(path.join(deploy, 'cdn/nginx.conf'), 'utf8')
    .replace('127.0.0.1:3000', new URL(server).host)
    .replace('/var/cache/nginx/hot', path.join(folder, 'cache'))
    .replaceAll('"PURGE-SECRET"', `"${token}"`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('listen 127.0.0.1:8081;', `listen 127.0.0.1:${purgePort};`)
    .replace(/^ *listen (\[::\]|443).*\n/gm, '')
    .replace(/^ *ssl_.*\n/gm, '')
  const { stop, failed } = run('nginx', inNginx(text, folder), folder)
  for (const end = Date.now() + 20_000; !(await isOpen(purgePort)); ) {
    if (failed() || Date.now() > end) throw new Error(`nginx does not run: ${failed()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url: `http://127.0.0.1:${purgePort}`, stop }
}

export type TlsProxy = { port: number; plainPort: number; certificate: string; stop: () => Promise<void> }

/** Starts the example for one process, with TLS as hot.example and a certificate of its own, which is returned. */
export async function startTlsProxy(
  name: ProxyName,
  server: string,
  ports: { tls: number; plain: number },
  folder: string,
): Promise<TlsProxy> {
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=hot.example', '-addext', 'subjectAltName=DNS:hot.example']
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...made, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const text = fs
    .readFileSync(path.join(deploy, name === 'nginx' ? 'nginx.conf' : 'Caddyfile'), 'utf8')
    .replace('127.0.0.1:3000', new URL(server).host)
  const config =
    name === 'nginx'
      ? inNginx(
          text
            .replace(/^ *listen \[::\].*\n/gm, '')
            .replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
            .replace('listen 443 ssl', `listen 127.0.0.1:${ports.tls} ssl`)
            .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
            .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`),
          folder,
        )
      : `{\n\tadmin off\n\thttp_port ${ports.plain}\n\thttps_port ${ports.tls}\n}\n${text.replace(
          'hot.example {',
          `hot.example {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`,
        )}`
  const { stop, failed } = run(name, config, folder)
  for (const end = Date.now() + 20_000; !(await isOpen(ports.tls)); ) {
    if (failed() || Date.now() > end) throw new Error(`${name} does not run: ${failed()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { port: ports.tls, plainPort: ports.plain, certificate: fs.readFileSync(certificate, 'utf8'), stop }
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** Its process. `failed` gives what it printed once it has ended. */
function run(name: ProxyName, config: string, folder: string) {
  const file = path.join(folder, name)
  fs.writeFileSync(file, config)
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
  return {
    failed: () => (child.exitCode === null ? undefined : output || `exit code ${child.exitCode}`),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
