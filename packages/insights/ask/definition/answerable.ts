import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import type {
  Aggregation,
  CalculationKind,
  CalculationOperator,
  Comparison,
  CountComparison,
  FilterLevel,
} from '#domain/report-terms.ts'

interface Operand {
  readonly columnId: string
  readonly aggregation: Aggregation
}

/** A measure that a definition computes from others. */
export interface AskedCalculation {
  readonly columnId: string
  readonly displayName: string
  readonly kind: CalculationKind
  readonly of:
    | Operand
    | {
        readonly operator: CalculationOperator
        readonly left: Operand
        readonly right: Operand | { readonly value: number }
      }
}

export interface AskedFilter {
  readonly columnId: string
  readonly comparison: Comparison
  readonly value: string | number | boolean | null
  readonly appliesTo?: FilterLevel | undefined
}

/** Any of the values, or none of them. */
export interface AskedValues {
  readonly columnId: string
  readonly values: readonly (string | number)[]
  readonly exclude: boolean
}

/** What people did, as records. */
export interface AskedEvents {
  /** report type of what they did */
  readonly of: string
  readonly filters: readonly Pick<AskedFilter, 'columnId' | 'comparison' | 'value'>[]
  /** a relative range, or days such as `2026-03-01/2026-04-01`, of which the last is out; one side may be open */
  readonly dates: string | null
}

/** A condition on what the people did to whom the records belong, as definitions have it. */
export interface AskedHistory extends AskedEvents {
  readonly which: 'any' | 'first' | 'last'
  /** of `any`: on a later day than the first of these; where none is wanted, than the last */
  readonly after?: (AskedEvents & { readonly sameDay: boolean }) | undefined
  /** of `any`; default: at least one */
  readonly count?: { readonly comparison: CountComparison; readonly value: number } | undefined
}

/** A report definition built by the grammar: columns by columnId. */
export interface AskedDefinition {
  readonly reportType: string
  readonly name: string
  readonly columns: readonly {
    readonly columnId: string
    readonly aggregation: Aggregation
    /** of a sum, which is the measure itself */
    readonly displayName?: string
  }[]
  readonly columnOrder: readonly string[]
  readonly calculations: readonly AskedCalculation[]
  readonly filters: readonly AskedFilter[]
  readonly filterOperator: 'And' | 'Or'
  readonly dimensionFilters: readonly AskedValues[]
  /** all of them hold; default: none */
  readonly history?: readonly AskedHistory[] | undefined
  readonly groupColumns: readonly string[]
  readonly orderColumns: readonly {
    readonly columnId: string
    readonly direction: 'asc' | 'desc'
    /** by how much it changed from the compared range */
    readonly by?: 'change' | undefined
  }[]
  /** a relative range, or dates such as `2026-03-01/2026-04-01`, of which the last is out */
  readonly relativeDateFilter: { readonly relativeRange: string; readonly columnName: string } | null
  readonly top: number | null
  readonly chart: {
    readonly kind: 'line' | 'bar' | 'stackedBar' | 'pie' | 'heatmap' | 'map'
    readonly x: string
    readonly series: readonly string[]
  } | null
}

/** The rows that the question is about, among all that its answer shows for comparison. */
export interface Focus {
  readonly columnId: string
  readonly values: readonly (string | number | boolean)[]
}

/** Whole days, weeks or months ahead; `until` is out. */
export interface AskedForecast {
  readonly grain: 'day' | 'week' | 'month'
  readonly from: LocalDay
  readonly until: LocalDay
}

/** A definition with what only a request can add: the comparison. */
export interface Answerable {
  readonly definition: AskedDefinition
  readonly compare?: CompareMode
  readonly focus?: Focus
  /** the definition is the history of what is forecast */
  readonly forecast?: AskedForecast
}
