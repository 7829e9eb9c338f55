import { startFirefox } from './support/firefox.ts'
import { runJourneys } from './support/run-journeys.ts'

const missing = 'Firefox fehlt: FIREFOX_PATH setzen oder das Debian-Paket firefox-esr installieren.'

runJourneys('Firefox', startFirefox, missing)
