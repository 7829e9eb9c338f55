// Run by browsers below the floor only (web/src/platform/device/old-browser.ts), so in words that they all know.
;(() => {
  // Once for each visit: not again on pages reached from this site.
  if (document.referrer.indexOf(`${location.protocol}//${location.host}/`) === 0) return
  function say() {
    var note = document.createElement('p')
    note.setAttribute('role', 'note')
    note.style.cssText = 'margin:0;padding:12px 16px;border-bottom:2px solid;font-weight:700'
    note.textContent =
      'Dein Browser ist zu alt für alles, was HoT kann. Lesen und suchen geht; zum Abstimmen, Kommentieren und Anmelden brauchst du Safari ab 16.4, Chrome oder Edge ab 111 oder Firefox ab 128.'
    document.body.insertBefore(note, document.body.firstChild)
  }
  if (document.body) say()
  else document.addEventListener('DOMContentLoaded', say)
})()
