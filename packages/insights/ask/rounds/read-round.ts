import type { RoundQuestion } from './score.ts'

const EITHER = /\{([^{}]*)\}/

/** Every answer that a line stands for: `{a; b}` is either of them, `{; a}` may be left out. */
const expand = (text: string): string[] => {
  const [all = '', choices] = EITHER.exec(text) ?? []
  if (choices === undefined) return [text]
  return choices.split(';').flatMap((one) => expand(text.replace(all, () => one.trim())))
}

const withoutGaps = (text: string): string =>
  text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' | ')

const answersOf = (line: string): RoundQuestion['expected'] =>
  line.startsWith('{"') ? [JSON.parse(line)] : expand(line).map(withoutGaps)

/**
 * The questions of a round. A line `category: question` is followed by indented lines with the answers that are right: in the notation
 * of `expectedAsked`, with `{a; b}` for either, or as JSON.
 */
export const readRound = (text: string): RoundQuestion[] =>
  text
    .trimEnd()
    .split(/\n(?! )/)
    .map((block) => {
      const [head = '', ...lines] = block.split('\n')
      const [, category = '', question = ''] = /^([^:]+): (.*)$/.exec(head) ?? []
      return { category, question, expected: lines.flatMap((line) => answersOf(line.trim())) }
    })
