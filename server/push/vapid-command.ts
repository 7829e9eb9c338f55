import webPush from 'web-push'

/**
 * Makes a pair of VAPID keys and prints it as settings: `npm run push:keys`. Do not replace a pair in use: that
 * invalidates all subscriptions.
 */
const { publicKey, privateKey } = webPush.generateVAPIDKeys()
console.info(`HOT_VAPID_PUBLIC_KEY=${publicKey}\nHOT_VAPID_PRIVATE_KEY=${privateKey}`)
