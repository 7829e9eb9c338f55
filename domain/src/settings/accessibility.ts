/**
 * What the page on accessibility says until an installation writes its own, in the markup of articles: what HoT does, and
 * what it does not yet. How barriers are reported and who supervises stands below it, from the operator's data.
 */
export const standardAccessibility = `## Was wir uns vorgenommen haben

HoT soll sich ohne Maus, ohne Bild, ohne Ton, mit großer Schrift und ohne Zeitdruck bedienen lassen. Maßstab sind die Web Content Accessibility Guidelines (WCAG) 2.2 auf Stufe AA und die europäische Norm EN 301 549.

## Wie es geprüft wird

Bei jeder Änderung laufen Tests: alle öffentlichen Seiten mit axe, in vier Breiten, die Farben in Hell und Dunkel, Konto und Teambereich in Teilen; Wege durch die Seite nur mit der Tastatur, die nach jedem Schritt nachsehen, wo der Fokus steht und was angesagt wird; und auf den wichtigsten Seiten erzwungene Farben, ein Fenster von 320 mal 256 Pixeln und doppelte Schriftgröße.

## Was noch nicht geht

- In der Monatsansicht des Kalenders sind lange Titel abgeschnitten; ganz stehen sie in der Liste des Tages. Bekannt seit 28. November 2026.
- Die sechs Wörter in der Leiste unten wachsen auf schmalen Bildschirmen nicht mit der Schriftgröße des Browsers, nur mit dem Zoom. Bekannt seit 29. November 2026.
- Fremdsprachige Stellen in Beiträgen und Kommentaren sind nicht als solche ausgezeichnet; ein Screenreader liest sie deutsch vor. Bekannt seit 29. November 2026.
- Einiges prüfen wir nur von Hand und nicht bei jeder Änderung: weite Zeichen- und Zeilenabstände, quer gehaltene Geräte, Hinweise beim Darüberfahren, und dass ein Druck noch abgebrochen werden kann. Bekannt seit 29. November 2026.
- Mit echten Screenreadern sind weder die Website noch die Apps geprüft. Bekannt seit 28. November 2026.
- Was auf verlinkten Seiten anderer steht, können wir nicht barrierefrei machen.

## Einstellungen, die helfen

- Hell, Dunkel und wie dein Gerät: im Menü oben rechts.
- Einzelne Tasten ausschalten: weiter unten auf dieser Seite und in deinen Einstellungen.
- Schriftgröße und Bewegung übernehmen wir von deinem Browser und deinem Gerät.`
