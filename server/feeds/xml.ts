const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Characters that XML 1.0 does not allow, not even escaped: controls, lone surrogates, U+FFFE and U+FFFF. */
const forbidden = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu

/** Text escaped for an element or an attribute, without characters that XML does not allow. */
export const xmlText = (text: string) =>
  text.replace(forbidden, '').replace(/[&<>"']/g, (found) => entities[found] ?? found)

export const xmlElement = (name: string, text: string) => `<${name}>${xmlText(text)}</${name}>`
