// Plain JavaScript on purpose: it must run on the old Node it refuses, which cannot read TypeScript.
const needed = 24
const found = Number(process.versions.node.split('.')[0])

if (found < needed) {
  console.error(
    `HoT braucht Node ${needed}, hier läuft Node ${process.versions.node}. ` +
      'Starte mit »npm start«: Das nimmt das mitgelieferte Node aus node_modules (vorher »npm ci«).',
  )
  process.exit(1)
}
