import { documentPolicy } from './content-security.ts'
import { plainDocument } from './plain-page.ts'

/** Not a failure of ours: without the red frame. */
const style = `main{border-color:currentColor}h2{font-size:18px;margin:24px 0 4px}ul{margin:0;padding:0;list-style:none}
li a{display:flex;align-items:center;min-height:44px;border-top:1px solid color-mix(in srgb,var(--ink) 25%,transparent);color:var(--ink);overflow-wrap:anywhere}`

/** The service worker puts what can be read in place of the comment (`web/src/service-worker/offline-page.ts`). */
const main = `<p>Diese Seite kommt gerade nicht zu dir. Sobald dein Gerät wieder Netz hat, lädt sie von selbst.</p>
<p class="do"><a href="">Erneut versuchen</a></p><!--gelesen-->
<script>addEventListener('online',()=>location.reload())</script>`

/** What stands in place of a page that cannot be had without a network; needs no other file. */
export const offlineDocument = plainDocument('Keine Verbindung', main, style)

export const offlineResponse = (): Response =>
  new Response(offlineDocument, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': documentPolicy(offlineDocument),
    },
  })
