import type { Cell, PivotResult } from '#contract/reports.ts'

/** A header over columns of a pivot. */
export interface PivotHeader {
  readonly key: string
  /** value of the level; null for a total */
  readonly value: { readonly cell: Cell } | null
  /** positions across */
  readonly span: number
  /** levels down: a total covers the levels below it */
  readonly depth: number
}

const isSamePrefix = (a: readonly Cell[], b: readonly Cell[], length: number): boolean =>
  JSON.stringify(a.slice(0, length)) === JSON.stringify(b.slice(0, length))

/** Places of the columns of an axis that are shown: a key only tells two of one name apart. */
export const shownIndexes = (axis: PivotResult['columnColumns']): readonly number[] =>
  axis.flatMap(({ keyOf }, index) => (keyOf === undefined ? [index] : []))

/** The headers of each level across: neighbors with the same values share one. */
export const pivotHeaders = ({ columns, columnColumns }: Pick<PivotResult, 'columns' | 'columnColumns'>) => {
  const levels = shownIndexes(columnColumns)
  return levels.map((start, level): PivotHeader[] => {
    // a name ends where the next column that is no key begins
    const end = levels[level + 1] ?? columnColumns.length
    const headers: PivotHeader[] = []
    let before: readonly Cell[] | null = null
    for (const position of columns) {
      const last = headers.at(-1)
      const isMember = position.length > start
      if (isMember && last && before !== null && before.length > start && isSamePrefix(before, position, end))
        headers[headers.length - 1] = { ...last, span: last.span + 1 }
      else if (isMember)
        headers.push({
          key: JSON.stringify(position.slice(0, end)),
          value: { cell: position[start] ?? null },
          span: 1,
          depth: 1,
        })
      else if (position.length === start)
        headers.push({
          key: `total ${JSON.stringify(position)}`,
          value: null,
          span: 1,
          depth: levels.length - level,
        })
      before = position
    }
    return headers
  })
}
