import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { RelativeRange } from '#domain/ranges/relative-range.ts'
import type { Comparison } from '#domain/report-terms.ts'

/** A report definition built by the grammar: columns by columnId, no field left to a default. */
export interface AskedDefinition {
  readonly reportType: string
  readonly name: string
  readonly columns: readonly {
    readonly columnId: string
    readonly aggregation: 'None' | 'Sum' | 'Avg' | 'Min' | 'Max'
    /** of a sum, which is the measure itself */
    readonly displayName?: string
  }[]
  readonly columnOrder: readonly string[]
  readonly filters: readonly {
    readonly columnId: string
    readonly comparison: Comparison
    readonly value: string | number | boolean | null
  }[]
  readonly filterOperator: 'And' | 'Or'
  readonly groupColumns: readonly string[]
  readonly orderColumns: readonly { readonly columnId: string; readonly direction: 'asc' | 'desc' }[]
  readonly relativeDateFilter: { readonly relativeRange: RelativeRange; readonly columnName: string } | null
  readonly top: number | null
  readonly chart: {
    readonly kind: 'line' | 'bar' | 'stackedBar'
    readonly x: string
    readonly series: readonly string[]
  } | null
}

/** A definition with what only a request can add: a comparison, and days that a filter cannot express. */
export interface Answerable {
  readonly definition: AskedDefinition
  /** half-open local days; both or neither */
  readonly from?: string
  readonly until?: string
  readonly compare?: CompareMode
}
