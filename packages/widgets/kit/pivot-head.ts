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

/** The headers of each level across: neighbors with the same values share one. */
export const pivotHeaders = ({ columns, columnColumns }: Pick<PivotResult, 'columns' | 'columnColumns'>) =>
  columnColumns.map((_, level): PivotHeader[] => {
    const headers: PivotHeader[] = []
    let before: readonly Cell[] | null = null
    for (const position of columns) {
      const last = headers.at(-1)
      const isMember = position.length > level
      if (isMember && last && before !== null && before.length > level && isSamePrefix(before, position, level + 1))
        headers[headers.length - 1] = { ...last, span: last.span + 1 }
      else if (isMember)
        headers.push({
          key: JSON.stringify(position.slice(0, level + 1)),
          value: { cell: position[level] ?? null },
          span: 1,
          depth: 1,
        })
      else if (position.length === level)
        headers.push({
          key: `total ${JSON.stringify(position)}`,
          value: null,
          span: 1,
          depth: columnColumns.length - level,
        })
      before = position
    }
    return headers
  })
