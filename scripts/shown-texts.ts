import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'

const SHOWN =
  /^(apps\/web\/src|packages\/(ui|widgets|charts|reports|semantic|domain|contract|connectors|insights|warehouse)|apps\/server\/src\/(mail|modules))\/.*\.tsx?$/
const NOT_SHOWN = /\.(test|fixture|property)\.|\/(planted|questions|conformance|fake)\//

interface Node {
  readonly type?: string
  readonly value?: string
  readonly quasis?: readonly { readonly raw: string }[]
}

const readText = ({ type, value = '', quasis = [] }: Node): string[] => {
  if (type === 'JSXText') return [value.replace(/\s+/g, ' ').trim()]
  if (type === 'StringLiteral') return [value]
  return type === 'TemplateLiteral' ? [quasis.map(({ raw }) => raw).join('{}')] : []
}

const textsIn = (node: unknown): string[] => {
  if (node === null || typeof node !== 'object') return []
  if ('type' in node && node.type === 'ImportDeclaration') return []
  return [...readText(node), ...Object.values(node).flatMap(textsIn)]
}

/** The texts of each file that can show one, below a path. A value within a text is `{}`. */
export const shownTexts = (prefix = ''): [file: string, texts: readonly string[]][] =>
  spawnSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1 << 26 })
    .stdout.split('\n')
    .filter((path) => path.startsWith(prefix) && SHOWN.test(path) && !NOT_SHOWN.test(path))
    .map((file) => {
      const program = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') })
      return [file, [...new Set(textsIn(program))]]
    })
