import { guidelineRules, ruleAnchors, ruleTitles } from '../moderation/case-rules.ts'
import { slugify } from '../text/slug.ts'

/**
 * The chapters of the community guidelines that an installation can write itself, in the markup of articles; those on
 * reports, consequences and appeals follow, since they describe what the software does.
 */
export const standardGuidelines = `## Der Ton

Hart in der Sache, fair zur Person. Kritik an Auftritten, Schnitt und Entscheidungen gehört dazu. Beleidigungen, Drohungen, Hass und Hetze nicht – weder gegen Stars noch gegen Mitglieder oder das Team. Niemand wird wegen Herkunft, Religion, Geschlecht, Sexualität, Aussehen oder Behinderung herabgesetzt.

## Gerüchte

Ein Gerücht ist als Gerücht gekennzeichnet, bleibt bei dem, was im Fernsehen oder von den Leuten selbst öffentlich gemacht wurde, und nennt am besten eine Quelle. Tabu sind erfundene Tatsachen über echte Menschen, Straftaten, Krankheiten, Schwangerschaften und alles über Kinder. Über den Status entscheidet das Team, nicht die Mehrheit.

Haben die Leute selbst öffentlich gemacht, was ihre Gesundheit, ihre Sexualität, eine Straftat oder Minderjährige betrifft, braucht das Gerücht einen Link dorthin, und jemand vom Team liest es, bevor es andere sehen.

## Privates bleibt privat

Keine Adressen, Telefonnummern, Arbeitsplätze, privaten Chats oder heimlichen Aufnahmen. Auch nicht, wenn sie anderswo schon stehen.

## Was sonst nicht geht

- Rechtswidriges aller Art, Pornografie, Gewaltverherrlichung, Aufrufe zu Straftaten
- Fremde Texte und Bilder, an denen du keine Rechte hast
- Werbung, Spam, gekaufte Stimmen und mehrere Konten für eine Person
- Spoiler ohne Warnung im Titel`

export type GuidelineChapter = { id: string; title: string; text: string }

/** The chapters of guidelines with anchor and numbered title; a chapter begins at `## `. */
export const guidelineChapters = (markup: string): GuidelineChapter[] =>
  markup
    .split(/^## +/m)
    .slice(1)
    .map((chapter, place) => {
      const [first = '', ...lines] = chapter.split('\n')
      const rule = guidelineRules[place]
      return {
        id: rule ? ruleAnchors[rule] : slugify(first),
        title: `${place + 1}. ${first.trim()}`,
        text: lines.join('\n').trim(),
      }
    })

/** Decisions cite the chapters of `ruleTitles`, so guidelines begin with those. SQL: private.checked_guidelines(). */
export const beginsWithRules = (markup: string): boolean => {
  const chapters = guidelineChapters(markup)
  return guidelineRules.every((rule, place) => chapters[place]?.title === ruleTitles[rule])
}
