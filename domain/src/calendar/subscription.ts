/** Path of a broadcast's own calendar file. */
export const eventFilePath = (id: string): string => `/kalender/${encodeURIComponent(id)}.ics`

/** Where calendar services subscribe to a feed, by its public address. */
export function subscriptionLinks(url: string) {
  const webcal = url.replace(/^https?:/, 'webcal:')
  return {
    /** Opens the device's calendar app. */
    webcal,
    google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?name=HoT&url=${encodeURIComponent(url)}`,
  }
}
