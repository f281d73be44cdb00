// Prints every user-facing string with its place, to be read by an editor: `node scripts/ui-strings.mjs [path prefix]`.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'

const SHOWN =
  /^(apps\/web\/src|packages\/(ui|widgets|charts|reports|semantic|domain|contract|connectors|insights)|apps\/server\/src\/(mail|modules))\/.*\.tsx?$/
const NOT_SHOWN = /\.(test|fixture|property)\.|\/(planted|questions|conformance|fake)\//

/** A sentence or a label: starts with a capital or contains a space, and is no identifier, path, selector or SQL. */
const isShown = (text) =>
  /[a-z]/.test(text) &&
  (/^[A-Z][a-z]+([ ,.!?…]|$)/.test(text) || /^["“%]?\w+[^=<>{};]* \w/.test(text)) &&
  !/^(SELECT|INSERT|UPDATE|select|insert|update|delete|with|from|case|coalesce|application|text|image)\b|^[a-z]+\(|^\W|::|\bfrom \w+ where\b/.test(
    text,
  )

const textsOf = (node, found = []) => {
  if (node === null || typeof node !== 'object') return found
  if (Array.isArray(node)) {
    for (const child of node) textsOf(child, found)
    return found
  }
  if (node.type === 'ImportDeclaration') return found
  if (node.type === 'JSXText') found.push([node.span.start, node.value.replace(/\s+/g, ' ').trim()])
  if (node.type === 'StringLiteral') found.push([node.span.start, node.value])
  if (node.type === 'TemplateLiteral') found.push([node.span.start, node.quasis.map(({ raw }) => raw).join('{}')])
  for (const value of Object.values(node)) textsOf(value, found)
  return found
}

const files = spawnSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1 << 26 }).stdout.split('\n')
const prefix = process.argv[2] ?? ''
for (const file of files.filter((path) => path.startsWith(prefix) && SHOWN.test(path) && !NOT_SHOWN.test(path))) {
  const texts = textsOf(parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') }))
  const shown = [...new Set(texts.map(([, text]) => text).filter(isShown))]
  if (shown.length > 0) process.stdout.write(`${file}\n${shown.map((text) => `  ${text}\n`).join('')}`)
}
