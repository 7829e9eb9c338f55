import { Chapter } from './legal-page.tsx'

/** The numbers are those of web/src/service-worker/worker-limits.ts. */
export function OfflineChapter() {
  return (
    <Chapter id="ohne-netz" title="Lesen ohne Netz">
      <p>
        Damit du auch im Funkloch weiterlesen kannst, legt dein Browser Kopien von dem ab, was du gelesen hast: die
        letzten 50 öffentlichen Seiten und 100 Bilder, höchstens sieben Tage lang, und bis zu 30 Tage die
        Programmdateien von HoT. Seiten deines Kontos und Antworten, die nur dir gelten, sind nie dabei. Die Kopien
        bleiben auf deinem Gerät, und wenn du dich abmeldest, sind sie weg. In der App gibt es sie nicht.
      </p>
    </Chapter>
  )
}
