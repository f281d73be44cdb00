// Writes the odd files and their side files: node scripts/make-odd-files.ts
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { archiveFiles } from '../packages/testkit/odd-files/archive-files.ts'
import { textOddFiles } from '../packages/testkit/odd-files/odd-files.ts'

const folder = fileURLToPath(new URL('../packages/testkit/odd-files/files/', import.meta.url))
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const files = [...textOddFiles, ...(await archiveFiles())]
for (const { name, content, ...side } of files) {
  writeFileSync(`${folder}${name}`, content)
  writeFileSync(`${folder}${name}.json`, `${JSON.stringify(side, null, 2)}\n`)
}
process.stdout.write(`${files.length} files\n`)
