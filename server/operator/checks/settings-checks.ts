import { isIP } from 'node:net'
import { namedDatabases } from '../../settings/backend-settings.ts'
import { differingNames, doubtfulNames } from '../../settings/names.ts'
import { isPublicSite, type Settings } from '../../settings/settings.ts'
import { isPublicAddress } from '../../wire/public-addresses.ts'
import { type Check, isError, isWarning } from '../facts.ts'

/** A check that needs settings which could be read. */
const ofSettings = (
  name: string,
  look: (settings: Settings, facts: Parameters<Check['look']>[0]) => ReturnType<Check['look']>,
): Check => ({ name, look: (facts) => facts.settings && look(facts.settings, facts) })

const isPublic = (settings: Settings) => isPublicSite(settings)
const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')
const isOpenHost = (host: string) => host === '0.0.0.0' || host === '::' || (isIP(host) !== 0 && isPublicAddress(host))

const asksForTls = ({ searchParams }: URL) =>
  /^(require|verify-ca|verify-full)$/.test(searchParams.get('sslmode') ?? '')
const isWeakPassword = ({ username, password }: URL) =>
  password !== '' && (password.length < 8 || password === username)

/** What is set, and how it fits together. */
export const settingsChecks: readonly Check[] = [
  {
    name: 'settings_wrong',
    look: ({ problems }) =>
      problems.length > 0 &&
      isError(
        `Mit diesen Einstellungen startet HoT nicht: ${problems.join(' ')}`,
        'Berichtige sie. Was jede bedeutet, steht in docs/operations/configure.md.',
      ),
  },
  {
    name: 'settings_doubtful',
    look: ({ env }) => {
      const [first] = doubtfulNames(env)
      return (
        first &&
        isWarning(
          `${first.name} ist keine Einstellung von HoT und sieht aus wie ${first.meant}.`,
          `Wenn du ${first.meant} meinst, benenn die Variable um.`,
        )
      )
    },
  },
  {
    name: 'settings_unread',
    look: ({ env, database }) => {
      const told = typeof database === 'object' && 'engine' in database ? database.startedWith : undefined
      const names = told ? differingNames(env, told) : []
      return (
        names.length > 0 &&
        isWarning(
          `Der laufende Server hat andere Einstellungen als dieser Befehl: ${names.join(', ')}. Er liest sie nur beim Start.`,
          'Starte ihn neu, unter systemd: sudo systemctl restart hot. Gelten seine, gib sie auch diesem Befehl.',
        )
      )
    },
  },
  ofSettings(
    'proxy_missing',
    (settings) =>
      isPublic(settings) &&
      settings.siteUrl?.startsWith('https:') &&
      settings.trustedProxies.length === 0 &&
      isError(
        'SITE_URL ist eine https-Adresse, aber TRUSTED_PROXIES fehlt. HoT spricht selbst kein TLS: Alle Besucher kommen mit der Adresse des Proxys an und teilen sich eine Grenze.',
        'Setz TRUSTED_PROXIES auf die Adresse des Proxys, auf derselben Maschine: TRUSTED_PROXIES=loopback.',
      ),
  ),
  ofSettings(
    'proxy_without_site',
    ({ trustedProxies, siteUrl }) =>
      trustedProxies.length > 0 &&
      !siteUrl &&
      isError(
        'TRUSTED_PROXIES ist gesetzt, SITE_URL nicht. Links in Mails, Feeds und für Suchmaschinen führen auf diese Maschine.',
        'Setz SITE_URL auf die öffentliche Adresse, etwa SITE_URL=https://hot.example.',
      ),
  ),
  ofSettings(
    'proxy_everybody',
    ({ trustedProxies }) =>
      trustedProxies.some((network) => /\/0$/.test(network)) &&
      isError(
        'TRUSTED_PROXIES vertraut jedem. Wer eine Adresse erfindet, umgeht so alle Grenzen und Sperren.',
        'Nenn nur die Adressen deiner Proxys.',
      ),
  ),
  ofSettings(
    'site_not_https',
    (settings) =>
      isPublic(settings) &&
      settings.siteUrl?.startsWith('http:') &&
      isError(
        'SITE_URL ist öffentlich und beginnt mit http. Passwörter gehen unverschlüsselt durchs Netz, und ohne https gibt es weder Passkeys noch Push noch die App auf dem Startbildschirm.',
        'Stell einen Proxy mit TLS davor (deploy/) und nimm die https-Adresse.',
      ),
  ),
  ofSettings(
    'site_by_number',
    (settings) =>
      isPublic(settings) &&
      settings.siteUrl !== undefined &&
      isIP(hostOf(settings.siteUrl)) !== 0 &&
      isWarning(
        'SITE_URL nennt eine IP-Adresse. Passkeys gehen nur mit einem Namen, und Mails von dort gelten leicht als Spam.',
        'Nimm einen Namen, der auf die Maschine zeigt.',
      ),
  ),
  ofSettings(
    'cdn_unpurged',
    ({ cdn, supabase }) =>
      cdn !== undefined &&
      !cdn.purge &&
      !supabase &&
      isWarning(
        'HOT_CDN ist an, und HoT kann dem Cache davor nicht sagen, was weg muss: Gelöschtes steht dort bis zu zehn Sekunden, und während eines Neustarts hat er keine Seiten.',
        'Setz HOT_CDN_PURGE_URL und HOT_CDN_PURGE_TOKEN, siehe docs/operations/grow.md.',
      ),
  ),
  ofSettings(
    'cdn_untrusted',
    ({ cdn, trustedProxies }) =>
      cdn !== undefined &&
      trustedProxies.length === 0 &&
      isError(
        'HOT_CDN ist an, aber TRUSTED_PROXIES fehlt: Alle Besucher kommen mit der Adresse des Caches an und teilen sich eine Grenze.',
        'Setz TRUSTED_PROXIES auf die Adressen, von denen der Cache fragt.',
      ),
  ),
  ofSettings(
    'host_open',
    ({ host, trustedProxies }) =>
      isOpenHost(host) &&
      trustedProxies.length === 0 &&
      isWarning(
        `HOST=${host} nimmt Verbindungen von überall an, ohne Proxy und ohne TLS.`,
        'Lass HOST weg und stell einen Proxy davor; steht er auf einer anderen Maschine, nenn ihn in TRUSTED_PROXIES.',
      ),
  ),
  ofSettings(
    'metrics_open',
    ({ monitoring: { metrics } }) =>
      metrics !== undefined &&
      isOpenHost(metrics.host) &&
      isWarning(
        `METRICS_HOST=${metrics.host} zeigt die Messwerte jedem, der den Port erreicht. Ein Passwort gibt es dort nicht.`,
        'Nimm eine Adresse deines eigenen Netzes oder lass METRICS_HOST weg.',
      ),
  ),
  ofSettings(
    'demo_wanted',
    (settings) =>
      isPublic(settings) &&
      settings.demo === 'on' &&
      isWarning(
        'HOT_DEMO=1 füllt eine öffentliche Seite mit erfundenen Mitgliedern und Gerüchten.',
        'Lass HOT_DEMO weg. Was schon da ist, entfernt: npm run admin -- remove-demo',
      ),
  ),
  ofSettings('database_plain', (settings) => {
    const plain = namedDatabases(settings).find(({ url, isOutside }) => isOutside && !asksForTls(url))
    return (
      plain &&
      isWarning(
        `${plain.name} führt ins Internet, ohne TLS zu verlangen.`,
        'Häng ?sslmode=verify-full an die Adresse; mit eigener Zertifizierungsstelle dazu &sslrootcert=DATEI.',
      )
    )
  }),
  ofSettings('database_password', (settings) => {
    const weak = namedDatabases(settings).find(({ url }) => url.hostname !== '' && isWeakPassword(url))
    return (
      weak &&
      isWarning(
        `Das Passwort in ${weak.name} ist leicht zu erraten.`,
        'Vergib ein langes zufälliges: packages/embedded/src/platform/bootstrap.sql setzt es neu.',
      )
    )
  }),
]
