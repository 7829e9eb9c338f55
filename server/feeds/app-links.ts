import { browserFolders, feedEndings } from '@hot/domain/url/app-links'
import { appFolders, appPages } from '@hot/domain/url/app-pages'
import type { Context, Hono } from 'hono'
import { plainResponse } from '../pages/plain-page.ts'
import type { AppLinkSettings } from '../settings/site-settings.ts'
import type { Env } from '../wire/client-address.ts'

/** The path Apple requests: without extension, and redirects are not followed. */
const applePath = '/.well-known/apple-app-site-association'
/** The path Google requests. */
const googlePath = '/.well-known/assetlinks.json'

const refused = (path: string) => ({ '/': path, exclude: true })
const opened = (path: string) => ({ '/': path })

/** Apple: "Supporting associated domains". The first matching component decides; `?*` is one or more characters. */
function appleLinks({ iosAppIds }: AppLinkSettings): object | undefined {
  if (iosAppIds.length === 0) return undefined
  const components = [
    ...browserFolders.map((folder) => refused(`${folder}*`)),
    ...feedEndings.map((ending) => refused(`*${ending}`)),
    ...appPages.map(opened),
    ...appFolders.map((folder) => opened(`${folder}?*`)),
  ]
  // Passwords saved for the site are offered in the app.
  return { applinks: { details: [{ appIDs: iosAppIds, components }] }, webcredentials: { apps: iosAppIds } }
}

/** Google: "Verify Android App Links". Which paths open in the app is defined by its manifest. */
function googleLinks({ androidPackage, androidFingerprints }: AppLinkSettings): object | undefined {
  if (!androidPackage) return undefined
  const target = {
    namespace: 'android_app',
    package_name: androidPackage,
    sha256_cert_fingerprints: androidFingerprints,
  }
  return [
    {
      relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
      target,
    },
  ]
}

/** Tells Apple and Google which apps may open this site's links; 404 for each that has no app configured. */
export function addAppLinks(app: Hono<Env>, settings: AppLinkSettings): void {
  const answer = (document: object | undefined) => (c: Context<Env>) =>
    document ? c.json(document, 200, { 'cache-control': 'public, max-age=3600' }) : plainResponse(404)
  app.get(applePath, answer(appleLinks(settings)))
  app.get(googlePath, answer(googleLinks(settings)))
}
