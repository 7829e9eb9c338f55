const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

/** The provider's page: choose who you are, or cancel. Journeys click through it, plain fetch posts its form. */
export const signInPage = (action: string, client: string) => `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><title>Anmelden bei ${escapeHtml(client)}</title>
<meta name="viewport" content="width=device-width"></head>
<body><main><h1>Weiter mit ${escapeHtml(client)}</h1>
<form method="post" action="${escapeHtml(action)}">
<p><label>E-Mail <input name="email" type="email" required></label></p>
<p><label>Name <input name="name" value="Alex Beispiel"></label></p>
<p><label><input name="verified" type="checkbox" value="yes" checked> Adresse ist bestätigt</label></p>
<p><label>Kennung <input name="subject"></label></p>
<p><button name="choice" value="continue">Weiter</button>
<button name="choice" value="cancel" formnovalidate>Abbrechen</button></p>
</form></main></body></html>`
