import webPush from 'web-push'

/**
 * `npm run push:keys`: makes a pair of VAPID keys and prints it as settings. Replacing a pair in use invalidates all
 * subscriptions.
 */
const { publicKey, privateKey } = webPush.generateVAPIDKeys()
console.info(`HOT_VAPID_PUBLIC_KEY=${publicKey}\nHOT_VAPID_PRIVATE_KEY=${privateKey}`)
