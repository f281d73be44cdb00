// Writes the odd files and their side files: node scripts/make-odd-files.ts
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ODD_FILES } from '../packages/testkit/odd-files/odd-files.ts'

const folder = fileURLToPath(new URL('../packages/testkit/odd-files/files/', import.meta.url))
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const { name, content, ...side } of ODD_FILES) {
  writeFileSync(`${folder}${name}`, content)
  writeFileSync(`${folder}${name}.json`, `${JSON.stringify(side, null, 2)}\n`)
}
process.stdout.write(`${ODD_FILES.length} files\n`)
