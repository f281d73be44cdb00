import type { Definitions } from '../definitions/definitions.ts'
import type { Field } from './formula.ts'

interface Adjustment {
  readonly label: string
  readonly value: Field
}

/** How the bridge from all records to a figure values one record before anything is left out. */
export interface BridgeValue {
  readonly value: Field
  /** what the figure has or lacks within its own records */
  readonly adjustments?: (definitions: Definitions) => readonly Adjustment[]
  /** minor units that rounding took from a record: its unrounded amount minus the stored one */
  readonly rounding?: Field
}

/** A reason for which a measure leaves records out. A record has the first one that holds. */
export interface Exclusion {
  readonly label: string
  readonly where: Field
}
