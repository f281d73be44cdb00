// Prints the regular expression literals of the given files that take more than linear time, as JSON: file, complexity, pattern.
import { readFileSync } from 'node:fs'
import parser from '@typescript-eslint/parser'
import { checkSync } from 'recheck'

const TIME_LIMIT_MS = 20_000
const found = []
let count = 0

const check = (file, { pattern, flags }) => {
  count += 1
  const { status, complexity } = checkSync(pattern, flags.replace('v', 'u'), { timeout: TIME_LIMIT_MS })
  if (status !== 'safe') found.push({ file, complexity: complexity?.type ?? status, pattern })
}

const visit = (file, node) => {
  if (node === null || typeof node !== 'object') return
  if (node.type === 'Literal' && node.regex) check(file, node.regex)
  for (const [name, child] of Object.entries(node)) if (name !== 'parent') visit(file, child)
}

for (const file of process.argv.slice(2)) {
  const jsx = file.endsWith('x')
  visit(file, parser.parse(readFileSync(file, 'utf8'), { jsx, sourceType: 'module', ecmaVersion: 'latest' }))
}
process.stdout.write(JSON.stringify({ count, found }))
