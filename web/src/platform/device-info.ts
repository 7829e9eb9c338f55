/** Specification §3 User session: what a visit says about its device. */
export type DeviceInfo = { user_agent: string; screen_resolution: string; timezone: string }

export const deviceInfo = (): DeviceInfo => ({
  user_agent: navigator.userAgent.slice(0, 400),
  screen_resolution: `${screen.width}x${screen.height}`,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})
