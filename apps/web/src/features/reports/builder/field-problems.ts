import type { ErrorItem } from '#contract/errors.ts'

export interface FieldProblem {
  /** part of the definition, such as `columns`; empty: none */
  readonly part: string
  /** index in a list; null: the whole part */
  readonly index: number | null
  readonly message: string
}

/** `definition.columns[2].format` and `columns.2` both refer to the third column. */
export const toProblem = ({ field = '', message }: ErrorItem): FieldProblem => {
  const [, part = '', index] = /^(?:body\.)?(?:definition\.)?(\w+)(?:[[.](\d+))?/.exec(field) ?? []
  return { part, index: index === undefined ? null : Number(index), message }
}

const PARTS: ReadonlySet<string> = new Set([
  'name',
  'description',
  'columns',
  'calculations',
  'groupColumns',
  'filters',
  'history',
  'orderColumns',
  'relativeDateFilter',
  'top',
  'chart',
])

/** The error of a part, or of one of its entries; null: none. */
export const problemAt = (
  problems: readonly FieldProblem[],
  part: string,
  index: number | null = null,
): string | null =>
  problems.find((problem) => problem.part === part && (index === null || problem.index === index))?.message ?? null

/** Errors that no field displays. */
export const otherProblems = (problems: readonly FieldProblem[]): readonly string[] =>
  problems.filter(({ part }) => !PARTS.has(part)).map(({ message }) => message)
