import type { GridColumn } from './grid-types.ts'

type FactColumn = Pick<GridColumn, 'isNumeric' | 'changeOf'>

/** Facts of a card besides its name. */
const FACTS = 3

/**
 * The columns that a card shows, by index: one that names it, and three facts, of which one at least is a number where there is any. A
 * change belongs to the number that it is of.
 */
export const cardColumns = (columns: readonly FactColumn[]): { head: number; facts: number[]; others: number[] } => {
  const head = columns.findIndex(({ isNumeric }) => !isNumeric)
  const rest = columns.flatMap(({ changeOf }, index) => (index === head || changeOf !== undefined ? [] : [index]))
  const isNumber = (index: number): boolean => columns[index]?.isNumeric === true
  const first = rest.slice(0, FACTS)
  const number = rest.find(isNumber)
  const facts = first.some(isNumber) || number === undefined ? first : [...first.slice(0, -1), number]
  return { head, facts, others: rest.filter((index) => !facts.includes(index)) }
}
