// Plain JavaScript: it runs on the old Node that it rejects.
import { nodeProgram, noNode } from './node-program.js'

if (nodeProgram() !== process.execPath) {
  console.error(noNode)
  process.exit(1)
}
