import { expect, test } from 'vitest'
import { inventory } from './inventory.ts'

const cell = (text: string) => text.replaceAll('|', '\\|')

/** The operator's record of what is processed, one row for each entry. */
const record = () => `# Record of what is processed

For the record that a controller keeps (GDPR Art. 30), as far as the software decides it; who is responsible, processors and
transfers stand in the privacy policy, by the settings. Written from \`domain/src/privacy/inventory.ts\` by
\`npx vitest run --project domain domain/src/privacy -u\`; never edited by hand. In German, as the policy shows it.

| what | about whom | what for | legal basis | who sees it | how long |
|---|---|---|---|---|---|
${Object.values(inventory)
  .map(
    (entry) =>
      `| ${[entry.what, entry.about, entry.purpose, entry.basis, entry.recipients, entry.until].map(cell).join(' | ')} |`,
  )
  .join('\n')}
`

test('the operator’s record says what the inventory says', () =>
  expect(record()).toMatchFileSnapshot('../../../docs/operations/records.md'))
