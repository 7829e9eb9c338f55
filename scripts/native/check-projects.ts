import type shell from '../../native/capacitor.config.ts'
import { checkBehaviour } from './check-behaviour.ts'
import { checkIds } from './check-ids.ts'
import { checkLinks } from './check-links.ts'
import { checkPermissions } from './check-permissions.ts'
import { checkPrivacy } from './check-privacy.ts'
import { checkPush } from './check-push.ts'
import { checkSecrets } from './check-secrets.ts'
import { checkVersions } from './check-versions.ts'
import type { NativeConfig } from './config.ts'
import { type Finding, type Tree, unless } from './tree.ts'

type Shell = typeof shell

/** What the shell may open inside itself, and where its pages come from. */
function checkShell({ server = {}, android = {}, ios = {} }: Shell): Finding[] {
  return unless([
    [server.allowNavigation?.length === 0, 'capacitor.config.ts: allowNavigation muss leer sein.'],
    [!server.url, 'capacitor.config.ts: Die App lädt sich nicht von einem Server (server.url).'],
    [
      server.cleartext === false && server.androidScheme === 'https' && android.allowMixedContent === false,
      'capacitor.config.ts: Unverschlüsselte Inhalte müssen verboten sein.',
    ],
    [
      !android.webContentsDebuggingEnabled && !ios.webContentsDebuggingEnabled,
      'capacitor.config.ts: Eine fertige App lässt nicht in sich hineinsehen (webContentsDebuggingEnabled).',
    ],
  ])
}

/** Everything that can be seen without a build: ids, links, permissions, versions, secrets. */
export const checkProjects = (tree: Tree, config: NativeConfig, capacitor: Shell): Finding[] => [
  ...checkIds(tree, config),
  ...checkLinks(tree),
  ...checkShell(capacitor),
  ...checkPermissions(tree),
  ...checkPush(tree, config),
  ...checkPrivacy(tree),
  ...checkBehaviour(tree),
  ...checkVersions(tree),
  ...checkSecrets(tree),
]
