import { runJourneys } from './support/run-journeys.ts'
import { startWebKit } from './support/webkit.ts'

const missing = 'WebKit fehlt: die Debian-Pakete webkit2gtk-driver und xvfb installieren.'

runJourneys('WebKit', startWebKit, missing)
