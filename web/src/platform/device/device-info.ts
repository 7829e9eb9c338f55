/** What a visit says about its device. */
export type DeviceInfo = { user_agent: string; screen_resolution: string; timezone: string }

/** Asking `Intl` makes a formatter, which keeps a phone busy for 50 ms; browsers of before 2026 know no other way. */
const timeZone = () => globalThis.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone

export const deviceInfo = (): DeviceInfo => ({
  user_agent: navigator.userAgent.slice(0, 400),
  screen_resolution: `${screen.width}x${screen.height}`,
  timezone: timeZone(),
})

/** Which build this is: the website, or the single-page app inside the iOS and Android shells. Known when building. */
export const isNative: boolean = import.meta.env.VITE_SHELL === 'native'
