import { subscribeViewer, viewer } from './viewer.ts'

/** Resolves, once the viewer is known, with whether they are a member. */
export function isMember(): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      const who = viewer()
      if (who.state === 'loading' || (who.state === 'guest' && who.pending)) return
      stop()
      resolve(who.state === 'member')
    }
    const stop = subscribeViewer(check)
    check()
  })
}
