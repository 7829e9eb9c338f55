import { type Finding, type Tree, webBuild, wrong } from './tree.ts'

/** Everything that ends up in an app, or in the repository beside it. */
const folders = ['native', webBuild]

/** Files that hold secrets by their nature. */
const secretFiles = /(^|\/)(\.env(\.[\w.-]+)?|.+\.(jks|keystore|p8|p12|pem|mobileprovision)|service-account.*\.json)$/i
const unreadable = /\.(png|jpe?g|webp|woff2?|jar|ico|br|gz)$/i
const webToken = /\beyJ[\w-]{8,}\.(eyJ[\w-]{8,})\.[\w-]+/g

const patterns: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['ein geheimer Schlüssel von Supabase', /\bsb_secret_[A-Za-z0-9]/],
  ['ein privater Schlüssel', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*[A-Za-z0-9+/]/],
  ['ein Dienstkonto von Google', /"private_key_id"\s*:\s*"\w/],
  ['eine Datenbank mit Passwort', /\bpostgres(?:ql)?:\/\/[^\s:/@"'<>$]+:[^\s@"'<>$]+@/],
  ['ein Mailserver mit Passwort', /\bsmtps?:\/\/[^\s:/@"'<>$]+:[^\s@"'<>$]+@/],
  ['ein Passwort eines Schlüsselbunds', /\b(?:storePassword|keyPassword)\s*[= ]\s*["'][^"']+["']/],
]

/** A token of the role that sees everything; tokens of the public role are meant to be here. */
function holdsServiceRole(text: string): boolean {
  return [...text.matchAll(webToken)].some(([, payload = '']) =>
    Buffer.from(payload, 'base64url').toString('utf8').includes('"service_role"'),
  )
}

/** No key that opens more than the public one, and no file that is made of secrets. Never repeats what it found. */
export function checkSecrets(tree: Tree): Finding[] {
  const files = folders
    .flatMap(tree.list)
    .filter((file) => !/(^|\/)(node_modules|build|\.gradle|DerivedData)\//.test(file))
  return files.flatMap((file) => {
    if (secretFiles.test(file)) return [wrong(`${file} gehört nicht hierher.`)]
    if (unreadable.test(file)) return []
    const text = tree.bytes(file)?.toString('utf8') ?? ''
    const found = patterns.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)
    if (holdsServiceRole(text)) found.push('ein Schlüssel der Rolle service_role')
    return found.map((name) => wrong(`${file} enthält ${name}.`))
  })
}
