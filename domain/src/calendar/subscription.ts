/** Path of a broadcast's own calendar file. */
export const eventFilePath = (id: string): string => `/kalender/${encodeURIComponent(id)}.ics`

/** Where calendar services subscribe to a feed, by its public address. */
export function subscriptionLinks(url: string) {
  const webcal = url.replace(/^https?:/, 'webcal:')
  return {
    /** Opens the device's calendar app. */
    webcal,
    /** In the browser: the app does not take a calendar by address. */
    google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
    /** Outlook.com in the browser. */
    outlook: `https://outlook.live.com/calendar/0/addfromweb?name=HoT&url=${encodeURIComponent(url)}`,
  }
}
