/** Where auth-js keeps the session; other tabs see it change under this key. */
export const sessionKey = 'sb-hot-auth-token'

/**
 * Runs inline in the head, before first paint: what only guests need is not even drawn for somebody who comes back.
 * `html[data-viewer]` from then on means that a session is stored, not that it is still good.
 */
export const sessionHintScript = `try{if(localStorage.getItem('${sessionKey}'))document.documentElement.dataset.viewer='member'}catch(e){}`
