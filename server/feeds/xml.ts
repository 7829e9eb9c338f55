const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Characters XML 1.0 cannot carry at all, not even escaped: controls, lone surrogates, U+FFFE and U+FFFF. */
const forbidden = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu

/** Text as the content of an element or of an attribute. */
export const xmlText = (text: string) =>
  text.replace(forbidden, '').replace(/[&<>"']/g, (found) => entities[found] ?? found)

export const xmlElement = (name: string, text: string) => `<${name}>${xmlText(text)}</${name}>`
