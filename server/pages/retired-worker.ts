/** Takes the place of every worker of ours, deletes what it kept and is gone: the way back out of a worker that does harm. */
export const retiredWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('hot-')) await caches.delete(name)
  await registration.unregister()
})()))
`
